import type { Trail } from '../../audit/index.ts';
import { CountersignError, errorText } from '../../common/index.ts';
import type { GitHub } from '../../github/index.ts';
import { type Answer, type ApprovalRequest, ResumedByOtherJob } from '../approver.ts';
import { warn } from '../poll/approval-session.ts';

/** The reaction that claims an approval comment. GitHub answers 201 to the first job that adds it, 200 to every other. */
export const CLAIM = 'rocket';

/** An approval comment that a job claims. */
interface Claimable {
  readonly commentId: number;
  /** The claim of the job that suspended the run again: the next claim replaces it. Absent: no job has claimed the comment before. */
  readonly claim?: number | undefined;
}

/** What may be done with a claim on GitHub. */
type ClaimClient = Pick<GitHub, 'react' | 'removeReaction'>;

interface Claims {
  /** By comment id: this run's claim; `null` if another job was first. */
  readonly comments: Map<number, Promise<number | null>>;
  /** Digests that this run has tried to use; added before anything is awaited. */
  readonly used: Set<string>;
}

const CLAIMS = new WeakMap<Trail, Claims>();

interface ClaimRequest {
  readonly trail: Trail;
  readonly github: ClaimClient | null;
  readonly request: ApprovalRequest;
  readonly answer: Answer;
  /** Why people no longer approve it; `null` if they do. Absent: nobody can take the approval back. */
  readonly withdrawn?: () => Promise<string | null>;
}

/**
 * Claims an approval for this run alone, once, and records that in the trail before it resolves. Returns `null`, or the
 * reason if the claim fails. GitHub arbitrates for the whole approval comment, so that of two jobs that read the same
 * answer only one continues; any failure refuses. `withdrawn` is asked last, because calls before this one took time. An
 * answer at a terminal or of a program needs no claim on GitHub.
 */
export async function claimApproval(claim: ClaimRequest): Promise<string | null> {
  const { trail, request } = claim;
  const { id: approval, call, digest } = request;
  const claims = claimsOf(trail);
  const isReplay = claims.used.has(digest);
  claims.used.add(digest);
  const refusal = isReplay ? 'it was used before' : await refusalOf(claim, claims);
  if (refusal !== null) {
    const because = `The approval could not be claimed: ${refusal}.`;
    // A used approval stays used in the trail. Only an approval that was never claimed is void.
    if (isReplay) await warn(trail, 'approval-replayed', `${approval}: ${because}`);
    else await trail.append({ type: 'approval.void', approval, call, because });
    return because;
  }
  await trail.append({ type: 'approval.consumed', approval, call, digest });
  return null;
}

/**
 * Claims an approval comment for this run, which may do so again. Resolves with the claim, which the next job needs if this one
 * suspends the run again. Rejects with `ResumedByOtherJob` if another job was first, and with GitHub's error: with `claim-lost` if it
 * is unknown who was.
 */
export async function claimRequest(
  trail: Trail,
  github: ClaimClient,
  comment: Claimable,
): Promise<number> {
  const claim = await claimOnce(claimsOf(trail), github, comment);
  if (claim === null) throw new ResumedByOtherJob();
  return claim;
}

/**
 * Claims the comment of a run that this job does not continue under the claim's trail: one that is void, or that crashed. Rejects as
 * `claimRequest` does.
 */
export async function claimComment(github: ClaimClient, comment: Claimable): Promise<void> {
  if ((await claimOn(github, comment)) === null) throw new ResumedByOtherJob();
}

async function refusalOf(
  { answer, request, github, withdrawn }: ClaimRequest,
  claims: Claims,
): Promise<string | null> {
  if (answer.kind !== 'approved') return `the answer is "${answer.kind}"`;
  if (answer.request.digest !== request.digest) return 'it is an approval of another call';
  if (answer.by.length === 0) return 'nobody gave it';
  if (answer.by.every(({ permission }) => permission === 'terminal' || permission === 'callback'))
    return null;
  if (github === null || answer.comment === undefined) return 'it names no approval comment';
  try {
    const { commentId } = answer.comment;
    const own = await claimOnce(claims, github, { commentId });
    if (own === null) return 'another job has claimed the approval comment';
    return (await withdrawn?.()) ?? null;
  } catch (error) {
    return `the approval comment could not be claimed (${errorText(error)})`;
  }
}

function claimOnce(
  claims: Claims,
  github: ClaimClient,
  comment: Claimable,
): Promise<number | null> {
  const before = claims.comments.get(comment.commentId);
  if (before !== undefined) return before;
  const claim = claimOn(github, comment);
  claims.comments.set(comment.commentId, claim);
  return claim;
}

/**
 * The claim of this job; `null` if another job was first. A claim that its checkpoint names is over: whoever removes it, one job alone
 * adds the next one, and a job that knows an earlier checkpoint does not remove it. Rejects with GitHub's error, and if it is unknown
 * who was first.
 */
async function claimOn(
  github: ClaimClient,
  { commentId, claim }: Claimable,
): Promise<number | null> {
  if (claim !== undefined) await github.removeReaction(commentId, claim);
  const { created, id, isLost = false } = await github.react(commentId, CLAIM);
  if (created) return id;
  if (id === claim)
    throw new CountersignError('github-refused', 'GitHub did not remove the claim before.');
  if (!isLost) return null;
  throw new CountersignError(
    'claim-lost',
    "GitHub's answer to the claim of the approval comment was lost, so nobody can tell whether this job or another one has it.",
    { fix: 'See whether another job runs the call; if none does, start the run again.' },
  );
}

function claimsOf(trail: Trail): Claims {
  const before = CLAIMS.get(trail);
  if (before !== undefined) return before;
  const claims: Claims = { comments: new Map(), used: new Set() };
  CLAIMS.set(trail, claims);
  return claims;
}
