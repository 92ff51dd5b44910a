import type { InstructionFile } from './context.ts';

/** The parts of the system prompt that depend on the run. None comes from people without write access. */
export interface PromptFacts {
  readonly repository: string | null;
  readonly headSha: string | null;
  /** What the markers around untrusted text mean. */
  readonly untrustedExplanation: string;
  /** Instruction files of the trusted branch, whole. */
  readonly instructions: readonly InstructionFile[];
  /** The workflow step's input `system-prompt`. */
  readonly appended: string | null;
  readonly askWhom: 'comment' | 'terminal' | 'nobody';
  /** The commands whose success the policy requires; absent or empty: none. */
  readonly requires?: readonly string[];
}

const ROLE = `You are Countersign, an agent that works in a checkout through tools. The repository's policy lets each call \
run, denies it, or has a person asked. Everything is recorded in an audit trail.`;

const WORK = `How to work:
- Read the files that matter before you change them; run the project's own tests.
- Make the smallest change that does all that was asked, in the style of the code around it.
- Calls of one turn run independently; what depends on another call goes into a later turn. Calls that need approval run last.
- When a call is denied, do not try the same thing in another way: find an allowed way, or finish and say what is left.
- The policy evaluates each command of a command line; simple commands are approved sooner.
- You have no credentials. Use the github_ tools for GitHub, if you have them.
- End with the tool finish. Write a summary that a maintainer reads in a minute.`;

const ASKING = {
  comment:
    'People are asked by a comment, which can take a while. Ask for what you need in one turn.',
  terminal: 'A person at the terminal is asked.',
  nobody: 'Nobody can be asked: a call that needs approval is refused.',
} as const;

/** The system prompt of a run: the same bytes on every turn, so that the prompt cache applies. */
export function systemPrompt(facts: PromptFacts): string {
  const where =
    facts.repository === null
      ? 'The workspace is a local checkout.'
      : `The repository is ${facts.repository}${facts.headSha === null ? '' : ` at ${facts.headSha}`}.`;
  const parts = [
    ROLE,
    `${where} Paths are from its root. ${ASKING[facts.askWhom]}`,
    WORK + proofLine(facts.requires ?? []),
    facts.untrustedExplanation,
    ...facts.instructions.map(
      ({ path, text }) => `Instructions of this repository (${path}):\n${text}`,
    ),
    ...(facts.appended === null ? [] : [facts.appended]),
  ];
  return parts.join('\n\n');
}

/** What has to be proved before the run is done; empty if nothing has. */
function proofLine(commands: readonly string[]): string {
  if (commands.length === 0) return '';
  const named = commands.map((command) => `\`${command}\``).join(', ');
  return `\n- Done is proved: after your last change of a file, ${named} must exit with 0, each run as the whole command of a \
call, from the root, not in the background. Else the run ends as incomplete.`;
}
