import { describe, expect, test } from 'vitest';
import { CountersignError } from '../../../src/common/index.ts';
import {
  requestersOf,
  decideStart,
  parseAllowActors,
  parseStartRequest,
  parseTrigger,
  type Permission,
  type Person,
  type StartInput,
  whyNoSecrets,
} from '../../../src/github/index.ts';
import { errorOf } from '../context.ts';

const ann = { login: 'ann', id: 1, type: 'User' };
const bot = { login: 'renovate[bot]', id: 2, type: 'Bot' };
const repository = { id: 7, full_name: 'o/r', default_branch: 'main' };
const issue = { number: 5, title: 'T', body: '/countersign from the issue', user: ann };
const pull = {
  ...issue,
  head: { sha: 'a'.repeat(40), ref: 'x', repo: null },
  base: { ref: 'main', repo: repository },
};

function trigger(eventName: string, payload: object) {
  return parseTrigger({ eventName, payload: { repository, sender: ann, ...payload } });
}

function commented(
  body: string,
  over: { action?: string; user?: object | null; sender?: object | null; app?: object } = {},
) {
  const user = over.user === undefined ? ann : over.user;
  const sender = over.sender === undefined ? user : over.sender;
  const comment = { id: 9, body, user, performed_via_github_app: over.app ?? null };
  return trigger('issue_comment', { action: over.action ?? 'created', issue, comment, sender });
}

function decide(
  input: Partial<StartInput> & Pick<StartInput, 'trigger'>,
  permission: Permission | Error | Readonly<Record<string, Permission>> = 'write',
) {
  const asked: string[] = [];
  const permissionOf = ({ login }: Person): Promise<Permission> => {
    asked.push(login);
    if (permission instanceof Error) return Promise.reject(permission);
    return Promise.resolve(
      typeof permission === 'string' ? permission : (permission[login] ?? 'none'),
    );
  };
  const whole = { phrase: '/countersign', allowActors: [], self: null, ...input };
  return decideStart(whole, { permissionOf }).then((decision) => ({ decision, asked }));
}

