import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { INPUT_NAMES, type InputName } from '../../src/action/inputs/input-names.ts';
import { MOVED_INPUTS, SUB_ACTIONS, type SubAction } from '../../src/action/inputs/sub-actions.ts';
import { OUTPUT_NAMES } from '../../src/action/outputs/outputs.ts';
import { runCommands } from '../../src/cli/commands/run.ts';
import { VERSION } from '../../src/common/version.ts';
import { ROOT } from './source.ts';

interface ActionFile {
  readonly name: string;
  readonly description: string;
  readonly branding: Record<string, string>;
  readonly inputs: Record<
    string,
    { description: string; default?: string; deprecationMessage?: string }
  >;
  readonly outputs: Record<string, { description: string }>;
  readonly runs: Record<string, string>;
}

function actionIn(folder: string): ActionFile {
  return parse(readFileSync(join(ROOT, folder, 'action.yml'), 'utf8')) as ActionFile;
}

const action = actionIn('.');
const beside = (Object.keys(SUB_ACTIONS) as SubAction[]).map((name) => [name] as const);

test('action.yml declares exactly the inputs that the code reads', () => {
  expect(
    Object.keys(action.inputs),
    'Describe each input of src/action/inputs/input-names.ts in action.yml, in the same order, and run `npm run generate`. If one of the actions beside it reads it, too, add it to SUB_ACTIONS and to its action.yml.',
  ).toEqual([...INPUT_NAMES]);
});

test('action.yml declares exactly the outputs that the code sets', () => {
  expect(
    Object.keys(action.outputs),
    'Describe each output of src/action/outputs/outputs.ts in action.yml, in the same order, and run `npm run generate`.',
  ).toEqual([...OUTPUT_NAMES]);
});

/** The inputs without an option of `countersign run` of the same name, by the reason. */
const NOT_ON_THE_COMMAND_LINE: Readonly<Record<string, readonly InputName[]>> = {
  'a secret of the environment, or of a gateway': [
    'anthropic-api-key',
    'api-key',
    'anthropic-auth-token',
    'extra-headers',
    'github-token',
    'baseline-token',
  ],
  'an argument, or an option of another name': ['prompt', 'sandbox'],
  'about a workflow, or about people on GitHub': [
    'mode',
    'trigger-phrase',
    'allow-actors',
    'run-for',
    'apply-artifact',
    'apply-head',
    'policy-diff-repositories',
    'approval-issue',
    'state-key',
    'notify-webhook',
    'resume-workflows',
    'sandbox-install',
    'fail-on',
    'tracking-comment',
    'plan-issues',
    'plan-files',
    'plan-repositories',
    'max-jobs',
    'expected-trails',
    'repository',
    'retention-days',
    'attest',
    'check-run',
  ],
};

test('each input has its option of `countersign run`, or the reason why it has none is here', () => {
  const options = runCommands.flatMap((command) => command.options.map(({ flags }) => flags));
  const has = (name: string): boolean =>
    options.some((flags) => flags.split(' ')[0] === `--${name}`);
  const without: readonly string[] = Object.values(NOT_ON_THE_COMMAND_LINE).flat();
  expect(
    INPUT_NAMES.filter((name) => has(name) === without.includes(name)),
    'Add an option of this name to src/cli/commands/run.ts, or name the input in NOT_ON_THE_COMMAND_LINE, not both.',
  ).toEqual([]);
});

test.each(['.', ...Object.keys(SUB_ACTIONS)])(
  'every input and output of %s is described',
  (folder) => {
    const { inputs, outputs } = actionIn(folder);
    for (const item of [...Object.values(inputs), ...Object.values(outputs)])
      expect(item.description).toMatch(/\.$/);
  },
);

describe.each(beside)('the action %s', (name) => {
  const own = actionIn(name);

  test('declares exactly what its mode reads and sets', () => {
    expect(Object.keys(own.inputs)).toEqual([...SUB_ACTIONS[name].inputs]);
    expect(Object.keys(own.outputs)).toEqual([...SUB_ACTIONS[name].outputs]);
  });

  test('has the defaults of the main action, and nothing that is deprecated', () => {
    for (const [input, { default: value, deprecationMessage }] of Object.entries(own.inputs)) {
      expect(value, input).toBe(action.inputs[input]?.default);
      expect(deprecationMessage).toBeUndefined();
    }
  });

  test('runs an entry of the bundle beside its folder, with a post step if it runs calls', () => {
    const post = { post: '../dist/post.js', 'post-if': 'always()' };
    expect(own.runs).toEqual({
      using: 'node24',
      main: `../dist/${name}.js`,
      ...(name === 'apply' ? post : {}),
    });
    const entry = name.replace(/-(.)/, (_, letter: string) => letter.toUpperCase());
    expect(readFileSync(join(ROOT, 'dist', `${name}.js`), 'utf8')).toContain(`await ${entry}();`);
  });

  test('looks like the main action, under a name of its own', () => {
    expect(own.branding).toEqual(action.branding);
    expect(own.name).not.toBe(action.name);
  });
});

test('the inputs that moved to another action are deprecated with its name, and `mode` with all', () => {
  const deprecated = Object.entries(action.inputs).filter(
    ([, { deprecationMessage }]) => deprecationMessage !== undefined,
  );
  expect(deprecated.map(([name]) => name).toSorted()).toEqual(
    ['mode', ...Object.keys(MOVED_INPUTS)].toSorted(),
  );
  for (const [input, moved] of Object.entries(MOVED_INPUTS)) {
    expect(SUB_ACTIONS[moved].inputs).toContain(input);
    expect(action.inputs[input]?.deprecationMessage).toContain(`countersign/countersign/${moved},`);
  }
});

test('the description of the main action is short enough for the marketplace', () => {
  expect(action.description.length).toBeLessThan(125);
});

test('action.yml runs on Node 24, with a post step that always runs, from files that are committed', () => {
  expect(action.runs).toEqual({
    using: 'node24',
    main: 'dist/action.js',
    post: 'dist/post.js',
    'post-if': 'always()',
  });
  for (const entry of ['action', 'post', 'cli']) {
    expect(readFileSync(join(ROOT, 'dist', `${entry}.js`), 'utf8')).toContain(`await ${entry}();`);
  }
});

test('the version is that of package.json', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(VERSION).toBe(version);
});
