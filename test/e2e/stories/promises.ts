/** What holds after every story, whatever happened in it. Each broken promise is a sentence. */
import { type Entry, TRAIL_FILE } from '../../../src/audit/index.ts';
import { checkGiven } from '../../../src/audit/page/check-given.ts';
import { readMarker } from '../../../src/approvals/request/comment-marker.ts';
import { artifactText } from '../../audit/view/report/page.ts';
import { type EndedStep, verified } from '../harness.ts';
import { unzip } from '../unzip.ts';
import { type Played, SECRET } from './play.ts';
import { BOT } from './acts.ts';
import { NEVER_RUN } from './modules.ts';
import { GONE } from './repository.ts';
import { isTwoJobs, type Story } from './story.ts';

type EntryOf<T extends Entry['type']> = Extract<Entry, { readonly type: T }>;
const is =
  <T extends Entry['type']>(type: T) =>
  (entry: Entry): entry is EntryOf<T> =>
    entry.type === type;

/** A trail as an artifact holds it. */
interface Trail {
  readonly artifact: ReadonlyMap<string, Buffer>;
  readonly entries: readonly Entry[];
}

/** The sentences of all promises that the story broke. */
export async function brokenPromises(played: Played): Promise<readonly string[]> {
  const trails = trailsOf(played);
  return [
    ...played.hung.map((job) => `hangs: ${job}`),
    ...stepsOf(played),
    ...(await trailsVerify(trails, played.story)),
    ...(await outputsAgree(played)),
    ...countsAgree(played),
    ...checksOf(played, trails),
    ...effectsOf(played, trails),
    ...filesOf(played, trails),
    ...hostsOf(played, trails),
    ...played.changedKept.map((text) => `a command changed the denied file: ${text}`),
    ...limitsOf(played, trails),
    ...(await branchesOf(played, trails)),
    ...appliedOf(played),
    ...approvalsOf(played, trails),
    ...votesOf(played, trails),
    ...commentsOf(played, trails),
    ...answersOf(played),
    ...secretsOf(played, trails),
  ];
}

/** As each step uploaded it, which people may have removed since, and what a job that was killed meanwhile uploaded. */
function trailsOf({ repository, jobs }: Played): readonly Trail[] {
  const { artifacts } = repository.github;
  const left = artifacts.artifacts
    .filter(({ done }) => done !== null)
    .map(({ id }) => trailIn(unzip(artifacts.bytesOf(id))));
  return [
    ...jobs.flatMap(({ end, post }) => [end, ...(post === null ? [] : [post])]),
    ...left,
  ].filter(({ entries }) => entries.length > 0);
}

function trailIn(artifact: Trail['artifact']): Trail {
  const lines = artifact.get(TRAIL_FILE)?.toString('utf8').split('\n') ?? [];
  const entries = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Entry);
  return { artifact, entries };
}

/** The longest trail of each run. */
function newest(trails: readonly Trail[]): readonly Trail[] {
  const byRun = new Map<string, Trail>();
  for (const trail of trails) {
    const run = trail.entries[0]?.run ?? '';
    const known = byRun.get(run);
    if (known === undefined || known.entries.length <= trail.entries.length) byRun.set(run, trail);
  }
  return [...byRun.values()];
}

function stepsOf({ jobs }: Played): readonly string[] {
  return jobs.flatMap(({ runId, end, post, isKilled }) => [
    ...(isKilled || end.exitCode === 0 || end.exitCode === 1
      ? []
      : [`job ${runId} ends with exit code ${end.exitCode}`]),
    ...(post === null || post.exitCode === 0 ? [] : [`post step ${runId}: ${post.exitCode}`]),
    ...[end, ...(post === null ? [] : [post])].flatMap(
      ({ log }) =>
        /[^\n]*(?:internal error|unhandled|defect|TypeError|RangeError|at file:|please report)[^\n]*/i
          .exec(log)
          ?.slice(0, 1)
          .map((line) => `job ${runId} logs: ${line}`) ?? [],
    ),
  ]);
}

