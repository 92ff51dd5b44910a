export const id = 7337;
export const ids = [7337];
export const modules = {

/***/ 74602:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   F: () => (/* binding */ newRunId),
/* harmony export */   w: () => (/* binding */ crockford)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(45145);


const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const RUN_ID_LENGTH = 16;
/**
 * The first `length` characters of `bytes` in Crockford base32 (lower case), five bits a character.
 * Throws `internal` where the bytes do not hold that many.
 */
function crockford(bytes, length) {
    if (length * 5 > bytes.length * 8) {
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CountersignError */ .W('internal', `${bytes.length} bytes do not make ${length} characters.`);
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
    return `run-${crockford((0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomBytes)(10), RUN_ID_LENGTH)}`;
}


/***/ }),

/***/ 20979:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   JU: () => (/* binding */ CustomPatterns),
/* harmony export */   Vd: () => (/* binding */ regexRisk)
/* harmony export */ });
/* unused harmony export MAX_PATTERN_MS */
/* harmony import */ var node_vm__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(30714);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(45145);


/** Milliseconds that one pattern may take over one text; after that the whole text counts as a match. */
const MAX_PATTERN_MS = 2_000;
const MAX_PATTERNS = 50;
const MAX_SOURCE_CHARS = 1_000;
/** Matches of one pattern in one text; with more, the whole text counts as a match. */
const MAX_MATCHES = 100_000;
const FIND = new node_vm__WEBPACK_IMPORTED_MODULE_0__.Script(`{
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
        found = FIND.runInContext((0,node_vm__WEBPACK_IMPORTED_MODULE_0__.createContext)({ text, source, flags }), { timeout: MAX_PATTERN_MS });
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
    const risk = regexRisk(source);
    if (risk !== null)
        throw invalid(name, risk, 'Use bounded repetitions of one class, such as [A-Z0-9]{20,64}.');
    if (compiled.exec('')?.[0] === '') {
        throw invalid(name, 'matches the empty text', 'Say what must at least be there.');
    }
    return { name, source, flags };
}
function invalid(name, what, fix) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CountersignError */ .W('policy-invalid', `The redaction pattern ${JSON.stringify(name)} ${what}.`, { fix });
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
function regexRisk(source) {
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


/***/ }),

/***/ 73482:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  D4: () => (/* binding */ patternsOf),
  sD: () => (/* binding */ redactorFor),
  VY: () => (/* binding */ secretsIn)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: ./build/base/ids.js
var ids = __webpack_require__(74602);
// EXTERNAL MODULE: ./build/base/redact-custom.js
var redact_custom = __webpack_require__(20979);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
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
    add(secret, kind) {
        for (const value of partsOf(secret)) {
            if (this.#values.has(value))
                continue;
            if (this.#values.size >= MAX_VALUES) {
                throw new errors/* CountersignError */.W('input-invalid', `There are more than ${MAX_VALUES} secret values.`, {
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

// EXTERNAL MODULE: ./build/base/json.js
var json = __webpack_require__(10768);
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
    if (!(0,json/* isJsonObject */.O)(value))
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
function joined(...parts) {
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
        regex: joined(/(?<=authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:basic|bearer|token)\s{1,4})/, /(?=[A-Za-z._~+/=-]{0,255}\d)[A-Za-z0-9._~+/=-]{16,8192}/),
    },
    // What stands after the user in a URL, whatever its scheme; not a placeholder, nor a word that documentation uses.
    {
        kind: 'url-password',
        regex: joined(/(?<=[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@"'<>]{0,255}:)/, /(?![${<*[]|(?:pass|password|passwd|pwd|pw|secret|token|xxx+|changeme|example)@)/, /[^\s/@"'<>]{3,255}(?=@[^\s@])/),
    },
    // A token in the place of the user.
    {
        kind: 'url-password',
        regex: joined(/(?<=[a-z]:\/\/)(?=[A-Za-z_-]{0,255}\d)[A-Za-z0-9_-]{20,255}/, /(?=(?::x-oauth-basic)?@[^\s@])/),
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
        Promise.all(/* import() */[__webpack_require__.e(2830), __webpack_require__.e(198)]).then(__webpack_require__.bind(__webpack_require__, 198)),
        __webpack_require__.e(/* import() */ 1577).then(__webpack_require__.bind(__webpack_require__, 31577)),
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
    return new TextRedactor(exact, new redact_custom/* CustomPatterns */.JU(options.patterns ?? []));
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
            this.#custom.push(new redact_custom/* CustomPatterns */.JU(patterns));
        this.#forget();
    }
    counts() {
        return Object.fromEntries(this.#counts);
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
        const token = `[redacted:${kind}:${(0,ids/* crockford */.w)(digest.subarray(0, TAG_BYTES), TAG_CHARS)}]`;
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

;// CONCATENATED MODULE: ./build/run/secrets.js

const SECRET_NAME = /(?:TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|PRIVATE_?KEY)/i;
const secrets_MIN_SECRET_CHARS = 8;
/** The policy's `redact.patterns`, as a redactor takes them. */
function patternsOf(policy) {
    return policy.redactPatterns.map((regex) => ({ name: 'policy', regex }));
}
/** Not a secret, whatever its name is like: a number of tokens, which occurs anywhere. */
const NUMBER_OF_TOKENS = /(?:^|[_-])MAX[_-]TOKENS$/i;
const HEADERS_NAME = /^OTEL_EXPORTER_OTLP_(?:\w+_)?HEADERS$/;
/** The values of this environment that are secrets by the names of their variables. */
function secretsIn(environment) {
    const values = Object.entries(environment).flatMap(([name, value = '']) => {
        if (HEADERS_NAME.test(name))
            return headerValues(value);
        return SECRET_NAME.test(name) && !NUMBER_OF_TOKENS.test(name) ? [value] : [];
    });
    return [...new Set(values)].filter((value) => value.length >= secrets_MIN_SECRET_CHARS);
}
/** Headers for a collector hold credentials: each value, as written and as sent, and without its scheme (`Bearer …`). */
function headerValues(text) {
    const values = text.split(',').map((part) => part.slice(part.indexOf('=') + 1).trim());
    const plain = values.map((value) => value.replaceAll(/%20/g, ' '));
    return [...values, ...plain, ...plain.map((value) => value.replace(/^\w+ +/, ''))];
}
/**
 * A redactor that knows every secret that this process can see: those it was given by name, and each variable of
 * the environment whose name says that it is one.
 */
function redactorFor(environment, known) {
    const fromEnvironment = secretsIn(environment).map((value) => ({ kind: 'environment', value }));
    const given = Object.entries(known).flatMap(([kind, value]) => value === null ? [] : [{ kind, value }]);
    return createRedactor({ secrets: [...given, ...fromEnvironment] });
}


/***/ }),

/***/ 15924:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Fe: () => (/* binding */ refusedFile),
/* harmony export */   UQ: () => (/* binding */ errnoOf),
/* harmony export */   zS: () => (/* binding */ fileError)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(45145);
/* harmony import */ var _names_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(88544);


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
    return new _base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .CountersignError */ .W('file-refused', `The file ${(0,_names_js__WEBPACK_IMPORTED_MODULE_1__/* .shown */ .SP)(path)} is refused: ${reason}.`, options);
}
/**
 * What the system threw for `path`, as the project's error. A link where a moment ago there was none (`ELOOP` under
 * O_NOFOLLOW), or a FIFO or socket (`ENXIO`), is a wall and not an accident.
 */
function fileError(path, error) {
    if (error instanceof _base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .CountersignError */ .W)
        return error;
    const code = errnoOf(error);
    if (code === 'ELOOP')
        return (0,_names_js__WEBPACK_IMPORTED_MODULE_1__/* .refusedPath */ .wP)(path, 'a symbolic link appeared in it while it was opened');
    if (code === 'ENXIO')
        return (0,_names_js__WEBPACK_IMPORTED_MODULE_1__/* .refusedPath */ .wP)(path, 'it is a socket, a FIFO or a device');
    return refusedFile(path, REASONS[code] ?? `the system answered ${code || String(error)}`, error);
}


/***/ }),

/***/ 23009:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ct: () => (/* binding */ findGit),
/* harmony export */   I: () => (/* binding */ kindOf),
/* harmony export */   L1: () => (/* binding */ sweepGit),
/* harmony export */   RN: () => (/* binding */ absentIn),
/* harmony export */   Tu: () => (/* binding */ readOnly),
/* harmony export */   Xn: () => (/* binding */ gitMounts),
/* harmony export */   dp: () => (/* binding */ pinned)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);


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
    const dotGit = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, '.git');
    const kind = kindOf(dotGit);
    if (kind === 'folder')
        return { dotGit, own: dotGit, common: dotGit };
    if (kind !== 'file')
        return null;
    try {
        const named = /^gitdir: (.+)$/mu.exec((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(dotGit, 'utf8'))?.[1];
        if (named === undefined)
            return null;
        const own = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(root, named.trim()));
        const back = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(own, (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(own, 'gitdir'), 'utf8').trim()));
        if (back !== (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(dotGit))
            return null;
        const common = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(own, (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(own, 'commondir'), 'utf8').trim()));
        return { dotGit, own, common };
    }
    catch {
        return null;
    }
}
/** The mounts for git, over the workspace: `config` is shown as `shownConfig`, a copy without credentials. */
function gitMounts(places, shownConfig) {
    const config = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(places.common, 'config');
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
    const folders = READ_ONLY_FOLDERS.map((name) => (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, name));
    for (const path of folders) {
        if (kindOf(path) === 'absent')
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)(path);
    }
    return folders.filter((path) => kindOf(path) === 'folder').map((path) => readOnly(path));
}
function closedFiles(folder) {
    const files = READ_ONLY_FILES.map((name) => (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, name));
    return files.filter((path) => kindOf(path) === 'file').map((path) => readOnly(path));
}
/** Removes what a command added to git's folders to lead git astray; returns the paths. `before` was absent at the start. */
function sweepGit(absent) {
    const found = absent.filter((path) => kindOf(path) !== 'absent');
    for (const path of found)
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(path, { recursive: true, force: true });
    return found;
}
/** The paths of `MUST_STAY_ABSENT` that are absent now. */
function absentIn({ own, common }) {
    return [...new Set([own, common])]
        .flatMap((folder) => MUST_STAY_ABSENT.map((name) => (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, name)))
        .filter((path) => !(0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(path) && (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(path)));
}
/** What lies at a path, links not followed. */
function kindOf(path) {
    try {
        const stats = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(path);
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


/***/ }),

/***/ 62564:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Oo: () => (/* binding */ persistedCredentials),
/* harmony export */   Qo: () => (/* binding */ headCommit),
/* harmony export */   Y_: () => (/* binding */ changedFiles),
/* harmony export */   _6: () => (/* binding */ checkoutCommit)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(48161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(45145);
/* harmony import */ var _errno_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(15924);
/* harmony import */ var _git_places_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(23009);
/* harmony import */ var _in_checkout_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(91074);
/* harmony import */ var _trusted_git_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(32766);








/**
 * What the parent itself does with the checkout's git. Nothing of the checkout decides what runs: the git folder is
 * named, programs in its configuration are emptied, hooks and monitors are off, submodules are not entered, and
 * fetching happens in a fresh repository that only shares the objects. This file does I/O.
 */
const FETCH_TIMEOUT_MS = 10 * 60_000;
/** The commit that the checkout is on. Throws `worktree-refused` where it is no checkout or has no commit yet. */
async function headCommit(root) {
    const result = await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .inCheckout */ .YU)(root, [
        'rev-parse',
        '--verify',
        '--end-of-options',
        'HEAD^{commit}',
    ]);
    const sha = result.stdout.toString('utf8').trim();
    if (result.exitCode === 0 && _in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .SHA */ .hG.test(sha))
        return sha;
    throw new _base_index_js__WEBPACK_IMPORTED_MODULE_4__/* .CountersignError */ .W('worktree-refused', `${root} is a git checkout without a commit.`, {
        fix: 'Commit something first.',
    });
}
/**
 * Files of the work tree that differ from HEAD (or `since`): changed, added, deleted, untracked and not ignored; sorted.
 * A folder that is no git checkout has no such files. Submodules are not looked into.
 */
async function changedFiles(root, options = {}) {
    if ((0,_git_places_js__WEBPACK_IMPORTED_MODULE_5__/* .findGit */ .Ct)(root) === null)
        return [];
    const status = [
        'status',
        '--porcelain=v1',
        '-z',
        '--untracked-files=all',
        '--ignore-submodules=all',
        '--no-renames',
    ];
    const paths = (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .records */ .V0)(await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .mustInCheckout */ .Hm)(root, status)).map((record) => record.slice(3));
    if (options.since !== undefined) {
        const range = [(0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .checkedSha */ .Q$)(options.since), 'HEAD'];
        const diff = [
            'diff',
            '--name-only',
            '-z',
            '--no-renames',
            '--no-ext-diff',
            '--no-textconv',
            '--ignore-submodules=all',
        ];
        paths.push(...(0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .records */ .V0)(await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .mustInCheckout */ .Hm)(root, [...diff, ...range, '--'])));
    }
    return [...new Set(paths)].sort();
}
/**
 * Puts the work tree on exactly this commit, fetching it where it is missing. A tree that is on it already is left as it
 * is. Throws `worktree-refused` where tracked files have changes or the commit cannot be had.
 */
async function checkoutCommit(root, options) {
    const sha = (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .checkedSha */ .Q$)(options.sha);
    const places = (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .requireGit */ .oj)(root);
    const head = await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .inCheckout */ .YU)(root, ['rev-parse', '--verify', '-q', 'HEAD^{commit}']);
    if (head.stdout.toString('utf8').trim() === sha)
        return { moved: false };
    await refuseLocalChanges(root, sha);
    const present = await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .inCheckout */ .YU)(root, ['cat-file', '-e', `${sha}^{commit}`]);
    if (present.exitCode !== 0)
        await fetchCommit(root, places, { ...options, sha });
    const done = await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .inCheckout */ .YU)(root, [
        'checkout',
        '--quiet',
        '--detach',
        '--no-recurse-submodules',
        sha,
        '--',
    ]);
    if (done.exitCode === 0)
        return { moved: true };
    throw (0,_trusted_git_js__WEBPACK_IMPORTED_MODULE_6__/* .gitFailed */ .gk)(['checkout'], done);
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
    const changed = (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .records */ .V0)(await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .mustInCheckout */ .Hm)(root, status)).map((record) => record.slice(3));
    if (changed.length === 0)
        return;
    const some = changed.slice(0, 5).join(', ');
    throw new _base_index_js__WEBPACK_IMPORTED_MODULE_4__/* .CountersignError */ .W('worktree-refused', `The checkout has changes of its own (${some}), so it is not moved to ${sha}.`, {
        fix: 'Run actions/checkout before Countersign and change nothing in between, or commit the changes.',
    });
}
async function fetchCommit(root, places, options) {
    const url = options.remoteUrl ?? (await originUrl(root, options.serverUrl));
    const folder = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdtemp)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)(), 'countersign-fetch-'));
    try {
        const bare = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, 'fetch.git');
        await (0,_trusted_git_js__WEBPACK_IMPORTED_MODULE_6__/* .git */ .$Y)({ cwd: folder, args: ['init', '--quiet', '--bare', bare] });
        const shallow = await copyIfThere((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(places.common, 'shallow'), (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(bare, 'shallow'));
        const shared = {
            cwd: folder,
            args: [],
            env: { GIT_DIR: bare, GIT_OBJECT_DIRECTORY: (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(places.common, 'objects') },
        };
        const head = await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .inCheckout */ .YU)(root, ['rev-parse', '--verify', '-q', 'HEAD^{commit}']);
        const have = head.stdout.toString('utf8').trim();
        if (_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .SHA */ .hG.test(have))
            await (0,_trusted_git_js__WEBPACK_IMPORTED_MODULE_6__/* .tryGit */ .Ii)({ ...shared, args: ['update-ref', 'refs/heads/have', have] });
        const depth = shallow ? ['--depth=1'] : [];
        const fetched = await (0,_trusted_git_js__WEBPACK_IMPORTED_MODULE_6__/* .tryGit */ .Ii)({
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
        await copyIfThere((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(bare, 'shallow'), (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(places.common, 'shallow'));
    }
    finally {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(folder, { recursive: true, force: true });
    }
}
function missingCommit(sha, url, said) {
    const words = said.trim().slice(0, 1_000);
    return new _base_index_js__WEBPACK_IMPORTED_MODULE_4__/* .CountersignError */ .W('worktree-refused', `The commit ${sha} could not be fetched from ${withoutUser(url)}: ${words}`, {
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
    const result = await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .inCheckout */ .YU)(root, [
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
        return web === null && !/^[^/]+:/u.test(url) ? (0,node_path__WEBPACK_IMPORTED_MODULE_2__.resolve)(root, url) : url;
    throw new _base_index_js__WEBPACK_IMPORTED_MODULE_4__/* .CountersignError */ .W('worktree-refused', `The checkout's origin ${JSON.stringify(withoutUser(url))} cannot be fetched from.`, {
        fix: 'Check the repository out with actions/checkout.',
    });
}
/**
 * Credentials that a checkout left in its git configuration, included files too. The values are for the redactor alone;
 * the keys are what the warning names. Set `persist-credentials: false` on actions/checkout to have none.
 */
