import { collectStep, planStep } from '../fanout/index.ts';
import { createRunArtifacts } from '../github/index.ts';
import type { ActionContext } from './context.ts';
import type { Step } from './inputs/read-step.ts';
import { requireGithubToken } from './inputs/inputs.ts';
import { policyDiffStep } from './outputs/policy-diff.ts';

/** The action `policy-diff`. Resolves with the reason if there was nothing to compare. */
export async function runPolicyDiff(
  { inputs, trigger, environment }: Step,
  { runner, github, baselineClient }: ActionContext,
): Promise<string | null> {
  const { policyPath, policyDiffRepositories: repositories } = inputs;
  const { serverUrl } = environment;
  const ofRepositories =
    repositories === null
      ? {}
      : { ofRepositories: { repositories, clientOf: baselineClient, serverUrl } };
  return await policyDiffStep({ trigger, policyPath, ...ofRepositories, github, runner });
}

/** The action `plan`. */
export async function runPlan(
  { inputs, environment }: Step,
  context: ActionContext,
): Promise<void> {
  const { github, runner } = context;
  await planStep({ inputs, workspace: environment.workspace, github, runner });
}

/** The action `collect`. */
export async function runCollect(
  { inputs, environment }: Step,
  { runner, redactor, variables }: ActionContext,
): Promise<void> {
  const { apiUrl, owner, repo, runId, tempFolder } = environment;
  const token = requireGithubToken(inputs);
  const artifacts = createRunArtifacts({
    token,
    apiUrl,
    owner,
    repo,
    redactor,
    environment: variables,
  });
  await collectStep({
    inputs,
    workflowRunId: Number(runId),
    tempFolder,
    artifacts,
    redactor,
    runner,
  });
}
