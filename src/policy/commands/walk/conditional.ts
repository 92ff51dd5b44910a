import {
  type ExpandedWord,
  Findings,
  unchangedState,
  type CommandResult,
  type Scope,
  type Start,
  literalWord,
} from './context.ts';
import { addCommand, notePathWord, noteUnknown } from './findings.ts';
import type { TestExpression, WordNode, Tree } from '../parse/parse.ts';
import { isInteger } from './shell-state.ts';
import { expandSingle } from '../words/expand-word.ts';

const FILE_TEST = /^-[abcdefghkprstuwxGLNOS]$/;
const TEXT_TEST = /^(?:-[nzo]|=|==|!=|=~|<|>)$/;
const NUMBER_TEST = /^-(?:eq|ne|lt|le|gt|ge)$/;
const FILES_TEST = /^-(?:nt|ot|ef)$/;

/** Reads `[[ … ]]`: it tests files and texts, but evaluates numbers and subscripts. */
export function walkConditional(tree: Tree<'TestCommand'>, start: Start): CommandResult {
  const { walker, state } = start;
  const findings = new Findings('@readonly');
  const words: ExpandedWord[] = [literalWord('[[')];
  walkExpression(tree.expression, { walker, state, findings }, words);
  addCommand([...words, literalWord(']]')], findings, walker);
  return unchangedState(state);
}

function walkExpression(expression: TestExpression, scope: Scope, words: ExpandedWord[]): void {
  switch (expression.type) {
    case 'TestLogical':
      for (const operand of expression.operands) walkExpression(operand, scope, words);
      return;
    case 'TestNot':
      walkExpression(expression.operand, scope, words);
      return;
    case 'TestGroup':
      walkExpression(expression.expression, scope, words);
      return;
    case 'TestUnary':
      walkUnary(expression.operator, expression.operand, scope, words);
      return;
    case 'TestBinary':
      walkBinary(expression, scope, words);
      return;
    default:
      noteUnknown(scope, 'a test of a kind that is not known');
  }
}

function walkUnary(operator: string, operand: WordNode, scope: Scope, words: ExpandedWord[]): void {
  const arg = expandSingle(operand, scope);
  words.push(literalWord(operator), arg);
  if (FILE_TEST.test(operator) && operator !== '-t') notePathWord(arg, 'read', scope);
  else if (operator === '-v' && /^[A-Za-z_]\w*$/.test(arg.text ?? '')) return;
  else if (operator === '-t' && /^\d+$/.test(arg.text ?? '')) return;
  else if (!TEXT_TEST.test(operator))
    noteUnknown(scope, `\`${operator}\` in a test evaluates its operand`);
}

function walkBinary(
  expression: Extract<TestExpression, { type: 'TestBinary' }>,
  scope: Scope,
  words: ExpandedWord[],
): void {
  const { operator } = expression;
  const sides = [expandSingle(expression.left, scope), expandSingle(expression.right, scope)];
  words.push(...sides);
  if (FILES_TEST.test(operator)) for (const side of sides) notePathWord(side, 'read', scope);
  else if (NUMBER_TEST.test(operator)) {
    if (!sides.every(isInteger))
      noteUnknown(scope, `\`${operator}\` evaluates its operands as arithmetic`);
  } else if (!TEXT_TEST.test(operator)) {
    noteUnknown(scope, `\`${operator}\` in a test is not known`);
  }
}
