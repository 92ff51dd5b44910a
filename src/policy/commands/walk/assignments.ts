import type { Scope } from './context.ts';
import { isHarmlessEnvironment, isHijacking, isOwnVariable } from '../words/variable-names.ts';
import type { Assignment } from '../parse/parse.ts';
import { type ShellState, type VariableValue, withVariable } from './shell-state.ts';
import { expandSingle, expandWord } from '../words/expand-word.ts';

/** `name=value` before a program: only variables that change how output looks are harmless. */
export function walkPrefix(assignment: Assignment, command: string | null, scope: Scope): void {
  const value = valueOf(assignment, scope);
  const { name } = assignment;
  if (command === 'read' && name === 'IFS') return;
  const text = value.kind === 'text' ? value.text : null;
  if (assignment.append === true || !isHarmlessEnvironment(name, text)) {
    refuse(name, scope, `\`${name}\` is given to a program, which may act on it`);
  }
}

/** `name=value` as a command of its own. */
export function walkAssignment(assignment: Assignment, scope: Scope): ShellState {
  const value = valueOf(assignment, scope);
  const { name } = assignment;
  const harmless = value.kind === 'text' && isHarmlessEnvironment(name, value.text);
  if (!isOwnVariable(name) && !harmless) {
    refuse(name, scope, `\`${name}\` is set, which programs or the shell may act on`);
  }
  return withVariable(scope.state, name, value);
}

function refuse(name: string, scope: Scope, because: string): void {
  if (isHijacking(name)) scope.findings.classes.add('@forbidden');
  scope.findings.unknown.add(because);
}

function valueOf(assignment: Assignment, scope: Scope): VariableValue {
  const { value, index } = assignment;
  if (index !== undefined && !/^\d+$/.test(index.text)) {
    expandSingle(index, scope);
    scope.findings.unknown.add(`the subscript of \`${assignment.name}\` is evaluated`);
  }
  if (value.type === 'ArrayValue') {
    for (const element of value.elements) {
      expandWord(element, scope);
      // `[$(command)]=value` inside the brackets is a subscript.
      if (/^\[.*\]\+?=/.test(element.text)) scope.findings.unknown.add('a subscript is evaluated');
    }
    return { kind: 'any' };
  }
  const arg = expandSingle(value, scope);
  if (index !== undefined || assignment.append === true) return { kind: 'any' };
  if (arg.text !== null) return { kind: 'text', text: arg.text };
  if (arg.number === true) return { kind: 'integer' };
  if (arg.fileNames !== undefined && arg.fileNames.roots.length > 0)
    return { kind: 'paths', fileNames: arg.fileNames };
  return arg.plain === true ? { kind: 'any', plain: true } : { kind: 'any' };
}
