/**
 * I/O: the only file that imports the artifact client. Loading it takes a quarter of a second, so it is loaded on first use.
 * The client itself reads `ACTIONS_RUNTIME_TOKEN`, `ACTIONS_RESULTS_URL`, `GITHUB_SERVER_URL` and `GITHUB_API_URL` of the
 * environment; they are checked here only to report missing ones first.
 */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, systemClock, type Environment } from '../../common/index.ts';
import {
  artifactFailure,
  artifactRefused,
  changedArtifact,
  isLostConnection,
  isNameTaken,
  isOfFinalizing,
  isPassingAnswer,
  refuseLargeArtifact,
} from './artifact-failure.ts';
import { apiUrlIn, serverUrlIn } from '../addresses.ts';
import { coreOf } from '../client/client.ts';
import { PER_PAGE } from '../client/transport/core.ts';
import type { ArtifactStore, UploadedArtifact } from '../ports/github.ts';
import { artifacts, readAs } from '../client/schemas/schemas.ts';
import { unzipInto } from './unzip.ts';

interface ArtifactStoreOptions {
  readonly environment: Environment;
  readonly owner: string;
  readonly repo: string;
  /** For artifacts of other workflow runs, which the runtime token cannot read. Needs `actions: read`. */
  readonly token: string;
  readonly clock?: Clock;
}

type Upload = Parameters<ArtifactStore['upload']>[0];
type Download = Parameters<ArtifactStore['download']>[0];
type Client = InstanceType<Awaited<ReturnType<typeof load>>['DefaultArtifactClient']>;

/** The client itself retries 5xx and 429, but never a lost connection. */
const MAX_TRIES = 4;
const UNPACKED = { maxBytes: 1024 ** 3, maxFiles: 60_000 };

const load = () => import('@actions/artifact');

/** GitHub's artifact service. Every error is `artifact-refused`, with a fix. */
export function createArtifactStore(options: ArtifactStoreOptions): ArtifactStore {
  return {
    upload: (artifact) => upload(options, artifact),
    download: (artifact) => download(options, artifact),
  };
}

async function upload(options: ArtifactStoreOptions, artifact: Upload): Promise<UploadedArtifact> {
  requireService(options.environment);
  if (artifact.files.length === 0) {
    throw artifactRefused(`There are no files to upload as ${artifact.name}.`);
  }
  // The client warns of more days than the repository allows, and asks for as many as it does.
  const { retentionDays } = artifact;
  const settings = retentionDays === undefined ? {} : { retentionDays };
  const doing = `upload the artifact ${artifact.name}`;
  let name = artifact.name;
  let names = 1;
  let hasBegun = artifact.mayHaveBegun === true;
  let isRenamed = false;
  const send = async (client: Client) => {
    isRenamed = false;
    try {
      return await client.uploadArtifact(name, [...artifact.files], artifact.root, settings);
    } catch (error) {
      // The service may have the whole artifact, or only its name: of an earlier process, of a connection that broke, or of a request
      // that took effect and was answered with an error of the server, which the client itself repeats.
      const isOwn = hasBegun || isOfFinalizing(error);
      if (!isOwn && !isNameTaken(error)) throw error;
      const found = await findEarlierUpload(client, name);
      if (found !== null && isOwn) return found;
      if (found === null && isNameTaken(error)) {
        names += 1;
        name = nameOfAttempt(artifact.name, names);
        isRenamed = true;
      }
      throw error;
    } finally {
      hasBegun = true;
    }
  };
  const uploaded = await withRetries(options, { doing, act: send, canRepeat: () => isRenamed });
  if (uploaded.id === undefined) {
    throw artifactRefused(`The artifact service gave no id for ${artifact.name}.`);
  }
  return { id: uploaded.id, name, url: artifactUrl(options, uploaded.id) };
}

function nameOfAttempt(name: string, attempt: number): string {
  return attempt === 1 ? name : `${name}-try${attempt}`;
}

async function findEarlierUpload(client: Client, name: string) {
  try {
    const { artifact } = await client.getArtifact(name);
    return { id: artifact.id };
  } catch {
    // The error of the upload itself says more.
    return null;
  }
}

