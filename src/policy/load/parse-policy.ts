import { isUtf8 } from 'node:buffer';
import {
  CountersignError,
  ZOD_OPTIONS,
  defined,
  patternFault,
  sha256,
} from '../../common/index.ts';
import { BUILTIN_POLICY_FILE, BUILTIN_POLICY_TEXT } from './builtin-policy.ts';
import { compileRule, type CompiledRule, type RuleSource } from '../rules/compile.ts';
import { CALL_PARTS, canName } from '../model/builtin-tools.ts';
import { VERDICTS, type VerdictName } from '../model/facts.ts';
import type { Policy, PolicyLayer, UntrustedSettings } from '../model/policy.ts';
import type { SettingValues } from '../layers/key-rules.ts';
import { parseRequiredCommand, type RequiredInFile } from '../rules/required-command.ts';
import type { LocatedProblem, PolicyProblem, Position } from '../model/problems.ts';
import type { RuleApproval } from '../model/approval-needs.ts';
import { type PolicyDocument, policySchema, type RuleEntry, DEFAULT_BRANCH } from './schema.ts';
import { readableParts } from './readable-parts.ts';
import { schemaProblems } from './schema-problems.ts';
import { combineLayers } from '../layers/combine.ts';
import { baselineProblems, keysOf } from './baseline-problems.ts';
import { MAX_POLICY_BYTES, parseYaml, type LocatedValue } from './yaml.ts';

export interface ParseOptions {
  /** The name of the file in messages; of a baseline, its address. */
  readonly file: string;
  /** The file is a baseline: `mode: defer` is allowed, and keys without a rule for layers are not. */
  readonly baseline?: boolean;
}

type ParsedPolicy =
  | { readonly ok: true; readonly policy: Policy }
  | {
      readonly ok: false;
      readonly problems: readonly PolicyProblem[];
      /** What is left without the parts that have errors, to find further errors; never to evaluate a call of a run. */
      readonly rest?: Policy;
    };

const MAX_PROBLEMS = 50;

/**
 * Reads a policy without checking its `tests` and lints: bytes → YAML → schema → compiled rules. Never throws.
 * A file without content is an error: what is empty by accident must not be taken for the built-in policy.
 */
export function parsePolicy(source: string | Uint8Array, options: ParseOptions): ParsedPolicy {
  const { file, baseline = false } = options;
  const text = decode(source);
  if (typeof text !== 'string') return failWith(file, [text]);
  const yaml = parseYaml(text);
  if (!yaml.ok) return failWith(file, yaml.problems);
  if (yaml.located === null) {
    const fix = baseline
      ? 'Write "version: 1" and rules, or do not name it as a baseline.'
      : 'Write "version: 1" and rules, or delete the file to get the strict built-in policy.';
    return failWith(file, [{ line: 1, column: 1, message: 'The policy is empty.', fix }]);
  }
  const { located } = yaml;
  const result = policySchema.safeParse(located.value, ZOD_OPTIONS);
  if (!result.success) {
    const found = schemaProblems(result.error.issues, located.value);
    const problems = found.map(({ path, onKey, message, fix }) => ({
      ...(onKey ? located.keyPositionOf(path) : located.positionOf(path)),
      message,
      fix,
    }));
    const parts = readableParts(
      located,
      found.map(({ path }) => path),
    );
    if (parts === null) return failWith(file, problems);
    const rest = compileLayer({ ...options, ...parts, sha256: '' });
    return failWith(file, [...problems, ...rest.problems], combineLayers(rest.layer, []));
  }
  const { data: document } = result;
  const { layer, problems } = compileLayer({
    ...options,
    document,
    located,
    sha256: sha256(source),
  });
  const policy = combineLayers(layer, []);
  return problems.length === 0 ? { ok: true, policy } : failWith(file, problems, policy);
}

