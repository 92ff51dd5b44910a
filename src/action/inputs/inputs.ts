import * as z from 'zod';
import { CountersignError } from '../../common/index.ts';
import { DEFAULT_PHRASE, parseAllowActors } from '../../github/index.ts';
import { MOST_JOBS, planInputs } from '../../fanout/index.ts';
import { MIN_CONTEXT_WINDOW, parseHeaders, parsePrices, PROVIDERS } from '../../model/index.ts';
import { DEFAULT_POLICY } from '../../session/index.ts';
import { type InputName, PUBLIC_INPUTS } from './input-names.ts';
import { inputSecrets } from './input-redactor.ts';
import {
  CHECKS,
  failOn,
  globs,
  invalidValue,
  listedValues,
  nonEmpty,
  oneOf,
  requireEach,
} from './input-values.ts';
import type { Runner } from './runner.ts';
import { type Mode, MODES, type SubAction } from './sub-actions.ts';

/** The step's inputs, parsed once. */
export type Inputs = Readonly<ReturnType<typeof readInputs>>;

const MAX_RETENTION_DAYS = 400;

/**
 * Reads and checks every input. `subAction`: the step uses an action beside the main one, which has one mode. Throws
 * `input-invalid` with the input, its value and what to write instead. Masks secrets in the log before anything else.
 */
export function readInputs(
  runner: Pick<Runner, 'input' | 'secret'>,
  subAction: SubAction | null = null,
) {
  const text = (name: InputName): string | null => {
    const value = runner.input(name);
    return value === '' ? null : value;
  };
  for (const secret of Object.values(inputSecrets(runner.input)))
    if (secret !== null) runner.secret(secret);
  const number = (name: InputName, schema: z.ZodType<number>, example: string): number | null => {
    const value = text(name);
    if (value === null) return null;
    const parsed = schema.safeParse(Number(value));
    if (!parsed.success) throw invalidValue(name, value, `Write ${example}.`);
    return parsed.data;
  };
  const names = (name: InputName): readonly string[] | null => nonEmpty(name, text(name));
  const checked = (name: InputName, check: keyof typeof CHECKS): string | null => {
    const value = text(name);
    return value === null ? null : (requireEach(name, [value], CHECKS[check])[0] ?? null);
  };
  const each = (name: InputName, check: keyof typeof CHECKS): readonly string[] | null => {
    const given = names(name);
    return given === null ? null : requireEach(name, given, CHECKS[check]);
  };
  const choice = <const T extends string>(
    name: InputName,
    choices: readonly [T, ...T[]],
    otherwise: T = choices[0],
  ): T => oneOf(name, text(name) ?? otherwise, choices);
  const prices = text('prices');
  const applyArtifact = checked('apply-artifact', 'artifact');
  const applyHead = checked('apply-head', 'hash');
  // An empty one beside the other is an output whose name is misspelt: the changes would be skipped without a word.
  if ((applyArtifact === null) !== (applyHead === null)) {
    const missing = applyHead === null ? 'apply-head' : 'apply-artifact';
    throw invalidValue(
      missing,
      '',
      "Give apply-artifact and apply-head together: both are outputs of the agent's job.",
    );
  }
  return {
    /**
     * Only `agent` runs an agent. `policy-diff` reports what a pull request changes in the policy, `plan` creates a job
     * matrix, `collect` summarizes the trails of a workflow run, `apply` pushes the changes of another job's agent.
     */
    mode: modeOf(text('mode'), subAction),
    plan: planInputs({
      issues: names('plan-issues'),
      files: globs('plan-files', text('plan-files')),
      repositories: names('plan-repositories'),
      maxJobs: number('max-jobs', positive.max(MOST_JOBS), `a number from 1 to ${MOST_JOBS}`),
    }),
    /** How many trails the action `collect` must find; `null` for any number. */
    expectedTrails: number('expected-trails', z.number().int().nonnegative(), 'a whole number'),
    /** Another repository than the workflow's, as `owner/name`. */
    repository: checked('repository', 'repository'),
    /** The artifact name of the agent's job, and the head hash of its trail; `null` if the job uploaded none. */
    applyArtifact,
    applyHead,
    githubToken: text('github-token'),
    /** The model, and how it is reached. */
    modelChoice: {
      provider: oneOf('provider', text('provider') ?? 'anthropic', PROVIDERS),
      model: text('model'),
      anthropicApiKey: text('anthropic-api-key'),
      /** A token for a gateway of the Messages API. */
      anthropicAuthToken: text('anthropic-auth-token'),
      anthropicBaseUrl: checked('anthropic-base-url', 'url'),
      /** The key for a provider of other models than Claude. */
      apiKey: text('api-key'),
      baseUrl: checked('base-url', 'url'),
      extraHeaders: parseHeaders(text('extra-headers') ?? '', 'The input extra-headers'),
      /** What the models cost; `null`: as the price table says. */
      prices: prices === null ? null : parsePrices(prices, 'The input prices'),
      maxOutputTokens: number('max-output-tokens', positive, 'a whole number of at least 1'),
      contextWindow: number(
        'context-window',
        positive.min(MIN_CONTEXT_WINDOW),
        `a whole number of at least ${MIN_CONTEXT_WINDOW}`,
      ),
      promptCache: choice('prompt-cache', ['on', 'off']) === 'on',
    },
    prompt: text('prompt'),
    systemPrompt: text('system-prompt'),
    triggerPhrase: checked('trigger-phrase', 'word') ?? DEFAULT_PHRASE,
    allowActors: parseAllowActors(text('allow-actors') ?? ''),
    /** `anyone`: `prompt` runs for people without write access, too. Everything they wrote is then untrusted. */
    runFor: choice('run-for', ['writers', 'anyone']),
    policyPath: checked('policy', 'policy') ?? DEFAULT_POLICY,
    /** Baselines in addition to those that the policy names in `extends`: `OWNER/REPO/PATH@REF`. */
    baselines: each('baseline', 'baseline') ?? [],
    /** Reads baselines of other repositories; absent: the token of the step. */
    baselineToken: text('baseline-token'),
    /** With mode `policy-diff` in the repository of a baseline: those whose policies extend it; `null` for a policy. */
    policyDiffRepositories: each('policy-diff-repositories', 'repository'),
    approvals: choice('approvals', ['comment', 'fail']),
    /** The secret that encrypts checkpoints; absent: the API key. */
    stateKey: text('state-key'),
    /** The secret URL that people are notified of approval requests by; `null` for none. */
    notifyWebhook: text('notify-webhook'),
    /** Where to ask when the event has no issue; `create` opens one. */
    approvalIssue:
      text('approval-issue') === 'create'
        ? ('create' as const)
        : number('approval-issue', positive, 'the number of an issue, such as 12, or create'),
    /** Workflow files whose suspended runs this step resumes, in addition to its own. */
    resumeWorkflows: requireEach(
      'resume-workflows',
      listedValues(text('resume-workflows')),
      CHECKS.workflow,
    ),
    sandboxRequired: checked('sandbox', 'required') !== null,
    /** Whether the action installs bubblewrap on a GitHub-hosted runner that has no sandbox. */
    sandboxInstall: choice('sandbox-install', ['auto', 'never']),
    budget: {
      turns: number('max-turns', positive, 'a whole number of at least 1'),
      calls: number('max-calls', positive, 'a whole number of at least 1'),
      tokens: number('max-tokens', positive, 'a whole number of at least 1'),
      usd: number('max-usd', amount, 'an amount above 0, such as 2.50'),
      minutes: number('max-minutes', amount, 'a number above 0'),
    },
    failOn: failOn(text('fail-on')),
    attest: choice('attest', ['true', 'false'], 'false') === 'true',
    /** The JSON Schema of the result, or the path of a file with it on the trusted branch. */
    outputSchema: checked('output-schema', 'schema'),
    /** Whether check runs are created: the one with the outcome, and those with the buttons of an approval request. */
    checkRun: choice('check-run', ['true', 'false']) === 'true',
    /** `sticky`: one comment for all runs of this job on the issue or pull request. */
    trackingComment: tracking(
      choice('tracking-comment', ['new', 'sticky', 'off', 'true', 'false']),
    ),
    retentionDays: number(
      'retention-days',
      positive.max(MAX_RETENTION_DAYS),
      'a number of days from 1 to 400',
    ),
  };
}

