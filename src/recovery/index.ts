export { finishCrashedRun, POST_LIMITS_MS } from './post-step.ts';
export {
  closeLostRequests,
  LOST_CHECKPOINT,
  lostEnd,
  NO_CHECKPOINT,
  RUN_ENDED,
} from './close-requests.ts';
export { surveyCrashedRun } from './survey-trail.ts';
