export const id = 295;
export const ids = [295];
export const modules = {

/***/ 295:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  collectStep: () => (/* reexport */ collectStep),
  planStep: () => (/* reexport */ planStep)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/base/text.js
var base_text = __webpack_require__(91497);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./build/step/runner.js
var step_runner = __webpack_require__(34861);
// EXTERNAL MODULE: ./build/tell/cell.js
var cell = __webpack_require__(1944);
// EXTERNAL MODULE: ./build/tell/markdown.js
var markdown = __webpack_require__(37349);
;// CONCATENATED MODULE: ./build/matrix/collect-body.js

const ASKED_CHARS = 120;
const SUMMARY_CHARS = 300;
/** The job summary of collected runs, in Markdown: what is wrong first, then a row a run, then their sum. */
function collectedBody(of) {
    const { runs, sums, problems } = of;
    return [
        '## Countersign: runs of this workflow',
        ...problems.map((problem) => `⚠️ ${(0,cell/* cell */.H)(problem, SUMMARY_CHARS)}`),
        runs.length === 0 ? 'There is no trail in this workflow run.' : table(runs, sums),
    ].join('\n\n');
}
function table(runs, sums) {
    return [
        '| run | asked for | outcome | trail | turns | calls | tokens | cost | result |',
        '|--|--|--|--|--|--|--|--|--|',
        ...runs.map(row),
        `| **all** | | | ${sums.verified} of ${runs.length} verified | ${sums.turns} | | ${sums.tokens} | ${cost(sums.costUsd)} | |`,
    ].join('\n');
}
function row(run) {
    const { verdict, outcome } = run;
    const isIntact = verdict.kind === 'intact';
    const shown = outcome === null ? 'unfinished' : `${markdown/* MARK */.M$[outcome]} ${outcome}`;
    const cells = [
        (0,cell/* cell */.H)(isIntact ? verdict.run : run.artifact),
        (0,cell/* cell */.H)(run.request, ASKED_CHARS),
        isIntact ? shown : '',
        isIntact ? `verified, ${verdict.count} entries` : `**${verdict.kind}**`,
        run.turns,
        run.calls['total'] ?? '',
        run.tokens,
        cost(run.costUsd),
        (0,cell/* cell */.H)(run.summary, SUMMARY_CHARS),
    ];
    return `| ${cells.join(' | ')} |`;
}
function cost(usd) {
    return usd === null ? 'not known' : `$${usd.toFixed(4)}`;
}

// EXTERNAL MODULE: ./build/audit/view.js
var audit_view = __webpack_require__(81263);
// EXTERNAL MODULE: ./build/audit/reader.js
var reader = __webpack_require__(83721);
// EXTERNAL MODULE: ./build/audit/verify.js + 5 modules
var verify = __webpack_require__(61490);
;// CONCATENATED MODULE: ./build/matrix/trail-of.js
/** I/O: one downloaded trail, verified and read. */


/** Reads the trail in a folder. What is said of a trail that does not verify is that it does not, and nothing else. */
async function trailOf(artifact, folder) {
    const verdict = await verified(folder);
    const nothing = { artifact, verdict, outcome: null, request: '', summary: '' };
    const none = { turns: 0, tokens: 0, costUsd: 0, calls: {} };
    if (verdict.kind !== 'intact')
        return { ...nothing, ...none };
    const view = await (0,audit_view/* viewTrail */.MP)((0,reader/* readTrail */.hd)(folder));
    const request = view.starts[0]?.request ?? '';
    if (view.end === null) {
        const { costUsd, ...kinds } = (0,audit_view/* totals */.Sd)(view);
        const tokens = Object.values(kinds).reduce((sum, count) => sum + count, 0);
        return { ...nothing, ...none, request, turns: view.turns.length, tokens, costUsd };
    }
    const { outcome, turns, tokens, costUsd, calls, summary } = view.end;
    return { ...nothing, outcome, request, turns, tokens, costUsd, calls, summary };
}
async function verified(folder) {
    try {
        return await (0,verify/* verifyTrail */.Q)((0,reader/* trailBytes */._D)(folder), { blobs: (0,reader/* blobsIn */.uo)(folder) });
    }
    catch (error) {
        return { kind: 'unreadable', because: (0,errors/* errorText */.k)(error) };
    }
}

;// CONCATENATED MODULE: ./build/matrix/collect.js






const TRAILS = 'countersign-trail-';
/** Every job of the largest matrix, three times over. */
const MAX_TRAILS = 768;
/**
 * `mode: collect`: downloads the trails of this workflow run, verifies each, and sums them up: one table of outcomes and
 * cost in the job summary, and outputs. The step fails where a trail does not verify, where one that was expected is
 * missing, and where a run ended as `fail-on` says. Throws what GitHub's refusals throw.
 */
async function collectStep(of) {
    const { inputs, artifacts, runner } = of;
    const found = (await artifacts.list(of.workflowRunId))
        .filter(({ name }) => name.startsWith(TRAILS))
        .sort((left, right) => left.id - right.id)
        .slice(0, MAX_TRAILS);
    await (0,promises_.mkdir)(of.tempFolder, { recursive: true });
    const folder = await (0,promises_.mkdtemp)((0,external_node_path_.join)(of.tempFolder, 'countersign-collect-'));
    const runs = [];
    try {
        for (const artifact of found)
            runs.push(await collected(artifact, (0,external_node_path_.join)(folder, 'trail'), artifacts));
    }
    finally {
        await (0,promises_.rm)(folder, { recursive: true, force: true });
    }
    const sums = sumOf(runs);
    const problems = problemsOf(runs, inputs);
    const body = collectedBody({ runs, sums, problems });
    await runner.summary(await of.redactor.redact(body));
    for (const problem of problems)
        runner.error((0,base_text/* neutralise */.$0)(problem));
    const outcome = outcomeOf(runs, problems);
    const sentence = `${runs.length} trails, ${sums.verified} verified, outcome ${outcome}.`;
    runner.info((0,base_text/* neutralise */.$0)(sentence));
    const outputs = {
        outcome,
        summary: sentence,
        trails: String(runs.length),
        verified: String(sums.verified),
        turns: String(sums.turns),
        tokens: String(sums.tokens),
        'cost-usd': sums.costUsd === null ? '' : sums.costUsd.toFixed(6),
    };
    for (const [name, value] of Object.entries(outputs))
        runner.output(name, value);
    const failing = runs.filter((run) => run.outcome !== null && (0,step_runner/* fails */.c)(run.outcome, inputs.failOn));
    if (problems.length > 0)
        runner.fail((0,base_text/* neutralise */.$0)(problems.join(' ')));
    else if (failing.length > 0)
        runner.fail(`${failing.length} of ${runs.length} runs failed.`);
}
async function collected(artifact, folder, artifacts) {
    await (0,promises_.rm)(folder, { recursive: true, force: true });
    await (0,promises_.mkdir)(folder);
    try {
        await artifacts.unpack(artifact, folder);
    }
    catch (error) {
        const verdict = { kind: 'unreadable', because: (0,errors/* errorText */.k)(error) };
        const none = { outcome: null, request: '', summary: '', turns: 0, tokens: 0, costUsd: 0 };
        return { artifact: artifact.name, verdict, ...none, calls: {} };
    }
    return await trailOf(artifact.name, folder);
}
function sumOf(runs) {
    const add = (pick) => runs.reduce((sum, run) => sum + pick(run), 0);
    return {
        verified: runs.filter(({ verdict }) => verdict.kind === 'intact').length,
        turns: add(({ turns }) => turns),
        tokens: add(({ tokens }) => tokens),
        costUsd: runs.some(({ costUsd }) => costUsd === null) ? null : add((run) => run.costUsd ?? 0),
    };
}
/** What must not be overlooked: it fails the step whatever `fail-on` says. */
function problemsOf(runs, { expectedTrails }) {
    const broken = runs.flatMap(({ artifact, verdict }) => {
        if (verdict.kind === 'intact')
            return [];
        return [`${artifact} does not verify: ${verdict.because}`];
    });
    const missing = expectedTrails === null || runs.length >= expectedTrails
        ? []
        : [`${expectedTrails} trails were expected and ${runs.length} are there.`];
    return [...broken, ...missing];
}
/** `done` only where every run is; else the outcome that most needs a look. */
function outcomeOf(runs, problems) {
    if (problems.length > 0)
        return 'error';
    const worst = WORST_FIRST.find((outcome) => runs.some((run) => (run.outcome ?? 'error') === outcome));
    return worst ?? 'done';
}
const WORST_FIRST = [
    'error',
    'denied',
    'over-budget',
    'timed-out',
    'cancelled',
    'incomplete',
    'awaiting-approval',
    'done',
];

// EXTERNAL MODULE: ./build/policy/glob.js + 1 modules
var policy_glob = __webpack_require__(49519);
// EXTERNAL MODULE: ./build/sandbox/trusted-git.js
var trusted_git = __webpack_require__(32766);
;// CONCATENATED MODULE: ./build/sandbox/tracked.js

/** The paths of git's index in a checkout, from its root. Names that are no text are left out. Throws `worktree-refused`. */
async function trackedFiles(folder) {
    const listed = await (0,trusted_git/* git */.$Y)({ args: ['ls-files', '-z'], cwd: folder });
    return listed
        .toString('utf8')
        .split('\0')
        .filter((path) => path !== '' && !path.includes('\u{fffd}'));
}

;// CONCATENATED MODULE: ./build/matrix/share.js

/** The inputs that a share of the budget is given by, and whether a share may have a fraction. */
const SHARED = [
    { input: 'max-turns', budget: 'turns', whole: true },
    { input: 'max-calls', budget: 'calls', whole: true },
    { input: 'max-tokens', budget: 'tokens', whole: true },
    { input: 'max-usd', budget: 'usd', whole: false },
    { input: 'max-minutes', budget: 'minutes', whole: false },
];
/** Digits behind the point of a share of dollars or minutes. */
const FRACTION = 10_000;
/**
 * What each of `jobs` may use so that all of them together stay within the budget, under the names of the inputs that
 * take it. Rounded down. Throws `input-invalid` where a share would be nothing.
 */
function shareOf(budget, jobs) {
    const share = {};
    for (const { input, budget: name, whole } of SHARED) {
        const total = budget[name];
        if (total === undefined)
            continue;
        const part = whole
            ? Math.floor(total / jobs)
            : Math.floor((total * FRACTION) / jobs) / FRACTION;
        if (part <= 0) {
            throw new errors/* CountersignError */.W('input-invalid', `The input ${input} is ${total}, of which ${jobs} jobs would have nothing.`, { fix: `Write a larger ${input}, or a smaller max-jobs.` });
        }
        share[input] = part;
    }
    return share;
}
/** Things spread over at most `jobs` lists, none more than one longer than another, in their order. */
function spread(things, jobs) {
    const count = Math.min(jobs, things.length);
    return Array.from({ length: count }, (_, index) => things.slice(Math.floor((index * things.length) / count), Math.floor(((index + 1) * things.length) / count)));
}

;// CONCATENATED MODULE: ./build/matrix/query.js




/** Values of a matrix stand in expressions, which people put into shells: nothing else is let through. */
const SAFE_PATH = /^[A-Za-z0-9_@+=,.][A-Za-z0-9_@+=,./-]*$/;
const MAX_FILES = 5_000;
/** What the query finds, in a fixed order: issues by age, files by name, repositories as they were written. */
async function findJobs(query, of) {
    switch (query.kind) {
        case 'issues': {
            const numbers = await of.github.openIssues(query.labels);
            const jobs = numbers.map((number) => ({ id: `issue-${number}`, number }));
            return limited(jobs, of.maxJobs);
        }
        case 'files':
            return await filesOf(query.globs, of);
        case 'repositories': {
            const jobs = query.names.map((repository) => ({ id: slug(repository), repository }));
            return limited(jobs, of.maxJobs);
        }
    }
}
function limited(jobs, maxJobs) {
    return {
        jobs: jobs.slice(0, maxJobs),
        leftOut: jobs.slice(maxJobs).map(({ id }) => id),
        unsafe: [],
    };
}
/** Files of git's index; more files than jobs are spread over the jobs, so that none is left out. */
async function filesOf(globs, of) {
    const matches = globs.map(matcher);
    const tracked = await trackedFiles(of.workspace);
    const found = tracked.filter((path) => matches.some((matchesPath) => matchesPath(path))).sort();
    const safe = found.filter((path) => SAFE_PATH.test(path));
    if (safe.length > MAX_FILES) {
        throw new errors/* CountersignError */.W('input-invalid', `The input plan-files matches ${safe.length} files; at most ${MAX_FILES} can be planned.`, { fix: 'Write narrower globs.' });
    }
    const jobs = spread(safe, of.maxJobs).map((files, index) => ({
        id: `files-${index + 1}`,
        files: files.join('\n'),
    }));
    return { jobs, leftOut: [], unsafe: found.filter((path) => !SAFE_PATH.test(path)) };
}
function matcher(glob) {
    const problem = (0,policy_glob/* globProblem */.AI)(glob);
    if (problem !== null) {
        throw new errors/* CountersignError */.W('input-invalid', `The glob ${JSON.stringify(glob)} of the input plan-files cannot be used: ${problem}`, { fix: 'Write a glob such as src/**/*.ts.' });
    }
    const compiled = (0,policy_glob/* compileGlob */.SO)(glob);
    return (path) => compiled.matches(path, false);
}
function slug(name) {
    return name.replaceAll(/[^A-Za-z0-9._-]+/g, '-');
}

;// CONCATENATED MODULE: ./build/matrix/plan.js



/** GitHub takes outputs of 1 MB; what reads them takes some more. */
const MAX_MATRIX_CHARS = 500_000;
const MAX_NAMED = 20;
/**
 * `mode: plan`: turns a query into a matrix for GitHub's own job matrix, with a ceiling of jobs and a share of the budget
 * for each. Runs no agent and writes nothing to GitHub. Throws `input-invalid`, and what GitHub's refusals throw.
 */
async function planStep(of) {
    const { inputs, workspace, github, runner } = of;
    const { query, maxJobs } = inputs.plan;
    if (query === null) {
        throw new errors/* CountersignError */.W('input-invalid', '`mode: plan` was given nothing to plan for.', {
            fix: 'Write one of plan-issues, plan-files and plan-repositories.',
        });
    }
    const found = await findJobs(query, { maxJobs, github, workspace });
    const share = found.jobs.length === 0 ? {} : shareOf(inputs.budget, found.jobs.length);
    const matrix = JSON.stringify({ include: found.jobs.map((job) => ({ ...job, ...share })) });
    if (matrix.length > MAX_MATRIX_CHARS) {
        throw new errors/* CountersignError */.W('input-invalid', `The matrix would have ${matrix.length} characters; at most ${MAX_MATRIX_CHARS} are passed on.`, { fix: 'Plan fewer files at once: write narrower globs.' });
    }
    for (const warning of warningsOf(found, maxJobs))
        runner.warning((0,base_text/* neutralise */.$0)(warning));
    const sentence = sentenceOf(found, share);
    runner.info((0,base_text/* neutralise */.$0)(sentence));
    runner.output('matrix', matrix);
    runner.output('jobs', String(found.jobs.length));
    runner.output('left-out', String(found.leftOut.length + found.unsafe.length));
    runner.output('outcome', 'done');
    runner.output('summary', (0,base_text/* neutralise */.$0)(sentence));
    await runner.summary(`### Countersign planned\n\n${sentence}\n`);
}
function sentenceOf({ jobs }, share) {
    const count = jobs.length === 1 ? '1 job' : `${jobs.length} jobs`;
    const parts = Object.entries(share).map(([input, value]) => `${input} ${value}`);
    return parts.length === 0 ? `${count}.` : `${count}, each with ${parts.join(', ')}.`;
}
function warningsOf({ leftOut, unsafe }, maxJobs) {
    return [
        ...(leftOut.length === 0
            ? []
            : [`max-jobs is ${maxJobs}: left out for now are ${named(leftOut)}.`]),
        ...(unsafe.length === 0
            ? []
            : [
                `Left out are files whose names cannot stand in a matrix: ${named(unsafe.map((path) => JSON.stringify(path)))}.`,
            ]),
    ];
}
function named(names) {
    if (names.length <= MAX_NAMED)
        return names.join(', ');
    return `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`;
}

;// CONCATENATED MODULE: ./build/matrix/index.js




/***/ })

};
