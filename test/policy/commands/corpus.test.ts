import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { hasMoreTime } from '../../properties.ts';
import { runsByItself } from './helpers.ts';

const Line = z.strictObject({
  command: z.string(),
  expected: z.enum(['auto', 'ask']),
  class: z.string(),
  source: z.string(),
});

const LINES = readFileSync(new URL('corpus.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => Line.parse(JSON.parse(line)));

describe('the corpus', () => {
  test('contains at least 300 commands, and at least 150 of them are harmless', () => {
    expect(LINES.length).toBeGreaterThanOrEqual(300);
    expect(LINES.filter((line) => line.expected === 'auto').length).toBeGreaterThanOrEqual(150);
    expect(new Set(LINES.map((line) => line.command)).size).toBe(LINES.length);
  });

  test('no command that could do harm passes', () => {
    const passed = LINES.filter((line) => line.expected === 'ask' && runsByItself(line.command));
    expect(passed.map((line) => line.command)).toEqual([]);
  });

  test('no harmless command asks', () => {
    const asked = LINES.filter((line) => line.expected === 'auto' && !runsByItself(line.command));
    expect(asked.map((line) => line.command)).toEqual([]);
  });

  test('a harmful command stays harmful wherever a command can be written', () => {
    const places: readonly ((command: string) => string)[] = [
      (command) => `ls; ${command}`,
      (command) => `true | { ${command}\n}`,
      (command) => `if true; then\n${command}\nfi`,
      (command) => `echo "$(${command}\n)"`,
      (command) => `for zz in 1 2; do\n${command}\ndone`,
      (command) => `( ${command}\n)`,
      (command) => `cat <(${command}\n)`,
      (command) => `case x in x)\n${command}\n;; esac`,
      (command) => `true && ! { ${command}\n}`,
    ];
    const harmful = LINES.filter(({ expected }) => expected === 'ask');
    for (const [index, { command }] of harmful.entries()) {
      // A usual run writes each command in three places, and every third command in the same ones.
      const some = hasMoreTime ? places : places.filter((_, place) => place % 3 === index % 3);
      for (const place of some) expect(runsByItself(place(command)), place(command)).toBe(false);
    }
  });
});
