import { countRemoved, type Removed } from './removed-counts.ts';

/** Replaces a formula that can hold hidden text. */
const LEFT_OUT = '[formula]';
/** Colours that are visible on a page's background, light or dark. */
const SEEN_COLOURS =
  'black|blue|brown|cyan|gray|green|grey|lime|magenta|olive|orange|pink|purple|red|teal|violet|yellow';
/**
 * TeX commands that do not render their argument, render it in another colour, position or size, define something, or
 * carry an address. A formula with one of them is removed whole.
 */
const HIDING = new RegExp(
  [
    String.raw`\\(?:[hv]?phantom|math[lrc]lap|[lrc]lap|smash|label|(?:eq)?ref|href|url|class|cssId|style|data|require`,
    String.raw`|html(?:Class|Data|Id|Style)|[egx]?def|let|(?:re)?newcommand|providecommand|(?:re)?newenvironment`,
    String.raw`|DeclareMathOperator|csname|if[a-z]*|mmlToken|enclose|raise|lower|move(?:left|right)|vspace|rule|fontsize`,
    String.raw`|(?:f)?colorbox|definecolor|tooltip|texttip|toggle|bbox|mathchoice|includegraphics|scalebox|resizebox`,
    String.raw`|begin\s*\{\s*comment\s*\}|(?:m?kern|[hm]skip)\s*\{?\s*(?:-|\d{3})|[hm]space\*?\s*\{\s*(?:-|\d{3})|[tT]iny`,
    String.raw`|(?:text)?color(?!\s*\{\s*(?:${SEEN_COLOURS})\s*\}))(?![A-Za-z])`,
  ].join(''),
);
const BLANK_LINE = /(\n[ \t>]*\n)/;

/** A formula without TeX comments: an unescaped percent sign and the rest of its line. */
function withoutTexComments(formula: string, removed: Removed): string {
  return formula.replaceAll(/((?:^|[^\\])(?:\\\\)*)%[^\n]*/g, (_, before: string) => {
    countRemoved(removed, 'comments in formulas');
    return before;
  });
}

/** The visible content of a formula, without comments; `null` if it can hide text. */
export function plainFormula(formula: string, removed: Removed): string | null {
  const shown = withoutTexComments(formula, removed);
  if (!HIDING.test(shown)) return shown;
  countRemoved(removed, 'hidden formulas');
  return null;
}

/** The same for a formula between backticks. */
export function plainFormulaSpan(span: string, removed: Removed): string | null {
  const marks = /^`*/.exec(span)?.[0] ?? '';
  const shown = plainFormula(span.slice(marks.length, span.length - marks.length), removed);
  return shown === null ? null : `${marks}${shown}${marks}`;
}

/**
 * Removes formulas that can hide text, and the comments of the others. The start of a formula is not certain, so
 * everything between two dollar signs (or two pairs) that contains a hiding command counts as one.
 */
export function withoutHiddenFormulas(text: string, removed: Removed): string {
  if (!text.includes('$')) return text;
  const paragraphs = text
    .split(BLANK_LINE)
    .map((paragraph) => inlineCommentsOut(blocksOf(paragraph, removed), removed))
    .join('');
  return between(blocksOf(paragraphs, removed), '$', (inside) => {
    if (!HIDING.test(inside)) return inside;
    countRemoved(removed, 'hidden formulas');
    return LEFT_OUT;
  });
}

/** Cleans each part between `$$` and `$$`, including one that ends a block and starts the next. */
function blocksOf(text: string, removed: Removed): string {
  return between(text, '$$', (inside, index) => {
    const shown = index % 2 === 1 ? withoutTexComments(inside, removed) : inside;
    if (!HIDING.test(shown)) return shown;
    countRemoved(removed, 'hidden formulas');
    return LEFT_OUT;
  });
}

/** Applies `change` to every part of `text` between two `mark`s. */
function between(
  text: string,
  mark: '$' | '$$',
  change: (inside: string, index: number) => string,
): string {
  const parts = text.split(mark);
  return parts
    .map((part, index) => (index === 0 || index === parts.length - 1 ? part : change(part, index)))
    .join(mark);
}

/** Inline formulas as GitHub recognizes them: no blank inside the dollar signs, no letter or digit outside. */
function inlineCommentsOut(paragraph: string, removed: Removed): string {
  if (!paragraph.includes('%')) return paragraph;
  const parts = paragraph.split('$');
  return parts
    .map((part, index) => {
      const before = parts[index - 1];
      const after = parts[index + 1];
      const isInline =
        before !== undefined &&
        after !== undefined &&
        !/[A-Za-z0-9\\]$/.test(before) &&
        /^\S(?:[\s\S]*\S)?$/.test(part) &&
        !/^[A-Za-z0-9]/.test(after);
      return isInline ? withoutTexComments(part, removed) : part;
    })
    .join('$');
}
