import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allBytes, bubblewrap, folderOf, viewOf } from './support.ts';
import { sh, tempFolder } from '../../support.ts';

const SECRET = 'TOPSECRET-4711';
const envFile = (path: string): boolean => /(?:^|\/)\.env$/u.test(path);

function noAnswer(): never {
  throw new Error('no answer');
}

/** The folders of repositories as they were made, by how they are made. */
const seeds = new Map<string, string>();

/** A copy of what a script makes in an empty folder, and whatever `more` does to it. */
function copyOf(make: string, more: string): string {
  const seed = seeds.get(make) ?? tempFolder();
  if (!seeds.has(make)) sh(seed, make);
  seeds.set(make, seed);
  const root = join(tempFolder(), 'repo');
  cpSync(seed, root, { recursive: true, preserveTimestamps: true });
  if (more !== '') sh(root, more);
  return root;
}

/** A checkout with a history in which a masked file was changed. */
function repository({ more = '', init = '' } = {}): string {
  return copyOf(
    `git init -q --template= -b main ${init} && mkdir -p src .git/info
     printf 'a\\nb\\n' > src/a.txt; printf '${SECRET}-1\\n' > .env; printf '*.log\\n' > .gitignore
     git add -A; git commit -qm one; printf 'c\\n' >> src/a.txt; printf '${SECRET}-2\\n' > .env; git commit -qam two
     git tag -a -m v1 v1; git branch side HEAD~1`,
    more,
  );
}

/** The same without anything to hide. */
function plainRepository(more = ''): string {
  return copyOf(
    `git init -q --template= -b main && printf 'a\\n' > a.txt && git add -A
     git commit -qm one && printf 'b\\n' > a.txt && git commit -qam two`,
    more,
  );
}

const STASHED = `
  printf '${SECRET}-3\\n' > .env; printf 'd\\n' >> src/a.txt; git stash -q
  printf '${SECRET}-4\\n' > .env; printf 'e\\n' >> src/a.txt; git stash -q`;