describe('who may start', () => {
  test.each(['write', 'maintain', 'admin'] as const)('%s may', async (permission) => {
    const { decision, asked } = await decide({ trigger: commented('/countersign go') }, permission);
    expect(decision).toMatchObject({
      kind: 'run',
      request: 'go',
      by: { account: ann, permission },
    });
    expect(asked).toEqual(['ann']);
  });

  test.each(['none', 'read', 'triage'] as const)('%s may not, in words', async (permission) => {
    const { decision } = await decide({ trigger: commented('/countersign go') }, permission);
    expect(decision).toEqual({
      kind: 'refuse',
      reason: `@ann has the permission ${permission}; starting a run needs write.`,
    });
  });

  test('an error in the look-up refuses and says why', async () => {
    const error = new CountersignError('github-permission', 'GitHub would not say.', {
      fix: 'Add it.',
    });
    const { decision } = await decide({ trigger: commented('/countersign go') }, error);
    expect(decision).toMatchObject({
      kind: 'refuse',
      reason: expect.stringContaining('GitHub would not say. Add it.'),
    });
  });

  test('a name in allow-actors needs no permission, whatever its case', async () => {
    const { decision, asked } = await decide(
      { trigger: commented('/countersign go'), allowActors: ['Ann'] },
      'none',
    );
    expect(decision.kind).toBe('run');
    expect(asked).toEqual([]);
  });

  test('a bot only where it is named, by its whole name', async () => {
    const trigger_ = commented('/countersign go', { user: bot });
    expect((await decide({ trigger: trigger_ }, 'admin')).decision.kind).toBe('skip');
    expect(
      (await decide({ trigger: trigger_, allowActors: ['renovate'] }, 'admin')).decision.kind,
    ).toBe('skip');
    expect(
      (await decide({ trigger: trigger_, allowActors: ['renovate[bot]'] }, 'none')).decision.kind,
    ).toBe('run');
  });

  test.each([
    ['its name alone', { login: 'renovate[bot]', id: 2, type: 'User' }],
    ['its type alone', { login: 'renovate', id: 2, type: 'Bot' }],
  ])('a bot is recognised by %s', async (_, account) => {
    const byBot = commented('/countersign go', { user: account });
    const { decision, asked } = await decide({ trigger: byBot }, 'admin');
    expect(decision).toMatchObject({ kind: 'skip', reason: expect.stringContaining('is a bot') });
    expect(asked).toEqual([]);
    const request = parseStartRequest({ trigger: byBot, phrase: '/countersign', allowActors: [] });
    if (request.kind !== 'request') throw new Error('The comment asks for a run.');
    const input = { trigger: byBot, phrase: '/countersign', allowActors: [] };
    expect(requestersOf(request, input)).toEqual([]);
  });

  test('an account that is gone may not', async () => {
    const { decision } = await decide(
      { trigger: commented('/countersign go', { user: null }) },
      'admin',
    );
    expect(decision.kind).toBe('refuse');
  });

  test('where somebody else caused the event, both must be allowed, and the author asked for the run', async () => {
    const eve = { login: 'eve', id: 3, type: 'User' };
    const { asked, decision } = await decide({
      trigger: trigger('issues', { action: 'opened', issue, sender: eve }),
    });
    expect(asked).toEqual(['ann', 'eve']);
    expect(decision).toMatchObject({ kind: 'run', by: { account: { login: 'ann' } } });
  });

  test.each(['ann', 'eve'])(
    'where somebody else caused the event, %s alone may not',
    async (may) => {
      const eve = { login: 'eve', id: 3, type: 'User' };
      const opened = trigger('issues', { action: 'opened', issue, sender: eve });
      const { decision } = await decide({ trigger: opened }, { [may]: 'write' });
      const other = may === 'ann' ? 'eve' : 'ann';
      expect(decision).toMatchObject({
        kind: 'refuse',
        reason: expect.stringContaining(`@${other} has the permission none`),
      });
    },
  );

  test('what author_association says does not matter', async () => {
    const comment = { id: 9, body: '/countersign go', user: ann, author_association: 'OWNER' };
    const { decision } = await decide(
      { trigger: trigger('issue_comment', { action: 'created', issue, comment }) },
      'read',
    );
    expect(decision.kind).toBe('refuse');
  });

  test('a schedule is started by GitHub', async () => {
    const { decision, asked } = await decide(
      {
        trigger: trigger('schedule', { schedule: '* * * * *', sender: undefined }),
        prompt: 'tidy up',
      },
      'none',
    );
    expect(decision).toMatchObject({ kind: 'run', request: 'tidy up', by: { account: null } });
    expect(asked).toEqual([]);
  });
});

describe('its own comments never start it', () => {
  test('by the account of its token, with the phrase or a prompt', async () => {
    const own = { trigger: commented('/countersign go'), self: { ...ann, login: 'Ann' } };
    expect((await decide(own)).decision.kind).toBe('skip');
    expect((await decide({ ...own, prompt: 'go' })).decision.kind).toBe('skip');
  });

  test('by the workflow’s own bot, even where somebody edits the comment', async () => {
    const self = { login: 'github-actions[bot]', id: 41_898_282, type: 'Bot' };
    const edited = commented('/countersign go', { action: 'edited', user: self, sender: ann });
    expect((await decide({ trigger: edited, prompt: 'go' })).decision.kind).toBe('skip');
  });

  test.each(['', 'quoted:\n', 'quoted:\r', 'quoted:\r\n  '])(
    'by its marker after %j',
    async (before) => {
      const { decision } = await decide({
        trigger: commented(`${before}<!-- countersign:approval-request -->\n/countersign go`),
      });
      expect(decision).toMatchObject({
        kind: 'skip',
        reason: expect.stringContaining('Countersign wrote the comment'),
      });
    },
  );

  test('nor one that an App wrote in somebody’s name, unless it is named', async () => {
    const viaApp = commented('/countersign go', { app: { slug: 'helper' } });
    expect((await decide({ trigger: viaApp })).decision.kind).toBe('skip');
    expect((await decide({ trigger: viaApp, allowActors: ['helper[bot]'] })).decision.kind).toBe(
      'run',
    );
    // A person of the App's name is somebody else.
    expect((await decide({ trigger: viaApp, allowActors: ['helper'] })).decision.kind).toBe('skip');
  });

  test.each([
    ['dispatches a run', 'workflow_dispatch', { inputs: null, ref: 'refs/heads/main' }],
    ['owns a schedule', 'schedule', { schedule: '* * * * *' }],
  ])('a person who %s with their own token may', async (_, eventName, payload) => {
    const manual = { trigger: trigger(eventName, payload), prompt: 'go', self: ann };
    expect((await decide(manual)).decision.kind).toBe('run');
  });
});

