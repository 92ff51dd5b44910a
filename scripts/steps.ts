import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

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
