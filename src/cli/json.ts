const UNSEEN = /[\u007f-\u009f\u2028\u2029\p{Cf}]/gu;

/** JSON for programs that a terminal can show as well: what does not show, or acts on a screen, is escaped. */
export function shownJson(value: unknown): string {
  return `${escapeUnseen(JSON.stringify(value, null, 2))}\n`;
}

/** The same for a text that is JSON already. Outside of strings JSON has none of these characters. */
export function escapeUnseen(json: string): string {
  return json.replaceAll(UNSEEN, (found) =>
    Array.from(
      { length: found.length },
      (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
