import type { Policy } from '../../../policy/index.ts';
import { localBaseline, type LocalBaseline, onLocalBaselines } from '../../../session/index.ts';
import { type CliIo, type CommandCall, listOption, type OptionSpec } from '../../spec.ts';

export const BASELINE: OptionSpec = {
  flags: '--baseline <file>',
  summary:
    'a baseline that the policy extends: a file, OWNER/REPO/PATH@REF, or OWNER/REPO/PATH@REF=FILE to read a named one from a file; can be repeated',
  many: true,
};

/** The baselines of an option, each with the local file that it is read from; `null`: through the API. */
export function namedBaselines(call: CommandCall): readonly LocalBaseline[] {
  return listOption(call, 'baseline').map(localBaseline);
}

/** The policy on its baselines: those that it names, those of the option, and with `machine` those of this machine (`onLocalBaselines`). */
export async function layered(
  policy: Policy,
  { call, io }: { readonly call: CommandCall; readonly io: CliIo },
  { machine = false }: { readonly machine?: boolean } = {},
): Promise<Policy> {
  const { cwd, environment } = io;
  const named = namedBaselines(call);
  return await onLocalBaselines(policy, {
    named,
    namedBy: '--baseline',
    machine,
    cwd,
    environment,
  });
}
