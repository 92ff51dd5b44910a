/** I/O: the first connection to the address that serves a model. */
import { Agent } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';

/** As Node's own agent: https://nodejs.org/api/http.html#httpglobalagent. */
const SETTINGS = { keepAlive: true, scheduling: 'lifo', timeout: 5_000 } as const;

interface Place {
  readonly host: string;
  readonly port: number;
}

/**
 * An agent that begins to connect to `address` at once, and not with the first request: finding a name, TCP and TLS take as
 * long as all that a start has to do meanwhile. The first request to that address takes the connection, unless it broke: then
 * it makes one of its own and tells what is wrong. A connection that nobody takes keeps no process alive.
 */
export async function agentConnectingTo(address: URL): Promise<Agent> {
  const isSecure = address.protocol === 'https:';
  const place = {
    host: address.hostname.replace(/^\[|\]$/g, ''),
    port: Number(address.port || (isSecure ? 443 : 80)),
  };
  const agent = isSecure ? new (await import('node:https')).Agent(SETTINGS) : new Agent(SETTINGS);
  const first = isSecure ? await connectSecurely(place) : connect({ ...place, noDelay: true });
  first.unref().on('error', () => undefined);
  let isFree = true;
  const connectAnew = agent.createConnection.bind(agent);
  agent.createConnection = (options, done) => {
    const fits = options.host === place.host && Number(options.port) === place.port;
    const taken = isFree && fits && !first.destroyed;
    isFree &&= !fits;
    return taken ? first.ref() : connectAnew(options, done);
  };
  return agent;
}

async function connectSecurely(place: Place): Promise<Socket> {
  const tls = await import('node:tls');
  const { host } = place;
  return tls.connect({ ...place, ...(isIP(host) === 0 ? { servername: host } : {}) }).setNoDelay();
}
