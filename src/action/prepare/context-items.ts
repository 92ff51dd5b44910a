import { CountersignError, fence, OUTCOMES, truncateMiddle } from '../../common/index.ts';
import {
  type Account,
  unresolvedFirst,
  describeChecks,
  filesText,
  type GitHub,
  type GitHubWork,
  describeLinks,
  trustOfPullRequestFiles,
  threadPieces,
  type Trigger,
  type Trusts,
} from '../../github/index.ts';
import type { ContextItem } from '../../session/index.ts';
import type { Commits } from '../event/pinned-commits.ts';

/** Limits of the initial context besides the thread; a tool reads the rest of each. */
const MAX_LINKED = 3;
const LINKED_CHARS = 6_000;
const MAX_REVIEW_COMMENTS = 30;
const REVIEW_COMMENT_CHARS = 2_000;
const MAX_EARLIER = 5;
/** With or without the second line of a shared comment. */
const TRACKING =
  /^<!-- countersign:tracking (\S{1,80}) -->\s+(?:<!-- countersign:sticky \S{1,80} -->\s+)?\S+ \*\*Countersign: ([a-z-]{1,30})\*\*/;

interface ContextItemsOptions {
  readonly github: GitHub & GitHubWork;
  readonly trigger: Trigger;
  readonly commits: Commits;
  readonly trusts: Trusts;
  /** The run's own account. */
  readonly self: Account | null;
  /** Redacts before truncation: half a secret matches no pattern. */
  readonly redact: (text: string) => Promise<string>;
  readonly owners: (paths: readonly string[]) => Promise<string | null>;
}

/**
 * The context of the issue or pull request: links, earlier runs, and of a pull request its files, checks, code owners
 * and open review threads. Omits what cannot be read or has changed since the event: the run needs none of it.
 */
export async function contextItems(options: ContextItemsOptions): Promise<readonly ContextItem[]> {
  const { trigger } = options;
  if (trigger.number === null) return [];
  const number = trigger.number;
  const parts = [
    orNothing(links(options, number)),
    orNothing(earlierRuns(options, number)),
    ...(trigger.isPullRequest
      ? [orNothing(pullContent(options, number)), orNothing(reviewComments(options, number))]
      : []),
  ];
  return (await Promise.all(parts)).flat();
}

/** For optional context: an error of GitHub gives nothing. */
export async function orNothing(
  work: Promise<readonly ContextItem[]>,
): Promise<readonly ContextItem[]> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code === 'cancelled') throw error;
    return [];
  }
}

/** This program's own text about GitHub's data, without text of other people. */
function ownWords(source: string, text: string): ContextItem {
  return { source, author: null, trusted: true, because: 'numbers and names of GitHub', text };
}

async function links(
  options: ContextItemsOptions,
  number: number,
): Promise<readonly ContextItem[]> {
  const { github, trigger } = options;
  const { body, isPullRequest } = await github.issue(number);
  const shown = trigger.title === null ? body : (trigger.body ?? '');
  const line = await describeLinks({ github }, { number, isPullRequest, body: shown });
  if (line === null) return [];
  const item = ownWords(`links of #${number}`, line);
  if (!isPullRequest) return [item];
  const own = `${github.owner}/${github.repo}`.toLowerCase();
  const closed = (await github.linkedItems(number)).filter(
    ({ repository }) => repository.toLowerCase() === own,
  );
  const issues = closed.slice(0, MAX_LINKED).map(async (one): Promise<ContextItem> => {
    const issue = await github.issue(one.number);
    return {
      source: `linked issue #${issue.number}`,
      author: issue.author?.login ?? null,
      ...(await options.trusts(issue.author)),
      text: truncateMiddle(await options.redact(`${issue.title}\n\n${issue.body}`), LINKED_CHARS),
    };
  });
  return [item, ...(await Promise.all(issues))];
}

/**
 * The outcomes of earlier runs, from the run's own tracking comments. Takes nothing else from them, so nobody can
 * manipulate the text.
 */
async function earlierRuns(
  options: ContextItemsOptions,
  number: number,
): Promise<readonly ContextItem[]> {
  if (options.self === null) return [];
  const { id } = options.self;
  const { comments } = await options.github.comments(number);
  const lines = comments.flatMap((comment) => {
    const [, run = '', outcome] = TRACKING.exec(comment.body) ?? [];
    const known = OUTCOMES.find((one) => one === outcome);
    if (comment.author?.id !== id || known === undefined) return [];
    return [`- ${run}: ${known}, ${comment.updatedAt}`];
  });
  if (lines.length === 0) return [];
  const shown = lines.slice(-MAX_EARLIER).join('\n');
  return [ownWords(`earlier runs on #${number}`, `Earlier runs of Countersign here:\n${shown}`)];
}

async function pullContent(
  options: ContextItemsOptions,
  number: number,
): Promise<readonly ContextItem[]> {
  const { github, commits } = options;
  const pull = await github.pullRequest(number);
  // Somebody has pushed since then: GitHub now lists another commit than the run works on.
  if (pull.headSha !== commits.headSha) return [];
  const files = await Promise.all(
    (await github.pullRequestFiles(number)).map(async (file) => ({
      ...file,
      patch: file.patch === null ? null : await options.redact(file.patch),
    })),
  );
  const [owners, checks, trust] = await Promise.all([
    options.owners(files.map(({ path }) => path)),
    describeChecks({ github }, pull.headSha),
    trustOfPullRequestFiles(pull, options),
  ]);
  // People see a diff as it is. As Markdown, a comment in one file would hide the rest of it from the model.
  const text = fence(
    [...(checks === null ? [] : [checks]), filesText(files, 0)].join('\n\n'),
    'text',
  );
  return [
    ...(owners === null ? [] : [ownWords(`code owners of #${number}`, owners)]),
    // The content of a fork and of other people's commits is theirs, whoever opened the pull request.
    {
      source: `files of pull request #${number}`,
      author: pull.author?.login ?? null,
      ...trust,
      text,
    },
  ];
}

/** Unresolved review threads, as they were at the event. */
async function reviewComments(
  options: ContextItemsOptions,
  number: number,
): Promise<readonly ContextItem[]> {
  const { github, trigger, commits, trusts } = options;
  const askedAt = trigger.requestText?.asOf ?? null;
  const threads = unresolvedFirst(await github.reviewThreads(number)).filter(
    ({ resolved, outdated }) => resolved !== true && !outdated,
  );
  const comments = threads.flatMap((thread) => {
    // In a fork even the path is untrusted text.
    const place = commits.fork
      ? ''
      : ` on ${JSON.stringify(thread.path)}${thread.line === null ? '' : `:${thread.line}`}`;
    return threadPieces(thread)
      .filter(({ edited, at }) => !edited && (askedAt === null || (at ?? '') <= askedAt))
      .map((piece) => ({ ...piece, place }));
  });
  const items = comments.slice(0, MAX_REVIEW_COMMENTS).map(
    async ({ source, author, text, place }): Promise<ContextItem> => ({
      source: `${source}${place}`,
      author: author?.login ?? null,
      ...(await trusts(author)),
      text: truncateMiddle(await options.redact(text), REVIEW_COMMENT_CHARS),
    }),
  );
  return await Promise.all(items);
}
