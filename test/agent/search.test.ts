import { afterEach, describe, expect, test } from 'vitest';
import { modelSearch } from '../../src/agent/index.ts';
import { type JsonObject, systemClock } from '../../src/common/index.ts';
import { type AnthropicServer, startAnthropicServer } from '../testing/anthropic-server/server.ts';
import { createModel, parseScript } from '../../src/model/index.ts';
import { searchTool } from '../../src/tools/web/search.ts';
import { setUpAgent } from './context.ts';

const servers: AnthropicServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const PAGE = 'https://docs.example.com/release';
const opaque = (block: JsonObject) => ({ type: 'opaque', block });
const asked = opaque({
  type: 'server_tool_use',
  id: 'srvtoolu_1',
  name: 'web_search',
  input: { query: 'release steps' },
});
const result = (content: unknown) =>
  opaque({ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: content as never });
const pages = result([
  {
    type: 'web_search_result',
    title: 'Release\nsteps',
    url: PAGE,
    encrypted_content: 'c2VhbGVk',
    page_age: null,
  },
  { type: 'web_search_result', title: 'Other', url: 'https://b.test', encrypted_content: '' },
]);
const cited = opaque({
  type: 'text',
  text: 'Tag it first',
  citations: [
    {
      type: 'web_search_result_location',
      url: PAGE,
      title: 'Release steps',
      cited_text: 'First, tag the release.',
      encrypted_index: 'c2Vh',
    },
  ],
});
const FOUND = { blocks: [asked, pages, cited, { type: 'text', text: ', then publish.' }] };

const SEARCH = {
  blocks: [{ type: 'tool_use', name: 'web_search', input: { query: 'release steps' } }],
};
const FINISH = {
  blocks: [{ type: 'tool_use', name: 'finish', input: { outcome: 'done', summary: 'Over.' } }],
};

interface Searching {
  readonly found: readonly object[];
  readonly policy?: string;
  readonly input?: object;
  readonly model?: string;
  readonly usual?: readonly string[];
  readonly limits?: { readonly tokens?: number; readonly usd?: number };
}

/** A run whose model asks for one search; `found` is what its API answers to that. */
async function search(options: Searching) {
  const call = { ...SEARCH.blocks[0], input: { query: 'release steps', ...options.input } };
  const script = {
    turns: [{ ...SEARCH, blocks: [call] }, FINISH],
    subagents: [{ when: '^release steps$', turns: options.found }],
  };
  const server = await startAnthropicServer({
    script: parseScript(JSON.stringify(script), 'test'),
  });
  servers.push(server);
  const model = await createModel({
    model: options.model ?? 'claude-sonnet-4-5',
    anthropicApiKey: 'sk-test',
    anthropicBaseUrl: server.url,
    cwd: '/',
    clock: systemClock,
  });
  const context: { at: Parameters<typeof modelSearch>[0] | null } = { at: null };
  const tool = searchTool({
    search: modelSearch(() => {
      if (context.at === null) throw new Error('not bound');
      return context.at();
    }),
    usualDomains: options.usual ?? [],
  });
  const agent = await setUpAgent({
    model,
    replies: [],
    tools: [tool],
    policy: options.policy ?? 'version: 1\nmode: auto\n',
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  context.at = () => agent.context;
  const end = await agent.run();
  await agent.setup.verified(end.outcome);
  const results = agent.state.conversation.messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'tool_result' ? [block] : [])),
  );
  const [first] = results;
  const text = typeof first?.content === 'string' ? first.content : '';
  const own = server.requests.filter(({ body }) =>
    JSON.stringify(body?.['tools']).includes('web_search_20250305'),
  );
  return { ...agent, server, end, text, isError: first?.is_error === true, own };
}

