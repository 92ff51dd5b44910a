/** I/O: HTTP requests through the proxy of the environment. The only file that knows undici. */
import { isIPv6 } from 'node:net';
import { causesOf, CountersignError } from '../errors.ts';
import { memoizeBy } from '../async/memoize.ts';

/** The variables of a process, or of a test. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type Fetch = (address: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * The built-in `fetch`, sent through the proxy that the variables `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` name, in either
 * case. Without a proxy it is the built-in `fetch` itself. No proxy gets a request to this machine, which it could not reach. Throws
 * `input-invalid` for a proxy that is not an HTTP proxy; a request that the proxy refuses rejects with it, too.
 */
export function createFetch(environment: Environment): Fetch {
  const httpProxy = proxyAddress(environment, 'HTTP_PROXY');
  const httpsProxy = proxyAddress(environment, 'HTTPS_PROXY');
  if (httpProxy === '' && httpsProxy === '') return fetch;
  const noProxy = withBrackets(variable(environment, 'NO_PROXY'));
  // Most runs have no proxy, and do not load undici a second time.
  const agentOf = memoizeBy(async (proxy: string) => {
    const { EnvHttpProxyAgent } = await import('undici');
    const login = loginWithoutPassword(proxy);
    const options = { httpProxy: proxy, httpsProxy: proxy, noProxy, proxyTunnel: false };
    // As usual, plain HTTP is forwarded and only HTTPS is tunnelled.
    return new EnvHttpProxyAgent(login === null ? options : { ...options, token: login });
  });
  return async (address, init) => {
    const { protocol, hostname } = new URL(address instanceof Request ? address.url : address);
    const proxy = protocol === 'https:' ? httpsProxy : httpProxy;
    if (proxy === '' || THIS_MACHINE.test(hostname)) return await fetch(address, init);
    try {
      // `Object.assign`, as Node's types describe an older undici and do not know this agent.
      return await fetch(address, Object.assign({}, init, { dispatcher: await agentOf(proxy) }));
    } catch (error) {
      throw refusalByProxy(error, protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') ?? error;
    }
  };
}

export function hasProxy(environment: Environment): boolean {
  return ['HTTP_PROXY', 'HTTPS_PROXY'].some((name) => variable(environment, name) !== '');
}

/** As `URL` spells the hosts that are always this machine (RFC 6761, RFC 1122, RFC 4291). */
const THIS_MACHINE = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])\.?$/;

/** undici sends a login only with a password; a proxy may ask for a token as the user. `null` for any other address. */
function loginWithoutPassword(proxy: string): string | null {
  const { username, password } = new URL(proxy);
  if (username === '' || password !== '') return null;
  return `Basic ${Buffer.from(`${decodeURIComponent(username)}:`).toString('base64')}`;
}

/** How undici says that the proxy refuses a tunnel, or a request without a login. */
const PROXY_STATUS = /^Proxy (?:response|Authentication Required) \((4\d\d)\)/;
/** Statuses of proxies that may answer otherwise the next time. */
const PASSING: ReadonlySet<string> = new Set(['408', '425', '429']);

/** The refusal of a proxy, which no other attempt changes; `null` for any other failure. */
function refusalByProxy(error: unknown, name: string): CountersignError | null {
  const [, status = ''] = PROXY_STATUS.exec(causesOf(error).at(-1)?.message ?? '') ?? [];
  if (status === '' || PASSING.has(status)) return null;
  return new CountersignError(
    'input-invalid',
    `The proxy of the variable ${name} ${status === '407' ? 'asks for a login' : 'refuses the request'} (${status}).`,
    {
      fix:
        status === '407'
          ? `Write its user and password into the address, from a secret: \`${name}: \${{ secrets.PROXY_URL }}\`.`
          : 'Let the proxy allow the host, or name the host in NO_PROXY if it is reached without the proxy.',
    },
  );
}

/** An IPv6 address as URLs have it: undici would read `::1` as port 1 of the host `:`. */
function withBrackets(noProxy: string): string {
  return noProxy
    .split(/[,\s]/)
    .map((entry) => (isIPv6(entry) ? (URL.parse(`http://[${entry}]`)?.hostname ?? entry) : entry))
    .join(',');
}

function variable(environment: Environment, name: string): string {
  return environment[name.toLowerCase()] || environment[name] || '';
}

function proxyAddress(environment: Environment, name: string): string {
  const value = variable(environment, name);
  if (value === '') return '';
  const address = value.includes('://') ? value : `http://${value}`;
  if (/^https?:$/.test(URL.parse(address)?.protocol ?? '')) return address;
  // The message leaves the value out: it may contain a password.
  throw new CountersignError(
    'input-invalid',
    `The variable ${name} is not an http:// or https:// address of a proxy.`,
    { fix: `Write \`${name}: http://proxy.example:3128\` under \`env:\` of the step or job.` },
  );
}
