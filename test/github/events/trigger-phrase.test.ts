import { describe, expect, test } from 'vitest';
import { requestAfterPhrase } from '../../../src/github/index.ts';
import * as fc from '../../properties.ts';

const request = requestAfterPhrase;

describe('the phrase matches', () => {
  test.each([
    ['alone', '/countersign', ''],
    ['with a request', '/countersign fix the bug', 'fix the bug'],
    ['with more lines', 'Hello\r\n/countersign fix\r\nthis, please\r\n', 'fix\r\nthis, please'],
    ['after three spaces', '   /countersign go', 'go'],
    ['with a colon', '/countersign: go', 'go'],
    ['under a quote', '> said before\n/countersign go', 'go'],
    ['after a fence', '```\ncode\n```\n/countersign go', 'go'],
    ['after an HTML comment', '<!-- hidden -->\n/countersign go', 'go'],
    ['after a comment inside a line', 'text <!-- a --> more\n/countersign go', 'go'],
    ['after stray backticks', 'a ` b\n/countersign go', 'go'],
    ['the first of two', '/countersign one\n/countersign two', 'one\n/countersign two'],
    ['behind a tab', '/countersign\tgo', 'go'],
    ['after old Mac line ends', 'a\r/countersign go', 'go'],
    ['after a fence in a quote that the quote ends', '> ```\n> code\n/countersign go', 'go'],
    ['after inline backticks that look like a fence', '```not a fence```\n/countersign go', 'go'],
    ['when a tilde fence holds a backtick', '~~~\n`\n~~~\n/countersign do `a`', 'do `a`'],
    ['behind a byte order mark, which Markdown ignores', '\uFEFF/countersign go', 'go'],
  ])('%s', (_name, text, expected) => {
    expect(request(text)).toBe(expected);
  });

  test('whatever the phrase is', () => {
    expect(request('@robot do it', '@robot')).toBe('do it');
    expect(request('.* do it', '.*')).toBe('do it');
    expect(request('xx do it', '.*')).toBeNull();
  });
});

describe('the phrase does not match', () => {
  test.each([
    ['in the middle of a line', 'please /countersign go'],
    ['as part of a word', '/countersignature needed'],
    ['with a dash', '/countersign-bot go'],
    ['as a path', '/countersign/go'],
    ['as a file', '/countersign.md'],
    ['in capitals', '/COUNTERSIGN go'],
    ['in a quote', '> /countersign go'],
    ['in a quote after spaces', '   > /countersign go'],
    ['in a nested quote', '> > /countersign go'],
    ['in a fence', '```\n/countersign go\n```'],
    ['in a fence with a language', '```sh\n/countersign go\n```'],
    ['in a tilde fence', '~~~\n/countersign go\n~~~'],
    ['in a fence that nothing closes', '```\n/countersign go'],
    ['in a fence that a shorter one does not close', '````\n```\n/countersign go\n````'],
    ['in a fence that other marks do not close', '```\n~~~\n/countersign go\n```'],
    ['in a fence that a mark with words does not close', '```\n``` x\n/countersign go\n```'],
    ['in a fence that an indented mark does not close', '```\n    ```\n/countersign go\n```'],
    ['in a fence of a list', '- ```\n  /countersign go\n  ```'],
    ['in a fence of a quote', '> ```\n> /countersign go\n> ```'],
    ['indented by four', '    /countersign go'],
    ['indented by a tab', '\t/countersign go'],
    ['in inline code', '`/countersign go`'],
    ['in inline code over lines', 'see `\n/countersign go\n` there'],
    ['in an HTML comment', '<!-- /countersign go -->'],
    ['in an HTML comment over lines', '<!--\n/countersign go\n-->'],
    ['in an HTML comment that begins behind words', 'words <!--\n/countersign go\n-->'],
    ['in an HTML comment that nothing closes', '<!--\n/countersign go'],
    ['in preformatted HTML', '<pre>\n/countersign go\n</pre>'],
    ['in a list', '- /countersign go'],
    ['in a fence behind a byte order mark', '\uFEFF```\n/countersign go\n```'],
    ['in an HTML comment behind a byte order mark', '\uFEFF<!--\n\n/countersign go\n-->'],
    ['in a quote behind a byte order mark', '\uFEFF> /countersign go'],
    ['behind two byte order marks', '\uFEFF\uFEFF/countersign go'],
    ['behind something that cannot be seen', '\u200b/countersign go'],
    ['in nothing', ''],
  ])('%s', (_name, text) => {
    expect(request(text)).toBeNull();
  });

  test('in any fenced, quoted or indented form of any text', () => {
    const words = fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '/', '>', '-', '*', '/countersign'),
    });
    fc.assert(
      fc.property(words, (text) => {
        const lines = `${text}\n/countersign go`.split('\n');
        expect(request(lines.map((line) => `> ${line}`).join('\n'))).toBeNull();
        expect(request(lines.map((line) => `    ${line}`).join('\n'))).toBeNull();
        expect(request(['~~~~', ...lines, '~~~~'].join('\n'))).toBeNull();
      }),
    );
  });
});

test('a phrase is one line of at most 100 characters, and anything else is an error', () => {
  for (const phrase of ['  ', 'x'.repeat(101), '/go\n/stop', '/go\r/stop'])
    expect(() => requestAfterPhrase(phrase, phrase), phrase).toThrow(
      /The trigger phrase .* invalid/,
    );
  const longest = 'x'.repeat(100);
  expect(request(`${longest} go`, ` ${longest}\n`)).toBe('go');
});

test('long hostile texts are read in no time, and only an open fence or comment hides what is below them', () => {
  const hostile: readonly (readonly [text: string, expected: string | null])[] = [
    ['`'.repeat(65_000), null],
    ['` `` '.repeat(13_000), 'go'],
    ['<!--'.repeat(16_000), null],
    ['> '.repeat(32_000), 'go'],
    ['- '.repeat(32_000), 'go'],
    ['\n'.repeat(65_000), 'go'],
    ['`a`'.repeat(21_000), 'go'],
    [' '.repeat(65_000), 'go'],
  ];
  for (const [text, expected] of hostile)
    expect(request(`${text}\n\n/countersign go`), text.slice(0, 5)).toBe(expected);
});
