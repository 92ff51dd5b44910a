import type { Intent } from './analysis.ts';
import type { Arg } from './arg.ts';
import type { Call } from './call.ts';
import { hostsIn } from './hosts.ts';

/** The words as far as they are known; one that is not is `null`. */
type Texts = readonly (string | null)[];
type Rule = (texts: Texts, args: readonly Arg[]) => Intent[];

/**
 * What a command is about, whatever the spelling: abbreviations and clusters count, and a word known only at run time
 * counts as the worst it could be for a program that has a worst.
 */
export function noteIntents(call: Call): void {
  const texts = call.args.map((arg) => arg.text);
  const rule = Object.hasOwn(RULES, call.name) ? RULES[call.name] : undefined;
  for (const intent of rule?.(texts, call.args) ?? []) call.scope.notes.intents.add(intent);
  for (const arg of call.args)
    for (const host of hostsIn(arg.text ?? arg.source)) call.scope.notes.hosts.add(host);
}

const RULES: Readonly<Record<string, Rule>> = {
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
  yarn: (texts) => (firstWord(texts) === undefined ? ['@install'] : packageManager(texts)),
  bun: packageManager,
  deno: (texts) =>
    any(texts, { install: '@install', add: '@install', publish: '@publish', cache: '@download' }),
  pip: installer,
  pip3: installer,
  uv: (texts) =>
    any(texts, {
      pip: '@install',
      add: '@install',
      sync: '@install',
      tool: '@install',
      run: '@install',
      publish: '@publish',
    }),
  poetry: (texts) =>
    any(texts, { install: '@install', add: '@install', update: '@install', publish: '@publish' }),
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
    any(texts, {
      install: '@install',
      update: '@install',
      toolchain: '@install',
      component: '@install',
      target: '@install',
    }),
  gem: (texts) =>
    any(texts, {
      install: '@install',
      i: '@install',
      update: '@install',
      push: '@publish',
      yank: '@publish',
    }),
  bundle: (texts) => any(texts, { install: '@install', add: '@install', update: '@install' }),
  composer: (texts) => any(texts, { install: '@install', require: '@install', update: '@install' }),
  cargo: (texts) =>
    any(texts, {
      install: '@install',
      add: '@install',
      publish: '@publish',
      yank: '@publish',
      fetch: '@download',
      update: '@download',
    }),
  go: (texts) => any(texts, { install: '@install', get: '@install', mod: '@download' }),
  twine: (texts) => any(texts, { upload: '@publish' }),
  python: pythonModule,
  python3: pythonModule,
  docker: (texts) => any(texts, { push: '@publish', pull: '@download' }),
  podman: (texts) => any(texts, { push: '@publish', pull: '@download' }),
  helm: (texts) => any(texts, { push: '@publish', install: '@install', pull: '@download' }),
  mvn: (texts) => any(texts, { deploy: '@publish', install: '@install' }),
  gradle: (texts) => any(texts, { publish: '@publish' }),
  dotnet: (texts) =>
    texts.includes('push') ? ['@publish'] : any(texts, { restore: '@install', add: '@install' }),
  vsce: (texts) => any(texts, { publish: '@publish' }),
  lerna: (texts) => any(texts, { publish: '@publish' }),
  changeset: (texts) => any(texts, { publish: '@publish' }),
  'semantic-release': () => ['@publish'],
  goreleaser: () => ['@publish'],
  gh: githubIntents,
};

/** Whether a short letter (in any cluster) or a long option (or what it may be shortened to) is there. */
function flagged(texts: Texts, letters: string, ...long: readonly string[]): boolean {
  const end = texts.indexOf('--');
  return (end === -1 ? texts : texts.slice(0, end)).some((text) => {
    if (text === null) return true;
    if (/^-[^-]/.test(text)) return letters.split('').some((letter) => text.includes(letter));
    const name = text.split('=')[0] ?? '';
    return (
      name.length > 3 && name.startsWith('--') && long.some((option) => option.startsWith(name))
    );
  });
}

function firstWord(texts: Texts): string | null | undefined {
  return texts.find((text) => text === null || !text.startsWith('-'));
}

/** The intent of the first word that is a key; every intent where a word is known only at run time. */
function any(texts: Texts, words: Readonly<Record<string, Intent>>): Intent[] {
  const found = texts.find((text) => text === null || Object.hasOwn(words, text));
  if (found === null) return [...new Set(Object.values(words))];
  const intent = found === undefined ? undefined : words[found];
  return intent === undefined ? [] : [intent];
}

function installer(texts: Texts): Intent[] {
  const words =
    'install i add update upgrade dist-upgrade reinstall tap bundle localinstall download create';
  return any(
    texts,
    Object.fromEntries(words.split(' ').map((word): [string, Intent] => [word, '@install'])),
  );
}

function packageManager(texts: Texts): Intent[] {
  const installs =
    'install i in ins inst insta instal isnt isnta isntal add ci clean-install ic install-clean isntall-clean install-ci-test cit install-test it update up upgrade udpate dlx exec x create init dedupe rebuild link import fetch patch dist-upgrade';
  const publishes = 'publish unpublish deprecate dist-tag access owner token release stage';
  const words = Object.fromEntries([
    ...installs.split(' ').map((word): [string, Intent] => [word, '@install']),
    ...publishes.split(' ').map((word): [string, Intent] => [word, '@publish']),
  ]);
  const first = firstWord(texts);
  if (first === 'npm') return any(texts.slice(1), words);
  return first === null || first === undefined
    ? any(texts, words)
    : any([first], words).concat(
        any(
          texts.filter((text) => text === 'publish' || text === null),
          words,
        ),
      );
}

