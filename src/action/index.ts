export { runAction } from './main.ts';
export { runPost } from './post.ts';
export { isRunUnfinished } from './inputs/state.ts';
export { inputProblem } from './inputs/inputs.ts';
export { INPUT_NAMES, SECRET_INPUTS } from './inputs/input-names.ts';
export { MOVED_INPUTS, SUB_ACTIONS, type SubAction } from './inputs/sub-actions.ts';
export { MOVED_OUTPUTS } from './outputs/outputs.ts';
