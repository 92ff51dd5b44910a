import { isIP } from 'node:net';
import { isPublicAddress } from '../../common/index.ts';
import { listsHost } from '../../policy/index.ts';

/** The target of a connection, as the command named it. Pure. */
export interface Target {
  /** Lower case, without a trailing dot; an IPv6 address in brackets. */
  readonly host: string;
  readonly port: number;
}

/** The hosts that the policy lets commands reach (`sandbox.network`). */
export interface HostList {
  readonly entries: readonly string[];
  /** Whether an entry lists this host at this port. */
  lists(target: Target): boolean;
  /**
   * Whether an address of a listed host may be connected to: a public address, or one that an entry lists itself. So a
   * name cannot resolve into the machine or its network.
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

/** Parses `host:port`; `null` for anything else (user information, a missing port without a default, NUL, a path). */
export function parseTarget(authority: string, defaultPort: number | null): Target | null {
  const found = AUTHORITY.exec(authority);
  const host = found?.[1]?.toLowerCase() ?? '';
  const port = found?.[2] === undefined ? defaultPort : Number(found[2]);
  if (host === '' || host.length > MAX_HOST_CHARS) return null;
  return port === null || port < 1 || port > MAX_PORT ? null : { host, port };
}

/** The environment variables that make programs use the proxy at `port` of the sandbox's loopback. */
export function proxyEnvironment(hosts: HostList, port: number): Readonly<Record<string, string>> {
  const proxy = `http://127.0.0.1:${port}`;
  // Loopback addresses are reached directly, unless the policy lists the machine's own.
  const direct = OWN_HOSTS.filter((host) => !hosts.entries.some((entry) => isEntryOf(entry, host)))
    .map((host) => host.replaceAll(/[[\]]/g, ''))
    .join(',');
  const both = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: direct };
  return {
    ...both,
    ...Object.fromEntries(Object.entries(both).map(([name, value]) => [name.toLowerCase(), value])),
    // Node's fetch and http, and yarn, use other variables.
    NODE_USE_ENV_PROXY: '1',
    YARN_HTTP_PROXY: proxy,
    YARN_HTTPS_PROXY: proxy,
  };
}

function isEntryOf(entry: string, host: string): boolean {
  const written = entry.trim().toLowerCase();
  return written === host || written.startsWith(`${host}:`);
}
