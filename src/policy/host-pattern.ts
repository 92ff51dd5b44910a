import { matchesName } from './wildcard.ts';

const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

const EVERY_HOST = '*';

/** True for a host fact that can be a host name at all (no NUL, no user part, no path). */
export function isHost(host: string): boolean {
  return HOST.test(host.toLowerCase());
}

/**
 * Whether a host fact (`api.example.com`, `[::1]:8080`) is meant by a pattern: the same name, `*.example.com` for what
 * lies below it (not `example.com` itself), or `*` for every host. A pattern with a port is about that port, `host:*`
 * about every port; without one it is about the scheme's own port, and with `anyPort` (for rules that forbid or ask)
 * about every port. What is no host name matches nothing but `*` with `anyPort`; the fact `*`, which is any host, falls
 * under every rule that forbids or asks, and of those that allow only under `*`.
 */
export function matchesHost(host: string, pattern: string, options: { anyPort: boolean }): boolean {
  const wanted = pattern.trim().toLowerCase();
  if (host === EVERY_HOST) return options.anyPort || wanted === EVERY_HOST;
  if (wanted === EVERY_HOST) return options.anyPort || isHost(host);
  if (!isHost(host)) return false;
  const actual = splitPort(host.toLowerCase());
  const expected = splitPort(wanted);
  const anyPort = expected.port === '*' || (expected.port === '' && options.anyPort);
  if (!anyPort && expected.port !== actual.port) return false;
  return matchesName(actual.name, expected.name);
}

/** The port stands after the last colon; an IPv6 address keeps its brackets, and so its own colons. */
function splitPort(host: string): { name: string; port: string } {
  const found = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}|\*))?$/.exec(host);
  return { name: (found?.[1] ?? host).replace(/\.$/, ''), port: found?.[2] ?? '' };
}
