/** Recipes that nobody asks for by a comment: CI, a clock, a tag. */
import type { Recipe, RecipeStep } from './recipe.ts';
import {
  ASK,
  CHECKOUT,
  CHECKS,
  FIX_POLICY,
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

const CI_FAILED = [
  'workflow_run:',
  '  workflows: [CI] # the name of your workflow',
  '  types: [completed]',
];
const OWN_FAILURE = [
  "github.event.workflow_run.conclusion == 'failure' &&",
  'github.event.workflow_run.head_repository.full_name == github.repository &&',
];
const BOTS = `fromJSON('["dependabot[bot]", "renovate[bot]"]')`;
const CALL_CI = 'Change the name CI under workflows: to that of the workflow that is to be green.';

export const fixCi: Recipe = {
  name: 'fix-ci',
  title: 'Fix CI',
  about: 'Finds out why CI failed on a branch of this repository, and offers a fix.',
  notes: [
    'Runs of forks start nothing: their logs and branches are by strangers, and this event has the secrets.',
    'Asks on the pull request; where the branch has none, on an issue that it opens.',
    'What is pushed with the token of a job starts no workflow, so a fix never starts the next one by itself.',
  ],
  preset: 'fix',
  policyPath: FIX_POLICY,
  on: CI_FAILED,
  permissions: [PUSH, ASK, PULLS, RUNS, CHECKS, STATUSES],
  concurrency: {
    group: 'fix-ci-${{ github.event.workflow_run.head_branch }}',
    why: 'One run for each branch at a time; a newer failure waits for it and takes the place of one that waits.',
  },
  jobs: [
    {
      id: 'agent',
      if: [...OWN_FAILURE, "github.event.workflow_run.actor.type != 'Bot'"],
      timeoutMinutes: 60,
      steps: [
        CHECKOUT,
        {
          kind: 'agent',
          with: {
            ...KEY,
            policy: FIX_POLICY,
            'approval-issue': 'create',
            prompt: [
              'CI failed: ${{ github.event.workflow_run.html_url }}, on the branch ${{ github.event.workflow_run.head_branch }}.',
              'Read the log of the job that failed, find the cause, and mend it with the smallest change that does.',
              'Run the tests that failed. Then push the change; where there is no pull request, open one.',
              'Where the cause is not in this repository, change nothing and say what it is.',
            ].join('\n'),
          },
        },
      ],
    },
  ],
  next: [SECRET, PROTECT, MAY_OPEN, CALL_CI, RESUMES],
};

const INSTALL: RecipeStep = {
  kind: 'run',
  name: 'Install, without running what is installed',
  run: 'npm ci --ignore-scripts',
};

export const dependencies: Recipe = {
  name: 'dependencies',
  title: 'Keep updates green',
  about: 'Adapts the code where a dependency update by Dependabot or Renovate fails CI.',
  notes: [
    'A bot has no write access here, so its pull request is text by a stranger; the policy says what runs all the same.',
    'On workflow_run, because GitHub gives runs that Dependabot starts itself no secrets.',
  ],
  preset: 'dependencies',
  policyPath: policyOf('dependencies'),
  on: CI_FAILED,
  permissions: [PUSH, ASK, PULLS, RUNS, CHECKS, STATUSES],
  concurrency: {
    group: 'dependencies-${{ github.event.workflow_run.head_branch }}',
    why: 'One run for each update at a time; a newer failure waits for it and takes the place of one that waits.',
  },
  jobs: [
    {
      id: 'agent',
      if: [...OWN_FAILURE, `contains(${BOTS}, github.event.workflow_run.actor.login)`],
      timeoutMinutes: 60,
      steps: [
        { kind: 'checkout', with: { ref: '${{ github.event.workflow_run.head_sha }}' } },
        INSTALL,
        {
          kind: 'agent',
          with: {
            ...KEY,
            policy: policyOf('dependencies'),
            'allow-actors': 'dependabot[bot], renovate[bot]',
            prompt: [
              'This pull request updates a dependency, and CI failed: ${{ github.event.workflow_run.html_url }}.',
              'Read the log of the job that failed. Adapt the code of this repository to the new version,',
              'run the tests, and push the change to the branch of the pull request.',
              'Do not change the version, and do not weaken a test. Where that is not possible, say why.',
            ].join('\n'),
          },
        },
      ],
    },
  ],
  next: [
    SECRET,
    PROTECT,
    CALL_CI,
    'Change the step that installs, if this is no npm project.',
    RESUMES,
  ],
};

export const maintenance: Recipe = {
  name: 'maintenance',
  title: 'Maintenance',
  about:
    'Looks after the repository every week, and asks on an issue before anything leaves the runner.',
  notes: ['The issue is opened when the first call needs somebody; answers on it wake the run.'],
  preset: 'fix',
  policyPath: FIX_POLICY,
  on: ['schedule:', "  - cron: '17 4 * * 1' # Mondays", 'workflow_dispatch:'],
  permissions: [PUSH, ASK, PULLS, RUNS, CHECKS, STATUSES],
  concurrency: {
    group: 'maintenance',
    why: 'One at a time; a run that waits for an answer is never cancelled.',
  },
  jobs: [
    {
      id: 'agent',
      timeoutMinutes: 60,
      steps: [
        CHECKOUT,
        {
          kind: 'agent',
          with: {
            ...KEY,
            policy: FIX_POLICY,
            'approval-issue': 'create',
            prompt: [
              'Look after this repository: dead links in the documentation, TODOs whose reason is gone,',
              'tests that are skipped without one. Mend the one thing that is worth most, and run the tests.',
              'Then push a branch and open a pull request. Where nothing is worth it, change nothing.',
            ].join('\n'),
          },
        },
      ],
    },
  ],
  next: [SECRET, PROTECT, MAY_OPEN, RESUMES, 'Say in the prompt what is to be looked after.'],
};

export const releaseNotes: Recipe = {
  name: 'release-notes',
  title: 'Release notes',
  about: 'Writes the notes of a version when its tag is pushed, as the draft of a release.',
  notes: [
    'The agent only reads. Another job makes the draft from what it wrote; a person reads and publishes it.',
  ],
  preset: 'readonly',
  policyPath: policyOf('release-notes'),
  on: [
    'push:',
    "  tags: ['v*']",
    'workflow_dispatch:',
    '  inputs:',
    '    tag:',
    '      description: The tag that the notes are for',
    '      required: true',
  ],
  permissions: [READ_CONTENTS],
  concurrency: {
    group: 'release-notes-${{ inputs.tag || github.ref_name }}',
    why: 'One run for each tag.',
  },
  jobs: [
    {
      id: 'agent',
      timeoutMinutes: 20,
      outputs: {
        outcome: '${{ steps.countersign.outputs.outcome }}',
        notes: '${{ steps.countersign.outputs.summary }}',
      },
      steps: [
        { kind: 'checkout', with: { 'fetch-depth': '0', ref: '${{ inputs.tag || github.ref }}' } },
        {
          kind: 'agent',
          with: {
            ...KEY,
            policy: policyOf('release-notes'),
            approvals: 'fail',
            'check-run': 'false',
            prompt: [
              'Write the release notes of ${{ inputs.tag || github.ref_name }}: what changed since the tag before it,',
              'for people who use this project. Read the commits between the two and what they changed.',
              'Group by what it means to users; leave out what nobody notices. Name what breaks first.',
              'Finish with the notes, as Markdown, as the summary.',
            ].join('\n'),
          },
        },
      ],
    },
    {
      id: 'draft',
      needs: 'agent',
      if: ["needs.agent.outputs.outcome == 'done'"],
      permissions: [{ name: 'contents', level: 'write', why: 'to make the draft of the release' }],
      timeoutMinutes: 5,
      steps: [
        {
          kind: 'run',
          name: 'Make the draft',
          env: {
            GH_TOKEN: '${{ github.token }}',
            NOTES: '${{ needs.agent.outputs.notes }}',
            TAG: '${{ inputs.tag || github.ref_name }}',
          },
          run: 'gh release create "$TAG" --repo "$GITHUB_REPOSITORY" --draft --verify-tag --title "$TAG" --notes "$NOTES"',
        },
      ],
    },
  ],
  next: [SECRET, PROTECT, 'Push a tag, then read the draft under Releases and publish it.'],
};
