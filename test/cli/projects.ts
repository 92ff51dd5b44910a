/** A small project of each package manager, with what `init` must make of it. */
export interface SampleProject {
  readonly ecosystem: string;
  readonly files: Readonly<Record<string, string>>;
  /** What the workflow must contain. */
  readonly setup: readonly string[];
  /** The test command that runs by itself. */
  readonly test: string;
  /** What installs it where nothing of the checkout may be executed; `null`: nothing can. */
  readonly careful: string | null;
  /** Commands that change something outside of the repository, about which a person is asked. */
  readonly asks?: readonly string[];
}

const PACKAGE = '{ "scripts": { "test": "node --test", "lint": "eslint ." } }\n';

export const SAMPLE_PROJECTS: readonly SampleProject[] = [
  {
    ecosystem: 'npm',
    files: { 'package.json': PACKAGE, 'package-lock.json': '{}\n', '.nvmrc': '24\n' },
    setup: ['actions/setup-node@', 'node-version-file: .nvmrc', 'cache: npm', '- run: npm ci\n'],
    test: 'npm test',
    careful: 'npm ci --ignore-scripts',
  },
  {
    ecosystem: 'pnpm',
    files: {
      'package.json': PACKAGE.replace('{ ', '{ "packageManager": "pnpm@10.1.0", '),
      'pnpm-lock.yaml': "lockfileVersion: '9.0'\n",
    },
    setup: ['pnpm/action-setup@', 'cache: pnpm', 'pnpm install --frozen-lockfile'],
    test: 'pnpm test',
    careful: '--ignore-scripts',
  },
  {
    ecosystem: 'yarn',
    files: {
      'package.json': PACKAGE.replace('{ ', '{ "packageManager": "yarn@4.5.0", '),
      'yarn.lock': '__metadata:\n',
    },
    setup: [
      '|| npm install --global corepack',
      'corepack enable',
      'yarn install --immutable',
      "YARN_ENABLE_GLOBAL_CACHE: 'false'",
    ],
    test: 'yarn test',
    careful: "YARN_ENABLE_SCRIPTS: 'false'",
  },
  {
    ecosystem: 'yarn',
    files: { 'package.json': PACKAGE, 'yarn.lock': '# yarn lockfile v1\n' },
    setup: ['npm install --global yarn@1.22.22', 'yarn install --frozen-lockfile'],
    test: 'yarn test',
    careful: '--ignore-scripts',
  },
  {
    ecosystem: 'uv',
    files: {
      'pyproject.toml':
        '[project]\nname = "a"\nrequires-python = ">=3.11"\n\n[dependency-groups]\ndev = ["pytest"]\n',
      'uv.lock': 'version = 1\n',
    },
    setup: ['astral-sh/setup-uv@', 'uv sync --locked', 'UV_LINK_MODE: copy'],
    test: 'uv run --no-sync pytest',
    careful: '--no-build --no-install-workspace',
  },
  {
    ecosystem: 'poetry',
    files: {
      'pyproject.toml': '[tool.poetry]\nname = "a"\n\n[tool.pytest.ini_options]\n',
      'poetry.lock': '\n',
    },
    setup: ['pipx install poetry', 'cache: poetry', "POETRY_VIRTUALENVS_IN_PROJECT: 'true'"],
    test: 'poetry run pytest',
    careful: 'POETRY_INSTALLER_ONLY_BINARY',
  },
  {
    ecosystem: 'pip',
    files: {
      'requirements.txt': 'requests==2.32.0\n',
      'requirements-dev.txt': 'pytest==8.3.0\n',
      '.python-version': '3.12\n',
    },
    setup: [
      'python-version-file: .python-version',
      'cache: pip',
      'python -m pip install -r requirements.txt -r requirements-dev.txt\n',
    ],
    test: 'python -m pytest',
    careful: '--only-binary=:all: -r requirements.txt',
  },
  {
    ecosystem: 'go',
    files: { 'go.mod': 'module example.com/a\n\ngo 1.22\n', 'go.sum': '\n' },
    setup: ['go-version-file: go.mod', 'cache-dependency-path: go.sum', 'go mod download'],
    test: 'go test ./...',
    careful: 'go mod download',
  },
  {
    ecosystem: 'cargo',
    files: { 'Cargo.toml': '[package]\nname = "a"\n', 'Cargo.lock': 'version = 4\n' },
    setup: ['path: ~/.cargo/registry', 'cargo fetch --locked'],
    test: 'cargo test',
    careful: 'cargo fetch --locked',
  },
  {
    ecosystem: 'maven',
    files: { 'pom.xml': '<project/>\n', mvnw: '#!/bin/sh\n', '.java-version': '21\n' },
    setup: [
      'java-version-file: .java-version',
      'cache: maven',
      './mvnw -B --fail-at-end -Dmaven.test.failure.ignore=true test || true\n',
    ],
    test: './mvnw -o test',
    careful: null,
  },
  {
    ecosystem: 'gradle',
    files: { 'build.gradle.kts': 'plugins { java }\n', gradlew: '#!/bin/sh\n' },
    setup: ['cache: gradle', './gradlew --no-daemon'],
    test: './gradlew --offline test',
    careful: null,
  },
  {
    ecosystem: 'bundler',
    files: { Gemfile: "source 'https://rubygems.org'\nruby '3.3.4'\n", '.rspec': '--color\n' },
    setup: ["ruby-version: '3.3'", "bundler-cache: 'true'"],
    test: 'bundle exec rspec',
    careful: null,
  },
  {
    ecosystem: 'bundler',
    files: { Gemfile: "source 'https://rubygems.org'\n", 'spec/a_spec.rb': '' },
    setup: ['ruby-version: ruby'],
    test: 'bundle exec rspec',
    careful: null,
  },
  {
    ecosystem: 'composer',
    files: { 'composer.json': '{ "require-dev": { "phpunit/phpunit": "^11" } }\n' },
    setup: ['shivammathur/setup-php@', 'composer install --no-interaction --prefer-dist\n'],
    test: 'vendor/bin/phpunit',
    careful: '--no-scripts --no-plugins',
  },
  {
    ecosystem: 'dotnet',
    files: {
      'App.sln': '\n',
      'App.csproj': '<Project><TargetFramework>net9.0</TargetFramework></Project>\n',
    },
    setup: ["dotnet-version: '9.0.x'", 'dotnet restore'],
    test: 'dotnet test --no-restore',
    careful: null,
  },
  {
    ecosystem: 'mix',
    files: { 'mix.exs': 'defmodule A.MixProject do\nend\n', 'mix.lock': '%{}\n' },
    setup: ["otp-version: '27'", 'mix local.hex --force', 'mix deps.get', 'MIX_ENV: test'],
    test: 'mix test',
    careful: null,
  },
  {
    ecosystem: 'cmake',
    files: { 'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.20)\n' },
    setup: ['cmake -S . -B build'],
    test: 'ctest --test-dir build',
    careful: null,
  },
  {
    ecosystem: 'terraform',
    files: { 'main.tf': 'terraform {}\n', '.terraform-version': '1.9.5\n' },
    setup: ["terraform_version: '1.9.5'", 'terraform init -backend=false'],
    test: 'terraform validate',
    careful: 'terraform init -backend=false',
    asks: [
      'terraform apply -auto-approve',
      'terraform destroy',
      'terraform import a b',
      'tofu apply',
      'terraform -chdir=x apply',
      'terraform state rm a',
      'terraform test',
    ],
  },
  {
    ecosystem: 'opentofu',
    files: { 'main.tofu': '\n', 'main.tf': '\n' },
    setup: ["tofu_wrapper: 'false'", 'tofu init -backend=false'],
    test: 'tofu validate',
    careful: 'tofu init -backend=false',
    asks: ['tofu apply', 'tofu state mv a b'],
  },
  {
    ecosystem: 'dvc',
    files: { 'dvc.yaml': 'stages: {}\n' },
    setup: ['pipx install dvc'],
    test: 'dvc repro',
    careful: 'pipx install dvc',
    asks: ['dvc push', 'dvc exp push origin x'],
  },
];
