export const id = 3721;
export const ids = [3721];
export const modules = {

/***/ 79169:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   h: () => (/* binding */ ChainChecker)
/* harmony export */ });
/* harmony import */ var _entry_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(86232);
/* harmony import */ var _format_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4949);


/** Checks lines one after the other. Holds the head and nothing else. */
class ChainChecker {
    #run;
    #head = { hash: _format_js__WEBPACK_IMPORTED_MODULE_0__/* .ZERO_HASH */ .mG, count: 0 };
    /** `run`: whose trail it must be; `null` takes the first entry's word for it. */
    constructor(run) {
        this.#run = run;
    }
    get head() {
        return this.#head;
    }
    get run() {
        return this.#run;
    }
    /** The next line's entry, `null` for one of a type that this version does not know. */
    next(line) {
        const opened = (0,_format_js__WEBPACK_IMPORTED_MODULE_0__/* .openLine */ .TY)(line);
        if (!opened.ok)
            return opened;
        const { envelope, fields } = opened;
        const { hash, count } = this.#head;
        const misplaced = this.#misplaced(envelope);
        if (misplaced !== null)
            return misplaced;
        if (envelope.prev !== hash) {
            const because = `prev is ${envelope.prev}, but the entry before has the hash ${hash}.`;
            return { ok: false, code: 'prev-mismatch', because };
        }
        const parsed = (0,_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .parseEntry */ .E)(envelope, fields);
        if (parsed.kind === 'invalid')
            return { ok: false, code: 'bad-event', because: parsed.because };
        this.#run = envelope.run;
        this.#head = { hash: envelope.hash, count: count + 1 };
        return { ok: true, entry: parsed.kind === 'known' ? parsed.entry : null, fields };
    }
    #misplaced(at) {
        const { count } = this.#head;
        if (this.#run !== null && at.run !== this.#run) {
            const because = `The entry is of the run ${at.run}, the trail of ${this.#run}.`;
            return { ok: false, code: 'other-run', because };
        }
        if (at.seq === count)
            return null;
        return at.seq < count
            ? {
                ok: false,
                code: 'duplicate-seq',
                because: `seq ${at.seq} came before; ${count} is next.`,
            }
            : { ok: false, code: 'seq-gap', because: `seq is ${at.seq}, but ${count} is next.` };
    }
}


/***/ }),

/***/ 24883:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EY: () => (/* binding */ writeSynced),
/* harmony export */   G8: () => (/* binding */ prepareFolder),
/* harmony export */   UQ: () => (/* binding */ errnoOf),
/* harmony export */   Yw: () => (/* binding */ syncFolder),
/* harmony export */   eq: () => (/* binding */ openForAppend),
/* harmony export */   mP: () => (/* binding */ unwritable),
/* harmony export */   rE: () => (/* binding */ FILE_MODE)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(45145);
/* harmony import */ var _format_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4949);
// I/O: the trail's folder and files.





const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const FIXES = {
    ENOSPC: 'Free space on that disk, or keep the trail on another one.',
    EDQUOT: 'Raise the quota, or keep the trail on another disk.',
    EFBIG: 'Raise the limit on file sizes (`ulimit -f`).',
    EROFS: 'Name a folder on a disk that can be written.',
    EACCES: 'Name a folder that this user may write.',
    EPERM: 'Name a folder that this user may write.',
    ELOOP: 'Name a folder whose audit.jsonl is a file, not a link.',
    ENOTDIR: 'Name a folder; a part of this path is a file.',
    EEXIST: 'Name a folder; this path is a file.',
};
/** What a failing disk becomes: the run must stop before its next effect. */
function unwritable(path, cause) {
    const code = errnoOf(cause);
    const why = code ?? (cause instanceof Error ? cause.message : String(cause));
    const fix = (code === null ? undefined : FIXES[code]) ?? 'Name a folder that can be written.';
    return new _base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .CountersignError */ .W('trail-unwritable', `The trail in ${path} cannot be written (${why}).`, {
        fix,
        cause,
    });
}
/** The system's word for what went wrong (`ENOSPC`), `null` where it is none of the system's errors. */
function errnoOf(error) {
    if (!(error instanceof Error) || !('code' in error))
        return null;
    return typeof error.code === 'string' ? error.code : null;
}
/** Makes the trail's folder and its blob folder, for this user alone. Throws `trail-unwritable`. */
async function prepareFolder(folder) {
    try {
        for (const path of [folder, (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, _format_js__WEBPACK_IMPORTED_MODULE_4__/* .BLOB_FOLDER */ .DU)]) {
            await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.mkdir)(path, { recursive: true, mode: FOLDER_MODE });
            const found = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.lstat)(path);
            if (!found.isDirectory())
                throw new Error('it is not a folder but a link or a file');
            await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.chmod)(path, FOLDER_MODE);
        }
    }
    catch (error) {
        throw unwritable(folder, error);
    }
}
/** Opens the trail's file for appending, never through a link. Throws `trail-unwritable`. */
async function openForAppend(folder) {
    const flags = node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_RDWR | node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_APPEND | node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_CREAT | node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_NOFOLLOW;
    try {
        const handle = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.open)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, _format_js__WEBPACK_IMPORTED_MODULE_4__/* .TRAIL_FILE */ .eB), flags, FILE_MODE);
        await handle.chmod(FILE_MODE);
        await syncFolder(folder);
        return handle;
    }
    catch (error) {
        throw unwritable(folder, error);
    }
}
/** Writes a new file whole and flushes it, so that a name never stands for half of its content. */
async function writeSynced(path, bytes) {
    const handle = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.open)(path, 'wx', FILE_MODE);
    try {
        await handle.writeFile(bytes);
        await handle.datasync();
    }
    finally {
        await handle.close();
    }
}
/** Flushes a folder, so that the names in it survive a crash. Some file systems cannot; they need not. */
async function syncFolder(folder) {
    const handle = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.open)(folder, node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_RDONLY);
    try {
        await handle.sync();
    }
    catch (error) {
        const code = errnoOf(error);
        if (code !== 'EINVAL' && code !== 'ENOTSUP' && code !== 'EPERM')
            throw error;
    }
    finally {
        await handle.close();
    }
}


