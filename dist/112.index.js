export const id = 112;
export const ids = [112];
export const modules = {

/***/ 59112:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runPost: () => (/* binding */ runPost)
});

// EXTERNAL MODULE: ./build/base/index.js + 21 modules
var base = __webpack_require__(12112);
// EXTERNAL MODULE: ./build/github/index.js + 45 modules
var github = __webpack_require__(67614);
// EXTERNAL MODULE: ./build/run/environment.js
var environment = __webpack_require__(39679);
// EXTERNAL MODULE: ./build/approvals/index.js + 25 modules
var approvals = __webpack_require__(21788);
// EXTERNAL MODULE: ./build/run/afterwards.js
var afterwards = __webpack_require__(14373);
// EXTERNAL MODULE: ./build/run/attest-trail.js
var attest_trail = __webpack_require__(79880);
// EXTERNAL MODULE: ./build/run/markdown.js
var markdown = __webpack_require__(57157);
;// CONCATENATED MODULE: ./build/run/markdown-post.js


const WHY_CHARS = 300;
const MAX_ROWS = 100;
/** What became of a call that was in this state when its process died. Effects begin only after `EXECUTING` is on disk. */
function fateOf(state) {
    switch (state) {
        case 'EXECUTING':
            return 'it had begun; what it did is not known';
        case 'COMPLETED':
            return 'it ran';
        case 'FAILED':
            return 'it failed';
        case 'DENIED':
            return 'it was refused';
        default:
            return 'it was not run';
    }
}
/** The job summary where the trail itself could not be ended. */
function brokenSummary(because, published) {
    return [
        `## ${markdown/* MARK */.M$.error} Countersign: error`,
        (0,markdown/* quoted */.TL)(because),
        `**Trail** ${whereOf(published)}`,
    ].join('\n\n');
}
function whereOf(published) {
    return published.kind === 'uploaded'
        ? `[${published.name}](${published.url})`
        : `not uploaded: ${(0,base/* oneLine */.TN)(published.because, WHY_CHARS)}`;
}
/** The job summary that the post step writes for a main step that could not. */
function postSummary(of) {
    const { sealed, published } = of;
    return [
        `## ${markdown/* MARK */.M$[sealed.outcome]} Countersign: ${sealed.outcome}`,
        (0,markdown/* quoted */.TL)(of.because),
        sealedSection(sealed),
        ...(sealed.own ? [`**Trail** ${whereOf(published)}`] : []),
        `${sealed.head.count} entries, head \`${sealed.head.hash}\`.`,
    ]
        .filter((part) => part !== '')
        .join('\n\n');
}
/** The tracking comment of a run whose main step could not finish it. */
function postTracking(of) {
    const { sealed, published } = of;
    const trail = published.kind === 'uploaded' ? ` · [trail](${published.url})` : '';
    const { count, hash } = sealed.head;
    return [
        (0,markdown/* trackingMarker */.MA)(of.run),
        `${markdown/* MARK */.M$[sealed.outcome]} **Countersign: ${sealed.outcome}** · [job](${of.jobUrl})${trail}`,
        (0,markdown/* quoted */.TL)(of.because),
        sealedSection(sealed),
        `<sub>trail: ${count} entries, head ${hash}</sub>`,
    ]
        .filter((part) => part !== '')
        .join('\n\n');
}
function sealedSection({ sealed }) {
    if (sealed.length === 0)
        return '';
    const rows = sealed
        .slice(0, MAX_ROWS)
        .map(({ call, tool, state }) => `- ${(0,markdown/* cell */.Hn)(`${call} ${tool}`)}: ${fateOf(state)}`);
    const more = sealed.length > MAX_ROWS ? [`- … and ${sealed.length - MAX_ROWS} more in the trail`] : [];
    return ['**Calls that were open**', '', ...rows, ...more].join('\n');
}

// EXTERNAL MODULE: ./build/run/publish.js
var publish = __webpack_require__(8097);
// EXTERNAL MODULE: ./build/audit/index.js + 26 modules
var audit = __webpack_require__(1411);
// EXTERNAL MODULE: ./build/version.js
var version = __webpack_require__(58508);
// EXTERNAL MODULE: ./build/run/wreck.js
var run_wreck = __webpack_require__(1556);
;// CONCATENATED MODULE: ./build/run/seal.js




/**
 * Ends a trail whose process was killed, truthfully: calls that were open are `SEALED` (of one that had begun nobody
 * knows what it did), what was asked is void, and `run.end` says why. A run that had suspended itself stays
 * `awaiting-approval`; a trail that has its end is left as it is; one that had not begun gets a beginning first.
 */
