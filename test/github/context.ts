import { onTestFinished } from 'vitest';
import { type Clock, CountersignError, createRedactor } from '../../src/common/index.ts';
import type { GitHubServerOptions } from '../../src/testing/index.ts';
import type { TestGitHub } from '../testing/github-server/test-github.ts';
import { memoryGit } from '../testing/github-server/memory-git.ts';
import {
  createGitHub,
  type GitHub,
  type GitHubChecks,
  type GitHubOptions,
  type GitHubWork,
  type RetryWait,
} from '../../src/github/index.ts';
import { startGitHub } from '../openapi/github.ts';

/** A clock whose sleeps are over at once, and which remembers them. */
export function fastClock(start = '2026-03-01T12:00:00Z'): Clock & { readonly slept: number[] } {
  let nowMs = Date.parse(start);
  const slept: number[] = [];
  return {
    slept,
    now: () => new Date(nowMs),
    monotonicMs: () => nowMs,
    sleep: (ms, signal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      nowMs += ms;
      return Promise.resolve();
    },
  };
}

export interface TestContext {
  readonly server: TestGitHub;
  readonly github: GitHub & GitHubWork & GitHubChecks;
  readonly clock: ReturnType<typeof fastClock>;
  readonly git: ReturnType<typeof memoryGit>;
  readonly waits: RetryWait[];
  /** The SHA of the one commit on `main`. */
  readonly head: string;
}

export const FILES = {
  'README.md': '# Octo\n',
  '.github/countersign.yml': 'version: 1\n',
  'src/a.ts': 'a\n',
};

/** The real client against the local GitHub, both on one clock. */
export async function context(
  options: {
    readonly server?: Partial<GitHubServerOptions>;
    readonly client?: Partial<GitHubOptions>;
  } = {},
): Promise<TestContext> {
  const clock = fastClock();
  const git = memoryGit();
  const head = git.commit('main', FILES);
  const server = await startGitHub({ git, clock, ...options.server });
  onTestFinished(() => server.close());
  const waits: RetryWait[] = [];
  const github = createGitHub({
    redactor: createRedactor(),
    token: server.token,
    apiUrl: server.url,
    owner: server.owner,
    repo: server.repo,
    clock,
    onWait: (waiting) => waits.push(waiting),
    ...options.client,
  });
  return { server, github, clock, git, waits, head };
}

/** The error that a promise rejects with. */
export async function errorOf(promise: Promise<unknown>): Promise<CountersignError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof CountersignError) return error;
    throw error;
  }
  throw new Error('It did not reject.');
}
