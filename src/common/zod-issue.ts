import type * as z from 'zod';
import { counted } from './text/text.ts';

/** Types of JSON and JavaScript in words, each as the object of a sentence. */
const WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  function: 'a function',
  null: 'null',
};
const TYPES = /^Invalid input: expected (\w+), received (\w+)$/;
const BOUND = /^Too (?:small|big): expected \w+ to (be|have) (exactly |[<>]=?)(\S+)(?: (\w+?)s)?$/;
const BOUND_WORDS: Readonly<Record<string, string>> = {
  '>=': 'at least ',
  '>': 'more than ',
  '<=': 'at most ',
  '<': 'less than ',
};

/** What is wrong with a value, as a clause without the value: Zod's own texts are about its schemas. Texts of a schema's author stay. */
export function issueClause({ message }: Pick<z.core.$ZodIssue, 'message'>): string {
  const [, expected = '', received = ''] = TYPES.exec(message) ?? [];
  if (received === 'undefined') return 'it is missing';
  if (received !== '') return `it is ${inWords(received)}, and has to be ${inWords(expected)}`;
  if (message === 'Invalid input') return 'it has none of the forms that it can have';
  const bound = BOUND.exec(message);
  if (bound !== null) return boundClause(bound);
  return message
    .replace(/^Invalid option: expected one of .*$/s, optionClause)
    .replace(/^Invalid discriminator value\. Expected .*$/s, discriminatorClause)
    .replace(/^Invalid input: expected /, 'it is not ');
}

function optionClause(message: string): string {
  return message.replace(/^.*?one of /, 'it is not one of ').replaceAll('"|"', '", "');
}

function discriminatorClause(message: string): string {
  return message
    .replace(/^.*?Expected '/, 'it is not one of "')
    .replaceAll("' | '", '", "')
    .replace(/'$/, '"');
}

function boundClause([, verb = '', mark = '', limit = '', unit]: RegExpExecArray): string {
  const amount = unit === undefined ? limit : counted(Number(limit), unit);
  return `it has to ${verb} ${BOUND_WORDS[mark] ?? mark}${amount}`;
}

function inWords(type: string): string {
  return WORDS[type] ?? type;
}
