// I/O: the journal beside the trail. It is written without a flush: it has to outlive this process, not the machine, because
// only the post step on the same machine reads it.
import { closeSync, constants, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentState, Journal } from '../../agent/index.ts';
import { errorText } from '../../common/index.ts';
import type { FinishedCall } from '../../tool-calls/index.ts';
import {
  beginJournal,
  JOURNAL_FILE,
  JOURNAL_MAX_BYTES,
  type JournalNote,
  type RunSnapshot,
} from '../../checkpoint/index.ts';
import type { Job, RunContext } from '../job.ts';
import { type RunProgress, runIdentityOf, finishedState, runSnapshotOf } from './snapshot.ts';

const FILE_MODE = 0o600;
const FRESH = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

/** The journal of a run: from it the post step makes the checkpoint of a run that crashed. */
export interface RunJournal extends Journal {
  finished(call: FinishedCall): void;
  /** Deletes the journal: the run ended by itself. */
  remove(): void;
}

/**
 * Opens the journal of a run. `null` if a crashed run could not be resumed anyway: there is no secret to encrypt its state
 * with, or no workflow to resume it in. If the journal cannot be written, the run continues, and a warning says that it
 * cannot be resumed after a crash.
 */
export function openJournal(
  job: Job,
  context: RunContext,
  run: { readonly marker: string; readonly progress: () => RunProgress },
): RunJournal | null {
  const { suspension } = context;
  if (suspension === null || job.headSha === null || job.repository === null) return null;
  const file = join(job.trailFolder, JOURNAL_FILE);
  const changes = trackChanges(job, {
    identity: runIdentityOf(job, { suspension, marker: run.marker }),
    progress: run.progress,
  });
  let journal: JournalFile | null = null;
  let isClosed = false;
  const remove = (): void => {
    isClosed = true;
    journal?.close();
    // Closed once: its number may be that of another file by the next time.
    journal = null;
    rmSync(file, { force: true });
  };
  const write = (note: () => JournalNote): void => {
    if (isClosed) return;
    try {
      journal ??= openFile(file, job, suspension.secret);
      journal.write(JSON.stringify(note()));
    } catch (error) {
      remove();
      const message = `This run cannot be resumed if it crashes: ${errorText(error)}`;
      context.bus.emit({ type: 'warning', message });
    }
  };
  let last: AgentState | null = null;
  return {
    note: (state) => {
      last = state;
      write(() => changes.since(state, []));
    },
    finished: (call) => {
      const state = last;
      if (state !== null) write(() => changes.since(state, [finishedState(call)]));
    },
    remove,
  };
}

interface JournalFile {
  write(text: string): void;
  close(): void;
}

function openFile(file: string, job: Job, secret: string): JournalFile {
  const { header, seal } = beginJournal({ secret, repository: job.repository ?? '', run: job.run });
  const handle = openSync(file, FRESH, FILE_MODE);
  // Unlike `writeSync`, it writes everything or throws: a disk may have room for a part.
  writeFileSync(handle, header);
  let bytes = header.length;
  return {
    write: (text) => {
      const record = seal(text);
      bytes += record.length;
      if (bytes > JOURNAL_MAX_BYTES)
        throw new Error(`its journal is larger than ${JOURNAL_MAX_BYTES} bytes`);
      writeFileSync(handle, record);
    },
    close: () => closeSync(handle),
  };
}

/** Computes what changed since the last note. Messages are compared by identity: a message never changes once it is there. */
function trackChanges(
  job: Job,
  run: {
    readonly identity: NonNullable<JournalNote['roots']>;
    readonly progress: () => RunProgress;
  },
): { since(state: AgentState, settled: JournalNote['settled']): JournalNote } {
  let first = true;
  let noted: readonly unknown[] = [];
  const fields = new Map<string, string>();
  return {
    since: (state, settled) => {
      const { messages } = state.conversation;
      const differs = messages.findIndex((message, index) => message !== noted[index]);
      const keep = differs === -1 ? messages.length : differs;
      const note: JournalNote = {
        ...(first ? { roots: run.identity } : {}),
        keep,
        messages: messages.slice(keep),
        settled: first ? [...(job.resume?.settled ?? []), ...settled] : settled,
        reply: state.lastReply,
        standing: changed(runSnapshotOf(job, state, run.progress()), fields),
      };
      first = false;
      noted = [...messages];
      return note;
    },
  };
}

/** The fields that changed since the last note. */
function changed(snapshot: RunSnapshot, known: Map<string, string>): Partial<RunSnapshot> {
  const entries = Object.entries(snapshot).filter(([name, value]) => {
    const text = JSON.stringify(value);
    if (known.get(name) === text) return false;
    known.set(name, text);
    return true;
  });
  return Object.fromEntries(entries);
}
