import { counted } from '../../common/index.ts';
import { BUDGET_NAMES, type BudgetName, type Policy } from '../../policy/index.ts';
import { type BriefingFacts, inWords, shownName } from './facts.ts';

type Layer = Policy['layers'][number];
type Rule = Layer['rules'][number];

/** Characters of one list of rules; rules beyond it are only counted. */
const MAX_LIST_CHARS = 1_200;
const MILLION = 1_000_000;
const MS_PER_MINUTE = 60_000;
const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1_440;

const KIND_WORDS: Readonly<Record<string, string>> = {
  readonly: 'tools that only read',
  write: 'tools that change files',
  execute: 'tools that run programs',
  network: 'tools that reach other systems',
};

const READING = '@readonly and @git-readonly are commands that are known to only read.';
const CONTAINED =
  '@contained is any other command that needs no network and whose writes may be discarded: tests, builds, scripts.';
const NOT_CONTAINED = '@contained does not apply on this machine.';

/**
 * Summarizes the policy: what runs without approval, what needs approval, what is denied, who approves, and the limits.
 */
export function policySection(facts: BriefingFacts): string {
  const { job } = facts;
  const lines = [
    ...listLines(facts),
    ...baselineLines(facts),
    ...untrustedLines(facts),
    askLine(facts),
    limitsLine(facts),
  ];
  const source = shownName(job.policySource.source);
  return [
    `# Policy (${source}): a refusal wins, then the more specific rule`,
    ...lines.map((line) => `- ${line}`),
  ].join('\n');
}

function listLines(facts: BriefingFacts): readonly string[] {
  const { layers } = facts.job.policy;
  const { mode, rules } = layers[0];
  if (layers.some(({ planOnly }) => planOnly)) return ['Only tools that read can run.'];
  const plan = facts.planning
    ? ['Until a person has approved your plan (plan_submit), only tools that read can run. Then:']
    : [];
  const auto = groupedRules(facts, rules, 'auto');
  const runs = listed(auto, mode === 'auto' && 'everything else');
  const { ask, deny } = gatedLists(facts, layers[0], 'everything else');
  const contained = facts.sandbox.contained ? CONTAINED : NOT_CONTAINED;
  const classes = [
    ...(auto.includes('@readonly') ? [` ${READING}`] : []),
    ...(auto.includes('@contained') ? [` ${contained}`] : []),
  ];
  return [
    ...plan,
    `Runs by itself: ${runs === '' ? 'nothing' : runs}.${classes.join('')}`,
    ...(ask === '' ? [] : [`Needs an approval: ${ask}.`]),
    ...(deny === '' ? [] : [`Refused: ${deny}.`]),
    ...(mode === 'custom' ? ['A hook of the repository decides about everything else.'] : []),
    'Built in: files that usually hold secrets (.env, keys) need an approval to be read; the fs_ tools reach neither .git nor places outside of the workspace.',
  ];
}

/** What each baseline asks about and refuses, beside the repository's own policy. */
function baselineLines(facts: BriefingFacts): readonly string[] {
  const [, ...baselines] = facts.job.policy.layers;
  return baselines.flatMap((layer) => {
    const auto = groupedRules(facts, layer.rules, 'auto');
    const others = auto === '' ? 'everything else' : `everything else but ${auto}`;
    const { ask, deny } = gatedLists(facts, layer, others);
    const parts = [
      ...(ask === '' ? [] : [`needs an approval: ${ask}`]),
      ...(deny === '' ? [] : [`refused: ${deny}`]),
    ];
    return parts.length === 0
      ? []
      : [`By the baseline ${shownName(layer.file)}, also ${parts.join('; ')}.`];
  });
}

/** What a layer asks about and denies; `others`: what its mode is for. */
function gatedLists(facts: BriefingFacts, { mode, rules }: Layer, others: string) {
  return {
    ask: listed(groupedRules(facts, rules, 'requireApproval'), mode === 'ask' && others),
    deny: listed(groupedRules(facts, rules, 'deny'), mode === 'deny' && others),
  };
}

/** The rules, then the rest if it is treated like them; empty if there is neither. */
function listed(rules: string, rest: string | false): string {
  return [rules, rest].filter((part) => part !== '' && part !== false).join('; ');
}

/** The rules of a list that concern the run's tools, grouped by what they have in common. */
function groupedRules(
  { tools }: Pick<BriefingFacts, 'tools'>,
  rules: readonly Rule[],
  list: Rule['list'],
): string {
  const about = rules.filter(
    (rule) =>
      rule.list === list && tools.some((tool) => rule.selects({ ...tool, tool: tool.name })),
  );
  const bySelector = Map.groupBy(about, selectorText);
  const bySpecifiers = Map.groupBy(bySelector.keys(), (name) =>
    (bySelector.get(name) ?? [])
      .map(specifierText)
      .filter((text) => text !== '')
      .join(', '),
  );
  const groups = [...bySpecifiers].flatMap(([specifiers, names]) =>
    specifiers === '' ? names : [`${names.join(', ')} (${specifiers})`],
  );
  return bounded(groups);
}

function bounded(items: readonly string[]): string {
  let text = '';
  for (const [index, item] of items.entries()) {
    const next = text === '' ? item : `${text}; ${item}`;
    if (next.length > MAX_LIST_CHARS)
      return `${text}; and ${counted(items.length - index, 'more rule')}`;
    text = next;
  }
  return text;
}

