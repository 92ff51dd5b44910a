import type { RecipePermission, RecipeStep } from './recipe.ts';

export const FIX_POLICY = '.github/countersign.yml';
/** The folder of the policies of recipes that need one of their own. */
export const policyOf = (name: string): string => `.github/countersign/${name}.yml`;

export const KEY = { 'anthropic-api-key': '${{ secrets.ANTHROPIC_API_KEY }}' } as const;

export const CHECKOUT: RecipeStep = { kind: 'checkout' };

export const READ_CONTENTS: RecipePermission = {
  name: 'contents',
  level: 'read',
  why: 'to read the policy and the files of the checkout',
};
export const PUSH: RecipePermission = {
  name: 'contents',
  level: 'write',
  why: 'to read the policy, and to push a branch once that is approved',
};
export const ASK: RecipePermission = {
  name: 'issues',
  level: 'write',
  why: 'to ask by comment, to show progress, to read answers',
};
export const PULLS: RecipePermission = {
  name: 'pull-requests',
  level: 'write',
  why: 'the same on pull requests, and to open one once that is approved',
};
export const RUNS: RecipePermission = {
  name: 'actions',
  level: 'read',
  why: 'to take a suspended run up from its artifact, and to read the logs of CI',
};

/** Services without an App say what they found by statuses. */
export const STATUSES: RecipePermission = {
  name: 'statuses',
  level: 'read',
  why: 'to read what services say of a commit',
};

export const CHECKS: RecipePermission = {
  name: 'checks',
  level: 'write',
  why: 'to show the outcome on the commit, and to read what CI says of it',
};
export const READ_CHECKS: RecipePermission = {
  name: 'checks',
  level: 'read',
  why: 'to read what CI says of a pull request',
};

/** Lets answers to a card through: comments that begin with one of its words. */
export const IS_ANSWER = [
  "startsWith(github.event.comment.body, '/approve') ||",
  "startsWith(github.event.comment.body, '/deny') ||",
  "startsWith(github.event.comment.body, '/answer') ||",
  "startsWith(github.event.comment.body, '/cancel') ||",
  "startsWith(github.event.comment.body, '/resume')",
] as const;

export const SECRET = 'Set the repository secret ANTHROPIC_API_KEY.';
export const PROTECT =
  'Protect the default branch and require reviews for .github/: whoever can push there changes the policy.';
export const MAY_OPEN =
  'Under Settings, Actions, General, allow GitHub Actions to create pull requests, if the agent is to open them.';
export const RESUMES = 'Add the recipe resume: it takes the run up when somebody answers its card.';
