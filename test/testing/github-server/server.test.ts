import { execFileSync } from 'node:child_process';
import { createRedactor } from '../../../src/common/index.ts';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createGitHub, decideStart, parseTrigger } from '../../../src/github/index.ts';
import { startGitHub } from '../../openapi/github.ts';
import { issuesEvent } from './events.ts';
import { writableGit } from './writable-git.ts';

async function repository() {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-git-'));
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8' }).trim();
  git('init', '-q', '-b', 'main');
  await writeFile(join(folder, 'a b.txt'), 'first\n');
  await symlink('a b.txt', join(folder, 'link'));
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-q', '-m', 'one');
  onTestFinished(() => rm(folder, { recursive: true }));
  return { folder, git };
}

test('a real repository is served as it is: files, folders, links and new refs', async () => {
  const { folder, git } = await repository();
  const server = await startGitHub({ git: writableGit(folder) });
  onTestFinished(() => server.close());
  const github = createGitHub({
    redactor: createRedactor(),
    token: server.token,
    apiUrl: server.url,
    owner: server.owner,
    repo: server.repo,
  });
  const head = git('rev-parse', 'HEAD');
  expect(await github.commitOf('main')).toBe(head);
  const blobSha = git('rev-parse', 'HEAD:a b.txt');
  expect(await github.fileAt(head, 'a b.txt')).toEqual({ text: 'first\n', blobSha });
  expect(await github.fileAt(head, 'none')).toBeNull();
  await expect(github.fileAt(head, 'link')).rejects.toThrow('is a symlink, not a file');
  expect(await github.filesAt(head, '')).toEqual(['a b.txt']);
  const move = { from: null, to: head };
  expect(await github.moveBranch('countersign/x', move)).toEqual({ moved: true });
  expect(await github.moveBranch('countersign/x', { ...move, to: `${head}0` })).toEqual({
    moved: false,
  });
  expect(git('rev-parse', 'refs/heads/countersign/x')).toBe(head);
});

test('names of commits mean what they mean to git at each moment, also after it packed its refs', async () => {
  const { folder, git } = await repository();
  const bare = join(folder, 'bare.git');
  git('clone', '-q', '--bare', folder, bare);
  const source = writableGit(bare);
  const person = ['-c', 'user.name=a', '-c', 'user.email=a@b.c'];
  const names = [
    'main',
    'HEAD',
    'x',
    'refs/heads/x',
    'heads/x',
    'refs/tags/x',
    'refs/x',
    'v1',
    'none',
  ];
  const held = (): void => {
    const asked = names.map((name) => `${name}^{commit}\n`).join('');
    const words = ['-C', bare, 'cat-file', '--batch-check=%(objectname)'];
    const answers = execFileSync('git', words, { encoding: 'utf8', input: asked });
    const expected = answers
      .trim()
      .split('\n')
      .map((line) => (line.endsWith(' missing') ? null : line));
    expect(names.map((name) => source.resolve(name))).toEqual(expected);
    // What is known of commits changes nothing.
    expect(names.map((name) => source.resolve(name))).toEqual(expected);
  };
  held();
  const steps = [
    ['push', '-q', bare, 'HEAD:refs/heads/x'],
    [...person, 'commit', '-q', '--allow-empty', '-m', 'two'],
    ['push', '-q', bare, 'HEAD:refs/heads/main', 'HEAD:refs/tags/x'],
    [...person, 'tag', '-a', '-m', 'a tag', 'v1'],
    ['push', '-q', bare, 'v1'],
    ['-C', bare, 'pack-refs', '--all'],
    ['push', '-q', '-f', bare, 'HEAD~1:refs/heads/main', 'HEAD:refs/heads/v1'],
    ['-C', bare, 'symbolic-ref', 'refs/heads/none', 'refs/heads/x'],
    ['push', '-q', bare, ':refs/tags/x'],
    ['-C', bare, 'update-ref', 'refs/x', 'refs/tags/v1~1'],
    ['-C', bare, 'update-ref', '-d', 'refs/x'],
  ];
  for (const words of steps) {
    git(...words);
    held();
  }
});

