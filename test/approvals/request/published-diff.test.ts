import { describe, expect, test } from 'vitest';
import type { ApprovalCommentView } from '../../../src/approvals/request/comment-view.ts';
import {
  COMMENT_MAX_CHARACTERS,
  renderApprovalComment,
  isCut,
} from '../../../src/approvals/request/approval-comment.ts';
import { requestOf } from '../context.ts';

const LINE = '+one more line of this file\n';

function view(diff: string, over: Partial<ApprovalCommentView> = {}): ApprovalCommentView {
  const request = requestOf({
    command: 'git push origin topic',
    description: 'So that CI runs.',
    diff: { form: 'diff', text: diff },
    sandbox: 'It can write the whole workspace and the repository in .git.',
  });
  return {
    marker: {
      v: 1,
      run: 'run-a',
      ids: [request.id],
      state: 'waiting',
      workflowRun: 5,
      attempt: 1,
      check: null,
    },
    requests: [
      {
        request: {
          ...request,
          needs: { ...request.needs, from: [['write', 'codeowners', '@octo-org/reviewers']] },
        },
        state: { kind: 'waiting', have: [] },
      },
    ],
    origin: {
      requester: 'alice',
      event: 'issue_comment',
      url: 'https://github.test/octo/demo/issues/7#issuecomment-1',
      request: 'Fix it, @carol',
    },
    agentWords: 'The tests pass.\nI push.',
    circumstances: { untrusted: [], sandbox: 'on' },
    excludesAuthors: true,
    whole: new Map(),
    notify: ['@bob', '@octo-org/reviewers'],
    expires: '2026-01-08T00:00:00.000Z',
    policyUrl: null,
    runUrl: 'https://github.test/run/5',
    artifact: 'countersign-trail-5',
    head: { hash: 'f'.repeat(64), count: 9 },
    ...over,
  };
}

describe('the request for a call that publishes', () => {
  test('says who asked, how to answer, why, and what would be published, in this order', () => {
    expect(
      renderApprovalComment(view('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n')),
    ).toMatchInlineSnapshot(`
      "<!-- countersign:approval-request {"v":1,"run":"run-a","ids":["ap-tpkb9d9d"],"state":"waiting","workflowRun":5,"attempt":1,"check":null} -->

      ### Countersign: One call waits for an answer

      Asked by \`@alice\` ([link](https://github.test/octo/demo/issues/7#issuecomment-1)): \`Fix it, @carol\`

      **How to answer**: write a new comment with this as its first line.

      \`\`\`text
      /approve ap-tpkb9d9d
      \`\`\`

      Or \`/deny ap-tpkb9d9d reason\`, \`/cancel ap-tpkb9d9d\` (ends the run).

      **Who can approve**: people with \`write\` permission or more, the code owners of the files, \`@octo-org/reviewers\`, except the requester and the authors of the pull request. Edited comments do not count.

      cc @bob @octo-org/reviewers

      **The agent's last words before this**: \`The tests pass. ⏎ I push.\`

      #### \`ap-tpkb9d9d\` \`bash_run\` · ⏳ waiting

      **The agent's reason**: \`So that CI runs.\`

      \`\`\`sh
      git push origin topic
      \`\`\`

      **Changes of the work tree, which it may publish**:

      \`\`\`diff
      --- a/x
      +++ b/x
      @@ -1 +1 @@
      -1
      +2
      \`\`\`

      - **Why it needs approval**: \`A rule asks for approval.\`
      - **Decided by**: requireApproval \`bash_run\` (line 12)
      - **Sandbox**: \`It can write the whole workspace and the repository in .git.\`
      - **To allow it without an approval**: \`bash_run(git push origin topic)\` in \`auto\` of the policy

      Expires 8 Jan 2026, 00:00 UTC (7 days after it was asked) · [run-a](https://github.test/run/5)

      <details><summary>Audit trail: 9 entries</summary>

      head hash \`ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\`

      </details>"
    `);
  });

  test('folds a long diff, and shows a short one', () => {
    const long = renderApprovalComment(view(LINE.repeat(40)));
    expect(long).toContain(
      '<details><summary><b>Changes of the work tree, which it may publish</b> (diff of 41 lines)</summary>\n\n```diff\n+one',
    );
    expect(long).toContain('\n```\n\n</details>');
    expect(renderApprovalComment(view(LINE))).not.toContain('<details><summary><b>');
  });

  test('cuts a diff that is too long and says where the whole is', () => {
    const files = Array.from(
      { length: 1_000 },
      (_, index) =>
        `diff --git a/f${index} b/f${index}\n--- a/f${index}\n+++ b/f${index}\n${LINE.repeat(9)}`,
    );
    const shown = view(files.join(''));
    expect(isCut(shown)).toBe(true);
    const [id = ''] = shown.marker.ids;
    const blob = { sha256: 'a'.repeat(64), bytes: 300_000 };
    const whole = new Map([[id, { call: { sha256: 'b'.repeat(64), bytes: 21 }, diff: blob }]]);
    const comment = renderApprovalComment({ ...shown, whole });
    expect(comment.length).toBeLessThanOrEqual(COMMENT_MAX_CHARACTERS);
    expect(comment).toMatch(/Missing: \d+ characters in the middle of its diff\. /);
    expect(comment).toContain(
      `The audit artifact \`countersign-trail-5\` of this job has the whole diff: 300000 bytes, \`blobs/${'a'.repeat(64)}\`.`,
    );
    expect(comment).not.toContain('b'.repeat(64));
    // The command is short and stays whole.
    expect(comment).toContain('```sh\ngit push origin topic\n```');
    expect(comment.indexOf('not shown in full')).toBeLessThan(comment.indexOf(`/approve ${id}`));
  });

  test('no content of a file can end the fence, hide characters or mention anybody', () => {
    const hostile =
      '+```\n+`````\n+</details>\n+@carol \u202Egnp.\u200Bexe\u001B[31m\n+### Approved\n';
    const comment = renderApprovalComment(view(hostile.repeat(20)));
    const outside = comment
      .replaceAll(/^(`{3,})\w*\n[\s\S]*?^\1$/gm, '')
      .replaceAll(/`[^`\n]*`/g, '');
    expect(outside).not.toMatch(/@carol|### Approved/);
    expect(comment).not.toMatch(/[\u202E\u200B\u001B]/);
    expect(comment.split('</details>\n\n-')).toHaveLength(2);
  });

  test('mentions people only while somebody has to answer, and never on the check run', () => {
    const waiting = view(LINE);
    expect(renderApprovalComment(waiting)).toContain('\n\ncc @bob @octo-org/reviewers\n\n');
    const [entry] = waiting.requests;
    if (entry === undefined) throw new Error('no request');
    const requests = [{ ...entry, state: { kind: 'approved', by: ['bob'] } as const }];
    const decided = renderApprovalComment({ ...waiting, requests });
    expect(decided.split('\n')[2]).toBe('### Countersign: approved by `@bob`');
    expect(decided).not.toContain('cc @');
    expect(decided).not.toContain('/approve');
    const [top = '', folded = ''] = decided.split('<details><summary>What was asked</summary>');
    expect(top).not.toContain('git push');
    expect(folded).toContain('git push origin topic');
  });
});
