import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Variables for the processes that tests start: Node keeps what it compiled of the program for the next of them. */
export const KEEP_COMPILED = {
  NODE_COMPILE_CACHE: join(tmpdir(), 'countersign-tests-compiled'),
} as const;
