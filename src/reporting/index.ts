export { writeReportFiles, writeBesideTrail } from './write-report-files.ts';
export { attestTrail } from './attest-trail.ts';
export { markdownCell, markdownCode } from './summary/markdown-cell.ts';
export { changesSection } from './summary/changes-section.ts';
export { logListener, type LogTone } from './log.ts';
export {
  abandonedBody,
  awaitedComment,
  awaitedCommit,
  finalBody,
  headLine,
  jobSummary,
  MAX_SUMMARY_BYTES,
  OUTCOME_EMOJI,
  publishedText,
  quoted,
  type RunInProgress,
  trackedRun,
  trackingBody,
  trackingMarker,
  trailLink,
  withTrailLink,
  workingJob,
} from './summary/markdown.ts';
export { endOutcomeCheck, publishOutcomeCheck } from './outcome-check.ts';
export { sendTrace } from './otlp.ts';
export { publishTrail, UPLOAD_LIMIT_MS } from './publish.ts';
export {
  announced,
  type ChangesLeft,
  emptyReport,
  type Published,
  type RunReport,
  shownOutcome,
} from './report.ts';
export { type Annotation, annotationsOf, limitAnnotations } from './annotations.ts';
export {
  stickyMarkerIn,
  withStickyMarker,
  openTracking,
  type TrackingComment,
  trackingCommentIn,
} from './tracking.ts';
export type { PushedFile } from './summary/pushed-work.ts';
export { timeline } from './summary/summary-parts.ts';
export { type CallLine, createTally, type Tally } from './summary/call-counts.ts';
