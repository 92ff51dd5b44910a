import { allInOrder } from '../../common/index.ts';
import {
  type FindImages,
  type GitHub,
  type IssueComment,
  mayContainImages,
  type TextLocation,
  type Trigger,
  type Trusts,
} from '../../github/index.ts';
import type { ContextItem } from '../../session/index.ts';

/** Comments of the thread in the initial context: the newest before the event. */
const MAX_COMMENTS = 30;
const OWN = /^<!-- countersign:/;

/**
 * The issue or pull request and its thread as initial context. Title and body are those of the event, whatever was
 * edited since. Omits comments that are newer than the event, were edited since, or are Countersign's own. The comment or
 * review of the event is the request itself, or comes first. Each item says whether its author is trusted.
 */
export async function threadItems(options: {
  readonly github: GitHub;
  readonly trigger: Trigger;
  /** Whether the input `prompt` is the request, and not the text of the event. */
  readonly isPrompted: boolean;
  readonly trusts: Trusts;
  readonly pictures: FindImages;
}): Promise<readonly ContextItem[]> {
  const { github, trigger, trusts } = options;
  if (trigger.number === null) return [];
  const [issue, thread] = await allInOrder([
    github.issue(trigger.number),
    github.comments(trigger.number),
  ]);
  const kind = issue.isPullRequest ? 'pull request' : 'issue';
  const { title, body } = trigger.title === null ? issue : trigger;
  const opening: ContextSource = {
    source: `${kind} #${issue.number}`,
    author: issue.author?.login ?? null,
    ...(await trusts(issue.author)),
    text: `${title}\n\n${body ?? ''}`,
    body: body ?? '',
    location: { issue: issue.number },
  };
  const comments = thread.comments
    .filter((comment) => countsAsContext(comment, trigger))
    .slice(-MAX_COMMENTS);
  const items = comments.map(async (comment): Promise<ContextSource> => {
    return {
      source: `comment ${comment.id}`,
      author: comment.author?.login ?? null,
      ...(await trusts(comment.author)),
      text: comment.body,
      body: comment.body,
      location: { comment: comment.id },
    };
  });
  const ofEvent = await textOfEvent(options);
  return await illustrated([...ofEvent, opening, ...(await Promise.all(items))], options.pictures);
}

/** A text, and where to look for its pictures. */
interface ContextSource extends ContextItem {
  readonly body: string;
  readonly location: TextLocation;
}

/** The comment or review of the event. If its text is the request, only its pictures are context. */
async function textOfEvent(options: {
  readonly trigger: Trigger;
  readonly trusts: Trusts;
  readonly isPrompted: boolean;
}): Promise<readonly ContextSource[]> {
  const { trigger, trusts, isPrompted } = options;
  const { requestText: written, number, action } = trigger;
  if (written === null || number === null || action === 'deleted') return [];
  const { commentId, source, text } = written;
  const isRequested = !isPrompted && commentId !== null && mayContainImages(text);
  const isShown = isPrompted && (commentId !== null || source === 'review') && text.trim() !== '';
  if (!isRequested && !isShown) return [];
  const content = {
    source: commentId === null ? source : `comment ${commentId}`,
    author: written.author?.login ?? null,
    ...(await trusts(written.author)),
    text: isShown ? text : 'The request came with pictures.',
  };
  // GitHub shows the pictures of a review in no text that is read here.
  return commentId === null
    ? [{ ...content, body: '', location: { issue: number } }]
    : [{ ...content, body: text, location: { comment: commentId } }];
}

/** One after the other: the number of pictures is limited, and the first texts take precedence. */
async function illustrated(
  texts: readonly ContextSource[],
  find: FindImages,
): Promise<readonly ContextItem[]> {
  const items: ContextItem[] = [];
  for (const { body, location, ...item } of texts) {
    const { images, omitted } = await find({ ...item, body, location });
    const shown = images.map(({ source, mediaType, bytes }) => ({
      source,
      mediaType,
      base64: bytes.toString('base64'),
    }));
    const text = omitted.length === 0 ? item.text : `${item.text}\n\n[${omitted.join('; ')}]`;
    items.push({ ...item, text, ...(shown.length === 0 ? {} : { pictures: shown }) });
  }
  return items;
}

function countsAsContext(comment: IssueComment, trigger: Trigger): boolean {
  const asked = trigger.requestText;
  if (OWN.test(comment.body)) return false;
  if (asked?.commentId === comment.id) return false;
  if (comment.updatedAt !== comment.createdAt) return false;
  const askedAt = asked?.asOf ?? null;
  return askedAt === null || comment.createdAt <= askedAt;
}
