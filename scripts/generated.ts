/** The files of the repository that are generated from others. A test compares them with what is committed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { MOVED_INPUTS, MOVED_OUTPUTS, SUB_ACTIONS } from '../src/action/index.ts';
import { statementJsonSchema, trailJsonSchema } from '../src/audit/index.ts';
import { policyText, RECIPES, recipeOf } from '../src/cli/recipes/index.ts';
import { scriptJsonSchema } from '../src/model/index.ts';
import { policyJsonSchema, PRESETS, presetText } from '../src/policy/index.ts';
import {
  commandsTable,
  errorCodesTable,
  exitCodesTable,
  recipesTable,
  runnersTable,
} from './cli-tables.ts';
import { ecosystemsTable } from './ecosystems-table.ts';
import { markdownTable, withGenerated } from './markdown.ts';
import { noticesPage } from './notices.ts';
import { policyKeysPage } from './policy-keys.ts';
import { intentsTable, layerRulesTable, presetsTable, testCommandsList } from './policy-tables.ts';
import { trailEntriesPage } from './trail-entries.ts';

const actionFile = z.looseObject({
  description: z.string(),
  inputs: z.record(
    z.string(),
    z.looseObject({
      description: z.string(),
      default: z.string().optional(),
      deprecationMessage: z.string().optional(),
    }),
  ),
  outputs: z.record(z.string(), z.looseObject({ description: z.string() })),
});
type ActionFile = z.infer<typeof actionFile>;

function actionIn(folder: string): ActionFile {
  return actionFile.parse(parse(readFileSync(join(folder, 'action.yml'), 'utf8')));
}

function inputsTable(inputs: ActionFile['inputs']): string {
  const rows = Object.entries(inputs).map(([name, { description, default: value }]) => [
    `\`${name}\``,
    description,
    value === undefined ? '' : `\`${value}\``,
  ]);
  return markdownTable(['input', 'description', 'default'], rows);
}

function outputsTable(outputs: ActionFile['outputs']): string {
  const rows = Object.entries(outputs).map(([name, { description }]) => [
    `\`${name}\``,
    description,
  ]);
  return markdownTable(['output', 'description'], rows);
}

/** The inputs and outputs of the main action, and of each beside it. */
function inputsPage(): string {
  const { inputs, outputs } = actionIn('.');
  const isOld = (name: string): boolean => inputs[name]?.deprecationMessage !== undefined;
  const moved = Object.entries(MOVED_INPUTS).map(([name, action]) => [
    `\`${name}\``,
    `[${action}](#${action})`,
  ]);
  return [
    '# Inputs and outputs',
    '',
    'Generated from `action.yml` and the `action.yml` of `plan`, `collect`, `apply` and `policy-diff` by `npm run generate`. Terms: [glossary](glossary.md).',
    '',
    'The main action is `countersign/countersign`. You use the other actions by their folder, such as `countersign/countersign/plan`, at the same commit.',
    'An input has the same name and meaning in all of them. A misspelt name stops the step, because the input would have no effect.',
    '',
    '## Inputs',
    '',
    inputsTable(Object.fromEntries(Object.entries(inputs).filter(([name]) => !isOld(name)))),
    '',
    '## Outputs',
    '',
    outputsTable(
      Object.fromEntries(Object.entries(outputs).filter(([name]) => !isMovedOutput(name))),
    ),
    '',
    ...Object.keys(SUB_ACTIONS).flatMap((name) => {
      const own = actionIn(name);
      return [
        `## \`${name}\``,
        '',
        own.description,
        '',
        inputsTable(own.inputs),
        '',
        outputsTable(own.outputs),
        '',
      ];
    }),
    '## Deprecated inputs',
    '',
    'In earlier versions, the input `mode` of the main action selected what a step does. It still works, with the same inputs and outputs. Replace',
    '`mode: plan` by the action `plan`, for example, and leave the rest as it is. GitHub warns if a workflow uses one of these inputs.',
    '',
    markdownTable(['deprecated input of the main action', 'action that has it'], moved),
    '',
  ].join('\n');
}

/** Whether only an action beside the main one sets an output. */
function isMovedOutput(name: string): boolean {
  return MOVED_OUTPUTS.some((output) => output === name);
}

/** Each preset as a file to copy, with the line by which editors find the schema. */
function examplePolicies(): Readonly<Record<string, string>> {
  const schemaUrl = '../../schema/policy.schema.json';
  return Object.fromEntries(
    PRESETS.map((name) => [`examples/policies/${name}.yml`, presetText(name, { schemaUrl })]),
  );
}

/** The policy of each recipe beside its workflow, and the workflows as data for `init`. */
function recipeFiles(): Readonly<Record<string, string>> {
  const schemaUrl = '../../schema/policy.schema.json';
  const workflows = RECIPES.map((name) => [
    name,
    readFileSync(`examples/workflows/${name}.yml`, 'utf8'),
  ]);
  return {
    'src/cli/recipes/workflows.json': `${JSON.stringify(Object.fromEntries(workflows), null, 2)}\n`,
    ...Object.fromEntries(
      RECIPES.map((name) => [
        `examples/workflows/${name}.policy.yml`,
        policyText(recipeOf(name), { schemaUrl }),
      ]),
    ),
  };
}

/** The pages with generated tables among what people wrote. */
async function pagesWithTables(): Promise<Readonly<Record<string, string>>> {
  const parts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'docs/policy.md': { intents: intentsTable(), presets: presetsTable() },
    'docs/baselines.md': { 'layer-rules': layerRulesTable() },
    'docs/outcomes.md': { 'test-commands': testCommandsList() },
    'docs/recipes.md': { recipes: recipesTable(), ecosystems: ecosystemsTable() },
    'docs/sandbox.md': { runners: runnersTable() },
    'docs/cli.md': { commands: await commandsTable(), 'exit-codes': exitCodesTable() },
    'docs/troubleshooting.md': { 'error-codes': errorCodesTable() },
  };
  return Object.fromEntries(
    Object.entries(parts).map(([path, tables]) => [
      path,
      withGenerated(readFileSync(path, 'utf8'), tables),
    ]),
  );
}

/** Each generated file by its path from the root, with the text that it must have. */
export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  return {
    'THIRD-PARTY-NOTICES.md': noticesPage(),
    'docs/inputs.md': inputsPage(),
    'docs/policy-keys.md': policyKeysPage(policyJsonSchema()),
    ...examplePolicies(),
    ...recipeFiles(),
    ...(await pagesWithTables()),
    'docs/trail-entries.md': trailEntriesPage(trailJsonSchema()),
    'schema/statement.schema.json': `${JSON.stringify(statementJsonSchema(), null, 2)}\n`,
    'schema/trail.schema.json': `${JSON.stringify(trailJsonSchema(), null, 2)}\n`,
    'schema/script.schema.json': `${JSON.stringify(scriptJsonSchema(), null, 2)}\n`,
    'schema/policy.schema.json': `${JSON.stringify(policyJsonSchema(), null, 2)}\n`,
  };
}
