import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyAt } from '../../../src/audit/index.ts';
import { ROOT } from '../../architecture/source.ts';
import * as fc from '../../properties.ts';
import { chainEvents } from '../chained.ts';
import { POLICY, runStart, state, verdict as verdictOn } from '../events.ts';
import { plausible } from '../plausible.ts';
import { changes, entriesOf, type TrailFiles } from './changed-trails.ts';
import { type Vector, vectors } from './forgeries.ts';
import { moreRuns, proved } from './more-runs.ts';
import { hasPython, type Said, shownByPython, verifiedByPython, writeTrail } from './python.ts';

const SMALLEST_FOLDER = join(import.meta.dirname, 'smallest');
const VECTORS: readonly Vector[] = [
  ...vectors(),
  ...readdirSync(SMALLEST_FOLDER).map(
    (name): Vector => JSON.parse(readFileSync(join(SMALLEST_FOLDER, name), 'utf8')),
  ),
];
const ROOT_OPTION = '--root';

/** The valid trails, from which changed ones are made. */
const VALID: readonly TrailFiles[] = [
  ...VECTORS.filter(({ expect: { kind } }) => kind === 'intact').map(({ trail, files }) => ({
    lines: trail.split('\n').slice(0, -1),
    files: new Map(
      Object.entries(files).map(([path, text]) => [path, Buffer.from(text, 'base64')]),
    ),
  })),
  ...moreRuns().map((events) => ({ lines: chainEvents(events), files: new Map() })),
];

function written(bytes: Buffer | string, files: TrailFiles['files'] = new Map()): string {
  const folder = mkdtempSync(join(tmpdir(), 'trail-'));
  return writeTrail(folder, new Map([...files, ['audit.jsonl', Buffer.from(bytes)]]));
}

const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const writtenTrail = ({ lines, files }: TrailFiles): string => written(joined(lines), files);

/** What both must agree on. */
const agreed = ({ kind, seq }: Said): string => `${kind} ${seq ?? ''}`.trim();

async function verifiedByUs(folder: string): Promise<Said> {
  const verdict = await verifyAt(folder);
  return verdict.kind === 'broken' ? verdict : { kind: verdict.kind };
}

/** Compares both verifiers on each folder; returns how many were intact. */
async function compare(folders: readonly string[]): Promise<number> {
  const { said } = verifiedByPython(folders);
  const ours: Said[] = [];
  for (const folder of folders) ours.push(await verifiedByUs(folder));
  const different = folders.flatMap((folder, index) => {
    const [one, other] = [ours[index], said[index]];
    if (one !== undefined && other !== undefined && agreed(one) === agreed(other)) return [];
    return [{ folder, ours: one, python: other }];
  });
  expect(different).toEqual([]);
  return ours.filter(({ kind }) => kind === 'intact').length;
}

