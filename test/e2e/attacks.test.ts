/** Answers that must not count, given to a run that waits; each ends with nothing done and the reason on record. */
import { expect, test } from 'vitest';
import {
  type Ended,
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  MAINTAINER,
  REQUESTER,
  type Scene,
  scene,
  statesOf,
  STRANGER,
  turn,
} from './harness.ts';
import { cardOn, nothingMade, onCard, pause, policyOf, refusalsIn } from './suspended.ts';

type Card = ReturnType<typeof cardOn>;
type Attack = (at: Scene, card: Card) => void | Promise<void>;

const SELF = 'github-actions[bot]';
const WAITING = policyOf('wait: 6s, then: deny');
const CALL = turn('', ['bash_run', { command: 'echo made >> src/made.txt' }]);
const TURNS = [CALL, finish('Tried.', 'incomplete')];
const approve = ({ ids }: Card) => `/approve ${ids.join(' ')}`;

async function attacked(
  at: Scene,
  attack: Attack,
  turns: readonly object[] = TURNS,
): Promise<Ended> {
  onCard(at, (card) => attack(at, card));
  const end = await at.act({ turns });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expect(statesOf(end, 'c1')).toEqual(['PENDING', 'APPROVAL_REQUIRED', 'DENIED']);
  await nothingMade(at);
  expect(entriesOf(end, 'approval.consumed')).toEqual([]);
  const [card] = at.cards();
  expect(card?.body).toMatch(/"state":"closed"|harmless/);
  return end;
}

/** What the run says on the issue: its card, and its replies. */
function toldOn(at: Scene): string {
  const own = at.github.commentsOn(at.issue).filter(({ author }) => author.login === SELF);
  return own.map(({ body }) => body).join('\n');
}

const says =
  (login: string, text: (card: Card) => string): Attack =>
  (at, card) => {
    at.github.comment({ login, issue: at.issue, body: text(card) });
  };

const REFUSED: readonly [name: string, attack: Attack, because: RegExp][] = [
  ['a reader', says(STRANGER, approve), /permission read/],
  ['the requester', says(REQUESTER, approve), /asked for this run/],
  ['the run itself', says(SELF, approve), /bot, not a person|cannot answer itself/],
  ['another bot', says('helpful-app[bot]', approve), /bot, not a person/],
  [
    "an app in a person's name",
    (at, card) =>
      void at.github.comment({
        login: MAINTAINER,
        issue: at.issue,
        body: approve(card),
        viaApp: 'some-app',
      }),
    /an app/,
  ],
  [
    'a comment that was edited within its second',
    (at, card) => {
      const { id } = at.github.comment({
        login: MAINTAINER,
        issue: at.issue,
        body: 'I will look at it.',
      });
      at.github.editComment({ id, login: STRANGER, body: approve(card) });
    },
    /it was edited/,
  ],
  [
    'a comment that was edited later, by its author',
    async (at, card) => {
      const { id } = at.github.comment({
        login: MAINTAINER,
        issue: at.issue,
        body: 'I will look at it.',
      });
      await pause(1_100);
      at.github.editComment({ id, login: MAINTAINER, body: approve(card) });
    },
    /it was edited/,
  ],
  [
    'an id of another run',
    says(MAINTAINER, () => '/approve ap-00000000'),
    /ap-00000000 is not in the approval comment/,
  ],
  [
    'an id with conditions',
    says(MAINTAINER, (card) => `${approve(card)} but only on Monday`),
    /more than ids/,
  ],
  [
    'a card that was forged by a stranger',
    (at, card) => {
      const forged = card.body
        .replaceAll(card.ids[0] ?? '', 'ap-00000000')
        .replaceAll('made', 'harmless');
      at.github.comment({ login: STRANGER, issue: at.issue, body: forged });
      at.github.comment({ login: MAINTAINER, issue: at.issue, body: '/approve ap-00000000' });
    },
    /ap-00000000 is not in the approval comment/,
  ],
  [
    'the card itself, edited by somebody else',
    (at, card) => {
      at.github.editComment({
        id: card.id,
        login: STRANGER,
        body: card.body.replaceAll('made', 'harmless'),
      });
      at.github.comment({ login: MAINTAINER, issue: at.issue, body: approve(card) });
    },
    /the approval comment was edited by @octo-stranger/,
  ],
  [
    'a permission that cannot be looked up',
    (at, card) => {
      at.github.fail({
        match: /GET .*collaborators\/octo-maintainer\/permission/,
        times: 99,
        status: 403,
        body: { message: 'Forbidden' },
      });
      at.github.comment({ login: MAINTAINER, issue: at.issue, body: approve(card) });
    },
    /could not be looked up/,
  ],
  [
    'an approval whose author then denies it',
    (at, card) => {
      at.github.comment({ login: MAINTAINER, issue: at.issue, body: `/deny ${card.ids[0]} no` });
      at.github.comment({ login: MAINTAINER, issue: at.issue, body: approve(card) });
    },
    /it was denied before/,
  ],
];

