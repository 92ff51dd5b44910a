import * as z from 'zod';
import { CountersignError } from '../../common/index.ts';
import { type ClientCore, readAs } from './transport/core.ts';
import { githubRefused, type Reply } from './transport/classify-reply.ts';
import type { CommitTree, GitHub } from '../ports/github.ts';
import { nonEmpty } from '../ports/fields.ts';

/** A file's `content` is base64 with line breaks; above 1 MB it is empty and `encoding` is `none`. */
const contentFile = z.looseObject({
  type: z.string(),
  sha: z.string(),
  size: z.number().int().nonnegative(),
  encoding: z.string().optional(),
  content: z.string().optional(),
});

const contentFolder = z.array(z.looseObject({ type: z.string(), name: z.string() }));

const blob = z.looseObject({ content: z.string(), encoding: z.string() });

const gitTree = z.looseObject({
  tree: z.array(z.looseObject({ path: z.string(), mode: z.string() })),
  truncated: z.boolean(),
});

const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** GitHub lists at most this many entries of a folder, and does not report further ones. */
const MAX_FOLDER_ENTRIES = 1000;
const NEEDS = 'contents=read';

/** Files and commits, read through the API, never from the work tree. */
export function filesClient(core: ClientCore) {
  const knownCommits = new Set<string>();
  const inFlight = new Map<string, Promise<Reply | null>>();
  // One answer contains files and folders, which callers often request at the same time.
  const listFolder = (sha: string, folder: string): Promise<Reply | null> => {
    const key = `${sha}:${folder}`;
    const request =
      inFlight.get(key) ??
      readContent(core, knownCommits, sha, folder).finally(() => {
        inFlight.delete(key);
      });
    inFlight.set(key, request);
    return request;
  };
  return {
    defaultBranch: () =>
      core.request({
        route: `GET ${core.base}`,
        doing: 'show the repository',
        needs: 'metadata=read',
        read: readAs(nonEmpty, 'default_branch'),
      }),
    commitOf: async (ref) => {
      const sha = await commitOf(core, ref);
      knownCommits.add(sha);
      return sha;
    },
    fileAt: (sha, path) => readFileAt(core, sha, path, knownCommits),
    filesAt: async (sha, folder, kind = 'files') => {
      const content = await listFolder(sha, folder);
      const names = content === null ? [] : namesIn(content.data, `${folder} at ${sha}`);
      const type = kind === 'files' ? 'file' : 'dir';
      return names.filter((entry) => entry.type === type).map((entry) => entry.name);
    },
    treeAt: async (sha) => {
      const tree = await readTree(core, sha);
      knownCommits.add(sha);
      return tree;
    },
  } satisfies Partial<GitHub>;
}

async function readTree(core: ClientCore, sha: string): Promise<CommitTree | null> {
  const { tree, truncated } = await core.request({
    route: `GET ${core.base}/git/trees/${encodeURIComponent(sha)}`,
    query: { recursive: 1 },
    doing: `list the files of ${sha}`,
    needs: NEEDS,
    read: readAs(gitTree),
  });
  return truncated ? null : new Map(tree.map(({ path, mode }) => [path, kindOf(mode)]));
}

/** By git's mode of the entry. */
function kindOf(mode: string): 'file' | 'folder' | 'link' | 'other' {
  if (mode === '040000') return 'folder';
  if (mode === '120000') return 'link';
  return mode === '100644' || mode === '100755' ? 'file' : 'other';
}

function commitOf(core: ClientCore, ref: string): Promise<string> {
  return core.request({
    // GitHub documents a SHA, `heads/BRANCH` and `tags/TAG`.
    route: `GET ${core.base}/commits/${encodeURIComponent(ref.replace(/^refs\//, ''))}`,
    headers: { accept: 'application/vnd.github.sha' },
    doing: `say which commit ${ref} is`,
    needs: NEEDS,
    read: (reply) => {
      const sha =
        typeof reply.data === 'string' ? reply.data.trim() : readAs(nonEmpty, 'sha')(reply);
      return sha !== undefined && /^[0-9a-f]{7,64}$/i.test(sha) ? sha : undefined;
    },
  });
}

/** A text file at a commit; `null` if it does not exist. Throws `github-refused` if it is not one. */
export async function readFileAt(
  core: ClientCore,
  sha: string,
  path: string,
  knownCommits = new Set<string>(),
): ReturnType<GitHub['fileAt']> {
  const content = await readContent(core, knownCommits, sha, path);
  return content === null ? null : readFile(core, content.data, `${path} at ${sha}`);
}

/**
 * The content of a path; `null` if it does not exist. A token that may not read the repository gets 404 too, and a policy
 * must not count as missing because of that: the path does not exist only if the token can read the commit.
 */
async function readContent(
  core: ClientCore,
  knownCommits: Set<string>,
  sha: string,
  path: string,
): Promise<Reply | null> {
  const found = await core.request({
    route: `GET ${core.base}/contents/${encodedPath(path)}`,
    query: { ref: sha },
    doing: `show ${path} at ${sha}`,
    needs: NEEDS,
    answers: [404],
    read: (reply) => (typeof reply.data === 'object' || reply.status === 404 ? reply : undefined),
  });
  if (found.status !== 404) {
    knownCommits.add(sha);
    return found;
  }
  if (!knownCommits.has(sha)) await commitOf(core, sha);
  knownCommits.add(sha);
  return null;
}

function encodedPath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.some((part) => part === '.' || part === '..')) {
    const message = `${JSON.stringify(path)} is not a path in a commit.`;
    throw new CountersignError('path-refused', message);
  }
  return parts.map(encodeURIComponent).join('/');
}

async function readFile(core: ClientCore, data: unknown, name: string) {
  const parsed = contentFile.safeParse(data);
  const found = parsed.success ? parsed.data : null;
  if (found === null || found.type !== 'file') {
    const kind = Array.isArray(data)
      ? 'a folder'
      : `a ${found?.type ?? 'object of an unknown type'}`;
    throw githubRefused(`${name} is ${kind}, not a file.`);
  }
  if (found.size > MAX_FILE_BYTES)
    throw githubRefused(`${name} has ${found.size} bytes; at most ${MAX_FILE_BYTES} are read.`);
  const isInline = found.encoding === 'base64' && found.content !== undefined;
  const content = isInline ? found.content : await readBlob(core, found.sha, name);
  return { text: textOf(Buffer.from(content ?? '', 'base64'), name), blobSha: found.sha };
}

/** GitHub omits the content of files above 1 MB. The blob contains it. */
async function readBlob(core: ClientCore, sha: string, name: string): Promise<string> {
  const found = await core.request({
    route: `GET ${core.base}/git/blobs/${encodeURIComponent(sha)}`,
    doing: `show ${name}`,
    needs: NEEDS,
    read: readAs(blob),
  });
  return found.encoding === 'base64'
    ? found.content
    : Buffer.from(found.content, 'utf8').toString('base64');
}

function textOf(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw githubRefused(`${name} is not UTF-8 text.`);
  }
}

function namesIn(
  data: unknown,
  name: string,
): readonly { readonly type: string; readonly name: string }[] {
  const parsed = contentFolder.safeParse(data);
  if (!parsed.success) throw githubRefused(`${name} is a file, not a folder.`);
  if (parsed.data.length >= MAX_FOLDER_ENTRIES)
    throw githubRefused(
      `${name} has ${MAX_FOLDER_ENTRIES} entries or more; GitHub does not list the rest.`,
    );
  return parsed.data;
}
