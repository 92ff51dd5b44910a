import { closeCheck, readMarker, renderClosedCard, renderKilledCard } from '../approvals/index.ts';
import type { TrailHead } from '../audit/index.ts';
import { errorText, type Outcome } from '../base/index.ts';
import type { ArtifactStore, Attestor, GitHub, GitHubChecks } from '../github/index.ts';
import {
  attestTrail,
  leaveCheck,
  makeFromTrail,
  markIn,
  type Published,
  publishTrail,
  trackingMarker,
  withMark,
} from '../tell/index.ts';
import { brokenSummary, fateOf, postSummary, postTracking, type Told } from './markdown-post.ts';
import { dropJournal } from './keep.ts';
import { type DeadJob, type Sealed, sealTrail } from './seal.ts';

const MAX_CARDS = 50;

const KILLED =
  'The main step ended before it could conclude: it was killed, ran out of time or memory, or the machine went away.';
const TOLD_NOTHING = 'The run had ended, but the main step was gone before it could say so.';
const NOT_BEGUN =
  'The job was ended before it went on with the run. It did nothing; what the run waits for can still be answered.';
const SUSPENDED =
  'The run had suspended itself to wait for an answer when its job was ended from outside.';

/** What the post step works with. GitHub is only used to tell people; the trail does not depend on it. */
export interface PostWorld {
  readonly github: GitHub & GitHubChecks;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly store: ArtifactStore;
  /** `null` where the trail is not to be signed. */
  readonly attestor: Attestor | null;
  readonly jobUrl: string;
  readonly artifact: string;
  readonly retentionDays: number | null;
  /** Where people are told that a killed run can go on; `null` where it is nowhere. */
  readonly issue: number | null;
  /** How the outcome is left as a check run; `null` where none is to be made. */
  readonly check: {
    readonly failOn: readonly Outcome[];
    readonly info: (line: string) => void;
  } | null;
  /** The comment that shows the run's progress, where one was posted. */
  readonly trackingComment: number | null;
  readonly warn: (message: string) => void;
  readonly summary: (markdown: string) => Promise<void>;
}

/**
 * Does what a main step that died could not do any more: ends the trail, uploads it with its report, closes the cards,
 * finishes the tracking comment, and writes the summary. One failing keeps none of the others from being done.
 */
export async function finishDead(
  job: Omit<DeadJob, 'because' | 'github'>,
  world: PostWorld,
): Promise<TrailHead> {
  const sealed = await sealTrail({ ...job, github: world.github, because: KILLED }).catch(
    async (error: unknown) => {
      // Broken, or on a full disk: it is not written to, and goes up as the evidence that it is.
      await world.summary(brokenSummary(errorText(error), await upload(job, world)));
      throw error;
    },
  );
  if (sealed.own) {
    const { environment, warn } = world;
    await makeFromTrail({ folder: job.folder, outcome: sealed.outcome, environment, warn });
    await attestTrail(job.folder, world.attestor, world.warn);
  }
  const because = reasonOf(sealed);
  await dropJournal(job.folder);
  const published = sealed.own ? await upload(job, world) : notOurs;
  const offered = published.kind === 'uploaded' && (await offer(job, world, sealed));
  const told: Told = { run: job.run, because, sealed, published, offered, jobUrl: world.jobUrl };
  await closeCards({ job, world, sealed, because });
  await finishTracking(told, world);
  const summary = postSummary(told);
  await world.summary(summary);
  await leaveOutcome(told, world, summary);
  return sealed.head;
}

const notOurs: Published = {
  kind: 'kept',
  because: 'it is the trail of an earlier job, which uploaded it',
};

/** Tells people how a killed run can go on; true where they were told. */
async function offer(
  job: Pick<DeadJob, 'run' | 'about'>,
  world: PostWorld,
  { kept, head }: Sealed,
): Promise<boolean> {
  const workflowRun = workflowRunOf(job);
  if (kept.kind !== 'kept' || world.issue === null || workflowRun === null) return false;
  const body = renderKilledCard({ run: job.run, workflowRun, runUrl: world.jobUrl, head });
  try {
    await world.github.createComment(world.issue, body);
    return true;
  } catch (error) {
    world.warn(`Nobody could be told that the run can go on: ${errorText(error)}`);
    return false;
  }
}

