export const id = 7676;
export const ids = [7676];
export const modules = {

/***/ 66117:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ linesOf)
/* harmony export */ });
/* harmony import */ var node_readline__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(80481);

/** Reads lines from a terminal. I/O: the given stream, nothing else. */
function linesOf(input) {
    const reader = (0,node_readline__WEBPACK_IMPORTED_MODULE_0__.createInterface)({ input, terminal: false });
    const queue = [];
    let ended = false;
    let wake;
    reader.on('line', (line) => {
        queue.push(line);
        wake?.();
    });
    reader.on('close', () => {
        ended = true;
        wake?.();
    });
    return {
        next: async (signal) => {
            signal.throwIfAborted();
            if (queue.length === 0 && !ended)
                await untilWoken(signal, (waker) => void (wake = waker));
            signal.throwIfAborted();
            return queue.shift() ?? null;
        },
        close: () => reader.close(),
    };
}
function untilWoken(signal, onWaker) {
    const { promise, resolve } = Promise.withResolvers();
    const done = () => resolve();
    signal.addEventListener('abort', done, { once: true });
    onWaker(done);
    return promise.finally(() => signal.removeEventListener('abort', done));
}


/***/ }),

/***/ 42030:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   m: () => (/* binding */ systemClock)
/* harmony export */ });
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(58500);

/** The clock of the machine. */
const systemClock = {
    now: () => new Date(),
    monotonicMs: () => performance.now(),
    sleep: async (ms, signal) => {
        try {
            await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_0__.setTimeout)(ms, undefined, signal === undefined ? {} : { signal });
        }
        catch (error) {
            // The timer rejects with an AbortError of its own; callers go by the reason that was given.
            throw signal?.aborted === true ? signal.reason : error;
        }
    },
};


/***/ }),

/***/ 62227:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Y: () => (/* binding */ escapeUnseen),
/* harmony export */   o: () => (/* binding */ shownJson)
/* harmony export */ });
const UNSEEN = /[\u007f-\u009f\u2028\u2029\p{Cf}]/gu;
/** JSON for programs that a terminal can show as well: what does not show, or acts on a screen, is escaped. */
function shownJson(value) {
    return `${escapeUnseen(JSON.stringify(value, null, 2))}\n`;
}
/** The same for a text that is JSON already. Outside of strings JSON has none of these characters. */
function escapeUnseen(json) {
    return json.replaceAll(UNSEEN, (found) => Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''));
}


/***/ }),

/***/ 17676:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runCommands: () => (/* binding */ runCommands)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/approvals/fail-approver.js
var fail_approver = __webpack_require__(84041);
// EXTERNAL MODULE: ./build/approvals/parse-answer.js
var parse_answer = __webpack_require__(12855);
// EXTERNAL MODULE: ./build/approvals/markdown.js
var markdown = __webpack_require__(81650);
;// CONCATENATED MODULE: ./build/approvals/terminal-card.js

const WHY_MAX = 600;
/**
 * A request as plain text for a terminal. Everything foreign has its control characters written out: no escape
 * sequence of a command reaches the screen. Nothing is cut: what is approved is what can be read.
 */
function terminalCard(request) {
    const body = (0,markdown/* exact */.e0)(request.preview.text)
        .split('\n')
        .map((line) => `  │ ${line}`)
        .join('\n');
    const always = request.narrowestRule === null ? '' : `  always would allow: ${(0,markdown/* exact */.e0)(request.narrowestRule)}\n`;
    return `\n${request.id}  ${(0,markdown/* exact */.e0)(request.tool)}\n${body}\n${always}`;
}
/** Why a call asks, for a person who wants to know before deciding. */
function terminalExplanation(request) {
    const { verdict } = request;
    const line = verdict.line === null ? '' : `, line ${verdict.line} of the policy`;
    const rule = verdict.rule === null ? verdict.list : `${verdict.list}: ${verdict.rule}`;
    const lines = [`  why: ${verdict.because}`, `  decided by ${rule}${line}`];
    if (verdict.reason !== undefined)
        lines.push(`  the policy's reason: ${verdict.reason}`);
    for (const command of verdict.commands ?? []) {
        lines.push(`  ${command.verdict}: ${command.words.join(' ')} (${command.because})`);
    }
    if (request.narrowestRule !== null)
        lines.push(`  a rule that would allow exactly this: ${request.narrowestRule}`);
    lines.push(`  SHA-256 of what is approved: ${request.digest}`);
    return `${lines.map((text) => (0,markdown/* exact */.e0)(text).slice(0, WHY_MAX)).join('\n')}\n`;
}

