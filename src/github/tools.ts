import type { Tool } from '../tools/index.ts';
import { commentTool } from './tool-comment.ts';
import { labelTool } from './tool-label.ts';
import { readCiTool } from './tool-read-ci.ts';
import { rerunFailedTool } from './tool-rerun-failed.ts';
import { createPullRequestTool } from './tool-pull-request.ts';
import { pushBranchTool } from './tool-push.ts';
import { readIssueTool } from './tool-read-issue.ts';
import { readPullTool } from './tool-read-pull.ts';
import { reviewTool } from './tool-review.ts';
import { updateIssueTool } from './tool-update-issue.ts';
import type { GitHubToolWorld } from './tool-world.ts';

/** The tools on issues, pull requests and branches. For runs that have a token and a repository. */
export function githubTools(world: GitHubToolWorld): readonly Tool[] {
  const talking = [
    readIssueTool(world),
    readPullTool(world),
    commentTool(world),
    reviewTool(world),
    labelTool(world),
    updateIssueTool(world),
    readCiTool(world),
    rerunFailedTool(world),
  ];
  if (world.work === null) return talking;
  return [...talking, pushBranchTool(world, world.work), createPullRequestTool(world, world.work)];
}
