import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { evaluate, loadPolicy } from '../../../src/policy/index.ts';
import { workspacePathResolver } from '../../../src/sandbox/index.ts';

async function folder(): Promise<string> {
  const made = await realpath(await mkdtemp(join(tmpdir(), 'countersign-world-')));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

function listOf(root: string): (absolute: string) => readonly string[] | null {
  const pathResolver = workspacePathResolver(root);
  return (absolute) => pathResolver.list?.(absolute) ?? null;
}

test('the names in a folder are listed, hidden ones too, and looked up anew each time', async () => {
  const root = await folder();
  const list = listOf(root);
  expect(list(root)).toEqual([]);
  await writeFile(join(root, 'a.ts'), '');
  await writeFile(join(root, '.env'), '');
  await mkdir(join(root, 'src'));
  expect([...(list(root) ?? [])].sort()).toEqual(['.env', 'a.ts', 'src']);
});

test('a folder that is not there, and a file, hold no names; what cannot be reported is null', async () => {
  const root = await folder();
  await writeFile(join(root, 'a.ts'), '');
  await symlink('loop', join(root, 'loop'));
  const list = listOf(root);
  expect(list(join(root, 'none'))).toEqual([]);
  expect(list(join(root, 'a.ts'))).toEqual([]);
  expect(list(join(root, 'loop'))).toBeNull();
  expect(list('src')).toBeNull();
  expect(list(`${root}/\0`)).toBeNull();
});

test('a folder of very many names, and a name that is no UTF-8, are not reported', async () => {
  const root = await folder();
  await writeFile(Buffer.concat([Buffer.from(`${root}/a`), Buffer.from([0xff])]), '');
  const list = listOf(root);
  expect(list(root)).toBeNull();
  const many = join(root, 'many');
  await mkdir(many);
  await Promise.all(
    Array.from({ length: 10_001 }, (_, index) => writeFile(join(many, `f${index}`), '')),
  );
  expect(list(many)).toBeNull();
});

test('a glob is evaluated by the files that it names: harmless ones run, a link to a secret asks', async () => {
  const root = await folder();
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'src', 'a.ts'), '');
  await writeFile(join(root, '.env'), 'x');
  const loaded = loadPolicy('version: 1\nauto: [kind:readonly, bash_run(@readonly)]\n', {
    file: 'p.yml',
  });
  if (!loaded.ok) throw new Error('The policy does not load.');
  const verdict = () => {
    const facts = { tool: 'bash_run', kind: 'execute', command: 'cat src/*' } as const;
    return evaluate(loaded.policy, facts, {
      pathResolver: workspacePathResolver(root),
      untrusted: false,
      sandboxed: true,
    }).verdict;
  };
  expect(verdict()).toBe('auto');
  await symlink('../.env', join(root, 'src', 'b.ts'));
  expect(verdict()).toBe('requireApproval');
});

test('where a path really lies is reported as far as it exists; of what cannot be known nothing is', async () => {
  const root = await folder();
  const outside = await folder();
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'a.ts'), '');
  await symlink('src', join(root, 'inside'));
  await symlink(outside, join(root, 'out'));
  await symlink('nowhere', join(root, 'dangling'));
  await symlink('loop', join(root, 'loop'));
  const pathResolver = workspacePathResolver(root);
  const resolved = (path: string): string | null =>
    pathResolver.realpath(path.startsWith('/') ? path : join(root, path));
  expect(resolved('a.ts')).toBe(join(root, 'a.ts'));
  expect(resolved('inside/new/file')).toBe(join(root, 'src/new/file'));
  expect(resolved('out/new')).toBe(join(outside, 'new'));
  expect(resolved('/no-such-folder-here/x')).toBe('/no-such-folder-here/x');
  for (const path of ['dangling', 'dangling/x', 'loop', 'loop/x', 'a.ts/x', 'a.ts/x/y', 'a\0']) {
    expect(resolved(path), path).toBeNull();
  }
  expect(pathResolver.realpath('src')).toBeNull();
});

test('names below a folder are reported by what becomes of them as text', async () => {
  const root = await folder();
  const pathResolver = workspacePathResolver(root);
  const namesBelow = (path: string) => pathResolver.namesBelow?.(path);
  await mkdir(join(root, 'src/inner'), { recursive: true });
  await mkdir(join(root, '.git/a b'), { recursive: true });
  await writeFile(join(root, 'src/inner/a-b_c.1@x.ts'), '');
  expect(namesBelow(root)).toEqual({ words: false, lines: false });
  for (const name of ['a b', 'q"uote', 'st*r', '[x]', 'tab\tx'])
    await writeFile(join(root, 'src/inner', name), '');
  expect(namesBelow(join(root, 'src'))).toEqual({ words: true, lines: false });
  await writeFile(join(root, 'src/inner/x\n.env'), '');
  expect(namesBelow(root)).toEqual({ words: true, lines: true });
  expect(namesBelow(join(root, 'none'))).toEqual({ words: false, lines: false });
});

test("files that usually hold secrets are listed of a folder, without git's own and what was installed", async () => {
  const root = await folder();
  const pathResolver = workspacePathResolver(root);
  const secretsBelow = (path: string) => pathResolver.secretsBelow?.(path);
  for (const place of ['src/inner', '.git', 'node_modules/a']) {
    await mkdir(join(root, place), { recursive: true });
    await writeFile(join(root, place, '.env'), '');
    await writeFile(join(root, place, 'a.ts'), '');
  }
  await writeFile(join(root, 'server.pem'), '');
  expect(secretsBelow(root)).toEqual([join(root, 'server.pem'), join(root, 'src/inner/.env')]);
  expect(secretsBelow(join(root, 'node_modules'))).toEqual([join(root, 'node_modules/a/.env')]);
  expect(secretsBelow(join(root, 'server.pem'))).toEqual([]);
  expect(secretsBelow(join(root, 'none'))).toEqual([]);
});

test('links below a folder are followed, also through other folders, but not to what is in it', async () => {
  const root = await folder();
  for (const place of ['src/inner', 'lib', 'private'])
    await mkdir(join(root, place), { recursive: true });
  await writeFile(join(root, 'private/a'), '');
  await symlink('../../lib', join(root, 'src/inner/lib'));
  await symlink('inner', join(root, 'src/same'));
  await symlink('../src', join(root, 'lib/loop'));
  await symlink('../private/a', join(root, 'lib/a.ts'));
  await symlink('nowhere', join(root, 'src/dangling'));
  const pathResolver = workspacePathResolver(root);
  const linksBelow = (path: string) => pathResolver.linksBelow?.(path);
  expect(linksBelow(join(root, 'src'))).toEqual(
    ['lib', 'private/a'].map((path) => join(root, path)),
  );
  expect(linksBelow(join(root, 'src/inner'))?.toSorted()).toEqual(
    ['lib', 'private/a', 'src'].map((path) => join(root, path)),
  );
  for (const path of ['private', 'private/a', 'none', '.'])
    expect(linksBelow(join(root, path)), path).toEqual([]);
});
