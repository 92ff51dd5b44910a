/** I/O: asks the system for the addresses of a name. */
import { lookup, type LookupAddress } from 'node:dns';

/** Finds every address of a name. Rejects where there is none. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** Every address that the system knows for `host`, in the order in which it would use them. */
export async function resolveName(host: string): Promise<readonly LookupAddress[]> {
  return await new Promise((done, fail) => {
    lookup(host, { all: true, verbatim: true }, (error, addresses) =>
      error === null ? done(addresses) : fail(error),
    );
  });
}
