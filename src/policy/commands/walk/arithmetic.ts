import type { Scope } from './context.ts';
import { isOwnVariable } from '../words/variable-names.ts';
import type { ArithmeticExpression } from '../parse/parse.ts';
import { isInteger } from './shell-state.ts';
import { noteUnknown } from './findings.ts';

const NUMBER = /^(?:0[xX][0-9a-fA-F]+|\d+)$/;
const NAME = /^\$?([A-Za-z_]\w*)$|^\$\{([A-Za-z_]\w*)\}$/;
const COUNTERS = /^\$[#?$!]$/;
const ASSIGNING = /^(?:=|\+=|-=|\*=|\/=|%=|<<=|>>=|&=|\^=|\|=)$/;

/**
 * Bash evaluates the value of a variable in arithmetic as an expression again, including subscripts and the commands in
 * them. So every name must be known to contain an integer. Returns the names that the expression assigns.
 */
export function checkArithmetic(
  expression: ArithmeticExpression | undefined,
  scope: Scope,
): string[] {
  if (expression === undefined) return [];
  switch (expression.type) {
    case 'ArithmeticWord':
      checkOperand(expression.value, scope);
      return [];
    case 'ArithmeticGroup':
      return checkArithmetic(expression.expression, scope);
    case 'ArithmeticTernary':
      return [expression.test, expression.consequent, expression.alternate].flatMap((part) =>
        checkArithmetic(part, scope),
      );
    case 'ArithmeticUnary':
      if (expression.operator === '++' || expression.operator === '--') {
        return [
          ...assigned(expression.operand, scope),
          ...checkArithmetic(expression.operand, scope),
        ];
      }
      return checkArithmetic(expression.operand, scope);
    case 'ArithmeticBinary':
      return checkBinary(expression, scope);
    case 'ArithmeticCommandExpansion':
      if (expression.script === undefined) noteUnknown(scope, 'a substitution could not be read');
      else if (scope.walker.walkScript(expression.script, scope.state).prints?.number === true)
        return [];
      noteUnknown(scope, `arithmetic evaluates what \`${expression.text}\` prints`);
      return [];
    default:
      noteUnknown(scope, 'arithmetic of a kind that is not known');
      return [];
  }
}

function checkBinary(
  expression: Extract<ArithmeticExpression, { type: 'ArithmeticBinary' }>,
  scope: Scope,
): string[] {
  const right = checkArithmetic(expression.right, scope);
  if (!ASSIGNING.test(expression.operator))
    return [...checkArithmetic(expression.left, scope), ...right];
  const left = expression.operator === '=' ? [] : checkArithmetic(expression.left, scope);
  return [...assigned(expression.left, scope), ...left, ...right];
}

function assigned(target: ArithmeticExpression, scope: Scope): string[] {
  if (
    target.type === 'ArithmeticWord' &&
    /^[A-Za-z_]\w*$/.test(target.value) &&
    isOwnVariable(target.value)
  ) {
    return [target.value];
  }
  noteUnknown(scope, 'arithmetic assigns to something that is not a plain variable');
  return [];
}

function checkOperand(text: string, scope: Scope): void {
  if (text === '' || NUMBER.test(text) || COUNTERS.test(text)) return;
  const match = NAME.exec(text);
  const name = match?.[1] ?? match?.[2];
  const value = name === undefined ? undefined : scope.state.variables.get(name);
  if (value === undefined || !isInteger(value)) {
    noteUnknown(scope, `arithmetic evaluates \`${text}\`, which is not known to be a number`);
  }
}
