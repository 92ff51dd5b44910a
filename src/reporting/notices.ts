import { markdownCell } from './markdown-cell.ts';
import type { RunReport } from './report.ts';

const NOTICE_CHARS = 600;

/** What people should know before they rely on the outcome, as Markdown for the top of summaries and comments. */
export function noticeLines({ notices = [] }: RunReport): readonly string[] {
  return notices.map((notice) => `⚠️ **${markdownCell(notice, NOTICE_CHARS)}**`);
}