/***/ }),

/***/ 86232:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ parseEntry),
/* harmony export */   O: () => (/* binding */ firstIssue)
/* harmony export */ });
/* harmony import */ var _events_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1523);

/** Reads the fields of an entry by the schema of its type. Fields that the schema does not know are passed over. */
function parseEntry(envelope, fields) {
    const { type, _schema, seq, time, run, prev, hash } = envelope;
    if (!(0,_events_js__WEBPACK_IMPORTED_MODULE_0__/* .isEventType */ .VX)(type))
        return { kind: 'unknown' };
    const event = (0,_events_js__WEBPACK_IMPORTED_MODULE_0__/* .eventSchema */ .G4)(type).safeParse(fields);
    if (event.success) {
        return { kind: 'known', entry: { ...event.data, _schema, seq, time, run, prev, hash } };
    }
    return { kind: 'invalid', because: `The entry is no valid ${type}: ${firstIssue(event.error)}` };
}
/** The first thing that a schema found wrong, in one line. */
function firstIssue(error) {
    const issue = error?.issues[0];
    if (issue === undefined)
        return 'unknown';
    const path = issue.path.length === 0 ? 'it' : issue.path.map(String).join('.');
    return `${path}: ${issue.message}`;
}


/***/ }),

/***/ 1523:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G4: () => (/* binding */ eventSchema),
/* harmony export */   Rd: () => (/* binding */ TRAIL_SCHEMA),
/* harmony export */   VX: () => (/* binding */ isEventType),
/* harmony export */   fF: () => (/* binding */ networkUses)
/* harmony export */ });
/* unused harmony export EVENT_TYPES */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(55156);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(21947);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(98216);
/* harmony import */ var _states_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(69620);



