export const id = 984;
export const ids = [984];
export const modules = {

/***/ 69984:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runAction: () => (/* binding */ runAction)
});

// EXTERNAL MODULE: ./build/base/index.js + 21 modules
var base = __webpack_require__(12112);
// EXTERNAL MODULE: ./build/github/index.js + 45 modules
var build_github = __webpack_require__(67614);
// EXTERNAL MODULE: ./build/model/index.js + 11 modules
var model = __webpack_require__(8215);
// EXTERNAL MODULE: ./build/run/cancel.js
var cancel = __webpack_require__(97314);
// EXTERNAL MODULE: ./build/run/environment.js
var run_environment = __webpack_require__(39679);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/audit/index.js + 26 modules
var audit = __webpack_require__(1411);
// EXTERNAL MODULE: ./build/version.js
var version = __webpack_require__(58508);
// EXTERNAL MODULE: ./build/run/page.js
var page = __webpack_require__(35171);
;// CONCATENATED MODULE: ./build/run/early-end.js




/**
 * The trail of a run that ended before it could begin, or go on: a policy that is not valid, a commit that cannot be
 * checked out, a question that is void. It says who wanted what, and why nothing was done.
 */
async function recordEarlyEnd(of) {
    const { folder, run, clock, redactor, about } = of;
    const trail = await (0,audit/* openTrail */.bc)({ folder, run, clock, redactor });
    try {
        await trail.append({
            type: 'run.start',
            start: of.suspended === undefined ? 'fresh' : 'resumed',
            version: version/* VERSION */.x,
            ...about,
            policy: {
                source: 'none was loaded',
                ref: null,
                sha256: of.suspended?.policySha256 ?? (0,base/* sha256 */.sc)(''),
                mode: 'none',
            },
            'gen_ai.provider.name': 'none',
            'gen_ai.request.model': of.model,
            request: of.request,
            budget: {},
        });
        for (const { approval, call } of of.suspended?.voided ?? []) {
            await trail.append({ type: 'approval.void', approval, call, because: of.because });
            await trail.append({ type: 'call.state', call, state: 'DENIED', because: of.because });
        }
        return await trail.append({
            type: 'run.end',
            outcome: of.outcome,
            summary: of.because,
            count: trail.head().count,
            turns: 0,
            calls: {},
            tokens: 0,
            costUsd: 0,
        });
    }
    finally {
        await trail.close();
        await (0,page/* writeReport */.u)(folder, of.warn);
    }
}

// EXTERNAL MODULE: ./build/run/markdown.js
var markdown = __webpack_require__(57157);
;// CONCATENATED MODULE: ./build/run/outputs.js

/** Every output of action.yml. A test holds this list against action.yml. */
const OUTPUT_NAMES = (/* unused pure expression or super */ null && ([
    'outcome',
    'summary',
    'audit-path',
    'audit-artifact-id',
    'audit-artifact-url',
    'audit-head',
    'audit-count',
    'turns',
    'tokens',
    'cost-usd',
    'calls-auto',
    'calls-approved',
    'calls-denied',
    'pending-approvals',
]));
/** The step's outputs for a run. Model text in them is made safe to print. */
function outputsOf(report, published) {
    return {
        outcome: report.outcome,
        summary: (0,base/* neutralise */.$0)(report.summary),
        'audit-path': report.trailFolder,
        'audit-artifact-id': published.kind === 'uploaded' ? String(published.id) : '',
        'audit-artifact-url': published.kind === 'uploaded' ? published.url : '',
        'audit-head': report.head.hash,
        'audit-count': String(report.head.count),
        turns: String(report.turns),
        tokens: String(report.tokens),
        'cost-usd': report.costUsd === null ? '' : report.costUsd.toFixed(6),
        'calls-auto': String(report.counts.auto),
        'calls-approved': String(report.counts.approved),
        'calls-denied': String(report.counts.denied),
        'pending-approvals': report.pendingApprovals.join(' '),
    };
}
/** Sets outputs; @actions/core writes them under a random delimiter that no text can forge. */
function writeOutputs(runner, outputs) {
    for (const [name, value] of Object.entries(outputs))
        runner.output(name, value);
}

// EXTERNAL MODULE: ./build/run/publish.js
var publish = __webpack_require__(8097);
;// CONCATENATED MODULE: ./build/run/report.js
/** The report of a run that ended before it did anything. */
function nothingDone(of) {
    return {
        ...of,
        request: '',
        requester: null,
        policy: 'none was loaded',
        sandbox: 'not started',
        turns: 0,
        tokens: 0,
        costUsd: 0,
        counts: { auto: 0, approved: 0, denied: 0, failed: 0, total: 0 },
        calls: [],
        pendingApprovals: [],
        warnings: [],
        changedFiles: [],
    };
}

// EXTERNAL MODULE: ./build/run/secrets.js
var secrets = __webpack_require__(70299);
;// CONCATENATED MODULE: ./build/run/failed-start.js










/**
 * The end of a step that failed before it knew its job: an input that cannot be, an event that is none, GitHub out of
 * reach. It leaves what every step leaves: an outcome, a summary, and a trail that says why, as far as the runner's
 * own variables can be read. Never throws.
 */
async function failedStart(failure) {
    const { runner, environment, error } = failure;
    const token = runner.input('github-token') || null;
    const redactor = (0,secrets/* redactorFor */.sD)(environment, {
        'anthropic-api-key': runner.input('anthropic-api-key') || null,
        'github-token': token,
    });
    const because = await redactor.redact((0,base/* errorText */.kc)(error));
    runner.output('outcome', failure.outcome);
    runner.output('summary', (0,base/* neutralise */.$0)(because));
    try {
        const step = (0,run_environment/* readStepEnvironment */.s)(environment);
        await leaveTrail({ ...failure, step, redactor, token, because });
    }
    catch (cause) {
        runner.warning((0,base/* neutralise */.$0)(`No trail could be left: ${await redactor.redact((0,base/* errorText */.kc)(cause))}`));
    }
    runner.fail((0,base/* neutralise */.$0)(because));
}
async function leaveTrail(of) {
    const { runner, step, outcome, because } = of;
    const run = (0,base/* newRunId */.F$)();
    const folder = (0,external_node_path_.join)(step.tempFolder, 'countersign', run);
    const model = runner.input('model') || 'default';
    const head = await recordEarlyEnd({
        run,
        folder,
        clock: base/* systemClock */.ml,
        redactor: of.redactor,
        about: {
            repository: `${step.owner}/${step.repo}`,
            headSha: step.sha,
            trigger: { event: step.eventName, actor: null, number: null, url: null },
            workflow: { runId: step.runId, attempt: step.attempt, job: step.job, url: step.jobUrl },
        },
        request: '',
        model,
        outcome,
        because,
        warn: (message) => runner.warning((0,base/* neutralise */.$0)(message)),
    });
    const { owner, repo, attempt, job } = step;
    const published = await (0,publish/* publishTrail */.w)((0,build_github/* createArtifactStore */.GA)({ env: of.environment, owner, repo, token: of.token ?? '' }), {
        folder,
        name: (0,build_github/* artifactName */.Cs)({ what: 'trail', workflowRunId: step.runId, attempt, job, run }),
        retentionDays: null,
    });
    if (published.kind === 'kept') {
        runner.warning((0,base/* neutralise */.$0)(`The trail was not uploaded: ${published.because}`));
    }
    const report = nothingDone({ run, outcome, summary: because, model, trailFolder: folder, head });
    writeOutputs(runner, outputsOf(report, published));
    await runner.summary((0,markdown/* jobSummary */.sp)(report, { published, picture: '' }));
}

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(55156);
;// CONCATENATED MODULE: ./build/run/inputs.js


