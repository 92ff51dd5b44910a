import { describe, expect, test } from 'vitest';
import { commentSource } from '../../../src/approvals/answers/answer-source.ts';
import { parseCodeOwners } from '../../../src/approvals/answers/codeowners.ts';
import { parseAnswer } from '../../../src/approvals/answers/parse-answer.ts';
import { type AnswerDraft, reviewAnswer } from '../../../src/approvals/answers/review-answer.ts';
import { commentRefusal, timedRefusal } from '../../../src/approvals/answers/review-rules.ts';
import type { Account, IssueComment } from '../../../src/github/index.ts';
import { requestOf } from '../context.ts';
import { BOB, BOT, CAROL } from '../memory-github.ts';

const ASKED = '2026-01-01T00:00:00Z';
const EXPIRES = '2026-01-08T00:00:00Z';
const AFTER = '2026-01-08T00:00:01Z';
const comment = { id: 100, createdAt: ASKED, asked: ASKED, expires: EXPIRES };
const parties = {
  own: [BOT],
  requester: null,
  pullAuthor: null,
  commitAuthors: [],
};
const src = requestOf({ call: 'c1', paths: ['src/a.ts'] });
const docs = requestOf({ call: 'c2', command: 'ls', paths: ['docs/a.md'] });
const question = requestOf({ call: 'c3', command: 'pwd', expects: 'answer' });

function answer(body: string, over: Partial<IssueComment> = {}): IssueComment {
  const author: Account = BOB;
  const time = over.createdAt ?? '2026-01-01T00:05:00Z';
  const url = 'https://github.test/c';
  const base = { id: 101, nodeId: 'n', author, viaApp: null, byOutsider: false, body, url };
  return { ...base, createdAt: time, updatedAt: time, ...over };
}

type Over = Partial<AnswerDraft['asked']> &
  Partial<Pick<AnswerDraft, 'newest' | 'notOnly' | 'source'>> & { readonly author?: Account };

function review(body: string, over: Over = {}) {
  const parsed = parseAnswer(body);
  if (parsed.kind !== 'commands') throw new Error('not a command');
  const { commands } = parsed;
  const {
    author = BOB,
    newest = true,
    notOnly = 'it names no call, and 3 calls were asked for',
    source = commentSource(answer(body, { author })),
    ...facts
  } = over;
  const asked = {
    comment,
    requests: [src, docs, question],
    parties,
    codeOwners: null,
    named: new Map([BOB, CAROL].map(({ login, id }) => [login, id])),
    gone: new Set<string>(),
    ...facts,
  };
  return reviewAnswer(
    { commands, source, asked, closed: new Map(), newest, notOnly },
    {
      permission: { ok: true, value: 'write' },
      lastEdit: { ok: true, value: null },
      isHidden: false,
      teams: new Map(),
    },
  );
}

describe('an answer at the limit of its time', () => {
  test('counts in the same second as the approval comment if its id is later', () => {
    const early = 'it was not posted after the approval comment';
    for (const [id, refusal] of [
      [101, null],
      [100, early],
      [99, early],
    ] as const) {
      const posted = answer('/approve all', { createdAt: ASKED, id });
      expect(commentRefusal(posted, comment, parties)).toBe(refusal);
    }
  });

  test('counts in the second of its expiry, and no later', () => {
    for (const [time, ok] of [
      [EXPIRES, true],
      [AFTER, false],
    ] as const) {
      const body = answer('/approve all', { createdAt: time });
      expect(commentRefusal(body, comment, parties) === null).toBe(ok);
      expect(timedRefusal({ author: BOB, at: time }, comment, parties) === null).toBe(ok);
    }
  });

  test('counts in the second in which its own request expires, though others are open for longer', () => {
    const brief = { ...src, needs: { ...src.needs, expireMs: 60_000 } };
    const body = `/approve ${src.id}`;
    const time = (createdAt: string) =>
      review(body, {
        requests: [brief, docs],
        source: commentSource(answer(body, { createdAt })),
      });
    expect(time('2026-01-01T00:01:00Z').decisions).toMatchObject([{ counted: true }]);
    expect(time('2026-01-01T00:01:01Z').decisions).toMatchObject([
      { counted: false, because: 'it was posted after this request expired' },
    ]);
  });
});

describe('an unreadable word beside an id', () => {
  test('leaves a denial of that id in force', () => {
    const { decisions, refusal } = review(`/deny ${src.id} ap-not-an-id`);
    expect(decisions).toMatchObject([{ decision: 'deny', counted: true, request: { call: 'c1' } }]);
    expect(refusal).toBeNull();
  });

  test('is part of the text of an answer', () => {
    expect(review(`/answer ${question.id} ap-not-an-id`).decisions).toMatchObject([
      { counted: true, words: 'ap-not-an-id' },
    ]);
  });
});