describe('what starts', () => {
  test.each([
    ['issues', { action: 'opened', issue }],
    ['pull_request', { action: 'opened', pull_request: pull }],
    ['pull_request_target', { action: 'opened', pull_request: pull }],
    [
      'pull_request_review',
      {
        action: 'submitted',
        pull_request: pull,
        review: { id: 1, body: '/countersign go', user: ann },
      },
    ],
    [
      'pull_request_review_comment',
      {
        action: 'created',
        pull_request: pull,
        comment: { id: 1, body: '/countersign go', user: ann },
      },
    ],
  ])('a new text: %s', async (eventName, payload) => {
    expect((await decide({ trigger: trigger(eventName, payload) })).decision.kind).toBe('run');
  });

  test.each([
    ['issues', { action: 'edited', issue }],
    ['issues', { action: 'labeled', issue }],
    ['issues', { action: 'closed', issue }],
    ['pull_request', { action: 'synchronize', pull_request: pull }],
    [
      'pull_request_review',
      {
        action: 'dismissed',
        pull_request: pull,
        review: { id: 1, body: '/countersign', user: ann },
      },
    ],
    [
      'issue_comment',
      { action: 'edited', issue, comment: { id: 1, body: '/countersign go', user: ann } },
    ],
    [
      'issue_comment',
      { action: 'edited', issue, comment: { id: 1, body: '/approve all', user: ann } },
    ],
    ['push', { ref: 'refs/heads/main', after: 'b'.repeat(40) }],
    ['workflow_dispatch', { inputs: {} }],
    ['merge_group', { action: 'checks_requested' }],
    ['star', {}],
  ])('not %s %j, unless there is a prompt', async (eventName, payload) => {
    const { decision } = await decide({ trigger: trigger(eventName, payload) });
    expect(decision).toMatchObject({ kind: 'skip', reason: expect.stringMatching(/^The .*\.$/) });
    const prompted = await decide({ trigger: trigger(eventName, payload), prompt: ' go ' });
    expect(prompted.decision).toMatchObject({ kind: 'run', request: 'go' });
    expect(prompted.asked).toEqual(['ann']);
  });

  test.each([
    ['issues', { action: 'deleted', issue }],
    [
      'issue_comment',
      { action: 'deleted', issue, comment: { id: 1, body: '/countersign go', user: ann } },
    ],
    [
      'pull_request_review_comment',
      { action: 'deleted', pull_request: pull, comment: { id: 1, body: 'go', user: ann } },
    ],
    ['push', { ref: 'refs/heads/old', after: '0'.repeat(40), deleted: true }],
    ['push', { ref: 'refs/tags/v1', after: '0'.repeat(40), deleted: true }],
    ['push', { ref: 'refs/heads/old', after: '0'.repeat(40) }],
  ])('not what was deleted, even with a prompt: %s %j', async (eventName, payload) => {
    const { decision, asked } = await decide({
      trigger: trigger(eventName, payload),
      prompt: 'go',
    });
    const reason = expect.stringMatching(/ was deleted, so it starts no run\.$/);
    expect(decision).toEqual({ kind: 'skip', reason });
    expect(asked).toEqual([]);
  });

  test('a comment without the phrase is skipped in words', async () => {
    const { decision, asked } = await decide({ trigger: commented('Nice!') });
    expect(decision).toEqual({
      kind: 'skip',
      reason: 'The comment has no line that starts with `/countersign`.',
    });
    expect(asked).toEqual([]);
  });

  test.each([
    '/Countersign fix',
    'Please /countersign fix',
    '> /countersign fix',
    '```\n/countersign\n```',
  ])('a comment with the phrase where it does not count is told so: %j', async (body) => {
    const { decision } = await decide({ trigger: commented(body) });
    const reason = expect.stringMatching(/case counts, and quotes, lists and code do not\.$/);
    expect(decision).toEqual({ kind: 'skip', reason });
  });

  test.each([
    ['push', { ref: 'refs/heads/main', after: 'b'.repeat(40) }, 'The event push has no text that'],
    ['star', { action: 'created' }, 'The event star (created) has no text that'],
    ['issues', { action: 'edited', issue }, 'The event issues (edited) has no new text;'],
  ])('%s %j without a prompt is skipped in words', async (eventName, payload, reason) => {
    const { decision } = await decide({ trigger: trigger(eventName, payload) });
    expect(decision).toMatchObject({ reason: expect.stringContaining(reason) });
  });

  test('the text of the issue does not start a run again with each comment', async () => {
    expect((await decide({ trigger: commented('thanks') })).decision.kind).toBe('skip');
  });
});

