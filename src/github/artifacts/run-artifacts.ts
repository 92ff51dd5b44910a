import * as z from 'zod';
import { CountersignError, sha256 } from '../../common/index.ts';
import { coreOf, type GitHubOptions } from '../client/client.ts';
import {
  allPages,
  type ClientCore,
  isLastPage,
  PER_PAGE,
  readAs,
} from '../client/transport/core.ts';
import { orNull, renamed } from '../ports/fields.ts';
import { artifactRefused } from './artifact-failure.ts';
import { unzipInto } from './unzip.ts';

/** GitHub's digest without its prefix; `null` if GitHub does not report it. */
const artifactDigest = z
  .string()
  .nullish()
  .transform((digest) => digest?.replace(/^sha256:/, '') ?? null);

const fields = {
  id: ['id', z.number()],
  name: ['name', z.string()],
  bytes: ['size_in_bytes', z.number()],
  sha256: ['digest', artifactDigest],
  expired: ['expired', orNull(z.boolean()).transform((expired) => expired === true)],
} as const;

const runArtifacts = z.array(renamed(fields));
export type RunArtifact = Omit<z.output<typeof runArtifacts>[number], 'expired'>;

const workflowRun = z
  .looseObject({
    id: z.number().optional(),
    repository_id: z.number().nullish(),
    head_repository_id: z.number().nullish(),
  })
  .nullish();

/** An artifact as the list of a repository has it. */
const listedArtifact = renamed({
  ...fields,
  /** RFC 3339; `null` if GitHub does not say. */
  createdAt: ['created_at', z.string().nullable()],
  run: ['workflow_run', workflowRun],
}).transform(({ run, ...artifact }) => ({
  ...artifact,
  /** `null` if GitHub does not say, as after the workflow run was deleted. */
  workflowRunId: run?.id ?? null,
  /** The workflow run is of a commit of another repository, or GitHub does not say of which: its workflow may be another's. */
  mayBeFromFork:
    typeof run?.head_repository_id !== 'number' || run.head_repository_id !== run.repository_id,
}));
export type ListedArtifact = Readonly<z.output<typeof listedArtifact>>;

/** A page of the artifacts of a repository, newest first. */
interface ArtifactPage {
  readonly artifacts: readonly ListedArtifact[];
  /** How many artifacts the whole list had when it was asked for this page. */
  readonly total: number;
  readonly isLast: boolean;
}

/** Artifacts of any workflow run, by GitHub's REST API, which Enterprise Server has too. Needs `actions: read`. */
export interface RunArtifacts {
  /** The artifacts of a workflow run that have not expired. */
  list(workflowRunId: number): Promise<readonly RunArtifact[]>;
  /** A page, from 1, of all artifacts of the repository: those of other tools and expired ones, too. */
  page(number: number): Promise<ArtifactPage>;
  /**
   * Downloads an artifact and unpacks it into an empty folder. Throws `artifact-refused` if its digest differs or it is no archive,
   * `github-not-found` if it has expired, and the system's error if the disk is full.
   */
  unpack(artifact: RunArtifact, folder: string): Promise<void>;
  /** Whether GitHub has an attestation for a file with this SHA-256 in this repository. */
  isAttested(fileSha256: string): Promise<boolean>;
}

const GONE = 410;
const MAX_PAGES = 20;
const MAX_REPOSITORY_PAGES = 200;
const MAX_UNPACKED_BYTES = 3 * 1024 ** 3;
const MAX_FILES = 60_000;
const MAX_DOWNLOAD_BYTES = 1024 ** 3;
const DOWNLOAD_TIMEOUT_MS = 15 * 60_000;

const artifactPage = renamed({
  artifacts: ['artifacts', z.array(listedArtifact)],
  total: ['total_count', z.number()],
});

const attestations = z.array(z.looseObject({ bundle: z.unknown() }));

const organizationRepositories = z.array(z.looseObject({ full_name: z.string() }));

