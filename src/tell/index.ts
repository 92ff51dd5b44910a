export { makeFromTrail } from './afterwards.ts';
export { attestTrail } from './attest-trail.ts';
export { logListener } from './log.ts';
export {
  cell,
  finalBody,
  jobSummary,
  MARK,
  quoted,
  trackingBody,
  trackingMarker,
} from './markdown.ts';
export { writeReport } from './page.ts';
export { publishTrail } from './publish.ts';
export { nothingDone, type Published, type RunReport } from './report.ts';
export { timeline } from './summary-parts.ts';
export { createTally, type Tally } from './tally.ts';
export { openTracking, type TrackingComment } from './tracking.ts';
