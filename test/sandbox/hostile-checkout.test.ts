import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findBubblewrapForGit } from '../../src/sandbox/git/isolated-git.ts';
import {
  bundleChanges,
  changedFiles,
  removeStore,
  workTreePatch,
} from '../../src/sandbox/index.ts';
import { requireStore } from '../../src/sandbox/git/store/trusted-store.ts';
import { hasMoreTime } from '../properties.ts';
import { type Plant, PLANTS } from './plants.ts';
import { codeOf, sh, tempFolder } from './support.ts';

const SECRET = 'what-lies-outside-must-stay-there';
/** What the run did to the files, beside what it planted. */
const DONE = ['gone.txt', 'keep.txt', 'new.txt'];
/** Generous: the machine may be busy; what waits for the other end of a FIFO waits for ever. */
const BOUND_MS = 40_000;
const box = await findBubblewrapForGit();

const folder = tempFolder();
afterAll(() => sh(folder, 'chmod -R u+w .'));
const seed = join(folder, 'seed');
mkdirSync(seed);
sh(
  seed,
  `git init -q -b main; mkdir folder; echo keep > keep.txt; echo gone > gone.txt; echo tool > tool.sh; echo in > folder/in.txt; echo ignored > .gitignore
   git add -A; git commit -qm base`,
);

const AUTHOR = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

let count = 0;

/** A fresh checkout with a change, a deletion and a new file, in which the plant lies; beside it what is outside. */
async function planted(plant: Plant, withBox: boolean) {
  const place = join(folder, String((count += 1)));
  const [root, out] = [join(place, 'checkout'), join(place, 'out')];
  mkdirSync(join(out, 'marks'), { recursive: true });
  mkdirSync(join(out, 'outside'));
  writeFileSync(join(out, 'secret'), `${SECRET}\n`);
  writeFileSync(join(out, 'outside', 'in.txt'), `${SECRET}\n`);
  writeFileSync(join(out, 'run'), `#!/bin/sh\ntouch ${out}/marks/ran\ncat\n`, { mode: 0o755 });
  writeFileSync(join(out, 'monitor.cfg'), `[core]\n\tfsmonitor = ${out}/run\n`);
  cpSync(seed, root, { recursive: true, preserveTimestamps: true });
  const store = await requireStore(root, withBox ? {} : { bubblewrap: null });
  appendFileSync(join(root, 'keep.txt'), 'changed\n');
  rmSync(join(root, 'gone.txt'));
  writeFileSync(join(root, 'new.txt'), 'new\n');
  execFileSync('bash', ['--norc', '-c', plant.script], {
    cwd: root,
    env: {
      ...AUTHOR,
      PATH: process.env['PATH'] ?? '',
      HOME: place,
      GIT_CONFIG_GLOBAL: '/dev/null',
      OUT: out,
      RUN: join(out, 'run'),
      SECRET: join(out, 'secret'),
    },
    timeout: BOUND_MS,
    stdio: 'pipe',
  });
  // What git ran while the plant was laid does not count.
  rmSync(join(out, 'marks'), { recursive: true });
  mkdirSync(join(out, 'marks'));
  return { at: place, out, store };
}

function covers(allowed: string, path: string): boolean {
  if (allowed === path || allowed === '') return true;
  return allowed.endsWith('/') && path.startsWith(allowed.slice(0, -1));
}

/** Everything that differs is either what the run did or what the plant says. */
function unexpected(paths: readonly string[], plant: Plant): readonly string[] {
  const allowed = [...DONE, ...(plant.also ?? [])];
  return paths.filter((path) => !allowed.some((one) => covers(one, path)));
}

/** Every object of a bundle, and of what it builds on. */
function contentsOf(place: string, bundle: string): string {
  expect(bundle).not.toBe('');
  writeFileSync(join(place, 'bundle'), Buffer.from(bundle, 'base64'));
  mkdirSync(join(place, 'objects'));
  // The bundle is unpacked beside the objects of the seed, which stay as they are.
  const options = {
    env: {
      PATH: process.env['PATH'] ?? '',
      GIT_DIR: join(seed, '.git'),
      GIT_OBJECT_DIRECTORY: join(place, 'objects'),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: join(seed, '.git/objects'),
    },
  };
  execFileSync('git', ['bundle', 'unbundle', join(place, 'bundle')], options);
  const content = execFileSync('git', ['cat-file', '--batch-all-objects', '--batch'], options);
  return content.toString('latin1').replaceAll('\0', '');
}

/** Every twelfth one each way in a usual run, all both ways in `npm run test:nightly`. */
function plantsFor(withBox: boolean): (readonly [string, Plant])[] {
  return PLANTS.filter((_, index) => hasMoreTime || index % 12 === (withBox ? 0 : 6)).map(
    (plant) => [plant.name, plant],
  );
}

describe.each([
  { how: 'in a box', withBox: true },
  { how: 'without one', withBox: false },
])('$how', ({ withBox }) => {
  test.skipIf(withBox && box === null).each(plantsFor(withBox))(
    '%s starts nothing, shows nothing from outside, makes nobody wait, and hides nothing',
    async (_name, plant) => {
      const { at: place, out, store } = await planted(plant, withBox);
      try {
        const { files } = await changedFiles(store);
        expect(files).toEqual(expect.arrayContaining(DONE));
        expect(unexpected(files, plant)).toEqual([]);
        const base = store.head ?? '';
        const patch = await workTreePatch(store, { base });
        const text = Buffer.concat(patch.files.map((file) => file.patch)).toString('latin1');
        expect(patch.files.map(({ path }) => path)).toEqual(expect.arrayContaining(DONE));
        expect(text).toContain('+changed');
        expect(text).toContain('-gone');
        expect(text).toContain('+new');
        expect(text).not.toContain(SECRET);
        let bundle = '';
        const code = await codeOf(async () => {
          bundle = (await bundleChanges(store, { base }))?.bundle ?? '';
        });
        expect(code).toBe(plant.noCommits === true ? 'worktree-refused' : 'none');
        if (code === 'none') {
          const content = contentsOf(place, bundle);
          expect(content).toContain('keep\nchanged\n');
          expect(content).not.toContain(SECRET);
        }
        expect(readdirSync(join(out, 'marks'))).toEqual([]);
      } finally {
        removeStore(store);
      }
    },
    3 * BOUND_MS,
  );
});

test('there are plants of every kind', () => {
  expect(PLANTS.length).toBeGreaterThanOrEqual(81);
  expect(new Set(PLANTS.map(({ name }) => name)).size).toBe(PLANTS.length);
});
