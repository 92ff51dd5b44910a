import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Trail } from '../../../src/audit/index.ts';
import { createRedactor } from '../../../src/common/index.ts';
import { createBus } from '../../../src/tool-calls/index.ts';
import { loadPolicy } from '../../../src/policy/index.ts';
import {
  type RunWorkspace,
  openWorkspaceAndSandbox,
} from '../../../src/session/workspace/workspace-sandbox.ts';
import type { Job, RunContext } from '../../../src/session/job.ts';
import { calls, finish, play, type Played } from '../../agent/injection-context.ts';
import { BUBBLEWRAP_WORKS } from '../../bubblewrap.ts';

const opened: { readonly folder: string; readonly workspace: RunWorkspace }[] = [];
afterEach(async () => {
  for (const { folder, workspace } of opened.splice(0)) {
    await workspace.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Where no sandbox program is, so that what is found is the same on every machine. */
const NOWHERE = '/nowhere';

async function openIn(
  policyText: string,
  {
    sandboxRequired = false,
    path = NOWHERE,
    disk = 'takes',
    trail,
    prepare,
    installation,
  }: {
    sandboxRequired?: boolean;
    path?: string;
    disk?: 'takes' | 'is full';
    /** A folder of the checkout that has the trail. Absent: the trail is elsewhere. */
    trail?: string;
    /** Makes what the checkout has before the run. */
    prepare?: (root: string) => void;
    installation?: RunContext['installation'];
  } = {},
) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'workspace-')));
  const trailFolder =
    trail === undefined ? join(tmpdir(), 'a-trail-elsewhere') : join(folder, trail);
  if (trail !== undefined) mkdirSync(trailFolder, { recursive: true });
  prepare?.(folder);
  const redactor = createRedactor();
  const loaded = loadPolicy(`version: 1\n${policyText}`, { file: 'policy.yml' });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const written: string[] = [];
  const probes: string[] = [];
  const append: Trail['append'] = async (entry) => {
    if (disk === 'is full') throw new Error('no space left');
    written.push(entry.type);
    if (entry.type === 'sandbox.probe') probes.push(...entry.results.map(({ detail }) => detail));
    return { hash: '', count: written.length };
  };
  const bus = createBus(() => undefined);
  const warnings: string[] = [];
  bus.on((event) => {
    if (event.type === 'warning') warnings.push(event.message);
  });
  const workspace = await openWorkspaceAndSandbox({
    job: {
      workflow: null,
      policy: loaded.policy,
      sandboxRequired,
      root: folder,
      trailFolder,
      protect: [],
      resume: null,
    },
    context: {
      environment: { PATH: path },
      redactor,
      bus,
      ...(installation === undefined ? {} : { installation }),
    },
    trail: { append },
  });
  opened.push({ folder, workspace });
  return { workspace, written, probes, warnings, redactor };
}

