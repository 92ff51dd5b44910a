import { isJsonObject, type JsonObject } from '../../common/index.ts';
import {
  type Ecosystem,
  firstOf,
  inFolder,
  jsonObject,
  type ProjectCommand,
  type ProjectFolder,
  type SetupStep,
} from './ecosystem.ts';

/** The lock files of a package manager that has no steps here, and whose projects npm may not be able to install. */
const OTHER_LOCKS = ['bun.lock', 'bun.lockb'];
const NPM_LOCKS = ['package-lock.json', 'npm-shrinkwrap.json'];
/** Scripts, besides `test`, that only check or build the code. */
const CHECKS = ['lint', 'typecheck', 'check', 'build'];
const NO_TEST = 'no test specified';
const DEPENDENCY_FILES = ['**/package.json', '**/.npmrc'];
const SOURCES = ['src/**', 'test/**'];
const HOSTS = ['registry.npmjs.org'];
const INSTALL_CLASSIC_YARN = 'npm install --global yarn@1.22.22';
/** Node has no corepack since version 25. */
const ENABLE_COREPACK =
  'command -v corepack > /dev/null || npm install --global corepack\ncorepack enable';

export const npm: Ecosystem = {
  name: 'npm',
  family: 'node',
  files: '`package.json`',
  matches: (folder) =>
    folder.names.has('package.json') &&
    firstOf(folder, OTHER_LOCKS) === undefined &&
    !managerOf(folder).startsWith('bun@'),
  setup: (folder, { runsCode }) => {
    const lock = firstOf(folder, NPM_LOCKS);
    const install = lock === undefined ? 'npm install --no-package-lock' : 'npm ci';
    return [
      setupNode(folder, lock === undefined ? null : { manager: 'npm', lock }),
      { run: runsCode ? install : `${install} --ignore-scripts` },
    ];
  },
  commands: (folder) => [
    ...(testsOnlyInWorkspaces(folder) ? [{ command: 'npm test --workspaces --if-present' }] : []),
    ...scriptCommands(folder, 'npm'),
  ],
  needsNothing,
  sources: SOURCES,
  dependencyFiles: [...DEPENDENCY_FILES, '**/package-lock.json', '**/npm-shrinkwrap.json'],
  hosts: HOSTS,
  cache: '`setup-node`',
};

export const pnpm: Ecosystem = {
  name: 'pnpm',
  family: 'node',
  files: '`pnpm-lock.yaml`, `packageManager`',
  matches: (folder) => isManagedBy(folder, 'pnpm', 'pnpm-lock.yaml'),
  setup: (folder, { runsCode }) => {
    const hasLock = folder.names.has('pnpm-lock.yaml');
    const named = packageJson(folder)['packageManager'] !== undefined;
    const file = inFolder(folder, 'package.json');
    return [
      {
        uses: 'pnpm/action-setup',
        with: named ? { package_json_file: file } : { version: '10' },
      },
      setupNode(folder, hasLock ? { manager: 'pnpm', lock: 'pnpm-lock.yaml' } : null),
      {
        // Copies instead of links: what a command writes must not reach the store that is cached.
        run: `pnpm install ${hasLock ? '--frozen-lockfile ' : ''}--config.package-import-method=copy${runsCode ? '' : ' --ignore-scripts --ignore-pnpmfile'}`,
      },
    ];
  },
  commands: (folder) => scriptCommands(folder, 'pnpm'),
  needsNothing,
  sources: SOURCES,
  dependencyFiles: [...DEPENDENCY_FILES, '**/pnpm-lock.yaml', '**/pnpm-workspace.yaml'],
  hosts: HOSTS,
  cache: '`setup-node`',
};

