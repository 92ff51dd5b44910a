import type { Intent, Word } from '../analysis.ts';
import type { Invocation } from '../walk/context.ts';
import { hostsNamed } from './command-hosts.ts';
import { containerIntents, noteMounts } from './container-intents.ts';
import { gitIntents } from './git-intents.ts';
import { githubIntents, refRequestIntents } from './github-intents.ts';
import {
  always,
  byFirstWord,
  hasWord,
  ifFlagged,
  ifWord,
  intentOfFirst,
  type IntentRule,
  type KnownWords,
} from './intent-words.ts';
import { byName, wordSet } from '../specs/table.ts';
import { withoutVersion } from '../words/program-names.ts';

/**
 * Notes the intents of a command, whatever the spelling: abbreviations and clusters count. A word that is known only at run time
 * counts as the worst that it could be.
 */
export function noteIntents({ name, args, scope }: Invocation): void {
  const texts = args.map((arg) => arg.text);
  for (const intent of intentsOf(name, texts)) scope.findings.intents.add(intent);
  if (CONTAINERS.has(name)) noteMounts(args, scope);
  for (const host of hostsNamed(name, args)) scope.findings.hosts.add(host);
}

/** The intents that a command of these words would have. */
export function intentsOfWords([program, ...args]: readonly Word[]): readonly Intent[] {
  const name = program?.text?.split('/').at(-1) ?? '';
  return intentsOf(
    name,
    args.map(({ text }) => text),
  );
}

/** `npx rimraf@5` is `rimraf`, too, and `pip3.12` is `pip`. */
function intentsOf(name: string, texts: KnownWords): readonly Intent[] {
  const plain = name.replace(/(?<=.)@.*$/s, '');
  return (RULES.get(plain) ?? RULES.get(withoutVersion(plain)))?.(texts) ?? [];
}

const imageTransfers = byFirstWord({
  'copy, cp, sync, pull, export': '@download',
  'push, append, mutate': '@publish',
});
const CONTAINERS = wordSet('docker podman nerdctl docker-compose podman-compose');

const installer = byFirstWord({
  'install, i, add, update, upgrade, dist-upgrade, reinstall, tap, bundle, localinstall, download, create':
    '@install',
});

