import { type ApprovalState, type EntryOf, type Finding, finding } from './replay-state.ts';

/** GitHub's permissions, each more than the one before it. */
const LEVELS = ['read', 'triage', 'write', 'maintain', 'admin'];

/** Whether a request asks for less than the verdict on its call needs. */
export function asksForLess(
  { needs, via, askedAt }: ApprovalState,
  verdict: EntryOf<'call.verdict'> | null,
): boolean {
  const needed = verdict?.needs;
  // Whoever sits at the terminal decides alone.
  if (needed === undefined || via === 'terminal') return false;
  return (
    needs === undefined ||
    needs.count < needed.count ||
    (needs.self && !needed.self) ||
    !(Date.parse(needs.expires) <= Date.parse(askedAt) + needed.expireMs) ||
    !needed.from.every((list) => needs.from.some((asked) => sameEntries(asked, list)))
  );
}

/** The finding if a counted approval is by somebody whom the request does not name; `null` if it is not. */
export function approverFault(
  { needs, named }: ApprovalState,
  decision: EntryOf<'approval.decision'>,
): Finding | null {
  if (needs === undefined) return null;
  const { approval, by, as = [], files } = decision;
  const unmet = needs.from.find((list) => !list.some((entry) => as.includes(entry)));
  const untrue = as.find((entry) => !mayBe(entry, decision, named));
  const strange = (files ?? []).find((file) => needs.files?.includes(file) !== true);
  const isOwner = as.includes('codeowners');
  const because =
    unmet !== undefined
      ? `${by.login} is none of ${unmet.join(', ') || 'nobody'}`
      : untrue !== undefined
        ? `${by.login} is not ${untrue}`
        : strange !== undefined
          ? `the call does not touch ${strange}`
          : isOwner && files === undefined
            ? 'it says of no file that its code owner approved'
            : null;
  return because === null
    ? null
    : finding('approval-mismatch', `An approval of ${approval} counts, although ${because}.`);
}

/** A file of the call that no code owner approved; `null` if there is none, or if code owners do not decide. */
export function uncoveredFile({ needs, covered }: ApprovalState): string | null {
  if (covered === 'all' || needs?.from.some((list) => list.includes('codeowners')) !== true)
    return null;
  return (needs.files ?? []).find((file) => !covered.has(file)) ?? null;
}

/** What the trail can say of an entry of `from`. It has no members of teams and no CODEOWNERS. */
function mayBe(
  entry: string,
  { by, permission }: EntryOf<'approval.decision'>,
  named: ApprovalState['named'] = [],
): boolean {
  if (entry === 'codeowners' || entry.includes('/')) return true;
  if (entry.startsWith('@')) {
    const login = entry.slice(1).toLowerCase();
    return named.some((account) => account.login === login && account.id === by.id);
  }
  const needed = LEVELS.indexOf(entry);
  return needed !== -1 && permission !== null && LEVELS.indexOf(permission) >= needed;
}

function sameEntries(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry) => other.includes(entry));
}
