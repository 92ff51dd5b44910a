import { describe, expect, it } from 'vitest';
import { proveEntry } from '../../../src/audit/index.ts';
import { checkProof, MerkleTree, prove } from '../../../src/audit/verify/merkle.ts';
import { sha256 } from '../../../src/common/index.ts';
import * as fc from '../../properties.ts';

const hashes = (count: number) =>
  Array.from({ length: count }, (_, index) => sha256(String(index)));
const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part, 'hex'),
    ),
  );

function rootOver(entryHashes: readonly string[]): string {
  const tree = new MerkleTree();
  for (const hash of entryHashes) tree.add(hash);
  return tree.root();
}

describe('MerkleTree', () => {
  it('is the tree of RFC 9162: leaves with 0, nodes with 1, the left one full', () => {
    const [a = '', b = '', c = ''] = hashes(3).map((hash) => sha256(bytes(0, hash)));
    expect(rootOver([])).toBe(sha256(''));
    expect(rootOver(hashes(1))).toBe(a);
    expect(rootOver(hashes(2))).toBe(sha256(bytes(1, a, b)));
    expect(rootOver(hashes(3))).toBe(sha256(bytes(1, sha256(bytes(1, a, b)), c)));
  });
});

describe('prove', () => {
  it('proves every entry of every trail, and no other', () => {
    for (let count = 1; count <= 33; count += 1) {
      const all = hashes(count);
      for (let seq = 0; seq < count; seq += 1) {
        const proof = prove(all, seq);
        expect(proof.root).toBe(rootOver(all));
        expect(proof.path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(count)));
        expect(checkProof(proof)).toBe(true);
        expect(checkProof({ ...proof, entryHash: sha256('other') })).toBe(false);
        expect(checkProof({ ...proof, root: sha256('other') })).toBe(false);
        expect(
          checkProof({ ...proof, path: [...proof.path, { hash: sha256('x'), side: 'left' }] }),
        ).toBe(false);
        if (count > 1) expect(checkProof({ ...proof, path: proof.path.slice(1) })).toBe(false);
      }
    }
  });

  it('binds an entry to its place', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 64 }), fc.nat(), fc.nat(), (count, first, second) => {
        const proof = prove(hashes(count), first % count);
        const elsewhere = { ...proof, seq: second % count };
        expect(checkProof(elsewhere)).toBe(first % count === second % count);
      }),
    );
  });

  it('refuses a place that is not there', () => {
    for (const seq of [-1, 3, 0.5, Number.NaN])
      expect(() => prove(hashes(3), seq)).toThrow(/There is no entry/);
    expect(() => prove([], 0)).toThrow(/There is no entry/);
    expect(checkProof({ ...prove(hashes(3), 0), seq: 3 })).toBe(false);
  });

  it('is done at once with the proof of a trail that cannot be', () => {
    for (const count of [2 ** 49, 2 ** 53 - 1])
      for (const seq of [0, count - 1])
        expect(checkProof({ ...prove(hashes(3), 0), seq, count })).toBe(false);
  });
});

describe('proveEntry', () => {
  it('refuses a line without end before it fills the memory', async () => {
    let sent = 0;
    function* endless() {
      for (; sent < 100; sent += 1) yield Buffer.alloc(1024 * 1024, 0x61);
    }
    await expect(proveEntry(endless(), 0)).rejects.toMatchObject({ code: 'trail-broken' });
    expect(sent).toBeLessThan(12);
  });
});
