/**
 * What a command may do on macOS, as a profile in the language of `sandbox-exec`. Pure. Nothing is allowed but what stands here;
 * of the rules that match, the last one holds, so that the order is: what is read, what is hidden, what is shown and written again
 * inside of that, what is protected inside of that.
 */
export interface SeatbeltShape {
  /** Folders with everything below them that are not to be seen. */
  readonly hidden: readonly string[];
  /** Folders inside hidden ones that may be read. */
  readonly shown: readonly string[];
  readonly writable: readonly string[];
  /** Inside writable ones, with everything below them. */
  readonly protected: readonly string[];
  /** Must be neither renamed nor removed, though files may be written inside. */
  readonly pinned: readonly string[];
  /** The proxy's port on this machine's loopback; `null`: no network at all. */
  readonly proxyPort: number | null;
}

/** Services without which programs cannot look up users, time zones or certificates. None of them opens files or networks. */
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

/** The profile. All paths are absolute and real: the kernel compares what a link leads to. Throws for a path that is not. */
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
    // A path is walked from the root on: names on the way may be looked up, folders not listed.
    rule('allow file-read-metadata', literals(visible.flatMap((path) => foldersAbove(path)))),
    rule('allow file-read*', subpaths(visible)),
    rule('allow file-write-data file-ioctl', literals(DEVICES)),
    rule('allow file-write*', subpaths(writable)),
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
  if (!Number.isInteger(port) || port < 1 || port > MAX_PORT) throw new Error(`no port: ${port}`);
  return `localhost:${port}`;
}

/** A rule without filters would be about everything, so there is none where there is nothing to say. */
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
  throw new Error(`no absolute and real path: ${JSON.stringify(path)}`);
}

function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(1, -1);
  return parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`);
}

/** A string of the language. Only the quote and the backslash mean something in one; what ends a line, or text, has no place. */
function quoted(text: string): string {
  if (/[\0\n\r]/u.test(text) || !text.isWellFormed())
    throw new Error(`a path that cannot be written into a profile: ${JSON.stringify(text)}`);
  return `"${text.replaceAll(/["\\]/gu, String.raw`\$&`)}"`;
}
