import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ModelRequest, RespondOptions } from '../../src/model/index.ts';
import { startRun } from '../../src/sdk/index.ts';
import { tool } from '../../src/tools/index.ts';
import { folder, program, use } from './run.ts';

const SECRET = 's3cr3tV4lueQx9-of-the-program';
/** What the cleaning of untrusted text puts together again. */
const SPLIT = `${SECRET.slice(0, 12)}<!-- x -->${SECRET.slice(12)}`;
const PATTERN = 'acme-0123456789';
const BOTH = `${SECRET} ${PATTERN}`;

const leak = tool('leak', () => ({ llmContent: `Says ${BOTH} and ${SPLIT}.` }), {
  kind: 'readonly',
  description: `Leaks ${BOTH}.`,
  parameters: { a: { type: 'string', description: `An ${BOTH}` } },
});
const untrusted = tool(
  'untrusted',
  () => ({ llmContent: `Says ${SPLIT}.`, metadata: { untrustedSource: `a page of ${BOTH}` } }),
  { kind: 'readonly' },
);
const REPLIES = [
  use('leak', {}),
  use('untrusted', {}),
  use('fs_read', { path: 'a.txt' }),
  use('fs_grep', { pattern: 'Says' }),
  use('todo_write', { todos: [{ text: `Mind ${BOTH}`, status: 'pending' }] }),
  use('bash_run', { command: 'cat a.txt; cat *.txt | base64 -w0' }),
  use('bash_run', { command: `cat a.txt | sed 's/Says/\\x1b[31mSays/'` }),
  use('finish', { outcome: 'done', summary: `It is ${BOTH}.` }),
];

/** A model whose server repeats the secret in each of its errors. */
function leakingModel(requests: ModelRequest[]) {
  const usage = {
    inputTokens: 1,
    outputTokens: 1,
    cacheReadInputTokens: 0,
    cacheCreationInputTokens: 0,
  };
  return {
    id: 'own',
    provider: 'own',
    contextWindow: 200_000,
    respond: async (request: ModelRequest, options: RespondOptions) => {
      const [block] = REPLIES[requests.length]?.blocks ?? [];
      requests.push(request);
      const because = `the server says ${BOTH}`;
      await options.onRetry?.({ attempt: 1, because, delayMs: 1 });
      await options.onBroken?.({ attempt: 1, because, usage, costUsd: 0 });
      const id = `t${requests.length}`;
      const content = [
        { type: 'text', text: `I say ${BOTH}.` },
        { ...block, id },
      ];
      return { id: 'm', model: 'own', content, stopReason: 'tool_use', usage, costUsd: 0 } as never;
    },
  };
}

/** Everything that is sent to the model beside its own replies. */
function sent({ system, tools, messages }: ModelRequest): string {
  return JSON.stringify([system, tools, messages.filter(({ role }) => role === 'user')]);
}

function filesIn(path: string): readonly string[] {
  if (statSync(path).isFile()) return [`${path}\n${readFileSync(path, 'utf8')}`];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}

test('a secret from any source is in no request to the model, no event, no file beside the audit trail and no report', async () => {
  const text = `Says ${BOTH}.\n`;
  const root = folder({
    'a.txt': text,
    'AGENTS.md': text,
    'sub/AGENTS.md': text,
    'sub/b.txt': text,
  });
  const trail = join(folder(), 'trail');
  const requests: ModelRequest[] = [];
  const events: unknown[] = [];
  const run = startRun(
    {
      request: `Mind ${BOTH}.`,
      policy: {
        text: `version: 1\nsandbox: off\nmode: auto\nredact: { patterns: ['acme-[0-9]{10}'] }\n`,
      },
      trail,
      secrets: { mine: SECRET },
      systemPrompt: `Mind ${BOTH}.`,
      tools: [leak, untrusted],
      context: [
        { source: `an issue of ${BOTH}`, text: `${text}${SPLIT}`, author: BOTH },
        { source: `a page of ${BOTH}`, text, trusted: true, author: BOTH },
      ],
      model: leakingModel(requests),
    },
    program(root),
  );
  run.on(['progress', 'control', 'monitor'], (event) => void events.push(event));
  const report = await run.report;
  expect(requests, report.summary).toHaveLength(REPLIES.length);
  const sinks = {
    'request to the model': requests.map(sent),
    event: events.map((event) => JSON.stringify(event)),
    report: [JSON.stringify(report)],
    file: filesIn(trail),
  };
  for (const [name, texts] of Object.entries(sinks)) {
    expect(texts.join('\n')).toContain('[redacted:mine:');
    for (const secret of [
      SECRET,
      PATTERN,
      SECRET.slice(2, 20),
      Buffer.from(text).toString('base64').slice(8, 30),
    ])
      expect(
        texts.filter((one) => one.includes(secret)),
        `${name} with ${secret}`,
      ).toEqual([]);
  }
});
