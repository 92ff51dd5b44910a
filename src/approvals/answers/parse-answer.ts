import { defined, sliceWhole } from '../../common/index.ts';
import { type ReadLine, readLines } from '../../github/index.ts';
import { readApprovalId } from '../binding.ts';
import { ANSWER_WORDS, type AnswerWord } from './answer-words.ts';
import {
  containsDenial,
  idsIn,
  isReaction,
  refusesAlone,
  resemblesCommand,
  resemblesDenial,
} from './resembles-answer.ts';

/** Longest note, reason or answer that is stored of a comment, in characters. */
export const ANSWER_MAX_CHARACTERS = 4_000;
/** Most commands of one comment. */
const COMMANDS_MAX = 100;
const COMMAND = new RegExp(
  String.raw`^ {0,3}/(${ANSWER_WORDS.join('|')})(?=[ \t]|$)([^\u2028\u2029\u0085\v\f]*)$`,
  'i',
);
const QUOTE = /^ {0,3}>/;
/** A quote in a list item, too. */
const INNER_QUOTE = /^(?:[ \t]*(?:[-*+]|\d{1,9}[.)]))*[ \t]*>/;
/** A word after a slash, such as the command of another program. A path has a second slash. */
const SLASH_WORD = /^ {0,3}\/\p{L}[\p{L}\p{M}\p{N}_-]*(?=[ \t]|$)/u;
const SEPARATORS = /[ \t,]+/;

/**
 * The ids that a command names, each once and in its one spelling. `all` is every request of the approval comment, `only` is
 * the one request that waits: the command names none.
 */
export type NamedIds = 'all' | 'only' | readonly string[];

export type AnswerCommand =
  /** `always`: the policy should also allow such calls, by the narrowest rule. */
  | {
      readonly kind: 'approve';
      readonly ids: NamedIds;
      readonly note?: string;
      readonly always?: true;
      /** The text that the one call is to run with. */
      readonly change?: string;
    }
  | { readonly kind: 'deny'; readonly ids: NamedIds; readonly reason: string }
  | { readonly kind: 'answer'; readonly ids: readonly string[]; readonly text: string }
  /** Without ids: every run that waits for an answer here. Without ids of its own it has those of the other commands, unless it says `all`. */
  | { readonly kind: 'cancel'; readonly ids: readonly string[]; readonly reason: string };

/** Text that contains an approval id or resembles an answer, but does not count. */
export interface UnclearAnswer {
  readonly kind: 'unclear';
  /** Why it does not count. */
  readonly because: string;
  /** The ids anywhere in it, also in quotes and code. */
  readonly ids: readonly string[];
  /** False if only an id in prose or in a quote suggests an answer. */
  readonly resembles: boolean;
  /** Whether it looks like a denial. */
  readonly denies: boolean;
}

/** What a comment says to approval requests. */
export type ParsedAnswer =
  /** At least one command; only these count. */
  | { readonly kind: 'commands'; readonly commands: readonly AnswerCommand[] }
  /** `/resume`: the crashed run that it names, or `null` for the newest. */
  | { readonly kind: 'resume'; readonly run: string | null }
  | UnclearAnswer
  | { readonly kind: 'none' };

/**
 * Reads the commands of a comment. They are its first lines, one on each line; blank lines, quotes, code and HTML comments may
 * stand between them, and prose may follow. Blanks around a command, its case and the kind of newline do not matter. If
 * any line starts like a command and is none, no line of the comment counts, so that no denial is lost beside an approval. Nor
 * does one count if the text below an approval refuses, or has an id beside an approval without ids, or if a comment has an id that its
 * `/cancel` without ids is not for. Pure; the text is untrusted.
 */
