/**
 * A kind of token with a recognizable format. Every expression runs in linear time: a fixed prefix, then one character class
 * with an upper bound, or a lookbehind that allows only one match to begin in a run.
 */
export interface TokenPattern {
  readonly kind: string;
  /** Lower case. A text that contains none of them, in any case, has no match. */
  readonly words: readonly string[];
  /** If it has a group `secret`, which must be at the end of the match, only that group is redacted. */
  readonly regex: RegExp;
  /** Decides about a match; `name` is the text of the group `name`. */
  readonly isSecret?: (value: string, name: string) => boolean;
}

/** `prefixes`: separated by blanks. */
type Row = readonly [kind: string, prefixes: string, rest: RegExp];

const ANYWHERE: readonly Row[] = [
  ['github-token', 'ghp_ gho_ ghu_ ghs_ ghr_', /[A-Za-z0-9]{36,255}/],
  // The newer installation tokens hold a JWT.
  ['github-token', 'ghs_ ghu_', /[A-Za-z0-9_-]{1,64}\.?eyJ[A-Za-z0-9_.-]{20,2000}/],
  ['github-pat', 'github_pat_', /[A-Za-z0-9_]{22,255}/],
  ['anthropic-api-key', 'sk-ant-', /[A-Za-z0-9_-]{16,255}/],
  ['npm-token', 'npm_', /[A-Za-z0-9]{36,64}/],
  ['slack-token', 'xox', /[a-z]-[A-Za-z0-9%-]{10,250}/],
  ['slack-token', 'xapp-', /\d-[A-Za-z0-9-]{10,250}/],
  ['slack-webhook', 'hooks.slack.com/', /(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{20,120}/],
  [
    'gitlab-token',
    'glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glsoat- gloas- glimt- glagent- glffct- glwt-',
    /[A-Za-z0-9_.-]{20,255}/,
  ],
  ['pypi-token', 'pypi-AgE', /[A-Za-z0-9_-]{40,1000}/],
  ['digitalocean-token', 'doo_v1_ dop_v1_ dor_v1_', /[a-f0-9]{64}/],
  ['docker-token', 'dckr_pat_ dckr_oat_', /[A-Za-z0-9_-]{20,255}/],
  [
    'discord-webhook',
    'discord.com/api/ discordapp.com/api/',
    /(?:v\d{1,2}\/)?webhooks\/\d{15,22}\/[A-Za-z0-9_-]{30,120}/,
  ],
  ['linear-key', 'lin_api_', /\w{32,128}/],
  ['figma-token', 'figd_', /[A-Za-z0-9_-]{32,200}/],
  ['new-relic-key', 'NRAK-', /[A-Z0-9]{27}/],
  ['google-client-secret', 'GOCSPX-', /[A-Za-z0-9_-]{28}/],
  ['rubygems-key', 'rubygems_', /[a-f0-9]{48}/],
  ['postman-key', 'PMAK-', /[a-f0-9]{24}-[a-f0-9]{34}/],
  ['atlassian-token', 'ATATT3', /[A-Za-z0-9_=-]{60,300}/],
  ['openai-api-key', 'sk-', /[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}/],
  ['openai-api-key', 'sk-', /(?:proj|svcacct|admin)-[\w-]{58,74}T3BlbkFJ[\w-]{58,74}/],
];

const BEHIND_NO_LETTER: readonly Row[] = [
  ['aws-key-id', 'AKIA ASIA', /[A-Z0-9]{16}(?![A-Za-z0-9])/],
  ['aws-bedrock-key', 'ABSK bedrock-api-key-', /[A-Za-z0-9+/]{100,4000}={0,2}/],
  ['stripe-key', 'sk_live_ sk_test_ rk_live_ rk_test_', /[A-Za-z0-9]{16,255}/],
  ['sendgrid-key', 'SG.', /[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/],
  ['sendgrid-key', 'SG.', /(?=\w{1,64}\.)[\w.-]{66}(?!\w)/],
  ['huggingface-token', 'hf_', /[A-Za-z0-9]{30,64}(?![A-Za-z0-9])/],
  ['huggingface-token', 'hf_', /[A-Za-z]{34}(?![A-Za-z])/],
  ['github-token', 'ghp_ gho_ ghu_ ghs_ ghr_', /\w{36}(?!\w)/],
  ['github-token', 'ghs_', /\d{1,20}_[\w-]{1,1000}\.[\w-]{1,10000}\.[\w-]{1,1000}(?![\w-])/],
  ['npm-token', 'npm_', /\w{36}(?!\w)/],
  ['groq-key', 'gsk_', /[A-Za-z0-9]{52}(?![A-Za-z0-9])/],
  ['notion-token', 'ntn_', /\d{11}[A-Za-z0-9]{35}(?![A-Za-z0-9])/],
  ['grafana-token', 'glc_', /[A-Za-z0-9+/]{32,400}={0,2}(?![A-Za-z0-9+/=])/],
  ['grafana-token', 'glsa_', /[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}(?![A-Fa-f0-9])/],
  ['1password-token', 'ops_', /ey[A-Za-z0-9+/=]{100,1280}fQ={0,2}(?![A-Za-z0-9+/=])/],
  ['vercel-token', 'vcp_ vci_ vca_ vcr_ vck_', /[A-Za-z0-9]{20,60}(?![A-Za-z0-9])/],
  ['cloudflare-token', 'cfk_ cfut_ cfat_', /[A-Za-z0-9]{40}[0-9a-f]{8}(?![A-Za-z0-9])/],
  ['tailscale-key', 'tskey-', /[a-z]{2,20}-\w{8,40}-\w{16,60}(?!\w)/],
  [
    'slack-token',
    'xoxb- xoxp- xoxa- xoxo- xoxr- xapp-',
    /(?:[A-Za-z0-9]{1,40}-)+[A-Za-z0-9]{1,40}/,
  ],
  ['vault-token', 'hvs. hvb. hvr.', /[A-Za-z0-9_-]{24,300}/],
  ['discord-token', 'mfa.', /[A-Za-z0-9_-]{80,100}/],
  ['databricks-token', 'dapi', /[A-Fa-f0-9]{32}(?:-\d)?(?![A-Fa-f0-9])/],
  ['pulumi-token', 'pul-', /[a-f0-9]{40}/],
  ['doppler-token', 'dp.', /(?:pt|st|ct|sa|scim)\.[A-Za-z0-9_.-]{40,80}/],
  ['shopify-token', 'shpat_ shpca_ shppa_ shpss_', /[A-Za-z0-9]{32,64}/],
];

/** At the start of a run of letters, digits, `_` and `-`, so that only one match begins in it. */
const AT_START_OF_RUN: readonly Row[] = [
  ['google-api-key', 'AIza', /[0-9A-Za-z_-]{35}(?![0-9A-Za-z-])/],
  ['google-oauth-token', 'ya29.', /[0-9A-Za-z_-]{20,1000}/],
  ['openai-api-key', 'sk-', /(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,255}/],
  ['openai-api-key', 'sk-', /[A-Za-z0-9]{32,64}(?![A-Za-z0-9-])/],
  ['jwt', 'eyJ', /[A-Za-z0-9_-]{8,10000}\.eyJ[A-Za-z0-9_-]{2,10000}\.[A-Za-z0-9_-]{0,10000}/],
];

/** Hexadecimal digits and UUIDs behind a prefix that says little. */
const AS_A_WORD: readonly Row[] = [
  ['mailgun-key', 'key-', /[0-9a-f]{32}/],
  ['token', 'sqp_ squ_ sqa_ sbp_ sgp_ bkua_ e2b_', /[0-9a-f]{40}/],
  ['token', 'fc-', /[0-9a-f]{32}/],
  ['token', 'lsv2_', /[ps][tk]_[0-9a-f]{32}_[0-9a-f]{10}/],
  ['token', 'sk-lf-', /[0-9a-f-]{36}/],
];

/** A pattern for a row: its prefix, not behind `before`, and its rest, not followed by `after`. */
function patternOf([kind, prefixes, rest]: Row, before = '', after = ''): TokenPattern {
  const all = prefixes.split(' ');
  const prefix = `(?:${all.join('|').replaceAll('.', String.raw`\.`)})`;
  const begins = before === '' ? prefix : `${prefix}(?<!${before}${prefix})`;
  const regex = new RegExp(`${begins}${rest.source}${after}`, 'g');
  return { kind, words: all.map((one) => one.toLowerCase()), regex };
}

/** Tokens that their prefix alone identifies. */
export const TOKENS: readonly TokenPattern[] = [
  ...ANYWHERE.map((row) => patternOf(row)),
  ...BEHIND_NO_LETTER.map((row) => patternOf(row, '[A-Za-z]')),
  ...AT_START_OF_RUN.map((row) => patternOf(row, '[A-Za-z0-9][_-]*')),
  ...AS_A_WORD.map((row) => patternOf(row, String.raw`[\w-]`, String.raw`(?![\w-])`)),
];
