// I/O: reads the file of a policy.
import { readdirSync, statSync } from 'node:fs';
import { CountersignError, errnoOf, readAtMost, systemReason } from '../../common/index.ts';
import {
  BUILTIN_TOOLS,
  builtinPolicy,
  loadPolicy,
  MAX_POLICY_BYTES,
  type Policy,
  problemText,
} from '../../policy/index.ts';

/** The policy of a checkout, by its path from the root. */
export const DEFAULT_POLICY = '.github/countersign.yml';

/**
 * Parses a policy, or throws `policy-invalid` with every problem and its place. `content: null`: the strict built-in one. `tools` are
 * the names of further tools that its rules may name.
 */
export function parsedPolicy(
  file: string,
  content: string | Buffer | null,
  tools: readonly string[] = [],
): Policy {
  if (content === null) return builtinPolicy();
  const result = loadPolicy(content, { file, knownTools: [...BUILTIN_TOOLS, ...tools] });
  if (result.ok) return result.policy;
  const places = result.problems.map(({ line, message, fix }) => ({
    file,
    line,
    message: `${message} ${fix}`,
  }));
  const text = result.problems.map(problemText).join('\n');
  throw new CountersignError('policy-invalid', text, { places });
}

/**
 * Whether a path is an empty folder. In place of the checkout's policy it means that there is none: git knows no such folder, and the
 * sandbox of another run keeps the place with one (`protectedMountPoints`), which a crashed run leaves behind.
 */
export function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}

function isPipe(path: string): boolean {
  try {
    return statSync(path).isFIFO();
  } catch {
    return false;
  }
}

/**
 * The bytes of a policy's file: of the named one, or of the checkout's own, which may not exist (`null`). Rejects with
 * `policy-unreadable`.
 */
export async function policyBytes(
  path: string,
  { isNamed, fix }: { readonly isNamed: boolean; readonly fix: string },
): Promise<Buffer | null> {
  const unreadable = (reason: string, cause?: unknown) => {
    const message = `The policy ${path} cannot be read: ${reason}.`;
    return new CountersignError('policy-unreadable', message, { fix, cause });
  };
  // Perhaps nothing ever writes into a pipe of the checkout. Whoever names one writes into it.
  if (!isNamed && isPipe(path)) throw unreadable('it is a pipe');
  try {
    return await readAtMost(path, MAX_POLICY_BYTES);
  } catch (cause) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(errnoOf(cause) ?? '');
    if (!isNamed && (isMissing || isEmptyFolder(path))) return null;
    throw unreadable(systemReason(cause), cause);
  }
}
