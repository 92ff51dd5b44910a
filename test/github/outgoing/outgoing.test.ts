import { describe, expect, test } from 'vitest';
import { publishable, publishableMessage, publishableTitle } from '../../../src/github/index.ts';
import * as fc from '../../properties.ts';

const SECRET = 'https://evil.example/?q=secret';

describe('text to be published', () => {
  test.each([
    ['a picture', `![a](${SECRET})`, `![a] (\`${SECRET}\`)`],
    ['a link', `[a](${SECRET})`, `[a] (\`${SECRET}\`)`],
    ['a bare address', `see ${SECRET}.`, `see \`${SECRET}\`.`],
    ['an address in angle brackets', `<${SECRET}>`, `&lt;\`${SECRET}\`>`],
    ['a raw picture', `<img src="${SECRET}">`, `&lt;img src="\`${SECRET}\`">`],
    ['a definition', `[x]: ${SECRET}`, `[x]\\: \`${SECRET}\``],
    ['an address without a scheme', '[a](//evil.example/s)', '[a] (//evil.example/s)'],
    [
      'a scheme by entities',
      '[a](https&colon;//evil.example/s)',
      '[a] (https&colon;//evil.example/s)',
    ],
    [
      'a user before the host',
      '[a](https://github.com\\@evil.example)',
      '[a] (`https://github.com\\@evil.example`)',
    ],
    ['a script', '[a](javascript:alert(1))', '[a] (javascript:alert(1))'],
    ['a stray backtick before an address', `a \` b ${SECRET}`, `a &#96; b \`${SECRET}\``],
    ['a host name alone', 'www.evil.example/s', '`www.evil.example/s`'],
    ['a bar of a table in code', `| \`a | ${SECRET}\` |`, `| \`a \\| ${SECRET}\` |`],
    [
      'a drawn diagram',
      `\`\`\`mermaid\nclick A "${SECRET}"\n\`\`\``,
      `\`\`\`text\nclick A "${SECRET}"\n\`\`\``,
    ],
  ])('leads nowhere by %s', (_, markdown, shown) => {
    expect(publishable(markdown)).toBe(shown);
  });

  test.each([
    '[a](https://github.com/o/r/issues/1)',
    '[a](docs/guide.md) and [b](#part)',
    'see https://github.com/o/r/pull/1.',
    '<https://github.com/o/r>',
    '`@decorator` and `<T>` stay as they are',
    '```ts\n@Component({ a: "https://evil.example" })\n```',
    '1. Run it\n   ```bash\n   npm test -- --watch\n   ```\n2. Look',
    '<details><summary>More</summary>\n\ntext\n\n</details>',
    '**bold** _soft_ ~~gone~~ - [ ] task\n\n| a | b |\n|--|--|\n| 1 | 2 |',
  ])('stays as it is: %s', (markdown) => {
    expect(publishable(markdown)).toBe(markdown);
  });

  test('may lead to hosts that the run was given, with their subdomains where it was given those', () => {
    const hosts = ['docs.example', '*.api.example'];
    expect(publishable('https://docs.example/a https://x.api.example/b', hosts)).toBe(
      'https://docs.example/a https://x.api.example/b',
    );
    expect(publishable('https://api.example.evil.example/', hosts)).toBe(
      '`https://api.example.evil.example/`',
    );
    expect(publishable('https://xapi.example/ https://docs.example:81/', hosts)).toBe(
      '`https://xapi.example/` `https://docs.example:81/`',
    );
  });

  test('breaks addresses in a fence of a list, which may be none, by characters that do not show', () => {
    expect(publishable(`- a\n  \`\`\`\n${SECRET}\n  \`\`\``)).toContain(`\n\`${SECRET}\`\n`);
    expect(publishable(`- a\n  \`\`\`\n  curl ${SECRET}\n  \`\`\``)).toBe(
      `- a\n  \`\`\`\n  curl ${SECRET.replace(':', '\u200B:')}\n  \`\`\``,
    );
  });

  test('leaves nothing open that would hide what is put below', () => {
    expect(publishable('```js\ncode')).toBe('```js\ncode\n```');
    expect(publishable('<details><summary>x</summary>\n\nhidden')).toMatch(/<\/details>$/);
    expect(publishable('<!-- countersign:card ap-1 -->')).toBe('&lt;!-- countersign:card ap-1 -->');
  });

  test('never holds a mention, a comment mark, a foreign link or a foreign picture, whatever it is made of', () => {
    const part = fc.constantFrom(
      '`',
      '``',
      '```',
      '~~~',
      '\n',
      '\n\n',
      ' ',
      '[',
      ']',
      '(',
      ')',
      '![',
      '](',
      ']:',
      '<',
      '>',
      '<!--',
      '-->',
      '@user',
      '\\',
      '|',
      'https://evil.example/x',
      'http://github.com.evil.example',
      '//evil.example',
      'www.evil.example',
      'https&#58;//evil.example',
      'a',
      '- ',
      '> ',
      '    ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const shown = publishable(parts.join(''));
        const text = outsideOfCode(shown);
        expect(text).not.toMatch(/(?<![A-Za-z0-9_])@user/);
        expect(shown.includes('<!--') && !/[`~]/.test(shown)).toBe(false);
        expect(text).not.toMatch(/(?:https?:\/\/|(?<![A-Za-z0-9/.@&])www\.)[^\s]*evil\.example/);
        expect(text).not.toMatch(/\]\(\s*<?(?:https?:)?\/\/[^)]*evil/);
      }),
      { numRuns: 5_000 },
    );
  });
});

test('an address that ends in very many brackets is cut at once, and only where they are too many', () => {
  const start = process.cpuUsage();
  const many = ')'.repeat(30_000);
  expect(publishable(`https://evil.example/(a)${many}`)).toBe(
    `\`https://evil.example/(a)\`${many}`,
  );
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(1_500);
});

/** A backtick after an odd number of backslashes is a plain one. */
const CODE_SPAN = /(?<!`)(?<!(?<!\\)(?:\\\\)*\\)(`+)(?!`).*?(?<!`)\1(?!`)/g;

/** What GitHub would not show as code, judged by simpler rules than those that are tested: code ends with its line. */
function outsideOfCode(markdown: string): string {
  const kept: string[] = [];
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    const marks: RegExpExecArray | null = (
      fence === null ? /^(`{3,}|~{3,})(.*)$/ : /^ {0,3}(`{3,}|~{3,})(.*)$/
    ).exec(line);
    const inner: string = marks?.[1] ?? '';
    if (fence !== null) {
      if (inner.startsWith(fence) && marks?.[2]?.trim() === '') fence = null;
    } else if (inner !== '' && !(inner.startsWith('`') && (marks?.[2] ?? '').includes('`')))
      fence = inner;
    else kept.push(line.replaceAll(CODE_SPAN, ''));
  }
  return kept.join('\n');
}

describe('titles and commit messages', () => {
  test('notify nobody and stay on their line', () => {
    expect(publishableTitle('Fix\n@octo-user \u202E', 100)).toBe('Fix @\u200Bocto-user \\u{202E}');
  });

  test("do not keep checks from running and claim nobody else's words", () => {
    const sent = publishableMessage(
      'Fix [skip ci] ***NO_CI***\n\nskip-checks: true\nCo-authored-by: A <a@b.c>\nSigned-off-by: B <b@b.c>\n@octo-user',
    );
    expect(sent).toBe(
      'Fix (skip ci) NO_CI\n\nskip-checks - true\nCo-authored-by - A <a@b.c>\nSigned-off-by - B <b@b.c>\n@\u200Bocto-user',
    );
  });

  test.each([
    ['Signed-off-by : B <b@b.c>', 'Signed-off-by - B <b@b.c>'],
    ['Co-authored-by\t: A <a@b.c>', 'Co-authored-by - A <a@b.c>'],
    ['SKIP-CHECKS \t : true', 'SKIP-CHECKS - true'],
  ])(
    '%j in a commit message is no trailer either: git takes blanks before the colon',
    (line, sent) => {
      expect(publishableMessage(`Fix\n\n${line}`)).toBe(`Fix\n\n${sent}`);
    },
  );
});
