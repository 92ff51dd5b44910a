const UNSEEN = /[\u007f-\u009f\u2028\u2029\p{Cf}]/gu;

/** JSON that is safe to print to a terminal: invisible and control characters are escaped. */
export function shownJson(value: unknown): string {
  return `${escapeUnseen(JSON.stringify(value, null, 2))}\n`;
}

/** The same for JSON text. Outside of strings, JSON contains none of these characters. */
export function escapeUnseen(json: string): string {
  return json.replaceAll(UNSEEN, (found) =>
    Array.from(
      { length: found.length },
      (_, index) => `\\u${found.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