async function persistedCredentials(root) {
    if ((0,_git_places_js__WEBPACK_IMPORTED_MODULE_5__/* .findGit */ .Ct)(root) === null)
        return [];
    const result = await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .inCheckout */ .YU)(root, ['config', '--local', '--includes', '--list', '-z']);
    if (result.exitCode !== 0)
        return [];
    return (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .records */ .V0)(result.stdout).flatMap((record) => {
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
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.copyFile)(from, to);
        return true;
    }
    catch (error) {
        if ((0,_errno_js__WEBPACK_IMPORTED_MODULE_7__/* .errnoOf */ .UQ)(error) === 'ENOENT')
            return false;
        throw error;
    }
}


/***/ }),

/***/ 91074:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hm: () => (/* binding */ mustInCheckout),
/* harmony export */   Q$: () => (/* binding */ checkedSha),
/* harmony export */   V0: () => (/* binding */ records),
/* harmony export */   YU: () => (/* binding */ inCheckout),
/* harmony export */   ek: () => (/* binding */ placesOf),
/* harmony export */   hG: () => (/* binding */ SHA),
/* harmony export */   oj: () => (/* binding */ requireGit),
/* harmony export */   rl: () => (/* binding */ whileAlone)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(45145);
/* harmony import */ var _git_places_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(23009);
/* harmony import */ var _trusted_git_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(32766);



