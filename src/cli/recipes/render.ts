import type { Recipe, RecipeJob, RecipePermission, RecipeStep } from './recipe.ts';

const CHECKOUT = 'actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0';
/** The commit of this repository that a workflow runs, and the version that it belongs to. */
export const ACTION_PIN = {
  commit: '81c7cfc6bc267f3753b22d8fb86e0801a926abf8',
  version: 'v0.1.0',
} as const;
const RUNNER = 'ubuntu-24.04';
/** Plain scalars that YAML reads as the text they are. */
const PLAIN = /^[A-Za-z./$][A-Za-z0-9 ./${}_@,-]*$/;
/** Words that YAML reads as something else than text. */
const RESERVED = /^(?:true|false|yes|no|on|off|null)$/i;

/** The workflow file of a recipe, ready to be committed. */
export function workflowText(recipe: Recipe): string {
  const lines = [
    ...[recipe.about, ...recipe.notes].map((line) => `# ${line}`),
    `name: ${recipe.title}`,
    'on:',
    ...indented(1, recipe.on),
    '',
    'permissions:',
    ...indented(1, recipe.permissions.map(permissionLine)),
    '',
    `# ${recipe.concurrency.why}`,
    'concurrency:',
    `  group: ${recipe.concurrency.group}`,
    '  cancel-in-progress: false',
    '',
    'jobs:',
    ...recipe.jobs.flatMap((job) => indented(1, jobLines(job))),
  ];
  return `${lines.join('\n')}\n`;
}

function permissionLine({ name, level, why }: RecipePermission): string {
  return `${name}: ${level} # ${why}`;
}

function jobLines(job: RecipeJob): readonly string[] {
  return [
    `${job.id}:`,
    ...indented(1, [
      ...(job.needs === undefined ? [] : [`needs: ${job.needs}`]),
      ...(job.if === undefined ? [] : ['if: >-', ...indented(1, job.if)]),
      ...(job.permissions === undefined
        ? []
        : ['permissions:', ...indented(1, job.permissions.map(permissionLine))]),
      `runs-on: ${RUNNER}`,
      `timeout-minutes: ${job.timeoutMinutes}`,
      ...(job.outputs === undefined ? [] : ['outputs:', ...indented(1, pairs(job.outputs))]),
      'steps:',
      ...job.steps.flatMap((step) => indented(1, stepLines(step))),
    ]),
  ];
}

function stepLines(step: RecipeStep): readonly string[] {
  switch (step.kind) {
    case 'checkout':
      return [
        `- uses: ${CHECKOUT}`,
        '  with:',
        "    persist-credentials: false # the agent's commands must not find a token in .git/config",
        ...indented(2, pairs(step.with ?? {})),
      ];
    case 'agent':
      return [
        '- id: countersign',
        `  uses: countersign/countersign@${ACTION_PIN.commit} # ${ACTION_PIN.version}`,
        '  with:',
        ...indented(2, pairs(step.with)),
      ];
    case 'run':
      return [
        `- name: ${step.name}`,
        ...(step.env === undefined ? [] : ['  env:', ...indented(2, pairs(step.env))]),
        `  run: ${step.run}`,
      ];
  }
}

function pairs(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value.includes('\n')) return [`${name}: |`, ...indented(1, value.split('\n'))];
    return [`${name}: ${scalar(value)}`];
  });
}

function scalar(value: string): string {
  const plain = PLAIN.test(value) && !RESERVED.test(value);
  return plain ? value : `'${value.replaceAll("'", "''")}'`;
}

function indented(levels: number, lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === '' ? '' : `${'  '.repeat(levels)}${line}`));
}
