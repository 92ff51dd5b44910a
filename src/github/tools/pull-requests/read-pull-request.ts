import { counted, invalidInput } from '../../../common/index.ts';
import * as z from 'zod';
import { unifiedDiff } from '../../../tools/index.ts';
import { describeChecks, describeLinks, orReason } from './pull-request-details.ts';
import {
  authorName,
  untrustedAuthorFacts,
  formatUntrusted,
  markVerbatim,
} from '../untrusted-pieces.ts';
import type { PullRequestFile, PullRequest } from '../../ports/github.ts';
import { trustOfPullRequestFiles } from '../../pull-request-trust.ts';
import { diffPage, diffText, filesText } from './pull-request-text.ts';
import { unresolvedFirst, reviewPieces, threadPieces, describeThread } from '../thread-pieces.ts';
import { githubTool, numberOf, readPullRequest, success, type Tool } from '../helpers.ts';
import type { GitHubToolContext } from '../context.ts';

const MAX_NAMED_FILES = 20;
const MAX_THREADS_CHARS = 20_000;

const input = () =>
  z.object({
    number: z.number().int().positive().optional(),
    files: z
      .array(z.string().min(1))
      .min(1)
      .max(MAX_NAMED_FILES)
      .optional()
      .describe('paths to show the diffs of; one alone is shown whole, page by page'),
    threads: z.boolean().optional().describe('true: reviews and review threads instead of diffs'),
    from: z.number().int().min(0).optional().describe('where to continue, by the last result'),
  });
type Input = z.output<ReturnType<typeof input>>;

/** `github_read_pull`: the changed files of a pull request, or its reviews. */
export function readPullTool(context: GitHubToolContext): Tool {
  return githubTool(context, {
    name: 'github_read_pull',
    displayName: 'Read pull request',
    description: {
      short:
        'Read which files a pull request changes with their diffs, its checks, links and code owners; or its review threads.',
      usageNotes: [
        'Without number: the one that this run is about. Without files: the list, and as many diffs as fit.',
        'For the conversation use github_read_issue, for what failed github_read_ci.',
      ],
    },
    kind: 'readonly',
    concurrencySafe: true,
    input: input(),
    execute: async (wanted) => {
      const number = numberOf(context, wanted, 'a pull request');
      if (wanted.threads === true && wanted.files !== undefined)
        throw invalidInput(
          'Threads and files cannot be read in one call.',
          'Leave one of them out.',
        );
      const pull = await readPullRequest(context, number);
      const { trusted, because } = await trustOfPullRequestFiles(pull, context);
      const head = headLines(context, { pull, trusted, because });
      return wanted.threads === true
        ? readThreads(context, { pull, head, trusted }, wanted.from ?? 0)
        : readFiles(context, { pull, head, trusted }, wanted);
    },
  });
}

interface ReadPullRequest {
  readonly pull: PullRequest;
  readonly head: string;
  /** Whether all authors of its files have write access. */
  readonly trusted: boolean;
}

function headLines(
  { mark }: Pick<GitHubToolContext, 'mark'>,
  {
    pull,
    trusted,
    because,
  }: Pick<ReadPullRequest, 'pull' | 'trusted'> & { readonly because: string },
): string {
  const by = authorName(pull.author);
  // The name of a branch is untrusted text too.
  const ref = trusted ? pull.headRef : mark(pull.headRef, `pull request #${pull.number}`);
  return [
    `pull request #${pull.number}, ${pull.open ? 'open' : 'closed'}, by ${by} (${because})`,
    `${pull.headRepository ?? 'a deleted fork'}:${ref} at ${pull.headSha} into ${pull.baseRef}`,
  ].join('\n');
}

async function readFiles(
  context: GitHubToolContext,
  { pull, head, trusted }: ReadPullRequest,
  wanted: Input,
) {
  const from = wanted.from ?? 0;
  const changed = cleanFiles(context, await context.github.pullRequestFiles(pull.number));
  const isFirst = from === 0 && wanted.files === undefined;
  const details = isFirst
    ? await readDetails(context, pull, changed)
    : { trusted: [], untrusted: [] };
  const files =
    wanted.files === undefined
      ? filesText(changed, from)
      : await namedFilesText(context, { pull, changed, paths: wanted.files, from });
  const ownText = [head, ...details.trusted].join('\n');
  const authorText = [...details.untrusted, files].join('\n\n');
  if (trusted) return success(`${ownText}\n\n${authorText}`);
  const source = `pull request #${pull.number}`;
  const facts = untrustedAuthorFacts({ source, author: pull.author });
  return success(`${ownText}\n\n${markVerbatim(context, authorText, source)}`, facts);
}

