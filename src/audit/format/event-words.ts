import type { TrailEvent } from './events.ts';

/** The description of each type of entry, for the published schema and the page generated from it. */
export const EVENT_WORDS: Readonly<Record<TrailEvent['type'], string>> = {
  'run.start':
    'A workflow run starts or resumes the run: the request, its author, the policy and the budget.',
  'sandbox.probe': 'The isolation checks of the sandbox, and whether each passed.',
  'context.read':
    'Text that was added to the conversation, its author, and whether that author has write access.',
  'turn.start': 'A request to the model starts.',
  'model.reply':
    'The reply of the model: tokens by kind, cost, duration, digests of request and reply.',
  'model.retry': 'The request to the model is sent again, and why.',
  'call.state':
    'A call changes its state. EXECUTING is on disk before the effect begins. SEALED means interrupted, with an unknown effect.',
  'call.verdict': 'The verdict of a call, the rule and line that decided, and what was parsed.',
  'call.service':
    'The tool of an executing call wrote a file, or got a secret that the policy names.',
  'hook.ran': 'A hook of the repository ran for a call, and its effect.',
  'approval.asked': 'Approval requests were posted in the approval comment `card`.',
  'approval.decision':
    'Somebody answered: who, with which permission at that moment, and whether the answer counts.',
  'approval.consumed': 'An approval was used, once, for exactly what was asked.',
  'approval.void': 'An approval request can no longer be answered, and why.',
  'github.write':
    'Something was written on GitHub, by a call or by the run itself (`call` is null).',
  budget: 'A limit is nearly reached, reached, or was raised.',
  redaction: 'Secrets were removed: their kinds and number, never their values.',
  recovered: 'A truncated last line was set aside; the chain continues from the entry before it.',
  'checkpoint.saved': 'The encrypted state of the run was saved next to the audit trail.',
  'changes.saved':
    'The changes that the run left in the work tree were saved as a patch next to the audit trail.',
  'context.trimmed': 'The conversation was shortened.',
  warning: 'A problem that did not stop the run.',
  'run.suspended': 'The run waits for answers without a job.',
  'run.end': 'The workflow run ends, with its outcome.',
};