test.concurrent.each(REFUSED)(
  '%s approves nothing, and the trail and the issue say why',
  async (name, attack, because) => {
    await using at = await scene({ policy: WAITING });
    const end = await attacked(at, attack);
    expect(refusalsIn(end)).toMatch(because);
    // The run does not talk to itself: its card says that nobody answered.
    expect(toldOn(at)).toMatch(name === 'the run itself' ? /not answered within 6 s/ : because);
  },
);

const NO_COMMAND: readonly [name: string, text: (card: Card) => string][] = [
  ['a quote', (card) => `> ${approve(card)}\n\nShall I say this?`],
  ['a code fence', (card) => `\`\`\`\n${approve(card)}\n\`\`\``],
  ['the middle of a line', (card) => `I would ${approve(card)}`],
  ['the second line', (card) => `Yes.\n${approve(card)}`],
  ['/approved', (card) => `/approved ${card.ids[0]}`],
  ['indented code', (card) => `    ${approve(card)}`],
];

test.concurrent('words in a quote, a fence, the middle of a line, below the first line, and /approved are no command', async () => {
  await using at = await scene({ policy: WAITING });
  const end = await attacked(at, (_, card) => {
    for (const [, text] of NO_COMMAND)
      at.github.comment({ login: MAINTAINER, issue: at.issue, body: text(card) });
  });
  expect(entriesOf(end, 'approval.decision')).toEqual([]);
  expect(entriesOf(end, 'approval.void')).toHaveLength(1);
  expect(cardOn(at).body).toContain('not answered within 6 s');
});

test.concurrent('`/approve all` from before the card approves nothing on it', async () => {
  await using at = await scene({ policy: policyOf('wait: 2s, then: deny') });
  at.github.comment({ login: MAINTAINER, issue: at.issue, body: '/approve all' });
  const end = await attacked(at, () => undefined);
  expect(entriesOf(end, 'approval.decision')).toEqual([]);
});

test.concurrent('an issue that was closed takes no approval', async () => {
  await using at = await scene({ policy: WAITING });
  const end = await attacked(at, (_, card) => {
    at.github.issue({
      number: at.issue,
      author: REQUESTER,
      title: 'Something is wrong',
      state: 'closed',
    });
    at.github.comment({ login: MAINTAINER, issue: at.issue, body: approve(card) });
  });
  expect(refusalsIn(end)).toContain(`#${at.issue} was closed`);
  expect(cardOn(at).body).toContain('was closed');
});

test.concurrent("/cancel by a person who may deny ends the run at once; a stranger's does not", async () => {
  await using at = await scene({ policy: WAITING.replace('6s', '50s') });
  onCard(at, () => {
    at.github.comment({ login: STRANGER, issue: at.issue, body: '/cancel' });
    at.github.comment({ login: MAINTAINER, issue: at.issue, body: '/cancel' });
  });
  const end = await at.act({ turns: TURNS });
  await expectEnd(end, { outcome: 'cancelled', exitCode: 1 });
  await nothingMade(at);
  expect(refusalsIn(end)).toContain(STRANGER);
  expect(entriesOf(end, 'approval.decision').find(({ counted }) => counted)).toMatchObject({
    by: { login: MAINTAINER },
    decision: 'deny',
  });
  expect(cardOn(at).body).toContain('the run was cancelled');
});

test.concurrent('approve, then push: the new head voids what was asked on the old one', async () => {
  await using at = await scene({ policy: WAITING });
  const pull = {
    headRef: 'topic',
    headRepository: 'octo-org/octo-repo',
    baseRef: 'main',
    draft: false,
    commitAuthors: [REQUESTER],
  };
  const headSha = await at.stage.commit('topic', { 'src/b.txt': 'b\n' });
  const { number } = at.github.pull({
    author: REQUESTER,
    title: 'A topic',
    pull: { ...pull, headSha },
  });
  onCard(at, async ({ ids }) => {
    const pushed = await at.stage.commit('topic', { 'src/b.txt': 'evil\n' });
    at.github.pull({
      number,
      author: REQUESTER,
      title: 'A topic',
      pull: { ...pull, headSha: pushed },
    });
    at.github.comment({ login: MAINTAINER, issue: number, body: `/approve ${ids[0]}` });
  });
  const end = await at.act({ turns: TURNS, event: at.ask('/countersign do it', number) });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  await nothingMade(at);
  expect(refusalsIn(end)).toContain('has a new head');
  expect(cardOn(at, number).body).toContain('has a new head');
});