const RULES = byName<IntentRule>({
  rm: ifFlagged('@recursive-delete', 'rR', '--recursive'),
  find: (texts) => (texts.includes('-delete') ? ['@recursive-delete'] : []),
  rsync: (texts) => [
    ...(hasWord(texts, /^--(?:del|remove-source)/) ? ['@recursive-delete' as const] : []),
    ...(texts.some((text) => text?.includes(':')) ? ['@download' as const] : []),
  ],
  'rimraf, shred': always('@recursive-delete'),
  'git, hub': gitIntents,
  chmod: ifWord('@privilege', /(?:^|[,+=ugoa])[+=]?[rwxX]*s|^0*[2-7]\d{3}$/),
  // The mode of what they create.
  'install, mkdir': (texts) =>
    texts.some((text) => /^(?:-m|--mode=)?(?:0*[2-7]\d{3}|[ugoa,]*[+=][rwxX]*s)$/.test(text ?? ''))
      ? ['@privilege']
      : [],
  'setcap, nsenter, newgrp, sg, sudoedit, sudo-rs, dzdo, usermod, gpasswd, machinectl':
    always('@privilege'),
  'chown, chgrp': (texts) =>
    texts.some((text) => /^(?:root|0)(?:[:.].*)?$|^[\w.$-]*[:.](?:root|0)$/.test(text ?? ''))
      ? ['@privilege']
      : [],
  'aria2c, scp, sftp, ftp, lftp, wget2, axel, lynx, w3m, links, elinks, telnet, socat, yt-dlp, youtube-dl, gdown, lwp-download, GET':
    always('@download'),
  // With -z it only connects.
  'nc, ncat, netcat': (texts) =>
    texts.some((text) => /^-[a-z]*z/.test(text ?? '')) ? [] : ['@download'],
  openssl: byFirstWord({ s_client: '@download' }),
  hg: byFirstWord({ 'clone, pull, incoming': '@download' }),
  svn: byFirstWord({ 'checkout, co, export, update, up, switch, cat': '@download' }),
  rclone: byFirstWord({
    'copy, copyto, copyurl, sync, bisync, move, moveto, cat, mount': '@download',
  }),
  'aws, s3cmd, s5cmd': byFirstWord({ 'cp, sync, mv, get, get-object': '@download' }),
  gsutil: byFirstWord({ 'cp, mv, rsync, cat': '@download' }),
  gcloud: byFirstWord({ 'cp, mv, rsync, scp, cat, download': '@download' }),
  az: byFirstWord({ 'download, download-batch, copy': '@download' }),
  'skopeo, crane, oras, regctl': (texts) => [
    ...imageTransfers(texts),
    ...(hasWord(texts, /^(?:copy|cp|sync)$/) ? (['@publish'] as const) : []),
  ],
  'huggingface-cli, hf': byFirstWord({
    download: '@download',
    'upload, upload-large-folder': '@publish',
  }),
  dvc: byFirstWord({ 'pull, fetch, get, import, import-url': '@download' }),
  'curl, wget, http, https, xh': (texts) => [
    '@download',
    ...refRequestIntents(texts.filter((text) => text !== null)),
  ],
  'npm, pnpm': packageManager,
  bun: (texts) => (texts[0] === 'a' ? ['@install'] : packageManager(texts)),
  yarn: (texts) =>
    firstWord(texts) === undefined && !texts.includes('--version')
      ? ['@install']
      : packageManager(ofPackages(texts)),
  deno: byFirstWord({ 'install, add': '@install', publish: '@publish', cache: '@download' }),
  'pip, pip3, conda, mamba, micromamba, apt, apt-get, aptitude, dnf, microdnf, yum, apk, zypper, brew, snap, flatpak, port, guix, choco, winget, scoop, nvm, fnm, volta, sdk, asdf, pyenv, rbenv, nodenv, goenv, tfenv, pipenv, pixi, vcpkg, pecl, pear, tlmgr, ansible-galaxy, playwright':
    installer,
  'mise, rtx': byFirstWord({ 'install, i, use, u, upgrade, up': '@install' }),
  nix: byFirstWord({ 'install, add, shell, run, develop': '@install' }),
  'nix-shell': ifFlagged('@install', 'p', '--packages'),
  'nix-env, cpan, cpanm, easy_install': always('@install'),
  'pdm, rye, maturin': byFirstWord({
    'add, install, sync, update, develop': '@install',
    'publish, upload': '@publish',
  }),
  'conan, luarocks, opam, cabal, stack': byFirstWord({
    'install, update, get': '@install',
    'upload, publish': '@publish',
  }),
  mix: byFirstWord({
    'deps.get, deps.update, archive.install, escript.install, local.hex, local.rebar': '@install',
    'hex.publish, hex.retire': '@publish',
  }),
  'dart, flutter': byFirstWord({ 'get, add, upgrade, activate': '@install', publish: '@publish' }),
  pod: byFirstWord({ 'install, update': '@install', push: '@publish' }),
  sbt: ifWord('@publish', /publish/i),
  lein: byFirstWord({ deploy: '@publish', 'deps, install': '@install' }),
  rake: ifWord('@publish', /^release(?::|$)/),
  buildah: byFirstWord({ push: '@publish', 'pull, from': '@download' }),
  ko: byFirstWord({ 'build, resolve, apply, create, publish': '@publish' }),
  nx: byFirstWord({ release: '@publish' }),
  rush: byFirstWord({ publish: '@publish', 'add, install, update': '@install' }),
  'release-it, np': always('@publish'),
  code: ifFlagged('@install', '', '--install-extension'),
  'pacman, dpkg, rpm, corepack': always('@install'),
  // With --no-sync, what it runs must be installed.
  uv: (texts) => (texts[0] === 'run' && texts[1] === '--no-sync' ? [] : uvIntents(texts)),
  poetry: byFirstWord({ 'install, add, update': '@install', publish: '@publish' }),
  rustup: byFirstWord({ 'install, update, toolchain, component, target, default': '@install' }),
  gem: byFirstWord({ 'install, i, update': '@install', 'push, yank': '@publish' }),
  'bundle, bundler': (texts) =>
    firstWord(texts) === undefined && !texts.includes('--version')
      ? ['@install']
      : bundleIntents(texts),
  composer: byFirstWord({ 'install, require, update': '@install' }),
  cargo: byFirstWord({
    'install, add, binstall': '@install',
    'publish, yank, release': '@publish',
    'fetch, update': '@download',
  }),
  go: byFirstWord({ 'install, get': '@install', mod: '@download' }),
  twine: byFirstWord({ upload: '@publish' }),
  'python, python3, pypy, py': pythonModule,
  'docker, podman, nerdctl, docker-compose, podman-compose': containerIntents,
  'kubectl, oc': clusterIntents,
  helm: byFirstWord({
    push: '@publish',
    install: '@install',
    'pull, fetch, dependency, dep': '@download',
  }),
  'mvn, mvnw': mavenIntents,
  'gradle, gradlew': ifWord('@publish', /(?:^|:)(?:publish|uploadArchives$)/),
  dotnet: (texts) => (texts.includes('push') ? ['@publish'] : dotnetIntents(texts)),
  jsr: byFirstWord({ publish: '@publish', 'add, i': '@install' }),
  nuget: byFirstWord({ push: '@publish', 'install, restore': '@install' }),
  'hatch, flit, ovsx, vsce, lerna, changeset': byFirstWord({ publish: '@publish' }),
  'semantic-release, goreleaser': always('@publish'),
  gh: githubIntents,
});