describe('the sandbox of commands', () => {
  test('are tried when they are first needed, once, and what held is on record before anything continues', async () => {
    const { workspace, written } = await openIn('sandbox: preferred\n');
    expect(written).toEqual([]);
    const [first, second] = await Promise.all([
      workspace.ensureStarted(),
      workspace.ensureStarted(),
    ]);
    expect(written).toEqual(['sandbox.probe']);
    expect(first).toBe(second);
    expect(workspace.status()).toBe(first);
    expect(await workspace.statusOrNull()).toBe(first);
    expect(await workspace.sandboxed()).toBe(false);
    expect(first.sandbox).toBe('none');
  });

  test('wait for a bubblewrap that is being installed, and its result is on record before theirs', async () => {
    const failed = {
      probe: 'install',
      held: false,
      detail: 'bubblewrap was not installed: offline',
    };
    const { workspace, probes, warnings } = await openIn('sandbox: preferred\n', {
      installation: Promise.resolve({ program: null, probe: failed }),
    });
    const { description } = await workspace.ensureStarted();
    expect(probes).toEqual([failed.detail, 'bubblewrap (bwrap) is not installed']);
    expect(description).toContain('bubblewrap was not installed: offline');
    expect(warnings).toEqual([expect.stringContaining('was not installed: offline')]);
  });

  test('say why nothing was installed where one is required', async () => {
    const probe = {
      probe: 'install',
      held: false,
      detail: 'bubblewrap was not installed: offline',
    };
    const installation = Promise.resolve({ program: null, probe });
    await expect(
      openIn('sandbox: preferred\n', { sandboxRequired: true, installation }),
    ).rejects.toThrow(/offline/);
  });

  test('do not wait for an installation where the policy switches them off', async () => {
    const { workspace, probes } = await openIn('sandbox: off\n', {
      installation: new Promise(() => undefined),
    });
    await workspace.ensureStarted();
    expect(probes).toEqual(['switched off by the policy']);
  });

  test('are tried before the first command runs', async () => {
    const path = process.env['PATH'] ?? '';
    const { workspace, written } = await openIn('sandbox: preferred\n', { path });
    const { signal } = new AbortController();
    const options = { cwd: '.', timeoutMs: 10_000, signal, maxOutputBytes: 1_000 };
    const { output } = await workspace.commands.run({ shell: 'echo here' }, options);
    expect(output).toBe('here\n');
    expect(written).toEqual(['sandbox.probe']);
  });

  test('has no status before it is started', async () => {
    const { workspace } = await openIn('sandbox: preferred\n');
    expect(() => workspace.status()).toThrow('before the sandbox started');
  });

  test('are known before a run begins that has none by its policy', async () => {
    const { workspace, written } = await openIn('sandbox: off\n');
    expect(written).toEqual(['sandbox.probe']);
    expect(workspace.status()).toMatchObject({ sandbox: 'off', sandboxed: true });
  });

  test.each([
    ['sandbox: required\n', false],
    ['sandbox: preferred\n', true],
  ])(
    'let no run begin that must have a sandbox and gets none: %j',
    async (text, sandboxRequired) => {
      await expect(openIn(text, { sandboxRequired })).rejects.toMatchObject({
        code: 'sandbox-missing',
      });
    },
  );

  test('are taken down if the trail cannot record them', async () => {
    const temp = mkdtempSync(join(tmpdir(), 'workspace-temp-'));
    vi.stubEnv('TMPDIR', temp);
    try {
      const { workspace } = await openIn('sandbox: preferred\n', { disk: 'is full' });
      await expect(workspace.ensureStarted()).rejects.toThrow('no space left');
      expect(readdirSync(temp).filter((name) => name.startsWith('countersign-'))).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
      rmSync(temp, { recursive: true });
    }
  });

  test('are not raised for a run that is over', async () => {
    const { workspace, written } = await openIn('sandbox: preferred\n');
    expect(await workspace.statusOrNull()).toBeNull();
    await expect(workspace.ensureStarted()).rejects.toMatchObject({ code: 'internal' });
    expect(written).toEqual([]);
  });
});

test('no command starts before the private copy of the checkout is complete', async () => {
  const { workspace } = await openIn('sandbox: preferred\n', {
    prepare: (root) => {
      git(root, 'init', '-q');
      git(root, 'commit', '-q', '--allow-empty', '-m', 'one');
    },
  });
  await workspace.ensureStarted();
  const isComplete = workspace.store().then((store) => store !== null);
  expect(await Promise.race([isComplete, setImmediate('not yet')])).toBe(true);
});

test('a token that the checkout left in its git configuration is redacted, encoded and by itself', async () => {
  const token = 'token-0123456789';
  const encoded = Buffer.from(`x-access-token:${token}`).toString('base64');
  const { redactor, warnings } = await openIn('sandbox: preferred\n', {
    prepare: (root) => {
      git(root, 'init', '-q');
      const name = 'http.https://github.com/.extraheader';
      git(root, 'config', name, `AUTHORIZATION: basic ${encoded}`);
    },
  });
  expect(warnings).toEqual([expect.stringContaining('persist-credentials: false')]);
  const shown = redactor.redact(`${token} ${encoded}`);
  expect(shown).not.toContain(token);
  expect(shown).not.toContain(encoded);
});