/** The name and version of the format. A reader refuses another major version. */
const TRAIL_SCHEMA = 'countersign.audit/1';
const json = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .once */ .O)(() => zod__WEBPACK_IMPORTED_MODULE_1__.json());
const digest = zod__WEBPACK_IMPORTED_MODULE_1__.string().regex(/^[0-9a-f]{64}$/);
const nullableText = zod__WEBPACK_IMPORTED_MODULE_1__.string().nullable();
const verdictName = zod__WEBPACK_IMPORTED_MODULE_1__["enum"](['auto', 'requireApproval', 'deny']);
/** A person or bot, as GitHub names them. */
const actor = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .once */ .O)(() => zod__WEBPACK_IMPORTED_MODULE_1__.object({ login: zod__WEBPACK_IMPORTED_MODULE_1__.string(), id: zod__WEBPACK_IMPORTED_MODULE_1__.number().nullable() }));
/** A large value kept beside the trail, in `blobs/<sha256>`. */
const blobRef = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .once */ .O)(() => zod__WEBPACK_IMPORTED_MODULE_1__.object({ sha256: digest, bytes: zod__WEBPACK_IMPORTED_MODULE_1__.number().int().nonnegative() }));
/** Where a command went, of the hosts that the policy lists and of others. */
const networkUses = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .once */ .O)(() => zod__WEBPACK_IMPORTED_MODULE_1__.array(zod__WEBPACK_IMPORTED_MODULE_1__.object({ to: zod__WEBPACK_IMPORTED_MODULE_1__.string(), verdict: zod__WEBPACK_IMPORTED_MODULE_1__["enum"](['allowed', 'refused']), count: zod__WEBPACK_IMPORTED_MODULE_1__.number().int() })));
/** How each type is made. */
const EVENTS = {
    'run.start': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('run.start'),
        start: zod__WEBPACK_IMPORTED_MODULE_1__["enum"](['fresh', 'resumed']),
        version: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        repository: nullableText,
        headSha: nullableText,
        trigger: zod__WEBPACK_IMPORTED_MODULE_1__.object({
            event: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
            actor: actor().nullable(),
            number: zod__WEBPACK_IMPORTED_MODULE_1__.number().nullable(),
            url: nullableText,
        }),
        workflow: zod__WEBPACK_IMPORTED_MODULE_1__.object({ runId: zod__WEBPACK_IMPORTED_MODULE_1__.string(), attempt: zod__WEBPACK_IMPORTED_MODULE_1__.string(), job: zod__WEBPACK_IMPORTED_MODULE_1__.string(), url: nullableText })
            .nullable(),
        policy: zod__WEBPACK_IMPORTED_MODULE_1__.object({ source: zod__WEBPACK_IMPORTED_MODULE_1__.string(), ref: nullableText, sha256: digest, mode: zod__WEBPACK_IMPORTED_MODULE_1__.string() }),
        'gen_ai.provider.name': zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        'gen_ai.request.model': zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        /** What was asked, redacted. */
        request: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        budget: zod__WEBPACK_IMPORTED_MODULE_1__.record(zod__WEBPACK_IMPORTED_MODULE_1__.string(), zod__WEBPACK_IMPORTED_MODULE_1__.number()),
        /** Over canonical JSON of the schema that the result must fit, where the run has one. */
        outputSchemaSha256: digest.optional(),
    }),
    'sandbox.probe': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('sandbox.probe'),
        sandbox: zod__WEBPACK_IMPORTED_MODULE_1__["enum"](['bubblewrap', 'sandbox-exec', 'none', 'off']),
        /** Each wall that was tried, and whether it held. */
        results: zod__WEBPACK_IMPORTED_MODULE_1__.array(zod__WEBPACK_IMPORTED_MODULE_1__.object({ probe: zod__WEBPACK_IMPORTED_MODULE_1__.string(), held: zod__WEBPACK_IMPORTED_MODULE_1__.boolean(), detail: zod__WEBPACK_IMPORTED_MODULE_1__.string() })),
    }),
    'context.read': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('context.read'),
        /** Where text came from: `issue #7`, `comment 123`, `file src/a.ts`, `https://…`. */
        source: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        author: nullableText,
        trusted: zod__WEBPACK_IMPORTED_MODULE_1__.boolean(),
        because: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        sha256: digest,
        /** What was hidden in it and was taken out or made plain before the model read it, by kind. */
        removed: zod__WEBPACK_IMPORTED_MODULE_1__.record(zod__WEBPACK_IMPORTED_MODULE_1__.string(), zod__WEBPACK_IMPORTED_MODULE_1__.number()).optional(),
    }),
    'turn.start': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('turn.start'),
        turn: zod__WEBPACK_IMPORTED_MODULE_1__.number().int().positive(),
        parent: nullableText,
        messages: zod__WEBPACK_IMPORTED_MODULE_1__.number().int().nonnegative(),
    }),
    'model.reply': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('model.reply'),
        turn: zod__WEBPACK_IMPORTED_MODULE_1__.number().int().positive(),
        parent: nullableText,
        'gen_ai.response.id': zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        'gen_ai.response.model': zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        'gen_ai.response.finish_reasons': zod__WEBPACK_IMPORTED_MODULE_1__.array(zod__WEBPACK_IMPORTED_MODULE_1__.string()),
        'gen_ai.usage.input_tokens': zod__WEBPACK_IMPORTED_MODULE_1__.number(),
        'gen_ai.usage.output_tokens': zod__WEBPACK_IMPORTED_MODULE_1__.number(),
        'gen_ai.usage.cache_read.input_tokens': zod__WEBPACK_IMPORTED_MODULE_1__.number(),
        'gen_ai.usage.cache_creation.input_tokens': zod__WEBPACK_IMPORTED_MODULE_1__.number(),
        costUsd: zod__WEBPACK_IMPORTED_MODULE_1__.number().nullable(),
        durationMs: zod__WEBPACK_IMPORTED_MODULE_1__.number(),
        requestSha256: digest,
        replySha256: digest,
        text: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
    }),
    'model.retry': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('model.retry'),
        turn: zod__WEBPACK_IMPORTED_MODULE_1__.number().int().positive(),
        attempt: zod__WEBPACK_IMPORTED_MODULE_1__.number().int().positive(),
        because: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        delayMs: zod__WEBPACK_IMPORTED_MODULE_1__.number(),
    }),
    'call.state': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('call.state'),
        call: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        state: zod__WEBPACK_IMPORTED_MODULE_1__["enum"](_states_js__WEBPACK_IMPORTED_MODULE_2__/* .CALL_STATES */ .yc),
        /** Why, where a person would ask: the error, who denied, what sealed it. */
        because: zod__WEBPACK_IMPORTED_MODULE_1__.string().optional(),
        /** With `PENDING`. */
        turn: zod__WEBPACK_IMPORTED_MODULE_1__.number().int().positive().optional(),
        parent: nullableText.optional(),
        'gen_ai.tool.name': zod__WEBPACK_IMPORTED_MODULE_1__.string().optional(),
        'gen_ai.tool.call.id': zod__WEBPACK_IMPORTED_MODULE_1__.string().optional(),
        'gen_ai.tool.call.arguments': json().optional(),
        /** In place of arguments that are too long or too deep for a line: their canonical JSON, redacted. */
        argumentsBlob: blobRef().optional(),
        kind: zod__WEBPACK_IMPORTED_MODULE_1__.string().optional(),
        /** Over canonical JSON of the exact, unredacted arguments; of what is executed, with `EXECUTING`. */
        argumentsSha256: digest.optional(),
        /** With `COMPLETED` and `FAILED`. */
        durationMs: zod__WEBPACK_IMPORTED_MODULE_1__.number().optional(),
        resultSha256: digest.optional(),
        resultBytes: zod__WEBPACK_IMPORTED_MODULE_1__.number().optional(),
        result: zod__WEBPACK_IMPORTED_MODULE_1__.union([zod__WEBPACK_IMPORTED_MODULE_1__.string(), blobRef()]).optional(),
        'error.type': zod__WEBPACK_IMPORTED_MODULE_1__.string().optional(),
        'process.exit.code': zod__WEBPACK_IMPORTED_MODULE_1__.number().nullable().optional(),
        network: networkUses().optional(),
    }),
    'call.verdict': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('call.verdict'),
        call: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        verdict: verdictName,
        rule: nullableText,
        list: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        line: zod__WEBPACK_IMPORTED_MODULE_1__.number().nullable(),
        because: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        policySha256: digest,
        argumentsSha256: digest,
        untrusted: zod__WEBPACK_IMPORTED_MODULE_1__.boolean(),
        sandboxed: zod__WEBPACK_IMPORTED_MODULE_1__.boolean(),
        commands: zod__WEBPACK_IMPORTED_MODULE_1__.array(json()).optional(),
    }),
    'hook.ran': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('hook.ran'),
        call: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        hook: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        phase: zod__WEBPACK_IMPORTED_MODULE_1__["enum"](['preToolUse', 'postToolUse', 'messagesChanged']),
        effect: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
    }),
    'approval.asked': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('approval.asked'),
        /** The card: where people were asked. */
        card: zod__WEBPACK_IMPORTED_MODULE_1__.object({ commentId: zod__WEBPACK_IMPORTED_MODULE_1__.number(), url: zod__WEBPACK_IMPORTED_MODULE_1__.string() }).nullable(),
        via: zod__WEBPACK_IMPORTED_MODULE_1__["enum"](['comment', 'terminal', 'check-run', 'nobody']),
        count: zod__WEBPACK_IMPORTED_MODULE_1__.number().int().positive(),
        expires: nullableText,
        requests: zod__WEBPACK_IMPORTED_MODULE_1__.array(zod__WEBPACK_IMPORTED_MODULE_1__.object({ approval: zod__WEBPACK_IMPORTED_MODULE_1__.string(), call: zod__WEBPACK_IMPORTED_MODULE_1__.string(), digest })),
    }),
    'approval.decision': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('approval.decision'),
        approval: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        call: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        decision: zod__WEBPACK_IMPORTED_MODULE_1__["enum"](['approve', 'deny']),
        /** False for a command that does not count; `because` then says why. */
        counted: zod__WEBPACK_IMPORTED_MODULE_1__.boolean(),
        because: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        by: actor(),
        permission: nullableText,
        comment: zod__WEBPACK_IMPORTED_MODULE_1__.object({ id: zod__WEBPACK_IMPORTED_MODULE_1__.number(), url: zod__WEBPACK_IMPORTED_MODULE_1__.string(), createdAt: zod__WEBPACK_IMPORTED_MODULE_1__.string() }).nullable(),
        /** Where a button was pressed in place of a comment: its check run, the App behind that, and when it was heard of. */
        check: zod__WEBPACK_IMPORTED_MODULE_1__.object({ id: zod__WEBPACK_IMPORTED_MODULE_1__.number(), url: zod__WEBPACK_IMPORTED_MODULE_1__.string(), app: zod__WEBPACK_IMPORTED_MODULE_1__.number(), heardAt: zod__WEBPACK_IMPORTED_MODULE_1__.string() })
            .optional(),
        note: zod__WEBPACK_IMPORTED_MODULE_1__.string().optional(),
    }),
    'approval.consumed': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('approval.consumed'),
        approval: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        call: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        digest,
    }),
    'approval.void': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('approval.void'),
        approval: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        call: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        because: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
    }),
    'github.write': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('github.write'),
        call: nullableText,
        what: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        id: zod__WEBPACK_IMPORTED_MODULE_1__.union([zod__WEBPACK_IMPORTED_MODULE_1__.number(), zod__WEBPACK_IMPORTED_MODULE_1__.string()]).nullable(),
        url: nullableText,
    }),
    budget: () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('budget'),
        budget: zod__WEBPACK_IMPORTED_MODULE_1__["enum"](['turns', 'calls', 'tokens', 'usd', 'minutes', 'limits']),
        event: zod__WEBPACK_IMPORTED_MODULE_1__["enum"](['near', 'spent', 'raised']),
        used: zod__WEBPACK_IMPORTED_MODULE_1__.number(),
        limit: zod__WEBPACK_IMPORTED_MODULE_1__.number(),
        /** With `raised`: the call of the run that a person approved. */
        call: zod__WEBPACK_IMPORTED_MODULE_1__.string().optional(),
    }),
    redaction: () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('redaction'),
        counts: zod__WEBPACK_IMPORTED_MODULE_1__.record(zod__WEBPACK_IMPORTED_MODULE_1__.string(), zod__WEBPACK_IMPORTED_MODULE_1__.number()),
    }),
    recovered: () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('recovered'),
        /** The torn last line, kept as `torn-<seq>.bin` beside the trail. */
        tornBytes: zod__WEBPACK_IMPORTED_MODULE_1__.number(),
        tornSha256: digest,
    }),
    'checkpoint.saved': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('checkpoint.saved'),
        name: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        sha256: digest,
        bytes: zod__WEBPACK_IMPORTED_MODULE_1__.number(),
    }),
    'changes.saved': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('changes.saved'),
        /** The patch beside the trail. */
        name: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        sha256: digest,
        bytes: zod__WEBPACK_IMPORTED_MODULE_1__.number(),
        /** The commit that it applies to. */
        base: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        files: zod__WEBPACK_IMPORTED_MODULE_1__.number(),
        /** What changed and is not in it, and why; the first hundred. */
        leftOut: zod__WEBPACK_IMPORTED_MODULE_1__.array(zod__WEBPACK_IMPORTED_MODULE_1__.object({ path: zod__WEBPACK_IMPORTED_MODULE_1__.string(), because: zod__WEBPACK_IMPORTED_MODULE_1__.string() })),
    }),
    'context.trimmed': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('context.trimmed'),
        turn: zod__WEBPACK_IMPORTED_MODULE_1__.number(),
        how: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        removedBytes: zod__WEBPACK_IMPORTED_MODULE_1__.number(),
    }),
    warning: () => zod__WEBPACK_IMPORTED_MODULE_1__.object({ type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('warning'), code: zod__WEBPACK_IMPORTED_MODULE_1__.string(), message: zod__WEBPACK_IMPORTED_MODULE_1__.string() }),
    'run.suspended': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({ type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('run.suspended'), approvals: zod__WEBPACK_IMPORTED_MODULE_1__.array(zod__WEBPACK_IMPORTED_MODULE_1__.string()) }),
    'run.end': () => zod__WEBPACK_IMPORTED_MODULE_1__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('run.end'),
        outcome: zod__WEBPACK_IMPORTED_MODULE_1__["enum"](_base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .OUTCOMES */ .i),
        summary: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        /** Entries before this one; the writer puts it right when it gives the entry its place. */
        count: zod__WEBPACK_IMPORTED_MODULE_1__.number().int().nonnegative(),
        turns: zod__WEBPACK_IMPORTED_MODULE_1__.number(),
        calls: zod__WEBPACK_IMPORTED_MODULE_1__.record(zod__WEBPACK_IMPORTED_MODULE_1__.string(), zod__WEBPACK_IMPORTED_MODULE_1__.number()),
        tokens: zod__WEBPACK_IMPORTED_MODULE_1__.number(),
        costUsd: zod__WEBPACK_IMPORTED_MODULE_1__.number().nullable(),
        /** The result for programs, as canonical JSON. */
        result: blobRef().optional(),
    }),
};
/** Every type of entry that this version writes. */
const EVENT_TYPES = Object.keys(EVENTS).filter(isEventType);
function isEventType(type) {
    return Object.hasOwn(EVENTS, type);
}
const made = new Map();
/** The schema of one type, made when it is first asked for: a run writes a third of them. */
function eventSchema(type) {
    const schema = made.get(type) ?? EVENTS[type]();
    made.set(type, schema);
    return schema;
}


