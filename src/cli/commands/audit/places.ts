import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CountersignError, createTempFolder, invalidInput } from '../../../common/index.ts';
import {
  apiUrlIn,
  createRunArtifacts,
  type RunArtifacts,
  TRAIL_ARTIFACTS,
} from '../../../github/index.ts';
import type { CliIo } from '../../spec.ts';
import { isFolder } from '../../workspace.ts';

/** The location of an audit trail: a folder with its blobs, or a single file. */
export interface TrailPlace {
  /** The given path, or the name of the artifact. */
  readonly shown: string;
  readonly path: string;
  readonly folder: string | null;
  /** The origin of a download. */
  readonly remote: { readonly artifacts: RunArtifacts; readonly repository: string } | null;
}

/** The description of the audit commands' argument. */
export const TRAIL_ARGUMENT =
  'the folder of the artifact, its audit.jsonl, or the URL of a workflow run on GitHub';

const MAX_TRAILS = 20;
const LOOPBACK = /^(?:127\.0\.0\.1|\[::1\]|localhost)$/;

/** Passes the audit trails of an argument to `use`, and deletes downloads afterwards. */
export async function withTrails<T>(
  given: string,
  io: CliIo,
  use: (places: readonly TrailPlace[]) => Promise<T>,
): Promise<T> {
  const url = runUrl(given);
  if (url === null) return await use([localPlace(given, io)]);
  const folder = createTempFolder();
  try {
    return await use(await downloaded(url, folder, io));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same for one audit trail. Throws `input-invalid` if the URL names a run with several. */
export async function withTrail<T>(
  given: string,
  io: CliIo,
  use: (place: TrailPlace) => Promise<T>,
): Promise<T> {
  return await withTrails(given, io, async ([place, ...others]) => {
    if (place === undefined) throw new CountersignError('internal', 'No audit trail was found.');
    if (others.length === 0) return await use(place);
    const names = [place, ...others].map(({ shown }) => shown).join(', ');
    throw invalidInput(
      `The workflow run has ${others.length + 1} audit trails: ${names}.`,
      'Name one by the URL of its artifact, …/actions/runs/RUN/artifacts/ID, or download it.',
    );
  });
}

function localPlace(given: string, io: CliIo): TrailPlace {
  const path = resolve(io.cwd, given);
  // Reading a missing path later reports the error.
  const folder = isFolder(path) ? path : null;
  return { shown: given, path, folder, remote: null };
}

interface RunUrl {
  readonly origin: URL;
  readonly owner: string;
  readonly repo: string;
  readonly run: number;
  readonly attempt: string | null;
  readonly artifact: number | null;
}

const RUN_PATH =
  /^\/([\w.-]+)\/([\w.-]+)\/actions\/runs\/(\d{1,15})(?:\/attempts\/(\d{1,6}))?(?:\/job\/\d+|\/artifacts\/(\d{1,15}))?\/?$/;

/** Returns `null` if the argument is not a URL. Throws `input-invalid` for another kind of URL. */
function runUrl(given: string): RunUrl | null {
  if (!/^https?:\/\//i.test(given)) return null;
  const found = URL.canParse(given) ? RUN_PATH.exec(new URL(given).pathname) : null;
  const [, owner, repo, run, attempt, artifact] = found ?? [];
  if (owner === undefined || repo === undefined) {
    throw invalidInput(
      `${JSON.stringify(given)} is not the URL of a workflow run.`,
      'Write https://github.com/OWNER/REPO/actions/runs/NUMBER.',
    );
  }
  return {
    origin: new URL(given),
    owner,
    repo,
    run: Number(run),
    attempt: attempt ?? null,
    artifact: artifact === undefined ? null : Number(artifact),
  };
}

/**
 * The API of the server in the URL. The token is only sent to github.com, or to the server that `GITHUB_API_URL` names.
 */
function apiOf({ origin }: RunUrl, environment: CliIo['environment']): string {
  const host = origin.hostname.toLowerCase();
  const api = apiUrlIn(environment);
  const apiHost = URL.canParse(api) ? new URL(api).hostname.toLowerCase() : '';
  if (origin.protocol !== 'https:' && !LOOPBACK.test(host)) {
    throw invalidInput(`${origin.href} does not use HTTPS.`, 'Write https://.');
  }
  if (apiHost === host || apiHost === `api.${host}`) return api;
  throw invalidInput(
    `The token is not sent to ${host}: the API in use is ${api}.`,
    `Set GITHUB_API_URL to the API of that server, such as https://${host}/api/v3, and GITHUB_TOKEN to a token for it.`,
  );
}

/** The token of the environment. Throws `no-secrets`. */
export function requiredToken(environment: CliIo['environment']): string {
  const token = environment['GITHUB_TOKEN'] ?? environment['GH_TOKEN'] ?? '';
  if (token !== '') return token;
  throw new CountersignError(
    'no-secrets',
    'GITHUB_TOKEN is not set. Downloading an artifact needs a token.',
    {
      fix: 'Set it to a token with the permission `actions: read`: GITHUB_TOKEN=$(gh auth token).',
    },
  );
}

async function downloaded(url: RunUrl, folder: string, io: CliIo): Promise<readonly TrailPlace[]> {
  const apiUrl = apiOf(url, io.environment);
  const token = requiredToken(io.environment);
  const { owner, repo } = url;
  const artifacts = createRunArtifacts({
    token,
    apiUrl,
    owner,
    repo,
    environment: io.environment,
  });
  const all = await artifacts.list(url.run);
  const prefix =
    url.attempt === null ? TRAIL_ARTIFACTS : `${TRAIL_ARTIFACTS}${url.run}-${url.attempt}-`;
  const trails = all
    .filter(({ id, name }) =>
      url.artifact === null ? name.startsWith(prefix) : id === url.artifact,
    )
    .toSorted((one, other) => one.id - other.id);
  if (trails.length === 0) {
    throw new CountersignError(
      'trail-unreadable',
      `Workflow run ${url.run} has no artifact ${prefix}….`,
      {
        fix: 'It may have expired. If the run did not upload one, its summary says so.',
      },
    );
  }
  if (trails.length > MAX_TRAILS) {
    throw invalidInput(
      `Workflow run ${url.run} has ${trails.length} audit trails.`,
      `At most ${MAX_TRAILS} can be read at once. Name one by the URL of its artifact.`,
    );
  }
  const places: TrailPlace[] = [];
  for (const trail of trails) {
    const path = join(folder, String(trail.id));
    await artifacts.unpack(trail, path);
    const remote = { artifacts, repository: `${owner}/${repo}` };
    places.push({ shown: trail.name, path, folder: path, remote });
  }
  return places;
}
