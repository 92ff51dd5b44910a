import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SUB_ACTIONS } from '../../../../src/action/index.ts';
import { doctorCommands } from '../../../../src/cli/commands/doctor/doctor.ts';
import {
  bad,
  conclusionOf,
  type Finding,
  unknown,
} from '../../../../src/cli/commands/doctor/finding.ts';
import { gitHubFindings } from '../../../../src/cli/commands/doctor/github.ts';
import { machineFindings } from '../../../../src/cli/commands/doctor/machine.ts';
import {
  policyFileFindings,
  repositoryFindings,
} from '../../../../src/cli/commands/doctor/repository-findings.ts';
import { lintWorkflows } from '../../../../src/cli/commands/doctor/workflow-lint.ts';
import { CommandCall } from '../../../../src/cli/spec.ts';
import { DEFAULT_POLICY } from '../../../../src/session/index.ts';
import { recordingIo } from '../../command.ts';
import { memoryGit } from '../../../testing/github-server/memory-git.ts';
import { startGitHub } from '../../../openapi/github.ts';

const SHA = '08c6903cd8c0fde910a37f88322edcfb5dd907a8';
const KEY = 'anthropic-api-key: "${{ secrets.ANTHROPIC_API_KEY }}"';
const GOOD = `on:
  issue_comment:
    types: [created]
permissions:
  contents: read
  issues: write
  actions: read
jobs:
  agent:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@${SHA}
        with: { persist-credentials: false }
      - uses: octo-org/countersign@${SHA}
        with: { ${KEY} }
`;
const CHECKOUT_STEP = `      - uses: actions/checkout@${SHA}
        with: { persist-credentials: false }
`;
const BAD = `on: pull_request_target
concurrency: { group: x, cancel-in-progress: true }
jobs:
  agent:
    permissions: { contents: write, issues: write, packages: write }
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v5
        with:
          ref: \${{ github.event.pull_request.head.sha }}
      - uses: octo-org/countersign@v1
        with: { ${KEY} }
`;

function lintOne(text: string): readonly Finding[] {
  return lintWorkflows([{ file: 'a.yml', text }]);
}

/** The good workflow with another action in place of its own. */
function goodUsing(action: string): string {
  return GOOD.replace(/countersign@.*\n.*\n/, `${action}\n`);
}

/** The good workflow with inputs for its step. */
function goodWith(inputs: string): string {
  return GOOD.replace(KEY, `${KEY}, ${inputs}`);
}

test('a workflow that is as it should be has nothing to change', () => {
  expect(lintOne(GOOD)).toMatchObject([
    { check: 'workflow', level: 'ok' },
    { check: 'runs-on', level: 'ok' },
  ]);
});

test.each([
  ['ubuntu-24.04', 'ok', /installs it/],
  ['ubuntu-latest', 'ok', /installs it/],
  ['ubuntu-24.04-arm', 'ok', /installs it/],
  ['ubuntu-26.04', 'ok', /own copy/],
  ['ubuntu-22.04', 'ok', /cannot limit/],
  ['ubuntu-slim', 'problem', /unprivileged container/],
  ['macos-15', 'ok', /sandbox-exec/],
  ['windows-2025', 'problem', /no sandbox for Windows/],
  ['[self-hosted, linux, ubuntu-24.04]', 'unknown', /never changes your own machine/],
  ['{ group: large, labels: [ubuntu-24.04] }', 'ok', /installs it/],
  ['{ group: large }', 'unknown', /does not say/],
  ['our-16-cores', 'unknown', /our-16-cores, which does not say/],
  ["'${{ matrix.os }}'", 'unknown', /does not say/],
])('the sandbox of runs-on: %s is reported: %s', (runsOn, level, found) => {
  const text = GOOD.replace('runs-on: ubuntu-24.04', `runs-on: ${runsOn}`);
  const finding = lintOne(text).find(({ check }) => check === 'runs-on');
  expect(finding).toMatchObject({ level, found: expect.stringMatching(found) });
  if (level === 'problem') expect(finding?.change).toBe('Write runs-on: ubuntu-24.04.');
});

test('a job in a container has no sandbox, whatever its runner is', () => {
  const text = GOOD.replace('    steps:', '    container: node:24\n    steps:');
  expect(lintOne(text).at(-1)).toMatchObject({
    level: 'problem',
    change: 'Remove container: from the job that runs the agent.',
  });
});

test('nothing is said of the sandbox of a job in which no agent works, and sandbox-install: never is noted', () => {
  const checks = lintOne(goodWith('mode: plan')).map(({ check }) => check);
  expect(checks).toEqual(['workflow']);
  expect(lintOne(goodWith('sandbox-install: never')).at(-1)).toMatchObject({
    check: 'runs-on',
    level: 'unknown',
  });
});

test('an agent after another step of Countersign is looked at, and what is wrong in the job is said once', () => {
  const plan = `      - uses: octo-org/countersign/plan@${SHA}\n      - uses: octo-org/countersign@`;
  const text = GOOD.replace('ubuntu-24.04', 'ubuntu-slim').replace(
    '      - uses: octo-org/countersign@',
    plan,
  );
  expect(lintOne(text).map(({ check, level }) => [check, level])).toEqual([
    ['workflow', 'ok'],
    ['runs-on', 'problem'],
  ]);
  const twice = `${text}      - uses: octo-org/countersign@v1\n        with: { ${KEY} }\n`;
  expect(lintOne(twice).map(({ check }) => check)).toEqual(['pins', 'runs-on']);
});

