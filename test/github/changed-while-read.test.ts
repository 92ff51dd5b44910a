import { expect, test } from 'vitest';
import { context, errorOf } from './context.ts';

const LONG = 101;

/** An issue with so many comments that GitHub lists them in two pages; the last one is the first of the second page. */
async function longThread() {
  const { server, github, waits } = await context();
  server.issue({ title: 'Long', author: 'ann' });
  const first = server.comment({ login: 'eve', issue: 1, body: 'Hello' });
  for (let index = 2; index < LONG; index += 1)
    server.comment({ login: 'ann', issue: 1, body: `c${index}` });
  server.comment({ login: 'bob', issue: 1, body: '/deny all' });
  server.comment({ login: 'ann', issue: 1, body: '/approve all' });
  return { server, github, waits, first };
}

test('a comment that is deleted while the list is read hides no other comment', async () => {
  const { server, github, first } = await longThread();
  server.fail({
    match: /comments.*[?&]page=2/,
    until: () => Promise.resolve(server.deleteComment(first.id)),
  });
  const { comments } = await github.comments(1);
  expect(comments).toHaveLength(LONG);
  expect(comments.map(({ body }) => body).slice(-2)).toEqual(['/deny all', '/approve all']);
});

test('the same while a list that is known is read again', async () => {
  const { server, github, first } = await longThread();
  const { cursor } = await github.comments(1);
  server.comment({ login: 'ann', issue: 1, body: 'news' });
  server.fail({
    match: /comments.*[?&]page=2/,
    until: () => Promise.resolve(server.deleteComment(first.id)),
  });
  const { comments } = await github.comments(1, cursor);
  expect(comments.map(({ body }) => body).slice(-3)).toEqual(['/deny all', '/approve all', 'news']);
});

test('a list of two pages without news costs two conditional requests', async () => {
  const { server, github } = await longThread();
  const { cursor } = await github.comments(1);
  const before = server.log.length;
  expect((await github.comments(1, cursor)).changed).toBe(false);
  expect(server.log.slice(before).map(({ status }) => status)).toEqual([304, 304]);
});

test('a list that changes during every attempt is an error, which another look may not meet', async () => {
  const { server, github } = await longThread();
  const { comments } = await github.comments(1);
  const left = comments.map(({ id }) => id);
  for (let index = 0; index < 50; index += 1)
    server.comment({ login: 'ann', issue: 1, body: `late ${index}` });
  server.fail({
    match: /comments.*[?&]page=2/,
    times: 20,
    until: () => Promise.resolve(server.deleteComment(left.shift() ?? 0)),
  });
  const error = await errorOf(github.comments(1));
  expect(error.code).toBe('github-unreachable');
  expect(error.message).toContain('list the comments of #1');
});
