import { escapeWorkflowCommands, systemClock } from '../../common/index.ts';
import type { ArtifactStore } from '../../github/index.ts';
import {
  type Published,
  publishTrail,
  type RunReport,
  shownOutcome,
  UPLOAD_LIMIT_MS,
} from '../../reporting/index.ts';
import type { Runner } from '../inputs/runner.ts';

/** Outputs that only the actions `plan` and `collect` set, and the main action in the modes of these names. */
export const MOVED_OUTPUTS = ['matrix', 'jobs', 'left-out', 'trails', 'verified'] as const;

/** Each output of a run. Text by the model is escaped, so that it is safe to print. */
const RUN_OUTPUTS = {
  outcome: ({ outcome }, published) => shownOutcome(outcome, published),
  summary: ({ summary }) => escapeWorkflowCommands(summary),
  'audit-path': ({ trailFolder }) => trailFolder,
  'audit-artifact-id': (_, published) =>
    published.kind === 'uploaded' ? String(published.id) : '',
  'audit-artifact-url': (_, published) => (published.kind === 'uploaded' ? published.url : ''),
  'audit-artifact-name': (_, published) => (published.kind === 'uploaded' ? published.name : ''),
  'audit-head': ({ head }) => head.hash,
  'audit-count': ({ head }) => String(head.count),
  'changes-sha256': ({ left }) => (left === null || left.files === 0 ? '' : left.sha256),
  branch: ({ pushed }) => pushed.commits.at(-1)?.branch ?? '',
  'commit-sha': ({ pushed }) => pushed.commits.at(-1)?.sha ?? '',
  'pull-request-url': ({ pushed }) => pushed.pullRequest?.url ?? '',
  turns: ({ turns }) => String(turns),
  tokens: ({ tokens }) => String(tokens),
  'cost-usd': ({ costUsd }) => (costUsd === null ? '' : costUsd.toFixed(6)),
  'calls-auto': ({ counts }) => String(counts.auto),
  'calls-approved': ({ counts }) => String(counts.approved),
  'calls-denied': ({ counts }) => String(counts.denied),
  // Nobody can answer what only a checkpoint had that was not uploaded.
  'pending-approvals': ({ outcome, pendingApprovals }, published) =>
    shownOutcome(outcome, published) === outcome ? pendingApprovals.join(' ') : '',
  // Not escaped: it is never printed, and escaping would break the JSON.
  'structured-output': ({ structuredOutput }) => structuredOutput ?? '',
} as const satisfies Readonly<Record<string, (report: RunReport, published: Published) => string>>;
export type OutputName = keyof typeof RUN_OUTPUTS | (typeof MOVED_OUTPUTS)[number];
/** Every output of action.yml. A test holds this list against action.yml. */
export const OUTPUT_NAMES: readonly string[] = [...Object.keys(RUN_OUTPUTS), ...MOVED_OUTPUTS];

/** The step's outputs for a run. */
export function outputsOf(
  report: RunReport,
  published: Published,
): Readonly<Record<string, string>> {
  const outputs = Object.entries(RUN_OUTPUTS);
  return Object.fromEntries(outputs.map(([name, valueOf]) => [name, valueOf(report, published)]));
}

/** Sets outputs. */
export function writeOutputs(runner: Runner, outputs: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(outputs)) runner.output(name, value);
}

/** Uploads the audit trail of this step. Without an upload, a warning says why, and the trail is only on this machine. */
export async function uploadTrail(
  runner: Runner,
  store: ArtifactStore,
  trail: Pick<Parameters<typeof publishTrail>[1], 'folder' | 'name' | 'retentionDays'>,
): Promise<Published> {
  const limits = { clock: systemClock, limitMs: UPLOAD_LIMIT_MS };
  const published = await publishTrail(store, { ...trail, ...limits });
  if (published.kind === 'kept') {
    if (published.isAbandoned === true) runner.abandon();
    runner.warning(`The audit trail was not uploaded: ${published.because}`);
  }
  return published;
}
