import type { CallRequest, EvaluatedCall, FinishedCall, Refusal } from './call.ts';
import { networkUses, sandboxReport } from '../audit/index.ts';
import { type JsonObject, sha256, truncateMiddle } from '../common/index.ts';
import {
  type LlmContent,
  MAX_RESULT_CHARS,
  type ToolError,
  type ToolResult,
} from '../tools/index.ts';
import { recordState, snapshotOf } from './record.ts';
import type { CallContext } from './context.ts';

/** Results longer than this are kept as a blob beside the trail. */
const INLINE_RESULT_CHARS = 2_000;

/** Blocks of one result: texts, pictures, pages. */
const MAX_RESULT_BLOCKS = 100;

type Shown = { readonly request: CallRequest; readonly inputPreview: string };

/** Step eight, after an effect: redacted, recorded, told. */
export async function finishCall(
  context: CallContext,
  call: EvaluatedCall,
  ran: { readonly result: ToolResult; readonly durationMs: number },
): Promise<FinishedCall> {
  const { result, durationMs } = ran;
  const clean = cutContent(await redactContent(context, contentOf(result)));
  const content = await noteUntrusted(context, result.metadata, clean);
  const state = result.ok ? 'COMPLETED' : 'FAILED';
  const text = textOf(content);
  const resultSha256 = sha256(text);
  await recordState(context, call, {
    state,
    details: {
      durationMs,
      resultSha256,
      resultBytes: Buffer.byteLength(text),
      result:
        text.length > INLINE_RESULT_CHARS ? await context.trail.blob(text, resultSha256) : text,
      ...(result.ok ? {} : { 'error.type': result.error.type, because: result.error.message }),
      ...exitCodeOf(result.metadata),
      ...networkOf(result.metadata),
      ...sandboxOf(result.metadata),
    },
  });
  await recordWrite(context, call, result.metadata);
  const snapshot = snapshotOf(call.request, state, call.inputPreview);
  const shown = await context.redactor.redact(
    result.ok ? (result.displayContent ?? text) : result.error.message,
  );
  context.bus.emit(
    result.ok
      ? { type: 'tool:end', snapshot, display: shown, durationMs }
      : { type: 'tool:error', snapshot, message: shown },
  );
  const { name: tool, kind } = call.tool;
  const executed = { call: call.request.id, tool, kind, ok: result.ok, durationMs };
  context.bus.emit({ type: 'tool_executed', ...executed });
  return told(context, {
    request: call.request,
    state,
    content,
    contentSha256: resultSha256,
    isError: !result.ok,
    ...(result.ok ? {} : { error: result.error }),
    ...(result.metadata === undefined ? {} : { metadata: result.metadata }),
    touched: (call.prepared.facts.paths ?? []).map(({ path }) => path),
  });
}

function told(context: CallContext, call: FinishedCall): FinishedCall {
  context.onSettled?.(call);
  return call;
}

/** A call that never came to an effect because it could not be made: unknown tool, bad input, no budget. */
export async function finishFailed(
  context: CallContext,
  call: Shown,
  error: ToolError,
): Promise<FinishedCall> {
  const message = await context.redactor.redact(error.message);
  await recordState(context, call, {
    state: 'FAILED',
    details: { because: message, 'error.type': error.type },
  });
  context.bus.emit({
    type: 'tool:error',
    snapshot: snapshotOf(call.request, 'FAILED', call.inputPreview),
    message,
  });
  const content = await context.redactor.redact(errorContent(error));
  return told(context, { request: call.request, state: 'FAILED', content, isError: true, error });
}

/** A call that was refused before any effect. */
export async function finishDenied(
  context: CallContext,
  call: Shown,
  why: { readonly refusal: Refusal; readonly because: string; readonly recommendation: string },
): Promise<FinishedCall> {
  const because = await context.redactor.redact(why.because);
  await recordState(context, call, { state: 'DENIED', details: { because } });
  context.bus.emit({
    type: 'tool:error',
    snapshot: snapshotOf(call.request, 'DENIED', call.inputPreview),
    message: because,
  });
  const error: ToolError = {
    type: 'permission',
    message: why.because,
    recommendations: [why.recommendation],
  };
  const content = await context.redactor.redact(errorContent(error));
  const { request } = call;
  const { refusal } = why;
  return told(context, { request, state: 'DENIED', content, isError: true, refusal, error });
}