test.each(Object.keys(SUB_ACTIONS))(
  'the action %s is one of Countersign, in which no agent works',
  (name) => {
    const using = (ref: string) => goodUsing(`countersign/${name}@${ref}`);
    expect(lintOne(using(SHA)).map(({ check, level }) => [check, level])).toEqual([
      ['workflow', 'ok'],
    ]);
    expect(lintOne(using('v0.1.0'))).toMatchObject([{ check: 'pins', level: 'unknown' }]);
    expect(lintOne(using('v1'))).toMatchObject([{ check: 'pins', level: 'problem' }]);
  },
);

test('an action that is in no folder of Countersign is a problem, with those that are', () => {
  expect(lintOne(goodUsing(`countersign/plans@${SHA}`))).toMatchObject([
    {
      check: 'action',
      level: 'problem',
      found: expect.stringContaining('has no action plans'),
      change: `Write uses: octo-org/countersign@${SHA}, or one of its folders: plan, collect, apply, policy-diff.`,
    },
  ]);
});

test.each([
  ['{ issues: write }', '', ['contents: read']],
  ['{ contents: read }', '', ['neither issues: write nor pull-requests: write']],
  ['read-all', '', ['neither issues: write nor pull-requests: write']],
  ['{}', '', ['contents: read', 'neither issues: write']],
  ['{ contents: read, pull-requests: write }', '', ['cannot comment on issues']],
  ['{ contents: read, issues: read, pull-requests: write }', '', ['cannot comment on issues']],
  ['{ contents: read, pull-requests: write }', 'approvals: fail', []],
  ['{ contents: read }', 'approvals: fail', []],
  ['{ contents: read }', "github-token: '${{ steps.app.outputs.token }}'", []],
  ['{ contents: read }', "github-token: '${{ github.token }}'", ['neither issues: write']],
  ['{ issues: read }', 'mode: plan', []],
])('permissions that a run lacks are named: %s, %s', (permissions, inputs, missing) => {
  const text = goodWith(inputs).replace(
    /permissions:\n(?: {2}.*\n)+/,
    `permissions: ${permissions}\n`,
  );
  const found = lintOne(text).filter(({ check }) => check === 'permissions');
  expect(found.map((each) => each.level)).toEqual(missing.map(() => 'problem'));
  for (const [index, words] of missing.entries()) expect(found[index]?.found).toContain(words);
});

const onPermissions = (workflow: string) =>
  lintOne(workflow).filter(({ check }) => check === 'permissions');

test('a run on pull requests alone needs no permission for issues', () => {
  const permissions = 'permissions: { contents: read, pull-requests: write, actions: read }\n';
  const text = GOOD.replace(/permissions:\n(?: {2}.*\n)+/, permissions);
  const conditional = text.replace(
    '    steps:',
    '    if: github.event.issue.pull_request\n    steps:',
  );
  const reviews = text.replace(/issue_comment:\n.*/, 'pull_request: {}');
  for (const each of [conditional, reviews]) expect(onPermissions(each)).toEqual([]);
  const inverted = conditional.replace(
    /github\.event\S+/,
    '${{ !github.event.issue.pull_request }}',
  );
  expect(onPermissions(inverted)).toMatchObject([
    { found: expect.stringContaining('cannot comment on issues') },
  ]);
});

test('a misspelt event is named with the one that was meant', () => {
  expect(lintOne(GOOD.replace('issue_comment', 'isue_comment'))[0]).toMatchObject({
    level: 'problem',
    found:
      'a.yml starts on isue_comment, which is no event of GitHub, so GitHub refuses the workflow.',
    change: 'Correct its name under on:. Did you mean "issue_comment"?',
  });
});

test('a workflow that is not valid YAML gets what to write', () => {
  expect(lintOne(GOOD.replace('    steps:', '\tsteps:'))).toMatchObject([
    { level: 'problem', change: 'Indent with spaces.' },
  ]);
});

test('an input that the action does not have is named with the one that was meant', () => {
  expect(lintOne(goodWith('antropic-api-key: x, max-turns: 5'))[0]).toMatchObject({
    check: 'inputs',
    level: 'problem',
    found: expect.stringMatching(
      /passes the input antropic-api-key, .* Did you mean "anthropic-api-key"\?/,
    ) as string,
  });
  const plan = goodUsing(`countersign/plan@${SHA}\n        with: { model: x }`);
  expect(lintOne(plan)[0]?.found).toContain('the input model, which the action does not have');
});

/** What doctor says of the good workflow with these inputs in place of its key. */
const ofInputs = (inputs: string, check = 'key') =>
  lintOne(GOOD.replace(KEY, inputs)).filter((finding) => finding.check === check);

