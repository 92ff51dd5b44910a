import { invalidInput, type Json, parseJson, sanitizeJson } from '../common/index.ts';

const UNSEEN = /[\u007f-\u009f\u2028\u2029\p{Cf}]/gu;

/** JSON that is safe to print to a terminal: invisible and control characters are escaped. */
export function shownJson(value: unknown): string {
  return `${escapeUnseen(JSON.stringify(value, null, 2))}\n`;
}

/** The same for JSON text. Outside of strings, JSON contains none of these characters. */
export function escapeUnseen(json: string): string {
  return json.replaceAll(UNSEEN, (found) => {
    const units = found.split('').map((unit) => unit.charCodeAt(0));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}

/** The input of a call, as the option `--input` has it. Throws `input-invalid` for a text that is not JSON. */
export function parsedInput(text: string): Json {
  const value = parseJson(text);
  if (value !== undefined) return sanitizeJson(value);
  throw invalidInput(
    `--input is not JSON: ${JSON.stringify(text.slice(0, 200))}.`,
    'Write one JSON object, such as --input \'{"path":"README.md"}\'.',
  );
}
