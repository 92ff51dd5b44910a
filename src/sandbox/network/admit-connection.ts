import { isIP, type LookupFunction } from 'node:net';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { errorText, systemClock, within } from '../../common/index.ts';
import type { HostList, Target } from './hosts.ts';

/** Resolves a name to all of its addresses. Rejects if it has none. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** All addresses from the system's resolver, in its order of preference. */
export async function resolveName(host: string): Promise<readonly LookupAddress[]> {
  return await lookup(host, { all: true, verbatim: true });
}

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

const RESOLVE_TIMEOUT_MS = 10_000;

/** What decides which connections a command may make. */
export interface ConnectionRules {
  readonly hosts: HostList;
  readonly resolve: Resolve;
  readonly uses: UseCounter;
}

type Admission =
  | { readonly kind: 'admitted'; readonly target: Target; readonly lookup: LookupFunction }
  | { readonly kind: 'refused'; readonly status: 400 | 403 | 502; readonly because: string };

/**
 * Whether a connection may be made, and to which addresses. The name is resolved once: the connection uses the checked
 * addresses, even if the name resolves to others a moment later. Every decision is counted.
 */
export async function admitConnection(
  rules: ConnectionRules,
  target: Target | null,
): Promise<Admission> {
  if (target === null) {
    rules.uses.add('(no host and port)', 'refused');
    return refused(400, 'the request does not contain a valid host and port');
  }
  const { host, port } = target;
  const to = `${host}:${port}`;
  const refuse = (because: string): Admission => {
    rules.uses.add(to, 'refused');
    return refused(403, `${to} is refused: ${because}`);
  };
  if (!rules.hosts.lists(target)) return refuse('the policy (sandbox.network) does not list it');
  const found = await addressesOf(rules.resolve, host);
  if (typeof found === 'string') {
    rules.uses.add(to, 'allowed');
    return refused(502, `${to} could not be reached: ${found}`);
  }
  const inside = found.find(({ address }) => !rules.hosts.mayReach(address, port));
  if (inside !== undefined) {
    return refuse(
      `it is ${inside.address}, which is not an address of the public internet, and the policy (sandbox.network) does not list that address`,
    );
  }
  rules.uses.add(to, 'allowed');
  return { kind: 'admitted', target, lookup: lookupOf(found) };
}

function refused(status: 400 | 403 | 502, because: string): Admission {
  return { kind: 'refused', status, because };
}

/** All addresses of a host, at least one; or why it has none. */
async function addressesOf(
  resolve: Resolve,
  host: string,
): Promise<readonly LookupAddress[] | string> {
  const name = host.replaceAll(/[[\]]/g, '');
  const family = isIP(name);
  if (family !== 0) return [{ address: name, family }];
  const late = new Error('its name was not resolved in time');
  try {
    const limit = { clock: systemClock, limitMs: RESOLVE_TIMEOUT_MS, late };
    const found = await within(resolve(name), limit);
    return found.length > 0 ? found : 'its name has no address';
  } catch (error) {
    return errorText(error);
  }
}

/** Connects to addresses that were checked, in turn: a second lookup could return others. */
export function lookupOf(addresses: readonly LookupAddress[]): LookupFunction {
  return (_, { all }, done) => {
    const [first] = addresses;
    if (all === true) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };
}
