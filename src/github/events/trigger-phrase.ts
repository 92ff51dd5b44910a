import { CountersignError } from '../../common/index.ts';
import { authorLines } from './author-lines.ts';

export const DEFAULT_PHRASE = '/countersign';
const MAX_PHRASE_CHARS = 100;

export type PhraseMatch =
  | { readonly matched: false }
  /** `request` is what follows the phrase, to the end of the text; empty where nothing does. */
  | { readonly matched: true; readonly request: string };

/**
 * Looks for the phrase as a whole word at the start of a line (up to three spaces before it), outside quotes, code
 * and HTML comments; the first such line counts. Upper and lower case differ. A whole word ends with the line, with
 * white space, or with one of `: , . ! ? ;` and then white space. Throws `input-invalid` for an empty phrase.
 */
export function matchesPhrase(text: string, phrase: string = DEFAULT_PHRASE): PhraseMatch {
  const wanted = phrase.trim();
  if (wanted === '' || wanted.length > MAX_PHRASE_CHARS || /[\r\n]/.test(wanted)) {
    throw new CountersignError(
      'input-invalid',
      `The trigger phrase ${JSON.stringify(phrase)} cannot be matched.`,
      {
        fix: `Write one line of at most ${MAX_PHRASE_CHARS} characters, such as \`${DEFAULT_PHRASE}\`.`,
      },
    );
  }
  for (const line of authorLines(text)) {
    const rest = restAfter(line.text, wanted);
    if (rest !== null) {
      return {
        matched: true,
        request: `${rest}${text.slice(line.start + line.text.length)}`.trim(),
      };
    }
  }
  return { matched: false };
}

function restAfter(line: string, phrase: string): string | null {
  const words = line.replace(/^ {0,3}/, '');
  if (!words.startsWith(phrase)) return null;
  const rest = words.slice(phrase.length);
  const end = /^(?:$|\s|[:,.!?;]+(?=\s|$))/.exec(rest);
  return end === null ? null : rest.slice(end[0].length);
}

/** The words that an answer to a card begins with. */
const ANSWER = /^\/(?:approve|deny|answer|cancel)(?=\s|$)/;

/** True where the first line that is not blank is `/resume`, with or without the name of a run. */
export function isResumeCommand(text: string): boolean {
  return /^\/resume(?=\s|$)/.test(firstWords(text));
}

/**
 * True where the first line of a comment that is not blank is an answer to a card: `/approve …`, `/deny …`,
 * `/answer …` or `/cancel`.
 */
export function isApprovalCommand(text: string): boolean {
  return ANSWER.test(firstWords(text));
}

function firstWords(text: string): string {
  return (text.split(/\r\n|\r|\n/).find((line) => line.trim() !== '') ?? '').trim();
}
