import { counted } from '../../common/index.ts';
import type { UntrustedPiece } from './untrusted-pieces.ts';
import type { Review, ReviewThread } from '../ports/threads.ts';

const MAX_REVIEWS = 20;
const MAX_COMMENTS_PER_THREAD = 20;

/** The newest reviews with a body. */
export function reviewPieces(reviews: readonly Review[]): readonly UntrustedPiece[] {
  return reviews
    .filter(({ body }) => body.trim() !== '')
    .slice(-MAX_REVIEWS)
    .map((review) => ({
      source: `review ${review.id} (${review.state})`,
      author: review.author,
      text: review.body,
      edited: false,
      at: review.submittedAt,
    }));
}

/** A thread's newest comments, without its path, which is untrusted. */
export function threadPieces(thread: ReviewThread): readonly UntrustedPiece[] {
  return thread.comments.slice(-MAX_COMMENTS_PER_THREAD).map((comment) => ({
    source: `review comment ${comment.id}`,
    author: comment.author,
    text: comment.body,
    edited: comment.edited,
    at: comment.createdAt,
  }));
}

/** The state of a thread, without untrusted text. */
export function describeThread(thread: ReviewThread): string {
  const resolved =
    thread.resolved === null
      ? 'unknown whether resolved'
      : thread.resolved
        ? 'resolved'
        : 'unresolved';
  const hidden = thread.comments.length - Math.min(thread.comments.length, MAX_COMMENTS_PER_THREAD);
  const more = thread.omittedComments + hidden;
  return `${resolved}${thread.outdated ? ', outdated' : ''}${more === 0 ? '' : `, ${counted(more, 'comment')} not shown`}`;
}

/** Sorts unresolved threads first; the order is stable. */
export function unresolvedFirst(threads: readonly ReviewThread[]): readonly ReviewThread[] {
  return threads.toSorted((left, right) => rank(left) - rank(right));
}

function rank({ resolved, outdated }: ReviewThread): number {
  return (resolved === true ? 2 : 0) + (outdated ? 1 : 0);
}
