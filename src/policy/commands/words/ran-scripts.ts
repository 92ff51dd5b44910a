import type { Word } from '../analysis.ts';
import { runsScripts } from '../specs/index.ts';
import { behindOptions } from './behind-options.ts';

/** With code in the word behind it, there is no script: `sh -c CODE`. */
const TAKES_CODE = /^-[A-Za-z]*c$/;
/** With more places where the script may stand, it is not known. */
const MAX_PLACES = 40;
/** Subcommands of interpreters before the script: `deno run x.ts`. */
const RUNS = /^(?:run|serve)$/;

/**
 * The scripts that an interpreter runs, as programs of their own: `./deploy.sh prod` of `bash -e deploy.sh prod`. A word behind an
 * option may be its value as well as the script, so both are given.
 */
export function ranScripts(words: readonly Word[]): readonly (readonly Word[])[] {
  if (!runsScripts(words[0]?.text ?? '')) return [];
  const first = behindOptions(words, new Set([1]));
  const behind = [...first].filter((place) => RUNS.test(words[place]?.text ?? ''));
  const places = new Set([...first, ...behindOptions(words, new Set(behind.map((at) => at + 1)))]);
  if (places.size > MAX_PLACES) return [[{ text: null, source: words[0]?.source ?? '' }]];
  return [...places].flatMap((place) => {
    if (words.slice(1, place).some(({ text }) => TAKES_CODE.test(text ?? ''))) return [];
    const [script, ...args] = words.slice(place);
    if (script === undefined || script.text === null || script.text.startsWith('-')) return [];
    return [[{ ...script, places: script.places ?? [script.text] }, ...args]];
  });
}
