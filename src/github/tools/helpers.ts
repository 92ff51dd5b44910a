import { CountersignError } from '../../common/index.ts';
import { failure, type ToolErrorType, type ToolResult } from '../../tools/index.ts';

export { failure, builtinTool, withMemory, success, type Tool } from '../../tools/index.ts';

/** Turns GitHub's errors into results that the model can act on. A cancelled run and internal errors are thrown. */
export async function withGitHub(execute: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await execute();
  } catch (error) {
    const type = error instanceof CountersignError ? TYPES[error.code] : undefined;
    if (!(error instanceof CountersignError) || type === undefined) throw error;
    return failure(type, error.message, error.fix === undefined ? [] : [error.fix]);
  }
}

const TYPES: Readonly<Record<string, ToolErrorType>> = {
  'github-permission': 'permission',
  'github-not-found': 'not_found',
  'github-limit': 'execution',
  'github-refused': 'execution',
  'github-unreachable': 'execution',
  'path-refused': 'permission',
  'file-refused': 'execution',
  'input-invalid': 'validation',
};
