export { finishCrashedRun } from './post-step.ts';
export { closeLostRequests, LOST_CHECKPOINT, NO_CHECKPOINT } from './lost-checkpoint.ts';
