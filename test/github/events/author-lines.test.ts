/** Texts of which GitHub shows the marked line as code, in a quote or not at all, though a simpler reading would take it as text. */
import { describe, expect, test } from 'vitest';
import { parseAnswer } from '../../../src/approvals/index.ts';
import { authorLines, requestAfterPhrase } from '../../../src/github/index.ts';
import { cutBody } from '../../../src/github/publish/body-limit.ts';

const COMMAND = '/approve ap-0123456z';
const FENCE = '```';

/** Texts in which `@` is the line, which GitHub does not show as its author's own text. */
const NOT_OWN: readonly (readonly [name: string, text: string])[] = [
  ['code below an indented mark, which is code itself', `    ${FENCE}\n${FENCE}\n@\n${FENCE}`],
  ['code below a mark behind a tab', `\t${FENCE}\n${FENCE}\n@\n${FENCE}`],
  ['code below a mark behind a no-break space', `\u00A0${FENCE}\n${FENCE}\n@`],
  ['code below a mark behind a form feed', `\f~~~\n~~~\n@`],
  ['code that a tabbed mark does not close', `${FENCE}\n\t${FENCE}\n@`],
  ['code that a mark behind a no-break space does not close', `${FENCE}\n\u00A0${FENCE}\n@`],
  ['code that a mark before a vertical tab does not close', `~~~\n~~~\v\n@`],
  ['code that fewer marks do not close', `${FENCE}\`\n${FENCE}\n@`],
  ['code that marks of another kind do not close', `~~~\n${FENCE}\n@`],
  ['HTML code below a fence that an outer quote ended', `> > ${FENCE}\n> <code>\n@`],
  ['code below a fence that ended with its list', `- ${FENCE}\n${FENCE}\n@\n${FENCE}`],
  ['code below a fence in a nested list', `1. - ${FENCE}\n${FENCE}\n@`],
  ['code below a fence that an item ended', `- a\n  ${FENCE}\n${FENCE}\n@`],
  ['code below a line across the page', `- --\n  ~~~\n@`],
  [
    'code below an empty item that a blank line ended',
    `-\n\n  ${FENCE}\n${FENCE}\n\n  ${FENCE}\n@`,
  ],
  ['HTML code whose end is code of an item', '<code>>\n1.     </code>\n\n@'],
  ['code below an empty item that is none', `q\n* \n  ${FENCE}\n@`],
  ['code below marks in raw HTML', `<div>\n${FENCE}\n</div>\n\n${FENCE}\n@\n${FENCE}`],
  ['code below a code span in a hidden line', '<code>a</code> `\n@\n`'],
  ['inline code that ends in an indented line', '`\n@\n\t`'],
  ['inline code that begins in a list', '`\n- `\n@`'],
  ['a quote of HTML in another', '<blockquote>\n<blockquote>\n</blockquote>\n@\n</blockquote>'],
  ['the second quote of a line', '<blockquote></blockquote><blockquote>\n@\n</blockquote>'],
  ['a quote whose end is an attribute', '<blockquote title="</blockquote>">\n@\n</blockquote>'],
  ['a quote that a cell of a table keeps open', '<blockquote><table><td></blockquote>\n@'],
  ['a quote of HTML that a quote of Markdown ends', '<blockquote>\n\n> x</blockquote>\n\n@'],
  ['preformatted HTML whose end is a comment', '<pre>\n<!-- </pre> -->\n@\n</pre>'],
  ['the second preformatted part', '<pre>\n</pre><pre>\n@\n</pre>'],
  ['HTML code that a quote leaves open', '> <code>\n\n@'],
  ['the title of a link that is only defined', '[x]: y "a\n@\n"'],
  ['the name of a link that is only defined', 'a\n\n- [x\n@\n]: y'],
  ['a definition below another', '[x]: y\n[z]: y (\n@\n)'],
  ['a footnote to which nothing refers', 'a\n[^1]: b\n@'],
  ['a comment behind the end of another', '<!--\n--> <!--\n@\n-->'],
  ['a comment behind a backtick of raw HTML', '<!-- --> `<!--`\n@'],
  ['a comment that a quote leaves open', '> <!--\n\n@'],
  ['a comment that a quote leaves open, above its end', '> <!--\n\n-->\n@'],
  ['a quote behind the end of a comment by `--!>`', '<!----!><blockquote>-->\n@'],
  ['code below a number that begins no list', `q\n2. ${FENCE}\n   ${FENCE}\n@`],
  ['a comment that ends in its line', '<!--\n@ --> x'],
  ['HTML code behind an escaped character', '\\*<code>\n@\n</code>'],
  [
    'a quote of HTML, of which a line below a quote of Markdown has no end',
    '<blockquote>\n\n> x\ny</blockquote>\n@',
  ],
];

