export const id = 9729;
export const ids = [9729];
export const modules = {

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


/***/ }),

/***/ 87899:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  toolsCommands: () => (/* binding */ toolsCommands)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/base/text.js
var base_text = __webpack_require__(91497);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./build/base/clock.js
var clock = __webpack_require__(42030);
// EXTERNAL MODULE: ./build/calls/bus.js
var calls_bus = __webpack_require__(70480);
// EXTERNAL MODULE: ./build/run/secrets.js + 9 modules
var secrets = __webpack_require__(73482);
// EXTERNAL MODULE: ./build/run/toolbox.js + 22 modules
var toolbox = __webpack_require__(3104);
// EXTERNAL MODULE: ./build/agent/task.js + 1 modules
var task = __webpack_require__(44777);
// EXTERNAL MODULE: ./build/base/version.js
var version = __webpack_require__(7844);
// EXTERNAL MODULE: ./build/github/tools/index.js + 12 modules
var tools = __webpack_require__(41439);
// EXTERNAL MODULE: ./build/github/client/client.js + 18 modules
var client = __webpack_require__(89936);
// EXTERNAL MODULE: ./build/policy/load.js + 4 modules
var load = __webpack_require__(52078);
// EXTERNAL MODULE: ./build/policy/visible.js
var visible = __webpack_require__(80341);
// EXTERNAL MODULE: ./build/tools/registry.js + 1 modules
var tools_registry = __webpack_require__(15206);
// EXTERNAL MODULE: ./build/tools/clarify.js
var clarify = __webpack_require__(76798);
// EXTERNAL MODULE: ./build/tools/skill.js
var skill = __webpack_require__(72549);
// EXTERNAL MODULE: ./build/tools/web/index.js + 4 modules
var web = __webpack_require__(31007);
// EXTERNAL MODULE: ./build/tools/mcp/index.js + 3 modules
var tools_mcp = __webpack_require__(91807);
// EXTERNAL MODULE: ./build/tools/modules.js
var modules = __webpack_require__(28065);
// EXTERNAL MODULE: ./build/run/modules.js
var run_modules = __webpack_require__(40727);
// EXTERNAL MODULE: ./build/run/skills.js + 1 modules
var run_skills = __webpack_require__(24810);
;// CONCATENATED MODULE: ./build/run/listed-tools.js







const NO_SKILLS = [
    { name: 'none', description: 'The repository has none yet.', body: '' },
];
/**
 * Every tool that a run on this checkout can have, under the precedence of a run: built in, of the MCP servers that the
 * policy names (which are started for it, and ended), and of its modules. Of the built-in ones those for people, helpers,
 * the web and GitHub cannot be called here. Throws `tool-invalid` where a module cannot be loaded.
 */