async function trailsVerify(trails: readonly Trail[], story: Story): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const { artifact, entries } of trails) {
    const [first] = entries;
    const last = entries.at(-1);
    const verdict = await verified({ artifact } as EndedStep, last?.hash ?? '');
    if (verdict.kind !== 'intact')
      broken.push(`trail of ${first?.run}: ${JSON.stringify(verdict)}`);
    const checked = await checkGiven(
      { trail: artifact.get(TRAIL_FILE) ?? Buffer.alloc(0), beside: artifact },
      { heads: [last?.hash ?? ''], pause: async () => undefined },
    );
    if (checked.verdict.kind !== verdict.kind)
      broken.push(`the page says ${checked.verdict.kind}, the program ${verdict.kind}`);
    const end = entries.findLast(is('run.end'));
    if (checked.statement !== null) {
      const { predicate } = checked.statement;
      if (predicate.runDetails.outcome !== end?.outcome)
        broken.push(`the statement says ${predicate.runDetails.outcome}, not ${end?.outcome}`);
    }
  }
  // Of two jobs that read the same answers, one may find that the run still waits, and say so in a trail of its own.
  const mayFork = story.rounds.some(({ together }) => together);
  for (const trail of mayFork ? [] : trails) {
    const longest = newest(trails).find(({ entries }) => entries[0]?.run === trail.entries[0]?.run);
    trail.entries.forEach((entry, index) => {
      if (longest?.entries[index]?.hash !== entry.hash)
        broken.push(`two trails of ${entry.run} differ in entry ${index}`);
    });
  }
  return [...new Set(broken)];
}

async function outputsAgree({ jobs }: Played): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const { runId, end, isKilled } of jobs) {
    if (isKilled) continue;
    const { outcome, 'audit-head': head = '' } = end.outputs;
    if (outcome === undefined) broken.push(`job ${runId} has no outcome:\n${end.log.slice(-800)}`);
    if (end.entries.length === 0) {
      const isStalled = end.log.includes('Upload progress stalled');
      if (outcome !== 'skipped' && !isStalled)
        broken.push(`job ${runId} is ${outcome} and has no trail`);
      continue;
    }
    const last = end.entries.findLast(is('run.end'));
    if (last?.outcome !== outcome)
      broken.push(`job ${runId} says ${outcome}, its trail ${last?.outcome}`);
    if (end.entries.at(-1)?.hash !== head) broken.push(`job ${runId} publishes another head`);
    const fails = !['done', 'awaiting-approval', 'skipped'].includes(outcome ?? '');
    if (fails !== (end.exitCode === 1))
      broken.push(`job ${runId} is ${outcome} with exit code ${end.exitCode}`);
    if (!end.summary.includes(`Countersign: ${outcome}`))
      broken.push(`the summary of ${runId} does not say ${outcome}`);
    const denied = end.entries.filter(is('approval.decision'));
    if (outcome === 'done' && denied.some((one) => one.counted && one.decision === 'deny'))
      if (!wasDoneLater(end.entries)) broken.push(`job ${runId} is done although a person denied`);
  }
  return broken;
}

/** The outputs that count are what the trail says of the whole run. */
function countsAgree({ jobs }: Played): readonly string[] {
  return jobs.flatMap(({ runId, end, isKilled }) => {
    if (isKilled || end.entries.length === 0) return [];
    const calls = [...endsOf(end.entries).values()];
    const number = (test: (call: CallEnd) => boolean): string => String(calls.filter(test).length);
    const waiting = calls.filter(({ state }) => state === 'APPROVAL_REQUIRED');
    const expected = {
      'calls-auto': number((call) => ran(call) && call.verdict === 'auto'),
      'calls-approved': number((call) => ran(call) && call.verdict === 'requireApproval'),
      'calls-denied': number(({ state, usedDefault }) => state === 'DENIED' && !usedDefault),
      'pending-approvals': waiting.map(({ approval }) => approval).join(' '),
      turns: String(end.entries.filter(is('turn.start')).length),
    };
    return Object.entries(expected).flatMap(([name, value]) =>
      end.outputs[name] === value
        ? []
        : [`the output ${name} of job ${runId} is ${end.outputs[name]}; by the trail, ${value}`],
    );
  });
}

const ran = ({ state }: CallEnd): boolean => state === 'COMPLETED' || state === 'FAILED';

interface CallEnd {
  state: string;
  verdict: string;
  approval: string;
  usedDefault: boolean;
}

/** How far each call came. */
function endsOf(entries: readonly Entry[]): ReadonlyMap<string, CallEnd> {
  const calls = new Map<string, CallEnd>();
  for (const entry of entries) {
    if (entry.type === 'call.state') {
      const unset = { state: '', verdict: '', approval: '', usedDefault: false };
      const call = calls.get(entry.call) ?? unset;
      call.state = entry.state;
      if (entry.state === 'APPROVAL_REQUIRED') call.verdict = 'requireApproval';
      call.usedDefault ||= entry.usedDefault === true;
      calls.set(entry.call, call);
    } else if (entry.type === 'call.verdict') {
      const known = calls.get(entry.call);
      if (known !== undefined) known.verdict = entry.verdict;
    } else if (entry.type === 'approval.asked') {
      for (const { call, approval } of entry.requests) {
        const known = calls.get(call);
        if (known !== undefined) known.approval = approval;
      }
    }
  }
  return calls;
}

