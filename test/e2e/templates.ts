/** Repositories that tests of the same files copy. To create one takes fifteen processes of git. */
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { sha256 } from '../../src/common/index.ts';
import { createRepositories } from '../../src/testing/index.ts';

/** The folder of the template with these files, which is created if no test has needed it before. */
export async function templateOf(files: Readonly<Record<string, string>>): Promise<string> {
  const templates = inject('templates');
  const template = join(templates, sha256(JSON.stringify(files)));
  if (existsSync(template)) return template;
  const folder = await mkdtemp(join(templates, 'new-'));
  await createRepositories({ folder, files, path: process.env['PATH'] ?? '' });
  try {
    await rename(folder, template);
  } catch {
    // Another test created it meanwhile.
    await rm(folder, { recursive: true });
  }
  return template;
}
