import * as z from 'zod';
import { publishable } from '../../publish/publishable.ts';
import type { PullRequestFile } from '../../ports/github.ts';
import { failure, githubTool, numberOf, readPullRequest, success, type Tool } from '../helpers.ts';
import { type GitHubToolContext, hostsFor } from '../context.ts';

const MAX_REMARKS = 50;
const MAX_REMARK_CHARS = 10_000;
const MAX_BODY_CHARS = 20_000;

const reviewComment = () =>
  z.object({
    path: z.string().min(1),
    line: z.number().int().positive().describe('in the new file; must be in the diff'),
    start_line: z.number().int().positive().optional().describe('first of several lines'),
    body: z
      .string()
      .trim()
      .min(1)
      .max(MAX_REMARK_CHARS)
      .describe('Markdown; a ```suggestion block replaces the line or lines'),
  });

/** `github_review`: one review with remarks on lines of the diff. It can ask for changes; approving is for people. */
export function reviewTool(context: GitHubToolContext): Tool {
  return githubTool(context, {
    name: 'github_review',
    displayName: 'Review pull request',
    description: {
      short: 'Review a pull request: a summary, and remarks on lines that its diff shows.',
      usageNotes: [
        'Without number: the one that this run is about. Read it with github_read_pull before.',
      ],
      important: [
        'Send everything as one review. A remark on a line outside of the diff makes the review fail.',
      ],
    },
    kind: 'network',
    input: z.object({
      number: z.number().int().positive().optional(),
      verdict: z.enum(['comment', 'request-changes']),
      body: z.string().trim().min(1).max(MAX_BODY_CHARS).describe('the summary, in Markdown'),
      remarks: z.array(reviewComment()).max(MAX_REMARKS).optional(),
    }),
    preview: ({ number, verdict, body, remarks = [] }) => {
      const shown = remarks.map((one) => `${one.path}:${placeOf(one)}\n${one.body}`);
      const on = number ?? context.number ?? 'nothing';
      return {
        form: 'text',
        text: [`Review of #${on} (${verdict}):`, body, ...shown].join('\n\n'),
      };
    },
    execute: async ({ number, verdict, body, remarks = [] }) => {
      const on = numberOf(context, { number }, 'a pull request');
      const pull = await readPullRequest(context, on);
      const files = await context.github.pullRequestFiles(on);
      const wrong = remarks.flatMap((one) => problemOf(one, files));
      if (wrong.length > 0)
        return failure('validation', 'Some remarks are not on lines of the diff.', wrong);
      const made = await context.github.review({
        number: on,
        commit: pull.headSha,
        verdict,
        body: publishable(body, hostsFor(context)),
        remarks: remarks.map(({ path, line, start_line: startLine, body: text }) => ({
          path,
          line,
          ...(startLine === undefined || startLine === line ? {} : { startLine }),
          body: publishable(text, hostsFor(context)),
        })),
      });
      return success(`Review ${made.id} is at ${made.url}`, {
        created: 'review',
        id: made.id,
        url: made.url,
      });
    },
  });
}

type ReviewComment = z.output<ReturnType<typeof reviewComment>>;

function problemOf(
  one: Pick<ReviewComment, 'path' | 'line' | 'start_line'>,
  files: readonly PullRequestFile[],
): readonly string[] {
  const file = files.find(({ path }) => path === one.path);
  if (file === undefined) return [`${one.path} is not changed by this pull request.`];
  const lines = linesInPatch(file.patch);
  const first = one.start_line ?? one.line;
  if (first > one.line)
    return [`${one.path}:${first}: start_line comes before line, which is ${one.line}.`];
  const wanted = Array.from(
    { length: Math.min(one.line - first + 1, lines.size + 1) },
    (_, index) => first + index,
  );
  if (wanted.every((line) => lines.has(line))) return [];
  const missing =
    file.patch === null ? 'GitHub shows no diff of it' : 'its diff shows no line of the new file';
  const shown = lines.size === 0 ? missing : `its diff shows the lines ${rangesOf(lines)}`;
  return [`${one.path}:${placeOf(one)}: ${shown}.`];
}

function placeOf({ line, start_line: first }: Pick<ReviewComment, 'line' | 'start_line'>): string {
  return first === undefined ? String(line) : `${first}-${line}`;
}

/**
 * The lines of the new version of a file that its diff shows: GitHub accepts review comments only on these. Empty without a
 * diff.
 */
function linesInPatch(patch: string | null): ReadonlySet<number> {
  const lines = new Set<number>();
  let next: number | null = null;
  for (const line of (patch ?? '').split('\n')) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (hunk !== null) {
      next = Number(hunk[1]);
    } else if (next !== null && (line.startsWith('+') || line.startsWith(' '))) {
      lines.add(next);
      next += 1;
    }
  }
  return lines;
}

/** Line numbers for people: `1-3, 7`. */
function rangesOf(lines: ReadonlySet<number>): string {
  const ranges: [number, number][] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}
