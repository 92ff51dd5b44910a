import {
  type Model,
  type ModelReply,
  type RespondOptions,
  zeroUsage,
} from '../../src/model/index.ts';
import { looseTool } from '../tool-calls/context.ts';
import { finished, type Said } from './context.ts';

type Block = ModelReply['content'][number];
/** What happens while a reply arrives, in the test's hand. */
export type Arrival = (
  call: (block: Block) => void,
  options: RespondOptions,
) => Promise<void> | void;

/** A model whose replies arrive block by block. */
export function streaming(
  ...turns: readonly { readonly said: Said; readonly arrive?: Arrival }[]
): Model {
  let index = 0;
  return {
    id: 'scripted:test',
    provider: 'scripted',
    contextWindow: 200_000,
    respond: async (_, options) => {
      const { said, arrive } = turns[index] ?? { said: finished() };
      index += 1;
      await arrive?.((block) => {
        if (block.type === 'tool_use') options.onCall?.(block);
      }, options);
      return {
        id: `msg_${index}`,
        model: 'test',
        content: said.blocks ?? [],
        stopReason: said.stop ?? 'tool_use',
        usage: zeroUsage,
        costUsd: null,
      };
    },
  };
}

/** Tools that note what ran, and a way to wait for it. */
export function noted() {
  const ran: string[] = [];
  const waiting: { readonly name: string; readonly done: () => void }[] = [];
  const note = (name: string) => {
    ran.push(name);
    for (const one of waiting) if (ran.includes(one.name)) one.done();
    return `${name} was seen`;
  };
  return {
    ran,
    until: (name: string) =>
      new Promise<void>((done) => {
        waiting.push({ name, done });
        if (ran.includes(name)) done();
      }),
    tools: [
      looseTool('look', ({ n }) => note(`look ${String(n)}`), { concurrencySafe: true }),
      looseTool('alone', () => note('alone')),
      looseTool('write', () => note('write'), { kind: 'write', concurrencySafe: true }),
    ],
  };
}