test.each([
  ['anthropic-api-key: sk-ant-api03-x', 'secrets.ANTHROPIC_API_KEY'],
  [`${KEY}, state-key: abcdef`, 'secrets.COUNTERSIGN_STATE_KEY'],
  ['provider: openai, api-key: sk-x, base-url: "https://api.example.com"', 'secrets.MODEL_API_KEY'],
])('a secret that is written out is a problem, and is not shown again: %s', (inputs, secret) => {
  const [finding, ...more] = ofInputs(inputs);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({
    level: 'problem',
    found: expect.stringMatching(/has the value of the input [\w-]+ in plain text/) as string,
    change: expect.stringContaining(`Revoke it`) as string,
  });
  expect(finding?.change).toContain(secret);
  expect(JSON.stringify(finding)).not.toMatch(/sk-|abcdef/);
});

test.each([
  'anthropic-api-key: "${{ vars.ANTHROPIC_API_KEY }}"',
  'anthropic-api-key: "${{ ANTHROPIC_API_KEY }}"',
])('a key from an expression that names no secret is a problem: %s', (inputs) => {
  expect(ofInputs(inputs)).toMatchObject([
    {
      level: 'problem',
      found: expect.stringContaining('its expression names no secret') as string,
    },
  ]);
});

test.each([
  ['', 'anthropic-api-key'],
  ['anthropic-api-key: ""', 'anthropic-api-key'],
  ['anthropic-base-url: "https://api.example.com"', 'anthropic-api-key'],
  [KEY.replace('anthropic-', '') + ', provider: anthropic', 'anthropic-api-key'],
  [`${KEY}, provider: openai`, 'api-key'],
  [`${KEY}, provider: gemini`, 'api-key'],
])(
  'a step of the agent without the key that its provider needs is a problem: %s',
  (inputs, name) => {
    expect(ofInputs(inputs)).toMatchObject([
      {
        level: 'problem',
        found: `a.yml:15:9, job agent has no key for the model: the input ${name} is missing or empty.`,
      },
    ]);
  },
);

test.each([
  'anthropic-api-key: "${{ steps.key.outputs.value }}"',
  'anthropic-api-key: "${{ inputs.key || secrets.ANTHROPIC_API_KEY }}"',
  'anthropic-auth-token: "${{ secrets.TOKEN }}", anthropic-base-url: "https://api.example.com"',
  'extra-headers: "a: ${{ secrets.A }}", anthropic-base-url: "https://api.example.com"',
  'anthropic-base-url: "http://localhost:4000"',
  'anthropic-base-url: "${{ vars.GATEWAY }}"',
  'provider: bedrock',
  'provider: "${{ vars.PROVIDER }}"',
  'provider: openai-compatible, base-url: "http://localhost:11434/v1", api-key: ollama',
  'provider: openai, api-key: "${{ secrets.OPENAI_API_KEY }}"',
  'model: "scripted:turns.json"',
  'mode: apply',
])('nothing is said of a key that comes from a secret, or is not needed: %s', (inputs) => {
  expect(ofInputs(inputs)).toEqual([]);
});

test('a finding names the line and the column of what is to be changed', () => {
  const text = `on: issue_comment
permissions: { contents: read, issues: write, isues: write }
concurrency:
  group: one
  cancel-in-progress: true
env: { TOKEN: "\${{ secrets.TOKEN }}" }
jobs:
  other: { runs-on: ubuntu-24.04, steps: [{ run: ls }] }
  agent:
    if: startsWith(github.event.comment.body, '/countersign')
    runs-on: windows-2025
    steps:
      - run: ls
      - uses: actions/checkout@v5
      - uses: octo-org/countersign@main
        with:
          max-turn: 5
          max-calls: many
          anthropic-api-key: sk-plain
`;
  expect(lintOne(text).map(({ check, found }) => `${found.split(' ', 1)[0]} ${check}`)).toEqual([
    'a.yml:2:47, permissions',
    'a.yml:17:11, inputs',
    'a.yml:16:9, inputs',
    'a.yml:19:11, key',
    'a.yml:6:1, env',
    'a.yml:14:9, pins',
    'a.yml:15:9, pins',
    'a.yml:14:9, checkout',
    'a.yml:3:1, concurrency',
    'a.yml:11:5, runs-on',
    'a.yml:10:5, answers',
  ]);
});

test('an agent without a checkout before it is a problem, unless another step may check out', () => {
  const checkout = /      - uses: actions\/checkout.*\n.*\n/;
  const checks = (before: string, after = '') =>
    lintOne(`${GOOD.replace(checkout, before)}${after}`).filter(
      ({ check }) => check === 'checkout',
    );
  const none = [
    {
      level: 'problem',
      found:
        'a.yml:9:3, job agent checks nothing out before the action, so every run ends at its start.',
    },
  ];
  expect(checks('')).toMatchObject(none);
  expect(checks(`      - uses: actions/setup-node@${SHA}\n      - run: npm ci\n`)).toMatchObject(
    none,
  );
  const [late] = checkout.exec(GOOD) ?? [];
  expect(checks('', late)).toMatchObject(none);
  expect(checks(`      - run: git clone x .\n`)).toEqual([]);
  expect(checks(`      - uses: octo-org/setup@${SHA}\n`)).toEqual([]);
  expect(lintOne(goodUsing(`countersign/policy-diff@${SHA}`).replace(checkout, ''))).toMatchObject([
    { check: 'workflow', level: 'ok' },
  ]);
});

