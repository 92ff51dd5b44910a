import { distinctBy } from '../../../common/index.ts';
import {
  type ExpandedWord,
  Findings,
  type CommandResult,
  type Scope,
  type Start,
  unchangedState,
  type Walker,
} from './context.ts';
import { MAX_EXPANDED_WORDS, MAX_LOOP_ROUNDS } from '../parse/limits.ts';
import { isOwnVariable } from '../words/variable-names.ts';
import { addCommand } from './findings.ts';
import type { Tree } from '../parse/parse.ts';
import { resolvePlaces } from '../words/paths.ts';
import { listedIn, type FileNames } from './file-names.ts';
import {
  joinStates,
  lostState,
  sameState,
  type ShellState,
  type KnownText,
  knownText,
  UNKNOWN_TEXT,
  withVariable,
} from './shell-state.ts';
import { expandSingle, expandWord } from '../words/expand-word.ts';

/** Walks the body of a loop until its state no longer changes. */
export function walkUntilStable(
  { walker, state }: Start,
  round: (state: ShellState, draft: Walker) => ShellState,
): CommandResult {
  let start = state;
  for (let rounds = 1; ; rounds += 1) {
    const draft = walker.fork();
    const end = [round(start, draft), ...draft.loopExits].reduce(joinStates, start);
    if (sameState(end, start)) {
      walker.commands.push(...draft.commands);
      for (const reason of draft.unknown) walker.unknown.add(reason);
      return unchangedState(end);
    }
    start = rounds < MAX_LOOP_ROUNDS ? end : lostState(end);
  }
}

/** Walks the body of `for` for each known word, and once for an unknown value if a word is unknown. */
export function walkFor(tree: Tree<'For'>, { walker, state }: Start): CommandResult {
  const findings = new Findings('@readonly');
  const name = tree.name.text;
  if (!isOwnVariable(name))
    findings.unknown.add(`\`${name}\` is set, which programs or the shell may act on`);
  if (tree.wordlist === undefined) findings.unknown.add('`for` over the positional parameters');
  const scope = { walker, state, findings };
  const args = (tree.wordlist ?? []).flatMap((word) => expandWord(word, scope));
  addCommand([], findings, walker);
  const values = args.flatMap((arg) => loopValues(arg, scope));
  let end = state;
  const texts = values.every((value) => value.text !== null);
  if (texts && values.length <= MAX_EXPANDED_WORDS) {
    for (const value of values) end = walkForRound(tree, value, { walker, state: end });
    return unchangedState(end);
  }
  for (const value of texts ? [UNKNOWN_TEXT] : distinctBy(values, JSON.stringify)) {
    const result = walkUntilStable(
      { walker, state: end },
      (start, draft) => draft.walkTree(tree.body, withVariable(start, name, value)).after,
    );
    end = joinStates(end, result.after);
  }
  return unchangedState(end);
}

function walkForRound(tree: Tree<'For'>, value: KnownText, { walker, state }: Start): ShellState {
  const name = tree.name.text;
  const known = walker.loopExits.length;
  const { after } = walker.walkTree(tree.body, withVariable(state, name, value));
  const jumped = walker.loopExits.splice(known);
  // `break` may end the list here, and `continue` may have skipped the rest of the body.
  const left = jumped.reduce(joinStates, after);
  return state.variables.has(name) || jumped.length > 0 ? joinStates(state, left) : left;
}

function loopValues(arg: ExpandedWord, { walker, state }: Scope): KnownText[] {
  if (arg.glob === undefined) return [knownText(arg)];
  const roots = arg.glob.names.map((name) => resolvePlaces(name, state, walker.pathResolver));
  if (roots.includes(null)) return [UNKNOWN_TEXT];
  const clean = arg.glob.names.every((name) => /^[\w./@%+,-]+$/.test(name));
  const fileNames: FileNames = {
    roots: roots.flatMap((places) => places ?? []),
    ...listedIn(arg.glob.names, state),
    dashless: arg.glob.dashless,
    ordinary: true,
    // The places already include where the names lead.
    regular: true,
    clean: arg.glob.exact && clean,
    ...(arg.glob.exact && !clean ? { splits: true } : {}),
  };
  return [{ text: null, fileNames }];
}

/** Walks `case`: any item may be the one that runs. */
export function walkCase(tree: Tree<'Case'>, { walker, state, input }: Start): CommandResult {
  const findings = new Findings('@readonly');
  const scope = { walker, state, findings };
  expandSingle(tree.word, scope);
  for (const item of tree.items) for (const pattern of item.pattern) expandSingle(pattern, scope);
  addCommand([], findings, walker);
  const ends: ShellState[] = [state];
  let fallen: ShellState | null = null;
  for (const item of tree.items) {
    const start: ShellState = fallen === null ? state : joinStates(state, fallen);
    const { after } = walker.walkTree(item.body, start, input);
    fallen = item.terminator === ';&' || item.terminator === ';;&' ? after : null;
    ends.push(after);
  }
  return unchangedState(ends.reduce(joinStates));
}
