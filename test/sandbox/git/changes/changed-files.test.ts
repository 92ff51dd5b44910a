import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkoutRoot } from '../../../../src/sandbox/files/checkout-folder.ts';
import {
  emptyTree,
  isUnscanned,
  scanCheckout,
} from '../../../../src/sandbox/files/checkout-scan.ts';
import {
  bundleChanges,
  changedFiles,
  checkoutCommit,
  headCommit,
  openStore,
  persistedCredentials,
  workspacePathResolver,
  workTreePatch,
} from '../../../../src/sandbox/index.ts';
import { codeOf, messageOf, sh, storeOf, tempFolder } from '../../support.ts';

function repository() {
  const base = tempFolder();
  mkdirSync(join(base, 'up'));
  sh(
    join(base, 'up'),
    'git init -q -b main && for i in 1 2 3; do echo $i > f$i; git add .; git commit -qm $i; done; git config uploadpack.allowAnySHA1InWant true',
  );
  sh(base, `git clone -q --depth=1 file://${base}/up ws`);
  return { base, up: join(base, 'up'), ws: join(base, 'ws') };
}
const serverUrl = 'https://github.com';

describe("the parent's git", () => {
  it('says what changed: edits, deletes, untracked, names with spaces and newlines', async () => {
    const { up, ws } = repository();
    expect(headCommit(ws)).toBe(sh(ws, 'git rev-parse HEAD'));
    const store = await storeOf(ws);
    expect(await changedFiles(store)).toEqual({ files: [], remarks: [] });
    sh(
      ws,
      `echo x >> f1; rm f2; mkdir d; echo y > 'd/a b'; echo z > $'new\\nline'; echo '*.o' > .gitignore; echo o > x.o`,
    );
    const { files } = await changedFiles(store);
    // What the run itself wrote into .gitignore hides nothing.
    expect(files).toEqual(['.gitignore', 'd/a b', 'f1', 'f2', 'new\nline', 'x.o']);
    sh(ws, 'git add -A && git commit -qm all');
    expect((await changedFiles(store)).files).toEqual(files);
    expect((await changedFiles(store, { since: headCommit(up) })).files).toEqual(files);
  });

  it('takes no file for deleted that lies deeper than it looks', async () => {
    const { ws } = repository();
    const deep = 'd/'.repeat(220);
    sh(ws, `mkdir -p ${deep} && echo x > ${deep}file && git add -A && git commit -qm deep`);
    const store = await storeOf(ws);
    sh(ws, 'rm f1');
    const { files } = await changedFiles(store);
    expect(files).toContain('f1');
    expect(files).not.toContain(`${deep}file`);
  });

  it('takes no file for deleted beside or after more names than it looks at', async () => {
    const { ws } = repository();
    sh(ws, 'mkdir -p a/b c; touch a/b/{1..9} a/{1..9} c/{1..9}');
    const tree = emptyTree();
    const root = checkoutRoot(ws);
    await scanCheckout({ root, from: '', enter: () => true, maxEntries: 6 }, tree);
    const paths = sh(ws, 'find * -type f').split('\n');
    const missed = paths.filter((path) => !tree.entries.has(path));
    expect(missed.length).toBeGreaterThan(20);
    expect(missed.filter((path) => !isUnscanned(tree, path))).toEqual([]);
  });

  it('leaves out what the rules of the commit ignore, in folders and by name', async () => {
    const { ws } = repository();
    sh(
      ws,
      `mkdir -p deep out; printf '/out/\n*.log\n' > .gitignore; printf '!kept.log\n' > deep/.gitignore; git add .; git commit -qm rules`,
    );
    const store = await storeOf(ws);
    sh(
      ws,
      `mkdir -p out/a new/b deep/out; touch out/a/x a.log deep/kept.log deep/b.log new/b/c.log new/b/kept deep/out/y out/.gitignore; rm .gitignore deep/.gitignore`,
    );
    expect((await changedFiles(store)).files).toEqual([
      '.gitignore',
      'deep/.gitignore',
      'deep/kept.log',
      'deep/out/y',
      'new/b/kept',
    ]);
  });

  it('runs nothing that the configuration, the attributes or a nested repository names', async () => {
    const { base, ws } = repository();
    const store = await storeOf(ws);
    const mark = (name: string) => `touch ${base}/ran-${name}; cat`;
    sh(
      ws,
      `git config filter.evil.clean '${mark('clean')}'; git config filter.evil.smudge '${mark('smudge')}'; git config filter.evil.process '${mark('process')}';
      git config filter.evil.required true; git config core.fsmonitor '${mark('fsmonitor')}'; git config diff.evil.textconv '${mark('textconv')}'; git config diff.evil.command '${mark('diff')}';
      git config diff.external '${mark('external')}'; git config core.sshCommand '${mark('ssh')}'; git config core.pager '${mark('pager')}'; git config pager.status '${mark('pager2')}';
      git config core.hooksPath ${base}/hooks; git config credential.helper '!${mark('helper')}'; git config core.alternateRefsCommand '${mark('refs')}'; git config status.submoduleSummary true`,
    );
    mkdirSync(join(base, 'hooks'));
    for (const hook of [
      'post-index-change',
      'post-checkout',
      'reference-transaction',
      'pre-auto-gc',
    ]) {
      writeFileSync(join(base, 'hooks', hook), `#!/bin/sh\ntouch ${base}/ran-${hook}\n`, {
        mode: 0o755,
      });
      writeFileSync(join(ws, '.git/hooks', hook), `#!/bin/sh\ntouch ${base}/ran-own-${hook}\n`, {
        mode: 0o755,
      });
    }
    sh(
      ws,
      `mkdir sub && cd sub && git init -q && echo a > a && git add a && git commit -qm a && git config core.fsmonitor '${mark('nested')}'`,
    );
    writeFileSync(join(ws, '.gitattributes'), '* filter=evil diff=evil\n');
    writeFileSync(join(ws, 'f1'), 'changed');
    sh(base, 'rm -f ran-*');
    await changedFiles(store);
    headCommit(ws);
    persistedCredentials(ws);
    // A store that is made only now is no other.
    await changedFiles(await storeOf(ws));
    await codeOf(() => checkoutCommit(ws, { sha: 'a'.repeat(40), serverUrl }));
    expect(sh(base, 'ls | grep ran- || true')).toBe('');
  });

  it('never enters a submodule, whatever its own configuration and the checkout say of it', async () => {
    const { base, ws } = repository();
    const since = headCommit(ws);
    const store = await storeOf(ws);
    sh(
      ws,
      `mkdir sub && cd sub && git init -q && echo a > a && git add a && git commit -qm a && cd .. && git add sub 2>/dev/null
      printf '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tignore = none\n\tupdate = !touch ${base}/ran-update\n' > .gitmodules
      git config submodule.sub.ignore none; git config submodule.sub.active true; git config submodule.recurse true; git config diff.submodule log; git config status.submoduleSummary true
      git add -A && git commit -qm sub
      cd sub; git config core.fsmonitor 'touch ${base}/ran-fsmonitor; false'; git config filter.x.clean 'touch ${base}/ran-clean; cat'; echo '* filter=x' > .gitattributes; echo b >> a`,
    );
    writeFileSync(join(ws, 'f1'), 'changed');
    const changed = ['.gitmodules', 'f1', 'sub/.gitattributes', 'sub/a'];
    expect((await changedFiles(store)).files).toEqual(changed);
    // Its own commit names a program for a submodule, which git does not take.
    expect(await codeOf(() => bundleChanges(store, { base: since }))).toBe('worktree-refused');
    const { files } = await workTreePatch(store, { base: since });
    expect(files.map(({ path }) => path)).toEqual(changed);
    await changedFiles(await storeOf(ws));
    await codeOf(() => checkoutCommit(ws, { sha: 'a'.repeat(40), serverUrl }));
    expect(sh(base, 'ls | grep ran- || true')).toBe('');
  });

  it('fetches exactly one commit and puts a shallow tree on it', async () => {
    const { up, ws } = repository();
    sh(up, 'git checkout -qb x; echo y > y; git add .; git commit -qm other');
    const sha = sh(up, 'git rev-parse HEAD');
    writeFileSync(join(ws, 'untracked'), 'stays');
    expect(await checkoutCommit(ws, { sha, serverUrl, token: 'sekrit-token' })).toEqual({
      moved: true,
    });
    expect(await checkoutCommit(ws, { sha, serverUrl })).toEqual({ moved: false });
    expect(headCommit(ws)).toBe(sha);
    expect(existsSync(join(ws, 'y'))).toBe(true);
    expect(readFileSync(join(ws, 'untracked'), 'utf8')).toBe('stays');
    expect(sh(ws, 'git fsck 2>&1')).not.toContain('missing');
    expect(sh(ws, 'git rev-list --count HEAD')).toBe('1');
    expect(sh(ws, 'grep -r sekrit-token .git || true')).toBe('');
  });

  it('never moves a tree with changes, nor guesses a commit or a server', async () => {
    const { up, ws } = repository();
    const first = sh(up, 'git rev-parse HEAD~2');
    writeFileSync(join(ws, 'f1'), 'mine');
    expect(await messageOf(() => checkoutCommit(ws, { sha: first, serverUrl }))).toContain(
      'changes of its own (f1)',
    );
    expect(readFileSync(join(ws, 'f1'), 'utf8')).toBe('mine');
    sh(ws, 'git checkout -q f1; echo mine > added; git add added; rm f2');
    expect(await messageOf(() => checkoutCommit(ws, { sha: first, serverUrl }))).toContain(
      'changes of its own (added, f2)',
    );
    sh(ws, 'git reset -q --hard');
    for (const sha of ['main', '--upload-pack=x', 'abc', '']) {
      expect(await codeOf(() => checkoutCommit(ws, { sha, serverUrl }))).toBe('worktree-refused');
    }
    expect(await messageOf(() => checkoutCommit(ws, { sha: 'b'.repeat(40), serverUrl }))).toContain(
      'could not be fetched',
    );
    sh(ws, `git remote set-url origin 'ext::sh -c "touch ${ws}/ran"'`);
    expect(await messageOf(() => checkoutCommit(ws, { sha: first, serverUrl }))).toContain(
      'cannot be fetched from',
    );
    expect(existsSync(join(ws, 'ran'))).toBe(false);
    expect(await codeOf(() => headCommit(join(ws, '..')))).toBe('worktree-refused');
    expect(await openStore(join(ws, '..'))).toBeNull();
  });

  it('finds a token that a checkout left behind', async () => {
    const { base, ws } = repository();
    expect(persistedCredentials(ws)).toEqual([]);
    sh(ws, 'git config http.https://github.com/.extraheader "AUTHORIZATION: basic Zm9v"');
    writeFileSync(
      join(base, 'included'),
      '[http "https://ghe.example/"]\n\textraheader = AUTHORIZATION: basic YmFy\n',
    );
    sh(
      ws,
      `git config include.path ${base}/included; git remote set-url origin https://x-access-token:inurl@github.com/o/r`,
    );
    expect(
      persistedCredentials(ws)
        .map((found) => found.value)
        .sort(),
    ).toEqual(['YmFy', 'Zm9v', 'inurl']);
  });

  it('finds a token as the user name, and takes no name for one', async () => {
    const { ws } = repository();
    const token = `t0k3n_${'ab'.repeat(10)}`;
    sh(
      ws,
      `git remote set-url origin https://${token}@github.com/o/r; git remote add b https://${token}:@example.com/r
      git remote add c https://mona@github.com/o/r; git remote add d ssh://git@github.com/o/r; git remote add e git@github.com:o/r`,
    );
    expect(persistedCredentials(ws)).toEqual([
      { key: 'remote.origin.url', value: token },
      { key: 'remote.b.url', value: token },
    ]);
  });

  it.each([
    ['submodule.s.url', 'https://me:p@ss-of-s@github.com/o/s', 'submodule.s.url', 'p@ss-of-s'],
    ['http.proxy', 'http://me:pass-of-proxy@proxy:80', 'http.proxy', 'pass-of-proxy'],
    ['remote.h.url', 'hg::https://me:pass-of-hg@hg.example/r', 'remote.h.url', 'pass-of-hg'],
    [
      'url.https://me:pass-of-url@github.com/.insteadOf',
      'https://github.com/',
      'url.https://github.com/.insteadof',
      'pass-of-url',
    ],
  ])('finds a password in %s', async (name, value, key, password) => {
    const { ws } = repository();
    sh(ws, `git config '${name}' '${value}'`);
    expect(persistedCredentials(ws)).toEqual([{ key, value: password }]);
  });

  it('knows a linked work tree, and not a .git that leads elsewhere', async () => {
    const { base, ws } = repository();
    sh(ws, `git worktree add -q ${base}/linked`);
    expect(headCommit(join(base, 'linked'))).toBe(headCommit(ws));
    mkdirSync(join(base, 'fake'));
    writeFileSync(join(base, 'fake', '.git'), `gitdir: ${ws}/.git\n`);
    expect(await codeOf(() => headCommit(join(base, 'fake')))).toBe('worktree-refused');
    mkdirSync(join(base, 'fake2'));
    symlinkSync(join(ws, '.git'), join(base, 'fake2', '.git'));
    expect(await codeOf(() => headCommit(join(base, 'fake2')))).toBe('worktree-refused');
  });
});

