import { describe, expect, it } from 'vitest';
import { type TrailEvent, verifyTrail } from '../../../src/audit/index.ts';
import { canonicalJson, type Json, type JsonObject, sha256 } from '../../../src/common/index.ts';
import * as fc from '../../properties.ts';
import { bytesOf, chainEvents } from '../chained.ts';
import { runStart } from '../trails.ts';
import { realRun } from '../plausible.ts';

const LINES = chainEvents(realRun());
const HEAD = JSON.parse(LINES.at(-1) ?? '').hash as string;

async function broken(lines: readonly string[]) {
  const verdict = await verifyTrail(bytesOf(lines));
  if (verdict.kind !== 'broken') throw new Error(`it is ${verdict.kind}`);
  return verdict;
}

/** Every way to reach a leaf or a member of a value. */
function pathsOf(
  value: Json,
  path: readonly (string | number)[] = [],
): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const children = Object.entries(value).flatMap(([key, child]) =>
    pathsOf(child, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length === 0 ? children : [path, ...children];
}

function otherThan(value: Json): Json {
  if (typeof value === 'string') return /^[0-9a-f]{64}$/.test(value) ? sha256(value) : `${value}x`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return value === null ? 'x' : null;
}

function changedAt(
  line: string,
  path: readonly (string | number)[],
  change: (parent: Record<string | number, Json>, key: string | number) => void,
): string {
  const entry = JSON.parse(line) as Json;
  let parent = entry as unknown as Record<string | number, Json>;
  for (const key of path.slice(0, -1))
    parent = parent[key] as unknown as Record<string | number, Json>;
  change(parent, path.at(-1) ?? '');
  return canonicalJson(entry);
}

describe('every single change is found where it was made', () => {
  it('a changed, a removed, an added field of any entry', async () => {
    let [paths, tried] = [0, 0];
    for (const [seq, line] of LINES.entries()) {
      for (const path of pathsOf(JSON.parse(line) as Json)) {
        const changes = [
          changedAt(line, path, (parent, key) => {
            parent[key] = otherThan(parent[key] ?? null);
          }),
          changedAt(line, path, (parent, key) => {
            if (Array.isArray(parent)) parent.splice(Number(key), 1);
            else delete parent[key];
          }),
          changedAt(line, path, (parent, key) => {
            if (Array.isArray(parent)) parent.push('x');
            else parent[`${key}x`] = 'x';
          }),
        ];
        // In a usual run one of the three for each field, another one for the next.
        const usual = changes.filter((_, kind) => kind === paths % changes.length);
        paths += 1;
        for (const changed of fc.hasMoreTime ? changes : usual) {
          tried += 1;
          expect(await broken(LINES.with(seq, changed)), `${seq} ${path.join('.')}`).toMatchObject({
            seq,
            line: seq + 1,
          });
        }
      }
    }
    expect(tried).toBeGreaterThanOrEqual(paths);
    expect(paths).toBeGreaterThan(170);
  });

  it('a changed byte at any place of any entry', async () => {
    const whole = Buffer.from(LINES.map((line) => `${line}\n`).join(''));
    const lineStarts = LINES.map((_, index) =>
      Buffer.byteLength(
        LINES.slice(0, index)
          .map((line) => `${line}\n`)
          .join(''),
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (index, flip) => {
          const changed = Buffer.from(whole);
          changed[index] = (changed[index] ?? 0) ^ flip;
          const verdict = await verifyTrail([changed]);
          expect(verdict.kind).toBe('broken');
          if (verdict.kind === 'broken')
            expect(verdict.seq).toBe(lineStarts.findLastIndex((start) => start <= index));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('a dropped entry, but for the last ones, which a head or the missing end shows', async () => {
    for (const seq of LINES.keys()) {
      const lines = LINES.toSpliced(seq, 1);
      if (seq < LINES.length - 1)
        expect(await broken(lines)).toMatchObject({ seq, code: 'seq-gap' });
    }
    for (let keep = 1; keep < LINES.length; keep += 1) {
      const cut = LINES.slice(0, keep);
      expect(await verifyTrail(bytesOf(cut))).toMatchObject({
        kind: 'intact',
        outcome: null,
        warnings: [{ code: 'unfinished' }],
      });
      expect(await verifyTrail(bytesOf(cut), { requireEnd: true })).toMatchObject({
        kind: 'broken',
        code: 'missing-end',
      });
      expect(await verifyTrail(bytesOf(cut), { heads: [{ hash: HEAD }] })).toMatchObject({
        kind: 'broken',
        code: 'head-mismatch',
        seq: keep,
      });
    }
  });

  it('two entries that changed places', async () => {
    for (let first = 0; first < LINES.length; first += 1) {
      for (let second = first + 1; second < LINES.length; second += 1) {
        const lines = LINES.with(first, LINES[second] ?? '').with(second, LINES[first] ?? '');
        expect(await broken(lines)).toMatchObject({ seq: first, code: 'seq-gap' });
      }
    }
  });

  it('an entry that is there twice, or put in between', async () => {
    for (const seq of LINES.keys()) {
      expect(await broken(LINES.toSpliced(seq, 0, LINES[seq] ?? ''))).toMatchObject({
        seq: seq + 1,
        code: 'duplicate-seq',
      });
    }
    const forged =
      chainEvents([runStart(), { type: 'warning', code: 'x', message: 'forged' }])[1] ?? '';
    expect(await broken(LINES.toSpliced(1, 0, forged))).toMatchObject({
      seq: 2,
      code: 'duplicate-seq',
    });
    expect(await broken(LINES.with(1, forged))).toMatchObject({ seq: 2, code: 'prev-mismatch' });
  });

  it('entries of another run, even at the right place', async () => {
    const other = chainEvents(realRun(), 'run-other');
    expect(await broken([...LINES.slice(0, 5), ...other.slice(5)])).toMatchObject({
      seq: 5,
      code: 'other-run',
    });
    expect(await verifyTrail(bytesOf(other), { run: 'run-0123456789abcdef' })).toMatchObject({
      kind: 'broken',
      seq: 0,
      code: 'other-run',
    });
  });

  it('a tail that was appended by somebody who can only append', async () => {
    const forged = chainEvents([...realRun(), { type: 'warning', code: 'x', message: 'later' }]);
    const tail = canonicalJson({
      ...(JSON.parse(forged.at(-1) ?? '') as JsonObject),
      prev: '0'.repeat(64),
    });
    expect(await broken([...LINES, tail])).toMatchObject({
      seq: LINES.length,
      code: 'hash-mismatch',
    });
  });

  it('a whole trail written anew, against a head that was published', async () => {
    const forged = chainEvents([runStart({ request: 'Something else.' }), ...realRun().slice(1)]);
    expect(await verifyTrail(bytesOf(forged))).toMatchObject({ kind: 'intact', signed: false });
    expect(await verifyTrail(bytesOf(forged), { heads: [{ hash: HEAD }] })).toMatchObject({
      kind: 'broken',
      code: 'head-mismatch',
    });
  });
});

describe('heads', () => {
  it('that were published on the way are found on the way', async () => {
    const heads = LINES.map((line, seq) => ({
      hash: JSON.parse(line).hash as string,
      count: seq + 1,
    }));
    expect(await verifyTrail(bytesOf(LINES), { heads })).toMatchObject({ kind: 'intact' });
    const [first] = heads;
    expect(
      await verifyTrail(bytesOf(LINES), { heads: [{ hash: first?.hash ?? '', count: 2 }] }),
    ).toMatchObject({
      code: 'head-mismatch',
      because: expect.stringContaining(` ${first?.hash} after 2 entries. `) as string,
    });
  });
});

describe('the form of a line', () => {
  const [line = ''] = LINES;
  const cases: [string, string | Buffer, string][] = [
    ['a blank line', '', 'blank-line'],
    ['a carriage return', `${line}\r`, 'carriage-return'],
    [
      'invalid UTF-8',
      Buffer.concat([
        Buffer.from(line.slice(0, 40)),
        Buffer.from([0xc3, 0x28]),
        Buffer.from(line.slice(40)),
      ]),
      'not-utf8',
    ],
    ['a byte order mark', `\ufeff${line}`, 'not-json'],
    ['no JSON', 'seq 0', 'not-json'],
    ['an array', '[1]', 'not-an-entry'],
    ['null', 'null', 'not-an-entry'],
    ['another version', line.replace('countersign.audit/1', 'countersign.audit/2'), 'bad-schema'],
    ['no version', '{"seq":0}', 'bad-schema'],
    ['white space', line.replace('{', '{ '), 'not-canonical'],
    ['a duplicate key', line.replace('"seq":0', '"seq":0,"seq":0'), 'not-canonical'],
    ['an escape that is none', line.replace('octo', '\\u006fcto'), 'not-canonical'],
    ['another number form', line.replace('"seq":0', '"seq":0.0'), 'not-canonical'],
    ['minus zero', line.replace('"seq":0', '"seq":-0'), 'not-canonical'],
    ['a lone surrogate', line.replace('Fix', '\\ud800'), 'not-canonical'],
    [
      'deep nesting',
      line.replace('"Fix the bug."', '['.repeat(100_000) + ']'.repeat(100_000)),
      'not-canonical',
    ],
    [
      'a line of more than eight megabytes',
      line.replace('Fix the bug.', 'x'.repeat(8 * 1024 * 1024)),
      'line-too-long',
    ],
    ['a negative seq', line.replace('"seq":0', '"seq":-1'), 'bad-envelope'],
    ['a time without milliseconds', line.replace('05.000Z', '05Z'), 'bad-envelope'],
    [
      'an upper-case hash',
      line.replace(/"hash":"[0-9a-f]{64}"/, (all) => all.toUpperCase().replace('HASH', 'hash')),
      'hash-mismatch',
    ],
    ['no hash', line.replace(/"hash":"[0-9a-f]{64}",/, ''), 'bad-envelope'],
  ];
  it.each(cases)('%s is named', async (_, text, code) => {
    const bytes = Buffer.concat([Buffer.from(text), Buffer.from('\n')]);
    expect(await verifyTrail([bytes])).toMatchObject({ kind: 'broken', seq: 0, line: 1, code });
  });

  it.each<[string, string | Buffer, string]>([
    ['converted newlines', LINES.join('\r\n'), 'something converted its newlines'],
    ['a byte order mark', `\ufeff${line}\n`, 'something saved it anew, with a byte order mark'],
    ['another encoding', Buffer.from(`${line}\n`, 'utf16le'), 'The line is not JSON.'],
    [
      'another encoding with its mark',
      Buffer.from(`\ufeff${line}\n`, 'utf16le'),
      'saved it in another encoding',
    ],
    ['formatted JSON', `${JSON.stringify(JSON.parse(line), null, 2)}\n`, 'The line is not JSON.'],
    [
      'other spaces',
      `${line.replaceAll('":', '": ')}\n`,
      'not canonical JSON (RFC 8785): something wrote it anew',
    ],
    ['a line without a version', '{"seq":0}\n', '_schema is missing; this version reads'],
    [
      'a version of any length',
      `{"_schema":"${'x'.repeat(1_000)}"}\n`,
      `_schema is "${'x'.repeat(60)}"; this version reads`,
    ],
    [
      'a second trail behind it',
      [...LINES, ...LINES, ''].join('\n'),
      'Another audit trail begins here: verify each file for itself',
    ],
    [
      'a second trail behind a single entry',
      [line, ...LINES, ''].join('\n'),
      'Another audit trail begins here: verify each file for itself',
    ],
  ])('%s are explained', async (_, text, because) => {
    expect(await verifyTrail([Buffer.from(text)])).toMatchObject({
      kind: 'broken',
      because: expect.stringContaining(because),
    });
  });

  it('members in another order are refused, also with the hash of that order', async () => {
    for (const [seq, sorted] of LINES.entries()) {
      const { hash: _, ...fields } = JSON.parse(sorted) as JsonObject;
      const reversed = Object.fromEntries(Object.entries(fields).toReversed());
      const members = JSON.stringify(reversed).slice(1);
      const other = `{"hash":"${sha256(`{${members}`)}",${members}`;
      expect(await broken(LINES.with(seq, other))).toMatchObject({ seq, code: 'not-canonical' });
    }
  });

  it('a trail of another run is named, and not taken for a second one', async () => {
    const run = 'run-fedcba9876543210';
    const other = JSON.parse(line).run as string;
    expect(await verifyTrail(bytesOf(LINES), { run })).toMatchObject({
      code: 'other-run',
      because: `The entry belongs to the run ${other}, but the audit trail to ${run}.`,
    });
  });

  it('a line without end is refused before it fills the memory', async () => {
    let sent = 0;
    function* endless() {
      for (;;) {
        sent += 1;
        yield Buffer.alloc(1024 * 1024, 0x61);
      }
    }
    expect(await verifyTrail(endless())).toMatchObject({ kind: 'broken', code: 'line-too-long' });
    expect(sent).toBeLessThan(12);
  });

  it('a last line without a newline is truncated', async () => {
    const bytes = Buffer.from(LINES.join('\n'));
    expect(await verifyTrail([bytes])).toMatchObject({
      kind: 'broken',
      code: 'truncated-line',
      seq: LINES.length - 1,
    });
  });
});

async function* failing(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${LINES[0]}\n`);
  throw new Error('EIO');
}

describe('an invalid trail', () => {
  it('is unreadable: nothing at all', async () => {
    expect(await verifyTrail([])).toMatchObject({ kind: 'unreadable' });
    expect(await verifyTrail([Buffer.alloc(0)])).toMatchObject({ kind: 'unreadable' });
  });

  it('is unreadable: a source that fails', async () => {
    expect(await verifyTrail(failing())).toEqual({ kind: 'unreadable', because: 'EIO' });
  });
});

describe('additive evolution', () => {
  it('fields that a later version added are passed over', async () => {
    const events = realRun().map((event) => ({
      ...event,
      laterField: { a: ['é', '\u2028'], 10: 1, 9: 2, ['__proto__x']: null },
    }));
    expect(await verifyTrail(bytesOf(chainEvents(events)))).toMatchObject({ kind: 'intact' });
  });

  it('entries of an unknown type are passed over, with a warning', async () => {
    const [start, ...others] = realRun();
    const lines = chainEvents([start as TrailEvent, { type: 'later.kind', any: 1 }, ...others]);
    expect(await verifyTrail(bytesOf(lines))).toMatchObject({
      kind: 'intact',
      warnings: [{ seq: 1, code: 'unknown-type' }],
    });
  });

  it('a known type that says something else than it may is broken', async () => {
    const lines = chainEvents([
      runStart(),
      { type: 'budget', budget: 'patience', event: 'near', used: 1, limit: 2 },
    ]);
    expect(await broken(lines)).toMatchObject({
      seq: 1,
      code: 'bad-event',
      because: expect.stringContaining('budget'),
    });
  });
});

describe('any values', () => {
  it('chain and verify, in chunks of any size', async () => {
    const text = fc.string({ unit: fc.codePoint }).filter((value) => value.isWellFormed());
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ code: text, message: text, extra: fc.jsonValue() }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 200 }),
        async (warnings, size) => {
          const whole = JSON.parse(JSON.stringify(warnings)) as JsonObject[];
          const events = [
            runStart(),
            ...whole
              .filter(
                (value) =>
                  JSON.stringify(value).isWellFormed() && !JSON.stringify(value).includes('\\ud'),
              )
              .map((warning) => ({ ...warning, type: 'warning' })),
          ];
          const bytes = Buffer.from(
            chainEvents(events)
              .map((line) => `${line}\n`)
              .join(''),
          );
          const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
            bytes.subarray(index * size, (index + 1) * size),
          );
          expect(await verifyTrail(chunks)).toMatchObject({ kind: 'intact', count: events.length });
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** Verifies a trail whose entries after the first have these times. */
const withTimes = (...times: readonly string[]) =>
  verifyTrail(
    bytesOf(
      chainEvents([
        runStart(),
        ...times.map((time) => ({ type: 'warning', code: 'test', message: 'a', time })),
      ]),
    ),
    { blobs: async () => null },
  );

describe('the clock of a trail', () => {
  const LATER = '2026-01-02T03:05:00.000Z';

  it('may stand still between two entries', async () => {
    expect(await withTimes(LATER, LATER)).toMatchObject({
      kind: 'intact',
      warnings: [{ code: 'unfinished' }],
    });
  });

  it('that goes back by a millisecond gives a warning', async () => {
    expect(await withTimes(LATER, '2026-01-02T03:04:59.999Z')).toMatchObject({
      kind: 'intact',
      warnings: [{ code: 'clock-back', seq: 2 }, { code: 'unfinished' }],
    });
  });
});
