import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstRequestPages, firstRequests } from '../../scripts/first-requests.ts';
import { RECIPES } from '../../src/cli/recipes/index.ts';
import { ROOT } from './source.ts';
import { BUBBLEWRAP_WORKS } from '../bubblewrap.ts';

const FOLDER = 'docs/first-requests';
/** Tools, system prompt and briefing of a run on GitHub. */
const MAX_BYTES = 24_000;

test.skipIf(!BUBBLEWRAP_WORKS)(
  'the pages of first requests are what npm run generate makes, and each request is small enough',
  { timeout: 600_000 },
  async () => {
    const requests = await firstRequests(join(ROOT, 'dist'));
    for (const { name, bytes } of requests)
      expect(bytes.tools + bytes.system + bytes.briefing, name).toBeLessThanOrEqual(MAX_BYTES);
    const pages = firstRequestPages(requests);
    for (const [path, text] of Object.entries(pages))
      expect(readFileSync(join(ROOT, path), 'utf8'), path).toBe(text);
    const names = Object.keys(pages).map((path) => path.slice(FOLDER.length + 1));
    expect(readdirSync(join(ROOT, FOLDER)).sort()).toEqual(names.sort());
    // The recipe `resume` continues runs of the others.
    const recipes = new Set(requests.map(({ recipe }) => recipe));
    expect(RECIPES.filter((recipe) => !recipes.has(recipe))).toEqual(['resume']);
  },
);
