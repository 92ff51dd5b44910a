import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import {
  evaluate,
  type PathResolver,
  presetText,
  type Situation,
} from '../../../src/policy/index.ts';
import { policy } from '../helpers.ts';

/**
 * Commands that agents wrote, as public transcripts and documents have them; what their own tool wraps around a command is left
 * out. `harmless`: a maintainer would let it run without a question where a sandbox keeps nothing of what it writes, such as
 * reading, searching, building and testing. `needs-approval`: it is there to change something, or to reach the network.
 */
const Row = z.strictObject({
  command: z.string(),
  /** The repository and the path in it. */
  source: z.string(),
  kind: z.enum(['harmless', 'needs-approval']),
  /** Where the workspace lay, for commands that say so. */
  workspace: z.string().optional(),
});
type Row = z.infer<typeof Row>;

const ROWS: readonly Row[] = readFileSync(new URL('agent-commands.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => Row.parse(JSON.parse(line)));
const HARMLESS = ROWS.filter(({ kind }) => kind === 'harmless');
const FIX = policy(presetText('fix'));
const MOST_ASKED = 0.03;
/** Of what a glob of the sample names: a glob without a match is another command. */
const FILES: ReadonlyMap<string, readonly string[]> = new Map([
  ['/app/data', ['ACCOUNTS.DAT', 'BOOKS.DAT', 'TRANSACTIONS.DAT']],
  ['/w', ['config.yaml']],
]);

function verdictOf(row: Row, parts: Partial<Situation>): string {
  const pathResolver: PathResolver = {
    root: row.workspace ?? '/w',
    caseInsensitive: false,
    realpath: (absolute) => absolute,
    list: (folder) => FILES.get(folder) ?? [],
    namesBelow: () => ({ words: false, lines: false }),
    secretsBelow: () => [],
    gitConfigRuns: () => null,
  };
  const { command } = row;
  const facts = { tool: 'bash_run', kind: 'execute', command } as const;
  const situation = { pathResolver, untrusted: false, sandboxed: true, ...parts };
  return evaluate(FIX, facts, situation).verdict;
}

const asked = (parts: Partial<Situation>): string[] =>
  HARMLESS.filter((row) => verdictOf(row, parts) !== 'auto').map(({ command }) => command);
const percent = (part: number): string => `${((100 * part) / HARMLESS.length).toFixed(1)} %`;

/** The figures are for people, too. */
function say(text: string, commands: readonly string[] = []): void {
  process.stdout.write(`${[text, ...commands].join('\n  ')}\n`);
}

describe('commands that agents wrote, under the preset "fix"', () => {
  test('are 300, each with its source', () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(300);
    expect(HARMLESS.length).toBeGreaterThanOrEqual(200);
    expect(new Set(ROWS.map(({ command }) => command)).size).toBe(ROWS.length);
  });

  test('rarely ask where they are harmless and the sandbox contains them', () => {
    const asking = asked({ contained: true });
    say(`over-blocking with the sandbox: ${percent(asking.length)}`, asking);
    expect(asking.length / HARMLESS.length).toBeLessThanOrEqual(MOST_ASKED);
  });

  test('ask more often where nothing contains them', () => {
    const without = asked({ contained: false }).length;
    const bare = asked({ contained: false, sandboxed: false }).length;
    say(
      `over-blocking without containment: ${percent(without)}, without a sandbox: ${percent(bare)}`,
    );
    expect(bare).toBe(HARMLESS.length);
    expect(without).toBeGreaterThan(asked({ contained: true }).length);
  });

  test('seldom run where their changes are discarded although they are there to change something', () => {
    const unasked = ROWS.filter(
      (row) => row.kind === 'needs-approval' && verdictOf(row, { contained: true }) === 'auto',
    );
    say(
      'run contained, although what they do is not kept:',
      unasked.map((row) => row.command),
    );
    expect(unasked.length).toBeLessThanOrEqual(16);
  });
});