test.each([
  ['path: repo', 'checks out only into the folder repo'],
  ['path: ./', null],
  ['path: .', null],
])('a checkout with %s is where the agent works, or a problem', (input, found) => {
  const text = GOOD.replace('{ persist-credentials', `{ ${input}, persist-credentials`);
  const checks = lintOne(text).filter(({ check }) => check === 'checkout');
  expect(checks.map((one) => one.level)).toEqual(found === null ? [] : ['problem']);
  if (found !== null) expect(checks[0]?.found).toContain(found);
  const second = `${CHECKOUT_STEP}      - uses: octo-org/countersign@`;
  const both = text.replace('      - uses: octo-org/countersign@', second);
  expect(lintOne(both).filter(({ check }) => check === 'checkout')).toEqual([]);
});

test.each([
  ['provider: claude', 'The input provider is invalid: "claude".', 'Write one of: anthropic'],
  ['approval-issue: "#12"', 'The input approval-issue is invalid: "#12".', 'such as 12'],
  ['max-turns: 0', 'The input max-turns is invalid: "0".', 'at least 1'],
  ['policy: ../a.yml', 'The input policy is invalid: "../a.yml".', 'root of the repository'],
  ['prices: cheap', 'cheap', 'input='],
])('an input with a value that the action refuses is a problem: %s', (input, found, change) => {
  expect(ofInputs(`${KEY}, ${input}`, 'inputs')).toMatchObject([
    {
      level: 'problem',
      found: expect.stringContaining(found) as string,
      change: expect.stringContaining(change) as string,
    },
  ]);
});

test.each([
  'max-turns: 20, max-usd: 2.50, attest: true, prompt-cache: off',
  'max-turns: "${{ inputs.turns }}"',
  'approval-issue: "${{ matrix.number }}"',
  'apply-artifact: "${{ needs.a.outputs.b }}"',
  'extra-headers: "x: ${{ secrets.X }}"',
])('inputs that the action accepts, or that only a run knows, are no problem: %s', (inputs) => {
  expect(ofInputs(`${KEY}, ${inputs}`, 'inputs')).toEqual([]);
});

/** The permissions of GitHub's documentation. */
const PERMISSIONS =
  'actions artifact-metadata attestations checks contents deployments discussions id-token issues models packages pages pull-requests repository-projects security-events statuses';

/** What doctor says of the good workflow with more permissions. */
const ofPermissions = (permissions: string) =>
  lintOne(GOOD.replace('  actions: read\n', `  actions: read\n${permissions}`)).filter(
    ({ check }) => check === 'permissions',
  );

test('a permission that is misspelt is a problem with the one that was meant, and no other is called misspelt', () => {
  expect(ofPermissions('  pull_requests: write\n')).toMatchObject([
    { level: 'problem', found: expect.stringContaining('Did you mean "pull-requests"?') as string },
  ]);
  const missing = PERMISSIONS.split(' ').filter((name) => !GOOD.includes(`  ${name}:`));
  for (const level of ['read', 'write'])
    for (const name of missing)
      expect(JSON.stringify(ofPermissions(`  ${name}: ${level}\n`))).not.toContain(
        'does not exist',
      );
});

const concurrencyLevels = (text: string) =>
  lintOne(text)
    .filter(({ check }) => check === 'concurrency')
    .map(({ level }) => level);

test.each([
  ['${{ github.event.comment.id }}', []],
  ['x-${{ github.run_id }}', []],
  ['x-${{ github.event.issue.number }}', ['unknown']],
  ['x', ['unknown']],
])('a concurrency group that comments share is noted: %s', (group, levels) => {
  const whole = `concurrency: { group: '${group}', cancel-in-progress: false }\n${GOOD}`;
  expect(concurrencyLevels(whole)).toEqual(levels);
  expect(concurrencyLevels(`concurrency: '${group}'\n${GOOD}`)).toEqual(levels);
  expect(concurrencyLevels(whole.replace('issue_comment:\n    types: [created]', 'push:'))).toEqual(
    [],
  );
  expect(concurrencyLevels(whole.replace('progress: false', "progress: '${{ vars.X }}'"))).toEqual([
    ...levels,
    ...levels,
  ]);
});

test.each([
  ['on comments, in a group that they share', 'issue_comment:', 'x', ['problem']],
  ['on comments, each in its own group', 'issue_comment:', '${{ github.run_id }}', []],
  ['where no answer starts it', 'pull_request:', '${{ github.ref }}', ['unknown']],
])('a workflow that cancels runs %s', (_where, trigger, group, levels) => {
  const text = GOOD.replace('issue_comment:\n    types: [created]', `${trigger} {}`);
  const cancelling = `concurrency: { group: '${group}', cancel-in-progress: true }\n${text}`;
  expect(concurrencyLevels(cancelling)).toEqual(levels);
});

