import { describe, expect, it } from 'vitest';
import { createMarker } from '../../src/agent/index.ts';
import type { CommandResult, NetworkUse } from '../../src/sandbox/index.ts';
import { commandResult } from '../../src/tools/commands/output.ts';
import { textOf } from './support.ts';

const OUTPUT = 'a <!-- b --> <div hidden>c</div> [d](e "f")\n```\nrest';

async function resultOf(network?: readonly NetworkUse[]) {
  const result: CommandResult = {
    exitCode: 0,
    signal: null,
    output: OUTPUT,
    outputBytes: OUTPUT.length,
    truncated: false,
    durationMs: 5,
    ended: 'exited',
    ...(network === undefined ? {} : { network }),
  };
  return commandResult(result, { timeoutMs: 1_000 });
}

describe('the output of a command', () => {
  it("is the checkout's own where the command reached nothing", async () => {
    for (const network of [
      undefined,
      [{ to: 'a.example:443', verdict: 'refused', count: 2 }] as const,
    ]) {
      const result = await resultOf(network);
      expect(result.metadata?.['untrustedSource']).toBeUndefined();
      expect(textOf(result)).toContain(`\n${OUTPUT}`);
    }
  });

  it('is untrusted if it reached a host, and keeps every character between the markers', async () => {
    const network: readonly NetworkUse[] = [
      { to: 'a.example:443', verdict: 'allowed', count: 1 },
      { to: 'b.example:80', verdict: 'refused', count: 3 },
    ];
    const result = await resultOf(network);
    expect(result.metadata).toMatchObject({
      network: [...network],
      untrustedSource: 'network: a.example:443',
    });
    expect(createMarker().plain(textOf(result))).toContain(OUTPUT);
  });
});