describe('a search through the API of the model', () => {
  test('is a separate request with the search terms and one search, and nothing of the run', async () => {
    const { own, server } = await search({ found: [FOUND] });
    expect(server.requests).toHaveLength(3);
    expect(own).toHaveLength(1);
    expect(own[0]?.body).toMatchObject({
      messages: [{ role: 'user', content: [{ type: 'text', text: 'release steps' }] }],
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 1 }],
    });
    expect(JSON.stringify(own[0]?.body)).not.toMatch(/Mend the test|allowed_domains/);
  });

  test('returns untrusted content: the answer, each page, and its quotes', async () => {
    const { text, setup } = await search({ found: [FOUND] });
    expect(text).toContain(
      `Tag it first, then publish.\n\n- Release steps\n  ${PAGE}\n  First, tag the release.\n- Other`,
    );
    expect(text).toMatch(/^<web search for release steps>/);
    expect(text).not.toContain('c2VhbGVk');
    expect(setup.untrusted.map(({ source }) => source)).toEqual(['web search for release steps']);
  });

  test('is evaluated and recorded before anything is sent, and its turn belongs to the call', async () => {
    const { setup } = await search({ found: [FOUND] });
    const entries = setup.entries();
    const indexOf = (is: (entry: (typeof entries)[number]) => boolean) => entries.findIndex(is);
    const verdict = indexOf((entry) => entry.type === 'call.verdict' && entry.call === 'c1');
    const executing = indexOf(
      (entry) => entry.type === 'call.state' && entry.state === 'EXECUTING',
    );
    const turn = indexOf((entry) => entry.type === 'turn.start' && entry.parent === 'c1');
    const reply = indexOf((entry) => entry.type === 'model.reply' && entry.parent === 'c1');
    expect([verdict, executing, turn, reply]).toEqual(
      [verdict, executing, turn, reply].sort((one, other) => one - other),
    );
    expect(verdict).toBeGreaterThan(0);
  });

  test('sends nothing if the policy denies it or nobody approves it', async () => {
    for (const policy of ['deny: [web_search]', 'mode: deny\nauto: [finish]']) {
      const { own, text } = await search({ found: [FOUND], policy: `version: 1\n${policy}\n` });
      expect(own).toHaveLength(0);
      expect(text).toContain('denies this call');
    }
  });

  test('costs the run its tokens and the price of the search', async () => {
    const usage = { inputTokens: 1_000, outputTokens: 100 };
    const { context, setup } = await search({ found: [{ ...FOUND, usage }] });
    const reply = setup
      .entries()
      .find((entry) => entry.type === 'model.reply' && entry.parent === 'c1');
    expect(reply).toMatchObject({ costUsd: expect.closeTo(0.003 + 0.0015 + 0.01) as number });
    expect(context.budget.used().tokens).toBeGreaterThanOrEqual(1_100);
    expect(context.budget.used().usd).toBeGreaterThan(0.0144);
    expect(context.budget.used().turns).toBe(3);
  });

  test('that was paused is continued, a few times at most', async () => {
    const paused = { blocks: [asked], stopReason: 'pause_turn' };
    const { text, own } = await search({ found: [paused, { blocks: [pages, cited] }] });
    expect(text).toContain('First, tag the release.');
    expect(own[1]?.body).toMatchObject({ messages: [{}, { content: [{ id: 'srvtoolu_1' }] }] });
    const endless = await search({ found: [paused, paused, paused, paused] });
    expect(endless.own).toHaveLength(3);
    expect(endless.isError).toBe(true);
  });

  test('that was paused stops at a limit of the budget, and its trail verifies', async () => {
    const paused = {
      blocks: [asked],
      stopReason: 'pause_turn',
      usage: { inputTokens: 900, outputTokens: 200 },
    };
    const { text, own, end } = await search({
      found: [paused, { blocks: [pages, cited] }],
      limits: { tokens: 1_000 },
    });
    expect(own).toHaveLength(1);
    expect(text).toContain('The budget of the run is spent.');
    expect(end.outcome).toBe('over-budget');
  });

  test.each([
    ['too_many_requests', 'takes no more requests'],
    ['query_too_long', 'Use fewer and simpler words'],
    ['invalid_tool_input', 'Use fewer and simpler words'],
    ['request_too_large', 'Use fewer and simpler words'],
    ['unavailable', 'not available at the moment'],
    ['max_uses_exceeded', 'The search failed: max_uses_exceeded'],
    ['never_heard_of', 'The search failed: never_heard_of'],
  ])('that fails with %s is a failed call', async (code, words) => {
    const failed = result({ type: 'web_search_tool_result_error', error_code: code });
    const { text, isError, setup } = await search({ found: [{ blocks: [asked, failed] }] });
    expect(text).toContain(words);
    expect(isError).toBe(true);
    expect(setup.untrusted).toEqual([]);
  });

  test('that failed a second time keeps what the first one found', async () => {
    const again = result({ type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' });
    const { text, isError } = await search({ found: [{ blocks: [asked, pages, again] }] });
    expect(isError).toBe(false);
    expect(text).toContain(PAGE);
  });

  test.each<[string, object, string]>([
    ['finds nothing', { blocks: [asked, result([])] }, 'Nothing was found'],
    ['makes no search', { blocks: [{ type: 'text', text: 'I know.' }] }, 'without a search'],
    ['declines', { blocks: [], stopReason: 'refusal' }, 'declined to search'],
    ['answers nonsense', { blocks: [asked, result(5)] }, 'without a search'],
    [
      'lists nonsense',
      { blocks: [asked, result([5, { type: 'web_search_result' }, null])] },
      'Nothing was found',
    ],
    [
      'calls a tool of the run',
      { blocks: [{ type: 'tool_use', name: 'finish', input: {} }] },
      'without a search',
    ],
  ])('that %s is reported', async (_, found, words) => {
    expect((await search({ found: [found] })).text).toContain(words);
  });

  test('that the API refuses is a failed call with its message, and the run continues', async () => {
    const found = [{ ...FOUND, expect: 'never said' }];
    const { text, end, isError } = await search({ found });
    expect(isError).toBe(true);
    expect(text).toContain('The script expects a match');
    expect(end.outcome).toBe('done');
  });

  test('is not made if the limit is reached by then', async () => {
    const { own, end } = await search({ found: [FOUND], limits: { tokens: 1 } });
    expect(own).toHaveLength(0);
    expect(end.outcome).toBe('over-budget');
  });
});

