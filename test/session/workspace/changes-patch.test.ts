import { cpSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRedactor, sha256 } from '../../../src/common/index.ts';
import type { TrailEvent } from '../../../src/audit/index.ts';
import { loadPolicy } from '../../../src/policy/index.ts';
import type { PushedFile } from '../../../src/reporting/index.ts';
import { workspacePathResolver } from '../../../src/sandbox/index.ts';
import { mayPublishOf, writeChangesPatch, writeDenialOf } from '../../../src/session/index.ts';
import { changesDiff } from '../../../src/session/workspace/changes-patch.ts';
import { sh, storeOf, tempFolder } from '../../sandbox/support.ts';

const SECRET = 'hunter2-hunter2-hunter2';

/** The repositories as they were made, and their commits, by the content of their file. */
const seeds = new Map<string, { readonly folder: string; readonly base: string }>();

function seedOf(content: string): { readonly folder: string; readonly base: string } {
  const folder = tempFolder();
  const base = sh(
    folder,
    `mkdir trail; git init -q --template= -b main repo; cd repo; printf '${content}' > a.txt; echo dist/ > .gitignore; git add -A
     git commit -qm base; git rev-parse HEAD`,
  );
  return { folder, base };
}

async function repository(content = 'a\\n') {
  const seed = seeds.get(content) ?? seedOf(content);
  seeds.set(content, seed);
  const folder = tempFolder();
  cpSync(seed.folder, folder, { recursive: true, preserveTimestamps: true });
  const root = join(folder, 'repo');
  return { folder, root, base: seed.base, store: await storeOf(root) };
}

