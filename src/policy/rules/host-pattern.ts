import { isIPv4 } from 'node:net';
import { matchesName } from './wildcard.ts';

const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

const EVERY_HOST = '*';

/** Whether a host fact is a valid host name (no NUL, no user part, no path). */
export function isHost(host: string): boolean {
  return HOST.test(host.toLowerCase());
}

/**
 * Whether a pattern matches a host fact (`api.example.com`, `[::1]:8080`): the same name, `*.example.com` for what is
 * below it (not `example.com` itself), or `*` for every host. A pattern with a port matches that port, `host:*` every
 * port; without a port it matches the default of the scheme, or every port with `anyPort` (for rules that forbid or
 * ask; with it, the ports 80 and 443 are the default, too). An invalid host matches only `*` with `anyPort`. The fact `*`, any host,
 * matches every rule that forbids or asks, and of `auto` rules only `*`. The fact `host:*`, a host at any port, does the same with the
 * ports of the rules for that host.
 */
export function matchesHost(host: string, pattern: string, options: { anyPort: boolean }): boolean {
  const wanted = pattern.trim().toLowerCase();
  if (host === EVERY_HOST) return options.anyPort || wanted === EVERY_HOST;
  if (wanted === EVERY_HOST) return options.anyPort || isHost(host);
  if (!isHost(host.replace(/:\*$/, ''))) return false;
  const actual = splitPort(host.toLowerCase());
  const expected = splitPort(wanted);
  return (
    matchesName(actual.name, expected.name) && matchesPort(actual.port, expected.port, options)
  );
}

function matchesPort(port: string, pattern: string, { anyPort }: { anyPort: boolean }): boolean {
  if (pattern === '') return anyPort || port === '';
  if (port === '*') return anyPort || pattern === '*';
  if (port !== '') return isPort(pattern, Number(port));
  return pattern === '*' || (anyPort && WEB_PORTS.includes(Number(pattern)));
}

/** The port follows the last colon. An IPv6 address keeps its brackets, and so its own colons. */
function splitPort(host: string): { name: string; port: string } {
  const found = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}|\*))?$/.exec(host);
  return { name: (found?.[1] ?? host).replace(/\.$/, ''), port: found?.[2] ?? '' };
}

const MAX_PORT = 65_535;

/** What an entry of `sandbox.network` without a port is about. */
export const WEB_PORTS: readonly number[] = [80, 443];
const ENTRY = /^(?:\*|(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::(?:\d{1,5}|\*))?$/;

/** True for what `sandbox.network` may list: a host name or address, `*.name`, or `*`, each with `:port` or `:*`. */
export function isNetworkEntry(entry: string): boolean {
  const wanted = entry.trim().toLowerCase();
  const { name, port } = splitPort(wanted);
  return ENTRY.test(wanted) && isAddressOrName(name) && isPossiblePort(port);
}

/** A name whose last part is a number can only be an address. */
function isAddressOrName(name: string): boolean {
  return !/(?:^|\.)\d+$/.test(name) || isIPv4(name);
}

/** Whether a port (`''` for the usual ones, `*` for every one) exists. */
export function isPossiblePort(port: string): boolean {
  const number = Number(port);
  return port === '' || port === '*' || (number > 0 && number <= MAX_PORT);
}

/**
 * Whether an entry of `sandbox.network` lists a host at a port. Without a port it lists 80 and 443. Invalid hosts and
 * entries match nothing.
 */
export function listsHost(entry: string, host: string, port: number): boolean {
  const wanted = entry.trim().toLowerCase();
  if (!isNetworkEntry(wanted) || !isHost(host)) return false;
  const expected = splitPort(wanted);
  if (expected.port === '' ? !WEB_PORTS.includes(port) : !isPort(expected.port, port)) return false;
  return matchesName(splitPort(host.toLowerCase()).name, expected.name);
}

/** The name and the port (`''` for the usual ones) of an entry of `sandbox.network`, in lower case. */
export function networkEntryParts(entry: string): {
  readonly name: string;
  readonly port: string;
} {
  return splitPort(entry.trim().toLowerCase());
}

function isPort(pattern: string, port: number): boolean {
  return pattern === '*' || Number(pattern) === port;
}
