export { writeReportFiles } from './write-report-files.ts';
export { attestTrail } from './attest-trail.ts';
export { markdownCell } from './markdown-cell.ts';
export { changesSection } from './changes-section.ts';
export { logListener } from './log.ts';
export {
  finalBody,
  jobSummary,
  MARK,
  quoted,
  trackingBody,
  trackingMarker,
} from './markdown.ts';
export { leaveCheck } from './outcome-check.ts';
export { writeReport } from './page.ts';
export { publishTrail } from './publish.ts';
export { type ChangesLeft, nothingDone, type Published, type RunReport } from './report.ts';
export { type Remark, remarksOf, shownRemarks } from './remarks.ts';
export { markIn, withMark } from './sticky.ts';
export { timeline } from './summary-parts.ts';
export { createTally, type Tally } from './tally.ts';
export { openTracking, type TrackingComment } from './tracking.ts';
