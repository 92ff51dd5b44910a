import type { Intent } from '../analysis.ts';
import type { Invocation } from '../walk/context.ts';
import { gitIntents } from './git-intents.ts';
import { intentOfFirst, flagged, type IntentRule, type KnownWords } from './intent-words.ts';

/**
 * Notes the intents of a command, whatever the spelling: abbreviations and clusters count. A word that is known only at
 * run time counts as the worst that it could be.
 */
export function noteIntents(invocation: Invocation): void {
  const texts = invocation.args.map((arg) => arg.text);
  for (const intent of intentsOf(invocation.name, texts))
    invocation.scope.findings.intents.add(intent);
  for (const arg of invocation.args)
    for (const host of hostsIn(arg.text ?? arg.source)) invocation.scope.findings.hosts.add(host);
}

/** npm takes its commands shortened; what is shorter than this could be many. */
const SHORTEST = 3;

/** `npx rimraf@5` is `rimraf`, too. */
function intentsOf(name: string, texts: KnownWords): Intent[] {
  const plain = name.replace(/(?<=.)@.*$/s, '');
  return Object.hasOwn(RULES, plain) ? (RULES[plain]?.(texts) ?? []) : [];
}

const RULES: Readonly<Record<string, IntentRule>> = {
  rm: (texts) => (flagged(texts, 'rR', '--recursive') ? ['@recursive-delete'] : []),
  find: (texts) => (texts.includes('-delete') ? ['@recursive-delete'] : []),
  rsync: (texts) => [
    ...(texts.some((text) => text === null || /^--(?:del|remove-source)/.test(text))
      ? ['@recursive-delete' as const]
      : []),
    ...(texts.some((text) => text?.includes(':')) ? ['@download' as const] : []),
  ],
  rimraf: () => ['@recursive-delete'],
  shred: () => ['@recursive-delete'],
  git: gitIntents,
  hub: gitIntents,
  chmod: (texts) =>
    texts.some((text) => text === null || /(?:^|[,+=ugoa])[+=]?[rwxX]*s|^[2467]\d{3}$/.test(text))
      ? ['@privilege']
      : [],
  setcap: () => ['@privilege'],
  chown: (texts) => (texts.some((text) => text?.startsWith('root') === true) ? ['@privilege'] : []),
  curl: () => ['@download'],
  wget: () => ['@download'],
  aria2c: () => ['@download'],
  scp: () => ['@download'],
  sftp: () => ['@download'],
  ftp: () => ['@download'],
  http: () => ['@download'],
  https: () => ['@download'],
  xh: () => ['@download'],
  npm: packageManager,
  pnpm: packageManager,
  yarn: (texts) =>
    firstWord(texts) === undefined && !texts.includes('--version')
      ? ['@install']
      : packageManager(texts),
  bun: packageManager,
  deno: (texts) =>
    intentOfFirst(texts, {
      install: '@install',
      add: '@install',
      publish: '@publish',
      cache: '@download',
    }),
  pip: installer,
  pip3: installer,
  uv: (texts) =>
    intentOfFirst(texts, {
      pip: '@install',
      add: '@install',
      sync: '@install',
      tool: '@install',
      run: '@install',
      publish: '@publish',
    }),
  poetry: (texts) =>
    intentOfFirst(texts, {
      install: '@install',
      add: '@install',
      update: '@install',
      publish: '@publish',
    }),
  conda: installer,
  mamba: installer,
  apt: installer,
  'apt-get': installer,
  aptitude: installer,
  dnf: installer,
  yum: installer,
  apk: installer,
  pacman: () => ['@install'],
  zypper: installer,
  brew: installer,
  snap: installer,
  dpkg: () => ['@install'],
  rpm: () => ['@install'],
  choco: installer,
  winget: installer,
  corepack: () => ['@install'],
  nvm: installer,
  rustup: (texts) =>
    intentOfFirst(texts, {
      install: '@install',
      update: '@install',
      toolchain: '@install',
      component: '@install',
      target: '@install',
    }),
  gem: (texts) =>
    intentOfFirst(texts, {
      install: '@install',
      i: '@install',
      update: '@install',
      push: '@publish',
      yank: '@publish',
    }),
  bundle: (texts) =>
    intentOfFirst(texts, { install: '@install', add: '@install', update: '@install' }),
  composer: (texts) =>
    intentOfFirst(texts, { install: '@install', require: '@install', update: '@install' }),
  cargo: (texts) =>
    intentOfFirst(texts, {
      install: '@install',
      add: '@install',
      publish: '@publish',
      yank: '@publish',
      fetch: '@download',
      update: '@download',
    }),
  go: (texts) => intentOfFirst(texts, { install: '@install', get: '@install', mod: '@download' }),
  twine: (texts) => intentOfFirst(texts, { upload: '@publish' }),
  python: pythonModule,
  python3: pythonModule,
  docker: containerIntents,
  podman: containerIntents,
  helm: (texts) =>
    intentOfFirst(texts, { push: '@publish', install: '@install', pull: '@download' }),
  mvn: (texts) => intentOfFirst(texts, { deploy: '@publish', install: '@install' }),
  gradle: gradleIntents,
  gradlew: gradleIntents,
  mvnw: (texts) => intentOfFirst(texts, { deploy: '@publish', install: '@install' }),
  dotnet: (texts) =>
    texts.includes('push')
      ? ['@publish']
      : intentOfFirst(texts, { restore: '@install', add: '@install' }),
  jsr: (texts) => intentOfFirst(texts, { publish: '@publish', add: '@install', i: '@install' }),
  hatch: (texts) => intentOfFirst(texts, { publish: '@publish' }),
  flit: (texts) => intentOfFirst(texts, { publish: '@publish' }),
  ovsx: (texts) => intentOfFirst(texts, { publish: '@publish' }),
  nuget: (texts) =>
    intentOfFirst(texts, { push: '@publish', install: '@install', restore: '@install' }),
  vsce: (texts) => intentOfFirst(texts, { publish: '@publish' }),
  lerna: (texts) => intentOfFirst(texts, { publish: '@publish' }),
  changeset: (texts) => intentOfFirst(texts, { publish: '@publish' }),
  'semantic-release': () => ['@publish'],
  goreleaser: () => ['@publish'],
  gh: githubIntents,
};

