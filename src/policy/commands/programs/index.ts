import { byName } from '../specs/table.ts';
import { readAwk } from './awk.ts';
import { readFind } from './find.ts';
import type { ProgramReader } from './read-program.ts';
import { readDiff, readFd, readGrep, readLs, readRg } from './search.ts';
import { readSed } from './sed.ts';
import {
  readDate,
  readGzip,
  readJq,
  readMan,
  readPager,
  readPrintf,
  readTar,
  readTest,
  readYq,
} from './small-programs.ts';

/** Programs whose words have a grammar that a table cannot describe, by the first name of their spec. */
export const PROGRAM_READERS = byName<ProgramReader>({
  awk: readAwk,
  date: readDate,
  diff: readDiff,
  fd: readFd,
  find: readFind,
  grep: readGrep,
  gzip: readGzip,
  jq: readJq,
  'less, more': readPager,
  ls: readLs,
  man: readMan,
  printf: readPrintf,
  rg: readRg,
  sed: readSed,
  'tar, unzip': readTar,
  test: readTest,
  yq: readYq,
});
