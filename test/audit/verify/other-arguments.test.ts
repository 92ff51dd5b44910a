import { describe, expect, test } from 'vitest';
import { ownTools } from '../../../scripts/own-tools.ts';
import { type TrailEvent, verifyTrail } from '../../../src/audit/index.ts';
import { digestOf, type Json } from '../../../src/common/index.ts';
import { bytesOf, chainEvents } from '../chained.ts';
import { changedByApprover } from '../vectors/runs.ts';

/** A call of each tool that has a text which an approver can change. */
const CALLS: Readonly<Record<string, Json>> = {
  bash_run: { command: 'ls' },
  fs_write: { path: 'a', content: 'b' },
  github_comment: { body: 'a' },
  github_push_branch: { message: 'a', paths: ['a'] },
};

const BEFORE = { command: 'rm -rf build', cwd: '.' };

/** A run in which an approver changes this argument of a call of this tool. */
function changed(tool: string, argument: string): readonly TrailEvent[] {
  const before = { [argument]: BEFORE.command, cwd: BEFORE.cwd };
  const text = JSON.stringify(changedByApprover().events)
    .replaceAll('"bash_run"', JSON.stringify(tool))
    .replaceAll('"command":', `${JSON.stringify(argument)}:`)
    .replaceAll('"argument":"command"', `"argument":${JSON.stringify(argument)}`)
    .replaceAll(digestOf(BEFORE) ?? '', digestOf(before) ?? '');
  return JSON.parse(text);
}

describe('a text that an approver can change', () => {
  test.each(Object.keys(CALLS))('is known to the verifier: that of %s', async (tool) => {
    const own = (await ownTools()).find(({ name }) => name === tool);
    const prepared = await own?.prepare(CALLS[tool] ?? null);
    const argument = prepared?.ok === true ? prepared.call.changeable : undefined;
    if (argument === undefined) throw new Error(`${tool} has no text that can be changed`);
    const events = changed(tool, argument);
    expect(await verifyTrail(bytesOf(chainEvents(events)))).toMatchObject({ kind: 'intact' });
    const elsewhere = events.map((event) =>
      event.type === 'call.changed' ? { ...event, argument: 'cwd' } : event,
    );
    expect(await verifyTrail(bytesOf(chainEvents(elsewhere)))).toMatchObject({
      kind: 'broken',
      code: 'change-mismatch',
    });
  });

  test('is one of a tool that has it', async () => {
    const events = changed('fs_edit', 'content');
    expect(await verifyTrail(bytesOf(chainEvents(events)))).toMatchObject({
      kind: 'broken',
      code: 'change-mismatch',
      because: 'c1 has no text content that can be changed.',
    });
  });
});
