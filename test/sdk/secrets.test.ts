import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TRAIL_FILE } from '../../src/audit/index.ts';
import type { RunEvent } from '../../src/tool-calls/index.ts';
import { tool } from '../../src/tools/index.ts';
import { started, use } from './run.ts';

const SECRET = 'the-secret-of-the-program-1';

/** Where a text stands in a value: in keys, texts and everything below. */
function placesOf(value: unknown, where: string): readonly string[] {
  if (typeof value === 'string') return value.includes(SECRET) ? [where] : [];
  if (typeof value !== 'object' || value === null) return [];
  const entries: readonly (readonly [unknown, unknown])[] =
    value instanceof Map ? [...value] : Object.entries(value);
  return entries.flatMap(([key, child]) => [
    ...(String(key).includes(SECRET) ? [`${where}: key`] : []),
    ...placesOf(child, `${where}.${String(key).replaceAll(SECRET, 'SECRET')}`),
  ]);
}

const leak = tool(
  'leak',
  (_input, context) => {
    context.emit({ [SECRET]: SECRET });
    throw new Error(`No ${SECRET}.`);
  },
  { kind: 'readonly' },
);

const calls = [
  use('bash_run', {
    command: `echo ${SECRET} > ${SECRET}.txt && cat "a ${SECRET}"`,
    description: `Why: ${SECRET}`,
  }),
  use('bash_run', { command: 'echo two words of a phrase' }),
  use('bash_run', { command: `rm -rf .git/${SECRET}` }),
  use('fs_write', { path: `${SECRET}.md`, content: `${SECRET}\n` }),
  use('fs_write', { path: `.git/${SECRET}`, content: 'x' }),
  use('fs_read', { path: `/${SECRET}/x` }),
  use('clarify', { question: `Is it ${SECRET}?` }),
  use('leak', {}),
  use(SECRET, { [SECRET]: SECRET }),
];
const turns = [
  {
    blocks: [{ type: 'text', text: `I saw ${SECRET}.` }, ...calls.flatMap(({ blocks }) => blocks)],
  },
  use('finish', { outcome: 'done', summary: `It is ${SECRET}.` }),
];

describe('a secret of the program', () => {
  test.each(['model-api-key', 'model-auth-token', 'extra-headers-1', 'db'])(
    'is redacted by any name, also %s',
    async (name) => {
      const { run, trail } = started({
        request: `Use ${SECRET}.`,
        secrets: { [name]: SECRET },
        turns: [],
        model: {
          name: 'x',
          provider: 'openai-compatible',
          baseUrl: 'http://127.0.0.1:2/',
          apiKey: 'key-of-the-model-1',
          headers: { 'x-key': 'header-of-the-model-1' },
        },
        budget: { minutes: 0.0001 },
      });
      await run.report;
      expect(readFileSync(join(trail, TRAIL_FILE), 'utf8')).not.toContain(SECRET);
    },
  );

  test.each(['approve', 'deny', 'throw'] as const)(
    'is in no value of a request, an event or the report: %s',
    async (how) => {
      const seen: (readonly [string, unknown])[] = [];
      const { run } = started({
        rules: `mode: ask\nauto: [leak]`,
        secrets: { mine: SECRET, phrase: 'words of a phrase' },
        tools: [leak],
        turns,
        approve: (request) => {
          seen.push([`request of ${request.tool}`, request]);
          if (how === 'throw') throw new Error(`I know ${SECRET}`);
          if (request.expects === 'answer')
            return { decision: 'answer', by: 'ann', text: `Yes, ${SECRET}` };
          return how === 'approve'
            ? { decision: 'approve', by: 'ann', note: SECRET }
            : { decision: 'deny', by: 'ann', reason: SECRET };
        },
      });
      const types = new Set<RunEvent['type']>();
      run.on(['progress', 'control', 'monitor'], (event) => {
        types.add(event.type);
        seen.push([`event ${event.type}`, event]);
      });
      const report = await run.report;
      seen.push(['report', report]);
      expect([...new Set(seen.flatMap(([where, value]) => placesOf(value, where)))]).toEqual([]);
      expect(JSON.stringify(seen)).not.toContain('"phrase"');
      expect(report.outcome).not.toBe('error');
      expect([...types]).toEqual(
        expect.arrayContaining(['permission_required', 'verdict', 'tool:error', 'tool:progress']),
      );
    },
  );
});
