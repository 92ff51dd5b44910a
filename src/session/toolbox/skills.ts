import { readFrontMatter } from '../../policy/index.ts';
import type { Skill } from '../../tools/index.ts';
import { namedFiles, type TrustedFiles } from '../workspace/trusted-files.ts';

const MAX_BODY_CHARS = 25_000;
const PLACES = ['.claude/skills/*/SKILL.md', '.github/countersign/skills/*.md'] as const;
const NAME = /^[\w][\w.-]{0,63}$/;

interface FoundSkills {
  readonly skills: readonly Skill[];
  /** Why files with the path of a skill were rejected. */
  readonly warnings: readonly string[];
}

/** The files of the trusted branch with the path of a skill, in order. */
export async function skillFiles(
  trusted: TrustedFiles,
): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const places = await Promise.all(PLACES.map((place) => namedFiles(trusted, place)));
  const files = places
    .flat()
    .map(async (path) => ({ path, text: (await trusted.text(path)) ?? '' }));
  return await Promise.all(files);
}

/**
 * The skills of the trusted branch. An invalid file (bad front matter, no description, a duplicate name) is skipped
 * with a warning: the run may not need it.
 */
export async function findSkills(trusted: TrustedFiles | null): Promise<FoundSkills> {
  if (trusted === null) return { skills: [], warnings: [] };
  const skills: Skill[] = [];
  const warnings: string[] = [];
  for (const { path, text } of await skillFiles(trusted)) {
    const skill = newSkill(skillFrom(path, text), skills);
    if (typeof skill === 'string') warnings.push(`The skill ${path} was left out: ${skill}.`);
    else skills.push(skill);
  }
  return { skills, warnings };
}

/** The skill, or why it is invalid: also if one of the earlier skills has its name. */
function newSkill(skill: Skill | string, earlier: readonly Skill[]): Skill | string {
  if (typeof skill === 'string' || earlier.every(({ name }) => name !== skill.name)) return skill;
  return `there is another skill named ${skill.name}`;
}

/**
 * Parses a skill from a Markdown file, or returns why it is invalid. Without a name in its front matter it has the name
 * of its file or folder.
 */
export function skillFrom(path: string, text: string): Skill | string {
  const read = readFrontMatter(text);
  if (!read.ok) return read.because;
  const { name = usualName(path), description } = read.data;
  if (typeof name !== 'string' || !NAME.test(name))
    return 'its name is not letters, digits, ".", "_" or "-"';
  if (typeof description !== 'string' || description.trim() === '')
    return 'it has no description in its front matter';
  const body = read.body.trim();
  if (body === '') return 'there is nothing below its front matter';
  if (body.length > MAX_BODY_CHARS) return `it has more than ${MAX_BODY_CHARS} characters`;
  return { name, description, body };
}

function usualName(path: string): string {
  const parts = path.split('/');
  const file = parts.at(-1) ?? '';
  return file === 'SKILL.md' ? (parts.at(-2) ?? '') : file.replace(/\.md$/, '');
}
