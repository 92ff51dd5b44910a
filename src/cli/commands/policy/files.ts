// I/O: reads the policy's file and its baselines.
import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { CountersignError, invalidInput, visible } from '../../../common/index.ts';
import type { Policy } from '../../../policy/index.ts';
import {
  DEFAULT_POLICY,
  localBaseline,
  type LocalBaseline,
  onLocalBaselines,
  parsedPolicy,
  policyBytes,
} from '../../../session/index.ts';
import { type CliIo, type CommandCall, type OptionSpec } from '../../spec.ts';
import { repositoryRoot, workspaceOf } from '../../workspace.ts';

export const POLICY = {
  flags: '--policy <file>',
  summary: `the policy (default: ${DEFAULT_POLICY} of the workspace)`,
} as const;

export const BASELINE: OptionSpec = {
  flags: '--baseline <file>',
  summary:
    'a baseline that the policy extends: a file, OWNER/REPO/PATH@REF, or OWNER/REPO/PATH@REF=FILE to read a named one from a file; can be repeated',
  many: true,
};

interface PolicyFile {
  /** The name for messages and patches. */
  readonly file: string;
  /** `null` if no policy was named and the workspace has none. */
  readonly bytes: Buffer | null;
}

/**
 * The named policy, or the workspace's own. Throws `input-invalid` for `-`, and `policy-unreadable` unless the workspace's own does
 * not exist.
 */
export async function policyFile(call: CommandCall, named: string | null): Promise<PolicyFile> {
  if (named === '-')
    throw invalidInput(
      'A policy is a file, and - names none.',
      'For standard input write /dev/stdin; for a file of this name ./-.',
    );
  const root = workspaceOf(call);
  const path = named === null ? join(root, DEFAULT_POLICY) : resolve(call.io.cwd, named);
  const bytes = await policyBytes(path, {
    isNamed: named !== null,
    fix: 'Name a file that exists and can be read.',
  });
  if (bytes === null) {
    noteRepositoryPolicy(root, call.io);
    noteMisplacedPolicy(root, path, call.io);
  }
  return { file: named === null ? DEFAULT_POLICY : shownPath(call.io.cwd, path), bytes };
}

/** Says that a folder without a policy lies in a repository that has one: what follows is not about that one. */
function noteRepositoryPolicy(folder: string, io: CliIo): void {
  const root = repositoryRoot(folder);
  if (root === null || root === folder || !existsSync(join(root, DEFAULT_POLICY))) return;
  const shown = visible(root);
  io.err(
    `note: ${visible(folder)} is a folder of the repository ${shown}, whose policy does not apply here. To use it: --workspace ${shown}\n`,
  );
}

/** Where people write the policy of a repository by mistake. */
const MISPLACED = ['countersign.yml', 'countersign.yaml', '.countersign.yml', '.countersign.yaml'];

/** A file that somebody meant as the policy with this path from the root, which does not exist; `null` if there is none. */
export function misplacedPolicy(root: string, path: string): string | null {
  const twin = path.replace(/\.yml$/, '.yaml');
  const places = [...(twin === path ? [] : [twin]), ...(path === DEFAULT_POLICY ? MISPLACED : [])];
  return places.find((place) => existsSync(resolve(root, place))) ?? null;
}

/** Says that a file with the name of a policy lies where no run reads it. */
function noteMisplacedPolicy(root: string, policy: string, io: CliIo): void {
  const found = misplacedPolicy(root, DEFAULT_POLICY);
  if (found === null) return;
  const [from, to] = [join(root, found), policy].map((path) => visible(shownPath(io.cwd, path)));
  io.err(`note: No run reads ${from}. To use it, rename it to ${to}.\n`);
}

/** Relative to the current folder if possible, so that `git apply` accepts a patch of it. */
function shownPath(cwd: string, path: string): string {
  const below = relative(cwd, path).split(sep).join('/');
  return below === '' || below.startsWith('../') ? path : below;
}

/** The policy's bytes. Throws if the policy does not exist. */
export async function neededPolicyFile(
  call: CommandCall,
  named: string | null,
): Promise<{ readonly file: string; readonly bytes: Buffer }> {
  const { file, bytes } = await policyFile(call, named);
  if (bytes !== null) return { file, bytes };
  throw new CountersignError('policy-unreadable', `${file} does not exist.`, {
    fix: 'Name another file, or start with the output of: countersign policy preset fix. Without a policy, the strict built-in one applies.',
  });
}

/** The policy that a run here would use, on its baselines: the built-in one without a file. Throws `policy-invalid`. */
export async function policyOf(call: CommandCall): Promise<Policy> {
  const { file, bytes } = await policyFile(call, call.text('policy'));
  return await layered(parsedPolicy(file, bytes), call, { machine: true });
}

/** The baselines of an option, each with the local file that it is read from; `null`: through the API. */
export function namedBaselines(call: CommandCall): readonly LocalBaseline[] {
  return call.list('baseline').map(localBaseline);
}

/** The policy on its baselines: those that it names, those of the option, and with `machine` those of this machine (`onLocalBaselines`). */
export async function layered(
  policy: Policy,
  call: CommandCall,
  { machine = false }: { readonly machine?: boolean } = {},
): Promise<Policy> {
  const { cwd, environment } = call.io;
  return await onLocalBaselines(policy, {
    named: namedBaselines(call),
    namedBy: '--baseline',
    machine,
    cwd,
    environment,
  });
}