test('a workflow that others call has the permissions of its caller', () => {
  const called = GOOD.replace(/permissions:\n(?: {2}.*\n)+/, '').replace(
    'issue_comment:\n    types: [created]',
    'workflow_call: {}',
  );
  expect(lintOne(called).filter(({ level }) => level !== 'ok')).toEqual([]);
  expect(
    lintOne(called.replace('workflow_call: {}', 'workflow_call: {}\n  push: {}')),
  ).toContainEqual(expect.objectContaining({ check: 'permissions', level: 'problem' }));
});

const ofEnv = (text: string) => lintOne(text).filter(({ check }) => check === 'env');

test('a secret in the environment of all steps is noted, with its name, and one of a step is not', () => {
  const env = 'env: { CI: "1", KEY: "${{ secrets.KEY }}", TOKEN: "${{ github.token }}" }';
  expect(ofEnv(GOOD.replace('    runs-on', `    ${env}\n    runs-on`))).toMatchObject([
    { level: 'unknown', found: expect.stringContaining('(KEY, TOKEN)') as string },
  ]);
  expect(ofEnv(`${env}\n${GOOD}`)).toHaveLength(1);
  expect(
    ofEnv(GOOD.replace('        with: { persist', `        ${env}\n        with: { persist`)),
  ).toEqual([]);
});

test.each([
  ['schedule: []', '', 1],
  ['push: {}\n  workflow_dispatch: {}', '', 1],
  ['push: {}\n  issues: {}', '', 0],
  ['push: {}', 'approvals: fail', 0],
  ['push: {}', 'approval-issue: create', 0],
])('a run that has no issue to ask on is noted: on %j with %j', (events, inputs, count) => {
  const text = goodWith(inputs).replace('issue_comment:\n    types: [created]', events);
  expect(lintOne(text).filter(({ check }) => check === 'approvals')).toHaveLength(count);
});

test('a workflow on comments that new comments do not start is a problem', () => {
  expect(lintOne(GOOD.replace('[created]', '[edited]'))).toMatchObject([
    { check: 'runs-on' },
    { check: 'answers', level: 'problem', change: expect.stringContaining('[created]') as string },
  ]);
});

test('a workflow that starts after one whose name no workflow has is noted', () => {
  const text = GOOD.replace(/issue_comment:\n.*\n/, 'workflow_run: { workflows: [CI] }\n');
  const notes = (name: string) =>
    lintWorkflows([
      { file: 'a.yml', text },
      { file: 'b.yml', text: `name: ${name}\non: push\njobs: {}\n` },
    ]).filter(({ check }) => check === 'workflow_run');
  expect(notes('Tests')).toMatchObject([
    { level: 'unknown', found: expect.stringContaining('called CI') as string },
  ]);
  expect(notes('CI')).toEqual([]);
});

test('a mode that the action does not have is a problem, with the one that was meant', () => {
  expect(ofInputs(`${KEY}, mode: agnet`, 'inputs')).toMatchObject([
    { level: 'problem', found: expect.stringContaining('Did you mean "agent"?') as string },
  ]);
  expect(ofInputs(`${KEY}, mode: "\${{ vars.MODE }}"`, 'inputs')).toEqual([]);
});

test('a workflow that does not use Countersign is not looked at, whatever it is', () => {
  for (const text of ['', 'a: [', '- 1', BAD.replace('octo-org/countersign', 'octo-org/other')])
    expect(lintWorkflows([{ file: 'a.yml', text }])).toEqual([]);
});

test('each thing that is unsafe in a workflow is named with what to write', () => {
  const findings = lintOne(BAD.replace('ubuntu-24.04', 'ubuntu-slim'));
  expect(findings.map(({ check }) => check)).toEqual([
    'permissions',
    'pins',
    'pins',
    'checkout',
    'pull_request_target',
    'concurrency',
    'runs-on',
  ]);
  for (const finding of findings)
    expect(finding).toMatchObject({
      level: finding.check === 'concurrency' ? 'unknown' : 'problem',
      change: expect.stringMatching(/\S/) as string,
    });
  expect(findings[0]?.found).toContain('packages: write');
  expect(lintOne(GOOD.replace(/permissions:\n(?: {2}.*\n)+/, ''))).toMatchObject([
    { check: 'permissions' },
    { check: 'runs-on' },
  ]);
});

/** A repository with these files. */
async function repository(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'countersign-doctor-'));
  onTestFinished(async () => {
    await chmod(root, 0o700);
    await rm(root, { recursive: true, force: true });
  });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

async function examine(given: {
  readonly files: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly config?: readonly string[];
  readonly isReadOnly?: true;
}): Promise<{
  readonly code: number;
  readonly findings: readonly Finding[];
  readonly findingOf: (check: string) => Finding | undefined;
  readonly text: string;
}> {
  const root = await repository(given.files);
  execFileSync('git', ['init', '-q'], { cwd: root });
  if (given.config !== undefined) execFileSync('git', ['config', ...given.config], { cwd: root });
  if (given.isReadOnly === true) await chmod(root, 0o500);
  const [command] = doctorCommands;
  // Not through the whole command line, whose redaction would hide what doctor itself shows.
  const { io, printed } = recordingIo({ env: given.environment ?? {}, cwd: root });
  const options = { workspace: root, json: true };
  const code = (await command?.run(new CommandCall(io, { args: [], options }))) ?? -1;
  const text = printed.out;
  const { findings } = JSON.parse(text) as { findings: readonly Finding[] };
  return {
    code,
    findings,
    findingOf: (check) => findings.find((one) => one.check === check),
    text,
  };
}

