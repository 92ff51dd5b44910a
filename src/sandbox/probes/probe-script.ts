import { readlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { orNull, shellQuoted } from '../../common/index.ts';
import { partsBelow } from '../files/lexical-path.ts';
import { realOr } from '../files/regular-file.ts';
import { LIMITS, TREE_LIMITS } from '../exec/limits.ts';
import type { HostList } from '../network/index.ts';

/**
 * The shell source of the isolation probes. In the sandbox it attempts what must fail, and reports each attempt in a line
 * `probe:NAME:held|open:DETAIL`. An attempt that succeeds changes no file of the workspace.
 */

export interface ProbeContext {
  readonly root: string;
  readonly parentEnv: Readonly<Record<string, string | undefined>>;
  readonly protect: readonly string[];
  readonly hasGit: boolean;
  readonly sandbox: 'bubblewrap' | 'sandbox-exec';
  /** The hosts that commands may reach; `null`: no network. */
  readonly hosts: HostList | null;
  /** Whether a seccomp filter is active. */
  readonly hasFilter: boolean;
  /** The most processes of one command at once. */
  readonly processes: number;
  /** The highest process id of the sandbox; `null`: the kernel does not limit it per sandbox. */
  readonly highestId: number | null;
}

/** What the script tries to reach. All of it is outside of the sandbox. */
interface ProbeTargets {
  readonly secretFile: string;
  /** The name of the background process that must not outlive the command. */
  readonly marker: string;
  /** A loopback port that counts connections. */
  readonly port: number;
}

/** Where programs keep the credentials of a user, in the home. */
const HOME_SECRETS = [
  '.netrc',
  '.git-credentials',
  '.docker/config.json',
  '.aws/credentials',
  '.ssh/*',
];

/** The script for all profiles. Some effects are only attempted here and checked from outside. */
export function isolationScript(context: ProbeContext, bait: ProbeTargets): string {
  const { secretFile, marker, port } = bait;
  const inGit = context.hasGit
    ? [
        attempt('git-config', ': >> .git/config'),
        // A link may lead to files of the workspace, which commands may write. Their git runs no hooks.
        `[ -L .git/hooks ] || ${attempt('git-hooks', createsFile('.git/hooks/countersign-probe'))}`,
      ]
    : [];
  return [
    `cd ${shellQuoted(context.root)} || exit 1`,
    'report() { echo "probe:$1:$2:$3"; }',
    attempt('write-system', 'echo > /usr/countersign-probe || echo > /etc/countersign-probe'),
    homeProbe(context),
    attempt('memory', `${opens(`/proc/${process.pid}/mem`)} || kill -0 ${process.pid}`),
    attempt('sudo', 'sudo -n true'),
    attempt(
      'docker-socket',
      '[ -e /var/run/docker.sock ] || [ -e /run/docker.sock ] || [ -e /run/podman ]',
    ),
    ...(context.sandbox === 'bubblewrap' ? linuxProbes(context) : macProbes()),
    ...context.protect.map((path) =>
      attempt(
        'protected',
        `: >> ${shellQuoted(path)} || { ${createsFile(`${path}/countersign-probe`)}; }`,
      ),
    ),
    ...inGit,
    ...hostProbes(context, port),
    `{ echo ${contentOf(shellQuoted(secretFile))}; echo gone > ${shellQuoted(secretFile)}; } 2>/dev/null`,
    `{ exec 3<>/dev/tcp/127.0.0.1/${port}; } 2>/dev/null`,
    'cat /proc/*/environ 2>/dev/null; echo',
    `setsid bash -c 'exec -a probe-${marker} sleep 60' >/dev/null 2>&1 &`,
    'report end held end',
  ].join('\n');
}

/** The script for the reading profile. `marker` is an unused file name. */
export function readingProfileScript(
  context: { readonly root: string; readonly hiddenFile: string | null },
  bait: { readonly marker: string; readonly port: number },
): string {
  const { marker, port } = bait;
  const hidden = context.hiddenFile === null ? null : shellQuoted(context.hiddenFile);
  return [
    `cd ${shellQuoted(context.root)} || exit 1`,
    'report() { echo "probe:$1:$2:$3"; }',
    ...(hidden === null ? [] : [attempt('reading-hidden', `[ -e ${hidden} ] && [ -s ${hidden} ]`)]),
    attempt('reading-mounts', `umount ${shellQuoted(context.root)} || mknod /tmp/device c 1 3`),
    attempt('reading-supervisor', `readlink /proc/1/fd/2 || ${opens('/proc/1/environ')}`),
    `{ echo > ${shellQuoted(marker)}; echo > "$HOME"/${shellQuoted(marker)}; } 2>/dev/null`,
    `{ exec 3<>/dev/tcp/127.0.0.1/${port}; } 2>/dev/null`,
    'report end held end',
  ].join('\n');
}

function homeProbe({ root, parentEnv }: ProbeContext): string {
  const home = realOr(parentEnv['HOME'] ?? homedir());
  if (partsBelow(root, home, false) !== null)
    return reportPassed('home', 'it is in the workspace, and shown as that is');
  const secrets = HOME_SECRETS.map((name) => `${shellQuoted(home)}/${name}`);
  return attempt('home', `[ -n "$(cat ${secrets.join(' ')})" ]`);
}

function linuxProbes({ hasFilter, processes, highestId }: ProbeContext): string[] {
  const often = 'counted a few times a second';
  const ownPids = orNull(() => readlinkSync('/proc/self/ns/pid')) ?? 'unknown';
  return [
    `status=${contentOf('/proc/self/status')}`,
    attempt('new-privileges', lacks('NoNewPrivs:?1')),
    attempt('capabilities', lacks('CapEff:?0000000000000000')),
    attempt('own-processes', `[ "$(readlink /proc/self/ns/pid)" = ${shellQuoted(ownPids)} ]`),
    processProbe(processes, { highestId, often }),
    attempt(
      'memory-limit',
      '[ "$(ulimit -d)" = unlimited ]',
      `${gibibytes(LIMITS.dataKilobytes * 1024)} a process by the kernel, ${gibibytes(TREE_LIMITS.memoryBytes)} for all of a command, ${often}`,
    ),
    hasFilter
      ? attempt('system-calls', lacks('Seccomp:?2'))
      : reportFailed('system-calls', `this processor has no filter: ${process.arch}`),
  ];
}

/** `ulimit` does not limit root, but the highest process id of the sandbox does. */
function processProbe(
  processes: number,
  { highestId, often }: { readonly highestId: number | null; readonly often: string },
): string {
  if (process.getuid?.() !== 0)
    return attempt('process-limit', '[ "$(ulimit -u)" = unlimited ]', `${processes} at once`);
  if (highestId === null)
    return reportPassed(
      'process-limit',
      `${processes} at once, ${often}: the kernel does not count root's`,
    );
  return attempt(
    'process-limit',
    `[ ${contentOf('/proc/sys/kernel/pid_max')} != ${highestId} ] || echo ${2 * highestId} > /proc/sys/kernel/pid_max`,
    `${processes} at once, ${often}, and never more than ${highestId} by the kernel`,
  );
}

function macProbes(): string[] {
  return [
    attempt('process-limit', '[ "$(ulimit -u)" = unlimited ]', 'for all processes of the user'),
    reportFailed('memory-limit', 'macOS has no such limit'),
    reportFailed('system-calls', 'macOS has no filter; the seatbelt profile applies instead'),
    reportFailed(
      'leftovers',
      'a process that leaves its group continues to run in the same sandbox',
    ),
  ];
}

function gibibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 3)} GiB`;
}

/** The proxy must refuse a host that the policy does not list. */
function hostProbes({ hosts }: ProbeContext, port: number): string[] {
  if (hosts === null) return [];
  const names = hosts.entries.join(', ');
  if (hosts.lists({ host: '127.0.0.1', port }))
    return [
      reportPassed('network-hosts', `commands reach ${names}: this machine's own services, too`),
    ];
  const held = `commands reach ${names} through a proxy of this run, and another host was refused`;
  return [
    `{ exec 4<>/dev/tcp/127.0.0.1/"\${http_proxy##*:}" && printf 'CONNECT 127.0.0.1:${port} HTTP/1.1\\r\\n\\r\\n' >&4 && IFS= read -r -t 5 answer <&4; } 2>/dev/null`,
    `case "$answer" in *' 403 '*) report network-hosts held ${shellQuoted(held)};; *) report network-hosts open "another host was not refused, the proxy said: $answer";; esac`,
  ];
}

function reportFailed(probe: string, detail: string): string {
  return `report ${probe} open ${shellQuoted(detail)}`;
}

function reportPassed(probe: string, detail: string): string {
  return `report ${probe} held ${shellQuoted(detail)}`;
}

/** The content of a file as one word, read without another program: to start each takes longer than what it does. */
function contentOf(path: string): string {
  return `"$(<${path})"`;
}

/** A shell line that succeeds if the file can be opened. */
function opens(path: string): string {
  return `: < ${path}`;
}

/** A shell line that succeeds if what the kernel says of this process, in `$status`, does not have this pattern. */
function lacks(pattern: string): string {
  return `[[ $status != *${pattern}* ]]`;
}

/** A shell line that succeeds if a file can be created there, and leaves none. */
function createsFile(path: string): string {
  return `: > ${shellQuoted(path)} && rm ${shellQuoted(path)}`;
}

/** A shell line that reports whether `attack` failed. */
function attempt(probe: string, attack: string, held = 'tried, and it did not work'): string {
  return `if { ${attack}; } >/dev/null 2>&1; then report ${probe} open 'it worked'; else report ${probe} held ${shellQuoted(held)}; fi`;
}
