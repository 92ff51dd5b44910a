import { describe, expect, it } from 'vitest';
import { BUILTIN_TOOLS, checkPolicy, loadPolicy } from '../../../src/policy/index.ts';

function checked(text: string) {
  return checkPolicy(`version: 1\n${text}`, { file: 'p.yml', knownTools: BUILTIN_TOOLS });
}

function requiring(rule: string, rest = ''): string {
  return `${rest}done:\n  requires:\n    - ${JSON.stringify(rule)}\n`;
}

describe('done.requires', () => {
  it('names commands, with their places', () => {
    const loaded = loadPolicy(`version: 1\n${requiring('bash_run(npm test *)')}`, {
      file: 'p.yml',
    });
    if (!loaded.ok) throw new Error('it does not load');
    const [required] = loaded.policy.done.requires;
    expect(required).toMatchObject({
      text: 'bash_run(npm test *)',
      command: 'npm test *',
      line: 4,
      column: 7,
    });
    expect(required?.isExactly('npm test -- --bail')).toBe(true);
    expect(required?.isExactly('npm  test')).toBe(true);
    expect(required?.isExactly('npm test | cat')).toBe(false);
    expect(required?.isExactly('! npm test')).toBe(false);
    expect(required?.isExactly('npm test &')).toBe(false);
    expect(required?.isExactly('npm test > log')).toBe(false);
    expect(required?.isExactly('(npm test)')).toBe(false);
    expect(required?.isExactly('npm test $X')).toBe(false);
    expect(required?.isExactly('./npm test')).toBe(false);
  });

  it('is empty where the policy does not have the key', () => {
    const loaded = loadPolicy('version: 1\n', { file: 'p.yml' });
    expect(loaded.ok && loaded.policy.done.requires).toEqual([]);
  });

  it.each<[string, RegExp]>([
    ['fs_write(src/**)', /only a command of bash_run has an exit code/],
    ['bash_*(npm test)', /only a command of bash_run/],
    ['kind:execute', /only a command of bash_run/],
    ['bash_run', /it names no command/],
    ['bash_run(@readonly)', /it names no command/],
    ['bash_run(*)', /it names no program/],
    ['bash_run(* test)', /it names no program/],
    ['bash_run(npm "test)', /a quote in it is not closed/],
    ['bash_run(npm test | tail)', /not one plain command/],
    ['bash_run(npm test && npm run lint)', /not one plain command/],
    ['bash_run(CI=1 npm test)', /not one plain command/],
    ['bash_run(cd web)', /not one plain command/],
    ['bash_run(npm test', /no closing/],
  ])('refuses %s, at its place', (rule, why) => {
    expect(checked(requiring(rule)).errors).toEqual([
      expect.objectContaining({
        line: 4,
        column: 7,
        message: expect.stringMatching(why) as string,
      }),
    ]);
  });

  it.each([
    'deny:\n  - bash_run\n',
    'deny:\n  - bash_run(npm *)\n',
    'mode: deny\n',
    'mode: plan\n',
    'tools: { disabled: [bash_run] }\n',
  ])('refuses a command that can never run under %j', (rest) => {
    expect(checked(requiring('bash_run(npm test)', rest)).errors).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(
          /names "bash_run\(npm test\)", which can never run/,
        ) as string,
      }),
    ]);
  });

  it('takes a command that only a rule about the sandbox allows', () => {
    const rest = 'mode: deny\nauto:\n  - bash_run(@contained)\n';
    expect(checked(requiring('bash_run(npm test)', rest)).errors).toEqual([]);
  });

  it('says how a command is written as a rule', () => {
    expect(checked(requiring('npm test')).errors).toEqual([
      expect.objectContaining({
        message: '"npm test" is not a rule.',
        fix: expect.stringMatching(/For commands: "bash_run\(npm test\)"\.$/) as string,
      }),
    ]);
  });

  it('takes a command that people are asked about', () => {
    expect(checked(requiring('bash_run(npm test)')).errors).toEqual([]);
  });
});
