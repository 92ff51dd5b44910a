import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  appendFileSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  blobsIn,
  openTrail,
  readTrail,
  STATEMENT_FILE,
  trailBytes,
  type TrailEvent,
  verifyTrail,
} from '../../../src/audit/index.ts';
import { ZERO_HASH } from '../../../src/audit/format/format.ts';
import {
  createRedactor,
  digestOf,
  type Json,
  sha256,
  systemClock,
} from '../../../src/common/index.ts';
import * as fc from '../../properties.ts';
import {
  newTrail,
  reply,
  runEnd,
  runStart,
  state,
  tempFolder,
  tickingClock,
  turnStart,
  verdict as verdictOn,
} from '../trails.ts';
import { realRun } from '../plausible.ts';

const linesOf = (folder: string) =>
  readFileSync(join(folder, 'audit.jsonl'), 'utf8').split('\n').slice(0, -1);

describe('openTrail', () => {
  it('removes the statement of an earlier process, which the next entry contradicts', async () => {
    const folder = await tempFolder();
    await (await newTrail(folder)).close();
    writeFileSync(join(folder, STATEMENT_FILE), '{}');
    await (await newTrail(folder)).close();
    expect(existsSync(join(folder, STATEMENT_FILE))).toBe(false);
  });

  it('writes one canonical line for each event, chained from 64 zeros', async () => {
    const folder = join(await tempFolder(), 'deep', 'trail');
    const trail = await newTrail(folder);
    expect(trail.head()).toEqual({ hash: ZERO_HASH, count: 0 });
    for (const event of realRun()) await trail.append(event);
    await trail.close();
    const entries = linesOf(folder).map((line) => JSON.parse(line));
    expect(entries.map(({ seq }) => seq)).toEqual(realRun().map((_, index) => index));
    expect(entries[0].prev).toBe(ZERO_HASH);
    expect(entries[1].prev).toBe(entries[0].hash);
    expect(entries[0].time).toBe('2026-01-02T03:04:06.000Z');
    const verdict = await verifyTrail(trailBytes(folder));
    expect(verdict).toMatchObject({
      kind: 'intact',
      count: realRun().length,
      outcome: 'done',
      head: trail.head().hash,
    });
  });

  it.each([false, true])(
    'keeps folder and files to this user, those of before too: %s',
    async (isThere) => {
      const folder = join(await tempFolder(), 'trail');
      if (isThere) {
        mkdirSync(join(folder, 'blobs'), { recursive: true });
        writeFileSync(join(folder, 'audit.jsonl'), '');
        for (const name of ['.', 'blobs', 'audit.jsonl']) chmodSync(join(folder, name), 0o755);
      }
      const trail = await newTrail(folder);
      await trail.append(runStart());
      const { sha256: digest } = await trail.blob('large');
      await trail.close();
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      expect(statSync(join(folder, 'blobs')).mode & 0o777).toBe(0o700);
      expect(statSync(join(folder, 'audit.jsonl')).mode & 0o777).toBe(0o600);
      expect(statSync(join(folder, 'blobs', digest)).mode & 0o777).toBe(0o600);
    },
  );

  it('has an entry on disk when append resolves', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder);
    const head = await trail.append(runStart());
    expect(JSON.parse(linesOf(folder)[0] ?? '').hash).toBe(head.hash);
    await trail.close();
  });

  it('has written entries on disk, in their order, when flush resolves', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder);
    const first = await trail.write(runStart());
    const written = Array.from({ length: 5 }, (_, index) =>
      trail.write({ type: 'warning', code: `w${index}`, message: '' }),
    );
    await trail.flush();
    const heads = [first, ...(await Promise.all(written))].map(({ hash }) => hash);
    expect(linesOf(folder).map((line) => JSON.parse(line).hash)).toEqual(heads);
    expect(linesOf(folder).map((line) => JSON.parse(line).code)).toEqual([
      undefined,
      ...Array.from({ length: 5 }, (_, index) => `w${index}`),
    ]);
    await trail.flush();
    await trail.close();
    await expect(trail.write(runStart())).rejects.toMatchObject({ code: 'trail-unwritable' });
    await expect(trail.flush()).rejects.toMatchObject({ code: 'trail-unwritable' });
  });

  it('reports with flush that a written entry did not reach the disk', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder);
    await trail.append(runStart());
    rmSync(join(folder, 'audit.jsonl'));
    await trail.write({ type: 'warning', code: 'w', message: '' });
    await expect(trail.flush()).rejects.toMatchObject({ code: 'trail-unwritable' });
    await trail.close();
  });

  it('gives every fiftieth head to be published, and none that is not on disk', async () => {
    const folder = await tempFolder();
    const anchors: unknown[] = [];
    const trail = await openTrail({
      folder,
      run: 'run-1',
      clock: tickingClock(),
      redactor: createRedactor(),
      onAnchor: ({ count, hash }) =>
        anchors.push([count, JSON.parse(linesOf(folder)[count - 1] ?? '{}').hash === hash]),
    });
    const write = async (entries: number) => {
      for (let entry = 0; entry < entries; entry += 1)
        await trail.write({ type: 'warning', code: 'w', message: '' });
    };
    await write(49);
    await trail.flush();
    expect(anchors).toEqual([]);
    await write(52);
    await trail.flush();
    expect(anchors).toEqual([
      [50, true],
      [100, true],
    ]);
    rmSync(join(folder, 'audit.jsonl'));
    await write(49);
    await expect(trail.flush()).rejects.toMatchObject({ code: 'trail-unwritable' });
    expect(anchors).toHaveLength(2);
    await trail.close();
  });

  it('puts appends that were made at once in the order in which they were made', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder);
    await Promise.all(
      Array.from(
        { length: 50 },
        async (_, index) =>
          await trail.append({
            type: 'warning',
            code: `w${index}`,
            message: 'x'.repeat(index * 100),
          }),
      ),
    );
    await trail.close();
    expect(linesOf(folder).map((line) => JSON.parse(line).code)).toEqual(
      Array.from({ length: 50 }, (_, index) => `w${index}`),
    );
  });

  it('waits on close for what was appended before', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder);
    const pending = trail.append(runStart());
    await trail.close();
    await pending;
    expect(linesOf(folder)).toHaveLength(1);
    await trail.close();
    await expect(trail.append(runStart())).rejects.toMatchObject({ code: 'trail-unwritable' });
  });

  it('redacts texts but not the words of the format', async () => {
    const folder = await tempFolder();
    const secrets = ['PENDING', 'fs_write-hunter2', 'c1c1c1c1'].map((value) => ({
      kind: 'k',
      value,
    }));
    const trail = await openTrail({
      folder,
      run: 'run-1',
      clock: tickingClock(),
      redactor: createRedactor({ secrets }),
    });
    await trail.append(
      state('c1c1c1c1', 'PENDING', {
        'gen_ai.tool.call.arguments': { 'fs_write-hunter2': ['is PENDING'] },
      }),
    );
    await trail.close();
    const [line = ''] = linesOf(folder);
    const entry = JSON.parse(line);
    expect(entry).toMatchObject({ state: 'PENDING', call: 'c1c1c1c1' });
    expect(JSON.stringify(entry['gen_ai.tool.call.arguments'])).toMatch(
      /^\{"\[redacted:k:\w{8}\]":\["is \[redacted:k:\w{8}\]"\]\}$/,
    );
  });

  it('redacts no word of the format in what a sandbox reports, nor in why a model was changed', async () => {
    const folder = await tempFolder();
    const words = ['contained', 'filtered', 'network', 'unavailable'];
    const secrets = words.map((value) => ({ kind: 'k', value }));
    const redactor = createRedactor({ secrets });
    const trail = await openTrail({ folder, run: 'run-1', clock: tickingClock(), redactor });
    const sandbox = { discarded: [], kept: ['network'], hidden: 0 };
    await trail.append(
      state('c1', 'COMPLETED', {
        sandbox: { ...sandbox, profile: 'contained', git: 'filtered', limits: ['network'] },
      }),
    );
    const shown = { write: [], show: [], network: false };
    await trail.append(verdictOn('c1', 'auto', { profile: { ...shown, name: 'contained' } }));
    await trail.append({
      type: 'model.fallback',
      turn: 1,
      parent: null,
      from: 'a',
      to: 'b',
      reason: 'unavailable',
      because: 'unavailable',
    });
    await trail.close();
    const entries = linesOf(folder).map((line) => JSON.parse(line));
    expect(entries).toMatchObject([
      { sandbox: { profile: 'contained', git: 'filtered', limits: ['network'] } },
      { profile: { name: 'contained' } },
      { reason: 'unavailable' },
    ]);
    const redacted = expect.stringMatching(/^\[redacted:k:\w{8}\]$/);
    expect(entries).toMatchObject([{ sandbox: { kept: [redacted] } }, {}, { because: redacted }]);
  });

  it('makes broken surrogate pairs whole', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder);
    await trail.append(runStart({ request: 'half \ud83d of it' }));
    await trail.append(turnStart(1));
    await trail.append(reply(1));
    await trail.append(
      state('c1', 'PENDING', {
        'gen_ai.tool.call.arguments': { '\udc00': ['\ud83d'] },
        argumentsSha256: digestOf({ '\ufffd': ['\ufffd'] }),
      }),
    );
    await trail.close();
    expect(await verifyTrail(trailBytes(folder))).toMatchObject({ kind: 'intact' });
  });

  it('keeps every key of arguments, whatever it is called', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder);
    const given = JSON.parse('{"__proto__":{"x":1},"constructor":2,"list":[{"__proto__":3}]}');
    await trail.append(runStart());
    await trail.append(state('c1', 'PENDING', { 'gen_ai.tool.call.arguments': given }));
    await trail.close();
    expect(linesOf(folder)[1]).toContain(
      '"gen_ai.tool.call.arguments":{"__proto__":{"x":1},"constructor":2,"list":[{"__proto__":3}]}',
    );
    for await (const entry of readTrail(folder))
      if (entry.type === 'call.state')
        expect(JSON.stringify(entry)).toContain('{"__proto__":{"x":1}');
  });

  it('shortens the longest texts of an entry that is too long, and says what was cut', async () => {
    const folder = await tempFolder();
    const seen: TrailEvent[] = [];
    const trail = await openTrail({
      folder,
      run: 'run-1',
      clock: systemClock,
      redactor: createRedactor(),
      onEntry: (entry) => seen.push(entry),
    });
    const because = `begins ${'\u0001'.repeat(2_000_000)} ends`;
    await trail.append(runStart());
    await trail.append({ type: 'warning', code: 'w', message: because });
    const notices = Array.from({ length: 100 }, (_, index) => `${index}${'é'.repeat(50_000)}`);
    await trail.append(
      runEnd('error', { turns: 0, calls: { total: 0 }, tokens: 0, costUsd: 0, notices }),
    );
    await trail.close();
    const [, warning, end] = linesOf(folder).map((line) => JSON.parse(line));
    expect(warning.message).toMatch(/^begins \u0001+\n\[cut: /u);
    expect(warning.message).toContain(`of 2000012 bytes; SHA-256 of the whole ${sha256(because)}]`);
    expect(warning.message).toMatch(/\u0001 ends$/u);
    expect(end.notices).toHaveLength(100);
    expect(end.notices[99]).toMatch(/^99é+\ufffd?\n\[cut: \d+ of 100002 bytes/u);
    expect(seen[1]).toMatchObject({ message: warning.message });
    expect(await verifyTrail(trailBytes(folder))).toMatchObject({ kind: 'intact', count: 3 });
  });

  it('refuses an entry that has too many items to be shortened, says so, and accepts later ones', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder);
    await trail.append(runStart());
    const approvals = Array.from({ length: 90 }, () => 'x'.repeat(100_000));
    await expect(
      trail.append({ type: 'approval.notified', via: 'webhook', kind: 'asked', approvals }),
    ).rejects.toMatchObject({
      code: 'trail-unwritable',
      message: expect.stringContaining('the entry approval.notified with so many items'),
      fix: expect.stringContaining('fewer files'),
    });
    await trail.append({ type: 'warning', code: 'w', message: 'm' });
    await trail.close();
    expect(linesOf(folder)).toHaveLength(2);
  });

  it('refuses an unknown event, and accepts later ones', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder);
    await expect(trail.append({ type: 'nonsense' } as unknown as TrailEvent)).rejects.toMatchObject(
      { code: 'internal' },
    );
    await trail.append(runStart());
    await trail.close();
    expect(linesOf(folder)).toHaveLength(1);
  });

  it('keeps long and deep arguments as a blob', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder);
    let deep: unknown = 'bottom';
    for (let depth = 0; depth < 5_000; depth += 1) deep = [deep];
    await trail.append(runStart());
    await trail.append(turnStart(1));
    await trail.append(reply(1));
    for (const [call, input] of [
      ['c1', deep as Json],
      ['c2', { content: 'x'.repeat(5_000_000) }],
    ] as const) {
      const argumentsSha256 = digestOf(input);
      await trail.append(
        state(call, 'PENDING', { 'gen_ai.tool.call.arguments': input, argumentsSha256 }),
      );
    }
    await trail.close();
    const [, , , first, second] = linesOf(folder).map((line) => JSON.parse(line));
    expect(first.argumentsBlob.bytes).toBeGreaterThan(10_000);
    expect(second.argumentsBlob.bytes).toBe(5_000_014);
    expect(second['gen_ai.tool.call.arguments']).toBeUndefined();
    expect(await verifyTrail(trailBytes(folder), { blobs: blobsIn(folder) })).toMatchObject({
      kind: 'intact',
      warnings: [{ code: 'unfinished' }],
    });
  });
});