/** The conclusion of a run's check run, by its outcome (docs/outcomes.md). */
const CONCLUSIONS: Readonly<Record<string, string>> = {
  done: 'success',
  'awaiting-approval': 'action_required',
  'timed-out': 'timed_out',
  cancelled: 'cancelled',
};

/** Each run that nothing disturbed has one check run, on its commit, which says how it stands. */
function checksOf(
  { repository, jobs, acts, story }: Played,
  trails: readonly Trail[],
): readonly string[] {
  if (wasRefused(acts) || acts.some((act) => DISTURBS.has(act.do))) return [];
  if (jobs.some(({ isKilled }) => isKilled)) return [];
  return newest(trails).flatMap(({ entries }) => {
    const start = entries.find(is('run.start'));
    const outcome = entries.findLast(is('run.end'))?.outcome ?? '';
    // A run that could not start has no commit if its event, as a comment on a pull request, does not name one.
    if ((start?.headSha ?? null) === null || outcome === 'skipped') return [];
    if (isTwoJobs(story) && start?.workflow?.job === 'agent') return [];
    const shown = repository.github
      .checkRuns()
      .filter(({ externalId }) => externalId === `countersign:run:${start?.run}`)
      .map(({ headSha, conclusion }) => `${conclusion} on ${headSha}`)
      .join(', ');
    const wanted = `${CONCLUSIONS[outcome] ?? 'failure'} on ${start?.headSha}`;
    return shown === wanted
      ? []
      : [`${start?.run} is ${outcome}, its check run ${shown}: ${wanted}`];
  });
}

/** Whether each call that a person denied was made again and succeeded, or is the question whether to raise a limit. */
function wasDoneLater(entries: readonly Entry[]): boolean {
  const calls = [...callsOf(entries)];
  return entries
    .filter(is('approval.decision'))
    .filter(({ counted, decision }) => counted && decision === 'deny')
    .every((denied) => {
      const [, known] = calls.find(([call]) => call === denied.call) ?? [];
      return calls.some(([, { args, runs }]) => args === known?.args && runs > 0);
    });
}

/** The arguments of each call, as they were when it ran, and before a hook changed them. */
function callsOf(entries: readonly Entry[]) {
  const calls = new Map<string, { args: string; runs: number; verdict: string; tool: string }>();
  for (const entry of entries) {
    if (entry.type === 'call.state') {
      const known = calls.get(entry.call) ?? { args: '', runs: 0, verdict: '', tool: '' };
      const args = entry['gen_ai.tool.call.arguments'];
      calls.set(entry.call, {
        ...known,
        args: args === undefined ? known.args : JSON.stringify(args),
        tool: entry['gen_ai.tool.name'] ?? known.tool,
        runs: known.runs + (entry.state === 'EXECUTING' ? 1 : 0),
      });
    } else if (entry.type === 'call.verdict') {
      const known = calls.get(entry.call);
      if (known !== undefined) known.verdict = entry.verdict;
    } else if (entry.type === 'call.changed') {
      const known = calls.get(entry.call);
      if (known !== undefined) known.args = JSON.stringify(entry.arguments);
    } else if (entry.type === 'hook.ran') {
      const known = calls.get(entry.call);
      if (known !== undefined && entry.effect.startsWith('input '))
        known.args += entry.effect.replaceAll(String.raw`\"`, '"');
    }
  }
  return calls;
}