async function download(options: ArtifactStoreOptions, artifact: Download): Promise<boolean> {
  requireDotCom(options.environment);
  const doing = `download the artifact ${artifact.name} of workflow run ${artifact.workflowRunId}`;
  const found = await find(options, artifact, doing);
  if (found === null) return false;
  refuseLargeArtifact(artifact.name, found.size_in_bytes);
  const { digest } = found;
  const findBy = {
    token: options.token,
    workflowRunId: artifact.workflowRunId,
    repositoryOwner: options.owner,
    repositoryName: options.repo,
  };
  await mkdir(artifact.folder, { recursive: true });
  const packed = await mkdtemp(join(artifact.folder, '.packed-'));
  try {
    // The client would unpack without limits, and before it checks the digest.
    const result = await withRetries(options, {
      doing,
      canRepeat: isPassingAnswer,
      act: (client) =>
        client.downloadArtifact(found.id, {
          findBy,
          path: packed,
          skipDecompress: true,
          ...(digest === null ? {} : { expectedHash: `sha256:${digest}` }),
        }),
    });
    if (result.digestMismatch === true) throw changedArtifact(artifact.name, digest);
    const [file] = await readdir(packed);
    if (file === undefined) throw artifactRefused(`The artifact ${artifact.name} is empty.`);
    const zip = await readFile(join(packed, file));
    await unzipInto(zip, { folder: artifact.folder, ...UNPACKED });
  } finally {
    await rm(packed, { recursive: true, force: true });
  }
  return true;
}

/** The newest artifact of that name that has not expired. Our own client's waits are limited and reported. */
async function find(options: ArtifactStoreOptions, artifact: Download, doing: string) {
  const core = coreOf({ ...options, apiUrl: apiUrlIn(options.environment) });
  // After a lost connection an upload may have the name of a later attempt.
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const name = nameOfAttempt(artifact.name, attempt);
    const found = await core.request({
      route: `GET ${core.base}/actions/runs/${artifact.workflowRunId}/artifacts`,
      query: { name, per_page: PER_PAGE },
      doing,
      needs: 'actions=read',
      read: readAs(artifacts, 'artifacts'),
    });
    const fitting = found.filter((one) => one.name === name && one.expired !== true);
    const newest = fitting.sort((left, right) => right.id - left.id)[0];
    if (newest !== undefined) return newest;
  }
  return null;
}

async function withRetries<T>(
  options: ArtifactStoreOptions,
  request: {
    readonly doing: string;
    readonly act: (client: Client) => Promise<T>;
    /** Whether another attempt may succeed after this error. A lost connection is always tried again. */
    readonly canRepeat?: (error: unknown) => boolean;
  },
): Promise<T> {
  const { doing, act, canRepeat = () => false } = request;
  const { DefaultArtifactClient } = await load();
  const client = new DefaultArtifactClient();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act(client);
    } catch (error) {
      const canRetry = isLostConnection(error) || canRepeat(error);
      if (attempt >= MAX_TRIES || !canRetry) throw artifactFailure(doing, error);
      await (options.clock ?? systemClock).sleep(attempt ** 2 * 1000);
    }
  }
}

function requireService(env: ArtifactStoreOptions['environment']): void {
  requireDotCom(env);
  const missing = ['ACTIONS_RUNTIME_TOKEN', 'ACTIONS_RESULTS_URL'].find(
    (name) => (env[name] ?? '') === '',
  );
  if (missing === undefined) return;
  throw artifactRefused(
    `There is no artifact service: ${missing} is not set.`,
    'The runner sets it for the steps of an action (`uses:`), not for `run:` steps or outside of GitHub Actions.',
  );
}

function requireDotCom(env: ArtifactStoreOptions['environment']): void {
  const server = env['GITHUB_SERVER_URL'];
  if (server === undefined || hasArtifacts(server)) return;
  throw artifactRefused(
    `Artifacts of this kind are not supported on GitHub Enterprise Server (${new URL(server).hostname}).`,
    'Upload the folder of the output `audit-path` with an action that supports your server.',
  );
}

function artifactUrl(options: ArtifactStoreOptions, id: number): string {
  const server = serverUrlIn(options.environment);
  const run = options.environment['GITHUB_RUN_ID'] ?? '0';
  return `${server}/${options.owner}/${options.repo}/actions/runs/${run}/artifacts/${id}`;
}

/**
 * Whether a server has the artifact service, as the client itself decides it. Enterprise Server has another protocol. An invalid
 * address counts as github.com.
 */
export function hasArtifacts(serverUrl: string): boolean {
  if (!URL.canParse(serverUrl)) return true;
  const host = new URL(serverUrl).hostname.toLowerCase();
  return host === 'github.com' || host.endsWith('.ghe.com') || host.endsWith('.localhost');
}
