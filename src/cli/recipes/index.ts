import { type Preset, type PresetProject, presetText } from '../../policy/index.ts';
import { DEFAULT_POLICY } from '../../session/index.ts';
import { inFolder, type Project, projectCommands } from '../ecosystems/index.ts';
import { setupSteps } from '../ecosystems/setup-steps.ts';
import type { OwnSource } from '../own-source.ts';
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
  /**
   * Which steps set up the project before the agent's step.
   * - `any-code`: they may run code of the checkout, because it is the default branch;
   * - `no-code`: they run no code of packages, because the checkout can name untrusted ones;
   * - `none`: there are none, because no command needs them.
   */
  readonly setup: 'any-code' | 'no-code' | 'none';
  /** Manual steps that are left, one sentence each. */
  readonly next: readonly string[];
}

const SECRET = 'Set the repository secret ANTHROPIC_API_KEY.';
const PROTECT =
  'Protect the default branch and require reviews for .github/, because everybody who can push there can change the policy.';
const ALLOW_PULL_REQUESTS =
  'If the agent should open pull requests, allow GitHub Actions to create them under Settings, Actions, General.';
const ALLOW_SELF =
  'If you are the only maintainer, write approvals: { self: true } into the policy. Otherwise nobody can approve what you ask for.';
const ADD_RESUME =
  'Add the recipe resume, which resumes the run when somebody answers its approval request.';
const NAME_CI = 'Change the name CI under workflows: to the name of your workflow.';
const COMMENT = 'Comment on an issue: /countersign fix this and run the tests';

const DETAILS: Readonly<Record<RecipeName, Omit<Recipe, 'name' | 'about' | 'workflow'>>> = {
  comments: {
    setup: 'any-code',
    trigger: 'a comment with `/countersign …`',
    preset: 'fix',
    policyPath: DEFAULT_POLICY,
    next: [SECRET, PROTECT, ALLOW_SELF, ALLOW_PULL_REQUESTS, COMMENT],
  },
  triage: {
    setup: 'none',
    trigger: 'a new issue, by anybody',
    preset: 'triage',
    policyPath: '.github/countersign/triage.yml',
    next: [SECRET, PROTECT, 'Open an issue.'],
  },
  review: {
    setup: 'no-code',
    trigger: 'a pull request of this repository',
    preset: 'review',
    policyPath: '.github/countersign/review.yml',
    next: [SECRET, PROTECT, ADD_RESUME, 'Open a pull request from a branch of this repository.'],
  },
  'fix-ci': {
    setup: 'any-code',
    trigger: 'a CI failure on a branch of this repository',
    preset: 'fix',
    policyPath: DEFAULT_POLICY,
    next: [SECRET, PROTECT, ALLOW_PULL_REQUESTS, NAME_CI, ADD_RESUME],
  },
  dependencies: {
    setup: 'no-code',
    trigger: 'a CI failure on an update by Dependabot or Renovate',
    preset: 'dependencies',
    policyPath: '.github/countersign/dependencies.yml',
    next: [SECRET, PROTECT, NAME_CI, ADD_RESUME],
  },
  maintenance: {
    setup: 'any-code',
    trigger: 'a schedule',
    preset: 'fix',
    policyPath: DEFAULT_POLICY,
    next: [SECRET, PROTECT, ALLOW_PULL_REQUESTS, ADD_RESUME, 'Say in the prompt what to maintain.'],
  },
  'release-notes': {
    setup: 'none',
    trigger: 'a tag, or a manual start',
    preset: 'readonly',
    policyPath: '.github/countersign/release-notes.yml',
    next: [SECRET, PROTECT, 'Push a tag, then review the draft under Releases and publish it.'],
  },
  'two-jobs': {
    setup: 'any-code',
    trigger: 'a comment with `/countersign …`',
    preset: 'fix',
    policyPath: DEFAULT_POLICY,
    next: [
      SECRET,
      'Set the repository secret COUNTERSIGN_STATE_KEY to at least 16 random characters. The job apply has no other key.',
      PROTECT,
      ALLOW_SELF,
      ALLOW_PULL_REQUESTS,
      COMMENT,
    ],
  },
  resume: {
    setup: 'any-code',
    trigger: 'an answer to an approval request',
    preset: 'fix',
    policyPath: DEFAULT_POLICY,
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

/** The line of a workflow that the steps of the project replace. */
const SETUP_MARK =
  /^ +# The steps that install your project's dependencies come here; countersign init writes them\.\n/m;
const NO_SETUP = "      # The steps that install your project's dependencies come here.";
/** The main action, or one in a folder beside it. */
const OWN_ACTION = /\bcountersign\/countersign((?:\/[a-z-]+)?)@v[\d.]+(?: #.*)?$/gm;

/** The workflow of a recipe for a repository: with the steps that set up its projects, and this version of the action. */
export function workflowText(
  recipe: Recipe,
  options: { readonly projects: readonly Project[]; readonly source: OwnSource },
): string {
  const { repository, ref, comment } = options.source;
  const steps =
    recipe.setup === 'none'
      ? []
      : setupSteps(options.projects, { runsCode: recipe.setup === 'any-code' });
  const workflow = recipe.workflow.replaceAll(
    OWN_ACTION,
    (_, folder: string) => `${repository}${folder}@${ref} # ${comment}`,
  );
  const lines = steps.length === 0 ? [NO_SETUP] : steps;
  return workflow.replace(SETUP_MARK, () => `${lines.join('\n')}\n`);
}

/** The path of a recipe's workflow, from the repository's root. */
export function workflowPath(recipe: Recipe): string {
  return `.github/workflows/${recipe.name}.yml`;
}

/** The policy of a recipe: its preset for these projects, with the line by which editors find the schema. */
export function policyText(
  recipe: Pick<Recipe, 'preset' | 'setup'>,
  options: { readonly schemaUrl: string; readonly projects?: readonly Project[] },
): string {
  const { schemaUrl, projects = [] } = options;
  return presetText(recipe.preset, {
    schemaUrl,
    ...(projects.length === 0 ? {} : { project: presetProject(projects, recipe) }),
  });
}

function presetProject(
  projects: readonly Project[],
  { setup }: Pick<Recipe, 'setup'>,
): PresetProject {
  const runsCode = setup !== 'no-code';
  const installed = projects.filter(
    ({ ecosystem, folder }) => ecosystem.setup(folder, { runsCode }) !== null,
  );
  return {
    commands: projectCommands(installed),
    sources: distinct(
      projects.flatMap(({ ecosystem, folder }) =>
        ecosystem.sources.map((glob) => inFolder(folder, glob)),
      ),
    ),
    dependencyFiles: distinct(projects.flatMap(({ ecosystem }) => ecosystem.dependencyFiles)),
    hosts: distinct(projects.flatMap(({ ecosystem }) => ecosystem.hosts)),
    gates: [...new Set(projects.flatMap(({ ecosystem }) => ecosystem.gates ?? []))],
  };
}

function distinct(list: readonly string[]): readonly string[] {
  return [...new Set(list)];
}
