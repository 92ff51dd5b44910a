import { type Clock, errorText } from '../base/index.ts';
import type { RunEvent } from '../calls/index.ts';
import type { GitHub } from '../github/index.ts';

/** Edits are at least this far apart, so that a run stays well inside GitHub's limits. */
const MIN_EDIT_GAP_MS = 5_000;

/** The one comment that shows a run's progress, edited in place. */
export interface TrackingComment {
  readonly listen: (event: RunEvent) => void;
  /** Puts the final text in place; resolves once it stands, or once that was given up. */
  finish(body: string): Promise<void>;
}

/**
 * Posts the comment, and edits it when something happened, at a bounded rate. Failing to post or to edit is a
 * warning and never harms the run.
 */
export async function openTracking(options: {
  readonly github: GitHub;
  readonly issue: number;
  readonly body: () => string;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
  /** Told the comment's id as soon as it stands. */
  readonly onPosted: (id: number) => void;
}): Promise<TrackingComment | null> {
  const { github, clock, warn } = options;
  let id: number;
  try {
    id = (await github.createComment(options.issue, options.body())).id;
  } catch (error) {
    warn(`The tracking comment could not be posted: ${errorText(error)}`);
    return null;
  }
  options.onPosted(id);
  const stop = new AbortController();
  let dirty = false;
  let editing: Promise<void> | null = null;
  const edit = async (): Promise<void> => {
    while (dirty && !stop.signal.aborted) {
      dirty = false;
      await github.updateComment(id, options.body());
      await clock.sleep(MIN_EDIT_GAP_MS, stop.signal);
    }
  };
  const kick = (): void => {
    dirty = true;
    if (stop.signal.aborted || editing !== null) return;
    editing = edit()
      .catch((error: unknown) => {
        if (!stop.signal.aborted)
          warn(`The tracking comment could not be edited: ${errorText(error)}`);
      })
      .finally(() => {
        editing = null;
      });
  };
  return {
    listen: (event) => {
      if (SHOWN.has(event.type)) kick();
    },
    finish: async (body) => {
      stop.abort();
      await editing;
      try {
        await github.updateComment(id, body);
      } catch (error) {
        warn(`The tracking comment could not be finished: ${errorText(error)}`);
      }
    },
  };
}

const SHOWN: ReadonlySet<RunEvent['type']> = new Set([
  'turn:end',
  'tool:end',
  'tool:error',
  'permission_required',
  'permission_decided',
  'checklist',
]);
