export { ATTESTATION_FILE, type AttestationVerdict, checkAttestation } from './attestation.ts';
export type { BlobRef } from './blobs.ts';
export { diffTrails, type Difference, type TrailDiff } from './diff.ts';
export type { Entry } from './entry.ts';
export {
  EVENT_TYPES,
  networkUses,
  sandboxReport,
  type TrailEvent,
  TRAIL_SCHEMA,
} from './events.ts';
export { EXPORT_FORMATS, type ExportFormat } from './export-formats.ts';
export { BLOB_FOLDER, TRAIL_FILE, ZERO_HASH } from './format.ts';
export { exportTrail, renderReport } from './lazy.ts';
export { checkProof, type InclusionProof, merkleRoot, prove } from './merkle.ts';
export { ANCHOR_EVERY } from './limits.ts';
export type { Trail, TrailHead } from './ports.ts';
export {
  checkEntryProof,
  type CheckedProof,
  type EntryProof,
  PROOF_SCHEMA,
  proveEntry,
} from './proof.ts';
export { type BlobReader, blobsIn, readTrail, trailBytes } from './reader.ts';
export type { TrailWarning } from './replay.ts';
export { trailJsonSchema } from './schema.ts';
export { showTrail } from './show.ts';
export { BUDGET_CALL, CALL_STATES, type CallState, mayFollow, TRANSITIONS } from './states.ts';
export {
  type TrailFault,
  type TrailVerdict,
  VERIFY_EXIT_CODES,
  type VerifyOptions,
  verifyTrail,
} from './verify.ts';
export { type CallView, type RunView, totals, type TurnView, viewTrail } from './view.ts';
export { openTrail, type TrailOptions } from './writer.ts';
