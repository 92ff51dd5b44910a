/** One thing that `doctor` looked at. */
export interface Finding {
  readonly check: string;
  /** `unknown`: it could not be looked at from here; that is no problem by itself. */
  readonly level: 'ok' | 'problem' | 'unknown';
  readonly found: string;
  /** What to change; `null` where nothing has to be. */
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
