import { type CommentApprover, createFailApprover } from '../../approvals/index.ts';
import type { Trail } from '../../audit/index.ts';
import { errorText } from '../../common/index.ts';
import type { GitHub } from '../../github/index.ts';
import type { Job } from '../../session/index.ts';

/** Asks by comment on an issue. */
export type AskOn = (issue: number) => CommentApprover;

/**
 * Asks on an issue that is opened when the first call needs somebody, for runs that no issue started. Where it cannot be
 * opened, every call is unanswered with the reason.
 */
export function askOnNewIssue(of: {
  readonly on: AskOn;
  readonly github: Pick<GitHub, 'createIssue'>;
  readonly trail: Trail;
  readonly job: Pick<Job, 'run' | 'workflow'>;
}): CommentApprover {
  const { on, github, trail, job } = of;
  let opened: CommentApprover | null = null;
  // Helpers may ask at the same moment: there is one issue for all of them.
  let opening: Promise<CommentApprover> | null = null;
  return {
    ask: async (requests, options) => {
      let approver: CommentApprover;
      try {
        opening ??= openIssue().then(on);
        approver = await opening;
      } catch (error) {
        opening = null;
        const because = `The issue to ask on could not be opened: ${errorText(error)}.`;
        return await createFailApprover({ trail, because }).ask(requests, options);
      }
      opened = approver;
      return await approver.ask(requests, options);
    },
    suspendedRequest: () => opened?.suspendedRequest() ?? null,
    // A run that was suspended is answered on the issue of its approval comment.
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
