import { isJsonObject } from '../../common/index.ts';
import {
  type EntryOf,
  type Finding,
  finding,
  type OpenCallState,
  type Raise,
} from './replay-state.ts';
import { BUDGET_CALL } from '../format/states.ts';

/** Where a call that begins would move a wall: only the run's own call at a wall does, with its arguments on record. */
export function raiseOf(entry: EntryOf<'call.state'>): Raise | null {
  const input = entry['gen_ai.tool.call.arguments'];
  if (entry['gen_ai.tool.name'] !== BUDGET_CALL || !isJsonObject(input)) return null;
  const { budget, raiseTo } = input;
  return typeof budget === 'string' && typeof raiseTo === 'number'
    ? { budget, limit: raiseTo }
    : null;
}

/** A wall moves only while a call of exactly that runs, which a person approved (promise 8). */
export function unapprovedRaise(
  entry: EntryOf<'budget'>,
  open: ReadonlyMap<string, OpenCallState>,
): Finding | null {
  const call = open.get(entry.call ?? '');
  const { budget, limit } = entry;
  const asked = call?.raises?.budget === budget && call.raises.limit === limit;
  if (asked && call.state === 'EXECUTING' && call.consumed) return null;
  const because = `The budget of ${budget} is raised to ${limit}, and nobody approved that.`;
  return finding('unapproved', because);
}
