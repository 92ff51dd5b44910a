import type { Tool } from '../../tools/index.ts';
import { commentTool } from './comment.ts';
import { labelTool } from './label.ts';
import { readCiTool } from './read-ci.ts';
import { rerunFailedTool } from './rerun-failed.ts';
import { createPullRequestTool } from './create-pull-request.ts';
import { pushBranchTool } from './push.ts';
import { readIssueTool } from './read-issue.ts';
import { readPullTool } from './read-pull-request.ts';
import { reviewTool } from './review.ts';
import { updateIssueTool } from './update-issue.ts';
import type { GitHubToolContext } from './context.ts';

/** The tools for issues, pull requests and branches, for runs with a token and a repository. */
export function githubTools(context: GitHubToolContext): readonly Tool[] {
  const talking = [
    readIssueTool(context),
    readPullTool(context),
    commentTool(context),
    reviewTool(context),
    labelTool(context),
    updateIssueTool(context),
    readCiTool(context),
    rerunFailedTool(context),
  ];
  if (context.work === null) return talking;
  return [
    ...talking,
    pushBranchTool(context, context.work),
    createPullRequestTool(context, context.work),
  ];
}
