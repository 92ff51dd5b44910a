export { openCheckpoint, sealCheckpoint } from './checkpoint.ts';
export {
  type CheckpointContext,
  CONTENT_MAX_BYTES,
  SEALED_MAX_BYTES,
  type Sealing,
} from './envelope.ts';
export { findPending, findPendingCheck, type Pending } from './find-pending.ts';
export {
  beginJournal,
  JOURNAL_FILE,
  JOURNAL_MAX_BYTES,
  type JournalSealing,
  openJournal,
} from './journal.ts';
export { type Note, type Noted, readNotes, type Roots, type Standing } from './noted.ts';
export { checkResume, type ResumeCheck, type ResumeFacts } from './resume.ts';
export { checkpointState, type CheckpointState } from './state.ts';
