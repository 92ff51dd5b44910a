/** What `doctor` and `init` say of the workflows and the policy of a repository, taken together. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../../../src/cli/commands/doctor/finding.ts';
import { ANSWER_WORDS } from '../../../../src/approvals/index.ts';
import { committedFindings } from '../../../../src/cli/commands/doctor/committed.ts';
import {
  policyFindings,
  repositoryFindings,
  usedFiles,
} from '../../../../src/cli/commands/doctor/repository-findings.ts';
import { lintWorkflows } from '../../../../src/cli/commands/doctor/workflow-lint.ts';
import { findProjects } from '../../../../src/cli/ecosystems/find-projects.ts';
import { DEFAULT_POLICY } from '../../../../src/session/index.ts';
import { cli, recordingIo } from '../../command.ts';

const SHA = '08c6903cd8c0fde910a37f88322edcfb5dd907a8';

const KEY = 'anthropic-api-key: "${{ secrets.ANTHROPIC_API_KEY }}"';

/** A workflow on comments with this condition and these inputs. */
function workflow(condition: string | null, inputs = 'model: x'): string {
  return `on: { issue_comment: { types: [created] } }
permissions: { contents: read, issues: write, actions: read }
jobs:
  agent:
${condition === null ? '' : `    if: ${JSON.stringify(condition)}\n`}    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@${SHA}
        with: { persist-credentials: false }
      - uses: countersign/countersign@${SHA}
        with: { ${KEY}, ${inputs} }
`;
}

const FILES = '.github/workflows/x.yml, .github/workflows/a.yml';
const ANSWERS = ANSWER_WORDS.map((word) => `/${word}`);
const condition = (words: readonly string[]): string =>
  words.map((word) => `startsWith(github.event.comment.body, '${word}')`).join(' || ');
const problems = (findings: readonly Finding[]): readonly string[] =>
  findings
    .filter(({ level }) => level === 'problem')
    .map(({ check, found }) => `${check}: ${found}`);

const said = (text: string) =>
  lintWorkflows([{ file: 'a.yml', text }]).filter(({ check }) => check === 'answers');

describe('answers to approval requests', () => {
  test.each(ANSWERS)('an if: that leaves %s out is reported with what to add', (word) => {
    const others = ['/countersign', ...ANSWERS.filter((one) => one !== word)];
    const findings = lintWorkflows([{ file: 'a.yml', text: workflow(condition(others)) }]);
    expect(findings.filter(({ check }) => check === 'answers')).toMatchObject([
      {
        check: 'answers',
        level: 'problem',
        found: expect.stringContaining(`leaves ${word} out`) as string,
        change: expect.stringContaining(
          `startsWith(github.event.comment.body, '${word}')`,
        ) as string,
      },
    ]);
  });

  test.each([
    ['every command', "startsWith(github.event.comment.body, '/')"],
    ['no condition', null],
    ['all of them', condition(['/countersign', ...ANSWERS])],
    ['a condition on something else', 'github.event.issue.pull_request == null'],
  ])('%s leaves none out', (_name, one) => {
    expect(problems(lintWorkflows([{ file: 'a.yml', text: workflow(one) }]))).toEqual([]);
  });

  test('are explained if they only resemble one: an if: that finds them on the first line alone is reported', () => {
    const strict = condition(['/countersign', ...ANSWERS]);
    expect(said(workflow(strict))).toMatchObject([
      {
        level: 'unknown',
        found: expect.stringContaining('gets no reply') as string,
        change: expect.stringContaining("contains(github.event.comment.body, ' ap-')") as string,
      },
    ]);
    const wide = ['/approve', '/deny', ' ap-'].map(
      (word) => `contains(github.event.comment.body, '${word}')`,
    );
    expect(said(workflow([strict, ...wide].join(' || ')))).toEqual([]);
    expect(said(workflow(null))).toEqual([]);
  });

  test('can be read by another workflow that resumes its runs, or by nobody if nobody is asked', () => {
    const start = workflow(condition(['/countersign']));
    const resume = workflow(condition(ANSWERS), `resume-workflows: "${FILES}"`);
    expect(
      problems(
        lintWorkflows([
          { file: '.github/workflows/a.yml', text: start },
          { file: '.github/workflows/resume.yml', text: resume },
        ]),
      ),
    ).toEqual([]);
    const silent = workflow(condition(['/countersign']), 'approvals: fail');
    expect(problems(lintWorkflows([{ file: 'a.yml', text: silent }]))).toEqual([]);
  });
});

