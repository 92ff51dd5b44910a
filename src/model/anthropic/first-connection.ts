/** I/O: the first connection to the address that serves a model. */
import { Agent } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { hostOf } from '../../common/index.ts';

/** How long a connection may be idle, and after how long TCP asks whether the other end is still there. */
const IDLE_MS = 5_000;
const PROBE_MS = 1_000;
/** As Node's own agent: https://nodejs.org/api/http.html#httpglobalagent. */
const SETTINGS = {
  keepAlive: true,
  keepAliveMsecs: PROBE_MS,
  scheduling: 'lifo',
  timeout: IDLE_MS,
} as const;

interface Place {
  readonly host: string;
  readonly port: number;
}

/**
 * An agent that begins to connect to `address` at once, and not with the first request: finding a name, TCP and TLS take as
 * long as all that a start has to do meanwhile. The first request to that address takes the connection, unless it broke, was
 * given up by the server or was idle for too long: then it makes one of its own and tells what is wrong. A connection that
 * nobody takes keeps no process alive.
 */
export async function agentConnectingTo(address: URL): Promise<Agent> {
  const isSecure = address.protocol === 'https:';
  const place = {
    host: hostOf(address),
    port: Number(address.port || (isSecure ? 443 : 80)),
  };
  const agent = isSecure ? new (await import('node:https')).Agent(SETTINGS) : new Agent(SETTINGS);
  const first = isSecure ? await connectSecurely(place) : connect(place);
  let isFree = true;
  first
    .setNoDelay()
    .setKeepAlive(true, PROBE_MS)
    .setTimeout(IDLE_MS, () => isFree && first.destroy())
    .on('error', () => undefined)
    // Trying the next address of a name makes it count again.
    .once('connect', () => isFree && first.unref())
    .unref();
  const connectAnew = agent.createConnection.bind(agent);
  agent.createConnection = (options, done) => {
    const fits = options.host === place.host && Number(options.port) === place.port;
    if (!isFree || !fits) return connectAnew(options, done);
    isFree = false;
    if (isUsable(first)) return first.ref();
    first.destroy();
    return connectAnew(options, done);
  };
  return agent;
}

/** A server that says something unasked (`408`), or ends, has given the connection up. */
function isUsable({ writable, readableLength }: Socket): boolean {
  return writable && readableLength === 0;
}

async function connectSecurely(place: Place): Promise<Socket> {
  const tls = await import('node:tls');
  const { host } = place;
  return tls.connect({ ...place, ...(isIP(host) === 0 ? { servername: host } : {}) });
}
