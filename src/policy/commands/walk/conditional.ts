import { type Arg, newNotes, type Outcome, type Scope, type Walk } from './arg.ts';
import { finish, noteWord } from './notes.ts';
import { literalArg } from './arg.ts';
import type { CommandTree, TestExpression, WordNode } from '../parse/parse.ts';
import { isInteger, type State } from './state.ts';
import { expandSingle } from '../words/words.ts';

const FILE_TEST = /^-[abcdefghkprstuwxGLNOS]$/;
const TEXT_TEST = /^(?:-[nzo]|=|==|!=|=~|<|>)$/;
const NUMBER_TEST = /^-(?:eq|ne|lt|le|gt|ge)$/;
const FILES_TEST = /^-(?:nt|ot|ef)$/;

/** `[[ … ]]`: looks at files and texts, but evaluates numbers and subscripts. */
export function walkConditional(
  tree: Extract<CommandTree, { type: 'TestCommand' }>,
  state: State,
  walk: Walk,
): Outcome {
  const notes = newNotes();
  notes.classes.add('@readonly');
  const words: Arg[] = [literalArg('[[')];
  judgeExpression(tree.expression, { walk, state, notes }, words);
  finish([...words, literalArg(']]')], notes, walk);
  return { after: state, success: state, failure: state };
}

function judgeExpression(expression: TestExpression, scope: Scope, words: Arg[]): void {
  switch (expression.type) {
    case 'TestLogical':
      for (const operand of expression.operands) judgeExpression(operand, scope, words);
      return;
    case 'TestNot':
      judgeExpression(expression.operand, scope, words);
      return;
    case 'TestGroup':
      judgeExpression(expression.expression, scope, words);
      return;
    case 'TestUnary':
      judgeUnary(expression.operator, expression.operand, scope, words);
      return;
    case 'TestBinary':
      judgeBinary(expression, scope, words);
      return;
    default:
      scope.notes.unknown.add('a test of a kind that is not known');
  }
}

function judgeUnary(operator: string, operand: WordNode, scope: Scope, words: Arg[]): void {
  const arg = expandSingle(operand, scope);
  words.push(literalArg(operator), arg);
  if (FILE_TEST.test(operator) && operator !== '-t') noteWord(arg, 'read', scope);
  else if (operator === '-v' && /^[A-Za-z_]\w*$/.test(arg.text ?? '')) return;
  else if (operator === '-t' && /^\d+$/.test(arg.text ?? '')) return;
  else if (!TEXT_TEST.test(operator))
    scope.notes.unknown.add(`\`${operator}\` in a test evaluates its operand`);
}

function judgeBinary(
  expression: Extract<TestExpression, { type: 'TestBinary' }>,
  scope: Scope,
  words: Arg[],
): void {
  const { operator } = expression;
  const sides = [expandSingle(expression.left, scope), expandSingle(expression.right, scope)];
  words.push(...sides);
  if (FILES_TEST.test(operator)) for (const side of sides) noteWord(side, 'read', scope);
  else if (NUMBER_TEST.test(operator)) {
    const numbers = sides.every(
      (side) =>
        side.number === true ||
        (side.text !== null && isInteger({ kind: 'text', text: side.text })),
    );
    if (!numbers) scope.notes.unknown.add(`\`${operator}\` evaluates its operands as arithmetic`);
  } else if (!TEXT_TEST.test(operator)) {
    scope.notes.unknown.add(`\`${operator}\` in a test is not known`);
  }
}
