import type { Grammar } from '../call.ts';
import type { Program } from '../knowledge/program.ts';
import { judgeAwk } from './awk.ts';
import { judgeFind } from './find.ts';
import { judgeDiff, judgeFd, judgeGrep, judgeLs, judgeRg } from './search.ts';
import { judgeSed } from './sed.ts';
import {
  judgeDate,
  judgeJq,
  judgeMan,
  judgePrintf,
  judgeTar,
  judgeTest,
  judgeYq,
} from './small.ts';

/** Programs whose words have a grammar of their own. */
export const GRAMMARS: Readonly<Record<NonNullable<Program['grammar']>, Grammar>> = {
  awk: judgeAwk,
  date: judgeDate,
  diff: judgeDiff,
  fd: judgeFd,
  find: judgeFind,
  grep: judgeGrep,
  jq: judgeJq,
  ls: judgeLs,
  man: judgeMan,
  printf: judgePrintf,
  rg: judgeRg,
  sed: judgeSed,
  tar: judgeTar,
  test: judgeTest,
  yq: judgeYq,
};
