import { oneLine, type Outcome } from '../common/index.ts';
import type { ChangesLeft } from '../reporting/index.ts';
import type { Session } from './open-session.ts';

const MAX_COMMAND_CHARS = 200;
/** A run with these outcomes is not over, or did nothing. */
const WITHOUT_NOTICES: readonly Outcome[] = ['awaiting-approval', 'skipped'];

/**
 * What people should know before they rely on the outcome, redacted: the last tests failed, or files changed and nothing was
 * pushed although the run could. It changes no outcome.
 */
export async function noticesOf(
  session: Session,
  end: {
    readonly outcome: Outcome;
    readonly changes: readonly string[];
    readonly left: ChangesLeft | null;
  },
): Promise<readonly string[]> {
  if (WITHOUT_NOTICES.includes(end.outcome)) return [];
  const { redactor } = session.context;
  const notices = [...testNotice(session), ...pushNotice(session, end)];
  return await Promise.all(notices.map(async (notice) => await redactor.redact(notice)));
}

/** Under `done.requires` the policy says which commands count, and the outcome says how they ended. */
function testNotice({ job, work }: Session): readonly string[] {
  const { lastTest } = work;
  if (job.requires.length > 0 || lastTest === null || lastTest.exitCode === 0) return [];
  const { command, exitCode } = lastTest;
  const how = exitCode === null ? 'was ended before it exited' : `ended with exit code ${exitCode}`;
  return [`The last test command failed: "${oneLine(command, MAX_COMMAND_CHARS)}" ${how}.`];
}

function pushNotice(
  { job, work, canPush }: Session,
  { changes, left }: { readonly changes: readonly string[]; readonly left: ChangesLeft | null },
): readonly string[] {
  if (job.workflow === null || !canPush || changes.length === 0 || work.pushes > 0) return [];
  const what = changes.length === 1 ? '1 file was changed' : `${changes.length} files were changed`;
  const where =
    left === null ? '' : `; the changes are only in ${left.name} beside the audit trail`;
  return [`${what} and nothing was pushed${where}.`];
}
