import type { Intent, Words } from '../analysis.ts';
import type { Invocation } from '../walk/context.ts';
import { hostsNamed, wordsOfUnknownHosts } from './command-hosts.ts';
import { containerIntents, noteMounts } from './container-intents.ts';
import { gitIntents } from './git-intents.ts';
import { githubIntents, refRequestIntents } from './github-intents.ts';
import { sendsData, type SentWord } from './sent-data.ts';
import {
  always,
  byFirstWord,
  byShortenedWord,
  hasWord,
  ifFlagged,
  ifWord,
  type IntentRule,
  type KnownWords,
  when,
} from './intent-words.ts';
import { packageManager } from './package-intents.ts';
import { byName, type Table, wordSet } from '../specs/table.ts';
import { baseName, programOf, withoutVersion } from '../words/program-names.ts';

/**
 * Notes the intents of a command, whatever the spelling: abbreviations and clusters count. A word that is known only at run time
 * counts as the worst that it could be.
 */
export function noteIntents({ name, args, scope }: Invocation): void {
  // Of a word that is known only at run time, what it begins with is known.
  const known = args.map(({ text, prefix }) => ({ text: text ?? prefix }));
  const shown = intentsOf(name, known);
  for (const intent of intentsOf(name, args))
    if (shown.includes(intent)) scope.findings.addIntent(intent);
    else scope.findings.intents.add(intent);
  if (CONTAINERS.has(name)) noteMounts(args, scope);
  for (const host of hostsNamed(name, args)) scope.findings.hosts.add(host);
  const sameEnvironment = scope.state.otherEnvironment !== true;
  for (const word of wordsOfUnknownHosts(name, args, { sameEnvironment }))
    scope.findings.unknownHosts.add(word);
}

/** The intents that a command of these words would have. */
export function intentsOfWords(words: Words): readonly Intent[] {
  return intentsOf(programOf(words), words.slice(1));
}

/** Whether the program can do more than its intents say, by options that no table knows. */
export function mayDoMore(program: string): boolean {
  const name = baseName(program);
  return LESS_KNOWN_BY_NAME.has(name) || LESS_KNOWN_BY_NAME.has(withoutVersion(name));
}

/** `npx rimraf@5` is `rimraf`, too, and `pip3.12` is `pip`. */
function intentsOf(name: string, words: readonly SentWord[]): readonly Intent[] {
  const texts = words.map(({ text }) => text);
  if (texts.length === 1 && /^--(?:version|help)$/.test(texts[0] ?? '')) return [];
  const plain = name.replace(/(?<=.)@.*$/s, '');
  const intents = (RULES.get(plain) ?? RULES.get(withoutVersion(plain)))?.(texts) ?? [];
  return sendsData(plain, words) ? [...intents, '@upload'] : intents;
}

const IMAGES = { groups: 'image artifact blob manifest index layout' };
const imageTransfers = byFirstWord(
  { 'copy, cp, sync, pull, export': '@download', 'push, append, mutate': '@publish' },
  IMAGES,
);
const imageCopies = byFirstWord({ 'copy, cp, sync': '@publish' }, IMAGES);
const CONTAINERS = wordSet('docker podman nerdctl docker-compose podman-compose');

const installer = byFirstWord(
  {
    'install, i, add, update, upgrade, dist-upgrade, reinstall, tap, bundle, localinstall, groupinstall, download, create':
      '@install',
  },
  {
    groups:
      'env cask global tool tools plugin plugins collection role bucket group groups module offline-upgrade system-upgrade ' +
      'time-machine lock pypi project workspace channel platform environment',
  },
);

/** A mode with the bits by which a program gets the rights of its owner or group. chmod(1), coreutils 9.1: `4755`, `u+x,+4000`, `u=rw+s`. */
const SETS_ID =
  /^(?:0*[2-7]\d{3}$|(?=[ugoarwxXst\d,+=-]+$).*[+=](?:[rwxXt]*s|0*[2-7]\d{3}(?:,|$)))/;
