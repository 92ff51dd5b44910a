import {
  type Clock,
  CountersignError,
  errorText,
  growingPauseMs,
  sha256,
} from '../common/index.ts';
import type { RunEvent } from '../tool-calls/index.ts';
import type { Account, GitHub, IssueComment } from '../github/index.ts';
import { trackingMarker } from './summary/markdown.ts';

/**
 * The shortest and the longest time before an edit. A `GITHUB_TOKEN` has 1,000 requests an hour for all jobs of the repository,
 * and an edit of a sticky comment needs two.
 */
const EDIT_PAUSES = { minMs: 5_000, maxMs: 60_000 };

/** The comment that shows a run's progress, updated in place. */
export interface TrackingComment {
  /** Resolves once it is posted, or posting failed. Never rejects. For a resumed run, it was posted by an earlier job. */
  readonly posted: Promise<unknown>;
  readonly listen: (event: RunEvent) => void;
  /** Writes a final body, or with `null` nothing more. Resolves with false if it could not be written. */
  finish(body: string | null): Promise<boolean>;
}

interface TrackingOptions {
  readonly github: GitHub;
  readonly issue: number;
  /** Begins with a line that no other run's comment has. */
  readonly body: () => string;
  /** `null`: a comment for this run alone. */
  readonly sticky: Sticky | null;
  /** The id of the account that an earlier job of this run posted its comment as; `null` if this job is its first. */
  readonly resumedAs: number | null;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
  /** Called with the comment's id: once it is posted, or before that of an earlier run or job is reused. */
  readonly onPosted: (id: number) => void;
}

/**
 * Posts the comment, or reuses that of earlier runs, and updates it after events, at a limited rate. The run waits for
 * none of it until its end. The comment of a resumed run is not touched before the first event that shows that this job
 * has the run: until then, another job may resume it. A sticky comment that a later run has reused is not changed any more.
 * A comment that somebody deleted is posted anew at the end. A failure is a warning and never stops the run.
 */
export function openTracking(options: TrackingOptions): TrackingComment {
  const { clock, warn } = options;
  let ownPost: Promise<number | null> | null = null;
  const post = (): Promise<number | null> =>
    (ownPost ??= postOrReuse(options).catch((error: unknown) => {
      warn(`The tracking comment could not be posted: ${errorText(error)}`);
      return null;
    }));
  const isResumed = options.resumedAs !== null;
  const posted = isResumed ? Promise.resolve() : post();
  const startMs = clock.monotonicMs();
  const stop = new AbortController();
  let dirty = false;
  let editing: Promise<void> | null = null;
  let warned = '';
  /** A comment that is gone fails every update: once is enough. */
  const warnOnce = (message: string): void => {
    if (message !== warned) warn(message);
    warned = message;
  };
  const edit = async (): Promise<void> => {
    const id = await post();
    if (id === null) return;
    while (dirty && !stop.signal.aborted) {
      // Before the first edit, too: posting was the last one.
      const elapsedMs = clock.monotonicMs() - startMs;
      await clock.sleep(growingPauseMs(elapsedMs, EDIT_PAUSES), stop.signal);
      dirty = false;
      if (!(await put(options, id, options.body())))
        warnOnce('The tracking comment could not be updated: it was deleted.');
    }
  };
  const scheduleEdit = (): void => {
    dirty = true;
    if (stop.signal.aborted || editing !== null) return;
    editing = edit()
      .catch((error: unknown) => {
        if (!stop.signal.aborted)
          warnOnce(`The tracking comment could not be updated: ${errorText(error)}`);
      })
      .finally(() => {
        editing = null;
      });
  };
  return {
    posted,
    listen: (event) => {
      const shown = ownPost === null ? AFTER_CLAIM : SHOWN;
      if (shown.has(event.type)) scheduleEdit();
    },
    finish: async (body) => {
      stop.abort();
      await editing;
      if (body === null) return true;
      const id = await post();
      if (id === null) return true;
      try {
        if (!(await put(options, id, body)))
          ownPost = Promise.resolve(await postNew(options, body));
        return true;
      } catch (error) {
        warn(`The final tracking comment could not be written: ${errorText(error)}`);
        return false;
      }
    },
  };
}

