import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommandRunner, openWorkspace, type Probe } from '../../../../src/sandbox/index.ts';
import { someOf } from '../../../properties.ts';
import { run, runAttempts, tempFolder } from '../../support.ts';

/** Commands in the real sandbox, with one server of this machine on the policy's list and another one not. */
const SECRET = 'not-for-commands-71c3';
const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
const workspace = await openWorkspace(tempFolder());
const seen: string[] = [];
let hits = 0;
const listed = await served((url) => void seen.push(url), 'hello from the listed host');
const unlisted = await served(() => (hits += 1), SECRET);
const PORT = (listed.address() as AddressInfo).port;
const OTHER = (unlisted.address() as AddressInfo).port;
const made = await createCommandRunner({
  workspace,
  mode: 'preferred',
  network: [`127.0.0.1:${PORT}`, '*.allowed.example'],
  environment,
  resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
});
const { runner, probes } = made;
const sandboxed = runner.sandbox === 'bubblewrap';
const reason = sandboxed ? '' : ` (skipped: ${probes.map(({ detail }) => detail).join('; ')})`;

const probeOf = (name: string): Probe | undefined => probes.find(({ probe }) => probe === name);

async function served(onRequest: (url: string) => void, text: string): Promise<Server> {
  const server = createServer((request, response) => {
    onRequest(request.url ?? '');
    response.end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

afterAll(async () => {
  await runner.close();
  for (const server of [listed, unlisted]) {
    server.closeAllConnections();
    server.close();
  }
});

const DIRECT =
  'env -u http_proxy -u HTTP_PROXY -u https_proxy -u HTTPS_PROXY -u all_proxy -u ALL_PROXY';
const socket = (bytes: string) =>
  `python3 -c "import socket; s=socket.socket(socket.AF_UNIX); s.connect('/run/countersign/proxy'); s.sendall(b'${bytes}'); s.settimeout(3); d=s.recv(9999); print(d); assert b' 200 ' in d"`;
/** Each must end with another exit code than 0. `$PORT` is listed, `$OTHER` is not. */
const mustFail: readonly string[] = [
  'exec 3<>/dev/tcp/127.0.0.1/$PORT',
  'exec 3<>/dev/tcp/127.0.0.1/$OTHER',
  "curl -fsS -m 3 --noproxy '*' http://127.0.0.1:$PORT/",
  `${DIRECT} curl -fsS -m 3 http://127.0.0.1:$PORT/`,
  `${DIRECT} wget -q -T 2 -t 1 -O- http://127.0.0.1:$PORT/`,
  "unset http_proxy HTTP_PROXY; /run/countersign/node -e \"require('net').connect($PORT, '127.0.0.1').on('error', () => process.exit(1))\"",
  'curl -fsS -m 3 http://127.0.0.1:$OTHER/',
  'curl -fsS -m 3 http://localhost:$PORT/ -x $http_proxy --noproxy ""',
  'curl -fsS -m 3 http://[::1]:$PORT/ -x $http_proxy --noproxy ""',
  'curl -fsS -m 3 http://0.0.0.0:$PORT/',
  'curl -fsS -m 3 http://2130706433:$OTHER/',
  'curl -fsS -m 3 http://evil.example/',
  'curl -fsS -m 3 https://evil.example/',
  'curl -fsS -m 3 http://api.allowed.example/',
  'curl -fsS -m 3 https://api.allowed.example/',
  'curl -fsS -m 3 http://allowed.example/',
  'curl -fsS -m 3 http://169.254.169.254/latest/meta-data/',
  'curl -fsS -m 3 -p -x $http_proxy http://127.0.0.1:$OTHER/',
  'curl -fsS -m 3 -H "Host: 127.0.0.1:$PORT" http://127.0.0.1:$OTHER/',
  'curl -fsS -m 3 --resolve evil.example:$PORT:127.0.0.1 http://evil.example:$PORT/',
  'curl -fsS -m 3 --connect-to evil.example:80:127.0.0.1:$OTHER http://evil.example/',
  'curl -fsS -m 3 --socks5 127.0.0.1:43128 http://127.0.0.1:$PORT/',
  'curl -fsS -m 3 --unix-socket /run/countersign/proxy http://127.0.0.1:$OTHER/',
  'curl -fsS -m 3 -x http://127.0.0.1:$OTHER http://127.0.0.1:$PORT/',
  socket('CONNECT 127.0.0.1:$OTHER HTTP/1.1\\r\\n\\r\\n'),
  socket('CONNECT evil.example:443 HTTP/1.1\\r\\nHost: 127.0.0.1:$PORT\\r\\n\\r\\n'),
  socket('GET / HTTP/1.1\\r\\nHost: 127.0.0.1:$PORT\\r\\n\\r\\n'),
  socket('GET http://127.0.0.1:$PORT@127.0.0.1:$OTHER/ HTTP/1.1\\r\\n\\r\\n'),
  'getent hosts evil.example',
  'getent hosts api.allowed.example',
  'ip route | grep -q default',
  'ping -c1 -W1 127.0.0.2 -I eth0',
  'rm -f /run/countersign/proxy',
  'echo x > /run/countersign/forward.cjs',
  'ln -sf /tmp/x /run/countersign/node',
  'umount /run/countersign/proxy',
  `ls ${join(workspace.root, '..')}/countersign-*/net | grep -q .`,
  'ls /tmp/countersign-*/net | grep -q .',
  'python3 -c "import socket; socket.socket(40, socket.SOCK_STREAM)"',
  'python3 -c "import socket; socket.socket(38, socket.SOCK_SEQPACKET)"',
];

describe(`commands that may reach hosts${reason}`, () => {
  beforeAll(() => {
    hits = 0;
  });

  it.runIf(sandboxed)('are proved to be held to them before the run begins', () => {
    expect(probeOf('network')?.held).toBe(true);
    expect(probeOf('network-hosts')).toMatchObject({ held: true });
    expect(probeOf('network-hosts')?.detail).toContain('another host was refused');
  });

  describe.runIf(sandboxed)('get to no other place', () => {
    it('by any of these attempts', async () => {
      const attempts = someOf(mustFail, 20);
      const setup = `PORT=${PORT}; OTHER=${OTHER}; set -o pipefail`;
      const results = await runAttempts(runner, attempts, { setup });
      for (const [index, { exitCode, output }] of results.entries()) {
        expect(exitCode, `${attempts[index]}: ${output}`).toBeGreaterThan(0);
        expect(output, attempts[index]).not.toContain(SECRET);
      }
      expect(hits).toBe(0);
    });
  });

  it.runIf(sandboxed)('get to the listed ones, with the programs that people use', async () => {
    const programs: Readonly<Record<string, string>> = {
      curl: `curl -fsS -m 5 http://127.0.0.1:${PORT}/curl`,
      tunnel: `curl -fsS -m 5 -p http://127.0.0.1:${PORT}/tunnel`,
      wget: `wget -q -T 5 -t 1 -O- http://127.0.0.1:${PORT}/wget`,
      'git/info/refs?service=git-upload-pack': `git ls-remote http://127.0.0.1:${PORT}/git || true`,
      fetch: `/run/countersign/node -e "fetch('http://127.0.0.1:${PORT}/fetch').then(() => require('http').get('http://127.0.0.1:${PORT}/http').on('response', () => process.exit(0)))"`,
      'npm/left-pad': `npm view --registry http://127.0.0.1:${PORT}/npm/ left-pad --fetch-retries=0 || true`,
      python: `python3 -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:${PORT}/python')"`,
    };
    const { output, exitCode, network } = await run(
      runner,
      `set -e\n${Object.values(programs).join('\n')}`,
    );
    expect(exitCode, output).toBe(0);
    for (const path of [...Object.keys(programs), 'http'])
      expect(seen, output).toContain(`/${path}`);
    expect(network).toMatchObject([{ to: `127.0.0.1:${PORT}`, verdict: 'allowed' }]);
  });

  it.runIf(sandboxed).each(['program', 'git', 'writing', 'reading', 'contained'] as const)(
    'reach no listed host where their verdict gives them no network: %s',
    async (name) => {
      const result = await run(
        runner,
        `test -e /run/countersign/proxy && echo there; curl -fsS -m 5 http://127.0.0.1:${PORT}/${name}`,
        { profile: { name, write: [], show: [], network: false } },
      );
      expect(result.exitCode, result.output).not.toBe(0);
      expect(result.output).not.toContain('there');
      expect(seen).not.toContain(`/${name}`);
      expect(result.network).toBeUndefined();
    },
  );

  it.runIf(sandboxed)('reach a server of their own directly', async () => {
    const result = await run(
      runner,
      `/run/countersign/node -e "require('http').createServer((q, r) => r.end('own')).listen(8099, '127.0.0.1')" & sleep 1; curl -sS -m 5 http://localhost:8099/`,
    );
    expect(result.output).toContain('own');
    expect(result.network).toBeUndefined();
  });

  it.runIf(sandboxed)('are shown what was refused, with its count', async () => {
    const result = await run(
      runner,
      `curl -sS http://evil.example/ -o /dev/null; curl -sS http://evil.example/ -o /dev/null; curl -sS -o /dev/null http://127.0.0.1:${PORT}/`,
    );
    expect(result.network).toEqual([
      { to: 'evil.example:80', verdict: 'refused', count: 2 },
      { to: `127.0.0.1:${PORT}`, verdict: 'allowed', count: 1 },
    ]);
    expect(result.output).toContain('[countersign refused connections to evil.example:80');
    const byName = await run(runner, 'curl -sS http://api.allowed.example/');
    expect(byName.output).toContain(
      "[countersign refused connections to api.allowed.example:80: the policy's sandbox.network does not list them, or not the private address of a name]",
    );
  });

  it.runIf(sandboxed)('keep their exit codes, signals and standard streams', async () => {
    expect((await run(runner, 'exit 7')).exitCode).toBe(7);
    expect((await run(runner, 'kill -TERM $$')).exitCode).toBe(143);
    expect((await run(runner, 'echo a; echo b >&2; cat')).output).toBe('a\nb\n');
  });

  it.runIf(sandboxed)('end with what passes their bytes on', async () => {
    const result = await run(runner, 'kill -9 $PPID; sleep 600; echo late');
    expect(result.output).not.toContain('late');
  });

  it.runIf(sandboxed)('lose the network when they end, in the background too', async () => {
    const command = await runner.start(
      {
        shell: `for i in 1 2 3; do curl -sS http://127.0.0.1:${PORT}/b$i; sleep 0.2; done; sleep 50`,
      },
      { cwd: '.', timeoutMs: 60_000, maxOutputBytes: 10_000 },
    );
    await expect.poll(() => seen.includes('/b3'), { timeout: 60_000 }).toBe(true);
    await expect
      .poll(() => command.network(), { timeout: 60_000 })
      .toMatchObject([{ verdict: 'allowed', count: 3 }]);
    await command.kill();
    expect(command.state()).toMatchObject({ network: [{ count: 3 }] });
  });

  it.runIf(sandboxed)('give programs that are talked to the same way', async () => {
    let said = '';
    const server = await runner.startInteractive(
      [
        'bash',
        '-c',
        `read -r line; curl -sS http://127.0.0.1:${PORT}/mcp; curl -sS http://evil.example/`,
      ],
      {
        onOutput: (chunk) => (said += Buffer.from(chunk).toString('utf8')),
        onEnd: () => undefined,
      },
    );
    server.write('go\n');
    await expect.poll(() => said, { timeout: 60_000 }).toContain('is refused');
    expect(said).toContain('hello from the listed host');
    await server.close();
  });
});

/** A runner whose private files are in this folder. */
async function runnerIn(
  folder: string,
  options: Partial<Parameters<typeof createCommandRunner>[0]> = {},
): ReturnType<typeof createCommandRunner> {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    return await createCommandRunner({
      workspace,
      mode: 'required',
      network: [`127.0.0.1:${PORT}`],
      environment,
      ...options,
    });
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

it.runIf(sandboxed)(
  'a command leaves no proxy behind, whether it ended or could not start',
  async () => {
    const folder = tempFolder();
    const root = tempFolder();
    const { runner: own } = await runnerIn(folder, {
      workspace: await openWorkspace(root),
      isHidden: (path) => path.endsWith('.pem'),
    });
    const sockets = (): readonly string[] =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isSocket())
        .map(({ name }) => name);
    const before = sockets();
    expect(await run(own, `curl -fsS http://127.0.0.1:${PORT}/ended`)).toMatchObject({
      exitCode: 0,
    });
    expect(sockets()).toEqual(before);
    // Nothing can be mounted over a name that is no text, and no folder is around it.
    writeFileSync(Buffer.from(`${root}/\u00ff.pem`, 'latin1'), '');
    expect(await run(own, 'true')).toMatchObject({ ended: 'not-started' });
    expect(sockets()).toEqual(before);
    await own.close();
  },
);

describe.runIf(sandboxed)('where the way cannot be made', () => {
  it('commands get no network at all, and the probe says why', async () => {
    const long = join(tempFolder(), 'x'.repeat(120));
    mkdirSync(long);
    const { runner: bare, probes: found } = await runnerIn(long);
    try {
      expect(bare.sandbox).toBe('bubblewrap');
      expect(found.find(({ probe }) => probe === 'network-hosts')).toMatchObject({
        held: false,
        detail: expect.stringContaining('no network at all') as string,
      });
      const result = await run(
        bare,
        `curl -sS -m 3 -x http://127.0.0.1:43128 http://127.0.0.1:${PORT}/; env`,
      );
      expect(result.output).not.toContain('hello');
      expect(result.output).not.toContain('http_proxy=');
    } finally {
      await bare.close();
    }
    expect(readdirSync(long)).toEqual([]);
  });
});
