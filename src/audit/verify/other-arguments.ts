import { digestOf, hasRedaction, isJsonObject, type Json, sha256 } from '../../common/index.ts';
import { argumentBlobOf } from '../format/recorded.ts';
import type { EntryOf } from '../format/entry.ts';
import {
  type Finding,
  finding,
  type OpenCallState,
  type RecordedMembers,
} from './replay/replay-state.ts';

/** The one argument that an approver can change, by tool. */
const CHANGEABLE: ReadonlyMap<string, string> = new Map([
  ['bash_run', 'command'],
  ['fs_write', 'content'],
  ['github_comment', 'body'],
  ['github_push_branch', 'message'],
]);

/** Keeps digests of the recorded arguments of a new call that an approver could change; `undefined` if they cannot be read. */
export function keepArguments(open: OpenCallState, recorded: Json | undefined): void {
  const { argumentsSha256, tool } = open;
  if (argumentsSha256 === null || !CHANGEABLE.has(tool ?? '')) return;
  open.recorded = { argumentsSha256, members: membersOf(recorded) };
}

/**
 * The finding if a change by an approver replaces another argument than the tool's text; `null` if it does not. Keeps the new
 * arguments. If a hook changed the arguments before, only their digest is on record, and there is nothing to compare.
 */
export function changedArgumentsFault(
  { call, argument, fromSha256, argumentsSha256 }: EntryOf<'call.changed'>,
  open: OpenCallState,
  recorded: Json | undefined,
): Finding | null {
  const before = open.recorded;
  if (before === null || CHANGEABLE.get(open.tool ?? '') !== argument)
    return finding('change-mismatch', `${call} has no text ${argument} that can be changed.`);
  const members = membersOf(recorded);
  open.recorded = { argumentsSha256, members };
  if (before.argumentsSha256 !== fromSha256) return null;
  const other = differing(before.members, members).find((name) => name !== argument);
  return other === undefined
    ? null
    : finding('change-mismatch', `${call} is changed in its ${other}, too.`);
}

/**
 * The names that do not have the same value in both; none if one of them is unknown. What was removed cannot be compared: the jobs of
 * a run do not remove secrets alike.
 */
function differing(
  before: RecordedMembers['members'],
  after: RecordedMembers['members'],
): readonly string[] {
  if (before === null || after === null) return [];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.filter((name) => {
    const [one, other] = [before.get(name), after.get(name)];
    return (
      one !== other && !(before.has(name) && after.has(name) && (one === null || other === null))
    );
  });
}

function membersOf(recorded: Json | undefined): RecordedMembers['members'] {
  if (recorded === undefined || !isJsonObject(recorded)) return null;
  return new Map(
    Object.entries(recorded).map(([name, value]) => [
      name,
      hasRedaction(JSON.stringify(value)) ? null : (digestOf(withDigests(value)) ?? ''),
    ]),
  );
}

/** A value with a digest in place of each text, whether it stands there or in a blob. */
function withDigests(value: Json): Json {
  if (typeof value === 'string') return sha256(value);
  if (typeof value !== 'object' || value === null) return value;
  if (!isJsonObject(value)) return value.map(withDigests);
  const ref = argumentBlobOf(value);
  if (ref !== null) return ref.sha256;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, withDigests(child)]),
  );
}
