import { firstNames } from '../../common/index.ts';
import { type BriefingFacts, offers, shownName } from './facts.ts';
import { leftOutOf } from '../suspend/saved-work-tree.ts';
import { policySection } from './policy-section.ts';
import { runSection } from './run-section.ts';

/**
 * Describes the run's situation to the model, before the request. The text is written once and stays in the run's
 * messages. Facts that differ between runs stay out of the system prompt, so that all runs share the same one.
 */
export function briefing(facts: BriefingFacts): string {
  return joined([
    runSection(facts),
    policySection(facts),
    commandsSection(facts),
    machineSection(facts),
    topSection(facts),
  ]);
}

/** For a run that resumes in another job, whose earlier messages stay as they are. */
export function resumptionNote(facts: BriefingFacts): string {
  const day = facts.date.toISOString().slice(0, 10);
  const began =
    `# The run was suspended or interrupted, and resumes in another job. It is ${day}.\n` +
    `- ${workTreeWords(facts)} Background commands have ended; caches, and files that git ignores, may be gone.`;
  return joined([began, commandsSection(facts), machineSection(facts)]);
}

function workTreeWords({ job }: BriefingFacts): string {
  const missing = job.resume?.workTreeMissing;
  if (missing === undefined) {
    const leftOut = leftOutOf(job.resume?.workTree ?? null);
    if (leftOut.length === 0) return 'The work tree is as it was.';
    const named = leftOut
      .slice(0, MAX_LEFT_OUT)
      .map(({ path, because }) => `${shownName(path)} (${because})`);
    const more = leftOut.length > MAX_LEFT_OUT ? `, and ${leftOut.length - MAX_LEFT_OUT} more` : '';
    return `The work tree is as it was, but what could not be saved is as in its commit, or gone: ${named.join(', ')}${more}.`;
  }
  return (
    `The files that you changed are lost, because they could not be saved (${missing}). ` +
    'The work tree is at its commit again: look at each file before you rely on it, and make what is needed again.'
  );
}

const MAX_LEFT_OUT = 20;

function joined(sections: readonly (string | null)[]): string {
  return sections.filter((section) => section !== null).join('\n\n');
}

/** The machine and its programs; `null` if the run has no commands. */
function machineSection(facts: Pick<BriefingFacts, 'machine' | 'tools'>): string | null {
  if (!offers(facts, 'bash_run')) return null;
  const { programs, system } = facts.machine;
  const found = programs.length === 0 ? 'none of the usual ones' : programs.join(', ');
  return ['# Machine', `- ${system}. Commands run in bash.`, `- Programs on PATH: ${found}.`].join(
    '\n',
  );
}

/** The top folder. If the checkout is untrusted, so are its file names. */
function topSection({
  job,
  checkout,
  mark,
}: Pick<BriefingFacts, 'job' | 'checkout' | 'mark'>): string {
  const { more, top, isCounted } = checkout;
  const rest = more === 0 ? '' : `, and ${isCounted ? '' : 'at least '}${more} more`;
  const names =
    top.length === 0 ? 'nothing that may be listed' : `${top.map(shownName).join(', ')}${rest}`;
  const shown = job.untrustedFiles === null ? names : mark(names, 'the top folder of the checkout');
  return `# Workspace ${shownName(job.root)}: its top folder\n${shown}`;
}

const MAX_HOSTS = 20;

const SERVERS =
  'Each command, also one in the background, has its own /tmp and its own localhost: files in /tmp are gone after it, and ' +
  'no other command reaches a server that it started. Start and use a server in one command: `server & sleep 2; curl URL`.';

const SEEN =
  'They see the workspace, installed programs and toolchains, and a HOME of the run that keeps caches; no other folders, no ' +
  'credentials, and no files that usually hold secrets (.env, keys) or that may not be read.';

const WRITES =
  'Read-only: .github/, and .git unless all commands of the line are git. A command that is known to only read, or that runs ' +
  'as @contained, works on a copy: its writes are discarded, and its result says so. With access "write" they are kept.';

/** Describes the environment of `bash_run`; `null` if the run has no commands. */
function commandsSection(facts: Pick<BriefingFacts, 'job' | 'sandbox' | 'tools'>): string | null {
  if (!offers(facts, 'bash_run')) return null;
  return ['# Commands', ...commandLines(facts).map((line) => `- ${line}`)].join('\n');
}

function commandLines({ job, sandbox }: Pick<BriefingFacts, 'job' | 'sandbox'>): readonly string[] {
  switch (sandbox.state) {
    case 'off':
      return ['The policy runs commands without a sandbox.'];
    case 'none': {
      const then = job.askWhom === 'nobody' ? ', and nobody can be asked: none will run' : '';
      return [`This machine has no sandbox, so every command needs an approval${then}.`];
    }
    case 'on':
      return sandbox.backend === 'bubblewrap'
        ? [networkLine(job), SERVERS, SEEN, WRITES]
        : [networkLine(job), SEEN, WRITES];
  }
}

function networkLine({ policy }: Pick<BriefingFacts['job'], 'policy'>): string {
  const { network } = policy.sandbox;
  if (network.length === 0)
    return 'Commands run in a sandbox without a network: what is not installed cannot be fetched. If tests need it, say so.';
  const named = firstNames(network.map(shownName), MAX_HOSTS);
  return `Commands run in a sandbox. They reach only ${named}, through the proxy that their environment names; commands that only read reach nothing.`;
}
