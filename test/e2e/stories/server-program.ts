/**
 * What the MCP servers of stories answer, and the program of the one that a run starts: `node server-program.ts EFFECTS MOOD` writes
 * effects to one file and reads from the other how it behaves now.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * `dead`: it does not start. `dies`: it ends when it is called, after the effect; `early`: before it. `forgets`: the session is unknown.
 * `fewer`, `reworded`, `reshaped`: its tools, their descriptions or their schemas are others. `fails`: its calls fail. `odd`: their
 * results are invalid.
 */
export const MOODS = [
  'well',
  'dead',
  'dies',
  'early',
  'forgets',
  'fewer',
  'reworded',
  'reshaped',
  'fails',
  'odd',
] as const;
export type Mood = (typeof MOODS)[number];

export interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly protocolVersion?: string;
    readonly arguments?: { readonly effect?: string };
  };
}

/** The answer to a message; `null`: there is none. `end`: the server ends. */
export function answerOf(
  { id, method, params }: Message,
  { mood, effects }: { readonly mood: Mood; readonly effects: string },
): object | null | 'end' {
  if (id === undefined) return null;
  const reply = (result: object): object => ({ jsonrpc: '2.0', id, result });
  if (method === 'initialize') {
    const serverInfo = { name: 'story', version: '1' };
    return reply({
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo,
    });
  }
  if (method === 'tools/list') return reply({ tools: toolsIn(mood) });
  if (method !== 'tools/call') return reply({});
  if (mood === 'early') return 'end';
  const line = (params?.arguments?.effect ?? '').replace('effect ', '');
  appendFileSync(effects, `${line}\n`);
  if (mood === 'dies') return 'end';
  if (mood === 'odd') return reply({ content: 'nothing', isError: 'no' });
  const content = [{ type: 'text', text: `It took effect: ${line}` }];
  return reply({ content, isError: mood === 'fails' });
}

function toolsIn(mood: Mood): readonly object[] {
  const properties = {
    effect: { type: 'string' },
    ...(mood === 'reshaped' ? { further: { type: 'number' } } : {}),
  };
  const required = mood === 'reshaped' ? ['effect', 'further'] : ['effect'];
  const description = mood === 'reworded' ? 'It is another tool now.' : 'It takes effect.';
  return (mood === 'fewer' ? ['auto'] : ['auto', 'gated', 'denied']).map((name) => ({
    name,
    description,
    inputSchema: { type: 'object', properties, required },
  }));
}

export function moodIn(file: string): Mood {
  const text = readFileSync(file, 'utf8');
  return MOODS.find((mood) => mood === text) ?? 'well';
}

const [, program, effects, moodFile] = process.argv;
if (program === import.meta.filename && effects !== undefined && moodFile !== undefined) {
  if (moodIn(moodFile) === 'dead') process.exit(1);
  createInterface({ input: process.stdin }).on('line', (line) => {
    const reply = answerOf(JSON.parse(line) as Message, { mood: moodIn(moodFile), effects });
    if (reply === 'end') process.exit(1);
    if (reply !== null) process.stdout.write(`${JSON.stringify(reply)}\n`);
  });
}
