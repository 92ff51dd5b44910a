import { counted, CountersignError, knownError, oneLine, visible } from '../../../common/index.ts';
import {
  BUILTIN_TOOLS,
  checkPolicy,
  loadPolicy,
  looseKeys,
  parsePolicy,
  type PolicyProblem,
  problemText,
  runPolicyTests,
} from '../../../policy/index.ts';
import { DEFAULT_POLICY, requireModules, trustedFolder } from '../../../session/index.ts';
import { compareCommands } from './compare.ts';
import { explainCommand } from './explain.ts';
import { BASELINE, layered, namedBaselines, neededPolicyFile, policyFile } from './files.ts';
import { makeCommands } from './make.ts';
import { type CommandCall, type CommandSpec, EXIT, type ExitCode } from '../../spec.ts';
import { repositoryRoot, WORKSPACE, workspaceOf } from '../../workspace.ts';

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
    options: [WORKSPACE, BASELINE],
    run: check,
  },
  {
    name: 'policy test',
    summary: 'Run the tests of a policy and print one line for each; exit 1 if one fails',
    ...NAMED,
    options: [WORKSPACE, BASELINE],
    run: test,
  },
  explainCommand,
  ...compareCommands,
  ...makeCommands,
];

/** The policy with its baselines. A baseline that `extends` names is only read if a file or a token for it is there: the rest is checked without. */
async function check(call: CommandCall): Promise<ExitCode> {
  const [named = null] = call.args;
  const ofBaselines = await baselineFiles(call);
  const read = ofBaselines.length === 0 ? neededPolicyFile : policyFile;
  const { file, bytes } = await read(call, named);
  const options = { file, knownTools: BUILTIN_TOOLS };
  const result = bytes === null ? NOTHING : checkPolicy(bytes, options);
  const modules = bytes === null ? NOTHING : await checkModules(call, { file, bytes });
  const others = ofBaselines.map((one) =>
    checkPolicy(one.text, { ...options, file: one.file, baseline: true }),
  );
  const together = bytes === null ? NOTHING : await checkLayers(call, { file, bytes });
  const all = [result, modules, ...others, together];
  const errors = all.flatMap((one) => one.errors);
  const warnings = all.flatMap((one) => one.warnings);
  const name = bytes === null ? ofBaselines.map((one) => one.file).join(', ') : file;
  const lines = [
    ...errors.map((problem) => `error ${problemText(problem)}`),
    ...warnings.map((problem) => `warning ${problemText(problem)}`),
    summaryOf(name, errors, warnings),
  ];
  call.show({ file: name, ok: errors.length === 0, errors, warnings }, shownLines(lines));
  return errors.length === 0 ? EXIT.ok : EXIT.no;
}

function shownLines(lines: readonly string[]): string {
  return lines.map((line) => `${visible(line)}\n`).join('');
}

interface Checked {
  readonly errors: readonly PolicyProblem[];
  readonly warnings: readonly PolicyProblem[];
}

const NOTHING: Checked = { errors: [], warnings: [] };

async function baselineFiles(
  call: CommandCall,
): Promise<readonly { readonly file: string; readonly text: Uint8Array }[]> {
  const files = namedBaselines(call).flatMap(({ address, file }) =>
    file === null ? [] : [{ address, file }],
  );
  return await Promise.all(
    files.map(async ({ address, file }) => ({
      file: address,
      text: (await neededPolicyFile(call, file)).bytes,
    })),
  );
}

