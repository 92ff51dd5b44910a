import { expect, test } from 'vitest';
import type { GitHubServerOptions } from '../../../src/testing/index.ts';
import { memoryGit } from '../../testing/github-server/memory-git.ts';
import { parseTrigger } from '../../../src/github/index.ts';
import { POLICY_DIFF_MARKER } from '../../../src/action/outputs/policy-diff-body.ts';
import { readInputs } from '../../../src/action/inputs/inputs.ts';
import { githubRunner } from '../../../src/action/inputs/runner.ts';
import { policyDiffStep } from '../../../src/action/outputs/policy-diff.ts';
import { context } from '../../github/context.ts';
import { pullEvent } from '../../testing/github-server/events.ts';

const PATH = '.github/countersign.yml';
const BASE = 'version: 1\nrequireApproval:\n  - bash_run\n';

const files = (policy: string | Buffer | null) => ({
  'a.ts': 'a\n',
  ...(policy === null ? {} : { [PATH]: policy }),
});

type Context = Parameters<typeof policyDiffStep>[0];

function inputsOf(policyDiffRepositories: readonly string[] | null = null): Context['inputs'] {
  return { ...readInputs(githubRunner({})), policyPath: PATH, policyDiffRepositories };
}

function runnerOf(runner: Partial<Context['runner']>): Context['runner'] {
  return runner as Context['runner'];
}

/** A pull request from `base` to `head` (the text of the policy; `null`: no such file), and the step over it. */
async function pullRequest(options: {
  readonly base: string | null;
  readonly head: string | null | Buffer;
  readonly event?: 'pull_request' | 'pull_request_target';
  readonly fork?: boolean;
  /** The head has no commit of the base in its history. */
  readonly unrelated?: boolean;
  readonly server?: Partial<GitHubServerOptions>;
  /** Repositories of which each is reported as not compared, for this reason. */
  readonly unreadable?: { readonly repositories: readonly string[]; readonly because: string };
}) {
  const git = memoryGit();
  const main = git.commit('main', files(options.base));
  if (options.unrelated !== true) git.createRef('refs/heads/topic', main);
  const { server, github } = await context({ server: { git, ...options.server } });
  const number = 7;
  const own = `${server.owner}/${server.repo}`;
  const push = (policy: string | Buffer | null, nonce: string): void => {
    const headSha = git.commit('topic', { ...files(policy), nonce });
    const pull = {
      headRef: 'topic',
      headSha,
      headRepository: options.fork === true ? 'stranger/repo' : own,
      baseRef: 'main',
      draft: false,
      commitAuthors: ['stranger'],
    };
    server.pull({ number, author: 'stranger', title: 'Change', body: 'Please.', pull });
  };
  push(options.head, '1');
  const log: string[] = [];
  const outputs: Record<string, string> = {};
  const summaries: string[] = [];
  const step = async (): Promise<string | null> => {
    const event = options.event ?? 'pull_request_target';
    const payload = JSON.parse(JSON.stringify(pullEvent(server, number, 'synchronize')));
    return await policyDiffStep({
      trigger: parseTrigger({ eventName: event, payload, file: 'event.json', repository: own }),
      inputs: inputsOf(options.unreadable?.repositories),
      environment: { serverUrl: 'https://github.com' } as Context['environment'],
      github,
      baselineClient: () => {
        throw new Error(options.unreadable?.because);
      },
      runner: runnerOf({
        info: (line) => log.push(line),
        warning: (line) => log.push(`warning: ${line}`),
        output: (name, value) => {
          outputs[name] = value;
        },
        startGroup: (title) => log.push(`group: ${title}`),
        endGroup: () => log.push('end of the group'),
        summary: (text) => Promise.resolve(void summaries.push(text)),
      }),
    });
  };
  const bodies = () => server.commentsOn(number).map(({ body }) => body);
  return { git, server, github, push, step, bodies, log, outputs, summaries, number };
}

test('a pull request of a fork that loosens the policy gets one comment that says what is newly allowed', async () => {
  const head =
    'version: 1\nauto:\n  - bash_run(npm publish)\nrequireApproval:\n  - bash_run\ndeny:\n  - bash_run(make)\n';
  const { server, step, bodies, outputs, summaries } = await pullRequest({
    base: BASE,
    head,
    fork: true,
  });
  expect(await step()).toBeNull();
  const [body = ''] = bodies();
  expect(bodies()).toHaveLength(1);
  expect(body.startsWith(`${POLICY_DIFF_MARKER}\n`)).toBe(true);
  expect(body).toContain('The new policy is looser');
  expect(body).toMatch(
    /Newly allowed: needed approval before \(\d+\)\n\n```text\n[^`]*bash_run\(npm publish\) requireApproval -> auto \(line 3\)/,
  );
  expect(body).toMatch(/Newly denied \(\d+\)\n\n```text\n[^`]*bash_run\(make\)/);
  expect(outputs).toMatchObject({ outcome: 'done' });
  expect(summaries).toEqual([body]);
  // Objects are read through the API; nothing else of the head is asked for.
  const asked = server.log.map((entry) => `${entry.method} ${entry.path}`);
  expect(
    asked
      .filter((line) => line.includes('/contents/'))
      .every((line) => line.includes('countersign.yml')),
  ).toBe(true);
});

