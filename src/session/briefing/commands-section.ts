import { type BriefingFacts, offers } from './facts.ts';
import { shownName } from './names.ts';

const MAX_HOSTS = 20;

const SERVERS =
  'Each command, also one in the background, has its own /tmp and its own localhost: files in /tmp are gone after it, and ' +
  'no other command reaches a server that it started. Start and use a server in one command: `server & sleep 2; curl …`.';

const SEEN =
  'They see the workspace, installed programs and toolchains, and a HOME of the run that keeps caches; no other folders, no ' +
  'credentials, and no files that usually hold secrets (.env, keys) or that may not be read.';

const WRITES =
  'Read-only: .github/, and .git unless all commands of the line are git. A command that is known to only read, or that runs ' +
  'as @contained, works on a copy: its writes are discarded, and its result says so. With access "write" they are kept.';

/** Describes the environment of `bash_run`; `null` if the run has no commands. */
export function commandsSection(
  facts: Pick<BriefingFacts, 'job' | 'sandbox' | 'tools'>,
): string | null {
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
  const named = network.slice(0, MAX_HOSTS).map(shownName).join(', ');
  const more = network.length > MAX_HOSTS ? ` and ${network.length - MAX_HOSTS} more` : '';
  return `Commands run in a sandbox. They reach only ${named}${more}, through the proxy that their environment names; commands that only read reach nothing.`;
}
