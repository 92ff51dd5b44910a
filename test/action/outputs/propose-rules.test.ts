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

async function openSetup(policy: string | null = POLICY) {
  const setup = await context();
  const { [PATH]: _, ...others } = FILES;
  setup.git.commit('main', policy === null ? others : { ...others, [PATH]: policy });
  const issue = setup.server.issue({ title: 'Work', author: 'ann' });
  const number = typeof issue === 'number' ? issue : issue.number;
  const trail = new MemoryTrail();
  const propose = (rules: readonly string[], because: string | null = null, asked = request) =>
    proposeRules(
      {
        github: setup.github,
        trail,
        branch: 'main',
        path: PATH,
        serverUrl: 'https://github.test',
        runUrl: 'https://github.test/run/1',
      },
      { request: asked, by, issue: number, rules, because },
    );
  const said = async () => (await setup.github.comments(number)).comments.map(({ body }) => body);
  return { ...setup, trail, propose, said };
}

describe('the rule of an approval with `always`', () => {
  test('becomes a pull request on the policy, from a branch of its own', async () => {
    const setup = await openSetup();
    const before = await setup.github.branchHead('main');
    await setup.propose(RULES);
    const head = await setup.github.branchHead(branch);
    expect(head).not.toBeNull();
    expect((await setup.github.fileAt(head ?? '', PATH))?.text).toBe(
      `${POLICY}  - "bash_run(npm test)"\n`,
    );
    expect(await setup.github.branchHead('main')).toBe(before);
    const [pull] = setup.trail
      .of('github.write')
      .filter(({ what }) => what === 'policy pull request');
    expect(await setup.github.pullRequest(Number(pull?.id))).toMatchObject({
      headRef: branch,
      baseRef: 'main',
      open: true,
    });
    expect((await setup.said()).join()).toContain(String(pull?.url));
  });

  test('of a repository without a policy comes with the built-in rules', async () => {
    const setup = await openSetup(null);
    await setup.propose(RULES);
    const head = await setup.github.branchHead(branch);
    expect((await setup.github.fileAt(head ?? '', PATH))?.text).toContain('kind:readonly');
  });

  test.each([
    ['the token may not write', /POST .*\/git\/(?:blobs|trees|commits)|POST .*graphql/],
    ['no pull request can be opened', /POST .*\/pulls$/],
  ])('is shown with a link to edit the policy if %s', async (_, match) => {
    const setup = await openSetup();
    setup.server.fail({ match, times: 20, status: 403, body: { message: 'Not with this token.' } });
    await setup.propose(RULES);
    const [text = ''] = await setup.said();
    expect(text).toContain(
      `https://github.test/${setup.server.owner}/${setup.server.repo}/edit/main/${PATH}`,
    );
    expect(text).toContain('```yaml\n  - "bash_run(npm test)"\n```');
  });

  test('is shown if the policy cannot be edited', async () => {
    const setup = await openSetup('{ version: 1, auto: [fs_read] }\n');
    await setup.propose(RULES);
    expect((await setup.said()).join()).toContain('cannot be extended by a program');
    expect(await setup.github.branchHead(branch)).toBeNull();
  });

  test('is not made without a policy file, and the person learns why', async () => {
    const setup = await openSetup();
    await setup.propose([], 'no rule covers this call and nothing more');
    expect(await setup.said()).toEqual([
      `${request.id} was approved, for this call alone: no rule covers this call and nothing more.`,
    ]);
    expect(await setup.github.branchHead(branch)).toBeNull();
  });

  test('is proposed once, however many calls are approved with it', async () => {
    const setup = await openSetup();
    const other = requestOf({ call: 'c9', command: 'npm test' });
    await setup.propose(RULES);
    await setup.propose(RULES, null, other);
    const pulls = setup.trail
      .of('github.write')
      .filter(({ what }) => what === 'policy pull request');
    expect(pulls.map(({ id }) => id)).toEqual([pulls[0]?.id, pulls[0]?.id]);
    expect(pulls.map(({ found }) => found)).toEqual([undefined, true]);
    const said = await setup.said();
    expect(said.map((text) => text.includes(String(pulls[0]?.url)))).toEqual([true, true]);
    expect(said[1]).toContain(other.id);
    await setup.propose(['bash_run(npm run lint)']);
    expect(setup.trail.of('github.write').at(-2)).not.toMatchObject({ id: pulls[0]?.id });
  });

  test('that the policy has by then is not proposed, and the person learns so', async () => {
    const setup = await openSetup('version: 1\nauto: [fs_read, bash_run(npm test)]\n');
    await setup.propose(RULES);
    expect(await setup.said()).toEqual([
      `${request.id} was approved. The policy has the rule for calls like it by now: it counts for the runs that start from now on.`,
    ]);
    expect(await setup.github.branchHead(branch)).toBeNull();
  });

  test('is no link to a branch of that name whose policy somebody else changed', async () => {
    const setup = await openSetup();
    await setup.propose(RULES);
    const head = await setup.github.branchHead(branch);
    setup.git.commit(branch, { [PATH]: `${POLICY}  - bash_run\n` });
    expect(await setup.github.branchHead(branch)).not.toBe(head);
    await setup.propose(RULES);
    const [, text = ''] = await setup.said();
    expect(text).toContain('with another policy than this one would be');
    expect(text).toContain('/edit/main/');
  });

  test('moves no branch that exists', async () => {
    const setup = await openSetup();
    setup.git.commit(branch, { a: 'a' });
    const before = await setup.github.branchHead(branch);
    await setup.propose(RULES);
    expect(await setup.github.branchHead(branch)).toBe(before);
    expect((await setup.said()).join()).toContain('exists');
  });

  test('cannot leave its code block', async () => {
    const setup = await openSetup('{ version: 1 }');
    await setup.propose(['bash_run(echo "```\\n@everybody")']);
    expect((await setup.said()).join()).toContain('````yaml');
  });

  test('ends no run if nothing can be written', async () => {
    const setup = await openSetup();
    setup.server.fail({ match: /POST/, times: 50, status: 403, body: { message: 'No.' } });
    await setup.propose(RULES);
    expect(setup.trail.of('warning')).toMatchObject([{ code: 'rule-not-proposed' }]);
  });
});
