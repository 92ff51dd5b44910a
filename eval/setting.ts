/** What all runs of an eval share. */

/** The options that name a model, in the words of the command line and the action alike: `provider`, `model`, `base-url`. */
export type ModelOptions = Readonly<Record<string, string>>;

/** The model of every task, or each task's own script, by which the tasks themselves are tested. */
export type EvalModel =
  | { readonly kind: 'options'; readonly options: ModelOptions }
  | { readonly kind: 'script'; readonly script: 'solution' | 'failure' };

export const SANDBOXES = ['required', 'preferred', 'off'] as const;
export type SandboxMode = (typeof SANDBOXES)[number];

export interface Setting {
  readonly model: EvalModel;
  readonly sandbox: SandboxMode;
  /** The variables of this process, keys of providers among them. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A task's policy as it is used. */
export function policyOf(task: { readonly policy: string }, sandbox: SandboxMode): string {
  return `${task.policy.trimEnd()}\nsandbox: ${sandbox}\n`;
}
