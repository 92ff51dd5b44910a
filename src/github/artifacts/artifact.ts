/**
 * The only file that imports the artifact client, which is loaded when something is uploaded or downloaded: it costs a
 * quarter of a second. The client itself reads `ACTIONS_RUNTIME_TOKEN`, `ACTIONS_RESULTS_URL`, `GITHUB_SERVER_URL` and
 * `GITHUB_API_URL` of the environment; they are looked at here only to say what is missing before it does.
 */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, CountersignError, systemClock } from '../../common/index.ts';
import { artifactFailure, isLostConnection, isNameTaken } from './artifact-failure.ts';
import { coreOf } from '../client/client.ts';
import { PER_PAGE } from '../client/core.ts';
import { hasArtifacts } from './has-artifacts.ts';
import type { ArtifactStore, UploadedArtifact } from '../ports/github.ts';
import type { RetryWait } from '../client/requester.ts';
import { artifactList, readAs } from '../client/schemas.ts';
import { unzipInto } from './unzip.ts';

export interface ArtifactStoreOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly owner: string;
  readonly repo: string;
  /** For artifacts of other workflow runs, which the runtime token does not reach. Needs `actions: read`. */
  readonly token: string;
  readonly clock?: Clock;
  /** Told before each further try. */
  readonly onWait?: (waiting: RetryWait) => void;
}

type Upload = Parameters<ArtifactStore['upload']>[0];
type Download = Parameters<ArtifactStore['download']>[0];
type Client = InstanceType<Awaited<ReturnType<typeof load>>['DefaultArtifactClient']>;

/** The client tries 5xx and 429 again by itself, a dropped connection never. */
const MAX_TRIES = 4;
const RETENTION_DAYS_MAX = 90;
const MAX_DOWNLOAD_BYTES = 1024 ** 3;
const UNPACKED = { maxBytes: 1024 ** 3, maxFiles: 60_000 };

const load = () => import('@actions/artifact');

/** GitHub's artifact service. Everything that goes wrong is `artifact-refused`, with what to do. */
export function createArtifactStore(options: ArtifactStoreOptions): ArtifactStore {
  return {
    upload: (wanted) => upload(options, wanted),
    download: (wanted) => download(options, wanted),
  };
}

async function upload(options: ArtifactStoreOptions, wanted: Upload): Promise<UploadedArtifact> {
  requireService(options.environment);
  if (wanted.files.length === 0) {
    throw new CountersignError(
      'artifact-refused',
      `There are no files to upload as ${wanted.name}.`,
    );
  }
  const settings =
    wanted.retentionDays === undefined
      ? {}
      : {
          retentionDays: Math.min(
            RETENTION_DAYS_MAX,
            Math.max(1, Math.trunc(wanted.retentionDays)),
          ),
        };
  const doing = `upload the artifact ${wanted.name}`;
  let name = wanted.name;
  const made = await trying(options, doing, async (client, attempt) => {
    try {
      return await client.uploadArtifact(name, [...wanted.files], wanted.root, settings);
    } catch (error) {
      if (attempt === 1) throw error;
      // The connection was lost before: the service may have everything, or only the name and nothing under it.
      const found = await uploadedBefore(client, name);
      if (found !== null) return found;
      if (isNameTaken(error)) name = nameOf(wanted.name, attempt);
      throw error;
    }
  });
  if (made.id === undefined) {
    throw new CountersignError(
      'artifact-refused',
      `The artifact service gave no id for ${wanted.name}.`,
    );
  }
  return {
    id: made.id,
    name,
    digest:
      made.digest === undefined || made.digest === '' ? null : made.digest.replace(/^sha256:/, ''),
    url: artifactUrl(options, made.id),
  };
}

function nameOf(name: string, attempt: number): string {
  return attempt === 1 ? name : `${name}-try${attempt}`;
}

async function uploadedBefore(client: Client, name: string) {
  try {
    const { artifact } = await client.getArtifact(name);
    return { id: artifact.id, digest: artifact.digest };
  } catch {
    // Not there, or not to be found out: the error of the upload itself tells more.
    return null;
  }
}

