import type { UntrustedPiece } from './untrusted-pieces.ts';
import type { Review, ReviewThread } from '../ports/threads.ts';

const MAX_REVIEWS = 20;
const MAX_COMMENTS_PER_THREAD = 20;

/** The newest reviews that say something beside remarks on lines. */
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

/** A thread's newest comments. The place is told by the caller: a path is its author's word. */
export function threadPieces(thread: ReviewThread): readonly UntrustedPiece[] {
  return thread.comments.slice(-MAX_COMMENTS_PER_THREAD).map((comment) => ({
    source: `review comment ${comment.id}`,
    author: comment.author,
    text: comment.body,
    edited: comment.edited,
    at: comment.createdAt,
  }));
}

/** How a thread stands, in words of this program alone. */
export function threadState(thread: ReviewThread): string {
  const resolved =
    thread.resolved === null
      ? 'not known whether resolved'
      : thread.resolved
        ? 'resolved'
        : 'unresolved';
  const hidden = thread.comments.length - Math.min(thread.comments.length, MAX_COMMENTS_PER_THREAD);
  const more = thread.omittedComments + hidden;
  return `${resolved}${thread.outdated ? ', outdated' : ''}${more === 0 ? '' : `, ${more} comments not shown`}`;
}

/** Those that wait for somebody come first; the order stays otherwise. */
export function byNeed(threads: readonly ReviewThread[]): readonly ReviewThread[] {
  return threads.toSorted((a, b) => rank(a) - rank(b));
}

function rank({ resolved, outdated }: ReviewThread): number {
  return (resolved === true ? 2 : 0) + (outdated ? 1 : 0);
}
