import { type Ecosystem, inFolder, jsonObject, type ProjectFolder } from './ecosystem.ts';

export const go: Ecosystem = {
  name: 'go',
  family: 'go',
  files: '`go.mod`',
  matches: ({ names }) => names.has('go.mod'),
  setup: (folder) => [
    {
      uses: 'actions/setup-go',
      with: {
        'go-version-file': inFolder(folder, 'go.mod'),
        ...(folder.names.has('go.sum')
          ? { 'cache-dependency-path': inFolder(folder, 'go.sum') }
          : { cache: 'false' }),
      },
    },
    { run: 'go mod download' },
  ],
  commands: () => [
    { command: 'go test ./...', rule: 'go test' },
    { command: 'go vet ./...', rule: 'go vet' },
    { command: 'go build ./...', rule: 'go build' },
  ],
  needsNothing: ({ text }) => !/^[ \t]*(?:require|tool)\b/m.test(text('go.mod')),
  sources: ['**/*.go'],
  dependencyFiles: ['**/go.mod', '**/go.sum', '**/go.work'],
  hosts: ['proxy.golang.org', 'sum.golang.org'],
  cache: '`setup-go`',
};

export const cargo: Ecosystem = {
  name: 'cargo',
  family: 'rust',
  files: '`Cargo.toml`',
  matches: ({ names }) => names.has('Cargo.toml'),
  setup: (folder) => [
    {
      uses: 'actions/cache',
      with: {
        path: '~/.cargo/registry',
        key: `cargo-\${{ hashFiles('${inFolder(folder, 'Cargo.*')}') }}`,
      },
    },
    { run: `cargo fetch${folder.names.has('Cargo.lock') ? ' --locked' : ''}` },
  ],
  commands: () => [
    { command: 'cargo test' },
    { command: 'cargo build' },
    { command: 'cargo check' },
    { command: 'cargo clippy' },
  ],
  sources: ['**/*.rs, !**/build.rs'],
  dependencyFiles: ['**/Cargo.toml', '**/Cargo.lock', '**/rust-toolchain*', '**/.cargo/**'],
  hosts: ['index.crates.io', 'static.crates.io'],
  cache: '`actions/cache`',
};

export const dotnet: Ecosystem = {
  name: 'dotnet',
  family: 'dotnet',
  files: '`*.sln`, `*.slnx`, `*.csproj`, `*.fsproj`',
  matches: ({ names }) => [...names].some((name) => /\.(?:slnx?|csproj|fsproj)$/.test(name)),
  setup: (folder, { runsCode }) =>
    runsCode
      ? [
          {
            uses: 'actions/setup-dotnet',
            with: {
              ...dotnetVersion(folder),
              ...(folder.names.has('packages.lock.json')
                ? { cache: 'true', 'cache-dependency-path': inFolder(folder, 'packages.lock.json') }
                : {}),
            },
          },
          { run: 'dotnet restore' },
        ]
      : null,
  commands: () => [
    { command: 'dotnet test --no-restore' },
    { command: 'dotnet build --no-restore' },
  ],
  sources: ['**/*.cs', '**/*.fs'],
  dependencyFiles: [
    '**/*.csproj',
    '**/*.fsproj',
    '**/*.props',
    '**/*.targets',
    '**/packages.lock.json',
    '**/nuget.config',
    '**/global.json',
  ],
  hosts: ['api.nuget.org'],
  cache: '`setup-dotnet`, with `packages.lock.json`',
};

function dotnetVersion(folder: ProjectFolder): Readonly<Record<string, string>> {
  if ('sdk' in jsonObject(folder.text('global.json')))
    return { 'global-json-file': inFolder(folder, 'global.json') };
  const projects = [...folder.names].filter((name) => /\.(?:cs|fs)proj$/.test(name));
  const [target] = projects.flatMap(
    (name) => /<TargetFrameworks?>[^<]*net(\d+\.\d+)/.exec(folder.text(name))?.[1] ?? [],
  );
  return { 'dotnet-version': `${target ?? '10.0'}.x` };
}
