import { type Ecosystem, firstOf, type ProjectFolder } from './ecosystem.ts';
import type { PinnedAction } from './pinned-actions.ts';

const CHANGES = 'It changes what runs outside of this repository.';

/** Subcommands of terraform 1.9 and OpenTofu 1.9 that change infrastructure or its state. Their `test` may create what it tests. */
const CHANGING: readonly string[] = [
  'apply',
  'destroy',
  'import',
  'refresh',
  'taint',
  'untaint',
  'force-unlock',
  'test',
  'state rm',
  'state mv',
  'state push',
  'state replace-provider',
  'workspace delete',
];

/** Both have the same commands. Neither fetches nor executes anything of the checkout but its modules and providers. */
function ofProgram(
  program: 'terraform' | 'tofu',
  { action, versionFile }: { readonly action: PinnedAction; readonly versionFile: string },
): Omit<Ecosystem, 'name' | 'files' | 'matches' | 'hosts'> {
  return {
    family: 'terraform',
    setup: (folder) => [
      {
        uses: action,
        with: {
          [`${program}_wrapper`]: 'false',
          ...versionOf(folder, versionFile, `${program}_version`),
        },
      },
      { run: `${program} init -backend=false -input=false` },
    ],
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
  files: '`*.tofu`, `.opentofu-version`',
  matches: ({ names }) =>
    names.has('.opentofu-version') || [...names].some((name) => name.endsWith('.tofu')),
  ...ofProgram('tofu', {
    action: 'opentofu/setup-opentofu',
    versionFile: '.opentofu-version',
  }),
  hosts: ['registry.opentofu.org', 'github.com'],
};

export const terraform: Ecosystem = {
  name: 'terraform',
  files: '`*.tf`',
  matches: ({ names }) => [...names].some((name) => name.endsWith('.tf')),
  ...ofProgram('terraform', {
    action: 'hashicorp/setup-terraform',
    versionFile: '.terraform-version',
  }),
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