/** The strict policy of a repository that has none: read-only tools run, everything else asks. Lines are `null`. */
export function builtinPolicy(): Policy {
  const parsed = parsePolicy(BUILTIN_POLICY_TEXT, { file: BUILTIN_POLICY_FILE });
  if (!parsed.ok) throw new CountersignError('internal', 'The built-in policy does not load.');
  const [layer] = parsed.policy.layers;
  const rules = layer.rules.map((rule) => ({ ...rule, line: null, column: null }));
  return combineLayers({ ...layer, rules, modeLine: null }, []);
}

/** A policy file that fits the schema, and the problems that are found in it beside. */
interface FileToCompile extends ParseOptions {
  readonly document: PolicyDocument;
  readonly located: LocatedValue;
  readonly sha256: string;
}

function compileLayer(source: FileToCompile): {
  readonly layer: PolicyLayer;
  readonly problems: readonly LocatedProblem[];
} {
  const { document, located, baseline = false } = source;
  const problems: LocatedProblem[] = [];
  const rules = compileLists(document, [], { located, problems });
  const whenUntrusted = compileUntrusted(document, { located, problems });
  const requires = compileRequired(document, { located, problems });
  problems.push(
    ...patternProblems(source),
    ...exampleProblems(source),
    ...baselineProblems(document, { located, baseline }),
  );
  const { mode = 'ask', tools, tests = [] } = document;
  const layer: PolicyLayer = {
    file: source.file,
    sha256: source.sha256,
    origin: null,
    isBaseline: baseline,
    mode: mode === 'plan' ? 'ask' : mode,
    modeLine: document.mode === undefined ? null : located.keyPositionOf(['mode']).line,
    planOnly: mode === 'plan',
    planRequired: document.plan === 'required',
    rules,
    whenUntrusted,
    settings: layerSettings(document, { baseline, requires }),
    tools: { enabled: tools?.enabled ?? null, disabled: tools?.disabled ?? [] },
    own: ownSettings(document),
    keys: keysOf(located.value).map((path) => path.join('.')),
    keyPosition: (key) => located.keyPositionOf(key.split('.')),
    extends: (document.extends ?? []).map((address, index) => ({
      address,
      ...located.positionOf(['extends', index]),
    })),
    tests: tests.map((example, index) => ({ example, ...located.positionOf(['tests', index]) })),
  };
  return { layer, problems };
}

type Lists = { readonly [List in VerdictName]?: readonly RuleEntry[] | undefined };

/** Where a part of a file stands, and the problems so far. */
interface Found {
  readonly located: LocatedValue;
  readonly problems: LocatedProblem[];
}

/** The rules of the three lists below `base`. */
function compileLists(
  lists: Lists,
  base: readonly string[],
  { located, problems }: Found,
): readonly CompiledRule[] {
  const rules: CompiledRule[] = [];
  const seen = new Map<string, CompiledRule>();
  for (const list of VERDICTS) {
    for (const [index, entry] of (lists[list] ?? []).entries()) {
      const path = [...base, list, index];
      const position = located.positionOf(path);
      const own = ruleSource(entry);
      const exceptAt = own.except.map((_, part) => located.positionOf([...path, 'except', part]));
      const compiled = compileRule({ list, ...own, exceptAt, ...position });
      if (!compiled.ok) {
        const { message, fix, exception } = compiled;
        const part = exception === undefined ? [] : ['except', exception];
        problems.push({ ...located.positionOf([...path, ...part]), message, fix });
        continue;
      }
      const { rule } = compiled;
      const key = rule.text.replace(/\s+/g, ' ');
      const other = seen.get(key) ?? rule;
      seen.set(key, other);
      if (other.list !== list) {
        const message = `The rule "${rule.text}" is in two lists: ${other.list} (line ${other.line}) and ${list} (line ${rule.line}).`;
        problems.push({ ...position, message, fix: 'Keep it in one of them.' });
      }
      rules.push(rule);
    }
  }
  return rules;
}

