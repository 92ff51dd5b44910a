import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evaluate, loadPolicy } from '../../src/policy/index.ts';
import { workspacePathResolver } from '../../src/sandbox/index.ts';

const COMMANDS = join(import.meta.dirname, '../fixtures/odd-commands.json');
/** As much as a repository would let run: each of the commands hides what none of these rules is meant for. */
const POLICY = `version: 1
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - bash_run(npm test *)
  - bash_run(npm run build *)
  - bash_run(make test)
  - bash_run(tsc *)
  - bash_run(ls *)
  - bash_run(cat *)
  - bash_run(echo *)
  - bash_run(printf *)
  - bash_run(test *)
  - bash_run(grep *)
  - bash_run(find *)
  - bash_run(sort *)
  - bash_run(jq *)
  - bash_run(xargs *)
  - bash_run(tar -tf *)
  - bash_run(git log *)
  - bash_run(git diff *)
  - fs_write(src/**)
sandbox: off
`;

test('no odd spelling lets a command run that a generous policy does not name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-odd-'));
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
  await mkdir(join(folder, 'src'));
  for (const name of ['.env', '.npmrc', 'a', 'x', 'src/a']) await writeFile(join(folder, name), '');
  const loaded = loadPolicy(POLICY, { file: 'policy.yml' });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const situation = {
    pathResolver: workspacePathResolver(folder),
    untrusted: false,
    sandboxed: true,
    contained: true,
  };
  const verdictOf = (command: string) =>
    evaluate(loaded.policy, { tool: 'bash_run', kind: 'execute', command }, situation).verdict;
  const commands: string[] = JSON.parse(await readFile(COMMANDS, 'utf8'));
  expect(commands.length).toBeGreaterThan(400);
  expect(commands.filter((command) => verdictOf(command) === 'auto')).toEqual([]);
  expect(verdictOf('npm test')).toBe('auto');
}, 60_000);
