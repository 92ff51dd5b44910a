import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/common/index.ts';
import { openWorkspace, type WalkFilter, type Workspace } from '../../../src/sandbox/index.ts';
import { isGitName } from '../../../src/sandbox/files/lexical-path.ts';
import * as fc from '../../properties.ts';
import { codeOf, messageOf, tempFolder } from '../support.ts';

/** What child processes import: the file that is tested, and not a bundle of it. */
const SOURCE = resolve('src/sandbox/files/workspace.ts');

/** How many threads of Node open files. */
const THREADS = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);

const base = tempFolder();
const root = join(base, 'repo');
const outside = join(base, 'repo-evil');
let workspace: Workspace;

beforeAll(async () => {
  mkdirSync(join(root, 'src'), { recursive: true });
  mkdirSync(join(root, '.git', 'hooks'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, 'secret'), 'outside');
  writeFileSync(join(root, '.git', 'config'), 'token');
  writeFileSync(join(root, 'src', 'a.ts'), 'inside');
  writeFileSync(join(root, 'runner-env'), 'X=1');
  symlinkSync(join(outside, 'secret'), join(root, 'out-file'));
  symlinkSync('../repo-evil', join(root, 'out-folder'));
  symlinkSync('..', join(root, 'up'));
  symlinkSync('.git/config', join(root, 'git-link'));
  symlinkSync('/proc/self/environ', join(root, 'environ'));
  symlinkSync('src', join(root, 'in-folder'));
  symlinkSync(join(root, 'src', 'a.ts'), join(root, 'in-file'));
  symlinkSync('nowhere', join(root, 'dangling'));
  symlinkSync('loop', join(root, 'loop'));
  symlinkSync('/dev/zero', join(root, 'device'));
  symlinkSync('runner-env', join(root, 'to-runner-env'));
  symlinkSync(join(root, 'runner-env'), join(root, 'to-absolute-runner-env'));
  linkSync(join(outside, 'secret'), join(root, 'hard'));
  writeFileSync(join(root, 'twice'), 'two names');
  linkSync(join(root, 'twice'), join(root, 'src', 'twice-too'));
  execFileSync('mkfifo', [join(root, 'fifo')]);
  workspace = await openWorkspace(root, { hidden: [join(root, 'runner-env')] });
});

const read = async (path: string) => (await workspace.read(path, { maxBytes: 1000 })).toString();

describe('paths that are refused', () => {
  const refused = [
    '',
    '\0',
    'a\0b',
    '..',
    '../repo-evil/secret',
    'src/../../repo-evil/secret',
    '/etc/passwd',
    '/',
    '/proc/self/environ',
    '/proc/self/cwd/src/a.ts',
    '/dev/fd/0',
    '/dev/null',
    '.git',
    '.git/config',
    '.GIT/config',
    '.Git/hooks/pre-commit',
    '.git./config',
    '.git /config',
    '.git . ./config',
    '.git::$INDEX_ALLOCATION/config',
    '.g\u200cit/config',
    '\ufeff.git/config',
    'GIT~1/config',
    'src/.git/config',
    'a/b/.git',
    'src\\.git\\config',
    'out-file',
    'out-folder/secret',
    'up/repo-evil/secret',
    'up/repo/src/a.ts',
    'git-link',
    'environ',
    'device',
    'fifo',
    'hard',
    'loop',
    'runner-env',
    'to-runner-env',
    'to-absolute-runner-env',
    'x'.repeat(256),
    'x/'.repeat(3000),
    '\ud800',
  ];
  it.each(refused.map((path) => [JSON.stringify(path).slice(0, 60), path]))(
    '%s',
    async (_, path) => {
      expect(await codeOf(() => read(path))).toBe('path-refused');
    },
  );

  it('an absolute path is inside by its parts, never by its first characters', async () => {
    expect(await codeOf(() => read(`${root}-evil/secret`))).toBe('path-refused');
    expect(await read(`${root}/src/a.ts`)).toBe('inside');
  });

  it('writing, listing and stat refuse the same paths', async () => {
    for (const path of [
      '../x',
      'out-folder/x',
      '.git/hooks/pre-commit',
      'up/x',
      'git-link',
      'fifo',
      'dangling',
    ]) {
      expect(await codeOf(() => workspace.write(path, Buffer.from('x'))), path).toBe(
        'path-refused',
      );
    }
    expect(await codeOf(() => workspace.list('out-folder', { limit: 9 }))).toBe('path-refused');
    expect(await codeOf(() => workspace.stat('out-file'))).toBe('path-refused');
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('outside');
    expect(readdirSync(outside)).toEqual(['secret']);
  });

  it('the message names the link and where it leads', async () => {
    const message = await messageOf(() => read('out-folder/secret'));
    expect(message).toContain('".."');
    expect(await messageOf(() => read('out-file'))).toContain(
      '"out-file" leads out of the workspace',
    );
  });

  it('the root of the machine is no workspace', async () => {
    expect(await codeOf(() => openWorkspace('/'))).toBe('path-refused');
    expect(await messageOf(() => openWorkspace('/'))).toContain('"/"');
    expect(await codeOf(() => openWorkspace(join(base, 'missing')))).toBe('file-refused');
  });

  it('names that only look like git are files', async () => {
    expect(
      ['.github', '.gitignore', 'git', 'a.git', '.gitx', '.git-old'].map(isGitName),
    ).not.toContain(true);
  });
});

