import { isCommonValue, isHarmlessValue } from '../../secrets/harmless-values.ts';
import { isPublicKey, isRandomSecret } from './named.ts';
import type { TokenPattern } from './tokens.ts';
import { classOfName } from '../../secrets/names.ts';

/** Placeholders for secrets in documentation and in code. */
const STAND_IN =
  /^(?:[$<*{([%&@]|\\)|example|your|xxx|placeholder|changeme|dummy|redacted|process\.env|\.\.\.|…|[(){}<>[\]`]/i;

const PASSWORD = /:\/\/[^\s/:]{0,255}:([^\s/@]{1,255})@/;
const MIN_PASSWORD_CHARS = 4;
const VARIABLE = /\{[^}]{1,50}\}|%[A-Z_]{1,30}%|\$[A-Z_]{1,30}|\$\([^)]{1,50}\)/;

function isRealValue(value: string): boolean {
  return !STAND_IN.test(value) && !isHarmlessValue(value);
}

/** Whether a value behind a name in capitals is one: letters alone are a constant more often than a secret. */
function isNamedSecret(value: string, name: string): boolean {
  if (!/[^A-Za-z_.-]/.test(value) || isPublicKey(value)) return false;
  return classOfName(name) === 'secret' && isRealValue(value);
}

/** Whether the password of an address is one: that of a test database is often a common value. */
function hasRealPassword(address: string): boolean {
  const password = PASSWORD.exec(address)?.[1] ?? '';
  if (password.length < MIN_PASSWORD_CHARS || VARIABLE.test(password)) return false;
  return !isCommonValue(password);
}

const SECRET_NAMES = [
  ['token', 'secret', 'passw', 'passphrase', 'credential', 'apikey'],
  ['_key', '_pass', '_pat', '_pwd', '_auth'],
].flat();

/** Joins several expressions to one, case-insensitive. */
function joined(...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join(''), 'gi');
}

/** Secrets that what is beside them identifies, and tokens without a fixed prefix. */
export const SECRETS_IN_CONTEXT: readonly TokenPattern[] = [
  {
    kind: 'aws-secret-key',
    words: ['aws', 'secret'],
    regex:
      /(?:aws|secret)[A-Za-z_-]{0,24}key["']?\s{0,4}(?:[:=]|=>)\s{0,4}["']?(?<secret>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/gi,
  },
  {
    kind: 'aws-secret-key',
    words: ['secret'],
    regex: joined(
      /secret_?access_?key["']?\s*(?:=>|[:=])\s*["']?(?<secret>[A-Za-z0-9/+=]{40})(?=["']|\b)/,
    ),
  },
  {
    kind: 'slack-webhook',
    words: ['hooks.slack'],
    regex:
      /https:\/\/hooks\.slack\.com\/services\/T[a-z0-9]{1,40}\/B[a-z0-9]{1,40}\/[a-z0-9]{1,40}/gi,
  },
  {
    kind: 'authorization',
    words: ['authorization'],
    regex: joined(
      /authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:basic|bearer|token)\s{1,4}/,
      /(?<secret>(?=[A-Za-z._~+/=-]{0,255}\d)[A-Za-z0-9._~+/=-]{16,8192})/,
    ),
  },
  // Addresses with a password as a whole: they also name the user, and options that may be secret.
  {
    kind: 'url-password',
    words: ['://'],
    regex:
      /(?:https?|ftps?):\/\/[\w-]{1,256}:[\w-]{1,256}@[\w%.+~#=-]{1,256}\.[A-Za-z0-9()]{1,6}\b/g,
    isSecret: hasRealPassword,
  },
  {
    kind: 'url-password',
    words: ['mongodb', 'mysql', 'postgres'],
    regex: joined(
      /(?:mongodb(?:\+srv)?|(?:jdbc:)?mysqlx?|postgres(?:ql)?):\/\//,
      /[^:/\s]{1,100}:[^@/\s]{1,200}@[^\s/?"'<>`\\]{0,100}(?:\/[^\s?"'<>`\\]{0,100})?(?:\?[^\s"'<>`\\]{0,500})?/,
    ),
    isSecret: hasRealPassword,
  },
  // The password in a URL of any scheme; not a placeholder or a word that documentation uses.
  {
    kind: 'url-password',
    words: ['://'],
    regex: joined(
      /(?<=[a-z][a-z0-9+.-]{0,20}):\/\/[^\s/:@"'<>]{0,255}:/,
      /(?![${<*[]|(?:pass|password|passwd|pwd|pw|secret|token|xxx+|changeme|example)@)/,
      /(?<secret>[^\s/@"'<>]{3,255})(?=@[^\s@])/,
    ),
    isSecret: (value) => !isCommonValue(value),
  },
  // A token as the user name.
  {
    kind: 'url-password',
    words: ['://'],
    regex: joined(
      /(?<=[a-z]):\/\/(?<secret>(?=[A-Za-z_-]{0,255}\d)[A-Za-z0-9_-]{20,255})/,
      /(?=(?::x-oauth-basic)?@[^\s@])/,
    ),
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
    kind: 'discord-token',
    words: ['discord', 'bot'],
    regex:
      /(?<![A-Za-z0-9_-])[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}(?![A-Za-z0-9_.-])/g,
  },
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
  // A password has more than small letters here; `-p3306:3306` of Docker and paths are none.
  {
    kind: 'mysql-password',
    words: ['mysql', 'mariadb'],
    regex:
      /-p(?<=\s-p)(?<=\b(?:mysql|mariadb)[\w-]{0,12}[ \t][^\n|;&]{0,300})["']?(?<secret>[^\s"'\\$/.-][^\s"'\\]{3,255})/g,
    isSecret: (value) =>
      /[^a-z-]/.test(value) && !/^[\d.:/]+$/.test(value) && !STAND_IN.test(value),
  },
  // A line of `.pgpass`.
  {
    kind: 'pgpass-password',
    words: [':5432:', ':5433:', ':6432:', ':*:'],
    regex:
      /(?<![^\s"'])(?:[\w.*-]{1,255}):(?:5432|5433|6432|\*):[^\s:]{1,64}:[^\s:]{1,64}:(?<secret>[^\s:"'\\]{4,255})/g,
    isSecret: (value) => !STAND_IN.test(value) && !isCommonValue(value),
  },
  // The private members of a JSON Web Key, also as texts of a value.
  {
    kind: 'private-key',
    words: ['kty'],
    regex:
      /(?:["'](?:d|p|q|dp|dq|qi|k)["'][ \t]{0,3}:\s{0,3}["']|\n\0\n(?:d|p|q|dp|dq|qi|k)\n\0\n)(?<secret>[\w-]{22,1400})(?=["'\\\n]|$)/g,
  },
  {
    kind: 'azure-client-secret',
    words: ['8q~'],
    regex: /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])/g,
  },
  { kind: 'age-key', words: ['age-secret-key-1'], regex: /AGE-SECRET-KEY-1[A-Z0-9]{50,64}/gi },
  {
    kind: 'terraform-token',
    words: ['.atlasv1.'],
    regex: /[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,70}/g,
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
  // A name and its value in two fields, as in lists of variables.
  {
    kind: 'named-secret',
    words: ['value'],
    regex:
      /\b(?:name|key)["']?(?::[ \t]{0,3}["']?|\n\0\n)(?<name>[\w.-]{3,80})(?:(?!\b(?:name|key)\b)[^{}]){1,80}?\bvalue["']?(?::[ \t]{0,3}["']?|\n\0\n)(?<secret>[\w~.+/-]{16,512}={0,2})/gi,
    isSecret: isRandomSecret,
  },
  // A key of a value and what it holds, or an option and its argument.
  {
    kind: 'named-secret',
    words: ['\n\u0000\n'],
    regex:
      /\n\0\n(?<=(?:^|\n\0\n)(?<name>[\w.-]{3,80})\n\0\n)(?:[A-Za-z][\w-]{1,20} )?(?<secret>[\w~.+/-]{16,512}={0,2})(?=\n\0\n|$)/g,
    isSecret: isRandomSecret,
  },
];
