import type { EntryOf } from '../../format/entry.ts';

const REPOSITORY = /^[\w.-]+\/[\w.-]+$/;
const COMMIT = /^[0-9a-f]{40,64}$/;

/**
 * The addresses on GitHub that a report links. An audit trail is text by others: only https addresses on the server of the run's
 * own workflow run count, so that no link leads elsewhere.
 */
export class GitHubLinks {
  /** `null` if the trail names no server, as that of a local run. */
  readonly #origin: string | null;
  readonly #start: EntryOf<'run.start'> | null;

  /** `start`: the first of the trail. */
  constructor(start: EntryOf<'run.start'> | null) {
    this.#start = start;
    const url = this.#start?.workflow?.url ?? '';
    this.#origin = url.startsWith('https://') && URL.canParse(url) ? new URL(url).origin : null;
  }

  /** The address as it may be linked; `null` if it may not. */
  link(url: string | null | undefined): string | null {
    if (typeof url !== 'string' || this.#origin === null || !URL.canParse(url)) return null;
    const { origin, href, username, password } = new URL(url);
    return origin === this.#origin && username === '' && password === '' ? href : null;
  }

  repository(): string | null {
    const name = this.#start?.repository ?? '';
    return REPOSITORY.test(name) ? this.link(`${this.#origin}/${name}`) : null;
  }

  commit(): string | null {
    const sha = this.#start?.headSha ?? '';
    const repository = this.repository();
    return repository === null || !COMMIT.test(sha) ? null : `${repository}/commit/${sha}`;
  }
}
