import * as z from 'zod';
import { CountersignError, invalidInput } from '../../common/index.ts';
import { isWithin } from '../../sandbox/index.ts';
import type { CommitFile, CreatedCommit, NewCommit } from '../ports/github.ts';
import { readFileAt } from './files.ts';
import { nonEmpty } from '../ports/fields.ts';
import { type ClientCore, readAs } from './transport/core.ts';

const commitMade = z.looseObject({
  sha: nonEmpty,
  verification: z.looseObject({ verified: z.boolean() }).nullish(),
});

const NEEDS = 'contents=write';

/**
 * Creates the blobs, the tree on top of the parent's, and the commit. A file that replaces a deleted one of a name above or
 * below its own gets into a second tree: GitHub does not document which of them counts in one. Without an author GitHub uses the
 * account of the token and signs. Throws `input-invalid` before anything is sent if a path or a file contains a secret.
 */
export async function createCommit(core: ClientCore, commit: NewCommit): Promise<CreatedCommit> {
  for (const { path } of commit.files) refuseSecretName(core, 'path', path);
  for (const file of commit.files) await refuseSecretContent(core, commit.parent, file);
  const replacements = replacementsIn(commit.files);
  const others = commit.files.filter((file) => !replacements.includes(file));
  let tree = await readTree(core, commit.parent);
  for (const files of [others, replacements].filter(({ length }) => length > 0))
    tree = await createTree(core, tree, files);
  const message = core.redact(commit.message);
  const { sha, verification } = await core.request({
    route: `POST ${core.base}/git/commits`,
    body: { message, tree, parents: [commit.parent] },
    doing: 'create a commit',
    needs: NEEDS,
    read: readAs(commitMade),
  });
  return { sha, verified: verification?.verified ?? null };
}

/** The files that conflict with a deletion: one is a folder in the path of the other. */
function replacementsIn(files: readonly CommitFile[]): readonly CommitFile[] {
  const deleted = files.filter(({ bytes }) => bytes === null).map(({ path }) => path);
  return files.filter(
    ({ path, bytes }) =>
      bytes !== null && deleted.some((gone) => isWithin(gone, path) || isWithin(path, gone)),
  );
}

async function createTree(
  core: ClientCore,
  base: string,
  files: readonly CommitFile[],
): Promise<string> {
  const tree: object[] = [];
  for (const { path, mode, bytes } of files) {
    const sha = bytes === null ? null : await createBlob(core, bytes, path);
    tree.push({ path, mode, type: 'blob', sha });
  }
  return await core.request({
    route: `POST ${core.base}/git/trees`,
    body: { base_tree: base, tree },
    doing: 'create the tree of a commit',
    needs: NEEDS,
    read: readAs(nonEmpty, 'sha'),
  });
}

function createBlob(core: ClientCore, bytes: Uint8Array, path: string): Promise<string> {
  return core.request({
    route: `POST ${core.base}/git/blobs`,
    body: { content: Buffer.from(bytes).toString('base64'), encoding: 'base64' },
    doing: `store ${path}`,
    needs: NEEDS,
    read: readAs(nonEmpty, 'sha'),
  });
}

/** The tree of a commit. */
export function readTree(core: ClientCore, commit: string): Promise<string> {
  return core.request({
    route: `GET ${core.base}/git/commits/${encodeURIComponent(commit)}`,
    doing: `show the commit ${commit}`,
    needs: 'contents=read',
    read: readAs(nonEmpty, 'tree', 'sha'),
  });
}

/** Refuses a name that contains a secret: a redacted name would be another name. */
export function refuseSecretName(core: ClientCore, kind: string, name: string): void {
  const clean = core.redact(name);
  if (clean === name) return;
  const message = `The ${kind} ${clean} contains a secret, so it is not sent.`;
  throw invalidInput(message, 'Use another name.');
}

/**
 * Refuses a file with a secret of this step that the file does not have at the parent commit: a value that is in the
 * repository already, such as a password of its tests, is not disclosed again. Formats of tokens are not searched for: files
 * of tests contain tokens that were never valid, and GitHub's push protection refuses the others.
 */
async function refuseSecretContent(
  core: ClientCore,
  parent: string,
  { path, bytes }: CommitFile,
): Promise<void> {
  if (bytes === null) return;
  const found = core.knownSecretsIn(bytes);
  if (found.length === 0) return;
  const before = await secretsBefore(core, parent, path);
  const added = found.filter((kind) => !before.includes(kind));
  if (added.length === 0) return;
  throw invalidInput(
    `${path} contains a secret of this step (${added.join(', ')}), so nothing is sent.`,
    'Remove the value from the file. If it is not a secret, give its variable a name that describes it, such as TEAM_NAME.',
  );
}

/** The kinds of the secrets in a file of a commit; none if it does not exist there or cannot be read. */
async function secretsBefore(
  core: ClientCore,
  commit: string,
  path: string,
): Promise<readonly string[]> {
  try {
    const file = await readFileAt(core, commit, path);
    return file === null ? [] : core.knownSecretsIn(Buffer.from(file.text));
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'github-refused') return [];
    throw error;
  }
}
