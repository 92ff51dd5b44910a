import { countRemoved, type Removed } from './removed-counts.ts';

/** What stands for a formula that can hold words which the page does not show. */
const LEFT_OUT = '[formula]';
/** Colours that can be told from a page's background, light or dark. */
const SEEN_COLOURS =
  'black|blue|brown|cyan|gray|green|grey|lime|magenta|olive|orange|pink|purple|red|teal|violet|yellow';
/**
 * Commands of TeX that draw nothing of their argument, draw it in another colour, place or size, define something, or
 * carry an address. A formula with one of them is left out whole.
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

/** Whether words in a formula could be kept from a reader of the page. */
export function hidesInFormula(formula: string): boolean {
  return HIDING.test(formula);
}

/** A formula without the comments of TeX: a percent sign that is not escaped, and the rest of its line. */
export function withoutTexComments(formula: string, removed: Removed): string {
  return formula.replaceAll(/((?:^|[^\\])(?:\\\\)*)%[^\n]*/g, (_, before: string) => {
    countRemoved(removed, 'comments in formulas');
    return before;
  });
}

/** The text between the marks of a formula as it may be read: without comments; `null` where it can hide words. */
export function plainFormula(formula: string, removed: Removed): string | null {
  const shown = withoutTexComments(formula, removed);
  if (!hidesInFormula(shown)) return shown;
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
 * `text` without formulas that can hide words, and without the comments of the others. Where a formula begins is not certain:
 * whatever stands between two dollar signs, or two pairs of them, and holds a hiding command is taken to be one.
 */
export function withoutHiddenFormulas(text: string, removed: Removed): string {
  if (!text.includes('$')) return text;
  const paragraphs = text
    .split(BLANK_LINE)
    .map((paragraph) => inlineCommentsOut(blocksOf(paragraph, removed), removed))
    .join('');
  return between(blocksOf(paragraphs, removed), '$', (inside) => {
    if (!hidesInFormula(inside)) return inside;
    countRemoved(removed, 'hidden formulas');
    return LEFT_OUT;
  });
}

/** Each part between `$$` and `$$`, also one that ends a block and begins the next, as it may be read. */
function blocksOf(text: string, removed: Removed): string {
  return between(text, '$$', (inside, index) => {
    const shown = index % 2 === 1 ? withoutTexComments(inside, removed) : inside;
    if (!hidesInFormula(shown)) return shown;
    countRemoved(removed, 'hidden formulas');
    return LEFT_OUT;
  });
}

/** `text` with `change` made to every part that has `mark` before and behind it. */
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

/** Inline formulas as GitHub finds them: no blank inside of the dollar signs, no letter or digit outside. */
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
