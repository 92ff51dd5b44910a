import { digestOf, hasRedaction, isJsonObject, type Json, sha256 } from '../../common/index.ts';
import { argumentBlobOf } from '../format/recorded.ts';
import type { EntryOf } from '../format/entry.ts';
import { type Finding, finding } from './replay/replay-state.ts';

/** The one argument that an approver can change, by tool. */
const CHANGEABLE: ReadonlyMap<string, string> = new Map([
  ['bash_run', 'command'],
  ['fs_write', 'content'],
  ['github_comment', 'body'],
  ['github_push_branch', 'message'],
]);

/** The arguments of an open call as they are on record. */
interface KnownArguments {
  readonly tool: string;
  /** Over the exact ones. */
  readonly argumentsSha256: string;
  /** A digest of each, `null` for one in which a secret was removed; `null` if they cannot be read. */
  readonly members: ReadonlyMap<string, string | null> | null;
}

/**
 * Checks that a change by an approver replaces one text and no other argument. For that it keeps digests of the arguments of each
 * open call that an approver could change. If a hook changed the arguments before, only their digest is on record, and there is
 * nothing to compare.
 */
export class OtherArguments {
  readonly #open = new Map<string, KnownArguments>();

  /** Adds the recorded arguments of a new call; `undefined` if they cannot be read. */
  begin(entry: EntryOf<'call.state'>, recorded: Json | undefined): void {
    const { call, argumentsSha256, 'gen_ai.tool.name': tool = '' } = entry;
    if (argumentsSha256 === undefined || !CHANGEABLE.has(tool)) return;
    this.#open.set(call, { tool, argumentsSha256, members: membersOf(recorded) });
  }

  end(call: string): void {
    this.#open.delete(call);
  }

  /** The finding if a change replaces another argument than the tool's text; `null` if it does not. Keeps the new arguments. */
  change(entry: EntryOf<'call.changed'>, recorded: Json | undefined): Finding | null {
    const { call, argument, fromSha256, argumentsSha256 } = entry;
    const known = this.#open.get(call);
    if (known === undefined || CHANGEABLE.get(known.tool) !== argument)
      return finding('change-mismatch', `${call} has no text ${argument} that can be changed.`);
    const members = membersOf(recorded);
    this.#open.set(call, { ...known, argumentsSha256, members });
    if (known.argumentsSha256 !== fromSha256) return null;
    const other = differing(known.members, members).find((name) => name !== argument);
    return other === undefined
      ? null
      : finding('change-mismatch', `${call} is changed in its ${other}, too.`);
  }
}

/**
 * The names that do not have the same value in both; none if one of them is unknown. What was removed cannot be compared: the jobs of
 * a run do not remove secrets alike.
 */
function differing(
  before: KnownArguments['members'],
  after: KnownArguments['members'],
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

function membersOf(recorded: Json | undefined): KnownArguments['members'] {
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
