import { type Preset, presetText } from '../../policy/index.ts';
import workflows from './workflows.json' with { type: 'json' };

export const RECIPES = [
  'comments',
  'triage',
  'review',
  'fix-ci',
  'dependencies',
  'maintenance',
  'release-notes',
  'two-jobs',
  'resume',
] as const;
export type RecipeName = (typeof RECIPES)[number];

/** A workflow and its policy for one purpose. */
export interface Recipe {
  readonly name: RecipeName;
  /** Its purpose, in one sentence: the first line of the workflow. */
  readonly about: string;
  /** The event that starts the workflow, for people. */
  readonly trigger: string;
  /** The text of the workflow, from `examples/workflows`. */
  readonly workflow: string;
  readonly preset: Preset;
  /** The path of its policy, from the repository's root. */
  readonly policyPath: string;
  /** Manual steps that are left, one sentence each. */
  readonly next: readonly string[];
}

const FIX_POLICY = '.github/countersign.yml';
const SECRET = 'Set the repository secret ANTHROPIC_API_KEY.';
const PROTECT =
  'Protect the default branch and require reviews for .github/, because everybody who can push there can change the policy.';
const ALLOW_PULL_REQUESTS =
  'If the agent should open pull requests, allow GitHub Actions to create them under Settings, Actions, General.';
const ADD_RESUME =
  'Add the recipe resume, which resumes the run when somebody answers its approval request.';
const NAME_CI = 'Change the name CI under workflows: to the name of your workflow.';
const COMMENT = 'Comment on an issue: /countersign fix this and run the tests';

const DETAILS: Readonly<Record<RecipeName, Omit<Recipe, 'name' | 'about' | 'workflow'>>> = {
  comments: {
    trigger: 'a comment with `/countersign …`',
    preset: 'fix',
    policyPath: FIX_POLICY,
    next: [SECRET, PROTECT, ALLOW_PULL_REQUESTS, COMMENT],
  },
  triage: {
    trigger: 'a new issue, by anybody',
    preset: 'triage',
    policyPath: '.github/countersign/triage.yml',
    next: [SECRET, PROTECT, 'Open an issue.'],
  },
  review: {
    trigger: 'a pull request of this repository',
    preset: 'review',
    policyPath: '.github/countersign/review.yml',
    next: [SECRET, PROTECT, ADD_RESUME, 'Open a pull request from a branch of this repository.'],
  },
  'fix-ci': {
    trigger: 'a CI failure on a branch of this repository',
    preset: 'fix',
    policyPath: FIX_POLICY,
    next: [SECRET, PROTECT, ALLOW_PULL_REQUESTS, NAME_CI, ADD_RESUME],
  },
  dependencies: {
    trigger: 'a CI failure on an update by Dependabot or Renovate',
    preset: 'dependencies',
    policyPath: '.github/countersign/dependencies.yml',
    next: [
      SECRET,
      PROTECT,
      NAME_CI,
      'Change the install step if this is not an npm project.',
      ADD_RESUME,
    ],
  },
  maintenance: {
    trigger: 'a schedule',
    preset: 'fix',
    policyPath: FIX_POLICY,
    next: [SECRET, PROTECT, ALLOW_PULL_REQUESTS, ADD_RESUME, 'Say in the prompt what to maintain.'],
  },
  'release-notes': {
    trigger: 'a tag, or a manual start',
    preset: 'readonly',
    policyPath: '.github/countersign/release-notes.yml',
    next: [SECRET, PROTECT, 'Push a tag, then review the draft under Releases and publish it.'],
  },
  'two-jobs': {
    trigger: 'a comment with `/countersign …`',
    preset: 'fix',
    policyPath: FIX_POLICY,
    next: [
      SECRET,
      'Set the repository secret COUNTERSIGN_STATE_KEY to at least 16 random characters. The job apply has no other key.',
      PROTECT,
      ALLOW_PULL_REQUESTS,
      COMMENT,
    ],
  },
  resume: {
    trigger: 'an answer to an approval request',
    preset: 'fix',
    policyPath: FIX_POLICY,
    next: [SECRET, PROTECT, 'List the workflow files whose runs it resumes in resume-workflows.'],
  },
};

export function recipeOf(name: RecipeName): Recipe {
  const workflow = workflows[name];
  return { name, about: aboutOf(workflow), workflow, ...DETAILS[name] };
}

/** The purpose of a workflow: the comment on its first line. */
export function aboutOf(workflow: string): string {
  return workflow.split('\n')[0]?.replace(/^# /, '') ?? '';
}

/** The path of a recipe's workflow, from the repository's root. */
export function workflowPath(recipe: Recipe): string {
  return `.github/workflows/${recipe.name}.yml`;
}

/** The policy of a recipe: its preset, with the line by which editors find the schema. */
export function policyText(recipe: { readonly preset: Preset }, schemaUrl: string): string {
  return presetText(recipe.preset, { schemaUrl });
}