/** The workflow with other triggers. */
const on = (text: string, triggers: string) =>
  text.replace('on: { issue_comment: { types: [created] } }', `on: { ${triggers} }`);

/** What doctor says of answers in a repository with this policy and these workflows. */
const answersOf = async (approvals: string, files: Readonly<Record<string, string>>) =>
  (await doctorOn(files, approvals)).filter(
    ({ check, level }) => check === 'answers' && level === 'problem',
  );

/** What doctor says of a repository with these workflows and a policy with these approvals. */
async function doctorOn(
  files: Readonly<Record<string, string>>,
  approvals: string,
  findingsOf: (root: string) => readonly Finding[] | Promise<readonly Finding[]> = inFiles,
) {
  const root = await repository({
    '.github/countersign.yml': `version: 1\napprovals: { ${approvals} }\n`,
    ...Object.fromEntries(
      Object.entries(files).map(([name, text]) => [`.github/workflows/${name}`, text]),
    ),
  });
  return await findingsOf(root);
}

describe('answers by review or by a ticked box', () => {
  const REVIEW = "github.event_name == 'pull_request_review'";
  const EDITED =
    "github.event.action == 'edited' && startsWith(github.event.comment.body, '<!-- countersign:approval-request')";
  const CREATED = 'issue_comment: { types: [created] }';

  test.each([
    ['reviews', CREATED, 'pull_request_review: { types: [submitted] }'],
    [
      'reviews',
      `${CREATED}, pull_request_review: { types: [edited] }`,
      'pull_request_review: { types: [submitted] }',
    ],
    ['boxes', CREATED, 'issue_comment: { types: [created, edited] }'],
  ])(
    '%s without a trigger are reported with what to write (%s)',
    async (setting, triggers, change) => {
      const text = on(workflow(condition(['/countersign', ...ANSWERS])), triggers);
      expect(await answersOf(`${setting}: true`, { 'a.yml': text })).toMatchObject([
        {
          found: expect.stringContaining(`says approvals: { ${setting}: true }`) as string,
          change: expect.stringContaining(
            `Write in on: of .github/workflows/a.yml: ${change}`,
          ) as string,
        },
      ]);
    },
  );

  test.each([
    ['reviews', `${CREATED}, pull_request_review: {}`, "github.event.review.state != 'commented'"],
    ['boxes', 'issue_comment: { types: [created, edited] }', '<!-- countersign:approval-request'],
  ])(
    '%s that an if: leaves out are reported with what to add',
    async (setting, triggers, change) => {
      const text = on(workflow(condition(['/countersign', ...ANSWERS])), triggers);
      expect(await answersOf(`${setting}: true`, { 'a.yml': text })).toMatchObject([
        {
          found: expect.stringContaining(
            'The if: in .github/workflows/a.yml leaves them out',
          ) as string,
          change: expect.stringContaining(change) as string,
        },
      ]);
    },
  );

  test.each([
    [
      'both of them are let through',
      'reviews: true, boxes: true',
      on(
        workflow(`${condition(ANSWERS)} || ${REVIEW} || ${EDITED}`),
        'issue_comment: {}, pull_request_review: { types: submitted }',
      ),
    ],
    [
      'there is no if:',
      'reviews: true, boxes: true',
      on(workflow(null), 'issue_comment: , pull_request_review: '),
    ],
    ['the policy counts none of them', 'from: [write]', workflow(condition(ANSWERS))],
    [
      'runs are not suspended, because the waiting job reads them',
      'reviews: true, boxes: true, then: deny',
      workflow(condition(ANSWERS)),
    ],
    [
      'nobody is asked',
      'reviews: true, boxes: true',
      workflow(condition(ANSWERS), 'approvals: fail'),
    ],
    ['the policy is invalid', 'reviews: true, boxes: perhaps', workflow(condition(ANSWERS))],
  ])('nothing is reported if %s', async (_name, approvals, text) => {
    expect(await answersOf(approvals, { 'a.yml': text })).toEqual([]);
  });

  test('another workflow may read them that resumes the runs, and lacks them if it does not', async () => {
    const start = on(workflow(null), 'pull_request: ');
    const inputs = 'resume-workflows: .github/workflows/a.yml, approvals: comment';
    const resume = on(workflow(null, inputs), `${CREATED}, pull_request_review: `);
    expect(await answersOf('reviews: true', { 'a.yml': start, 'resume.yml': resume })).toEqual([]);
    expect(
      await answersOf('reviews: true', { 'a.yml': start, 'resume.yml': workflow(null, inputs) }),
    ).toMatchObject([
      { change: expect.stringContaining('Write in on: of .github/workflows/resume.yml') as string },
      {},
    ]);
  });
});