/** A question that nobody answered, asked with a word to go on with: that is no refusal of the work. */
export async function finishUnanswered(
  context: CallContext,
  call: Shown & { readonly prepared: { readonly otherwise?: string } },
  because: string,
): Promise<FinishedCall> {
  const denied = await finishDenied(context, call, {
    refusal: 'unanswered',
    because,
    recommendation: '',
  });
  const { refusal: _, error: __, ...rest } = denied;
  const text = `Nobody answered. Go on with what you said: ${call.prepared.otherwise ?? ''}`;
  return told(context, { ...rest, isError: false, content: await context.redactor.redact(text) });
}

function errorContent(error: ToolError): string {
  const advice = error.recommendations.map((line) => `- ${line}`).join('\n');
  return `Error (${error.type}): ${error.message}${advice === '' ? '' : `\n${advice}`}`;
}

function contentOf(result: ToolResult): LlmContent {
  if (result.ok) return result.llmContent;
  const head = errorContent(result.error);
  if (result.llmContent === undefined) return head;
  if (typeof result.llmContent === 'string') return `${head}\n\n${result.llmContent}`;
  return [{ type: 'text', text: head }, ...result.llmContent];
}

async function redactContent(context: CallContext, content: LlmContent): Promise<LlmContent> {
  if (typeof content === 'string') return await context.redactor.redact(content);
  return await Promise.all(
    content.map(async (block) =>
      block.type === 'text' ? { ...block, text: await context.redactor.redact(block.text) } : block,
    ),
  );
}

/** What is longer than a model is given at once, whatever tool it comes from; blocks share one length. */
function cutContent(content: LlmContent): LlmContent {
  if (typeof content === 'string') return truncateMiddle(content, MAX_RESULT_CHARS);
  let room = MAX_RESULT_CHARS;
  const kept = content.slice(0, MAX_RESULT_BLOCKS).flatMap((block): typeof content => {
    if (block.type !== 'text') return [block];
    if (room <= 0) return [];
    const text = truncateMiddle(block.text, room);
    room -= text.length;
    return [{ type: 'text', text }];
  });
  const dropped = content.length - kept.length;
  if (dropped === 0) return kept;
  return [...kept, { type: 'text', text: `[${dropped} more blocks were cut here]` }];
}

function textOf(content: LlmContent): string {
  if (typeof content === 'string') return content;
  return content
    .map((block) =>
      block.type === 'text'
        ? block.text
        : `[${block.type} ${block.mediaType}, sha256 ${sha256(block.base64)}]`,
    )
    .join('\n');
}

function exitCodeOf(metadata: JsonObject | undefined): { 'process.exit.code'?: number } {
  const code = metadata?.['exitCode'];
  return typeof code === 'number' ? { 'process.exit.code': code } : {};
}

/** What a call made or changed on GitHub, by what its tool says: `created`, and `id` and `url` where it has them. */
async function recordWrite(
  context: CallContext,
  call: EvaluatedCall,
  metadata: JsonObject | undefined,
): Promise<void> {
  const what = metadata?.['created'];
  if (call.tool.category !== 'github' || typeof what !== 'string' || what === 'nothing') return;
  const id = metadata?.['id'];
  const url = metadata?.['url'];
  await context.trail.append({
    type: 'github.write',
    call: call.request.id,
    what,
    id: typeof id === 'number' || typeof id === 'string' ? id : null,
    url: typeof url === 'string' ? url : null,
  });
}

function sandboxOf(metadata: JsonObject | undefined) {
  const report = sandboxReport.safeParse(metadata?.['sandbox']);
  return report.success ? { sandbox: report.data } : {};
}

function networkOf(metadata: JsonObject | undefined) {
  const uses = networkUses.safeParse(metadata?.['network']);
  return uses.success && uses.data.length > 0 ? { network: uses.data } : {};
}

/**
 * What a tool says that strangers may have written raises the gate, and reaches the model between marks: the tool's own
 * (`untrustedMarked`, where its words stand beside theirs), or marks around everything.
 */
async function noteUntrusted(
  context: CallContext,
  metadata: JsonObject | undefined,
  content: LlmContent,
): Promise<LlmContent> {
  const source = metadata?.['untrustedSource'];
  if (typeof source !== 'string') return content;
  const author = metadata?.['untrustedAuthor'];
  const marked =
    metadata?.['untrustedMarked'] === true
      ? content
      : markedContent(content, (text) => context.mark(text, source));
  await context.untrustedRead({
    source,
    author: typeof author === 'string' ? author : null,
    because: 'a tool brought text that somebody without write access may have written',
    sha256: sha256(textOf(content)),
  });
  return marked;
}

function markedContent(content: LlmContent, mark: (text: string) => string): LlmContent {
  if (typeof content === 'string') return mark(content);
  return content.map((block) =>
    block.type === 'text' ? { ...block, text: mark(block.text) } : block,
  );
}
