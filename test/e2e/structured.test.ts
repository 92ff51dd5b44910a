/** A result for programs: validated, sent back, kept, and the same after a suspension. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from '../cli/command.ts';
import { nightly } from '../properties.ts';
import { entriesOf, expectEnd, openRepository, turn } from './harness.ts';
import { approvalCommentOn, job, say, SUSPENDING } from './suspended.ts';

const SCHEMA = JSON.stringify({
  type: 'object',
  properties: {
    kind: { enum: ['bug', 'idea'] },
    size: { type: 'integer' },
    note: { type: 'string' },
  },
  required: ['kind', 'size'],
  additionalProperties: false,
});

function ending(result: unknown, outcome = 'done'): object {
  return turn('', [
    'finish',
    { outcome, summary: 'Sorted.', ...(result === undefined ? {} : { result }) },
  ]);
}

test.concurrent('a valid result is in the output as canonical JSON, and beside the trail', async () => {
  await using repository = await openRepository();
  const end = await repository.runStep({
    turns: [ending({ size: 'two', kind: 'bug' }), ending({ size: 2, kind: 'bug' })],
    inputs: { 'output-schema': SCHEMA },
  });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(end.outputs['structured-output']).toBe('{"kind":"bug","size":2}');
  const [{ result } = { result: undefined }] = entriesOf(end, 'run.end');
  expect(end.artifact.get(`blobs/${result?.sha256}`)?.toString()).toBe('{"kind":"bug","size":2}');
  expect(entriesOf(end, 'run.start')[0]?.outputSchemaSha256).toMatch(/^[0-9a-f]{64}$/);
});

nightly.concurrent(
  'a schema from the trusted branch; text alone, and invalid results, end as incomplete',
  async () => {
    await using repository = await openRepository({ files: { '.github/result.json': SCHEMA } });
    const inputs = { 'output-schema': '.github/result.json' };
    const words = await repository.runStep({
      turns: Array.from({ length: 5 }, () => turn('It is done.')),
      inputs,
    });
    await expectEnd(words, { outcome: 'incomplete', exitCode: 1 });
    expect(words.outputs['structured-output']).toBe('');
    const bad = await repository.runStep({
      turns: Array.from({ length: 6 }, () => ending({})),
      inputs,
      runId: 2,
    });
    await expectEnd(bad, { outcome: 'incomplete', exitCode: 1 });
    expect(bad.outputs['structured-output']).toBe('');
    expect(bad.outputs['summary']).toContain('did not match');
  },
);

nightly.concurrent(
  'a schema that cannot be used stops the step before the model is asked',
  async () => {
    await using repository = await openRepository();
    for (const [schema, because] of [
      ['{"type":"objekt"}', 'at /type'],
      ['nowhere.json', 'no such file'],
      ['../outside.json', 'path from the root'],
    ] as const) {
      const end = await repository.runStep({
        turns: [ending({})],
        inputs: { 'output-schema': schema },
      });
      expect(end.outputs['outcome'], schema).toBe('error');
      expect(end.exitCode).toBe(1);
      expect(end.log).toContain(because);
      expect(entriesOf(end, 'turn.start')).toEqual([]);
    }
  },
);

test.concurrent('a secret in the result is redacted, and a result that is invalid without it is discarded', async () => {
  await using repository = await openRepository();
  const secret = 'sk-ant-api03-in-the-result-0123456789';
  const turns = [ending({ kind: 'bug', size: 1, note: `it is ${secret}` })];
  const key = { 'anthropic-api-key': secret };
  const end = await repository.runStep({ turns, inputs: { ...key, 'output-schema': SCHEMA } });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(end.outputs['structured-output']).toContain('[redacted:');
  expect(end.outputs['structured-output']).not.toContain(secret);
  const strict = SCHEMA.replace('"type":"string"', '"type":"string","pattern":"^it is sk-"');
  const none = await repository.runStep({
    turns,
    inputs: { ...key, 'output-schema': strict },
    runId: 2,
  });
  await expectEnd(none, { outcome: 'incomplete', exitCode: 1 });
  expect(none.outputs['structured-output']).toBe('');
});

test.concurrent('a run that was suspended keeps its schema, whatever the branch says since', async () => {
  await using repository = await openRepository({
    policy: SUSPENDING,
    files: { 'result.json': SCHEMA },
  });
  const turns = [
    turn('', ['bash_run', { command: 'echo made > src/made.txt' }]),
    ending({ kind: 'bug' }),
    ending({ kind: 'bug', size: 3 }),
  ];
  const inputs = { 'output-schema': 'result.json' };
  await job(repository, 701, { turns, inputs });
  await repository.runner.commit('main', { 'result.json': '{"type":"null"}' });
  const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
  const end = await job(repository, 702, { turns, inputs, event });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(end.outputs['structured-output']).toBe('{"kind":"bug","size":3}');
});

nightly.concurrent('at the terminal the result is printed, and is part of --json', async () => {
  await using repository = await openRepository();
  const script = join(repository.folder, 'turns.json');
  await writeFile(script, JSON.stringify({ turns: [ending({ kind: 'idea', size: 1 })] }));
  await writeFile(join(repository.folder, 'schema.json'), SCHEMA);
  const words = [
    'run',
    '--workspace',
    repository.runner.workspace,
    '--model',
    `scripted:${script}`,
  ];
  const here = { cwd: repository.folder, env: { TMPDIR: repository.folder } };
  const plain = await cli([...words, '--output-schema', 'schema.json', 'Sort it'], here);
  expect(plain.out.split('\n')[0]).toBe('{"kind":"idea","size":1}');
  const json = await cli([...words, '--json', '--output-schema', SCHEMA, 'Sort it'], here);
  expect(JSON.parse(json.out)).toMatchObject({ structuredOutput: { kind: 'idea', size: 1 } });
  const bad = await cli([...words, '--output-schema', 'none.json', 'Sort it'], here);
  expect(bad.err).toContain('--output-schema names "none.json"');
});
