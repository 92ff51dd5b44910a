import { loadPolicy, type Policy, type PolicyProblem, type PolicyWorld, type Situation } from '../../src/policy/index.ts';

/** A workspace at /w whose symlinks are `links` (from the root, to an absolute path). */
export function world(links: Record<string, string> = {}, options: { caseInsensitive?: boolean } = {}): PolicyWorld {
  return {
    root: '/w',
    caseInsensitive: options.caseInsensitive ?? false,
    realpath: (absolute) => {
      for (const [from, to] of Object.entries(links)) {
        const link = `/w/${from}`;
        if (absolute === link) return to;
        if (absolute.startsWith(`${link}/`)) return `${to}${absolute.slice(link.length)}`;
      }
      return absolute;
    },
    gitConfigRuns: () => null,
  };
}

export function situation(parts: Partial<Situation> = {}): Situation {
  return { world: world(), untrusted: false, sandboxed: true, ...parts };
}

export function policy(text: string): Policy {
  const result = loadPolicy(text.startsWith('version') ? text : `version: 1\n${text}`, { file: 'p.yml' });
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2));
  return result.policy;
}

export function problems(text: string | Uint8Array): readonly PolicyProblem[] {
  const result = loadPolicy(text, { file: 'p.yml' });
  if (result.ok) throw new Error('The policy was expected not to load.');
  return result.problems;
}
