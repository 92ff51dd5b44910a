/** Accounts that change their login, and logins that pass to somebody else, while a run asks people. */
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type CommentApproverOptions,
  createCommentApprover,
} from '../../../src/approvals/index.ts';
import { parseApprovers } from '../../../src/approvals/answers/approvers.ts';
import { createRedactor, systemClock } from '../../../src/common/index.ts';
import { commitPeople, createGitHub } from '../../../src/github/index.ts';
import { approvalNeeds } from '../../../src/policy/index.ts';
import type { TestGitHub } from '../../testing/github-server/test-github.ts';
import { startGitHub } from '../../openapi/github.ts';
import { NO_BASELINES, MemoryTrail, PLAIN, requestOf } from '../context.ts';
import { renameAccount } from '../../testing/github-server/rename-account.ts';

const HEAD = 'a'.repeat(40);
const request = requestOf();
/** The request, for the people whom the settings name. */
const needing = ({ settings }: Pick<CommentApproverOptions, 'settings'>) => ({
  ...request,
  needs: approvalNeeds(settings, {}),
});
const RENAMED = 'renamed';
/** What each person of the pull request may not approve for. */
const PARTIES = {
  requester: 'asked for this run',
  'pull-author': 'wrote this pull request',
  author: 'wrote commits',
  committer: 'wrote commits',
  'co-author': 'wrote commits',
} as const;

interface Scene {
  readonly server: TestGitHub;
  readonly issue: number;
  readonly trail: MemoryTrail;
  options(over?: Partial<CommentApproverOptions['settings']>): Promise<CommentApproverOptions>;
}

/** A pull request with commits of three people, all of whom may approve other people's work. */
async function scene(): Promise<Scene> {
  const server = await startGitHub();
  onTestFinished(() => server.close());
  for (const login of [...Object.keys(PARTIES), 'maintainer']) server.person(login, 'write');
  const { number: issue } = server.pull({
    title: 'Change',
    author: 'pull-author',
    pull: {
      headRef: 'x',
      headSha: HEAD,
      headRepository: `${server.owner}/${server.repo}`,
      baseRef: 'main',
      draft: false,
      commitAuthors: [],
      commits: [{ author: 'author', committer: 'committer', coAuthors: ['co-author'] }],
    },
  });
  const { url: apiUrl, token, owner, repo } = server;
  const github = createGitHub({ redactor: createRedactor(), token, apiUrl, owner, repo });
  const [requester = null] = await github.accountsOf(['requester']);
  const trail = new MemoryTrail();
  return {
    server,
    issue,
    trail,
    options: async (over = {}) => ({
      ...PLAIN,
      github,
      issue,
      trail,
      clock: systemClock,
      run: trail.run,
      requester,
      pullAuthor: (await github.pullRequest(issue)).author,
      commitAuthors: commitPeople(await github.pullRequestCommits(issue)),
      pullHeads: () => [HEAD],
      self: await github.self(),
      policyUrl: null,
      pollFirstMs: 20,
      settings: {
        notify: [],
        remindMs: null,
        webhook: { format: null, content: false },
        from: ['write'],
        baselines: NO_BASELINES,
        count: 1,
        self: false,
        waitMs: 60_000,
        then: 'deny',
        reviews: false,
        boxes: false,
        expireMs: 86_400_000,
        ...over,
      },
    }),
  };
}

/** Asks, and calls `act` when the approval comment is there. */
async function ask(at: Scene, options: CommentApproverOptions, act: () => void) {
  at.server.onComment(({ body }, what) => {
    if (what === 'created' && body.startsWith('<!-- countersign:approval-request')) act();
  });
  return await createCommentApprover(options).ask([needing(options)], {
    signal: AbortSignal.timeout(60_000),
  });
}

const say = (at: Scene, login: string, body: string): void => {
  at.server.comment({ login, issue: at.issue, body });
};

describe.each(Object.entries(PARTIES))('the %s under another login', (login, because) => {
  test('before the run starts, approves nothing', async () => {
    const at = await scene();
    renameAccount(at.server, login, RENAMED);
    const answers = await ask(at, await at.options(), () => {
      say(at, RENAMED, '/approve all');
      say(at, 'maintainer', '/deny all');
    });
    expect(answers).toMatchObject([{ kind: 'denied', by: { login: 'maintainer' } }]);
    expect(at.trail.decisions()[0]).toContain(because);
  });

  test('while the job waits, approves nothing', async () => {
    const at = await scene();
    const answers = await ask(at, await at.options(), () => {
      renameAccount(at.server, login, RENAMED);
      say(at, RENAMED, '/approve all');
      say(at, 'maintainer', '/deny all');
    });
    expect(answers).toMatchObject([{ kind: 'denied', by: { login: 'maintainer' } }]);
    expect(at.trail.decisions()[0]).toContain(because);
  });

  test('while the run is suspended, approves nothing', async () => {
    const at = await scene();
    const settings = { waitMs: 0, then: 'suspend' } as const;
    const first = createCommentApprover(await at.options(settings));
    await first.ask([request], { signal: AbortSignal.timeout(60_000) });
    const suspended = first.suspendedRequest();
    if (suspended === null) throw new Error('The request is not suspended.');
    renameAccount(at.server, login, RENAMED);
    say(at, RENAMED, '/approve all');
    const again = createCommentApprover(await at.options(settings));
    const answers = await again.resume(suspended, [request], {
      signal: AbortSignal.timeout(60_000),
    });
    expect(answers).toMatchObject([{ kind: 'suspended' }]);
    expect(at.trail.decisions().at(-1)).toContain(because);
  });

  test('leaves the old login to somebody else, who may approve', async () => {
    const at = await scene();
    const answers = await ask(at, await at.options(), () => {
      renameAccount(at.server, login, RENAMED);
      at.server.person(login, 'write');
      say(at, login, '/approve all');
    });
    expect(answers).toMatchObject([{ kind: 'approved', by: [{ login }] }]);
  });
});