describe('the domains of a search', () => {
  const input = { domains: ['docs.example.com'] };

  test('are all that is searched', async () => {
    const { own } = await search({ found: [FOUND], input });
    expect(own[0]?.body).toMatchObject({ tools: [{ allowed_domains: ['docs.example.com'] }] });
  });

  test.each<[string, string, object, boolean]>([
    ['a rule for the domain', 'auto: [finish, web_search(docs.example.com)]', input, true],
    ['a rule for another', 'auto: [finish, web_search(docs.other.com)]', input, false],
    [
      'a rule for one of two',
      'auto: [finish, web_search(docs.example.com)]',
      { domains: ['docs.example.com', 'b.test'] },
      false,
    ],
    [
      'a rule for a domain, everywhere',
      'auto: [finish, web_search(docs.example.com)]',
      { domains: [] },
      false,
    ],
    ['a rule for every host, everywhere', 'auto: [finish, "web_search(*)"]', { domains: [] }, true],
    ['a rule for the tool, everywhere', 'auto: [finish, web_search]', { domains: [] }, true],
    [
      'a ban of one host, everywhere',
      'auto: [finish, web_search]\ndeny: [web_search(b.test)]',
      { domains: [] },
      false,
    ],
    [
      'a ban of another host',
      'auto: [finish, web_search]\ndeny: [web_search(b.test)]',
      input,
      true,
    ],
  ])('%s decides', async (_, rules, given, searched) => {
    const policy = `version: 1\nmode: deny\n${rules}\n`;
    const { own } = await search({ found: [FOUND], policy, input: given });
    expect(own).toHaveLength(searched ? 1 : 0);
  });

  test('are those of the policy if a call names none', async () => {
    const { own } = await search({
      found: [FOUND],
      policy: 'version: 1\nmode: deny\nauto: [finish, web_search(docs.example.com)]\n',
      usual: ['docs.example.com', 'localhost'],
    });
    expect(own[0]?.body).toMatchObject({ tools: [{ allowed_domains: ['docs.example.com'] }] });
  });

  test.each(['https://docs.example.com', 'docs.example.com/path', 'a b.com', 'com', 'x.test:80'])(
    '%s is no domain',
    async (domain) => {
      const { own, text } = await search({ found: [FOUND], input: { domains: [domain] } });
      expect(own).toHaveLength(0);
      expect(text).toContain('validation');
    },
  );
});

async function hasSearch(model: string): Promise<boolean> {
  const made = await createModel({
    model,
    anthropicApiKey: 'k',
    anthropicBaseUrl: 'http://127.0.0.1:2',
    cwd: '/',
    clock: systemClock,
  });
  return made.webSearch === true;
}

test('a model from before there was a search has none; others have', async () => {
  expect(await hasSearch('claude-sonnet-5-5')).toBe(true);
  expect(await hasSearch('anthropic/claude-haiku-9')).toBe(true);
  expect(await hasSearch('claude-3-haiku-20240307')).toBe(false);
  expect(await hasSearch('some-other-model')).toBe(false);
});
