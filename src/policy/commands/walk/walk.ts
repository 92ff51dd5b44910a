import type { PathResolver } from '../../model/facts.ts';
import {
  type CommandResult,
  literalWord,
  Findings,
  type Start,
  unchangedState,
  type WalkedParts,
  type Walker,
} from './context.ts';
import { checkArithmetic } from './arithmetic.ts';
import { walkCommand, walkWords } from './command.ts';
import { walkConditional } from './conditional.ts';
import { addCommand } from './findings.ts';
import { walkCase, walkFor, walkUntilStable } from './loops.ts';
import { isInput, walkRedirection } from './redirects.ts';
import { giveInput, printedInput, redirectedInput } from '../programs/input.ts';
import { joinStates, NUMBER, type ShellState, UNKNOWN_TEXT, withVariable } from './shell-state.ts';
import {
  BeyondLimit,
  MAX_SOURCE_DEPTH,
  MAX_STEPS,
  MAX_WRAPPERS,
  WORDS_OF_STEP,
} from '../parse/limits.ts';
import {
  type CommandTree,
  parseShell,
  parseSource,
  type Statement,
  type Tree,
} from '../parse/parse.ts';

interface WalkState extends WalkedParts {
  readonly pathResolver: PathResolver;
  readonly text: string;
  readonly via: readonly string[];
  /** How many steps the whole source may still take. */
  readonly budget: { steps: number };
  /** How many sources are around this one. */
  readonly depth: number;
}

/** A walker over one source. */
export function createWalker(pathResolver: PathResolver, text: string): Walker {
  const budget = { steps: MAX_STEPS };
  return walkerOf({ pathResolver, text, via: [], budget, depth: 0, ...newParts() });
}

function newParts(): WalkedParts {
  return { commands: [], unknown: new Set(), loopExits: [] };
}

/** Walks parsed commands in source order, with the shell state that each of them starts in. */
function walkerOf(known: WalkState): Walker {
  const { budget, depth, ...parts } = known;
  const walker: Walker = {
    ...parts,
    countStep: (words = 0) => {
      budget.steps -= 1 + Math.floor(words / WORDS_OF_STEP);
      if (budget.steps < 0) throw new BeyondLimit('the command has too many parts');
    },
    walkTree: (tree, state, input) => walkTree(tree, { walker, state, input }),
    walkWords: (args, state, { findings = new Findings(), input } = {}) =>
      walkWords(args, { walker, state, findings }, input),
    walkScript: ({ source, commands }, state, input) => {
      // The parser decodes escaped back quotes first, so their positions refer to the decoded text.
      const inside = source === undefined ? walker : walkerOf({ ...known, text: source });
      return walkList(commands, { walker: inside, state, input });
    },
    walkSource: (source, state, via) => {
      const parsed = source === '' ? parseShell(source) : parseSource(source);
      if (depth >= MAX_SOURCE_DEPTH) walker.unknown.add('shells are nested too deep');
      else if (parsed.kind === 'refused')
        walker.unknown.add(`the source for a shell is refused: ${parsed.fault.because}`);
      else {
        const inside = { ...known, text: source, via: [...known.via, ...via], depth: depth + 1 };
        // Before the source, a program may have set variables: `LC_ALL=x sh -c`, `npx`, `git submodule foreach`.
        const there = { ...state, otherEnvironment: true } as const;
        walkList(parsed.script.commands, { walker: walkerOf(inside), state: there });
      }
    },
    insideWrapper: (wrapper) => {
      if (known.via.length >= MAX_WRAPPERS) throw new BeyondLimit('too many programs start others');
      return walkerOf({ ...known, via: [...known.via, wrapper] });
    },
    fork: () => walkerOf({ ...known, ...newParts() }),
  };
  return walker;
}

/** Walks commands that run one after the other. */
export function walkList(statements: readonly Statement[], start: Start): CommandResult {
  let result = unchangedState(start.state);
  for (const statement of statements) {
    const before = result.after;
    result = walkTree(statement.command, { ...start, state: before });
    // Nothing runs after `exit`. What is written there is still read, as if it ran.
    if (statement.background === true || result.after.folders?.length === 0)
      result = unchangedState(before);
  }
  return statements.length === 1 ? result : withoutOutput(result);
}

function withoutOutput(result: CommandResult): CommandResult {
  return { ...result, prints: undefined };
}

/** Walks any command. A kind that is not listed is never harmless. */
function walkTree(tree: CommandTree, start: Start): CommandResult {
  const { walker, state } = start;
  walker.countStep();
  switch (tree.type) {
    case 'Command':
      return walkCommand(tree, start);
    case 'Pipeline':
      return walkPipeline(tree, start);
    case 'AndOr':
      return walkAndOr(tree, start);
    case 'CompoundList':
      return walkList(tree.commands, start);
    case 'BraceGroup':
      return walkList(tree.body.commands, start);
    case 'Subshell':
      return { ...walkList(tree.body.commands, start), ...unchangedState(state) };
    case 'Redirected':
      return walkRedirected(tree, start);
    case 'If':
      return walkIf(tree, start);
    case 'For':
      return walkFor(tree, start);
    case 'While':
      return walkWhile(tree, start);
    case 'ArithmeticFor':
      return walkArithmeticFor(tree, start);
    case 'ArithmeticCommand':
      return walkArithmetic(tree.expression, start);
    case 'TestCommand':
      return walkConditional(tree, start);
    case 'Case':
      return walkCase(tree, start);
    case 'Select': {
      walker.unknown.add('`select` takes its choice at run time');
      const chosen = withVariable(state, tree.name.text, UNKNOWN_TEXT);
      return walkTree(tree.body, { walker, state: chosen });
    }
    case 'Function':
      walkFunction(tree, start);
      return unchangedState(state);
    case 'Coproc':
      walker.unknown.add('a coprocess runs beside the other commands');
      walkTree(tree.body, { walker, state });
      return unchangedState(state);
    default:
      walker.unknown.add('a part of the command is of a kind that is not known');
      return unchangedState(state);
  }
}

