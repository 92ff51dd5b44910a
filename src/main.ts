/**
 * The three doors of the program. Each loads only what it needs; `dist/action.js`, `dist/post.js` and
 * `dist/cli.js` open one each.
 */

import { keepCompiledCode } from './compile-cache.ts';

/** The action's main step. */
export async function action(): Promise<void> {
  const { runAction } = await import('./action.ts');
  await runAction();
}

/** The action's post step. */
export async function post(): Promise<void> {
  const { runPost } = await import('./post.ts');
  await runPost();
}

/** The command line. */
export async function cli(): Promise<void> {
  keepCompiledCode(process.argv);
  const { runCli } = await import('./cli.ts');
  await runCli(process.argv);
}
