// How many verdicts a second a policy gives, for calls as agents make them.
import { evaluate, loadPolicy, sampleFacts } from '../src/policy/index.ts';
import { examplePathResolver } from '../src/policy/tooling/sample-facts.ts';

const ROUNDS = 2_000;
const POLICY = `version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(npm test *)
  - bash_run(@readonly)
  - fs_write(src/**)
  - fs_edit(src/**)
deny:
  - fs_*(.github/**)
  - bash_run(@forbidden)
requireApproval:
  - bash_run
  - github_create_pull_request
`;
const CALLS = [
  ['fs_read', 'src/index.ts'],
  ['fs_edit', 'src/deep/in/a/folder/file.ts'],
  ['fs_write', '.github/workflows/ci.yml'],
  ['bash_run', 'npm test -- --reporter=dot'],
  ['bash_run', 'git log --oneline -5 && git diff HEAD~1 -- src | head -50'],
  ['bash_run', 'for f in *.ts; do grep -n "needle" "$f" > /tmp/found; done'],
] as const;

const loaded = loadPolicy(POLICY, { file: 'policy.yml' });
if (!loaded.ok) throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
const situation = { pathResolver: examplePathResolver, untrusted: false, sandboxed: true };
for (const [tool, argument] of CALLS) {
  const facts = sampleFacts(tool, argument);
  const startedMs = performance.now();
  let verdict = '';
  for (let round = 0; round < ROUNDS; round += 1)
    verdict = evaluate(loaded.policy, facts, situation).verdict;
  const perSecond = ROUNDS / ((performance.now() - startedMs) / 1000);
  console.log(
    `${Math.round(perSecond).toLocaleString('en').padStart(9)} verdicts/s  ${tool}(${argument}): ${verdict}`,
  );
}
