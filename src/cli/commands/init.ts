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

/** `init`: the workflow and the policy of a recipe, written into a repository and checked. */
export const initCommands: readonly CommandSpec[] = [
  {
    name: 'init',
    summary: 'Ask what for, write the workflow and the policy for it, and check them',
    options: [
      { flags: '--recipe <name>', summary: `what for: ${RECIPES.join(', ')}` },
      { flags: '--dir <dir>', summary: "the repository's root", default: '.' },
      { flags: '--yes', summary: 'write new files without asking' },
      { flags: '--overwrite', summary: 'with --yes: files that are there and differ, too' },
    ],
    examples: ['countersign init', 'countersign init --recipe triage --yes'],
    run: init,
  },
];

/** What became of a file. `kept`: nobody said to overwrite it; `skipped`: nobody said to write it. */
interface Done {
  readonly path: string;
  readonly did: 'written' | 'unchanged' | 'kept' | 'skipped';
}

async function init(call: CommandCall, io: CliIo): Promise<ExitCode> {
  const root = await rootOf(call, io);
  const named = recipeNamed(call);
  const person = switchOption(call, 'yes') ? null : personAt(io);
  if (person === null && (named === null || !switchOption(call, 'yes')))
    throw nobodyToAsk(switchOption(call, 'yes'));
  try {
    const recipe = named ?? recipeOf((await person?.recipe()) ?? 'comments');
    const files = await planRecipe(recipe, { root, schemaUrl: SCHEMA_URL });
    const done = await settle(files, { root, person, call, io });
    return tell({ recipe, done, findings: await check(files, done) }, call, io);
  } finally {
    person?.close();
  }
}

async function rootOf(call: CommandCall, io: CliIo): Promise<string> {
  const root = resolve(io.cwd, textOption(call, 'dir') ?? '.');
  const about = await stat(root).catch(() => null);
  if (about?.isDirectory() === true) return root;
  throw new CountersignError('input-invalid', `--dir ${visible(root)} is no folder.`, {
    fix: 'Name the root of a checkout.',
  });
}

function recipeNamed(call: CommandCall): Recipe | null {
  const name = textOption(call, 'recipe');
  if (name === null) return null;
  const known = RECIPES.find((recipe) => recipe === name);
  if (known !== undefined) return recipeOf(known);
  throw new CountersignError('input-invalid', `There is no recipe ${JSON.stringify(name)}.`, {
    fix: `Write one of: ${RECIPES.join(', ')}.`,
  });
}

function nobodyToAsk(isTold: boolean): CountersignError {
  const why = isTold ? '--yes asks nothing, not even what for.' : 'There is no terminal to ask at.';
  return new CountersignError('input-invalid', why, {
    fix: `Pass --recipe NAME --yes; NAME is one of: ${RECIPES.join(', ')}.`,
  });
}

interface Settling {
  readonly root: string;
  readonly person: Answerer | null;
  readonly call: CommandCall;
  readonly io: CliIo;
}

/** Nothing is written before every question is answered. */
async function settle(files: readonly PlannedFile[], at: Settling): Promise<readonly Done[]> {
  const decided: (Done & { readonly file: PlannedFile })[] = [];
  for (const file of files) {
    decided.push({ file, path: file.path, did: await fateOf(file, at) });
  }
  const refused = decided.filter(({ did }) => did === 'kept');
  if (at.person === null && refused.length > 0) {
    throw new CountersignError(
      'input-invalid',
      `${refused.map(({ path }) => path).join(' and ')} would be overwritten; nothing was written.`,
      { fix: 'Pass --overwrite too, or move away what is there.' },
    );
  }
  for (const { file, did } of decided) if (did === 'written') await writePlanned(at.root, file);
  return decided.map(({ path, did }) => ({ path, did }));
}

async function fateOf(file: PlannedFile, at: Settling): Promise<Done['did']> {
  const { path, text, before } = file;
  if (before === text) return 'unchanged';
  if (before !== null) at.io.err(`${visible(unifiedDiff([{ path, before, after: text }]))}\n\n`);
  const agreed =
    at.person === null
      ? before === null || switchOption(at.call, 'overwrite')
      : await at.person.yes(before === null ? `Write ${path}?` : `Overwrite ${path}?`);
  if (agreed) return 'written';
  return before === null ? 'skipped' : 'kept';
}

/** The files as they now are, those that were kept included: they must work together. */
async function check(
  files: readonly PlannedFile[],
  done: readonly Done[],
): Promise<readonly Finding[]> {
  const findings = files.map(async (file): Promise<readonly Finding[]> => {
    const { did } = done.find(({ path }) => path === file.path) ?? {};
    const text = did === 'kept' ? file.before : file.text;
    if (did === 'skipped' || text === null)
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
  if (first === undefined) return good('policy', `${path} is valid, and its own tests pass.`);
  return bad('policy', `${path}:${first.line}:${first.column}: ${first.message}`, first.fix);
}

function tell(
  of: {
    readonly recipe: Recipe;
    readonly done: readonly Done[];
    readonly findings: readonly Finding[];
  },
  call: CommandCall,
  io: CliIo,
): ExitCode {
  const { recipe, done, findings } = of;
  const next = ['Read both files, and commit them to the default branch.', ...recipe.next];
  if (call.json) {
    io.out(`${JSON.stringify({ recipe: recipe.name, files: done, findings, next }, null, 2)}\n`);
  } else {
    for (const { path, did } of done) io.out(`${did.padEnd(10)}${path}\n`);
    for (const { level, found, change } of findings) {
      const more = change === null ? '' : `\n          -> ${visible(change)}`;
      io.out(`${(level === 'ok' ? 'checked' : level).padEnd(10)}${visible(found)}${more}\n`);
    }
    io.out(`\nNext:\n${next.map((line, index) => `${index + 1}. ${line}`).join('\n')}\n`);
  }
  return findings.some(({ level }) => level === 'problem') ? EXIT.no : EXIT.ok;
}
