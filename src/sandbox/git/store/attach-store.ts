/** Finds the store that an earlier process of the same job created. This file does I/O. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { diskModes } from '../read/config.ts';
import {
  bubblewrapFinder,
  readKnownFiles,
  START_FILE,
  type StoreOptions,
  type TrustedStore,
} from './trusted-store.ts';

const MAX_DEPTH = 5;

const rootSchema = z.strictObject({ path: z.string(), dev: z.number(), ino: z.number() });
const startSchema = z.strictObject({
  root: rootSchema,
  own: rootSchema,
  common: rootSchema,
  head: z.string().nullable(),
  idBytes: z.union([z.literal(20), z.literal(32)]),
  knownAt: z.string().regex(/^\d{1,20}$/u),
  submodules: z.array(z.strictObject({ path: z.string(), folder: z.string() })),
});

/**
 * Reads a store; `null` if it is missing or incomplete. Commands without a sandbox could have written to it, as to all
 * files of the job's user.
 */
export function attachStore(folder: string, options: StoreOptions = {}): TrustedStore | null {
  try {
    const { gitTimeoutMs } = options;
    return readStore(folder, { findBubblewrap: bubblewrapFinder(options), gitTimeoutMs }, 0);
  } catch {
    return null;
  }
}

function readStore(
  folder: string,
  options: Pick<TrustedStore, 'findBubblewrap' | 'gitTimeoutMs'>,
  depth: number,
): TrustedStore {
  const start = startSchema.parse(JSON.parse(readFileSync(join(folder, START_FILE), 'utf8')));
  const { root, own, common, head, idBytes } = start;
  const submodules = depth < MAX_DEPTH ? start.submodules : [];
  return {
    root,
    git: { own, common },
    folder,
    gitDir: join(folder, 'store'),
    head,
    idBytes,
    disk: diskModes(readFileSync(join(folder, 'store', 'config'), 'utf8')),
    ...readKnownFiles(folder, idBytes, BigInt(start.knownAt)),
    submodules: submodules.map((module) => ({
      path: module.path,
      store: readStore(module.folder, options, depth + 1),
    })),
    trees: new Map(),
    ...options,
  };
}
