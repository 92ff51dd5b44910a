import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { randomBytes } from 'node:crypto';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS, TREE_LIMITS } from './bubblewrap.ts';
import { type HostList, PROXY_PORT } from './network/index.ts';
import type { CommandResult, CommandRunner } from './ports.ts';

/**
 * The canary: it is run inside the sandbox at the start of each run and tries what must not work. The results are the
 * first entries of the trail. What can be seen from outside (the file, the connection, the process) is judged outside.
 * This file does I/O.
 */
export interface Probe {
  readonly probe: string;
  /** Whether the wall stood. */
  readonly held: boolean;
  readonly detail: string;
}

export interface ProbeWorld {
  readonly root: string;
  readonly parentEnv: Readonly<Record<string, string | undefined>>;
  readonly protect: readonly string[];
  readonly hasGit: boolean;
  /** What commands may reach; `null`: no network at all. */
  readonly hosts: HostList | null;
  /** Whether system calls are filtered. */
  readonly hasFilter: boolean;
}

/** Probes that a sandbox may fail and still be one: they limit harm, they are no wall. */
export const ADVISORY_PROBES: readonly string[] = [
  'process-limit',
  'memory-limit',
  'system-calls',
  'network-hosts',
];

const CANARY_TIMEOUT_MS = 20_000;
const CANARY_OUTPUT_CHARS = 1_000_000;

const SECRET_NAME = /TOKEN|SECRET|PASSW|CREDENTIAL|_KEY$|APIKEY/iu;
const MIN_SECRET_CHARS = 8;
const SURVIVOR_TRIES = 20;
const SURVIVOR_PAUSE_MS = 50;

/** Runs the canary the way the run's commands will be, and judges it. One that does not run to its end held nothing. */
export async function proveWalls(
  runner: Pick<CommandRunner, 'run'>,
  world: ProbeWorld,
): Promise<Probe[]> {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-canary-')));
  const mark = randomBytes(12).toString('hex');
  const secretFile = join(outside, 'secret');
  writeFileSync(secretFile, `secret-${mark}`, { mode: 0o600 });
  const door = await listen();
  try {
    const shell = canary({ world, secretFile, mark, port: door.port });
    const result = await runner.run(
      { shell },
      {
        cwd: '.',
        timeoutMs: CANARY_TIMEOUT_MS,
        signal: new AbortController().signal,
        maxOutputChars: CANARY_OUTPUT_CHARS,
      },
    );
    const lines = new Map(
      [...result.output.matchAll(/^probe:([\w-]+):(held|open):(.*)$/gmu)].map((line) => [
        line[1] ?? '',
        line,
      ]),
    );
    if (!lines.has('end')) return [failedCanary(result)];
    const probes = [...lines.values()]
      .filter((line) => line[1] !== 'end')
      .map(
        (line): Probe => ({
          probe: line[1] ?? '',
          held: line[2] === 'held',
          detail: line[3] ?? '',
        }),
      );
    return [
      { probe: 'start', held: true, detail: 'a command ran in the sandbox' },
      ...probes,
      judged(
        'write-outside',
        readFileSync(secretFile, 'utf8') === `secret-${mark}`,
        'a file outside of the workspace was overwritten',
      ),
      judged(
        'read-outside',
        !result.output.includes(`secret-${mark}`),
        'a file outside of the workspace was read',
      ),
      judged('network', door.connections() === 0, 'a connection to this machine was made'),
      judged(
        'environment',
        !showsSecret(world, result.output),
        "a secret of the parent's environment was read",
      ),
      judged('survivors', await isGone(mark), 'a background process outlived its command'),
    ];
  } finally {
    await door.close();
    rmSync(outside, { recursive: true, force: true });
  }
}

function judged(probe: string, held: boolean, otherwise: string): Probe {
  return { probe, held, detail: held ? 'tried, and it did not work' : otherwise };
}

function failedCanary(result: CommandResult): Probe {
  const said = result.output.trim().slice(0, 500);
  return {
    probe: 'start',
    held: false,
    detail: `no command runs in the sandbox: ${said || result.ended}`,
  };
}