describe('programs that a read-only git command would run', () => {
  const { base, ws } = repository();
  const config = readFileSync(join(ws, '.git/config'), 'utf8');
  const runs = (more: string) => {
    writeFileSync(join(ws, '.git/config'), `${config}\n${more}\n`);
    return workspacePathResolver(ws).gitConfigRuns();
  };
  it('says of a partial clone how it came to be', () => {
    expect(runs('[remote "origin"]\npromisor = true')).toContain('`sparse-checkout`');
  });

  it.each([
    '[filter "x"]\nclean = x',
    '[FILTER "x"] smudge=x',
    '[filter "x"]\n\tprocess = "x"',
    '[filter.x]\nclean = x',
    '[merge "d"]\ndriver = x',
    '[diff "d"]\ncommand = x',
    '[diff "d"] textconv = x',
    '[diff] external=x',
    '[core]\nfsmonitor = ./x',
    '[core]\nfsmonitor',
    '[core]\nhooksPath = x',
    '[core] sshCommand = x',
    '[core]pager=x',
    '[credential]\nhelper = !x',
    '[credential "https://x"]\nhelper = x',
    '[alias]\nst = !x',
    '[alias]\nst = "!x"',
    '[gpg "ssh"]\nprogram = x',
    '[log]\nshowSignature = true',
    '[remote "o"]\npromisor = true',
    '[extensions]\npartialClone = o',
    '[include]\npath = ../inc',
    '[includeIf "gitdir:/"]\npath = ../inc',
    '[include]\npath = ~/x',
    '[include]\npath = /nonexistent/tab\there',
    '[include]\npath = /nonexistent/no-utf-8-\uFFFD',
    '[include]\npath = \r../inc',
    '[include "path\0"]\nx = ../inc',
    '[alias]\nst = \r!x',
    '[pager]\nstatus = x',
    '[core]\nworktree = /x',
    'not a configuration',
    '[uploadpack]\npackObjectsHook = x',
  ])('%j', (text) => {
    writeFileSync(join(ws, 'inc'), '[filter "x"]\nclean = x');
    expect(runs(text)).not.toBeNull();
  });
  it.each([
    '',
    '[core]\nfsmonitor = false',
    '[core]\nfsmonitor = "false"',
    '[user]\nname = x \\\nclean = y',
    '[user]\nname = x # [filter "x"]',
    '; [filter "x"]\n# clean = x',
    '[include]\npath = /nonexistent/countersign',
    '[alias]\nst = status',
    '[http "https://github.com/"]\nextraheader = x',
  ])('not %j', (text) => expect(runs(text)).toBeNull());
  it('takes a configuration for one that runs something if it is too large to read', () => {
    expect(runs(`#${' '.repeat(1024 * 1024)}`)).toContain('cannot be parsed');
  });
  it('follows an include outside of the checkout', () => {
    writeFileSync(join(base, 'plain'), '[user]\nname = x');
    expect(runs(`[include]\npath = ${base}/plain`)).toBeNull();
    writeFileSync(join(base, 'bad'), '[filter "x"]\nclean = x');
    expect(runs(`[include]\npath = ${base}/bad`)).toContain('filter.x.clean');
  });
  it('follows none to a file of the checkout, which a command could rewrite, though it names no program now', () => {
    writeFileSync(join(ws, 'plain'), '[user]\nname = x');
    expect(runs('[include]\npath = ../plain')).toContain('a file of the checkout');
  });
  it('resolves paths as far as they exist', () => {
    const pathResolver = workspacePathResolver(ws);
    symlinkSync('/etc', join(ws, 'etc'));
    symlinkSync('nowhere', join(ws, 'dangling'));
    expect(pathResolver.realpath(join(ws, 'etc/passwd'))).toBe('/etc/passwd');
    expect(pathResolver.realpath(join(ws, 'etc/countersign/new'))).toBe('/etc/countersign/new');
    expect(pathResolver.realpath(join(ws, 'new/file'))).toBe(join(ws, 'new/file'));
    expect(pathResolver.realpath(join(ws, 'dangling'))).toBeNull();
    expect(pathResolver.realpath('relative')).toBeNull();
  });
});
