export const id = 1907;
export const ids = [1907];
export const modules = {

/***/ 260:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B: () => (/* binding */ renderReport),
/* harmony export */   n: () => (/* binding */ exportTrail)
/* harmony export */ });
// The page and the exports are loaded when they are first asked for: a run needs them at its very end, if at all.
/** See `report.ts`. */
async function renderReport(...of) {
    const { renderReport: render } = await __webpack_require__.e(/* import() */ 6709).then(__webpack_require__.bind(__webpack_require__, 66709));
    return await render(...of);
}
/** See `export.ts`. */
async function exportTrail(...of) {
    const { exportTrail: write } = await __webpack_require__.e(/* import() */ 1456).then(__webpack_require__.bind(__webpack_require__, 91456));
    return await write(...of);
}


/***/ }),

/***/ 95619:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G: () => (/* binding */ showTrail),
/* harmony export */   u: () => (/* binding */ entryText)
/* harmony export */ });
/* harmony import */ var _view_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(81263);

const TIME_CHARS = 'HH:MM:SS'.length;
const MAX_TEXT_CHARS = 160;
/** A trail as a timeline to be read in a terminal: one line an entry that says something, then how it ended. */
async function showTrail(entries) {
    const kept = [];
    for await (const entry of entries)
        kept.push(entry);
    const view = await (0,_view_js__WEBPACK_IMPORTED_MODULE_0__/* .viewTrail */ .MP)(kept);
    const lines = kept.map((entry) => `${clockTime(entry)} ${String(entry.seq).padStart(5)}  ${oneLine(entryText(entry))}`);
    const outcome = view.end?.outcome ?? 'no end: it goes on, or was killed';
    const counts = Object.entries(Object.groupBy(view.calls, ({ state }) => state));
    const calls = counts.map(([state, list]) => `${list?.length ?? 0} ${state}`).join(', ');
    const ending = [
        `${view.run}: ${outcome}`,
        `calls: ${calls === '' ? 'none' : calls}`,
        `head ${view.head}, ${view.count} entries`,
    ];
    return `${[...lines, '', ...ending].join('\n')}\n`;
}
function clockTime(entry) {
    const start = entry.time.indexOf('T') + 1;
    return entry.time.slice(start, start + TIME_CHARS);
}
/** On one line, without anything that a terminal obeys: entries hold text by strangers. */
function oneLine(text) {
    const tame = text
        .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
        .trimEnd();
    const chars = Array.from(tame);
    return chars.length > MAX_TEXT_CHARS ? `${chars.slice(0, MAX_TEXT_CHARS).join('')}…` : tame;
}
/** What an entry says, in words. It may hold text by strangers, as they wrote it. */
function entryText(entry) {
    switch (entry.type) {
        case 'run.start':
            return toldOfStart(entry);
        case 'run.suspended':
            return `SUSPENDED, waiting for ${entry.approvals.join(', ')}`;
        case 'run.end':
            return `END ${entry.outcome}: ${entry.summary}`;
        case 'turn.start':
            return `turn ${entry.turn}${ofParent(entry.parent)}`;
        case 'model.reply':
            return `model: ${entry.text === '' ? entry['gen_ai.response.finish_reasons'].join(', ') : entry.text}`;
        case 'model.retry':
            return `model: attempt ${entry.attempt} after ${entry.delayMs} ms (${entry.because})`;
        case 'context.read':
            return `read ${entry.source} by ${entry.author ?? 'nobody known'} (${entry.trusted ? 'trusted' : 'untrusted'})`;
        case 'context.trimmed':
            return `context trimmed by ${entry.removedBytes} bytes: ${entry.how}`;
        case 'sandbox.probe':
            return `sandbox ${entry.sandbox}: ${entry.results.map(({ probe, held }) => `${probe} ${held ? 'held' : 'OPEN'}`).join(', ')}`;
        default:
            return toldOfCalls(entry);
    }
}
function toldOfCalls(entry) {
    switch (entry.type) {
        case 'call.state':
            return `  ${entry.call} ${entry.state}${stateDetails(entry)}`;
        case 'call.verdict':
            return toldOfVerdict(entry);
        case 'hook.ran':
            return `  ${entry.call} hook ${entry.hook}: ${entry.effect}`;
        case 'approval.asked':
            return `  ASKED ${entry.requests.map(({ approval, call }) => `${approval} for ${call}`).join(', ')} via ${entry.via}`;
        case 'approval.decision':
            return `  ${entry.approval} ${entry.decision} by @${entry.by.login}${entry.counted ? '' : ' does not count'}: ${entry.because}`;
        case 'approval.consumed':
            return `  ${entry.approval} used for ${entry.call}`;
        case 'approval.void':
            return `  ${entry.approval} void: ${entry.because}`;
        case 'github.write':
            return `  GitHub: ${entry.what}${entry.url === null ? '' : ` ${entry.url}`}`;
        case 'budget':
            return `budget of ${entry.budget} ${entry.event}: ${entry.used} of ${entry.limit}`;
        case 'redaction':
            return `redacted: ${Object.entries(entry.counts)
                .map(([kind, count]) => `${count} ${kind}`)
                .join(', ')}`;
        case 'recovered':
            return `RECOVERED: a torn line of ${entry.tornBytes} bytes was set aside`;
        case 'checkpoint.saved':
            return `checkpoint ${entry.name}, ${entry.bytes} bytes`;
        case 'changes.saved':
            return `changes of ${entry.files} files kept as ${entry.name}, sha256 ${entry.sha256}`;
        case 'warning':
            return `WARNING ${entry.code}: ${entry.message}`;
    }
}
function toldOfStart(entry) {
    const where = entry.repository ?? 'a local folder';
    const how = `model ${entry['gen_ai.request.model']}, policy ${entry.policy.source}`;
    return `RUN ${entry.start} on ${where}, ${how}: ${entry.request}`;
}
function toldOfVerdict(entry) {
    const by = entry.rule === null ? ` (${entry.list})` : ` by ${entry.rule}`;
    const line = entry.line === null ? '' : `, line ${entry.line}`;
    return `  ${entry.call} verdict ${entry.verdict}${by}${line}: ${entry.because}`;
}
function stateDetails(entry) {
    const tool = entry['gen_ai.tool.name'];
    const input = entry['gen_ai.tool.call.arguments'];
    const parts = [
        tool === undefined ? '' : ` ${tool}`,
        input === undefined ? '' : ` ${JSON.stringify(input)}`,
        entry.durationMs === undefined ? '' : ` in ${entry.durationMs} ms`,
        entry.because === undefined ? '' : `: ${entry.because}`,
    ];
    return parts.join('');
}
function ofParent(parent) {
    return parent === null ? '' : ` of the helper ${parent}`;
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


/***/ }),