export function parseAnswer(text: string): ParsedAnswer {
  const lines = linesOf(text);
  const found = lines.flatMap((line) =>
    line.command === null ? [] : [{ ...line, command: line.command }],
  );
  const because =
    found.length === 0 ? noCommandReason(text, lines) : strayReason(lines, found.length);
  if (because !== null) return unclear(text, because, lines);
  if (found.length === 0) {
    return idsIn(text).length === 0
      ? { kind: 'none' }
      : { ...unclear(text, 'it is not a command', lines), resembles: false };
  }
  const commands: AnswerCommand[] = [];
  for (const [index, { command: read, next }] of found.entries()) {
    const { word, rest } = read;
    if (word === 'resume') return readResume(text, lines, { rest, alone: found.length === 1 });
    const below = text.slice(next, found[index + 1]?.start);
    const command = readCommand(word, rest, below);
    if (typeof command === 'string') return unclear(text, command, lines);
    commands.push(command);
  }
  const named = [...new Set(commands.flatMap(namedIds))];
  const contradicted = contradictedReason(commands, { lines, named });
  if (contradicted !== null) return unclear(text, contradicted, lines);
  return {
    kind: 'commands',
    commands: commands.map((command, index) =>
      isOpenCancel(command) && !ALL.test(found[index]?.command.rest ?? '')
        ? { ...command, ids: named }
        : command,
    ),
  };
}

/** Whether a command is an end of runs that names no call itself. */
function isOpenCancel(command: AnswerCommand): boolean {
  return command.kind === 'cancel' && command.ids.length === 0;
}

/** The ids that a command names one by one. */
export function namedIds(command: AnswerCommand): readonly string[] {
  return command.ids === 'all' || command.ids === 'only' ? [] : command.ids;
}

/** Whether an answer denies or cancels. */
export function stops({ commands }: { readonly commands: readonly AnswerCommand[] }): boolean {
  return commands.some(({ kind }) => kind === 'deny' || kind === 'cancel');
}

/** Where a line is. */
type Place = 'own' | 'quote' | 'hidden';

interface Line extends ReadLine {
  readonly place: Place;
  readonly command: { readonly word: AnswerWord; readonly rest: string } | null;
}

/** The non-blank lines of a text. A line directly below a quote is a part of the quote, as GitHub shows it. */
function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  let isQuoted = false;
  for (const line of readLines(text)) {
    // GitHub knows no other blanks: a line of a no-break space continues a quote.
    if (/^[ \t]*$/.test(line.text)) isQuoted = false;
    if (line.text.trim() === '') continue;
    if (line.isContent) isQuoted = false;
    else isQuoted ||= !line.isOwn && INNER_QUOTE.test(line.text);
    const place = isQuoted ? 'quote' : line.isOwn ? 'own' : 'hidden';
    lines.push({ ...line, place, command: place === 'own' ? commandIn(line.text) : null });
  }
  return lines;
}

function commandIn(line: string): Line['command'] {
  const [, typed = '', rest = ''] = COMMAND.exec(line) ?? [];
  const word = ANSWER_WORDS.find((each) => each === typed.toLowerCase());
  return word === undefined ? null : { word, rest: rest.trim() };
}

/** Why text without a command still resembles an answer; `null` if it does not. */
function noCommandReason(text: string, lines: readonly Line[]): string | null {
  if (isReaction(text)) return 'it is not a command';
  const like = lines.find((line) => resemblesCommand(line.text) && !isQuotation(line, lines));
  switch (like?.place) {
    case undefined:
      return null;
    case 'own':
      return 'it begins like a command, but is invalid';
    case 'quote':
      return 'its command is in a quote, which ends at a blank line';
    case 'hidden':
      return 'its command is in code or in an HTML comment';
  }
}

/** True for a quoted line of a comment that says something else, too: quotes repeat what others wrote. */
function isQuotation({ place, text }: Line, lines: readonly Line[]): boolean {
  return place === 'quote' && QUOTE.test(text) && lines.some((line) => line.place === 'own');
}

/** Why no command of a comment counts: another line begins like a command, or stands before them; `null` if they count. */
function strayReason(lines: readonly Line[], commands: number): string | null {
  if (commands > COMMANDS_MAX) return `it has more than ${COMMANDS_MAX} commands`;
  let answering = false;
  let prose = false;
  for (const line of lines) {
    if (line.command !== null) {
      if (prose) return 'its command is below other text; begin with the command';
      const { word, rest } = line.command;
      // The text of an answer, and the code block of a changed call, may contain anything.
      answering = word === 'answer' || (word === 'approve' && isChange(approvalWords(rest).words));
    } else if (isStray(line, answering)) {
      return 'a line of it begins like a command, but is invalid';
    } else if (line.place === 'own' && !answering) {
      prose = true;
    }
  }
  return null;
}

