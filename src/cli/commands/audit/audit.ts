import { collectCommand } from './collect.ts';
import { parquetCommand } from './parquet.ts';
import { proveCommands } from './prove.ts';
import { queryCommand } from './query.ts';
import { readCommands } from './read.ts';
import { siteCommand } from './site.ts';
import { verifyCommand } from './verify.ts';
import type { CommandSpec } from '../../spec.ts';

/** `audit …`: needs no repository and no key, and the network only for a URL and for what `collect` is given. */
export const auditCommands: readonly CommandSpec[] = [
  verifyCommand,
  ...readCommands,
  ...proveCommands,
  collectCommand,
  queryCommand,
  parquetCommand,
  siteCommand,
];
