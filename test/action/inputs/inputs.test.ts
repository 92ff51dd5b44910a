import { expect, test } from 'vitest';
import { githubRunner } from '../../../src/action/inputs/runner.ts';
import { INPUT_NAMES, INPUTS, SECRET_INPUTS } from '../../../src/action/inputs/input-names.ts';
import { readInputs, requireGithubToken } from '../../../src/action/inputs/inputs.ts';
import { classOfName } from '../../../src/common/secrets/names.ts';

const inputsOf = (given: Readonly<Record<string, string>>) =>
  readInputs(
    githubRunner(
      Object.fromEntries(
        Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
      ),
    ),
  );

test('allow-actors is a list of logins, separated by commas, blanks or newlines; a pattern is refused', () => {
  const { allowActors } = inputsOf({ 'allow-actors': '@ann, bob\nrenovate[bot]  carol' });
  expect(allowActors).toEqual(['ann', 'bob', 'renovate[bot]', 'carol']);
  expect(inputsOf({}).allowActors).toEqual([]);
  for (const bad of ['*', 'ann,*', 'renovate*', 'octo/team'])
    expect(() => inputsOf({ 'allow-actors': bad })).toThrow(/allow-actors.*not a login/);
});

test('the inputs of a gateway are read, checked, and default to none', () => {
  expect(inputsOf({}).modelChoice).toMatchObject({
    anthropicAuthToken: null,
    maxOutputTokens: null,
    contextWindow: null,
    promptCache: true,
    prices: null,
  });
  const { modelChoice: given } = inputsOf({
    'anthropic-auth-token': 'token-0123456789',
    'extra-headers': 'x-region: eu\nx-key: secret-0123456789',
    'max-output-tokens': '4000',
    'context-window': '64000',
    'prompt-cache': 'off',
    prices: 'unknown',
  });
  expect([...given.extraHeaders]).toEqual([
    ['x-region', 'eu'],
    ['x-key', 'secret-0123456789'],
  ]);
  expect(given).toMatchObject({
    anthropicAuthToken: 'token-0123456789',
    maxOutputTokens: 4_000,
    contextWindow: 64_000,
    promptCache: false,
  });
  expect(given.prices?.only).toBe('unknown');
  for (const [name, value] of [
    ['max-output-tokens', '0'],
    ['context-window', '4000'],
    ['prompt-cache', 'no'],
    ['extra-headers', 'secret-0123456789'],
    ['prices', 'cheap'],
  ] as const)
    expect(() => inputsOf({ [name]: value })).toThrow(name);
});

test('the secrets are masked although another input is refused', () => {
  const masked: string[] = [];
  const runner = githubRunner({
    'INPUT_EXTRA-HEADERS': 'no header',
    'INPUT_STATE-KEY': 'state-0123456789',
    'INPUT_NOTIFY-WEBHOOK': 'https://hooks.example/services/0123456789',
  });
  const secret = (value: string): void => void masked.push(value);
  expect(() => readInputs({ ...runner, secret })).toThrow('extra-headers');
  // The path alone gives access to the webhook.
  expect(masked).toEqual([
    'state-0123456789',
    'https://hooks.example/services/0123456789',
    '/services/0123456789',
  ]);
});

test.each(SECRET_INPUTS)('the secret input %s is masked and redacted', async (name) => {
  const masked: string[] = [];
  const runner = githubRunner({ [`INPUT_${name.toUpperCase()}`]: 'plain words of Ann' });
  readInputs({ ...runner, secret: (value) => void masked.push(value) });
  expect(masked).toEqual(['plain words of Ann']);
  const redacted = runner.redactor().redact('It is: plain words of Ann.');
  expect(redacted).not.toContain('Ann');
});

test('no input whose name says that it is a secret is public', () => {
  const isPublic = INPUT_NAMES.filter((name) => INPUTS[name] === 'public');
  expect(
    isPublic.filter((name) => classOfName(name) === 'secret'),
    'Write `secret` for these in INPUTS of src/action/inputs/input-names.ts.',
  ).toEqual([]);
});