const asking = on(workflow(null), 'pull_request: ');
const listing = workflow(null, `resume-workflows: "${FILES}"`);
const withoutActions = (text: string) => text.replace(', actions: read', '');
const resumeProblems = async (
  files: Readonly<Record<string, string>>,
  approvals = 'from: [write]',
  findingsOf?: Parameters<typeof doctorOn>[2],
) =>
  problems(
    (await doctorOn(files, approvals, findingsOf)).filter(({ check }) =>
      ['answers', 'permissions'].includes(check),
    ),
  );

describe('suspended runs', () => {
  test('that no workflow on comments resumes are reported, unless none is suspended', async () => {
    expect(await resumeProblems({ 'a.yml': asking }, 'from: [write]', doctor)).toEqual([
      expect.stringContaining('no workflow on issue_comment resumes them'),
    ]);
    expect(await resumeProblems({ 'a.yml': asking, 'b.yml': workflow(null) })).toHaveLength(1);
    expect(await resumeProblems({ 'a.yml': asking, 'b.yml': listing })).toEqual([]);
    expect(await resumeProblems({ 'a.yml': asking }, 'then: deny')).toEqual([]);
  });

  test.each([
    ['nobody is asked', asking.replace('model: x', 'approvals: fail')],
    ['the event has no issue', asking.replace('pull_request: ', 'schedule: ')],
    ['another workflow calls it', asking.replace('pull_request: ', 'workflow_call: ')],
    ['it works on another repository', asking.replace('model: x', 'repository: a/b')],
    ['no key encrypts them', asking.replace(KEY, 'provider: bedrock')],
  ])('are not reported if %s', async (_name, text) => {
    expect(text).not.toBe(asking);
    expect(await resumeProblems({ 'a.yml': text })).toEqual([]);
  });

  test('need a job with the same id', async () => {
    expect(
      await resumeProblems({ 'a.yml': asking, 'b.yml': listing.replace('agent:', 'other:') }),
    ).toEqual([expect.stringContaining('to have the same id as the job agent')]);
  });

  test('need actions: read in the job that resumes them', async () => {
    const one =
      'permissions: .github/workflows/b.yml:2:1, job agent cannot resume a suspended run: its permissions have no actions: read.';
    expect(await resumeProblems({ 'b.yml': withoutActions(workflow(null)) })).toEqual([one]);
    expect(await resumeProblems({ 'a.yml': withoutActions(asking), 'b.yml': listing })).toEqual([]);
    expect(await resumeProblems({ 'a.yml': asking, 'b.yml': withoutActions(listing) })).toEqual([
      one,
    ]);
    expect(await resumeProblems({ 'b.yml': withoutActions(workflow(null)) }, 'then: fail')).toEqual(
      [],
    );
  });
});

