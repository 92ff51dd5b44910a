import type { GitHub } from '../../github/index.ts';
import {
  builtinPolicy,
  combineLayers,
  type Policy,
  parseBaselineAddress,
} from '../../policy/index.ts';
import {
  baselineReader,
  machineBaselines,
  onBaselines,
  parsedPolicy,
  patternsOf,
  readMachineBaseline,
} from '../../session/index.ts';
import type { ActionContext } from '../context.ts';
import type { Commits } from '../event/pinned-commits.ts';
import type { ActionEnvironment } from '../inputs/environment.ts';
import type { Inputs } from '../inputs/inputs.ts';

/** What reading a policy needs of its step. */
interface PolicyContext
  extends Pick<ActionContext, 'cachedGithub' | 'baselineClient' | 'variables' | 'redactor'> {
  readonly inputs: Pick<Inputs, 'baselines'>;
  readonly environment: Pick<ActionEnvironment, 'serverUrl'>;
}

export interface PolicyPlace {
  readonly commits: Commits;
  /** The path of the repository's own policy. */
  readonly path: string;
  /** The commits of baselines that an earlier job of the run read. */
  readonly pinned?: ReadonlyMap<string, string>;
}

export interface ReadPolicy {
  readonly policy: Policy;
  readonly source: string;
}

/**
 * The policy of the trusted branch, or the strict built-in one if there is no such file, on its baselines: those that it names,
 * those of the input, and those of the machine. From then on the redactor also searches for its patterns. Throws `policy-invalid`,
 * `policy-unreadable` and GitHub's errors; nothing is left out.
 */
export async function readPolicy(
  context: PolicyContext,
  { commits, path, pinned = new Map() }: PolicyPlace,
): Promise<ReadPolicy> {
  const { inputs, environment } = context;
  const { serverUrl } = environment;
  const { trustedSha: commit } = commits;
  const own = await ownPolicy(context.cachedGithub, { commit, path, serverUrl });
  const ofStep = inputs.baselines.map((address) => ({ address, namedBy: 'the input baseline' }));
  const ofMachine = await machineBaselines(context.variables);
  const read = baselineReader({ clientOf: context.baselineClient, serverUrl, pinned });
  const policy = await onBaselines(own.policy, {
    baselines: [...ofStep, ...ofMachine],
    // Only the machine names a baseline by anything but an address.
    read: async (named) =>
      parseBaselineAddress(named.address) === null
        ? await readMachineBaseline(named)
        : await read(named),
  });
  context.redactor.addPatterns(patternsOf(policy));
  return { policy, source: own.source };
}

async function ownPolicy(
  github: Pick<GitHub, 'fileAt' | 'owner' | 'repo'>,
  source: { readonly commit: string; readonly path: string; readonly serverUrl: string },
): Promise<ReadPolicy> {
  const { commit, path, serverUrl } = source;
  const file = await github.fileAt(commit, path);
  if (file === null) return { policy: builtinPolicy(), source: `built-in (no ${path})` };
  const url = `${serverUrl}/${github.owner}/${github.repo}/blob/${commit}/${path}`;
  const own = { ...parsedPolicy(path, file.text).layers[0], origin: { commit, url } };
  return { policy: combineLayers(own, []), source: path };
}
