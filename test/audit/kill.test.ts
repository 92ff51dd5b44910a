import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blobsIn, openTrail, trailBytes, verifyTrail } from '../../src/audit/index.ts';
import { createRedactor, systemClock } from '../../src/common/index.ts';
import { KEEP_COMPILED } from '../compiled.ts';
import { program } from '../programs.ts';
import { casesToTry } from '../properties.ts';
import { tempFolder } from './trails.ts';

const KILLS = casesToTry(4);
const LONGEST_LIFE_MS = 200;

async function writeAndDie(folder: string): Promise<readonly string[]> {
  const child = spawn(process.execPath, [program('append-to-trail'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...KEEP_COMPILED },
  });
  const closed = once(child, 'close');
  let out = '';
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('started')) resolve();
    });
    child.once('exit', () => resolve());
  });
  await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_LIFE_MS));
  child.kill('SIGKILL');
  await closed;
  return out.split('\n').slice(1, -1);
}

describe('a writer that is killed at any moment', () => {
  it(`leaves a trail that can be continued and verified (${KILLS} times)`, {
    timeout: KILLS * 10_000,
  }, async () => {
    const folder = join(await tempFolder(), 'trail');
    const heads: { count: number; hash: string }[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      for (const line of await writeAndDie(folder)) {
        const [count = '', hash = ''] = line.split(' ');
        heads.push({ count: Number(count), hash });
      }
      const trail = await openTrail({
        folder,
        run: 'run-killed',
        clock: systemClock,
        redactor: createRedactor(),
      });
      await trail.close();
      const got = await verifyTrail(trailBytes(folder), { heads, blobs: blobsIn(folder) });
      expect(got, `after ${kill + 1} kills`).toMatchObject({
        kind: 'intact',
        head: trail.head().hash,
      });
    }
    expect(heads.length).toBeGreaterThan(0);
    const torn = readdirSync(folder).filter((name) => name.startsWith('torn-'));
    const recovered =
      readFileSync(join(folder, 'audit.jsonl'), 'utf8').match(/"type":"recovered"/g) ?? [];
    expect(recovered).toHaveLength(torn.length);
  });
});
