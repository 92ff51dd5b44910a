import { spawnSync } from 'node:child_process';

/** Runs a program in the project's root with its output shown; true where it exited with 0. */
export function step(title: string, program: string, args: readonly string[]): boolean {
  console.log(`\n== ${title}`);
  const result = spawnSync(program, args, { stdio: 'inherit' });
  if (result.error !== undefined) console.error(String(result.error));
  return result.status === 0;
}

/** What a program printed; throws where it failed. */
export function output(program: string, args: readonly string[]): string {
  const result = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (result.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${result.stderr}`);
  return result.stdout;
}