describe.skipIf(bubblewrap === null)(
  'a view of a git folder that holds what may not be read',
  () => {
    it('answers as the git folder itself, as far as other files are asked for', async () => {
      const root = repository({
        more: `${STASHED}; printf 'staged\\n' > src/b.txt; git add src/b.txt; printf 'new\\n' > src/c.txt; printf 'x' > a.log
        git update-ref refs/remotes/origin/main HEAD; git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/main`,
      });
      const viewed = await viewOf(root, envFile);
      folderOf(viewed);
      const ofOther = [
        'status --porcelain --ignored',
        'status',
        'diff',
        'diff HEAD',
        'diff --cached',
        'log',
        'log --oneline --graph main side',
        'log -p -- src',
        'log --follow -p -- src/a.txt',
        'show HEAD:src/a.txt',
        'show --stat HEAD -- src',
        'grep -n b',
        'grep -n b HEAD -- src',
        'ls-files',
        'ls-tree -r HEAD',
        'blame src/a.txt',
        'stash list',
        'stash show --name-only stash@{1}',
        'branch -a',
        'describe',
        'rev-parse HEAD v1 side stash@{0} origin/HEAD',
        'merge-base main side',
        'rev-list --count --all',
        'tag -n',
        'diff side main -- src',
        'config --get core.bare',
      ];
      const mark = '---- the next answer ----';
      const real = sh(root, ofOther.map((words) => `git ${words}; echo '${mark}'`).join('\n'));
      const seen = viewed.gitOfEach(ofOther.map((words) => words.split(' ')));
      expect(seen.map(({ code, out }, index) => [ofOther[index], code, out.trim()])).toEqual(
        real
          .split(mark)
          .slice(0, -1)
          .map((out, index) => [ofOther[index], 0, out.trim()]),
      );
      expect(real.split(mark)).toHaveLength(ofOther.length + 1);
    });

    it('gives the masked bytes to nobody, however they are asked for', async () => {
      const root = repository({
        more: `${STASHED}; printf '${SECRET}-5\\n' | git hash-object -w --stdin > ../dangling
        printf '${SECRET}-6\\n' > .env; git add .env; git commit -qm gone; git rev-parse HEAD > ../gone; git reset -q --hard HEAD~1
        printf '${SECRET}-7\\n' > .env; git add .env; git tag blob HEAD:.env; git tag -a -m x tagged-blob HEAD:.env
        git rev-parse HEAD:.env > ../blob; git rev-parse HEAD^{tree} > ../tree; printf '${SECRET}-8\\n' > .env
        git notes add -m note; git update-ref refs/trees/root "$(git rev-parse 'HEAD^{tree}')"`,
      });
      const viewed = await viewOf(root, envFile);
      expect(allBytes(viewed).includes(SECRET)).toBe(false);
      const read = (name: string): string => readFileSync(join(root, '..', name), 'utf8').trim();
      const attempts = [
        ['show', 'HEAD:.env'],
        ['cat-file', '-p', read('blob')],
        ['cat-file', '-p', read('dangling')],
        ['show', read('gone')],
        ['show', 'blob'],
        ['show', 'tagged-blob'],
        ['show', 'stash@{0}:.env'],
        ['stash', 'show', '-p', 'stash@{1}'],
        ['reflog', 'show', '-p', 'HEAD'],
        ['log', '-p', '--all', '--reflog', '--', '.env'],
        ['diff', 'HEAD~1', '--', '.env'],
        ['diff', '--cached'],
        ['diff', '--text', 'HEAD'],
        ['show', ':.env'],
        ['grep', SECRET, 'HEAD'],
        ['grep', '--cached', SECRET],
        ['archive', 'HEAD'],
        ['bundle', 'create', '-', '--all'],
        ['fast-export', '--all'],
        ['fsck', '--lost-found', '--unreachable'],
        ['blame', '.env'],
        ['--no-replace-objects', 'show', 'HEAD:.env'],
        ['--no-replace-objects', 'archive', 'HEAD'],
        ['cat-file', '--batch-all-objects', '--batch'],
        ['rev-list', '--objects', '--all', '--reflog'],
      ];
      for (const [index, { out }] of viewed.gitOfEach(attempts).entries())
        expect(out, attempts[index]?.join(' ')).not.toContain(SECRET);
      expect(viewed.git('status', '--porcelain')).toEqual({ code: 0, out: 'M  .env\n' });
    });

    it('shows a placeholder for masked files of every name and below masked folders, now and in the past, and keeps bytes that also stand elsewhere', async () => {
      const names = [
        'a b',
        ' lead',
        'trail ',
        '*',
        '[a]',
        '!x',
        '#x',
        'back\\slash',
        'new\nline',
        'tab\t',
        '"q"',
        '-r',
        '?',
        'ü',
        'é',
      ];
      const root = repository();
      for (const [index, name] of names.entries()) {
        writeFileSync(join(root, `m-${name}`), `${SECRET}-${index}\n`);
        writeFileSync(join(root, `o-${name}`), `open ${index}\n`);
      }
      sh(
        root,
        `mkdir -p keys/deep x; printf '${SECRET}-k' > keys/deep/k; cp src/a.txt x/.env; git add -A; git commit -qm keys; git rm -qr keys
        printf '${SECRET}-l1' > "$(printf 'm-\\351')"; printf 'open l1' > "$(printf 'o-\\351')"
        printf '${SECRET}-l2' > "$(printf 'caf\\351')"; git add -A; git commit -qm odd`,
      );
      const masked = new Set(['café', 'keys']);
      const viewed = await viewOf(
        root,
        (path) => masked.has(path) || path.startsWith('m-') || envFile(path),
      );
      expect(allBytes(viewed).includes(SECRET)).toBe(false);
      const shown = viewed.gitOfEach(names.map((name) => ['show', `HEAD:o-${name}`]));
      expect(shown.map(({ out }) => out)).toEqual(names.map((_, index) => `open ${index}\n`));
      const placeholder = expect.stringMatching(/^Not shown: the policy/u) as string;
      expect(
        viewed.gitOfEach([
          ['status', '--porcelain', '-z'],
          ['show', 'HEAD:.env'],
          ['show', 'HEAD~1:keys/deep/k'],
          ['show', 'HEAD:x/.env'],
          ['log', '-p', '--stat'],
          ['grep', SECRET, 'HEAD'],
          ['show', '--numstat', '--format=', 'HEAD~2'],
        ]),
      ).toEqual([
        { code: 0, out: '' },
        { code: 0, out: placeholder },
        { code: 0, out: placeholder },
        { code: 0, out: 'a\nb\nc\n' },
        { code: 0, out: expect.stringContaining('+Not shown') as string },
        { code: 1, out: '' },
        { code: 0, out: '1\t1\t.env\n1\t0\tsrc/a.txt\n' },
      ]);
    });
  },
);

