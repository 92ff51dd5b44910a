import { markdownPieces, truncateMiddle } from '../../common/index.ts';
import { withoutInvisible } from './characters.ts';
import { withoutEntities } from './entities.ts';
import { plainFence, withFarTextMarked, withFenceWordsMarked } from './fences.ts';
import { withoutFootnotes } from './footnotes.ts';
import { plainFormulaSpan, withoutHiddenFormulas } from './formulas.ts';
import { htmlReader, withoutHiddenHtml } from './html.ts';
import { withoutDefinitions, withPlainLinks } from './markdown.ts';
import { countRemoved, type Removed } from './removed-counts.ts';
import { withoutExtraCells } from './tables.ts';

/** Longer texts are cut in the middle before they are looked through. */
const MAX_TEXT_CHARS = 200_000;
/** What is taken out may leave another hiding place behind; text that needs more passes is dropped whole. */
const MAX_PASSES = 20;
const DROPPED = '[this text hides things in too many layers and was left out]';
/** Two code points that are no characters: where code stood while the rest was looked through. */
const OPEN = '\uFDD0';
const CLOSE = '\uFDD1';

export interface Cleaned {
  readonly text: string;
  readonly removed: Readonly<Removed>;
}

/**
 * Markdown by somebody who is not trusted as a reader of its page would have it: nothing in it is hidden. HTML comments,
 * definitions, hidden elements and attributes, formulas and diagrams that can hide words, words beside a fence and cells
 * beside a table are taken out; pictures, titles and text out of sight are put in words; folded parts are opened;
 * invisible characters are removed or written out. Code keeps every character that shows. What was done is counted by kind.
 */
export function cleanText(text: string): Cleaned {
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
  const defined = withoutFootnotes(withoutDefinitions(shown, removed), removed);
  const plain = withoutEntities(withPlainLinks(withFenceWordsMarked(defined, removed), removed));
  const whole = withoutHiddenFormulas(plain, removed).replaceAll(
    /\uFDD0(\d+)\uFDD1/g,
    (_, index: string) => code[Number(index)] ?? '',
  );
  return { text: withFarTextMarked(withoutInvisible(whole, removed), removed), removed };
}

function skipIn(text: string): (text: string, at: number) => number | null {
  const html = htmlReader(text);
  return (_, at) => html.at(at)?.end ?? null;
}

/** `text` with a mark for each piece of code. Code between dollar signs is a formula, and so is a fence that says so. */
function withCodeHeld(
  text: string,
  context: { readonly code: string[]; readonly removed: Removed },
): string {
  const { code, removed } = context;
  const pieces = markdownPieces(text, skipIn(text));
  return pieces
    .map(({ kind, text: piece }, index) => {
      if (kind === 'prose') return piece;
      if (kind === 'fence') return hold(code, plainFence(piece, removed));
      const isFormula =
        pieces[index - 1]?.text.endsWith('$') === true &&
        pieces[index + 1]?.text.startsWith('$') === true;
      const shown = isFormula ? plainFormulaSpan(piece, removed) : piece;
      return shown === null ? '[formula]' : hold(code, shown);
    })
    .join('');
}

/** The line break after a fence stays outside, so that lines stay lines. */
function hold(code: string[], piece: string): string {
  const body = piece.replace(/\n$/, '');
  code.push(body);
  return `${OPEN}${code.length - 1}${CLOSE}${piece.slice(body.length)}`;
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