function effectsOf({ effects, repository }: Played, trails: readonly Trail[]): readonly string[] {
  const broken: string[] = [];
  const calls = newest(trails).flatMap(({ entries }) => [...callsOf(entries).values()]);
  for (const line of new Set(effects)) {
    const [word = ''] = line.split(' ');
    if (line.startsWith('denied')) broken.push(`the denied command ran: ${line}`);
    if (NEVER_RUN.includes(word)) broken.push(`the command ran although a hook kept it: ${line}`);
    const times = effects.filter((one) => one === line).length;
    const allowed = calls.filter(({ args }) => args.includes(`effect ${line}`));
    const runs = allowed.reduce((sum, call) => sum + call.runs, 0);
    if (times > runs) broken.push(`"${line}" took effect ${times} times, by the trails ${runs}`);
    if (
      ['gated', 'hookask', 'contained'].includes(word) &&
      !allowed.some(({ verdict }) => verdict === 'requireApproval')
    )
      broken.push(`"${line}" ran without a verdict that asks`);
  }
  for (const { body } of repository.github.commentsOn(1)) {
    const [, tag] = /^effect comment (\S+)/.exec(body) ?? [];
    if (
      tag !== undefined &&
      !calls.some((call) => call.runs > 0 && call.args.includes(`comment ${tag}`))
    )
      broken.push(`the comment ${tag} was posted without a call`);
  }
  return broken;
}

/** Each file that no commit has was written by a call that ran, and none is where nobody may write. */
function filesOf({ files }: Played, trails: readonly Trail[]): readonly string[] {
  const calls = trails.flatMap(({ entries }) => [...callsOf(entries).values()]);
  return files.flatMap((file) => {
    if (file === 'effects.log') return [];
    if (file.startsWith('.forbidden/')) return [`the forbidden file ${file} was written`];
    const isKnown = calls.some(({ runs, args }) => runs > 0 && args.includes(file));
    return isKnown ? [] : [`the file ${file} is there without a call that ran`];
  });
}

/** Commands reach a host only if the policy lists it, through the proxy, and their calls say so. */
function hostsOf({ canary, listed, story }: Played, trails: readonly Trail[]): readonly string[] {
  const uses = newest(trails).flatMap(({ entries }) =>
    entries.filter(is('call.state')).flatMap(({ network = [] }) => network),
  );
  const allowed = uses.filter(({ verdict }) => verdict === 'allowed');
  return [
    ...canary.map((path) => `a command in the sandbox reached the network: ${path}`),
    ...listed
      .filter((path) => !story.parts.network || path.endsWith('past-proxy'))
      .map((path) => `a command in the sandbox passed its proxy: ${path}`),
    ...(listed.length > 0 && allowed.length === 0
      ? [`a command reached ${listed[0]}, and no trail says so`]
      : []),
  ];
}

/** No tool runs more often in one run than the policy's `limits` say. */
function limitsOf({ story }: Played, trails: readonly Trail[]): readonly string[] {
  const [, limited, most] = /limits: \{ (\w+): (\d+) \}/.exec(story.policy) ?? [];
  return newest(trails).flatMap(({ entries }) => {
    const calls = [...callsOf(entries).values()].filter(({ tool }) => tool === limited);
    const times = calls.reduce((sum, { runs }) => sum + runs, 0);
    return times > Number(most) ? [`${limited} ran ${times} times; the limit is ${most}`] : [];
  });
}

/**
 * Runs push to no default branch, take nothing of people's commits away, and build on the commit on which they started, or on what they
 * pushed before.
 */
async function branchesOf(
  { repository, pushedByPeople }: Played,
  trails: readonly Trail[],
): Promise<readonly string[]> {
  const git = async (...words: readonly string[]): Promise<string> => {
    const text = await repository.runner
      .git('-C', repository.runner.origin, ...words)
      .catch(() => '');
    return text.trim();
  };
  const broken: string[] = [];
  const authors = (await git('log', '--format=%an', 'main')).split('\n');
  if (authors.some((name) => name !== 'octo-dev'))
    broken.push(`main has commits by ${[...new Set(authors)].join(', ')}`);
  const topic = (await git('rev-list', 'topic')).split('\n');
  for (const commit of pushedByPeople)
    if (!topic.includes(commit)) broken.push(`the branch lost ${commit}`);
  for (const { entries } of newest(trails)) {
    const known = new Set(
      entries
        .filter(is('run.start'))
        .slice(0, 1)
        .map((one) => one.headSha),
    );
    for (const { what, id } of entries.filter(is('github.write'))) {
      if (what !== 'commit') continue;
      const parent = await git('rev-parse', `${id}^`);
      if (!known.has(parent)) broken.push(`the commit ${id} is on ${parent}`);
      known.add(String(id));
    }
  }
  return broken;
}

