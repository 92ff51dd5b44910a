/** I/O: commands of checks, in the sandbox that the runs have. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isJsonObject, type Json } from '../src/common/index.ts';
import { countersign } from './command.ts';
import type { Setting } from './setting.ts';
import type { Program } from './task.ts';

/** How each program is asked whether it is there. */
const VERSION_OF: Readonly<Record<Program, string>> = {
  python3: 'python3 --version',
  go: 'go version',
};

/** Runs one command in a folder as a call of `bash_run`, in the eval's sandbox. `ok`: it ended with 0. */
export async function runConfined(
  setting: Setting,
  { folder, command }: { readonly folder: string; readonly command: string },
): Promise<{ readonly ok: boolean; readonly output: string }> {
  const policy = `${folder}-policy.yml`;
  mkdirSync(dirname(policy), { recursive: true });
  writeFileSync(policy, `version: 1\nmode: auto\nsandbox: ${setting.sandbox}\n`);
  const { code, out, err } = await countersign(
    [
      'tools',
      'call',
      'bash_run',
      '--workspace',
      folder,
      '--policy',
      policy,
      '--yes',
      '--input',
      '-',
    ],
    {
      environment: setting.environment,
      cwd: folder,
      stdin: JSON.stringify({ command, timeout_ms: TIMEOUT_MS }),
    },
  );
  return { ok: code === 0, output: out === '' ? err : textIn(out) };
}

const TIMEOUT_MS = 240_000;

/** The programs that commands of the sandbox cannot start. */
export async function missingPrograms(
  setting: Setting,
  wanted: readonly Program[],
  temp: string,
): Promise<ReadonlySet<Program>> {
  const missing = new Set<Program>();
  for (const program of wanted) {
    const folder = join(temp, `find-${program}`);
    mkdirSync(folder, { recursive: true });
    const { ok } = await runConfined(setting, { folder, command: VERSION_OF[program] });
    if (!ok) missing.add(program);
  }
  return missing;
}

function textIn(out: string): string {
  const result: Json = JSON.parse(out);
  if (!isJsonObject(result)) return '';
  const { llmContent, error } = result;
  if (typeof llmContent === 'string') return llmContent;
  return isJsonObject(error ?? null) ? JSON.stringify(error) : '';
}