describe('reading', () => {
  it('follows links that stay inside', async () => {
    expect(await read('in-folder/a.ts')).toBe('inside');
    expect(await read('in-file')).toBe('inside');
    expect((await workspace.stat('in-folder'))?.kind).toBe('directory');
  });

  it('follows ".." in links one folder at a time', async () => {
    mkdirSync(join(root, 'one', 'two', 'three'), { recursive: true });
    for (const folder of ['.', 'one', 'one/two'])
      writeFileSync(join(root, folder, 'level'), `in ${folder}`);
    symlinkSync('../level', join(root, 'one', 'two', 'up-one'));
    symlinkSync('../../level', join(root, 'one', 'two', 'three', 'up-two'));
    symlinkSync('../../../level', join(root, 'one', 'two', 'three', 'up-three'));
    expect(await read('one/two/up-one')).toBe('in one');
    expect(await read('one/two/three/up-two')).toBe('in one');
    expect(await read('one/two/three/up-three')).toBe('in .');
  });

  it('makes no folder on the way to a file that does not exist', async () => {
    expect(await codeOf(() => read('never/made/file'))).toBe('file-refused');
    expect(await workspace.stat('never/made')).toBeNull();
    expect(existsSync(join(root, 'never'))).toBe(false);
  });

  it('allows a hard link whose names are all inside', async () => {
    expect(await read('twice')).toBe('two names');
  });

  it('refuses by size and never reads more', async () => {
    expect(await codeOf(() => workspace.read('src/a.ts', { maxBytes: 3 }))).toBe('file-refused');
    expect((await workspace.read('src/a.ts', { maxBytes: 6 })).toString()).toBe('inside');
  });

  it('gives a file of several chunks whole', async () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
    writeFileSync(join(root, 'large'), bytes);
    expect((await workspace.read('large', { maxBytes: 200_000 })).equals(bytes)).toBe(true);
    expect(await codeOf(() => workspace.read('large', { maxBytes: 199_999 }))).toBe('file-refused');
    rmSync(join(root, 'large'));
  });

  it('follows forty links, and not one more', async () => {
    const links = join(root, 'links');
    mkdirSync(links);
    writeFileSync(join(links, '0'), 'reached');
    for (let count = 1; count <= 41; count += 1)
      symlinkSync(count === 20 ? join(links, '19') : `${count - 1}`, join(links, `${count}`));
    expect(await read('links/40')).toBe('reached');
    expect(await messageOf(() => read('links/41'))).toContain('more than 40 links');
  });

  it('says of each entry what it is', async () => {
    const places = join(root, 'places');
    mkdirSync(join(places, 'folder'), { recursive: true });
    writeFileSync(join(places, 'file'), 'four');
    chmodSync(join(places, 'file'), 0o640);
    symlinkSync('file', join(places, 'link'));
    execFileSync('mkfifo', [join(places, 'pipe')]);
    const entries = await workspace.list('places', { limit: 9 });
    expect(entries.map(({ path, kind }) => [path, kind])).toEqual([
      ['places/file', 'file'],
      ['places/folder', 'directory'],
      ['places/link', 'symlink'],
      ['places/pipe', 'other'],
    ]);
    const realPath = join(places, 'file');
    const file = { path: 'places/file', realPath, kind: 'file', size: 4, mode: 0o640 };
    expect(entries[0]).toEqual(file);
    expect(await workspace.stat('places/../places/file')).toEqual(file);
    expect(await workspace.stat('places/link')).toEqual({ ...file, path: 'places/link' });
    expect(await workspace.stat('.')).toMatchObject({ path: '.', kind: 'directory' });
    expect(await workspace.list('places', { limit: -1 })).toEqual([]);
  });

  it('says null for what is absent, and refuses to read it', async () => {
    expect(await workspace.stat('nothing/here')).toBeNull();
    expect(await workspace.stat('dangling')).toBeNull();
    expect(await codeOf(() => read('nothing'))).toBe('file-refused');
    expect(await codeOf(() => read('src'))).toBe('file-refused');
    expect(await codeOf(() => read('src/a.ts/b'))).toBe('file-refused');
    expect(await messageOf(() => read('src/a.ts/b'))).toContain('"a.ts" in it is not a folder');
  });

  it('lists by name without .git, up to the limit', async () => {
    const names = (await workspace.list('.', { limit: 100 })).map((entry) => entry.path);
    expect(names).not.toContain('.git');
    expect(names).toContain('out-file');
    expect(await workspace.list('.', { limit: 2 })).toHaveLength(2);
    expect((await workspace.list('in-folder', { limit: 9 })).map((entry) => entry.path)).toContain(
      'in-folder/a.ts',
    );
  });
});