/***/ }),

/***/ 4949:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Cd: () => (/* binding */ sealLine),
/* harmony export */   DU: () => (/* binding */ BLOB_FOLDER),
/* harmony export */   TY: () => (/* binding */ openLine),
/* harmony export */   eB: () => (/* binding */ TRAIL_FILE),
/* harmony export */   fE: () => (/* binding */ isShallow),
/* harmony export */   mG: () => (/* binding */ ZERO_HASH)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var node_buffer__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4573);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1158);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(10768);
/* harmony import */ var _events_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1523);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5134);





/** `prev` of the first entry, and the head of an empty trail. */
const ZERO_HASH = '0'.repeat(64);
/** The file of a trail, in its folder. */
const TRAIL_FILE = 'audit.jsonl';
/** The folder of large values, in the trail's folder. */
const BLOB_FOLDER = 'blobs';
const TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const CARRIAGE_RETURN = 13;
/**
 * One line of a trail (without its line feed) and its hash: canonical JSON (RFC 8785) of the fields with the
 * envelope, `hash` being the SHA-256 of that text without the member `hash`.
 */
function sealLine(fields, at) {
    const body = { ...fields, _schema: _events_js__WEBPACK_IMPORTED_MODULE_2__/* .TRAIL_SCHEMA */ .Rd, ...at };
    const names = Object.keys(body)
        .filter((name) => body[name] !== undefined)
        .sort();
    const members = names.map((name) => (0,_base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .canonicalJson */ .d)({ [name]: body[name] ?? null }).slice(1, -1));
    const hash = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.hash)('sha256', `{${members.join(',')}}`, 'hex');
    const place = names.findIndex((name) => name > 'hash');
    members.splice(place === -1 ? names.length : place, 0, `"hash":"${hash}"`);
    return { line: `{${members.join(',')}}`, hash };
}
/** Reads one line, which nobody vouches for: everything that one line alone can show is checked, its hash included. */
function openLine(line) {
    const raw = rawFault(line);
    if (raw !== null)
        return raw;
    const text = line.toString('utf8');
    const parsed = parse(text);
    if (parsed === undefined)
        return fault('not-json', 'The line is not JSON.');
    if (!(0,_base_index_js__WEBPACK_IMPORTED_MODULE_4__/* .isJsonObject */ .O)(parsed))
        return fault('not-an-entry', 'The line is not a JSON object.');
    const schema = parsed['_schema'];
    if (schema !== _events_js__WEBPACK_IMPORTED_MODULE_2__/* .TRAIL_SCHEMA */ .Rd) {
        const is = typeof schema === 'string' ? JSON.stringify(schema.slice(0, 60)) : 'missing';
        return fault('bad-schema', `_schema is ${is}; this verifier reads ${_events_js__WEBPACK_IMPORTED_MODULE_2__/* .TRAIL_SCHEMA */ .Rd}.`);
    }
    if (!isCanonical(text, parsed)) {
        return fault('not-canonical', 'The line is not the canonical form (RFC 8785) of what it says.');
    }
    const envelope = envelopeOf(parsed);
    if (typeof envelope === 'string')
        return fault('bad-envelope', envelope);
    const hash = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.hash)('sha256', withoutHash(text, envelope.hash), 'hex');
    if (hash !== envelope.hash) {
        return fault('hash-mismatch', `The entry's content has the hash ${hash}, but it says ${envelope.hash}.`);
    }
    return { ok: true, envelope, fields: parsed };
}
function fault(code, because) {
    return { ok: false, code, because };
}
function rawFault(line) {
    if (line.length === 0)
        return fault('blank-line', 'The line is empty.');
    if (line.length > _limits_js__WEBPACK_IMPORTED_MODULE_5__/* .MAX_ENTRY_BYTES */ .oW) {
        return fault('line-too-long', `The line has more than ${_limits_js__WEBPACK_IMPORTED_MODULE_5__/* .MAX_ENTRY_BYTES */ .oW} bytes.`);
    }
    if (line.at(-1) === CARRIAGE_RETURN) {
        return fault('carriage-return', 'The line ends with a carriage return.');
    }
    return (0,node_buffer__WEBPACK_IMPORTED_MODULE_1__.isUtf8)(line) ? null : fault('not-utf8', 'The line is not valid UTF-8.');
}
function parse(text) {
    try {
        const value = JSON.parse(text);
        return value;
    }
    catch {
        return undefined;
    }
}
/**
 * Without the member `hash` the text is what was hashed. Members are in order, so that `prev` always follows.
 * A text that holds this member elsewhere too would have to hold its own hash: the comparison then fails.
 */
