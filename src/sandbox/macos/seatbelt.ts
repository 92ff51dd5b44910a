import { foldersAbove } from '../files/lexical-path.ts';

/**
 * What a command may do on macOS, as a profile for `sandbox-exec`. Pure. Everything that is not listed is denied, and the
 * last matching rule wins. Hence the order: readable, hidden, shown and writable within that, denied by rules of the policy and
 * protected within that.
 */
export interface SeatbeltShape {
  /** Folders that are hidden with everything below them. */
  readonly hidden: readonly string[];
  /** Folders inside hidden ones that may be read. */
  readonly shown: readonly string[];
  readonly writable: readonly string[];
  /** Inside writable ones, each folder before what is in it: what rules deny to write, and what they leave open in that. */
  readonly denied: readonly DeniedPath[];
  /** Inside writable ones: read-only with everything below them. */
  readonly protected: readonly string[];
  /** Cannot be renamed or removed, though files may be written inside. */
  readonly pinned: readonly string[];
  /** The proxy's port on this machine's loopback; `null`: no network. */
  readonly proxyPort: number | null;
}

interface DeniedPath {
  readonly path: string;
  /** It can be written, although it is in a denied folder. */
  readonly isOpen: boolean;
}

/** Services that programs need to look up users, time zones or certificates. None of them opens files or networks. */
const SERVICES = [
  'com.apple.system.opendirectoryd.libinfo',
  'com.apple.system.opendirectoryd.membership',
  'com.apple.system.logger',
  'com.apple.system.notification_center',
  'com.apple.bsd.dirhelper',
  'com.apple.trustd.agent',
];
const DEVICES = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom', '/dev/dtracehelper'];
const MAX_PORT = 65_535;

/**
 * Creates the profile. All paths are absolute and real, because the kernel compares the targets of links. Throws for
 * other paths.
 */
export function seatbeltProfile(shape: SeatbeltShape): string {
  const { hidden, shown, writable, pinned, proxyPort } = shape;
  const visible = [...shown, ...writable];
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-exec process-fork)',
    '(allow signal (target same-sandbox))',
    '(allow process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow ipc-posix-sem)',
    '(allow pseudo-tty)',
    rule(
      'allow mach-lookup',
      SERVICES.map((name) => `(global-name ${quoted(name)})`),
    ),
    '(allow file-read*)',
    rule('deny file-read*', subpaths(hidden)),
    // Resolving a path needs metadata of its parent folders, but not their listings.
    rule(
      'allow file-read-metadata',
      literals(visible.flatMap((path) => foldersAbove(path).map((folder) => `/${folder}`))),
    ),
    rule('allow file-read*', subpaths(visible)),
    rule('allow file-write-data file-ioctl', literals(DEVICES)),
    rule('allow file-write*', subpaths(writable)),
    ...shape.denied.map(({ path, isOpen }) =>
      rule(isOpen ? 'allow file-write*' : 'deny file-write*', subpaths([path])),
    ),
    rule('deny file-write*', subpaths(shape.protected)),
    rule('deny file-write-unlink', literals([...pinned, ...writable])),
    proxyPort === null ? '' : `(allow network-outbound (remote ip ${quoted(loopback(proxyPort))}))`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** The arguments that run `argv` with a profile; the shell source sets the limits first. */
export function seatbeltArgv(
  profile: string,
  limits: string,
  argv: readonly string[],
): [string, ...string[]] {
  return ['/usr/bin/sandbox-exec', '-p', profile, '/bin/sh', '-c', limits, 'sh', ...argv];
}

function loopback(port: number): string {
  if (!Number.isInteger(port) || port < 1 || port > MAX_PORT)
    throw new Error(`not a port: ${port}`);
  return `localhost:${port}`;
}

/** A rule without filters would match everything, so it is left out. */
function rule(head: string, filters: readonly string[]): string {
  return filters.length === 0 ? '' : `(${head} ${[...new Set(filters)].join(' ')})`;
}

function subpaths(paths: readonly string[]): string[] {
  return paths.map((path) => `(subpath ${quoted(realPath(path))})`);
}

function literals(paths: readonly string[]): string[] {
  return paths.map((path) => `(literal ${quoted(realPath(path))})`);
}

function realPath(path: string): string {
  const plain = path !== '/' && path.startsWith('/') && !path.endsWith('/');
  if (plain && !/(?:^|\/)\.{1,2}(?:\/|$)|\/\//u.test(path)) return path;
  throw new Error(`not an absolute and real path: ${JSON.stringify(path)}`);
}

/** A string of the profile language. Throws for control characters that end a line, and for invalid Unicode. */
function quoted(text: string): string {
  if (/[\0\n\r]/u.test(text) || !text.isWellFormed())
    throw new Error(`a path that a profile cannot contain: ${JSON.stringify(text)}`);
  return `"${text.replaceAll(/["\\]/gu, String.raw`\$&`)}"`;
}
