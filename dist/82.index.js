export const id = 82;
export const ids = [82];
export const modules = {

/***/ 12112:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  WS: () => (/* reexport */ CountersignError),
  im: () => (/* reexport */ OUTCOMES),
  dj: () => (/* reexport */ canonicalJson),
  lY: () => (/* reexport */ createRedactor),
  wI: () => (/* reexport */ crockford),
  qs: () => (/* reexport */ defuseMentions),
  ol: () => (/* reexport */ digestOf),
  kc: () => (/* reexport */ errorText),
  EU: () => (/* reexport */ fence),
  OW: () => (/* reexport */ isJsonObject),
  n8: () => (/* reexport */ markdownPieces),
  $0: () => (/* reexport */ neutralise),
  F$: () => (/* reexport */ newRunId),
  TN: () => (/* reexport */ oneLine),
  sc: () => (/* reexport */ sha256),
  ml: () => (/* reexport */ systemClock),
  ok: () => (/* reexport */ tameJson),
  kU: () => (/* reexport */ truncateMiddle),
  RK: () => (/* reexport */ visible),
  ES: () => (/* reexport */ wellFormed)
});

// UNUSED EXPORTS: maskability

// EXTERNAL MODULE: ./node_modules/canonicalize/lib/canonicalize.js
var canonicalize = __webpack_require__(98799);
;// CONCATENATED MODULE: ./build/base/errors.js
/**
 * The one error of the project. Thrown only for the unexpected; expected outcomes are values.
 * `message` says what was wrong with which value; `fix` says what to write or do instead.
 */
class CountersignError extends Error {
    code;
    fix;
    constructor(code, message, options = {}) {
        super(message, options.cause === undefined ? undefined : { cause: options.cause });
        this.name = 'CountersignError';
        this.code = code;
        this.fix = options.fix;
    }
}
/** The text of anything that was thrown, for people: message, then the fix where there is one. */
function errorText(error) {
    if (error instanceof CountersignError) {
        return error.fix === undefined ? error.message : `${error.message} ${error.fix}`;
    }
    if (error instanceof Error)
        return error.message === '' ? error.name : error.message;
    try {
        return String(error);
    }
    catch {
        return 'Something that has no text was thrown.';
    }
}

;// CONCATENATED MODULE: ./build/base/canonical.js


/**
 * Canonical JSON after RFC 8785: the one text of a value, whatever the order of its keys.
 * Throws `internal` on what JSON cannot carry (NaN, Infinity, a lone surrogate).
 */
function canonicalJson(value) {
    const text = attempt(value);
    if (text === undefined)
        throw new CountersignError('internal', 'A value has no canonical JSON form.');
    return text;
}
function attempt(value) {
    try {
        return (0,canonicalize/* default */.A)(value);
    }
    catch (cause) {
        throw new CountersignError('internal', 'A value has no canonical JSON form.', { cause });
    }
}
/** `text` with each half of a broken surrogate pair replaced by U+FFFD, so that it has a canonical form. */
function wellFormed(text) {
    return text.toWellFormed();
}

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(58500);
;// CONCATENATED MODULE: ./build/base/clock.js

/** The clock of the machine. */
const systemClock = {
    now: () => new Date(),
    monotonicMs: () => performance.now(),
    sleep: async (ms, signal) => {
        try {
            await (0,promises_.setTimeout)(ms, undefined, signal === undefined ? {} : { signal });
        }
        catch (error) {
            // The timer rejects with an AbortError of its own; callers go by the reason that was given.
            throw signal?.aborted === true ? signal.reason : error;
        }
    },
};

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/base/digest.js


/** SHA-256 of bytes or of UTF-8 text, as 64 lower-case hexadecimal digits. */
function sha256(data) {
    return (0,external_node_crypto_.hash)('sha256', data, 'hex');
}
/** SHA-256 over the canonical JSON (RFC 8785) of a value, as 64 lower-case hexadecimal digits. */
function digestOf(value) {
    return sha256(canonicalJson(value));
}

;// CONCATENATED MODULE: ./build/base/ids.js


const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const RUN_ID_LENGTH = 16;
/**
 * The first `length` characters of `bytes` in Crockford base32 (lower case), five bits a character.
 * Throws `internal` where the bytes do not hold that many.
 */
function crockford(bytes, length) {
    if (length * 5 > bytes.length * 8) {
        throw new CountersignError('internal', `${bytes.length} bytes do not make ${length} characters.`);
    }
    let bits = 0n;
    for (const byte of bytes)
        bits = (bits << 8n) | BigInt(byte);
    const total = bytes.length * 8;
    let text = '';
    for (let index = 0; index < length; index += 1) {
        const shift = BigInt(total - 5 * (index + 1));
        text += CROCKFORD[Number((bits >> shift) & 31n)];
    }
    return text;
}
/** A fresh id for a run: `run-` and 16 characters of Crockford base32 (80 random bits). */
function newRunId() {
    return `run-${crockford((0,external_node_crypto_.randomBytes)(10), RUN_ID_LENGTH)}`;
}

;// CONCATENATED MODULE: ./build/base/json.js
/** True for a plain JSON object: not null, not an array. */
function isJsonObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

;// CONCATENATED MODULE: ./build/base/markdown-code.js
/**
 * Which parts of a Markdown text are code, for text that somebody else wrote. Where CommonMark's rules leave a doubt a
 * part is not code: whoever asks treats code more gently than the rest.
 */
const FENCE = /^((?:[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]|[ \t]*>)*[ \t]*)(`{3,}|~{3,})([^\n]*)$/;
const MAX_TOP_INDENT = 3;
const MAX_LIST_INDENT = 40;
const MAX_LINES_BACK = 200;
/** Inside of raw HTML a backtick is a backtick. A block of it goes on to a blank line, or to a closing tag. */
const RAW_START = /^[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)*<(?:[!?]|\/?([A-Za-z][A-Za-z0-9-]*)(?=[\s/>]|$))/;
const BLANK = /^\s*$/;
const RAW_TO_CLOSING = /^(?:pre|script|style|textarea)$/i;
/**
 * `text` in pieces, which joined are the text. Fences come with their marks and last line break, inline code with its
 * backticks; inline code that goes on in another line counts as prose. `skip` is asked at each `<` outside of code and
 * gives the index after something that hides what it holds, such as a comment, or `null`; that too is prose.
 */
function markdownPieces(text, skip) {
    const pieces = [];
    const raw = rawHtml();
    let at = 0;
    while (at < text.length) {
        const starts = at === 0 || text[at - 1] === '\n';
        const end = nextLine(text, at);
        const isRaw = raw.read(text.slice(at, end), starts);
        const fenceEnd = starts && !isRaw ? endOfFence(text, at) : null;
        if (fenceEnd === null) {
            const line = readLine(text, { at, end, isRaw, skip });
            pieces.push(...line.pieces);
            at = line.next;
        }
        else {
            pieces.push({ kind: 'fence', text: text.slice(at, fenceEnd) });
            at = fenceEnd;
        }
    }
    return joined(pieces);
}
/** Prose beside prose as one piece, empty pieces left out. */
function joined(pieces) {
    const all = [];
    let prose = [];
    const flush = () => {
        const text = prose.join('');
        prose = [];
        if (text !== '')
            all.push({ kind: 'prose', text });
    };
    for (const piece of pieces) {
        if (piece.kind === 'prose')
            prose.push(piece.text);
        else {
            flush();
            all.push(piece);
        }
    }
    flush();
    return all;
}
/** Whether lines, told one after the other, are raw HTML. */
function rawHtml() {
    let until = null;
    return {
        read: (line, starts) => {
            if (until === null) {
                const found = starts ? RAW_START.exec(line) : null;
                if (found === null)
                    return false;
                const name = found[1];
                if (name !== undefined)
                    until = RAW_TO_CLOSING.test(name) ? new RegExp(`</${name}`, 'i') : BLANK;
            }
            if (until?.test(line) === true && (starts || until !== BLANK))
                until = null;
            return true;
        },
    };
}
function nextLine(text, at) {
    const end = text.indexOf('\n', at);
    return end === -1 ? text.length : end + 1;
}
/** Where the fence that opens at this line ends; `null` where none opens. */
function endOfFence(text, start) {
    let next = nextLine(text, start);
    const fence = openedBy(text.slice(start, next).replace(/\r?\n$/, ''), listRoomBefore(text, start));
    if (fence === null)
        return null;
    while (next < text.length) {
        const end = nextLine(text, next);
        const line = text.slice(next, end).replace(/\r?\n$/, '');
        if (leaves(line, fence))
            return next;
        if (closes(line, fence))
            return end;
        next = end;
    }
    return next;
}
/**
 * How far the text of the list item is indented that a line belongs to which is itself indented; 0 where there is none.
 * Looks back for the nearest line that is indented less.
 */
function listRoomBefore(text, start) {
    const indent = /^ */.exec(text.slice(start, start + MAX_LIST_INDENT))?.[0].length ?? 0;
    if (indent === 0)
        return 0;
    let end = start - 1;
    for (let lines = 0; end > 0 && lines < MAX_LINES_BACK; lines += 1) {
        const begin = text.lastIndexOf('\n', end - 1) + 1;
        const line = text.slice(begin, end);
        end = begin - 1;
        if (line.trim() === '' || (/^ */.exec(line)?.[0].length ?? 0) >= indent)
            continue;
        const marker = /^ {0,3}(?:[-*+]|\d{1,9}[.)]) {1,4}(?=\S)/.exec(line);
        return marker === null || marker[0].length > indent ? 0 : marker[0].length;
    }
    return 0;
}
function openedBy(line, listRoom) {
    const [, lead = '', marks = '', info = ''] = FENCE.exec(line) ?? [];
    if (marks === '' || (marks.startsWith('`') && info.includes('`')))
        return null;
    const quoted = lead.includes('>');
    // What is indented more is no fence, but code by its indent.
    const plain = /^[ \t]*$/.test(lead);
    if (plain && (lead.length - listRoom > MAX_TOP_INDENT || lead.includes('\t')))
        return null;
    return {
        mark: marks.slice(0, 1),
        length: marks.length,
        indent: plain ? listRoom : lead.length,
        quoted,
    };
}
/** A fence in a quote or a list item ends with it, closed or not. */
function leaves(line, { indent, quoted }) {
    if (quoted)
        return !/^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>/.test(line);
    return indent > 0 && line.trim() !== '' && (/^[ \t]*/.exec(line)?.[0].length ?? 0) < indent;
}
function closes(line, fence) {
    const inner = fence.quoted ? line.replace(/^[\s>]*/, '') : line;
    const [, indent = '', marks = ''] = /^([ \t]*)(`+|~+)[ \t]*$/.exec(inner) ?? [];
    const room = fence.indent === 0 ? MAX_TOP_INDENT : fence.indent + MAX_TOP_INDENT;
    return marks.startsWith(fence.mark) && marks.length >= fence.length && indent.length <= room;
}
/** One line, or more where something that hides begins in it. */
function readLine(text, line) {
    const pieces = [];
    let start = line.at;
    let at = line.at;
    while (at < line.end) {
        const character = text[at];
        const hiding = character === '<' ? (line.skip?.(text, at) ?? null) : null;
        if (hiding !== null && hiding > at) {
            pieces.push({ kind: 'prose', text: text.slice(start, hiding) });
            return { pieces, next: hiding };
        }
        if (character === '`' && !line.isRaw) {
            const end = endOfSpan(text, at, line.end);
            if (end.closed) {
                pieces.push({ kind: 'prose', text: text.slice(start, at) }, { kind: 'span', text: text.slice(at, end.at) });
                start = end.at;
            }
            at = end.at;
        }
        else
            at += character === '\\' && !line.isRaw ? 2 : 1;
    }
    pieces.push({ kind: 'prose', text: text.slice(start, line.end) });
    return { pieces, next: line.end };
}
/** After the inline code that begins here, or after its backticks where nothing closes them in this line. */
function endOfSpan(text, at, end) {
    const opening = runLength(text, at);
    let look = at + opening;
    while (look < end) {
        const found = text.indexOf('`', look);
        if (found === -1 || found >= end)
            break;
        const length = runLength(text, found);
        if (length === opening)
            return { closed: true, at: found + length };
        look = found + length;
    }
    return { closed: false, at: at + opening };
}
function runLength(text, at) {
    let length = 0;
    while (text[at + length] === '`')
        length += 1;
    return length;
}

;// CONCATENATED MODULE: ./build/base/outcome.js
/** How a run ended (promise 9 of SECURITY.md). `skipped` is an event that the action has no work for. */
const OUTCOMES = [
    'done',
    'incomplete',
    'denied',
    'awaiting-approval',
    'over-budget',
    'timed-out',
    'cancelled',
    'error',
    'skipped',
];

;// CONCATENATED MODULE: ./build/base/tame.js


/** Deeper than this, a value that somebody else built is cut. */
const MAX_DEPTH = 100;
const CUT = '[nested too deeply]';
/**
 * A value from outside in a form that everything here can digest and write: strings without broken surrogates,
 * nothing deeper than 100 levels.
 */
function tameJson(value, depth = 0) {
    if (typeof value === 'string')
        return wellFormed(value);
    if (typeof value !== 'object' || value === null)
        return value;
    if (depth >= MAX_DEPTH)
        return CUT;
    if (!isJsonObject(value))
        return value.map((item) => tameJson(item, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [wellFormed(key), tameJson(item, depth + 1)]));
}

;// CONCATENATED MODULE: ./build/base/text.js
/**
 * Text by models, commands and strangers, on its way to a place that would act on it: a log that
 * knows workflow commands, Markdown that notifies people, a screen that hides characters. None of
 * that text is trusted.
 */
const SHORTEST_NOTE_ROOM = 80;
const FENCE_MIN = 3;
/** Control, format and invisible characters: what a reader does not see, but a program does. */
const INVISIBLE = new RegExp([
    '(?![\\n\\t])\\p{Cc}',
    '\\p{Cf}',
    '\\p{Cs}',
    '[\\u2028\\u2029\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u2800\\u3164\\uFFA0]',
    '[\\u{E0100}-\\u{E01EF}]',
].join('|'), 'gu');
const COLOURS = /\u001B\[[0-9;]*m/g;
const COMMAND_AT_LINE_START = /^([\s\u0085\uFEFF]*):(?=:)/gm;
/**
 * `text` with at most `max` characters: its head and its tail, and between them how much was cut.
 * No surrogate pair is split. A text that fits comes back as it is. `max` below 80 counts as 80.
 * Redact before: half a secret matches nothing.
 */
function truncateMiddle(text, max) {
    const limit = Math.max(max, SHORTEST_NOTE_ROOM);
    if (text.length <= limit)
        return text;
    const room = limit - SHORTEST_NOTE_ROOM;
    const head = cutAt(text, Math.ceil(room / 2));
    const tail = text.slice(startAt(text, text.length - Math.floor(room / 2)));
    const cut = text.length - head.length - tail.length;
    return `${head}\n[... ${cut.toLocaleString('en-US')} characters cut here ...]\n${tail}`;
}
function cutAt(text, end) {
    return text.slice(0, isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end);
}
function startAt(text, start) {
    return isHighSurrogate(text.charCodeAt(start - 1)) ? start + 1 : start;
}
function isHighSurrogate(unit) {
    return unit >= 0xd800 && unit <= 0xdbff;
}
/**
 * `text` with every control, bidirectional, zero-width and otherwise invisible character written
 * out as `\u{202E}`. Line feeds, tabs and a carriage return right before a line feed stay.
 */
function visible(text) {
    return text.replace(INVISIBLE, (found, offset) => {
        if (found === '\r' && text[offset + 1] === '\n')
            return found;
        return `\\u{${(found.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
    });
}
/**
 * `text` as a Markdown code block that the text cannot close: the fence is longer than any run of
 * backticks in it. `info` is the language; whatever is not a letter, digit, `+`, `-` or `_` is
 * dropped.
 */
function fence(text, info = '') {
    const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
    const marks = '`'.repeat(Math.max(FENCE_MIN, longest + 1));
    const language = info.replaceAll(/[^A-Za-z0-9+_-]/g, '');
    return `${marks}${language}\n${text}${text.endsWith('\n') || text === '' ? '' : '\n'}${marks}`;
}
/**
 * `text` for a log that a workflow runner reads: no line of it is a workflow command (`::name::` at
 * the start of a line, `##[name]` anywhere), colours are gone, and whatever else does not show is
 * written out.
 */
function neutralise(text) {
    const plain = visible(text.replaceAll(COLOURS, '').replaceAll('\r\n', '\n'));
    return plain.replaceAll('##[', '## [').replace(COMMAND_AT_LINE_START, '$1: ');
}
/**
 * Markdown that notifies nobody: `@name` and `@org/team` are broken by a zero-width space, also
 * where the `@` is written as an entity. With `references`, `#12`, `GH-12` and addresses of issues
 * and pull requests are broken too, so that nothing is linked from there or closed by a keyword.
 */
function defuseMentions(text, options = {}) {
    const quiet = text
        .replaceAll(/&(?:#0*64|#[xX]0*40|commat);/g, '@')
        .replaceAll(/(?<![A-Za-z0-9_])@(?=\S)(?!\u200B)/g, '@\u200B');
    if (options.references !== true)
        return quiet;
    return quiet
        .replaceAll(/&(?:#0*35|#[xX]0*23|num);/g, '#')
        .replaceAll(/#(?=\d)/g, '#\u200B')
        .replaceAll(/\b(GH-)(?=\d)/gi, '$1\u200B')
        .replaceAll(/\b((?:issues|pull|discussions)\/)(?=\d)/gi, '$1\u200B');
}
/**
 * `text` on one line of at most `max` characters, invisible characters written out, cut with `…`.
 */
function oneLine(text, max) {
    const line = visible(text.replaceAll(/\s+/g, ' ').trim());
    if (line.length <= max)
        return line;
    return `${cutAt(line, Math.max(0, max - 1))}…`;
}

// EXTERNAL MODULE: external "node:vm"
var external_node_vm_ = __webpack_require__(30714);
;// CONCATENATED MODULE: ./build/base/redact-custom.js


/** Milliseconds that one pattern may take over one text; after that the whole text counts as a match. */
const MAX_PATTERN_MS = 2_000;
const MAX_PATTERNS = 50;
const MAX_SOURCE_CHARS = 1_000;
/** Matches of one pattern in one text; with more, the whole text counts as a match. */
const MAX_MATCHES = 100_000;
const FIND = new external_node_vm_.Script(`{
  const found = [];
  for (const match of text.matchAll(new RegExp(source, flags))) {
    if (match[0].length > 0) found.push(match.index, match.index + match[0].length);
    if (found.length > ${2 * MAX_MATCHES}) break;
  }
  found;
}`);
/**
 * Patterns that somebody else wrote. Back-references and a repetition inside a repeated group are refused, because
 * they are how an expression comes to run for ever; whatever is left runs against the clock.
 */
class CustomPatterns {
    #patterns;
    /** Throws `policy-invalid`, naming the pattern, for one that is not valid or may not end. */
    constructor(patterns) {
        if (patterns.length > MAX_PATTERNS) {
            throw invalid('redact.patterns', `has more than ${MAX_PATTERNS} patterns`, 'Write fewer.');
        }
        this.#patterns = patterns.map(checked);
    }
    find(text) {
        return this.#patterns.flatMap((pattern) => findOne(text, pattern));
    }
}
function findOne(text, pattern) {
    const kind = pattern.name;
    const everything = { start: 0, end: text.length, kind: `${kind}-overrun`, value: text };
    const { source, flags } = pattern;
    let found;
    try {
        found = FIND.runInContext((0,external_node_vm_.createContext)({ text, source, flags }), { timeout: MAX_PATTERN_MS });
    }
    catch {
        // Fail closed: nobody knows what the pattern would have found.
        return [everything];
    }
    if (!Array.isArray(found) || found.length > 2 * MAX_MATCHES)
        return [everything];
    const ranges = [];
    for (let index = 0; index < found.length; index += 2) {
        const [start, end] = [Number(found[index]), Number(found[index + 1])];
        ranges.push({ start, end, kind, value: text.slice(start, end) });
    }
    return ranges;
}
function checked({ name, regex }) {
    const source = typeof regex === 'string' ? regex : regex.source;
    const given = typeof regex === 'string' ? '' : regex.flags;
    const flags = [...new Set(`gm${given.replaceAll(/[^isu]/g, '')}`)].join('');
    if (source.length > MAX_SOURCE_CHARS) {
        throw invalid(name, `is longer than ${MAX_SOURCE_CHARS} characters`, 'Write a shorter one.');
    }
    let compiled;
    try {
        compiled = new RegExp(source, flags);
    }
    catch (error) {
        const why = error instanceof Error ? error.message : 'it does not parse';
        throw invalid(name, `is not a regular expression (${why})`, 'Write one in JavaScript syntax.');
    }
    const risk = riskOf(source);
    if (risk !== null)
        throw invalid(name, risk, 'Use bounded repetitions of one class, such as [A-Z0-9]{20,64}.');
    if (compiled.exec('')?.[0] === '') {
        throw invalid(name, 'matches the empty text', 'Say what must at least be there.');
    }
    return { name, source, flags };
}
function invalid(name, what, fix) {
    return new CountersignError('policy-invalid', `The redaction pattern ${JSON.stringify(name)} ${what}.`, { fix });
}
/** An escape, a class, an opening, a closing with what repeats it, or a repetition. */
const PIECE = new RegExp([
    String.raw `\\k<|\\.`,
    String.raw `\[(?:\\.|[^\]\\])*\]`,
    String.raw `\((?:\?(?:<?[=!]|:|<[^>]*>|[a-z-]*:))?`,
    String.raw `\)(?:[*+]|\{\d+(?:,\d*)?\})?`,
    String.raw `[*+]|\{\d+,\d*\}`,
].join('|'), 'gs');
/** Why an expression may take time out of all proportion, by its syntax; `null` where nothing shows. */
function riskOf(source) {
    const repeats = [];
    let inner = false;
    for (const [piece] of source.matchAll(PIECE)) {
        if (/^\\(?:[1-9]|k<)/.test(piece))
            return 'refers back to what it matched';
        if (piece.startsWith('(')) {
            repeats.push(inner);
            inner = false;
        }
        else if (piece.startsWith(')')) {
            if (piece.length > 1 && inner)
                return 'repeats a group that repeats something itself';
            inner = (repeats.pop() ?? false) || inner || piece.length > 1;
        }
        else if (/^[*+{]/.test(piece)) {
            inner = true;
        }
    }
    return null;
}

;// CONCATENATED MODULE: ./build/base/redact-forms.js
/** Below this an exact value is only masked where it stands as a word of its own; its encodings are left alone. */
const MIN_SECRET_CHARS = 6;
/** Below this a value is not masked at all: hardly any text would survive. */
const MIN_WORD_CHARS = 4;
/** Lines of a secret, and values inside one that is JSON, are secrets themselves from this length on. */
const MIN_PART_CHARS = 8;
/** From this length on a value is also found with white space inside, as a terminal wraps it. */
const MIN_WRAPPED_CHARS = 16;
/** Lines of one secret that are looked for one by one. */
const MAX_PARTS = 500;
const NARROW = { left: 0, right: 0 };
const ARMOUR = /^-----(?:BEGIN|END) [A-Z0-9 ]+-----$/;
const JSON_STRING = /"((?:[^"\\]|\\.){8,4000})"\s*[,}\]]/g;
const LOOKS_RANDOM = /(?=.*\d)(?=.*[A-Za-z])^[^\s:]+$/;
/** How well a value can be kept secret by masking: see `MIN_SECRET_CHARS`. */
function maskability(value) {
    const { length } = value.trim();
    if (length >= MIN_SECRET_CHARS)
        return 'everywhere';
    return length >= MIN_WORD_CHARS ? 'as-a-word' : 'never';
}
/**
 * The values that one secret is made of: itself without surrounding white space, and, where it has several lines, each
 * line that says something. Lines of armour (`-----BEGIN …`) and of JSON are no secrets; random values in JSON are.
 */
function partsOf(secret) {
    const whole = secret.trim();
    const parts = new Set([whole]);
    if (/[\r\n]/.test(whole) || whole.startsWith('{')) {
        const isJson = whole.startsWith('{') || whole.startsWith('[');
        const lines = isJson ? randomStrings(whole) : whole.split(/[\r\n]+/);
        for (const line of lines.slice(0, MAX_PARTS)) {
            const part = line.trim();
            if (part.length >= MIN_PART_CHARS && !ARMOUR.test(part))
                parts.add(part);
        }
    }
    parts.delete('');
    return [...parts];
}
function randomStrings(json) {
    return [...json.matchAll(JSON_STRING)]
        .flatMap((match) => (match[1] ?? '').split('\\n'))
        .filter((text) => LOOKS_RANDOM.test(text));
}
/** Every form of a value that is looked for. `value` has at least `MIN_SECRET_CHARS` characters. */
function formsOf(value) {
    const forms = new Map();
    const add = (needle, view, widen = NARROW) => {
        if (needle.length >= MIN_SECRET_CHARS)
            forms.set(`${view}:${needle}`, { needle, view, widen });
    };
    for (const text of textForms(value)) {
        add(text, 'plain');
        const packed = text.replaceAll(/\s|\\[nrt]/g, '');
        if (packed.length >= MIN_WRAPPED_CHARS)
            add(packed, 'packed');
    }
    const utf8 = Buffer.from(value, 'utf8');
    const utf16 = Buffer.from(value, 'utf16le');
    add(utf8.toString('latin1'), 'percent');
    add(utf8.toString('latin1').replaceAll(' ', '+'), 'percent');
    add(utf8.toString('hex'), 'hex');
    add(Buffer.from(utf8.toReversed()).toString('hex'), 'hex');
    add(utf16.toString('hex'), 'hex');
    add(Buffer.from(utf16).swap16().toString('hex'), 'hex');
    for (const bytes of [utf8, utf16, Buffer.from(reversed(value), 'utf8')]) {
        for (const { needle, widen } of base64Forms(bytes)) {
            add(needle, 'packed', widen);
            add(needle.replaceAll('+', '-').replaceAll('/', '_'), 'packed', widen);
            add(reversed(needle), 'packed', { left: widen.right, right: widen.left });
        }
    }
    return [...forms.values()];
}
function textForms(value) {
    const json = escapedInJson(value);
    const url = encodeURIComponent(value.toWellFormed());
    return [
        value,
        reversed(value),
        json,
        escapedInJson(json),
        value.replaceAll('\r\n', '\n'),
        value.replaceAll(/\r?\n/g, '\r\n'),
        value.replaceAll("'", String.raw `'\''`),
        value.replaceAll('/', String.raw `\/`),
        url,
        encodeURIComponent(url),
        ...htmlForms(value),
    ];
}
function escapedInJson(text) {
    return JSON.stringify(text).slice(1, -1);
}
function htmlForms(value) {
    const common = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const quoted = common.replaceAll('"', '&quot;');
    return [common, quoted, quoted.replaceAll("'", '&#39;'), quoted.replaceAll("'", '&#x27;')];
}
function reversed(text) {
    return Array.from(text).toReversed().join('');
}
/**
 * The characters that base64 gives these bytes whatever stands before and after them, for each of the three ways in
 * which three-byte groups can fall. The characters at the seams hold bits of the neighbours: they are told as `widen`.
 */
function base64Forms(bytes) {
    return [0, 1, 2].map((before) => {
        const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
        const start = Math.ceil((before * 8) / 6);
        const end = Math.floor(((before + bytes.length) * 8) / 6);
        const seam = ((before + bytes.length) * 8) % 6 === 0 ? 0 : 1;
        return { needle: text.slice(start, end), widen: { left: before === 0 ? 0 : 1, right: seam } };
    });
}

;// CONCATENATED MODULE: ./build/base/redact-views.js
const CHAR_BYTES = 2;
const HEX_DIGIT = /^[0-9a-fA-F]$/;
const code = (character) => character.charCodeAt(0);
const [BACKSLASH, PERCENT, ZERO, NUL] = [code('\\'), code('%'), code('0'), 0];
/** Which ASCII characters are hexadecimal digits: their values, and 255 for all others. */
const HEX_VALUES = Uint8Array.from({ length: 128 }, (_, at) => {
    const character = String.fromCharCode(at);
    return HEX_DIGIT.test(character) ? Number.parseInt(character, 16) : 255;
});
const WHITE_ESCAPES = new Set([code('n'), code('r'), code('t')]);
const X_LETTERS = new Set([code('x'), code('X')]);
function isWhite(at) {
    return at === 32 || (at >= 9 && at <= 13) || at === 0xa0;
}
function hexValue(at) {
    return at < HEX_VALUES.length ? (HEX_VALUES[at] ?? 255) : 255;
}
class ViewBuilder {
    #chars;
    #origin;
    #length = 0;
    constructor(capacity) {
        this.#chars = new Uint16Array(capacity);
        this.#origin = new Uint32Array(capacity + 1);
    }
    add(char, at) {
        this.#chars[this.#length] = char;
        this.#origin[this.#length] = at;
        this.#length += 1;
    }
    view(end) {
        this.#origin[this.#length] = end;
        const bytes = Buffer.from(this.#chars.buffer, 0, this.#length * CHAR_BYTES);
        return { text: bytes.toString('utf16le'), origin: this.#origin };
    }
}
/** Without white space, written out or escaped (`\n`): encoders wrap their lines, terminals wrap everything. */
function packedView(text) {
    if (!/[\s\\]/.test(text))
        return { text, origin: null };
    const builder = new ViewBuilder(text.length);
    for (let at = 0; at < text.length; at += 1) {
        const char = text.charCodeAt(at);
        if (isWhite(char))
            continue;
        if (char === BACKSLASH && WHITE_ESCAPES.has(text.charCodeAt(at + 1)))
            at += 1;
        else
            builder.add(char, at);
    }
    return builder.view(text.length);
}
/** Only the hexadecimal digits, in lower case: `73:65`, `0x73, 0x65`, `%73%65`, `\x73`, `\u0073` and wrapped dumps are one. */
function hexView(text) {
    const builder = new ViewBuilder(text.length);
    for (let at = 0; at < text.length; at += 1) {
        const char = text.charCodeAt(at);
        if (char === ZERO && X_LETTERS.has(text.charCodeAt(at + 1)))
            continue;
        const value = hexValue(char);
        if (value !== 255)
            builder.add(value < 10 ? ZERO + value : 87 + value, at);
        // Values that were joined with NUL between them stay apart.
        else if (char === NUL)
            builder.add(NUL, at);
    }
    return builder.view(text.length);
}
/** With `%73` read as the byte that it stands for; `null` where there is no such thing. */
function percentView(text) {
    if (!/%[0-9a-fA-F]{2}/.test(text))
        return null;
    const builder = new ViewBuilder(text.length);
    for (let at = 0; at < text.length; at += 1) {
        const char = text.charCodeAt(at);
        const high = hexValue(text.charCodeAt(at + 1));
        const low = hexValue(text.charCodeAt(at + 2));
        if (char !== PERCENT || high === 255 || low === 255)
            builder.add(char, at);
        else {
            builder.add(high * 16 + low, at);
            at += 2;
        }
    }
    return builder.view(text.length);
}

;// CONCATENATED MODULE: ./build/base/redact-exact.js



/** Values that one process can hold as secrets, their lines included. */
const MAX_VALUES = 10_000;
/** The first characters of a form decide whether it is looked at any closer. */
const PREFIX_CHARS = 6;
const BUCKETS = 1 << 16;
/** Digits of a hexadecimal form may stand this far apart, on average, before they are no longer one thing. */
const MAX_HEX_SPREAD = 8;
const BASE64_CHAR = /[A-Za-z0-9+/_-]/;
const WORD_CHAR = /[A-Za-z0-9_]/;
/** Forms by a hash of their first characters, so that a text is read once however many secrets there are. */
class NeedleIndex {
    #present = new Uint8Array(BUCKETS);
    #buckets = new Map();
    get isEmpty() {
        return this.#buckets.size === 0;
    }
    add(target) {
        const bucket = prefixHash(target.needle, 0);
        const held = this.#buckets.get(bucket) ?? [];
        if (held.some(({ needle }) => needle === target.needle))
            return;
        this.#present[bucket] = 1;
        this.#buckets.set(bucket, [...held, target]);
    }
    find(view) {
        const { text } = view;
        const found = [];
        for (let at = 0; at + PREFIX_CHARS <= text.length; at += 1) {
            const bucket = prefixHash(text, at);
            if (this.#present[bucket] !== 1)
                continue;
            for (const target of this.#buckets.get(bucket) ?? []) {
                if (text.startsWith(target.needle, at))
                    pushRange(found, rangeOf(view, target, at));
            }
        }
        return found;
    }
}
function prefixHash(text, at) {
    let hash = 0;
    for (let index = at; index < at + PREFIX_CHARS; index += 1) {
        hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
    }
    return (hash ^ (hash >>> 16)) & (BUCKETS - 1);
}
/** A run of one character holds a secret of that character at every place: they are one range. */
function pushRange(found, range) {
    if (range === null)
        return;
    const last = found.at(-1);
    if (last !== undefined &&
        last.value === range.value &&
        range.start <= last.end &&
        range.end >= last.end) {
        found[found.length - 1] = { ...last, end: range.end };
    }
    else {
        found.push(range);
    }
}
function rangeOf(view, target, at) {
    const { text, origin } = view;
    let from = at;
    let to = at + target.needle.length;
    for (let left = target.widen.left; left > 0 && isBase64(text, from - 1); left -= 1)
        from -= 1;
    for (let right = target.widen.right; right > 0 && isBase64(text, to); right -= 1)
        to += 1;
    if (target.widen.left + target.widen.right > 0)
        while (text[to] === '=')
            to += 1;
    const { kind, value } = target;
    if (origin === null)
        return { start: from, end: to, kind, value };
    const start = origin[from] ?? 0;
    // Up to the last character's end, not to the next one's start: what is between was left out.
    const end = target.view === 'percent' ? (origin[to] ?? 0) : (origin[to - 1] ?? 0) + 1;
    if (target.view === 'hex' && end - start > target.needle.length * MAX_HEX_SPREAD)
        return null;
    return { start, end, kind, value };
}
function isBase64(text, at) {
    return at >= 0 && BASE64_CHAR.test(text[at] ?? ' ');
}
/** Finds the secrets that the process holds, in every form that `formsOf` names. One pass for each way of reading. */
class ExactSecrets {
    #indexes = {
        plain: new NeedleIndex(),
        packed: new NeedleIndex(),
        hex: new NeedleIndex(),
        percent: new NeedleIndex(),
    };
    #words = new Map();
    #values = new Set();
    #longest = 0;
    /** Characters of the longest form. */
    get longestForm() {
        return this.#longest;
    }
    add(secret, kind) {
        for (const value of partsOf(secret)) {
            if (this.#values.has(value))
                continue;
            if (this.#values.size >= MAX_VALUES) {
                throw new CountersignError('input-invalid', `There are more than ${MAX_VALUES} secret values.`, {
                    fix: 'Give the step fewer secrets.',
                });
            }
            this.#values.add(value);
            const how = maskability(value);
            if (how === 'as-a-word')
                this.#words.set(value, kind);
            if (how === 'everywhere')
                this.#addForms(value, kind);
        }
    }
    #addForms(value, kind) {
        for (const form of formsOf(value)) {
            this.#indexes[form.view].add({ ...form, kind, value });
            this.#longest = Math.max(this.#longest, form.needle.length);
        }
    }
    find(text) {
        const found = [...this.#findWords(text)];
        if (this.#indexes.plain.isEmpty || text.length < MIN_TEXT_CHARS)
            return found;
        const percent = percentView(text);
        const lists = [
            this.#indexes.plain.find({ text, origin: null }),
            this.#indexes.packed.find(packedView(text)),
            this.#indexes.hex.find(hexView(text)),
            percent === null ? [] : this.#indexes.percent.find(percent),
        ];
        // One by one: a text may hold more matches than a call can take arguments.
        for (const list of lists)
            for (const range of list)
                found.push(range);
        return found;
    }
    *#findWords(text) {
        for (const [value, kind] of this.#words) {
            for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
                const end = at + value.length;
                const inside = WORD_CHAR.test(text[at - 1] ?? ' ') || WORD_CHAR.test(text[end] ?? ' ');
                if (!inside)
                    yield { start: at, end, kind, value };
            }
        }
    }
}
/** A text shorter than every form holds none. */
const MIN_TEXT_CHARS = PREFIX_CHARS;

;// CONCATENATED MODULE: ./build/base/redact-ranges.js
/**
 * Ranges in order, overlapping ones made one. The kind and tag are of the one that begins first, and of the longest
 * where several begin together: `[redacted:…]` then names what a person would call it.
 */
function mergeRanges(ranges) {
    const ordered = ranges.toSorted((a, b) => a.start - b.start || b.end - a.end);
    const merged = [];
    for (const range of ordered) {
        const last = merged.at(-1);
        if (last === undefined || range.start >= last.end)
            merged.push(range);
        else if (range.end > last.end)
            merged[merged.length - 1] = { ...last, end: range.end };
    }
    return merged;
}
/** `text` with each range (merged, in order) replaced. */
function replaceRanges(text, ranges, tokenOf) {
    if (ranges.length === 0)
        return text;
    const parts = [];
    let at = 0;
    for (const range of ranges) {
        parts.push(text.slice(at, range.start), tokenOf(range));
        at = range.end;
    }
    parts.push(text.slice(at));
    return parts.join('');
}

;// CONCATENATED MODULE: ./build/base/redact-json.js


/** Stands between the texts of a value while they are searched as one. No form of a secret reaches over it. */
const BORDER = '\n\u0000\n';
/** A number with fewer digits is no secret that could be masked. */
const MIN_NUMBER_CHARS = 6;
const MAX_PASSES = 4;
/** A value with every string, key and long number searched, all of them in one go. */
async function redactedJson(value, search) {
    const texts = [];
    visit(value, (text) => {
        texts.push(text);
        return text;
    });
    const clean = await redactedTexts(texts, search);
    let next = 0;
    return visit(value, (text) => {
        const found = clean[next] ?? text;
        next += 1;
        return found;
    });
}
async function redactedTexts(texts, search) {
    let current = texts;
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
        const ranges = await search.find(current.join(BORDER));
        if (ranges.length === 0)
            return current;
        current = replaceInEach(current, ranges, search.token);
    }
    return current;
}
function replaceInEach(texts, ranges, token) {
    let start = 0;
    let first = 0;
    return texts.map((text) => {
        const end = start + text.length;
        const own = [];
        // Ranges are in order: what ended before this text is behind for good.
        while ((ranges[first]?.end ?? Infinity) <= start)
            first += 1;
        for (let index = first; (ranges[index]?.start ?? Infinity) < end; index += 1) {
            const range = ranges[index];
            if (range === undefined)
                break;
            const from = Math.max(range.start, start) - start;
            const to = Math.min(range.end, end) - start;
            if (from < to)
                own.push({ ...range, start: from, end: to });
        }
        start = end + BORDER.length;
        return replaceRanges(text, own, token);
    });
}
function visit(value, each) {
    if (typeof value === 'string')
        return each(value);
    if (typeof value === 'number') {
        const text = String(value);
        if (text.length < MIN_NUMBER_CHARS)
            return value;
        const found = each(text);
        return found === text ? value : found;
    }
    if (typeof value !== 'object' || value === null)
        return value;
    if (!isJsonObject(value))
        return value.map((item) => visit(item, each));
    const entries = new Map();
    for (const [name, child] of Object.entries(value)) {
        if (child === undefined)
            continue;
        let key = each(name);
        // Two names with the same secret in them stay two names.
        while (entries.has(key))
            key += '~';
        entries.set(key, visit(child, each));
    }
    return Object.fromEntries(entries);
}

;// CONCATENATED MODULE: ./build/base/redact-patterns.js
/** One expression of several in a row, whatever the case. */
function redact_patterns_joined(...parts) {
    return new RegExp(parts.map(({ source }) => source).join(''), 'gi');
}
const TOKENS = [
    { kind: 'github-token', regex: /gh[pousr]_[A-Za-z0-9]{36,255}/g },
    // The newer installation tokens hold a JWT.
    { kind: 'github-token', regex: /gh[su]_[A-Za-z0-9_-]{1,64}\.?eyJ[A-Za-z0-9_.-]{20,2000}/g },
    { kind: 'github-pat', regex: /github_pat_[A-Za-z0-9_]{22,255}/g },
    { kind: 'aws-key-id', regex: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g },
    {
        kind: 'aws-secret-key',
        regex: /(?<=(?:aws|secret)[A-Za-z_-]{0,24}key["']?\s{0,4}(?:[:=]|=>)\s{0,4}["']?)[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/gi,
    },
    { kind: 'google-api-key', regex: /(?<![0-9A-Za-z_-])AIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])/g },
    { kind: 'google-oauth-token', regex: /(?<![0-9A-Za-z_-])ya29\.[0-9A-Za-z_-]{20,1000}/g },
    { kind: 'anthropic-api-key', regex: /sk-ant-[A-Za-z0-9_-]{16,255}/g },
    {
        kind: 'openai-api-key',
        regex: /(?<![A-Za-z0-9_-])sk-(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,255}|[A-Za-z0-9]{32,64}(?![A-Za-z0-9_-]))/g,
    },
    { kind: 'npm-token', regex: /npm_[A-Za-z0-9]{36,64}/g },
    { kind: 'slack-token', regex: /xox[abeoprs]-[A-Za-z0-9-]{10,250}/g },
    { kind: 'slack-token', regex: /xapp-\d-[A-Za-z0-9-]{10,250}/g },
    {
        kind: 'slack-webhook',
        regex: /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{20,120}/g,
    },
    { kind: 'gitlab-token', regex: /gl(?:pat|dt|rt|cbt|ptt|ft|soat)-[A-Za-z0-9_.-]{20,255}/g },
    { kind: 'stripe-key', regex: /(?<![A-Za-z0-9])[sr]k_(?:live|test)_[A-Za-z0-9]{16,255}/g },
    { kind: 'sendgrid-key', regex: /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/g },
    { kind: 'pypi-token', regex: /pypi-AgE[A-Za-z0-9_-]{40,1000}/g },
    { kind: 'huggingface-token', regex: /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,64}(?![A-Za-z0-9])/g },
    { kind: 'digitalocean-token', regex: /do[opr]_v1_[a-f0-9]{64}/g },
    { kind: 'docker-token', regex: /dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,255}/g },
    {
        kind: 'jwt',
        regex: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,10000}\.eyJ[A-Za-z0-9_-]{2,10000}\.[A-Za-z0-9_-]{0,10000}/g,
    },
    {
        kind: 'authorization',
        regex: redact_patterns_joined(/(?<=authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:basic|bearer|token)\s{1,4})/, /(?=[A-Za-z._~+/=-]{0,255}\d)[A-Za-z0-9._~+/=-]{16,8192}/),
    },
    // What stands after the user in a URL, whatever its scheme; not a placeholder, nor a word that documentation uses.
    {
        kind: 'url-password',
        regex: redact_patterns_joined(/(?<=[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@"'<>]{0,255}:)/, /(?![${<*[]|(?:pass|password|passwd|pwd|pw|secret|token|xxx+|changeme|example)@)/, /[^\s/@"'<>]{3,255}(?=@[^\s@])/),
    },
    // A token in the place of the user.
    {
        kind: 'url-password',
        regex: redact_patterns_joined(/(?<=[a-z]:\/\/)(?=[A-Za-z_-]{0,255}\d)[A-Za-z0-9_-]{20,255}/, /(?=(?::x-oauth-basic)?@[^\s@])/),
    },
];
/** Characters of armoured key after which a block without an end is cut short. */
const MAX_PEM_CHARS = 20_000;
const PEM_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const PEM_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** What a block that was cut off still shows: whole lines of base64, the breaks written out or escaped. */
const PEM_BODY = /(?:(?:\s|\\[nr]){0,8}[A-Za-z0-9+/=]{1,128}(?=[ \t]{0,8}(?:[\r\n"']|\\[nr]|$))){0,400}/y;
/** Every token in a text that shows by its form what it is. */
function findTokens(text) {
    const found = [...findPem(text)];
    for (const { kind, regex } of TOKENS) {
        for (const match of text.matchAll(regex)) {
            const [value] = match;
            found.push({ start: match.index, end: match.index + value.length, kind, value });
        }
    }
    return found;
}
/** Private keys, armour included; of one without an end, what there is. Ends are looked for once, in order. */
function* findPem(text) {
    const ends = text.matchAll(PEM_END);
    let end = ends.next();
    let covered = 0;
    for (const begin of text.matchAll(PEM_BEGIN)) {
        const start = begin.index;
        if (start < covered)
            continue;
        const bodyAt = start + begin[0].length;
        while (end.done !== true && end.value.index < bodyAt)
            end = ends.next();
        const close = end.done === true ? null : end.value;
        if (close !== null && close.index - bodyAt <= MAX_PEM_CHARS)
            covered = close.index + close[0].length;
        else
            covered = bodyAt + bodyLength(text, bodyAt);
        yield { start, end: covered, kind: 'private-key', value: text.slice(start, covered) };
    }
}
function bodyLength(text, from) {
    PEM_BODY.lastIndex = from;
    return PEM_BODY.exec(text)?.[0].length ?? 0;
}

;// CONCATENATED MODULE: ./build/base/redact-stream.js
/** Characters that are held back at least: the longest token that is known by its form, within reason. */
const MIN_HELD_CHARS = 2_048;
/** What is held while a match goes on and on (a private key); beyond, it is let go redacted as it stands. */
const MAX_HELD_CHARS = 256 * 1024;
/** What a token may be known by stands at most so far before it. */
const CONTEXT_CHARS = 64;
/** White space inside a wrapped form, and the separators of a hexadecimal one, make it longer than it is. */
const FORM_SPREAD = 4;
/**
 * Redacts a text that comes in pieces: what might be the beginning of a secret is held back until more is known, so
 * that no secret gets through at a border. Pieces must be pushed one after the other; `end` gives the rest.
 */
class RedactedStream {
    #search;
    #held = '';
    constructor(search) {
        this.#search = search;
    }
    /** Takes the next piece; gives what may be shown by now, which is often nothing. */
    async push(piece) {
        this.#held += piece;
        const keep = Math.max(MIN_HELD_CHARS, this.#search.longestForm() * FORM_SPREAD);
        if (this.#held.length <= keep * 2)
            return '';
        const ranges = await this.#search.find(this.#held);
        // At the end of a line where there is one: what tells a token by its context stands on the token's line.
        const limit = this.#held.length - keep;
        let cut = this.#held.lastIndexOf('\n', limit - 1) + 1 || limit;
        // A match over the cut, or one so soon after it that what it is known by may stand before the cut (`https://` before
        // `user:password@`), goes with what is held. From the last to the first: each may move the cut into another.
        for (const { start, end } of ranges.toReversed()) {
            if (start < cut + CONTEXT_CHARS && end >= cut)
                cut = Math.min(cut, start - CONTEXT_CHARS);
        }
        if (cut <= 0 && this.#held.length <= MAX_HELD_CHARS)
            return '';
        return await this.#release(cut <= 0 ? this.#held.length : cut);
    }
    /** What is left, when nothing more will come. */
    async end() {
        return await this.#release(this.#held.length);
    }
    async #release(chars) {
        const out = this.#held.slice(0, chars);
        this.#held = this.#held.slice(chars);
        return await this.#search.redact(out);
    }
}

;// CONCATENATED MODULE: ./build/base/secretlint-gate.js
/**
 * What every match of secretlint's recommended rules holds, whatever else it holds: their tokens' fixed beginnings,
 * and for passwords in addresses the `@` after `://`. One class of rules looks at names (`secret…key`, `account`).
 * The case is ignored throughout, and no part is anchored, so that the gate opens for more than the rules find.
 */
const BEGINNINGS = [
    'A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA',
    'secret|account|private_?\\s?key|_auth',
    'npm_|gh[pousr]_|github_pat_|glpat-|gl(?:c|sa)_|dckr_pat_|dapi|figd_|hf_|lin_api_|ntn_|gsk_',
    'xox[a-z]-|xapp-|hooks\\.slack|x-oauth-basic',
    'sk-|T3BlbkFJ|[rs]k_(?:live|test)|shp[a-z]{2}_|SG\\.|ops_ey|hv[sbr]\\.|vc[a-z]_|cf[a-z]{1,3}_|tskey-',
    'mongodb|mysql|postgres',
    ':\\/\\/[^@]{1,520}@',
];
const GATE = new RegExp(BEGINNINGS.join('|'), 'i');
/** False: secretlint would find nothing in this text, and need not be asked. True says nothing. */
function mayHoldKnownToken(text) {
    return GATE.test(text);
}

;// CONCATENATED MODULE: ./build/base/secretlint.js

/** A comment of this form, in any text by anybody, would switch the rules off. Same length, so that places stay. */
const DIRECTIVE = /secretlint-(?=disable|enable)/gi;
const DIRECTIVE_BROKEN = 'secretlint_';
let loaded;
/**
 * Tokens that secretlint's recommended rules know. The library, which takes some thirty milliseconds to load and one
 * for each text, is asked about those texts alone that could hold one.
 */
async function findWithSecretlint(text) {
    if (!mayHoldKnownToken(text))
        return [];
    loaded ??= load();
    const lint = await loaded;
    return await lint(text);
}
async function load() {
    const [{ lintSource }, { creator }] = await Promise.all([
        Promise.all(/* import() */[__webpack_require__.e(830), __webpack_require__.e(198)]).then(__webpack_require__.bind(__webpack_require__, 198)),
        __webpack_require__.e(/* import() */ 577).then(__webpack_require__.bind(__webpack_require__, 31577)),
    ]);
    const config = { rules: [{ id: 'recommended', rule: creator }] };
    return async (text) => {
        const content = text.replaceAll(DIRECTIVE, DIRECTIVE_BROKEN);
        const { messages } = await lintSource({
            source: { content, filePath: 'text.txt', ext: '.txt', contentType: 'text' },
            options: { config, noPhysicFilePath: true },
        });
        return messages.map(({ messageId, range: [start, end] }) => ({
            start,
            end,
            kind: messageId.replaceAll('_', '-').toLowerCase(),
            value: text.slice(start, end),
        }));
    };
}

;// CONCATENATED MODULE: ./build/base/redact.js









const TAG_CHARS = 8;
const TAG_BYTES = 5;
const MAX_KIND_CHARS = 40;
/** What is replaced may give what stands beside it a new meaning: look again, but not for ever. */
const redact_MAX_PASSES = 4;
/** A match that reaches this far out of a token already put in is a secret of its own. */
const MIN_BESIDE_TOKEN_CHARS = 6;
/** As many texts as the calls of a turn that run side by side have on the way, and no more than is cheap to hold. */
const MAX_REMEMBERED = 16;
const MAX_REMEMBERED_CHARS = 200_000;
const TOKEN = /\[redacted:[a-z0-9-]{1,40}:[0-9a-z]{8}\]/g;
/**
 * Removes secrets (see `Redactor`): exact values in all their forms, tokens known by their form, and the repository's
 * own patterns. Throws `policy-invalid` for a pattern that is not valid or could run for ever.
 */
function createRedactor(options = {}) {
    const exact = new ExactSecrets();
    for (const { value, kind } of options.secrets ?? [])
        exact.add(value, kindWord(kind));
    return new TextRedactor(exact, new CustomPatterns(options.patterns ?? []));
}
class TextRedactor {
    #exact;
    #custom;
    #key = (0,external_node_crypto_.randomBytes)(32);
    #issued = new Set();
    #counts = new Map();
    /** Texts that were found to hold nothing: a result is redacted for the model, the trail and the log. */
    #clean = [];
    /** Rises with each secret and pattern, after which nothing is known to be clean. */
    #knowledge = 0;
    constructor(exact, custom) {
        this.#exact = exact;
        this.#custom = [custom];
    }
    async redact(text) {
        if (this.#clean.includes(text))
            return text;
        const knowledge = this.#knowledge;
        let current = text;
        for (let pass = 0; pass < redact_MAX_PASSES; pass += 1) {
            const found = await this.#find(current);
            if (found.length === 0) {
                if (knowledge === this.#knowledge)
                    this.#remember(current);
                return current;
            }
            current = replaceRanges(current, found, (range) => this.#token(range));
        }
        return current;
    }
    async redactJson(value) {
        return await redactedJson(value, {
            find: async (text) => await this.#find(text),
            token: (range) => this.#token(range),
        });
    }
    addSecret(value, kind) {
        this.#exact.add(value, kindWord(kind));
        this.#forget();
    }
    addPatterns(patterns) {
        if (patterns.length > 0)
            this.#custom.push(new CustomPatterns(patterns));
        this.#forget();
    }
    counts() {
        return Object.fromEntries(this.#counts);
    }
    stream() {
        return new RedactedStream({
            find: async (text) => await this.#find(text),
            redact: async (text) => await this.redact(text),
            longestForm: () => this.#exact.longestForm,
        });
    }
    async #find(text) {
        if (text === '')
            return [];
        const lists = [
            this.#exact.find(text),
            findTokens(text),
            this.#custom.flatMap((custom) => custom.find(text)),
            await findWithSecretlint(text),
        ];
        const found = lists.flat();
        if (found.length === 0)
            return found;
        const tokens = [...text.matchAll(TOKEN)].filter(([token]) => this.#issued.has(token));
        const beyond = tokens.length === 0 ? found : found.filter((range) => !isInside(range, tokens));
        return mergeRanges(beyond);
    }
    #remember(text) {
        if (text.length > MAX_REMEMBERED_CHARS)
            return;
        this.#clean.push(text);
        if (this.#clean.length > MAX_REMEMBERED)
            this.#clean.shift();
    }
    #forget() {
        this.#clean = [];
        this.#knowledge += 1;
    }
    #token(range) {
        const kind = kindWord(range.kind);
        this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
        const digest = (0,external_node_crypto_.createHmac)('sha256', this.#key).update(range.value).digest();
        const token = `[redacted:${kind}:${crockford(digest.subarray(0, TAG_BYTES), TAG_CHARS)}]`;
        this.#issued.add(token);
        return token;
    }
}
/** True where a match is nothing but tokens that this redactor itself put in, and scraps beside them. */
function isInside(range, tokens) {
    let beside = range.end - range.start;
    let touched = false;
    for (const { index, 0: token } of tokens) {
        const start = Math.max(index, range.start);
        const end = Math.min(index + token.length, range.end);
        if (start >= end)
            continue;
        touched = true;
        beside -= end - start;
    }
    return touched && beside < MIN_BESIDE_TOKEN_CHARS;
}
function kindWord(kind) {
    const word = kind
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .slice(0, MAX_KIND_CHARS);
    return word.replaceAll(/^-+|-+$/g, '') || 'secret';
}

;// CONCATENATED MODULE: ./build/base/index.js














/***/ }),

/***/ 59912:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  MH: () => (/* reexport */ BUILTIN_TOOLS),
  O9: () => (/* reexport */ DIALECTS),
  jf: () => (/* reexport */ GIT_ENVIRONMENT),
  GW: () => (/* reexport */ KINDS),
  fG: () => (/* reexport */ PRESETS),
  YV: () => (/* reexport */ applyHook),
  Kp: () => (/* reexport */ builtinPolicy),
  hM: () => (/* reexport */ checkPolicy),
  SO: () => (/* reexport */ compileGlob),
  fr: () => (/* reexport */ dependsOn),
  wR: () => (/* reexport */ diffPolicies),
  NI: () => (/* reexport */ diffText),
  yk: () => (/* reexport */ escapeGlob),
  WE: () => (/* reexport */ explain),
  jY: () => (/* reexport */ explanationText),
  Hf: () => (/* reexport */ gitConfigReason),
  fQ: () => (/* reexport */ globCovers),
  Uc: () => (/* reexport */ importPolicy),
  S4: () => (/* reexport */ judge),
  Dg: () => (/* reexport */ limitFor),
  tb: () => (/* reexport */ loadPolicy),
  Hj: () => (/* reexport */ matchesName),
  Fs: () => (/* reexport */ modeName),
  hN: () => (/* reexport */ parseYaml),
  VV: () => (/* reexport */ planCommand),
  qF: () => (/* reexport */ policyJsonSchema),
  n$: () => (/* reexport */ presetText),
  fI: () => (/* reexport */ problemText),
  Xz: () => (/* reexport */ readFrontMatter),
  eZ: () => (/* reexport */ replay),
  zl: () => (/* reexport */ replayText),
  Rn: () => (/* reexport */ stricter),
  UJ: () => (/* reexport */ suggestRules),
  Zp: () => (/* reexport */ testPolicy),
  LA: () => (/* reexport */ toolVisible),
  Pq: () => (/* reexport */ touchedPaths),
  Mp: () => (/* reexport */ usualFacts)
});

// UNUSED EXPORTS: BUILTIN_POLICY_FILE, BUILTIN_POLICY_TEXT, MODES, VERDICTS, analyseCommand, isEnabled, narrowestRules, quoteWord, runPolicyTests, strictness, tightenPolicy

;// CONCATENATED MODULE: ./build/policy/facts.js
/** What a tool does to the world. The policy's `kind:` rules and plan mode go by it. */
const KINDS = ['readonly', 'write', 'execute', 'network'];
const VERDICTS = ['auto', 'requireApproval', 'deny'];

// EXTERNAL MODULE: ./build/base/index.js + 21 modules
var base = __webpack_require__(12112);
;// CONCATENATED MODULE: ./build/policy/builtin.js

/**
 * The strict policy that holds where the repository has none: read-only tools run, everything else asks.
 * It is read by the same loader as any other, so that it means what it says.
 */
const BUILTIN_POLICY_TEXT = `version: 1
mode: ask
auto:
  - kind:readonly
`;
const BUILTIN_POLICY_FILE = 'built-in';
const BUILTIN_POLICY_SHA256 = (0,base/* sha256 */.sc)(BUILTIN_POLICY_TEXT);

;// CONCATENATED MODULE: ./build/policy/decision.js

/** How strict a verdict is: `auto` 0, `requireApproval` 1, `deny` 2. */
function strictness(verdict) {
    return VERDICTS.indexOf(verdict);
}
/**
 * The stricter of two verdicts. Of two that are equally strict it is the first, but one that no hook may loosen goes
 * before one that a hook decides.
 */
function stricter(first, second) {
    const difference = strictness(second.verdict) - strictness(first.verdict);
    if (difference > 0)
        return second;
    if (difference < 0)
        return first;
    return first.hookDecides === true && second.hookDecides !== true ? second : first;
}
/**
 * The verdict after a hook's word. A hook makes a verdict stricter, never looser (docs/policy.md, "The order"); only where
 * `mode: custom` left the call to it (`hookDecides`) its word is the verdict, whatever it is.
 */
function applyHook(verdict, answer) {
    const { hookDecides, ...rest } = verdict;
    const decides = hookDecides === true || strictness(answer.verdict) > strictness(verdict.verdict);
    if (!decides)
        return verdict;
    return { ...rest, verdict: answer.verdict, because: `A hook decided: ${answer.because}` };
}
/**
 * The rule that decides about one part of a call, in the order of the policy: (1) `deny`; (2) rules with a specifier
 * before those without; (3) `requireApproval` before `auto`. `null` where none matches for certain. The place of a
 * rule in the file plays no part.
 */
function pick(rules, facts, unit) {
    let best = null;
    for (const rule of rules) {
        if (!rule.selects(facts) || (best !== null && rank(rule) <= rank(best)))
            continue;
        if (rule.matches(unit, facts) === 'yes')
            best = rule;
    }
    return best;
}
function rank(rule) {
    if (rule.list === 'deny')
        return 4;
    return (rule.specific ? 2 : 0) + (rule.list === 'auto' ? 0 : 1);
}
/**
 * The rules' answer for one part of a call. A gate that may match, because a word is only known at run time, makes it
 * at least a question, and never less than it was.
 */
function decide(set, facts, unit) {
    const picked = pick(set.rules, facts, unit);
    const decided = picked === null ? set.otherwise(facts, unit) : fromRule(picked, set);
    if (decided.verdict !== 'auto' || unit.of !== 'command')
        return decided;
    const possible = set.rules.find((rule) => rule.list !== 'auto' && rule.selects(facts) && rule.matches(unit, facts) === 'maybe');
    return possible === undefined ? decided : stricter(decided, asPossible(possible, set));
}
function fromRule(rule, set) {
    return { ...ofRule(rule, set), verdict: rule.list, because: sentence(rule) };
}
function asPossible(rule, set) {
    const where = rule.line === null ? rule.list : `${rule.list}, line ${rule.line}`;
    const because = `It may be what the rule "${rule.text}" (${where}) is about: a word is known only when it runs.`;
    return { ...ofRule(rule, set), verdict: 'requireApproval', because };
}
function ofRule(rule, set) {
    const reason = rule.reason === null ? {} : { reason: rule.reason };
    return { rule: rule.text, list: set.source ?? rule.list, line: rule.line, ...reason };
}
function sentence(rule) {
    const where = rule.line === null ? 'of the built-in policy' : `on line ${rule.line}`;
    switch (rule.list) {
        case 'auto':
            return `The rule "${rule.text}" ${where} lets it run.`;
        case 'requireApproval':
            return `The rule "${rule.text}" ${where} asks a person.`;
        case 'deny':
            return `The rule "${rule.text}" ${where} forbids it.`;
    }
}
/** A verdict that no rule gave. */
function wall(verdict, because) {
    return { verdict, rule: null, list: 'wall', line: null, because };
}

;// CONCATENATED MODULE: ./build/policy/commands/limits.js
/** The longest source that is judged, in UTF-16 units; a longer one is never `auto`. */
const MAX_SOURCE_CHARS = 32_768;
/** How many syntax nodes are visited for one source, loops unrolled; beyond that nothing is `auto`. */
const MAX_STEPS = 5_000;
/** How deep sources may stand in one another: `sh -c "sh -c …"`. */
const MAX_SOURCE_DEPTH = 4;
/** How many words one brace expansion or one loop over literal words may make. */
const MAX_EXPANDED_WORDS = 64;
/** How often the body of a `while` is judged until its variables no longer change. */
const MAX_LOOP_ROUNDS = 4;
/** How many folders a command may stand in at once (after `cd` that may have failed). */
const MAX_FOLDERS = 8;
/** How many file names a glob is resolved to; a wider one is known only at run time. */
const MAX_GLOB_MATCHES = 500;
/** How many files are looked at to know that no symlink among those found leads elsewhere. */
const MAX_FILES_LOOKED_AT = 500;
/** Nesting of brackets beyond which a source is not even parsed. */
const MAX_BRACKETS = 200;
/** Thrown inside this folder only, where a limit ends the walk; `analyseCommand` makes it a `problem`. */
class BeyondLimit extends Error {
}
const OPENING = '([{`';
/** All but line feed, tab, and the mark that makes a symbol an emoji. */
const HIDDEN = /(?!\n|\t|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}]/u;
const ODD_BLANK = /(?! )\p{Zs}/u;
/**
 * What can be told before parsing: why `source` is not to be judged at all, or `null`.
 * Characters that people do not see, or that terminals act on, are refused whatever they stand in:
 * what a person approves must be what they read.
 */
function screen(source) {
    if (source.length > MAX_SOURCE_CHARS) {
        return `the command is ${source.length} characters long; the limit is ${MAX_SOURCE_CHARS}`;
    }
    if (source.trim() === '')
        return 'the command is empty';
    if (!source.isWellFormed())
        return 'the command holds half of a character';
    if (HIDDEN.test(source))
        return 'the command holds control or invisible characters';
    if (ODD_BLANK.test(source))
        return 'the command holds blanks that are not spaces to a shell';
    return tooManyBrackets(source) ? `brackets are nested deeper than ${MAX_BRACKETS}` : null;
}
function tooManyBrackets(source) {
    let opened = 0;
    for (const character of source) {
        if (OPENING.includes(character))
            opened += 1;
        else if (opened > 0 && ')]}'.includes(character))
            opened -= 1;
        if (opened > MAX_BRACKETS)
            return true;
    }
    return false;
}

// EXTERNAL MODULE: ./node_modules/unbash/dist/parser.js + 15 modules
var parser = __webpack_require__(28919);
;// CONCATENATED MODULE: ./build/policy/commands/parse.js
// The one place that knows the shell parser.

/** Parses shell source as bash does. A source with any error is refused whole: half a tree tells nothing. */
function parseShell(source) {
    let script;
    try {
        script = (0,parser/* parse */.qg)(source);
    }
    catch (error) {
        // The parser's own stack is the last limit; what it throws for hostile input is never trusted.
        const because = error instanceof RangeError ? 'it is nested too deep' : 'the parser gave up';
        return { kind: 'refused', because };
    }
    const error = script.errors?.[0];
    if (error !== undefined) {
        return { kind: 'refused', because: `it does not parse: ${error.message} at ${error.pos}` };
    }
    return { kind: 'script', script };
}
/** Between the parts of a command the source holds nothing but blanks: the parser has left nothing out. */
function isWhole(command, text) {
    const parts = [...command.prefix, command.name, ...command.suffix].filter((part) => part !== undefined);
    const gaps = parts.slice(1).map((part, index) => text.slice(parts[index]?.end, part.pos));
    const behind = /^(?:[ \t]|\\\n)*\(/.test(text.slice(parts.at(-1)?.end));
    return !behind && gaps.every((gap) => /^(?:[ \t]|\\\n)*$/.test(gap));
}

;// CONCATENATED MODULE: ./build/policy/commands/paths.js
/** Files that hold nothing and go nowhere: naming them touches no path. */
const STREAMS = /^\/dev\/(?:null|stdin|stdout|stderr|fd\/[0-2])$/;
function isStream(path) {
    return STREAMS.test(path);
}
/** From the workspace root, or absolute where outside of it. */
function fromRoot(absolute, root) {
    if (absolute === root)
        return '.';
    const inside = root === '/' ? '/' : `${root}/`;
    return absolute.startsWith(inside) ? absolute.slice(inside.length) : absolute;
}
/** An absolute path with `.` and `..` taken out as text, the way `cd` does. */
function normalised(path) {
    const parts = [];
    for (const part of path.split('/')) {
        if (part === '..')
            parts.pop();
        else if (part !== '' && part !== '.')
            parts.push(part);
    }
    return `/${parts.join('/')}`;
}
function absoluteFrom(folder, path) {
    return path.startsWith('/') ? path : `${folder}/${path}`;
}
/**
 * Where `path` leads from every folder the command may stand in, as absolute paths: as written and, where a
 * symlink stands in between, where it really goes. `null` where that cannot be told.
 */
function leadsTo(path, state, world) {
    if (state.folders === null && !path.startsWith('/'))
        return null;
    const found = new Set();
    for (const folder of path.startsWith('/') ? ['/'] : (state.folders ?? [])) {
        const real = physical(absoluteFrom(folder, path), world);
        if (real === null)
            return null;
        found.add(normalised(absoluteFrom(folder, path)));
        found.add(real);
    }
    return [...found];
}
/** The kernel's way: `..` leaves the folder that a symlink led to, not the one it stands in. */
function physical(path, world) {
    if (!path.split('/').includes('..'))
        return world.realpath(normalised(path));
    let current = '/';
    for (const part of path.split('/')) {
        if (part === '' || part === '.')
            continue;
        if (part === '..')
            current = normalised(`${current}/..`);
        else
            current = world.realpath(normalised(`${current}/${part}`));
        if (current === null)
            return null;
    }
    return current;
}
const SOURCE_SUFFIXES = new Set(('ts tsx mts cts js jsx mjs cjs json jsonc json5 md mdx txt rst adoc py pyi ipynb rs go java kt kts scala c h cc ' +
    'cpp hpp hh cs fs rb php pl lua swift dart ex exs erl hs ml clj zig sh bash css scss sass less html htm vue ' +
    'svelte astro xml svg yaml yml toml ini cfg csv tsv sql graphql gql proto snap lock gradle cmake mk tf diff patch').split(' '));
/**
 * Whether a file-name pattern can only match files with a suffix that source files have,
 * so neither `.env*` nor `.npmrc` nor what git keeps in `.git`.
 */
function isOrdinaryPattern(pattern) {
    const name = pattern.slice(pattern.lastIndexOf('/') + 1);
    const braces = /^[^{}]*\.\{([a-z0-9,]+)\}$/.exec(name);
    const suffixes = braces?.[1]?.split(',') ?? [/\.([a-z0-9]+)$/.exec(name)?.[1] ?? ''];
    return !/^\.|(^|\/)\.git/.test(name) && suffixes.every((suffix) => SOURCE_SUFFIXES.has(suffix));
}

;// CONCATENATED MODULE: ./build/policy/commands/arg.js
function newNotes() {
    return {
        unknown: new Set(),
        paths: [],
        hatches: [],
        hosts: new Set(),
        classes: new Set(),
        intents: new Set(),
    };
}
function unchanged(state) {
    return { after: state, success: state, failure: state };
}
function literalArg(text, source = text) {
    return { text, source, single: true, prefix: text };
}
function publicWord(arg) {
    const glob = arg.glob === undefined ? {} : { glob: { prefix: arg.glob.prefix } };
    return { text: arg.text, source: arg.source, ...glob };
}
/** Whether the word, whatever it becomes, begins with `-` never. */
function isDashless(arg) {
    if (arg.text !== null)
        return !arg.text.startsWith('-');
    if (arg.glob !== undefined)
        return arg.glob.dashless;
    if (arg.reach !== undefined)
        return arg.reach.dashless;
    return arg.single && arg.prefix !== '' && !arg.prefix.startsWith('-');
}

;// CONCATENATED MODULE: ./build/policy/commands/names.js
/**
 * Variables by name: which may stand before a command or be exported, which may be set inside a source,
 * and which a command may print. Lists of what is allowed; everything else asks.
 */
/** May be given to a program: they change how output looks, not what runs. */
const HARMLESS_ENVIRONMENT = new Set(('CI NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE LANG LANGUAGE LC_ALL LC_CTYPE LC_COLLATE LC_MESSAGES LC_NUMERIC ' +
    'LC_TIME TZ TERM COLUMNS LINES POSIXLY_CORRECT').split(' '));
/** May be printed: the runner's environment holds no secret under these names. */
const PUBLIC_ENVIRONMENT = new Set(('HOME PWD OLDPWD USER LOGNAME SHELL PATH TMPDIR HOSTNAME RANDOM SECONDS LINENO EPOCHSECONDS EPOCHREALTIME ' +
    'BASH_VERSION BASHPID UID EUID PPID SHLVL MACHTYPE OSTYPE HOSTTYPE PIPESTATUS NODE_ENV').split(' '));
/** Uppercase names that people use for their own variables; other uppercase ones may mean something to a program. */
const OWN_UPPERCASE = new Set(('FILE FILES DIR DIRS NAME NAMES COUNT OUT OUTPUT RESULT RESULTS PATTERN QUERY SRC ROOT BRANCH COMMIT SHA REPLY ' +
    'VERSION LINE TOTAL MSG TARGET REF PKG ITEM WORD NUM').split(' '));
/** Lowercase names that programs or bash itself read. */
const TAKEN_LOWERCASE = new Set('http_proxy https_proxy ftp_proxy all_proxy no_proxy histchars auto_resume rsync_proxy'.split(' '));
/** Without `/` a locale or terminal cannot be a file of the checkout. */
const HARMLESS_VALUE = /^[\w.@,:+-]*$/;
const ZONE = /^[A-Za-z0-9_+-]+(?:\/[A-Za-z0-9_+-]+)*$/;
function isHarmlessEnvironment(name, value) {
    if (!HARMLESS_ENVIRONMENT.has(name) || value === null)
        return false;
    return name === 'TZ' ? value === '' || ZONE.test(value) : HARMLESS_VALUE.test(value);
}
function isHarmlessEnvironmentName(name) {
    return HARMLESS_ENVIRONMENT.has(name);
}
function isPublicVariable(name) {
    return PUBLIC_ENVIRONMENT.has(name) || HARMLESS_ENVIRONMENT.has(name);
}
/** Whether setting `name` in a source can only matter to that source. */
function isOwnVariable(name) {
    if (/^[a-z][a-z0-9_]*$/.test(name))
        return !TAKEN_LOWERCASE.has(name);
    return /^[A-Z]$/.test(name) || OWN_UPPERCASE.has(name);
}
/** Variables by which the loader or a shell runs other code: nobody needs them in a command. */
function isHijacking(name) {
    return /^(?:LD_|DYLD_|BASH_ENV$|ENV$|BASH_FUNC|PROMPT_COMMAND$|PS4$|SHELLOPTS$|BASHOPTS$)/.test(name);
}

;// CONCATENATED MODULE: ./build/policy/commands/state.js

function withVariable(state, name, value) {
    return { ...state, variables: new Map(state.variables).set(name, value) };
}
function withFolders(state, folders) {
    if (folders === null)
        return { ...state, folders };
    const unique = [...new Set(folders)];
    return { ...state, folders: unique.length > MAX_FOLDERS ? null : unique };
}
/** What holds where nothing runs any more, behind `exit`: in no folder at all. */
const NOWHERE = { folders: [], variables: new Map() };
/** What holds whichever of the two ways was taken. */
function join(a, b) {
    if (a === b || b.folders?.length === 0)
        return a;
    if (a.folders?.length === 0)
        return b;
    const variables = new Map();
    for (const [name, value] of a.variables) {
        const other = b.variables.get(name);
        // Set on one way only: afterwards it may still be the environment's, so it is forgotten.
        if (other !== undefined)
            variables.set(name, joinValues(value, other));
    }
    const folders = a.folders === null || b.folders === null ? null : [...a.folders, ...b.folders];
    return withFolders({ folders, variables }, folders);
}
function joinValues(a, b) {
    if (a.kind === 'text' && b.kind === 'text' && a.text === b.text)
        return a;
    if (isInteger(a) && isInteger(b))
        return { kind: 'integer' };
    if (a === b)
        return a;
    return { kind: 'any' };
}
function isInteger(value) {
    return (value.kind === 'integer' || (value.kind === 'text' && /^-?(0|[1-9]\d{0,17})$/.test(value.text)));
}
function sameState(a, b) {
    const sameFolders = JSON.stringify(a.folders) === JSON.stringify(b.folders);
    return sameFolders && JSON.stringify([...a.variables]) === JSON.stringify([...b.variables]);
}

;// CONCATENATED MODULE: ./build/policy/commands/arithmetic.js


const NUMBER = /^(?:0[xX][0-9a-fA-F]+|\d+)$/;
const NAME = /^\$?([A-Za-z_]\w*)$|^\$\{([A-Za-z_]\w*)\}$/;
const COUNTERS = /^\$[#?$!]$/;
const ASSIGNING = /^(?:=|\+=|-=|\*=|\/=|%=|<<=|>>=|&=|\^=|\|=)$/;
/**
 * Bash evaluates a variable's value in arithmetic as an expression again, subscripts and the commands in them
 * included; so every name must be known to hold an integer. Returns the names that the expression assigns.
 */
function checkArithmetic(expression, scope) {
    if (expression === undefined)
        return [];
    switch (expression.type) {
        case 'ArithmeticWord':
            checkOperand(expression.value, scope);
            return [];
        case 'ArithmeticGroup':
            return checkArithmetic(expression.expression, scope);
        case 'ArithmeticTernary':
            return [expression.test, expression.consequent, expression.alternate].flatMap((part) => checkArithmetic(part, scope));
        case 'ArithmeticUnary':
            if (expression.operator === '++' || expression.operator === '--') {
                return [
                    ...assigned(expression.operand, scope),
                    ...checkArithmetic(expression.operand, scope),
                ];
            }
            return checkArithmetic(expression.operand, scope);
        case 'ArithmeticBinary':
            return checkBinary(expression, scope);
        case 'ArithmeticCommandExpansion':
            if (expression.script === undefined)
                scope.notes.unknown.add('a substitution could not be read');
            else
                scope.walk.script(expression.script, scope.state);
            scope.notes.unknown.add(`arithmetic evaluates what \`${expression.text}\` prints`);
            return [];
        default:
            scope.notes.unknown.add('arithmetic of a kind that is not known');
            return [];
    }
}
function checkBinary(expression, scope) {
    const right = checkArithmetic(expression.right, scope);
    if (!ASSIGNING.test(expression.operator))
        return [...checkArithmetic(expression.left, scope), ...right];
    const left = expression.operator === '=' ? [] : checkArithmetic(expression.left, scope);
    return [...assigned(expression.left, scope), ...left, ...right];
}
function assigned(target, scope) {
    if (target.type === 'ArithmeticWord' &&
        /^[A-Za-z_]\w*$/.test(target.value) &&
        isOwnVariable(target.value)) {
        return [target.value];
    }
    scope.notes.unknown.add('arithmetic assigns to something that is not a plain variable');
    return [];
}
function checkOperand(text, scope) {
    if (text === '' || NUMBER.test(text) || COUNTERS.test(text))
        return;
    const match = NAME.exec(text);
    const name = match?.[1] ?? match?.[2];
    const value = name === undefined ? undefined : scope.state.variables.get(name);
    if (value === undefined || !isInteger(value)) {
        scope.notes.unknown.add(`arithmetic evaluates \`${text}\`, which is not known to hold a number`);
    }
}

;// CONCATENATED MODULE: ./build/policy/commands/braces.js

/** Words that brace expansion is told for: nothing quoted, nothing that expands later but globs. */
const PLAIN = /^[\w.,/{}*?@%+=:-]*$/;
const SEQUENCE = /^(?:(-?\d{1,6})\.\.(-?\d{1,6})|([a-z])\.\.([a-z])|([A-Z])\.\.([A-Z]))$/;
/** The texts that bash's brace expansion makes of a word; `null` where that is not told. */
function expandBraces(text) {
    return PLAIN.test(text) ? expand(text) : null;
}
function expand(text) {
    for (let start = text.indexOf('{'); start !== -1; start = text.indexOf('{', start + 1)) {
        const group = groupAt(text, start);
        if (group === null)
            continue;
        const options = group.commas ? group.parts : sequence(group.parts[0] ?? '');
        if (options === null) {
            // `{}` and `{x}` stay as they are; two dots that are not plainly a sequence are not told.
            if ((group.parts[0] ?? '').includes('..'))
                return null;
            continue;
        }
        return combine(text.slice(0, start), options, expand(text.slice(group.end)));
    }
    return [text];
}
function combine(head, options, tails) {
    const words = [];
    for (const option of options) {
        const middles = expand(option);
        if (middles === null || tails === null)
            return null;
        if (words.length + middles.length * tails.length > MAX_EXPANDED_WORDS)
            return null;
        for (const middle of middles)
            words.push(...tails.map((tail) => head + middle + tail));
    }
    return words;
}
function groupAt(text, start) {
    let depth = 0;
    let from = start + 1;
    const parts = [];
    for (let at = start; at < text.length; at += 1) {
        const character = text[at];
        if (character === '{')
            depth += 1;
        if (character === '}')
            depth -= 1;
        if (depth === 0 || (depth === 1 && character === ',')) {
            parts.push(text.slice(from, at));
            from = at + 1;
        }
        if (depth === 0)
            return { parts, commas: parts.length > 1, end: at + 1 };
    }
    return null;
}
function sequence(text) {
    const match = SEQUENCE.exec(text);
    if (match === null)
        return null;
    const [low, high] = match.slice(1).filter((bound) => bound !== undefined);
    if (low === undefined || high === undefined || /^-?0\d/.test(low) || /^-?0\d/.test(high))
        return null;
    const letters = match[1] === undefined;
    const from = letters ? low.charCodeAt(0) : Number(low);
    const to = letters ? high.charCodeAt(0) : Number(high);
    if (Math.abs(to - from) >= MAX_EXPANDED_WORDS)
        return null;
    const step = to < from ? -1 : 1;
    return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => {
        const value = from + index * step;
        return letters ? String.fromCharCode(value) : String(value);
    });
}

;// CONCATENATED MODULE: ./build/policy/commands/glob-names.js


/** What an unquoted glob becomes; `null` where that can be told only at run time. */
function globNames(pieces, state, world) {
    const written = pieces.map((piece) => piece.text).join('');
    const components = splitComponents(pieces);
    if (world.list === undefined) {
        // Nothing to look at. A pattern that spells a leading dot may mean any of the protected files.
        const hiding = components.some((part) => part.some((p) => p.magic) && part[0]?.text.startsWith('.'));
        return hiding ? null : { names: [written], dashless: !/^[-*?[]/.test(written), exact: false };
    }
    if (state.folders === null && !written.startsWith('/'))
        return null;
    const names = new Set();
    for (const folder of written.startsWith('/') ? ['/'] : (state.folders ?? [])) {
        const found = matches(components, folder, world);
        if (found === null || names.size + found.length > MAX_GLOB_MATCHES)
            return null;
        for (const name of found.length === 0 ? [written] : found)
            names.add(name);
    }
    return {
        names: [...names],
        dashless: [...names].every((name) => !name.startsWith('-')),
        exact: true,
    };
}
function splitComponents(pieces) {
    const components = [[]];
    for (const piece of pieces) {
        for (const [index, text] of (piece.magic ? [piece.text] : piece.text.split('/')).entries()) {
            if (index > 0)
                components.push([]);
            if (text !== '')
                components.at(-1)?.push({ text, magic: piece.magic });
        }
    }
    return components;
}
function matches(components, folder, world) {
    // `..` behind a symlink leads elsewhere than the text says.
    const parts = components.map((component) => component.map((piece) => piece.text).join(''));
    if (parts.some((part, index) => part === '..' && index > 0 && parts[index - 1] !== '..'))
        return null;
    let found = [''];
    for (const [index, component] of components.entries()) {
        const last = index === components.length - 1;
        const next = [];
        for (const base of found) {
            const names = namesOf(component, absoluteFrom(folder, base === '' ? '.' : base), world);
            if (names === null || next.length + names.length > MAX_GLOB_MATCHES)
                return null;
            next.push(...names.map((name) => `${base}${name}${last ? '' : '/'}`));
        }
        found = next;
    }
    return found;
}
function namesOf(component, folder, world) {
    if (!component.some((piece) => piece.magic))
        return [component.map((piece) => piece.text).join('')];
    const pattern = componentPattern(component);
    const names = world.list?.(normalised(folder)) ?? null;
    if (pattern === null || names === null)
        return null;
    const dotted = component[0]?.magic === false && component[0].text.startsWith('.');
    const visible = [...names, ...(dotted ? ['.', '..'] : [])];
    return visible.filter((name) => (dotted || !name.startsWith('.')) && pattern.test(name));
}
/** Brackets are taken as "any character": naming more files than bash would is the safe side. */
function componentPattern(component) {
    let pattern = '';
    for (const piece of component) {
        if (!piece.magic)
            pattern += piece.text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw `\$&`);
        else if (piece.text === '*')
            pattern += '.*';
        else if (piece.text === '?' || piece.text.startsWith('['))
            pattern += '.';
        else
            return null;
    }
    return new RegExp(`^${pattern}$`, 'su');
}

;// CONCATENATED MODULE: ./build/policy/commands/parameters.js

/** The value of `$name`. */
function variable(name, quoted, scope) {
    if (/^[?#$!]$/.test(name))
        return { text: null, quoted, number: true };
    if (/^[@*\d]/.test(name) || name === '_' || name === '-') {
        if (name !== '0' && name !== '-')
            scope.notes.unknown.add(`\`$${name}\` is known only at run time`);
        return { text: null, quoted, many: name === '@' || name === '*' };
    }
    const value = scope.state.variables.get(name);
    switch (value?.kind) {
        case 'text':
            return { text: value.text, quoted };
        case 'integer':
            return { text: null, quoted, number: true };
        case 'paths':
            return { text: null, quoted, reach: value.reach };
        case 'any':
            return { text: null, quoted };
        case undefined:
            return fromEnvironment(name, quoted, scope);
    }
}
function fromEnvironment(name, quoted, scope) {
    const folder = scope.state.folders?.length === 1 ? scope.state.folders[0] : undefined;
    if (name === 'PWD' && folder !== undefined)
        return { text: folder, quoted };
    // Wherever a home folder is, it is not the workspace.
    if (name === 'HOME')
        return { text: null, quoted, reach: outside('/~') };
    if (!isPublicVariable(name)) {
        scope.notes.unknown.add(`\`$${name}\` comes from the environment and may hold a secret`);
    }
    return { text: null, quoted };
}
function outside(root) {
    return { roots: [root], dashless: true, ordinary: false, regular: true, clean: true };
}
/** `${name…}` in all its forms; the ones that evaluate again, or assign, are not judged. */
function parameter(part, quoted, scope, walk) {
    const { notes } = scope;
    const whole = { text: null, quoted };
    if (part.prefix === '!') {
        notes.unknown.add(`\`${part.text}\` names a variable indirectly`);
        return whole;
    }
    const many = part.index?.text === '@' || part.index?.text === '*';
    if (part.index !== undefined && !many && !/^\d+$/.test(part.index.text)) {
        walk(part.index, scope);
        notes.unknown.add(`the subscript in \`${part.text}\` is evaluated`);
    }
    const value = variable(part.parameter, quoted, scope);
    if (part.prefix === '#')
        return { text: null, quoted, number: true };
    const { operation } = part;
    if (operation === undefined)
        return part.index === undefined ? value : { ...whole, many };
    switch (operation.type) {
        case 'Default':
            walk(operation.operand, scope);
            if (operation.operator.includes('='))
                notes.unknown.add(`\`${part.text}\` may assign`);
            return whole;
        case 'Remove':
            walk(operation.operand, scope);
            return removed(value, operation.operator, operation.operand) ?? whole;
        case 'Replace':
            walk(operation.pattern, scope);
            walk(operation.replacement, scope);
            return whole;
        case 'CaseModification':
            if (operation.operand !== undefined)
                walk(operation.operand, scope);
            return whole;
        case 'Slice':
            checkNumber(operation.offset, part.text, scope);
            if (operation.length !== undefined)
                checkNumber(operation.length, part.text, scope);
            return { ...whole, many: value.many ?? false };
        case 'Transform':
            walk(operation.operand, scope);
            if (!/^[QUuL]$/.test(operation.operand.text))
                notes.unknown.add(`\`${part.text}\` is evaluated again`);
            return whole;
        case 'Names':
        case 'Unknown':
            notes.unknown.add(`\`${part.text}\` is not judged`);
            return whole;
    }
}
function checkNumber(word, source, scope) {
    if (!/^\s*-?\d+$/.test(word.text))
        scope.notes.unknown.add(`\`${source}\` evaluates arithmetic`);
}
/** `${name%.ts}` and `${name#src/}` of a known text with a pattern that is plain text. */
function removed(value, operator, pattern) {
    if (value.text === null || pattern.parts !== undefined || !/^[\w./-]+$/.test(pattern.text))
        return null;
    const at = operator.startsWith('%')
        ? value.text.endsWith(pattern.text)
        : value.text.startsWith(pattern.text);
    if (!at)
        return value;
    const { length } = pattern.text;
    const text = operator.startsWith('%') ? value.text.slice(0, -length) : value.text.slice(length);
    return { ...value, text };
}

;// CONCATENATED MODULE: ./build/policy/commands/words.js






const TILDE = /^~[^/]*/;
/** Unquoted text in which bash would find nothing to split, glob or expand again. */
const UNSPLIT = /^[\w./:=,+@%^#-]+$/;
/** A word of a command's arguments: braces, tilde, variables, substitutions, splitting, globs, quotes. */
function expandWord(word, scope) {
    if (word.parts?.some((part) => part.type === 'BraceExpansion') !== true)
        return expandFields(word, scope);
    const texts = expandBraces(word.text);
    if (texts === null) {
        for (const part of word.parts)
            segmentsOf(part, false, scope);
        scope.notes.unknown.add(`what the braces in \`${word.text}\` become is not told`);
        return [unknownArg(word.text)];
    }
    // The texts hold nothing but word characters and globs, so each parses as one word.
    return texts.flatMap((text) => expandText(text, word.text, scope));
}
function expandText(text, source, scope) {
    const parsed = parseShell(`: ${text}`);
    const command = parsed.kind === 'script' ? parsed.script.commands[0]?.command : undefined;
    const word = command?.type === 'Command' ? command.suffix[0] : undefined;
    if (text === '')
        return [];
    if (word?.type !== 'Word' ||
        word.parts?.some((part) => part.type !== 'Literal' && part.type !== 'Glob')) {
        return [unknownArg(source)];
    }
    return expandFields(word, scope).map((arg) => ({ ...arg, source }));
}
/** A word that stays one word whatever is in it: an assigned value, a `case` subject, a here string. */
function expandSingle(word, scope) {
    const segments = allSegments(word, scope).map((segment) => ({
        ...segment,
        quoted: true,
        magic: false,
    }));
    return oneArg(segments, word.text, scope);
}
/** Walks the substitutions in parts that make no word, such as a heredoc's body. */
function expandParts(parts, scope) {
    for (const part of parts)
        segmentsOf(part, true, scope);
}
/** A character that ends a word in bash, with no backslash before it. */
const ENDS_WORD = /^(?:[^\\]|\\[\s\S])*?[()<>|&;\s]/;
function expandFields(word, scope) {
    const literals = word.parts?.flatMap((part) => (part.type === 'Literal' ? [part.text] : [])) ?? [
        word.text,
    ];
    // The parser is more lenient than bash with a few sources that bash refuses.
    if (literals.some((text) => ENDS_WORD.test(text))) {
        scope.notes.unknown.add(`\`${word.text}\` is not read as bash would read it`);
    }
    const segments = allSegments(word, scope);
    const [only] = segments;
    if (segments.length === 1 &&
        only !== undefined &&
        !only.quoted &&
        only.text !== null &&
        isExpansion(word)) {
        return splitText(only.text, word.text);
    }
    if (segments.some((segment) => segment.text !== null &&
        !segment.quoted &&
        segment.magic === undefined &&
        expansionNeedsSplit(segment))) {
        return [unknownArg(word.text)];
    }
    if (segments.length > 0 && segments.every((segment) => segment.text === '' && !segment.quoted))
        return [];
    return [oneArg(segments, word.text, scope)];
}
function isExpansion(word) {
    const type = word.parts?.length === 1 ? word.parts[0]?.type : undefined;
    return type === 'SimpleExpansion' || type === 'ParameterExpansion' || type === 'CommandExpansion';
}
/** Literal parts are marked quoted below; what is left unquoted with a text came from a variable. */
function expansionNeedsSplit(segment) {
    return segment.text !== '' && !UNSPLIT.test(segment.text ?? '');
}
function splitText(text, source) {
    const words = text.split(/[ \t\n]+/).filter((part) => part !== '');
    return words.map((part) => (UNSPLIT.test(part) ? literalArg(part, source) : unknownArg(source)));
}
function unknownArg(source) {
    return { text: null, source, single: false, prefix: '' };
}
function oneArg(segments, source, scope) {
    const magic = segments.some((segment) => segment.magic === true);
    if (segments.every((segment) => segment.text !== null)) {
        const text = segments.map((segment) => segment.text ?? '').join('');
        return magic ? globArg(segments, source, scope) : literalArg(text, source);
    }
    const first = segments.findIndex((segment) => segment.text === null);
    const prefix = segments
        .slice(0, first)
        .map((segment) => segment.text ?? '')
        .join('');
    const single = !magic &&
        segments.every((s) => s.many !== true &&
            (s.text !== null || s.quoted || s.number === true || s.reach?.clean === true));
    const reach = reachOf(segments);
    const number = segments.length === 1 && segments[0]?.number === true ? { number: true } : {};
    return { text: null, source, single, prefix, ...number, ...(reach === null ? {} : { reach }) };
}
/** A word that is wholly a found file's name, or a place outside with more of the path behind it. */
function reachOf(segments) {
    const reach = segments[0]?.reach;
    if (reach === undefined)
        return null;
    // Names with blanks in them would be split where unquoted; such names come from the same places.
    if (segments.length === 1)
        return reach;
    const rest = segments.slice(1);
    if (reach.roots[0] !== '/~' || !rest.every((segment) => segment.text !== null))
        return null;
    return outside(`/~${rest.map((segment) => segment.text ?? '').join('')}`);
}
function globArg(segments, source, scope) {
    const pieces = segments.map((segment) => ({
        text: segment.text ?? '',
        magic: segment.magic === true,
    }));
    const prefix = pieces
        .slice(0, pieces.findIndex((piece) => piece.magic))
        .map((piece) => piece.text)
        .join('');
    const found = globNames(pieces, scope.state, scope.walk.world);
    if (found === null) {
        scope.notes.unknown.add(`which files \`${source}\` names is known only at run time`);
        return { text: null, source, single: false, prefix };
    }
    return { text: null, source, single: false, prefix, glob: { prefix, ...found } };
}
function allSegments(word, scope) {
    if (word.parts === undefined)
        return literalSegments(word.text, word.value, true, scope);
    const first = word.parts[0];
    return word.parts.flatMap((part) => part.type === 'Literal'
        ? literalSegments(part.text, part.value, part === first, scope)
        : segmentsOf(part, false, scope));
}
function literalSegments(source, value, atStart, scope) {
    const tilde = atStart ? TILDE.exec(source) : null;
    if (tilde !== null) {
        const rest = source.slice(tilde[0].length).replaceAll('\\', '');
        const folder = scope.state.folders?.length === 1 ? scope.state.folders[0] : undefined;
        if (tilde[0] === '~+' && folder !== undefined)
            return [{ text: folder + rest, quoted: true }];
        return [{ text: null, quoted: true, reach: outside(`/~${rest}`) }];
    }
    // Bash also expands a tilde behind `=` and `:` in words that look like an assignment.
    if (/^[A-Za-z_]\w*\+?=(?:.*:)?~/.test(source))
        return [{ text: null, quoted: true }];
    return [{ text: value, quoted: true }];
}
function segmentsOf(part, quoted, scope) {
    switch (part.type) {
        case 'Literal':
        case 'SingleQuoted':
            return [{ text: part.value, quoted: true }];
        case 'AnsiCQuoted':
            // Bytes beyond ASCII may be put together in more than one way.
            return [{ text: /^[\u0001-\u007e]*$/.test(part.value) ? part.value : null, quoted: true }];
        case 'DoubleQuoted':
            if (part.parts.length === 0)
                return [{ text: '', quoted: true }];
            return part.parts.flatMap((child) => segmentsOf(child, true, scope));
        case 'LocaleString':
            for (const child of part.parts)
                segmentsOf(child, true, scope);
            return [{ text: null, quoted: true }];
        case 'SimpleExpansion':
            return [variable(part.text.slice(1), quoted, scope)];
        case 'ParameterExpansion':
            return [parameter(part, quoted, scope, expandSingle)];
        case 'CommandExpansion':
            return [substitution(part.script, quoted, scope)];
        case 'ArithmeticExpansion':
            if (checkArithmetic(part.expression, scope).length > 0) {
                scope.notes.unknown.add(`\`${part.text}\` assigns inside a word`);
            }
            return [{ text: null, quoted, number: true }];
        case 'Glob':
            return globSegments(part, scope);
        case 'ProcessSubstitution':
            substitution(part.script, true, scope);
            return [
                {
                    text: null,
                    quoted: true,
                    reach: { roots: [], dashless: true, ordinary: true, regular: true, clean: true },
                },
            ];
        case 'ExtendedGlob':
            if (part.parts !== undefined)
                expandParts(part.parts, scope);
            scope.notes.unknown.add(`\`${part.text}\` is known only at run time`);
            return [{ text: null, quoted: false }];
        case 'BraceExpansion':
            if (part.parts !== undefined)
                expandParts(part.parts, scope);
            scope.notes.unknown.add(`\`${part.text}\` is known only at run time`);
            return [{ text: null, quoted: false }];
        default:
            scope.notes.unknown.add('a part of a word is of a kind that is not known');
            return [{ text: null, quoted: false }];
    }
}
function globSegments(part, scope) {
    if (part.kind === 'bracket' && part.parts.some((child) => child.type !== 'Literal')) {
        expandParts(part.parts, scope);
        if (part.parts.some((child) => child.type !== 'SingleQuoted')) {
            scope.notes.unknown.add(`\`${part.text}\` is known only at run time`);
            return [{ text: null, quoted: false }];
        }
    }
    return [{ text: part.value, quoted: false, magic: true }];
}
function substitution(script, quoted, scope) {
    if (script === undefined || (script.errors?.length ?? 0) > 0) {
        scope.notes.unknown.add('a substitution could not be read');
        return { text: null, quoted };
    }
    const outcome = scope.walk.script(script, scope.state);
    if (outcome.printsText !== undefined)
        return { text: outcome.printsText, quoted };
    if (outcome.printsNumber === true)
        return { text: null, quoted, number: true };
    return { text: null, quoted, ...(outcome.prints === undefined ? {} : { reach: outcome.prints }) };
}

;// CONCATENATED MODULE: ./build/policy/commands/assignments.js



/** `name=value` before a program: only what is known to change looks, not what runs. */
function judgePrefix(assignment, command, scope) {
    const value = assignments_valueOf(assignment, scope);
    const { name } = assignment;
    if (command === 'read' && name === 'IFS')
        return;
    const text = value.kind === 'text' ? value.text : null;
    if (assignment.append === true || !isHarmlessEnvironment(name, text)) {
        refuse(name, scope, `\`${name}\` is given to a program, which may act on it`);
    }
}
/** `name=value` as a command of its own. */
function judgeAssignment(assignment, scope) {
    const value = assignments_valueOf(assignment, scope);
    const { name } = assignment;
    const harmless = value.kind === 'text' && isHarmlessEnvironment(name, value.text);
    if (!isOwnVariable(name) && !harmless) {
        refuse(name, scope, `\`${name}\` is set, which programs or the shell may act on`);
    }
    return withVariable(scope.state, name, value);
}
function refuse(name, scope, because) {
    if (isHijacking(name))
        scope.notes.classes.add('@forbidden');
    scope.notes.unknown.add(because);
}
function assignments_valueOf(assignment, scope) {
    const { value, index } = assignment;
    if (index !== undefined && !/^\d+$/.test(index.text)) {
        expandSingle(index, scope);
        scope.notes.unknown.add(`the subscript of \`${assignment.name}\` is evaluated`);
    }
    if (value.type === 'ArrayValue') {
        for (const element of value.elements) {
            expandWord(element, scope);
            // `[$(command)]=value` inside the brackets is a subscript.
            if (/^\[.*\]\+?=/.test(element.text))
                scope.notes.unknown.add('a subscript is evaluated');
        }
        return { kind: 'any' };
    }
    const arg = expandSingle(value, scope);
    if (index !== undefined || assignment.append === true)
        return { kind: 'any' };
    if (arg.text !== null)
        return { kind: 'text', text: arg.text };
    if (arg.number === true)
        return { kind: 'integer' };
    if (arg.reach !== undefined && arg.reach.roots.length > 0)
        return { kind: 'paths', reach: arg.reach };
    return { kind: 'any' };
}

;// CONCATENATED MODULE: ./build/policy/commands/notes.js


/** Notes that a word names a file or folder. A word known only at run time is noted as unknown. */
function noteWord(arg, access, scope, from = 'argument') {
    if (arg.text !== null)
        notePath(arg.text, access, scope, from);
    else if (arg.glob !== undefined)
        for (const name of arg.glob.names)
            notePath(name, access, scope, from);
    else if (arg.reach !== undefined) {
        for (const root of arg.reach.roots)
            notePath(root, access, scope, from);
    }
    else
        scope.notes.unknown.add(`\`${arg.source}\` names a path that is known only at run time`);
}
/** Notes a path as written, and where symlinks make it lead. */
function notePath(path, access, scope, from = 'argument') {
    const { notes, state, walk } = scope;
    if (isStream(path))
        return;
    const places = path === '' ? [] : leadsTo(path, state, walk.world);
    if (places === null) {
        notes.unknown.add(`where \`${path}\` leads is known only at run time`);
        return;
    }
    for (const place of places) {
        const known = fromRoot(place, walk.world.root);
        if (!notes.paths.some((fact) => fact.path === known && fact.access === access && fact.from === from)) {
            notes.paths.push({ path: known, access, from });
        }
    }
}
/** Notes an option or feature that no rule covers without spelling it. */
function noteHatch(what, words, scope) {
    scope.notes.hatches.push({ what, words: words.map((word) => word.text ?? word.source) });
}
/** Ends a simple command: what was noted becomes one of the analysis' commands. */
function finish(words, notes, walk) {
    walk.out.push(simpleCommand(words, notes, walk.via));
}
function simpleCommand(words, notes, via) {
    const classes = new Set(notes.classes);
    const writes = notes.paths.some((path) => path.access === 'write');
    if (writes)
        classes.add('@writes');
    // Where only redirections write, the program itself is what it was; each of their targets needs what `fs_write` needs.
    const writesItself = notes.paths.some((path) => path.access === 'write' && path.from !== 'redirection');
    if (writesItself ||
        notes.hatches.length > 0 ||
        notes.unknown.size > 0 ||
        classes.has('@forbidden')) {
        classes.delete('@readonly');
        classes.delete('@git-readonly');
    }
    return {
        words: words.map(publicWord),
        via,
        classes: [...classes],
        intents: [...notes.intents],
        hatches: notes.hatches,
        paths: notes.paths,
        hosts: [...notes.hosts],
        unknown: [...notes.unknown],
    };
}

;// CONCATENATED MODULE: ./build/policy/commands/options.js

const options_KINDS = {
    text: 'text',
    read: 'read',
    pattern: 'pattern',
    patterns: 'patterns-file',
};
/**
 * Compiles `-A -n= --lines= -f=read --color? -NUM`: no mark is a switch, `=` needs a value (a word after it says of
 * which kind), `?` may have one attached, `-NUM` allows digits, `POSIX` ends options at the first operand,
 * `SEPARATE` lets an option with a value only stand alone.
 */
function compileFlags(spec) {
    const known = new Map();
    const tokens = spec.split(/\s+/).filter((token) => token !== '');
    for (const token of tokens) {
        const match = /^(-{1,2}[\w.-]+|-[#@%])(?:(\?)|(=)(\w*))?$/.exec(token);
        if (match?.[1] === undefined)
            continue;
        const takes = match[2] === '?' ? 'optional' : match[3] === '=' ? 'value' : 'nothing';
        known.set(match[1], { takes, kind: options_KINDS[match[4] ?? ''] ?? 'text' });
    }
    return {
        known,
        digits: tokens.includes('-NUM'),
        operandsLast: tokens.includes('POSIX'),
        separate: tokens.includes('SEPARATE'),
    };
}
/** Sorts a program's words by its table, the way getopt does: no abbreviations, clusters split, `--` honoured. */
function matchOptions(words, flags) {
    const args = words.flatMap(eachName);
    const matched = { options: [], operands: [], strange: [], doubtful: [] };
    for (let at = 0; at < args.length; at += 1) {
        const arg = args[at];
        if (arg === undefined)
            break;
        if (arg.text === '--') {
            matched.operands.push(...args.slice(at + 1));
            break;
        }
        if (isDashless(arg) || arg.text === '-') {
            matched.operands.push(arg);
            if (!flags.operandsLast)
                continue;
            matched.operands.push(...args.slice(at + 1));
            break;
        }
        if (arg.text === null) {
            at += matchPartlyKnown(arg, flags, matched);
            continue;
        }
        at += matchOne(arg, arg.text, args[at + 1], { flags, matched });
    }
    return matched;
}
/** A glob whose names are known is these names, hostile ones such as `--output=x` included. */
function eachName(arg) {
    if (arg.glob?.exact !== true)
        return [arg];
    return arg.glob.names.map((name) => literalArg(name, arg.source));
}
/** `--include="*.$x"`: the option is known, its one word is not. */
function matchPartlyKnown(arg, flags, matched) {
    const long = /^(--[\w-]+)=/.exec(arg.prefix)?.[1];
    const flag = long === undefined ? undefined : flags.known.get(long);
    if (long !== undefined && flag !== undefined && flag.takes !== 'nothing' && arg.single) {
        matched.options.push({ flag: long, value: { ...arg, prefix: '' }, kind: flag.kind });
    }
    else
        matched.doubtful.push(arg);
    return 0;
}
/** Returns how many further words the option took. */
function matchOne(arg, text, next, into) {
    return text.startsWith('--')
        ? matchLong(arg, text, next, into)
        : matchCluster(arg, text, next, into);
}
function matchLong(arg, text, next, { flags, matched }) {
    const equals = text.indexOf('=');
    const name = equals === -1 ? text : text.slice(0, equals);
    const flag = flags.known.get(name);
    if (flag === undefined || (flag.takes === 'nothing' && equals !== -1)) {
        matched.strange.push(arg);
        return 0;
    }
    const attached = equals === -1 ? null : literalArg(text.slice(equals + 1), arg.source);
    if (flag.takes !== 'value' || attached !== null) {
        matched.options.push({ flag: name, value: attached, kind: flag.kind });
        return 0;
    }
    return takeNext(arg, name, next, { flag, matched });
}
function matchCluster(arg, text, next, { flags, matched }) {
    if (flags.digits && /^-\d+$/.test(text))
        return 0;
    const whole = flags.separate ? flags.known.get(text) : undefined;
    if (whole?.takes === 'nothing')
        return 0;
    for (let at = 1; at < text.length; at += 1) {
        const name = `-${text[at] ?? ''}`;
        const flag = flags.known.get(name);
        const clustered = flags.separate && flag?.takes !== 'nothing' && text.length > 2;
        if (flag === undefined || clustered) {
            matched.strange.push(arg);
            return 0;
        }
        const rest = text.slice(at + 1);
        if (flag.takes === 'nothing') {
            matched.options.push({ flag: name, value: null, kind: flag.kind });
            continue;
        }
        if (rest !== '' || flag.takes === 'optional') {
            const value = rest === '' ? null : literalArg(rest, arg.source);
            matched.options.push({ flag: name, value, kind: flag.kind });
            return 0;
        }
        return takeNext(arg, name, next, { flag, matched });
    }
    return 0;
}
function takeNext(arg, name, next, { flag, matched }) {
    // What looks like an option may be one, where the value could have been left out.
    const optionLike = /^-[^\d]/.test(next?.text ?? '') && flag.kind !== 'pattern';
    if (next === undefined || optionLike) {
        matched.strange.push(arg);
        return 0;
    }
    const several = next.text === null && !next.single && (next.glob?.names.length ?? 2) !== 1;
    if (several)
        matched.doubtful.push(next);
    else
        matched.options.push({ flag: name, value: next, kind: flag.kind });
    return 1;
}
function has(matched, ...flags) {
    return matched.options.some((option) => flags.includes(option.flag));
}
function valuesOf(matched, ...flags) {
    return matched.options
        .filter((option) => flags.includes(option.flag))
        .map((option) => option.value);
}

;// CONCATENATED MODULE: ./build/policy/commands/builtins.js






/** Builtins of bash that change what later commands mean: a state is told for them, or they are not judged. */
const BUILTINS = {
    cd: judgeCd,
    pushd: judgeCd,
    popd: (call) => harmless(call, withFolders(call.scope.state, null)),
    export: judgeExport,
    set: judgeSet,
    read: judgeRead,
    mapfile: judgeMapfile,
    readarray: judgeMapfile,
    unset: judgeUnset,
    exit: judgeExit,
    return: judgeExit,
    break: judgeJump,
    continue: judgeJump,
    wait: judgeWait,
    shift: judgeWait,
    jobs: judgeWait,
    times: judgeWait,
    dirs: judgeWait,
    command: judgeCommandV,
};
const NEVER = new Set(('. source eval alias unalias trap shopt enable hash bind complete compgen compopt declare typeset local readonly let getopts caller ' +
    'history fc disown fg bg suspend logout umask ulimit coproc').split(' '));
/** Judges a builtin; `null` where `name` is none that matters here. */
function judgeBuiltin(call) {
    const builtin = Object.hasOwn(BUILTINS, call.name) ? BUILTINS[call.name] : undefined;
    if (builtin !== undefined)
        return builtin(call);
    if (!NEVER.has(call.name))
        return null;
    const { scope } = call;
    scope.notes.unknown.add(`\`${call.name}\` changes what later commands mean, or runs more than it shows`);
    if (call.name === 'eval') {
        const texts = call.args.map((arg) => arg.text);
        if (!texts.includes(null))
            scope.walk.source(texts.join(' '), scope.state, ['eval']);
    }
    if (call.name === 'trap' && typeof call.args[0]?.text === 'string') {
        scope.walk.source(call.args[0].text, scope.state, ['trap']);
    }
    return unchanged({ folders: null, variables: new Map() });
}
function harmless(call, after) {
    call.scope.notes.classes.add('@readonly');
    return unchanged(after);
}
function judgeCd(call) {
    const { scope } = call;
    const matched = matchOptions(call.args, compileFlags('-L -P -e'));
    const [target = { ...literalArg('~'), text: null, reach: undefined }] = matched.operands;
    scope.notes.classes.add('@readonly');
    const lost = withFolders(scope.state, null);
    if (matched.strange.length + matched.doubtful.length > 0 || matched.operands.length > 1) {
        scope.notes.unknown.add('`cd` goes to a folder that is known only at run time');
        return unchanged(lost);
    }
    if (target.text === null ||
        target.text === '-' ||
        (call.name === 'pushd' && /^[+-]\d/.test(target.text))) {
        if (target.reach !== undefined)
            noteWord({ ...target, reach: target.reach }, 'read', scope);
        return unchanged(lost);
    }
    noteWord(literalArg(target.text), 'read', scope);
    const success = withFolders(scope.state, foldersFrom(target.text, has(matched, '-P'), call));
    return { success, failure: scope.state, after: join(scope.state, success) };
}
/** Where `cd` may end: as text, and where a symlink on the way really leads. */
function foldersFrom(target, physical, call) {
    const { state, walk } = call.scope;
    const folders = [];
    if (state.folders === null && !target.startsWith('/'))
        return null;
    for (const folder of target.startsWith('/') ? ['/'] : (state.folders ?? [])) {
        const logical = normalised(absoluteFrom(folder, target));
        const real = walk.world.realpath(logical);
        if (real === null)
            return null;
        folders.push(...(physical ? [real] : [logical, real]));
    }
    return folders;
}
function judgeExport(call) {
    const { scope } = call;
    let { state } = scope;
    if (call.args.length === 0)
        noteHatch('export prints every variable, secrets too', [literalArg('export')], scope);
    for (const arg of call.args) {
        const match = /^(\w+)=(.*)$/s.exec(arg.text ?? '');
        if (match?.[1] === undefined || !isHarmlessEnvironment(match[1], match[2] ?? '')) {
            if (isHijacking(match?.[1] ?? arg.text ?? ''))
                scope.notes.classes.add('@forbidden');
            scope.notes.unknown.add(`\`export ${arg.source}\` gives later programs a variable they may act on`);
        }
        else
            state = withVariable(state, match[1], { kind: 'text', text: match[2] ?? '' });
    }
    return harmless(call, state);
}
const SET_OPTIONS = /^(?:errexit|nounset|xtrace|pipefail)$/;
function judgeSet(call) {
    const texts = call.args.map((arg) => arg.text ?? '');
    const known = texts.every((text, index) => /^[-+][eux]*o$/.test(texts[index - 1] ?? '')
        ? SET_OPTIONS.test(text)
        : /^[-+][eux]*o?$/.test(text) && text.length > 1);
    if (texts.length === 0)
        noteHatch('set prints every variable, secrets too', [literalArg('set')], call.scope);
    else if (!known || (texts.at(-1) ?? '').endsWith('o')) {
        if (!SET_OPTIONS.test(texts.at(-1) ?? ''))
            call.scope.notes.unknown.add('`set` changes what later commands mean');
    }
    return harmless(call, call.scope.state);
}
const READ_FLAGS = compileFlags('POSIX -r -s -d= -n= -N= -t= -p=');
function judgeRead(call) {
    const { scope, input } = call;
    const matched = matchOptions(call.args, READ_FLAGS);
    noteUnusual(call, [...matched.strange, ...matched.doubtful]);
    const names = matched.operands.length === 0 ? [literalArg('REPLY')] : matched.operands;
    // Only a whole line is a whole name.
    const parts = matched.options.some((option) => /^-[nNd]$/.test(option.flag) && option.value?.text !== '');
    const found = input !== undefined && names.length === 1 && !parts;
    return setNames(call, names, found ? { kind: 'paths', reach: input } : { kind: 'any' }, scope.state);
}
function judgeMapfile(call) {
    const matched = matchOptions(call.args, compileFlags('-t'));
    noteUnusual(call, [...matched.strange, ...matched.doubtful]);
    return setNames(call, matched.operands, { kind: 'any' }, call.scope.state);
}
function judgeUnset(call) {
    return setNames(call, call.args, { kind: 'any' }, call.scope.state);
}
function setNames(call, names, value, start) {
    let state = start;
    for (const name of names) {
        if (name.text === null || !isOwnVariable(name.text)) {
            call.scope.notes.unknown.add(`\`${call.name} ${name.source}\` sets something that is not a plain variable`);
        }
        else
            state = withVariable(state, name.text, value);
    }
    return harmless(call, state);
}
function noteUnusual(call, args) {
    for (const arg of args)
        noteHatch(`${call.name} ${arg.source} is not known to be harmless`, [arg], call.scope);
}
/** Behind it nothing runs; with words it does not understand, bash goes on. */
function judgeExit(call) {
    const ends = call.args.length === 0 ||
        (call.args.length === 1 && /^\d{1,3}$/.test(call.args[0]?.text ?? ''));
    const plain = ends || (call.args.length === 1 && call.args[0]?.number === true);
    if (!plain)
        call.scope.notes.unknown.add(`\`${call.name}\` with words it may not understand`);
    return harmless(call, ends && call.name === 'exit' ? NOWHERE : call.scope.state);
}
function judgeJump(call) {
    call.scope.walk.jumps.push(call.scope.state);
    if (call.args.some((arg) => !/^\d$/.test(arg.text ?? '')))
        call.scope.notes.unknown.add(`\`${call.name}\` with unknown words`);
    return harmless(call, call.scope.state);
}
function judgeWait(call) {
    const plain = call.args.every((arg) => arg.number === true || /^-[lpnrs]$|^\d+$|^%\d+$/.test(arg.text ?? ''));
    if (!plain || (call.name === 'wait' && call.args.some((arg) => arg.text === '-p'))) {
        call.scope.notes.unknown.add(`\`${call.name}\` with words that are not judged`);
    }
    return harmless(call, call.scope.state);
}
/** `command -v NAME` only tells where a program is. */
function judgeCommandV(call) {
    return harmless(call, call.scope.state);
}

;// CONCATENATED MODULE: ./build/policy/commands/knowledge/git.js
/** git(1) 2.39 to 2.49, each from its own manual page. */
const GIT_SOURCE = 'git manual pages, 2.39 to 2.49';
const DIFF = '-NUM -p -u --patch -s --no-patch -U= --unified= --raw --patch-with-raw --indent-heuristic --no-indent-heuristic --minimal --patience --histogram ' +
    '--anchored= --diff-algorithm= --stat? --compact-summary --numstat --shortstat --dirstat? --summary --patch-with-stat -z --name-only --name-status --color? ' +
    '--no-color --color-moved? --word-diff? --word-diff-regex= --color-words? --no-renames --rename-empty --no-rename-empty --check --ws-error-highlight= ' +
    '--full-index --binary --abbrev? -B? -M? -C? --find-renames? --find-copies? --find-copies-harder -D --irreversible-delete -l= --diff-filter= -S= -G= ' +
    '--pickaxe-all --pickaxe-regex -R --relative? -a --text --ignore-cr-at-eol --ignore-space-at-eol -b --ignore-space-change -w --ignore-all-space ' +
    '--ignore-blank-lines --inter-hunk-context= -W --function-context --exit-code --quiet -q --no-ext-diff --no-textconv --ignore-submodules? --src-prefix= ' +
    '--dst-prefix= --no-prefix --line-prefix= --stat-width= --stat-count= --stat-name-width= --no-index-disabled';
const LOG = '-n= --max-count= --skip= --since= --after= --until= --before= --author= --committer= --grep= -i --regexp-ignore-case -E --extended-regexp -F ' +
    '--fixed-strings -P --perl-regexp --invert-grep --all-match --merges --no-merges --first-parent --all --branches? --tags? --remotes? --glob= --exclude= ' +
    '--reflog -g --walk-reflogs --boundary --left-right --left-only --right-only --cherry-pick --cherry-mark --cherry --oneline --pretty? --format= ' +
    '--abbrev-commit --no-abbrev-commit --date= --relative-date --graph --decorate? --no-decorate --decorate-refs= --decorate-refs-exclude= --source --follow ' +
    '--full-diff --topo-order --date-order --author-date-order --reverse --parents --children --full-history --simplify-by-decoration --simplify-merges ' +
    '--ancestry-path? --dense --sparse -c -m --cc --diff-merges= --no-notes --notes? --show-linear-break? --log-size -L= --encoding= --expand-tabs? ' +
    '--min-parents= --max-parents= --no-walk? --not --stdin-disabled --clear-decorations --use-mailmap --mailmap --no-mailmap';
const GIT_READS = [
    {
        names: ['status'],
        flags: '-s --short -b --branch --show-stash --porcelain? --long -v --verbose -u? --untracked-files? --ignored? -z --column? --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames? --ignore-submodules?',
    },
    { names: ['log', 'whatchanged'], flags: `${LOG} ${DIFF}`, shows: true },
    { names: ['show'], flags: `${LOG} ${DIFF}`, shows: true },
    {
        names: ['diff'],
        flags: `${DIFF} --cached --staged --merge-base -c --cc --base --ours --theirs -0 -1 -2 -3`,
        shows: true,
    },
    {
        names: ['diff-tree', 'diff-index', 'diff-files'],
        flags: `${DIFF} -r -t --root --cached --no-commit-id --merge-base -m -c --cc --pretty? --format=`,
        shows: true,
    },
    { names: ['reflog'], flags: `${LOG} ${DIFF}`, forms: ['show'], shows: true, noOperands: true },
    { names: ['shortlog'], flags: `${LOG} -s --summary -n --numbered -e --email -c -w? --group=` },
    {
        names: ['blame', 'annotate'],
        flags: '-b -l -t -f -n -s -e -w -c -p -C? -M? -L= --root --show-stats --porcelain --line-porcelain --incremental --encoding= --date= --abbrev? --show-name --show-number --show-email --since= --color-lines --color-by-age --first-parent --ignore-rev= --reverse --score-debug',
        shows: true,
    },
    {
        names: ['branch'],
        flags: '-a --all -r --remotes -l --list -v -vv --verbose --show-current --contains= --no-contains= --merged? --no-merged? --points-at= --sort= --format= --color? --no-color --column? --no-column --abbrev? --no-abbrev -i --ignore-case',
        operandsNeed: [
            '-l',
            '--list',
            '--merged',
            '--no-merged',
            '--contains',
            '--no-contains',
            '--points-at',
        ],
        texts: true,
    },
    {
        names: ['tag'],
        flags: '-l --list -n? --contains= --no-contains= --merged? --no-merged? --points-at= --sort= --format= --color? --column? --no-column -i --ignore-case',
        operandsNeed: [
            '-l',
            '--list',
            '--merged',
            '--no-merged',
            '--contains',
            '--no-contains',
            '--points-at',
        ],
        texts: true,
    },
    {
        names: ['rev-parse'],
        flags: '--verify -q --quiet --short? --abbrev-ref? --symbolic --symbolic-full-name --show-toplevel --show-prefix --show-cdup --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --all --branches? --tags? --remotes? --show-superproject-working-tree --show-object-format? --revs-only --no-revs --not --default= --sq',
        texts: true,
    },
    {
        names: ['rev-list'],
        flags: `${LOG} --count --objects --quiet --header --timestamp --no-object-names --use-bitmap-index --disk-usage?`,
    },
    {
        names: ['ls-files'],
        flags: '-c --cached -d --deleted -m --modified -o --others -i --ignored -s --stage -u --unmerged -k --killed -z -t -v -x= --exclude= --exclude-standard --full-name --error-unmatch --directory --no-empty-directory --eol --deduplicate --abbrev? --format= --debug --recurse-submodules',
        printsNames: true,
    },
    {
        names: ['ls-tree'],
        flags: '-d -r -t -l --long -z --name-only --name-status --object-only --full-name --full-tree --abbrev? --format=',
    },
    { names: ['cat-file'], flags: '-t -s -e -p --allow-unknown-type' },
    {
        names: ['describe'],
        flags: '--all --tags --contains --long --always --exact-match --abbrev? --candidates= --match= --exclude= --first-parent --dirty? --broken? --debug',
        texts: true,
    },
    {
        names: ['merge-base'],
        flags: '-a --all --octopus --is-ancestor --independent --fork-point',
        texts: true,
    },
    {
        names: ['name-rev'],
        flags: '--tags --refs= --exclude= --all --name-only --no-undefined --always',
        texts: true,
    },
    {
        names: ['for-each-ref'],
        flags: '--count= --sort= --format= --color? --shell --perl --python --tcl --points-at= --merged? --no-merged? --contains? --no-contains? --ignore-case --exclude=',
        texts: true,
    },
    {
        names: ['show-ref'],
        flags: '--head --heads --branches --tags -d --dereference -s --hash? --verify --abbrev? -q --quiet',
        texts: true,
    },
    { names: ['symbolic-ref'], flags: '-q --quiet --short', most: 1, texts: true },
    { names: ['check-ignore'], flags: '-q --quiet -v --verbose -n --non-matching --no-index -z' },
    { names: ['check-attr'], flags: '-a --all --cached -z' },
    { names: ['count-objects'], flags: '-v --verbose -H --human-readable', noOperands: true },
    { names: ['cherry'], flags: '-v --abbrev?', texts: true },
    {
        names: ['grep'],
        flags: '-NUM -e=pattern -i -I -w -v -h -H -E -G -P -F -n -l -L -z -o -c -p -q -W -A= -B= -C= -a -r -m= --cached --no-untracked --text --ignore-case --word-regexp --invert-match --full-name --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --null --only-matching --count --color? --no-color --break --heading --show-function --after-context= --before-context= --context= --function-context --max-depth= --max-count= --threads= --and --or --not --all-match --quiet --no-textconv',
        pattern: true,
    },
    { names: ['remote'], flags: '-v --verbose', noOperands: true },
    { names: ['remote get-url'], flags: '--all --push', texts: true },
    { names: ['stash list'], flags: `${LOG} ${DIFF}`, shows: true, noOperands: true },
    {
        names: ['stash show'],
        flags: `${DIFF} --include-untracked --only-untracked -u`,
        shows: true,
        texts: true,
    },
    { names: ['worktree list'], flags: '-v --verbose --porcelain -z', noOperands: true },
    { names: ['notes list', 'notes show'], flags: '', texts: true },
    { names: ['version'], flags: '--build-options', noOperands: true },
];
/** Keys of a repository's configuration that may be printed; others may hold a token. */
const GIT_PUBLIC_KEYS = /^(?:user\.(?:name|email)|init\.defaultbranch|core\.[a-z]+|branch\.[\w./-]+\.(?:remote|merge)|remote\.[\w./-]+\.url|pull\.rebase|push\.default)$/i;
/** Options before the subcommand that change neither what runs nor where. */
const GIT_GLOBAL_FLAGS = 'POSIX --no-pager --no-optional-locks --literal-pathspecs --no-replace-objects --version --help-disabled';
/** Options before the subcommand that take the next word. */
const GIT_GLOBAL_VALUES = [
    '-C',
    '-c',
    '--git-dir',
    '--work-tree',
    '--namespace',
    '--exec-path',
    '--super-prefix',
    '--config-env',
    '--attr-source',
];
const GIT_GLOBAL_HATCHES = {
    '-c': 'sets configuration, which can run programs',
    '--config-env': 'sets configuration, which can run programs',
    '-C': 'runs in another folder, whose repository has its own configuration',
    '--git-dir': 'uses another repository, which has its own configuration',
    '--work-tree': 'uses another work tree',
    '--exec-path': 'runs programs from a folder',
    '-p': 'runs the configured pager',
    '--paginate': 'runs the configured pager',
};
/** Subcommands that change the repository, its work tree or another repository. */
const GIT_WRITES = new Set(('add am apply archive bisect branch bundle checkout cherry-pick clean clone commit commit-tree config fast-import ' +
    'fetch filter-branch filter-repo format-patch gc init lfs maintenance merge merge-file mv notes pack-refs prune pull push read-tree ' +
    'rebase reflog remote repack replace reset restore revert rm sparse-checkout stash submodule subtree switch ' +
    'symbolic-ref tag update-index update-ref worktree write-tree').split(' '));

;// CONCATENATED MODULE: ./build/policy/commands/knowledge/files.js
const COREUTILS = 'GNU coreutils 9.1 manual';
/** Programs that look at the file system and the machine. */
const FILE_PROGRAMS = [
    {
        names: ['ls', 'dir', 'vdir'],
        source: `ls(1), ${COREUTILS}`,
        flags: '-a -A -b -B -c -C -d -D -f -F -g -G -h -H -i -I= -k -l -L -m -n -N -o -p -q -Q -r -R -s -S -t -T= -u -U -v -w= -x -X -Z -1 --all --almost-all --author --escape ' +
            '--block-size= --ignore-backups --color? --directory --dired --classify? --file-type --format= --full-time --group-directories-first --no-group ' +
            '--human-readable --si --dereference-command-line --dereference --hide= --hyperlink? --indicator-style= --inode --ignore= --kibibytes --numeric-uid-gid --literal ' +
            '--hide-control-chars --show-control-chars --quote-name --quoting-style= --reverse --recursive --size --sort= --time= --time-style= --tabsize= ' +
            '--width= --context --zero --help --version',
        operands: 'list',
        tame: true,
        grammar: 'ls',
        printsNames: true,
    },
    {
        names: ['tree'],
        source: 'tree(1) 2.1; -o writes, -R with -H and -o writes into folders, --fromfile and --gitfile read',
        flags: 'SEPARATE -a -d -f -x -L= -P= -I= -i -A -S -n -C -N -q -p -u -g -s -h -D -F -v -t -c -U -r -J -X -Q --gitignore --ignore-case --matchdirs --noreport --charset= --filelimit= --si --du ' +
            '--prune --timefmt= --inodes --device --dirsfirst --filesfirst --sort= --nolinks --version --help',
        operands: 'list',
        hatches: { '-o': 'writes a file', '-R': 'writes files into folders' },
    },
    {
        names: ['find'],
        source: 'find(1), GNU findutils 4.9',
        flags: '',
        operands: 'list',
        grammar: 'find',
        printsNames: true,
    },
    {
        names: ['fd', 'fdfind'],
        source: 'fd(1) 8.6 and 9; -x and -X run programs, --base-directory and --search-path move',
        flags: '-H -I -u -s -i -g -F -a -l -L -p -0 -d= -t= -e= -E= -S= -o= -c= -j= -1 -q -V -h --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --unrestricted --case-sensitive --ignore-case --glob ' +
            '--regex --fixed-strings --absolute-path --relative-path --list-details --follow --full-path --print0 --max-depth= --min-depth= --exact-depth= ' +
            '--type= --extension= --exclude= --size= --changed-within= --changed-before= --color= --threads= --max-results= --prune --version --help',
        operands: 'pattern-read',
        grammar: 'fd',
        hatches: {
            '-x': 'runs a program',
            '-X': 'runs a program',
            '--exec': 'runs a program',
            '--exec-batch': 'runs a program',
        },
    },
    {
        names: ['file'],
        source: 'file(1) 5.44; -C writes, -m loads magic, -f names files, -z and -Z run decompressors',
        flags: '-b -E -h -i -k -L -N -n -p -r -s -0 -v -e= -F= -P= --brief --mime --mime-type --mime-encoding --keep-going --dereference --no-dereference --no-pad --raw --separator= --print0 --extension --exclude= --apple --special-files --preserve-date --help --version',
        operands: 'list',
        hatches: {
            '-C': 'writes a compiled magic file',
            '-m': 'loads a magic file',
            '-f': 'names files by the contents of another',
            '-z': 'runs decompressors',
        },
    },
    {
        names: ['stat'],
        source: `stat(1), ${COREUTILS}`,
        flags: '-L -f -c= -t --dereference --file-system --cached= --format= --printf= --terse --help --version',
        operands: 'list',
        tame: true,
    },
    {
        names: ['du'],
        source: `du(1), ${COREUTILS}`,
        flags: '-0 -a -B= -b -c -D -d= -H -h -k -L -l -m -P -S -s -t= -x --null --all --apparent-size --block-size= --bytes --total --dereference-args --max-depth= --human-readable --inodes --dereference --count-links --no-dereference --separate-dirs --si --summarize --threshold= --time? --time-style= --exclude= --one-file-system --help --version',
        operands: 'list',
        tame: true,
        hatches: { '--files0-from': 'names files by the contents of another' },
    },
    {
        names: ['df'],
        source: `df(1), ${COREUTILS}`,
        flags: '-a -B= -h -H -i -k -l -P -t= -T -x= --all --block-size= --human-readable --si --inodes --local --no-sync --portability --print-type --type= --exclude-type= --total --output? --help --version',
        operands: 'list',
        tame: true,
    },
    {
        names: ['realpath', 'readlink'],
        source: `realpath(1), readlink(1), ${COREUTILS}`,
        flags: '-e -f -m -n -q -s -v -z -L -P --canonicalize --canonicalize-existing --canonicalize-missing --logical --physical --no-newline --quiet --silent --verbose --relative-to= --relative-base= --strip --no-symlinks --zero --help --version',
        operands: 'list',
        tame: true,
    },
    {
        names: ['basename', 'dirname'],
        source: `basename(1), dirname(1), ${COREUTILS}`,
        flags: '-a -s= -z --multiple --suffix= --zero --help --version',
        operands: 'text',
        tame: true,
    },
    {
        names: ['pwd'],
        source: `pwd(1), ${COREUTILS} and bash(1)`,
        flags: '-L -P --logical --physical',
        operands: 'none',
    },
    {
        names: ['which', 'type', 'whereis'],
        source: 'which(1) debianutils 5, bash(1) type',
        flags: '-a -f -t -p -P --all',
        operands: 'text',
    },
    {
        names: ['tar', 'bsdtar'],
        source: 'tar(1), GNU tar 1.34: only listing',
        flags: '-t -z -j -J -Z -v -f=read --list --gzip --gunzip --bzip2 --xz --lzma --zstd --verbose --file=read --full-time --numeric-owner --quoting-style= --wildcards --no-wildcards --exclude= --show-stored-names --utc --warning= --version',
        operands: 'text',
        grammar: 'tar',
        hatches: {
            '-I': 'runs a program',
            '--use-compress-program': 'runs a program',
            '--to-command': 'runs a program',
            '--checkpoint-action': 'runs a program',
            '-F': 'runs a program',
            '--info-script': 'runs a program',
            '--rsh-command': 'runs a program',
        },
    },
    {
        names: ['unzip'],
        source: 'unzip(1) 6.0: only -l, -v and -Z list; without an option it extracts',
        flags: '-l -v -q -Z -1',
        operands: 'text',
        grammar: 'tar',
    },
    {
        names: ['zipinfo'],
        source: 'zipinfo(1) 3.0',
        flags: '-1 -2 -s -m -l -v -h -t -z',
        operands: 'read',
        most: 1,
    },
    {
        names: ['nm', 'size', 'ldd'],
        source: 'binutils 2.40; ldd runs the program it looks at, so only its version',
        flags: '--version --help',
        operands: 'none',
    },
];
/** Programs and builtins that tell about the machine or compute from their words. */
const SMALL_PROGRAMS = [
    { names: ['echo'], source: 'bash(1)', flags: '', operands: 'words', tame: true },
    { names: ['true', 'false', ':'], source: 'bash(1)', flags: '', operands: 'words', tame: true },
    {
        names: ['printf'],
        source: 'bash(1): %n assigns, -v assigns',
        flags: '',
        operands: 'text',
        grammar: 'printf',
        tame: true,
    },
    {
        names: ['test', '['],
        source: 'bash(1): -v evaluates a subscript',
        flags: '',
        operands: 'text',
        grammar: 'test',
    },
    {
        names: ['seq'],
        source: `seq(1), ${COREUTILS}`,
        flags: '-NUM -f= -s= -w --format= --separator= --equal-width --help --version',
        operands: 'text',
        tame: true,
    },
    {
        names: ['sleep'],
        source: `sleep(1), ${COREUTILS}`,
        flags: '--help --version',
        operands: 'text',
        tame: true,
    },
    {
        names: ['expr', 'factor', 'numfmt'],
        source: COREUTILS,
        flags: '--help --version --to= --from= --suffix= --format= --grouping --field= --header? --padding= --round=',
        operands: 'text',
        tame: true,
    },
    {
        names: ['date'],
        source: `date(1), ${COREUTILS}; -s sets the clock, as does an operand without +`,
        flags: '-d= -I? -R -u -r=read --date= --iso-8601? --rfc-3339= --rfc-email --utc --universal --reference=read --debug --help --version',
        operands: 'text',
        grammar: 'date',
        hatches: { '-s': 'sets the clock', '--set': 'sets the clock', '-f': 'reads dates from a file' },
    },
    {
        names: ['cal'],
        source: 'cal(1) ncal 12',
        flags: '-1 -3 -y -h -m= --help --version',
        operands: 'text',
    },
    {
        names: ['uname', 'arch', 'nproc', 'tty'],
        source: COREUTILS,
        flags: '-a -s -n -r -v -m -p -i -o --all --kernel-name --nodename --kernel-release --machine --operating-system --ignore= --help --version',
        operands: 'none',
    },
    {
        names: ['id', 'whoami', 'groups', 'logname', 'users'],
        source: COREUTILS,
        flags: '-a -g -G -n -r -u -z --group --groups --name --real --user --zero --help --version',
        operands: 'text',
    },
    {
        names: ['hostname'],
        source: 'hostname(1) net-tools 3.23: an operand, -b and -F set the name',
        flags: '-a -A -d -f -i -I -s -y --alias --all-fqdns --domain --fqdn --long --short --version --help',
        operands: 'none',
    },
    {
        names: ['uptime', 'free'],
        source: 'procps 4.0',
        flags: '-p -s -V -h -b -k -m -g -w -t --pretty --since --human --wide --total --help --version',
        operands: 'none',
    },
    {
        names: ['lscpu'],
        source: 'lscpu(1), util-linux 2.38',
        flags: '--help --version',
        operands: 'none',
    },
    {
        names: ['man'],
        source: 'man(1) man-db 2.11: -P, -H, -l, -C and others run programs or read files; only a page by its name',
        flags: 'POSIX -f -k -w -a --whatis --apropos --where --path --help --version',
        operands: 'text',
        grammar: 'man',
    },
    {
        names: ['whatis', 'apropos'],
        source: 'man-db 2.11',
        flags: '-l --long --help --version',
        operands: 'text',
    },
    { names: ['help'], source: 'bash(1)', flags: '-d -m -s', operands: 'text' },
    {
        names: ['locale'],
        source: 'locale(1) glibc 2.36',
        flags: '-a -m -k --all-locales',
        operands: 'none',
    },
];

;// CONCATENATED MODULE: ./build/policy/commands/knowledge/text.js
const text_COREUTILS = 'GNU coreutils 9.1 manual';
/** Programs that read files or stdin and print what they find. */
const TEXT_PROGRAMS = [
    {
        names: ['cat'],
        source: `cat(1), ${text_COREUTILS}`,
        flags: '-A -b -e -E -n -s -t -T -u -v --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting --help --version',
        operands: 'read',
        tame: true,
    },
    {
        names: ['bat', 'batcat'],
        source: 'bat(1) 0.24: a pager and configuration can be given, so only plain forms',
        flags: '--version',
        operands: 'none',
    },
    {
        names: ['tac'],
        source: `tac(1), ${text_COREUTILS}`,
        flags: '-b -r -s= --before --regex --separator= --help --version',
        operands: 'read',
        tame: true,
    },
    {
        names: ['nl'],
        source: `nl(1), ${text_COREUTILS}`,
        flags: '-b= -d= -f= -h= -i= -l= -n= -p -s= -v= -w= --body-numbering= --number-format= --number-width= --number-separator= --help --version',
        operands: 'read',
        tame: true,
    },
    {
        names: ['head'],
        source: `head(1), ${text_COREUTILS}`,
        flags: '-NUM -n= -c= -q -v -z --lines= --bytes= --quiet --silent --verbose --zero-terminated --help --version',
        operands: 'read',
        tame: true,
        filter: true,
    },
    {
        names: ['tail'],
        source: `tail(1), ${text_COREUTILS}`,
        flags: '-NUM -n= -c= -q -v -z -f -F -s= --lines= --bytes= --quiet --silent --verbose --zero-terminated --follow? --retry --sleep-interval= --help --version',
        operands: 'read',
        tame: true,
        filter: true,
    },
    {
        names: ['wc'],
        source: `wc(1), ${text_COREUTILS}; --files0-from reads names from a file and prints them in messages`,
        flags: '-c -m -l -L -w --bytes --chars --lines --max-line-length --words --total= --help --version',
        operands: 'list',
        tame: true,
        hatches: { '--files0-from': 'names files by the contents of another' },
    },
    {
        names: ['sort'],
        source: `sort(1), ${text_COREUTILS}; -o writes, --compress-program runs, -T writes, --files0-from names files`,
        flags: '-b -d -f -g -h -i -M -n -R -r -V -c -C -k= -m -s -S= -t= -u -z --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort ' +
            '--human-numeric-sort --ignore-nonprinting --month-sort --numeric-sort --random-sort --reverse --sort= --version-sort --check? --key= --merge --stable ' +
            '--buffer-size= --field-separator= --unique --zero-terminated --parallel= --batch-size= --debug --help --version',
        operands: 'read',
        filter: true,
        hatches: {
            '-o': 'writes a file',
            '--output': 'writes a file',
            '--compress-program': 'runs a program',
            '-T': 'writes temporary files to a folder',
            '--temporary-directory': 'writes temporary files to a folder',
            '--files0-from': 'names files by the contents of another',
            '--random-source': 'reads a file',
        },
    },
    {
        names: ['uniq'],
        source: `uniq(1), ${text_COREUTILS}; its second operand is written`,
        flags: '-c -d -D -f= -i -s= -u -w= -z --count --repeated --all-repeated? --skip-fields= --group? --ignore-case --skip-chars= --unique --zero-terminated --check-chars= --help --version',
        operands: 'read',
        most: 1,
    },
    {
        names: ['cut'],
        source: `cut(1), ${text_COREUTILS}`,
        flags: '-b= -c= -d= -f= -n -s -z --bytes= --characters= --delimiter= --fields= --complement --only-delimited --output-delimiter= --zero-terminated --help --version',
        operands: 'read',
        tame: true,
    },
    {
        names: ['tr'],
        source: `tr(1), ${text_COREUTILS}`,
        flags: '-c -C -d -s -t --complement --delete --squeeze-repeats --truncate-set1 --help --version',
        operands: 'text',
        tame: true,
    },
    {
        names: ['paste'],
        source: `paste(1), ${text_COREUTILS}`,
        flags: '-d= -s -z --delimiters= --serial --zero-terminated --help --version',
        operands: 'read',
        tame: true,
    },
    {
        names: ['join'],
        source: `join(1), ${text_COREUTILS}`,
        flags: '-a= -e= -i -j= -o= -t= -v= -1= -2= -z --ignore-case --check-order --nocheck-order --header --zero-terminated --help --version',
        operands: 'read',
        tame: true,
    },
    {
        names: ['comm'],
        source: `comm(1), ${text_COREUTILS}`,
        flags: '-1 -2 -3 -z --check-order --nocheck-order --output-delimiter= --total --zero-terminated --help --version',
        operands: 'read',
        tame: true,
    },
    {
        names: ['fold', 'expand', 'unexpand', 'rev', 'fmt'],
        source: `fold(1), expand(1), fmt(1), ${text_COREUTILS}; rev(1), util-linux 2.38`,
        flags: '-b -s -w= -i -t= -a -c -u --bytes --spaces --width= --initial --tabs= --all --first-only --help --version',
        operands: 'read',
        tame: true,
    },
    {
        names: ['column'],
        source: 'column(1), util-linux 2.38',
        flags: '-t -s= -o= -n= -c= -x -e -N= -R= -H= -T= -W= -E= -d -J -L --table --separator= --output-separator= --table-name= --columns= --output-width= --fillrows --table-columns= --table-right= --table-hide= --table-truncate= --table-wrap= --table-noheadings --json --keep-empty-lines --help --version',
        operands: 'read',
    },
    {
        names: ['cmp'],
        source: 'cmp(1), GNU diffutils 3.8',
        flags: '-b -i= -l -n= -s -v --print-bytes --ignore-initial= --verbose --bytes= --quiet --silent --help --version',
        operands: 'read',
        tame: true,
    },
    {
        names: ['diff'],
        source: 'diff(1), GNU diffutils 3.8; --from-file and --to-file are further files, --palette and --label are texts',
        flags: '-NUM -q -s -c -C= -u -U= -e -n -y -W= -p -F= -L= -t -T -r -N -x= -X=read -S= -i -E -Z -b -w -B -I= -a -D= -d -v --normal --brief --report-identical-files --context? ' +
            '--unified? --ed --rcs --side-by-side --width= --left-column --suppress-common-lines --show-c-function --show-function-line= --label= --expand-tabs ' +
            '--initial-tab --tabsize= --suppress-blank-empty --recursive --no-dereference --new-file --unidirectional-new-file --ignore-file-name-case ' +
            '--no-ignore-file-name-case --exclude= --exclude-from=read --starting-file= --from-file=read --to-file=read --ignore-case --ignore-tab-expansion --ignore-trailing-space ' +
            '--ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines= --text --strip-trailing-cr --minimal --horizon-lines= ' +
            '--speed-large-files --color? --help --version',
        operands: 'read',
        grammar: 'diff',
        hatches: { '-l': 'runs `pr`', '--paginate': 'runs `pr`' },
    },
    {
        names: ['od'],
        source: `od(1), ${text_COREUTILS}`,
        flags: '-A= -j= -N= -S= -t= -v -w? -a -b -c -d -f -i -l -o -s -x --address-radix= --skip-bytes= --read-bytes= --strings? --format= --output-duplicates --width? --endian= --help --version',
        operands: 'read',
    },
    {
        names: ['hexdump', 'hd'],
        source: 'hexdump(1), util-linux 2.38; -f reads formats from a file',
        flags: '-b -c -C -d -o -x -v -n= -s= --canonical --length= --skip= --no-squeezing --help --version',
        operands: 'read',
    },
    {
        names: ['xxd'],
        source: 'xxd(1), vim 9; its second operand is written, -r writes back',
        flags: 'SEPARATE -a -b -c= -e -E -g= -h -i -l= -o= -p -ps -s= -u -d -v',
        operands: 'read',
        most: 1,
    },
    {
        names: ['strings'],
        source: 'strings(1), GNU binutils 2.40',
        flags: '-NUM -a -d -f -n= -o -t= -e= -w -s= -v --all --data --print-file-name --bytes= --radix= --encoding= --include-all-whitespace --help --version',
        operands: 'read',
    },
    {
        names: [
            'md5sum',
            'sha1sum',
            'sha224sum',
            'sha256sum',
            'sha384sum',
            'sha512sum',
            'b2sum',
            'cksum',
            'sum',
        ],
        source: `sha256sum(1), ${text_COREUTILS}; --check opens the files that a file names`,
        flags: '-b -t -z --binary --text --tag --zero --help --version',
        operands: 'read',
        tame: true,
        hatches: {
            '-c': 'opens the files that a file names',
            '--check': 'opens the files that a file names',
        },
    },
    {
        names: ['base64', 'base32'],
        source: `base64(1), ${text_COREUTILS}`,
        flags: '-d -i -w= --decode --ignore-garbage --wrap= --help --version',
        operands: 'read',
        most: 1,
    },
    {
        names: ['tsort'],
        source: `tsort(1), ${text_COREUTILS}`,
        flags: '--help --version',
        operands: 'read',
    },
];

;// CONCATENATED MODULE: ./build/policy/commands/knowledge/languages.js
/** Programs one of whose words is itself a pattern or a program: what that word can do decides. */
const LANGUAGE_PROGRAMS = [
    {
        names: ['grep', 'egrep', 'fgrep'],
        source: 'grep(1), GNU grep 3.8',
        flags: '-NUM -A= -B= -C= -E -F -G -H -I -L -P -T -U -V -Z -a -b -c -d= -D= -e=pattern -f=patterns -h -i -l -m= -n -o -q -r -s -u -v -w -x -y -z ' +
            '--after-context= --before-context= --context= --extended-regexp --fixed-strings --basic-regexp --perl-regexp --with-filename ' +
            '--no-filename --files-with-matches --files-without-match --initial-tab --null --text --byte-offset --count --directories= ' +
            '--devices= --regexp=pattern --file=patterns --ignore-case --no-ignore-case --max-count= --line-number --only-matching --quiet --silent ' +
            '--recursive --no-messages --invert-match --word-regexp --line-regexp --null-data --include= --exclude= ' +
            '--exclude-dir= --exclude-from=read --color? --colour? --line-buffered --binary-files= --binary --label= --help --version',
        operands: 'pattern-read',
        grammar: 'grep',
        tame: true,
        filter: true,
        hatches: {
            '-R': 'follows symlinks to anywhere',
            '--dereference-recursive': 'follows symlinks to anywhere',
        },
    },
    {
        names: ['rg'],
        source: 'rg(1), ripgrep 13 and 14; --pre, --hostname-bin and -z run programs',
        flags: '-A= -B= -C= -E= -F -H -I -M= -N -P -S -T= -U -V -a -b -c -d= -e=pattern -f=patterns -g= -h -i -j= -l -m= -n -o -p -q -r= -s -t= -u -v -w -x -0 -. ' +
            '--after-context= --before-context= --context= --encoding= --fixed-strings --with-filename --no-filename --max-columns= ' +
            '--no-line-number --pcre2 --smart-case --type-not= --multiline --multiline-dotall --text --byte-offset --count --count-matches --max-depth= ' +
            '--maxdepth= --regexp=pattern --file=patterns --glob= --iglob= --ignore-case --threads= --files-with-matches --files-without-match --files ' +
            '--max-count= --line-number --only-matching --pretty --quiet --replace= --case-sensitive --type= --type-list --unrestricted --invert-match ' +
            '--word-regexp --line-regexp --null --hidden --no-hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-global --no-ignore-dot --heading ' +
            '--no-heading --color= --colors= --column --no-column --json --stats --sort= --sortr= --sort-files --trim --vimgrep --passthru --context-separator= ' +
            '--field-match-separator= --field-context-separator= --path-separator= --max-filesize= --no-messages --no-config --one-file-system --crlf --auto-hybrid-regex --engine= ' +
            '--line-buffered --block-buffered --no-mmap --mmap --no-pre --include-zero --max-columns-preview --debug --trace --help --version',
        operands: 'pattern-read',
        grammar: 'rg',
        hatches: {
            '--pre': 'runs a program for every file',
            '--hostname-bin': 'runs a program',
            '--search-zip': 'runs decompressors',
            '-z': 'runs decompressors',
            '-L': 'follows symlinks to anywhere',
            '--follow': 'follows symlinks to anywhere',
        },
    },
    {
        names: ['sed'],
        source: 'sed(1), GNU sed 4.8',
        flags: '-n -E -r -s -u -z -l= -e= --quiet --silent --regexp-extended --separate --unbuffered --null-data --line-length= --expression= --posix --debug --sandbox --help --version',
        operands: 'read',
        grammar: 'sed',
        hatches: {
            '-i': 'writes the file in place',
            '-f': 'runs a script from a file',
            '--file': 'runs a script from a file',
            '--in-place': 'writes the file in place',
        },
    },
    {
        names: ['awk', 'gawk', 'mawk', 'nawk', 'original-awk'],
        source: 'gawk(1) 5.2, mawk(1) 1.3.4; without -f, -i, -l, -e, -E, -o, -p, -d, -D',
        flags: 'POSIX -F= -v= --field-separator= --assign= --version --help',
        operands: 'read',
        grammar: 'awk',
        hatches: {
            '-f': 'runs a program from a file',
            '-i': 'loads a library, which may edit in place',
            '-o': 'writes a file',
            '-d': 'writes a file',
            '-p': 'writes a file',
            '-l': 'loads a library',
            '-E': 'runs a program from a file',
        },
    },
    {
        names: ['jq'],
        source: 'jq(1) 1.6 and 1.7; without -L and -f, which load code',
        flags: '-n -r -j -a -s -c -C -M -S -e -R -h -V --null-input --raw-output --raw-output0 --join-output --ascii-output --slurp --compact-output --color-output --monochrome-output ' +
            '--sort-keys --exit-status --raw-input --tab --seq --stream --unbuffered --help --version',
        operands: 'pattern-read',
        grammar: 'jq',
        hatches: {
            '-f': 'runs a program from a file',
            '--from-file': 'runs a program from a file',
            '-L': 'loads modules',
        },
    },
    {
        names: ['yq'],
        source: 'yq 4 (mikefarah) and yq 3 (kislyuk): only what both read alike',
        flags: '-r -c -M -C --version --help',
        operands: 'pattern-read',
        grammar: 'yq',
        hatches: {
            '-i': 'writes the file in place',
            '--inplace': 'writes the file in place',
            '-s': 'writes files',
            '-y': 'is a switch in one yq only',
        },
    },
];

;// CONCATENATED MODULE: ./build/policy/commands/knowledge/tools.js
const GITHUB = 'api.github.com';
const GH = '--json= -q= --jq= -t= --template= --version';
const LIST = `${GH} -L= --limit= -s= --state= -l= --label= -A= --author= -a= --assignee= -S= --search=`;
const version = (...forms) => forms.map((words) => ({ words }));
const TOOLS = [
    {
        names: ['node', 'nodejs'],
        source: 'node(1) 24',
        forms: version('--version', '-v', '--help', '-h'),
    },
    {
        names: ['python', 'python3', 'pip', 'pip3'],
        source: 'python(1) 3.13, pip 25',
        forms: version('--version', '-V'),
    },
    {
        names: ['ruby', 'perl', 'php', 'java', 'javac', 'gem', 'bundle', 'composer'],
        source: 'their manuals',
        forms: version('--version'),
    },
    {
        names: [
            'deno',
            'bun',
            'rustc',
            'rustup',
            'gcc',
            'g++',
            'cc',
            'clang',
            'cmake',
            'gradle',
            'mvn',
            'dotnet',
            'docker',
            'kubectl',
            'terraform',
            'uv',
            'poetry',
        ],
        source: 'their manuals',
        forms: version('--version'),
    },
    {
        names: ['npm'],
        source: 'npm 11 documentation; .npmrc may name programs, which only scripts and installs run',
        forms: [
            ...version('--version', '-v', 'root', 'prefix', 'run'),
            {
                words: 'ls',
                flags: '-a -l -p -g --all --long --json --parseable --depth= --omit= --include= --link --package-lock-only',
                operands: 'text',
            },
            {
                words: 'list',
                flags: '-a -l -p -g --all --long --json --parseable --depth= --omit= --include= --link --package-lock-only',
                operands: 'text',
            },
            { words: 'explain', flags: '--json', operands: 'text' },
            { words: 'why', flags: '--json', operands: 'text' },
            { words: 'pkg get', flags: '--json', operands: 'text' },
        ],
    },
    {
        names: ['pnpm'],
        source: 'pnpm 10 documentation; `packageManager` may make it fetch another version, so only its version',
        forms: version('--version', '-v'),
    },
    {
        names: ['yarn'],
        source: 'yarn 4: `yarnPath` in .yarnrc.yml runs a program at every start',
        forms: [],
    },
    {
        names: ['tsc'],
        source: 'tsc 5: other forms may write by tsconfig.json',
        forms: version('--version', '-v', '--help', '-h'),
    },
    {
        names: ['eslint', 'vitest', 'jest', 'prettier', 'mocha', 'oxlint', 'biome', 'turbo', 'nx'],
        source: 'other forms load configuration, which is code',
        forms: version('--version', '--help'),
    },
    {
        names: ['pytest', 'ruff', 'mypy', 'black', 'tox'],
        source: 'other forms load configuration or conftest.py',
        forms: version('--version'),
    },
    {
        names: ['cargo'],
        source: 'cargo 1.80: other forms may run build.rs or rustc wrappers',
        forms: version('--version', '-V', '--list'),
    },
    {
        names: ['go'],
        source: 'go 1.22: other forms may run toolchains or cgo',
        forms: [...version('version', 'help'), { words: 'env', operands: 'text' }],
    },
    {
        names: ['make', 'gmake'],
        source: 'make(1) 4.3: even -n runs recipes with + or $(MAKE) and $(shell …)',
        forms: version('--version', '-v'),
    },
    {
        names: ['gh'],
        source: 'gh manual 2.60; without --repo and --web',
        forms: [
            ...version('--version', 'version'),
            { words: 'pr list', flags: `${LIST} -B= --base= -H= --head= -d --draft`, host: GITHUB },
            { words: 'pr view', flags: `${GH} -c --comments`, operands: 'text', host: GITHUB },
            { words: 'pr diff', flags: '--color= --name-only --patch', operands: 'text', host: GITHUB },
            { words: 'pr checks', flags: `${GH} --required`, operands: 'text', host: GITHUB },
            { words: 'pr status', flags: GH, host: GITHUB },
            { words: 'issue list', flags: `${LIST} -m= --milestone= --mention=`, host: GITHUB },
            { words: 'issue view', flags: `${GH} -c --comments`, operands: 'text', host: GITHUB },
            { words: 'issue status', flags: GH, host: GITHUB },
            {
                words: 'run list',
                flags: `${GH} -L= --limit= -b= --branch= -w= --workflow= -s= --status= -e= --event= -u= --user= -c= --commit=`,
                host: GITHUB,
            },
            {
                words: 'run view',
                flags: `${GH} -v --verbose --log --log-failed --exit-status -j= --job= -a= --attempt=`,
                operands: 'text',
                host: GITHUB,
            },
            { words: 'workflow list', flags: `${GH} -a --all -L= --limit=`, host: GITHUB },
            {
                words: 'release list',
                flags: `${GH} -L= --limit= --exclude-drafts --exclude-pre-releases`,
                host: GITHUB,
            },
            { words: 'release view', flags: GH, operands: 'text', host: GITHUB },
            { words: 'label list', flags: `${GH} -L= --limit= -S= --search=`, host: GITHUB },
            { words: 'repo view', flags: `${GH} -b= --branch=`, host: GITHUB },
        ],
    },
];

;// CONCATENATED MODULE: ./build/policy/commands/knowledge/index.js






function byName(entries) {
    const known = new Map();
    for (const entry of entries) {
        const compiled = { entry, flags: compileFlags(entry.flags) };
        for (const name of entry.names)
            known.set(name, compiled);
    }
    return known;
}
const PROGRAMS = byName([
    ...TEXT_PROGRAMS,
    ...LANGUAGE_PROGRAMS,
    ...FILE_PROGRAMS,
    ...SMALL_PROGRAMS,
]);
const GIT_SUBCOMMANDS = byName(GIT_READS);
const TOOL_FORMS = new Map(TOOLS.flatMap((tool) => {
    const forms = tool.forms.map((entry) => ({ entry, flags: compileFlags(entry.flags ?? '') }));
    return tool.names.map((name) => [name, forms]);
}));
const FOLDERS = /^\/(?:usr\/)?bin\/([^/]+)$/;
/** The name that tables know a program by; `null` for anything that is a file by its path. */
function programName(word) {
    if (!word.includes('/'))
        return word;
    return FOLDERS.exec(word)?.[1] ?? null;
}

;// CONCATENATED MODULE: ./build/policy/commands/program.js





/** A program of the tables: its options are matched, its operands noted. */
function judgeProgram(call, known) {
    const { entry, flags } = known;
    const { scope } = call;
    if (entry.operands === 'words') {
        scope.notes.classes.add('@readonly');
        const operands = [...call.args];
        const matched = { options: [], operands, strange: [], doubtful: [] };
        return { matched, outcome: { ...unchanged(scope.state), ...printedWords(operands, scope) } };
    }
    const matched = matchOptions(call.args, flags);
    noteStrange(call, matched, entry.hatches ?? {});
    // An option that only exists at run time could be any; where none can do harm, only the values matter.
    for (const arg of matched.doubtful) {
        if (entry.tame !== true)
            scope.notes.unknown.add(`\`${arg.source}\` may be an option of ${call.name}`);
        else if (entry.operands !== 'text')
            matched.operands.push(arg);
    }
    // Words that only exist at run time may be more than one.
    const several = matched.operands.find((arg) => arg.text === null && !arg.single);
    if (entry.most !== undefined && several !== undefined) {
        scope.notes.unknown.add(`\`${several.source}\` may be more words than ${call.name} only reads`);
    }
    if (matched.operands.length > (entry.most ?? Infinity)) {
        noteHatch(`${call.name} writes its second file`, matched.operands.slice(entry.most), scope);
    }
    noteOperands(entry.operands, matched, scope);
    for (const option of matched.options) {
        if (option.value !== null && option.kind !== 'text' && option.kind !== 'pattern') {
            noteWord(option.value, 'read', scope);
        }
    }
    scope.notes.classes.add('@readonly');
    return { matched, outcome: withOutput(call, entry, matched) };
}
function noteStrange(call, matched, hatches) {
    for (const arg of matched.strange) {
        const text = arg.text ?? arg.source;
        const name = Object.keys(hatches).find((flag) => spells(text, flag));
        const what = (name === undefined ? undefined : hatches[name]) ?? 'is not known to be harmless';
        noteHatch(`${call.name} ${text} ${what}`, [arg], call.scope);
    }
}
function spells(text, flag) {
    if (text === flag || text.startsWith(`${flag}=`))
        return true;
    return /^-[^-]$/.test(flag) && /^-[^-]/.test(text) && text.includes(flag.slice(1));
}
function noteOperands(operands, matched, scope) {
    switch (operands) {
        case 'text':
        case 'words':
            return;
        case 'none':
            if (matched.operands.length > 0)
                noteHatch('operands are not known to be harmless', matched.operands, scope);
            return;
        case 'list':
            for (const operand of matched.operands)
                if (operand.text !== '-')
                    noteWord(operand, 'read', scope);
            return;
        case 'read':
            for (const operand of matched.operands)
                noteFile(operand, scope);
            return;
        case 'pattern-read': {
            for (const operand of placesOf(matched))
                noteFile(operand, scope);
            return;
        }
    }
}
/** The operands that are files: without the pattern, where no option brought it. */
function placesOf(matched) {
    const given = matched.options.some((option) => option.kind === 'pattern' || option.kind === 'patterns-file');
    const [first] = matched.operands;
    const several = first !== undefined && first.text === null && !first.single;
    return given || several ? matched.operands : matched.operands.slice(1);
}
/** Notes that the contents of a file are read. */
function noteFile(operand, scope) {
    if (operand.text === '-')
        return;
    noteWord(operand, 'read', scope);
    const { root } = scope.walk.world;
    const found = operand.text === null ? operand.reach : undefined;
    if (found !== undefined &&
        !found.ordinary &&
        found.roots.some((place) => isWithin(root, place))) {
        scope.notes.unknown.add(`\`${operand.source}\` may be \`.env\` or in \`.git\`: ask for a kind of file, as in \`-name '*.ts'\``);
    }
    if (found !== undefined && mayLeadOut(found, scope)) {
        scope.notes.unknown.add(`\`${operand.source}\` may be a symlink that leads elsewhere: look for \`-type f\``);
    }
}
/** Whether a symlink that the words could name leads out of the workspace, or to a protected file. */
function mayLeadOut(reach, scope) {
    const { world } = scope.walk;
    if (reach.regular || world.list === undefined)
        return false;
    const folders = [...reach.roots];
    for (let seen = 0; folders.length > 0;) {
        const folder = folders.pop() ?? '';
        for (const name of world.list(folder) ?? []) {
            seen += 1;
            if (seen > MAX_FILES_LOOKED_AT)
                return true;
            if (name === '.git' || name === 'node_modules')
                continue;
            const path = `${folder}/${name}`;
            const real = world.realpath(path);
            if (real === path)
                folders.push(path);
            else if ((!reach.ordinary || isOrdinaryPattern(name)) && !staysOrdinary(real, world.root))
                return true;
        }
    }
    return false;
}
function staysOrdinary(real, root) {
    return (real !== null &&
        isWithin(real, root) &&
        !/\/\.(?:git|env[^/]*|npmrc)(?:\/|$)/.test(real.slice(root.length)));
}
function isWithin(path, folder) {
    return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}
/** What `echo` prints, as names that a later command may be given: only words that nothing could read otherwise. */
function printedWords(words, scope) {
    const texts = words.map((word) => word.text ?? '');
    if (texts.length === 0 ||
        !texts.every((text) => /^[\w./@%+,-]+$/.test(text) && !text.startsWith('-')))
        return {};
    const places = texts.map((text) => leadsTo(text, scope.state, scope.walk.world));
    if (places.includes(null))
        return {};
    const roots = places.flatMap((place) => place ?? []);
    return { prints: { roots, dashless: true, ordinary: true, regular: true, clean: false } };
}
/** What a program prints, where that can only be names of files. */
function withOutput(call, entry, matched) {
    const outcome = unchanged(call.scope.state);
    const { input } = call;
    const counts = matched.options.length === 1 && has(matched, '-l', '-w', '-c', '-m');
    if (call.name === 'wc' && counts && matched.operands.length + matched.strange.length === 0) {
        return { ...outcome, printsNumber: true };
    }
    if (entry.filter === true && input !== undefined && isLineFilter(call, matched))
        return { ...outcome, prints: input };
    return outcome;
}
const FILTERS = {
    head: { options: /^(?:-n|--lines|-q|-z|--zero-terminated)$/, operands: 0 },
    tail: { options: /^(?:-n|--lines|-q|-z|--zero-terminated)$/, operands: 0 },
    sort: { options: /^(?:-r|-n|-u|-V|-z|-f|-R|--reverse|--unique|--zero-terminated)$/, operands: 0 },
    grep: {
        options: /^(?:-v|-i|-E|-F|-G|-P|-w|-x|-e|-z|--invert-match|--ignore-case|--extended-regexp|--fixed-strings)$/,
        operands: 1,
    },
};
/** Whole lines of the input come out, or none. */
function isLineFilter(call, matched) {
    const rule = FILTERS[call.name === 'egrep' || call.name === 'fgrep' ? 'grep' : call.name];
    if (rule === undefined || matched.strange.length > 0 || matched.doubtful.length > 0)
        return false;
    const pattern = rule.operands === 1 && !has(matched, '-e') ? 1 : 0;
    return (matched.operands.length === pattern &&
        matched.options.every((option) => rule.options.test(option.flag)));
}
/** Names of files below `operands`, as `find`, `ls` and `git ls-files` print them. */
function namesBelow(operands, kind, scope) {
    const roots = scope.notes.paths.filter((path) => path.access === 'read').map((path) => path.path);
    if (scope.notes.unknown.size > 0 ||
        operands.some((operand) => operand.text === null && operand.glob === undefined)) {
        return undefined;
    }
    const { root } = scope.walk.world;
    return {
        roots: roots.map((path) => path === '.' ? root : path.startsWith('/') ? path : `${root}/${path}`),
        dashless: operands.length > 0 && operands.every(isDashless),
        ...kind,
        clean: false,
    };
}

;// CONCATENATED MODULE: ./build/policy/commands/git.js







const HARMLESS_GLOBAL = new Set([
    '--no-pager',
    '--no-optional-locks',
    '--literal-pathspecs',
    '--no-replace-objects',
]);
/** A commit by name or by hash, which is no path. */
const COMMIT = /^(?:HEAD|@|FETCH_HEAD|ORIG_HEAD|MERGE_HEAD|main|master|[0-9a-f]{7,40})(?:[~^]\d*|@\{[\w. -]+\})*$/;
/** `git …`: options of git itself, then a subcommand by its own table. */
function judgeGit(call) {
    const { scope } = call;
    const outcome = unchanged(scope.state);
    const at = judgeGlobals(call);
    const words = call.args.slice(at);
    const [subcommand] = words;
    if (subcommand === undefined) {
        if (call.args.length === 1 && call.args[0]?.text === '--version')
            scope.notes.classes.add('@readonly');
        return outcome;
    }
    if (subcommand.text === null) {
        scope.notes.unknown.add('the subcommand of git is known only at run time');
        return outcome;
    }
    if (subcommand.text === 'config')
        return judgeConfig(call, words.slice(1));
    const known = findRead(words);
    if (known !== null)
        return git_judgeRead({ ...call, args: known.args }, known.known);
    if (GIT_WRITES.has(subcommand.text))
        scope.notes.classes.add('@git-write');
    return outcome;
}
/** Judges what stands before the subcommand; returns where that begins. */
function judgeGlobals(call) {
    for (let at = 0; at < call.args.length; at += 1) {
        const arg = call.args[at];
        if (arg === undefined || (arg.text === null ? isDashless(arg) : !arg.text.startsWith('-')))
            return at;
        if (arg.text === null) {
            call.scope.notes.unknown.add(`\`${arg.source}\` may be an option of git`);
            return at;
        }
        if (HARMLESS_GLOBAL.has(arg.text) || (arg.text === '--version' && call.args.length === 1))
            continue;
        const name = arg.text.split('=')[0] ?? '';
        const words = GIT_GLOBAL_VALUES.includes(arg.text) ? call.args.slice(at, at + 2) : [arg];
        noteHatch(`git ${name} ${GIT_GLOBAL_HATCHES[name] ?? 'is not known to be harmless'}`, words, call.scope);
        at += words.length - 1;
    }
    return call.args.length;
}
function findRead(words) {
    const [first, second] = words;
    const two = GIT_SUBCOMMANDS.get(`${first?.text ?? ''} ${second?.text ?? ''}`);
    if (two !== undefined)
        return { known: two, args: words.slice(2) };
    const one = GIT_SUBCOMMANDS.get(first?.text ?? '');
    if (one === undefined)
        return null;
    const form = one.entry.forms?.includes(second?.text ?? '') === true ? 1 : 0;
    return { known: one, args: words.slice(1 + form) };
}
function git_judgeRead(call, { entry, flags }) {
    const { scope } = call;
    const matched = matchOptions(call.args, flags);
    const subcommand = entry.names[0] ?? '';
    noteStrange({ ...call, name: `git ${subcommand}` }, matched, {});
    for (const arg of matched.doubtful)
        scope.notes.unknown.add(`\`${arg.source}\` may be an option of git`);
    const listing = entry.operandsNeed === undefined || has(matched, ...entry.operandsNeed);
    if (matched.operands.length > 0 &&
        (entry.noOperands === true ||
            !listing ||
            (entry.most !== undefined &&
                !(matched.operands.length <= entry.most && matched.operands.every((arg) => arg.single))))) {
        noteHatch(`git ${subcommand} with operands changes something`, matched.operands, scope);
        scope.notes.classes.add('@git-write');
    }
    if (entry.texts !== true && entry.noOperands !== true)
        git_noteOperands(call, entry, matched);
    noteFormats(matched, call);
    noteRepository(call);
    scope.notes.classes.add('@readonly');
    scope.notes.classes.add('@git-readonly');
    const outcome = unchanged(scope.state);
    const prints = printedNames(entry, matched, call);
    return prints === undefined ? outcome : { ...outcome, prints };
}
function printedNames(entry, matched, call) {
    const names = entry.printsNames === true &&
        !has(matched, '-s', '--stage', '-t', '-v', '--eol', '--format', '--debug');
    const listed = has(matched, '--name-only') ||
        (entry.pattern === true && has(matched, '-l', '--files-with-matches'));
    if (!names && !listed)
        return undefined;
    const { root } = call.scope.walk.world;
    const ordinary = matched.operands.length > 0 &&
        matched.operands.every((arg) => isOrdinaryPattern(arg.text ?? ''));
    return {
        roots: [root],
        dashless: false,
        ordinary: ordinary && names,
        regular: false,
        clean: false,
    };
}
/** Formats by which git asks a signature's program. */
function noteFormats(matched, call) {
    for (const value of valuesOf(matched, '--format', '--pretty')) {
        if (value !== null && (value.text === null || /%G|%\(signature/.test(value.text))) {
            noteHatch('git checks signatures by a program', [value], call.scope);
        }
    }
}
function git_noteOperands(call, entry, matched) {
    const given = has(matched, '-e');
    const patternFirst = entry.pattern === true && !given && matched.operands[0]?.single !== false;
    const operands = patternFirst ? matched.operands.slice(1) : matched.operands;
    noteRanges(call, matched);
    for (const operand of operands) {
        const { text } = operand;
        if (text === null)
            noteWord(operand, 'read', call.scope);
        else if (!COMMIT.test(text))
            noteRevisionOrPath(text, call);
    }
}
/** `-L 1,5:FILE` names a file. */
function noteRanges(call, matched) {
    for (const value of valuesOf(matched, '-L')) {
        const file = /:([^:]+)$/.exec(value?.text ?? '')?.[1];
        if (value === null || value.text === null)
            call.scope.notes.unknown.add('git -L with a range known only at run time');
        else if (file !== undefined)
            notePath(file, 'read', call.scope);
    }
}
/** A word of git may be a revision, a path, or a path in a revision; whatever it is, its path is noted. */
function noteRevisionOrPath(text, call) {
    const { scope } = call;
    const inside = /^([^:]*):(?:[0-3]:)?(.+)$/.exec(text);
    if (/^:[!^]/.test(text))
        return;
    if (text.startsWith(':(') || text.startsWith(':/')) {
        scope.notes.unknown.add(`\`${text}\` is a pattern that is not judged`);
    }
    else if (inside?.[2] !== undefined) {
        if (/[\\/]\.\.?(?:\/|$)|^\.\.?(?:\/|$)/.test(inside[2]))
            notePath(inside[2], 'read', scope);
        else
            notePath(normalised(`${scope.walk.world.root}/${inside[2]}`), 'read', scope);
    }
    else
        notePath(text, 'read', scope);
}
/** Which repository it will be, and what its own configuration would run. */
function noteRepository(call) {
    const { walk, notes, state } = call.scope;
    const runs = walk.world.gitConfigRuns();
    if (runs !== null)
        notes.unknown.add(`git would run a program: ${runs}`);
    for (const folder of state.folders ?? []) {
        if (folder !== walk.world.root && !isPlainFolder(folder, call)) {
            notes.unknown.add('git runs in a folder that may be another repository');
        }
    }
    if (state.folders === null)
        notes.unknown.add('git runs in a folder that is known only at run time');
}
/** A folder below the root, with no repository of its own in it or between. */
function isPlainFolder(folder, call) {
    const { root } = call.scope.walk.world;
    if (!folder.startsWith(`${root}/`))
        return false;
    for (let place = folder; place !== root; place = place.slice(0, place.lastIndexOf('/'))) {
        const names = call.scope.walk.world.list?.(place);
        if (names === undefined ||
            names === null ||
            names.some((name) => name === '.git' || name === 'HEAD'))
            return false;
    }
    return true;
}
const CONFIG_READS = new Set([
    '--get',
    '--get-all',
    'get',
    '--local',
    '--type=bool',
    '--bool',
    '--int',
    '--path',
]);
/** `git config`: one value by a name that cannot hold a token; everything else may print one or set something. */
function judgeConfig(call, args) {
    const { scope } = call;
    const texts = args.map((arg) => arg.text ?? '');
    const keys = texts.filter((text) => !CONFIG_READS.has(text));
    const reads = texts.some((text) => text === '--get' || text === '--get-all' || text === 'get');
    const key = keys[0] ?? '';
    noteRepository(call);
    if (reads && keys.length === 1 && GIT_PUBLIC_KEYS.test(key)) {
        scope.notes.classes.add('@readonly');
        scope.notes.classes.add('@git-readonly');
    }
    else if (reads || texts.some((text) => text === '-l' || text === '--list' || text === 'list')) {
        noteHatch('git config may print a token', args, scope);
    }
    else {
        scope.notes.classes.add('@git-write');
        noteHatch('git config sets what git will run', args, scope);
    }
    return unchanged(scope.state);
}

;// CONCATENATED MODULE: ./build/policy/commands/hosts.js
const URL_HOST = /[a-z][a-z0-9+.-]*:\/\/(?:[^@/\s'"]*@)?(\[[0-9a-f:]+\]|[\w.-]+)/gi;
/** Hosts named by addresses in a word: `https://HOST/…`, `git@HOST:path`. */
function hostsIn(text) {
    const hosts = [...text.matchAll(URL_HOST)].map((match) => match[1] ?? '');
    const copied = /^[\w.-]+@([\w.-]+):/.exec(text)?.[1];
    return [...hosts, ...(copied === undefined ? [] : [copied])].map((host) => host.toLowerCase());
}

;// CONCATENATED MODULE: ./build/policy/commands/intents.js

/**
 * What a command is about, whatever the spelling: abbreviations and clusters count, and a word known only at run time
 * counts as the worst it could be for a program that has a worst.
 */
function noteIntents(call) {
    const texts = call.args.map((arg) => arg.text);
    const rule = Object.hasOwn(RULES, call.name) ? RULES[call.name] : undefined;
    for (const intent of rule?.(texts, call.args) ?? [])
        call.scope.notes.intents.add(intent);
    for (const arg of call.args)
        for (const host of hostsIn(arg.text ?? arg.source))
            call.scope.notes.hosts.add(host);
}
const RULES = {
    rm: (texts) => (flagged(texts, 'rR', '--recursive') ? ['@recursive-delete'] : []),
    find: (texts) => (texts.includes('-delete') ? ['@recursive-delete'] : []),
    rsync: (texts) => [
        ...(texts.some((text) => text === null || /^--(?:del|remove-source)/.test(text))
            ? ['@recursive-delete']
            : []),
        ...(texts.some((text) => text?.includes(':')) ? ['@download'] : []),
    ],
    rimraf: () => ['@recursive-delete'],
    shred: () => ['@recursive-delete'],
    git: gitIntents,
    hub: gitIntents,
    chmod: (texts) => texts.some((text) => text === null || /(?:^|[,+=ugoa])[+=]?[rwxX]*s|^[2467]\d{3}$/.test(text))
        ? ['@privilege']
        : [],
    setcap: () => ['@privilege'],
    chown: (texts) => (texts.some((text) => text?.startsWith('root') === true) ? ['@privilege'] : []),
    curl: () => ['@download'],
    wget: () => ['@download'],
    aria2c: () => ['@download'],
    scp: () => ['@download'],
    sftp: () => ['@download'],
    ftp: () => ['@download'],
    http: () => ['@download'],
    https: () => ['@download'],
    xh: () => ['@download'],
    npm: packageManager,
    pnpm: packageManager,
    yarn: (texts) => (firstWord(texts) === undefined ? ['@install'] : packageManager(texts)),
    bun: packageManager,
    deno: (texts) => any(texts, { install: '@install', add: '@install', publish: '@publish', cache: '@download' }),
    pip: installer,
    pip3: installer,
    uv: (texts) => any(texts, {
        pip: '@install',
        add: '@install',
        sync: '@install',
        tool: '@install',
        run: '@install',
        publish: '@publish',
    }),
    poetry: (texts) => any(texts, { install: '@install', add: '@install', update: '@install', publish: '@publish' }),
    conda: installer,
    mamba: installer,
    apt: installer,
    'apt-get': installer,
    aptitude: installer,
    dnf: installer,
    yum: installer,
    apk: installer,
    pacman: () => ['@install'],
    zypper: installer,
    brew: installer,
    snap: installer,
    dpkg: () => ['@install'],
    rpm: () => ['@install'],
    choco: installer,
    winget: installer,
    corepack: () => ['@install'],
    nvm: installer,
    rustup: (texts) => any(texts, {
        install: '@install',
        update: '@install',
        toolchain: '@install',
        component: '@install',
        target: '@install',
    }),
    gem: (texts) => any(texts, {
        install: '@install',
        i: '@install',
        update: '@install',
        push: '@publish',
        yank: '@publish',
    }),
    bundle: (texts) => any(texts, { install: '@install', add: '@install', update: '@install' }),
    composer: (texts) => any(texts, { install: '@install', require: '@install', update: '@install' }),
    cargo: (texts) => any(texts, {
        install: '@install',
        add: '@install',
        publish: '@publish',
        yank: '@publish',
        fetch: '@download',
        update: '@download',
    }),
    go: (texts) => any(texts, { install: '@install', get: '@install', mod: '@download' }),
    twine: (texts) => any(texts, { upload: '@publish' }),
    python: pythonModule,
    python3: pythonModule,
    docker: (texts) => any(texts, { push: '@publish', pull: '@download' }),
    podman: (texts) => any(texts, { push: '@publish', pull: '@download' }),
    helm: (texts) => any(texts, { push: '@publish', install: '@install', pull: '@download' }),
    mvn: (texts) => any(texts, { deploy: '@publish', install: '@install' }),
    gradle: (texts) => any(texts, { publish: '@publish' }),
    dotnet: (texts) => texts.includes('push') ? ['@publish'] : any(texts, { restore: '@install', add: '@install' }),
    vsce: (texts) => any(texts, { publish: '@publish' }),
    lerna: (texts) => any(texts, { publish: '@publish' }),
    changeset: (texts) => any(texts, { publish: '@publish' }),
    'semantic-release': () => ['@publish'],
    goreleaser: () => ['@publish'],
    gh: githubIntents,
};
/** Whether a short letter (in any cluster) or a long option (or what it may be shortened to) is there. */
function flagged(texts, letters, ...long) {
    const end = texts.indexOf('--');
    return (end === -1 ? texts : texts.slice(0, end)).some((text) => {
        if (text === null)
            return true;
        if (/^-[^-]/.test(text))
            return letters.split('').some((letter) => text.includes(letter));
        const name = text.split('=')[0] ?? '';
        return (name.length > 3 && name.startsWith('--') && long.some((option) => option.startsWith(name)));
    });
}
function firstWord(texts) {
    return texts.find((text) => text === null || !text.startsWith('-'));
}
/** The intent of the first word that is a key; every intent where a word is known only at run time. */
function any(texts, words) {
    const found = texts.find((text) => text === null || Object.hasOwn(words, text));
    if (found === null)
        return [...new Set(Object.values(words))];
    const intent = found === undefined ? undefined : words[found];
    return intent === undefined ? [] : [intent];
}
function installer(texts) {
    const words = 'install i add update upgrade dist-upgrade reinstall tap bundle localinstall download create';
    return any(texts, Object.fromEntries(words.split(' ').map((word) => [word, '@install'])));
}
function packageManager(texts) {
    const installs = 'install i in ins inst insta instal isnt isnta isntal add ci clean-install ic install-clean isntall-clean install-ci-test cit install-test it update up upgrade udpate dlx exec x create init dedupe rebuild link import fetch patch dist-upgrade';
    const publishes = 'publish unpublish deprecate dist-tag access owner token release stage';
    const words = Object.fromEntries([
        ...installs.split(' ').map((word) => [word, '@install']),
        ...publishes.split(' ').map((word) => [word, '@publish']),
    ]);
    const first = firstWord(texts);
    if (first === 'npm')
        return any(texts.slice(1), words);
    return first === null || first === undefined
        ? any(texts, words)
        : any([first], words).concat(any(texts.filter((text) => text === 'publish' || text === null), words));
}
function pythonModule(texts) {
    const at = texts.findIndex((text) => text !== null && /^-[A-Za-z]*m/.test(text));
    if (at === -1)
        return [];
    const attached = texts[at]?.replace(/^-[A-Za-z]*m/, '') ?? '';
    const module = attached === '' ? texts[at + 1] : attached;
    if (module === 'pip' || module === 'ensurepip' || module === 'pipx')
        return module === 'pip' ? installer(texts.slice(at)) : ['@install'];
    if (module === 'twine')
        return ['@publish'];
    return module === null ? ['@install', '@publish'] : [];
}
function githubIntents(texts) {
    const [first, second] = texts.filter((text) => text === null || !text.startsWith('-'));
    const both = `${first ?? '?'} ${second ?? '?'}`;
    if (first === null)
        return ['@publish', '@download'];
    if (/^release (?:create|upload|edit|delete|\?)/.test(both))
        return ['@publish'];
    if (/^(?:release download|run download|repo clone|gist clone|pr checkout|release \?)/.test(both))
        return ['@download'];
    if (first === 'extension' || first === 'ext')
        return ['@install'];
    return [];
}
/** git's own options stand before the subcommand and may be anything. */
function gitIntents(texts, args) {
    let at = 0;
    while (at < texts.length && texts[at]?.startsWith('-') === true) {
        at += /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env)$/.test(texts[at] ?? '')
            ? 2
            : 1;
    }
    const subcommand = texts[at];
    const rest = texts.slice(at + 1);
    if (subcommand === undefined)
        return [];
    if (subcommand === null)
        return ['@force-push', '@history-rewrite', '@recursive-delete'];
    const rule = Object.hasOwn(GIT_RULES, subcommand) ? GIT_RULES[subcommand] : undefined;
    return rule?.(rest, args.slice(at + 1)) ?? [];
}
const REWRITES = ['@history-rewrite'];
const GIT_RULES = {
    push: (texts) => (forcesPush(texts) ? ['@force-push', '@history-rewrite'] : []),
    'send-pack': (texts) => (forcesPush(texts) ? ['@force-push', '@history-rewrite'] : []),
    clean: () => ['@recursive-delete'],
    rm: (texts) => (flagged(texts, 'r', '--recursive') ? ['@recursive-delete'] : []),
    rebase: () => REWRITES,
    'filter-branch': () => REWRITES,
    'filter-repo': () => REWRITES,
    'fast-import': () => REWRITES,
    replace: () => REWRITES,
    prune: () => REWRITES,
    'update-ref': () => REWRITES,
    commit: (texts) => (flagged(texts, '', '--amend', '--fixup', '--squash') ? REWRITES : []),
    reset: (texts) => texts.some((text) => text === null || /^--(?:h|ha|har|hard|k|keep|merge|soft|mixed)$/.test(text)) || texts.some((text) => /[~^]|@\{/.test(text ?? ''))
        ? REWRITES
        : [],
    reflog: (texts) => texts.some((text) => text === null || /^(?:expire|delete|drop)$/.test(text)) ? REWRITES : [],
    gc: (texts) => (flagged(texts, '', '--prune', '--aggressive') ? REWRITES : []),
    branch: (texts) => (flagged(texts, 'DfMC', '--delete', '--force') ? REWRITES : []),
    tag: (texts) => (flagged(texts, 'df', '--delete', '--force') ? REWRITES : []),
    checkout: (texts) => (flagged(texts, 'B', '--orphan') ? REWRITES : []),
    switch: (texts) => (flagged(texts, 'C', '--force-create', '--orphan') ? REWRITES : []),
    stash: (texts) => texts.some((text) => text === null || /^(?:drop|clear)$/.test(text)) ? REWRITES : [],
    pull: (texts) => ['@download', ...(flagged(texts, 'r', '--rebase') ? REWRITES : [])],
    fetch: (texts) => [
        '@download',
        ...(texts.some((text) => text === null || text.startsWith('+') || text === '-f' || text === '--force')
            ? REWRITES
            : []),
    ],
    clone: () => ['@download'],
    submodule: (texts) => texts.some((text) => text === null || /^(?:update|add)$/.test(text)) ? ['@download'] : [],
    lfs: (texts) => any(texts, {
        pull: '@download',
        fetch: '@download',
        migrate: '@history-rewrite',
        prune: '@history-rewrite',
    }),
    worktree: (texts) => (texts.includes('remove') ? ['@recursive-delete'] : []),
    'ls-remote': () => ['@download'],
};
/** Any way to move or take away what another repository holds. */
function forcesPush(texts) {
    if (flagged(texts, 'fd', '--force', '--force-with-lease', '--force-if-includes', '--mirror', '--delete', '--prune'))
        return true;
    return texts.some((text) => text === null || /^\+|^:.|^--force/.test(text));
}

;// CONCATENATED MODULE: ./build/policy/commands/programs/awk-program.js
// Reads awk programs as far as it takes to know that they only print.
/** Names by which a program runs others, reads more files or the environment, or is no longer only what is written. */
const REACHING = /\b(?:system|getline|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|ARGV|ARGC|ARGIND)\b|@/;
const TOKEN = /\s+|\\\n|#[^\n]*|"(?:\\[^\n]|[^"\\\n])*"|[A-Za-z_]\w*|\d+(?:\.\d*)?|\|\||>=|>>|\|&|[^\s]/y;
/** After these a slash begins a regular expression. */
const BEFORE_REGEXP = /^(?:[({,;!~&|?:=+*%^<>-]|\|\||return|print|printf|in|case|else|do|)$/;
const REGEXP = /\/(?:\\[^\n]|\[\^?\]?(?:\\[^\n]|\[:[a-z]+:\]|[^\]\\\n])*\]|[^/\\\n[])*\//y;
/** Why an awk program could do more than print, or `null`. */
function awkHatch(program) {
    const name = REACHING.exec(program)?.[0];
    if (name !== undefined)
        return `\`${name}\` reaches beyond the input`;
    // Without these two nothing can be written or run, however it is read.
    if (!/[|>]/.test(program))
        return null;
    const tokens = tokensOf(program);
    return tokens === null ? 'the program is not understood' : redirection(tokens);
}
/** Its words; a regular expression is the word `/`. `null` where division and regular expression look alike. */
function tokensOf(program) {
    const tokens = [];
    let before = '';
    for (let at = 0; at < program.length;) {
        if (program[at] === '/') {
            const end = BEFORE_REGEXP.test(before) || before === '}' || before === '\n'
                ? matchAt(REGEXP, program, at)
                : null;
            if (end !== null) {
                at = end;
                before = '/';
                tokens.push('/');
                continue;
            }
            if (!/^(?:[\w$]+|\])$/.test(before) || BEFORE_REGEXP.test(before))
                return null;
        }
        const end = matchAt(TOKEN, program, at);
        if (end === null)
            return null;
        const token = program.slice(at, end);
        at = end;
        if (token === '"')
            return null;
        if (token.startsWith('#') || token === '\\\n')
            continue;
        if (/^\s+$/.test(token)) {
            if (token.includes('\n'))
                before = '\n';
            if (token.includes('\n'))
                tokens.push('\n');
            continue;
        }
        tokens.push(token);
        before = token;
    }
    return tokens;
}
function matchAt(pattern, text, at) {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : null;
}
/** A pipe, or a `>` in a `print` that stands in no parentheses. */
function redirection(tokens) {
    let printing = false;
    let depth = 0;
    for (const [index, token] of tokens.entries()) {
        if (token === 'print' || token === 'printf') {
            printing = true;
            depth = 0;
        }
        else if (token === ';' || token === '}')
            printing = false;
        else if (token === '(')
            depth += 1;
        else if (token === ')')
            depth -= 1;
        else if (token === '|' || token === '|&')
            return 'a pipe runs a program';
        else if (token === '>>')
            return '`>>` writes a file';
        else if (token === '>' && printing && depth <= 0 && !toStream(tokens.slice(index + 1))) {
            return '`>` writes a file';
        }
    }
    return null;
}
function toStream(tokens) {
    const [target, next = ';'] = tokens;
    return /^"\/dev\/std(?:err|out)"$/.test(target ?? '') && [';', '}', '\n'].includes(next);
}

;// CONCATENATED MODULE: ./build/policy/commands/programs/awk.js






/** `awk`: the first operand is its program, the others are files or assignments. */
const judgeAwk = (call) => {
    const { scope } = call;
    const outcome = unchanged(scope.state);
    const known = PROGRAMS.get('awk');
    if (known === undefined)
        return outcome;
    const matched = matchOptions(call.args, known.flags);
    noteStrange(call, matched, known.entry.hatches ?? {});
    for (const arg of matched.doubtful)
        scope.notes.unknown.add(`\`${arg.source}\` may be an option of awk`);
    const [program, ...files] = matched.operands;
    if (program === undefined)
        return { ...outcome };
    if (program.text === null)
        scope.notes.unknown.add('the program of awk is known only at run time');
    else {
        const hatch = awkHatch(program.text);
        if (hatch !== null)
            noteHatch(`awk: ${hatch}`, [program], scope);
    }
    for (const file of files)
        if (!/^[A-Za-z_]\w*=/.test(file.text ?? file.prefix))
            noteFile(file, scope);
    // An assignment is also where awk is told of a field separator; its value is text.
    scope.notes.classes.add('@readonly');
    return outcome;
};

;// CONCATENATED MODULE: ./build/policy/commands/programs/find.js




/** find(1), GNU findutils 4.9: the words of its expression that only look, by how many words they take. */
const ALONE = new Set(('( ) ! , -a -and -o -or -not -true -false -depth -d -mount -xdev -daystart -follow-disabled -noleaf -ignore_readdir_race -noignore_readdir_race ' +
    '-warn -nowarn -empty -executable -readable -writable -nouser -nogroup -print -print0 -ls -prune -quit -help -version --help --version').split(' '));
const WITH_VALUE = new Set(('-maxdepth -mindepth -regextype -name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -mtime -mmin -atime ' +
    '-amin -ctime -cmin -used -perm -user -group -uid -gid -links -inum -fstype -printf -context').split(' '));
const REFERENCE = /^-(?:newer(?:[aBcm][aBcm])?|anewer|cnewer|samefile)$/;
const DATED = /^-newer[aBcm]t$/;
const HATCHES = {
    '-delete': 'deletes what it finds',
    '-execdir': 'runs a program in every folder',
    '-ok': 'runs a program',
    '-okdir': 'runs a program',
    '-fprint': 'writes a file',
    '-fprint0': 'writes a file',
    '-fprintf': 'writes a file',
    '-fls': 'writes a file',
    '-files0-from': 'names its places by the contents of a file',
    '-L': 'follows symlinks to anywhere',
    '-follow': 'follows symlinks to anywhere',
};
/** `find`: places first, then an expression; `-exec` is a wrapper around another command. */
const judgeFind = (call) => {
    const { scope } = call;
    const places = [];
    let at = 0;
    while (/^-[HP]$/.test(call.args[at]?.text ?? ''))
        at += 1;
    for (; at < call.args.length; at += 1) {
        const arg = call.args[at];
        if (arg === undefined || !isDashless(arg) || /^[(!,]/.test(arg.text ?? ''))
            break;
        places.push(arg);
        noteWord(arg, 'read', scope);
    }
    if (places.length === 0)
        noteHere(call);
    const names = namesBelow(places, { ordinary: false, regular: false }, scope);
    const expression = call.args.slice(at);
    const ordinary = findsOrdinary(expression);
    const found = names === undefined
        ? undefined
        : {
            ...names,
            dashless: names.dashless || places.length === 0,
            ordinary,
            regular: findsRegular(expression),
        };
    const prints = judgeExpression(call, expression, found);
    scope.notes.classes.add('@readonly');
    const outcome = unchanged(scope.state);
    return prints && found !== undefined ? { ...outcome, prints: found } : outcome;
};
/** Without a place find starts in its folder. */
function noteHere(call) {
    noteWord({ text: '.', source: '.', single: true, prefix: '.' }, 'read', call.scope);
}
/** Returns whether all it prints is the names it found. */
function judgeExpression(call, expression, found) {
    const { scope } = call;
    let namesOnly = true;
    for (let at = 0; at < expression.length; at += 1) {
        const arg = expression[at];
        const word = arg?.text ?? null;
        if (arg === undefined)
            break;
        if (word === null) {
            scope.notes.unknown.add(`\`${arg.source}\` may be an action of find`);
            return false;
        }
        if (word === '-exec') {
            at = judgeExec(call, expression, at, found);
            namesOnly = false;
        }
        else if (WITH_VALUE.has(word) || DATED.test(word) || REFERENCE.test(word)) {
            at += 1;
            judgeValue(call, word, expression[at]);
            if (word === '-printf')
                namesOnly = false;
        }
        else if (!ALONE.has(word)) {
            if (word === '-delete')
                scope.notes.classes.add('@writes');
            noteHatch(`find ${word} ${HATCHES[word] ?? 'is not known to be harmless'}`, [arg], scope);
        }
        else if (word === '-ls')
            namesOnly = false;
    }
    return namesOnly;
}
function judgeValue(call, word, value) {
    const { scope } = call;
    if (value === undefined)
        noteHatch(`find ${word} without its value`, [], scope);
    else if (REFERENCE.test(word) && !DATED.test(word))
        noteWord(value, 'read', scope);
    else if (value.text === null && !value.single && value.glob?.names.length !== 1) {
        scope.notes.unknown.add(`\`${value.source}\` may be more than one word to find`);
    }
}
/** Judges the command of `-exec`; returns where its words end. */
function judgeExec(call, expression, at, found) {
    const { scope } = call;
    const end = expression.findIndex((arg, index) => index > at &&
        (arg.text === ';' || (arg.text === '+' && expression[index - 1]?.text === '{}')));
    if (end === -1) {
        noteHatch('find -exec without its end', expression.slice(at, at + 1), scope);
        return expression.length;
    }
    const words = expression.slice(at + 1, end).map((arg) => foundWord(arg, found));
    const [name] = words;
    if (typeof name?.text !== 'string')
        scope.notes.unknown.add('find -exec runs what it finds');
    else
        scope.walk.behind(call.name).command(words, scope.state);
    return end;
}
function foundWord(arg, found) {
    if (arg.text === null || !arg.text.includes('{}'))
        return arg;
    const prefix = arg.text.slice(0, arg.text.indexOf('{}'));
    const reach = arg.text === '{}' && found !== undefined ? { reach: found } : {};
    return { text: null, source: arg.source, single: arg.text !== '{}', prefix, ...reach };
}
/** Whether `-type f` holds for all that is found: symlinks are left out. */
function findsRegular(expression) {
    const texts = expression.map((arg) => arg.text);
    const at = texts.indexOf('-type');
    const alone = !texts.some((text) => text === '-o' || text === '-or' || text === ',' || text === '!' || text === '-not');
    return (at !== -1 &&
        texts[at + 1] === 'f' &&
        (alone || (at === 0 && !texts.includes(',') && !topLevelOr(texts))));
}
function topLevelOr(texts) {
    let depth = 0;
    for (const text of texts) {
        if (text === '(')
            depth += 1;
        if (text === ')')
            depth -= 1;
        if (depth === 0 && (text === '-o' || text === '-or'))
            return true;
    }
    return false;
}
/** Whether every way through the expression asks for a name that only source files have. */
function findsOrdinary(expression) {
    const ways = [[]];
    for (const arg of expression) {
        if (arg.text === '-o' || arg.text === '-or' || arg.text === ',')
            ways.push([]);
        else
            ways.at(-1)?.push(arg.text ?? '');
    }
    const texts = expression.map((arg) => arg.text);
    // What stands in parentheses behind `!` asks for the opposite.
    if (texts.some((text, index) => text === '(' && ['!', '-not'].includes(texts[index - 1] ?? '')))
        return false;
    return ways.every((way) => way.includes('-prune') || way.some((word, index) => asksForOrdinary(way, word, index)));
}
function asksForOrdinary(way, word, index) {
    const negated = ['!', '-not'].includes(way[index - 1] ?? '');
    return ((word === '-name' || word === '-iname') && !negated && isOrdinaryPattern(way[index + 1] ?? ''));
}

;// CONCATENATED MODULE: ./build/policy/commands/programs/search.js






/** Searching from the root reads `.git/config` and `.env`, whose paths no word names. */
function noteProtected(call) {
    const { notes, walk } = call.scope;
    const root = walk.world.root;
    const above = notes.paths.some(({ path }) => path === '.' ||
        (path.startsWith('/') && `${root}/`.startsWith(path === '/' ? '/' : `${path}/`)));
    if (above)
        notes.unknown.add(`${call.name} would also search \`.git\` and \`.env\`: name a folder or a kind of file`);
}
function judged(call) {
    const known = PROGRAMS.get(call.name);
    return known === undefined ? null : judgeProgram(call, known);
}
function ends(call) {
    const { state } = call.scope;
    return { after: state, success: state, failure: state };
}
/** `grep`: with `-r` it reads whole folders. */
const judgeGrep = (call) => {
    const result = judged(call);
    if (result === null)
        return ends(call);
    const { matched, outcome } = result;
    const recursive = has(matched, '-r', '--recursive') ||
        valuesOf(matched, '-d', '--directories').some((value) => value?.text !== 'skip' && value?.text !== 'read');
    const places = placesOf(matched);
    if (recursive && places.length === 0)
        noteFile(literalArg('.'), call.scope);
    const included = valuesOf(matched, '--include');
    const ordinary = included.length > 0 && included.every((value) => isOrdinaryPattern(value?.text ?? ''));
    if (recursive && !ordinary && !excludesProtected(matched))
        noteProtected(call);
    if (!has(matched, '-l', '--files-with-matches'))
        return outcome;
    const prints = namesBelow(places, { ordinary: ordinary || !recursive, regular: true }, call.scope);
    return prints === undefined ? outcome : { ...outcome, prints };
};
function excludesProtected(matched) {
    const folders = valuesOf(matched, '--exclude-dir').map((value) => value?.text);
    const files = valuesOf(matched, '--exclude').map((value) => value?.text);
    const hidden = folders.includes('.*') && files.includes('.*');
    return (hidden || (folders.includes('.git') && files.includes('.env*') && files.includes('.npmrc')));
}
/** `rg`: leaves hidden files out unless told otherwise; `--files` and `-l` print names. */
const judgeRg = (call) => {
    const result = judged(call);
    if (result === null)
        return ends(call);
    const { matched, outcome } = result;
    const lists = has(matched, '--files', '--type-list');
    const places = lists ? matched.operands : placesOf(matched);
    if (lists)
        for (const operand of matched.operands)
            noteFile(operand, call.scope);
    // Whether it reads its folder or stdin it decides at run time.
    if (places.length === 0)
        noteFile(literalArg('.'), call.scope);
    if (!lists && searchesHidden(matched))
        noteProtected(call);
    if (!has(matched, '--files', '-l', '--files-with-matches'))
        return outcome;
    const prints = namesBelow(places, { ordinary: !searchesHidden(matched), regular: true }, call.scope);
    return prints === undefined ? outcome : { ...outcome, prints };
};
function searchesHidden(matched) {
    const unrestricted = matched.options.filter((option) => /^(?:-u|--unrestricted)$/.test(option.flag)).length > 1;
    const globs = valuesOf(matched, '-g', '--glob', '--iglob').map((value) => value?.text ?? '');
    // A glob that includes beats the rule that hidden files are left out.
    const included = globs.some((glob) => !glob.startsWith('!') && !isOrdinaryPattern(glob));
    return unrestricted || included || has(matched, '-.', '--hidden');
}
/** `fd`: the first operand is a pattern; it prints names only. */
const judgeFd = (call) => {
    const result = judged(call);
    if (result === null)
        return ends(call);
    const { matched, outcome } = result;
    const places = placesOf(matched);
    if (places.length === 0)
        noteFile(literalArg('.'), call.scope);
    const prints = namesBelow(places, { ordinary: false, regular: false }, call.scope);
    return prints === undefined || has(matched, '-l', '--list-details')
        ? outcome
        : { ...outcome, prints };
};
/** `diff`: `-r` reads whole folders. */
const judgeDiff = (call) => {
    const result = judged(call);
    if (result === null)
        return ends(call);
    if (has(result.matched, '-r', '--recursive'))
        noteProtected(call);
    return result.outcome;
};
/** `ls`: prints names, of its own folder unless told otherwise. */
const judgeLs = (call) => {
    const result = judged(call);
    if (result === null)
        return ends(call);
    const { matched, outcome } = result;
    const { scope } = call;
    if (matched.operands.length === 0)
        noteWord(literalArg('.'), 'read', scope);
    if (has(matched, '-L', '--dereference') && has(matched, '-R', '--recursive')) {
        noteHatch('ls -LR follows symlinks to anywhere', [], scope);
    }
    const plain = matched.options.every((option) => /^-[1rtSUvX]$/.test(option.flag));
    const prints = namesBelow(matched.operands, { ordinary: false, regular: false }, scope);
    if (!plain || prints === undefined || scope.state.folders === null)
        return outcome;
    // The names of what is in a folder are printed without it, so they are read from where the next command stands.
    return {
        ...outcome,
        prints: { ...prints, roots: [...prints.roots, ...scope.state.folders], dashless: false },
    };
};

;// CONCATENATED MODULE: ./build/policy/commands/programs/sed-script.js
// Reads sed scripts the way GNU sed 4.8 does, as far as it takes to know what they could run or write.
const sed_script_ALONE = '=dDgGhHnNpPxzF';
const NUMBERED = 'lLqQ';
const LABELLED = ':btT';
const WRITING = {
    e: 'the command `e` runs a program',
    w: 'the command `w` writes a file',
    W: 'the command `W` writes a file',
    r: 'the command `r` reads a file',
    R: 'the command `R` reads a file',
    v: 'the command `v` is not judged',
};
/** What a script could do beyond printing: one sentence each; empty for a harmless one. */
function sedHatches(script) {
    const reader = { script, at: 0 };
    const hatches = [];
    while ((skipBlanks(reader), reader.at < script.length)) {
        const hatch = readAddresses(reader) ? readCommand(reader) : 'an address is not understood';
        if (hatch !== null) {
            hatches.push(hatch);
            // Behind the first thing that is not harmless nothing else need be told.
            return hatches;
        }
    }
    return hatches;
}
function take(reader, pattern) {
    const match = new RegExp(pattern.source, 'y');
    match.lastIndex = reader.at;
    const found = match.exec(reader.script)?.[0] ?? null;
    if (found !== null)
        reader.at += found.length;
    return found;
}
function skipBlanks(reader) {
    take(reader, /[\s;]*/);
}
function readAddresses(reader) {
    if (!readAddress(reader))
        return true;
    if (take(reader, /[ \t]*,[ \t]*/) !== null &&
        take(reader, /[+~]\d+/) === null &&
        !readAddress(reader))
        return false;
    return true;
}
/** Whether there was an address. One that does not end moves past the script, so that nothing is left to trust. */
function readAddress(reader) {
    if (take(reader, /\d+(?:~\d+)?|\$/) !== null)
        return true;
    const opening = take(reader, /\/|\\[^\n\\]/);
    if (opening === null)
        return false;
    const closed = readUntil(reader, opening.slice(-1));
    if (closed)
        take(reader, /[IM]*/);
    else
        reader.at = Infinity;
    return closed;
}
/** Up to the next `delimiter` that no backslash stands before; sed minds no brackets here. */
function readUntil(reader, delimiter, newlines = false) {
    for (; reader.at < reader.script.length; reader.at += 1) {
        const character = reader.script[reader.at];
        if (character === delimiter) {
            reader.at += 1;
            return true;
        }
        if (character === '\\')
            reader.at += 1;
        else if (character === '\n' && !newlines)
            return false;
    }
    return false;
}
function readCommand(reader) {
    if (reader.at === Infinity)
        return 'an address does not end';
    take(reader, /[ \t]*(?:![ \t]*)*/);
    const command = reader.script[reader.at] ?? '';
    reader.at += 1;
    if (command === '')
        return 'a command is missing';
    if (command === '#')
        return take(reader, /[^\n]*/) === null ? 'a comment is not understood' : null;
    if (command === '{')
        return null;
    if (command === '}')
        return atEnd(reader);
    if (sed_script_ALONE.includes(command))
        return atEnd(reader);
    if (NUMBERED.includes(command))
        return take(reader, /[ \t]*\d*/) === null ? 'a number is missing' : atEnd(reader);
    if (LABELLED.includes(command))
        return take(reader, /[ \t]*\w*/) === null ? 'a label is missing' : atEnd(reader);
    if (command === 's')
        return readSubstitute(reader);
    if (command === 'y')
        return readParts(reader) ? atEnd(reader) : 'the command `y` does not end';
    if ('aic'.includes(command))
        return take(reader, /(?:\\[\s\S]|[^\\\n])*/) === null ? 'a text is missing' : null;
    return WRITING[command] ?? `the command \`${command}\` is not known`;
}
function readParts(reader) {
    const delimiter = take(reader, /[^\n\\]/);
    return delimiter !== null && readUntil(reader, delimiter) && readUntil(reader, delimiter, true);
}
function readSubstitute(reader) {
    if (!readParts(reader))
        return 'the command `s` does not end';
    const flags = take(reader, /[gpiImM\d]*/) ?? '';
    const next = reader.script[reader.at] ?? '';
    if (next === 'e')
        return '`s///e` runs what it made';
    if (next === 'w')
        return '`s///w` writes a file';
    return flags.length > 20 ? 'the flags of `s` are not understood' : atEnd(reader);
}
function atEnd(reader) {
    take(reader, /[ \t]*/);
    const next = reader.script[reader.at] ?? '';
    return next === '' || ';\n}#'.includes(next) ? null : `\`${next}\` is not expected there`;
}

;// CONCATENATED MODULE: ./build/policy/commands/programs/sed.js






/** `sed`: its script is read for real; files come after it. */
const judgeSed = (call) => {
    const { scope } = call;
    const outcome = unchanged(scope.state);
    const known = PROGRAMS.get('sed');
    if (known === undefined)
        return outcome;
    const matched = matchOptions(call.args, known.flags);
    noteStrange(call, matched, known.entry.hatches ?? {});
    for (const arg of matched.doubtful)
        scope.notes.unknown.add(`\`${arg.source}\` may be an option of sed`);
    const given = valuesOf(matched, '-e', '--expression');
    const scripts = given.length > 0 ? given : matched.operands.slice(0, 1);
    const files = given.length > 0 ? matched.operands : matched.operands.slice(1);
    const inPlace = matched.strange.some((arg) => /^-(?:[a-zA-Z]*i|-in?)/.test(arg.text ?? ''));
    for (const file of files) {
        noteFile(file, scope);
        if (inPlace)
            noteWord(file, 'write', scope);
    }
    if (inPlace)
        scope.notes.classes.add('@writes');
    const texts = scripts.map((script) => script?.text ?? null);
    if (texts.includes(null)) {
        scope.notes.unknown.add('the script of sed is known only at run time');
        return outcome;
    }
    for (const what of sedHatches(texts.join('\n'))) {
        noteHatch(`sed: ${what}`, scripts.filter((script) => script !== null), scope);
    }
    scope.notes.classes.add('@readonly');
    return outcome;
};

;// CONCATENATED MODULE: ./build/policy/commands/programs/small.js





/** Any `%` conversion of bash's printf but `%n`, which assigns to the variable that an argument names. */
const CONVERSIONS = /%(?:[-+ #0']*(?:\d+|\*)?(?:\.(?:\d+|\*)?)?[a-zA-Z]|\(|%)/g;
/** `printf FORMAT words…` */
const judgePrintf = (call) => {
    const { scope } = call;
    const args = call.args[0]?.text === '--' ? call.args.slice(1) : call.args;
    const [format] = args;
    scope.notes.classes.add('@readonly');
    const outcome = unchanged(scope.state);
    if (format === undefined)
        return outcome;
    if (format.text === null)
        scope.notes.unknown.add('the format of printf is known only at run time');
    else if (format.text.startsWith('-') && args === call.args) {
        noteHatch(`printf ${format.text} sets a variable`, args.slice(0, 2), scope);
    }
    else if ([...format.text.matchAll(CONVERSIONS)].some(([conversion]) => conversion.endsWith('n'))) {
        noteHatch('printf %n sets a variable', [format], scope);
    }
    return format.text === '%s\\n' ? { ...outcome, ...printedWords(args.slice(1), scope) } : outcome;
};
const UNARY = /^-[abcdefghknoprstuwxzGLNOS]$/;
const FILE_TEST = /^-[abcdefghkprsuwxGLNOS]$/;
const BINARY = /^(?:=|==|!=|<|>|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/;
const CONNECTING = /^(?:!|\(|\)|-a|-o|\])$/;
/** `test` and `[`: `-v` evaluates a subscript, and so may words that turn out to be `-v` at run time. */
const judgeTest = (call) => {
    const { scope, args } = call;
    scope.notes.classes.add('@readonly');
    for (const [index, arg] of args.entries()) {
        const before = args[index - 1]?.text ?? '';
        const after = args[index + 1]?.text ?? '';
        if (FILE_TEST.test(before))
            noteWord(arg, 'read', scope);
        else if (/^-(?:nt|ot|ef)$/.test(after) || /^-(?:nt|ot|ef)$/.test(before))
            noteWord(arg, 'read', scope);
        if (arg.text === '-v' || arg.text === '-R')
            noteHatch(`${call.name} ${arg.text} evaluates a subscript`, [arg], scope);
        const placed = UNARY.test(before) || BINARY.test(before) || BINARY.test(after) || args.length <= 2;
        const harmless = isDashless(arg) || arg.number === true || (arg.single && placed);
        if (arg.text === null && !harmless)
            scope.notes.unknown.add(`\`${arg.source}\` may be an operator of ${call.name}`);
        if (arg.text !== null && isStray(arg.text))
            scope.notes.unknown.add(`\`${arg.text}\` is not known to be a test`);
    }
    return unchanged(scope.state);
};
function isStray(text) {
    return (/^-[A-Za-z]+$/.test(text) &&
        !UNARY.test(text) &&
        !BINARY.test(text) &&
        !CONNECTING.test(text) &&
        !/^-[vR]$/.test(text));
}
/** `date`: an operand that is no format sets the clock. */
const judgeDate = (call) => {
    const known = PROGRAMS.get('date');
    if (known === undefined)
        return unchanged(call.scope.state);
    const { matched, outcome } = judgeProgram(call, known);
    const setting = matched.operands.filter((operand) => !(operand.text ?? operand.prefix).startsWith('+'));
    if (setting.length > 0)
        noteHatch('date with a date sets the clock', setting, call.scope);
    return outcome;
};
/** `man`: only a page by its name; a path would be formatted, whatever it holds. */
const judgeMan = (call) => {
    const known = PROGRAMS.get('man');
    if (known === undefined)
        return unchanged(call.scope.state);
    const { matched, outcome } = judgeProgram(call, known);
    const odd = matched.operands.filter((operand) => !/^[\w.+:[-]+$/.test(operand.text ?? ' '));
    if (odd.length > 0 || matched.operands.some((operand) => /^\.+$/.test(operand.text ?? ''))) {
        noteHatch('man with something that is not the name of a page', odd, call.scope);
    }
    return outcome;
};
/** `tar -t` and `unzip -l`: listing, of an archive that is a file. */
const judgeTar = (call) => {
    const name = call.name === 'bsdtar' ? 'tar' : call.name;
    const known = PROGRAMS.get(name);
    if (known === undefined)
        return unchanged(call.scope.state);
    const [first, ...rest] = call.args;
    // The old form has no dash: `tar tzf a.tgz`.
    const old = name === 'tar' && /^[tvzjJ]+f?$/.test(first?.text ?? '');
    const args = old && first !== undefined
        ? [literalArg(`-${first.text ?? ''}`, first.source), ...rest]
        : call.args;
    const { matched, outcome } = judgeProgram({ ...call, args }, known);
    // Any other first word without a dash is a bundle of letters too, and takes the words behind it as values.
    if (name === 'tar' && !old && first?.text?.startsWith('-') !== true) {
        noteHatch('tar with a first word that is not known to only list', first === undefined ? [] : [first], call.scope);
    }
    const listing = name === 'tar' ? has(matched, '-t', '--list') : has(matched, '-l', '-v', '-Z');
    if (!listing)
        noteHatch(`${name} that does not only list`, call.args.slice(0, 1), call.scope);
    for (const value of valuesOf(matched, '-f', '--file')) {
        if (value?.text?.includes(':') !== false)
            noteHatch('tar reaches another machine', value === null ? [] : [value], call.scope);
    }
    if (name === 'unzip')
        for (const archive of matched.operands.slice(0, 1))
            noteFile(archive, call.scope);
    return outcome;
};
const JQ_REACHING = /(?<![.\w$@])(?:env|import|include|modulemeta|get_search_list|\$__prog_name)\b|\$\s*ENV\b/;
const YQ_REACHING = /(?<![.\w$@])(?:load\w*|env|strenv|envsubst|eval|system|import|include)\b|\$\s*ENV\b/;
/** jq's options that take two words. */
const JQ_PAIRS = {
    '--arg': 'text',
    '--argjson': 'text',
    '--slurpfile': 'read',
    '--rawfile': 'read',
};
/** `jq`: pairs of words are taken out, then the filter is looked through for what reaches beyond the input. */
const judgeJq = (call) => {
    const rest = [];
    for (let at = 0; at < call.args.length; at += 1) {
        const arg = call.args[at];
        if (arg === undefined)
            break;
        const pair = arg.text === null ? undefined : JQ_PAIRS[arg.text];
        const value = call.args[at + 2];
        if (pair !== undefined && call.args[at + 1]?.single === true && value?.single === true) {
            if (pair === 'read')
                noteFile(value, call.scope);
            at += 2;
        }
        else if (arg.text === '--indent' && /^\d$/.test(call.args[at + 1]?.text ?? ''))
            at += 1;
        else
            rest.push(arg);
    }
    return judgeFilter({ ...call, args: rest }, 'jq', JQ_REACHING);
};
/** `yq`: two programs share the name; what either could do counts. */
const judgeYq = (call) => {
    const [first, ...rest] = call.args;
    const named = /^(?:e|ea|eval|eval-all)$/.test(first?.text ?? '');
    return judgeFilter({ ...call, args: named ? rest : call.args }, 'yq', YQ_REACHING);
};
function judgeFilter(call, name, reaching) {
    const known = PROGRAMS.get(name);
    const { scope } = call;
    if (known === undefined)
        return unchanged(scope.state);
    const { matched, outcome } = judgeProgram(call, known);
    const [filter] = matched.operands;
    if (filter === undefined)
        return outcome;
    // A lone word may be the file.
    if (name === 'yq' && matched.operands.length === 1)
        noteFile(filter, scope);
    if (filter.text === null)
        scope.notes.unknown.add(`the filter of ${name} is known only at run time`);
    else {
        const found = reaching.exec(filter.text)?.[0];
        if (found !== undefined)
            noteHatch(`${name}: \`${found}\` reaches beyond the input`, [filter], scope);
    }
    return outcome;
}

;// CONCATENATED MODULE: ./build/policy/commands/programs/index.js





/** Programs whose words have a grammar of their own. */
const GRAMMARS = {
    awk: judgeAwk,
    date: judgeDate,
    diff: judgeDiff,
    fd: judgeFd,
    find: judgeFind,
    grep: judgeGrep,
    jq: judgeJq,
    ls: judgeLs,
    man: judgeMan,
    printf: judgePrintf,
    rg: judgeRg,
    sed: judgeSed,
    tar: judgeTar,
    test: judgeTest,
    yq: judgeYq,
};

;// CONCATENATED MODULE: ./build/policy/commands/redirects.js


const NETWORK_FILE = /^\/dev\/(?:tcp|udp)\//;
/** Notes what a redirection reads and writes, and walks what is inside it. */
function judgeRedirection(redirection, scope) {
    if (redirection.descriptor?.type === 'FileDescriptorVariable') {
        scope.notes.unknown.add('a redirection keeps its descriptor in a variable');
    }
    switch (redirection.type) {
        case 'HereDoc':
            judgeHereDoc(redirection, scope);
            return;
        case 'HereString':
            if (redirection.target === undefined)
                scope.notes.unknown.add('a here string without a word');
            else
                expandSingle(redirection.target, scope);
            return;
        case 'Redirect':
            judgeFile(redirection, scope);
            return;
        default:
            scope.notes.unknown.add('a redirection of a kind that is not known');
    }
}
function judgeHereDoc(document, scope) {
    if (document.delimiter === undefined || document.closing === undefined) {
        scope.notes.unknown.add('a here document without its end');
        return;
    }
    if (document.delimiter.quoted)
        return;
    if (document.body.parts !== undefined)
        expandParts(document.body.parts, scope);
    else if (/[$`\\]/.test(document.body.text))
        scope.notes.unknown.add('a here document that expands');
}
function judgeFile(redirect, scope) {
    if (redirect.target === undefined) {
        scope.notes.unknown.add('a redirection without a target');
        return;
    }
    const targets = expandWord(redirect.target, scope);
    const [target] = targets;
    if (target === undefined || targets.length !== 1 || target.glob !== undefined) {
        scope.notes.unknown.add(`\`${redirect.target.text}\` is not one file`);
        return;
    }
    if (isDescriptor(redirect, target))
        return;
    if (target.text !== null && NETWORK_FILE.test(target.text)) {
        scope.notes.classes.add('@forbidden');
        scope.notes.unknown.add(`bash opens a network connection for \`${target.text}\``);
        return;
    }
    const { operator } = redirect;
    if (operator === '<' || operator === '<>')
        noteWord(target, 'read', scope, 'redirection');
    if (operator !== '<')
        noteWord(target, 'write', scope, 'redirection');
}
function isDescriptor(redirect, target) {
    if (redirect.operator !== '>&' && redirect.operator !== '<&')
        return false;
    return target.text !== null && /^(?:\d{1,3}-?|-)$/.test(target.text);
}

;// CONCATENATED MODULE: ./build/policy/commands/knowledge/runners.js
const QUIET = [
    '-s',
    '--silent',
    '-q',
    '--quiet',
    '-d',
    '-dd',
    '--verbose',
    '--no-color',
    '--color',
    '--if-present',
];
const CONFIGURED = [
    '-c',
    '--config',
    '--root',
    '--rootDir',
    '--dir',
    '--require',
    '-r',
    '--import',
    '--loader',
    '--plugin',
    '--plugins',
];
const RUNNERS = [
    {
        names: ['npm', 'pnpm', 'yarn', 'bun', 'bunx'],
        source: 'npm 11 config documentation: node-options, script-shell, prefix, userconfig and more change what a script is; any option may be abbreviated',
        only: [...QUIET, '--help', '--version'],
    },
    {
        names: ['node', 'nodejs', 'deno', 'tsx', 'ts-node'],
        source: 'node(1) 24: preloads and evaluated code',
        hatches: [
            '-r',
            '--require',
            '--import',
            '--loader',
            '--experimental-loader',
            '-e',
            '--eval',
            '-p',
            '--print',
            '--env-file',
            '--env-file-if-exists',
            '--experimental-default-config-file',
            '--experimental-config-file',
            '--test-reporter',
            '--test-reporter-destination',
            '--test-global-setup',
            '-C',
            '--conditions',
            '--inspect',
            '--inspect-brk',
            '--cpu-prof-dir',
            '--report-dir',
            '--snapshot-blob',
            '--build-snapshot',
            '--run',
            '--openssl-config',
            '--icu-data-dir',
            '--diagnostic-dir',
            '--redirect-warnings',
            '--trace-event-file-pattern',
            '--watch-path',
            '--preload',
        ],
    },
    {
        names: ['python', 'python3', 'ruby', 'perl', 'php'],
        source: 'their manuals: code and modules by option',
        hatches: [
            '-c',
            '-m',
            '-e',
            '-E',
            '-r',
            '-i',
            '-I',
            '-x',
            '-X',
            '-d',
            '-W',
            '-C',
            '-M',
            '-S',
            '-n',
            '-p',
            '-t',
            '--check-hash-based-pycs',
        ],
    },
    {
        names: ['make', 'gmake'],
        source: 'make(1) 4.3',
        hatches: [
            '-f',
            '--file',
            '--makefile',
            '-C',
            '--directory',
            '-I',
            '--include-dir',
            '-E',
            '--eval',
            '-e',
            '--environment-overrides',
            '-o',
            '-W',
            '--load',
        ],
        variables: true,
    },
    {
        names: ['cargo'],
        source: 'cargo 1.80: configuration may name runners, linkers and wrappers',
        hatches: [
            '--config',
            '--manifest-path',
            '-Z',
            '-C',
            '--target-dir',
            '--artifact-dir',
            '--out-dir',
        ],
    },
    {
        names: ['go'],
        source: 'go 1.22: tools and runners by option',
        hatches: [
            '-exec',
            '--exec',
            '-toolexec',
            '--toolexec',
            '-overlay',
            '--overlay',
            '-modfile',
            '--modfile',
            '-C',
            '--C',
            '-vettool',
            '--vettool',
            '-ldflags',
            '--ldflags',
            '-gcflags',
            '--gcflags',
            '-asmflags',
            '--asmflags',
            '-compiler',
            '--compiler',
            '-gccgoflags',
            '--gccgoflags',
            '-o',
            '--o',
            '-pkgdir',
            '--pkgdir',
            '-outputdir',
            '--outputdir',
            '-coverprofile',
            '--coverprofile',
            '-cpuprofile',
            '--cpuprofile',
            '-memprofile',
            '--memprofile',
            '-trace',
            '--trace',
            '-work',
            '--work',
        ],
    },
    {
        names: ['pytest', 'tox', 'nox'],
        source: 'pytest 8: plugins and configuration by option',
        hatches: [
            '-p',
            '-c',
            '--config-file',
            '--rootdir',
            '--confcutdir',
            '-o',
            '--override-ini',
            '--pyargs',
            '--import-mode',
            '--basetemp',
            '--junitxml',
            '--junit-xml',
            '--log-file',
            '--cov-config',
            '--cov-report',
            '--pastebin',
        ],
    },
    {
        names: ['vitest', 'jest', 'mocha', 'ava', 'tap', 'c8', 'nyc'],
        source: 'their documentation: configuration, setup files and reporters are code',
        hatches: [
            ...CONFIGURED,
            '--globalSetup',
            '--globalTeardown',
            '--setupFiles',
            '--setupFilesAfterEnv',
            '--environment',
            '--env',
            '--testEnvironment',
            '--runner',
            '--testRunner',
            '--reporter',
            '--reporters',
            '--resolver',
            '--transform',
            '--outputFile',
            '--outputFile.json',
            '--execArgv',
            '--node-option',
            '-n',
            '--file',
            '--spec',
            '--extension',
            '--ui',
            '--coverageDirectory',
            '--cacheDirectory',
            '--projects',
            '--preset',
            '--snapshotResolver',
            '--filter',
        ],
    },
    {
        names: ['eslint', 'prettier', 'biome', 'oxlint', 'stylelint', 'tsc', 'tsgo'],
        source: 'their documentation: configuration, plugins, formats and outputs',
        hatches: [
            ...CONFIGURED,
            '--rulesdir',
            '--resolve-plugins-relative-to',
            '--parser',
            '--format',
            '-f',
            '-o',
            '--output-file',
            '--fix',
            '--fix-dry-run',
            '--fix-type',
            '--write',
            '-w',
            '--apply',
            '--init',
            '--cache-location',
            '--cache-file',
            '--config-path',
            '--outDir',
            '--outFile',
            '--declarationDir',
            '--tsBuildInfoFile',
            '--generateTrace',
            '--generateCpuProfile',
            '-p',
            '--project',
            '-b',
            '--build',
            '--plugin-search-dir',
            '--stdin-filepath',
            '--ignore-path',
        ],
    },
];
/** Runners by name. */
const RUNNERS_BY_NAME = new Map(RUNNERS.flatMap((runner) => runner.names.map((name) => [name, runner])));

;// CONCATENATED MODULE: ./build/policy/commands/runners.js


const ASSIGNMENT = /^[A-Za-z_][\w.]*[:+?!]?=/;
/** An abbreviation shorter than this could be anything, and is taken for a hatch where any option begins with it. */
const SHORTEST_EXACT = 3;
/**
 * A program that runs the checkout's code: whatever in its words would make it run or load something else. Words after
 * `--` belong to the script.
 */
function noteRunner(call) {
    const runner = RUNNERS_BY_NAME.get(call.name);
    if (runner === undefined)
        return;
    const end = call.args.findIndex((arg) => arg.text === '--');
    const own = end === -1 ? call.args : call.args.slice(0, end);
    for (const [index, arg] of own.entries()) {
        if (arg.text === null) {
            if (!arg.prefix.startsWith('-') && arg.prefix !== '')
                continue;
            call.scope.notes.unknown.add(`\`${arg.source}\` may be an option of ${call.name}`);
        }
        else if (opens(runner, arg.text)) {
            noteHatch(`${call.name} ${arg.text} changes what is run or loaded`, withValue(arg, own[index + 1]), call.scope);
        }
    }
}
function opens(runner, text) {
    if (runner.variables === true && ASSIGNMENT.test(text))
        return true;
    if (!text.startsWith('-') || text === '-')
        return false;
    const name = text.split('=')[0] ?? text;
    if (runner.only !== undefined)
        return !runner.only.includes(text);
    return (runner.hatches ?? []).some((hatch) => runners_spells(name, hatch));
}
/** Exactly the option; a long one abbreviated; or a bundle of letters that holds the short one. */
function runners_spells(name, hatch) {
    if (name === hatch)
        return true;
    if (hatch.startsWith('--')) {
        return name.startsWith('--') && name.length >= SHORTEST_EXACT && hatch.startsWith(name);
    }
    return hatch.length === 2 && /^-[^-]/.test(name) && name.includes(hatch.slice(1));
}
/** The option with its value, where that is a word of its own. */
function withValue(arg, next) {
    const standsAlone = arg.text?.includes('=') === true || next === undefined;
    return standsAlone || next.text?.startsWith('-') === true ? [arg] : [arg, next];
}

;// CONCATENATED MODULE: ./build/policy/commands/knowledge/wrappers.js
const WRAPPERS = [
    {
        names: ['timeout', 'gtimeout'],
        source: 'timeout(1), coreutils 9.1',
        flags: 'POSIX -k= -s= -v --kill-after= --signal= --foreground --preserve-status --verbose',
        skip: 1,
    },
    { names: ['nice'], source: 'nice(1), coreutils 9.1', flags: 'POSIX -NUM -n= --adjustment=' },
    { names: ['nohup'], source: 'nohup(1), coreutils 9.1', flags: 'POSIX' },
    {
        names: ['time'],
        source: 'time(1) GNU 1.9: -o writes',
        flags: 'POSIX -p -v -f= --portability --verbose --format=',
    },
    {
        names: ['stdbuf'],
        source: 'stdbuf(1), coreutils 9.1',
        flags: 'POSIX -i= -o= -e= --input= --output= --error=',
    },
    {
        names: ['setsid'],
        source: 'setsid(1), util-linux 2.38',
        flags: 'POSIX -c -f -w --ctty --fork --wait',
    },
    {
        names: ['ionice'],
        source: 'ionice(1), util-linux 2.38',
        flags: 'POSIX -c= -n= -t --class= --classdata= --ignore',
    },
    {
        names: ['chrt'],
        source: 'chrt(1), util-linux 2.38',
        flags: 'POSIX -b -f -i -o -r -v',
        skip: 1,
    },
    {
        names: ['command', 'builtin', 'exec'],
        source: 'bash(1): -c, -l and -a of exec change what runs',
        flags: 'POSIX',
    },
    {
        names: [
            'sudo',
            'doas',
            'pkexec',
            'run0',
            'runuser',
            'su',
            'gosu',
            'su-exec',
            'setpriv',
            'capsh',
        ],
        source: 'their manuals',
        flags: 'POSIX -A -b -E -H -n -k -K -S -P -B -s -i -l -e -v -u= -g= -C= -D= -h= -p= -R= -r= -T= -t= -U= -c= --user= --group= --command=',
        privilege: true,
    },
    {
        names: ['npx', 'bunx', 'pnpx', 'uvx', 'pipx'],
        source: 'npx(1) 11, bunx, pnpm dlx: install what is missing',
        flags: 'POSIX -y -q --yes --quiet --no-install --no -p= --package=',
        installs: true,
    },
];
/** xargs(1), findutils 4.9; -a reads words from a file, -p and -o need a terminal. */
const XARGS_FLAGS = 'POSIX -0 -d= -E= -I= -i? -L= -l? -n= -P= -r -s= -t -x --null --delimiter= --eof? --replace? --max-lines? --max-args= --max-procs= --no-run-if-empty --max-chars= --verbose --exit';
/** env(1), coreutils 9.1; -S splits, -C moves, -i drops what keeps git harmless. */
const ENV_FLAGS = 'POSIX -u= --unset=';
/** Shells, whose `-c` holds source that bash would read alike. */
const SHELLS = new Set(['bash', 'sh', 'dash', 'ash', 'rbash']);
/** Shells with another grammar, and programs that are a shell in effect. */
const FOREIGN_SHELLS = new Set([
    'zsh',
    'ksh',
    'mksh',
    'fish',
    'csh',
    'tcsh',
    'busybox',
    'toybox',
    'nu',
    'pwsh',
    'powershell',
    'watch',
    'parallel',
    'entr',
    'script',
    'expect',
    'unshare',
    'flock',
    'strace',
    'ltrace',
    'gdb',
    'ssh',
    'chroot',
    'nsenter',
    'systemd-run',
    'at',
    'batch',
    'crontab',
    'screen',
    'tmux',
]);

;// CONCATENATED MODULE: ./build/policy/commands/wrappers.js






const TABLE = new Map(WRAPPERS.flatMap((wrapper) => {
    const compiled = { wrapper, flags: compileFlags(wrapper.flags) };
    return wrapper.names.map((name) => [name, compiled]);
}));
const XARGS = compileFlags(XARGS_FLAGS);
const ENV = compileFlags(ENV_FLAGS);
/** Looks through a wrapper; `null` where `name` is none. */
function judgeWrapper(wrapped) {
    const { name } = wrapped;
    if (name === 'env')
        return judgeEnv(wrapped);
    if (name === 'xargs')
        return judgeXargs(wrapped);
    if (SHELLS.has(name))
        return judgeShell(wrapped);
    if (FOREIGN_SHELLS.has(name))
        return judgeForeign(wrapped);
    if (name === 'command' && /^-[vV]$/.test(wrapped.args[0]?.text ?? ''))
        return null;
    const known = TABLE.get(name);
    return known === undefined ? null : judgeTable(wrapped, known.wrapper, known.flags);
}
function judgeTable(wrapped, wrapper, flags) {
    const { scope, name, args } = wrapped;
    const matched = sorted(wrapped, args, flags);
    if (wrapper.privilege === true) {
        scope.notes.intents.add('@privilege');
        noteHatch(`${name} runs with other rights`, [literalArg(name)], scope);
        for (const source of valuesOf(matched, '-c', '--command'))
            noteSource(source, wrapped);
    }
    if (wrapper.installs === true) {
        scope.notes.intents.add('@install');
        noteHatch(`${name} fetches what is missing`, [literalArg(name)], scope);
    }
    const rest = matched.operands.slice(wrapper.skip ?? 0);
    return inside(wrapped, rest);
}
function sorted(wrapped, args, flags) {
    const matched = matchOptions(args, flags);
    noteStrange(wrapped, matched, {});
    for (const arg of matched.doubtful) {
        wrapped.scope.notes.unknown.add(`\`${arg.source}\` may be an option of ${wrapped.name}`);
    }
    return matched;
}
function inside(wrapped, args, input = wrapped.input) {
    const scope = { ...wrapped.scope, walk: wrapped.scope.walk.behind(wrapped.name) };
    if (args.length > 0)
        return wrapped.inner(args, scope, input);
    wrapped.scope.notes.classes.add('@readonly');
    finish([literalArg(wrapped.name), ...wrapped.args], wrapped.scope.notes, wrapped.scope.walk);
    return unchanged(scope.state);
}
/** `env NAME=VALUE… COMMAND`; without a command it prints every variable. */
function judgeEnv(wrapped) {
    const { scope } = wrapped;
    const matched = sorted(wrapped, wrapped.args, ENV);
    for (const name of valuesOf(matched, '-u', '--unset')) {
        if (!isHarmlessEnvironmentName(name?.text ?? '')) {
            scope.notes.unknown.add(`\`${name?.source ?? ''}\` is taken from a program, which may act on it`);
        }
    }
    let at = 0;
    for (; at < matched.operands.length; at += 1) {
        const assignment = /^([^=]+)=(.*)$/s.exec(matched.operands[at]?.text ?? matched.operands[at]?.prefix ?? '');
        if (assignment?.[1] === undefined)
            break;
        const value = matched.operands[at]?.text === null ? null : (assignment[2] ?? '');
        if (!isHarmlessEnvironment(assignment[1], value)) {
            if (isHijacking(assignment[1]))
                scope.notes.classes.add('@forbidden');
            scope.notes.unknown.add(`\`${assignment[1]}\` is given to a program, which may act on it`);
        }
    }
    const rest = matched.operands.slice(at);
    if (rest.length === 0 &&
        !(matched.strange.length === 1 && matched.strange[0]?.text === '--version')) {
        noteHatch('env prints every variable, secrets too', [literalArg('env')], scope);
    }
    return inside(wrapped, rest);
}
/** `xargs COMMAND`: words that only exist at run time come behind its own. */
function judgeXargs(wrapped) {
    const { scope, input } = wrapped;
    const matched = sorted(wrapped, wrapped.args, XARGS);
    const command = matched.operands.length === 0 ? [literalArg('echo')] : matched.operands;
    // Split at another character, the words are parts of names.
    const whole = valuesOf(matched, '-d', '--delimiter').every((value) => value?.text === String.raw `\n` || value?.text === '\n');
    const reach = input === undefined || !whole ? {} : { reach: input };
    const replaced = valuesOf(matched, '-I', '-i', '--replace').map((value) => value?.text ?? '{}');
    const [token] = replaced;
    if (token === undefined) {
        const added = {
            text: null,
            source: '(words from stdin)',
            single: false,
            prefix: '',
            ...reach,
        };
        return inside(wrapped, [...command, added], undefined) && unchanged(scope.state);
    }
    if (token === '')
        scope.notes.unknown.add('xargs replaces everywhere');
    const words = command.map((arg) => {
        if (arg.text === null || !arg.text.includes(token))
            return arg;
        const prefix = arg.text.slice(0, arg.text.indexOf(token));
        return {
            text: null,
            source: arg.source,
            single: true,
            prefix,
            ...(arg.text === token ? reach : {}),
        };
    });
    return inside(wrapped, words, undefined) && unchanged(scope.state);
}
const SHELL_SWITCHES = /^-(?:[eux]*c[eux]*|[eux]+)$/;
/** `sh -c SOURCE`: the source is walked like any other. */
function judgeShell(wrapped) {
    const { scope, args, name } = wrapped;
    let at = 0;
    let source = false;
    for (; at < args.length; at += 1) {
        const text = args[at]?.text ?? null;
        if (text === '--norc' || text === '--noprofile')
            continue;
        if (text === null || !SHELL_SWITCHES.test(text))
            break;
        source ||= text.includes('c');
    }
    const [script, ...rest] = args.slice(at);
    if (!source || script === undefined || (script.text ?? '-').startsWith('-')) {
        if (args[0]?.text === '--version' && args.length === 1)
            scope.notes.classes.add('@readonly');
        else if (script === undefined ||
            script.text === null ||
            script.text.startsWith('-') ||
            script.text.startsWith('/dev/')) {
            scope.notes.unknown.add(`${name} runs what is known only at run time`);
        }
        else
            noteHatch(`${name} runs a script`, [script], scope);
        finish([literalArg(name), ...args], scope.notes, scope.walk);
        return unchanged(scope.state);
    }
    if (rest.some((arg) => arg.text === null))
        scope.notes.unknown.add(`${name} is given words known only at run time`);
    noteSource(script, wrapped);
    scope.notes.classes.add('@readonly');
    finish([], scope.notes, scope.walk);
    return unchanged(scope.state);
}
function noteSource(source, wrapped) {
    const { scope, name } = wrapped;
    if (typeof source?.text !== 'string')
        scope.notes.unknown.add(`${name} runs what is known only at run time`);
    else
        scope.walk.source(source.text, scope.state, [name]);
}
/** A shell whose grammar is not bash's, or a program that runs its words in a way that is not told. */
function judgeForeign(wrapped) {
    const { scope, args, name } = wrapped;
    if (args.length === 1 && args[0]?.text === '--version')
        scope.notes.classes.add('@readonly');
    else {
        scope.notes.unknown.add(`${name} runs its words in a way of its own`);
        // What could be a command in there is still looked at, for what rules deny.
        for (const [index, arg] of args.entries()) {
            if (arg.text === null)
                continue;
            if (/\s/.test(arg.text))
                scope.walk.source(arg.text, scope.state, [name]);
            else if (index < 3 && isDashless(arg)) {
                scope.walk.behind(name).command(args.slice(index), scope.state);
                break;
            }
        }
    }
    finish([literalArg(name), ...args], scope.notes, scope.walk);
    return unchanged(scope.state);
}

;// CONCATENATED MODULE: ./build/policy/commands/knowledge/writers.js
/**
 * Programs whose operands they write, by how: `write` every operand, `copy` the last is written and the others are read
 * (and, for `mv`, taken away). Coreutils 9.1, rsync 3.2.
 */
const WRITERS = new Map([
    ...[
        'rm',
        'rmdir',
        'mkdir',
        'touch',
        'tee',
        'truncate',
        'mv',
        'unlink',
        'shred',
        'mkfifo',
        'mknod',
        'split',
        'csplit',
        'sponge',
        'patch',
    ].map((name) => [name, 'write']),
    ...['cp', 'ln', 'install', 'rsync', 'link'].map((name) => [name, 'copy']),
    ...['chmod', 'chown', 'chgrp', 'setfacl', 'chattr'].map((name) => [
        name,
        'mode',
    ]),
]);
/**
 * What nobody needs in CI, by program name: file systems and devices, the machine's power, kernel and firewall,
 * namespaces, other users' terminals, listening shells. Beside these: `/dev/tcp` and `/dev/udp` redirections, `dd` onto a
 * device, `rm -r` of `/` or a home folder, `kill` of every process, `LD_PRELOAD` and its like, a function named `:`.
 */
const FORBIDDEN = new Set(('mkfs mkswap fdisk sfdisk parted wipefs blkdiscard shutdown reboot halt poweroff telinit insmod modprobe rmmod kexec ' +
    'iptables ip6tables nft ufw mount umount swapoff swapon chroot nsenter losetup debugfs hdparm visudo vipw passwd chpasswd useradd ' +
    'usermod userdel groupadd crontab nc ncat netcat socat telnet').split(' '));

;// CONCATENATED MODULE: ./build/policy/commands/writers.js




/** Notes what a program that is known to write would write, and what nobody should run. */
function noteWriter(call) {
    const { scope, name, args } = call;
    if (isForbidden(call))
        scope.notes.classes.add('@forbidden');
    if (name === 'dd')
        noteDd(call);
    const how = WRITERS.get(name);
    if (how === undefined)
        return;
    scope.notes.classes.add('@writes');
    // With nothing but `/dev/null` and its like to write to it only passes on.
    if (name === 'tee' &&
        args.length > 0 &&
        args.every((arg) => arg.text !== null && isStream(arg.text))) {
        scope.notes.classes.delete('@writes');
        scope.notes.classes.add('@readonly');
        return;
    }
    const operands = args.flatMap(operandOf).slice(how === 'mode' ? 1 : 0);
    for (const [index, operand] of operands.entries()) {
        const reads = how === 'copy' && index < operands.length - 1;
        noteWord(operand, reads ? 'read' : 'write', scope);
        // `cp -t FOLDER` turns the order round, so whatever could be the place is taken as one.
        if (reads && args.some((arg) => /^-[a-zA-Z]*t|^--t/.test(arg.text ?? '-t')))
            noteWord(operand, 'write', scope);
    }
}
function operandOf(arg) {
    const value = /^--?[\w-]+=(.+)$/.exec(arg.text ?? '')?.[1];
    if (value !== undefined)
        return [literalArg(value, arg.source)];
    return isDashless(arg) || arg.text === null ? [arg] : [];
}
function noteDd(call) {
    call.scope.notes.classes.add('@writes');
    for (const arg of call.args) {
        const match = /^(if|of)=(.*)$/.exec(arg.text ?? '');
        if (match === null && arg.text === null)
            call.scope.notes.unknown.add('dd with words known only at run time');
        else if (match !== null)
            notePath(match[2] ?? '', match[1] === 'if' ? 'read' : 'write', call.scope);
    }
}
function isForbidden({ name, args }) {
    const texts = args.map((arg) => arg.text ?? arg.reach?.roots[0] ?? '');
    if (FORBIDDEN.has(name) || name.startsWith('mkfs.'))
        return true;
    if (name === 'dd')
        return texts.some((text) => /^of=\/dev\/(?!null$)/.test(text));
    if (name === 'kill' || name === 'pkill' || name === 'killall')
        return name === 'kill' && texts.at(-1) === '-1';
    if (name !== 'rm' && name !== 'chmod' && name !== 'chown')
        return false;
    const recursive = texts.some((text) => /^-[a-zA-Z]*[rR]|^--recursive|^--no-pres/.test(text));
    return (recursive &&
        texts.some((text) => /^\/(?:~?\/?\*?|(?:bin|boot|dev|etc|home|lib|opt|proc|root|sbin|sys|usr|var)\/?\*?)$/.test(text)));
}

;// CONCATENATED MODULE: ./build/policy/commands/command.js
















/** One simple command: assignments, words, redirections; then whatever its first word turns out to be. */
function judgeCommand(command, state, walk, input) {
    const notes = newNotes();
    const scope = { walk, state, notes };
    const assignments = command.prefix.filter((each) => each.type === 'Assignment');
    if (command.name === undefined)
        return judgeBare(command, assignments, scope);
    if (!isWhole(command, walk.text))
        notes.unknown.add('a command is not read as bash would read it');
    const args = [
        ...expandWord(command.name, scope),
        ...command.args.flatMap((arg) => argumentWords(arg, scope)),
    ];
    const fed = command.redirects.some((each) => each.type !== 'Redirect' || each.operator.startsWith('<'));
    for (const redirect of command.redirects)
        judgeRedirection(redirect, scope);
    for (const assignment of assignments)
        judgePrefix(assignment, args[0]?.text ?? null, scope);
    // Words that all came to nothing leave assignments behind that then hold for the shell itself.
    if (args.length === 0)
        notes.unknown.add('the name of the command is known only at run time');
    return judgeArgs(args, scope, fed ? undefined : input);
}
/** Assignments and redirections without a command. */
function judgeBare(command, assignments, start) {
    let scope = start;
    start.notes.classes.add('@readonly');
    for (const assignment of assignments)
        scope = { ...scope, state: judgeAssignment(assignment, scope) };
    for (const redirect of command.redirects)
        judgeRedirection(redirect, scope);
    finish([], scope.notes, scope.walk);
    return unchanged(scope.state);
}
function argumentWords(arg, scope) {
    if (arg.type === 'Word')
        return expandWord(arg, scope);
    if (arg.value.type === 'ArrayValue' || arg.index !== undefined || arg.append === true) {
        scope.notes.unknown.add(`\`${arg.text}\` is not a plain assignment`);
        if (arg.value.type === 'ArrayValue')
            for (const each of arg.value.elements)
                expandWord(each, scope);
        else
            expandSingle(arg.value, scope);
        if (arg.index !== undefined)
            expandSingle(arg.index, scope);
        return [{ text: null, source: arg.text, single: true, prefix: arg.name }];
    }
    const value = expandSingle(arg.value, scope);
    if (value.text === null)
        return [{ text: null, source: arg.text, single: true, prefix: `${arg.name}=` }];
    return [literalArg(`${arg.name}=${value.text}`, arg.text)];
}
/** A command whose words are known as far as they can be. */
function judgeArgs(args, scope, input) {
    const [first, ...rest] = args;
    const outcome = unchanged(scope.state);
    if (first === undefined) {
        finish([], scope.notes, scope.walk);
        return outcome;
    }
    if (first.text === null || first.text === '') {
        scope.notes.unknown.add('the name of the command is known only at run time');
        finish(args, scope.notes, scope.walk);
        return outcome;
    }
    const name = programName(first.text);
    if (name === null) {
        // A file by its path: the checkout's own code, or something else that no table knows.
        noteIntents({ name: first.text.slice(first.text.lastIndexOf('/') + 1), args: rest, scope });
        noteElsewhere(scope, first.text);
        finish(args, scope.notes, scope.walk);
        return outcome;
    }
    const call = { name, args: rest, scope, input };
    const wrapped = judgeWrapper({ name, args: rest, scope, input, inner: judgeArgs });
    if (wrapped !== null)
        return wrapped;
    noteIntents(call);
    const judged = judgeBuiltin(call) ?? judgeNamed(call);
    finish(args, scope.notes, scope.walk);
    return judged;
}
function judgeNamed(call) {
    const known = PROGRAMS.get(call.name);
    if (call.name === 'git')
        return judgeGitCall(call);
    if (known !== undefined) {
        const { grammar } = known.entry;
        return grammar === undefined ? judgeProgram(call, known).outcome : GRAMMARS[grammar](call);
    }
    noteWriter(call);
    judgeTool(call);
    return unchanged(call.scope.state);
}
function judgeGitCall(call) {
    const outcome = judgeGit(call);
    const { notes } = call.scope;
    if (!notes.classes.has('@readonly'))
        noteElsewhere(call.scope, 'git');
    return outcome;
}
/** Tools of which only a few forms are harmless; the others are the checkout's code, which rules name. */
function judgeTool(call) {
    const { scope, name } = call;
    for (const { entry, flags } of TOOL_FORMS.get(name) ?? []) {
        const words = entry.words.split(' ');
        if (!words.every((word, index) => call.args[index]?.text === word))
            continue;
        const matched = matchOptions(call.args.slice(words.length), flags);
        if (matched.strange.length + matched.doubtful.length > 0)
            continue;
        if (entry.operands === undefined && matched.operands.length > 0)
            continue;
        scope.notes.classes.add('@readonly');
        if (entry.host !== undefined)
            scope.notes.hosts.add(entry.host);
    }
    const writing = scope.notes.classes.has('@writes');
    if (scope.notes.classes.has('@readonly') || writing)
        return;
    noteElsewhere(scope, name);
    noteRunner(call);
}
/** The same words mean other code in another folder, so a rule for them does not hold there. */
function noteElsewhere(scope, name) {
    const { folders } = scope.state;
    const { root } = scope.walk.world;
    if (folders === null || folders.some((folder) => folder !== root)) {
        scope.notes.unknown.add(`\`${name}\` runs in another folder than the workspace's root`);
    }
    if (name === ':')
        noteHatch('`:` is no program', [], scope);
}

;// CONCATENATED MODULE: ./build/policy/commands/conditional.js





const conditional_FILE_TEST = /^-[abcdefghkprstuwxGLNOS]$/;
const TEXT_TEST = /^(?:-[nzo]|=|==|!=|=~|<|>)$/;
const NUMBER_TEST = /^-(?:eq|ne|lt|le|gt|ge)$/;
const FILES_TEST = /^-(?:nt|ot|ef)$/;
/** `[[ … ]]`: looks at files and texts, but evaluates numbers and subscripts. */
function judgeConditional(tree, state, walk) {
    const notes = newNotes();
    notes.classes.add('@readonly');
    const words = [literalArg('[[')];
    conditional_judgeExpression(tree.expression, { walk, state, notes }, words);
    finish([...words, literalArg(']]')], notes, walk);
    return { after: state, success: state, failure: state };
}
function conditional_judgeExpression(expression, scope, words) {
    switch (expression.type) {
        case 'TestLogical':
            for (const operand of expression.operands)
                conditional_judgeExpression(operand, scope, words);
            return;
        case 'TestNot':
            conditional_judgeExpression(expression.operand, scope, words);
            return;
        case 'TestGroup':
            conditional_judgeExpression(expression.expression, scope, words);
            return;
        case 'TestUnary':
            judgeUnary(expression.operator, expression.operand, scope, words);
            return;
        case 'TestBinary':
            judgeBinary(expression, scope, words);
            return;
        default:
            scope.notes.unknown.add('a test of a kind that is not known');
    }
}
function judgeUnary(operator, operand, scope, words) {
    const arg = expandSingle(operand, scope);
    words.push(literalArg(operator), arg);
    if (conditional_FILE_TEST.test(operator) && operator !== '-t')
        noteWord(arg, 'read', scope);
    else if (operator === '-v' && /^[A-Za-z_]\w*$/.test(arg.text ?? ''))
        return;
    else if (operator === '-t' && /^\d+$/.test(arg.text ?? ''))
        return;
    else if (!TEXT_TEST.test(operator))
        scope.notes.unknown.add(`\`${operator}\` in a test evaluates its operand`);
}
function judgeBinary(expression, scope, words) {
    const { operator } = expression;
    const sides = [expandSingle(expression.left, scope), expandSingle(expression.right, scope)];
    words.push(...sides);
    if (FILES_TEST.test(operator))
        for (const side of sides)
            noteWord(side, 'read', scope);
    else if (NUMBER_TEST.test(operator)) {
        const numbers = sides.every((side) => side.number === true ||
            (side.text !== null && isInteger({ kind: 'text', text: side.text })));
        if (!numbers)
            scope.notes.unknown.add(`\`${operator}\` evaluates its operands as arithmetic`);
    }
    else if (!TEXT_TEST.test(operator)) {
        scope.notes.unknown.add(`\`${operator}\` in a test is not known`);
    }
}

;// CONCATENATED MODULE: ./build/policy/commands/loops.js







/** Judges `round` on every state that a loop can bring it into. */
function repeatBody(state, walk, round) {
    let start = state;
    for (let rounds = 1;; rounds += 1) {
        const draft = walk.draft();
        const end = [round(start, draft), ...draft.jumps].reduce(join, start);
        if (sameState(end, start)) {
            keep(draft, walk);
            return unchanged(end);
        }
        start = rounds < MAX_LOOP_ROUNDS ? end : { folders: null, variables: new Map() };
    }
}
function keep(draft, walk) {
    walk.out.push(...draft.out);
    for (const reason of draft.unknown)
        walk.unknown.add(reason);
}
/** `for name in words`: the body is judged for each word that is known, and for "any" where one is not. */
function judgeFor(tree, state, walk) {
    const notes = newNotes();
    notes.classes.add('@readonly');
    const name = tree.name.text;
    if (!isOwnVariable(name))
        notes.unknown.add(`\`${name}\` is set, which programs or the shell may act on`);
    if (tree.wordlist === undefined)
        notes.unknown.add('`for` over the positional parameters');
    const scope = { walk, state, notes };
    const args = (tree.wordlist ?? []).flatMap((word) => expandWord(word, scope));
    finish([], notes, walk);
    const values = args.flatMap((arg) => loopValues(arg, state, walk));
    let end = state;
    const texts = values.every((value) => value.kind === 'text');
    if (texts && values.length <= MAX_EXPANDED_WORDS) {
        for (const value of values)
            end = oneRound(tree, withVariable(end, name, value), walk, end);
        return unchanged(end);
    }
    for (const value of texts ? [{ kind: 'any' }] : distinct(values)) {
        const outcome = repeatBody(end, walk, (start, draft) => draft.tree(tree.body, withVariable(start, name, value)).after);
        end = join(end, outcome.after);
    }
    return unchanged(end);
}
function oneRound(tree, start, walk, before) {
    const known = walk.jumps.length;
    const after = walk.tree(tree.body, start).after;
    const jumped = walk.jumps.splice(known);
    // The list may end here (`break`), and a `continue` may have left the rest of the body out.
    const left = jumped.reduce(join, after);
    return before.variables.has(tree.name.text) || jumped.length > 0 ? join(before, left) : left;
}
function distinct(values) {
    return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
function loopValues(arg, state, walk) {
    if (arg.text !== null)
        return [{ kind: 'text', text: arg.text }];
    if (arg.number === true)
        return [{ kind: 'integer' }];
    if (arg.reach !== undefined)
        return [{ kind: 'paths', reach: arg.reach }];
    if (arg.glob === undefined)
        return [{ kind: 'any' }];
    const roots = arg.glob.names.map((name) => leadsTo(name, state, walk.world));
    if (roots.includes(null))
        return [{ kind: 'any' }];
    const known = walk.world.list !== undefined;
    const reach = {
        roots: roots.flatMap((places) => places ?? []),
        dashless: arg.glob.dashless,
        ordinary: true,
        // Where the names lead is already among the places.
        regular: true,
        clean: known && arg.glob.names.every((name) => /^[\w./@%+,-]+$/.test(name)),
    };
    return [{ kind: 'paths', reach }];
}
/** `case`: any item may be the one that runs. */
function judgeCase(tree, state, walk, input) {
    const notes = newNotes();
    notes.classes.add('@readonly');
    const scope = { walk, state, notes };
    expandSingle(tree.word, scope);
    for (const item of tree.items)
        for (const pattern of item.pattern)
            expandSingle(pattern, scope);
    finish([], notes, walk);
    const ends = [state];
    let fallen = null;
    for (const item of tree.items) {
        const start = fallen === null ? state : join(state, fallen);
        const { after } = walk.tree(item.body, start, input);
        fallen = item.terminator === ';&' || item.terminator === ';;&' ? after : null;
        ends.push(after);
    }
    return unchanged(ends.reduce(join));
}

;// CONCATENATED MODULE: ./build/policy/commands/walk.js










/** Starts a walk. Everything that any source in it does is gathered in `out` and `unknown`. */
function newWalk(world, text) {
    return makeWalk({
        text,
        world,
        out: [],
        unknown: new Set(),
        budget: { steps: MAX_STEPS },
        depth: 0,
        via: [],
    });
}
function makeWalk(base) {
    const walk = {
        ...base,
        jumps: base.jumps ?? [],
        tree: (tree, state, input) => judgeTree(tree, state, walk, input),
        command: (args, state, input) => judgeArgs(args, { walk, state, notes: newNotes() }, input),
        draft: () => makeWalk({ ...base, jumps: [], out: [], unknown: new Set() }),
        behind: (wrapper) => makeWalk({ ...base, jumps: walk.jumps, via: [...base.via, wrapper] }),
        // A substitution runs in a subshell: what it sets is gone afterwards.
        script: (script, state, input) => {
            // What stands in escaped back quotes was decoded first, and counts in its own text.
            const inner = script.source === undefined
                ? walk
                : makeWalk({ ...base, jumps: walk.jumps, text: script.source });
            return judgeList(script.commands, state, inner, input);
        },
        source: (source, state, via) => judgeSource(source, state, { ...base, via: [...base.via, ...via] }),
    };
    return walk;
}
function judgeSource(source, state, base) {
    const parsed = parseShell(source);
    if (base.depth >= MAX_SOURCE_DEPTH)
        base.unknown.add('shells are nested too deep');
    else if (parsed.kind === 'refused')
        base.unknown.add(`what a shell is given: ${parsed.because}`);
    else
        judgeList(parsed.script.commands, state, makeWalk({ ...base, text: source, depth: base.depth + 1 }));
}
/** Commands one after the other. */
function judgeList(statements, state, walk, input) {
    let outcome = unchanged(state);
    for (const statement of statements) {
        const before = outcome.after;
        outcome = judgeTree(statement.command, before, walk, input);
        if (statement.background === true)
            outcome = unchanged(before);
        // After `exit` nothing runs; what is written there is judged as if it did.
        if (outcome.after.folders?.length === 0)
            outcome = unchanged(before);
    }
    return statements.length === 1 ? outcome : withoutOutput(outcome);
}
function withoutOutput({ after, success, failure }) {
    return { after, success, failure };
}
/** Any command at all. A kind that is not listed is never judged harmless. */
function judgeTree(tree, state, walk, input) {
    walk.budget.steps -= 1;
    if (walk.budget.steps < 0)
        throw new BeyondLimit('the command has too many parts');
    switch (tree.type) {
        case 'Command':
            return judgeCommand(tree, state, walk, input);
        case 'Pipeline':
            return judgePipeline(tree, state, walk, input);
        case 'AndOr':
            return judgeAndOr(tree, state, walk, input);
        case 'CompoundList':
            return judgeList(tree.commands, state, walk, input);
        case 'BraceGroup':
            return judgeList(tree.body.commands, state, walk, input);
        case 'Subshell': {
            const inner = judgeList(tree.body.commands, state, walk, input);
            return { ...inner, after: state, success: state, failure: state };
        }
        case 'Redirected': {
            judgeRedirections(tree.redirects, state, walk);
            return withoutOutput(judgeTree(tree.command, state, walk, redirectedInput(tree.redirects, input)));
        }
        case 'If':
            return judgeIf(tree, state, walk, input);
        case 'For':
            return judgeFor(tree, state, walk);
        case 'While':
            return judgeWhile(tree, state, walk, input);
        case 'ArithmeticFor':
            return judgeArithmeticFor(tree, state, walk);
        case 'ArithmeticCommand':
            return judgeArithmetic([tree.expression], state, walk);
        case 'TestCommand':
            return judgeConditional(tree, state, walk);
        case 'Case':
            return judgeCase(tree, state, walk, input);
        case 'Select':
            walk.unknown.add('`select` takes its choice at run time');
            return judgeTree(tree.body, withVariable(state, tree.name.text, { kind: 'any' }), walk);
        case 'Function':
            judgeFunction(tree, state, walk);
            return unchanged(state);
        case 'Coproc':
            walk.unknown.add('a coprocess runs beside the other commands');
            judgeTree(tree.body, state, walk);
            return unchanged(state);
        default:
            walk.unknown.add('a part of the command is of a kind that is not known');
            return unchanged(state);
    }
}
function judgeFunction(tree, state, walk) {
    const name = tree.name.text;
    walk.unknown.add(`\`${name}\` is defined as a function: later words may mean it`);
    const from = walk.out.length;
    judgeTree(tree.body, state, walk);
    if (!walk.out.slice(from).some((command) => command.words[0]?.text === name))
        return;
    // It calls itself, as a fork bomb does.
    const notes = newNotes();
    notes.classes.add('@forbidden');
    finish([literalArg(name)], notes, walk);
}
function redirectedInput(redirections, input) {
    return redirections.some((each) => each.type !== 'Redirect' || each.operator.startsWith('<'))
        ? undefined
        : input;
}
function judgeRedirections(redirections, state, walk) {
    const notes = newNotes();
    notes.classes.add('@readonly');
    for (const redirection of redirections)
        judgeRedirection(redirection, { walk, state, notes });
    finish([], notes, walk);
}
function judgePipeline(tree, state, walk, input) {
    for (const prefix of tree.prefixes) {
        if (prefix.type !== 'Time' && prefix.type !== 'Negation')
            walk.unknown.add('a pipeline has an unknown prefix');
    }
    if (tree.commands.length === 1 && tree.commands[0] !== undefined) {
        const only = judgeTree(tree.commands[0], state, walk, input);
        const negated = tree.prefixes.some((prefix) => prefix.type === 'Negation');
        return negated ? unchanged(only.after) : only;
    }
    let prints = input;
    let last = unchanged(state);
    for (const [index, command] of tree.commands.entries()) {
        const outcome = judgeTree(command, state, walk, prints);
        last = outcome;
        // `|&` mixes messages into the output.
        prints = tree.operators[index] === '|&' ? undefined : outcome.prints;
    }
    const number = last.printsNumber === true ? { printsNumber: true } : {};
    return { ...unchanged(state), ...number, ...(prints === undefined ? {} : { prints }) };
}
function judgeAndOr(tree, state, walk, input) {
    let sofar = unchanged(state);
    for (const [index, command] of tree.commands.entries()) {
        const operator = index === 0 ? '&&' : tree.operators[index - 1];
        const start = operator === '&&' ? sofar.success : sofar.failure;
        // Behind `exit` nothing runs; what is written there is judged as if it did.
        const next = judgeTree(command, start.folders?.length === 0 ? state : start, walk, input);
        if (index === 0) {
            sofar = withoutOutput(next);
            continue;
        }
        const success = operator === '&&' ? next.success : join(sofar.success, next.success);
        const failure = operator === '&&' ? join(sofar.failure, next.failure) : next.failure;
        sofar = { success, failure, after: join(success, failure) };
    }
    return sofar;
}
function judgeIf(tree, state, walk, input) {
    let otherwise = state;
    const ends = [];
    for (const branch of [tree, ...tree.elif]) {
        const clause = judgeTree(branch.clause, otherwise, walk, input);
        ends.push(judgeTree(branch.then, clause.success, walk, input).after);
        otherwise = clause.failure;
    }
    ends.push(tree.else === undefined ? otherwise : judgeTree(tree.else, otherwise, walk, input).after);
    return unchanged(ends.reduce(join));
}
function judgeWhile(tree, state, walk, input) {
    return repeatBody(state, walk, (start, draft) => {
        const clause = judgeTree(tree.clause, start, draft, input);
        const entered = tree.kind === 'while' ? clause.success : clause.failure;
        return join(clause.after, judgeTree(tree.body, entered, draft, input).after);
    });
}
function judgeArithmetic(expressions, state, walk) {
    const notes = newNotes();
    notes.classes.add('@readonly');
    let next = state;
    for (const expression of expressions) {
        const scope = { walk, state: next, notes };
        for (const name of checkArithmetic(expression, scope))
            next = withVariable(next, name, { kind: 'integer' });
    }
    finish([], notes, walk);
    return unchanged(next);
}
function judgeArithmeticFor(tree, state, walk) {
    const started = judgeArithmetic([tree.initialize], state, walk).after;
    return repeatBody(started, walk, (start, draft) => {
        const tested = judgeArithmetic([tree.test], start, draft).after;
        const body = judgeTree(tree.body, tested, draft).after;
        return judgeArithmetic([tree.update], body, draft).after;
    });
}

;// CONCATENATED MODULE: ./build/policy/commands/git-config.js
/**
 * Settings of a repository that run no program and read no further file, by the start of their name. Everything
 * else counts as if it ran one: `filter.*`, `merge.*.driver`, `diff.external`, `diff.*.textconv`, `include.*`, promisor remotes.
 */
const HARMLESS = /^(?:core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev|compression|untrackedcache|preloadindex|hidedotfiles|longpaths|protecthfs|protectntfs|fsmonitor|pager|hookspath|editor|sparsecheckout|sparsecheckoutcone)|remote\.[^=]*\.(?:url|pushurl|fetch|push|tagopt|prune|mirror)|branch\.[^=]*\.(?:remote|merge|rebase|pushremote|description|gk-[\w-]+|vscode-merge-base)|user\.[a-z]+|author\.[a-z]+|committer\.[a-z]+|http\.[^=]*\.?extraheader|gc\.[a-z]+|maintenance\.[a-z]+|init\.[a-z]+|pull\.[a-z]+|push\.[a-z]+|fetch\.[a-z]+|rebase\.[a-z]+|advice\.[a-z]+|color\.[a-z.]+|column\.[a-z]+|commit\.gpgsign|tag\.gpgsign|log\.[a-z]+|status\.[a-z]+|index\.[a-z]+|pack\.[a-z]+|receive\.[a-z]+|transfer\.[a-z]+|rerere\.[a-z]+|alias\.[^=]*|submodule\.[^=]*\.(?:url|active)|submodule\.active|extensions\.(?:objectformat|refstorage|worktreeconfig)|gpg\.program|safe\.directory|credential\.usehttppath|lfs\.[a-z]+)$/i;
/**
 * Why a repository's own configuration would run a program while git only reads, or `null`. `names` are the names of
 * every setting in it, as `git config --local --includes --name-only --list` prints them. For `PolicyWorld.gitConfigRuns`.
 */
function gitConfigReason(names) {
    const name = names.find((each) => each.trim() !== '' && !HARMLESS.test(each.trim()));
    return name === undefined ? null : `the repository's configuration sets \`${name.trim()}\``;
}

;// CONCATENATED MODULE: ./build/policy/commands/plan.js





/** Settings that keep git from running programs, whatever a repository's own configuration says. */
const NEUTRAL_SETTINGS = [
    ['core.fsmonitor', 'false'],
    ['core.pager', 'cat'],
    ['core.hooksPath', '/dev/null'],
    ['core.attributesFile', '/dev/null'],
    ['log.showSignature', 'false'],
    ['gpg.program', '/bin/false'],
    ['gpg.ssh.program', '/bin/false'],
    ['gpg.x509.program', '/bin/false'],
    ['protocol.ext.allow', 'never'],
    ['diff.submodule', 'short'],
    ['safe.bareRepository', 'explicit'],
];
/**
 * Variables to give to every command, so that a git inside a shell source is as harmless as one started by its words.
 * What only the command line can switch off (`diff.external`, `textconv`) is for `gitConfigRuns` to find; see
 * `gitConfigReason`. All other `GIT_*` variables are to be dropped.
 */
const GIT_ENVIRONMENT = Object.freeze({
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_PAGER: 'cat',
    PAGER: 'cat',
    GIT_CONFIG_COUNT: String(NEUTRAL_SETTINGS.length),
    ...Object.fromEntries(NEUTRAL_SETTINGS.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
    ])),
});
/**
 * How to start a command so that what runs is what was judged: a single plain command of literal words by its words,
 * anything else by a shell. `git` started by its words is neutralised.
 */
function planCommand(source) {
    const argv = screen(source) === null ? literalWords(source) : null;
    if (argv === null)
        return { shell: source };
    const [program, ...args] = argv;
    return { argv: programName(program) === 'git' ? [program, ...neutralGit(args)] : argv };
}
/** Words that are only special to a shell would mean something else without one. */
const SHELL_WORDS = new Set(('cd pushd popd export set unset read mapfile readarray exit return break continue wait shift jobs times dirs command builtin exec ' +
    'type help echo printf test [ . source eval alias unalias trap shopt enable hash bind complete compgen compopt declare typeset local readonly let ' +
    'getopts caller history fc disown fg bg suspend logout umask ulimit : pwd kill true false time coproc').split(' '));
function literalWords(source) {
    const parsed = parseShell(source);
    if (parsed.kind !== 'script' || parsed.script.commands.length !== 1)
        return null;
    const statement = parsed.script.commands[0];
    if (statement === undefined ||
        statement.background === true ||
        statement.command.type !== 'Command')
        return null;
    const { name, prefix, suffix } = statement.command;
    if (name === undefined || prefix.length > 0 || !isWhole(statement.command, source))
        return null;
    const words = [];
    for (const word of [name, ...suffix]) {
        const text = word.type === 'Word' ? literalText(word) : null;
        if (text === null)
            return null;
        words.push(text);
    }
    const [program, ...args] = words;
    // An empty name is the shell's to refuse; a builtin is not always a program too.
    if (program === undefined || program === '' || SHELL_WORDS.has(program))
        return null;
    return [program, ...args];
}
function literalText(word) {
    if (/^~|^[A-Za-z_]\w*\+?=.*~/.test(word.text))
        return null;
    for (const part of word.parts ?? []) {
        if (part.type === 'Literal' || part.type === 'SingleQuoted')
            continue;
        if (part.type !== 'DoubleQuoted' || part.parts.some((child) => child.type !== 'Literal'))
            return null;
    }
    return word.value;
}
function neutralGit(args) {
    const settings = NEUTRAL_SETTINGS.flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const at = args.findIndex((arg) => !arg.startsWith('-'));
    const words = args.slice(at === -1 ? 0 : at);
    const known = GIT_SUBCOMMANDS.get(words.slice(0, 2).join(' ')) ?? GIT_SUBCOMMANDS.get(words[0] ?? '');
    const globalsPlain = at !== -1 &&
        args.slice(0, at).every((arg) => arg.startsWith('--no-') || arg === '--literal-pathspecs');
    if (known?.entry.shows !== true || !globalsPlain)
        return ['--no-pager', ...settings, ...args];
    const length = GIT_SUBCOMMANDS.has(words.slice(0, 2).join(' ')) ? 2 : 1;
    const off = switchesOff(words[0] ?? '', words.slice(length));
    return [
        '--no-pager',
        ...settings,
        ...args.slice(0, at),
        ...words.slice(0, length),
        ...off,
        ...words.slice(length),
    ];
}
/** `reflog` takes its own subcommand first; in its bare form it shows. */
function switchesOff(subcommand, rest) {
    const [first] = matchOptions(rest.map((word) => literalArg(word)), { known: new Map(), digits: true, operandsLast: true, separate: false }).operands;
    if (subcommand === 'reflog' && first !== undefined)
        return [];
    if (subcommand === 'blame' || subcommand === 'annotate')
        return ['--no-textconv'];
    return ['--no-ext-diff', '--no-textconv'];
}

;// CONCATENATED MODULE: ./build/policy/commands/index.js








/**
 * Judges shell source on its syntax tree, as bash would read it: every simple command at every depth, what it is
 * known to be, what it reads and writes, and what of it cannot be told before it runs. `cwd` is the folder it starts
 * in, from the workspace root. Never throws for any source; what goes beyond a limit has a `problem`.
 */
function analyseCommand(source, options) {
    const { world, cwd = '.' } = options;
    const unread = screen(source);
    if (unread !== null)
        return refused(unread);
    const parsed = parseShell(source);
    if (parsed.kind === 'refused')
        return refused(parsed.because);
    const walk = newWalk(world, source);
    const state = { folders: startFolders(cwd, world), variables: new Map() };
    let problem = null;
    try {
        judgeList(parsed.script.commands, state, walk);
    }
    catch (error) {
        if (!(error instanceof BeyondLimit) && !(error instanceof RangeError))
            throw error;
        problem = error instanceof BeyondLimit ? error.message : 'the command is nested too deep';
    }
    if (walk.out.length === 0 && problem === null)
        problem = 'the command holds nothing to run';
    return { problem, commands: walk.out, unknown: [...walk.unknown] };
}
function refused(problem) {
    return { problem, commands: [], unknown: [] };
}
function startFolders(cwd, world) {
    const logical = normalised(absoluteFrom(world.root, cwd));
    const real = world.realpath(logical);
    return real === null ? null : [...new Set([logical, real])];
}

;// CONCATENATED MODULE: ./build/policy/walls.js
/** No Linux, macOS or Windows file system has longer ones; matching never sees them. */
const MAX_PATH_LENGTH = 4_096;
const MAX_NAME_LENGTH = 255;
const FREE_DEVICES = new Set([
    '/dev/null',
    '/dev/stdin',
    '/dev/stdout',
    '/dev/stderr',
    '/dev/fd/0',
    '/dev/fd/1',
    '/dev/fd/2',
]);
/** Git keeps programs, tokens and refs there; on some systems these spellings are the same folder. */
const GIT_SEGMENT = /^(?:\.git|git~\d+)[. ]*$/i;
const SECRETS_NAME = new RegExp([
    String.raw `^\.env`,
    String.raw `\.env$`,
    String.raw `^\.(?:npmrc|yarnrc|yarnrc\.yml|netrc|pypirc|pgpass|git-credentials|htpasswd|dockercfg|s3cfg|my\.cnf)$`,
    String.raw `^_netrc$`,
    String.raw `^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$`,
    String.raw `\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|tfstate)$`,
    String.raw `^(?:credentials|secrets?)(?:\.(?:json|ya?ml|toml|ini|txt))?$`,
    String.raw `^service[-_]account.*\.json$`,
].join('|'), 'i');
const SECRETS_FOLDER = /(?:^|\/)(?:\.ssh|\.aws|\.gnupg|\.kube|\.docker|\.azure|\.config\/(?:gh|gcloud))(?:\/|$)/i;
/** Folders that are often called so and hold program text, not secrets: only files of these names count. */
const PLAIN_FOLDER = /^(?:credentials|secrets?)$/i;
/**
 * Whether a file of this name usually holds secrets: `.env*`, keys, `.npmrc`, `.netrc` and their like. `words` may
 * also be the plain part of a path pattern: a rule lists such files explicitly when its own words are secrets-like.
 */
function isSecretsLike(words) {
    const name = words.replace(/\/+$/, '').split('/').at(-1) ?? '';
    if (SECRETS_FOLDER.test(words))
        return true;
    return SECRETS_NAME.test(name) && !PLAIN_FOLDER.test(name);
}
/** True for the devices that carry a command's own streams or nothing; they are no files at all. */
function isFreeDevice(view) {
    return view.outside && FREE_DEVICES.has(view.path);
}
/** The wall before one view of a path, or `null` where only rules decide. `byCommand` is false for file tools. */
function wallBefore(view, options) {
    const { path } = view;
    if (path.length > MAX_PATH_LENGTH ||
        path.split('/').some((segment) => segment.length > MAX_NAME_LENGTH)) {
        const because = 'the path is longer than any file system has';
        return { level: 'deny', because, openedBy: 'nothing' };
    }
    if (path.split('/').some((segment) => GIT_SEGMENT.test(segment))) {
        return { level: 'deny', because: `"${path}" is inside git's own folder`, openedBy: 'nothing' };
    }
    if (view.outside)
        return outsideWall(path, options);
    if (isSecretsLike(path)) {
        return { level: 'ask', because: `"${path}" usually holds secrets`, openedBy: 'secrets-rule' };
    }
    return null;
}
function outsideWall(path, options) {
    if (FREE_DEVICES.has(path) && options.byCommand)
        return null;
    if (path.includes('/_runner_file_commands') || /\/_temp(?:\/|$)/.test(path)) {
        return {
            level: 'deny',
            because: `"${path}" belongs to the workflow runner`,
            openedBy: 'nothing',
        };
    }
    if (/^\/proc\/(?:\d+|self|thread-self)(?:\/|$)/.test(path)) {
        return { level: 'deny', because: `"${path}" is the inside of a process`, openedBy: 'nothing' };
    }
    if (!options.byCommand || path.includes('\u0000')) {
        return { level: 'deny', because: `"${path}" is outside of the workspace`, openedBy: 'nothing' };
    }
    if (options.access === 'write') {
        const temporary = /^\/tmp\/./.test(path);
        const because = `"${path}" is outside of the workspace`;
        return {
            level: temporary ? 'ask' : 'deny',
            because,
            openedBy: temporary ? 'absolute-rule' : 'nothing',
        };
    }
    const system = /^\/(?:proc|sys|dev)(?:\/|$)/.test(path) || isSecretsLike(path) || /^\/?~/.test(path);
    const because = `"${path}" is outside of the workspace`;
    return { level: 'ask', because, openedBy: system ? 'nothing' : 'absolute-rule' };
}

;// CONCATENATED MODULE: ./build/policy/overlap.js

/** Names that usually hold secrets, as patterns of their own, without those that begin with a dot. */
const SECRETS = ('id_rsa id_dsa id_ecdsa id_ed25519 id_rsa_sk _netrc *.env *.pem *.key *.p12 *.pfx *.jks *.keystore *.kdbx *.ppk *.asc ' +
    '*.gpg *.tfstate credentials.json credentials.yml credentials.yaml secrets.json secrets.yml secrets.yaml secret.json').split(' ');
/** True for a path that a shell pattern was left in: what it names is known only when it runs. */
function isShellPattern(path) {
    return /[*?[]/.test(path);
}
/** Whether files of secrets could be among what a shell pattern names. */
function mayNameSecrets(pattern) {
    const name = pattern.split('/').at(-1) ?? '';
    return isSecretsLike(pattern) || SECRETS.some((secret) => segmentsOverlap(name, secret));
}
/**
 * Whether some path could match both a shell pattern (whose `*` stays in a folder and skips names with a leading dot)
 * and a path pattern of the policy. Where that is hard to tell, `true`.
 */
function mayOverlap(pattern, glob) {
    const source = glob.source.replace(/^\.\//, '').replace(/\/$/, '/**');
    if (/[?[\]{}\\]/.test(source) || source.startsWith('~'))
        return true;
    return pathsOverlap(pattern.split('/'), source.split('/'));
}
function pathsOverlap(names, segments) {
    let reached = [true, ...names.map(() => false)];
    for (const segment of segments) {
        let open = false;
        const next = reached.map(() => false);
        for (const [index, isReached] of reached.entries()) {
            if (segment === '**') {
                open = open || isReached;
                next[index] = open;
            }
            else if (isReached && index < names.length && segmentsOverlap(names[index] ?? '', segment))
                next[index + 1] = true;
        }
        reached = next;
    }
    // A pattern may name a folder, and so what the rule says of things below it.
    return reached[names.length] === true;
}
/** Whether one name could match both: `?` and brackets are taken as `*`, which finds more. */
function segmentsOverlap(shell, segment) {
    const one = shell.replaceAll(/\[[^\]]*\]|\?/g, '*');
    if (one.startsWith('*') && segment.startsWith('.'))
        return false;
    let reached = new Set([0]);
    for (let i = 0; i <= one.length; i += 1) {
        const here = closure(reached, segment, i < one.length && one.charAt(i) === '*');
        if (i === one.length)
            return here.has(segment.length);
        reached = step(here, segment, one.charAt(i));
    }
    return false;
}
/** Where in `segment` one may stand when its stars are empty, or when the shell's own star takes characters. */
function closure(reached, segment, isStar) {
    const found = new Set();
    for (const start of [...reached].toSorted((left, right) => left - right)) {
        for (let at = start; at <= segment.length; at += 1) {
            found.add(at);
            if (!isStar && segment.charAt(at) !== '*')
                break;
        }
    }
    return found;
}
function step(here, segment, character) {
    if (character === '*')
        return new Set(here);
    const next = new Set();
    for (const at of here) {
        if (segment.charAt(at) === '*')
            next.add(at);
        else if (segment.charAt(at) === character)
            next.add(at + 1);
    }
    return next;
}

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
;// CONCATENATED MODULE: ./build/policy/paths.js

/** Resolves a path fact in the world: lexically first, then through the symlinks that exist now. */
function resolvePath(path, world) {
    if (path.includes('\u0000'))
        return { views: [{ path, outside: true }], unknown: 'the path holds a NUL character' };
    if (path.startsWith('~'))
        return { views: [{ path, outside: true }], unknown: null };
    const absolute = external_node_path_.posix.resolve(world.root, path);
    const named = view(absolute, world);
    const real = world.realpath(absolute);
    if (real === null)
        return { views: [named], unknown: `where "${path}" really leads cannot be told` };
    const actual = view(external_node_path_.posix.normalize(real), world);
    const same = actual.path === named.path && actual.outside === named.outside;
    return { views: same ? [named] : [named, actual], unknown: null };
}
function view(absolute, world) {
    const root = external_node_path_.posix.normalize(world.root).replace(/(?<=.)\/$/, '');
    const [path, from] = world.caseInsensitive
        ? [absolute.toLowerCase(), root.toLowerCase()]
        : [absolute, root];
    if (path === from)
        return { path: '.', outside: false };
    const prefix = from === '/' ? '/' : `${from}/`;
    if (path.startsWith(prefix))
        return { path: absolute.slice(prefix.length), outside: false };
    return { path: absolute, outside: true };
}

;// CONCATENATED MODULE: ./build/policy/judge-path.js




/**
 * One path of a call, under its name and under what it really is: every view gets its own verdict and the strictest
 * holds. So a gate counts on either, and `auto` needs both.
 */
function judgePath(set, facts, path, world) {
    const resolved = resolvePath(path.path, world);
    const verdicts = resolved.views.map((view) => {
        const unit = pathUnit(view, path, world);
        return behindWall(decide(set, facts, unit), { set, facts, unit, byCommand: false });
    });
    if (resolved.unknown !== null)
        verdicts.push(wall('requireApproval', `It asks because ${resolved.unknown}.`));
    return verdicts.reduce(stricter);
}
/**
 * What a path that a command touches adds to the command's own verdict, judged as `fs_read` or `fs_write` of it. Where
 * the program's own words name it, the rule for those words covers it unless a path rule or a wall says otherwise
 * (`null` then: nothing to add); where a redirection writes to it, it needs the same permission as `fs_write`.
 */
function judgeCommandPath(set, path, world) {
    const facts = path.access === 'read'
        ? { tool: 'fs_read', kind: 'readonly' }
        : { tool: 'fs_write', kind: 'write' };
    const covered = path.access === 'read' || path.from === 'argument';
    const resolved = resolvePath(path.path, world);
    const verdicts = resolved.views.flatMap((view) => {
        if (isFreeDevice(view))
            return [];
        const unit = pathUnit(view, path, world);
        const picked = pick(set.rules, facts, unit);
        const ruled = picked === null ? (covered ? null : set.otherwise(facts, unit)) : fromRule(picked, set);
        const start = ruled ?? {
            verdict: 'auto',
            rule: null,
            list: 'auto',
            line: null,
            because: '',
        };
        const behind = behindWall(start, { set, facts, unit, byCommand: true });
        return ruled === null && behind === start ? [] : [atPath(behind, path)];
    });
    if (resolved.unknown !== null)
        verdicts.push(wall('requireApproval', `It asks because ${resolved.unknown}.`));
    if (isShellPattern(path.path) && world.list === undefined)
        verdicts.push(...patternGates(set, facts, path.path));
    return verdicts.length === 0 ? null : verdicts.reduce(stricter);
}
/**
 * What a shell pattern would name cannot be looked up in this world: a gate that could be about one of the names, or
 * a name that usually holds secrets, makes it a question. A literal name with such characters asks too.
 */
function patternGates(set, facts, pattern) {
    const gate = set.rules.find((rule) => rule.list !== 'auto' &&
        rule.glob !== null &&
        rule.selects(facts) &&
        mayOverlap(pattern, rule.glob));
    if (gate !== undefined) {
        return [
            wall('requireApproval', `It asks because "${pattern}" may name what the rule "${gate.text}" is about.`),
        ];
    }
    if (!mayNameSecrets(pattern))
        return [];
    return [
        wall('requireApproval', `It asks because "${pattern}" may name files that usually hold secrets.`),
    ];
}
function atPath(verdict, path) {
    const doing = path.access === 'read' ? 'reads' : 'writes';
    return { ...verdict, because: `It ${doing} "${path.path}". ${verdict.because}` };
}
function pathUnit(view, path, world) {
    return { of: 'path', view, access: path.access, caseInsensitive: world.caseInsensitive };
}
function behindWall(verdict, { set, facts, unit, byCommand }) {
    const found = wallBefore(unit.view, { access: unit.access, byCommand });
    if (found === null)
        return verdict;
    if (found.level === 'deny')
        return stricter(verdict, wall('deny', `No rule allows it: ${found.because}.`));
    if (verdict.verdict !== 'auto')
        return verdict;
    const opened = set.rules.some((rule) => rule.list === 'auto' &&
        judge_path_opens(rule, found) &&
        rule.selects(facts) &&
        rule.matches(unit, facts) === 'yes');
    return opened || set.source === 'whenUntrusted'
        ? verdict
        : wall('requireApproval', `It asks because ${found.because}${howToOpen(found)}.`);
}
function judge_path_opens(rule, found) {
    if (rule.glob === null)
        return false;
    switch (found.openedBy) {
        case 'nothing':
            return false;
        case 'secrets-rule':
            return isSecretsLike(rule.glob.plain);
        case 'absolute-rule':
            return rule.glob.source.startsWith('/');
    }
}
function howToOpen(found) {
    return found.openedBy === 'nothing' ? '' : ', and no auto rule names it in its own words';
}

;// CONCATENATED MODULE: ./build/policy/judge-command.js


/** More than this many simple commands are judged all the same, but not all of them are shown. */
const MAX_SHOWN_COMMANDS = 100;
const MAX_SHOWN_WORDS = 60;
/**
 * A call with a command: each simple command of the tree gets its own verdict, and so does what it reads, writes and
 * reaches; the strictest wins. What could not be parsed or told is never `auto`.
 */
function judge_command_judgeCommand(set, facts, options) {
    const { analysis, world } = options;
    const verdicts = [];
    const shown = [];
    const names = analysis.commands.some((command) => command.words.length > 0);
    for (const command of analysis.commands) {
        const verdict = judgeSimple(set, facts, { command, world, alone: !names });
        verdicts.push(verdict);
        if (shown.length < MAX_SHOWN_COMMANDS)
            shown.push(commandVerdict(command, verdict));
    }
    if (analysis.commands.length === 0)
        verdicts.push(decide(set, facts, { of: 'call' }));
    if (analysis.problem !== null)
        verdicts.push(decide(set, facts, { of: 'call' }), wall('requireApproval', `It asks because it cannot be judged: ${analysis.problem}.`));
    for (const reason of analysis.unknown)
        verdicts.push(wall('requireApproval', `It asks because ${reason}.`));
    const cwd = facts.cwd === undefined
        ? null
        : judgeCommandPath(set, { path: facts.cwd, access: 'read' }, world);
    if (cwd !== null)
        verdicts.push(cwd);
    return { ...verdicts.reduce(stricter), commands: shown };
}
function judgeSimple(set, facts, { command, world, alone }) {
    const verdicts = [own(set, facts, command, alone)];
    for (const reason of command.unknown)
        verdicts.push(wall('requireApproval', `It asks because ${reason}.`));
    for (const path of command.paths) {
        const verdict = judgeCommandPath(set, path, world);
        if (verdict !== null)
            verdicts.push(verdict);
    }
    for (const host of command.hosts) {
        // A host that a command names falls under the gates for network tools; that it may be reached is the command's rule.
        const network = { tool: 'web_fetch', kind: 'network' };
        const picked = pick(set.rules, network, { of: 'host', host });
        if (picked !== null)
            verdicts.push(fromRule(picked, set));
    }
    return verdicts.reduce(stricter);
}
function own(set, facts, command, alone) {
    if (command.words.length > 0) {
        const verdict = decide(set, facts, { of: 'command', command });
        return command.hatches.length > 0 && verdict.verdict === 'requireApproval'
            ? withHatches(verdict, command)
            : verdict;
    }
    const unit = {
        of: 'command',
        command: { ...command, classes: [...command.classes, '@readonly'] },
    };
    const verdict = decide(set, facts, unit);
    if (alone || verdict.verdict === 'deny')
        return verdict;
    return {
        verdict: 'auto',
        rule: null,
        list: 'auto',
        line: null,
        because: 'It starts no program.',
    };
}
function withHatches(verdict, command) {
    const what = command.hatches.map((hatch) => hatch.what).join('; ');
    return {
        ...verdict,
        because: `${verdict.because} No auto rule spells out what it does beyond reading: ${what}.`,
    };
}
function commandVerdict(command, verdict) {
    return {
        words: command.words.slice(0, MAX_SHOWN_WORDS).map((word) => word.text ?? word.source),
        verdict: verdict.verdict,
        rule: verdict.rule,
        line: verdict.line,
        because: verdict.because,
    };
}

;// CONCATENATED MODULE: ./build/policy/wildcard.js
/**
 * Whether `text` is `parts` in order with any characters between them: `['a', 'b']` is `a*b`. Greedy from the left,
 * which is enough for `*` alone and linear: no expression is built from what a person or a model wrote.
 */
function matchesParts(text, parts) {
    const first = parts[0] ?? '';
    if (parts.length < 2)
        return text === first;
    const last = parts[parts.length - 1] ?? '';
    if (text.length < first.length + last.length)
        return false;
    if (!text.startsWith(first) || !text.endsWith(last))
        return false;
    const end = text.length - last.length;
    let from = first.length;
    for (const part of parts.slice(1, -1)) {
        const found = text.indexOf(part, from);
        if (found === -1 || found + part.length > end)
            return false;
        from = found + part.length;
    }
    return from <= end;
}
/** A name in which `*` stands for any characters: tools, hosts. */
function matchesName(name, pattern) {
    return pattern.includes('*') ? matchesParts(name, pattern.split('*')) : name === pattern;
}

;// CONCATENATED MODULE: ./build/policy/visible.js

/** Whether `tools.enabled` and `tools.disabled` leave a tool in. Without a list of enabled ones every tool is in. */
function isEnabled(policy, tool) {
    if (policy.tools.disabled.some((pattern) => matchesName(tool, pattern)))
        return false;
    return (policy.tools.enabled === null ||
        policy.tools.enabled.some((pattern) => matchesName(tool, pattern)));
}
/**
 * Whether a tool is offered to the model at all: not where every call of it would be refused (disabled, denied as a
 * whole, no read-only tool while only those exist). A tool that a rule with a specifier or exceptions denies in part
 * is offered.
 */
function toolVisible(policy, tool, options = {}) {
    if (!isEnabled(policy, tool.tool))
        return false;
    const planning = policy.planOnly || options.planning === true;
    if (planning && tool.kind !== 'readonly')
        return false;
    const about = policy.rules.filter((rule) => rule.selects(tool));
    if (about.some((rule) => rule.list === 'deny' && !rule.specific && rule.except.length === 0))
        return false;
    return policy.mode !== 'deny' || about.some((rule) => rule.list !== 'deny');
}

;// CONCATENATED MODULE: ./build/policy/judge-analysed.js





/**
 * The verdict over a call whose command was parsed already: a pure function of policy, facts, situation and analysis.
 * Rules first, then what only makes it stricter: the plan, disabled tools, untrusted text, a missing sandbox.
 */
function judgeAnalysed(policy, call) {
    const { facts, situation } = call;
    if (!isEnabled(policy, facts.tool))
        return wall('deny', `The policy's "tools" do not include ${facts.tool}.`);
    const planning = policy.planOnly || situation.planning === true;
    if (planning && facts.kind !== 'readonly') {
        const why = policy.planOnly
            ? '"mode: plan" lets only read-only tools run.'
            : 'A plan must be approved before anything but read-only tools.';
        return wall('deny', why);
    }
    const usual = judgeBy({ rules: policy.rules, otherwise: () => byMode(policy) }, call);
    const careful = situation.untrusted ? stricterWhenUntrusted(policy, call, usual) : usual;
    return facts.command === undefined ? careful : withoutSandbox(careful, situation);
}
function judgeBy(set, { facts, situation, analysis }) {
    if (facts.command !== undefined) {
        const problem = { problem: 'it was not analysed', commands: [], unknown: [] };
        return judge_command_judgeCommand(set, facts, { analysis: analysis ?? problem, world: situation.world });
    }
    const paths = facts.paths ?? [];
    const hosts = facts.hosts ?? [];
    const verdicts = paths.map((path) => judgePath(set, facts, path, situation.world));
    for (const host of hosts)
        verdicts.push(decide(set, facts, { of: 'host', host }));
    return verdicts.length === 0 ? decide(set, facts, { of: 'call' }) : verdicts.reduce(stricter);
}
/** The verdict of a call that no rule matches. */
function byMode(policy) {
    const said = policy.modeLine === null ? '' : ` (line ${policy.modeLine})`;
    const mode = { rule: null, list: 'mode', line: policy.modeLine };
    switch (policy.mode) {
        case 'auto':
            return {
                ...mode,
                verdict: 'auto',
                because: `No rule matches, and "mode: auto"${said} lets it run.`,
            };
        case 'ask':
            return {
                ...mode,
                verdict: 'requireApproval',
                because: `No rule matches, and "mode: ask"${said} asks a person.`,
            };
        case 'deny':
            return {
                ...mode,
                verdict: 'deny',
                because: `No rule matches, and "mode: deny"${said} forbids it.`,
            };
        case 'custom':
            return {
                ...mode,
                verdict: 'requireApproval',
                hookDecides: true,
                because: `No rule matches, and "mode: custom"${said} leaves it to the hook; without its word a person is asked.`,
            };
    }
}
/** Promise 10: the verdict under `whenUntrusted`, where it is stricter than the usual one. Never looser. */
function stricterWhenUntrusted(policy, call, usual) {
    const { mode, rules, line } = policy.whenUntrusted;
    const otherwise = (facts, unit) => {
        const source = { rule: null, list: 'whenUntrusted', line };
        if (mode === 'auto' || isReadOnly(facts, unit))
            return { ...source, verdict: 'auto', because: 'It only reads.' };
        const read = 'Text by someone without write access was read, and this is not read-only';
        return mode === 'deny'
            ? { ...source, verdict: 'deny', because: `${read}: whenUntrusted forbids it.` }
            : { ...source, verdict: 'requireApproval', because: `${read}: a person is asked.` };
    };
    const untrusted = judgeBy({ rules, source: 'whenUntrusted', otherwise }, call);
    if (strictness(untrusted.verdict) < strictness(usual.verdict))
        return usual;
    return stricter(usual, untrusted);
}
function isReadOnly(facts, unit) {
    if (unit.of !== 'command')
        return facts.kind === 'readonly';
    const { classes, hosts, hatches, paths } = unit.command;
    const reads = paths.every((path) => path.access === 'read' || isFreeDevice({ path: path.path, outside: true }));
    return classes.includes('@readonly') && reads && hosts.length === 0 && hatches.length === 0;
}
/**
 * Promise 5, to the letter: without a sandbox under it no command is `auto`, read-only classes included. A class says
 * what a program does by its manual; only the sandbox makes that true of the program that the machine has.
 */
function withoutSandbox(verdict, situation) {
    if (situation.sandboxed || verdict.verdict !== 'auto')
        return verdict;
    const because = 'It asks because no sandbox stands under commands here; "sandbox: off" in the policy would let it run without one.';
    return { ...verdict, ...wall('requireApproval', because) };
}

;// CONCATENATED MODULE: ./build/policy/judge.js


/**
 * The policy's verdict for one call (docs/policy.md, "The order", and promises 5 and 10 of SECURITY.md). A pure function of what it is given;
 * the file system is seen through `situation.world` only. Never throws for any facts.
 */
function judge(policy, facts, situation) {
    return judgeAnalysed(policy, { facts, situation, analysis: analyse(facts, situation) });
}
/** The command of a call, parsed; `null` where it has none. */
function analyse(facts, situation) {
    if (facts.command === undefined)
        return null;
    return analyseCommand(facts.command, { world: situation.world, cwd: facts.cwd ?? '.' });
}

;// CONCATENATED MODULE: ./build/policy/policy.js
/** The mode as the policy's author wrote it. */
function modeName(policy) {
    return policy.planOnly ? 'plan' : policy.mode;
}

;// CONCATENATED MODULE: ./build/policy/commands/analysis.js
const COMMAND_CLASSES = [
    '@readonly',
    '@git-readonly',
    '@git-write',
    '@writes',
    '@forbidden',
];
const INTENTS = [
    '@recursive-delete',
    '@force-push',
    '@history-rewrite',
    '@publish',
    '@privilege',
    '@install',
    '@download',
];

;// CONCATENATED MODULE: ./build/policy/nearest.js
/** Names longer than this are not compared: nobody misspells them by two letters. */
const nearest_MAX_NAME_LENGTH = 64;
const MAX_CANDIDATES = 2_000;
/**
 * The candidate that somebody who wrote `name` most likely meant, or `null` where none is near.
 * Near is a third of the name's length in edits (swapped neighbours count as one), at most three.
 */
function nearest(name, candidates) {
    if (name.length === 0 || name.length > nearest_MAX_NAME_LENGTH)
        return null;
    let best = null;
    let bestDistance = Math.min(3, Math.max(1, Math.floor(name.length / 3))) + 1;
    for (const candidate of candidates.slice(0, MAX_CANDIDATES)) {
        if (candidate.length > nearest_MAX_NAME_LENGTH)
            continue;
        const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
        if (distance < bestDistance) {
            best = candidate;
            bestDistance = distance;
        }
    }
    return best;
}
/** `Did you mean "…"?` with a closing space, or nothing. */
function didYouMean(name, candidates) {
    const candidate = nearest(name, candidates);
    return candidate === null ? '' : `Did you mean "${candidate}"? `;
}
function editDistance(left, right) {
    const rows = [Array.from({ length: right.length + 1 }, (_, index) => index)];
    for (let i = 1; i <= left.length; i += 1) {
        const row = [i];
        for (let j = 1; j <= right.length; j += 1) {
            const cost = left[i - 1] === right[j - 1] ? 0 : 1;
            let value = Math.min(at(rows, i - 1, j) + 1, (row[j - 1] ?? 0) + 1, at(rows, i - 1, j - 1) + cost);
            const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
            if (swapped)
                value = Math.min(value, at(rows, i - 2, j - 2) + 1);
            row.push(value);
        }
        rows.push(row);
    }
    return at(rows, left.length, right.length);
}
function at(rows, row, column) {
    return rows[row]?.[column] ?? 0;
}

;// CONCATENATED MODULE: ./build/policy/rule.js



/** The tool whose facts hold a command; only there is an unknown `@name` surely a mistake. */
const COMMAND_TOOL = 'bash_run';
const MAX_RULE_LENGTH = 2_000;
const TOOL_NAME = /^[A-Za-z_*][\w*.-]*$/;
const WORD = /^[\w.-]+$/;
const EXAMPLES = 'Write a tool ("fs_read"), a tool with a specifier ("fs_write(src/**)"), or kind:, category: or tag:.';
/** Reads one rule of the policy (the grammar of docs/policy.md). What it cannot read is said, never guessed. */
function parseRule(source) {
    const text = source.trim();
    if (text.length === 0)
        return rule_refuse('A rule is empty.', EXAMPLES);
    if (text.length > MAX_RULE_LENGTH)
        return rule_refuse(`A rule is longer than ${MAX_RULE_LENGTH} characters.`, 'Split it.');
    const open = text.indexOf('(');
    const head = open === -1 ? text : text.slice(0, open);
    const selector = parseSelector(head, text);
    if (!('by' in selector))
        return selector;
    if (open === -1)
        return { ok: true, rule: { text, selector, specifier: null } };
    return withSpecifier({ text, selector, inside: text.slice(open + 1) });
}
function withSpecifier(parts) {
    const { text, selector, inside } = parts;
    if (!inside.endsWith(')'))
        return rule_refuse(`The rule "${text}" has no closing ")" at its end.`, 'Close the parenthesis.');
    if (selector.by !== 'tool') {
        return rule_refuse(`The rule "${text}" gives a specifier to ${selector.by}:.`, 'Name a tool, as in "fs_*(src/**)".');
    }
    const specifier = inside.slice(0, -1).trim();
    if (specifier.length === 0) {
        return rule_refuse(`The rule "${text}" has nothing between its parentheses.`, `Write "${selector.name}" for every call of it.`);
    }
    const classProblem = unknownClass(selector.name, specifier);
    if (classProblem !== null)
        return rule_refuse(`"${specifier}" is no class or intent of commands.`, classProblem);
    return { ok: true, rule: { text, selector, specifier } };
}
function parseSelector(head, text) {
    const colon = head.indexOf(':');
    if (colon === -1) {
        if (TOOL_NAME.test(head))
            return { by: 'tool', name: head };
        return rule_refuse(`"${text}" is not a rule.`, EXAMPLES);
    }
    const prefix = head.slice(0, colon);
    const name = head.slice(colon + 1).trim();
    if (prefix === 'kind') {
        const kind = KINDS.find((known) => known === name);
        if (kind !== undefined)
            return { by: 'kind', kind };
        return rule_refuse(`"${name}" is no kind of tool.`, `${didYouMean(name, KINDS)}Kinds are ${KINDS.join(', ')}.`);
    }
    if ((prefix === 'category' || prefix === 'tag') && WORD.test(name))
        return { by: prefix, name };
    const hint = didYouMean(prefix, ['kind', 'category', 'tag']);
    return rule_refuse(`"${text}" is not a rule.`, `${hint}${EXAMPLES}`);
}
function unknownClass(tool, specifier) {
    if (tool !== COMMAND_TOOL || !/^@\S+$/.test(specifier))
        return null;
    const known = [...COMMAND_CLASSES, ...INTENTS];
    if (known.includes(specifier))
        return null;
    return `${didYouMean(specifier, known)}There are ${known.join(', ')}; quote a program whose name begins with "@".`;
}
function rule_refuse(message, fix) {
    return { ok: false, message, fix };
}

;// CONCATENATED MODULE: ./build/policy/usual-facts.js

const READING = /^(?:fs_(?:read|glob|grep|list)|todo_\w+|skill|clarify|plan_submit|finish|bash_logs|github_(?:read|list|get|search)\w*)$/;
/**
 * The facts that a call named by hand usually has, for examples in a policy, comparisons and explanations, where no
 * tool is there to tell them: `argument` is the command, the path or the host, by the tool's name.
 */
function usualFacts(tool, argument) {
    const kind = usualKind(tool);
    if (argument === null)
        return { tool, kind };
    if (tool === COMMAND_TOOL)
        return { tool, kind, command: argument };
    if (kind === 'network')
        return { tool, kind, hosts: [argument] };
    return {
        tool,
        kind,
        paths: [{ path: argument, access: kind === 'readonly' ? 'read' : 'write' }],
    };
}
/** The kind of the built-in tools; of others, `execute`: nothing is known of them. */
function usualKind(tool) {
    if (READING.test(tool))
        return 'readonly';
    if (tool.startsWith('fs_'))
        return 'write';
    if (tool.startsWith('web_') || tool.startsWith('github_'))
        return 'network';
    return 'execute';
}
/** A workspace without symlinks, for judging calls that are only examples. */
const exampleWorld = {
    root: '/workspace',
    caseInsensitive: false,
    realpath: (absolute) => absolute,
    gitConfigRuns: () => null,
};

;// CONCATENATED MODULE: ./build/policy/probes.js




/** Every tool that this program has; which of them a run has depends on where it runs. A test holds them against the tools. */
const BUILTIN_TOOLS = ('fs_read fs_write fs_edit fs_multi_edit fs_glob fs_grep fs_list bash_run bash_logs bash_kill todo_read todo_write ' +
    'task_run skill clarify plan_submit finish web_search web_fetch github_read_issue github_read_pull github_comment github_review ' +
    'github_label github_push_branch github_create_pull_request').split(' ');
const PATHS = [
    'README.md',
    'src/index.ts',
    'test/a.test.ts',
    'docs/a.md',
    'package.json',
    '.github/workflows/ci.yml',
    '.env',
    '.git/config',
    'deep/er/file.txt',
];
/** One or more commands for each class and intent, and what agents run most. */
const COMMANDS = [
    'ls',
    'cat README.md',
    'cat .env',
    'grep -rn x src',
    'find . -name x -delete',
    'sort -o out in',
    'git status',
    'git log --oneline',
    'git add src',
    'git commit -m x',
    'git push',
    'git push --force',
    'git reset --hard HEAD~1',
    'git rebase main',
    'rm src/a',
    'rm -rf build',
    'mkdir build',
    'cp a b',
    'sed -i s/a/b/ src/index.ts',
    'echo x > src/index.ts',
    'npm test',
    'npm run build',
    'npm install',
    'npm publish',
    'node script.js',
    'npx tool',
    'python3 x.py',
    'make',
    'curl https://example.com',
    'wget https://example.com/a',
    'sudo ls',
    'docker ps',
    'bash -c ls',
];
const HOSTS = ['example.com', 'api.example.com', 'github.com', 'example.com:8443'];
/** More probes than this are not made of rules. */
const MAX_PROBES = 4_000;
/**
 * Calls that together tell policies apart: every tool with and without arguments, every kind, and for each rule of
 * the policies a call that it is about and one just beside it.
 */
function probes(policies) {
    const found = new Map();
    const add = (facts) => {
        if (found.size < MAX_PROBES)
            found.set(JSON.stringify(facts), facts);
    };
    for (const tool of BUILTIN_TOOLS)
        toolProbes(tool).forEach(add);
    for (const kind of KINDS)
        add({ tool: `any_${kind}_tool`, kind });
    add({ tool: 'mcp__server__tool', kind: 'network' });
    for (const policy of policies) {
        for (const rule of [...policy.rules, ...policy.whenUntrusted.rules])
            ruleProbes(rule).forEach(add);
    }
    return [...found.values()];
}
function toolProbes(tool) {
    if (tool === COMMAND_TOOL)
        return COMMANDS.map((command) => usualFacts(tool, command));
    if (tool === 'web_fetch')
        return HOSTS.map((host) => usualFacts(tool, host));
    if (tool.startsWith('fs_'))
        return PATHS.map((path) => usualFacts(tool, path));
    return [usualFacts(tool, null)];
}
function ruleProbes(rule) {
    const { selector, specifier } = rule.parsed;
    switch (selector.by) {
        case 'kind':
            return [{ tool: `any_${selector.kind}_tool`, kind: selector.kind }];
        case 'category':
            return KINDS.map((kind) => ({ tool: `any_${kind}_tool`, kind, category: selector.name }));
        case 'tag':
            return KINDS.map((kind) => ({ tool: `any_${kind}_tool`, kind, tags: [selector.name] }));
        case 'tool': {
            const named = selector.name.includes('*')
                ? BUILTIN_TOOLS.filter((tool) => rule.selects({ tool, kind: usualKind(tool) }))
                : [selector.name];
            const tools = named.length === 0 ? [selector.name.replaceAll('*', 'x')] : named;
            return tools.flatMap((tool) => samples(specifier, rule.except, tool === COMMAND_TOOL).map((sample) => usualFacts(tool, sample)));
        }
    }
}
/** What a specifier matches, and what lies just beside it. */
function samples(specifier, except, isCommand) {
    const intents = INTENTS;
    if (specifier === null)
        return [null, ...except.flatMap((each) => samples(each, [], isCommand))];
    if (specifier.startsWith('@') && (intents.includes(specifier) || /^@[a-z-]+$/.test(specifier)))
        return [null];
    const plain = specifier.split(/,?\s+!/)[0] ?? specifier;
    const filled = plain
        .replaceAll('**', 'x/y')
        .replaceAll('*', 'x')
        .replaceAll(/["'\\]/g, '');
    const short = plain
        .replace(/\s*\*+$/, '')
        .replaceAll('*', 'x')
        .replaceAll(/["'\\]/g, '');
    const beside = isCommand ? [`${filled} more`, `${filled}x`] : [`${filled}x`];
    return [
        filled,
        ...beside,
        ...(short === '' ? [] : [short]),
        ...except.flatMap((each) => samples(each, [], isCommand)),
    ];
}

// EXTERNAL MODULE: ./node_modules/picomatch/index.js
var picomatch = __webpack_require__(14006);
;// CONCATENATED MODULE: ./build/policy/plain-glob.js

/**
 * A pattern of names, `*` and `**` only, which is nearly all that people write; `null` where it holds more. Matching
 * takes time proportional to pattern times path: the path is the model's, and must not be able to make it search.
 */
function parsePlainGlob(glob) {
    if (/[?[\]{}\\]/.test(glob))
        return null;
    return glob.split('/').map((segment) => (segment === '**' ? '**' : segment.split(/\*+/)));
}
/** Whether the whole path matches. `a/**` is `a` too, as everything below it. */
function matchesPlainGlob(pattern, path) {
    const names = path.split('/');
    // reached[i]: the pattern so far can end before name i.
    let reached = [true, ...names.map(() => false)];
    for (const segment of pattern) {
        const next = names.map(() => false);
        next.push(false);
        let open = false;
        for (let index = 0; index <= names.length; index += 1) {
            if (segment === '**') {
                open = open || reached[index] === true;
                next[index] = open;
            }
            else if (index < names.length && reached[index] === true) {
                next[index + 1] = matchesParts(names[index] ?? '', segment);
            }
        }
        reached = next;
    }
    return reached[names.length] === true;
}

;// CONCATENATED MODULE: ./build/policy/glob.js


const MAX_GLOB_LENGTH = 1_000;
/** A pattern with braces or brackets becomes an expression, which searches: few stars keep that short. */
const MAX_SEARCHED_STARS = 4;
const MAX_GLOB_STARS = 100;
/** Any home; `/~` is how a command's path is told whose home is only known when it runs. */
const HOME = '{/root,/home/*,/Users/*,/~,~}/';
/** Why a glob cannot be used, or `null`. */
function globProblem(source) {
    if (source.length > MAX_GLOB_LENGTH)
        return `The path pattern is longer than ${MAX_GLOB_LENGTH} characters.`;
    const stars = (source.match(/\*+/g) ?? []).length;
    const limit = parsePlainGlob(source) === null ? MAX_SEARCHED_STARS : MAX_GLOB_STARS;
    if (stars > limit)
        return `The path pattern has more than ${limit} wildcards.`;
    if (source.includes('\u0000'))
        return 'The path pattern holds a NUL character.';
    return null;
}
/**
 * Compiles a glob from the workspace root: `*` within a folder, `**` through folders, `?`, `[…]`, `{a,b}`, files that
 * begin with a dot included. `./a` is `a`; `a/` is everything below `a`; `~/` is anybody's home. Parentheses and `|`
 * are plain characters (folders are named so); `\` makes the next character plain.
 */
function compileGlob(source) {
    const normal = normalGlob(source);
    const compiled = new Map();
    return {
        source,
        base: baseOf(normal),
        plain: normal.replaceAll('*', '').replaceAll('\\', ''),
        matches: (path, caseInsensitive) => {
            const match = compiled.get(caseInsensitive) ?? matcher(normal, caseInsensitive);
            compiled.set(caseInsensitive, match);
            return match(path);
        },
    };
}
/** True where a glob covers a path, upper and lower case told apart. A glob that cannot be used covers nothing. */
function globCovers(glob, path) {
    return globProblem(glob) === null && compileGlob(glob).matches(path, false);
}
function matcher(glob, caseInsensitive) {
    const plain = parsePlainGlob(caseInsensitive ? glob.toLowerCase() : glob);
    if (plain !== null)
        return (path) => matchesPlainGlob(plain, caseInsensitive ? path.toLowerCase() : path);
    const { head, tail } = splitBackslashes(glob);
    const maxLength = MAX_GLOB_LENGTH * 2;
    const options = { dot: true, nocase: caseInsensitive, nonegate: true, noext: true, maxLength };
    if (head === '')
        return (path) => path === tail;
    const matchesHead = picomatch(escapeGroups(head), options);
    return (path) => path.endsWith(tail) && matchesHead(path.slice(0, path.length - tail.length));
}
/**
 * A pattern and the plain backslashes that it ends with: the library never comes back from a pattern that ends with
 * more than two. A single one at the very end makes nothing plain and stands for itself.
 */
function splitBackslashes(glob) {
    const head = glob.replace(/\\+$/, '');
    return { head, tail: '\\'.repeat(Math.ceil((glob.length - head.length) / 2)) };
}
/** A path as a glob that matches it alone, for rules that are proposed to people. */
function escapeGlob(path) {
    return path.replaceAll(/[*?[\]{}\\!]/g, String.raw `\$&`);
}
function normalGlob(source) {
    let glob = source.replace(/^(?:\.\/)+/, '');
    if (glob === '' || glob === '.')
        glob = '.';
    else if (glob.endsWith('/'))
        glob = `${glob}**`;
    return glob.startsWith('~/') ? `${HOME}${glob.slice(2)}` : glob;
}
function escapeGroups(glob) {
    return glob.replaceAll(/\\.|[()|+@]/g, (found) => (found.length > 1 ? found : `\\${found}`));
}
function baseOf(glob) {
    const wild = glob.search(/[*?[{]/);
    if (wild === -1)
        return glob.replaceAll('\\', '');
    const slash = glob.lastIndexOf('/', wild);
    return slash <= 0 ? '' : glob.slice(0, slash).replaceAll('\\', '');
}

;// CONCATENATED MODULE: ./build/policy/narrowest.js

/**
 * The narrowest rules that would cover a call, one for each part of it: exact words, exact paths, exact hosts. Empty
 * where no rule can: something in it is only known at run time. What they cover still has to pass the walls.
 */
function narrowestRules(facts, analysis) {
    if (facts.command !== undefined)
        return analysis === null ? [] : commandRules(facts.tool, analysis);
    const paths = (facts.paths ?? []).map(({ path }) => `${facts.tool}(${escapeGlob(path)})`);
    const hosts = (facts.hosts ?? []).map((host) => `${facts.tool}(${host})`);
    const rules = [...new Set([...paths, ...hosts])];
    return rules.length === 0 ? [facts.tool] : rules;
}
function commandRules(tool, analysis) {
    const unknown = analysis.problem !== null || analysis.unknown.length > 0;
    if (unknown || analysis.commands.some((command) => command.unknown.length > 0))
        return [];
    const rules = [];
    for (const command of analysis.commands) {
        const words = command.words.map(({ text }) => text);
        if (words.includes(null))
            return [];
        const exact = words.flatMap((word) => (word === null ? [] : [quoteWord(word)]));
        const privileged = command.intents.includes('@privilege') ? command.via.map(quoteWord) : [];
        if (exact.length > 0)
            rules.push(`${tool}(${[...privileged, ...exact].join(' ')})`);
        for (const path of command.paths) {
            const isWrite = path.access === 'write' && path.from !== 'argument';
            if (isWrite && !path.path.startsWith('/dev/'))
                rules.push(`fs_write(${escapeGlob(path.path)})`);
        }
    }
    return [...new Set(rules)];
}
/** A word as a pattern that matches it alone. */
function quoteWord(word) {
    if (/^[\w@%+=:,./-]+$/.test(word))
        return word;
    return `'${word.replaceAll("'", String.raw `'\''`)}'`;
}

;// CONCATENATED MODULE: ./build/policy/replay.js



/** Judges recorded calls by another policy and tells which verdicts flip. */
function replay(policy, calls, world) {
    const flips = [];
    const counts = new Map();
    for (const call of calls) {
        const verdict = judge(policy, call.facts, situationOf(call, world));
        if (verdict.verdict === call.verdict)
            continue;
        flips.push({ call, from: call.verdict, to: verdict.verdict, verdict });
        const key = `${call.verdict}->${verdict.verdict}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return { calls: calls.length, flips, counts: Object.fromEntries(counts) };
}
/** The replay as lines for a terminal. */
function replayText(result) {
    const head = `${result.flips.length} of ${result.calls} calls would get another verdict`;
    const lines = result.flips.map(({ call, from, to, verdict }) => `  ${call.id}  ${from} -> ${to}  ${callName(call.facts)}  ${verdict.because}`);
    return [head, ...lines].join('\n');
}
function situationOf(call, world) {
    return { world, untrusted: call.untrusted ?? false, sandboxed: call.sandboxed ?? true };
}
/** A call in the words that a rule for it would use. */
function callName(facts) {
    const argument = facts.command ?? facts.paths?.map(({ path }) => path).join(' ') ?? facts.hosts?.join(' ');
    return argument === undefined || argument === ''
        ? facts.tool
        : `${facts.tool}(${argument.replace(/\s+/g, ' ').slice(0, 200)})`;
}
/** The narrowest rules for a recorded call; empty where none can cover it. */
function rulesFor(call, world) {
    return narrowestRules(call.facts, analyse(call.facts, situationOf(call, world)));
}

;// CONCATENATED MODULE: ./build/policy/diff.js






/**
 * What a change of the policy changes: over calls made from the grammar (every built-in tool, every kind, calls that
 * the rules of either policy are about) and over recorded calls. It finds what its calls show, so an empty answer
 * for rules that it cannot make a call for is no proof.
 */
function diffPolicies(before, after, options = {}) {
    const world = options.world ?? exampleWorld;
    const changes = [];
    const compare = (facts, parts) => {
        const situation = { world, untrusted: parts.untrusted, sandboxed: parts.sandboxed };
        const [old, now] = [judge(before, facts, situation), judge(after, facts, situation)];
        if (old.verdict === now.verdict)
            return false;
        changes.push({
            call: callName(facts),
            facts,
            untrusted: parts.untrusted,
            recorded: parts.recorded,
            before: old,
            after: now,
        });
        return true;
    };
    for (const facts of probes([before, after])) {
        const trusted = compare(facts, { untrusted: false, sandboxed: true, recorded: null });
        if (!trusted)
            compare(facts, { untrusted: true, sandboxed: true, recorded: null });
    }
    for (const call of options.calls ?? [])
        compare(call.facts, { ...situationOf(call, world), recorded: call.id });
    return summary(changes, settingChanges(before, after));
}
function summary(changes, settings) {
    const to = (verdict) => changes.filter((change) => change.after.verdict === verdict);
    const newlyAuto = to('auto');
    return {
        newlyAuto,
        noLongerAsked: newlyAuto.filter((change) => change.before.verdict === 'requireApproval'),
        newlyDenied: to('deny'),
        newlyAsked: to('requireApproval'),
        settings,
        loosens: changes.some(({ before, after }) => strictness(after.verdict) < strictness(before.verdict)) ||
            settings.some((setting) => setting.loosens),
    };
}
const MODES = ['deny', 'plan', 'ask', 'custom', 'auto'];
const SANDBOXES = ['required', 'preferred', 'off'];
const UNTRUSTED = ['deny', 'ask', 'auto'];
function later(order, old, now) {
    return order.indexOf(now) > order.indexOf(old);
}
function added(old, now) {
    return now.some((each) => !old.includes(each));
}
function settingChanges(before, after) {
    const found = [];
    const note = (setting, old, now, loosens) => {
        const [from, to] = [JSON.stringify(old), JSON.stringify(now)];
        if (from !== to)
            found.push({ setting, before: from, after: to, loosens });
    };
    note('mode', modeName(before), modeName(after), later(MODES, modeName(before), modeName(after)));
    note('plan', before.planRequired, after.planRequired, before.planRequired);
    note('whenUntrusted.mode', before.whenUntrusted.mode, after.whenUntrusted.mode, later(UNTRUSTED, before.whenUntrusted.mode, after.whenUntrusted.mode));
    note('sandbox.mode', before.sandbox.mode, after.sandbox.mode, later(SANDBOXES, before.sandbox.mode, after.sandbox.mode));
    note('sandbox.network', before.sandbox.network, after.sandbox.network, added(before.sandbox.network, after.sandbox.network));
    note('sandbox.write', before.sandbox.write, after.sandbox.write, added(before.sandbox.write, after.sandbox.write));
    note('approvals.from', before.approvals.from, after.approvals.from, added(before.approvals.from, after.approvals.from));
    note('approvals.count', before.approvals.count, after.approvals.count, after.approvals.count < before.approvals.count);
    note('approvals.self', before.approvals.self, after.approvals.self, after.approvals.self);
    for (const name of ['turns', 'calls', 'minutes', 'tokens', 'usd']) {
        const [old, now] = [before.budget[name], after.budget[name]];
        note(`budget.${name}`, old, now, old !== null && (now === null || now > old));
    }
    for (const tool of new Set([...Object.keys(before.limits), ...Object.keys(after.limits)])) {
        const [old, now] = [before.limits[tool] ?? null, after.limits[tool] ?? null];
        note(`limits.${tool}`, old, now, old !== null && (now === null || now > old));
    }
    note('tools.modules', before.tools.modules, after.tools.modules, added(before.tools.modules, after.tools.modules));
    note('hooks', before.hooks, after.hooks, true);
    note('mcp.servers', before.mcpServers, after.mcpServers, true);
    note('redact.patterns', before.redactPatterns, after.redactPatterns, added(after.redactPatterns, before.redactPatterns));
    return found;
}
/** The difference as lines for a terminal or a comment. */
function diffText(diff) {
    const settings = diff.settings.map(({ setting, before, after, loosens }) => `  ${setting}: ${before} -> ${after}${loosens ? '  (gives more room)' : ''}`);
    const lines = [
        ...section('Newly auto', diff.newlyAuto),
        ...section('Newly denied', diff.newlyDenied),
        ...section('Newly asked', diff.newlyAsked),
        ...(settings.length === 0 ? [] : [`Settings (${settings.length})`, ...settings]),
    ];
    return lines.length === 0 ? 'No verdict changes.' : lines.join('\n');
}
function section(title, changes) {
    return changes.length === 0 ? [] : [`${title} (${changes.length})`, ...changes.map(changeLine)];
}
function changeLine({ call, untrusted, recorded, before, after }) {
    const where = after.line === null ? '' : `  (line ${after.line})`;
    const when = untrusted ? '  after untrusted text' : '';
    return `  ${recorded === null ? '' : `${recorded}  `}${call}  ${before.verdict} -> ${after.verdict}${where}${when}`;
}

;// CONCATENATED MODULE: ./build/policy/host-pattern.js

const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
/** True for a host fact that can be a host name at all (no NUL, no user part, no path). */
function isHost(host) {
    return HOST.test(host.toLowerCase());
}
/**
 * Whether a host fact (`api.example.com`, `[::1]:8080`) is meant by a pattern: the same name, `*.example.com` for what
 * lies below it (not `example.com` itself), or `*` for every host. A pattern with a port is about that port, `host:*`
 * about every port; without one it is about the scheme's own port, and with `anyPort` (for rules that forbid or ask)
 * about every port. What is no host name matches nothing but `*` with `anyPort`.
 */
function matchesHost(host, pattern, options) {
    const wanted = pattern.trim().toLowerCase();
    if (wanted === '*')
        return options.anyPort || isHost(host);
    if (!isHost(host))
        return false;
    const actual = splitPort(host.toLowerCase());
    const expected = splitPort(wanted);
    const anyPort = expected.port === '*' || (expected.port === '' && options.anyPort);
    if (!anyPort && expected.port !== actual.port)
        return false;
    return matchesName(actual.name, expected.name);
}
/** The port stands after the last colon; an IPv6 address keeps its brackets, and so its own colons. */
function splitPort(host) {
    const found = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}|\*))?$/.exec(host);
    return { name: (found?.[1] ?? host).replace(/\.$/, ''), port: found?.[2] ?? '' };
}

;// CONCATENATED MODULE: ./build/policy/word-pattern.js

/**
 * Reads a command pattern. Words are split at white space; quotes and `\` make what they hold literal, a star included.
 * Returns `null` where a quote is not closed or there is no word at all.
 */
function parseWordPattern(source) {
    const words = [];
    let open = null;
    let quote = null;
    for (let index = 0; index < source.length; index += 1) {
        const character = source.charAt(index);
        if (quote === null && /\s/.test(character)) {
            open = null;
            continue;
        }
        if (open === null) {
            open = { parts: [''], bare: true };
            words.push(open);
        }
        if (quote === null && character === '*')
            open.parts.push('');
        else if (quote === null && (character === '"' || character === "'"))
            quote = character;
        else if (character === quote)
            quote = null;
        else {
            const escapes = character === '\\' && quote !== "'" && index + 1 < source.length;
            if (escapes)
                index += 1;
            append(open.parts, escapes ? source.charAt(index) : character);
        }
        open.bare = open.bare && quote === null && character === '*';
    }
    if (quote !== null || words.length === 0)
        return null;
    const last = words[words.length - 1];
    const rest = last !== undefined && last.bare && last.parts.length === 2;
    return { words: rest ? words.slice(0, -1) : words, rest };
}
function append(parts, text) {
    parts.push(`${parts.pop() ?? ''}${text}`);
}
/** The words of a pattern that hold no wildcard. */
function word_pattern_literalWords(pattern) {
    return pattern.words.flatMap(({ parts }) => (parts.length === 1 ? [parts[0] ?? ''] : []));
}
/**
 * Whether exactly these words are what the pattern says. `anyRest`: the final `*` stands for words that are only known
 * at run time too, as it does in a rule that forbids or asks.
 */
function matchWords(pattern, words, options = {}) {
    if (words.length > pattern.words.length &&
        !pattern.rest &&
        !words.some((word) => word.text === null))
        return 'no';
    let result = 'yes';
    for (const [index, expected] of pattern.words.entries()) {
        const word = words[index];
        // An unquoted expansion may become several words, so a line that is too short could still fit.
        if (word === undefined)
            return words.some((each) => each.text === null) ? 'maybe' : 'no';
        const match = matchWord(expected, word);
        if (match === 'no')
            return words.slice(0, index).some((each) => each.text === null) ? 'maybe' : 'no';
        if (match === 'maybe')
            result = 'maybe';
    }
    if (words.length > pattern.words.length && !pattern.rest)
        return 'maybe';
    if (options.anyRest === true)
        return result;
    const uncertain = words.slice(pattern.words.length).some((word) => !isHarmlessRest(word));
    return uncertain && result === 'yes' ? 'maybe' : result;
}
function matchWord(expected, word) {
    if (word.text !== null)
        return matchesParts(word.text, expected.parts) ? 'yes' : 'no';
    const prefix = word.glob?.prefix;
    if (prefix === undefined)
        return 'maybe';
    const start = expected.parts[0] ?? '';
    const possible = prefix.startsWith(start) || start.startsWith(prefix);
    return possible ? 'maybe' : 'no';
}
/**
 * What `*` at the end may stand for without more being said: a word whose text is known, or file names that are known
 * not to begin with `-` (a file named `-delete` in the checkout must not become an option).
 */
function isHarmlessRest(word) {
    if (word.text !== null)
        return true;
    const prefix = word.glob?.prefix ?? '';
    return prefix.length > 0 && !prefix.startsWith('-');
}
const SPELLED_INTENTS = ['@force-push', '@history-rewrite', '@recursive-delete'];
/**
 * Whether an `auto` rule with this pattern covers the command: every word is matched for certain, every word of an
 * escape hatch is spelled out by the rule, and so are the options that make it a force push, a history rewrite or a
 * recursive delete, and the program that raises privilege.
 */
function coversCommand(pattern, command) {
    const privileged = command.intents.includes('@privilege') && command.via.length > 0;
    const words = privileged ? [...command.via.map(literal), ...command.words] : command.words;
    if (matchWords(pattern, words) !== 'yes')
        return false;
    const spelled = new Set(word_pattern_literalWords(pattern));
    if (command.hatches.some((hatch) => hatch.words.length === 0 || hatch.words.some((word) => !spelled.has(word))))
        return false;
    if (!command.intents.some((intent) => SPELLED_INTENTS.includes(intent)))
        return true;
    return command.words.every(({ text }) => text === null || !/^[-+]/.test(text) || spelled.has(text));
}
/**
 * Whether a `deny` or `requireApproval` rule with this pattern is about the command: under its own name, the name
 * without a folder (`/bin/rm` is `rm`), or under any wrapper that was looked through.
 */
function touchesCommand(pattern, command) {
    const [first, ...others] = command.words;
    const base = first?.text?.split('/').at(-1);
    const forms = [[...command.words]];
    if (base !== undefined && base !== first?.text)
        forms.push([literal(base), ...others]);
    for (const index of command.via.keys())
        forms.push([...command.via.slice(index).map(literal), ...command.words]);
    for (const wrapper of command.via.slice(0, -1))
        forms.push([literal(wrapper), ...command.words]);
    let result = 'no';
    for (const form of forms) {
        const match = matchWords(pattern, form, { anyRest: true });
        if (match === 'yes')
            return 'yes';
        if (match === 'maybe')
            result = 'maybe';
    }
    return result;
}
function literal(text) {
    return { text, source: text };
}

;// CONCATENATED MODULE: ./build/policy/compile.js






/** Reads and compiles one rule with its exceptions. Says what is wrong instead of throwing. */
function compileRule(source) {
    const parse = parseRule(source.text);
    if (!parse.ok)
        return parse;
    const { rule: parsed } = parse;
    const { specifier, exceptions } = splitExceptions(parsed);
    const problem = aboutCommands(parsed.selector) ? null : specifierProblem(specifier);
    if (problem !== null)
        return { ok: false, ...problem };
    const excepted = [];
    for (const text of [...exceptions, ...source.except]) {
        const exception = compileException(text, parsed);
        if ('message' in exception)
            return { ok: false, ...exception };
        excepted.push(exception);
    }
    const own = specifier === null ? null : compileSpecifier(specifier);
    const gate = source.list !== 'auto';
    const rule = {
        ...source,
        text: parsed.text,
        parsed,
        specific: own !== null,
        glob: own?.glob ?? null,
        pattern: own?.pattern ?? null,
        selects: (facts) => selects(parsed.selector, facts),
        matches: (unit, facts) => {
            const match = own === null ? wholeTool(unit, gate) : own.matches(unit, gate);
            if (match === 'no')
                return 'no';
            // What is excepted must be certain where a rule forbids, and merely possible where it allows.
            const isException = excepted.some((exception) => {
                const found = exception(unit, facts, !gate);
                return gate ? found === 'yes' : found !== 'no';
            });
            return isException ? 'no' : match;
        },
    };
    return { ok: true, rule };
}
/** A rule without a specifier covers every call of its tools, but as `auto` no escape hatch. */
function wholeTool(unit, gate) {
    if (gate || unit.of !== 'command')
        return 'yes';
    return unit.command.hatches.length === 0 ? 'yes' : 'no';
}
function selects(selector, facts) {
    switch (selector.by) {
        case 'tool':
            return matchesName(facts.tool, selector.name);
        case 'kind':
            return facts.kind === selector.kind;
        case 'category':
            return facts.category === selector.name;
        case 'tag':
            return facts.tags?.includes(selector.name) ?? false;
    }
}
function compileSpecifier(text) {
    const commandClass = [...COMMAND_CLASSES, ...INTENTS].find((known) => known === text) ?? null;
    const pattern = commandClass === null ? parseWordPattern(text) : null;
    const glob = compileGlob(text);
    return {
        glob,
        pattern,
        matches: (unit, gate) => {
            switch (unit.of) {
                case 'call':
                    return 'no';
                case 'path':
                    return certain(touchesPath(glob, unit, gate));
                case 'host':
                    return certain(matchesHost(unit.host, text, { anyPort: gate }));
                case 'command':
                    return commandMatch({ commandClass, pattern }, unit.command, gate);
            }
        },
    };
}
function certain(matches) {
    return matches ? 'yes' : 'no';
}
/** Writing to a folder touches what is below it, so a gate for something below counts. */
function touchesPath(glob, unit, gate) {
    const { path, outside } = unit.view;
    if (glob.matches(path, unit.caseInsensitive) &&
        (!outside || glob.source.startsWith('/') || glob.source.startsWith('~/') || gate))
        return true;
    if (!gate || unit.access !== 'write' || outside || glob.base === '')
        return false;
    return path === '.' || glob.base === path || glob.base.startsWith(`${path}/`);
}
function commandMatch(specifier, command, gate) {
    const { commandClass, pattern } = specifier;
    if (commandClass !== null) {
        const known = [...command.classes, ...command.intents];
        if (!known.includes(commandClass))
            return 'no';
        if (gate)
            return 'yes';
        // A class or intent allows what it names and nothing that comes with it: `@install` is not `sudo npm install`.
        const more = command.hatches.length > 0 || command.intents.some((intent) => intent !== commandClass);
        return more ? 'no' : 'yes';
    }
    if (pattern === null)
        return 'no';
    return gate ? touchesCommand(pattern, command) : certain(coversCommand(pattern, command));
}
const WHOLE_RULE = /^(?:(?:kind|category|tag):|[A-Za-z_][\w*.-]*\()/;
/**
 * An exception is written as the rule's specifier is (`except: [docs/**]`), or as a rule of its own. A bare name is a
 * tool where the rule is about several tools, and a specifier where it is about one.
 */
function compileException(text, parsed) {
    const { selector, specifier } = parsed;
    const several = selector.by !== 'tool' || (selector.name.includes('*') && specifier === null);
    if (!WHOLE_RULE.test(text) && !(several && /^[A-Za-z_][\w*.-]*$/.test(text))) {
        const problem = aboutCommands(selector) ? null : specifierProblem(text);
        if (problem !== null)
            return problem;
        const own = compileSpecifier(text.replace(/^!\s*/, ''));
        return (unit, _facts, gate) => own.matches(unit, gate);
    }
    const compiled = compileRule({
        list: 'auto',
        text,
        except: [],
        reason: null,
        line: null,
        column: null,
    });
    if (!compiled.ok)
        return { message: compiled.message, fix: compiled.fix };
    const inner = compiled.rule.parsed.specifier;
    const own = inner === null ? null : compileSpecifier(inner);
    return (unit, facts, gate) => {
        if (!compiled.rule.selects(facts))
            return 'no';
        return own === null ? 'yes' : own.matches(unit, gate);
    };
}
/** `src/** !src/gen/**`: what stands after a space and `!` is excepted. Only paths are written so. */
function splitExceptions(parsed) {
    const { specifier, selector } = parsed;
    if (specifier === null || aboutCommands(selector))
        return { specifier, exceptions: [] };
    if (specifier.startsWith('!'))
        return { specifier: '**', exceptions: specifier.slice(1).split(/[\s,]+!/) };
    const [first, ...others] = specifier.split(/,?\s+!/);
    return { specifier: first ?? specifier, exceptions: others };
}
function aboutCommands(selector) {
    return selector.by === 'tool' && selector.name === COMMAND_TOOL;
}
function specifierProblem(specifier) {
    if (specifier === null)
        return null;
    const glob = globProblem(specifier);
    if (glob !== null)
        return { message: glob, fix: 'Split the rule into several.' };
    return null;
}

;// CONCATENATED MODULE: ./build/policy/with-rules.js

/** The policy as it would be with these `auto` rules in it, for trying them out. */
function withAutoRules(policy, rules) {
    const added = rules.flatMap((text) => {
        const compiled = compileRule({
            list: 'auto',
            text,
            except: [],
            reason: null,
            line: null,
            column: null,
        });
        return compiled.ok ? [compiled.rule] : [];
    });
    return { ...policy, rules: [...policy.rules, ...added] };
}

;// CONCATENATED MODULE: ./build/policy/explain.js




/** Explains the verdict over one call. Pure, like `judge`. */
function explain(policy, facts, situation) {
    const analysis = analyse(facts, situation);
    const verdict = judgeAnalysed(policy, { facts, situation, analysis });
    const passing = verdict.verdict === 'auto' ? [] : narrowestRules(facts, analysis);
    const trial = judgeAnalysed(withAutoRules(policy, passing), { facts, situation, analysis });
    const works = passing.length > 0 && trial.verdict === 'auto';
    return {
        facts,
        verdict,
        at: verdict.line === null ? null : `${policy.file}:${verdict.line}`,
        problem: analysis?.problem ?? null,
        parsed: (analysis?.commands ?? []).map((command) => ({
            words: command.words.map((word) => word.text ?? word.source),
            via: command.via,
            classes: command.classes,
            intents: command.intents,
            hatches: command.hatches.map((hatch) => hatch.what),
            reads: command.paths.flatMap(({ path, access }) => (access === 'read' ? [path] : [])),
            writes: command.paths.flatMap(({ path, access }) => (access === 'write' ? [path] : [])),
            unknown: command.unknown,
        })),
        toPass: works ? passing : [],
        cannotPass: verdict.verdict === 'auto' || works ? null : whyNot(passing.length === 0 ? null : trial),
    };
}
/** `trial` is what holds even with the narrowest rules in the policy; `null` where no rule can name the call. */
function whyNot(trial) {
    if (trial === null)
        return 'A part of it is only known when it runs, or it was not understood.';
    switch (trial.list) {
        case 'deny':
            return `A deny rule wins over every other; change line ${trial.line}.`;
        case 'wall':
            return `No rule opens this. ${trial.because}`;
        case 'whenUntrusted':
            return 'It asks because of whenUntrusted; allow it there, or let someone with write access start the run.';
        case 'requireApproval':
            return `No narrower rule can beat the one on line ${trial.line}: it has a specifier too.`;
        case 'auto':
        case 'mode':
            return `An escape hatch or a redirection in it is not covered by its own words. ${trial.because}`;
    }
}
/** The explanation as lines for a terminal. */
function explanationText(explanation) {
    const { verdict, at, parsed, toPass, cannotPass, facts, problem } = explanation;
    const lines = [`${verdict.verdict}  ${facts.tool}`, `  because  ${verdict.because}`];
    if (verdict.rule !== null)
        lines.push(`  rule     ${verdict.rule}${at === null ? '' : `  (${at})`}`);
    if (verdict.reason !== undefined)
        lines.push(`  reason   ${verdict.reason}`);
    if (problem !== null)
        lines.push(`  parse    ${problem}`);
    for (const [index, command] of parsed.entries()) {
        const own = verdict.commands?.[index];
        lines.push(`  ${(own?.verdict ?? '').padEnd(15)}  ${command.words.join(' ') || '(no program)'}`);
        if (command.via.length > 0)
            lines.push(`    through  ${command.via.join(' > ')}`);
        const about = [...command.classes, ...command.intents];
        if (about.length > 0)
            lines.push(`    is       ${about.join(' ')}`);
        for (const hatch of command.hatches)
            lines.push(`    beyond   ${hatch}`);
        if (command.reads.length > 0)
            lines.push(`    reads    ${command.reads.join(' ')}`);
        if (command.writes.length > 0)
            lines.push(`    writes   ${command.writes.join(' ')}`);
        for (const reason of command.unknown)
            lines.push(`    unknown  ${reason}`);
        if (own !== undefined)
            lines.push(`    because  ${own.because}`);
    }
    if (toPass.length > 0)
        lines.push('  to let it run, add to auto:', ...toPass.map((rule) => `    - ${JSON.stringify(rule)}`));
    if (cannotPass !== null)
        lines.push(`  ${cannotPass}`);
    return lines
        .map((line) => line.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\uFFFD'))
        .join('\n');
}

// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var dist = __webpack_require__(38815);
;// CONCATENATED MODULE: ./build/policy/yaml-words.js
/** What is wrong with a text that is not YAML, by the parser's code. */
function yamlMessage(code, message) {
    if (code === 'DUPLICATE_KEY')
        return 'The same key is written twice in one map.';
    return `It is not valid YAML: ${message.replace(/\.?$/, '.')}`;
}
/** What to write instead. */
function yamlFix(code) {
    switch (code) {
        case 'DUPLICATE_KEY':
            return 'Keep one of them; nothing is merged silently.';
        case 'TAG_RESOLVE_FAILED':
            return 'Remove the tag ("!…"); put text that begins with "!" in quotes.';
        case 'BAD_ALIAS':
            return 'Put text that begins with "*" in quotes, as in "*".';
        case 'TAB_AS_INDENT':
            return 'Indent with spaces.';
        default:
            return 'Put rules with ":" followed by a space, "#", "*", "!" or "@" at the start in quotes, and check the indentation.';
    }
}

;// CONCATENATED MODULE: ./build/policy/yaml.js


/** A policy is read by people; one that is larger is a mistake or an attack on the reader. */
const MAX_POLICY_BYTES = 512 * 1024;
/** Aliases written in the file, and nodes once every alias is written out: a file of nested anchors ends here. */
const MAX_ALIASES = 100;
const MAX_NODES = 50_000;
const MAX_DEPTH = 32;
/** Lexical tokens: what is dearer than linear in the parser never sees more of them. */
const MAX_TOKENS = 100_000;
/**
 * Parses YAML 1.2 (core schema) into plain JSON with positions. `located: null` is a text without any content.
 * Refused: duplicate keys, keys that are no strings, tags, merge keys, several documents, and more aliases, nodes
 * or levels than the limits above. Never throws.
 */
function parseYaml(text) {
    const lines = new dist/* LineCounter */.HN();
    try {
        const tokens = withinLimits(text, lines);
        if (!Array.isArray(tokens))
            return failed(tokens.at, tokens.message, 'Write it flatter, without anchors.');
        const composer = new dist/* Composer */.Dk({
            stringKeys: true,
            uniqueKeys: true,
            merge: false,
            schema: 'core',
            version: '1.2',
        });
        const [document, another] = [...composer.compose(tokens, true, text.length)];
        if (document === undefined)
            return { ok: true, located: null };
        if (another !== undefined) {
            const at = position(lines, another.range[0]);
            return failed(at, 'The file holds more than one YAML document.', 'Remove the "---" and what follows it.');
        }
        const broken = [...document.errors, ...document.warnings].map((error) => ({
            ...position(lines, error.pos[0]),
            message: yamlMessage(error.code, error.message),
            fix: yamlFix(error.code),
        }));
        if (broken.length > 0)
            return { ok: false, problems: broken.slice(0, 20) };
        return new Walk(document, lines).result();
    }
    catch (error) {
        const message = error instanceof RangeError
            ? 'It is nested too deep to be read.'
            : `It is not YAML: ${String(error)}.`;
        return failed({ line: 1, column: 1 }, message, 'Write it flatter, without anchors.');
    }
}
/** Turns the document into plain JSON, bounded. Where things stand is looked up when it is asked for: most of it never is. */
class Walk {
    #document;
    #lines;
    #targets = new Map();
    #problem = null;
    #nodes = 0;
    #aliases = 0;
    constructor(document, lines) {
        this.#document = document;
        this.#lines = lines;
    }
    result() {
        if (this.#document.contents === null)
            return { ok: true, located: null };
        const value = this.#walk(this.#document.contents, []);
        if (this.#problem !== null)
            return { ok: false, problems: [this.#problem] };
        if (value === null)
            return { ok: true, located: null };
        return {
            ok: true,
            located: { value, at: (path) => this.#valueAt(path), keyAt: (path) => this.#keyAt(path) },
        };
    }
    #valueAt(path) {
        let node = this.#document.contents;
        for (const key of path) {
            const { key: keyNode, value } = this.#child(node, key);
            if (value === undefined)
                break;
            if (value === null)
                return this.#at(keyNode);
            node = value;
        }
        return this.#at(node);
    }
    #keyAt(path) {
        let node = this.#document.contents;
        for (const key of path.slice(0, -1))
            node = this.#child(node, key).value;
        const last = path.at(-1);
        const { key } = last === undefined ? NO_CHILD : this.#child(node, last);
        return key === undefined ? this.#valueAt(path) : this.#at(key);
    }
    /** What stands under a key or an index, and the key itself; aliases are looked through. */
    #child(node, key) {
        const target = (0,dist/* isAlias */.Vj)(node) ? this.#targetOf(node) : node;
        if ((0,dist/* isSeq */.oP)(target))
            return { value: target.items[Number(key)] };
        if (!(0,dist/* isMap */.jh)(target))
            return NO_CHILD;
        return (target.items.find((item) => (0,dist/* isScalar */.jn)(item.key) && item.key.value === String(key)) ?? NO_CHILD);
    }
    #targetOf(alias) {
        if (!this.#targets.has(alias))
            this.#targets.set(alias, alias.resolve(this.#document));
        return this.#targets.get(alias);
    }
    #walk(node, path) {
        if (this.#problem !== null)
            return null;
        this.#nodes += 1;
        if (path.length > MAX_DEPTH)
            return this.#refuse(node, `It is nested more than ${MAX_DEPTH} levels deep.`, 'Write it flatter.');
        if (this.#nodes > MAX_NODES) {
            const message = `It holds more than ${MAX_NODES} values once its anchors are written out.`;
            return this.#refuse(node, message, 'Write rules out instead of nesting anchors.');
        }
        if ((0,dist/* isScalar */.jn)(node))
            return this.#scalar(node, path);
        if ((0,dist/* isAlias */.Vj)(node))
            return this.#alias(node, path);
        if ((0,dist/* isSeq */.oP)(node))
            return node.items.map((item, index) => this.#below(item, path, index));
        if ((0,dist/* isMap */.jh)(node))
            return this.#map(node.items, path);
        return null;
    }
    #below(node, path, key) {
        path.push(key);
        const value = this.#walk(node, path);
        path.pop();
        return value;
    }
    #alias(node, path) {
        this.#aliases += 1;
        if (this.#aliases > MAX_ALIASES) {
            return this.#refuse(node, `It uses more than ${MAX_ALIASES} aliases.`, 'Write the values out instead of using anchors.');
        }
        const target = this.#targetOf(node);
        if (target === undefined)
            return this.#refuse(node, `The alias "*${node.source}" has no anchor before it.`, 'Write the value out.');
        return this.#walk(target, path);
    }
    #map(items, path) {
        const entries = [];
        for (const item of items) {
            const key = (0,dist/* isScalar */.jn)(item.key) ? item.key.value : null;
            if (typeof key !== 'string')
                return this.#refuse(item.key, 'A key is not plain text.', 'Write the key as a word.');
            if (key === '<<')
                return this.#refuse(item.key, 'Merge keys ("<<") are not part of a policy.', 'Write the merged keys out.');
            if (key === '__proto__')
                return this.#refuse(item.key, 'A key may not be "__proto__".', 'Remove it.');
            entries.push([key, this.#below(item.value, path, key)]);
        }
        return Object.fromEntries(entries);
    }
    #scalar(node, path) {
        const { value } = node;
        if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
            return value;
        if (value === null)
            return null;
        return this.#refuse(node, `The value at ${path.join('.')} is of no plain type.`, 'Write text, a number, true or false.');
    }
    #refuse(node, message, fix) {
        this.#problem ??= { ...this.#at(node), message, fix };
        return null;
    }
    #at(node) {
        if (typeof node !== 'object' || node === null || !('range' in node))
            return { line: 1, column: 1 };
        const range = node.range;
        const offset = Array.isArray(range) ? range[0] : 0;
        return position(this.#lines, typeof offset === 'number' ? offset : 0);
    }
}
const NO_CHILD = {};
function position(lines, offset) {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
}
function failed(at, message, fix) {
    return { ok: false, problems: [{ ...at, message, fix }] };
}
/**
 * The lexer is linear, composing is not (nesting recurses, each alias searches its anchor, each key is compared with
 * its neighbours), so depth, anchors and size are bounded over the tokens before anything is composed.
 */
function withinLimits(text, lines) {
    const parser = new dist/* Parser */.iX(lines.addNewLine);
    const parsed = [];
    let [offset, tokens, flow, line, marks] = [0, 0, 0, 0, 0];
    lines.addNewLine(0);
    for (const token of new dist/* Lexer */.JG().lex(text)) {
        tokens += 1;
        const first = token.charAt(0);
        if (first === '[' || first === '{')
            flow += 1;
        else if (first === ']' || first === '}')
            flow = Math.max(0, flow - 1);
        else if (first === '\n' || first === '\r')
            line = 0;
        // Each "- ", "? " and property of one line opens a level of its own.
        else if (token === '-' || token === '?' || first === '&' || first === '!')
            line += 1;
        if (token.length > 1 && (first === '&' || first === '*'))
            marks += 1;
        const message = excess({ tokens, depth: Math.max(flow, line), marks });
        if (message !== null)
            return { at: offsetPosition(text, offset), message };
        for (const part of parser.next(token))
            parsed.push(part);
        if (token !== '\u0002' && token !== '\u0018' && token !== '\u001f' && token !== '\uFEFF')
            offset += token.length;
    }
    parsed.push(...parser.end());
    return parsed;
}
function excess(counted) {
    if (counted.depth > MAX_DEPTH)
        return `It is nested more than ${MAX_DEPTH} levels deep.`;
    if (counted.marks > MAX_ALIASES * 2)
        return `It uses more than ${MAX_ALIASES} anchors and aliases.`;
    return counted.tokens > MAX_TOKENS ? `It holds more than ${MAX_TOKENS} words and marks.` : null;
}
function offsetPosition(text, offset) {
    const before = text.slice(0, offset);
    return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

;// CONCATENATED MODULE: ./build/policy/front-matter.js


const MAX_HEAD_CHARS = 64 * 1024;
const FENCED = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;
/** Reads the front matter of a Markdown text. Without one, `data` is empty and `body` is the whole text. Never throws. */
function readFrontMatter(text) {
    const head = FENCED.exec(text);
    if (head === null)
        return { ok: true, data: {}, body: text };
    const yaml = head[1] ?? '';
    if (yaml.length > MAX_HEAD_CHARS) {
        return { ok: false, because: `its front matter has more than ${MAX_HEAD_CHARS} characters` };
    }
    const parsed = parseYaml(yaml);
    if (!parsed.ok) {
        const [problem] = parsed.problems;
        const where = problem === undefined ? '' : ` on line ${problem.line + 1}: ${problem.message}`;
        return { ok: false, because: `its front matter is not valid${where}` };
    }
    const data = parsed.located?.value ?? {};
    if (!(0,base/* isJsonObject */.OW)(data))
        return { ok: false, because: 'its front matter is not a list of keys' };
    return { ok: true, data, body: text.slice(head[0].length) };
}

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var classic_schemas = __webpack_require__(55156);
;// CONCATENATED MODULE: ./build/policy/import/carrier.js


const LISTS = ['auto', 'requireApproval', 'deny'];
/** More rules than this are not read from one file. */
const MAX_IMPORTED = 5_000;
/** Collects translated rules and what could not be translated, and writes the policy. */
class Carrier {
    #rules = new Map();
    #notCarried = [];
    #carried = 0;
    #mode = 'ask';
    get mode() {
        return this.#mode;
    }
    setMode(mode) {
        this.#mode = mode;
    }
    /** `source` is the rule as it was written there. Of one rule in two lists the stricter one is kept. */
    carry(list, source, rules) {
        this.#carried += 1;
        for (const rule of rules) {
            const parsed = parseRule(rule);
            if (!parsed.ok || this.#rules.size >= MAX_IMPORTED) {
                this.drop(source, parsed.ok ? 'there are too many rules' : parsed.message);
                return;
            }
            const other = this.#rules.get(parsed.rule.text);
            if (other !== undefined && other !== list)
                this.drop(source, `it is in two lists there; the stricter one is kept`);
            if (other === undefined || strictness(list) > strictness(other))
                this.#rules.set(parsed.rule.text, list);
        }
    }
    drop(rule, why) {
        this.#notCarried.push({ rule: rule.slice(0, 300), why });
    }
    finish(from) {
        const lines = [
            `# Imported from ${from}. Read it before you rely on it.`,
            'version: 1',
            `mode: ${this.#mode}`,
        ];
        for (const list of LISTS) {
            const rules = [...this.#rules].flatMap(([rule, own]) => (own === list ? [rule] : []));
            if (rules.length > 0)
                lines.push(`${list}:`, ...rules.map((rule) => `  - ${JSON.stringify(rule)}`));
        }
        return { text: `${lines.join('\n')}\n`, carried: this.#carried, notCarried: this.#notCarried };
    }
}

;// CONCATENATED MODULE: ./build/policy/import/shell.js

const OPERATORS = /[|;&<>`\n]|\$\(/;
/**
 * One shell rule of another agent as a `bash_run` rule. `prefix`: it also covers what follows on a word boundary.
 * Where `*` is a wildcard there, it stays one inside a word, where it means less than there: so an `auto` rule gets
 * narrower, and a `deny` rule with one in the middle is not carried but said.
 */
function shellRule(text, options) {
    const source = text.trim();
    if (source === '' || source === '*')
        return { ok: true, rule: 'bash_run' };
    if (OPERATORS.test(source.replace(/'[^']*'|"[^"]*"/g, ''))) {
        return {
            ok: false,
            why: 'it spans several commands; each command of a line is judged by itself here',
        };
    }
    if (/^[A-Za-z_]\w*=/.test(source))
        return { ok: false, why: 'it begins with an assignment' };
    const trailing = options.star === 'wildcard' && /[^\s*]\*$/.test(source);
    const words = source.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g) ?? [];
    if (words.join('') !== source.replace(/\s+(?=(?:[^'"]|'[^']*'|"[^"]*")*$)/g, '')) {
        return { ok: false, why: 'its quotes are not closed' };
    }
    const inner = options.star === 'wildcard' && words.slice(0, -1).some((word) => word.includes('*'));
    if (inner && options.list !== 'auto')
        return {
            ok: false,
            why: '"*" in the middle of a line there spans words; name an intent such as @force-push instead',
        };
    const written = words.map((word) => options.star === 'literal' ? quoteWord(unquote(word)) : word);
    const rest = options.prefix || trailing ? [...written, '*'] : written;
    return {
        ok: true,
        rule: `bash_run(${rest.at(-1) === '*' && rest.at(-2) === '*' ? rest.slice(0, -1).join(' ') : rest.join(' ')})`,
    };
}
function unquote(word) {
    return word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, (_all, single, double, escaped) => single ?? double?.replace(/\\(.)/g, '$1') ?? escaped);
}

;// CONCATENATED MODULE: ./build/policy/import/claude.js



const settings = classic_schemas.object({
    permissions: classic_schemas.object({
        allow: classic_schemas.array(classic_schemas.string()).optional(),
        ask: classic_schemas.array(classic_schemas.string()).optional(),
        deny: classic_schemas.array(classic_schemas.string()).optional(),
        defaultMode: classic_schemas.string().optional(),
    })
        .optional(),
});
const claude_WRITING = ['fs_write', 'fs_edit', 'fs_multi_edit'];
const claude_TOOLS = {
    Read: ['fs_read'],
    Write: ['fs_write'],
    Edit: ['fs_edit', 'fs_multi_edit'],
    MultiEdit: ['fs_multi_edit'],
    Glob: ['fs_glob'],
    Grep: ['fs_grep'],
    LS: ['fs_list'],
    WebFetch: ['web_fetch'],
    WebSearch: ['web_search'],
    Task: ['task_run'],
    Agent: ['task_run'],
    TodoWrite: ['todo_write'],
    TodoRead: ['todo_read'],
    Skill: ['skill'],
};
/** Claude Code's `settings.json` (`permissions.allow`, `ask`, `deny`). `null` where the text is not such a file. */
function importClaude(value) {
    const parsed = settings.safeParse(value);
    if (!parsed.success || parsed.data.permissions === undefined)
        return null;
    const { allow = [], ask = [], deny = [], defaultMode } = parsed.data.permissions;
    const carrier = new Carrier();
    for (const rule of allow)
        one(carrier, 'auto', rule);
    for (const rule of ask)
        one(carrier, 'requireApproval', rule);
    for (const rule of deny)
        one(carrier, 'deny', rule);
    if (defaultMode === 'plan')
        carrier.setMode('plan');
    else if (defaultMode !== undefined && defaultMode !== 'default') {
        carrier.drop(`defaultMode: ${defaultMode}`, 'a mode that lets unnamed calls run is not taken over; "mode: ask" is written');
    }
    return carrier.finish('Claude Code settings');
}
function one(carrier, list, rule) {
    const found = /^([A-Za-z_][\w*-]*)(?:\((.*)\))?$/s.exec(rule.trim());
    const name = found?.[1];
    if (name === undefined)
        return carrier.drop(rule, 'it is not a rule');
    const argument = found?.[2]?.trim() ?? null;
    if (name.startsWith('mcp__'))
        return carrier.carry(list, rule, [name.split('__').length === 2 ? `${name}__*` : name]);
    if (name === 'Bash')
        return bash(carrier, list, { rule, argument });
    const tools = Object.hasOwn(claude_TOOLS, name) ? claude_TOOLS[name] : undefined;
    if (tools === undefined)
        return carrier.drop(rule, `there is no tool like ${name} here`);
    // A refusal to edit or write a file is meant for every way of writing it.
    const meant = list === 'deny' && (name === 'Edit' || name === 'Write') ? claude_WRITING : tools;
    if (argument === null || argument === '*' || argument === '**')
        return carrier.carry(list, rule, [...meant]);
    const specifier = name === 'WebFetch' ? host(argument) : path(argument);
    if (specifier === null)
        return carrier.drop(rule, 'it is about a place outside of the workspace, where file tools never go, or is no host');
    carrier.carry(list, rule, meant.map((tool) => `${tool}(${specifier})`));
}
function bash(carrier, list, { rule, argument }) {
    const prefix = argument?.endsWith(':*') === true;
    const text = prefix ? (argument ?? '').slice(0, -2) : (argument ?? '');
    const shell = shellRule(text, { prefix, star: 'wildcard', list });
    if (shell.ok)
        carrier.carry(list, rule, [shell.rule]);
    else
        carrier.drop(rule, shell.why);
}
/** `/x` is the project's root there, `//x` the system's, `~/x` the home; a name without `/` is meant at any depth. */
function path(argument) {
    if (argument.startsWith('//') || argument.startsWith('~') || argument.startsWith('../'))
        return null;
    if (/^[A-Za-z]:[\\/]/.test(argument) || /^[=\s-]{3,}/.test(argument))
        return null;
    const relative = argument.replace(/^\.?\//, '');
    const anywhere = !argument.startsWith('/') &&
        !argument.startsWith('./') &&
        !relative.replace(/\/$/, '').includes('/');
    return anywhere ? `**/${relative}` : relative;
}
function host(argument) {
    const name = argument.replace(/^domain:/, '');
    return /^[\w*.-]+(?::\d+)?$/.test(name) ? name : null;
}

;// CONCATENATED MODULE: ./build/policy/import/codex.js


const DECISIONS = {
    allow: 'auto',
    prompt: 'requireApproval',
    forbidden: 'deny',
};
const MAX_ALTERNATIVES = 64;
const MAX_TEXT = 500_000;
/**
 * Codex rules: `prefix_rule(pattern = ["git", ["log", "show"]], decision = "allow")`. Only literals are read; a call
 * that computes anything is not carried. `null` where there is no such call at all.
 */
function importCodex(text) {
    if (text.length > MAX_TEXT || !/\bprefix_rule\s*\(/.test(text))
        return null;
    const carrier = new Carrier();
    for (const part of text
        .replace(/^\s*#.*$/gm, '')
        .split(/\bprefix_rule\s*\(/)
        .slice(1))
        codex_one(carrier, part);
    return carrier.finish('Codex rules');
}
function codex_one(carrier, part) {
    const source = `prefix_rule(${part
        .split('\n')
        .map((line) => line.trim())
        .join(' ')
        .slice(0, 160)}`;
    const pattern = readList(/\bpattern\s*=\s*(?=\[)/.exec(part), part);
    const decision = /\bdecision\s*=\s*["'](\w+)["']/.exec(part)?.[1] ?? 'allow';
    const list = Object.hasOwn(DECISIONS, decision) ? DECISIONS[decision] : undefined;
    if (pattern === null || list === undefined)
        return carrier.drop(source, 'it is not written in literals, or its decision is not known');
    const lines = codex_expand(pattern);
    if (lines === null)
        return carrier.drop(source, `it has more than ${MAX_ALTERNATIVES} alternatives, or lists within lists`);
    carrier.carry(list, source, lines.map((words) => `bash_run(${[...words.map(quoteWord), '*'].join(' ')})`));
}
function codex_expand(pattern) {
    let lines = [[]];
    for (const element of pattern) {
        const choices = typeof element === 'string' ? [element] : element;
        const words = choices.flatMap((choice) => (typeof choice === 'string' ? [choice] : []));
        if (words.length !== choices.length || words.length * lines.length > MAX_ALTERNATIVES)
            return null;
        lines = lines.flatMap((line) => words.map((word) => [...line, word]));
    }
    return lines[0] === undefined || lines[0].length === 0 ? null : lines;
}
/** A list of strings and lists of strings, at the place where `found` ends. */
function readList(found, text) {
    if (found === null)
        return null;
    const tokens = text
        .slice(found.index + found[0].length)
        .match(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[[\],]|[^\s]/g) ?? [];
    const stack = [];
    for (const token of tokens) {
        if (token === '[')
            stack.push([]);
        else if (token === ']') {
            const closed = stack.pop();
            if (closed === undefined)
                return null;
            const outer = stack.at(-1);
            if (outer === undefined)
                return closed;
            outer.push(closed);
        }
        else if (/^["']/.test(token) && token.length > 1)
            stack.at(-1)?.push(token.slice(1, -1).replace(/\\(["'\\])/g, '$1'));
        else if (token !== ',')
            return null;
    }
    return null;
}

;// CONCATENATED MODULE: ./build/policy/import/gemini.js



const names = classic_schemas.array(classic_schemas.string()).optional();
const gemini_settings = classic_schemas.object({
    coreTools: names,
    excludeTools: names,
    tools: classic_schemas.object({ core: names, allowed: names, exclude: names }).optional(),
});
const gemini_TOOLS = {
    run_shell_command: 'bash_run',
    ShellTool: 'bash_run',
    read_file: 'fs_read',
    read_many_files: 'fs_read',
    write_file: 'fs_write',
    replace: 'fs_edit',
    glob: 'fs_glob',
    search_file_content: 'fs_grep',
    grep_search: 'fs_grep',
    list_directory: 'fs_list',
    web_fetch: 'web_fetch',
    google_web_search: 'web_search',
};
const gemini_DECISIONS = {
    allow: 'auto',
    ask_user: 'requireApproval',
    deny: 'deny',
};
/** gemini-cli's `settings.json` (`tools.core`, `allowed`, `exclude`). Shell arguments are prefixes there. */
function importGeminiSettings(value) {
    const parsed = gemini_settings.safeParse(value);
    if (!parsed.success)
        return null;
    const { coreTools, excludeTools, tools } = parsed.data;
    const allow = [...(coreTools ?? []), ...(tools?.core ?? []), ...(tools?.allowed ?? [])];
    const deny = [...(excludeTools ?? []), ...(tools?.exclude ?? [])];
    if (allow.length + deny.length === 0)
        return null;
    const carrier = new Carrier();
    for (const rule of allow)
        named(carrier, 'auto', rule);
    for (const rule of deny)
        named(carrier, 'deny', rule);
    return carrier.finish('gemini-cli settings');
}
function named(carrier, list, rule) {
    const found = /^([\w-]+)(?:\((.*)\))?$/s.exec(rule.trim());
    const name = found?.[1] ?? '';
    if (name.startsWith('mcp__'))
        return carrier.carry(list, rule, [name]);
    const tool = Object.hasOwn(gemini_TOOLS, name) ? gemini_TOOLS[name] : undefined;
    if (tool === undefined)
        return carrier.drop(rule, 'there is no tool like it here');
    const argument = found?.[2];
    if (argument === undefined)
        return carrier.carry(list, rule, [tool]);
    if (tool !== 'bash_run')
        return carrier.drop(rule, 'only shell rules have arguments there');
    prefixed(carrier, list, { rule, text: argument });
}
function prefixed(carrier, list, { rule, text }) {
    const shell = shellRule(text, { prefix: true, star: 'literal', list });
    if (shell.ok)
        carrier.carry(list, rule, [shell.rule]);
    else
        carrier.drop(rule, shell.why);
}
/**
 * gemini-cli's policies (TOML). Read are `[[rule]]` tables whose values are strings, lists of strings on one line,
 * numbers and booleans; a table with anything else in it is not carried. `null` where there is no such table.
 */
function importGeminiToml(text) {
    const [before, ...tables] = text.slice(0, 500_000).split(/^[ \t]*\[\[rule\]\][ \t]*(?:#.*)?$/m);
    if (tables.length === 0)
        return null;
    const carrier = new Carrier();
    if (before !== undefined && before.replace(/^\s*#.*$/gm, '').trim() !== '')
        carrier.drop(before.trim(), 'only [[rule]] tables are read');
    for (const table of tables)
        tomlRule(carrier, table);
    return carrier.finish('gemini-cli policies');
}
function tomlRule(carrier, table) {
    const source = table.trim().replace(/\s*\n\s*/g, '; ');
    const values = readTable(table);
    if (values === null)
        return carrier.drop(source, 'it holds values other than plain strings, lists, numbers and booleans');
    const decision = strings(values.get('decision'))[0] ?? '';
    const list = Object.hasOwn(gemini_DECISIONS, decision) ? gemini_DECISIONS[decision] : undefined;
    if (list === undefined)
        return carrier.drop(source, 'its decision is not known');
    for (const key of [
        'commandRegex',
        'argsPattern',
        'mcpName',
        'modes',
        'subagent',
        'toolAnnotations',
    ]) {
        if (values.has(key))
            return carrier.drop(source, `"${key}" has no counterpart here`);
    }
    const prefixes = strings(values.get('commandPrefix'));
    for (const name of strings(values.get('toolName'))) {
        if (prefixes.length === 0)
            named(carrier, list, name);
        else if (gemini_TOOLS[name] !== 'bash_run')
            carrier.drop(source, 'commandPrefix belongs to run_shell_command');
        else
            for (const text of prefixes)
                prefixed(carrier, list, { rule: `${name} ${text}`, text });
    }
    if (!values.has('toolName'))
        carrier.drop(source, 'it names no tool');
}
function strings(value) {
    if (value === undefined || value === null)
        return [];
    return typeof value === 'string' ? [value] : value;
}
function readTable(table) {
    const values = new Map();
    for (const line of table.split('\n')) {
        if (/^\s*(?:#.*)?$/.test(line))
            continue;
        const found = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line);
        const value = found === null ? undefined : readValue(found[2] ?? '');
        if (found === null || value === undefined)
            return null;
        values.set(found[1] ?? '', value);
    }
    return values;
}
function readValue(text) {
    if (/^(?:-?[\d._]+|true|false)\s*(?:#.*)?$/.test(text))
        return null;
    const one = /^(?:"((?:[^"\\]|\\["\\])*)"|'([^']*)')\s*(?:#.*)?$/.exec(text);
    if (one !== null)
        return one[2] ?? (one[1] ?? '').replace(/\\(["\\])/g, '$1');
    if (!/^\[(?:\s*(?:"[^"\\]*"|'[^']*')\s*,?)*\]\s*(?:#.*)?$/.test(text))
        return undefined;
    return [...text.matchAll(/"([^"\\]*)"|'([^']*)'/g)].map((match) => match[1] ?? match[2] ?? '');
}

;// CONCATENATED MODULE: ./build/policy/import/opencode.js



const decision = classic_schemas["enum"](['allow', 'ask', 'deny']);
const opencode_settings = classic_schemas.object({
    permission: classic_schemas.union([
        decision,
        classic_schemas.record(classic_schemas.string(), classic_schemas.union([decision, classic_schemas.record(classic_schemas.string(), decision)])),
    ]),
});
const opencode_LIST = {
    allow: 'auto',
    ask: 'requireApproval',
    deny: 'deny',
};
const opencode_TOOLS = {
    read: ['fs_read'],
    edit: ['fs_edit', 'fs_multi_edit', 'fs_write'],
    write: ['fs_write'],
    glob: ['fs_glob'],
    grep: ['fs_grep'],
    list: ['fs_list'],
    bash: ['bash_run'],
    task: ['task_run'],
    webfetch: ['web_fetch'],
    websearch: ['web_search'],
    skill: ['skill'],
    todowrite: ['todo_write'],
    todoread: ['todo_read'],
};
/**
 * opencode's `opencode.json` (`permission`). There the last matching pattern wins; here `deny` always does and the more
 * specific rule beats the broader one. So a `deny` over everything with exceptions becomes a question, and is said.
 */
function importOpencode(value) {
    const parsed = opencode_settings.safeParse(value);
    if (!parsed.success)
        return null;
    const { permission } = parsed.data;
    const carrier = new Carrier();
    if (typeof permission === 'string')
        mode(carrier, permission);
    else
        for (const [name, entry] of Object.entries(permission))
            tool(carrier, name, entry);
    return carrier.finish('opencode settings');
}
function mode(carrier, value) {
    if (value === 'allow')
        carrier.drop('"*": allow', 'a mode that lets unnamed calls run is not taken over; "mode: ask" is written');
    else
        carrier.setMode(value);
}
function tool(carrier, name, entry) {
    if (name === '*' && typeof entry === 'string')
        return mode(carrier, entry);
    const tools = Object.hasOwn(opencode_TOOLS, name) ? opencode_TOOLS[name] : undefined;
    if (tools === undefined)
        return carrier.drop(name, 'there is no tool like it here');
    if (typeof entry === 'string')
        return carrier.carry(opencode_LIST[entry], `${name}: ${entry}`, [...tools]);
    const exceptions = Object.entries(entry).some(([pattern, value]) => pattern !== '*' && value !== 'deny');
    for (const [pattern, value] of Object.entries(entry)) {
        const source = `${name} ${JSON.stringify(pattern)}: ${value}`;
        if (pattern !== '*')
            opencode_one(carrier, { source, pattern, list: opencode_LIST[value], tools });
        else if (value === 'deny' && exceptions) {
            carrier.carry('requireApproval', source, [...tools]);
            carrier.drop(source, 'a deny that covers everything would also win over the exceptions; it asks instead');
        }
        else
            carrier.carry(opencode_LIST[value], source, [...tools]);
    }
}
function opencode_one(carrier, { source, pattern, list, tools }) {
    if (tools[0] === 'bash_run') {
        const shell = shellRule(pattern, { prefix: false, star: 'wildcard', list });
        if (shell.ok)
            carrier.carry(list, source, [shell.rule]);
        else
            carrier.drop(source, shell.why);
        return;
    }
    if (/^[~/]|^\.\.\//.test(pattern))
        return carrier.drop(source, 'it is outside of the workspace, where file tools never go');
    // There "*" also crosses folders; a deny with one in the middle would forbid less here than there.
    const glob = pattern.replace(/^\.\//, '').replace(/\/\*$/, '/**');
    if (list === 'deny' && /\*[^*]*\//.test(glob))
        return carrier.drop(source, '"*" crosses folders there and not here');
    carrier.carry(list, source, tools.map((name) => `${name}(${glob.includes('/') ? glob : `**/${glob}`})`));
}

;// CONCATENATED MODULE: ./build/policy/import/index.js




const DIALECTS = ['claude-code', 'opencode', 'codex', 'gemini-cli'];
/**
 * Translates another agent's permission settings into a policy that always loads, and tells what it could not carry
 * over. Where meanings differ the result is stricter than the source, never looser.
 */
function importPolicy(dialect, text) {
    const imported = read(dialect, text);
    if (imported !== null)
        return { ok: true, ...imported };
    return {
        ok: false,
        message: `The text does not hold permissions as ${dialect} writes them.`,
        fix: NEEDED[dialect],
    };
}
const NEEDED = {
    'claude-code': 'Give its settings.json with "permissions".',
    opencode: 'Give its opencode.json with "permission".',
    codex: 'Give a rules file with prefix_rule(…) calls.',
    'gemini-cli': 'Give its settings.json with tools.core, or a policy TOML file with [[rule]] tables.',
};
function read(dialect, text) {
    switch (dialect) {
        case 'claude-code':
            return importClaude(json(text));
        case 'opencode':
            return importOpencode(json(text));
        case 'codex':
            return importCodex(text);
        case 'gemini-cli':
            return importGeminiSettings(json(text)) ?? importGeminiToml(text);
    }
}
function json(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return null;
    }
}

// EXTERNAL MODULE: ./node_modules/zod/v4/core/json-schema-processors.js
var json_schema_processors = __webpack_require__(98439);
;// CONCATENATED MODULE: ./build/policy/quantities.js
const UNIT_MS = {
    s: 1_000,
    m: 60_000,
    h: 3_600_000,
    d: 86_400_000,
};
const MAX_DURATION_MS = 90 * 86_400_000;
/** `90s`, `10m`, `2h`, `7d` in milliseconds; `null` for anything else, and beyond 90 days. */
function parseDuration(text) {
    const found = /^(\d{1,7})(s|m|h|d)$/.exec(text);
    const unit = UNIT_MS[found?.[2] ?? ''];
    if (found === null || unit === undefined)
        return null;
    const ms = Number(found[1]) * unit;
    return ms <= MAX_DURATION_MS ? ms : null;
}
/** `2M`, `500k`, `1.5M` or a plain number of tokens; `null` for anything else. A small `m` is no unit here: it could be milli. */
function parseTokens(value) {
    if (typeof value === 'number')
        return Number.isSafeInteger(value) && value >= 0 ? value : null;
    const found = /^(\d{1,9}(?:\.\d{1,6})?)(k|K|M)?$/.exec(value);
    if (found === null)
        return null;
    const factor = found[2] === 'M' ? 1_000_000 : found[2] === undefined ? 1 : 1_000;
    const tokens = Math.round(Number(found[1]) * factor * 1_000) / 1_000;
    return Number.isSafeInteger(tokens) ? tokens : null;
}

;// CONCATENATED MODULE: ./build/policy/schema.js


/** What a call that no rule matches is, and the shape of the tools that exist (`plan`: only read-only ones). */
const schema_MODES = ['auto', 'ask', 'deny', 'custom', 'plan'];
/** How many rules a list, and patterns a rule, may hold. */
const MAX_RULES = 5_000;
const MAX_EXCEPTIONS = 200;
const MAX_ITEMS = 200;
const schema_text = classic_schemas.string().min(1).max(2_000);
const rule = classic_schemas.union([
    schema_text,
    classic_schemas.strictObject({
        rule: schema_text.describe('The rule itself.'),
        except: classic_schemas.array(schema_text)
            .max(MAX_EXCEPTIONS)
            .optional()
            .describe('What the rule does not cover, written as its specifier.'),
        reason: schema_text.optional().describe('Shown on the card and told to the model.'),
    }),
])
    .describe('A tool, tool(specifier), kind:…, category:…, tag:… or mcp__server__tool.');
const rules = classic_schemas.array(rule).max(MAX_RULES);
const lists = {
    auto: rules.optional().describe('Calls that run without a question.'),
    deny: rules.optional().describe('Calls that are refused.'),
    requireApproval: rules.optional().describe('Calls that a person is asked about.'),
};
const duration = (example) => classic_schemas.string()
    .refine((value) => parseDuration(value) !== null, {
    error: `A time is a number with s, m, h or d, such as ${example}.`,
})
    .describe(`A number with s, m, h or d, such as ${example}.`);
const count = classic_schemas.int().min(0).max(1_000_000);
const schema_names = classic_schemas.array(schema_text).max(MAX_ITEMS);
const approver = classic_schemas.string()
    .regex(/^(?:read|triage|write|maintain|admin|codeowners|@[\w-]+(?:\/[\w.-]+)?)$/, {
    error: 'An approver is a permission (write, maintain, admin…), codeowners, @user or @org/team.',
});
const approvals = classic_schemas.strictObject({
    from: classic_schemas.array(approver)
        .min(1)
        .max(MAX_ITEMS)
        .optional()
        .describe('Who may approve: a permission (write, maintain, admin…), codeowners, @user or @org/team. Default: write.'),
    count: classic_schemas.int().min(1).max(10).optional().describe('How many different people must approve.'),
    self: classic_schemas.boolean().optional().describe('Whether who asked for the run may approve.'),
    wait: duration('10m').optional().describe('How long the runner waits for an answer.'),
    then: classic_schemas["enum"](['suspend', 'deny', 'fail'])
        .optional()
        .describe('What happens when nobody answered in time.'),
    expire: duration('7d').optional().describe('How long a card can be answered.'),
});
const SANDBOX_WORDS = ['required', 'preferred', 'off'];
const sandbox = classic_schemas.union([
    classic_schemas["enum"](SANDBOX_WORDS),
    classic_schemas.strictObject({
        mode: classic_schemas["enum"](['required', 'preferred'])
            .optional()
            .describe('required stops a run that has no sandbox; preferred asks about commands then.'),
        network: schema_names.optional().describe('Hosts that commands may reach; none by default.'),
        write: schema_names
            .optional()
            .describe('Folders that commands may write to; the workspace by default.'),
    }),
])
    .describe('What stands under commands: required, preferred (default) or off.');
const budget = classic_schemas.strictObject({
    turns: count.optional().describe('Turns of the model.'),
    calls: count.optional().describe('Calls of tools.'),
    minutes: classic_schemas.number().min(0).max(10_000).optional().describe('Minutes.'),
    tokens: classic_schemas.union([classic_schemas.int().min(0), classic_schemas.string()])
        .refine((value) => parseTokens(value) !== null, {
        error: 'Tokens are a number, such as 500000, 500k or 2M.',
    })
        .optional()
        .describe('A number, or one with k or M: 500k, 2M.'),
    usd: classic_schemas.number()
        .min(0)
        .max(100_000)
        .optional()
        .describe('US dollars, by the price list of the model.'),
    onLimit: classic_schemas["enum"](['stop', 'ask'])
        .optional()
        .describe('At a limit: stop, or ask a person for a little more.'),
});
const whenUntrusted = classic_schemas.union([
    classic_schemas["enum"](['auto', 'ask', 'deny']),
    classic_schemas.strictObject({
        mode: classic_schemas["enum"](['auto', 'ask', 'deny'])
            .optional()
            .describe('What a call is that is not read-only and that no rule here names. Default: ask.'),
        ...lists,
    }),
])
    .describe('What holds once text by someone without write access was read. Makes verdicts stricter, never looser.');
const server = classic_schemas.union([
    classic_schemas.strictObject({
        command: schema_text.describe('The program that is started.'),
        args: classic_schemas.array(classic_schemas.string()).max(MAX_ITEMS).optional().describe('Its arguments.'),
        env: classic_schemas.record(classic_schemas.string(), classic_schemas.string()).optional().describe('Variables of its environment.'),
        secrets: schema_names.optional().describe('Names of secrets that it gets.'),
        readonly: schema_names.optional().describe('Tools of the server that are read-only, on your word.'),
    }),
    classic_schemas.strictObject({
        url: classic_schemas.url({ protocol: /^https?$/ }).describe('The address of a server that runs elsewhere.'),
        headers: classic_schemas.record(classic_schemas.string(), classic_schemas.string()).optional().describe('Headers of each request.'),
        secrets: schema_names.optional().describe('Names of secrets that it gets.'),
        readonly: schema_names.optional().describe('Tools of the server that are read-only, on your word.'),
    }),
]);
const example = classic_schemas.strictObject({
    call: schema_text
        .optional()
        .describe('The call as a rule would name it: fs_write(src/a.ts), or github_comment.'),
    tool: schema_text
        .optional()
        .describe('The tool, instead of call; bash_run where only a command is given.'),
    command: classic_schemas.string().max(100_000).optional().describe('The command of bash_run.'),
    path: schema_text.optional().describe('The path that the tool touches.'),
    host: schema_text.optional().describe('The host that the tool reaches.'),
    kind: classic_schemas["enum"](['readonly', 'write', 'execute', 'network'])
        .optional()
        .describe('The kind of a tool that is not built in.'),
    untrusted: classic_schemas.boolean().optional().describe('As if text by strangers had been read.'),
    sandboxed: classic_schemas.boolean().optional().describe('false: as if no sandbox could be had.'),
    expect: classic_schemas["enum"](['auto', 'deny', 'requireApproval'])
        .describe('The verdict that the call must get.'),
});
/** The whole policy of the repository, as it is written. Every object is strict: an unknown key is an error. */
const policySchema = classic_schemas.strictObject({
    version: classic_schemas.literal(1).describe('The version of the format: 1.'),
    mode: classic_schemas["enum"](schema_MODES).optional().describe('What a call that no rule matches is. Default: ask.'),
    plan: classic_schemas["enum"](['required', 'off'])
        .optional()
        .describe('Whether a plan must be approved before anything but reading.'),
    ...lists,
    whenUntrusted: whenUntrusted.optional(),
    approvals: approvals
        .optional()
        .describe('Who may approve, how many, and how long a question stands.'),
    sandbox: sandbox.optional(),
    budget: budget
        .optional()
        .describe('Walls of a run; where one is not set, the default of the run holds.'),
    limits: classic_schemas.record(schema_text, count).optional().describe('How often a tool may run in one run.'),
    tools: classic_schemas.strictObject({
        enabled: schema_names.optional().describe('The only tools that exist; names may hold *.'),
        disabled: schema_names.optional().describe('Tools that do not exist; names may hold *.'),
        modules: schema_names
            .optional()
            .describe('Modules with tools of the repository, as globs, from the trusted branch.'),
    })
        .optional()
        .describe('Which tools exist.'),
    hooks: schema_names
        .optional()
        .describe('Hooks: modules from the trusted branch, or ready ones such as countersign:block-paths(…).'),
    mcp: classic_schemas.strictObject({
        servers: classic_schemas.record(classic_schemas.string().regex(/^[\w-]{1,64}$/), server)
            .optional()
            .describe('Servers by name; their tools are called mcp__NAME__TOOL.'),
    })
        .optional()
        .describe('Servers of the Model Context Protocol.'),
    redact: classic_schemas.strictObject({
        patterns: classic_schemas.array(classic_schemas.string().min(1).max(1_000))
            .max(MAX_ITEMS)
            .optional()
            .describe('Regular expressions (flag u) of what is secret here.'),
    })
        .optional()
        .describe('What is removed from everything that is shown or kept, beside known secrets.'),
    tests: classic_schemas.array(example)
        .max(2_000)
        .optional()
        .describe('Calls with the verdict they must get; checked on every load.'),
});

;// CONCATENATED MODULE: ./build/policy/json-schema.js



/** The JSON Schema (draft 2020-12) of a policy file for editors, generated from the schema that loads it. */
function policyJsonSchema() {
    const schema = json_schema_processors/* toJSONSchema */.bl(policySchema, {
        io: 'input',
        target: 'draft-2020-12',
        unrepresentable: 'throw',
    });
    const plain = JSON.parse(JSON.stringify(schema));
    if (!(0,base/* isJsonObject */.OW)(plain))
        return {};
    return {
        ...plain,
        title: 'Countersign policy',
        description: 'What an agent may do by itself, what it asks about, and what it never does.',
    };
}

;// CONCATENATED MODULE: ./build/policy/covers.js

/** Stands for "any characters" in a pattern that is itself matched against another one. */
const ANY = '\u0001';
/**
 * Whether every call that `narrow` is about is also one that `broad` is about, as far as that can be told from the
 * texts. `false` is also the answer where it cannot.
 */
function covers(broad, narrow) {
    if (broad.except.length > 0 || !selectorCovers(broad.parsed.selector, narrow.parsed.selector))
        return false;
    const [outer, inner] = [broad.parsed.specifier, narrow.parsed.specifier];
    if (outer === null)
        return true;
    return inner !== null && specifierCovers(broad, narrow, { outer, inner });
}
function selectorCovers(broad, narrow) {
    if (broad.by !== 'tool')
        return broad.by === narrow.by && JSON.stringify(broad) === JSON.stringify(narrow);
    if (broad.name === '*' || (narrow.by === 'tool' && broad.name === narrow.name))
        return true;
    return narrow.by === 'tool' && matchesName(narrow.name.replaceAll('*', ANY), broad.name);
}
function specifierCovers(broad, narrow, { outer, inner }) {
    if (outer === inner)
        return true;
    if (outer.startsWith('@') || inner.startsWith('@'))
        return false;
    if (outer === '*' || outer === '**')
        return true;
    if (outer.endsWith('/**')) {
        const plain = !/[*?[{!]/.test(outer.slice(0, -3));
        if (plain)
            return inner.startsWith(outer.slice(0, -2));
    }
    if (outer.includes('/**') || broad.pattern === null || narrow.pattern === null)
        return false;
    return wordsCover(broad.pattern, narrow.pattern);
}
function wordsCover(broad, narrow) {
    if (narrow.rest && !broad.rest)
        return false;
    if (narrow.words.length < broad.words.length)
        return false;
    if (narrow.words.length > broad.words.length && !broad.rest)
        return false;
    return broad.words.every((word, index) => matchesParts((narrow.words[index]?.parts ?? []).join(ANY), word.parts));
}

;// CONCATENATED MODULE: ./build/policy/lint-rules.js



const WORKFLOW = {
    of: 'path',
    view: { path: '.github/workflows/ci.yml', outside: false },
    access: 'write',
    caseInsensitive: false,
};
/** Programs that run whatever their arguments say: allowed by bare name, they allow everything. */
const LAUNCHERS = new Set(('bash sh zsh dash ksh fish node deno bun python python2 python3 perl ruby php lua pwsh powershell npx bunx uvx pipx ' +
    'env xargs eval exec sudo doas su ssh timeout nice nohup watch parallel find awk gawk sed vim vi ed make docker podman').split(' '));
const DOWNLOADERS = new Set(['curl', 'wget', 'nc', 'ncat', 'scp', 'rsync', 'ftp']);
/** A rule that lets more run than people usually mean by it, or `null`. */
function broadAuto(rule) {
    const { selector, specifier } = rule.parsed;
    if (selector.by === 'kind' && (selector.kind === 'execute' || selector.kind === 'network')) {
        return broad(rule, `every tool of kind ${selector.kind}`, 'Name the tools, with what they may do.');
    }
    if (selector.by !== 'tool')
        return null;
    if (selector.name === '*' && specifier === null)
        return broad(rule, 'every call of every tool', 'Name the tools.');
    if (matchesName(COMMAND_TOOL, selector.name))
        return broadCommand(rule, specifier);
    const open = specifier === null || specifier === '*' || specifier === '**';
    if (matchesName('web_fetch', selector.name) && open) {
        return broad(rule, 'every host, so that anything read can be sent anywhere', 'Name hosts, as in "web_fetch(docs.example.com)".');
    }
    const covers = rule.matches(WORKFLOW, { tool: 'fs_write', kind: 'write' }) === 'yes';
    if (matchesName('fs_write', selector.name) && open && covers) {
        return broad(rule, 'writes to .github/workflows too', 'Name folders, or except ".github/**".');
    }
    return null;
}
function broadCommand(rule, specifier) {
    const { pattern } = rule;
    if (specifier === null || pattern?.words.length === 0) {
        return broad(rule, 'every command', 'Name commands, as in "bash_run(npm test *)", or a class, as in "bash_run(@readonly)".');
    }
    const words = pattern?.words ?? [];
    const program = words[0]?.parts.join('*') ?? '';
    if (pattern === null || !pattern.rest || words.length > 1)
        return null;
    if (LAUNCHERS.has(program))
        return broad(rule, `anything that "${program}" can be told to run`, 'Spell out its arguments.');
    if (DOWNLOADERS.has(program))
        return broad(rule, `sending and fetching anything with "${program}"`, 'Spell out its arguments, or use web_fetch with hosts.');
    return null;
}
function broad(rule, what, fix) {
    return { message: `The auto rule "${rule.text}" covers ${what}.`, fix };
}
/** A rule that reads like another agent's settings and means something else (mostly: nothing) here, or `null`. */
function dialectProblem(rule) {
    const { selector, specifier } = rule.parsed;
    if (specifier === null || selector.by !== 'tool')
        return null;
    if (/^[=\-#\s]{3,}/.test(specifier))
        return never(rule, 'it looks like a heading', 'Write headings as comments.');
    if (matchesName(COMMAND_TOOL, selector.name))
        return commandDialect(rule, specifier);
    if (specifier.startsWith('domain:'))
        return never(rule, 'hosts are written alone', `Write "${selector.name}(${specifier.slice(7)})".`);
    if (/^https?:\/\//.test(specifier))
        return never(rule, 'network tools match hosts, not addresses', 'Write the host alone.');
    const outside = /^(?:\/|~|\.\.\/)/.test(specifier) && selector.name.startsWith('fs_') && rule.list !== 'deny';
    if (!outside)
        return null;
    const fix = specifier.startsWith('/')
        ? `Paths start at the workspace root: "${selector.name}(${specifier.replace(/^\/+/, '')})".`
        : 'Name a path in the workspace.';
    return never(rule, 'file tools never leave the workspace', fix);
}
function commandDialect(rule, specifier) {
    if (specifier.endsWith(':*')) {
        return never(rule, '":*" is not a wildcard here', `Write "${COMMAND_TOOL}(${specifier.slice(0, -2)} *)".`);
    }
    const pattern = parseWordPattern(specifier);
    if (pattern === null)
        return never(rule, 'a quote in it is not closed', 'Close the quote, or put "\\" before it.');
    const bare = specifier.replace(/'[^']*'|"[^"]*"|\\./g, '');
    if (/[|;&<>`\n]|\$\(/.test(bare)) {
        return never(rule, 'each command of a line is judged by itself', 'Write one rule for each command, without | ; & < >.');
    }
    return null;
}
function never(rule, why, fix) {
    return { message: `The rule "${rule.text}" can never match: ${why}.`, fix };
}

;// CONCATENATED MODULE: ./build/policy/lint.js




/** Comparing every rule with every other is quadratic; beyond this many rules only the first are compared. */
const MAX_COMPARED_RULES = 200;
const MAX_WARNINGS = 200;
/** What other agents call the tools, and what they are called here. */
const OTHER_TOOLS = {
    bash: 'bash_run',
    shell: 'bash_run',
    run_shell_command: 'bash_run',
    read: 'fs_read',
    write: 'fs_write',
    edit: 'fs_edit',
    multiedit: 'fs_multi_edit',
    glob: 'fs_glob',
    grep: 'fs_grep',
    ls: 'fs_list',
    webfetch: 'web_fetch',
    websearch: 'web_search',
};
/**
 * What is doubtful in a policy that is valid: rules that can never decide, rules written in another tool's dialect,
 * `auto` that is broader than it looks, and names that no tool has (`knownTools`; not checked without them).
 */
function lintPolicy(policy, options = {}) {
    const all = [...policy.rules, ...policy.whenUntrusted.rules];
    // What the repository's own modules call their tools is known only once they are loaded.
    const knownTools = policy.tools.modules.length > 0 ? null : (options.knownTools ?? null);
    const found = [
        ...all.flatMap((rule) => inFile(policy, rule, ruleFindings(rule, knownTools))),
        ...shadowed(policy),
        ...modeFindings(policy),
    ];
    return found.slice(0, MAX_WARNINGS);
}
function ruleFindings(rule, knownTools) {
    const dialect = dialectProblem(rule);
    const name = knownTools === null ? null : unknownTool(rule, knownTools);
    const broad = rule.list === 'auto' ? broadAuto(rule) : null;
    return [dialect, name, broad].flatMap((finding) => (finding === null ? [] : [finding]));
}
function inFile(policy, rule, findings) {
    return findings.map((finding) => ({
        file: policy.file,
        line: rule.line ?? 1,
        column: rule.column ?? 1,
        ...finding,
    }));
}
function unknownTool(rule, knownTools) {
    const { selector } = rule.parsed;
    // MCP tools are known only once their server answered.
    if (selector.by !== 'tool' || selector.name.startsWith('mcp__'))
        return null;
    if (knownTools.some((tool) => matchesName(tool, selector.name)))
        return null;
    const candidate = OTHER_TOOLS[selector.name.toLowerCase()] ?? nearest(selector.name, knownTools);
    const fix = candidate === null
        ? `There are ${knownTools.slice(0, 40).join(', ')}.`
        : `Did you mean "${candidate}"?`;
    return {
        message: `No tool is called "${selector.name}": the rule "${rule.text}" can never match.`,
        fix,
    };
}
function shadowed(policy) {
    const rules = policy.rules.slice(0, MAX_COMPARED_RULES);
    return rules.flatMap((rule) => {
        const finding = shadowOf(rule, rules);
        return finding === null ? [] : inFile(policy, rule, [finding]);
    });
}
function shadowOf(rule, rules) {
    for (const other of rules) {
        if (other === rule || !covers(other, rule))
            continue;
        const name = `"${other.text}" (${other.list}, line ${other.line})`;
        if (other.list === 'deny' && rule.list !== 'deny') {
            return {
                message: `The rule "${rule.text}" can never decide: ${name} always wins.`,
                fix: 'Remove it, or give the deny rule an exception.',
            };
        }
        const asks = other.list === 'requireApproval' && rule.list === 'auto';
        if (asks && other.specific === rule.specific) {
            return {
                message: `The rule "${rule.text}" can never decide: ${name} beats it on the same level.`,
                fix: 'Narrow the rule that asks, or remove this one.',
            };
        }
        const earlier = other.text !== rule.text || (other.line ?? 0) < (rule.line ?? 0);
        const same = other.list === rule.list &&
            rule.reason === null &&
            (other.specific || !rule.specific || rule.list === 'deny');
        if (same && earlier && !(covers(rule, other) && (other.line ?? 0) > (rule.line ?? 0))) {
            return {
                message: `The rule "${rule.text}" adds nothing: ${name} covers it.`,
                fix: 'Remove one of them.',
            };
        }
    }
    return null;
}
function modeFindings(policy) {
    if (policy.mode !== 'auto')
        return [];
    const message = '"mode: auto" lets every call run that no rule names, commands and network included.';
    return [
        {
            file: policy.file,
            line: policy.modeLine ?? 1,
            column: 1,
            message,
            fix: 'Write "mode: ask" and list what may run.',
        },
    ];
}

;// CONCATENATED MODULE: ./build/policy/schema-problems.js




/** What people write who come from other agents' settings, and what it is called here. */
const OTHER_WORDS = {
    allow: 'auto',
    ask: 'requireApproval',
    approve: 'requireApproval',
    require_approval: 'requireApproval',
    block: 'deny',
    forbid: 'deny',
    default: 'mode',
    defaultMode: 'mode',
    permissions: 'auto, deny and requireApproval',
    on_limit: 'onLimit',
    when_untrusted: 'whenUntrusted',
};
/** Every issue of the schema in words, with what to write instead. */
function schemaProblems(issues, value) {
    return keysFirst(issues).flatMap((issue) => fromIssue(issue, { value, base: [] }));
}
/** An unknown key is usually what makes another one missing, so it is told first. */
function keysFirst(issues) {
    const keys = issues.filter((issue) => issue.code === 'unrecognized_keys');
    return [...keys, ...issues.filter((issue) => issue.code !== 'unrecognized_keys')];
}
function fromIssue(issue, context) {
    const path = [...context.base, ...issue.path];
    const actual = valueAt(context.value, path);
    switch (issue.code) {
        case 'unrecognized_keys':
            return issue.keys.map((key) => unknownKey([...path, key], key));
        case 'invalid_union':
            return fromUnion(issue, { ...context, base: path });
        case 'invalid_value': {
            const allowed = issue.values.map(String);
            if (typeof actual === 'string' && allowed.includes(actual)) {
                return [
                    {
                        path,
                        onKey: false,
                        message: `"${schema_problems_name(path)}" cannot be text.`,
                        fix: `Write ${actual} without quotes.`,
                    },
                ];
            }
            const fix = `${didYouMean(typeof actual === 'string' ? actual : '', allowed)}Write ${allowed.join(', ').replace(/, ([^,]*)$/, ' or $1')}.`;
            return [{ path, onKey: false, message: `"${schema_problems_name(path)}" cannot be ${shown(actual)}.`, fix }];
        }
        case 'invalid_type':
            return [wrongType(issue.expected, path, actual)];
        case 'invalid_key':
            return [
                {
                    path,
                    onKey: true,
                    message: `The key "${schema_problems_name(path)}" has characters that it may not have.`,
                    fix: 'Use letters, digits, "_" and "-".',
                },
            ];
        default:
            return [
                {
                    path,
                    onKey: false,
                    message: `"${schema_problems_name(path)}" cannot be ${shown(actual)}.`,
                    fix: issue.message.replace(/\.?$/, '.'),
                },
            ];
    }
}
/** Of several forms that a value may have, the one that its author seems to have meant. */
function fromUnion(issue, context) {
    const branches = issue.errors.filter((branch) => branch.length > 0);
    const fits = branches.filter((branch) => !branch.some((each) => each.path.length === 0 && each.code === 'invalid_type'));
    const words = fits.flat().find((each) => each.code === 'invalid_value');
    const actual = valueAt(context.value, context.base);
    if (typeof actual === 'string' && words !== undefined)
        return fromIssue(words, context);
    const best = fits
        .filter((branch) => branch.every((each) => each.path.length > 0 || each.code !== 'invalid_value'))
        .toSorted((left, right) => left.length - right.length)[0];
    if (best !== undefined) {
        const found = keysFirst(best).flatMap((each) => fromIssue(each, context));
        // A rule with a space after its colon misses everything that a map should have: the space is what to tell.
        return found[0]?.message.includes('because of the space') === true ? found.slice(0, 1) : found;
    }
    if (fits[0] !== undefined)
        return fits[0].flatMap((each) => fromIssue(each, context));
    const expected = branches
        .flat()
        .flatMap((each) => (each.code === 'invalid_type' ? [typeWord(each.expected)] : []));
    return [
        {
            path: context.base,
            onKey: false,
            message: `"${schema_problems_name(context.base)}" cannot be ${shown(actual)}.`,
            fix: `Write ${[...new Set(expected)].join(' or ') || 'one of the documented forms'}.`,
        },
    ];
}
function unknownKey(path, key) {
    const known = keysAt(path.slice(0, -1));
    if (known.includes('except') && ['kind', 'category', 'tag'].includes(key)) {
        const fix = `Write "${key}:NAME" without a space after the colon.`;
        return {
            path,
            onKey: true,
            message: `A rule is read as a map because of the space after "${key}:".`,
            fix,
        };
    }
    const other = OTHER_WORDS[key];
    const hint = other === undefined ? didYouMean(key, known) : `It is called ${other} here. `;
    const where = path.length === 1 ? 'a policy' : `"${schema_problems_name(path.slice(0, -1))}"`;
    return {
        path,
        onKey: true,
        message: `Unknown key "${key}" in ${where}.`,
        fix: `${hint}Known keys: ${known.join(', ')}.`,
    };
}
function wrongType(expected, path, actual) {
    if (actual === undefined) {
        const fix = path.at(-1) === 'version'
            ? 'Write "version: 1" as its first line.'
            : `Write ${typeWord(expected)} for it.`;
        return { path, onKey: true, message: `"${schema_problems_name(path)}" is missing.`, fix };
    }
    const fix = expected === 'array' && actual === null
        ? 'Write a list below it, or remove the key.'
        : `Write ${typeWord(expected)}.`;
    return { path, onKey: false, message: `"${schema_problems_name(path)}" cannot be ${shown(actual)}.`, fix };
}
function typeWord(expected) {
    switch (expected) {
        case 'array':
            return 'a list (one "- " a line)';
        case 'object':
        case 'record':
            return 'keys with values below it';
        case 'int':
            return 'a whole number';
        case 'string':
            return 'text';
        case 'boolean':
            return 'true or false';
        default:
            return `a ${expected}`;
    }
}
function schema_problems_name(path) {
    return (path
        .map((part) => (typeof part === 'number' ? `[${part}]` : String(part)))
        .join('.')
        .replaceAll('.[', '[') || 'the policy');
}
function shown(value) {
    if (value === undefined || value === null)
        return 'empty';
    if (Array.isArray(value))
        return 'a list';
    if ((0,base/* isJsonObject */.OW)(value))
        return 'a map';
    return JSON.stringify(value).slice(0, 80);
}
function valueAt(value, path) {
    let current = value;
    for (const part of path) {
        if (Array.isArray(current) && typeof part === 'number')
            current = current[part];
        else if ((0,base/* isJsonObject */.OW)(current) && Object.hasOwn(current, part))
            current = Reflect.get(current, part);
        else
            return undefined;
    }
    return isJson(current) ? current : undefined;
}
function isJson(value) {
    return value === null || ['string', 'number', 'boolean', 'object'].includes(typeof value);
}
/** The keys that the schema knows at a path, through lists, records and alternatives. */
function keysAt(path) {
    let schemas = schema_problems_forms(policySchema);
    for (const part of path) {
        schemas = schemas.flatMap((schema) => {
            if (schema instanceof classic_schemas.ZodObject)
                return schema_problems_forms(Reflect.get(schema.shape, part));
            if (schema instanceof classic_schemas.ZodArray)
                return schema_problems_forms(schema.element);
            return schema instanceof classic_schemas.ZodRecord ? schema_problems_forms(schema.valueType) : [];
        });
    }
    return [
        ...new Set(schemas.flatMap((schema) => (schema instanceof classic_schemas.ZodObject ? Object.keys(schema.shape) : []))),
    ];
}
function schema_problems_forms(schema) {
    if (schema instanceof classic_schemas.ZodOptional)
        return schema_problems_forms(schema.unwrap());
    if (schema instanceof classic_schemas.ZodUnion)
        return schema.options.flatMap(schema_problems_forms);
    return [schema];
}

;// CONCATENATED MODULE: ./build/policy/settings.js

const DEFAULT_WAIT_MS = 10 * 60_000;
const DEFAULT_EXPIRE_MS = 7 * 86_400_000;
/** Who may approve and how long it takes; where the policy is silent, the defaults of docs/policy.md. */
function approvalSettings(document) {
    const { approvals } = document;
    return {
        from: approvals?.from ?? ['write'],
        count: approvals?.count ?? 1,
        self: approvals?.self ?? false,
        waitMs: durationOr(approvals?.wait, DEFAULT_WAIT_MS),
        then: approvals?.then ?? 'suspend',
        expireMs: durationOr(approvals?.expire, DEFAULT_EXPIRE_MS),
    };
}
/** `preferred` where the policy is silent: without a sandbox `auto` for commands asks; no network, the workspace writable. */
function sandboxSettings(document) {
    const { sandbox } = document;
    if (typeof sandbox === 'string')
        return { mode: sandbox, network: [], write: ['.'] };
    return {
        mode: sandbox?.mode ?? 'preferred',
        network: sandbox?.network ?? [],
        write: sandbox?.write ?? ['.'],
    };
}
function budgetSettings(document) {
    const { budget } = document;
    return {
        turns: budget?.turns ?? null,
        calls: budget?.calls ?? null,
        minutes: budget?.minutes ?? null,
        tokens: budget?.tokens === undefined ? null : parseTokens(budget.tokens),
        usd: budget?.usd ?? null,
        onLimit: budget?.onLimit ?? 'stop',
    };
}
function toolSettings(document) {
    return {
        enabled: document.tools?.enabled ?? null,
        disabled: document.tools?.disabled ?? [],
        modules: document.tools?.modules ?? [],
    };
}
function durationOr(text, otherwiseMs) {
    return text === undefined ? otherwiseMs : (parseDuration(text) ?? otherwiseMs);
}

;// CONCATENATED MODULE: ./build/policy/parse-policy.js








const MAX_PROBLEMS = 50;
/**
 * Reads a policy without checking its `tests` and lints: bytes → YAML → schema → compiled rules. Never throws.
 * A file without content is an error: what is empty by accident must not be taken for the built-in policy.
 */
function parsePolicy(source, options) {
    const { file } = options;
    const text = decode(source);
    if (typeof text !== 'string')
        return fail(file, [text]);
    const yaml = parseYaml(text);
    if (!yaml.ok)
        return fail(file, yaml.problems);
    if (yaml.located === null) {
        const fix = 'Write "version: 1" and rules, or delete the file to get the strict built-in policy.';
        return fail(file, [{ line: 1, column: 1, message: 'The policy is empty.', fix }]);
    }
    const { located } = yaml;
    const result = policySchema.safeParse(located.value);
    if (!result.success) {
        const problems = schemaProblems(result.error.issues, located.value).map(({ path, onKey, message, fix }) => ({
            ...(onKey ? located.keyAt(path) : located.at(path)),
            message,
            fix,
        }));
        return fail(file, problems);
    }
    return build(result.data, { file, located, sha256: (0,base/* sha256 */.sc)(source) });
}
/** The strict policy of a repository that has none: read-only tools run, everything else asks. Lines are `null`. */
function builtinPolicy() {
    const parsed = parsePolicy(BUILTIN_POLICY_TEXT, { file: BUILTIN_POLICY_FILE });
    if (!parsed.ok)
        throw new base/* CountersignError */.WS('internal', 'The built-in policy does not load.');
    const rules = parsed.policy.rules.map((rule) => ({ ...rule, line: null, column: null }));
    return { ...parsed.policy, rules, modeLine: null };
}
function build(document, options) {
    const { file, located } = options;
    const rules = compileLists(document, { located, base: [] });
    const untrusted = compileUntrusted(document, located);
    const problems = [
        ...rules.problems,
        ...untrusted.problems,
        ...patternProblems(document, located),
    ];
    if (problems.length > 0)
        return fail(file, problems);
    const { mode = 'ask' } = document;
    const policy = {
        file,
        sha256: options.sha256,
        mode: mode === 'plan' ? 'ask' : mode,
        modeLine: document.mode === undefined ? null : located.keyAt(['mode']).line,
        planOnly: mode === 'plan',
        planRequired: document.plan === 'required',
        rules: rules.rules,
        whenUntrusted: untrusted.settings,
        approvals: approvalSettings(document),
        sandbox: sandboxSettings(document),
        budget: budgetSettings(document),
        limits: document.limits ?? {},
        tools: toolSettings(document),
        hooks: document.hooks ?? [],
        mcpServers: document.mcp?.servers ?? {},
        redactPatterns: document.redact?.patterns ?? [],
        tests: (document.tests ?? []).map((example, index) => ({
            example,
            ...located.at(['tests', index]),
        })),
    };
    return { ok: true, policy };
}
function compileLists(lists, options) {
    const rules = [];
    const problems = [];
    const seen = new Map();
    for (const list of VERDICTS) {
        for (const [index, entry] of (lists[list] ?? []).entries()) {
            const at = options.located.at([...options.base, list, index]);
            const compiled = compileRule({ list, ...ruleSource(entry), ...at });
            if (!compiled.ok) {
                problems.push({ ...at, message: compiled.message, fix: compiled.fix });
                continue;
            }
            const key = compiled.rule.text.replace(/\s+/g, ' ');
            const other = seen.get(key);
            if (other !== undefined && other.list !== list)
                problems.push(twice(compiled.rule, other, at));
            seen.set(key, other ?? compiled.rule);
            rules.push(compiled.rule);
        }
    }
    return { rules, problems };
}
function ruleSource(entry) {
    if (typeof entry === 'string')
        return { text: entry, except: [], reason: null };
    return { text: entry.rule, except: entry.except ?? [], reason: entry.reason ?? null };
}
function twice(rule, other, at) {
    return {
        ...at,
        message: `The rule "${rule.text}" is in two lists: ${other.list} (line ${other.line}) and ${rule.list} (line ${rule.line}).`,
        fix: 'Keep it in one of them.',
    };
}
function compileUntrusted(document, located) {
    const { whenUntrusted } = document;
    if (whenUntrusted === undefined)
        return { settings: { mode: 'ask', rules: [], line: null }, problems: [] };
    const { line } = located.keyAt(['whenUntrusted']);
    if (typeof whenUntrusted === 'string')
        return { settings: { mode: whenUntrusted, rules: [], line }, problems: [] };
    const { rules, problems } = compileLists(whenUntrusted, { located, base: ['whenUntrusted'] });
    return { settings: { mode: whenUntrusted.mode ?? 'ask', rules, line }, problems };
}
function patternProblems(document, located) {
    return (document.redact?.patterns ?? []).flatMap((pattern, index) => {
        try {
            void new RegExp(pattern, 'u');
            return [];
        }
        catch {
            const at = located.at(['redact', 'patterns', index]);
            return [
                {
                    ...at,
                    message: `"${pattern}" is not a regular expression.`,
                    fix: 'Escape its special characters.',
                },
            ];
        }
    });
}
function decode(source) {
    const bytes = typeof source === 'string' ? Buffer.byteLength(source) : source.byteLength;
    const at = { line: 1, column: 1 };
    if (bytes > MAX_POLICY_BYTES) {
        return {
            ...at,
            message: `The policy has ${bytes} bytes; at most ${MAX_POLICY_BYTES} are read.`,
            fix: 'Use globs instead of long lists.',
        };
    }
    if (typeof source === 'string')
        return source;
    try {
        return new TextDecoder('utf-8', { fatal: true }).decode(source);
    }
    catch {
        return { ...at, message: 'The policy is not UTF-8 text.', fix: 'Save it as UTF-8.' };
    }
}
function fail(file, problems) {
    return {
        ok: false,
        problems: problems.slice(0, MAX_PROBLEMS).map((problem) => ({ file, ...problem })),
    };
}

;// CONCATENATED MODULE: ./build/policy/policy-tests.js



/** Judges every example of the policy's `tests`, with a sandbox and trusted text unless the example says otherwise. */
function runPolicyTests(policy, world = exampleWorld) {
    return policy.tests.map(({ example, line, column }) => {
        const facts = exampleFacts(example);
        const situation = {
            world,
            untrusted: example.untrusted ?? false,
            sandboxed: example.sandboxed ?? true,
        };
        const verdict = judge(policy, facts, situation);
        const { verdict: actual, because } = verdict;
        return { call: exampleName(example), expected: example.expect, actual, because, line, column };
    });
}
/** The examples that got another verdict than they expect, as problems of the file. */
function failedTests(policy, world) {
    return runPolicyTests(policy, world)
        .filter(({ expected, actual }) => expected !== actual)
        .map(({ call, expected, actual, because, line, column }) => ({
        file: policy.file,
        line,
        column,
        message: `The test "${call}" expects ${expected} but gets ${actual}. ${because}`,
        fix: 'Change the rules, or the expectation if it is the rules that are right.',
    }));
}
/** `call: tool(argument)`, or the parts by name; a command alone is `bash_run`'s. */
function exampleFacts(example) {
    const named = /^([\w.-]+)(?:\((.*)\))?$/s.exec(example.call ?? '');
    const tool = named?.[1] ?? example.tool ?? COMMAND_TOOL;
    const argument = named?.[2] ?? example.command ?? example.path ?? example.host ?? null;
    const facts = usualFacts(tool, argument);
    const { kind = facts.kind } = example;
    if (example.command !== undefined)
        return { tool, kind, command: example.command };
    if (example.host !== undefined)
        return { tool, kind, hosts: [example.host] };
    if (example.path === undefined)
        return { ...facts, kind };
    return {
        tool,
        kind,
        paths: [{ path: example.path, access: kind === 'readonly' ? 'read' : 'write' }],
    };
}
function exampleName(example) {
    const argument = example.command ?? example.path ?? example.host;
    return (example.call ??
        `${example.tool ?? COMMAND_TOOL}${argument === undefined ? '' : `(${argument})`}`);
}

;// CONCATENATED MODULE: ./build/policy/load.js



/**
 * Loads a policy file: YAML, schema, rules compiled once, its own `tests` (one that fails is an error), and lints as
 * warnings. Give it the bytes as they were read: `policy.sha256` is over them. A missing file is not its business
 * (`builtinPolicy` is for that); an empty one is an error. Never throws.
 */
function loadPolicy(text, options) {
    const parsed = parsePolicy(text, { file: options.file });
    if (!parsed.ok)
        return parsed;
    const problems = failedTests(parsed.policy, options.world);
    if (problems.length > 0)
        return { ok: false, problems };
    const { policy } = parsed;
    const lintOptions = options.knownTools === undefined ? {} : { knownTools: options.knownTools };
    let warnings = null;
    return {
        ok: true,
        policy,
        // Comparing the rules with each other takes longer than loading them, and a run does not need it to start.
        get warnings() {
            warnings ??= lintPolicy(policy, lintOptions);
            return warnings;
        },
    };
}
/** Everything that `policy check` shows: errors and warnings in the order of the file. */
function checkPolicy(text, options) {
    const result = loadPolicy(text, options);
    if (!result.ok)
        return { ok: false, errors: result.problems.toSorted(byPlace), warnings: [] };
    return { ok: true, errors: [], warnings: result.warnings.toSorted(byPlace) };
}
/**
 * Every example of the policy's `tests` with the verdict that it gets, failed ones included. Not `ok` only where the
 * policy could not be read at all.
 */
function testPolicy(text, options) {
    const parsed = parsePolicy(text, { file: options.file });
    return parsed.ok ? { ok: true, results: runPolicyTests(parsed.policy, options.world) } : parsed;
}
function byPlace(left, right) {
    return left.line - right.line || left.column - right.column;
}

;// CONCATENATED MODULE: ./build/policy/presets.js
const PRESETS = ['readonly', 'triage', 'review', 'fix', 'release'];
const READONLY = `# Look, and say what was found. Nothing is changed, nothing leaves.
version: 1
mode: deny
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
sandbox: preferred
budget: { turns: 40, calls: 200, minutes: 15, tokens: 1M }
tests:
  - { call: fs_read(src/index.ts), expect: auto }
  - { call: fs_read(.env), expect: requireApproval }
  - { call: fs_read(.git/config), expect: deny }
  - { call: fs_write(src/index.ts), expect: deny }
  - { command: 'git log --oneline | head -20', expect: auto }
  - { command: 'grep -rn TODO src', expect: auto }
  - { command: 'cat .env', expect: requireApproval }
  - { command: 'ls; rm -rf src', expect: deny }
  - { call: bash_run(npm publish), expect: deny }
  - { call: web_fetch(example.com), expect: deny }
  - { call: github_comment, expect: deny }
`;
const TRIAGE = `# Read an issue, label it, answer it. Strangers write issues, so nothing else is possible.
version: 1
mode: deny
auto:
  - kind:readonly
  - github_comment
  - github_label
whenUntrusted:
  mode: deny
  auto:
    - github_comment
    - github_label
limits: { github_comment: 2, github_label: 10 }
budget: { turns: 20, calls: 100, minutes: 10, tokens: 500k }
tests:
  - { call: github_label, expect: auto }
  - { call: github_comment, untrusted: true, expect: auto }
  - { call: fs_read(README.md), untrusted: true, expect: auto }
  - { call: fs_write(README.md), expect: deny }
  - { call: bash_run(ls), untrusted: true, expect: deny }
  - { call: github_create_pull_request, expect: deny }
`;
const REVIEW = `# Read a pull request and review it. Running its code asks.
version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - github_review
deny:
  - kind:write
  - bash_run(@forbidden)
  - bash_run(@privilege)
  - bash_run(@publish)
  - github_push_branch
whenUntrusted:
  mode: ask
  auto:
    - github_review
limits: { github_review: 1, github_comment: 2 }
budget: { turns: 40, calls: 200, minutes: 20, tokens: 1500k }
tests:
  - { call: github_review, untrusted: true, expect: auto }
  - { call: fs_read(src/index.ts), expect: auto }
  - { call: fs_edit(src/index.ts), expect: deny }
  - { call: bash_run(npm test), expect: requireApproval }
  - { command: 'git diff HEAD~1 -- src', expect: auto }
  - { command: 'sudo ls', expect: deny }
  - { call: github_push_branch, expect: deny }
  - { call: web_fetch(example.com), expect: requireApproval }
`;
const FIX = `# Change the code and run its tests; what leaves the runner asks.
version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - rule: fs_write(**)
    except: ['.github/**', '**/package.json', '**/*.lock', '**/package-lock.json', '**/pnpm-lock.yaml']
  - rule: fs_edit(**)
    except: ['.github/**', '**/package.json', '**/*.lock', '**/package-lock.json', '**/pnpm-lock.yaml']
  - rule: fs_multi_edit(**)
    except: ['.github/**', '**/package.json', '**/*.lock', '**/package-lock.json', '**/pnpm-lock.yaml']
  - bash_run(npm test *)
  - bash_run(npm run lint *)
  - bash_run(npm run build *)
deny:
  - bash_run(@forbidden)
  - bash_run(@force-push)
  - bash_run(@history-rewrite)
  - bash_run(@privilege)
  - bash_run(@publish)
requireApproval:
  - rule: github_push_branch
    reason: What is pushed is seen by everybody.
  - rule: github_create_pull_request
    reason: A pull request asks people for their time.
limits: { github_comment: 3, github_create_pull_request: 1 }
budget: { turns: 80, calls: 400, minutes: 30, tokens: 3M, onLimit: ask }
tests:
  - { call: fs_edit(src/index.ts), expect: auto }
  - { call: fs_edit(src/index.ts), untrusted: true, expect: requireApproval }
  - { call: fs_write(package.json), expect: requireApproval }
  - { call: fs_edit(package.json), expect: requireApproval }
  - { call: fs_multi_edit(package.json), expect: requireApproval }
  - { call: fs_write(.github/workflows/ci.yml), expect: requireApproval }
  - { call: fs_write(.npmrc), expect: requireApproval }
  - { call: bash_run(npm test), expect: auto }
  - { call: bash_run(npm install), expect: requireApproval }
  - { command: 'npm test -- --watch=false && git status', expect: auto }
  - { command: 'git push -f', expect: deny }
  - { command: 'git push origin +main', expect: deny }
  - { command: 'env sudo make', expect: deny }
  - { command: 'echo x > .github/workflows/ci.yml', expect: requireApproval }
  - { call: bash_run(npm test), sandboxed: false, expect: requireApproval }
  - { call: github_create_pull_request, expect: requireApproval }
`;
const RELEASE = `# Prepare a release; everything that makes it real is approved by two maintainers.
version: 1
mode: ask
plan: required
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - fs_edit(CHANGELOG.md)
deny:
  - bash_run(@forbidden)
  - bash_run(@force-push)
  - bash_run(@history-rewrite)
  - bash_run(@privilege)
requireApproval:
  - rule: bash_run(@publish)
    reason: What is published cannot be taken back.
  - rule: github_*
    reason: It is seen outside of this run.
approvals: { from: [maintain, admin], count: 2, self: false, wait: 10m, then: suspend, expire: 3d }
whenUntrusted: deny
sandbox: required
limits: { github_create_pull_request: 1, github_push_branch: 2 }
budget: { turns: 60, calls: 200, minutes: 30, tokens: 2M }
tests:
  - { call: fs_edit(CHANGELOG.md), expect: auto }
  - { call: fs_edit(package.json), expect: requireApproval }
  - { call: fs_edit(CHANGELOG.md), untrusted: true, expect: deny }
  - { call: bash_run(npm publish), expect: requireApproval }
  - { call: github_create_pull_request, expect: requireApproval }
`;
const TEXTS = {
    readonly: READONLY,
    triage: TRIAGE,
    review: REVIEW,
    fix: FIX,
    release: RELEASE,
};
/** A whole policy to start from, with its own tests. `schemaUrl` adds the line by which editors know its schema. */
function presetText(preset, options = {}) {
    const head = options.schemaUrl === undefined ? '' : `# yaml-language-server: $schema=${options.schemaUrl}\n`;
    return `${head}${TEXTS[preset]}`;
}

;// CONCATENATED MODULE: ./build/policy/problems.js
/** `file:line:column: message fix`, the form that editors and people can follow. */
function problemText(problem) {
    return `${problem.file}:${problem.line}:${problem.column}: ${problem.message} ${problem.fix}`;
}

;// CONCATENATED MODULE: ./build/policy/suggest.js



/** Approved this often, a call is worth a rule. */
const DEFAULT_TIMES = 2;
/** So many files of one folder make a rule for the folder. */
const MIN_SIBLINGS = 3;
const MAX_SUGGESTIONS = 100;
const CONTEXT_LINES = 3;
/**
 * The narrowest `auto` rules for what people approved again and again. Every rule is tried out on the calls that it
 * is suggested for; what walls, `deny` rules or `whenUntrusted` would still ask about is not suggested.
 */
function suggestRules(policy, calls, options) {
    const { world, times = DEFAULT_TIMES } = options;
    const asked = calls.filter((call) => call.approved === true &&
        judge(policy, call.facts, situationOf(call, world)).verdict !== 'auto');
    const groups = new Map();
    for (const call of asked) {
        const rules = rulesFor(call, world);
        const key = rules.length === 0 ? null : JSON.stringify(rules);
        if (key !== null)
            groups.set(key, [...(groups.get(key) ?? []), call]);
    }
    const found = [...folders(groups, times), ...groups].flatMap(([key, group]) => {
        const rules = JSON.parse(key);
        const texts = Array.isArray(rules) ? rules.filter((rule) => typeof rule === 'string') : [];
        const trial = withAutoRules(policy, texts);
        const works = group.every((call) => judge(trial, call.facts, situationOf(call, world)).verdict === 'auto');
        return group.length >= times && works
            ? texts.map((rule) => ({ rule, calls: group.length, ids: group.map(({ id }) => id) }))
            : [];
    });
    const suggestions = unique(found).slice(0, MAX_SUGGESTIONS);
    return {
        suggestions,
        patch: patchOf(policy.file, options.policyText, suggestions.map(({ rule }) => rule)),
    };
}
/** Calls about different files of one folder, as one rule for the folder; they leave the groups of their own. */
function folders(groups, times) {
    const byFolder = new Map();
    for (const [key, group] of groups) {
        const found = /^\["(\w+)\(((?:[\w@.-]+\/)+)[\w@.-]+(\.\w+)\)"\]$/.exec(key);
        if (found === null || group.length >= times || !(found[1] ?? '').startsWith('fs_'))
            continue;
        const rule = JSON.stringify([`${found[1]}(${found[2]}*${found[3]})`]);
        byFolder.set(rule, [...(byFolder.get(rule) ?? []), key]);
    }
    return [...byFolder].flatMap(([rule, keys]) => {
        if (keys.length < MIN_SIBLINGS)
            return [];
        const calls = keys.flatMap((key) => groups.get(key) ?? []);
        for (const key of keys)
            groups.delete(key);
        return [[rule, calls]];
    });
}
function unique(suggestions) {
    const byRule = new Map();
    for (const each of suggestions) {
        const other = byRule.get(each.rule);
        const ids = [...new Set([...(other?.ids ?? []), ...each.ids])];
        byRule.set(each.rule, { rule: each.rule, ids, calls: ids.length });
    }
    return [...byRule.values()].toSorted((left, right) => right.calls - left.calls);
}
/** A unified diff that adds `rules` to the block list `auto:`, or such a list at the end where there is none. */
function patchOf(file, text, rules) {
    if (rules.length === 0)
        return '';
    const lines = text.replace(/\n$/, '').split('\n');
    const auto = lines.findIndex((line) => /^auto:\s*(?:#.*)?$/.test(line));
    const flow = lines.findIndex((line) => /^auto:\s*[[&*!]/.test(line));
    if (auto === -1 && flow !== -1)
        return `# Write "auto:" on line ${flow + 1} as a list with one rule a line, then add:\n${rules.map((rule) => `#   - ${JSON.stringify(rule)}\n`).join('')}`;
    const indent = auto === -1 ? '  ' : (/^(\s*)- /.exec(lines[auto + 1] ?? '')?.[1] ?? '  ');
    const items = rules.map((rule) => `+${indent}- ${JSON.stringify(rule)}`);
    const at = auto === -1 ? lines.length : auto + 1;
    const added = auto === -1 ? ['+auto:', ...items] : items;
    const before = lines.slice(Math.max(0, at - CONTEXT_LINES), at);
    const after = lines.slice(at, at + CONTEXT_LINES);
    const start = at - before.length + 1;
    const size = before.length + after.length;
    const head = [
        `--- a/${file}`,
        `+++ b/${file}`,
        `@@ -${start},${size} +${start},${size + added.length} @@`,
    ];
    return `${[...head, ...before.map((line) => ` ${line}`), ...added, ...after.map((line) => ` ${line}`)].join('\n')}\n`;
}

;// CONCATENATED MODULE: ./build/policy/touched.js


/** Most folders that a command's `cd` words are followed through. */
const touched_MAX_FOLDERS = 8;
/** What these programs run is written in a file that nobody has to name. */
const UNNAMED = new Map(Object.entries({
    npm: ['package.json'],
    npx: ['package.json'],
    pnpm: ['package.json'],
    yarn: ['package.json'],
    bun: ['package.json'],
    make: ['GNUmakefile', 'makefile', 'Makefile'],
    gmake: ['GNUmakefile', 'makefile', 'Makefile'],
    just: ['justfile', 'Justfile'],
    rake: ['Rakefile'],
}));
/**
 * Every path whose content may decide what a call does: those that it touches, and every word of its command that could
 * name a file (a script, a makefile, the value of an option). Wider than what is judged: it only binds an approval.
 */
function dependsOn(facts, situation) {
    const touched = touchedPaths(facts, situation).map(({ path }) => path);
    if (facts.command === undefined)
        return touched;
    const cwd = facts.cwd ?? '.';
    const { commands } = analyseCommand(facts.command, { world: situation.world, cwd });
    const folders = [cwd];
    const names = [];
    for (const { words } of commands) {
        const [program = '', ...rest] = words.flatMap(({ text }) => (text === null ? [] : [text]));
        const named = [program, ...rest, ...rest.map((word) => word.slice(word.indexOf('=') + 1))];
        names.push(...named.filter((word) => word !== ''), ...(UNNAMED.get(external_node_path_.posix.basename(program)) ?? []));
        const [into] = rest;
        if (program === 'cd' && into !== undefined && folders.length < touched_MAX_FOLDERS) {
            folders.push(external_node_path_.posix.join(folders.at(-1) ?? cwd, into));
        }
    }
    const paths = folders.flatMap((folder) => names.map((name) => (external_node_path_.posix.isAbsolute(name) ? name : external_node_path_.posix.join(folder, name))));
    return [...new Set([...touched, ...paths])];
}
/** Every path that a call names: its own, and those that the words and redirections of its command name. */
function touchedPaths(facts, situation) {
    const own = facts.paths ?? [];
    if (facts.command === undefined)
        return own;
    const { commands } = analyseCommand(facts.command, {
        world: situation.world,
        cwd: facts.cwd ?? '.',
    });
    return [...own, ...commands.flatMap((command) => command.paths)];
}

;// CONCATENATED MODULE: ./build/policy/tool-limits.js

/**
 * How often a tool may run in one run by the policy's `limits`: the smallest number whose name fits (`*` stands
 * for any characters); `null` where none does.
 */
function limitFor(limits, tool) {
    const found = Object.entries(limits)
        .filter(([name]) => matchesName(tool, name))
        .map(([, limit]) => limit);
    return found.length === 0 ? null : Math.min(...found);
}

;// CONCATENATED MODULE: ./build/policy/index.js































/***/ }),

/***/ 22778:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  yX: () => (/* reexport */ bundleChanges),
  Y_: () => (/* reexport */ changedFiles),
  _6: () => (/* reexport */ checkoutCommit),
  _m: () => (/* reexport */ createCommandRunner),
  Kp: () => (/* reexport */ findProgram),
  Qo: () => (/* reexport */ headCommit),
  OH: () => (/* reexport */ openWorkspace),
  zU: () => (/* reexport */ pathFolders),
  Oo: () => (/* reexport */ persistedCredentials),
  Yi: () => (/* reexport */ restoreChanges),
  $5: () => (/* reexport */ runTrusted),
  ge: () => (/* reexport */ workspaceWorld)
});

// UNUSED EXPORTS: childEnvironment, runProcess

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/base/index.js + 21 modules
var build_base = __webpack_require__(12112);
;// CONCATENATED MODULE: ./build/sandbox/names.js

/**
 * The lexical walls: what a path may be called, before the disk is asked anything. Pure.
 * Paths come from a model or from text that it read, so every spelling here is an opponent's.
 */
const MAX_PATH_BYTES = 4096;
const MAX_NAME_BYTES = 255;
/** Code points that HFS+ leaves out when it compares names, so that `.g<U+200C>it` opens `.git` there. */
const HFS_IGNORED = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/gu;
/** A refusal to touch a path; `path` is shown so that no control character of it reaches a log. */
function refusedPath(path, reason) {
    return new build_base/* CountersignError */.WS('path-refused', `The path ${shown(path)} is refused: ${reason}.`, {
        fix: 'Name a file of the workspace, relative to its root.',
    });
}
/** `path` as JSON text (control characters escaped), cut to a length that people can read. */
function shown(path) {
    const limit = 200;
    return JSON.stringify(path.length > limit ? `${path.slice(0, limit)}…` : path);
}
/**
 * True where a file system that git supports may take the name for `.git`: any case, trailing dots and spaces and
 * stream names (NTFS), the short name `git~1`, ignorable code points (HFS+), and a backslash as a separator.
 */
function isGitName(name) {
    return name.split('\\').some((part) => {
        const plain = part.replace(HFS_IGNORED, '').split(':')[0] ?? '';
        const folded = plain.replace(/[. ]+$/u, '').toLowerCase();
        return folded === '.git' || /^git~\d+$/u.test(folded);
    });
}
/** The parts of an absolute or relative path without empty and `.` parts. `..` is kept. */
function splitPath(path) {
    return path.split('/').filter((part) => part !== '' && part !== '.');
}
/** The parts of `path` below `folder` (both absolute, lexically normal); `null` where it does not lie in it. */
function partsBelow(folder, path, caseInsensitive) {
    const outer = splitPath(folder);
    const inner = splitPath(path);
    const same = (a, b) => a === b || (caseInsensitive && a?.toLowerCase() === b.toLowerCase());
    return outer.every((part, index) => same(inner[index], part)) ? inner.slice(outer.length) : null;
}
/** `path` (absolute) with `..` resolved by name alone. `..` at `/` stays there. */
function normalAbsolute(path) {
    const kept = [];
    for (const part of splitPath(path)) {
        if (part === '..')
            kept.pop();
        else
            kept.push(part);
    }
    return `/${kept.join('/')}`;
}
/**
 * The parts from the root of what `path` names, `..` resolved by name; `[]` is the root itself.
 * Throws `path-refused` for what leads out, into `.git` or to a hidden place, and for malformed names.
 */
function lexicalParts(within, path) {
    refuseMalformed(path);
    const parts = path.startsWith('/') ? insideParts(within, path) : relativeParts(path);
    for (const part of parts)
        refuseName(path, part);
    const absolute = [within.root, ...parts].join('/');
    if (Buffer.byteLength(absolute) > MAX_PATH_BYTES) {
        throw refusedPath(path, `it is longer than ${MAX_PATH_BYTES} bytes`);
    }
    refuseHidden(within, path, absolute);
    return parts;
}
/** Throws `path-refused` where `absolute` is a hidden place or lies in one. */
function refuseHidden(within, path, absolute) {
    const hidden = within.hidden.find((place) => partsBelow(place, absolute, within.caseInsensitive));
    if (hidden !== undefined) {
        throw refusedPath(path, `${hidden} belongs to the runner and is not part of the checkout`);
    }
}
/** Throws `path-refused` where one part of a path is `.git` in any spelling, or too long. */
function refuseName(path, part) {
    if (isGitName(part))
        throw refusedPath(path, `${shown(part)} is where git keeps its own files`);
    if (Buffer.byteLength(part) > MAX_NAME_BYTES) {
        throw refusedPath(path, `a part of it is longer than ${MAX_NAME_BYTES} bytes`);
    }
}
function refuseMalformed(path) {
    if (path === '')
        throw refusedPath(path, 'it is empty; "." names the workspace root');
    if (path.includes('\0'))
        throw refusedPath(path, 'it holds a NUL character');
    if (!path.isWellFormed())
        throw refusedPath(path, 'it is not well-formed Unicode');
    if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
        throw refusedPath(path, `it is longer than ${MAX_PATH_BYTES} bytes`);
    }
}
function insideParts(within, path) {
    const normal = normalAbsolute(path);
    for (const root of [within.root, ...within.aliases]) {
        const parts = partsBelow(root, normal, within.caseInsensitive);
        if (parts !== null)
            return parts;
    }
    throw refusedPath(path, `it lies outside of the workspace ${within.root}`);
}
function relativeParts(path) {
    const kept = [];
    for (const part of splitPath(path)) {
        if (part !== '..')
            kept.push(part);
        else if (kept.pop() === undefined)
            throw refusedPath(path, '".." leads out of the workspace');
    }
    return kept;
}

;// CONCATENATED MODULE: ./build/sandbox/errno.js


/** The system's code of what was thrown (`ENOENT`), or an empty string. */
function errnoOf(error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string')
        return error.code;
    return '';
}
const REASONS = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'the system denies access to it',
    EPERM: 'the system does not permit that',
    EROFS: 'it lies on a read-only file system',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of it is not a folder',
    ENOTEMPTY: 'the folder is not empty',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EEXIST: 'it exists already',
    EFBIG: 'it would grow beyond the largest file allowed',
    EMFILE: 'too many files are open',
    ENAMETOOLONG: 'its name is too long',
    EBUSY: 'it is in use',
};
/** A refusal by the system itself, or by the state of the file. */
function refusedFile(path, reason, cause) {
    const options = cause === undefined ? {} : { cause };
    return new build_base/* CountersignError */.WS('file-refused', `The file ${shown(path)} is refused: ${reason}.`, options);
}
/**
 * What the system threw for `path`, as the project's error. A link where a moment ago there was none (`ELOOP` under
 * O_NOFOLLOW), or a FIFO or socket (`ENXIO`), is a wall and not an accident.
 */
function fileError(path, error) {
    if (error instanceof build_base/* CountersignError */.WS)
        return error;
    const code = errnoOf(error);
    if (code === 'ELOOP')
        return refusedPath(path, 'a symbolic link appeared in it while it was opened');
    if (code === 'ENXIO')
        return refusedPath(path, 'it is a socket, a FIFO or a device');
    return refusedFile(path, REASONS[code] ?? `the system answered ${code || String(error)}`, error);
}

;// CONCATENATED MODULE: ./build/sandbox/folder.js



/**
 * A folder held open, so that what is done in it is done in that folder and not in what its name means by then.
 * Node has no `openat`; on Linux `/proc/self/fd/N/name` is one. Elsewhere names are used, and checked again after.
 * This file does I/O.
 */
const FD_PATHS = process.platform === 'linux' && (0,external_node_fs_.existsSync)('/proc/self/fd');
/** Open for reading without following a last link and without waiting for the other end of a FIFO. */
const OPEN_READ = external_node_fs_.constants.O_RDONLY | external_node_fs_.constants.O_NOFOLLOW | external_node_fs_.constants.O_NONBLOCK;
const OPEN_FOLDER = OPEN_READ | external_node_fs_.constants.O_DIRECTORY;
/** Opens a folder by its absolute, real path. Throws what the system throws. */
function openFolder(real) {
    return checkedFolder((0,external_node_fs_.openSync)(real, OPEN_FOLDER), real);
}
/** Opens the folder `name` in `parent` without following a link of that name. */
function openChild(parent, name) {
    return checkedFolder((0,external_node_fs_.openSync)(pathIn(parent, name), OPEN_FOLDER), (0,external_node_path_.join)(parent.real, name));
}
function closeFolder(folder) {
    (0,external_node_fs_.closeSync)(folder.fd);
}
/** A path that names `name` in this very folder. `name` is one part, never `..`. */
function pathIn(folder, name) {
    return FD_PATHS ? `/proc/self/fd/${folder.fd}/${name}` : (0,external_node_path_.join)(folder.real, name);
}
/** A path that names this very folder. */
function pathOf(folder) {
    return FD_PATHS ? `/proc/self/fd/${folder.fd}/.` : folder.real;
}
/** What `name` is in the folder, links not followed; `null` where nothing is. */
function statIn(folder, name) {
    try {
        return (0,external_node_fs_.lstatSync)(pathIn(folder, name));
    }
    catch (error) {
        if (errnoOf(error) === 'ENOENT')
            return null;
        throw error;
    }
}
/** The file system that an open file lies on: on Linux the mount itself (a bind mount has its own), else the device. */
function mountOf(fd) {
    if (!FD_PATHS)
        return String((0,external_node_fs_.fstatSync)(fd).dev);
    const info = (0,external_node_fs_.readFileSync)(`/proc/self/fdinfo/${fd}`, 'utf8');
    return /^mnt_id:\s*(\d+)$/mu.exec(info)?.[1] ?? String((0,external_node_fs_.fstatSync)(fd).dev);
}
/** Where an open file really is by now, or `null` where the system cannot tell. */
function placeOf(fd) {
    if (!FD_PATHS)
        return null;
    try {
        return (0,external_node_fs_.readlinkSync)(`/proc/self/fd/${fd}`);
    }
    catch {
        return null;
    }
}
function identityOf(folder) {
    const stats = (0,external_node_fs_.fstatSync)(folder.fd);
    return { dev: stats.dev, ino: stats.ino, mount: mountOf(folder.fd) };
}
function checkedFolder(fd, real) {
    if (FD_PATHS)
        return { fd, real };
    const opened = (0,external_node_fs_.fstatSync)(fd);
    const named = (0,external_node_fs_.lstatSync)((0,external_node_fs_.realpathSync)(real));
    if ((0,external_node_fs_.realpathSync)(real) === real && opened.ino === named.ino && opened.dev === named.dev) {
        return { fd, real };
    }
    (0,external_node_fs_.closeSync)(fd);
    throw Object.assign(new Error(`${real} changed while it was opened`), { code: 'ELOOP' });
}

;// CONCATENATED MODULE: ./build/sandbox/hard-links.js



/** Entries looked at before a multiply linked file counts as one with a name outside. */
const MAX_LINK_SEARCH = 20_000;
/**
 * Whether every name of a multiply linked file lies in the workspace. A hard link is no link to follow: the only way to
 * know that its other names are inside is to find them there. Not found within the limit means outside (fail closed).
 * This file does I/O.
 */
async function allNamesInside(root, file) {
    let missing = file.nlink;
    let looked = 0;
    const folders = [root];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
        for (const entry of await entriesOf(folder)) {
            looked += 1;
            if (looked > MAX_LINK_SEARCH)
                return false;
            if (entry.isDirectory && !isGitName(entry.name))
                folders.push((0,external_node_path_.join)(folder, entry.name));
            if (entry.isFile && (await isSame((0,external_node_path_.join)(folder, entry.name), file)))
                missing -= 1;
            if (missing === 0)
                return true;
        }
    }
    return false;
}
async function entriesOf(folder) {
    const entries = [];
    try {
        for await (const entry of await (0,promises_.opendir)(folder)) {
            entries.push({ name: entry.name, isFile: entry.isFile(), isDirectory: entry.isDirectory() });
            if (entries.length > MAX_LINK_SEARCH)
                break;
        }
    }
    catch {
        // A folder that cannot be read shows no names, so what lies in it does not count as inside.
    }
    return entries;
}
async function isSame(path, file) {
    try {
        const stats = await (0,promises_.lstat)(path);
        return stats.ino === file.ino && stats.dev === file.dev;
    }
    catch {
        return false;
    }
}

;// CONCATENATED MODULE: ./build/sandbox/walk.js




/** As many links as Linux follows in one path. */
const MAX_LINKS = 40;
/**
 * Follows `path` part by part from the workspace root, as the kernel would, but never across a wall: each folder is
 * opened inside the one before it without following links, and each link is read and judged here. Whoever swaps a
 * folder for a link meanwhile changes nothing about the folder that is held.
 * Returns `null` where a folder on the way does not exist. Throws `path-refused`, `file-refused`.
 */
function walk(ground, path, options) {
    const pending = lexicalParts(ground, path);
    const folder = openRoot(ground);
    const state = { ground, named: path, folder, trail: [], pending, links: 0, linkParts: 0 };
    try {
        const found = follow(state, options);
        if (found === null)
            closeFolder(state.folder);
        return found;
    }
    catch (error) {
        closeFolder(state.folder);
        throw fileError(path, error);
    }
}
/** Opens the root again, and refuses where another folder has taken its place. */
function openRoot(ground) {
    let folder;
    try {
        folder = openFolder(ground.root);
    }
    catch (error) {
        throw fileError(ground.root, error);
    }
    const now = identityOf(folder);
    if (now.dev === ground.identity.dev && now.ino === ground.identity.ino)
        return folder;
    closeFolder(folder);
    throw refusedPath(ground.root, 'the workspace root was replaced by another folder');
}
/** Throws `path-refused` where an open file lies on another mount than the root. */
function refuseOtherMount(ground, path, fd) {
    if (mountOf(fd) === ground.identity.mount)
        return;
    throw refusedPath(path, 'it lies on another file system that is mounted into the workspace');
}
function follow(state, options) {
    for (;;) {
        const name = state.pending.shift();
        if (name === undefined)
            return reached(state, { name: null, stats: null, linked: false });
        const linked = state.linkParts > 0;
        if (linked)
            state.linkParts -= 1;
        if (name === '..') {
            stepUp(state);
            continue;
        }
        const last = state.pending.length === 0;
        refuseName(state.named, name);
        refuseHidden(state.ground, state.named, `${state.folder.real}/${name}`);
        const stats = statIn(state.folder, name);
        if (stats?.isSymbolicLink() === true && (!last || options.followLast)) {
            followLink(state, name);
        }
        else if (last) {
            return reached(state, { name, stats, linked });
        }
        else if (!stepInto(state, { name, stats, linked, make: options.makeParents ?? false })) {
            return null;
        }
    }
}
function reached(state, last) {
    return { folder: state.folder, ...last };
}
function stepInto(state, step) {
    if (step.stats === null) {
        if (!step.make || step.linked)
            return missing(state, step.make);
        makeFolder(state.folder, step.name);
    }
    else if (!step.stats.isDirectory()) {
        throw refusedFile(state.named, `${shown(step.name)} in it is not a folder`);
    }
    const child = openChild(state.folder, step.name);
    closeFolder(state.folder);
    state.folder = child;
    state.trail.push(step.name);
    return true;
}
/** A folder that a link names but that does not exist is never made: whoever made the link would choose the place. */
function missing(state, make) {
    if (make)
        throw refusedPath(state.named, 'it goes through a symbolic link to a folder that does not exist');
    return false;
}
function makeFolder(parent, name) {
    try {
        (0,external_node_fs_.mkdirSync)(pathIn(parent, name));
    }
    catch (error) {
        if (errnoOf(error) !== 'EEXIST')
            throw error;
    }
}
function followLink(state, name) {
    state.links += 1;
    const link = [...state.trail, name].join('/');
    if (state.links > MAX_LINKS)
        throw refusedPath(state.named, `more than ${MAX_LINKS} links follow each other`);
    const target = (0,external_node_fs_.readlinkSync)(pathIn(state.folder, name));
    if (!target.startsWith('/')) {
        prepend(state, splitPath(target));
        return;
    }
    const inside = insideRoot(state.ground, target);
    if (inside === null) {
        throw refusedPath(state.named, `the symbolic link ${shown(link)} leads out of the workspace, to ${shown(target)}`);
    }
    prepend(state, inside);
    moveTo(state, []);
}
function prepend(state, parts) {
    state.pending.unshift(...parts);
    state.linkParts += parts.length;
}
function insideRoot(ground, target) {
    for (const root of [ground.root, ...ground.aliases]) {
        const parts = partsBelow(root, target, ground.caseInsensitive);
        if (parts !== null)
            return parts;
    }
    return null;
}
function stepUp(state) {
    if (state.trail.length === 0) {
        throw refusedPath(state.named, 'a symbolic link in it leads out of the workspace by ".."');
    }
    moveTo(state, state.trail.slice(0, -1));
}
function moveTo(state, parts) {
    const root = openRoot(state.ground);
    closeFolder(state.folder);
    state.folder = root;
    state.trail = [];
    for (const part of parts) {
        const child = openChild(state.folder, part);
        closeFolder(state.folder);
        state.folder = child;
        state.trail.push(part);
    }
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/sandbox/write.js







/** The largest file that a tool may write. */
const MAX_WRITE_BYTES = 64 * 1024 * 1024;
const PERMISSIONS = 0o777;
const NEW_FILE_MODE = 0o644;
const CREATE = external_node_fs_.constants.O_WRONLY | external_node_fs_.constants.O_CREAT | external_node_fs_.constants.O_EXCL | external_node_fs_.constants.O_NOFOLLOW;
/**
 * Replaces a file in one step: a temporary file in the folder that is held open, synced, then renamed over the name.
 * A link that leads to an existing file inside has that file replaced; a dangling link is refused, since whoever made
 * the link would choose what is created. A replaced file loses its other hard links, so they are never written through.
 * Throws `path-refused`, `file-refused`. This file does I/O.
 */
async function writeFileIn(ground, path, request) {
    if (request.bytes.byteLength > MAX_WRITE_BYTES) {
        throw refusedFile(path, `${request.bytes.byteLength} bytes are more than ${MAX_WRITE_BYTES}`);
    }
    const found = walk(ground, path, { followLast: true, makeParents: true });
    if (found === null)
        throw refusedFile(path, 'its folder does not exist');
    try {
        const name = checkTarget(path, found);
        refuseOtherMount(ground, path, found.folder.fd);
        await replace(path, { folder: found.folder, name, old: found.stats }, request);
    }
    catch (error) {
        throw fileError(path, error);
    }
    finally {
        closeFolder(found.folder);
    }
}
function checkTarget(path, found) {
    if (found.name === null || found.stats?.isDirectory() === true) {
        throw refusedFile(path, 'it is a folder');
    }
    if (found.stats === null && found.linked) {
        throw refusedPath(path, 'it is a symbolic link to something that does not exist');
    }
    if (found.stats !== null && !found.stats.isFile()) {
        throw refusedPath(path, 'it is a device, a FIFO or a socket');
    }
    return found.name;
}
async function replace(path, target, request) {
    const temporary = `.countersign-${(0,external_node_crypto_.randomBytes)(9).toString('hex')}.tmp`;
    const place = pathIn(target.folder, temporary);
    const mode = target.old === null ? (request.mode ?? NEW_FILE_MODE) : target.old.mode;
    const handle = await (0,promises_.open)(place, CREATE, mode & PERMISSIONS);
    try {
        await fill(handle, request.bytes, { mode: mode & PERMISSIONS, old: target.old });
        await checkExpected(path, target, request.expectSha256);
        moveInto(path, target, { place, exclusive: request.expectSha256 === null });
    }
    catch (error) {
        discard(place);
        throw error;
    }
}
async function fill(handle, bytes, like) {
    try {
        await handle.writeFile(bytes);
        await handle.chmod(like.mode);
        if (like.old !== null && like.old.uid !== process.getuid?.() && process.getuid?.() === 0) {
            await handle.chown(like.old.uid, like.old.gid);
        }
        await handle.sync();
    }
    finally {
        await handle.close();
    }
}
async function checkExpected(path, target, expected) {
    if (expected === undefined || expected === null)
        return;
    const now = await digestIn(target.folder, target.name);
    if (now === expected)
        return;
    throw refusedFile(path, now === null ? 'it is gone since it was read' : 'it changed since it was read');
}
async function digestIn(folder, name) {
    let handle;
    try {
        handle = await (0,promises_.open)(pathIn(folder, name), OPEN_READ);
    }
    catch (error) {
        if (errnoOf(error) === 'ENOENT')
            return null;
        throw error;
    }
    try {
        if (!(await handle.stat()).isFile())
            return null;
        const hash = (0,external_node_crypto_.createHash)('sha256');
        for await (const chunk of handle.createReadStream({ autoClose: false }))
            hash.update(chunk);
        return hash.digest('hex');
    }
    finally {
        await handle.close();
    }
}
/** `link` refuses a name that is taken, which `rename` would not. */
function moveInto(path, target, from) {
    const goal = pathIn(target.folder, target.name);
    if (!from.exclusive) {
        (0,external_node_fs_.renameSync)(from.place, goal);
        return;
    }
    try {
        (0,external_node_fs_.linkSync)(from.place, goal);
    }
    catch (error) {
        if (errnoOf(error) === 'EEXIST')
            throw refusedFile(path, 'it exists already');
        throw error;
    }
    discard(from.place);
}
function discard(place) {
    try {
        (0,external_node_fs_.unlinkSync)(place);
    }
    catch {
        // It was renamed already, or the folder is gone with it.
    }
}

;// CONCATENATED MODULE: ./build/sandbox/workspace.js









const workspace_PERMISSIONS = 0o777;
/**
 * Opens a checkout as the world of the file tools. `root` is made real once; the root folder of the machine is refused.
 * Throws `path-refused`, `file-refused`. This file does I/O.
 */
async function openWorkspace(root, options = {}) {
    const given = (0,external_node_path_.resolve)(root);
    const ground = makeGround(given, options.hidden ?? []);
    return {
        root: ground.root,
        relative: (path) => lexicalParts(ground, path).join('/') || '.',
        stat: async (path) => statAt(ground, path),
        open: async (path) => openFile(ground, path),
        read: async (path, { maxBytes }) => readWhole(ground, path, maxBytes),
        write: async (path, bytes, writeOptions = {}) => writeFileIn(ground, path, { bytes, ...writeOptions }),
        list: async (path, { limit }) => listAt(ground, path, limit),
        remove: async (path) => removeAt(ground, path),
    };
}
/** True where the file system of `root` takes `A` and `a` as one name. Told from the names that are there, nothing is made. */
function isCaseInsensitive(root) {
    const names = (0,external_node_fs_.readdirSync)(root).slice(0, 64);
    const sample = names.map((name) => (0,external_node_path_.join)(root, name)).find((path) => flipCase(path) !== path) ?? root;
    const flipped = flipCase(sample);
    if (flipped === sample || names.includes(flipped.slice(root.length + 1)))
        return false;
    try {
        const here = (0,external_node_fs_.statSync)(sample);
        const there = (0,external_node_fs_.statSync)(flipped);
        return here.ino === there.ino && here.dev === there.dev;
    }
    catch {
        return false;
    }
}
function flipCase(path) {
    const cut = path.lastIndexOf('/') + 1;
    const name = path.slice(cut);
    const lower = name.toLowerCase();
    return path.slice(0, cut) + (lower === name ? name.toUpperCase() : lower);
}
function makeGround(given, hidden) {
    let folder;
    try {
        folder = openFolder((0,external_node_fs_.realpathSync)(given));
    }
    catch (error) {
        throw fileError(given, error);
    }
    try {
        if (folder.real === '/')
            throw refusedPath('/', 'the whole machine cannot be the workspace');
        return {
            root: folder.real,
            aliases: given === folder.real ? [] : [given],
            caseInsensitive: isCaseInsensitive(folder.real),
            hidden: hidden.flatMap((place) => hiddenForms(place)),
            identity: identityOf(folder),
        };
    }
    finally {
        closeFolder(folder);
    }
}
function hiddenForms(place) {
    const absolute = (0,external_node_path_.resolve)(place);
    try {
        return [...new Set([absolute, (0,external_node_fs_.realpathSync)(absolute)])];
    }
    catch {
        return [absolute];
    }
}
/** Walks to `path`, hands what was found to `use`, and lets go of the folder. `absent` where a parent is missing. */
async function at(ground, path, options) {
    const found = walk(ground, path, options);
    if (found === null)
        return options.absent();
    try {
        return await options.use(found);
    }
    catch (error) {
        throw fileError(path, error);
    }
    finally {
        closeFolder(found.folder);
    }
}
function absentFile(path) {
    throw refusedFile(path, 'there is no such file or folder');
}
async function statAt(ground, path) {
    const named = lexicalParts(ground, path).join('/') || '.';
    return at(ground, path, {
        followLast: true,
        absent: () => null,
        use: ({ folder, name, stats }) => {
            if (name === null)
                return entryOf(named, (0,external_node_fs_.statSync)(pathOf(folder)));
            return stats === null ? null : entryOf(named, stats);
        },
    });
}
function entryOf(path, stats) {
    const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'other';
    return {
        path,
        kind: stats.isSymbolicLink() ? 'symlink' : kind,
        size: stats.size,
        modifiedMs: stats.mtimeMs,
        mode: stats.mode & workspace_PERMISSIONS,
    };
}
async function openFile(ground, path) {
    return at(ground, path, {
        followLast: true,
        absent: () => absentFile(path),
        use: async ({ folder, name, stats }) => {
            if (name === null || stats?.isDirectory() === true)
                throw refusedFile(path, 'it is a folder');
            if (stats === null)
                return absentFile(path);
            if (!stats.isFile())
                throw refusedPath(path, 'it is a device, a FIFO or a socket');
            const handle = await (0,promises_.open)(pathIn(folder, name), OPEN_READ);
            try {
                await checkOpened(ground, path, handle);
                return handle;
            }
            catch (error) {
                await handle.close();
                throw error;
            }
        },
    });
}
/** What was opened is judged, not what its name promised: its kind, its place by now, its mount, its other names. */
async function checkOpened(ground, path, handle) {
    const stats = await handle.stat();
    if (!stats.isFile())
        throw refusedPath(path, 'it is a device, a FIFO or a socket');
    const place = placeOf(handle.fd);
    if (place !== null && partsBelow(ground.root, place, ground.caseInsensitive) === null) {
        throw refusedPath(path, 'it was moved out of the workspace while it was opened');
    }
    refuseOtherMount(ground, path, handle.fd);
    if (stats.nlink > 1 && !(await allNamesInside(ground.root, stats))) {
        throw refusedPath(path, 'it is a hard link, and its other name was not found in the workspace');
    }
}
async function readWhole(ground, path, maxBytes) {
    const handle = await openFile(ground, path);
    try {
        const { size } = await handle.stat();
        const chunks = [];
        let total = 0;
        // The size is only a hint: a file may grow while it is read. One byte beyond the limit is enough to know.
        while (total <= maxBytes) {
            const room = Math.min(maxBytes + 1 - total, Math.max(size + 1 - total, 65_536));
            const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(room), 0, room, null);
            if (bytesRead === 0)
                return Buffer.concat(chunks, total);
            chunks.push(buffer.subarray(0, bytesRead));
            total += bytesRead;
        }
        throw refusedFile(path, `it is larger than ${maxBytes} bytes`);
    }
    catch (error) {
        throw fileError(path, error);
    }
    finally {
        await handle.close();
    }
}
async function listAt(ground, path, limit) {
    const named = lexicalParts(ground, path);
    return at(ground, path, {
        followLast: true,
        absent: () => absentFile(path),
        use: ({ folder, name, stats }) => {
            if (name === null)
                return entriesIn(folder, named, limit);
            if (stats === null)
                return absentFile(path);
            if (!stats.isDirectory())
                throw refusedFile(path, 'it is not a folder');
            const child = openChild(folder, name);
            try {
                refuseOtherMount(ground, path, child.fd);
                return entriesIn(child, named, limit);
            }
            finally {
                closeFolder(child);
            }
        },
    });
}
function entriesIn(folder, parts, limit) {
    const names = (0,external_node_fs_.readdirSync)(pathOf(folder)).filter((name) => !isGitName(name));
    const entries = [];
    for (const name of names.sort().slice(0, Math.max(0, limit))) {
        const stats = statIn(folder, name);
        if (stats !== null)
            entries.push(entryOf([...parts, name].join('/'), stats));
    }
    return entries;
}
async function removeAt(ground, path) {
    // A link is removed itself; what it leads to is not touched.
    await at(ground, path, {
        followLast: false,
        absent: () => absentFile(path),
        use: ({ folder, name, stats }) => {
            if (name === null)
                throw refusedPath(path, 'the workspace root is never removed');
            if (stats === null)
                return absentFile(path);
            if (stats.isDirectory())
                (0,external_node_fs_.rmdirSync)(pathIn(folder, name));
            else
                (0,external_node_fs_.unlinkSync)(pathIn(folder, name));
            return undefined;
        },
    });
}

// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(31421);
;// CONCATENATED MODULE: ./build/sandbox/kill-group.js
/** Between SIGTERM and SIGKILL to the whole process group. */
const KILL_GRACE_MS = 2_000;
/** Ends a process group: politely, then for good. */
function stopper(pid) {
    let timer;
    const send = (signal) => {
        if (pid !== undefined)
            killGroup(pid, signal);
    };
    return {
        terminate: () => {
            send('SIGTERM');
            timer ??= setTimeout(() => send('SIGKILL'), KILL_GRACE_MS);
        },
        kill: () => send('SIGKILL'),
        settle: () => clearTimeout(timer),
    };
}
/** Signals a process group; on systems without groups the process alone. A group that is gone is no error. */
function killGroup(pid, signal) {
    try {
        process.kill(process.platform === 'win32' ? pid : -pid, signal);
    }
    catch {
        // Nobody is left to get the signal.
    }
}

// EXTERNAL MODULE: external "node:string_decoder"
var external_node_string_decoder_ = __webpack_require__(46193);
;// CONCATENATED MODULE: ./build/sandbox/output.js

/**
 * Keeps the head and the tail of a text that may be endless, in bounded memory. Pure but for its own state.
 * A character never comes apart: the decoder holds back incomplete bytes, and no cut falls inside a surrogate pair.
 */
class BoundedText {
    #half;
    #head = '';
    #tail = [];
    #tailChars = 0;
    #chars = 0;
    /** Keeps at most `maxChars` UTF-16 units: half of it head, half of it tail. */
    constructor(maxChars) {
        this.#half = Math.max(1, Math.floor(maxChars / 2));
    }
    add(text) {
        this.#chars += text.length;
        const room = this.#half - this.#head.length;
        if (room > 0)
            this.#head += text.slice(0, room);
        const rest = room > 0 ? text.slice(room) : text;
        if (rest === '')
            return;
        this.#tail.push(rest);
        this.#tailChars += rest.length;
        // Trimmed at twice the size, so that each character is copied a bounded number of times.
        if (this.#tailChars > 2 * this.#half || this.#tail.length > 512)
            this.#trim();
    }
    get truncated() {
        return this.#chars > 2 * this.#half;
    }
    /** The kept text; where something was cut, a line between head and tail says how much. */
    text() {
        this.#trim();
        const tail = this.#tail[0] ?? '';
        if (!this.truncated)
            return this.#head + tail;
        const head = withoutHalfPairAtEnd(this.#head);
        const end = withoutHalfPairAtStart(tail);
        const cut = this.#chars - head.length - end.length;
        return `${head}\n[... ${cut} characters cut ...]\n${end}`;
    }
    #trim() {
        const joined = this.#tail.join('');
        const kept = joined.slice(Math.max(0, joined.length - this.#half));
        this.#tail = kept === '' ? [] : [kept];
        this.#tailChars = kept.length;
    }
}
function withoutHalfPairAtEnd(text) {
    const last = text.charCodeAt(text.length - 1);
    return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}
function withoutHalfPairAtStart(text) {
    const first = text.charCodeAt(0);
    return first >= 0xdc00 && first <= 0xdfff ? text.slice(1) : text;
}
/** Turns the chunks of several streams into text as they come, one decoder for each stream. */
class StreamText {
    #decoders = new Map();
    bytes = 0;
    decode(stream, chunk) {
        this.bytes += chunk.byteLength;
        let decoder = this.#decoders.get(stream);
        if (decoder === undefined) {
            decoder = new external_node_string_decoder_.StringDecoder('utf8');
            this.#decoders.set(stream, decoder);
        }
        return decoder.write(chunk);
    }
    /** What incomplete characters were left at the end, as U+FFFD. */
    end() {
        return [...this.#decoders.values()].map((decoder) => decoder.end()).join('');
    }
}

;// CONCATENATED MODULE: ./build/sandbox/process.js





/**
 * The one place that starts processes. Nothing here knows a sandbox: what is started is what it was given.
 * This file does I/O; it never reads the environment of the parent, and no child gets it.
 */
/** How long output is still read after the main process is gone and its group was killed. */
const DRAIN_MS = 250;
/** The longest time that a timer of Node can hold. */
const MAX_TIMEOUT_MS = 2_147_483_647;
/** How a command line is started: a shell source by bash that reads no start-up file. */
function argvOf(line) {
    return 'argv' in line ? line.argv : ['bash', '--norc', '--noprofile', '-c', line.shell];
}
/** The file that `program` names for a child with this environment and folder, or `null` where there is none. */
function findProgram(program, where) {
    if (program.includes('\0') || program === '')
        return null;
    if (program.includes('/'))
        return isProgram((0,external_node_path_.resolve)(where.cwd, program)) ? program : null;
    // A relative folder on PATH would let the checkout choose the program.
    const folders = (where.env['PATH'] ?? '').split(external_node_path_.delimiter).filter((folder) => (0,external_node_path_.isAbsolute)(folder));
    return folders.map((folder) => (0,external_node_path_.join)(folder, program)).find((file) => isProgram(file)) ?? null;
}
function isProgram(file) {
    try {
        const stats = (0,external_node_fs_.statSync)(file, { throwIfNoEntry: false });
        return stats?.isFile() === true && (process.platform === 'win32' || (stats.mode & 0o111) !== 0);
    }
    catch {
        return false;
    }
}
/**
 * Runs one command to its end. Never throws: a command that cannot be started ends `not-started`.
 * The process leads a group of its own. On time-out and cancel the group gets SIGTERM, then SIGKILL after
 * `KILL_GRACE_MS`; when the main process exits, whatever it left in the group is killed, so that a background child
 * that holds the pipes cannot hold up the run.
 */
async function runProcess(options) {
    const started = performance.now();
    const [program, ...args] = argvOf(options.line);
    const problem = startProblem(options, program, args);
    if (problem !== null)
        return notStarted(problem, started, options);
    if (options.signal.aborted) {
        return {
            ...notStarted('The command was cancelled before it began.', started, options),
            ended: 'cancelled',
        };
    }
    const kept = new BoundedText(options.maxOutputChars);
    const decoded = new StreamText();
    const emit = (text) => {
        if (text === '')
            return;
        kept.add(text);
        options.onOutput?.(text);
    };
    const end = await supervise(options, { program, args }, (stream, chunk) => {
        const { onStderr } = options;
        if (stream === 'stderr' && onStderr !== undefined)
            onStderr(chunk.toString('utf8'));
        else
            emit(decoded.decode(stream, chunk));
    });
    emit(decoded.end());
    if (end.failure !== null)
        return notStarted(end.failure, started, options);
    return {
        exitCode: end.exitCode,
        signal: end.signal,
        output: kept.text(),
        outputBytes: decoded.bytes,
        truncated: kept.truncated,
        durationMs: performance.now() - started,
        ended: end.ended,
    };
}
function startProblem(options, program, args) {
    if (args.some((arg) => arg.includes('\0')))
        return 'An argument holds a NUL character, which no program can be given.';
    if (!isFolder(options.cwd))
        return `The folder ${options.cwd} does not exist.`;
    if (findProgram(program, options) !== null)
        return null;
    return `The program ${JSON.stringify(program)} was not found. Use one that is installed, or name its path.`;
}
function isFolder(path) {
    try {
        return (0,external_node_fs_.statSync)(path).isDirectory();
    }
    catch {
        return false;
    }
}
function notStarted(reason, started, options) {
    options.onOutput?.(reason);
    return {
        exitCode: null,
        signal: null,
        output: reason,
        outputBytes: 0,
        truncated: false,
        durationMs: performance.now() - started,
        ended: 'not-started',
    };
}
/** Starts the process and sees to it that it, and all that it started in its group, ends. */
async function supervise(options, start, onChunk) {
    // Not the library: its promise waits for pipes that a stranger may hold, and the kill has to go to the whole group.
    const { cwd, env, stdin } = options;
    const how = { cwd, env, detached: true, windowsHide: true };
    const child = stdin === undefined
        ? (0,external_node_child_process_.spawn)(start.program, start.args, { ...how, stdio: ['ignore', 'pipe', 'pipe'] })
        : (0,external_node_child_process_.spawn)(start.program, start.args, { ...how, stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin);
    child.stdout.on('data', (chunk) => onChunk('stdout', chunk));
    child.stderr.on('data', (chunk) => onChunk('stderr', chunk));
    const closed = endOf([child.stdout, child.stderr]);
    const exited = new Promise((done) => {
        child.once('exit', (exitCode, signal) => done({ exitCode, signal, failure: null }));
        child.once('error', (error) => {
            done({
                exitCode: null,
                signal: null,
                failure: `The command could not be started: ${error.message}`,
            });
        });
    });
    let ended = 'exited';
    const stop = stopper(child.pid);
    const onAbort = () => {
        if (ended === 'exited')
            ended = 'cancelled';
        stop.terminate();
    };
    const timer = setTimeout(() => {
        if (ended === 'exited')
            ended = 'timed-out';
        stop.terminate();
    }, Math.min(options.timeoutMs, MAX_TIMEOUT_MS));
    options.signal.addEventListener('abort', onAbort, { once: true });
    try {
        const exit = await exited;
        stop.kill();
        options.onExit?.();
        await drained(closed);
        return { ...exit, ended };
    }
    finally {
        clearTimeout(timer);
        stop.settle();
        options.signal.removeEventListener('abort', onAbort);
        child.stdout.destroy();
        child.stderr.destroy();
    }
}
/** Resolves once every stream has ended; watched from the start, since a stream may end before the process does. */
async function endOf(streams) {
    const ends = streams.map(async (stream) => new Promise((done) => void stream.once('close', done).once('end', done)));
    await Promise.all(ends);
}
/** Waits for `closed`, but not for a stranger who holds the pipe. */
async function drained(closed) {
    let timer;
    const late = new Promise((done) => {
        timer = setTimeout(done, DRAIN_MS);
    });
    await Promise.race([closed, late]);
    clearTimeout(timer);
}
/**
 * Runs a program of the parent's own and gives both outputs apart, as bytes. Beyond `maxOutputBytes` of either it is ended
 * and `problem` says so; what was read until then is there. Never throws.
 */
async function runTrusted(options) {
    const [program, ...args] = options.argv;
    // Loaded when it is first needed: a run whose commit is known by its files starts no program of its own.
    const { execa } = await __webpack_require__.e(/* import() */ 194).then(__webpack_require__.bind(__webpack_require__, 98194));
    const result = await execa(program, args, {
        cwd: options.cwd,
        env: options.env,
        extendEnv: false,
        preferLocal: false,
        reject: false,
        encoding: 'buffer',
        stripFinalNewline: false,
        windowsHide: true,
        killDescendants: true,
        timeout: Math.min(options.timeoutMs, MAX_TIMEOUT_MS),
        maxBuffer: options.maxOutputBytes,
        forceKillAfterDelay: KILL_GRACE_MS,
        ...(options.signal === undefined ? {} : { cancelSignal: options.signal }),
        ...(options.stdin === undefined ? { stdin: 'ignore' } : { input: options.stdin }),
    });
    const problem = result.timedOut
        ? 'timed-out'
        : result.isCanceled
            ? 'cancelled'
            : result.isMaxBuffer
                ? 'too-much-output'
                : result.signal !== undefined
                    ? 'killed'
                    : result.exitCode === undefined
                        ? 'not-started'
                        : null;
    return {
        exitCode: result.exitCode ?? null,
        stdout: Buffer.from(result.stdout ?? []),
        stderr: Buffer.from(result.stderr ?? []),
        problem,
    };
}

;// CONCATENATED MODULE: ./build/sandbox/environment.js


const MAX_VALUE_CHARS = 4096;
const MAX_PATH_FOLDERS = 100;
const FALLBACK_PATH = [
    '/usr/local/sbin',
    '/usr/local/bin',
    '/usr/sbin',
    '/usr/bin',
    '/sbin',
    '/bin',
];
/** Plain values: shape-checked, so that none can smuggle anything. */
const PLAIN = {
    LANG: /^[\w.@-]{1,64}$/u,
    LANGUAGE: /^[\w.@:-]{1,64}$/u,
    LC_ALL: /^[\w.@-]{1,64}$/u,
    LC_CTYPE: /^[\w.@-]{1,64}$/u,
    TZ: /^[\w/+-]{1,64}$/u,
    USER: /^[A-Za-z_][\w-]{0,31}$/u,
    LOGNAME: /^[A-Za-z_][\w-]{0,31}$/u,
    RUNNER_OS: /^\w{1,16}$/u,
    RUNNER_ARCH: /^\w{1,16}$/u,
    ImageOS: /^\w{1,32}$/u,
};
/** Where toolchains are installed: one absolute folder each, outside the workspace. */
const TOOLCHAIN = new RegExp(`^(?:${[
    String.raw `JAVA_HOME(?:_\w+)?`,
    String.raw `GOROOT(?:_\w+)?`,
    'DOTNET_ROOT',
    'RUSTUP_HOME',
    'PYENV_ROOT',
    'NVM_DIR',
    'ANDROID_HOME',
    'ANDROID_SDK_ROOT',
    'RUNNER_TOOL_CACHE',
    'AGENT_TOOLSDIRECTORY',
].join('|')})$`, 'u');
/** The environment of a child of this parent. Never holds a secret of the parent: see `ChildPlaces` and the lists above. */
function childEnvironment(parentEnv, places) {
    const { home, tmp, workspace } = places;
    const child = {
        PATH: childPath(parentEnv['PATH'], workspace),
        HOME: home,
        TMPDIR: tmp,
        SHELL: '/bin/bash',
        TERM: 'dumb',
        CI: 'true',
        NO_COLOR: '1',
        PAGER: 'cat',
        DEBIAN_FRONTEND: 'noninteractive',
        XDG_CACHE_HOME: `${home}/.cache`,
        XDG_CONFIG_HOME: `${home}/.config`,
        XDG_DATA_HOME: `${home}/.local/share`,
        npm_config_cache: `${home}/.npm`,
        npm_config_update_notifier: 'false',
        CARGO_HOME: `${home}/.cargo`,
        GOPATH: `${home}/go`,
    };
    for (const [name, shape] of Object.entries(PLAIN)) {
        const value = parentEnv[name];
        if (value !== undefined && shape.test(value))
            child[name] = value;
    }
    for (const [name, value] of Object.entries(parentEnv)) {
        if (value !== undefined && TOOLCHAIN.test(name) && isOutside(value, workspace))
            child[name] = value;
    }
    child['LANG'] ??= 'C.UTF-8';
    return child;
}
/** The folders of `parentPath` that a child may take programs from: absolute and outside the workspace. */
function pathFolders(parentPath, workspace) {
    const folders = (parentPath ?? '').split(':').filter((folder) => isOutside(folder, workspace));
    const distinct = [...new Set(folders.map((folder) => normalAbsolute(folder)))];
    return distinct.length === 0 ? FALLBACK_PATH : distinct.slice(0, MAX_PATH_FOLDERS);
}
function childPath(parentPath, workspace) {
    return pathFolders(parentPath, workspace).join(':');
}
/** The toolchain folders that the parent's environment names, as a child gets to see them. */
function toolchainFolders(child) {
    return Object.entries(child).flatMap(([name, value]) => (TOOLCHAIN.test(name) ? [value] : []));
}
function isOutside(folder, workspace) {
    if (!(0,external_node_path_.isAbsolute)(folder) || folder.length > MAX_VALUE_CHARS || /[\0\n\r:]/u.test(folder))
        return false;
    return partsBelow(workspace, normalAbsolute(folder), false) === null;
}

// EXTERNAL MODULE: ./build/policy/index.js + 101 modules
var policy = __webpack_require__(59912);
;// CONCATENATED MODULE: ./build/sandbox/git-places.js


/** Folders that are made empty where they are missing, so that there is something to be read-only. Git ignores them. */
const READ_ONLY_FOLDERS = ['hooks', 'info', 'modules', 'worktrees'];
const READ_ONLY_FILES = [
    'config',
    'config.worktree',
    'commondir',
    'gitdir',
    'objects/info/alternates',
    'objects/info/http-alternates',
];
/** Files that must not come to exist: each of them points git to a configuration or to objects elsewhere. */
const MUST_STAY_ABSENT = [
    'commondir',
    'config.worktree',
    'objects/info/alternates',
    'objects/info/http-alternates',
];
/**
 * The git folders of a checkout, or `null` where it has none that can be trusted: `.git` is a link, or a file whose
 * folder does not point back to this checkout.
 */
function findGit(root) {
    const dotGit = (0,external_node_path_.join)(root, '.git');
    const kind = kindOf(dotGit);
    if (kind === 'folder')
        return { dotGit, own: dotGit, common: dotGit };
    if (kind !== 'file')
        return null;
    try {
        const named = /^gitdir: (.+)$/mu.exec((0,external_node_fs_.readFileSync)(dotGit, 'utf8'))?.[1];
        if (named === undefined)
            return null;
        const own = (0,external_node_fs_.realpathSync)((0,external_node_path_.resolve)(root, named.trim()));
        const back = (0,external_node_fs_.realpathSync)((0,external_node_path_.resolve)(own, (0,external_node_fs_.readFileSync)((0,external_node_path_.join)(own, 'gitdir'), 'utf8').trim()));
        if (back !== (0,external_node_fs_.realpathSync)(dotGit))
            return null;
        const common = (0,external_node_fs_.realpathSync)((0,external_node_path_.resolve)(own, (0,external_node_fs_.readFileSync)((0,external_node_path_.join)(own, 'commondir'), 'utf8').trim()));
        return { dotGit, own, common };
    }
    catch {
        return null;
    }
}
/** The mounts for git, over the workspace: `config` is shown as `shownConfig`, a copy without credentials. */
function gitMounts(places, shownConfig) {
    const config = (0,external_node_path_.join)(places.common, 'config');
    const { dotGit, own, common } = places;
    const shared = [...closedFolders(common), ...closedFiles(common)].map((mount) => mount.to === config ? { ...mount, from: shownConfig } : mount);
    if (own === dotGit)
        return [pinned(dotGit), ...shared];
    return [readOnly(dotGit), pinned(common), ...shared, pinned(own), ...closedFiles(own)];
}
/** A mount over itself: what is mounted on can be neither renamed nor removed, so that nothing takes its place. */
function pinned(path) {
    return { kind: 'write', from: path, to: path };
}
function readOnly(path) {
    return { kind: 'read', from: path, to: path };
}
function closedFolders(folder) {
    const folders = READ_ONLY_FOLDERS.map((name) => (0,external_node_path_.join)(folder, name));
    for (const path of folders) {
        if (kindOf(path) === 'absent')
            (0,external_node_fs_.mkdirSync)(path);
    }
    return folders.filter((path) => kindOf(path) === 'folder').map((path) => readOnly(path));
}
function closedFiles(folder) {
    const files = READ_ONLY_FILES.map((name) => (0,external_node_path_.join)(folder, name));
    return files.filter((path) => kindOf(path) === 'file').map((path) => readOnly(path));
}
/** Removes what a command added to git's folders to lead git astray; returns the paths. `before` was absent at the start. */
function sweepGit(absent) {
    const found = absent.filter((path) => kindOf(path) !== 'absent');
    for (const path of found)
        (0,external_node_fs_.rmSync)(path, { recursive: true, force: true });
    return found;
}
/** The paths of `MUST_STAY_ABSENT` that are absent now. */
function absentIn({ own, common }) {
    return [...new Set([own, common])]
        .flatMap((folder) => MUST_STAY_ABSENT.map((name) => (0,external_node_path_.join)(folder, name)))
        .filter((path) => !(0,external_node_fs_.existsSync)(path) && (0,external_node_fs_.existsSync)((0,external_node_path_.dirname)(path)));
}
/** What lies at a path, links not followed. */
function kindOf(path) {
    try {
        const stats = (0,external_node_fs_.lstatSync)(path);
        if (stats.isSymbolicLink())
            return 'link';
        if (stats.isDirectory())
            return 'folder';
        return stats.isFile() ? 'file' : 'other';
    }
    catch {
        return 'absent';
    }
}

;// CONCATENATED MODULE: ./build/sandbox/hosted.js


/**
 * GitHub's hosted Ubuntu 24.04 forbids user namespaces to programs without an AppArmor profile. There, and only there, the
 * one switch is turned for the length of the run: the machine is thrown away after the job, and it is turned back before.
 * This file does I/O.
 */
const SWITCH = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
const SYSCTL = 'kernel.apparmor_restrict_unprivileged_userns';
const SUDO_TIMEOUT_MS = 10_000;
/** Turns the switch where it is in the way and may be turned; `null` where it is not in the way. */
async function enableUserNamespaces(parentEnv) {
    if (!(0,external_node_fs_.existsSync)(SWITCH) || (0,external_node_fs_.readFileSync)(SWITCH, 'utf8').trim() === '0')
        return null;
    const hosted = parentEnv['GITHUB_ACTIONS'] === 'true' && parentEnv['RUNNER_ENVIRONMENT'] === 'github-hosted';
    if (!hosted) {
        return failed(`${SYSCTL} is 1, and this is no hosted runner, so it was not changed`);
    }
    if (!(await sysctl('0')))
        return failed(`${SYSCTL} is 1 and could not be set to 0 with sudo`);
    return {
        probe: {
            probe: 'user-namespaces',
            held: true,
            detail: `${SYSCTL} was set from 1 to 0 for this run`,
        },
        restore: async () => {
            await sysctl('1');
        },
    };
}
function failed(detail) {
    return {
        probe: { probe: 'user-namespaces', held: false, detail },
        restore: async () => undefined,
    };
}
async function sysctl(value) {
    const result = await runTrusted({
        argv: ['sudo', '-n', 'sysctl', '-q', '-w', `${SYSCTL}=${value}`],
        cwd: '/',
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
        timeoutMs: SUDO_TIMEOUT_MS,
        maxOutputBytes: 10_000,
    });
    return result.exitCode === 0;
}

// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(48161);
;// CONCATENATED MODULE: ./build/sandbox/trusted-git.js


/**
 * Git as the parent runs it: with no configuration of the machine or the user, no prompt, no hook, no pager, no monitor.
 * What the repository's own configuration would run is overridden key by key (`neutralArgs`).
 */
const GIT_TIMEOUT_MS = 60_000;
const MAX_GIT_OUTPUT_BYTES = 64 * 1024 * 1024;
/** Overrides that hold for every command; command-line configuration wins over the repository's. */
const ALWAYS = [
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'core.pager=cat',
    'core.editor=false',
    'core.askPass=',
    'core.sshCommand=false',
    'core.gitProxy=',
    'core.attributesFile=/dev/null',
    'core.alternateRefsCommand=',
    'core.untrackedCache=false',
    'credential.helper=',
    'credential.interactive=false',
    'gpg.program=false',
    'gpg.ssh.program=false',
    'gpg.x509.program=false',
    'log.showSignature=false',
    'commit.gpgSign=false',
    'tag.gpgSign=false',
    'protocol.allow=never',
    'protocol.https.allow=always',
    'protocol.http.allow=always',
    'protocol.file.allow=always',
    'submodule.recurse=false',
    'fetch.recurseSubmodules=false',
    'diff.ignoreSubmodules=all',
    'maintenance.auto=false',
    'gc.auto=0',
    'safe.directory=*',
    'advice.detachedHead=false',
];
/** Values of one driver or filter that name a program. Emptied, and a filter made optional, it runs nothing. */
const PROGRAM_KEYS = new RegExp(`^(?:${[
    String.raw `filter\..+\.(?:clean|smudge|process)`,
    String.raw `diff\..+\.(?:command|textconv)`,
    String.raw `merge\..+\.driver`,
    String.raw `credential\..+\.helper`,
    String.raw `remote\..+\.(?:uploadpack|receivepack|vcs|proxy)`,
].join('|')})$`, 'iu');
/** The environment of the parent's git: PATH and nothing of the parent's own. */
function gitEnvironment(path) {
    return {
        PATH: path,
        HOME: '/nonexistent',
        LC_ALL: 'C.UTF-8',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_ATTR_NOSYSTEM: '1',
        GIT_TERMINAL_PROMPT: '0',
        GIT_OPTIONAL_LOCKS: '0',
        GIT_NO_REPLACE_OBJECTS: '1',
        GIT_LITERAL_PATHSPECS: '1',
        GIT_ADVICE: '0',
    };
}
const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';
/** Runs git without judging its exit code. */
async function tryGit(options) {
    const secrets = options.secretConfig ?? [];
    const configured = { GIT_CONFIG_COUNT: String(secrets.length) };
    secrets.forEach(({ key, value }, index) => {
        configured[`GIT_CONFIG_KEY_${index}`] = key;
        configured[`GIT_CONFIG_VALUE_${index}`] = value;
    });
    return runTrusted({
        argv: ['git', '--no-pager', ...ALWAYS.flatMap((pair) => ['-c', pair]), ...options.args],
        cwd: options.cwd,
        env: { ...gitEnvironment(SYSTEM_PATH), ...configured, ...options.env },
        timeoutMs: options.timeoutMs ?? GIT_TIMEOUT_MS,
        maxOutputBytes: MAX_GIT_OUTPUT_BYTES,
        ...(options.signal === undefined ? {} : { signal: options.signal }),
        ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
    });
}
/** Runs git and gives its output; throws `worktree-refused` with git's own words where it fails. */
async function git(options) {
    const result = await tryGit(options);
    if (result.exitCode === 0)
        return result.stdout;
    throw gitFailed(options.args, result);
}
function gitFailed(args, result) {
    const said = result.stderr.toString('utf8').trim().slice(0, 2_000);
    const how = result.problem === null ? `ended with ${result.exitCode}` : result.problem;
    const fix = result.problem === 'not-started' ? { fix: 'Install git and put it on the PATH.' } : {};
    return new build_base/* CountersignError */.WS('worktree-refused', `git ${args.find((word) => !word.startsWith('-')) ?? ''} ${how}: ${said}`, fix);
}
/** `-c` arguments that empty every key of the repository's configuration which names a program. */
async function neutralArgs(cwd, places) {
    const keys = await configKeys(cwd, places);
    const neutral = keys.filter((key) => PROGRAM_KEYS.test(key));
    const filters = new Set(keys.flatMap((key) => /^(filter\..+)\.[^.]+$/iu.exec(key)?.[1] ?? []));
    return [
        ...neutral.map((key) => `${key}=`),
        ...[...filters].map((name) => `${name}.required=false`),
    ].flatMap((pair) => ['-c', pair]);
}
async function configKeys(cwd, places) {
    const listed = await tryGit({
        cwd,
        args: [...places, 'config', '--list', '--name-only', '--includes', '-z'],
    });
    if (listed.exitCode !== 0)
        throw gitFailed(['config'], listed);
    const keys = listed.stdout
        .toString('utf8')
        .split('\0')
        .filter((key) => key !== '');
    // A name that holds `=` cannot be overridden by `-c name=value`, so such a repository is not touched at all.
    const hostile = keys.find((key) => key.includes('=') && PROGRAM_KEYS.test(key));
    if (hostile === undefined)
        return [...new Set(keys)];
    throw new build_base/* CountersignError */.WS('worktree-refused', `The git configuration key ${JSON.stringify(hostile)} cannot be switched off.`, {
        fix: 'Remove it from .git/config.',
    });
}

;// CONCATENATED MODULE: ./build/sandbox/private-place.js





const HOME_GIT_CONFIG = `[user]
\tname = countersign
\temail = countersign@users.noreply.github.com
[safe]
\tdirectory = *
[init]
\tdefaultBranch = main
[core]
\tpager = cat
[advice]
\tdetachedHead = false
`;
const PRIVATE = 0o700;
function makePrivatePlace() {
    const base = (0,external_node_fs_.realpathSync)((0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'countersign-')));
    const [home, tmp, state] = [(0,external_node_path_.join)(base, 'home'), (0,external_node_path_.join)(base, 'tmp'), (0,external_node_path_.join)(base, 'state')];
    for (const folder of [home, tmp, state])
        (0,external_node_fs_.mkdirSync)(folder, { mode: PRIVATE });
    const emptyFile = (0,external_node_path_.join)(state, 'empty');
    const gitConfig = (0,external_node_path_.join)(state, 'gitconfig');
    (0,external_node_fs_.writeFileSync)(emptyFile, '');
    (0,external_node_fs_.writeFileSync)(gitConfig, HOME_GIT_CONFIG);
    (0,external_node_fs_.writeFileSync)((0,external_node_path_.join)(home, '.gitconfig'), HOME_GIT_CONFIG);
    return {
        home,
        tmp,
        emptyFile,
        gitConfig,
        repositoryConfig: (0,external_node_path_.join)(state, 'config'),
        remove: () => (0,external_node_fs_.rmSync)(base, { recursive: true, force: true, maxRetries: 3 }),
    };
}
/** Keys whose value may be a credential, or which name a file that may hold one. */
const CREDENTIAL_KEYS = /^(?:http\..*|credential\..*|include\.path|includeif\..*\.path|remote\..*\.pushurl|url\..*)$/iu;
/**
 * Writes the repository's configuration without credentials to `place.repositoryConfig`, for children to read. A key of
 * `http.*`, `credential.*`, `url.*` or `include*` is left out whole; user information is cut out of remote URLs.
 */
async function writeShownConfig(git, place) {
    const copy = place.repositoryConfig;
    await (0,promises_.copyFile)((0,external_node_path_.join)(git.common, 'config'), copy);
    const file = ['config', '--file', copy, '--no-includes'];
    const listed = await tryGit({ cwd: place.home, args: [...file, '--list', '-z'] });
    if (listed.exitCode !== 0) {
        await (0,promises_.writeFile)(copy, '[core]\n\trepositoryformatversion = 0\n\tbare = false\n');
        return;
    }
    const pairs = listed.stdout
        .toString('utf8')
        .split('\0')
        .filter((pair) => pair !== '');
    for (const pair of pairs) {
        const [key = '', ...rest] = pair.split('\n');
        const value = rest.join('\n');
        const clean = value.replace(/^(\w+:\/\/)[^/@]*@/u, '$1');
        if (CREDENTIAL_KEYS.test(key)) {
            await tryGit({ cwd: place.home, args: [...file, '--unset-all', key] });
        }
        else if (/^remote\..*\.url$/iu.test(key) && clean !== value) {
            await tryGit({ cwd: place.home, args: [...file, '--replace-all', key, clean] });
        }
    }
}

// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __webpack_require__(77030);
// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(58500);
;// CONCATENATED MODULE: ./build/sandbox/probes.js






/** Probes that a sandbox may fail and still be one: they limit harm, they are no wall. */
const ADVISORY_PROBES = ['process-limit', 'network-hosts'];
const SECRET_NAME = /TOKEN|SECRET|PASSW|CREDENTIAL|_KEY$|APIKEY/iu;
const MIN_SECRET_CHARS = 8;
const SURVIVOR_TRIES = 20;
const SURVIVOR_PAUSE_MS = 50;
/** Runs the canary and judges it. A canary that does not run to its end held nothing. */
async function probeSandbox(world) {
    const outside = (0,external_node_fs_.realpathSync)((0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'countersign-canary-')));
    const mark = (0,external_node_crypto_.randomBytes)(12).toString('hex');
    const secretFile = (0,external_node_path_.join)(outside, 'secret');
    (0,external_node_fs_.writeFileSync)(secretFile, `secret-${mark}`, { mode: 0o600 });
    const door = await listen();
    try {
        const result = await world.run(canary({ world, secretFile, mark, port: door.port }));
        const told = new Map([...result.output.matchAll(/^probe:([\w-]+):(held|open):(.*)$/gmu)].map((line) => [
            line[1] ?? '',
            line,
        ]));
        if (!told.has('end'))
            return [failedCanary(result)];
        const probes = [...told.values()]
            .filter((line) => line[1] !== 'end')
            .map((line) => ({
            probe: line[1] ?? '',
            held: line[2] === 'held',
            detail: line[3] ?? '',
        }));
        return [
            { probe: 'start', held: true, detail: 'a command ran in the sandbox' },
            ...probes,
            judged('write-outside', (0,external_node_fs_.readFileSync)(secretFile, 'utf8') === `secret-${mark}`, 'a file outside of the workspace was overwritten'),
            judged('read-outside', !result.output.includes(`secret-${mark}`), 'a file outside of the workspace was read'),
            judged('network', door.connections() === 0, 'a connection to this machine was made'),
            judged('environment', !showsSecret(world, result.output), "a secret of the parent's environment was read"),
            judged('survivors', await isGone(mark), 'a background process outlived its command'),
        ];
    }
    finally {
        await door.close();
        (0,external_node_fs_.rmSync)(outside, { recursive: true, force: true });
    }
}
function judged(probe, held, otherwise) {
    return { probe, held, detail: held ? 'tried, and it did not work' : otherwise };
}
function failedCanary(result) {
    const said = result.output.trim().slice(0, 500);
    return {
        probe: 'start',
        held: false,
        detail: `no command runs in the sandbox: ${said || result.ended}`,
    };
}
/** Each line tells one wall; what the host judges by itself is only attempted. */
function canary(parts) {
    const { world, secretFile, mark, port } = parts;
    const pid = process.pid;
    const home = quoted(world.parentEnv['HOME'] ?? (0,external_node_os_.homedir)());
    const inGit = world.hasGit
        ? [
            attempt('git-config', 'echo >> .git/config'),
            attempt('git-hooks', 'echo > .git/hooks/pre-commit'),
        ]
        : [];
    return [
        `cd ${quoted(world.root)} || exit 1`,
        'tell() { echo "probe:$1:$2:$3"; }',
        attempt('write-system', 'echo > /usr/countersign-canary || echo > /etc/countersign-canary'),
        attempt('home', `ls ${home}/. | grep -q . && ls ${home}/.ssh ${home}/.config ${home}/.docker`),
        attempt('memory', `head -c 1 /proc/${pid}/mem || kill -0 ${pid}`),
        attempt('sudo', 'sudo -n true'),
        attempt('new-privileges', "! grep -q 'NoNewPrivs:.1' /proc/self/status"),
        attempt('capabilities', "! grep -q 'CapEff:.0000000000000000' /proc/self/status"),
        attempt('docker-socket', '[ -e /var/run/docker.sock ] || [ -e /run/docker.sock ] || [ -e /run/podman ]'),
        attempt('own-processes', `[ "$(readlink /proc/self/ns/pid)" = ${quoted(ownPidNamespace())} ]`),
        ...world.protect.map((path) => attempt('protected', `echo > ${quoted(path)} || echo > ${quoted(`${path}/canary`)}`)),
        ...inGit,
        processLimit(),
        `cat ${quoted(secretFile)} 2>/dev/null; { echo gone > ${quoted(secretFile)}; } 2>/dev/null`,
        `{ exec 3<>/dev/tcp/127.0.0.1/${port}; } 2>/dev/null`,
        'cat /proc/*/environ 2>/dev/null; echo',
        `setsid bash -c 'exec -a canary-${mark} sleep 60' >/dev/null 2>&1 &`,
        'tell end held end',
    ].join('\n');
}
function processLimit() {
    if (process.getuid?.() !== 0)
        return attempt('process-limit', '[ "$(ulimit -u)" = unlimited ]');
    return "tell process-limit open 'the parent is root, whose processes the kernel does not count'";
}
/** A line of shell that tells whether `attack` failed. */
function attempt(probe, attack) {
    return `if { ${attack}; } >/dev/null 2>&1; then tell ${probe} open 'it worked'; else tell ${probe} held 'tried, and it did not work'; fi`;
}
function quoted(text) {
    return `'${text.replaceAll("'", `'\\''`)}'`;
}
function ownPidNamespace() {
    try {
        return (0,external_node_fs_.readlinkSync)('/proc/self/ns/pid');
    }
    catch {
        return 'unknown';
    }
}
function showsSecret({ parentEnv }, output) {
    return Object.entries(parentEnv).some(([name, value]) => value !== undefined &&
        SECRET_NAME.test(name) &&
        value.length >= MIN_SECRET_CHARS &&
        output.includes(value));
}
/** The namespace may still be on its way out when the sandbox has told its exit code; it gets a moment. */
async function isGone(mark) {
    for (let tries = 0; tries < SURVIVOR_TRIES; tries += 1) {
        if (!isAlive(mark))
            return true;
        await (0,external_node_timers_promises_.setTimeout)(SURVIVOR_PAUSE_MS);
    }
    return !isAlive(mark);
}
function isAlive(mark) {
    if (!(0,external_node_fs_.existsSync)('/proc/self/cmdline'))
        return false;
    return (0,external_node_fs_.readdirSync)('/proc')
        .filter((name) => /^\d+$/u.test(name))
        .some((name) => {
        try {
            return (0,external_node_fs_.readFileSync)(`/proc/${name}/cmdline`, 'utf8').startsWith(`canary-${mark}`);
        }
        catch {
            return false;
        }
    });
}
async function listen() {
    let count = 0;
    const server = (0,external_node_net_.createServer)((socket) => {
        count += 1;
        socket.destroy();
    });
    await new Promise((done) => {
        server.listen(0, '127.0.0.1', done);
    });
    const address = server.address();
    return {
        port: typeof address === 'object' && address !== null ? address.port : 0,
        connections: () => count,
        close: async () => new Promise((done) => void server.close(() => done())),
    };
}

;// CONCATENATED MODULE: ./build/sandbox/background.js
/** Output kept of a background command, in UTF-16 units; older text is dropped from the front. */
const MAX_LOG_CHARS = 1_000_000;
/** A log that is read by offset while it is written, in bounded memory. */
class RollingLog {
    #max;
    #chunks = [];
    #length = 0;
    /** The offset of the first character that is still kept. */
    #start = 0;
    constructor(maxChars = MAX_LOG_CHARS) {
        this.#max = maxChars;
    }
    add(text) {
        this.#chunks.push(text);
        this.#length += text.length;
        if (this.#length <= 2 * this.#max)
            return;
        const all = this.#chunks.join('');
        const kept = all.slice(all.length - this.#max);
        this.#start += all.length - kept.length;
        this.#chunks = [kept];
        this.#length = kept.length;
    }
    /** The text from `offset` on; where that is no longer kept, what is kept, with a line that says how much is gone. */
    read(offset) {
        const all = this.#chunks.join('');
        this.#chunks = all === '' ? [] : [all];
        const from = Number.isFinite(offset) ? Math.max(0, Math.floor(offset)) : 0;
        const next = this.#start + all.length;
        if (from >= this.#start)
            return { text: all.slice(from - this.#start), next };
        return { text: `[... ${this.#start - from} characters dropped ...]\n${all}`, next };
    }
}
/** Wraps a process that runs on: `finish` is its result to come, `stop` asks it to end. */
function backgroundCommand(parts) {
    let result = null;
    void parts.finish.then((value) => {
        result = value;
        return value;
    });
    return {
        id: parts.id,
        state: () => result ?? 'running',
        logs: (offset) => parts.log.read(offset),
        kill: async () => {
            parts.stop();
            return parts.finish;
        },
    };
}

;// CONCATENATED MODULE: ./build/sandbox/bubblewrap.js
const LIMITS = {
    processes: 4096,
    openFiles: 16_384,
    fileKilobytes: 4 * 1024 * 1024,
    dataKilobytes: 8 * 1024 * 1024,
};
const DASH_BLOCK_BYTES = 512;
/** The arguments that run `argv` in the sandbox, in the folder `cwd`. */
function bubblewrapArgv(program, shape, command) {
    return [
        program,
        ...namespaceArgs(shape.disableUserns),
        ...shape.mounts.flatMap((mount) => mountArgs(mount)),
        '--chdir',
        command.cwd,
        '--',
        '/bin/sh',
        '-c',
        limitScript(shape),
        'sh',
        ...command.argv,
    ];
}
function namespaceArgs(disableUserns) {
    return [
        '--unshare-user',
        '--unshare-ipc',
        '--unshare-pid',
        '--unshare-net',
        '--unshare-uts',
        '--unshare-cgroup-try',
        ...(disableUserns ? ['--disable-userns'] : []),
        '--hostname',
        'sandbox',
        '--new-session',
        '--die-with-parent',
        '--cap-drop',
        'ALL',
    ];
}
function mountArgs(mount) {
    switch (mount.kind) {
        case 'read':
            return ['--ro-bind', mount.from, mount.to];
        case 'write':
            return ['--bind', mount.from, mount.to];
        case 'link':
            return ['--symlink', mount.from, mount.to];
        case 'empty':
            return ['--perms', '0755', '--size', String(mount.maxBytes), '--tmpfs', mount.to];
        case 'proc':
        case 'dev':
            return [`--${mount.kind}`, `/${mount.kind}`];
    }
    return mount;
}
/**
 * Sets the limits from inside, so that processes are counted in the sandbox's own namespace, then becomes the command.
 * One pipe for both outputs keeps their order. A limit that this system does not know is passed over: the probes tell.
 */
function limitScript({ limits, processLimitFlag }) {
    const fileBlocks = (limits.fileKilobytes * 1024) / (processLimitFlag === '-p' ? DASH_BLOCK_BYTES : 1024);
    return [
        'ulimit -c 0',
        `ulimit ${processLimitFlag} ${limits.processes}`,
        `ulimit -n ${limits.openFiles}`,
        `ulimit -f ${fileBlocks}`,
        `ulimit -d ${limits.dataKilobytes}`,
        'exec "$@" 2>&1',
    ].join(' 2>/dev/null; ');
}

;// CONCATENATED MODULE: ./build/sandbox/machine.js





/**
 * Which parts of this machine a sandboxed command may see: programs and their libraries, read-only.
 * Homes, `/run` (with the docker socket), `/mnt`, `/srv` and whatever else is not listed are simply not there.
 * This file does I/O.
 */
const SYSTEM_FOLDERS = [
    '/usr',
    '/bin',
    '/sbin',
    '/lib',
    '/lib32',
    '/lib64',
    '/libx32',
    '/etc',
    '/opt',
    '/nix',
    '/hostedtoolcache',
    '/__t',
    '/__e',
    '/var/lib/dpkg',
    '/var/lib/gems',
];
/** Folders of a home that hold programs and no credentials, shown where PATH points into them. */
const HOME_TOOLS = [
    '.cargo/bin',
    '.rustup',
    '.pyenv',
    '.nvm',
    '.sdkman/candidates',
    '.dotnet',
    '.local/bin',
    '.local/lib',
    '.local/share/pnpm',
    '.ghcup',
    '.deno/bin',
    '.bun/bin',
    'go/bin',
];
/** Files and folders of the system that hold secrets; they matter where the parent itself is root. */
const SECRET_PLACES = [
    '/etc/shadow',
    '/etc/shadow-',
    '/etc/gshadow',
    '/etc/gshadow-',
    '/etc/sudoers',
    '/etc/sudoers.d',
    '/etc/ssl/private',
    '/etc/ssh',
    '/etc/docker',
    '/etc/kubernetes',
    '/etc/rancher',
    '/etc/wireguard',
    '/etc/openvpn',
    '/etc/letsencrypt',
    '/etc/NetworkManager',
    '/etc/krb5.keytab',
    '/etc/netrc',
    '/etc/waagent.conf',
];
/** A self-hosted runner keeps its registration and keys beside one of these. */
const RUNNER_MARKS = ['.runner', '.credentials', '.credentials_rsaparams'];
/** Where a job's container sees the runner's folders. */
const CONTAINER_PLACES = [
    '/github/home',
    '/github/workflow',
    '/github/file_commands',
    '/github/runner_temp',
];
const TMP_BYTES = 2 * 1024 ** 3;
const SMALL_BYTES = 1024 ** 2;
/**
 * A process whose user is the machine's root owns the kernel's switches even without any capability, so that they are
 * read-only here whatever the user.
 */
function kernelMounts(emptyFile) {
    const files = [
        '/proc/sysrq-trigger',
        '/proc/mtrr',
        '/proc/kcore',
        '/proc/kmsg',
        '/proc/keys',
        '/proc/timer_list',
    ];
    const switches = ['/proc/sys', '/proc/fs', '/proc/acpi', '/proc/scsi', '/proc/driver'];
    return [
        { kind: 'proc' },
        ...switches
            .filter((path) => machine_isFolder(path))
            .map((path) => ({ kind: 'read', from: path, to: path })),
        ...files
            .filter((path) => isThere(path))
            .map((path) => ({ kind: 'read', from: emptyFile, to: path })),
        { kind: 'dev' },
    ];
}
/** The mounts below the workspace: system, masks, and fresh `/tmp`, `/var`, `/run`, `/proc` and `/dev` aside. */
function systemMounts(view) {
    const system = SYSTEM_FOLDERS.flatMap((folder) => shownFolder(folder));
    const shown = system.flatMap((mount) => (mount.kind === 'read' ? [mount.to] : []));
    const tools = toolFolders(view).filter((folder) => !isBelowAny(realOr(folder), shown));
    return [
        { kind: 'empty', to: '/tmp', maxBytes: TMP_BYTES },
        { kind: 'empty', to: '/var/tmp', maxBytes: TMP_BYTES },
        { kind: 'empty', to: '/run', maxBytes: SMALL_BYTES },
        ...system,
        ...tools.map((folder) => ({ kind: 'read', from: folder, to: folder })),
        ...masks(view, shown),
    ];
}
function shownFolder(folder) {
    try {
        if (!(0,external_node_fs_.lstatSync)(folder).isSymbolicLink())
            return [{ kind: 'read', from: folder, to: folder }];
        return [{ kind: 'link', from: (0,external_node_fs_.readlinkSync)(folder), to: folder }];
    }
    catch {
        return [];
    }
}
/** Folders outside the system's own that PATH or a toolchain's variable names, unless they would show more than tools. */
function toolFolders(view) {
    const home = realOr(view.parentEnv['HOME'] ?? (0,external_node_os_.homedir)());
    const named = [
        ...pathFolders(view.childEnv['PATH'], view.workspace),
        ...toolchainFolders(view.childEnv),
    ];
    const folders = named
        .filter((folder) => machine_isFolder(folder))
        .flatMap((folder) => {
        const inHome = partsBelow(home, realOr(folder), false);
        if (inHome === null)
            return [folder];
        const tool = HOME_TOOLS.find((name) => partsBelow(`/${name}`, `/${inHome.join('/')}`, false));
        return tool === undefined ? [] : [(0,external_node_path_.join)(home, tool)];
    });
    const kept = [
        ...privatePlaces(view),
        home,
        view.workspace,
        (0,external_node_os_.tmpdir)(),
        '/proc',
        '/sys',
        '/dev',
        '/run',
    ];
    // A folder that holds a private place would show it; one inside a private place was put there by a stranger.
    return [...new Set(folders)].filter((folder) => !kept.some((place) => partsBelow(folder, place, false) !== null) &&
        !isBelowAny(realOr(folder), kept.filter((place) => place !== home)));
}
function masks(view, shown) {
    const places = [...SECRET_PLACES, ...privatePlaces(view), ...runnerFolders()].filter((place) => isBelowAny(place, shown) && !shown.includes(place));
    return [...new Set(places)].flatMap((place) => {
        if (machine_isFolder(place))
            return [{ kind: 'empty', to: place, maxBytes: SMALL_BYTES }];
        return isThere(place) ? [{ kind: 'read', from: view.emptyFile, to: place }] : [];
    });
}
/** The runner's own folders, as far as the parent's environment names them. */
function privatePlaces({ parentEnv }) {
    const temp = parentEnv['RUNNER_TEMP'];
    const files = [
        'GITHUB_ENV',
        'GITHUB_PATH',
        'GITHUB_OUTPUT',
        'GITHUB_STATE',
        'GITHUB_STEP_SUMMARY',
    ];
    const named = [
        ...(temp === undefined ? [] : [temp, (0,external_node_path_.join)((0,external_node_path_.dirname)((0,external_node_path_.dirname)((0,external_node_path_.resolve)(temp))), '_diag')]),
        ...files.flatMap((name) => {
            const file = parentEnv[name];
            return file === undefined || file === '' ? [] : [(0,external_node_path_.dirname)((0,external_node_path_.resolve)(file))];
        }),
        ...CONTAINER_PLACES,
    ];
    return [
        ...new Set(named.filter((place) => place !== '').map((place) => normalAbsolute((0,external_node_path_.resolve)(place)))),
    ];
}
function runnerFolders() {
    const candidates = ['/opt', '/usr/local', '/usr/src'].flatMap((folder) => childFolders(folder));
    return candidates.filter((folder) => RUNNER_MARKS.some((mark) => isThere((0,external_node_path_.join)(folder, mark))));
}
function childFolders(folder) {
    try {
        return (0,external_node_fs_.readdirSync)(folder, { withFileTypes: true })
            .filter((entry) => entry.isDirectory())
            .map((entry) => (0,external_node_path_.join)(folder, entry.name));
    }
    catch {
        return [];
    }
}
function isBelowAny(path, folders) {
    return folders.some((folder) => partsBelow(folder, path, false) !== null);
}
function realOr(path) {
    try {
        return (0,external_node_fs_.realpathSync)(path);
    }
    catch {
        return normalAbsolute((0,external_node_path_.resolve)(path));
    }
}
function machine_isFolder(path) {
    try {
        return (0,external_node_fs_.statSync)(path).isDirectory();
    }
    catch {
        return false;
    }
}
function isThere(path) {
    try {
        (0,external_node_fs_.lstatSync)(path);
        return true;
    }
    catch {
        return false;
    }
}

;// CONCATENATED MODULE: ./build/sandbox/sandboxed.js







/** The arguments that run `argv` behind the walls, in `cwd` (absolute). */
function sandboxedArgv(walls, command) {
    const shape = {
        mounts: mountsOf(walls),
        disableUserns: walls.disableUserns,
        limits: LIMITS,
        processLimitFlag: walls.processLimitFlag,
    };
    return bubblewrapArgv(walls.program, shape, command);
}
function mountsOf(walls) {
    const { root, place, git } = walls;
    const system = systemMounts({
        parentEnv: walls.parentEnv,
        childEnv: walls.childEnv,
        workspace: root,
        emptyFile: place.emptyFile,
    });
    return [
        ...system,
        ...kernelMounts(place.emptyFile),
        ...workspaceMounts(walls),
        ...protectedMounts(root, walls.protect),
        ...(git === null ? [] : gitMounts(git, place.repositoryConfig)),
        pinned(place.home),
        { kind: 'read', from: place.gitConfig, to: (0,external_node_path_.join)(place.home, '.gitconfig') },
    ];
}
function workspaceMounts({ root, write }) {
    if (write.includes('.'))
        return [pinned(root)];
    const open = write.map((path) => (0,external_node_path_.join)(root, path)).filter((path) => kindOf(path) === 'folder');
    return [readOnly(root), ...open.map((path) => pinned(path))];
}
/**
 * Each protected path read-only, and each folder above it pinned, so that neither it nor a folder above it can be renamed
 * away. What does not exist is held by an empty folder in its place, which git does not see.
 */
function protectedMounts(root, protect) {
    const mounts = new Map();
    for (const path of [...protect].sort()) {
        const parts = splitPath(path);
        const above = parts.slice(0, -1).map((_, index) => (0,external_node_path_.join)(root, ...parts.slice(0, index + 1)));
        for (const folder of above) {
            if (kindOf(folder) === 'absent')
                (0,external_node_fs_.mkdirSync)(folder);
            refuseLink(folder);
            if (!mounts.has(folder))
                mounts.set(folder, pinned(folder));
        }
        const target = (0,external_node_path_.join)(root, ...parts);
        if (kindOf(target) === 'absent')
            (0,external_node_fs_.mkdirSync)(target);
        refuseLink(target);
        mounts.set(target, readOnly(target));
    }
    return [...mounts.values()];
}
/** Mounting on a link would open and cover what it leads to, and leave the link itself free to be replaced. */
function refuseLink(path) {
    const kind = kindOf(path);
    if (kind !== 'link' && kind !== 'other')
        return;
    throw new build_base/* CountersignError */.WS('sandbox-missing', `The protected path ${path} is a symbolic link or no plain file.`, {
        fix: 'Protect the file that it leads to instead.',
    });
}
/** Removes the empty folders that stood in for protected paths which do not exist. */
function removePlaceholders(root, placeholders) {
    for (const path of [...placeholders].sort((a, b) => b.length - a.length)) {
        try {
            const folder = (0,external_node_path_.join)(root, path);
            if (kindOf(folder) === 'folder' && (0,external_node_fs_.readdirSync)(folder).length === 0)
                (0,external_node_fs_.rmdirSync)(folder);
        }
        catch {
            // Somebody put it to use.
        }
    }
}
/** The protected paths, and the folders above them, that do not exist now. */
function placeholdersFor(root, protect) {
    const all = protect.flatMap((path) => {
        const parts = splitPath(path);
        return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    });
    return [...new Set(all)].filter((path) => kindOf((0,external_node_path_.join)(root, path)) === 'absent');
}
/** Paths as they were listed, each made relative to the root and judged by the lexical walls. */
function protectedPaths(root, listed) {
    const ground = { root, aliases: [], caseInsensitive: false, hidden: [] };
    const paths = listed
        .map((path) => lexicalParts(ground, path).join('/'))
        .filter((path) => path !== '');
    return [...new Set(paths)];
}

;// CONCATENATED MODULE: ./build/sandbox/survivors.js

/**
 * Without a sandbox a command may leave its process group (`setsid`) and live on. Each call therefore carries a mark in
 * its environment, which children inherit, and whatever carries it afterwards is ended. A process that clears its
 * environment gets away: only the sandbox holds those. This file does I/O.
 */
const MARK_NAME = 'COUNTERSIGN_CALL';
/** A process may start another between the look and the kill, so it is looked again, this often. */
const ROUNDS = 5;
/** Kills every process that carries the mark; returns how many it found. On systems without `/proc` it finds none. */
function endSurvivors(mark) {
    let found = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
        const alive = marked(`${MARK_NAME}=${mark}`);
        if (alive.length === 0)
            break;
        found += alive.length;
        for (const pid of alive)
            kill(pid);
    }
    return found;
}
function marked(entry) {
    return processIds().filter((pid) => pid !== process.pid && environmentOf(pid).includes(entry));
}
function processIds() {
    try {
        return (0,external_node_fs_.readdirSync)('/proc')
            .filter((name) => /^\d+$/u.test(name))
            .map(Number);
    }
    catch {
        return [];
    }
}
function environmentOf(pid) {
    try {
        return (0,external_node_fs_.readFileSync)(`/proc/${pid}/environ`, 'utf8').split('\0');
    }
    catch {
        return [];
    }
}
function kill(pid) {
    try {
        process.kill(pid, 'SIGKILL');
    }
    catch {
        // It ended by itself.
    }
}

;// CONCATENATED MODULE: ./build/sandbox/talk.js


/** Bytes that may wait to be read by a program that does not read. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/**
 * Starts a program that is talked to over its standard input and output. It leads a process group of its own, which is
 * ended whole. What it says on standard error is dropped. This file does I/O.
 */
function startTalking(start, options) {
    const [program, ...args] = start.argv;
    const child = (0,external_node_child_process_.spawn)(program, args, {
        cwd: start.cwd,
        env: start.env,
        detached: process.platform !== 'win32',
        windowsHide: true,
        stdio: ['pipe', 'pipe', 'ignore'],
    });
    const gone = goneOf(child);
    void gone.then((because) => {
        if (child.pid !== undefined)
            killGroup(child.pid, 'SIGKILL');
        options.onGone?.();
        options.onEnd(because);
        return undefined;
    });
    child.stdin.on('error', () => undefined);
    child.stdout.on('error', () => undefined);
    child.stdout.on('data', (chunk) => options.onOutput(chunk));
    return {
        write: (text) => {
            if (child.stdin.writableLength > MAX_WAITING_BYTES || !child.stdin.writable)
                return false;
            child.stdin.write(text);
            return true;
        },
        close: async () => {
            child.stdin.end();
            if (child.pid !== undefined)
                killGroup(child.pid, 'SIGTERM');
            const late = setTimeout(() => {
                if (child.pid !== undefined)
                    killGroup(child.pid, 'SIGKILL');
            }, KILL_GRACE_MS);
            await gone;
            clearTimeout(late);
            child.stdout.destroy();
        },
    };
}
async function goneOf(child) {
    return await new Promise((done) => {
        child.once('error', (error) => done(`it could not be started: ${error.message}`));
        child.once('exit', (code, signal) => done(`it ended with ${signal ?? `exit code ${code}`}`));
    });
}

;// CONCATENATED MODULE: ./build/sandbox/runner.js









/** How many background commands may run at once. */
const MAX_BACKGROUND = 8;
/** How many programs may be talked to at once. */
const MAX_TALKING = 32;
/** A runner over one workspace. All its commands share one environment and, where there is one, one sandbox. */
function makeRunner(parts) {
    const { workspace, walls, place } = parts;
    const running = new Map();
    const talking = new Set();
    const closing = new AbortController();
    const git = findGit(workspace.root);
    const absent = git === null ? [] : absentIn(git);
    const placeholders = walls === null ? [] : placeholdersFor(workspace.root, walls.protect);
    let started = 0;
    const execute = async (line, options) => {
        if (closing.signal.aborted)
            return refused('The run is over; no command starts any more.');
        const signal = AbortSignal.any([options.signal, closing.signal]);
        const result = await runOne(parts, line, { ...options, signal });
        const swept = walls === null ? [] : sweepGit(absent);
        return swept.length === 0 ? result : withNote(result, swept);
    };
    return {
        sandbox: walls === null ? 'none' : 'bubblewrap',
        run: execute,
        start: async (line, options) => {
            const alive = [...running.values()].filter((command) => command.state() === 'running');
            if (alive.length >= MAX_BACKGROUND) {
                throw new build_base/* CountersignError */.WS('command-refused', `${MAX_BACKGROUND} background commands run already.`, {
                    fix: 'End one of them first.',
                });
            }
            started += 1;
            const id = `b${started}`;
            const log = new RollingLog();
            const stop = new AbortController();
            const onOutput = (text) => {
                log.add(text);
                options.onOutput?.(text);
            };
            const finish = execute(line, { ...options, signal: stop.signal, onOutput });
            const command = backgroundCommand({ id, log, finish, stop: () => stop.abort() });
            running.set(id, command);
            return command;
        },
        talk: async (argv, options) => {
            if (closing.signal.aborted || talking.size >= MAX_TALKING) {
                const why = closing.signal.aborted
                    ? 'the run is over'
                    : `${MAX_TALKING} such programs run already`;
                throw new build_base/* CountersignError */.WS('command-refused', `${argv[0]} was not started: ${why}.`);
            }
            const held = { process: null };
            const onEnd = (because) => {
                if (held.process !== null)
                    talking.delete(held.process);
                options.onEnd(because);
            };
            held.process = await talkTo(parts, argv, { ...options, onEnd });
            talking.add(held.process);
            return held.process;
        },
        close: async () => {
            closing.abort();
            await Promise.all([...talking].map(async (process) => process.close()));
            await Promise.all([...running.values()].map(async (command) => command.kill()));
            removePlaceholders(workspace.root, placeholders);
            place.remove();
            await parts.restore();
        },
    };
}
async function runOne(parts, line, options) {
    const { workspace, walls, childEnv } = parts;
    let cwd;
    let argv;
    try {
        cwd = await folderOf(workspace, options.cwd);
        const inner = argvOf(line);
        if (findProgram(inner[0], { env: childEnv, cwd }) === null)
            return notFound(inner[0]);
        argv = walls === null ? inner : sandboxedArgv(walls, { argv: inner, cwd });
    }
    catch (error) {
        return refused((0,build_base/* errorText */.kc)(error));
    }
    const mark = (0,external_node_crypto_.randomBytes)(16).toString('hex');
    const env = { ...childEnv, ...options.env, ...(walls === null ? { [MARK_NAME]: mark } : {}) };
    const said = [];
    const result = await runProcess({
        line: { argv },
        cwd: walls === null ? cwd : workspace.root,
        env,
        timeoutMs: options.timeoutMs,
        signal: options.signal,
        maxOutputChars: options.maxOutputChars,
        ...(options.onOutput === undefined ? {} : { onOutput: options.onOutput }),
        ...(walls === null ? { onExit: () => void endSurvivors(mark) } : {}),
        ...(walls === null ? {} : { onStderr: (text) => said.push(text) }),
    });
    return setupFailed(result, said.join(''))
        ? refused(`The sandbox could not be set up: ${said.join('').trim()}`)
        : result;
}
/** Standard error has no reader here, and must not get between the lines of standard output. */
const APART = ['/bin/sh', '-c', 'exec "$@" 2>/dev/null', 'sh'];
async function talkTo(parts, argv, options) {
    const { workspace, walls, childEnv } = parts;
    const cwd = workspace.root;
    if (findProgram(argv[0], { env: childEnv, cwd }) === null) {
        throw new build_base/* CountersignError */.WS('command-refused', `The program ${JSON.stringify(argv[0])} was not found.`);
    }
    const mark = (0,external_node_crypto_.randomBytes)(16).toString('hex');
    const env = { ...childEnv, ...options.env, ...(walls === null ? { [MARK_NAME]: mark } : {}) };
    const behind = walls === null ? argv : sandboxedArgv(walls, { argv: [...APART, ...argv], cwd });
    return startTalking({ argv: behind, cwd, env }, { ...options, ...(walls === null ? { onGone: () => void endSurvivors(mark) } : {}) });
}
/** The command's own outputs share one pipe, so whatever comes by the other is bubblewrap's. */
function setupFailed(result, said) {
    return (result.ended === 'exited' &&
        result.exitCode !== 0 &&
        result.outputBytes === 0 &&
        /^bwrap: /mu.test(said));
}
async function folderOf(workspace, path) {
    const entry = await workspace.stat(path);
    if (entry?.kind !== 'directory') {
        throw new build_base/* CountersignError */.WS('command-refused', `${JSON.stringify(path)} is not a folder of the workspace.`, {
            fix: 'Give a folder from the workspace root, or "." for the root.',
        });
    }
    return (0,external_node_path_.join)(workspace.root, workspace.relative(path));
}
function refused(reason) {
    return {
        exitCode: null,
        signal: null,
        output: reason,
        outputBytes: 0,
        truncated: false,
        durationMs: 0,
        ended: 'not-started',
    };
}
function notFound(program) {
    return refused(`The program ${JSON.stringify(program)} was not found. Use one that is installed, or name its path.`);
}
function withNote(result, swept) {
    const note = `\n[countersign removed ${swept.join(', ')}: it would have led git to another configuration]\n`;
    return { ...result, output: result.output + note };
}

;// CONCATENATED MODULE: ./build/sandbox/create.js











const PROBE_TIMEOUT_MS = 20_000;
const PROBE_OUTPUT_CHARS = 1_000_000;
const FIX = 'Install bubblewrap (apt-get install bubblewrap) on a Linux runner that allows user namespaces, or write ' +
    '"sandbox: preferred" (commands then ask) or "sandbox: off" in the policy.';
/**
 * Makes the runner of a run's commands and proves its walls by trying them.
 * Throws `sandbox-missing` where `mode` is `required` and a wall does not hold. The caller closes the runner.
 * This file does I/O.
 */
async function createCommandRunner(options) {
    const place = makePrivatePlace();
    try {
        return await create(options, place);
    }
    catch (error) {
        place.remove();
        throw error;
    }
}
async function create(options, place) {
    const { home, tmp } = place;
    const childEnv = {
        ...childEnvironment(options.environment, { home, tmp, workspace: options.workspace.root }),
        ...policy/* GIT_ENVIRONMENT */.jf,
        // The home is the children's own, and its configuration was written by this process: it says who commits.
        GIT_CONFIG_GLOBAL: (0,external_node_path_.join)(home, '.gitconfig'),
    };
    const bare = {
        workspace: options.workspace,
        place,
        parentEnv: options.environment,
        walls: null,
        childEnv,
        restore: async () => undefined,
    };
    if (options.mode === 'off') {
        const probe = { probe: 'sandbox', held: false, detail: 'switched off by the policy' };
        return { runner: makeRunner(bare), probes: [probe] };
    }
    const tried = await trySandbox(options, bare);
    if (tried.runner !== null)
        return { runner: tried.runner, probes: tried.probes };
    if (options.mode === 'required') {
        const why = tried.probes
            .filter((probe) => !probe.held)
            .map((probe) => `${probe.probe}: ${probe.detail}`);
        throw new build_base/* CountersignError */.WS('sandbox-missing', `There is no sandbox for commands (${why.join('; ')}).`, { fix: FIX });
    }
    return { runner: makeRunner(bare), probes: tried.probes };
}
async function trySandbox(options, bare) {
    const found = await findBubblewrap(bare.childEnv);
    if (typeof found === 'string')
        return without(found);
    const enabled = await enableUserNamespaces(options.environment);
    const restore = enabled?.restore ?? bare.restore;
    const walls = await makeWalls(options, { bare, found });
    const placeholders = placeholdersFor(walls.root, walls.protect);
    const childEnv = { ...bare.childEnv, TMPDIR: '/tmp' };
    const runner = makeRunner({ ...bare, walls: { ...walls, childEnv }, childEnv, restore });
    const probes = [
        ...(enabled === null ? [] : [enabled.probe]),
        ...(await proveWalls(options, { walls, runner })),
    ];
    const told = [...probes, ...networkProbe(options.network)];
    if (probes.every((probe) => probe.held || ADVISORY_PROBES.includes(probe.probe)))
        return { runner, probes: told };
    removePlaceholders(walls.root, placeholders);
    await restore();
    return { runner: null, probes: told };
}
function without(detail) {
    return { runner: null, probes: [{ probe: 'sandbox', held: false, detail }] };
}
/** The sandbox program of this machine and what it can do, or why there is none. */
async function findBubblewrap(env) {
    if (process.platform !== 'linux')
        return `commands run without a sandbox on ${process.platform}`;
    const program = findProgram('bwrap', { env, cwd: '/' });
    if (program === null)
        return 'bubblewrap (bwrap) is not installed';
    const ask = async (argv) => runTrusted({ argv, cwd: '/', env, timeoutMs: PROBE_TIMEOUT_MS, maxOutputBytes: 100_000 });
    const [help, limit] = await Promise.all([
        ask([program, '--help']),
        ask(['/bin/sh', '-c', 'ulimit -u 100']),
    ]);
    const features = help.stdout.toString('utf8') + help.stderr.toString('utf8');
    if (!features.includes('--perms') || !features.includes('--size')) {
        return 'bubblewrap is older than 0.7';
    }
    return {
        program,
        disableUserns: features.includes('--disable-userns'),
        processLimitFlag: limit.exitCode === 0 ? '-u' : '-p',
    };
}
async function makeWalls(options, parts) {
    const { bare, found } = parts;
    const root = options.workspace.root;
    const git = findGit(root);
    if (git !== null)
        await writeShownConfig(git, bare.place);
    const write = writablePaths(root, options.write ?? ['.']);
    const github = write.some((path) => path === '.github' || path.startsWith('.github/'))
        ? []
        : ['.github'];
    return {
        ...found,
        root,
        git,
        place: bare.place,
        parentEnv: options.environment,
        childEnv: bare.childEnv,
        protect: protectedPaths(root, [...github, ...(options.protect ?? [])]),
        write,
    };
}
function writablePaths(root, write) {
    const named = protectedPaths(root, write);
    return write.some((path) => path === '.' || path === './' || path === root)
        ? ['.', ...named]
        : named;
}
async function proveWalls(options, parts) {
    const { walls, runner } = parts;
    return probeSandbox({
        root: walls.root,
        parentEnv: options.environment,
        protect: walls.protect,
        hasGit: walls.git !== null,
        run: async (shell) => runner.run({ shell }, {
            cwd: '.',
            timeoutMs: PROBE_TIMEOUT_MS,
            signal: new AbortController().signal,
            maxOutputChars: PROBE_OUTPUT_CHARS,
        }),
    });
}
/** Said out loud: hosts were listed, and commands still get no network. */
function networkProbe(network) {
    if (network.length === 0)
        return [];
    const detail = `the policy lists ${network.join(', ')}, but commands cannot be limited to hosts here, so they get no network at all`;
    return [{ probe: 'network-hosts', held: false, detail }];
}

;// CONCATENATED MODULE: ./build/sandbox/in-checkout.js



/** A full commit id. */
const SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u;
/** Runs git on the checkout at `root`, its own configuration's programs emptied; does not judge the exit code. */
async function inCheckout(root, args, more = {}) {
    const { own } = requireGit(root);
    const places = [`--git-dir=${own}`, `--work-tree=${root}`];
    // Asked for each time: an approved command may have added a filter since.
    const neutral = await neutralArgs(root, places);
    return tryGit({ ...more, cwd: root, args: [...places, ...neutral, ...args] });
}
/** The same; its output, or `worktree-refused` with git's own words. */
async function mustInCheckout(root, args, more = {}) {
    const result = await inCheckout(root, args, more);
    if (result.exitCode === 0)
        return result.stdout;
    throw gitFailed(args, result);
}
function requireGit(root) {
    const places = findGit(root);
    if (places !== null)
        return places;
    throw new build_base/* CountersignError */.WS('worktree-refused', `${root} is not a git checkout.`, {
        fix: 'Run actions/checkout before Countersign, or "git init" here.',
    });
}
/** A full commit id, or `worktree-refused`. */
function checkedSha(sha) {
    if (SHA.test(sha))
        return sha;
    throw new build_base/* CountersignError */.WS('worktree-refused', `${JSON.stringify(sha)} is not a full commit id.`, {
        fix: 'Give all 40 (or 64) hexadecimal digits.',
    });
}
/** The records of `-z` output. */
function records(bytes) {
    return bytes
        .toString('utf8')
        .split('\0')
        .filter((record) => record !== '');
}

;// CONCATENATED MODULE: ./build/sandbox/git.js








/**
 * What the parent itself does with the checkout's git. Nothing of the checkout decides what runs: the git folder is
 * named, programs in its configuration are emptied, hooks and monitors are off, submodules are not entered, and
 * fetching happens in a fresh repository that only shares the objects. This file does I/O.
 */
const FETCH_TIMEOUT_MS = 10 * 60_000;
/** The commit that the checkout is on. Throws `worktree-refused` where it is no checkout or has no commit yet. */
async function headCommit(root) {
    const result = await inCheckout(root, [
        'rev-parse',
        '--verify',
        '--end-of-options',
        'HEAD^{commit}',
    ]);
    const sha = result.stdout.toString('utf8').trim();
    if (result.exitCode === 0 && SHA.test(sha))
        return sha;
    throw new build_base/* CountersignError */.WS('worktree-refused', `${root} is a git checkout without a commit.`, {
        fix: 'Commit something first.',
    });
}
/**
 * Files of the work tree that differ from HEAD (or `since`): changed, added, deleted, untracked and not ignored; sorted.
 * A folder that is no git checkout has no such files. Submodules are not looked into.
 */
async function changedFiles(root, options = {}) {
    if (findGit(root) === null)
        return [];
    const status = [
        'status',
        '--porcelain=v1',
        '-z',
        '--untracked-files=all',
        '--ignore-submodules=all',
        '--no-renames',
    ];
    const paths = records(await mustInCheckout(root, status)).map((record) => record.slice(3));
    if (options.since !== undefined) {
        const range = [checkedSha(options.since), 'HEAD'];
        const diff = [
            'diff',
            '--name-only',
            '-z',
            '--no-renames',
            '--no-ext-diff',
            '--no-textconv',
            '--ignore-submodules=all',
        ];
        paths.push(...records(await mustInCheckout(root, [...diff, ...range, '--'])));
    }
    return [...new Set(paths)].sort();
}
/**
 * Puts the work tree on exactly this commit, fetching it where it is missing. A tree that is on it already is left as it
 * is. Throws `worktree-refused` where tracked files have changes or the commit cannot be had.
 */
async function checkoutCommit(root, options) {
    const sha = checkedSha(options.sha);
    const places = requireGit(root);
    const head = await inCheckout(root, ['rev-parse', '--verify', '-q', 'HEAD^{commit}']);
    if (head.stdout.toString('utf8').trim() === sha)
        return { moved: false };
    await refuseLocalChanges(root, sha);
    const present = await inCheckout(root, ['cat-file', '-e', `${sha}^{commit}`]);
    if (present.exitCode !== 0)
        await fetchCommit(root, places, { ...options, sha });
    const done = await inCheckout(root, [
        'checkout',
        '--quiet',
        '--detach',
        '--no-recurse-submodules',
        sha,
        '--',
    ]);
    if (done.exitCode === 0)
        return { moved: true };
    throw gitFailed(['checkout'], done);
}
async function refuseLocalChanges(root, sha) {
    const status = [
        'status',
        '--porcelain=v1',
        '-z',
        '--untracked-files=no',
        '--ignore-submodules=all',
        '--no-renames',
    ];
    const changed = records(await mustInCheckout(root, status)).map((record) => record.slice(3));
    if (changed.length === 0)
        return;
    const some = changed.slice(0, 5).join(', ');
    throw new build_base/* CountersignError */.WS('worktree-refused', `The checkout has changes of its own (${some}), so it is not moved to ${sha}.`, {
        fix: 'Run actions/checkout before Countersign and change nothing in between, or commit the changes.',
    });
}
async function fetchCommit(root, places, options) {
    const url = options.remoteUrl ?? (await originUrl(root, options.serverUrl));
    const folder = await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'countersign-fetch-'));
    try {
        const bare = (0,external_node_path_.join)(folder, 'fetch.git');
        await git({ cwd: folder, args: ['init', '--quiet', '--bare', bare] });
        const shallow = await copyIfThere((0,external_node_path_.join)(places.common, 'shallow'), (0,external_node_path_.join)(bare, 'shallow'));
        const shared = {
            cwd: folder,
            args: [],
            env: { GIT_DIR: bare, GIT_OBJECT_DIRECTORY: (0,external_node_path_.join)(places.common, 'objects') },
        };
        const head = await inCheckout(root, ['rev-parse', '--verify', '-q', 'HEAD^{commit}']);
        const have = head.stdout.toString('utf8').trim();
        if (SHA.test(have))
            await tryGit({ ...shared, args: ['update-ref', 'refs/heads/have', have] });
        const depth = shallow ? ['--depth=1'] : [];
        const fetched = await tryGit({
            ...shared,
            args: [
                'fetch',
                '--quiet',
                '--no-tags',
                '--no-write-fetch-head',
                ...depth,
                '--end-of-options',
                url,
                options.sha,
            ],
            secretConfig: tokenConfig(options),
            timeoutMs: FETCH_TIMEOUT_MS,
            ...(options.signal === undefined ? {} : { signal: options.signal }),
        });
        if (fetched.exitCode !== 0)
            throw missingCommit(options.sha, url, fetched.stderr.toString('utf8'));
        await copyIfThere((0,external_node_path_.join)(bare, 'shallow'), (0,external_node_path_.join)(places.common, 'shallow'));
    }
    finally {
        await (0,promises_.rm)(folder, { recursive: true, force: true });
    }
}
function missingCommit(sha, url, said) {
    const words = said.trim().slice(0, 1_000);
    return new build_base/* CountersignError */.WS('worktree-refused', `The commit ${sha} could not be fetched from ${withoutUser(url)}: ${words}`, {
        fix: 'Give the job "permissions: contents: read", or check the commit out with actions/checkout (ref: the commit).',
    });
}
/** The token as configuration of the one process that fetches, and only for the server that it is for. */
function tokenConfig({ token, serverUrl }) {
    if (token === undefined || token === null || token === '')
        return [];
    const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
    return [
        {
            key: `http.${serverUrl.replace(/\/+$/u, '')}/.extraheader`,
            value: `AUTHORIZATION: basic ${basic}`,
        },
    ];
}
/**
 * Where the checkout came from. An address on `serverUrl` is spelled anew, so that the token fits it; one elsewhere (a
 * mirror, a folder) is taken as it stands, and the token, which is bound to `serverUrl`, never goes there. `helper::address`
 * is refused: it names a program to run.
 */
async function originUrl(root, serverUrl) {
    const result = await inCheckout(root, [
        'config',
        '--local',
        '--no-includes',
        '--get',
        'remote.origin.url',
    ]);
    const url = result.stdout.toString('utf8').trim();
    const server = new URL(serverUrl);
    const scp = /^(?:ssh:\/\/)?(?:[\w.-]+@)?([\w.-]+)(?::\d+)?[:/]([\w./-]+)$/u.exec(url);
    const web = URL.canParse(url) ? new URL(url) : null;
    const path = web !== null && web.host === server.host
        ? web.pathname
        : scp?.[1] === server.hostname
            ? `/${scp[2]}`
            : null;
    if (path !== null)
        return `${server.origin}${path}`;
    if (url !== '' && !/^[^/]*::/u.test(url))
        return web === null && !/^[^/]+:/u.test(url) ? (0,external_node_path_.resolve)(root, url) : url;
    throw new build_base/* CountersignError */.WS('worktree-refused', `The checkout's origin ${JSON.stringify(withoutUser(url))} cannot be fetched from.`, {
        fix: 'Check the repository out with actions/checkout.',
    });
}
/**
 * Credentials that a checkout left in its git configuration, included files too. The values are for the redactor alone;
 * the keys are what the warning names. Set `persist-credentials: false` on actions/checkout to have none.
 */
async function persistedCredentials(root) {
    if (findGit(root) === null)
        return [];
    const result = await inCheckout(root, ['config', '--local', '--includes', '--list', '-z']);
    if (result.exitCode !== 0)
        return [];
    return records(result.stdout).flatMap((record) => {
        const cut = record.indexOf('\n');
        const [key, value] = cut === -1 ? [record, ''] : [record.slice(0, cut), record.slice(cut + 1)];
        const inUrl = /^remote\..*url$/iu.test(key)
            ? /^\w+:\/\/[^/@]*:([^/@]+)@/u.exec(value)?.[1]
            : undefined;
        if (inUrl !== undefined)
            return [{ key, value: inUrl }];
        if (!/^http\..*\.?extraheader$/iu.test(key))
            return [];
        return [{ key, value: value.replace(/^authorization:\s*\w+\s+/iu, '') }];
    });
}
function withoutUser(url) {
    return url.replace(/^(\w+:\/\/)[^/@]*@/u, '$1');
}
async function copyIfThere(from, to) {
    try {
        await (0,promises_.copyFile)(from, to);
        return true;
    }
    catch (error) {
        if (errnoOf(error) === 'ENOENT')
            return false;
        throw error;
    }
}

;// CONCATENATED MODULE: ./build/sandbox/git-config.js
const MAX_CONFIG_LINES = 20_000;
const HEADER = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/u;
const ENTRY = /^\s*([A-Za-z][\w-]*)\s*(?:=(.*))?$/u;
/** The keys of a configuration file in order, names in lower case; `null` where a line is none that git would take. */
function parseGitConfig(text) {
    const lines = text.replace(/^\uFEFF/u, '').split(/\r?\n/u);
    if (lines.length > MAX_CONFIG_LINES)
        return null;
    const keys = [];
    let section = '';
    let sub = null;
    for (const line of lines) {
        const header = HEADER.exec(line);
        const rest = header === null ? line : (header[3] ?? '');
        if (header !== null) {
            const dotted = /^([\w-]+)\.(.+)$/u.exec(header[1] ?? '');
            section = (dotted?.[1] ?? header[1] ?? '').toLowerCase();
            sub = header[2] ?? dotted?.[2] ?? null;
        }
        if (/^\s*(?:[#;].*)?$/u.test(rest))
            continue;
        const entry = ENTRY.exec(rest);
        if (entry === null) {
            // The rest of a value that was continued by a backslash may look like anything.
            if (keys.at(-1)?.value.endsWith('\\') === true)
                continue;
            return null;
        }
        keys.push({
            section,
            sub,
            key: (entry[1] ?? '').toLowerCase(),
            value: (entry[2] ?? 'true').trim(),
        });
    }
    return keys;
}
/** Keys that name a program, or change where git looks for what it runs, as `section.key` with the subsection left out. */
const RUNS = new Set([
    'filter.clean',
    'filter.smudge',
    'filter.process',
    'merge.driver',
    'diff.command',
    'diff.textconv',
    'diff.external',
    'core.fsmonitor',
    'core.hookspath',
    'core.sshcommand',
    'core.gitproxy',
    'core.askpass',
    'core.editor',
    'core.pager',
    'core.alternaterefscommand',
    'core.worktree',
    'core.attributesfile',
    'sequence.editor',
    'interactive.difffilter',
    'credential.helper',
    'gpg.program',
    'log.showsignature',
    'uploadpack.packobjectshook',
    'remote.uploadpack',
    'remote.receivepack',
    'remote.vcs',
    'remote.promisor',
    'extensions.partialclone',
    'submodule.update',
    'trailer.command',
    'trailer.cmd',
    'browser.cmd',
    'man.cmd',
    'difftool.cmd',
    'mergetool.cmd',
    'hook.command',
]);
const OFF = new Set(['false', 'no', 'off', '0', '']);
/** Keys that are harmless when they are switched off. */
const SWITCHES = new Set(['core.fsmonitor', 'log.showsignature', 'remote.promisor']);
/** The name of the first key that would run a program, such as `filter.x.clean`, or `null`. */
function firstRunningKey(keys) {
    for (const { section, sub, key, value } of keys) {
        const short = `${section}.${key}`;
        const off = SWITCHES.has(short) && OFF.has(value.toLowerCase());
        const name = sub === null ? short : `${section}.${sub}.${key}`;
        if ((RUNS.has(short) || section === 'pager') && !off)
            return name;
        // Named differently where git has a name between, such as `gpg.ssh.program`.
        if (section === 'alias' && value.startsWith('!'))
            return name;
    }
    return null;
}
/** The files that a configuration includes, in whatever condition: a condition is assumed to hold. */
function includedFiles(keys) {
    return keys
        .filter(({ section, key }) => (section === 'include' || section === 'includeif') && key === 'path')
        .map(({ value }) => value.replace(/^"(.*)"$/u, '$1'));
}

;// CONCATENATED MODULE: ./build/sandbox/world.js








const MAX_INCLUDE_DEPTH = 5;
const MAX_CONFIG_BYTES = 1024 * 1024;
const MAX_STEPS_UP = 4096;
/** A glob over more names than this is not judged by what it finds. */
const MAX_LISTED_NAMES = 10_000;
const REPLACEMENT = '\uFFFD';
/**
 * The file system as the policy asks about it. `root` is made real once. The git configuration is read anew each time,
 * since an approved command may have changed it. This file does I/O.
 */
function workspaceWorld(root) {
    const real = (0,external_node_fs_.realpathSync)(root);
    return {
        root: real,
        caseInsensitive: isCaseInsensitive(real),
        realpath: (absolute) => realAsFarAsItExists(absolute),
        list: (absolute) => namesIn(absolute),
        gitConfigRuns: () => gitConfigRuns(real),
    };
}
/** `absolute` with links followed as far as it exists; `null` for a dangling link, a loop, or what cannot be looked at. */
function realAsFarAsItExists(absolute) {
    if (!(0,external_node_path_.isAbsolute)(absolute) || absolute.includes('\0'))
        return null;
    const rest = [];
    let here = absolute;
    for (let steps = 0; steps < MAX_STEPS_UP; steps += 1) {
        try {
            return (0,external_node_path_.join)(external_node_fs_.realpathSync.native(here), ...rest);
        }
        catch (error) {
            if (errnoOf(error) !== 'ENOENT' || world_isThere(here))
                return null;
        }
        if (here === '/')
            return null;
        rest.unshift((0,external_node_path_.basename)(here));
        here = (0,external_node_path_.dirname)(here);
    }
    return null;
}
/** True for a link that leads nowhere, too; and where that cannot be told, so that nothing is built on it. */
function world_isThere(path) {
    try {
        (0,external_node_fs_.lstatSync)(path);
        return true;
    }
    catch (error) {
        return errnoOf(error) !== 'ENOENT';
    }
}
/**
 * The names in a folder, looked up anew each time; empty where there is no folder. `null` where they cannot be told: too many, not
 * to be looked at, or one that is no UTF-8 and so would be judged by another name than the shell's.
 */
function namesIn(absolute) {
    if (!(0,external_node_path_.isAbsolute)(absolute) || absolute.includes('\0'))
        return null;
    try {
        const folder = (0,external_node_fs_.opendirSync)(absolute);
        try {
            const names = [];
            for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
                if (names.length >= MAX_LISTED_NAMES || entry.name.includes(REPLACEMENT))
                    return null;
                names.push(entry.name);
            }
            return names;
        }
        finally {
            folder.closeSync();
        }
    }
    catch (error) {
        const errno = errnoOf(error);
        return errno === 'ENOENT' || errno === 'ENOTDIR' ? [] : null;
    }
}
function gitConfigRuns(root) {
    if (kindOf((0,external_node_path_.join)(root, '.git')) === 'absent')
        return null;
    const git = findGit(root);
    if (git === null)
        return '.git is a link, or a file that leads to a folder which does not lead back';
    const files = [
        ...new Set([
            (0,external_node_path_.join)(git.common, 'config'),
            (0,external_node_path_.join)(git.common, 'config.worktree'),
            (0,external_node_path_.join)(git.own, 'config.worktree'),
        ]),
    ];
    for (const file of files) {
        const reason = fileRuns({ root, file, depth: 0 });
        if (reason !== null)
            return reason;
    }
    return hookRuns(git.common);
}
/** A hook that git runs whenever it refreshes the index, which `git status` does. */
function hookRuns(common) {
    const hook = (0,external_node_path_.join)(common, 'hooks', 'post-index-change');
    try {
        return ((0,external_node_fs_.statSync)(hook).mode & 0o111) === 0
            ? null
            : 'the hook post-index-change runs when git refreshes the index';
    }
    catch {
        return null;
    }
}
function fileRuns(at) {
    const { root, file, depth } = at;
    const text = readConfig(file);
    if (text === null)
        return null;
    const name = partsBelow(root, file, false)?.join('/') ?? file;
    const keys = text === undefined ? null : parseGitConfig(text);
    if (keys === null)
        return `the git configuration ${name} cannot be read as one`;
    const key = firstRunningKey(keys);
    if (key !== null)
        return `the git configuration ${name} sets ${shown(key)}, which runs a program`;
    const strange = (0,policy/* gitConfigReason */.Hf)(keys.filter(({ section }) => !INCLUDES.test(section)).map(fullName));
    if (strange !== null)
        return strange;
    for (const included of includedFiles(keys)) {
        const reason = includeRuns({ root, file, included, depth });
        if (reason !== null)
            return reason;
    }
    return null;
}
/** Included files are looked into, each by itself. */
const INCLUDES = /^include(?:if)?$/u;
function fullName({ section, sub, key }) {
    return sub === null ? `${section}.${key}` : `${section}.${sub}.${key}`;
}
function includeRuns(at) {
    const { root, file, included, depth } = at;
    if (included.startsWith('~') || included.startsWith('%')) {
        return `the git configuration includes ${shown(included)}`;
    }
    const target = (0,external_node_path_.resolve)((0,external_node_path_.dirname)(file), included);
    // What the checkout holds can be rewritten by an ordinary write between this question and git's own reading.
    const inGit = partsBelow((0,external_node_path_.join)(root, '.git'), target, false) !== null;
    if (partsBelow(root, target, false) !== null && !inGit) {
        return `the git configuration includes ${shown(included)}, a file of the checkout`;
    }
    if (depth >= MAX_INCLUDE_DEPTH)
        return 'the git configuration includes files too deep';
    return fileRuns({ root, file: target, depth: depth + 1 });
}
/** `null`: nothing is there. `undefined`: something is, and it cannot be read. */
function readConfig(file) {
    try {
        const stats = (0,external_node_fs_.statSync)(file);
        if (!stats.isFile() || stats.size > MAX_CONFIG_BYTES)
            return undefined;
        return (0,external_node_fs_.readFileSync)(file, 'utf8');
    }
    catch (error) {
        return errnoOf(error) === 'ENOENT' ? null : undefined;
    }
}

;// CONCATENATED MODULE: ./build/sandbox/work-tree.js
/**
 * The work tree of a run that is suspended, carried to the job that goes on with it: what was committed and what was
 * not, untracked files included. Contents travel as they lie on disk, with no filter and no line-ending conversion, so
 * that what comes back is the same to the byte. This file does I/O.
 */





const REF = 'refs/countersign/suspended';
const MAX_FILES = 20_000;
const MAX_BUNDLE_BYTES = 200 * 1024 * 1024;
const EXECUTABLE = 0o111;
const IDENTITY = {
    GIT_AUTHOR_NAME: 'Countersign',
    GIT_AUTHOR_EMAIL: 'countersign@localhost',
    GIT_COMMITTER_NAME: 'Countersign',
    GIT_COMMITTER_EMAIL: 'countersign@localhost',
};
/**
 * Bundles everything that differs from `base`: commits made since, changed, deleted and untracked files with their mode
 * (ignored ones are left out, submodules keep the commit that is recorded). `null` where nothing differs. Throws
 * `worktree-refused` where the changes are more than a checkpoint may hold.
 */
async function bundleChanges(root, options) {
    const base = checkedSha(options.base);
    const head = (await mustInCheckout(root, ['rev-parse', '--verify', 'HEAD^{commit}']))
        .toString()
        .trim();
    const paths = await changedPaths(root);
    if (head === base && paths.length === 0)
        return null;
    const folder = await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'countersign-bundle-'));
    try {
        const commit = await commitWorkTree(root, { head, paths, index: (0,external_node_path_.join)(folder, 'index') });
        await mustInCheckout(root, ['update-ref', REF, commit]);
        const file = (0,external_node_path_.join)(folder, 'changes.bundle');
        await mustInCheckout(root, ['bundle', 'create', '--quiet', file, `${base}..${REF}`]);
        const bytes = await (0,promises_.readFile)(file);
        if (bytes.length > MAX_BUNDLE_BYTES) {
            throw tooMuch(`${bytes.length} bytes`, `${MAX_BUNDLE_BYTES} bytes`);
        }
        return { base, bundle: bytes.toString('base64'), commit };
    }
    finally {
        await inCheckout(root, ['update-ref', '-d', REF]);
        await (0,promises_.rm)(folder, { recursive: true, force: true });
    }
}
async function changedPaths(root) {
    const status = [
        'status',
        '--porcelain=v1',
        '-z',
        '--untracked-files=all',
        '--ignore-submodules=all',
        '--no-renames',
    ];
    const paths = records(await mustInCheckout(root, status)).map((record) => record.slice(3));
    if (paths.length > MAX_FILES)
        throw tooMuch(`${paths.length} files`, `${MAX_FILES} files`);
    return paths;
}
async function commitWorkTree(root, of) {
    const env = { GIT_INDEX_FILE: of.index, ...IDENTITY };
    await mustInCheckout(root, ['read-tree', of.head], { env });
    const lines = [];
    for (const path of of.paths)
        lines.push(await indexLine(root, path));
    await mustInCheckout(root, ['update-index', '-z', '--index-info'], {
        env,
        stdin: lines.join(''),
    });
    const tree = (await mustInCheckout(root, ['write-tree'], { env })).toString().trim();
    const args = ['commit-tree', tree, '-p', of.head, '-m', 'Work tree of a suspended run'];
    return (await mustInCheckout(root, args, { env })).toString().trim();
}
/** One record for `update-index --index-info`: mode, object and path; mode 0 for what is gone. */
async function indexLine(root, path) {
    const absolute = (0,external_node_path_.join)(root, path);
    const stat = await lstatOrNull(absolute);
    if (stat === null || stat.isDirectory())
        return `0 ${'0'.repeat(40)}\t${path}\0`;
    if (stat.isSymbolicLink()) {
        return `120000 ${await writeBlob(root, Buffer.from(await (0,promises_.readlink)(absolute)))}\t${path}\0`;
    }
    const mode = (stat.mode & EXECUTABLE) === 0 ? '100644' : '100755';
    return `${mode} ${await writeBlob(root, await (0,promises_.readFile)(absolute))}\t${path}\0`;
}
async function writeBlob(root, bytes) {
    const args = ['hash-object', '-w', '--no-filters', '--stdin'];
    return (await mustInCheckout(root, args, { stdin: bytes })).toString().trim();
}
/**
 * Puts changes back on a work tree that stands clean on their base: the commits first, then every file as it was.
 * Throws `worktree-refused` where the tree is not clean on `base`, or the bundle does not hold what it should.
 */
async function restoreChanges(root, changes) {
    const base = checkedSha(changes.base);
    const commit = checkedSha(changes.commit);
    const head = (await mustInCheckout(root, ['rev-parse', '--verify', 'HEAD^{commit}']))
        .toString()
        .trim();
    if (head !== base || (await changedPaths(root)).length > 0) {
        throw new build_base/* CountersignError */.WS('worktree-refused', `The work tree is not clean on ${base}.`, {
            fix: 'Check the repository out anew before the run goes on.',
        });
    }
    await unbundle(root, changes.bundle);
    const parent = (await mustInCheckout(root, ['rev-parse', '--verify', `${commit}^`]))
        .toString()
        .trim();
    if (parent !== base) {
        await mustInCheckout(root, [
            'checkout',
            '--quiet',
            '--detach',
            '--no-recurse-submodules',
            parent,
            '--',
        ]);
    }
    const raw = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', parent, commit];
    const fields = (await mustInCheckout(root, raw)).toString('utf8').split('\0');
    for (let index = 0; index + 1 < fields.length; index += 2) {
        await putBack(root, fields[index] ?? '', fields[index + 1] ?? '');
    }
}
async function unbundle(root, bundle) {
    const folder = await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'countersign-bundle-'));
    try {
        const file = (0,external_node_path_.join)(folder, 'changes.bundle');
        await (0,promises_.writeFile)(file, Buffer.from(bundle, 'base64'));
        await mustInCheckout(root, ['bundle', 'unbundle', file]);
    }
    finally {
        await (0,promises_.rm)(folder, { recursive: true, force: true });
    }
}
/** `meta` is `:OLDMODE NEWMODE OLDSHA NEWSHA STATUS`. The paths come from a tree that was sealed, and stay in `root`. */
async function putBack(root, meta, path) {
    const [, mode = '', , sha = ''] = meta.split(' ');
    const absolute = (0,external_node_path_.join)(root, path);
    await (0,promises_.rm)(absolute, { recursive: true, force: true });
    if (mode === '000000' || mode === '160000')
        return;
    const bytes = await mustInCheckout(root, ['cat-file', 'blob', checkedSha(sha)]);
    await (0,promises_.mkdir)((0,external_node_path_.dirname)(absolute), { recursive: true });
    if (mode === '120000')
        return await (0,promises_.symlink)(bytes.toString('utf8'), absolute);
    await (0,promises_.writeFile)(absolute, bytes, { flag: 'wx' });
    await (0,promises_.chmod)(absolute, mode === '100755' ? 0o755 : 0o644);
}
async function lstatOrNull(path) {
    try {
        return await (0,promises_.lstat)(path);
    }
    catch {
        return null;
    }
}
function tooMuch(have, limit) {
    return new build_base/* CountersignError */.WS('worktree-refused', `The work tree's changes are ${have}; a checkpoint holds ${limit}.`, {
        fix: 'Ignore what is built (.gitignore), or let the run wait instead of suspending it.',
    });
}

;// CONCATENATED MODULE: ./build/sandbox/index.js











/***/ }),

/***/ 89082:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  dO: () => (/* reexport */ MAX_RESULT_CHARS),
  I8: () => (/* reexport */ bashTools),
  BD: () => (/* reexport */ clarifyTool),
  uK: () => (/* reexport */ createReadLedger),
  Iq: () => (/* reexport */ createRegistry),
  defineTool: () => (/* reexport */ defineTool),
  defineToolAsync: () => (/* reexport */ defineToolAsync),
  V2: () => (/* reexport */ failure),
  g0: () => (/* reexport */ fileTools),
  hR: () => (/* reexport */ finishOf),
  i6: () => (/* reexport */ finishTool),
  WE: () => (/* reexport */ importModule),
  c7: () => (/* reexport */ loadToolModules),
  Gw: () => (/* reexport */ planTool),
  sp: () => (/* reexport */ searchPrograms),
  S2: () => (/* reexport */ skillTool),
  B_: () => (/* reexport */ startServers),
  kX: () => (/* reexport */ success),
  U9: () => (/* reexport */ todoTools),
  tool: () => (/* reexport */ tool),
  T9: () => (/* reexport */ toolSpecs),
  aO: () => (/* reexport */ webTools),
  bm: () => (/* reexport */ withinLoadTime)
});

// UNUSED EXPORTS: DEFAULT_COMMAND_TIMEOUT_MS, MAX_COMMAND_TIMEOUT_MS, MODULE_TIMEOUT_MS, TODO_STATUSES, TOOL_SOURCES, commandRule, fetchTool, isPublicAddress, isTool, renderDescription, searchTool, toResult, toolKit

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(55156);
// EXTERNAL MODULE: ./build/base/index.js + 21 modules
var build_base = __webpack_require__(12112);
;// CONCATENATED MODULE: ./build/tools/result.js

/** Text that a tool hands to the model at most; what is longer keeps its head and tail. */
const MAX_RESULT_CHARS = 30_000;
/** A successful result of text, with what listeners read from it. */
function success(text, metadata) {
    return metadata === undefined
        ? { ok: true, llmContent: text }
        : { ok: true, llmContent: text, metadata };
}
/** A typed failure with advice for the model. */
function failure(type, message, recommendations = []) {
    return { ok: false, error: { type, message, recommendations } };
}
/** Turns what `execute` returned into a result. */
function toResult(output) {
    if (isToolResult(output))
        return output;
    if (output === undefined)
        return success('done');
    return success(typeof output === 'string' ? output : JSON.stringify(output));
}
function isToolResult(output) {
    if (!(0,build_base/* isJsonObject */.OW)(output))
        return false;
    if (output['ok'] === true)
        return 'llmContent' in output;
    return output['ok'] === false && (0,build_base/* isJsonObject */.OW)(output['error']);
}
/**
 * A `CountersignError` of the workspace as the typed error of a call; anything else is thrown on.
 */
function toolErrorOf(error) {
    if (!(error instanceof build_base/* CountersignError */.WS))
        throw error;
    const recommendations = error.fix === undefined ? [] : [error.fix];
    if (error.code === 'path-refused') {
        return { type: 'permission', message: error.message, recommendations };
    }
    const type = error.code === 'cancelled' ? 'cancelled' : 'execution';
    return { type, message: error.message, recommendations };
}
/** Runs `work`; what the workspace refuses becomes a result that the model can act on. */
async function withRefusals(work) {
    try {
        return await work();
    }
    catch (error) {
        return { ok: false, error: toolErrorOf(error) };
    }
}

// EXTERNAL MODULE: ./node_modules/zod/v4/core/json-schema-processors.js
var json_schema_processors = __webpack_require__(98439);
;// CONCATENATED MODULE: ./build/tools/schema.js


const MAX_DEPTH = 200;
/**
 * The JSON Schema (draft 2020-12) of a tool's input, as short as it can be said. With `strict`,
 * objects at every depth refuse unknown keys. Throws `tool-invalid` where the parsed value would
 * not be JSON (dates, transforms, maps): what is executed has to be what was digested.
 */
function inputSchemaOf(tool, input, options) {
    try {
        json_schema_processors/* toJSONSchema */.bl(input, { io: 'output' });
        const schema = JSON.parse(JSON.stringify(json_schema_processors/* toJSONSchema */.bl(input, {
            io: 'input',
            override: ({ zodSchema, jsonSchema }) => {
                if (options.strict && zodSchema._zod.def.type === 'object') {
                    jsonSchema.additionalProperties ??= false;
                }
            },
        })));
        return asSchemaObject(withoutNoise(schema));
    }
    catch (error) {
        throw new build_base/* CountersignError */.WS('tool-invalid', `The input schema of the tool ${tool} cannot be told to a model: ${(0,build_base/* errorText */.kc)(error)}.`, { fix: 'Use only types that JSON has, and convert inside execute.', cause: error });
    }
}
function asSchemaObject(schema) {
    if ((0,build_base/* isJsonObject */.OW)(schema) && schema['type'] === 'object')
        return schema;
    throw new build_base/* CountersignError */.WS('tool-invalid', 'its schema is not of type object');
}
/** Drops what every schema says: the draft's address, and the limits of a safe integer. */
function withoutNoise(schema) {
    if (isArray(schema))
        return schema.map(withoutNoise);
    if (!(0,build_base/* isJsonObject */.OW)(schema))
        return schema;
    const kept = {};
    for (const [key, value] of Object.entries(schema)) {
        if (key === '$schema')
            continue;
        if (key === 'maximum' && value === Number.MAX_SAFE_INTEGER)
            continue;
        if (key === 'minimum' && value === Number.MIN_SAFE_INTEGER)
            continue;
        kept[key] = withoutNoise(value);
    }
    return kept;
}
/** True for a JSON array; narrows where `Array.isArray` would lose the type. */
function isArray(value) {
    return Array.isArray(value);
}
/**
 * Where a value is not JSON that has a digest (a lone surrogate, a number that is not finite,
 * nesting beyond 200), as a path such as `edits[0].path`, or `null` where it is.
 */
function firstNonJson(value, path = '', depth = 0) {
    if (depth > MAX_DEPTH)
        return path;
    if (value === null || typeof value === 'boolean')
        return null;
    if (typeof value === 'string')
        return value.isWellFormed() ? null : path;
    if (typeof value === 'number')
        return Number.isFinite(value) ? null : path;
    if (typeof value !== 'object')
        return path;
    for (const [key, item] of Object.entries(value)) {
        if (!key.isWellFormed())
            return path;
        const found = firstNonJson(item, joinPath(path, Array.isArray(value) ? Number(key) : key), depth + 1);
        if (found !== null)
            return found;
    }
    return null;
}
/** Narrows to JSON: what `firstNonJson` finds nothing wrong with. */
function isJson(value) {
    return firstNonJson(value) === null;
}
/** The paths of keys that `parsed` no longer has: the schema does not know them. */
function droppedKeys(raw, parsed, path = '') {
    if (isArray(raw)) {
        if (!isArray(parsed))
            return [];
        return raw.flatMap((item, index) => droppedKeys(item, parsed[index] ?? null, joinPath(path, index)));
    }
    if (!(0,build_base/* isJsonObject */.OW)(raw) || !(0,build_base/* isJsonObject */.OW)(parsed))
        return [];
    return Object.entries(raw).flatMap(([key, value]) => Object.hasOwn(parsed, key)
        ? droppedKeys(value, parsed[key] ?? null, joinPath(path, key))
        : [joinPath(path, key)]);
}
/** `edits` and `0` and `path` are `edits[0].path`. */
function joinPath(path, step) {
    if (typeof step === 'number')
        return `${path}[${step}]`;
    return path === '' ? String(step) : `${path}.${String(step)}`;
}

;// CONCATENATED MODULE: ./build/tools/closest.js
const MAX_NAME_CHARS = 100;
const NEAR_SHARE = 0.4;
/**
 * The name of `names` that was probably meant by `wanted`: few edits away, or the same but for case
 * and separators. `undefined` where none is near enough to be worth saying.
 */
function closest(wanted, names) {
    const key = folded(wanted);
    let best;
    for (const name of names) {
        const distance = editDistance(key, folded(name));
        const allowed = Math.max(2, Math.floor(Math.max(key.length, name.length) * NEAR_SHARE));
        if (distance <= allowed && (best === undefined || distance < best.distance)) {
            best = { name, distance };
        }
    }
    return best?.name;
}
/** ` Did you mean "x"?` or nothing. */
function didYouMean(wanted, names) {
    const near = closest(wanted, names);
    return near === undefined ? '' : ` Did you mean ${JSON.stringify(near)}?`;
}
function folded(name) {
    return name
        .slice(0, MAX_NAME_CHARS)
        .toLowerCase()
        .replaceAll(/[-_\s.]/g, '');
}
function editDistance(first, second) {
    let previous = Array.from({ length: second.length + 1 }, (_, index) => index);
    for (let row = 1; row <= first.length; row += 1) {
        const current = [row];
        for (let column = 1; column <= second.length; column += 1) {
            const substitution = first[row - 1] === second[column - 1] ? 0 : 1;
            current.push(Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + substitution));
        }
        previous = current;
    }
    return previous[second.length] ?? 0;
}

;// CONCATENATED MODULE: ./build/tools/validation.js



const MAX_TOLD = 10;
const MAX_VALUE_CHARS = 60;
/** A `validation` error that names each field, what came, and what is expected. */
function validationError(bad, ownMessage) {
    const lines = [
        ...bad.issues.flatMap((issue) => issueLines(issue, bad)),
        ...bad.unknownKeys.map((key) => unknownLine(key, bad.schema)),
    ];
    const shown = lines.slice(0, MAX_TOLD);
    if (lines.length > shown.length)
        shown.push(`… and ${lines.length - shown.length} more`);
    const own = ownMessage === undefined ? '' : `${ownMessage} `;
    return {
        type: 'validation',
        message: `${own}The input of ${bad.tool} is not valid: ${shown.join('; ')}.`,
        recommendations: [usage(bad), 'Correct these fields and call again; nothing was done.'],
    };
}
function issueLines(issue, bad) {
    const field = issue.path.reduce((path, step) => joinPath(path, step), '') || 'input';
    if (issue.code === 'unrecognized_keys') {
        return issue.keys.map((key) => unknownLine(joinPath(field === 'input' ? '' : field, key), bad.schema));
    }
    const came = valueAt(bad.input, issue.path);
    if (came === undefined)
        return [`${field}: missing, expected ${expected(issue)}`];
    return [`${field}: expected ${expected(issue)}, got ${told(came)}`];
}
function expected(issue) {
    if (issue.code === 'invalid_type')
        return issue.expected === 'int' ? 'integer' : issue.expected;
    if (issue.code === 'invalid_value') {
        return `one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    }
    if (issue.code === 'too_small')
        return `${sizeWord(issue.origin)}at least ${issue.minimum}`;
    if (issue.code === 'too_big')
        return `${sizeWord(issue.origin)}at most ${issue.maximum}`;
    if (issue.code === 'invalid_union') {
        return issue.errors.map((branch) => branch.map(expected).join(' and ')).join(' or ');
    }
    return issue.message;
}
function sizeWord(origin) {
    if (origin === 'string')
        return 'a length of ';
    return origin === 'array' || origin === 'set' ? 'a number of items of ' : 'a value of ';
}
function unknownLine(key, schema) {
    const known = propertiesOf(schema);
    return `${(0,build_base/* oneLine */.TN)(key, MAX_VALUE_CHARS)}: unknown field.${didYouMean(key, known)}`.replace(/\.$/, '');
}
function propertiesOf(schema) {
    return (0,build_base/* isJsonObject */.OW)(schema['properties']) ? Object.keys(schema['properties']) : [];
}
function usage(bad) {
    const required = bad.schema['required'] ?? null;
    const needed = isArray(required) ? required : [];
    const fields = propertiesOf(bad.schema).map((name) => needed.includes(name) ? name : `${name}?`);
    return `${bad.tool} takes { ${fields.join(', ')} }.`;
}
function valueAt(input, path) {
    let value = input;
    for (const step of path) {
        if (value === undefined || value === null || typeof value !== 'object')
            return undefined;
        value = isArray(value) ? value[Number(step)] : value[String(step)];
    }
    return value;
}
function told(value) {
    if (value === null)
        return 'null';
    if (isArray(value))
        return `an array of ${value.length}`;
    if (typeof value === 'object')
        return 'an object';
    return `${typeof value} ${(0,build_base/* oneLine */.TN)(JSON.stringify(value), MAX_VALUE_CHARS)}`;
}

;// CONCATENATED MODULE: ./build/tools/define.js




const NAME = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;
const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_TIMEOUT_MS = 6 * 60 * 60 * 1000;
const MADE = new WeakSet();
/**
 * Makes a tool of its definition. Throws `tool-invalid` for a name, time-out or schema that cannot
 * be used.
 */
function defineTool(definition) {
    const { name, description } = definition;
    const timeoutMs = definition.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    checkDefinition(name, timeoutMs);
    const strict = definition.strict ?? true;
    const tool = {
        name,
        displayName: definition.displayName ?? name,
        kind: definition.kind,
        category: definition.category ?? 'custom',
        tags: definition.tags ?? [],
        version: definition.version ?? '1',
        timeoutMs,
        concurrencySafe: definition.concurrencySafe ?? false,
        description: typeof description === 'string' ? { short: description } : description,
        inputSchema: inputSchemaOf(name, definition.input, { strict }),
        prepare: (input) => prepare(definition, tool, { input, strict }),
    };
    MADE.add(tool);
    return Object.freeze(tool);
}
/**
 * The same for a definition whose description or schema is only known once something was asked, at
 * start.
 */
async function defineToolAsync(make) {
    return defineTool(await make());
}
/** True for what `defineTool` made, and for nothing that only looks like it. */
function isTool(value) {
    return typeof value === 'object' && value !== null && MADE.has(value);
}
function checkDefinition(name, timeoutMs) {
    if (typeof name !== 'string' || !NAME.test(name)) {
        throw new build_base/* CountersignError */.WS('tool-invalid', `${JSON.stringify(name)} cannot be the name of a tool.`, {
            fix: 'Use a letter, then letters, digits, "_" or "-", at most 64 characters.',
        });
    }
    if (!(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
        throw new build_base/* CountersignError */.WS('tool-invalid', `The tool ${name} has a time-out of ${timeoutMs} ms.`, {
            fix: `Use more than 0 and at most ${MAX_TIMEOUT_MS}.`,
        });
    }
}
function prepare(definition, tool, call) {
    try {
        return parse(definition, tool, call);
    }
    catch (error) {
        if (error instanceof build_base/* CountersignError */.WS)
            return { ok: false, error: toolErrorOf(error) };
        const message = `The input of ${tool.name} could not be read: ${(0,build_base/* errorText */.kc)(error)}.`;
        return { ok: false, error: { type: 'validation', message, recommendations: [] } };
    }
}
function parse(definition, tool, call) {
    const { input } = call;
    const bad = { tool: tool.name, schema: tool.inputSchema, input, issues: [], unknownKeys: [] };
    const wrong = firstNonJson(input);
    if (wrong !== null)
        return notJson(tool, wrong);
    const parsed = definition.input.safeParse(input);
    const own = definition.validationMessage;
    if (!parsed.success) {
        return { ok: false, error: validationError({ ...bad, issues: parsed.error.issues }, own) };
    }
    const value = parsed.data;
    if (!isJson(value))
        return notJson(tool, firstNonJson(value) ?? '');
    const unknownKeys = call.strict ? droppedKeys(input, value) : [];
    if (unknownKeys.length > 0) {
        return { ok: false, error: validationError({ ...bad, unknownKeys }, own) };
    }
    deepFreeze(value);
    return { ok: true, call: preparedCall(definition, tool, { data: parsed.data, json: value }) };
}
function notJson(tool, path) {
    const message = `The input of ${tool.name} is not valid: ${path || 'input'} is not well-formed JSON.`;
    const recommendations = [
        'Send well-formed Unicode text, and do not nest deeper than 200 levels.',
    ];
    return { ok: false, error: { type: 'validation', message, recommendations } };
}
function preparedCall(definition, tool, value) {
    const { data, json } = value;
    const otherwise = definition.unanswered?.(data);
    return {
        input: json,
        facts: {
            tool: tool.name,
            kind: tool.kind,
            category: tool.category,
            tags: tool.tags,
            ...definition.facts?.(data),
        },
        narrowestRule: definition.narrowestRule?.(data) ?? tool.name,
        preview: async () => (await definition.preview?.(data)) ?? { form: 'json', text: JSON.stringify(json, null, 2) },
        ...(definition.asks === undefined ? {} : { asks: definition.asks }),
        ...(otherwise === undefined ? {} : { otherwise }),
        execute: async (context) => toResult(await definition.execute(data, context)),
        ...(definition.preToolUse === undefined
            ? {}
            : { preToolUse: async () => (await definition.preToolUse?.(data)) ?? {} }),
        ...(definition.postToolUse === undefined
            ? {}
            : { postToolUse: async (result) => (await definition.postToolUse?.(data, result)) ?? {} }),
    };
}
/** What was digested stays what it was, whatever a tool does to its input. */
function deepFreeze(value) {
    if (typeof value !== 'object' || value === null)
        return;
    for (const item of Object.values(value))
        deepFreeze(item);
    Object.freeze(value);
}

;// CONCATENATED MODULE: ./build/tools/commands/output.js


const HEAD_ROOM = 300;
/**
 * The result of a command that ended. A command that exited, whatever its code, was carried out:
 * the model reads the code. One that was ended, or could not begin, is a failure that keeps the
 * output there was.
 */
async function commandResult(result, world) {
    const output = await cutOutput(result.output, world.redactor);
    const seconds = `${(result.durationMs / 1000).toFixed(1)} s`;
    const metadata = {
        exitCode: result.exitCode,
        ended: result.ended,
        outputBytes: result.outputBytes,
        durationMs: Math.round(result.durationMs),
    };
    if (result.ended === 'exited') {
        const how = result.signal === null ? `exit code ${result.exitCode}` : `ended by ${result.signal}`;
        const text = output === '' ? `${how}, no output (${seconds})` : `${how} (${seconds})\n${output}`;
        return { ok: true, llmContent: text, metadata };
    }
    const partial = output === '' ? {} : { llmContent: `Output until then:\n${output}` };
    return {
        ok: false,
        error: errorOf(result, { output, timeoutMs: world.timeoutMs }),
        metadata,
        ...partial,
    };
}
function errorOf(result, about) {
    if (result.ended === 'timed-out') {
        return {
            type: 'timeout',
            message: `The command did not end within ${about.timeoutMs} ms and was ended with all that it started.`,
            recommendations: [
                'Give a larger timeout_ms, do less in one command, or run it with background: true.',
            ],
        };
    }
    if (result.ended === 'cancelled') {
        return { type: 'cancelled', message: 'The command was cancelled.', recommendations: [] };
    }
    return {
        type: 'execution',
        message: `The command could not be started: ${about.output || 'no reason was given'}`,
        recommendations: ['Check that the program and the folder exist.'],
    };
}
/** Secrets go first, then the middle of what is too long. */
async function cutOutput(output, redactor) {
    const clean = redactor === undefined ? output : await redactor.redact(output);
    return (0,build_base/* truncateMiddle */.kU)(clean, MAX_RESULT_CHARS - HEAD_ROOM);
}

;// CONCATENATED MODULE: ./build/tools/commands/rule.js
const PLAIN_WORD = /^[A-Za-z0-9_.,/:=%+-][A-Za-z0-9_.,/:=%+@-]*$/;
/**
 * The narrowest rule for one simple command: its words and no others, quoted where a pattern would
 * read more into them.
 */
function commandRule(words) {
    return `bash_run(${words.map(quoted).join(' ')})`;
}
/**
 * The narrowest rule for a source that is started as `line`; `null` where it is more than one plain command, each of
 * which needs a rule of its own. Of git's own words only the source is asked: its arguments come with settings.
 */
function narrowestCommandRule(source, line) {
    if (!('argv' in line))
        return null;
    const [program] = line.argv;
    if (!/(?:^|\/)git$/.test(program))
        return commandRule(line.argv);
    const words = source.trim().split(/\s+/);
    return words.every((word) => PLAIN_WORD.test(word))
        ? commandRule(words)
        : `bash_run(${source.trim()})`;
}
function quoted(word) {
    if (PLAIN_WORD.test(word))
        return word;
    if (!word.includes("'"))
        return `'${word}'`;
    return `"${word.replaceAll(/["\\]/g, String.raw `\$&`)}"`;
}

;// CONCATENATED MODULE: ./build/tools/commands/index.js







const DEFAULT_COMMAND_TIMEOUT_MS = 120_000;
const MAX_COMMAND_TIMEOUT_MS = 30 * 60_000;
/** The tool's own time-out comes after the command's, whose partial output is worth more. */
const GRACE_MS = 30_000;
/**
 * More is kept than is shown: what is cut off here lies far from what the model gets, so no half
 * secret does.
 */
const KEPT_OUTPUT_CHARS = 200_000;
const MAX_COMMAND_CHARS = 100_000;
const runSchema = schemas.object({
    command: schemas.string().min(1).max(MAX_COMMAND_CHARS),
    description: schemas.string().max(500).optional().describe('What it does, for people'),
    cwd: schemas.string().min(1).max(4096).optional().describe('Folder from the workspace root'),
    timeout_ms: schemas.int()
        .min(1)
        .max(MAX_COMMAND_TIMEOUT_MS)
        .optional()
        .describe(`Default ${DEFAULT_COMMAND_TIMEOUT_MS}; in the background ${MAX_COMMAND_TIMEOUT_MS}`),
    background: schemas.boolean().optional(),
});
/**
 * `bash_run`, `bash_logs` and `bash_kill` over one runner; background commands belong to these
 * three.
 */
function bashTools(world) {
    const running = new Map();
    return [runTool(world, running), logsTool(world, running), killTool(world, running)];
}
function runTool(world, running) {
    return defineTool({
        name: 'bash_run',
        displayName: 'Run command',
        description: {
            short: 'Run a shell command in the workspace; gives exit code and output.',
            long: 'No input, no terminal; environment and folder do not carry over. Prefer the fs_ tools for files.',
            usageNotes: [
                'background: true returns an id for bash_logs and bash_kill; all ends with the run.',
            ],
        },
        kind: 'execute',
        category: 'bash',
        timeoutMs: MAX_COMMAND_TIMEOUT_MS + GRACE_MS,
        input: runSchema,
        facts: ({ command, cwd }) => ({ command, cwd: world.workspace.relative(cwd ?? '.') }),
        // Of several commands each needs a rule of its own: no single one is narrower than the tool.
        narrowestRule: ({ command }) => narrowestCommandRule(command, world.plan(command)) ?? 'bash_run',
        preview: (input) => preview(world, input),
        execute: async (input, context) => await withRefusals(async () => await runCommand(world, running, { input, context })),
    });
}
function preview(world, input) {
    const folder = world.workspace.relative(input.cwd ?? '.');
    const notes = [
        ...(folder === '.' ? [] : [`in the folder ${(0,build_base/* visible */.RK)(folder).replaceAll(/[\n\t]/g, ' ')}`]),
        ...(input.background === true ? ['in the background'] : []),
    ];
    const head = notes.length === 0 ? '' : `# ${notes.join(', ')}\n`;
    return { form: 'command', text: head + input.command };
}
async function runCommand(world, running, call) {
    const { input, context } = call;
    if (input.command.trim() === '')
        return failure('validation', 'The command is empty.');
    if (input.command.includes('\0'))
        return failure('validation', 'The command holds a NUL character.');
    const cwd = world.workspace.relative(input.cwd ?? '.');
    const entry = await world.workspace.stat(cwd);
    if (entry?.kind !== 'directory') {
        return failure('not_found', `There is no folder ${cwd} to run the command in.`, [
            'Find it with fs_list.',
        ]);
    }
    const line = world.plan(input.command);
    const options = { cwd, maxOutputChars: KEPT_OUTPUT_CHARS };
    if (input.background === true) {
        const timeoutMs = input.timeout_ms ?? MAX_COMMAND_TIMEOUT_MS;
        return await startCommand(world, running, { line, ...options, timeoutMs });
    }
    const timeoutMs = input.timeout_ms ?? DEFAULT_COMMAND_TIMEOUT_MS;
    const result = await world.commands.run(line, { ...options, timeoutMs, signal: context.signal });
    return await commandResult(result, { redactor: world.redactor, timeoutMs });
}
async function startCommand(world, running, start) {
    const { line, ...options } = start;
    const command = await world.commands.start(line, options);
    running.set(command.id, command);
    return success(`Started in the background as ${command.id}. Read its output with bash_logs.`, {
        id: command.id,
    });
}
function logsTool(world, running) {
    return defineTool({
        name: 'bash_logs',
        displayName: 'Read command output',
        description: 'Output of a background command from an offset on, and whether it still runs.',
        kind: 'readonly',
        category: 'bash',
        concurrencySafe: true,
        input: schemas.object({ id: schemas.string(), offset: schemas.int().min(0).optional() }),
        execute: async ({ id, offset }) => {
            const command = running.get(id);
            if (command === undefined)
                return unknownCommand(id, running);
            const state = command.state();
            const { text, next } = command.logs(offset ?? 0);
            const how = state === 'running' ? 'running' : `${state.ended}, exit code ${state.exitCode ?? 'none'}`;
            const output = await cutOutput(text, world.redactor);
            return success(`[${id}: ${how}; next offset ${next}]${output === '' ? '' : `\n${output}`}`, {
                id,
                next,
                running: state === 'running',
            });
        },
    });
}
function killTool(world, running) {
    return defineTool({
        name: 'bash_kill',
        displayName: 'End command',
        description: 'End a background command with all that it started.',
        kind: 'execute',
        category: 'bash',
        input: schemas.object({ id: schemas.string() }),
        execute: async ({ id }) => {
            const command = running.get(id);
            if (command === undefined)
                return unknownCommand(id, running);
            const state = command.state();
            if (state !== 'running')
                return success(`${id} had ended already, exit code ${state.exitCode ?? 'none'}.`);
            const result = await command.kill();
            const output = await cutOutput(result.output, world.redactor);
            return success(`${id} was ended.${output === '' ? '' : ` Its output:\n${output}`}`);
        },
    });
}
function unknownCommand(id, running) {
    const known = running.size === 0 ? 'none was started' : `there are ${[...running.keys()].join(', ')}`;
    return failure('not_found', `No background command has the id ${JSON.stringify(id)}; ${known}.`);
}

;// CONCATENATED MODULE: ./build/tools/clarify.js



const MAX_QUESTION_CHARS = 4_000;
const MAX_CHOICES = 20;
const MAX_CHOICE_CHARS = 500;
const MAX_PLAN_CHARS = 40_000;
/** People are given the time that the policy gives them, not this. */
const TIMEOUT_MS = 60_000;
/**
 * `clarify`: a question to a person, asked as a call that needs approval is, and answered by `/answer ID text`. The default is
 * what the model is told to go on with where nobody answers.
 */
function clarifyTool() {
    return defineTool({
        name: 'clarify',
        displayName: 'Ask a person',
        description: {
            short: 'Ask a person one question that only they can answer, and wait for the answer.',
            usageNotes: [
                'Look first: ask only what neither the request nor the repository says.',
                'Give choices where there are few, and a default that you can go on with.',
            ],
        },
        kind: 'readonly',
        category: 'people',
        timeoutMs: TIMEOUT_MS,
        asks: 'answer',
        input: schemas.object({
            question: schemas.string().min(1).max(MAX_QUESTION_CHARS),
            choices: schemas.array(schemas.string().min(1).max(MAX_CHOICE_CHARS)).max(MAX_CHOICES).optional(),
            default: schemas.string().max(MAX_QUESTION_CHARS).optional(),
        }),
        preview: ({ question, choices = [], default: otherwise }) => ({
            form: 'text',
            text: [
                question,
                ...choices.map((choice, index) => `${index + 1}. ${choice}`),
                ...(otherwise === undefined ? [] : [`Without an answer: ${otherwise}`]),
            ].join('\n'),
        }),
        unanswered: ({ default: otherwise }) => otherwise,
        execute: ({ choices = [] }, { answer = '' }) => {
            const number = /^\s*(\d{1,2})[.)]?\s*$/.exec(answer)?.[1];
            const chosen = number === undefined ? undefined : choices[Number(number) - 1];
            return success(`The answer: ${chosen ?? answer.trim()}`);
        },
    });
}
/**
 * `plan_submit`: puts a plan before a person. It only runs once somebody approved exactly this plan; `onApproved` is then told.
 */
function planTool(options) {
    return defineTool({
        name: 'plan_submit',
        displayName: 'Submit a plan',
        description: {
            short: 'Put your plan before a person for approval.',
            long: 'Until a plan is approved only tools that read are allowed. Look around first; then say what you will ' +
                'change, in which files, and how you will check it.',
        },
        kind: 'readonly',
        category: 'people',
        timeoutMs: TIMEOUT_MS,
        asks: 'approval',
        input: schemas.object({ plan: schemas.string().min(1).max(MAX_PLAN_CHARS) }),
        preview: ({ plan }) => ({ form: 'text', text: plan }),
        execute: (_, { answer }) => {
            options.onApproved();
            const note = answer === undefined || answer.trim() === '' ? '' : ` With this note: ${answer.trim()}`;
            return success(`The plan is approved. Carry it out.${note}`);
        },
    });
}

;// CONCATENATED MODULE: ./build/tools/description.js
/** All layers as one text for the model; layers that are not there leave no trace. */
function renderDescription(description) {
    return [
        description.short,
        description.long,
        listed('', description.usageNotes),
        listed('Examples:\n', description.examples),
        listed('Important:\n', description.important),
    ]
        .filter((part) => part !== undefined && part !== '')
        .join('\n');
}
function listed(title, lines) {
    if (lines === undefined || lines.length === 0)
        return '';
    return title + lines.map((line) => `- ${line}`).join('\n');
}
/**
 * What a model is told of these tools: by name, so that the same tools give the same bytes (and hit
 * the cache).
 */
function toolSpecs(tools) {
    return tools
        .map((tool) => ({
        name: tool.name,
        description: renderDescription(tool.description),
        input_schema: tool.inputSchema,
    }))
        .sort((first, second) => (first.name < second.name ? -1 : 1));
}

;// CONCATENATED MODULE: ./build/tools/files/nearest.js
const MAX_SCANNED_CHARS = 2_000_000;
const MAX_LINE_CHARS = 400;
const MAX_COMPARED_LINES = 30;
/** Places that are looked at closely; a file of like lines has more of them than it is worth. */
const MAX_CANDIDATES = 1_000;
const MAX_SHOWN_LINES = 4;
const MAX_SHOWN_CHARS = 160;
const WORTH_TELLING = 0.5;
/**
 * Where the text nearest to one that is not in a file is, and how it differs, for the model to
 * correct itself by. `null` where nothing is near, or the file is too large to look through.
 * Nothing is ever replaced by what this finds.
 */
function describeNearest(content, wanted) {
    if (content.length > MAX_SCANNED_CHARS)
        return null;
    const lines = content.replaceAll('\r\n', '\n').split('\n');
    const sought = wanted
        .replaceAll('\r\n', '\n')
        .replace(/^\n+|\n+$/g, '')
        .split('\n');
    const best = nearestStart(lines, sought);
    if (best === null)
        return null;
    const found = lines.slice(best.start, best.start + sought.length);
    const last = best.start + found.length;
    const place = found.length === 1 ? `line ${last}` : `lines ${best.start + 1}-${last}`;
    return `The nearest text is at ${place}; it differs ${howDiffers(sought, found)}:\n${differences(sought, found)}`;
}
function nearestStart(lines, sought) {
    const compared = sought.slice(0, MAX_COMPARED_LINES);
    const anchor = longestIndex(compared);
    const soughtPairs = compared.map(pairsOf);
    const pairsAt = pairsByLine(lines);
    let best = { start: -1, score: WORTH_TELLING };
    let candidates = 0;
    for (let start = 0; start + anchor < lines.length && candidates < MAX_CANDIDATES; start += 1) {
        const likeness = similarity(soughtPairs[anchor] ?? new Map(), pairsAt(start + anchor));
        if (likeness < WORTH_TELLING)
            continue;
        candidates += 1;
        const score = windowScore(compared, (offset) => {
            const other = lines[start + offset];
            if (other === compared[offset])
                return 1;
            return similarity(soughtPairs[offset] ?? new Map(), pairsAt(start + offset)) * 0.99;
        });
        if (score > best.score)
            best = { start, score };
    }
    return best.start === -1 ? null : { start: best.start };
}
function windowScore(compared, likenessAt) {
    return compared.reduce((sum, _, offset) => sum + likenessAt(offset), 0) / compared.length;
}
/** The pairs of each line, made once for lines that are the same. */
function pairsByLine(lines) {
    const known = new Map();
    return (index) => {
        const line = (lines[index] ?? '').slice(0, MAX_LINE_CHARS);
        const pairs = known.get(line) ?? pairsOf(line);
        known.set(line, pairs);
        return pairs;
    };
}
function longestIndex(lines) {
    const lengths = lines.map((line) => line.trim().length);
    return lengths.indexOf(Math.max(...lengths));
}
/**
 * The pairs of neighbouring characters of a line, white space and case aside, with how often each
 * occurs.
 */
function pairsOf(line) {
    const text = nearest_folded(line.slice(0, MAX_LINE_CHARS));
    const pairs = new Map();
    if (text.length === 1)
        pairs.set(text, 1);
    for (let index = 0; index + 1 < text.length; index += 1) {
        const pair = text.slice(index, index + 2);
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
    return pairs;
}
function similarity(first, second) {
    const sizes = sizeOf(first) + sizeOf(second);
    if (sizes === 0)
        return 1;
    let common = 0;
    for (const [pair, count] of first)
        common += Math.min(count, second.get(pair) ?? 0);
    return (2 * common) / sizes;
}
function sizeOf(pairs) {
    let size = 0;
    for (const count of pairs.values())
        size += count;
    return size;
}
function howDiffers(sought, found) {
    const wanted = sought.join('\n');
    const there = found.join('\n');
    const checks = [
        ['only in trailing white space', (text) => text.replaceAll(/[^\S\n]+$/gm, '')],
        ['only in indentation', (text) => text.replaceAll(/^[^\S\n]+/gm, '')],
        ['only in white space', (text) => text.replaceAll(/\s+/g, '')],
        ['only in Unicode normalisation', (text) => text.normalize('NFC')],
        ['only in characters that do not show', (text) => text.replaceAll(/\p{Cf}|\p{Cc}/gu, '')],
        ['only in quotation marks or dashes', (text) => straightened(text)],
        ['only in upper and lower case', (text) => text.toLowerCase()],
        ['in white space, case or look-alike characters', (text) => nearest_folded(straightened(text))],
    ];
    return checks.find(([, fold]) => fold(wanted) === fold(there))?.[0] ?? 'in its text';
}
function straightened(text) {
    return text
        .replaceAll(/[\u2018\u2019\u201A\u2032]/g, "'")
        .replaceAll(/[\u201C\u201D\u201E\u2033]/g, '"')
        .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
        .replaceAll('\u00A0', ' ');
}
function nearest_folded(text) {
    return text
        .normalize('NFKC')
        .replaceAll(/\s+|\p{Cf}/gu, '')
        .toLowerCase();
}
function differences(sought, found) {
    const different = sought.flatMap((line, index) => {
        const there = found[index] ?? '';
        return line === there ? [] : [`yours: ${shown(line, there)}\nfile:  ${shown(there, line)}`];
    });
    if (different.length === 0)
        return 'each line is the same; the text around them is not';
    const told = different.slice(0, MAX_SHOWN_LINES);
    const more = different.length - told.length;
    return told.join('\n') + (more > 0 ? `\n… and ${more} more lines` : '');
}
/**
 * A line as JSON, white space and look-alikes told apart, from shortly before where the two part.
 */
function shown(line, other) {
    let same = 0;
    while (same < line.length && line[same] === other[same])
        same += 1;
    const from = Math.max(0, same - MAX_SHOWN_CHARS / 2);
    const part = line.slice(from, from + MAX_SHOWN_CHARS);
    const text = JSON.stringify(part).replaceAll(/[^\x20-\x7E]/gu, (character) => /[\p{L}\p{P}\p{S}]/u.test(character) &&
        character.normalize('NFC') === character &&
        !lookAlike(character)
        ? character
        : `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
    return `${from > 0 ? '…' : ''}${text}${part.length + from < line.length ? '…' : ''}`;
}
function lookAlike(character) {
    return straightened(character) !== character || character.normalize('NFKC') !== character;
}

;// CONCATENATED MODULE: ./build/tools/files/endings.js
/** The view of a text in which each line ends with `\n` alone. */
function lineFeedView(raw) {
    const returns = [];
    for (let at = raw.indexOf('\r\n'); at !== -1; at = raw.indexOf('\r\n', at + 2))
        returns.push(at);
    if (returns.length === 0)
        return { text: raw, rawIndex: (viewIndex) => viewIndex };
    return {
        text: raw.replaceAll('\r\n', '\n'),
        rawIndex: (viewIndex) => viewIndex + countBefore(returns, viewIndex),
    };
}
/**
 * How many line endings of two bytes lie before a position of the view: the first `k` with
 * returns[k] - k >= it.
 */
function countBefore(returns, viewIndex) {
    let low = 0;
    let high = returns.length;
    while (low < high) {
        const middle = (low + high) >>> 1;
        if ((returns[middle] ?? 0) - middle < viewIndex)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
/**
 * The ending that new lines at `[start, end)` of the raw text get: that of the first line that ends
 * inside, else of the line it lies on, else of the line before, else `\n`.
 */
function endingAt(raw, start, end) {
    const inside = raw.indexOf('\n', start);
    if (inside !== -1 && inside < end)
        return endingOf(raw, inside);
    const after = raw.indexOf('\n', end);
    if (after !== -1)
        return endingOf(raw, after);
    const before = start === 0 ? -1 : raw.lastIndexOf('\n', start - 1);
    return before === -1 ? '\n' : endingOf(raw, before);
}
function endingOf(raw, lineFeed) {
    return lineFeed > 0 && raw[lineFeed - 1] === '\r' ? '\r\n' : '\n';
}

;// CONCATENATED MODULE: ./build/tools/files/replace.js

const MAX_COUNTED = 10_000;
const MAX_LINES_TOLD = 10;
/**
 * Applies one edit to the bytes of a file. Pure. Every byte outside of the replaced text stays:
 * BOM, line endings, a missing last newline, bytes that are no UTF-8. An old string without
 * carriage returns matches both kinds of line ending, and new lines get the file's own; one with
 * carriage returns is taken byte by byte.
 */
function replaceIn(bytes, edit) {
    if (edit.oldString === '')
        return { outcome: 'empty' };
    if (edit.oldString === edit.newString)
        return { outcome: 'identical' };
    const raw = bytes.toString('latin1');
    const wanted = binary(edit.oldString);
    const view = wanted.includes('\r')
        ? { text: raw, rawIndex: (index) => index }
        : lineFeedView(raw);
    const found = matches(view.text, wanted);
    if (found.length === 0)
        return { outcome: 'no-match' };
    if (found.length > 1 && !edit.replaceAll) {
        const lines = found.slice(0, MAX_LINES_TOLD).map((index) => lineAt(view.text, index));
        return { outcome: 'ambiguous', count: found.length, lines };
    }
    const starts = edit.replaceAll ? apart(view.text, wanted) : found;
    const spans = starts.map((start) => ({
        start: view.rawIndex(start),
        end: view.rawIndex(start + wanted.length),
    }));
    const replaced = splice(raw, spans, { ...edit, newString: binary(edit.newString) });
    return { outcome: 'replaced', bytes: Buffer.from(replaced, 'latin1'), count: spans.length };
}
function splice(raw, spans, edit) {
    const parts = [];
    let from = 0;
    for (const span of spans) {
        parts.push(raw.slice(from, span.start), spanReplacement(raw, span, edit));
        from = span.end;
    }
    parts.push(raw.slice(from));
    return parts.join('');
}
/**
 * What stands in place of one match. Lines that old and new share at both ends keep their own
 * endings, so that an edit in a file of mixed endings changes only what it names.
 */
function spanReplacement(raw, span, edit) {
    if (edit.oldString.includes('\r'))
        return edit.newString;
    const matched = raw.slice(span.start, span.end);
    const view = lineFeedView(matched);
    const wanted = edit.newString.replaceAll('\r\n', '\n');
    const head = commonPrefix(view.text, wanted);
    const tail = commonSuffix(view.text, wanted, head);
    const start = view.rawIndex(head);
    const end = view.rawIndex(view.text.length - tail);
    const ending = endingAt(raw, span.start + start, span.start + end);
    const keepsReturns = ending === '\n' && edit.newString.includes('\r');
    if (keepsReturns)
        return edit.newString;
    const middle = wanted.slice(head, wanted.length - tail).replaceAll('\n', () => ending);
    return matched.slice(0, start) + middle + matched.slice(end);
}
function commonPrefix(first, second) {
    const most = Math.min(first.length, second.length);
    let length = 0;
    while (length < most && first[length] === second[length])
        length += 1;
    return length;
}
function commonSuffix(first, second, taken) {
    const most = Math.min(first.length, second.length) - taken;
    let length = 0;
    while (length < most && first.at(-1 - length) === second.at(-1 - length))
        length += 1;
    return length;
}
/** Every place where `wanted` begins, overlapping ones too. */
function matches(text, wanted) {
    const found = [];
    let at = text.indexOf(wanted);
    while (at !== -1 && found.length < MAX_COUNTED) {
        found.push(at);
        at = text.indexOf(wanted, at + 1);
    }
    return found;
}
/** The places where `wanted` begins, from the left, none inside another. */
function apart(text, wanted) {
    const found = [];
    let at = text.indexOf(wanted);
    while (at !== -1) {
        found.push(at);
        at = text.indexOf(wanted, at + wanted.length);
    }
    return found;
}
function lineAt(text, index) {
    let line = 1;
    for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1))
        line += 1;
    return line;
}
function binary(text) {
    return Buffer.from(text, 'utf8').toString('latin1');
}

;// CONCATENATED MODULE: ./build/tools/files/change-set.js




/** Files as a set of edits makes them: worked out whole, then written whole or not at all. */
const MAX_EDIT_BYTES = 10_000_000;
/** What each file becomes, nothing written yet. */
async function plan(world, edits) {
    const changes = new Map();
    for (const [index, edit] of edits.entries()) {
        const path = world.workspace.relative(edit.path);
        const known = changes.get(path);
        const start = known ?? (await load(world, path));
        if (!('before' in start))
            return start;
        const replaced = replaceIn(start.after, edit);
        if (replaced.outcome !== 'replaced') {
            return numbered(refusal(path, { edit, content: start.after, replaced }), index, edits.length);
        }
        changes.set(path, { ...start, after: replaced.bytes, count: start.count + replaced.count });
    }
    return { ok: true, changes: [...changes.values()] };
}
function numbered(failed, index, total) {
    if (total === 1)
        return failed;
    const message = `Edit ${index + 1} of ${total} cannot be made, so none was: ${failed.error.message}`;
    return { ok: false, error: { ...failed.error, message } };
}
async function load(world, path) {
    const entry = await world.workspace.stat(path);
    if (entry === null) {
        return failure('not_found', `There is no file ${path}.`, [
            'Find it with fs_glob, or make it with fs_write.',
        ]);
    }
    if (entry.kind === 'directory') {
        return failure('execution', `${path} is a directory.`, [
            'List it with fs_list and name a file.',
        ]);
    }
    const before = await world.workspace.read(path, { maxBytes: MAX_EDIT_BYTES });
    const stale = staleness(world, path, before);
    return stale ?? { path, before, after: before, count: 0 };
}
/** Why a file may not be changed as it is now, or `null` where it may. */
function staleness(world, path, bytes) {
    const state = world.reads.state(path, (0,build_base/* sha256 */.sc)(bytes));
    if (state === 'current' || (state === 'unread' && world.reads.unread === 'allow'))
        return null;
    const why = state === 'unread' ? 'has not been read yet' : 'has changed since it was read';
    return failure('execution', `${path} ${why}; it was not touched.`, [
        `Read ${path} with fs_read, then decide again.`,
    ]);
}
function refusal(path, why) {
    const { replaced } = why;
    if (replaced.outcome === 'empty') {
        return failure('validation', 'old_string is empty; it must hold the text to replace.', [
            'To write a whole file use fs_write.',
        ]);
    }
    if (replaced.outcome === 'identical') {
        return failure('validation', 'old_string and new_string are identical; there is nothing to do.');
    }
    if (replaced.outcome === 'ambiguous') {
        const lines = replaced.lines.join(', ');
        return failure('execution', `old_string occurs ${replaced.count} times in ${path} (overlapping ones counted), at lines ${lines}.`, ['Take more of the surrounding lines into old_string, or set replace_all.']);
    }
    return noMatch(path, why.edit, why.content);
}
function noMatch(path, edit, content) {
    const crlf = edit.oldString.includes('\r')
        ? ' old_string holds carriage returns, which are then compared byte by byte; write \\n for line endings.'
        : '';
    const near = describeNearest(content.toString(), edit.oldString);
    return failure('execution', `old_string does not occur in ${path}.${crlf} ${near ?? 'Nothing in it is near.'}`, [`Read ${path} again and copy the text exactly, without line numbers.`]);
}
/** Writes every file, or puts back what was written. `null` where all went well. */
async function writeAll(world, changes) {
    const written = [];
    for (const change of changes) {
        try {
            await world.workspace.write(change.path, change.after, {
                expectSha256: (0,build_base/* sha256 */.sc)(change.before),
            });
            written.push(change);
        }
        catch (error) {
            const cause = toolErrorOf(error);
            const left = await rollBack(world, written);
            const kept = left.length === 0 ? 'Nothing was changed.' : `Could not be put back: ${left.join(', ')}.`;
            return {
                ok: false,
                error: { ...cause, message: `${change.path}: ${cause.message} ${kept}` },
            };
        }
    }
    for (const { path, after } of changes)
        world.reads.note(path, (0,build_base/* sha256 */.sc)(after));
    return null;
}
/**
 * Puts files back that were written before another one failed. Returns those that somebody else
 * changed meanwhile.
 */
async function rollBack(world, written) {
    const left = [];
    for (const { path, before, after } of written.toReversed()) {
        try {
            await world.workspace.write(path, before, { expectSha256: (0,build_base/* sha256 */.sc)(after) });
        }
        catch {
            left.push(path);
        }
    }
    return left;
}

// EXTERNAL MODULE: ./node_modules/diff/libesm/patch/create.js + 2 modules
var create = __webpack_require__(37291);
;// CONCATENATED MODULE: ./build/tools/files/diff.js


const CONTEXT_LINES = 3;
const DIFF_TIMEOUT_MS = 2_000;
const DISPLAY_TIMEOUT_MS = 300;
const MAX_DISPLAY_CHARS = 30_000;
/**
 * The unified diff of these changes, whole: a person approves by it. Where comparing takes too
 * long, every old line is shown as removed and every new one as added.
 */
function unifiedDiff(changes) {
    return changes.map((change) => diffOf(change, DIFF_TIMEOUT_MS)).join('\n');
}
/**
 * The same for a log of what was done: a diff that is too long to be read there is told by its
 * size.
 */
function displayDiff(changes) {
    const diff = changes.map((change) => diffOf(change, DISPLAY_TIMEOUT_MS)).join('\n');
    if (diff.length <= MAX_DISPLAY_CHARS)
        return diff;
    return changes.map(({ path }) => `${(0,build_base/* visible */.RK)(path)}: changed, too much to show here`).join('\n');
}
function diffOf({ path, before, after }, timeout) {
    const name = (0,build_base/* visible */.RK)(path).replaceAll(/[\n\t]/g, ' ');
    const oldName = before === null ? '/dev/null' : `a/${name}`;
    const newName = `b/${name}`;
    if (before === after)
        return `--- ${oldName}\n+++ ${newName}\n(no change)`;
    const patch = (0,create/* createTwoFilesPatch */.ss)(oldName, newName, before ?? '', after, undefined, undefined, {
        context: CONTEXT_LINES,
        timeout,
    });
    if (patch !== undefined)
        return patch.replace(/^=+\n/, '').replace(/\n$/, '');
    return [
        `--- ${oldName}`,
        `+++ ${newName}`,
        ...marked('-', before ?? ''),
        ...marked('+', after),
    ].join('\n');
}
function marked(sign, text) {
    return text.split('\n').map((line) => sign + line);
}

// EXTERNAL MODULE: ./build/policy/index.js + 101 modules
var policy = __webpack_require__(59912);
;// CONCATENATED MODULE: ./build/tools/files/rule.js

/**
 * The narrowest policy rule that covers a tool's call on these paths: `fs_write(src/a.ts)`.
 * Characters that a glob would read are escaped; several paths become one set of alternatives.
 */
function pathRule(tool, workspace, paths) {
    const named = [...new Set(paths.map((path) => workspace.relative(path)))];
    const globs = named.map((path) => named.length > 1 ? escapeComma((0,policy/* escapeGlob */.yk)(path)) : (0,policy/* escapeGlob */.yk)(path));
    return globs.length === 1 ? `${tool}(${globs[0]})` : `${tool}({${globs.join(',')}})`;
}
function escapeComma(glob) {
    return glob.replaceAll(',', String.raw `\,`);
}

;// CONCATENATED MODULE: ./build/tools/files/world.js
const MAX_PATH_CHARS = 4096;
/** Whether a path that a search of `named` came across may be told. */
function teller(world, named) {
    const { mayTell } = world;
    return mayTell === undefined ? () => true : (path) => mayTell(path, named);
}
/** The facts of a call that touches these paths, each told from the workspace root. */
function pathFacts(workspace, access, paths) {
    const named = new Set(paths.map((path) => workspace.relative(path)));
    return { paths: [...named].map((path) => ({ path, access })) };
}

;// CONCATENATED MODULE: ./build/tools/files/edit.js







const MAX_EDITS = 100;
const editFields = {
    old_string: schemas.string().describe('Exact text to replace; unique in the file unless replace_all'),
    new_string: schemas.string(),
    replace_all: schemas.boolean().optional(),
};
const pathField = schemas.string().min(1).max(MAX_PATH_CHARS);
/** `fs_edit`: one exact replacement in a file that was read before. */
function editTool(world) {
    const edits = (input) => [
        editOf(input.path, input),
    ];
    const schema = schemas.object({ path: pathField, ...editFields });
    return defineTool({
        name: 'fs_edit',
        displayName: 'Edit file',
        description: {
            short: 'Replace exact text in a file.',
            long: 'Read the file first. White space counts; write \\n for any line ending. Line endings, BOM and mode are kept.',
        },
        kind: 'write',
        category: 'fs',
        tags: ['edit'],
        input: schema,
        facts: ({ path }) => pathFacts(world.workspace, 'write', [path]),
        narrowestRule: ({ path }) => pathRule('fs_edit', world.workspace, [path]),
        preview: async (input) => await previewOf(world, edits(input)),
        execute: async (input) => await applyEdits(world, edits(input)),
    });
}
/** `fs_multi_edit`: several exact replacements, all or none of them. */
function multiEditTool(world) {
    const schema = schemas.object({
        path: pathField.optional().describe('The file of every edit that names none'),
        edits: schemas.array(schemas.strictObject({ path: pathField.optional(), ...editFields }))
            .min(1)
            .max(MAX_EDITS),
    });
    const paths = (input) => input.edits.map((edit) => edit.path ?? input.path ?? '');
    const edits = (input) => input.edits.map((edit) => editOf(edit.path ?? input.path ?? '', edit));
    return defineTool({
        name: 'fs_multi_edit',
        displayName: 'Edit files',
        description: {
            short: 'Several exact replacements in one or more files: all are made, or none.',
            long: 'As fs_edit; edits of one file apply in order, each to the result of the one before.',
        },
        kind: 'write',
        category: 'fs',
        tags: ['edit'],
        input: schema.refine((input) => paths(input).every((path) => path !== ''), {
            path: ['path'],
            error: 'a path, as an edit names none',
        }),
        facts: (input) => pathFacts(world.workspace, 'write', paths(input)),
        narrowestRule: (input) => pathRule('fs_multi_edit', world.workspace, paths(input)),
        preview: async (input) => await previewOf(world, edits(input)),
        execute: async (input) => await applyEdits(world, edits(input)),
    });
}
function editOf(path, fields) {
    return {
        path,
        oldString: fields.old_string,
        newString: fields.new_string,
        replaceAll: fields.replace_all === true,
    };
}
async function applyEdits(world, edits) {
    return await world.reads.exclusively(async () => await withRefusals(async () => {
        const planned = await plan(world, edits);
        if (!planned.ok)
            return planned;
        const failed = await writeAll(world, planned.changes);
        return failed ?? edit_told(planned.changes);
    }));
}
async function previewOf(world, edits) {
    try {
        const planned = await plan(world, edits);
        if (planned.ok)
            return { form: 'diff', text: unifiedDiff(planned.changes.map(asText)) };
        return {
            form: 'text',
            text: `This edit would fail as the files are now: ${planned.error.message}`,
        };
    }
    catch (error) {
        return {
            form: 'text',
            text: `This edit would fail as the files are now: ${toolErrorOf(error).message}`,
        };
    }
}
function asText(change) {
    return { path: change.path, before: change.before.toString(), after: change.after.toString() };
}
function edit_told(changes) {
    const lines = changes.map(({ path, count }) => `${path}: ${count} ${count === 1 ? 'replacement' : 'replacements'}`);
    return {
        ok: true,
        llmContent: `Edited ${lines.join('; ')}.`,
        displayContent: displayDiff(changes.map(asText)),
        metadata: { filesChanged: changes.map(({ path }) => path) },
    };
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./node_modules/fast-glob/out/index.js
var out = __webpack_require__(25648);
;// CONCATENATED MODULE: ./build/tools/files/glob.js










/**
 * This file reads folders itself: fast-glob walks, and every folder is checked to lie in the
 * workspace before.
 */
const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 2_000;
const MAX_PATTERN_CHARS = 1_000;
/** More wildcards make an expression that one long file name can keep busy for hours. */
const MAX_STARS_A_PART = 3;
const MAX_GLOBSTARS = 5;
const MAX_BRACES = 4;
const MAX_ALTERNATIVES = 30;
const glob_MAX_DEPTH = 64;
const MAX_FOUND = 500_000;
const schema = schemas.object({
    pattern: schemas.string().min(1).max(MAX_PATTERN_CHARS).describe('Such as src/**/*.{ts,js}'),
    path: schemas.string().min(1).max(MAX_PATH_CHARS).optional().describe('Folder to start in'),
    limit: schemas.int().min(1).max(MAX_LIMIT).optional().describe(`Default ${DEFAULT_LIMIT}`),
});
/** `fs_glob`: files by name, the newest first. */
function globTool(world) {
    return defineTool({
        name: 'fs_glob',
        displayName: 'Find files',
        description: {
            short: 'Find files by glob, newest first.',
            long: 'Dot files are found, .git never, node_modules only where named. Links are not followed.',
        },
        kind: 'readonly',
        category: 'fs',
        tags: ['search'],
        concurrencySafe: true,
        input: schema,
        facts: ({ path }) => pathFacts(world.workspace, 'read', [path ?? '.']),
        narrowestRule: ({ path }) => pathRule('fs_glob', world.workspace, [path ?? '.']),
        execute: async (input, { signal }) => await withRefusals(async () => await findFiles(world, input, signal)),
    });
}
async function findFiles(world, input, signal) {
    const problem = patternProblem(input.pattern);
    if (problem !== null) {
        return failure('validation', problem, [
            'Name files below the workspace root, such as src/**/*.ts.',
        ]);
    }
    const folder = world.workspace.relative(input.path ?? '.');
    const entry = await world.workspace.stat(folder);
    if (entry === null)
        return failure('not_found', `There is no folder ${folder}.`, ['Find it with fs_list.']);
    if (entry.kind !== 'directory')
        return failure('execution', `${folder} is not a folder.`, ['Leave path out.']);
    const found = await walk(world, { input, folder, signal });
    if (found.files.length === 0)
        return success(`No file matches ${input.pattern}.`);
    const limit = input.limit ?? DEFAULT_LIMIT;
    const newest = found.files.sort((first, second) => second.modifiedMs - first.modifiedMs || (first.path < second.path ? -1 : 1));
    const paths = newest.slice(0, limit).map(({ path }) => path);
    const count = `${found.files.length}${found.stopped ? ' or more' : ''}`;
    const more = found.files.length > limit ? [`[${count} files match, the newest ${limit} shown]`] : [];
    return success((0,build_base/* truncateMiddle */.kU)([...paths, ...more].join('\n'), MAX_RESULT_CHARS));
}
function patternProblem(pattern) {
    const plain = pattern.replaceAll('\\', '');
    if (/(?:^|[/{,(|!])\.\.(?:$|[/},)|])/.test(plain))
        return 'The pattern leads out of its folder by "..".';
    if (plain.startsWith('/') || /[{,(|]\//.test(plain))
        return 'The pattern is absolute.';
    if (pattern.includes('\0'))
        return 'The pattern holds a NUL character.';
    return complexityProblem(pattern);
}
function complexityProblem(pattern) {
    // The library never comes back from a part that ends with several.
    if (pattern.includes('\\\\'))
        return 'The pattern holds several backslashes in a row.';
    const parts = pattern.split('/');
    const globstars = parts.filter((part) => part.includes('**')).length;
    const stars = Math.max(...parts.map((part) => (part.match(/\*+/g) ?? []).length));
    if (stars > MAX_STARS_A_PART)
        return `A part of the pattern has more than ${MAX_STARS_A_PART} wildcards.`;
    if (globstars > MAX_GLOBSTARS)
        return `The pattern has more than ${MAX_GLOBSTARS} times "**".`;
    const count = (character) => pattern.split(character).length - 1;
    if (count('{') > MAX_BRACES || count(',') > MAX_ALTERNATIVES) {
        return `The pattern has more than ${MAX_BRACES} braces or ${MAX_ALTERNATIVES} alternatives.`;
    }
    return /\{[^{},]*\.\.[^{}]*\}/.test(pattern)
        ? 'The pattern counts ("{1..9}"); name the alternatives.'
        : null;
}
async function walk(world, where) {
    const { input, folder, signal } = where;
    const root = (0,external_node_fs_.realpathSync)((0,external_node_path_.join)(world.workspace.root, folder));
    const inside = folderCheck(world.workspace.root);
    const named = `${folder}/${input.pattern}`.includes('node_modules');
    const stream = out.stream(input.pattern, {
        cwd: root,
        dot: true,
        stats: true,
        onlyFiles: true,
        followSymbolicLinks: false,
        suppressErrors: true,
        extglob: false,
        deep: glob_MAX_DEPTH,
        ignore: ['**/.git', '**/.git/**', ...(named ? [] : ['**/node_modules/**'])],
        fs: { readdir: checkedReaddir(inside) },
    });
    const mayTell = teller(world, folder);
    const files = [];
    for await (const entry of stream) {
        signal.throwIfAborted();
        const one = foundFile(entry);
        if (one === null || !inside((0,external_node_path_.join)(root, one.path, '..')))
            continue;
        const path = folder === '.' ? one.path : `${folder}/${one.path}`;
        if (/(?:^|\/)\.git(?:\/|$)/i.test(path) || !mayTell(path))
            continue;
        files.push({ ...one, path });
        if (files.length === MAX_FOUND)
            return { files, stopped: true };
    }
    return { files, stopped: false };
}
function foundFile(entry) {
    if (typeof entry !== 'object' || entry === null || !('path' in entry) || !('stats' in entry))
        return null;
    const { path, stats } = entry;
    if (typeof path !== 'string' || !(stats instanceof external_node_fs_.Stats))
        return null;
    return { path: path.replace(/^\.\//, ''), modifiedMs: stats.mtimeMs };
}
/**
 * Whether a folder, links followed, lies in the workspace. Each folder is asked of the disk once a
 * search.
 */
function folderCheck(root) {
    const known = new Map();
    return (folder) => {
        const answer = known.get(folder) ?? liesIn(root, folder);
        known.set(folder, answer);
        return answer;
    };
}
function liesIn(root, folder) {
    try {
        const real = (0,external_node_fs_.realpathSync)(folder);
        const below = real === root || real.startsWith(root + external_node_path_.sep);
        return (below &&
            (0,external_node_fs_.lstatSync)(real).isDirectory() &&
            !/(?:^|\/)\.git(?:\/|$)/i.test(real.slice(root.length)));
    }
    catch {
        return false;
    }
}
/** A pattern may begin with the name of a link; the walk must not enter it where it leads out. */
function checkedReaddir(inside) {
    return new Proxy(external_node_fs_.readdir, {
        apply: (target, self, args) => {
            const [folder] = args;
            const callback = args.at(-1);
            if (typeof folder === 'string' && inside(folder))
                return Reflect.apply(target, self, args);
            if (typeof callback === 'function')
                callback(new Error('outside of the workspace'));
            return undefined;
        },
    });
}

;// CONCATENATED MODULE: ./build/tools/files/grep-arguments.js
const grep_arguments_MAX_ALTERNATIVES = 64;
/** What the repository's own configuration must not decide. */
const GIT_NEUTRAL = [
    'core.fsmonitor=false',
    'core.quotePath=false',
    'core.pager=cat',
    'safe.directory=*',
];
/**
 * Arguments for ripgrep. Pattern and glob are values of options, so that what begins with `-` is no
 * option.
 */
function ripgrepArguments(program, search) {
    return [
        program,
        '--no-config',
        '--no-messages',
        '--no-require-git',
        '--no-follow',
        '--hidden',
        '--color=never',
        '--no-heading',
        '--with-filename',
        '--null',
        '--crlf',
        ...(search.respectIgnores ? [] : ['--no-ignore-parent']),
        ...{
            content: ['--line-number', `--context=${search.context}`],
            files: ['--files-with-matches'],
            count: ['--count'],
        }[search.mode],
        ...(search.ignoreCase ? ['--ignore-case'] : []),
        ...(search.glob === null ? [] : [`--glob=${search.glob}`]),
        '--glob=!.git',
        `--regexp=${search.pattern}`,
        '--',
        search.target,
    ];
}
/**
 * Arguments for `git grep` over files, index or not. `dialect` is PCRE where git was built with it.
 */
function gitGrepArguments(search, dialect) {
    return [
        'git',
        ...GIT_NEUTRAL.flatMap((setting) => ['-c', setting]),
        'grep',
        '--no-index',
        ...(search.respectIgnores ? ['--exclude-standard'] : ['--no-exclude-standard']),
        '--no-recurse-submodules',
        '--no-textconv',
        '--no-color',
        '-I',
        dialect,
        ...{
            content: ['--line-number', '--heading', '--break', `--context=${search.context}`],
            files: ['-z', '--files-with-matches'],
            count: ['-z', '--count'],
        }[search.mode],
        ...(search.ignoreCase ? ['--ignore-case'] : []),
        '-e',
        // In text with CRLF `$` is before the carriage return, as for ripgrep with --crlf.
        dialect === '--perl-regexp' ? `(*ANYCRLF)${search.pattern}` : search.pattern,
        '--',
        ...gitPathspecs(search),
    ];
}
function gitPathspecs({ target, glob }) {
    if (target !== '.')
        return [`:(literal)${target.slice(2)}`];
    if (glob === null)
        return ['.'];
    const without = glob.startsWith('!');
    const globs = expandBraces(without ? glob.slice(1) : glob).map((one) => {
        const anchored = one.replace(/\/$/, '/**').replace(/^\//, '');
        return one.replace(/\/$/, '').includes('/') ? anchored : `**/${anchored}`;
    });
    if (!without)
        return globs.map((one) => `:(glob)${one}`);
    return ['.', ...globs.map((one) => `:(exclude,glob)${one}`)];
}
/** `*.{ts,js}` is `*.ts` and `*.js`; git's patterns know no braces. */
function expandBraces(glob) {
    const open = /\{([^{}]*,[^{}]*)\}/.exec(glob);
    if (open === null)
        return [glob];
    const [whole, inside] = [open[0], open[1] ?? ''];
    const expanded = inside
        .split(',')
        .flatMap((part) => expandBraces(glob.slice(0, open.index) + part + glob.slice(open.index + whole.length)));
    return [...new Set(expanded)].slice(0, grep_arguments_MAX_ALTERNATIVES);
}

;// CONCATENATED MODULE: ./build/tools/files/grep-output.js
/** ripgrep: `path NUL number SEP text`, SEP being `:` for a match and `-` for context. */
const CONTENT = /^([^\0]*)\0(\d+)([:-])([^]*)$/;
/** git under a heading: `number SEP text`. */
const NUMBERED = /^(\d+)([:-])([^]*)$/;
const COUNT = /^([^\0]*)\0(\d+)\r?$/;
/**
 * Matches and context by path and line, of ripgrep. What is no such line (a separator, a path with
 * a line feed) is left out.
 */
function parseContent(stdout, tell) {
    const lines = stdout.split('\n').flatMap((line) => {
        const [, printed, ...rest] = CONTENT.exec(line) ?? [];
        const path = printed === undefined ? null : tell(bare(printed));
        return path === null ? [] : [grepLine(path, rest)];
    });
    return sorted(lines);
}
/** The same of `git grep --heading --break`: a path, its lines, an empty line. */
function parseHeadedContent(stdout, tell) {
    const lines = stdout.split('\n\n').flatMap((block) => {
        const [heading, ...rest] = block.split('\n');
        const path = heading === undefined || heading === '' ? null : tell(bare(unquoted(heading)));
        if (path === null)
            return [];
        return rest.flatMap((line) => {
            const [whole, ...parts] = NUMBERED.exec(line) ?? [];
            return whole === undefined ? [] : [grepLine(path, parts)];
        });
    });
    return sorted(lines);
}
function grepLine(path, [number, separator, text]) {
    return {
        path,
        number: Number(number),
        match: separator !== '-',
        text: (text ?? '').replace(/\r$/, ''),
    };
}
function sorted(lines) {
    return lines.sort((first, second) => first.path === second.path ? first.number - second.number : first.path < second.path ? -1 : 1);
}
const ESCAPES = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };
/** Git writes a name with quotes or control characters as a C string. */
function unquoted(name) {
    if (!/^".*"$/.test(name))
        return name;
    const binary = Buffer.from(name.slice(1, -1)).toString('latin1');
    const bytes = binary.replaceAll(/\\([0-7]{3}|.)/g, (_, escape) => {
        const code = escape.length === 3 ? Number.parseInt(escape, 8) : ESCAPES[escape];
        return code === undefined ? escape : String.fromCharCode(code);
    });
    return Buffer.from(bytes, 'latin1').toString();
}
/** Paths with at least one match, sorted. */
function parseFiles(stdout, tell) {
    return stdout
        .split('\0')
        .flatMap((printed) => (printed.trim() === '' ? [] : (tell(bare(printed)) ?? [])))
        .sort();
}
/** Matching lines by path, sorted. */
function parseCounts(stdout, tell) {
    return stdout
        .split('\n')
        .flatMap((line) => {
        const [, printed, count] = COUNT.exec(line) ?? [];
        const path = printed === undefined ? null : tell(bare(printed));
        return path === null ? [] : [{ path, count: Number(count) }];
    })
        .sort((first, second) => (first.path < second.path ? -1 : 1));
}
function bare(path) {
    return path.replace(/^\.\//, '');
}

;// CONCATENATED MODULE: ./build/tools/files/grep.js









const grep_DEFAULT_LIMIT = 200;
const grep_MAX_LIMIT = 2_000;
const MAX_CONTEXT = 20;
const grep_TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 8_000_000;
const grep_MAX_LINE_CHARS = 500;
const grep_schema = schemas.object({
    pattern: schemas.string().min(1).max(2_000).describe('Regular expression'),
    path: schemas.string().min(1).max(MAX_PATH_CHARS).optional().describe('Folder or file, default all'),
    glob: schemas.string().min(1).max(1_000).optional().describe('Only these files: *.ts, src/**, !*.md'),
    mode: schemas["enum"](['content', 'files', 'count']).optional(),
    ignore_case: schemas.boolean().optional(),
    context: schemas.int().min(0).max(MAX_CONTEXT).optional().describe('Lines around each match'),
    limit: schemas.int().min(1).max(grep_MAX_LIMIT).optional().describe(`Results, default ${grep_DEFAULT_LIMIT}`),
});
/** `fs_grep`: text in files, by ripgrep or else git. */
function grepTool(world) {
    return defineTool({
        name: 'fs_grep',
        displayName: 'Search text',
        description: 'Search file contents line by line. Git-ignored files are skipped unless `path` names their place.',
        kind: 'readonly',
        category: 'fs',
        tags: ['search'],
        concurrencySafe: true,
        input: grep_schema,
        facts: ({ path }) => pathFacts(world.workspace, 'read', [path ?? '.']),
        narrowestRule: ({ path }) => pathRule('fs_grep', world.workspace, [path ?? '.']),
        execute: async (input, { signal }) => await withRefusals(async () => await searchText(world, input, signal)),
    });
}
async function searchText(world, input, signal) {
    if (/[\n\0]/.test(input.pattern)) {
        return failure('validation', 'The pattern spans lines or holds NUL; lines are searched one by one.', ['Search for one line of it and look around with context.']);
    }
    const place = await placeOf(world, input.path ?? '.');
    if (!('folder' in place))
        return place;
    const output = await runSearch(world, { input, place, signal });
    // Looked at again: what a link leads to may have been changed while the program ran.
    await world.workspace.stat(input.path ?? '.');
    const problem = problemOf(output, input);
    if (problem !== null)
        return problem;
    const text = found(world, input, { place, stdout: output.stdout.toString() });
    const cut = output.problem === 'too-much-output'
        ? '\n[there was more than could be read; narrow the search]'
        : '';
    const clean = text.length > MAX_RESULT_CHARS ? ((await world.redactor?.redact(text)) ?? text) : text;
    return success((0,build_base/* truncateMiddle */.kU)(clean + cut, MAX_RESULT_CHARS));
}
async function placeOf(world, named) {
    const path = world.workspace.relative(named);
    const entry = await world.workspace.stat(path);
    if (entry === null)
        return failure('not_found', `There is no ${path}.`, ['Find it with fs_glob or fs_list.']);
    if (entry.kind === 'directory')
        return { folder: path, target: '.' };
    // Opened once: whatever is not a regular file inside of the workspace is refused here.
    await (await world.workspace.open(path)).close();
    return { folder: (0,external_node_path_.dirname)(path), target: `./${path.slice(path.lastIndexOf('/') + 1)}` };
}
async function runSearch(world, what) {
    const { input, place, signal } = what;
    const search = {
        pattern: input.pattern,
        mode: input.mode ?? 'content',
        glob: input.glob ?? null,
        ignoreCase: input.ignore_case === true,
        context: input.context ?? 0,
        target: place.target,
        respectIgnores: place.folder === '.' && place.target === '.',
    };
    const cwd = place.folder === '.' ? world.workspace.root : `${world.workspace.root}/${place.folder}`;
    const options = { cwd, timeoutMs: grep_TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES, signal };
    const programs = world.search;
    const { ripgrep } = programs;
    if (ripgrep !== null)
        return await programs.run(ripgrepArguments(ripgrep, search), options);
    const perl = await programs.run(gitGrepArguments(search, '--perl-regexp'), options);
    const lacksPerl = perl.exitCode === 128 && perl.stderr.includes('Perl-compatible');
    return lacksPerl
        ? await programs.run(gitGrepArguments(search, '--extended-regexp'), options)
        : perl;
}
function problemOf(output, input) {
    if (output.problem === 'timed-out') {
        return failure('timeout', `The search took longer than ${grep_TIMEOUT_MS} ms.`, [
            'Name a path or a glob.',
        ]);
    }
    if (output.problem === 'cancelled')
        return failure('cancelled', 'The search was cancelled.');
    if (output.problem === 'too-much-output' || output.exitCode === 0 || output.exitCode === 1)
        return null;
    if (output.stdout.length > 0)
        return null;
    const why = (0,build_base/* oneLine */.TN)(output.stderr.toString().replaceAll('fatal: ', ''), 300);
    if (why === '' && output.exitCode === 2)
        return null;
    if (output.exitCode === null)
        return failure('execution', `The search could not be run. ${why}`);
    return failure('validation', `The search for ${JSON.stringify((0,build_base/* oneLine */.TN)(input.pattern, 200))} failed: ${why}`, [
        'Escape characters that mean something in a regular expression, such as ( [ { . * + ? | \\ with \\.',
    ]);
}
function found(world, input, raw) {
    const limit = input.limit ?? grep_DEFAULT_LIMIT;
    const mayTell = teller(world, world.workspace.relative(input.path ?? '.'));
    const tell = (path) => {
        const full = raw.place.folder === '.' ? path : `${raw.place.folder}/${path}`;
        const hidden = /(?:^|\/)\.git(?:\/|$)/i.test(full) || !mayTell(full);
        return hidden ? null : full;
    };
    const mode = input.mode ?? 'content';
    if (mode === 'content') {
        const parse = world.search.ripgrep === null ? parseHeadedContent : parseContent;
        return contentText(parse(raw.stdout, tell), limit);
    }
    const lines = mode === 'files'
        ? parseFiles(raw.stdout, tell)
        : parseCounts(raw.stdout, tell).map(({ path, count }) => `${path}: ${count}`);
    if (lines.length === 0)
        return 'No match.';
    const more = lines.length > limit ? [`[${lines.length} files, the first ${limit} shown]`] : [];
    return [...lines.slice(0, limit), ...more].join('\n');
}
function contentText(lines, limit) {
    const total = lines.filter((line) => line.match).length;
    if (total === 0)
        return 'No match.';
    const hasContext = total < lines.length;
    const shown = [];
    let told = 0;
    let previous = null;
    for (const line of lines) {
        if (line.match && told === limit)
            break;
        told += line.match ? 1 : 0;
        if (line.path !== previous?.path)
            shown.push(line.path);
        else if (hasContext && line.number > previous.number + 1)
            shown.push('  --');
        shown.push(`  ${line.number}${line.match ? ':' : '-'} ${cutLine(line.text)}`);
        previous = line;
    }
    if (total > limit)
        shown.push(`[${total} matches, the first ${limit} shown]`);
    return shown.join('\n');
}
function cutLine(text) {
    if (text.length <= grep_MAX_LINE_CHARS)
        return text;
    return `${text.slice(0, grep_MAX_LINE_CHARS).replace(/[\uD800-\uDBFF]$/, '')}[... line cut]`;
}

;// CONCATENATED MODULE: ./build/tools/files/list.js






const MAX_ENTRIES = 500;
/** `fs_list`: what a folder holds. */
function listTool(world) {
    return defineTool({
        name: 'fs_list',
        displayName: 'List folder',
        description: 'List a folder: name, size; "/" marks folders, "@" links.',
        kind: 'readonly',
        category: 'fs',
        tags: ['read'],
        concurrencySafe: true,
        input: schemas.object({ path: schemas.string().min(1).max(MAX_PATH_CHARS).optional() }),
        facts: (input) => pathFacts(world.workspace, 'read', [folder(input)]),
        narrowestRule: (input) => pathRule('fs_list', world.workspace, [folder(input)]),
        execute: async (input) => await withRefusals(async () => await listFolder(world, folder(input))),
    });
}
function folder(input) {
    return input.path ?? '.';
}
async function listFolder(world, named) {
    const path = world.workspace.relative(named);
    const entry = await world.workspace.stat(path);
    if (entry === null)
        return failure('not_found', `There is no folder ${path}.`, ['Find it with fs_glob.']);
    if (entry.kind !== 'directory') {
        return failure('execution', `${path} is not a folder.`, ['Read it with fs_read.']);
    }
    const entries = await world.workspace.list(path, { limit: MAX_ENTRIES + 1 });
    const mayTell = teller(world, path);
    const told = entries.slice(0, MAX_ENTRIES).filter((one) => mayTell(one.path));
    const more = entries.length > MAX_ENTRIES ? [`[only the first ${MAX_ENTRIES} are listed; use fs_glob]`] : [];
    if (told.length === 0)
        return success(`${path} is empty.`);
    return success([...told.map(line), ...more].join('\n'));
}
function line(entry) {
    const name = (0,build_base/* visible */.RK)(entry.path.slice(entry.path.lastIndexOf('/') + 1)).replaceAll('\n', '\\n');
    if (entry.kind === 'directory')
        return `${name}/`;
    if (entry.kind === 'symlink')
        return `${name}@`;
    return entry.kind === 'other' ? `${name} (special file)` : `${name} ${entry.size}`;
}

;// CONCATENATED MODULE: ./build/tools/files/media.js
/** Bytes that are looked at. */
const SNIFF_BYTES = 8_192;
const IMAGES = [
    ['89504e470d0a1a0a', 'image/png'],
    ['ffd8ff', 'image/jpeg'],
    ['474946383761', 'image/gif'],
    ['474946383961', 'image/gif'],
];
const BINARIES = [
    ['504b0304', 'zip archive'],
    ['1f8b', 'gzip data'],
    ['7f454c46', 'ELF program'],
    ['4d5a', 'Windows program'],
    ['cafebabe', 'Java class or Mach-O program'],
    ['cffaedfe', 'Mach-O program'],
    ['0061736d', 'WebAssembly module'],
    ['fffe', 'UTF-16 text'],
    ['feff', 'UTF-16 text'],
    ['53514c69746520666f726d6174', 'SQLite database'],
    ['425a68', 'bzip2 data'],
    ['fd377a585a', 'xz data'],
    ['28b52ffd', 'zstd data'],
];
/** Judges a file by its beginning. Text holds no NUL; whatever else does is binary. */
function sniff(start) {
    const hex = start.subarray(0, 16).toString('hex');
    const image = IMAGES.find(([magic]) => hex.startsWith(magic));
    if (image !== undefined)
        return { form: 'image', mediaType: image[1] };
    const isWebp = start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP';
    if (isWebp)
        return { form: 'image', mediaType: 'image/webp' };
    if (start.toString('latin1', 0, 5) === '%PDF-')
        return { form: 'pdf' };
    const binary = BINARIES.find(([magic]) => hex.startsWith(magic));
    const hasNul = start.includes(0);
    if (binary !== undefined && (hasNul || !isUtf8Start(start)))
        return { form: 'binary', what: binary[1] };
    return hasNul ? { form: 'binary', what: 'binary data' } : { form: 'text' };
}
function isUtf8Start(start) {
    // The last character may be cut in the middle; what is before it decides.
    const decoded = new TextDecoder('utf-8').decode(start, { stream: true });
    return !decoded.includes('\uFFFD');
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/tools/files/slice.js

const LF = 0x0a;
const CR = 0x0d;
/** Reads the slice out of `chunks`. Stops pulling once nothing more is needed. */
async function sliceLines(chunks, request) {
    const hash = (0,external_node_crypto_.createHash)('sha256');
    const scan = new LineScan(request);
    let whole = true;
    for await (const chunk of chunks) {
        if (request.countAll)
            hash.update(chunk);
        scan.push(chunk);
        if (!request.countAll && scan.pastSlice()) {
            whole = false;
            break;
        }
    }
    return scan.finish(whole, request.countAll ? hash.digest('hex') : null);
}
class LineScan {
    request;
    kept;
    line = 1;
    parts = [];
    partBytes = 0;
    lineBytes = 0;
    lastByte = -1;
    crlfLines = 0;
    lfLines = 0;
    constructor(request) {
        this.request = request;
        this.kept = new KeptLines(request.maxBytes);
    }
    push(chunk) {
        let from = 0;
        for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, from)) {
            this.add(chunk, from, at);
            this.endLine();
            from = at + 1;
        }
        if (from < chunk.length)
            this.add(chunk, from, chunk.length);
    }
    pastSlice() {
        return this.line >= this.request.offset + this.request.limit;
    }
    finish(whole, sha256) {
        const endsWithNewline = this.lineBytes === 0;
        const lines = endsWithNewline ? this.line - 1 : this.line;
        if (!endsWithNewline && whole)
            this.keep();
        return {
            ...this.kept.parts(),
            totalLines: whole ? lines : null,
            sha256,
            crlfLines: this.crlfLines,
            lfLines: this.lfLines,
            endsWithNewline,
        };
    }
    wanted() {
        return this.line >= this.request.offset && !this.pastSlice();
    }
    add(chunk, from, to) {
        if (to === from)
            return;
        this.lineBytes += to - from;
        this.lastByte = chunk[to - 1] ?? -1;
        const room = this.request.maxLineBytes - this.partBytes;
        if (!this.wanted() || room <= 0)
            return;
        // Copied: the reader fills the same buffer again.
        const part = Buffer.from(chunk.subarray(from, Math.min(to, from + room)));
        this.parts.push(part);
        this.partBytes += part.length;
    }
    endLine() {
        const crlf = this.lineBytes > 0 && this.lastByte === CR;
        if (crlf)
            this.crlfLines += 1;
        else
            this.lfLines += 1;
        this.keep(crlf ? 1 : 0);
        this.line += 1;
        this.parts = [];
        this.partBytes = 0;
        this.lineBytes = 0;
        this.lastByte = -1;
    }
    keep(endingBytes = 0) {
        if (!this.wanted())
            return;
        const whole = Buffer.concat(this.parts);
        const totalBytes = this.lineBytes - endingBytes;
        this.kept.add({ number: this.line, bytes: whole.subarray(0, totalBytes), totalBytes });
    }
}
/** The first and the last lines of what was added, within a number of bytes. */
class KeptLines {
    room;
    head = [];
    tail = [];
    headBytes = 0;
    tailBytes = 0;
    dropped = false;
    constructor(maxBytes) {
        this.room = Math.floor(maxBytes / 2);
    }
    add(line) {
        const cost = line.bytes.length + 1;
        if (this.tail.length === 0 && !this.dropped && this.headBytes + cost <= this.room) {
            this.head.push(line);
            this.headBytes += cost;
            return;
        }
        this.tail.push(line);
        this.tailBytes += cost;
        while (this.tailBytes > this.room && this.tail.length > 1) {
            const first = this.tail.shift();
            this.tailBytes -= (first?.bytes.length ?? 0) + 1;
            this.dropped = true;
        }
    }
    parts() {
        if (this.dropped)
            return { head: this.head, tail: this.tail };
        return { head: [...this.head, ...this.tail], tail: [] };
    }
}

;// CONCATENATED MODULE: ./build/tools/files/read.js









const DEFAULT_LINES = 2_000;
const MAX_LINES = 100_000;
const MAX_LINE_NUMBER = 1_000_000_000;
const read_MAX_LINE_CHARS = 2_000;
/**
 * More is kept of a line than is shown, so that a secret across the cut is seen whole before it is
 * removed.
 */
const KEPT_LINE_BYTES = 4 * (read_MAX_LINE_CHARS + 2_000);
const KEPT_BYTES = 4 * MAX_RESULT_CHARS;
const CHUNK_BYTES = 65_536;
const COUNT_ALL_BYTES = 16_000_000;
const MAX_IMAGE_BYTES = 3_750_000;
const MAX_PDF_BYTES = 4_500_000;
const NEIGHBOURS = 500;
const NOTE_ROOM = 600;
const read_schema = schemas.object({
    path: schemas.string().min(1).max(MAX_PATH_CHARS),
    offset: schemas.int().min(1).max(MAX_LINE_NUMBER).optional().describe('First line, from 1'),
    limit: schemas.int().min(1).max(MAX_LINES).optional().describe(`Lines, default ${DEFAULT_LINES}`),
});
/** `fs_read`: the lines of a file with their numbers; pictures and PDF files as such. */
function readTool(world) {
    return defineTool({
        name: 'fs_read',
        displayName: 'Read file',
        description: {
            short: 'Read a file: numbered lines, images, PDF.',
            long: 'The number and tab before each line are not part of the file.',
        },
        kind: 'readonly',
        category: 'fs',
        tags: ['read'],
        concurrencySafe: true,
        input: read_schema,
        facts: ({ path }) => pathFacts(world.workspace, 'read', [path]),
        narrowestRule: ({ path }) => pathRule('fs_read', world.workspace, [path]),
        execute: async (input, { signal }) => await withRefusals(async () => await readFile(world, input, signal)),
    });
}
async function readFile(world, input, signal) {
    const { workspace } = world;
    const path = workspace.relative(input.path);
    const entry = await workspace.stat(path);
    if (entry === null)
        return await notThere(world, path);
    if (entry.kind === 'directory') {
        return failure('execution', `${path} is a directory.`, [
            `List it with fs_list({"path": ${JSON.stringify(path)}}).`,
        ]);
    }
    const handle = await workspace.open(path);
    try {
        const { size } = await handle.stat();
        const media = sniff(await startOf(handle));
        if (media.form !== 'text')
            return await nonText(world, { path, size, media });
        const slice = await sliceLines(chunksOf(handle, signal), {
            offset: input.offset ?? 1,
            limit: input.limit ?? DEFAULT_LINES,
            maxLineBytes: KEPT_LINE_BYTES,
            maxBytes: KEPT_BYTES,
            countAll: size <= COUNT_ALL_BYTES,
        });
        if (slice.sha256 !== null)
            world.reads.note(path, slice.sha256);
        return await read_shown(world, { path, size, input, slice });
    }
    finally {
        await handle.close();
    }
}
async function startOf(handle) {
    const buffer = Buffer.alloc(SNIFF_BYTES);
    const { bytesRead } = await handle.read(buffer, 0, SNIFF_BYTES, 0);
    return buffer.subarray(0, bytesRead);
}
async function* chunksOf(handle, signal) {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    let position = 0;
    for (;;) {
        signal.throwIfAborted();
        const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, position);
        if (bytesRead === 0)
            return;
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
    }
}
async function notThere(world, path) {
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
    const near = await world.workspace.list(folder, { limit: NEIGHBOURS }).catch(() => []);
    const told = near.map((entry) => entry.path).filter(teller(world, '.'));
    return failure('not_found', `There is no file ${path}.${didYouMean(path, told)}`, [
        'Find it with fs_glob or fs_list.',
    ]);
}
async function nonText(world, file) {
    const { path, size, media } = file;
    if (media.form === 'binary') {
        const utf16 = media.what.startsWith('UTF-16')
            ? ['Convert it with bash_run and iconv to read it.']
            : [];
        return failure('execution', `${path} is not UTF-8 text: ${media.what}, ${size} bytes.`, utf16);
    }
    const limit = media.form === 'image' ? MAX_IMAGE_BYTES : MAX_PDF_BYTES;
    const what = media.form === 'image' ? media.mediaType : 'application/pdf';
    if (size > limit) {
        return failure('execution', `${path} (${what}) has ${size} bytes; at most ${limit} can be shown.`, ['Make a smaller copy with bash_run.']);
    }
    const bytes = await world.workspace.read(path, { maxBytes: limit });
    world.reads.note(path, (0,build_base/* sha256 */.sc)(bytes));
    const note = { type: 'text', text: `${path}: ${what}, ${bytes.length} bytes` };
    const base64 = bytes.toString('base64');
    return {
        ok: true,
        llmContent: [
            note,
            media.form === 'image'
                ? { type: 'image', mediaType: media.mediaType, base64 }
                : { type: 'document', mediaType: 'application/pdf', base64 },
        ],
        displayContent: note.text,
    };
}
async function read_shown(world, read) {
    const { path, size, slice } = read;
    if (size === 0 && slice.totalLines === 0)
        return success(`${path} is empty (0 bytes).`);
    const offset = read.input.offset ?? 1;
    if (slice.head.length + slice.tail.length === 0) {
        return failure('execution', `${path} has ${slice.totalLines ?? 0} lines; line ${offset} is beyond its end.`, [`Use an offset of at most ${slice.totalLines ?? 0}.`]);
    }
    const head = await Promise.all(slice.head.map((line) => lineText(world, line)));
    const tail = await Promise.all(slice.tail.map((line) => lineText(world, line)));
    const body = fitted(slice, { head, tail });
    return success([...body, ...notes(path, size, slice)].join('\n'));
}
async function lineText(world, line) {
    const bom = line.number === 1 && line.bytes.subarray(0, 3).toString('hex') === 'efbbbf';
    const decoded = new TextDecoder('utf-8', { ignoreBOM: !bom }).decode(line.bytes);
    const number = `${String(line.number).padStart(5)}\t`;
    if (decoded.length <= read_MAX_LINE_CHARS && line.totalBytes === line.bytes.length)
        return number + decoded;
    const clean = (await world.redactor?.redact(decoded)) ?? decoded;
    const cut = clean.slice(0, read_MAX_LINE_CHARS).replace(/[\uD800-\uDBFF]$/, '');
    return `${number}${cut}[... line cut, it has ${line.totalBytes} bytes]`;
}
/** The lines that fit into a result: first ones, a note of what is missing, last ones. */
function fitted(slice, lines) {
    const { head, tail } = lines;
    const room = MAX_RESULT_CHARS - NOTE_ROOM;
    const total = head.reduce((sum, line) => sum + line.length + 1, 0);
    if (tail.length === 0 && total <= room)
        return head;
    const front = takeWithin(head, room / 2);
    const rest = tail.length === 0 ? head.slice(front.length) : tail;
    const back = takeWithin(rest.toReversed(), room / 2).toReversed();
    const numbers = [...slice.head, ...slice.tail].map((line) => line.number);
    const first = (numbers[front.length - 1] ?? 0) + 1;
    const last = (numbers[numbers.length - back.length] ?? 0) - 1;
    return [
        ...front,
        `[... lines ${first}-${last} cut here; read them with offset ${first} ...]`,
        ...back,
    ];
}
function takeWithin(lines, room) {
    let used = 0;
    const count = lines.findIndex((line) => {
        used += line.length + 1;
        return used > room;
    });
    return count === -1 ? lines : lines.slice(0, count);
}
function notes(path, size, slice) {
    const shownLines = [...slice.head, ...slice.tail];
    const first = shownLines[0]?.number ?? 0;
    const last = shownLines.at(-1)?.number ?? 0;
    const invalid = shownLines.some((line) => isInvalidUtf8(line));
    const more = slice.totalLines === null || last < slice.totalLines;
    const of = slice.totalLines === null ? `a file of ${size} bytes` : `${slice.totalLines}`;
    const parts = [
        `${path}: lines ${first}-${last} of ${of}`,
        ...(more ? [`read on with offset ${last + 1}`] : []),
        ...endingNotes(slice),
        ...(!more && !slice.endsWithNewline ? ['no newline at the end'] : []),
        ...(invalid ? ['invalid UTF-8 shown as \uFFFD'] : []),
    ];
    return [`[${parts.join('; ')}]`];
}
function endingNotes({ crlfLines, lfLines }) {
    if (crlfLines === 0)
        return [];
    return [lfLines === 0 ? 'line endings CRLF' : 'line endings mixed, CRLF and LF'];
}
function isInvalidUtf8({ bytes, totalBytes }) {
    const whole = bytes.length === totalBytes;
    return new TextDecoder('utf-8').decode(bytes, { stream: !whole }).includes('\uFFFD');
}

;// CONCATENATED MODULE: ./build/tools/files/write.js








const write_schema = schemas.object({
    path: schemas.string().min(1).max(MAX_PATH_CHARS),
    content: schemas.string().max(MAX_EDIT_BYTES),
});
/** `fs_write`: a whole file, new or in place of one that was read before. */
function writeTool(world) {
    return defineTool({
        name: 'fs_write',
        displayName: 'Write file',
        description: {
            short: 'Write a whole file, making parent folders.',
            long: 'An existing file must have been read. To change part of a file use fs_edit.',
        },
        kind: 'write',
        category: 'fs',
        tags: ['edit'],
        input: write_schema,
        facts: ({ path }) => pathFacts(world.workspace, 'write', [path]),
        narrowestRule: ({ path }) => pathRule('fs_write', world.workspace, [path]),
        preview: async (input) => await write_previewOf(world, input),
        execute: async (input) => await world.reads.exclusively(async () => await withRefusals(async () => await writeFile(world, input))),
    });
}
async function writeFile(world, input) {
    const path = world.workspace.relative(input.path);
    const entry = await world.workspace.stat(path);
    if (entry?.kind === 'directory') {
        return failure('execution', `${path} is a directory; a file cannot take its place.`, [
            'Name a file in it.',
        ]);
    }
    const before = await contentOf(world, path, entry);
    const stale = before === null ? null : staleness(world, path, before);
    if (stale !== null)
        return stale;
    const after = Buffer.from(input.content);
    await world.workspace.write(path, after, {
        expectSha256: before === null ? null : (0,build_base/* sha256 */.sc)(before),
    });
    world.reads.note(path, (0,build_base/* sha256 */.sc)(after));
    const done = before === null ? 'Created' : 'Replaced';
    return {
        ok: true,
        llmContent: `${done} ${path} (${after.length} bytes).`,
        displayContent: displayDiff([
            { path, before: before?.toString() ?? null, after: input.content },
        ]),
        metadata: { filesChanged: [path] },
    };
}
async function contentOf(world, path, entry) {
    return entry === null ? null : await world.workspace.read(path, { maxBytes: MAX_EDIT_BYTES });
}
async function write_previewOf(world, input) {
    const path = world.workspace.relative(input.path);
    try {
        const before = await contentOf(world, path, await world.workspace.stat(path));
        const text = unifiedDiff([{ path, before: before?.toString() ?? null, after: input.content }]);
        return { form: 'diff', text };
    }
    catch {
        // What cannot be read cannot be compared; the new content is shown whole, and writing decides
        // for itself.
        return { form: 'text', text: input.content };
    }
}

;// CONCATENATED MODULE: ./build/tools/files/ledger.js
/** A ledger that has seen nothing yet. */
function createReadLedger(options = {}) {
    const seen = new Map(Object.entries(options.seen ?? {}));
    let last = Promise.resolve();
    return {
        unread: options.unread ?? 'refuse',
        note: (path, sha256) => void seen.set(path, sha256),
        state: (path, sha256) => {
            const known = seen.get(path);
            if (known === undefined)
                return 'unread';
            return known === sha256 ? 'current' : 'changed';
        },
        seen: () => Object.fromEntries(seen),
        exclusively: async (work) => {
            const turn = last.then(work);
            last = turn.catch(() => undefined);
            return await turn;
        },
    };
}

// EXTERNAL MODULE: ./build/sandbox/index.js + 29 modules
var sandbox = __webpack_require__(22778);
;// CONCATENATED MODULE: ./build/tools/files/programs.js


/**
 * The search programs of this machine, from the parent's PATH without folders of the checkout at
 * `root`: it must not choose what searches it. PATH is all that they get of the parent's
 * environment. This file starts processes.
 */
function searchPrograms(parentPath, root) {
    const env = {
        PATH: (0,sandbox/* pathFolders */.zU)(parentPath, root).join(external_node_path_.delimiter),
        LC_ALL: 'C.UTF-8',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_TERMINAL_PROMPT: '0',
        GIT_OPTIONAL_LOCKS: '0',
    };
    return {
        ripgrep: (0,sandbox/* findProgram */.Kp)('rg', { env, cwd: '/' }),
        run: async (argv, options) => await (0,sandbox/* runTrusted */.$5)({ argv, env, ...options }),
    };
}

;// CONCATENATED MODULE: ./build/tools/files/index.js








/** The file tools over a workspace. */
function fileTools(world) {
    return [readTool, writeTool, editTool, multiEditTool, globTool, grepTool, listTool].map((make) => make(world));
}

;// CONCATENATED MODULE: ./build/tools/finish.js




const MAX_SUMMARY_CHARS = 20_000;
/**
 * `finish`: the model's own last word. What ends the run is the loop, which reads it by `finishOf`.
 */
function finishTool() {
    return defineTool({
        name: 'finish',
        displayName: 'Finish',
        description: {
            short: 'End the work with a summary for people, in Markdown.',
            long: 'done: all that was asked is done and checked. incomplete: say what is missing and why.',
        },
        kind: 'readonly',
        category: 'run',
        input: schemas.object({
            outcome: schemas["enum"](['done', 'incomplete']),
            summary: schemas.string().min(1).max(MAX_SUMMARY_CHARS),
        }),
        execute: ({ outcome, summary }) => success('The run ends here.', { finish: { outcome, summary } }),
    });
}
/** What `finish` put into a result's metadata, or `null` where the result is not of `finish`. */
function finishOf(metadata) {
    const finish = metadata?.['finish'];
    if (!(0,build_base/* isJsonObject */.OW)(finish))
        return null;
    const { outcome, summary } = finish;
    if (typeof summary !== 'string')
        return null;
    return outcome === 'done' || outcome === 'incomplete' ? { outcome, summary } : null;
}

;// CONCATENATED MODULE: ./build/tools/mcp/sdk.js


const CONNECT_TIMEOUT_MS = 20_000;
const LIST_TIMEOUT_MS = 20_000;
const MAX_PAGES = 50;
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
const json = schemas.json();
const listedTool = schemas.looseObject({
    name: schemas.string().min(1).max(256),
    description: schemas.string().optional(),
    inputSchema: schemas.record(schemas.string(), json),
    annotations: schemas.looseObject({ openWorldHint: schemas.boolean().optional() }).optional(),
});
const listing = schemas.looseObject({ tools: schemas.array(schemas.unknown()), nextCursor: schemas.string().optional() });
const answer = schemas.looseObject({
    content: schemas.array(schemas.record(schemas.string(), json)).optional(),
    structuredContent: json.optional(),
    isError: schemas.boolean().optional(),
});
/** Connects to a server. Rejects where it does not answer in time; nothing of it is left then. */
async function connectServer(place, world) {
    const { Client } = await Promise.all(/* import() */[__webpack_require__.e(846), __webpack_require__.e(63)]).then(__webpack_require__.bind(__webpack_require__, 30063));
    const client = new Client({ name: 'countersign', version: world.version }, { capabilities: {} });
    const transport = place.kind === 'stdio'
        ? await stdioTransport(place, world.commands)
        : await httpTransport(place);
    try {
        await client.connect(transport, { timeout: CONNECT_TIMEOUT_MS });
    }
    catch (error) {
        await transport.close().catch(() => undefined);
        throw error;
    }
    return {
        list: async (limit) => {
            const tools = [];
            let cursor;
            for (let page = 0; page < MAX_PAGES; page += 1) {
                const params = cursor === undefined ? {} : { cursor };
                const listed = await client.request({ method: 'tools/list', params }, listing, {
                    timeout: LIST_TIMEOUT_MS,
                });
                for (const tool of listed.tools) {
                    if (tools.length >= limit)
                        return { tools, more: true };
                    const read = sdk_readTool(tool);
                    if (read !== null)
                        tools.push(read);
                }
                cursor = listed.nextCursor;
                if (cursor === undefined)
                    return { tools, more: false };
            }
            return { tools, more: true };
        },
        call: async (name, input, { signal, timeoutMs, onProgress }) => {
            const result = await client.request({ method: 'tools/call', params: { name, arguments: { ...input } } }, answer, {
                signal,
                timeout: timeoutMs,
                onprogress: ({ progress, total }) => onProgress({ progress, ...(total === undefined ? {} : { total }) }),
            });
            const { content = [], structuredContent = null, isError = false } = result;
            return {
                content: content.filter((block) => (0,build_base/* isJsonObject */.OW)(block)),
                structured: structuredContent,
                isError,
            };
        },
        close: async () => {
            await client.close();
        },
    };
}
/** A tool that is described as it should be; `null` for anything else, which is passed over. */
function sdk_readTool(value) {
    const parsed = listedTool.safeParse(value);
    if (!parsed.success)
        return null;
    const { name, description = '', inputSchema, annotations } = parsed.data;
    return { name, description, inputSchema, openWorld: annotations?.openWorldHint === true };
}
async function stdioTransport(place, commands) {
    const { ReadBuffer, serializeMessage } = await Promise.all(/* import() */[__webpack_require__.e(846), __webpack_require__.e(224)]).then(__webpack_require__.bind(__webpack_require__, 6224));
    const buffer = new ReadBuffer({ maxBufferSize: MAX_MESSAGE_BYTES });
    let child = null;
    const take = (chunk) => {
        try {
            buffer.append(Buffer.from(chunk));
            for (let message = buffer.readMessage(); message !== null; message = buffer.readMessage())
                transport.onmessage?.(message);
        }
        catch (error) {
            // What is no message is passed over by the reader; what does not end is the server's end.
            transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
            if (String(error).includes('buffer'))
                void child?.close();
        }
    };
    const transport = {
        start: async () => {
            child = await commands.talk(place.argv, {
                env: place.env,
                onOutput: take,
                onEnd: () => transport.onclose?.(),
            });
        },
        send: (message) => {
            const taken = child?.write(serializeMessage(message)) === true;
            return taken ? Promise.resolve() : Promise.reject(new Error('The server is gone.'));
        },
        close: async () => {
            await child?.close();
            buffer.clear();
        },
    };
    return transport;
}
async function httpTransport(place) {
    const { StreamableHTTPClientTransport } = await Promise.all(/* import() */[__webpack_require__.e(846), __webpack_require__.e(587)]).then(__webpack_require__.bind(__webpack_require__, 65587));
    const inner = new StreamableHTTPClientTransport(new URL(place.url), {
        requestInit: { headers: { ...place.headers }, redirect: 'error' },
        fetch: (url, init) => boundedFetch(url, { ...init, redirect: 'error' }),
        reconnectionOptions: {
            maxReconnectionDelay: 5_000,
            initialReconnectionDelay: 500,
            reconnectionDelayGrowFactor: 2,
            maxRetries: 2,
        },
    });
    // The SDK's class has optional members that are `undefined`; the interface wants them absent.
    const transport = {
        start: async () => {
            // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's transports have no other way.
            inner.onmessage = (message) => transport.onmessage?.(message);
            // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above.
            inner.onclose = () => transport.onclose?.();
            // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above.
            inner.onerror = (error) => transport.onerror?.(error);
            await inner.start();
        },
        send: (message) => inner.send(message),
        close: () => inner.close(),
        setProtocolVersion: (version) => inner.setProtocolVersion(version),
    };
    return transport;
}
/** No answer is longer than a message may be; a stream that stays open counts what it brought. */
async function boundedFetch(url, init) {
    const response = await fetch(url, init);
    if (response.body === null)
        return response;
    let bytes = 0;
    const bound = new TransformStream({
        transform: (chunk, controller) => {
            bytes += chunk.byteLength;
            if (bytes > MAX_MESSAGE_BYTES)
                controller.error(new Error('The server sent too much.'));
            else
                controller.enqueue(chunk);
        },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
}

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/from-json-schema.js
var from_json_schema = __webpack_require__(22473);
;// CONCATENATED MODULE: ./build/tools/mcp/tool.js






const tool_MAX_NAME_CHARS = 64;
const DIGEST_CHARS = 6;
const MAX_DESCRIPTION_CHARS = 2_000;
const MAX_SCHEMA_CHARS = 20_000;
const CALL_TIMEOUT_MS = 2 * 60_000;
const MAX_BLOCKS = 50;
const MAX_IMAGE_CHARS = 5 * 1024 * 1024;
const tool_IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** `mcp__server__tool`, cut with a digest where that is too long for a tool's name. */
function toolName(server, tool) {
    const full = `mcp__${server}__${tool}`.replaceAll(/[^a-zA-Z0-9_-]/g, '_');
    if (full.length <= tool_MAX_NAME_CHARS)
        return full;
    return `${full.slice(0, tool_MAX_NAME_CHARS - DIGEST_CHARS - 1)}_${(0,build_base/* sha256 */.sc)(tool).slice(0, DIGEST_CHARS)}`;
}
/**
 * A tool of a server. What the server says of it is believed only where it makes the tool's kind stricter: read-only is what
 * the policy names so. Its results are text by strangers.
 */
function mcpTool(listed, facts, connection) {
    const name = toolName(facts.server, listed.name);
    const isReadonly = facts.readonly.some((pattern) => (0,policy/* matchesName */.Hj)(listed.name, pattern) || (0,policy/* matchesName */.Hj)(name, pattern));
    const outside = facts.host !== null || listed.openWorld;
    const tool = defineTool({
        name,
        displayName: `${(0,build_base/* oneLine */.TN)(listed.name, 100)} (${facts.server})`,
        description: `(MCP server ${facts.server}) ${(0,build_base/* visible */.RK)(listed.description).slice(0, MAX_DESCRIPTION_CHARS)}`,
        kind: isReadonly ? 'readonly' : outside ? 'network' : 'execute',
        category: 'mcp',
        tags: [facts.server],
        timeoutMs: CALL_TIMEOUT_MS,
        concurrencySafe: isReadonly,
        input: schemas.looseObject({}),
        facts: () => (facts.host === null ? {} : { hosts: [facts.host] }),
        narrowestRule: () => name,
        execute: async (input, context) => {
            const given = input;
            const result = await connection.call(listed.name, (0,build_base/* isJsonObject */.OW)(given) ? given : {}, {
                signal: context.signal,
                timeoutMs: CALL_TIMEOUT_MS,
                onProgress: (progress) => context.emit(progress),
            });
            return resultOf(result, facts.server);
        },
    });
    return withSchema(tool, listed.inputSchema);
}
/** The model is told the server's own schema, and what it sends is checked against it as far as it can be read. */
function withSchema(tool, schema) {
    const usable = schema['type'] === 'object' && JSON.stringify(schema).length <= MAX_SCHEMA_CHARS;
    if (!usable)
        return tool;
    const validator = validatorOf(schema);
    return {
        ...tool,
        inputSchema: schema,
        prepare: (input) => {
            const parsed = validator?.safeParse(input);
            if (parsed === undefined || parsed.success)
                return tool.prepare(input);
            const bad = { tool: tool.name, schema, input, issues: parsed.error.issues, unknownKeys: [] };
            return { ok: false, error: validationError(bad) };
        },
    };
}
/** `null` for a schema that cannot be read: the server then checks by itself. */
function validatorOf(schema) {
    try {
        return from_json_schema/* fromJSONSchema */.y({ ...schema });
    }
    catch {
        return null;
    }
}
function resultOf(result, server) {
    const metadata = { untrustedSource: `MCP server ${server}` };
    const blocks = result.content.slice(0, MAX_BLOCKS).flatMap((block) => blockOf(block));
    const more = result.content.length - MAX_BLOCKS;
    if (more > 0)
        blocks.push({ type: 'text', text: `[${more} more parts were left out]` });
    if (blocks.length === 0) {
        blocks.push({
            type: 'text',
            text: result.structured === null ? '(no output)' : JSON.stringify(result.structured),
        });
    }
    const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
    const content = texts.length === blocks.length ? texts.join('\n') : blocks;
    if (!result.isError)
        return { ok: true, llmContent: content, metadata };
    const failed = failure('execution', `The MCP server ${server} says that the call failed.`, [
        'Read its words below.',
    ]);
    return { ...failed, llmContent: content, metadata };
}
function blockOf(block) {
    const { type, text, data, mimeType, resource, uri } = block;
    if (type === 'text' && typeof text === 'string')
        return [{ type: 'text', text }];
    if (type === 'image' && typeof data === 'string' && typeof mimeType === 'string') {
        if (tool_IMAGES.has(mimeType) &&
            data.length <= MAX_IMAGE_CHARS &&
            /^[A-Za-z0-9+/]+={0,2}$/.test(data)) {
            return [{ type: 'image', mediaType: mimeType, base64: data }];
        }
        return [
            { type: 'text', text: `[an image of type ${(0,build_base/* oneLine */.TN)(mimeType, 50)} that cannot be shown]` },
        ];
    }
    if (type === 'resource' && (0,build_base/* isJsonObject */.OW)(resource)) {
        const inner = resource['text'];
        const place = (0,build_base/* oneLine */.TN)(typeof resource['uri'] === 'string' ? resource['uri'] : '', 500);
        return [
            {
                type: 'text',
                text: typeof inner === 'string' ? `${place}:\n${inner}` : `[the resource ${place}, not text]`,
            },
        ];
    }
    if (type === 'resource_link' && typeof uri === 'string')
        return [{ type: 'text', text: `[resource ${(0,build_base/* oneLine */.TN)(uri, 500)}]` }];
    return [
        {
            type: 'text',
            text: `[a part of the type ${(0,build_base/* oneLine */.TN)(typeof type === 'string' ? type : 'unknown', 50)}]`,
        },
    ];
}

;// CONCATENATED MODULE: ./build/tools/mcp/index.js



const MAX_TOOLS_A_SERVER = 100;
const MAX_SERVERS = 16;
const MAX_WHY_CHARS = 500;
/**
 * Starts the servers of the policy side by side and lists their tools. A server that does not start, hangs, or lists garbage
 * is left out with a warning: the run goes on without it. The caller closes what this gives.
 */
async function startServers(servers, world) {
    const named = Object.entries(servers);
    const warnings = [];
    if (named.length > MAX_SERVERS)
        warnings.push(`Only the first ${MAX_SERVERS} of ${named.length} MCP servers are used.`);
    const connections = [];
    const lists = await Promise.all(named.slice(0, MAX_SERVERS).map(async ([name, server]) => {
        try {
            const connection = await connectServer(mcp_placeOf(name, server, world), world);
            connections.push(connection);
            return await toolsOf(name, server, { connection, warnings });
        }
        catch (error) {
            warnings.push(`The MCP server ${name} is left out: ${(0,build_base/* oneLine */.TN)((0,build_base/* errorText */.kc)(error), MAX_WHY_CHARS)}`);
            return [];
        }
    }));
    return {
        tools: withoutTwins(lists.flat(), warnings),
        warnings,
        close: async () => {
            await Promise.all(connections.map((connection) => connection.close().catch(() => undefined)));
        },
    };
}
async function toolsOf(name, server, of) {
    const { connection, warnings } = of;
    const { tools, more } = await connection.list(MAX_TOOLS_A_SERVER);
    if (more)
        warnings.push(`The MCP server ${name} has more tools than ${MAX_TOOLS_A_SERVER}; the others are left out.`);
    const host = 'url' in server ? hostOf(server.url) : null;
    const facts = { server: name, readonly: server.readonly ?? [], host };
    return tools.flatMap((listed) => {
        try {
            return [mcpTool(listed, facts, connection)];
        }
        catch (error) {
            warnings.push(`A tool of the MCP server ${name} is left out: ${(0,build_base/* oneLine */.TN)((0,build_base/* errorText */.kc)(error), MAX_WHY_CHARS)}`);
            return [];
        }
    });
}
/** A host as rules name it: with the port where it is not the scheme's own. */
function hostOf(url) {
    return new URL(url).host;
}
function withoutTwins(tools, warnings) {
    const seen = new Set();
    return tools.filter(({ name }) => {
        if (!seen.has(name))
            return seen.add(name);
        warnings.push(`Two MCP tools would be named ${name}; the second is left out.`);
        return false;
    });
}
/** Where a server is, with the secrets that the policy names for it, and no others. */
function mcp_placeOf(name, server, world) {
    const secrets = secretsOf(name, server.secrets ?? [], world);
    const filled = (values = {}) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fill(value, secrets)]));
    if ('url' in server)
        return { kind: 'http', url: server.url, headers: filled(server.headers) };
    if (!world.sandboxed) {
        throw new Error('there is no sandbox to start it in; "sandbox: off" in the policy starts it without one.');
    }
    const env = { ...Object.fromEntries(secrets), ...filled(server.env) };
    return { kind: 'stdio', argv: [server.command, ...(server.args ?? [])], env };
}
function secretsOf(name, wanted, world) {
    const secrets = new Map();
    for (const key of wanted) {
        const value = world.environment[key];
        if (value === undefined || value === '')
            throw new Error(`the secret ${key} is not in the environment of the step.`);
        world.redactor.addSecret(value, `mcp-${name}`);
        secrets.set(key, value);
    }
    return secrets;
}
/** `${NAME}` stands for a secret that the server's own list names; any other stays as it is written. */
function fill(text, secrets) {
    return text.replaceAll(/\$\{(\w+)\}/g, (whole, key) => secrets.get(key) ?? whole);
}

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(58500);
// EXTERNAL MODULE: external "node:url"
var external_node_url_ = __webpack_require__(73136);
;// CONCATENATED MODULE: ./build/tools/plain.js



const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
/**
 * The smallest way to a tool: `tool('shout', (args) => args.text.toUpperCase(), { parameters: {
 * text: { type: 'string' } } })`. Throws `tool-invalid` for a parameter of no known type.
 */
function tool(name, execute, options = {}) {
    const { parameters, ...rest } = options;
    return defineTool({
        kind: 'execute',
        description: name,
        ...rest,
        name,
        input: parameters === undefined ? schemas.looseObject({}) : plainObject(name, parameters),
        execute: (input, context) => {
            if (!fitsParameters(input))
                throw new build_base/* CountersignError */.WS('internal', `${name}: not an object`);
            return execute(input, context);
        },
    });
}
/** The schema was made of these very parameters, so what it parsed has their type. */
function fitsParameters(input) {
    return (0,build_base/* isJsonObject */.OW)(input);
}
/** A Zod object of plain parameters; keys that it does not name are refused. */
function plainObject(name, parameters) {
    const shape = {};
    for (const [key, parameter] of Object.entries(parameters)) {
        shape[key] = plainType(`${name}.${key}`, parameter);
    }
    return schemas.strictObject(shape);
}
function plainType(where, parameter) {
    if (!(0,build_base/* isJsonObject */.OW)(parameter) || !TYPES.includes(parameter.type)) {
        throw new build_base/* CountersignError */.WS('tool-invalid', `The parameter ${where} has no known type.`, {
            fix: `Write { type: ${TYPES.map((type) => `'${type}'`).join(' | ')} }.`,
        });
    }
    const base = bareType(where, parameter);
    const described = parameter.description === undefined ? base : base.describe(parameter.description);
    return parameter.optional === true ? described.optional() : described;
}
function bareType(where, parameter) {
    if (parameter.type === 'object')
        return plainObject(where, parameter.properties);
    if (parameter.type === 'array')
        return schemas.array(plainType(`${where}[]`, parameter.items));
    if (parameter.type === 'string') {
        return parameter.enum === undefined ? schemas.string() : schemas["enum"](parameter.enum);
    }
    return { number: schemas.number(), integer: schemas.int(), boolean: schemas.boolean() }[parameter.type];
}

;// CONCATENATED MODULE: ./build/tools/modules.js
var __rewriteRelativeImportExtension = (undefined && undefined.__rewriteRelativeImportExtension) || function (path, preserveJsx) {
    if (typeof path === "string" && /^\.\.?\//.test(path)) {
        return path.replace(/\.(tsx)$|((?:\.d)?)((?:\.[^./]+?)?)\.([cm]?)ts$/i, function (m, tsx, d, ext, cm) {
            return tsx ? preserveJsx ? ".jsx" : ".js" : d && (!ext || !cm) ? m : (d + ext + "." + cm.toLowerCase() + "js");
        });
    }
    return path;
};





/**
 * Repository tools. The caller took the modules from the trusted branch; this file runs their code
 * in the parent.
 */
const MODULE_TIMEOUT_MS = 10_000;
const MAX_TOOLS_A_MODULE = 50;
/** What a module's default export is called with. Zod as a whole is loaded with the first module: few runs have one. */
async function toolKit() {
    return { defineTool: defineTool, defineToolAsync: defineToolAsync, tool: tool, z: await __webpack_require__.e(/* import() */ 87).then(__webpack_require__.bind(__webpack_require__, 46087)) };
}
/** Imports an ES module by its absolute path. */
async function importModule(absolutePath) {
    return await import(__rewriteRelativeImportExtension(/* webpackIgnore: true */ (0,external_node_url_.pathToFileURL)(absolutePath).href));
}
/**
 * The tools of `export default ({ defineTool, tool, z }) => …`, which may give one tool or several,
 * at once or later. Throws `tool-invalid` naming the module that cannot be loaded, takes too long,
 * or gives something else.
 */
async function loadToolModules(modules, options = {}) {
    const tools = [];
    for (const module of modules) {
        tools.push(...(await withinLoadTime(module, loadModule(module), options.timeoutMs)));
    }
    return tools;
}
/** What loading a module gives. Throws `tool-invalid` naming the module where it takes longer than `timeoutMs`. */
async function withinLoadTime(module, loading, timeoutMs = MODULE_TIMEOUT_MS) {
    const stop = new AbortController();
    const late = (0,promises_.setTimeout)(timeoutMs, undefined, { signal: stop.signal }).then(() => {
        throw refused(module, `it was not loaded within ${timeoutMs} ms`);
    });
    late.catch(() => undefined);
    try {
        return await Promise.race([loading, late]);
    }
    finally {
        stop.abort();
    }
}
async function loadModule(module) {
    let made;
    try {
        const make = defaultOf(await module.load());
        if (typeof make !== 'function')
            throw new Error('its default export is not a function');
        made = await make(await toolKit());
    }
    catch (error) {
        throw refused(module, (0,build_base/* errorText */.kc)(error), error);
    }
    const tools = Array.isArray(made) ? made : [made];
    const settled = await Promise.all(tools).catch((error) => {
        throw refused(module, (0,build_base/* errorText */.kc)(error), error);
    });
    if (settled.length > MAX_TOOLS_A_MODULE)
        throw refused(module, `it gives more than ${MAX_TOOLS_A_MODULE} tools`);
    const wrong = settled.findIndex((one) => !isTool(one));
    if (wrong !== -1) {
        throw refused(module, `what it gives at place ${wrong + 1} was not made by defineTool or tool`);
    }
    return settled.filter(isTool);
}
function defaultOf(loaded) {
    return typeof loaded === 'object' && loaded !== null && 'default' in loaded
        ? loaded.default
        : undefined;
}
function refused(module, why, cause) {
    return new build_base/* CountersignError */.WS('tool-invalid', `The module ${module.path} cannot be used: ${why}.`, {
        fix: 'Write `export default ({ defineTool, z }) => defineTool({ … })`.',
        cause,
    });
}

;// CONCATENATED MODULE: ./build/tools/tool.js
const TOOL_SOURCES = ['builtin', 'mcp', 'repository', 'code'];

;// CONCATENATED MODULE: ./build/tools/registry.js




/** An empty registry. */
function createRegistry() {
    const held = new Map();
    const listeners = new Set();
    const changed = (change) => {
        for (const listener of listeners)
            listener(change);
    };
    const entries = () => [...held.keys()].sort().flatMap((name) => topOf(held.get(name)));
    const all = () => entries().map(({ tool }) => tool);
    return {
        register: (tool, source) => {
            const sources = held.get(tool.name) ?? new Map();
            const there = sources.get(source);
            if (there !== undefined)
                throw duplicate(there, tool, source);
            sources.set(source, tool);
            held.set(tool.name, sources);
            changed({ type: 'registered', name: tool.name, source });
        },
        unregister: (name, source) => {
            const sources = held.get(name) ?? new Map();
            const gone = [...sources.keys()].filter((one) => source === undefined || one === source);
            for (const one of gone) {
                sources.delete(one);
                if (sources.size === 0)
                    held.delete(name);
                changed({ type: 'unregistered', name, source: one });
            }
            return gone.length > 0;
        },
        get: (name) => topOf(held.get(name))[0]?.tool,
        sourceOf: (name) => topOf(held.get(name))[0]?.source,
        all,
        entries,
        byKind: (kind) => all().filter((tool) => tool.kind === kind),
        byCategory: (category) => all().filter((tool) => tool.category === category),
        byTag: (tag) => all().filter((tool) => tool.tags.includes(tag)),
        search: (query) => searchTools(all(), query),
        forMode: (mode) => all().filter((tool) => mode === 'work' || tool.kind === 'readonly'),
        select: (selection) => selectTools(all(), selection),
        suggest: (name) => closest(name, [...held.keys()]),
        onChange: (listener) => {
            listeners.add(listener);
            return () => void listeners.delete(listener);
        },
    };
}
function topOf(sources) {
    const source = TOOL_SOURCES.findLast((one) => sources?.has(one) === true);
    const tool = source === undefined ? undefined : sources?.get(source);
    return tool === undefined || source === undefined ? [] : [{ tool, source }];
}
function duplicate(there, tool, source) {
    const both = `"${there.displayName}" (${there.description.short}) and "${tool.displayName}" (${tool.description.short})`;
    return new build_base/* CountersignError */.WS('tool-invalid', `Two tools of the source ${source} are named ${tool.name}: ${both}.`, { fix: 'Give one of them another name.' });
}
function searchTools(tools, query) {
    const words = query
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '');
    return tools
        .filter((tool) => {
        const text = [
            tool.name,
            tool.displayName,
            tool.category,
            ...tool.tags,
            renderDescription(tool.description),
        ];
        return words.every((word) => text.join('\n').toLowerCase().includes(word));
    })
        .map((tool) => ({
        tool,
        hits: words.filter((word) => tool.name.toLowerCase().includes(word)).length,
    }))
        .sort((first, second) => second.hits - first.hits)
        .map(({ tool }) => tool);
}
function selectTools(tools, selection) {
    const names = tools.map((tool) => tool.name);
    const matchers = (list, key) => list.map((pattern) => {
        const matches = nameMatcher(pattern);
        // A server that did not start must not stop a run whose policy names its tools.
        if (!names.some(matches) && !pattern.startsWith('mcp__'))
            throw unknownName(key, pattern, names);
        return matches;
    });
    const disabled = matchers(selection.disabled ?? [], 'disabled');
    const enabled = selection.enabled === undefined ? null : matchers(selection.enabled, 'enabled');
    return tools.filter(({ name }) => !disabled.some((matches) => matches(name)) &&
        (enabled === null || enabled.some((matches) => matches(name))));
}
function nameMatcher(pattern) {
    const parts = pattern.split('*').map((part) => part.replaceAll(/[^\w]/g, String.raw `\$&`));
    const expression = new RegExp(`^${parts.join('.*')}$`, 's');
    return (name) => expression.test(name);
}
function unknownName(key, pattern, names) {
    return new build_base/* CountersignError */.WS('tool-invalid', `tools.${key}: no tool is named ${JSON.stringify(pattern)}.${didYouMean(pattern, names)}`, { fix: `There are: ${names.join(', ')}.` });
}

;// CONCATENATED MODULE: ./build/tools/skill.js





const MAX_SKILLS = 50;
const MAX_TOLD_CHARS = 200;
/**
 * `skill`: loads the instructions of one skill; the tool's description lists them all. No skills,
 * no tool: `[]`. Throws `tool-invalid` for more than 50 skills or two of one name.
 */
function skillTool(options) {
    const { skills } = options;
    if (skills.length === 0)
        return [];
    const names = skills.map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) {
        throw new build_base/* CountersignError */.WS('tool-invalid', `Two skills are named ${JSON.stringify(twice)}.`, {
            fix: 'Rename one of them in its front matter.',
        });
    }
    if (skills.length > MAX_SKILLS) {
        throw new build_base/* CountersignError */.WS('tool-invalid', `There are ${skills.length} skills; at most ${MAX_SKILLS} fit.`);
    }
    const listed = skills.map(({ name, description }) => `${name}: ${(0,build_base/* oneLine */.TN)(description, MAX_TOLD_CHARS)}`);
    return [
        defineTool({
            name: 'skill',
            displayName: 'Load skill',
            description: {
                short: 'Load the instructions of a skill before work that it is about:',
                usageNotes: listed,
            },
            kind: 'readonly',
            category: 'skill',
            concurrencySafe: true,
            input: schemas.object({ name: schemas.string() }),
            execute: ({ name }) => {
                const skill = skills.find((one) => one.name === name);
                if (skill !== undefined)
                    return success(skill.body);
                return failure('not_found', `There is no skill ${JSON.stringify(name)}.${didYouMean(name, names)}`, [`Use one of: ${names.join(', ')}.`]);
            },
        }),
    ];
}

;// CONCATENATED MODULE: ./build/tools/todo.js



const TODO_STATUSES = ['pending', 'in_progress', 'done'];
const MAX_TODOS = 50;
const MAX_TEXT_CHARS = 300;
const MARKS = { pending: '[ ]', in_progress: '[~]', done: '[x]' };
/**
 * `todo_read` and `todo_write` over one list; `onChange` is told each new list, for the checklist
 * that people see.
 */
function todoTools(options = {}) {
    let todos = [];
    const common = { kind: 'readonly', category: 'todo', tags: ['plan'] };
    const read = defineTool({
        ...common,
        name: 'todo_read',
        displayName: 'Read to-do list',
        description: 'The to-do list as it stands.',
        input: schemas.object({}),
        execute: () => checklist(todos),
    });
    const write = defineTool({
        ...common,
        name: 'todo_write',
        displayName: 'Write to-do list',
        description: 'Replace the to-do list (people see it). Use it for work of several steps; keep one item in_progress.',
        input: schemas.object({
            todos: schemas.array(schemas.strictObject({
                text: schemas.string().min(1).max(MAX_TEXT_CHARS),
                status: schemas["enum"](TODO_STATUSES),
            }))
                .max(MAX_TODOS),
        }),
        execute: (input) => {
            todos = input.todos;
            options.onChange?.(todos);
            return success(checklist(todos), {
                todos: todos.map(({ text, status }) => ({ text, status })),
            });
        },
    });
    return [read, write];
}
function checklist(todos) {
    if (todos.length === 0)
        return 'The to-do list is empty.';
    return todos.map(({ text, status }) => `${MARKS[status]} ${text}`).join('\n');
}

// EXTERNAL MODULE: external "node:dns"
var external_node_dns_ = __webpack_require__(40610);
// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(37067);
// EXTERNAL MODULE: external "node:https"
var external_node_https_ = __webpack_require__(44708);
// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __webpack_require__(77030);
;// CONCATENATED MODULE: ./build/tools/web/address.js

/** Networks that are not the internet: this machine, its neighbours, clouds' metadata services, what is reserved. */
const IPV4 = [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
    '168.63.129.16/32',
];
const blocked = new external_node_net_.BlockList();
for (const network of IPV4) {
    const [address = '', bits = ''] = network.split('/');
    blocked.addSubnet(address, Number(bits), 'ipv4');
}
/** Of IPv6 only what is given out to the internet counts, less documentation, tunnels and translations to IPv4. */
const internet = new external_node_net_.BlockList();
internet.addSubnet('2000::', 3, 'ipv6');
const reserved = new external_node_net_.BlockList();
for (const [address, bits] of [
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
]) {
    reserved.addSubnet(address, bits, 'ipv6');
}
/** True for an address of the public internet; false for every other, and for what is no address. */
function isPublicAddress(address) {
    const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
    const version = (0,external_node_net_.isIP)(plain);
    if (version === 4)
        return !blocked.check(plain, 'ipv4');
    if (version !== 6)
        return false;
    return internet.check(plain, 'ipv6') && !reserved.check(plain, 'ipv6');
}

;// CONCATENATED MODULE: ./build/tools/web/get.js
/** I/O: fetches pages of the internet. Addresses come from a model, pages from strangers; nothing of either is trusted. */





/** Bytes of one page. */
const MAX_PAGE_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const MAX_HEADER_BYTES = 64 * 1024;
const AGENT = 'countersign';
/**
 * Gets a page. A name is resolved once, every address of it must be a public one, and the connection goes to just that
 * address; redirects within the host go the same way, others are handed back. Rejects where the network fails.
 */
async function getPage(url, options) {
    let current = url;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
        const refusal = urlRefusal(current);
        if (refusal !== null)
            return { kind: 'refused', because: refusal };
        const response = await get_open(current, options);
        if (typeof response === 'string')
            return { kind: 'refused', because: response };
        const { statusCode: status = 0, headers } = response;
        const location = status >= 300 && status < 400 ? headers.location : undefined;
        if (location === undefined)
            return await pageOf(response, { url: current.href, status });
        response.destroy();
        const next = targetOf(location, current);
        if (next === null)
            return { kind: 'refused', because: 'it redirects to what is no address' };
        const downgraded = current.protocol === 'https:' && next.protocol !== 'https:';
        if (next.host !== current.host || downgraded)
            return { kind: 'elsewhere', url: next.href };
        current = next;
    }
    return { kind: 'refused', because: `it redirects more than ${MAX_REDIRECTS} times` };
}
/** Why an address cannot be fetched whatever its host is; `null` where it can. */
function urlRefusal(url) {
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
        return 'only http and https addresses can be fetched';
    if (url.username !== '' || url.password !== '')
        return 'it holds a user name or a password';
    return null;
}
function targetOf(location, from) {
    try {
        return new URL(location, from);
    }
    catch {
        return null;
    }
}
async function get_open(url, options) {
    const { network, signal } = options;
    const { resolve = resolveName, mayReach = isPublicAddress } = network;
    const name = url.hostname.replace(/^\[|\]$/g, '');
    const family = (0,external_node_net_.isIP)(name);
    const addresses = family === 0 ? await resolve(name) : [{ address: name, family }];
    const [first] = addresses;
    if (first === undefined)
        return `${name} has no address`;
    const inside = addresses.find(({ address }) => !mayReach(address));
    if (inside !== undefined)
        return `${name} is ${inside.address}, which is not an address of the public internet`;
    // The answer that was checked is the one that is used: asking again could give another.
    const lookup = (_, { all }, done) => {
        if (all === true)
            done(null, [first]);
        else
            done(null, first.address, first.family);
    };
    const send = url.protocol === 'https:' ? external_node_https_.request : external_node_http_.request;
    return await new Promise((done, fail) => {
        const request = send(url, {
            method: 'GET',
            agent: false,
            lookup,
            signal,
            maxHeaderSize: MAX_HEADER_BYTES,
            headers: {
                'user-agent': AGENT,
                accept: 'text/html, text/*;q=0.9, application/json;q=0.8, */*;q=0.1',
                'accept-encoding': 'identity',
            },
        });
        request.once('response', done).once('error', fail);
        request.end();
    });
}
async function resolveName(host) {
    return await new Promise((done, fail) => {
        (0,external_node_dns_.lookup)(host, { all: true, verbatim: true }, (error, addresses) => error === null ? done(addresses) : fail(error));
    });
}
async function pageOf(response, of) {
    const encoding = response.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') {
        response.destroy();
        return {
            kind: 'refused',
            because: `it comes compressed (${encoding}), though it was asked for as it is`,
        };
    }
    const chunks = [];
    let bytes = 0;
    for await (const chunk of response) {
        const part = Buffer.from(chunk);
        bytes += part.length;
        if (bytes > MAX_PAGE_BYTES) {
            response.destroy();
            return { kind: 'refused', because: `it has more than ${MAX_PAGE_BYTES} bytes` };
        }
        chunks.push(part);
    }
    return {
        kind: 'page',
        ...of,
        type: response.headers['content-type'] ?? '',
        bytes: Buffer.concat(chunks),
    };
}

;// CONCATENATED MODULE: ./build/tools/web/markdown.js
/** HTML that is longer is cut before it is read: the reader takes time and memory. */
const MAX_HTML_CHARS = 1_500_000;
const UNREAD = [
    'script',
    'style',
    'noscript',
    'iframe',
    'object',
    'embed',
    'template',
    'head',
    'svg',
    'canvas',
];
/** A page as Markdown, without what people do not read. What cannot be read as HTML comes as its text, tags taken out. */
async function htmlToMarkdown(html) {
    const cut = html.slice(0, MAX_HTML_CHARS);
    const { default: TurndownService } = await __webpack_require__.e(/* import() */ 488).then(__webpack_require__.t.bind(__webpack_require__, 75488, 19));
    const service = new TurndownService({
        headingStyle: 'atx',
        codeBlockStyle: 'fenced',
        bulletListMarker: '-',
    });
    service.remove(['script', 'style', 'noscript', 'iframe', 'object', 'template', 'head', 'canvas']);
    service.addRule('unread', {
        filter: (node) => UNREAD.some((name) => node.nodeName.toLowerCase() === name),
        replacement: () => '',
    });
    service.addRule('data', {
        filter: (node) => node.nodeName === 'IMG' && (node.getAttribute('src') ?? '').startsWith('data:'),
        replacement: () => '',
    });
    try {
        return service.turndown(cut);
    }
    catch {
        return cut
            .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
            .replaceAll(/<[^>]*>/g, ' ')
            .replaceAll(/\s+/g, ' ');
    }
}

;// CONCATENATED MODULE: ./build/tools/web/fetch.js






const MAX_URL_CHARS = 4_000;
const fetch_TIMEOUT_MS = 45_000;
/** Characters of a page that one call gives. */
const SLICE_CHARS = 25_000;
const TEXTUAL = /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|javascript|yaml|x-yaml|toml)\b)/i;
/**
 * `web_fetch`: a page of the internet as text, HTML as Markdown. The policy judges the host; no address of this machine or its
 * neighbours is reached, and a redirect to another host is a call of its own.
 */
function fetchTool(network = {}) {
    return defineTool({
        name: 'web_fetch',
        displayName: 'Fetch a page',
        description: {
            short: 'Get a page of the internet as text; HTML comes as Markdown.',
            usageNotes: [
                'A redirect to another host is told to you, and fetched by a call of its own.',
                'Long pages: go on with offset.',
            ],
        },
        kind: 'network',
        category: 'web',
        timeoutMs: fetch_TIMEOUT_MS,
        concurrencySafe: true,
        input: schemas.object({
            url: schemas.string().min(1).max(MAX_URL_CHARS).describe('http or https'),
            offset: schemas.int().min(0).optional().describe('The character to go on from'),
        }),
        facts: ({ url }) => ({ hosts: [parsed(url).host] }),
        narrowestRule: ({ url }) => `web_fetch(${parsed(url).host})`,
        preview: ({ url }) => ({ form: 'text', text: `GET ${parsed(url).href}` }),
        execute: async ({ url, offset = 0 }, { signal }) => {
            let page;
            try {
                page = await getPage(parsed(url), { signal, network });
            }
            catch (error) {
                signal.throwIfAborted();
                return failure('execution', `${(0,build_base/* oneLine */.TN)(url, 200)} could not be fetched: ${(0,build_base/* errorText */.kc)(error)}`);
            }
            return await fetch_resultOf(page, { url, offset });
        },
    });
}
/** The address as it will be asked for. Throws `path-refused` for what is none: such a call is refused before anything. */
function parsed(url) {
    const found = URL.parse(url);
    const refusal = found === null ? 'it is no address' : urlRefusal(found);
    if (found !== null && refusal === null)
        return found;
    throw new build_base/* CountersignError */.WS('path-refused', `${(0,build_base/* oneLine */.TN)(url, 200)} cannot be fetched: ${refusal}.`, {
        fix: 'Give a whole address that begins with https://.',
    });
}
async function fetch_resultOf(page, of) {
    const asked = (0,build_base/* oneLine */.TN)(of.url, 200);
    if (page.kind === 'refused')
        return failure('permission', `${asked} was not fetched: ${page.because}.`);
    if (page.kind === 'elsewhere') {
        return failure('execution', `${asked} redirects to another place: ${(0,build_base/* oneLine */.TN)(page.url, 1_000)}`, ['Call web_fetch with that address if you want it.']);
    }
    const metadata = { untrustedSource: page.url, status: page.status };
    const text = await textOf(page);
    if (text === null) {
        return failure('execution', `${asked} is not text: ${(0,build_base/* oneLine */.TN)(page.type, 100) || 'no type'}, ${page.bytes.length} bytes.`);
    }
    const slice = text.slice(of.offset, of.offset + SLICE_CHARS);
    const rest = text.length - of.offset - slice.length;
    const more = rest > 0 ? `\n\n[${rest} more characters: go on with offset ${of.offset + slice.length}]` : '';
    const shown = `${slice === '' ? '(nothing)' : slice}${more}`;
    if (page.status < 400)
        return success(shown, metadata);
    return {
        ...failure('execution', `${asked} answered ${page.status}.`),
        llmContent: shown,
        metadata,
    };
}
/** `null` for what is not text. */
async function textOf(page) {
    const type = page.type.trim() === '' ? 'text/plain' : page.type;
    if (!TEXTUAL.test(type) && !/^application\/xhtml\+xml/i.test(type))
        return null;
    const text = decoded(page.bytes, /charset="?([\w.:-]+)/i.exec(type)?.[1] ?? 'utf-8');
    if (page.type.trim() === '' && text.includes('\u0000'))
        return null;
    return /^(?:text\/html|application\/xhtml)/i.test(type) ? await htmlToMarkdown(text) : text;
}
function decoded(bytes, charset) {
    try {
        return new TextDecoder(charset).decode(bytes);
    }
    catch {
        return new TextDecoder().decode(bytes);
    }
}

;// CONCATENATED MODULE: ./build/tools/web/search.js
/** I/O: asks a search service. The key stays here; what is found was written by strangers. */




const ENDPOINT = 'https://api.tavily.com/search';
const MAX_QUERY_CHARS = 400;
const MAX_RESULTS = 10;
const search_MAX_TEXT_CHARS = 1_500;
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
const search_TIMEOUT_MS = 30_000;
const search_found = schemas.looseObject({
    results: schemas.array(schemas.looseObject({ title: schemas.string().catch(''), url: schemas.string(), content: schemas.string().catch('') })),
});
/** `web_search` through Tavily. */
function searchTool(options) {
    const endpoint = options.endpoint ?? ENDPOINT;
    return defineTool({
        name: 'web_search',
        displayName: 'Search the web',
        description: 'Search the web; gives titles, addresses and extracts of pages.',
        kind: 'network',
        category: 'web',
        timeoutMs: search_TIMEOUT_MS,
        concurrencySafe: true,
        input: schemas.object({
            query: schemas.string().min(1).max(MAX_QUERY_CHARS),
            domains: schemas.array(schemas.string().min(1).max(253))
                .max(20)
                .optional()
                .describe('Only pages of these'),
        }),
        facts: () => ({ hosts: [new URL(endpoint).host] }),
        execute: async ({ query, domains }, { signal }) => {
            const response = await fetch(endpoint, {
                method: 'POST',
                redirect: 'error',
                signal,
                headers: { authorization: `Bearer ${options.key}`, 'content-type': 'application/json' },
                body: JSON.stringify({
                    query,
                    max_results: MAX_RESULTS,
                    ...(domains === undefined ? {} : { include_domains: domains }),
                }),
            });
            const text = await bounded(response);
            if (!response.ok)
                return failure('execution', `The search service answered ${response.status}.`);
            const parsed = search_found.safeParse(text === null ? null : parsedJson(text));
            if (!parsed.success)
                return failure('execution', 'The search service gave an answer that cannot be read.');
            const lines = parsed.data.results
                .slice(0, MAX_RESULTS)
                .map(({ title, url, content }) => `- ${(0,build_base/* oneLine */.TN)(title, 200)}\n  ${(0,build_base/* oneLine */.TN)(url, 1_000)}\n  ${(0,build_base/* visible */.RK)(content).slice(0, search_MAX_TEXT_CHARS).replaceAll('\n', '\n  ')}`);
            const untrustedSource = `web search for ${(0,build_base/* oneLine */.TN)(query, 100)}`;
            return success(lines.length === 0 ? 'Nothing was found.' : lines.join('\n'), {
                untrustedSource,
            });
        },
    });
}
/** `null` where there is more than fits. */
async function bounded(response) {
    const chunks = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
        bytes += chunk.byteLength;
        if (bytes > MAX_ANSWER_BYTES)
            return null;
        chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
}
function parsedJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return null;
    }
}

;// CONCATENATED MODULE: ./build/tools/web/index.js





/** `web_fetch`, and `web_search` where there is a key for a search service. */
function webTools(options) {
    return [
        fetchTool(),
        ...(options.tavilyKey === null ? [] : [searchTool({ key: options.tavilyKey })]),
    ];
}

;// CONCATENATED MODULE: ./build/tools/index.js

















/***/ })

};
