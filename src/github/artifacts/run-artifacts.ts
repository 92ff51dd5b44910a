import { CountersignError, sha256 } from '../../common/index.ts';
import { coreOf, type GitHubOptions } from '../client/client.ts';
import { allPages, type ClientCore } from '../client/core.ts';
import { artifactList, attestationList, readAs } from '../client/schemas.ts';
import { unzipInto } from './unzip.ts';

/** An artifact of a workflow run. */
export interface RunArtifact {
  readonly id: number;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string | null;
}

/** Artifacts of any workflow run, by GitHub's REST API, which Enterprise Server has too. Needs `actions: read`. */
export interface RunArtifacts {
  /** The artifacts of a workflow run that have not expired. */
  list(workflowRunId: number): Promise<readonly RunArtifact[]>;
  /** Downloads an artifact and unpacks it into an empty folder. Throws `artifact-refused` if its digest differs. */
  unpack(artifact: RunArtifact, folder: string): Promise<void>;
  /** Whether GitHub has an attestation for a file with this SHA-256 in this repository. */
  isAttested(fileSha256: string): Promise<boolean>;
}

const MAX_PAGES = 20;
const MAX_PACKED_BYTES = 1024 ** 3;
const MAX_UNPACKED_BYTES = 3 * 1024 ** 3;
const MAX_FILES = 60_000;
const DOWNLOAD_TIMEOUT_MS = 15 * 60_000;

/** Errors are those of `GitHub`. */
export function createRunArtifacts(options: GitHubOptions): RunArtifacts {
  const core = coreOf({ ...options, requestTimeoutMs: DOWNLOAD_TIMEOUT_MS });
  return {
    list: async (id) => await list(core, id),
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
            : readAs(attestationList)(reply)?.attestations.some((one) => one.bundle !== null),
      }),
  };
}

async function list(core: ClientCore, workflowRunId: number): Promise<readonly RunArtifact[]> {
  const found = await allPages(core, {
    route: `GET ${core.base}/actions/runs/${workflowRunId}/artifacts`,
    doing: `list the artifacts of workflow run ${workflowRunId}`,
    needs: 'actions=read',
    maxPages: MAX_PAGES,
    read: (reply) => readAs(artifactList)(reply)?.artifacts,
  });
  return found
    .filter((one) => one.expired !== true)
    .map(({ id, name, size_in_bytes: bytes, digest }) => ({
      id,
      name,
      bytes,
      sha256: digest?.replace(/^sha256:/, '') ?? null,
    }));
}

async function download(core: ClientCore, artifact: RunArtifact): Promise<Buffer> {
  if (artifact.bytes > MAX_PACKED_BYTES) {
    const what = `The artifact ${artifact.name} has ${artifact.bytes} bytes; at most ${MAX_PACKED_BYTES} are downloaded.`;
    throw new CountersignError('artifact-refused', what);
  }
  const zip = await core.request({
    // GitHub redirects to its storage, which does not get the token.
    route: `GET ${core.base}/actions/artifacts/${artifact.id}/zip`,
    doing: `download the artifact ${artifact.name}`,
    needs: 'actions=read',
    read: ({ data }) => (data instanceof ArrayBuffer ? Buffer.from(data) : undefined),
  });
  if (artifact.sha256 === null || sha256(zip) === artifact.sha256) return zip;
  throw new CountersignError(
    'artifact-refused',
    `The artifact ${artifact.name} is not what was uploaded: its digest is not ${artifact.sha256}.`,
  );
}