async function download(
  options: ArtifactStoreOptions,
  wanted: Download,
): Promise<{ digest: string | null } | null> {
  requireDotCom(options.environment);
  const doing = `download the artifact ${wanted.name} of workflow run ${wanted.workflowRunId}`;
  const found = await find(options, wanted, doing);
  if (found === null) return null;
  if (found.size_in_bytes > MAX_DOWNLOAD_BYTES) {
    throw new CountersignError(
      'artifact-refused',
      `The artifact ${wanted.name} has ${found.size_in_bytes} bytes; at most ${MAX_DOWNLOAD_BYTES} are downloaded.`,
    );
  }
  const digest = found.digest ?? null;
  const findBy = {
    token: options.token,
    workflowRunId: wanted.workflowRunId,
    repositoryOwner: options.owner,
    repositoryName: options.repo,
  };
  await mkdir(wanted.folder, { recursive: true });
  const packed = await mkdtemp(join(wanted.folder, '.packed-'));
  try {
    // The client would unpack without any limit, and before the digest is known.
    const result = await trying(options, doing, (client) =>
      client.downloadArtifact(found.id, {
        findBy,
        path: packed,
        skipDecompress: true,
        ...(digest === null ? {} : { expectedHash: digest }),
      }),
    );
    if (result.digestMismatch === true) {
      throw new CountersignError(
        'artifact-refused',
        `The artifact ${wanted.name} is not what was uploaded: its digest is not ${digest ?? 'known'}.`,
      );
    }
    const [file] = await readdir(packed);
    if (file === undefined)
      throw new CountersignError('artifact-refused', `The artifact ${wanted.name} is empty.`);
    const zip = await readFile(join(packed, file));
    await unzipInto(zip, { folder: wanted.folder, ...UNPACKED });
  } finally {
    await rm(packed, { recursive: true, force: true });
  }
  return { digest: digest === null ? null : digest.replace(/^sha256:/, '') };
}

/** The newest artifact of that name that has not expired. Asked by our own client, whose waits are told and bounded. */
async function find(options: ArtifactStoreOptions, wanted: Download, doing: string) {
  const core = coreOf({
    ...options,
    apiUrl: options.environment['GITHUB_API_URL'] ?? 'https://api.github.com',
  });
  // An upload whose connection broke may stand under a later try's name.
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const name = nameOf(wanted.name, attempt);
    const found = await core.request({
      route: `GET ${core.base}/actions/runs/${wanted.workflowRunId}/artifacts`,
      query: { name, per_page: PER_PAGE },
      doing,
      needs: 'actions=read',
      read: readAs(artifactList),
    });
    const fitting = found.artifacts.filter((one) => one.name === name && one.expired !== true);
    const newest = fitting.sort((a, b) => b.id - a.id)[0];
    if (newest !== undefined) return newest;
  }
  return null;
}

async function trying<T>(
  options: ArtifactStoreOptions,
  doing: string,
  act: (client: Client, attempt: number) => Promise<T>,
): Promise<T> {
  const { DefaultArtifactClient } = await load();
  const client = new DefaultArtifactClient();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act(client, attempt);
    } catch (error) {
      const again = isLostConnection(error) || (attempt > 1 && isNameTaken(error));
      if (attempt >= MAX_TRIES || !again) throw artifactFailure(doing, error);
      const waitMs = attempt ** 2 * 1000;
      options.onWait?.({
        because: 'the connection to the artifact service broke',
        waitMs,
        attempt,
      });
      await (options.clock ?? systemClock).sleep(waitMs);
    }
  }
}

function requireService(env: ArtifactStoreOptions['environment']): void {
  requireDotCom(env);
  const missing = ['ACTIONS_RUNTIME_TOKEN', 'ACTIONS_RESULTS_URL'].find(
    (name) => (env[name] ?? '') === '',
  );
  if (missing === undefined) return;
  throw new CountersignError(
    'artifact-refused',
    `There is no artifact service here: ${missing} is not set.`,
    {
      fix: 'The runner sets it for the steps of an action (`uses:`), not for `run:` steps or outside of GitHub Actions.',
    },
  );
}

function requireDotCom(env: ArtifactStoreOptions['environment']): void {
  const server = env['GITHUB_SERVER_URL'];
  if (server === undefined || hasArtifacts(server)) return;
  const what = `Artifacts of this kind are not supported on GitHub Enterprise Server (${new URL(server).hostname}).`;
  throw new CountersignError('artifact-refused', what, {
    fix: 'Take the files from the folder in the output `audit-path`, with an upload action that supports your server.',
  });
}

function artifactUrl(options: ArtifactStoreOptions, id: number): string {
  const server = options.environment['GITHUB_SERVER_URL'] ?? 'https://github.com';
  const run = options.environment['GITHUB_RUN_ID'] ?? '0';
  return `${server}/${options.owner}/${options.repo}/actions/runs/${run}/artifacts/${id}`;
}