test.each([
  ['timeout-minutes: 20', 'minutes: 30', 'model: x', ['20, and a run may work 30 minutes']],
  ['timeout-minutes: 20', 'minutes: 30', 'max-minutes: 10', []],
  ['timeout-minutes: 20', 'turns: 3', 'max-minutes: 25', ['may work 25 minutes']],
  ['timeout-minutes: 60', 'minutes: 30', 'model: x', []],
  ['timeout-minutes: 20', 'turns: 3', 'model: x', ['20, and a run may work 30 minutes']],
  ['timeout-minutes: 40', 'turns: 3', 'model: x', []],
  ['timeout-minutes: 40', 'minutes: 60', 'max-minutes: 45', ['may work 45 minutes']],
  ['timeout-minutes: "${{ vars.X }}"', 'minutes: 30', 'model: x', []],
])(
  'a job with %s is noted if a run may work as long (%s, %s)',
  async (line, limit, inputs, found) => {
    const root = await repository({
      '.github/countersign.yml': `version: 1\nbudget: { ${limit} }\n`,
      '.github/workflows/a.yml': workflow(null, inputs).replace(
        '    steps:',
        `    ${line}\n    steps:`,
      ),
    });
    const notes = inFiles(root).filter(({ check }) => check === 'timeout');
    expect(notes.map((note) => note.found)).toEqual(
      found.map((words) => expect.stringContaining(words) as string),
    );
  },
);

test('two workflows that start a run for the same phrase are reported, two phrases are not', () => {
  const one = { file: 'a.yml', text: workflow(null) };
  const found = problems(lintWorkflows([one, { file: 'b.yml', text: workflow(null) }]));
  expect(found).toEqual([
    'phrase: a.yml and b.yml both start a run for a comment with /countersign.',
  ]);
  const other = { file: 'b.yml', text: workflow(null, 'trigger-phrase: /review') };
  expect(problems(lintWorkflows([one, other]))).toEqual([]);
});

const phrases = (...pair: readonly string[]) =>
  lintWorkflows(pair.map((text, index) => ({ file: `${index}.yml`, text }))).filter(
    ({ check }) => check === 'phrase',
  );

test('one workflow for comments on issues and one for those on pull requests start no run twice', () => {
  const texts = ['!github.event.issue.pull_request', 'github.event.issue.pull_request', 'true'];
  const [issues = '', pulls = '', all = ''] = texts.map((where) =>
    workflow(`${where} && (${condition(['/countersign', ...ANSWERS])})`),
  );
  expect(phrases(issues, pulls)).toEqual([]);
  for (const one of [issues, pulls]) expect(phrases(one, all)).toHaveLength(1);
  expect(phrases(pulls, pulls)).toHaveLength(1);
});

test.each(['finish', 'todo_write'])('a rule that asks about %s has no effect', (rule) => {
  const policy = `version: 1\nrequireApproval: [${rule}]\n`;
  expect(policyFindings(policy, 'policy.yml')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        level: 'unknown',
        found: expect.stringContaining('no effect') as string,
      }),
    ]),
  );
});