describe('no command and no phrase is', () => {
  test.each(NOT_OWN)('%s', (_name, text) => {
    expect(parseAnswer(text.replace('@', COMMAND)).kind).not.toBe('commands');
    expect(requestAfterPhrase(text.replace('@', '/countersign go'))).toBeNull();
  });

  test.each([
    ['directly below a quote with a line of a no-break space', `> x\n\u00A0\n${COMMAND}`],
    ['directly below a quote of a list item', `* 1. ${FENCE}\n\t> x\n${COMMAND}`],
  ])('a command %s', (_name, text) => {
    expect(parseAnswer(text).kind).not.toBe('commands');
  });
});

describe('a phrase is read', () => {
  test.each([
    ['below a fence of a list', `1. Run\n   ${FENCE}\n   npm test\n   ${FENCE}\n@`],
    ['below a fence in an item', `- ${FENCE}\n  a\n  ${FENCE}\n\n@`],
    ['below a fence behind a paragraph of an item', `- a\n\n  ${FENCE}\n  x\n  ${FENCE}\n\n@`],
    ['below code that is indented', `Like this:\n\n    ${FENCE}\n    <pre>\n\n@`],
    [
      'below a folded part',
      `<details>\n<summary>Log</summary>\n\n${FENCE}\n<pre>\n${FENCE}\n\n</details>\n\n@`,
    ],
    ['below a picture and code', `See\n<img src="a.png">\n${FENCE}\na\n\nb\n${FENCE}\n@`],
    ['below code that names tags', 'Use `<pre>` or `<!--` here.\n@'],
    ['below a comparison', 'if a <b and c> d\n@'],
    ['below a quote of HTML', '<blockquote>\n<p>x</p>\n</blockquote>\n@'],
    ['below an HTML comment of a template', '<!--\nUse `<code>` -- please.\n-->\n\n@'],
    ['below a quoted template', '> <!--\n> Describe it.\n> -->\n\n@'],
    [
      'below a fence of a list that begins with another number',
      `2. ${FENCE}\n   x\n   ${FENCE}\n@`,
    ],
    ['below an empty comment', '<!-->\n@'],
    [
      'below a quote of HTML in another',
      '<blockquote>\n<blockquote>\nx\n</blockquote>\n</blockquote>\n\n@',
    ],
    ['below escaped marks', '\\<pre> and \\` one\n@'],
  ])('%s', (_name, text) => {
    expect(requestAfterPhrase(text.replace('@', '/countersign go'))).toBe('go');
  });
});

test('what only marks up or hides is no prose above a command', () => {
  for (const line of ['<!-- Answer below. -->', '<p align="center">', '<br>'])
    expect(parseAnswer(`${line}\n\n${COMMAND}`)).toMatchObject({ kind: 'commands' });
});

test('a line that is indented as code does not count, even where it continues a paragraph', () => {
  const lines = authorLines(`one\n   two\n    ${COMMAND}\n\t${COMMAND}`);
  expect(lines.map(({ text }) => text)).toEqual(['one', '   two']);
});

function cut(start: string): string {
  return cutBody(start + 'x'.repeat(500), 300);
}

test('a cut body closes the fence that is open, and none that ends by itself', () => {
  expect(cut(`${FENCE}\n\t${FENCE}\n`)).toContain(`x\n${FENCE}\n\n_Truncated`);
  expect(cut(`    ${FENCE}\n`)).not.toContain(`x\n${FENCE}`);
  expect(cut(`- \n\n  ${FENCE}\n  `)).toContain(`x\n${FENCE}\n\n_Truncated`);
  expect(cut(`> ${FENCE}\n> `)).not.toContain(`x\n${FENCE}`);
});

test('hostile blocks are read in no time', () => {
  const hostile = [
    `${'- '.repeat(300)}${FENCE}\n`.repeat(100),
    `1. ${FENCE}\n<a>\n`.repeat(6_000),
    '<a '.repeat(21_000),
    '<!--\n>'.repeat(10_000),
    '`\n'.repeat(32_000),
    '`` \n` '.repeat(10_000),
    '<?'.repeat(32_000),
    '- + '.repeat(16_000),
    '``\\'.repeat(21_000),
    '\\``'.repeat(21_000),
    `\\${FENCE}\n`.repeat(13_000),
    'a<!x'.repeat(16_000),
    `${'1. '.repeat(11_000)}\n${' a\n'.repeat(10_000)}`,
  ];
  for (const text of hostile) requestAfterPhrase(`${text}\n\n/countersign go`);
});