/** Each word is a goal: `mvn install deploy`. */
function mavenIntents(texts: KnownWords): readonly Intent[] {
  return [
    ...(hasWord(texts, /^(?:deploy|[\w.:-]*:(?:deploy|deploy-file|perform))$/)
      ? (['@publish'] as const)
      : []),
    ...(hasWord(texts, /^install$/) ? (['@install'] as const) : []),
    ...(hasWord(texts, /^dependency:(?:get|copy|unpack)/) ? (['@download'] as const) : []),
  ];
}

/** What kubectl copies out of a container, and the rights of whom it acts as. */
function clusterIntents(texts: KnownWords): readonly Intent[] {
  const own = texts.slice(0, texts.includes('--') ? texts.indexOf('--') : texts.length);
  const grants = /^--(?:privileged(?:=true)?|as|as-group|as=.*|as-group=.*|profile=sysadmin)$/;
  return [
    ...(firstWord(own) === 'cp' ? (['@download'] as const) : []),
    ...(own.some((text) => grants.test(text ?? '')) ? (['@privilege'] as const) : []),
  ];
}

const uvIntents = byFirstWord({ 'pip, add, sync, tool, run': '@install', publish: '@publish' });
const bundleIntents = byFirstWord({ 'install, add, update': '@install' });
const dotnetIntents = byFirstWord({ 'restore, add, install': '@install' });

function firstWord(texts: KnownWords): string | null | undefined {
  return texts.find((text) => text === null || !text.startsWith('-'));
}

const setupIntents = byFirstWord({ upload: '@publish', 'install, develop': '@install' });

/** The words of yarn behind those that say for which packages: `yarn workspace a add x`. */
function ofPackages(texts: KnownWords): KnownWords {
  const [first, second] = texts;
  if (first === 'workspace') return texts.slice(2);
  if (first === 'workspaces' && second === 'foreach') return texts.slice(2);
  return first === 'global' || first === 'workspaces' ? texts.slice(1) : texts;
}

const PACKAGE_WORDS = byName<Intent>({
  'install, i, in, ins, inst, insta, instal, isnt, isnta, isntal, add, ci, clean-install, ic, install-clean, isntall-clean, install-ci-test, cit, install-test, it, update, up, upgrade, udpate, dlx, exec, x, create, init, dedupe, rebuild, link, import, fetch, patch, dist-upgrade':
    '@install',
  'publish, unpublish, deprecate, dist-tag, access, owner, token, release, stage': '@publish',
});
/** npm takes its commands shortened; what is shorter than this could be many. */
const SHORTEST = 3;

function packageManager(texts: KnownWords): readonly Intent[] {
  const first = firstWord(texts);
  if (first === 'npm') return intentOfFirst(texts.slice(1), PACKAGE_WORDS);
  if (first === null || first === undefined) return intentOfFirst(texts, PACKAGE_WORDS);
  // The first word may be the value of an option.
  const publishing = texts.filter((text) => text === 'publish' || text === null);
  const meant = PACKAGE_WORDS.has(first)
    ? [first]
    : [...PACKAGE_WORDS.keys()].filter(
        (word) => first.length >= SHORTEST && word.startsWith(first),
      );
  return [
    ...meant.flatMap((word) => intentOfFirst([word], PACKAGE_WORDS)),
    ...intentOfFirst(publishing, PACKAGE_WORDS),
  ];
}

function pythonModule(texts: KnownWords): readonly Intent[] {
  const position = texts.findIndex((text) => text !== null && /^-[A-Za-z]*m/.test(text));
  if (position === -1)
    return texts.some((text) => /(?:^|\/)setup\.py$/.test(text ?? '')) ? setupIntents(texts) : [];
  const attached = texts[position]?.replace(/^-[A-Za-z]*m/, '') ?? '';
  const module = attached === '' ? texts[position + 1] : attached;
  if (module === 'pip' || module === 'ensurepip' || module === 'pipx')
    return module === 'pip' ? installer(texts.slice(position)) : ['@install'];
  if (module === 'twine') return ['@publish'];
  return module === null ? ['@install', '@publish'] : [];
}

/** The names of the programs whose intents are recognised. */
export const INTENT_PROGRAMS: readonly string[] = [...RULES.keys()];
