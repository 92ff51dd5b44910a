import type { PathResolver } from '../../model/facts.ts';
import { literalArg, newNotes, type Outcome, type Scope, unchanged, type Walk } from './arg.ts';
import { checkArithmetic } from './arithmetic.ts';
import { walkArgs, walkCommand } from './command.ts';
import { walkConditional } from './conditional.ts';
import { BeyondLimit, MAX_SOURCE_DEPTH, MAX_STEPS, screen } from '../parse/limits.ts';
import { walkCase, walkFor, repeatBody } from './loops.ts';
import { finish } from './notes.ts';
import { type CommandTree, parseShell, type Redirection, type Statement } from '../parse/parse.ts';
import { walkRedirection } from './redirects.ts';
import { join, type Reach, type State, withVariable } from './state.ts';

/** Starts a walk. Everything that any source in it does is gathered in `out` and `unknown`. */
export function newWalk(pathResolver: PathResolver, text: string): Walk {
  return makeWalk({
    text,
    pathResolver,
    out: [],
    unknown: new Set(),
    budget: { steps: MAX_STEPS },
    depth: 0,
    via: [],
  });
}

type Base = Pick<Walk, 'pathResolver' | 'out' | 'unknown' | 'budget' | 'depth' | 'via' | 'text'> & {
  jumps?: State[];
};

function makeWalk(base: Base): Walk {
  const walk: Walk = {
    ...base,
    jumps: base.jumps ?? [],
    tree: (tree, state, input) => judgeTree(tree, state, walk, input),
    command: (args, state, input) => walkArgs(args, { walk, state, notes: newNotes() }, input),
    draft: () => makeWalk({ ...base, jumps: [], out: [], unknown: new Set() }),
    behind: (wrapper) => makeWalk({ ...base, jumps: walk.jumps, via: [...base.via, wrapper] }),
    // A substitution runs in a subshell: what it sets is gone afterwards.
    script: (script, state, input) => {
      // What stands in escaped back quotes was decoded first, and counts in its own text.
      const inner =
        script.source === undefined
          ? walk
          : makeWalk({ ...base, jumps: walk.jumps, text: script.source });
      return walkList(script.commands, state, inner, input);
    },
    source: (source, state, via) =>
      judgeSource(source, state, { ...base, via: [...base.via, ...via] }),
  };
  return walk;
}

function judgeSource(source: string, state: State, base: Base): void {
  const parsed = parseShell(source);
  const unread = source === '' ? null : screen(source);
  if (base.depth >= MAX_SOURCE_DEPTH) base.unknown.add('shells are nested too deep');
  else if (unread !== null) base.unknown.add(`of what a shell is given: ${unread}`);
  else if (parsed.kind === 'refused') base.unknown.add(`what a shell is given: ${parsed.because}`);
  else
    walkList(
      parsed.script.commands,
      state,
      makeWalk({ ...base, text: source, depth: base.depth + 1 }),
    );
}

/** Commands one after the other. */
export function walkList(
  statements: readonly Statement[],
  state: State,
  walk: Walk,
  input?: Reach,
): Outcome {
  let outcome = unchanged(state);
  for (const statement of statements) {
    const before = outcome.after;
    outcome = judgeTree(statement.command, before, walk, input);
    if (statement.background === true) outcome = unchanged(before);
    // After `exit` nothing runs; what is written there is judged as if it did.
    if (outcome.after.folders?.length === 0) outcome = unchanged(before);
  }
  return statements.length === 1 ? outcome : withoutOutput(outcome);
}

function withoutOutput({ after, success, failure }: Outcome): Outcome {
  return { after, success, failure };
}

/** Any command at all. A kind that is not listed is never judged harmless. */
function judgeTree(tree: CommandTree, state: State, walk: Walk, input?: Reach): Outcome {
  walk.budget.steps -= 1;
  if (walk.budget.steps < 0) throw new BeyondLimit('the command has too many parts');
  switch (tree.type) {
    case 'Command':
      return walkCommand(tree, state, walk, input);
    case 'Pipeline':
      return judgePipeline(tree, state, walk, input);
    case 'AndOr':
      return judgeAndOr(tree, state, walk, input);
    case 'CompoundList':
      return walkList(tree.commands, state, walk, input);
    case 'BraceGroup':
      return walkList(tree.body.commands, state, walk, input);
    case 'Subshell': {
      const inner = walkList(tree.body.commands, state, walk, input);
      return { ...inner, after: state, success: state, failure: state };
    }
    case 'Redirected': {
      judgeRedirections(tree.redirects, state, walk);
      return withoutOutput(
        judgeTree(tree.command, state, walk, redirectedInput(tree.redirects, input)),
      );
    }
    case 'If':
      return judgeIf(tree, state, walk, input);
    case 'For':
      return walkFor(tree, state, walk);
    case 'While':
      return judgeWhile(tree, state, walk, input);
    case 'ArithmeticFor':
      return judgeArithmeticFor(tree, state, walk);
    case 'ArithmeticCommand':
      return judgeArithmetic([tree.expression], state, walk);
    case 'TestCommand':
      return walkConditional(tree, state, walk);
    case 'Case':
      return walkCase(tree, state, walk, input);
    case 'Select':
      walk.unknown.add('`select` takes its choice at run time');
      return judgeTree(tree.body, withVariable(state, tree.name.text, { kind: 'any' }), walk);
    case 'Function':
      judgeFunction(tree, state, walk);
      return unchanged(state);
    case 'Coproc':
      walk.unknown.add('a coprocess runs beside the other commands');
      judgeTree(tree.body, state, walk);
      return unchanged(state);
    default:
      walk.unknown.add('a part of the command is of a kind that is not known');
      return unchanged(state);
  }
}

