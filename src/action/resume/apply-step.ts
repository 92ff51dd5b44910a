import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText, sliceWhole } from '../../common/index.ts';
import {
  evaluate,
  type Policy,
  sampleFacts,
  samplePaths,
  type Verdict,
} from '../../policy/index.ts';
import { applyPatch, workspacePathResolver } from '../../sandbox/index.ts';
import type { RunReport, TrackingComment } from '../../reporting/index.ts';
import { applyModel, type PlannedCall } from './apply-model.ts';
import { type ChangesArtifact, refused, loadChangesArtifact } from './changes-artifact.ts';
import { runJob, type Prepared, prepare, track, watch } from '../step.ts';
import { reportEarlyFailure } from '../outputs/early-failure.ts';
import { artifactsOf, tell } from '../outputs/report-step.ts';
import { placeOf, type ActionRequest, type ActionContext } from '../context.ts';

const PUSH = 'github_push_branch';
const TITLE_CHARS = 72;
const MESSAGE_CHARS = 2_000;

/**
 * The second of two jobs: takes over the changes of the agent's job, applies them to a checkout of its own, and pushes
 * them and opens a pull request as the policy says, by a run of its own whose calls no model chose. Returns why there is
 * nothing to do, or `null` once the step is concluded.
 */
export async function applyStep(
  request: ActionRequest,
  context: ActionContext,
): Promise<string | null> {
  const { applyArtifact: artifact, applyHead: head } = request.inputs;
  if (artifact === null || head === null) return "The agent's job left no changes to apply.";
  const place = placeOf(request, context);
  const seen = watch(context);
  let report: RunReport;
  let tracking: TrackingComment | null = null;
  try {
    const prepared = untrusting(await prepare(request, context, place));
    const handed = await handedOver(request, context, { artifact, head, prepared });
    const plan = await planOf(prepared, handed, request);
    const { job, pins } = prepared;
    const asked = `Apply the changes of ${handed.run} (sha256 ${handed.sha256}).`;
    const ready = { pins, job: { ...job, request: asked } };
    tracking = track(request, context, { job: ready.job, ...seen });
    report = await runJob(request, context, {
      prepared: ready,
      tracking,
      ...seen,
      model: applyModel(plan),
    });
  } catch (error) {
    report = await reportEarlyFailure(request, context, { place, error });
  }
  await tell(request, context, { place, report, tracking, tally: seen.tally });
  return null;
}

/** What another job made is a stranger's work, whoever asked for it: the policy's `whenUntrusted` holds from the start. */
function untrusting({ job, pins }: Prepared): Prepared {
  const item = {
    source: "the changes of the agent's job",
    author: null,
    trusted: false,
    because: 'nothing of that job is trusted',
    text: '',
  };
  return { pins, job: { ...job, context: [item, ...job.context] } };
}

async function handedOver(
  request: ActionRequest,
  context: ActionContext,
  of: { readonly artifact: string; readonly head: string; readonly prepared: Prepared },
): Promise<ChangesArtifact> {
  const folder = await mkdtemp(join(request.step.tempFolder, 'countersign-handed-'));
  try {
    return await loadChangesArtifact({
      store: artifactsOf(request, context),
      step: request.step,
      artifact: of.artifact,
      head: of.head,
      headSha: of.prepared.pins.headSha,
      folder,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Applies the patch, judges each file that it changed, and plans the calls. Throws `changes-refused`. */
async function planOf(
  { job, pins }: Prepared,
  handed: ChangesArtifact,
  { trigger }: ActionRequest,
): Promise<readonly PlannedCall[]> {
  const paths = await applied(job.root, handed.patch);
  refuseWhatPolicyDenies(job.policy, job.root, paths);
  const onPull = trigger.isPullRequest && !pins.fork;
  const branch = onPull ? {} : { branch: `countersign/${handed.run}` };
  const title = titleOf(handed);
  const push = {
    name: PUSH,
    input: { ...branch, message: messageOf(title, handed), paths: [...paths] },
  };
  if (onPull) return [push];
  const pull = { ...branch, title, body: bodyOf(handed) };
  return [push, { name: 'github_create_pull_request', input: pull }];
}

async function applied(root: string, patch: Buffer): Promise<readonly string[]> {
  try {
    return await applyPatch(root, patch);
  } catch (error) {
    throw refused(`they do not apply: ${errorText(error)}`);
  }
}

/** The agent's job says that the policy let it write these files; that is judged here again. */
function refuseWhatPolicyDenies(policy: Policy, root: string, paths: readonly string[]): void {
  const situation = { pathResolver: workspacePathResolver(root), untrusted: true, sandboxed: true };
  const judged = paths.map((path) => ({
    path,
    ...evaluate(policy, sampleFacts('fs_write', path), situation),
  }));
  const denied = judged.find(({ verdict }) => verdict === 'deny');
  if (denied !== undefined)
    throw refused(`the policy denies writing ${denied.path}: ${said(denied)}`);
  const gated = judged.find(({ verdict }) => verdict === 'requireApproval');
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
      : [`${leftOut} changed files are not in it: the trail of \`${run}\` names them.`];
  const made = `Made by \`${run}\` in a job that can only read; these are its changes with the SHA-256 \`${sha256}\`.`;
  return [summary === '' ? 'No summary was given.' : summary, ...missing, made].join('\n\n');
}
