export const id = 8089;
export const ids = [8089];
export const modules = {

/***/ 1192:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   LW: () => (/* binding */ readPreview),
/* harmony export */   MH: () => (/* binding */ readFacts),
/* harmony export */   Uv: () => (/* binding */ readResult),
/* harmony export */   eA: () => (/* binding */ checkShape)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(55156);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(45145);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(10768);
/* harmony import */ var _policy_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(50652);
/* harmony import */ var _closest_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6039);




/**
 * Tools are written in JavaScript, too, where nothing holds them to their types. A word that is misspelt must not read as
 * one that is absent, and what a tool gives must not surprise whoever takes it.
 */
const MAX_BLOCKS = 1_000;
const MAX_TOLD_ISSUES = 3;
const PREVIEW_FORMS = ['command', 'diff', 'text', 'json'];
const ERROR_TYPES = [
    'validation',
    'permission',
    'timeout',
    'execution',
    'not_found',
    'cancelled',
];
const NAME = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;
const NOT_A_NAME = 'it cannot be the name of a tool (a letter, then letters, digits, "_" or "-", at most 64)';
const word = zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1);
const lines = zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.string());
const callable = zod__WEBPACK_IMPORTED_MODULE_0__.custom((value) => typeof value === 'function', 'not a function');
const jsonObject = zod__WEBPACK_IMPORTED_MODULE_0__.record(zod__WEBPACK_IMPORTED_MODULE_0__.string(), zod__WEBPACK_IMPORTED_MODULE_0__.json());
const definitionShape = zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
    name: zod__WEBPACK_IMPORTED_MODULE_0__.string({ error: NOT_A_NAME }).regex(NAME, { error: NOT_A_NAME }),
    displayName: word.optional(),
    description: zod__WEBPACK_IMPORTED_MODULE_0__.union([
        word,
        zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
            short: word,
            long: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
            usageNotes: lines.optional(),
            examples: lines.optional(),
            important: lines.optional(),
        }),
    ]),
    kind: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](_policy_index_js__WEBPACK_IMPORTED_MODULE_1__/* .KINDS */ .G),
    category: word.optional(),
    tags: lines.optional(),
    version: word.optional(),
    timeoutMs: zod__WEBPACK_IMPORTED_MODULE_0__.number().optional(),
    concurrencySafe: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().optional(),
    strict: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().optional(),
    input: zod__WEBPACK_IMPORTED_MODULE_0__.custom((value) => typeof value === 'object' && value !== null, 'not a Zod object'),
    facts: callable.optional(),
    narrowestRule: callable.optional(),
    preview: callable.optional(),
    preToolUse: callable.optional(),
    postToolUse: callable.optional(),
    asks: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](['answer', 'approval']).optional(),
    unanswered: callable.optional(),
    waitMs: callable.optional(),
    validationMessage: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    execute: callable,
});
/** Throws `tool-invalid` for a definition with a key or a value that no tool has. */
function checkShape(definition) {
    const parsed = definitionShape.safeParse(definition);
    if (parsed.success)
        return;
    const name = typeof definition === 'object' && definition !== null && 'name' in definition
        ? definition.name
        : undefined;
    throw new _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W('tool-invalid', `The tool ${JSON.stringify(name) ?? 'without a name'} cannot be used: ${told(parsed.error)}.`, { fix: 'Write it as docs/tools.md says ("Writing a tool").' });
}
const ownFacts = zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
    paths: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({ path: zod__WEBPACK_IMPORTED_MODULE_0__.string(), access: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](['read', 'write']) }))
        .exactOptional(),
    command: zod__WEBPACK_IMPORTED_MODULE_0__.string().exactOptional(),
    cwd: zod__WEBPACK_IMPORTED_MODULE_0__.string().exactOptional(),
    hosts: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.string()).exactOptional(),
});
/**
 * What a tool says that a call touches. Throws `tool-invalid` for anything else, a promise among it: a call is not judged
 * by facts that cannot be read.
 */
