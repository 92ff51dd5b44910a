import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRedactor } from '../../../../src/common/index.ts';
import type { IsVisible } from '../../../../src/tools/index.ts';
import { searchedFiles } from '../../../../src/tools/files/search/search-files.ts';
import { context, type FileTools, fileToolsIn, temporaryFolder } from '../../support.ts';

let folder: ReturnType<typeof temporaryFolder>;
let outside: ReturnType<typeof temporaryFolder>;
let files: FileTools;
const pathOf = (name: string) => join(folder.path, name);

function put(name: string, content: string | Buffer) {
  mkdirSync(join(pathOf(name), '..'), { recursive: true });
  writeFileSync(pathOf(name), content);
}

beforeEach(async () => {
  folder = temporaryFolder();
  outside = temporaryFolder();
  writeFileSync(join(outside.path, 'stolen.ts'), 'needle outside\n');
  files = await fileToolsIn(folder.path);
});
afterEach(() => {
  folder.remove();
  outside.remove();
});

const glob = async (pattern: string, more: object = {}) =>
  await files.text('fs_glob', { pattern, ...more });
const grep = async (pattern: string, more: object = {}) =>
  await files.text('fs_grep', { pattern, ...more });

describe('fs_glob', () => {
  it('gives files sorted by their paths', async () => {
    for (const file of ['src/b.ts', 'a.ts', 'src/c.js', 'd.ts', 'src.ts']) put(file, '');
    expect(await glob('**/*.ts')).toBe('a.ts\nd.ts\nsrc.ts\nsrc/b.ts');
    expect(await glob('**/*.{ts,js}', { path: 'src' })).toBe('src/b.ts\nsrc/c.js');
    expect(await glob('*.ts')).toBe('a.ts\nd.ts\nsrc.ts');
    expect(await glob('src/*.md')).toBe('No file matches src/*.md.');
  });
  it('says how to look in all folders where a pattern without a folder finds nothing', async () => {
    put('docs/a.md', '');
    expect(await glob('*.md')).toBe(
      'No file matches *.md. To look in all folders below, write **/*.md.',
    );
  });
  it('leaves out what git ignores, unless its place is named, and says so', async () => {
    put('.gitignore', 'dist\n*.log\n');
    put('dist/a.js', '');
    put('dist/.gitignore', 'b.js\n');
    put('dist/b.js', '');
    put('src/a.js', '');
    put('src/a.log', '');
    expect(await glob('**/*')).toBe('.gitignore\nsrc/a.js');
    expect(await glob('**/*.log')).toContain('left out; name their folder as path');
    expect(await glob('*.log', { path: 'src' })).toContain('left out');
    expect(await glob('dist/*.js')).toBe('dist/a.js');
    expect(await glob('**/*.js', { path: 'dist' })).toBe('dist/a.js');
  });
  it('shows the limit and the total', async () => {
    for (let index = 0; index < 5; index += 1) put(`f${index}`, '');
    expect(await glob('*', { limit: 2 })).toBe('f0\nf1\n[5 files match, the first 2 shown]');
  });
  it('names the first of very many', async () => {
    for (let index = 0; index <= 10_000; index += 1) put(`f${index}`, '');
    expect(await glob('*', { limit: 2 })).toBe(
      'f0\nf1\n[more than 10000 files match, the first 2 shown]',
    );
  });
  it('checks of very many only the shown ones, and shows no hidden one', async () => {
    for (let index = 0; index <= 10_000; index += 1) put(`f${index}`, '');
    const asked: string[] = [];
    files = await fileToolsIn(folder.path, {
      isVisible:
        async () =>
        ({ path }) => {
          asked.push(path);
          return path !== 'f0' && path !== 'f10';
        },
    });
    expect((await glob('*', { limit: 3 })).split('\n').slice(0, 3)).toEqual([
      'f1',
      'f100',
      'f1000',
    ]);
    expect(asked.length).toBeLessThan(10_000);
  });
  it('names a file once that several alternatives lead to', async () => {
    put('src/deep/a.ts', '');
    put('src/b.ts', '');
    expect(await glob('{src,src/deep}/**/*.ts')).toBe('src/b.ts\nsrc/deep/a.ts');
    expect(await glob('{src/deep/a.ts,**/a.*}')).toBe('src/deep/a.ts');
  });
  it('shows the path of a file behind a link inside of the workspace', async () => {
    put('secrets/key', '');
    symlinkSync('secrets', pathOf('link'));
    const asked: Parameters<IsVisible>[0][] = [];
    files = await fileToolsIn(folder.path, {
      isVisible: async () => (found) => {
        asked.push(found);
        return found.real !== pathOf('secrets/key');
      },
    });
    expect(await glob('link/*')).toBe('No file matches link/*.');
    expect(await glob('*', { path: 'link' })).toContain('No file matches *.');
    expect(asked).toEqual([
      { path: 'link/key', real: pathOf('secrets/key'), named: '.' },
      { path: 'link/key', real: pathOf('secrets/key'), named: 'link' },
    ]);
  });
  it('reads no folder once it is cancelled', async () => {
    put('src/a.ts', '');
    const signal = AbortSignal.abort(new Error('enough'));
    for (const name of ['fs_glob', 'fs_grep']) {
      const prepared = await files.tool(name).prepare({ pattern: 'a' });
      if (!prepared.ok) throw new Error(prepared.error.message);
      await expect(prepared.call.execute({ ...context, signal })).rejects.toThrow('enough');
    }
  });
  it('finds dot files, never .git, and node_modules only where it is named', async () => {
    put('.env.example', '');
    put('.git/config', '');
    put('sub/.git/HEAD', '');
    put('node_modules/x/i.js', '');
    put('i.js', '');
    expect((await glob('**')).split('\n').sort()).toEqual(['.env.example', 'i.js']);
    expect(await glob('.git/**')).toContain('refused');
    expect(await glob('**/.git/*')).toContain('No file');
    expect(await glob('node_modules/**/*.js')).toBe('node_modules/x/i.js');
    expect(await glob('**/*.js', { path: 'node_modules/x' })).toBe('node_modules/x/i.js');
  });
  it('does not get out through links, dots, absolute patterns or braces', async () => {
    symlinkSync(outside.path, pathOf('link'));
    symlinkSync(join(outside.path, 'stolen.ts'), pathOf('one.ts'));
    put('in.ts', '');
    for (const pattern of [
      'link/**',
      'link/stolen.ts',
      '{link,in.ts}/**',
      'l*/**',
      '**/stolen.ts',
      'li[n]k/*',
      '{link/stolen.ts,zz}',
      '+(link)/*',
    ]) {
      expect(await glob(pattern)).not.toMatch(/stolen\.ts$/m);
    }
    for (const pattern of [
      '../**',
      'a/../../**',
      '{..,a}/**',
      '/etc/*',
      '\\.\\./*',
      '{/etc,x}/*',
      '@(..)/x',
      'a\0',
    ]) {
      expect(await glob(pattern)).toMatch(/leads out|absolute|NUL/);
    }
    for (const pattern of ['[a]*a*a*a*a*b', `{a,b}${'/**'.repeat(5)}`, '{1..99999999}']) {
      expect(await glob(pattern)).toMatch(/more than|counts/);
    }
    expect(await files.run('fs_glob', { pattern: '*', path: 'link' })).toMatchObject({ ok: false });
    expect(await files.run('fs_glob', { pattern: '*', path: '..' })).toMatchObject({ ok: false });
  });
  it('does not list what the policy denies', async () => {
    put('secrets/key', '');
    put('a', '');
    files = await fileToolsIn(folder.path, {
      isVisible:
        async () =>
        ({ path }) =>
          !path.startsWith('secrets/'),
    });
    expect(await glob('**')).toBe('a');
  });
  it('comes back from every pattern of backslashes', async () => {
    for (const pattern of ['src/x', '*', 'src/[a]', '{a,b}'].map(
      (start) => start + '\\'.repeat(4),
    )) {
      expect(await glob(pattern)).toContain('No file');
      expect(await glob(`${pattern}/y`)).toContain('No file');
    }
  });
  it('does not list secrets, except in a path that was named and approved', async () => {
    put('certs/a.pem', 'one');
    put('src/a.ts', 'one');
    files = await fileToolsIn(folder.path, {
      isVisible:
        async () =>
        ({ path, named }) =>
          named === 'certs' || !path.includes('certs'),
    });
    expect(await glob('**')).toBe('src/a.ts');
    expect(await glob('*', { path: 'certs' })).toBe('certs/a.pem');
  });
  it('copes with many files', async () => {
    for (let index = 0; index < 5_000; index += 1) put(`d${index % 50}/f${index}.ts`, '');
    expect(await glob('**/*.ts', { limit: 1 })).toContain('[5000 files match, the first 1 shown]');
  });
});

