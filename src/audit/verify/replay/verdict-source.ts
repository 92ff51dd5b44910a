import { COMMAND_TOOL, isRunTool, matchesParts } from '../../../policy/index.ts';
import { splitAtRedactions } from '../../../common/index.ts';
import type { EntryOf } from '../../format/entry.ts';

/** The verdicts that a list can give; a list that is not here can give any. A rule of `deny` that may or may not match asks. */
const VERDICTS_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['auto', ['auto']],
  ['requireApproval', ['requireApproval']],
  ['deny', ['requireApproval', 'deny']],
  ['plan', ['auto']],
]);
const LISTS_OF_RULES = ['auto', 'requireApproval', 'deny'];
const LISTS_WITHOUT_RULES = ['mode', 'wall'];

/**
 * Why a verdict cannot come from the list and the rule that it names; `null` if it can. Either the list gives other verdicts, a rule
 * is missing or superfluous, or no built-in rule allows the tool. The verdict of each layer is checked in the same way. `tool`: that
 * of the call. `isByTool`: the code of another tool made the call, and may have declared the command before it was allowed itself.
 */
export function sourceMismatch(
  entry: EntryOf<'call.verdict'>,
  { tool, isByTool }: { readonly tool: string | null; readonly isByTool: boolean },
): string | null {
  const { call, commands, untrusted, layers = [] } = entry;
  for (const { verdict, list, rule } of [entry, ...layers]) {
    if (VERDICTS_OF.get(list)?.includes(verdict) === false)
      return `The verdict on ${call} is ${verdict}, but a rule of ${list} decided it.`;
    // A command that starts no program needs no rule.
    const needsRule = LISTS_OF_RULES.includes(list) && !(list === 'auto' && commands !== undefined);
    if (rule === null && needsRule)
      return `The verdict on ${call} is by a rule of ${list}, but names none.`;
    if (rule !== null && LISTS_WITHOUT_RULES.includes(list))
      return `The verdict on ${call} names the rule "${rule}", but ${list} decided it.`;
    if (list === 'whenUntrusted' && !untrusted)
      return `The verdict on ${call} is by whenUntrusted, but knows of no untrusted content.`;
  }
  const isByBuiltin = entry.list === 'wall' && entry.verdict === 'auto';
  const isDeclared = isByTool && tool === COMMAND_TOOL;
  return isByBuiltin && !isDeclared && !isRunTool(tool ?? '')
    ? `The verdict on ${call} is auto by a built-in rule, but none lets ${tool ?? 'it'} run.`
    : null;
}

/** A text that may have been redacted. Several ends of a run can be compared with it. */
export class RecordedText {
  readonly #text: string;
  #parts: readonly string[] | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Whether both can be redactions of the same text. A redaction in one of them can stand for anything in the other, because the
   * two need not have been redacted alike.
   */
  mayBe(other: RecordedText): boolean {
    const [own, others] = [this.#split(), other.#split()];
    if (own.length === 1) return matchesParts(this.#text, others);
    if (others.length === 1) return matchesParts(other.#text, own);
    // What is between the redactions of one can be within a redaction of the other.
    const [first, otherFirst] = [own[0] ?? '', others[0] ?? ''];
    const [last, otherLast] = [own.at(-1) ?? '', others.at(-1) ?? ''];
    return (
      (first.startsWith(otherFirst) || otherFirst.startsWith(first)) &&
      (last.endsWith(otherLast) || otherLast.endsWith(last))
    );
  }

  /** The parts before, between and behind the redactions. */
  #split(): readonly string[] {
    this.#parts ??= splitAtRedactions(this.#text);
    return this.#parts;
  }
}
