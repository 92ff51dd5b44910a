/** Reads the example workflows of the repository. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { SUB_ACTIONS, type SubAction } from '../../src/action/inputs/sub-actions.ts';
import { type Contexts, holds, interpolate } from './expressions.ts';

export const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples', 'workflows');

const level = z.enum(['read', 'write']);
const permissions = z.record(z.string(), level);
const step = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  uses: z.string().optional(),
  with: z
    .record(z.string(), z.union([z.string(), z.boolean(), z.number()]).transform(String))
    .default({}),
  env: z.record(z.string(), z.string()).default({}),
  run: z.string().optional(),
});
const workflow = z.object({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions,
  concurrency: z.object({ group: z.string(), 'cancel-in-progress': z.boolean() }),
  jobs: z.record(
    z.string(),
    z.object({
      needs: z.string().optional(),
      if: z.string().optional(),
      permissions: permissions.optional(),
      'runs-on': z.string(),
      'timeout-minutes': z.number(),
      outputs: z.record(z.string(), z.string()).default({}),
      steps: z.array(step),
    }),
  ),
});
export type Workflow = z.infer<typeof workflow>;

export interface Example {
  readonly name: string;
  readonly text: string;
  readonly workflow: Workflow;
  readonly policy: string;
  /** The path of the workflow in a repository that uses it. */
  readonly path: string;
}

export function example(name: string): Example {
  return exampleOf(name, {
    text: readFileSync(join(EXAMPLES, `${name}.yml`), 'utf8'),
    policy: readFileSync(join(EXAMPLES, `${name}.policy.yml`), 'utf8'),
  });
}

/** A workflow and its policy from their texts, as `init` writes them for a project. */
export function exampleOf(name: string, texts: Pick<Example, 'text' | 'policy'>): Example {
  const path = `.github/workflows/${name}.yml`;
  return { name, path, workflow: workflow.parse(parse(texts.text)), ...texts };
}

/** An action of Countersign: the main one, or one beside it by its folder. */
const OURS = /countersign\/countersign(?:\/([\w-]+))?@/;

export function isOurs(uses = ''): boolean {
  return OURS.test(uses);
}

/** The entry of the bundle that a step's action starts. */
export function entryOf(uses = ''): 'action' | SubAction {
  const folder = OURS.exec(uses)?.[1];
  if (folder === undefined) return 'action';
  const known = (Object.keys(SUB_ACTIONS) as SubAction[]).find((name) => name === folder);
  if (known === undefined) throw new Error(`Countersign has no action ${folder}.`);
  return known;
}

/** The step of a job that is the action. */
export function agentStep(
  chosen: Example,
  job = 'agent',
): Workflow['jobs'][string]['steps'][number] {
  const found = chosen.workflow.jobs[job]?.steps.find(({ uses }) => isOurs(uses));
  if (found === undefined) throw new Error(`${chosen.name} has no agent in ${job}.`);
  return found;
}

/** The inputs of the action as the runner would hand them over. */
export function inputsOf(
  chosen: Example,
  contexts: Contexts,
  job = 'agent',
): Record<string, string> {
  const given = Object.entries(agentStep(chosen, job).with);
  return Object.fromEntries(
    given.map(([name, value]) => [name, interpolate(value, contexts).trim()]),
  );
}

/** Whether the job runs at all for an event. */
export function runs(chosen: Example, contexts: Contexts, job = 'agent'): boolean {
  const condition = chosen.workflow.jobs[job]?.if;
  return condition === undefined || holds(condition, contexts);
}

export function groupOf(chosen: Example, contexts: Contexts): string {
  return interpolate(chosen.workflow.concurrency.group, contexts);
}

/** What the token of a job may do, as the API names it. */
export function tokenOf(chosen: Example, job = 'agent'): Record<string, 'read' | 'write'> {
  const granted = chosen.workflow.jobs[job]?.permissions ?? chosen.workflow.permissions;
  return Object.fromEntries(
    Object.entries(granted).map(([name, value]) => [name.replaceAll('-', '_'), value]),
  );
}
