import type { Trail, TrailEvent } from '../../src/audit/index.ts';
import { type Clock, sha256 } from '../../src/common/index.ts';
import {
  approvalDigest,
  approvalId,
  type ApprovalRequest,
  type CommentApprover,
  type CommentApproverOptions,
  createCommentApprover,
} from '../../src/approvals/index.ts';
import { approvalNeeds } from '../../src/policy/index.ts';
import { ALICE, MemoryGitHub } from './memory-github.ts';

/** A trail in memory. */
export class MemoryTrail implements Trail {
  readonly run = 'run-0123456789abcdef';
  readonly folder = '/nowhere';
  readonly events: TrailEvent[] = [];
  readonly blobs: string[] = [];
  async append(event: TrailEvent) {
    this.events.push(event);
    return this.head();
  }
  async write(event: TrailEvent) {
    return await this.append(event);
  }
  async flush() {}
  async blob(text: string) {
    this.blobs.push(text);
    return { sha256: sha256(text), bytes: Buffer.byteLength(text) };
  }
  head() {
    return { hash: '0'.repeat(64), count: this.events.length };
  }
  async close() {}
  of<T extends TrailEvent['type']>(type: T): readonly Extract<TrailEvent, { type: T }>[] {
    return this.events.filter(
      (event): event is Extract<TrailEvent, { type: T }> => event.type === type,
    );
  }
  /** The decisions in short: `approve 12 yes` or `deny 13 no: because`. */
  decisions(): readonly string[] {
    return this.of('approval.decision').map(
      (event) =>
        `${event.decision} by ${event.by.login} ${event.counted ? 'counts' : `does not count: ${event.because}`}`,
    );
  }
}

/** A clock that jumps instead of sleeping, and takes GitHub's with it, which it may be behind. */
export function jumpingClock(github: MemoryGitHub, behindMs = 0): Clock {
  const start = github.nowMs;
  return {
    now: () => new Date(github.nowMs - behindMs),
    monotonicMs: () => github.nowMs - start,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      github.nowMs += ms;
    },
  };
}

/** What a request of a test needs unless the test or the settings of its approver say otherwise. */
const NEEDS: ApprovalRequest['needs'] = {
  from: [['write']],
  count: 1,
  self: false,
  expireMs: 7 * 86_400_000,
};

export function requestOf(
  over: Partial<ApprovalRequest> & { command?: string } = {},
): ApprovalRequest {
  const { command = 'rm -rf build', ...rest } = over;
  const call = rest.call ?? 'c1';
  const digest = approvalDigest({
    tool: 'bash_run',
    input: { command },
    policySha256: 'c'.repeat(64),
    headSha: 'a'.repeat(40),
    run: 'run-0123456789abcdef',
    call,
    nonce: 'n',
  });
  return {
    id: approvalId(digest),
    digest,
    call,
    tool: 'bash_run',
    preview: { form: 'command', text: command },
    verdict: {
      verdict: 'requireApproval',
      rule: 'bash_run',
      list: 'requireApproval',
      line: 12,
      because: 'A rule asks for approval.',
    },
    rules: [`bash_run(${command})`],
    needs: NEEDS,
    paths: [],
    ...rest,
  };
}

export interface TestContext {
  readonly github: MemoryGitHub;
  readonly trail: MemoryTrail;
  readonly clock: Clock;
  readonly options: CommentApproverOptions;
  readonly approver: CommentApprover;
}

/** An issue of a repository without code owners, in a run that says nothing about itself. */
export const PLAIN = {
  pullHeads: () => [],
  codeOwners: null,
  circumstances: () => ({ untrusted: [], sandbox: 'on' }),
  runUrl: null,
  agentWords: () => '',
  artifact: null,
} as const satisfies Partial<CommentApproverOptions>;

export function testContext(
  over: Partial<Omit<CommentApproverOptions, 'settings'>> & {
    settings?: Partial<CommentApproverOptions['settings']>;
    suspends?: boolean;
    clockBehindMs?: number;
  } = {},
): TestContext {
  const github = new MemoryGitHub();
  const trail = new MemoryTrail();
  const { settings, suspends = false, clockBehindMs = 0, ...rest } = over;
  const clock = jumpingClock(github, clockBehindMs);
  const end = suspends ? 'suspend' : 'deny';
  const options: CommentApproverOptions = {
    ...PLAIN,
    github,
    issue: 7,
    trail,
    clock,
    run: trail.run,
    requester: ALICE,
    pullAuthor: null,
    commitAuthors: [],
    self: null,
    policyUrl: 'https://github.test/octo/demo/blob/abc/.github/countersign.yml',
    ...rest,
    settings: {
      notify: [],
      remindMs: null,
      webhook: { format: null, content: false },
      from: ['write'],
      baselines: NO_BASELINES,
      count: 1,
      self: false,
      reviews: false,
      boxes: false,
      waitMs: 600_000,
      then: end,
      expireMs: 7 * 86_400_000,
      ...settings,
    },
  };
  const inner = createCommentApprover(options);
  const withNeeds = (request: ApprovalRequest): ApprovalRequest =>
    request.needs === NEEDS ? { ...request, needs: approvalNeeds(options.settings, {}) } : request;
  const approver: CommentApprover = {
    ask: (requests, asking) => inner.ask(requests.map(withNeeds), asking),
    resume: (stored, requests, asking) => inner.resume(stored, requests.map(withNeeds), asking),
    suspendedRequest: () => inner.suspendedRequest(),
    withdrawn: (request) => inner.withdrawn(request),
  };
  return { github, trail, clock, options, approver };
}

/** No baseline asks anything of an approval. */
export const NO_BASELINES = { from: [], count: 1, self: true, expireMs: Infinity } as const;

/** Never aborted. */
export const QUIET = { signal: new AbortController().signal };
