import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generatedFiles } from '../../scripts/generated.ts';
import { ROOT } from './source.ts';

test.each(Object.entries(await generatedFiles()))(
  '%s is what npm run generate makes',
  (path, text) => {
    expect(
      readFileSync(join(ROOT, path), 'utf8'),
      `Run \`npm run generate\` and commit ${path}. To change what it says, change its generator, which scripts/generated.ts names.`,
    ).toBe(text);
  },
);
