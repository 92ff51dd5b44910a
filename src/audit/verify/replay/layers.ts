import { layersDigest } from '../../../common/index.ts';
import { mayBeByHook, strictnessOfMode } from './mode.ts';
import type { EntryOf } from '../../format/entry.ts';
import {
  type LayeredPolicy,
  type OpenCallState,
  type RunPolicy,
  strictness,
} from './replay-state.ts';

/** Why the digest of a policy is not that of its layers; `null` if it is, and for a policy without baselines. */
export function layersMismatch(policy: RunPolicy): string | null {
  const { layers, sha256 } = policy;
  if (layers === undefined) return null;
  const [own, ...baselines] = layers;
  const digest = layersDigest(
    own?.sha256 ?? '',
    baselines.map((layer) => layer.sha256),
  );
  if (digest !== sha256)
    return `The policy has the digest ${sha256}, but its layers have ${digest}.`;
  const addresses = layers.map(({ address }) => address);
  return new Set(addresses).size === addresses.length
    ? null
    : 'Two layers of the policy have the same address.';
}

/**
 * Why a verdict is looser than a layer of the run's policy says, or does not name the layers; `null` if neither. Verdicts by built-in
 * rules name no layers, because no layer evaluates them. A hook can only loosen what the own layer says by `mode: custom`.
 */
export function layerMismatch(
  entry: EntryOf<'call.verdict'>,
  { mode, addresses }: LayeredPolicy,
  open: OpenCallState,
): string | null {
  const { call, layer, layers: said } = entry;
  if (layer !== undefined && !addresses.has(layer))
    return `The verdict on ${call} names the layer ${layer}, which the policy of the run does not have.`;
  if (said === undefined) {
    return addresses.size === 0 || entry.list === 'wall'
      ? null
      : `The verdict on ${call} does not say what each layer of the policy said.`;
  }
  const named = new Set(said.map((one) => one.layer));
  if (said.length !== addresses.size || [...addresses].some((address) => !named.has(address)))
    return `The verdict on ${call} does not name every layer of the policy once.`;
  const [first] = addresses;
  const own = said.find((one) => one.layer === first && one.list === 'mode');
  if (own !== undefined && strictness(own.verdict) < strictnessOfMode(mode))
    return `The layer ${own.layer} says ${own.verdict} about ${call} by "mode: ${mode}".`;
  const isByHook = mayBeByHook(entry, { mode, open });
  const looser = said.find(
    (one) =>
      strictness(entry.verdict) < strictness(one.verdict) &&
      !(isByHook && one === own && one.verdict === 'requireApproval'),
  );
  return looser === undefined
    ? null
    : `The verdict on ${call} is ${entry.verdict}, but the layer ${looser.layer} says ${looser.verdict}.`;
}
