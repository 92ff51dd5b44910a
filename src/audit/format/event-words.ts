import type { TrailEvent } from './events.ts';

/** What each type of entry says, for the published schema and the page made from it. */
export const EVENT_WORDS: Readonly<Record<TrailEvent['type'], string>> = {
  'run.start':
    'A workflow run begins to carry the run: what was asked, by whom, under which policy and budget.',
  'sandbox.probe': 'Which walls stand under commands, each tried, and whether it held.',
  'context.read': 'Text that came into the context, whose it is, and whether its author may write.',
  'turn.start': 'The model is asked.',
  'model.reply':
    'The model answered: tokens by kind, cost, duration, digests of request and reply.',
  'model.retry': 'The model is asked once more, and why.',
  'call.state': 'A call changes its state. EXECUTING is on disk before the effect begins.',
  'call.verdict': 'What the policy says of a call, by which rule and line, with what was parsed.',
  'call.service':
    'The tool of a call that executes wrote a file, or was handed a secret that the policy names.',
  'hook.ran': 'A hook of the repository had its say about a call.',
  'approval.asked': 'People are asked, on the card that is named.',
  'approval.decision':
    'Somebody answered: who, with which permission at that moment, and whether it counts.',
  'approval.consumed': 'An approval is used, once, for exactly what was asked.',
  'approval.void': 'A question can no longer be answered, and why.',
  'github.write':
    'Something was written on GitHub, by a call or by the run itself (`call` is then null).',
  budget: 'A budget is nearly spent, spent, or was raised.',
  redaction: 'Secrets removed, by kind and number, never their values.',
  recovered: 'A torn last line was set aside, and the chain goes on before it.',
  'checkpoint.saved': 'The state of the run was sealed beside the trail.',
  'changes.saved': 'What the run left in the work tree was kept as a patch beside the trail.',
  'context.trimmed': 'The conversation was made shorter.',
  warning: 'Something odd that stops nothing.',
  'run.suspended': 'The run waits for answers, and no job runs meanwhile.',
  'run.end': 'The workflow run ends, and how.',
};