/** The log and the job summary of a comparison with as many unreadable repositories. */
async function comparedWith(count: number) {
  const repositories = Array.from({ length: count }, (_, index) => `acme/r${index}`);
  const unreadable = { repositories, because: 'é'.repeat(250) };
  const head = `${BASE}auto:\n  - bash_run(npm test)\n`;
  const { step, log, summaries } = await pullRequest({ base: BASE, head, unreadable });
  await step();
  return { log, summary: summaries[0] ?? '' };
}

test('a comparison of more repositories than fit into a job summary is cut there, and whole in the log', async () => {
  const many = await comparedWith(2_500);
  expect(Buffer.byteLength(many.summary)).toBeLessThan(1024 ** 2);
  const shown = [...many.summary.matchAll(/^### In `acme\/r\d+`$/gm)].length;
  expect(shown).toBeGreaterThan(1_500);
  expect(many.summary).toMatch(
    new RegExp(
      `\n\n_${2_500 - shown} more repositories do not fit here\\. The log of this step has all of them\\._$`,
    ),
  );
  const whole = many.log.find((text) => text.includes('### In `acme/r2499`')) ?? '';
  expect(whole).toContain('### In `acme/r0`');
  const few = await comparedWith(3);
  expect(few.summary).toContain('### In `acme/r2`');
  expect(few.summary).not.toContain('do not fit');
  expect(few.log.join('\n')).not.toContain('### In');
});

test('a later push edits the comment in place, also if it reverts the change', async () => {
  const { push, step, bodies } = await pullRequest({
    base: BASE,
    head: `${BASE}auto:\n  - bash_run(npm test)\n`,
  });
  await step();
  push(`${BASE}deny:\n  - bash_run(npm test)\n`, '2');
  await step();
  expect(bodies()).toHaveLength(1);
  expect(bodies()[0]).toContain('The new policy is not looser');
  push(BASE, '3');
  await step();
  expect(bodies()).toHaveLength(1);
  expect(bodies()[0]).toContain('This pull request does not change the policy.');
});

test('a pull request that never touched the policy gets no comment', async () => {
  for (const text of [BASE, null]) {
    const { step, bodies, outputs } = await pullRequest({ base: text, head: text });
    expect(await step()).toBeNull();
    expect(bodies()).toEqual([]);
    expect(outputs['summary']).toBe('This pull request does not change the policy.');
  }
});

test('what the base changed after the pull request branched off is no change of the pull request', async () => {
  const tightened = `${BASE}deny:\n  - bash_run(npm publish)\n`;
  const { git, step, bodies, summaries, outputs } = await pullRequest({ base: BASE, head: BASE });
  git.commit('main', files(tightened));
  expect(await step()).toBeNull();
  expect(bodies()).toEqual([]);
  expect(summaries).toEqual([]);
  expect(outputs['summary']).toBe('This pull request does not change the policy.');
});

test('a policy that the base changed too is compared with the one that the pull request changed', async () => {
  const loosened = `${BASE}auto:\n  - bash_run(npm test)\n`;
  const { git, step, bodies } = await pullRequest({ base: BASE, head: loosened });
  const before = git.resolve('main')?.slice(0, 12) ?? '';
  git.commit('main', files(`${BASE}deny:\n  - bash_run(npm publish)\n`));
  await step();
  expect(bodies()[0]).toContain('bash_run(npm test)');
  expect(bodies()[0]).not.toContain('npm publish');
  expect(bodies()[0]).toContain(`\`main\` at \`${before}\``);
});

test('a head without a common commit is compared with the newest one of the base', async () => {
  const head = `${BASE}auto:\n  - bash_run(npm test)\n`;
  const { step, bodies } = await pullRequest({ base: BASE, head, unrelated: true });
  expect(await step()).toBeNull();
  expect(bodies()[0]).toContain('The new policy is looser');
});

test('a change of the file without an effect on decisions is reported as such', async () => {
  const { step, bodies } = await pullRequest({ base: BASE, head: `# A comment.\n${BASE}` });
  await step();
  expect(bodies()[0]).toContain('The policy file changes, but no verdict');
});

test('an invalid new policy is reported with its lines', async () => {
  const { step, bodies } = await pullRequest({ base: BASE, head: 'version: 1\nmode: alow\n' });
  await step();
  expect(bodies()[0]).toContain('The new policy does not load: every run under it would stop.');
  expect(bodies()[0]).toMatch(/\.github\/countersign\.yml:2:\d+: /);
});

test('warnings about the new policy are reported with their lines', async () => {
  const { step, bodies } = await pullRequest({
    base: BASE,
    head: 'version: 1\nauto:\n  - kind:execute\n',
  });
  await step();
  expect(bodies()[0]).toMatch(
    /Warnings about the new policy \(\d+\)[^]*\.github\/countersign\.yml:3:\d+: /,
  );
});

test('a binary file is a problem of the new policy, and does not fail the step', async () => {
  const { step, bodies } = await pullRequest({ base: BASE, head: Buffer.from([0xff, 0xfe, 0x00]) });
  expect(await step()).toBeNull();
  expect(bodies()[0]).toContain('is not UTF-8 text');
});

test('an added and a removed policy are compared with the built-in one', async () => {
  const added = await pullRequest({ base: null, head: 'version: 1\nmode: auto\n' });
  await added.step();
  expect(added.bodies()[0]).toContain('The base has no such file');
  expect(added.bodies()[0]).toContain('is looser');
  const removed = await pullRequest({ base: 'version: 1\nmode: deny\n', head: null });
  await removed.step();
  expect(removed.bodies()[0]).toContain('The pull request removes the file');
  expect(removed.bodies()[0]).toContain('is looser');
});

test('an invalid base policy leaves nothing to compare with, and the comment says so', async () => {
  const { step, bodies } = await pullRequest({ base: 'mode: [\n', head: BASE });
  await step();
  expect(bodies()[0]).toContain("The base's policy does not load");
});

test('the text of an untrusted user stays inside its code block, mentions nobody and hides nothing', async () => {
  const evil =
    'version: 1\nauto:\n  - "bash_run(echo ``` @octo-org/admins \\u202E x)"\n  - rule: bash_run(true)\n    reason: "```\\n/approve all"\n';
  const { step, bodies } = await pullRequest({ base: BASE, head: evil, fork: true });
  await step();
  const [body = ''] = bodies();
  expect(body).not.toContain('\u202E');
  expect(body.split('\n').some((line) => line.startsWith('/approve'))).toBe(false);
  const outside = body.replaceAll(/^(`{3,})text\n[^]*?\n\1$/gm, '');
  expect(outside).not.toContain('@octo-org');
});

test("somebody else's comment with the marker stays unchanged", async () => {
  const { server, step, bodies, number } = await pullRequest({
    base: BASE,
    head: 'version: 1\nmode: auto\n',
  });
  server.comment({
    login: 'stranger',
    issue: number,
    body: `${POLICY_DIFF_MARKER}\nNothing to see.`,
  });
  await step();
  expect(bodies()).toHaveLength(2);
  expect(bodies()[0]).toBe(`${POLICY_DIFF_MARKER}\nNothing to see.`);
  await step();
  expect(bodies()).toHaveLength(2);
});

test('a fork whose token cannot comment gets the job summary and a warning; any other refusal fails the step', async () => {
  const readOnly = {
    tokenPermissions: { contents: 'read', pull_requests: 'read', issues: 'read' },
  } as const;
  const options = {
    base: BASE,
    head: 'version: 1\nmode: auto\n',
    event: 'pull_request',
    server: readOnly,
  } as const;
  const fork = await pullRequest({ ...options, fork: true });
  expect(await fork.step()).toBeNull();
  expect(fork.log.some((line) => line.startsWith('warning: A pull request from a fork'))).toBe(
    true,
  );
  expect(fork.summaries[0]).toContain('is looser');
  const own = await pullRequest(options);
  await expect(own.step()).rejects.toMatchObject({ code: 'github-permission' });
});

test('other events have nothing to do', async () => {
  const { github } = await pullRequest({ base: BASE, head: BASE });
  const trigger = parseTrigger({
    eventName: 'schedule',
    payload: { schedule: '0 0 * * *' },
    file: 'e',
    repository: 'a/b',
  });
  const step = { inputs: inputsOf(), trigger, github } as Context;
  expect(await policyDiffStep(step)).toMatch(/pull_request/);
});

test('the comment has the first lines of each list, and the beginning of each line', async () => {
  const name = 'x'.repeat(400);
  const rules = Array.from({ length: 65 }, (_, index) => `  - bash_run(tool-${index}-${name} *)\n`);
  const head = `version: 1\nauto:\n${rules.join('')}`;
  const { step, bodies } = await pullRequest({ base: BASE, head });
  await step();
  expect(bodies()[0]).toMatch(/… and \d+ more/);
  expect(bodies()[0]).toContain('bash_run(tool-0-xxx');
  expect(bodies()[0]).not.toContain(name);
});
