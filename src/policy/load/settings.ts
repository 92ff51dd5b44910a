import type { PolicyLayer, SettingValues } from '../model/policy.ts';
import { parseDuration, parseTokens } from './quantities.ts';
import { DEFAULT_BRANCH, type PolicyDocument } from './schema.ts';

/** A value that the file does not set. */
type Unset = undefined;

/**
 * What a file sets of the keys that have one value for the whole run. A key that it does not set is absent: in a baseline it has
 * no opinion, and in the repository's own policy the default applies. `done.requires` is added by its reader.
 */
export function layerSettings(
  document: PolicyDocument,
  { baseline }: { readonly baseline: boolean },
): Partial<SettingValues> {
  const { approvals, budget, github } = document;
  const sandbox = typeof document.sandbox === 'string' ? undefined : document.sandbox;
  const found: { readonly [Key in keyof SettingValues]?: SettingValues[Key] | Unset } = {
    'approvals.from': approvals?.from === undefined ? undefined : [approvals.from],
    'approvals.notify': approvals?.notify,
    'approvals.count': approvals?.count,
    'approvals.self': approvals?.self,
    'approvals.reviews': approvals?.reviews,
    'approvals.boxes': approvals?.boxes,
    'approvals.wait': duration(approvals?.wait),
    'approvals.then': approvals?.then,
    'approvals.expire': duration(approvals?.expire),
    'sandbox.mode': typeof document.sandbox === 'string' ? document.sandbox : sandbox?.mode,
    'sandbox.network': sandbox?.network,
    'sandbox.write': sandbox?.write,
    'budget.turns': budget?.turns,
    'budget.calls': budget?.calls,
    'budget.minutes': budget?.minutes,
    'budget.tokens': budget?.tokens === undefined ? undefined : tokens(budget.tokens),
    'budget.usd': budget?.usd,
    'budget.onLimit': budget?.onLimit ?? (baseline && hasLimit(budget) ? 'stop' : undefined),
    'github.images': github?.images,
    limits: document.limits,
    'tools.secrets': document.tools?.secrets,
    'tools.parallel': document.tools?.parallel,
    hooks: document.hooks,
    'redact.patterns': document.redact?.patterns,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** A repository's `onLimit: ask` must not let its people raise a limit of a baseline, unless the baseline says so, too. */
function hasLimit(budget: PolicyDocument['budget']): boolean {
  return Object.keys(budget ?? {}).some((key) => key !== 'onLimit');
}

/** What only the repository's own policy sets. */
export function ownSettings(document: PolicyDocument): PolicyLayer['own'] {
  return {
    branch: document.github?.branch ?? DEFAULT_BRANCH,
    modules: document.tools?.modules ?? [],
    mcpServers: document.mcp?.servers ?? {},
    remindMs: duration(document.approvals?.remind) ?? null,
    webhook: {
      format: document.approvals?.webhook?.format ?? null,
      content: document.approvals?.webhook?.content ?? false,
    },
  };
}

export function listedTools(document: PolicyDocument): PolicyLayer['tools'] {
  return { enabled: document.tools?.enabled ?? null, disabled: document.tools?.disabled ?? [] };
}

function duration(text: string | undefined): number | undefined {
  return text === undefined ? undefined : (parseDuration(text) ?? undefined);
}

function tokens(value: string | number): number | undefined {
  return parseTokens(value) ?? undefined;
}
