import { type RunView, readTrail, viewTrail } from '../audit/index.ts';
import { neutralise } from '../base/index.ts';
import {
  type ArtifactStore,
  type Attestor,
  createArtifactStore,
  createAttestor,
  isProxied,
} from '../github/index.ts';
import {
  attestTrail,
  finalBody,
  jobSummary,
  leaveCheck,
  publishTrail,
  type Remark,
  remarksOf,
  type RunReport,
  shownRemarks,
  type Tally,
  type TrackingComment,
  timeline,
} from '../tell/index.ts';
import { closeLostCards, LOST_CHECKPOINT, NO_CHECKPOINT } from '../wreck/index.ts';
import { outputsOf, writeOutputs } from './outputs.ts';
import { fails, type Runner } from './runner.ts';
import { STATE } from './state.ts';
import type { Place, StepRequest, StepWorld } from './step-world.ts';

/** The artifact service as this step reaches it. */
export function artifactsOf({ step, inputs }: StepRequest, world: StepWorld): ArtifactStore {
  return createArtifactStore({
    env: world.environment,
    owner: step.owner,
    repo: step.repo,
    token: inputs.githubToken ?? '',
    clock: world.clock,
  });
}

function attestorOf({ step, inputs }: StepRequest, { environment }: StepWorld): Attestor | null {
  if (!inputs.attest) return null;
  const { owner, repo, apiUrl } = step;
  const proxied = isProxied(environment, apiUrl);
  return createAttestor({
    token: inputs.githubToken ?? '',
    apiUrl,
    owner,
    repo,
    proxied,
    environment,
  });
}

/** The run as its trail tells it; `null` where that cannot be read, for people are told all the same. */
async function viewOf(folder: string): Promise<RunView | null> {
  try {
    return await viewTrail(readTrail(folder));
  } catch {
    return null;
  }
}

/** Puts remarks beside the files that they are about, as many as GitHub shows. */
function annotate(runner: Runner, remarks: readonly Remark[]): void {
  for (const remark of shownRemarks(remarks)) {
    const { title, message } = remark;
    runner.annotate({ ...remark, title: neutralise(title), message: neutralise(message) });
  }
}

/** The end of a step: the trail uploaded, then everybody told the same, then the step's own conclusion. */
export async function tell(
  request: StepRequest,
  world: StepWorld,
  of: {
    readonly place: Place;
    readonly report: RunReport;
    readonly tally: Tally;
    readonly tracking: TrackingComment | null;
  },
): Promise<void> {
  const { runner } = world;
  const { step, inputs } = request;
  const { report, place } = of;
  await attestTrail(place.folder, attestorOf(request, world), (message) =>
    runner.warning(neutralise(message)),
  );
  const published = await publishTrail(artifactsOf(request, world), {
    folder: place.folder,
    name: place.artifact,
    retentionDays: inputs.retentionDays,
  });
  runner.saveState(STATE.finished, 'true');
  if (published.kind === 'kept') {
    runner.warning(neutralise(`The trail was not uploaded: ${published.because}`));
  }
  writeOutputs(runner, outputsOf(report, published));
  const view = await viewOf(place.folder);
  const summary = jobSummary(report, { published, picture: view === null ? '' : timeline(view) });
  await runner.summary(summary);
  const remarks = remarksOf(view ?? { calls: [], starts: [] }, report.problems);
  annotate(runner, remarks);
  const headSha = view?.starts.at(-1)?.headSha ?? null;
  if (inputs.checkRun) {
    const { github } = world;
    const { failOn } = inputs;
    const told = { end: report, failOn, headSha, jobUrl: step.jobUrl, summary, remarks };
    const info = (message: string): void => runner.info(neutralise(message));
    await leaveCheck({ github, info, ...told });
  }
  await of.tracking?.finish(finalBody({ report, published, tally: of.tally, jobUrl: step.jobUrl }));
  runner.info(`Trail: ${report.head.count} entries, head ${report.head.hash}`);
  const lost = report.outcome === 'awaiting-approval' && published.kind === 'kept';
  if (lost || report.outcome === 'error') {
    const warn = (message: string): void => runner.warning(neutralise(message));
    const because = lost ? LOST_CHECKPOINT : NO_CHECKPOINT;
    const { github } = world;
    await closeLostCards({ github, report, because, runUrl: step.jobUrl, warn });
  }
  if (lost) return runner.fail(LOST_CHECKPOINT);
  if (fails(report.outcome, inputs.failOn)) {
    runner.fail(neutralise(`Countersign ended ${report.outcome}: ${report.summary}`));
  }
}
