import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVENTS } from '../../../src/audit/format/events.ts';
import { vectors } from './forgeries.ts';
import { fileOf, textOf } from './generate.ts';
import { verified } from './verified.ts';

const EVENT_TYPES = EVENTS.map(({ shape }) => shape.type.value);

const FOLDER = join(import.meta.dirname, 'trails');
const VECTORS = vectors();

describe('the vectors', () => {
  it.each(VECTORS.map((vector) => [vector.name, vector] as const))('%s', async (_, vector) => {
    const verdict = await verified(vector);
    expect(verdict, JSON.stringify(verdict)).toMatchObject(vector.expect);
  });

  it('have names of their own, and are enough', () => {
    expect(new Set(VECTORS.map(fileOf)).size).toBe(VECTORS.length);
    expect(VECTORS.length).toBeGreaterThanOrEqual(60);
  });

  it('are those in the folder: node test/audit/vectors/generate.ts writes them', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(VECTORS.map(fileOf).toSorted());
    for (const vector of VECTORS)
      expect(readFileSync(join(FOLDER, fileOf(vector)), 'utf8')).toBe(textOf(vector));
  });
});

describe('a type of entry', () => {
  it('is in a valid trail of the vectors', () => {
    const trails = VECTORS.filter(({ expect: { kind } }) => kind === 'intact');
    expect(
      EVENT_TYPES.filter((type) => !trails.some(({ trail }) => trail.includes(`"type":"${type}"`))),
      'Add a run with an entry of each type to test/audit/vectors/runs.ts, and run `node test/audit/vectors/generate.ts`.',
    ).toEqual([]);
  });

  it.each(['docs/trail-specification.md', 'verifiers/python/countersign_verify.py'])(
    'has its fields in %s',
    (path) => {
      const lines = readFileSync(path, 'utf8').split('\n');
      expect(
        EVENT_TYPES.filter((type) => !lines.includes(type)),
        `Add a line with the name of each type to the table of fields in ${path}, and below it its fields. The record rules and the list of types that may come after the end of a call may need it, too.`,
      ).toEqual([]);
    },
  );
});