const TO_ROOT = /^\+?(?:root|0)(?:[:.].*)?$|^[\w.$-]*[:.]\+?(?:root|0)$/;
/**
 * Tasks of Gradle that publish, also of a project (`:lib:publish`, but not `:publisher:test`) and shortened: of each part of its name that
 * begins with a capital letter, the first letters are enough (`pubAll`, `pTML`, `cARR`). `pTR` is `processTestResources`, which the Java
 * plugin adds to every project.
 */
const GRADLE_PUBLISHES =
  /^(?!-)(?:.*:)?(?!pTR$)(?:publish[^:]*|pu?b?l?i?s?(?:[A-Z][^:]*)?|up?l?o?a?d?A[a-z]*|jib|bintrayUpload|cl?o?s?e?An?d?Re?l?e?a?s?e?(?:[A-Z][^:]*)?|releaseSonatype[^:]*|releaseRepository|artifactoryPublish|jreleaser(?:FullRelease|Release|Deploy|Upload|Publish))$/;
/** Programs whose options are known elsewhere, or which do nothing but what their intent says. */
const WELL_KNOWN: Table<IntentRule> = {
  rm: ifFlagged('@recursive-delete', 'rR', '--recursive'),
  find: (texts) => when(texts.includes('-delete'), '@recursive-delete'),
  rsync: (texts) => [
    ...when(hasWord(texts, /^--(?:del|remove-source)/), '@recursive-delete'),
    ...when(
      texts.some((text) => text?.includes(':')),
      '@download',
    ),
  ],
  'rimraf, shred': always('@recursive-delete'),
  git: gitIntents,
  hub: (texts) => [...gitIntents(texts), ...githubIntents(texts)],
  chmod: ifWord('@privilege', SETS_ID),
  'install, mkdir': modeIntents,
  'setcap, nsenter, newgrp, sudoedit, sudo-rs, dzdo, usermod, gpasswd, machinectl':
    always('@privilege'),
  sg: (texts) => when(!isAstGrep(texts), '@privilege'),
  'chown, chgrp': (texts) =>
    when(
      texts.some((text) => TO_ROOT.test(text ?? '')),
      '@privilege',
    ),
  scp: always('@download'),
  // What they are told may be either.
  'ftp, lftp': () => ['@download', '@upload'],
  openssl: (texts) => when(hasWord(texts, /^s_client$/), '@download', '@upload'),
  'curl, wget': requestIntents,
  npm: packageManager('npm'),
  pnpm: packageManager('pnpm'),
  bun: packageManager('bun'),
  yarn: (texts) => (isBare(inFolder(texts)) ? ['@install'] : yarnIntents(texts)),
  deno: byFirstWord({ 'install, add': '@install', publish: '@publish', cache: '@download' }, {}),
  'pip, pip3, conda, mamba, apt, apt-get, aptitude, dnf, microdnf, yum, apk, zypper, brew, snap, choco, winget, nvm, pipenv':
    installer,
  pdm: byFirstWord(
    { 'add, install, sync, update': '@install', 'publish, upload': '@publish' },
    { groups: 'self plugin py python' },
  ),
  rake: ifWord('@publish', /^release(?::|$)/),
  'pacman, dpkg, rpm, corepack': always('@install'),
  uv: uvIntents,
  poetry: byFirstWord(
    { 'install, add, update': '@install', publish: '@publish' },
    {
      switches: '-n -v -vv -vvv --ansi --no-ansi --no-plugins --no-cache',
      groups: 'self source',
    },
  ),
  rustup: byFirstWord(
    { 'install, update, toolchain, component, target, default': '@install' },
    { groups: 'self' },
  ),
  gem: byShortenedWord({ 'install, update': '@install', 'push, yank': '@publish' }, {}),
  'bundle, bundler': (texts) => (isBare(texts) ? ['@install'] : bundleIntents(texts)),
  composer: byShortenedWord(
    { 'install, require, update': '@install' },
    {
      switches: '-n -v -vv -vvv --ansi --no-ansi --no-plugins --no-scripts --no-cache',
      groups: 'g gl glo glob globa global',
    },
  ),
  cargo: (texts) => [
    ...(isCargoRelease(texts) ? (['@publish'] as const) : cargoIntents(texts)),
    ...cargoAliases(texts).flatMap(cargoIntents),
  ],
  go: byFirstWord({ 'install, get': '@install', mod: '@download' }, {}),
  twine: byFirstWord({ upload: '@publish' }, {}),
  'python, python3, pypy, py': pythonModule,
  'docker, podman, nerdctl, docker-compose, podman-compose': containerIntents,
  helm: byFirstWord(
    {
      'push, cm-push': '@publish',
      'install, upgrade': '@install',
      'pull, fetch, update, up, build': '@download',
    },
    { switches: '--debug', groups: 'dependency dependencies dep repo plugin chart s3 gcs secrets' },
  ),
  'mvn, mvnw': mavenIntents,
  'gradle, gradlew': ifWord('@publish', GRADLE_PUBLISHES),
  dotnet: byFirstWord(
    { 'restore, add, install': '@install', 'push, delete': '@publish' },
    {
      switches: '-d --diagnostics',
      groups: 'tool workload new nuget package paket femto gpr sleet octo',
    },
  ),
  jsr: byFirstWord({ publish: '@publish', 'add, i': '@install' }, {}),
  nuget: byFirstWord({ 'push, delete': '@publish', 'install, restore': '@install' }, {}),
  'hatch, flit, ovsx, vsce, lerna, changeset': byFirstWord({ publish: '@publish' }, {}),
  'semantic-release, goreleaser': always('@publish'),
  gh: githubIntents,
};

