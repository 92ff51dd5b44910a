import type * as z from 'zod';
import { CountersignError, invalidInput } from '../../common/index.ts';
import {
  builtinTool,
  failure,
  type Tool,
  type ToolContext,
  type ToolErrorType,
  type ToolResult,
} from '../../tools/index.ts';
import { requireRequestError } from '../client/transport/classify-reply.ts';
import type { PullRequest } from '../ports/github.ts';
import type { GitHubToolContext } from './context.ts';

export {
  failure,
  withMemory,
  success,
  type Tool,
  type ToolContext,
  type ToolResult,
} from '../../tools/index.ts';

type Definition<S extends z.ZodObject> = Omit<
  Parameters<typeof builtinTool<S>>[0],
  'category' | 'execute'
> & {
  execute(
    input: z.output<S>,
    call: Pick<ToolContext, 'setMetadata' | 'places'>,
  ): Promise<ToolResult>;
};

/**
 * A tool that sends requests to GitHub. Errors of GitHub become results that the model can act on. A tool with several writes
 * sets its metadata after each, so that those before a failure are on record.
 */
export function githubTool<S extends z.ZodObject>(
  { apiHost }: Pick<GitHubToolContext, 'apiHost'>,
  definition: Definition<S>,
): Tool {
  return builtinTool({
    facts: () => ({ hosts: [apiHost] }),
    ...definition,
    category: 'github',
    execute: (input, call) => withGitHub(() => definition.execute(input, call)),
  });
}

/** The number that a call names, or else that of the issue or pull request of the run. */
export function numberOf(
  context: Pick<GitHubToolContext, 'number'>,
  wanted: { readonly number?: number | undefined },
  kind = 'an issue',
): number {
  const number = wanted.number ?? context.number;
  if (number === null) throw invalidInput(`This run is not about ${kind}.`, 'Give the number.');
  return number;
}

/** The pull request of a number. Throws `input-invalid` for an issue, which GitHub does not find as one. */
export async function readPullRequest(
  { github }: Pick<GitHubToolContext, 'github'>,
  number: number,
): Promise<PullRequest> {
  try {
    return await github.pullRequest(number);
  } catch (error) {
    if (requireRequestError(error).code !== 'github-not-found') throw error;
    const issue = await github.issue(number).catch(requireRequestError);
    if (issue instanceof CountersignError || issue.isPullRequest) throw error;
    const because = `#${number} is an issue, not a pull request.`;
    const fix = 'Give the number of a pull request; github_read_issue reads an issue.';
    throw invalidInput(because, fix);
  }
}

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
