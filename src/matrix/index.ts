export { collectStep } from './collect.ts';
export { planStep } from './plan.ts';