const FASTLANE_ACTIONS = {
  'deliver, supply, pilot, upload_to_app_store, upload_to_play_store, upload_to_testflight, appstore, playstore, testflight':
    '@publish',
} as const;

/**
 * Programs with options that run or write something else, which no table knows: no `auto` rule for an intent covers them, only one
 * that names the program.
 */
const LESS_KNOWN: Table<IntentRule> = {
  'aria2c, wget2, axel, lynx, w3m, links, elinks, yt-dlp, youtube-dl, gdown, lwp-download, GET':
    always('@download'),
  sftp: always('@download'),
  'http, https, xh': requestIntents,
  'mail, mailx, mutt, sendmail, msmtp': always('@upload'),
  'telnet, socat': () => ['@download', '@upload'],
  // With -z it only connects.
  'nc, ncat, netcat': (texts) =>
    texts.some((text) => /^-[a-z]*z/.test(text ?? '')) ? [] : ['@download', '@upload'],
  hg: byShortenedWord({ 'clone, pull, incoming': '@download' }, {}),
  svn: byFirstWord({ 'checkout, co, export, update, up, switch, cat': '@download' }, {}),
  rclone: byFirstWord(
    {
      'copy, copyto, copyurl, sync, bisync, move, moveto, cat, mount': '@download',
      rcat: '@upload',
    },
    {},
  ),
  aws: byFirstWord(
    { 'cp, sync, mv, get-object': '@download', 'put-object, upload-part': '@upload' },
    { groups: 's3 s3api s3control glacier mediastore-data' },
  ),
  's3cmd, s5cmd': byFirstWord({ 'cp, sync, mv, get': '@download' }, {}),
  gsutil: byFirstWord({ 'cp, mv, rsync, cat': '@download' }, { switches: '-m' }),
  gcloud: byFirstWord({ 'cp, mv, rsync, scp, cat, download': '@download' }),
  az: byFirstWord({
    'download, download-batch, copy': '@download',
    'upload, upload-batch': '@upload',
  }),
  'kubectl, oc': clusterIntents,
  'skopeo, crane, oras, regctl': (texts) => [...imageTransfers(texts), ...imageCopies(texts)],
  'huggingface-cli, hf': byFirstWord(
    { download: '@download', 'upload, upload-large-folder': '@publish' },
    {},
  ),
  dvc: byFirstWord(
    { 'pull, fetch, get, get-url, import, import-url, update': '@download', push: '@upload' },
    { groups: 'exp experiments artifacts' },
  ),
  'micromamba, flatpak, port, guix, scoop, fnm, volta, sdk, asdf, pyenv, rbenv, nodenv, goenv, tfenv, pixi, vcpkg, pecl, pear, tlmgr, playwright':
    installer,
  'ansible-galaxy': (texts) => [...installer(texts), ...galaxyIntents(texts)],
  'mise, rtx': byFirstWord(
    { 'install, i, use, u, upgrade, up': '@install' },
    { groups: 'plugins plugin p' },
  ),
  // Its `--option` has two values.
  nix: byFirstWord({ 'install, add, shell, run, develop': '@install' }),
  'nix-shell': ifFlagged('@install', 'p', '--packages'),
  'nix-env, cpan, cpanm, easy_install': always('@install'),
  'rye, maturin': byFirstWord(
    { 'add, install, sync, update, develop': '@install', 'publish, upload': '@publish' },
    { groups: 'tools toolchain self' },
  ),
  'conan, luarocks, opam, cabal, stack': byFirstWord(
    { 'install, update, get': '@install', 'upload, publish': '@publish' },
    { groups: 'config workspace switch' },
  ),
  mix: ofEachTask(
    byFirstWord(
      {
        'deps.get, deps.update, archive.install, escript.install, local.hex, local.rebar':
          '@install',
        'hex.publish, hex.retire': '@publish',
      },
      {},
    ),
  ),
  'dart, flutter': byFirstWord(
    { 'get, add, upgrade, activate': '@install', publish: '@publish' },
    { groups: 'pub global packages run melos' },
  ),
  pod: byFirstWord(
    { 'install, update': '@install', push: '@publish' },
    { groups: 'repo trunk plugins repo-art' },
  ),
  // `+publishSigned`, `core/publish` and `;clean;publish`, but not the name of a test.
  sbt: ifWord(
    '@publish',
    /(?:^|[\s;+/])(?:publish(?!Local|M2)|ci-release|sonatypeBundleRelease|sonaRelease|sonaUpload)/,
  ),
  lein: ofEachTask(byFirstWord({ deploy: '@publish', 'deps, install': '@install' })),
  buildah: byFirstWord({ push: '@publish', 'pull, from': '@download' }, { groups: 'manifest' }),
  ko: (texts) =>
    texts.some((text) => /^(?:-L|--local|--push=false)$/.test(text ?? '')) ? [] : koIntents(texts),
  nx: byFirstWord({ release: '@publish' }, {}),
  'snapcraft, charmcraft': byFirstWord({ 'upload, push, release': '@publish' }, {}),
  anaconda: byFirstWord({ 'upload, remove': '@publish' }, { groups: 'org' }),
  eas: byFirstWord({ 'submit, update': '@publish' }, {}),
  fastlane: byFirstWord(FASTLANE_ACTIONS, { groups: 'ios android mac run action' }),
  glab: (texts) =>
    when(hasWord(texts, /^release$/) && hasWord(texts, /^(?:create|upload|delete)$/), '@publish'),
  rush: byFirstWord({ publish: '@publish', 'add, install, update': '@install' }, {}),
  'release-it': always('@publish'),
  // Their manuals
  'buf, cachix, apptainer, singularity': byFirstWord({ push: '@publish' }, {}),
  'elm, gleam, nimble, wasm-pack, wapm, wasmer': byFirstWord({ publish: '@publish' }, {}),
  jreleaser: byFirstWord({ 'full-release, release, deploy, upload, publish': '@publish' }, {}),
  rebar3: rebarIntents,
  'release-plz': byFirstWord({ release: '@publish' }, {}),
  swift: byFirstWord({ publish: '@publish' }, { groups: 'package-registry' }),
  // Without a version it asks for one. `import numpy as np` is none.
  np: ifWord('@publish', /^(?:\d+\.\d+\.\d.*|(?:pre)?(?:major|minor|patch)|prerelease)$/),
  code: ifFlagged('@install', '', '--install-extension'),
};
const LESS_KNOWN_BY_NAME = byName(LESS_KNOWN);
const RULES = new Map([...byName(WELL_KNOWN), ...LESS_KNOWN_BY_NAME]);