describe('an answer to an approval request', () => {
  test('starts no run, with a prompt too', async () => {
    for (const prompt of [undefined, 'go']) {
      const answer = { trigger: commented('/approve ap-12345678'), answers: 'approval' } as const;
      const { decision } = await decide({ ...answer, prompt });
      expect(decision).toMatchObject({
        kind: 'answer',
        requestText: { commentId: 9, author: ann },
      });
    }
  });

  test('starts no run either if its text also begins a line with the phrase', async () => {
    const both = commented('/approve ap-12345678\n/countersign go');
    const { decision, asked } = await decide({ trigger: both, answers: 'approval' });
    expect(decision.kind).toBe('answer');
    expect(asked).toEqual([]);
  });

  test('is none by a bot or by the run itself', async () => {
    const answers = 'approval';
    const byBot = commented('/approve all', { user: bot });
    expect((await decide({ trigger: byBot, answers })).decision.kind).toBe('skip');
    const answer = commented('/approve all');
    expect((await decide({ trigger: answer, answers, self: ann })).decision.kind).toBe('skip');
  });
});

describe('a comment that asks a crashed run to resume', () => {
  const resume = { trigger: commented('/resume'), answers: 'resume' } as const;

  test('names who asked, where they may', async () => {
    const { decision, asked } = await decide(resume);
    expect(decision).toMatchObject({
      kind: 'resume',
      requestText: { commentId: 9, author: ann },
      by: { account: ann, permission: 'write' },
    });
    expect(asked).toEqual(['ann']);
  });

  test('resumes nothing for anybody else', async () => {
    const { decision } = await decide(resume, 'read');
    expect(decision.kind).toBe('refuse');
  });
});

test('the permissions that decide are those of people: not of bots, of names in allow-actors, or of accounts that are gone', () => {
  const [eve, helper] = [
    { login: 'eve', id: 3, type: 'User' },
    { login: 'helper', id: 4, type: 'Bot' },
  ];
  const wanted = { kind: 'request', request: '', asked: 'phrase', resumes: null } as const;
  const input = { trigger: commented('hi'), phrase: '/countersign', allowActors: ['Ann'] };
  expect(requestersOf({ ...wanted, by: [null, ann, bot, helper, eve] }, input)).toEqual([eve]);
  expect(requestersOf({ ...wanted, by: [ann, eve] }, { ...input, allowActors: [] })).toEqual([
    ann,
    eve,
  ]);
});

test('allow-actors is a list of logins, and no pattern', async () => {
  expect(parseAllowActors(' ann,\n@bob  renovate[bot]\n')).toEqual(['ann', 'bob', 'renovate[bot]']);
  expect(parseAllowActors('')).toEqual([]);
  for (const bad of ['*', 'ann,*', 'a/b', 'renovate*']) {
    expect((await errorOf(Promise.resolve().then(() => parseAllowActors(bad)))).code).toBe(
      'input-invalid',
    );
  }
});

describe('why there are no secrets', () => {
  const forked = { action: 'opened', pull_request: pull };

  test.each([
    ['pull_request', forked],
    ['pull_request_review', { ...forked, review: { id: 1, body: 'Fine.', user: ann } }],
    ['pull_request_review_comment', { ...forked, comment: { id: 1, body: 'Fine.', user: ann } }],
  ])('is that the pull request is from a fork: %s', (eventName, payload) => {
    expect(whyNoSecrets(trigger(eventName, payload))).toContain('(a deleted fork)');
    const repo = { id: 8, full_name: 'stranger/r' };
    const named = { ...payload, pull_request: { ...pull, head: { ...pull.head, repo } } };
    expect(whyNoSecrets(trigger(eventName, named))).toContain('(stranger/r)');
    const own = { ...payload, pull_request: { ...pull, head: { ...pull.head, repo: repository } } };
    expect(whyNoSecrets(trigger(eventName, own))).toBeNull();
  });

  test('is that Dependabot started the run', () => {
    const sender = { login: 'dependabot[bot]', id: 5, type: 'Bot' };
    expect(whyNoSecrets(trigger('star', { sender }))).toContain('Dependabot');
  });

  test('is that they were never set, where the event has those of the repository', () => {
    expect(whyNoSecrets(trigger('pull_request_target', forked))).toBeNull();
    expect(whyNoSecrets(commented('hi'))).toBeNull();
  });
});

