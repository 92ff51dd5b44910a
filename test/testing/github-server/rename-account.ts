/** An account of the local GitHub takes another login. */
import type { GitHubServer } from '../../../src/testing/index.ts';
import { accountOf, permissionIn } from '../../../src/testing/github-server/state.ts';

/**
 * Gives an account another login, everywhere; it keeps its id and its permission. The old login is free: whoever is called so from now on is somebody else.
 */
export function renameAccount({ state }: GitHubServer, login: string, to: string): void {
  const account = accountOf(state, login);
  const [from, key] = [account.login.toLowerCase(), to.toLowerCase()];
  state.permissions.set(key, permissionIn(state, login));
  state.permissions.delete(from);
  state.accounts.delete(from);
  // What the account wrote refers to this object.
  state.accounts.set(key, Object.assign(account, { login: to }));
  for (const team of state.teams.values()) if (team.delete(from)) team.add(key);
  const renamed = (name: string): string => (name.toLowerCase() === from ? to : name);
  const orNull = (name: string | null): string | null => (name === null ? null : renamed(name));
  for (const issue of state.issues.values()) {
    const { pull } = issue;
    if (pull === null) continue;
    issue.pull = {
      ...pull,
      commitAuthors: pull.commitAuthors.map(renamed),
      ...(pull.commits === undefined
        ? {}
        : {
            commits: pull.commits.map(({ author, committer, coAuthors = [] }) => ({
              author: orNull(author),
              committer: orNull(committer),
              coAuthors: coAuthors.map(renamed),
            })),
          }),
    };
  }
}