async function sealTrail(job) {
    const { folder, run, clock, redactor } = job;
    // Opening first sets a torn last line aside, so that what is surveyed is whole.
    const trail = await (0,audit/* openTrail */.bc)({ folder, run, clock, redactor });
    try {
        const wreck = await (0,run_wreck/* surveyWreck */.T)(folder);
        const own = wreck.start === null || isOf(job, wreck.start.workflow);
        if (!own || wreck.outcome !== null) {
            return { wreck, head: trail.head(), outcome: wreck.outcome ?? 'error', sealed: [], own };
        }
        if (wreck.start === null)
            await begin(trail, job);
        const outcome = wreck.suspended ? 'awaiting-approval' : 'error';
        const sealed = wreck.suspended ? [] : await sealCalls(trail, wreck, job.because);
        await end(trail, wreck, { outcome, because: job.because });
        return { wreck, head: trail.head(), outcome, sealed, own };
    }
    finally {
        await trail.close();
    }
}
function isOf(job, workflow) {
    const mine = job.about.workflow;
    if (workflow === null || mine === null)
        return true;
    return (workflow.runId === mine.runId && workflow.attempt === mine.attempt && workflow.job === mine.job);
}
/** The process died between making the trail and its first entry: nothing was loaded, and nothing done. */
async function begin(trail, { about }) {
    await trail.append({
        type: 'run.start',
        start: 'fresh',
        version: version/* VERSION */.x,
        ...about,
        policy: { source: 'none was loaded', ref: null, sha256: (0,base/* sha256 */.sc)(''), mode: 'none' },
        'gen_ai.provider.name': 'none',
        'gen_ai.request.model': 'none',
        request: '',
        budget: {},
    });
}
async function sealCalls(trail, wreck, because) {
    for (const { approval, call, status } of wreck.approvals.values()) {
        if (status === 'open')
            await trail.append({ type: 'approval.void', approval, call, because });
    }
    const open = [...wreck.calls].filter(([, { state }]) => audit/* TRANSITIONS */.Ds[state].includes('SEALED'));
    for (const [call] of open)
        await trail.append({ type: 'call.state', call, state: 'SEALED', because });
    return open.map(([call, { tool, state }]) => ({ call, tool, state }));
}
async function end(trail, wreck, of) {
    const calls = { total: wreck.calls.size };
    for (const { state } of wreck.calls.values())
        calls[state] = (calls[state] ?? 0) + 1;
    await trail.append({
        type: 'run.end',
        outcome: of.outcome,
        summary: of.because,
        count: trail.head().count,
        turns: wreck.turns,
        calls,
        tokens: wreck.tokens,
        costUsd: wreck.costUsd,
    });
}

;// CONCATENATED MODULE: ./build/run/finish-dead.js








const MAX_CARDS = 50;
const KILLED = 'The main step ended before it could conclude: it was killed, ran out of time or memory, or the machine went away.';
const TOLD_NOTHING = 'The run had ended, but the main step was gone before it could say so.';
const NOT_BEGUN = 'The job was ended before it went on with the run. It did nothing; what the run waits for can still be answered.';
const SUSPENDED = 'The run had suspended itself to wait for an answer when its job was ended from outside.';
/**
 * Does what a main step that died could not do any more: ends the trail, uploads it with its report, closes the cards,
 * finishes the tracking comment, and writes the summary. One failing keeps none of the others from being done.
 */
