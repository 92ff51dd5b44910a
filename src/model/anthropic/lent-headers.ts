import { HeaderList } from './header-list.ts';

/**
 * The SDK makes the headers of each request with the global `Headers`, and whoever reads that name first loads the whole HTTP
 * client behind the built-in `fetch`: a tenth of a start. Nothing needs that client before an answer has arrived. So while the
 * SDK makes the first request of a process, in which it waits for nothing, a list of our own stands under that name. After it
 * Node's own does, as if nothing had been there.
 */
let isLent: 'not yet' | 'now' | 'no more' = 'not yet';

/** Puts `HeaderList` under the global name `Headers`, for the first request of a process only. */
export function lendHeaders(): void {
  if (isLent !== 'not yet') return;
  isLent = 'now';
  // Assigning is the one thing that replaces a lazy global without loading it.
  globalThis.Headers = HeaderList;
}

/** Puts Node's own `Headers` back, which still loads only where it is read. */
export function giveHeadersBack(): void {
  if (isLent !== 'now') return;
  isLent = 'no more';
  Object.defineProperty(globalThis, 'Headers', {
    configurable: true,
    get: () => {
      const own: unknown = new Response().headers.constructor;
      settle(own);
      return own;
    },
    set: settle,
  });
}

function settle(value: unknown): void {
  Object.defineProperty(globalThis, 'Headers', { value, writable: true, configurable: true });
}