async function repository(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'countersign-doctor-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

/** The part of `doctor` that reads the workflows and their policies, and starts no process. */
function inFiles(root: string): readonly Finding[] {
  const projects = findProjects(root);
  return repositoryFindings(root, {
    projects,
    defaultPolicy: DEFAULT_POLICY,
    resumedLater: null,
  });
}

async function doctor(root: string): Promise<readonly Finding[]> {
  const { out } = await cli(['doctor', '--json'], { cwd: root });
  return (JSON.parse(out) as { readonly findings: readonly Finding[] }).findings;
}

test('files that the default branch does not have are noted', async () => {
  const root = await repository({
    '.github/countersign.yml': 'version: 1\n',
    '.github/workflows/a.yml': workflow(null),
  });
  const run = (script: string) => execFileSync('sh', ['-ec', script], { cwd: root });
  const commit = 'git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one';
  const { io } = recordingIo();
  const notes = async () =>
    (await committedFindings(root, usedFiles(root, DEFAULT_POLICY), io)).map(({ found }) => found);
  run('git init -q');
  expect(await notes()).toEqual([]);
  run(`${commit}; git update-ref refs/remotes/origin/main HEAD`);
  expect((await doctor(root)).filter(({ check }) => check === 'branch')).toMatchObject([
    {
      found: expect.stringMatching(
        /a\.yml, \.github\/countersign\.yml are not in the last commit\./,
      ) as string,
    },
  ]);
  run(`git add .github/workflows; ${commit}`);
  expect(await notes()).toEqual([
    expect.stringMatching(/^\.github\/countersign\.yml is not in the last commit\./),
  ]);
  run('git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/main');
  expect(await notes()).toEqual([expect.stringMatching(/are not in the default branch/)]);
  run(`git add .; ${commit}; git update-ref refs/remotes/origin/main HEAD`);
  expect(await notes()).toEqual([]);
});

test('a policy that runs tests which no step installs is reported until init has written the steps', async () => {
  const root = await repository({
    'package.json': '{ "scripts": { "test": "vitest" }, "devDependencies": { "vitest": "5" } }',
    '.github/workflows/comments.yml': workflow(null),
    '.github/countersign.yml': 'version: 1\nauto: [bash_run(npm test *)]\n',
  });
  expect(problems(await doctor(root))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^setup: .*comments\.yml:\d+:3, job agent installs nothing before the agent\. Its policy lets "npm test" run/,
      ),
    ]),
  );
  expect(
    await cli(['init', '--recipe', 'comments', '--yes', '--overwrite'], { cwd: root }),
  ).toMatchObject({ code: 0 });
  expect(problems(inFiles(root))).toEqual([]);
});

test.each([
  ['package.json', '{ "scripts": { "test": "node --test" } }', 'npm test', false],
  ['package.json', '{ "scripts": { "test": "x" }, "workspaces": ["a"] }', 'npm test', true],
  [
    'package.json',
    '{ "scripts": { "test": "x" }, "dependencies": { "a": "1" } }',
    'npm test',
    true,
  ],
  ['go.mod', 'module a\n\ngo 1.24\n', 'go test *', false],
  ['go.mod', 'module a\n\nrequire b v1.0.0\n', 'go test *', true],
])(
  'steps that install are missed only if packages are needed: %s %j',
  async (file, text, rule, isMissed) => {
    const root = await repository({
      [file]: text,
      '.github/workflows/comments.yml': workflow(null),
      '.github/countersign.yml': `version: 1\nauto: [bash_run(${rule})]\n`,
    });
    const found = problems(inFiles(root));
    expect(found.some((one) => one.startsWith('setup'))).toBe(isMissed);
  },
);

test('files of a repository that are long in one place do not hold doctor up', async () => {
  const root = await repository({
    'go.mod': `module a\n${'\n'.repeat(900_000)}tool b\n`,
    '.github/workflows/comments.yml': `env: { A: "${'${{'.repeat(300_000)}" }\n${workflow(null)}`,
    '.github/workflows/invalid.yml': `jobs: [\n# ${'/countersign'.repeat(80_000)}\n# a/countersign/run@v1\n`,
    '.github/countersign.yml': 'version: 1\nauto: [bash_run(go test *)]\n',
  });
  const found = (await doctor(root)).map((one) => `${one.check}: ${one.found}`);
  expect(found.filter((one) => one.startsWith('env:'))).toEqual([]);
  expect(found.filter((one) => one.startsWith('setup:'))).toHaveLength(1);
  expect(found.filter((one) => one.includes('invalid.yml'))).toHaveLength(1);
});

test('init says that a second workflow answers the phrase of the first', async () => {
  const root = await repository({ 'README.md': 'Hello.' });
  expect((await cli(['init', '--recipe', 'comments', '--yes'], { cwd: root })).code).toBe(0);
  const { code, out } = await cli(['init', '--recipe', 'two-jobs', '--yes'], { cwd: root });
  expect(code).toBe(1);
  expect(out).toContain(
    '.github/workflows/comments.yml and .github/workflows/two-jobs.yml both start a run',
  );
});
