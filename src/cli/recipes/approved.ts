/** Recipes about what happens after somebody approved. */
import type { Recipe } from './recipe.ts';
import {
  ASK,
  CHECKOUT,
  CHECKS,
  FIX_POLICY,
  IS_ANSWER,
  KEY,
  MAY_OPEN,
  PROTECT,
  PULLS,
  PUSH,
  READ_CHECKS,
  READ_CONTENTS,
  RUNS,
  STATUSES,
  SECRET,
} from './shared.ts';

const ASKS = "contains(github.event.comment.body, '/countersign')";
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
  permissions: [PUSH, ASK, PULLS, RUNS, CHECKS, STATUSES],
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

export const twoJobs: Recipe = {
  name: 'two-jobs',
  title: 'Countersign, two jobs',
  about: 'The agent works with a token that can only read; another job pushes what was approved.',
  notes: [
    'The job apply believes nothing that the job agent says: it verifies the trail and the digest of the changes,',
    'judges each changed file by the policy, asks for the push and the pull request, and does both itself.',
  ],
  preset: 'fix',
  policyPath: FIX_POLICY,
  on: ['issue_comment:', '  types: [created]'],
  permissions: [READ_CONTENTS],
  concurrency: {
    group: 'two-jobs-${{ github.event.comment.id }}',
    why: 'Each comment is a run of its own: answers and the comments that a run writes end nothing.',
  },
  jobs: [
    {
      id: 'agent',
      if: [ASKS],
      permissions: [
        READ_CONTENTS,
        { name: 'issues', level: 'read', why: 'to read the issue and its comments' },
        { name: 'pull-requests', level: 'read', why: 'to read the pull request and its comments' },
        READ_CHECKS,
      ],
      timeoutMinutes: 60,
      outputs: {
        artifact: '${{ steps.countersign.outputs.audit-artifact-name }}',
        head: '${{ steps.countersign.outputs.audit-head }}',
        changes: '${{ steps.countersign.outputs.changes-sha256 }}',
      },
      steps: [
        CHECKOUT,
        {
          kind: 'agent',
          with: {
            ...KEY,
            policy: FIX_POLICY,
            approvals: 'fail',
            'tracking-comment': 'off',
            'check-run': 'false',
            'system-prompt':
              'You cannot push, comment or open a pull request here: leave your changes in the work tree. Another job asks people about them and applies them.',
          },
        },
      ],
    },
    {
      id: 'apply',
      needs: 'agent',
      if: [
        "!cancelled() && (needs.agent.outputs.changes != '' ||",
        ...IS_ANSWER.slice(0, -1),
        `${IS_ANSWER.at(-1)})`,
      ],
      permissions: [
        PUSH,
        ASK,
        PULLS,
        { ...RUNS, why: 'to download the changes, and to take a suspended run up' },
        CHECKS,
      ],
      timeoutMinutes: 30,
      steps: [
        CHECKOUT,
        {
          kind: 'agent',
          with: {
            mode: 'apply',
            policy: FIX_POLICY,
            'apply-artifact': '${{ needs.agent.outputs.artifact }}',
            'apply-head': '${{ needs.agent.outputs.head }}',
            'state-key': '${{ secrets.COUNTERSIGN_STATE_KEY }}',
          },
        },
      ],
    },
  ],
  next: [
    SECRET,
    'Set the repository secret COUNTERSIGN_STATE_KEY to at least 16 random characters: the job apply has no other key.',
    PROTECT,
    MAY_OPEN,
    'Comment on an issue: /countersign fix this and run the tests',
  ],
};
