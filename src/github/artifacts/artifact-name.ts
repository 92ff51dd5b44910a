import { randomBytes } from 'node:crypto';
import { crockford, sha256 } from '../../common/index.ts';

/** How the name of every artifact with an audit trail begins. */
export const TRAIL_ARTIFACTS = 'countersign-trail-';

interface ArtifactNameParts {
  /** Its content: `trail`, `checkpoint`. */
  readonly what: string;
  readonly workflowRunId: string;
  readonly attempt: string;
  readonly job: string;
  /** The job's matrix values; `null` or `{}` if it has none. */
  readonly matrix?: unknown;
  /** Countersign's id of the run, which distinguishes two steps of one job. Absent: random. */
  readonly run?: string;
}

const MAX_NAME_CHARS = 200;
/** Characters that the artifact service refuses, white space, and characters with a meaning in a shell or path. */
const REFUSED = /[^A-Za-z0-9._-]+/g;

/**
 * A name that is unique among the jobs, matrix runs, attempts and steps of the workflow run, as the service requires.
 * Characters that the service refuses become `-`.
 */
export function artifactName(parts: ArtifactNameParts): string {
  const unique = parts.run ?? crockford(randomBytes(8), 12);
  // The digest distinguishes names that replacing and truncating made equal.
  const exact = sha256(
    JSON.stringify([parts.workflowRunId, parts.attempt, parts.job, parts.matrix ?? null, unique]),
  );
  const readable = [
    'countersign',
    parts.what,
    parts.workflowRunId,
    parts.attempt,
    parts.job,
    unique,
  ]
    .map((part) => part.replaceAll(REFUSED, '-').replaceAll(/^[-.]+|[-.]+$/g, ''))
    .filter((part) => part !== '')
    .join('-');
  return `${readable.slice(0, MAX_NAME_CHARS)}-${exact.slice(0, 8)}`;
}
