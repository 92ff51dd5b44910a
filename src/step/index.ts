export { lookAhead } from './look-ahead.ts';
export { readsOf } from './reads.ts';
export { triggerElsewhere } from './elsewhere.ts';
export { readStepEnvironment, type StepEnvironment } from './environment.ts';
export { aboutStep } from './about.ts';
export { failOn } from './input-values.ts';
export { type Inputs, readInputs } from './inputs.ts';
export { type PlanQuery } from './plan-inputs.ts';
export { fails, githubRunner, type Runner } from './runner.ts';
export { STATE } from './state.ts';
export type { StepRequest, StepWorld } from './step-world.ts';
export {
  applyStep,
  failedStart,
  policyDiffStep,
  preloadRun,
  resumeStep,
  runStep,
} from './lazy.ts';
