export {
  ATTESTATION_FILE,
  type AttestationVerdict,
  checkAttestation,
} from './verify/attestation.ts';
export type { BlobRef } from './write/blobs.ts';
export { diffTrails, type Difference, type TrailDiff } from './view/diff.ts';
export type { Entry } from './format/entry.ts';
export {
  EVENT_TYPES,
  networkUses,
  sandboxReport,
  type TrailEvent,
  TRAIL_SCHEMA,
} from './format/events.ts';
export { EXPORT_FORMATS, type ExportFormat } from './view/export-formats.ts';
export { BLOB_FOLDER, TRAIL_FILE, ZERO_HASH } from './format/format.ts';
export { exportTrail, renderReport } from './view/lazy.ts';
export { checkProof, type InclusionProof, merkleRoot, prove } from './verify/merkle.ts';
export { ANCHOR_EVERY } from './format/limits.ts';
export type { Trail, TrailHead } from './format/ports.ts';
export {
  checkEntryProof,
  type CheckedProof,
  type EntryProof,
  PROOF_SCHEMA,
  proveEntry,
} from './verify/proof.ts';
export { type BlobReader, blobsIn, readTrail, trailBytes } from './format/reader.ts';
export type { TrailWarning } from './verify/replay.ts';
export { trailJsonSchema } from './format/schema.ts';
export { showTrail } from './view/show.ts';
export {
  BUDGET_CALL,
  CALL_STATES,
  type CallState,
  mayFollow,
  TRANSITIONS,
} from './format/states.ts';
export {
  type TrailFault,
  type TrailVerdict,
  VERIFY_EXIT_CODES,
  type VerifyOptions,
  verifyTrail,
} from './verify/verify.ts';
export { type CallView, type RunView, totals, type TurnView, viewTrail } from './view/view.ts';
export { openTrail, type TrailOptions } from './write/writer.ts';
