import { invalidInput } from '../../common/index.ts';
import { authorLines } from './author-lines.ts';

export const DEFAULT_PHRASE = '/countersign';
const MAX_PHRASE_CHARS = 100;

/**
 * The text after the phrase, which may be empty; `null` without the phrase. The phrase starts a line (after up to three
 * spaces), outside of quotes, code and HTML comments. The first such line counts. The case matters. The phrase must be followed by the end of the line, by white space, or by one of `: , . ! ? ;` and white
 * space. Throws `input-invalid` for an empty phrase.
 */
export function requestAfterPhrase(text: string, phrase: string = DEFAULT_PHRASE): string | null {
  const trimmed = phrase.trim();
  if (trimmed === '' || trimmed.length > MAX_PHRASE_CHARS || /[\r\n]/.test(trimmed)) {
    const message = `The trigger phrase ${JSON.stringify(phrase)} is invalid.`;
    const fix = `Write one line of at most ${MAX_PHRASE_CHARS} characters, such as \`${DEFAULT_PHRASE}\`.`;
    throw invalidInput(message, fix);
  }
  for (const line of authorLines(text)) {
    const rest = textAfter(line.text, trimmed);
    if (rest !== null) return `${rest}${text.slice(line.start + line.text.length)}`.trim();
  }
  return null;
}

function textAfter(line: string, phrase: string): string | null {
  const text = line.replace(/^ {0,3}/, '');
  if (!text.startsWith(phrase)) return null;
  const rest = text.slice(phrase.length);
  const end = /^(?:$|\s|[:,.!?;]+(?=\s|$))/.exec(rest);
  return end === null ? null : rest.slice(end[0].length);
}