/** A full commit id. */
const SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u;
/** The git folder of a checkout, or `worktree-refused` where it has none. */
function placesOf({ root, gitDir }) {
    return gitDir ?? requireGit(root).own;
}
/** Runs git on the checkout at `root`, its own configuration's programs emptied; does not judge the exit code. */
async function inCheckout(checkout, args, more = {}) {
    const at = typeof checkout === 'string' ? { root: checkout } : checkout;
    const { root } = at;
    const own = placesOf(at);
    const places = [`--git-dir=${own}`, `--work-tree=${root}`];
    // Asked for each time: an approved command may have added a filter since.
    const neutral = at.neutral ?? (await (0,_trusted_git_js__WEBPACK_IMPORTED_MODULE_0__/* .neutralArgs */ .rv)(root, places));
    return (0,_trusted_git_js__WEBPACK_IMPORTED_MODULE_0__/* .tryGit */ .Ii)({ ...more, cwd: root, args: [...places, ...neutral, ...args] });
}
/** A checkout for many commands in a row, between which nobody else's command runs. */
async function whileAlone(at) {
    const places = [`--git-dir=${placesOf(at)}`, `--work-tree=${at.root}`];
    return { ...at, neutral: await (0,_trusted_git_js__WEBPACK_IMPORTED_MODULE_0__/* .neutralArgs */ .rv)(at.root, places) };
}
/** The same; its output, or `worktree-refused` with git's own words. */
async function mustInCheckout(root, args, more = {}) {
    const result = await inCheckout(root, args, more);
    if (result.exitCode === 0)
        return result.stdout;
    throw (0,_trusted_git_js__WEBPACK_IMPORTED_MODULE_0__/* .gitFailed */ .gk)(args, result);
}
function requireGit(root) {
    const places = (0,_git_places_js__WEBPACK_IMPORTED_MODULE_1__/* .findGit */ .Ct)(root);
    if (places !== null)
        return places;
    throw new _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W('worktree-refused', `${root} is not a git checkout.`, {
        fix: 'Run actions/checkout before Countersign, or "git init" here.',
    });
}
/** A full commit id, or `worktree-refused`. */
function checkedSha(sha) {
    if (SHA.test(sha))
        return sha;
    throw new _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W('worktree-refused', `${JSON.stringify(sha)} is not a full commit id.`, {
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


/***/ }),

/***/ 88400:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   ak: () => (/* binding */ stopper),
/* harmony export */   fO: () => (/* binding */ KILL_GRACE_MS),
/* harmony export */   i0: () => (/* binding */ killGroup)
/* harmony export */ });
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


