import { expect, test } from 'vitest';
import { sources } from './source.ts';

const MAX_FILE_LINES = 300;
const MAX_FUNCTION_LINES = 70;
const FUNCTION_START = /^(?:export )?(?:async )?function [\w$]+/;

test(`no file has more than ${MAX_FILE_LINES} lines`, () => {
  const long = sources()
    .map((file) => ({ path: file.path, lines: file.text.split('\n').length - 1 }))
    .filter((file) => file.lines > MAX_FILE_LINES);
  expect(long).toEqual([]);
});

test(`no function has more than ${MAX_FUNCTION_LINES} lines`, () => {
  const long = sources().flatMap((file) => {
    const lines = file.text.split('\n');
    return lines.flatMap((line, start) => {
      if (!FUNCTION_START.test(line)) return [];
      const length = lines.slice(start).indexOf('}') + 1;
      return length > MAX_FUNCTION_LINES ? [`${file.path}:${start + 1} (${length})`] : [];
    });
  });
  expect(long).toEqual([]);
});

test('environment and process are read only in the files that say so', () => {
  const readers = sources()
    .filter((file) =>
      /\bprocess\.(?:env|cwd|argv)\b/.test(file.text.replaceAll(/^\s*(?:\*|\/\/).*$/gm, '')),
    )
    .map((file) => file.path)
    .sort();
  expect(readers).toEqual([
    'action.ts',
    'cli.ts',
    'cli/demo.ts',
    'compile-cache.ts',
    'demo/github-server-git.ts',
    'main.ts',
    'post.ts',
    // The source of the program that runs inside the sandbox.
    'sandbox/network/forwarder.ts',
  ]);
});
