import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compileCacheFolder } from '../../src/compile-cache.ts';

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
