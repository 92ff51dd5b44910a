/** Small changes of a source file, each of which a test should notice. Made on the syntax tree, so that every one still parses. */
import { parseSync } from 'vite';

export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** What was changed, such as `&& → ||`. */
  readonly change: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

const SWAPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};
/** Types around an expression; every other node of TypeScript's own is a type alone. */
const AROUND_EXPRESSION = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
]);
const NOT_READ = new Set(['ImportDeclaration', 'ExportAllDeclaration']);

/** All mutants of a file, in the order of their places. */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? ''}`);
  const mutants: Mutant[] = [];
  collect(program, source, mutants);
  return mutants.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The source with one mutant in it. */
export function withMutant(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

function collect(value: unknown, source: string, mutants: Mutant[]): void {
  if (Array.isArray(value)) {
    for (const each of value) collect(each, source, mutants);
    return;
  }
  if (!isNode(value) || NOT_READ.has(value.type)) return;
  if (value.type.startsWith('TS') && !AROUND_EXPRESSION.has(value.type)) return;
  // A size such as `128 * 1024 * 1024` or `8 * 1024 ** 3` was chosen roughly: no test should know it to the byte.
  if (isProductOfNumbers(value)) return;
  mutants.push(...changesOf(value, source));
  for (const child of Object.values(value)) collect(child, source, mutants);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function changesOf(node: Node, source: string): readonly Mutant[] {
  const { test, argument, expression, value } = node;
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
      // A comparison is turned round by itself.
      return isNode(test) && !isEquality(test) ? [negated(test, source)] : [];
    case 'LogicalExpression':
    case 'BinaryExpression':
      return swapped(node, source);
    case 'ThrowStatement':
      return [replaced(node, ';', 'throw dropped')];
    case 'ReturnStatement':
      return isNode(argument) ? [replaced(node, 'return undefined;', 'nothing returned')] : [];
    case 'ExpressionStatement':
      return isCall(expression) ? [replaced(node, ';', 'call dropped')] : [];
    case 'Literal':
      return changedLiteral(node, value);
    default:
      return [];
  }
}

function isProductOfNumbers({ type, operator, left, right }: Node): boolean {
  if (type !== 'BinaryExpression' || (operator !== '*' && operator !== '**')) return false;
  return [left, right].every(
    (side) => isNode(side) && (typeof side['value'] === 'number' || isProductOfNumbers(side)),
  );
}

function isCall(expression: unknown): boolean {
  if (!isNode(expression)) return false;
  if (expression.type === 'AwaitExpression') return isCall(expression['argument']);
  return expression.type === 'CallExpression';
}

function isEquality({ operator }: Node): boolean {
  return operator === '===' || operator === '!==';
}

function negated(test: Node, source: string): Mutant {
  return replaced(test, `!(${source.slice(test.start, test.end)})`, 'condition negated');
}

function swapped(node: Node, source: string): readonly Mutant[] {
  const { operator, left, right } = node;
  if (typeof operator !== 'string' || !isNode(left) || !isNode(right)) return [];
  const other = SWAPPED[operator];
  if (other === undefined) return [];
  // Parentheses, since `??` and `||` do not stand beside each other without.
  const [before, after] = [left, right].map((side) => `(${source.slice(side.start, side.end)})`);
  return [replaced(node, `(${before} ${other} ${after})`, `${operator} → ${other}`)];
}

function changedLiteral(node: Node, value: unknown): readonly Mutant[] {
  if (typeof value === 'boolean') return [replaced(node, String(!value), `${value} → ${!value}`)];
  if (typeof value === 'number') return [replaced(node, `${value + 1}`, `${value} → ${value + 1}`)];
  // A sentence is for people: a test that repeats it word by word holds nothing.
  if (typeof value === 'string' && value !== '' && !value.includes(' '))
    return [replaced(node, "''", `${JSON.stringify(value)} emptied`)];
  return [];
}

function replaced({ start, end }: Node, replacement: string, change: string): Mutant {
  return { start, end, replacement, change };
}
