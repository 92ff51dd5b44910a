/** I/O: asks the system for the addresses of a name. */
import type { LookupAddress } from 'node:dns';

/** Finds every address of a name. Rejects where there is none. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** Every address that the system knows for `host`, in the order in which it would use them. */
export async function resolveName(host: string): Promise<readonly LookupAddress[]> {
  const { lookup } = await import('node:dns/promises');
  return await lookup(host, { all: true, verbatim: true });
}
