import {
  type Ecosystem,
  firstOf,
  inFolder,
  type ProjectCommand,
  type ProjectFolder,
  type SetupStep,
} from './ecosystem.ts';

/** Files with the packages that only the tests need. */
const DEV_REQUIREMENTS = [
  'requirements-dev.txt',
  'requirements_dev.txt',
  'dev-requirements.txt',
  'requirements-test.txt',
  'test-requirements.txt',
];
const BUILD_FILES = ['pyproject.toml', 'setup.py', 'setup.cfg'];
const TEST_FILES = ['pytest.ini', 'tox.ini', 'conftest.py', ...BUILD_FILES];
/** The names that projects give to the packages of their tests, in the order of preference. */
const TEST_GROUPS = ['test', 'tests', 'testing', 'dev'];
const DEPENDENCY_FILES = ['**/pyproject.toml', '**/setup.py', '**/setup.cfg'];
const SOURCES = ['**/*.py, !**/setup.py'];
const HOSTS = ['pypi.org', 'files.pythonhosted.org'];

export const uv: Ecosystem = {
  name: 'uv',
  family: 'python',
  files: '`uv.lock`',
  matches: ({ names }) => names.has('uv.lock'),
  setup: (folder, { runsCode }) => [
    setupPython(folder, {}),
    { uses: 'astral-sh/setup-uv', with: { 'enable-cache': 'true' } },
    {
      run: `uv sync --locked${runsCode ? '' : ' --no-build --no-install-workspace'}`,
      // The Python of setup-python, because commands do not see the one that uv installs. Copies instead of links: what a
      // command writes must not reach the cache.
      env: { UV_LINK_MODE: 'copy', UV_PYTHON_DOWNLOADS: 'never' },
    },
  ],
  commands: (folder) => testCommands(folder, 'uv run --no-sync', 'uv run --no-sync python -m'),
  sources: SOURCES,
  dependencyFiles: [...DEPENDENCY_FILES, '**/uv.lock'],
  hosts: HOSTS,
  cache: '`setup-uv`',
};

export const poetry: Ecosystem = {
  name: 'poetry',
  family: 'python',
  files: '`poetry.lock`, `[tool.poetry]`',
  matches: (folder) =>
    folder.names.has('poetry.lock') || folder.text('pyproject.toml').includes('[tool.poetry]'),
  setup: (folder, { runsCode }) => [
    { run: 'pipx install poetry' },
    setupPython(
      folder,
      folder.names.has('poetry.lock') ? cacheOf(folder, 'poetry', 'poetry.lock') : {},
    ),
    {
      run: `poetry install --no-interaction${runsCode ? '' : ' --no-root --no-plugins'}`,
      env: {
        // The folder of the project, because commands do not see the home of the job's user.
        POETRY_VIRTUALENVS_IN_PROJECT: 'true',
        ...(runsCode ? {} : { POETRY_INSTALLER_ONLY_BINARY: ':all:' }),
      },
    },
  ],
  commands: (folder) => testCommands(folder, 'poetry run', 'poetry run python -m'),
  sources: SOURCES,
  dependencyFiles: [...DEPENDENCY_FILES, '**/poetry.lock'],
  hosts: HOSTS,
  cache: '`setup-python`',
};

export const pip: Ecosystem = {
  name: 'pip',
  family: 'python',
  files: '`requirements.txt`, `pyproject.toml`, `setup.py`, `setup.cfg`',
  matches: (folder) => firstOf(folder, ['requirements.txt', ...BUILD_FILES]) !== undefined,
  setup: (folder, { runsCode }) => {
    const words = runsCode ? pipWords(folder) : wheelWords(folder);
    if (words === null) return null;
    const listed = firstOf(folder, ['requirements.txt', 'pyproject.toml', 'setup.py']);
    return [
      setupPython(folder, listed === undefined ? {} : cacheOf(folder, 'pip', listed)),
      ...(words.length === 0 ? [] : [{ run: `python -m pip install ${words.join(' ')}` }]),
    ];
  },
  commands: (folder) => [
    ...testCommands(folder, 'python -m', 'python -m'),
    ...(usesPytest(folder) ? [{ command: 'pytest' }] : []),
  ],
  sources: SOURCES,
  dependencyFiles: [...DEPENDENCY_FILES, '**/requirements*.txt'],
  hosts: HOSTS,
  cache: '`setup-python`',
};