describe('a trail in the checkout', () => {
  const trail = 'out/trail';

  test('is read and written by no tool', async () => {
    const { files } = (await openIn('sandbox: preferred\n', { trail })).workspace;
    for (const path of [trail, `${trail}/trail.jsonl`]) {
      await expect(files.read(path, { maxBytes: 100 })).rejects.toMatchObject({
        code: 'path-refused',
      });
      await expect(files.write(path, Buffer.from('x'))).rejects.toMatchObject({
        code: 'path-refused',
      });
    }
    await files.write('out/other', Buffer.from('x'));
  });

  test.skipIf(!BUBBLEWRAP_WORKS)(
    'is changed by no command (needs bubblewrap and user namespaces)',
    async () => {
      const path = process.env['PATH'] ?? '';
      const { workspace } = await openIn('sandbox: required\n', { trail, path });
      const shell = `echo x > out/other && ! echo x > ${trail}/trail.jsonl && ! mv out gone && echo refused`;
      const { signal } = new AbortController();
      const options = { cwd: '.', timeoutMs: 10_000, signal, maxOutputBytes: 1_000 };
      const { output } = await workspace.commands.run({ shell }, options);
      expect(output).toContain('refused\n');
      expect(readdirSync(join(workspace.files.root, trail))).toEqual([]);
    },
  );
});

function setTempFolderIn(root: string): void {
  vi.stubEnv('TMPDIR', join(root, 'temp'));
  mkdirSync(join(root, 'temp'));
}

test('no run begins whose temporary files would lie in the checkout', async () => {
  const turns = [finish('Nothing.')];
  try {
    await play(
      { policy: 'version: 1\nmode: auto\n', prepare: setTempFolderIn, turns },
      (played) => {
        expect(played.report.outcome).toBe('error');
        expect(played.report.summary).toContain('Set TMPDIR to a folder outside of the checkout.');
      },
    );
  } finally {
    vi.unstubAllEnvs();
  }
});

const types = ({ entries }: Played) => entries.map(({ type }) => type);

function git(root: string, ...args: string[]): string {
  const as = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
  return execFileSync('git', [...as, ...args], { cwd: root, encoding: 'utf8' }).trim();
}

describe('the isolation checks of a run', () => {
  test('are on record before the model is asked', async () => {
    const turns = [calls(['fs_list', { path: '.' }]), finish('Listed.')];
    await play({ policy: 'version: 1\nmode: auto\n', turns }, (played) => {
      const order = types(played);
      expect(order.filter((type) => type === 'sandbox.probe')).toHaveLength(1);
      expect(order.indexOf('sandbox.probe')).toBeLessThan(order.indexOf('turn.start'));
      expect(played.report.sandbox).not.toBe('not started');
    });
  });

  test('has them on record though it never made a call', async () => {
    const turns = [{ blocks: [{ type: 'text' as const, text: 'Nothing to do.' }] }];
    await play({ policy: 'version: 1\nmode: auto\n', turns }, (played) => {
      const order = types(played);
      expect(order.indexOf('sandbox.probe')).toBeLessThan(order.indexOf('run.end'));
      expect(order).toContain('sandbox.probe');
    });
  });

  test('asks no model where a sandbox is required and there is none', async () => {
    const setup = {
      policy: 'version: 1\nmode: auto\nsandbox: required\n',
      environment: { PATH: NOWHERE },
    };
    await play({ ...setup, turns: [finish('Never.')] }, (played) => {
      expect(played.requests).toEqual([]);
      expect(played.report.outcome).toBe('error');
      expect(types(played)).not.toContain('turn.start');
    });
  });

  test('also run if the budget allows no turn, and the changes that were left are saved', async () => {
    const job: Pick<Job, 'workflow' | 'budget'> & { headSha: string | null } = {
      headSha: null,
      workflow: { runId: '1', attempt: '1', job: 'agent', url: null },
      budget: { turns: 0 },
    };
    const prepare = (root: string) => {
      git(root, 'init', '-q');
      git(root, 'add', '.');
      git(root, 'commit', '-qm', 'Begin');
      job.headSha = git(root, 'rev-parse', 'HEAD');
      writeFileSync(join(root, 'README.md'), '# Changed\n');
    };
    await play({ policy: 'version: 1\nmode: auto\n', job, prepare, turns: [] }, (played) => {
      expect(played.requests).toEqual([]);
      expect(types(played)).toContain('sandbox.probe');
      expect(played.report.left).toMatchObject({ files: 1, leftOut: [] });
    });
  });
});
