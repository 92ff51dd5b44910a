import type { Trail } from '../../audit/index.ts';
import { errorText } from '../../common/index.ts';
import type { GitHub } from '../../github/index.ts';
import type { Answer, ApprovalRequest } from '../ports.ts';

/** The reaction that takes a card. GitHub answers 201 to the first job that makes it and 200 to every other. */
const CLAIM = 'rocket';

interface Claims {
  /** By comment id: whether this run was the first to take the card. */
  readonly cards: Map<number, Promise<boolean>>;
  /** Digests that this run has tried to use; noted before anything is awaited. */
  readonly used: Set<string>;
}

/** What each run has taken, by its trail: as long-lived as the run, and shared by nothing else. */
const CLAIMS = new WeakMap<Trail, Claims>();

/**
 * Takes an approval for this run alone, once, and records that in the trail before it resolves: `null` where it was
 * taken, else why it could not be. A card is taken as a whole, on GitHub's side, so that of two jobs that saw the same
 * answer only one goes on; whatever fails on the way refuses. What people said at a terminal needs no claim there.
 */
export async function claimApproval(of: {
  readonly trail: Trail;
  readonly github: Pick<GitHub, 'react'> | null;
  readonly request: ApprovalRequest;
  readonly answer: Answer;
}): Promise<string | null> {
  const { trail, request } = of;
  const claims = claimsOf(trail);
  const again = claims.used.has(request.digest);
  claims.used.add(request.digest);
  const refusal = again ? 'it was used before' : await refusalOf(of, claims);
  if (refusal !== null) {
    const because = `The approval could not be taken: ${refusal}.`;
    // What was used stays used in the trail: only an approval that was never taken is void.
    if (again)
      await trail.append({
        type: 'warning',
        code: 'approval-replayed',
        message: `${request.id}: ${because}`,
      });
    else
      await trail.append({
        type: 'approval.void',
        approval: request.id,
        call: request.call,
        because,
      });
    return because;
  }
  await trail.append({
    type: 'approval.consumed',
    approval: request.id,
    call: request.call,
    digest: request.digest,
  });
  return null;
}

/**
 * Takes a card for this run, on GitHub's side: false where another job was first. Asking again for the same run gives the
 * same answer. Throws what GitHub answers.
 */
export function claimRequest(
  trail: Trail,
  github: Pick<GitHub, 'react'>,
  card: number,
): Promise<boolean> {
  return claimCard(claimsOf(trail), github, card);
}

async function refusalOf(
  of: Parameters<typeof claimApproval>[0],
  claims: Claims,
): Promise<string | null> {
  const { answer, request, github } = of;
  if (answer.kind !== 'approved') return `the answer is "${answer.kind}"`;
  if (answer.request.digest !== request.digest) return 'it is an approval of another call';
  if (answer.by.length === 0) return 'nobody gave it';
  if (answer.by.every(({ permission }) => permission === 'terminal')) return null;
  if (github === null || answer.card === undefined) return 'it names no card that could be taken';
  try {
    const first = await claimCard(claims, github, answer.card.commentId);
    return first ? null : 'another job has taken the card';
  } catch (error) {
    return `the card could not be taken (${errorText(error)})`;
  }
}

function claimCard(claims: Claims, github: Pick<GitHub, 'react'>, card: number): Promise<boolean> {
  const before = claims.cards.get(card);
  if (before !== undefined) return before;
  const claim = github.react(card, CLAIM).then(({ created }) => created);
  claims.cards.set(card, claim);
  return claim;
}

function claimsOf(trail: Trail): Claims {
  const before = CLAIMS.get(trail);
  if (before !== undefined) return before;
  const claims: Claims = { cards: new Map(), used: new Set() };
  CLAIMS.set(trail, claims);
  return claims;
}
