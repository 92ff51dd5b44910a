import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deniedWrites } from '../../../../src/policy/index.ts';
import {
  checkoutMounts,
  type CheckoutView,
} from '../../../../src/sandbox/linux/mounts/checkout-mounts.ts';
import { findGit } from '../../../../src/sandbox/git/read/git-paths.ts';
import { workspaceViews } from '../../../../src/sandbox/linux/mounts/workspace-view.ts';
import { policy } from '../../../policy/helpers.ts';
import { sh, tempFolder } from '../../support.ts';

/**
 * The mounts of a checkout that a script made, in their order, each as its kind and its path from the root. `runnerFolders` are
 * paths from the root, too.
 */
function mountsOf(
  source: string,
  options: Partial<CheckoutView> & {
    readonly rules?: string;
    readonly firstSockets?: readonly string[];
  },
): readonly string[] {
  const root = tempFolder();
  sh(root, source);
  const { rules, firstSockets, runnerFolders = [], ...others } = options;
  const denied = rules === undefined ? null : policy(rules);
  const limits = {
    isHidden: (path: string) => /(?:^|\/)(?:secret|vault)$/.test(path),
    deniedWrites: denied === null ? null : deniedWrites(denied, { caseInsensitive: false }),
  };
  const folder = join(tempFolder(), 'views');
  mkdirSync(folder);
  const emptyFile = join(folder, 'empty');
  writeFileSync(emptyFile, '');
  const view = workspaceViews({
    ...limits,
    root,
    folder,
    whiteout: null,
    revision: () => 'same',
  })();
  const mounts = checkoutMounts({
    root,
    git: findGit(root),
    shownConfig: emptyFile,
    emptyFile,
    protect: [],
    write: ['.'],
    runnerFolders: runnerFolders.map((path) => join(root, path)),
    access: 'workspace',
    layer: '/nowhere',
    paths: [],
    listedFolders: null,
    show: [],
    view: { ...view, sockets: firstSockets ?? view.sockets },
    gitView: { kind: 'whole' },
    deniedWrites: limits.deniedWrites,
    ...others,
  });
  return mounts.map((mount) =>
    'to' in mount ? `${mount.kind} ${relative(root, mount.to) || '.'}` : mount.kind,
  );
}

/** Makes a socket. */
const listen = (path: string): string =>
  `python3 -c "import socket; socket.socket(socket.AF_UNIX).bind('${path}')"`;

/** What can be written. */
const writable = (mounts: readonly string[]): readonly string[] =>
  mounts.flatMap((mount) => (mount.startsWith('write ') ? [mount.slice('write '.length)] : []));

describe('without an overlay, a command that writes named paths', () => {
  const FILES = 'mkdir -p src/deep; echo a > src/a; echo b > b; ln -s /usr way; ln -s src own';

  it.each([
    ['an existing file', 'src/a', 'src'],
    ['a new file', 'src/deep/new', 'src/deep'],
    ['an existing folder', 'src/deep', 'src/deep'],
    ['a new file in a new folder', 'src/new/x', 'src'],
    ['a new folder of the root', 'new/x', '.'],
    ['what lies behind a file', 'src/a/lib/x', 'src'],
    ['what lies behind a link out of the workspace', 'way/lib/x', '.'],
    ['what lies behind a link to a folder of it', 'own/deep/x', '.'],
  ])('writes in the nearest folder that no link leads to: %s', (_, path, folder) => {
    expect(writable(mountsOf(FILES, { access: 'paths', paths: [path] }))).toEqual([folder]);
  });

  it('writes nothing if it lists nothing', () => {
    expect(mountsOf(FILES, { access: 'paths' })).toEqual(['read .']);
    expect(mountsOf(FILES, { access: 'read-only' })).toEqual(['read .']);
  });
});

it('a process that lists its paths writes what is there of them, and nothing behind a file or a link', () => {
  const source = 'mkdir -p src/deep; echo a > src/a; ln -s src own; ln -s /usr way; mkfifo fifo';
  const paths = [
    'src/deep',
    'src/a',
    'src/a/x',
    'own/deep',
    'way/lib',
    'new',
    'new.txt',
    'fifo',
    'src/*/x',
  ];
  const listed = (listedFolders: CheckoutView['listedFolders']): readonly string[] =>
    writable(mountsOf(source, { access: 'paths', paths, listedFolders }));
  expect([...listed('existing')].sort()).toEqual(['src', 'src/a', 'src/deep']);
  expect([...listed('created')].sort()).toEqual(['new', 'src', 'src/a', 'src/deep']);
});

it('a denied path is opened for a process that lists it by its name, and for no background command', () => {
  const rules = "deny: ['fs_write(gen/**)']";
  const mounts = (listedFolders: CheckoutView['listedFolders']): readonly string[] =>
    mountsOf('mkdir -p gen/a src', {
      rules,
      access: 'paths',
      paths: ['gen/a', 'src'],
      listedFolders,
    });
  expect(writable(mounts('created'))).toEqual(['src', 'gen/a']);
  expect(writable(mounts('existing'))).toEqual(['src']);
});