/**
 * What `readInputs` refuses in these inputs; `null` if it accepts them. Only public inputs are read, because an error shows the value.
 * Pure.
 */
export function inputProblem(
  values: Readonly<Record<string, string>>,
  subAction: SubAction | null,
): CountersignError | null {
  const input = (name: string): string =>
    PUBLIC_INPUTS.has(name) && !OUTPUTS_OF_JOBS.has(name) ? (values[name] ?? '') : '';
  try {
    readInputs({ input, secret: () => undefined }, subAction);
    return null;
  } catch (error) {
    if (error instanceof CountersignError) return error;
    throw error;
  }
}

/** Inputs that belong together and are outputs of another job, which no workflow shows. */
const OUTPUTS_OF_JOBS: ReadonlySet<string> = new Set<InputName>(['apply-artifact', 'apply-head']);

const positive = z.number().int().positive();
const amount = z.number().positive().finite();

/** Another mode than that of the step's action would do what nobody expects of it. */
function modeOf(value: string | null, subAction: SubAction | null): Mode {
  if (subAction === null) return oneOf('mode', value ?? 'agent', MODES);
  if (value === null || value === subAction) return subAction;
  throw invalidValue('mode', value, `The step uses the action ${subAction}: leave \`mode\` out.`);
}

/** `true` and `false` are the older values, from before there were three. */
function tracking(chosen: 'new' | 'sticky' | 'off' | 'true' | 'false'): 'new' | 'sticky' | 'off' {
  if (chosen === 'true') return 'new';
  return chosen === 'false' ? 'off' : chosen;
}

/** The token of the step. Throws `input-invalid` if the input is empty. */
export function requireGithubToken(inputs: Pick<Inputs, 'githubToken'>): string {
  if (inputs.githubToken !== null) return inputs.githubToken;
  throw new CountersignError('input-invalid', 'The input github-token is empty.', {
    fix: "Leave it out to use the job's own token, or write `github-token: ${{ secrets.… }}`.",
  });
}
