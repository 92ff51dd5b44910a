import type { Tool } from '../tools/index.ts';
import { commentTool } from './tool-comment.ts';
import { readIssueTool } from './tool-read-issue.ts';
import type { GitHubToolWorld } from './tool-world.ts';

/** The tools on issues and pull requests. For runs that have a token and a repository. */
export function githubTools(world: GitHubToolWorld): readonly Tool[] {
  return [readIssueTool(world), commentTool(world)];
}
