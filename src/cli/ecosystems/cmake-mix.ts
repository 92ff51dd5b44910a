import { type Ecosystem, inFolder } from './ecosystem.ts';

/** The configuration runs code of the checkout, and may fetch what it builds. */
export const cmake: Ecosystem = {
  name: 'cmake',
  family: 'cmake',
  files: '`CMakeLists.txt`',
  matches: ({ names }) => names.has('CMakeLists.txt'),
  setup: (_, { runsCode }) => (runsCode ? [{ run: 'cmake -S . -B build' }] : null),
  commands: () => [{ command: 'ctest --test-dir build' }, { command: 'cmake --build build' }],
  sources: ['src/**', 'include/**', 'test/**', 'tests/**'],
  dependencyFiles: ['**/CMakeLists.txt', '**/*.cmake', '**/CMakePresets.json', '**/vcpkg.json'],
  hosts: ['github.com', 'codeload.github.com'],
  cache: 'none',
};

/** `mix.exs` is code of the checkout, which every command of mix runs. */
export const mix: Ecosystem = {
  name: 'mix',
  family: 'elixir',
  files: '`mix.exs`',
  matches: ({ names }) => names.has('mix.exs'),
  setup: (folder, { runsCode }) =>
    runsCode
      ? [
          {
            uses: 'erlef/setup-beam',
            with: folder.names.has('.tool-versions')
              ? { 'version-file': inFolder(folder, '.tool-versions'), 'version-type': 'strict' }
              : { 'otp-version': '27', 'elixir-version': '1.18' },
          },
          {
            uses: 'actions/cache',
            with: {
              path: inFolder(folder, 'deps'),
              key: `mix-\${{ hashFiles('${inFolder(folder, 'mix.lock')}') }}`,
            },
          },
          {
            run: 'mix local.hex --force\nmix local.rebar --force\nmix deps.get\nmix deps.compile',
            env: { MIX_ENV: 'test' },
          },
        ]
      : null,
  commands: () => [
    { command: 'mix test' },
    { command: 'mix compile --warnings-as-errors', rule: 'mix compile' },
    { command: 'mix format --check-formatted' },
  ],
  sources: ['lib/**', 'test/**'],
  dependencyFiles: ['**/mix.exs', '**/mix.lock'],
  hosts: ['repo.hex.pm', 'builds.hex.pm'],
  cache: '`actions/cache`',
};
