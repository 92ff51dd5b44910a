import {
  type Arg,
  literalArg,
  newNotes,
  type Outcome,
  type Scope,
  unchanged,
  type Walk,
} from './arg.ts';
import { walkAssignment, walkPrefix } from './assignments.ts';
import { walkBuiltin } from './builtins.ts';
import type { Call } from './call.ts';
import { readGit } from '../git/git.ts';
import { noteIntents } from '../intents/intents.ts';
import { programName, PROGRAMS, TOOL_FORMS } from '../specs/index.ts';
import { finish, noteHatch } from './notes.ts';
import { matchOptions } from '../programs/options.ts';
import { type Assignment, type Command, isWhole } from '../parse/parse.ts';
import { printedText } from '../words/printed-names.ts';
import { readProgram } from '../programs/program.ts';
import { GRAMMARS } from '../programs/index.ts';
import { walkRedirection } from './redirects.ts';
import { noteRunner } from '../programs/runners.ts';
import type { Reach, State } from './state.ts';
import { expandSingle, expandWord } from '../words/words.ts';
import { unwrapCommand } from '../programs/wrappers.ts';
import { noteWriter } from '../programs/writers.ts';

/** One simple command: assignments, words, redirections; then whatever its first word turns out to be. */
export function walkCommand(command: Command, state: State, walk: Walk, input?: Reach): Outcome {
  const notes = newNotes();
  const scope: Scope = { walk, state, notes };
  const assignments = command.prefix.filter((each) => each.type === 'Assignment');
  if (command.name === undefined) return judgeBare(command, assignments, scope);
  if (!isWhole(command, walk.text))
    notes.unknown.add('a command is not read as bash would read it');
  const args = [
    ...expandWord(command.name, scope),
    ...command.args.flatMap((arg) => argumentWords(arg, scope)),
  ];
  const fed = command.redirects.some(
    (each) => each.type !== 'Redirect' || each.operator.startsWith('<'),
  );
  for (const redirect of command.redirects) walkRedirection(redirect, scope);
  for (const assignment of assignments) walkPrefix(assignment, args[0]?.text ?? null, scope);
  // Words that all came to nothing leave assignments behind that then hold for the shell itself.
  if (args.length === 0) notes.unknown.add('the name of the command is known only at run time');
  const splits = assignments.some(({ name, value }) => name === 'IFS' && !isBlank(value));
  return walkArgs(args, scope, fed || splits ? undefined : input);
}

/** A value of `IFS` by which `read` takes nothing from a line but blanks: any other character it takes from the end of a name. */
function isBlank(value: Assignment['value']): boolean {
  return value.type === 'Word' && /^(?:''|""|\$'(?:\\[nt]|[ ])*')?$/.test(value.text);
}

/** Assignments and redirections without a command. */
function judgeBare(command: Command, assignments: readonly Assignment[], start: Scope): Outcome {
  let scope = start;
  start.notes.classes.add('@readonly');
  for (const assignment of assignments)
    scope = { ...scope, state: walkAssignment(assignment, scope) };
  for (const redirect of command.redirects) walkRedirection(redirect, scope);
  finish([], scope.notes, scope.walk);
  return unchanged(scope.state);
}

function argumentWords(arg: Command['args'][number], scope: Scope): Arg[] {
  if (arg.type === 'Word') return expandWord(arg, scope);
  if (arg.value.type === 'ArrayValue' || arg.index !== undefined || arg.append === true) {
    scope.notes.unknown.add(`\`${arg.text}\` is not a plain assignment`);
    if (arg.value.type === 'ArrayValue')
      for (const each of arg.value.elements) expandWord(each, scope);
    else expandSingle(arg.value, scope);
    if (arg.index !== undefined) expandSingle(arg.index, scope);
    return [{ text: null, source: arg.text, single: true, prefix: arg.name }];
  }
  const value = expandSingle(arg.value, scope);
  if (value.text === null)
    return [{ text: null, source: arg.text, single: true, prefix: `${arg.name}=` }];
  return [literalArg(`${arg.name}=${value.text}`, arg.text)];
}

