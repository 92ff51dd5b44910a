import { CountersignError, errorText } from '../../common/index.ts';
import type { GitHub, GitHubWork } from '../../github/index.ts';
import {
  type BaselineAddress,
  type BaselineFile,
  loadLayers,
  type NamedBaseline,
  parseBaselineAddress,
  type Policy,
} from '../../policy/index.ts';

/** What reading a baseline needs of GitHub. */
export type BaselineClient = Pick<GitHub & GitHubWork, 'commitOf' | 'fileAt' | 'mergeBase'>;

interface BaselineReaderOptions {
  readonly clientOf: (repository: {
    readonly owner: string;
    readonly repo: string;
  }) => BaselineClient;
  readonly serverUrl: string;
  /**
   * The commits of an earlier job of the run, by address: a branch that moved since does not change a run. One that was rewritten, so
   * that the commit is no longer part of it, is an error: whoever did that withdrew the commit.
   */
  readonly pinned?: ReadonlyMap<string, string>;
}

/**
 * Reads baselines of repositories through GitHub's API. The REF of each is resolved once. Rejects with `policy-unreadable`, or with
 * GitHub's own error for a limit or an outage; the message names the address and what to do.
 */
export function baselineReader(
  options: BaselineReaderOptions,
): (named: NamedBaseline) => Promise<BaselineFile> {
  return async (named) => {
    const address = parseBaselineAddress(named.address);
    if (address === null) throw notAnAddress(named);
    try {
      return await readAt(address, { ...options, pinned: options.pinned?.get(named.address) });
    } catch (error) {
      throw unreadable(named, error);
    }
  };
}

async function readAt(
  { owner, repo, path, ref }: BaselineAddress,
  {
    clientOf,
    serverUrl,
    pinned,
  }: Omit<BaselineReaderOptions, 'pinned'> & { readonly pinned: string | undefined },
): Promise<BaselineFile> {
  const client = clientOf({ owner, repo });
  const current = await client.commitOf(ref);
  const commit = pinned ?? current;
  if (commit !== current && !(await isPartOf(client, { commit, current }))) {
    throw new CountersignError(
      'policy-unreadable',
      `${ref} of ${owner}/${repo} was rewritten: the commit ${commit}, which the run began with, is no longer part of it.`,
    );
  }
  const file = await client.fileAt(commit, path);
  if (file === null) {
    throw new CountersignError(
      'policy-unreadable',
      `There is no ${path} in ${owner}/${repo} at ${commit}.`,
    );
  }
  const url = `${serverUrl}/${owner}/${repo}/blob/${commit}/${path.split('/').map(encodeURIComponent).join('/')}`;
  return { text: file.text, origin: { commit, url } };
}

async function isPartOf(
  client: BaselineClient,
  { commit, current }: { readonly commit: string; readonly current: string },
): Promise<boolean> {
  try {
    return (await client.mergeBase(commit, current)) === commit;
  } catch (error) {
    // GitHub knows no common ancestor, or no such commit any more.
    const isGone =
      error instanceof CountersignError &&
      (error.code === 'github-not-found' || error.code === 'github-refused');
    if (isGone) return false;
    throw error;
  }
}

function notAnAddress({ address, namedBy }: NamedBaseline): CountersignError {
  return new CountersignError(
    'input-invalid',
    `${namedBy}: ${JSON.stringify(address)} is not a baseline.`,
    { fix: 'Write OWNER/REPO/PATH@REF, such as acme/policies/base.yml@v1.' },
  );
}

const KEPT: readonly CountersignError['code'][] = [
  'cancelled',
  'github-limit',
  'github-unreachable',
];

function unreadable({ address, namedBy }: NamedBaseline, error: unknown): CountersignError {
  const code =
    error instanceof CountersignError && KEPT.includes(error.code)
      ? error.code
      : 'policy-unreadable';
  return new CountersignError(
    code,
    `The baseline ${address} (named by ${namedBy}) cannot be read, and no run starts without it: ${errorText(error)}`,
    {
      fix: 'Give the step a token that can read that repository (input baseline-token), and check the path and the ref.',
      cause: error,
    },
  );
}

/**
 * A policy on its baselines (`loadLayers`), or none: rejects with `policy-invalid` for a baseline that does not load, with every problem
 * and its place, and as `read` does for one that cannot be read.
 */
export async function onBaselines(
  policy: Policy,
  options: {
    readonly baselines: readonly NamedBaseline[];
    readonly read: (named: NamedBaseline) => Promise<BaselineFile>;
  },
): Promise<Policy> {
  const loaded = await loadLayers(policy, options);
  if (loaded.ok) return loaded.policy;
  throw new CountersignError(
    'policy-invalid',
    `The baselines of the policy do not load, and no run starts without them. ${loaded.text}`,
  );
}
