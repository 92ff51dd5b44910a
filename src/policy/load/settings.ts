import type {
  ApprovalSettings,
  BudgetSettings,
  GitHubSettings,
  SandboxSettings,
  ToolSettings,
} from '../model/policy.ts';
import { parseDuration, parseTokens } from './quantities.ts';
import { DEFAULT_BRANCH, type PolicyDocument } from './schema.ts';

const DEFAULT_WAIT_MS = 10 * 60_000;
const DEFAULT_EXPIRE_MS = 7 * 86_400_000;

/** Who may approve and how long it takes; where the policy is silent, the defaults of docs/policy.md. */
export function approvalSettings(document: PolicyDocument): ApprovalSettings {
  const { approvals } = document;
  return {
    from: approvals?.from ?? ['write'],
    notify: approvals?.notify ?? [],
    count: approvals?.count ?? 1,
    self: approvals?.self ?? false,
    reviews: approvals?.reviews ?? false,
    boxes: approvals?.boxes ?? false,
    waitMs: durationOr(approvals?.wait, DEFAULT_WAIT_MS),
    then: approvals?.then ?? 'suspend',
    expireMs: durationOr(approvals?.expire, DEFAULT_EXPIRE_MS),
  };
}

/** `preferred` where the policy is silent: without a sandbox `auto` for commands asks; no network, the workspace writable. */
export function sandboxSettings(document: PolicyDocument): SandboxSettings {
  const { sandbox } = document;
  if (typeof sandbox === 'string') return { mode: sandbox, network: [], write: ['.'] };
  return {
    mode: sandbox?.mode ?? 'preferred',
    network: sandbox?.network ?? [],
    write: sandbox?.write ?? ['.'],
  };
}

export function budgetSettings(document: PolicyDocument): BudgetSettings {
  const { budget } = document;
  return {
    turns: budget?.turns ?? null,
    calls: budget?.calls ?? null,
    minutes: budget?.minutes ?? null,
    tokens: budget?.tokens === undefined ? null : parseTokens(budget.tokens),
    usd: budget?.usd ?? null,
    onLimit: budget?.onLimit ?? 'stop',
  };
}

export function githubSettings({ github }: PolicyDocument): GitHubSettings {
  return { branch: github?.branch ?? DEFAULT_BRANCH, images: github?.images ?? 'all' };
}

export function toolSettings(document: PolicyDocument): ToolSettings {
  return {
    enabled: document.tools?.enabled ?? null,
    disabled: document.tools?.disabled ?? [],
    modules: document.tools?.modules ?? [],
    secrets: document.tools?.secrets ?? [],
  };
}

function durationOr(text: string | undefined, otherwiseMs: number): number {
  return text === undefined ? otherwiseMs : (parseDuration(text) ?? otherwiseMs);
}
