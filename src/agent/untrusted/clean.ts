import { markdownPieces, truncateMiddle } from '../../base/index.ts';
import { withoutInvisible } from './characters.ts';
import { withoutEntities } from './entities.ts';
import { htmlReader, withoutHiddenHtml } from './html.ts';
import { withoutDefinitions, withPlainLinks } from './markdown.ts';
import { count, type Removed } from './removed.ts';

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
 * A stranger's Markdown as a reader of its page would have it: nothing in it is hidden. HTML comments, definitions,
 * hidden elements and attributes are taken out, pictures and titles put in words, folded parts opened, invisible
 * characters removed or written out. Code keeps every character that shows. What was done is counted by kind.
 */
export function cleanText(text: string): Cleaned {
  const removed: Removed = {};
  const input = truncateMiddle(text, MAX_TEXT_CHARS).replaceAll(/[\uFDD0-\uFDEF]/g, () => {
    count(removed, 'control characters');
    return '';
  });
  const code: string[] = [];
  const html = htmlReader(input);
  const held = markdownPieces(input, (_, at) => html.at(at)?.end ?? null)
    .map(({ kind, text: piece }) => (kind === 'prose' ? piece : hold(code, piece)))
    .join('');
  const shown = withoutHidden(held, removed);
  if (shown === null) return { text: DROPPED, removed: { ...removed, 'whole texts': 1 } };
  const plain = withoutEntities(withPlainLinks(withoutDefinitions(shown, removed), removed));
  const whole = plain.replaceAll(
    /\uFDD0(\d+)\uFDD1/g,
    (_, index: string) => code[Number(index)] ?? '',
  );
  return { text: withoutInvisible(whole, removed), removed };
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