/***/ 51907:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  auditCommands: () => (/* binding */ auditCommands)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(55156);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./build/base/json.js
var json = __webpack_require__(10768);
// EXTERNAL MODULE: ./build/audit/chain.js
var chain = __webpack_require__(79169);
// EXTERNAL MODULE: ./build/audit/format.js
var format = __webpack_require__(4949);
// EXTERNAL MODULE: ./build/audit/lines.js
var audit_lines = __webpack_require__(98451);
// EXTERNAL MODULE: ./build/audit/merkle.js
var merkle = __webpack_require__(80396);
;// CONCATENATED MODULE: ./build/audit/proof.js






const PROOF_SCHEMA = 'countersign.proof/1';
const hash = schemas.string().regex(/^[0-9a-f]{64}$/);
const proofFile = schemas.strictObject({
    _schema: schemas.literal(PROOF_SCHEMA),
    /** The entry as its line in the trail. */
    entry: schemas.string(),
    proof: schemas.strictObject({
        seq: schemas.number().int().nonnegative(),
        count: schemas.number().int().positive(),
        entryHash: hash,
        path: schemas.array(schemas.strictObject({ hash, side: schemas["enum"](['left', 'right']) })).max(64),
        root: hash,
    }),
});
/**
 * Proves that the entry `seq` is in a trail, the chain checked on the way. Throws `input-invalid` where there is no
 * such entry and `trail-broken` where the chain does not hold. Holds the hash of every entry.
 */
