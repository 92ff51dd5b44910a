import type { Trail } from '../../audit/index.ts';
import { CountersignError, errorText } from '../../common/index.ts';
import type { GitHub } from '../../github/index.ts';
import { type Answer, type ApprovalRequest, ResumedByOtherJob } from '../approver.ts';

/** The reaction that claims an approval comment. GitHub answers 201 to the first job that adds it, 200 to every other. */
export const CLAIM = 'rocket';

interface Claims {
  /** By comment id: whether this run was the first to claim the comment. */
  readonly comments: Map<number, Promise<boolean>>;
  /** Digests that this run has tried to use; added before anything is awaited. */
  readonly used: Set<string>;
}

const CLAIMS = new WeakMap<Trail, Claims>();

interface ClaimRequest {
  readonly trail: Trail;
  readonly github: Pick<GitHub, 'react'> | null;
  readonly request: ApprovalRequest;
  readonly answer: Answer;
}

/**
 * Claims an approval for this run alone, once, and records that in the trail before it resolves. Returns `null`, or the
 * reason if the claim fails. GitHub arbitrates for the whole approval comment, so that of two jobs that read the same
 * answer only one continues; any failure refuses. An answer at a terminal or of a program needs no claim on GitHub.
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
    if (isReplay)
      await trail.append({
        type: 'warning',
        code: 'approval-replayed',
        message: `${approval}: ${because}`,
      });
    else await trail.append({ type: 'approval.void', approval, call, because });
    return because;
  }
  await trail.append({ type: 'approval.consumed', approval, call, digest });
  return null;
}

/**
 * Claims an approval comment for this run, which may do so again. Rejects with `ResumedByOtherJob` if another job was first, and
 * with GitHub's error: with `claim-lost` if it is unknown who was.
 */
export async function claimRequest(
  trail: Trail,
  github: Pick<GitHub, 'react'>,
  commentId: number,
): Promise<void> {
  if (!(await claimOnce(claimsOf(trail), github, commentId))) throw new ResumedByOtherJob();
}

/**
 * Claims the comment of a run that this job does not continue under the claim's trail: one that is void, or that crashed. Rejects as
 * `claimRequest` does.
 */
export async function claimComment(
  github: Pick<GitHub, 'react'>,
  commentId: number,
): Promise<void> {
  if (!(await isClaimed(github, commentId))) throw new ResumedByOtherJob();
}

async function refusalOf(
  { answer, request, github }: ClaimRequest,
  claims: Claims,
): Promise<string | null> {
  if (answer.kind !== 'approved') return `the answer is "${answer.kind}"`;
  if (answer.request.digest !== request.digest) return 'it is an approval of another call';
  if (answer.by.length === 0) return 'nobody gave it';
  if (answer.by.every(({ permission }) => permission === 'terminal' || permission === 'callback'))
    return null;
  if (github === null || answer.comment === undefined) return 'it names no approval comment';
  try {
    const isFirst = await claimOnce(claims, github, answer.comment.commentId);
    return isFirst ? null : 'another job has claimed the approval comment';
  } catch (error) {
    return `the approval comment could not be claimed (${errorText(error)})`;
  }
}

function claimOnce(
  claims: Claims,
  github: Pick<GitHub, 'react'>,
  commentId: number,
): Promise<boolean> {
  const before = claims.comments.get(commentId);
  if (before !== undefined) return before;
  const claim = isClaimed(github, commentId);
  claims.comments.set(commentId, claim);
  return claim;
}

/** False if another job was first. Rejects with GitHub's error, and if it is unknown who was. */
async function isClaimed(github: Pick<GitHub, 'react'>, commentId: number): Promise<boolean> {
  const { created, isLost = false } = await github.react(commentId, CLAIM);
  if (created || !isLost) return created;
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
