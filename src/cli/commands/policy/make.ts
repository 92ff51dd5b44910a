import { counted, CountersignError, visible } from '../../../common/index.ts';
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
import { textOf } from '../../read-text.ts';
import { neededPolicyFile } from './files.ts';
import {
  type CliIo,
  type CommandCall,
  type CommandSpec,
  EXIT,
  type ExitCode,
  oneOf,
  switchOption,
  textOption,
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
  const dialect = oneOf('--from', textOption(call, 'from'), DIALECTS);
  const settings = await textOf(call.args[0] ?? '-', call.io, {
    maxBytes: MAX_IMPORT_BYTES,
    fix: "Name the agent's own settings file.",
  });
  const imported = importPolicy(dialect, settings, { baseline: switchOption(call, 'asBaseline') });
  if (!imported.ok)
    throw new CountersignError('input-invalid', imported.message, { fix: imported.fix });
  if (call.json) {
    const { text, added, skipped } = imported;
    call.io.out(shownJson({ from: dialect, policy: text, carried: added, notCarried: skipped }));
  } else printCarried(imported, { done: 'imported', otherwise: 'only more strictly' }, call.io);
  return EXIT.ok;
}

async function exportFile(call: CommandCall): Promise<ExitCode> {
  const dialect = oneOf('--to', textOption(call, 'to'), EXPORTS);
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
  if (call.json) {
    const { text, added, skipped } = exported;
    call.io.out(shownJson({ to: dialect, settings: text, carried: added, notCarried: skipped }));
  } else
    printCarried(exported, { done: 'exported', otherwise: 'not with the same meaning' }, call.io);
  return EXIT.ok;
}

/** Prints the translated file, and on stderr how many of its rules were translated and which were not. */
function printCarried(
  { text, added, skipped }: ReturnType<typeof exportPolicy>,
  { done, otherwise }: { readonly done: string; readonly otherwise: string },
  io: CliIo,
): void {
  io.out(visible(text));
  io.err(
    `${counted(added, 'rule was', 'rules were')} ${done}. Not ${done}, or ${otherwise}: ${skipped.length}\n`,
  );
  for (const { rule, why } of skipped) io.err(`not ${done}: ${visible(`${rule}: ${why}`)}\n`);
}

async function preset(call: CommandCall): Promise<ExitCode> {
  const { io } = call;
  const [named] = call.args;
  if (named === undefined) {
    const list = PRESETS.map((name) => ({
      name,
      about: presetText(name).split('\n')[0]?.replace(/^# /, '') ?? '',
    }));
    if (call.json) io.out(shownJson(list));
    else for (const { name, about } of list) io.out(`${name.padEnd(NAME_WIDTH)}${about}\n`);
    return EXIT.ok;
  }
  const known = oneOf('The name of the preset', named, PRESETS);
  const text = presetText(known, { schemaUrl: schemaUrl(await ownSource(io.environment)) });
  io.out(call.json ? shownJson({ name: known, policy: text }) : text);
  return EXIT.ok;
}

function schema(call: CommandCall): Promise<ExitCode> {
  call.io.out(shownJson(policyJsonSchema()));
  return Promise.resolve(EXIT.ok);
}
