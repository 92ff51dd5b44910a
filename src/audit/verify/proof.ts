import * as z from 'zod';
import { CountersignError, type JsonObject, parseJson } from '../../common/index.ts';
import { ChainChecker } from './chain.ts';
import { decodeLine } from '../format/format.ts';
import { LineSplitter } from '../format/lines.ts';
import { checkProof, prove } from './merkle.ts';

const PROOF_SCHEMA = 'countersign.proof/1';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const proofFile = z.strictObject({
  _schema: z.literal(PROOF_SCHEMA),
  /** The entry as its line in the trail. */
  entry: z.string(),
  proof: z.strictObject({
    seq: z.number().int().nonnegative(),
    count: z.number().int().positive(),
    entryHash: hash,
    path: z.array(z.strictObject({ hash, side: z.enum(['left', 'right']) })).max(64),
    root: hash,
  }),
});

/** One entry and the proof that it is in a trail with that root, which can be shown without the rest of the trail. */
export type EntryProof = z.infer<typeof proofFile>;

/**
 * Proves that the entry `seq` is in a trail, and checks the chain. Throws `input-invalid` if there is no such entry and
 * `trail-broken` if the chain is broken. Keeps the hash of every entry in memory.
 */
export async function proveEntry(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  seq: number,
): Promise<EntryProof> {
  const checker = new ChainChecker(null);
  const lines = new LineSplitter();
  const hashes: string[] = [];
  let entry = '';
  for await (const chunk of bytes) {
    for (const line of lines.push(chunk)) {
      const linked = checker.next(line);
      if (!linked.ok) throw brokenAt(hashes.length + 1, linked.because);
      if (hashes.length === seq) entry = line.toString('utf8');
      hashes.push(checker.head.hash);
    }
    if (lines.overflowing) throw brokenAt(hashes.length + 1, 'The line is too long.');
  }
  const { path, ...proof } = prove(hashes, seq);
  return {
    _schema: PROOF_SCHEMA,
    entry,
    proof: { ...proof, path: path.map((step) => ({ ...step })) },
  };
}

function brokenAt(line: number, because: string): CountersignError {
  return new CountersignError(
    'trail-broken',
    `The audit trail is broken at line ${line}: ${because}`,
    {
      fix: 'A broken audit trail proves nothing. Run `audit verify` for the full report.',
    },
  );
}

export type CheckedProof =
  | {
      readonly ok: true;
      readonly entry: JsonObject;
      readonly root: string;
      readonly seq: number;
      readonly count: number;
    }
  | { readonly ok: false; readonly because: string };

/** Checks a proof by itself. It proves nothing until its root is compared with the published root of the trail. */
export function checkEntryProof(text: string): CheckedProof {
  const parsed = proofFile.safeParse(parseJson(text));
  if (!parsed.success) return { ok: false, because: 'It is not a proof of this format.' };
  const { entry, proof } = parsed.data;
  const opened = decodeLine(Buffer.from(entry, 'utf8'));
  if (!opened.ok) return { ok: false, because: `Its entry is invalid: ${opened.because}` };
  if (opened.envelope.hash !== proof.entryHash || opened.envelope.seq !== proof.seq) {
    return { ok: false, because: 'The proof is about another entry.' };
  }
  if (!checkProof(proof))
    return { ok: false, because: 'Its path does not lead from the entry to the root.' };
  return { ok: true, entry: opened.fields, root: proof.root, seq: proof.seq, count: proof.count };
}
