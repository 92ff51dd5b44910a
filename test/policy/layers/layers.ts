import { combineLayers, type Policy, type PolicyLayer } from '../../../src/policy/index.ts';
import { parsePolicy } from '../../../src/policy/load/parse-policy.ts';
import { policy } from '../helpers.ts';

/** A baseline of this text, under an address. */
export function baseline(text: string, file = 'acme/policies/base.yml@v1'): PolicyLayer {
  const result = parsePolicy(`version: 1\n${text}`, { file, baseline: true });
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2));
  const [owner, repo] = file.split('/');
  const url = `https://github.com/${owner}/${repo}/blob/${'a'.repeat(40)}/base.yml`;
  return { ...result.policy.layers[0], origin: { commit: 'a'.repeat(40), url } };
}

/** The policy of a repository on baselines. */
export function layered(own: string, ...baselines: readonly string[]): Policy {
  return combineLayers(
    policy(own).layers[0],
    baselines.map((text, index) => baseline(text, `acme/policies/base-${index}.yml@v1`)),
  );
}
