// I/O: the journal beside the trail. It is written as the run goes, without a flush of its own: it has to outlive this
// process, not the machine, for only the post step on the same machine can do anything with it.
import { closeSync, constants, openSync, rmSync, writeSync } from 'node:fs';
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
import { type RunProgress, runIdentityOf, settledState, runSnapshotOf } from './snapshot.ts';

const FILE_MODE = 0o600;
const FRESH = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

/** The journal of a run, and where it is told of calls that ended. */
export interface RunJournal extends Journal {
  settled(call: FinishedCall): void;
  /** Takes the journal away: the run has come to an end of its own. */
  remove(): void;
}

/**
 * Notes down how the run stands, so that it can be gone on with where it is killed. `null` where it could not be: there is
 * no secret to seal it with, or no workflow to come back to. A journal that cannot be written stops nothing: a warning
 * says that the run cannot be gone on with.
 */
export function keepJournal(
  job: Job,
  context: RunContext,
  of: { readonly marker: string; readonly kept: () => RunProgress },
): RunJournal | null {
  const { suspension } = context;
  if (suspension === null || job.headSha === null || job.repository === null) return null;
  const file = join(job.trailFolder, JOURNAL_FILE);
  const news = createNews(job, {
    roots: runIdentityOf(job, { suspension, marker: of.marker }),
    kept: of.kept,
  });
  let open: JournalFile | null = null;
  let over = false;
  const end = (): void => {
    over = true;
    open?.close();
    rmSync(file, { force: true });
  };
  const put = (note: () => JournalNote): void => {
    if (over) return;
    try {
      open ??= openFile(file, job, suspension.secret);
      open.write(JSON.stringify(note()));
    } catch (error) {
      end();
      const message = `The run could not be gone on with if it was killed: ${errorText(error)}`;
      context.bus.emit({ type: 'warning', message });
    }
  };
  let last: AgentState | null = null;
  return {
    note: (state) => {
      last = state;
      put(() => news.since(state, []));
    },
    settled: (call) => {
      const state = last;
      if (state !== null) put(() => news.since(state, [settledState(call)]));
    },
    remove: end,
  };
}

interface JournalFile {
  write(text: string): void;
  close(): void;
}

function openFile(file: string, job: Job, secret: string): JournalFile {
  const { header, seal } = beginJournal({ secret, repository: job.repository ?? '', run: job.run });
  const handle = openSync(file, FRESH, FILE_MODE);
  let bytes = writeSync(handle, header);
  return {
    write: (text) => {
      const record = seal(text);
      bytes += record.length;
      if (bytes > JOURNAL_MAX_BYTES)
        throw new Error(`it has more to note down than ${JOURNAL_MAX_BYTES} bytes`);
      writeSync(handle, record);
    },
    close: () => closeSync(handle),
  };
}

/** Finds out what is new since the last note. Messages are told apart by identity: they never change once they are there. */
function createNews(
  job: Job,
  of: { readonly roots: NonNullable<JournalNote['roots']>; readonly kept: () => RunProgress },
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
        ...(first ? { roots: of.roots } : {}),
        keep,
        messages: messages.slice(keep),
        settled: first ? [...(job.resume?.settled ?? []), ...settled] : settled,
        reply: state.lastReply,
        standing: changed(runSnapshotOf(job, state, of.kept()), fields),
      };
      first = false;
      noted = [...messages];
      return note;
    },
  };
}

/** The fields that are not as they were, remembered by their JSON. */
function changed(standing: RunSnapshot, known: Map<string, string>): Partial<RunSnapshot> {
  const entries = Object.entries(standing).filter(([name, value]) => {
    const text = JSON.stringify(value);
    if (known.get(name) === text) return false;
    known.set(name, text);
    return true;
  });
  return Object.fromEntries(entries);
}
