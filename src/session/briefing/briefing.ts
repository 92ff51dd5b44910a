import { commandsSection } from './commands-section.ts';
import type { BriefingFacts } from './facts.ts';
import { machineSection } from './machine-section.ts';
import { policySection } from './policy-section.ts';
import { runSection } from './run-section.ts';
import { topSection } from './top-section.ts';

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
  if (missing === undefined) return 'The work tree is as it was.';
  return (
    `The files that you changed are lost, because they could not be saved (${missing}). ` +
    'The work tree is at its commit again: look at each file before you rely on it, and make what is needed again.'
  );
}

function joined(sections: readonly (string | null)[]): string {
  return sections.filter((section) => section !== null).join('\n\n');
}
