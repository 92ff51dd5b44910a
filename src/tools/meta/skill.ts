import * as z from 'zod';
import { oneLine, didYouMean } from '../../common/index.ts';
import { builtinTool } from '../define/builtin-tool.ts';
import { failure, success } from '../define/result.ts';
import type { Tool } from '../define/tool.ts';
import { toolInvalid } from '../define/tool-invalid.ts';

/** Instructions from the trusted branch, their front matter already read. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

const MAX_SKILLS = 50;
const MAX_DESCRIPTION_CHARS = 200;

/**
 * `skill`: loads the instructions of one skill; the tool's description lists them all. Without skills
 * there is no tool: `[]`. Throws `tool-invalid` for more than 50 skills or two of one name.
 */
export function skillTool(options: { readonly skills: readonly Skill[] }): readonly Tool[] {
  const { skills } = options;
  if (skills.length === 0) return [];
  const names = skills.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw toolInvalid(
      `Two skills are named ${JSON.stringify(twice)}.`,
      'Rename one of them in its front matter.',
    );
  if (skills.length > MAX_SKILLS)
    throw toolInvalid(`There are ${skills.length} skills; at most ${MAX_SKILLS} fit.`);
  const listed = skills.map(
    ({ name, description }) => `${name}: ${oneLine(description, MAX_DESCRIPTION_CHARS)}`,
  );
  return [
    builtinTool({
      name: 'skill',
      displayName: 'Load skill',
      description: {
        short: 'Load the instructions of a skill before you start work that it covers:',
        usageNotes: listed,
      },
      kind: 'readonly',
      category: 'skill',
      concurrencySafe: true,
      input: z.object({ name: z.string() }),
      aliases: { names: { skill: 'name' } },
      execute: ({ name }) => {
        const skill = skills.find((one) => one.name === name);
        if (skill !== undefined) return success(skill.body);
        return failure(
          'not_found',
          `There is no skill ${JSON.stringify(name)}.${didYouMean(name, names)}`,
          [`Use one of: ${names.join(', ')}.`],
        );
      },
    }),
  ];
}
