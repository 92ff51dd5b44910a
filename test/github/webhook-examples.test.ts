import { describe, expect, test } from 'vitest';
import { CountersignError } from '../../src/common/index.ts';
import {
  decideStart,
  type Permission,
  parseTrigger,
  type StartDecision,
  type StartInput,
  type Trigger,
  TRIGGER_EVENTS,
} from '../../src/github/index.ts';
import {
  asking,
  valueAt,
  CASES,
  type Case,
  EVENTS,
  examplesOf,
  isFresh,
  TEXTS,
  withAt,
} from './examples.ts';
import { nightly } from '../properties.ts';

const SHA = 'a'.repeat(40);
const NO_NUMBER = new Set(['push', 'workflow_dispatch', 'repository_dispatch', 'release']);

function triggerOf({ name, payload }: Pick<Case, 'name' | 'payload'>): Trigger {
  return parseTrigger({ eventName: name, payload, sha: SHA });
}

/** The last change of what an event shows: its issue or pull request, and its comment. */
function lastChange(payload: object): string | null {
  const times = ['issue', 'pull_request', 'comment'].map((key) =>
    valueAt(payload, key, 'updated_at'),
  );
  const known = times.filter((time) => typeof time === 'string');
  return known.toSorted().at(-1) ?? null;
}

/** The example with its text asking, sent by somebody else. */
function sentBy(one: Case, sender: object | null): Trigger {
  return triggerOf({ name: one.name, payload: withAt(asking(one), ['sender'], sender) });
}

/** Everybody has that permission. */
function decide(
  trigger: Trigger,
  input: Partial<StartInput> = {},
  permission: Permission = 'write',
): Promise<StartDecision> {
  const whole = { trigger, phrase: '/countersign', allowActors: [], self: null, ...input };
  return decideStart(whole, { permissionOf: () => Promise.resolve(permission) });
}

test('there are examples of every event but the schedule, which has no payload of its own', () => {
  expect(TRIGGER_EVENTS.filter((name) => examplesOf(name).length === 0)).toEqual(['schedule']);
});

test('every other event is unsupported, by its name', () => {
  for (const { name, examples } of EVENTS) {
    if (TRIGGER_EVENTS.some((known) => known === name)) continue;
    for (const payload of examples) {
      expect(parseTrigger({ eventName: name, payload })).toMatchObject({
        event: 'unsupported',
        name,
      });
    }
  }
});

describe.each(CASES)('$name $index ($payload.action)', (one) => {
  const { name, payload } = one;
  const trigger = triggerOf(one);

  test('is the trigger that it is', () => {
    expect(
      trigger,
      'Each event of TRIGGER_EVENTS needs its case in src/github/events/parse-trigger.ts, and its payload in payloads.ts.',
    ).toMatchObject({
      event: name,
      action: payload.action ?? null,
      repository: valueAt(payload, 'repository', 'full_name'),
      defaultBranch: valueAt(payload, 'repository', 'default_branch'),
    });
    expect(trigger.actor?.login ?? null).toBe(valueAt(payload, 'sender', 'login'));
    const number =
      valueAt(payload, 'issue', 'number') ?? valueAt(payload, 'pull_request', 'number');
    if (number !== null || NO_NUMBER.has(name)) expect(trigger.number).toBe(number);
    const head =
      valueAt(payload, 'pull_request', 'head', 'sha') ??
      valueAt(payload, 'workflow_run', 'head_sha');
    if (head !== null) expect(trigger.headSha).toBe(head);
    const [from, to] = ['head', 'base'].map((end) =>
      valueAt(payload, 'pull_request', end, 'repo', 'id'),
    );
    if (to !== null) expect(trigger.fork).toBe(from !== to);
  });

  test('reports the text that it is about, and by whom', () => {
    const written = TEXTS[name] === undefined ? null : valueAt(payload, TEXTS[name].in);
    if (written === null) return expect(trigger.requestText).toBeNull();
    expect(trigger.requestText).toMatchObject({
      text: valueAt(written, 'body') ?? '',
      viaApp: valueAt(written, 'performed_via_github_app', 'slug'),
      asOf: isFresh(one)
        ? (valueAt(written, 'submitted_at') ?? valueAt(written, 'created_at'))
        : lastChange(payload),
      commentId: name === 'issue_comment' ? valueAt(written, 'id') : null,
      url: valueAt(written, 'html_url'),
    });
    expect(trigger.requestText?.author?.login ?? null).toBe(valueAt(written, 'user', 'login'));
  });

  test('starts nothing as it is, and a run only where a text that asks is new', async () => {
    expect((await decide(trigger)).kind).toBe('skip');
    const asked = await decide(triggerOf({ name, payload: asking(one) }));
    expect(asked).toMatchObject(
      isFresh(one) ? { kind: 'run', request: 'mend it' } : { kind: 'skip' },
    );
  });

  test('starts nothing for a bot, for nobody, or for a person who may only read', async () => {
    const bot = { login: 'renovate[bot]', id: 2, type: 'Bot' };
    for (const prompt of [undefined, 'mend it']) {
      expect((await decide(sentBy(one, bot), { prompt })).kind).toBe('skip');
      expect((await decide(sentBy(one, null), { prompt })).kind).not.toBe('run');
      const asked = triggerOf({ name, payload: asking(one) });
      expect((await decide(asked, { prompt }, 'read')).kind).not.toBe('run');
    }
  });

  nightly('without any one of its fields is a trigger still, or said to be malformed', () => {
    const changed = structuredClone(payload);
    for (const { holder, key, path } of fieldsIn(changed, 3)) {
      const before: unknown = Reflect.get(holder, key);
      for (const value of [undefined, null, 'text', 7, [], {}]) {
        Reflect.set(holder, key, value);
        try {
          expect(triggerOf({ name, payload: changed }).event).toBe(name);
        } catch (error) {
          if (!(error instanceof CountersignError)) throw error;
          expect(error.code, `${path}: ${error.message}`).toBe('event-invalid');
        }
      }
      Reflect.set(holder, key, before);
    }
  });
});

/** Every field down to a depth, with the object that it is a field of. */
function fieldsIn(value: unknown, depth: number, path = ''): readonly Field[] {
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    { holder: value, key, path: `${path}/${key}` },
    ...fieldsIn(inner, depth - 1, `${path}/${key}`),
  ]);
}

interface Field {
  readonly holder: object;
  readonly key: string;
  readonly path: string;
}
