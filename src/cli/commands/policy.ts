import { oneLine, visible } from '../../common/index.ts';
import {
  BUILTIN_TOOLS,
  checkPolicy,
  type PolicyProblem,
  problemText,
  testPolicy,
} from '../../policy/index.ts';
import { shownJson } from '../json.ts';
import { compareCommands } from './policy-compare.ts';
import { explainCommand } from './policy-explain.ts';
import { DEFAULT_POLICY, neededPolicyFile, WORKSPACE } from './policy-files.ts';
import { makeCommands } from './policy-make.ts';
import { type CliIo, type CommandCall, type CommandSpec, EXIT, type ExitCode } from '../spec.ts';

const NAMED = {
  arguments: '[file]',
  argumentSummary: `the policy (default: ${DEFAULT_POLICY} of the workspace)`,
} as const;

const MAX_LINE_CHARS = 2_000;

/** `policy …`: check and evaluate policies, without a model or any effect. */
export const policyCommands: readonly CommandSpec[] = [
  {
    name: 'policy check',
    summary: 'Check a policy and list errors and warnings with line and column',
    ...NAMED,
    options: [WORKSPACE],
    run: check,
  },
  {
    name: 'policy test',
    summary: 'Run the tests of a policy and print one line for each; exit 1 if one fails',
    ...NAMED,
    options: [WORKSPACE],
    run: test,
  },
  explainCommand,
  ...compareCommands,
  ...makeCommands,
];

async function check(call: CommandCall, io: CliIo): Promise<ExitCode> {
  const { file, bytes } = await neededPolicyFile(call, io, call.args[0] ?? null);
  const result = checkPolicy(bytes, { file, knownTools: BUILTIN_TOOLS });
  if (call.json) io.out(shownJson({ file, ...result }));
  else {
    for (const problem of result.errors) io.out(`${visible(`error ${problemText(problem)}`)}\n`);
    for (const problem of result.warnings)
      io.out(`${visible(`warning ${problemText(problem)}`)}\n`);
    io.out(`${visible(summaryOf(file, result.errors, result.warnings))}\n`);
  }
  return result.ok ? EXIT.ok : EXIT.no;
}

function summaryOf(
  file: string,
  errors: readonly PolicyProblem[],
  warnings: readonly PolicyProblem[],
): string {
  if (errors.length === 0 && warnings.length === 0) return `${file}: no problems`;
  return `${file}: ${errors.length} errors, ${warnings.length} warnings`;
}

/** Tests run in a workspace without links, as on every load, so that each machine gets the same result. */
async function test(call: CommandCall, io: CliIo): Promise<ExitCode> {
  const { file, bytes } = await neededPolicyFile(call, io, call.args[0] ?? null);
  const tested = testPolicy(bytes, { file });
  if (!tested.ok) {
    if (call.json) io.out(shownJson({ file, ok: false, problems: tested.problems }));
    else
      for (const problem of tested.problems)
        io.out(`${visible(`error ${problemText(problem)}`)}\n`);
    return EXIT.no;
  }
  const results = tested.results.map((result) => ({
    ok: result.expected === result.actual,
    ...result,
  }));
  const failed = results.filter(({ ok }) => !ok).length;
  if (call.json) {
    const passed = results.length - failed;
    io.out(shownJson({ file, ok: failed === 0, passed, failed, results }));
    return failed === 0 ? EXIT.ok : EXIT.no;
  }
  for (const { ok, call: name, expected, actual, because, line, column } of results) {
    const place = `${file}:${line}:${column}`;
    const said = ok
      ? `ok ${place}: ${name} is ${actual}`
      : `failed ${place}: ${name} is ${actual}, not ${expected}. ${because}`;
    io.out(`${oneLine(said, MAX_LINE_CHARS)}\n`);
  }
  io.out(`${visible(file)}: ${results.length - failed} passed, ${failed} failed\n`);
  return failed === 0 ? EXIT.ok : EXIT.no;
}
