import { compileGlob, globProblem } from '../../../policy/index.ts';

const MAX_GLOBS = 64;

const isNegative = (glob: string) => glob.startsWith('!');

/** Chooses files by their path from the folder of a search. */
export type PathChoice = (below: string) => boolean;

/**
 * Reads globs with commas between them: `*.ts, src/**, !*.md`. One without a slash is for the name in any folder; one with `!`
 * leaves files out. One without a wildcard is also for everything in the folder of that name. Returns why they cannot be used
 * as text.
 */
export function parseGlobList(list: string): PathChoice | string {
  const globs = splitAtCommas(list).filter((glob) => glob !== '' && glob !== '!');
  if (globs.length === 0) return 'It names no files.';
  if (globs.length > MAX_GLOBS) return `It has more than ${MAX_GLOBS} globs.`;
  const problem = globs.map((glob) => globProblem(glob)).find((found) => found !== null);
  if (problem !== undefined && problem !== null) return problem;
  const wanted = globs.filter((glob) => !isNegative(glob)).map(choiceOf);
  const unwanted = globs.filter(isNegative).map((glob) => choiceOf(glob.slice(1)));
  return (below) =>
    (wanted.length === 0 || wanted.some((choice) => choice(below))) &&
    !unwanted.some((choice) => choice(below));
}

function splitAtCommas(list: string): readonly string[] {
  const globs: string[] = [];
  let glob = '';
  let depth = 0;
  for (const [piece] of list.matchAll(/\\.|[^]/gu)) {
    if (piece === '{') depth += 1;
    if (piece === '}') depth = Math.max(0, depth - 1);
    if (piece === ',' && depth === 0) {
      globs.push(glob.trim());
      glob = '';
    } else glob += piece;
  }
  return [...globs, glob.trim()];
}

function choiceOf(glob: string): PathChoice {
  const bare = glob.replace(/^\.?\//, '').replace(/\/$/, '');
  const isAnchored = /^\.?\/./.test(glob) || bare.includes('/');
  const compiled = compileGlob(isAnchored ? `./${bare}` : `**/${bare}`);
  const isPlain = !/[*?[{]/.test(bare) || glob.endsWith('/');
  const below = isPlain ? compileGlob(`${isAnchored ? './' : '**/'}${bare}/**`) : null;
  return (path) => compiled.matches(path, false) || below?.matches(path, false) === true;
}
