import type { TrailHead } from '../../audit/index.ts';
import { markerLine } from './card-marker.ts';

/** The comment that tells of a run that was killed and can be gone on with: it asks nothing, and waits for `/resume`. */
export function renderCrashedRequest(of: {
  readonly run: string;
  readonly workflowRun: { readonly id: number; readonly attempt: number };
  readonly runUrl: string;
  readonly head: TrailHead;
}): string {
  const { run, workflowRun, head } = of;
  const { id, attempt } = workflowRun;
  return [
    markerLine({ v: 1, run, ids: [], state: 'killed', workflowRun: id, attempt, check: null }),
    '### Countersign: a run was killed, and can go on',
    'Its state was saved at the last thing that it did. Calls that were open are sealed and are not run again by themselves; ' +
      'the agent is told which. What people were asked is void.',
    `**To go on**: a new comment whose first line is \`/resume ${run}\`, by somebody who may start a run.`,
    `<sub>[${run}](${of.runUrl}) · trail: ${head.count} entries, head <code>${head.hash}</code></sub>`,
  ].join('\n\n');
}
