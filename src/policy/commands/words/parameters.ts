import type { Scope } from '../walk/context.ts';
import { isPlainVariable, isPublicVariable } from './variable-names.ts';
import type { ParameterExpansionPart, WordNode } from '../parse/parse.ts';
import type { FileNames } from '../walk/file-names.ts';
import { noteUnknown } from '../walk/findings.ts';
import type { KnownText } from '../walk/shell-state.ts';

/** What a part of a word becomes. A `number` is one word even where unquoted. */
export interface Segment extends KnownText {
  readonly quoted: boolean;
  readonly wildcard?: boolean;
  /** More than one word even where quoted. */
  readonly many?: boolean;
}

/** A word in a place where it is neither split nor globbed. */
type WordWalker = (word: WordNode, scope: Scope) => void;

/** The value of `$name`. */
export function variableSegment(name: string, quoted: boolean, scope: Scope): Segment {
  if (/^[?#$!]$/.test(name)) return { text: null, quoted, number: true };
  if (/^[@*\d]/.test(name) || name === '_' || name === '-') {
    if (name !== '0' && name !== '-') noteUnknown(scope, `\`$${name}\` is known only at run time`);
    return { text: null, quoted, many: name === '@' || name === '*' };
  }
  const value = scope.state.variables.get(name);
  return value === undefined ? fromEnvironment(name, quoted, scope) : { ...value, quoted };
}

function fromEnvironment(name: string, quoted: boolean, scope: Scope): Segment {
  const folder = scope.state.folders?.length === 1 ? scope.state.folders[0] : undefined;
  if (name === 'PWD' && folder !== undefined) return { text: folder, quoted };
  // Wherever a home folder is, it is not the workspace.
  if (name === 'HOME') return { text: null, quoted, fileNames: namesOutside('/~') };
  if (!isPublicVariable(name)) {
    noteUnknown(scope, `\`$${name}\` is named like a secret`);
    return { text: null, quoted };
  }
  return { text: null, quoted, ...(isPlainVariable(name) ? { plain: true } : {}) };
}

export function namesOutside(root: string): FileNames {
  return { roots: [root], dashless: true, ordinary: false, regular: true, clean: true };
}

/** `${name…}` in all its forms. Forms that evaluate again or assign are not understood. */
export function parameterSegment(
  part: ParameterExpansionPart,
  quoted: boolean,
  scope: Scope,
  walker: WordWalker,
): Segment {
  const { findings } = scope;
  const whole: Segment = { text: null, quoted };
  if (part.prefix === '!') {
    findings.unknown.add(`\`${part.text}\` names a variable indirectly`);
    return whole;
  }
  const many = part.index?.text === '@' || part.index?.text === '*';
  if (part.index !== undefined && !many && !/^\d+$/.test(part.index.text)) {
    walker(part.index, scope);
    findings.unknown.add(`the subscript in \`${part.text}\` is evaluated`);
  }
  const value = variableSegment(part.parameter, quoted, scope);
  if (part.prefix === '#') return { text: null, quoted, number: true };
  const { operation } = part;
  if (operation === undefined) return part.index === undefined ? value : { ...whole, many };
  switch (operation.type) {
    case 'Default':
      walker(operation.operand, scope);
      if (operation.operator.includes('=')) findings.unknown.add(`\`${part.text}\` may assign`);
      return whole;
    case 'Remove':
      walker(operation.operand, scope);
      return removeAffix(value, operation.operator, operation.operand) ?? whole;
    case 'Replace':
      walker(operation.pattern, scope);
      walker(operation.replacement, scope);
      return whole;
    case 'CaseModification':
      if (operation.operand !== undefined) walker(operation.operand, scope);
      return whole;
    case 'Slice':
      checkNumber(operation.offset, part.text, scope);
      if (operation.length !== undefined) checkNumber(operation.length, part.text, scope);
      return { ...whole, many: value.many ?? false };
    case 'Transform':
      walker(operation.operand, scope);
      if (!/^[QUuL]$/.test(operation.operand.text))
        findings.unknown.add(`\`${part.text}\` is evaluated again`);
      return whole;
    case 'Names':
    case 'Unknown':
      findings.unknown.add(`\`${part.text}\` is not understood`);
      return whole;
  }
}

function checkNumber(word: WordNode, source: string, scope: Scope): void {
  if (!/^\s*-?\d+$/.test(word.text)) noteUnknown(scope, `\`${source}\` evaluates arithmetic`);
}

/** `${name%.ts}` and `${name#src/}` of a known text with a pattern that is plain text. */
function removeAffix(value: Segment, operator: string, pattern: WordNode): Segment | null {
  if (value.text === null || pattern.parts !== undefined || !/^[\w./-]+$/.test(pattern.text))
    return null;
  const position = operator.startsWith('%')
    ? value.text.endsWith(pattern.text)
    : value.text.startsWith(pattern.text);
  if (!position) return value;
  const { length } = pattern.text;
  const text = operator.startsWith('%') ? value.text.slice(0, -length) : value.text.slice(length);
  return { ...value, text };
}
