/** A GitHub account. A bot's login ends in `[bot]` and its type is `Bot`. */
export interface Account {
  readonly login: string;
  readonly id: number;
  readonly type: string;
}