describe.skipIf(bubblewrap === null)('the git folder itself is shown', () => {
  it('where no object can hold what may not be read', async () => {
    const { view } = await viewOf(plainRepository(), envFile);
    expect(view).toEqual({ kind: 'whole' });
  });

  it('also with commits that no ref reaches, with packs, and with a stash', async () => {
    const more = `git commit -q --amend -m again; printf 'c' > a.txt; git stash -q; printf 'd' > a.txt; git add a.txt; git repack -adq`;
    expect((await viewOf(plainRepository(more), envFile)).view).toEqual({ kind: 'whole' });
  });

  it.each([
    ['a blob that stands nowhere', 'printf x | git hash-object -w --stdin'],
    [
      'a masked file in a commit that no ref reaches',
      'printf x > .env; git add .env; git commit -qm x; git reset -q --hard HEAD~1; git reflog expire --expire=all --all',
    ],
    ['a masked file that is staged', 'printf x > .env; git add .env'],
    [
      'a patch of a commit in the making',
      "printf 'm\\n# ---\\ndiff --git a/.env b/.env\\n' > .git/COMMIT_EDITMSG",
    ],
    ['the files of a rebase', 'mkdir .git/rebase-apply; printf x > .git/rebase-apply/patch'],
    ['large files beside git', 'mkdir -p .git/lfs/objects; printf x > .git/lfs/objects/x'],
    [
      'the git folder of a submodule',
      'mkdir -p .git/modules/sub; printf x > .git/modules/sub/HEAD',
    ],
    ['an interrupted write', 'printf x > .git/objects/pack/tmp_pack_x'],
    [
      'a pack without index',
      'git repack -adq; rm .git/objects/pack/*.idx; git gc -q 2>/dev/null; git hash-object -w a.txt',
    ],
    [
      'a replacement',
      'git replace HEAD HEAD~1; git replace "$(printf x | git hash-object -w --stdin)" HEAD:a.txt',
    ],
  ])('but not with %s', async (_, more) => {
    const { view } = await viewOf(plainRepository(`{ ${more}; } >/dev/null 2>&1; true`), envFile);
    expect(view.kind).not.toBe('whole');
  });
});