function firstWord(texts: KnownWords): string | null | undefined {
  return texts.find((text) => text === null || !text.startsWith('-'));
}

function gradleIntents(texts: KnownWords): Intent[] {
  return texts.some((text) => text === null || /(?:^|:)publish/.test(text)) ? ['@publish'] : [];
}

function containerIntents(texts: KnownWords): Intent[] {
  if (texts.includes('--push')) return ['@publish'];
  return intentOfFirst(texts, { push: '@publish', pull: '@download' });
}

function installer(texts: KnownWords): Intent[] {
  const words =
    'install i add update upgrade dist-upgrade reinstall tap bundle localinstall download create';
  return intentOfFirst(
    texts,
    Object.fromEntries(words.split(' ').map((word): [string, Intent] => [word, '@install'])),
  );
}

function packageManager(texts: KnownWords): Intent[] {
  const installs =
    'install i in ins inst insta instal isnt isnta isntal add ci clean-install ic install-clean isntall-clean install-ci-test cit install-test it update up upgrade udpate dlx exec x create init dedupe rebuild link import fetch patch dist-upgrade';
  const publishes = 'publish unpublish deprecate dist-tag access owner token release stage';
  const words = Object.fromEntries([
    ...installs.split(' ').map((word): [string, Intent] => [word, '@install']),
    ...publishes.split(' ').map((word): [string, Intent] => [word, '@publish']),
  ]);
  const first = firstWord(texts);
  if (first === 'npm') return intentOfFirst(texts.slice(1), words);
  if (first === null || first === undefined) return intentOfFirst(texts, words);
  // The first word may be the value of an option.
  const publishing = texts.filter((text) => text === 'publish' || text === null);
  const run = /^(?:exec|x|dlx)$/.test(first)
    ? runIntents(texts.slice(texts.indexOf(first) + 1))
    : [];
  const meant = Object.hasOwn(words, first)
    ? [first]
    : Object.keys(words).filter((word) => first.length >= SHORTEST && word.startsWith(first));
  return [
    ...meant.flatMap((word) => intentOfFirst([word], words)),
    ...run,
    ...intentOfFirst(publishing, words),
  ];
}

/** The intents of what `npm exec` and its like run: its first word that is not an option. */
function runIntents(texts: KnownWords): Intent[] {
  const position = texts.findIndex((text) => text === null || !text.startsWith('-'));
  const name = texts[position];
  return typeof name === 'string' ? intentsOf(name, texts.slice(position + 1)) : [];
}

function pythonModule(texts: KnownWords): Intent[] {
  const position = texts.findIndex((text) => text !== null && /^-[A-Za-z]*m/.test(text));
  if (position === -1) return [];
  const attached = texts[position]?.replace(/^-[A-Za-z]*m/, '') ?? '';
  const module = attached === '' ? texts[position + 1] : attached;
  if (module === 'pip' || module === 'ensurepip' || module === 'pipx')
    return module === 'pip' ? installer(texts.slice(position)) : ['@install'];
  if (module === 'twine') return ['@publish'];
  return module === null ? ['@install', '@publish'] : [];
}

function githubIntents(texts: KnownWords): Intent[] {
  const [first, second] = texts.filter((text) => text === null || !text.startsWith('-'));
  const both = `${first ?? '?'} ${second ?? '?'}`;
  if (first === null) return ['@publish', '@download'];
  if (/^release (?:create|upload|edit|delete|\?)/.test(both)) return ['@publish'];
  if (/^(?:release download|run download|repo clone|gist clone|pr checkout|release \?)/.test(both))
    return ['@download'];
  if (first === 'extension' || first === 'ext') return ['@install'];
  return [];
}

/** The names of the programs whose intents are recognised. */
export const INTENT_PROGRAMS: readonly string[] = Object.keys(RULES);
/** The scheme is looked for backwards from `://`: forwards, a long word without one would be read again from each of its letters. */
const URL_HOST = /(?<=[a-z][a-z0-9+.-]*):\/\/(?:[^@/\s'"]*@)?(\[[0-9a-f:]+\]|[\w.-]+)/gi;

/** Hosts named by addresses in a word: `https://HOST/…`, `git@HOST:path`. */
function hostsIn(text: string): string[] {
  const hosts = [...text.matchAll(URL_HOST)].map((match) => match[1] ?? '');
  const copied = /^[\w.-]+@([\w.-]+):/.exec(text)?.[1];
  return [...hosts, ...(copied === undefined ? [] : [copied])].map((host) => host.toLowerCase());
}