describe('blob', () => {
  it('is kept once under its digest, redacted', async () => {
    const folder = await tempFolder();
    const redactor = createRedactor({ secrets: [{ kind: 'k', value: 'hunter2-hunter2' }] });
    const trail = await openTrail({ folder, run: 'run-1', clock: systemClock, redactor });
    const given = 'a hunter2-hunter2 b';
    const refs = await Promise.all([1, 2, 3].map(async () => await trail.blob(given)));
    await trail.close();
    const text = readFileSync(join(folder, 'blobs', refs[0]?.sha256 ?? ''), 'utf8');
    expect(text).toMatch(/^a \[redacted:k:\w{8}\] b$/);
    expect(new Set(refs.map((ref) => ref.sha256)).size).toBe(1);
    expect(sha256(text)).toBe(refs[0]?.sha256);
  });

  it('that was changed on disk is written anew', async () => {
    const folder = await tempFolder();
    const first = await newTrail(folder);
    const { sha256: digest } = await first.blob('value');
    await first.close();
    writeFileSync(join(folder, 'blobs', digest), 'other');
    writeFileSync(join(folder, 'blobs', `${digest}.1.part`), 'half');
    const second = await newTrail(folder);
    await second.blob('value');
    await second.close();
    expect(readFileSync(join(folder, 'blobs', digest), 'utf8')).toBe('value');
    expect(existsSync(join(folder, 'blobs', `${digest}.1.part`))).toBe(false);
  });

  it('beyond the limit keeps head and tail and says what was cut', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder);
    const { bytes, sha256: digest } = await trail.blob(`head${'é'.repeat(9 * 1024 * 1024)}tail`);
    await trail.close();
    expect(bytes).toBeLessThanOrEqual(16 * 1024 * 1024);
    const text = readFileSync(join(folder, 'blobs', digest), 'utf8');
    expect(text.startsWith('headé')).toBe(true);
    expect(text.endsWith('étail')).toBe(true);
    expect(text).toMatch(/\[cut: \d+ of 18874376 bytes; SHA-256 of the whole [0-9a-f]{64}\]/);
  });
});

