import { hash as digestOnce } from 'node:crypto';
import * as z from 'zod';
import { CountersignError } from '../../common/index.ts';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
/** One step of an inclusion proof: the sibling's hash and side. */
const proofStep = z.strictObject({ hash: digest, side: z.enum(['left', 'right']) });

/** That one entry is in a trail of `count` entries with this root (RFC 9162, section 2.1.3). */
export const inclusionProof = z.strictObject({
  seq: z.number().int().nonnegative(),
  count: z.number().int().positive(),
  /** The entry's own hash; the leaf is the hash of its 32 bytes. */
  entryHash: digest,
  path: z.array(proofStep).max(64),
  root: digest,
});
type InclusionProof = z.infer<typeof inclusionProof>;
type ProofStep = z.infer<typeof proofStep>;

function leafOf(entryHash: string): string {
  return digestOnce('sha256', Buffer.from(`00${entryHash}`, 'hex'), 'hex');
}

function nodeOf(left: string, right: string): string {
  return digestOnce('sha256', Buffer.from(`01${left}${right}`, 'hex'), 'hex');
}

/** A Merkle tree that grows to the right, holding one hash for each of its full subtrees: log2 of the entries. */
export class MerkleTree {
  readonly #peaks: { readonly size: number; readonly hash: string }[] = [];

  add(entryHash: string): void {
    let peak = { size: 1, hash: leafOf(entryHash) };
    for (;;) {
      const last = this.#peaks.at(-1);
      if (last === undefined || last.size !== peak.size) break;
      this.#peaks.pop();
      peak = { size: last.size * 2, hash: nodeOf(last.hash, peak.hash) };
    }
    this.#peaks.push(peak);
  }

  /** The root over all that was added; of none, the SHA-256 of nothing, as the RFC has it. */
  root(): string {
    const [last, ...others] = this.#peaks.toReversed();
    if (last === undefined) return digestOnce('sha256', '', 'hex');
    return others.reduce((right, left) => nodeOf(left.hash, right), last.hash);
  }
}

/** Proves that the entry `seq` is in the trail. Throws `input-invalid` if there is no such entry. */
export function prove(entryHashes: readonly string[], seq: number): InclusionProof {
  const entryHash = entryHashes[seq];
  const count = entryHashes.length;
  if (entryHash === undefined) {
    throw new CountersignError(
      'input-invalid',
      `There is no entry ${seq}: the audit trail has ${count === 0 ? 'no' : count} entries.`,
      {
        fix:
          count === 0
            ? 'Name the audit trail of a run that started.'
            : `Name one from 0 to ${count - 1}.`,
      },
    );
  }
  const path: ProofStep[] = [];
  const leaves = entryHashes.map(leafOf);
  const root = fold(leaves, seq, path);
  return { seq, count, entryHash, path, root };
}

/** The largest power of two below `size`. Counted, since a logarithm is rounded where somebody writes a huge `size`. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** The root of these leaves; collects the path of the leaf `index` from the leaf upwards. */
function fold(leaves: readonly string[], index: number | null, path: ProofStep[]): string {
  const [first] = leaves;
  if (first === undefined)
    throw new CountersignError('internal', 'A tree without leaves has no proof.');
  if (leaves.length === 1) return first;
  const split = splitOf(leaves.length);
  const inLeft = index !== null && index < split;
  const inRight = index !== null && index >= split;
  const left = fold(leaves.slice(0, split), inLeft ? index : null, path);
  const right = fold(leaves.slice(split), inRight ? index - split : null, path);
  if (inLeft) path.push({ hash: right, side: 'right' });
  if (inRight) path.push({ hash: left, side: 'left' });
  return nodeOf(left, right);
}

/** True if a proof that `inclusionProof` has parsed leads from its entry to its root, by the path that `seq` and `count` require. */
export function checkProof(proof: InclusionProof): boolean {
  const sides = sidesOf(proof.seq, proof.count);
  if (sides === null || sides.length !== proof.path.length) return false;
  if (!proof.path.every(({ side }, index) => side === sides[index])) return false;
  const root = proof.path.reduce(
    (hash, step) => (step.side === 'left' ? nodeOf(step.hash, hash) : nodeOf(hash, step.hash)),
    leafOf(proof.entryHash),
  );
  return root === proof.root;
}

function sidesOf(seq: number, count: number): readonly ProofStep['side'][] | null {
  if (!Number.isSafeInteger(seq) || !Number.isSafeInteger(count) || seq < 0 || seq >= count)
    return null;
  const sides: ProofStep['side'][] = [];
  let index = seq;
  let size = count;
  while (size > 1) {
    const split = splitOf(size);
    const inLeft = index < split;
    sides.unshift(inLeft ? 'right' : 'left');
    size = inLeft ? split : size - split;
    index = inLeft ? index : index - split;
  }
  return sides;
}
