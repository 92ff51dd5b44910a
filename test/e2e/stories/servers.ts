/** MCP servers of stories: one that the run starts and one that it reaches over HTTP. What they do changes between jobs and during them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../../../src/testing/loopback.ts';
import * as fc from '../../properties.ts';
import {
  answerOf,
  type Message,
  behaviourIn,
  type Behaviour,
  BEHAVIOURS,
} from './server-program.ts';

export interface ServerAct {
  readonly do: 'servers';
  readonly become: Behaviour;
}

export const serverActs: fc.Arbitrary<ServerAct> = fc.record({
  do: fc.constant('servers' as const),
  become: fc.constantFrom<Behaviour>('well', 'well', ...BEHAVIOURS),
});

const input = { effect: 'effect gated TAG' };
export const SERVER_CALLS: readonly (readonly [name: string, input: object])[] = [
  ['mcp__local__gated', input],
  ['mcp__far__gated', input],
  ['mcp__far__gated', input],
  ['mcp__local__auto', { effect: 'effect auto TAG' }],
  ['mcp__far__auto', { effect: 'effect auto TAG' }],
  ['mcp__local__denied', { effect: 'effect denied TAG' }],
  ['mcp__far__denied', { effect: 'effect denied TAG' }],
  ['mcp__far__auto', { effect: 'effect auto TAG', more: 1 }],
];

/** The rules of a policy for their tools. */
export const SERVER_RULES = {
  auto: ['mcp__*__auto'],
  deny: ['mcp__*__denied'],
  requireApproval: ['mcp__*__gated'],
};

/** The key `mcp` of a policy; `FAR` stands for the address of the server that is reached over HTTP. */
export const serverKeys: fc.Arbitrary<string> = fc
  .record({
    trusted: fc.constantFrom('', ', trusted: true', ', trusted: true'),
    readonly: fc.constantFrom('', '', ', readonly: [auto]'),
  })
  .map(
    ({ trusted, readonly }) =>
      `mcp: { servers: { local: { command: 'PROGRAM', args: ['SERVER', 'EFFECTS', 'BEHAVIOUR']${trusted}${readonly} }, far: { url: 'FAR/mcp'${trusted}${readonly} } } }`,
  );

export interface Servers extends AsyncDisposable {
  /** The file that they, and the commands of the story, write effects to. */
  readonly effects: string;
  effectsNow(): readonly string[];
  /** The text of a policy with the places of these servers. */
  placedIn(policy: string): string;
  become(behaviour: Behaviour): void;
}

/** Starts them. */
export async function startServers(): Promise<Servers> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-story-'));
  const behaviourFile = join(folder, 'behaviour');
  const effects = join(folder, 'effects.log');
  writeFileSync(behaviourFile, 'well');
  writeFileSync(effects, '');
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      const message = JSON.parse(body) as Message;
      const behaviour = behaviourIn(behaviourFile);
      if (behaviour === 'dead') return response.writeHead(503).end();
      if (behaviour === 'forgets' && message.method === 'tools/call')
        return response.writeHead(404).end();
      const reply = answerOf(message, { behaviour, effects });
      if (reply === 'end') return response.destroy();
      if (reply === 'silence') return undefined;
      if (reply === null) return response.writeHead(202).end();
      response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'one' });
      const whole = JSON.stringify(reply);
      if (behaviour !== 'half') return response.end(whole);
      return response.write(whole.slice(0, whole.length / 2), () => response.destroy());
    });
  });
  const loopback = await listenOnLoopback(server);
  return {
    effects,
    effectsNow: () =>
      readFileSync(effects, 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
    placedIn: (policy) =>
      policy
        .replace('PROGRAM', process.execPath)
        .replace('SERVER', join(import.meta.dirname, 'server-program.ts'))
        .replace('EFFECTS', effects)
        .replace('BEHAVIOUR', behaviourFile)
        .replace('FAR', loopback.url),
    become: (behaviour) => writeFileSync(behaviourFile, behaviour),
    [Symbol.asyncDispose]: async () => {
      await loopback.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
