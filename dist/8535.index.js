export const id = 8535;
export const ids = [8535];
export const modules = {

/***/ 45145:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   W: () => (/* binding */ CountersignError),
/* harmony export */   k: () => (/* binding */ errorText)
/* harmony export */ });
/**
 * The one error of the project. Thrown only for the unexpected; expected outcomes are values.
 * `message` says what was wrong with which value; `fix` says what to write or do instead.
 */
class CountersignError extends Error {
    code;
    fix;
    /** Where in files it is wrong, for whoever can point there; the message says it all the same. */
    places;
    constructor(code, message, options = {}) {
        super(message, options.cause === undefined ? undefined : { cause: options.cause });
        this.name = 'CountersignError';
        this.code = code;
        this.fix = options.fix;
        this.places = options.places ?? [];
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


/***/ }),

/***/ 10768:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ isJsonObject)
/* harmony export */ });
/** True for a plain JSON object: not null, not an array. */
function isJsonObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}


/***/ }),

/***/ 91497:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $0: () => (/* binding */ neutralise),
/* harmony export */   EU: () => (/* binding */ fence),
/* harmony export */   RK: () => (/* binding */ visible),
/* harmony export */   TN: () => (/* binding */ oneLine),
/* harmony export */   kU: () => (/* binding */ truncateMiddle),
/* harmony export */   qs: () => (/* binding */ defuseMentions)
/* harmony export */ });
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


/***/ }),

/***/ 50652:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G: () => (/* binding */ KINDS),
/* harmony export */   b: () => (/* binding */ VERDICTS)
/* harmony export */ });
/** What a tool does to the world. The policy's `kind:` rules and plan mode go by it. */
const KINDS = ['readonly', 'write', 'execute', 'network'];
const VERDICTS = ['auto', 'requireApproval', 'deny'];


/***/ }),

/***/ 18644:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   defineTool: () => (/* reexport safe */ _define_js__WEBPACK_IMPORTED_MODULE_0__.uO),
/* harmony export */   defineToolAsync: () => (/* reexport safe */ _define_js__WEBPACK_IMPORTED_MODULE_0__.Wq),
/* harmony export */   tool: () => (/* reexport safe */ _plain_js__WEBPACK_IMPORTED_MODULE_1__.z)
/* harmony export */ });
/* harmony import */ var _define_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(98089);
/* harmony import */ var _plain_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(33624);



















/***/ }),

/***/ 33624:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   z: () => (/* binding */ tool)
/* harmony export */ });
/* unused harmony export plainObject */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(55156);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(45145);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(10768);
/* harmony import */ var _define_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(98089);



const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
const common = { description: zod__WEBPACK_IMPORTED_MODULE_0__.string().exactOptional(), optional: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().exactOptional() };
/** One parameter without what is below it. A key that is not here would say something that then does not hold. */
const parameterShape = zod__WEBPACK_IMPORTED_MODULE_0__.discriminatedUnion('type', [
    zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
        ...common,
        type: zod__WEBPACK_IMPORTED_MODULE_0__.literal('string'),
        enum: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.string()).min(1).exactOptional(),
    }),
    zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({ ...common, type: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](['number', 'integer', 'boolean']) }),
    zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({ ...common, type: zod__WEBPACK_IMPORTED_MODULE_0__.literal('array'), items: zod__WEBPACK_IMPORTED_MODULE_0__.unknown() }),
    zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
        ...common,
        type: zod__WEBPACK_IMPORTED_MODULE_0__.literal('object'),
        properties: zod__WEBPACK_IMPORTED_MODULE_0__.record(zod__WEBPACK_IMPORTED_MODULE_0__.string(), zod__WEBPACK_IMPORTED_MODULE_0__.unknown()),
    }),
]);
/**
 * The smallest way to a tool: `tool('shout', (args) => args.text.toUpperCase(), { parameters: {
 * text: { type: 'string' } } })`. Throws `tool-invalid` for a parameter of no known type.
 */
function tool(name, execute, options = {}) {
    const { parameters, ...rest } = options;
    return (0,_define_js__WEBPACK_IMPORTED_MODULE_1__/* .defineTool */ .uO)({
        kind: 'execute',
        description: name,
        ...rest,
        name,
        input: parameters === undefined ? zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({}) : plainObject(name, parameters),
        execute: (input, context) => {
            if (!fitsParameters(input))
                throw new _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W('internal', `${name}: not an object`);
            return execute(input, context);
        },
    });
}
/** The schema was made of these very parameters, so what it parsed has their type. */
function fitsParameters(input) {
    return (0,_base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .isJsonObject */ .O)(input);
}
/** A Zod object of plain parameters; keys that it does not name are refused. */
function plainObject(name, parameters) {
    if (!(0,_base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .isJsonObject */ .O)(parameters) || Object.hasOwn(parameters, '__proto__')) {
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W('tool-invalid', `The parameters of ${name} are no plain object of names.`, {
            fix: "Write parameters: { text: { type: 'string' } }.",
        });
    }
    const shape = {};
    for (const [key, parameter] of Object.entries(parameters)) {
        shape[key] = plainType(`${name}.${key}`, parameter);
    }
    return zod__WEBPACK_IMPORTED_MODULE_0__.strictObject(shape);
}
function plainType(where, parameter) {
    if (!(0,_base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .isJsonObject */ .O)(parameter) || !TYPES.includes(parameter.type)) {
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W('tool-invalid', `The parameter ${where} has no known type.`, {
            fix: `Write { type: ${TYPES.map((type) => `'${type}'`).join(' | ')} }.`,
        });
    }
    const shape = parameterShape.safeParse(parameter);
    if (!shape.success) {
        const because = shape.error.issues.map((issue) => issue.message).join('; ');
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W('tool-invalid', `The parameter ${where} cannot be used: ${because}.`, { fix: 'For more than plain parameters, use defineTool with a Zod schema.' });
    }
    const base = bareType(where, parameter);
    const described = parameter.description === undefined ? base : base.describe(parameter.description);
    return parameter.optional === true ? described.optional() : described;
}
function bareType(where, parameter) {
    if (parameter.type === 'object')
        return plainObject(where, parameter.properties);
    if (parameter.type === 'array')
        return zod__WEBPACK_IMPORTED_MODULE_0__.array(plainType(`${where}[]`, parameter.items));
    if (parameter.type === 'string') {
        return parameter.enum === undefined ? zod__WEBPACK_IMPORTED_MODULE_0__.string() : zod__WEBPACK_IMPORTED_MODULE_0__["enum"](parameter.enum);
    }
    return { number: zod__WEBPACK_IMPORTED_MODULE_0__.number(), integer: zod__WEBPACK_IMPORTED_MODULE_0__.int(), boolean: zod__WEBPACK_IMPORTED_MODULE_0__.boolean() }[parameter.type];
}


/***/ })

};
