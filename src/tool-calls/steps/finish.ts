import * as z from 'zod';
import { type EvaluatedCall, type FinishedCall, withTexts } from '../call.ts';
import type { DenialReason } from './denial-reasons.ts';
import { networkUses, sandboxReport } from '../../audit/index.ts';
import {
  counted,
  defined,
  fence,
  type Json,
  type JsonObject,
  sha256,
  sliceWhole,
  truncateMiddle,
} from '../../common/index.ts';
import {
  type LlmContent,
  MAX_RESULT_CHARS,
  type ToolError,
  type ToolResult,
} from '../../tools/index.ts';
import { type RecordedCall, recordState, snapshotOf } from '../record.ts';
import type { CallContext } from '../context.ts';

/** The trail keeps longer results as blobs. */
const INLINE_RESULT_CHARS = 2_000;

/** Texts, images and PDF pages of one result. */
const MAX_RESULT_BLOCKS = 100;

const MAX_SOURCE_CHARS = 2_000;

/** Step 8, after an effect: redacts the result, records it, and reports it to listeners. */
export async function finishCall(
  context: CallContext,
  call: EvaluatedCall,
  { result, durationMs }: { readonly result: ToolResult; readonly durationMs: number },
): Promise<FinishedCall> {
  const redact = (shown: string): string => context.redactor.redact(shown);
  const error = result.ok ? undefined : shortError(context, result.error);
  const clean = cutContent(withTexts(withChange(call, contentOf(result)), redact));
  const content = await markUntrusted(context, result.metadata, clean);
  const state = result.ok ? 'COMPLETED' : 'FAILED';
  // What was cut and put together can be a secret only now; the trail would remove it and its digest would differ.
  const text = redact(textOf(content));
  const resultSha256 = sha256(text);
  const { metadata } = result;
  const { exitCode, network, sandbox } = effectMetadata.parse(metadata ?? {});
  await recordState(context, call, {
    state,
    durationMs,
    resultSha256,
    resultBytes: Buffer.byteLength(text),
    result: text.length > INLINE_RESULT_CHARS ? await context.trail.blob(text) : text,
    ...(error === undefined ? {} : { 'error.type': error.type, because: error.message }),
    ...defined({ 'process.exit.code': exitCode, network, sandbox }),
    ...(await workTreeAfter(context, call, metadata)),
  });
  await recordWrite(context, call, metadata);
  const snapshot = snapshotOf(call, state);
  const display = result.ok ? shortText(context, result.displayContent ?? text) : '';
  context.bus.emit(
    error === undefined
      ? { type: 'tool:end', snapshot, display, durationMs }
      : { type: 'tool:error', snapshot, message: error.message },
  );
  context.bus.emit({
    type: 'tool_executed',
    call: call.request.id,
    tool: call.tool.name,
    kind: call.tool.kind,
    ok: result.ok,
    durationMs,
    ...defined({ exitCode }),
  });
  return reported(context, {
    request: call.request,
    state,
    content,
    contentSha256: resultSha256,
    isError: !result.ok,
    ...defined({ error, metadata }),
    touched: (call.prepared.facts.paths ?? []).map(({ path }) => path),
  });
}

function reported(context: CallContext, call: FinishedCall): FinishedCall {
  context.onFinished(call);
  return call;
}

/** A call that could not be made: unknown tool, invalid input, no budget left. */
export async function finishFailed(
  context: CallContext,
  call: RecordedCall,
  error: ToolError,
): Promise<FinishedCall> {
  const short = shortError(context, error);
  const { type, message } = short;
  const state = 'FAILED';
  await recordState(context, call, { state, because: message, 'error.type': type });
  context.bus.emit({ type: 'tool:error', snapshot: snapshotOf(call, state), message });
  const content = shortText(context, errorContent(error));
  const { request } = call;
  return reported(context, { request, state, content, isError: true, error: short });
}

/** What people, the trail and the model get of a tool's words. Redacted before it is cut: half a secret matches nothing. */
function shortText({ redactor }: CallContext, words: string): string {
  return truncateMiddle(redactor.redact(words), MAX_RESULT_CHARS);
}

function shortError(context: CallContext, error: ToolError): ToolError {
  const short = (words: string): string => shortText(context, words);
  const { type, message, recommendations } = error;
  return { type, message: short(message), recommendations: recommendations.map(short) };
}

/** A call that was refused before any effect. */
export async function finishDenied(
  context: CallContext,
  call: RecordedCall,
  { refusal, because, recommendation, forPeople = '' }: DenialReason,
): Promise<FinishedCall> {
  await recordDenied(context, call, { because: `${because}${forPeople}` });
  const error: ToolError = {
    type: 'permission',
    message: because,
    recommendations: [recommendation],
  };
  const content = shortText(context, errorContent(error));
  const { request } = call;
  return reported(context, { request, state: 'DENIED', content, isError: true, refusal, error });
}

/** An unanswered question with a default: not a refusal of the work. */
export async function finishUnanswered(
  context: CallContext,
  call: RecordedCall,
  { because, otherwise }: { readonly because: string; readonly otherwise: string },
): Promise<FinishedCall> {
  await recordDenied(context, call, { because, usedDefault: true });
  const text = `Nobody answered. Continue with your default: ${otherwise}`;
  const content = context.redactor.redact(text);
  return reported(context, { request: call.request, state: 'DENIED', content, isError: false });
}