// EXTERNAL MODULE: ./build/approvals/terminal-lines.js
var terminal_lines = __webpack_require__(66117);
;// CONCATENATED MODULE: ./build/approvals/terminal-approver.js




/** How often one question is put again to somebody who answers something else. */
const ASKED_MAX = 10;
const IN_TIME = 'Nobody answered in the time that the question has.';
/**
 * Asks at a terminal: y, n, explain, or always for this run. Without a terminal on both sides every request is
 * `unanswered`; the end of input is a no. `always` covers calls whose narrowest rule and list are the same, so that
 * it does not reach over a gate that was raised since.
 */
function createTerminalApprover(options) {
    const { input, output, trail } = options;
    if (input.isTTY !== true || output.isTTY !== true) {
        return (0,fail_approver/* createFailApprover */.A)({ trail, because: 'There is no terminal to ask at.' });
    }
    const always = new Set();
    return {
        ask: async (requests, { signal }) => {
            signal.throwIfAborted();
            if (requests.length === 0)
                return [];
            await recordAsked(trail, requests);
            const lines = (0,terminal_lines/* linesOf */.D)(input);
            try {
                output.write(requests.map(terminalCard).join(''));
                const answers = [];
                for (const request of requests) {
                    const covered = always.has(coverOf(request));
                    const said = covered
                        ? ALLOWED_BEFORE
                        : await question(options, lines, { request, signal });
                    if (said.kind === 'always')
                        always.add(coverOf(request));
                    answers.push(await decided(options, request, said));
                }
                return answers;
            }
            finally {
                lines.close();
            }
        },
    };
}
const ALLOWED_BEFORE = { kind: 'yes', words: 'allowed for this run by an earlier answer' };
/** What an `always` covers. A question to a person is never covered: each has its own id in the key. */
function coverOf(request) {
    const own = request.narrowestRule === null ? request.id : '';
    return JSON.stringify([request.tool, request.narrowestRule, request.verdict.list, own]);
}
async function question(options, lines, of) {
    const { request, signal } = of;
    const asksWords = request.expects === 'answer';
    const choices = asksWords
        ? 'your answer, or nothing to leave it open'
        : 'y/n/explain/always for this run';
    for (let asked = 0; asked < ASKED_MAX; asked += 1) {
        options.output.write(`${request.id} [${choices}] `);
        const line = await nextLine(options.clock, lines, of);
        signal.throwIfAborted();
        if (line === undefined)
            return { kind: 'nothing', words: IN_TIME };
        if (line === null)
            return { kind: 'no', words: 'the terminal was closed' };
        const said = asksWords ? spoken(line) : chosen(line);
        if (said !== null)
            return said;
        if (/^e(?:xplain)?$/i.test(line.trim()))
            options.output.write(terminalExplanation(request));
    }
    return { kind: 'no', words: 'no clear answer was given' };
}
/** The next line; `undefined` where the time of the question, or the run, is over first. */
async function nextLine(clock, lines, of) {
    const { waitMs } = of.request;
    const over = new AbortController();
    const answered = new AbortController();
    if (waitMs !== undefined) {
        clock.sleep(waitMs, answered.signal).then(() => over.abort(), () => undefined);
    }
    try {
        return await lines.next(AbortSignal.any([of.signal, over.signal]));
    }
    catch {
        return undefined;
    }
    finally {
        answered.abort();
    }
}
function spoken(line) {
    const words = line.trim().slice(0, parse_answer/* ANSWER_MAX_CHARACTERS */.hJ);
    return words === '' ? { kind: 'nothing', words: 'No answer was given.' } : { kind: 'yes', words };
}
/** `null` for anything but a plain choice: an unclear answer is asked again, never read as a yes. */
function chosen(line) {
    const text = line.trim();
    if (/^y(?:es)?$/i.test(text))
        return { kind: 'yes', words: '' };
    if (/^a(?:lways)?$/i.test(text))
        return { kind: 'always', words: 'and always for this run' };
    const no = /^no?(?:[ \t]+(.*))?$/i.exec(text);
    return no === null ? null : { kind: 'no', words: (no[1] ?? '').slice(0, parse_answer/* ANSWER_MAX_CHARACTERS */.hJ) };
}
async function decided(options, request, said) {
    const { trail, clock, login } = options;
    if (said.kind === 'nothing') {
        const { id, call } = request;
        await trail.append({ type: 'approval.void', approval: id, call, because: said.words });
        return { kind: 'unanswered', request, because: said.words };
    }
    await trail.append({
        type: 'approval.decision',
        approval: request.id,
        call: request.call,
        decision: said.kind === 'no' ? 'deny' : 'approve',
        counted: true,
        because: 'answered at the terminal',
        by: { login, id: null },
        permission: 'terminal',
        comment: null,
        ...(said.words === '' ? {} : { note: said.words }),
    });
    const at = clock.now().toISOString();
    const by = {
        login,
        id: null,
        permission: 'terminal',
        commentId: null,
        commentUrl: null,
        at,
    };
    if (said.kind === 'no')
        return { kind: 'denied', request, by, reason: said.words };
    return {
        kind: 'approved',
        request,
        by: [by],
        ...(said.words === '' ? {} : { note: said.words }),
    };
}
async function recordAsked(trail, requests) {
    await trail.append({
        type: 'approval.asked',
        card: null,
        via: 'terminal',
        count: 1,
        expires: null,
        requests: requests.map(({ id, call, digest }) => ({ approval: id, call, digest })),
    });
}

