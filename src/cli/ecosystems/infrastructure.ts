import { type Ecosystem, firstOf, type ProjectFolder, type SetupStep } from './ecosystem.ts';

const CHANGES = 'It changes what runs outside of this repository.';

/** Subcommands of terraform 1.9 and OpenTofu 1.9 that change infrastructure or its state. Their `test` may create what it tests. */
const CHANGING =
  'apply destroy import refresh taint untaint force-unlock test state@rm state@mv state@push state@replace-provider workspace@delete'
    .split(' ')
    .map((subcommand) => subcommand.replace('@', ' '));

/** Both have the same commands. Neither fetches nor executes anything of the checkout but its modules and providers. */
function ofProgram(
  program: 'terraform' | 'tofu',
  setup: (folder: ProjectFolder) => SetupStep,
): Pick<Ecosystem, 'setup' | 'commands' | 'gates' | 'cache' | 'sources' | 'dependencyFiles'> {
  return {
    setup: (folder) => [setup(folder), { run: `${program} init -backend=false -input=false` }],
    commands: () => [
      { command: `${program} validate` },
      { command: `${program} fmt -check -recursive`, rule: `${program} fmt -check` },
    ],
    gates: CHANGING.map((subcommand) => ({
      rule: `${program} ${subcommand} *`,
      command: `${program} ${subcommand}`,
      reason: CHANGES,
    })),
    sources: ['**/*.tf, !**/versions.tf', '**/*.tofu, !**/versions.tofu'],
    dependencyFiles: ['**/.terraform.lock.hcl', '**/versions.tf', '**/versions.tofu'],
    cache: 'none',
  };
}

export const opentofu: Ecosystem = {
  name: 'opentofu',
  family: 'terraform',
  files: '`*.tofu`, `.opentofu-version`',
  matches: ({ names }) =>
    names.has('.opentofu-version') || [...names].some((name) => name.endsWith('.tofu')),
  ...ofProgram('tofu', (folder) => ({
    uses: 'opentofu/setup-opentofu',
    with: {
      tofu_wrapper: 'false',
      ...versionOf(folder, '.opentofu-version', 'tofu_version'),
    },
  })),
  hosts: ['registry.opentofu.org', 'github.com'],
};

export const terraform: Ecosystem = {
  name: 'terraform',
  family: 'terraform',
  files: '`*.tf`',
  matches: ({ names }) => [...names].some((name) => name.endsWith('.tf')),
  ...ofProgram('terraform', (folder) => ({
    uses: 'hashicorp/setup-terraform',
    with: {
      terraform_wrapper: 'false',
      ...versionOf(folder, '.terraform-version', 'terraform_version'),
    },
  })),
  hosts: ['registry.terraform.io', 'releases.hashicorp.com'],
};

/** The version that a file of one line names. */
function versionOf(
  { text }: ProjectFolder,
  file: string,
  input: string,
): Readonly<Record<string, string>> {
  const version = /^v?(\d+\.\d+(?:\.\d+)?)\s*$/.exec(text(file))?.[1];
  return version === undefined ? {} : { [input]: version };
}

/** Its pipeline is code of the checkout. What it sends and fetches has an intent. */
export const dvc: Ecosystem = {
  name: 'dvc',
  family: 'dvc',
  files: '`dvc.yaml`, `.dvc`',
  matches: (folder) => firstOf(folder, ['dvc.yaml', '.dvc']) !== undefined,
  setup: () => [{ run: 'pipx install dvc' }],
  commands: (folder) =>
    folder.names.has('dvc.yaml') ? [{ command: 'dvc repro' }, { command: 'dvc status' }] : [],
  gates: [{ rule: '@upload', command: 'dvc push', reason: 'It sends data to a remote.' }],
  sources: ['src/**'],
  dependencyFiles: ['**/dvc.lock', '**/*.dvc', '**/.dvc/config'],
  hosts: ['pypi.org'],
  cache: 'none',
};