function cleanFiles(
  context: GitHubToolContext,
  files: readonly PullRequestFile[],
): readonly PullRequestFile[] {
  return files.map((file) => ({
    ...file,
    patch: file.patch === null ? null : context.redact(file.patch),
  }));
}

/** The links, code owners and checks. The names of checks are the author's text. */
async function readDetails(
  context: GitHubToolContext,
  pull: PullRequest,
  changed: readonly PullRequestFile[],
) {
  const { number } = pull;
  const paths = changed.map(({ path }) => path);
  const [links, owners, checks] = await Promise.all([
    context.github
      .issue(number)
      .then(({ body }) => describeLinks(context, { number, isPullRequest: true, body })),
    orReason('code owners', context.owners?.(paths) ?? Promise.resolve(null)),
    describeChecks(context, pull.headSha),
  ]);
  return {
    trusted: [links, owners].filter((line) => line !== null),
    untrusted: checks === null ? [] : [checks],
  };
}

async function namedFilesText(
  context: GitHubToolContext,
  {
    pull,
    changed,
    paths,
    from,
  }: {
    readonly pull: PullRequest;
    readonly changed: readonly PullRequestFile[];
    readonly paths: readonly string[];
    readonly from: number;
  },
): Promise<string> {
  const isOnly = paths.length === 1;
  const texts = paths.map(async (path) => {
    const file = changed.find((one) => one.path === path);
    if (file === undefined) return `${path}: not changed by this pull request`;
    if (!isOnly) return diffText(file);
    const own = async () => context.redact(await ownDiff(context, pull, file));
    const patch = file.patch ?? (await orReason('diff', own())) ?? '';
    return diffPage(file, patch, from);
  });
  return (await Promise.all(texts)).join('\n\n');
}

/** GitHub has no diff of a very large file, so both versions are compared here. */
async function ownDiff(
  context: GitHubToolContext,
  pull: PullRequest,
  file: PullRequestFile,
): Promise<string> {
  const { github } = context;
  const base = await github.mergeBase(pull.baseRef, pull.headSha);
  const [before, after] = await Promise.all([
    file.status === 'added' ? null : github.fileAt(base, file.previousPath ?? file.path),
    file.status === 'removed' ? null : github.fileAt(pull.headSha, file.path),
  ]);
  return unifiedDiff([{ path: file.path, before: before?.text ?? null, after: after?.text ?? '' }]);
}

async function readThreads(
  context: GitHubToolContext,
  { pull, head, trusted }: ReadPullRequest,
  from: number,
) {
  const [threads, reviews] = await Promise.all([
    context.github.reviewThreads(pull.number).then(unresolvedFirst),
    from === 0 ? context.github.pullReviews(pull.number) : [],
  ]);
  const formattedReviews = await formatUntrusted(context, reviewPieces(reviews));
  const count = `${threads.length} review threads, unresolved ones first`;
  const parts = [head, count, ...formattedReviews.parts];
  let { metadata } = formattedReviews;
  let next = from;
  for (const thread of threads.slice(from)) {
    const place = `${JSON.stringify(thread.path)}${thread.line === null ? '' : `:${thread.line}`}`;
    const comments = await formatUntrusted(context, threadPieces(thread));
    const location = trusted ? place : context.mark(place, `pull request #${pull.number}`);
    const text = [`=== thread on ${location} (${describeThread(thread)})`, ...comments.parts].join(
      '\n',
    );
    if (next > from && parts.join('\n').length + text.length > MAX_THREADS_CHARS) break;
    parts.push(text);
    metadata = { ...comments.metadata, ...metadata };
    next += 1;
  }
  if (next < threads.length)
    parts.push(
      `${counted(threads.length - next, 'thread')} did not fit: continue with from: ${next}.`,
    );
  const source = `pull request #${pull.number}`;
  const paths = trusted ? {} : untrustedAuthorFacts({ source, author: pull.author });
  return success(parts.join('\n'), { ...paths, ...metadata });
}
