import { sha256 } from '../../common/index.ts';

/** How the name of every artifact with an audit trail begins. */
export const TRAIL_ARTIFACTS = 'countersign-trail-';

const MAX_NAME_CHARS = 200;
/** Characters that the artifact service refuses, white space, and characters with a meaning in a shell or path. */
const REFUSED = /[^A-Za-z0-9._-]+/g;

/**
 * The name of the artifact with the audit trail of a run. It is unique among the jobs, attempts and steps of the workflow run, as the
 * service requires. Characters that the service refuses become `-`.
 */
export function artifactName(
  { runId, attempt, job }: Readonly<Record<'runId' | 'attempt' | 'job', string>>,
  run: string,
): string {
  // The digest distinguishes names that replacing and truncating made equal. Its `null` must stay: suspended runs are found by their names.
  const exact = sha256(JSON.stringify([runId, attempt, job, null, run]));
  const readable = [runId, attempt, job, run]
    .map((part) => part.replaceAll(REFUSED, '-').replaceAll(/^[-.]+|[-.]+$/g, ''))
    .filter((part) => part !== '')
    .join('-');
  return `${`${TRAIL_ARTIFACTS}${readable}`.slice(0, MAX_NAME_CHARS)}-${exact.slice(0, 8)}`;
}
