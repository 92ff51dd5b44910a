import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

/** Resolves a name to all of its addresses. Rejects if it has none. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** All addresses from the system's resolver, in its order of preference. */
export async function resolveName(host: string): Promise<readonly LookupAddress[]> {
  return await lookup(host, { all: true, verbatim: true });
}
