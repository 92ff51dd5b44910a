export type { BlobRef } from './blobs.ts';
export type { Entry } from './entry.ts';
export { type TrailEvent, trailEvent, TRAIL_SCHEMA } from './events.ts';
export { BLOB_FOLDER, TRAIL_FILE, ZERO_HASH } from './format.ts';
export { checkProof, type InclusionProof, merkleRoot, prove } from './merkle.ts';
export type { Trail, TrailHead } from './ports.ts';
export { type BlobReader, blobsIn, readTrail, trailBytes } from './reader.ts';
export type { TrailWarning } from './replay.ts';
export { CALL_STATES, type CallState, mayFollow, TRANSITIONS } from './states.ts';
export {
  type TrailFault,
  type TrailVerdict,
  VERIFY_EXIT_CODES,
  type VerifyOptions,
  verifyTrail,
} from './verify.ts';
export { openTrail, type TrailOptions } from './writer.ts';
