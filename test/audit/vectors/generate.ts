// Writes the vectors into `trails/`, one file each, for verifiers in other languages: node test/audit/vectors/generate.ts
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Vector, vectors } from './forgeries.ts';

/** The file of a vector in `trails/`. */
export function fileOf({ name }: Vector): string {
  return `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.json`;
}

export function textOf(vector: Vector): string {
  return `${JSON.stringify(vector, null, 1)}\n`;
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, 'trails');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const vector of vectors()) writeFileSync(join(folder, fileOf(vector)), textOf(vector));
}