async function finishDead(job, world) {
    const sealed = await sealTrail({ ...job, because: KILLED }).catch(async (error) => {
        // Broken, or on a full disk: it is not written to, and goes up as the evidence that it is.
        await world.summary(brokenSummary((0,base/* errorText */.kc)(error), await upload(job, world)));
        throw error;
    });
    if (sealed.own) {
        const { environment, warn } = world;
        await (0,afterwards/* makeFromTrail */.d)({ folder: job.folder, outcome: sealed.outcome, environment, warn });
        await (0,attest_trail/* attestTrail */.k)(job.folder, world.attestor, world.warn);
    }
    const because = reasonOf(sealed);
    const published = sealed.own ? await upload(job, world) : notOurs;
    const told = { run: job.run, because, sealed, published, jobUrl: world.jobUrl };
    await closeCards({ job, world, sealed, because });
    await finishTracking(told, world);
    await world.summary(postSummary(told));
    return sealed.head;
}
const notOurs = {
    kind: 'kept',
    because: 'it is the trail of an earlier job, which uploaded it',
};
function reasonOf(sealed) {
    if (!sealed.own)
        return NOT_BEGUN;
    if (sealed.wreck.outcome !== null)
        return TOLD_NOTHING;
    return sealed.wreck.suspended ? SUSPENDED : KILLED;
}
async function upload(job, world) {
    const { artifact: name, retentionDays } = world;
    const published = await (0,publish/* publishTrail */.w)(world.store, { folder: job.folder, name, retentionDays });
    if (published.kind === 'kept')
        world.warn(`The trail was not uploaded: ${published.because}`);
    return published;
}
/** Cards that still offer an answer which nobody would read. */
async function closeCards(of) {
    const { sealed, world } = of;
    if (sealed.outcome === 'awaiting-approval')
        return;
    const asked = [...sealed.wreck.approvals.values()];
    const waiting = asked.flatMap(({ card, status }) => status === 'open' && card !== null ? [card] : []);
    for (const card of [...new Set(waiting)].slice(0, MAX_CARDS)) {
        const requests = asked
            .filter((one) => one.card === card)
            .map(({ approval, call, decidedBy }) => {
            const known = sealed.wreck.calls.get(call);
            return {
                approval,
                call,
                tool: known?.tool ?? '',
                decidedBy,
                fate: fateOf(known?.state ?? ''),
            };
        });
        const body = () => (0,approvals/* renderClosedCard */.tJ)({
            run: of.job.run,
            workflowRun: workflowRunOf(of.job),
            requests,
            because: of.because,
            runUrl: world.jobUrl,
            head: sealed.head,
        });
        await edit(world, {
            id: card,
            body,
            what: 'card',
            isIt: (text) => (0,approvals/* readMarker */.t7)(text)?.run === of.job.run,
        });
    }
}
function workflowRunOf({ about, }) {
    const id = Number(about.workflow?.runId);
    const attempt = Number(about.workflow?.attempt);
    return Number.isSafeInteger(id) && Number.isSafeInteger(attempt) && id > 0 && attempt > 0
        ? { id, attempt }
        : null;
}
async function finishTracking(told, world) {
    const { trackingComment: id } = world;
    if (id === null)
        return;
    const isIt = (text) => text.startsWith((0,markdown/* trackingMarker */.MA)(told.run));
    await edit(world, { id, body: () => postTracking(told), what: 'tracking comment', isIt });
}
/** Only a comment that is what the run itself put there is written over. */
async function edit({ github, warn }, of) {
    try {
        const comment = await github.comment(of.id);
        if (comment !== null && of.isIt(comment.body))
            await github.updateComment(of.id, of.body());
    }
    catch (error) {
        warn(`The ${of.what} could not be finished: ${(0,base/* errorText */.kc)(error)}`);
    }
}

// EXTERNAL MODULE: ./build/run/runner.js
var run_runner = __webpack_require__(71262);
// EXTERNAL MODULE: ./build/run/secrets.js
var secrets = __webpack_require__(70299);
// EXTERNAL MODULE: ./build/run/state.js
var state = __webpack_require__(69047);
;// CONCATENATED MODULE: ./build/post.js







/** A cancelled job gives its post steps a few minutes; telling people must not take them all. */
const GITHUB_TIMEOUT_MS = 90_000;
/**
 * The action's post step, which runs whatever became of the main step. Where that one concluded there is nothing to
 * do; else it seals the trail, uploads it, and says so.
 */
async function runPost() {
    const runner = await (0,run_runner/* githubRunner */.O)();
    try {
        await clear(runner);
    }
    catch (error) {
        runner.error((0,base/* neutralise */.$0)((0,base/* errorText */.kc)(error)));
    }
}
async function clear(runner) {
    const folder = runner.state(state/* STATE */.c.folder);
    if (folder === '' || runner.state(state/* STATE */.c.finished) === 'true')
        return;
    const step = (0,environment/* readStepEnvironment */.s)(process.env);
    const secret = (name) => runner.input(name) || null;
    const token = secret('github-token') ?? '';
    const redactor = (0,secrets/* redactorFor */.sD)(process.env, {
        'github-token': secret('github-token'),
        'anthropic-api-key': secret('anthropic-api-key'),
        'state-key': secret('state-key'),
    });
    const { owner, repo, apiUrl } = step;
    const job = {
        folder,
        run: runner.state(state/* STATE */.c.run),
        clock: base/* systemClock */.ml,
        redactor,
        about: {
            repository: `${owner}/${repo}`,
            headSha: step.sha,
            trigger: { event: step.eventName, actor: null, number: null, url: null },
            workflow: { runId: step.runId, attempt: step.attempt, job: step.job, url: step.jobUrl },
        },
    };
    const server = { token, apiUrl, owner, repo, proxied: (0,github/* isProxied */.S7)(process.env, apiUrl) };
    const head = await finishDead(job, {
        github: (0,github/* createGitHub */.Cl)({ ...server, redactor, signal: AbortSignal.timeout(GITHUB_TIMEOUT_MS) }),
        attestor: runner.input('attest') === 'true'
            ? (0,github/* createAttestor */.ZK)({ ...server, environment: process.env })
            : null,
        store: (0,github/* createArtifactStore */.GA)({ env: process.env, owner, repo, token }),
        environment: process.env,
        jobUrl: step.jobUrl,
        artifact: runner.state(state/* STATE */.c.artifact),
        retentionDays: positive(runner.state(state/* STATE */.c.retentionDays)),
        trackingComment: positive(runner.state(state/* STATE */.c.tracking)),
        warn: (message) => runner.warning((0,base/* neutralise */.$0)(message)),
        summary: (markdown) => runner.summary(markdown),
    });
    runner.info(`Trail: ${head.count} entries, head ${head.hash}`);
}
/** A number that the main step left; `null` where it left none. */
function positive(text) {
    const value = Number(text);
    return Number.isSafeInteger(value) && value > 0 ? value : null;
}


