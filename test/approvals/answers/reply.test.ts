import { describe, expect, test } from 'vitest';
import {
  isAcknowledged,
  linesInstead,
  markNotCounted,
  replyOnce,
} from '../../../src/approvals/index.ts';
import { CountersignError } from '../../../src/common/index.ts';
import { BOB, BOT, MemoryGitHub } from '../memory-github.ts';

const refusal = { because: 'it is not a command' };
const BOTH = { calls: ['ap-0123456z'], questions: ['ap-zzzzzzzz'] };
const QUESTION = { calls: [], questions: ['ap-zzzzzzzz'] };
const NOTHING = { calls: [], questions: [] };

/** A comment that does not count. */
function said() {
  const github = new MemoryGitHub();
  const comment = github.say(BOB, '/aprove');
  return { github, comment, reactions: () => [...(github.reactions.get(comment.id) ?? [])] };
}

/** GitHub with one reaction, of one account on comment 5. */
const reacted = (reaction: string, account: number) => ({
  hasReacted: async (id: number, wanted: string, by: number) =>
    id === 5 && wanted === reaction && by === account,
});

describe('a job has read a comment', () => {
  test.each(['+1', 'confused'])('if its account added %s', async (reaction) => {
    expect(await isAcknowledged(reacted(reaction, BOT.id), { id: 5 }, BOT)).toBe(true);
    expect(await isAcknowledged(reacted(reaction, BOB.id), { id: 5 }, BOT)).toBe(false);
    expect(await isAcknowledged(reacted(reaction, BOT.id), { id: 6 }, BOT)).toBe(false);
  });

  test('and not if it added another reaction', async () => {
    expect(await isAcknowledged(reacted('eyes', BOT.id), { id: 5 }, BOT)).toBe(false);
  });
});

describe('a reply to an answer that does not count', () => {
  test('is posted by the job that marks the comment first, and by no other', async () => {
    const { github, comment, reactions } = said();
    expect(await replyOnce(github, 7, { comment, ...refusal })).toMatchObject({ issue: 7 });
    expect(reactions()).toEqual(['confused']);
    expect(await replyOnce(github, 7, { comment, ...refusal })).toBeNull();
    expect(await markNotCounted(github, comment)).toBe(false);
    expect(github.replies()).toHaveLength(1);
  });

  test('is left to another job if GitHub does not take it', async () => {
    const { github, comment, reactions } = said();
    github.failing.set('createComment', new CountersignError('github-unreachable', 'Down.'));
    await expect(replyOnce(github, 7, { comment, ...refusal })).rejects.toThrow('Down.');
    expect(reactions()).toEqual([]);
    github.failing.clear();
    expect(await replyOnce(github, 7, { comment, ...refusal })).not.toBeNull();
  });

  test('is posted if GitHub takes no reaction, and not if the program has a bug', async () => {
    const { github, comment } = said();
    github.failing.set('react', new CountersignError('github-permission', 'No reactions.'));
    expect(await replyOnce(github, 7, { comment, ...refusal })).not.toBeNull();
    const broken = {
      react: () => Promise.reject(new TypeError('a bug')),
      removeReaction: () => Promise.resolve(),
      createComment: (issue: number, text: string) => github.createComment(issue, text),
    };
    await expect(replyOnce(broken, 7, { comment, ...refusal })).rejects.toThrow('a bug');
    expect(github.replies()).toHaveLength(1);
  });

  test.each([
    [false, BOTH, ['/approve ap-0123456z', '/answer ap-zzzzzzzz your answer']],
    [true, BOTH, ['/deny ap-0123456z ap-zzzzzzzz your reason', '/cancel ap-0123456z']],
    [true, QUESTION, ['/deny ap-zzzzzzzz your reason', '/cancel ap-zzzzzzzz']],
    [false, QUESTION, ['/answer ap-zzzzzzzz your answer']],
    [false, NOTHING, []],
    [true, NOTHING, []],
  ])('has the lines to copy (denies: %s, answerable: %j): %j', async (denies, ids, lines) => {
    const { github, comment } = said();
    const instead = linesInstead(ids, denies);
    const posted = await replyOnce(github, 7, { comment, ...refusal, lines: instead });
    const found = posted?.body.match(/^\/.*$/gm) ?? [];
    expect([...found]).toEqual(lines);
    expect(posted?.body.includes('begins with this line')).toBe(lines.length > 0);
  });

  test.each([
    [undefined, null],
    [false, null],
    [true, 'No further answers to this approval comment will be explained.'],
    ['outsiders', 'Further answers by people who may not approve get a reaction, and no reply.'],
  ] as const)('says whether it is the last: %s', async (last, sentence) => {
    const { github, comment } = said();
    const posted = await replyOnce(github, 7, {
      comment,
      ...refusal,
      ...(last === undefined ? {} : { last }),
    });
    expect(posted?.body.match(/(?:No further|Further) answers .*\.$/m)?.[0] ?? null).toBe(sentence);
    expect(posted?.body).toContain('by `@bob`: `it is not a command`.');
  });
});