/** Every input of action.yml, by its name. A test holds this list against action.yml. */
const INPUT_NAMES = (/* unused pure expression or super */ null && ([
    'mode',
    'anthropic-api-key',
    'github-token',
    'model',
    'anthropic-base-url',
    'prompt',
    'system-prompt',
    'trigger-phrase',
    'allow-actors',
    'policy',
    'approvals',
    'approval-issue',
    'state-key',
    'sandbox',
    'max-turns',
    'max-calls',
    'max-tokens',
    'max-usd',
    'max-minutes',
    'fail-on',
    'tracking-comment',
    'retention-days',
    'attest',
]));
const DEFAULT_PHRASE = '/countersign';
const DEFAULT_POLICY = '.github/countersign.yml';
const MAX_RETENTION_DAYS = 400;
/**
 * Reads and checks every input. Throws `input-invalid` that names the input, its value and what to write instead.
 * Secrets are masked in the log before anything else happens.
 */
function readInputs(runner) {
    const text = (name) => {
        const value = runner.input(name);
        return value === '' ? null : value;
    };
    const anthropicApiKey = text('anthropic-api-key');
    const githubToken = text('github-token');
    const stateKey = text('state-key');
    for (const secret of [anthropicApiKey, githubToken, stateKey])
        if (secret !== null)
            runner.secret(secret);
    const number = (name, schema, example) => {
        const value = text(name);
        if (value === null)
            return null;
        const parsed = schema.safeParse(Number(value));
        if (!parsed.success)
            throw invalid(name, value, `Write ${example}.`);
        return parsed.data;
    };
    return {
        mode: oneOf('mode', text('mode') ?? 'agent', ['agent', 'policy-diff']),
        anthropicApiKey,
        githubToken,
        model: text('model'),
        anthropicBaseUrl: baseUrl(text('anthropic-base-url')),
        prompt: text('prompt'),
        systemPrompt: text('system-prompt'),
        triggerPhrase: phrase(text('trigger-phrase') ?? DEFAULT_PHRASE),
        allowActors: list(text('allow-actors')),
        policyPath: policyPath(text('policy') ?? DEFAULT_POLICY),
        approvals: oneOf('approvals', text('approvals') ?? 'comment', ['comment', 'fail']),
        stateKey,
        approvalIssue: text('approval-issue') === 'create'
            ? 'create'
            : number('approval-issue', positive, 'the number of an issue, such as 12, or create'),
        sandboxRequired: text('sandbox') === null ? false : onlyRequired(text('sandbox') ?? ''),
        budget: budgetOf({
            turns: number('max-turns', positive, 'a whole number of at least 1'),
            calls: number('max-calls', positive, 'a whole number of at least 1'),
            tokens: number('max-tokens', positive, 'a whole number of at least 1'),
            usd: number('max-usd', amount, 'an amount above 0, such as 2.50'),
            minutes: number('max-minutes', amount, 'a number above 0'),
        }),
        failOn: outcomes(text('fail-on')),
        attest: oneOf('attest', text('attest') ?? 'false', ['true', 'false']) === 'true',
        trackingComment: oneOf('tracking-comment', text('tracking-comment') ?? 'true', ['true', 'false']) === 'true',
        retentionDays: number('retention-days', positive.max(MAX_RETENTION_DAYS), 'a number of days from 1 to 400'),
    };
}
const positive = schemas.number().int().positive();
const amount = schemas.number().positive().finite();
function invalid(name, value, fix) {
    return new base/* CountersignError */.WS('input-invalid', `The input ${name} is ${JSON.stringify(value)}, which it cannot be.`, { fix });
}
function oneOf(name, value, choices) {
    const chosen = choices.find((choice) => choice === value);
    if (chosen === undefined)
        throw invalid(name, value, `Write one of: ${choices.join(', ')}.`);
    return chosen;
}
/** Inputs only tighten: a workflow step cannot turn the sandbox off, the policy on the trusted branch can. */
function onlyRequired(value) {
    if (value !== 'required') {
        throw invalid('sandbox', value, 'Write required, or leave it out and let the policy decide.');
    }
    return true;
}
function list(value) {
    if (value === null)
        return [];
    return value
        .split(/[,\n]/)
        .map((item) => item.trim())
        .filter((item) => item !== '');
}
function phrase(value) {
    if (/\s/.test(value)) {
        throw invalid('trigger-phrase', value, 'Write one word without spaces, such as /countersign.');
    }
    return value;
}
function policyPath(value) {
    const parts = value.split('/');
    if (value.startsWith('/') || parts.some((part) => part === '..' || part === '' || part === '.')) {
        throw invalid('policy', value, 'Write a path from the root of the repository, without "..".');
    }
    return value;
}
function baseUrl(value) {
    if (value === null)
        return null;
    if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
        throw invalid('anthropic-base-url', value, 'Write an https:// URL.');
    }
    return value;
}
function outcomes(value) {
    if (value === null) {
        return ['incomplete', 'denied', 'over-budget', 'timed-out', 'cancelled', 'error'];
    }
    return list(value).map((item) => oneOf('fail-on', item, base/* OUTCOMES */.im));
}
function budgetOf(values) {
    return {
        ...(values.turns === null ? {} : { turns: values.turns }),
        ...(values.calls === null ? {} : { calls: values.calls }),
        ...(values.tokens === null ? {} : { tokens: values.tokens }),
        ...(values.usd === null ? {} : { usd: values.usd }),
        ...(values.minutes === null ? {} : { minutes: values.minutes }),
    };
}

// EXTERNAL MODULE: ./build/policy/index.js + 101 modules
var policy = __webpack_require__(59912);
;// CONCATENATED MODULE: ./build/run/policy-diff-body.js



/** The first line of the one comment, by which a later push finds it. */
const POLICY_DIFF_MARKER = '<!-- countersign:policy-diff -->';
const MAX_LINES = 60;
const LINE_CHARS = 300;
const SHORT_SHA = 12;
/** One sentence for the log, the step's output and the comment's first line. */
function policyChangeSentence(change) {
    switch (change.kind) {
        case 'same':
            return 'This pull request does not change the policy.';
        case 'invalid':
            return 'The new policy does not load: every run under it would stop.';
        case 'incomparable':
            return "The base's policy does not load, so there is nothing to compare with. The new one loads.";
        case 'changed':
            return changedSentence(change.diff);
    }
}
function changedSentence(diff) {
    const { newlyAuto, noLongerAsked, newlyDenied, newlyAsked, settings, loosens } = diff;
    if (newlyAuto.length + newlyDenied.length + newlyAsked.length + settings.length === 0) {
        return 'The policy file changes, and nothing that it decides: every call that was tried gets the verdict that it had.';
    }
    const counts = `${newlyAuto.length} newly allowed (${noLongerAsked.length} of them no longer asked), ` +
        `${newlyDenied.length} newly denied, ${newlyAsked.length} newly asked, ${settings.length} settings`;
    return `${loosens ? 'The new policy gives more room' : 'The new policy gives no more room in any call that was tried'}: ${counts}.`;
}
/**
 * The whole comment. Rules and reasons of the new policy are its author's text, who may be a stranger: they stand in code
 * blocks that they cannot leave, with every invisible character written out.
 */