// EXTERNAL MODULE: ./build/approvals/consume.js
var consume = __webpack_require__(38257);
// EXTERNAL MODULE: ./build/base/clock.js
var clock = __webpack_require__(42030);
// EXTERNAL MODULE: ./build/base/text.js
var base_text = __webpack_require__(91497);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./build/base/ids.js
var ids = __webpack_require__(74602);
// EXTERNAL MODULE: ./build/calls/bus.js
var calls_bus = __webpack_require__(70480);
// EXTERNAL MODULE: ./build/model/provider.js
var model_provider = __webpack_require__(42297);
// EXTERNAL MODULE: ./build/model/create.js + 5 modules
var create = __webpack_require__(69527);
// EXTERNAL MODULE: ./build/policy/parse-policy.js + 3 modules
var parse_policy = __webpack_require__(90673);
// EXTERNAL MODULE: ./build/policy/load.js + 4 modules
var load = __webpack_require__(52078);
// EXTERNAL MODULE: ./build/policy/problems.js
var problems = __webpack_require__(58579);
// EXTERNAL MODULE: ./build/run/secrets.js + 9 modules
var secrets = __webpack_require__(73482);
// EXTERNAL MODULE: ./build/run/cancel.js
var cancel = __webpack_require__(97314);
// EXTERNAL MODULE: ./build/run/trusted-files.js
var trusted_files = __webpack_require__(20831);
// EXTERNAL MODULE: ./build/run/fail-asking.js
var fail_asking = __webpack_require__(97018);
// EXTERNAL MODULE: ./build/run/instructions.js
var run_instructions = __webpack_require__(277);
// EXTERNAL MODULE: ./build/run/tighter-budget.js
var tighter_budget = __webpack_require__(30015);
// EXTERNAL MODULE: ./build/run/output-schema.js
var output_schema = __webpack_require__(43049);
// EXTERNAL MODULE: ./build/run.js + 29 modules
var run = __webpack_require__(96771);
// EXTERNAL MODULE: ./build/sandbox/git.js
var git = __webpack_require__(62564);
// EXTERNAL MODULE: ./build/tell/tally.js
var tell_tally = __webpack_require__(43088);
// EXTERNAL MODULE: ./build/tell/log.js
var log = __webpack_require__(66932);
// EXTERNAL MODULE: ./build/cli/json.js
var json = __webpack_require__(62227);
// EXTERNAL MODULE: ./build/cli/spec.js
var spec = __webpack_require__(89230);
;// CONCATENATED MODULE: ./build/cli/run.js













