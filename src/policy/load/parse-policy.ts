import { isUtf8 } from 'node:buffer';
import { CountersignError, ZOD_OPTIONS, patternFault, sha256 } from '../../common/index.ts';
import { BUILTIN_POLICY_FILE, BUILTIN_POLICY_TEXT } from './builtin-policy.ts';
import { compileRule, type CompiledRule, type RuleSource } from '../rules/compile.ts';
import { VERDICTS, type VerdictName } from '../model/facts.ts';
import type { Policy, PolicyLayer, UntrustedSettings } from '../model/policy.ts';
import type { SettingValues } from '../layers/key-rules.ts';
import { parseRequiredCommand, type RequiredInFile } from '../rules/required-command.ts';
import type { LocatedProblem, PolicyProblem, Position } from '../model/problems.ts';
import { type PolicyDocument, policySchema, type RuleEntry, DEFAULT_BRANCH } from './schema.ts';
import { parseDuration, parseTokens } from './quantities.ts';
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
    const rest = buildLayer(parts.document, { ...parts, file, baseline, sha256: '' });
    return failWith(file, [...problems, ...rest.problems], combineLayers(rest.layer, []));
  }
  const { layer, problems } = buildLayer(result.data, {
    file,
    located,
    baseline,
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

function buildLayer(
  document: PolicyDocument,
  options: { file: string; located: LocatedValue; sha256: string; baseline: boolean },
): { readonly layer: PolicyLayer; readonly problems: readonly LocatedProblem[] } {
  const { file, located, baseline } = options;
  const rules = compileLists(document, { located, base: [] });
  const defers = document.mode === 'defer';
  const untrusted = compileUntrusted(document, located, defers ? 'auto' : 'ask');
  const done = compileRequired(document, located);
  const problems = [
    ...rules.problems,
    ...untrusted.problems,
    ...done.problems,
    ...patternProblems(document, located),
    ...exampleProblems(document, located),
    ...baselineProblems(document, { located, baseline }),
  ];
  const { mode = 'ask' } = document;
  const layer: PolicyLayer = {
    file,
    sha256: options.sha256,
    origin: null,
    isBaseline: baseline,
    mode: mode === 'plan' ? 'ask' : mode,
    modeLine: document.mode === undefined ? null : located.keyPositionOf(['mode']).line,
    planOnly: mode === 'plan',
    planRequired: document.plan === 'required',
    rules: rules.rules,
    whenUntrusted: untrusted.settings,
    settings: {
      ...layerSettings(document, { baseline }),
      ...(document.done?.requires === undefined ? {} : { 'done.requires': done.requires }),
    },
    tools: { enabled: document.tools?.enabled ?? null, disabled: document.tools?.disabled ?? [] },
    own: ownSettings(document),
    keys: keysOf(located.value).map((path) => path.join('.')),
    keyPosition: (key) => located.keyPositionOf(key.split('.')),
    extends: (document.extends ?? []).map((address, index) => ({
      address,
      ...located.positionOf(['extends', index]),
    })),
    tests: (document.tests ?? []).map((example, index) => ({
      example,
      ...located.positionOf(['tests', index]),
    })),
  };
  return { layer, problems };
}

type Lists = { readonly [List in VerdictName]?: readonly RuleEntry[] | undefined };

function compileLists(
  lists: Lists,
  options: { located: LocatedValue; base: readonly PropertyKey[] },
): { rules: readonly CompiledRule[]; problems: readonly LocatedProblem[] } {
  const rules: CompiledRule[] = [];
  const problems: LocatedProblem[] = [];
  const seen = new Map<string, CompiledRule>();
  for (const list of VERDICTS) {
    for (const [index, entry] of (lists[list] ?? []).entries()) {
      const path = [...options.base, list, index];
      const position = options.located.positionOf(path);
      const compiled = compileRule({ list, ...ruleSource(entry), ...position });
      if (!compiled.ok) {
        const { message, fix, exception } = compiled;
        const part = exception === undefined ? [] : ['except', exception];
        problems.push({ ...options.located.positionOf([...path, ...part]), message, fix });
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
  return { rules, problems };
}

function ruleSource(entry: RuleEntry): Pick<RuleSource, 'text' | 'except' | 'reason' | 'approval'> {
  if (typeof entry === 'string') return { text: entry, except: [], reason: null };
  const { rule: text, except = [], reason = null, from, count, self, expire } = entry;
  const expireMs = expire === undefined ? null : parseDuration(expire);
  const approval = {
    ...(from === undefined ? {} : { from }),
    ...(count === undefined ? {} : { count }),
    ...(self === undefined ? {} : { self }),
    ...(expireMs === null ? {} : { expireMs }),
  };
  const isSaid = Object.keys(approval).length > 0;
  return { text, except, reason, ...(isSaid ? { approval } : {}) };
}

function compileUntrusted(
  document: PolicyDocument,
  located: LocatedValue,
  otherwise: UntrustedSettings['mode'],
): { settings: UntrustedSettings; problems: readonly LocatedProblem[] } {
  const { whenUntrusted: written } = document;
  if (written === undefined)
    return { settings: { mode: otherwise, rules: [], line: null }, problems: [] };
  const { line } = located.keyPositionOf(['whenUntrusted']);
  const lists = typeof written === 'string' ? { mode: written } : written;
  const { rules, problems } = compileLists(lists, { located, base: ['whenUntrusted'] });
  return { settings: { mode: lists.mode ?? 'ask', rules, line }, problems };
}

function compileRequired(
  document: PolicyDocument,
  located: LocatedValue,
): { requires: readonly RequiredInFile[]; problems: readonly LocatedProblem[] } {
  const requires: RequiredInFile[] = [];
  const problems: LocatedProblem[] = [];
  for (const [index, text] of (document.done?.requires ?? []).entries()) {
    const position = located.positionOf(['done', 'requires', index]);
    const parsed = parseRequiredCommand(text);
    if (parsed.ok) requires.push({ ...parsed.required, ...position });
    else problems.push({ ...position, message: parsed.message, fix: parsed.fix });
  }
  return { requires, problems };
}

function patternProblems(
  document: PolicyDocument,
  located: LocatedValue,
): readonly LocatedProblem[] {
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

/** Tests that name no call, or two of which one would be ignored. */
function exampleProblems(
  document: PolicyDocument,
  located: LocatedValue,
): readonly LocatedProblem[] {
  return (document.tests ?? []).flatMap((example, index) => {
    const place = located.positionOf(['tests', index]);
    const parts = (['command', 'path', 'host'] as const).filter((key) => key in example);
    const whole = (['call', 'tool'] as const).filter((key) => key in example);
    const [first, second] = whole.includes('call') ? [...whole, ...parts] : parts;
    if (second !== undefined) {
      const message = `"tests[${index}]" names its call twice: ${first} and ${second}.`;
      return [{ ...place, message, fix: 'Remove one of them.' }];
    }
    if (first !== undefined || whole.length > 0) return [];
    const message = `"tests[${index}]" names no call.`;
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
 * no opinion, and in the repository's own policy the default applies. `done.requires` is added by its reader.
 */
function layerSettings(
  document: PolicyDocument,
  { baseline }: { readonly baseline: boolean },
): Partial<SettingValues> {
  const { approvals, budget, github } = document;
  const sandbox = typeof document.sandbox === 'string' ? undefined : document.sandbox;
  const found: { readonly [Key in keyof SettingValues]?: SettingValues[Key] | undefined } = {
    'approvals.from': approvals?.from === undefined ? undefined : [approvals.from],
    'approvals.notify': approvals?.notify,
    'approvals.count': approvals?.count,
    'approvals.self': approvals?.self,
    'approvals.reviews': approvals?.reviews,
    'approvals.boxes': approvals?.boxes,
    'approvals.wait': duration(approvals?.wait),
    'approvals.then': approvals?.then,
    'approvals.expire': duration(approvals?.expire),
    'sandbox.mode': typeof document.sandbox === 'string' ? document.sandbox : sandbox?.mode,
    'sandbox.network': sandbox?.network,
    'sandbox.write': sandbox?.write,
    'budget.turns': budget?.turns,
    'budget.calls': budget?.calls,
    'budget.minutes': budget?.minutes,
    'budget.tokens':
      budget?.tokens === undefined ? undefined : (parseTokens(budget.tokens) ?? undefined),
    'budget.usd': budget?.usd,
    'budget.onLimit': budget?.onLimit ?? (baseline && hasLimit(budget) ? 'stop' : undefined),
    'github.images': github?.images,
    limits: document.limits,
    'tools.secrets': document.tools?.secrets,
    'tools.parallel': document.tools?.parallel,
    hooks: document.hooks,
    'redact.patterns': document.redact?.patterns,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** A repository's `onLimit: ask` must not let its people raise a limit of a baseline, unless the baseline says so, too. */
function hasLimit(budget: PolicyDocument['budget']): boolean {
  return Object.keys(budget ?? {}).some((key) => key !== 'onLimit');
}

/** What only the repository's own policy sets. */
function ownSettings(document: PolicyDocument): PolicyLayer['own'] {
  return {
    branch: document.github?.branch ?? DEFAULT_BRANCH,
    modules: document.tools?.modules ?? [],
    mcpServers: document.mcp?.servers ?? {},
    remindMs: duration(document.approvals?.remind) ?? null,
    webhook: {
      format: document.approvals?.webhook?.format ?? null,
      content: document.approvals?.webhook?.content ?? false,
    },
  };
}

function duration(text: string | undefined): number | undefined {
  return text === undefined ? undefined : (parseDuration(text) ?? undefined);
}
