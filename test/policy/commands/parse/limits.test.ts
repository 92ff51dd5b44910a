import { describe, expect, test } from 'vitest';
import { analyseCommand } from '../../../../src/policy/commands/index.ts';
import { isAuto, runsByItself, ROOT, resolverOf } from '../helpers.ts';

const pathResolver = resolverOf();

function outcome(source: string): { auto: boolean; problem: string | null } {
  const analysis = analyseCommand(source, { pathResolver });
  return { auto: isAuto(analysis), problem: analysis.problem };
}

describe('limits end the analysis and never fall open', () => {
  const hostile: Record<string, string> = {
    'a command of 100 KB': `echo ${'a '.repeat(50_000)}`,
    '10,000 parentheses': '('.repeat(10_000),
    '10,000 closed parentheses': `${'('.repeat(10_000)}ls${')'.repeat(10_000)}`,
    '10,000 substitutions': `echo ${'$('.repeat(10_000)}`,
    '10,000 braces': '{ '.repeat(10_000),
    '10,000 back quotes': '`'.repeat(10_001),
    '10,000 expansions': `echo ${'${a:-'.repeat(6_000)}`,
    '5,000 ifs': 'if '.repeat(5_000),
    '10,000 here documents': `cat ${'<<a '.repeat(10_000)}\n${'a\n'.repeat(10_000)}`,
    '20,000 parentheses in arithmetic': `echo $((${'('.repeat(20_000)}`,
    'braces that multiply': `echo ${'{a,b}'.repeat(30)}`,
    'loops in loops': `${'for i in 1 2 3 4 5 6 7 8; do '.repeat(12)}ls; ${'done; '.repeat(12)}`,
    'shells in shells': ['x', 'x', 'x', 'x', 'x', 'x'].reduce(
      (inner) => `sh -c ${JSON.stringify(inner)}`,
      'ls',
    ),
  };
  for (const [name, source] of Object.entries(hostile)) {
    test(name, () => {
      expect(outcome(source).auto).toBe(false);
    });
  }

  test('loops in loops that are walked again until nothing changes', () => {
    const source = `${'while true; do x=$y; y=$z; '.repeat(30)}ls; ${'done; '.repeat(30)}`;
    expect(outcome(source).auto).toBe(false);
  });

  test('a pattern of many stars against long names', () => {
    const name = 'a'.repeat(255);
    const long = resolverOf({ files: { [ROOT]: [name, `${name.slice(1)}b`] } });
    const { commands } = analyseCommand(`cat ${'*a'.repeat(60)}*b`, { pathResolver: long });
    expect(commands[0]?.paths.map(({ path }) => path)).toEqual([`${name.slice(1)}b`]);
  });

  test('a command of 100 KB has a problem that says how long it may be', () => {
    expect(outcome(`echo ${'a '.repeat(50_000)}`).problem).toContain('32768');
  });
});

describe('what people do not see is refused', () => {
  const hidden: Record<string, string> = {
    NUL: 'ls \0 x',
    'carriage return': 'ls\r; ./evil.sh',
    escape: 'echo \u001b[2K',
    'right-to-left override': 'echo \u202e x',
    'zero width space': 'echo a\u200bb',
    'soft hyphen': 'echo a\u00adb',
    'tag characters': 'echo \u{e0041}',
    'line separator': 'echo a\u2028./evil.sh',
    'no-break space': 'ls\u00a0-la',
    'half of a character': 'echo \ud800',
  };
  for (const [name, source] of Object.entries(hidden)) {
    test(name, () => expect(analyseCommand(source, { pathResolver }).problem).not.toBeNull());
  }

  test('letters and symbols of any script are fine', () => {
    expect(runsByItself('grep -n "größe 日本語 ✅ ⚠️" README.md')).toBe(true);
  });

  test('nothing at all is a problem', () => {
    for (const source of ['', '  ', '\n', '# only a comment']) {
      expect(analyseCommand(source, { pathResolver }).problem).not.toBeNull();
    }
  });
});
