import { expect, test } from 'vitest';
import {
  beginJournal,
  JOURNAL_MAX_BYTES,
  openJournal,
  readJournalNotes,
} from '../../src/checkpoint/index.ts';
import { stateOf } from './states.ts';

const SEALING = { secret: 'a secret of enough length', repository: 'Octo/Repo', run: 'run-1' };
const TEXTS = ['one', 'zwei ✓', ''];

function journalOf(texts: readonly string[], sealing = SEALING): Buffer {
  const { header, seal } = beginJournal(sealing);
  return Buffer.concat([header, ...texts.map(seal)]);
}

test('a secret of sixteen characters is long enough, and a shorter one is not', () => {
  const sealing = { ...SEALING, secret: 'x'.repeat(16) };
  expect(openJournal(journalOf(TEXTS, sealing), sealing)).toEqual(TEXTS);
  expect(() => beginJournal({ ...SEALING, secret: 'x'.repeat(15) })).toThrow(
    'fewer than 16 characters',
  );
});

test('records are read back in order', () => {
  expect(openJournal(journalOf(TEXTS), SEALING)).toEqual(TEXTS);
  expect(openJournal(journalOf([]), { ...SEALING, repository: 'octo/repo' })).toEqual([]);
});

test('a record that the end of the process cut is left out, at every length', () => {
  const whole = journalOf(['one', 'two']);
  const first = journalOf(['one']).length;
  for (let length = first; length < whole.length; length += 1)
    expect(openJournal(whole.subarray(0, length), SEALING)).toEqual(['one']);
});

test('one byte changed anywhere, another key, another run and another repository are refused', () => {
  const whole = journalOf(TEXTS);
  for (let place = 0; place < whole.length; place += 1) {
    const changed = Buffer.from(whole);
    changed[place]! ^= 1;
    let read: readonly string[] | null = null;
    try {
      read = openJournal(changed, SEALING);
    } catch (error) {
      expect(error).toMatchObject({ code: 'checkpoint-refused' });
    }
    // A length that grew looks like a record that was cut off: never like another text.
    if (read !== null) expect(TEXTS.slice(0, read.length)).toEqual(read);
    if (read !== null) expect(read.length).toBeLessThan(TEXTS.length);
  }
  const others = [
    [{ secret: 'another secret of length' }, 'another key'],
    [{ repository: 'octo/other' }, 'another run'],
    [{ run: 'run-2' }, 'another run'],
  ] as const;
  for (const [other, because] of others)
    expect(() => openJournal(whole, { ...SEALING, ...other })).toThrow(because);
  // Without a record, nothing but the header says so.
  const header = journalOf([]);
  const unknown = [
    Buffer.from('CSJR'),
    header.subarray(0, -1),
    Buffer.from([...Buffer.from('CSJX'), ...header.subarray(4)]),
    Buffer.from([...header.subarray(0, 4), 2, ...header.subarray(5)]),
  ];
  for (const bytes of unknown)
    expect(() => openJournal(bytes, SEALING)).toThrow('an unknown format');
  expect(() => beginJournal({ ...SEALING, secret: 'short' })).toThrow('characters');
});

test('a journal with more bytes than allowed is refused before it is read', () => {
  const largest = Buffer.alloc(JOURNAL_MAX_BYTES + 1);
  expect(() => openJournal(largest, SEALING)).toThrow(`its journal has ${largest.length} bytes`);
  expect(() => openJournal(largest.subarray(1), SEALING)).toThrow('an unknown format');
});

test('records that were dropped, swapped or taken from another journal are refused', () => {
  const { header, seal } = beginJournal(SEALING);
  const [one, two, three] = [seal('one'), seal('two'), seal('three')];
  const other = beginJournal(SEALING).seal('one');
  for (const records of [
    [two, three],
    [one, three],
    [two, one, three],
    [other, two],
    [one, one],
  ]) {
    expect(() => openJournal(Buffer.concat([header, ...records]), SEALING)).toThrow('changed');
  }
});

const {
  run,
  repository,
  workflow,
  headSha,
  policySha256,
  request,
  requester,
  instructions,
  marker,
} = stateOf();
const ROOTS = {
  run,
  repository,
  workflow,
  headSha,
  policySha256,
  request,
  requester,
  instructions,
  marker,
};
const { turns, calls, lastText, idleReplies, refused, reads, used, untrusted } = stateOf();
const STANDING = {
  turns,
  calls,
  lastText,
  idleReplies,
  planApproved: true,
  refused,
  reads,
  used,
  raised: {},
  repeats: {},
  untrusted,
};
const says = (text: string, role: 'user' | 'assistant' = 'user') => ({
  role,
  content: [{ type: 'text', text }],
});
const note = (over: object) =>
  JSON.stringify({ keep: 0, messages: [], settled: [], reply: 0, standing: {}, ...over });
const BEGUN = note({ roots: ROOTS, messages: [says('a')], standing: STANDING });

test('the notes together give the state of the run', () => {
  const noted = readJournalNotes(
    [
      BEGUN,
      note({ keep: 1, messages: [says('b', 'assistant')], reply: 1, standing: { turns: 9 } }),
      note({ keep: 2, reply: 1 }),
      note({ keep: 0, messages: [says('cut'), says('c')], reply: 1, standing: { lastText: 'b' } }),
    ],
    1,
  );
  expect(noted.messages).toEqual([says('cut'), says('c')]);
  expect(noted.standing).toMatchObject({ turns: 9, lastText: 'b', planApproved: true });
  expect(noted.roots).toEqual(ROOTS);
});

test('calls that finished belong to the last reply: they add up until there is a message after them', () => {
  const [call] = stateOf().settled;
  if (call === undefined) throw new Error('The state has a finished call.');
  const other = { ...call, content: 'other' };
  const texts = [
    BEGUN,
    note({ keep: 1, messages: [says('b', 'assistant')], reply: 1 }),
    note({ keep: 2, settled: [call], reply: 1 }),
    note({ keep: 2, settled: [other], reply: 1 }),
  ];
  expect(readJournalNotes(texts, 1).settled).toEqual([call, other]);
  const next = note({ keep: 2, messages: [says('c')], reply: 1 });
  expect(readJournalNotes([...texts, next], 1).settled).toEqual([]);
});

test('a run that ended before it did anything has nothing to resume; a journal that lost its records is refused', () => {
  expect(() => readJournalNotes([], 0)).toThrow('ended before its first request to the model');
  expect(() => readJournalNotes([], 1)).toThrow('its journal has no beginning');
});

test('a reply that the trail does not have yet is left out; a journal that ends before the trail is refused', () => {
  const texts = [BEGUN, note({ keep: 1, messages: [says('b', 'assistant')], reply: 1 })];
  expect(readJournalNotes(texts, 0).messages).toEqual([says('a')]);
  expect(readJournalNotes(texts, 1).messages).toHaveLength(2);
  const more = [...texts, note({ keep: 2, reply: 1 }), note({ keep: 2, reply: 1 })];
  expect(readJournalNotes(more, 0).messages).toEqual([says('a')]);
  expect(() => readJournalNotes(texts, 2)).toThrow('does not go as far as its trail');
  expect(() => readJournalNotes([BEGUN], 1)).toThrow('does not go as far as its trail');
});

test('an unknown record is refused', () => {
  for (const texts of [[], [note({})], [note({ roots: ROOTS })], [BEGUN, '{}'], ['null']]) {
    expect(() => readJournalNotes(texts, 0)).toThrow('refused');
  }
});