function policyChangeBody(change, compared) {
    const { path, baseRef, baseSha, headSha } = compared;
    const [base, head] = [baseSha, headSha].map((sha) => (0,markdown/* cell */.Hn)(sha.slice(0, SHORT_SHA)));
    const sides = `${(0,markdown/* cell */.Hn)(path)}: ${(0,markdown/* cell */.Hn)(baseRef)} at ${base}, this pull request at ${head}`;
    return [
        POLICY_DIFF_MARKER,
        '### What this pull request does to the policy',
        '',
        `**${policyChangeSentence(change)}**`,
        '',
        `${sides}. Runs on this pull request still go by the base's policy.`,
        ...details(change),
    ].join('\n');
}
function details(change) {
    switch (change.kind) {
        case 'same':
            return [];
        case 'invalid':
            return block('Problems of the new policy', change.problems);
        case 'incomparable':
            return [
                ...block("Problems of the base's policy", change.problems),
                ...warningBlock(change.warnings),
            ];
        case 'changed':
            return [
                ...howNote(change.how),
                ...diffBlocks(change.diff),
                ...warningBlock(change.warnings),
                ...LIMITS,
            ];
    }
}
const LIMITS = [
    '',
    'Compared over calls made from the rules of both policies and from the built-in tools. ' +
        'What none of them shows is not proven to be unchanged.',
];
function howNote(how) {
    if (how === 'changed')
        return [];
    const what = how === 'added' ? 'The base has no such file' : 'The pull request removes the file';
    return ['', `${what}: on that side the strict built-in policy is compared.`];
}
function diffBlocks(diff) {
    const asked = new Set(diff.noLongerAsked);
    const settings = diff.settings.map(({ setting, before, after, loosens }) => `${setting}: ${before} -> ${after}${loosens ? ' (gives more room)' : ''}`);
    return [
        ...block('Newly allowed: asked about before', diff.noLongerAsked.map(changeLine)),
        ...block('Newly allowed: denied before', diff.newlyAuto.filter((change) => !asked.has(change)).map(changeLine)),
        ...block('Newly denied', diff.newlyDenied.map(changeLine)),
        ...block('Newly asked', diff.newlyAsked.map(changeLine)),
        ...block('Settings', settings),
    ];
}
function changeLine({ call, untrusted, before, after }) {
    const line = after.line === null ? '' : ` (line ${after.line})`;
    return `${call} ${before.verdict} -> ${after.verdict}${line}${untrusted ? ' after text by strangers' : ''}`;
}
function warningBlock(warnings) {
    return block('Warnings about the new policy', warnings.map(policy/* problemText */.fI));
}
function block(title, lines) {
    if (lines.length === 0)
        return [];
    const shown = lines.slice(0, MAX_LINES).map((line) => (0,base/* oneLine */.TN)((0,base/* visible */.RK)(line), LINE_CHARS));
    const rest = lines.length > MAX_LINES ? [`… and ${lines.length - MAX_LINES} more`] : [];
    return ['', `#### ${title} (${lines.length})`, '', (0,base/* fence */.EU)([...shown, ...rest].join('\n'), 'text')];
}

;// CONCATENATED MODULE: ./build/run/policy-diff.js



const ACTIONS_BOT = 'github-actions[bot]';
/**
 * `mode: policy-diff`: tells in one comment what a pull request does to the policy. Both sides are read as git objects
 * through the API; nothing of the head is checked out or run, so that it is safe for forks under `pull_request_target`.
 * Returns why there was nothing to do, or `null`. Throws what GitHub's refusals throw, but for a fork's read-only token.
 */
async function policyDiffStep(of) {
    const { trigger, policyPath, github, runner } = of;
    if (trigger.event !== 'pull_request' && trigger.event !== 'pull_request_target') {
        return '`mode: policy-diff` works on pull_request and pull_request_target.';
    }
    // The state now and not the event's: of several runs, the one that ends last tells about the newest push.
    const pull = await github.pull(trigger.number);
    if (!pull.open)
        return 'The pull request is closed.';
    const baseSha = await github.commitOf(`refs/heads/${pull.baseRef}`);
    const compared = {
        path: policyPath,
        baseRef: pull.baseRef,
        baseSha,
        headSha: pull.headSha,
    };
    const change = await policyChange(github, compared);
    const sentence = policyChangeSentence(change);
    const body = policyChangeBody(change, compared);
    runner.info((0,base/* neutralise */.$0)(sentence));
    await tell(of, { change, body, number: trigger.number });
    if (change.kind !== 'same')
        await runner.summary(body);
    runner.output('outcome', 'done');
    runner.output('summary', (0,base/* neutralise */.$0)(sentence));
    return null;
}
/** Compares the policy of both sides as files of commits. */
async function policyChange(github, compared) {
    const { path, baseSha, headSha } = compared;
    const [base, head] = await Promise.all([
        sideAt(github, baseSha, path),
        sideAt(github, headSha, path),
    ]);
    // Without a blob on either side: both have no such file, unless one of them has something else in its place.
    const comparable = base.kind === 'policy' || base.blobSha !== null;
    if (comparable && base.kind === head.kind && base.blobSha === head.blobSha)
        return { kind: 'same' };
    if (head.kind === 'broken')
        return { kind: 'invalid', problems: head.problems };
    if (base.kind === 'broken')
        return { kind: 'incomparable', problems: base.problems, warnings: head.warnings };
    const how = base.blobSha === null ? 'added' : head.blobSha === null ? 'removed' : 'changed';
    return {
        kind: 'changed',
        how,
        diff: (0,policy/* diffPolicies */.wR)(base.policy, head.policy),
        warnings: head.warnings,
    };
}
async function sideAt(github, sha, path) {
    let file;
    try {
        file = await github.fileAt(sha, path);
    }
    catch (error) {
        // A folder, a symlink, bytes that are no text: whoever made the commit chose that, so it is told and not thrown.
        if (!(error instanceof base/* CountersignError */.WS) || error.code !== 'github-refused')
            throw error;
        return { kind: 'broken', problems: [(0,base/* errorText */.kc)(error)], blobSha: null };
    }
    if (file === null)
        return { kind: 'policy', policy: (0,policy/* builtinPolicy */.Kp)(), warnings: [], blobSha: null };
    const loaded = (0,policy/* loadPolicy */.tb)(file.text, { file: path });
    if (!loaded.ok)
        return { kind: 'broken', problems: loaded.problems.map(policy/* problemText */.fI), blobSha: file.blobSha };
    return {
        kind: 'policy',
        policy: loaded.policy,
        warnings: loaded.warnings,
        blobSha: file.blobSha,
    };
}
/** Puts the comment up, or edits the earlier one. A pull request that never touched the policy gets none. */
async function tell(of, what) {
    const { github, runner, trigger } = of;
    const earlier = await ownComment(github, what.number);
    if (earlier === null && what.change.kind === 'same')
        return;
    try {
        if (earlier === null)
            await github.createComment(what.number, what.body);
        else
            await github.updateComment(earlier.id, what.body);
    }
    catch (error) {
        const readOnly = error instanceof base/* CountersignError */.WS && error.code === 'github-permission';
        if (!readOnly || trigger.event !== 'pull_request' || !trigger.fork)
            throw error;
        runner.warning('A pull request from a fork has a token that cannot comment: see the job summary, or use pull_request_target.');
    }
}
/**
 * The comment of an earlier push. Only the token's own, which is the workflow's where it cannot tell: anybody can write
 * the marker.
 */