function pythonModule(texts: Texts): Intent[] {
  const at = texts.findIndex((text) => text !== null && /^-[A-Za-z]*m/.test(text));
  if (at === -1) return [];
  const attached = texts[at]?.replace(/^-[A-Za-z]*m/, '') ?? '';
  const module = attached === '' ? texts[at + 1] : attached;
  if (module === 'pip' || module === 'ensurepip' || module === 'pipx')
    return module === 'pip' ? installer(texts.slice(at)) : ['@install'];
  if (module === 'twine') return ['@publish'];
  return module === null ? ['@install', '@publish'] : [];
}

function githubIntents(texts: Texts): Intent[] {
  const [first, second] = texts.filter((text) => text === null || !text.startsWith('-'));
  const both = `${first ?? '?'} ${second ?? '?'}`;
  if (first === null) return ['@publish', '@download'];
  if (/^release (?:create|upload|edit|delete|\?)/.test(both)) return ['@publish'];
  if (/^(?:release download|run download|repo clone|gist clone|pr checkout|release \?)/.test(both))
    return ['@download'];
  if (first === 'extension' || first === 'ext') return ['@install'];
  return [];
}

/** git's own options stand before the subcommand and may be anything. */
function gitIntents(texts: Texts, args: readonly Arg[]): Intent[] {
  let at = 0;
  while (at < texts.length && texts[at]?.startsWith('-') === true) {
    at += /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env)$/.test(
      texts[at] ?? '',
    )
      ? 2
      : 1;
  }
  const subcommand = texts[at];
  const rest = texts.slice(at + 1);
  if (subcommand === undefined) return [];
  if (subcommand === null) return ['@force-push', '@history-rewrite', '@recursive-delete'];
  const rule = Object.hasOwn(GIT_RULES, subcommand) ? GIT_RULES[subcommand] : undefined;
  return rule?.(rest, args.slice(at + 1)) ?? [];
}

const REWRITES: Intent[] = ['@history-rewrite'];

const GIT_RULES: Readonly<Record<string, Rule>> = {
  push: (texts) => (forcesPush(texts) ? ['@force-push', '@history-rewrite'] : []),
  'send-pack': (texts) => (forcesPush(texts) ? ['@force-push', '@history-rewrite'] : []),
  clean: () => ['@recursive-delete'],
  rm: (texts) => (flagged(texts, 'r', '--recursive') ? ['@recursive-delete'] : []),
  rebase: () => REWRITES,
  'filter-branch': () => REWRITES,
  'filter-repo': () => REWRITES,
  'fast-import': () => REWRITES,
  replace: () => REWRITES,
  prune: () => REWRITES,
  'update-ref': () => REWRITES,
  commit: (texts) => (flagged(texts, '', '--amend', '--fixup', '--squash') ? REWRITES : []),
  reset: (texts) =>
    texts.some(
      (text) => text === null || /^--(?:h|ha|har|hard|k|keep|merge|soft|mixed)$/.test(text),
    ) || texts.some((text) => /[~^]|@\{/.test(text ?? ''))
      ? REWRITES
      : [],
  reflog: (texts) =>
    texts.some((text) => text === null || /^(?:expire|delete|drop)$/.test(text)) ? REWRITES : [],
  gc: (texts) => (flagged(texts, '', '--prune', '--aggressive') ? REWRITES : []),
  branch: (texts) => (flagged(texts, 'DfMC', '--delete', '--force') ? REWRITES : []),
  tag: (texts) => (flagged(texts, 'df', '--delete', '--force') ? REWRITES : []),
  checkout: (texts) => (flagged(texts, 'B', '--orphan') ? REWRITES : []),
  switch: (texts) => (flagged(texts, 'C', '--force-create', '--orphan') ? REWRITES : []),
  stash: (texts) =>
    texts.some((text) => text === null || /^(?:drop|clear)$/.test(text)) ? REWRITES : [],
  pull: (texts) => ['@download', ...(flagged(texts, 'r', '--rebase') ? REWRITES : [])],
  fetch: (texts) => [
    '@download',
    ...(texts.some(
      (text) => text === null || text.startsWith('+') || text === '-f' || text === '--force',
    )
      ? REWRITES
      : []),
  ],
  clone: () => ['@download'],
  submodule: (texts) =>
    texts.some((text) => text === null || /^(?:update|add)$/.test(text)) ? ['@download'] : [],
  lfs: (texts) =>
    any(texts, {
      pull: '@download',
      fetch: '@download',
      migrate: '@history-rewrite',
      prune: '@history-rewrite',
    }),
  worktree: (texts) => (texts.includes('remove') ? ['@recursive-delete'] : []),
  'ls-remote': () => ['@download'],
};

/** Any way to move or take away what another repository holds. */
function forcesPush(texts: Texts): boolean {
  if (
    flagged(
      texts,
      'fd',
      '--force',
      '--force-with-lease',
      '--force-if-includes',
      '--mirror',
      '--delete',
      '--prune',
    )
  )
    return true;
  return texts.some((text) => text === null || /^\+|^:.|^--force/.test(text));
}