test.concurrent('approve, then change the file that the command reads: it is asked anew, on a new card', async () => {
  await using at = await scene({
    policy: policyOf('wait: 8s, then: deny'),
    files: { 'src/run.sh': 'echo made > src/made.txt\n' },
  });
  onCard(at, ({ ids }) => {
    at.github.comment({ login: MAINTAINER, issue: at.issue, body: `/approve ${ids.join(' ')}` });
  });
  const end = await at.act({
    turns: [
      turn(
        '',
        ['bash_run', { command: 'echo "echo evil > src/evil.txt" > src/run.sh' }],
        ['bash_run', { command: 'sh src/run.sh' }],
      ),
      finish('Tried.', 'incomplete'),
    ],
  });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expect(statesOf(end, 'c1').at(-1)).toBe('COMPLETED');
  expect(statesOf(end, 'c2')).toEqual(['PENDING', 'APPROVAL_REQUIRED', 'DENIED']);
  expect(refusalsIn(end)).toContain('a file that the call depends on changed');
  expect(at.cards()).toHaveLength(2);
  await expect(inWorkspace(at, 'src/evil.txt')).rejects.toThrow('ENOENT');
});

test.concurrent('an id that was used approves no later call, not even the same command', async () => {
  await using at = await scene({ policy: WAITING });
  let used = '';
  onCard(at, ({ ids: [id = ''] }) => {
    used = id;
    at.github.comment({ login: MAINTAINER, issue: at.issue, body: `/approve ${id}` });
  });
  onCard(
    at,
    () => void at.github.comment({ login: MAINTAINER, issue: at.issue, body: `/approve ${used}` }),
    2,
  );
  const end = await at.act({ turns: [CALL, CALL, finish('Tried.', 'incomplete')] });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expect(statesOf(end, 'c1').at(-1)).toBe('COMPLETED');
  expect(statesOf(end, 'c2').at(-1)).toBe('DENIED');
  expect(await inWorkspace(at, 'src/made.txt')).toBe('made\n');
  expect(entriesOf(end, 'approval.consumed')).toHaveLength(1);
});

test.concurrent('a hundred and fifty comments before the answer do not hide it', async () => {
  await using at = await scene({ policy: policyOf('wait: 20s, then: deny') });
  onCard(at, ({ ids }) => {
    for (let count = 0; count < 150; count += 1)
      at.github.comment({ login: STRANGER, issue: at.issue, body: `Noise ${count}` });
    at.github.comment({ login: MAINTAINER, issue: at.issue, body: `/approve ${ids[0]}` });
  });
  const end = await at.act({ turns: [CALL, finish('Made.')] });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(await inWorkspace(at, 'src/made.txt')).toBe('made\n');
});

test.concurrent('`count: 2` needs two people, and one who lost the permission in between is not one of them', async () => {
  await using at = await scene({ policy: policyOf('wait: 8s, then: deny, count: 2') });
  at.github.person('octo-second', 'write');
  at.github.person('octo-third', 'write');
  onCard(at, async ({ ids }) => {
    const body = `/approve ${ids[0]}`;
    at.github.comment({ login: MAINTAINER, issue: at.issue, body });
    at.github.comment({ login: MAINTAINER, issue: at.issue, body });
    await pause(2_500);
    at.github.person(MAINTAINER, 'read');
    at.github.comment({ login: 'octo-second', issue: at.issue, body });
  });
  const end = await at.act({ turns: TURNS });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  await nothingMade(at);
  expect(refusalsIn(end)).toContain('permission read');
  expect(refusalsIn(end)).toContain('Only 1 of 2 approved');
});

test.concurrent('`/approve all` approves what its card lists and nothing later; a denial wins over two approvals', async () => {
  await using at = await scene({ policy: policyOf('wait: 6s, then: deny, count: 2') });
  at.github.person('octo-second', 'write');
  at.github.person('octo-third', 'write');
  onCard(at, ({ ids }) => {
    at.github.comment({
      login: 'octo-third',
      issue: at.issue,
      body: `/deny ${ids[1]} not this one`,
    });
    for (const login of [MAINTAINER, 'octo-second'])
      at.github.comment({ login, issue: at.issue, body: '/approve all' });
  });
  const end = await at.act({
    turns: [
      turn(
        '',
        ['bash_run', { command: 'echo one > src/one.txt' }],
        ['bash_run', { command: 'echo made > src/made.txt' }],
      ),
      turn('', ['bash_run', { command: 'echo later > src/later.txt' }]),
      finish('Tried.', 'incomplete'),
    ],
  });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expect(await inWorkspace(at, 'src/one.txt')).toBe('one\n');
  await nothingMade(at);
  await expect(inWorkspace(at, 'src/later.txt')).rejects.toThrow('ENOENT');
  expect(statesOf(end, 'c3').at(-1)).toBe('DENIED');
});
