import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source.ts';

test("tests start the local GitHub only where its exchanges are held against GitHub's description", () => {
  const starters = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== join('architecture', 'contract.test.ts'))
    .filter((file) =>
      /\b(?:startGitHubServer|startLocalRunner)\(/.test(
        readFileSync(join(ROOT, 'test', file), 'utf8'),
      ),
    );
  expect(starters.sort()).toEqual([
    join('action', 'faults', 'stages.ts'),
    join('action', 'prepare', 'load-job.test.ts'),
    join('e2e', 'harness.ts'),
    join('openapi', 'github.ts'),
  ]);
});
