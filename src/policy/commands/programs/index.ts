import type { ProgramReader } from './read-program.ts';
import type { ProgramSpec } from '../specs/program-spec.ts';
import { readAwk } from './awk.ts';
import { readFind } from './find.ts';
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

/** Programs whose words have a grammar of their own. */
export const PROGRAM_READERS: Readonly<Record<NonNullable<ProgramSpec['reader']>, ProgramReader>> =
  {
    awk: readAwk,
    date: readDate,
    diff: readDiff,
    fd: readFd,
    find: readFind,
    grep: readGrep,
    gzip: readGzip,
    jq: readJq,
    ls: readLs,
    man: readMan,
    pager: readPager,
    printf: readPrintf,
    rg: readRg,
    sed: readSed,
    tar: readTar,
    test: readTest,
    yq: readYq,
  };