/***/ }),

/***/ 88544:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AY: () => (/* binding */ partsBelow),
/* harmony export */   LA: () => (/* binding */ normalAbsolute),
/* harmony export */   M$: () => (/* binding */ isGitName),
/* harmony export */   SP: () => (/* binding */ shown),
/* harmony export */   Uf: () => (/* binding */ splitPath),
/* harmony export */   ly: () => (/* binding */ refuseHidden),
/* harmony export */   nU: () => (/* binding */ lexicalParts),
/* harmony export */   uT: () => (/* binding */ refuseName),
/* harmony export */   wP: () => (/* binding */ refusedPath)
/* harmony export */ });
/* unused harmony exports MAX_PATH_BYTES, MAX_NAME_BYTES */
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(45145);

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
    return new _base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .CountersignError */ .W('path-refused', `The path ${shown(path)} is refused: ${reason}.`, {
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


/***/ }),

/***/ 92613:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  UU: () => (/* binding */ argvOf),
  Kp: () => (/* binding */ findProgram),
  R3: () => (/* binding */ runProcess),
  $5: () => (/* binding */ runTrusted)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/sandbox/kill-group.js
var kill_group = __webpack_require__(88400);
// EXTERNAL MODULE: external "node:string_decoder"
var external_node_string_decoder_ = __webpack_require__(46193);
;// CONCATENATED MODULE: ./build/sandbox/output.js

