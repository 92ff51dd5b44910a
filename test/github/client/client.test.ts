import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../../src/common/index.ts';
import { commitPeople, type GitHub, type Person } from '../../../src/github/index.ts';
import { errorOf, context } from '../context.ts';
import { addReview, dismissReview } from '../../testing/github-server/events.ts';
import { renameAccount } from '../../testing/github-server/rename-account.ts';

async function withPull() {
  const { server, github } = await context();
  const pull = {
    headRef: 'main',
    headSha: 'a'.repeat(40),
    headRepository: `${server.owner}/${server.repo}`,
    baseRef: 'main',
    draft: false,
    commitAuthors: [],
  };
  const { number } = server.pull({ title: 'A change', author: 'ann', pull });
  return { server, github, number };
}

describe('comments', () => {
  test('a comment is created, updated, read and listed', async () => {
    const { server, github } = await context();
    server.issue({ title: 'A bug', author: 'ann', body: 'It breaks.' });
    const made = await github.createComment(1, 'Working on it.');
    expect(made.author).toEqual({ login: 'github-actions[bot]', id: 41_898_282, type: 'Bot' });
    await github.updateComment(made.id, 'Done.');
    expect((await github.comment(made.id))?.body).toBe('Done.');
    expect((await github.comments(1)).comments.map((one) => one.body)).toEqual(['Done.']);
  });

  test('a comment that is gone is null', async () => {
    const { github } = await context();
    expect(await github.comment(404)).toBeNull();
  });

  test('a list without news costs a conditional request and is not changed', async () => {
    const { server, github } = await context();
    server.issue({ title: 'A bug', author: 'ann' });
    server.comment({ login: 'ann', issue: 1, body: 'one' });
    const first = await github.comments(1);
    const again = await github.comments(1, first.cursor);
    expect(server.log.at(-1)?.status).toBe(304);
    expect(again).toEqual({ ...first, changed: false });
    server.comment({ login: 'ann', issue: 1, body: 'two' });
    const news = await github.comments(1, again.cursor);
    expect(news.changed).toBe(true);
    expect(news.comments).toHaveLength(2);
  });

  test('reviews without news cost a conditional request, also in a client whose requests end sooner', async () => {
    const { server, github, number } = await withPull();
    const { id } = addReview(server, { login: 'bob', number, state: 'APPROVED' });
    const first = await github.pullReviews(number);
    expect(first).toMatchObject([{ state: 'APPROVED' }]);
    const { signal } = new AbortController();
    expect(await github.within(signal).pullReviews(number)).toEqual(first);
    expect(server.log.at(-1)?.status).toBe(304);
    dismissReview(server, number, id);
    expect(await github.pullReviews(number)).toMatchObject([{ state: 'DISMISSED' }]);
  });

  test('an edit that leaves the number of comments alone is news', async () => {
    const { server, github } = await context();
    server.issue({ title: 'A bug', author: 'ann' });
    const { id } = server.comment({ login: 'ann', issue: 1, body: '/approve all' });
    const first = await github.comments(1);
    server.editComment({ id, login: 'eve', body: '/deny all' });
    expect((await github.comments(1, first.cursor)).changed).toBe(true);
  });

  test('a comment behind 100 others is seen, and one that comes when the last page is full', async () => {
    const { server, github } = await context();
    server.issue({ title: 'Long', author: 'ann' });
    for (let index = 0; index < 200; index += 1)
      server.comment({ login: 'ann', issue: 1, body: `c${index}` });
    const first = await github.comments(1);
    expect(first.comments).toHaveLength(200);
    server.comment({ login: 'bob', issue: 1, body: '/approve all' });
    const second = await github.comments(1, first.cursor);
    expect(second.comments.at(-1)?.body).toBe('/approve all');
    expect(second.changed).toBe(true);
  });

  test('a comment behind a page that is not full is seen, if GitHub says that there is another page', async () => {
    const { server, github } = await context();
    server.issue({ title: 'A bug', author: 'ann' });
    server.comment({ login: 'ann', issue: 1, body: '/approve all' });
    server.comment({ login: 'bob', issue: 1, body: '/deny all' });
    const path = `${server.url}/repos/${server.owner}/${server.repo}/issues/1/comments`;
    const headers = { authorization: `Bearer ${server.token}` };
    const pages = await Promise.all(
      [1, 2].map(async (page) =>
        (await fetch(`${path}?per_page=1&page=${page}`, { headers })).text(),
      ),
    );
    const next =
      '<https://api.github.com/x?rel=next&page=2>; rel="next", <https://api.github.com/x>; rel="last"';
    const last =
      '<https://api.github.com/x?page=1>; rel="prev", <https://api.github.com/x?rel="next">; rel="first"';
    const answer = { status: 200, times: 2 };
    server.fail({
      ...answer,
      match: /comments.*[?&]page=1$/,
      headers: { 'content-type': 'application/json', link: next },
      body: pages[0] ?? '',
    });
    server.fail({
      ...answer,
      match: /comments.*[?&]page=2$/,
      headers: { 'content-type': 'application/json', link: last },
      body: pages[1] ?? '',
    });
    const { comments } = await github.comments(1);
    expect(comments.map(({ body }) => body)).toEqual(['/approve all', '/deny all']);
  });

  test('a cursor of another process reads everything and says whether it differs', async () => {
    const one = await context();
    one.server.issue({ title: 'A bug', author: 'ann' });
    const { cursor } = await one.github.comments(1);
    expect((await one.github.comments(1, 'somebody-elses')).changed).toBe(true);
    expect((await one.github.comments(1, cursor)).changed).toBe(false);
  });

  test('a body over the limit is cut with a note, its fence closed', async () => {
    const { server, github } = await context();
    server.issue({ title: 'A bug', author: 'ann' });
    const made = await github.createComment(1, `\`\`\`\n${'x'.repeat(100_000)}\n\`\`\``);
    expect(made.body.length).toBeLessThan(65_536);
    expect(made.body).toMatch(/\n```\n\n_Truncated: 4\d,\d{3} more characters/);
  });

  test('a body that GitHub still finds too long is sent once more, shorter', async () => {
    const { server, github } = await context();
    server.issue({ title: 'A bug', author: 'ann' });
    server.fail({
      match: /POST .*comments/,
      status: 422,
      body: { message: 'Body is too long (maximum is 65536 characters)' },
    });
    expect((await github.createComment(1, 'y'.repeat(50_000))).body.length).toBeLessThanOrEqual(
      30_000,
    );
  });

  test('a body that GitHub refuses for another reason is not sent again', async () => {
    const { server, github } = await context();
    server.issue({ title: 'A bug', author: 'ann' });
    server.fail({
      match: /POST .*comments/,
      status: 403,
      body: { message: 'The issue is locked' },
    });
    const error = await errorOf(github.createComment(1, 'y'.repeat(50_000)));
    expect(error.message).toContain('locked');
    expect(server.commentsOn(1)).toEqual([]);
  });

  test('a label that an issue does not have is off; an issue that is not there is an error', async () => {
    const { server, github } = await context();
    server.issue({ title: 'A bug', author: 'ann' });
    expect(await github.removeLabel(1, 'bug')).toBe(false);
    expect((await errorOf(github.removeLabel(2, 'bug'))).code).toBe('github-not-found');
  });

  test('what is sent was redacted first and cut after', async () => {
    const secret = 'hunter2-hunter2';
    const redactor = createRedactor({ secrets: [{ kind: 'own', value: secret }] });
    const { server, github } = await context({ client: { redactor } });
    server.issue({ title: 'A bug', author: 'ann' });
    await github.createComment(1, `${'z'.repeat(59_870)}${secret}${'z'.repeat(1000)}`);
    const issue = await github.createIssue(`About ${secret}`, `Body ${secret}`);
    expect(issue.title).toMatch(/^About \[redacted:own:\w+\]$/);
    expect(server.log.map((entry) => entry.body).join('')).not.toContain('hunter2');
  });

  test('a secret is in nothing that is sent, also not in names that cannot be redacted', async () => {
    const secret = 'hunter2/hunter2';
    const redactor = createRedactor({ secrets: [{ kind: 'own', value: secret }] });
    const { server, github } = await context({ client: { redactor } });
    server.issue({ title: 'A bug', author: 'ann' });
    const refused = { code: 'input-invalid', message: expect.stringMatching(/contains a secret/) };
    await expect(github.removeLabel(1, secret)).rejects.toMatchObject(refused);
    await expect(github.addLabels(1, ['bug', secret])).rejects.toMatchObject(refused);
    await expect(github.assign(1, [secret])).rejects.toMatchObject(refused);
    const sent = server.log.map(
      ({ path, body }) => `${decodeURIComponent(path)} ${JSON.stringify(body)}`,
    );
    expect(sent.join('')).not.toContain('hunter2');
  });

  test('a reaction says whether it is new', async () => {
    const { server, github } = await context();
    server.issue({ title: 'A bug', author: 'ann' });
    const { id } = server.comment({ login: 'ann', issue: 1, body: '/approve all' });
    const first = await github.react(id, '+1');
    expect(first).toMatchObject({ created: true });
    expect(await github.react(id, '+1')).toEqual({ created: false, id: first.id });
    const [own, other] = [server.account('github-actions[bot]'), server.account('ann')];
    expect(await github.hasReacted(id, '+1', own.id)).toBe(true);
    expect(await github.hasReacted(id, 'rocket', own.id)).toBe(false);
    expect(await github.hasReacted(id, '+1', other.id)).toBe(false);
    expect(server.reactionsOn(id)).toEqual([{ login: 'github-actions[bot]', content: '+1' }]);
  });

  test('a reaction can be removed once, and another one in its place is not', async () => {
    const { server, github } = await context();
    server.issue({ title: 'A bug', author: 'ann' });
    const { id } = server.comment({ login: 'ann', issue: 1, body: '/approve all' });
    const first = await github.react(id, 'rocket');
    await github.removeReaction(id, first.id);
    expect(server.reactionsOn(id)).toEqual([]);
    const second = await github.react(id, 'rocket');
    expect(second).toMatchObject({ created: true });
    expect(second.id).not.toBe(first.id);
    await github.removeReaction(id, first.id);
    expect(server.reactionsOn(id)).toHaveLength(1);
  });

  test('a reaction behind those of a hundred other people is found', async () => {
    const { server, github } = await context();
    server.issue({ title: 'A bug', author: 'ann' });
    const { id } = server.comment({ login: 'ann', issue: 1, body: '/approve all' });
    for (let person = 0; person < 100; person += 1) server.react(id, `fan-${person}`, '+1');
    await github.react(id, '+1');
    const own = server.account('github-actions[bot]');
    expect(await github.hasReacted(id, '+1', own.id)).toBe(true);
  });

  test('a thread is open or closed, with the head of a pull request', async () => {
    const { server, github, head } = await context();
    server.issue({ title: 'A bug', author: 'ann' });
    expect(await github.threadState(1, [])).toMatchObject({ open: true, headSha: null });
    await github.updateIssue(1, { state: 'closed' });
    expect(await github.threadState(1, [])).toMatchObject({ open: false });
    const pull = {
      headRef: 'x',
      headSha: head,
      headRepository: null,
      baseRef: 'main',
      draft: false,
      commitAuthors: [],
    };
    server.pull({ title: 'Change', author: 'ann', pull });
    expect(await github.threadState(2, [])).toMatchObject({ open: true, headSha: head });
  });

  test('a hidden review is known', async () => {
    const { server, github, number } = await withPull();
    const review = addReview(server, { login: 'ann', number, state: 'APPROVED' });
    const nodeId = (await github.pullReviews(number))[0]?.nodeId ?? '';
    const version = async () => (await github.threadState(number, [nodeId])).comments.get(nodeId);
    expect(await version()).toEqual({ body: '', edit: null, isHidden: false });
    review.isHidden = true;
    expect(await version()).toMatchObject({ isHidden: true });
  });

  test('the last edit names who made it, and a hidden comment is known', async () => {
    const { server, github } = await context();
    server.issue({ title: 'A bug', author: 'ann' });
    const { id } = server.comment({ login: 'ann', issue: 1, body: 'one' });
    const { nodeId } = (await github.comments(1)).comments[0]!;
    const edit = async () => (await github.threadState(1, [nodeId])).comments.get(nodeId);
    expect(await edit()).toEqual({ body: 'one', edit: null, isHidden: false });
    server.state.comments.get(id)!.isHidden = true;
    server.editComment({ id, login: 'eve', body: 'two' });
    const editor = { login: 'eve', id: expect.any(Number), type: 'User' };
    const edited = { at: '2026-03-01T12:00:00Z', editor };
    expect(await edit()).toEqual({ body: 'two', edit: edited, isHidden: true });
    expect((await github.threadState(1, ['IC_404', nodeId])).comments.size).toBe(1);
    expect((await github.threadState(1, [])).comments.size).toBe(0);
    expect((await errorOf(github.threadState(404, []))).code).toBe('github-not-found');
    expect((await errorOf(github.threadState(1, ['']))).code).toBe('input-invalid');
  });
});

describe('files', () => {
  test('a file is read at a commit, not at the branch', async () => {
    const { github, git, head } = await context();
    git.commit('main', { 'README.md': 'changed' });
    expect((await github.fileAt(head, 'README.md'))?.text).toBe('# Octo\n');
    expect((await github.fileAt(await github.commitOf('main'), 'README.md'))?.text).toBe('changed');
  });

  test('a file that is not there is null; where the commit cannot be seen it is an error', async () => {
    const { server, github, head } = await context();
    server.fail({ match: /contents/, times: 2, status: 404, body: { message: 'Not Found' } });
    server.fail({ match: /commits/, status: 404, body: { message: 'Not Found' } });
    expect((await errorOf(github.fileAt(head, 'README.md'))).code).toBe('github-not-found');
    expect(await github.fileAt(head, 'README.md')).toBeNull();
    expect(await github.fileAt(head, 'no.txt')).toBeNull();
    expect((await errorOf(github.fileAt('0'.repeat(40), 'no.txt'))).code).toBe('github-refused');
  });

  test('a token that may not read contents learns which permission to add', async () => {
    const { github, head } = await context({ server: { tokenPermissions: { issues: 'write' } } });
    const error = await errorOf(github.fileAt(head, '.github/countersign.yml'));
    expect(error.code).toBe('github-permission');
    expect(error.fix).toContain('`contents: read`');
  });

  test('a workflow run that is not found names the permission that may be missing', async () => {
    const { github } = await context();
    const error = await errorOf(github.ciRun(7));
    expect(error.code).toBe('github-not-found');
    expect(error.fix).toContain('`actions: read`');
  });

  test('a file above 1 MB is read as a blob', async () => {
    const { github, git } = await context();
    const text = 'é'.repeat(800_000);
    const sha = git.commit('big', { 'big.txt': text });
    expect((await github.fileAt(sha, 'big.txt'))?.text).toBe(text);
  });

  test('a folder, and bytes that are no text, are refused in words', async () => {
    const { github, git } = await context();
    const sha = git.commit('odd', {
      'a/b.txt': 'b',
      'c.bin': Buffer.from([0xff, 0xfe, 0x00]),
      empty: '',
    });
    expect((await errorOf(github.fileAt(sha, 'a'))).message).toContain('is a folder, not a file');
    expect((await errorOf(github.fileAt(sha, 'c.bin'))).message).toContain('is not UTF-8 text');
    expect((await github.fileAt(sha, 'empty'))?.text).toBe('');
  });

  test('names that a URL would trip over are read', async () => {
    const { github, git } = await context();
    const path = 'do cs/#1 {x}?.md';
    const sha = git.commit('odd', { [path]: 'odd' });
    expect((await github.fileAt(sha, path))?.text).toBe('odd');
    expect((await errorOf(github.fileAt(sha, '../../secrets'))).code).toBe('path-refused');
  });

  test('the files of a folder are named, folders left out; no folder is no names', async () => {
    const { github, git } = await context();
    const sha = git.commit('main', { 't/a.mjs': '', 't/b.mjs': '', 't/deep/c.mjs': '' });
    expect(await github.filesAt(sha, 't')).toEqual(['a.mjs', 'b.mjs']);
    expect(await github.filesAt(sha, 'none')).toEqual([]);
    expect(await github.commitOf('refs/heads/main')).toBe(sha);
  });
});

const ann = { login: 'ann', id: 1 };

async function personOf(github: Pick<GitHub, 'accountsOf'>, login: string): Promise<Person> {
  const [found] = await github.accountsOf([login]);
  if (found === undefined) throw new Error(`There is no @${login}.`);
  return found;
}

describe('people', () => {
  test.each(['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const)(
    '%s is reported as it is',
    async (role) => {
      const { server, github } = await context();
      server.person('ann', role);
      expect(await github.permissionOf(await personOf(github, 'ann'))).toBe(role);
    },
  );

  test('a custom role counts as the level beneath it, a contradiction as the lower one', async () => {
    const { server, github } = await context();
    const answer = (permission: string, role: string) => {
      server.fail({
        match: /permission/,
        status: 200,
        body: { permission, role_name: role, user: { ...ann, type: 'User' } },
      });
    };
    answer('write', 'release-manager');
    expect(await github.permissionOf(ann)).toBe('write');
    answer('read', 'admin');
    expect(await github.permissionOf(ann)).toBe('read');
  });

  test('an unknown person, an unknown level and an answer about somebody else are errors', async () => {
    const { server, github } = await context();
    const nobody = github.permissionOf({ login: 'nobody', id: 9 });
    expect((await errorOf(nobody)).code).toBe('github-not-found');
    const answers = [
      { permission: 'owner', user: { login: 'ann', id: 1, type: 'User' } },
      { permission: 'admin', user: { login: 'ann', id: 2, type: 'User' } },
      { permission: 'admin', user: null },
    ];
    for (const body of answers) {
      server.fail({ match: /permission/, status: 200, body });
      expect((await errorOf(github.permissionOf(ann))).code).toBe('github-refused');
    }
    const odd = github.permissionOf({ login: '../x', id: 1 });
    expect((await errorOf(odd)).code).toBe('input-invalid');
  });

  test('the permission of a login that passed to somebody else is an error, that of a renamed account is found', async () => {
    const { server, github } = await context();
    server.person('ann', 'admin');
    const before = await personOf(github, 'ann');
    renameAccount(server, 'ann', 'ann-of-old');
    server.person('ann', 'write');
    expect((await errorOf(github.permissionOf(before))).message).toContain('not about account');
    expect(await github.permissionOf({ ...before, login: 'ann-of-old' })).toBe('admin');
    expect((await personOf(github, 'ann')).id).not.toBe(before.id);
  });

  test('a login that nobody has is left out of the accounts', async () => {
    const { server, github } = await context();
    server.person('ann', 'read');
    expect(await github.accountsOf(['nobody', 'ann'])).toMatchObject([{ login: 'ann' }]);
    expect(await github.accountsOf([])).toEqual([]);
  });

  test('a team distinguishes members from others, and an unseen team is an error', async () => {
    const { server, github } = await context();
    server.state.teams.set('octo-org/owners', new Set(['ann']));
    expect(await github.isTeamMember({ org: 'octo-org', slug: 'owners' }, 'ann')).toBe(true);
    expect(await github.isTeamMember({ org: 'octo-org', slug: 'owners' }, 'bob')).toBe(false);
    const unseen = github.isTeamMember({ org: 'octo-org', slug: 'hidden' }, 'ann');
    expect((await errorOf(unseen)).code).toBe('github-not-found');
    server.fail({ match: /memberships/, status: 200, body: { state: 'pending' } });
    expect(await github.isTeamMember({ org: 'octo-org', slug: 'owners' }, 'ann')).toBe(false);
  });

  test('the account of a workflow token and of a person’s token is found', async () => {
    expect((await (await context()).github.self())?.login).toBe('github-actions[bot]');
    const mine = await context({ server: { installation: false, self: 'ann' } });
    expect(await mine.github.self()).toEqual({ login: 'ann', id: 41_898_282, type: 'User' });
  });

  test('a token that does not know whose it is has no account', async () => {
    const { server, github } = await context();
    const message = 'Resource not accessible by integration';
    server.fail({ match: /graphql/, status: 403, body: { message } });
    expect(await github.self()).toBeNull();
    const other = await context();
    const errors = [{ type: 'FORBIDDEN', message }];
    other.server.fail({ match: /graphql/, status: 200, body: { data: null, errors } });
    expect(await other.github.self()).toBeNull();
  });

  test('trouble while asking whose the token is, is no answer and not remembered', async () => {
    const { server, github } = await context();
    server.fail({ match: /graphql/, times: 4, status: 502, body: '' });
    expect((await errorOf(github.self())).code).toBe('github-unreachable');
    expect((await github.self())?.login).toBe('github-actions[bot]');
  });

  test('the authors of a pull request are named once, from every page', async () => {
    const { server, github, head } = await context();
    const commitAuthors = [...Array.from({ length: 120 }, () => 'ann'), 'bob'];
    server.pull({
      title: 'Change',
      author: 'ann',
      pull: {
        headRef: 'x',
        headSha: head,
        headRepository: null,
        baseRef: 'main',
        draft: false,
        commitAuthors,
      },
    });
    const commits = await github.pullRequestCommits(1);
    expect(commits).toHaveLength(121);
    expect(commitPeople(commits).map(({ login }) => login)).toEqual(['ann', 'bob']);
    expect(await github.pullRequest(1)).toEqual({
      number: 1,
      author: expect.objectContaining({ login: 'ann' }),
      open: true,
      headSha: head,
      headRef: 'x',
      headRepository: null,
      baseRef: 'main',
    });
  });

  test('co-authors are people of a pull request, by the account that GitHub finds for their address', async () => {
    const { server, github, head } = await context();
    const commits = [
      { author: 'ann', committer: 'web-flow', coAuthors: ['eve'] },
      { author: 'bob', committer: 'bob' },
    ];
    const pull = {
      headRef: 'x',
      headSha: head,
      headRepository: null,
      baseRef: 'main',
      draft: false,
      commitAuthors: [],
      commits,
    };
    server.pull({ title: 'Change', author: 'ann', pull });
    const people = commitPeople(await github.pullRequestCommits(1));
    expect(people.map(({ login }) => login).sort()).toEqual(['ann', 'bob', 'eve', 'web-flow']);
    const { id } = await personOf(github, 'eve');
    expect(people.find(({ login }) => login === 'eve')?.id).toBe(id);
  });

  test('without co-authors nothing more is asked, and co-authors who cannot be looked up are an error', async () => {
    const { server, github, head } = await context();
    const author = { login: 'ann', id: 1, type: 'User' };
    const listed = (message: string) => [
      { sha: head, author, committer: author, commit: { message } },
    ];
    const asked = () => server.log.filter(({ path }) => path === '/graphql').length;
    server.fail({ match: /commits/, status: 200, body: listed('Fix it, co-authored-by nobody') });
    await github.pullRequestCommits(1);
    expect(asked()).toBe(0);
    server.fail({
      match: /commits/,
      status: 200,
      body: listed('Fix it\n\nCo-Authored-By: Eve <eve@example.com>'),
    });
    expect((await errorOf(github.pullRequestCommits(1))).code).toBe('github-not-found');
    expect(asked()).toBe(1);
  });

  test('an author whom GitHub gives as an empty object is nobody', async () => {
    const { server, github, head } = await context();
    const committer = { login: 'ann', id: 1, type: 'User' };
    const commits = [{ sha: head, author: {}, committer, commit: { message: 'One' } }];
    server.fail({ match: /commits/, status: 200, body: commits });
    expect(commitPeople(await github.pullRequestCommits(1)).map(({ login }) => login)).toEqual([
      'ann',
    ]);
  });

  test('a pull request with more commits than GitHub lists is an error', async () => {
    const { server, github, head } = await context();
    const commitAuthors = Array.from({ length: 250 }, () => 'ann');
    const pull = {
      headRef: 'x',
      headSha: head,
      headRepository: null,
      baseRef: 'main',
      draft: false,
      commitAuthors,
    };
    server.pull({ title: 'Change', author: 'ann', pull });
    expect(commitPeople(await github.pullRequestCommits(1)).map(({ login }) => login)).toEqual([
      'ann',
    ]);
    server.fail({
      match: /pulls\/1$/,
      status: 200,
      body: {
        number: 1,
        state: 'open',
        commits: 251,
        user: null,
        head: { sha: head, ref: 'x', repo: null },
        base: { ref: 'main' },
      },
    });
    expect((await errorOf(github.pullRequestCommits(1))).message).toContain('251 commits');
  });
});

test('an issue, a pull request seen as an issue, and the default branch are read', async () => {
  const { server, github, head } = await context();
  server.issue({ title: 'A bug', author: 'ann', body: 'It breaks.' });
  const pull = {
    headRef: 'x',
    headSha: head,
    headRepository: null,
    baseRef: 'main',
    draft: false,
    commitAuthors: [],
  };
  server.pull({ title: 'Change', author: 'bob', state: 'closed', pull });
  expect(await github.issue(1)).toMatchObject({
    title: 'A bug',
    body: 'It breaks.',
    open: true,
    isPullRequest: false,
  });
  expect(await github.issue(2)).toMatchObject({ body: '', open: false, isPullRequest: true });
  expect(await github.defaultBranch()).toBe('main');
});