function reasonOf(sealed: Sealed): string {
  if (!sealed.own) return NOT_BEGUN;
  if (sealed.wreck.outcome !== null) return TOLD_NOTHING;
  return sealed.wreck.suspended ? SUSPENDED : KILLED;
}

async function upload(job: Pick<DeadJob, 'folder'>, world: PostWorld): Promise<Published> {
  const { artifact: name, retentionDays } = world;
  const published = await publishTrail(world.store, { folder: job.folder, name, retentionDays });
  if (published.kind === 'kept') world.warn(`The trail was not uploaded: ${published.because}`);
  return published;
}

/** Cards that still offer an answer which nobody would read. */
async function closeCards(of: {
  readonly job: Pick<DeadJob, 'run' | 'about'>;
  readonly world: PostWorld;
  readonly sealed: Sealed;
  readonly because: string;
}): Promise<void> {
  const { sealed, world } = of;
  if (sealed.outcome === 'awaiting-approval') return;
  const asked = [...sealed.wreck.approvals.values()];
  const waiting = asked.flatMap(({ card, status }) =>
    status === 'open' && card !== null ? [card] : [],
  );
  for (const card of [...new Set(waiting)].slice(0, MAX_CARDS)) {
    const requests = asked
      .filter((one) => one.card === card)
      .map(({ approval, call, decidedBy }) => {
        const known = sealed.wreck.calls.get(call);
        return {
          approval,
          call,
          tool: known?.tool ?? '',
          decidedBy,
          fate: fateOf(known?.state ?? ''),
        };
      });
    const body = (): string =>
      renderClosedCard({
        run: of.job.run,
        workflowRun: workflowRunOf(of.job),
        requests,
        because: of.because,
        runUrl: world.jobUrl,
        head: sealed.head,
      });
    await edit(world, {
      id: card,
      body,
      what: 'card',
      isIt: (text) => readMarker(text)?.run === of.job.run,
      also: (text) => closeCheck(world.github, readMarker(text)?.check ?? null, of.because),
    });
  }
}

function workflowRunOf({
  about,
}: Pick<DeadJob, 'about'>): { readonly id: number; readonly attempt: number } | null {
  const id = Number(about.workflow?.runId);
  const attempt = Number(about.workflow?.attempt);
  return Number.isSafeInteger(id) && Number.isSafeInteger(attempt) && id > 0 && attempt > 0
    ? { id, attempt }
    : null;
}

async function finishTracking(told: Told, world: PostWorld): Promise<void> {
  const { trackingComment: id } = world;
  if (id === null) return;
  const isIt = (text: string): boolean => text.startsWith(trackingMarker(told.run));
  const body = (before: string): string => withMark(postTracking(told), markIn(before));
  await edit(world, { id, body, what: 'tracking comment', isIt });
}

/** The check run of the run: that of a run of several jobs still says how the job before ended. */
async function leaveOutcome(
  { run, sealed, because, jobUrl }: Told,
  { github, check }: PostWorld,
  summary: string,
): Promise<void> {
  if (check === null || !sealed.own) return;
  const end = { run, outcome: sealed.outcome, summary: because };
  const headSha = sealed.wreck.start?.headSha ?? null;
  await leaveCheck({ github, ...check, end, headSha, jobUrl, summary, remarks: [] });
}

/** Only a comment that is what the run itself put there is written over. */
async function edit(
  { github, warn }: PostWorld,
  of: {
    readonly id: number;
    /** From what stands there. */
    readonly body: (before: string) => string;
    readonly what: string;
    readonly isIt: (body: string) => boolean;
    /** What else is to be done about what the comment said before. */
    readonly also?: (body: string) => Promise<void>;
  },
): Promise<void> {
  try {
    const comment = await github.comment(of.id);
    if (comment === null || !of.isIt(comment.body)) return;
    await github.updateComment(of.id, of.body(comment.body));
    await of.also?.(comment.body);
  } catch (error) {
    warn(`The ${of.what} could not be finished: ${errorText(error)}`);
  }
}
