import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRedactor, sha256 } from '../../../src/common/index.ts';
import type { TrailEvent } from '../../../src/audit/index.ts';
import { writeChangesPatch } from '../../../src/session/index.ts';
import { sh, storeOf, tempFolder } from '../../sandbox/support.ts';

const SECRET = 'hunter2-hunter2-hunter2';

async function kept(script: string, mayPublish: (path: string) => boolean = () => true) {
  const folder = tempFolder();
  const root = join(folder, 'repo');
  sh('/', `mkdir -p '${root}' '${folder}/trail'`);
  sh(root, `git init -q -b main; printf 'a\\n' > a.txt; git add -A; git commit -qm base`);
  const base = sh(root, 'git rev-parse HEAD');
  const store = await storeOf(root);
  sh(root, script);
  const events: TrailEvent[] = [];
  const warnings: string[] = [];
  const left = await writeChangesPatch({
    store,
    base,
    trail: {
      folder: join(folder, 'trail'),
      append: (event) => {
        events.push(event);
        return Promise.resolve({ hash: '', count: 1 });
      },
    },
    redactor: createRedactor({ secrets: [{ kind: 'test', value: SECRET }] }),
    mayPublish: async (path) => mayPublish(path),
    warn: (message) => warnings.push(message),
  });
  const patch = async () => await readFile(join(folder, 'trail', 'changes.patch'), 'utf8');
  return { left, events, warnings, patch };
}

test('what was left is a patch beside the trail, and its digest is in the trail', async () => {
  const { left, events, patch } = await kept(`printf 'b\\n' >> a.txt; printf 'new\\n' > new.txt`);
  expect(left).toMatchObject({ files: 2, leftOut: [], sha256: sha256(await patch()) });
  expect(events).toEqual([{ type: 'changes.saved', ...left }]);
  expect(await patch()).toContain('+new');
});

test('nothing left is nothing kept', async () => {
  expect(await kept('true')).toMatchObject({ left: null, events: [], warnings: [] });
});

test('a file that holds a secret is left out, in plain, encoded and packed form, and said to be', async () => {
  const base64 = Buffer.from(SECRET).toString('base64');
  const { left, patch } = await kept(
    `printf 'key=${SECRET}\\n' > config.txt; printf 'key=${base64}\\n' > encoded.txt
     printf '\\000\\001${SECRET}' > packed.bin; printf 'fine\\n' > fine.txt; printf 'x' > .env; printf 'x' > deploy.pem`,
  );
  expect(left?.files).toBe(1);
  expect(left?.leftOut).toEqual([
    { path: '.env', because: 'a file of this name usually holds secrets' },
    { path: 'config.txt', because: 'it holds a secret' },
    { path: 'deploy.pem', because: 'a file of this name usually holds secrets' },
    { path: 'encoded.txt', because: 'it holds a secret' },
    { path: 'packed.bin', because: 'it holds a secret' },
  ]);
  expect(await patch()).not.toContain(SECRET);
  expect(await patch()).not.toContain('redacted');
});

test('where nothing of it may leave, that is recorded too', async () => {
  const { left, events } = await kept(`printf 'x' > .env`);
  expect(left).toMatchObject({ files: 0, bytes: 0, leftOut: [{ path: '.env' }] });
  expect(events).toHaveLength(1);
});

test('what was left is kept also where the run broke its git', async () => {
  const { left, patch, warnings } = await kept(`printf 'b' > a.txt; rm -r .git; echo x > .git`);
  expect(left).toMatchObject({ files: 1, leftOut: [] });
  expect(await patch()).toContain('+b');
  expect(warnings).toEqual([]);
});

test('a file that the policy keeps from being read is left out, and said to be', async () => {
  const { left, patch } = await kept(
    `mkdir private; printf 'a plan\\n' > private/plan.md; printf 'fine\\n' > fine.txt`,
    (path) => !path.startsWith('private/'),
  );
  expect(left).toMatchObject({
    files: 1,
    leftOut: [{ path: 'private/plan.md', because: 'the policy keeps it from being read' }],
  });
  expect(await patch()).not.toContain('a plan');
});