describe.skipIf(bubblewrap === null)('a view can be made', () => {
  it.each([
    [
      'a shallow clone with a detached HEAD',
      'git clone -q --depth=1 "file://$PWD" ../made; cd ../made; git checkout -q --detach',
    ],
    [
      'a clone without blobs of the past',
      'git config uploadpack.allowFilter true; git clone -q --filter=blob:none "file://$PWD" ../made',
    ],
    [
      'a linked work tree with a split index',
      'git worktree add -q ../made side; cd ../made; git checkout -q -b made main; git update-index --split-index; printf x > b; git add b; git commit -qm b',
    ],
    [
      'a sparse checkout with packed refs and objects',
      'git clone -q . ../made; cd ../made; mkdir z; printf z > z/z; git add z; git commit -qm z; git sparse-checkout set --cone --sparse-index src; git pack-refs --all; git gc -q',
    ],
  ])('of %s', async (_, make) => {
    const root = repository({ more: make });
    const made = join(root, '..', 'made');
    const viewed = await viewOf(made, envFile);
    expect(allBytes(viewed).includes(SECRET)).toBe(false);
    const answers = viewed.gitOfEach([
      ['status', '--porcelain'],
      ['show', 'HEAD:.env'],
      ['show', 'HEAD:src/a.txt'],
      ['log', '--format=%s'],
    ]);
    expect(answers).toEqual([
      { code: 0, out: '' },
      { code: 0, out: expect.stringMatching(/^Not shown/u) as string },
      { code: 0, out: 'a\nb\nc\n' },
      { code: 0, out: `${sh(made, 'git log --format=%s')}\n` },
    ]);
  });

  it('of a repository with SHA-256 ids', async () => {
    const viewed = await viewOf(repository({ init: '--object-format=sha256' }), envFile);
    expect(allBytes(viewed).includes(SECRET)).toBe(false);
    expect(viewed.git('show', 'HEAD:.env').out).toMatch(/^Not shown/u);
    expect(viewed.git('show', 'HEAD:src/a.txt').out).toBe('a\nb\nc\n');
    expect(viewed.git('status', '--porcelain')).toEqual({ code: 0, out: '' });
  });

  it('of a repository without commits', async () => {
    const root = join(tempFolder(), 'empty');
    sh(
      '/',
      `git init -q -b main '${root}'; cd '${root}'; printf '${SECRET}' > .env; printf o > o; git add -A`,
    );
    const viewed = await viewOf(root, envFile);
    expect(allBytes(viewed).includes(SECRET)).toBe(false);
    expect(viewed.git('status', '--porcelain').out).toBe('A  .env\nA  o\n');
    expect(viewed.git('show', ':o').out).toBe('o');
  });

  it('of a merge that is not resolved', async () => {
    const root = repository({
      more: `git checkout -q side; printf '${SECRET}-side\\n' > .env; printf 'z\\n' > src/a.txt; git commit -qam side; git checkout -q main; git merge -q side || true`,
    });
    const viewed = await viewOf(root, envFile);
    expect(allBytes(viewed).includes(SECRET)).toBe(false);
    expect(viewed.git('status').out).toContain('You have unmerged paths');
    expect(viewed.git('show', ':3:src/a.txt').out).toBe('z\n');
  });

  it.each(['cherry-pick', 'revert'])('of a %s that is not resolved', async (what) => {
    const root = repository({
      more: `printf 'd\\n' > src/a.txt; git commit -qam three; git ${what} HEAD~1 2>/dev/null || true`,
    });
    const viewed = await viewOf(root, envFile);
    folderOf(viewed);
    expect(viewed.git('status').out).toContain(`You are currently ${what}ing`);
  });

  it('of a repository with a submodule, whose own objects are not shown', async () => {
    const root = repository({
      more: `git init -q ../sub; (cd ../sub; printf '${SECRET}-sub' > .env; git add -A; git commit -qm s)
        git -c protocol.file.allow=always submodule --quiet add ../sub sub; git commit -qm sub`,
    });
    const viewed = await viewOf(root, envFile);
    expect(allBytes(viewed).includes(SECRET)).toBe(false);
    expect(viewed.git('status', '--porcelain')).toEqual({ code: 0, out: '' });
    expect(viewed.git('diff', 'HEAD')).toEqual({ code: 0, out: '' });
  });

  it('without what the configuration says of fetching and of files that a view does not have, and with all else', async () => {
    const root = repository({
      more: `for key in core.sparseCheckout core.sparseCheckoutCone core.splitIndex core.untrackedCache index.sparse; do git config $key true; done
        git config splitIndex.maxPercentChange 5; git config remote.origin.promisor true; git config remote.origin.url "ext::sh -c x"; git config extensions.partialClone origin
        git config 'branch.a "b\\c.remote' 'x "y" \\ ; # z'; printf '[flag]\\n\\tset\\n' >> .git/config`,
    });
    const viewed = await viewOf(root, envFile);
    const listed = viewed.git('config', '--local', '--list', '-z').out.split('\0');
    expect(listed).toContain('branch.a "b\\c.remote\nx "y" \\ ; # z');
    expect(listed).toContain('flag.set');
    expect(listed.join('\n')).not.toMatch(
      /promisor|partialclone|sparse|splitindex|untrackedcache/iu,
    );
  });
});

