export const PRESETS = ['readonly', 'triage', 'review', 'fix', 'dependencies', 'release'] as const;
export type Preset = (typeof PRESETS)[number];

const TEXTS: Readonly<Record<Preset, string>> = {
  readonly: `# Read the repository and report. Nothing is changed or published.
version: 1
mode: deny
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - bash_run(@contained)
sandbox: preferred
budget: { turns: 40, calls: 200, minutes: 15, tokens: 1M }
tests:
  - { call: fs_read(src/index.ts), expect: auto }
  - { call: fs_read(.env), expect: requireApproval }
  - { call: fs_read(.git/config), expect: deny }
  - { call: fs_write(src/index.ts), expect: deny }
  - { command: 'git log --oneline | head -20', expect: auto }
  - { command: 'grep -rn TODO src', expect: auto }
  - { command: 'cat .env', expect: requireApproval }
  - { command: 'ls; rm -rf src', expect: deny }
  - { call: bash_run(npm publish), expect: deny }
  - { call: web_fetch(example.com), expect: deny }
  - { call: github_comment, expect: deny }
`,

  triage: `# Read, label and answer new issues. Anybody can open an issue, so nothing else is allowed.
version: 1
mode: deny
auto:
  - kind:readonly
  - github_comment
  - github_label
whenUntrusted:
  mode: deny
  auto:
    - github_comment
    - github_label
limits: { github_comment: 2, github_label: 10 }
budget: { turns: 20, calls: 100, minutes: 10, tokens: 500k }
tests:
  - { call: github_label, expect: auto }
  - { call: github_comment, untrusted: true, expect: auto }
  - { call: fs_read(README.md), untrusted: true, expect: auto }
  - { call: fs_write(README.md), expect: deny }
  - { call: bash_run(ls), untrusted: true, expect: deny }
  - { call: github_create_pull_request, expect: deny }
`,

  review: `# Read and review a pull request. Its code runs only in a sandbox that discards its changes.
version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - bash_run(@contained)
  - github_review
deny:
  - kind:write
  - bash_run(@forbidden)
  - bash_run(@privilege)
  - bash_run(@publish)
  - github_push_branch
whenUntrusted:
  mode: ask
  auto:
    - github_review
limits: { github_review: 1, github_comment: 2 }
budget: { turns: 40, calls: 200, minutes: 20, tokens: 1500k }
tests:
  - { call: github_review, untrusted: true, expect: auto }
  - { call: fs_read(src/index.ts), expect: auto }
  - { call: fs_edit(src/index.ts), expect: deny }
  - { call: bash_run(npm test), expect: auto }
  - { call: bash_run(npm test), sandboxed: false, expect: requireApproval }
  - { command: 'git diff HEAD~1 -- src', expect: auto }
  - { command: 'sudo ls', expect: deny }
  - { call: github_push_branch, expect: deny }
  - { call: web_fetch(example.com), expect: requireApproval }
`,

  fix: `# Change the code and run its tests. Everything that leaves the runner needs approval.
version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - bash_run(@contained)
  - rule: fs_write(**)
    except: ['.github/**', <dependencies>]
  - rule: fs_edit(**)
    except: ['.github/**', <dependencies>]
  - rule: fs_multi_edit(**)
    except: ['.github/**', <dependencies>]
  - bash_run(<command> *)
deny:
  - bash_run(@forbidden)
  - bash_run(@force-push)
  - bash_run(@history-rewrite)
  - bash_run(@privilege)
  - bash_run(@publish)
requireApproval:
  - rule: github_push_branch
    reason: Everybody can see a pushed branch.
  - rule: github_create_pull_request
    reason: A pull request takes people's time.
  - <gate>
<network>
limits: { github_comment: 3, github_create_pull_request: 1 }
budget: { turns: 80, calls: 400, minutes: 30, tokens: 3M, onLimit: ask }
tests:
  - { call: fs_edit(src/index.ts), expect: auto }
  - { call: fs_edit(src/index.ts), untrusted: true, expect: requireApproval }
  - { call: fs_write(<dependency>), expect: requireApproval }
  - { call: fs_edit(<dependency>), expect: requireApproval }
  - { call: fs_multi_edit(<dependency>), expect: requireApproval }
  - { call: fs_write(.github/workflows/ci.yml), expect: requireApproval }
  - { call: fs_write(.npmrc), expect: requireApproval }
  - { call: bash_run(<test>), expect: auto }
  - { call: bash_run(npm install), expect: requireApproval }
  - { command: 'git status && <test>', expect: auto }
  - { command: 'git push -f', expect: deny }
  - { command: 'git push origin +main', expect: deny }
  - { command: '<gated>', expect: requireApproval }
  - { command: 'env sudo make', expect: deny }
  - { command: 'echo x > .github/workflows/ci.yml', expect: requireApproval }
  - { call: bash_run(<test>), sandboxed: false, expect: requireApproval }
  - { call: github_create_pull_request, expect: requireApproval }
`,

  dependencies: `# Adapt the code to an update by a bot. The update is untrusted content; whenUntrusted lists what runs without approval.
version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - bash_run(@contained)
  - fs_edit(<sources>)
  - fs_multi_edit(<sources>)
  - bash_run(<command> *)
deny:
  - bash_run(@forbidden)
  - bash_run(@force-push)
  - bash_run(@history-rewrite)
  - bash_run(@privilege)
  - bash_run(@publish)
requireApproval:
  - rule: github_push_branch
    reason: Everybody can see a pushed branch.
  - <gate>
whenUntrusted:
  mode: ask
  auto:
    - bash_run(@readonly)
    - bash_run(@git-readonly)
    - fs_edit(<sources>)
    - fs_multi_edit(<sources>)
    - bash_run(<command> *)
<network>
limits: { github_comment: 2, github_push_branch: 2 }
budget: { turns: 60, calls: 300, minutes: 30, tokens: 2M }
tests:
  - { call: fs_edit(<source>), untrusted: true, expect: auto }
  - { call: fs_edit(<dependency>), untrusted: true, expect: requireApproval }
  - { call: fs_write(src/new.ts), untrusted: true, expect: requireApproval }
  - { call: bash_run(<test>), untrusted: true, expect: auto }
  - { call: bash_run(npm install left-pad), untrusted: true, expect: requireApproval }
  - { command: 'npm publish', untrusted: true, expect: deny }
  - { command: '<gated>', untrusted: true, expect: requireApproval }
  - { call: web_fetch(example.com), untrusted: true, expect: requireApproval }
  - { call: github_push_branch, untrusted: true, expect: requireApproval }
`,

  release: `# Prepare a release. Two maintainers must approve everything that publishes it.
version: 1
mode: ask
plan: required
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - bash_run(@contained)
  - fs_edit(CHANGELOG.md)
deny:
  - bash_run(@forbidden)
  - bash_run(@force-push)
  - bash_run(@history-rewrite)
  - bash_run(@privilege)
requireApproval:
  - rule: bash_run(@publish)
    reason: A published version cannot be withdrawn.
  - rule: github_*
    reason: It is visible outside of this run.
approvals: { from: [maintain, admin], count: 2, self: false, wait: 10m, then: suspend, expire: 3d }
whenUntrusted: deny
sandbox: required
limits: { github_create_pull_request: 1, github_push_branch: 2 }
budget: { turns: 60, calls: 200, minutes: 30, tokens: 2M }
tests:
  - { call: fs_edit(CHANGELOG.md), expect: auto }
  - { call: fs_edit(package.json), expect: requireApproval }
  - { call: fs_edit(CHANGELOG.md), untrusted: true, expect: deny }
  - { call: bash_run(npm publish), expect: requireApproval }
  - { call: github_create_pull_request, expect: requireApproval }
`,
};

