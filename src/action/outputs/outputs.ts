import { escapeWorkflowCommands, systemClock } from '../../common/index.ts';
import type { ArtifactStore } from '../../github/index.ts';
import {
  type Published,
  publishTrail,
  type RunReport,
  UPLOAD_LIMIT_MS,
} from '../../reporting/index.ts';
import type { Runner } from '../inputs/runner.ts';

/** Outputs that only the actions `plan` and `collect` set, and the main action in the modes of these names. */
export const MOVED_OUTPUTS = ['matrix', 'jobs', 'left-out', 'trails', 'verified'] as const;
const RUN_OUTPUT_NAMES = [
  'outcome',
  'summary',
  'audit-path',
  'audit-artifact-id',
  'audit-artifact-url',
  'audit-artifact-name',
  'audit-head',
  'audit-count',
  'changes-sha256',
  'branch',
  'commit-sha',
  'pull-request-url',
  'turns',
  'tokens',
  'cost-usd',
  'calls-auto',
  'calls-approved',
  'calls-denied',
  'pending-approvals',
  'structured-output',
] as const;
/** Every output of action.yml. A test holds this list against action.yml. */
export const OUTPUT_NAMES = [...RUN_OUTPUT_NAMES, ...MOVED_OUTPUTS] as const;
type OutputName = (typeof RUN_OUTPUT_NAMES)[number];

/** The step's outputs for a run. Text by the model is escaped, so that it is safe to print. */
export function outputsOf(report: RunReport, published: Published): Record<OutputName, string> {
  return {
    outcome: report.outcome,
    summary: escapeWorkflowCommands(report.summary),
    'audit-path': report.trailFolder,
    'audit-artifact-id': published.kind === 'uploaded' ? String(published.id) : '',
    'audit-artifact-url': published.kind === 'uploaded' ? published.url : '',
    'audit-artifact-name': published.kind === 'uploaded' ? published.name : '',
    'audit-head': report.head.hash,
    'audit-count': String(report.head.count),
    'changes-sha256': report.left === null || report.left.files === 0 ? '' : report.left.sha256,
    branch: report.pushed.commits.at(-1)?.branch ?? '',
    'commit-sha': report.pushed.commits.at(-1)?.sha ?? '',
    'pull-request-url': report.pushed.pullRequest?.url ?? '',
    turns: String(report.turns),
    tokens: String(report.tokens),
    'cost-usd': report.costUsd === null ? '' : report.costUsd.toFixed(6),
    'calls-auto': String(report.counts.auto),
    'calls-approved': String(report.counts.approved),
    'calls-denied': String(report.counts.denied),
    'pending-approvals': report.pendingApprovals.join(' '),
    // Not escaped: it is never printed, and escaping would break the JSON.
    'structured-output': report.structuredOutput ?? '',
  };
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
