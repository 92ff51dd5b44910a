import {
  type Arg,
  isDashless,
  literalArg,
  type Outcome,
  type Scope,
  unchanged,
} from '../walk/arg.ts';
import { becomesOther } from './dynamic-dispatch.ts';
import {
  BASH_SHELLS,
  ENV_FLAGS,
  FOREIGN_SHELLS,
  POSIX_SHELLS,
  type Wrapper,
  WRAPPERS,
  XARGS_FLAGS,
} from '../specs/wrappers.ts';
import { isHarmlessEnvironment, isHarmlessEnvironmentName, isHijacking } from '../words/names.ts';
import { finish, noteHatch } from '../walk/notes.ts';
import { compileFlags, type Flags, has, type Matched, matchOptions, valuesOf } from './options.ts';
import { asPosix, posixDifference } from '../parse/posix.ts';
import { noteStrange } from './program.ts';
import type { Reach } from '../walk/state.ts';

/** Judges the words behind a wrapper, in the scope of the whole command. */
export type Inner = (args: readonly Arg[], scope: Scope, input?: Reach) => Outcome;

interface Wrapped {
  readonly name: string;
  readonly args: readonly Arg[];
  readonly scope: Scope;
  readonly input?: Reach | undefined;
  readonly inner: Inner;
}

const TABLE: ReadonlyMap<string, { wrapper: Wrapper; flags: Flags }> = new Map(
  WRAPPERS.flatMap((wrapper) => {
    const compiled = { wrapper, flags: compileFlags(wrapper.flags) };
    return wrapper.names.map((name): [string, typeof compiled] => [name, compiled]);
  }),
);
const XARGS = compileFlags(XARGS_FLAGS);
const ENV = compileFlags(ENV_FLAGS);

/** Looks through a wrapper; `null` where `name` is none. */
export function unwrapCommand(wrapped: Wrapped): Outcome | null {
  const { name } = wrapped;
  if (name === 'env') return judgeEnv(wrapped);
  if (name === 'xargs') return judgeXargs(wrapped);
  if (BASH_SHELLS.has(name) || POSIX_SHELLS.has(name)) return judgeShell(wrapped);
  if (FOREIGN_SHELLS.has(name)) return judgeForeign(wrapped);
  if (name === 'command' && /^-[vV]$/.test(wrapped.args[0]?.text ?? '')) return null;
  const known = TABLE.get(name);
  return known === undefined ? null : judgeTable(wrapped, known.wrapper, known.flags);
}

function judgeTable(wrapped: Wrapped, wrapper: Wrapper, flags: Flags): Outcome {
  const { scope, name, args } = wrapped;
  const matched = sorted(wrapped, args, flags);
  if (wrapper.privilege === true) {
    scope.notes.intents.add('@privilege');
    noteHatch(`${name} runs with other rights`, [literalArg(name)], scope);
    // `su USER -c SOURCE`
    const behind = args.flatMap((arg, at) => (arg.text === '-c' ? args.slice(at + 1, at + 2) : []));
    const given = valuesOf(matched, '-c', '--command');
    for (const source of given.length > 0 ? given : behind) noteSource(source, wrapped);
  }
  if (wrapper.installs === true) {
    scope.notes.intents.add('@install');
    noteHatch(`${name} fetches what is missing`, [literalArg(name)], scope);
    for (const source of valuesOf(matched, '-c', '--call')) noteSource(source, wrapped);
  }
  const rest = matched.operands.slice(wrapper.skip ?? 0);
  noteShifted(wrapped, matched, rest);
  return inside(wrapped, rest);
}

function sorted(wrapped: Wrapped, args: readonly Arg[], flags: Flags): Matched {
  const matched = matchOptions(args, flags);
  noteStrange(wrapped, matched, {});
  for (const arg of matched.doubtful) {
    wrapped.scope.notes.unknown.add(`\`${arg.source}\` may be an option of ${wrapped.name}`);
  }
  return matched;
}