function requestIntents(texts: KnownWords): readonly Intent[] {
  return ['@download', ...refRequestIntents(texts.filter((text) => text !== null))];
}

/** ansible-galaxy(1) 2.17: a role is imported from GitHub into the server, and deleted there. Without a type, it is a role. */
const galaxyIntents = byFirstWord(
  { 'publish, import, delete': '@publish' },
  { groups: 'collection role' },
);

/**
 * Whether `sg` can only be that of ast-grep 0.39: newgrp's takes a group first, and behind it a command, with or without `-c`; of options
 * it knows `-` and `-l`.
 */
function isAstGrep([first, ...rest]: KnownWords): boolean {
  if (first === null || first === undefined) return false;
  if ([first, ...rest].some((text) => text === null || /^-[a-z]*c/.test(text))) return false;
  return /^(?:-[^l].*|-l.+|run|scan|test|new|lsp|completions|help)$/s.test(first);
}

const rebarTasks = byFirstWord({ 'publish, cut, retire': '@publish' }, { groups: 'hex' });

/** Behind `do`, tasks are separated by commas: `rebar3 as prod do compile, hex publish`. */
function rebarIntents(texts: KnownWords): readonly Intent[] {
  const tasks = texts[0] === 'as' ? texts.slice(2) : texts;
  if (tasks[0] !== 'do') return rebarTasks(tasks);
  const words = tasks.slice(1).flatMap((text) => text?.split(/(?<=,)|(?=,)/) ?? [null]);
  return words.flatMap((_, index) =>
    index === 0 || words[index - 1] === ',' ? rebarTasks(words.slice(index)) : [],
  );
}

