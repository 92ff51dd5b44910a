import { createServer } from 'node:net';
import type { CommandProfile } from '../../src/policy/index.ts';
import {
  changedFiles,
  type CommandLine,
  type CommandResult,
  type CommandRunner,
  createCommandRunner,
  headCommit,
  openWorkspace,
  removeStore,
} from '../../src/sandbox/index.ts';
import { requireStore } from '../../src/sandbox/git/store/trusted-store.ts';
import type { Bait } from './bait.ts';
import { quoted } from '../shell-words.ts';
import { changes, type Effect, leaks, processesOver, snapshot } from './observe.ts';

/** A listener on this machine that counts who comes. */
export interface Listener {
  readonly port: number;
  visits(): number;
  close(): void;
}

export async function listen(): Promise<Listener> {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return { port: address.port, visits: () => visits, close: () => void server.close() };
}

export interface Sandboxed {
  readonly runner: CommandRunner;
  /** Runs a line with a profile and reports what of it is there afterwards. */
  run(
    line: CommandLine,
    profile: CommandProfile,
  ): Promise<{ readonly result: CommandResult; readonly effects: Effect[] }>;
  close(): Promise<void>;
}

export interface SandboxOptions {
  readonly bait: Bait;
  readonly isHidden: (path: string) => boolean;
  readonly listener: Listener;
  readonly timeoutMs: number;
  /** Other folders where nothing may change, such as the home of commands. */
  readonly watched?: readonly string[];
}

/** The product's own runner over the bait, and what is seen from outside of it after each line. */
export async function openSandbox(options: SandboxOptions): Promise<Sandboxed> {
  const { bait, listener } = options;
  const { runner } = await createCommandRunner({
    workspace: await openWorkspace(bait.root),
    mode: 'required',
    network: [],
    environment: process.env,
    isHidden: options.isHidden,
  });
  const watched = [bait.base, ...(options.watched ?? [])];
  let before = watched.map((folder) => snapshot(folder));
  const store = await requireStore(bait.root);
  // As the action does it at the end: by its own store, and by what HEAD leads to.
  const gitNow = async (): Promise<string> =>
    [headCommit(bait.root), ...(await changedFiles(store)).files].join('\n');
  const git = await gitNow();
  let lines = 0;
  return {
    runner,
    run: async (line, profile) => {
      const visits = listener.visits();
      const result = await runner.run(line, {
        cwd: '.',
        timeoutMs: options.timeoutMs,
        signal: new AbortController().signal,
        maxOutputBytes: MAX_OUTPUT,
        profile,
      });
      const effects: Effect[] = leaks(result.output).map((name) => ({
        effect: 'secret',
        detail: name,
      }));
      const after = watched.map((folder) => snapshot(folder));
      const changed = after.flatMap((now, index) => changes(before[index] ?? new Map(), now));
      if (changed.length > 0)
        effects.push({ effect: 'file', detail: changed.slice(0, 5).join(' ') });
      before = after;
      if (listener.visits() > visits) effects.push({ effect: 'network', detail: '127.0.0.1' });
      const left = await leftOver(bait.root);
      if (left.length > 0) effects.push({ effect: 'process', detail: left.join(' ') });
      lines += 1;
      if (changed.length > 0 || lines % LINES_A_LOOK === 0) {
        const now = await gitNow();
        if (now !== git) effects.push({ effect: 'git', detail: now });
      }
      return { result, effects };
    },
    close: async () => {
      await runner.close();
      removeStore(store);
    },
  };
}

const MAX_OUTPUT = 4_000_000;
/** The action's own git is started for each look. */
const LINES_A_LOOK = 50;
const GRACE_TRIES = 20;
const GRACE_MS = 50;

/** What still runs over the workspace when a command is over; the kernel takes a moment to end what was killed. */
async function leftOver(root: string): Promise<string[]> {
  for (let tries = 0; tries < GRACE_TRIES; tries += 1) {
    if (processesOver(root).length === 0) return [];
    await new Promise((done) => void setTimeout(done, GRACE_MS));
  }
  return processesOver(root).map(({ name }) => name);
}

/** Several commands as children of one shell, each with its time and so much of its output. */
export function inOneShell(commands: readonly (readonly string[])[]): CommandLine {
  const lines = commands.map(
    (argv) =>
      `{ timeout -k 1 2 ${argv.map((word) => quoted(word)).join(' ')} </dev/null; } 2>&1 | head -c 100000`,
  );
  return { shell: lines.join('\n') };
}