/** Why the rest of a comment leaves open what its approvals, or its `/cancel`, mean; `null` if it does not. */
function contradictedReason(
  commands: readonly AnswerCommand[],
  { lines, named }: { readonly lines: readonly Line[]; readonly named: readonly string[] },
): string | null {
  // The text below an answer is its own.
  if (commands.some(({ kind }) => kind === 'answer')) return null;
  const approvals = commands.filter((command) => command.kind === 'approve');
  const prose = lines.filter(({ place, command }) => place === 'own' && command === null);
  const texts = [...approvals.map(({ note }) => note ?? ''), ...prose.map(({ text }) => text)];
  if (approvals.length > 0 && texts.some(containsDenial))
    return 'it contains `/deny` within a line; begin a line with it';
  if (approvals.length > 0 && prose.some(({ text }) => refusesAlone(text)))
    return 'the text below its command refuses; write `/deny`, or the command alone';
  if (
    approvals.some((command) => namedIds(command).length === 0) &&
    texts.some((text) => hasId(text))
  )
    return 'it names no call behind `/approve`, but its text names one, or a run';
  if (!commands.some(isOpenCancel)) return null;
  // Also in a quote, in code or in a reason: whoever wrote it may mean that run alone.
  const others = named.length === 0 ? lines : lines.filter(({ command }) => command === null);
  return others.some(({ text }) => hasId(text, named)) ? ID_TOO_LATE : null;
}

/** Whether a text has an id, or the beginning of one, besides the `known` ones. */
function hasId(text: string, known: readonly string[] = []): boolean {
  const found = [...text.matchAll(ANY_ID)].map(([id]) => readApprovalId(id) ?? id);
  return [...idsIn(text), ...found].some((id) => !known.includes(id));
}

/** The text of an answer may have lines that begin with a slash, but none that resembles a command. */
function isStray({ text, place }: Line, answering: boolean): boolean {
  if (place === 'quote') return !QUOTE.test(text) && resemblesCommand(text);
  if (place === 'hidden') return !answering && resemblesCommand(text);
  return resemblesCommand(text) || (!answering && SLASH_WORD.test(text));
}

function unclear(text: string, because: string, lines: readonly Line[]): UnclearAnswer {
  const denies = lines.some((line) => resemblesDenial(line.text) && !isQuotation(line, lines));
  return { kind: 'unclear', because, ids: idsIn(text), resembles: true, denies };
}

/** A command, or why the line is not a valid one. */
function readCommand(
  word: Exclude<AnswerWord, 'resume'>,
  rest: string,
  below: string,
): AnswerCommand | string {
  switch (word) {
    case 'approve':
      return readApprove(rest, below);
    case 'deny':
      return readDeny(rest);
    case 'answer':
      return readQuestionAnswer(rest, below);
    case 'cancel':
      return readCancel(rest);
  }
}

function readResume(
  text: string,
  lines: readonly Line[],
  { rest, alone }: { readonly rest: string; readonly alone: boolean },
): ParsedAnswer {
  if (!alone) return unclear(text, '`/resume` must be the only command of its comment', lines);
  if (/[ \t]/.test(rest)) return unclear(text, '`/resume` takes the id of one run, or none', lines);
  return { kind: 'resume', run: rest === '' ? null : rest.toLowerCase() };
}

function readApprove(rest: string, below: string): AnswerCommand | string {
  const { words, note } = approvalWords(rest);
  const always = words.at(-1)?.toLowerCase() === 'always';
  const changes = isChange(words);
  const ids = readIds(always || changes ? words.slice(0, -1) : words);
  if (ids === null) return 'it contains more than ids; put a note after `--note`';
  if (always && ids === 'all') return '`always` needs the id of each call instead of `all`';
  const change = changes ? changedText(below) : undefined;
  if (changes && (ids === 'all' || (ids !== 'only' && ids.length !== 1)))
    return '`with` changes exactly one call; name one id';
  if (change === null) return 'write one code block below `with`, not indented, and nothing else';
  return {
    kind: 'approve',
    ids,
    ...(note === '' ? {} : { note }),
    ...(always ? { always: true } : {}),
    ...defined({ change }),
  };
}

