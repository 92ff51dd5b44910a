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
 * names one. A word behind an option may be its value as well as the file that is sent, so it counts.
 */
function copies(elsewhere: RegExp): SendsData {
  return (words) =>
    words
      .filter(({ text }) => !/^-./.test(text ?? ''))
      .some(({ text }, index) => text === null || (index > 0 && elsewhere.test(text)));
}

/** The same behind a subcommand. */
function copiesBy(subcommand: RegExp, elsewhere: RegExp): SendsData {
  return (words) => {
    const place = words.findIndex(({ text }) => text === null || subcommand.test(text));
    return (
      place !== -1 && copies(elsewhere)(words.slice(place + (words[place]?.text === null ? 0 : 1)))
    );
  };
}

/** `HOST:path`, `scheme://…`, and the name of a remote or a container before the colon. */
const HOST = /^[^/:]+:|:\/\//;
const BUCKET = /^(?:s3|gs):\/\//;
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
  'scp, rsync': copies(HOST),
  // With `HOST:path` it only fetches, unless its commands are in a file.
  sftp: (words) =>
    begins(/^-[a-zA-Z]*b/)(words) ||
    !words.some(({ text }) => HOST.test(text?.replace(/^.*@/s, '') ?? '')),
  'aws, s3cmd, s5cmd': copiesBy(/^(?:cp|sync|mv|put)$/, BUCKET),
  gsutil: copiesBy(/^(?:cp|rsync|mv)$/, BUCKET),
  gcloud: copiesBy(/^(?:cp|rsync|mv|scp)$/, HOST),
  rclone: copiesBy(/^(?:copy|copyto|sync|bisync|move|moveto)$/, HOST),
  'kubectl, oc': copiesBy(/^cp$/, HOST),
});

/** Whether a command may send data to another machine, by its words and not only by its program or subcommand. */
export function sendsData(name: string, words: readonly SentWord[]): boolean {
  return SENDS.get(name)?.(words) ?? false;
}
