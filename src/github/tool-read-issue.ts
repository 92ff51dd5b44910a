import * as z from 'zod';
import { type JsonObject, oneLine, truncateMiddle } from '../base/index.ts';
import { defineTool, failure, success, type Tool, withGitHub } from './tool-kit.ts';
import type { GitHubToolWorld } from './tool-world.ts';

const MAX_COMMENTS = 100;
const DEFAULT_COMMENTS = 20;
const MAX_TEXT_CHARS = 8000;
const MAX_TITLE_CHARS = 300;

interface Piece {
  readonly source: string;
  readonly author: string | null;
  readonly text: string;
  /** Changed after it was written, by whoever could: then its author's standing says nothing. */
  readonly edited: boolean;
  readonly at: string | null;
}

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
        return told(world, [state, ...older], [opening, ...pieces]);
      }),
  });
}

/** The texts under each other; what strangers wrote stands between marks, and the result says that it is there. */
async function told(world: GitHubToolWorld, head: readonly string[], pieces: readonly Piece[]) {
  const parts: string[] = [...head];
  let stranger: Piece | null = null;
  for (const piece of pieces) {
    const standing = await world.trusts(piece.author);
    const trusted = standing.trusted && !piece.edited;
    if (!trusted) stranger ??= piece;
    const text = truncateMiddle(piece.text, MAX_TEXT_CHARS);
    const edited = piece.edited ? ', edited since' : '';
    const by = `${piece.source} by ${piece.author === null ? 'an account that is gone' : `@${piece.author}`}`;
    parts.push(
      `--- ${by}${piece.at === null ? '' : ` at ${piece.at}`} (${standing.because}${edited})`,
    );
    parts.push(trusted ? text : world.mark(text, by));
  }
  return success(parts.join('\n'), strangerFacts(stranger));
}

function strangerFacts(stranger: Piece | null): JsonObject {
  return stranger === null
    ? {}
    : { untrustedSource: stranger.source, untrustedAuthor: stranger.author, untrustedMarked: true };
}
