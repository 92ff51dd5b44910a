export { finishDead } from './finish-dead.ts';
export { closeLostCards, LOST_CHECKPOINT, NO_CHECKPOINT } from './lost-checkpoint.ts';