/***/ }),

/***/ 79880:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   k: () => (/* binding */ attestTrail)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var _audit_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1411);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(12112);
// I/O: the attestation beside the trail.





const FILE_MODE = 0o600;
/**
 * Signs the trail as it lies in a folder and leaves the bundle beside it and with GitHub. Called when nothing is added
 * any more. Never fails: a trail that is not attested is as intact as before, and `warn` is told why it is not.
 * `attestor` is `null` where nobody asked for it; a bundle of an earlier part of the run goes then, for it is of a shorter trail.
 */
async function attestTrail(folder, attestor, warn) {
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, _audit_index_js__WEBPACK_IMPORTED_MODULE_3__/* .ATTESTATION_FILE */ .qQ);
    try {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.rm)(path, { force: true });
        if (attestor === null)
            return;
        const bundle = await attestor.sign({ name: _audit_index_js__WEBPACK_IMPORTED_MODULE_3__/* .TRAIL_FILE */ .eB, sha256: await digestOf(folder) });
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.writeFile)(path, bundle, { mode: FILE_MODE, flag: 'wx' });
        await attestor.keep(bundle);
    }
    catch (error) {
        warn(`The input attest is true, but not all of it was done: ${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_4__/* .errorText */ .kc)(error)}`);
    }
}
async function digestOf(folder) {
    const hash = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256');
    for await (const chunk of (0,_audit_index_js__WEBPACK_IMPORTED_MODULE_3__/* .trailBytes */ ._D)(folder))
        hash.update(chunk);
    return hash.digest('hex');
}


/***/ }),

/***/ 39679:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   s: () => (/* binding */ readStepEnvironment)
/* harmony export */ });
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(48161);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(55156);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(12112);



const text = zod__WEBPACK_IMPORTED_MODULE_2__.string().min(1);
const variables = zod__WEBPACK_IMPORTED_MODULE_2__.object({
    GITHUB_EVENT_NAME: text,
    GITHUB_EVENT_PATH: text,
    GITHUB_REPOSITORY: zod__WEBPACK_IMPORTED_MODULE_2__.string().regex(/^[^/\s]+\/[^/\s]+$/),
    GITHUB_API_URL: zod__WEBPACK_IMPORTED_MODULE_2__.url().default('https://api.github.com'),
    GITHUB_SERVER_URL: zod__WEBPACK_IMPORTED_MODULE_2__.url().default('https://github.com'),
    GITHUB_WORKSPACE: text,
    RUNNER_TEMP: text.default((0,node_os__WEBPACK_IMPORTED_MODULE_0__.tmpdir)()),
    GITHUB_RUN_ID: text.default('0'),
    GITHUB_RUN_ATTEMPT: text.default('1'),
    GITHUB_JOB: text.default('job'),
    GITHUB_SHA: text.optional(),
    GITHUB_WORKFLOW_REF: text.optional(),
});
/** Reads the runner's variables. Throws `event-invalid` that names the one that is missing. */
function readStepEnvironment(environment) {
    const parsed = variables.safeParse(environment);
    if (!parsed.success) {
        const name = String(parsed.error.issues[0]?.path[0] ?? 'GITHUB_EVENT_NAME');
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .CountersignError */ .WS('event-invalid', `The environment variable ${name} is ${JSON.stringify(environment[name] ?? null)}.`, { fix: 'Run this as a step of a GitHub workflow, or use the command line: countersign run.' });
    }
    const v = parsed.data;
    const [owner = '', repo = ''] = v.GITHUB_REPOSITORY.split('/');
    return {
        eventName: v.GITHUB_EVENT_NAME,
        eventPath: v.GITHUB_EVENT_PATH,
        owner,
        repo,
        apiUrl: v.GITHUB_API_URL,
        serverUrl: v.GITHUB_SERVER_URL,
        workspace: v.GITHUB_WORKSPACE,
        tempFolder: v.RUNNER_TEMP,
        runId: v.GITHUB_RUN_ID,
        attempt: v.GITHUB_RUN_ATTEMPT,
        job: v.GITHUB_JOB,
        sha: v.GITHUB_SHA ?? null,
        workflow: workflowFile(v.GITHUB_WORKFLOW_REF),
        jobUrl: `${v.GITHUB_SERVER_URL}/${owner}/${repo}/actions/runs/${v.GITHUB_RUN_ID}`,
    };
}
/** `owner/name/.github/workflows/agent.yml@refs/heads/main` without the repository and the ref. */
function workflowFile(ref) {
    return /^[^/]+\/[^/]+\/([^@]+)@/.exec(ref ?? '')?.[1] ?? null;
}


