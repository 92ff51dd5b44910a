/**
 * Generates commands without knowing how they are evaluated, executes those that are allowed, and sees from outside what they did:
 * `node scripts/fuzz-commands.ts --count 20000 --seed 1 --shells bash,dash,mawk,gawk,busybox --contained 2000 --report FILE`.
 * The exit code is 0 where nothing had an effect with its profile, and none without it but what only a sandbox can know.
 */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { layBait } from '../test/fuzz/bait.ts';
import { fuzzContained } from '../test/fuzz/fuzz-contained.ts';
import { fuzzEvaluated } from '../test/fuzz/fuzz-evaluated.ts';
import { generateCommands, SHELLS } from '../test/fuzz/generate.ts';
import { readGrammar } from '../test/fuzz/grammar.ts';
import { askOptions } from '../test/fuzz/option-space.ts';
import { listen } from '../test/fuzz/profiled.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    contained: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    shells: { type: 'string', default: SHELLS.join(',') },
    report: { type: 'string' },
  },
});

function whole(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`--${name} is ${text}: write a whole number.`);
}

const asked = values.shells.split(',');
const shells = SHELLS.filter((shell) => asked.includes(shell));
if (shells.length !== asked.length) {
  throw new Error(`--shells is ${values.shells}: write some of ${SHELLS.join(',')}.`);
}
const seed = whole('seed', values.seed);
const say = (text: string): void =>
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-fuzz-')));
const listener = await listen();
try {
  say(`seed ${seed}`);
  const bait = layBait(base);
  const programs = askOptions();
  const commands = generateCommands({
    count: whole('count', values.count),
    seed,
    shells,
    port: listener.port,
    grammar: readGrammar(),
    programs,
  });
  const evaluated = await fuzzEvaluated({ bait, listener, commands, onProgress: say });
  const contained = await fuzzContained({
    bait,
    listener,
    seed,
    count: whole('contained', values.contained),
    onProgress: say,
  });
  const report = { seed, shells, programs: programs.length, evaluated, contained };
  if (values.report !== undefined)
    writeFileSync(values.report, `${JSON.stringify(report, null, 2)}\n`);
  say(
    `evaluated: ${evaluated.auto} of ${evaluated.generated} let run; with the profile ${evaluated.withProfile.length} had an effect, without ${evaluated.bare.length}`,
  );
  say(`contained: ${contained.executed} run, ${contained.findings.length} had an effect`);
  const unexplained = evaluated.bare.filter(({ why }) => why === null).length;
  const effects = evaluated.withProfile.length + contained.findings.length + unexplained;
  process.exitCode = effects === 0 ? 0 : 1;
} finally {
  listener.close();
  rmSync(base, { recursive: true, force: true });
}
