import { expect, test } from 'vitest';
import { cleanText } from '../../src/agent/untrusted-text/clean.ts';
import { someOf } from '../properties.ts';

/** As long as a comment on GitHub can be. */
const CHARS = 65_000;

const seen = (text: string): string => cleanText(text).text;

test.each(
  someOf(
    [
      'a<a ',
      '<a b="',
      "'<a b=",
      '<a "> ',
      '<div hidden>',
      '<div hidden><div>',
      '<!--',
      '<!--<!---->',
      '<!-- -- ',
      '<?-->',
      '<![CDATA[',
      '<!x',
      '![<',
      '</',
      '</a ',
      '<details ',
      '\\``',
      '` `` ',
      '![](',
      '[a]: <',
      '[^a]: b\n',
      '&#x',
      '$\\phantom',
      '> '.repeat(20),
      '~~~\n ',
      '$',
      '$$ %',
      '$\\kern ',
      '\\\\%',
      '```mermaid\n%%{',
      '|-',
      '|-|\n',
      '| a |\n| - |\n',
      '[^a]: [^b]\n',
      '[^a]: b\n\n    [^a]',
      '[](',
      '[ ][',
      '[<a>',
      '<a href="x">',
      '<sub>',
      '<x-y ',
      '```js a ',
      ' '.repeat(99),
      '\t',
    ],
    12,
  ),
)('an untrusted user cannot stop a run with a comment full of %j', (unit) => {
  const text = unit.repeat(Math.ceil(CHARS / unit.length)).slice(0, CHARS);
  for (const whole of [text, `${text}">`, `${text}-->`, `${text}\n${'`'.repeat(7)}`])
    cleanText(whole);
});

test.each(
  someOf(
    [
      ['![a](', ' ', ''],
      ['[a](b', '\n', ' "c'],
      ['<p style="', ';color:rgba(', '">a</p>'],
      ['<p style="', 'transform:', '">a</p>'],
      ['```mermaid\n', '%%{', '\n```'],
      ['```mermaid\n', '\n', '---\n```'],
      ['```mermaid\n', 'accDescr {', '\n```'],
      ['```math\n', '\\kern ', '\n```'],
      ['$$', '% ', '$$'],
      ['$$', '\\', '%$$'],
      ['| a |\n|---', ' ', 'x'],
      ['| a |\n| - |\n', '| a ', '|'],
      ['[^1]: a', '\n', 'x'],
      ['[a](<', ' ', '>)'],
      ['[', '&nbsp;', '](x)'],
    ],
    6,
  ),
)('nor with one that begins %j and continues with %j', (begin, unit, end) => {
  cleanText(`${begin}${unit.repeat(Math.ceil((3 * CHARS) / unit.length))}${end}`);
});

test('a link with white space in its brackets is read as a page reads it', () => {
  expect(seen('![a](\n x.png\t"b" )')).toBe('[image: a, title: b, at x.png]');
  expect(seen('![a]( )![b]()')).toBe('[image: a][image: b]');
  expect(seen('[a]( x "b" )')).toBe('[a](x) [title: b]');
});

test('a cached position does not change the result at another position', () => {
  expect(seen('a <b x" <i>shown</i> after')).toContain('after');
  expect(seen('<a b="1>2" href="https://x.example">in</a> out')).toContain('in</a> out');
  expect(seen('x <a b="<div hidden>secret</div> <p>after')).not.toContain('secret');
  expect(seen('x <a "><div hidden>secret</div> "> after')).not.toContain('secret');
  expect(seen("x <a ' <b> \" <div hidden title='\"'>secret</div> shown")).not.toContain('secret');
});
