import type { CompiledRule } from '../rules/compile.ts';
import type { RequiredInFile } from '../rules/required-command.ts';
import type { Mode, PolicyDocument, PolicyExample } from '../load/schema.ts';
import type { BudgetName, SettingValues } from '../layers/key-rules.ts';
import type { ApprovalNeeds } from './approval-needs.ts';
import type { PolicyProblem, Position, RuleProblem } from './problems.ts';

/** What a call that no rule matches is. `plan` is `ask` with `planOnly`. */
type DefaultMode = Exclude<Mode, 'plan' | 'defer'>;

/** What a call that no rule of a layer matches is. `defer`: a baseline leaves it to the other layers. */
export type LayerMode = DefaultMode | 'defer';

export interface ApprovalSettings {
  /** Permission levels, `codeowners`, `@user`, `@org/team`; one of them is enough for each approver. */
  readonly from: readonly string[];
  /** The least that the baselines ask of every approval, whatever a rule says of its own. */
  readonly baselines: ApprovalNeeds;
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
  /** Whether a review of the pull request's head answers like `/approve all` or `/deny all`. */
  readonly reviews: boolean;
  /** Whether a ticked box in the approval comment answers like `/approve`. */
  readonly boxes: boolean;
  readonly waitMs: number;
  readonly then: 'suspend' | 'deny' | 'fail';
  readonly expireMs: number;
}

interface SandboxSettings {
  readonly mode: 'required' | 'preferred' | 'off';
  /** Hosts that commands may reach; empty means none. */
  readonly network: readonly string[];
  /** Folders from the workspace root that commands may write to. */
  readonly write: readonly string[];
}

/** Limits of a run; `null` if the policy sets none and the default of the run applies. */
interface BudgetSettings extends Readonly<Record<BudgetName, number | null>> {
  readonly onLimit: 'stop' | 'ask';
}

interface ToolSettings {
  readonly modules: readonly string[];
  /** Variables of the environment whose values the tools of modules may ask for. */
  readonly secrets: readonly string[];
  /** How many calls of a turn may execute at the same time. */
  readonly parallel: number;
}

/** How runs work on GitHub. */
interface GitHubSettings {
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

/** Where a layer was read, for links and for the audit trail. */
export interface LayerOrigin {
  /** `null` for a file of the machine. */
  readonly commit: string | null;
  /** The page of the file at that commit. */
  readonly url: string | null;
}

/** One policy file: parsed, checked and compiled once, and evaluated on its own. */
export interface PolicyLayer {
  /** The file as it was named to `loadPolicy`; the address of a baseline; or `built-in`. */
  readonly file: string;
  /** SHA-256 of the exact bytes of the file. */
  readonly sha256: string;
  /** `null` if it is not known. */
  readonly origin: LayerOrigin | null;
  /** False for the policy of the repository. */
  readonly isBaseline: boolean;
  readonly mode: LayerMode;
  /** The line of `mode`; `null` if the file does not set it. */
  readonly modeLine: number | null;
  /** `mode: plan`: only read-only tools exist, from start to end. */
  readonly planOnly: boolean;
  /** `plan: required`: only read-only tools exist until a plan is approved. */
  readonly planRequired: boolean;
  readonly rules: readonly CompiledRule[];
  readonly whenUntrusted: UntrustedSettings;
  /** What the file sets; an absent key has no opinion. */
  readonly settings: Partial<SettingValues>;
  /** `enabled: null`: every tool; a list: only these. Names may contain `*`. */
  readonly tools: {
    readonly enabled: readonly string[] | null;
    readonly disabled: readonly string[];
  };
  /** The keys that only the repository's own policy has. */
  readonly own: {
    readonly branch: string;
    readonly modules: readonly string[];
    readonly mcpServers: Readonly<ServerDocument>;
    readonly remindMs: ApprovalSettings['remindMs'];
    readonly webhook: ApprovalSettings['webhook'];
  };
  /** Every key that the file has, as `SettingValues` names them. */
  readonly keys: readonly string[];
  /** Where the file has a key, as `SettingValues` names it; its first line if it does not. */
  readonly keyPosition: (key: string) => Position;
  /** The baselines that it names. */
  readonly extends: readonly BaselineReference[];
  readonly tests: readonly {
    readonly example: PolicyExample;
    readonly line: number;
    readonly column: number;
  }[];
}

/** A baseline as a policy names it: `OWNER/REPO/PATH@REF`. */
interface BaselineReference extends Position {
  readonly address: string;
}

/**
 * What the calls of a run are evaluated by: layers, of which the strictest verdict counts, and the settings that they come to
 * (`layers/combine.ts`). Usually there is one layer, the policy of the repository.
 */
export interface Policy {
  /** The digest of the one layer; with baselines, the digest over those of all layers (`layersDigest`). */
  readonly sha256: string;
  /** The repository's own policy, then its baselines. */
  readonly layers: readonly [PolicyLayer, ...PolicyLayer[]];
  /** A plan must be approved before anything but read-only tools exists. */
  readonly planRequired: boolean;
  readonly approvals: ApprovalSettings;
  readonly sandbox: SandboxSettings;
  readonly budget: BudgetSettings;
  /** What a run must have proved before it can end `done`. */
  readonly done: { readonly requires: readonly RequiredInFile[] };
  /** How often a tool (its name may contain `*`) may run in one run. */
  readonly limits: Readonly<Record<string, number>>;
  readonly tools: ToolSettings;
  readonly github: GitHubSettings;
  readonly hooks: readonly string[];
  readonly mcpServers: Readonly<ServerDocument>;
  readonly redactPatterns: readonly string[];
}

/** The mode of the repository's own policy, as its author wrote it. */
export function modeName(policy: Policy): LayerMode | 'plan' {
  return layerModeName(policy.layers[0]);
}

export function layerModeName(layer: PolicyLayer): LayerMode | 'plan' {
  return layer.planOnly ? 'plan' : layer.mode;
}

/** All rules of a layer, those for untrusted content included. */
export function allRules({ rules, whenUntrusted }: PolicyLayer): readonly CompiledRule[] {
  return [...rules, ...whenUntrusted.rules];
}

/** What `check` finds about each rule, at the place of the rule in its file. */
export function ruleProblems(
  { file }: PolicyLayer,
  rules: readonly CompiledRule[],
  check: (rule: CompiledRule) => readonly (RuleProblem | null)[],
): readonly PolicyProblem[] {
  return rules.flatMap((rule) => {
    const place = { file, line: rule.line ?? 1, column: rule.column ?? 1 };
    return check(rule).flatMap((problem) => (problem === null ? [] : [{ ...place, ...problem }]));
  });
}

/** Every entry by which the policy lets people approve, of its rules, too. */
export function approverEntries({ approvals, layers }: Policy): readonly string[] {
  return [
    ...approvals.from,
    ...layers.flatMap(allRules).flatMap(({ approval }) => approval?.from ?? []),
  ];
}

/** Whether approvals of calls, or who is notified of them, can depend on the repository's CODEOWNERS. */
export function asksCodeOwners(policy: Policy): boolean {
  const { notify, baselines } = policy.approvals;
  return [approverEntries(policy), notify, ...baselines.from].flat().includes('codeowners');
}
