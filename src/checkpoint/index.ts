/** The encrypted state of a run: saved when it suspends (`checkpoint.ts`) and while it runs (`journal.ts`). */
export { decryptCheckpoint, encryptCheckpoint } from './checkpoint.ts';
export { alsoCancelled, findPending, findPendingTarget, type Pending } from './find-pending.ts';
export {
  beginJournal,
  JOURNAL_FILE,
  JOURNAL_MAX_BYTES,
  openJournal,
} from './journal.ts';
export {
  type JournalNote,
  type JournalContent,
  readJournalNotes,
  type RunIdentity,
  type RunSnapshot,
} from './journal-records.ts';
export { checkResume } from './check-resume.ts';
export { checkpointRefused } from './keys.ts';
export type { CheckpointState } from './state.ts';
