import type { Tool } from '../../tools/index.ts';
import { commentTool } from './comment.ts';
import { labelTool } from './label.ts';
import { readCiTool } from './read-ci.ts';
import { rerunFailedTool } from './rerun-failed.ts';
import { createPullRequestTool } from './pull-request.ts';
import { pushBranchTool } from './push.ts';
import { readIssueTool } from './read-issue.ts';
import { readPullTool } from './read-pull.ts';
import { reviewTool } from './review.ts';
import { updateIssueTool } from './update-issue.ts';
import type { GitHubToolWorld } from './world.ts';

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
