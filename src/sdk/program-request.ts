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

/** What a program gets of an approval request. Every text that is not the program's own or a setting of the policy is redacted. */
export async function programRequest(
  request: ApprovalRequest,
  { untrusted, sandbox }: Circumstances,
  redactor: Pick<Redactor, 'redact'>,
): Promise<ProgramRequest> {
  const { preview, diff, verdict, expects = 'approval', ...shown } = request;
  const { because, list, rule, line, reason, commands } = verdict;
  const clean = async (text: string): Promise<string> => await redactor.redact(text);
  const cleanAll = async (texts: readonly string[]) => await Promise.all(texts.map(clean));
  const cleanOrNull = async (text: string | null) => (text === null ? null : await clean(text));
  const cleanPreview = async ({ form, text }: CallPreview) => ({ form, text: await clean(text) });
  return {
    id: shown.id,
    digest: shown.digest,
    call: shown.call,
    tool: shown.tool,
    expects,
    preview: await cleanPreview(preview),
    ...(diff === undefined ? {} : { diff: await cleanPreview(diff) }),
    verdict: {
      because: await clean(because),
      list,
      rule: await cleanOrNull(rule),
      line,
      ...(reason === undefined ? {} : { reason: await clean(reason) }),
      ...(commands === undefined
        ? {}
        : {
            commands: await Promise.all(
              commands.map(async (command) => ({
                ...command,
                words: await cleanWords(command.words, clean),
                rule: await cleanOrNull(command.rule),
                because: await clean(command.because),
              })),
            ),
          }),
    },
    ...(shown.description === undefined ? {} : { description: await clean(shown.description) }),
    ...(shown.sandbox === undefined ? {} : { sandbox: await clean(shown.sandbox) }),
    rules: await cleanAll(shown.rules),
    needs: shown.needs,
    paths: shown.paths === null ? null : await cleanAll(shown.paths),
    ...(shown.hasDefault === undefined ? {} : { hasDefault: shown.hasDefault }),
    untrusted: await Promise.all(
      untrusted.map(async ({ source, author }) => ({
        source: await clean(source),
        author: await cleanOrNull(author),
      })),
    ),
    sandboxState: sandbox,
  };
}

/** A secret may be several words of a command. */
async function cleanWords(
  words: readonly string[],
  clean: (text: string) => Promise<string>,
): Promise<readonly string[]> {
  const each = await Promise.all(words.map(clean));
  const text = each.join(' ');
  const cleaned = await clean(text);
  return cleaned === text ? each : cleaned.split(' ');
}
