import { proveCommands } from './audit-prove.ts';
import { readCommands } from './audit-read.ts';
import { verifyCommand } from './audit-verify.ts';
import type { CommandSpec } from '../spec.ts';

/** `audit …`: needs no repository and no key, and the network only for a URL. */
export const auditCommands: readonly CommandSpec[] = [
  verifyCommand,
  ...readCommands,
  ...proveCommands,
];