export const yarn: Ecosystem = {
  name: 'yarn',
  family: 'node',
  files: '`yarn.lock`, `packageManager`',
  matches: (folder) => isManagedBy(folder, 'yarn', 'yarn.lock'),
  setup: (folder, { runsCode }) => {
    const isClassic = !folder.names.has('.yarnrc.yml') && !/yarn@[2-9]/.test(managerOf(folder));
    const install = isClassic
      ? `yarn install --frozen-lockfile${runsCode ? '' : ' --ignore-scripts'}`
      : 'yarn install --immutable';
    const skipped = runsCode ? {} : { YARN_ENABLE_SCRIPTS: 'false' };
    return [
      setupNode(folder, null),
      {
        run: `${isClassic ? INSTALL_CLASSIC_YARN : ENABLE_COREPACK}\n${install}`,
        // The folder of the project, because commands do not see the home of the job's user.
        ...(isClassic ? {} : { env: { YARN_ENABLE_GLOBAL_CACHE: 'false', ...skipped } }),
      },
    ];
  },
  commands: (folder) => scriptCommands(folder, 'yarn'),
  needsNothing,
  sources: SOURCES,
  dependencyFiles: [...DEPENDENCY_FILES, '**/yarn.lock', '**/.yarnrc.yml'],
  hosts: ['registry.yarnpkg.com', ...HOSTS],
  cache: 'none',
};

function isManagedBy(folder: ProjectFolder, manager: string, lock: string): boolean {
  if (!folder.names.has('package.json')) return false;
  const named = managerOf(folder);
  return named === '' ? folder.names.has(lock) : named.startsWith(`${manager}@`);
}

function managerOf(folder: ProjectFolder): string {
  const named = packageJson(folder)['packageManager'];
  return typeof named === 'string' ? named : '';
}

function setupNode(
  folder: ProjectFolder,
  cache: { readonly manager: string; readonly lock: string } | null,
): SetupStep {
  const { engines } = packageJson(folder);
  const hasEngine = engines !== undefined && isJsonObject(engines) && 'node' in engines;
  const file =
    firstOf(folder, ['.nvmrc', '.node-version', '.tool-versions']) ??
    (hasEngine ? 'package.json' : null);
  return {
    uses: 'actions/setup-node',
    with: {
      ...(file === null
        ? { 'node-version': 'lts/*' }
        : { 'node-version-file': inFolder(folder, file) }),
      ...(cache === null
        ? { 'package-manager-cache': 'false' }
        : { cache: cache.manager, 'cache-dependency-path': inFolder(folder, cache.lock) }),
    },
  };
}

function scriptCommands(folder: ProjectFolder, manager: string): readonly ProjectCommand[] {
  const scripts = packageJson(folder)['scripts'];
  if (scripts === undefined || !isJsonObject(scripts)) return [];
  const checks = CHECKS.filter((name) => typeof scripts[name] === 'string');
  return [
    ...(hasTest(folder) ? [{ command: `${manager} test` }] : []),
    ...checks.map((name) => ({ command: `${manager} run ${name}` })),
  ];
}

function hasTest(folder: ProjectFolder): boolean {
  const { scripts } = packageJson(folder);
  const test = scripts !== undefined && isJsonObject(scripts) ? scripts['test'] : undefined;
  return typeof test === 'string' && !test.includes(NO_TEST);
}

function testsOnlyInWorkspaces(folder: ProjectFolder): boolean {
  const hasWorkspaces = packageJson(folder)['workspaces'] !== undefined;
  return hasWorkspaces && !hasTest(folder) && folder.below().some(hasTest);
}

/** The fields of `package.json` that name packages, or folders whose own `package.json` does. */
const NAMING_FIELDS = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'workspaces',
];

function needsNothing(folder: ProjectFolder): boolean {
  const own = packageJson(folder);
  const isNamed = NAMING_FIELDS.some((field) => Object.keys(Object(own[field] ?? {})).length > 0);
  return 'scripts' in own && !isNamed && !folder.names.has('pnpm-workspace.yaml');
}

/** The parsed `package.json`; empty if it is invalid. */
function packageJson(folder: ProjectFolder): JsonObject {
  return jsonObject(folder.text('package.json'));
}
