import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** The tools as Node starts them on every system: what `node_modules/.bin` has for Windows is made for its shell. */
export const TOOLS = {
  vitest: 'node_modules/vitest/vitest.mjs',
  tsc: 'node_modules/typescript/bin/tsc',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  biome: 'node_modules/@biomejs/biome/bin/biome',
} as const;

/** Runs a program in the project's root with its output shown; true where it exited with 0. */
export function step(title: string, program: string, args: readonly string[]): boolean {
  console.log(`\n== ${title}`);
  const result = spawnSync(program, args, { stdio: 'inherit' });
  if (result.error !== undefined) console.error(String(result.error));
  return result.status === 0;
}

/** As `step`, beside others: its output is shown once it ended. */
export async function stepBeside(
  title: string,
  program: string,
  args: readonly string[],
): Promise<boolean> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => printed.push(chunk));
  await once(child, 'close').catch((error: unknown) => printed.push(Buffer.from(String(error))));
  const passed = child.exitCode === 0;
  console.log(`\n== ${title}: ${passed ? 'passed' : 'failed'}`);
  console.log(Buffer.concat(printed).toString('utf8').trimEnd());
  return passed;
}
