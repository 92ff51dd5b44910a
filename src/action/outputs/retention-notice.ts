import { counted, timeText } from '../../common/index.ts';

const MS_PER_DAY = 86_400_000;

/**
 * The warning that the checkpoint of a suspended run is deleted before its approval requests expire; `null` if it is kept long
 * enough, or nothing says how long. Pure.
 */
export function retentionNotice(suspended: {
  readonly asked: readonly {
    readonly expires: string | null;
    readonly requests: readonly {
      readonly approval: string;
      readonly needs?: { readonly expires: string } | undefined;
    }[];
  }[];
  readonly pendingApprovals: readonly string[];
  /** The input `retention-days`; `null` for the repository's setting. */
  readonly inputDays: number | null;
  /** How long the repository keeps artifacts at most; `null` if the runner does not say. */
  readonly repositoryDays: number | null;
  /** When the checkpoint is uploaded. */
  readonly nowMs: number;
}): string | null {
  const { asked, pendingApprovals, inputDays, repositoryDays, nowMs } = suspended;
  const maxDays = repositoryDays ?? Infinity;
  const days = Math.min(inputDays ?? maxDays, maxDays);
  const expiries = asked
    .flatMap(({ requests, expires }) =>
      requests
        .filter(({ approval }) => pendingApprovals.includes(approval))
        .map(({ needs }) => Date.parse(needs?.expires ?? expires ?? '')),
    )
    .filter((time) => !Number.isNaN(time));
  const lastMs = Math.max(...expiries);
  if (nowMs + days * MS_PER_DAY >= lastMs) return null;
  const neededDays = Math.ceil((lastMs - nowMs) / MS_PER_DAY);
  const setting =
    neededDays <= maxDays
      ? `set the input retention-days to ${neededDays}`
      : `keep the repository's artifacts for ${neededDays} days (Settings, Actions, General)`;
  return `This run's approval requests can be answered until ${timeText(lastMs)}, but its checkpoint is kept for only ${counted(days, 'day')}, and no later answer can resume the run. For the next run, ${setting}, or set a shorter \`expire\` in the policy.`;
}