function withoutHash(text, hash) {
    const member = `"hash":"${hash}",`;
    const at = text.indexOf(member);
    return at === -1 ? text : text.slice(0, at) + text.slice(at + member.length);
}
/**
 * JSON.stringify gives the canonical text of each part, so that a text is canonical where it comes back the same
 * and all keys are in order. What it would do otherwise (integer keys, lone surrogates) goes the long way.
 */
function isCanonical(text, value) {
    const order = keyOrder(value, 0);
    if (order === 'too-deep')
        return false;
    if (order === 'sorted' && !text.includes('\\ud'))
        return JSON.stringify(value) === text;
    try {
        return (0,_base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .canonicalJson */ .d)(value) === text;
    }
    catch {
        return false;
    }
}
function keyOrder(value, depth) {
    if (typeof value !== 'object' || value === null)
        return 'sorted';
    if (depth > _limits_js__WEBPACK_IMPORTED_MODULE_5__/* .MAX_DEPTH */ .lr)
        return 'too-deep';
    const children = Array.isArray(value) ? value : Object.values(value);
    let order = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_4__/* .isJsonObject */ .O)(value) && !hasSortedKeys(value) ? 'unsorted' : 'sorted';
    for (const child of children) {
        if (typeof child !== 'object' || child === null)
            continue;
        const inner = keyOrder(child, depth + 1);
        if (inner === 'too-deep')
            return inner;
        if (inner === 'unsorted')
            order = inner;
    }
    return order;
}
function hasSortedKeys(value) {
    let before = null;
    for (const key of Object.keys(value)) {
        if (before !== null && key < before)
            return false;
        before = key;
    }
    return true;
}
/** True where a value is nested no deeper than an entry may be. Never recurses further than the limit. */
function isShallow(value) {
    return keyOrder(value, 1) !== 'too-deep';
}
function envelopeOf(fields) {
    const { seq, time, run, type, prev, hash } = fields;
    if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0) {
        return 'seq is not a whole number from 0.';
    }
    if (typeof time !== 'string' || !TIME.test(time)) {
        return 'time is not RFC 3339 in UTC with milliseconds.';
    }
    if (typeof run !== 'string' || run === '')
        return 'run is not a name.';
    if (typeof type !== 'string' || type === '')
        return 'type is not a name.';
    // That these are SHA-256 shows when they are compared with one.
    if (typeof prev !== 'string')
        return 'prev is missing.';
    if (typeof hash !== 'string')
        return 'hash is missing.';
    return { _schema: _events_js__WEBPACK_IMPORTED_MODULE_2__/* .TRAIL_SCHEMA */ .Rd, seq, time, run, type, prev, hash };
}


