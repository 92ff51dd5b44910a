/**
 * The `sdk` loop: @anthropic-ai/sdk and nothing else. Bundle it with ncc before it is measured.
 *
 *   node bench/sdk.ts URL PROMPT
 *
 * Talks to the Messages API at URL until a reply has no call or calls `finish`.
 */
import { Anthropic } from '@anthropic-ai/sdk';
import { runTool, TOOLS } from './minimal-tools.ts';

const MAX_TURNS = 2_000;
const cache_control = { type: 'ephemeral' } as const;
const [baseURL = '', prompt = 'Go'] = process.argv.slice(2);

const client = new Anthropic({ apiKey: 'bench', baseURL });
const system = [{ type: 'text' as const, text: 'You work in the current folder.', cache_control }];
const tools = TOOLS.map((tool, index) => ({
  ...tool,
  ...(index === TOOLS.length - 1 ? { cache_control } : {}),
}));
const messages: Anthropic.MessageParam[] = [
  { role: 'user', content: [{ type: 'text', text: prompt, cache_control }] },
];
for (let turn = 0; turn < MAX_TURNS; turn += 1) {
  const head = { model: 'claude-sonnet-5-5', max_tokens: 8_000 };
  const reply = await client.messages.stream({ ...head, system, tools, messages }).finalMessage();
  const calls = reply.content.filter((block) => block.type === 'tool_use');
  if (calls.length === 0 || calls.some((call) => call.name === 'finish')) break;
  const results = await Promise.all(
    calls.map(async (call) => ({
      type: 'tool_result' as const,
      tool_use_id: call.id,
      content: await runTool(call.name, call.input),
    })),
  );
  messages.push({ role: 'assistant', content: reply.content }, { role: 'user', content: results });
}
