import type { ApprovalSettings } from '../../policy/index.ts';
import { type CodeOwners, ownerNames } from '../answers/codeowners.ts';
import type { ApprovalRequest } from '../approver.ts';

/** Most code owners that are mentioned, so that a call that touches many files does not notify a whole company. */
const OWNERS_MENTIONED_MAX = 10;

/** Who is mentioned: `@user` and `@org/team`, and for `codeowners` the owners of the files that the calls touch. */
export function mentions(
  {
    settings,
    codeOwners,
  }: {
    readonly settings: Pick<ApprovalSettings, 'notify'>;
    readonly codeOwners: CodeOwners | null;
  },
  requests: readonly ApprovalRequest[],
): readonly string[] {
  const named = settings.notify.filter((entry) => entry !== 'codeowners');
  if (!settings.notify.includes('codeowners') || codeOwners === null) return named;
  const files = requests.flatMap(({ paths }) => paths ?? []);
  const owners = files.flatMap((path) => ownerNames(codeOwners, path));
  return [...new Set([...named, ...[...new Set(owners)].slice(0, OWNERS_MENTIONED_MAX)])];
}
