// I/O: reads the journal that a crashed process wrote beside its trail, and removes it.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trail } from '../audit/index.ts';
import { type Clock, errorText } from '../common/index.ts';
import { JOURNAL_FILE, openJournal, readJournalNotes } from '../checkpoint/index.ts';
import { saveCheckpoint } from '../session/index.ts';
import { bundleChanges, type TrustedStore } from '../sandbox/index.ts';
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
  | { readonly kind: 'kept' }
  | { readonly kind: 'lost'; readonly because: string | null };

/**
 * Saves a checkpoint of a crashed run from its journal, and records it. Call it once the open calls of the trail are
 * marked as interrupted. Throws only what the trail cannot write.
 */
export async function saveCrashedCheckpoint(
  trail: Trail,
  survey: CrashedRunSurvey,
  options: {
    readonly target: CheckpointTarget;
    readonly store: TrustedStore | null;
    readonly clock: Clock;
  },
): Promise<SavedCheckpoint> {
  const { target, store, clock } = options;
  const { secret, repository } = target;
  const bytes = await readFile(join(trail.folder, JOURNAL_FILE)).catch(() => null);
  if (bytes === null) return { kind: 'lost', because: null };
  let state: Parameters<typeof saveCheckpoint>[1];
  try {
    const texts = openJournal(bytes, { secret, repository, run: trail.run });
    const crashed = crashedState(readJournalNotes(texts, survey.lastReply), survey);
    if (store === null) return { kind: 'lost', because: NO_STORE };
    const workTree = await bundleChanges(store, { base: crashed.headSha });
    state = { ...crashed, savedAt: clock.now().toISOString(), workTree };
  } catch (error) {
    return { kind: 'lost', because: errorText(error) };
  }
  await saveCheckpoint(trail, state, secret);
  return { kind: 'kept' };
}

/** Removes the journal, which nobody needs once the trail has its end. */
export async function removeJournal(folder: string): Promise<void> {
  await rm(join(folder, JOURNAL_FILE), { force: true });
}