async function ownComment(github, number) {
    const self = await github.self();
    const { comments } = await github.comments(number);
    return (comments.find((comment) => isOwn(comment, self) && comment.body.startsWith(POLICY_DIFF_MARKER)) ?? null);
}
function isOwn({ author }, self) {
    const login = self?.login ?? ACTIONS_BOT;
    return author !== null && author.login.toLowerCase() === login.toLowerCase();
}

// EXTERNAL MODULE: ./build/run/runner.js
var run_runner = __webpack_require__(71262);
// EXTERNAL MODULE: ./build/checkpoint/index.js + 6 modules
var checkpoint = __webpack_require__(65057);
// EXTERNAL MODULE: ./build/sandbox/index.js + 29 modules
var sandbox = __webpack_require__(22778);
// EXTERNAL MODULE: ./build/run/close-card.js
var close_card = __webpack_require__(98001);
// EXTERNAL MODULE: ./build/run/prepare.js
var prepare = __webpack_require__(96685);
;// CONCATENATED MODULE: ./build/run/retell.js

/**
 * Tells a tally what earlier jobs of the same run did, from the trail, so that counts and calls are those of the whole run.
 */
async function retell(folder, listen) {
    const known = new Map();
    const snapshotOf = (call) => ({
        call,
        inputPreview: '',
        ...(known.get(call) ?? { turn: 0, parent: null, tool: '' }),
    });
    for await (const entry of (0,audit/* readTrail */.hd)(folder)) {
        switch (entry.type) {
            case 'turn.start':
                listen({ type: 'turn:start', turn: entry.turn });
                break;
            case 'model.reply':
                listen({ type: 'turn:end', turn: entry.turn, text: entry.text, costUsd: entry.costUsd });
                break;
            case 'call.state': {
                if (entry.state === 'PENDING') {
                    const { turn = 0, parent = null } = entry;
                    known.set(entry.call, { turn, parent, tool: entry['gen_ai.tool.name'] ?? '' });
                }
                const snapshot = { ...snapshotOf(entry.call), state: entry.state };
                listen({ type: 'state_changed', snapshot });
                break;
            }
            case 'call.verdict': {
                const snapshot = { ...snapshotOf(entry.call), state: 'PENDING' };
                listen({ type: 'verdict', snapshot, verdict: entry.verdict, because: entry.because });
                break;
            }
            default:
        }
    }
}

// EXTERNAL MODULE: ./build/calls/index.js + 15 modules
var calls = __webpack_require__(29202);
// EXTERNAL MODULE: ./build/run.js + 12 modules
var run = __webpack_require__(64519);
// EXTERNAL MODULE: ./build/run/asking.js + 1 modules
var asking = __webpack_require__(51102);
// EXTERNAL MODULE: ./build/run/context.js
var context = __webpack_require__(31209);
// EXTERNAL MODULE: ./build/run/log.js
var log = __webpack_require__(57332);
;// CONCATENATED MODULE: ./build/run/step-early.js


/** The report of a run that could not begin, or go on, with a trail of its own that says why. */
async function endEarly(request, world, of) {
    if (of.error instanceof base/* CountersignError */.WS && of.error.code === 'trail-unwritable')
        throw of.error;
    const { trigger, step, inputs, decision } = request;
    const outcome = outcomeOf(world, of.suspended);
    const because = await world.redactor.redact((0,base/* errorText */.kc)(of.error));
    const asked = await world.redactor.redact(decision.request);
    const { actor } = trigger;
    const model = inputs.model ?? 'default';
    const head = await recordEarlyEnd({
        run: of.place.run,
        folder: of.place.folder,
        clock: world.clock,
        redactor: world.redactor,
        about: {
            repository: `${step.owner}/${step.repo}`,
            headSha: trigger.headSha,
            trigger: {
                event: trigger.event,
                actor: actor === null ? null : { login: actor.login, id: actor.id },
                number: trigger.number,
                url: trigger.url,
            },
            workflow: { runId: step.runId, attempt: step.attempt, job: step.job, url: step.jobUrl },
        },
        request: asked,
        model,
        outcome,
        because,
        warn: (message) => world.runner.warning((0,base/* neutralise */.$0)(message)),
        ...(of.suspended === undefined ? {} : { suspended: of.suspended }),
    });
    return {
        run: of.place.run,
        outcome,
        summary: because,
        request: asked,
        requester: decision.by.account?.login ?? null,
        model,
        policy: inputs.policyPath,
        sandbox: 'not started',
        turns: 0,
        tokens: 0,
        costUsd: 0,
        counts: { auto: 0, approved: 0, denied: 0, failed: 0, total: 0 },
        calls: [],
        pendingApprovals: [],
        trailFolder: of.place.folder,
        head,
        warnings: [],
        changedFiles: [],
    };
}
function outcomeOf(world, suspended) {
    if (world.signal.aborted)
        return 'cancelled';
    return suspended === undefined ? 'error' : 'denied';
}

// EXTERNAL MODULE: ./build/run/attest-trail.js
var attest_trail = __webpack_require__(79880);
// EXTERNAL MODULE: ./build/approvals/index.js + 25 modules
var approvals = __webpack_require__(21788);
// EXTERNAL MODULE: ./build/run/wreck.js
var run_wreck = __webpack_require__(1556);
;// CONCATENATED MODULE: ./build/run/lost-checkpoint.js



/** What people read where a run was suspended and its checkpoint is nowhere that another job could have it from. */
const LOST_CHECKPOINT = 'The run suspended itself, but its checkpoint could not be uploaded: no answer can wake it.';
/** Closes the cards that such a run left open, so that nobody answers what nobody will read. */
async function closeLostCards(of) {
    const { github, report, runUrl } = of;
    try {
        const wreck = await (0,run_wreck/* surveyWreck */.T)(report.trailFolder);
        // Two legs of a matrix may take up one run: then the other one's checkpoint is where the card says.
        if (wreck.start?.start !== 'fresh')
            return;
        const open = [...wreck.approvals.values()].filter(({ status }) => status === 'open');
        for (const card of new Set(open.flatMap((one) => one.card ?? []))) {
            const requests = open
                .filter((one) => one.card === card)
                .map(({ approval, call, decidedBy }) => {
                const tool = wreck.calls.get(call)?.tool ?? '';
                return { approval, call, tool, decidedBy, fate: 'not run' };
            });
            const { run, head } = report;
            const body = (0,approvals/* renderClosedCard */.tJ)({
                run,
                workflowRun: null,
                requests,
                because: LOST_CHECKPOINT,
                runUrl,
                head,
            });
            await github.updateComment(card, body);
        }
    }
    catch (error) {
        of.warn(`A card could not be closed: ${(0,base/* errorText */.kc)(error)}`);
    }
}

