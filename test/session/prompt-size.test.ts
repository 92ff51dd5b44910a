import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startAnthropicServer } from '../testing/anthropic-server/server.ts';
import { isJsonObject, type Json, type JsonObject } from '../../src/common/index.ts';
import { KEEP_COMPILED } from '../compiled.ts';
import { program } from '../programs.ts';

/** Tool definitions, system prompt and briefing of the default set, as they are sent. */
const MAX_PROMPT_BYTES = 15_000;
const temp = mkdtempSync(join(tmpdir(), 'countersign-prompt-'));
afterAll(() => rmSync(temp, { recursive: true }));

const TURNS = [
  { blocks: [{ type: 'tool_use' as const, name: 'fs_list', input: {} }] },
  { blocks: [{ type: 'tool_use' as const, name: 'bash_run', input: { command: 'echo 1' } }] },
  {
    blocks: [
      { type: 'tool_use' as const, name: 'finish', input: { outcome: 'done', summary: 'Done.' } },
    ],
  },
];

/** What a run under this policy sends of tools, system prompt and briefing, request by request. */
async function promptsOf(
  policy: string,
): Promise<{ readonly texts: string[]; readonly tools: string[] }> {
  const file = join(temp, 'policy.yml');
  writeFileSync(file, policy);
  const server = await startAnthropicServer({ script: { turns: TURNS } });
  try {
    const args = [
      program('command-line'),
      'run',
      '--policy',
      file,
      '--approvals',
      'fail',
      '--trail',
      join(temp, `trail-${Date.now()}`),
      'Go',
    ];
    const env = {
      ...KEEP_COMPILED,
      PATH: process.env['PATH'],
      HOME: temp,
      ANTHROPIC_API_KEY: 'key',
      ANTHROPIC_BASE_URL: server.url,
    };
    const child = spawn(process.execPath, args, { cwd: temp, env, stdio: 'ignore' });
    await new Promise((done) => child.on('close', done));
    const bodies = server.requests.flatMap(({ body }) => (body === undefined ? [] : [body]));
    return {
      texts: bodies.map(({ tools, system, messages }) =>
        JSON.stringify([tools, system, briefingIn(messages)]),
      ),
      tools: toolsOf(bodies[0]).flatMap(({ name }) => (typeof name === 'string' ? [name] : [])),
    };
  } finally {
    await server.close();
  }
}

/** The first block of the first message, without the mark of the cache that only the first request puts on its last block. */
function briefingIn(messages: Json | undefined): Json {
  const first = Array.isArray(messages) ? messages[0] : undefined;
  const content = isJsonObject(first) ? first['content'] : undefined;
  return Array.isArray(content) ? content[0] : null;
}

function toolsOf(body: JsonObject | undefined): JsonObject[] {
  const tools = body?.['tools'];
  return Array.isArray(tools) ? tools.filter(isJsonObject) : [];
}

describe('what a run sends of tools, system prompt and briefing', { timeout: 60_000 }, () => {
  test('is at most 15 kB of ASCII for the default set, and the same bytes on every turn', async () => {
    const { texts, tools } = await promptsOf('version: 1\nmode: auto\nsandbox: off\n');
    expect(texts).toHaveLength(TURNS.length);
    expect(new Set(texts).size).toBe(1);
    expect(Buffer.byteLength(texts[0] ?? '')).toBeLessThanOrEqual(MAX_PROMPT_BYTES);
    // One other character makes Node keep every request of the run with two bytes for each character.
    expect(/[^\u0000-\u007f]/.exec(texts[0] ?? '')).toBeNull();
    expect(tools).toContain('bash_run');
  });

  test('leaves out tools that the policy denies outright', async () => {
    const { tools } = await promptsOf(
      'version: 1\nmode: auto\nsandbox: off\ndeny: [bash_run, fs_write]\n',
    );
    expect(tools).toContain('fs_read');
    expect(tools).not.toContain('bash_run');
    expect(tools).not.toContain('fs_write');
  });
});
