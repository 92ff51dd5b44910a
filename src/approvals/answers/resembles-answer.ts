/**
 * Recognises text that people write to an approval request although it is no command. It decides who gets a reply and which
 * comments do not count. It never makes an answer count.
 */
import { readApprovalId } from '../binding.ts';
import { ANSWER_WORDS } from './answer-words.ts';

/** What people write before a word that resembles a command: a mention, HTML, a mark of a list or box, and any other signs but `./`. */
const DECORATION =
  /^(?:@[\w-]{1,100}(?:\[bot\])?[,:]?|<\/?[a-z]{1,10}>|<!--(?:[^-]|-(?!->))*-->|\d{1,9}[.)]|\[x\]|[^\p{L}\p{N}/.]|\.(?!\/))+/u;
/** The commands, and the words that people write in place of them. */
const SLASH_WORDS = [...ANSWER_WORDS, 'ap{1,3}r?o?v', 'den{1,2}[iy]', 'resum', 'reject', 'declin'];
const WITH_SLASH = new RegExp(String.raw`^/\s?(?:${SLASH_WORDS.join('|')})\w*(?![\w/])`);
const WITHOUT_SLASH = /^(?:ap{1,3}r?o?v|den{1,2}[iy]|reject|declin|cancel)/;
/** Any other word before an id, such as one that is misspelt or has letters of another alphabet, or a trigger phrase before a command with an id. */
const OTHER_WORD = new RegExp(
  String.raw`^/\s?[\p{L}\p{M}\p{N}_-]+[\s,]+(?:/?(?:${SLASH_WORDS.join('|')})\w*[\s,:]+)?[\x60"']?ap-`,
  'u',
);
/** Also behind a trigger phrase, if an id follows. */
const DENIAL =
  /^(?:\/?\s?(?:den{1,2}[iy]|reject|declin|cancel)|\/\s?[\w-]+[\s,]+(?:den{1,2}[iy]|reject|declin|cancel)\w*[\s,:]+[`"']?ap-)/;
/** A denial that names a call, anywhere in a line. */
const DENIAL_INSIDE =
  /(?<![\p{L}\p{N}/.])\/\s?(?:den{1,2}[iy]|reject|declin|cancel)\w*[\s,:]+[`"'([]*ap-/u;
/** A whole comment that agrees or refuses in one word or picture. */
const REACTION =
  /^(?:👍|👎|✅|❌|:\+1:|:-1:|:thumbsup:|:thumbsdown:|:white_check_mark:|:x:|\+1|-1|lgtm|(?:approved?|deny|denied|reject|rejected)(?: all)?)$/u;
const REFUSING = /^(?:👎|❌|:-1:|:thumbsdown:|:x:|-1|den|reject)/u;
const NO = /^(?:no|nope|nack|stop|wait|don['’]?t|do not)$/;
const REACTION_MAX_CHARACTERS = 100;
const ID = /(?<![A-Za-z0-9])ap-[0-9a-z]{8}(?![A-Za-z0-9])/gi;
/** Only the beginning of a longer line is examined. */
const LINE_MAX_CHARACTERS = 2_000;

/** The approval ids in a text, each once. */
export function idsIn(text: string): readonly string[] {
  const ids = [...text.matchAll(ID)].map(([typed]) => readApprovalId(typed));
  return [...new Set(ids.filter((id) => id !== null))];
}

/** True for a line that starts like a command, whatever stands before it, and for a slash with any word before an id. */
export function resemblesCommand(line: string): boolean {
  const start = startOf(line);
  if (WITH_SLASH.test(start)) return true;
  return /ap-/.test(start) && (WITHOUT_SLASH.test(start) || OTHER_WORD.test(start));
}

/** True for a line that starts like a refusal, or contains a denial that names a call. */
export function resemblesDenial(line: string): boolean {
  const isRefusing = REFUSING.test(plain(line.slice(0, LINE_MAX_CHARACTERS)).trim());
  return DENIAL.test(startOf(line)) || isRefusing || containsDenial(line);
}

/** True for a line that starts like a refusal without an id, or that is nothing but a no. */
export function refusesAlone(line: string): boolean {
  const whole = plain(line.slice(0, LINE_MAX_CHARACTERS)).replaceAll(
    /^[\s>*_~`"']+|[\s.!*_~`"']+$/g,
    '',
  );
  return DENIAL.test(startOf(line)) || (isReaction(line) && REFUSING.test(whole)) || NO.test(whole);
}

/** True if a line contains a denial that names a call, wherever it stands. */
export function containsDenial(line: string): boolean {
  return DENIAL_INSIDE.test(plain(line));
}

/** True if the whole text is 👍 or another single sign or word of agreement or refusal. */
export function isReaction(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length > REACTION_MAX_CHARACTERS) return false;
  return REACTION.test(plain(trimmed).replace(/[\s.!]+$/, ''));
}

function startOf(line: string): string {
  return plain(line.slice(0, LINE_MAX_CHARACTERS)).replace(DECORATION, '');
}

/** Without compatibility forms (`／`), invisible characters, skin tones and capitals. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}|\p{Emoji_Modifier}/gu, '')
    .toLowerCase();
}
