import { expect, test } from 'vitest';
import { inputProblem } from '../../../src/action/index.ts';
import { INPUT_NAMES, SECRET_INPUTS } from '../../../src/action/inputs/input-names.ts';
import * as fc from '../../properties.ts';

const values = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('true', '0', 'a, b', 'input=3,output=15', 'x: y', '..', '{}', ',', '\n'),
);

test('any values of the inputs are accepted, or refused with the name of an input and what to write', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...INPUT_NAMES), values), (inputs) => {
      const problem = inputProblem(inputs, null);
      if (problem === null) return;
      expect(problem.code).toBe('input-invalid');
      expect(INPUT_NAMES.some((name) => problem.message.includes(name))).toBe(true);
      expect(problem.fix).toMatch(/\S/);
    }),
  );
});

test('the value of a secret is never in what is refused', () => {
  const secret = 'a secret, which no input accepts';
  const secrets = [...SECRET_INPUTS, 'extra-headers', 'notify-webhook'];
  const inputs = Object.fromEntries(secrets.map((name) => [name, secret]));
  expect(inputProblem({ ...inputs, 'max-turns': '0' }, null)?.message).toBe(
    'The input max-turns is invalid: "0".',
  );
  expect(inputProblem(inputs, null)).toBeNull();
});

test('an input that is an output of another job is not checked, nor needed: no workflow file has its value', () => {
  expect(inputProblem({ 'apply-artifact': 'trail' }, 'apply')).toBeNull();
  expect(inputProblem({ 'apply-head': 'no hash' }, 'apply')).toBeNull();
});
