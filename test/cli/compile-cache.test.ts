import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compileCacheFolder } from '../../src/compile-cache.ts';
import { ROOT } from '../architecture/source.ts';

const temp = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-cache-')));
afterAll(() => rmSync(temp, { recursive: true }));
const home = join(temp, 'home');
mkdirSync(join(home, '.cache'), { recursive: true });
mkdirSync(join(temp, 'checkout'));
symlinkSync(home, join(temp, 'link'));
const checkout = join(temp, 'checkout');
const expected = join(home, '.cache', 'countersign', 'compiled');

describe('where compiled code is kept', () => {
  test('is the cache folder of the user', () => {
    expect(compileCacheFolder({ HOME: home }, [checkout, 'run', 'Fix it'])).toBe(expected);
    expect(
      compileCacheFolder({ HOME: home, XDG_CACHE_HOME: join(temp, 'other') }, [checkout]),
    ).toBe(join(temp, 'other', 'countersign', 'compiled'));
  });

  test.each([
    [home],
    [temp],
    ['/'],
    [join(home, '.cache')],
    [`--workspace=${home}`],
    [join(temp, 'link')],
  ])('is nowhere when the agent may be given %s', (place) => {
    expect(compileCacheFolder({ HOME: home }, [checkout, 'run', place])).toBeNull();
  });

  test('follows links of the cache folder itself', () => {
    expect(compileCacheFolder({ HOME: join(temp, 'link') }, [checkout])).toBe(expected);
    expect(compileCacheFolder({ HOME: join(temp, 'link') }, [home])).toBeNull();
  });

  test('follows links above a cache folder that is still to be made', () => {
    const link = join(temp, 'link');
    const caches = { HOME: home, XDG_CACHE_HOME: join(link, 'not', 'yet') };
    expect(compileCacheFolder(caches, [home])).toBeNull();
    expect(compileCacheFolder(caches, [checkout])).toBe(
      join(home, 'not', 'yet', 'countersign', 'compiled'),
    );
  });

  test('is nowhere without a home, or with one that is no absolute path', () => {
    expect(compileCacheFolder({}, [checkout])).toBeNull();
    expect(compileCacheFolder({ XDG_CACHE_HOME: 'cache', HOME: home }, [checkout])).toBeNull();
  });
});

describe('a start', () => {
  const user = join(temp, 'user');
  const folder = join(user, '.cache', 'countersign', 'compiled');
  const script = join(temp, 'start.mjs');
  const kept = JSON.stringify(join(ROOT, 'src', 'compile-cache.ts'));
  writeFileSync(
    script,
    `import { keepCompiledCode } from ${kept};\nkeepCompiledCode([]);\nawait import(${kept.replace('compile-cache', 'node-version')});\n`,
  );
  const start = (of: string) =>
    spawnSync(process.execPath, [script], { cwd: checkout, env: { HOME: of }, encoding: 'utf8' });

  test('makes the folder the first time, for the user alone, and keeps code from the second on', () => {
    expect(start(user).status).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(start(user).status).toBe(0);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test('goes on where no folder can be made', () => {
    const file = join(temp, 'file');
    writeFileSync(file, '');
    expect(start(file)).toMatchObject({ status: 0, stderr: '' });
    expect(existsSync(join(file, '.cache'))).toBe(false);
  });
});