describe('the blobs of a trail', () => {
  it('have a limit together, beyond which only size and digest of a value are kept', async () => {
    const folder = await tempFolder();
    await (await newTrail(folder)).close();
    const earlier = join(folder, 'blobs', sha256('earlier'));
    writeFileSync(earlier, '');
    truncateSync(earlier, 1024 ** 3 - 5);
    const trail = await newTrail(folder);
    const read = async (text: string) =>
      readFileSync(join(folder, 'blobs', (await trail.blob(text)).sha256), 'utf8');
    expect(await read('five!')).toBe('five!');
    const about = `4 bytes, SHA-256 ${sha256('more')}`;
    expect(await read('more')).toBe(
      `[not stored: this trail's blobs are at their limit of 1073741824 bytes; ${about}]`,
    );
    await trail.close();
  });

  it.each([
    ['proves', 'more', 'intact'],
    ['does not prove', 'mroe', 'broken'],
  ])('%s by such a note the result of a call', async (_, got, kind) => {
    const folder = await tempFolder();
    await (await newTrail(folder)).close();
    const earlier = join(folder, 'blobs', sha256('earlier'));
    writeFileSync(earlier, '');
    truncateSync(earlier, 1024 ** 3);
    const trail = await newTrail(folder);
    for (const event of [runStart(), turnStart(1), reply(1), state('c1', 'PENDING')])
      await trail.append(event);
    await trail.append(verdictOn('c1', 'auto'));
    await trail.append(state('c1', 'APPROVED'));
    await trail.append(state('c1', 'EXECUTING'));
    const result = await trail.blob('more');
    const about = { result, resultSha256: sha256(got), resultBytes: 4, durationMs: 3 };
    await trail.append(state('c1', 'COMPLETED', about));
    await trail.close();
    const blobs = blobsIn(folder);
    expect(await verifyTrail(trailBytes(folder), { blobs })).toMatchObject({
      kind,
      ...(kind === 'broken' ? { code: 'result-mismatch' } : {}),
    });
  });
});

