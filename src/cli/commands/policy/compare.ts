import { counted, CountersignError, visible } from '../../../common/index.ts';
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
import { shownJson } from '../../json.ts';
import { BASELINE, layered, neededPolicyFile, POLICY, policyOf } from './files.ts';
import { withCalls } from './calls.ts';
import { notesOn, recordedCalls, type Recorded } from './recorded-calls.ts';
import {
  type CliIo,
  type CommandCall,
  type CommandSpec,
  EXIT,
  type ExitCode,
  listOption,
  switchOption,
  textOption,
} from '../../spec.ts';
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

function noteOnStderr(io: CliIo, notes: readonly string[]): void {
  for (const note of notes) io.err(`note: ${visible(note)}\n`);
}

/** The notes as JSON, with the ids of their calls. */
function recordedJson({ inexact, skipped }: Recorded): object {
  return { inexact: [...inexact], skipped };
}

async function diff(call: CommandCall): Promise<ExitCode> {
  const { io } = call;
  const [oldFile = '', newFile = ''] = call.args;
  const before = await neededPolicyFile(call, oldFile);
  const after = await neededPolicyFile(call, newFile);
  const old = await layered(parsedPolicy(before.file, before.bytes), call);
  const now = await layered(parsedPolicy(after.file, after.bytes), call);
  return await withCalls(call, async ({ tools, pathResolver }) => {
    const recorded = await recordedCalls(listOption(call, 'trail'), tools, io.cwd);
    const found = diffPolicies(old, now, { calls: recorded.calls, pathResolver });
    if (call.json) io.out(shownJson({ ...diffJson(found), ...recordedJson(recorded) }));
    else {
      noteOnStderr(io, notesOn(recorded));
      io.out(`${visible(diffText(found))}\n`);
      if (found.noLongerAsked.length > 0)
        io.out(`No longer asked about: ${found.noLongerAsked.length} of the newly auto calls\n`);
      io.out(
        found.loosens
          ? 'The new policy is looser.\n'
          : 'The new policy is not looser for any call that was compared.\n',
      );
    }
    return switchOption(call, 'strict') && found.loosens ? EXIT.no : EXIT.ok;
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
    const recorded = await recordedCalls(call.args, tools, io.cwd);
    const result = replay(policy, recorded.calls, pathResolver);
    if (call.json) io.out(shownJson({ ...replayJson(result), ...recordedJson(recorded) }));
    else {
      noteOnStderr(io, notesOn(recorded));
      io.out(`${visible(replayText(result))}\n`);
    }
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
  const { file, bytes } = await neededPolicyFile(call, textOption(call, 'policy'));
  const policy = await layered(parsedPolicy(file, bytes), call);
  const times = timesOf(call);
  return await withCalls(call, async ({ tools, pathResolver }) => {
    const recorded = await recordedCalls(call.args, tools, io.cwd);
    // Suggest rules only from exact arguments, never from redacted ones.
    const exact = recorded.calls.filter(({ id }) => !recorded.inexact.has(id));
    const { suggestions, patch } = suggestRules(policy, exact, {
      policyText: bytes.toString('utf8'),
      pathResolver,
      times,
    });
    if (call.json) {
      const rules = suggestions.map(({ rule, calls, ids }) => ({ rule, calls, ids }));
      io.out(shownJson({ file, suggestions: rules, patch, ...recordedJson(recorded) }));
      return EXIT.ok;
    }
    noteOnStderr(io, [
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
    ]);
    io.out(visible(patch));
    return EXIT.ok;
  });
}

function timesOf(call: CommandCall): number {
  const text = textOption(call, 'times') ?? DEFAULT_TIMES;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new CountersignError('input-invalid', `--times is ${JSON.stringify(text)}.`, {
    fix: 'Write a whole number, 1 or more.',
  });
}