/** Behind an option that no table knows, the next word may be its value, and the command begin behind it. */
function noteShifted(wrapped: Wrapped, matched: Matched, words: readonly Arg[]): void {
  const [option] = matched.strange;
  if (option === undefined || words.length === 0) return;
  const { scope, name } = wrapped;
  scope.notes.unknown.add(`what ${name} runs cannot be told behind \`${option.source}\``);
  scope.walk.behind(name).command(words.slice(1), scope.state);
}

function inside(wrapped: Wrapped, args: readonly Arg[], input = wrapped.input): Outcome {
  const scope = { ...wrapped.scope, walk: wrapped.scope.walk.behind(wrapped.name) };
  if (args.length > 0) return wrapped.inner(args, scope, input);
  wrapped.scope.notes.classes.add('@readonly');
  finish([literalArg(wrapped.name), ...wrapped.args], wrapped.scope.notes, wrapped.scope.walk);
  return unchanged(scope.state);
}

/** `env NAME=VALUE… COMMAND`; without a command it prints every variable. */
function judgeEnv(wrapped: Wrapped): Outcome {
  const { scope } = wrapped;
  const matched = sorted(wrapped, wrapped.args, ENV);
  for (const name of valuesOf(matched, '-u', '--unset')) {
    if (!isHarmlessEnvironmentName(name?.text ?? '')) {
      scope.notes.unknown.add(
        `\`${name?.source ?? ''}\` is taken from a program, which may act on it`,
      );
    }
  }
  const splits = matched.strange.find((arg) => /^-(?:[^-]*S|-s)/.test(arg.text ?? ''));
  if (splits !== undefined)
    scope.notes.unknown.add('env splits a text into the words that it runs');
  let at = matched.operands[0]?.text === '-' ? 1 : 0;
  if (at === 1) noteHatch('env - drops every variable', matched.operands.slice(0, 1), scope);
  for (; at < matched.operands.length; at += 1) {
    const assignment = /^([^=]+)=(.*)$/s.exec(
      matched.operands[at]?.text ?? matched.operands[at]?.prefix ?? '',
    );
    if (assignment?.[1] === undefined) break;
    const value = matched.operands[at]?.text === null ? null : (assignment[2] ?? '');
    if (!isHarmlessEnvironment(assignment[1], value)) {
      if (isHijacking(assignment[1])) scope.notes.classes.add('@forbidden');
      scope.notes.unknown.add(`\`${assignment[1]}\` is given to a program, which may act on it`);
    }
  }
  const rest = matched.operands.slice(at);
  if (
    rest.length === 0 &&
    !(matched.strange.length === 1 && matched.strange[0]?.text === '--version')
  ) {
    noteHatch('env prints every variable, secrets too', [literalArg('env')], scope);
  }
  if (matched.strange.some((arg) => !/^(?:-i|--ignore-environment)$/.test(arg.text ?? '')))
    noteShifted(wrapped, matched, rest);
  return inside(wrapped, rest);
}

/** `xargs COMMAND`: words that only exist at run time come behind its own. */
function judgeXargs(wrapped: Wrapped): Outcome {
  const { scope, input } = wrapped;
  const matched = sorted(wrapped, wrapped.args, XARGS);
  const command = matched.operands.length === 0 ? [literalArg('echo')] : matched.operands;
  // Split at another character, the words are parts of names.
  const whole = valuesOf(matched, '-d', '--delimiter').every(
    (value) => value?.text === String.raw`\n` || value?.text === '\n',
  );
  const reach = input === undefined || !whole || isOther(wrapped, matched) ? {} : { reach: input };
  const replaced = valuesOf(matched, '-I', '-i', '--replace').map((value) => value?.text ?? '{}');
  const [token] = replaced;
  if (token === undefined) {
    const added: Arg = {
      text: null,
      source: '(words from stdin)',
      single: false,
      prefix: '',
      ...reach,
    };
    return inside(wrapped, [...command, added], undefined) && unchanged(scope.state);
  }
  if (token === '') scope.notes.unknown.add('xargs replaces everywhere');
  const words = command.map((arg): Arg => {
    if (arg.text === null || !arg.text.includes(token)) return arg;
    const prefix = arg.text.slice(0, arg.text.indexOf(token));
    return {
      text: null,
      source: arg.source,
      single: true,
      prefix,
      ...(arg.text === token ? reach : {}),
    };
  });
  return inside(wrapped, words, undefined) && unchanged(scope.state);
}

