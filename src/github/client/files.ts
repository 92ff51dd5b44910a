import { CountersignError } from '../../common/index.ts';
import type { ClientCore } from './core.ts';
import type { Reply } from './classify-reply.ts';
import type { GitHub } from '../ports/github.ts';
import { blob, commit, contentFile, contentFolder, reading, repository } from './schemas.ts';

const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** GitHub lists no more entries of a folder than this, without saying that there are more. */
const MAX_FOLDER_ENTRIES = 1000;
const NEEDS = 'contents=read';

type Files = Pick<GitHub, 'defaultBranch' | 'commitOf' | 'fileAt' | 'filesAt' | 'createRef'>;

/** Git objects and refs, read and made through the API: never from the work tree. */
export function filesClient(core: ClientCore): Files {
  const seen = new Set<string>();
  const inFlight = new Map<string, Promise<Reply | null>>();
  // Files and folders of one place are often asked for together, and are one answer.
  const listed = (at: string, folder: string): Promise<Reply | null> => {
    const key = `${at}:${folder}`;
    const asked =
      inFlight.get(key) ??
      contentAt(core, seen, at, folder).finally(() => {
        inFlight.delete(key);
      });
    inFlight.set(key, asked);
    return asked;
  };
  return {
    defaultBranch: async () => {
      const found = await core.request({
        route: `GET ${core.base}`,
        doing: 'show the repository',
        needs: 'metadata=read',
        read: reading(repository),
      });
      return found.default_branch;
    },
    commitOf: async (ref) => {
      const sha = await commitOf(core, ref);
      seen.add(sha);
      return sha;
    },
    fileAt: async (at, path) => {
      const content = await contentAt(core, seen, at, path);
      if (content === null) return null;
      return fileOf(core, content.data, `${path} at ${at}`);
    },
    filesAt: async (at, folder, what = 'files') => {
      const content = await listed(at, folder);
      const names = content === null ? [] : namesIn(content.data, `${folder} at ${at}`);
      const type = what === 'files' ? 'file' : 'dir';
      return names.filter((entry) => entry.type === type).map((entry) => entry.name);
    },
    createRef: (ref, at) => createRef(core, ref, at),
  };
}

function commitOf(core: ClientCore, ref: string): Promise<string> {
  return core.request({
    // Documented are a SHA, `heads/BRANCH` and `tags/TAG`.
    route: `GET ${core.base}/commits/${encodeURIComponent(ref.replace(/^refs\//, ''))}`,
    headers: { accept: 'application/vnd.github.sha' },
    doing: `say which commit ${ref} is`,
    needs: NEEDS,
    read: (reply) => {
      const sha = typeof reply.data === 'string' ? reply.data.trim() : reading(commit)(reply)?.sha;
      return sha !== undefined && /^[0-9a-f]{7,64}$/i.test(sha) ? sha : undefined;
    },
  });
}

/**
 * What is at a path; `null` where there is nothing. A token that may not read the repository gets 404 as well, and a
 * policy must not count as missing because of that: nothing is at the path only where the commit itself can be seen.
 */
async function contentAt(
  core: ClientCore,
  seen: Set<string>,
  at: string,
  path: string,
): Promise<Reply | null> {
  const found = await core.request({
    route: `GET ${core.base}/contents/${encodedPath(path)}`,
    query: { ref: at },
    doing: `show ${path} at ${at}`,
    needs: NEEDS,
    answers: [404],
    read: (reply) => (typeof reply.data === 'object' || reply.status === 404 ? reply : undefined),
  });
  if (found.status !== 404) {
    seen.add(at);
    return found;
  }
  if (!seen.has(at)) await commitOf(core, at);
  seen.add(at);
  return null;
}

function encodedPath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.some((part) => part === '.' || part === '..')) {
    throw new CountersignError(
      'path-refused',
      `${JSON.stringify(path)} is no path inside a commit.`,
    );
  }
  return parts.map(encodeURIComponent).join('/');
}

async function fileOf(core: ClientCore, data: unknown, what: string) {
  const parsed = contentFile().safeParse(data);
  const found = parsed.success ? parsed.data : null;
  if (found === null || found.type !== 'file') {
    const kind = Array.isArray(data)
      ? 'a folder'
      : `a ${found?.type ?? 'thing of an unknown kind'}`;
    throw new CountersignError('github-refused', `${what} is ${kind} and not a file.`);
  }
  if (found.size > MAX_FILE_BYTES) {
    throw new CountersignError(
      'github-refused',
      `${what} has ${found.size} bytes; at most ${MAX_FILE_BYTES} are read.`,
    );
  }
  const inPlace = found.encoding === 'base64' && found.content !== undefined;
  const content = inPlace ? found.content : await blobOf(core, found.sha, what);
  return { text: textOf(Buffer.from(content ?? '', 'base64'), what), blobSha: found.sha };
}

/** GitHub leaves the content out of files above 1 MB; the blob has it. */
async function blobOf(core: ClientCore, sha: string, what: string): Promise<string> {
  const found = await core.request({
    route: `GET ${core.base}/git/blobs/${encodeURIComponent(sha)}`,
    doing: `show ${what}`,
    needs: NEEDS,
    read: reading(blob),
  });
  return found.encoding === 'base64'
    ? found.content
    : Buffer.from(found.content, 'utf8').toString('base64');
}

function textOf(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CountersignError('github-refused', `${what} is not UTF-8 text.`);
  }
}

function namesIn(
  data: unknown,
  what: string,
): readonly { readonly type: string; readonly name: string }[] {
  const parsed = contentFolder().safeParse(data);
  if (!parsed.success)
    throw new CountersignError('github-refused', `${what} is a file and not a folder.`);
  if (parsed.data.length >= MAX_FOLDER_ENTRIES) {
    throw new CountersignError(
      'github-refused',
      `${what} has ${MAX_FOLDER_ENTRIES} entries or more; GitHub does not list the rest.`,
    );
  }
  return parsed.data;
}

/**
 * A ref can be made once, which makes it a lock. Where an answer was lost and the ref then exists, nobody can tell who
 * made it; that is an error and not `created: false`.
 */
async function createRef(core: ClientCore, ref: string, at: string): Promise<{ created: boolean }> {
  const full = ref.startsWith('refs/') ? ref : `refs/${ref}`;
  const doing = `create ${full}`;
  let lost = false;
  const made = await core.request({
    route: `POST ${core.base}/git/refs`,
    body: { ref: full, sha: at },
    doing,
    needs: 'contents=write',
    answers: [201, 422],
    recover: () => {
      lost = true;
      return Promise.resolve(null);
    },
    read: (reply) => reply,
  });
  if (made.status === 201) return { created: true };
  if (await refExists(core, full)) {
    if (!lost) return { created: false };
    throw new CountersignError(
      'github-unreachable',
      `GitHub's answer was lost when ${full} was created; it exists now, and it cannot be told who made it.`,
    );
  }
  throw new CountersignError(
    'github-refused',
    `GitHub would not ${doing} (422): the name or the commit is not one that it takes.`,
  );
}

function refExists(core: ClientCore, full: string): Promise<boolean> {
  const name = full
    .replace(/^refs\//, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  return core.request({
    route: `GET ${core.base}/git/ref/${name}`,
    doing: `show ${full}`,
    needs: NEEDS,
    answers: [404],
    read: (reply) => reply.status !== 404,
  });
}
