/** A tool module whose process may reach the hosts of the policy, and no others. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callProbe, type Host, openHost, textOf, toolModule } from './support.ts';
import { BUBBLEWRAP_WORKS } from '../../bubblewrap.ts';

const PROBE = toolModule(`
  const reach = async (port) => {
    try {
      return await (await fetch('http://127.0.0.1:' + port + '/')).text();
    } catch {
      return 'refused';
    }
  };
  const { output } = await context.commands.run('ls');
  return [output, await reach(input.listed), await reach(input.other)].join('; ');`);

let host: Host | undefined;
const servers: Server[] = [];
const ports: number[] = [];
beforeAll(async () => {
  if (!BUBBLEWRAP_WORKS) return;
  for (const text of ['hello from the listed host', 'from another host']) {
    const server = createServer((_, answer) => answer.end(text)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    servers.push(server);
    ports.push(typeof address === 'object' && address !== null ? address.port : 0);
  }
  host = await openHost('required', [`127.0.0.1:${ports[0]}`]);
});
afterAll(async () => {
  await host?.close();
  for (const server of servers) server.close();
});

it.runIf(BUBBLEWRAP_WORKS)(
  'has its channel behind the program that passes on its connections',
  async () => {
    if (host === undefined) throw new Error('no host was opened');
    const modules = await host.tools({ 'probe.mjs': PROBE });
    const input = { listed: ports[0] ?? 0, other: ports[1] ?? 0 };
    const commands = { run: () => Promise.resolve({ ok: true, exitCode: 0, output: 'a.txt' }) };
    const [asked, listed, other] = textOf(await callProbe(modules, input, { commands })).split(
      '; ',
    );
    expect(asked).toBe('a.txt');
    expect(listed).toBe('hello from the listed host');
    expect(other).toBe('refused');
    await modules.close();
  },
);
