import type { Project, SetupStep } from './ecosystem.ts';
import { PINNED_ACTIONS } from './pinned-actions.ts';

const CACHE = 'cache';
/** The input whose values are joined if two projects use the same action with the same cache. */
const JOINED = 'cache-dependency-path';
/** An input with which an action reads its version from a file; without the ending it is the input for the version itself. */
const VERSION_FILE = /-file$/;
const PLAIN_VALUE = /^(?:[A-Za-z]|~\/|\.(?=[A-Za-z]))[\w./-]*$/;
const INDENT = ' '.repeat(6);

interface PlacedStep {
  readonly step: SetupStep;
  readonly folder: string;
}

/**
 * The steps of a workflow that set up these projects, as YAML lines of a `steps:` list; empty without a project. They have
 * no secret in their environment. `runsCode: false`: no code of the fetched packages is executed; a comment names
 * each project that cannot be set up so.
 */
export function setupSteps(
  projects: readonly Project[],
  options: { readonly runsCode: boolean },
): readonly string[] {
  if (projects.length === 0) return [];
  const steps: PlacedStep[] = [];
  const skipped: string[] = [];
  for (const { ecosystem, folder } of projects) {
    const setup = ecosystem.setup(folder, options);
    if (setup === null) skipped.push(ecosystem.name);
    else for (const step of setup) addStep(steps, { step, folder: folder.path });
  }
  return [
    '# Installs what the tests need, before the step with the API key. The commands of the agent have no network.',
    ...(options.runsCode
      ? []
      : ['# No code of the packages is executed, because the checkout can name untrusted ones.']),
    ...skipped.map(
      (name) =>
        `# Not ${name}: it cannot install packages without executing their code, so its tests cannot run here.`,
    ),
    ...steps.flatMap(stepLines),
  ].map((line) => `${INDENT}${line}`);
}

/**
 * Adds a step. An action that is there already takes the paths of the same cache, and a file that names the version instead of its
 * default. It takes no other cache: the package manager that this asks may not be installed before it.
 */
function addStep(steps: PlacedStep[], added: PlacedStep): void {
  const { step } = added;
  const index = steps.findIndex(
    (one) =>
      'uses' in step && 'uses' in one.step && one.step.uses === step.uses && isShared(one.step),
  );
  const earlier = steps[index]?.step;
  if (earlier === undefined || !('uses' in earlier) || !('uses' in step)) {
    steps.push(added);
    return;
  }
  steps[index] = {
    step: { uses: step.uses, with: joinedInputs(earlier.with, step.with) },
    folder: '',
  };
}

function joinedInputs(
  earlier: Readonly<Record<string, string>>,
  later: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const version = Object.entries(later).find(([name]) => VERSION_FILE.test(name));
  const takesVersion =
    version !== undefined && !Object.keys(earlier).some((name) => VERSION_FILE.test(name));
  const kept = Object.entries(earlier).filter(
    ([name]) => !takesVersion || `${name}-file` !== version[0],
  );
  const paths = [earlier[JOINED], later[JOINED]].filter((path) => path !== undefined);
  const isSameCache = earlier[CACHE] === later[CACHE] && paths.length > 0;
  return {
    ...(takesVersion ? Object.fromEntries([version]) : {}),
    ...Object.fromEntries(kept),
    ...(isSameCache ? { [JOINED]: [...new Set(paths)].join('\n') } : {}),
  };
}

/** Whether one step of the action is enough: not if it works in one folder, or has one cache. */
function isShared(step: SetupStep): boolean {
  return 'uses' in step && step.uses !== 'ruby/setup-ruby' && step.uses !== 'actions/cache';
}

function stepLines({ step, folder }: PlacedStep): readonly string[] {
  if ('uses' in step) {
    const { commit, version } = PINNED_ACTIONS[step.uses];
    return [`- uses: ${step.uses}@${commit} # ${version}`, ...mapLines('with', step.with)];
  }
  const isPlain = !/\n|: | #/.test(step.run);
  return [
    ...(isPlain
      ? [`- run: ${step.run}`]
      : ['- run: |', ...step.run.split('\n').map((line) => `    ${line}`)]),
    ...(folder === '' ? [] : [`  working-directory: ${valueOf(folder)}`]),
    ...mapLines('env', step.env ?? {}),
  ];
}

function mapLines(key: string, values: Readonly<Record<string, string>>): readonly string[] {
  const entries = Object.entries(values);
  if (entries.length === 0) return [];
  return [
    `  ${key}:`,
    ...entries.flatMap(([name, value]) =>
      value.includes('\n')
        ? [`    ${name}: |`, ...value.split('\n').map((line) => `      ${line}`)]
        : [`    ${name}: ${valueOf(value)}`],
    ),
  ];
}

/** A YAML scalar that is text: quoted unless it is plainly a word. */
function valueOf(text: string): string {
  const isWord = PLAIN_VALUE.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text);
  return isWord ? text : `'${text.replaceAll("'", "''")}'`;
}
