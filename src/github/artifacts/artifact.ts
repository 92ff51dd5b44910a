/**
 * I/O: the only file that imports the artifact client. Loading it takes a quarter of a second, so it is loaded on first use.
 * The client itself reads `ACTIONS_RUNTIME_TOKEN`, `ACTIONS_RESULTS_URL`, `GITHUB_SERVER_URL` and `GITHUB_API_URL` of the
 * environment; they are checked here only to report missing ones first.
 */
import {
  type Clock,
  CountersignError,
  createFolder,
  type Environment,
  systemClock,
} from '../../common/index.ts';
import {
  artifactFailure,
  artifactRefused,
  isLostConnection,
  isStoreFault,
  isNameTaken,
  isOfFinalizing,
} from './artifact-failure.ts';
import { apiUrlIn, serverUrlIn } from '../addresses.ts';
import type { ArtifactStore, UploadedArtifact } from '../ports/github.ts';
import { findArtifact, unpackArtifact } from './run-artifacts.ts';

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
const MAX_UNPACKED_BYTES = 1024 ** 3;

const load = () => import('@actions/artifact');

/** GitHub's artifact service. */
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
  let name = artifact.name;
  let names = 1;
  let hasBegun = artifact.mayHaveBegun === true;
  const { DefaultArtifactClient } = await load();
  const client = new DefaultArtifactClient();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const files = [...artifact.files];
      const { id } = await client.uploadArtifact(name, files, artifact.root, settings);
      if (id === undefined)
        throw artifactRefused(`The artifact service gave no id for ${artifact.name}.`);
      return { id, name, url: artifactUrl(options, id) };
    } catch (error) {
      // The service may have the whole artifact, or only its name: of an earlier process, of a connection that broke, or of a request
      // that took effect and was answered with an error of the server, which the client itself repeats.
      const isOwn = hasBegun || isOfFinalizing(error);
      const found = isOwn || isNameTaken(error) ? await findEarlierUpload(client, name) : null;
      if (found !== null && isOwn) return { id: found, name, url: artifactUrl(options, found) };
      const isOnlyName = found === null && isNameTaken(error);
      if (isOnlyName) {
        names += 1;
        name = nameOfAttempt(artifact.name, names);
      }
      const mayPass = isOnlyName || isLostConnection(error) || isStoreFault(error);
      if (attempt >= MAX_TRIES || !mayPass)
        throw artifactFailure(`upload the artifact ${artifact.name}`, error);
      await (options.clock ?? systemClock).sleep(attempt ** 2 * 1000);
    }
    hasBegun = true;
  }
}

function nameOfAttempt(name: string, attempt: number): string {
  return attempt === 1 ? name : `${name}-try${attempt}`;
}

async function findEarlierUpload(client: Client, name: string): Promise<number | null> {
  try {
    return (await client.getArtifact(name)).artifact.id;
  } catch {
    // The error of the upload itself says more.
    return null;
  }
}

async function download(
  options: ArtifactStoreOptions,
  { name, workflowRunId, folder }: Download,
): Promise<boolean> {
  requireDotCom(options.environment);
  const client = { ...options, apiUrl: apiUrlIn(options.environment) };
  const doing = `download the artifact ${name} of workflow run ${workflowRunId}`;
  // After a lost connection an upload may have the name of a later attempt.
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const wanted = { name: nameOfAttempt(name, attempt), workflowRunId, doing };
    const found = await findArtifact(client, wanted);
    if (found === null) continue;
    await createFolder(folder);
    try {
      await unpackArtifact(client, found, { folder, maxBytes: MAX_UNPACKED_BYTES });
      return true;
    } catch (error) {
      // It expired, or was deleted, since it was listed.
      if (!(error instanceof CountersignError) || error.code !== 'github-not-found') throw error;
    }
  }
  return false;
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
