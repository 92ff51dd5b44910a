/** How many times a command connected to a host, or was refused. */
export interface NetworkUse {
  /** `host:port`, as the command named it. */
  readonly to: string;
  readonly verdict: 'allowed' | 'refused';
  readonly count: number;
}

/** The most different hosts in a report; more are counted as `…`. */
const MAX_HOSTS = 40;
const OTHERS = '…';

/** Counts the connections of one command in bounded memory. */
export class UseCounter {
  readonly #counts = new Map<string, NetworkUse>();

  add(to: string, verdict: NetworkUse['verdict']): void {
    const known = this.#counts.has(`${verdict} ${to}`) || this.#counts.size < MAX_HOSTS;
    const name = known ? to : OTHERS;
    const key = `${verdict} ${name}`;
    const count = (this.#counts.get(key)?.count ?? 0) + 1;
    this.#counts.set(key, { to: name, verdict, count });
  }

  uses(): readonly NetworkUse[] {
    return [...this.#counts.values()];
  }
}