it('a newline in the name of a file begins no line of a result', async () => {
  put('a\n[2 files match].txt', 'word\n');
  const shown = String.raw`a\n[2 files match].txt`;
  expect(await glob('*')).toBe(shown);
  expect(await grep('word')).toBe(`${shown}\n  1: word`);
  expect(await grep('word', { mode: 'count' })).toBe(`${shown}: 1`);
});

describe('fs_grep', () => {
  it('gives matches with their lines, by path', async () => {
    put('b.txt', 'x\nneedle 1\ny\r\nneedle 2\r\n');
    put('a/a.txt', 'a needle\n');
    expect(await grep('needle')).toBe(
      'a/a.txt\n  1: a needle\nb.txt\n  2: needle 1\n  4: needle 2',
    );
    expect(await grep('needle', { path: 'a' })).toBe('a/a.txt\n  1: a needle');
    expect(await grep('needle', { path: 'b.txt', context: 1 })).toBe(
      'b.txt\n  1- x\n  2: needle 1\n  3- y\n  4: needle 2',
    );
    expect(await grep(String.raw`needle \d$`, { mode: 'files' })).toMatch(/^b\.txt$/);
    expect(await grep('needle', { mode: 'count' })).toBe('a/a.txt: 1\nb.txt: 2');
    expect(await grep('NEEDLE')).toBe('No match.');
    expect(await grep('NEEDLE', { ignore_case: true, mode: 'files' })).toBe('a/a.txt\nb.txt');
    expect(await grep('needle', { limit: 1 })).toContain('[3 matches, the first 1 shown]');
    expect(await grep('needle', { limit: 1, offset: 1 })).toBe(
      'b.txt\n  2: needle 1\n[3 matches, 2 to 2 shown]',
    );
    expect(await grep('needle', { mode: 'files', limit: 1, offset: 1 })).toBe(
      'b.txt\n[2 files, 2 to 2 shown]',
    );
    expect(await grep('needle', { offset: 3 })).toBe('[3 matches, none after offset 3]');
    expect(await grep('needle 1', { before: 1 })).toBe('b.txt\n  1- x\n  2: needle 1');
    expect(await grep('needle 1', { after: 1 })).toBe('b.txt\n  2: needle 1\n  3- y');
  });
  it('takes globs, also with braces and negated', async () => {
    for (const file of ['a.ts', 'src/b.tsx', 'src/deep/c.ts', 'd.md']) put(file, 'needle\n');
    expect(await grep('needle', { mode: 'files', glob: '*.ts' })).toBe('a.ts\nsrc/deep/c.ts');
    expect(await grep('needle', { mode: 'files', glob: '*.{tsx,md}' })).toBe('d.md\nsrc/b.tsx');
    expect(await grep('needle', { mode: 'files', glob: 'src/**' })).toBe(
      'src/b.tsx\nsrc/deep/c.ts',
    );
    expect(await grep('needle', { mode: 'files', glob: '*.md, src/**' })).toBe(
      'd.md\nsrc/b.tsx\nsrc/deep/c.ts',
    );
    expect(await grep('needle', { mode: 'files', glob: '*.{ts,md},!src' })).toBe('a.ts\nd.md');
    expect(await grep('needle', { mode: 'files', glob: 'deep/**', path: 'src' })).toBe(
      'src/deep/c.ts',
    );
    expect(await grep('needle', { mode: 'files', type: 'ts' })).toBe(
      'a.ts\nsrc/b.tsx\nsrc/deep/c.ts',
    );
    expect(await grep('needle', { mode: 'files', type: 'markdown' })).toBe('d.md');
    expect(await grep('needle', { type: 'tss' })).toContain('There is no type "tss"');
    expect(await grep('needle', { glob: ' , ' })).toContain('It names no files');
    expect(await grep('needle', { mode: 'files', glob: '!*.md' })).toBe(
      'a.ts\nsrc/b.tsx\nsrc/deep/c.ts',
    );
  });
  it('takes patterns and names that look like options or shell', async () => {
    put('-e.txt', '--files $(touch pwned) `id` ; rm -rf /\n');
    expect(await grep('--files')).toContain('--files');
    expect(await grep('-e')).toBe('No match.');
    expect(await grep(String.raw`\$\(touch pwned\)`, { mode: 'files' })).toBe('-e.txt');
    expect(await grep('rm -rf', { path: '-e.txt', mode: 'files' })).toBe('-e.txt');
    expect(await grep('x', { glob: '--pre=touch pwned' })).toBe('No match.');
    expect(await files.text('fs_glob', { pattern: 'pwned' })).toContain('No file');
  });
  it('says what is wrong with an expression', async () => {
    put('a', 'x');
    const result = await files.run('fs_grep', { pattern: 'a(b' });
    expect(result).toMatchObject({ ok: false, error: { type: 'validation' } });
    expect(JSON.stringify(result)).toContain('Unterminated group');
    expect(await grep('a\nb')).toContain('lines are searched one by one');
  });
  it('never searches .git, ignored files unless named, or what links lead to', async () => {
    put('.git/HEAD', 'needle');
    put('sub/.git', 'needle');
    put('.gitignore', 'dist\n');
    put('dist/out.js', 'needle');
    put('.hidden/h', 'needle');
    symlinkSync(outside.path, pathOf('link'));
    symlinkSync(join(outside.path, 'stolen.ts'), pathOf('one.ts'));
    expect(await grep('needle', { mode: 'files' })).toBe('.hidden/h');
    expect(await grep('needle', { mode: 'files', path: 'dist' })).toBe('dist/out.js');
    put('src/dist/out.js', 'needle');
    put('node_modules/a/a.js', 'needle');
    expect(await grep('needle', { mode: 'files', path: 'src' })).toContain('left out');
    expect(await grep('needle', { glob: 'dist/**' })).toContain('No match.');
    expect(await grep('needle', { glob: '*.js' })).toContain('left out');
    expect(await grep('needle', { mode: 'files', path: 'node_modules' })).toBe(
      'node_modules/a/a.js',
    );
    for (const path of ['link', 'one.ts', 'link/stolen.ts', '.git', '.git/HEAD', '..', '/etc']) {
      expect(await files.run('fs_grep', { pattern: 'needle', path })).toMatchObject({
        ok: false,
      });
    }
    expect(await grep('needle', { mode: 'files', glob: '.git/**' })).toMatch(/^No match\./);
    expect(await grep('needle', { mode: 'files', glob: 'link/**' })).toMatch(/^No match\./);
  });
  it('skips binary files, cuts long lines, and keeps within the limit', async () => {
    put('bin', 'needle\0needle\n');
    put('long', `needle ${'x'.repeat(100_000)}\n`);
    put('many', 'needle in many lines of a file\n'.repeat(5_000));
    const text = await grep('needle', { limit: 2_000 });
    expect(text.length).toBeLessThanOrEqual(30_000);
    expect(text).toContain('[... line cut]');
    expect(text).not.toContain('bin\n');
  });
  it('shows no half of a secret where it cuts a line', async () => {
    const token = ['gh', `p_${'aB3'.repeat(12)}`].join('');
    const redactor = createRedactor();
    files = await fileToolsIn(folder.path, { redactor });
    for (const before of [440, 470, 499]) {
      put('min.js', `needle ${'x'.repeat(before - 7)}"${token}" and ${'y'.repeat(9_000)}\n`);
      const text = await grep('needle');
      expect(text).toContain('[... line cut]');
      expect(text).not.toContain(token.slice(0, 12));
    }
  });
  it('finds names with spaces, accents and colons', async () => {
    put('we ird: é.txt', 'needle: 5:6\n\n\n1:x needle\u2028y\n');
    expect(await grep('needle')).toBe('we ird: é.txt\n  1: needle: 5:6\n  4: 1:x needle\u2028y');
    put('quo"te\t\\é', 'other\n');
    expect(await grep('other')).toBe('quo"te\t\\é\n  1: other');
  });
  it('runs no program that the checkout configures', async () => {
    put('a', 'needle\n');
    put('evil.sh', `#!/bin/sh\ntouch ${pathOf('pwned')}\n`);
    chmodSync(pathOf('evil.sh'), 0o755);
    put(
      '.git/config',
      `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = ${pathOf('evil.sh')}\n\tpager = ${pathOf('evil.sh')}\n[diff "x"]\n\ttextconv = ${pathOf('evil.sh')}\n[grep]\n\tpatternType = fixed\n`,
    );
    put('.git/HEAD', 'ref: refs/heads/main\n');
    mkdirSync(pathOf('.git/objects'));
    mkdirSync(pathOf('.git/refs'));
    put('.gitattributes', '* diff=x\n');
    put('.rgrc', '--pre=touch');
    expect(await grep('needl[e]', { mode: 'files' })).toBe('a');
    expect(await files.text('fs_glob', { pattern: 'pwned' })).toContain('No file');
  });
  it('does not list what the policy denies', async () => {
    put('secrets/key', 'needle\n');
    put('a', 'needle\n');
    files = await fileToolsIn(folder.path, {
      isVisible:
        async () =>
        ({ path }) =>
          !path.startsWith('secrets/'),
    });
    expect(await grep('needle')).toBe('a\n  1: needle');
    expect(await grep('needle', { mode: 'count' })).toBe('a: 1');
  });
  it('does not reveal by its time what a hidden file holds', async () => {
    put('secrets/key', `KEY=s${'x'.repeat(60)}\n`);
    put('a', 'needle\n');
    files = await fileToolsIn(folder.path, {
      isVisible:
        async () =>
        ({ path }) =>
          !path.startsWith('secrets/'),
    });
    // It only takes forever if the guess of the first character is right.
    for (const guess of ['s', 't'])
      expect(await grep(`needle|^KEY=${guess}(.+)+!`)).toBe('a\n  1: needle');
  });
});

