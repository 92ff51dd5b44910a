import { expect, test } from 'vitest';
import { checkEntryProof, proveEntry } from '../../../src/audit/index.ts';
import { bytesOf, chainEvents } from '../chained.ts';
import { realRun } from '../plausible.ts';

const lines = chainEvents(realRun());
const prove = async (seq: number) => await proveEntry(bytesOf(lines), seq);

function because(value: unknown): string | null {
  const checked = checkEntryProof(typeof value === 'string' ? value : JSON.stringify(value));
  return checked.ok ? null : checked.because;
}

test('an entry is proved without the rest of its audit trail', async () => {
  for (const seq of [0, 1, lines.length - 1]) {
    const proof = await prove(seq);
    expect(proof.entry).toBe(lines[seq]);
    const entry: unknown = JSON.parse(lines[seq] ?? '');
    const { root } = proof.proof;
    const proved = { ok: true, entry, seq, count: lines.length, root };
    expect(checkEntryProof(JSON.stringify(proof))).toEqual(proved);
  }
});

test('a proof of another entry, by another path or of another form is refused', async () => {
  const [first, second] = [await prove(0), await prove(1)];
  const another = 'The proof is about another entry.';
  expect(because({ ...first, entry: second.entry })).toBe(another);
  expect(because({ ...first, proof: { ...first.proof, seq: 1 } })).toBe(another);
  expect(because({ ...first, proof: { ...first.proof, path: second.proof.path } })).toContain(
    'does not lead',
  );
  expect(because({ ...first, entry: '{}' })).toContain('Its entry is invalid');
  for (const value of ['no JSON', '[]', {}, { ...first, more: 1 }])
    expect(because(value)).toBe('It is not a proof that `audit prove` wrote.');
});

test('a line that does not follow the line before it is named', async () => {
  const broken = [...lines.slice(0, 2), ...lines.slice(3)];
  await expect(proveEntry(bytesOf(broken), 0)).rejects.toMatchObject({
    code: 'trail-broken',
    message: expect.stringContaining('at line 3:') as string,
  });
});
