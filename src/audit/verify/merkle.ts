import { hash as digestOnce } from 'node:crypto';
import * as z from 'zod';
import { invalidInput } from '../../common/index.ts';
import { digest } from '../format/events.ts';

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
    throw invalidInput(
      `There is no entry ${seq}: the audit trail has ${count === 0 ? 'no' : count} entries.`,
      count === 0
        ? 'Name the audit trail of a run that started.'
        : `Name one from 0 to ${count - 1}.`,
    );
  }
  const path = siblingsOf(seq, count).map(
    ({ side, from, to }): ProofStep => ({ hash: rootOf(entryHashes.slice(from, to)), side }),
  );
  return { seq, count, entryHash, path, root: rootOf(entryHashes) };
}

function rootOf(entryHashes: readonly string[]): string {
  const tree = new MerkleTree();
  for (const hash of entryHashes) tree.add(hash);
  return tree.root();
}

/** The largest power of two below `size`. Counted, since a logarithm is rounded where somebody writes a huge `size`. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

interface Sibling extends Pick<ProofStep, 'side'> {
  /** Its leaves. */
  readonly from: number;
  readonly to: number;
}

/** The siblings beside the way from the leaf `seq` to the root over `count` leaves. */
function siblingsOf(seq: number, count: number): readonly Sibling[] {
  const siblings: Sibling[] = [];
  let [from, to] = [0, count];
  while (to - from > 1) {
    const split = from + splitOf(to - from);
    const inLeft = seq < split;
    siblings.unshift(
      inLeft ? { side: 'right', from: split, to } : { side: 'left', from, to: split },
    );
    [from, to] = inLeft ? [from, split] : [split, to];
  }
  return siblings;
}

/** True if a proof that `inclusionProof` has parsed leads from its entry to its root, by the path that `seq` and `count` require. */
export function checkProof({ seq, count, entryHash, path, root }: InclusionProof): boolean {
  if (seq >= count) return false;
  const siblings = siblingsOf(seq, count);
  if (siblings.length !== path.length) return false;
  if (!path.every(({ side }, index) => side === siblings[index]?.side)) return false;
  const computed = path.reduce(
    (hash, step) => (step.side === 'left' ? nodeOf(step.hash, hash) : nodeOf(hash, step.hash)),
    leafOf(entryHash),
  );
  return computed === root;
}
