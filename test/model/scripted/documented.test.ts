/** The documented format of a script, its schema, and what the reader accepts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parseScript, scriptJsonSchema } from '../../../src/model/index.ts';

describe('the page on the format', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/scripted-model.md'), 'utf8');
  const example = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const isScript = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
    JSON.parse(JSON.stringify(scriptJsonSchema())) as object,
  );

  test('shows a script that the reader and the schema accept', () => {
    expect(parseScript(example, 'docs').turns).toHaveLength(2);
    expect([isScript(JSON.parse(example)), isScript.errors]).toEqual([true, null]);
  });

  test('names every key of a script and of a turn', () => {
    const keys = ['about', 'turns', 'subagents', 'when', 'blocks', 'stopReason', 'usage'];
    for (const key of [...keys, 'costUsd', 'delayMs', 'expect']) expect(page).toContain(key);
  });

  test.each([
    '{}',
    '{"turns":[]}',
    '{"turns":[{"blocks":[{"type":"text"}]}]}',
    '{"turns":[{"blocks":[],"more":1}]}',
    '{"turns":[{"blocks":[],"delayMs":-1}]}',
    '{"turns":[{"blocks":[],"expect":[]}]}',
    '{"turns":[{"blocks":[{"type":"tool_use","name":"","input":{}}]}]}',
  ])('reader and schema refuse the same: %s', (text) => {
    expect(() => parseScript(text, 'x')).toThrow('x is invalid');
    expect(isScript(JSON.parse(text))).toBe(false);
  });
});