async function kept(
  script: string,
  mayPublish: (path: string) => boolean = () => true,
  pushed: ReadonlyMap<string, PushedFile | string | null> = new Map(),
  content?: string,
  policy = 'version: 1\n',
) {
  const { folder, root, base, store } = await repository(content);
  const loaded = loadPolicy(policy, { file: 'policy.yml' });
  if (!loaded.ok) throw new Error('The policy of the test is invalid.');
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
    writeDenial: writeDenialOf(loaded.policy, workspacePathResolver(root)),
    pushed: new Map(
      [...pushed].map(([path, file]) =>
        typeof file === 'string' || file === null ? [path, { sha256: file }] : [path, file],
      ),
    ),
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

test('files that hold a secret, in plain, encoded and packed form, and those that the policy keeps from being read are left out, and said to be', async () => {
  const base64 = Buffer.from(SECRET).toString('base64');
  const { left, patch } = await kept(
    `printf 'key=${SECRET}\\n' > config.txt; printf 'key=${base64}\\n' > encoded.txt; mkdir private; printf 'a plan\\n' > private/plan.md
     printf '\\000\\001${SECRET}' > packed.bin; printf 'fine\\n' > fine.txt; printf 'x' > .env; printf 'x' > deploy.pem`,
    (path) => !path.startsWith('private/'),
  );
  expect(left?.files).toBe(1);
  expect(left?.leftOut).toEqual([
    { path: '.env', because: 'a file of this name usually holds secrets' },
    { path: 'config.txt', because: 'it holds a secret' },
    { path: 'deploy.pem', because: 'a file of this name usually holds secrets' },
    { path: 'encoded.txt', because: 'it holds a secret' },
    { path: 'packed.bin', because: 'it holds a secret' },
    { path: 'private/plan.md', because: 'the policy keeps it from being read' },
  ]);
  expect(await patch()).toContain('+fine');
  for (const hidden of [SECRET, 'redacted', 'a plan']) expect(await patch()).not.toContain(hidden);
});

test('a file with a secret that became a link is left out as a whole, or the patch would not apply', async () => {
  const script = `rm a.txt; ln -s new.txt a.txt; printf 'new\\n' > new.txt`;
  const { left, patch } = await kept(script, () => true, new Map(), SECRET);
  expect(left).toMatchObject({ leftOut: [{ path: 'a.txt', because: 'it holds a secret' }] });
  expect(await patch()).toMatch(/^diff --git a\/new.txt [^]*\+new\n$/);
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

test('a link that leads nowhere is left out, and the reason says what a link can lack', async () => {
  const { root, base, store } = await repository();
  sh(root, 'ln -s nowhere broken; ln -s a.txt whole; mkdir private; ln -s ../a.txt private/known');
  const loaded = loadPolicy(
    'version: 1\nauto:\n  - kind:readonly\ndeny:\n  - fs_read(private/**)\n',
    {
      file: 'policy.yml',
    },
  );
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const mayPublish = mayPublishOf(loaded.policy, {
    pathResolver: workspacePathResolver(root),
    sandboxed: async () => true,
  });
  const redactor = createRedactor({ secrets: [] });
  const diff = await changesDiff({ store, base, redactor, mayPublish }, null);
  const reason =
    'it is a link to what is missing, outside of the checkout, or kept from being read by the policy';
  expect(diff).toContain(`# broken: not shown, because ${reason}\n`);
  expect(diff).toContain(`# private/known: not shown, because ${reason}\n`);
  expect(diff).toContain('+a.txt');
});

test('what is on GitHub already is not left: a link, and a file with the line endings that git commits; what took the place of a pushed deletion is', async () => {
  const pushed = new Map([
    ['link', sha256('a.txt')],
    ['other', sha256('b.txt')],
    ['gone', null],
    ['.gitattributes', sha256('*.bat text eol=crlf\n')],
    ['run.bat', sha256('a\n')],
  ]);
  const script = `ln -s a.txt link; ln -s a.txt other; ln -s a.txt gone
    printf '*.bat text eol=crlf\\n' > .gitattributes; printf 'a\\r\\n' > run.bat`;
  const { patch } = await kept(script, () => true, pushed);
  const names = [...(await patch()).matchAll(/^diff --git a\/(\S+)/gm)].map(([, name]) => name);
  expect(names).toEqual(['gone', 'other']);
});

test('a file whose mode changed after it was pushed is left, and one with the pushed mode is not', async () => {
  const script = `printf 'x\\n' > run.sh; printf 'y\\n' > tool.sh; printf 'a.txt' > file; chmod +x run.sh tool.sh a.txt`;
  const { left, patch } = await kept(
    script,
    () => true,
    new Map<string, PushedFile>([
      ['run.sh', { sha256: sha256('x\n'), mode: '100644' }],
      ['tool.sh', { sha256: sha256('y\n'), mode: '100755' }],
      ['a.txt', { sha256: sha256('a\n'), mode: '100644' }],
      ['file', { sha256: sha256('a.txt'), mode: '120000' }],
    ]),
  );
  expect(left).toMatchObject({ files: 3 });
  expect(await patch()).toContain('old mode 100644\nnew mode 100755\n');
  expect(await patch()).toContain('diff --git a/run.sh b/run.sh\nnew file mode 100755\n');
  expect(await patch()).toContain('diff --git a/file b/file\nnew file mode 100644\n');
  expect(await patch()).not.toContain('tool.sh');
});

test('what is on GitHub already is not left', async () => {
  const { left, patch } = await kept(
    `printf 'b\\n' >> a.txt; printf 'new\\n' > new.txt; printf 'x' > .env`,
    () => true,
    new Map([
      ['a.txt', sha256('a\nb\n')],
      ['new.txt', sha256('before it was changed again\n')],
      ['.env', sha256('x')],
    ]),
  );
  expect(left).toMatchObject({ files: 1, leftOut: [] });
  expect(await patch()).not.toContain('a.txt');
  const gone = await kept('rm a.txt', undefined, new Map([['a.txt', null]]));
  expect(gone).toMatchObject({ left: null, events: [] });
});

test('a file that the policy denies to write is left out, but not what it lists for a server to write', async () => {
  const policy = `version: 1
deny: [fs_write(package-lock.json), "fs_write(gen/**)"]
mcp: { servers: { maker: { command: ./make, write: [gen/made] } } }
`;
  const { left, patch } = await kept(
    `mkdir -p gen/made; for f in package-lock.json gen/a gen/made/b package.json; do echo x > $f; done`,
    undefined,
    undefined,
    undefined,
    policy,
  );
  expect(left?.leftOut).toEqual([
    {
      path: 'gen/a',
      because: 'the policy denies to write it: fs_write(gen/**), line 2 of policy.yml',
    },
    {
      path: 'package-lock.json',
      because: 'the policy denies to write it: fs_write(package-lock.json), line 2 of policy.yml',
    },
  ]);
  const names = [...(await patch()).matchAll(/^diff --git a\/(\S+)/gm)].map(([, name]) => name);
  expect(names).toEqual(['gen/made/b', 'package.json']);
});

async function isPublishable(path: string): Promise<boolean> {
  return !path.startsWith('private/');
}

/** The diff that people see of what a script changes. */
async function shown(script: string) {
  const { root, base, store } = await repository();
  sh(root, script);
  const redactor = createRedactor({ secrets: [{ kind: 'test', value: SECRET }] });
  return await changesDiff({ store, base, redactor, mayPublish: isPublishable }, null);
}

test('the diff for people has what changed, and names what it may not show', async () => {
  const diff = await shown(
    `printf 'b\\n' >> a.txt; git mv a.txt moved.txt; printf '\\000\\377' > image.bin; printf 'x' > .env
     printf 'key=${SECRET}\\n' > config.txt; mkdir private; printf 'a plan\\n' > private/plan.md`,
  );
  expect(diff).toContain('diff --git a/a.txt b/a.txt\ndeleted file mode 100644\n--- a/a.txt');
  expect(diff).toContain('+++ b/moved.txt\n@@ -0,0 +1,2 @@\n+a\n+b\n');
  expect(diff).toMatch(/^# image\.bin: a binary file, whose patch has \d+ bytes$/m);
  expect(diff).toContain('# .env: not shown, because a file of this name usually holds secrets\n');
  expect(diff).toContain('# config.txt: not shown, because it holds a secret\n');
  expect(diff).toContain(
    '# private/plan.md: not shown, because the policy keeps it from being read\n',
  );
  expect(diff).not.toMatch(/hunter2|a plan|^index /m);
});

test('a file whose name has a line break forges no line of the diff for people', async () => {
  const forged = 'x\n--- a/forged.txt';
  const diff = await shown(
    `mkdir -p "${forged}"; printf '\\000\\377' > "${forged}/image.bin"; printf 'x' > "${forged}/.env"`,
  );
  expect(diff).toMatch(/^# x.*image\.bin: a binary file/m);
  expect(diff).toMatch(/^# x.*\.env: not shown/m);
  expect(diff).not.toMatch(/^--- a\/forged/m);
});

test('the diff for people is of the named files alone, also of one that git ignores, and null where they did not change', async () => {
  const { root, base, store } = await repository();
  const diffOf = async (only: readonly string[] | null) =>
    await changesDiff(
      { store, base, redactor: createRedactor({ secrets: [] }), mayPublish: isPublishable },
      only,
    );
  sh(root, `mkdir dist; printf 'built\\n' | tee dist/x.js > dist/y.js`);
  expect(await diffOf(null)).toBeNull();
  expect(await diffOf(['dist/x.js'])).toMatch(/^diff --git a\/dist\/x.js [^]*\n\+built\n$/);
  sh(root, `printf 'b\\n' >> a.txt; printf 'new\\n' > new.txt`);
  expect(await diffOf(['new.txt'])).toMatch(/^diff --git a\/new.txt [^]*\n\+new\n$/);
  expect(await diffOf(['other.txt'])).toBeNull();
});

test('of a thousand files, those beyond the limit are named', async () => {
  const diff = await shown(`for i in $(seq 1000); do printf '%01500d\\n' "$i" > "f$i.txt"; done`);
  expect(diff?.match(/^diff --git /gm)?.length).toBeGreaterThan(500);
  expect(
    diff?.match(/^# f\d+\.txt: not shown, because the diff is too long$/gm)?.length,
  ).toBeGreaterThan(100);
  expect(diff?.length).toBeLessThan(1_200_000);
});
