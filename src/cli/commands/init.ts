import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CountersignError, visible } from '../../common/index.ts';
import { BUILTIN_TOOLS, checkPolicy } from '../../policy/index.ts';
import { unifiedDiff } from '../../tools/index.ts';
import { bad, type Finding, good, unknown } from './finding.ts';
import { type Answerer, personAt } from './init-ask.ts';
import { type PlannedFile, planRecipe, writePlanned } from './init-plan.ts';
import { type Recipe, RECIPES, recipeOf } from '../recipes/index.ts';
import { SCHEMA_URL } from '../schema-url.ts';
import {
  type CliIo,
  type CommandCall,
  type CommandSpec,
  EXIT,
  type ExitCode,
  switchOption,
  textOption,
} from '../spec.ts';
import { lintWorkflow } from './workflow-lint.ts';

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

async function init(call: CommandCall, io: CliIo): Promise<ExitCode> {
  const root = await rootOf(call, io);
  const named = recipeNamed(call);
  const person = switchOption(call, 'yes') ? null : personAt(io);
  if (person === null && (named === null || !switchOption(call, 'yes')))
    throw noTerminal(switchOption(call, 'yes'));
  try {
    const recipe = named ?? recipeOf((await person?.recipe()) ?? 'comments');
    const files = await planRecipe(recipe, { root, schemaUrl: SCHEMA_URL });
    const results = await writeFiles(files, { root, person, call, io });
    return report({ recipe, results, findings: await check(files, results) }, call, io);
  } finally {
    person?.close();
  }
}

async function rootOf(call: CommandCall, io: CliIo): Promise<string> {
  const root = resolve(io.cwd, textOption(call, 'dir') ?? '.');
  const about = await stat(root).catch(() => null);
  if (about?.isDirectory() === true) return root;
  throw new CountersignError('input-invalid', `--dir ${visible(root)} is not a folder.`, {
    fix: 'Name the root of a checkout.',
  });
}

function recipeNamed(call: CommandCall): Recipe | null {
  const name = textOption(call, 'recipe');
  if (name === null) return null;
  const known = RECIPES.find((recipe) => recipe === name);
  if (known !== undefined) return recipeOf(known);
  throw new CountersignError('input-invalid', `Unknown recipe: ${JSON.stringify(name)}.`, {
    fix: `Write one of: ${RECIPES.join(', ')}.`,
  });
}

function noTerminal(hasYes: boolean): CountersignError {
  const why = hasYes ? '--yes needs --recipe.' : 'No terminal is available for questions.';
  return new CountersignError('input-invalid', why, {
    fix: `Pass --recipe NAME --yes; NAME is one of: ${RECIPES.join(', ')}.`,
  });
}

interface InitContext {
  readonly root: string;
  readonly person: Answerer | null;
  readonly call: CommandCall;
  readonly io: CliIo;
}

/** Writes nothing before every question is answered. */
async function writeFiles(
  files: readonly PlannedFile[],
  context: InitContext,
): Promise<readonly FileResult[]> {
  const decided: (FileResult & { readonly file: PlannedFile })[] = [];
  for (const file of files) {
    decided.push({ file, path: file.path, result: await decide(file, context) });
  }
  const refused = decided.filter(({ result }) => result === 'kept');
  if (context.person === null && refused.length > 0) {
    throw new CountersignError(
      'input-invalid',
      `${refused.map(({ path }) => path).join(' and ')} would be overwritten; nothing was written.`,
      { fix: 'Pass --overwrite too, or move the existing files.' },
    );
  }
  for (const { file, result } of decided)
    if (result === 'written') await writePlanned(context.root, file);
  return decided.map(({ path, result }) => ({ path, result }));
}

async function decide(file: PlannedFile, context: InitContext): Promise<FileResult['result']> {
  const { path, text, before } = file;
  if (before === text) return 'unchanged';
  if (before !== null)
    context.io.err(`${visible(unifiedDiff([{ path, before, after: text }]))}\n\n`);
  const agreed =
    context.person === null
      ? before === null || switchOption(context.call, 'overwrite')
      : await context.person.yes(before === null ? `Write ${path}?` : `Overwrite ${path}?`);
  if (agreed) return 'written';
  return before === null ? 'skipped' : 'kept';
}

/** Checks the current files, also those that were kept. */
async function check(
  files: readonly PlannedFile[],
  results: readonly FileResult[],
): Promise<readonly Finding[]> {
  const findings = files.map(async (file): Promise<readonly Finding[]> => {
    const { result } = results.find(({ path }) => path === file.path) ?? {};
    const text = result === 'kept' ? file.before : file.text;
    if (result === 'skipped' || text === null)
      return [unknown(file.kind, `${file.path} was not written.`)];
    return file.kind === 'workflow'
      ? lintWorkflow(file.path, text)
      : [await policyFinding(file.path, text)];
  });
  return (await Promise.all(findings)).flat();
}

async function policyFinding(path: string, text: string): Promise<Finding> {
  const { errors } = checkPolicy(text, { file: path, knownTools: BUILTIN_TOOLS });
  const [first] = errors;
  if (first === undefined) return good('policy', `${path} is valid, and its tests pass.`);
  return bad('policy', `${path}:${first.line}:${first.column}: ${first.message}`, first.fix);
}

function report(
  outcome: {
    readonly recipe: Recipe;
    readonly results: readonly FileResult[];
    readonly findings: readonly Finding[];
  },
  call: CommandCall,
  io: CliIo,
): ExitCode {
  const { recipe, results, findings } = outcome;
  const next = ['Read both files, and commit them to the default branch.', ...recipe.next];
  if (call.json) {
    io.out(`${JSON.stringify({ recipe: recipe.name, files: results, findings, next }, null, 2)}\n`);
  } else {
    for (const { path, result } of results) io.out(`${result.padEnd(10)}${path}\n`);
    for (const { level, found, change } of findings) {
      const more = change === null ? '' : `\n          -> ${visible(change)}`;
      io.out(`${(level === 'ok' ? 'checked' : level).padEnd(10)}${visible(found)}${more}\n`);
    }
    io.out(`\nNext:\n${next.map((line, index) => `${index + 1}. ${line}`).join('\n')}\n`);
  }
  return findings.some(({ level }) => level === 'problem') ? EXIT.no : EXIT.ok;
}