describe('`/cancel` of several calls with different owners', () => {
  const codeOwners = parseCodeOwners('/src/ @bob\n/docs/ @carol\n');
  const needs = { ...src.needs, from: [['codeowners']] };
  const requests = [src, docs].map((request) => ({ ...request, needs }));

  test('counts if its author may deny one of them', () => {
    for (const author of [BOB, CAROL])
      expect(review('/cancel', { author, codeOwners, requests })).toMatchObject({
        cancels: true,
        refusal: null,
        decisions: [],
      });
  });

  test('counts by whoever asked for the run, who may approve none of them', () => {
    const own = { ...parties, requester: { login: BOB.login, id: BOB.id } };
    const given = { codeOwners, requests, parties: own };
    expect(review('/cancel', given)).toMatchObject({ cancels: true, refusal: null });
    expect(review(`/approve ${src.id}`, given).decisions).toMatchObject([{ counted: false }]);
  });

  test('does not count if its author may deny none of them', () => {
    const author: Account = { login: 'dave', id: 9, type: 'User' };
    expect(review('/cancel', { author, codeOwners, requests })).toMatchObject({
      cancels: false,
      refusal: 'its author is not a code owner of src/a.ts',
    });
  });

  test('with an id ends only the run that asked with this id', () => {
    const own = `/cancel ${docs.id.toUpperCase()} enough`;
    expect(review(own, { codeOwners, requests })).toMatchObject({ cancels: true, unknown: [] });
    const other = '/cancel ap-00000000';
    expect(review(other, { codeOwners, requests })).toMatchObject({
      cancels: false,
      refusal: null,
      unknown: ['ap-00000000'],
    });
  });

  test('counts with the id of a call that the run asked about and that is no longer possible', () => {
    const gone = new Set(['ap-00000000']);
    const given = { codeOwners, requests, gone };
    const counted = { cancels: true, refusal: null, unknown: [] };
    expect(review('/cancel ap-00000000', given)).toMatchObject(counted);
    expect(review('/deny ap-00000000', given)).toMatchObject({ unknown: [...gone] });
  });

  test('does not count if nothing was asked', () => {
    expect(review('/cancel', { requests: [] })).toMatchObject({
      cancels: false,
      refusal: 'there is nothing to cancel',
    });
  });
});

describe('a call of which code owners decide', () => {
  test('is decided by no code owner while one of its files has none', () => {
    const needs = { ...src.needs, from: [['codeowners']] };
    const codeOwners = parseCodeOwners('/src/ @bob\n');
    const asked = (paths: readonly string[]) =>
      review(`/approve ${src.id}`, { codeOwners, requests: [{ ...src, needs, paths }] });
    expect(asked(['src/a.ts']).decisions).toMatchObject([{ counted: true }]);
    for (const paths of [
      ['src/a.ts', 'README.md'],
      ['README.md', 'src/a.ts'],
    ])
      expect(asked(paths).decisions).toMatchObject([
        {
          counted: false,
          because: 'the policy asks for code owners, and nobody owns README.md',
        },
      ]);
  });
});

describe('several commands in one comment', () => {
  test('decide each about its own request', () => {
    const { decisions, unknown } = review(
      `/approve ${src.id}\n/deny ${docs.id} no\n/approve ap-00000000`,
    );
    expect(decisions).toMatchObject([
      { decision: 'approve', counted: true, request: { call: 'c1' } },
      { decision: 'deny', counted: true, request: { call: 'c2' }, words: 'no' },
    ]);
    expect(unknown).toEqual(['ap-00000000']);
  });

  test('approve nothing that one of them denies', () => {
    for (const lines of [
      ['/approve all', `/deny ${docs.id} no`],
      [`/deny ${docs.id} no`, `/approve ${docs.id} ${src.id}`],
    ]) {
      const counted = review(lines.join('\n')).decisions.filter((one) => one.counted);
      expect(counted).toHaveLength(2);
      expect(counted).toContainEqual(
        expect.objectContaining({ decision: 'deny', request: docs, words: 'no' }),
      );
      expect(counted).toContainEqual(
        expect.objectContaining({ decision: 'approve', request: src }),
      );
    }
  });
});

describe('a command without an id', () => {
  const bare = { requests: [src], notOnly: null };

  test('means the one request of the newest approval comment', () => {
    expect(review('/approve', bare).decisions).toMatchObject([
      { decision: 'approve', counted: true, request: { call: 'c1' } },
    ]);
    expect(review('/deny too risky', bare).decisions).toMatchObject([
      { decision: 'deny', counted: true, words: 'too risky' },
    ]);
    expect(review('/approve', { ...bare, requests: [question] }).decisions).toMatchObject([
      { counted: false, because: expect.stringContaining('it is a question') },
    ]);
  });

  test('means nothing beside other requests, or after a later approval comment', () => {
    expect(review('/approve')).toMatchObject({
      decisions: [],
      refusal: 'it names no call, and 3 calls were asked for',
    });
    for (const body of ['/approve', '/deny no', '/approve all'])
      expect(review(body, { ...bare, newest: false })).toMatchObject({
        decisions: [],
        refusal: 'it names no call, and a later approval comment was posted',
      });
  });
});
