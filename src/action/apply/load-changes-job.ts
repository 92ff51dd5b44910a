import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { clauseText, counted, sliceWhole } from '../../common/index.ts';
import { PUSH_FILES_MAX } from '../../github/index.ts';
import {
  evaluate,
  type Policy,
  PUBLISHING_TOOL,
  sampleFacts,
  samplePaths,
  type Verdict,
} from '../../policy/index.ts';
import { applyPatch, workspacePathResolver } from '../../sandbox/index.ts';
import type { Hook } from '../../tool-calls/index.ts';
import type { ActionContext, ActionRequest, LoadedJob, Place } from '../context.ts';
import type { ChangesReference } from '../decide.ts';
import { loadJob } from '../prepare/load-job.ts';
import { APPLY_JOB, applyModel, type PlannedCall } from './apply-model.ts';
import { type ChangesArtifact, loadChangesArtifact, changesRefused } from './changes-artifact.ts';

const PULL_REQUEST = 'github_create_pull_request';
const TITLE_CHARS = 72;
const MESSAGE_CHARS = 2_000;

/**
 * Loads the job that applies the changes of the agent's job of the same workflow run: verifies the artifact, applies
 * the patch to this job's own checkout, and plans the pushes and the pull request. No model chooses the calls; the policy
 * evaluates them like any other. Throws `changes-refused`, and what `loadJob` throws.
 */
export async function loadChangesJob(
  request: ActionRequest,
  context: ActionContext,
  { place, changes }: { readonly place: Place; readonly changes: ChangesReference },
): Promise<LoadedJob> {
  const loaded = await loadJob(request, context, place);
  const artifact = await downloadChanges(context, { changes, loaded });
  const { calls, asks } = await planCalls(context, { ...loaded, artifact });
  // Nothing that another job made is trusted, whoever asked for it: `whenUntrusted` applies from the start.
  const untrusted = {
    source: "the changes of the agent's job",
    author: null,
    trusted: false,
    because: 'nothing of that job is trusted',
    text: '',
  };
  const job = {
    ...loaded.job,
    ...APPLY_JOB,
    request: `Apply the changes of ${artifact.run} (sha256 ${artifact.sha256}).`,
    context: [untrusted, ...loaded.job.context],
  };
  const hooks = asks === null ? [] : [askAboutAll(asks)];
  return { ...loaded, job, model: applyModel(calls), hooks };
}

