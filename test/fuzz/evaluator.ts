import {
  evaluate,
  loadPolicy,
  planCommand,
  type Policy,
  type Verdict,
} from '../../src/policy/index.ts';
import { hiddenFromCommands, type PathResolver } from '../../src/policy/index.ts';
import { workspacePathResolver } from '../../src/sandbox/index.ts';
import type { Bait } from './bait.ts';
import { DENIED_FOLDER } from './bait.ts';

export const POLICY = `version: 1
mode: ask
auto: ["kind:readonly", "bash_run(@readonly)", "bash_run(@git-readonly)"]
deny: ["fs_read(${DENIED_FOLDER}/**)"]
`;

export interface Evaluator {
  verdict(command: string): Verdict;
  readonly isHidden: (path: string) => boolean;
}

/** The policy of the fuzz over the bait, as the product would evaluate it with a sandbox. */
export async function evaluatorOver(bait: Bait): Promise<Evaluator> {
  const loaded = loadPolicy(POLICY, { file: 'fuzz.yml' });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const policy: Policy = loaded.policy;
  const pathResolver: PathResolver = workspacePathResolver(bait.root);
  return {
    verdict: (command) =>
      evaluate(
        policy,
        { tool: 'bash_run', kind: 'execute', command },
        { pathResolver, untrusted: false, sandboxed: true },
      ),
    isHidden: hiddenFromCommands(policy, pathResolver),
  };
}

/** What is started for a command, as the tool does it. */
export function argvOf(command: string): readonly string[] {
  const plan = planCommand(command);
  return 'argv' in plan ? plan.argv : ['bash', '--norc', '--noprofile', '-c', plan.shell];
}
