import { createHash } from 'node:crypto';
import { Buffer as NodeBuffer, isUtf8 } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { verifyTrail } from '../../../src/audit/index.ts';
import { checkGiven } from '../../../src/audit/page/check-given.ts';
import { readGiven } from '../../../src/audit/page/given-files.ts';
import * as page from '../../../src/audit/page/node-buffer.ts';
import { hash } from '../../../src/audit/page/node-crypto.ts';
import { Sha256 } from '../../../src/audit/page/sha256.ts';
import { resultTexts } from '../../../src/audit/page/result-texts.ts';
import * as fc from '../../properties.ts';
import { chainEvents } from '../chained.ts';
import { vectors } from '../vectors/forgeries.ts';
import { oneJob } from '../vectors/runs.ts';
import { zipOf } from '../../zip.ts';

const pause = async (): Promise<void> => undefined;

describe('what the page has in place of Node', () => {
  test('is SHA-256, in pieces of any size', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 });
    fc.assert(
      fc.property(pieces, (parts) => {
        const [ours, theirs] = [new Sha256(), createHash('sha256')];
        for (const part of parts) {
          ours.update(part);
          theirs.update(part);
        }
        expect(ours.copy().digest()).toBe(theirs.copy().digest('hex'));
        expect(hash('sha256', NodeBuffer.concat(parts), 'hex')).toBe(theirs.digest('hex'));
      }),
    );
  });

  test('pads every length up to three blocks', () => {
    for (let length = 0; length <= 192; length += 1) {
      const bytes = new Uint8Array(length).fill(0x61);
      expect(new Sha256().update(bytes).digest()).toBe(
        createHash('sha256').update(bytes).digest('hex'),
      );
    }
  });

  test('reads bytes as text as Node does: a byte order mark stays, invalid bytes are replaced', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc.string({ unit: fc.codePoint }).map((text) => new TextEncoder().encode(`\ufeff${text}`)),
    );
    fc.assert(
      fc.property(bytes, (given) => {
        expect(page.Buffer.from(given).toString()).toBe(NodeBuffer.from(given).toString('utf8'));
        expect(page.isUtf8(given)).toBe(isUtf8(given));
        expect(Array.from(page.Buffer.concat([given, given]))).toEqual([...given, ...given]);
      }),
    );
    expect(page.Buffer.byteLength('é😀')).toBe(6);
    expect([...page.Buffer.from('00ff', 'hex')]).toEqual([0, 255]);
  });
});

describe('the files that a person gives', () => {
  test('of every vector, as a zip archive, are verified as the folder is', async () => {
    for (const vector of vectors()) {
      const files = Object.entries(vector.files).map(([name, text]) => ({
        name,
        bytes: Buffer.from(text, 'base64'),
      }));
      const zip = zipOf([{ name: 'audit.jsonl', bytes: Buffer.from(vector.trail) }, ...files]);
      const given = await readGiven([{ path: 'trail.zip', blob: new Blob([new Uint8Array(zip)]) }]);
      const { verdict } = await checkGiven(given, { heads: [], pause });
      expect(verdict, vector.name).toMatchObject(vector.expect);
    }
  });

  test('as audit.jsonl alone come to the verdict and the words of the command line', async () => {
    for (const { trail } of vectors().slice(0, 40)) {
      const given = await readGiven([{ path: 'audit.jsonl', blob: new Blob([trail]) }]);
      const { verdict } = await checkGiven(given, { heads: [], pause });
      expect(verdict).toEqual(await verifyTrail([Buffer.from(trail)], { root: false }));
    }
  });

  test('are refused where none or several of them are audit.jsonl', async () => {
    const blob = new Blob(['x']);
    const given = (...paths: readonly string[]) => readGiven(paths.map((path) => ({ path, blob })));
    await expect(given()).rejects.toThrow('there are no files');
    await expect(given('a', 'b')).rejects.toThrow('none of them is audit.jsonl');
    await expect(given('a/audit.jsonl', 'b/audit.jsonl')).rejects.toThrow('2 audit trails');
  });
});

test('nothing that a broken trail says is shown as true', async () => {
  const broken = vectors().find(
    ({ expect: said }) => 'code' in said && said.code === 'hash-mismatch',
  );
  const given = await readGiven([{ path: 'x', blob: new Blob([broken?.trail ?? '']) }]);
  const checked = await checkGiven(given, { heads: [], pause });
  expect(checked).toMatchObject({ statement: null, request: '', summary: '' });
  expect(resultTexts(checked, [])).toMatchObject({ tone: 'bad', facts: [], lists: [] });
});

test('a text is cut wherever it is, so that a browser shows the page at once', async () => {
  const long = 'ก'.repeat(300_000);
  const events = oneJob().events.map((event) =>
    event.type === 'run.start' ? { ...event, request: long, repository: long } : event,
  );
  const trail = chainEvents(events).map((line) => `${line}\n`);
  const given = await readGiven([{ path: 'audit.jsonl', blob: new Blob(trail) }]);
  const { facts } = resultTexts(await checkGiven(given, { heads: [], pause }), []);
  for (const name of ['Request', 'Repository']) {
    const [, text = ''] = facts.find(([one]) => one === name) ?? [];
    expect(text).toMatch(/ … 296\d{3} more characters, in audit\.jsonl$/);
    expect(text.length).toBeLessThan(4_100);
  }
});

test('an attestation is named, since the page does not check it: of the trail, and of its statement', async () => {
  const trail = chainEvents(oneJob().events).map((line) => `${line}\n`);
  const files = [...oneJob().files].map(([name, bytes]) => ({ name, bytes }));
  for (const name of ['audit.sigstore.json', 'audit.intoto.sigstore.json']) {
    const zip = zipOf([
      { name: 'audit.jsonl', bytes: Buffer.from(trail.join('')) },
      ...files,
      { name, bytes: Buffer.from('junk') },
    ]);
    const given = await readGiven([{ path: 'trail.zip', blob: new Blob([new Uint8Array(zip)]) }]);
    const checked = await checkGiven(given, { heads: [], pause });
    expect(checked).toMatchObject({ verdict: { kind: 'intact' }, isAttested: true });
    expect(JSON.stringify(resultTexts(checked, []))).toContain('gh attestation verify');
  }
});

test('a zip archive that cannot be unpacked on every system is refused, as the command line does', async () => {
  for (const other of ['AUDIT.JSONL', 'audit.jsonl/x', 'x'.repeat(256)]) {
    const bytes = zipOf(['audit.jsonl', other].map((name) => ({ name, bytes: Buffer.from('') })));
    const given = readGiven([{ path: 'trail.zip', blob: new Blob([new Uint8Array(bytes)]) }]);
    await expect(given, other).rejects.toMatchObject({ code: 'artifact-refused' });
  }
});

test('two zip archives one after the other, of which another program reads the second, are refused', async () => {
  const [good, evil] = ['good', 'evil'].map((text) =>
    zipOf([{ name: 'audit.jsonl', bytes: Buffer.from(text) }]),
  );
  const blob = new Blob([new Uint8Array(good ?? []), new Uint8Array(evil ?? [])]);
  await expect(readGiven([{ path: 'trail.zip', blob }])).rejects.toThrow('end record');
});
