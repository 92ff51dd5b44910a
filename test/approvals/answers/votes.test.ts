import { describe, expect, test } from 'vitest';
import { commentSource } from '../../../src/approvals/answers/answer-source.ts';
import type { ApprovalRequest } from '../../../src/approvals/index.ts';
import type { AnswerReview } from '../../../src/approvals/answers/review-answer.ts';
import { countVotes, isApproved, isDecided } from '../../../src/approvals/answers/votes.ts';
import * as fc from '../../properties.ts';
import { requestOf } from '../context.ts';
import { ALICE, BOB, CAROL, MALLORY } from '../memory-github.ts';

const AT = '2026-01-01T00:05:00Z';
const request: ApprovalRequest = {
  ...requestOf(),
  needs: { from: [['write']], count: 2, self: false, expireMs: 60_000 },
};

interface Said {
  readonly id: number;
  readonly author: typeof BOB;
  readonly decision: 'approve' | 'deny';
  readonly counted: boolean;
  readonly change: boolean;
}

function reviewOf({ id, author, decision, counted, change }: Said): AnswerReview {
  const comment = {
    id,
    nodeId: `IC_${id}`,
    author,
    viaApp: null,
    byOutsider: false,
    body: '',
    createdAt: AT,
    updatedAt: AT,
    url: '',
  };
  return {
    source: commentSource(comment),
    permission: 'write',
    decisions: [
      {
        request,
        decision,
        counted,
        because: '',
        words: String(id),
        standing: { as: ['write'], covers: 'all' },
        ...(change && decision === 'approve' ? { change: `text ${id}` } : {}),
      },
    ],
    unknown: [],
    refusal: null,
    cancels: false,
    denies: decision === 'deny',
    mentions: false,
  };
}

function votesOn(said: readonly Said[]) {
  const [votes] = countVotes([request], said.map(reviewOf));
  if (votes === undefined) throw new Error('There is one request.');
  return votes;
}

const word = fc.record({
  author: fc.constantFrom(ALICE, BOB, CAROL, MALLORY),
  decision: fc.constantFrom<'approve' | 'deny'>('approve', 'approve', 'approve', 'deny'),
  counted: fc.boolean(),
  change: fc.boolean(),
});
const words = fc
  .array(word, { maxLength: 6 })
  .map((all) => all.map((one, index): Said => ({ id: 101 + index, ...one })));
const shuffled = words.chain((said) =>
  fc
    .shuffledSubarray([...said], { minLength: said.length, maxLength: said.length })
    .map((order) => ({ said, order })),
);

describe('the votes on a request', () => {
  test('are counted in the order in which people wrote, whatever the order in which they were read', () => {
    fc.assert(
      fc.property(shuffled, ({ said, order }) => {
        expect(votesOn(order)).toEqual(votesOn(said));
      }),
    );
  });

  test('approve it only if as many different people did as it needs, or if one changed it, and nobody denied it', () => {
    fc.assert(
      fc.property(words, (said) => {
        const votes = votesOn(said);
        const counted = said.filter((one) => one.counted);
        const yes = counted.filter(({ decision }) => decision === 'approve');
        const people = new Set(yes.filter(({ change }) => !change).map(({ author }) => author.id));
        const changed = yes.findIndex(({ change }) => change);
        const before = new Set(yes.slice(0, Math.max(0, changed)).map(({ author }) => author.id));
        const isChanged = changed !== -1 && before.size < request.needs.count;
        const first = counted.find(({ decision }) => decision === 'deny');
        expect(votes.denial?.decision.words ?? null).toBe(
          first === undefined ? null : `${first.id}`,
        );
        expect(votes.change?.text ?? null).toBe(isChanged ? `text ${yes[changed]?.id}` : null);
        expect(isApproved(votes)).toBe(isChanged || people.size >= request.needs.count);
        expect(isDecided(votes)).toBe(first !== undefined || isApproved(votes));
      }),
    );
  });
});