async function proveEntry(bytes, seq) {
    const checker = new chain/* ChainChecker */.h(null);
    const lines = new audit_lines/* LineSplitter */.g();
    const hashes = [];
    let entry = '';
    for await (const chunk of bytes) {
        for (const line of lines.push(chunk)) {
            const linked = checker.next(line);
            if (!linked.ok) {
                const what = `The trail is broken at line ${hashes.length + 1}: ${linked.because}`;
                throw new errors/* CountersignError */.W('trail-broken', what, { fix: 'Nothing can be proven from it.' });
            }
            if (hashes.length === seq)
                entry = line.toString('utf8');
            hashes.push(checker.head.hash);
        }
    }
    const { path, ...proof } = (0,merkle/* prove */.zn)(hashes, seq);
    return {
        _schema: PROOF_SCHEMA,
        entry,
        proof: { ...proof, path: path.map((step) => ({ ...step })) },
    };
}
/** Checks a proof by itself. It shows nothing until its root is compared with one that is known to be the trail's. */
function checkEntryProof(text) {
    const parsed = proofFile.safeParse(jsonOf(text));
    if (!parsed.success)
        return { ok: false, because: 'It is no proof of this format.' };
    const { entry, proof } = parsed.data;
    const opened = (0,format/* openLine */.TY)(Buffer.from(entry, 'utf8'));
    if (!opened.ok)
        return { ok: false, because: `Its entry is not whole: ${opened.because}` };
    if (opened.envelope.hash !== proof.entryHash || opened.envelope.seq !== proof.seq) {
        return { ok: false, because: 'The proof is about another entry.' };
    }
    if (!(0,merkle/* checkProof */.DW)(proof))
        return { ok: false, because: 'The path does not lead from the entry to the root.' };
    return { ok: true, entry: opened.fields, root: proof.root, seq: proof.seq, count: proof.count };
}
function jsonOf(text) {
    try {
        const value = JSON.parse(text);
        return (0,json/* isJsonObject */.O)(value) ? value : null;
    }
    catch {
        return null;
    }
}

// EXTERNAL MODULE: ./build/audit/reader.js
var reader = __webpack_require__(83721);
// EXTERNAL MODULE: ./build/base/text.js
var base_text = __webpack_require__(91497);
// EXTERNAL MODULE: ./build/cli/audit-places.js
var audit_places = __webpack_require__(90287);
// EXTERNAL MODULE: ./build/cli/audit-verify.js
var audit_verify = __webpack_require__(43558);
// EXTERNAL MODULE: ./build/cli/json.js
var cli_json = __webpack_require__(62227);
// EXTERNAL MODULE: ./build/cli/spec.js
var spec = __webpack_require__(89230);
;// CONCATENATED MODULE: ./build/cli/audit-prove.js








