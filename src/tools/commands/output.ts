import {
  counted,
  fence,
  type JsonObject,
  type Redactor,
  truncateMiddle,
} from '../../common/index.ts';
import type { CommandResult, LogPart, NetworkUse } from '../../sandbox/index.ts';
import { commonStart } from '../files/change/differing-part.ts';
import { MAX_RESULT_CHARS } from '../define/result.ts';
import type { ToolError, ToolResult } from '../define/tool.ts';

const HEAD_ROOM = 300;
/** The duration is shown from here on. */
const LONG_MS = 1_000;

/**
 * The result of a command. A command that exited succeeded as a call, whatever its code: the model reads the code. One that
 * was ended, or could not start, is a failure that keeps its output.
 */
export function commandResult(
  result: CommandResult,
  context: { readonly redactor?: Pick<Redactor, 'redact'> | undefined; readonly timeoutMs: number },
): ToolResult {
  const network = result.network ?? [];
  const output = shownOutput(result.output, network, context.redactor);
  const metadata: JsonObject = {
    exitCode: result.exitCode,
    ended: result.ended,
    outputBytes: result.outputBytes,
    durationMs: Math.round(result.durationMs),
    ...networkMetadata(network),
    ...(result.sandbox === undefined ? {} : { sandbox: { ...result.sandbox } }),
    ...(result.besideWriter === true ? { besideWriter: true } : {}),
  };
  if (result.ended === 'exited') {
    const text = output === '' ? `${head(result)}, no output` : `${head(result)}\n${output}`;
    return { ok: true, llmContent: text, metadata };
  }
  const didRun = result.ended === 'timed-out' || result.ended === 'cancelled';
  const partial = output === '' || !didRun ? {} : { llmContent: `Output until then:\n${output}` };
  return {
    ok: false,
    error: errorOf(result, { output, timeoutMs: context.timeoutMs }),
    metadata,
    ...partial,
  };
}

/** How the command ended; its duration and the size of its output only if they are large. */
function head({ exitCode, signal, durationMs, outputBytes, truncated }: CommandResult): string {
  const how = signal === null ? `exit code ${exitCode}` : `ended by ${signal}`;
  const time = durationMs < LONG_MS ? '' : ` (${(durationMs / 1000).toFixed(1)} s)`;
  return `${how}${time}${truncated ? `, ${counted(outputBytes, 'byte')} of output` : ''}`;
}

function reachedBy(network: readonly NetworkUse[]): readonly string[] {
  return network.filter(({ verdict }) => verdict === 'allowed').map(({ to }) => to);
}

/** The hosts that a command reached. Its output is then untrusted. */
export function networkMetadata(network: readonly NetworkUse[]): JsonObject {
  if (network.length === 0) return {};
  const reached = reachedBy(network);
  return {
    network: network.map((use) => ({ ...use })),
    ...(reached.length === 0 ? {} : { untrustedSource: `network: ${reached.join(', ')}` }),
  };
}

function errorOf(
  result: CommandResult,
  about: { readonly output: string; readonly timeoutMs: number },
): ToolError {
  if (result.ended === 'timed-out') {
    return {
      type: 'timeout',
      message: `The command did not end within ${about.timeoutMs} ms and was ended with all that it started.`,
      recommendations: [
        'Give a larger timeout_ms, do less in one command, or run it with background: true.',
      ],
    };
  }
  if (result.ended === 'cancelled') {
    return { type: 'cancelled', message: 'The command was cancelled.', recommendations: [] };
  }
  return {
    type: 'execution',
    message: `The command could not be started: ${about.output || 'no reason was given'}`,
    recommendations: ['Check that the program and the folder exist.'],
  };
}

/**
 * A part of the output for the model, like `shownOutput`. It is redacted with what precedes it, because half of a secret matches
 * nothing.
 */
export function shownPart(
  { before, dropped, text }: LogPart,
  network: readonly NetworkUse[],
  redactor: Pick<Redactor, 'redact'> | undefined,
): string {
  const note = dropped > 0 ? `[... ${counted(dropped, 'character')} dropped ...]\n` : '';
  if (redactor === undefined) return shownOutput(note + text, network, redactor);
  const start = redactor.redact(before);
  const whole = redactor.redact(before + text);
  return shownOutput(note + whole.slice(commonStart(start, whole)), network, redactor);
}

/**
 * The output for the model: redacted, then cut in its middle if it is too long. Untrusted output is marked as code, so that cleaning does
 * not remove any of its characters.
 */
export function shownOutput(
  output: string,
  network: readonly NetworkUse[],
  redactor: Pick<Redactor, 'redact'> | undefined,
): string {
  const clean = redactor?.redact(output) ?? output;
  const cut = truncateMiddle(clean, MAX_RESULT_CHARS - HEAD_ROOM);
  return cut === '' || reachedBy(network).length === 0 ? cut : fence(cut, 'text');
}