/** Behind `do`, each word may be a task: `mix do deps.get + test`, `lein do clean, deps`. */
function ofEachTask(rule: IntentRule): IntentRule {
  return (texts) =>
    texts[0] === 'do'
      ? texts.flatMap((text) => rule([text?.replace(/,$/, '') ?? null]))
      : rule(texts);
}

const MAVEN_PUBLISHES =
  /^(?:deploy|[\w.:-]*:(?:deploy|deploy-file|perform)|[\w.:-]*\b(?:central-publishing(?:-maven-plugin)?:[\w.:-]*publish|nexus-staging(?:-maven-plugin)?:[\w.:-]*release|jreleaser(?:-maven-plugin)?:[\w.:-]*(?:release|upload|publish))|[\w.:-]*\bjib(?:-maven-plugin)?:[\w.:]*build)$/;

/** Each word is a goal: `mvn install deploy`. */
function mavenIntents(texts: KnownWords): readonly Intent[] {
  return [
    ...when(hasWord(texts, MAVEN_PUBLISHES), '@publish'),
    ...when(hasWord(texts, /^install$/), '@install'),
    ...when(hasWord(texts, /^dependency:(?:get|copy|unpack)/), '@download'),
  ];
}

/** What kubectl copies out of a container, and the rights of whom it acts as, other than to ask what these are. */
function clusterIntents(texts: KnownWords): readonly Intent[] {
  const own = texts.slice(0, texts.includes('--') ? texts.indexOf('--') : texts.length);
  const grants = /^--(?:privileged(?:=true)?|as|as-group|as=.*|as-group=.*|profile=sysadmin)$/;
  // On a node, the container of `debug` has the files of the machine.
  const isOnNode = own.includes('debug') && own.some((text) => /^nodes?\//.test(text ?? ''));
  const isGranted =
    isOnNode || (texts[0] !== 'auth' && own.some((text) => grants.test(text ?? '')));
  return [...when(firstWord(own) === 'cp', '@download'), ...when(isGranted, '@privilege')];
}

/** The mode that `install` and `mkdir` give to what they create. */
function modeIntents(texts: KnownWords): readonly Intent[] {
  const grants = texts.some((text, index) => {
    const attached = /^(?:-[a-zA-Z]*m|--mo?d?e?=?)(.*)$/s.exec(text ?? '')?.[1];
    const mode = attached === '' ? (texts[index + 1] ?? null) : attached;
    return mode === null || SETS_ID.test(mode ?? '');
  });
  return when(grants, '@privilege');
}

/**
 * With `--no-sync`, a program that `uv run` names must be installed. A script can still name what it needs. Some subcommands of `uv pip`
 * only say what is installed.
 */
function uvIntents(texts: KnownWords): readonly Intent[] {
  const [first, second, program] = texts;
  if (first === 'pip' && /^(?:list|show|freeze|check|tree)$/.test(second ?? '')) return [];
  const isInstalled = first === 'run' && second === '--no-sync' && /^\w[\w-]*$/.test(program ?? '');
  return isInstalled ? [] : uvWords(texts);
}

/** cargo-release, not a program of the workspace that `cargo run -- release` starts. */
function isCargoRelease(texts: KnownWords): boolean {
  const [first] = texts.filter((text) => text === null || !/^[-+]/.test(text));
  return first === 'release' || first === 'smart-release';
}

/** What aliases stand for that the command line defines: `cargo --config 'alias.x="publish"' x`. */
function cargoAliases(texts: KnownWords): readonly KnownWords[] {
  const end = texts.indexOf('--');
  const own = end === -1 ? texts : texts.slice(0, end);
  return own.flatMap((text, index) => {
    const setting = own[index - 1] === '--config' ? `--config=${text ?? ''}` : text;
    const value = /^--config=alias\.[^=]*=(.*)$/s.exec(setting ?? '')?.[1];
    return value === undefined ? [] : [value.split(/[^\w./:=+-]+/).filter((word) => word !== '')];
  });
}

/** Without a word that is not an option, these programs install. */
function isBare(texts: KnownWords): boolean {
  return (
    firstWord(texts) === undefined && !texts.some((text) => /^(?:--version|-v)$/.test(text ?? ''))
  );
}

/** The words of yarn without a folder that it runs in. */
function inFolder(texts: KnownWords): KnownWords {
  const place = texts.indexOf('--cwd');
  return place === -1 ? texts : texts.toSpliced(place, 2);
}

const yarnIntents = packageManager('yarn');
const uvWords = byFirstWord({ 'pip, add, sync, tool, run': '@install', publish: '@publish' }, {});
const cargoIntents = byFirstWord(
  {
    'install, add, binstall': '@install',
    'publish, yank': '@publish',
    'fetch, update': '@download',
  },
  {
    switches: '-v -vv --locked --offline --frozen',
    groups:
      'workspaces ws hack xtask x make auditable nextest self deny crev hakari mono component wasi wapm',
  },
);
const koIntents = byFirstWord({ 'build, resolve, apply, create, publish': '@publish' }, {});
const bundleIntents = byShortenedWord({ 'install, add, update': '@install' }, { groups: 'plugin' });

function firstWord(texts: KnownWords): string | null | undefined {
  return texts.find((text) => text === null || !text.startsWith('-'));
}

const setupIntents = byFirstWord({ upload: '@publish', 'install, develop': '@install' });

function pythonModule(texts: KnownWords): readonly Intent[] {
  // What stands behind a script is the script's.
  if (/^[^-]/.test(texts[0] ?? '')) return runsSetup(texts) ? setupIntents(texts) : [];
  const position = texts.findIndex((text) => text !== null && /^-[A-Za-z]*m/.test(text));
  if (position === -1) return runsSetup(texts) ? setupIntents(texts) : [];
  const attached = texts[position]?.replace(/^-[A-Za-z]*m/, '') ?? '';
  const module = attached === '' ? texts[position + 1] : attached;
  if (module === 'pip' || module === 'ensurepip' || module === 'pipx')
    return module === 'pip' ? installer(texts.slice(position)) : ['@install'];
  if (module === 'twine') return ['@publish'];
  return module === null ? ['@install', '@publish'] : [];
}

/** Whether the script is a `setup.py`: only options stand before it, and the values of two. */
function runsSetup(texts: KnownWords): boolean {
  const place = texts.findIndex((text) => /(?:^|\/)setup\.py$/.test(text ?? ''));
  const before = texts.slice(0, Math.max(0, place));
  return (
    place !== -1 &&
    before.every((text, index) => text?.startsWith('-') || /^-[WX]$/.test(before[index - 1] ?? ''))
  );
}

/** The names of the programs whose intents are recognised. */
export const INTENT_PROGRAMS: readonly string[] = [...RULES.keys()];