function readFacts(tool, facts) {
    const parsed = ownFacts.safeParse(given(facts));
    if (parsed.success && !(facts instanceof Promise))
        return parsed.data;
    const why = parsed.success ? 'a promise' : told(parsed.error);
    throw new _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W('tool-invalid', `What ${tool} says that this call touches cannot be read: ${why}.`, { fix: 'Let facts give { paths: [{ path, access }], hosts: [host], command, cwd }, at once.' });
}
const previewShape = zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({ form: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](PREVIEW_FORMS), text: zod__WEBPACK_IMPORTED_MODULE_0__.string() });
/** A preview as people are shown it; `null` for what is none. */
function readPreview(preview) {
    const parsed = previewShape.safeParse(preview);
    return parsed.success ? parsed.data : null;
}
const block = zod__WEBPACK_IMPORTED_MODULE_0__.discriminatedUnion('type', [
    zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({ type: zod__WEBPACK_IMPORTED_MODULE_0__.literal('text'), text: zod__WEBPACK_IMPORTED_MODULE_0__.string() }),
    zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({ type: zod__WEBPACK_IMPORTED_MODULE_0__.literal('image'), mediaType: zod__WEBPACK_IMPORTED_MODULE_0__.string(), base64: zod__WEBPACK_IMPORTED_MODULE_0__.string() }),
    zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
        type: zod__WEBPACK_IMPORTED_MODULE_0__.literal('document'),
        mediaType: zod__WEBPACK_IMPORTED_MODULE_0__.literal('application/pdf'),
        base64: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    }),
]);
const content = zod__WEBPACK_IMPORTED_MODULE_0__.union([zod__WEBPACK_IMPORTED_MODULE_0__.string(), zod__WEBPACK_IMPORTED_MODULE_0__.array(block).max(MAX_BLOCKS)]);
const resultShape = zod__WEBPACK_IMPORTED_MODULE_0__.discriminatedUnion('ok', [
    zod__WEBPACK_IMPORTED_MODULE_0__.object({
        ok: zod__WEBPACK_IMPORTED_MODULE_0__.literal(true),
        llmContent: content,
        displayContent: zod__WEBPACK_IMPORTED_MODULE_0__.string().exactOptional(),
        metadata: jsonObject.exactOptional(),
    }),
    zod__WEBPACK_IMPORTED_MODULE_0__.object({
        ok: zod__WEBPACK_IMPORTED_MODULE_0__.literal(false),
        error: zod__WEBPACK_IMPORTED_MODULE_0__.union([
            zod__WEBPACK_IMPORTED_MODULE_0__.object({
                type: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](ERROR_TYPES),
                message: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
                recommendations: lines.default([]),
            }),
            zod__WEBPACK_IMPORTED_MODULE_0__.string()
                .transform((message) => ({ type: 'execution', message, recommendations: [] })),
        ]),
        llmContent: content.exactOptional(),
        metadata: jsonObject.exactOptional(),
    }),
]);
/** A whole result of a tool; the words why where it is none. */
function readResult(result) {
    const parsed = resultShape.safeParse(given(result));
    return parsed.success ? parsed.data : told(parsed.error);
}
/** A key whose value is `undefined` is one that is not there. */
function given(value) {
    if (!(0,_base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .isJsonObject */ .O)(value))
        return value;
    return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined));
}
function told(error) {
    return error.issues.slice(0, MAX_TOLD_ISSUES).map(issueWords).join('; ');
}
function issueWords(issue) {
    const place = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys' && place === '') {
        const known = Object.keys(definitionShape.shape);
        return issue.keys
            .map((key) => `${JSON.stringify(key)} is not known.${(0,_closest_js__WEBPACK_IMPORTED_MODULE_4__/* .didYouMean */ .a)(key, known)}`)
            .join(' ')
            .replace(/\.$/, '');
    }
    return place === '' ? issue.message : `${place}: ${issue.message}`;
}


/***/ }),

/***/ 6039:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ didYouMean),
/* harmony export */   k: () => (/* binding */ closest)
/* harmony export */ });
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


/***/ }),

/***/ 98089:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DS: () => (/* binding */ isTool),
/* harmony export */   Wq: () => (/* binding */ defineToolAsync),
/* harmony export */   uO: () => (/* binding */ defineTool)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(45145);
/* harmony import */ var _result_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(62767);
/* harmony import */ var _check_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1192);
/* harmony import */ var _schema_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(30453);
/* harmony import */ var _validation_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(30081);





const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_TIMEOUT_MS = 6 * 60 * 60 * 1000;
const MADE = new WeakSet();
/**
 * Makes a tool of its definition. Throws `tool-invalid` for a name, time-out or schema that cannot
 * be used.
 */
