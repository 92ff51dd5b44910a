/**
 * The `bare` loop: node:http and nothing else.
 *
 *   node bench/bare.ts URL PROMPT
 *
 * Talks to the Messages API at URL until a reply has no call or calls `finish`.
 */
import { Agent, request } from 'node:http';
import { runTool, TOOLS } from './minimal-tools.ts';

interface Block {
  type: string;
  text?: string;
  id?: string;
  name?: string;
  input?: unknown;
}

const MAX_TURNS = 2_000;
const CACHE = { cache_control: { type: 'ephemeral' } };
const [url = '', prompt = 'Go'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

/** One request, its reply put together from its events. */
async function ask(body: string): Promise<Block[]> {
  const headers = {
    'content-type': 'application/json',
    'anthropic-version': '2023-06-01',
    'x-api-key': 'bench',
  };
  const blocks: Block[] = [];
  const json: string[] = [];
  let rest = '';
  const take = (line: string): void => {
    if (!line.startsWith('data: ')) return;
    const event = JSON.parse(line.slice('data: '.length));
    if (event.type === 'content_block_start') blocks[event.index] = event.content_block;
    if (event.type === 'content_block_delta') {
      const block = blocks[event.index];
      const { text, partial_json } = event.delta;
      if (block !== undefined && text !== undefined) block.text = (block.text ?? '') + text;
      if (partial_json !== undefined) json[event.index] = (json[event.index] ?? '') + partial_json;
    }
    if (event.type === 'content_block_stop' && blocks[event.index]?.type === 'tool_use') {
      Object.assign(blocks[event.index] ?? {}, { input: JSON.parse(json[event.index] || '{}') });
    }
  };
  await new Promise<void>((resolve, reject) => {
    const call = request(`${url}/v1/messages`, { method: 'POST', headers, agent }, (response) => {
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        const lines = (rest + part).split('\n');
        rest = lines.pop() ?? '';
        lines.forEach(take);
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`status ${String(response.statusCode)}: ${rest}`));
      });
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
  return blocks;
}

const system = [{ type: 'text', text: 'You work in the current folder.', ...CACHE }];
const tools = TOOLS.map((tool, index) =>
  index === TOOLS.length - 1 ? { ...tool, ...CACHE } : tool,
);
const messages: unknown[] = [{ role: 'user', content: [{ type: 'text', text: prompt, ...CACHE }] }];
for (let turn = 0; turn < MAX_TURNS; turn += 1) {
  const head = { model: 'claude-sonnet-5-5', max_tokens: 8_000, stream: true };
  const content = await ask(JSON.stringify({ ...head, system, tools, messages }));
  const calls = content.filter((block) => block.type === 'tool_use');
  if (calls.length === 0 || calls.some((call) => call.name === 'finish')) break;
  const results = await Promise.all(
    calls.map(async (call) => ({
      type: 'tool_result',
      tool_use_id: call.id,
      content: await runTool(call.name ?? '', call.input),
    })),
  );
  messages.push({ role: 'assistant', content }, { role: 'user', content: results });
}
agent.destroy();
