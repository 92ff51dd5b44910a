import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUBBLEWRAP_WORKS } from '../bubblewrap.ts';
import { findProgram } from '../../src/sandbox/index.ts';
import { casesToTry } from '../properties.ts';
import { layBait } from './bait.ts';
import { type ContainedReport, fuzzContained } from './fuzz-contained.ts';
import { type Listener, listen } from './profiled.ts';

// The whole of it is `node scripts/fuzz-commands.ts`; here is a part that is the same in each run.
const COUNT = casesToTry(12);
const SEED = 20_260_101;
const TIMEOUT_MS = 600_000;

/** What the fuzz found once. Add a line for each thing that it finds, before it is put right. */
const Case = z.strictObject({
  under: z.literal('contained'),
  command: z.string(),
  what: z.string(),
});
const CASES = readFileSync(new URL('cases.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => Case.parse(JSON.parse(line)).command);

const isHere = (name: string): boolean =>
  findProgram(name, { env: { PATH: process.env['PATH'] ?? '' }, cwd: '/' }) !== null;

describe.runIf(BUBBLEWRAP_WORKS && isHere('bash'))(
  'commands that want to have an effect, with the contained profile and no evaluation (skipped where bubblewrap does not start or bash is missing)',
  () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-fuzz-')));
    let listener: Listener;
    let report: ContainedReport;

    beforeAll(async () => {
      const bait = layBait(base);
      listener = await listen();
      report = await fuzzContained({ bait, listener, seed: SEED, count: COUNT, first: CASES });
    }, TIMEOUT_MS);
    afterAll(() => {
      listener.close();
      rmSync(base, { recursive: true, force: true });
    });

    it('really run, and write where it is discarded', () => {
      expect(report.executed).toBe(COUNT + CASES.length);
      expect(report.ended['not-started'] ?? 0).toBe(0);
      expect(report.wouldHave.written).toBeGreaterThan(COUNT / 10);
    });

    it('have none on files, processes, the network, the machine, or the git that is run afterwards', () => {
      expect(report.findings).toEqual([]);
    });
  },
);