describe('fs_grep over lines and texts', () => {
  it('finds the start of a file behind its byte order mark', async () => {
    put('bom.txt', '\uFEFFfirst\r\nsecond\n');
    expect(await grep('^first$')).toBe('bom.txt\n  1: first');
    expect(await grep('^first$', { multiline: true })).toBe('bom.txt\n  1: first');
  });
  it('shows a match that is far into a line', async () => {
    put('min.js', `${'x'.repeat(3_000)}needle${'y'.repeat(3_000)}\n`);
    const text = await grep('needle');
    expect(text).toContain(`[line cut ...]${'x'.repeat(100)}needle`);
    expect(text).toMatch(/y\[\.\.\. line cut\]$/);
    put('min.js', `${'x'.repeat(3_000)}needle`);
    expect(await grep('needle')).toMatch(/xneedle$/);
  });
  it('shows no half of a secret before a match that is far into a line', async () => {
    const token = ['gh', `p_${'aB3'.repeat(12)}`].join('');
    files = await fileToolsIn(folder.path, { redactor: createRedactor() });
    for (const between of [50, 80, 99, 130]) {
      put('min.js', `${'x'.repeat(5_000)} "${token}" ${'y'.repeat(between)}needle\n`);
      const text = await grep('needle');
      expect(text).toContain('[line cut ...]');
      for (let from = 0; from + 12 < token.length; from += 1)
        expect(text).not.toContain(token.slice(from, from + 12));
    }
  });
  it('shows nothing of a secret as long as GitHub takes one, before, in and behind what it shows', async () => {
    const secret = randomBytes(24_000).toString('hex');
    const redactor = createRedactor({ secrets: [{ kind: 'own', value: secret }] });
    files = await fileToolsIn(folder.path, { redactor });
    const [rest, inside] = ['x'.repeat(90_000), secret.slice(30_000, 30_006)];
    put('a', `needle ${secret} needle${rest}\n${rest} ${secret} needle${rest}\n`);
    for (const pattern of ['needle', ' needle', inside]) {
      const text = await grep(pattern);
      for (let from = 0; from < secret.length; from += 20)
        expect(text).not.toContain(secret.slice(from, from + 20));
    }
    expect(await grep('needle')).toContain('1: needle [redacted:own:');
  });
  it('takes no longer for many matches in one line than in many', async () => {
    put('min.js', 'function a(b){return b}'.repeat(50_000));
    expect(await grep('return', { multiline: true, mode: 'count' })).toBe('min.js: 1');
  });
  it.each(['one[^\\n]*two', 'one[^\n]*two', '(?:[^\\\\\\n\\]x]|o)ne'])(
    'takes a pattern that excludes a line feed for one of a line: %j',
    async (pattern) => {
      put('a', 'one and two\n');
      expect(await grep(pattern)).toBe('a\n  1: one and two');
    },
  );
  it('finds matches over several lines with multiline', async () => {
    put('a', 'one\r\ntwo\nthree\none\nfour\n');
    expect(await grep('one\\ntwo', { multiline: true })).toBe('a\n  1: one\n  2: two');
    expect(await grep('one.t', { multiline: true })).toBe('a\n  1: one\n  2: two');
    expect(await grep('^f.*$', { multiline: true })).toBe('a\n  5: four');
    expect(await grep('e\n', { multiline: true, mode: 'count' })).toBe('a: 3');
    expect(await grep('one\\ntwo')).toContain('Set multiline to true');
    expect(await grep('one[^]two')).toBe('No match.');
  });
  it.each([
    ['=x', 'a =x b'],
    ['(?i)NEEDLE', 'a needle'],
    ['[[:digit:]]{2}', 'a 12'],
    ['needle(?= two)', 'needle two'],
    ['(?P<a>x)y(?P=a)', 'xyx'],
    ['interface{}', 'type interface{}'],
    ['a\\-b \\"c\\"', 'a-b "c"'],
    ['\\<word\\>', 'a word.'],
    ['\\Aab\\z', 'ab'],
    ['\\x{41}\\pL', 'AB'],
    ['[]a]x', ']x'],
    ['${x}', '${x}'.replace('$', '')],
  ])('takes the pattern %s as other programs do', async (pattern, line) => {
    put('a', `other\n${line}\n`);
    if (pattern === '${x}') expect(await grep('\\${x}')).toBe('No match.');
    else expect(await grep(pattern)).toBe(`a\n  2: ${line}`);
  });
  it.each(['a(b', '(?>a)', 'a++', '[a', '\\Qa\\E', 'a(?i)b'])(
    'says why it cannot take the pattern %s, in words of its own arguments',
    async (pattern) => {
      const result = await files.run('fs_grep', { pattern });
      expect(result).toMatchObject({ ok: false, error: { type: 'validation' } });
      expect(JSON.stringify(result)).not.toMatch(/--|pcre|ripgrep/i);
    },
  );
  it('ends a search that would never end', async () => {
    put('a', `${'a'.repeat(50)}\n`);
    expect(await grep('(a+)+b')).toContain('without nested repetition');
  });
  it('leaves out a file of so many lines that their matches would fill the memory, and says so', async () => {
    put('lines', '\n'.repeat(2_000_001));
    put('z', 'needle\n');
    expect(await grep('needle|^$', { mode: 'count' })).toBe(
      'z: 1\n[1 larger file was not searched: more than 64 MB, or 2 million lines]',
    );
    put('lines', `${'\n'.repeat(1_999_999)}needle\n`);
    expect(await grep('needle', { mode: 'count' })).toBe('lines: 1\nz: 1');
  });
  it('searches what fs_read reads as text, and nothing else', async () => {
    put('utf16', Buffer.from('\uFEFFneedle\n', 'utf16le'));
    put('bytes', Buffer.concat([Buffer.from('needle '), Buffer.from([0xff, 0x0a])]));
    put('mark', '\uFEFFneedle\n');
    expect(await grep('needle', { mode: 'files' })).toBe('bytes\nmark');
    for (const path of ['bytes', 'mark'])
      expect(await files.run('fs_read', { path })).toMatchObject({ ok: true });
    expect(await files.run('fs_read', { path: 'utf16' })).toMatchObject({ ok: false });
  });
});

