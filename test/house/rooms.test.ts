import { expect, test } from 'vitest';
import { LADDER, sources, target } from './source.ts';

const files = sources();
const rank = (room: string): number => LADDER.findIndex((name) => name === room);

/** The story composes the rooms before it, and a step tells it: it stands between `wreck` and `step`. */
const STORY = 'run.ts';

test('a room imports only rooms to its left', () => {
  const wrong = files
    .filter((file) => file.room !== 'root')
    .flatMap((file) =>
      file.imports.flatMap((specifier) => {
        const to = target(file, specifier);
        if (to === null || (file.room === 'step' && to === STORY)) return [];
        const room = to.split('/')[0] ?? '';
        if (room === file.room) return [];
        return rank(room) >= 0 && rank(room) < rank(file.room) ? [] : [`${file.path} -> ${to}`];
      }),
    );
  expect(wrong).toEqual([]);
});

test('a room is entered by its door only', () => {
  const wrong = files.flatMap((file) =>
    file.imports.flatMap((specifier) => {
      const to = target(file, specifier);
      const room = to?.split('/')[0] ?? '';
      if (to === null || rank(room) < 0 || room === file.room) return [];
      return to === `${room}/index.ts` ? [] : [`${file.path} -> ${to}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('every room has a door', () => {
  const doors = files
    .filter((file) => /^[a-z]+\/index\.ts$/.test(file.path))
    .map((file) => file.room);
  expect([...new Set(doors)].sort()).toEqual([...LADDER].sort());
});

/** Packages that only the code of one file may know, and that file. */
const VENDORS: Readonly<Record<string, string>> = {
  '@actions/core': 'step/runner.ts',
  execa: 'sandbox/trusted.ts',
  '@actions/artifact': 'github/artifacts/artifact.ts',
  '@actions/attest': 'github/artifacts/attest.ts',
  '@anthropic-ai/bedrock-sdk': 'model/bedrock.ts',
  '@anthropic-ai/sdk': 'model/sdk.ts',
  '@anthropic-ai/vertex-sdk': 'model/vertex.ts',
  '@modelcontextprotocol/sdk': 'tools/mcp/sdk.ts',
  '@secretlint/core': 'base/secretlint.ts',
  '@secretlint/profiler': 'base/secretlint.ts',
  '@secretlint/secretlint-rule-preset-recommend': 'base/secretlint.ts',
  canonicalize: 'base/canonical.ts',
  commander: 'cli.ts',
  diff: 'tools/files/diff.ts',
  'fast-glob': 'tools/files/glob-walk.ts',
  'google-auth-library': 'model/vertex.ts',
  picomatch: 'policy/glob.ts',
  ajv: 'tools/output-schema/ajv.ts',
  turndown: 'tools/web/markdown.ts',
  unbash: 'policy/commands/parse.ts',
  yaml: 'policy/yaml.ts',
};

test('one vendor, one file', () => {
  const found: Record<string, string[]> = {};
  for (const file of files) {
    for (const specifier of file.imports) {
      if (specifier.startsWith('.') || specifier.startsWith('node:') || specifier === 'zod')
        continue;
      const vendor = specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');
      const key = vendor.startsWith('@octokit/') ? '@octokit' : vendor;
      found[key] = [...new Set([...(found[key] ?? []), file.path])];
    }
  }
  const { '@octokit': octokit, '@actions/github': actionsGithub, ...rest } = found;
  expect(new Set([...(octokit ?? []), ...(actionsGithub ?? [])])).toEqual(
    new Set(['github/client/octokit.ts']),
  );
  expect(rest).toEqual(
    Object.fromEntries(Object.entries(VENDORS).map(([vendor, file]) => [vendor, [file]])),
  );
});
