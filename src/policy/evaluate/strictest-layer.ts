import type { CommandVerdict, LayerVerdict, Verdict } from '../model/facts.ts';
import type { Policy, PolicyLayer } from '../model/policy.ts';
import type { CommandProfile } from '../model/profile.ts';
import { mergeApprovals } from '../model/approval-needs.ts';
import { isStricter, stricter, strictness, withApprovals } from './decision.ts';

/**
 * The strictest verdict of all layers, with the layer that gave it. A policy of one layer gives its verdict as it is. Nothing of a
 * layer is merged into another, so that no layer can loosen what another one says.
 */
export function strictestOfLayers(
  layers: Policy['layers'],
  evaluateLayer: (layer: PolicyLayer) => Verdict,
): Verdict {
  const [own, ...baselines] = layers;
  const first = evaluateLayer(own);
  if (baselines.length === 0) return first;
  const evaluated: [Evaluated, ...Evaluated[]] = [{ layer: own, verdict: first }];
  for (const layer of baselines) {
    const verdict = evaluateLayer(layer);
    // A rule of a baseline adds to the `approvals` of the repository's own policy, and replaces nothing of it.
    const approvals = mergeApprovals(verdict.approvals, undefined);
    evaluated.push({ layer, verdict: withApprovals(verdict, approvals) });
  }
  const decided = decidingLayer(evaluated);
  const verdicts = evaluated.map(({ verdict }) => verdict);
  const { approvals, plan } = verdicts.reduce(stricter);
  return {
    // The approval needs what every asking layer requires, and all lines of a plan that let the call run are named.
    ...withApprovals(decided.verdict, approvals),
    ...(plan === undefined ? {} : { plan }),
    ...place(decided),
    ...commandsOf(decided.verdict, verdicts),
    ...profileOf(decided.verdict, verdicts),
    layers: evaluated.map(layerVerdict),
  };
}

/** The layer with the strictest verdict. Of those that let a call run, one that does so by the approved plan says more. */
function decidingLayer(evaluated: readonly [Evaluated, ...Evaluated[]]): Evaluated {
  const strictest = evaluated.reduce((one, other) =>
    isStricter(other.verdict, one.verdict) ? other : one,
  );
  const planned = evaluated.find(({ verdict }) => verdict.plan !== undefined);
  return strictest.verdict.verdict === 'auto' ? (planned ?? strictest) : strictest;
}

interface Evaluated {
  readonly layer: PolicyLayer;
  readonly verdict: Verdict;
}

function place({ layer, verdict }: Evaluated): Pick<Verdict, 'layer' | 'link' | 'because'> {
  const { because, line } = verdict;
  const url = layer.origin?.url ?? null;
  const link = url === null ? {} : { link: line === null ? url : `${url}#L${line}` };
  return { layer: layer.file, ...link, because: `${because} (${layer.file})` };
}

function layerVerdict({ layer, verdict: { verdict, rule, list, line } }: Evaluated): LayerVerdict {
  return { layer: layer.file, verdict, rule, list, line };
}

/** Each simple command with its strictest verdict, where every layer shows all of them. */
function commandsOf(decided: Verdict, verdicts: readonly Verdict[]): Pick<Verdict, 'commands'> {
  const { commands, commandsLeftOut } = decided;
  if (commands === undefined || commandsLeftOut !== undefined) return {};
  const shown = verdicts.flatMap((verdict) =>
    verdict.commands?.length === commands.length ? [verdict.commands] : [],
  );
  return {
    commands: commands.map((command, index) =>
      shown.reduce((one, other) => stricterCommand(one, other[index] ?? one), command),
    ),
  };
}

function stricterCommand(one: CommandVerdict, other: CommandVerdict): CommandVerdict {
  return strictness(other.verdict) > strictness(one.verdict) ? other : one;
}

/**
 * If one layer lets a command run only where it can have no effect, the command runs there, whatever the other layers say
 * and whoever approves.
 */
function profileOf(
  decided: Verdict,
  verdicts: readonly Verdict[],
): { readonly profile?: CommandProfile } {
  if (decided.profile === undefined) return {};
  const contained = verdicts.find(({ profile }) => profile?.name === 'contained');
  return { profile: contained?.profile ?? decided.profile };
}
