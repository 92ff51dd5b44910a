import { CountersignError } from '../../src/common/index.ts';
import type {
  Account,
  CommentEdits,
  GitHub,
  IssueComment,
  LastEdit,
  Permission,
  Person,
  Review,
  ThreadState,
} from '../../src/github/index.ts';

export const BOT: Account = { login: 'github-actions[bot]', id: 41898282, type: 'Bot' };
export const ALICE: Account = { login: 'alice', id: 1, type: 'User' };
export const BOB: Account = { login: 'bob', id: 2, type: 'User' };
export const CAROL: Account = { login: 'carol', id: 3, type: 'User' };
export const MALLORY: Account = { login: 'mallory', id: 66, type: 'User' };

/** A repository in memory: enough of GitHub for approval comments, comments, reactions and people. */
export class MemoryGitHub implements GitHub {
  readonly owner = 'octo';
  readonly repo = 'demo';
  readonly permissions = new Map<string, Permission>([
    ['alice', 'write'],
    ['bob', 'write'],
    ['carol', 'admin'],
    ['mallory', 'read'],
  ]);
  /** Whose each login is. */
  readonly accounts = new Map<string, Person>(
    [ALICE, BOB, CAROL, MALLORY].map((account) => [account.login, account]),
  );
  readonly teams = new Map<string, readonly string[]>();
  readonly all = new Map<number, IssueComment & { issue: number }>();
  /** The edits of each comment by its node id, oldest first. */
  readonly history = new Map<string, CommentEdits['edits'][number][]>();
  readonly edits = new Map<string, LastEdit>();
  /** Ids of comments that somebody hid. */
  readonly hidden = new Set<number>();
  readonly reactions = new Map<number, Set<string>>();
  /** By comment and reaction. */
  readonly #reactionIds = new Map<string, number>();
  readonly updates: string[] = [];
  readonly failing = new Map<string, CountersignError>();
  readonly polls = { count: 0, unchanged: 0 };
  readonly files = new Map<string, string>();
  readonly reviews: Review[] = [];
  onPoll: (poll: number) => void | Promise<void> = () => {};
  nowMs = Date.parse('2026-01-01T00:00:00Z');
  open = true;
  headSha = 'a'.repeat(40);
  #next = 100;
  #version = 0;

