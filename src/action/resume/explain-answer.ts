import { code, markNotCounted, replyOnce } from '../../approvals/index.ts';
import { alsoCancelled } from '../../checkpoint/index.ts';
import { errorText, fence } from '../../common/index.ts';
import { type Account, atLeast, type IssueComment } from '../../github/index.ts';
import type { AnswerContext } from '../context.ts';
import { orWarn } from '../inputs/runner.ts';
import type { MarkedComment } from './close-request.ts';

// What the job of an answer says to whoever gave it.

/** Most runs that a reply lists. */
const LISTED_RUNS_MAX = 20;

/** The warning for a reply that GitHub did not take. */
const NO_REPLY = 'The reply could not be posted';

/**
 * Tells somebody whose comment counts for nothing why, and how to answer a suspended run, without loading it. People without a role in the
 * repository get a reaction alone: anybody could have any number of replies posted.
 */
export async function explain(
  { trigger, github, runner }: AnswerContext,
  uncounted: {
    readonly answer: Pick<IssueComment, 'id' | 'url' | 'author'>;
    readonly because: string;
    readonly mentions: boolean;
    /** The lines to copy that answer the open approval comment. Absent: none is open. */
    readonly lines?: readonly string[];
  },
): Promise<void> {
  const { answer: comment, because, mentions, lines = [] } = uncounted;
  await orWarn(runner, NO_REPLY, async () => {
    if (mentions || !(await hasRole(github, comment.author))) {
      await markNotCounted(github, comment);
    } else {
      await replyOnce(github, trigger.number, { comment, because, lines });
    }
  });
}

/** Why an answer that this job had does not count: what it names is void, another job closed that first, or its author edited the answer. */
const UNCOUNTED = {
  void: 'what it names is void; the approval comment says why',
  closed:
    'what it names was closed before this job read it; the approval comment says by whom, or why',
  edited: 'it was edited; write a new comment',
};

/** Tells whoever gave an answer why it does not count, unless the run counted the comment. */
export async function explainUncounted(
  context: AnswerContext,
  because: keyof typeof UNCOUNTED,
): Promise<void> {
  const comment = commentOf(context);
  if (comment === null || (await hasCounted(context, comment))) return;
  await explain(context, { answer: comment, because: UNCOUNTED[because], mentions: false });
}

/** The comment that an answer was given in; `null` for any other answer. */
function commentOf({
  answer,
  trigger: { requestText },
}: AnswerContext): Pick<IssueComment, 'id' | 'url' | 'author'> | null {
  if (answer.kind !== 'comment' || requestText === null) return null;
  return { id: answer.id, url: requestText.url ?? '', author: requestText.author };
}

/** What an approval comment asks for. */
export function askedIds({ marker }: Pick<MarkedComment, 'marker'>) {
  const questions = marker.questions ?? [];
  return { calls: marker.ids.filter((id) => !questions.includes(id)), questions };
}

/** Whether a job counted the comment, which then has its 👍. What cannot be read counts as counted: nobody is told anything false. */
export async function hasCounted(
  { github, runner, self }: AnswerContext,
  comment: Pick<IssueComment, 'id'>,
): Promise<boolean> {
  const account = await self();
  if (account === null) return true;
  try {
    return await github.hasReacted(comment.id, '+1', account.id);
  } catch (error) {
    runner.warning(`${NO_REPLY}: ${errorText(error)}`);
    return true;
  }
}

async function hasRole(
  github: Pick<AnswerContext['github'], 'permissionOf'>,
  author: Account | null,
): Promise<boolean> {
  return author !== null && atLeast(await github.permissionOf(author), 'triage');
}

/** Tells people with a role in the repository that no job resumes the run. */
export async function explainJob(context: AnswerContext, job: string): Promise<void> {
  const author = context.trigger.requestText?.author ?? null;
  if (!(await hasRole(context.github, author))) return;
  const own = context.environment.job;
  await replyUnusable(
    context,
    `only a job with the id ${job} can resume the run, and this one has the id ${own}. Name the job so again, or start the run again.`,
  );
}

/** Posts why an answer could not be used. */
export async function replyUnusable(
  { trigger, github, redactor, runner }: AnswerContext,
  because: string,
): Promise<void> {
  await orWarn(runner, NO_REPLY, async () => {
    const text = redactor.redact(because);
    await github.createComment(
      trigger.number,
      `<!-- countersign:reply -->\nThe answer could not be used: ${code(text)}`,
    );
  });
}

/**
 * Says which runs a counted `/cancel` does not end yet, after this job has ended one with it: people would think that all have ended.
 * Says nothing if the comment is for no other one that is still open.
 */
export async function explainCancel(
  context: AnswerContext,
  { marker: { run } }: MarkedComment,
): Promise<void> {
  const { answer, github, runner, self, trigger } = context;
  if (answer.kind !== 'comment') return;
  await orWarn(runner, NO_REPLY, async () => {
    const account = await self();
    const { comments } = await github.comments(trigger.number);
    const given = comments.find(({ id }) => id === answer.id);
    if (account === null || given === undefined || !(await hasCounted(context, given))) return;
    const others = alsoCancelled({ comments, answer: given, ownId: account.id }, run);
    if (others.length === 0) return;
    await github.createComment(trigger.number, cancelText(given, { run, others }));
  });
}

function cancelText(
  { url }: Pick<IssueComment, 'url'>,
  { run, others }: { readonly run: string; readonly others: readonly MarkedComment[] },
): string {
  const listed = others
    .slice(0, LISTED_RUNS_MAX)
    .map(
      ({ comment, marker }) =>
        `- ${code(marker.run)} ${
          marker.state === 'suspended'
            ? 'is suspended: the next `/cancel` ends it, or the next answer to it, whatever that says'
            : 'still has a job, which reads the comment itself'
        } ([approval comment](${comment.url}))`,
    );
  const unlisted = others.length - listed.length;
  const rest = unlisted === 0 ? [] : [`- and ${unlisted} older`];
  const line = fence(`/cancel ${others[0]?.marker.ids[0] ?? 'ap-…'}`, 'text');
  return [
    `<!-- countersign:reply -->
[This comment](${url}) ended ${code(run)}. It is also for:`,
    [...listed, ...rest].join('\n'),
    'To keep these runs, delete the comment. To end only one of them, name one of its calls, such as with this line:',
    line,
  ].join('\n\n');
}

/** Posts why what was asked is void. A reaction tells every other job of the same answer that its author knows. */
export async function replyVoid(context: AnswerContext, because: string): Promise<void> {
  const { answer, github, runner } = context;
  if (answer.kind === 'comment')
    await orWarn(runner, NO_REPLY, async () => {
      await markNotCounted(github, answer);
    });
  await replyUnusable(context, because);
}

/**
 * Tells outsiders that their answers to a suspended run do not count: by one comment for the whole approval request, which
 * the first job that adds a reaction to it posts, and by a reaction on every further answer. Nothing of the run is touched.
 * Resolves with what the job says.
 */
export async function turnAway(
  context: AnswerContext,
  refused: { readonly request: Pick<IssueComment, 'id'>; readonly because: string },
): Promise<string> {
  const { trigger, github, runner } = context;
  const { because } = refused;
  const said = `The answer does not count: ${because}.`;
  const comment = commentOf(context);
  if (comment === null) return said;
  await orWarn(runner, NO_REPLY, async () => {
    const last = 'outsiders' as const;
    const refusal = { comment, because, last };
    if (await markNotCounted(github, refused.request))
      await replyOnce(github, trigger.number, refusal);
    else await markNotCounted(github, comment);
  });
  return said;
}
