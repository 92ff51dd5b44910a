import { knownWord, type Word, type Words } from '../analysis.ts';
import { LISTED_SUBCOMMANDS, SAME_SUBCOMMANDS, SUBCOMMANDS_BY_NAME } from '../specs/subcommands.ts';
import { byName, isListed, type Table } from '../specs/table.ts';
import { behindOptions } from './behind-options.ts';
import { programOf } from './program-names.ts';

/** Subcommands with several names, each as the words of all of them. */
const GROUPS = new Map(
  [...SAME_SUBCOMMANDS].map(([name, groups]) => [
    name,
    groups.map((group) => group.map((names) => names.split(' '))),
  ]),
);

/** Programs that are another one, with a subcommand of it or without. */
const PROGRAMS = byName<readonly string[]>({
  'docker-compose': ['docker', 'compose'],
  'podman-compose': ['podman', 'compose'],
  'gmake, bmake, remake': ['make'],
});

/** Programs, with a subcommand or without, that do what another one does with the same words. */
const DROP_INS: Table<string> = {
  'podman, nerdctl': 'docker',
  'podman-compose': 'docker-compose',
  'tofu, terragrunt': 'terraform',
  'oc, kubecolor, minikube kubectl, k3s kubectl, microk8s kubectl': 'kubectl',
  rake: 'rails',
  rails: 'rake',
  nodejs: 'node',
  'bunx, pnpx, npm exec, npm x, pnpm dlx, yarn dlx, bun x, deno x': 'npx',
  'uv tool run': 'uvx',
  'uv pip': 'pip',
  // A wrapper starts the version that its repository names.
  gradle: './gradlew',
  gradlew: 'gradle',
  mvn: './mvnw',
  'mvnw, mvnd': 'mvn',
  // They start the script of the project, in a container or by a version of PHP.
  'sail artisan': './artisan',
  'symfony console': 'bin/console',
};
const REPLACED = [...byName(DROP_INS)].map(([own, other]) => {
  const [program = '', ...subcommands] = own.split(' ');
  return { program, subcommands, other };
});

/** Programs whose words are scripts of package.json, and a word of `concurrently` that is one. */
const SCRIPT_LISTS = /^(?:run-s|run-p|npm-run-all2?)$/;
const SCRIPT_WORD = /^(npm|pnpm|yarn|bun|node|deno):(?=.)/;

/** npm takes all names of its subcommands shortened: `npm publi`. */
const NPM_NAMES = [...(LISTED_SUBCOMMANDS.get('npm') ?? [])];
const SHORTEST = 2;

/** Of longer commands, and of those with more places where the subcommand may stand, no other spelling is made. */
const MAX_WORDS = 400;
const MAX_PLACES = 12;
/** More scripts that one command names count as any. */
const MAX_SCRIPTS = 60;
const UNKNOWN: Word = { text: null, source: '' };

/** Programs that find a subcommand as a program of its own: `cargo release` is `cargo-release`. */
const DASHED = /^(cargo|dotnet|kubectl)-(.+)$/s;

/** A program that is a subcommand of another one, as that; cargo gives such a program the name once more. `null` for other programs. */
export function asSubcommand(words: Words): Words | null {
  const [, program, subcommand] = DASHED.exec(programOf(words)) ?? [];
  if (program === undefined || subcommand === undefined) return null;
  const rest = words.slice(words[1]?.text === subcommand ? 2 : 1);
  return [knownWord(program), knownWord(subcommand), ...rest];
}

/** The command in other words of its program, and in those of a program that does the same: `podman rm` is `docker rm`. */
export function otherSpellings(words: Words): readonly Words[] {
  const scripts = namedScripts(words);
  const named =
    scripts.length > MAX_SCRIPTS ? [[knownWord('npm'), knownWord('run'), UNKNOWN]] : scripts;
  const whole = asSubcommand(words);
  const forms = [
    words,
    ...(whole === null ? [] : [whole]),
    ...inPackages(words),
    ...withoutEnvironment(words),
    ...named,
  ];
  return [...forms, ...forms.flatMap(replaced)].flatMap((each) => {
    const spelled = ownSpellings(each);
    const own = each === words ? [] : [each];
    return [...own, ...spelled, ...[each, ...spelled].flatMap(withoutRun)];
  });
}

/** The command that a package manager runs in other packages, as in this one. */
function inPackages(words: Words): readonly Words[] {
  const [program] = words;
  const openings = SUBCOMMANDS_BY_NAME.get(programOf(words))?.inPackages;
  if (program === undefined || openings === undefined) return [];
  if (isBeyond(words)) return [[program, UNKNOWN]];
  return openings.flatMap((opening) =>
    placesOf(words, opening.split(' ')).map(({ end }) => [
      ...words.slice(0, 1),
      ...words.slice(end),
    ]),
  );
}

/** `hatch run ENVIRONMENT:SCRIPT` as `hatch run SCRIPT`. */
function withoutEnvironment(words: Words): readonly Words[] {
  if (programOf(words) !== 'hatch' || isBeyond(words)) return [];
  return placesOf(words, ['run']).flatMap(({ end }) =>
    [...behindOptions(words, new Set([end]))].flatMap((place) => {
      const script = /^[\w.-]+:(.+)$/s.exec(words[place]?.text ?? '')?.[1];
      return script === undefined ? [] : [words.with(place, knownWord(script))];
    }),
  );
}

