import { type Arg, newNotes, type Outcome, unchanged, type Walk } from './arg.ts';
import { MAX_EXPANDED_WORDS, MAX_LOOP_ROUNDS } from '../parse/limits.ts';
import { isOwnVariable } from '../words/names.ts';
import { finish } from './notes.ts';
import type { CommandTree } from '../parse/parse.ts';
import { leadsTo } from '../words/paths.ts';
import {
  join,
  listedFrom,
  type Reach,
  sameState,
  type State,
  type Value,
  withVariable,
} from './state.ts';
import { expandSingle, expandWord } from '../words/words.ts';

/** Judges `round` on every state that a loop can bring it into. */
export function repeatBody(
  state: State,
  walk: Walk,
  round: (start: State, draft: Walk) => State,
): Outcome {
  let start = state;
  for (let rounds = 1; ; rounds += 1) {
    const draft = walk.draft();
    const end = [round(start, draft), ...draft.jumps].reduce(join, start);
    if (sameState(end, start)) {
      keep(draft, walk);
      return unchanged(end);
    }
    start = rounds < MAX_LOOP_ROUNDS ? end : { folders: null, variables: new Map() };
  }
}

function keep(draft: Walk, walk: Walk): void {
  walk.out.push(...draft.out);
  for (const reason of draft.unknown) walk.unknown.add(reason);
}

/** `for name in words`: the body is judged for each word that is known, and for "any" where one is not. */
export function walkFor(
  tree: Extract<CommandTree, { type: 'For' }>,
  state: State,
  walk: Walk,
): Outcome {
  const notes = newNotes();
  notes.classes.add('@readonly');
  const name = tree.name.text;
  if (!isOwnVariable(name))
    notes.unknown.add(`\`${name}\` is set, which programs or the shell may act on`);
  if (tree.wordlist === undefined) notes.unknown.add('`for` over the positional parameters');
  const scope = { walk, state, notes };
  const args = (tree.wordlist ?? []).flatMap((word) => expandWord(word, scope));
  finish([], notes, walk);
  const values = args.flatMap((arg) => loopValues(arg, state, walk));
  let end = state;
  const texts = values.every((value) => value.kind === 'text');
  if (texts && values.length <= MAX_EXPANDED_WORDS) {
    for (const value of values) end = oneRound(tree, withVariable(end, name, value), walk, end);
    return unchanged(end);
  }
  for (const value of texts ? [{ kind: 'any' } satisfies Value] : distinct(values)) {
    const outcome = repeatBody(
      end,
      walk,
      (start, draft) => draft.tree(tree.body, withVariable(start, name, value)).after,
    );
    end = join(end, outcome.after);
  }
  return unchanged(end);
}

function oneRound(
  tree: Extract<CommandTree, { type: 'For' }>,
  start: State,
  walk: Walk,
  before: State,
): State {
  const known = walk.jumps.length;
  const after = walk.tree(tree.body, start).after;
  const jumped = walk.jumps.splice(known);
  // The list may end here (`break`), and a `continue` may have left the rest of the body out.
  const left = jumped.reduce(join, after);
  return before.variables.has(tree.name.text) || jumped.length > 0 ? join(before, left) : left;
}

function distinct(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function loopValues(arg: Arg, state: State, walk: Walk): Value[] {
  if (arg.text !== null) return [{ kind: 'text', text: arg.text }];
  if (arg.number === true) return [{ kind: 'integer' }];
  if (arg.reach !== undefined) return [{ kind: 'paths', reach: arg.reach }];
  if (arg.glob === undefined)
    return [arg.plain === true ? { kind: 'any', plain: true } : { kind: 'any' }];
  const roots = arg.glob.names.map((name) => leadsTo(name, state, walk.pathResolver));
  if (roots.includes(null)) return [{ kind: 'any' }];
  const clean = arg.glob.names.every((name) => /^[\w./@%+,-]+$/.test(name));
  const reach: Reach = {
    roots: roots.flatMap((places) => places ?? []),
    ...listedFrom(arg.glob.names, state),
    dashless: arg.glob.dashless,
    ordinary: true,
    // Where the names lead is already among the places.
    regular: true,
    clean: arg.glob.exact && clean,
    ...(arg.glob.exact && !clean ? { splits: true } : {}),
  };
  return [{ kind: 'paths', reach }];
}

/** `case`: any item may be the one that runs. */
export function walkCase(
  tree: Extract<CommandTree, { type: 'Case' }>,
  state: State,
  walk: Walk,
  input?: Reach,
): Outcome {
  const notes = newNotes();
  notes.classes.add('@readonly');
  const scope = { walk, state, notes };
  expandSingle(tree.word, scope);
  for (const item of tree.items) for (const pattern of item.pattern) expandSingle(pattern, scope);
  finish([], notes, walk);
  const ends: State[] = [state];
  let fallen: State | null = null;
  for (const item of tree.items) {
    const start: State = fallen === null ? state : join(state, fallen);
    const { after } = walk.tree(item.body, start, input);
    fallen = item.terminator === ';&' || item.terminator === ';;&' ? after : null;
    ends.push(after);
  }
  return unchanged(ends.reduce(join));
}
