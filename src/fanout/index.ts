export { collectStep } from './collect.ts';
export { MOST_JOBS, planInputs, REPOSITORY } from './plan-inputs.ts';
export { planStep } from './plan.ts';
