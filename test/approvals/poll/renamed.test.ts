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

interface Setup {
  readonly server: TestGitHub;
  readonly issue: number;
  readonly trail: MemoryTrail;
  options(over?: Partial<CommentApproverOptions['settings']>): Promise<CommentApproverOptions>;
}

/** A pull request with commits of three people, all of whom may approve other people's work. */
async function openSetup(): Promise<Setup> {
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
async function ask(repository: Setup, options: CommentApproverOptions, act: () => void) {
  repository.server.onComment(({ body }, what) => {
    if (what === 'created' && body.startsWith('<!-- countersign:approval-request')) act();
  });
  return await createCommentApprover(options).ask([needing(options)], {
    signal: AbortSignal.timeout(60_000),
  });
}

const say = (repository: Setup, login: string, body: string): void => {
  repository.server.comment({ login, issue: repository.issue, body });
};

describe.each(Object.entries(PARTIES))('the %s under another login', (login, because) => {
  test('before the run starts, approves nothing', async () => {
    const repository = await openSetup();
    renameAccount(repository.server, login, RENAMED);
    const answers = await ask(repository, await repository.options(), () => {
      say(repository, RENAMED, '/approve all');
      say(repository, 'maintainer', '/deny all');
    });
    expect(answers).toMatchObject([{ kind: 'denied', by: { login: 'maintainer' } }]);
    expect(repository.trail.decisions()[0]).toContain(because);
  });

  test('while the job waits, approves nothing', async () => {
    const repository = await openSetup();
    const answers = await ask(repository, await repository.options(), () => {
      renameAccount(repository.server, login, RENAMED);
      say(repository, RENAMED, '/approve all');
      say(repository, 'maintainer', '/deny all');
    });
    expect(answers).toMatchObject([{ kind: 'denied', by: { login: 'maintainer' } }]);
    expect(repository.trail.decisions()[0]).toContain(because);
  });

  test('while the run is suspended, approves nothing', async () => {
    const repository = await openSetup();
    const settings = { waitMs: 0, then: 'suspend' } as const;
    const first = createCommentApprover(await repository.options(settings));
    await first.ask([request], { signal: AbortSignal.timeout(60_000) });
    const suspended = first.suspendedRequest();
    if (suspended === null) throw new Error('The request is not suspended.');
    renameAccount(repository.server, login, RENAMED);
    say(repository, RENAMED, '/approve all');
    const again = createCommentApprover(await repository.options(settings));
    const answers = await again.resume(suspended, [request], {
      signal: AbortSignal.timeout(60_000),
    });
    expect(answers).toMatchObject([{ kind: 'suspended' }]);
    expect(repository.trail.decisions().at(-1)).toContain(because);
  });

  test('leaves the old login to somebody else, who may approve', async () => {
    const repository = await openSetup();
    const answers = await ask(repository, await repository.options(), () => {
      renameAccount(repository.server, login, RENAMED);
      repository.server.person(login, 'write');
      say(repository, login, '/approve all');
    });
    expect(answers).toMatchObject([{ kind: 'approved', by: [{ login }] }]);
  });
});

describe('an approver', () => {
  test('who is renamed after the answer counts by the permission of their own account', async () => {
    const repository = await openSetup();
    const answers = await ask(repository, await repository.options(), () => {
      say(repository, 'maintainer', '/approve all');
      renameAccount(repository.server, 'maintainer', RENAMED);
      repository.server.person('maintainer', 'read');
    });
    expect(answers).toMatchObject([{ kind: 'approved', by: [{ login: RENAMED }] }]);
  });

  test('whose login passed to an administrator gets nothing of their permission', async () => {
    const repository = await openSetup();
    repository.server.person('outsider', 'read');
    repository.server.fail({
      match: /collaborators\/outsider/,
      times: 100,
      status: 200,
      body: {
        permission: 'admin',
        role_name: 'admin',
        user: { login: 'outsider', id: 1, type: 'User' },
      },
    });
    const answers = await ask(repository, await repository.options(), () => {
      say(repository, 'outsider', '/approve all');
      say(repository, 'maintainer', '/deny all');
    });
    expect(answers).toMatchObject([{ kind: 'denied' }]);
    expect(repository.trail.decisions()[0]).toContain('is about account 1, not about account');
  });
});

describe('a person whom the policy names', () => {
  const named = { from: ['@maintainer'] };

  test('is that account under any login, and not whoever takes the login', async () => {
    expect(parseApprovers(named.from)).toHaveLength(1);
    const repository = await openSetup();
    repository.server.person('outsider', 'read');
    const answers = await ask(
      repository,
      await repository.options({ ...named, then: 'deny' }),
      () => {
        renameAccount(repository.server, 'maintainer', RENAMED);
        renameAccount(repository.server, 'outsider', 'maintainer');
        say(repository, 'maintainer', '/deny all');
        say(repository, RENAMED, '/approve all');
      },
    );
    expect(answers).toMatchObject([{ kind: 'approved', by: [{ login: RENAMED }] }]);
    expect(repository.trail.decisions()[0]).toContain('does not count');
  });

  test('is that account while the run is suspended, too', async () => {
    const repository = await openSetup();
    const settings = { ...named, waitMs: 0, then: 'suspend' } as const;
    const options = await repository.options(settings);
    const first = createCommentApprover(options);
    await first.ask([needing(options)], { signal: AbortSignal.timeout(60_000) });
    const suspended = first.suspendedRequest();
    if (suspended === null) throw new Error('The request is not suspended.');
    repository.server.person('outsider', 'read');
    renameAccount(repository.server, 'maintainer', RENAMED);
    renameAccount(repository.server, 'outsider', 'maintainer');
    say(repository, 'maintainer', '/approve all');
    const second = createCommentApprover(await repository.options(settings));
    const signal = AbortSignal.timeout(60_000);
    expect(await second.resume(suspended, [needing(options)], { signal })).toMatchObject([
      { kind: 'suspended' },
    ]);
    say(repository, RENAMED, '/approve all');
    const third = createCommentApprover(await repository.options(settings));
    const still = second.suspendedRequest() ?? suspended;
    expect(await third.resume(still, [needing(options)], { signal })).toMatchObject([
      { kind: 'approved', by: [{ login: RENAMED }] },
    ]);
  });

  test('counts not at all if GitHub did not say whose the login was', async () => {
    const repository = await openSetup();
    repository.server.fail({
      match: /GET \/users/,
      times: 10,
      status: 403,
      body: { message: 'No.' },
    });
    const answers = await ask(
      repository,
      await repository.options({ ...named, waitMs: 2_000 }),
      () => {
        say(repository, 'maintainer', '/approve all');
      },
    );
    expect(answers).toMatchObject([{ kind: 'unanswered' }]);
    expect(repository.trail.decisions()[0]).toContain(
      'it is not known whose account @maintainer was',
    );
  });
});

test('a requester whose account is not known leaves nobody who may approve', async () => {
  const repository = await openSetup();
  const options = await repository.options();
  const requester = { login: 'requester', id: null };
  const answers = await ask(repository, { ...options, requester }, () => {
    say(repository, 'maintainer', '/approve all');
    say(repository, 'maintainer', '/deny all');
  });
  expect(answers).toMatchObject([{ kind: 'denied' }]);
  expect(repository.trail.decisions()[0]).toContain('it is not known which account @requester was');
});