// EXTERNAL MODULE: ./build/run/state.js
var state = __webpack_require__(69047);
// EXTERNAL MODULE: ./build/run/summary-parts.js
var summary_parts = __webpack_require__(95169);
;// CONCATENATED MODULE: ./build/run/step-tell.js











/** The artifact service as this step reaches it. */
function artifactsOf({ step, inputs }, world) {
    return (0,build_github/* createArtifactStore */.GA)({
        env: world.environment,
        owner: step.owner,
        repo: step.repo,
        token: inputs.githubToken ?? '',
        clock: world.clock,
    });
}
function attestorOf({ step, inputs }, { environment }) {
    if (!inputs.attest)
        return null;
    const { owner, repo, apiUrl } = step;
    const proxied = (0,build_github/* isProxied */.S7)(environment, apiUrl);
    return (0,build_github/* createAttestor */.ZK)({
        token: inputs.githubToken ?? '',
        apiUrl,
        owner,
        repo,
        proxied,
        environment,
    });
}
/** The run over time, from its trail; empty where that cannot be read, for the summary is more than its picture. */
async function pictureOf(folder) {
    try {
        return (0,summary_parts/* timeline */.I)(await (0,audit/* viewTrail */.MP)((0,audit/* readTrail */.hd)(folder)));
    }
    catch {
        return '';
    }
}
/** The end of a step: the trail uploaded, then everybody told the same, then the step's own conclusion. */
async function step_tell_tell(request, world, of) {
    const { runner } = world;
    const { step, inputs } = request;
    const { report, place } = of;
    await (0,attest_trail/* attestTrail */.k)(place.folder, attestorOf(request, world), (message) => runner.warning((0,base/* neutralise */.$0)(message)));
    const published = await (0,publish/* publishTrail */.w)(artifactsOf(request, world), {
        folder: place.folder,
        name: place.artifact,
        retentionDays: inputs.retentionDays,
    });
    runner.saveState(state/* STATE */.c.finished, 'true');
    if (published.kind === 'kept') {
        runner.warning((0,base/* neutralise */.$0)(`The trail was not uploaded: ${published.because}`));
    }
    writeOutputs(runner, outputsOf(report, published));
    await runner.summary((0,markdown/* jobSummary */.sp)(report, { published, picture: await pictureOf(place.folder) }));
    await of.tracking?.finish((0,markdown/* finalBody */.lJ)({ report, published, tally: of.tally, jobUrl: step.jobUrl }));
    runner.info(`Trail: ${report.head.count} entries, head ${report.head.hash}`);
    if (report.outcome === 'awaiting-approval' && published.kind === 'kept') {
        const warn = (message) => runner.warning((0,base/* neutralise */.$0)(message));
        await closeLostCards({ github: world.github, report, runUrl: step.jobUrl, warn });
        return runner.fail(LOST_CHECKPOINT);
    }
    if ((0,run_runner/* fails */.c)(report.outcome, inputs.failOn)) {
        runner.fail((0,base/* neutralise */.$0)(`Countersign ended ${report.outcome}: ${report.summary}`));
    }
}

;// CONCATENATED MODULE: ./build/run/step-world.js




/** The place of a run, told to the post step before anything happens. `run` for one that is taken up. */
function placeOf({ inputs, step }, { runner }, run = (0,base/* newRunId */.F$)()) {
    const folder = (0,external_node_path_.join)(step.tempFolder, 'countersign', `${run}-${step.runId}-${step.attempt}`);
    const artifact = (0,build_github/* artifactName */.Cs)({
        what: 'trail',
        workflowRunId: step.runId,
        attempt: step.attempt,
        job: step.job,
        run,
    });
    runner.saveState(state/* STATE */.c.run, run);
    runner.saveState(state/* STATE */.c.folder, folder);
    runner.saveState(state/* STATE */.c.artifact, artifact);
    runner.saveState(state/* STATE */.c.retentionDays, String(inputs.retentionDays ?? ''));
    return { run, folder, artifact };
}

// EXTERNAL MODULE: ./build/run/tally.js
var run_tally = __webpack_require__(36656);
;// CONCATENATED MODULE: ./build/run/tools-on-github.js


/** Branches of runs begin with this. */
const BRANCH_PREFIX = 'countersign/';
/**
 * What the agent can ask this process to do on GitHub. A pull request from a fork cannot be pushed to: its branch is
 * in another repository, so the work goes to a branch of its own.
 */