function defineTool(definition) {
    (0,_check_js__WEBPACK_IMPORTED_MODULE_0__/* .checkShape */ .eA)(definition);
    const { name, description } = definition;
    const timeoutMs = definition.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    checkTimeout(name, timeoutMs);
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
        inputSchema: (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .inputSchemaOf */ .lQ)(name, definition.input, { strict }),
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
function checkTimeout(name, timeoutMs) {
    if (timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)
        return;
    throw new _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W('tool-invalid', `The tool ${name} has a time-out of ${timeoutMs} ms.`, { fix: `Use more than 0 and at most ${MAX_TIMEOUT_MS}.` });
}
function prepare(definition, tool, call) {
    try {
        return parse(definition, tool, call);
    }
    catch (error) {
        if (error instanceof _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W)
            return { ok: false, error: (0,_result_js__WEBPACK_IMPORTED_MODULE_3__/* .toolErrorOf */ .CB)(error) };
        const message = `The input of ${tool.name} could not be read: ${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .errorText */ .k)(error)}.`;
        return { ok: false, error: { type: 'validation', message, recommendations: [] } };
    }
}
function parse(definition, tool, call) {
    const { input } = call;
    const bad = { tool: tool.name, schema: tool.inputSchema, input, issues: [], unknownKeys: [] };
    const wrong = (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .firstNonJson */ .Ei)(input);
    if (wrong !== null)
        return notJson(tool, wrong);
    const parsed = definition.input.safeParse(input);
    const own = definition.validationMessage;
    if (!parsed.success) {
        return { ok: false, error: (0,_validation_js__WEBPACK_IMPORTED_MODULE_4__/* .validationError */ .c)({ ...bad, issues: parsed.error.issues }, own) };
    }
    const value = parsed.data;
    if (!(0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .isJson */ .Fh)(value))
        return notJson(tool, (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .firstNonJson */ .Ei)(value) ?? '');
    const unknownKeys = call.strict ? (0,_schema_js__WEBPACK_IMPORTED_MODULE_1__/* .droppedKeys */ .XX)(input, value) : [];
    if (unknownKeys.length > 0) {
        return { ok: false, error: (0,_validation_js__WEBPACK_IMPORTED_MODULE_4__/* .validationError */ .c)({ ...bad, unknownKeys }, own) };
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
    const waitMs = definition.waitMs?.(data);
    return {
        input: json,
        facts: {
            tool: tool.name,
            kind: tool.kind,
            category: tool.category,
            tags: tool.tags,
            ...(definition.facts === undefined ? {} : (0,_check_js__WEBPACK_IMPORTED_MODULE_0__/* .readFacts */ .MH)(tool.name, definition.facts(data))),
        },
        narrowestRule: definition.narrowestRule?.(data) ?? tool.name,
        preview: async () => (await ownPreview(definition, data)) ?? asJson(json),
        ...(definition.asks === undefined ? {} : { asks: definition.asks }),
        ...(otherwise === undefined ? {} : { otherwise }),
        ...(waitMs === undefined ? {} : { waitMs }),
        execute: async (context) => (0,_result_js__WEBPACK_IMPORTED_MODULE_3__/* .toResult */ .X5)(await definition.execute(data, context)),
        ...(definition.preToolUse === undefined
            ? {}
            : { preToolUse: async () => (await definition.preToolUse?.(data)) ?? {} }),
        ...(definition.postToolUse === undefined
            ? {}
            : { postToolUse: async (result) => (await definition.postToolUse?.(data, result)) ?? {} }),
    };
}
/** People see the exact input wherever a tool's own words about it cannot be had. */
async function ownPreview(definition, data) {
    try {
        return (0,_check_js__WEBPACK_IMPORTED_MODULE_0__/* .readPreview */ .LW)(await definition.preview?.(data));
    }
    catch {
        return null;
    }
}
function asJson(json) {
    return { form: 'json', text: JSON.stringify(json, null, 2) };
}
/** What was digested stays what it was, whatever a tool does to its input. */
function deepFreeze(value) {
    if (typeof value !== 'object' || value === null)
        return;
    for (const item of Object.values(value))
        deepFreeze(item);
    Object.freeze(value);
}


/***/ }),

/***/ 62767:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CB: () => (/* binding */ toolErrorOf),
/* harmony export */   V2: () => (/* binding */ failure),
/* harmony export */   X5: () => (/* binding */ toResult),
/* harmony export */   _E: () => (/* binding */ withRefusals),
/* harmony export */   dO: () => (/* binding */ MAX_RESULT_CHARS),
/* harmony export */   kX: () => (/* binding */ success)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(10768);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(45145);
/* harmony import */ var _check_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1192);


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
    if (output === undefined)
        return success('done');
    if (!meansResult(output))
        return success(typeof output === 'string' ? output : (JSON.stringify(output) ?? 'done'));
    const read = (0,_check_js__WEBPACK_IMPORTED_MODULE_0__/* .readResult */ .Uv)(output);
    if (typeof read !== 'string')
        return read;
    return failure('execution', `The tool gave a result that cannot be read: ${read}.`);
}
function meansResult(output) {
    if (!(0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .isJsonObject */ .O)(output))
        return false;
    if (output['ok'] === true)
        return 'llmContent' in output;
    return output['ok'] === false && 'error' in output;
}
/**
 * A `CountersignError` of the workspace as the typed error of a call; anything else is thrown on.
 */
function toolErrorOf(error) {
    if (!(error instanceof _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W))
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


/***/ }),

/***/ 30453:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ei: () => (/* binding */ firstNonJson),
/* harmony export */   Fh: () => (/* binding */ isJson),
/* harmony export */   UI: () => (/* binding */ apiProblem),
/* harmony export */   XX: () => (/* binding */ droppedKeys),
/* harmony export */   cy: () => (/* binding */ isArray),
/* harmony export */   lQ: () => (/* binding */ inputSchemaOf),
/* harmony export */   uJ: () => (/* binding */ joinPath)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(98439);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(45145);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(10768);


