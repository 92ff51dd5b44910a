/** The table of package managers in the page on recipes. */
import { ECOSYSTEMS, type Ecosystem, type ProjectFolder } from '../src/cli/ecosystems/index.ts';
import { markdownTable } from './markdown.ts';

/** Files of a usual project of each, from which its row is made. */
const USUAL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  npm: { 'package.json': '{ "scripts": { "test": "" } }', 'package-lock.json': '' },
  pnpm: { 'package.json': '{ "scripts": { "test": "" } }', 'pnpm-lock.yaml': '' },
  yarn: { 'package.json': '{ "scripts": { "test": "" } }', 'yarn.lock': '', '.yarnrc.yml': '' },
  uv: { 'uv.lock': '', 'pytest.ini': '' },
  poetry: { 'poetry.lock': '', 'pytest.ini': '' },
  pip: { 'requirements.txt': 'pytest' },
  go: { 'go.mod': '', 'go.sum': '' },
  cargo: { 'Cargo.toml': '', 'Cargo.lock': '' },
  maven: { 'pom.xml': '' },
  gradle: { 'build.gradle': '', gradlew: '' },
  bundler: { Gemfile: '', spec: '' },
  composer: { 'composer.json': '{ "require-dev": { "phpunit/phpunit": "" } }' },
  dotnet: { 'App.sln': '' },
  mix: { 'mix.exs': '', 'mix.lock': '' },
  cmake: { 'CMakeLists.txt': '' },
  opentofu: { 'main.tofu': '' },
  terraform: { 'main.tf': '' },
  dvc: { 'dvc.yaml': '' },
};

function usualFolder({ name }: Ecosystem): ProjectFolder {
  const files = USUAL[name] ?? {};
  return {
    path: '',
    names: new Set(Object.keys(files)),
    text: (file) => files[file] ?? '',
    below: () => [],
  };
}

/** Throws for an ecosystem without a usual project. */
export function ecosystemsTable(): string {
  const rows = ECOSYSTEMS.map((ecosystem) => {
    const folder = usualFolder(ecosystem);
    const steps = ecosystem.setup(folder, { runsCode: true }) ?? [];
    const careful = ecosystem.setup(folder, { runsCode: false });
    const [test] = ecosystem.commands(folder);
    if (!ecosystem.matches(folder) || test === undefined)
      throw new Error(
        `${ecosystem.name} has no usual project with tests: add its files to USUAL in scripts/ecosystems-table.ts.`,
      );
    const installs = steps.map((step) =>
      'run' in step ? (step.run.split('\n').at(-1) ?? '') : (step.uses.split('/')[1] ?? ''),
    );
    return [
      ecosystem.name,
      ecosystem.files,
      installs.map((words) => `\`${words}\``).join(', '),
      ecosystem.cache,
      `\`${test.command}\``,
      careful === null ? 'no' : 'yes',
    ];
  });
  return markdownTable(
    [
      'package manager',
      'found by',
      'steps',
      'cache',
      'test command',
      'can install untrusted packages',
    ],
    rows,
  );
}
