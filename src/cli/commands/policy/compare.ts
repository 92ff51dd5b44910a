import { counted, invalidInput, visible } from '../../../common/index.ts';
import {
  type Change,
  diffPolicies,
  diffText,
  type PolicyDiff,
  type Replay,
  replay,
  replayText,
  suggestRules,
} from '../../../policy/index.ts';
import { parsedPolicy } from '../../../session/index.ts';
import { BASELINE, layered, neededPolicyFile, POLICY, policyOf } from './files.ts';
import { withCalls } from './calls.ts';
import { notesOn, recordedCalls, type Recorded } from './recorded-calls.ts';
import { type CommandCall, type CommandSpec, EXIT, type ExitCode } from '../../spec.ts';
import { WORKSPACE } from '../../workspace.ts';

const TRAILS = {
  arguments: '<trail...>',
  argumentSummary: 'folders of audit trails, or their audit.jsonl',
} as const;
const DEFAULT_TIMES = '2';

/** `policy diff`, `policy replay` and `policy suggest`: compare a policy with another one and with recorded calls. */
export const compareCommands: readonly CommandSpec[] = [
  {
    name: 'policy diff',
    summary:
      'List the calls that a new policy newly allows, denies or asks about, or no longer asks about',
    arguments: '<old> <new>',
    argumentSummary: 'a policy file',
    options: [
      WORKSPACE,
      BASELINE,
      {
        flags: '--trail <path>',
        summary: 'also compare the calls of this audit trail; can be repeated',
        many: true,
      },
      { flags: '--strict', summary: 'exit 1 if the new policy is looser for any call' },
    ],
    examples: ['countersign policy diff old.yml .github/countersign.yml --trail ./trail'],
    run: diff,
  },
  {
    name: 'policy replay',
    summary: 'Evaluate the calls of recorded runs with another policy and list changed verdicts',
    ...TRAILS,
    options: [WORKSPACE, POLICY, BASELINE],
    examples: ['countersign policy replay ./trail --policy new.yml'],
    run: replayTrails,
  },
  {
    name: 'policy suggest',
    summary: 'Print a patch with the narrowest rules for calls that people approved repeatedly',
    ...TRAILS,
    options: [
      WORKSPACE,
      POLICY,
      BASELINE,
      {
        flags: '--times <n>',
        summary: 'how often a call must have been approved',
        default: DEFAULT_TIMES,
      },
    ],
    examples: [
      'countersign policy suggest ./trails/* --policy .github/countersign.yml > rules.patch',
    ],
    run: suggest,
  },
];

/** Shows a comparison with recorded calls, with the notes on them: in the JSON with the ids of their calls, else on stderr. */
function showCompared(
  call: CommandCall,
  recorded: Recorded,
  { json, text, notes = notesOn(recorded) }: Compared,
): void {
  if (!call.json) for (const note of notes) call.io.err(`note: ${visible(note)}\n`);
  const { inexact, skipped } = recorded;
  call.show({ ...json, inexact: [...inexact], skipped }, text);
}

interface Compared {
  readonly json: object;
  readonly text: string;
  readonly notes?: readonly string[];
}

async function diff(call: CommandCall): Promise<ExitCode> {
  const { io } = call;
  const [oldFile = '', newFile = ''] = call.args;
  const before = await neededPolicyFile(call, oldFile);
  const after = await neededPolicyFile(call, newFile);
  const old = await layered(parsedPolicy(before.file, before.bytes), call);
  const now = await layered(parsedPolicy(after.file, after.bytes), call);
  return await withCalls(call, async ({ tools, pathResolver }) => {
    const recorded = await recordedCalls(call.list('trail'), tools, io);
    const found = diffPolicies(old, now, { calls: recorded.calls, pathResolver });
    const unasked = found.noLongerAsked.length;
    const lines = [
      visible(diffText(found)),
      ...(unasked > 0 ? [`No longer asked about: ${unasked} of the newly auto calls`] : []),
      found.loosens
        ? 'The new policy is looser.'
        : 'The new policy is not looser for any call that was compared.',
    ];
    showCompared(call, recorded, { json: diffJson(found), text: `${lines.join('\n')}\n` });
    return call.has('strict') && found.loosens ? EXIT.no : EXIT.ok;
  });
}

function diffJson(found: PolicyDiff): object {
  return {
    loosens: found.loosens,
    newlyAuto: found.newlyAuto.map(changeJson),
    noLongerAsked: found.noLongerAsked.map(changeJson),
    newlyDenied: found.newlyDenied.map(changeJson),
    newlyAsked: found.newlyAsked.map(changeJson),
    otherApprovers: found.otherApprovers.map(changeJson),
    settings: found.settings,
  };
}

function changeJson({ call, untrusted, recorded, before, after: now }: Change): object {
  const { verdict: after, rule, line, because } = now;
  return { call, untrusted, recorded, before: before.verdict, after, rule, line, because };
}

async function replayTrails(call: CommandCall): Promise<ExitCode> {
  const { io } = call;
  const policy = await policyOf(call);
  return await withCalls(call, async ({ tools, pathResolver }) => {
    const recorded = await recordedCalls(call.args, tools, io);
    const result = replay(policy, recorded.calls, pathResolver);
    showCompared(call, recorded, {
      json: replayJson(result),
      text: `${visible(replayText(result))}\n`,
    });
    return EXIT.ok;
  });
}

function replayJson({ calls, changes, counts }: Replay): object {
  return {
    calls,
    counts,
    flips: changes.map(({ call, from, to, verdict: { rule, line, because } }) => ({
      id: call.id,
      tool: call.facts.tool,
      facts: call.facts,
      from,
      to,
      rule,
      line,
      because,
    })),
  };
}

async function suggest(call: CommandCall): Promise<ExitCode> {
  const { io } = call;
  const { file, bytes } = await neededPolicyFile(call, call.text('policy'));
  const policy = await layered(parsedPolicy(file, bytes), call);
  const times = timesOf(call);
  return await withCalls(call, async ({ tools, pathResolver }) => {
    const recorded = await recordedCalls(call.args, tools, io);
    // Suggest rules only from exact arguments, never from redacted ones.
    const exact = recorded.calls.filter(({ id }) => !recorded.inexact.has(id));
    const { suggestions, patch } = suggestRules(policy, exact, {
      policyText: bytes.toString('utf8'),
      pathResolver,
      times,
    });
    const rules = suggestions.map(({ rule, calls, ids }) => ({ rule, calls, ids }));
    const notes = [
      ...suggestions.map(
        ({ rule, calls }) => `${rule} would have saved ${counted(calls, 'approval')}`,
      ),
      ...(suggestions.length === 0
        ? [`No call that a narrow rule could cover was approved ${counted(times, 'time')}.`]
        : []),
      ...(recorded.inexact.size === 0
        ? []
        : [
            `${counted(recorded.inexact.size, 'call was', 'calls were')} left out because the recorded arguments are incomplete`,
          ]),
    ];
    const json = { file, suggestions: rules, patch };
    showCompared(call, recorded, { json, text: visible(patch), notes });
    return EXIT.ok;
  });
}

function timesOf(call: CommandCall): number {
  const text = call.text('times') ?? DEFAULT_TIMES;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw invalidInput(`--times is ${JSON.stringify(text)}.`, 'Write a whole number, 1 or more.');
}
