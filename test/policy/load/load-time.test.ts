import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const RUNS = 3;

/** CPU milliseconds that `work` takes in a process of its own, its modules loaded; the smallest of some runs. */
function coldMs(load: string, work: string): number {
  const text =
    "const text = 'version: 1\\nauto:\\n' + Array.from({ length: 500 }, (_, i) => " +
    '`  - fs_write(src/part-${i}/**/*.ts)\\n  - bash_run(npm run task-${i} *)\\n`).join("");';
  const source = `${load}; ${text} const from = process.cpuUsage(); ${work}; const { user, system } = process.cpuUsage(from); console.log((user + system) / 1000);`;
  const once = () =>
    Number(
      execFileSync(process.execPath, ['--input-type=module', '-e', source], {
        cwd: ROOT,
        encoding: 'utf8',
      }),
    );
  return Math.min(...Array.from({ length: RUNS }, once));
}

it('loads a thousand rules in a fresh process at less than three times what parsing the YAML alone takes', () => {
  const yaml = coldMs("import { parse } from 'yaml'", 'parse(text)');
  const load = coldMs(
    "import { loadPolicy } from './src/policy/index.ts'",
    "if (!(loadPolicy(text, { file: 'p' })).ok) throw new Error()",
  );
  expect(load / yaml).toBeLessThan(3);
}, 60_000);
