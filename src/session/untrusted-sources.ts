import { sha256 } from '../common/index.ts';
import type { UntrustedItem } from '../tool-calls/index.ts';
import type { Job } from './job.ts';

/** Untrusted content that is in the context from the start. */
export function untrustedItems(job: Job): UntrustedItem[] {
  if (job.resume !== null) return [...job.resume.untrusted];
  const items = job.context
    .filter((item) => !item.trusted)
    .map(({ source, author, because, text }) => ({
      source,
      author,
      because,
      sha256: sha256(text),
    }));
  if (job.untrustedFiles === null) return items;
  const files = { source: job.untrustedFiles, author: null, because: 'the files of the checkout' };
  return [...items, { ...files, sha256: sha256(job.headSha ?? '') }];
}