test('people act on it, listeners hear of it, and its events are events', async () => {
  const server = await startGitHub();
  onTestFinished(() => server.close());
  server.person('ann', 'write');
  server.issue({ title: 'A bug', author: 'ann', body: '/countersign fix it' });
  const heard = new Promise<string>((resolve) => {
    server.onComment((comment, what) => {
      resolve(`${what} by ${comment.author.login}: ${comment.body}`);
    });
  });
  const github = createGitHub({
    redactor: createRedactor(),
    token: server.token,
    apiUrl: server.url,
    owner: server.owner,
    repo: server.repo,
  });
  const trigger = parseTrigger({ eventName: 'issues', payload: issuesEvent(server, 1, 'opened') });
  const start = { trigger, phrase: '/countersign', allowActors: [], self: await github.self() };
  expect(await decideStart(start, github)).toMatchObject({ kind: 'run', request: 'fix it' });
  const approvalComment = await github.createComment(1, 'May I?');
  expect(await heard).toBe('created by github-actions[bot]: May I?');
  const answer = server.comment({ login: 'ann', issue: 1, body: '/approve all' });
  const event = parseTrigger({
    eventName: 'issue_comment',
    payload: server.commentEvent(answer.id, 'created'),
  });
  const answered = { ...start, trigger: event, answers: 'approval' } as const;
  expect(await decideStart(answered, github)).toMatchObject({ kind: 'answer' });
  const own = parseTrigger({
    eventName: 'issue_comment',
    payload: server.commentEvent(approvalComment.id, 'created'),
  });
  expect(await decideStart({ ...start, trigger: own }, github)).toMatchObject({ kind: 'skip' });
  server.deleteComment(answer.id);
  expect(server.commentsOn(1)).toHaveLength(1);
});

test('a request without the token gets nothing', async () => {
  const server = await startGitHub();
  onTestFinished(() => server.close());
  expect((await fetch(`${server.url}/repos/octo-org/octo-repo`)).status).toBe(401);
  expect(server.log.map((entry) => entry.authorized)).toEqual([false]);
});

test('a list of several pages names the pages around, and one of a single page names none', async () => {
  const server = await startGitHub();
  onTestFinished(() => server.close());
  for (const title of ['A', 'B', 'C', 'D', 'E']) server.issue({ title, author: 'ann' });
  const get = (query: string): Promise<Response> =>
    fetch(`${server.url}/repos/octo-org/octo-repo/issues?${query}`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
  const relations = async (query: string): Promise<readonly string[]> =>
    [
      ...((await get(query)).headers.get('link') ?? '').matchAll(/[?&]page=(\d+)>; rel="(\w+)"/g),
    ].map(([, page = '', relation = '']) => `${relation} ${page}`);
  expect(await relations('per_page=2')).toEqual(['next 2', 'last 3']);
  expect(await relations('per_page=2&page=2')).toEqual(['prev 1', 'next 3', 'last 3', 'first 1']);
  expect(await relations('per_page=2&page=3')).toEqual(['prev 2', 'first 1']);
  expect(await relations('per_page=5')).toEqual([]);
  const numbers: unknown = await (await get('per_page=2&page=0')).json();
  expect(numbers).toMatchObject([{ number: 5 }, { number: 4 }]);
});

test('artifacts are reported only to a token that may read them', async () => {
  const server = await startGitHub({ tokenPermissions: { contents: 'read' } });
  onTestFinished(() => server.close());
  const address = `${server.url}/repos/octo-org/octo-repo/actions/artifacts`;
  expect((await fetch(address)).status).toBe(401);
  const headers = { authorization: `Bearer ${server.token}` };
  const refused = await fetch(address, { headers });
  expect([refused.status, refused.headers.get('x-accepted-github-permissions')]).toEqual([
    403,
    'actions=read',
  ]);
});