/** Modules of `tools.modules` and `hooks` that the checkout does not have: a run that reads the same files does not start. */
async function checkModules(
  call: CommandCall,
  { file, bytes }: { readonly file: string; readonly bytes: Uint8Array },
): Promise<Checked> {
  const root = workspaceOf(call);
  const own = loadPolicy(bytes, { file, knownTools: BUILTIN_TOOLS });
  // A policy alone, such as a draft, is beside none of the files that it names.
  if (!own.ok || repositoryRoot(root) !== root) return NOTHING;
  const [layer] = own.policy.layers;
  const named = [
    ...layer.own.modules.map((pattern, index) => ({
      pattern,
      key: 'tools.modules',
      place: layer.keyPosition(`tools.modules.${index}`),
    })),
    ...own.policy.hooks.map((pattern, index) => ({
      pattern,
      key: 'hooks',
      place: layer.keyPosition(`hooks.${index}`),
    })),
  ].filter(({ pattern }) => !pattern.startsWith('countersign:'));
  const warnings: PolicyProblem[] = [];
  for (const { pattern, key, place } of named) {
    try {
      await requireModules(trustedFolder(root), pattern, key);
    } catch (error) {
      const known = knownError(error);
      if (!(known instanceof CountersignError)) throw error;
      const fix = known.fix ?? 'Correct the path.';
      warnings.push({ file, ...place, message: known.message, fix });
    }
  }
  return { errors: [], warnings };
}

/** What only the layers together show: a baseline that cannot be read or does not load, and what the own policy says in vain. */
async function checkLayers(
  call: CommandCall,
  { file, bytes }: { readonly file: string; readonly bytes: Uint8Array },
): Promise<Checked> {
  const own = loadPolicy(bytes, { file, knownTools: BUILTIN_TOOLS });
  if (!own.ok) return NOTHING;
  const [{ extends: named }] = own.policy.layers;
  const position = { file, line: named[0]?.line ?? 1, column: named[0]?.column ?? 1 };
  try {
    const policy = await layered(own.policy, call);
    return { errors: [], warnings: looseKeys(policy) };
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    const fix = error.fix ?? 'Correct the baseline.';
    const problem = { ...position, message: error.message, fix };
    const isUnread = error.code !== 'policy-invalid';
    return isUnread ? { errors: [], warnings: [problem] } : { errors: [problem], warnings: [] };
  }
}

function summaryOf(
  file: string,
  errors: readonly PolicyProblem[],
  warnings: readonly PolicyProblem[],
): string {
  if (errors.length === 0 && warnings.length === 0) return `${file}: no problems`;
  return `${file}: ${counted(errors.length, 'error')}, ${counted(warnings.length, 'warning')}`;
}

/**
 * Tests go by the rules of the file; with `--baseline`, by all layers together. They run in a workspace without links, as on every
 * load, so that each machine gets the same result.
 */
async function test(call: CommandCall): Promise<ExitCode> {
  const { file, bytes } = await neededPolicyFile(call, call.args[0] ?? null);
  const own = parsePolicy(bytes, { file });
  if (!own.ok) {
    const lines = own.problems.map((problem) => `error ${problemText(problem)}`);
    call.show({ file, ok: false, problems: own.problems }, shownLines(lines));
    return EXIT.no;
  }
  const isAlone = namedBaselines(call).length === 0;
  const policy = isAlone ? own.policy : await layered(own.policy, call);
  const results = runPolicyTests(policy).map((result) => ({
    ok: result.expected === result.actual,
    ...result,
  }));
  const failed = results.filter(({ ok }) => !ok).length;
  const passed = results.length - failed;
  const lines = results.map(({ ok, call: name, expected, actual, because, line, column }) => {
    const place = `${file}:${line}:${column}`;
    const said = ok
      ? `ok ${place}: ${name} is ${actual}`
      : `failed ${place}: ${name} is ${actual}, not ${expected}. ${because}`;
    return oneLine(said, MAX_LINE_CHARS);
  });
  const end =
    results.length === 0
      ? 'no tests. Write calls and their verdicts under "tests".'
      : `${passed} passed, ${failed} failed`;
  call.show(
    { file, ok: failed === 0, passed, failed, results },
    shownLines([...lines, `${file}: ${end}`]),
  );
  return failed === 0 ? EXIT.ok : EXIT.no;
}
