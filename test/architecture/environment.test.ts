import { expect, test } from 'vitest';
import { sources } from './source.ts';

test('environment and process are read only in the files that say so', () => {
  const readers = sources()
    .filter((file) =>
      /\bprocess\.(?:env|cwd|argv)\b/.test(file.text.replaceAll(/^\s*(?:\*|\/\/).*$/gm, '')),
    )
    .map((file) => file.path)
    .sort();
  expect(readers).toEqual([
    'action/main.ts',
    'action/post.ts',
    'cli/commands/demo.ts',
    'cli/main.ts',
    'main.ts',
    // The source of the program that runs inside the sandbox.
    'sandbox/network/forwarder.ts',
    'testing/github-server/git.ts',
  ]);
});
