import {
  holdCode,
  markdownPieces,
  truncateMiddle,
  withHeldCode,
  withoutEntities,
} from '../../common/index.ts';
import { withoutInvisible } from './characters.ts';
import { plainFence, withFarTextMarked, withFenceWordsMarked } from './fences.ts';
import { withoutFootnotes } from './footnotes.ts';
import { plainFormulaSpan, withoutHiddenFormulas } from './formulas.ts';
import { htmlReader, withoutHiddenHtml } from './html.ts';
import { withoutDefinitions, withoutLabels, withPlainLinks } from './markdown.ts';
import { countRemoved, type Removed } from './removed-counts.ts';
import { withoutExtraCells } from './tables.ts';

/** Longer texts are cut in the middle first. */
const MAX_TEXT_CHARS = 200_000;
/** A removal may create new hidden text, so passes repeat. Text that needs more passes is dropped whole. */
const MAX_PASSES = 20;
const DROPPED = '[this text hides things in too many layers and was left out]';

/**
 * Untrusted Markdown as a reader of its rendered page would see it, without hidden text. Removes HTML comments, link
 * definitions, hidden elements and attributes, formulas and diagrams that can hide text, the info string of a fence,
 * and cells beyond a table's columns. Describes pictures, titles and clipped text in words, and opens collapsed
 * sections. Removes or escapes invisible characters. Code keeps every visible character. Counts the changes by kind.
 */
export function cleanText(text: string): {
  readonly text: string;
  readonly removed: Readonly<Removed>;
} {
  const removed: Removed = {};
  const given = truncateMiddle(text, MAX_TEXT_CHARS)
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\uFDD0-\uFDEF]/g, () => {
      countRemoved(removed, 'control characters');
      return '';
    });
  const input = withoutExtraCells(given, removed, skipIn(given));
  const code: string[] = [];
  const shown = withoutHidden(withCodeHeld(input, { code, removed }), removed);
  if (shown === null) return { text: DROPPED, removed: { ...removed, 'whole texts': 1 } };
  const defined = withoutFootnotes(
    withoutDefinitions(withoutLabels(shown, removed), removed),
    removed,
  );
  const plain = withoutEntities(withPlainLinks(withFenceWordsMarked(defined, removed), removed));
  const whole = withHeldCode(withoutHiddenFormulas(plain, removed), code);
  return { text: withFarTextMarked(withoutInvisible(whole, removed), removed), removed };
}

function skipIn(text: string): (text: string, index: number) => number | null {
  const foundAt = htmlReader(text);
  return (_, index) => foundAt(index)?.end ?? null;
}

/**
 * `text` with a placeholder for each piece of code. Code between dollar signs is a formula, and so is a fence with the
 * language `math`.
 */
function withCodeHeld(
  text: string,
  { code, removed }: { readonly code: string[]; readonly removed: Removed },
): string {
  const pieces = markdownPieces(text, skipIn(text));
  return pieces
    .map(({ kind, text: piece }, index) => {
      if (kind === 'prose') return piece;
      if (kind === 'fence') return holdCode(code, plainFence(piece, removed));
      const isFormula =
        pieces[index - 1]?.text.endsWith('$') === true &&
        pieces[index + 1]?.text.startsWith('$') === true;
      const shown = isFormula ? plainFormulaSpan(piece, removed) : piece;
      return shown === null ? '[formula]' : holdCode(code, shown);
    })
    .join('');
}

function withoutHidden(text: string, removed: Removed): string | null {
  let current = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = withoutHiddenHtml(current, removed);
    if (next === current) return current;
    current = next;
  }
  return null;
}
