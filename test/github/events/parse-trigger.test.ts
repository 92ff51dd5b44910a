import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseTrigger, readEventFile, TRIGGER_EVENTS } from '../../../src/github/index.ts';
import { errorOf } from '../context.ts';
import * as fc from '../../properties.ts';

const SHA = 'a'.repeat(40);
describe('what an event says', () => {
  const user = { login: 'ann', id: 1, type: 'User' };
  const repository = { id: 7, full_name: 'o/r', default_branch: 'main' };
  const issue = {
    number: 5,
    title: 'T',
    body: null,
    user: null,
    html_url: 'https://x/5',
    created_at: '2026-01-01T00:00:00Z',
  };
  const comment = {
    id: 9,
    body: '/countersign go',
    user,
    html_url: 'https://x/5#9',
    created_at: '2026-01-02T00:00:00Z',
  };
  const pull = {
    ...issue,
    user,
    head: { sha: SHA, ref: 'topic', repo: { id: 8, full_name: 'fork/r' } },
    base: { ref: 'main', repo: repository },
  };

  test('a ghost and an empty body are null and empty', () => {
    const trigger = parseTrigger({
      eventName: 'issues',
      payload: { action: 'opened', issue, repository, sender: null },
    });
    expect(trigger).toMatchObject({
      actor: null,
      body: '',
      requestText: { text: '', author: null },
    });
  });

  test.each([
    ['NONE', true],
    ['CONTRIBUTOR', true],
    ['COLLABORATOR', false],
    ['MEMBER', false],
    ['OWNER', false],
    [undefined, false],
  ])('every text that asks says whether its author is an outsider: %s', (association, expected) => {
    const withAssociation = (written: object) => ({ ...written, author_association: association });
    const review = { ...comment, submitted_at: comment.created_at };
    const events: readonly (readonly [string, object])[] = [
      ['issues', { issue: withAssociation(issue) }],
      ['issue_comment', { issue, comment: withAssociation(comment) }],
      ['pull_request', { pull_request: withAssociation(pull) }],
      ['pull_request_review', { pull_request: pull, review: withAssociation(review) }],
      ['pull_request_review_comment', { pull_request: pull, comment: withAssociation(comment) }],
    ];
    for (const [eventName, about] of events) {
      const payload = { action: 'created', repository, sender: user, ...about };
      const { requestText } = parseTrigger({ eventName, payload, sha: SHA });
      expect([eventName, requestText?.byOutsider]).toEqual([eventName, expected]);
    }
  });

  const asOf = (eventName: string, about: object) =>
    parseTrigger({
      eventName,
      payload: { repository, sender: user, ...about },
      sha: SHA,
    }).requestText?.asOf;

  test('an event about no new text shows everything until it happened', () => {
    const labeled = '2026-02-01T00:00:00Z';
    const late = (written: object) => ({ ...written, updated_at: labeled });
    expect(asOf('issues', { action: 'opened', issue: late(issue) })).toBe(issue.created_at);
    expect(asOf('issues', { action: 'labeled', issue: late(issue) })).toBe(labeled);
    expect(asOf('issues', { action: 'labeled', issue })).toBeNull();
    expect(asOf('pull_request', { action: 'synchronize', pull_request: late(pull) })).toBe(labeled);
    expect(asOf('issue_comment', { action: 'created', issue: late(issue), comment })).toBe(
      comment.created_at,
    );
    expect(asOf('issue_comment', { action: 'deleted', issue: late(issue), comment })).toBe(labeled);
    const review = { ...comment, submitted_at: comment.created_at };
    const reviewed = { pull_request: late(pull), review };
    expect(asOf('pull_request_review', { action: 'submitted', ...reviewed })).toBe(
      comment.created_at,
    );
    expect(asOf('pull_request_review', { action: 'dismissed', ...reviewed })).toBe(labeled);
  });

  test('the text of a comment is by its author, and on a pull request the head is not known', () => {
    const payload = {
      action: 'created',
      issue: { ...issue, pull_request: {} },
      comment,
      repository,
      sender: user,
    };
    expect(parseTrigger({ eventName: 'issue_comment', payload, sha: SHA })).toMatchObject({
      number: 5,
      isPullRequest: true,
      headSha: null,
      fork: null,
      requestText: {
        author: { login: 'ann' },
        commentId: 9,
        asOf: '2026-01-02T00:00:00Z',
        text: '/countersign go',
      },
      url: 'https://x/5#9',
    });
    const onIssue = parseTrigger({
      eventName: 'issue_comment',
      payload: { ...payload, issue },
      sha: SHA,
    });
    expect(onIssue).toMatchObject({ isPullRequest: false, headSha: SHA, fork: false });
  });

  test.each([
    ['another repository', { id: 8, full_name: 'fork/r' }, true, 'fork/r'],
    ['a deleted fork', null, true, null],
    ['the same repository', { id: 7, full_name: 'o/r' }, false, 'o/r'],
    ['the same name with another id', { id: 8, full_name: 'o/r' }, true, 'o/r'],
    ['the same id with another name', { id: 7, full_name: 'o/old' }, false, 'o/old'],
    ['the same name without an id', { full_name: 'O/R' }, false, 'O/R'],
    ['another name without an id', { full_name: 'fork/r' }, true, 'fork/r'],
  ])('a pull request from %s', (_name, repo, fork, headRepository) => {
    const payload = {
      action: 'opened',
      pull_request: { ...pull, head: { ...pull.head, repo } },
      repository,
      sender: user,
    };
    const trigger = parseTrigger({
      eventName: 'pull_request_target',
      payload,
      sha: 'b'.repeat(40),
    });
    expect(trigger).toMatchObject({
      fork,
      headRepository,
      headSha: SHA,
      headRef: 'topic',
      baseRef: 'main',
    });
  });

  test('a comment has the text before its edit only in an event of an edit that changed its text', () => {
    const editedAt = '2026-01-03T00:00:00Z';
    const edited = { ...comment, updated_at: editedAt };
    const changes = { body: { from: 'before' } };
    const editIn = (over: object) => {
      const payload = { action: 'edited', issue, comment: edited, changes, repository, ...over };
      const trigger = parseTrigger({ eventName: 'issue_comment', payload });
      return trigger.event === 'issue_comment' ? trigger.edit : undefined;
    };
    expect(editIn({})).toEqual({ from: 'before', at: editedAt });
    expect(editIn({ changes: { body: { from: '' } } })).toEqual({ from: '', at: editedAt });
    for (const over of [{ action: 'created' }, { changes: {} }, { changes: null }, { comment }])
      expect(editIn(over)).toBeNull();
  });

  test('a review without words is an empty text', () => {
    const payload = {
      action: 'submitted',
      review: { id: 1, body: null, user },
      pull_request: pull,
      repository,
      sender: user,
    };
    expect(parseTrigger({ eventName: 'pull_request_review', payload }).requestText?.text).toBe('');
  });

  test('a dispatch without inputs is on the branch that it names', () => {
    const payload = { inputs: null, ref: 'refs/heads/topic', repository, sender: user };
    const trigger = parseTrigger({ eventName: 'workflow_dispatch', payload, sha: SHA });
    expect(trigger).toMatchObject({ baseRef: 'topic', headSha: SHA, action: null });
  });

  test('a schedule has nobody behind it', () => {
    const trigger = parseTrigger({
      eventName: 'schedule',
      payload: { schedule: '0 4 * * *' },
      sha: SHA,
      repository: 'o/r',
    });
    expect(trigger).toMatchObject({
      actor: null,
      headSha: SHA,
      repository: 'o/r',
    });
  });

  test('a deleted branch has no commit, a tag no branch', () => {
    const payload = {
      ref: 'refs/tags/v1',
      after: '0'.repeat(40),
      deleted: true,
      repository,
      sender: user,
    };
    expect(parseTrigger({ eventName: 'push', payload, sha: SHA })).toMatchObject({
      headSha: null,
      baseRef: null,
    });
  });

  test('a workflow run in a fork has no pull request of the repository that it is a fork of', () => {
    const base = { ref: 'main', sha: SHA, repo: { id: 4, url: 'https://x.test/o/r', name: 'r' } };
    const workflow_run = {
      head_sha: SHA,
      head_branch: 'x',
      head_repository: repository,
      pull_requests: [{ number: 12, base }] as object[],
    };
    const read = (id: number) =>
      parseTrigger({
        eventName: 'workflow_run',
        payload: { workflow_run, repository: { ...repository, id }, sender: user },
      });
    expect(read(5)).toMatchObject({ number: null, isPullRequest: false });
    expect(read(4)).toMatchObject({ number: 12, isPullRequest: true, baseRef: 'main' });
    // Without the repository of its base, it is taken for the own one.
    workflow_run.pull_requests = [{ number: 12, base: { ref: 'main', sha: SHA } }];
    expect(read(5)).toMatchObject({ number: 12, isPullRequest: true, baseRef: 'main' });
  });

  test('a workflow run of a fork names no pull request and is a fork', () => {
    const workflow_run = {
      id: 3,
      head_sha: SHA,
      head_branch: 'x',
      head_repository: { id: 8, full_name: 'fork/r' },
      pull_requests: [],
    };
    const trigger = parseTrigger({
      eventName: 'workflow_run',
      payload: { action: 'completed', workflow_run, repository, sender: user },
    });
    expect(trigger).toMatchObject({
      fork: true,
      number: null,
      isPullRequest: false,
      headSha: SHA,
    });
  });
});

