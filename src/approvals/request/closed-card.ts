import type { TrailHead } from '../../audit/index.ts';
import { markerLine } from './card-marker.ts';
import { code, person } from './markdown.ts';

/** A call that a card had asked for, as the trail tells of it. */
export interface ClosedRequest {
  readonly approval: string;
  readonly call: string;
  readonly tool: string;
  /** Who approved or denied it before the end; empty where nobody did. */
  readonly decidedBy: readonly { readonly login: string; readonly decision: 'approve' | 'deny' }[];
  /** What became of it, in a few words of the program. */
  readonly fate: string;
}

/**
 * The body of a card whose job is gone: written from the trail alone, for a program that has no more than that. It
 * offers nothing to answer, and says of each call what became of it.
 */
export function renderClosedRequest(of: {
  readonly run: string;
  readonly workflowRun: { readonly id: number; readonly attempt: number } | null;
  readonly requests: readonly ClosedRequest[];
  readonly because: string;
  readonly runUrl: string | null;
  /** `null` where nobody knows the trail. */
  readonly head: TrailHead | null;
}): string {
  const { run, workflowRun, requests, head } = of;
  const marker = markerLine({
    v: 1,
    run,
    ids: requests.map(({ approval }) => approval),
    state: 'closed',
    workflowRun: workflowRun?.id ?? null,
    attempt: workflowRun?.attempt ?? null,
    check: null,
  });
  const lines = requests.map(({ approval, call, tool, decidedBy, fate }) => {
    const said = decidedBy
      .map(({ login, decision }) => `${decision} by ${person(login)}`)
      .join(', ');
    return `- ${code(approval)} ${code(tool)} (${code(call)}): ${said === '' ? '' : `${said}; `}${fate}`;
  });
  const link = of.runUrl === null ? code(run) : `[${run}](${of.runUrl})`;
  return [
    marker,
    '### Countersign: nothing here is waiting for an answer',
    of.because,
    lines.join('\n'),
    `<sub>${link}${head === null ? '' : ` · trail: ${head.count} entries, head <code>${head.hash}</code>`}</sub>`,
  ].join('\n\n');
}
