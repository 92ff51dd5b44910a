/**
 * The audit trail. `format/` defines an entry and its line, `write/` appends entries, `verify/` proves a trail from its
 * bytes, `view/` shows it to people and other tools.
 */
export { type AttestationVerdict, checkAttestation } from './verify/attestation.ts';

export { DIFF_LISTS, diffTrails, type Difference, type TrailDiff } from './view/diff-trails.ts';
export type { Entry, EntryOf } from './format/entry.ts';
export { networkUses, sandboxReport, type TrailEvent } from './format/events.ts';
export { EXPORT_FORMATS, exportTrail, traceRequests } from './view/export.ts';
export {
  ATTESTATION_FILE,
  BLOB_FOLDER,
  isSha256,
  isSideFile,
  STATEMENT_ATTESTATION_FILE,
  STATEMENT_FILE,
  TRAIL_FILE,
} from './format/format.ts';
export { MAX_INLINE_ARGUMENTS_CHARS } from './format/limits.ts';
export { escapeHtml, inertJson, pageHead } from './view/report/page.ts';
export { PAGE_STYLE } from './view/report/page-style.ts';
export { packed, renderReport } from './view/report/report.ts';
export { shortInput } from './view/report/items.ts';
export type { Trail, TrailHead } from './format/trail.ts';
export {
  checkEntryProof,
  proveEntry,
} from './verify/proof.ts';
export { argumentBlobOf, type BlobRef, TOO_DEEP } from './format/recorded.ts';
export {
  type BlobReader,
  blobsIn,
  digestOfChunks,
  openUntrusted,
  readStartedTrail,
  readTrail,
  trailBytes,
  trailSha256,
} from './format/reader.ts';

export { isSpending, type SpendingEntry, tokensOf } from './format/spent.ts';
export { answerOf } from './format/answers.ts';
export { trailJsonSchema } from './format/schema.ts';
export { showTrail, trailJson } from './view/show.ts';
export { summarizeTrail, type TrailSource } from './view/summary.ts';
export { budgetLine } from './view/budget-line.ts';
export { writeTitle } from './view/write-title.ts';
export {
  BUDGET_CALL,
  type CallState,
  TRANSITIONS,
} from './format/states.ts';
export {
  type TrailVerdict,
  VERIFY_EXIT_CODES,
  verifyTrail,
} from './verify/verify.ts';
export { callRecords } from './view/call-records.ts';
export type { CallView } from './view/parts.ts';
export { type RunView, viewTrail } from './view/view.ts';
export { WorkReplay } from './verify/replay/work-replay.ts';
export { statementAt, verifyAt } from './verify/verify-at.ts';
export { parseStatement, statementJsonSchema, statementText } from './verify/statement.ts';
export { openTrail } from './write/writer.ts';
export { syncFolder } from './write/disk.ts';