async function listedTools(of) {
    const { trusted, policyPath } = of;
    const text = await trusted.text(policyPath);
    const loaded = text === null ? null : (0,load/* loadPolicy */.tb)(text, { file: policyPath });
    const policy = loaded?.ok === true ? loaded.policy : null;
    const servers = await serverTools(of, policy);
    const registry = (0,tools_registry/* createRegistry */.I)();
    for (const tool of [...of.confined, ...(await otherBuiltin(of))])
        registry.register(tool, 'builtin');
    for (const tool of servers.tools)
        registry.register(tool, 'mcp');
    if (policy !== null)
        for (const tool of await ownTools(trusted, policy))
            registry.register(tool, 'repository');
    const invalid = `${policyPath} is not valid, so nothing that it names is here: countersign policy check says why.`;
    return {
        tools: registry.entries().map(({ tool, source }) => ({
            tool,
            source,
            offered: policy === null || (0,visible/* toolVisible */.L)(policy, { ...tool, tool: tool.name }),
        })),
        warnings: [...(loaded?.ok === false ? [invalid] : []), ...servers.warnings],
    };
}
function notHere() {
    throw new errors/* CountersignError */.W('internal', 'A list of tools calls none of them.');
}
async function otherBuiltin({ trusted, ground }) {
    const { skills } = await (0,run_skills/* findSkills */.I)(trusted);
    return [
        (0,task/* taskTool */.G)(notHere),
        (0,clarify/* clarifyTool */.B)(),
        (0,clarify/* planTool */.G)({ onApproved: () => undefined }),
        ...(0,skill/* skillTool */.S)({ skills: skills.length === 0 ? NO_SKILLS : skills }),
        ...(0,web/* webTools */.aO)({ search: notHere }),
        ...(0,tools/* githubTools */.B)({
            github: (0,client/* createGitHub */.C)({ token: '', apiUrl: 'https://api.github.com', owner: 'o', repo: 'r' }),
            apiHost: 'api.github.com',
            serverUrl: 'https://github.com',
            number: null,
            trusts: notHere,
            mark: notHere,
            work: { ...ground, headSha: '', branch: '', branchPrefix: 'countersign/', baseBranch: '' },
        }),
    ];
}
/** The tools of the policy's servers: what they said of themselves is kept, they are not. */
async function serverTools(of, policy) {
    if (policy === null)
        return { tools: [], warnings: [] };
    const { commands } = of.ground;
    const sandboxed = policy.sandbox.mode === 'off' || commands.sandbox !== 'none';
    const mcp = await (0,tools_mcp/* startServers */.B)(policy.mcpServers, {
        ...of,
        commands,
        sandboxed,
        version: version/* VERSION */.x,
    });
    await mcp.close();
    return mcp;
}
async function ownTools(trusted, policy) {
    const laid = await (0,run_modules/* layModules */.S)(trusted, policy.tools.modules, 'tools.modules');
    try {
        return await (0,modules/* loadToolModules */.c7)(laid.modules);
    }
    finally {
        await laid.remove();
    }
}

// EXTERNAL MODULE: ./build/run/trusted-files.js
var trusted_files = __webpack_require__(20831);
// EXTERNAL MODULE: ./build/sandbox/workspace.js + 4 modules
var sandbox_workspace = __webpack_require__(54733);
// EXTERNAL MODULE: ./build/sandbox/create.js + 29 modules
var create = __webpack_require__(52500);
// EXTERNAL MODULE: ./build/tools/files/ledger.js
var ledger = __webpack_require__(38655);
// EXTERNAL MODULE: ./build/tools/description.js
var description = __webpack_require__(97094);
// EXTERNAL MODULE: ./build/cli/spec.js
var spec = __webpack_require__(89230);
;// CONCATENATED MODULE: ./build/cli/tools.js