function walkFunction(tree: Tree<'Function'>, { walker, state }: Start): void {
  const name = tree.name.text;
  walker.unknown.add(`\`${name}\` is defined as a function: later words may mean it`);
  const from = walker.commands.length;
  walkTree(tree.body, { walker, state });
  if (!walker.commands.slice(from).some((command) => command.words[0]?.text === name)) return;
  // It calls itself, as a fork bomb does.
  addCommand([literalWord(name)], new Findings('@forbidden'), walker);
}

/** A compound command with redirections of its own: they come first, and its stdin may be one of them. */
function walkRedirected(tree: Tree<'Redirected'>, start: Start): CommandResult {
  const { walker, state } = start;
  const before = walker.commands.length;
  const findings = new Findings('@readonly');
  for (const redirect of tree.redirects) walkRedirection(redirect, { walker, state, findings });
  addCommand([], findings, walker);
  const inside = walker.commands.length;
  const input = tree.redirects.some(isInput) ? undefined : start.input;
  const result = walkTree(tree.command, { ...start, input });
  giveInput(walker.commands, inside, redirectedInput(walker.commands.slice(before, inside)));
  return withoutOutput(result);
}

function walkPipeline(tree: Tree<'Pipeline'>, start: Start): CommandResult {
  const { walker, state } = start;
  for (const prefix of tree.prefixes) {
    if (prefix.type !== 'Time' && prefix.type !== 'Negation')
      walker.unknown.add('a pipeline has an unknown prefix');
  }
  if (tree.commands.length === 1 && tree.commands[0] !== undefined) {
    const only = walkTree(tree.commands[0], start);
    const negated = tree.prefixes.some((prefix) => prefix.type === 'Negation');
    return negated ? unchangedState(only.after) : only;
  }
  let { input } = start;
  let last = unchangedState(state);
  let before = walker.commands.length;
  for (const [index, command] of tree.commands.entries()) {
    const first = walker.commands.length;
    last = walkTree(command, { walker, state, input });
    if (index > 0)
      giveInput(walker.commands, first, printedInput(walker.commands.slice(before, first)));
    before = first;
    // `|&` mixes messages into the output.
    input = tree.operators[index] === '|&' ? undefined : last.prints?.fileNames;
  }
  // The line that the last command would print alone is not known to be the only one.
  const prints = last.prints?.text === null ? last.prints : undefined;
  return { ...unchangedState(state), prints };
}

function walkAndOr(tree: Tree<'AndOr'>, start: Start): CommandResult {
  let sofar = unchangedState(start.state);
  for (const [index, command] of tree.commands.entries()) {
    const operator = index === 0 ? '&&' : tree.operators[index - 1];
    const before = operator === '&&' ? sofar.success : sofar.failure;
    // Nothing runs after `exit`. What is written there is still read, as if it ran.
    const state = before.folders?.length === 0 ? start.state : before;
    const next = walkTree(command, { ...start, state });
    if (index === 0) {
      sofar = withoutOutput(next);
      continue;
    }
    const success = operator === '&&' ? next.success : joinStates(sofar.success, next.success);
    const failure = operator === '&&' ? joinStates(sofar.failure, next.failure) : next.failure;
    sofar = { success, failure, after: joinStates(success, failure) };
  }
  return sofar;
}

function walkIf(tree: Tree<'If'>, start: Start): CommandResult {
  let otherwise = start.state;
  const ends: ShellState[] = [];
  for (const branch of [tree, ...tree.elif]) {
    const clause = walkTree(branch.clause, { ...start, state: otherwise });
    ends.push(walkTree(branch.then, { ...start, state: clause.success }).after);
    otherwise = clause.failure;
  }
  if (tree.else !== undefined)
    otherwise = walkTree(tree.else, { ...start, state: otherwise }).after;
  return unchangedState([...ends, otherwise].reduce(joinStates));
}

function walkWhile(tree: Tree<'While'>, start: Start): CommandResult {
  const { input } = start;
  return walkUntilStable(start, (state, walker) => {
    const clause = walkTree(tree.clause, { walker, state, input });
    const entered = tree.kind === 'while' ? clause.success : clause.failure;
    const body = walkTree(tree.body, { walker, state: entered, input });
    return joinStates(clause.after, body.after);
  });
}

function walkArithmetic(
  expression: Tree<'ArithmeticCommand'>['expression'],
  { walker, state }: Start,
): CommandResult {
  const findings = new Findings('@readonly');
  let next = state;
  for (const name of checkArithmetic(expression, { walker, state, findings }))
    next = withVariable(next, name, NUMBER);
  addCommand([], findings, walker);
  return unchangedState(next);
}

function walkArithmeticFor(tree: Tree<'ArithmeticFor'>, start: Start): CommandResult {
  const { walker } = start;
  const { after } = walkArithmetic(tree.initialize, start);
  return walkUntilStable({ walker, state: after }, (state, draft) => {
    const tested = walkArithmetic(tree.test, { walker: draft, state }).after;
    const body = walkTree(tree.body, { walker: draft, state: tested }).after;
    return walkArithmetic(tree.update, { walker: draft, state: body }).after;
  });
}
