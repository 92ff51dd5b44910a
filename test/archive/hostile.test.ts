import { join } from 'node:path';
import { expect, test } from 'vitest';
import { QUESTIONS } from '../../src/archive/index.ts';
import { digestOf, sha256 } from '../../src/common/index.ts';
import * as run from '../audit/events.ts';
import * as fc from '../properties.ts';
import { answerText } from '../../src/cli/commands/audit/query.ts';
import { queryArchive } from '../../src/archive/index.ts';
import { collectInto, plausible, rowsOf, tempFolder, trailText, writeTrail } from './archives.ts';

const TEXT = fc.oneof(
  fc.string({ unit: fc.codePoint }),
  fc.constantFrom(
    `'); DROP TABLE runs; --`,
    `x' OR '1'='1`,
    '$trail',
    '?1',
    'a\u0000b',
    '\ud800',
    '=cmd|calc!A0',
    '\u202Eevil',
    '\u001B[2J',
  ),
);

/** A run whose every text was chosen by somebody else. */
function hostileRun(text: string) {
  const input = { path: text, command: text };
  const digests = { argumentsSha256: digestOf(input) };
  return plausible([
    run.runStart({
      request: text,
      trigger: { event: text, actor: { login: text, id: 1 }, number: 7, url: text },
    }),
    {
      type: 'context.read',
      source: text,
      author: text,
      trusted: false,
      because: text,
      sha256: sha256('text'),
    },
    run.turnStart(1),
    run.reply(1),
    run.state('c1', 'PENDING', {
      'gen_ai.tool.name': text,
      'gen_ai.tool.call.arguments': input,
      kind: text,
      ...digests,
    }),
    run.verdict('c1', 'requireApproval', {
      rule: text,
      list: text,
      because: text,
      untrusted: true,
      ...digests,
    }),
    run.state('c1', 'APPROVAL_REQUIRED'),
    run.asked('c1'),
    run.decision('c1', {
      because: text,
      note: text,
      by: { login: text, id: 2 },
      comment: { id: 6, url: text, createdAt: '2026-01-02T03:05:00Z' },
    }),
    run.consumed('c1'),
    run.state('c1', 'APPROVED'),
    run.state('c1', 'EXECUTING', digests),
    run.state('c1', 'FAILED', {
      because: text,
      'error.type': text,
      network: [{ to: text, verdict: 'allowed', count: Number.MAX_SAFE_INTEGER }],
    }),
    { type: 'github.write', call: 'c1', what: text, id: text, url: text, branch: text },
    run.runEnd('error'),
  ]).events;
}

test('a text of a trail is a value of its row, and never a part of a statement', async () => {
  await fc.assert(
    fc.asyncProperty(TEXT, async (text) => {
      const [source, archive] = [await tempFolder(), await tempFolder()];
      // JSON has no lone surrogates, and the trail's writer replaces them.
      const whole = text.toWellFormed();
      await writeTrail(source, trailText(hostileRun(whole)));
      const result = await collectInto(archive, { folders: [source] });
      expect(result.problems).toEqual([]);
      expect(await rowsOf(archive, 'SELECT request, actor, event FROM runs')).toEqual([
        [whole, whole, whole],
      ]);
      expect(await rowsOf(archive, 'SELECT tool, rule, because, error FROM calls')).toEqual([
        [whole, whole, whole, whole],
      ]);
      expect(await rowsOf(archive, 'SELECT host, count FROM hosts')).toEqual([[whole, null]]);
    }),
    { numRuns: 5 },
  );
});

test('every answer is text without control characters or formulas, whatever the trails say', async () => {
  const [source, archive] = [await tempFolder(), await tempFolder()];
  const texts = ['=cmd|calc!A0', '\u001B[2J\u202Eevil', '+1\r\n-2', '"quoted",\n@x'];
  for (const [index, text] of texts.entries())
    await writeTrail(join(source, String(index)), trailText(hostileRun(text), `run-${index}`));
  expect(await collectInto(archive, { folders: [source] })).toMatchObject({ problems: [] });
  for (const { name, sql } of QUESTIONS) {
    for (const format of ['table', 'csv', 'json'] as const) {
      let out = '';
      await queryArchive(archive, sql, async (answer) => {
        for await (const piece of answerText(format, answer)) out += piece;
      });
      expect(out, `${name} as ${format}`).not.toMatch(
        /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202E]/,
      );
      if (format === 'json') expect(() => JSON.parse(out) as unknown, name).not.toThrow();
      if (format !== 'csv') continue;
      const fields = [...out.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/g)];
      const values = fields.map(([, quoted, plain]) => quoted ?? plain ?? '');
      expect(
        values.filter((value) => /^[=+@\t\r]/.test(value)),
        name,
      ).toEqual([]);
    }
  }
});

test('numbers that nothing counted are unknown, so that no sum overflows', async () => {
  const [source, archive] = [await tempFolder(), await tempFolder()];
  const reply = { ...run.reply(1), 'gen_ai.usage.input_tokens': 1e300, costUsd: 1e300 };
  const events = plausible([
    run.runStart({ budget: {} }),
    run.turnStart(1),
    reply,
    run.runEnd('error'),
  ]).events;
  await writeTrail(source, trailText(events));
  expect((await collectInto(archive, { folders: [source] })).problems).toEqual([]);
  expect(await rowsOf(archive, 'SELECT input_tokens, output_tokens, cost_usd FROM usage')).toEqual([
    [null, 1, null],
  ]);
});

test('long texts, arguments and lists are cut, and arguments stay JSON', async () => {
  const [source, archive] = [await tempFolder(), await tempFolder()];
  const input = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [
      `key${String(index).padStart(3, '0')}`,
      'x'.repeat(80),
    ]),
  );
  const digests = { argumentsSha256: digestOf(input) };
  const network = Array.from({ length: 5_000 }, (_, index) => ({
    to: `host-${index}`,
    verdict: 'refused' as const,
    count: 1,
  }));
  const events = plausible([
    run.runStart({ request: 'long '.repeat(10_000) }),
    run.turnStart(1),
    run.reply(1),
    run.state('c1', 'PENDING', { 'gen_ai.tool.call.arguments': input, ...digests }),
    run.verdict('c1', 'auto', digests),
    run.state('c1', 'APPROVED'),
    run.state('c1', 'EXECUTING', digests),
    run.state('c1', 'COMPLETED', { network }),
    run.runEnd('error'),
  ]).events;
  await writeTrail(source, trailText(events));
  expect((await collectInto(archive, { folders: [source] })).problems).toEqual([]);
  expect(
    await rowsOf(
      archive,
      `SELECT length(request), (SELECT count(*) FROM hosts),
    (SELECT length(json_extract(arguments, '$.cut')) FROM calls) FROM runs`,
    ),
  ).toEqual([[4_000, 1_000, 4_000]]);
});
