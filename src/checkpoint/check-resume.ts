import type { EntryOf, TrailEvent } from '../audit/index.ts';
import { timeText } from '../common/index.ts';
import { type CiRun, type Click, workflowFileOf } from '../github/index.ts';
import type { CheckpointState } from './state.ts';

/** The current facts in the job that resumes. */
export interface ResumeFacts {
  readonly now: Date;
  readonly repository: string;
  /** The workflow file of the job that resumes. */
  readonly workflow: string;
  readonly headSha: string;
  /** The head that the run itself gave its pull request by its last push; `null`: it pushed none. */
  readonly pushedHead: string | null;
  /** The trusted branch now, and when the run last started; `null`: its trail does not say. */
  readonly trustedRef: string;
  readonly trustedBefore: string | null;
  readonly policySha256: string;
  /** The issue or pull request of the answer. */
  readonly issue: number;
  readonly issueOpen: boolean;
  /** SHA-256 of the decrypted checkpoint file. */
  readonly fileSha256: string;
  /** The verified trail that came with the checkpoint; `null` if it does not verify. */
  readonly trail: {
    /** The hash of the entry at the checkpoint's trail head; `null` if the trail is shorter. */
    readonly hashAtCheckpoint: string | null;
    /** The entries after that one. */
    readonly after: readonly (TrailEvent | Pick<EntryOf<'unknown'>, 'type'>)[];
  } | null;
  /** The click that resumes the run; absent for a comment. */
  readonly click?: Pick<Click, 'check' | 'code'>;
  /** The workflow run that the artifact came from, as GitHub describes it. */
  readonly origin: Pick<CiRun, 'repository' | 'headRepository' | 'workflow' | 'event'>;
}

/**
 * Whether a run may resume. `void`: the checkpoint is trusted, but the approval is stale; the approval comment says so and
 * the run ends. `refused`: the checkpoint is not trusted, and nothing of it is used.
 */
type ResumeCheck =
  | { readonly kind: 'resume' }
  | { readonly kind: 'void'; readonly because: string }
  | { readonly kind: 'refused'; readonly because: string };

/** The entries that a run still appends after its checkpoint. Any other entry means that the run continued. */
const MAY_FOLLOW: readonly string[] = [
  'checkpoint.saved',
  'run.suspended',
  'run.end',
  'github.write',
  'redaction',
  'warning',
];

/**
 * Decides whether a decrypted checkpoint may resume. Pure. Checks trust first, so that an untrusted checkpoint never voids
 * an approval.
 */
export function checkResume(state: CheckpointState, facts: ResumeFacts): ResumeCheck {
  const distrust = refusalOf(state, facts);
  if (distrust !== null) return { kind: 'refused', because: distrust };
  const voids = voidReason(state, facts);
  return voids === null ? { kind: 'resume' } : { kind: 'void', because: voids };
}

function refusalOf(state: CheckpointState, facts: ResumeFacts): string | null {
  const { origin } = facts;
  if (!sameName(state.repository, facts.repository))
    return `it belongs to ${state.repository}, but this repository is ${facts.repository}`;
  if (!sameName(origin.repository, facts.repository))
    return `its artifact belongs to ${origin.repository ?? 'an unknown repository'}`;
  const ownBranch = sameName(origin.headRepository, facts.repository);
  const file = workflowFileOf(origin.event);
  const trusted = file === 'writers' || (file === 'head' && ownBranch);
  if (!trusted) {
    const head = origin.headRepository ?? 'a deleted repository';
    return `a run on ${origin.event} from ${head} uploaded its artifact`;
  }
  if (state.workflow !== facts.workflow || origin.workflow !== facts.workflow) {
    return `it belongs to the workflow ${origin.workflow}, but this workflow is ${facts.workflow}`;
  }
  const trail = trailRefusal(state, facts);
  if (trail !== null) return trail;
  if (state.suspendedRequest !== null && state.suspendedRequest.issue !== facts.issue) {
    return `its approval comment is on #${state.suspendedRequest.issue}, but the answer on #${facts.issue}`;
  }
  return facts.click === undefined ? null : clickRefusal(state, facts.click);
}

/** A click counts only on a button that the run itself created for these requests. */
function clickRefusal(
  { suspendedRequest }: CheckpointState,
  { check, code }: Pick<Click, 'check' | 'code'>,
): string | null {
  const own = suspendedRequest?.check ?? null;
  if (own === null) return 'its approval comment has no buttons, but a button was clicked';
  if (check.id !== own.id)
    return `its buttons are on check run ${own.id}, but the clicked one is on ${check.id}`;
  if (check.app.id !== own.app.id)
    return `its check run is by App ${own.app.id}, but the clicked one is by ${check.app.id}`;
  if (check.headSha !== own.headSha)
    return `its check run is on ${own.headSha}, but the clicked one is on ${check.headSha}`;
  return code === own.code ? null : 'the clicked button belongs to other requests';
}

function trailRefusal(state: CheckpointState, { trail, fileSha256 }: ResumeFacts): string | null {
  if (trail === null) return 'its audit trail does not verify';
  if (trail.hashAtCheckpoint !== state.trailHead.hash)
    return 'the audit trail that came with it is another one';
  const unexpected = trail.after.find(({ type }) => !MAY_FOLLOW.includes(type));
  if (unexpected !== undefined) return `its audit trail continues after it (${unexpected.type})`;
  const saved = trail.after.some(
    (event) => event.type === 'checkpoint.saved' && event.sha256 === fileSha256,
  );
  return saved ? null : 'its audit trail does not name it';
}

function voidReason(state: CheckpointState, facts: ResumeFacts): string | null {
  if (!facts.issueOpen) return `#${facts.issue} was closed`;
  // An invalid date compares as false and so has expired.
  const expires = state.suspendedRequest?.expires ?? null;
  if (expires !== null && !(facts.now.getTime() <= Date.parse(expires)))
    return `the approval request expired on ${timeText(expires)}`;
  const head = facts.pushedHead ?? state.headSha;
  if (facts.headSha !== head)
    return `the head is now ${facts.headSha}, but the approval request was for ${head}`;
  if (facts.trustedBefore !== null && facts.trustedRef !== facts.trustedBefore)
    return `the trusted branch is now ${facts.trustedRef}, but the approval request was made under ${facts.trustedBefore}`;
  if (state.policySha256 !== facts.policySha256)
    return 'the policy has changed since people were asked';
  return null;
}

/** False for an unknown repository. */
function sameName(one: string | null, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
