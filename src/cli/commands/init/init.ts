import { lstat, readFile, realpath, rmdir, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { CountersignError, invalidInput, systemReason, visible } from '../../../common/index.ts';
import { isMountedElsewhere, openWorkspace } from '../../../sandbox/index.ts';
import { isEmptyFolder } from '../../../session/index.ts';
import { unifiedDiff } from '../../../tools/index.ts';
import { findProjects } from '../../ecosystems/find-projects.ts';
import { type Project, projectCommands } from '../../ecosystems/index.ts';
import { type OwnSource, ownSource, schemaUrl } from '../../own-source.ts';
import {
  type Recipe,
  RECIPES,
  recipeOf,
  workflowPath,
  policyText,
  workflowText,
} from '../../recipes/index.ts';
import { type CliIo, type CommandCall, type CommandSpec, EXIT, type ExitCode } from '../../spec.ts';
import { folderOption, repositoryRoot } from '../../workspace.ts';
import { type Lines, readLines } from '../../../approvals/index.ts';
import { type Finding, unknown } from '../doctor/finding.ts';
import {
  checkoutFindings,
  policyFindings,
  readSmall,
  repositoryFindings,
} from '../doctor/repository-findings.ts';

/** `init`: writes the workflow and the policy of a recipe, and checks both. */
export const initCommands: readonly CommandSpec[] = [
  {
    name: 'init',
    summary: 'Write and check the workflow and the policy of a recipe',
    options: [
      { flags: '--recipe <name>', summary: `the recipe: ${RECIPES.join(', ')}` },
      { flags: '--dir <dir>', summary: "the repository's root", default: '.' },
      { flags: '--yes', summary: 'write new files without asking' },
      { flags: '--overwrite', summary: 'with --yes: also overwrite existing files that differ' },
    ],
    examples: ['countersign init', 'countersign init --recipe triage --yes'],
    run: init,
  },
];

/** The result for a file. `kept`: not overwritten; `skipped`: a new file that was not written. */
interface FileResult {
  readonly path: string;
  readonly result: 'written' | 'unchanged' | 'kept' | 'skipped';
}

async function init(call: CommandCall): Promise<ExitCode> {
  const { io } = call;
  const root = rootOf(call);
  const named = recipeNamed(call);
  const isUnasked = call.has('yes');
  const person = isUnasked || io.terminal === null ? null : readLines(io.terminal.input);
  try {
    const recipe = named ?? (person === null ? null : await askForRecipe(io, person));
    if (recipe === null || (person === null && !isUnasked)) throw noTerminal(isUnasked);
    const projects = findProjects(root);
    const source = await ownSource(io.environment);
    const files = await planRecipe(recipe, { root, projects, source });
    // Whoever is asked about the files sees first what they are for.
    if (!call.json) printProjects(recipe, projects, io);
    const results = await writeFiles(files, { root, person, call });
    const ofSource = results.some(({ result }) => result === 'written')
      ? sourceFindings(source)
      : [];
    const findings = [...check(results, { root, projects, recipe }), ...ofSource];
    return report({ recipe, projects, results, findings }, call);
  } finally {
    person?.close();
  }
}

/** The root of the repository. Throws `input-invalid` for a folder below it, where GitHub reads no workflow. */
function rootOf(call: CommandCall): string {
  const folder = folderOption(call, 'dir');
  const root = repositoryRoot(folder);
  if (root === null || root === folder) return folder;
  throw invalidInput(
    `${visible(folder)} is a folder of the repository ${visible(root)}. GitHub reads workflows only at its root.`,
    `Pass --dir ${visible(root)}.`,
  );
}

function recipeNamed(call: CommandCall): Recipe | null {
  const name = call.choiceOrNull('recipe', RECIPES);
  return name === null ? null : recipeOf(name);
}

function noTerminal(hasYes: boolean): CountersignError {
  const why = hasYes ? '--yes needs --recipe.' : 'No terminal is available for questions.';
  return invalidInput(why, `Pass --recipe NAME --yes; NAME is one of: ${RECIPES.join(', ')}.`);
}

interface InitContext {
  readonly root: string;
  /** What the person at the terminal writes; `null`: nobody is asked. */
  readonly person: Lines | null;
  readonly call: CommandCall;
}

/** Writes nothing before every question is answered. */
async function writeFiles(
  files: readonly PlannedFile[],
  context: InitContext,
): Promise<readonly FileResult[]> {
  const decided: (FileResult & PlannedFile)[] = [];
  for (const file of files) decided.push({ ...file, result: await decide(file, context) });
  const refused = decided.filter(({ result }) => result === 'kept');
  if (context.person === null && refused.length > 0) {
    throw invalidInput(
      `${refused.map(({ path }) => path).join(' and ')} would be overwritten; nothing was written.`,
      'Pass --overwrite too. To keep one, run init in a terminal without --yes.',
    );
  }
  for (const file of decided) if (file.result === 'written') await writePlanned(context.root, file);
  return decided.map(({ path, result }) => ({ path, result }));
}

async function decide(
  { path, text, before }: PlannedFile,
  { person, call }: InitContext,
): Promise<FileResult['result']> {
  if (before === text) return 'unchanged';
  if (before !== null) call.io.err(`${visible(unifiedDiff([{ path, before, after: text }]))}\n\n`);
  if (person !== null) call.io.err(`${before === null ? 'Write' : 'Overwrite'} ${path}? [y/N] `);
  const agreed =
    person === null
      ? before === null || call.has('overwrite')
      : /^y(?:es)?$/i.test((await nextLine(person)).trim());
  if (agreed) return 'written';
  return before === null ? 'skipped' : 'kept';
}

/** Checks the current files, also those that were kept, together with the other workflows of the repository. */
function check(
  results: readonly FileResult[],
  target: { readonly root: string; readonly projects: readonly Project[]; readonly recipe: Recipe },
): readonly Finding[] {
  const { root, projects, recipe } = target;
  const skipped = results.filter(({ result }) => result === 'skipped').map(({ path }) => path);
  const { policyPath } = recipe;
  return [
    ...checkoutFindings(root),
    ...skipped.map((path) => unknown('file', `${path} was not written.`)),
    ...(skipped.includes(workflowPath(recipe))
      ? []
      : repositoryFindings(root, {
          projects,
          defaultPolicy: policyPath,
          // The next steps name the recipe for it.
          resumedLater: workflowPath(recipe),
        })),
    ...(skipped.includes(policyPath)
      ? []
      : policyFindings(readSmall(join(root, policyPath)), policyPath)),
  ];
}

function sourceFindings(source: OwnSource): readonly Finding[] {
  const { repository, ref, isPublished, unknownBecause } = source;
  if (unknownBecause !== null) {
    const found = `The workflow uses the release ${ref} of ${repository}, which may not exist: the commit of this clone is unknown, because ${unknownBecause}.`;
    return [
      unknown(
        'pins',
        found,
        'Write the commit into the workflow, or run init again with a git that can read the clone.',
      ),
    ];
  }
  if (isPublished !== false) return [];
  const found = `The workflow uses commit ${ref.slice(0, 12)} of ${repository}, and no branch of its remote is known to have it.`;
  return [unknown('pins', found, `Push that commit to ${repository}, or pin one that is there.`)];
}

const LABELS = { ok: 'checked', problem: 'problem', unknown: 'note' } as const;
const NO_PROJECT_STEP =
  'Write the steps that install your dependencies into the workflow, and your test command into the policy.';

function report(
  outcome: {
    readonly recipe: Recipe;
    readonly projects: readonly Project[];
    readonly results: readonly FileResult[];
    readonly findings: readonly Finding[];
  },
  call: CommandCall,
): ExitCode {
  const { io } = call;
  const { recipe, results, findings } = outcome;
  const projects = outcome.projects.map(describeProject);
  const isUnknownProject = isUnknown(recipe, projects);
  const untested =
    recipe.setup === 'none' ? [] : projects.filter((one) => one.commands.length === 0);
  const isDeclined = results.every(({ result }) => result === 'skipped' || result === 'kept');
  const skipped = results.filter(({ result }) => result === 'skipped');
  const toDo = [
    ...skipped.map(({ path }) => `Write ${path}: run init again, and answer y.`),
    ...(isUnknownProject ? [NO_PROJECT_STEP] : []),
    ...untested.map(
      ({ ecosystem, folder }) =>
        `Write the test command of ${ecosystem} in ${visible(folder)} into the policy: none was found.`,
    ),
    'Read both files, and commit them to the default branch.',
    ...recipe.next,
  ];
  const next = isDeclined ? [] : toDo;
  if (call.json) {
    io.out(
      `${JSON.stringify({ recipe: recipe.name, projects, files: results, findings, next }, null, 2)}\n`,
    );
  } else {
    for (const { path, result } of results) io.out(`${result.padEnd(10)}${path}\n`);
    for (const { level, found, change } of findings) {
      const more = change === null ? '' : `\n          -> ${visible(change)}`;
      io.out(`${LABELS[level].padEnd(10)}${visible(found)}${more}\n`);
    }
    if (isDeclined) io.out('\nNothing was written.\n');
    else io.out(`\nNext:\n${next.map((line, index) => `${index + 1}. ${line}`).join('\n')}\n`);
  }
  return findings.some(({ level }) => level === 'problem') ? EXIT.no : EXIT.ok;
}

/** Whether the files of the recipe need steps and commands that only their author can write. */
function isUnknown(recipe: Recipe, projects: readonly unknown[]): boolean {
  return projects.length === 0 && recipe.setup !== 'none';
}

function printProjects(recipe: Recipe, projects: readonly Project[], io: CliIo): void {
  if (isUnknown(recipe, projects))
    io.out('found     no project whose dependencies and tests are known: the files are examples\n');
  for (const { ecosystem, folder, commands } of projects.map(describeProject))
    io.out(
      `found     ${ecosystem} in ${visible(folder)}: ${visible(commands.join(', ') || 'no tests')}\n`,
    );
}

function describeProject(project: Project) {
  const { ecosystem, folder } = project;
  return {
    ecosystem: ecosystem.name,
    folder: folder.path === '' ? '.' : folder.path,
    commands: projectCommands([project]).map(({ command }) => command),
  };
}

const MAX_ASKED = 5;

async function askForRecipe(io: CliIo, person: Lines): Promise<Recipe> {
  io.err('What should the agent do?\n\n');
  for (const [index, name] of RECIPES.entries()) {
    io.err(`  ${index + 1}  ${name.padEnd(14)}${recipeOf(name).about}\n`);
  }
  for (let asked = 0; asked < MAX_ASKED; asked += 1) {
    io.err('\nNumber or name: ');
    const answer = (await nextLine(person)).trim();
    const found = RECIPES.find((name, index) => name === answer || String(index + 1) === answer);
    if (found !== undefined) return recipeOf(found);
    const unknownName = answer === '' ? '' : `Unknown recipe: ${visible(answer)}. `;
    io.err(`${unknownName}Write a number from 1 to ${RECIPES.length}, or a name of the list.\n`);
  }
  throw invalidInput('No recipe was chosen.', `Write one of: ${RECIPES.join(', ')}.`);
}

async function nextLine(person: Lines): Promise<string> {
  const line = await person.next(new AbortController().signal);
  if (line !== null) return line;
  throw invalidInput(
    'The input ended before the question was answered.',
    'Answer the question, or pass --recipe NAME --yes.',
  );
}

const MAX_FILE_BYTES = 1024 * 1024;

/** A file of a recipe, and its current text in the repository. */
interface PlannedFile {
  /** From the repository's root. */
  readonly path: string;
  readonly text: string;
  /** `null` if the file does not exist. */
  readonly before: string | null;
}

interface RecipeTarget {
  readonly root: string;
  readonly projects: readonly Project[];
  readonly source: OwnSource;
}

/** The files of a recipe for a repository. Throws `input-invalid` if a path exists and is not a file, or leads out. */
async function planRecipe(recipe: Recipe, target: RecipeTarget): Promise<readonly PlannedFile[]> {
  const { root, projects } = target;
  const policy = policyText(recipe, { schemaUrl: schemaUrl(target.source), projects });
  const files = [
    { path: workflowPath(recipe), text: workflowText(recipe, target) },
    { path: recipe.policyPath, text: policy },
  ];
  return await Promise.all(
    files.map(async (file) => ({ ...file, before: await textAt(root, file.path) })),
  );
}

async function textAt(root: string, path: string): Promise<string | null> {
  const file = join(root, path);
  await requireInside(root, path);
  const about = await stat(file).catch(() => null);
  if (about === null || isEmptyFolder(file)) return null;
  if (about.isFile() && about.size <= MAX_FILE_BYTES) return await readFile(file, 'utf8');
  throw invalidInput(
    `${path} exists and is not a text file.`,
    'Move it away, or name another folder with --dir.',
  );
}

/** Throws `input-invalid` if a link leads the path out of the repository: nothing outside of it is read or written. */
async function requireInside(root: string, path: string): Promise<void> {
  let existing = path;
  while (existing !== '.' && !(await exists(join(root, existing)))) existing = dirname(existing);
  const real = await realpath(join(root, existing)).catch(() => null);
  if (real !== null && `${real}${sep}`.startsWith(`${await realpath(root)}${sep}`)) return;
  throw invalidInput(
    `${path} would not lie in the repository: ${existing} is a link that leads out of it.`,
    'Replace the link by a folder or file.',
  );
}

/** Whether something is there, be it a link to nothing. */
async function exists(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  );
}

/** Writes a file, or leaves it as it is. Never overwrites one that did not exist when the files were read. */
async function writePlanned(root: string, file: PlannedFile): Promise<void> {
  const path = join(root, file.path);
  try {
    if (isEmptyFolder(path)) await removePlaceholder(path);
    const workspace = await openWorkspace(root);
    const bytes = Buffer.from(file.text);
    const options = file.before === null ? { expectSha256: null } : {};
    await workspace.write(file.path, bytes, options);
  } catch (cause) {
    const { cause: reason = cause } = cause instanceof CountersignError ? cause : {};
    throw invalidInput(
      `${file.path} could not be written: ${systemReason(reason)}.`,
      'Correct that, or name another repository with --dir.',
      cause,
    );
  }
}

/** Removes the empty folder that the sandbox of a crashed run left (`isEmptyFolder`). Throws while a running command uses it. */
async function removePlaceholder(folder: string): Promise<void> {
  if (isMountedElsewhere(folder)) throw new Error('a command of a run in this checkout uses it');
  await rmdir(folder);
}
