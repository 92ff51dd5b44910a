import { errorText } from '../common/index.ts';
import type { GitHub } from '../github/index.ts';

/** What changing a comment needs. */
interface CommentWriter {
  readonly github: Pick<GitHub, 'comment' | 'updateComment'>;
  readonly warn: (message: string) => void;
}

/** Updates a comment only if its body is one that the run wrote. Never rejects: `warn` gets what failed. */
export async function editOwnComment(
  { github, warn }: CommentWriter,
  comment: {
    readonly id: number;
    /** The new body, from the current one. */
    readonly body: (before: string) => string;
    readonly name: string;
    readonly isOwn: (body: string) => boolean;
    /** Further work, with the body from before the update. */
    readonly afterwards?: (body: string) => Promise<void>;
  },
): Promise<void> {
  try {
    const current = await github.comment(comment.id);
    if (current === null || !comment.isOwn(current.body)) return;
    await github.updateComment(comment.id, comment.body(current.body));
    await comment.afterwards?.(current.body);
  } catch (error) {
    warn(`The ${comment.name} could not be updated: ${errorText(error)}`);
  }
}
