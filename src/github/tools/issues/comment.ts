import * as z from 'zod';
import { MAX_BODY_CHARS } from '../../publish/body-limit.ts';
import { publishable } from '../../publish/publishable.ts';
import { githubTool, numberOf, success, type Tool } from '../helpers.ts';
import { type GitHubToolContext, hostsFor } from '../context.ts';

/** Reserved for the characters that make mentions and addresses harmless. */
const MAX_COMMENT_CHARS = MAX_BODY_CHARS / 2;

/** `github_comment`: a comment on an issue or pull request of this repository. */
export function commentTool(context: GitHubToolContext): Tool {
  return githubTool(context, {
    name: 'github_comment',
    changeable: 'body',
    displayName: 'Comment',
    description: {
      short: 'Comment on an issue or pull request of this repository, in Markdown.',
      usageNotes: [
        'Without number: on the one that this run is about.',
        'Mentions (@name) are broken on purpose: a comment notifies nobody but those who follow the thread.',
        'Links and pictures of other hosts are shown as text.',
      ],
      important: ['A comment is public and cannot be taken back. Say each thing once.'],
    },
    kind: 'network',
    input: z.object({
      number: z.number().int().positive().optional().describe('of the issue or pull request'),
      body: z.string().trim().min(1).max(MAX_COMMENT_CHARS),
    }),
    preview: ({ number, body }) => {
      const on = number ?? context.number;
      return { form: 'text', text: `Comment on ${on === null ? 'nothing' : `#${on}`}:\n\n${body}` };
    },
    execute: async ({ number, body }) => {
      const on = numberOf(context, { number });
      const made = await context.github.createComment(on, publishable(body, hostsFor(context)));
      return success(`Comment ${made.id} is at ${made.url}`, {
        created: 'comment',
        id: made.id,
        url: made.url,
      });
    },
  });
}