/** What of a project the presets name. Each list can be empty. */
export interface PresetProject {
  /** The commands that run by themselves, the test command first. `rule`: its first words, if any rest may follow. */
  readonly commands: readonly { readonly command: string; readonly rule?: string }[];
  /** Globs of its source code and tests. */
  readonly sources: readonly string[];
  /** Globs of the files that say what is installed. */
  readonly dependencyFiles: readonly string[];
  readonly hosts: readonly string[];
  readonly gates?: readonly GatedCommand[];
}

/** A rule for commands about which a person is asked. */
export interface GatedCommand {
  /** The specifier of the rule. */
  readonly rule: string;
  /** One command that it is about. */
  readonly command: string;
  readonly reason: string;
}

const NPM_PROJECT: PresetProject = {
  commands: [{ command: 'npm test' }, { command: 'npm run lint' }, { command: 'npm run build' }],
  sources: ['src/**', 'test/**'],
  dependencyFiles: ['**/package.json', '**/*.lock', '**/package-lock.json', '**/pnpm-lock.yaml'],
  hosts: [],
};

/**
 * A whole policy to start from, with its own tests. `schemaUrl` adds the line by which editors know its schema. `project`
 * says what the rules for code and commands name; without it, those of an npm project.
 */
export function presetText(
  preset: Preset,
  options: { readonly schemaUrl?: string; readonly project?: PresetProject } = {},
): string {
  const head =
    options.schemaUrl === undefined ? '' : `# yaml-language-server: $schema=${options.schemaUrl}\n`;
  const values = valuesOf(options.project ?? NPM_PROJECT);
  return `${head}${TEXTS[preset]
    .split('\n')
    .flatMap((line) => filledLines(line, values))
    .join('\n')}`;
}

function valuesOf(project: PresetProject): ReadonlyMap<string, readonly string[]> {
  const { commands, sources, dependencyFiles, hosts, gates = [] } = project;
  const files = dependencyFiles.map((glob) => `'${glob}'`).join(', ');
  return new Map([
    ['command', commands.map(({ command, rule }) => rule ?? command)],
    ['test', commands.slice(0, 1).map(({ command }) => command)],
    ['sources', sources],
    ['source', sources.slice(0, 1).map(samplePath)],
    ['dependencies', [files]],
    ['dependency', dependencyFiles.slice(0, 1).map(samplePath)],
    ['gate', gates.map(({ rule, reason }) => `rule: bash_run(${rule})\n    reason: ${reason}`)],
    ['gated', gates.slice(0, 1).map(({ command }) => command)],
    ['network', hosts.length === 0 ? [] : [networkHint(hosts)]],
  ]);
}

function networkHint(hosts: readonly string[]): string {
  return [
    '# Commands have no network. If a test itself needs a registry, list it here:',
    `# sandbox: { network: [${hosts.join(', ')}] }`,
  ].join('\n');
}

function samplePath(glob: string): string {
  const [first = ''] = glob.split(',');
  return first
    .replace(/^\*\*\//, '')
    .replace('**', 'index.ts')
    .replaceAll('*', 'a');
}

/** A line for each value of its placeholder; no line if there is none. */
function filledLines(
  line: string,
  values: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const [placeholder = '', name = ''] = /<([a-z]+)>/.exec(line) ?? [];
  const filled = values.get(name);
  if (filled === undefined) return [line];
  return filled.map((value) => line.replace(placeholder, value).replace(', ]', ']'));
}