const MAX_PROOF_BYTES = 64 * 1024 * 1024;
/** `audit prove` and `audit check-proof`: one entry shown without the rest of its trail. */
const proveCommands = [
    {
        name: 'audit prove',
        summary: 'Prove one entry: print it with its path to the Merkle root of the trail (RFC 9162)',
        arguments: '<seq> <trail>',
        argumentSummary: `the entry's seq, and ${audit_places/* TRAIL_ARGUMENT */.$g}`,
        options: [
            { flags: '--out <file>', summary: 'the file to write; standard output where absent' },
        ],
        examples: ['countersign audit prove 17 ./trail --out entry-17.json'],
        run: prove,
    },
    {
        name: 'audit check-proof',
        summary: 'Check a proof of one entry, without the trail; exit 1 where it does not hold',
        arguments: '<file>',
        argumentSummary: 'what audit prove wrote; - reads standard input',
        options: [
            { flags: '--root <hash>', summary: 'the root that audit verify --root prints for the trail' },
        ],
        examples: ['countersign audit check-proof entry-17.json --root 9c1e…'],
        run: checkProof,
    },
];
async function prove(call, io) {
    const [given = '', trail = '.'] = call.args;
    if (!/^\d{1,15}$/.test(given)) {
        throw new errors/* CountersignError */.W('input-invalid', `${JSON.stringify(given)} is no seq of an entry.`, {
            fix: 'Write the number that audit show prints before the entry.',
        });
    }
    return await (0,audit_places/* withTrail */.vu)(trail, io, async ({ path }) => {
        try {
            const text = (0,cli_json/* shownJson */.o)(await proveEntry((0,reader/* trailBytes */._D)(path), Number(given)));
            const out = (0,spec/* textOption */.vU)(call, 'out');
            if (out === null)
                io.out(text);
            else
                await (0,promises_.writeFile)((0,external_node_path_.resolve)(io.cwd, out), text);
            return spec/* EXIT */.dc.ok;
        }
        catch (error) {
            if (!(error instanceof errors/* CountersignError */.W) || error.code !== 'trail-broken')
                throw error;
            io.err(`${(0,base_text/* visible */.RK)((0,errors/* errorText */.k)(error))}\n`);
            return spec/* EXIT */.dc.no;
        }
    });
}
async function checkProof(call, io) {
    const checked = checkEntryProof(await proofText(call.args[0] ?? '-', io));
    const wanted = (0,spec/* textOption */.vU)(call, 'root');
    const root = wanted === null ? null : (0,audit_verify/* checkedHash */.EO)(wanted);
    const matches = checked.ok && (root === null || root === checked.root);
    if (call.json)
        io.out((0,cli_json/* shownJson */.o)({ ...checked, rootCompared: root !== null, holds: matches }));
    else if (!checked.ok)
        io.out(`does not hold: ${(0,base_text/* visible */.RK)(checked.because)}\n`);
    else if (!matches)
        io.out(`does not hold: it leads to the root ${checked.root}, not to the one given.\n`);
    else {
        io.out((0,cli_json/* shownJson */.o)(checked.entry));
        io.out(`holds: entry ${checked.seq} of ${checked.count} under the root ${checked.root}\n`);
        if (root === null)
            io.out('The root was compared with nothing: give the one of the verified trail by --root.\n');
    }
    return matches ? spec/* EXIT */.dc.ok : spec/* EXIT */.dc.no;
}
async function proofText(given, io) {
    if (given === '-')
        return await io.stdin();
    const path = (0,external_node_path_.resolve)(io.cwd, given);
    try {
        const bytes = await (0,promises_.readFile)(path);
        if (bytes.length <= MAX_PROOF_BYTES)
            return bytes.toString('utf8');
    }
    catch (error) {
        throw new errors/* CountersignError */.W('file-refused', `${path} cannot be read: ${(0,errors/* errorText */.k)(error)}.`, {
            fix: 'Name the file that audit prove wrote.',
            cause: error,
        });
    }
    throw new errors/* CountersignError */.W('file-refused', `${path} is too large for a proof.`, {
        fix: 'Name another file.',
    });
}

;// CONCATENATED MODULE: ./build/audit/export-formats.js
/** What a trail can be written as, for other tools. */
const EXPORT_FORMATS = ['otlp', 'csv', 'sarif'];

// EXTERNAL MODULE: ./build/audit/show.js
var show = __webpack_require__(95619);
// EXTERNAL MODULE: ./build/audit/view.js
var audit_view = __webpack_require__(81263);
// EXTERNAL MODULE: ./build/audit/lazy.js
var lazy = __webpack_require__(260);
// EXTERNAL MODULE: ./build/base/canonical.js
var canonical = __webpack_require__(1158);
;// CONCATENATED MODULE: ./build/audit/diff.js


const HOST = /\bhttps?:\/\/([a-z0-9.-]+(?::\d+)?)/gi;
/** Compares two runs by what they did: tools, commands, hosts, verdicts, tokens. Order does not count. */
async function diffTrails(a, b) {
    const [left, right] = [await (0,audit_view/* viewTrail */.MP)(a), await (0,audit_view/* viewTrail */.MP)(b)];
    const by = (name) => differences(left.calls.flatMap(name), right.calls.flatMap(name));
    return {
        outcome: { a: left.end?.outcome ?? null, b: right.end?.outcome ?? null },
        tools: by(({ tool }) => [tool]),
        verdicts: by(({ verdict }) => [verdict?.verdict ?? 'none']),
        states: by(({ state }) => [state]),
        commands: by((call) => commandOf(call)),
        hosts: by((call) => [...JSON.stringify(call.input).matchAll(HOST)].map(([, host]) => (host ?? '').toLowerCase())),
        inputs: by((call) => [`${call.tool} ${(0,canonical/* canonicalJson */.d)(call.input)}`]),
        turns: { a: left.turns.length, b: right.turns.length },
        tokensPerTurn: { a: tokensPerTurn(left), b: tokensPerTurn(right) },
        costUsd: { a: (0,audit_view/* totals */.Sd)(left).costUsd, b: (0,audit_view/* totals */.Sd)(right).costUsd },
    };
}
function commandOf({ input }) {
    if (typeof input !== 'object' || input === null || !('command' in input))
        return [];
    return typeof input.command === 'string' ? [input.command] : [];
}
function tokensPerTurn(view) {
    const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens } = (0,audit_view/* totals */.Sd)(view);
    const tokens = inputTokens + outputTokens + cacheReadTokens + cacheCreationTokens;
    return view.turns.length === 0 ? 0 : Math.round(tokens / view.turns.length);
}
function differences(a, b) {
    const counts = new Map();
    for (const [side, names] of [
        ['a', a],
        ['b', b],
    ]) {
        for (const name of names) {
            const count = counts.get(name) ?? { a: 0, b: 0 };
            count[side] += 1;
            counts.set(name, count);
        }
    }
    return [...counts]
        .filter(([, count]) => count.a !== count.b)
        .map(([what, count]) => ({ what, ...count }))
        .toSorted((x, y) => (x.what < y.what ? -1 : 1));
}