describe('opening a trail again', () => {
  it('gives the entries of earlier processes first to whoever follows the entries', async () => {
    const folder = await tempFolder();
    const first = await newTrail(folder);
    await first.append(runStart());
    await first.close();
    const seen: string[] = [];
    const trail = await openTrail({
      folder,
      run: first.run,
      clock: tickingClock(),
      redactor: createRedactor(),
      onEntry: ({ type }) => seen.push(type),
    });
    expect(seen).toEqual(['run.start']);
    await trail.append(turnStart(1));
    expect(seen).toEqual(['run.start', 'turn.start']);
    await trail.close();
  });

  it('continues the chain', async () => {
    const folder = await tempFolder();
    const events = realRun();
    for (let index = 0; index < events.length; index += 5) {
      const trail = await newTrail(folder);
      for (const event of events.slice(index, index + 5)) await trail.append(event);
      await trail.close();
    }
    expect(await verifyTrail(trailBytes(folder))).toMatchObject({
      kind: 'intact',
      count: events.length,
      outcome: 'done',
    });
  });

  it('sets a truncated last line aside, wherever it was cut, and says so', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        async (share) => {
          const folder = await tempFolder();
          const trail = await newTrail(folder);
          await trail.append(runStart());
          await trail.append({ type: 'warning', code: 'w', message: 'é'.repeat(20) });
          await trail.close();
          const path = join(folder, 'audit.jsonl');
          const whole = readFileSync(path);
          const second = whole.indexOf(10) + 1;
          const cut = second + 1 + Math.floor(share * (whole.length - second - 1));
          writeFileSync(path, whole.subarray(0, cut));
          expect(await verifyTrail(trailBytes(folder))).toMatchObject({
            kind: 'broken',
            code: 'truncated-line',
            seq: 1,
            line: 2,
          });
          const again = await newTrail(folder);
          await again.close();
          expect(readFileSync(join(folder, 'torn-1.bin'))).toEqual(whole.subarray(second, cut));
          expect(JSON.parse(linesOf(folder)[1] ?? '')).toMatchObject({
            type: 'recovered',
            tornBytes: cut - second,
            tornSha256: sha256(whole.subarray(second, cut)),
          });
          expect(await verifyTrail(trailBytes(folder))).toMatchObject({ kind: 'intact', count: 2 });
        },
      ),
      { numRuns: 8 },
    );
  });

  it('reports a truncated line that an earlier, crashed recovery set aside', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder);
    await trail.append(runStart());
    await trail.close();
    writeFileSync(join(folder, 'torn-1.bin'), 'half');
    const again = await newTrail(folder);
    await again.close();
    expect(JSON.parse(linesOf(folder)[1] ?? '')).toMatchObject({ type: 'recovered', tornBytes: 4 });
    const third = await newTrail(folder);
    await third.close();
    expect(linesOf(folder)).toHaveLength(2);
  });

  it('keeps a truncated line beside one that an earlier, crashed recovery set aside', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder);
    await trail.append(runStart());
    await trail.close();
    writeFileSync(join(folder, 'torn-1.bin'), 'half');
    appendFileSync(join(folder, 'audit.jsonl'), '{"_sch');
    const again = await newTrail(folder);
    await again.close();
    const kept = readdirSync(folder).filter((name) => name.startsWith('torn-'));
    expect(kept.map((name) => readFileSync(join(folder, name), 'utf8')).sort()).toEqual([
      'half',
      '{"_sch',
    ]);
    expect(linesOf(folder)).toHaveLength(2);
    expect(await verifyTrail(trailBytes(folder))).toMatchObject({ kind: 'intact', count: 2 });
  });

  it('recovers a trail that was truncated in its first line', async () => {
    const folder = await tempFolder();
    writeFileSync(join(folder, 'audit.jsonl'), '{"_schema":');
    const trail = await newTrail(folder);
    for (const event of realRun()) await trail.append(event);
    await trail.close();
    expect(await verifyTrail(trailBytes(folder))).toMatchObject({
      kind: 'intact',
      outcome: 'done',
    });
  });

  it('refuses a broken chain and leaves it as it is', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder);
    await trail.append(runStart());
    await trail.close();
    const path = join(folder, 'audit.jsonl');
    const changed = readFileSync(path, 'utf8').replace('Fix', 'Fax');
    writeFileSync(path, changed);
    await expect(newTrail(folder)).rejects.toMatchObject({ code: 'trail-broken' });
    expect(readFileSync(path, 'utf8')).toBe(changed);
  });

  it('refuses the trail of another run', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder, 'run-a');
    await trail.append(runStart());
    await trail.close();
    await expect(newTrail(folder, 'run-b')).rejects.toMatchObject({ code: 'trail-broken' });
  });
});

