import { isCommonValue, isHarmlessValue } from '../../secrets/harmless-values.ts';
import { isPublicKey } from './named.ts';
import type { TokenPattern } from './token.ts';
import { classOfName } from '../../secrets/names.ts';

/** Placeholders for secrets in documentation and in code. */
const STAND_IN =
  /^(?:[$<*{([%&@]|\\)|example|your|xxx|placeholder|changeme|dummy|redacted|process\.env|\.\.\.|…|[(){}<>[\]`]/i;

function isRealValue(value: string): boolean {
  return !STAND_IN.test(value) && !isHarmlessValue(value);
}

/** Whether a value behind a name in capitals is one: letters alone are a constant more often than a secret. */
function isNamedSecret(value: string, name: string): boolean {
  if (!/[^A-Za-z_.-]/.test(value) || isPublicKey(value)) return false;
  return classOfName(name) === 'secret' && isRealValue(value);
}

const SECRET_NAMES = [
  ['token', 'secret', 'passw', 'passphrase', 'credential', 'apikey'],
  ['_key', '_pass', '_pat', '_pwd', '_auth'],
].flat();

/** Tokens of further services, and secrets that only their context identifies. */
export const MORE_TOKENS: readonly TokenPattern[] = [
  {
    kind: 'vault-token',
    words: ['hvs.', 'hvb.', 'hvr.'],
    regex: /(?<![A-Za-z0-9])hv[sbr]\.[A-Za-z0-9_-]{24,300}/g,
  },
  // The older form is so generic that the text must mention Vault.
  {
    kind: 'vault-token',
    words: ['vault'],
    regex: /(?<![A-Za-z0-9._$])[sbr]\.(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}(?![A-Za-z0-9._(-])/g,
  },
  {
    kind: 'telegram-token',
    words: [':aa'],
    regex: /(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g,
  },
  {
    kind: 'discord-webhook',
    words: ['/webhooks/'],
    regex: /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,22}\/[A-Za-z0-9_-]{30,120}/g,
  },
  {
    kind: 'discord-token',
    words: ['discord', 'bot'],
    regex:
      /(?<![A-Za-z0-9_-])[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}(?![A-Za-z0-9_.-])/g,
  },
  { kind: 'discord-token', words: ['mfa.'], regex: /(?<![A-Za-z0-9])mfa\.[A-Za-z0-9_-]{80,100}/g },
  {
    kind: 'teams-webhook',
    words: ['webhook.office.com', 'outlook.office'],
    regex:
      /(?:[\w-]{1,63}\.webhook|outlook)\.office(?:365)?\.com\/webhook[\w-]{0,8}\/[A-Za-z0-9@/_-]{30,300}/g,
  },
  {
    kind: 'twilio-key',
    words: ['twilio'],
    regex: /(?<![A-Za-z0-9])(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])/g,
  },
  {
    kind: 'azure-storage-key',
    words: ['accountkey=', 'sharedaccesskey='],
    regex: /(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{40,90}={0,2})/gi,
  },
  {
    kind: 'azure-signature',
    words: ['sig='],
    regex: /[?&;]sig=(?<secret>[A-Za-z0-9%+/_-]{40,120}={0,2})/g,
  },
  // The signature of a URL that grants access for a time.
  {
    kind: 'url-signature',
    words: ['signature='],
    regex: /[?&;](?:X-(?:Amz|Goog)-)?Signature=(?<secret>[A-Za-z0-9%+/~_-]{40,2000}={0,2})/gi,
  },
  {
    kind: 'curl-password',
    words: ['curl'],
    regex:
      /(?<=\bcurl\b[^\n]{0,500}\s)(?:-u|--user)[ =]{0,2}["']?[^\s:"'$]{1,100}:(?<secret>[^\s"'\\]{4,255})/g,
    isSecret: (value) => !STAND_IN.test(value) && !isCommonValue(value),
  },
  {
    kind: 'azure-client-secret',
    words: ['8q~'],
    regex: /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])/g,
  },
  { kind: 'age-key', words: ['age-secret-key-1'], regex: /AGE-SECRET-KEY-1[A-Z0-9]{50,64}/gi },
  {
    kind: 'databricks-token',
    words: ['dapi'],
    regex: /(?<![A-Za-z0-9])dapi[a-f0-9]{32}(?:-\d)?(?![A-Za-z0-9])/g,
  },
  { kind: 'linear-key', words: ['lin_api_'], regex: /lin_api_[A-Za-z0-9]{32,64}/g },
  { kind: 'figma-token', words: ['figd_'], regex: /figd_[A-Za-z0-9_-]{32,64}/g },
  {
    kind: 'mailgun-key',
    words: ['key-'],
    regex: /(?<![A-Za-z0-9_-])key-[0-9a-f]{32}(?![A-Za-z0-9_-])/g,
  },
  { kind: 'new-relic-key', words: ['nrak-'], regex: /NRAK-[A-Z0-9]{27}/g },
  { kind: 'google-client-secret', words: ['gocspx-'], regex: /GOCSPX-[A-Za-z0-9_-]{28}/g },
  { kind: 'rubygems-key', words: ['rubygems_'], regex: /rubygems_[a-f0-9]{48}/g },
  { kind: 'pulumi-token', words: ['pul-'], regex: /(?<![A-Za-z0-9-])pul-[a-f0-9]{40}/g },
  {
    kind: 'terraform-token',
    words: ['.atlasv1.'],
    regex: /[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,70}/g,
  },
  { kind: 'postman-key', words: ['pmak-'], regex: /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/g },
  { kind: 'atlassian-token', words: ['atatt3'], regex: /ATATT3[A-Za-z0-9_=-]{60,300}/g },
  {
    kind: 'doppler-token',
    words: ['dp.'],
    regex: /(?<![A-Za-z0-9])dp\.(?:pt|st|ct|sa|scim)\.[A-Za-z0-9_.-]{40,80}/g,
  },
  {
    kind: 'shopify-token',
    words: ['shp'],
    regex: /(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/g,
  },
  // Hexadecimal digits and UUIDs behind a prefix that says nothing.
  {
    kind: 'token',
    words: ['sqp_', 'squ_', 'sqa_', 'sbp_', 'sgp_', 'bkua_', 'e2b_', 'fc-', 'lsv2_', 'sk-lf-'],
    regex:
      /(?<![A-Za-z0-9_-])(?:(?:sq[pua]|sbp|sgp|bkua|e2b)_[0-9a-f]{40}|fc-[0-9a-f]{32}|lsv2_[ps][tk]_[0-9a-f]{32}_[0-9a-f]{10}|sk-lf-[0-9a-f-]{36})(?![A-Za-z0-9_-])/g,
  },
  // `Server=…;User ID=…;Password=…;`
  {
    kind: 'connection-string',
    words: ['password', 'pwd'],
    regex: /;[ \t]{0,2}(?:password|pwd)[ \t]{0,2}=[ \t]{0,2}(?<secret>[^;"'\s]{4,255})/gi,
    isSecret: (value) => !STAND_IN.test(value),
  },
  // A quote ends the password only if it also ends a string.
  {
    kind: 'netrc-password',
    words: ['machine'],
    regex:
      /(?<![\w-])machine\s{1,8}\S{1,255}\s{1,8}(?:login\s{1,8}\S{1,255}\s{1,8})?password\s{1,8}(?<secret>(?:[^\s"']|["'](?![\s,:;}\])\\]|$)){4,255})/g,
    isSecret: (value) => !STAND_IN.test(value),
  },
  // A line of a `.env` file, a Dockerfile, a script, YAML or the log of a job, with a name in capitals.
  {
    kind: 'named-secret',
    words: SECRET_NAMES,
    regex:
      /^[ \t]{0,40}(?:\d{4}-\d\d-\d\dT[\d:.]{5,20}Z[ \t]{1,40})?(?:\d{1,9}(?:\t|[:-] ))?[+-]?[ \t]{0,40}(?:(?:export|set|ENV|ARG|-e|-)[ \t]{1,4})?["']?(?<name>[A-Z][A-Z0-9_]{2,80})["']?[ \t]{0,2}[=:][ \t]{0,2}["']?(?<secret>[^\s"'#;,]{8,4096})/gm,
    isSecret: isNamedSecret,
  },
  // The same within a line: `docker run -e FOO_TOKEN=…`, and in JSON.
  {
    kind: 'named-secret',
    words: SECRET_NAMES,
    regex:
      /(?<=(?<![\w$.{/-])(?<name>[A-Z][A-Z0-9_]{2,80}))(?:"[ \t]{0,2}:[ \t]{0,2}"|=["']?)(?<secret>[^\s"'#;,&|\\]{8,4096})/g,
    isSecret: isNamedSecret,
  },
];
