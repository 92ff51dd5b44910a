/**
 * Builds `dist/`: tsc to `build/`, then one ncc bundle with its chunks, then the three doors that users start.
 * One bundle for all three keeps shared code once; what a run does not use stays in chunks that are not loaded.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { step } from './steps.ts';

const DOORS = ['action', 'post', 'cli'] as const;

rmSync('build', { recursive: true, force: true });
rmSync('dist', { recursive: true, force: true });
const built =
  step('tsc', 'node_modules/.bin/tsc', ['-p', 'tsconfig.build.json']) &&
  step('ncc', process.execPath, [
    'node_modules/@vercel/ncc/dist/ncc/cli.js',
    'build',
    'build/main.js',
    '-o',
    'dist',
    '-q',
  ]);
if (!built) process.exit(1);

mkdirSync('dist', { recursive: true });
for (const door of DOORS) {
  const hashbang = door === 'cli' ? '#!/usr/bin/env node\n' : '';
  writeFileSync(
    `dist/${door}.js`,
    `${hashbang}import { ${door} } from './index.js';\nawait ${door}();\n`,
    { mode: door === 'cli' ? 0o755 : 0o644 },
  );
}