function judgeFunction(
  tree: Extract<CommandTree, { type: 'Function' }>,
  state: State,
  walk: Walk,
): void {
  const name = tree.name.text;
  walk.unknown.add(`\`${name}\` is defined as a function: later words may mean it`);
  const from = walk.out.length;
  judgeTree(tree.body, state, walk);
  if (!walk.out.slice(from).some((command) => command.words[0]?.text === name)) return;
  // It calls itself, as a fork bomb does.
  const notes = newNotes();
  notes.classes.add('@forbidden');
  finish([literalArg(name)], notes, walk);
}

function redirectedInput(
  redirections: readonly Redirection[],
  input: Reach | undefined,
): Reach | undefined {
  return redirections.some((each) => each.type !== 'Redirect' || each.operator.startsWith('<'))
    ? undefined
    : input;
}

function judgeRedirections(redirections: readonly Redirection[], state: State, walk: Walk): void {
  const notes = newNotes();
  notes.classes.add('@readonly');
  for (const redirection of redirections) walkRedirection(redirection, { walk, state, notes });
  finish([], notes, walk);
}

function judgePipeline(
  tree: Extract<CommandTree, { type: 'Pipeline' }>,
  state: State,
  walk: Walk,
  input?: Reach,
): Outcome {
  for (const prefix of tree.prefixes) {
    if (prefix.type !== 'Time' && prefix.type !== 'Negation')
      walk.unknown.add('a pipeline has an unknown prefix');
  }
  if (tree.commands.length === 1 && tree.commands[0] !== undefined) {
    const only = judgeTree(tree.commands[0], state, walk, input);
    const negated = tree.prefixes.some((prefix) => prefix.type === 'Negation');
    return negated ? unchanged(only.after) : only;
  }
  let prints = input;
  let last = unchanged(state);
  for (const [index, command] of tree.commands.entries()) {
    const outcome = judgeTree(command, state, walk, prints);
    last = outcome;
    // `|&` mixes messages into the output.
    prints = tree.operators[index] === '|&' ? undefined : outcome.prints;
  }
  const number = {
    ...(last.printsNumber === true ? { printsNumber: true as const } : {}),
    ...(last.printsPlain === true ? { printsPlain: true as const } : {}),
  };
  return { ...unchanged(state), ...number, ...(prints === undefined ? {} : { prints }) };
}

function judgeAndOr(
  tree: Extract<CommandTree, { type: 'AndOr' }>,
  state: State,
  walk: Walk,
  input?: Reach,
): Outcome {
  let sofar = unchanged(state);
  for (const [index, command] of tree.commands.entries()) {
    const operator = index === 0 ? '&&' : tree.operators[index - 1];
    const start = operator === '&&' ? sofar.success : sofar.failure;
    // Behind `exit` nothing runs; what is written there is judged as if it did.
    const next = judgeTree(command, start.folders?.length === 0 ? state : start, walk, input);
    if (index === 0) {
      sofar = withoutOutput(next);
      continue;
    }
    const success = operator === '&&' ? next.success : join(sofar.success, next.success);
    const failure = operator === '&&' ? join(sofar.failure, next.failure) : next.failure;
    sofar = { success, failure, after: join(success, failure) };
  }
  return sofar;
}

function judgeIf(
  tree: Extract<CommandTree, { type: 'If' }>,
  state: State,
  walk: Walk,
  input?: Reach,
): Outcome {
  let otherwise = state;
  const ends: State[] = [];
  for (const branch of [tree, ...tree.elif]) {
    const clause = judgeTree(branch.clause, otherwise, walk, input);
    ends.push(judgeTree(branch.then, clause.success, walk, input).after);
    otherwise = clause.failure;
  }
  ends.push(
    tree.else === undefined ? otherwise : judgeTree(tree.else, otherwise, walk, input).after,
  );
  return unchanged(ends.reduce(join));
}

function judgeWhile(
  tree: Extract<CommandTree, { type: 'While' }>,
  state: State,
  walk: Walk,
  input?: Reach,
): Outcome {
  return repeatBody(state, walk, (start, draft) => {
    const clause = judgeTree(tree.clause, start, draft, input);
    const entered = tree.kind === 'while' ? clause.success : clause.failure;
    return join(clause.after, judgeTree(tree.body, entered, draft, input).after);
  });
}

function judgeArithmetic(
  expressions: Parameters<typeof checkArithmetic>[0][],
  state: State,
  walk: Walk,
): Outcome {
  const notes = newNotes();
  notes.classes.add('@readonly');
  let next = state;
  for (const expression of expressions) {
    const scope: Scope = { walk, state: next, notes };
    for (const name of checkArithmetic(expression, scope))
      next = withVariable(next, name, { kind: 'integer' });
  }
  finish([], notes, walk);
  return unchanged(next);
}

function judgeArithmeticFor(
  tree: Extract<CommandTree, { type: 'ArithmeticFor' }>,
  state: State,
  walk: Walk,
): Outcome {
  const started = judgeArithmetic([tree.initialize], state, walk).after;
  return repeatBody(started, walk, (start, draft) => {
    const tested = judgeArithmetic([tree.test], start, draft).after;
    const body = judgeTree(tree.body, tested, draft).after;
    return judgeArithmetic([tree.update], body, draft).after;
  });
}