const DEFAULT_POLICY = '.github/countersign.yml';
/** `run`: the main job on a local checkout, with approvals at the terminal. */
const runCommands = [
    {
        name: 'run',
        summary: 'Work on a local checkout; whoever sits at the terminal approves',
        arguments: '[prompt...]',
        argumentSummary: 'what to do; - reads standard input',
        options: [
            { flags: '--workspace <dir>', summary: 'the checkout', default: '.' },
            {
                flags: '--policy <file>',
                summary: `the policy; ${DEFAULT_POLICY} of the checkout where absent`,
            },
            { flags: '--model <name>', summary: 'the model, or scripted:FILE' },
            {
                flags: '--provider <name>',
                summary: `who serves the model: ${model_provider/* PROVIDERS */.x.join(', ')}`,
                default: 'anthropic',
            },
            { flags: '--approvals <where>', summary: 'terminal or fail', default: 'terminal' },
            { flags: '--trail <dir>', summary: 'where the trail goes; outside of the checkout' },
            { flags: '--system-prompt <text>', summary: 'text appended to the system prompt' },
            { flags: '--max-turns <n>', summary: 'turns at most' },
            { flags: '--max-calls <n>', summary: 'calls at most' },
            { flags: '--max-tokens <n>', summary: 'tokens at most' },
            { flags: '--max-usd <n>', summary: 'US dollars at most' },
            { flags: '--max-minutes <n>', summary: 'minutes at most' },
            {
                flags: '--output-schema <schema>',
                summary: 'JSON Schema of the result, or a file with it; the result is printed',
            },
            { flags: '--sandbox-required', summary: 'stop where no OS sandbox can be had' },
        ],
        examples: [
            'ANTHROPIC_API_KEY=… countersign run "Fix the failing test"',
            'countersign run --model scripted:turns.json --approvals fail "Try the script"',
        ],
        run: runHere,
    },
];
async function runHere(call, io) {
    const job = await jobFrom(call, io);
    const key = io.environment['ANTHROPIC_API_KEY'] ?? null;
    const redactor = (0,secrets/* redactorFor */.sD)(io.environment, { 'anthropic-api-key': key });
    redactor.addPatterns((0,secrets/* patternsOf */.D4)(job.policy));
    const model = await (0,create/* createModel */.k)({
        provider: providerOf(call),
        environment: io.environment,
        model: (0,spec/* textOption */.vU)(call, 'model') ?? undefined,
        apiKey: key ?? undefined,
        baseUrl: io.environment['ANTHROPIC_BASE_URL'],
        cwd: io.cwd,
        clock: clock/* systemClock */.m,
    });
    const say = (text) => io.err(`${(0,base_text/* visible */.RK)(text)}\n`);
    const bus = (0,calls_bus/* createBus */.h)((error) => say((0,errors/* errorText */.k)(error)));
    const { tally, listen } = (0,tell_tally/* createTally */.X)();
    bus.on(listen);
    bus.on((0,log/* logListener */.d)({ line: say, group: (title) => say(`\n${title}`), endGroup: () => undefined }));
    const stop = (0,cancel/* cancelledBySignals */.W)();
    try {
        const report = await (0,run/* run */.e)(job, {
            clock: clock/* systemClock */.m,
            redactor,
            bus,
            tally,
            model,
            signal: stop.signal,
            environment: io.environment,
            ask: ({ trail }) => askHere(call, trail, job),
            tools: () => [],
            trusted: (0,trusted_files/* trustedFolder */.qe)(job.root),
            suspension: null,
        });
        return tellReport(report, call, io);
    }
    finally {
        stop.off();
    }
}
function askHere(call, trail, job) {
    const where = approvalsOf(call);
    if (where === 'fail' || !process.stdin.isTTY || !process.stderr.isTTY) {
        const because = where === 'fail' ? 'Approvals are set to fail.' : 'There is no terminal to ask at.';
        return (0,fail_asking/* failAsking */.m)(trail, because);
    }
    const approver = createTerminalApprover({
        input: process.stdin,
        output: process.stderr,
        trail,
        clock: clock/* systemClock */.m,
        login: job.requester ?? 'terminal',
    });
    return {
        approver,
        claim: (request, answer) => (0,consume/* consumeApproval */.M)({ trail, github: null, request, answer }),
        parkedCard: () => null,
        ended: () => null,
    };
}
function providerOf(call) {
    const name = (0,spec/* textOption */.vU)(call, 'provider') ?? 'anthropic';
    const provider = model_provider/* PROVIDERS */.x.find((known) => known === name);
    if (provider !== undefined)
        return provider;
    throw new errors/* CountersignError */.W('input-invalid', `--provider is ${JSON.stringify(name)}.`, {
        fix: `Write one of: ${model_provider/* PROVIDERS */.x.join(', ')}.`,
    });
}
function approvalsOf(call) {
    const where = (0,spec/* textOption */.vU)(call, 'approvals') ?? 'terminal';
    if (where === 'terminal' || where === 'fail')
        return where;
    throw new errors/* CountersignError */.W('input-invalid', `--approvals is ${JSON.stringify(where)}.`, {
        fix: 'Write --approvals terminal or --approvals fail.',
    });
}
async function jobFrom(call, io) {
    const root = (0,external_node_path_.resolve)(io.cwd, (0,spec/* textOption */.vU)(call, 'workspace') ?? '.');
    const { policy, source } = await localPolicy(call, root, io);
    const instructions = await (0,run_instructions/* instructionsIn */.b)((0,trusted_files/* trustedFolder */.qe)(root), '');
    const runId = (0,ids/* newRunId */.F)();
    const words = call.args.join(' ');
    const request = (words === '-' ? await io.stdin() : words).trim();
    if (request === '') {
        throw new errors/* CountersignError */.W('input-invalid', 'Nothing was asked for.', {
            fix: 'Write what to do: countersign run "Fix the failing test".',
        });
    }
    approvalsOf(call);
    const temp = io.environment['TMPDIR'] ?? '/tmp';
    return {
        run: runId,
        root,
        repository: null,
        headSha: await localHead(root),
        trigger: { event: 'cli', actor: null, number: null, url: null },
        workflow: null,
        requester: io.environment['USER'] ?? null,
        request,
        context: [],
        untrustedFiles: null,
        instructions: instructions === null ? [] : [instructions],
        systemPrompt: (0,spec/* textOption */.vU)(call, 'systemPrompt'),
        outputSchema: await outputSchemaOf(call, io),
        policy,
        policySource: { source, ref: null },
        budget: (0,tighter_budget/* tighterBudget */.b)(policy, budgetOptions(call)),
        sandboxRequired: (0,spec/* switchOption */.IL)(call, 'sandboxRequired'),
        protect: [DEFAULT_POLICY],
        resume: null,
        askWhom: approvalsOf(call) === 'terminal' && process.stdin.isTTY ? 'terminal' : 'nobody',
        trailFolder: (0,external_node_path_.resolve)(io.cwd, (0,spec/* textOption */.vU)(call, 'trail') ?? (0,external_node_path_.join)(temp, 'countersign', runId)),
    };
}
async function outputSchemaOf(call, io) {
    const value = (0,spec/* textOption */.vU)(call, 'outputSchema');
    if (value === null)
        return null;
    return await (0,output_schema/* readOutputSchema */.P)(value, {
        where: '--output-schema',
        text: async (path) => await (0,promises_.readFile)((0,external_node_path_.resolve)(io.cwd, path), 'utf8').catch(() => null),
    });
}
/** A folder that is no git checkout can be worked in, too; its trail then names no commit. */
async function localHead(root) {
    try {
        return await (0,git/* headCommit */.Qo)(root);
    }
    catch (error) {
        if (error instanceof errors/* CountersignError */.W && error.code === 'worktree-refused')
            return null;
        throw error;
    }
}
/** The policy as the person at the terminal names it: their checkout, their word. */
async function localPolicy(call, root, io) {
    const named = (0,spec/* textOption */.vU)(call, 'policy');
    const file = named === null ? (0,external_node_path_.join)(root, DEFAULT_POLICY) : (0,external_node_path_.resolve)(io.cwd, named);
    let text;
    try {
        text = await (0,promises_.readFile)(file, 'utf8');
    }
    catch (cause) {
        if (named === null)
            return { policy: (0,parse_policy/* builtinPolicy */.K)(), source: `built-in (no ${DEFAULT_POLICY})` };
        throw new errors/* CountersignError */.W('policy-unreadable', `The policy ${file} cannot be read.`, {
            fix: 'Name a file that exists with --policy.',
            cause,
        });
    }
    const loaded = (0,load/* loadPolicy */.tb)(text, { file: named ?? DEFAULT_POLICY });
    if (loaded.ok)
        return { policy: loaded.policy, source: named ?? DEFAULT_POLICY };
    throw new errors/* CountersignError */.W('policy-invalid', loaded.problems.map(problems/* problemText */.f).join('\n'));
}
const BUDGET_OPTIONS = {
    turns: 'maxTurns',
    calls: 'maxCalls',
    tokens: 'maxTokens',
    usd: 'maxUsd',
    minutes: 'maxMinutes',
};
function budgetOptions(call) {
    const found = {};
    for (const name of ['turns', 'calls', 'tokens', 'usd', 'minutes']) {
        const text = (0,spec/* textOption */.vU)(call, BUDGET_OPTIONS[name]);
        if (text === null)
            continue;
        const value = Number(text);
        if (!(value > 0) || !Number.isFinite(value)) {
            throw new errors/* CountersignError */.W('input-invalid', `--max-${name} is ${JSON.stringify(text)}.`, {
                fix: `Write a number above 0: --max-${name} 10.`,
            });
        }
        found[name] = value;
    }
    return found;
}
function tellReport(report, call, io) {
    const { structuredOutput = null } = report;
    if (call.json) {
        const result = structuredOutput === null ? null : JSON.parse(structuredOutput);
        io.out(`${JSON.stringify({ ...report, structuredOutput: result }, null, 2)}\n`);
    }
    else {
        if (structuredOutput !== null)
            io.out(`${(0,json/* escapeUnseen */.Y)(structuredOutput)}\n`);
        io.out(`${report.outcome}: ${(0,base_text/* visible */.RK)(report.summary)}\n`);
        io.out(`Trail: ${report.trailFolder} (${report.head.count} entries, head ${report.head.hash})\n`);
    }
    switch (report.outcome) {
        case 'done':
        case 'skipped':
            return spec/* EXIT */.dc.ok;
        case 'awaiting-approval':
            return spec/* EXIT */.dc.waiting;
        case 'cancelled':
            return spec/* EXIT */.dc.cancelled;
        case 'incomplete':
        case 'denied':
        case 'over-budget':
        case 'timed-out':
        case 'error':
            return spec/* EXIT */.dc.no;
    }
}


/***/ })

};