function ruleSource(entry: RuleEntry): Pick<RuleSource, 'text' | 'except' | 'reason' | 'approval'> {
  if (typeof entry === 'string') return { text: entry, except: [], reason: null };
  const { rule: text, except = [], reason = null, expire: expireMs, ...others } = entry;
  const approval: RuleApproval = defined({ ...others, expireMs });
  const isSaid = Object.keys(approval).length > 0;
  return { text, except, reason, ...(isSaid ? { approval } : {}) };
}

function compileUntrusted(
  { mode, whenUntrusted }: PolicyDocument,
  found: Found,
): UntrustedSettings {
  if (whenUntrusted === undefined)
    return { mode: mode === 'defer' ? 'auto' : 'ask', rules: [], line: null };
  const { line } = found.located.keyPositionOf(['whenUntrusted']);
  const lists = typeof whenUntrusted === 'string' ? { mode: whenUntrusted } : whenUntrusted;
  const rules = compileLists(lists, ['whenUntrusted'], found);
  return { mode: lists.mode ?? 'ask', rules, line };
}

function compileRequired(
  { done }: PolicyDocument,
  { located, problems }: Found,
): readonly RequiredInFile[] | undefined {
  return done?.requires?.flatMap((text, index) => {
    const position = located.positionOf(['done', 'requires', index]);
    const parsed = parseRequiredCommand(text);
    if (parsed.ok) return [{ ...parsed.required, ...position }];
    problems.push({ ...position, message: parsed.message, fix: parsed.fix });
    return [];
  });
}

function patternProblems({ document, located }: FileToCompile): readonly LocatedProblem[] {
  const patterns = (document.redact?.patterns ?? []).map((pattern, index) => ({
    pattern,
    where: '',
    path: ['redact', 'patterns', index],
  }));
  const masks = (document.hooks ?? []).map((hook, index) => ({
    pattern: MASK_HOOK.exec(hook)?.[1],
    where: `"hooks[${index}]": `,
    path: ['hooks', index],
  }));
  return [...patterns, ...masks].flatMap(({ pattern, where, path }) => {
    const fault = pattern === undefined ? null : patternFault(pattern, 'u');
    if (fault === null) return [];
    const { because, fix } = fault;
    return [{ ...located.positionOf(path), message: `${where}"${pattern}" ${because}.`, fix }];
  });
}

/** The built-in hook that masks what a regular expression matches. */
const MASK_HOOK = /^countersign:mask\((.*)\)$/s;

/** Tests that name no call, no tool, two calls of which one would be ignored, or a call that no tool can make. */
function exampleProblems({ document, located }: FileToCompile): readonly LocatedProblem[] {
  return (document.tests ?? []).flatMap((example, index) => {
    const place = located.positionOf(['tests', index]);
    const parts = CALL_PARTS.filter((key) => key in example);
    const whole = (['call', 'tool'] as const).filter((key) => key in example);
    const [first, second] = whole.includes('call') ? [...whole, ...parts] : parts;
    if (second !== undefined) {
      const message = `"tests[${index}]" names its call twice: ${first} and ${second}.`;
      return [{ ...place, message, fix: 'Remove one of them.' }];
    }
    const { tool } = example;
    const [part] = parts;
    if (tool !== undefined && part !== undefined && !canName(tool, part)) {
      const named = CALL_PARTS.filter((other) => canName(tool, other));
      const message = `"tests[${index}]" names a ${part}, and calls of ${tool} have none.`;
      const fix = named.length === 0 ? 'Remove it.' : `Write ${named.join(' or ')} for it.`;
      return [{ ...place, message, fix }];
    }
    if (first === 'command' || whole.length > 0) return [];
    const message = `"tests[${index}]" names no ${first === undefined ? 'call' : 'tool'}.`;
    return [{ ...place, message, fix: 'Write it, such as call: fs_read(src/a.ts).' }];
  });
}

