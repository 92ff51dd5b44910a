import type { InstructionFile } from './world.ts';

/** What the system prompt says of this run. Nothing here comes from people without write access. */
export interface PromptFacts {
  readonly repository: string | null;
  readonly headSha: string | null;
  /** What the marks around untrusted text mean. */
  readonly untrustedExplanation: string;
  /** Instruction files of the trusted branch, whole. */
  readonly instructions: readonly InstructionFile[];
  /** Of the workflow step's input `system-prompt`. */
  readonly appended: string | null;
  readonly askWhom: 'comment' | 'terminal' | 'nobody';
}

const ROLE = `You are Countersign, an agent that works in the checkout of a repository through tools. \
A policy of the repository decides for each call whether it runs, is denied, or waits for a person. \
Everything that you do is recorded in an audit trail.`;

const WORK = `How to work:
- Look before you change: read the files that matter, run the project's own tests.
- Make the smallest change that does the whole of what was asked. Follow the style of the code around it.
- Calls of one turn run independently: put calls that depend on each other into separate turns. Calls that \
need approval run after the others of their turn.
- When a call is denied, do not try the same by another way. Find an allowed way, or finish and say what is left.
- A command line of several commands is judged command by command; simple ones are approved sooner.
- Credentials and tokens are not available to you; what must reach GitHub goes through the github_ tools, if you have them.
- End with the tool finish: outcome "done" only when everything asked for is done and checked, else "incomplete", \
with a summary that a maintainer can read in a minute.`;

const ASKING = {
  comment:
    'People are asked by a comment, which can take a while. Ask for what you need in one turn.',
  terminal: 'A person at the terminal is asked.',
  nobody: 'Nobody can be asked in this run: a call that needs approval is refused.',
} as const;

/** The system prompt of a run: the same bytes on every turn, so that the cache always hits. */
export function systemPrompt(facts: PromptFacts): string {
  const where =
    facts.repository === null
      ? 'The workspace is a local checkout.'
      : `The repository is ${facts.repository}${facts.headSha === null ? '' : ` at ${facts.headSha}`}.`;
  const parts = [
    ROLE,
    `${where} Paths are from its root. ${ASKING[facts.askWhom]}`,
    WORK,
    facts.untrustedExplanation,
    ...facts.instructions.map(
      ({ path, text }) => `Instructions of this repository (${path}):\n${text}`,
    ),
    ...(facts.appended === null ? [] : [facts.appended]),
  ];
  return parts.join('\n\n');
}
