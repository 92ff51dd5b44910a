import { counted, CountersignError, invalidInput, visible } from '../../../common/index.ts';
import {
  DIALECTS,
  EXPORTS,
  exportPolicy,
  importPolicy,
  loadPolicy,
  PRESETS,
  policyJsonSchema,
  presetText,
  problemText,
} from '../../../policy/index.ts';
import { shownJson } from '../../json.ts';
import { ownSource, schemaUrl } from '../../own-source.ts';
import { readText } from '../../read-text.ts';
import { neededPolicyFile } from './files.ts';
import {
  type CliIo,
  type CommandCall,
  type CommandSpec,
  EXIT,
  type ExitCode,
  oneOf,
} from '../../spec.ts';
import { WORKSPACE } from '../../workspace.ts';

const MAX_IMPORT_BYTES = 2 * 1024 * 1024;
const NAME_WIDTH = Math.max(...PRESETS.map((name) => name.length)) + 2;

/** `policy import`, `policy preset` and `policy schema`: print a policy to start from. */
export const makeCommands: readonly CommandSpec[] = [
  {
    name: 'policy import',
    summary:
      "Print another agent's permissions as a policy; stderr lists what could not be imported",
    arguments: '<file>',
    argumentSummary: 'its settings file; - reads standard input',
    options: [
      { flags: '--from <agent>', summary: `one of ${DIALECTS.join(', ')}` },
      {
        flags: '--as-baseline',
        summary: 'write a baseline: what no rule names is left to the policies that extend it',
      },
    ],
    examples: [
      'countersign policy import --from claude-code .claude/settings.json > .github/countersign.yml',
    ],
    run: importFile,
  },
  {
    name: 'policy export',
    summary:
      'Print the rules of a policy or baseline as the settings that an organisation gives to the users of another agent; stderr lists what could not be exported',
    arguments: '<file>',
    argumentSummary: 'the policy or baseline',
    options: [WORKSPACE, { flags: '--to <agent>', summary: `one of ${EXPORTS.join(', ')}` }],
    examples: ['countersign policy export --to claude-code base.yml > managed-settings.json'],
    run: exportFile,
  },
  {
    name: 'policy preset',
    summary: 'Print a preset policy, or without a name the list of presets',
    arguments: '[name]',
    argumentSummary: `one of ${PRESETS.join(', ')}`,
    options: [],
    examples: ['countersign policy preset fix > .github/countersign.yml'],
    run: preset,
  },
  {
    name: 'policy schema',
    summary: 'Print the JSON Schema of a policy, for editors',
    options: [],
    run: schema,
  },
];

async function importFile(call: CommandCall): Promise<ExitCode> {
  const dialect = call.choice('from', DIALECTS);
  const settings = await readText(call.args[0] ?? '-', call.io, {
    maxBytes: MAX_IMPORT_BYTES,
    fix: "Name the agent's own settings file.",
  });
  const imported = importPolicy(dialect, settings, { baseline: call.has('as-baseline') });
  if (!imported.ok) throw invalidInput(imported.message, imported.fix);
  const { text: policy, added: carried, skipped: notCarried } = imported;
  call.show({ from: dialect, policy, carried, notCarried }, visible(policy));
  if (!call.json) noteCarried(imported, ['imported', 'only more strictly'], call.io);
  return EXIT.ok;
}

async function exportFile(call: CommandCall): Promise<ExitCode> {
  const dialect = call.choice('to', EXPORTS);
  const { file, bytes } = await neededPolicyFile(call, call.args[0] ?? null);
  const asPolicy = loadPolicy(bytes, { file });
  const asBaseline = loadPolicy(bytes, { file, baseline: true });
  const loaded = asPolicy.ok ? asPolicy : asBaseline;
  if (!loaded.ok) {
    const attempts = [asPolicy, asBaseline].map((one) => (one.ok ? [] : one.problems));
    const [problems = []] = attempts.toSorted((one, other) => one.length - other.length);
    throw new CountersignError('policy-invalid', problems.map(problemText).join('\n'));
  }
  const exported = exportPolicy(loaded.policy.layers[0], dialect);
  const { text: settings, added: carried, skipped: notCarried } = exported;
  call.show({ to: dialect, settings, carried, notCarried }, visible(settings));
  if (!call.json) noteCarried(exported, ['exported', 'not with the same meaning'], call.io);
  return EXIT.ok;
}

/** Says on stderr how many rules were translated and which were not. */
function noteCarried(
  { added, skipped }: ReturnType<typeof exportPolicy>,
  [done, otherwise]: readonly [string, string],
  io: CliIo,
): void {
  io.err(
    `${counted(added, 'rule was', 'rules were')} ${done}. Not ${done}, or ${otherwise}: ${skipped.length}\n`,
  );
  for (const { rule, why } of skipped) io.err(`not ${done}: ${visible(`${rule}: ${why}`)}\n`);
}

async function preset(call: CommandCall): Promise<ExitCode> {
  const [named] = call.args;
  if (named === undefined) {
    const list = PRESETS.map((name) => ({
      name,
      about: presetText(name).split('\n')[0]?.replace(/^# /, '') ?? '',
    }));
    const lines = list.map(({ name, about }) => `${name.padEnd(NAME_WIDTH)}${about}\n`);
    call.show(list, lines.join(''));
    return EXIT.ok;
  }
  const known = oneOf('The name of the preset', named, PRESETS);
  const text = presetText(known, { schemaUrl: schemaUrl(await ownSource(call.io.environment)) });
  call.show({ name: known, policy: text }, text);
  return EXIT.ok;
}

function schema(call: CommandCall): Promise<ExitCode> {
  call.io.out(shownJson(policyJsonSchema()));
  return Promise.resolve(EXIT.ok);
}
