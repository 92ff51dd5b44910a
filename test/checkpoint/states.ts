import type { CheckpointState } from '../../src/checkpoint/index.ts';

export const SECRET = 'a long enough secret for tests';

/** A state with one settled and one waiting call. */
export function stateOf(over: Partial<CheckpointState> = {}): CheckpointState {
  return {
    version: 1,
    run: 'run-0123456789abcdef',
    repository: 'octo/demo',
    workflow: '.github/workflows/agent.yml',
    headSha: 'a'.repeat(40),
    policySha256: 'b'.repeat(64),
    trailHead: { hash: 'c'.repeat(64), count: 12 },
    savedAt: '2026-01-01T00:00:00.000Z',
    request: 'Fix the test.',
    requester: 'alice',
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Fix the test. 😀' }] },
      {
        role: 'assistant',
        content: [
          { type: 'opaque', block: { type: 'thinking', thinking: 'hm', signature: 'x' } },
          { type: 'tool_use', id: 'toolu_1', name: 'fs_read', input: { path: 'a.ts' } },
          { type: 'tool_use', id: 'toolu_2', name: 'bash_run', input: { command: 'npm publish' } },
        ],
      },
    ],
    turns: 1,
    calls: 2,
    lastText: '',
    idleReplies: 0,
    marker: 'nonce-of-the-run',
    instructions: [{ path: 'AGENTS.md', text: 'Be brief.' }],
    reads: { 'src/a.ts': 'a'.repeat(64) },
    refused: [],
    settled: [
      {
        request: {
          id: 'c1',
          turn: 1,
          parent: null,
          toolUseId: 'toolu_1',
          name: 'fs_read',
          input: { path: 'a.ts' },
        },
        state: 'COMPLETED',
        content: 'text',
        isError: false,
      },
    ],
    gated: [
      {
        request: {
          id: 'c2',
          turn: 1,
          parent: null,
          toolUseId: 'toolu_2',
          name: 'bash_run',
          input: { command: 'npm publish' },
        },
        nonce: 'n',
        ready: null,
        approval: 'ap-00000000',
        digest: 'd'.repeat(64),
      },
    ],
    suspendedRequest: {
      issue: 7,
      commentId: 100,
      url: 'https://github.test/octo/demo/issues/7#issuecomment-100',
      createdAt: '2026-01-01T00:00:00Z',
      expires: '2026-01-08T00:00:00Z',
      own: [{ login: 'github-actions[bot]', id: 41898282, type: 'Bot' }],
      bodies: ['e'.repeat(64)],
      replied: [],
      repliedTo: [],
      named: null,
      denials: [],
      check: null,
      clicks: [],
      ticks: [],
      repliedTicks: [],
    },
    used: { turns: 1, calls: 2, tokens: 1000, usd: 0.01, minutes: 1, byTool: { bash_run: 1 } },
    untrusted: [],
    workTree: null,
    ...over,
  };
}