/***/ }),

/***/ 5134:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $: () => (/* binding */ MAX_BLOBS_TOTAL_BYTES),
/* harmony export */   CZ: () => (/* binding */ MAX_OPEN),
/* harmony export */   TP: () => (/* binding */ MAX_BLOB_BYTES),
/* harmony export */   e6: () => (/* binding */ ANCHOR_EVERY),
/* harmony export */   eP: () => (/* binding */ MAX_INLINE_ARGUMENTS_CHARS),
/* harmony export */   lr: () => (/* binding */ MAX_DEPTH),
/* harmony export */   oW: () => (/* binding */ MAX_ENTRY_BYTES),
/* harmony export */   rE: () => (/* binding */ MAX_WARNINGS)
/* harmony export */ });
/** The longest line of a trail, its line feed not counted. A longer one is refused by writer and verifier alike. */
const MAX_ENTRY_BYTES = 8 * 1024 * 1024;
/** Arguments whose canonical JSON is longer are kept as a blob, so that lines stay short. */
const MAX_INLINE_ARGUMENTS_CHARS = 64 * 1024;
/** How deep a value inside an entry may be nested; deeper arguments are kept as a blob. */
const MAX_DEPTH = 100;
/** A longer value keeps its head and its tail, and says how much was cut. */
const MAX_BLOB_BYTES = 16 * 1024 * 1024;
/** What all blobs of a trail may take together; values beyond are kept as a note of their size and digest. */
const MAX_BLOBS_TOTAL_BYTES = 1024 * 1024 * 1024;
/** Warnings that a verification lists; more are counted only. */
const MAX_WARNINGS = 100;
/** Calls, and approvals, that may be open at once before a verification refuses the trail. */
const MAX_OPEN = 100_000;
/** After this many entries the head is told once more, for where it is published while the run goes on. */
const ANCHOR_EVERY = 50;


