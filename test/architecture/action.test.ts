import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { INPUT_NAMES } from '../../src/action/inputs/input-names.ts';
import { OUTPUT_NAMES } from '../../src/action/outputs/outputs.ts';
import { VERSION } from '../../src/common/version.ts';
import { ROOT } from './source.ts';

const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as {
  inputs: Record<string, { description: string; default?: string }>;
  outputs: Record<string, { description: string }>;
  runs: Record<string, string>;
};

test('action.yml declares exactly the inputs that the code reads', () => {
  expect(Object.keys(action.inputs)).toEqual([...INPUT_NAMES]);
});

test('action.yml declares exactly the outputs that the code sets', () => {
  expect(Object.keys(action.outputs)).toEqual([...OUTPUT_NAMES]);
});

test('every input and output is described', () => {
  for (const item of [...Object.values(action.inputs), ...Object.values(action.outputs)]) {
    expect(item.description).toMatch(/\.$/);
  }
});

test('action.yml runs on Node 24, with a post step that always runs, from files that are committed', () => {
  expect(action.runs).toEqual({
    using: 'node24',
    main: 'dist/action.js',
    post: 'dist/post.js',
    'post-if': 'always()',
  });
  for (const door of ['action', 'post', 'cli']) {
    expect(readFileSync(join(ROOT, 'dist', `${door}.js`), 'utf8')).toContain(`await ${door}();`);
  }
});

test('the version is that of package.json', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(VERSION).toBe(version);
});
