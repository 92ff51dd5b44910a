export const PRESETS = ['readonly', 'triage', 'review', 'fix', 'dependencies', 'release'] as const;
export type Preset = (typeof PRESETS)[number];

const READONLY = `# Look, and say what was found. Nothing is changed, nothing leaves.
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
`;

const TRIAGE = `# Read an issue, label it, answer it. Untrusted users write issues, so nothing else is possible.
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
`;

const REVIEW = `# Read a pull request and review it. Its code runs only where nothing is kept.
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
`;

const FIX = `# Change the code and run its tests; what leaves the runner asks.
version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - bash_run(@contained)
  - rule: fs_write(**)
    except: ['.github/**', '**/package.json', '**/*.lock', '**/package-lock.json', '**/pnpm-lock.yaml']
  - rule: fs_edit(**)
    except: ['.github/**', '**/package.json', '**/*.lock', '**/package-lock.json', '**/pnpm-lock.yaml']
  - rule: fs_multi_edit(**)
    except: ['.github/**', '**/package.json', '**/*.lock', '**/package-lock.json', '**/pnpm-lock.yaml']
  - bash_run(npm test *)
  - bash_run(npm run lint *)
  - bash_run(npm run build *)
deny:
  - bash_run(@forbidden)
  - bash_run(@force-push)
  - bash_run(@history-rewrite)
  - bash_run(@privilege)
  - bash_run(@publish)
requireApproval:
  - rule: github_push_branch
    reason: What is pushed is seen by everybody.
  - rule: github_create_pull_request
    reason: A pull request asks people for their time.
limits: { github_comment: 3, github_create_pull_request: 1 }
budget: { turns: 80, calls: 400, minutes: 30, tokens: 3M, onLimit: ask }
tests:
  - { call: fs_edit(src/index.ts), expect: auto }
  - { call: fs_edit(src/index.ts), untrusted: true, expect: requireApproval }
  - { call: fs_write(package.json), expect: requireApproval }
  - { call: fs_edit(package.json), expect: requireApproval }
  - { call: fs_multi_edit(package.json), expect: requireApproval }
  - { call: fs_write(.github/workflows/ci.yml), expect: requireApproval }
  - { call: fs_write(.npmrc), expect: requireApproval }
  - { call: bash_run(npm test), expect: auto }
  - { call: bash_run(npm install), expect: requireApproval }
  - { command: 'npm test -- --watch=false && git status', expect: auto }
  - { command: 'git push -f', expect: deny }
  - { command: 'git push origin +main', expect: deny }
  - { command: 'env sudo make', expect: deny }
  - { command: 'echo x > .github/workflows/ci.yml', expect: requireApproval }
  - { call: bash_run(npm test), sandboxed: false, expect: requireApproval }
  - { call: github_create_pull_request, expect: requireApproval }
`;

const DEPENDENCIES = `# Adapt the code to an update that a bot proposes. Its text is untrusted content; whenUntrusted lists what may still run.
version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - bash_run(@contained)
  - fs_edit(src/**)
  - fs_edit(test/**)
  - fs_multi_edit(src/**)
  - fs_multi_edit(test/**)
  - bash_run(npm test *)
  - bash_run(npm run build *)
deny:
  - bash_run(@forbidden)
  - bash_run(@force-push)
  - bash_run(@history-rewrite)
  - bash_run(@privilege)
  - bash_run(@publish)
requireApproval:
  - rule: github_push_branch
    reason: What is pushed is seen by everybody.
whenUntrusted:
  mode: ask
  auto:
    - bash_run(@readonly)
    - bash_run(@git-readonly)
    - fs_edit(src/**)
    - fs_edit(test/**)
    - fs_multi_edit(src/**)
    - fs_multi_edit(test/**)
    - bash_run(npm test *)
    - bash_run(npm run build *)
limits: { github_comment: 2, github_push_branch: 2 }
budget: { turns: 60, calls: 300, minutes: 30, tokens: 2M }
tests:
  - { call: fs_edit(src/index.ts), untrusted: true, expect: auto }
  - { call: fs_edit(package.json), untrusted: true, expect: requireApproval }
  - { call: fs_write(src/new.ts), untrusted: true, expect: requireApproval }
  - { call: bash_run(npm test), untrusted: true, expect: auto }
  - { call: bash_run(npm install left-pad), untrusted: true, expect: requireApproval }
  - { command: 'npm publish', untrusted: true, expect: deny }
  - { call: web_fetch(example.com), untrusted: true, expect: requireApproval }
  - { call: github_push_branch, untrusted: true, expect: requireApproval }
`;

const RELEASE = `# Prepare a release; everything that makes it real is approved by two maintainers.
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
    reason: What is published cannot be taken back.
  - rule: github_*
    reason: It is seen outside of this run.
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
`;

const TEXTS: Readonly<Record<Preset, string>> = {
  readonly: READONLY,
  triage: TRIAGE,
  review: REVIEW,
  fix: FIX,
  dependencies: DEPENDENCIES,
  release: RELEASE,
};

/** A whole policy to start from, with its own tests. `schemaUrl` adds the line by which editors know its schema. */
export function presetText(preset: Preset, options: { readonly schemaUrl?: string } = {}): string {
  const head =
    options.schemaUrl === undefined ? '' : `# yaml-language-server: $schema=${options.schemaUrl}\n`;
  return `${head}${TEXTS[preset]}`;
}
