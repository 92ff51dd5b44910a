/** The pages of the site by section, as paths from the root of the repository. A test of the repository holds it against docs/. */
export interface Section {
  readonly title: string;
  readonly pages: readonly string[];
  /** Closed until somebody opens it. */
  readonly collapsed?: boolean;
}

export const HOME = 'docs/README.md';

export const NAVIGATION: readonly Section[] = [
  {
    title: 'Start here',
    pages: ['docs/quick-start.md', 'docs/recipes.md', 'docs/comparison.md', 'docs/glossary.md'],
  },
  {
    title: 'Policy',
    pages: ['docs/policy.md', 'docs/baselines.md', 'docs/policy-keys.md', 'docs/approvals.md'],
  },
  {
    title: 'Runs',
    pages: [
      'docs/inputs.md',
      'docs/events.md',
      'docs/github.md',
      'docs/tools.md',
      'docs/outcomes.md',
      'docs/structured-output.md',
      'docs/matrix-runs.md',
    ],
  },
  {
    title: 'Models',
    pages: [
      'docs/providers.md',
      'docs/gateways.md',
      'docs/scripted-model.md',
      'docs/eval.md',
    ],
  },
  {
    title: 'Audit trail',
    pages: [
      'docs/trail.md',
      'docs/archive.md',
      'docs/trail-specification.md',
      'docs/trail-entries.md',
    ],
  },
  { title: 'Security', pages: ['SECURITY.md', 'docs/sandbox.md', 'docs/secrets.md'] },
  {
    title: 'Reference',
    pages: [
      'docs/cli.md',
      'docs/sdk.md',
      'docs/troubleshooting.md',
      'docs/performance.md',
      'docs/requests.md',
      'docs/releasing.md',
    ],
  },
  {
    title: 'First requests',
    collapsed: true,
    pages: [
      'docs/first-requests/README.md',
      'docs/first-requests/comments.md',
      'docs/first-requests/comments-on-fork.md',
      'docs/first-requests/triage.md',
      'docs/first-requests/review.md',
      'docs/first-requests/fix-ci.md',
      'docs/first-requests/dependencies.md',
      'docs/first-requests/maintenance.md',
      'docs/first-requests/release-notes.md',
      'docs/first-requests/two-jobs.md',
      'docs/first-requests/tools.md',
    ],
  },
];

export const PAGES: readonly string[] = [HOME, ...NAVIGATION.flatMap(({ pages }) => pages)];

/** Where a page lies on the site: `docs/` is its root, and a README the page of its folder. */
export function pathOnSite(page: string): string {
  return page
    .replace(/^docs\//, '')
    .replace(/^SECURITY\.md$/, 'security.md')
    .replace(/(^|\/)README\.md$/, '$1index.md');
}
