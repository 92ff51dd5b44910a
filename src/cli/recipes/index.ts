import { type Preset, presetText } from '../../policy/index.ts';
import { resume, twoJobs } from './approved.ts';
import { dependencies, fixCi, maintenance, releaseNotes } from './automatic.ts';
import type { Recipe, RecipeName } from './recipe.ts';
import { comments, review, triage } from './threads.ts';

export { type Recipe, type RecipeName, RECIPES } from './recipe.ts';
export { ACTION_PIN, workflowText } from './render.ts';

const ALL: Readonly<Record<RecipeName, Recipe>> = {
  comments,
  triage,
  review,
  'fix-ci': fixCi,
  dependencies,
  maintenance,
  'release-notes': releaseNotes,
  'two-jobs': twoJobs,
  resume,
};

export function recipeOf(name: RecipeName): Recipe {
  return ALL[name];
}

/** Where the workflow of a recipe lies, from the repository's root. */
export function workflowPath(recipe: Recipe): string {
  return `.github/workflows/${recipe.name}.yml`;
}

/** The policy of a recipe: its preset, with the line by which editors find the schema. */
export function policyText(recipe: { readonly preset: Preset }, schemaUrl: string): string {
  return presetText(recipe.preset, { schemaUrl });
}
