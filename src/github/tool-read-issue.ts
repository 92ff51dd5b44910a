import * as z from 'zod';
import { oneLine } from '../base/index.ts';
import { type Piece, tellPieces } from './pieces.ts';
import { linksOf } from './pull-about.ts';
import { defineTool, failure, success, type Tool, withGitHub } from './tool-kit.ts';
import type { GitHubToolWorld } from './tool-world.ts';

const MAX_COMMENTS = 100;
const DEFAULT_COMMENTS = 20;
const MAX_TITLE_CHARS = 300;

const readInput = z.object({
  number: z.number().int().positive().optional().describe('of the issue or pull request'),
  comments: z.number().int().min(0).max(MAX_COMMENTS).optional().describe('how many of the thread'),
  before: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('only comments before the one with this id'),
});

/** `github_read_issue`: an issue or pull request with its thread, each text with who wrote it and whether to trust it. */
export function readIssueTool(world: GitHubToolWorld): Tool {
  return defineTool({
    name: 'github_read_issue',
    displayName: 'Read issue',
    description: {
      short:
        'Read an issue or pull request of this repository with the newest comments of its thread.',
      usageNotes: [
        'Without number: the one that this run is about.',
        `The newest ${DEFAULT_COMMENTS} comments unless \`comments\` says more; \`before\` pages back.`,
        'For the changed files of a pull request use github_read_pull.',
      ],
    },
    kind: 'readonly',
    category: 'github',
    concurrencySafe: true,
    input: readInput,
    facts: () => ({ hosts: [world.apiHost] }),
    execute: (input) =>
      withGitHub(async () => {
        const number = input.number ?? world.number;
        if (number === null)
          return failure('validation', 'This run is about no issue.', ['Give the number.']);
        const [issue, thread] = await Promise.all([
          world.github.issue(number),
          world.github.comments(number),
        ]);
        const kind = issue.isPullRequest ? 'pull request' : 'issue';
        const opening: Piece = {
          source: `${kind} #${number}`,
          author: issue.author?.login ?? null,
          text: `${oneLine(issue.title, MAX_TITLE_CHARS)}\n\n${issue.body}`,
          edited: false,
          at: null,
        };
        const earlier = thread.comments.filter(
          (one) => input.before === undefined || one.id < input.before,
        );
        const wanted = input.comments ?? DEFAULT_COMMENTS;
        const shown = wanted === 0 ? [] : earlier.slice(-wanted);
        const pieces = shown.map(
          (one): Piece => ({
            source: `comment ${one.id}`,
            author: one.author?.login ?? null,
            text: one.body,
            edited: one.updatedAt !== one.createdAt,
            at: one.createdAt,
          }),
        );
        const hidden = earlier.length - shown.length;
        const state = `${kind} #${number}, ${issue.open ? 'open' : 'closed'}, ${issue.url}`;
        const next = shown[0]?.id ?? 'an id';
        const older =
          hidden === 0 ? [] : [`${hidden} older comments: read on with before: ${next}.`];
        const links = input.before === undefined ? await linksOf(world, issue) : null;
        const head = [state, ...(links === null ? [] : [links]), ...older];
        const told = await tellPieces(world, [opening, ...pieces]);
        return success([...head, ...told.parts].join('\n'), told.metadata);
      }),
  });
}
