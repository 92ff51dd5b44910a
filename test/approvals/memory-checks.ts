import type { CheckRunContent, CheckRunState, GitHubChecks } from '../../src/github/index.ts';

/** The one check run of a commit, in memory. */
export class MemoryChecks implements GitHubChecks {
  state: CheckRunState = {
    id: 5,
    url: 'https://github.test/checks/5',
    app: { id: 15_368, slug: 'github-actions' },
    headSha: 'a'.repeat(40),
    externalId: '',
    conclusion: null,
  };
  /** What it has shown, from its creation on. */
  readonly shown: CheckRunContent[] = [];
  readonly failing = new Map<keyof GitHubChecks, Error>();

  async createCheckRun({ content }: Parameters<GitHubChecks['createCheckRun']>[0]) {
    return this.#show('createCheckRun', content);
  }
  async updateCheckRun(_id: number, content: CheckRunContent) {
    return this.#show('updateCheckRun', content);
  }
  async findCheckRun() {
    return this.state;
  }
  async checkRun() {
    this.#fail('checkRun');
    return this.state;
  }
  #show(what: keyof GitHubChecks, content: CheckRunContent): CheckRunState {
    this.#fail(what);
    this.shown.push(content);
    this.state = { ...this.state, conclusion: content.conclusion };
    return this.state;
  }
  #fail(what: keyof GitHubChecks): void {
    const error = this.failing.get(what);
    if (error !== undefined) throw error;
  }
}
