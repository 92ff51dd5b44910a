/** Where GitHub's description does not say what GitHub does, or is not about it. Each with its reason. */

/** Answers that any operation may give; the description names them only at some. */
export const GENERAL_STATUSES: Readonly<Record<string, string>> = {
  '304': 'every GET honours If-None-Match ("Best practices for using the REST API")',
  '400': 'a body that is no JSON ("Troubleshooting the REST API")',
  '401': 'bad credentials ("Authenticating to the REST API")',
  '403': 'a permission or a rate limit ("Troubleshooting the REST API")',
  '404': 'what the token may not see is told as not there ("Troubleshooting the REST API")',
  '422': 'validation failed ("Troubleshooting the REST API")',
  '429': 'a rate limit ("Rate limits for the REST API")',
};

/** Paths that are no part of the REST API. */
export const OTHER_PATHS: readonly { readonly path: RegExp; readonly reason: string }[] = [
  { path: /^\/twirp\//, reason: 'the results service that artifacts are uploaded to' },
  { path: /^\/blob\//, reason: 'the blob storage that artifacts lie in' },
  { path: /^\/_storage\//, reason: 'the storage that logs and pictures lie in' },
  { path: /^\/graphql$/, reason: 'GraphQL has a schema of its own' },
  { path: /^\/api\/(?:v3|graphql)/, reason: 'Enterprise Server; the local GitHub has 404 there' },
];

/** Violations that are the description's fault. `operation` and `problem` are tested against the two parts of a violation. */
export const KNOWN_WRONG: readonly {
  readonly operation: RegExp;
  readonly problem: RegExp;
  readonly reason: string;
}[] = [
  {
    operation: /./,
    problem: /^the 4\d\d answer has status, which is not documented/,
    reason: 'GitHub adds "status" to every error; the schema of validation errors forgets it',
  },
  {
    operation: /^GET .*\/pulls(?:\/\{pull_number\})?$/,
    problem: /^the 200 answer at (?:\/\d+)?\/head\/(?:repo|user) must be object, is null/,
    reason: 'the repository and the account of a fork that is gone are null',
  },
  {
    operation: /^GET .*\/actions\/runs(?:\/\{run_id\})?$/,
    problem:
      /^the 200 answer at (?:\/workflow_runs\/\d+)?\/head_repository must be object, is null/,
    reason: 'the repository of a fork that is gone is null',
  },
  {
    operation: /^GET .*\/actions\/jobs\/\{job_id\}\/logs$/,
    problem: /^the 410 answer is not documented/,
    reason: 'logs are gone when their days of retention are over',
  },
  {
    operation: /^GET .*\/pulls\/\{pull_number\}\/comments$/,
    problem: /^the 200 answer at \/\d+\/line must be integer, is null/,
    reason: 'a remark whose line is no longer in the diff has null for its line',
  },
];
