import { type Project, projectCommands } from '../../ecosystems/index.ts';
import { bad, distinct, type Finding } from './finding.ts';
import { AGENT_MODES, type AgentJob, type AgentWorkflow, isOurs, usesOf } from './workflow-jobs.ts';

/**
 * The jobs that install nothing before the agent, although their policy lets a command of the project run. `policyOf` has
 * the text of the policy at a path; `null` if there is none. Pure.
 */
export function setupFindings(
  workflows: readonly AgentWorkflow[],
  options: {
    readonly projects: readonly Project[];
    readonly defaultPolicy: string;
    readonly policyOf: (path: string) => string | null;
  },
): readonly Finding[] {
  const { projects, defaultPolicy, policyOf } = options;
  const found = workflows.flatMap(({ file, jobs }) =>
    jobs.filter(runsAlone).flatMap(({ name, inputs }) => {
      const policy = policyOf(inputs['policy'] ?? defaultPolicy) ?? '';
      const project = projects.find((one) => namesCommandOf(policy, one));
      if (project === undefined) return [];
      const [command] = projectCommands([project]);
      return [
        bad(
          'setup',
          `${file}, job ${name} installs nothing before the agent. Its policy lets "${command?.command}" run, but commands have no network to install what that needs.`,
          `Add steps before the agent that install the dependencies (${project.ecosystem.name}). countersign init writes them.`,
        ),
      ];
    }),
  );
  return distinct(found);
}

/** Whether the step runs the agent, on the runner itself, after nothing but a checkout and other steps of Countersign. */
function runsAlone({ job, steps, index, inputs }: AgentJob): boolean {
  if (job['container'] !== undefined || !AGENT_MODES.includes(inputs['mode'] ?? '')) return false;
  return steps
    .slice(0, index)
    .every((step) => isOurs(step) || usesOf(step).startsWith('actions/checkout@'));
}

function namesCommandOf(policy: string, project: Project): boolean {
  return projectCommands([project]).some(({ command, rule }) =>
    policy.includes(`bash_run(${rule ?? command}`),
  );
}
