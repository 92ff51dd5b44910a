import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';

const config = z.looseObject({
  options: z.looseObject({ typeAware: z.boolean(), typeCheck: z.boolean() }),
  ignorePatterns: z.array(z.string()),
});

test('npm run lint checks the types of all sources: nothing else does', () => {
  const { options, ignorePatterns } = config.parse(
    JSON.parse(readFileSync('.oxlintrc.json', 'utf8')),
  );
  expect(options).toEqual({ typeAware: true, typeCheck: true });
  expect(ignorePatterns).toEqual(['dist', 'build', 'node_modules']);
  const included = z
    .looseObject({ include: z.array(z.string()) })
    .parse(JSON.parse(readFileSync('tsconfig.json', 'utf8'))).include;
  const { scripts } = z
    .looseObject({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  expect(scripts['lint']).toBe(`oxlint --deny-warnings ${included.join(' ')}`);
});
