import type { Tool } from '../../tools/index.ts';
import { commentTool } from './issues/comment.ts';
import { labelTool } from './issues/label.ts';
import { readCiTool } from './ci/read-ci.ts';
import { rerunFailedTool } from './ci/rerun-failed.ts';
import { createPullRequestTool } from './pull-requests/create-pull-request.ts';
import { pushBranchTool } from './pull-requests/push.ts';
import { readIssueTool } from './issues/read-issue.ts';
import { readPullTool } from './pull-requests/read-pull-request.ts';
import { reviewTool } from './pull-requests/review.ts';
import { updateIssueTool } from './issues/update-issue.ts';
import type { GitHubToolContext } from './context.ts';

/** The tools for issues, pull requests and branches, for runs with a token and a repository. */
export function githubTools(context: GitHubToolContext): readonly Tool[] {
  return [
    readIssueTool(context),
    readPullTool(context),
    commentTool(context),
    reviewTool(context),
    labelTool(context),
    updateIssueTool(context),
    readCiTool(context),
    rerunFailedTool(context),
    pushBranchTool(context),
    createPullRequestTool(context),
  ];
}
