/** Git's own files as the action reads them, with git itself as the measure. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shownConfig, storeSettings } from '../../../src/sandbox/git/read/config.ts';
import { configValues } from '../../../src/sandbox/git/read/config-values.ts';
import { parseIndex } from '../../../src/sandbox/git/read/index-file.ts';
import { trackedFiles } from '../../../src/sandbox/index.ts';
import * as fc from '../../properties.ts';
import { codeOf, sh, tempFolder } from '../support.ts';

const folder = tempFolder();

/** `name\nvalue` records as git lists them; `null` where it takes the file for none. */
function byGit(text: string): readonly string[] | null {
  const file = join(folder, 'config');
  writeFileSync(file, text);
  try {
    const args = ['config', '--file', file, '--no-includes', '--list', '-z'];
    const output = execFileSync('git', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    return output.toString('utf8').split('\0').slice(0, -1);
  } catch {
    return null;
  }
}

function byParser(text: string): readonly string[] | null {
  const values = configValues(text);
  return values?.map(({ name, value }) => (value === null ? name : `${name}\n${value}`)) ?? null;
}

const piece = fc.constantFrom(
  '[core]',
  '[a "b c"]',
  '[a "q\\"s\\\\"]',
  '[A.B]',
  '[.a]',
  '\n',
  '\r',
  '\n',
  ' ',
  '\t',
  'key',
  'Key-2',
  ' = ',
  '=',
  'value',
  '"quoted # not a comment"',
  '"',
  '\\"',
  '\\\\',
  '\\n',
  '\\\n',
  '# comment',
  '; other',
  'ü',
);

describe('a configuration', () => {
  test('is read as git reads it, and nothing is read of what git takes for none', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('');
        const expected = byGit(text);
        const read = byParser(text);
        // Stricter than git is allowed, something else than git is not.
        if (read === null) return;
        expect(read).toEqual(expected);
        expect(byParser(shownConfig(text))).not.toBeNull();
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    '[core]\n\tx = a\\\n b\n',
    '[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic Zm9v\n',
    '[remote "origin"]\n\turl = "https://x:y@example.com/a" ; c\n\tfetch = +refs/*:refs/*\n',
    '\uFEFF[a]\r\n\tb = c\r\n\td\r\n',
    '[a]b=c\n[includeIf "gitdir:/x y/"]path=z',
    '[.a]\n\tb = c\n[ "D e"]\n\tf = g\n',
  ])('such as %j is taken as git takes it', (text) => {
    expect(byParser(text)).not.toBeNull();
    expect(byParser(text)).toEqual(byGit(text));
  });

  test.each([
    ['[include "path\0"]\n\tx = /tmp/more\n', 'include.path'],
    ['[remote "o.promisor\0"]\n\turl = true\n', 'remote.o.promisor'],
    ['[include]\n\tpath = \r/tmp/more\n', 'include.path\n/tmp/more'],
    ['[alias]\n\tst = \r!program\n', 'alias.st\n!program'],
  ])(
    'with a NUL byte or a carriage return, such as %j, which git leaves out, is not read',
    (text, found) => {
      expect(byGit(text)?.join('\0')).toContain(found);
      expect(byParser(text)).toBeNull();
    },
  );

  test('is shown without credentials, and otherwise as it is', () => {
    const text =
      '[core]\n\tbare = false\n\tcomment = "a # b\\n\\"c\\\\"\n[http "https://github.com/"]\n\textraheader = secret-1\n' +
      '[remote "o\\"x"]\n\turl = https://me:secret-2@github.com/o/r\n\tpushurl = https://secret-3@x/\n[credential]\n\thelper = store secret-4\n' +
      '[url "https://secret-5@x/"]\n\tinsteadOf = y\n[include]\n\tpath = secret-6\n[includeIf "gitdir:x"]\n\tpath = secret-7\n[branch "main"]\n\tmerge\n' +
      '[submodule "s"]\n\turl = https://me:secret@8@github.com/o/s\n[branch "b"]\n\tremote = git+https://secret-9@github.com/o/r\n' +
      '[lfs "https://me:secret-10@github.com/o/r"]\n\taccess = basic\n[remote "p"]\n\tproxy = me:secret-11@proxy:80\n' +
      '[remote "q"]\n\turl = hg::https://me:secret-12@hg.example/o/r\n[sendemail]\n\tsmtpPass = secret-13\n[github]\n\ttoken = secret-14\n';
    const shown = shownConfig(text);
    expect(shown).not.toContain('secret');
    expect(byGit(shown)).toEqual([
      'core.bare\nfalse',
      'core.comment\na # b\n"c\\',
      'remote.o"x.url\nhttps://github.com/o/r',
      'branch.main.merge',
      'submodule.s.url\nhttps://github.com/o/s',
      'branch.b.remote\ngit+https://github.com/o/r',
      'lfs.https://github.com/o/r.access\nbasic',
      'remote.q.url\nhg::https://hg.example/o/r',
    ]);
    expect(shownConfig('[core\n')).not.toContain('[core\n');
  });

  test('of the store takes over how files are written, and nothing that starts anything', () => {
    const { text, isLong } = storeSettings(
      '[core]\n\tautocrlf = input\n\teol = $(x)\n\tfsmonitor = x\n\tsymlinks = false\n\tworktree = /\n[extensions]\n\tobjectFormat = sha256\n\tpartialClone = o\n',
    );
    expect(isLong).toBe(true);
    expect(byGit(text)).toEqual([
      'core.repositoryformatversion\n1',
      'core.bare\ntrue',
      'core.autocrlf\ninput',
      'core.symlinks\nfalse',
      'extensions.objectformat\nsha256',
    ]);
  });
});

