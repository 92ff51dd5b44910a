import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** COUNTERSIGN_TEST_BUNDLE selects another build of the bundle. */
export const BUNDLE = resolve(
  import.meta.dirname,
  process.env['COUNTERSIGN_TEST_BUNDLE'] ?? '../dist',
);
/** The command line as a process of its own: it starts in a third of the time that its sources take. */
export const COMMAND_LINE = join(BUNDLE, 'cli.js');

/** Variables for the processes that tests start: Node keeps what it compiled of the program for the next of them. */
export const KEEP_COMPILED = {
  NODE_COMPILE_CACHE: join(tmpdir(), 'countersign-tests-compiled'),
} as const;
