// I/O: reads the journal that a killed process left beside its trail, and takes it away.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trail } from '../audit/index.ts';
import { type Clock, errorText } from '../common/index.ts';
import { JOURNAL_FILE, openJournal, readJournalNotes } from '../checkpoint/index.ts';
import { saveCheckpoint } from '../session/index.ts';
import { bundleChanges, type TrustedStore } from '../sandbox/index.ts';
import { crashedState } from './crashed-state.ts';
import type { CrashedRunSurvey } from './survey.ts';

const NO_STORE = 'what the checkout was at its start is not there any more';

/** What a killed run can be gone on with by. */
export interface CheckpointTarget {
  /** The secret that the journal was sealed with. */
  readonly secret: string;
  readonly repository: string;
}

/** Whether a killed run can be gone on with; `because` says why not, `null` where nothing was noted down. */
export type SavedCheckpoint =
  | { readonly kind: 'kept' }
  | { readonly kind: 'lost'; readonly because: string | null };

/**
 * Makes a checkpoint of a run that was killed, from its journal, and records it. The trail has been sealed before, so that
 * the checkpoint stands on an end that is true. Never throws but what the trail cannot write.
 */
export async function saveCrashedCheckpoint(
  trail: Trail,
  wreck: CrashedRunSurvey,
  of: {
    readonly keeping: CheckpointTarget;
    readonly store: TrustedStore | null;
    readonly clock: Clock;
  },
): Promise<SavedCheckpoint> {
  const { secret, repository } = of.keeping;
  const bytes = await readFile(join(trail.folder, JOURNAL_FILE)).catch(() => null);
  if (bytes === null) return { kind: 'lost', because: null };
  let state: Parameters<typeof saveCheckpoint>[1];
  try {
    const texts = openJournal(bytes, { secret, repository, run: trail.run });
    const dead = crashedState(readJournalNotes(texts, wreck.lastReply), wreck);
    if (of.store === null) return { kind: 'lost', because: NO_STORE };
    const workTree = await bundleChanges(of.store, { base: dead.headSha });
    state = { ...dead, savedAt: of.clock.now().toISOString(), workTree };
  } catch (error) {
    return { kind: 'lost', because: errorText(error) };
  }
  await saveCheckpoint(trail, state, secret);
  return { kind: 'kept' };
}

/** Takes the journal away: it is of no use to anybody once the trail has its end. */
export async function removeJournal(folder: string): Promise<void> {
  await rm(join(folder, JOURNAL_FILE), { force: true });
}
