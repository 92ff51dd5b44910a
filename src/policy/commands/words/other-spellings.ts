import { knownWord, type Word, type Words } from '../analysis.ts';
import { byName, type Table } from '../specs/table.ts';
import { behindOptions } from './behind-options.ts';
import { programOf } from './program-names.ts';

/**
 * Subcommands with several names, each group in one string: names are separated by `,` and can have two words. By the manual of each
 * program; npm's are those of `lib/utils/cmd-list.js` of npm 11.
 */
const SUBCOMMANDS: Table<readonly string[]> = {
  npm: [
    'install, add, i, in, ins, inst, insta, instal, isnt, isnta, isntal, isntall',
    'uninstall, unlink, remove, rm, r, un',
    'update, u, up, upgrade, udpate',
    'ci, clean-install, ic, install-clean, isntall-clean',
    'install-ci-test, clean-install-test, cit, sit',
    'install-test, it',
    'run, run-script, rum, urn',
    'test, tst, t',
    'exec, x',
    'init, create, innit',
    'link, ln',
    'rebuild, rb',
    'config, c',
    'owner, author',
    'view, info, show, v',
    'version, verison',
    'dist-tag, dist-tags',
    'dedupe, ddp',
    'adduser, add-user',
    'search, find, s, se',
    'ls, list',
    'll, la',
    'docs, home',
    'bugs, issues',
    'explain, why',
    'help, hlep',
    'org, ogr',
  ],
  pnpm: [
    'install, i',
    'remove, rm, uninstall, un, uni',
    'update, up, upgrade',
    'run, run-script',
    'test, tst, t',
    'rebuild, rb',
    'link, ln',
    'list, ls',
    'config, c',
  ],
  bun: ['install, i', 'add, a', 'remove, rm'],
  cargo: ['build, b', 'check, c', 'run, r', 'test, t', 'doc, d', 'remove, rm'],
  helm: ['uninstall, delete, del, un', 'dependency, dep', 'list, ls'],
  hatch: ['run, env run'],
  gh: [
    ...['pr', 'issue', 'release', 'repo', 'gist'].map((noun) => `${noun} create, ${noun} new`),
    ...['secret', 'variable'].map((noun) => `${noun} delete, ${noun} remove`),
    'codespace, cs',
    'extension, extensions, ext',
  ],
  'docker, podman, nerdctl': [
    ...(
      'attach commit cp create diff exec export kill logs pause port rename restart run start stats stop top unpause update ' +
      'wait'
    )
      .split(' ')
      .map((verb) => `${verb}, container ${verb}`),
    ...['history', 'import', 'load', 'push', 'save', 'tag'].map((verb) => `${verb}, image ${verb}`),
    'rm, container rm, container remove',
    'ps, container ls, container ps, container list',
    'pull, image pull',
    'build, image build, builder build, buildx build, buildx b',
    'rmi, image rm, image remove',
    'images, image ls, image list',
    'inspect, container inspect, image inspect',
  ],
};
const GROUPS = new Map(
  [...byName(SUBCOMMANDS)].map(([name, groups]) => [
    name,
    groups.map((group) => group.split(', ').map((names) => names.split(' '))),
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

/** Words of a program before the command that it runs in other packages; `*` is any word. */
const OTHER_PACKAGES: Table<readonly (readonly [string, ...string[]])[]> = {
  yarn: [['workspace', '*'], ['workspaces', 'foreach'], ['workspaces']],
  pnpm: [['recursive'], ['multi'], ['m']],
  terragrunt: [['run-all'], ['run']],
};
const IN_PACKAGES = byName(OTHER_PACKAGES);
/** Programs that run a script or task by its name alone: `pnpm lint`. npm does so with these. */
const SHORT_RUNNERS = /^(?:pnpm|yarn|bun|turbo)$/;
const LIFECYCLE = /^(?:test|start|stop|restart)$/;
/** Programs whose words are scripts of package.json, and a word of `concurrently` that is one. */
const SCRIPT_LISTS = /^(?:run-s|run-p|npm-run-all2?)$/;
const SCRIPT_WORD = /^(npm|pnpm|yarn|bun):(?=.)/;

/** Subcommands of npm without another name, which takes all of its names shortened: `npm publi`. */
const NPM_NAMES = [
  ...(
    'access approve-scripts audit cache completion deny-scripts deprecate diff doctor edit explore find-dupes fund get help-search ' +
    'install-scripts login logout outdated pack ping pkg prefix profile prune publish query repo restart root sbom set shrinkwrap ' +
    'stage star stars start stop team token trust undeprecate unpublish unstar whoami'
  ).split(' '),
  ...(GROUPS.get('npm') ?? []).flat().flat(),
];
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
  const openings = IN_PACKAGES.get(programOf(words));
  if (program === undefined || openings === undefined) return [];
  if (isBeyond(words)) return [[program, UNKNOWN]];
  return openings.flatMap((opening) =>
    placesOf(words, opening).map(({ end }) => [...words.slice(0, 1), ...words.slice(end)]),
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
    return [
      [knownWord(manager), knownWord('run'), scriptName(text?.slice(manager.length + 1) ?? '')],
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
  const name = programOf(words);
  if ((!SHORT_RUNNERS.test(name) && name !== 'npm') || isBeyond(words)) return [];
  return placesOf(words, ['run']).flatMap(({ start, end }) => {
    const isShort = name !== 'npm' || LIFECYCLE.test(words[end]?.text ?? '');
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
  return [...PROGRAMS].flatMap(([other, [of, subcommand]]) =>
    of === name && subcommand !== undefined ? [knownWord(other)] : [],
  );
}

/** `docker compose` as the program `docker-compose`, which older versions install. */
function composed(words: Words, name: string): readonly Words[] {
  return [...PROGRAMS].flatMap(([other, [of, subcommand]]) =>
    of !== name || subcommand === undefined
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