/***/ }),

/***/ 57157:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hn: () => (/* binding */ cell),
/* harmony export */   M$: () => (/* binding */ MARK),
/* harmony export */   MA: () => (/* binding */ trackingMarker),
/* harmony export */   TL: () => (/* binding */ quoted),
/* harmony export */   Yj: () => (/* binding */ trackingBody),
/* harmony export */   lJ: () => (/* binding */ finalBody),
/* harmony export */   sp: () => (/* binding */ jobSummary)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(12112);
/* harmony import */ var _summary_parts_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(95169);


const MAX_ROWS = 100;
const SUMMARY_CHARS = 10_000;
const CELL_CHARS = 160;
const WARNING_CHARS = 600;
const MARK = {
    done: '✅',
    incomplete: '⚠️',
    denied: '⛔',
    'awaiting-approval': '⏳',
    'over-budget': '⚠️',
    'timed-out': '⚠️',
    cancelled: '⚠️',
    error: '❌',
    skipped: '⏭️',
};
/** Text of a model or a stranger inside a table cell: one line of code that cannot leave its cell. */
function cell(text, maxChars = CELL_CHARS) {
    const line = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .oneLine */ .TN)(text, maxChars).replaceAll('`', '′').replaceAll('|', '\\|');
    return line === '' ? '' : `\`${line}\``;
}
/** Text of a model as a quoted block that notifies nobody, links to no picture and cannot end its quote. */
function quoted(text) {
    return (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .fence */ .EU)((0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .visible */ .RK)((0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .truncateMiddle */ .kU)(text, SUMMARY_CHARS)), 'text');
}
/** The job summary: what a maintainer reads in a minute. `picture` is the timeline, empty where there is none. */
function jobSummary(report, { published, picture }) {
    const { counts } = report;
    const needed = report.calls.filter(lacksAnswer);
    return [
        `## ${MARK[report.outcome]} Countersign: ${report.outcome}`,
        report.summary === '' ? '' : quoted(report.summary),
        ...(needed.length === 0 ? [] : [neededSection(needed)]),
        report.warnings.map((warning) => `⚠️ ${cell(warning, WARNING_CHARS)}`).join('\n\n'),
        [
            '| asked by | model | turns | calls | auto | approved | denied | failed | tokens | cost |',
            '|--|--|--|--|--|--|--|--|--|--|',
            `| ${[
                report.requester === null ? '' : cell(report.requester),
                cell(report.model),
                report.turns,
                counts.total,
                counts.auto,
                counts.approved,
                counts.denied,
                counts.failed,
                report.tokens,
                cost(report.costUsd),
            ].join(' | ')} |`,
        ].join('\n'),
        `**Asked for**\n\n${quoted(report.request)}`,
        (0,_summary_parts_js__WEBPACK_IMPORTED_MODULE_1__/* .verdictTable */ .K)(report.calls),
        picture,
        callsSection(report.calls),
        changesSection(report.changedFiles),
        trailSection(report, published),
    ]
        .filter((part) => part !== '')
        .join('\n\n');
}
/** A call that somebody said no to is not listed: the summary does not teach how to get around a person. */
function lacksAnswer(line) {
    return line.state === 'DENIED' && line.rule !== null && line.decidedBy === 'nobody';
}
function neededSection(needed) {
    const rows = needed
        .slice(0, MAX_ROWS)
        .map((line) => `| ${cell(line.tool)} | ${cell(line.inputPreview)} | ${cell(line.rule ?? '')} |`);
    return [
        '**These calls needed an approval and got none.** To let one run without asking, add its rule to `auto:`.',
        '',
        '| tool | call | rule to add |',
        '|--|--|--|',
        ...rows,
    ].join('\n');
}
function callsSection(calls) {
    if (calls.length === 0)
        return '';
    const rows = calls.slice(0, MAX_ROWS).map((line) => {
        const by = line.decidedBy === null ? '' : ` by ${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .oneLine */ .TN)(line.decidedBy, CELL_CHARS)}`;
        const verdict = `${line.verdict ?? '–'}${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .defuseMentions */ .qs)(by)}`;
        const shown = [line.call, cell(line.tool), cell(line.inputPreview), verdict, line.state];
        return `| ${shown.join(' | ')} |`;
    });
    const more = calls.length > MAX_ROWS ? `\n\n… and ${calls.length - MAX_ROWS} more in the trail.` : '';
    return [
        `<details><summary>Calls (${calls.length})</summary>`,
        '',
        '| call | tool | input | verdict | state |',
        '|--|--|--|--|--|',
        ...rows,
        more,
        '</details>',
    ].join('\n');
}
function changesSection(files) {
    if (files.length === 0)
        return '';
    const shown = files.slice(0, MAX_ROWS).map((file) => `- ${cell(file)}`);
    return [`**Changed files (${files.length})**`, '', ...shown].join('\n');
}
function trailSection(report, published) {
    const { count, hash } = report.head;
    const where = published.kind === 'uploaded'
        ? `[${published.name}](${published.url})`
        : `not uploaded: ${cell(published.because)}`;
    return [
        `**Trail** ${where}`,
        `${count} entries, head \`${hash}\`. Check it with \`countersign audit verify DIR --head ${hash}\`.`,
        `Policy ${cell(report.policy)} · sandbox ${cell(report.sandbox)} · run \`${report.run}\``,
    ].join('\n\n');
}
/** The tracking comment while the run works. */
function trackingBody(of) {
    const { tally } = of;
    const counts = tally.counts();
    const waiting = tally.waiting();
    const spent = tally.costUsd === 0 ? '' : ` · ${cost(tally.costUsd)}`;
    const job = of.jobUrl === null ? '' : ` · [job](${of.jobUrl})`;
    return [
        trackingMarker(of.run),
        `**Countersign** is working${forWhom(of.requester)}${job}`,
        checklist(tally),
        waiting.length === 0
            ? ''
            : `⏳ Waiting for approval: ${waiting.map((line) => `\`${line.approval ?? ''}\``).join(', ')}`,
        `Turn ${tally.turns} · ${callWords(counts)}${spent}`,
        of.head === null ? '' : `<sub>trail: ${of.head.count} entries, head ${of.head.hash}</sub>`,
    ]
        .filter((part) => part !== '')
        .join('\n\n');
}
/** The tracking comment in its final state. */
function finalBody(of) {
    const { report, published } = of;
    const job = of.jobUrl === null ? '' : ` · [job](${of.jobUrl})`;
    const trail = published.kind === 'uploaded' ? ` · [trail](${published.url})` : '';
    const { counts } = report;
    return [
        trackingMarker(report.run),
        `${MARK[report.outcome]} **Countersign: ${report.outcome}**${forWhom(report.requester)}${job}${trail}`,
        checklist(of.tally),
        report.summary === '' ? '' : quoted(report.summary),
        `${report.turns} turns · ${callWords(counts)} · ${report.tokens} tokens · ${cost(report.costUsd)}`,
        `<sub>trail: ${report.head.count} entries, head ${report.head.hash}</sub>`,
    ]
        .filter((part) => part !== '')
        .join('\n\n');
}
/** The hidden first line of a tracking comment. */
function trackingMarker(run) {
    return `<!-- countersign:tracking ${run} -->`;
}
function forWhom(login) {
    return login === null ? '' : ` for ${cell(login)}`;
}
function callWords({ total, auto, approved, denied, failed }) {
    return `${total} calls (${auto} auto, ${approved} approved, ${denied} denied, ${failed} failed)`;
}
function checklist(tally) {
    return tally.checklist
        .map(({ text, status }) => {
        const box = status === 'done' ? 'x' : ' ';
        return `- [${box}] ${cell(text)}${status === 'in_progress' ? ' …' : ''}`;
    })
        .join('\n');
}
function cost(usd) {
    return usd === null ? 'cost unknown' : `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}


