import { CountersignError, type PatternedRedactor, sha256 } from '../common/index.ts';
import type { GitHub } from '../github/index.ts';
import {
  builtinPolicy,
  combineLayers,
  loadPolicy,
  parseBaselineAddress,
  type Policy,
  type PolicyLayer,
} from '../policy/index.ts';
import { mayPublishOf, patternsOf, readMachineBaseline, writeDenialOf } from '../session/index.ts';
import { workspacePathResolver } from '../sandbox/index.ts';
import type { CrashedRunSurvey } from './survey-trail.ts';

type RecordedPolicy = NonNullable<CrashedRunSurvey['start']>['policy'];
type RecordedLayer = NonNullable<RecordedPolicy['layers']>[number];

/** Where the policy of a crashed run can be read again. */
export interface PolicyFiles {
  readonly github: Pick<GitHub, 'fileAt'>;
  /** Reads the repositories that baselines lie in. */
  readonly baselineClient: (repository: {
    readonly owner: string;
    readonly repo: string;
  }) => Pick<GitHub, 'fileAt'>;
}

/**
 * Which files of the checkout may be published, and which nothing of the run may have written, by the policy of the crashed run. The
 * redactor searches for its patterns from then on. Rejects if exactly that policy, with every baseline, cannot be read again.
 */
export async function publishablePaths(
  named: RecordedPolicy,
  options: PolicyFiles & {
    readonly root: string;
    readonly redactor: Pick<PatternedRedactor, 'addPatterns'>;
  },
): Promise<{
  readonly mayPublish: ReturnType<typeof mayPublishOf>;
  readonly writeDenial: ReturnType<typeof writeDenialOf>;
}> {
  const policy = await policyOf(named, options);
  options.redactor.addPatterns(patternsOf(policy));
  const pathResolver = workspacePathResolver(options.root);
  return {
    mayPublish: mayPublishOf(policy, { pathResolver, sandboxed: async () => false }),
    writeDenial: writeDenialOf(policy, pathResolver),
  };
}

async function policyOf(named: RecordedPolicy, files: PolicyFiles): Promise<Policy> {
  const [first, ...baselines] = named.layers ?? [];
  const own = await ownLayer({ ...named, sha256: first?.sha256 ?? named.sha256 }, files);
  const layers = await Promise.all(baselines.map(async (each) => await baselineAt(each, files)));
  const policy = combineLayers(own, layers);
  if (policy.sha256 === named.sha256) return policy;
  throw unreadable(named.source);
}

async function ownLayer(
  { source, ref, sha256: digest }: RecordedPolicy,
  { github }: PolicyFiles,
): Promise<PolicyLayer> {
  const [builtin] = builtinPolicy().layers;
  if (digest === builtin.sha256) return builtin;
  const commit = ref?.split('@').at(-1) ?? null;
  const text = commit === null ? null : ((await github.fileAt(commit, source))?.text ?? null);
  return loadedLayer(text, { file: source, sha256: digest, baseline: false });
}

async function baselineAt(recorded: RecordedLayer, files: PolicyFiles): Promise<PolicyLayer> {
  const { address: file, sha256: digest } = recorded;
  const text = await baselineText(recorded, files);
  return loadedLayer(text, { file, sha256: digest, baseline: true });
}

/** The text of a baseline of the machine, or of another repository; `null` if it is gone. */
async function baselineText({ address, commit }: RecordedLayer, { baselineClient }: PolicyFiles) {
  const named = parseBaselineAddress(address);
  if (named === null)
    return (await readMachineBaseline({ address, namedBy: 'the audit trail' })).text;
  if (commit === null) return null;
  return (await baselineClient(named).fileAt(commit, named.path))?.text ?? null;
}

function loadedLayer(
  text: string | Uint8Array | null,
  recorded: { readonly file: string; readonly sha256: string; readonly baseline: boolean },
): PolicyLayer {
  const { file, baseline } = recorded;
  const loaded =
    text === null || sha256(text) !== recorded.sha256 ? null : loadPolicy(text, { file, baseline });
  if (loaded?.ok === true) return loaded.policy.layers[0];
  throw unreadable(file);
}

function unreadable(file: string): CountersignError {
  return new CountersignError(
    'policy-unreadable',
    `The policy of the run, ${file}, cannot be read again.`,
    { fix: 'Let the token read the contents of the repository.' },
  );
}