async function downloadChanges(
  { environment, artifacts: store }: ActionContext,
  { changes, loaded }: { readonly changes: ChangesReference; readonly loaded: LoadedJob },
): Promise<ChangesArtifact> {
  const folder = await mkdtemp(join(environment.tempFolder, 'countersign-changes-'));
  try {
    return await loadChangesArtifact({
      store,
      environment,
      ...changes,
      headSha: loaded.commits.headSha,
      requires: loaded.job.requires.map(({ text }) => text),
      folder,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The calls that apply the changes, and why people must approve each of them; `null` if the policy decides. */
interface Plan {
  readonly calls: readonly PlannedCall[];
  readonly asks: string | null;
}

/** Applies the patch, evaluates each file that it changed, and plans the calls. Throws `changes-refused`. */
async function planCalls(
  { trigger }: ActionContext,
  { job, commits, artifact }: LoadedJob & { readonly artifact: ChangesArtifact },
): Promise<Plan> {
  const changes = await applied(job.root, artifact.patch);
  const calls = callsFor(changes, { artifact, onPull: trigger.isPullRequest && !commits.fork });
  return { calls, asks: reasonToAsk(job.policy, job.root, { changes, calls }) };
}

function callsFor(
  changes: readonly ChangedPath[],
  { artifact, onPull }: { readonly artifact: ChangesArtifact; readonly onPull: boolean },
): readonly PlannedCall[] {
  const branch = onPull ? {} : { branch: `countersign/${artifact.run}` };
  const title = titleOf(artifact);
  const parts = commitParts(changes, PUSH_FILES_MAX);
  const pushes = parts.map((part, index) => {
    const numbered = parts.length === 1 ? title : `${title} (${index + 1} of ${parts.length})`;
    return {
      name: PUBLISHING_TOOL,
      input: { ...branch, message: messageOf(numbered, artifact), paths: [...part] },
    };
  });
  if (onPull) return pushes;
  const pull = { ...branch, title, body: bodyOf(artifact) };
  return [...pushes, { name: PULL_REQUEST, input: pull }];
}

/** A changed path, and what the change is. */
interface ChangedPath {
  readonly path: string;
  readonly isDeleted: boolean;
}

/**
 * The paths of the commits that make these changes, at most `most` of them in one. Deletions come first, so that what takes
 * the place of a deleted file or folder is in no earlier commit; then attribute files, by which git converts the others.
 */
export function commitParts(
  changes: readonly ChangedPath[],
  most: number,
): readonly (readonly string[])[] {
  const paths = [0, 1, 2].flatMap((step) =>
    changes.filter((change) => stepOf(change) === step).map(({ path }) => path),
  );
  const count = Math.ceil(paths.length / most);
  return Array.from({ length: count }, (_, part) => paths.slice(part * most, (part + 1) * most));
}

function stepOf({ path, isDeleted }: ChangedPath): number {
  if (isDeleted) return 0;
  return basename(path) === '.gitattributes' ? 1 : 2;
}

async function applied(root: string, patch: Buffer): ReturnType<typeof applyPatch> {
  try {
    return await applyPatch(root, patch);
  } catch (error) {
    throw changesRefused(`they do not apply: ${clauseText(error)}`);
  }
}

/**
 * Why people must approve every call; `null` if the policy decides about each. The calls belong together: without an approval of
 * one, none of the others may run first. And a file whose change needs an approval is pushed only with one. The agent's job reports
 * that the policy allowed these writes; this job evaluates them again, and throws `changes-refused` if one is denied.
 */
function reasonToAsk(
  policy: Policy,
  root: string,
  { changes, calls }: { readonly changes: readonly ChangedPath[]; readonly calls: Plan['calls'] },
): string | null {
  const situation = { pathResolver: workspacePathResolver(root), untrusted: true, sandboxed: true };
  const evaluated = changes.map(({ path }) => ({
    path,
    ...evaluate(policy, sampleFacts('fs_write', path), situation),
  }));
  const denied = evaluated.find(({ verdict }) => verdict === 'deny');
  if (denied !== undefined)
    throw changesRefused(`the policy denies writing ${denied.path}: ${said(denied)}`);
  const gated = evaluated.find(({ verdict }) => verdict === 'requireApproval');
  if (gated !== undefined) return `Writing ${gated.path} needs an approval: ${said(gated)}.`;
  const paths = changes.flatMap(({ path }) => samplePaths('network', path));
  const names = [...new Set(calls.map(({ name }) => name))];
  const asking = names.find((tool) => {
    const facts = { tool, kind: 'network', category: 'github' } as const;
    const { verdict } = evaluate(
      policy,
      tool === PUBLISHING_TOOL ? { ...facts, paths } : facts,
      situation,
    );
    return verdict !== 'auto';
  });
  return asking === undefined
    ? null
    : `The calls belong together, and ${asking} needs an approval.`;
}

function askAboutAll(reason: string): Hook {
  const on = { kinds: ['network'] } as const;
  return { name: 'countersign:apply', on, preToolUse: () => ({ decision: 'ask', reason }) };
}

function said({ because }: Verdict): string {
  return because.replace(/\.$/, '');
}

function titleOf({ summary, run }: ChangesArtifact): string {
  const first =
    summary
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? '';
  const plain = sliceWhole(first.replace(/^[#>*\s-]+/, ''), TITLE_CHARS).trim();
  return plain === '' ? `Changes of ${run}` : plain;
}

function messageOf(title: string, { summary, run, sha256 }: ChangesArtifact): string {
  return `${title}\n\n${sliceWhole(summary, MESSAGE_CHARS)}\n\nChanges of ${run}, sha256 ${sha256}`;
}

function bodyOf({ summary, run, sha256, leftOut }: ChangesArtifact): string {
  const missing =
    leftOut === 0
      ? []
      : [
          `${counted(leftOut, 'changed file is', 'changed files are')} not in it: see the audit trail of \`${run}\`.`,
        ];
  const made = `Made by \`${run}\` in a job that can only read; these are its changes with the SHA-256 \`${sha256}\`.`;
  return [summary === '' ? 'No summary was given.' : summary, ...missing, made].join('\n\n');
}