function repository(format: 'sha1' | 'sha256'): string {
  const root = tempFolder();
  sh(
    root,
    `git init -q -b main --object-format=${format}; mkdir -p a/b; for i in $(seq 40); do echo $i > "a/b/file $i"; echo $i > a/$i; done; touch $'raw\\xff' -- -n; chmod +x a/1; ln -s x link; git add -A; git commit -qm x; git update-index --skip-worktree a/2; echo > later; git add -N later`,
  );
  return root;
}

describe('an index', () => {
  test.each([
    ['sha1', 2],
    ['sha1', 3],
    ['sha1', 4],
    ['sha256', 4],
  ] as const)('of %s in version %i is read as git reads it', (format, version) => {
    const root = repository(format);
    sh(root, `git update-index --index-version ${version}`);
    const bytes = readFileSync(join(root, '.git/index'));
    const entries = parseIndex(bytes, format === 'sha1' ? 20 : 32);
    const output = execFileSync('git', ['ls-files', '-s', '-z'], { cwd: root }).toString('latin1');
    expect(
      entries?.map(({ mode, sha, stage, path }) => `${mode} ${sha} ${stage}\t${path}\0`).join(''),
    ).toBe(output);
    expect(entries?.filter(({ isSkipped }) => isSkipped).map(({ path }) => path)).toEqual(['a/2']);
    expect(entries?.filter(({ isIntended }) => isIntended).map(({ path }) => path)).toEqual([
      'later',
    ]);
    expect(trackedFiles(root)).toContain('a/b/file 40');
  });

  test('that was tampered with is none, or entries; it is never waited for', () => {
    const bytes = readFileSync(join(repository('sha1'), '.git/index'));
    fc.assert(
      fc.property(
        fc.nat({ max: bytes.length - 1 }),
        fc.nat({ max: 255 }),
        fc.nat({ max: bytes.length }),
        (place, value, length) => {
          const copy = Buffer.from(bytes);
          copy[place] = value;
          for (const one of [copy, copy.subarray(0, length)]) {
            const entries = parseIndex(one, 20);
            expect(entries === null || entries.length <= bytes.length).toBe(true);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test('that is split is refused where only it is asked, with what to do', async () => {
    const root = repository('sha1');
    sh(root, 'git update-index --split-index');
    expect(await codeOf(() => trackedFiles(root))).toBe('worktree-refused');
  });
});
