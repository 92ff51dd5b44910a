import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../../src/common/index.ts';
import type { GitHubWorkspace } from '../../../../src/github/tools/context.ts';
import { pushBranchTool } from '../../../../src/github/tools/pull-requests/push.ts';
import type { Workspace } from '../../../../src/sandbox/index.ts';
import type { GitSource } from '../../../../src/testing/github-server/git.ts';
import { FILES } from '../../context.ts';
import { call, textOf, toolSetup } from '../../tool-context.ts';
import { noServices } from '../../../services.ts';

const PUSH = 'github_push_branch';
const LINK = '-> ';
type Files = Readonly<Record<string, string>>;
const BRANCH = 'countersign/issue-1';

async function withLineFeeds(files: readonly { readonly bytes: Uint8Array }[]) {
  return files.map(({ bytes }) => Buffer.from(String(bytes).replaceAll('\r\n', '\n')));
}

describe('github_push_branch', () => {
  test('makes the commit by the API without naming an author, so that GitHub signs it, and says whether it did', async () => {
    const { tools, folder, server } = await toolSetup();
    await writeFile(join(folder, 'a.txt'), 'a');
    const result = await call(tools, PUSH, { message: 'm', paths: ['a.txt'] });
    expect(textOf(result)).toMatch(/is now at the (?:verified|unsigned) commit [0-9a-f]{40}/);
    const sent = server.log.find(
      ({ method, path }) => method === 'POST' && path.endsWith('/git/commits'),
    );
    expect(Object.keys(JSON.parse(sent?.body ?? '{}')).sort()).toEqual([
      'message',
      'parents',
      'tree',
    ]);
    const body = {
      sha: 'f'.repeat(40),
      tree: { sha: 'e'.repeat(40) },
      verification: { verified: true, reason: 'valid' },
    };
    server.fail({ match: /POST .*git\/commits/, status: 201, body });
    await writeFile(join(folder, 'a.txt'), 'b');
    const verified = await call(tools, PUSH, { message: 'm', paths: ['a.txt'] });
    // The made-up commit is not there, which is found out before any branch moves.
    expect(verified).toMatchObject({ ok: false });
  });

  test('commits executables, binaries and links as what they are', async () => {
    const { tools, folder, server, git } = await toolSetup();
    await mkdir(join(folder, 'bin'));
    await writeFile(join(folder, 'bin', 'run'), Buffer.from([0, 255, 1]));
    await chmod(join(folder, 'bin', 'run'), 0o755);
    await symlink('run', join(folder, 'bin', 'link'));
    await symlink('../nowhere', join(folder, 'bin', 'dangling'));
    const paths = ['bin/run', 'bin/link', 'bin/dangling'];
    const result = await call(tools, PUSH, { message: 'm', paths });
    expect(result).toMatchObject({ ok: true });
    const tree = server.log.find(({ path }) => path.endsWith('/git/trees'));
    const entries: { path: string; mode: string; sha: string }[] = JSON.parse(
      tree?.body ?? '{}',
    ).tree;
    expect(entries.map(({ path, mode }) => `${mode} ${path}`)).toEqual([
      '120000 bin/dangling',
      '120000 bin/link',
      '100755 bin/run',
    ]);
    expect(entries.map(({ sha }) => git.blob(sha))).toEqual([
      Buffer.from('../nowhere'),
      Buffer.from('run'),
      Buffer.from([0, 255, 1]),
    ]);
  });

  test('commits and shows files with the line endings that git commits, and links as they are', async () => {
    const { tools, folder, server, git } = await toolSetup(1, {
      work: { committedBytes: withLineFeeds },
    });
    await writeFile(join(folder, 'run.bat'), 'a\r\n');
    await symlink('run.bat', join(folder, 'link'));
    const paths = ['run.bat', 'link', 'gone'];
    const result = await call(tools, PUSH, { message: 'm', paths: paths.slice(0, 2) });
    expect(result).toMatchObject({
      ok: true,
      metadata: {
        files: [
          { path: 'link', mode: '120000' },
          { path: 'run.bat', sha256: sha256('a\n'), mode: '100644' },
        ],
      },
    });
    const tree = server.log.find(({ path }) => path.endsWith('/git/trees'));
    const entries: { sha: string }[] = JSON.parse(tree?.body ?? '{}').tree;
    expect(entries.map(({ sha }) => String(git.blob(sha)))).toEqual(['run.bat', 'a\n']);
    const preview = await tools.find(({ name }) => name === PUSH)?.prepare({ message: 'm', paths });
    if (preview?.ok !== true) throw new Error('The call is not valid.');
    expect((await preview.call.preview()).text).toContain(
      `write run.bat (100644, 2 bytes, sha256 ${sha256('a\n')})`,
    );
  });

  test.each([
    ['out of the repository', '../../etc/passwd'],
    ['to a place of this machine', '/etc/passwd'],
    ['into .git', '../.git/config'],
  ])('a link %s is not pushed', async (_name, target) => {
    const { tools, folder, server } = await toolSetup();
    await mkdir(join(folder, 'sub'));
    await symlink(target, join(folder, 'sub', 'link'));
    const result = await call(tools, PUSH, { message: 'm', paths: ['sub/link'] });
    expect(result).toMatchObject({ ok: false });
    expect(server.log.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('a file below a link to a folder is refused: the commit would replace the link', async () => {
    const { tools, folder, server } = await toolSetup();
    await mkdir(join(folder, 'real/sub'), { recursive: true });
    await writeFile(join(folder, 'real/sub/a.txt'), 'a');
    await symlink('real', join(folder, 'link'));
    for (const path of ['link/sub/a.txt', 'link/sub/gone.txt']) {
      const result = await call(tools, PUSH, { message: 'm', paths: [path] });
      expect(textOf(result)).toContain(`${path} is below the symbolic link link`);
    }
    expect(server.log.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test.each([
    ['a file', { a: 'old' }, { 'a/x': 'old', 'a/y/z': 'new' }],
    ['a folder', { 'a/x': 'old', 'a/y/z': 'old' }, { a: 'new' }],
    ['a folder, by a link', { 'a/x': 'old', 'b/x': 'old' }, { a: '-> b', 'b/x': 'old' }],
    ['a link', { a: '-> b', 'b/x': 'old' }, { 'a/x': 'new', 'b/x': 'old' }],
    ['a folder in a folder, by a file of its name', { 'a/a/a': 'old' }, { 'a/a': 'new' }],
  ])(
    '%s that the workspace replaced is pushed as one commit',
    async (_what, before: Files, after: Files) => {
      const context = await toolSetup();
      const { git, folder } = context;
      for (const files of [before, after, before]) {
        const [head, earlier] = [git.resolve(BRANCH), ownFiles(git)];
        for (const path of Object.keys(earlier)) await remove(folder, path);
        await writeTree(folder, files);
        const all = [...new Set([...Object.keys(earlier), ...Object.keys(files)])];
        const paths = all.filter((path) => earlier[path] !== files[path]).toReversed();
        expect(await call(context.tools, PUSH, { message: 'm', paths })).toMatchObject({
          ok: true,
        });
        expect(ownFiles(git)).toEqual(files);
        const parents = git.commitOf(git.resolve(BRANCH) ?? '')?.parents;
        expect(parents).toEqual([head ?? context.head]);
      }
    },
  );

  test('a folder in the place of a file of the commit that the run started from deletes the file', async () => {
    const { tools, folder, git } = await toolSetup();
    await writeTree(folder, { 'README.md/index.md': 'new' });
    const paths = ['README.md', 'README.md/index.md'];
    const preview = await tools.find(({ name }) => name === PUSH)?.prepare({ message: 'm', paths });
    if (preview?.ok !== true) throw new Error('The call is not valid.');
    expect((await preview.call.preview()).text).toContain('delete README.md\nwrite README.md/i');
    expect(await call(tools, PUSH, { message: 'm', paths })).toMatchObject({ ok: true });
    expect(git.entry(BRANCH, 'README.md')).toMatchObject({ type: 'dir' });
  });

  test('a folder that was a folder or nothing before is refused, and so is a submodule', async () => {
    const { tools, folder, server } = await toolSetup();
    await writeTree(folder, { 'src/x': 'new', 'b/x': 'new', 'module/x': 'new' });
    const entry = { path: 'module', mode: '160000', type: 'commit', sha: 'f'.repeat(40) };
    for (const path of ['src', 'b', 'module']) {
      if (path === 'module')
        server.fail({
          match: /recursive/,
          status: 200,
          body: { sha: entry.sha, truncated: false, tree: [entry] },
        });
      const result = await call(tools, PUSH, { message: 'm', paths: [path] });
      expect(textOf(result)).toBe(`${path} is not a regular file; folders are not pushed.`);
    }
    expect(server.log.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('later commits of a run are converted by the attribute files of its earlier ones', async () => {
    const asked: (readonly string[])[] = [];
    const committedBytes: GitHubWorkspace['committedBytes'] = (files, deleted) => {
      asked.push([
        ...files.map(({ path, bytes }) => `${path}=${String(bytes)}`),
        ...deleted.map((path) => `-${path}`),
      ]);
      return Promise.resolve(files.map(({ bytes }) => bytes));
    };
    const { tools, folder } = await toolSetup(1, { work: { committedBytes } });
    const push = async (paths: readonly string[], branch: string) =>
      expect(await call(tools, PUSH, { message: 'm', paths: [...paths], branch })).toMatchObject({
        ok: true,
      });
    const [one, other] = ['countersign/one', 'countersign/other'];
    const all = ['.gitattributes', 'old/.gitattributes', 'sub/.gitattributes'];
    await writeTree(folder, Object.fromEntries([...all, 'a.txt'].map((path) => [path, '0'])));
    await push(all, one);
    await writeTree(folder, { '.gitattributes': '1', 'sub/.gitattributes': '2', 'a.txt': 'a' });
    await rm(join(folder, 'old'), { recursive: true });
    await push(all, one);
    await writeTree(folder, { '.gitattributes': 'not named' });
    await push(['a.txt'], one);
    expect(asked.at(-1)).toEqual([
      'a.txt=a',
      '.gitattributes=1',
      'sub/.gitattributes=2',
      '-old/.gitattributes',
    ]);
    await push(['a.txt'], other);
    expect(asked.at(-1)).toEqual(['a.txt=a']);
    await rm(join(folder, '.gitattributes'));
    await symlink('a.txt', join(folder, '.gitattributes'));
    await push(['a.txt', '.gitattributes'], other);
    expect(asked.at(-1)).toEqual(['a.txt=a', '-.gitattributes']);
    await push(['a.txt', 'sub/.gitattributes'], other);
    expect(asked.at(-1)).toEqual(['a.txt=a', 'sub/.gitattributes=2', '-.gitattributes']);
    await rm(join(folder, '.gitattributes'));
    await writeTree(folder, { '.gitattributes': 'not named' });
    await rm(join(folder, 'sub'), { recursive: true });
    await writeTree(folder, { sub: 'a file' });
    await push(['sub', 'sub/.gitattributes', '.gitattributes'], one);
    expect(asked.at(-1)).toEqual([
      '.gitattributes=not named',
      'sub=a file',
      '-sub/.gitattributes',
      '-old/.gitattributes',
    ]);
  });

  test('a refusal that is about workflow files says so', async () => {
    const { tools, folder, server } = await toolSetup();
    await mkdir(join(folder, '.github/workflows'), { recursive: true });
    await writeFile(join(folder, '.github/workflows/ci.yml'), 'on: push\n');
    const body = { message: 'Resource not accessible by integration' };
    server.fail({ match: /POST .*git\/trees/, status: 403, body });
    const paths = ['.github/workflows/ci.yml'];
    expect(await call(tools, PUSH, { message: 'm', paths })).toMatchObject({
      ok: false,
      error: {
        recommendations: [expect.stringContaining('may never change workflows'), expect.anything()],
      },
    });
  });

  test('a file that is nowhere cannot be deleted, and the branch stays', async () => {
    const { tools, git } = await toolSetup();
    const result = await call(tools, PUSH, { message: 'm', paths: ['never.txt'] });
    expect(result).toMatchObject({
      ok: false,
      error: { recommendations: [expect.stringContaining('A file to delete')] },
    });
    expect(git.resolve('countersign/issue-1')).toBeNull();
  });

  test('the own branch may have any name that git allows, one that the model makes up may not', async () => {
    const branch = 'renovate/@scope+7';
    const { tools, folder } = await toolSetup(1, { work: { branch } });
    await writeFile(join(folder, 'a.txt'), 'a');
    const push = (name: string) =>
      call(tools, PUSH, { branch: name, message: 'm', paths: ['a.txt'] });
    expect(await push(branch)).toMatchObject({ ok: true, metadata: { branch } });
    for (const name of ['countersign/#7', 'countersign/../main', 'countersign/x.lock'])
      expect(textOf(await push(name))).toContain('is no name for a new branch');
    expect(textOf(await push('renovate/@scope+8'))).toBe(
      'This run may not push to renovate/@scope+8.',
    );
  });

  test.each([
    [
      'a folder with files that are not named',
      { filename: 'gone/b.txt', status: 'removed' },
      'gone/b.txt',
    ],
    [
      'the source of a rename',
      { filename: 'a.txt', status: 'renamed', previous_filename: 'b.txt' },
      'b.txt',
    ],
  ])('a commit that would also change %s is not pushed', async (_name, file, other) => {
    const { tools, folder, server, git, head } = await toolSetup();
    await writeFile(join(folder, 'a.txt'), 'a');
    const named = { filename: 'a.txt', status: 'added' };
    const body = { merge_base_commit: { sha: head }, files: [named, file] };
    server.fail({ match: /compare/, status: 200, body });
    const result = await call(tools, PUSH, { message: 'm', paths: ['a.txt'] });
    expect(result).toMatchObject({ ok: false, error: { type: 'permission' } });
    expect(textOf(result)).toContain(`would also change ${other},`);
    expect(git.resolve('countersign/issue-1')).toBeNull();
  });

  test('the list that is approved has one line for each file, whatever the message and the names say', async () => {
    const { tools, folder } = await toolSetup();
    const odd = 'a\nwrite safe.txt';
    await writeFile(join(folder, odd), 'a');
    const message = 'Fix\n\nwrite safe.txt (100644, 1 byte)\n\rdelete b';
    const prepared = await tools
      .find(({ name }) => name === PUSH)
      ?.prepare({ message, paths: [odd] });
    if (prepared?.ok !== true) throw new Error('The call is not valid.');
    const { text } = await prepared.call.preview();
    expect(text.split(/[\n\r]/).filter((line) => /^(?:write|delete) /.test(line))).toEqual([
      expect.stringMatching(
        /^write "a\\nwrite safe\.txt" \(100644, 1 byte, sha256 [0-9a-f]{64}\)$/,
      ),
    ]);
  });

  test('a link whose target is not valid UTF-8 is refused: the commit would have another one', async () => {
    const { tools, folder } = await toolSetup();
    await symlink(Buffer.from('caf\xe9', 'latin1'), join(folder, 'link'));
    const result = await call(tools, PUSH, { message: 'm', paths: ['link'] });
    expect(textOf(result)).toContain('link is a link whose target is not valid UTF-8');
  });

  test('a branch that was deleted after the run pushed to it is not created again', async () => {
    const { tools, folder, git, server } = await toolSetup();
    await writeFile(join(folder, 'a.txt'), 'a');
    await call(tools, PUSH, { message: 'm', paths: ['a.txt'] });
    const before = git.resolve(BRANCH);
    git.deleteBranch(BRANCH);
    await writeFile(join(folder, 'b.txt'), 'b');
    const writes = server.log.filter(({ method }) => method === 'POST').length;
    const result = await call(tools, PUSH, { message: 'm', paths: ['b.txt'] });
    expect(result).toMatchObject({ ok: false });
    expect(textOf(result)).toBe(
      `The branch ${BRANCH} was deleted, so it is not created again. This work builds on ${before}.`,
    );
    expect(server.log.filter(({ method }) => method === 'POST')).toHaveLength(writes);
    expect(git.refs().has(`refs/heads/${BRANCH}`)).toBe(false);
    const other = { message: 'm', paths: ['a.txt', 'b.txt'], branch: 'countersign/other' };
    expect(await call(tools, PUSH, other)).toMatchObject({ ok: true });
  });

  test('a resumed run continues from what it pushed before, and does not create its deleted branch again', async () => {
    const { folder, git, resumed } = await pushed();
    const before = git.resolve(BRANCH) ?? '';
    await writeFile(join(folder, 'b.txt'), 'b');
    const wanted = { message: 'm', paths: ['b.txt'] };
    expect(await call(resumed(), PUSH, wanted)).toMatchObject({ ok: true });
    expect(git.commitOf(git.resolve(BRANCH) ?? '')?.parents).toEqual([before]);
    git.deleteBranch(BRANCH);
    expect(textOf(await call(resumed(), PUSH, wanted))).toContain('was deleted, so');
  });

  test('a file that becomes a link while it is read is not followed to what the policy did not evaluate', async () => {
    const { folder, ...setup } = await toolSetup();
    const replaced = (workspace: Workspace): Workspace => ({
      ...workspace,
      asEvaluated: (places) => replaced(workspace.asEvaluated(places)),
      stat: async (path) => {
        const found = await workspace.stat(path);
        await rm(join(folder, 'a.txt'), { force: true });
        await symlink('secret', join(folder, 'a.txt'));
        return found;
      },
    });
    const work = { ...setup.work, workspace: replaced(setup.work.workspace) };
    const tool = pushBranchTool({ ...setup.toolContext, work });
    const prepared = await tool.prepare({ message: 'm', paths: ['a.txt'] });
    if (!prepared.ok) throw new Error(prepared.error.message);
    await writeFile(join(folder, 'secret'), 'x');
    await writeFile(join(folder, 'a.txt'), 'a');
    const places = new Map([['a.txt', 'a.txt']]);
    // Without what it read: neither a digest nor a diff.
    expect(await prepared.call.preview({ places })).toMatchObject({ form: 'json' });
    await rm(join(folder, 'a.txt'));
    await writeFile(join(folder, 'a.txt'), 'a');
    const live = { ...noServices, call: 'c1', signal: AbortSignal.timeout(60_000), places };
    const result = await prepared.call.execute({ ...live, emit: () => undefined });
    expect(result).toMatchObject({ ok: false, error: { type: 'permission' } });
    expect(setup.server.log.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('a run on a pull request closes no issue, by its commits or by a pull request that it opens', async () => {
    const { tools, folder, server } = await toolSetup(1, { work: { closesIssue: false } });
    await writeFile(join(folder, 'a.txt'), 'a');
    await call(tools, PUSH, { message: 'Fixes #1', paths: ['a.txt'] });
    await call(tools, 'github_create_pull_request', { title: 't', body: 'Fixes #1.' });
    const bodyOf = (end: string): string =>
      server.log.find(({ method, path }) => method === 'POST' && path.endsWith(end))?.body ?? '';
    expect(JSON.parse(bodyOf('/git/commits')).message).toBe('Fixes issue #1');
    expect(JSON.parse(bodyOf('/pulls')).body).toMatch(/^Fixes issue #1\.\n\nFor #1\.\n/);
  });

  test('the deleted branch of a pull request is not created again', async () => {
    const work = { branch: 'topic', pushesToPullRequest: true };
    const { tools, folder, git, head } = await toolSetup(1, { work });
    await writeFile(join(folder, 'a.txt'), 'a');
    const result = await call(tools, PUSH, { message: 'm', paths: ['a.txt'] });
    expect(textOf(result)).toBe(
      `The branch topic was deleted, so it is not created again. This work builds on ${head}.`,
    );
    expect(git.refs().has('refs/heads/topic')).toBe(false);
  });

  test('a branch that is deleted during the push is not created again', async () => {
    const { tools, folder, git, server } = await toolSetup();
    await writeFile(join(folder, 'a.txt'), 'a');
    await call(tools, PUSH, { message: 'm', paths: ['a.txt'] });
    await writeFile(join(folder, 'b.txt'), 'b');
    const until = () => Promise.resolve(git.deleteBranch(BRANCH));
    server.fail({ match: /POST .*git\/commits/, until });
    const result = await call(tools, PUSH, { message: 'm', paths: ['b.txt'] });
    expect(textOf(result)).toContain('was deleted, so');
    expect(git.refs().has(`refs/heads/${BRANCH}`)).toBe(false);
  });

  test('nothing is ever forced', async () => {
    const { tools, folder, server } = await toolSetup();
    await writeFile(join(folder, 'a.txt'), 'a');
    await call(tools, PUSH, { message: 'm', paths: ['a.txt'] });
    await writeFile(join(folder, 'a.txt'), 'b');
    await call(tools, PUSH, { message: 'm', paths: ['a.txt'] });
    const moves = server.log.filter(
      ({ path, method }) => path.includes('/git/refs') && method === 'PATCH',
    );
    expect(moves.map(({ body }) => JSON.parse(body).force)).toEqual([false]);
  });
});

describe('github_create_pull_request', () => {
  test.each([
    ['Fixes #1 at last.', 'Fixes #1 at last.', null],
    ['Closes: #1', 'Closes: #1', null],
    ['About #1.', 'About #1.', 'Closes #1.'],
    ['Fixes #12.', 'Fixes issue #12.', 'Closes #1.'],
  ])('%j is linked with the issue once', async (body, shown, added) => {
    const { tools, folder, server } = await toolSetup();
    await writeFile(join(folder, 'a.txt'), 'a');
    await call(tools, PUSH, { message: 'm', paths: ['a.txt'] });
    await call(tools, 'github_create_pull_request', { title: 't', body });
    const sent = server.log.find(
      ({ method, path }) => method === 'POST' && path.endsWith('/pulls'),
    );
    const text: string = JSON.parse(sent?.body ?? '{}').body;
    expect(text.startsWith(shown)).toBe(true);
    expect(text.slice(shown.length).includes('Closes #1.')).toBe(added !== null);
  });

  const OPEN = 'github_create_pull_request';

  test('keeps the line about the issue and the note, however long the text becomes', async () => {
    const { tools, server } = await pushed();
    // Each of these characters is written out as eight.
    await call(tools, OPEN, { title: 't', body: `a${'\u200B'.repeat(19_990)}b` });
    expect(server.state.issues.get(2)?.body).toMatch(
      /^a[\s\S]*more characters did not fit[^\n]*\n\nCloses #1\.\n\n---\n\nApproved by @ann\.$/,
    );
  });

  test('takes no pull request from a fork of the same owner for its own', async () => {
    const { tools, server, head } = await pushed();
    const headRepository = 'octo-org/fork';
    const pull = { headRef: 'countersign/issue-1', headSha: head, headRepository, baseRef: 'main' };
    server.pull({ title: 't', author: 'ann', pull: { ...pull, draft: false, commitAuthors: [] } });
    server.fail({ match: /POST .*pulls/, status: 403, body: { message: 'Forbidden' } });
    expect(await call(tools, OPEN, { title: 't', body: 'b' })).toMatchObject({ ok: false });
  });

  test('shows the approver that a comparison may have more files than GitHub lists', async () => {
    const { tools, server, head } = await pushed();
    const files = Array.from({ length: 300 }, (_, index) => ({ filename: `f${index}` }));
    const body = { merge_base_commit: { sha: head }, files: files.map(toAdded) };
    server.fail({ match: /compare/, status: 200, body });
    const preview = await tools
      .find(({ name }) => name === OPEN)
      ?.prepare({ title: 't', body: 'b' });
    if (preview?.ok !== true) throw new Error('The call is not valid.');
    expect((await preview.call.preview()).diff).toMatch(
      /^# GitHub lists only 300 files of a comparison: there may be more\.\ndiff --git/,
    );
  });

  test('says how to open one where drafts are not supported', async () => {
    const { tools, server } = await pushed();
    const message = 'Draft pull requests are not supported in this repository.';
    server.fail({ match: /POST .*pulls/, status: 422, body: { message } });
    expect(await call(tools, OPEN, { title: 't', body: 'b' })).toMatchObject({
      ok: false,
      error: { recommendations: [expect.stringContaining('`draft: false`')] },
    });
  });
});

function toAdded(file: { readonly filename: string }) {
  return { ...file, status: 'added', additions: 1, deletions: 0, patch: '@@ -0,0 +1 @@\n+x' };
}

/** Writes files, and links of which the text is `-> TARGET`. */
async function writeTree(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    if (text.startsWith(LINK)) await symlink(text.slice(LINK.length), join(folder, path));
    else await writeFile(join(folder, path), text);
  }
}

async function remove(folder: string, path: string): Promise<void> {
  await rm(join(folder, path.split('/')[0] ?? ''), { recursive: true, force: true });
}

/** The files of the branch that `main` does not have, in the form of `writeTree`. */
function ownFiles(git: GitSource): Files {
  const below = (tree: string, under: string): readonly (readonly [string, string])[] =>
    (git.treeOf(tree) ?? []).flatMap(({ path, type, mode, sha }) =>
      type === 'tree'
        ? below(sha, `${under}${path}/`)
        : [[`${under}${path}`, `${mode === '120000' ? LINK : ''}${String(git.blob(sha))}`]],
    );
  const all = below(git.commitOf(git.resolve(BRANCH) ?? '')?.tree ?? '', '');
  return Object.fromEntries(all.filter(([path]) => !Object.hasOwn(FILES, path)));
}

/** With a pushed branch. */
async function pushed() {
  const setup = await toolSetup();
  setup.server.issue({ title: 'A bug', author: 'ann' });
  await writeFile(join(setup.folder, 'a.txt'), 'a');
  await call(setup.tools, PUSH, { message: 'm', paths: ['a.txt'] });
  return setup;
}
