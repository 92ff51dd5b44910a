import type { Facts, Verdict, VerdictName } from '../model/facts.ts';
import { strictness } from '../evaluate/decision.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import type { Policy, PolicyLayer } from '../model/policy.ts';
import type { PolicyProblem } from '../model/problems.ts';
import { COMMAND_TOOL } from '../rules/parse-rule.ts';
import { EXAMPLE_CALL, type PolicyExample } from '../load/schema.ts';
import { situationOf } from './replay.ts';
import { examplePathResolver, sampleFacts, samplePaths } from './sample-facts.ts';

interface ExampleResult {
  readonly call: string;
  readonly expected: VerdictName;
  readonly actual: VerdictName;
  readonly because: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Evaluates every example of the policy's `tests`, with a sandbox and trusted content unless the example says
 * otherwise.
 */
export function runPolicyTests(policy: Policy): readonly ExampleResult[] {
  return evaluateExamples(policy).map(({ test, verdict }) => ({
    call: exampleName(test.example),
    expected: test.example.expect,
    actual: verdict.verdict,
    because: verdict.because,
    line: test.line,
    column: test.column,
  }));
}

interface EvaluatedExample {
  readonly test: PolicyLayer['tests'][number];
  readonly verdict: Verdict;
}

function evaluateExamples(policy: Policy): readonly EvaluatedExample[] {
  return policy.layers[0].tests.map((test) => {
    const { untrusted = false, sandboxed = true } = test.example;
    const situation = situationOf({ untrusted, sandboxed }, examplePathResolver);
    return { test, verdict: evaluate(policy, exampleFacts(test.example), situation) };
  });
}

/**
 * The examples with another verdict than expected, as problems of the file. If the policy lacks the rules that have
 * errors (`isComplete: false`), only those that none of these rules could fix.
 */
export function failedTests(
  policy: Policy,
  options: { readonly isComplete: boolean },
): readonly PolicyProblem[] {
  return evaluateExamples(policy)
    .filter(({ test, verdict }) => verdict.verdict !== test.example.expect)
    .filter((failed) => options.isComplete || isFinal(failed))
    .map(({ test: { example, line, column }, verdict: { verdict, because } }) => ({
      file: policy.layers[0].file,
      line,
      column,
      message: `The test "${exampleName(example)}" expects ${example.expect} but gets ${verdict}. ${because}`,
      fix: 'Change the rules, or the expectation if it is the rules that are right.',
    }));
}

/** Whether the verdict is stricter than expected by a rule that no `auto` rule beats. */
function isFinal({ test, verdict }: EvaluatedExample): boolean {
  const { list, rule } = verdict;
  const wins = list === 'deny' || (list === 'requireApproval' && rule?.endsWith(')') === true);
  return wins && strictness(verdict.verdict) > strictness(test.example.expect);
}

/** `call: tool(argument)`, or the parts by name; a command alone is `bash_run`'s. */
function exampleFacts(example: PolicyExample): Facts {
  const named = EXAMPLE_CALL.exec(example.call ?? '');
  const tool = named?.[1] ?? example.tool ?? COMMAND_TOOL;
  const argument = named?.[2] ?? example.command ?? example.path ?? example.host ?? null;
  const facts = sampleFacts(tool, argument);
  const { kind = facts.kind } = example;
  if (example.command !== undefined) return { tool, kind, command: example.command };
  if (example.host !== undefined) return { tool, kind, hosts: [example.host] };
  if (example.path === undefined) return { ...facts, kind };
  return { tool, kind, paths: samplePaths(kind, example.path) };
}

function exampleName(example: PolicyExample): string {
  const argument = example.command ?? example.path ?? example.host;
  const tool = example.tool ?? COMMAND_TOOL;
  const call = example.call ?? `${tool}${argument === undefined ? '' : `(${argument})`}`;
  const after = example.untrusted === true ? ' after untrusted content' : '';
  return `${call}${after}${example.sandboxed === false ? ' without a sandbox' : ''}`;
}

/** Commands of `done.requires` that the policy denies even in the sandbox: no run under it could ever be done. */
export function deniedRequirements(policy: Policy): readonly PolicyProblem[] {
  const situation = situationOf({}, examplePathResolver);
  return policy.done.requires.flatMap(({ text, sample, line, column }) => {
    const { verdict, because } = evaluate(policy, sampleFacts(COMMAND_TOOL, sample), situation);
    if (verdict !== 'deny') return [];
    const message = `done.requires names "${text}", which can never run: ${because}`;
    const fix = 'Let it run by a rule of "auto" or "requireApproval", or take it out of done.';
    return [{ file: policy.layers[0].file, line, column, message, fix }];
  });
}
