import { CountersignError, errorText } from '../../../common/index.ts';
import { BUILTIN_TOOLS, builtinPolicy, loadPolicy, looseKeys } from '../../../policy/index.ts';
import type { CliIo, CommandCall } from '../../spec.ts';
import { layered } from '../policy/baseline-files.ts';
import { bad, type Finding, good, unknown } from './finding.ts';

/**
 * The findings for the baselines that a run here would have: those of the policy, of the option and of the machine. None for a policy
 * that does not load, which has a finding of its own. `text`: `null` if the file does not exist.
 */
export async function baselineFindings(
  text: string | null,
  file: string,
  here: { readonly call: CommandCall; readonly io: CliIo },
): Promise<readonly Finding[]> {
  const loaded = text === null ? null : loadPolicy(text, { file, knownTools: BUILTIN_TOOLS });
  if (loaded?.ok === false) return [];
  const own = loaded?.policy ?? builtinPolicy();
  try {
    const policy = await layered(own, here, { machine: true });
    const [, ...baselines] = policy.layers;
    return [
      ...baselines.map((layer) => {
        const commit = layer.origin?.commit ?? null;
        return good('baseline', `${layer.file}${commit === null ? '' : ` at ${commit}`} is valid.`);
      }),
      ...looseKeys(policy).map(({ line, column, message, fix }) =>
        unknown('baseline', `${file}:${line}:${column}: ${message}`, fix),
      ),
    ];
  } catch (error) {
    // A run of the workflow has a token, so that this says nothing about it.
    if (error instanceof CountersignError && error.code === 'input-invalid')
      return [unknown('baseline', errorText(error))];
    return [bad('baseline', errorText(error), 'Until then no run starts.')];
  }
}
