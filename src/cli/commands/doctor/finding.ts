import { distinctBy } from '../../../common/index.ts';

/** The result of one check of `doctor`. */
export interface Finding {
  readonly check: string;
  /** `unknown`: it could not be checked, which is not a problem by itself. */
  readonly level: 'ok' | 'problem' | 'unknown';
  readonly found: string;
  /** What to change; `null` if nothing. */
  readonly change: string | null;
}

export function good(check: string, found: string): Finding {
  return { check, level: 'ok', found, change: null };
}

export function bad(check: string, found: string, change: string): Finding {
  return { check, level: 'problem', found, change };
}

export function unknown(check: string, found: string, change: string | null = null): Finding {
  return { check, level: 'unknown', found, change };
}

/** The findings without those that say the same as an earlier one. */
export function distinct(findings: readonly Finding[]): readonly Finding[] {
  return distinctBy(findings, ({ check, found }) => `${check} ${found}`);
}

/** What all findings come to, in one line. A note can ask for a change, too. */
export function conclusionOf(findings: readonly Finding[]): string {
  const problems = findings.filter(({ level }) => level === 'problem').length;
  if (problems > 0) return `${problems} to change.`;
  const hasNotes = findings.some(({ level }) => level === 'unknown');
  return hasNotes
    ? 'No problem was found. The notes name possible changes, and what was not checked.'
    : 'Nothing must be changed.';
}
