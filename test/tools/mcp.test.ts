import { spawn } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRedactor, type JsonObject } from '../../src/common/index.ts';
import { loadPolicy, evaluate, type Policy } from '../../src/policy/index.ts';
import { type CommandRunner, createCommandRunner, openWorkspace } from '../../src/sandbox/index.ts';
import { startServers, type Tool } from '../../src/tools/index.ts';
import type { McpTools } from '../../src/tools/mcp/index.ts';
import { renderDescription } from '../../src/tools/define/description.ts';
import { call, context, textOf } from './support.ts';
import { BUBBLEWRAP_WORKS } from '../bubblewrap.ts';

const EVERYTHING = join(
  dirname(
    createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json'),
  ),
  'dist/index.js',
);
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-')));
let runner: CommandRunner;
const open: McpTools[] = [];

beforeAll(async () => {
  const workspace = await openWorkspace(folder);
  ({ runner } = await createCommandRunner({
    workspace,
    mode: 'off',
    network: [],
    environment: process.env,
  }));
});
afterAll(async () => {
  for (const tools of open) await tools.close();
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(servers: Policy['mcpServers'], over: object = {}) {
  const tools = await startServers(servers, async () => ({
    commands: runner,
    sandboxed: true,
    environment: process.env,
    redactor: createRedactor(),
    ...over,
  }));
  open.push(tools);
  return tools;
}

function pick(tools: McpTools, name: string): Tool {
  const found = tools.tools.find((tool) => tool.name === name);
  if (found === undefined)
    throw new Error(
      `${name} is not among ${tools.tools.map((tool) => tool.name).join(', ')}; ${tools.warnings.join(' ')}`,
    );
  return found;
}

/** A server of a few lines, whose answers are the body of a function of the message. */
function scripted(name: string, body: string, notified = ''): { command: string; args: string[] } {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(
    file,
    `import { createInterface } from 'node:readline';
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const hello = (id, protocolVersion) => say({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
const tool = (name, extra = {}) => ({ name, inputSchema: { type: 'object' }, ...extra });
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') return hello(id, params.protocolVersion);
  if (id === undefined) {
    ${notified}
    return;
  }
  ${body}
});`,
  );
  return { command: 'node', args: [file] };
}

describe('a server over stdio', () => {
  let tools: McpTools;
  beforeAll(async () => {
    tools = await start({
      all: { command: process.execPath, args: [EVERYTHING, 'stdio'], readonly: ['echo'] },
    });
  });

  test('has its tools under its name, and none is read-only but those that the policy names', () => {
    expect(tools.warnings).toEqual([]);
    expect(pick(tools, 'mcp__all__echo').kind).toBe('readonly');
    const others = tools.tools.filter(({ name }) => name !== 'mcp__all__echo');
    expect(others.length).toBeGreaterThan(3);
    expect(others.map(({ kind }) => kind)).not.toContain('readonly');
  });

  test('is called, and its result is untrusted content', async () => {
    const result = await call(pick(tools, 'mcp__all__echo'), { message: 'hi there' });
    expect(textOf(result)).toContain('hi there');
    expect(result.metadata).toEqual({ untrustedSource: 'MCP server all', untrustedCode: true });
  });

  test('returns images as images', async () => {
    const result = await call(pick(tools, 'mcp__all__get-tiny-image'), {});
    expect(
      result.ok &&
        typeof result.llmContent !== 'string' &&
        result.llmContent.some((block) => block.type === 'image'),
    ).toBe(true);
  });

  test('checks inputs against its schema before anything is sent', async () => {
    const tool = pick(tools, 'mcp__all__get-sum');
    expect(textOf(await call(tool, { a: 2, b: 3 }))).toContain('5');
    expect(textOf(await call(tool, { a: 'two', b: 3 }))).toContain('/a: must be number');
    expect(textOf(await call(tool, {}))).toContain("must have required property 'a'");
  });
});

/** A port of loopback on which nothing listens just now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('a server over HTTP is called on loopback, and its host is a fact', async () => {
  const port = await freePort();
  const server = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  });
  try {
    const url = `http://127.0.0.1:${port}/mcp`;
    let tools = await start({ far: { url } });
    for (let round = 0; round < 50 && tools.tools.length === 0; round += 1) {
      await new Promise((done) => setTimeout(done, 200));
      tools = await start({ far: { url } });
    }
    const echo = pick(tools, 'mcp__far__echo');
    expect(echo.kind).toBe('network');
    expect(textOf(await call(echo, { message: 'over HTTP' }))).toContain('over HTTP');
    const prepared = await echo.prepare({ message: 'x' });
    expect(prepared.ok && prepared.call.facts.hosts).toEqual([`127.0.0.1:${port}`]);
    await tools.close();
  } finally {
    server.kill('SIGKILL');
  }
}, 60_000);

test('rules on the server, its tools and its host decide', async () => {
  const { tools } = await start({
    one: {
      ...scripted(
        'rules',
        "say({ id, result: method === 'tools/list' ? { tools: [tool('go')] } : { content: [] } });",
      ),
      readonly: [],
    },
  });
  const prepared = await tools[0]?.prepare({});
  if (prepared?.ok !== true) throw new Error('not prepared');
  const verdictBy = async (text: string) => {
    const loaded = loadPolicy(`version: 1\nmode: ask\n${text}`, { file: 'p.yml' });
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const pathResolver = {
      root: '/w',
      caseInsensitive: false,
      realpath: (path: string) => path,
      gitConfigRuns: () => null,
    };
    return evaluate(loaded.policy, prepared.call.facts, {
      pathResolver,
      untrusted: false,
      sandboxed: true,
    }).verdict;
  };
  expect(await verdictBy('')).toBe('requireApproval');
  expect(await verdictBy('auto: [kind:readonly]')).toBe('requireApproval');
  expect(await verdictBy('auto: [mcp__one__*]')).toBe('auto');
  expect(await verdictBy('deny: [mcp__one__go]')).toBe('deny');
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('servers that misbehave', () => {
  test('one that does not exist, ends at once, or does not answer is left out with a warning; the others stay', async () => {
    const tools = await start({
      none: { command: '/nowhere/server' },
      dead: { command: process.execPath, args: ['-e', 'process.exit(3)'] },
      noise: {
        command: process.execPath,
        args: ['-e', 'console.log("hello\\n{{{");process.exit(0)'],
      },
      good: scripted('good', "say({ id, result: { tools: [tool('go')] } });"),
    });
    expect(tools.tools.map(({ name }) => name)).toEqual(['mcp__good__go']);
    expect(tools.warnings).toHaveLength(3);
  });

  test('one that ends says why in the warning: its exit code and the end of its error output, without secrets', async () => {
    const script = 'console.error("Cannot find module x\\nkey " + process.env.KEY);process.exit(3)';
    const args = ['-e', script];
    const env = { KEY: '${SERVER_KEY}' };
    const tools = await start(
      { dead: { command: process.execPath, args, env, secrets: ['SERVER_KEY'] } },
      { environment: { ...process.env, SERVER_KEY: 'hunter2-hunter2-hunter2' } },
    );
    const [warning] = tools.warnings;
    expect(warning).toContain('it ended with exit code 3');
    expect(warning).toContain('Cannot find module x');
    expect(warning).not.toContain('hunter2');
  });

  test.each([
    ['a banner', '\nLicense KEY expired\nPlease renew\n', /: "License \S+ expired"$/],
    ['a prompt', 'Password for KEY: ', /: "Password for \S+:"$/],
    ['a prompt before its answer', '> {"jsonrpc":"2.0"}\n', /: "> {\\"jsonrpc\\":\\"2\.0\\"}"$/],
  ])(
    'one that writes %s in place of messages is left out with that line, without secrets',
    async (_, text, shown) => {
      const script = 'process.stdout.write(process.argv[1].replace("KEY", process.env.KEY))';
      const env = { KEY: '${SERVER_KEY}' };
      const args = ['-e', script, text];
      const tools = await start(
        { loud: { command: process.execPath, args, env, secrets: ['SERVER_KEY'] } },
        { environment: { ...process.env, SERVER_KEY: 'hunter2-hunter2-hunter2' } },
      );
      expect(tools.warnings).toEqual([expect.stringMatching(shown)]);
      expect(tools.warnings[0]).toContain(
        'its standard output, which is for messages alone, begins with',
      );
      expect(tools.warnings[0]).not.toContain('hunter2');
    },
  );

  test('one that lists a thousand tools gives a hundred, with a warning', async () => {
    const body =
      "say({ id, result: { tools: Array.from({ length: 50 }, (_, index) => tool('t' + (params?.cursor ?? 0) + '_' + index)), nextCursor: String(Number(params?.cursor ?? 0) + 1) } });";
    const tools = await start({ many: scripted('many', body) });
    expect(tools.tools).toHaveLength(100);
    expect(tools.warnings[0]).toContain('more tools than 100');
  });

  test('one whose pages never end and hold nothing comes to an end', async () => {
    const tools = await start({
      loop: scripted('loop', "say({ id, result: { tools: [], nextCursor: 'again' } });"),
    });
    expect(tools.tools).toEqual([]);
    expect(tools.warnings).toHaveLength(1);
  });

  test('one whose last page has an empty cursor is asked once, and its tools are those of that page', async () => {
    const body = `if (params?.cursor !== undefined) return say({ id, error: { code: -32602, message: 'Invalid cursor' } });
  say({ id, result: { tools: [tool('only')], nextCursor: '' } });`;
    const tools = await start({ empty: scripted('empty', body) });
    expect(tools.tools.map(({ name }) => name)).toEqual(['mcp__empty__only']);
    expect(tools.warnings).toEqual([]);
  });

  test('one that writes null for what is absent is used as if it had left it out', async () => {
    const body = `if (method === 'tools/list') return say({ id, result: { nextCursor: null, tools: [tool('plain', { title: null, description: null, annotations: null, outputSchema: null }), tool('hinted', { annotations: { openWorldHint: null } })] } });
  say({ id, result: { content: params.name === 'plain' ? [{ type: 'text', text: 'said', annotations: null }] : null, structuredContent: { a: 1 }, isError: null } });`;
    const tools = await start({ nulls: scripted('nulls', body) });
    expect(tools.warnings).toEqual([]);
    const said = await call(pick(tools, 'mcp__nulls__plain'), {}, context);
    expect([said.ok, textOf(said)]).toEqual([true, 'said\n{"a":1}']);
    const structured = await call(pick(tools, 'mcp__nulls__hinted'), {}, context);
    expect([structured.ok, textOf(structured)]).toEqual([true, '{"a":1}']);
  });

  test('the structured part of a result follows its text, unless the text already has it', async () => {
    const results = {
      apart: [['three found'], { found: [1, 2, 3] }],
      repeated: [['{\n  "b": 2,\n  "a": "x"\n}'], { a: 'x', b: 2 }],
      among: [['a note', '{"a":1}'], { a: 1 }],
      other: [['{"a":2}'], { a: 1 }],
      wrapped: [['the page'], { result: 'the page' }],
      rows: [['{"a":1}', 'two'], { result: [{ a: 1 }, 'two'] }],
      lost: [['{"a":1}'], { result: [{ a: 1 }, 'two'] }],
      empty: [['none'], { result: [] }],
    };
    const body = `const results = ${JSON.stringify(results)};
      if (method === 'tools/list') return say({ id, result: { tools: Object.keys(results).map((name) => tool(name)) } });
      const [texts, structuredContent] = results[params.name];
      say({ id, result: { content: texts.map((text) => ({ type: 'text', text })), structuredContent } });`;
    const tools = await start({ both: scripted('both', body) });
    const said = async (name: string): Promise<unknown> =>
      textOf(await call(pick(tools, `mcp__both__${name}`), {}, context));
    expect(await said('apart')).toBe('three found\n{"found":[1,2,3]}');
    expect(await said('repeated')).toBe('{\n  "b": 2,\n  "a": "x"\n}');
    expect(await said('among')).toBe('a note\n{"a":1}');
    expect(await said('other')).toBe('{"a":2}\n{"a":1}');
    expect(await said('wrapped')).toBe('the page');
    expect(await said('rows')).toBe('{"a":1}\ntwo');
    expect(await said('lost')).toBe('{"a":1}\n{"result":[{"a":1},"two"]}');
    expect(await said('empty')).toBe('none\n{"result":[]}');
  });

  test('garbage among its tools is left out, and a warning says how much', async () => {
    const body = `say({ id, result: { tools: [5, null, { name: '' }, { name: 'x' }, tool('a b/c'), tool('a b.c'), tool('ok', { description: '\\u202Eevil ' + 'd'.repeat(9000), inputSchema: { type: 'array' } }), tool('n'.repeat(200)), tool('weird', { inputSchema: { type: 'object', properties: { p: { $ref: '#/nowhere' } } } })] } });`;
    const tools = await start({ odd: scripted('odd', body) });
    const names = tools.tools.map(({ name }) => name);
    expect(names).toContain('mcp__odd__a_b_c');
    expect(names.every((name) => name.length <= 64)).toBe(true);
    expect(tools.warnings.some((warning) => warning.includes('mcp__odd__a_b_c'))).toBe(true);
    expect(tools.warnings).toContainEqual(expect.stringContaining('invalid tools (4)'));
    const ok = pick(tools, 'mcp__odd__ok');
    expect(ok.inputSchema['type']).toBe('object');
    expect(ok.description.short).not.toContain('\u202E');
    expect(ok.description.short.length).toBeLessThan(2_200);
    expect((await pick(tools, 'mcp__odd__weird').prepare({ p: 1 })).ok).toBe(true);
  });

  test('a valid schema with keywords, formats and a draft that are not known is sent', async () => {
    const inputSchema = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      type: 'object',
      properties: { a: { $ref: '#/definitions/a', 'x-order': 1 } },
      definitions: { a: { type: 'string', format: 'iban', enum: ['a'] } },
    };
    const body = `say({ id, result: { tools: [{ name: 'kept', inputSchema: ${JSON.stringify(inputSchema)} }] } });`;
    const tools = await start({ kept: scripted('kept', body) });
    expect(pick(tools, 'mcp__kept__kept').inputSchema).toEqual(inputSchema);
  });

  test('a schema that the API would refuse is put into the description, and the call works', async () => {
    const schemas = {
      joined: { type: 'object', anyOf: [{ required: ['a'] }] },
      named: { type: 'object', properties: { '$filter by': { type: 'string' } } },
      old: { type: 'object', properties: { a: { type: 'string', required: true } } },
      older: { type: 'object', properties: { a: { type: 'number', exclusiveMinimum: true } } },
      typed: { type: 'object', properties: { a: { type: 'text' } } },
      tuple: { type: 'object', properties: { a: { type: 'array', items: [{ type: 'string' }] } } },
      lost: { type: 'object', properties: { a: { $ref: '#/$defs/none' } } },
      remote: { type: 'object', properties: { a: { $ref: 'https://a.test/schema.json' } } },
      loop: {
        type: 'object',
        properties: { a: { $ref: '#/$defs/a' } },
        $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
      },
      endless: {
        type: 'object',
        properties: { a: { $ref: '#/$defs/a' } },
        $defs: { a: { type: 'string', allOf: [{ not: { $ref: '#/$defs/a' } }] } },
      },
      list: { type: 'object', properties: [] },
      needs: { type: 'object', dependentRequired: ['a'] },
      negated: { type: 'object', properties: { a: { not: 'string' } } },
      deep: { type: 'object', default: JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) },
    };
    const body = `if (method === 'tools/list') return say({ id, result: { tools: Object.entries(${JSON.stringify(schemas)}).map(([name, inputSchema]) => ({ name, inputSchema })) } });
  say({ id, result: { content: [{ type: 'text', text: JSON.stringify(params.arguments) }] } });`;
    const tools = await start({ weird: scripted('weird', body) });
    expect(tools.tools).toHaveLength(Object.keys(schemas).length);
    for (const tool of tools.tools) {
      expect(tool.inputSchema, tool.name).toMatchObject({ type: 'object', properties: {} });
      expect(renderDescription(tool.description)).toContain("The server's schema of the input");
    }
    const result = await call(pick(tools, 'mcp__weird__named'), { '$filter by': 'x' });
    expect(textOf(result)).toBe('{"$filter by":"x"}');
    const looped = await call(pick(tools, 'mcp__weird__loop'), { a: 'x' });
    expect(textOf(looped)).toBe('{"a":"x"}');
  });

  test('schemas with every keyword of the draft are sent unchanged', async () => {
    const inputSchema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { point: { type: 'array', prefixItems: [{ type: 'number' }], items: false } },
      properties: {
        at: { $ref: '#/$defs/point' },
        kind: { enum: ['a', 1, null] },
        many: { type: ['array', 'null'], items: { oneOf: [{ const: 1 }, true] }, maxItems: 3 },
      },
      required: ['at'],
      additionalProperties: false,
    };
    const body = `say({ id, result: { tools: [tool('full', { inputSchema: ${JSON.stringify(inputSchema)} })] } });`;
    const tools = await start({ full: scripted('full', body) });
    expect(pick(tools, 'mcp__full__full').inputSchema).toEqual(inputSchema);
  });

  test('a valid input is sent, by whatever keywords its schema says so, and an invalid one is not', async () => {
    const schemas = {
      one_of: {
        properties: {
          by: { type: 'object', oneOf: [{ required: ['id'] }, { required: ['name'] }] },
        },
      },
      any_of: { properties: { by: { anyOf: [{ required: ['id'] }, { required: ['name'] }] } } },
      letters: { properties: { by: { type: 'string', pattern: '^\\p{L}+$' } } },
      objects: { properties: { by: { enum: [{ id: 1 }, [1]] } } },
      large: { properties: { by: { type: 'integer' } } },
      absent: { properties: { by: { type: 'string', nullable: true } } },
      depending: { properties: { by: {} }, if: { required: ['by'] }, then: { required: ['to'] } },
      unlisted: { properties: {}, required: ['to'] },
      promised: { $async: true, properties: {}, required: ['to'] },
      drafted: { $schema: 'http://json-schema.org/draft-07/schema#', required: ['to'] },
      flagged: { properties: { by: { type: 'string', pattern: '(?i)^x' } } },
    };
    const body = `if (method === 'tools/list') return say({ id, result: { tools: Object.entries(${JSON.stringify(schemas)}).map(([name, schema]) => ({ name, inputSchema: { type: 'object', ...schema } })) } });
  say({ id, result: { content: [{ type: 'text', text: JSON.stringify(params.arguments) }] } });`;
    const started = await start({ keys: scripted('keys', body) });
    const answered = async (name: keyof typeof schemas, input: JsonObject): Promise<string> =>
      textOf(await call(pick(started, `mcp__keys__${name}`), input));
    const valid = [
      ['one_of', { by: { id: 1 } }],
      ['any_of', { by: { name: 'x' } }],
      ['letters', { by: 'Łódź' }],
      ['objects', { by: { id: 1 } }],
      ['objects', { by: [1] }],
      ['large', { by: 2 ** 60 }],
      ['absent', { by: null }],
      ['depending', { by: 1, to: 2 }],
      ['unlisted', { to: 1 }],
      ['promised', { to: 1 }],
      ['drafted', { to: 1 }],
      ['flagged', { by: 'X' }],
    ] as const;
    for (const [name, input] of valid)
      expect(await answered(name, input), name).toBe(JSON.stringify(input));
    const invalid = [
      ['one_of', { by: { id: 1, name: 'x' } }],
      ['any_of', { by: {} }],
      ['letters', { by: '1' }],
      ['objects', { by: { id: 2 } }],
      ['large', { by: 1.5 }],
      ['depending', { by: 1 }],
      ['unlisted', {}],
      ['promised', {}],
      ['drafted', {}],
    ] as const;
    for (const [name, input] of invalid)
      expect(await answered(name, input), name).toContain('is not valid: /');
  });

  test('a pattern of its schema cannot hang the run, and a value that only a format refuses is sent', async () => {
    const inputSchema = {
      type: 'object',
      properties: {
        slow: { type: 'string', pattern: '^(a+)+$' },
        url: { type: 'string', format: 'uri' },
        format: { type: 'string', pattern: '^x' },
      },
    };
    const body = `if (method === 'tools/list') return say({ id, result: { tools: [tool('checked', { inputSchema: ${JSON.stringify(inputSchema)} })] } });
  say({ id, result: { content: [{ type: 'text', text: JSON.stringify(params.arguments) }] } });`;
    const tools = await start({ picky: scripted('picky', body) });
    const checked = pick(tools, 'mcp__picky__checked');
    const slow = `${'a'.repeat(60)}!`;
    expect(textOf(await call(checked, { slow }))).toBe(JSON.stringify({ slow }));
    expect(textOf(await call(checked, { url: 'example.com' }))).toBe('{"url":"example.com"}');
    expect(textOf(await call(checked, { format: 'y' }))).toContain(
      '/format: must match pattern "^x"',
    );
  });

  test('one that ends or does not answer in a call fails that call', async () => {
    const body = `if (method === 'tools/list') return say({ id, result: { tools: [tool('die'), tool('hang'), tool('fail'), tool('nonsense')] } });
  if (params.name === 'fail') return say({ id, result: { isError: true, content: [{ type: 'text', text: 'no luck' }] } });
  if (params.name === 'nonsense') return say({ id, result: { content: 'text' } });
  if (params.name === 'die') process.exit(1);`;
    const tools = await start({ bad: scripted('bad', body) });
    expect(await call(pick(tools, 'mcp__bad__fail'), {})).toMatchObject({
      ok: false,
      llmContent: 'no luck',
    });
    const failed = { ok: false, metadata: { untrustedSource: 'MCP server bad' } };
    expect(await call(pick(tools, 'mcp__bad__nonsense'), {})).toMatchObject(failed);
    const stop = AbortSignal.timeout(100);
    await expect(
      call(pick(tools, 'mcp__bad__hang'), {}, { ...context, signal: stop }),
    ).rejects.toThrow(/./);
    expect(await call(pick(tools, 'mcp__bad__die'), {})).toMatchObject({
      ...failed,
      error: { message: 'The call of the MCP server bad failed: it ended with exit code 1.' },
    });
    expect(await call(pick(tools, 'mcp__bad__fail'), {})).toMatchObject(failed);
  });

  test('one that prints what is no message before an answer, in one write, is understood', async () => {
    const tools = await start({
      loud: scripted(
        'loud',
        `const answer = JSON.stringify({ jsonrpc: '2.0', id, result: { tools: [tool('go')] } });
         process.stdout.write('Starting ...\\n\\n{"half":\\n' + answer + '\\nready\\n');`,
      ),
    });
    expect(tools.warnings).toEqual([]);
    expect(tools.tools.map(({ name }) => name)).toEqual(['mcp__loud__go']);
  });

  test('one that floods its output with what is no message does not hold up the run', async () => {
    const body = `if (method === 'tools/list') return say({ id, result: { tools: [tool('flood')] } });
  process.stdout.write('\\n'.repeat(2_000_000) + '{}\\n'.repeat(500_000) + 'log\\n'.repeat(500_000));
  say({ id, result: { content: [{ type: 'text', text: 'after it' }] } });`;
    const tools = await start({ flood: scripted('flood', body) });
    expect(textOf(await call(pick(tools, 'mcp__flood__flood'), {}))).toBe('after it');
  });

  test('an answer in a batch, after a byte order mark or with CR and LF is understood, and an invalid one fails the call at once', async () => {
    const body = `const write = (value) => process.stdout.write((params?.name === 'marked' ? '\\uFEFF' : '') + JSON.stringify(value) + '\\r\\n');
      const answer = { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'said' }] } };
      if (method === 'tools/list') return say({ id, result: { tools: ['batch', 'marked', 'unversioned', 'coded'].map((name) => tool(name)) } });
      if (params.name === 'batch') return write([{ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } }, answer]);
      if (params.name === 'marked') return [{ id, level: 30, msg: 'a line of a log' }, answer].forEach(write);
      if (params.name === 'unversioned') return write({ id, result: answer.result });
      write({ jsonrpc: '2.0', id, error: { code: 'E_FAILED', message: 'no' } });`;
    const tools = await start({ odd: scripted('framed', body) });
    for (const name of ['batch', 'marked'])
      expect(textOf(await call(pick(tools, `mcp__odd__${name}`), {}))).toBe('said');
    for (const name of ['unversioned', 'coded']) {
      const result = await call(pick(tools, `mcp__odd__${name}`), {});
      expect(JSON.stringify(result)).toContain('not a message of JSON-RPC 2.0');
    }
  });

  test('one whose error names no request fails the only request that is open, with its words', async () => {
    const body = `if (method === 'tools/list') return say({ id, result: { tools: [tool('go'), tool('silent')] } });
      if (params.name === 'go') say({ id: null, error: { code: -32600, message: 'No such tenant' } });`;
    const tools = await start({ tenant: scripted('tenant', body) });
    expect(tools.warnings).toEqual([]);
    const result = await call(pick(tools, 'mcp__tenant__go'), {});
    expect(result).toMatchObject({ ok: false, llmContent: 'MCP error -32600: No such tenant' });
  });

  test('one that answers a notification by an error, which names no request, keeps its tools', async () => {
    const body = `if (method === 'tools/list') return say({ id, result: { tools: [tool('go')] } });
      say({ id, result: { content: [{ type: 'text', text: 'went' }] } });`;
    const tools = await start({
      strict: scripted(
        'strict',
        body,
        "say({ id: null, error: { code: -32601, message: 'Method not found' } });",
      ),
    });
    expect(tools.warnings).toEqual([]);
    const result = await call(pick(tools, 'mcp__strict__go'), {});
    expect(result).toMatchObject({ ok: true, llmContent: expect.stringContaining('went') });
  });

  test('one whose error names none of two open requests has its words in the failure of both', async () => {
    const body = `if (method === 'tools/list') return say({ id, result: { tools: [tool('silent'), tool('go')] } });
      if (params.name === 'silent') return;
      say({ error: { code: -32600, message: 'No such tenant' } });
      process.stdout.write('', () => process.exit(1));`;
    const tools = await start({ two: scripted('two', body) });
    const results = await Promise.all(
      ['silent', 'go'].map((name) => call(pick(tools, `mcp__two__${name}`), {})),
    );
    for (const result of results)
      expect(JSON.stringify(result)).toMatch(/closed.*names no request: .*No such tenant/);
  });

  test('one that writes a message without an end is ended', async () => {
    const tools = await start({
      endless: scripted(
        'endless',
        `if (method === 'tools/list') return say({ id, result: { tools: [tool('go')] } });
         const more = () => { while (process.stdout.write('x'.repeat(1_000_000))); };
         process.stdout.on('drain', more);
         more();`,
      ),
    });
    for (const connection of ['closed', 'Not connected']) {
      const result = await call(pick(tools, 'mcp__endless__go'), {});
      expect(JSON.stringify(result)).toContain(connection);
      expect(JSON.stringify(result)).toContain('because it wrote a message of more than 16777216');
    }
  });

  test('one whose list is invalid is left out, and does not run on', async () => {
    const file = join(folder, 'listless.pid');
    const tools = await start({
      listless: scripted(
        'listless',
        `import('node:fs').then(({ writeFileSync }) => {
           writeFileSync(${JSON.stringify(file)}, String(process.pid));
           say({ id, result: { tools: 'none' } });
         });`,
      ),
    });
    expect(tools.warnings).toHaveLength(1);
    const pid = Number(readFileSync(file, 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test('an image counts by its bytes, not by the type that a server names', async () => {
    const jpeg = Buffer.from('ffd8ffe000104a46494600', 'hex').toString('base64');
    const words = Buffer.from('no image').toString('base64');
    const tools = await start({
      images: scripted(
        'images',
        `if (method === 'tools/list') return say({ id, result: { tools: [tool('go')] } });
         const image = (data) => ({ type: 'image', mimeType: 'image/png', data });
         say({ id, result: { content: [image('${jpeg}'), image('${words}')] } });`,
      ),
    });
    const result = await call(pick(tools, 'mcp__images__go'), {});
    expect(result.ok && result.llmContent).toEqual([
      { type: 'image', mediaType: 'image/jpeg', base64: jpeg },
      { type: 'text', text: '[an image of type image/png that cannot be shown]' },
    ]);
  });

  test('one over HTTP that redirects elsewhere is not followed', async () => {
    let reached = 0;
    const other = createServer((_, response) => {
      reached += 1;
      response.end('{}');
    });
    const first = createServer((_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${portOf(other)}/` }).end();
    });
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    await new Promise<void>((done) => first.listen(0, '127.0.0.1', done));
    const tools = await start({ moved: { url: `http://127.0.0.1:${portOf(first)}/mcp` } });
    expect(tools.warnings).toEqual([
      `The MCP server moved is left out: HTTP 307: Streamable HTTP error: Error POSTing to endpoint: Redirect to http://127.0.0.1:${portOf(other)}/ is not followed: write that address as its \`url\` in the policy`,
    ]);
    expect(reached).toBe(0);
    first.close();
    other.close();
  });

  test.each(['ends', 'breaks off'] as const)(
    'one over HTTP whose answer %s early fails at once',
    async (how) => {
      const answer = (message: unknown, response: ServerResponse): void => {
        const { id, method } = message as { id?: number; method: string };
        if (id === undefined) {
          response.writeHead(202).end();
          return;
        }
        const serverInfo = { name: 's', version: '1' };
        const result =
          method === 'initialize'
            ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo }
            : { tools: [{ name: 'go', inputSchema: { type: 'object' } }] };
        const whole = `data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        if (method !== 'tools/call') response.end(whole);
        else if (how === 'ends') response.end(whole.slice(0, 20));
        else response.write(whole.slice(0, 20), () => response.destroy());
      };
      const server = createServer((request, response) => {
        if (request.method === 'POST')
          void json(request).then((message) => answer(message, response));
        else response.writeHead(405).end();
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const tools = await start({ cut: { url: `http://127.0.0.1:${portOf(server)}/mcp` } });
      const result = await call(pick(tools, 'mcp__cut__go'), {});
      expect(result.ok).toBe(false);
      expect(JSON.stringify(result)).toContain('ended its answer before the result');
      server.close();
    },
  );

  test('one over HTTP that refuses or is not there says why in the warning', async () => {
    const server = createServer((_, response) => void response.writeHead(401).end('Log in.'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { warnings } = await start({
      closed: { url: `http://127.0.0.1:${portOf(server)}/mcp` },
      gone: { url: `http://127.0.0.1:${await freePort()}/mcp` },
    });
    server.close();
    expect(warnings.toSorted()).toEqual([
      expect.stringMatching(/^The MCP server closed is left out: HTTP 401: .*Log in\.$/),
      expect.stringMatching(
        /^The MCP server gone is left out: fetch failed: connect ECONNREFUSED /,
      ),
    ]);
  });
});

const echoEnv = (name: string) =>
  scripted(
    name,
    "say({ id, result: method === 'tools/list' ? { tools: [tool('env')] } : { content: [{ type: 'text', text: JSON.stringify(process.env) }] } });",
  );

describe('secrets', () => {
  const environment = { ...process.env, MY_TOKEN: 'token-value-1', OTHER_TOKEN: 'token-value-2' };

  test('reach a server only where the policy names them, and are redacted from then on', async () => {
    const redactor = createRedactor();
    const server = {
      ...echoEnv('env'),
      secrets: ['MY_TOKEN'],
      env: { AUTH: 'Bearer ${MY_TOKEN}', PLAIN: '${OTHER_TOKEN}' },
    };
    const tools = await start({ env: server }, { environment, redactor });
    const seen = textOf(await call(pick(tools, 'mcp__env__env'), {}));
    expect(JSON.parse(seen)).toMatchObject({
      MY_TOKEN: 'token-value-1',
      AUTH: 'Bearer token-value-1',
      PLAIN: '${OTHER_TOKEN}',
    });
    expect(seen).not.toContain('token-value-2');
    expect(redactor.redact(seen)).not.toContain('token-value-1');
  });

  test('a secret that is not there leaves the server out', async () => {
    const tools = await start(
      { env: { ...echoEnv('env2'), secrets: ['NOT_THERE'] } },
      { environment },
    );
    expect(tools.tools).toEqual([]);
    expect(tools.warnings[0]).toBe(
      'The MCP server env is left out: its secret NOT_THERE is not set. Set the variable, in a workflow under `env:` of the step: `NOT_THERE: ${{ secrets.NOT_THERE }}`.',
    );
  });
});

test('without a sandbox that the policy wants, no server starts here', async () => {
  const tools = await start(
    { one: scripted('unsafe', "say({ id, result: { tools: [tool('go')] } });") },
    { sandboxed: false },
  );
  expect(tools.tools).toEqual([]);
  expect(tools.warnings[0]).toContain('no sandbox');
});

test('closing ends the server and what it started', async () => {
  const body = `if (method === 'tools/list') return say({ id, result: { tools: [tool('pid')] } });
  say({ id, result: { content: [{ type: 'text', text: String(process.pid) }] } });`;
  const tools = await start({ one: scripted('pid', body) });
  const pid = Number(textOf(await call(pick(tools, 'mcp__one__pid'), {})));
  expect(() => process.kill(pid, 0)).not.toThrow();
  await tools.close();
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
});

/** The digest of what a server says whose one tool is described so. */
async function digestOfTool(name: string, extra: string): Promise<string> {
  const body = `say({ id, result: { tools: [tool('a', ${extra})] } });`;
  const { descriptions } = await start({ same: scripted(name, body) });
  expect(descriptions).toMatchObject([{ server: 'same', tools: ['mcp__same__a'], trusted: false }]);
  return descriptions[0]?.sha256 ?? '';
}

describe('words of a server', () => {
  test('come without characters that do not show, and are bounded', async () => {
    const body = `const words = 'a\\u202Eb\\u200B' + 'x'.repeat(5000) + 'end';
  say({ id, result: { tools: [
    tool('said', { description: words, inputSchema: { type: 'object', title: words, properties: { a: { description: words } } } }),
    tool('hidden', { inputSchema: { type: 'object', properties: { 'a\\u200B': { enum: ['b'] } } } }),
  ] } });`;
    const tools = await start({ odd: scripted('odd', body) });
    const [said, hidden] = [pick(tools, 'mcp__odd__said'), pick(tools, 'mcp__odd__hidden')];
    for (const tool of [said, hidden]) {
      const shown = JSON.stringify([tool.inputSchema, renderDescription(tool.description)]);
      expect(shown).not.toMatch(/[\u202E\u200B]/);
    }
    expect(JSON.stringify(said.inputSchema)).toContain('a\\\\u{202E}b');
    expect(JSON.stringify(said.inputSchema).length).toBeLessThan(5_000);
    expect(renderDescription(said.description)).toContain('characters cut here');
    expect(renderDescription(said.description)).toContain('end');
    expect(renderDescription(hidden.description)).toContain("The server's schema of the input");
  });

  test('have no part of a secret where they are cut', async () => {
    const secret = `k${'0123456789abcdef'.repeat(4)}`;
    const body = `const words = 'x'.repeat(920) + process.env.KEY + 'y'.repeat(5_000);
  say({ id, result: { tools: [tool('said', { description: words, inputSchema: { type: 'object', title: words } })] } });`;
    const server = { ...scripted('cut', body), secrets: ['KEY'] };
    const tools = await start({ cut: server }, { environment: { ...process.env, KEY: secret } });
    const { inputSchema, description } = pick(tools, 'mcp__cut__said');
    const shown = JSON.stringify([inputSchema, renderDescription(description)]);
    expect(shown).toContain('characters cut here');
    expect(shown).not.toContain(secret.slice(0, 12));
  });

  test('are no more in all than fit into a request', async () => {
    const body = `say({ id, result: { tools: Array.from({ length: 50 }, (_, index) => tool('t' + index, { description: 'x'.repeat(10000) })) } });`;
    const tools = await start({ long: scripted('long', body) });
    expect(tools.tools.length).toBeLessThan(25);
    expect(tools.warnings.join()).toContain('its descriptions are too long');
  });

  test('have a digest that each changed word changes', async () => {
    const digests = await Promise.all([
      digestOfTool('w1', '{}'),
      digestOfTool('w2', '{ description: "b" }'),
      digestOfTool('w3', '{ inputSchema: { type: "object", title: "c" } }'),
    ]);
    expect(new Set(digests).size).toBe(3);
    expect(await digestOfTool('w4', '{}')).toBe(digests[0]);
  });
});

test.skipIf(!BUBBLEWRAP_WORKS)(
  'a server runs in the sandbox of commands (needs bubblewrap and user namespaces)',
  async () => {
    const workspace = await openWorkspace(folder);
    const { runner: boxed } = await createCommandRunner({
      workspace,
      mode: 'preferred',
      network: [],
      environment: process.env,
    });
    const body = `if (method === 'tools/list') return say({ id, result: { tools: [tool('try')] } });
  console.error('noise on the other stream');
  import('node:fs').then((fs) => { let text = 'wrote'; try { fs.writeFileSync('/etc/countersign-test', 'x'); } catch (error) { text = error.code; } say({ id, result: { content: [{ type: 'text', text }] } }); });`;
    try {
      const tools = await start({ box: scripted('box', body) }, { commands: boxed });
      expect(textOf(await call(pick(tools, 'mcp__box__try'), {}))).toMatch(/EROFS|EACCES|EPERM/);
    } finally {
      await boxed.close();
    }
  },
);

test.skipIf(!BUBBLEWRAP_WORKS)(
  'a server that ends in the sandbox says why, too (needs bubblewrap and user namespaces)',
  async () => {
    const workspace = await openWorkspace(folder);
    const { runner: boxed } = await createCommandRunner({
      workspace,
      mode: 'preferred',
      network: [],
      environment: process.env,
    });
    const script = 'console.error("Cannot find module x");process.exit(3)';
    try {
      const servers = { dead: { command: 'node', args: ['-e', script] } };
      const { warnings } = await start(servers, { commands: boxed });
      expect(warnings).toEqual([
        expect.stringContaining('the end of its error output: "Cannot find module x"'),
      ]);
      expect(warnings[0]).toContain('it ended with exit code 3');
    } finally {
      await boxed.close();
    }
  },
);

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
