// I/O: looks at the folder of a checkout.
import { repositoryRoot } from '../../workspace.ts';
import { bad, type Finding, unknown } from './finding.ts';

/** The finding for a folder that is not the root of a repository. */
export function checkoutFindings(folder: string): readonly Finding[] {
  const root = repositoryRoot(folder);
  if (root === folder) return [];
  if (root === null)
    return [
      unknown(
        'checkout',
        `${folder} is not in a git repository.`,
        'Run `git init` there, or name the root of a clone with --workspace (with --dir for init).',
      ),
    ];
  const found = `${folder} is a folder of the repository ${root}. The workflows and the policy are read only at its root.`;
  return [bad('checkout', found, `Pass --workspace ${root}.`)];
}
