/** Recipes about what happens after somebody approved. */
import type { Recipe } from './recipe.ts';
import {
  ASK,
  CHECKOUT,
  FIX_POLICY,
  IS_ANSWER,
  KEY,
  PROTECT,
  PULLS,
  PUSH,
  RUNS,
  SECRET,
} from './shared.ts';

const OWN = '.github/workflows/';

export const resume: Recipe = {
  name: 'resume',
  title: 'Resume',
  about:
    'Takes runs up that were suspended to wait for an answer, when somebody answers their card.',
  notes: [
    'For workflows that do not listen to comments themselves; each is named in resume-workflows, and its job is called agent.',
    'A run goes on under the policy that it began with, or not at all.',
  ],
  preset: 'fix',
  policyPath: FIX_POLICY,
  on: ['issue_comment:', '  types: [created]'],
  permissions: [PUSH, ASK, PULLS, RUNS],
  concurrency: {
    group: 'resume-${{ github.event.comment.id }}',
    why: 'Each answer is a run of its own; only the first that sees a card decided goes on with its run.',
  },
  jobs: [
    {
      id: 'agent',
      if: IS_ANSWER,
      timeoutMinutes: 60,
      steps: [
        CHECKOUT,
        {
          kind: 'agent',
          with: {
            ...KEY,
            policy: FIX_POLICY,
            'resume-workflows': ['review', 'fix-ci', 'dependencies', 'maintenance']
              .map((name) => `${OWN}${name}.yml`)
              .join(', '),
          },
        },
      ],
    },
  ],
  next: [SECRET, PROTECT, 'Name the workflows that it serves in resume-workflows.'],
};
