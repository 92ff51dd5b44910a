import { describe, expect, test } from 'vitest';
import { proposeRules } from '../../../src/action/outputs/propose-rules.ts';
import { digestOf } from '../../../src/common/index.ts';
import { context, FILES } from '../../github/context.ts';
import { MemoryTrail, requestOf } from '../../approvals/context.ts';

const PATH = '.github/countersign.yml';
const POLICY = 'version: 1\nauto:\n  - fs_read # reads\n';
const request = requestOf();
const RULES = ['bash_run(npm test)'];
const digest = digestOf({ branch: 'main', path: PATH, rules: RULES });
const branch = `countersign/allow-${digest.slice(0, 12)}`;
const by = {
  login: 'ann',
  id: 1,
  permission: 'write',
  commentId: 5,
  commentUrl: 'https://github.test/c',
  at: '2026-01-01T00:00:00Z',
} as const;

async function scene(policy: string | null = POLICY) {
  const at = await context();
  const { [PATH]: _, ...others } = FILES;
  at.git.commit('main', policy === null ? others : { ...others, [PATH]: policy });
  const issue = at.server.issue({ title: 'Work', author: 'ann' });
  const number = typeof issue === 'number' ? issue : issue.number;
  const trail = new MemoryTrail();
  const propose = (rules: readonly string[], because: string | null = null, of = request) =>
    proposeRules(
      {
        github: at.github,
        trail,
        branch: 'main',
        path: PATH,
        serverUrl: 'https://github.test',
        runUrl: 'https://github.test/run/1',
      },
      { request: of, by, issue: number, rules, because },
    );
  const said = async () => (await at.github.comments(number)).comments.map(({ body }) => body);
  return { ...at, trail, propose, said };
}

describe('the rule of an approval with `always`', () => {
  test('becomes a pull request on the policy, from a branch of its own', async () => {
    const at = await scene();
    const before = await at.github.branchHead('main');
    await at.propose(RULES);
    const head = await at.github.branchHead(branch);
    expect(head).not.toBeNull();
    expect((await at.github.fileAt(head ?? '', PATH))?.text).toBe(
      `${POLICY}  - "bash_run(npm test)"\n`,
    );
    expect(await at.github.branchHead('main')).toBe(before);
    const [pull] = at.trail.of('github.write').filter(({ what }) => what === 'policy pull request');
    expect(await at.github.pullRequest(Number(pull?.id))).toMatchObject({
      headRef: branch,
      baseRef: 'main',
      open: true,
    });
    expect((await at.said()).join()).toContain(String(pull?.url));
  });

  test('of a repository without a policy comes with the built-in rules', async () => {
    const at = await scene(null);
    await at.propose(RULES);
    const head = await at.github.branchHead(branch);
    expect((await at.github.fileAt(head ?? '', PATH))?.text).toContain('kind:readonly');
  });

  test.each([
    ['the token may not write', /POST .*\/git\/(?:blobs|trees|commits)|POST .*graphql/],
    ['no pull request can be opened', /POST .*\/pulls$/],
  ])('is shown with a link to edit the policy if %s', async (_, match) => {
    const at = await scene();
    at.server.fail({ match, times: 20, status: 403, body: { message: 'Not with this token.' } });
    await at.propose(RULES);
    const [text = ''] = await at.said();
    expect(text).toContain(
      `https://github.test/${at.server.owner}/${at.server.repo}/edit/main/${PATH}`,
    );
    expect(text).toContain('```yaml\n  - "bash_run(npm test)"\n```');
  });

  test('is shown if the policy cannot be edited', async () => {
    const at = await scene('{ version: 1, auto: [fs_read] }\n');
    await at.propose(RULES);
    expect((await at.said()).join()).toContain('cannot be extended by a program');
    expect(await at.github.branchHead(branch)).toBeNull();
  });

  test('is not made without a policy file, and the person learns why', async () => {
    const at = await scene();
    await at.propose([], 'no rule covers this call and nothing more');
    expect(await at.said()).toEqual([
      `${request.id} was approved, for this call alone: no rule covers this call and nothing more.`,
    ]);
    expect(await at.github.branchHead(branch)).toBeNull();
  });

  test('is proposed once, however many calls are approved with it', async () => {
    const at = await scene();
    const other = requestOf({ call: 'c9', command: 'npm test' });
    await at.propose(RULES);
    await at.propose(RULES, null, other);
    const pulls = at.trail.of('github.write').filter(({ what }) => what === 'policy pull request');
    expect(pulls.map(({ id }) => id)).toEqual([pulls[0]?.id, pulls[0]?.id]);
    expect(pulls.map(({ found }) => found)).toEqual([undefined, true]);
    const said = await at.said();
    expect(said.map((text) => text.includes(String(pulls[0]?.url)))).toEqual([true, true]);
    expect(said[1]).toContain(other.id);
    await at.propose(['bash_run(npm run lint)']);
    expect(at.trail.of('github.write').at(-2)).not.toMatchObject({ id: pulls[0]?.id });
  });

  test('that the policy has by then is not proposed, and the person learns so', async () => {
    const at = await scene('version: 1\nauto: [fs_read, bash_run(npm test)]\n');
    await at.propose(RULES);
    expect(await at.said()).toEqual([
      `${request.id} was approved. The policy has the rule for calls like it by now: it counts for the runs that start from now on.`,
    ]);
    expect(await at.github.branchHead(branch)).toBeNull();
  });

  test('is no link to a branch of that name whose policy somebody else changed', async () => {
    const at = await scene();
    await at.propose(RULES);
    const head = await at.github.branchHead(branch);
    at.git.commit(branch, { [PATH]: `${POLICY}  - bash_run\n` });
    expect(await at.github.branchHead(branch)).not.toBe(head);
    await at.propose(RULES);
    const [, text = ''] = await at.said();
    expect(text).toContain('with another policy than this one would be');
    expect(text).toContain('/edit/main/');
  });

  test('moves no branch that exists', async () => {
    const at = await scene();
    at.git.commit(branch, { a: 'a' });
    const before = await at.github.branchHead(branch);
    await at.propose(RULES);
    expect(await at.github.branchHead(branch)).toBe(before);
    expect((await at.said()).join()).toContain('exists');
  });

  test('cannot leave its code block', async () => {
    const at = await scene('{ version: 1 }');
    await at.propose(['bash_run(echo "```\\n@everybody")']);
    expect((await at.said()).join()).toContain('````yaml');
  });

  test('ends no run if nothing can be written', async () => {
    const at = await scene();
    at.server.fail({ match: /POST/, times: 50, status: 403, body: { message: 'No.' } });
    await at.propose(RULES);
    expect(at.trail.of('warning')).toMatchObject([{ code: 'rule-not-proposed' }]);
  });
});
