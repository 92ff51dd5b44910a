import type { PathResolver } from '../../model/facts.ts';
import type { SimpleCommand } from '../analysis.ts';
import {
  type CommandResult,
  type ExpandedWord,
  literalWord,
  newFindings,
  type Scope,
  unchangedState,
  type Walker,
} from './context.ts';
import { checkArithmetic } from './arithmetic.ts';
import { walkCommand, walkWords } from './command.ts';
import { walkConditional } from './conditional.ts';
import type { FileNames } from './file-names.ts';
import { addCommand } from './findings.ts';
import { walkCase, walkFor, walkUntilStable } from './loops.ts';
import { walkRedirection } from './redirects.ts';
import { joinStates, type ShellState, withVariable } from './shell-state.ts';
import { BeyondLimit, MAX_SOURCE_DEPTH, MAX_STEPS, screen } from '../parse/limits.ts';
import {
  type CommandTree,
  type ParsedScript,
  parseShell,
  type Redirection,
  type Statement,
} from '../parse/parse.ts';

/** Walks parsed commands in source order, with the shell state that each of them starts in. */
export class TreeWalker implements Walker {
  readonly pathResolver: PathResolver;
  readonly text: string;
  readonly commands: SimpleCommand[];
  readonly unknown: Set<string>;
  readonly loopExits: ShellState[];
  readonly via: readonly string[];
  readonly #budget: { steps: number };
  readonly #depth: number;

  constructor(options: {
    readonly pathResolver: PathResolver;
    /** The source that the positions in the tree refer to. */
    readonly text: string;
    readonly parent?: TreeWalker;
    readonly isDraft?: boolean;
    readonly via?: readonly string[];
    readonly depth?: number;
  }) {
    const { parent, isDraft = false } = options;
    const sink = isDraft ? undefined : parent;
    this.pathResolver = options.pathResolver;
    this.text = options.text;
    this.commands = sink?.commands ?? [];
    this.unknown = sink?.unknown ?? new Set();
    this.loopExits = sink?.loopExits ?? [];
    this.via = options.via ?? parent?.via ?? [];
    this.#budget = parent === undefined ? { steps: MAX_STEPS } : parent.#budget;
    this.#depth = options.depth ?? (parent === undefined ? 0 : parent.#depth);
  }

