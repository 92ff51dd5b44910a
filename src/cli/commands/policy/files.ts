// I/O: reads the policy's file.
import { join, relative, resolve, sep } from 'node:path';
import { CountersignError } from '../../../common/index.ts';
import type { Policy } from '../../../policy/index.ts';
import { DEFAULT_POLICY, parsedPolicy, policyBytes } from '../../../session/index.ts';
import { layered } from './baseline-files.ts';
import { type CliIo, type CommandCall, textOption } from '../../spec.ts';
import { workspaceOf } from '../../workspace.ts';

export const POLICY = {
  flags: '--policy <file>',
  summary: `the policy (default: ${DEFAULT_POLICY} of the workspace)`,
} as const;

export interface PolicyFile {
  /** The name for messages and patches. */
  readonly file: string;
  /** `null` if no policy was named and the workspace has none. */
  readonly bytes: Buffer | null;
}

/**
 * The named policy, or the workspace's own. Throws `policy-unreadable` unless the workspace's own does not exist.
 */
export async function policyFile(
  call: CommandCall,
  io: CliIo,
  named: string | null,
): Promise<PolicyFile> {
  const root = workspaceOf(call, io);
  const path = named === null ? join(root, DEFAULT_POLICY) : resolve(io.cwd, named);
  return {
    file: named === null ? DEFAULT_POLICY : shownPath(io.cwd, path),
    bytes: await policyBytes(path, {
      isNamed: named !== null,
      fix: 'Name a file that exists and can be read.',
    }),
  };
}

/** Relative to the current folder if possible, so that `git apply` accepts a patch of it. */
function shownPath(cwd: string, path: string): string {
  const below = relative(cwd, path).split(sep).join('/');
  return below === '' || below.startsWith('../') ? path : below;
}

/** The policy's bytes. Throws if the policy does not exist. */
export async function neededPolicyFile(
  call: CommandCall,
  io: CliIo,
  named: string | null,
): Promise<{ readonly file: string; readonly bytes: Buffer }> {
  const { file, bytes } = await policyFile(call, io, named);
  if (bytes !== null) return { file, bytes };
  throw new CountersignError('policy-unreadable', `${file} does not exist.`, {
    fix: 'Name the policy. Without one, the strict built-in policy applies.',
  });
}

/** The policy that a run here would use, on its baselines: the built-in one without a file. Throws `policy-invalid`. */
export async function policyOf(call: CommandCall, io: CliIo): Promise<Policy> {
  const { file, bytes } = await policyFile(call, io, textOption(call, 'policy'));
  return await layered(parsedPolicy(file, bytes), { call, io }, { machine: true });
}