/** Errors are those of `GitHub`. */
export function createRunArtifacts(options: GitHubOptions): RunArtifacts {
  const core = coreOf({ ...options, requestTimeoutMs: DOWNLOAD_TIMEOUT_MS });
  return {
    list: async (workflowRunId) => {
      const found = await allPages(core, {
        route: `GET ${core.base}/actions/runs/${workflowRunId}/artifacts`,
        doing: `list the artifacts of workflow run ${workflowRunId}`,
        needs: 'actions=read',
        maxPages: MAX_PAGES,
        read: readAs(runArtifacts, 'artifacts'),
      });
      return found.filter((one) => !one.expired);
    },
    page: (number) =>
      core.request({
        route: `GET ${core.base}/actions/artifacts`,
        query: { per_page: PER_PAGE, page: number },
        doing: `list the artifacts of ${core.owner}/${core.repo}`,
        needs: 'actions=read',
        read: (reply) => {
          const found = readAs(artifactPage)(reply);
          return found && { ...found, isLast: isLastPage(reply, found.artifacts.length) };
        },
      }),
    unpack: (artifact, folder) =>
      unpackArtifact(options, artifact, { folder, maxBytes: MAX_UNPACKED_BYTES }),
    isAttested: (digest) =>
      core.request({
        route: `GET ${core.base}/attestations/sha256:${digest}`,
        doing: 'find an attestation of the audit trail',
        needs: 'attestations=read',
        answers: [404],
        read: (reply) =>
          reply.status === 404
            ? false
            : readAs(attestations, 'attestations')(reply)?.some((one) => one.bundle !== null),
      }),
  };
}

function goneError({ name }: RunArtifact): CountersignError {
  return new CountersignError('github-not-found', `The artifact ${name} has expired.`, {
    fix: 'Nothing brings its bytes back. Collect artifacts before they expire.',
  });
}

/** The newest artifact of that name and workflow run that has not expired; `null` if there is none. */
export async function findArtifact(
  options: GitHubOptions,
  wanted: { readonly name: string; readonly workflowRunId: number; readonly doing: string },
): Promise<RunArtifact | null> {
  const { name, workflowRunId, doing } = wanted;
  const core = coreOf(options);
  const found = await core.request({
    route: `GET ${core.base}/actions/runs/${workflowRunId}/artifacts`,
    query: { name, per_page: PER_PAGE },
    doing,
    needs: 'actions=read',
    read: readAs(runArtifacts, 'artifacts'),
  });
  const fitting = found.filter((one) => one.name === name && !one.expired);
  return fitting.sort((left, right) => right.id - left.id)[0] ?? null;
}

/** Downloads and unpacks as `RunArtifacts.unpack` does, up to `maxBytes`. */
export async function unpackArtifact(
  options: GitHubOptions,
  artifact: RunArtifact,
  { folder, maxBytes }: { readonly folder: string; readonly maxBytes: number },
): Promise<void> {
  const zip = await download(
    coreOf({ ...options, requestTimeoutMs: DOWNLOAD_TIMEOUT_MS }),
    artifact,
  );
  await unzipInto(zip, { folder, maxBytes, maxFiles: MAX_FILES });
}

/**
 * The repositories of an organisation that the token can read, as `OWNER/REPO`, in the order of their names. Errors are
 * those of `GitHub`.
 */
export async function organizationRepos(
  org: string,
  options: Omit<GitHubOptions, 'owner' | 'repo'>,
): Promise<readonly string[]> {
  // The client is made for a repository; nothing is asked of this one.
  const core = coreOf({ ...options, owner: org, repo: org });
  const found = await allPages(core, {
    route: `GET /orgs/${org}/repos`,
    query: { type: 'all', sort: 'full_name' },
    doing: `list the repositories of ${org}`,
    needs: 'metadata=read',
    maxPages: MAX_REPOSITORY_PAGES,
    read: readAs(organizationRepositories),
  });
  return found.map((one) => one.full_name);
}

async function download(core: ClientCore, artifact: RunArtifact): Promise<Buffer> {
  const { name, bytes } = artifact;
  if (bytes > MAX_DOWNLOAD_BYTES)
    throw artifactRefused(
      `The artifact ${name} has ${bytes} bytes; at most ${MAX_DOWNLOAD_BYTES} are downloaded.`,
    );
  const zip = await core.request({
    // GitHub redirects to its storage, which does not get the token.
    route: `GET ${core.base}/actions/artifacts/${artifact.id}/zip`,
    doing: `download the artifact ${name}`,
    needs: 'actions=read',
    answers: [GONE],
    read: ({ status, data }) => {
      if (status === GONE) throw goneError(artifact);
      // Octokit gives an empty body if the connection breaks, and no archive is empty.
      return data instanceof ArrayBuffer && data.byteLength > 0 ? Buffer.from(data) : undefined;
    },
  });
  if (artifact.sha256 === null || sha256(zip) === artifact.sha256) return zip;
  throw artifactRefused(
    `The artifact ${name} is not what was uploaded: its digest is not ${artifact.sha256}.`,
  );
}