function selectorText({ parsed: { selector } }: Rule): string {
  switch (selector.by) {
    case 'tool':
      return selector.name;
    case 'kind':
      return KIND_WORDS[selector.kind] ?? selector.kind;
    case 'category':
    case 'tag':
      return `tools of the ${selector.by} ${selector.name}`;
  }
}

function specifierText({ parsed, except }: Rule): string {
  const specifier = parsed.specifier ?? '';
  return except.length === 0
    ? specifier
    : `${specifier === '' ? '' : `${specifier} `}except ${except.join(' ')}`;
}

function untrustedLines(facts: BriefingFacts): readonly string[] {
  const { mode, rules } = strictestUntrusted(facts.job.policy.layers);
  if (mode === 'auto' && rules.length === 0) return [];
  const when = facts.untrusted
    ? 'Untrusted content is in your context'
    : 'Once you have read untrusted content (text by people without write access, web pages)';
  if (mode === 'auto') return [`${when}: stricter rules apply.`];
  const verb = mode === 'deny' ? 'is refused' : 'needs an approval';
  const auto = groupedRules(facts, rules, 'auto');
  const contained = facts.sandbox.contained ? ' What runs as @contained counts as reading.' : '';
  return [
    `${when}: all that does more than read ${verb}${auto === '' ? '' : `, except ${auto}`}.${contained}`,
  ];
}

/** Of equally strict layers, the one with the fewest rules that let calls run. */
function strictestUntrusted(layers: Policy['layers']): Layer['whenUntrusted'] {
  const order = ['auto', 'ask', 'deny'];
  const allowed = ({ rules }: Layer['whenUntrusted']): number =>
    rules.filter(({ list }) => list === 'auto').length;
  const all = layers.map(({ whenUntrusted }) => whenUntrusted);
  return all.reduce((one, other) => {
    const difference = order.indexOf(other.mode) - order.indexOf(one.mode);
    return difference > 0 || (difference === 0 && allowed(other) < allowed(one)) ? other : one;
  }, layers[0].whenUntrusted);
}

function askLine({ job }: BriefingFacts): string {
  switch (job.askWhom) {
    case 'nobody':
      return 'Nobody can be asked in this run: what needs an approval is refused.';
    case 'terminal':
      return 'The person at the terminal is asked, and answers at once or not at all.';
    case 'callback':
      return `The program that started the run asks its people. Without an answer within ${duration(job.policy.approvals.waitMs)} ${AFTER_WAIT[job.policy.approvals.then === 'fail' ? 'fail' : 'deny']}.`;
    case 'comment':
      return commentLine(job);
  }
}

function commentLine({ policy, github }: BriefingFacts['job']): string {
  const { count, from, baselines, self, then, waitMs } = policy.approvals;
  const on =
    github?.asksOn === 'create' ? 'an issue that the run opens' : `#${github?.asksOn ?? '?'}`;
  const lists = [from, ...baselines.from].map((list) => inWords(list.map(approverText), 'or'));
  const who = `${lists.join(', who are also ')}${self ? '' : ', not from the requester'}`;
  const many = count === 1 ? '' : `; ${count} are needed`;
  const silence = then === 'suspend' && github?.suspends === false ? 'deny' : then;
  return (
    `One comment on ${on} asks for all calls of a turn that need it, so make them in one turn. Approvals count from ${who}${many}. ` +
    `Without an answer within ${duration(waitMs)} ${AFTER_WAIT[silence]}.`
  );
}

const AFTER_WAIT = {
  suspend: 'the run is suspended, and resumes with the answer, perhaps days later',
  deny: 'the call is refused',
  fail: 'the run ends',
} as const;

function approverText(entry: string): string {
  if (entry === 'codeowners') return 'code owners of the files';
  return entry.startsWith('@')
    ? shownName(entry)
    : `people with the permission ${shownName(entry)}`;
}

function duration(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MS_PER_MINUTE));
  if (minutes >= MINUTES_PER_DAY) return counted(Math.round(minutes / MINUTES_PER_DAY), 'day');
  return minutes >= 2 * MINUTES_PER_HOUR
    ? `${Math.round(minutes / MINUTES_PER_HOUR)} hours`
    : counted(minutes, 'minute');
}

const LIMIT_NOUNS: Readonly<Record<BudgetName, string>> = {
  turns: 'turn',
  calls: 'call',
  minutes: 'minute',
  tokens: 'token',
  usd: 'US dollar',
};

function limitsLine({ job, tools }: BriefingFacts): string {
  const { budget, policy } = job;
  const run = BUDGET_NAMES.flatMap((name) => {
    const [limit, one] = [budget[name], LIMIT_NOUNS[name]];
    return limit === undefined ? [] : [`${shortAmount(limit)} ${limit === 1 ? one : `${one}s`}`];
  });
  const perTool = Object.entries(policy.limits)
    .filter(([name]) => name.includes('*') || tools.some((tool) => tool.name === name))
    .map(([name, limit]) => `${counted(limit, 'call')} of ${shownName(name)}`);
  const canAsk = policy.budget.onLimit === 'ask' && job.askWhom !== 'nobody';
  const then = canAsk ? 'a person is asked for more' : 'the run ends';
  return `Limits: ${bounded([...run, ...perTool]).replaceAll(';', ',')}. At a limit of the run ${then}.`;
}

/** `3000000` as `3M`. */
function shortAmount(amount: number): string {
  return amount >= MILLION ? `${amount / MILLION}M` : String(amount);
}
