import { distinctBy, durationWords } from '../../common/index.ts';

/** The approval settings of one `requireApproval` rule. What it leaves out comes from the policy's `approvals`. */
export interface RuleApproval {
  readonly from?: readonly string[];
  readonly count?: number;
  readonly self?: boolean;
  readonly expireMs?: number;
}

type Approvals = readonly RuleApproval[];

/** Who can approve one call, and for how long. */
export interface ApprovalNeeds {
  /** Entries as in `approvals.from`. An approver needs one entry of each list; nobody has one of an empty list. */
  readonly from: readonly (readonly string[])[];
  /** How many different people must approve. */
  readonly count: number;
  /** Whether the requester and the authors of the pull request can approve. */
  readonly self: boolean;
  readonly expireMs: number;
}

/**
 * Who must approve a call with this verdict. Every rule that asks about the call counts; what a rule leaves out comes
 * from the policy's `approvals`, and so does everything if no rule asks. The approvers need one entry of every `from`,
 * the highest `count` and the shortest `expire`; `self` only if every rule allows it. The `approvals` of baselines
 * always apply, too.
 */
export function approvalNeeds(
  settings: Required<RuleApproval> & { readonly baselines: ApprovalNeeds },
  { approvals = [{}] }: { readonly approvals?: Approvals },
): ApprovalNeeds {
  const rules = (approvals.length === 0 ? [{}] : approvals).map((rule) => ({
    from: rule.from ?? settings.from,
    count: rule.count ?? settings.count,
    self: rule.self ?? settings.self,
    expireMs: rule.expireMs ?? settings.expireMs,
  }));
  const { baselines } = settings;
  const lists = [...rules.map(({ from }) => from), ...baselines.from];
  return {
    from: distinctBy(
      lists.map((from) => [...new Set(from)].sort()),
      JSON.stringify,
    ),
    count: Math.max(1, baselines.count, ...rules.map(({ count }) => count)),
    self: baselines.self && rules.every(({ self }) => self),
    expireMs: Math.min(baselines.expireMs, ...rules.map(({ expireMs }) => expireMs)),
  };
}

/**
 * The rules of two verdicts that ask about one call, each once; `undefined` if only `approvals` of the policy says who
 * can approve.
 */
export function mergeApprovals(
  one: Approvals | undefined,
  other: Approvals | undefined,
): Approvals | undefined {
  if (one === undefined && other === undefined) return undefined;
  return distinctBy([...(one ?? [{}]), ...(other ?? [{}])], JSON.stringify);
}

/** Who can approve, in one line: `2 people, each one of: maintain, @octo-org/release; for 7d; not the requester`. */
export function needsText({ from, count, self, expireMs }: ApprovalNeeds): string {
  const people = count === 1 ? 'one person' : `${count} different people`;
  const lists = from.map((entries) => (entries.length === 0 ? 'nobody' : entries.join(' or ')));
  const who = lists.length === 1 ? lists.join('') : lists.map((list) => `(${list})`).join(' and ');
  const own = self ? ', the requester and the authors included' : '';
  return `${people}: ${who}${own}; within ${durationWords(expireMs)}`;
}