;// CONCATENATED MODULE: ./build/cli/audit-read.js







const NOT_VERIFIED = 'This shows what the trail says. That nobody changed it: countersign audit verify.';
const FILE_MODE = 0o600;
const TRAIL = { arguments: '<trail>', argumentSummary: audit_places/* TRAIL_ARGUMENT */.$g };
const OUT = {
    flags: '--out <file>',
    summary: 'the file to write; standard output where absent',
};
/** `audit show|report|export|diff`: a trail for people and for other programs. */
const readCommands = [
    {
        name: 'audit show',
        summary: 'Print a trail as a timeline',
        ...TRAIL,
        options: [],
        examples: ['countersign audit show ./trail | less'],
        run: audit_read_show,
    },
    {
        name: 'audit report',
        summary: 'Write a trail as one self-contained HTML page',
        ...TRAIL,
        options: [
            {
                flags: '--out <file>',
                summary: 'the file to write; - for standard output',
                default: 'report.html',
            },
        ],
        examples: ['countersign audit report ./trail --out report.html'],
        run: report,
    },
    {
        name: 'audit export',
        summary: 'Write a trail as OTLP JSON (traces), CSV (a line a call) or SARIF (denied and failed calls)',
        ...TRAIL,
        options: [
            { flags: '--format <name>', summary: EXPORT_FORMATS.join(' | '), default: 'otlp' },
            OUT,
        ],
        examples: ['countersign audit export ./trail --format csv --out calls.csv'],
        run: exportAs,
    },
    {
        name: 'audit diff',
        summary: 'What two runs did differently: tools, commands, hosts, verdicts, tokens; exit 1 where something',
        arguments: '<a> <b>',
        argumentSummary: audit_places/* TRAIL_ARGUMENT */.$g,
        options: [],
        run: diff,
    },
];
async function audit_read_show(call, io) {
    return await reading(call, io, async (path) => {
        if (!call.json) {
            io.out(`${(0,base_text/* visible */.RK)(await (0,show/* showTrail */.G)((0,reader/* readTrail */.hd)(path)))}${NOT_VERIFIED}\n`);
            return spec/* EXIT */.dc.ok;
        }
        const view = await (0,audit_view/* viewTrail */.MP)((0,reader/* readTrail */.hd)(path));
        io.out((0,cli_json/* shownJson */.o)({ ...view, totals: (0,audit_view/* totals */.Sd)(view) }));
        return spec/* EXIT */.dc.ok;
    });
}
async function report(call, io) {
    return await (0,audit_places/* withTrail */.vu)(call.args[0] ?? '.', io, async ({ path, blobs }) => await whole(io, async () => {
        const page = await (0,lazy/* renderReport */.B)((0,reader/* readTrail */.hd)(path), blobs ?? undefined);
        return await deliver(page, (0,spec/* textOption */.vU)(call, 'out') ?? 'report.html', { call, io });
    }));
}
async function exportAs(call, io) {
    const given = (0,spec/* textOption */.vU)(call, 'format') ?? 'otlp';
    const format = EXPORT_FORMATS.find((name) => name === given);
    if (format === undefined) {
        throw new errors/* CountersignError */.W('input-invalid', `--format is ${JSON.stringify(given)}.`, {
            fix: `Write one of: ${EXPORT_FORMATS.join(', ')}.`,
        });
    }
    return await reading(call, io, async (path) => {
        const text = await (0,lazy/* exportTrail */.n)(format, (0,reader/* readTrail */.hd)(path));
        return await deliver(format === 'csv' ? text : (0,cli_json/* escapeUnseen */.Y)(text), (0,spec/* textOption */.vU)(call, 'out') ?? '-', { call, io });
    });
}
async function reading(call, io, use) {
    return await (0,audit_places/* withTrail */.vu)(call.args[0] ?? '.', io, async ({ path }) => await whole(io, async () => await use(path)));
}
/** A trail whose chain does not hold is shown to nobody as if it did. */
async function whole(io, use) {
    try {
        return await use();
    }
    catch (error) {
        if (!(error instanceof errors/* CountersignError */.W) || error.code !== 'trail-broken')
            throw error;
        io.err(`${(0,base_text/* visible */.RK)((0,errors/* errorText */.k)(error))}\n`);
        return spec/* EXIT */.dc.no;
    }
}
/** Text for another program, to a file or to standard output. */
async function deliver(text, out, { call, io }) {
    if (out === '-') {
        io.out(text);
        return spec/* EXIT */.dc.ok;
    }
    const path = (0,external_node_path_.resolve)(io.cwd, out);
    try {
        await (0,promises_.writeFile)(path, text, { mode: FILE_MODE });
    }
    catch (error) {
        throw new errors/* CountersignError */.W('file-refused', `${path} cannot be written: ${(0,errors/* errorText */.k)(error)}.`, {
            fix: 'Name another file by --out.',
            cause: error,
        });
    }
    const bytes = Buffer.byteLength(text);
    io.out(call.json ? `${JSON.stringify({ file: path, bytes })}\n` : `${(0,base_text/* visible */.RK)(path)}: ${bytes} bytes\n`);
    return spec/* EXIT */.dc.ok;
}
async function diff(call, io) {
    const [a = '', b = ''] = call.args;
    return await (0,audit_places/* withTrail */.vu)(a, io, async (left) => await (0,audit_places/* withTrail */.vu)(b, io, async (right) => await whole(io, async () => {
        const found = await diffTrails((0,reader/* readTrail */.hd)(left.path), (0,reader/* readTrail */.hd)(right.path));
        const same = isSame(found);
        if (call.json)
            io.out((0,cli_json/* shownJson */.o)({ same, ...found }));
        else
            io.out(`${(0,base_text/* visible */.RK)(diffText(found, same))}\n`);
        return same ? spec/* EXIT */.dc.ok : spec/* EXIT */.dc.no;
    })));
}
const LISTS = ['tools', 'verdicts', 'states', 'commands', 'hosts', 'inputs'];
/** Tokens and costs differ between any two runs; they are told, and make no difference. */
function isSame(found) {
    return found.outcome.a === found.outcome.b && LISTS.every((name) => found[name].length === 0);
}
function diffText(found, same) {
    const lists = LISTS.flatMap((name) => found[name].length === 0 ? [] : [`${name}:`, ...found[name].map(differenceText)]);
    const { outcome, turns, tokensPerTurn, costUsd } = found;
    return [
        ...(same ? ['Both did the same.'] : []),
        `outcome: ${outcome.a ?? 'none'} | ${outcome.b ?? 'none'}`,
        ...lists,
        `turns: ${turns.a} | ${turns.b}`,
        `tokens per turn: ${tokensPerTurn.a} | ${tokensPerTurn.b}`,
        `cost in USD: ${costUsd.a ?? 'not known'} | ${costUsd.b ?? 'not known'}`,
    ].join('\n');
}
function differenceText({ what, a, b }) {
    return `  ${a} | ${b}  ${what.replaceAll('\n', ' ⏎ ')}`;
}

;// CONCATENATED MODULE: ./build/cli/audit.js



/** `audit …`: anybody's trail, without the repository or a key, and without the network unless a URL is given. */
const auditCommands = [
    audit_verify/* verifyCommand */.p0,
    ...readCommands,
    ...proveCommands,
];


/***/ })

};