describe.skipIf(bubblewrap === null)('no git is shown', () => {
  const forged = `B=$(git rev-parse HEAD:src/a.txt); S=$(git rev-parse HEAD:.env); cd .git/objects
    rm -f $(echo $B | sed 's,..,&/,'); cp $(echo $S | sed 's,..,&/,') $(echo $B | sed 's,..,&/,')`;
  const forgedTree = `T=$(git rev-parse 'HEAD^{tree}'); N=$(git ls-tree HEAD | sed 's/\\.env/open/' | git mktree); cd .git/objects
    rm -f $(echo $T | sed 's,..,&/,'); cp $(echo $N | sed 's,..,&/,') $(echo $T | sed 's,..,&/,')`;
  /** The entries of two blobs in the index of the pack, by which git finds them, change places. */
  const forgedIndex = `git gc -q; rm -rf .git/logs; I=$(ls .git/objects/pack/*.idx); chmod u+w $I; node -e '
    const fs = require("node:fs"); const [file, a, b] = process.argv.slice(1); const idx = fs.readFileSync(file)
    const n = idx.readUInt32BE(8 + 255 * 4); const oid = (i) => idx.toString("hex", 1032 + i * 20, 1052 + i * 20)
    const at = (x) => 1032 + n * 24 + [...Array(n).keys()].find((i) => oid(i) === x) * 4
    const [p, q] = [idx.readUInt32BE(at(a)), idx.readUInt32BE(at(b))]; idx.writeUInt32BE(q, at(a)); idx.writeUInt32BE(p, at(b))
    fs.writeFileSync(file, idx)' $I $(git rev-parse HEAD:src/a.txt) $(git rev-parse HEAD:.env)`;
  it.each([
    ['a forged blob', forged, /object of it is not what its name says/u],
    ['a forged tree', forgedTree, /its object [0-9a-f]+ is not what/u],
    ['a pack whose index lies', forgedIndex, /object of it is not what its name says|ended with/u],
    ['a FIFO', 'mkfifo .git/refs/heads/fifo', /link or a special file/u],
    ['a FIFO as HEAD', 'rm .git/HEAD; mkfifo .git/HEAD', /link or a special file/u],
    ['a link', 'mv .git/objects ../o; ln -s ../../o .git/objects', /link or a special file/u],
    [
      'objects elsewhere',
      'git clone -q --shared . ../o; rm -r .git; mv ../o/.git .git',
      /not among its own objects/u,
    ],
    ['a broken HEAD', 'echo ../../etc > .git/HEAD', /not a git repository/u],
    ['a broken index', 'echo x > .git/index', /index/u],
    [
      'a broken object',
      'chmod -R u+w .git; for f in .git/objects/[0-9a-f]*/*; do echo x > $f; done',
      /git/u,
    ],
    [
      'a tree with a path in one name',
      `printf "100644 x/y\\0%b" "$(git rev-parse HEAD:.env | sed 's/../\\\\x&/g')" > ../t
      T=$(git hash-object -t tree -w --literally ../t); git update-ref refs/heads/odd $(git commit-tree -m x $T)`,
      /invalid name/u,
    ],
  ])('of a folder with %s', async (_, more, because) => {
    const root = repository({ more });
    const { view } = await viewOf(root, envFile, { timeoutMs: 5_000 });
    expect(view).toMatchObject({ kind: 'hidden', because: expect.stringMatching(because) });
  });

  it('of a folder that a forged tree would make look as if it held nothing to hide', async () => {
    const root = join(tempFolder(), 'repo');
    sh(
      '/',
      `git init -q '${root}'; cd '${root}'; echo ${SECRET} > .env; git add -A; git commit -qm one; rm .git/index
      ${forgedTree}`,
    );
    const { view } = await viewOf(root, envFile);
    expect(view).toMatchObject({ kind: 'hidden', because: expect.stringMatching(/its object/u) });
  });

  it('without a sandbox for git', async () => {
    const { view } = await viewOf(repository(), envFile, { bubblewrap: null });
    expect(view).toMatchObject({ kind: 'hidden', because: expect.stringContaining('bubblewrap') });
  });

  it('without a time, or nobody waits for it', async () => {
    const late = await viewOf(repository(), envFile, { timeoutMs: 1 });
    expect(late.view).toMatchObject({ kind: 'hidden' });
    const cancelled = await viewOf(repository(), envFile, { signal: AbortSignal.abort() });
    expect(cancelled.view).toMatchObject({ kind: 'hidden' });
  });

  it('where what is masked cannot be asked', async () => {
    const root = repository();
    const { view } = await viewOf(root, envFile, { isMasked: noAnswer });
    expect(view).toMatchObject({ kind: 'hidden' });
  });

  it('nor a ref or a replacement that puts a tree under another path', async () => {
    const root = repository({
      more: `mkdir keys; printf '${SECRET}-k' > keys/k; git add -A; git commit -qm k; git tag tree HEAD:keys
        mkdir other; printf x > other/k; git add -A; git commit -qm o; git replace "$(git rev-parse HEAD:other)" "$(git rev-parse HEAD:keys)"; git replace HEAD HEAD~1`,
    });
    const viewed = await viewOf(root, (path) => path === 'keys' || envFile(path));
    expect(allBytes(viewed).includes(SECRET)).toBe(false);
    expect(viewed.git('show', 'HEAD:other/k').out).toBe('x');
    expect(viewed.git('log', '-1', '--format=%s').out).toBe('o\n');
  });
});
