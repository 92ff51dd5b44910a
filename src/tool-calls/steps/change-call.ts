import type { EvaluatedCall, ValidatedCall } from '../call.ts';
import type { DecisionBy } from '../../approvals/index.ts';
import { isJsonObject, sha256 } from '../../common/index.ts';
import { changedArguments } from '../record.ts';
import { validateCall } from './validate.ts';
import type { CallContext } from '../context.ts';

/** The text that an approver gave in place of a call's own. */
export interface CallChange {
  readonly text: string;
  readonly by: DecisionBy;
}

/**
 * The call with the text of an approver in its one changeable argument, validated as if the model had made it; a reason if it
 * cannot be. The tool must take exactly this text: one that it would trim or replace is not what the person wrote.
 */
export async function changeCall(
  context: CallContext,
  call: EvaluatedCall,
  { text, by }: CallChange,
): Promise<(ValidatedCall & { readonly changed: NonNullable<EvaluatedCall['changed']> }) | string> {
  const { tool, prepared } = call;
  const argument = prepared.changeable;
  if (argument === undefined || !isJsonObject(prepared.input))
    return 'it has no text that can be changed';
  const input = { ...prepared.input, [argument]: text };
  const validation = await validateCall(context, { tool, request: { ...call.request, input } });
  if (!validation.ok) return `its changed text is not valid: ${validation.error.message}`;
  const { input: parsed } = validation.call.prepared;
  if (!isJsonObject(parsed) || parsed[argument] !== text)
    return 'its tool would not take the changed text as it is';
  // A checkpoint keeps the request, so that another job asks about the changed call, too.
  const request = { ...call.request, input: parsed };
  return { ...validation.call, request, changed: { login: by.login, argument, text } };
}

/** Records a change, before anything is decided about the changed call. */
export async function recordChange(
  context: CallContext,
  calls: { readonly from: ValidatedCall; readonly to: ValidatedCall },
  change: { readonly approval: string; readonly argument: string } & CallChange,
): Promise<void> {
  const { from, to } = calls;
  const { by, text, approval, argument } = change;
  await context.trail.write({
    type: 'call.changed',
    call: to.request.id,
    approval,
    by: { login: by.login, id: by.id },
    argument,
    textSha256: sha256(text),
    fromSha256: from.argumentsSha256,
    argumentsSha256: to.argumentsSha256,
    arguments: await changedArguments(context, to.prepared.input),
  });
}
