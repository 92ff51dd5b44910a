import { CURL_SWITCHES } from '../specs/downloads.ts';
import { byName } from '../specs/table.ts';

/** A word after a program's name, and how it begins if its text is known only at run time. */
export interface SentWord {
  readonly text: string | null;
  readonly prefix?: string;
}

type SendsData = (words: readonly SentWord[]) => boolean;

/** A word that may be anything. */
function isAny({ text, prefix = '' }: SentWord): boolean {
  return text === null && prefix === '';
}

/** Whether a word begins like one of these, or may be anything. */
function begins(...forms: readonly RegExp[]): SendsData {
  return (words) =>
    words.some(
      (word) => isAny(word) || forms.some((form) => form.test(word.text ?? word.prefix ?? '')),
    );
}

/**
 * Whether a program that copies from its first operands to the last one may copy to another machine: unless only the first operand
 * names one. A word behind an option other than `valued` may be its value as well as the file that is sent, so it counts.
 */
function copies(elsewhere: RegExp, valued: RegExp): SendsData {
  return (words) =>
    operandsOf(words, valued).some(
      ({ text }, index) => text === null || (index > 0 && elsewhere.test(text)),
    );
}

/** The words that are no options, nor values of these. */
function operandsOf(words: readonly SentWord[], valued: RegExp): readonly SentWord[] {
  const operands: SentWord[] = [];
  let isBehindDashes = false;
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place];
    const text = word?.text ?? '';
    if (isBehindDashes || !/^-./.test(text)) operands.push(...(word === undefined ? [] : [word]));
    else if (valued.test(text)) place += 1;
    else isBehindDashes = text === '--';
  }
  return operands;
}

/** The same behind a subcommand. */
function copiesBy(subcommand: RegExp, elsewhere: RegExp, valued: RegExp): SendsData {
  return (words) => {
    const place = words.findIndex(({ text }) => text === null || subcommand.test(text));
    const start = place + (words[place]?.text === null ? 0 : 1);
    return place !== -1 && copies(elsewhere, valued)(words.slice(start));
  };
}

/** `HOST:path`, `scheme://…`, and the name of a remote or a container before the colon. */
const HOST = /^[^/:]+:|:\/\//;
const BUCKET = /^(?:s3|gs):\/\//;
/** `NAMESPACE/POD:path`. */
const POD = /^[^:]+:/;
const METHOD = /^(?:post|put|patch|delete)$/i;

/** Programs whose words say whether they send data, beside those that always do. */
const SENDS = byName<SendsData>({
  // curl(1) 8.10: a body, a form, a file, mail, a header from a file, or another method than those that only ask
  curl: begins(
    new RegExp(`^${CURL_SWITCHES}(?:[dFT]|H@|X(?:POST|PUT|PATCH|DELETE))`),
    /^--(?:da|fo|js|up|url-q|mail-f|var|expand|request=(?!GET$|HEAD$))|^@/,
    METHOD,
  ),
  // wget(1) 1.21, wget2(1) 2.1
  'wget, wget2': begins(/^--(?:po|bod|met)/),
  // HTTPie 3, xh 0.22: a field, a file, or a method that sends
  'http, https, xh': begins(
    /^(?:--(?:raw|form|mult)|-f$|@|[\w.[][\w.[\]-]*(?::=|=(?!=)|:?=?@))/,
    METHOD,
  ),
  // scp(1) 9.9, rsync(1) 3.4
  scp: copies(HOST, /^-[12346ABCTdfOpqRrstv]*[DFJMPSciloX]$/),
  rsync: copies(
    HOST,
    /^(?:-[0146abcdghiklmnopqrstuvxyzACDEFHIJKLNOPRSUWX]*e|--(?:rsh|exclude|include))$/,
  ),
  // With `HOST:path` it only fetches, unless its commands are in a file.
  sftp: (words) =>
    begins(/^-[a-zA-Z]*b/)(words) ||
    !words.some(({ text }) => HOST.test(text?.replace(/^.*@/s, '') ?? '')),
  'aws, s3cmd, s5cmd': copiesBy(
    /^(?:cp|sync|mv|put)$/,
    BUCKET,
    /^--(?:region|profile|endpoint-url|exclude|include)$/,
  ),
  gsutil: copiesBy(/^(?:cp|rsync|mv)$/, BUCKET, /^-x$/),
  gcloud: copiesBy(/^(?:cp|rsync|mv|scp)$/, HOST, /^--(?:project|zone|region)$/),
  rclone: copiesBy(
    /^(?:copy|copyto|sync|bisync|move|moveto)$/,
    HOST,
    /^--(?:transfers|checkers|include|exclude)$/,
  ),
  'kubectl, oc': copiesBy(/^cp$/, POD, /^(?:-[nc]|--(?:namespace|container|context|retries))$/),
});

/** Whether a command may send data to another machine, by its words and not only by its program or subcommand. */
export function sendsData(name: string, words: readonly SentWord[]): boolean {
  return SENDS.get(name)?.(words) ?? false;
}
