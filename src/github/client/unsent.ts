/** Knows of requests that were asked for and are not on their way yet. */
export class Unsent {
  #count = 0;
  #waiting: (() => void)[] = [];

  /** One more; what comes back is called, as often as one likes, once it is sent or has failed. */
  begin(): () => void {
    this.#count += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.#count -= 1;
      isOpen = false;
      if (this.#count === 0) for (const go of this.#waiting.splice(0)) go();
    };
  }

  /** Resolves when there is none. */
  async none(): Promise<void> {
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
