/** I/O: `npm run eval`. See docs/eval.md. */
import { main } from './main.ts';
import { TASKS } from './tasks/index.ts';

process.exitCode = await main(process.argv.slice(2), TASKS, {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  environment: process.env,
  cwd: process.cwd(),
  now: () => new Date(),
});
