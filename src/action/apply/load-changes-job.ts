import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { clauseText, counted, sliceWhole } from '../../common/index.ts';
import { PUSH_FILES_MAX } from '../../github/index.ts';
import {
  evaluate,
  type Policy,
  sampleFacts,
  samplePaths,
  type Verdict,
} from '../../policy/index.ts';
import { applyPatch, workspacePathResolver } from '../../sandbox/index.ts';
import type { ActionContext, ActionRequest, LoadedJob, Place } from '../context.ts';
import type { ChangesReference } from '../decide.ts';
import { artifactsOf } from '../outputs/report-step.ts';
import { loadJob } from '../prepare/load-job.ts';
import { applyModel, type PlannedCall } from './apply-model.ts';
import { type ChangesArtifact, loadChangesArtifact, refused } from './changes-artifact.ts';

const PUSH = 'github_push_branch';
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
  const artifact = await downloadChanges(request, context, { changes, loaded });
  const calls = await planCalls(request, { ...loaded, artifact });
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
    // The agent's run proved what the policy requires.
    requires: [],
    request: `Apply the changes of ${artifact.run} (sha256 ${artifact.sha256}).`,
    context: [untrusted, ...loaded.job.context],
  };
  return { ...loaded, job, model: applyModel(calls) };
}

async function downloadChanges(
  request: ActionRequest,
  context: ActionContext,
  { changes, loaded }: { readonly changes: ChangesReference; readonly loaded: LoadedJob },
): Promise<ChangesArtifact> {
  const { environment } = request;
  const folder = await mkdtemp(join(environment.tempFolder, 'countersign-changes-'));
  try {
    return await loadChangesArtifact({
      store: artifactsOf(request, context),
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

/** Applies the patch, evaluates each file that it changed, and plans the calls. Throws `changes-refused`. */
async function planCalls(
  { trigger }: ActionRequest,
  { job, commits, artifact }: LoadedJob & { readonly artifact: ChangesArtifact },
): Promise<readonly PlannedCall[]> {
  const changes = await applied(job.root, artifact.patch);
  const paths = changes.map(({ path }) => path);
  refuseWhatPolicyDenies(job.policy, job.root, paths);
  const onPull = trigger.isPullRequest && !commits.fork;
  const branch = onPull ? {} : { branch: `countersign/${artifact.run}` };
  const title = titleOf(artifact);
  const parts = commitParts(changes, PUSH_FILES_MAX);
  const pushes = parts.map((part, index) => {
    const numbered = parts.length === 1 ? title : `${title} (${index + 1} of ${parts.length})`;
    return {
      name: PUSH,
      input: { ...branch, message: messageOf(numbered, artifact), paths: [...part] },
    };
  });
  if (onPull) return pushes;
  const pull = { ...branch, title, body: bodyOf(artifact) };
  return [...pushes, { name: 'github_create_pull_request', input: pull }];
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
    throw refused(`they do not apply: ${clauseText(error)}`);
  }
}

/** The agent's job reports that the policy allowed these writes; this job evaluates them again. */
function refuseWhatPolicyDenies(policy: Policy, root: string, paths: readonly string[]): void {
  const situation = { pathResolver: workspacePathResolver(root), untrusted: true, sandboxed: true };
  const evaluated = paths.map((path) => ({
    path,
    ...evaluate(policy, sampleFacts('fs_write', path), situation),
  }));
  const denied = evaluated.find(({ verdict }) => verdict === 'deny');
  if (denied !== undefined)
    throw refused(`the policy denies writing ${denied.path}: ${said(denied)}`);
  const gated = evaluated.find(({ verdict }) => verdict === 'requireApproval');
  const pushed = evaluate(
    policy,
    { tool: PUSH, kind: 'network', paths: paths.flatMap((path) => samplePaths('network', path)) },
    situation,
  );
  if (gated === undefined || pushed.verdict !== 'auto') return;
  throw refused(
    `writing ${gated.path} needs an approval, and the policy lets ${PUSH} run without one`,
    `Take ${PUSH} out of whenUntrusted.auto, so that people are asked.`,
  );
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
