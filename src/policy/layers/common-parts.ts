import { isIP } from 'node:net';
import { posix } from 'node:path';
import { matchesName } from '../rules/wildcard.ts';
import { networkEntryParts } from '../rules/host-pattern.ts';

/**
 * What two lists of `sandbox.network` both list. An address, or `localhost`, is only in it if both name it: a wildcard does not
 * list what is not public, and must not come to do so.
 */
export function commonHosts(one: readonly string[], other: readonly string[]): readonly string[] {
  const found = one.flatMap((entry) => other.flatMap((same) => commonEntry(entry, same)));
  return [...new Set(found)].toSorted();
}

function commonEntry(one: string, other: string): readonly string[] {
  const [first, second] = [networkEntryParts(one), networkEntryParts(other)];
  const name = commonName(first.name, second.name);
  const port = commonPort(first.port, second.port);
  if (name === null || port === null) return [];
  return [port === '' ? name : `${name}:${port}`];
}

function commonName(one: string, other: string): string | null {
  if (one === other) return one;
  const narrow = matchesName(one, other) ? one : matchesName(other, one) ? other : null;
  return narrow === null || isOwnAddress(narrow) ? null : narrow;
}

function isOwnAddress(name: string): boolean {
  return name === 'localhost' || name.startsWith('[') || isIP(name) !== 0;
}

/** An entry without a port lists 80 and 443. */
function commonPort(one: string, other: string): string | null {
  if (one === other || other === '*') return one;
  if (one === '*') return other;
  if (one === '') return isWebPort(other) ? other : null;
  return other === '' && isWebPort(one) ? one : null;
}

function isWebPort(port: string): boolean {
  return Number(port) === 80 || Number(port) === 443;
}

/** What two lists of `sandbox.write` both list: of two folders, one in the other, the inner one. */
export function commonFolders(one: readonly string[], other: readonly string[]): readonly string[] {
  const found = one.flatMap((folder) => other.flatMap((same) => commonFolder(folder, same)));
  return [...new Set(found)].toSorted();
}

function commonFolder(one: string, other: string): readonly string[] {
  const [first, second] = [plain(one), plain(other)];
  if (isIn(first, second)) return [first];
  return isIn(second, first) ? [second] : [];
}

function plain(folder: string): string {
  const path = posix.normalize(folder).replace(/\/+$/, '');
  return path === '' ? '/' : path;
}

function isIn(inner: string, outer: string): boolean {
  if (inner === outer) return true;
  if (outer === '.') return !inner.startsWith('/') && !/^\.\.(?:\/|$)/.test(inner);
  return inner.startsWith(outer === '/' ? '/' : `${outer}/`);
}
