// I/O: reads the journal that a crashed process wrote beside its trail, and removes it.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trail } from '../audit/index.ts';
import { type Clock, errorText, type Redactor } from '../common/index.ts';
import { JOURNAL_FILE, openJournal, readJournalNotes } from '../checkpoint/index.ts';
import {
  checkpointNotices,
  savedWorkTree,
  type SavedWorkTree,
  saveCheckpoint,
} from '../session/index.ts';
import type { TrustedStore } from '../sandbox/index.ts';
import { crashedState } from './crashed-state.ts';
import type { CrashedRunSurvey } from './survey-trail.ts';

const NO_STORE = 'the record of the checkout at its start is missing';

/** What the checkpoint of a crashed run is encrypted for. */
export interface CheckpointTarget {
  /** The secret that encrypts the journal. */
  readonly secret: string;
  readonly repository: string;
}

/** Whether a crashed run can be resumed; `because` says why not, and is `null` if there is no journal. */
export type SavedCheckpoint =
  /** What people have to know about the files in it. */
  | { readonly kind: 'kept'; readonly notices: readonly string[] }
  | { readonly kind: 'lost'; readonly because: string | null };

/**
 * Saves a checkpoint of a crashed run from its journal, and records it. Call it once the open calls of the trail are
 * marked as interrupted. File changes that git cannot read are left out, with a warning in the trail. Throws only errors of
 * the trail.
 */
export async function saveCrashedCheckpoint(
  trail: Trail,
  survey: CrashedRunSurvey,
  options: {
    readonly target: CheckpointTarget;
    readonly store: TrustedStore | null;
    readonly clock: Clock;
    readonly redactor: Redactor;
  },
): Promise<SavedCheckpoint> {
  const { target, store, clock, redactor } = options;
  const { secret, repository } = target;
  const bytes = await readFile(join(trail.folder, JOURNAL_FILE)).catch(() => null);
  if (bytes === null) return { kind: 'lost', because: null };
  let state: Parameters<typeof saveCheckpoint>[1];
  try {
    const texts = openJournal(bytes, { secret, repository, run: trail.run });
    const crashed = crashedState(readJournalNotes(texts, survey.lastReply), survey);
    const saved: SavedWorkTree =
      store === null
        ? { workTree: null, workTreeMissing: NO_STORE }
        : await savedWorkTree(store, { base: crashed.headSha, redactor });
    state = { ...crashed, savedAt: clock.now().toISOString(), ...saved };
  } catch (error) {
    return { kind: 'lost', because: errorText(error) };
  }
  await saveCheckpoint(trail, state, secret);
  return { kind: 'kept', notices: checkpointNotices(state, redactor) };
}

/** Removes the journal, which nobody needs once the trail has its end. */
export async function removeJournal(folder: string): Promise<void> {
  await rm(join(folder, JOURNAL_FILE), { force: true });
}
