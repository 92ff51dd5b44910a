import type { TrailEvent } from '../audit/index.ts';
import { type Click, TRIGGER_EVENTS } from '../github/index.ts';
import type { CheckpointState } from './state.ts';

/** What is so now, where a run is to go on. */
export interface ResumeFacts {
  readonly now: Date;
  readonly repository: string;
  /** The workflow file of the job that resumes. */
  readonly workflow: string;
  readonly headSha: string;
  readonly policySha256: string;
  /** The issue or pull request that the answer stands on. */
  readonly issue: number;
  readonly issueOpen: boolean;
  /** SHA-256 of the checkpoint file that was opened. */
  readonly sealedSha256: string;
  /** The trail that came with the checkpoint, after it was verified; `null` where it does not verify. */
  readonly trail: {
    /** The hash of the entry that the checkpoint stands on; `null` where the trail is shorter. */
    readonly hashAtCheckpoint: string | null;
    /** What the trail says after that entry. */
    readonly after: readonly TrailEvent[];
  } | null;
  /** The press of a button that woke the run; absent where a comment did. */
  readonly click?: Pick<Click, 'check' | 'code'>;
  /** The workflow run that the artifact came from, as GitHub describes it. */
  readonly origin: {
    readonly repository: string;
    /** `null` where the head's repository is gone. */
    readonly headRepository: string | null;
    readonly workflow: string;
    readonly event: string;
  };
}

/**
 * Whether a run may go on. `void`: the checkpoint is sound, but what people approved is no longer what would be done;
 * the card says so and the run ends. `refused`: the checkpoint is not to be trusted here; nothing of it is used.
 */
export type ResumeCheck =
  | { readonly kind: 'resume' }
  | { readonly kind: 'void'; readonly because: string }
  | { readonly kind: 'refused'; readonly because: string };

/**
 * Events whose workflow file only people with write access decide: that of the default branch, of a base branch, or of what
 * they pushed. On `pull_request` it is the head's.
 */
const TRUSTED_EVENTS: readonly string[] = TRIGGER_EVENTS.filter(
  (event) => event !== 'pull_request',
);

/** What a run still writes once its state was sealed. Anything else happened after the checkpoint. */
const MAY_FOLLOW: readonly TrailEvent['type'][] = [
  'checkpoint.saved',
  'run.suspended',
  'run.end',
  'github.write',
  'redaction',
  'warning',
];

/**
 * Decides over an opened checkpoint. Pure. Trust is checked before what could void: a stranger's is never talked about.
 */
export function checkResume(state: CheckpointState, facts: ResumeFacts): ResumeCheck {
  const distrust = distrustOf(state, facts);
  if (distrust !== null) return { kind: 'refused', because: distrust };
  const voids = voidsOf(state, facts);
  return voids === null ? { kind: 'resume' } : { kind: 'void', because: voids };
}

function distrustOf(state: CheckpointState, facts: ResumeFacts): string | null {
  const { origin } = facts;
  if (!same(state.repository, facts.repository))
    return `it is of ${state.repository}, and this is ${facts.repository}`;
  if (!same(origin.repository, facts.repository)) return `its artifact is of ${origin.repository}`;
  const ownBranch = origin.headRepository !== null && same(origin.headRepository, facts.repository);
  const trusted =
    TRUSTED_EVENTS.includes(origin.event) || (origin.event === 'pull_request' && ownBranch);
  if (!trusted) {
    const head = origin.headRepository ?? 'a repository that is gone';
    return `its artifact is of a run on ${origin.event} from ${head}`;
  }
  if (state.workflow !== facts.workflow || origin.workflow !== facts.workflow) {
    return `it is of the workflow ${origin.workflow}, and this is ${facts.workflow}`;
  }
  const trail = trailDistrust(state, facts);
  if (trail !== null) return trail;
  if (state.card !== null && state.card.issue !== facts.issue) {
    return `its card is on #${state.card.issue}, and the answer on #${facts.issue}`;
  }
  return facts.click === undefined ? null : clickDistrust(state, facts.click);
}

/** A press counts only of the button that the run itself made for this very question. */
function clickDistrust(
  { card }: CheckpointState,
  { check, code }: Pick<Click, 'check' | 'code'>,
): string | null {
  const own = card?.check ?? null;
  if (own === null) return 'its card has no buttons, and one was pressed';
  if (check.id !== own.id)
    return `its buttons are those of check run ${own.id}, and one of ${check.id} was pressed`;
  if (check.app.id !== own.app.id)
    return `its check run is by App ${own.app.id}, and the one that was pressed by ${check.app.id}`;
  if (check.headSha !== own.headSha)
    return `its check run is on ${own.headSha}, and the one that was pressed on ${check.headSha}`;
  return code === own.code ? null : 'the button that was pressed is of another question';
}

function trailDistrust(
  state: CheckpointState,
  { trail, sealedSha256 }: ResumeFacts,
): string | null {
  if (trail === null) return 'the trail that came with it does not verify';
  if (trail.hashAtCheckpoint !== state.trailHead.hash)
    return 'the trail that came with it is another one';
  const strange = trail.after.find(({ type }) => !MAY_FOLLOW.includes(type));
  if (strange !== undefined)
    return `the trail that came with it goes on after it (${strange.type})`;
  const saved = trail.after.some(
    (event) => event.type === 'checkpoint.saved' && event.sha256 === sealedSha256,
  );
  return saved ? null : 'the trail that came with it does not name it';
}

function voidsOf(state: CheckpointState, facts: ResumeFacts): string | null {
  if (!facts.issueOpen) return `#${facts.issue} was closed`;
  // A date that cannot be read compares as false and so has expired.
  const inTime = state.card === null || facts.now.getTime() <= Date.parse(state.card.expires);
  if (!inTime) return `the question expired at ${state.card?.expires ?? 'an unknown time'}`;
  if (state.headSha !== facts.headSha) {
    return `the head is ${facts.headSha} now, and what was asked stood on ${state.headSha}`;
  }
  if (state.policySha256 !== facts.policySha256)
    return 'the policy was changed since people were asked';
  return null;
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
