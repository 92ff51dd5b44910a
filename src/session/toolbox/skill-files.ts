import { namedFiles, type TrustedFiles } from '../workspace/trusted-files.ts';

const PLACES = ['.claude/skills/*/SKILL.md', '.github/countersign/skills/*.md'] as const;

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