/** Of two jobs, the first writes nothing on GitHub, and the second only what people approved. */
function appliedOf({ jobs, story }: Played): readonly string[] {
  if (!isTwoJobs(story)) return [];
  return jobs.flatMap(({ runId, job, end }) => {
    const written = end.entries.filter(is('github.write')).map(({ what }) => what);
    if (job === 'agent')
      return written.map((what) => `the agent's job ${runId} wrote a ${what} on GitHub`);
    const mayApply = story.policy.includes('whenUntrusted: auto');
    return [...callsOf(end.entries)].flatMap(([call, { tool, runs, verdict }]) =>
      runs > 0 && tool.startsWith('github_') && verdict !== 'requireApproval' && !mayApply
        ? [`the job ${runId} made ${call} ${tool} without asking`]
        : [],
    );
  });
}

const NEVER: ReadonlySet<string> = new Set([BOT]);

function isCounted({ counted, decision }: EntryOf<'approval.decision'>): boolean {
  return counted && decision === 'approve';
}

/** Each call that asked and ran had approvals by people who could give them, by what they wrote on GitHub. */
function approvalsOf(played: Played, trails: readonly Trail[]): readonly string[] {
  const { story, said, pressed, jobs } = played;
  const broken: string[] = [];
  const isSelf = story.policy.includes('self: true');
  const writers = new Set(jobs.flatMap((job) => [...job.writers]));
  for (const { entries } of newest(trails)) {
    const requester = entries.find(is('run.start'))?.requester?.login;
    for (const decision of entries.filter(is('approval.decision')).filter(isCounted)) {
      const { login } = decision.by;
      if (NEVER.has(login) || !writers.has(login.toLowerCase()))
        broken.push(`${login} approved ${decision.call} without write access`);
      if (login === requester && !isSelf) broken.push(`${login} approved a call of their own run`);
      const words = said.filter(({ by }) => by === login).flatMap(({ texts }) => texts);
      const named = words.some(
        (text) =>
          text.includes(decision.approval) || /^\/approve(?: all|$)|^\/answer \d/m.test(text),
      );
      if (!named && !pressed.includes(login))
        broken.push(`${login} never approved ${decision.approval}`);
    }
    for (const [call, { verdict, runs, args, tool }] of callsOf(entries)) {
      if (verdict !== 'requireApproval' || runs === 0) continue;
      const counted = entries.filter(is('approval.decision')).filter((one) => one.call === call);
      if (!counted.some((one) => one.counted))
        broken.push(`${call} ${tool} ${args} asked and ran with no answer`);
    }
    const used = entries.filter(is('approval.consumed')).map(({ approval }) => approval);
    if (new Set(used).size < used.length) broken.push('an approval was used twice');
  }
  return broken;
}

/**
 * Each call that ran after an approval had as many people behind it as its request asked for, each of whom could approve at some moment of
 * the job that used it.
 */
function votesOf({ jobs }: Played, trails: readonly Trail[]): readonly string[] {
  return newest(trails).flatMap(({ entries }) => {
    const needs = new Map<string, number>();
    const votes = new Map<string, Map<string, boolean>>();
    let writers: ReadonlySet<string> = new Set();
    return entries.flatMap((entry) => {
      if (entry.type === 'run.start') {
        const { runId, job } = entry.workflow ?? {};
        const own = jobs.find((one) => String(one.runId) === runId && one.job === job);
        writers = own?.writers ?? new Set();
      } else if (entry.type === 'approval.asked')
        for (const { approval, needs: asked } of entry.requests)
          needs.set(approval, asked?.count ?? entry.count);
      else if (entry.type === 'approval.decision') {
        const known = votes.get(entry.approval) ?? new Map<string, boolean>();
        votes.set(entry.approval, known.set(entry.by.login.toLowerCase(), isCounted(entry)));
      } else if (entry.type === 'approval.consumed') {
        const given = [...(votes.get(entry.approval) ?? [])]
          .filter(([login, counts]) => counts && writers.has(login))
          .map(([login]) => login);
        const wanted = needs.get(entry.approval) ?? 1;
        if (given.length < wanted)
          return [`${entry.approval} was used with ${wanted} asked for, given by: ${given.join()}`];
      }
      return [];
    });
  });
}

/** Whether GitHub refused what is asked of the issue. */
function wasRefused(acts: Played['acts']): boolean {
  return acts.some((act) => act.do === 'issue' && GONE.has(act.become));
}

/** What the tracking comment of a run says whose checkpoint or claim is lost. */
const LOST = 'this run cannot be resumed';
const DISTURBS: ReadonlySet<string> = new Set([
  'fault',
  'delete',
  'tamper',
  'artifacts',
  'key',
  'tick',
  'branch',
]);