/***/ }),

/***/ 8097:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   w: () => (/* binding */ publishTrail)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(12112);



const MAX_FILES = 50_000;
/**
 * Uploads everything in the trail's folder as one artifact. A refusal is an answer, not a crash: the trail stays on the
 * runner, and the summary says why it was not uploaded.
 */
async function publishTrail(store, of) {
    try {
        const files = await filesUnder(of.folder);
        const { id, url, name } = await store.upload({
            name: of.name,
            root: of.folder,
            files,
            ...(of.retentionDays === null ? {} : { retentionDays: of.retentionDays }),
        });
        return { kind: 'uploaded', id, url, name };
    }
    catch (error) {
        return { kind: 'kept', because: (0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .errorText */ .kc)(error) };
    }
}
async function filesUnder(folder) {
    const entries = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readdir)(folder, { recursive: true, withFileTypes: true });
    return entries
        .filter((entry) => entry.isFile())
        .slice(0, MAX_FILES)
        .map((entry) => (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(entry.parentPath, entry.name));
}


/***/ }),

/***/ 71262:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ githubRunner),
/* harmony export */   c: () => (/* binding */ fails)
/* harmony export */ });
/** The runner through @actions/core, loaded when it is first needed. */
async function githubRunner() {
    const core = await Promise.all(/* import() */[__webpack_require__.e(119), __webpack_require__.e(659)]).then(__webpack_require__.bind(__webpack_require__, 91659));
    return {
        input: (name) => core.getInput(name),
        output: (name, value) => core.setOutput(name, value),
        secret: (value) => core.setSecret(value),
        saveState: (name, value) => core.saveState(name, value),
        state: (name) => core.getState(name),
        info: (line) => core.info(line),
        warning: (message) => core.warning(message),
        error: (message) => core.error(message),
        startGroup: (title) => core.startGroup(title),
        endGroup: () => core.endGroup(),
        summary: async (markdown) => {
            await core.summary.addRaw(markdown, true).write();
        },
        fail: (message) => core.setFailed(message),
    };
}
/** True where this outcome is to fail the step. */
function fails(outcome, failOn) {
    return failOn.includes(outcome);
}