describe.skipIf(!hasPython())('the verifier in Python', () => {
  it('comes to the expected result for every vector', () => {
    const folders = VECTORS.map(({ trail, files }) =>
      written(
        trail,
        new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, 'base64')])),
      ),
    );
    const { status, said } = verifiedByPython(folders);
    expect(status).toBe(1);
    expect(said.map(({ kind, seq, code }) => ({ kind, seq, code }))).toEqual(
      VECTORS.map(({ expect: expected }) =>
        expected.kind === 'intact'
          ? { kind: 'intact', seq: undefined, code: undefined }
          : { ...expected },
      ),
    );
  });

  it('agrees with ours on trails that are changed at random', async () => {
    const trails = fc.sample(
      fc.tuple(fc.constantFrom(...VALID), changes).map(([trail, change]) => change(trail)),
      { numRuns: fc.casesToTry(25), seed: 20_260_101 },
    );
    const intact = await compare([...VALID, ...trails].map(writtenTrail));
    expect(intact).toBeGreaterThan(VALID.length);
  });

  it('agrees with ours on numbers and texts of all kinds', async () => {
    const text = fc.string({ unit: fc.codePoint, maxLength: 3 });
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    const values = fc.sample(
      fc.array(fc.oneof(number, text, fc.dictionary(text, fc.oneof(number, fc.integer())))),
      { numRuns: fc.casesToTry(12), seed: 20_260_101 },
    );
    const [first = { lines: [], files: new Map() }] = VALID;
    const start = entriesOf(first).slice(0, 1);
    const lines = values.map((value) => chainEvents([...start, { type: 'later', value }]));
    expect(await compare(lines.map((each) => written(joined(each))))).toBe(values.length);
    const numbers = [
      '1.0',
      '1E2',
      '-0',
      '1e400',
      '0.1e1',
      '9007199254740993',
      '1e21',
      '1e-7',
      '0.000001',
      '0.0000001',
      '9'.repeat(5_000),
    ];
    const raw = [
      ...numbers,
      '"\\ud800"',
      '"\\u0061"',
      '"\\/"',
      'NaN',
      '[1,]',
      '{"b":1,"a":1}',
      '{"a":1,"a":1}',
      '{"\\ud83d":1}',
    ];
    const [line = ''] = chainEvents([{ type: 'later', value: 'HERE' }]);
    const nested = [101, 102, 200, 100_000].map((depth) => '['.repeat(depth) + ']'.repeat(depth));
    await compare(
      [...raw, ...nested].map((other) => written(`${line.replace('"HERE"', other)}\n`)),
    );
  });

  it('agrees with ours on which command lines are one plain command', async () => {
    const piece = fc.constantFrom(
      ...'npm test,npm,test, ,\t,",\',\\,#,~,=,|,&&,a,A=,é,*,<,``,$(x),-x'.split(','),
      ',',
    );
    const commands = fc.sample(fc.array(piece, { maxLength: 6 }), {
      numRuns: fc.casesToTry(40),
      seed: 20_260_101,
    });
    const folders = commands.map((pieces) =>
      written(joined(chainEvents(proved(`npm ${pieces.join('')}`, ['npm'])))),
    );
    expect(await compare(folders)).toBeGreaterThan(10);
  });

  it('agrees with ours on a hook that denies a call with a denied command', async () => {
    const { events } = plausible([
      runStart({ policy: { source: 'p', ref: null, sha256: POLICY, mode: 'custom' } }),
      state('c1', 'PENDING'),
      verdictOn('c1', 'requireApproval', { list: 'mode' }),
      { type: 'hook.ran', call: 'c1', hook: 'h', phase: 'preToolUse', effect: 'decision deny' },
      verdictOn('c1', 'deny', { list: 'mode', commands: [{ verdict: 'deny' }] }),
      state('c1', 'DENIED'),
    ]);
    expect(await compare([written(joined(chainEvents(events)))])).toBe(1);
  });

  it('agrees with ours on what is no trail', async () => {
    const long = 'x'.repeat(8 * 1024 * 1024 + 1);
    const folders = [
      '',
      '\n',
      '\n\n',
      '{}',
      '{}\n',
      '[]\n',
      '\ufeff{}\n',
      `${long}\n`,
      long,
      '\r\n',
    ].map((text) => written(text));
    const bytes = [
      Buffer.from([0xff, 10]),
      Buffer.from([0xed, 0xa0, 0x80, 10]),
      Buffer.from([0, 10]),
    ].map((each) => written(each));
    const empty = mkdtempSync(join(tmpdir(), 'trail-'));
    const withoutFolder = fc
      .someOf(VALID, 2)
      .map(({ lines }) => written(joined(lines), new Map([['blobs', Buffer.from('no folder')]])));
    const linked = writeTrail(
      mkdtempSync(join(tmpdir(), 'trail-')),
      new Map([['audit.jsonl', '/dev/null']]),
    );
    await compare([...folders, ...bytes, ...withoutFolder, empty, linked, join(empty, 'missing')]);
  });

  it('exits with 2 for what it cannot read, and prints the same Merkle root as ours', async () => {
    expect(verifiedByPython([tmpdir()]).status).toBe(2);
    const [trail = ''] = VALID.map(writtenTrail);
    const verdict = await verifyAt(trail);
    const root = verdict.kind === 'intact' ? verdict.root : null;
    expect(root).not.toBeNull();
    expect(shownByPython(trail, [ROOT_OPTION])).toContain(`root ${root}\n`);
  });
});

/** The block of types of the specification. */
function typesOf(page: string): string {
  return /^```types\n(.*?)^```$/ms.exec(page)?.[1] ?? '';
}

const TYPES = typesOf(readFileSync(join(ROOT, 'docs/trail-specification.md'), 'utf8'));

it('the types of the verifier in Python are those of the specification', () => {
  const verifier = readFileSync(join(ROOT, 'verifiers/python/countersign_verify.py'), 'utf8');
  expect(verifier).toContain(`TYPES = """\n${TYPES}"""`);
});

it('the specification has every type with its fields, and no other', () => {
  const inSpecification = TYPES.split(/\n(?=\S)/)
    .filter((block) => !block.startsWith('@'))
    .map((block) => block.trim().split(/\n {2}/))
    .map(([type = '', ...fields]) => [type, fields.map((field) => field.replace(/: .*/, ''))]);
  const schema = readFileSync(join(ROOT, 'schema/trail.schema.json'), 'utf8');
  const { oneOf } = JSON.parse(schema) as { oneOf: readonly TypeSchema[] };
  const inSchema = oneOf.map(({ properties: { type, ...fields }, required }) => [
    type?.const,
    Object.keys(fields).map((name) => (required.includes(name) ? name : `${name}?`)),
  ]);
  expect(Object.fromEntries(inSpecification)).toEqual(Object.fromEntries(inSchema));
});

interface TypeSchema {
  readonly properties: Readonly<Record<string, { readonly const?: string }>>;
  readonly required: readonly string[];
}
