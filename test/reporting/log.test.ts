import { expect, test } from 'vitest';
import { logListener } from '../../src/reporting/log.ts';
import type { RunEvent } from '../../src/tool-calls/index.ts';

/** The lines of a log of these events. */
function linesOf(events: readonly RunEvent[]): readonly string[] {
  const lines: string[] = [];
  const listen = logListener({
    line: (text) => lines.push(text),
    group: (title) => lines.push(title),
    endGroup: () => undefined,
  });
  for (const event of events) listen(event);
  return lines;
}

const metadata = (page: number): RunEvent => ({
  type: 'tool:metadata',
  call: 'c1',
  metadata: { page },
});

test('the log shows what a tool sets and asks while it runs, on one line each', () => {
  const asks: RunEvent = {
    type: 'tool:request',
    call: 'c1',
    name: 'colour',
    data: { of: 'sky\n::error::x' },
    respond: () => false,
  };
  expect(linesOf([metadata(1), asks])).toEqual([
    '  c1 metadata {"page":1}',
    '  c1 asks colour {"of":"sky\\n::error::x"}',
  ]);
});

test('the log has twenty such lines of a call at most', () => {
  const events = Array.from({ length: 30 }, (_, at) => metadata(at));
  expect(linesOf(events)).toHaveLength(20);
});

test('the log shows the minutes of a budget without their noise', () => {
  const used = 0.093_482_374_883;
  const event = { type: 'budget', event: 'near', budget: 'minutes', used, limit: 0.1 } as const;
  expect(linesOf([event])).toEqual(['  budget of minutes near: 0.0935 of 0.1']);
});