/** Each line tells one wall; what the host judges by itself is only attempted. */
function canary(parts: {
  world: ProbeWorld;
  secretFile: string;
  mark: string;
  port: number;
}): string {
  const { world, secretFile, mark, port } = parts;
  const pid = process.pid;
  const home = quoted(world.parentEnv['HOME'] ?? homedir());
  const inGit = world.hasGit
    ? [
        attempt('git-config', 'echo >> .git/config'),
        attempt('git-hooks', 'echo > .git/hooks/pre-commit'),
      ]
    : [];
  return [
    `cd ${quoted(world.root)} || exit 1`,
    'tell() { echo "probe:$1:$2:$3"; }',
    attempt('write-system', 'echo > /usr/countersign-canary || echo > /etc/countersign-canary'),
    attempt('home', `ls ${home}/. | grep -q . && ls ${home}/.ssh ${home}/.config ${home}/.docker`),
    attempt('memory', `head -c 1 /proc/${pid}/mem || kill -0 ${pid}`),
    attempt('sudo', 'sudo -n true'),
    attempt('new-privileges', "! grep -q 'NoNewPrivs:.1' /proc/self/status"),
    attempt('capabilities', "! grep -q 'CapEff:.0000000000000000' /proc/self/status"),
    attempt(
      'docker-socket',
      '[ -e /var/run/docker.sock ] || [ -e /run/docker.sock ] || [ -e /run/podman ]',
    ),
    attempt('own-processes', `[ "$(readlink /proc/self/ns/pid)" = ${quoted(ownPidNamespace())} ]`),
    ...world.protect.map((path) =>
      attempt('protected', `echo > ${quoted(path)} || echo > ${quoted(`${path}/canary`)}`),
    ),
    ...inGit,
    ...limitProbes(world),
    ...hostProbes(world, port),
    `cat ${quoted(secretFile)} 2>/dev/null; { echo gone > ${quoted(secretFile)}; } 2>/dev/null`,
    `{ exec 3<>/dev/tcp/127.0.0.1/${port}; } 2>/dev/null`,
    'cat /proc/*/environ 2>/dev/null; echo',
    `setsid bash -c 'exec -a canary-${mark} sleep 60' >/dev/null 2>&1 &`,
    'tell end held end',
  ].join('\n');
}

function limitProbes({ hasFilter }: ProbeWorld): string[] {
  const often = 'counted a few times a second';
  const { processes } = TREE_LIMITS;
  const byKernel = process.getuid?.() !== 0;
  return [
    byKernel
      ? attempt('process-limit', '[ "$(ulimit -u)" = unlimited ]', `${processes} at once`)
      : told('process-limit', `${processes} at once, ${often}: the kernel does not count root's`),
    attempt(
      'memory-limit',
      '[ "$(ulimit -d)" = unlimited ]',
      `${gibibytes(LIMITS.dataKilobytes * 1024)} a process by the kernel, ${gibibytes(TREE_LIMITS.memoryBytes)} for all of a command, ${often}`,
    ),
    hasFilter
      ? attempt('system-calls', "! grep -q 'Seccomp:.2' /proc/self/status")
      : `tell system-calls open 'no filter is known for the processor ${process.arch}'`,
  ];
}

function gibibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 3)} GiB`;
}

/** A host that the policy does not list has to be refused by the proxy, which has to answer. */
function hostProbes({ hosts }: ProbeWorld, port: number): string[] {
  if (hosts === null) return [];
  const names = hosts.entries.join(', ');
  if (hosts.lists({ host: '127.0.0.1', port }))
    return [told('network-hosts', `commands reach ${names}: this machine's own services, too`)];
  const held = `commands reach ${names} through a proxy of this run, and another host was refused`;
  return [
    `{ exec 4<>/dev/tcp/127.0.0.1/${PROXY_PORT} && printf 'CONNECT 127.0.0.1:${port} HTTP/1.1\\r\\n\\r\\n' >&4 && IFS= read -r -t 5 answer <&4; } 2>/dev/null`,
    `case "$answer" in *' 403 '*) tell network-hosts held ${quoted(held)};; *) tell network-hosts open "another host was not refused, the proxy said: $answer";; esac`,
  ];
}

function told(probe: string, detail: string): string {
  return `tell ${probe} held ${quoted(detail)}`;
}

/** A line of shell that tells whether `attack` failed. */
function attempt(probe: string, attack: string, held = 'tried, and it did not work'): string {
  return `if { ${attack}; } >/dev/null 2>&1; then tell ${probe} open 'it worked'; else tell ${probe} held ${quoted(held)}; fi`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function ownPidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return 'unknown';
  }
}

function showsSecret({ parentEnv }: ProbeWorld, output: string): boolean {
  return Object.entries(parentEnv).some(
    ([name, value]) =>
      value !== undefined &&
      SECRET_NAME.test(name) &&
      value.length >= MIN_SECRET_CHARS &&
      output.includes(value),
  );
}

/** The namespace may still be on its way out when the sandbox has told its exit code; it gets a moment. */
async function isGone(mark: string): Promise<boolean> {
  for (let tries = 0; tries < SURVIVOR_TRIES; tries += 1) {
    if (!isAlive(mark)) return true;
    await sleep(SURVIVOR_PAUSE_MS);
  }
  return !isAlive(mark);
}

function isAlive(mark: string): boolean {
  if (!existsSync('/proc/self/cmdline')) return false;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .some((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').startsWith(`canary-${mark}`);
      } catch {
        return false;
      }
    });
}

interface Door {
  readonly port: number;
  connections(): number;
  close(): Promise<void>;
}

async function listen(): Promise<Door> {
  let count = 0;
  const server: Server = createServer((socket) => {
    count += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => count,
    close: async () => new Promise((done) => void server.close(() => done())),
  };
}
