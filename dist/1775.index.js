export const id = 1775;
export const ids = [1775];
export const modules = {

/***/ 81775:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   sendTrace: () => (/* binding */ sendTrace)
/* harmony export */ });
/* unused harmony exports otlpTarget, pairs */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(55156);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(49567);
/* harmony import */ var _audit_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(260);
/* harmony import */ var _audit_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(83721);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(45145);
// I/O: sends the trace of a run to where the standard variables of OpenTelemetry say.



const DEFAULT_TIMEOUT_MS = 10_000;
const MAX_TIMEOUT_MS = 60_000;
const MAX_TRIES = 3;
const PAUSE_MS = 500;
const MAX_REPLY_CHARS = 200;
/** What the specification lets a client try again. */
const AGAIN = new Set([429, 502, 503, 504]);
/** True where the environment names a place for traces; nothing else of this file is then loaded for nothing. */
function otlpTarget(environment) {
    const value = (name) => environment[`OTEL_EXPORTER_OTLP_TRACES_${name}`]?.trim() ||
        (environment[`OTEL_EXPORTER_OTLP_${name}`]?.trim() ?? '');
    if (environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || value('ENDPOINT') === '')
        return null;
    if (value('PROTOCOL') === 'grpc') {
        throw unusable('OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'Write http/json, and the address of the HTTP receiver.');
    }
    const serviceName = environment['OTEL_SERVICE_NAME'] ?? '';
    return {
        url: endpointOf(environment),
        headers: pairs(value('HEADERS')),
        timeoutMs: timeoutOf(value('TIMEOUT')),
        resource: {
            ...pairs(environment['OTEL_RESOURCE_ATTRIBUTES'] ?? ''),
            ...(serviceName === '' ? {} : { 'service.name': serviceName }),
        },
    };
}
/** The address for traces is taken as it is; the general one gets the path of traces. */
function endpointOf(environment) {
    const own = environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']?.trim() ?? '';
    const general = environment['OTEL_EXPORTER_OTLP_ENDPOINT']?.trim() ?? '';
    const url = own === '' ? `${general.replace(/\/+$/, '')}/v1/traces` : own;
    if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))
        return url;
    throw unusable('OTEL_EXPORTER_OTLP_ENDPOINT', own || general, 'Write an http:// or https:// URL.');
}
function timeoutOf(text) {
    const ms = Number(text);
    return text === '' || !Number.isFinite(ms) || ms <= 0
        ? DEFAULT_TIMEOUT_MS
        : Math.min(ms, MAX_TIMEOUT_MS);
}
/** `key=value,key=value` with percent-encoded values, as the specification has it. What is no pair is passed over. */
function pairs(text) {
    const found = {};
    for (const part of text.split(',')) {
        const at = part.indexOf('=');
        const name = part.slice(0, Math.max(0, at)).trim();
        if (name !== '')
            found[decoded(name)] = decoded(part.slice(at + 1).trim());
    }
    return found;
}
function decoded(text) {
    try {
        return decodeURIComponent(text);
    }
    catch {
        return text;
    }
}
function unusable(name, value, fix) {
    return new _base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .CountersignError */ .W('input-invalid', `${name} is ${JSON.stringify(value)}.`, { fix });
}
const reply = zod__WEBPACK_IMPORTED_MODULE_1__.looseObject({
    partialSuccess: zod__WEBPACK_IMPORTED_MODULE_1__.looseObject({
        rejectedSpans: zod__WEBPACK_IMPORTED_MODULE_2__.number().default(0),
        errorMessage: zod__WEBPACK_IMPORTED_MODULE_1__.string().default(''),
    })
        .optional(),
});
/** Sends the trace of the trail in a folder as OTLP/HTTP JSON. Never fails: `warn` is told what was not sent, and why. */
async function sendTrace(folder, environment, warn) {
    try {
        const target = otlpTarget(environment);
        if (target === null)
            return;
        const body = await (0,_audit_index_js__WEBPACK_IMPORTED_MODULE_3__/* .exportTrail */ .n)('otlp', (0,_audit_index_js__WEBPACK_IMPORTED_MODULE_4__/* .readTrail */ .hd)(folder), target.resource);
        const rejected = await post(target, body);
        if (rejected !== null)
            warn(`The trace was taken in part only: ${rejected}`);
    }
    catch (error) {
        warn(`The trace could not be sent: ${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .errorText */ .k)(error)}`);
    }
}
/** What the receiver refused of it, `null` where nothing. */
async function post({ url, headers, timeoutMs }, body) {
    const signal = AbortSignal.timeout(timeoutMs);
    const request = {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        signal,
    };
    for (let attempt = 1;; attempt += 1) {
        // The headers hold credentials, which no redirect may take elsewhere.
        const response = await fetch(url, { ...request, redirect: 'error' });
        const text = (await response.text()).slice(0, MAX_REPLY_CHARS);
        if (response.ok)
            return rejection(text);
        if (attempt >= MAX_TRIES || !AGAIN.has(response.status)) {
            throw new Error(`${new URL(url).host} answered ${response.status}${text === '' ? '' : `: ${text}`}`);
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
    }
}
function rejection(text) {
    try {
        const { partialSuccess } = reply.parse(JSON.parse(text === '' ? '{}' : text));
        if (partialSuccess === undefined || partialSuccess.rejectedSpans === 0)
            return null;
        return `${partialSuccess.rejectedSpans} spans were rejected. ${partialSuccess.errorMessage}`;
    }
    catch {
        // A receiver that says 200 in other words has taken it.
        return null;
    }
}


/***/ }),

/***/ 49567:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   bigint: () => (/* binding */ bigint),
/* harmony export */   boolean: () => (/* binding */ boolean),
/* harmony export */   date: () => (/* binding */ date),
/* harmony export */   number: () => (/* binding */ number),
/* harmony export */   string: () => (/* binding */ string)
/* harmony export */ });
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(43759);
/* harmony import */ var _schemas_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(55156);


function string(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._coercedString */ .K_(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.ZodString, params);
}
function number(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._coercedNumber */ .qG(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.ZodNumber, params);
}
function boolean(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._coercedBoolean */ .dN(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.ZodBoolean, params);
}
function bigint(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._coercedBigint */ .St(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.ZodBigInt, params);
}
function date(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._coercedDate */ .B4(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.ZodDate, params);
}


/***/ })

};
