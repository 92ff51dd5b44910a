import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createRedactor } from '../../../src/common/index.ts';
import { createGitHub } from '../../../src/github/index.ts';
import { errorOf, context } from '../context.ts';

const SECRET = 'hunter2-hunter2-hunter2';

function redactor() {
  return createRedactor({ secrets: [{ kind: 'known', value: SECRET }] });
}

test('a branch or a file whose name holds a secret is not sent, and the refusal does not say it', async () => {
  const { github, head, server } = await context({ client: { redactor: redactor() } });
  const branch = await errorOf(
    github.moveBranch(`countersign/${SECRET}`, { from: null, to: head }),
  );
  const file = { path: `docs/${SECRET}.md`, mode: '100644', bytes: Buffer.from('x') } as const;
  const path = await errorOf(github.createCommit({ parent: head, message: 'Add', files: [file] }));
  for (const error of [branch, path]) {
    expect(error).toMatchObject({ code: 'input-invalid' });
    expect(error.message).toContain('[redacted:known:');
    expect(error.message).not.toContain(SECRET);
  }
  expect(JSON.stringify(server.log)).not.toContain(SECRET);
});

const written = [
  ['as it is', Buffer.from(`key = "${SECRET}"\n`)],
  ['in base64', Buffer.from(`key: ${Buffer.from(SECRET).toString('base64')}\n`)],
  ['compressed in base64', Buffer.from(gzipSync(SECRET.repeat(3)).toString('base64'))],
  ['in UTF-16', Buffer.from(`key = ${SECRET}`, 'utf16le')],
  ['beside bytes that are not UTF-8', Buffer.concat([Buffer.of(0xff, 0xc3), Buffer.from(SECRET)])],
] as const;

test.each(written)(
  'a file that has a secret of the step %s is not sent, nor the files beside it',
  async (_how, bytes) => {
    const { github, head, server } = await context({ client: { redactor: redactor() } });
    const clean = { path: 'a.txt', mode: '100644', bytes: Buffer.from('a') } as const;
    const file = { path: 'config.yml', mode: '100644', bytes } as const;
    const error = await errorOf(
      github.createCommit({ parent: head, message: 'Add', files: [clean, file] }),
    );
    expect(error).toMatchObject({ code: 'input-invalid' });
    expect(error.message).toContain('config.yml contains a secret of this step (known)');
    expect(error.message).not.toContain(SECRET);
    expect(server.log.filter(({ method }) => method === 'POST')).toEqual([]);
  },
);

test('a file may keep a value that it has at the parent commit, and no other file may take it', async () => {
  const plain = await context();
  const compose = {
    path: 'compose.yml',
    mode: '100644',
    bytes: Buffer.from(`password: ${SECRET}\n`),
  } as const;
  const { sha: parent } = await plain.github.createCommit({
    parent: plain.head,
    message: 'Add',
    files: [compose],
  });
  const { server, clock } = plain;
  const github = createGitHub({
    token: server.token,
    apiUrl: server.url,
    owner: server.owner,
    repo: server.repo,
    clock,
    redactor: redactor(),
  });
  const kept = { ...compose, bytes: Buffer.from(`password: ${SECRET}\nport: 1\n`) };
  const commit = await github.createCommit({ parent, message: 'Set the port', files: [kept] });
  expect(commit.sha).toMatch(/^[0-9a-f]{40}$/);
  const other = { ...compose, path: 'other.yml' };
  const error = await errorOf(
    github.createCommit({ parent, message: 'Copy', files: [kept, other] }),
  );
  expect(error.message).toContain('other.yml contains a secret of this step');
});

const refusals = [
  [
    422,
    { message: 'Rule violations found', errors: ['Open a pull request.'] },
    '422: Rule violations found; Open a pull request.',
  ],
  [409, { message: 'Not updated', errors: 'It is locked.' }, '409: Not updated; It is locked.'],
  [422, {}, '422'],
] as const;

test.each(refusals)(
  'GitHub says itself why it would not move a branch (%d, %j)',
  async (status, body, words) => {
    const { server, github, head } = await context();
    server.fail({ match: /POST .*\/git\/refs$/, status, body });
    const moved = github.moveBranch('countersign/issue-1', { from: null, to: head });
    await expect(moved).rejects.toMatchObject({
      code: 'github-refused',
      message: `GitHub would not move the branch countersign/issue-1 (${words}).`,
    });
  },
);
