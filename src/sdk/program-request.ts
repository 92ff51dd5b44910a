import type { ApprovalRequest, Circumstances } from '../approvals/index.ts';
import type { Redactor } from '../common/index.ts';
import type { Verdict } from '../policy/index.ts';
import type { CallPreview } from '../tools/index.ts';

/** One call that needs an answer, with everything that an approval request shows to people; redacted. */
export interface ProgramRequest
  extends Pick<
    ApprovalRequest,
    | 'id'
    | 'digest'
    | 'call'
    | 'tool'
    | 'description'
    | 'sandbox'
    | 'rules'
    | 'needs'
    | 'paths'
    | 'hasDefault'
  > {
  readonly expects: 'approval' | 'answer';
  readonly preview: Pick<CallPreview, 'form' | 'text'>;
  /** The diff of what the call would publish. */
  readonly diff?: Pick<CallPreview, 'form' | 'text'>;
  /** Why the call needs an approval, and the simple commands in it. */
  readonly verdict: Pick<Verdict, 'because' | 'list' | 'rule' | 'line' | 'reason' | 'commands'>;
  /** Content by people without write access that the model has read. */
  readonly untrusted: Circumstances['untrusted'];
  /** Whether commands run in a sandbox. */
  readonly sandboxState: Circumstances['sandbox'];
}

/** What a program gets of an approval request. */
export async function programRequest(
  request: ApprovalRequest,
  { untrusted, sandbox }: Circumstances,
  redactor: Pick<Redactor, 'redact'>,
): Promise<ProgramRequest> {
  const { preview, diff, verdict, expects = 'approval', ...shown } = request;
  const { because, list, rule, line, reason, commands } = verdict;
  return {
    id: shown.id,
    digest: shown.digest,
    call: shown.call,
    tool: shown.tool,
    expects,
    preview: { form: preview.form, text: await redactor.redact(preview.text) },
    ...(diff === undefined ? {} : { diff: { form: diff.form, text: diff.text } }),
    verdict: {
      because,
      list,
      rule,
      line,
      ...(reason === undefined ? {} : { reason }),
      ...(commands === undefined ? {} : { commands }),
    },
    ...(shown.description === undefined ? {} : { description: shown.description }),
    ...(shown.sandbox === undefined ? {} : { sandbox: shown.sandbox }),
    rules: shown.rules,
    needs: shown.needs,
    paths: shown.paths,
    ...(shown.hasDefault === undefined ? {} : { hasDefault: shown.hasDefault }),
    untrusted: untrusted.map(({ source, author }) => ({ source, author })),
    sandboxState: sandbox,
  };
}
