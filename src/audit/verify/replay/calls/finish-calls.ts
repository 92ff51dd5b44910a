import { digestOf, hasRedaction, isJsonObject, type Json } from '../../../../common/index.ts';
import { argumentBlobOf } from '../../../format/recorded.ts';
import type { EntryOf } from '../../../format/entry.ts';
import type { Finish, OpenCallState } from '../replay-state.ts';
import { RecordedText } from '../verdict-source.ts';

const UNKNOWN: Finish = { outcome: null, summary: null, resultSha256: null };

/** What a new call says of the end of the work; `null` unless it is a call of `finish`. */
export function finishIn(entry: EntryOf<'call.state'>): Finish | null {
  if (entry['gen_ai.tool.name'] !== 'finish') return null;
  const input = entry['gen_ai.tool.call.arguments'];
  if (!isJsonObject(input)) return UNKNOWN;
  const { outcome = null, summary = null, result } = input;
  return {
    outcome: typeof outcome === 'string' ? outcome : null,
    summary: typeof summary === 'string' ? new RecordedText(summary) : null,
    resultSha256: result === undefined || isPartial(result) ? null : digestOf(result),
  };
}

/** The same of a call that has ended: a hook may have given it other arguments. */
export function finishOf(open: OpenCallState): Finish | null {
  const { finish, argumentsSha256, lastArgumentsSha256 } = open;
  return finish === null || argumentsSha256 === lastArgumentsSha256 ? finish : UNKNOWN;
}

/** Whether something of a value was replaced when it was recorded. */
function isPartial(value: Json): boolean {
  if (typeof value === 'string') return hasRedaction(value);
  if (typeof value !== 'object' || value === null) return false;
  if (argumentBlobOf(value) !== null) return true;
  return Object.entries(value).some(([name, child]) => hasRedaction(name) || isPartial(child));
}
