import { readlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { memoize } from '../../../common/index.ts';
import { type Mount, readOnly } from '../bubblewrap/args.ts';
import { kindOf } from '../../git/read/git-paths.ts';
import { FALLBACK_PATH, pathFolders, toolchainFolders } from '../../exec/environment.ts';
import { isFolder } from '../../exec/processes/run-process.ts';
import { leadingPaths, partsBelow } from '../../files/lexical-path.ts';
import { namesOrEmpty, realOr } from '../../files/regular-file.ts';
import { restrictedBelow } from './restricted-paths.ts';

/**
 * Which parts of this machine a sandboxed command may see: programs and their libraries, read-only.
 * It does not see homes, `/run` (with the docker socket), `/mnt`, `/srv` or anything else that is not listed.
 * This file does I/O.
 */
const SYSTEM_FOLDERS = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/etc',
  '/opt',
  '/nix',
  '/hostedtoolcache',
  '/__t',
  '/__e',
  '/var/lib/dpkg',
  '/var/lib/gems',
];

/** Folders of a home with programs and no credentials, shown if PATH points into them. */
const HOME_TOOLS = [
  'hostedtoolcache',
  '.cargo/bin',
  '.rustup',
  '.pyenv',
  '.nvm',
  '.sdkman/candidates',
  '.dotnet',
  '.local/bin',
  '.local/lib',
  '.local/share/pnpm',
  'setup-pnpm',
  '.ghcup',
  '.deno/bin',
  '.bun/bin',
  'go/bin',
];

/** Files and folders of the system that contain secrets, whoever may read them. */
const SECRET_PATHS = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/ssl/private',
  '/etc/ssh',
  '/etc/docker',
  '/etc/kubernetes',
  '/etc/rancher',
  '/etc/wireguard',
  '/etc/openvpn',
  '/etc/letsencrypt',
  '/etc/NetworkManager',
  '/etc/krb5.keytab',
  '/etc/netrc',
  '/etc/waagent.conf',
];

/** The variables of the runner's cache of tools. Steps such as setup-node install into it. */
const TOOL_CACHES = ['RUNNER_TOOL_CACHE', 'AGENT_TOOLSDIRECTORY'];

/** A self-hosted runner keeps its registration and keys beside one of these. */
const RUNNER_FILES = ['.runner', '.credentials', '.credentials_rsaparams'];
/** Where a job's container sees the runner's folders. */
const CONTAINER_RUNNER_FOLDERS = [
  '/github/home',
  '/github/workflow',
  '/github/file_commands',
  '/github/runner_temp',
];
const TMP_BYTES = 2 * 1024 ** 3;
const SMALL_BYTES = 1024 ** 2;

interface MachinePaths {
  readonly parentEnv: Readonly<Record<string, string | undefined>>;
  readonly childEnv: Readonly<Record<string, string>>;
  readonly workspace: string;
  /** An empty file that is shown in place of a secret one. */
  readonly emptyFile: string;
}

/**
 * A process of the machine's root owns the kernel's switches even without any capability, so they are read-only for every
 * user.
 */
export function kernelMounts(emptyFile: string): Mount[] {
  const files = [
    '/proc/sysrq-trigger',
    '/proc/mtrr',
    '/proc/kcore',
    '/proc/kmsg',
    '/proc/keys',
    '/proc/timer_list',
  ];
  const switches = ['/proc/sys', '/proc/fs', '/proc/acpi', '/proc/scsi', '/proc/driver'];
  return [
    { kind: 'proc' },
    ...switches.filter((path) => isFolder(path)).map((path) => readOnly(path)),
    ...files
      .filter((path) => kindOf(path) !== 'absent')
      .map((path): Mount => ({ kind: 'read', from: emptyFile, to: path })),
    { kind: 'dev' },
  ];
}

/**
 * The mounts below the workspace: the root, system, masks, tools, and fresh `/tmp`, `/var`, `/run`, `/proc` and `/dev` aside. The
 * root can be written, because some programs take the home from the user database, but not without a limit.
 */
export function systemMounts(view: MachinePaths): Mount[] {
  const system = SYSTEM_FOLDERS.flatMap((folder) => shownFolder(folder));
  const shown = system.flatMap((mount) => (mount.kind === 'read' ? [mount.to] : []));
  const hidden = hiddenPaths(view).filter(
    (path) => isBelowAny(path, shown) && !shown.includes(path),
  );
  const tools = toolFolders(view).filter(
    (folder) => !isBelowAny(realOr(folder), shown) || isBelowAny(realOr(folder), hidden),
  );
  // Nothing can be mounted behind a link that commands see; it leads them to the real folder.
  const isSeen = (folder: string): boolean =>
    isBelowAny(folder, shown) && !isBelowAny(folder, hidden);
  return [
    { kind: 'empty', to: '/', maxBytes: TMP_BYTES },
    { kind: 'empty', to: '/tmp', maxBytes: TMP_BYTES },
    { kind: 'empty', to: '/var/tmp', maxBytes: TMP_BYTES },
    { kind: 'empty', to: '/run', maxBytes: SMALL_BYTES },
    ...system,
    ...hidden.flatMap((path) => mask(path, view.emptyFile)),
    ...tools.map((folder) => readOnly(isSeen(folder) ? realOr(folder) : folder)),
  ];
}

