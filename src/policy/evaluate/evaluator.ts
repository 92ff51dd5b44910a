/** All that a run judges its calls with: the parser of shell commands, and what is known of programs. */
export { planCommand } from '../commands/plan.ts';
export { evaluate } from './evaluate.ts';
export { dependsOn, affectedPaths } from './affected-paths.ts';
