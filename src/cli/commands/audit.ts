import { collectCommand } from './audit-collect.ts';
import { parquetCommand } from './audit-parquet.ts';
import { proveCommands } from './audit-prove.ts';
import { queryCommand } from './audit-query.ts';
import { readCommands } from './audit-read.ts';
import { siteCommand } from './audit-site.ts';
import { verifyCommand } from './audit-verify.ts';
import type { CommandSpec } from '../spec.ts';

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
