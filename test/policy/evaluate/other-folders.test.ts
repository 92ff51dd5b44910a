import { describe, expect, test } from 'vitest';
import { evaluate, explain, type Facts } from '../../../src/policy/index.ts';
import { pathResolver, policy, problems, situation } from '../helpers.ts';

const RULES = policy(`auto:
  - bash_run(@readonly)
  - bash_run(npm run check *)
  - bash_run(./test.sh)
  - bash_run(cd packages/* && npm run check *)
  - bash_run(cd packages/* && ./test.sh)
`);
/** `packages/out` and `packages/other` are symlinks. */
const LINKS = situation({
  pathResolver: pathResolver({ 'packages/out': '/srv/out', 'packages/other': '/w/vendor/other' }),
});

const call = (command: string, cwd?: string): Facts => ({
  tool: 'bash_run',
  kind: 'execute',
  command,
  ...(cwd === undefined ? {} : { cwd }),
});

describe('a rule for a program that runs code of its folder', () => {
  test.each([
    'npm run check',
    'cd . && npm run check',
    'cd packages/x && npm run check',
    'cd packages/x && npm run check -- --fix',
    '(cd packages/x && npm run check); npm run check',
    'cd packages/x; npm run check',
    'pushd packages/x && npm run check',
    'cd packages && cd x && npm run check',
    'cd packages/x && cd ../y && npm run check',
    'cd packages/x && ./test.sh',
    'for p in a b; do (cd "packages/$p" && npm run check); done',
    'cd src && cat a.ts',
  ])('covers %s', (command) => {
    expect(evaluate(RULES, call(command), LINKS).verdict).toBe('auto');
  });

  test('covers a call that starts in a folder that it names', () => {
    expect(evaluate(RULES, call('npm run check', 'packages/x'), LINKS).verdict).toBe('auto');
    expect(evaluate(RULES, call('npm run check', 'docs'), LINKS).verdict).toBe('requireApproval');
  });

  test.each([
    'cd docs && npm run check',
    'cd packages && npm run check',
    'cd packages/x/deep && npm run check',
    'cd /tmp && npm run check',
    'cd .. && npm run check',
    'cd packages/x/../../.. && npm run check',
    'cd "$(cat where)" && npm run check',
    'cd "$WHERE" && npm run check',
    'cd && npm run check',
    'cd packages/x && cd - && npm run check',
    'pushd packages/x && popd && npm run check',
    'cd packages/out && npm run check',
    'cd packages/other && npm run check',
    'CDPATH=/tmp cd packages/x && npm run check',
    'export CDPATH=/tmp; cd packages/x && npm run check',
    'for p in a b; do cd "packages/$p"; npm run check; done',
    'cd packages/x && npm test',
    'cd packages/x && ../../test.sh',
    'cd docs && ./test.sh',
    'bash -c "cd docs && npm run check"',
    'env -C packages/x npm run check',
    'cd packages/x && sudo npm run check',
    "cd packages/x && git -c core.pager='sh -c id' log",
  ])('does not cover %s', (command) => {
    expect(evaluate(RULES, call(command), LINKS).verdict).toBe('requireApproval');
  });

  test('never opens the folder of git', () => {
    expect(evaluate(RULES, call('cd .git && npm run check'), LINKS).verdict).toBe('deny');
  });

  test('that denies holds in every folder, and one that names folders in those', () => {
    const rules = policy(`mode: auto
deny:
  - bash_run(npm publish *)
  - bash_run(cd private && cat *)
`);
    const verdict = (command: string): string => evaluate(rules, call(command), LINKS).verdict;
    expect(verdict('cd packages/x && npm publish')).toBe('deny');
    expect(verdict('cd private && cat a')).toBe('deny');
    expect(verdict('cd Private && cat a')).toBe('deny');
    expect(verdict('cd private; cat a')).toBe('deny');
    expect(verdict('cd "$WHERE" && cat a')).toBe('requireApproval');
    expect(verdict('cat a')).toBe('auto');
    expect(verdict('cd packages/x && make')).toBe('auto');
  });

  test('cannot have too many wildcards in its folder', () => {
    const [problem] = problems('version: 1\nauto: ["bash_run(cd a{*,*,*,*,*,*} && make)"]\n');
    expect(problem?.message).toContain('wildcards');
  });
});

describe('the rule that would let a command run in another folder', () => {
  const none = policy('auto: ["bash_run(npm run check *)"]');
  test.each([
    ['cd packages/x && npm run check', ['bash_run(cd packages/x && npm run check)']],
    ['cd packages/x; npm run check', ['bash_run(cd packages/x && npm run check)']],
    ['cd packages/x; make', ['bash_run(make)', 'bash_run(cd packages/x && make)']],
    ["cd 'my app' && make", ["bash_run(cd 'my app' && make)"]],
    ["cd 'a*b' && make", ["bash_run(cd 'a*b' && make)"]],
    ['cd packages/x && ./test.sh', ['bash_run(cd packages/x && ./test.sh)']],
    ['cd packages && cd x && make', ['bash_run(cd packages)', 'bash_run(cd packages/x && make)']],
  ])('of %s is offered', (command, offered) => {
    const { toPass } = explain(none, call(command), LINKS);
    expect(new Set(toPass)).toEqual(new Set(offered));
  });

  test('is not offered if the folder is known only at run time', () => {
    expect(explain(none, call('cd "$WHERE" && npm run check'), LINKS).toPass).toEqual([]);
  });
});