/** Small pieces are joined to blocks, so that there are never many of them. */
const PIECES_A_BLOCK = 512;
const BLOCK_CHARS = 16_384;
/**
 * Keeps the head and the tail of a text that may be endless, in bounded memory. Pure but for its own state.
 * A character never comes apart: the decoder holds back incomplete bytes, and no cut falls inside a surrogate pair.
 */
class BoundedText {
    #half;
    #head = '';
    /** The newest pieces, and before them blocks of older ones. What is no longer kept is dropped by the block. */
    #pieces = [];
    #blocks = [];
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
        this.#pieces.push(rest);
        this.#tailChars += rest.length;
        if (this.#pieces.length >= PIECES_A_BLOCK || rest.length >= BLOCK_CHARS)
            this.#closeBlock();
        for (;;) {
            const [oldest] = this.#blocks;
            if (oldest === undefined || this.#tailChars - oldest.length < this.#half)
                return;
            this.#blocks.shift();
            this.#tailChars -= oldest.length;
        }
    }
    get truncated() {
        return this.#chars > 2 * this.#half;
    }
    /** The kept text; where something was cut, a line between head and tail says how much. */
    text() {
        const joined = [...this.#blocks, ...this.#pieces].join('');
        const tail = joined.slice(Math.max(0, joined.length - this.#half));
        if (!this.truncated)
            return this.#head + tail;
        const head = withoutHalfPairAtEnd(this.#head);
        const end = withoutHalfPairAtStart(tail);
        const cut = this.#chars - head.length - end.length;
        return `${head}\n[... ${cut} characters cut ...]\n${end}`;
    }
    #closeBlock() {
        this.#blocks.push(this.#pieces.join(''));
        this.#pieces = [];
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

// EXTERNAL MODULE: ./build/sandbox/spawn.js
var spawn = __webpack_require__(65547);
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
async function supervise(options, what, onChunk) {
    // Not the library: its promise waits for pipes that a stranger may hold, and the kill has to go to the whole group.
    const { cwd, env, files = [] } = options;
    const stdin = options.stdin === undefined ? 'ignore' : 'pipe';
    const started = (0,spawn/* start */.n)({ ...what, cwd, env, files, stdin, stderr: 'pipe' });
    const { child, stdout, stderr } = started;
    if (options.stdin !== undefined)
        started.stdin.on('error', () => undefined).end(options.stdin);
    stdout.on('data', (chunk) => onChunk('stdout', chunk));
    stderr.on('data', (chunk) => onChunk('stderr', chunk));
    const closed = endOf([stdout, stderr]);
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
    const stop = (0,kill_group/* stopper */.ak)(child.pid);
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
    const unwatch = child.pid === undefined ? undefined : options.watch?.(child.pid, stop.kill);
    try {
        const exit = await exited;
        stop.kill();
        options.onExit?.();
        await drained(closed);
        return { ...exit, ended };
    }
    finally {
        clearTimeout(timer);
        unwatch?.();
        stop.settle();
        options.signal.removeEventListener('abort', onAbort);
        stdout.destroy();
        stderr.destroy();
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
    const { execa } = await __webpack_require__.e(/* import() */ 8194).then(__webpack_require__.bind(__webpack_require__, 98194));
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
        forceKillAfterDelay: kill_group/* KILL_GRACE_MS */.fO,
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


/***/ }),

/***/ 65547:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   n: () => (/* binding */ start)
/* harmony export */ });
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(31421);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(73024);
/* harmony import */ var node_stream__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(57075);



/** Starts a process that leads a group of its own. It never throws for the program's sake: `child` emits `error`. */
function start({ program, args, cwd, env, files, stdin, stderr }) {
    const descriptors = [];
    try {
        for (const file of files)
            descriptors.push((0,node_fs__WEBPACK_IMPORTED_MODULE_1__.openSync)(file, 'r'));
        const streams = [stdin, 'pipe', stderr, ...descriptors];
        inherited ??= leftOpen();
        const nothing = inherited.length === 0 ? 0 : (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.openSync)('/dev/null', 'r');
        if (nothing !== 0)
            descriptors.push(nothing);
        const child = (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)(program, [...args], {
            cwd,
            env,
            detached: process.platform !== 'win32',
            windowsHide: true,
            stdio: [...streams, ...covers(inherited, { from: streams.length, with: nothing })],
        });
        return {
            child,
            stdin: child.stdin ?? new node_stream__WEBPACK_IMPORTED_MODULE_2__.PassThrough(),
            stdout: child.stdout ?? new node_stream__WEBPACK_IMPORTED_MODULE_2__.PassThrough().end(),
            stderr: child.stderr ?? new node_stream__WEBPACK_IMPORTED_MODULE_2__.PassThrough().end(),
        };
    }
    finally {
        for (const descriptor of descriptors)
            (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.closeSync)(descriptor);
    }
}
let inherited;
const MAX_DESCRIPTOR = 65_536;
const CLOSED_ON_EXEC = 0o2000000;
/**
 * Descriptors that whoever started this process left open for its children as well. Node closes the first ones before it
 * starts another program, and not those beyond. None are told where there is no `/proc`.
 */
function leftOpen() {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readdirSync)('/proc/self/fd')
            .map(Number)
            .filter((descriptor) => descriptor > 2 && descriptor <= MAX_DESCRIPTOR && isLeft(descriptor))
            .sort((a, b) => a - b);
    }
    catch {
        return [];
    }
}
function isLeft(descriptor) {
    try {
        const about = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)(`/proc/self/fdinfo/${descriptor}`, 'utf8');
        const flags = Number.parseInt(/^flags:\s*([0-7]+)/mu.exec(about)?.[1] ?? '', 8);
        return (flags & CLOSED_ON_EXEC) === 0;
    }
    catch {
        // It was the folder that was being read.
        return false;
    }
}
/** What stands in each place after the program's own streams: `with` over each descriptor that was left open. */
function covers(left, options) {
    const last = left.at(-1) ?? 0;
    const places = Math.max(0, last + 1 - options.from);
    return Array.from({ length: places }, (_, index) => left.includes(index + options.from) ? options.with : 'ignore');
}


/***/ }),

