import type { OpenCall } from './call.ts';
import type { Json } from '../common/index.ts';
import { stricter, type Verdict } from '../policy/index.ts';

import type { JudgingWorld } from './context.ts';

const QUESTION: Verdict = {
  verdict: 'requireApproval',
  rule: null,
  list: 'wall',
  line: null,
  because: 'It is a question to a person.',
};

/**
 * Step three: the policy's verdict on the parsed call. It has no effect and writes nothing. What is itself a question is
 * put before people whatever the rules let run; what they deny stays denied.
 */
export function evaluateCall(context: JudgingWorld, call: Pick<OpenCall, 'prepared'>): Verdict {
  const verdict = context.policy.judge(call.prepared.facts, context.situation());
  if (call.prepared.asks === undefined) return verdict;
  // A wall says in words of its own why it asks.
  const says = verdict.list === 'wall' && verdict.verdict === 'requireApproval';
  return says ? verdict : stricter(QUESTION, verdict);
}

/** Writes a verdict into the trail, with what it was about. */
export async function recordVerdict(
  context: JudgingWorld,
  call: OpenCall,
  verdict: Verdict,
): Promise<void> {
  const situation = context.situation();
  await context.trail.append({
    type: 'call.verdict',
    call: call.request.id,
    verdict: verdict.verdict,
    rule: verdict.rule,
    list: verdict.list,
    line: verdict.line,
    because: verdict.because,
    policySha256: context.policy.sha256,
    argumentsSha256: call.argumentsSha256,
    untrusted: situation.untrusted,
    sandboxed: situation.sandboxed,
    contained: situation.contained ?? false,
    ...(verdict.profile === undefined ? {} : { profile: profileEntry(verdict.profile) }),
    ...(verdict.commands === undefined ? {} : { commands: verdict.commands.map(commandEntry) }),
  });
}

function profileEntry({ name, write, show, network }: NonNullable<Verdict['profile']>) {
  return { name, write: [...write], show: [...show], network };
}

function commandEntry(command: NonNullable<Verdict['commands']>[number]): Json {
  return {
    words: command.words,
    verdict: command.verdict,
    rule: command.rule,
    line: command.line,
    because: command.because,
  };
}
