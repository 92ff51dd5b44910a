import { sliceWhole } from '../../common/index.ts';
import { readApprovalId } from '../binding.ts';

/** Longest note, reason or answer that is stored of a comment, in characters. */
export const ANSWER_MAX_CHARACTERS = 4_000;
/** Most ids that one denial or answer may name. */
const IDS_MAX = 200;
const COMMAND = /^\/(approve|deny|answer|cancel)(?=[ \t]|$)(.*)$/;
const SEPARATORS = /[ \t,]+/;

/** The ids that a command names, each once and in its one spelling. `all` is every request of the approval comment. */
export type NamedIds = 'all' | readonly string[];

/**
 * A comment that is a command. Words that are not ids are in `unreadable`: an approval with any of them does not count
 * ("/approve ap-… but only if" is not an approval), a denial uses them as its reason.
 */
export type AnswerCommand =
  | {
      readonly kind: 'approve';
      readonly ids: NamedIds;
      readonly unreadable: readonly string[];
      readonly note?: string;
    }
  | {
      readonly kind: 'deny';
      readonly ids: NamedIds;
      readonly unreadable: readonly string[];
      readonly reason: string;
    }
  | {
      readonly kind: 'answer';
      readonly ids: readonly string[];
      readonly unreadable: readonly string[];
      readonly text: string;
    }
  | { readonly kind: 'cancel'; readonly reason: string };

/**
 * Reads a comment's body as a command, or returns `null`. Only the first line counts, from its first column: a quote, a
 * fence, indented code and the middle of a line never do. Pure; the body is untrusted.
 */
export function parseAnswer(body: string): AnswerCommand | null {
  const { text, end, first } = firstLine(body);
  const match = COMMAND.exec(first);
  if (match === null) return null;
  const rest = (match[2] ?? '').trim();
  const below = end === -1 ? '' : text.slice(end);
  switch (match[1] ?? '') {
    case 'approve':
      return readApprove(rest);
    case 'deny':
      return readDeny(rest);
    case 'answer':
      return readQuestionAnswer(rest, below);
    default:
      return { kind: 'cancel', reason: truncated(rest) };
  }
}

/** Reads `/resume [RUN]` as a comment's first line: the run that it names, or `null` for the newest. */
export function parseResume(body: string): { readonly run: string | null } | null {
  const match = /^\/resume(?:[ \t]+(\S+))?[ \t]*$/.exec(firstLine(body).first);
  return match === null ? null : { run: match[1]?.toLowerCase() ?? null };
}

function firstLine(body: string): {
  readonly text: string;
  readonly first: string;
  readonly end: number;
} {
  const text = body.startsWith('\uFEFF') ? body.slice(1) : body;
  const end = text.search(/[\r\n]/);
  return { text, end, first: end === -1 ? text : text.slice(0, end) };
}

function readApprove(rest: string): AnswerCommand {
  const noteMatch = /(?:^|[ \t])--note(?=[ \t]|$)/.exec(rest);
  const named = noteMatch === null ? rest : rest.slice(0, noteMatch.index);
  const note =
    noteMatch === null ? '' : truncated(rest.slice(noteMatch.index + noteMatch[0].length));
  const words = wordsOf(named);
  const ids = words.map(readApprovalId).filter((id) => id !== null);
  const all = words.length === 1 && isAll(words[0]);
  return {
    kind: 'approve',
    ids: all ? 'all' : [...new Set(ids)],
    unreadable: all ? [] : words.filter((word) => readApprovalId(word) === null),
    ...(note === '' ? {} : { note }),
  };
}

function readDeny(rest: string): AnswerCommand {
  const all = /^all(?=[ \t]|$)/i.exec(rest);
  if (all !== null)
    return {
      kind: 'deny',
      ids: 'all',
      unreadable: [],
      reason: truncated(rest.slice(all[0].length)),
    };
  const { ids, tail } = leadingIds(rest);
  const unreadable = wordsOf(tail)
    .slice(0, 1)
    .filter((word) => /^ap-/i.test(word));
  return { kind: 'deny', ids, unreadable, reason: truncated(tail) };
}

function readQuestionAnswer(rest: string, below: string): AnswerCommand {
  const { ids, tail } = leadingIds(rest);
  const unreadable = ids.length === 0 ? wordsOf(tail).slice(0, 1) : [];
  return { kind: 'answer', ids, unreadable, text: truncated(`${tail}${below}`) };
}

/** The ids at the start of a line, and what follows the last of them. */
function leadingIds(rest: string): { readonly ids: readonly string[]; readonly tail: string } {
  const ids = new Set<string>();
  let tail = rest;
  for (let count = 0; count < IDS_MAX; count += 1) {
    const word = /^[^ \t,]+/.exec(tail)?.[0];
    const id = word === undefined ? null : readApprovalId(word);
    if (word === undefined || id === null) break;
    ids.add(id);
    tail = tail.slice(word.length).replace(/^[ \t,]+/, '');
  }
  return { ids: [...ids], tail };
}

function wordsOf(text: string): readonly string[] {
  return text.split(SEPARATORS).filter((word) => word !== '');
}

function isAll(word: string | undefined): boolean {
  return word?.toLowerCase() === 'all';
}

function truncated(text: string): string {
  return sliceWhole(text.trim(), ANSWER_MAX_CHARACTERS);
}
