/** The files of the repository that are generated from others. A test compares them with what is committed. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod';
import { statementJsonSchema, trailJsonSchema } from '../src/audit/index.ts';
import { policyText, RECIPES, recipeOf } from '../src/cli/recipes/index.ts';
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
import { inputSchemaFiles } from './own-tools.ts';
import { policyKeysPage } from './policy-keys.ts';
import { intentsTable, layerRulesTable, presetsTable, testCommandsList } from './policy-tables.ts';
import { trailEntriesPage } from './trail-entries.ts';

const actionFile = z.looseObject({
  inputs: z.record(
    z.string(),
    z.looseObject({ description: z.string(), default: z.string().optional() }),
  ),
  outputs: z.record(z.string(), z.looseObject({ description: z.string() })),
});

function inputsPage(): string {
  const { inputs, outputs } = actionFile.parse(parse(readFileSync('action.yml', 'utf8')));
  return [
    '# Inputs and outputs',
    '',
    'Generated from `action.yml` by `npm run generate`. Terms: [glossary](glossary.md).',
    '',
    '## Inputs',
    '',
    markdownTable(
      ['input', 'description', 'default'],
      Object.entries(inputs).map(([name, { description, default: value }]) => [
        `\`${name}\``,
        description,
        value === undefined ? '' : `\`${value}\``,
      ]),
    ),
    '',
    '## Outputs',
    '',
    markdownTable(
      ['output', 'description'],
      Object.entries(outputs).map(([name, { description }]) => [`\`${name}\``, description]),
    ),
    '',
  ].join('\n');
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
    ...(await inputSchemaFiles()),
    ...examplePolicies(),
    ...recipeFiles(),
    ...(await pagesWithTables()),
    'docs/trail-entries.md': trailEntriesPage(trailJsonSchema()),
    'schema/statement.schema.json': `${JSON.stringify(statementJsonSchema(), null, 2)}\n`,
    'schema/trail.schema.json': `${JSON.stringify(trailJsonSchema(), null, 2)}\n`,
    'schema/policy.schema.json': `${JSON.stringify(policyJsonSchema(), null, 2)}\n`,
  };
}
