import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trail } from '../../audit/index.ts';
import { CountersignError, errorText, type Redactor, sha256 } from '../../common/index.ts';
import { isSecretsLike } from '../../policy/index.ts';
import {
  changedBytes,
  type FilePatch,
  type TrustedStore,
  workTreePatch,
} from '../../sandbox/index.ts';
import type { ChangesLeft } from '../../reporting/index.ts';

/** The patch beside the trail. */
export const CHANGES_FILE = 'changes.patch';
const MAX_PATCH_BYTES = 20 * 1024 * 1024;
const MAX_LEFT_OUT = 100;

/**
 * Writes the uncommitted work of a run as a patch beside its trail, and records it there. Omits files that usually hold
 * secrets, that contain a secret, or that the policy does not allow to be read; the result names them. A redacted line
 * would break the patch, and everybody with access to the artifact can read it. Returns `null` if there are no changes,
 * or if the patch could not be written (`warn` gets the reason). Never rejects because of a git error.
 */
export async function writeChangesPatch(options: {
  readonly store: TrustedStore;
  readonly base: string;
  readonly trail: Pick<Trail, 'folder' | 'append'>;
  readonly redactor: Redactor;
  readonly warn: (message: string) => void;
  /** Whether the policy allows the content of this path to be published. */
  readonly mayPublish: (path: string) => Promise<boolean>;
}): Promise<ChangesLeft | null> {
  const { base, trail, redactor, warn } = options;
  try {
    const found = await workTreePatch(options.store, { base });
    const kept: FilePatch[] = [];
    const leftOut = [...found.leftOut];
    for (const file of found.files) {
      const because = await whyNot(file, options);
      if (because === null) kept.push(file);
      else leftOut.push({ path: file.path, because });
    }
    const patch = Buffer.concat(kept.map((file) => file.patch));
    if (kept.length === 0 && leftOut.length === 0) return null;
    if (patch.length > MAX_PATCH_BYTES) {
      throw new CountersignError(
        'worktree-refused',
        `They are ${patch.length} bytes; at most ${MAX_PATCH_BYTES} are kept.`,
      );
    }
    await writeFile(join(trail.folder, CHANGES_FILE), patch);
    const about = {
      name: CHANGES_FILE,
      sha256: sha256(patch),
      bytes: patch.length,
      base,
      files: new Set(kept.map(({ path }) => path)).size,
      leftOut: await redactedPaths(leftOut.slice(0, MAX_LEFT_OUT), redactor),
    };
    await trail.append({ type: 'changes.saved', ...about });
    return about;
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'trail-unwritable') throw error;
    const message = await redactor.redact(errorText(error));
    warn(`The changes that were left could not be kept as a patch: ${message}`);
    return null;
  }
}

/** Why a file's changes are left out; `null` if they are included. */
async function whyNot(
  file: FilePatch,
  options: {
    readonly store: TrustedStore;
    readonly redactor: Redactor;
    readonly mayPublish: (path: string) => Promise<boolean>;
  },
): Promise<string | null> {
  const { store, redactor, mayPublish } = options;
  if (isSecretsLike(file.path)) return 'a file of this name usually holds secrets';
  if (!(await mayPublish(file.path))) return 'the policy keeps it from being read';
  const text = file.patch.toString('utf8');
  const packed = file.binary ? (changedBytes(store, file.path)?.toString('latin1') ?? '') : '';
  const holds =
    (await redactor.redact(text)) !== text || (await redactor.redact(packed)) !== packed;
  return holds ? 'it holds a secret' : null;
}

async function redactedPaths(
  files: readonly { readonly path: string; readonly because: string }[],
  redactor: Redactor,
): Promise<{ path: string; because: string }[]> {
  return await Promise.all(
    files.map(async ({ path, because }) => ({ path: await redactor.redact(path), because })),
  );
}