async function postOrReuse(options: TrackingOptions): Promise<number> {
  const { github, body, onPosted } = options;
  const earlier = await earlierComment(options);
  if (earlier === null) return await postNew(options, body());
  // Before the update: if the process is killed meanwhile, the comment says that the run works.
  onPosted(earlier);
  const { id } = await github.updateComment(earlier, marked(options, body()));
  return id;
}

async function postNew(options: TrackingOptions, body: string): Promise<number> {
  const { github, issue, onPosted } = options;
  const { id } = await github.createComment(issue, marked(options, body));
  onPosted(id);
  return id;
}

function marked({ sticky }: Pick<TrackingOptions, 'sticky'>, body: string): string {
  return withStickyMarker(body, sticky === null ? null : stickyMarker(sticky.key));
}

/** The newest tracking comment of a run by this account; `null` if there is none. */
export function trackingCommentIn(
  comments: readonly IssueComment[],
  run: string,
  account: Pick<Account, 'id'> | null,
): IssueComment | null {
  const marker = trackingMarker(run);
  const isOwn = ({ author, body }: IssueComment): boolean =>
    author !== null && author.id === account?.id && body.startsWith(marker);
  return comments.findLast(isOwn) ?? null;
}

/** The newest comment of earlier runs that share it, or of earlier jobs of this run; `null` if there is none. */
async function earlierComment(options: TrackingOptions): Promise<number | null> {
  const { github, issue, body, sticky } = options;
  const account = sticky?.account ?? options.resumedAs;
  if (account === null) return null;
  const mark = sticky === null ? firstLine(body()) : stickyMarker(sticky.key);
  const markIn = sticky === null ? firstLine : stickyMarkerIn;
  const { comments } = await github.comments(issue);
  const own = comments.filter((one) => one.author?.id === account && markIn(one.body) === mark);
  return own.map(({ id }) => id).sort((a, b) => b - a)[0] ?? null;
}

function firstLine(body: string): string {
  return body.split(/\r?\n/, 1)[0] ?? '';
}

/** Updates the comment, unless a later run has reused it. Resolves with false if somebody deleted it. */
async function put(options: TrackingOptions, id: number, body: string): Promise<boolean> {
  const { github, sticky } = options;
  try {
    if (sticky !== null) {
      const now = await github.comment(id);
      if (now === null) return false;
      if (!now.body.startsWith(firstLine(body))) return true;
    }
    await github.updateComment(id, marked(options, body));
    return true;
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'github-not-found') return false;
    throw error;
  }
}

/** Events of a resumed run that follow only if this job, and no other, has the run. */
const AFTER_CLAIM: ReadonlySet<RunEvent['type']> = new Set([
  'permission_decided',
  'tool:start',
  'turn:end',
  'tool:end',
]);

const SHOWN: ReadonlySet<RunEvent['type']> = new Set([
  'tool:start',
  'turn:end',
  'tool:end',
  'tool:error',
  'permission_required',
  'permission_decided',
  'checklist',
]);

const KEY_CHARS = 16;
const MARKER = /^<!-- countersign:sticky [0-9a-f]{16} -->$/;

/** Identifies the tracking comment that a run reuses: that of earlier runs with the same key, by the same account. */
interface Sticky {
  /** What identifies these runs, such as the workflow file and the job. */
  readonly key: string;
  /** The id of the account that the run acts as. */
  readonly account: number;
}

/** The hidden second line by which later runs find the comment. It does not reveal the key. */
export function stickyMarker(key: string): string {
  return `<!-- countersign:sticky ${sha256(key).slice(0, KEY_CHARS)} -->`;
}

/** The marker of a comment, read from its second line only: text further down cannot be a marker. */
export function stickyMarkerIn(body: string): string | null {
  const second = body.split(/\r?\n/, 2)[1] ?? '';
  return MARKER.test(second) ? second : null;
}

/** A tracking comment's body with the marker below its first line; unchanged if `mark` is `null`. */
export function withStickyMarker(body: string, mark: string | null): string {
  if (mark === null) return body;
  const [first = '', ...rest] = body.split('\n');
  return [first, mark, ...rest].join('\n');
}