  /** Counts one syntax node against the limit of the whole source, loops unrolled. */
  countStep(): void {
    this.#budget.steps -= 1;
    if (this.#budget.steps < 0) throw new BeyondLimit('the command has too many parts');
  }

  walkTree(tree: CommandTree, state: ShellState, input?: FileNames): CommandResult {
    return walkTree(tree, state, this, input);
  }

  walkWords(args: readonly ExpandedWord[], state: ShellState, input?: FileNames): CommandResult {
    return walkWords(args, { walker: this, state, findings: newFindings() }, input);
  }

  walkScript(script: ParsedScript, state: ShellState, input?: FileNames): CommandResult {
    // The parser decodes escaped back quotes first, so their positions refer to the decoded text.
    const walker = script.source === undefined ? this : this.#with({ text: script.source });
    return walkList(script.commands, state, walker, input);
  }

  walkSource(source: string, state: ShellState, via: readonly string[]): void {
    const parsed = parseShell(source);
    const refusal = source === '' ? null : screen(source);
    if (this.#depth >= MAX_SOURCE_DEPTH) this.unknown.add('shells are nested too deep');
    else if (refusal !== null)
      this.unknown.add(`the source for a shell is refused: ${refusal.because}`);
    else if (parsed.kind === 'refused')
      this.unknown.add(`the source for a shell is refused: ${parsed.fault.because}`);
    else {
      const depth = this.#depth + 1;
      const walker = this.#with({ text: source, via: [...this.via, ...via], depth });
      walkList(parsed.script.commands, state, walker);
    }
  }

  insideWrapper(wrapper: string): Walker {
    return this.#with({ via: [...this.via, wrapper] });
  }

  fork(): Walker {
    return this.#with({ isDraft: true });
  }

  #with(
    changes: Partial<Omit<ConstructorParameters<typeof TreeWalker>[0], 'parent' | 'pathResolver'>>,
  ): TreeWalker {
    const { pathResolver, text } = this;
    return new TreeWalker({ pathResolver, text, ...changes, parent: this });
  }
}

/** Walks commands that run one after the other. */
export function walkList(
  statements: readonly Statement[],
  state: ShellState,
  walker: Walker,
  input?: FileNames,
): CommandResult {
  let result = unchangedState(state);
  for (const statement of statements) {
    const before = result.after;
    result = walkTree(statement.command, before, walker, input);
    if (statement.background === true) result = unchangedState(before);
    // Nothing runs after `exit`. What is written there is still read, as if it ran.
    if (result.after.folders?.length === 0) result = unchangedState(before);
  }
  return statements.length === 1 ? result : withoutOutput(result);
}

function withoutOutput({ after, success, failure }: CommandResult): CommandResult {
  return { after, success, failure };
}

/** Walks any command. A kind that is not listed is never harmless. */
function walkTree(
  tree: CommandTree,
  state: ShellState,
  walker: Walker,
  input?: FileNames,
): CommandResult {
  walker.countStep();
  switch (tree.type) {
    case 'Command':
      return walkCommand(tree, state, walker, input);
    case 'Pipeline':
      return walkPipeline(tree, state, walker, input);
    case 'AndOr':
      return walkAndOr(tree, state, walker, input);
    case 'CompoundList':
      return walkList(tree.commands, state, walker, input);
    case 'BraceGroup':
      return walkList(tree.body.commands, state, walker, input);
    case 'Subshell': {
      const inner = walkList(tree.body.commands, state, walker, input);
      return { ...inner, after: state, success: state, failure: state };
    }
    case 'Redirected': {
      const start = walker.commands.length;
      walkRedirections(tree.redirects, state, walker);
      const inside = walker.commands.length;
      const result = walkTree(tree.command, state, walker, redirectedInput(tree.redirects, input));
      passOn(walker, start, inside);
      return withoutOutput(result);
    }
    case 'If':
      return walkIf(tree, state, walker, input);
    case 'For':
      return walkFor(tree, state, walker);
    case 'While':
      return walkWhile(tree, state, walker, input);
    case 'ArithmeticFor':
      return walkArithmeticFor(tree, state, walker);
    case 'ArithmeticCommand':
      return walkArithmetic([tree.expression], state, walker);
    case 'TestCommand':
      return walkConditional(tree, state, walker);
    case 'Case':
      return walkCase(tree, state, walker, input);
    case 'Select':
      walker.unknown.add('`select` takes its choice at run time');
      return walkTree(tree.body, withVariable(state, tree.name.text, { kind: 'any' }), walker);
    case 'Function':
      walkFunction(tree, state, walker);
      return unchangedState(state);
    case 'Coproc':
      walker.unknown.add('a coprocess runs beside the other commands');
      walkTree(tree.body, state, walker);
      return unchangedState(state);
    default:
      walker.unknown.add('a part of the command is of a kind that is not known');
      return unchangedState(state);
  }
}

function walkFunction(
  tree: Extract<CommandTree, { type: 'Function' }>,
  state: ShellState,
  walker: Walker,
): void {
  const name = tree.name.text;
  walker.unknown.add(`\`${name}\` is defined as a function: later words may mean it`);
  const from = walker.commands.length;
  walkTree(tree.body, state, walker);
  if (!walker.commands.slice(from).some((command) => command.words[0]?.text === name)) return;
  // It calls itself, as a fork bomb does.
  const findings = newFindings('@forbidden');
  addCommand([literalWord(name)], findings, walker);
}

function redirectedInput(
  redirections: readonly Redirection[],
  input: FileNames | undefined,
): FileNames | undefined {
  return redirections.some((each) => each.type !== 'Redirect' || each.operator.startsWith('<'))
    ? undefined
    : input;
}

function walkRedirections(
  redirections: readonly Redirection[],
  state: ShellState,
  walker: Walker,
): void {
  const findings = newFindings('@readonly');
  for (const redirection of redirections) walkRedirection(redirection, { walker, state, findings });
  addCommand([], findings, walker);
}

function walkPipeline(
  tree: Extract<CommandTree, { type: 'Pipeline' }>,
  state: ShellState,
  walker: Walker,
  input?: FileNames,
): CommandResult {
  for (const prefix of tree.prefixes) {
    if (prefix.type !== 'Time' && prefix.type !== 'Negation')
      walker.unknown.add('a pipeline has an unknown prefix');
  }
  if (tree.commands.length === 1 && tree.commands[0] !== undefined) {
    const only = walkTree(tree.commands[0], state, walker, input);
    const negated = tree.prefixes.some((prefix) => prefix.type === 'Negation');
    return negated ? unchangedState(only.after) : only;
  }
  let prints = input;
  let last = unchangedState(state);
  let before = walker.commands.length;
  for (const [index, command] of tree.commands.entries()) {
    const start = walker.commands.length;
    const result = walkTree(command, state, walker, prints);
    passOn(walker, before, start);
    before = start;
    last = result;
    // `|&` mixes messages into the output.
    prints = tree.operators[index] === '|&' ? undefined : result.prints;
  }
  const number = {
    ...(last.printsNumber === true ? { printsNumber: true as const } : {}),
    ...(last.printsPlain === true ? { printsPlain: true as const } : {}),
  };
  return { ...unchangedState(state), ...number, ...(prints === undefined ? {} : { prints }) };
}

const PRINTERS: ReadonlySet<string> = new Set(['echo', 'printf']);

/**
 * Gives the commands from `end` on the texts that those from `start` to `end` print or were given themselves: they may be the
 * source of an interpreter (`cat <<E | python -`).
 */
function passOn(walker: Walker, start: number, end: number): void {
  const texts = walker.commands.slice(start, end).flatMap(({ words, inputTexts = [] }) => {
    const [program, ...printed] = words.map(({ text, source }) => text ?? source);
    return PRINTERS.has(program ?? '') ? [...inputTexts, printed.join(' ')] : inputTexts;
  });
  if (texts.length === 0) return;
  for (const [offset, command] of walker.commands.slice(end).entries())
    walker.commands[end + offset] = {
      ...command,
      inputTexts: [...new Set([...texts, ...(command.inputTexts ?? [])])],
    };
}

function walkAndOr(
  tree: Extract<CommandTree, { type: 'AndOr' }>,
  state: ShellState,
  walker: Walker,
  input?: FileNames,
): CommandResult {
  let sofar = unchangedState(state);
  for (const [index, command] of tree.commands.entries()) {
    const operator = index === 0 ? '&&' : tree.operators[index - 1];
    const start = operator === '&&' ? sofar.success : sofar.failure;
    // Nothing runs after `exit`. What is written there is still read, as if it ran.
    const next = walkTree(command, start.folders?.length === 0 ? state : start, walker, input);
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

function walkIf(
  tree: Extract<CommandTree, { type: 'If' }>,
  state: ShellState,
  walker: Walker,
  input?: FileNames,
): CommandResult {
  let otherwise = state;
  const ends: ShellState[] = [];
  for (const branch of [tree, ...tree.elif]) {
    const clause = walkTree(branch.clause, otherwise, walker, input);
    ends.push(walkTree(branch.then, clause.success, walker, input).after);
    otherwise = clause.failure;
  }
  ends.push(
    tree.else === undefined ? otherwise : walkTree(tree.else, otherwise, walker, input).after,
  );
  return unchangedState(ends.reduce(joinStates));
}

function walkWhile(
  tree: Extract<CommandTree, { type: 'While' }>,
  state: ShellState,
  walker: Walker,
  input?: FileNames,
): CommandResult {
  return walkUntilStable(state, walker, (start, draft) => {
    const clause = walkTree(tree.clause, start, draft, input);
    const entered = tree.kind === 'while' ? clause.success : clause.failure;
    return joinStates(clause.after, walkTree(tree.body, entered, draft, input).after);
  });
}

function walkArithmetic(
  expressions: Parameters<typeof checkArithmetic>[0][],
  state: ShellState,
  walker: Walker,
): CommandResult {
  const findings = newFindings('@readonly');
  let next = state;
  for (const expression of expressions) {
    const scope: Scope = { walker, state: next, findings };
    for (const name of checkArithmetic(expression, scope))
      next = withVariable(next, name, { kind: 'integer' });
  }
  addCommand([], findings, walker);
  return unchangedState(next);
}

function walkArithmeticFor(
  tree: Extract<CommandTree, { type: 'ArithmeticFor' }>,
  state: ShellState,
  walker: Walker,
): CommandResult {
  const started = walkArithmetic([tree.initialize], state, walker).after;
  return walkUntilStable(started, walker, (start, draft) => {
    const tested = walkArithmetic([tree.test], start, draft).after;
    const body = walkTree(tree.body, tested, draft).after;
    return walkArithmetic([tree.update], body, draft).after;
  });
}
