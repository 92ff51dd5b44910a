import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { orNull } from '../../../common/index.ts';
import { type Mount, readOnly } from '../bubblewrap/args.ts';
import { namesOrEmpty } from '../../files/regular-file.ts';

/**
 * The packages that earlier steps of the job fetched into the home of its user. Commands have no network, so tests of most
 * languages need them. They are read-only for every command, because a later step can save them in a cache that other
 * workflows restore. Folders beside them that hold credentials and settings are not shown. This file does I/O.
 */
export interface PackageCaches {
  /** Where programs look for them. */
  readonly environment: Readonly<Record<string, string>>;
  /** Mounts at their own paths. */
  readonly mounts: readonly Mount[];
  readonly homeMounts: readonly Mount[];
}

/** Folders that are shown at their own path, and the variable by which programs find them, if they need one. */
export const AT_OWN_PATH: readonly {
  readonly folder: string;
  readonly variable?: string;
  /** What the variable names, if it is not the folder. */
  readonly value?: string;
}[] = [
  { folder: 'go/pkg/mod', variable: 'GOMODCACHE' },
  { folder: '.rustup', variable: 'RUSTUP_HOME' },
  // Maven reads the home from the user database, not from HOME.
  { folder: '.m2/repository' },
  { folder: '.m2/wrapper', variable: 'MAVEN_USER_HOME', value: '.m2' },
  { folder: '.gradle/caches/modules-2', variable: 'GRADLE_RO_DEP_CACHE', value: '.gradle/caches' },
  // Hex and rebar3. What Hex knows of its users is in another folder.
  { folder: '.mix', variable: 'MIX_HOME' },
  { folder: '.nuget/packages', variable: 'NUGET_PACKAGES' },
  { folder: '.cache/node/corepack', variable: 'COREPACK_HOME' },
];
/** Go's clones of repositories, whose configuration can name credentials. Builds do not need them. */
const HIDDEN = ['go/pkg/mod/cache/vcs'];
/** Cargo writes beside its registry, so that its folder is that of the commands. */
const CARGO_REGISTRY = '.cargo/registry';
/** Gradle's wrapper locks each distribution by a file beside it. */
const GRADLE_DISTRIBUTIONS = '.gradle/wrapper/dists';
const HIDDEN_BYTES = 1024 ** 2;

/** Finds the packages in the home of this process's user. `commandHome`: the home of commands. */
export function findPackageCaches(
  parentEnv: Readonly<Record<string, string | undefined>>,
  commandHome: string,
): PackageCaches {
  const home = parentEnv['HOME'] ?? homedir();
  const shown = AT_OWN_PATH.filter(({ folder }) => isOwnFolder(home, folder));
  const named = shown.flatMap(({ folder, variable, value = folder }) =>
    variable === undefined || (parentEnv[variable] ?? '') !== ''
      ? []
      : [[variable, join(home, value)] as const],
  );
  return {
    environment: {
      GRADLE_USER_HOME: join(commandHome, '.gradle'),
      ...Object.fromEntries(named),
    },
    mounts: [
      ...shown.map(({ folder }) => readOnly(join(home, folder))),
      ...HIDDEN.filter((folder) => isOwnFolder(home, folder)).map(
        (folder): Mount => ({ kind: 'empty', to: join(home, folder), maxBytes: HIDDEN_BYTES }),
      ),
    ],
    homeMounts: [
      ...(isOwnFolder(home, CARGO_REGISTRY) ? [CARGO_REGISTRY] : []),
      ...gradleDistributions(home),
    ].map((path): Mount => ({ kind: 'read', from: join(home, path), to: join(commandHome, path) })),
  };
}

/** The unpacked distributions and the marks of complete ones: `dists/NAME/HASH/…`. */
function gradleDistributions(home: string): readonly string[] {
  if (!isOwnFolder(home, GRADLE_DISTRIBUTIONS)) return [];
  const hashes = namesOrEmpty(join(home, GRADLE_DISTRIBUTIONS)).flatMap((name) =>
    namesOrEmpty(join(home, GRADLE_DISTRIBUTIONS, name)).map(
      (hash) => `${GRADLE_DISTRIBUTIONS}/${name}/${hash}`,
    ),
  );
  return hashes.flatMap((folder) =>
    namesOrEmpty(join(home, folder))
      .map((name) => `${folder}/${name}`)
      .filter((path) => isOwnFolder(home, path) || (path.endsWith('.ok') && isOwnFile(home, path))),
  );
}

/** Whether it is a folder that really lies there: a link could show anything. */
function isOwnFolder(home: string, folder: string): boolean {
  return liesThere(home, folder)?.isDirectory() === true;
}

function isOwnFile(home: string, file: string): boolean {
  return liesThere(home, file)?.isFile() === true;
}

/** What lies at a path of the home, if no folder above it is a link. */
function liesThere(home: string, below: string): Stats | null {
  const path = join(home, below);
  return orNull(() => {
    const parent = join(realpathSync(home), dirname(below));
    return realpathSync(dirname(path)) === parent ? lstatSync(path) : null;
  });
}
