import { expect, test } from 'vitest';
import { githubRunner } from '../../../src/action/inputs/runner.ts';
import { readInputs } from '../../../src/action/inputs/inputs.ts';

const inputsOf = (given: Readonly<Record<string, string>>) =>
  readInputs(
    githubRunner(
      Object.fromEntries(
        Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
      ),
    ),
  );

test('allow-actors is a list of logins, separated by commas, blanks or newlines; a pattern is refused', () => {
  const { allowActors } = inputsOf({ 'allow-actors': '@ann, bob\nrenovate[bot]  carol' });
  expect(allowActors).toEqual(['ann', 'bob', 'renovate[bot]', 'carol']);
  expect(inputsOf({}).allowActors).toEqual([]);
  for (const bad of ['*', 'ann,*', 'renovate*', 'octo/team'])
    expect(() => inputsOf({ 'allow-actors': bad })).toThrow(/allow-actors.*not a login/);
});

test('the phrase is one word; absent: the default', () => {
  expect(inputsOf({}).triggerPhrase).toBe('/countersign');
  expect(inputsOf({ 'trigger-phrase': ' @agent ' }).triggerPhrase).toBe('@agent');
  expect(() => inputsOf({ 'trigger-phrase': 'hey agent' })).toThrow(/trigger-phrase/);
});

test('sandbox-install is auto unless it is given, and anything but never is refused with what to write', () => {
  expect(inputsOf({}).sandboxInstall).toBe('auto');
  expect(inputsOf({ 'sandbox-install': 'never' }).sandboxInstall).toBe('never');
  expect(() => inputsOf({ 'sandbox-install': 'always' })).toThrow(
    expect.objectContaining({
      code: 'input-invalid',
      message: expect.stringContaining('sandbox-install is invalid: "always"'),
      fix: 'Write one of: auto, never.',
    }),
  );
});
