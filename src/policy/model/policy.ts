import type { CompiledRule } from '../rules/compile.ts';
import type { RequiredCommand } from '../rules/required-command.ts';
import type { Mode, PolicyDocument, PolicyExample } from '../load/schema.ts';

/** What a call that no rule matches is. `plan` is `ask` with `planOnly`. */
export type DefaultMode = Exclude<Mode, 'plan'>;

export interface ApprovalSettings {
  /** Permission levels, `codeowners`, `@user`, `@org/team`; one of them is enough for each approver. */
  readonly from: readonly string[];
  /** `@user`, `@org/team` and `codeowners`: who is mentioned in an approval request. It says nothing about who can approve. */
  readonly notify: readonly string[];
  /** How long before the end of an approval request people are reminded; `null` for never. */
  readonly remindMs: number | null;
  /** Messages to the URL of the input `notify-webhook`. `format`: `null` if its host says it. */
  readonly webhook: {
    readonly format: 'slack' | 'teams' | 'json' | null;
    readonly content: boolean;
  };
  readonly count: number;
  readonly self: boolean;
  readonly waitMs: number;
  readonly then: 'suspend' | 'deny' | 'fail';
  readonly expireMs: number;
}

export interface SandboxSettings {
  readonly mode: 'required' | 'preferred' | 'off';
  /** Hosts that commands may reach; empty means none. */
  readonly network: readonly string[];
  /** Folders from the workspace root that commands may write to. */
  readonly write: readonly string[];
}

/** Limits of a run; `null` if the policy sets none and the default of the run applies. */
export interface BudgetSettings {
  readonly turns: number | null;
  readonly calls: number | null;
  readonly minutes: number | null;
  readonly tokens: number | null;
  readonly usd: number | null;
  readonly onLimit: 'stop' | 'ask';
}

/** What a run must have proved before it can end `done`. */
export interface DoneSettings {
  readonly requires: readonly (RequiredCommand & {
    readonly line: number;
    readonly column: number;
  })[];
}

export interface ToolSettings {
  /** `null`: every tool; a list: only these. Names may contain `*`. */
  readonly enabled: readonly string[] | null;
  readonly disabled: readonly string[];
  readonly modules: readonly string[];
  /** Variables of the environment whose values the tools of modules may ask for. */
  readonly secrets: readonly string[];
}

/** How runs work on GitHub. */
export interface GitHubSettings {
  /** Template of the branches that are pushed to, with `{about}`, `{number}` and `{run}`. */
  readonly branch: string;
  /** Whose pictures the model sees: everybody's, those of people with write access, nobody's. */
  readonly images: 'all' | 'trusted' | 'off';
}

type ServerDocument = NonNullable<NonNullable<PolicyDocument['mcp']>['servers']>;

/** Rules of `whenUntrusted`. Their verdict is compared with the usual one, and the stricter one counts. */
export interface UntrustedSettings {
  readonly mode: 'auto' | 'ask' | 'deny';
  readonly rules: readonly CompiledRule[];
  readonly line: number | null;
}

/** A loaded policy: parsed, checked and compiled once. */
export interface Policy {
  /** The file as it was named to `loadPolicy`, or `built-in`. */
  readonly file: string;
  /** SHA-256 of the exact bytes of the file. */
  readonly sha256: string;
  readonly mode: DefaultMode;
  /** The line of `mode`; `null` if the file does not set it. */
  readonly modeLine: number | null;
  /** `mode: plan`: only read-only tools exist, from start to end. */
  readonly planOnly: boolean;
  /** `plan: required`: only read-only tools exist until a plan is approved. */
  readonly planRequired: boolean;
  readonly rules: readonly CompiledRule[];
  readonly whenUntrusted: UntrustedSettings;
  readonly approvals: ApprovalSettings;
  readonly sandbox: SandboxSettings;
  readonly budget: BudgetSettings;
  readonly done: DoneSettings;
  /** How often a tool (its name may contain `*`) may run in one run. */
  readonly limits: Readonly<Record<string, number>>;
  readonly tools: ToolSettings;
  readonly github: GitHubSettings;
  readonly hooks: readonly string[];
  readonly mcpServers: Readonly<ServerDocument>;
  readonly redactPatterns: readonly string[];
  readonly tests: readonly {
    readonly example: PolicyExample;
    readonly line: number;
    readonly column: number;
  }[];
}

/** The mode as the policy's author wrote it. */
export function modeName(policy: Policy): Mode {
  return policy.planOnly ? 'plan' : policy.mode;
}

/** Every entry by which the policy lets people approve, of its rules, too. */
export function approverEntries({ approvals, rules, whenUntrusted }: Policy): readonly string[] {
  const ofRules = [...rules, ...whenUntrusted.rules].flatMap(
    ({ approval }) => approval?.from ?? [],
  );
  return [...approvals.from, ...ofRules];
}

/** Whether approvals of calls, or who is told of them, can depend on the repository's CODEOWNERS. */
export function asksCodeOwners({ approvals, rules, whenUntrusted }: Policy): boolean {
  const lists = [...rules, ...whenUntrusted.rules].map(({ approval }) => approval?.from ?? []);
  return [approvals.from, approvals.notify, ...lists].some((from) => from.includes('codeowners'));
}
