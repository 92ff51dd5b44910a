import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import type { Bait } from './bait.ts';
import { type Effect, EFFECTS } from './observe.ts';

const Line = z.strictObject({
  index: z.number(),
  effects: z.array(z.strictObject({ effect: z.enum(EFFECTS), detail: z.string() })),
});

export interface BareOptions {
  readonly bait: Bait;
  readonly commands: readonly (readonly string[])[];
  readonly env: Readonly<Record<string, string>>;
  readonly onProgress?: (done: number) => void;
}

/**
 * Runs commands without a sandbox of the product, so that only the policy's verdict restrains them; and sees what each of them did. All of
 * it happens in a sandbox of this file's own, over a copy of the bait: the machine itself is not touched.
 */
export async function runBare(options: BareOptions): Promise<Effect[][]> {
  const { bait, commands } = options;
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-bare-')));
  try {
    const [copy, pristine, job] = ['copy', 'pristine', 'job.json'].map((name) => join(place, name));
    if (copy === undefined || pristine === undefined || job === undefined) return [];
    for (const to of [copy, pristine]) execFileSync('cp', ['-a', bait.base, to]);
    const shown = '/tmp/pristine';
    const { base, root } = bait;
    writeFileSync(job, JSON.stringify({ base, root, pristine: shown, env: options.env, commands }));
    const found: (Effect[] | null)[] = commands.map(() => null);
    const driver = spawn('bwrap', bareArgv({ base, copy, pristine, shown, job }), {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const text of createInterface({ input: driver.stdout })) {
      const { index, effects } = Line.parse(JSON.parse(text));
      found[index] = effects;
      options.onProgress?.(index + 1);
    }
    return found.map((effects, index) => {
      if (effects !== null) return effects;
      throw new Error(`Nothing was observed of command ${index}: the driver ended before it.`);
    });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function bareArgv(paths: {
  readonly base: string;
  readonly copy: string;
  readonly pristine: string;
  readonly shown: string;
  readonly job: string;
}): string[] {
  const here = import.meta.dirname;
  const checkout = join(here, '..', '..');
  return [
    ['--unshare-all', '--die-with-parent', '--new-session', '--hostname', 'bare'],
    ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/run'],
    ['--tmpfs', '/tmp', '--ro-bind', paths.pristine, paths.shown],
    ['--bind', paths.copy, paths.base, '--ro-bind', paths.job, '/tmp/job.json'],
    // A checkout below /tmp, with the Node that it brings, would not be there.
    checkout.startsWith('/tmp/') ? ['--ro-bind', checkout, checkout] : [],
    ['--chdir', '/', '--', process.execPath, '--disable-warning=ExperimentalWarning'],
    [join(here, 'bare-driver.ts'), '/tmp/job.json'],
  ].flat();
}