describe('an audit trail that cannot be written', () => {
  it('says so when the folder is a file, the file a link, or the name a folder', async () => {
    const base = await tempFolder();
    writeFileSync(join(base, 'file'), '');
    await expect(newTrail(join(base, 'file', 'below'))).rejects.toMatchObject({
      code: 'trail-unwritable',
      fix: 'Name a folder; a part of this path is a file.',
    });
    mkdirSync(join(base, 'elsewhere'));
    symlinkSync(join(base, 'elsewhere'), join(base, 'link'));
    mkdirSync(join(base, 'within'));
    symlinkSync(join(base, 'elsewhere'), join(base, 'within', 'blobs'));
    for (const [folder, wrong] of [
      ['file', 'file'],
      ['link', 'link'],
      ['within', 'within/blobs'],
    ] as const)
      await expect(newTrail(join(base, folder))).rejects.toMatchObject({
        code: 'trail-unwritable',
        message: expect.stringContaining(`(${join(base, wrong)} is a link or a file,`) as string,
      });
    expect(readdirSync(join(base, 'elsewhere'))).toEqual([]);
    const trail = await newTrail(join(base, 'linked'));
    await trail.close();
    rmSync(join(base, 'linked', 'audit.jsonl'));
    symlinkSync(join(base, 'file'), join(base, 'linked', 'audit.jsonl'));
    await expect(newTrail(join(base, 'linked'))).rejects.toMatchObject({
      code: 'trail-unwritable',
      fix: expect.stringContaining('not a link'),
    });
    expect(readFileSync(join(base, 'file'), 'utf8')).toBe('');
  });

  it.skipIf(process.getuid?.() === 0)(
    'says so when permission is missing (root has every permission)',
    async () => {
      const base = await tempFolder();
      chmodSync(base, 0o500);
      await expect(newTrail(join(base, 'trail'))).rejects.toMatchObject({
        code: 'trail-unwritable',
      });
      chmodSync(base, 0o700);
    },
  );

  it('stops for good when somebody else wrote into the file', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder);
    await trail.append(runStart());
    appendFileSync(join(folder, 'audit.jsonl'), 'foreign\n');
    await expect(trail.append(runStart())).rejects.toMatchObject({ code: 'trail-unwritable' });
    await expect(trail.append(runStart())).rejects.toMatchObject({ code: 'trail-unwritable' });
    await expect(trail.blob('x')).rejects.toMatchObject({ code: 'trail-unwritable' });
    await trail.close();
    expect(linesOf(folder)).toHaveLength(2);
  });

  it('stops when the file was removed under it', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder);
    await trail.append(runStart());
    rmSync(join(folder, 'audit.jsonl'));
    await expect(trail.append(runStart())).rejects.toMatchObject({ code: 'trail-unwritable' });
    await trail.close();
  });
});

