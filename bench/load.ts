/** I/O: how large `dist/` is, and how long its entry files take to load if they then have nothing to do. */
// node bench/load.ts [dist]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median } from './measure.ts';

const ROUNDS = 11;
const DIST = resolve(process.argv[2] ?? 'dist');

const sizes = readdirSync(DIST).map((name) => statSync(join(DIST, name)).size / 1e6);
const total = sizes.reduce((sum, size) => sum + size, 0);
console.log(
  `dist/: ${total.toFixed(1)} MB in ${sizes.length} files, the largest ${Math.max(...sizes).toFixed(1)} MB`,
);

const temp = mkdtempSync(join(tmpdir(), 'countersign-load-'));
try {
  const empty = join(temp, 'empty.js');
  writeFileSync(empty, '');
  const starts: readonly (readonly [string, readonly string[]])[] = [
    ['an empty script', [empty]],
    ['cli.js --version', [join(DIST, 'cli.js'), '--version']],
    ['cli.js run --help', [join(DIST, 'cli.js'), 'run', '--help']],
    ['post.js after a step that left nothing', [join(DIST, 'post.js')]],
  ];
  const found = new Map<string, number[]>(starts.map(([what]) => [what, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [what, args] of starts) found.get(what)?.push(startMs(args));
  }
  for (const [what, times] of found) {
    console.log(
      `  ${median(times).toFixed(0)} ms (${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)})  ${what}`,
    );
  }
} finally {
  rmSync(temp, { recursive: true, force: true });
}

/** From process start to exit. */
function startMs(args: readonly string[]): number {
  const env = { PATH: process.env['PATH'] ?? '', HOME: temp, TMPDIR: temp };
  const startedMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: temp,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - startedMs;
}