const POLICY_PATH = '.github/countersign.yml';
const WORKSPACE = { flags: '--workspace <dir>', summary: 'the checkout', default: '.' };
/** `tools list` and `tools call`: the tools without a model, under the same confinement as in a run. */
const toolsCommands = [
    {
        name: 'tools list',
        summary: 'List every tool with its kind, source and input schema',
        options: [WORKSPACE],
        run: listTools,
    },
    {
        name: 'tools call',
        summary: 'Call one tool, without a model and without the policy, and print its result as JSON',
        arguments: '<name>',
        argumentSummary: 'the name of the tool',
        options: [
            WORKSPACE,
            {
                flags: '--input <json>',
                summary: 'the input as a JSON object; - reads standard input',
                default: '{}',
            },
        ],
        examples: ['countersign tools call fs_read --input \'{"path":"README.md"}\''],
        run: callTool,
    },
];
async function withTools(call, io, use) {
    const workspace = await (0,sandbox_workspace/* openWorkspace */.O)((0,external_node_path_.resolve)(io.cwd, (0,spec/* textOption */.vU)(call, 'workspace') ?? '.'));
    const { runner: commands } = await (0,create/* createCommandRunner */._)({
        workspace,
        mode: 'preferred',
        network: [],
        environment: io.environment,
    });
    try {
        const bus = (0,calls_bus/* createBus */.h)(() => undefined);
        const redactor = (0,secrets/* redactorFor */.sD)(io.environment, {});
        const world = { bus, redactor, environment: io.environment };
        const ground = { workspace, commands };
        const tools = (0,toolbox/* builtinTools */.F)(world, ground, (0,ledger/* createReadLedger */.u)({ unread: 'allow' }));
        return await use({ tools, redactor, ground });
    }
    finally {
        await commands.close();
    }
}
async function listTools(call, io) {
    return await withTools(call, io, async ({ tools: confined, redactor, ground }) => {
        const { tools, warnings } = await listedTools({
            trusted: (0,trusted_files/* trustedFolder */.qe)(ground.workspace.root),
            policyPath: POLICY_PATH,
            confined,
            ground,
            environment: io.environment,
            redactor,
        });
        for (const warning of warnings)
            io.err(`warning: ${(0,base_text/* visible */.RK)(await redactor.redact(warning))}\n`);
        if (call.json)
            io.out(`${JSON.stringify(tools.map(rowOf), null, 2)}\n`);
        else
            for (const listed of tools)
                io.out(`${lineOf(listed)}\n`);
        return spec/* EXIT */.dc.ok;
    });
}
function rowOf({ tool, source, offered }) {
    const [spec] = (0,description/* toolSpecs */.T)([tool]);
    return {
        name: tool.name,
        displayName: tool.displayName,
        kind: tool.kind,
        category: tool.category,
        tags: [...tool.tags],
        version: tool.version,
        source,
        offered,
        timeoutMs: tool.timeoutMs,
        concurrencySafe: tool.concurrencySafe,
        description: spec?.description ?? '',
        inputSchema: tool.inputSchema,
    };
}
function lineOf({ tool, source, offered }) {
    const { name, kind, description } = tool;
    const not = offered ? '' : '(not offered by the policy) ';
    return `${name.padEnd(26)} ${kind.padEnd(9)} ${source.padEnd(10)} ${not}${(0,base_text/* visible */.RK)(description.short)}`;
}
async function callTool(call, io) {
    const name = call.args[0] ?? '';
    const given = (0,spec/* textOption */.vU)(call, 'input') ?? '{}';
    const input = parseInput(given === '-' ? await io.stdin() : given);
    return await withTools(call, io, async ({ tools }) => {
        const found = tools.find((tool) => tool.name === name);
        if (found === undefined) {
            throw new errors/* CountersignError */.W('input-invalid', `There is no tool named ${JSON.stringify(name)}.`, {
                fix: `Use one of: ${tools.map((tool) => tool.name).join(', ')}.`,
            });
        }
        const result = await callOnce(found, input);
        io.out(`${JSON.stringify(result, null, 2)}\n`);
        return result.ok ? spec/* EXIT */.dc.ok : spec/* EXIT */.dc.no;
    });
}
async function callOnce(tool, input) {
    const prepared = tool.prepare(input);
    if (!prepared.ok)
        return { ok: false, error: prepared.error };
    const timeout = new AbortController();
    const done = new AbortController();
    clock/* systemClock */.m.sleep(tool.timeoutMs, done.signal).then(() => timeout.abort(), () => undefined);
    try {
        return await prepared.call.execute({
            call: 'c1',
            signal: timeout.signal,
            emit: () => undefined,
        });
    }
    finally {
        done.abort();
    }
}
function parseInput(text) {
    try {
        const value = JSON.parse(text);
        return value;
    }
    catch (cause) {
        throw new errors/* CountersignError */.W('input-invalid', `--input is not JSON: ${text.slice(0, 100)}`, {
            fix: 'Write one JSON object, such as --input \'{"path":"README.md"}\'.',
            cause,
        });
    }
}


/***/ })

};
