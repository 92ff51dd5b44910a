import { renderClosedCard } from '../approvals/index.ts';
import type { TrailHead } from '../audit/index.ts';
import type { CheckpointState } from '../checkpoint/index.ts';
import type { GitHub } from '../github/index.ts';

/** Closes the card of a checkpoint that is not gone on with, so that it offers nothing any more and says why. */
export async function closeParkedCard(of: {
  readonly github: Pick<GitHub, 'updateComment'>;
  readonly checkpoint: Pick<CheckpointState, 'card' | 'gated' | 'run'>;
  readonly because: string;
  readonly runUrl: string | null;
  readonly head: TrailHead;
}): Promise<void> {
  const { card, gated, run } = of.checkpoint;
  if (card === null) return;
  const body = renderClosedCard({
    run,
    workflowRun: null,
    requests: gated.map(({ approval, request }) => ({
      approval,
      call: request.id,
      tool: request.name,
      decidedBy: [],
      fate: 'void, not run',
    })),
    because: `What was asked is void: ${of.because}.`,
    runUrl: of.runUrl,
    head: of.head,
  });
  await of.github.updateComment(card.commentId, body);
}
