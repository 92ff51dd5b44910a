import { CountersignError, sha256 } from '../common/index.ts';
import type { GitHub } from '../github/index.ts';
import { builtinPolicy, loadPolicy, type Policy } from '../policy/index.ts';
import { mayPublishOf } from '../session/index.ts';
import { workspacePathResolver } from '../sandbox/index.ts';
import type { CrashedRunSurvey } from './survey-trail.ts';

type RecordedPolicy = NonNullable<CrashedRunSurvey['start']>['policy'];

/**
 * Which files of the checkout may be published, by the policy of the crashed run. Rejects if exactly that policy cannot be
 * read again.
 */
export async function publishablePaths(
  named: RecordedPolicy,
  options: { readonly github: Pick<GitHub, 'fileAt'>; readonly root: string },
): Promise<(path: string) => Promise<boolean>> {
  const policy = await policyOf(named, options.github);
  return mayPublishOf(policy, {
    pathResolver: workspacePathResolver(options.root),
    sandboxed: async () => false,
  });
}

async function policyOf(named: RecordedPolicy, github: Pick<GitHub, 'fileAt'>): Promise<Policy> {
  const builtin = builtinPolicy();
  if (named.sha256 === builtin.sha256) return builtin;
  const commit = named.ref?.split('@').at(-1) ?? null;
  const text = commit === null ? null : ((await github.fileAt(commit, named.source))?.text ?? null);
  const loaded =
    text === null || sha256(text) !== named.sha256
      ? null
      : loadPolicy(text, { file: named.source });
  if (loaded?.ok === true) return loaded.policy;
  throw new CountersignError(
    'policy-unreadable',
    `The policy of the run, ${named.source}, cannot be read again.`,
    {
      fix: 'Let the token read the contents of the repository.',
    },
  );
}