/** A command whose words are known as far as they can be. */
export function walkArgs(args: readonly Arg[], scope: Scope, input?: Reach): Outcome {
  const [first, ...rest] = args;
  const outcome = unchanged(scope.state);
  if (first === undefined) {
    finish([], scope.notes, scope.walk);
    return outcome;
  }
  if (first.text === null || first.text === '') {
    scope.notes.unknown.add('the name of the command is known only at run time');
    finish(args, scope.notes, scope.walk);
    return outcome;
  }
  const name = programName(first.text);
  if (name === null) {
    // A file by its path: the checkout's own code, or something else that no table knows.
    noteIntents({ name: first.text.slice(first.text.lastIndexOf('/') + 1), args: rest, scope });
    noteElsewhere(scope, first.text);
    finish(args, scope.notes, scope.walk);
    return outcome;
  }
  const call: Call = { name, args: rest, scope, input };
  const wrapped = unwrapCommand({ name, args: rest, scope, input, inner: walkArgs });
  if (wrapped !== null) return wrapped;
  noteIntents(call);
  const judged = walkBuiltin(call) ?? judgeNamed(call);
  finish(args, scope.notes, scope.walk);
  return { ...printedText(call), ...judged };
}

function judgeNamed(call: Call): Outcome {
  const known = PROGRAMS.get(call.name);
  if (call.name === 'git') return judgeGitCall(call);
  if (known !== undefined) {
    const { grammar } = known.entry;
    return grammar === undefined ? readProgram(call, known).outcome : GRAMMARS[grammar](call);
  }
  noteWriter(call);
  judgeTool(call);
  return unchanged(call.scope.state);
}

function judgeGitCall(call: Call): Outcome {
  const outcome = readGit(call);
  const { notes } = call.scope;
  if (!notes.classes.has('@readonly')) noteElsewhere(call.scope, 'git');
  return outcome;
}

/** Tools of which only a few forms are harmless; the others are the checkout's code, which rules name. */
function judgeTool(call: Call): void {
  const { scope, name } = call;
  for (const { entry, flags } of TOOL_FORMS.get(name) ?? []) {
    const words = entry.words.split(' ');
    if (!words.every((word, index) => call.args[index]?.text === word)) continue;
    const matched = matchOptions(call.args.slice(words.length), flags);
    if (matched.strange.length + matched.doubtful.length > 0) continue;
    if (entry.operands === undefined && matched.operands.length > 0) continue;
    if (entry.unless !== undefined && mayHold(entry.unless, scope)) continue;
    scope.notes.classes.add('@readonly');
    if (entry.host !== undefined) scope.notes.hosts.add(entry.host);
  }
  const writing = scope.notes.classes.has('@writes');
  if (scope.notes.classes.has('@readonly') || writing) return;
  noteElsewhere(scope, name);
  noteRunner(call);
}

/** Whether a folder that a command may stand in, or one above it in the checkout, holds one of these names. */
function mayHold(names: readonly string[], { state, walk }: Scope): boolean {
  const { pathResolver } = walk;
  if (state.folders === null) return true;
  return state.folders.some((folder) => {
    for (let place = folder; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
      const held = pathResolver.list === undefined ? [] : pathResolver.list(place);
      if (held === null || held.some((name) => names.includes(name))) return true;
      if (place === pathResolver.root) return false;
    }
    return false;
  });
}

/** The same words mean other code in another folder, so a rule for them does not hold there. */
function noteElsewhere(scope: Scope, name: string): void {
  const { folders } = scope.state;
  const { root } = scope.walk.pathResolver;
  if (folders === null || folders.some((folder) => folder !== root)) {
    scope.notes.unknown.add(`\`${name}\` runs in another folder than the workspace's root`);
  }
  if (name === ':') noteHatch('`:` is no program', [], scope);
}
