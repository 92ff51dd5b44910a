/** A GitHub account. A bot's login ends in `[bot]` and its type is `Bot`. */
export interface Account {
  readonly login: string;
  readonly id: number;
  readonly type: string;
}

/**
 * An account as far as comparisons need it. Only the id identifies a person: the login can change, and somebody else can
 * take it then.
 */
export type Person = Pick<Account, 'login' | 'id'>;
