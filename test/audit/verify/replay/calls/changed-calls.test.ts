import { expect, test } from 'vitest';
import { type TrailEvent, verifyTrail } from '../../../../../src/audit/index.ts';
import { bytesOf, chainEvents } from '../../../chained.ts';
import { changedByApprover } from '../../../vectors/runs.ts';

test('a call is not changed by an approval that was withdrawn before', async () => {
  const { events } = changedByApprover();
  const withdrawn = events.flatMap((event): readonly TrailEvent[] =>
    event.type === 'approval.decision' && event.changeSha256 !== undefined
      ? [event, { ...event, counted: false, because: 'the comment was edited' }]
      : [event],
  );
  expect(withdrawn.length).toBeGreaterThan(events.length);
  expect(await verifyTrail(bytesOf(chainEvents(events)))).toMatchObject({ kind: 'intact' });
  expect(await verifyTrail(bytesOf(chainEvents(withdrawn)))).toMatchObject({
    kind: 'broken',
    code: 'change-mismatch',
  });
});
