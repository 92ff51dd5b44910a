// I/O: reads the policy's file and opens the checkout.
import { readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { CountersignError } from '../../common/index.ts';
import { createBus } from '../../tool-calls/index.ts';
import {
  builtinPolicy,
  BUILTIN_TOOLS,
  loadPolicy,
  type Policy,
  problemText,
  type Situation,
} from '../../policy/index.ts';
import { builtinTools, redactorFor, uncallableTools } from '../../session/index.ts';
import { createCommandRunner, openWorkspace, workspacePathResolver } from '../../sandbox/index.ts';
import { createReadRecord, type Tool } from '../../tools/index.ts';
import { type CliIo, type CommandCall, textOption } from '../spec.ts';

export const DEFAULT_POLICY = '.github/countersign.yml';
export const WORKSPACE = {
  flags: '--workspace <dir>',
  summary: 'the checkout',
  default: '.',
} as const;
export const POLICY = {
  flags: '--policy <file>',
  summary: `the policy; ${DEFAULT_POLICY} of the workspace where absent`,
} as const;

export interface PolicyFile {
  /** As messages and patches call it. */
  readonly file: string;
  /** `null`: none was named, and the workspace has none. */
  readonly bytes: Buffer | null;
}

/**
 * The policy that was named, or the workspace's own. Throws `policy-unreadable` where it cannot be read: only one that is
 * not there at all is none.
 */
export async function policyFile(
  call: CommandCall,
  io: CliIo,
  named: string | null,
): Promise<PolicyFile> {
  const root = resolve(io.cwd, textOption(call, 'workspace') ?? '.');
  const path = named === null ? join(root, DEFAULT_POLICY) : resolve(io.cwd, named);
  try {
    return {
      file: named === null ? DEFAULT_POLICY : shownPath(io.cwd, path),
      bytes: await readFile(path),
    };
  } catch (cause) {
    if (named === null && isMissing(cause)) return { file: DEFAULT_POLICY, bytes: null };
    throw new CountersignError('policy-unreadable', `The policy ${path} cannot be read.`, {
      fix: 'Name a file that can be read with --policy.',
      cause,
    });
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** From the current folder where it lies below it, so that `git apply` takes a patch of it. */
function shownPath(cwd: string, path: string): string {
  const below = relative(cwd, path).split(sep).join('/');
  return below === '' || below.startsWith('../') ? path : below;
}

/** The policy's bytes, where a missing one is an error. */
export async function neededPolicyFile(
  call: CommandCall,
  io: CliIo,
  named: string | null,
): Promise<{ readonly file: string; readonly bytes: Buffer }> {
  const { file, bytes } = await policyFile(call, io, named);
  if (bytes !== null) return { file, bytes };
  throw new CountersignError('policy-unreadable', `There is no ${file}.`, {
    fix: 'Name the policy. Without one the strict built-in policy holds.',
  });
}

/** The policy that a run would have: the built-in one where there is no file. Throws `policy-invalid`. */
export async function policyOf(call: CommandCall, io: CliIo): Promise<Policy> {
  const { file, bytes } = await policyFile(call, io, textOption(call, 'policy'));
  return bytes === null ? builtinPolicy() : await loaded(file, bytes);
}

/** A policy from its bytes. Throws `policy-invalid` with every problem and its place. */
export async function loaded(file: string, bytes: Buffer): Promise<Policy> {
  const result = loadPolicy(bytes, { file, knownTools: BUILTIN_TOOLS });
  if (result.ok) return result.policy;
  throw new CountersignError('policy-invalid', result.problems.map(problemText).join('\n'));
}

/** What calls are judged with: the tools, for what a call touches, and the checkout, for where paths lead. */
export interface Calls {
  readonly tools: readonly Tool[];
  readonly pathResolver: Situation['pathResolver'];
}

/** Opens the checkout for judging calls; nothing is run in it. */
export async function withCalls<T>(
  call: CommandCall,
  io: CliIo,
  use: (calls: Calls) => Promise<T>,
): Promise<T> {
  const workspace = await openWorkspace(resolve(io.cwd, textOption(call, 'workspace') ?? '.'));
  const { runner } = await createCommandRunner({
    workspace,
    mode: 'off',
    network: [],
    environment: io.environment,
  });
  try {
    const context = {
      bus: createBus(() => undefined),
      redactor: redactorFor(io.environment, {}),
      environment: io.environment,
    };
    const reads = createReadRecord({ unread: 'allow' });
    const callable = builtinTools(context, { files: workspace, commands: runner }, reads);
    const tools = [...callable, ...uncallableTools(workspace)];
    return await use({ tools, pathResolver: workspacePathResolver(workspace.root) });
  } finally {
    await runner.close();
  }
}
