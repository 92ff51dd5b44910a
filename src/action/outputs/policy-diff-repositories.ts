import { CountersignError, errorText } from '../../common/index.ts';
import {
  diffPolicies,
  loadLayers,
  type NamedBaseline,
  parseBaselineAddress,
  type Policy,
  type PolicyDiff,
} from '../../policy/index.ts';
import { baselineReader, DEFAULT_POLICY, parsedPolicy } from '../../session/index.ts';
import type { ActionContext } from '../context.ts';

/** What a change of a baseline does to the policy of one repository. */
export interface RepositoryDiff {
  readonly repository: string;
  readonly result:
    | { readonly kind: 'compared'; readonly diff: PolicyDiff }
    /** The new baseline would stop every run there, or it could not be read. */
    | { readonly kind: 'failed'; readonly because: string };
}

interface RepositoryDiffOptions {
  /** Each as `OWNER/REPO`. */
  readonly repositories: readonly string[];
  /** The baseline: its repository and path, and both texts; `null` for no such file. */
  readonly baseline: {
    readonly owner: string;
    readonly repo: string;
    readonly path: string;
    readonly before: string | null;
    readonly after: string | null;
  };
  readonly clientOf: ActionContext['baselineClient'];
  readonly serverUrl: string;
}

/**
 * What a change of a baseline does to the policies of other repositories, each as its default branch has it. The new text may be by
 * anybody: of the baselines that it names, only those that the old text names, too, are read. Never throws for one repository.
 */
export async function repositoryDiffs(
  options: RepositoryDiffOptions,
): Promise<readonly RepositoryDiff[]> {
  const found: RepositoryDiff[] = [];
  for (const repository of options.repositories) {
    try {
      found.push({ repository, result: await compared(repository, options) });
    } catch (error) {
      found.push({ repository, result: { kind: 'failed', because: errorText(error) } });
    }
  }
  return found;
}

async function compared(
  repository: string,
  options: RepositoryDiffOptions,
): Promise<RepositoryDiff['result']> {
  const own = await ownPolicy(repository, options);
  const { before, after } = options.baseline;
  const known = new Set<string>();
  const old = await withBaseline(own, before, {
    ...options,
    onRead: (address) => known.add(address),
  });
  const now = await withBaseline(own, after, {
    ...options,
    onRead: (address) => {
      if (!known.has(address))
        throw new CountersignError(
          'policy-unreadable',
          `The new baseline names ${address}, which is not read before it is merged.`,
        );
    },
  });
  return { kind: 'compared', diff: diffPolicies(old, now) };
}

async function ownPolicy(repository: string, { clientOf }: RepositoryDiffOptions): Promise<Policy> {
  const [owner = '', repo = ''] = repository.split('/');
  const client = clientOf({ owner, repo });
  const commit = await client.commitOf(`refs/heads/${await client.defaultBranch()}`);
  const file = await client.fileAt(commit, DEFAULT_POLICY);
  return parsedPolicy(DEFAULT_POLICY, file?.text ?? null);
}

/** The policy with this text of the baseline, whether it names the baseline or a workflow does; `null`: without it. */
async function withBaseline(
  own: Policy,
  text: string | null,
  options: RepositoryDiffOptions & { readonly onRead: (address: string) => void },
): Promise<Policy> {
  const { baseline, clientOf, serverUrl } = options;
  const { owner, repo, path } = baseline;
  const isChanged = ({ address }: NamedBaseline): boolean => {
    const parsed = parseBaselineAddress(address);
    // GitHub's names are case-insensitive.
    const isHere =
      `${parsed?.owner}/${parsed?.repo}`.toLowerCase() === `${owner}/${repo}`.toLowerCase();
    return isHere && parsed?.path === path;
  };
  const named = own.layers[0].extends.map(({ address, line }) => ({
    address,
    namedBy: `${DEFAULT_POLICY}:${line}`,
  }));
  const address = named.find(isChanged)?.address ?? `${owner}/${repo}/${path}@HEAD`;
  const [layer] = own.layers;
  const others = named.filter((one) => !isChanged(one));
  const reader = baselineReader({ clientOf, serverUrl });
  const loaded = await loadLayers(
    { ...own, layers: [{ ...layer, extends: [] }] },
    {
      baselines: [...others, ...(text === null ? [] : [{ address, namedBy: repo }])],
      read: async (one) => {
        if (one.address === address && text !== null)
          return { text, origin: { commit: null, url: null } };
        if (!others.includes(one)) options.onRead(one.address);
        return await reader(one);
      },
    },
  );
  if (loaded.ok) return loaded.policy;
  throw new CountersignError('policy-invalid', loaded.text);
}
