import * as z from 'zod';
import { unifiedDiff } from '../../tools/index.ts';
import { checksOf, linksOf, orWhy } from './pull-request-details.ts';
import { nameOf, untrustedAuthorFacts, formatUntrusted } from './untrusted-pieces.ts';
import type { PullRequestFile, PullRequest } from '../ports/github.ts';
import { trustOfPullRequestFiles } from '../pull-request-trust.ts';
import { diffPage, diffText, filesText } from './pull-request-text.ts';
import { byNeed, reviewPieces, threadPieces, threadState } from './thread-pieces.ts';
import schemas from './input-schemas.json' with { type: 'json' };
import { failure, builtinTool, success, type Tool, withGitHub } from './helpers.ts';
import { type GitHubToolContext, redacted } from './context.ts';

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
    from: z.number().int().min(0).optional().describe('where to go on, as the result before told'),
  });
type Input = z.output<ReturnType<typeof input>>;

/** `github_read_pull`: what a pull request changes, file by file, and what reviewers said about it. */
export function readPullTool(context: GitHubToolContext): Tool {
  return builtinTool({
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
    category: 'github',
    concurrencySafe: true,
    input,
    inputSchema: schemas.github_read_pull,
    facts: () => ({ hosts: [context.apiHost] }),
    execute: (wanted) =>
      withGitHub(async () => {
        const number = wanted.number ?? context.number;
        if (number === null)
          return failure('validation', 'This run is about no pull request.', ['Give the number.']);
        if (wanted.threads === true && wanted.files !== undefined)
          return failure('validation', 'Threads and files are read one after the other.', [
            'Leave one of them out.',
          ]);
        const pull = await context.github.pullRequest(number);
        const standing = await trustOfPullRequestFiles(pull, context);
        const { trusted } = standing;
        const at = {
          pull,
          head: headOf(context, { pull, trusted, because: standing.because }),
          trusted,
        };
        return wanted.threads === true
          ? readThreads(context, at, wanted.from ?? 0)
          : readFiles(context, at, wanted);
      }),
  });
}

interface PullAt {
  readonly pull: PullRequest;
  readonly head: string;
  /** Whether its files are by people who could push here. */
  readonly trusted: boolean;
}

function headOf(
  { mark }: Pick<GitHubToolContext, 'mark'>,
  of: Pick<PullAt, 'pull' | 'trusted'> & { readonly because: string },
): string {
  const { pull, trusted, because } = of;
  const by = nameOf(pull.author?.login ?? null);
  // A branch's name, too, is a word of whoever made it.
  const ref = trusted ? pull.headRef : mark(pull.headRef, `pull request #${pull.number}`);
  return [
    `pull request #${pull.number}, ${pull.open ? 'open' : 'closed'}, by ${by} (${because})`,
    `${pull.headRepository ?? 'a fork that is gone'}:${ref} at ${pull.headSha} into ${pull.baseRef}`,
  ].join('\n');
}

async function readFiles(context: GitHubToolContext, at: PullAt, wanted: Input) {
  const { pull, head, trusted } = at;
  const from = wanted.from ?? 0;
  const changed = await cleanFiles(context, await context.github.pullRequestFiles(pull.number));
  const isFirst = from === 0 && wanted.files === undefined;
  const about = isFirst ? await aboutOf(context, pull, changed) : { own: [], theirs: [] };
  const files =
    wanted.files === undefined
      ? filesText(changed, from)
      : await namedText(context, { pull, changed, paths: wanted.files, from });
  const own = [head, ...about.own].join('\n');
  const theirs = [...about.theirs, files].join('\n\n');
  if (trusted) return success(`${own}\n\n${theirs}`);
  const source = `pull request #${pull.number}`;
  const stranger = untrustedAuthorFacts({ source, author: pull.author?.login ?? null });
  return success(`${own}\n\n${context.mark(theirs, source)}`, stranger);
}

async function cleanFiles(
  context: GitHubToolContext,
  files: readonly PullRequestFile[],
): Promise<readonly PullRequestFile[]> {
  return await Promise.all(
    files.map(async (file) => ({
      ...file,
      patch: file.patch === null ? null : await redacted(context, file.patch),
    })),
  );
}

/** What is told beside the files: in words of this program and of the trusted branch, and in words of the author. */
async function aboutOf(
  context: GitHubToolContext,
  pull: PullRequest,
  changed: readonly PullRequestFile[],
) {
  const { number } = pull;
  const paths = changed.map(({ path }) => path);
  const [links, owners, checks] = await Promise.all([
    context.github
      .issue(number)
      .then(({ body }) => linksOf(context, { number, isPullRequest: true, body })),
    orWhy('code owners', context.owners?.(paths) ?? Promise.resolve(null)),
    checksOf(context, pull.headSha),
  ]);
  return {
    own: [links, owners].filter((line) => line !== null),
    theirs: checks === null ? [] : [checks],
  };
}

async function namedText(
  context: GitHubToolContext,
  of: {
    readonly pull: PullRequest;
    readonly changed: readonly PullRequestFile[];
    readonly paths: readonly string[];
    readonly from: number;
  },
): Promise<string> {
  const alone = of.paths.length === 1;
  const texts = of.paths.map(async (path) => {
    const file = of.changed.find((one) => one.path === path);
    if (file === undefined) return `${path}: not changed by this pull request`;
    if (!alone) return diffText(file);
    const own = async () => await redacted(context, await ownDiff(context, of.pull, file));
    const patch = file.patch ?? (await orWhy('diff', own())) ?? '';
    return diffPage(file, patch, of.from);
  });
  return (await Promise.all(texts)).join('\n\n');
}

/** GitHub shows no diff of a very large one: then both versions are read and compared here. */
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

async function readThreads(context: GitHubToolContext, at: PullAt, from: number) {
  const { pull, head, trusted } = at;
  const [threads, reviews] = await Promise.all([
    context.github.reviewThreads(pull.number).then(byNeed),
    from === 0 ? context.github.pullReviews(pull.number) : [],
  ]);
  const said = await formatUntrusted(context, reviewPieces(reviews));
  const parts = [head, `${threads.length} review threads, those that wait first`, ...said.parts];
  let { metadata } = said;
  let next = from;
  for (const thread of threads.slice(from)) {
    const place = `${JSON.stringify(thread.path)}${thread.line === null ? '' : `:${thread.line}`}`;
    const told = await formatUntrusted(context, threadPieces(thread));
    const on = trusted ? place : context.mark(place, `pull request #${pull.number}`);
    const text = [`=== thread on ${on} (${threadState(thread)})`, ...told.parts].join('\n');
    if (next > from && parts.join('\n').length + text.length > MAX_THREADS_CHARS) break;
    parts.push(text);
    metadata = { ...told.metadata, ...metadata };
    next += 1;
  }
  if (next < threads.length)
    parts.push(`${threads.length - next} threads did not fit: go on with from: ${next}.`);
  const source = `pull request #${pull.number}`;
  const paths = trusted ? {} : untrustedAuthorFacts({ source, author: pull.author?.login ?? null });
  return success(parts.join('\n'), { ...paths, ...metadata });
}
