import { isAbsolute, posix } from 'node:path';
import { partsBelow } from '../files/lexical-path.ts';

/**
 * The environment of a child process, built from an allow-list (promise 4). Pure. Tokens, `ACTIONS_*`, the runner's
 * command files, `INPUT_*`, `NODE_OPTIONS`, `LD_*`, `GIT_*` and `BASH_ENV` are not filtered out: they are never added.
 */
interface ChildFolders {
  /** A home of its own, empty at the start of the run. */
  readonly home: string;
  readonly tmp: string;
  /** Folders on PATH inside it are dropped: the checkout must not choose what a bare name runs. */
  readonly workspace: string;
}

const MAX_VALUE_CHARS = 4096;
const MAX_PATH_FOLDERS = 100;
/** The folders of the system's programs. */
export const FALLBACK_PATH = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
];

/** Plain values, validated by their form so that none can carry anything else. */
const PLAIN: Readonly<Record<string, RegExp>> = {
  LANG: /^[\w.@-]{1,64}$/u,
  LANGUAGE: /^[\w.@:-]{1,64}$/u,
  LC_ALL: /^[\w.@-]{1,64}$/u,
  LC_CTYPE: /^[\w.@-]{1,64}$/u,
  TZ: /^[\w/+-]{1,64}$/u,
  USER: /^[A-Za-z_][\w-]{0,31}$/u,
  LOGNAME: /^[A-Za-z_][\w-]{0,31}$/u,
  RUNNER_OS: /^\w{1,16}$/u,
  RUNNER_ARCH: /^\w{1,16}$/u,
  ImageOS: /^\w{1,32}$/u,
};

/** Toolchain locations: one absolute folder each, outside the workspace. */
const TOOLCHAIN =
  /^(?:JAVA_HOME(?:_\w+)?|GOROOT(?:_\w+)?|DOTNET_ROOT|RUSTUP_HOME|PYENV_ROOT|NVM_DIR|ANDROID_HOME|ANDROID_SDK_ROOT|RUNNER_TOOL_CACHE|AGENT_TOOLSDIRECTORY)$/u;

/** Builds the environment of a child. It contains no secret of the parent: see `ChildFolders` and the lists above. */
export function childEnvironment(
  parentEnv: Readonly<Record<string, string | undefined>>,
  { home, tmp, workspace }: ChildFolders,
): Record<string, string> {
  const child: Record<string, string> = {
    PATH: pathFolders(parentEnv['PATH'], workspace).join(':'),
    HOME: home,
    TMPDIR: tmp,
    SHELL: '/bin/bash',
    TERM: 'dumb',
    CI: 'true',
    NO_COLOR: '1',
    PAGER: 'cat',
    DEBIAN_FRONTEND: 'noninteractive',
    XDG_CACHE_HOME: `${home}/.cache`,
    XDG_CONFIG_HOME: `${home}/.config`,
    XDG_DATA_HOME: `${home}/.local/share`,
    npm_config_cache: `${home}/.npm`,
    npm_config_update_notifier: 'false',
    // npm waits 10 and 60 s before it tries an unreachable registry again.
    npm_config_fetch_retry_mintimeout: '1000',
    npm_config_fetch_retry_maxtimeout: '5000',
    CARGO_HOME: `${home}/.cargo`,
    GOPATH: `${home}/go`,
  };
  for (const [name, shape] of Object.entries(PLAIN)) {
    const value = parentEnv[name];
    if (value !== undefined && shape.test(value)) child[name] = value;
  }
  for (const [name, value] of Object.entries(parentEnv)) {
    if (value !== undefined && TOOLCHAIN.test(name) && isOutside(value, workspace))
      child[name] = value;
  }
  child['LANG'] ??= 'C.UTF-8';
  return child;
}

/** The folders of `parentPath` that a child may take programs from: absolute and outside the workspace. */
export function pathFolders(parentPath: string | undefined, workspace: string): string[] {
  const folders = (parentPath ?? '').split(':').filter((folder) => isOutside(folder, workspace));
  const distinct = [...new Set(folders.map((folder) => posix.resolve('/', folder)))];
  return distinct.length === 0 ? FALLBACK_PATH : distinct.slice(0, MAX_PATH_FOLDERS);
}

/** The toolchain folders of the parent's environment, as a child sees them. */
export function toolchainFolders(child: Readonly<Record<string, string>>): string[] {
  return Object.entries(child).flatMap(([name, value]) => (TOOLCHAIN.test(name) ? [value] : []));
}

function isOutside(folder: string, workspace: string): boolean {
  if (!isAbsolute(folder) || folder.length > MAX_VALUE_CHARS || /[\0\n\r:]/u.test(folder))
    return false;
  return partsBelow(workspace, posix.resolve('/', folder), false) === null;
}
