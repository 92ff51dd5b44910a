export const id = 1456;
export const ids = [1456];
export const modules = {

/***/ 91456:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   exportTrail: () => (/* binding */ exportTrail)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(30742);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(91497);
/* harmony import */ var _view_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(81263);


const TRACE_ID_CHARS = 32;
const SPAN_ID_CHARS = 16;
const SPAN_INTERNAL = 1;
const SPAN_CLIENT = 3;
const STATUS_OK = 1;
const STATUS_ERROR = 2;
/**
 * A trail in another tool's format: OTLP JSON (traces, with attributes of `resource`), CSV (one line a call) or SARIF 2.1.0
 * (denied and failed calls).
 */
async function exportTrail(format, entries, resource = {}) {
    const view = await (0,_view_js__WEBPACK_IMPORTED_MODULE_0__/* .viewTrail */ .MP)(entries);
    switch (format) {
        case 'otlp':
            return `${JSON.stringify(otlp(view, resource))}\n`;
        case 'csv':
            return csv(view);
        case 'sarif':
            return `${JSON.stringify(sarif(view), null, 2)}\n`;
    }
}
/** Spans after OpenTelemetry's GenAI conventions; ids are derived from the run, so that exporting twice gives the same. */
function otlp(view, resource) {
    const traceId = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .sha256 */ .s)(view.run).slice(0, TRACE_ID_CHARS);
    const root = spanId(view, 'run');
    const start = view.starts[0];
    const runSpan = {
        traceId,
        spanId: root,
        name: 'invoke_agent countersign',
        kind: SPAN_INTERNAL,
        ...times(view.firstTime, view.lastTime),
        attributes: attributes({
            'gen_ai.operation.name': 'invoke_agent',
            'gen_ai.provider.name': start?.['gen_ai.provider.name'],
            'gen_ai.request.model': start?.['gen_ai.request.model'],
            'gen_ai.conversation.id': view.run,
            'cicd.pipeline.run.id': start?.workflow?.runId,
            'vcs.ref.head.revision': start?.headSha ?? undefined,
            'countersign.outcome': view.end?.outcome ?? 'none',
            'countersign.audit.head': view.head,
        }),
        status: { code: view.end?.outcome === 'done' ? STATUS_OK : STATUS_ERROR },
    };
    const spans = [
        runSpan,
        ...view.turns.map((turn) => turnSpan(view, turn, { traceId, root })),
        ...view.calls.map((call) => callSpan(view, call, { traceId, root })),
    ];
    return {
        resourceSpans: [
            {
                resource: { attributes: attributes({ 'service.name': 'countersign', ...resource }) },
                scopeSpans: [{ scope: { name: 'countersign', version: start?.version ?? '' }, spans }],
            },
        ],
    };
}
function turnSpan(view, turn, { traceId, root }) {
    const { reply } = turn;
    return {
        traceId,
        spanId: spanId(view, `turn ${turn.seq}`),
        parentSpanId: turn.parent === null ? root : spanId(view, `call ${turn.parent}`),
        name: `chat ${reply?.['gen_ai.response.model'] ?? ''}`.trim(),
        kind: SPAN_CLIENT,
        ...times(turn.time, reply?.time ?? turn.time),
        attributes: attributes({
            'gen_ai.operation.name': 'chat',
            'gen_ai.response.id': reply?.['gen_ai.response.id'],
            'gen_ai.response.model': reply?.['gen_ai.response.model'],
            'gen_ai.usage.input_tokens': reply?.['gen_ai.usage.input_tokens'],
            'gen_ai.usage.output_tokens': reply?.['gen_ai.usage.output_tokens'],
            'gen_ai.usage.cache_read.input_tokens': reply?.['gen_ai.usage.cache_read.input_tokens'],
            'gen_ai.usage.cache_creation.input_tokens': reply?.['gen_ai.usage.cache_creation.input_tokens'],
            'countersign.cost_usd': reply?.costUsd ?? undefined,
        }),
        status: { code: reply === null ? STATUS_ERROR : STATUS_OK },
    };
}
function callSpan(view, call, { traceId, root }) {
    const turn = view.turns.find((one) => one.turn === call.turn && one.parent === call.parent);
    return {
        traceId,
        spanId: spanId(view, `call ${call.call}`),
        parentSpanId: turn === undefined ? root : spanId(view, `turn ${turn.seq}`),
        name: `execute_tool ${call.tool}`,
        kind: SPAN_INTERNAL,
        ...times(call.states[0]?.time ?? null, call.states.at(-1)?.time ?? null),
        attributes: attributes({
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': call.tool,
            'gen_ai.tool.call.id': call.call,
            'gen_ai.tool.call.arguments': call.input === null ? undefined : JSON.stringify(call.input),
            'error.type': call.errorType ?? undefined,
            'process.exit.code': call.exitCode ?? undefined,
            'countersign.state': call.state,
            'countersign.verdict': call.verdict?.verdict,
            'countersign.allowed_by': (0,_view_js__WEBPACK_IMPORTED_MODULE_0__/* .allowedBy */ .Q)(call),
        }),
        events: call.states.map(({ state, time }) => ({ name: state, timeUnixNano: nanos(time) })),
        status: { code: call.state === 'COMPLETED' ? STATUS_OK : STATUS_ERROR },
    };
}
function spanId(view, what) {
    return (0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .sha256 */ .s)(`${view.run} ${what}`).slice(0, SPAN_ID_CHARS);
}
function times(start, end) {
    return { startTimeUnixNano: nanos(start), endTimeUnixNano: nanos(end) };
}
function nanos(time) {
    return time === null ? '0' : `${Date.parse(time)}000000`;
}
function attributes(values) {
    return Object.entries(values).flatMap(([key, value]) => value === undefined ? [] : [{ key, value: attributeValue(value) }]);
}
function attributeValue(value) {
    if (typeof value === 'string')
        return { stringValue: value };
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
const COLUMNS = [
    'run',
    'call',
    'seq',
    'time',
    'turn',
    'tool',
    'kind',
    'verdict',
    'rule',
    'line',
    'allowed_by',
    'state',
    'duration_ms',
    'exit_code',
    'error',
    'because',
    'arguments',
];
function csv(view) {
    const rows = view.calls.map((call) => [
        view.run,
        call.call,
        call.seq,
        call.states[0]?.time,
        call.turn,
        call.tool,
        call.kind,
        call.verdict?.verdict,
        call.verdict?.rule,
        call.verdict?.line,
        (0,_view_js__WEBPACK_IMPORTED_MODULE_0__/* .allowedBy */ .Q)(call),
        call.state,
        call.durationMs,
        call.exitCode,
        call.errorType,
        call.because,
        call.input === null ? null : JSON.stringify(call.input),
    ]);
    return [COLUMNS, ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}
/**
 * RFC 4180. Arguments are by the model: a field that a spreadsheet would take for a formula gets an apostrophe, and
 * what does not show is written out.
 */
function csvField(value) {
    if (value === null || value === undefined)
        return '';
    const shown = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .visible */ .RK)(String(value));
    const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${shown}` : shown;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
function sarif(view) {
    const shown = view.calls.filter(({ state }) => state === 'DENIED' || state === 'FAILED' || state === 'SEALED');
    const rules = [...new Set(shown.map(ruleIdOf))];
    const { costUsd } = (0,_view_js__WEBPACK_IMPORTED_MODULE_0__/* .totals */ .Sd)(view);
    return {
        $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
        version: '2.1.0',
        runs: [
            {
                tool: {
                    driver: {
                        name: 'Countersign',
                        version: view.starts[0]?.version ?? '',
                        rules: rules.map((id) => ({ id })),
                    },
                },
                automationDetails: { id: view.run },
                properties: { outcome: view.end?.outcome ?? null, head: view.head, costUsd },
                results: shown.map((call) => sarifResult(view, call)),
            },
        ],
    };
}
function ruleIdOf(call) {
    return `call-${call.state.toLowerCase()}`;
}
function sarifResult(view, call) {
    const why = call.because ?? call.verdict?.because ?? 'no reason was recorded';
    return {
        ruleId: ruleIdOf(call),
        level: call.state === 'DENIED' ? 'warning' : 'error',
        message: { text: `${call.tool} (${call.call}): ${why}` },
        locations: [
            {
                // The policy's rule where one decided, else the entry in the trail.
                physicalLocation: {
                    artifactLocation: { uri: call.verdict?.rule ? policyPath(view) : 'audit.jsonl' },
                    region: { startLine: (call.verdict?.rule ? call.verdict.line : null) ?? call.seq + 1 },
                },
            },
        ],
        partialFingerprints: { call: (0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .sha256 */ .s)(`${view.run} ${call.call}`) },
        properties: {
            call: call.call,
            seq: call.seq,
            verdict: call.verdict?.verdict ?? null,
            allowedBy: (0,_view_js__WEBPACK_IMPORTED_MODULE_0__/* .allowedBy */ .Q)(call),
        },
    };
}
function policyPath(view) {
    return encodeURI(view.starts[0]?.policy.source ?? 'policy');
}


/***/ }),

/***/ 81263:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   MP: () => (/* binding */ viewTrail),
/* harmony export */   Q: () => (/* binding */ allowedBy),
/* harmony export */   Sd: () => (/* binding */ totals)
/* harmony export */ });
class Gathering {
    calls = new Map();
    turns = [];
    starts = [];
    others = [];
    end = null;
    add(entry) {
        if (entry.type === 'run.start')
            this.#start(entry);
        else if (entry.type === 'run.end')
            this.end = entry;
        else if (entry.type === 'call.state')
            this.#state(entry);
        else if (entry.type === 'call.verdict')
            this.#with(entry, (call) => (call.verdict = entry));
        else if (entry.type === 'approval.asked')
            this.#asked(entry);
        else if (entry.type === 'approval.decision')
            this.#with(entry, (call) => call.decisions.push(entry));
        else if (entry.type === 'turn.start')
            this.#turn(entry);
        else if (entry.type === 'model.reply')
            this.#reply(entry);
        else
            this.others.push(entry);
    }
    #start(entry) {
        this.starts.push(entry);
        this.end = null;
    }
    #state(entry) {
        const { call, state, time, seq } = entry;
        const view = this.calls.get(call) ?? newCall(call, seq, state);
        this.calls.set(call, view);
        view.state = state;
        view.states.push({ state, time, seq });
        view.tool = entry['gen_ai.tool.name'] ?? view.tool;
        view.kind = entry.kind ?? view.kind;
        view.turn = entry.turn ?? view.turn;
        view.parent = entry.parent ?? view.parent;
        view.input = entry['gen_ai.tool.call.arguments'] ?? view.input;
        view.inputBlob = entry.argumentsBlob ?? view.inputBlob;
        view.result = entry.result ?? view.result;
        view.because = entry.because ?? view.because;
        view.durationMs = entry.durationMs ?? view.durationMs;
        view.exitCode = entry['process.exit.code'] ?? view.exitCode;
        view.errorType = entry['error.type'] ?? view.errorType;
    }
    #with(entry, change) {
        const view = this.calls.get(entry.call);
        if (view !== undefined)
            change(view);
    }
    #asked(entry) {
        for (const request of entry.requests)
            this.#with(request, (call) => call.asked.push(entry));
    }
    #turn(entry) {
        const { turn, parent, seq, time } = entry;
        this.turns.push({ turn, parent, seq, time, reply: null });
    }
    #reply(entry) {
        const turn = this.turns.findLast(({ turn: n, parent }) => n === entry.turn && parent === entry.parent);
        if (turn !== undefined)
            turn.reply = entry;
    }
}
function newCall(call, seq, state) {
    return {
        call,
        seq,
        tool: 'unknown',
        kind: null,
        turn: null,
        parent: null,
        input: null,
        inputBlob: null,
        state,
        states: [],
        verdict: null,
        asked: [],
        decisions: [],
        result: null,
        because: null,
        durationMs: null,
        exitCode: null,
        errorType: null,
    };
}
/** Gathers the entries of a trail by call and turn. */
async function viewTrail(entries) {
    const gathering = new Gathering();
    let [count, run, head] = [0, '', ''];
    let firstTime = null;
    let lastTime = null;
    for await (const entry of entries) {
        gathering.add(entry);
        count += 1;
        firstTime ??= entry.time;
        ({ run, hash: head, time: lastTime } = entry);
    }
    const { starts, end, turns, others, calls } = gathering;
    return {
        run,
        starts,
        end,
        calls: [...calls.values()],
        turns,
        others,
        count,
        head,
        firstTime,
        lastTime,
    };
}
/** Sums over all turns. */
function totals(view) {
    const sums = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 };
    let costUsd = 0;
    for (const { reply } of view.turns) {
        if (reply === null)
            continue;
        sums.inputTokens += reply['gen_ai.usage.input_tokens'];
        sums.outputTokens += reply['gen_ai.usage.output_tokens'];
        sums.cacheReadTokens += reply['gen_ai.usage.cache_read.input_tokens'];
        sums.cacheCreationTokens += reply['gen_ai.usage.cache_creation.input_tokens'];
        // One price that is not known makes the sum unknown, not smaller.
        costUsd = costUsd === null || reply.costUsd === null ? null : costUsd + reply.costUsd;
    }
    return { ...sums, costUsd };
}
/** Who let a call run, in a few words: a rule with its line, or the people who approved it. */
function allowedBy(call) {
    const { verdict } = call;
    if (verdict === null)
        return 'nobody: it was not judged';
    const where = verdict.line === null ? '' : ` (line ${verdict.line})`;
    const rule = `${verdict.list}${verdict.rule === null ? '' : `: ${verdict.rule}`}${where}`;
    const people = call.decisions
        .filter(({ counted }) => counted)
        .map(({ by, decision }) => `@${by.login} (${decision})`);
    return people.length === 0 ? rule : `${rule}; ${people.join(', ')}`;
}


/***/ })

};
