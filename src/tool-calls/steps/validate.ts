import type { CallRequest, ValidatedCall } from '../call.ts';
import { canonicalJson, errorText, isJsonObject, type Json, sha256 } from '../../common/index.ts';
import { sourceFault } from '../../policy/index.ts';
import { failure, type Failure, type PreparedCall, type Tool } from '../../tools/index.ts';
import type { CallContext } from '../context.ts';
import { findTool } from './find.ts';

/** Characters of a call's input in a snapshot. */
const PREVIEW_CHARS = 200;

type Validation = { readonly ok: true; readonly call: ValidatedCall } | Failure;

/** Steps 1 and 2: finds the tool that a call names, and validates the call. */
export async function findAndValidate(
  context: CallContext,
  request: CallRequest,
): Promise<Validation> {
  const found = findTool(context, request.name);
  return found.ok ? await validateCall(context, { tool: found.tool, request }) : found;
}

/**
 * Step 2: parses the input with the tool's own schema, and computes its digest and preview. Every later step uses the
 * parsed value alone. A command that cannot be read as shell is refused here: nobody can say what it would do, so it never
 * runs and no person is asked about it. The preview is redacted before it is cut.
 */
export async function validateCall(
  context: Pick<CallContext, 'redactor'>,
  { tool, request }: { readonly tool: Tool; readonly request: CallRequest },
): Promise<Validation> {
  if (!isJsonObject(request.input)) return notAnObject(request.input);
  const preparation = await prepareSafely(tool, request.input);
  if (!preparation.ok) return preparation;
  const prepared = preparation.call;
  const malformed = malformedCommand(prepared);
  if (malformed !== null) return malformed;
  const input = canonicalJson(prepared.input);
  const shown = context.redactor.redact(input);
  const call: ValidatedCall = {
    request,
    tool,
    prepared,
    argumentsSha256: sha256(input),
    inputPreview: shown.length > PREVIEW_CHARS ? `${shown.slice(0, PREVIEW_CHARS)}…` : shown,
  };
  return { ok: true, call };
}

async function prepareSafely(tool: Tool, input: Json): ReturnType<Tool['prepare']> {
  try {
    return await tool.prepare(input);
  } catch (error) {
    return failure('validation', `${tool.name} could not read its input: ${errorText(error)}`, [
      'Check the input against the schema of the tool.',
    ]);
  }
}

function malformedCommand({ facts }: PreparedCall): Failure | null {
  const fault = facts.command === undefined ? null : sourceFault(facts.command);
  if (fault === null) return null;
  return failure('validation', `The command did not run: ${fault.because}.`, [fault.instead]);
}

function notAnObject(input: Json): Failure {
  const given =
    typeof input === 'string'
      ? 'text that is not valid JSON, or JSON that is nested too deeply'
      : JSON.stringify(input);
  return failure(
    'validation',
    `The input of a call must be a JSON object. This one was ${given?.slice(0, 200)}.`,
    ['Make the call again with a complete JSON object as its input.'],
  );
}
