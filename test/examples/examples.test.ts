import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { VERSION } from '../../src/common/index.ts';
import { RECIPES, recipeOf } from '../../src/cli/recipes/index.ts';
import { lintWorkflows } from '../../src/cli/commands/doctor/workflow-lint.ts';
import { checkPolicy, loadPolicy, runPolicyTests } from '../../src/policy/index.ts';
import { INPUT_NAMES } from '../../src/action/inputs/input-names.ts';
import { MOVED_INPUTS, SUB_ACTIONS } from '../../src/action/inputs/sub-actions.ts';
import { OUTPUT_NAMES } from '../../src/action/outputs/outputs.ts';
import { ROOT } from '../architecture/source.ts';
import { agentStep, entryOf, example, groupOf, isOurs, runs } from './example.ts';
import type { Contexts } from './expressions.ts';

const examples = RECIPES.map(example);
const named = examples.map((one) => [one.name, one] as const);

describe.each(named)('the example %s', (name, one) => {
  test('has nothing that doctor would change', () => {
    const ci = { file: 'ci.yml', text: 'name: CI\non: push\njobs: {}\n' };
    const findings = lintWorkflows([{ file: one.path, text: one.text }, ci]);
    // The release of Countersign: init writes a commit instead, which a file cannot know of itself.
    const others = findings.filter(({ level, check }) => level !== 'ok' && check !== 'pins');
    expect(others).toEqual([]);
    for (const { level } of findings) expect(level).not.toBe('problem');
  });

  test('has a policy that loads without an error and passes its own tests', async () => {
    const file = `${name}.policy.yml`;
    expect(checkPolicy(one.policy, { file }).errors).toEqual([]);
    const loaded = loadPolicy(one.policy, { file });
    if (!loaded.ok) throw new Error('The policy does not load.');
    const results = runPolicyTests(loaded.policy);
    expect(results.length).toBeGreaterThan(4);
    expect(results.filter(({ actual, expected }) => actual !== expected)).toEqual([]);
  });

  test('names only inputs that the action has, and its policy by its path', () => {
    for (const job of Object.keys(one.workflow.jobs)) {
      const ours = one.workflow.jobs[job]?.steps.some(({ uses }) => isOurs(uses));
      if (ours !== true) continue;
      const { with: inputs, uses } = agentStep(one, job);
      const entry = entryOf(uses);
      const moved = Object.keys(MOVED_INPUTS);
      const known: readonly string[] =
        entry === 'action'
          ? INPUT_NAMES.filter((input) => input !== 'mode' && !moved.includes(input))
          : SUB_ACTIONS[entry].inputs;
      expect(Object.keys(inputs).filter((input) => !known.includes(input))).toEqual([]);
      expect(inputs['policy']).toBe(recipeOf(one.name as 'triage').policyPath);
    }
  });

  test('reads only outputs that the action sets', () => {
    const read = [...one.text.matchAll(/steps\.countersign\.outputs\.([\w-]+)/g)].map(
      (match) => match[1] ?? '',
    );
    const known: readonly string[] = OUTPUT_NAMES;
    expect(read.filter((output) => !known.includes(output))).toEqual([]);
  });

  test('gives every permission a reason and every job a time limit, and cancels nothing', () => {
    const granted = one.text
      .split('\n')
      .filter((line) => /^ +[a-z-]+: (?:read|write)\b/.test(line));
    for (const line of granted) expect(line).toMatch(/: (?:read|write) # \S/);
    for (const job of Object.values(one.workflow.jobs)) {
      expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
    }
    expect(one.workflow.concurrency['cancel-in-progress']).toBe(false);
    expect(one.text).not.toMatch(/write-all|read-all|pull_request_target/);
  });

  test('pins each action to a commit, with the version that it is', () => {
    const uses = one.text.split('\n').filter((line) => /^\s*(?:- )?uses: /.test(line));
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses)
      expect(line).toMatch(
        isOurs(line)
          ? new RegExp(
              `@v${VERSION.replaceAll('.', String.raw`\.`)} # countersign init pins a commit$`,
            )
          : /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/,
      );
  });

  test('puts no untrusted content into a command', () => {
    for (const job of Object.values(one.workflow.jobs))
      for (const { run } of job.steps) expect(run ?? '').not.toContain('${{');
  });

  test('is listed in docs/recipes.md', () => {
    const page = readFileSync(join(ROOT, 'docs', 'recipes.md'), 'utf8');
    expect(page).toContain(`../examples/workflows/${name}.yml`);
    expect(page).toContain(`../examples/workflows/${name}.policy.yml`);
  });
});

const AGENT_BOT = { login: 'my-agent[bot]', type: 'Bot' };
const PERSON = { login: 'octo-maintainer', type: 'User' };

function comment(id: number, body: string, user = PERSON): Contexts {
  return contexts('issue_comment', {
    action: 'created',
    issue: { number: 7 },
    comment: { id, body, user },
    sender: user,
  });
}

function contexts(event_name: string, event: object): Contexts {
  const github = {
    event_name,
    event,
    repository: 'octo-org/octo-repo',
    ref: 'refs/heads/main',
    ref_name: 'main',
  };
  return { github, inputs: {}, needs: { agent: { outputs: { changes: '', outcome: '' } } } };
}

const listening = examples.filter(({ workflow }) => 'issue_comment' in workflow.on);
// What a run writes on an issue itself, should its token be one whose comments start workflows.
const OWN_COMMENTS = [
  '<!-- countersign:tracking run-1 -->\n\n**Countersign** is working for `octo-maintainer`',
  '<!-- countersign:approval-request {"v":1} -->\n\nAnswer with `/approve ap-12345678` or `/deny ap-12345678 reason`.',
  '<!-- countersign:reply -->\nThe answer could not be used.',
];

