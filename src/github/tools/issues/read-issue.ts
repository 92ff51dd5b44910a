import * as z from 'zod';
import { counted, type JsonObject, oneLine } from '../../../common/index.ts';
import type { LlmBlock } from '../../../tools/index.ts';
import type { TextWithImages } from '../../images/find-images.ts';
import { authorName, type UntrustedPiece, formatUntrusted } from '../untrusted-pieces.ts';
import { describeLinks } from '../pull-requests/pull-request-details.ts';
import { githubTool, numberOf, success, type Tool, type ToolResult } from '../helpers.ts';
import type { GitHubToolContext } from '../context.ts';

const MAX_COMMENTS = 100;
const DEFAULT_COMMENTS = 20;
const MAX_TITLE_CHARS = 300;

const readInput = () =>
  z.object({
    number: z.number().int().positive().optional().describe('of the issue or pull request'),
    comments: z
      .number()
      .int()
      .min(0)
      .max(MAX_COMMENTS)
      .optional()
      .describe('how many of the thread'),
    before: z
      .number()
      .int()
      .positive()
      .optional()
      .describe('only comments before the one with this id'),
  });

/** `github_read_issue`: an issue or pull request with its comments, each text with its author and their permission. */
export function readIssueTool(context: GitHubToolContext): Tool {
  return githubTool(context, {
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
    concurrencySafe: true,
    input: readInput(),
    execute: async (input) => {
      const number = numberOf(context, input);
      const [issue, thread] = await Promise.all([
        context.github.issue(number),
        context.github.comments(number),
      ]);
      const kind = issue.isPullRequest ? 'pull request' : 'issue';
      const opening: IllustratedPiece = {
        source: `${kind} #${number}`,
        author: issue.author,
        text: `${oneLine(issue.title, MAX_TITLE_CHARS)}\n\n${issue.body}`,
        edited: false,
        at: null,
        body: issue.body,
        location: { issue: number },
      };
      const earlier = thread.comments.filter(
        (one) => input.before === undefined || one.id < input.before,
      );
      const wanted = input.comments ?? DEFAULT_COMMENTS;
      const shown = wanted === 0 ? [] : earlier.slice(-wanted);
      const comments = shown.map(
        (one): IllustratedPiece => ({
          source: `comment ${one.id}`,
          author: one.author,
          text: one.body,
          edited: one.updatedAt !== one.createdAt,
          at: one.createdAt,
          body: one.body,
          location: { comment: one.id },
        }),
      );
      const hidden = earlier.length - shown.length;
      const state = `${kind} #${number}, ${issue.open ? 'open' : 'closed'}, ${issue.url}`;
      const next = shown[0]?.id ?? 'an id';
      const older =
        hidden === 0 ? [] : [`${counted(hidden, 'older comment')}: continue with before: ${next}.`];
      const links = input.before === undefined ? await describeLinks(context, issue) : null;
      const head = [state, ...(links === null ? [] : [links]), ...older];
      const pieces = [opening, ...comments];
      const formatted = await formatUntrusted(context, pieces);
      const text = [...head, ...formatted.parts].join('\n');
      return withImages(context, pieces, { text, metadata: formatted.metadata });
    },
  });
}

/** A text, with where its images are. */
type IllustratedPiece = UntrustedPiece & Pick<TextWithImages, 'body' | 'location'>;

/** The text, followed by the images of its parts, each with its author. */
async function withImages(
  context: GitHubToolContext,
  texts: readonly IllustratedPiece[],
  thread: { readonly text: string; readonly metadata: JsonObject },
): Promise<ToolResult> {
  const blocks: LlmBlock[] = [];
  const notes: string[] = [];
  for (const one of texts) {
    const trusted = (await context.trusts(one.author)).trusted && !one.edited;
    const found = await context.findImages?.({ ...one, trusted });
    notes.push(...(found?.omitted ?? []));
    for (const { source, mediaType, bytes } of found?.images ?? []) {
      const note = trusted ? '' : ', an untrusted user';
      blocks.push(
        { type: 'text', text: `${source} by ${authorName(one.author)}${note}:` },
        { type: 'image', mediaType, base64: bytes.toString('base64') },
      );
    }
  }
  const text = [thread.text, ...notes].join('\n');
  if (blocks.length === 0) return success(text, thread.metadata);
  const llmContent = [{ type: 'text' as const, text }, ...blocks];
  return { ok: true, llmContent, displayContent: text, metadata: thread.metadata };
}
