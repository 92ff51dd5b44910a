/** Recipes that begin from an issue, a comment or a pull request. */
import type { Recipe } from './recipe.ts';
import {
  ASK,
  CHECKOUT,
  CHECKS,
  FIX_POLICY,
  IS_ANSWER,
  KEY,
  MAY_OPEN,
  policyOf,
  PROTECT,
  PULLS,
  PUSH,
  READ_CONTENTS,
  RESUMES,
  RUNS,
  STATUSES,
  SECRET,
} from './shared.ts';

export const comments: Recipe = {
  name: 'comments',
  title: 'Countersign',
  about: 'Answers comments that begin a line with /countersign, on issues and pull requests.',
  notes: [
    'Who asks must have write access. The agent changes files and runs tests; what leaves the runner is asked for.',
    'Pull requests from forks: a maintainer comments. The files are then those of the fork, the policy is not.',
  ],
  preset: 'fix',
  policyPath: FIX_POLICY,
  on: ['issue_comment:', '  types: [created]'],
  permissions: [PUSH, ASK, PULLS, RUNS, CHECKS, STATUSES],
  concurrency: {
    group: 'countersign-${{ github.event.comment.id }}',
    why: 'Each comment is a run of its own: answers and the comments that a run writes end nothing.',
  },
  jobs: [
    {
      id: 'agent',
      if: ["contains(github.event.comment.body, '/countersign') ||", ...IS_ANSWER],
      timeoutMinutes: 60,
      steps: [CHECKOUT, { kind: 'agent', with: { ...KEY, policy: FIX_POLICY } }],
    },
  ],
  next: [SECRET, PROTECT, MAY_OPEN, 'Comment on an issue: /countersign fix this and run the tests'],
};

export const triage: Recipe = {
  name: 'triage',
  title: 'Triage',
  about: 'Labels and answers new issues, whoever opened them.',
  notes: [
    'Strangers write issues: the policy lets the agent read, label and comment, and nothing else, so nobody is asked.',
  ],
  preset: 'triage',
  policyPath: policyOf('triage'),
  on: ['issues:', '  types: [opened]'],
  permissions: [
    READ_CONTENTS,
    { name: 'issues', level: 'write', why: 'to label issues and to comment on them' },
  ],
  concurrency: {
    group: 'triage-${{ github.event.issue.number }}',
    why: 'One run for each issue.',
  },
  jobs: [
    {
      id: 'agent',
      timeoutMinutes: 15,
      steps: [
        CHECKOUT,
        {
          kind: 'agent',
          with: {
            ...KEY,
            policy: policyOf('triage'),
            'run-for': 'anyone',
            approvals: 'fail',
            'tracking-comment': 'off',
            'check-run': 'false',
            prompt: [
              'Triage this issue. Read it and the code that it is about.',
              'Put on the labels of this repository that fit.',
              'Where something is missing to work on it (a version, steps, a log), ask for it in one short comment.',
              'Where it is clear, do not comment.',
            ].join('\n'),
          },
        },
      ],
    },
  ],
  next: [SECRET, PROTECT, 'Open an issue.'],
};

export const review: Recipe = {
  name: 'review',
  title: 'Review',
  about: 'Reviews pull requests of this repository when they are opened or ready.',
  notes: [
    'Pull requests from forks get no secrets; with the recipe comments, a maintainer writes "/countersign review this".',
  ],
  preset: 'review',
  policyPath: policyOf('review'),
  on: ['pull_request:', '  types: [opened, reopened, ready_for_review]'],
  permissions: [
    READ_CONTENTS,
    { name: 'issues', level: 'read', why: 'to read the issues that the pull request names' },
    {
      name: 'pull-requests',
      level: 'write',
      why: 'to review, to ask by comment, to show progress',
    },
    RUNS,
    CHECKS,
    STATUSES,
  ],
  concurrency: {
    group: 'review-${{ github.event.pull_request.number }}',
    why: 'One review of a pull request at a time; a run that goes on is never cancelled.',
  },
  jobs: [
    {
      id: 'agent',
      if: [
        'github.event.pull_request.head.repo.full_name == github.repository &&',
        "!github.event.pull_request.draft && github.event.pull_request.user.type != 'Bot'",
      ],
      timeoutMinutes: 30,
      steps: [
        CHECKOUT,
        {
          kind: 'agent',
          with: {
            ...KEY,
            policy: policyOf('review'),
            'tracking-comment': 'sticky',
            prompt: [
              'Review this pull request. Look for what is wrong, not for what is a matter of taste.',
              'Say each finding on the line that it is about, with what happens and what to write instead.',
              'Say so where you found nothing.',
            ].join('\n'),
          },
        },
      ],
    },
  ],
  next: [SECRET, PROTECT, RESUMES, 'Open a pull request from a branch of this repository.'],
};
