import { allInOrder } from '../../common/index.ts';
import { BUILTIN_TOOLS } from '../model/builtin-tools.ts';
import type { LayerOrigin, Policy, PolicyLayer } from '../model/policy.ts';
import { type PolicyProblem, problemText } from '../model/problems.ts';
import { deniedRequirements } from '../tooling/policy-tests.ts';
import { loadPolicy } from '../load/load-policy.ts';
import { combineLayers } from './combine.ts';

/** The most files of a chain of `extends`, the repository's own policy not counted. */
const MAX_LEVELS = 5;
/** The most baselines of one policy. */
const MAX_LAYERS = 30;

/** A baseline as it was read. */
export interface BaselineFile {
  readonly text: string | Uint8Array;
  readonly origin: LayerOrigin;
}

/** A baseline, and where it was named, for messages: a line of a policy, an input, or the machine. */
export interface NamedBaseline {
  readonly address: string;
  readonly namedBy: string;
}

interface LoadLayersOptions {
  /** Baselines beside those that the policy names: of the step, of the command line, of the machine. */
  readonly baselines: readonly NamedBaseline[];
  /** Reads a baseline. Rejects if that is not possible; an error then ends the run with its message. */
  readonly read: (baseline: NamedBaseline) => Promise<BaselineFile>;
}

/** Why the baselines of a policy cannot be used. `text` has every problem, with its file and line. */
interface LayerFailure {
  readonly ok: false;
  readonly text: string;
  readonly problems: readonly PolicyProblem[];
}

/**
 * A policy on its baselines: those that it names in `extends`, those that these name, and further ones. Each is read once. A baseline
 * that names itself, a chain of more than five, and one that does not load are failures; so is a rejected `read`. Nothing is
 * ever left out.
 */
export async function loadLayers(
  policy: Policy,
  { baselines, read }: LoadLayersOptions,
): Promise<{ readonly ok: true; readonly policy: Policy } | LayerFailure> {
  const [own] = policy.layers;
  const found = new Map<string, PolicyLayer>();
  const reads = new Map<string, Promise<PolicyLayer | LayerFailure>>();
  // Each address is read once, so that a branch that moves meanwhile is one commit.
  const layerOf = (named: NamedBaseline): Promise<PolicyLayer | LayerFailure> => {
    const reading = reads.get(named.address) ?? readLayer(named, read);
    reads.set(named.address, reading);
    return reading;
  };
  let level: readonly Step[] = [...namedBy(own), ...baselines].map((named) => ({
    named,
    chain: [],
  }));
  while (level.length > 0) {
    const refusal = refusalOf(level, found.size);
    if (refusal !== null) return refusal;
    const layers = await allInOrder(level.map(async ({ named }) => await layerOf(named)));
    const next: Step[] = [];
    for (const [index, { named, chain }] of level.entries()) {
      const layer = layers[index];
      if (layer === undefined) continue;
      if ('text' in layer) return layer;
      found.set(named.address, layer);
      for (const more of namedBy(layer))
        next.push({ named: more, chain: [...chain, named.address] });
    }
    level = next;
  }
  const combined = combineLayers(own, [...found.values()]);
  const problems = found.size === 0 ? [] : deniedRequirements(combined);
  return problems.length === 0 ? { ok: true, policy: combined } : failureOf(problems);
}

/** A baseline to read, and the addresses on the way to it. */
interface Step {
  readonly named: NamedBaseline;
  readonly chain: readonly string[];
}

/** Why a level is not read; `null` if it is. */
function refusalOf(level: readonly Step[], known: number): LayerFailure | null {
  for (const { named, chain } of level) {
    const { address, namedBy: by } = named;
    const path = [...chain, address];
    if (chain.includes(address)) {
      const cycle = path.slice(path.indexOf(address)).join(' → ');
      return failure(
        `${by}: The baseline ${address} extends itself: ${cycle}.`,
        'Remove this one.',
      );
    }
    if (chain.length >= MAX_LEVELS)
      return failure(
        `${by}: The baseline ${address} is more than ${MAX_LEVELS} levels deep: ${path.join(' → ')}.`,
        'Name the deeper ones in the policy itself.',
      );
  }
  const [first] = level;
  const addresses = new Set(level.map(({ named }) => named.address));
  if (first === undefined || known + addresses.size <= MAX_LAYERS) return null;
  const { address, namedBy: by } = first.named;
  return failure(
    `${by}: With the baseline ${address} the policy has more than ${MAX_LAYERS}.`,
    'Join some of them in one file.',
  );
}

function namedBy(layer: PolicyLayer): readonly NamedBaseline[] {
  return layer.extends.map(({ address, line }) => ({
    address,
    namedBy: `${layer.file}:${line}`,
  }));
}

async function readLayer(
  named: NamedBaseline,
  read: LoadLayersOptions['read'],
): Promise<PolicyLayer | LayerFailure> {
  const { text, origin } = await read(named);
  const loaded = loadPolicy(text, {
    file: named.address,
    knownTools: BUILTIN_TOOLS,
    baseline: true,
  });
  if (!loaded.ok) return failureOf(loaded.problems);
  return { ...loaded.policy.layers[0], origin };
}

function failure(message: string, fix: string): LayerFailure {
  return { ok: false, text: `${message} ${fix}`, problems: [] };
}

function failureOf(problems: readonly PolicyProblem[]): LayerFailure {
  return { ok: false, text: problems.map(problemText).join('\n'), problems };
}