/** The words after `/approve`, and the note after them. */
function approvalWords(rest: string): { readonly words: readonly string[]; readonly note: string } {
  const [named = '', ...noted] = rest.split(/(?:^|[ \t])--note(?=[ \t]|$)/);
  const words = named.split(SEPARATORS).filter((word) => word !== '');
  return { words, note: truncated(noted.join(' --note')) };
}

/** Whether the last word of an approval changes its call. */
function isChange(words: readonly string[]): boolean {
  return words.at(-1)?.toLowerCase() === 'with';
}

function readIds(words: readonly string[]): NamedIds | null {
  if (words.length === 0) return 'only';
  if (words.length === 1 && words[0]?.toLowerCase() === 'all') return 'all';
  const ids = words.map(readApprovalId);
  return ids.includes(null) ? null : [...new Set(ids.filter((id) => id !== null))];
}

function readDeny(rest: string): AnswerCommand | string {
  const all = ALL.exec(rest);
  if (all !== null)
    return { kind: 'deny', ids: 'all', reason: truncated(rest.slice(all[0].length)) };
  const { ids, tail } = leadingIds(rest);
  if (ids.length === 0 && MALFORMED_ID.test(tail)) return NO_ID;
  return { kind: 'deny', ids: ids.length === 0 ? 'only' : ids, reason: truncated(tail) };
}

function readCancel(rest: string): AnswerCommand | string {
  const { ids, tail } = leadingIds(rest);
  if (ids.length > 0) return { kind: 'cancel', ids, reason: truncated(tail) };
  if (MALFORMED_ID.test(tail)) return NO_ID;
  // Without a readable id it would end the runs that it does not name, too.
  if (hasId(tail)) return ID_TOO_LATE;
  return { kind: 'cancel', ids, reason: truncated(tail.replace(ALL, '')) };
}

const ALL = /^all(?=[ \t]|$)/i;

const MALFORMED_ID = /^[^A-Za-z0-9]*ap-/i;

/** The id of a call, or its beginning, or the id of a run, anywhere; not `ap-southeast-1`. */
const ANY_ID = /(?<![A-Za-z0-9-])(?:ap-[0-9a-z]{0,8}|run-[0-9a-z]{16})(?![A-Za-z0-9-])/gi;

const NO_ID = 'it does not begin with an id from the approval comment';

const ID_TOO_LATE =
  'write the ids of calls (`ap-…`) directly behind `/cancel`, before other words; without one, it ends every run that waits here';

function readQuestionAnswer(rest: string, below: string): AnswerCommand | string {
  const { ids, tail } = leadingIds(rest);
  if (ids.length === 0) return NO_ID;
  const text = truncated(`${tail}\n${below}`);
  return text === '' ? 'it has no text after the id' : { kind: 'answer', ids, text };
}

/**
 * The ids at the start of a line, and what follows the last of them. One may end a clause (`ap-…: reason`): otherwise its denial would be
 * read as the reason of the one before it.
 */
function leadingIds(rest: string): { readonly ids: readonly string[]; readonly tail: string } {
  const ids = new Set<string>();
  let tail = rest;
  for (const word of rest.split(SEPARATORS)) {
    const id = readApprovalId(word.replace(/[.:;]$/, ''));
    if (id === null) break;
    ids.add(id);
    tail = tail.slice(word.length).replace(/^[ \t,]+/, '');
  }
  return { ids: [...ids], tail };
}

function truncated(text: string): string {
  return sliceWhole(text.trim(), ANSWER_MAX_CHARACTERS);
}

const OPENING = /^(([`~])\2{2,})[^`\r\n]*$/;

/**
 * The text of the one code block that stands below `/approve … with`, without its last newline; `null` if anything else than
 * blank lines and that block stands there. The block begins in the first column and has an end, so that what people see is
 * what is read.
 */
function changedText(below: string): string | null {
  const lines = below.split(/\r\n|\r|\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  const [, marks = '', mark = ''] = OPENING.exec(lines[first] ?? '') ?? [];
  if (marks === '') return null;
  const end = new RegExp(`^ {0,3}${mark}{${marks.length},}[ \\t]*$`);
  const last = lines.findIndex((line, index) => index > first && end.test(line));
  if (last === -1 || lines.slice(last + 1).some((line) => line.trim() !== '')) return null;
  return lines.slice(first + 1, last).join('\n');
}
