import { isAscii, isUtf8 } from 'node:buffer';
import { CountersignError, sha256 } from '../../../common/index.ts';
import type { WorkspaceEntry } from '../../../sandbox/index.ts';
import { type Failure, failure, refusalOf } from '../../define/result.ts';
import { describeClosest } from './closest-part.ts';
import { type Edit, MAX_COUNTED, MAX_EDIT_BYTES, replaceIn, type Replacement } from './replace.ts';
import { absentFile } from '../absent-file.ts';
import type { FileToolContext } from '../context.ts';
import { DETECT_BYTES, detectMedia, notText } from '../media.ts';

export interface PathEdit extends Edit {
  readonly path: string;
}

/** A file before and after. */
export interface Change {
  readonly path: string;
  readonly before: Buffer;
  readonly after: Buffer;
  readonly count: number;
}

type Planned = { readonly ok: true; readonly changes: readonly Change[] } | Failure;

/** The results of the edits; nothing is written yet. Those of one file, by whatever names, apply in order. */
export async function plan(context: FileToolContext, edits: readonly PathEdit[]): Promise<Planned> {
  const changes = new Map<string, Change>();
  for (const [index, edit] of edits.entries()) {
    const path = context.workspace.relative(edit.path);
    const entry = await context.workspace.stat(path);
    const place = entry?.realPath ?? path;
    const start = changes.get(place) ?? (await load(context, path, entry));
    if (!('before' in start)) return start;
    const replaced = replaceIn(start.after, edit);
    if (replaced.outcome !== 'replaced') {
      return numbered(refusal(path, { edit, content: start.after, replaced }), index, edits.length);
    }
    changes.set(place, { ...start, after: replaced.bytes, count: start.count + replaced.count });
  }
  return { ok: true, changes: [...changes.values()] };
}

function numbered(failed: Failure, index: number, total: number): Failure {
  if (total === 1) return failed;
  const message = `Edit ${index + 1} of ${total} cannot be made, so none was: ${failed.error.message}`;
  return { ok: false, error: { ...failed.error, message } };
}

async function load(
  context: FileToolContext,
  path: string,
  entry: WorkspaceEntry | null,
): Promise<Change | Failure> {
  if (entry === null)
    return await absentFile(context, path, 'Find it with fs_glob, or make it with fs_write.');
  if (entry.kind === 'directory') {
    return failure('execution', `${path} is a directory.`, [
      'List it with fs_list and name a file.',
    ]);
  }
  const before = await readToChange(context, path, entry);
  const stale = staleness(context, path, before);
  return stale ?? { path, before, after: before, count: 0 };
}

/** The bytes of a file that is to be changed. Throws `file-refused` with advice for a file that is too large. */
export async function readToChange(
  context: Pick<FileToolContext, 'workspace'>,
  path: string,
  entry: WorkspaceEntry,
): Promise<Buffer> {
  if (entry.size > MAX_EDIT_BYTES) {
    throw new CountersignError(
      'file-refused',
      `The file ${JSON.stringify(path)} has ${entry.size} bytes, more than the ${MAX_EDIT_BYTES} that the fs_ tools can change.`,
      { fix: 'Change it with a command, such as sed -i, by bash_run with access "write".' },
    );
  }
  return await context.workspace.read(path, { maxBytes: MAX_EDIT_BYTES });
}

/** Why a file must not be changed now; `null` if it may. */
export function staleness(context: FileToolContext, path: string, bytes: Buffer): Failure | null {
  const state = context.reads.state(path, sha256(bytes));
  if (state === 'current' || (state === 'unread' && context.reads.unread === 'allow')) return null;
  const media = detectMedia(bytes.subarray(0, DETECT_BYTES));
  if (media.form === 'binary')
    return failure('execution', `${notText(path, media, bytes.length)}; it was not touched.`, [
      'Change or replace it with a command, by bash_run with access "write".',
    ]);
  const why = state === 'unread' ? 'has not been read yet' : 'has changed since it was read';
  return failure('execution', `${path} ${why}; it was not touched.`, [
    `Read ${path} with fs_read, then decide again.`,
  ]);
}

function refusal(
  path: string,
  why: {
    readonly edit: Edit;
    readonly content: Buffer;
    readonly replaced: Exclude<Replacement, { outcome: 'replaced' }>;
  },
): Failure {
  const { replaced } = why;
  if (replaced.outcome === 'empty') {
    return failure('validation', 'old_string is empty; it must hold the text to replace.', [
      'To write a whole file use fs_write.',
    ]);
  }
  if (replaced.outcome === 'identical') {
    return failure(
      'validation',
      'old_string and new_string are identical; there is nothing to do.',
      why.edit.old_string === why.edit.new_string
        ? []
        : ['They differ in line endings only, which an edit keeps; convert them with a command.'],
    );
  }
  if (replaced.outcome === 'ambiguous') {
    const lines = [...new Set(replaced.lines)].join(', ');
    const count = replaced.count < MAX_COUNTED ? replaced.count : `at least ${MAX_COUNTED}`;
    return failure(
      'execution',
      `old_string occurs ${count} times in ${path} (overlapping ones counted), at lines ${lines}.`,
      ['Take more of the surrounding lines into old_string, or set replace_all.'],
    );
  }
  if (replaced.outcome === 'too-large') {
    return failure(
      'execution',
      `${path} would have ${replaced.size} bytes, more than the ${MAX_EDIT_BYTES} that the fs_ tools can change.`,
      ['Replace less, or with a shorter text.'],
    );
  }
  return noMatch(path, why.edit, why.content);
}

function noMatch(path: string, edit: Edit, content: Buffer): Failure {
  const crlf = /\r(?!\n)/.test(edit.old_string)
    ? ' old_string holds a carriage return inside of a line.'
    : '';
  if (!isAscii(Buffer.from(edit.old_string)) && !isUtf8(content)) {
    return failure(
      'execution',
      `old_string does not occur in ${path}, which has bytes that are not UTF-8: fs_read shows them as U+FFFD.`,
      [
        'Leave these characters out of old_string: an edit of the text around these bytes keeps them.',
      ],
    );
  }
  const near = describeClosest(content.toString(), edit.old_string);
  return failure(
    'execution',
    `old_string does not occur in ${path}.${crlf} ${near ?? 'Nothing in it is near.'}`,
    [`Read ${path} again and copy the text exactly, without line numbers.`],
  );
}

/** Writes every file, or restores the files that were written. Resolves with `null` on success. */
export async function writeAll(
  context: FileToolContext,
  changes: readonly Change[],
): Promise<Failure | null> {
  const written: Change[] = [];
  for (const change of changes) {
    try {
      await context.workspace.write(change.path, change.after, {
        expectSha256: sha256(change.before),
      });
      written.push(change);
    } catch (error) {
      const left = await rollBack(context, written);
      const { error: cause } = refusalOf(error);
      const kept =
        left.length === 0 ? 'Nothing was changed.' : `Could not be put back: ${left.join(', ')}.`;
      return failure(cause.type, `${change.path}: ${cause.message} ${kept}`, cause.recommendations);
    }
  }
  for (const { path, after } of changes) context.reads.note(path, sha256(after));
  return null;
}

/**
 * Restores the files that were written before another one failed. Returns the files that somebody else changed meanwhile.
 */
async function rollBack(
  context: FileToolContext,
  written: readonly Change[],
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const { path, before, after } of written.toReversed()) {
    try {
      await context.workspace.write(path, before, { expectSha256: sha256(after) });
    } catch {
      left.push(path);
    }
  }
  return left;
}