function toolsOnGitHub({ step, trigger }, { github }, at) {
    const { job, pins, mark, workspace } = at;
    const own = `${BRANCH_PREFIX}${job.trigger.number === null ? job.run : `issue-${job.trigger.number}`}`;
    const pullBranch = trigger.isPullRequest && !pins.fork ? pins.headRef : null;
    return (0,build_github/* githubTools */.B6)({
        github,
        apiHost: (0,build_github/* apiHostOf */.gz)(step.apiUrl),
        serverUrl: step.serverUrl,
        number: job.trigger.number,
        trusts: (0,context/* trustBy */.m)(github),
        mark,
        linkHosts: job.policy.sandbox.network,
        work: {
            workspace,
            headSha: pins.headSha,
            branch: pullBranch ?? own,
            branchPrefix: BRANCH_PREFIX,
            baseBranch: pins.trustedRef,
            note: () => `Made by Countersign, run \`${job.run}\`${job.requester === null ? '' : `, asked for by \`${job.requester}\``}.`,
        },
    });
}

// EXTERNAL MODULE: ./build/run/trusted-files.js
var trusted_files = __webpack_require__(20831);
;// CONCATENATED MODULE: ./build/run/tracking.js

/** Edits are at least this far apart, so that a run stays well inside GitHub's limits. */
const MIN_EDIT_GAP_MS = 5_000;
/**
 * Posts the comment, and edits it when something happened, at a bounded rate. Failing to post or to edit is a
 * warning and never harms the run.
 */
async function openTracking(options) {
    const { github, clock, warn } = options;
    let id;
    try {
        id = (await github.createComment(options.issue, options.body())).id;
    }
    catch (error) {
        warn(`The tracking comment could not be posted: ${(0,base/* errorText */.kc)(error)}`);
        return null;
    }
    options.onPosted(id);
    const stop = new AbortController();
    let dirty = false;
    let editing = null;
    const edit = async () => {
        while (dirty && !stop.signal.aborted) {
            dirty = false;
            await github.updateComment(id, options.body());
            await clock.sleep(MIN_EDIT_GAP_MS, stop.signal);
        }
    };
    const kick = () => {
        dirty = true;
        if (stop.signal.aborted || editing !== null)
            return;
        editing = edit()
            .catch((error) => {
            if (!stop.signal.aborted)
                warn(`The tracking comment could not be edited: ${(0,base/* errorText */.kc)(error)}`);
        })
            .finally(() => {
            editing = null;
        });
    };
    return {
        listen: (event) => {
            if (SHOWN.has(event.type))
                kick();
        },
        finish: async (body) => {
            stop.abort();
            await editing;
            try {
                await github.updateComment(id, body);
            }
            catch (error) {
                warn(`The tracking comment could not be finished: ${(0,base/* errorText */.kc)(error)}`);
            }
        },
    };
}
const SHOWN = new Set([
    'turn:end',
    'tool:end',
    'tool:error',
    'permission_required',
    'permission_decided',
    'checklist',
]);

;// CONCATENATED MODULE: ./build/run/step.js


















/** A run on GitHub that begins, from the look-ups to the step's conclusion. */
async function runStep(request, world) {
    const place = placeOf(request, world);
    const seen = watch(world);
    let report;
    let tracking = null;
    try {
        const prepared = await step_prepare(request, world, place);
        tracking = await track(request, world, { job: prepared.job, ...seen });
        report = await conduct(request, world, { prepared, ...seen });
    }
    catch (error) {
        report = await endEarly(request, world, { place, error });
    }
    await step_tell_tell(request, world, { place, report, tracking, tally: seen.tally });
}
/** The run itself, with everything of this step around it. */
async function conduct(request, world, of) {
    const { job, pins } = of.prepared;
    world.redactor.addPatterns((0,secrets/* patternsOf */.D4)(job.policy));
    const suspension = suspensionOf(request);
    return await (0,run/* run */.e)(job, {
        clock: world.clock,
        redactor: world.redactor,
        bus: of.bus,
        tally: of.tally,
        model: await modelOf(request, world),
        signal: world.signal,
        environment: world.environment,
        ask: await (0,asking/* askingOnGitHub */.Q)({
            inputs: request.inputs,
            trigger: request.trigger,
            github: world.github,
            pins,
            job,
            self: world.self,
            clock: world.clock,
            policyUrl: policyUrl(request, pins, job),
            canSuspend: suspension !== null,
        }),
        tools: (at) => toolsOnGitHub(request, world, { ...at, job, pins }),
        trusted: (0,trusted_files/* trustedAt */.ZS)(world.github, pins.trustedRef, pins.trustedSha),
        suspension,
        onTrail: (trail) => {
            of.view.trail = trail;
        },
        onAnchor: ({ count, hash }) => world.runner.info(`Trail so far: ${count} entries, head ${hash}`),
    });
}
/** `null` where a run of this step cannot be suspended: no secret to seal with, or no workflow file to come back to. */
function suspensionOf({ inputs, step, }) {
    const secret = inputs.stateKey ?? inputs.anthropicApiKey;
    return secret === null || step.workflow === null ? null : { secret, workflow: step.workflow };
}
/** The bus, the tally and the log of a run. */
function watch({ runner }) {
    const bus = (0,calls/* createBus */.hQ)((error) => runner.warning((0,base/* neutralise */.$0)((0,base/* errorText */.kc)(error))));
    const { tally, listen } = (0,run_tally/* createTally */.X)();
    bus.on(listen);
    bus.on((0,log/* logListener */.d)({
        line: (text) => runner.info(text),
        group: (title) => runner.startGroup(title),
        endGroup: () => runner.endGroup(),
    }));
    return { bus, tally, feed: listen, view: { trail: null } };
}
async function step_prepare(request, world, place) {
    const { github } = world;
    const pins = await (0,prepare/* pin */.y_)(github, request.trigger);
    const job = await (0,prepare/* prepareJob */.LS)({
        ...request,
        run: place.run,
        github,
        trusts: (0,context/* trustBy */.m)(github),
        pins,
        trailFolder: place.folder,
    });
    return { job, pins };
}
async function modelOf({ inputs }, { clock, cwd }) {
    return await (0,model/* createModel */.kQ)({
        model: inputs.model ?? undefined,
        apiKey: inputs.anthropicApiKey ?? undefined,
        baseUrl: inputs.anthropicBaseUrl ?? undefined,
        cwd,
        clock,
    });
}
/** The tracking comment of a run; `null` where there is no issue, or nobody wants one. */
async function track(request, world, of) {
    const issue = (0,prepare/* askOn */.j0)(request.inputs, request.trigger);
    if (!request.inputs.trackingComment || issue === null || issue === 'create')
        return null;
    const tracking = await openTracking({
        github: world.github,
        issue,
        clock: world.clock,
        warn: (message) => world.runner.warning((0,base/* neutralise */.$0)(message)),
        onPosted: (id) => world.runner.saveState(state/* STATE */.c.tracking, String(id)),
        body: () => (0,markdown/* trackingBody */.Yj)({
            tally: of.tally,
            run: of.job.run,
            requester: of.job.requester,
            jobUrl: request.step.jobUrl,
            head: of.view.trail?.head() ?? null,
        }),
    });
    if (tracking !== null)
        of.bus.on(tracking.listen);
    return tracking;
}
function policyUrl({ step }, pins, job) {
    if (job.policySource.source.startsWith('built-in'))
        return null;
    return `${step.serverUrl}/${step.owner}/${step.repo}/blob/${pins.trustedSha}/${job.policySource.source}`;
}

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
;// CONCATENATED MODULE: ./build/run/take-up.js






/**
 * How long the job of an answer watches the job that waits, which looks at least every fifteen seconds: by then it has
 * looked, or has stopped looking and its card says so.
 */
const MAX_WATCH_MS = 25_000;
/** How long a job that suspended itself may take to upload its trail. */
const MAX_UPLOAD_MS = 60_000;
const WATCH_PAUSE_MS = 3_000;
/**
 * Finds the suspended run that an answer is for. Where a job still waits on the card, that job reads the answer itself;
 * this one watches until it has, because the wait may be ending just now.
 */
async function pointedAt(of) {
    const { github, clock, self } = of;
    if (self === null)
        return nothing('the account of the token is not known, so no card can be told as its own');
    const endMs = clock.monotonicMs() + MAX_WATCH_MS;
    let gone = false;
    for (;;) {
        const { comments } = await github.comments(of.issue);
        const answer = comments.find((comment) => comment.id === of.answerId);
        if (answer === undefined)
            return nothing('the comment is gone');
        const pending = (0,checkpoint/* findPending */.rj)({ comments, answer, ownLogin: self.login });
        switch (pending.kind) {
            case 'none':
                return nothing(pending.because);
            case 'suspended':
                return pending;
            case 'held':
                // A job that ended has had the last word on its card: that is read before it is given up.
                if (gone)
                    return { ...pending, kind: 'gone' };
                gone = await isGone(github, pending.marker);
                if (gone)
                    break;
                if (clock.monotonicMs() >= endMs) {
                    return nothing('the job that asked still waits, and reads the answer itself');
                }
                await clock.sleep(WATCH_PAUSE_MS, of.signal);
        }
    }
}
function nothing(because) {
    return { kind: 'nothing', because };
}
async function isGone(github, marker) {
    if (marker.workflowRun === null)
        return false;
    try {
        return (await github.workflowRun(marker.workflowRun)).completed;
    }
    catch {
        // Not knowing is no reason to say that a run was lost.
        return false;
    }
}
/**
 * Downloads the trail that a card points to into `folder`, verifies it, and opens its last checkpoint. Nothing of it is
 * used before that. Throws `checkpoint-refused` with the reason.
 */
async function takeUp(of) {
    const { marker, step, folder } = of;
    if (marker.workflowRun === null)
        throw refused('the card names no workflow run');
    const name = (0,build_github/* artifactName */.Cs)({
        what: 'trail',
        workflowRunId: String(marker.workflowRun),
        attempt: String(marker.attempt ?? 1),
        job: step.job,
        run: marker.run,
    });
    const origin = await downloaded(of, { name, workflowRunId: marker.workflowRun, folder });
    const verdict = await (0,audit/* verifyTrail */.Qf)((0,audit/* trailBytes */._D)(folder), {
        run: marker.run,
        blobs: (0,audit/* blobsIn */.uo)(folder),
    });
    if (verdict.kind === 'unreadable')
        throw refused(`its trail cannot be read: ${verdict.because}`);
    if (verdict.kind === 'broken') {
        throw refused(`its trail is broken at entry ${verdict.seq}: ${verdict.because}`);
    }
    return { origin, ...(await openLast(of)) };
}
/** A card says that it waits in a checkpoint a moment before that is uploaded: so long as its job goes on, so do we. */
async function downloaded(of, wanted) {
    const { github, store, clock, signal } = of;
    const endMs = clock.monotonicMs() + MAX_UPLOAD_MS;
    for (;;) {
        const origin = await github.workflowRun(wanted.workflowRunId);
        if ((await store.download(wanted)) !== null)
            return origin;
        if (origin.completed || clock.monotonicMs() >= endMs) {
            throw refused(`workflow run ${wanted.workflowRunId} has no artifact ${wanted.name}`);
        }
        await clock.sleep(WATCH_PAUSE_MS, signal);
    }
}
async function openLast(of) {
    const after = [];
    let saved = null;
    for await (const entry of (0,audit/* readTrail */.hd)(of.folder)) {
        if (entry.type === 'checkpoint.saved') {
            saved = entry;
            after.length = 0;
        }
        if (saved !== null)
            after.push(entry);
    }
    if (saved === null)
        throw refused('its trail names no checkpoint');
    if (!/^checkpoint-\d+\.bin$/.test(saved.name))
        throw refused(`${JSON.stringify(saved.name)} is no checkpoint`);
    const bytes = await sealedBytes((0,external_node_path_.join)(of.folder, saved.name));
    const sealedSha256 = (0,base/* sha256 */.sc)(bytes);
    if (sealedSha256 !== saved.sha256)
        throw refused('it is not the one that its trail names');
    const state = (0,checkpoint/* openCheckpoint */.DI)(bytes, {
        secret: of.secret,
        context: {
            repository: `${of.step.owner}/${of.step.repo}`,
            run: of.marker.run,
            trailHead: { hash: saved.prev, count: saved.seq },
        },
    });
    return { state, sealedSha256, hashAtCheckpoint: saved.prev, after };
}
async function sealedBytes(path) {
    try {
        return await (0,promises_.readFile)(path);
    }
    catch (cause) {
        throw new base/* CountersignError */.WS('checkpoint-refused', 'The checkpoint is refused: it is not in the artifact.', { cause });
    }
}
function refused(because) {
    return new base/* CountersignError */.WS('checkpoint-refused', `The checkpoint is refused: ${because}.`);
}

;// CONCATENATED MODULE: ./build/run/resume-step.js











const GONE = 'The job that asked is gone, and left no checkpoint. Nothing of what it asked for was done; ask anew.';
/**
 * A run that was suspended goes on: found from the card, checked, and taken up exactly where it stood. Returns why
 * there is nothing to do, or `null` once the step is concluded.
 */
async function resumeStep(answer, world) {
    const { github, clock, signal, self } = world;
    const pointed = await pointedAt({
        github,
        issue: answer.trigger.number,
        answerId: answer.answerId,
        self,
        clock,
        signal,
    });
    if (pointed.kind === 'nothing')
        return `This is an answer to a card: ${pointed.because}.`;
    if (pointed.kind === 'gone') {
        await reply(answer, world, GONE);
        await (0,close_card/* closeGoneCard */.C)({
            github,
            card: pointed.card,
            marker: pointed.marker,
            because: GONE,
            runUrl: answer.step.jobUrl,
        });
        return GONE;
    }
    const suspension = suspensionOf(answer);
    if (suspension === null) {
        return 'A suspended run is answered, but this step has neither state-key nor anthropic-api-key to open it with.';
    }
    const { marker } = pointed;
    const workflow = marker.workflowRun === null ? null : (await github.workflowRun(marker.workflowRun)).workflow;
    // Another workflow of the repository sees the same comment, and takes its own runs up itself.
    if (workflow !== null && workflow !== suspension.workflow)
        return `The card is by a run of ${workflow}.`;
    await goOn(answer, world, { marker, ...suspension });
    return null;
}
async function goOn(answer, world, key) {
    const place = placeOf(answer, world, key.marker.run);
    const nameless = {
        ...answer,
        decision: {
            request: 'An answer to a card.',
            by: { account: null, permission: null, because: '' },
        },
    };
    const seen = watch(world);
    let report;
    let tracking = null;
    try {
        const { github } = world;
        const store = artifactsOf(nameless, world);
        const taken = await takeUp({
            ...key,
            github,
            store,
            step: answer.step,
            folder: place.folder,
            clock: world.clock,
            signal: world.signal,
        });
        const pins = await (0,prepare/* pin */.y_)(github, answer.trigger);
        const ready = await readyJob(answer, world, { taken, pins, key, place });
        if (typeof ready === 'string') {
            await reply(answer, world, ready);
            const { gated, policySha256 } = taken.state;
            const voided = gated.map(({ approval, request }) => ({ approval, call: request.id }));
            const error = new base/* CountersignError */.WS('checkpoint-refused', `What was asked is void: ${ready}.`);
            report = await endEarly(nameless, world, {
                place,
                error,
                suspended: { policySha256, voided },
            });
            await closeCard(answer, world, {
                checkpoint: taken.state,
                because: ready,
                head: report.head,
            });
        }
        else {
            await retell(place.folder, seen.feed);
            tracking = await track(nameless, world, { job: ready, ...seen });
            report = await conduct(nameless, world, { prepared: { job: ready, pins }, ...seen });
        }
    }
    catch (error) {
        await reply(answer, world, (0,base/* errorText */.kc)(error));
        // What could not be trusted is not gone on with: the refusal gets a trail of its own.
        report = await endEarly(nameless, world, { place: placeOf(answer, world), error });
        await step_tell_tell(nameless, world, {
            place: { ...place, folder: report.trailFolder },
            report,
            tracking,
            tally: seen.tally,
        });
        return;
    }
    await step_tell_tell(nameless, world, { place, report, tracking, tally: seen.tally });
}
/** The job that goes on, its work tree restored; or why what was asked is void. Throws where it is not to be trusted. */
async function readyJob(answer, world, of) {
    const { taken, pins, key, place } = of;
    const { github, clock } = world;
    const { step, trigger, inputs } = answer;
    const [issue, read] = await Promise.all([
        github.issue(trigger.number),
        (0,prepare/* readPolicy */.T4)(github, pins, inputs.policyPath),
    ]);
    const { state } = taken;
    const check = (0,checkpoint/* checkResume */.sR)(state, {
        now: clock.now(),
        repository: `${step.owner}/${step.repo}`,
        workflow: key.workflow,
        // Only a pull request has a head that moves under a question; elsewhere the run stays on its commit.
        headSha: trigger.isPullRequest ? pins.headSha : state.headSha,
        policySha256: read.policy.sha256,
        issue: trigger.number,
        issueOpen: issue.open,
        sealedSha256: taken.sealedSha256,
        trail: { hashAtCheckpoint: taken.hashAtCheckpoint, after: taken.after },
        origin: taken.origin,
    });
    if (check.kind === 'void')
        return check.because;
    if (check.kind === 'refused') {
        throw new base/* CountersignError */.WS('checkpoint-refused', `The checkpoint is refused: ${check.because}.`);
    }
    const checkout = { sha: state.headSha, serverUrl: step.serverUrl, token: inputs.githubToken };
    await (0,sandbox/* checkoutCommit */._6)(step.workspace, checkout);
    if (state.workTree !== null)
        await (0,sandbox/* restoreChanges */.Yi)(step.workspace, state.workTree);
    const { actor } = trigger;
    return {
        run: state.run,
        root: step.workspace,
        repository: state.repository,
        headSha: state.headSha,
        trigger: {
            event: trigger.event,
            actor: actor === null ? null : { login: actor.login, id: actor.id },
            number: trigger.number,
            url: trigger.url,
        },
        workflow: { runId: step.runId, attempt: step.attempt, job: step.job, url: step.jobUrl },
        requester: state.requester,
        request: state.request,
        context: [],
        untrustedFiles: null,
        instructions: state.instructions,
        systemPrompt: inputs.systemPrompt,
        policy: read.policy,
        policySource: { source: read.source, ref: `${pins.trustedRef}@${pins.trustedSha}` },
        budget: (0,prepare/* tighterBudget */.bD)(read.policy, inputs.budget),
        sandboxRequired: inputs.sandboxRequired,
        protect: [inputs.policyPath],
        askWhom: 'comment',
        trailFolder: place.folder,
        resume: state,
    };
}
async function closeCard({ step }, { github, redactor, runner }, of) {
    try {
        const because = await redactor.redact(of.because);
        await (0,close_card/* closeParkedCard */.M)({ ...of, github, because, runUrl: step.jobUrl });
    }
    catch (error) {
        runner.warning((0,base/* neutralise */.$0)(`The card could not be closed: ${(0,base/* errorText */.kc)(error)}`));
    }
}
async function reply(answer, world, because) {
    try {
        const text = await world.redactor.redact(because);
        await world.github.createComment(answer.trigger.number, `<!-- countersign:reply -->\nThe answer could not be used: ${(0,base/* neutralise */.$0)(text)}`);
    }
    catch (error) {
        world.runner.warning((0,base/* neutralise */.$0)(`The reply could not be posted: ${(0,base/* errorText */.kc)(error)}`));
    }
}

;// CONCATENATED MODULE: ./build/action.js












/** The action's main step: reads its world once, decides whether there is work, and hands over to the run. */
async function runAction() {
    const runner = await (0,run_runner/* githubRunner */.O)();
    const stop = (0,cancel/* cancelledBySignals */.W)();
    try {
        await act(runner, stop);
    }
    catch (error) {
        const outcome = stop.signal.aborted ? 'cancelled' : 'error';
        const environment = { ...process.env };
        // The artifact client's toolkit parses the event file when it is loaded, and throws where that is broken.
        delete process.env['GITHUB_EVENT_PATH'];
        await failedStart({ runner, environment, outcome, error });
    }
    finally {
        stop.off();
    }
}
async function act(runner, stop) {
    const inputs = readInputs(runner);
    const step = (0,run_environment/* readStepEnvironment */.s)(process.env);
    const trigger = (0,build_github/* parseTrigger */.uc)({
        eventName: step.eventName,
        payload: await (0,build_github/* readEventFile */.zh)(step.eventPath),
        file: step.eventPath,
        repository: `${step.owner}/${step.repo}`,
        ...(step.sha === null ? {} : { sha: step.sha }),
    });
    const tellsPolicy = inputs.mode === 'policy-diff';
    const withheld = !tellsPolicy && lacksSecrets(inputs) ? (0,build_github/* whyNoSecrets */.hP)(trigger) : null;
    if (withheld !== null)
        return skip(runner, withheld);
    const token = githubToken(inputs);
    const redactor = (0,secrets/* redactorFor */.sD)(process.env, {
        'anthropic-api-key': inputs.anthropicApiKey,
        'github-token': token,
        'state-key': inputs.stateKey,
    });
    for (const secret of (0,secrets/* secretsIn */.VY)(process.env))
        runner.secret(secret);
    const github = clientOf({ token, step, redactor, runner, signal: stop.late });
    if (tellsPolicy) {
        const nothing = await policyDiffStep({
            trigger,
            policyPath: inputs.policyPath,
            github,
            runner,
        });
        return nothing === null ? undefined : skip(runner, nothing);
    }
    const self = await github.self();
    const decision = await (0,build_github/* decideStart */.VF)({
        trigger,
        phrase: inputs.triggerPhrase,
        prompt: inputs.prompt ?? undefined,
        allowActors: inputs.allowActors,
        self,
    }, github);
    const world = {
        runner,
        signal: stop.signal,
        redactor,
        github,
        self,
        clock: base/* systemClock */.ml,
        environment: process.env,
        cwd: process.cwd(),
    };
    // A look-up that was cut short refuses; but the step was cancelled then, and says so.
    stop.signal.throwIfAborted();
    await follow(decision, { inputs, step, trigger }, world);
}
/** Does what the event came to. */
async function follow(decision, about, world) {
    const { runner } = world;
    const { trigger } = about;
    switch (decision.kind) {
        case 'skip':
            return skip(runner, decision.reason);
        case 'refuse':
            runner.warning((0,base/* neutralise */.$0)(decision.reason));
            return skip(runner, decision.reason);
        case 'answer': {
            const { commentId } = decision.asking;
            if (trigger.event !== 'issue_comment' || commentId === null) {
                return skip(runner, 'Answers to a card are comments on the issue or pull request.');
            }
            const nothing = await resumeStep({ ...about, trigger, answerId: commentId }, world);
            return nothing === null ? undefined : skip(runner, nothing);
        }
        case 'run':
            return await runStep({ ...about, decision }, world);
    }
}
function clientOf(of) {
    const { token, step, redactor, runner, signal } = of;
    return (0,build_github/* createGitHub */.Cl)({
        token,
        apiUrl: step.apiUrl,
        owner: step.owner,
        repo: step.repo,
        redactor,
        signal,
        proxied: (0,build_github/* isProxied */.S7)(process.env, step.apiUrl),
        onWait: ({ because, waitMs }) => runner.info((0,base/* neutralise */.$0)(`Waiting ${Math.ceil(waitMs / 1000)} s for GitHub: ${because}`)),
    });
}
function skip(runner, reason) {
    runner.info((0,base/* neutralise */.$0)(`Nothing to do: ${reason}`));
    runner.output('outcome', 'skipped');
    runner.output('summary', (0,base/* neutralise */.$0)(reason));
}
function lacksSecrets(inputs) {
    const scripted = inputs.model?.startsWith(model/* SCRIPTED_PREFIX */.ox) ?? false;
    return inputs.anthropicApiKey === null && !scripted;
}
function githubToken(inputs) {
    if (inputs.githubToken !== null)
        return inputs.githubToken;
    throw new base/* CountersignError */.WS('input-invalid', 'The input github-token is empty.', {
        fix: "Leave it out to use the job's own token, or write `github-token: ${{ secrets.… }}`.",
    });
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
