import { errorText } from '../base/index.ts';
import { atLeast, type GitHub, type IssueComment, type Trigger } from '../github/index.ts';
import type { ContextItem } from '../run/index.ts';

/** Comments of the thread that a run begins with: the newest before the event. */
const MAX_COMMENTS = 30;
const OWN = /^<!-- countersign:/;

/** Whether a person could push here when asked now. Answers are kept; an error counts as no. */
export type Trusts = (login: string | null) => Promise<{ trusted: boolean; because: string }>;

/** A look-up of trust that asks GitHub once for each login. */
export function trustBy(github: Pick<GitHub, 'permissionOf'>): Trusts {
  const known = new Map<string, ReturnType<Trusts>>();
  const lookUp = async (login: string): ReturnType<Trusts> => {
    try {
      const permission = await github.permissionOf(login);
      return { trusted: atLeast(permission, 'write'), because: `permission ${permission}` };
    } catch (error) {
      return { trusted: false, because: `permission could not be looked up: ${errorText(error)}` };
    }
  };
  return async (login) => {
    if (login === null) return { trusted: false, because: 'the account is gone' };
    const asked = known.get(login) ?? lookUp(login);
    known.set(login, asked);
    return await asked;
  };
}

/**
 * The issue or pull request and its thread, as the run begins with it: title and body as the event showed them, whatever
 * was written into them since. Comments that came after the event's text, that were
 * edited since, or that Countersign wrote itself are left out; each item says whether its author is trusted.
 */
export async function gatherContext(
  github: GitHub,
  trigger: Trigger,
  trusts: Trusts,
): Promise<readonly ContextItem[]> {
  if (trigger.number === null) return [];
  const [issue, thread] = await Promise.all([
    github.issue(trigger.number),
    github.comments(trigger.number),
  ]);
  const kind = issue.isPullRequest ? 'pull request' : 'issue';
  const login = issue.author?.login ?? null;
  const opening: ContextItem = {
    source: `${kind} #${issue.number}`,
    author: login,
    ...(await trusts(login)),
    text: openingText(issue, trigger),
  };
  const comments = thread.comments
    .filter((comment) => countsAsContext(comment, trigger))
    .slice(-MAX_COMMENTS);
  const items = comments.map(async (comment): Promise<ContextItem> => {
    const author = comment.author?.login ?? null;
    return {
      source: `comment ${comment.id}`,
      author,
      ...(await trusts(author)),
      text: comment.body,
    };
  });
  return [opening, ...(await Promise.all(items))];
}

function openingText(
  issue: { readonly title: string; readonly body: string },
  trigger: Trigger,
): string {
  const { title, body } = trigger.title === null ? issue : trigger;
  return `${title}\n\n${body ?? ''}`;
}

function countsAsContext(comment: IssueComment, trigger: Trigger): boolean {
  const asked = trigger.asking;
  if (OWN.test(comment.body)) return false;
  if (asked?.commentId === comment.id) return false;
  if (comment.updatedAt !== comment.createdAt) return false;
  const askedAt = asked?.createdAt ?? null;
  return askedAt === null || comment.createdAt <= askedAt;
}
