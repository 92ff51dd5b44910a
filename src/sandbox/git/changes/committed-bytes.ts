/** Files in the form in which git commits them. This file does I/O. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CountersignError } from '../../../common/index.ts';
import { bytesOfText, decodedPath } from '../../files/byte-paths.ts';
import { foldersAbove } from '../../files/lexical-path.ts';
import { GIT_MODES } from '../read/index-file.ts';
import { checkedSha, eachBlob, filesOf, openScratch } from '../store/scratch-repository.ts';
import type { TreeFiles, TrustedStore } from '../store/trusted-store.ts';
import { hashCommitted } from './hash-files.ts';

/** A file of a work tree, by its path from the root. */
export interface WorkTreeFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * The bytes that `git add` commits for these files, in their order. They have the line endings and the encoding that the attributes
 * of `commit`, and of attribute files among these, ask for. An attribute file among the `deleted` paths, links included, no longer
 * counts. No filter runs here. So a file that a filter stores in another form, such as Git LFS, and one that cannot be converted
 * into its encoding, are given as they are; with `uncommittable: 'refused'` they throw `file-refused`, as does a file in a
 * submodule, which it would replace.
 */
export async function committedBytes(
  store: TrustedStore,
  commit: string,
  files: readonly WorkTreeFile[],
  uncommittable: 'as-is' | 'refused',
  deleted: readonly string[] = [],
): Promise<readonly Buffer[]> {
  if (files.length === 0) return [];
  using scratch = await openScratch(store);
  const copies = files.map(({ path }, number) => ({
    path: bytesOfText(path),
    place: join(scratch.folder, `file-${number}`),
  }));
  if (uncommittable === 'refused') {
    const known = await filesOf(scratch, checkedSha(commit));
    for (const { path } of copies) refuseInSubmodule(path, known);
  }
  for (const [number, { place }] of copies.entries())
    await writeFile(place, files[number]?.bytes ?? '');
  const ids = await hashCommitted(scratch, copies, {
    commit: checkedSha(commit),
    deleted: deleted.map(bytesOfText),
    ...(uncommittable === 'refused' ? { onFilter: refuseFilter } : {}),
  });
  if (uncommittable === 'refused') refuseUnconverted(copies, ids);
  const blobs: Buffer[] = files.map(({ bytes }) => Buffer.from(bytes));
  const stored = copies.flatMap(({ path }, number) => {
    const sha = ids.get(path);
    return sha === undefined ? [] : [{ sha, number }];
  });
  await eachBlob(scratch, stored, ({ number }, bytes) => void (blobs[number] = bytes));
  return blobs;
}

function refuseInSubmodule(path: string, known: TreeFiles): void {
  const module = foldersAbove(path).find(
    (folder) => known.get(folder)?.mode === GIT_MODES.submodule,
  );
  if (module === undefined) return;
  throw refused(
    `${decodedPath(path)} is in the submodule ${decodedPath(module)}, which is a repository of its own.`,
    'Leave the file out of the commit.',
  );
}

function refuseUnconverted(
  files: readonly { readonly path: string }[],
  ids: ReadonlyMap<string, string>,
): void {
  const file = files.find(({ path }) => !ids.has(path));
  if (file === undefined) return;
  throw refused(
    `Git cannot convert ${decodedPath(file.path)} into the encoding that its attributes name.`,
    'Convert the file with iconv first.',
  );
}

function refuseFilter(path: string, filter: string): never {
  throw refused(
    `Git stores ${decodedPath(path)} through the filter ${JSON.stringify(decodedPath(filter))}, which does not run here.`,
    'Leave the file out of the commit.',
  );
}

function refused(message: string, fix: string): CountersignError {
  return new CountersignError('file-refused', message, { fix });
}