test('the phrase is one word; absent: the default', () => {
  expect(inputsOf({}).triggerPhrase).toBe('/countersign');
  expect(inputsOf({ 'trigger-phrase': ' @agent ' }).triggerPhrase).toBe('@agent');
  expect(() => inputsOf({ 'trigger-phrase': 'hey agent' })).toThrow(/trigger-phrase/);
});

test('sandbox-install is auto unless it is given, and anything but never is refused with what to write', () => {
  expect(inputsOf({}).sandboxInstall).toBe('auto');
  expect(inputsOf({ 'sandbox-install': 'never' }).sandboxInstall).toBe('never');
  expect(() => inputsOf({ 'sandbox-install': 'always' })).toThrow(
    expect.objectContaining({
      code: 'input-invalid',
      message: expect.stringContaining('sandbox-install is invalid: "always"'),
      fix: 'Write one of: auto, never.',
    }),
  );
});

test('the artifact and the head hash of the changes to apply are given together, or neither', () => {
  const head = 'a'.repeat(64);
  expect(inputsOf({ mode: 'apply' })).toMatchObject({ applyArtifact: null, applyHead: null });
  expect(inputsOf({ 'apply-artifact': 'trail', 'apply-head': head })).toMatchObject({
    applyArtifact: 'trail',
    applyHead: head,
  });
  const invalid = { code: 'input-invalid' };
  expect(() => inputsOf({ mode: 'apply', 'apply-artifact': 'trail' })).toThrow(
    expect.objectContaining({ ...invalid, message: expect.stringContaining('apply-head') }),
  );
  expect(() => inputsOf({ mode: 'apply', 'apply-head': head })).toThrow(
    expect.objectContaining({ ...invalid, message: expect.stringContaining('apply-artifact') }),
  );
});

test('no outcome fails the step only where that is written: separators alone are not', () => {
  expect(inputsOf({ 'fail-on': 'none' }).failOn).toEqual([]);
  expect(inputsOf({ 'fail-on': 'denied,' }).failOn).toEqual(['denied']);
  expect(() => inputsOf({ 'fail-on': ',' })).toThrow(/fail-on/);
});

test('without inputs a step asks people in comments and tells them, resumes only its own runs, and fails on every other end', () => {
  expect(inputsOf({})).toMatchObject({
    mode: 'agent',
    repository: null,
    githubToken: null,
    runFor: 'writers',
    policyPath: '.github/countersign.yml',
    baselines: [],
    policyDiffRepositories: null,
    approvals: 'comment',
    approvalIssue: null,
    resumeWorkflows: [],
    sandboxRequired: false,
    budget: { turns: null, calls: null, tokens: null, usd: null, minutes: null },
    failOn: ['incomplete', 'denied', 'over-budget', 'timed-out', 'cancelled', 'error'],
    attest: false,
    outputSchema: null,
    checkRun: true,
    trackingComment: 'new',
    retentionDays: null,
    expectedTrails: null,
  });
});