function cacheOf(
  folder: ProjectFolder,
  manager: string,
  file: string,
): Readonly<Record<string, string>> {
  return { cache: manager, 'cache-dependency-path': inFolder(folder, file) };
}

function setupPython(folder: ProjectFolder, cache: Readonly<Record<string, string>>): SetupStep {
  const named = folder.names.has('.python-version')
    ? '.python-version'
    : /^requires-python\s*=/m.test(folder.text('pyproject.toml'))
      ? 'pyproject.toml'
      : null;
  return {
    uses: 'actions/setup-python',
    with: {
      ...(named === null
        ? { 'python-version': '3.x' }
        : { 'python-version-file': inFolder(folder, named) }),
      ...cache,
    },
  };
}

function pipWords(folder: ProjectFolder): readonly string[] {
  const isBuilt = folder.names.has('setup.py') || isPackage(folder);
  return [
    ...requirementFiles(folder).map((name) => `-r ${name}`),
    ...(isBuilt ? [`-e ${projectWithExtra(folder)}`] : []),
    ...groupsOf(folder),
    ...(usesPytest(folder) && !listsPytest(folder) ? ['pytest'] : []),
  ];
}

/** Only wheels, and only of packages that the project lists: building it would run its code. */
function wheelWords(folder: ProjectFolder): readonly string[] | null {
  const listed = [...requirementFiles(folder).map((name) => `-r ${name}`), ...groupsOf(folder)];
  return listed.length === 0 ? null : ['--only-binary=:all:', ...listed];
}

function requirementFiles(folder: ProjectFolder): readonly string[] {
  return ['requirements.txt', ...DEV_REQUIREMENTS].filter((name) => folder.names.has(name));
}

function isPackage(folder: ProjectFolder): boolean {
  return /^\[(?:project|build-system)\]/m.test(folder.text('pyproject.toml'));
}

/** `.`, with the extra that holds the packages of the tests. */
function projectWithExtra(folder: ProjectFolder): string {
  const extras = keysOf(folder, 'project.optional-dependencies');
  const extra = TEST_GROUPS.find((name) => extras.includes(name));
  return extra === undefined ? '.' : `'.[${extra}]'`;
}

/** The dependency group that holds the packages of the tests. */
function groupsOf(folder: ProjectFolder): readonly string[] {
  const groups = keysOf(folder, 'dependency-groups');
  const group = TEST_GROUPS.find((name) => groups.includes(name));
  return group === undefined ? [] : [`--group ${group}`];
}

/** The keys of a table of `pyproject.toml`. */
function keysOf(folder: ProjectFolder, table: string): readonly string[] {
  const [, body = ''] = `\n${folder.text('pyproject.toml')}`.split(`\n[${table}]`);
  const [own = ''] = body.split(/\n\[[a-z]/);
  return [...own.matchAll(/^"?([\w-]+)"?\s*=/gm)].map((match) => match[1] ?? '');
}

function usesPytest(folder: ProjectFolder): boolean {
  return (
    firstOf(folder, ['pytest.ini', 'conftest.py']) !== undefined ||
    [...TEST_FILES, ...requirementFiles(folder), 'uv.lock', 'poetry.lock'].some((name) =>
      /\bpytest\b/.test(folder.text(name)),
    )
  );
}

/** Whether the lists that are installed bring pytest. An extra that is not installed, or is one of `setup.py`, does not. */
function listsPytest(folder: ProjectFolder): boolean {
  const hasChosen = projectWithExtra(folder) !== '.' || groupsOf(folder).length > 0;
  const files = [...requirementFiles(folder), ...(hasChosen ? ['pyproject.toml'] : [])];
  const lists = files.map((name) => folder.text(name));
  return lists.some((text) => /["'\n ]pytest(?:["'\s=<>~!;[]|$)/.test(`\n${text}`));
}

function testCommands(
  folder: ProjectFolder,
  pytest: string,
  unittest: string,
): readonly ProjectCommand[] {
  if (usesPytest(folder)) return [{ command: `${pytest} pytest` }];
  return firstOf(folder, ['tests', 'test']) === undefined
    ? []
    : [{ command: `${unittest} unittest` }];
}
