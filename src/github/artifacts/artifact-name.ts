import { randomBytes } from 'node:crypto';
import { crockford, sha256 } from '../../common/index.ts';

export interface ArtifactNameParts {
  /** What it holds: `trail`, `checkpoint`. */
  readonly what: string;
  readonly workflowRunId: string;
  readonly attempt: string;
  readonly job: string;
  /** The job's matrix values, where it has some; `null` or `{}` where it has none. */
  readonly matrix?: unknown;
  /** Countersign's own id of the run; two steps of one job differ only in it. Random where absent. */
  readonly run?: string;
}

const MAX_NAME_CHARS = 200;
/** What the artifact service refuses in names, white space, and what a shell or a path would trip over. */
const REFUSED = /[^A-Za-z0-9._-]+/g;

/**
 * A name that no other job of the workflow run, no other leg of its matrix, no other attempt and no other step has:
 * names may not repeat in a workflow run. Characters that the service refuses become `-`.
 */
export function artifactName(parts: ArtifactNameParts): string {
  const unique = parts.run ?? crockford(randomBytes(8), 12);
  // The digest tells apart what replacing characters and cutting made the same.
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