test.each<[string, string, object]>([
  ['mode', 'plan', { mode: 'plan' }],
  [
    'plan-files',
    'src/{a,b}/*.ts, c.ts\n',
    { plan: { query: { kind: 'files', globs: ['src/{a,b}/*.ts', 'c.ts'] } } },
  ],
  ['repository', 'octo/demo', { repository: 'octo/demo' }],
  ['run-for', 'anyone', { runFor: 'anyone' }],
  ['policy', 'ci/policy.yml', { policyPath: 'ci/policy.yml' }],
  ['baseline', 'acme/p/base.yml@v1', { baselines: ['acme/p/base.yml@v1'] }],
  ['policy-diff-repositories', 'o/a, o/b', { policyDiffRepositories: ['o/a', 'o/b'] }],
  ['approvals', 'fail', { approvals: 'fail' }],
  ['approval-issue', '12', { approvalIssue: 12 }],
  ['approval-issue', 'create', { approvalIssue: 'create' }],
  ['resume-workflows', '.github/workflows/a.yml', { resumeWorkflows: ['.github/workflows/a.yml'] }],
  ['sandbox', 'required', { sandboxRequired: true }],
  ['state-key', 'state-0123456789', { stateKey: 'state-0123456789' }],
  ['max-usd', '2.5', { budget: { usd: 2.5 } }],
  ['max-minutes', '0.5', { budget: { minutes: 0.5 } }],
  ['fail-on', 'denied\nerror', { failOn: ['denied', 'error'] }],
  ['attest', 'true', { attest: true }],
  ['output-schema', '{"type":"object"}', { outputSchema: '{"type":"object"}' }],
  ['output-schema', 'ci/schema.json', { outputSchema: 'ci/schema.json' }],
  ['check-run', 'false', { checkRun: false }],
  ['tracking-comment', 'true', { trackingComment: 'new' }],
  ['tracking-comment', 'false', { trackingComment: 'off' }],
  ['tracking-comment', 'sticky', { trackingComment: 'sticky' }],
  ['retention-days', '400', { retentionDays: 400 }],
  ['expected-trails', '0', { expectedTrails: 0 }],
  ['base-url', 'http://127.0.0.1:8080', { modelChoice: { baseUrl: 'http://127.0.0.1:8080' } }],
])('%s: %j is read', (name, value, read) => {
  expect(inputsOf({ [name]: value })).toMatchObject(read);
});

test.each([
  ['mode', 'agents'],
  ['plan-files', ' ,\n'],
  ['repository', 'octo'],
  ['run-for', 'all'],
  ['policy', '../policy.yml'],
  ['policy', '/etc/policy.yml'],
  ['policy', './policy.yml'],
  ['policy', 'ci//policy.yml'],
  ['baseline', 'acme/p/base.yml'],
  ['policy-diff-repositories', 'o/a, b'],
  ['approvals', 'off'],
  ['approval-issue', '0'],
  ['apply-artifact', '../trail'],
  ['apply-artifact', 'trail of a run'],
  ['apply-head', 'abc'],
  ['resume-workflows', 'agent.yml'],
  ['resume-workflows', '.github/workflows/old/agent.yml'],
  ['resume-workflows', 'a/.github/workflows/agent.yml'],
  ['max-jobs', '257'],
  ['sandbox', 'off'],
  ['max-turns', '0'],
  ['max-calls', '1.5'],
  ['max-usd', '0'],
  ['max-minutes', 'Infinity'],
  ['max-minutes', '0'],
  ['attest', 'yes'],
  ['output-schema', '../schema.json'],
  ['tracking-comment', 'on'],
  ['retention-days', '401'],
  ['expected-trails', '-1'],
  ['base-url', 'ftp://127.0.0.1'],
  ['base-url', 'localhost'],
])('%s: %j is refused, with what to write', (name, value) => {
  expect(() => inputsOf({ [name]: value })).toThrow(
    expect.objectContaining({
      code: 'input-invalid',
      message: expect.stringContaining(`The input ${name} is invalid`),
      fix: expect.stringMatching(/^Write /),
    }),
  );
});

/** The mode of a step that uses the action `collect`, with this input. */
const collecting = (mode: string) => readInputs(githubRunner({ INPUT_MODE: mode }), 'collect').mode;

test('the action of a mode has that mode and no other', () => {
  expect([collecting(''), collecting('collect')]).toEqual(['collect', 'collect']);
  expect(() => collecting('agent')).toThrow('The input mode is invalid: "agent".');
});

test('a step that needs a token says so if the input is empty', () => {
  expect(requireGithubToken({ githubToken: 'token' })).toBe('token');
  expect(() => requireGithubToken(inputsOf({}))).toThrow('The input github-token is empty.');
});