async function recordDenied(
  context: CallContext,
  call: RecordedCall,
  reason: { readonly because: string; readonly usedDefault?: true },
): Promise<void> {
  const state = 'DENIED';
  const because = shortText(context, reason.because);
  await recordState(context, call, { ...reason, state, because });
  context.bus.emit({ type: 'tool:error', snapshot: snapshotOf(call, state), message: because });
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

/** Says what really ran, if an approver changed the call. */
function withChange({ changed }: EvaluatedCall, content: LlmContent): LlmContent {
  if (changed === undefined) return content;
  const { login, argument, text } = changed;
  const head = `@${login} changed this call before it ran. Its ${argument} was:\n${text}\n\nThe result:`;
  if (typeof content === 'string') return `${head}\n${content}`;
  return [{ type: 'text', text: head }, ...content];
}

/** Cuts a result to the length that a model gets at once. Blocks share one length. */
function cutContent(content: LlmContent): LlmContent {
  if (typeof content === 'string') return truncateMiddle(content, MAX_RESULT_CHARS);
  let charsLeft = MAX_RESULT_CHARS;
  const kept = content.slice(0, MAX_RESULT_BLOCKS).flatMap((block): typeof content => {
    if (block.type !== 'text') return [block];
    if (charsLeft <= 0) return [];
    const text = truncateMiddle(block.text, charsLeft);
    charsLeft -= text.length;
    return [{ type: 'text', text }];
  });
  const dropped = content.length - kept.length;
  if (dropped === 0) return kept;
  return [
    ...kept,
    { type: 'text', text: `[${counted(dropped, 'more block was', 'more blocks were')} cut here]` },
  ];
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

/** What a tool's metadata says of its effect. An invalid field counts as absent, by itself. */
const effectMetadata = z.object({
  exitCode: z.number().optional().catch(undefined),
  network: networkUses.min(1).optional().catch(undefined),
  sandbox: sandboxReport.optional().catch(undefined),
});

const writeMetadata = z.object({
  /** `nothing`: what `found` names was there before. */
  created: z.string(),
  found: z.string().optional(),
  id: z.union([z.number(), z.string()]).nullable().default(null),
  url: z.string().nullable().default(null),
  branch: z.string().exactOptional(),
  /** With a commit: the open pull request that it was pushed to. */
  pullRequest: z.object({ id: z.number(), url: z.string() }).exactOptional(),
  files: z
    .array(
      z.object({
        path: z.string(),
        sha256: z.string().nullable(),
        mode: z.enum(['100644', '100755', '120000']).exactOptional(),
      }),
    )
    .exactOptional(),
});

/** Reports what a call created, changed or found on GitHub, as its tool's metadata says, and records what is new. */
async function recordWrite(
  context: CallContext,
  call: EvaluatedCall,
  metadata: JsonObject | undefined,
): Promise<void> {
  const parsed = writeMetadata.safeParse(metadata);
  if (call.tool.category !== 'github' || !parsed.success) return;
  const { created, found, pullRequest, ...about } = parsed.data;
  const { id } = call.request;
  const record = async (write: typeof about & { what: string; found?: true }): Promise<void> => {
    await context.trail.write({ type: 'github.write', call: id, ...write });
    context.bus.emit({ type: 'github_write', call: id, write });
  };
  if (created !== 'nothing') await record({ what: created, ...about });
  else if (found !== undefined) await record({ what: found, found: true, ...about });
  if (pullRequest !== undefined)
    await record({ what: 'pull request', found: true, ...pullRequest });
}

/** Beside a command that can change files while this one runs, its result says nothing about any state of them. */
async function workTreeAfter(
  context: CallContext,
  { prepared }: EvaluatedCall,
  metadata: JsonObject | undefined,
): Promise<{ workTree?: string | null }> {
  if (metadata?.['besideWriter'] === true) return {};
  const workTree = await context.workTreeAfter(prepared.facts);
  return workTree === undefined ? {} : { workTree };
}

/**
 * Records untrusted content, which tightens the policy from here on, and puts markers around it, unless the tool did
 * (`untrustedMarked`) because its result mixes its own words with untrusted ones.
 */
async function markUntrusted(
  context: CallContext,
  metadata: JsonObject | undefined,
  content: LlmContent,
): Promise<LlmContent> {
  const source = shortName(metadata?.['untrustedSource']);
  if (source === null) return content;
  const author = shortName(metadata?.['untrustedAuthor']);
  // What is no Markdown is marked as code, so that cleaning does not remove any of its characters.
  const isCode = metadata?.['untrustedCode'] === true;
  const marked =
    metadata?.['untrustedMarked'] === true
      ? content
      : withTexts(content, (text) => context.mark(isCode ? fence(text, 'text') : text, source));
  await context.untrustedRead({
    source,
    author,
    because: 'a tool brought text that somebody without write access may have written',
    sha256: sha256(textOf(content)),
  });
  return marked;
}

/** Where untrusted text came from, or whom; `null` if it is no text. */
function shortName(name: Json | undefined): string | null {
  return typeof name === 'string' ? sliceWhole(name, MAX_SOURCE_CHARS) : null;
}
