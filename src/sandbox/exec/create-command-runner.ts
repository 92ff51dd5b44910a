import { join } from 'node:path';
import { CountersignError } from '../../common/index.ts';
import { GIT_ENVIRONMENT } from '../../policy/index.ts';
import { tryBubblewrap } from '../linux/bubblewrap/runner.ts';
import { trySeatbelt } from '../macos/seatbelt-runner.ts';
import {
  type BackendAttempt,
  describeFailed,
  type Probe,
  type ProbedRunner,
  unavailable,
} from '../probes/isolation-probes.ts';
import { createRunner, type RunnerOptions, type RunnerSetup } from './command-runner.ts';
import { childEnvironment } from './environment.ts';
import { createPrivateTempDir, type PrivateTempDir } from './private-tempdir.ts';
import { noBackend } from './sandbox-backend.ts';

const FIX =
  'Use a GitHub-hosted runner with Ubuntu 24.04 or later, where the action installs bubblewrap by itself, or install ' +
  'bubblewrap (apt-get install bubblewrap) on your own Linux machine and allow it user namespaces. Or write ' +
  '"sandbox: preferred" (commands then need approval) or "sandbox: off" in the policy, and leave out the input `sandbox` and ' +
  'the option --sandbox-required.';

/**
 * Creates the runner of a run's commands: it chooses the sandbox backend of this machine (bubblewrap, seatbelt or none),
 * and runs isolation probes in it. Throws `sandbox-missing` if `mode` is `required` and a required probe fails. The caller
 * closes the runner. This file does I/O.
 */
export async function createCommandRunner(options: RunnerOptions): Promise<ProbedRunner> {
  const tempDir = createPrivateTempDir();
  try {
    return await createWithin(tempDir, options);
  } catch (error) {
    tempDir.remove();
    throw error;
  }
}

async function createWithin(
  tempDir: PrivateTempDir,
  options: RunnerOptions,
): Promise<ProbedRunner> {
  const { home, tmp } = tempDir;
  const unsandboxed: RunnerSetup = {
    workspace: options.workspace,
    tempDir,
    backend: noBackend(),
    childEnv: {
      ...childEnvironment(options.environment, { home, tmp, workspace: options.workspace.root }),
      ...GIT_ENVIRONMENT,
      // This process wrote the file; it names the author of the children's commits.
      GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
    },
    restoreMachine: async () => undefined,
  };
  const runUnsandboxed = (probes: readonly Probe[]): ProbedRunner => ({
    runner: createRunner(unsandboxed),
    probes: [...probes, ...unenforcedHosts(options.network)],
  });
  if (options.mode === 'off')
    return runUnsandboxed([
      { probe: 'sandbox', held: false, detail: 'switched off by the policy' },
    ]);
  const { installed = null } = options;
  const { runner, probes: backendProbes } = await trySandbox(options, unsandboxed);
  const probes = installed === null ? backendProbes : [installed.probe, ...backendProbes];
  if (runner !== null) return { runner, probes };
  if (options.mode === 'required') {
    throw new CountersignError(
      'sandbox-missing',
      `There is no sandbox for commands (${describeFailed(probes)}).`,
      { fix: FIX },
    );
  }
  return runUnsandboxed(probes);
}

async function trySandbox(
  options: RunnerOptions,
  unsandboxed: RunnerSetup,
): Promise<BackendAttempt> {
  switch (process.platform) {
    case 'linux':
      return await tryBubblewrap(options, unsandboxed);
    case 'darwin':
      return await trySeatbelt(options, unsandboxed);
    default:
      return unavailable(`commands run without a sandbox on ${process.platform}`);
  }
}

/** Reports that the policy lists hosts but commands can reach any host. */
function unenforcedHosts(network: readonly string[]): Probe[] {
  if (network.length === 0) return [];
  const detail = `the policy lists ${network.join(', ')}, but without a sandbox commands can reach any host`;
  return [{ probe: 'network-hosts', held: false, detail }];
}