/** The scripts that a program starts by their names, as `npm run NAME`. */
function namedScripts(words: Words): readonly Words[] {
  const [, ...rest] = words;
  const name = programOf(words);
  return rest.flatMap((word, index) => {
    const { text } = word;
    if (SCRIPT_LISTS.test(name))
      return text?.startsWith('-') === true
        ? []
        : [[knownWord('npm'), knownWord('run'), listed(word)]];
    if (name === 'node' && /^--run(?:=|$)/.test(text ?? '')) {
      const script =
        text === '--run' ? rest[index + 1] : knownWord(text?.slice('--run='.length) ?? '');
      return script === undefined ? [] : [[knownWord('npm'), knownWord('run'), script]];
    }
    const manager = SCRIPT_WORD.exec(text ?? '')?.[1];
    if (manager === undefined || !name.startsWith('conc')) return [];
    const script = scriptName(text?.slice(manager.length + 1) ?? '');
    const by = SUBCOMMANDS_BY_NAME.get(manager)?.scripts?.by ?? '--run';
    return [
      [knownWord(manager), knownWord(by), script],
      ...(manager === 'node' ? [[knownWord('npm'), knownWord('run'), script]] : []),
    ];
  });
}

/** The script that a word of `run-s` names: before its arguments (`"deploy -- -x"`), or any that a pattern matches. */
function listed({ text, ...word }: Word): Word {
  return text === null ? { ...word, text } : scriptName(text.trim().split(/\s/)[0] ?? '');
}

function scriptName(text: string): Word {
  return /[*?[{(!]/.test(text) ? UNKNOWN : knownWord(text);
}

/** `yarn run lint` as `yarn lint`, and `npm run test` as `npm test`. */
export function withoutRun(words: Words): readonly Words[] {
  const { scripts } = SUBCOMMANDS_BY_NAME.get(programOf(words)) ?? {};
  if (scripts === undefined || isBeyond(words)) return [];
  return placesOf(words, ['run']).flatMap(({ start, end }) => {
    const isShort = scripts.alone === true || isListed(scripts.named, words[end]?.text ?? '');
    return words[end] !== undefined && isShort
      ? [[...words.slice(0, start), ...words.slice(end)]]
      : [];
  });
}

/** The command as that of another program that does the same. */
function replaced(words: Words): readonly Words[] {
  const name = programOf(words);
  return REPLACED.filter(({ program }) => program === name).flatMap(({ subcommands, other }) => {
    if (subcommands.length > 0 && isBeyond(words)) return [[UNKNOWN, UNKNOWN]];
    const ends =
      subcommands.length === 0 ? [1] : placesOf(words, subcommands).map(({ end }) => end);
    return ends.map((end) => [knownWord(other), ...words.slice(end)]);
  });
}

/**
 * The same command in other words of its program: `npm i` is `npm install`, `docker container rm` is `docker rm`. Without a
 * program's manual a word behind an option can be its value; then it counts as the subcommand, too. What exceeds a limit is a
 * subcommand that is not known.
 */
function ownSpellings(words: Words): readonly Words[] {
  const [program, ...rest] = words;
  const name = programOf(words);
  const renamed = PROGRAMS.get(name)?.map(knownWord);
  if (renamed !== undefined) return [[...renamed, ...rest]];
  const groups = GROUPS.get(name);
  if (program === undefined || groups === undefined) return [];
  if (isBeyond(words)) return [program, ...programsOf(name)].map((each) => [each, UNKNOWN]);
  const spelled = groups.flatMap((group) => inGroup(words, group));
  const others = [...spelled, ...(name === 'npm' ? inFull(words) : [])];
  return [...others, ...composed(words, name)];
}

function isBeyond(words: Words): boolean {
  return words.length > MAX_WORDS || behindOptions(words, new Set([1])).size > MAX_PLACES;
}

/** The programs of their own that a subcommand of a program can be. */
function programsOf(name: string): Words {
  return [...PROGRAMS].flatMap(([other, [program, subcommand]]) =>
    program === name && subcommand !== undefined ? [knownWord(other)] : [],
  );
}

/** `docker compose` as the program `docker-compose`, which older versions install. */
function composed(words: Words, name: string): readonly Words[] {
  return [...PROGRAMS].flatMap(([other, [program, subcommand]]) =>
    program !== name || subcommand === undefined
      ? []
      : placesOf(words, [subcommand]).map(({ end }) => [knownWord(other), ...words.slice(end)]),
  );
}

function inGroup(words: Words, group: readonly (readonly string[])[]): readonly Words[] {
  return group.flatMap((names) =>
    placesOf(words, names).flatMap(({ start, end }) =>
      group
        .filter((other) => other !== names)
        .map((other) => [...words.slice(0, start), ...other.map(knownWord), ...words.slice(end)]),
    ),
  );
}

/** The words of npm with its subcommand in full: each name that it may be short for. */
function inFull(words: Words): readonly Words[] {
  return [...behindOptions(words, new Set([1]))].flatMap((place) => {
    const text = words[place]?.text ?? '';
    const short = text.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (text.length < SHORTEST || NPM_NAMES.includes(text)) return [];
    return NPM_NAMES.filter((each) => each.startsWith(short)).flatMap((full) => {
      const spelled = words.with(place, knownWord(full));
      return [spelled, ...(GROUPS.get('npm') ?? []).flatMap((group) => inGroup(spelled, group))];
    });
  });
}

/** Where these words may be the subcommand, behind any options. */
function placesOf(
  words: Words,
  [first, second]: readonly string[],
): readonly { readonly start: number; readonly end: number }[] {
  return [...behindOptions(words, new Set([1]))]
    .filter((start) => words[start]?.text === first)
    .flatMap((start) => {
      if (second === undefined) return [{ start, end: start + 1 }];
      return [...behindOptions(words, new Set([start + 1]))]
        .filter(
          (place) => place < words.length && (second === '*' || words[place]?.text === second),
        )
        .map((place) => ({ start, end: place + 1 }));
    });
}
