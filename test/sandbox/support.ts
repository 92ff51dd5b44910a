import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { CountersignError } from '../../src/common/index.ts';
import {
  type CommandLine,
  type CommandOptions,
  type CommandResult,
  type CommandRunner,
  removeStore,
  type TrustedStore,
} from '../../src/sandbox/index.ts';
import { requireStore } from '../../src/sandbox/git/store/trusted-store.ts';
import { hasMoreTime } from '../properties.ts';

const GIT_CONFIG = join(import.meta.dirname, '../fixtures/gitconfig');

/** A real folder of its own, removed after the file's tests. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-test-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function sh(cwd: string, source: string): string {
  return execFileSync('bash', ['--norc', '-c', source], {
    cwd,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: cwd,
      GIT_CONFIG_GLOBAL: GIT_CONFIG,
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@example.com',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@example.com',
    },
  }).trim();
}

type StoreOptions = NonNullable<Parameters<typeof requireStore>[1]>;

/**
 * Options of a store whose git starts without its sandbox in a usual run: to start it in one takes three times as long. For tests of
 * what git is asked and what is made of its answers. Every git of a store is started in the same way and sees the same two folders,
 * which `changes/bundle-changes.test.ts`, `changes/submodule-changes.test.ts`, `hostile-checkout.test.ts` and the patch of
 * `changes/committed-bytes.test.ts` hold in the sandbox.
 */
export const PLAIN_GIT: StoreOptions = hasMoreTime ? {} : { bubblewrap: null };

/** The store of a checkout, gone after the file's tests. */
export async function storeOf(root: string, options: StoreOptions = {}): Promise<TrustedStore> {
  const store = await requireStore(root, options);
  afterAll(() => removeStore(store));
  return store;
}

/** The code of what was thrown, or `none`. */
export async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work();
    return 'none';
  } catch (error) {
    return error instanceof CountersignError ? error.code : `other: ${String(error)}`;
  }
}

export async function messageOf(work: () => unknown): Promise<string> {
  try {
    await work();
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export function run(
  runner: CommandRunner,
  line: CommandLine | string,
  options: Partial<CommandOptions> = {},
): Promise<CommandResult> {
  return runner.run(typeof line === 'string' ? { shell: line } : line, {
    cwd: '.',
    timeoutMs: 90_000,
    signal: new AbortController().signal,
    maxOutputBytes: 100_000,
    ...options,
  });
}

const MAX_ATTEMPTS_OUTPUT_BYTES = 8_000_000;

export interface AttemptResult {
  /** `null` for an attempt after which the command came to no end of it. */
  readonly exitCode: number | null;
  readonly output: string;
}

/**
 * Runs each source in a shell of its own, one after another in one sandbox: to make and remove a sandbox takes longer than most
 * attempts. `setup` stands before each. The results have the order of the sources.
 */
export async function runAttempts(
  runner: CommandRunner,
  sources: readonly string[],
  { setup = '', ...options }: Partial<CommandOptions> & { readonly setup?: string } = {},
): Promise<readonly AttemptResult[]> {
  const mark = randomUUID();
  const lines = sources.map((source) => {
    const quoted = `${setup}\n${source}`.replaceAll("'", String.raw`'\''`);
    return `bash -c '${quoted}' < /dev/null; echo "${mark} $?"`;
  });
  const { output } = await run(runner, lines.join('\n'), {
    maxOutputBytes: MAX_ATTEMPTS_OUTPUT_BYTES,
    ...options,
  });
  const ended = [...output.matchAll(new RegExp(`([^]*?)${mark} (\\d+)\n`, 'gu'))];
  return sources.map((_, index) => ({
    exitCode: ended[index] === undefined ? null : Number(ended[index][2]),
    output: ended[index]?.[1] ?? output,
  }));
}
