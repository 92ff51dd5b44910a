import { expect, test } from 'vitest';
import { redactEvent } from '../../../src/audit/write/redact-event.ts';
import { createRedactor } from '../../../src/common/index.ts';

test('a text that the redactor loses is left out, and never stays as it was', async () => {
  const losing = { ...createRedactor(), redactJson: () => [] };
  const event = { type: 'warning', because: 'hunter2', about: null, items: [{ text: 'hunter2' }] };
  const clean = redactEvent(event, losing);
  expect(JSON.stringify(clean)).not.toContain('hunter2');
  expect(clean).toEqual({ type: 'warning', because: '', about: null, items: [{ text: '' }] });
});

test('half a character in a key becomes one that has a canonical form', async () => {
  const event = { type: 'call.state', arguments: { 'a\ud800': 1 } };
  const clean = redactEvent(event, createRedactor());
  expect(JSON.stringify(clean).isWellFormed()).toBe(true);
  expect(Object.keys(clean['arguments'] ?? {})).toEqual(['a\ufffd']);
});