it('a folder that the policy lists behind a link is not writable', () => {
  const mounts = mountsOf('mkdir src; ln -s /usr way', { write: ['src', 'way/lib', 'way', 'new'] });
  expect(mounts).toEqual(['read .', 'write src']);
});

it('a rule about the whole workspace leaves its exceptions writable', () => {
  const rules = "deny: [{ rule: 'fs_write(**)', except: ['docs/**'] }]";
  expect(mountsOf('mkdir docs src; echo a > docs/a', { rules })).toEqual(['read .', 'write docs']);
});

it.each(['read-only', 'workspace'] as const)(
  'a socket that a command of the run made is covered only for a command that writes nothing: %s',
  (access) => {
    const source = `mkdir a; ${listen('a/s')}`;
    const covers = mountsOf(source, { access, firstSockets: [] }).includes('read a/s');
    expect(covers).toBe(access === 'read-only');
  },
);

describe('git', () => {
  const SOURCE =
    'git init -q .; git init -q in; echo a > secret; git config http.extraHeader "Authorization: x"';
  const inGit = (options: Partial<CheckoutView>): readonly string[] =>
    mountsOf(SOURCE, options).filter((mount) => / (?:in\/)?\.git(?:\/|$)| secret$/.test(mount));

  it('is read-only for a command that writes the workspace, as is that of a repository in it', () => {
    for (const access of ['workspace', 'paths', 'read-only'] as const) {
      const mounts = inGit({ access, paths: ['.git', 'in'] });
      const inside = access === 'read-only' ? [] : ['read in/.git'];
      expect(mounts.toSorted()).toEqual([
        'read .git',
        'read .git/config',
        ...inside,
        'read secret',
      ]);
    }
  });

  it('is what its filtered view has, and nothing if it is hidden', () => {
    const filtered: CheckoutView['gitView'] = { kind: 'filtered', folder: '/view' };
    const hidden: CheckoutView['gitView'] = { kind: 'hidden', because: 'it is too large' };
    expect(inGit({ gitView: filtered })).toEqual(['read secret', 'read .git', 'read in/.git']);
    expect(inGit({ gitView: hidden })).toEqual(['read secret', 'closed .git', 'read in/.git']);
    expect(inGit({ access: 'overlay' })).toEqual(['read .git/config']);
    expect(inGit({ access: 'overlay', gitView: hidden })).toEqual(['closed .git']);
  });

  it('is written by a command of git, which sees covered files as they are, but never what would make git run programs', () => {
    const mounts = inGit({ access: 'git' });
    expect(mounts).not.toContain('read secret');
    expect(mounts).not.toContain('read .git');
    expect(mounts).toEqual(
      expect.arrayContaining(['read in/.git', 'read .git/config', 'read .git/hooks']),
    );
  });
});

describe('a mount', () => {
  it('comes after those above it, and the stricter one of a path counts', () => {
    const rules = "deny: ['fs_write(src/gen/**)']";
    const source = 'mkdir -p src/gen/in .github; echo a > src/gen/in/secret; echo b > src/secret';
    expect(mountsOf(source, { rules, protect: ['.github'] })).toEqual([
      'write .',
      'read .github',
      'write src',
      'read src/secret',
      'read src/gen',
      'read src/gen/in/secret',
    ]);
  });

  it('is not made in a folder that is hidden as a whole, nor in one of the runner', () => {
    const source =
      'mkdir -p vault/in work/_temp/a; echo a > vault/in/b.sql; echo b > work/_temp/a/secret';
    const rules = "deny: ['fs_write(**/*.sql)']";
    expect(mountsOf(source, { rules, runnerFolders: ['work/_temp'] })).toEqual([
      'write .',
      'closed vault',
      'write work',
      'closed work/_temp',
    ]);
  });

  it('keeps the folders above what is hidden, denied or protected, a socket or a repository in their places', () => {
    const source = `mkdir -p a/b c/d e/f; echo a > a/b/secret; ${listen('c/d/s')}; git init -q e/f; mkdir -p g/h i; echo x > g/h/x.sql; echo x > i/p`;
    const mounts = mountsOf(source, { rules: "deny: ['fs_write(**/*.sql)']", protect: ['i/p'] });
    expect(mounts).toEqual(
      expect.arrayContaining(['read a/b/secret', 'read c/d/s', 'read e/f/.git']),
    );
    expect([...writable(mounts)].sort()).toEqual([
      '.',
      'a',
      'a/b',
      'c',
      'c/d',
      'e',
      'e/f',
      'g',
      'g/h',
      'i',
    ]);
  });
});
