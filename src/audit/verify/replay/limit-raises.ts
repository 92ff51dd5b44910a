import { isJsonObject } from '../../../common/index.ts';
import type { EntryOf } from '../../format/entry.ts';
import type { LimitRaise, OpenCallState } from './replay-state.ts';
import { BUDGET_CALL } from '../../format/states.ts';

/** The limit that a new call raises; `null` unless it is the run's own budget extension with its arguments on record. */
export function limitRaiseOf(entry: EntryOf<'call.state'>): LimitRaise | null {
  const input = entry['gen_ai.tool.call.arguments'];
  if (entry['gen_ai.tool.name'] !== BUDGET_CALL || !isJsonObject(input)) return null;
  const { budget, raiseTo } = input;
  return typeof budget === 'string' && typeof raiseTo === 'number'
    ? { budget, limit: raiseTo }
    : null;
}

/** Why a limit cannot be raised: it may only be while an approved call executes that raises exactly this limit (promise 8). */
export function unapprovedRaise(
  entry: EntryOf<'budget'>,
  open: ReadonlyMap<string, OpenCallState>,
): string | null {
  const { event, budget, limit } = entry;
  if (event !== 'raised') return null;
  const call = open.get(entry.call ?? '');
  const asked = call?.raises?.budget === budget && call.raises.limit === limit;
  if (asked && call.state === 'EXECUTING' && call.consumed) return null;
  return `The limit of ${budget} is raised to ${limit} without an approval.`;
}