const MAX_DEPTH = 200;
/** What the Messages API takes as the name of a field. */
const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;
/**
 * The JSON Schema (draft 2020-12) of a tool's input, as short as it can be said. With `strict`,
 * objects at every depth refuse unknown keys. Throws `tool-invalid` where the parsed value would
 * not be JSON (dates, transforms, maps): what is executed has to be what was digested.
 */
function inputSchemaOf(tool, input, options) {
    try {
        zod__WEBPACK_IMPORTED_MODULE_0__/* .toJSONSchema */ .bl(input, { io: 'output' });
        const schema = JSON.parse(JSON.stringify(zod__WEBPACK_IMPORTED_MODULE_0__/* .toJSONSchema */ .bl(input, {
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
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .CountersignError */ .W('tool-invalid', `The input schema of the tool ${tool} cannot be told to a model: ${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .errorText */ .k)(error)}.`, { fix: 'Use only types that JSON has, and convert inside execute.', cause: error });
    }
}
function asSchemaObject(schema) {
    if (!(0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .isJsonObject */ .O)(schema))
        throw new Error('its schema is not of type object');
    const problem = apiProblem(schema);
    if (problem !== null)
        throw new Error(problem);
    return schema;
}
/** Why the Messages API would refuse every request with a tool of this input; `null` where it takes it. */
function apiProblem(schema) {
    if (schema['type'] !== 'object')
        return 'its schema is not of type object';
    const joined = ['oneOf', 'allOf', 'anyOf'].find((key) => schema[key] !== undefined);
    if (joined !== undefined)
        return `the API takes no ${joined} at the top of an input`;
    const { properties } = schema;
    const names = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .isJsonObject */ .O)(properties) ? Object.keys(properties) : [];
    const wrong = names.find((name) => !PROPERTY_NAME.test(name));
    if (wrong === undefined)
        return null;
    return `${JSON.stringify(wrong)} is no name of a field: 1 to 64 letters, digits, "_", "." or "-"`;
}
/** Drops what every schema says: the draft's address, and the limits of a safe integer. */
function withoutNoise(schema) {
    if (isArray(schema))
        return schema.map(withoutNoise);
    if (!(0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .isJsonObject */ .O)(schema))
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
    if (!(0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .isJsonObject */ .O)(raw) || !(0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .isJsonObject */ .O)(parsed))
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


/***/ }),

/***/ 30081:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   c: () => (/* binding */ validationError)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(91497);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(10768);
/* harmony import */ var _closest_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6039);
/* harmony import */ var _schema_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(30453);



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
    const field = issue.path.reduce((path, step) => (0,_schema_js__WEBPACK_IMPORTED_MODULE_0__/* .joinPath */ .uJ)(path, step), '') || 'input';
    if (issue.code === 'unrecognized_keys') {
        return issue.keys.map((key) => unknownLine((0,_schema_js__WEBPACK_IMPORTED_MODULE_0__/* .joinPath */ .uJ)(field === 'input' ? '' : field, key), bad.schema));
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
    return `${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .TN)(key, MAX_VALUE_CHARS)}: unknown field.${(0,_closest_js__WEBPACK_IMPORTED_MODULE_2__/* .didYouMean */ .a)(key, known)}`.replace(/\.$/, '');
}
function propertiesOf(schema) {
    return (0,_base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .isJsonObject */ .O)(schema['properties']) ? Object.keys(schema['properties']) : [];
}
function usage(bad) {
    const required = bad.schema['required'] ?? null;
    const needed = (0,_schema_js__WEBPACK_IMPORTED_MODULE_0__/* .isArray */ .cy)(required) ? required : [];
    const fields = propertiesOf(bad.schema).map((name) => needed.includes(name) ? name : `${name}?`);
    return `${bad.tool} takes { ${fields.join(', ')} }.`;
}
function valueAt(input, path) {
    let value = input;
    for (const step of path) {
        if (value === undefined || value === null || typeof value !== 'object')
            return undefined;
        value = (0,_schema_js__WEBPACK_IMPORTED_MODULE_0__/* .isArray */ .cy)(value) ? value[Number(step)] : value[String(step)];
    }
    return value;
}
function told(value) {
    if (value === null)
        return 'null';
    if ((0,_schema_js__WEBPACK_IMPORTED_MODULE_0__/* .isArray */ .cy)(value))
        return `an array of ${value.length}`;
    if (typeof value === 'object')
        return 'an object';
    return `${typeof value} ${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .TN)(JSON.stringify(value), MAX_VALUE_CHARS)}`;
}


/***/ })

};
