import { describe, expect, it } from 'vitest';
import { refuseMisspeltInputs } from '../../../src/action/inputs/input-names.ts';

const refusal = (variables: Record<string, string>, names?: readonly string[]): string => {
  try {
    refuseMisspeltInputs(variables, names);
    return '';
  } catch (error) {
    return String(error);
  }
};

describe('an input whose name is misspelt', () => {
  it.each([
    ['INPUT_MAX_USD', 'max-usd'],
    ['INPUT_MAX-TURN', 'max-turns'],
    ['INPUT_SANDBOXX', 'sandbox'],
    ['INPUT_POLCY', 'policy'],
    ['INPUT_ALLOWED-ACTORS', 'allow-actors'],
  ])('is refused, because nothing would hold what it says: %s', (variable, meant) => {
    const text = refusal({ [variable]: '5' });
    expect(text).toContain(`Did you mean "${meant}"?`);
    expect(text).toContain(variable.slice('INPUT_'.length).toLowerCase());
  });

  it('may be a variable of the job, which needs another name then', () => {
    const set = { INPUT_MODELS: 'x' };
    expect(() => refuseMisspeltInputs(set)).toThrow(
      expect.objectContaining({
        fix: expect.stringContaining('environment variable INPUT_MODELS'),
      }),
    );
  });

  it('has no value in the message, which may be a secret', () => {
    expect(refusal({ 'INPUT_ANTROPIC-API-KEY': 'sk-ant-1234' })).not.toContain('sk-ant');
  });

  it('of an action beside the main one is compared with the inputs of that one', () => {
    expect(refusal({ INPUT_PLANISSUES: 'x' }, ['plan-issues'])).toContain('"plan-issues"');
  });
});

it.each([
  { INPUT_METHOD: 'ibus' },
  { INPUT_NODE: '24', INPUT_CODE: 'x' },
  { 'INPUT_MAX-USD': '5', INPUT_POLICY: 'x' },
  { INPUT_POLCY: '' },
  { INPUT_POLCY: ' \n' },
  { INPUT_POLCY: undefined },
  { POLCY: 'x', input_polcy: 'x' },
])('a variable that is no misspelt input is not refused: %o', (variables) => {
  expect(() => refuseMisspeltInputs(variables)).not.toThrow();
});

it('an input of the main action is not refused by one beside it, since GitHub warns of it', () => {
  expect(refusal({ INPUT_PROMPT: 'x' }, ['plan-issues'])).toBe('');
});