/** The part of `doctor` that asks GitHub, and starts no process. */
async function onGitHub(environment: Readonly<Record<string, string>>) {
  const findings = await gitHubFindings(recordingIo({ env: environment }).io);
  const text = JSON.stringify(findings);
  return { findingOf: (check: string) => findings.find((one) => one.check === check), text };
}

test('a machine and a repository are probed without GitHub, and the exit code says whether something is to change', async () => {
  const seen = await examine({
    files: { '.github/workflows/a.yml': BAD, '.github/countersign.yml': 'version: 1\nmode: aks\n' },
  });
  expect(seen.code).toBe(1);
  expect(seen.findingOf('policy')).toMatchObject({
    level: 'problem',
    found: expect.stringContaining('.github/countersign.yml:2:') as string,
  });
  expect(seen.findingOf('git')?.level).toBe('ok');
  expect(seen.findingOf('github')?.level).toBe('unknown');
  expect(seen.findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['sandbox', 'sudo', 'docker', 'credentials']),
  );
});

test.each([
  ['git version 2.31.9', 'problem', 'version 2.31.'],
  ['git version 2.32.0', 'ok', 'version 2.32.'],
  ['git version 2.100.1 (Apple Git-200)', 'ok', 'version 2.100.'],
  ['git version 3.0', 'ok', 'version 3.0.'],
  ['something else', 'unknown', 'could not be read'],
])('a git that says "%s" is a finding of the kind %s', async (version, level, text) => {
  const bin = await repository({ git: `#!/bin/sh\necho '${version}'\n` });
  await chmod(join(bin, 'git'), 0o755);
  const [, ...others] = await machineFindings(bin, {
    io: recordingIo({ env: { PATH: bin } }).io,
    network: [],
  });
  const found = expect.stringContaining(text) as string;
  expect(others.find(({ check }) => check === 'git')).toMatchObject({ level, found });
});

test('says that nothing must be changed only without a note, which can ask for a change', () => {
  const note = unknown('checkout', '/a is not in a git repository.', 'Run `git init` there.');
  const ok: Finding = { check: 'git', level: 'ok', found: 'a', change: null };
  expect(conclusionOf([ok])).toBe('Nothing must be changed.');
  expect(conclusionOf([ok, note])).toMatch(/^No problem was found\. The notes/);
  expect(conclusionOf([note, bad('git', 'a', 'b')])).toBe('1 to change.');
});

test('nothing to change but what the machine lacks: exit code 0 where it lacks nothing', async () => {
  const seen = await examine({
    files: {
      '.github/workflows/a.yml': GOOD,
      '.github/countersign.yml': 'version: 1\nmode: ask\n',
    },
  });
  expect(
    seen.findings.filter(({ level, check }) => level === 'problem' && check !== 'sandbox'),
  ).toEqual([]);
  expect(seen.code).toBe(seen.findingOf('sandbox')?.level === 'ok' ? 0 : 1);
});

function goodNaming(policy: string): string {
  return goodWith(`policy: ${JSON.stringify(policy)}`);
}

test('the policies that workflows name are checked, and the default one only where it is used', async () => {
  const workflow = goodNaming('.github/countersign/review.yml');
  const found = async (files: Readonly<Record<string, string>>) =>
    policyFileFindings(
      await repository({ '.github/workflows/a.yml': workflow, ...files }),
      DEFAULT_POLICY,
    ).map(({ level, found: text }) => `${level}: ${text}`);
  expect(await found({ '.github/countersign/review.yml': 'version: 1\n' })).toEqual([
    'ok: .github/countersign/review.yml is valid, and its tests pass.',
  ]);
  expect(await found({ '.github/countersign/review.yml': 'version: 2\n' })).toEqual([
    expect.stringMatching(/^problem: \.github\/countersign\/review\.yml:1:/),
  ]);
  expect(await found({})).toEqual([
    'problem: .github/workflows/a.yml names the policy .github/countersign/review.yml, which does not exist, so the strict built-in policy applies.',
  ]);
  expect(await found({ '.github/countersign/review.yaml': 'version: 1\n' })).toEqual([
    'problem: .github/countersign/review.yml does not exist, and no run reads .github/countersign/review.yaml.',
  ]);
  expect(
    await found({ '.github/workflows/a.yml': GOOD, 'countersign.yml': 'version: 1\n' }),
  ).toEqual(['problem: .github/countersign.yml does not exist, and no run reads countersign.yml.']);
  expect(await found({ '.github/workflows/a.yml': goodNaming('${{ vars.POLICY }}') })).toEqual([]);
  expect(await found({ '.github/workflows/a.yml': GOOD })).toEqual([
    'unknown: .github/countersign.yml does not exist, so the strict built-in policy applies.',
  ]);
});

const MAY_PUSH = 'requireApproval: [github_push_branch]\n';

