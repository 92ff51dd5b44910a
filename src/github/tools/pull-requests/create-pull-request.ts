import * as z from 'zod';
import { requireRequestError } from '../../client/transport/classify-reply.ts';
import type { PullRequestFile } from '../../ports/github.ts';
import { cutBody, SHORTER_BODY_CHARS } from '../../publish/body-limit.ts';
import { publishableBody, publishableTitle } from '../../publish/publishable.ts';
import { failure, githubTool, success, type Tool } from '../helpers.ts';
import { issueToClose, type GitHubToolContext, hostsFor } from '../context.ts';

const MAX_TITLE_CHARS = 200;
const MAX_BODY_CHARS = 20_000;
/** Reserved for the line about the issue. */
const LINK_CHARS = 100;
/** GitHub lists at most this many files of a comparison, and does not report further ones. */
const MAX_COMPARED_FILES = 300;

const input = () =>
  z.object({
    title: z.string().trim().min(1).max(MAX_TITLE_CHARS),
    body: z
      .string()
      .trim()
      .min(1)
      .max(MAX_BODY_CHARS)
      .describe('what was done and why, in Markdown'),
    branch: z.string().min(1).optional().describe('that was pushed before'),
    draft: z.boolean().optional().describe('default: true'),
  });

/** `github_create_pull_request`: opens a pull request, a draft by default, from a pushed branch. */
export function createPullRequestTool(context: GitHubToolContext): Tool {
  const { work } = context;
  return githubTool(context, {
    name: 'github_create_pull_request',
    displayName: 'Create pull request',
    description: {
      short: 'Open a pull request from a branch that github_push_branch pushed.',
      usageNotes: [
        `Without branch: ${work.branch}. It goes to ${work.baseBranch} and is a draft unless draft is false.`,
        'If the repository has a template, follow it in the body. The issue of this run is linked automatically.',
        'If one is already open from that branch, returns its number.',
      ],
    },
    kind: 'network',
    input: input(),
    preview: async (wanted) => {
      const diff = await comparedDiff(context, work.baseBranch, wanted.branch ?? work.branch);
      const from = `${wanted.branch ?? work.branch} into ${work.baseBranch}${wanted.draft === false ? '' : ', a draft'}`;
      return {
        form: 'text',
        text: `Pull request from ${from}:\n\n${wanted.title}\n\n${wanted.body}`,
        ...(diff === null ? {} : { diff }),
      };
    },
    execute: async (wanted) => {
      const head = wanted.branch ?? work.branch;
      if ((await context.github.branchHead(head)) === null) {
        return failure('not_found', `There is no branch ${head} on GitHub.`, [
          'Push it with github_push_branch first.',
        ]);
      }
      const note = work.note?.() ?? '';
      const text = publishableBody(wanted.body, {
        allowed: hostsFor(context),
        mayClose: issueToClose(context),
      });
      // The client would cut what follows the text: the line about the issue, and the note.
      const room = Math.max(MAX_BODY_CHARS, SHORTER_BODY_CHARS - LINK_CHARS - note.length);
      const body = cutBody(context.redact(text), room);
      const made = await context.github.openPullRequest({
        title: publishableTitle(wanted.title, MAX_TITLE_CHARS),
        body: [body, ...linkTo(context, body), ...(note === '' ? [] : ['---', note])].join('\n\n'),
        head,
        base: work.baseBranch,
        draft: wanted.draft ?? true,
      });
      const state = made.created ? 'is open' : 'was already open from that branch';
      return success(`Pull request #${made.number} ${state}: ${made.url}`, {
        ...(made.created
          ? { created: 'pull request' }
          : { created: 'nothing', found: 'pull request' }),
        id: made.number,
        url: made.url,
      });
    },
  });
}

/** What the pull request would bring into its base, as GitHub compares them; `null` if GitHub does not say. */
async function comparedDiff(
  { github }: GitHubToolContext,
  base: string,
  head: string,
): Promise<string | null> {
  try {
    const files = await github.comparedFiles(base, head);
    const more =
      files.length < MAX_COMPARED_FILES
        ? ''
        : `# GitHub lists only ${MAX_COMPARED_FILES} files of a comparison: there may be more.\n`;
    return files.length === 0 ? null : `${more}${files.map(fileDiff).join('')}`;
  } catch (error) {
    requireRequestError(error);
    return null;
  }
}

function fileDiff({ path, previousPath, status, additions, deletions, patch }: PullRequestFile) {
  const head = `diff --git a/${previousPath ?? path} b/${path}\n# ${status}, +${additions} -${deletions}\n`;
  return `${head}${patch ?? '# GitHub shows no diff of it: it is binary or very large.'}\n`;
}

/** Merging closes the issue; another pull request is only mentioned. Not added twice. */
function linkTo({ number, work }: GitHubToolContext, body: string): readonly string[] {
  if (number === null) return [];
  const closing = new RegExp(`\\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):? +#${number}\\b`, 'i');
  if (closing.test(body)) return [];
  return [work.closesIssue === true ? `Closes #${number}.` : `For #${number}.`];
}