/** Only names that end in NUL come through as they are. */
function isOther({ input, scope }: Wrapped, matched: Matched): boolean {
  if (input === undefined) return false;
  const nul = has(matched, '-0', '--null');
  if (nul !== (input.ended === 'nul')) return true;
  if (nul) return false;
  const by = has(matched, '-d', '--delimiter') ? 'lines' : 'words';
  // A replaced word is a whole line, too.
  if (input.onOneLine === true && (by === 'lines' || has(matched, '-I', '-i', '--replace')))
    return true;
  return becomesOther(input, by, scope.walk.pathResolver);
}

const SHELL_SWITCHES = /^-(?:[eux]*c[eux]*|[eux]+)$/;

/** `sh -c SOURCE`: the source is walked like any other. */
function judgeShell(wrapped: Wrapped): Outcome {
  const { scope, args, name } = wrapped;
  let at = 0;
  let source = false;
  for (; at < args.length; at += 1) {
    const text = args[at]?.text ?? null;
    if (text === '--norc' || text === '--noprofile') continue;
    if (text === null || !SHELL_SWITCHES.test(text)) break;
    source ||= text.includes('c');
  }
  const [script, ...rest] = args.slice(at);
  if (!source || script === undefined || (script.text ?? '-').startsWith('-')) {
    if (args[0]?.text === '--version' && args.length === 1) scope.notes.classes.add('@readonly');
    else if (
      script === undefined ||
      script.text === null ||
      script.text.startsWith('-') ||
      script.text.startsWith('/dev/')
    ) {
      scope.notes.unknown.add(`${name} runs what is known only at run time`);
    } else noteHatch(`${name} runs a script`, [script], scope);
    finish([literalArg(name), ...args], scope.notes, scope.walk);
    return unchanged(scope.state);
  }
  if (rest.some((arg) => arg.text === null))
    scope.notes.unknown.add(`${name} is given words known only at run time`);
  noteSource(script, wrapped);
  if (POSIX_SHELLS.has(name) && script.text !== null) notePosix(script.text, wrapped);
  scope.notes.classes.add('@readonly');
  finish([], scope.notes, scope.walk);
  return unchanged(scope.state);
}

/** What bash and a POSIX shell read differently is not understood; for rules that deny, both readings are looked at. */
function notePosix(source: string, { scope, name }: Wrapped): void {
  const difference = posixDifference(source);
  if (difference === null) return;
  scope.notes.unknown.add(
    `${difference} in the source of ${name} does not mean the same to every shell: write it without, or run it by \`bash -c\``,
  );
  scope.walk.source(asPosix(source), scope.state, [name]);
}

function noteSource(source: Arg | null, wrapped: Wrapped): void {
  const { scope, name } = wrapped;
  if (typeof source?.text !== 'string')
    scope.notes.unknown.add(`${name} runs what is known only at run time`);
  else scope.walk.source(source.text, scope.state, [name]);
}

/** A shell whose grammar is not bash's, or a program that runs its words in a way that is not told. */
function judgeForeign(wrapped: Wrapped): Outcome {
  const { scope, args, name } = wrapped;
  if (args.length === 1 && args[0]?.text === '--version') scope.notes.classes.add('@readonly');
  else {
    scope.notes.unknown.add(`${name} runs its words in a way of its own`);
    // What could be a command in there is still looked at, for what rules deny.
    for (const [index, arg] of args.entries()) {
      if (arg.text === null) continue;
      if (/\s/.test(arg.text)) scope.walk.source(arg.text, scope.state, [name]);
      else if (index < 3 && isDashless(arg)) {
        scope.walk.behind(name).command(args.slice(index), scope.state);
        break;
      }
    }
  }
  finish([literalArg(name), ...args], scope.notes, scope.walk);
  return unchanged(scope.state);
}
