import { knownWord, type Words } from '../analysis.ts';
import { runsScripts } from '../specs/index.ts';
import { behindOptions } from './behind-options.ts';
import { baseName, programOf } from './program-names.ts';

/** With code in the word behind it, there is no script: `sh -c CODE`. */
const TAKES_CODE = /^-[A-Za-z]*c$/;
/** Behind it stands the name of a module. */
export const MODULE = /^-[A-Za-z]*m$/;
const ATTACHED_MODULE = /^(-[A-Za-z]*?m)(\w[\w.]*)$/;
/** With more places where the script may stand, it is not known. */
const MAX_PLACES = 40;
/** Subcommands of interpreters before the script: `deno run x.ts`. */
const RUNS = /^(?:run|serve)$/;

/**
 * The scripts that an interpreter runs, as programs of their own: `./deploy.sh prod` of `bash -e deploy.sh prod`. A word behind an
 * option may be its value as well as the script, so both are given. For bun, a word without a slash and a dot is a script of
 * package.json.
 */
export function ranScripts(words: Words): readonly Words[] {
  const name = words[0]?.text ?? '';
  const onlyPaths = baseName(name) === 'bun';
  if (!(runsScripts(name) || onlyPaths) || onlyParses(words)) return [];
  const first = behindOptions(words, new Set([1]));
  const behind = [...first].filter((place) => RUNS.test(words[place]?.text ?? ''));
  const places = new Set([
    ...first,
    ...behindOptions(words, new Set(behind.map((index) => index + 1))),
  ]);
  if (places.size > MAX_PLACES) return [[{ text: null, source: words[0]?.source ?? '' }]];
  return [...places].flatMap((place) => {
    if (words.slice(1, place).some(({ text }) => TAKES_CODE.test(text ?? ''))) return [];
    const [script, ...args] = words.slice(place);
    if (script === undefined || script.text === null || script.text.startsWith('-')) return [];
    if (onlyPaths && !/[/.]/.test(script.text)) return [];
    const own = script.places ?? [script.text];
    const isModule = MODULE.test(words[place - 1]?.text ?? '') && baseName(name).startsWith('py');
    const files = isModule ? own.map(moduleFile) : own.flatMap(filesOf);
    return [[{ ...script, places: files }, ...args]];
  });
}

/** With nothing but this option, a shell only reads its script: `bash -n deploy.sh`. */
function onlyParses(words: Words): boolean {
  const [, option, script] = words;
  const isShell = /^(?:ba|da|k|z)?sh$/.test(programOf(words));
  return isShell && option?.text === '-n' && /^[^-+]/.test(script?.text ?? '');
}

/** `python -mMODULE` as `python -m MODULE`. */
export function withModuleApart(words: Words): Words {
  const [program, ...args] = words;
  const place = args.findIndex(({ text }) => !/^-[^-]/.test(text ?? ''));
  const options = args.slice(0, place === -1 ? args.length : place);
  const index = options.findIndex(({ text }) => ATTACHED_MODULE.test(text ?? ''));
  const [, option = '', module = ''] = ATTACHED_MODULE.exec(options[index]?.text ?? '') ?? [];
  if (program === undefined || index === -1 || !/^(?:py|pypy)/.test(programOf(words))) return words;
  return [program, ...args.toSpliced(index, 1, knownWord(option), knownWord(module))];
}

/** The file of `python -m scripts.release`, whose folder is known already. */
export function moduleFile(place: string): string {
  const name = baseName(place);
  return `${place.slice(0, place.length - name.length)}${name.replaceAll('.', '/')}.py`;
}

/** A file, and what `node` runs by a name without an ending. */
function filesOf(place: string): readonly string[] {
  return baseName(place).includes('.')
    ? [place]
    : [place, ...['.js', '.ts', '/index.js', '/index.ts'].map((ending) => `${place}${ending}`)];
}
