/** Parses a git configuration as git does. Pure: text in, values out. */

/** One value of a configuration as git reads it, with quotes, escapes, comments and line continuations resolved. */
export interface ConfigValue {
  /** `http.https://github.com/.extraheader`: section and key in lower case, the subsection unchanged. */
  readonly name: string;
  readonly section: string;
  readonly sub: string | null;
  readonly key: string;
  /** `null`: a key without a value, which means `true`. */
  readonly value: string | null;
}

/** The name may be empty in front of a subsection: `[.a]` is `[ "a"]`. */
const SECTION =
  /\[[ \t]*([A-Za-z0-9.-]+|(?=[ \t]+"))(?:[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?[ \t]*\]/uy;
const KEY = /([A-Za-z][A-Za-z0-9-]*)[ \t]*(=)?/uy;
const BLANK = /(?:[ \t\n]|[#;][^\n]*)*/uy;
/** Git ends a name or a value at a NUL byte, and takes a carriage return around a value for a blank. */
const UNCLEAR = /[\0\r]/u;
const MAX_CONFIG_VALUES = 20_000;

/** The values of a configuration in order; `null` if git would reject it, or could read other names or values than those here. */
export function configValues(text: string): readonly ConfigValue[] | null {
  const source = text.replace(/^\uFEFF/u, '').replaceAll('\r\n', '\n');
  if (UNCLEAR.test(source)) return null;
  const found: ConfigValue[] = [];
  let section: { readonly name: string; readonly sub: string | null } | null = null;
  let place = after(BLANK, source, 0)?.end ?? 0;
  while (place < source.length) {
    const header = after(SECTION, source, place);
    if (header !== null) {
      section = sectionOf(header.match);
      place = header.end;
    } else {
      const key = section === null ? null : after(KEY, source, place);
      if (key === null || section === null || found.length >= MAX_CONFIG_VALUES) return null;
      const read =
        key.match[2] === undefined ? { value: null, end: key.end } : valueAt(source, key.end);
      if (read === null) return null;
      const name = (key.match[1] ?? '').toLowerCase();
      const { name: head, sub } = section;
      found.push({
        name: sub === null ? `${head}.${name}` : `${head}.${sub}.${name}`,
        section: head,
        sub,
        key: name,
        value: read.value,
      });
      place = read.end;
      // A key without a value is alone on its line.
      if (read.value === null && !/^[ \t]*(?:\n|$)/u.test(source.slice(place))) return null;
    }
    place = after(BLANK, source, place)?.end ?? place;
  }
  return found;
}

function after(
  pattern: RegExp,
  text: string,
  place: number,
): { readonly match: RegExpExecArray; readonly end: number } | null {
  pattern.lastIndex = place;
  const match = pattern.exec(text);
  return match === null ? null : { match, end: pattern.lastIndex };
}

function sectionOf(match: RegExpExecArray): { readonly name: string; readonly sub: string | null } {
  const [, head = '', quoted] = match;
  if (quoted !== undefined)
    return { name: head.toLowerCase(), sub: quoted.replace(/\\([^])/gu, '$1') };
  // The old form, `[section.sub]`, is lower-cased.
  const cut = head.indexOf('.');
  if (cut === -1) return { name: head.toLowerCase(), sub: null };
  return { name: head.slice(0, cut).toLowerCase(), sub: head.slice(cut + 1).toLowerCase() };
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  b: '\b',
  '"': '"',
  '\\': '\\',
  '\n': '',
};

/** Trims blanks at both ends, except quoted ones. */
function valueAt(
  text: string,
  from: number,
): { readonly value: string; readonly end: number } | null {
  let value = '';
  let blanks = '';
  let quoted = false;
  let place = from;
  for (; place < text.length; place += 1) {
    const letter = text[place] ?? '';
    if (letter === '\n') break;
    if (!quoted && (letter === ' ' || letter === '\t')) {
      if (value !== '') blanks += letter;
      continue;
    }
    if (!quoted && (letter === '#' || letter === ';')) {
      const end = text.indexOf('\n', place);
      place = end === -1 ? text.length : end;
      break;
    }
    if (letter === '"') {
      quoted = !quoted;
      value += blanks;
      blanks = '';
      continue;
    }
    let next = letter;
    if (letter === '\\') {
      place += 1;
      const meant = ESCAPES[text[place] ?? ''];
      if (meant === undefined) return null;
      next = meant;
    }
    value += blanks + next;
    blanks = '';
  }
  return quoted ? null : { value, end: place };
}
