import { isIP } from 'node:net';
import { isPublicAddress } from '../../common/index.ts';
import { listsHost } from '../../policy/index.ts';

/** Where a command wants to go, as it named it. Pure. */
export interface Target {
  /** Lower case, without the dot at the end; an IPv6 address in brackets. */
  readonly host: string;
  readonly port: number;
}

/** What the policy lets commands reach (`sandbox.network`). */
export interface HostList {
  readonly entries: readonly string[];
  /** Whether an entry lists this host at this port. */
  lists(target: Target): boolean;
  /**
   * Whether an address that a listed host leads to may be connected to: one of the public internet, or one that an entry
   * lists by itself. So a name, whoever answers for it, does not lead into the machine or its network.
   */
  mayReach(address: string, port: number): boolean;
}

const MAX_HOST_CHARS = 253;
const MAX_PORT = 65_535;
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::(\d{1,5}))?$/i;
/** These never leave the sandbox, unless the policy lists them. */
const OWN_HOSTS = ['localhost', '127.0.0.1', '[::1]'] as const;

export function hostList(entries: readonly string[]): HostList {
  const exact = entries.filter((entry) => !entry.trim().startsWith('*'));
  return {
    entries,
    lists: ({ host, port }) => entries.some((entry) => listsHost(entry, host, port)),
    mayReach: (address, port) => {
      const host = isIP(address) === 6 ? `[${address.toLowerCase()}]` : address;
      return isPublicAddress(address) || exact.some((entry) => listsHost(entry, host, port));
    },
  };
}

/** `host:port` as a request names it; `null` for anything else (a user part, no port where none is given, NUL, a path). */
export function parseTarget(authority: string, defaultPort: number | null): Target | null {
  const found = AUTHORITY.exec(authority);
  const host = found?.[1]?.toLowerCase() ?? '';
  const port = found?.[2] === undefined ? defaultPort : Number(found[2]);
  if (host === '' || host.length > MAX_HOST_CHARS) return null;
  return port === null || port < 1 || port > MAX_PORT ? null : { host, port };
}

/** The environment that leads programs to the proxy at `port` of the sandbox's own loopback. */
export function proxyEnvironment(hosts: HostList, port: number): Readonly<Record<string, string>> {
  const proxy = `http://127.0.0.1:${port}`;
  // What runs in the sandbox itself is reached directly, unless the policy means the machine's own by that name.
  const direct = OWN_HOSTS.filter((host) => !hosts.entries.some((entry) => isAbout(entry, host)))
    .map((host) => host.replaceAll(/[[\]]/g, ''))
    .join(',');
  const both = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: direct };
  return {
    ...both,
    ...Object.fromEntries(Object.entries(both).map(([name, value]) => [name.toLowerCase(), value])),
    // Node's own fetch and http, and yarn, look elsewhere.
    NODE_USE_ENV_PROXY: '1',
    YARN_HTTP_PROXY: proxy,
    YARN_HTTPS_PROXY: proxy,
  };
}

function isAbout(entry: string, host: string): boolean {
  const written = entry.trim().toLowerCase();
  return written === host || written.startsWith(`${host}:`);
}