/***/ }),

/***/ 69047:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   c: () => (/* binding */ STATE)
/* harmony export */ });
/** What the main step leaves for the post step, by name. The post step acts on it whatever became of the main step. */
const STATE = {
    run: 'run',
    folder: 'trail-folder',
    artifact: 'artifact-name',
    retentionDays: 'retention-days',
    /** The comment that shows the run's progress; empty where there is none. */
    tracking: 'tracking-comment',
    /** `true` once the trail was closed and uploaded. */
    finished: 'finished',
};


/***/ }),

/***/ 95169:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ timeline),
/* harmony export */   K: () => (/* binding */ verdictTable)
/* harmony export */ });
/** Bars of the picture; GitHub draws no Mermaid text of more than 50,000 characters. */
const MAX_TURNS = 60;
const MAX_CALLS = 120;
const NAME_CHARS = 40;
const COLUMNS = ['completed', 'failed', 'denied', 'sealed', 'open'];
const COLUMN_OF = {
    COMPLETED: 'completed',
    FAILED: 'failed',
    DENIED: 'denied',
    SEALED: 'sealed',
    PENDING: 'open',
    APPROVAL_REQUIRED: 'open',
    APPROVED: 'open',
    EXECUTING: 'open',
};
/** How many calls got which verdict, and what became of them; empty where there were none. */
function verdictTable(calls) {
    if (calls.length === 0)
        return '';
    const rows = ['auto', 'requireApproval', 'deny', null].flatMap((verdict) => {
        const those = calls.filter((call) => call.verdict === verdict);
        if (those.length === 0)
            return [];
        const counts = COLUMNS.map((column) => those.filter(({ state }) => COLUMN_OF[state] === column).length);
        return [`| ${verdict ?? 'none'} | ${[those.length, ...counts].join(' | ')} |`];
    });
    return [
        `| verdict | calls | ${COLUMNS.join(' | ')} |`,
        `|--|${'--|'.repeat(COLUMNS.length + 1)}`,
        ...rows,
    ].join('\n');
}
/**
 * Turns, calls and waits over time as a Mermaid gantt, which GitHub draws; empty where nothing took time. Names of tools
 * may be the model's invention: of them only letters, digits and a few marks that mean nothing to Mermaid are kept.
 */
