import type { GitHub } from './ports.ts';

/** What the tools on GitHub work with. The agent holds no token: it asks, and this process does. */
export interface GitHubToolWorld {
  readonly github: GitHub;
  /** The host of the API, which is what the policy's network rules see. */
  readonly apiHost: string;
  /** The issue or pull request that the run is about; `null` where there is none. */
  readonly number: number | null;
  /** Whether a person could push here when asked now, and why. An error counts as no. */
  readonly trusts: (login: string | null) => Promise<{ readonly trusted: boolean; readonly because: string }>;
  /** Puts text by strangers between marks that name its source. */
  readonly mark: (text: string, source: string) => string;
}
