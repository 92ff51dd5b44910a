export { decryptCheckpoint, encryptCheckpoint } from './checkpoint.ts';
export {
  type CheckpointContext,
  CONTENT_MAX_BYTES,
  ENCRYPTED_MAX_BYTES,
  type EncryptionOptions,
} from './envelope.ts';
export { findPending, findPendingCheck, type Pending } from './find-pending.ts';
export {
  beginJournal,
  JOURNAL_FILE,
  JOURNAL_MAX_BYTES,
  type JournalEncryption,
  openJournal,
} from './journal.ts';
export {
  type JournalNote,
  type JournalContent,
  readJournalNotes,
  type RunIdentity,
  type RunSnapshot,
} from './journal-records.ts';
export { checkResume, type ResumeCheck, type ResumeFacts } from './check-resume.ts';
export { checkpointState, type CheckpointState } from './state.ts';
