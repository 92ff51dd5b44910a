import { layersDigest } from '../../common/index.ts';
import type { Policy, PolicyLayer } from '../model/policy.ts';
import { type BudgetName, KEY_RULES, type SettingValues } from './key-rules.ts';

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
  const ownValue = <Key extends keyof SettingValues>(key: Key): SettingValues[Key] =>
    opinions(key, [own])[0] ?? KEY_RULES[key].fallback;
  const valueOf = <Key extends keyof SettingValues>(key: Key): SettingValues[Key] =>
    opinions(key, sorted).reduce((one, other) => KEY_RULES[key].tighten(one, other), ownValue(key));
  const limitOf = (name: BudgetName): number | null => {
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
      from: ownValue('approvals.from').flat(),
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
    budget: {
      turns: limitOf('turns'),
      calls: limitOf('calls'),
      minutes: limitOf('minutes'),
      tokens: limitOf('tokens'),
      usd: limitOf('usd'),
      onLimit: valueOf('budget.onLimit'),
    },
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

/** The values of the layers that set a key. */
function opinions<Key extends keyof SettingValues>(
  key: Key,
  layers: readonly PolicyLayer[],
): readonly SettingValues[Key][] {
  return layers.flatMap(({ settings }) => {
    const value: SettingValues[Key] | undefined = settings[key];
    return value === undefined ? [] : [value];
  });
}

/** The policy with another own layer and the same baselines. */
export function withOwnLayer(policy: Policy, own: PolicyLayer): Policy {
  const [, ...baselines] = policy.layers;
  return combineLayers(own, baselines);
}