test.each(['deployment_status', 'merge_group'])(
  'another event has no commit, because that of %s may be of a fork',
  (eventName) => {
    const payload = { action: 'created' };
    expect(parseTrigger({ eventName, payload, sha: SHA })).toMatchObject({
      event: 'unsupported',
      headSha: null,
    });
  },
);

describe('malformed events', () => {
  test.each([
    ['issues', {}, 'issue'],
    ['issues', { issue: { number: 'seven' } }, 'issue.number'],
    ['issue_comment', { issue: { number: 1 }, comment: { id: 'x' } }, 'comment.id'],
    [
      'pull_request',
      { pull_request: { number: 1, head: { sha: 'main', ref: 'x' }, base: { ref: 'main' } } },
      'pull_request.head.sha',
    ],
    ['push', { ref: 'refs/heads/x' }, 'after'],
    ['push', { ref: 'refs/heads/x', after: `${SHA}0` }, 'after'],
    ['push', { ref: 'refs/heads/x', after: `${SHA} --all` }, 'after'],
    ['issues', null, 'the whole file'],
    ['schedule', [], 'the whole file'],
    ['merge_group', 'text', 'the whole file'],
    ['issues', { issue: { number: 1, user: 'ann' } }, 'issue.user'],
  ])('%s %j names the file and the field %s', async (eventName, payload, field) => {
    const error = await errorOf(
      Promise.resolve().then(() => parseTrigger({ eventName, payload, file: '/x/event.json' })),
    );
    expect(error.code).toBe('event-invalid');
    expect(error.message).toContain('/x/event.json');
    expect(error.message).toContain(`event: ${field}:`);
  });

  test('no event name is its own message', () => {
    expect(() => parseTrigger({ eventName: '', payload: {} })).toThrow(
      /GITHUB_EVENT_NAME is empty/,
    );
  });

  test('whatever the payload is, the answer is a trigger or event-invalid', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TRIGGER_EVENTS, 'release'),
        fc.jsonValue(),
        (eventName, payload) => {
          try {
            expect(typeof parseTrigger({ eventName, payload }).event).toBe('string');
          } catch (error) {
            expect(error).toMatchObject({ code: 'event-invalid' });
          }
        },
      ),
    );
  });

  test.each([
    ['no JSON', 'hello'],
    ['half a JSON', '{"action": "op'],
    ['empty', ''],
    ['only white space', ' \n'],
  ])('a file that is %s is event-invalid and named', async (_name, content) => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-'));
    const file = join(folder, 'event.json');
    await writeFile(file, content);
    const error = await errorOf(readEventFile(file));
    await rm(folder, { recursive: true });
    expect(error.code).toBe('event-invalid');
    expect(error.message).toContain(file);
    expect(error.message).not.toContain('hello');
  });

  test('a file of more bytes than any event has is event-invalid, and is not read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-'));
    const file = join(folder, 'event.json');
    await writeFile(file, '{}');
    await truncate(file, 32 * 1024 * 1024 + 1);
    const error = await errorOf(readEventFile(file));
    await rm(folder, { recursive: true });
    expect(error.message).toContain('has 33554433 bytes; at most 33554432 are read');
  });

  test('a file that is missing, a folder, or not named at all is event-invalid', async () => {
    for (const file of ['/does/not/exist.json', tmpdir(), '']) {
      expect((await errorOf(readEventFile(file))).code).toBe('event-invalid');
    }
  });

  test('a byte order mark does no harm', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-'));
    const file = join(folder, 'event.json');
    await writeFile(file, '\uFEFF{"a":1}');
    expect(await readEventFile(file)).toEqual({ a: 1 });
    await rm(folder, { recursive: true });
  });
});
