/**
 * What the MCP servers of stories answer, and the program of the one that a run starts: `node server-program.ts EFFECTS BEHAVIOUR` writes
 * effects to one file and reads from the other how it behaves now.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * `dead`: it does not start. `dies`: it ends when it is called, after the effect; `early`: before it. `forgets`: the session is unknown.
 * `fewer`, `reworded`, `reshaped`: its tools, their descriptions or their schemas are others. `fails`: its calls fail. `odd`: their
 * results are invalid. `silent`: it answers nothing; `half`: a part of a result, and ends.
 */
export const BEHAVIOURS = [
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
  'silent',
  'half',
] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

export interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly protocolVersion?: string;
    readonly arguments?: { readonly effect?: string };
  };
}

/** The answer to a message; `null`: there is none. `end`: the server ends; `silence`: it never answers. */
export function answerOf(
  { id, method, params }: Message,
  { behaviour, effects }: { readonly behaviour: Behaviour; readonly effects: string },
): object | null | 'end' | 'silence' {
  if (id === undefined) return null;
  if (behaviour === 'silent') return 'silence';
  const reply = (result: object): object => ({ jsonrpc: '2.0', id, result });
  if (method === 'initialize') {
    const serverInfo = { name: 'story', version: '1' };
    return reply({
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo,
    });
  }
  if (method === 'tools/list') return reply({ tools: toolsIn(behaviour) });
  if (method !== 'tools/call') return reply({});
  if (behaviour === 'early') return 'end';
  const line = (params?.arguments?.effect ?? '').replace('effect ', '');
  appendFileSync(effects, `${line}\n`);
  if (behaviour === 'dies') return 'end';
  if (behaviour === 'odd') return reply({ content: 'nothing', isError: 'no' });
  const content = [{ type: 'text', text: `It took effect: ${line}` }];
  return reply({ content, isError: behaviour === 'fails' });
}

function toolsIn(behaviour: Behaviour): readonly object[] {
  const properties = {
    effect: { type: 'string' },
    ...(behaviour === 'reshaped' ? { further: { type: 'number' } } : {}),
  };
  const required = behaviour === 'reshaped' ? ['effect', 'further'] : ['effect'];
  const description = behaviour === 'reworded' ? 'It is another tool now.' : 'It takes effect.';
  return (behaviour === 'fewer' ? ['auto'] : ['auto', 'gated', 'denied']).map((name) => ({
    name,
    description,
    inputSchema: { type: 'object', properties, required },
  }));
}

export function behaviourIn(file: string): Behaviour {
  const text = readFileSync(file, 'utf8');
  return BEHAVIOURS.find((behaviour) => behaviour === text) ?? 'well';
}

const [, program, effects, behaviourFile] = process.argv;
if (program === import.meta.filename && effects !== undefined && behaviourFile !== undefined) {
  if (behaviourIn(behaviourFile) === 'dead') process.exit(1);
  createInterface({ input: process.stdin }).on('line', (line) => {
    const reply = answerOf(JSON.parse(line) as Message, {
      behaviour: behaviourIn(behaviourFile),
      effects,
    });
    if (reply === 'end') process.exit(1);
    if (reply === null || reply === 'silence') return;
    const text = `${JSON.stringify(reply)}\n`;
    if (behaviourIn(behaviourFile) !== 'half') process.stdout.write(text);
    else process.stdout.write(text.slice(0, text.length / 2), () => process.exit(1));
  });
}
