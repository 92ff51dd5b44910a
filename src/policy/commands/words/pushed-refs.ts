import type { Word, Words } from '../analysis.ts';

/** Options of `git push` and `git subtree push` whose value is the next word, shortened or behind others, by git-push(1) 2.47. */
const TAKES_VALUE = /^(?:-[A-Za-z46]*[oP]|--(?:pu|pre|rec|rep|e)[a-z-]*)$/;
/** Options by which it pushes refs that no word names. */
const PUSHES_MANY = /^--(?:al|br|mi|ta)/;
/** A ref that no word names. */
const ANY_REF: Word = { text: null, source: '(what git pushes)', isOperand: true };

/** More refs in one push count as any. */
const MAX_REFS = 100;

interface Push {
  /** Where the refspecs stand. */
  readonly places: readonly number[];
  /** Where the repository stands; -1 if no word names it. */
  readonly repository: number;
}

/** Where the words of a `git push` stand; `null` for another command. */
function readPush(words: Words): Push | null {
  if (words[0]?.text !== 'git' || words[1]?.text !== 'push') return null;
  const operands: number[] = [];
  for (let place = 2; place < words.length; place += 1) {
    const text = words[place]?.text ?? null;
    if (text === null || !text.startsWith('-')) operands.push(place);
    else if (TAKES_VALUE.test(text)) place += 1;
  }
  const [repository = -1, ...places] = operands;
  return { repository, places };
}

/**
 * The same `git push` for each ref that it changes in the other repository, under each name of the ref: `HEAD:refs/heads/main` and
 * `+main` change `main`. Which refs no word names is known only at run time.
 */
export function pushedRefs(words: Words): readonly Words[] {
  const push = readPush(words);
  if (push === null) return [];
  const { repository, places } = push;
  const options = words.filter(({ text }, place) => place > 1 && text?.startsWith('-') === true);
  const start = [
    ...words.slice(0, 2),
    ...(repository === -1 ? [ANY_REF] : words.slice(2, repository + 1)),
  ];
  const isOpen =
    places.length === 0 ||
    places.length > MAX_REFS ||
    options.some(({ text }) => text !== null && PUSHES_MANY.test(text));
  const before = words.slice(0, places[0]);
  const refs = new Set(places);
  const others = words.filter((_, index) => index > (places[0] ?? 0) && !refs.has(index));
  return [
    ...(isOpen ? [[...start, ANY_REF, ...options]] : []),
    ...places.slice(0, MAX_REFS).flatMap((place) => {
      const isTag = words[place - 1]?.text === 'tag';
      return destinations(words[place], isTag).map((name) => [...before, name, ...others]);
    }),
  ];
}

/** The same for each refspec that names another ref there than here: where it stands, and the words with each name. */
export function renamedPushes(
  words: Words,
): readonly { readonly place: number; readonly named: readonly Words[] }[] {
  const places = readPush(words)?.places ?? [];
  const renaming = places.filter((place) => words[place]?.text?.includes(':') === true);
  return renaming.map((place) => {
    const names = destinations(words[place], false);
    return { place, named: names.map((name) => words.with(place, name)) };
  });
}

/** The names of the ref that a refspec changes. A wildcard that matches no file is one of git. */
function destinations(word: Word | undefined, isTag: boolean): Words {
  if (word?.glob !== undefined) return [ANY_REF];
  const refspec = word?.text ?? null;
  if (refspec === null || refspec.startsWith('^')) return [];
  const plain = refspec.replace(/^\+/, '');
  const name = plain.slice(plain.lastIndexOf(':') + 1);
  if (/^(?:@|HEAD)?$/.test(name) || name.includes('*')) return [ANY_REF];
  const short = name.replace(/^(?:refs\/)?(?:heads|tags)\//, '');
  const kinds = isTag ? ['tags'] : ['heads', 'tags'];
  const isFull = name.startsWith('refs/');
  const full = isFull ? [name] : kinds.map((kind) => `refs/${kind}/${short}`);
  return [
    ...new Set([name, short, ...full, ...full.map((each) => each.slice('refs/'.length))]),
  ].map((text) => ({ text, source: refspec }));
}
