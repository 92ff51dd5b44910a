import { layersDigest } from '../../common/index.ts';
import type { BudgetSettings, Policy, PolicyLayer, SettingValues } from '../model/policy.ts';
import { KEY_RULES } from './key-rules.ts';

/** The limits of a run where no layer and no input sets one. */
export const DEFAULT_BUDGET = {
  turns: 60,
  calls: 300,
  tokens: 2_000_000,
  usd: 5,
  minutes: 30,
} as const;

const DEFAULT_WAIT_MS = 10 * 60_000;
const DEFAULT_EXPIRE_MS = 7 * 86_400_000;

type Limit = keyof typeof DEFAULT_BUDGET;

/** What applies where the repository's own policy is silent (docs/policy.md). */
const DEFAULTS: SettingValues = {
  'approvals.from': [['write']],
  'approvals.notify': [],
  'approvals.count': 1,
  'approvals.self': false,
  'approvals.reviews': false,
  'approvals.boxes': false,
  'approvals.wait': DEFAULT_WAIT_MS,
  'approvals.then': 'suspend',
  'approvals.expire': DEFAULT_EXPIRE_MS,
  // Without a sandbox, `auto` for commands asks.
  'sandbox.mode': 'preferred',
  'sandbox.network': [],
  'sandbox.write': ['.'],
  'budget.turns': DEFAULT_BUDGET.turns,
  'budget.calls': DEFAULT_BUDGET.calls,
  'budget.minutes': DEFAULT_BUDGET.minutes,
  'budget.tokens': DEFAULT_BUDGET.tokens,
  'budget.usd': DEFAULT_BUDGET.usd,
  'budget.onLimit': 'stop',
  'github.images': 'all',
  'done.requires': [],
  limits: {},
  'tools.secrets': [],
  'tools.parallel': 10,
  hooks: [],
  'redact.patterns': [],
};

/**
 * The policy of a repository's own file and its baselines. Verdicts are not merged: each layer is evaluated on its own. Of the other keys
 * the tightest value counts, by the table `KEY_RULES`. The order of the baselines makes no difference: they are sorted.
 */
export function combineLayers(own: PolicyLayer, baselines: readonly PolicyLayer[]): Policy {
  const unique = new Map(baselines.map((layer) => [`${layer.file}\n${layer.sha256}`, layer]));
  const sorted = [...unique]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, layer]) => layer);
  const layers = [own, ...sorted] as const;
  const values: SettingValues = { ...DEFAULTS, ...own.settings };
  const valueOf = <Key extends keyof SettingValues>(key: Key): SettingValues[Key] =>
    tightest(key, values[key], opinions(key, sorted));
  const limitOf = (name: Limit): number | null => {
    const key = `budget.${name}` as const;
    const isSet = layers.some(({ settings }) => settings[key] !== undefined);
    return isSet ? valueOf(key) : null;
  };
  return {
    sha256: layersDigest(
      own.sha256,
      sorted.map(({ sha256 }) => sha256),
    ),
    layers,
    planRequired: layers.some((layer) => layer.planRequired),
    approvals: {
      from: values['approvals.from'].flat(),
      baselines: {
        from: opinions('approvals.from', sorted).reduce(KEY_RULES['approvals.from'].tighten, []),
        count: Math.max(1, ...opinions('approvals.count', sorted)),
        self: opinions('approvals.self', sorted).every(Boolean),
        expireMs: Math.min(Infinity, ...opinions('approvals.expire', sorted)),
      },
      notify: valueOf('approvals.notify'),
      remindMs: own.own.remindMs,
      webhook: own.own.webhook,
      count: valueOf('approvals.count'),
      self: valueOf('approvals.self'),
      reviews: valueOf('approvals.reviews'),
      boxes: valueOf('approvals.boxes'),
      waitMs: valueOf('approvals.wait'),
      then: valueOf('approvals.then'),
      expireMs: valueOf('approvals.expire'),
    },
    sandbox: {
      mode: valueOf('sandbox.mode'),
      network: valueOf('sandbox.network'),
      write: valueOf('sandbox.write'),
    },
    budget: { ...budgetOf(limitOf), onLimit: valueOf('budget.onLimit') },
    done: { requires: valueOf('done.requires') },
    limits: valueOf('limits'),
    tools: {
      modules: own.own.modules,
      secrets: valueOf('tools.secrets'),
      parallel: valueOf('tools.parallel'),
    },
    github: { branch: own.own.branch, images: valueOf('github.images') },
    hooks: valueOf('hooks'),
    mcpServers: own.own.mcpServers,
    redactPatterns: valueOf('redact.patterns'),
  };
}

function budgetOf(limitOf: (name: Limit) => number | null): Omit<BudgetSettings, 'onLimit'> {
  return {
    turns: limitOf('turns'),
    calls: limitOf('calls'),
    minutes: limitOf('minutes'),
    tokens: limitOf('tokens'),
    usd: limitOf('usd'),
  };
}

/** The values of the baselines that set a key. */
function opinions<Key extends keyof SettingValues>(
  key: Key,
  baselines: readonly PolicyLayer[],
): readonly SettingValues[Key][] {
  return baselines.flatMap(({ settings }) => {
    const value: SettingValues[Key] | undefined = settings[key];
    return value === undefined ? [] : [value];
  });
}

function tightest<Key extends keyof SettingValues>(
  key: Key,
  first: SettingValues[Key],
  others: readonly SettingValues[Key][],
): SettingValues[Key] {
  return others.reduce((one, other) => KEY_RULES[key].tighten(one, other), first);
}

/** The policy with another own layer and the same baselines. */
export function withOwnLayer(policy: Policy, own: PolicyLayer): Policy {
  const [, ...baselines] = policy.layers;
  return combineLayers(own, baselines);
}
