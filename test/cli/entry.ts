/** The command line as a process of its own, from the sources: what `dist/cli.js` is without the bundling. */
import { runCli } from '../../src/cli/main.ts';

await runCli(process.argv);