/***/ }),

/***/ 98451:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   g: () => (/* binding */ LineSplitter)
/* harmony export */ });
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5134);

const LINE_FEED = 10;
/** Cuts a stream of bytes into lines, holding no more than one line. */
class LineSplitter {
    #held = [];
    #heldBytes = 0;
    /** The lines that end in this chunk, without their line feeds. They share the chunk's memory. */
    push(chunk) {
        const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
        const lines = [];
        let start = 0;
        for (;;) {
            const end = bytes.indexOf(LINE_FEED, start);
            if (end === -1)
                break;
            lines.push(this.#take(bytes.subarray(start, end)));
            start = end + 1;
        }
        if (start < bytes.length)
            this.#hold(bytes.subarray(start));
        return lines;
    }
    /** True where the line being held is already longer than any line may be: reading on would only eat memory. */
    get overflowing() {
        return this.#heldBytes > _limits_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_ENTRY_BYTES */ .oW;
    }
    /** What came after the last line feed. */
    rest() {
        return Buffer.concat(this.#held);
    }
    #hold(part) {
        // A copy: the caller may fill the same memory again with the next chunk.
        this.#held.push(Buffer.from(part));
        this.#heldBytes += part.length;
    }
    #take(end) {
        if (this.#heldBytes === 0)
            return end;
        const line = Buffer.concat([...this.#held, end]);
        this.#held = [];
        this.#heldBytes = 0;
        return line;
    }
}


/***/ }),

/***/ 83721:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _D: () => (/* binding */ trailBytes),
/* harmony export */   hd: () => (/* binding */ readTrail),
/* harmony export */   uo: () => (/* binding */ blobsIn)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(45145);
/* harmony import */ var _chain_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(79169);
/* harmony import */ var _disk_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(24883);
/* harmony import */ var _format_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4949);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(5134);
/* harmony import */ var _lines_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(98451);
// I/O: reads a trail's folder.