it('rules of git that take too long are not applied to further names, and the search says so', async () => {
  put('.gitignore', 'b\n');
  for (const name of ['a', 'b', 'node_modules/c']) put(name, '');
  const search = { path: '.', namesModules: false };
  const found = async (limit: object) => {
    const walk = await searchedFiles({ workspace: files.workspace }, { ...search, ...limit });
    return [[...walk.files].map(({ path }) => path), walk.notes(false)];
  };
  expect(await found({})).toEqual([['.gitignore', 'a'], []]);
  expect(await found({ maxIgnoringMs: 0 })).toEqual([
    ['.gitignore', 'a', 'b'],
    [expect.stringContaining('took too long')],
  ]);
});

describe('fs_list', () => {
  it('lists names with sizes, marks folders and links, and leaves .git out', async () => {
    put('b.txt', '12345');
    put('a/x', '');
    put('.git/HEAD', '');
    put('.hidden', '');
    symlinkSync(outside.path, pathOf('link'));
    expect(await files.text('fs_list', {})).toBe('.hidden 0\na/\nb.txt 5\nlink@');
    expect(await files.text('fs_list', { path: 'b.txt' })).toContain('Read it with fs_read');
    expect(await files.text('fs_list', { path: 'none' })).toContain('There is no folder none');
    expect(await files.run('fs_list', { path: 'link' })).toMatchObject({ ok: false });
    mkdirSync(pathOf('empty'));
    expect(await files.text('fs_list', { path: 'empty' })).toBe('empty is empty.');
  });
  it('says where a folder has more than it lists, and shows names that hide', async () => {
    for (let index = 0; index < 501; index += 1) put(`d/f${index}`, '');
    expect(await files.text('fs_list', { path: 'd' })).toContain('only the first 500 are listed');
    const hidden = await fileToolsIn(folder.path, { isVisible: async () => () => false });
    expect(await hidden.text('fs_list', { path: 'd' })).toBe(
      '[only the first 500 are listed; use fs_glob]',
    );
    put('e/a\u202Etxt.exe', '');
    expect(await files.text('fs_list', { path: 'e' })).toBe('a\\u{202E}txt.exe 0');
  });
});
