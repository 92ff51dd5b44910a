import { describe, expect, test } from 'vitest';
import {
  buttonCode,
  closeApprovalCheck,
  renderCheck,
} from '../../../src/approvals/request/approval-check.ts';
import { renderApprovalComment } from '../../../src/approvals/request/approval-comment.ts';
import type {
  ApprovalCommentView,
  RequestState,
} from '../../../src/approvals/request/comment-view.ts';
import {
  type CheckRunContent,
  type CheckRunState,
  clickCode,
  type GitHubChecks,
} from '../../../src/github/index.ts';
import { requestOf } from '../context.ts';

const WAITING: RequestState = { kind: 'waiting', have: [] };
const ONE = requestOf({ call: 'c1' });
const TWO = requestOf({ call: 'c2' });

/** Check run 8 is of an approval request. */
function stateOf(id: number): CheckRunState {
  return {
    id,
    url: '',
    app: { id: 5, slug: 'signer' },
    headSha: '',
    externalId: id === 8 ? clickCode.externalId(7) : 'countersign:run:run-a',
    conclusion: 'action_required',
  };
}

function viewWith(
  states: readonly RequestState[],
  state: ApprovalCommentView['marker']['state'] = 'waiting',
): ApprovalCommentView {
  const requests = [ONE, TWO].slice(0, states.length);
  return {
    marker: {
      v: 1,
      run: 'run-a',
      ids: requests.map(({ id }) => id),
      state,
      workflowRun: 5,
      attempt: 1,
      check: null,
    },
    requests: requests.map((request, index) => ({ request, state: states[index] ?? WAITING })),
    agentWords: '',
    notify: [],
    artifact: null,
    circumstances: { untrusted: [], sandbox: 'on' },
    excludesAuthors: true,
    whole: new Map(),
    expires: '2026-01-08T00:00:00Z',
    policyUrl: null,
    runUrl: 'https://x/run',
    head: { hash: '0'.repeat(64), count: 3 },
  };
}

function faceWith(...view: Parameters<typeof viewWith>) {
  const code = buttonCode([ONE, TWO].slice(0, view[0].length));
  return renderCheck(viewWith(...view), { code, refusal: null });
}

describe('the approval check run', () => {
  test('shows the approval comment without its marker, and two buttons that fit', () => {
    const face = faceWith([WAITING, WAITING]);
    expect(face.conclusion).toBe('action_required');
    expect(face.summary).toContain(ONE.id);
    expect(renderApprovalComment(viewWith([WAITING, WAITING]))).toContain(`\n${face.summary}`);
    expect(face.summary).not.toContain('<!--');
    for (const { label, description, identifier } of face.buttons) {
      expect(label.length).toBeLessThanOrEqual(20);
      expect(description.length).toBeLessThanOrEqual(40);
      expect(identifier.length).toBeLessThanOrEqual(20);
    }
    const code = buttonCode([ONE, TWO]);
    expect(face.buttons.map(({ label, identifier }) => [label, identifier])).toEqual([
      ['Approve all', clickCode.identifier('approve', code)],
      ['Deny all', clickCode.identifier('deny', code)],
    ]);
  });

  test.each<[string, RequestState[], string, string]>([
    ['approved', [{ kind: 'approved', by: ['ann', 'bob'] }], 'success', '@ann'],
    [
      'one denied',
      [
        { kind: 'denied', by: 'bob', reason: '' },
        { kind: 'approved', by: ['ann'] },
      ],
      'neutral',
      '@bob',
    ],
    ['void', [{ kind: 'void', because: 'x' }], 'neutral', 'Void: `x`'],
    ['expired', [{ kind: 'expired' }], 'neutral', 'Expired without an answer'],
  ])('%s: no buttons, and says who decided', (_what, states, conclusion, title) => {
    const face = faceWith(states, 'closed');
    expect(face).toMatchObject({ conclusion, buttons: [] });
    expect(face.title).toContain(title);
  });

  test('one whose requests nobody can answer any more loses its buttons', async () => {
    const updates: [number, CheckRunContent][] = [];
    const checks: Pick<GitHubChecks, 'checkRun' | 'updateCheckRun'> = {
      checkRun: async (id) => (id === 10 ? null : stateOf(id)),
      updateCheckRun: async (id, content) => {
        updates.push([id, content]);
        return stateOf(id);
      },
    };
    await closeApprovalCheck(checks, null, 'The run ended.');
    expect(updates).toEqual([]);
    await closeApprovalCheck(checks, 8, 'The run ended.');
    const content = { conclusion: 'neutral', summary: 'The run ended.', buttons: [] };
    expect(updates).toEqual([[8, expect.objectContaining(content)]]);
    // The comment that names the check run can be edited to name another one.
    await closeApprovalCheck(checks, 9, 'The run ended.');
    await closeApprovalCheck(checks, 10, 'The run ended.');
    expect(updates).toHaveLength(1);
  });

  test.each(['success', 'neutral'])(
    'one that says how it was decided stays: %s',
    async (conclusion) => {
      const updates: number[] = [];
      const checks: Pick<GitHubChecks, 'checkRun' | 'updateCheckRun'> = {
        checkRun: async (id) => ({ ...stateOf(id), conclusion }),
        updateCheckRun: async (id) => {
          updates.push(id);
          return stateOf(id);
        },
      };
      await closeApprovalCheck(checks, 8, 'The run ended.');
      expect(updates).toEqual([]);
    },
  );

  test('its buttons are of exactly this question', () => {
    expect(buttonCode([ONE])).toMatch(/^[0-9a-hjkmnp-tv-z]{12}$/);
    expect(buttonCode([ONE, TWO])).not.toBe(buttonCode([ONE]));
    expect(buttonCode([TWO, ONE])).not.toBe(buttonCode([ONE, TWO]));
  });
});
