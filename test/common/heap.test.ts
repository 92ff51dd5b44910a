import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const PROGRAM = `
  import { createRequire } from 'node:module';
  import { getHeapSpaceStatistics } from 'node:v8';
  import { keepNewSpaceSmall } from ${JSON.stringify(new URL('../../src/common/heap.ts', import.meta.url).href)};
  const newSpaceBytes = () =>
    getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space').space_size;
  keepNewSpaceSmall();
  const before = newSpaceBytes();
  let kept = [];
  for (let round = 0; round < 200; round += 1) {
    kept = Array.from({ length: 10_000 }, (_, index) => ({ round, index, kept: kept[index]?.index }));
  }
  await fetch('data:,text');
  for (const name of ['child_process', 'crypto', 'https', 'zlib']) process.getBuiltinModule(name);
  const { internalBinding } = createRequire(import.meta.url)('internal/test/binding');
  const { compiledWithoutCache } = internalBinding('builtins').getCacheUsage();
  // This program itself uses the others.
  const compiled = [...compiledWithoutCache].filter((name) => !/^internal\\/(?:test|modules)\\//.test(name));
  console.log(JSON.stringify({ compiled, grew: newSpaceBytes() > before }));
`;

test('a run keeps the new space of V8 small, and still uses the compiled modules that Node brings', () => {
  const found: unknown = JSON.parse(
    execFileSync(
      process.execPath,
      ['--expose-internals', '--no-warnings', '--input-type=module', '-e', PROGRAM],
      { encoding: 'utf8' },
    ),
  );
  expect(found).toEqual({ compiled: [], grew: false });
});
