import { errorText, memoizeBy } from '../../common/index.ts';
import { atLeast, type GitHub, type Trusts } from '../../github/index.ts';

/** A trust look-up that asks GitHub once for each account. */
export function trustBy(github: Pick<GitHub, 'permissionOf'>): Trusts {
  const lookUp = memoizeBy(async (id: number, login: string): ReturnType<Trusts> => {
    try {
      const permission = await github.permissionOf({ id, login });
      return { trusted: atLeast(permission, 'write'), because: `permission ${permission}` };
    } catch (error) {
      return { trusted: false, because: `permission could not be looked up: ${errorText(error)}` };
    }
  });
  return async (person) =>
    person === null
      ? { trusted: false, because: 'the account is gone' }
      : await lookUp(person.id, person.login);
}
