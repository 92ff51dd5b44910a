import { oneLine, type Outcome } from '../common/index.ts';
import type { CallLine, ChangesLeft } from '../reporting/index.ts';
import type { Session } from './open-session.ts';

const MAX_COMMAND_CHARS = 200;
const MAX_NAMED_CALLS = 5;
/** Runs with these outcomes are not over or did nothing. */
const WITHOUT_NOTICES: readonly Outcome[] = ['awaiting-approval', 'skipped'];

/**
 * Warnings for people who rely on the outcome, redacted: the last tests failed or report nothing, or files changed and
 * the run could push but did not; or calls were interrupted. They do not change the outcome.
 */
export function noticesOf(
  session: Session,
  end: {
    readonly outcome: Outcome;
    readonly changes: readonly string[];
    readonly left: ChangesLeft | null;
  },
): readonly string[] {
  if (WITHOUT_NOTICES.includes(end.outcome)) return [];
  const { redactor } = session.context;
  const notices = [
    ...interruptedNotice(session.context.tally.calls.values()),
    ...testNotice(session),
    ...pushNotice(session, end),
  ];
  return notices.map((notice) => redactor.redact(notice));
}

/** Calls that began and were interrupted (`SEALED`), also those of an earlier job of a resumed run: nobody knows what they did. */
export function interruptedNotice(
  calls: Iterable<Pick<CallLine, 'call' | 'tool' | 'inputPreview' | 'state' | 'hasStarted'>>,
): readonly string[] {
  const interrupted = [...calls].filter(
    ({ state, hasStarted }) => state === 'SEALED' && hasStarted === true,
  );
  if (interrupted.length === 0) return [];
  const named = interrupted
    .slice(0, MAX_NAMED_CALLS)
    .map(
      ({ call, tool, inputPreview }) =>
        `${call} ${tool} ${oneLine(inputPreview, MAX_COMMAND_CHARS)}`,
    );
  const more = interrupted.length - named.length;
  const list = [...named, ...(more === 0 ? [] : [`and ${more} more`])].join('; ');
  return [`What an interrupted call did is unknown: check ${list}.`];
}

/** Under `done.requires` the policy says which commands count, and the outcome says how they ended. */
function testNotice({ job, work }: Session): readonly string[] {
  const { lastTest } = work;
  if (job.requires.length > 0 || lastTest === null) return [];
  const { exitCode, hidden } = lastTest;
  const command = `"${oneLine(lastTest.command, MAX_COMMAND_CHARS)}"`;
  if (exitCode === null)
    return [`The last test command failed: ${command} was ended before it exited.`];
  if (exitCode !== 0)
    return [`The last test command failed: ${command} ended with exit code ${exitCode}.`];
  return hidden ? [`Whether the last tests passed is unknown: ${command} can hide a failure.`] : [];
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