describe('writing', () => {
  it('makes folders, replaces in one step, keeps the mode and leaves nothing behind', async () => {
    await workspace.write('new/deep/run.sh', Buffer.from('one'));
    const file = join(root, 'new/deep/run.sh');
    chmodSync(file, 0o700);
    await workspace.write('new/deep/run.sh', Buffer.from('two'));
    expect(statSync(file).mode & 0o777).toBe(0o700);
    expect(readFileSync(file, 'utf8')).toBe('two');
    expect(readdirSync(join(root, 'new/deep'))).toEqual(['run.sh']);
  });

  it.each(['fresh/', 'fresh/deep/.', 'fresh/..', '.'])(
    'makes no file and no folder for %s, which names a folder',
    async (path) => {
      const written = () => workspace.write(path, Buffer.from('x'));
      expect(await codeOf(written)).toBe('file-refused');
      expect(existsSync(join(root, 'fresh'))).toBe(false);
    },
  );

  it.each(['fresh/.git/config', 'fresh/.git/', 'fresh/../../', `fresh/${'a'.repeat(256)}`])(
    'makes no folder for a path that is refused, and says that it is: %s',
    async (path) => {
      expect(await codeOf(() => workspace.write(path, Buffer.from('x')))).toBe('path-refused');
      expect(existsSync(join(root, 'fresh'))).toBe(false);
    },
  );

  it.runIf(process.getuid?.() === 0)('keeps owner and group where root writes it', async () => {
    const file = join(root, 'of-a-group');
    for (const [uid, gid] of [
      [0, 65_534],
      [65_534, 0],
      [1_234, 5_678],
    ] as const) {
      writeFileSync(file, 'old');
      chownSync(file, uid, gid);
      await workspace.write('of-a-group', Buffer.from('new'));
      expect(statSync(file)).toMatchObject({ uid, gid });
    }
  });

  it('keeps a mode that the umask would not give', async () => {
    const file = join(root, 'shared.txt');
    writeFileSync(file, 'one');
    chmodSync(file, 0o666);
    await workspace.write('shared.txt', Buffer.from('two'));
    expect(statSync(file).mode & 0o777).toBe(0o666);
  });

  it('replaces a hard link instead of writing through it', async () => {
    linkSync(join(outside, 'secret'), join(root, 'hard2'));
    await workspace.write('hard2', Buffer.from('mine'));
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('outside');
  });

  it('writes through a link that leads inside, and keeps the link', async () => {
    writeFileSync(join(root, 'src', 'target'), 'old');
    symlinkSync('src/target', join(root, 'to-target'));
    await workspace.write('to-target', Buffer.from('new'));
    expect(readFileSync(join(root, 'src', 'target'), 'utf8')).toBe('new');
    expect(existsSync(join(root, 'to-target'))).toBe(true);
    await workspace.write('in-folder/fresh/x', Buffer.from('x'));
    expect(readFileSync(join(root, 'src/fresh/x'), 'utf8')).toBe('x');
  });

  it('is refused at a hidden path that was named through a link', async () => {
    const link = join(outside, 'to-root');
    symlinkSync(root, link);
    const other = await openWorkspace(root, { hidden: [join(link, 'src')] });
    expect(await codeOf(() => other.write('src/by-link', Buffer.from('x')))).toBe('path-refused');
    expect(existsSync(join(root, 'src/by-link'))).toBe(false);
    rmSync(link);
  });

  it('makes no folder that only a link names', async () => {
    symlinkSync('to-make/deep', join(root, 'to-missing'));
    symlinkSync('src/to-make', join(root, 'to-missing-in-src'));
    for (const path of ['to-missing/x', 'to-missing-in-src/y/x', 'in-folder/../to-missing/y/x'])
      expect(await codeOf(() => workspace.write(path, Buffer.from('x'))), path).toBe(
        'path-refused',
      );
    expect(existsSync(join(root, 'to-make'))).toBe(false);
    expect(existsSync(join(root, 'src/to-make'))).toBe(false);
  });

  it('honours the digest that the writer saw', async () => {
    await workspace.write('e', Buffer.from('1'), { expectSha256: null });
    expect(await codeOf(() => workspace.write('e', Buffer.from('2'), { expectSha256: null }))).toBe(
      'file-refused',
    );
    expect(
      await codeOf(() => workspace.write('e', Buffer.from('2'), { expectSha256: sha256('0') })),
    ).toBe('file-refused');
    await workspace.write('e', Buffer.from('2'), { expectSha256: sha256('1') });
    expect(await read('e')).toBe('2');
    const expectSha256 = sha256('2');
    expect(await codeOf(() => workspace.write('gone', Buffer.from('3'), { expectSha256 }))).toBe(
      'file-refused',
    );
    expect(existsSync(join(root, 'gone'))).toBe(false);
    expect(readdirSync(root).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('races', () => {
  it.runIf(process.platform === 'linux').each<[string, (path: string) => void]>([
    ['a FIFO', (path) => void execFileSync('mkfifo', [path])],
    ['a folder', (path) => mkdirSync(path)],
    ['a link', (path) => symlinkSync(join(outside, 'secret'), path)],
    ['a hard link', (path) => linkSync(join(outside, 'secret'), path)],
  ])('a file that became %s after it was looked at is not read', async (_, replace) => {
    const path = join(root, 'replaced');
    const gate = join(base, 'gate');
    execFileSync('mkfifo', [gate]);
    writeFileSync(path, 'inside');
    // Every thread that opens files waits at the gate, so that the file is opened after it was replaced.
    const waiting = Array.from({ length: THREADS }, () => open(gate, 'r'));
    const reading = codeOf(() => read('replaced'));
    rmSync(path);
    replace(path);
    const opened = openSync(gate, 'r+');
    for (const handle of await Promise.all(waiting)) await handle.close();
    closeSync(opened);
    expect(await reading).toBe('path-refused');
    rmSync(path, { recursive: true });
    rmSync(gate);
  });

  it.runIf(process.platform === 'linux')(
    'a file that was moved out while it was opened is not read',
    async () => {
      const [inside, moved] = [join(root, 'moving'), join(outside, 'moving')];
      writeFileSync(inside, 'inside');
      const reading = codeOf(() => read('moving'));
      // A thread opens the file while this one waits, so that the move comes before the look at what was opened.
      for (let wait = 0; wait < 1_000 && !isOpen(inside); wait += 1) execFileSync('true');
      renameSync(inside, moved);
      expect(await reading).toBe('path-refused');
      rmSync(moved);
    },
  );

  it.runIf(process.platform === 'linux')(
    'a folder that is swapped for a link all the while never lets a read or write out',
    async () => {
      mkdirSync(join(root, 'swap'));
      writeFileSync(join(root, 'swap', 'secret'), 'inside');
      // The writer makes a folder anew where it finds none, so the swapper clears its way.
      const swapper = `import { renameSync, rmSync } from 'node:fs';
        const [a, link, real] = process.argv.slice(1);
        const move = (from, to) => { for (let n = 0; n < 99; n += 1) {
          try { renameSync(from, to); return; } catch { try { rmSync(to, { recursive: true, force: true }); } catch {} } } process.exit(9); };
        const end = Date.now() + 1500;
        while (Date.now() < end) { move(a, real); move(link, a); move(a, link); move(real, a); }`;
      symlinkSync(outside, join(root, 'swap-link'));
      const { spawn } = await import('node:child_process');
      const child = spawn(process.execPath, [
        '--input-type=module',
        '-e',
        swapper,
        join(root, 'swap'),
        join(root, 'swap-link'),
        join(root, 'swap-real'),
      ]);
      const end = { over: false, code: -1 as number | null };
      child.once('exit', (exitCode) => {
        end.over = true;
        end.code = exitCode;
      });
      const seen = new Set<string>();
      while (!end.over) {
        seen.add(
          await read('swap/secret').catch((error: { code?: string }) => error.code ?? 'other'),
        );
        await workspace.write('swap/made', Buffer.from('made')).catch(() => undefined);
      }
      expect(end.code).toBe(0);
      expect(seen).toContain('inside');
      expect(seen).toContain('path-refused');
      expect(seen).not.toContain('outside');
      expect(readdirSync(outside)).toEqual(['secret']);
    },
  );
});

/** True while this process holds the file open. */
function isOpen(path: string): boolean {
  return openPaths().includes(path);
}

/** The paths of the files and folders that this process holds open. */
function openPaths(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}

it.runIf(process.platform === 'linux')('leaves nothing open, whatever is asked of it', async () => {
  const held = join(base, 'held');
  mkdirSync(join(held, 'a/b'), { recursive: true });
  writeFileSync(join(held, 'a/b/file'), 'text');
  symlinkSync('../b/file', join(held, 'a/b/up'));
  symlinkSync(join(held, 'a'), join(held, 'absolute'));
  symlinkSync('/etc', join(held, 'out'));
  linkSync(join(outside, 'secret'), join(held, 'hard'));
  const own = await openWorkspace(held);
  const paths = ['.', 'a', 'a/b/file', 'a/b/up', 'absolute/b/file', 'out/x', 'a/none', 'none/x'];
  for (const path of [...paths, 'a/b/file/x', 'hard', '../x']) {
    await codeOf(() => own.stat(path));
    await codeOf(() => own.readLink(path));
    await codeOf(() => own.read(path, { maxBytes: 2 }));
    await codeOf(() => own.read(path, { maxBytes: 9 }));
    await codeOf(() => own.list(path, { limit: 9 }));
    await codeOf(() => own.readLink(`${path}/none`));
  }
  const folder = realpathSync(held);
  expect(openPaths().filter((path) => path === folder || path.startsWith(`${folder}/`))).toEqual(
    [],
  );
});

it('a workspace whose root was replaced by another folder is refused, and holds neither open', async () => {
  const replaced = join(base, 'replaced');
  mkdirSync(replaced);
  const own = await openWorkspace(replaced);
  renameSync(replaced, join(base, 'replaced-before'));
  mkdirSync(replaced);
  expect(await messageOf(() => own.list('.', { limit: 9 }))).toContain('was replaced');
  rmSync(replaced, { recursive: true });
  expect(await codeOf(() => own.list('.', { limit: 9 }))).toBe('file-refused');
  // Neither the folder that was opened nor the one that replaced it stays open: `replaced (deleted)` in Linux.
  const folder = join(realpathSync(base), 'replaced');
  expect(openPaths().filter((path) => path.startsWith(folder))).toEqual([]);
});

it('a workspace counts its changes, and is found by the name that it was opened under', async () => {
  symlinkSync(root, join(base, 'alias'));
  symlinkSync(join(base, 'alias/src/a.ts'), join(root, 'by-alias'));
  const own = await openWorkspace(join(base, 'alias'));
  expect(own.root).toBe(root);
  expect(own.relative(join(base, 'alias/src/a.ts'))).toBe('src/a.ts');
  expect(own.relative('.')).toBe('.');
  expect((await own.read('by-alias', { maxBytes: 9 })).toString()).toBe('inside');
  expect(own.changes()).toBe(0);
  await own.write('counted', Buffer.from('x'));
  expect(own.changes()).toBe(1);
});

const bwrap = spawnSync('bwrap', ['--dev-bind', '/', '/', 'true']).status === 0;

describe.runIf(bwrap)(
  'what is mounted into the workspace (skipped where bubblewrap is missing)',
  () => {
    const mounts = join(base, 'mounts');
    /** Its file has no other name, which would be a reason of its own to refuse it. */
    const elsewhere = join(base, 'elsewhere');
    const ATTEMPTS = {
      read: "workspace.read('folder/secret', { maxBytes: 99 })",
      list: "workspace.list('folder', { limit: 9 })",
      file: "workspace.read('file', { maxBytes: 99 })",
      write: "workspace.write('folder/new', Buffer.from('new'))",
      own: "workspace.read('own', { maxBytes: 99 })",
    };

    /** How each attempt ends in a process that sees another folder and another file mounted into `mounts`. */
    function attempts(): Record<string, string> {
      const module = JSON.stringify(SOURCE);
      const tries = Object.entries(ATTEMPTS).map(
        ([name, call]) =>
          `ended.${name} = await ${call}.then(() => 'done', (error) => error.code);`,
      );
      const script = `import { openWorkspace } from ${module};
        const workspace = await openWorkspace(${JSON.stringify(mounts)});
        const ended = {};
        ${tries.join('\n')}
        for (const file of workspace.walk('.', () => () => true).files)
          ended[\`walk to \${file.path}\`] = (await file.read(99))?.toString() ?? 'refused';
        console.log(JSON.stringify(ended));`;
      const bind = ['--bind', elsewhere, join(mounts, 'folder')];
      const bindFile = ['--bind', join(elsewhere, 'secret'), join(mounts, 'file')];
      const node = [process.execPath, '--input-type=module', '-e', script];
      const out = execFileSync('bwrap', ['--dev-bind', '/', '/', ...bind, ...bindFile, ...node]);
      return JSON.parse(out.toString('utf8'));
    }

    it('is neither read, listed, searched nor written', () => {
      mkdirSync(join(mounts, 'folder'), { recursive: true });
      mkdirSync(elsewhere);
      writeFileSync(join(elsewhere, 'secret'), 'elsewhere');
      writeFileSync(join(mounts, 'file'), '');
      writeFileSync(join(mounts, 'own'), 'own');
      expect(attempts()).toEqual({
        read: 'path-refused',
        list: 'path-refused',
        file: 'path-refused',
        write: 'path-refused',
        own: 'done',
        'walk to file': 'refused',
        'walk to own': 'own',
      });
      expect(readdirSync(elsewhere)).toEqual(['secret']);
    });
  },
);

/** The numbers of `link` and `linkat`, which a filter answers as a file system without hard links does, and of `rename`. */
const CALLS = new Map([
  ['x64', { links: [86, 265], rename: 82 }],
  ['arm64', { links: [37, 37], rename: 38 }],
]).get(process.arch);

it.runIf(bwrap && CALLS !== undefined).each([
  [
    'a new file is written where hard links are not supported, and none is replaced',
    {
      canRename: true,
      ends: 'EPERM,done,file-refused,path-refused',
      left: ['a', 'dangling'],
    },
  ],
  [
    'a new file that cannot be renamed there leaves nothing behind',
    { canRename: false, ends: 'EPERM,file-refused,file-refused,path-refused', left: ['dangling'] },
  ],
])('%s', (_, { canRename, ends, left }) => {
  const folder = mkdtempSync(join(base, 'no-links-'));
  symlinkSync('nowhere', join(folder, 'dangling'));
  const { links: [link = 0, linkAt = 0] = [], rename = 0 } = CALLS ?? {};
  const [load, equal, end] = [0x20, 0x15, 0x06];
  const [allow, isForbidden] = [0x7fff0000, 0x00050001];
  const filter = [
    [load, 0, 0, 0],
    [equal, 3, 0, link],
    [equal, 2, 0, linkAt],
    [equal, 1, 0, canRename ? linkAt : rename],
    [end, 0, 0, allow],
    [end, 0, 0, isForbidden],
  ].map(([code = 0, ifTrue = 0, ifFalse = 0, value = 0]) => {
    const bytes = Buffer.from([code, 0, ifTrue, ifFalse, 0, 0, 0, 0]);
    bytes.writeUInt32LE(value, 4);
    return bytes;
  });
  const file = join(base, 'filter');
  writeFileSync(file, Buffer.concat(filter));
  const script = `import { linkSync } from 'node:fs';
      import { openWorkspace } from ${JSON.stringify(SOURCE)};
      const workspace = await openWorkspace(${JSON.stringify(folder)});
      const write = (path, text) => workspace
        .write(path, Buffer.from(text), { expectSha256: null })
        .then(() => 'done', (error) => error.code);
      let linked = 'linked';
      try { linkSync('${file}', '${folder}/linked'); } catch (error) { linked = error.code; }
      console.log([linked, await write('a', '1'), await write('a', '2'), await write('dangling', '3')].join());`;
  const fd = openSync(file, 'r');
  const node = [process.execPath, '--input-type=module', '-e', script];
  const out = spawnSync('bwrap', ['--seccomp', '3', '--dev-bind', '/', '/', ...node], {
    stdio: ['ignore', 'pipe', 'inherit', fd],
  }).stdout.toString();
  closeSync(fd);
  expect(out.trim()).toBe(ends);
  expect(readdirSync(folder).sort()).toEqual(left);
  if (canRename) expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('1');
});

describe("confinement against the kernel's own answer", () => {
  const context = join(base, 'fuzz');
  const inside = join(context, 'in');
  const names = ['a', 'b', 'c', '.git', 'x'];
  const targets = [
    'a',
    'b',
    '..',
    '../out',
    '../out/f',
    '../../fuzz/in/a',
    '.',
    'a/b',
    '.git',
    '/',
    join(context, 'out'),
    join(context, 'in'),
    join(context, 'in', 'b'),
    `${inside}-evil`,
    'b/../../out',
    '/proc/self/cwd',
    'c/c',
  ];
  const part = fc.constantFrom(...names, '..', '.', '', 'f', 'out', 'in', '.GIT', 'proc', 'self');

  it('nothing outside is ever read or written, and what is read is what the kernel names', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.constantFrom(...names),
            fc.constantFrom(...names, ''),
            fc.constantFrom(...targets),
          ),
          { maxLength: 6 },
        ),
        fc.array(fc.tuple(fc.boolean(), fc.array(part, { maxLength: 6 })), {
          minLength: 1,
          maxLength: 8,
        }),
        async (links, paths) => {
          round += 1;
          const here = join(context, String(round), 'in');
          const out = join(context, String(round), 'out');
          mkdirSync(join(here, 'a', 'b'), { recursive: true });
          mkdirSync(join(here, '.git'));
          mkdirSync(out);
          writeFileSync(join(here, 'a', 'f'), 'in');
          writeFileSync(join(here, '.git', 'f'), 'git');
          writeFileSync(join(out, 'f'), 'out');
          for (const [folder, name, target] of links) {
            try {
              const place = realpathSync(join(here, folder));
              if (!place.startsWith(join(context, String(round)))) continue;
              symlinkSync(
                target.replaceAll(context, join(context, String(round))),
                join(place, name),
              );
            } catch {
              // The place is taken.
            }
          }
          // A link may have been planted through a link, outside too; that is the test's own doing.
          const planted = readdirSync(out).sort();
          const fuzzed = await openWorkspace(here);
          for (const [absolute, parts] of paths) {
            const path = (absolute ? `${here}/` : '') + parts.join('/');
            const text = await fuzzed.read(path, { maxBytes: 100 }).then(String, () => null);
            expect(text === null || text === 'in' || text === 'written').toBe(true);
            if (text !== null && !parts.includes('..')) {
              const real = realpathSync(join(here, ...parts));
              expect(real.startsWith(`${here}/`)).toBe(true);
              expect(real).not.toContain('.git');
            }
            await fuzzed.write(path, Buffer.from('written')).catch(() => undefined);
          }
          expect(readdirSync(out).sort()).toEqual(planted);
          expect(readFileSync(join(out, 'f'), 'utf8')).toBe('out');
          expect(readFileSync(join(here, '.git', 'f'), 'utf8')).toBe('git');
          expect(
            readdirSync(join(context, String(round))).filter((name) => name.endsWith('.tmp')),
          ).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a symlink', () => {
  it('says what it leads to and is not followed; whatever is none says nothing', async () => {
    expect(await workspace.readLink('dangling')).toBe('nowhere');
    expect(await workspace.readLink('in-folder')).toBe('src');
    expect(await workspace.readLink('in-folder/a.ts')).toBeNull();
    expect(await workspace.readLink('out-file')).toBe(join(outside, 'secret'));
    for (const path of ['src/a.ts', 'src', '.', 'never'])
      expect(await workspace.readLink(path)).toBeNull();
  });

  it('outside of the workspace or in .git is not looked at', async () => {
    for (const path of ['out-folder/x', '../repo-evil/secret', '.git/config'])
      expect(await codeOf(() => workspace.readLink(path))).toBe('path-refused');
  });
});

const everything: WalkFilter = () => () => true;

const found = (path: string, filter: WalkFilter = everything) =>
  [...workspace.walk(path, filter).files].map((file) => file.path);

describe('a walk', () => {
  it('gives the regular files of the workspace in the order of their paths, and follows no link', () => {
    expect(found('.').filter((path) => !path.startsWith('made'))).toEqual(
      expect.arrayContaining(['hard', 'src/a.ts', 'src/twice-too', 'twice']),
    );
    const named = ['runner-env', 'out-file', 'out-folder', 'in-file', 'fifo', 'device'];
    for (const name of [...named, '.git']) {
      expect(found('.').some((path) => path.split('/').includes(name))).toBe(false);
    }
    expect(found('in-folder')).toEqual(
      expect.arrayContaining(['in-folder/a.ts', 'in-folder/twice-too']),
    );
    expect([...workspace.walk('in-folder', everything).files][0]?.realPath).toBe(
      join(root, 'src/a.ts'),
    );
    expect(found('src/a.ts')).toEqual(['src/a.ts']);
    expect(found('nothing')).toEqual([]);
  });
  it('goes only where its filter lets it', () => {
    expect(found('.', () => (name, isFolder) => !isFolder && name === 'twice')).toEqual(['twice']);
    expect(
      found(
        'src',
        ({ text }) =>
          (name) =>
            text('a.ts', 100) === 'inside' && name === 'a.ts',
      ),
    ).toEqual(['src/a.ts']);
  });
  it('reads what is inside, and no file with a name outside', async () => {
    const content: Record<string, unknown> = {};
    for (const file of workspace.walk('.', everything).files) {
      const bytes = await file.read(9);
      content[file.path] = Buffer.isBuffer(bytes) ? bytes.toString() : bytes;
    }
    expect(content).toMatchObject({ 'src/a.ts': 'inside', twice: 'two names', hard: null });
    for (const file of workspace.walk('src/a.ts', everything).files)
      expect(await file.read(5)).toBe('too-large');
  });
  it('is refused where the workspace is left', () => {
    for (const path of ['out-folder', '..', '.git', 'src/../..'])
      expect(() => found(path)).toThrow('is refused');
  });
});
