import { type Lines, readLines } from '../../../approvals/index.ts';
import { CountersignError, visible } from '../../../common/index.ts';
import { type RecipeName, RECIPES, recipeOf } from '../../recipes/index.ts';
import type { CliIo } from '../../spec.ts';

const MAX_ASKED = 5;

/** Answers the questions of `init`. */
export interface Answerer {
  recipe(): Promise<RecipeName>;
  /** True only for `y` or `yes`. */
  yes(question: string): Promise<boolean>;
  close(): void;
}

/** The person at the terminal; `null` without a terminal. */
export function personAt(io: CliIo): Answerer | null {
  if (io.terminal === null) return null;
  const lines = readLines(io.terminal.input);
  return {
    recipe: () => askForRecipe(io, lines),
    yes: async (question) => {
      io.err(`${question} [y/N] `);
      return /^y(?:es)?$/i.test((await next(lines)).trim());
    },
    close: () => lines.close(),
  };
}

async function askForRecipe(io: CliIo, lines: Lines): Promise<RecipeName> {
  io.err('What should the agent do?\n\n');
  for (const [index, name] of RECIPES.entries()) {
    io.err(`  ${index + 1}  ${name.padEnd(14)}${recipeOf(name).about}\n`);
  }
  for (let asked = 0; asked < MAX_ASKED; asked += 1) {
    io.err('\nNumber or name: ');
    const answer = (await next(lines)).trim();
    const found = RECIPES.find((name, index) => name === answer || String(index + 1) === answer);
    if (found !== undefined) return found;
    io.err(`Unknown recipe: ${visible(answer)}.\n`);
  }
  throw new CountersignError('input-invalid', 'No recipe was chosen.', {
    fix: `Write one of: ${RECIPES.join(', ')}.`,
  });
}

async function next(lines: Lines): Promise<string> {
  const line = await lines.next(new AbortController().signal);
  if (line !== null) return line;
  throw new CountersignError('input-invalid', 'The input ended before the question was answered.', {
    fix: 'Answer the question, or pass --recipe NAME --yes.',
  });
}
