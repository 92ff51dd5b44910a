/** What happens to the issue, the branches and the trusted files of a story's repository. */
import { execFileSync } from 'node:child_process';
import * as fc from '../../properties.ts';
import type { TestRepository } from '../harness.ts';
import { moduleFiles } from './modules.ts';

/** What became of the issue. `locked`, `deleted` and `moved` stay. */
const ISSUE_STATES = ['open', 'closed', 'locked', 'deleted', 'moved'] as const;
type IssueState = (typeof ISSUE_STATES)[number];

const BRANCH_ACTS = ['force-push', 'delete', 'take-back', 'retarget'] as const;

export type RepositoryAct =
  | { readonly do: 'issue'; readonly become: IssueState }
  | { readonly do: 'commit'; readonly where: 'head' | 'policy' | 'main' | 'tools' | 'hooks' }
  /** `take-back`: the newest commit of the pull request is removed. `retarget`: it gets another base branch, or the first one again. */
  | { readonly do: 'branch'; readonly how: (typeof BRANCH_ACTS)[number] };

export const repositoryActs: fc.Arbitrary<RepositoryAct> = fc.oneof(
  fc.record({
    do: fc.constant('issue' as const),
    become: fc.constantFrom<IssueState>('closed', 'open', 'open', 'closed', ...ISSUE_STATES),
  }),
  fc.record({
    do: fc.constant('commit' as const),
    where: fc.constantFrom('head', 'head', 'policy', 'main', 'main', 'tools', 'hooks'),
  }),
  fc.record({
    do: fc.constant('branch' as const),
    how: fc.constantFrom(...BRANCH_ACTS),
  }),
);

/** The states in which GitHub refuses what is asked of an issue. */
export const GONE: ReadonlySet<string> = new Set<IssueState>(['locked', 'deleted', 'moved']);

/** A reply, as the faults of the local GitHub have it. */
interface Refusal {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The repository as the acts of a story change it. */
export class StoryRepository {
  readonly #testRepository: TestRepository;
  readonly #policy: string;
  readonly #issue: number;
  #commits = 0;
  /** The heads of the pull request's branch that people pushed since they last rewrote it. */
  heads: string[] = [];
  #state: IssueState = 'open';

  constructor(repository: TestRepository, { policy, issue }: { policy: string; issue: number }) {
    this.#testRepository = repository;
    this.#policy = policy;
    this.#issue = issue;
  }

  /** What GitHub answers a request about an issue that cannot be changed any more. */
  refusal(request: string): Refusal | null {
    const [method = '', target = ''] = request.split(' ');
    const path = target.split('?')[0] ?? '';
    if (!/\/issues\//.test(path) || !this.#isAbout(path)) return null;
    if (this.#state === 'locked' && method === 'POST')
      return {
        status: 403,
        body: { message: 'Unable to create comment because issue is locked.' },
      };
    if (this.#state === 'deleted')
      return { status: 410, body: { message: 'This issue was deleted' } };
    return this.#state === 'moved' ? { status: 404, body: { message: 'Not Found' } } : null;
  }

  #isAbout(path: string): boolean {
    return (
      /\/issues\/comments\//.test(path) || new RegExp(`/issues/${this.#issue}(?:/|$)`).test(path)
    );
  }

  async act(act: RepositoryAct): Promise<void> {
    if (act.do === 'issue') this.#become(act.become);
    else if (act.do === 'commit') await this.#commit(act.where);
    else await this.#branch(act.how);
  }

  #become(state: IssueState): void {
    const found = this.#testRepository.github.state.issues.get(this.#issue);
    if (found === undefined) return;
    if (state === 'open' || state === 'closed') found.state = state;
    else this.#state = state;
  }

  async #commit(where: 'head' | 'policy' | 'main' | 'tools' | 'hooks'): Promise<void> {
    const { runner } = this.#testRepository;
    this.#commits += 1;
    const edition = this.#commits;
    if (where === 'head') {
      const headSha = await runner.commit('topic', { 'src/more.txt': `${edition}\n` });
      this.heads.push(headSha);
      this.#setHead(headSha);
      return;
    }
    const files = {
      policy: { '.github/countersign.yml': `${this.#policy}# Edition ${edition}\n` },
      main: { 'src/other.txt': `${edition}\n` },
      ...moduleFiles(edition),
    };
    await runner.commit('main', files[where]);
  }

  async #branch(how: (typeof BRANCH_ACTS)[number]): Promise<void> {
    const { runner, github } = this.#testRepository;
    const pull = github.state.issues.get(this.#issue)?.pull ?? null;
    if (pull === null) return;
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-C', runner.origin, ...args], { encoding: 'utf8' }).trim();
    const setHead = (headSha: string): void => {
      git('update-ref', 'refs/heads/topic', headSha);
      this.#setHead(headSha);
    };
    switch (how) {
      case 'delete':
        git('update-ref', '-d', 'refs/heads/topic');
        this.heads = [];
        return;
      case 'retarget':
        git('update-ref', 'refs/heads/release', 'main');
        this.#setPull({ baseRef: pull.baseRef === 'main' ? 'release' : 'main' });
        return;
      case 'take-back': {
        const [newest = '', before] = git('rev-list', '--first-parent', 'topic', '^main').split(
          '\n',
        );
        // Without a commit of its own, GitHub would close the pull request.
        if (before === undefined) return;
        this.heads = this.heads.filter((head) => head !== newest);
        setHead(before);
        return;
      }
      case 'force-push': {
        this.#commits += 1;
        const tree = git('rev-parse', 'main^{tree}');
        const identity = ['-c', 'user.name=octo-dev', '-c', 'user.email=octo-dev@example.com'];
        const message = `Another ${this.#commits}`;
        const headSha = git(...identity, 'commit-tree', tree, '-p', 'main', '-m', message);
        this.heads = [headSha];
        setHead(headSha);
      }
    }
  }

  #setHead(headSha: string): void {
    this.#setPull({ headSha });
  }

  #setPull(change: { readonly headSha: string } | { readonly baseRef: string }): void {
    const found = this.#testRepository.github.state.issues.get(this.#issue);
    if (found !== undefined && found.pull !== null) found.pull = { ...found.pull, ...change };
  }
}