describe('blobsIn', () => {
  it('reads files of a digest, and nothing that a link or another name leads to', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder);
    const { sha256: digest } = await trail.blob('value');
    await trail.close();
    const blobs = blobsIn(folder);
    expect((await blobs(digest))?.toString()).toBe('value');
    expect(await blobs(sha256('nothing'))).toBeNull();
    expect(await blobs('../audit.jsonl')).toBeNull();
    symlinkSync(join(folder, 'audit.jsonl'), join(folder, 'blobs', sha256('link')));
    expect(await blobs(sha256('link'))).toHaveLength(0);
  });
});

describe('readTrail', () => {
  it('gives the entries as typed values, of a folder or a file', async () => {
    const folder = await tempFolder();
    const trail = await newTrail(folder);
    for (const event of realRun()) await trail.append(event);
    await trail.close();
    const types: string[] = [];
    for await (const entry of readTrail(join(folder, 'audit.jsonl'))) types.push(entry.type);
    expect(types).toEqual(realRun().map(({ type }) => type));
  });

  it('names what is missing', async () => {
    const missing = readTrail(join(await tempFolder(), 'nothing'));
    await expect(missing.next()).rejects.toMatchObject({ code: 'trail-unreadable' });
    const folder = await tempFolder();
    await expect(readTrail(folder).next()).rejects.toMatchObject({
      message: `The audit trail ${join(folder, 'audit.jsonl')} cannot be read: there is no such file or folder.`,
    });
  });
});