describe('a run that waits', () => {
  test('is never cancelled by anything of its own group', () => {
    for (const { workflow } of examples) {
      expect(workflow.concurrency['cancel-in-progress']).toBe(false);
    }
  });

  test.each(listening.map((one) => [one.name, one] as const))(
    'of %s shares its group neither with its own comments nor with the answers to its approval requests',
    (_name, one) => {
      const waiting = groupOf(one, comment(1, '/countersign fix it'));
      const others = [
        ...OWN_COMMENTS.map((body, index) => comment(10 + index, body, AGENT_BOT)),
        comment(20, '/approve ap-12345678'),
        comment(21, '/deny ap-12345678 no'),
        comment(22, '/cancel'),
      ];
      const groups = others.map((other) => groupOf(one, other));
      expect(groups).not.toContain(waiting);
      // A pending run of a group is cancelled by the next one: no two answers may share a group either.
      expect(new Set(groups).size).toBe(groups.length);
    },
  );

  test.each(listening.map((one) => [one.name, one] as const))(
    'of %s hears whatever resembles an answer of a person, and no other comment',
    (_name, one) => {
      const starts = (body: string, user = PERSON) =>
        Object.keys(one.workflow.jobs).some((job) => runs(one, comment(40, body, user), job));
      for (const body of [
        '/approve',
        '\n/Deny too risky',
        '> why\n\n/approve all',
        'approve ap-12345678',
        '@octo /answer ap-12345678 yes',
        '/cancel',
        '/resume run-a',
        '👍',
      ])
        expect(starts(body), body).toBe(true);
      for (const body of ['Thanks!', 'A map-reduce, question/answer', 'see /cancel', '👍 for this'])
        expect(starts(body), body).toBe(false);
      expect(starts('Answer with /approve ap-12345678', AGENT_BOT)).toBe(false);
    },
  );

  test.each(listening.map((one) => [one.name, one] as const))(
    'of %s is not started by its own comments: an approval comment does not start with an answer',
    (_name, one) => {
      for (const job of Object.keys(one.workflow.jobs)) {
        for (const body of OWN_COMMENTS) {
          const started = runs(one, comment(30, body, AGENT_BOT), job);
          // A job that begins here asks the action, which knows its own account and its own marks.
          if (started) expect(body).toContain('countersign:');
        }
      }
    },
  );

  test('of a workflow that does not listen to comments has a group that no comment can join', () => {
    for (const one of examples.filter(({ workflow }) => !('issue_comment' in workflow.on))) {
      expect(Object.keys(one.workflow.on)).not.toContain('issue_comment');
      expect(one.workflow.concurrency.group).not.toContain('github.run_id');
    }
  });
});

function failed(over: object): Contexts {
  const head_repository = { full_name: 'octo-org/octo-repo' };
  const own = { conclusion: 'failure', head_repository, head_branch: 'x', actor: PERSON };
  return contexts('workflow_run', { workflow_run: { ...own, ...over } });
}

function pull(over: object): Contexts {
  const repo = { full_name: 'octo-org/octo-repo' };
  const pull_request = { head: { repo }, draft: false, user: PERSON, ...over };
  return contexts('pull_request', { pull_request });
}

describe('who gets through the conditions', () => {
  const dependabot = { actor: { login: 'dependabot[bot]', type: 'Bot' } };

  test('fix-ci runs for a failure by a person, dependencies for one by an update bot', () => {
    const [fix, update] = [example('fix-ci'), example('dependencies')];
    expect([runs(fix, failed({})), runs(update, failed({}))]).toEqual([true, false]);
    expect([runs(fix, failed(dependabot)), runs(update, failed(dependabot))]).toEqual([
      false,
      true,
    ]);
  });

  test.each(['fix-ci', 'dependencies'])('%s does nothing for a success, or for a fork', (name) => {
    for (const actor of [{}, dependabot]) {
      const success = failed({ ...actor, conclusion: 'success' });
      const fork = failed({ ...actor, head_repository: { full_name: 'fork-owner/octo-repo' } });
      const gone = failed({ ...actor, head_repository: null });
      for (const event of [success, fork, gone]) expect(runs(example(name), event)).toBe(false);
    }
  });

  test('a review runs for a pull request of this repository that is not a draft', () => {
    const one = example('review');
    expect(runs(one, pull({}))).toBe(true);
    expect(runs(one, pull({ draft: true }))).toBe(false);
    expect(runs(one, pull({ head: { repo: { full_name: 'fork-owner/octo-repo' } } }))).toBe(false);
    expect(runs(one, pull({ head: { repo: null } }))).toBe(false);
    expect(runs(one, pull({ user: { login: 'dependabot[bot]', type: 'Bot' } }))).toBe(false);
  });

  test('an ordinary comment starts no job', () => {
    for (const one of listening)
      for (const job of Object.keys(one.workflow.jobs))
        expect(runs(one, comment(5, 'Thanks, I will approve this later.'), job)).toBe(false);
  });
});

test('every input of an example that lists workflows names examples', () => {
  const { with: inputs } = agentStep(example('resume'));
  for (const path of (inputs['resume-workflows'] ?? '').split(', ')) {
    const name = /workflows\/(.+)\.yml$/.exec(path)?.[1] ?? '';
    expect(Object.keys(example(name).workflow.jobs)).toContain('agent');
    expect(parse(example(name).text)).toBeTruthy();
  }
});