const CHUNK_BYTES = 1024 * 1024;
const DIGEST = /^[0-9a-f]{64}$/;
/** The bytes of a trail: of the file, or of `audit.jsonl` in the folder. Rejects with `trail-unreadable`. */
async function* trailBytes(fileOrFolder) {
    try {
        const isFolder = (await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.stat)(fileOrFolder)).isDirectory();
        const path = isFolder ? (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(fileOrFolder, _format_js__WEBPACK_IMPORTED_MODULE_3__/* .TRAIL_FILE */ .eB) : fileOrFolder;
        for await (const chunk of (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.createReadStream)(path, { highWaterMark: CHUNK_BYTES })) {
            if (Buffer.isBuffer(chunk))
                yield chunk;
        }
    }
    catch (error) {
        const why = (0,_disk_js__WEBPACK_IMPORTED_MODULE_4__/* .errnoOf */ .UQ)(error) ?? String(error);
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_5__/* .CountersignError */ .W('trail-unreadable', `The trail ${fileOrFolder} cannot be read (${why}).`, {
            fix: 'Name a folder that holds audit.jsonl, or the file itself.',
            cause: error,
        });
    }
}
/**
 * The entries of a trail in their order, the chain checked on the way. Entries of types that this version does not
 * know are passed over; a torn last line ends the reading. Rejects with `trail-unreadable` and `trail-broken`.
 */
async function* readTrail(fileOrFolder) {
    const checker = new _chain_js__WEBPACK_IMPORTED_MODULE_6__/* .ChainChecker */ .h(null);
    const lines = new _lines_js__WEBPACK_IMPORTED_MODULE_7__/* .LineSplitter */ .g();
    for await (const chunk of trailBytes(fileOrFolder)) {
        for (const line of lines.push(chunk)) {
            const linked = checker.next(line);
            if (!linked.ok)
                throw brokenAt(checker.head.count + 1, linked.because);
            if (linked.entry !== null)
                yield linked.entry;
        }
        if (lines.overflowing)
            throw brokenAt(checker.head.count + 1, 'The line is too long.');
    }
}
function brokenAt(line, because) {
    return new _base_index_js__WEBPACK_IMPORTED_MODULE_5__/* .CountersignError */ .W('trail-broken', `The trail is broken at line ${line}: ${because}`, {
        fix: 'Run `audit verify` on it for the whole finding.',
    });
}
/** The blobs beside a trail in a folder. What is no file, or too large, comes as nothing, and so is found changed. */
function blobsIn(folder) {
    return async (sha256) => {
        if (!DIGEST.test(sha256))
            return null;
        return await readBlob((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, _format_js__WEBPACK_IMPORTED_MODULE_3__/* .BLOB_FOLDER */ .DU, sha256));
    };
}
/** Never through a link, and never from anything but a file: the folder may be somebody's artifact. */
async function readBlob(path) {
    let handle;
    try {
        handle = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.open)(path, node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_RDONLY | node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_NOFOLLOW | node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_NONBLOCK);
        const found = await handle.stat();
        return found.isFile() && found.size <= _limits_js__WEBPACK_IMPORTED_MODULE_8__/* .MAX_BLOB_BYTES */ .TP
            ? await handle.readFile()
            : Buffer.alloc(0);
    }
    catch (error) {
        const code = (0,_disk_js__WEBPACK_IMPORTED_MODULE_4__/* .errnoOf */ .UQ)(error);
        if (code === 'ENOENT')
            return null;
        if (code === 'ELOOP')
            return Buffer.alloc(0);
        throw error;
    }
    finally {
        await handle?.close();
    }
}


/***/ }),

/***/ 69620:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ds: () => (/* binding */ TRANSITIONS),
/* harmony export */   LE: () => (/* binding */ mayFollow),
/* harmony export */   pA: () => (/* binding */ BUDGET_CALL),
/* harmony export */   yc: () => (/* binding */ CALL_STATES)
/* harmony export */ });
const CALL_STATES = [
    'PENDING',
    'APPROVAL_REQUIRED',
    'APPROVED',
    'EXECUTING',
    'COMPLETED',
    'FAILED',
    'DENIED',
    'SEALED',
];
/** The call that a run makes by itself at a wall of its budget, to ask for a little more. No model can make it. */
const BUDGET_CALL = 'budget_extend';
/**
 * Which state may follow which. A call begins as `PENDING`; the last four are final.
 * `SEALED` is what became of a call that was open when the run died: nobody knows what it did.
 */
const TRANSITIONS = {
    PENDING: ['APPROVAL_REQUIRED', 'APPROVED', 'DENIED', 'FAILED', 'SEALED'],
    APPROVAL_REQUIRED: ['APPROVED', 'DENIED', 'FAILED', 'SEALED'],
    APPROVED: ['APPROVAL_REQUIRED', 'EXECUTING', 'DENIED', 'FAILED', 'SEALED'],
    EXECUTING: ['COMPLETED', 'FAILED', 'SEALED'],
    COMPLETED: [],
    FAILED: [],
    DENIED: [],
    SEALED: [],
};
/** True where `to` may directly follow `from` (`null`: the call's first state). */
function mayFollow(from, to) {
    return from === null ? to === 'PENDING' : TRANSITIONS[from].includes(to);
}


/***/ }),

/***/ 98216:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ OUTCOMES),
/* harmony export */   q: () => (/* binding */ outcomeOfAbort)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(45145);

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
/**
 * How a run ends whose signal was aborted: it was cancelled, unless the reason is a failure of the program itself or of
 * code that it loaded.
 */
function outcomeOfAbort({ reason }) {
    return reason instanceof _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CountersignError */ .W && reason.code === 'internal' ? 'error' : 'cancelled';
}


/***/ })

};