function commentsOf(played: Played, trails: readonly Trail[]): readonly string[] {
  const { repository, issue, acts } = played;
  if (wasRefused(acts)) return [];
  const broken: string[] = [];
  const comments = repository.github.commentsOn(issue);
  const isDisturbed = acts.some((act) => DISTURBS.has(act.do));
  for (const { id, body } of comments)
    if (readMarker(body)?.state === 'waiting') broken.push(`comment ${id} still waits for a job`);
  const ids = comments.flatMap(({ body }) => readMarker(body)?.ids ?? []);
  for (const id of new Set(ids.filter((one, index) => ids.indexOf(one) < index)))
    broken.push(`a second comment asks for ${id}`);
  for (const { entries } of newest(trails)) {
    const run = entries[0]?.run ?? '';
    const outcome = entries.findLast(is('run.end'))?.outcome;
    const own = comments.filter(({ body }) => readMarker(body)?.run === run);
    const open = own.filter(({ body }) => readMarker(body)?.state === 'suspended');
    if (outcome === 'awaiting-approval') {
      const isLost = comments.some(
        ({ body }) => body.includes(`countersign:tracking ${run}`) && body.includes(LOST),
      );
      if (open.length !== 1 && !isDisturbed && !isLost)
        broken.push(`${run} awaits an approval, and ${open.length} comments ask for it`);
      for (const { body } of open)
        if (!body.includes('/approve') && !body.includes('/answer'))
          broken.push(`${run} awaits an answer, and its comment does not say how`);
    } else if (open.length > 0) broken.push(`${run} is ${outcome}, and a comment asks for it`);
    const tracking = comments.filter(({ body }) => body.includes(`countersign:tracking ${run}`));
    if (tracking.length > 1) broken.push(`${run} has ${tracking.length} tracking comments`);
    for (const { body } of tracking)
      if (!body.includes(`Countersign: ${outcome}`) && !body.includes(LOST))
        broken.push(`${run} is ${outcome}; its tracking comment says ${body.slice(0, 300)}`);
  }
  return broken;
}

/** Each comment that names a call, or asks for a run, and for which a job ran got a reaction or a comment. */
function answersOf({ repository, issue, jobs, said, acts, story }: Played): readonly string[] {
  if (wasRefused(acts)) return [];
  const own = repository.github.commentsOn(issue).filter(({ author }) => author.type === 'Bot');
  return said.flatMap(({ id, by, texts, isGone }) => {
    const handled = jobs.filter(({ comment, isKilled }) => comment === id && !isKilled);
    const [text = ''] = texts;
    const [job] = handled;
    if (isGone || job === undefined || by === BOT || texts.length > 1) return [];
    // The first of two jobs can only read: without changes to apply, nobody writes.
    const isHeard = !isTwoJobs(story) || handled.some((one) => one.job === 'apply');
    const isRequest = isHeard && text.startsWith('/countersign') && job.writers.has(by);
    if (!isRequest && !/^\/(?:approve|deny|answer)\b.* ap-/.test(text)) return [];
    const hasReply = own.some(
      (one) => one.id > id && /countersign:(?:reply|tracking)/.test(one.body),
    );
    if (repository.github.reactionsOn(id).length > 0 || hasReply) return [];
    return [`nobody answers ${by}: ${text} (${job.end.outputs['summary'] ?? ''})`];
  });
}

function secretsOf({ repository, jobs }: Played, trails: readonly Trail[]): readonly string[] {
  const forms = [SECRET, JSON.stringify(SECRET).slice(1, -1), encodeURIComponent(SECRET)];
  const sinks: (readonly [string, string])[] = [
    ...repository.github.log.map(
      ({ method, path, query, body }) => [`${method} ${path}`, `${query}${body}`] as const,
    ),
    ...jobs.flatMap(({ runId, end, post }) =>
      [end, ...(post === null ? [] : [post])].flatMap((step) => [
        [`log of ${runId}`, step.log.replaceAll(/^::add-mask::.*$/gm, '')] as const,
        [`outputs of ${runId}`, JSON.stringify(step.outputs)] as const,
        [`summary of ${runId}`, step.summary] as const,
      ]),
    ),
    ...trails.flatMap(({ artifact }) =>
      [...artifact]
        .filter(([path]) => !path.startsWith('checkpoint'))
        .map(([path, bytes]) => [`artifact ${path}`, artifactText(path, bytes)] as const),
    ),
  ];
  return [
    ...new Set(
      sinks
        .filter(([, text]) => forms.some((form) => text.includes(form)))
        .map(([sink]) => `a secret is in ${sink}`),
    ),
  ];
}
