import { proveCommands } from './audit-prove.ts';
import { readCommands } from './audit-read.ts';
import { verifyCommand } from './audit-verify.ts';
import type { CommandSpec } from '../spec.ts';

/** `audit …`: anybody's trail, without the repository or a key, and without the network unless a URL is given. */
export const auditCommands: readonly CommandSpec[] = [
  verifyCommand,
  ...readCommands,
  ...proveCommands,
];