/***/ 32766:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $Y: () => (/* binding */ git),
/* harmony export */   Ii: () => (/* binding */ tryGit),
/* harmony export */   gk: () => (/* binding */ gitFailed),
/* harmony export */   rv: () => (/* binding */ neutralArgs)
/* harmony export */ });
/* unused harmony export gitEnvironment */
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(45145);
/* harmony import */ var _process_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(92613);


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
    return (0,_process_js__WEBPACK_IMPORTED_MODULE_0__/* .runTrusted */ .$5)({
        argv: ['git', '--no-pager', ...ALWAYS.flatMap((pair) => ['-c', pair]), ...options.args],
        cwd: options.cwd,
        env: { ...gitEnvironment(SYSTEM_PATH), ...configured, ...options.env },
        timeoutMs: options.timeoutMs ?? GIT_TIMEOUT_MS,
        maxOutputBytes: options.maxOutputBytes ?? MAX_GIT_OUTPUT_BYTES,
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
    return new _base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .CountersignError */ .W('worktree-refused', `git ${args.find((word) => !word.startsWith('-')) ?? ''} ${how}: ${said}`, fix);
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
    throw new _base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .CountersignError */ .W('worktree-refused', `The git configuration key ${JSON.stringify(hostile)} cannot be switched off.`, {
        fix: 'Remove it from .git/config.',
    });
}


/***/ })

};
