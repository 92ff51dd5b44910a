export { readStepEnvironment, type StepEnvironment } from './environment.ts';
export { failedStart } from './failed-start.ts';
export { type Inputs, readInputs } from './inputs.ts';
export { policyDiffStep } from './policy-diff.ts';
export { resumeStep } from './resume-step.ts';
export { githubRunner, type Runner } from './runner.ts';
export { STATE } from './state.ts';
export type { StepRequest, StepWorld } from './step-world.ts';
export { runStep } from './step.ts';