  within() {
    return this;
  }
  now() {
    return new Date(this.nowMs);
  }
  async self() {
    return null;
  }
  async permissionOf({ login }: Person) {
    this.#fail('permissionOf');
    return this.permissions.get(login) ?? 'none';
  }
  async accountsOf(logins: readonly string[]) {
    this.#fail('accountsOf');
    return logins.map((login) => this.accounts.get(login)).filter((found) => found !== undefined);
  }
  async isTeamMember(team: { org: string; slug: string }, login: string) {
    this.#fail('isTeamMember');
    return this.teams.get(`${team.org}/${team.slug}`)?.includes(login) ?? false;
  }
  async defaultBranch() {
    return 'main';
  }
  async commitOf() {
    return this.headSha;
  }
  async fileAt(_commit: string, path: string) {
    const text = this.files.get(path);
    return text === undefined ? null : { text, blobSha: 'b'.repeat(40) };
  }
  async filesAt() {
    return [];
  }
  async treeAt() {
    return null;
  }
  async issue(number: number) {
    this.#fail('issue');
    return {
      number,
      title: '',
      body: '',
      author: ALICE,
      open: this.open,
      stateReason: null,
      assignees: [],
      milestone: null,
      isPullRequest: false,
      url: '',
    };
  }
  async pullRequest(number: number) {
    this.#fail('pull');
    return {
      number,
      author: ALICE,
      open: this.open,
      headSha: this.headSha,
      headRef: 'x',
      headRepository: 'octo/demo',
      baseRef: 'main',
    };
  }
  async pullReviews() {
    this.#fail('pullReviews');
    return this.reviews;
  }
  async pullRequestCommits() {
    return [];
  }
  async createIssue(): Promise<never> {
    throw new CountersignError('github-refused', 'not here');
  }
  async createComment(issue: number, body: string) {
    this.#fail('createComment');
    return this.say(BOT, body, { issue });
  }
  async updateComment(id: number, body: string) {
    this.#fail('updateComment');
    const before = this.all.get(id);
    if (before === undefined) throw new CountersignError('github-not-found', `no comment ${id}`);
    const after = { ...before, body, updatedAt: this.#time() };
    this.all.set(id, after);
    this.edits.set(before.nodeId, { at: after.updatedAt, editor: BOT });
    this.#record(before, { at: after.updatedAt, editor: BOT, body });
    this.updates.push(body);
    this.#version += 1;
    return after;
  }
  async comment(id: number) {
    this.#fail('comment');
    return this.all.get(id) ?? null;
  }
  async comments(issue: number, cursor?: string) {
    this.polls.count += 1;
    await this.onPoll(this.polls.count);
    this.#fail('comments');
    const now = String(this.#version);
    if (cursor === now) this.polls.unchanged += 1;
    const comments = [...this.all.values()].filter((comment) => comment.issue === issue);
    return { comments, cursor: now, changed: cursor !== now };
  }

  async hasReacted(comment: number, reaction: string) {
    return this.reactions.get(comment)?.has(reaction) === true;
  }

  async react(comment: number, reaction: string) {
    this.#fail('react');
    const before = this.reactions.get(comment) ?? new Set<string>();
    const created = !before.has(reaction);
    this.reactions.set(comment, before.add(reaction));
    const key = `${comment} ${reaction}`;
    const known = created ? undefined : this.#reactionIds.get(key);
    const id = known ?? this.#next++;
    this.#reactionIds.set(key, id);
    return { created, id };
  }
  async removeReaction(comment: number, id: number) {
    this.#fail('removeReaction');
    for (const [key, known] of this.#reactionIds) {
      if (known === id) this.reactions.get(comment)?.delete(key.split(' ')[1] ?? '');
    }
  }
  async threadState(_issue: number, nodeIds: readonly string[]): Promise<ThreadState> {
    this.#fail('threadState');
    const nodes = [...this.all.values(), ...this.reviews];
    const found = nodes.filter(({ nodeId }) => nodeIds.includes(nodeId));
    return {
      open: this.open,
      headSha: this.headSha,
      comments: new Map(
        found.map(({ id, nodeId, body }) => [
          nodeId,
          { body, edit: this.edits.get(nodeId) ?? null, isHidden: this.hidden.has(id) },
        ]),
      ),
    };
  }
  async commentEdits(nodeId: string) {
    this.#fail('commentEdits');
    const edits = this.history.get(nodeId) ?? [];
    return { total: edits.length, edits: edits.toReversed() };
  }

  /** A comment by somebody, now. */
  say(
    author: Account | null,
    body: string,
    over: Partial<IssueComment> & { issue?: number } = {},
  ): IssueComment {
    const id = over.id ?? this.#next++;
    const time = this.#time();
    const url = `https://github.test/octo/demo/issues/7#issuecomment-${id}`;
    const comment = {
      id,
      nodeId: `IC_${id}`,
      author,
      viaApp: null,
      byOutsider: false,
      body,
      createdAt: time,
      updatedAt: time,
      url,
      issue: 7,
      ...over,
    };
    this.all.set(id, comment);
    this.#version += 1;
    return comment;
  }
  change(id: number, over: Partial<IssueComment>): void {
    const before = this.all.get(id);
    if (before !== undefined) this.all.set(id, { ...before, ...over });
    this.#version += 1;
  }
  /** Somebody edits a comment. */
  edit(id: number, editor: Account | null, change: (body: string) => string): void {
    const before = this.all.get(id);
    if (before === undefined) throw new Error(`there is no comment ${id}`);
    const time = this.#time();
    const body = change(before.body);
    this.change(id, { body, updatedAt: time });
    this.edits.set(before.nodeId, { at: time, editor });
    this.#record(before, { at: time, editor, body });
  }
  /** As on GitHub, the first edit of a comment brings what it was before into its history. */
  #record(before: IssueComment, edit: CommentEdits['edits'][number]): void {
    const original = { at: before.createdAt, editor: before.author, body: before.body };
    this.history.set(before.nodeId, [...(this.history.get(before.nodeId) ?? [original]), edit]);
  }
  remove(id: number): void {
    this.all.delete(id);
    this.#version += 1;
  }
  /** The first approval comment on the issue. */
  approvalComment(): IssueComment {
    const comment = [...this.all.values()].find(({ body }) =>
      body.startsWith('<!-- countersign:approval-request'),
    );
    if (comment === undefined) throw new Error('there is no approval comment');
    return comment;
  }
  replies(): readonly string[] {
    return [...this.all.values()]
      .filter(({ body }) => body.includes('did not count'))
      .map(({ body }) => body);
  }
  #time(): string {
    return new Date(this.nowMs).toISOString().replace('.000Z', 'Z');
  }
  #fail(what: string): void {
    const error = this.failing.get(what);
    if (error !== undefined) throw error;
  }
}
