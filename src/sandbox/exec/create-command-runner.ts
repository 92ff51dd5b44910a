import { join } from 'node:path';
import { CountersignError } from '../../common/index.ts';
import { GIT_ENVIRONMENT } from '../../policy/index.ts';
import { noBackend } from './sandbox-backend.ts';
import { childEnvironment } from './environment.ts';
import { createPrivateTempDir, type PrivateTempDir } from './private-tempdir.ts';
import type { Probe } from '../probes/isolation-probes.ts';
import type { CommandRunner } from '../ports.ts';
import { createRunner, type RunnerSetup } from './command-runner.ts';
import type { RunnerOptions } from './runner-options.ts';
import { type BackendAttempt, unavailable } from '../probes/probe-result.ts';

export interface CreatedRunner {
  readonly runner: CommandRunner;
  /** What was tried and whether each wall held, for the trail. */
  readonly probes: readonly Probe[];
}

const FIX =
  'Install bubblewrap (apt-get install bubblewrap) on a Linux runner that allows user namespaces, or write ' +
  '"sandbox: preferred" (commands then ask) or "sandbox: off" in the policy.';

/**
 * Makes the runner of a run's commands and proves its config by trying them.
 * Throws `sandbox-missing` where `mode` is `required` and a wall does not hold. The caller closes the runner.
 * This file does I/O.
 */
export async function createCommandRunner(options: RunnerOptions): Promise<CreatedRunner> {
  const tempDir = createPrivateTempDir();
  try {
    return await create(options, tempDir);
  } catch (error) {
    tempDir.remove();
    throw error;
  }
}

async function create(options: RunnerOptions, tempDir: PrivateTempDir): Promise<CreatedRunner> {
  const { home, tmp } = tempDir;
  const childEnv = {
    ...childEnvironment(options.environment, { home, tmp, workspace: options.workspace.root }),
    ...GIT_ENVIRONMENT,
    // The home is the children's own, and its configuration was written by this process: it says who commits.
    GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
  };
  const unsandboxed: RunnerSetup = {
    workspace: options.workspace,
    tempDir,
    backend: noBackend(),
    childEnv,
    restore: async () => undefined,
  };
  if (options.mode === 'off') {
    const probe = { probe: 'sandbox', held: false, detail: 'switched off by the policy' };
    return { runner: createRunner(unsandboxed), probes: [probe, ...unenforced(options.network)] };
  }
  const tried = await trySandbox(options, unsandboxed);
  if (tried.runner !== null) return { runner: tried.runner, probes: tried.probes };
  if (options.mode === 'required') {
    const why = tried.probes
      .filter((probe) => !probe.held)
      .map((probe) => `${probe.probe}: ${probe.detail}`);
    throw new CountersignError(
      'sandbox-missing',
      `There is no sandbox for commands (${why.join('; ')}).`,
      { fix: FIX },
    );
  }
  const probes = [...tried.probes, ...unenforced(options.network)];
  return { runner: createRunner(unsandboxed), probes };
}

/** Walls, their network and their probes are loaded where they are to stand. */
async function trySandbox(options: RunnerOptions, unsandboxed: RunnerSetup): Promise<BackendAttempt> {
  switch (process.platform) {
    case 'linux': {
      const { tryBubblewrap } = await import('../linux/bubblewrap-runner.ts');
      return await tryBubblewrap(options, unsandboxed);
    }
    case 'darwin': {
      const { trySeatbelt } = await import('../macos/seatbelt-runner.ts');
      return await trySeatbelt(options, unsandboxed);
    }
    default:
      return unavailable(`commands run without a sandbox on ${process.platform}`);
  }
}

/** Said out loud: hosts were listed, and nothing holds commands to them. */
function unenforced(network: readonly string[]): Probe[] {
  if (network.length === 0) return [];
  const detail = `the policy lists ${network.join(', ')}, but without a sandbox nothing holds a command to them`;
  return [{ probe: 'network-hosts', held: false, detail }];
}
