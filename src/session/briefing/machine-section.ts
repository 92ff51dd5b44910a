import { type BriefingFacts, offers } from './facts.ts';

/** The machine and its programs; `null` if the run has no commands. */
export function machineSection(facts: Pick<BriefingFacts, 'machine' | 'tools'>): string | null {
  if (!offers(facts, 'bash_run')) return null;
  const { programs, system } = facts.machine;
  const found = programs.length === 0 ? 'none of the usual ones' : programs.join(', ');
  return ['# Machine', `- ${system}. Commands run in bash.`, `- Programs on PATH: ${found}.`].join(
    '\n',
  );
}