describe('an approver', () => {
  test('who is renamed after the answer counts by the permission of their own account', async () => {
    const at = await scene();
    const answers = await ask(at, await at.options(), () => {
      say(at, 'maintainer', '/approve all');
      renameAccount(at.server, 'maintainer', RENAMED);
      at.server.person('maintainer', 'read');
    });
    expect(answers).toMatchObject([{ kind: 'approved', by: [{ login: RENAMED }] }]);
  });

  test('whose login passed to an administrator gets nothing of their permission', async () => {
    const at = await scene();
    at.server.person('outsider', 'read');
    at.server.fail({
      match: /collaborators\/outsider/,
      times: 100,
      status: 200,
      body: {
        permission: 'admin',
        role_name: 'admin',
        user: { login: 'outsider', id: 1, type: 'User' },
      },
    });
    const answers = await ask(at, await at.options(), () => {
      say(at, 'outsider', '/approve all');
      say(at, 'maintainer', '/deny all');
    });
    expect(answers).toMatchObject([{ kind: 'denied' }]);
    expect(at.trail.decisions()[0]).toContain('is about account 1, not about account');
  });
});

describe('a person whom the policy names', () => {
  const named = { from: ['@maintainer'] };

  test('is that account under any login, and not whoever takes the login', async () => {
    expect(parseApprovers(named.from)).toHaveLength(1);
    const at = await scene();
    at.server.person('outsider', 'read');
    const answers = await ask(at, await at.options({ ...named, then: 'deny' }), () => {
      renameAccount(at.server, 'maintainer', RENAMED);
      renameAccount(at.server, 'outsider', 'maintainer');
      say(at, 'maintainer', '/deny all');
      say(at, RENAMED, '/approve all');
    });
    expect(answers).toMatchObject([{ kind: 'approved', by: [{ login: RENAMED }] }]);
    expect(at.trail.decisions()[0]).toContain('does not count');
  });

  test('is that account while the run is suspended, too', async () => {
    const at = await scene();
    const settings = { ...named, waitMs: 0, then: 'suspend' } as const;
    const options = await at.options(settings);
    const first = createCommentApprover(options);
    await first.ask([needing(options)], { signal: AbortSignal.timeout(60_000) });
    const suspended = first.suspendedRequest();
    if (suspended === null) throw new Error('The request is not suspended.');
    at.server.person('outsider', 'read');
    renameAccount(at.server, 'maintainer', RENAMED);
    renameAccount(at.server, 'outsider', 'maintainer');
    say(at, 'maintainer', '/approve all');
    const second = createCommentApprover(await at.options(settings));
    const signal = AbortSignal.timeout(60_000);
    expect(await second.resume(suspended, [needing(options)], { signal })).toMatchObject([
      { kind: 'suspended' },
    ]);
    say(at, RENAMED, '/approve all');
    const third = createCommentApprover(await at.options(settings));
    const still = second.suspendedRequest() ?? suspended;
    expect(await third.resume(still, [needing(options)], { signal })).toMatchObject([
      { kind: 'approved', by: [{ login: RENAMED }] },
    ]);
  });

  test('counts not at all if GitHub did not say whose the login was', async () => {
    const at = await scene();
    at.server.fail({ match: /GET \/users/, times: 10, status: 403, body: { message: 'No.' } });
    const answers = await ask(at, await at.options({ ...named, waitMs: 2_000 }), () => {
      say(at, 'maintainer', '/approve all');
    });
    expect(answers).toMatchObject([{ kind: 'unanswered' }]);
    expect(at.trail.decisions()[0]).toContain('it is not known whose account @maintainer was');
  });
});

test('a requester whose account is not known leaves nobody who may approve', async () => {
  const at = await scene();
  const options = await at.options();
  const requester = { login: 'requester', id: null };
  const answers = await ask(at, { ...options, requester }, () => {
    say(at, 'maintainer', '/approve all');
    say(at, 'maintainer', '/deny all');
  });
  expect(answers).toMatchObject([{ kind: 'denied' }]);
  expect(at.trail.decisions()[0]).toContain('it is not known which account @requester was');
});
