/** How often a command went somewhere, and what became of it. */
export interface NetworkUse {
  /** `host:port`, as the command named it. */
  readonly to: string;
  readonly verdict: 'allowed' | 'refused';
  readonly count: number;
}

/** Different places told of one command; more are counted as `…`. */
export const MAX_PLACES = 40;
const OTHERS = '…';

/** Counts where one command went, in bounded memory. */
export class UseCounter {
  readonly #counts = new Map<string, NetworkUse>();

  add(to: string, verdict: NetworkUse['verdict']): void {
    const known = this.#counts.has(`${verdict} ${to}`) || this.#counts.size < MAX_PLACES;
    const name = known ? to : OTHERS;
    const key = `${verdict} ${name}`;
    const count = (this.#counts.get(key)?.count ?? 0) + 1;
    this.#counts.set(key, { to: name, verdict, count });
  }

  uses(): readonly NetworkUse[] {
    return [...this.#counts.values()];
  }
}