function shownFolder(folder: string): Mount[] {
  const kind = kindOf(folder);
  if (kind !== 'link') return kind === 'absent' ? [] : [readOnly(folder)];
  return [{ kind: 'link', from: readlinkSync(folder), to: folder }];
}

/** Folders outside the system's own that PATH or a toolchain's variable names, unless they would show more than tools. */
export function toolFolders(view: MachinePaths): string[] {
  const home = homeOf(view);
  const caches = TOOL_CACHES.flatMap((name) => view.childEnv[name] ?? []);
  const named = [
    ...pathFolders(view.childEnv['PATH'], view.workspace),
    ...toolchainFolders(view.childEnv),
  ];
  const folders = named
    .filter((folder) => isFolder(folder))
    .flatMap((folder) => {
      const inHome = partsBelow(home, realOr(folder), false);
      if (inHome === null) return [folder];
      if (caches.includes(folder)) return [folder];
      const tool = HOME_TOOLS.find((name) => partsBelow(`/${name}`, `/${inHome.join('/')}`, false));
      return tool === undefined ? [] : [join(home, tool)];
    });
  const kept = [
    ...SECRET_PATHS,
    ...runnerJobFolders(view),
    ...runnerInstallFolders(view).flatMap((path) => RUNNER_FILES.map((name) => join(path, name))),
    home,
    view.workspace,
    tmpdir(),
    '/proc',
    '/sys',
    '/dev',
    '/run',
  ];
  // A folder that contains a private path would show it. A folder inside of a private path was put there by untrusted code.
  const real = kept.map((path) => realOr(path));
  return [...new Set(folders)].filter(
    (folder) =>
      !real.some((path) => isBelowAny(path, [realOr(folder)])) &&
      !isBelowAny(
        realOr(folder),
        real.filter((path) => path !== home),
      ),
  );
}

/** Paths of the machine that no command may see, without links in them. Most of them lie where a command sees nothing anyway. */
function hiddenPaths(view: MachinePaths): string[] {
  const home = homeOf(view);
  // The home of a user of the system may be a folder of programs.
  const isHome = !FALLBACK_PATH.some((folder) => isBelowAny(realOr(folder), [home]));
  const paths = [
    ...SECRET_PATHS,
    ...restrictedSettings(),
    ...runnerJobFolders(view),
    ...runnerInstallFolders(view),
    ...(isHome ? [home] : []),
    tmpdir(),
  ];
  return [...new Set(paths.map((path) => realOr(path)))];
}

/** The settings of the system that other users may not read. They do not change during a run. */
const restrictedSettings = memoize(() => restrictedBelow('/etc'));

function mask(path: string, emptyFile: string): Mount[] {
  if (isFolder(path)) return [{ kind: 'empty', to: path, maxBytes: SMALL_BYTES }];
  return kindOf(path) === 'absent' ? [] : [{ kind: 'read', from: emptyFile, to: path }];
}

function homeOf({ parentEnv }: Pick<MachinePaths, 'parentEnv'>): string {
  return realOr(parentEnv['HOME'] ?? homedir());
}

/** The runner's own folders, as far as the parent's environment names them. */
export function runnerJobFolders({ parentEnv }: Pick<MachinePaths, 'parentEnv'>): string[] {
  const temp = parentEnv['RUNNER_TEMP'];
  const files = [
    'GITHUB_ENV',
    'GITHUB_PATH',
    'GITHUB_OUTPUT',
    'GITHUB_STATE',
    'GITHUB_STEP_SUMMARY',
  ];
  const named = [
    ...(temp === undefined ? [] : [temp, join(dirname(dirname(resolve(temp))), '_diag')]),
    ...files.flatMap((name) => {
      const file = parentEnv[name];
      return file === undefined || file === '' ? [] : [dirname(resolve(file))];
    }),
    ...CONTAINER_RUNNER_FOLDERS,
  ];
  return [...new Set(named.filter((path) => path !== '').map((path) => resolve(path)))];
}

/** The runner's own folders that lie inside of the workspace. Usually none does. */
export function runnerFoldersIn(
  workspace: string,
  parentEnv: Readonly<Record<string, string | undefined>>,
): string[] {
  return runnerJobFolders({ parentEnv })
    .map((path) => realOr(path))
    .filter((path) => (partsBelow(realOr(workspace), path, false) ?? []).length > 0);
}

/** Where a self-hosted runner is installed: in a usual folder, or around the folder of its jobs. */
function runnerInstallFolders({ parentEnv }: Pick<MachinePaths, 'parentEnv'>): string[] {
  const temp = realOr(parentEnv['RUNNER_TEMP'] ?? '/');
  const around = leadingPaths(temp).map((path) => `/${path}`);
  return ['/opt', '/usr/local', '/usr/src']
    .flatMap((folder) => namesOrEmpty(folder).map((name) => join(folder, name)))
    .concat(around)
    .filter((folder) => kindOf(folder) === 'folder')
    .filter((folder) => RUNNER_FILES.some((name) => kindOf(join(folder, name)) !== 'absent'));
}

function isBelowAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => partsBelow(folder, path, false) !== null);
}
