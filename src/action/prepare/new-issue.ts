import { type CommentApprover, createFailApprover } from '../../approvals/index.ts';
import type { Trail } from '../../audit/index.ts';
import { clauseText } from '../../common/index.ts';
import type { GitHub } from '../../github/index.ts';
import type { Job } from '../../session/index.ts';

/** Asks by comment on an issue. */
export type AskOn = (issue: number) => CommentApprover;

/**
 * Opens an issue for the first approval request of a run that no issue started. If the issue cannot be opened, every
 * call is unanswered with the reason.
 */
export function askOnNewIssue(details: {
  readonly on: AskOn;
  readonly github: Pick<GitHub, 'createIssue'>;
  readonly trail: Trail;
  readonly job: Pick<Job, 'run' | 'workflow'>;
}): CommentApprover {
  const { on, github, trail, job } = details;
  let opened: CommentApprover | null = null;
  // Subagents may ask at the same time: all share one issue.
  let opening: Promise<CommentApprover> | null = null;
  return {
    ask: async (requests, options) => {
      let approver: CommentApprover;
      try {
        opening ??= openIssue().then(on);
        approver = await opening;
      } catch (error) {
        opening = null;
        const because = `The issue to ask on could not be opened: ${clauseText(error)}.`;
        return await createFailApprover({ trail, because }).ask(requests, options);
      }
      opened = approver;
      return await approver.ask(requests, options);
    },
    suspendedRequest: () => opened?.suspendedRequest() ?? null,
    withdrawn: async (request) => (await opened?.withdrawn(request)) ?? null,
    // A suspended run gets its answers on the issue of its approval comment.
    resume: async (request, requests, options) => {
      opened = on(request.issue);
      return await opened.resume(request, requests, options);
    },
  };

  async function openIssue(): Promise<number> {
    const { run, workflow } = job;
    const where = workflow?.url === null || workflow === null ? run : `[${run}](${workflow.url})`;
    const body = `The run ${where} needs people to decide. Each question is a comment below; an answer is a comment too.`;
    const { number, url } = await github.createIssue(
      `Countersign asks for approval (${run})`,
      body,
    );
    await trail.append({
      type: 'github.write',
      call: null,
      what: 'issue to ask on',
      id: number,
      url,
    });
    return number;
  }
}
