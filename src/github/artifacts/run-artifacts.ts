import type * as z from 'zod';
import { CountersignError, sha256 } from '../../common/index.ts';
import { coreOf, type GitHubOptions } from '../client/client.ts';
import { allPages, type ClientCore, isLastPage, PER_PAGE } from '../client/transport/core.ts';
import {
  artifacts,
  attestations,
  organizationRepositories,
  readAs,
  repositoryArtifacts,
} from '../client/schemas/schemas.ts';
import { changedArtifact, refuseLargeArtifact } from './artifact-failure.ts';
import { unzipInto } from './unzip.ts';

/** An artifact of a workflow run. */
export interface RunArtifact {
  readonly id: number;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string | null;
}

/** An artifact as the list of a repository has it. */
export interface ListedArtifact extends RunArtifact {
  readonly expired: boolean;
  /** RFC 3339; `null` if GitHub does not say. */
  readonly createdAt: string | null;
  /** `null` if GitHub does not say, as after the workflow run was deleted. */
  readonly workflowRunId: number | null;
  /** The workflow run is of a commit of another repository, or GitHub does not say of which: its workflow may be another's. */
  readonly mayBeFromFork: boolean;
}

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
const DOWNLOAD_TIMEOUT_MS = 15 * 60_000;

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
        read: readAs(artifacts, 'artifacts'),
      });
      return found.filter((one) => one.expired !== true).map(summaryOf);
    },
    page: (number) =>
      core.request({
        route: `GET ${core.base}/actions/artifacts`,
        query: { per_page: PER_PAGE, page: number },
        doing: `list the artifacts of ${core.owner}/${core.repo}`,
        needs: 'actions=read',
        read: (reply) => {
          const found = readAs(repositoryArtifacts)(reply);
          if (found === undefined) return undefined;
          const { artifacts: all, total_count: total } = found;
          return { artifacts: all.map(listed), total, isLast: isLastPage(reply, all.length) };
        },
      }),
    unpack: async (artifact, folder) => {
      const zip = await download(core, artifact);
      await unzipInto(zip, { folder, maxBytes: MAX_UNPACKED_BYTES, maxFiles: MAX_FILES });
    },
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

function summaryOf({
  id,
  name,
  size_in_bytes: bytes,
  digest,
}: Pick<RepositoryArtifact, 'id' | 'name' | 'size_in_bytes' | 'digest'>): RunArtifact {
  return { id, name, bytes, sha256: digest };
}

type RepositoryArtifact = z.infer<typeof repositoryArtifacts>['artifacts'][number];

function listed(one: RepositoryArtifact): ListedArtifact {
  const { expired, workflow_run: run } = one;
  const head = run?.head_repository_id;
  return {
    ...summaryOf(one),
    expired,
    createdAt: one.created_at,
    workflowRunId: run?.id ?? null,
    mayBeFromFork: typeof head !== 'number' || head !== run?.repository_id,
  };
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
  refuseLargeArtifact(artifact.name, artifact.bytes);
  const zip = await core.request({
    // GitHub redirects to its storage, which does not get the token.
    route: `GET ${core.base}/actions/artifacts/${artifact.id}/zip`,
    doing: `download the artifact ${artifact.name}`,
    needs: 'actions=read',
    answers: [GONE],
    read: ({ status, data }) => {
      if (status === GONE) throw goneError(artifact);
      // Octokit gives an empty body if the connection breaks, and no archive is empty.
      return data instanceof ArrayBuffer && data.byteLength > 0 ? Buffer.from(data) : undefined;
    },
  });
  if (artifact.sha256 === null || sha256(zip) === artifact.sha256) return zip;
  throw changedArtifact(artifact.name, artifact.sha256);
}
