import type { BriefingFacts } from './facts.ts';
import { shownName } from './names.ts';

/** The top folder. If the checkout is untrusted, so are its file names. */
export function topSection({
  job,
  checkout,
  mark,
}: Pick<BriefingFacts, 'job' | 'checkout' | 'mark'>): string {
  const { more, top, isCounted } = checkout;
  const rest = more === 0 ? '' : `, and ${isCounted ? '' : 'at least '}${more} more`;
  const names =
    top.length === 0 ? 'nothing that may be listed' : `${top.map(shownName).join(', ')}${rest}`;
  const shown = job.untrustedFiles === null ? names : mark(names, 'the top folder of the checkout');
  return `# Workspace ${shownName(job.root)}: its top folder\n${shown}`;
}