describe('who may start where the input run-for is anyone', () => {
  const opened = () => trigger('issues', { action: 'opened', issue });
  const outsider = { ...issue, body: 'It is broken.' };
  const anyone = { runFor: 'anyone', prompt: 'Triage it.' } as const;

  test('an untrusted user starts what `prompt` asks for, with the permission that they have', async () => {
    const by = trigger('issues', { action: 'opened', issue: outsider });
    const { decision } = await decide({ trigger: by, ...anyone }, 'read');
    expect(decision).toMatchObject({ kind: 'run', by: { permission: 'read' } });
  });

  test('nobody without write access asks by the phrase', async () => {
    const { decision } = await decide({ trigger: opened(), runFor: 'anyone' }, 'read');
    expect(decision).toMatchObject({ kind: 'refuse' });
  });

  test('a permission that cannot be looked up refuses, and a bot stays out', async () => {
    const { decision } = await decide({ trigger: opened(), ...anyone }, new Error('down'));
    expect(decision).toMatchObject({ kind: 'refuse' });
    const byBot = trigger('issues', { action: 'opened', issue, sender: bot });
    expect((await decide({ trigger: byBot, ...anyone }, 'read')).decision.kind).toBe('skip');
  });
});

describe('a workflow run that is over', () => {
  const run = {
    id: 1,
    head_sha: 'a'.repeat(40),
    head_branch: 'x',
    conclusion: 'failure',
    pull_requests: [],
  };
  const finished = (head_repository: object | null) =>
    trigger('workflow_run', {
      action: 'completed',
      workflow_run: { ...run, head_repository },
    });

  test('of the own repository starts what `prompt` asks for', async () => {
    const own = finished({ id: 7, full_name: 'o/r' });
    const { decision } = await decide({ trigger: own, prompt: 'Mend it.' });
    expect(decision).toMatchObject({ kind: 'run' });
  });

  test.each([
    ['a fork', { id: 8, full_name: 'stranger/r' }],
    ['a repository that took the name over', { id: 8, full_name: 'o/r' }],
    ['a deleted fork', null],
  ])(
    'of %s starts nothing, and nobody is looked up',
    async (_name, head: { full_name: string } | null) => {
      const { decision, asked } = await decide({
        trigger: finished(head),
        prompt: 'Mend it.',
        runFor: 'anyone',
      });
      const from = head?.full_name ?? 'a deleted fork';
      expect(decision).toEqual({
        kind: 'skip',
        reason: `The workflow run is of ${from}; comment on its pull request instead.`,
      });
      expect(asked).toEqual([]);
    },
  );

  test('of an unknown repository starts nothing', async () => {
    const own = finished({ id: 7, full_name: 'o/r' });
    if (own.event !== 'workflow_run') throw new Error('It is a workflow run.');
    const unknown = { ...own, fork: null };
    const { decision, asked } = await decide({ trigger: unknown, prompt: 'Mend it.' });
    expect(decision.kind).toBe('skip');
    expect(asked).toEqual([]);
    const nowhere = parseTrigger({
      eventName: 'workflow_run',
      payload: {
        action: 'completed',
        sender: ann,
        workflow_run: { ...run, head_repository: { id: 7, full_name: 'o/r' } },
      },
    });
    expect((await decide({ trigger: nowhere, prompt: 'Mend it.' })).decision.kind).toBe('skip');
  });

  test.each([
    ['o/r', 'run'],
    ['O/R', 'run'],
    ['stranger/r', 'skip'],
  ])('of %s, without ids, is compared by name: %s', async (full_name, kind) => {
    const byName = trigger('workflow_run', {
      action: 'completed',
      repository: { full_name: 'o/r', default_branch: 'main' },
      workflow_run: { ...run, head_repository: { full_name } },
    });
    expect((await decide({ trigger: byName, prompt: 'Mend it.' })).decision.kind).toBe(kind);
  });
});
