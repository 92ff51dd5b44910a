import { CountersignError } from '../../common/index.ts';
import { authorLines } from './author-lines.ts';

export const DEFAULT_PHRASE = '/countersign';
const MAX_PHRASE_CHARS = 100;

export type PhraseMatch =
  | { readonly matched: false }
  /** `request` is the text after the phrase, which may be empty. */
  | { readonly matched: true; readonly request: string };

/**
 * Finds the first line that starts with the phrase (after up to three spaces), outside of quotes, code and HTML comments. The
 * case matters. The phrase must be followed by the end of the line, by white space, or by one of `: , . ! ? ;` and white
 * space. Throws `input-invalid` for an empty phrase.
 */
export function matchesPhrase(text: string, phrase: string = DEFAULT_PHRASE): PhraseMatch {
  const trimmed = phrase.trim();
  if (trimmed === '' || trimmed.length > MAX_PHRASE_CHARS || /[\r\n]/.test(trimmed)) {
    throw new CountersignError(
      'input-invalid',
      `The trigger phrase ${JSON.stringify(phrase)} is invalid.`,
      {
        fix: `Write one line of at most ${MAX_PHRASE_CHARS} characters, such as \`${DEFAULT_PHRASE}\`.`,
      },
    );
  }
  for (const line of authorLines(text)) {
    const rest = textAfter(line.text, trimmed);
    if (rest !== null) {
      return {
        matched: true,
        request: `${rest}${text.slice(line.start + line.text.length)}`.trim(),
      };
    }
  }
  return { matched: false };
}

function textAfter(line: string, phrase: string): string | null {
  const text = line.replace(/^ {0,3}/, '');
  if (!text.startsWith(phrase)) return null;
  const rest = text.slice(phrase.length);
  const end = /^(?:$|\s|[:,.!?;]+(?=\s|$))/.exec(rest);
  return end === null ? null : rest.slice(end[0].length);
}
