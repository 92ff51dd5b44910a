import { sha256 } from '../base/index.ts';
import type { UntrustedItem } from '../calls/index.ts';
import type { Job } from './job.ts';

/** What is in the context from the start that somebody without write access wrote. */
export function strangersItems(job: Job): UntrustedItem[] {
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