function timeline(view) {
    const turns = view.turns
        .slice(0, MAX_TURNS)
        .flatMap(({ turn, time, reply }) => reply === null
        ? []
        : [bar({ name: `turn ${turn}`, tag: 'active', from: time, until: reply.time })]);
    const calls = view.calls.slice(0, MAX_CALLS);
    const ran = calls.flatMap((call) => spans(call, 'EXECUTING', call.state === 'COMPLETED' ? 'done' : 'crit'));
    const waited = calls.flatMap((call) => spans(call, 'APPROVAL_REQUIRED', 'crit'));
    const sections = [
        ['Model', turns],
        ['Calls', ran],
        ['Waiting for people', waited],
    ];
    const drawn = sections.flatMap(([title, bars]) => bars.length === 0 ? [] : [`  section ${title}`, ...bars]);
    if (drawn.length === 0)
        return '';
    const left = Math.max(0, view.turns.length - MAX_TURNS) + Math.max(0, view.calls.length - MAX_CALLS);
    const more = left === 0 ? '' : `\n\n${left} more turns and calls are in the report.`;
    return [
        '```mermaid',
        'gantt',
        '  dateFormat x',
        '  axisFormat %H:%M:%S',
        ...drawn,
        `\`\`\`${more}`,
    ].join('\n');
}
function spans(call, state, tag) {
    return call.states.flatMap((entered, at) => {
        const left = call.states[at + 1];
        if (entered.state !== state || left === undefined)
            return [];
        return [bar({ name: `${call.call} ${call.tool}`, tag, from: entered.time, until: left.time })];
    });
}
function bar(of) {
    const from = Date.parse(of.from);
    // A bar without length is not drawn.
    const until = Math.max(from + 1, Date.parse(of.until));
    const name = of.name.replaceAll(/[^A-Za-z0-9_. -]+/g, '-').slice(0, NAME_CHARS);
    return `    ${name} :${of.tag}, ${from}, ${until}`;
}


/***/ }),

/***/ 1556:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ surveyWreck)
/* harmony export */ });
/* unused harmony export Wreck */
/* harmony import */ var _audit_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1411);

/** Where a trail stood when its process died, gathered entry by entry. */
class Wreck {
    entries = 0;
    /** The beginning of the last workflow run that carried the run; `null` where none was recorded. */
    start = null;
    /** How that workflow run said that it ended; `null` where it did not. */
    outcome = null;
    /** True where the run had been suspended: its checkpoint is beside the trail, and its question stays open. */
    suspended = false;
    calls = new Map();
    approvals = new Map();
    turns = 0;
    tokens = 0;
    costUsd = 0;
    add(entry) {
        this.entries += 1;
        switch (entry.type) {
            case 'run.start':
                this.start = entry;
                this.outcome = null;
                this.suspended = false;
                return;
            case 'run.suspended':
                this.suspended = true;
                return;
            case 'run.end':
                this.outcome = entry.outcome;
                return;
            case 'call.state': {
                const tool = entry['gen_ai.tool.name'] ?? this.calls.get(entry.call)?.tool ?? '';
                this.calls.set(entry.call, { tool, state: entry.state });
                return;
            }
            case 'turn.start':
                this.turns += 1;
                return;
            case 'model.reply':
                this.#spent(entry);
                return;
            default:
                this.#approval(entry);
        }
    }
    #approval(entry) {
        if (entry.type === 'approval.asked') {
            for (const { approval, call } of entry.requests) {
                const card = entry.card?.commentId ?? null;
                this.approvals.set(approval, { approval, call, card, status: 'open', decidedBy: [] });
            }
            return;
        }
        if (entry.type === 'approval.decision' && entry.counted) {
            this.approvals
                .get(entry.approval)
                ?.decidedBy.push({ login: entry.by.login, decision: entry.decision });
            return;
        }
        if (entry.type !== 'approval.consumed' && entry.type !== 'approval.void')
            return;
        const asked = this.approvals.get(entry.approval);
        if (asked !== undefined)
            asked.status = entry.type === 'approval.void' ? 'void' : 'consumed';
    }
    #spent(entry) {
        this.costUsd += entry.costUsd ?? 0;
        this.tokens +=
            entry['gen_ai.usage.input_tokens'] +
                entry['gen_ai.usage.output_tokens'] +
                entry['gen_ai.usage.cache_read.input_tokens'] +
                entry['gen_ai.usage.cache_creation.input_tokens'];
    }
}
/** Reads a trail as far as it is whole, for what was still open at its end. */
async function surveyWreck(folder) {
    const wreck = new Wreck();
    for await (const entry of (0,_audit_index_js__WEBPACK_IMPORTED_MODULE_0__/* .readTrail */ .hd)(folder))
        wreck.add(entry);
    return wreck;
}


/***/ })

};