function decode(source: string | Uint8Array): string | LocatedProblem {
  const bytes = typeof source === 'string' ? Buffer.byteLength(source) : source.byteLength;
  const position = { line: 1, column: 1 };
  if (bytes > MAX_POLICY_BYTES) {
    return {
      ...position,
      message: `The policy has more than ${MAX_POLICY_BYTES} bytes.`,
      fix: 'Use globs instead of long lists.',
    };
  }
  if (typeof source === 'string') return source;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(source);
  } catch {
    const { line, column, byte } = firstInvalidByte(source);
    const message = `The policy is not UTF-8 text: the byte 0x${byte} is part of no character.`;
    return { line, column, message, fix: 'Save it as UTF-8.' };
  }
}

/** Where UTF-8 ends. A line feed is never part of another character, so lines are whole. */
function firstInvalidByte(bytes: Uint8Array): Position & { readonly byte: string } {
  let start = 0;
  for (let line = 1; ; line += 1) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    if (newline !== -1 && isUtf8(bytes.subarray(start, end))) {
      start = end + 1;
      continue;
    }
    const text = Buffer.from(bytes.subarray(start, end));
    let valid = text.length;
    while (valid > 0 && !isUtf8(text.subarray(0, valid))) valid -= 1;
    const column = text.toString('utf8', 0, valid).length + 1;
    return { line, column, byte: text.toString('hex', valid, valid + 1).toUpperCase() };
  }
}

function failWith(file: string, problems: readonly LocatedProblem[], rest?: Policy): ParsedPolicy {
  return {
    ok: false,
    problems: problems.slice(0, MAX_PROBLEMS).map((problem) => ({ file, ...problem })),
    ...(rest === undefined ? {} : { rest }),
  };
}

/**
 * What a file sets of the keys that have one value for the whole run. A key that it does not set is absent: in a baseline it has
 * no opinion, and in the repository's own policy the default applies.
 */
function layerSettings(
  document: PolicyDocument,
  given: { readonly baseline: boolean; readonly requires: readonly RequiredInFile[] | undefined },
): Partial<SettingValues> {
  const { approvals, budget, github } = document;
  const sandbox = typeof document.sandbox === 'string' ? undefined : document.sandbox;
  const found: { readonly [Key in keyof SettingValues]: SettingValues[Key] | undefined } = {
    'approvals.from': approvals?.from === undefined ? undefined : [approvals.from],
    'approvals.notify': approvals?.notify,
    'approvals.count': approvals?.count,
    'approvals.self': approvals?.self,
    'approvals.reviews': approvals?.reviews,
    'approvals.boxes': approvals?.boxes,
    'approvals.wait': approvals?.wait,
    'approvals.then': approvals?.then,
    'approvals.expire': approvals?.expire,
    'sandbox.mode': typeof document.sandbox === 'string' ? document.sandbox : sandbox?.mode,
    'sandbox.network': sandbox?.network,
    'sandbox.write': sandbox?.write,
    'budget.turns': budget?.turns,
    'budget.calls': budget?.calls,
    'budget.minutes': budget?.minutes,
    'budget.tokens': budget?.tokens,
    'budget.usd': budget?.usd,
    'budget.onLimit': budget?.onLimit ?? (given.baseline && hasLimit(budget) ? 'stop' : undefined),
    'github.images': github?.images,
    'done.requires': given.requires,
    limits: document.limits,
    'tools.secrets': document.tools?.secrets,
    'tools.parallel': document.tools?.parallel,
    hooks: document.hooks,
    'redact.patterns': document.redact?.patterns,
  };
  return defined(found);
}

/** A repository's `onLimit: ask` must not let its people raise a limit of a baseline, unless the baseline says so, too. */
function hasLimit(budget: PolicyDocument['budget']): boolean {
  return Object.keys(budget ?? {}).some((key) => key !== 'onLimit');
}

/** What only the repository's own policy sets. */
function ownSettings({ approvals, github, mcp, tools }: PolicyDocument): PolicyLayer['own'] {
  const { format = null, content = false } = approvals?.webhook ?? {};
  return {
    branch: github?.branch ?? DEFAULT_BRANCH,
    modules: tools?.modules ?? [],
    mcpServers: mcp?.servers ?? {},
    remindMs: approvals?.remind ?? null,
    webhook: { format, content },
  };
}
