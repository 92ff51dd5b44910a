/** The files of the repository that are made from others. A test compares them with what is committed. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod';
import { trailJsonSchema } from '../src/audit/index.ts';
import { policyText, RECIPES, recipeOf, workflowText } from '../src/cli/recipes/index.ts';
import { policyJsonSchema, PRESETS, presetText } from '../src/policy/index.ts';
import { noticesPage } from './notices.ts';
import { inputSchemaFiles } from './own-tools.ts';
import { policyKeysPage } from './policy-keys.ts';
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
  const inputRows = Object.entries(inputs).map(
    ([name, { description, default: value }]) =>
      `| \`${name}\` | ${description} | ${value === undefined ? '' : `\`${value}\``} |`,
  );
  const outputRows = Object.entries(outputs).map(
    ([name, { description }]) => `| \`${name}\` | ${description} |`,
  );
  return [
    '# Inputs and outputs',
    '',
    'Made from `action.yml` by `npm run generate`.',
    '',
    '## Inputs',
    '',
    '| input | what it is | default |',
    '|--|--|--|',
    ...inputRows,
    '',
    '## Outputs',
    '',
    '| output | what it is |',
    '|--|--|',
    ...outputRows,
    '',
  ].join('\n');
}

/** Each preset as a file to copy, with the line by which editors find the schema that lies beside it. */
function examplePolicies(): Readonly<Record<string, string>> {
  const schemaUrl = '../../schema/policy.schema.json';
  return Object.fromEntries(
    PRESETS.map((name) => [`examples/policies/${name}.yml`, presetText(name, { schemaUrl })]),
  );
}

/** Each recipe as a workflow to copy, with its policy beside it. */
function exampleWorkflows(): Readonly<Record<string, string>> {
  const schemaUrl = '../../schema/policy.schema.json';
  return Object.fromEntries(
    RECIPES.map(recipeOf).flatMap((recipe) => [
      [`examples/workflows/${recipe.name}.yml`, workflowText(recipe)],
      [`examples/workflows/${recipe.name}.policy.yml`, policyText(recipe, schemaUrl)],
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
    ...exampleWorkflows(),
    'docs/trail-entries.md': trailEntriesPage(trailJsonSchema()),
    'schema/trail.schema.json': `${JSON.stringify(trailJsonSchema(), null, 2)}\n`,
    'schema/policy.schema.json': `${JSON.stringify(policyJsonSchema(), null, 2)}\n`,
  };
}