test.each([
  [MAY_PUSH, '', 'contents: read', true],
  ['auto: [github_push_branch(docs/**)]\n', '', 'contents: read', true],
  ['mode: auto\n', 'approvals: fail', 'contents: read', true],
  [MAY_PUSH, '', 'contents: write', false],
  [MAY_PUSH, 'approvals: fail', 'contents: read', false],
  [MAY_PUSH, "github-token: '${{ steps.app.outputs.token }}'", 'contents: read', false],
  [MAY_PUSH, 'mode: plan', 'contents: read', false],
  ['deny: [github_push_branch]\n', '', 'contents: read', false],
  ['mode: ask\n', '', 'contents: read', false],
])(
  'a token that cannot push, although the policy lets the agent push: %j, %s, %s',
  async (rules, inputs, contents, isNamed) => {
    const workflow = goodWith(inputs).replace('contents: read', contents);
    const root = await repository({
      '.github/workflows/a.yml': workflow,
      '.github/countersign.yml': `version: 1\n${rules}`,
    });
    const found = repositoryFindings(root, {
      projects: [],
      defaultPolicy: DEFAULT_POLICY,
      resumedLater: null,
    }).filter(({ check }) => check === 'permissions');
    expect(found).toMatchObject(
      isNamed
        ? [
            {
              level: 'problem',
              found:
                '.github/workflows/a.yml:4:1, job agent cannot push, and .github/countersign.yml lets the agent push: its permissions have no contents: write.',
            },
          ]
        : [],
    );
  },
);

test('the hosts of the policy are tried with the sandbox', async () => {
  const policy = 'version: 1\nsandbox: { network: [registry.npmjs.org] }\n';
  const seen = await examine({ files: { '.github/countersign.yml': policy } });
  if (seen.findingOf('sandbox')?.level === 'ok')
    expect(seen.findingOf('sandbox')?.found).not.toContain('failed:');
  else expect(seen.findingOf('sandbox')?.found).toContain('registry.npmjs.org');
});

// Root may write everywhere.
test.runIf(process.platform === 'linux' && process.getuid?.() !== 0)(
  'a checkout that this user may not write is said to be why no command runs in the sandbox',
  async () => {
    const seen = await examine({ files: {}, isReadOnly: true });
    expect(seen.findingOf('sandbox')).toMatchObject({
      level: 'problem',
      change: expect.stringContaining('Let this user write the checkout') as string,
    });
  },
);

test('ranges of addresses in NO_PROXY are found, and credentials that a checkout left, whose values are shown to nobody', async () => {
  const value = Buffer.from('x-access-token:ghs_doctor0123456789').toString('base64');
  const seen = await examine({
    files: {},
    environment: { no_proxy: 'localhost,10.0.0.0/8 .corp.example, 192.168.0.0/16' },
    config: ['http.https://github.com/.extraheader', `AUTHORIZATION: basic ${value}`],
  });
  expect(seen.findingOf('proxy')).toMatchObject({
    level: 'unknown',
    found: expect.stringContaining('10.0.0.0/8, 192.168.0.0/16') as string,
  });
  expect(seen.findingOf('credentials')).toMatchObject({
    level: 'problem',
    change: expect.stringContaining('persist-credentials: false') as string,
  });
  expect(seen.text).not.toContain(value);
});

