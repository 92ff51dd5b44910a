import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUBBLEWRAP_WORKS } from '../bubblewrap.ts';
import { findProgram } from '../../src/sandbox/index.ts';
import { type Bait, layBait } from './bait.ts';
import { runBare } from './bare.ts';
import { fuzzEvaluated, type EvaluatedReport } from './fuzz-evaluated.ts';
import { generateCommands, type Shell, SHELLS } from './generate.ts';
import { readGrammar } from './grammar.ts';
import { askOptions } from './option-space.ts';
import { type Listener, listen } from './profiled.ts';

// The whole of it is `node scripts/fuzz-commands.ts`; here is a part that is the same in each run.
const COUNT = 600;
const SEED = 20_260_101;
const MOST_EXECUTED = 40;
const TIMEOUT_MS = 300_000;

const isHere = (name: string): boolean =>
  findProgram(name, { env: { PATH: process.env['PATH'] ?? '' }, cwd: '/' }) !== null;
const shells: readonly Shell[] = SHELLS.filter((shell) => isHere(shell));
const missing = SHELLS.filter((shell) => !isHere(shell));

describe.runIf(BUBBLEWRAP_WORKS && isHere('bash'))(
  `generated commands that are evaluated as harmless (skipped where bubblewrap does not start or bash is missing${missing.length === 0 ? '' : `; without ${missing.join(', ')}, which this machine does not have`})`,
  () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-fuzz-')));
    let bait: Bait;
    let listener: Listener;
    let report: EvaluatedReport;

    beforeAll(async () => {
      bait = layBait(base);
      listener = await listen();
      const commands = generateCommands({
        count: COUNT,
        seed: SEED,
        shells,
        port: listener.port,
        grammar: readGrammar(),
        programs: askOptions(PROGRAMS),
      });
      report = await fuzzEvaluated({ bait, listener, commands, most: MOST_EXECUTED });
    }, TIMEOUT_MS);
    afterAll(() => {
      listener.close();
      rmSync(base, { recursive: true, force: true });
    });

    it('are enough of each shell that is here', () => {
      expect(report.generated).toBe(COUNT);
      expect(report.executedBare).toBeGreaterThan(MOST_EXECUTED / 2);
      // What busybox is asked to do is not known to the policy, so that it asks about all of it.
      const asked = shells.filter((shell) => shell !== 'busybox');
      for (const shell of asked) expect(report.autoByShell[shell], shell).toBeGreaterThan(20);
    });

    it('have no effect with the profile of their verdict', () => {
      expect(report.withProfile).toEqual([]);
    });

    it('have none without it either, but for what only a sandbox can know', () => {
      expect(report.bare.filter(({ why }) => why === null)).toEqual([]);
      expect(report.discarded).toEqual([]);
    });

    // It shows that effects are seen at all; a loaded machine may be late once.
    it('would be seen to have one', { retry: 3 }, async () => {
      const found = await runBare({
        bait,
        env: { PATH: '/usr/bin:/bin', HOME: bait.home },
        commands: SEEN.map(([, source]) => ['bash', '--norc', '-c', source]),
      });
      const effects = found.map((one) => one.map(({ effect }) => effect));
      for (const [index, [effect, source]] of SEEN.entries())
        expect(effects[index], source).toContain(effect);
    });
  },
);

/** Few, since each is asked for its options. */
const PROGRAMS = (
  'ls cat head tail wc sort uniq cut tr tac nl od paste join comm fold fmt seq stat du date find xargs grep rg sed diff cmp file strings ' +
  'xxd jq tar gzip zcat tree column less'
).split(' ');

const SEEN = [
  ['file', 'echo x > pwn'],
  ['file', 'touch README.md'],
  ['file', 'chmod 600 README.md'],
  ['file', 'echo x > ../pwn'],
  ['started', './evil.sh'],
  ['started', 'PATH=bin:$PATH; ls'],
  ['secret', 'cat .env'],
  ['secret', 'base64 private/plan.txt'],
  ['secret', 'od -c src/deep/server.pem'],
  ['secret', 'rev < link_out'],
  ['network', '(exec 3<>/dev/tcp/127.0.0.1/9)'],
  ['process', 'sleep 60 & true'],
] as const;
