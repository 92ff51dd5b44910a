import type { ApprovalRequest, Circumstances } from '../approvals/index.ts';
import { defined, type Redactor } from '../common/index.ts';
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

/** What a program gets of an approval request. Every text that is not the program's own or a setting of the policy is redacted. */
export function programRequest(
  request: ApprovalRequest,
  { untrusted, sandbox }: Circumstances,
  redactor: Pick<Redactor, 'redact'>,
): ProgramRequest {
  const { id, digest, call, tool, needs, hasDefault, expects = 'approval' } = request;
  const { because, list, rule, line, reason, commands } = request.verdict;
  const clean = (text: string): string => redactor.redact(text);
  const cleanAll = (texts: readonly string[]) => texts.map(clean);
  const cleanOrNull = (text: string | null) => (text === null ? null : clean(text));
  const cleanIfAny = (text: string | undefined) => (text === undefined ? undefined : clean(text));
  const cleanPreview = ({ form, text }: CallPreview) => ({ form, text: clean(text) });
  return {
    id,
    digest,
    call,
    tool,
    expects,
    preview: cleanPreview(request.preview),
    ...defined({ diff: request.diff && cleanPreview(request.diff) }),
    verdict: {
      because: clean(because),
      list,
      rule: cleanOrNull(rule),
      line,
      ...defined({
        reason: cleanIfAny(reason),
        commands: commands?.map((command) => ({
          ...command,
          words: cleanWords(command.words, clean),
          rule: cleanOrNull(command.rule),
          because: clean(command.because),
        })),
      }),
    },
    ...defined({
      description: cleanIfAny(request.description),
      sandbox: cleanIfAny(request.sandbox),
    }),
    rules: cleanAll(request.rules),
    needs,
    paths: request.paths === null ? null : cleanAll(request.paths),
    ...defined({ hasDefault }),
    untrusted: untrusted.map(({ source, author }) => ({
      source: clean(source),
      author: cleanOrNull(author),
    })),
    sandboxState: sandbox,
  };
}

/** A secret may be several words of a command. */
function cleanWords(words: readonly string[], clean: (text: string) => string): readonly string[] {
  const each = words.map(clean);
  const text = each.join(' ');
  const cleaned = clean(text);
  return cleaned === text ? each : cleaned.split(' ');
}
