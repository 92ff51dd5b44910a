/** I/O: HTTP servers on 127.0.0.1. */
import type { Server } from 'node:http';

export interface Loopback {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Ends its connections, too. */
  close(): Promise<void>;
}

/** Lets a server listen on 127.0.0.1: on a free port, or on the given one. */
export async function listenOnLoopback(server: Server, port = 0): Promise<Loopback> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
    },
  };
}