test('settings on GitHub are reported, and what the token may not see is reported as that', async () => {
  const answers: Readonly<Record<string, unknown>> = {
    '/repos/octo-org/octo-repo': { default_branch: 'main', private: true },
    '/repos/octo-org/octo-repo/branches/main': { protected: false },
    '/repos/octo-org/octo-repo/actions/permissions/workflow': {
      default_workflow_permissions: 'write',
      can_approve_pull_request_reviews: false,
    },
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    response.writeHead(answer === undefined ? 403 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { message: 'Resource not accessible by integration' }));
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  try {
    const { port } = server.address() as AddressInfo;
    const environment = {
      GITHUB_TOKEN: 'ghs_doctor0123456789',
      GITHUB_REPOSITORY: 'octo-org/octo-repo',
      GITHUB_API_URL: `http://127.0.0.1:${port}`,
    };
    const seen = await examine({ files: {}, environment });
    expect(seen.findingOf('branch')?.level).toBe('problem');
    expect(seen.findingOf('token')?.level).toBe('problem');
    expect(seen.findingOf('approve')?.level).toBe('ok');
    expect(seen.findingOf('forks')?.level).toBe('unknown');
    expect(seen.text).not.toContain('ghs_doctor0123456789');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test.each(['octo-repo', 'octo-org/', 'octo-org/octo-repo/more'])(
  'doctor says that the repository %s is not an owner and a name',
  async (name) => {
    const environment = { GITHUB_TOKEN: 'ghs_doctor0123456789', GITHUB_REPOSITORY: name };
    const seen = await examine({ files: {}, environment });
    expect(seen.findingOf('github')).toMatchObject({
      level: 'unknown',
      found: `GitHub was not checked: GITHUB_REPOSITORY is "${name}", not OWNER/NAME.`,
    });
  },
);

test.each([
  [
    { token: 'ghp_doctor0123456789', scopes: 'repo, delete_repo, workflow' },
    'problem',
    'delete_repo, workflow',
  ],
  [{ token: 'github_pat_doctor0123456789' }, 'unknown', 'belongs to a person'],
  [{ token: 'ghs_doctor0123456789' }, 'ok', 'App installation'],
  [{ token: '0123456789abcdef0123456789abcdef01234567' }, 'unknown', 'does not show its kind'],
] as const)('the kind of a token is reported: %o', async (server, level, words) => {
  await using github = await served(server);
  const seen = await onGitHub(github.environment);
  expect(seen.findingOf('token-kind')).toMatchObject({
    level,
    found: expect.stringContaining(words) as string,
  });
  expect(seen.text).not.toContain(server.token);
});

test("the token of a person at a terminal, which no run uses, is not taken for the job's", async () => {
  await using github = await served({ token: 'gho_doctor0123456789', scopes: 'repo, workflow' });
  const seen = await onGitHub({ ...github.environment, GITHUB_ACTIONS: '' });
  expect(seen.text).not.toContain('token-');
  expect(seen.findingOf('branch')).toBeDefined();
});

test.each([
  [true, 'unknown', 'unless the agent should open pull requests'],
  [false, 'ok', null],
] as const)(
  'that workflows can create and approve pull requests (%s) is no problem, as the agent may need it',
  async (approvesPulls, level, change) => {
    await using github = await served({
      settings: { workflowToken: { level: 'read', approvesPulls } },
    });
    const found = (await onGitHub(github.environment)).findingOf('approve');
    expect(found?.level).toBe(level);
    if (change === null) expect(found?.found).toContain('the agent can open none');
    else expect(found?.change).toContain(change);
  },
);

test('a token is asked what it may read, and what is missing is named as the line to write', async () => {
  await using all = await served({});
  expect((await onGitHub(all.environment)).findingOf('token-reads')).toMatchObject({
    level: 'ok',
    found: expect.stringContaining('contents, issues, pull-requests, actions') as string,
  });
  await using few = await served({ tokenPermissions: { contents: 'read', issues: 'read' } });
  expect((await onGitHub(few.environment)).findingOf('token-reads')).toMatchObject({
    level: 'problem',
    change: 'Add to permissions: pull-requests: write, actions: read.',
  });
});

test('nothing is changed on GitHub to find out', async () => {
  await using github = await served({});
  await onGitHub(github.environment);
  expect(github.server.log.map(({ method }) => method)).toContain('GET');
  expect(github.server.log.every(({ method }) => method === 'GET')).toBe(true);
});

/** More than a page of a list, as the rulesets of an organisation and of the repository together have. */
const MANY_RULES = Array.from({ length: 120 }, () => ({ type: 'deletion' }) as const);

test.each([
  ['a ruleset', { rules: [{ type: 'pull_request', reviews: 1 }] }, 'ok', 'ok'],
  [
    'the last of many rules of an organisation',
    { rules: [...MANY_RULES, { type: 'pull_request', reviews: 1 }], protectionReviews: null },
    'ok',
    'ok',
  ],
  [
    'a ruleset without reviews',
    { rules: [{ type: 'deletion' }], protectionReviews: null },
    'ok',
    'problem',
  ],
  ['the older protection', { isProtected: true, protectionReviews: 2 }, 'ok', 'ok'],
  ['nothing', { isProtected: false, rules: [], protectionReviews: null }, 'problem', 'problem'],
  ['what cannot be seen', {}, 'unknown', 'unknown'],
] as const)('a branch under %s', async (_, settings, branch, reviews) => {
  await using github = await served({ settings });
  const seen = await onGitHub(github.environment);
  expect([seen.findingOf('branch')?.level, seen.findingOf('reviews')?.level]).toEqual([
    branch,
    reviews,
  ]);
});

test('what forks get is reported for public and private repositories', async () => {
  await using careful = await served({
    settings: { forkApproval: 'all_external_contributors' },
  });
  const good = await onGitHub(careful.environment);
  expect([
    good.findingOf('forks')?.level,
    good.findingOf('fork-approval')?.level,
    good.findingOf('runner'),
  ]).toEqual(['ok', 'ok', undefined]);
  await using usual = await served({
    settings: { forkApproval: 'first_time_contributors' },
  });
  const environment = { ...usual.environment, RUNNER_ENVIRONMENT: 'self-hosted' };
  const noted = await onGitHub(environment);
  expect([noted.findingOf('fork-approval')?.level, noted.findingOf('runner')?.level]).toEqual([
    'unknown',
    'problem',
  ]);
  await using hidden = await served({
    isPrivate: true,
    settings: { forksGet: { writeTokens: false, secrets: true } },
  });
  expect((await onGitHub(hidden.environment)).findingOf('forks')?.level).toBe('problem');
});

async function served(options: Parameters<typeof startGitHub>[0]) {
  const git = memoryGit();
  git.commit('main', { 'README.md': 'hello' });
  const server = await startGitHub({ token: 'ghs_doctor0123456789', git, ...options });
  const environment = {
    GITHUB_ACTIONS: 'true',
    GITHUB_TOKEN: server.token,
    GITHUB_REPOSITORY: `${server.owner}/${server.repo}`,
    GITHUB_API_URL: server.url,
  };
  return { server, environment, [Symbol.asyncDispose]: () => server.close() };
}
