import { readEscapes } from './known-values/escapes.ts';
import { readVisible } from './known-values/joined.ts';
import { type Units, UnitBuffer } from './known-values/units.ts';
import type { SecretRange } from './ranges.ts';

/** Whether a text contains what `ShownTokens` decodes or omits: nearly every JSON text, and hardly any prose. */
const IS_CODED = new RegExp(
  [
    String.raw`[\u0000\u001B\u00AD\u061C\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uDB40]`,
    String.raw`[\uFE00-\uFE0F]|\u034F`,
    String.raw`\\[nrtbfuUx0-7"'\r\n]|%[0-9A-Fa-f]{2}|&(?:#|[A-Za-z]{2,8};)`,
  ].join('|'),
);

/**
 * Searches a text as it is shown: with its escapes decoded (JSON, URLs, HTML), and without colours and invisible
 * characters. In `\nAKIA…` and `%3DAKIA…` no word begins with the token, and `grep --color` puts a sequence into it.
 */
export class ShownTokens {
  readonly #text = new UnitBuffer();
  readonly #decoded = new UnitBuffer();
  readonly #visible = new UnitBuffer();

  /** What `search` finds in the text as it is shown, as ranges of the text itself. */
  find(text: string, search: (shown: string) => readonly SecretRange[]): readonly SecretRange[] {
    if (!IS_CODED.test(text)) return [];
    const units = this.#text.filled(text);
    const room = this.#decoded.sized(text.length);
    const decoded: Units = { units: room, length: readEscapes(units, room, null) };
    const visible = this.#visible.sized(decoded.length);
    const shown = textOf(visible, readVisible(decoded, visible, null));
    const found = search(shown);
    if (found.length === 0) return found;
    const escapes = new Uint32Array(text.length + 1);
    const kept = new Uint32Array(decoded.length + 1);
    readEscapes(units, room, escapes);
    readVisible(decoded, visible, kept);
    return found.map((range) => ({
      ...range,
      start: escapes[kept[range.start] ?? 0] ?? 0,
      end: escapes[(kept[range.end - 1] ?? 0) + 1] ?? 0,
    }));
  }
}

function textOf(units: Uint16Array, length: number): string {
  return Buffer.from(units.buffer, units.byteOffset, length * 2).toString('utf16le');
}
