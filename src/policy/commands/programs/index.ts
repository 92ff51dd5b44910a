import type { Grammar } from '../walk/call.ts';
import type { Program } from '../specs/program.ts';
import { readAwk } from './awk.ts';
import { readFind } from './find.ts';
import { readDiff, readFd, readGrep, readLs, readRg } from './search.ts';
import { readSed } from './sed.ts';
import { readDate, readJq, readMan, readPrintf, readTar, readTest, readYq } from './small.ts';

/** Programs whose words have a grammar of their own. */
export const GRAMMARS: Readonly<Record<NonNullable<Program['grammar']>, Grammar>> = {
  awk: readAwk,
  date: readDate,
  diff: readDiff,
  fd: readFd,
  find: readFind,
  grep: readGrep,
  jq: readJq,
  ls: readLs,
  man: readMan,
  printf: readPrintf,
  rg: readRg,
  sed: readSed,
  tar: readTar,
  test: readTest,
  yq: readYq,
};
