import * as z from 'zod';
import { type JsonObject, parseJson } from '../../common/index.ts';
import { ChainChecker, chainedLines, type TrailChunks } from '../format/chain.ts';
import { decodeLine } from '../format/format.ts';
import { checkProof, inclusionProof, prove } from './merkle.ts';

const PROOF_SCHEMA = 'countersign.proof/1';

const proofFile = z.strictObject({
  _schema: z.literal(PROOF_SCHEMA),
  /** The entry as its line in the trail. */
  entry: z.string(),
  proof: inclusionProof,
});

/** One entry and the proof that it is in a trail with that root, which can be shown without the rest of the trail. */
type EntryProof = z.infer<typeof proofFile>;

/**
 * Proves that the entry `seq` is in a trail, and checks the chain. Throws `input-invalid` if there is no such entry and
 * `trail-broken` if the chain is broken. Keeps the hash of every entry in memory.
 */
export async function proveEntry(chunks: TrailChunks, seq: number): Promise<EntryProof> {
  const chain = new ChainChecker(null);
  const fix = 'A broken audit trail proves nothing. Run `audit verify` for the full report.';
  const hashes: string[] = [];
  let entry = '';
  for await (const { line } of chainedLines(chunks, { chain, fix })) {
    if (hashes.length === seq) entry = line.toString('utf8');
    hashes.push(chain.head.hash);
  }
  return { _schema: PROOF_SCHEMA, entry, proof: prove(hashes, seq) };
}

type CheckedProof =
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
  if (!parsed.success) return { ok: false, because: 'It is not a proof that `audit prove` wrote.' };
  const { entry, proof } = parsed.data;
  const decoded = decodeLine(Buffer.from(entry, 'utf8'));
  if (!decoded.ok) return { ok: false, because: `Its entry is invalid: ${decoded.because}` };
  if (decoded.envelope.hash !== proof.entryHash || decoded.envelope.seq !== proof.seq) {
    return { ok: false, because: 'The proof is about another entry.' };
  }
  if (!checkProof(proof))
    return { ok: false, because: 'Its path does not lead from the entry to the root.' };
  return { ok: true, entry: decoded.fields, root: proof.root, seq: proof.seq, count: proof.count };
}
