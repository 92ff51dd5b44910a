/** The second verifier, `verifiers/python/countersign_verify.py`, on many trails in one process. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../architecture/source.ts';

const VERIFIER = join(ROOT, 'verifiers/python/countersign_verify.py');
const OLD_ENOUGH = 'import sys; sys.exit(sys.version_info < (3, 9))';
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** What a verifier says of a trail, as far as two must agree. */
export interface Said {
  readonly kind: string;
  readonly seq?: number | undefined;
  readonly code?: string | undefined;
}

/** A trail's folder: its files by their paths; a text is where a symbolic link leads to. */
export type TrailFolder = ReadonlyMap<string, Buffer | string>;

export function hasPython(): boolean {
  const { status } = spawnSync('python3', ['-c', OLD_ENOUGH]);
  return status === 0;
}

/** Writes the files of a trail into a new folder. */
export function writeTrail(folder: string, files: TrailFolder): string {
  for (const [path, content] of files) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    if (typeof content === 'string') symlinkSync(content, to);
    else writeFileSync(to, content);
  }
  return folder;
}

/** What the verifier says of each folder, and its exit code over all of them. */
export function verifiedByPython(folders: readonly string[]): {
  readonly status: number | null;
  readonly said: readonly Said[];
} {
  const { status, stdout, stderr } = spawnSync('python3', [VERIFIER, '--json', ...folders], {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  if (stderr !== '') throw new Error(stderr);
  const said = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Said => JSON.parse(line));
  return { status, said };
}

/** What the verifier prints for people. */
export function shownByPython(folder: string, options: readonly string[] = []): string {
  return execFileSync('python3', [VERIFIER, folder, ...options], { encoding: 'utf8' });
}
