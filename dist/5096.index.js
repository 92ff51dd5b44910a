export const id = 5096;
export const ids = [5096];
export const modules = {

/***/ 65096:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runAction: () => (/* binding */ runAction)
});

// EXTERNAL MODULE: ./build/base/outcome.js
var base_outcome = __webpack_require__(98216);
// EXTERNAL MODULE: ./build/base/once.js
var once = __webpack_require__(21947);
// EXTERNAL MODULE: ./build/base/clock.js
var clock = __webpack_require__(42030);
// EXTERNAL MODULE: ./build/base/text.js
var base_text = __webpack_require__(91497);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
;// CONCATENATED MODULE: ./build/github/events/trigger-about.js
/** A deleted branch's commit is all zeros: there is none. */
function pinned(sha) {
    return sha === undefined || !/^[0-9a-f]{40,64}$/.test(sha) || /^0+$/.test(sha) ? null : sha;
}
/** What an event says of the issue that it is about. */
function aboutIssue(issue) {
    const isPullRequest = issue.pull_request !== undefined && issue.pull_request !== null;
    return {
        number: issue.number,
        isPullRequest,
        title: issue.title,
        body: issue.body,
        url: issue.html_url,
        // What the head of a pull request is, an event that shows it as an issue does not say.
        ...(isPullRequest ? { headSha: null, headRepository: null, fork: null, baseRef: null } : {}),
    };
}
/** What an event says of the pull request that it is about, its head pinned. */
function aboutPull(pull) {
    const headRepository = pull.head.repo?.full_name ?? null;
    return {
        number: pull.number,
        isPullRequest: true,
        headSha: pull.head.sha,
        headRef: pull.head.ref,
        headRepository,
        fork: pull.head.repo === null || !sameRepository(pull.head.repo, pull.base.repo),
        baseRef: pull.base.ref,
        title: pull.title,
        body: pull.body,
        url: pull.html_url,
    };
}
/** By id where both have one: names can be taken over. A repository that is gone is none. */
function sameRepository(head, base) {
    if (base === null)
        return false;
    if (head.id !== undefined && base.id !== undefined)
        return head.id === base.id;
    return head.full_name.toLowerCase() === base.full_name.toLowerCase();
}
/** The text that may ask, and its author as who asks. */
function asks(asking) {
    return { asking, requester: asking.author };
}
/** The branch of `refs/heads/…`, the name as it is where it is no full ref, `null` for a tag or nothing. */
function branchOf(ref) {
    if (ref === null)
        return null;
    if (ref.startsWith('refs/heads/'))
        return ref.slice('refs/heads/'.length);
    return ref.startsWith('refs/') ? null : ref;
}

;// CONCATENATED MODULE: ./build/github/events/event-input.js


/** The payload as its event promises it. Throws `event-invalid`, naming the file and the field. */
function parsed(schema, input) {
    const result = schema.safeParse(input.payload);
    if (result.success)
        return result.data;
    const issue = result.error.issues[0];
    const field = issue === undefined || issue.path.length === 0 ? 'the whole of it' : issue.path.join('.');
    throw new errors/* CountersignError */.W('event-invalid', `The event file ${input.file ?? '(given in memory)'} is not a ${input.eventName} event: ` +
        `${field}: ${issue?.message ?? 'malformed'}.`, {
        fix: 'GITHUB_EVENT_NAME and GITHUB_EVENT_PATH must be those that the runner sets for one and the same event.',
    });
}
/** What any event has; a trigger adds its own on top. */
function common(payload, input) {
    const repository = payload.repository?.full_name ?? input.repository ?? null;
    return {
        action: payload.action,
        actor: payload.sender,
        requester: payload.sender,
        repository,
        defaultBranch: payload.repository?.default_branch ?? null,
        number: null,
        isPullRequest: false,
        headSha: pinned(input.sha),
        headRef: null,
        headRepository: repository,
        fork: false,
        baseRef: payload.repository?.default_branch ?? null,
        title: null,
        body: null,
        asking: null,
        url: null,
    };
}

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(55156);
// EXTERNAL MODULE: ./build/github/client/schemas-checks.js
var schemas_checks = __webpack_require__(82244);
// EXTERNAL MODULE: ./build/github/client/schemas.js
var client_schemas = __webpack_require__(99516);
;// CONCATENATED MODULE: ./build/github/events/payloads.js



/**
 * The parts of webhook payloads that are used; the rest is let through unread. Strict on those: a payload that lacks
 * one is malformed and not half an event.
 */
const number = schemas.number().int().positive();
const sha = schemas.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, 'not a commit SHA');
const nullableText = schemas.string()
    .nullish()
    .transform((value) => value ?? null);
const repository = schemas.looseObject({
    id: schemas.number().optional(),
    full_name: schemas.string(),
    default_branch: schemas.string().optional(),
});
const base = schemas.looseObject({
    action: nullableText,
    sender: client_schemas/* account */.ct,
    repository: repository.nullish().transform((value) => value ?? null),
});
const issue = schemas.looseObject({
    number,
    title: client_schemas/* text */.Qq,
    body: client_schemas/* text */.Qq,
    user: client_schemas/* account */.ct,
    performed_via_github_app: client_schemas/* slugOfApp */.mJ,
    pull_request: schemas.unknown().optional(),
    created_at: nullableText,
    html_url: nullableText,
});
const head = schemas.looseObject({
    sha,
    ref: schemas.string(),
    repo: repository.nullish().transform((value) => value ?? null),
});
const pull = schemas.looseObject({
    number,
    title: client_schemas/* text */.Qq,
    body: client_schemas/* text */.Qq,
    user: client_schemas/* account */.ct,
    created_at: nullableText,
    html_url: nullableText,
    head,
    base: schemas.looseObject({
        ref: schemas.string(),
        repo: repository.nullish().transform((value) => value ?? null),
    }),
});
const written = {
    body: client_schemas/* text */.Qq,
    user: client_schemas/* account */.ct,
    performed_via_github_app: client_schemas/* slugOfApp */.mJ,
    html_url: nullableText,
};
const issuesPayload = schemas.looseObject({ ...base.shape, issue });
const issueCommentPayload = schemas.looseObject({
    ...base.shape,
    issue,
    comment: schemas.looseObject({ ...written, id: schemas.number(), created_at: nullableText }),
});
const pullPayload = schemas.looseObject({ ...base.shape, pull_request: pull });
const reviewPayload = schemas.looseObject({
    ...base.shape,
    pull_request: pull,
    review: schemas.looseObject({ ...written, id: schemas.number(), submitted_at: nullableText }),
});
const reviewCommentPayload = schemas.looseObject({
    ...base.shape,
    pull_request: pull,
    comment: schemas.looseObject({ ...written, id: schemas.number(), created_at: nullableText }),
});
const inputs = schemas.record(schemas.string(), schemas.unknown())
    .nullish()
    .transform((value) => value ?? {});
/** A dispatch from the web page without inputs has `inputs: null`. */
const workflowDispatchPayload = schemas.looseObject({ ...base.shape, inputs, ref: nullableText });
const repositoryDispatchPayload = schemas.looseObject({
    ...base.shape,
    client_payload: inputs,
    branch: nullableText,
});
const schedulePayload = schemas.looseObject({ ...base.shape, schedule: nullableText });
const pushPayload = schemas.looseObject({
    ...base.shape,
    ref: schemas.string(),
    after: sha,
    deleted: schemas.boolean().default(false),
    compare: nullableText,
});
const workflowRunPayload = schemas.looseObject({
    ...base.shape,
    workflow_run: schemas.looseObject({
        id: schemas.number(),
        head_sha: sha,
        head_branch: nullableText,
        head_repository: repository.nullish().transform((value) => value ?? null),
        conclusion: nullableText,
        html_url: nullableText,
        pull_requests: schemas.array(schemas.looseObject({ number, base: schemas.looseObject({ ref: schemas.string() }) }))
            .nullish()
            .transform((value) => value ?? []),
    }),
});
const releasePayload = schemas.looseObject({
    ...base.shape,
    release: schemas.looseObject({ tag_name: schemas.string(), name: nullableText, html_url: nullableText }),
});
const checkRunPayload = schemas.looseObject({
    ...base.shape,
    check_run: schemas_checks/* checkRun */.Q,
    requested_action: schemas.looseObject({ identifier: schemas.string() })
        .nullish()
        .transform((button) => button?.identifier ?? null),
});
const anyPayload = base;

;// CONCATENATED MODULE: ./build/github/events/parse-trigger.js




/**
 * Reads an event into a trigger. Pure. An event of another kind becomes `unsupported`; a payload that is not what its
 * event promises throws `event-invalid`, naming the file and the field.
 */
function parseTrigger(input) {
    switch (input.eventName) {
        case 'issues':
            return issueTrigger(input);
        case 'issue_comment':
            return issueCommentTrigger(input);
        case 'pull_request':
        case 'pull_request_target':
            return pullTrigger(input, input.eventName);
        case 'pull_request_review':
            return reviewTrigger(input);
        case 'pull_request_review_comment':
            return reviewCommentTrigger(input);
        case 'workflow_dispatch':
            return workflowDispatchTrigger(input);
        case 'repository_dispatch':
            return repositoryDispatchTrigger(input);
        case 'schedule':
            return scheduleTrigger(input);
        case 'push':
            return pushTrigger(input);
        case 'workflow_run':
            return workflowRunTrigger(input);
        case 'release':
            return releaseTrigger(input);
        case 'check_run':
            return checkRunTrigger(input);
        default:
            return unsupportedTrigger(input);
    }
}
function issueTrigger(input) {
    const payload = parsed(issuesPayload, input);
    const { issue } = payload;
    const asking = {
        of: 'issue',
        text: issue.body,
        author: issue.user,
        viaApp: issue.performed_via_github_app,
        createdAt: issue.created_at,
        commentId: null,
        url: issue.html_url,
    };
    return { ...common(payload, input), ...aboutIssue(issue), ...asks(asking), event: 'issues' };
}
function issueCommentTrigger(input) {
    const payload = parsed(issueCommentPayload, input);
    const { comment, issue } = payload;
    const asking = {
        of: 'comment',
        text: comment.body,
        author: comment.user,
        viaApp: comment.performed_via_github_app,
        createdAt: comment.created_at,
        commentId: comment.id,
        url: comment.html_url,
    };
    return {
        ...common(payload, input),
        ...aboutIssue(issue),
        ...asks(asking),
        event: 'issue_comment',
        url: comment.html_url ?? issue.html_url,
    };
}
function pullTrigger(input, event) {
    const payload = parsed(pullPayload, input);
    const pull = payload.pull_request;
    const asking = {
        of: 'pull request',
        text: pull.body,
        author: pull.user,
        viaApp: null,
        createdAt: pull.created_at,
        commentId: null,
        url: pull.html_url,
    };
    return { ...common(payload, input), ...aboutPull(pull), ...asks(asking), event };
}
function reviewTrigger(input) {
    const payload = parsed(reviewPayload, input);
    const { review } = payload;
    const asking = {
        of: 'review',
        text: review.body,
        author: review.user,
        viaApp: review.performed_via_github_app,
        createdAt: review.submitted_at,
        commentId: null,
        url: review.html_url,
    };
    const about = aboutPull(payload.pull_request);
    const url = review.html_url ?? about.url;
    return {
        ...common(payload, input),
        ...about,
        ...asks(asking),
        event: 'pull_request_review',
        url,
    };
}
function reviewCommentTrigger(input) {
    const payload = parsed(reviewCommentPayload, input);
    const { comment } = payload;
    const asking = {
        of: 'review comment',
        text: comment.body,
        author: comment.user,
        viaApp: comment.performed_via_github_app,
        createdAt: comment.created_at,
        commentId: null,
        url: comment.html_url,
    };
    const about = aboutPull(payload.pull_request);
    const url = comment.html_url ?? about.url;
    return {
        ...common(payload, input),
        ...about,
        ...asks(asking),
        event: 'pull_request_review_comment',
        url,
    };
}
function workflowDispatchTrigger(input) {
    const payload = parsed(workflowDispatchPayload, input);
    const facts = common(payload, input);
    const headRef = branchOf(payload.ref);
    return {
        ...facts,
        event: 'workflow_dispatch',
        inputs: payload.inputs,
        headRef,
        baseRef: headRef ?? facts.baseRef,
    };
}
function repositoryDispatchTrigger(input) {
    const payload = parsed(repositoryDispatchPayload, input);
    const facts = common(payload, input);
    return {
        ...facts,
        event: 'repository_dispatch',
        inputs: payload.client_payload,
        headRef: payload.branch,
        baseRef: payload.branch ?? facts.baseRef,
    };
}
function scheduleTrigger(input) {
    const payload = parsed(schedulePayload, input);
    return { ...common(payload, input), event: 'schedule', cron: payload.schedule };
}
function pushTrigger(input) {
    const payload = parsed(pushPayload, input);
    const { ref } = payload;
    const branch = branchOf(ref);
    return {
        ...common(payload, input),
        event: 'push',
        ref,
        deleted: payload.deleted,
        headSha: payload.deleted ? null : pushedCommit(payload.after, branch, input.sha),
        headRef: branch,
        baseRef: branch,
        url: payload.compare,
    };
}
/** Of a tag with a message `after` is the tag's own object; the runner's SHA is the commit that it stands on. */
function pushedCommit(after, branch, sha) {
    return branch === null ? (pinned(sha) ?? pinned(after)) : pinned(after);
}
function workflowRunTrigger(input) {
    const payload = parsed(workflowRunPayload, input);
    const facts = common(payload, input);
    const run = payload.workflow_run;
    // GitHub names the pull requests of a run only for branches of the repository itself, and there may be several.
    const only = run.pull_requests.length === 1 ? run.pull_requests[0] : undefined;
    const head = run.head_repository;
    return {
        ...facts,
        event: 'workflow_run',
        workflowRunId: run.id,
        conclusion: run.conclusion,
        number: only?.number ?? null,
        isPullRequest: only !== undefined,
        headSha: pinned(run.head_sha),
        headRef: run.head_branch,
        headRepository: head?.full_name ?? null,
        fork: head === null || !sameRepository(head, payload.repository),
        baseRef: only?.base.ref ?? facts.baseRef,
        url: run.html_url,
    };
}
function releaseTrigger(input) {
    const payload = parsed(releasePayload, input);
    const { release } = payload;
    return {
        ...common(payload, input),
        event: 'release',
        tag: release.tag_name,
        title: release.name,
        url: release.html_url,
    };
}
/** A check run names the pull requests of its commit, which anybody may have opened: it is about none of them. */
function checkRunTrigger(input) {
    const payload = parsed(checkRunPayload, input);
    const { check_run: checkRun, requested_action: identifier } = payload;
    return {
        ...common(payload, input),
        event: 'check_run',
        checkRun,
        identifier,
        url: checkRun.url,
    };
}
function unsupportedTrigger(input) {
    if (input.eventName.trim() === '') {
        throw new errors/* CountersignError */.W('event-invalid', 'There is no event: GITHUB_EVENT_NAME is empty.', {
            fix: 'Start the action from a workflow, or use `countersign run` on the command line.',
        });
    }
    const facts = common(parsed(anyPayload, input), input);
    return {
        ...facts,
        event: 'unsupported',
        name: input.eventName,
        fork: null,
        headRepository: null,
    };
}

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
;// CONCATENATED MODULE: ./build/github/events/event-file.js
/** Reads the event file that the runner wrote. Does I/O: one file, named by the caller. */


/** GitHub caps payloads at 25 MB. */
const MAX_EVENT_BYTES = 32 * 1024 * 1024;
/** The JSON of an event file. Throws `event-invalid`, naming the file, where it is missing, too large, empty or no JSON. */
async function readEventFile(path) {
    const text = await textOf(path);
    if (text.trim() === '')
        throw invalid(path, 'is empty');
    try {
        const value = JSON.parse(text);
        return value;
    }
    catch {
        // The parser's message may quote the file, and the file may quote a stranger: it is not repeated.
        throw invalid(path, 'is not JSON');
    }
}
async function textOf(path) {
    if (path === '')
        throw invalid('(none)', 'is not named: GITHUB_EVENT_PATH is empty');
    try {
        const { size } = await (0,promises_.stat)(path);
        if (size > MAX_EVENT_BYTES)
            throw invalid(path, `has ${size} bytes; at most ${MAX_EVENT_BYTES} are read`);
        return (await (0,promises_.readFile)(path, 'utf8')).replace(/^\uFEFF/, '');
    }
    catch (cause) {
        if (cause instanceof errors/* CountersignError */.W)
            throw cause;
        throw invalid(path, 'cannot be read', cause);
    }
}
function invalid(path, what, cause) {
    return new errors/* CountersignError */.W('event-invalid', `The event file ${path} ${what}.`, {
        fix: 'Start the action from a workflow, where the runner writes the event file.',
        cause,
    });
}

// EXTERNAL MODULE: ./build/github/events/permission.js
var events_permission = __webpack_require__(62663);
// EXTERNAL MODULE: ./build/github/events/asking-lines.js
var asking_lines = __webpack_require__(85413);
;// CONCATENATED MODULE: ./build/github/events/phrase.js


const DEFAULT_PHRASE = '/countersign';
const MAX_PHRASE_CHARS = 100;
/**
 * Looks for the phrase as a whole word at the start of a line (up to three spaces before it), outside quotes, code
 * and HTML comments; the first such line counts. Upper and lower case differ. A whole word ends with the line, with
 * white space, or with one of `: , . ! ? ;` and then white space. Throws `input-invalid` for an empty phrase.
 */
function matchesPhrase(text, phrase = DEFAULT_PHRASE) {
    const wanted = phrase.trim();
    if (wanted === '' || wanted.length > MAX_PHRASE_CHARS || /[\r\n]/.test(wanted)) {
        throw new errors/* CountersignError */.W('input-invalid', `The trigger phrase ${JSON.stringify(phrase)} cannot be matched.`, {
            fix: `Write one line of at most ${MAX_PHRASE_CHARS} characters, such as \`${DEFAULT_PHRASE}\`.`,
        });
    }
    for (const line of (0,asking_lines/* askingLines */.N)(text)) {
        const rest = restAfter(line.text, wanted);
        if (rest !== null) {
            return {
                matched: true,
                request: `${rest}${text.slice(line.start + line.text.length)}`.trim(),
            };
        }
    }
    return { matched: false };
}
function restAfter(line, phrase) {
    const words = line.replace(/^ {0,3}/, '');
    if (!words.startsWith(phrase))
        return null;
    const rest = words.slice(phrase.length);
    const end = /^(?:$|\s|[:,.!?;]+(?=\s|$))/.exec(rest);
    return end === null ? null : rest.slice(end[0].length);
}
/** The words that an answer to a card begins with. */
const ANSWER = /^\/(?:approve|deny|answer|cancel)(?=\s|$)/;
/** True where the first line that is not blank is `/resume`, with or without the name of a run. */
function isResumeCommand(text) {
    return /^\/resume(?=\s|$)/.test(firstWords(text));
}
/**
 * True where the first line of a comment that is not blank is an answer to a card: `/approve …`, `/deny …`,
 * `/answer …` or `/cancel`.
 */
function isApprovalCommand(text) {
    return ANSWER.test(firstWords(text));
}
function firstWords(text) {
    return (text.split(/\r\n|\r|\n/).find((line) => line.trim() !== '') ?? '').trim();
}

;// CONCATENATED MODULE: ./build/github/events/start.js



/** What every text that the project writes on GitHub carries, hidden, at the start of a line: `<!-- countersign:card …`. */
const OWN_MARKER = '<!-- countersign:';
/** The parsed `allow-actors`: logins separated by commas, spaces or lines. Throws `input-invalid`: there is no wildcard. */
function parseAllowActors(value) {
    const logins = value.split(/[\s,]+/).filter((login) => login !== '');
    for (const login of logins) {
        if (!/^@?[A-Za-z0-9][A-Za-z0-9_-]*(?:\[bot\])?$/.test(login)) {
            throw new CountersignError('input-invalid', `\`allow-actors\` names ${JSON.stringify(login)}, which is no login.`, {
                fix: 'Name each person (`octocat`) and each bot (`dependabot[bot]`); there is no wildcard.',
            });
        }
    }
    return logins.map((login) => login.replace(/^@/, ''));
}
/**
 * Whether an event starts a run. Who asks must have write access now (looked up, never `author_association`), be a
 * bot or person that `allow-actors` names, or be GitHub itself (a schedule). Any error in the look-up refuses.
 */
async function decideStart(input, github) {
    const wish = wishOf(input);
    if (wish.kind !== 'wish')
        return wish;
    const { trigger } = input;
    if (trigger.event === 'schedule') {
        return {
            ...run(wish),
            by: { account: null, permission: null, because: 'the schedule of the workflow' },
        };
    }
    let first = null;
    for (const account of wish.by) {
        const checked = await checkedStarter(account, { ...input, asked: wish.asked }, github);
        if (typeof checked === 'string')
            return { kind: 'refuse', reason: checked };
        first ??= checked;
    }
    if (first === null) {
        return { kind: 'refuse', reason: NOBODY };
    }
    if (wish.resumes !== null)
        return { kind: 'resume', asking: wish.resumes, by: first };
    return { ...run(wish), by: first };
}
function run(wish) {
    return { kind: 'run', request: wish.request, asked: wish.asked };
}
/** A deleted account, or an event that no account caused. */
const NOBODY = 'No account can be named that asked for this, so it is refused.';
/** What the event wants, before anyone's permission is looked at. Pure. */
function wishOf(input) {
    const { trigger } = input;
    const own = ownReason(input) ?? foreignRun(trigger);
    if (own !== null)
        return { kind: 'skip', reason: own };
    const asking = freshText(trigger);
    const matched = asking === null ? null : matchesPhrase(asking.text, input.phrase);
    const prompt = input.prompt?.trim() ?? '';
    if (trigger.event === 'issue_comment' && asking !== null && matched?.matched !== true) {
        if (isApprovalCommand(asking.text))
            return { kind: 'answer', asking };
        const by = bothOf(asking.author, trigger.actor);
        if (isResumeCommand(asking.text))
            return { kind: 'wish', request: '', asked: 'phrase', resumes: asking, by };
    }
    if (prompt !== '') {
        return { kind: 'wish', request: prompt, asked: 'prompt', resumes: null, by: [trigger.actor] };
    }
    if (asking === null)
        return { kind: 'skip', reason: nothingToRead(trigger) };
    if (matched?.matched !== true) {
        return {
            kind: 'skip',
            reason: `The ${asking.of} does not ask with \`${input.phrase}\` at the start of a line.`,
        };
    }
    return {
        kind: 'wish',
        request: matched.request,
        asked: 'phrase',
        resumes: null,
        by: bothOf(asking.author, trigger.actor),
    };
}
/**
 * A finished workflow run of a fork starts nothing: its event has this repository's secrets, while its files, its log and
 * its branch name are a stranger's. `null` for a run of the repository's own branches, and for every other event.
 */
function foreignRun(trigger) {
    if (trigger.event !== 'workflow_run' || trigger.fork === false)
        return null;
    const from = trigger.headRepository ?? 'a fork that is gone';
    return `The workflow run is of ${from}; ask with a comment on its pull request instead.`;
}
/** Who wrote the text and who caused the event differ where an issue is transferred: then both must be allowed. */
function bothOf(author, actor) {
    return author?.login === actor?.login ? [author] : [author, actor];
}
/** Actions that make a new text. A text edited later asks nothing: somebody else may have edited it. */
const FRESH = {
    issues: ['opened'],
    issue_comment: ['created'],
    pull_request: ['opened'],
    pull_request_target: ['opened'],
    pull_request_review: ['submitted'],
    pull_request_review_comment: ['created'],
};
function freshText(trigger) {
    if (trigger.action === null || trigger.asking === null)
        return null;
    return FRESH[trigger.event]?.includes(trigger.action) === true ? trigger.asking : null;
}
function nothingToRead(trigger) {
    const name = trigger.event === 'unsupported' ? trigger.name : trigger.event;
    const event = trigger.action === null ? name : `${name} (${trigger.action})`;
    if (FRESH[trigger.event] === undefined) {
        return `The event ${event} holds no text that could ask for something; give the input \`prompt\` to run on it.`;
    }
    return `The event ${event} brings no new text; only a text as it was first written asks for a run.`;
}
/** Why the run itself, or another program, is behind the event; `null` where it is a person or a named bot. */
function ownReason(input) {
    const { trigger, self } = input;
    const started = trigger.event === 'schedule' || trigger.event === 'workflow_dispatch';
    // Somebody else's edit of the run's own comment is still the run's own comment.
    const asking = trigger.event === 'issue_comment' ? trigger.asking : freshText(trigger);
    for (const account of [trigger.actor, asking?.author ?? null]) {
        if (account === null)
            continue;
        if (!started && self !== null && sameLogin(account.login, self.login)) {
            return `@${account.login} is the account that this run acts as; it never starts a run.`;
        }
        if (isBot(account) && !named(account.login, input)) {
            return `@${account.login} is a bot that the input \`allow-actors\` does not name.`;
        }
    }
    if (asking === null)
        return null;
    if (asking.text.split(/\r\n|\r|\n/).some((line) => line.trimStart().startsWith(OWN_MARKER))) {
        return `The ${asking.of} was written by Countersign; it never starts a run.`;
    }
    if (asking.viaApp !== null && !named(`${asking.viaApp}[bot]`, input)) {
        return `The ${asking.of} was written by the App ${asking.viaApp}, which \`allow-actors\` does not name.`;
    }
    return null;
}
/** The starter, or why they may not. */
async function checkedStarter(account, input, github) {
    if (account === null)
        return NOBODY;
    if (named(account.login, input)) {
        return { account, permission: null, because: `@${account.login} is in \`allow-actors\`` };
    }
    try {
        const permission = await github.permissionOf(account.login);
        if ((0,events_permission/* atLeast */.j)(permission, 'write')) {
            return { account, permission, because: `@${account.login} has the permission ${permission}` };
        }
        const said = `@${account.login} has the permission ${permission}`;
        if (input.runFor === 'anyone' && input.asked === 'prompt') {
            return { account, permission, because: `${said}, and \`run-for\` lets anyone start this` };
        }
        return `${said}; write is needed to start a run.`;
    }
    catch (error) {
        return `Whether @${account.login} may start a run could not be found out, so it is refused: ${(0,errors/* errorText */.k)(error)}`;
    }
}
function isBot(account) {
    return account.type === 'Bot' || account.login.endsWith('[bot]');
}
function named(login, input) {
    return input.allowActors.some((allowed) => sameLogin(allowed, login));
}
function sameLogin(a, b) {
    return a.toLowerCase() === b.toLowerCase();
}
/** Events that run in the name of a fork where the pull request comes from one. */
const FORK_EVENTS = new Set([
    'pull_request',
    'pull_request_review',
    'pull_request_review_comment',
]);
/**
 * Why GitHub gives this event no secrets, as words for people; `null` where it should give them, so that a missing
 * key is a key that nobody has set.
 */
function whyNoSecrets(trigger) {
    if (trigger.actor?.login === 'dependabot[bot]') {
        return 'GitHub gives runs that Dependabot starts only the secrets that are kept for Dependabot.';
    }
    if (FORK_EVENTS.has(trigger.event) && trigger.fork === true) {
        const from = trigger.headRepository ?? 'a fork that is gone';
        return `GitHub gives no secrets to a pull request from a fork (${from}); ask with a comment on it instead.`;
    }
    return null;
}

// EXTERNAL MODULE: ./build/github/events/click.js
var click = __webpack_require__(89074);
// EXTERNAL MODULE: ./build/github/client/proxied.js
var client_proxied = __webpack_require__(75557);
// EXTERNAL MODULE: ./build/github/artifacts/run-artifacts.js + 1 modules
var run_artifacts = __webpack_require__(10261);
// EXTERNAL MODULE: ./build/github/client/client.js + 18 modules
var client = __webpack_require__(89936);
// EXTERNAL MODULE: ./build/model/scripted.js
var model_scripted = __webpack_require__(35082);
// EXTERNAL MODULE: ./build/model/anthropic.js + 5 modules
var anthropic = __webpack_require__(42373);
// EXTERNAL MODULE: ./build/run/cancel.js
var cancel = __webpack_require__(97314);
// EXTERNAL MODULE: ./build/run/secrets.js + 9 modules
var secrets = __webpack_require__(73482);
// EXTERNAL MODULE: ./build/step/runner.js
var step_runner = __webpack_require__(34861);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/base/ids.js
var ids = __webpack_require__(74602);
// EXTERNAL MODULE: ./build/github/artifacts/artifact.js + 2 modules
var artifact = __webpack_require__(46557);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: ./build/base/digest.js
var digest = __webpack_require__(30742);
;// CONCATENATED MODULE: ./build/github/artifacts/artifact-name.js


const MAX_NAME_CHARS = 200;
/** What the artifact service refuses in names, white space, and what a shell or a path would trip over. */
const REFUSED = /[^A-Za-z0-9._-]+/g;
/**
 * A name that no other job of the workflow run, no other leg of its matrix, no other attempt and no other step has:
 * names may not repeat in a workflow run. Characters that the service refuses become `-`.
 */
function artifactName(parts) {
    const unique = parts.run ?? (0,ids/* crockford */.w)((0,external_node_crypto_.randomBytes)(8), 12);
    // The digest tells apart what replacing characters and cutting made the same.
    const exact = (0,digest/* sha256 */.s)(JSON.stringify([parts.workflowRunId, parts.attempt, parts.job, parts.matrix ?? null, unique]));
    const readable = [
        'countersign',
        parts.what,
        parts.workflowRunId,
        parts.attempt,
        parts.job,
        unique,
    ]
        .map((part) => part.replaceAll(REFUSED, '-').replaceAll(/^[-.]+|[-.]+$/g, ''))
        .filter((part) => part !== '')
        .join('-');
    return `${readable.slice(0, MAX_NAME_CHARS)}-${exact.slice(0, 8)}`;
}

// EXTERNAL MODULE: ./build/tell/publish.js
var publish = __webpack_require__(50753);
;// CONCATENATED MODULE: ./build/tell/report.js
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
        left: null,
    };
}

// EXTERNAL MODULE: ./build/tell/markdown.js
var markdown = __webpack_require__(37349);
// EXTERNAL MODULE: ./build/audit/writer.js + 3 modules
var writer = __webpack_require__(22377);
// EXTERNAL MODULE: ./build/base/version.js
var version = __webpack_require__(7844);
// EXTERNAL MODULE: ./build/tell/page.js
var page = __webpack_require__(11043);
;// CONCATENATED MODULE: ./build/step/early-end.js



/**
 * The trail of a run that ended before it could begin, or go on: a policy that is not valid, a commit that cannot be
 * checked out, a question that is void. It says who wanted what, and why nothing was done.
 */
async function recordEarlyEnd(of) {
    const { folder, run, clock, redactor, about } = of;
    const trail = await (0,writer/* openTrail */.b)({ folder, run, clock, redactor });
    try {
        await trail.append({
            type: 'run.start',
            start: of.suspended === undefined ? 'fresh' : 'resumed',
            version: version/* VERSION */.x,
            ...about,
            policy: {
                source: 'none was loaded',
                ref: null,
                sha256: of.suspended?.policySha256 ?? (0,digest/* sha256 */.s)(''),
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

// EXTERNAL MODULE: ./build/step/environment.js
var step_environment = __webpack_require__(7130);
;// CONCATENATED MODULE: ./build/step/outputs.js

/** What `mode: plan` and `mode: collect` give beside what a run gives. */
const MATRIX_OUTPUT_NAMES = ['matrix', 'jobs', 'left-out', 'trails', 'verified'];
const RUN_OUTPUT_NAMES = [
    'outcome',
    'summary',
    'audit-path',
    'audit-artifact-id',
    'audit-artifact-url',
    'audit-artifact-name',
    'audit-head',
    'audit-count',
    'changes-sha256',
    'turns',
    'tokens',
    'cost-usd',
    'calls-auto',
    'calls-approved',
    'calls-denied',
    'pending-approvals',
    'structured-output',
];
/** Every output of action.yml. A test holds this list against action.yml. */
const OUTPUT_NAMES = [...RUN_OUTPUT_NAMES, ...MATRIX_OUTPUT_NAMES];
/** The step's outputs for a run. Model text in them is made safe to print. */
function outputsOf(report, published) {
    return {
        outcome: report.outcome,
        summary: (0,base_text/* neutralise */.$0)(report.summary),
        'audit-path': report.trailFolder,
        'audit-artifact-id': published.kind === 'uploaded' ? String(published.id) : '',
        'audit-artifact-url': published.kind === 'uploaded' ? published.url : '',
        'audit-artifact-name': published.kind === 'uploaded' ? published.name : '',
        'audit-head': report.head.hash,
        'audit-count': String(report.head.count),
        'changes-sha256': report.left === null || report.left.files === 0 ? '' : report.left.sha256,
        turns: String(report.turns),
        tokens: String(report.tokens),
        'cost-usd': report.costUsd === null ? '' : report.costUsd.toFixed(6),
        'calls-auto': String(report.counts.auto),
        'calls-approved': String(report.counts.approved),
        'calls-denied': String(report.counts.denied),
        'pending-approvals': report.pendingApprovals.join(' '),
        // Never printed, and no longer JSON if it were made safe to print.
        'structured-output': report.structuredOutput ?? '',
    };
}
/** Sets outputs; @actions/core writes them under a random delimiter that no text can forge. */
function writeOutputs(runner, outputs) {
    for (const [name, value] of Object.entries(outputs))
        runner.output(name, value);
}

;// CONCATENATED MODULE: ./build/step/failed-start.js








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
    const because = await redactor.redact((0,errors/* errorText */.k)(error));
    runner.output('outcome', failure.outcome);
    runner.output('summary', (0,base_text/* neutralise */.$0)(because));
    try {
        const step = (0,step_environment/* readStepEnvironment */.s)(environment);
        await leaveTrail({ ...failure, step, redactor, token, because });
    }
    catch (cause) {
        runner.warning((0,base_text/* neutralise */.$0)(`No trail could be left: ${await redactor.redact((0,errors/* errorText */.k)(cause))}`));
    }
    runner.fail((0,base_text/* neutralise */.$0)(because));
}
async function leaveTrail(of) {
    const { runner, step, outcome, because } = of;
    const run = (0,ids/* newRunId */.F)();
    const folder = (0,external_node_path_.join)(step.tempFolder, 'countersign', run);
    const model = runner.input('model') || 'default';
    const head = await recordEarlyEnd({
        run,
        folder,
        clock: clock/* systemClock */.m,
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
        warn: (message) => runner.warning((0,base_text/* neutralise */.$0)(message)),
    });
    const { owner, repo, attempt, job } = step;
    const published = await (0,publish/* publishTrail */.w)((0,artifact/* createArtifactStore */.G)({ env: of.environment, owner, repo, token: of.token ?? '' }), {
        folder,
        name: artifactName({ what: 'trail', workflowRunId: step.runId, attempt, job, run }),
        retentionDays: null,
    });
    if (published.kind === 'kept') {
        runner.warning((0,base_text/* neutralise */.$0)(`The trail was not uploaded: ${published.because}`));
    }
    const report = nothingDone({ run, outcome, summary: because, model, trailFolder: folder, head });
    writeOutputs(runner, outputsOf(report, published));
    await runner.summary((0,markdown/* jobSummary */.sp)(report, { published, picture: '' }));
}

// EXTERNAL MODULE: ./build/model/provider.js
var provider = __webpack_require__(42297);
;// CONCATENATED MODULE: ./build/step/plan-inputs.js

const DEFAULT_MAX_JOBS = 20;
/** GitHub's own limit of jobs in a matrix. */
const MOST_JOBS = 256;
const REPOSITORY = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})\/[A-Za-z0-9._-]{1,100}$/;
/** Reads what is to be planned. Throws `input-invalid` where two kinds are given, or a name is none. */
function planInputs(given) {
    const queries = [
        given.issues === null ? null : { kind: 'issues', labels: given.issues },
        given.files === null ? null : { kind: 'files', globs: given.files },
        given.repositories === null
            ? null
            : { kind: 'repositories', names: [...new Set(given.repositories.map(repositoryName))] },
    ];
    const [query = null, another] = queries.filter((one) => one !== null);
    if (query !== null && another !== undefined) {
        throw new errors/* CountersignError */.W('input-invalid', `The inputs plan-${query.kind} and plan-${another.kind} are both given.`, { fix: 'Plan one kind of thing in a step.' });
    }
    return { query, maxJobs: given.maxJobs ?? DEFAULT_MAX_JOBS };
}
function repositoryName(name) {
    if (REPOSITORY.test(name))
        return name;
    throw new errors/* CountersignError */.W('input-invalid', `The input plan-repositories names ${JSON.stringify(name)}, which is no repository.`, { fix: 'Write OWNER/NAME, separated by commas or line ends.' });
}

;// CONCATENATED MODULE: ./build/step/input-values.js


/** Each takes what was written for an input and gives its value, or throws `input-invalid` with what to write instead. */
function input_values_invalid(name, value, fix) {
    return new errors/* CountersignError */.W('input-invalid', `The input ${name} is ${JSON.stringify(value)}, which it cannot be.`, { fix });
}
function oneOf(name, value, choices) {
    const chosen = choices.find((choice) => choice === value);
    if (chosen === undefined)
        throw input_values_invalid(name, value, `Write one of: ${choices.join(', ')}.`);
    return chosen;
}
/** Inputs only tighten: a workflow step cannot turn the sandbox off, the policy on the trusted branch can. */
function onlyRequired(value) {
    if (value !== 'required') {
        throw input_values_invalid('sandbox', value, 'Write required, or leave it out and let the policy decide.');
    }
    return true;
}
/** `null` where the input is not given; an input of separators alone is none that means anything. */
function nonEmpty(name, value) {
    if (value === null)
        return null;
    const items = list(value);
    if (items.length > 0)
        return items;
    throw input_values_invalid(name, value, 'Write names separated by commas or line ends.');
}
function input_values_repository(value) {
    if (value === null || REPOSITORY.test(value))
        return value;
    throw input_values_invalid('repository', value, 'Write OWNER/NAME.');
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
        throw input_values_invalid('trigger-phrase', value, 'Write one word without spaces, such as /countersign.');
    }
    return value;
}
/** An output of another job, as it must look. */
function shaped(name, value, form) {
    if (value === null || form.test(value))
        return value;
    throw input_values_invalid(name, value, "Write the output of the agent's job: ${{ needs.agent.outputs.… }}.");
}
function workflowFile(value) {
    if (!/^\.github\/workflows\/[^/]+\.ya?ml$/.test(value)) {
        throw input_values_invalid('resume-workflows', value, 'Write paths such as .github/workflows/agent.yml.');
    }
    return value;
}
function outputSchema(value) {
    if (value === null || value.startsWith('{') || isRepositoryPath(value))
        return value;
    throw input_values_invalid('output-schema', value, 'Write JSON, or a path from the root of the repository.');
}
function isRepositoryPath(value) {
    const parts = value.split('/');
    return (!value.startsWith('/') && !parts.some((part) => part === '..' || part === '' || part === '.'));
}
function policyPath(value) {
    if (!isRepositoryPath(value)) {
        throw input_values_invalid('policy', value, 'Write a path from the root of the repository, without "..".');
    }
    return value;
}
function baseUrl(value) {
    if (value === null)
        return null;
    if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
        throw input_values_invalid('anthropic-base-url', value, 'Write an https:// URL.');
    }
    return value;
}

;// CONCATENATED MODULE: ./build/step/inputs.js





const MODES = ['agent', 'policy-diff', 'plan', 'collect', 'apply'];
const inputs_DEFAULT_PHRASE = '/countersign';
const DEFAULT_POLICY = '.github/countersign.yml';
const MAX_RETENTION_DAYS = 400;
const ARTIFACT = /^[A-Za-z0-9._-]{1,255}$/;
const HASH = /^[0-9a-f]{64}$/;
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
            throw input_values_invalid(name, value, `Write ${example}.`);
        return parsed.data;
    };
    return {
        mode: oneOf('mode', text('mode') ?? 'agent', MODES),
        plan: planInputs({
            issues: nonEmpty('plan-issues', text('plan-issues')),
            files: nonEmpty('plan-files', text('plan-files')),
            repositories: nonEmpty('plan-repositories', text('plan-repositories')),
            maxJobs: number('max-jobs', positive.max(MOST_JOBS), `a number from 1 to ${MOST_JOBS}`),
        }),
        expectedTrails: number('expected-trails', schemas.number().int().nonnegative(), 'a whole number'),
        repository: input_values_repository(text('repository')),
        applyArtifact: shaped('apply-artifact', text('apply-artifact'), ARTIFACT),
        applyHead: shaped('apply-head', text('apply-head'), HASH),
        anthropicApiKey,
        githubToken,
        provider: oneOf('provider', text('provider') ?? 'anthropic', provider/* PROVIDERS */.x),
        model: text('model'),
        anthropicBaseUrl: baseUrl(text('anthropic-base-url')),
        prompt: text('prompt'),
        systemPrompt: text('system-prompt'),
        triggerPhrase: phrase(text('trigger-phrase') ?? inputs_DEFAULT_PHRASE),
        allowActors: list(text('allow-actors')),
        runFor: oneOf('run-for', text('run-for') ?? 'writers', ['writers', 'anyone']),
        policyPath: policyPath(text('policy') ?? DEFAULT_POLICY),
        approvals: oneOf('approvals', text('approvals') ?? 'comment', ['comment', 'fail']),
        stateKey,
        approvalIssue: text('approval-issue') === 'create'
            ? 'create'
            : number('approval-issue', positive, 'the number of an issue, such as 12, or create'),
        resumeWorkflows: list(text('resume-workflows')).map(workflowFile),
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
        outputSchema: outputSchema(text('output-schema')),
        checkRun: oneOf('check-run', text('check-run') ?? 'true', ['true', 'false']) === 'true',
        trackingComment: tracking(text('tracking-comment') ?? 'new'),
        retentionDays: number('retention-days', positive.max(MAX_RETENTION_DAYS), 'a number of days from 1 to 400'),
    };
}
const positive = schemas.number().int().positive();
const amount = schemas.number().positive().finite();
/** `true` and `false` are the words of before there was a choice. */
function tracking(value) {
    const chosen = oneOf('tracking-comment', value, ['new', 'sticky', 'off', 'true', 'false']);
    if (chosen === 'true')
        return 'new';
    return chosen === 'false' ? 'off' : chosen;
}
function outcomes(value) {
    if (value === null) {
        return ['incomplete', 'denied', 'over-budget', 'timed-out', 'cancelled', 'error'];
    }
    // An empty input means the default, so that no outcome at all needs a word.
    if (value === 'none')
        return [];
    return list(value).map((item) => oneOf('fail-on', item, base_outcome/* OUTCOMES */.i));
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

;// CONCATENATED MODULE: ./build/step/elsewhere.js

/**
 * The trigger of a step that works on another repository: who wants it is the event's, what it is about is not. Throws
 * `input-invalid` for an event with an issue, a pull request or a commit, which that repository knows nothing of.
 */
function triggerElsewhere(trigger, step) {
    if (!step.isElsewhere)
        return trigger;
    if (trigger.event === 'workflow_dispatch' || trigger.event === 'schedule') {
        return moved(trigger, step);
    }
    throw new errors/* CountersignError */.W('input-invalid', `The input repository is ${step.owner}/${step.repo}, and the event ${trigger.event} is about this one.`, { fix: 'Use it on workflow_dispatch and schedule, or leave it out.' });
}
function moved(trigger, step) {
    const repository = `${step.owner}/${step.repo}`;
    const nothing = { defaultBranch: null, headSha: null, baseRef: null, fork: null };
    return { ...trigger, ...nothing, repository, headRepository: repository };
}

// EXTERNAL MODULE: ./build/github/outgoing/body.js
var body = __webpack_require__(74961);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(38522);
// EXTERNAL MODULE: ./build/tools/files/media.js
var files_media = __webpack_require__(44772);
;// CONCATENATED MODULE: ./build/github/pictures/check.js


/** The model's API refuses a whole request for one picture that is larger, or that it cannot read. */
const MAX_SIDE = 8_000;
const PNG_HEAD_BYTES = 8;
const MAX_CHUNKS = 100_000;
const JPEG_END = Buffer.from([0xff, 0xd9]);
const GIF_END = Buffer.from([0x3b]);
/** Programs put things of their own behind the end. */
const END_BYTES = 65_536;
/** Whether bytes are a picture that a model can be shown: of a kind that it knows, whole, and not too large. Pure. */
function checkPicture(bytes) {
    const media = (0,files_media/* sniff */.Z)(bytes);
    if (media.form !== 'image')
        return { ok: false, because: 'it is no PNG, JPEG, GIF or WebP' };
    const size = sizeOf(bytes, media.mediaType);
    if (size === null)
        return { ok: false, because: 'it is broken or cut off' };
    if (size.width < 1 || size.height < 1)
        return { ok: false, because: 'it is empty' };
    if (Math.max(size.width, size.height) > MAX_SIDE)
        return { ok: false, because: `it is ${size.width} x ${size.height}, more than ${MAX_SIDE}` };
    return { ok: true, mediaType: media.mediaType };
}
function sizeOf(bytes, mediaType) {
    try {
        switch (mediaType) {
            case 'image/png':
                return pngSize(bytes);
            case 'image/jpeg':
                return jpegSize(bytes);
            case 'image/gif':
                if (!bytes.includes(GIF_END, -END_BYTES))
                    return null;
                return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
            default:
                return webpSize(bytes);
        }
    }
    catch (error) {
        // Reading beyond the end is how a picture that is cut off shows.
        if (error instanceof RangeError)
            return null;
        throw error;
    }
}
/** PNG (ISO/IEC 15948): chunks of length, name, data and checksum, from IHDR to IEND. */
function pngSize(bytes) {
    let at = PNG_HEAD_BYTES;
    for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
        const length = bytes.readUInt32BE(at);
        const name = bytes.toString('latin1', at + 4, at + 8);
        const sum = bytes.readUInt32BE(at + 8 + length);
        if ((0,external_node_zlib_.crc32)(bytes.subarray(at + 4, at + 8 + length)) !== sum)
            return null;
        if (chunk === 0 && name !== 'IHDR')
            return null;
        if (name === 'IEND')
            return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
        at += length + 12;
    }
    return null;
}
/** JPEG (ITU T.81): markers with lengths until a frame header, which holds the size; an end marker somewhere behind. */
function jpegSize(bytes) {
    if (!bytes.includes(JPEG_END, -END_BYTES))
        return null;
    let at = 2;
    for (let marker = 0; marker < MAX_CHUNKS; marker += 1) {
        if (bytes.readUInt8(at) !== 0xff)
            return null;
        const kind = bytes.readUInt8(at + 1);
        const isFrame = kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);
        if (isFrame)
            return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
        at += kind === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
    }
    return null;
}
/** WebP (RFC 9649): a RIFF container whose first chunk tells the size, in one of three ways. */
function webpSize(bytes) {
    if (bytes.readUInt32LE(4) + 8 > bytes.length)
        return null;
    switch (bytes.toString('latin1', 12, 16)) {
        case 'VP8 ':
            return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
        case 'VP8L': {
            const bits = bytes.readUInt32LE(21);
            return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
        }
        case 'VP8X':
            return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
        default:
            return null;
    }
}

// EXTERNAL MODULE: ./build/github/pictures/address.js
var pictures_address = __webpack_require__(2972);
;// CONCATENATED MODULE: ./build/github/pictures/pictures.js




/** Pictures of one text, and of all texts of a run: the model's API takes a hundred in a conversation, small ones. */
const MAX_PER_TEXT = 5;
const MAX_PER_RUN = 10;
const NONE = { pictures: [], left: [] };
/**
 * Finds the pictures of texts, a few of each and not many in all. Only those on GitHub's own hosts are fetched, so that
 * nobody else learns who reads what; which people's pictures are shown says the policy.
 */
function pictureFinder(github, options) {
    let room = options.whose === 'off' ? 0 : MAX_PER_RUN;
    return async (text) => {
        if (room === 0 || !(0,pictures_address/* mayHoldPictures */.Yx)(text.body))
            return NONE;
        if (!text.trusted && options.whose !== 'all')
            return NONE;
        const shown = await orNull(github.shownText(text.place));
        if (shown === null || !(0,body/* sameBody */.NZ)(shown.body, text.body))
            return NONE;
        const all = (0,pictures_address/* pictureAddresses */.fK)(shown.html);
        const own = all.filter((address) => (0,pictures_address/* isPictureAddress */.ZJ)(options.apiUrl, new URL(address)));
        const pictures = [];
        const left = [];
        for (const address of own.slice(0, Math.min(MAX_PER_TEXT, room))) {
            const source = `picture ${pictures.length + left.length + 1} of ${text.source}`;
            const found = await fetched(github, address);
            if (typeof found === 'string')
                left.push(`${source} is not shown: ${found}`);
            else {
                const { author, trusted } = text;
                pictures.push({ source, author, trusted, ...found });
            }
        }
        room -= pictures.length;
        const rest = all.length - pictures.length - left.length;
        if (rest > 0)
            left.push(`${rest} pictures of ${text.source} are not shown: elsewhere, or too many`);
        return { pictures, left };
    };
}
async function fetched(github, address) {
    try {
        const bytes = await github.picture(address);
        const check = checkPicture(bytes);
        return check.ok ? { mediaType: check.mediaType, bytes } : check.because;
    }
    catch (error) {
        if (!(error instanceof errors/* CountersignError */.W) || error.code === 'cancelled')
            throw error;
        return error.message;
    }
}
async function orNull(work) {
    try {
        return await work;
    }
    catch (error) {
        if (!(error instanceof errors/* CountersignError */.W) || error.code === 'cancelled')
            throw error;
        return null;
    }
}

// EXTERNAL MODULE: ./build/policy/parse-policy.js + 3 modules
var parse_policy = __webpack_require__(90673);
// EXTERNAL MODULE: ./build/policy/load.js + 4 modules
var load = __webpack_require__(52078);
// EXTERNAL MODULE: ./build/run/tighter-budget.js
var tighter_budget = __webpack_require__(30015);
// EXTERNAL MODULE: ./build/run/instructions.js
var instructions = __webpack_require__(277);
// EXTERNAL MODULE: ./build/run/trusted-files.js
var trusted_files = __webpack_require__(20831);
// EXTERNAL MODULE: ./build/run/output-schema.js
var output_schema = __webpack_require__(43049);
// EXTERNAL MODULE: ./build/sandbox/git.js
var git = __webpack_require__(62564);
// EXTERNAL MODULE: ./build/github/ports.js
var ports = __webpack_require__(93794);
;// CONCATENATED MODULE: ./build/approvals/settings.js


const USER = /^@([A-Za-z0-9][A-Za-z0-9_-]{0,99})$/;
const TEAM = /^@([A-Za-z0-9][A-Za-z0-9_-]{0,99})\/([A-Za-z0-9_.-]{1,100})$/;
/**
 * Reads `approvals.from`. Throws `policy-invalid` for an entry that is no permission level (`none` is not one:
 * it would be everybody), `@user`, `@org/team` or `codeowners`; nothing unknown is ever read as somebody.
 */
function parseApprovers(from) {
    return from.map((entry) => {
        const rule = parseApprover(entry);
        if (rule !== null)
            return rule;
        throw new errors/* CountersignError */.W('policy-invalid', `approvals.from: "${entry}" names nobody.`, {
            fix: 'Write read, triage, write, maintain, admin, @user, @org/team or codeowners.',
        });
    });
}
/** One owner or entry, or `null` where it names nobody that can be looked up (an e-mail address, say). */
function parseApprover(entry) {
    if (entry === 'codeowners')
        return { kind: 'codeowners' };
    const level = ports/* PERMISSIONS */.J.find((name) => name === entry && name !== 'none');
    if (level !== undefined)
        return { kind: 'level', level };
    const team = TEAM.exec(entry);
    if (team?.[1] !== undefined && team[2] !== undefined) {
        return { kind: 'team', org: team[1].toLowerCase(), slug: team[2].toLowerCase() };
    }
    const user = USER.exec(entry);
    return user?.[1] === undefined ? null : { kind: 'user', login: user[1] };
}

;// CONCATENATED MODULE: ./build/approvals/codeowners.js

/** GitHub reads no larger CODEOWNERS file. */
const CODEOWNERS_MAX_CHARACTERS = 3_000_000;
/** Where GitHub looks, in its order; the first that exists counts. */
const PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];
/**
 * Parses a CODEOWNERS file as GitHub reads it. Patterns are gitignore's without `!`, `[…]` and `\`; a line that uses
 * one of those is skipped, as GitHub does. A larger file than GitHub reads has no lines. Pure.
 */
function parseCodeOwners(text, matches) {
    if (text.length > CODEOWNERS_MAX_CHARACTERS)
        return { lines: [], matches };
    const lines = [];
    for (const raw of text.split(/\r?\n/)) {
        const words = raw
            .replace(/(?:^|\s)#.*$/, '')
            .trim()
            .split(/\s+/);
        const [pattern, ...owners] = words;
        if (pattern === undefined || pattern === '' || /^!|[[\]\\]/.test(pattern))
            continue;
        lines.push({ globs: globsOf(pattern), owners });
    }
    return { lines, matches };
}
/** The owners of a path by the last line that matches; empty where none does, or where that line names nobody. */
function ownersOf(codeOwners, path) {
    const line = codeOwners.lines.findLast(({ globs }) => globs.some((glob) => codeOwners.matches(glob, path)));
    return (line?.owners ?? [])
        .filter((owner) => owner.startsWith('@'))
        .map(parseApprover)
        .filter((rule) => rule !== null);
}
/** Reads CODEOWNERS at a trusted commit; `null` where the repository has none. Throws what GitHub answers. */
async function readCodeOwners(options) {
    for (const place of PLACES) {
        const file = await options.github.fileAt(options.commit, place);
        if (file !== null)
            return parseCodeOwners(file.text, options.matches);
    }
    return null;
}
/** A gitignore-like pattern as globs: what it names itself, and everything under it. */
function globsOf(pattern) {
    const folder = pattern.endsWith('/');
    const bare = pattern
        .replace(/^\//, '')
        .replace(/\/$/, '')
        .replaceAll(/[{}()+]/g, String.raw `\$&`);
    if (bare === '' || bare === '**')
        return ['**'];
    const anchored = pattern.startsWith('/') || bare.includes('/');
    const base = anchored ? bare : `**/${bare}`;
    if (folder)
        return [`${base}/**/*`];
    // In CODEOWNERS `docs/*` is only what lies directly in docs, while `docs` is all below it.
    return bare.includes('/') && bare.endsWith('/*') ? [base] : [base, `${base}/**`];
}

// EXTERNAL MODULE: ./build/policy/glob.js + 1 modules
var glob = __webpack_require__(49519);
;// CONCATENATED MODULE: ./build/step/code-owners.js


const MAX_GROUPS = 20;
/**
 * One line on who owns paths by CODEOWNERS of the trusted branch, read once; `null` where the repository has no such
 * file or no path is given.
 */
function ownersLine(github, trustedSha) {
    let file;
    return async (paths) => {
        file ??= readCodeOwners({ github, commit: trustedSha, matches: glob/* globCovers */.fQ });
        const codeOwners = await file;
        if (codeOwners === null || paths.length === 0)
            return null;
        const groups = new Map();
        for (const path of paths) {
            const names = ownersOf(codeOwners, path).flatMap(nameOf).join(' ') || 'nobody';
            groups.set(names, (groups.get(names) ?? 0) + 1);
        }
        const shown = [...groups]
            .slice(0, MAX_GROUPS)
            .map(([names, count]) => `${names} (${count} of ${paths.length} files)`);
        return `code owners: ${shown.join('; ')}`;
    };
}
function nameOf(rule) {
    switch (rule.kind) {
        case 'user':
            return [`@${rule.login}`];
        case 'team':
            return [`@${rule.org}/${rule.slug}`];
        case 'level':
        case 'codeowners':
            return [];
    }
}

;// CONCATENATED MODULE: ./build/step/context.js


/** Comments of the thread that a run begins with: the newest before the event. */
const MAX_COMMENTS = 30;
const OWN = /^<!-- countersign:/;
/** A look-up of trust that asks GitHub once for each login. */
function trustBy(github) {
    const known = new Map();
    const lookUp = async (login) => {
        try {
            const permission = await github.permissionOf(login);
            return { trusted: (0,events_permission/* atLeast */.j)(permission, 'write'), because: `permission ${permission}` };
        }
        catch (error) {
            return { trusted: false, because: `permission could not be looked up: ${(0,errors/* errorText */.k)(error)}` };
        }
    };
    return async (login) => {
        if (login === null)
            return { trusted: false, because: 'the account is gone' };
        const asked = known.get(login) ?? lookUp(login);
        known.set(login, asked);
        return await asked;
    };
}
/**
 * The issue or pull request and its thread, as the run begins with it: title and body as the event showed them, whatever
 * was written into them since. Comments that came after the event's text, that were
 * edited since, or that Countersign wrote itself are left out; each item says whether its author is trusted.
 */
async function gatherContext(of) {
    const { github, trigger, trusts } = of;
    if (trigger.number === null)
        return [];
    const [issue, thread] = await Promise.all([
        github.issue(trigger.number),
        github.comments(trigger.number),
    ]);
    const kind = issue.isPullRequest ? 'pull request' : 'issue';
    const login = issue.author?.login ?? null;
    const { title, body } = trigger.title === null ? issue : trigger;
    const opening = {
        source: `${kind} #${issue.number}`,
        author: login,
        ...(await trusts(login)),
        text: `${title}\n\n${body ?? ''}`,
        body: body ?? '',
        place: { issue: issue.number },
    };
    const comments = thread.comments
        .filter((comment) => countsAsContext(comment, trigger))
        .slice(-MAX_COMMENTS);
    const items = comments.map(async (comment) => {
        const author = comment.author?.login ?? null;
        return {
            source: `comment ${comment.id}`,
            author,
            ...(await trusts(author)),
            text: comment.body,
            body: comment.body,
            place: { comment: comment.id },
        };
    });
    const request = await requestOf(of);
    return await illustrated([...request, opening, ...(await Promise.all(items))], of.pictures);
}
/** The comment that asked: its words are the request itself, its pictures are not. */
async function requestOf(of) {
    const { asking } = of.trigger;
    if (asking === null || asking.commentId === null || !(0,pictures_address/* mayHoldPictures */.Yx)(asking.text))
        return [];
    const author = asking.author?.login ?? null;
    const told = {
        source: `comment ${asking.commentId}`,
        author,
        ...(await of.trusts(author)),
        text: 'The request came with pictures.',
        body: asking.text,
        place: { comment: asking.commentId },
    };
    return [told];
}
/** One after the other: there is room for a few pictures in all, and the first texts come first. */
async function illustrated(texts, find) {
    const items = [];
    for (const { body, place, ...item } of texts) {
        const { pictures, left } = await find({ ...item, body, place });
        const shown = pictures.map(({ source, mediaType, bytes }) => ({
            source,
            mediaType,
            base64: bytes.toString('base64'),
        }));
        const text = left.length === 0 ? item.text : `${item.text}\n\n[${left.join('; ')}]`;
        items.push({ ...item, text, ...(shown.length === 0 ? {} : { pictures: shown }) });
    }
    return items;
}
function countsAsContext(comment, trigger) {
    const asked = trigger.asking;
    if (OWN.test(comment.body))
        return false;
    if (asked?.commentId === comment.id)
        return false;
    if (comment.updatedAt !== comment.createdAt)
        return false;
    const askedAt = asked?.createdAt ?? null;
    return askedAt === null || comment.createdAt <= askedAt;
}

;// CONCATENATED MODULE: ./build/step/pull-template.js

/** Where GitHub looks for one, in its order. */
const pull_template_PLACES = ['.github', '', 'docs'];
const FILE = /^pull_request_template(?:\.md|\.txt)?$/i;
const FOLDER = /^pull_request_template$/i;
const MAX_TEMPLATES = 3;
const MAX_CHARS = 8_000;
/**
 * The template for pull requests on the trusted branch, for the model to write by: the file that GitHub would take, or
 * those of the folder, of which one is chosen. Empty where there is none.
 */
async function pullTemplate(github, pins) {
    const paths = await templatesAt(github, pins.trustedSha);
    const files = await Promise.all(paths.map(async (path) => ({ path, file: await github.fileAt(pins.trustedSha, path) })));
    return files.flatMap(({ path, file }) => file === null || file.text.trim() === ''
        ? []
        : [
            {
                source: `template for pull requests ${path}`,
                author: null,
                trusted: true,
                because: `a file of ${pins.trustedRef}`,
                text: `Should you open a pull request, write its body by this template${files.length > 1 ? ' or another of its folder' : ''}:\n\n${(0,base_text/* truncateMiddle */.kU)(file.text, MAX_CHARS)}`,
            },
        ]);
}
/** All places are listed at once: a run waits for each answer. */
async function templatesAt(github, commit) {
    const places = await Promise.all(pull_template_PLACES.map(async (place) => {
        const [files, folders] = await Promise.all([
            github.filesAt(commit, place),
            github.filesAt(commit, place, 'folders'),
        ]);
        return { place, files, folders };
    }));
    for (const { place, files, folders } of places) {
        const within = (name) => (place === '' ? name : `${place}/${name}`);
        const file = files.find((name) => FILE.test(name));
        if (file !== undefined)
            return [within(file)];
        const folder = folders.find((name) => FOLDER.test(name));
        if (folder === undefined)
            continue;
        const names = await github.filesAt(commit, within(folder));
        const texts = names.filter((name) => /\.(?:md|txt)$/i.test(name)).slice(0, MAX_TEMPLATES);
        if (texts.length > 0)
            return texts.map((name) => within(`${folder}/${name}`));
    }
    return [];
}

// EXTERNAL MODULE: ./build/github/tools/pull-about.js
var pull_about = __webpack_require__(37647);
// EXTERNAL MODULE: ./build/github/tools/pull-text.js
var pull_text = __webpack_require__(85619);
// EXTERNAL MODULE: ./build/github/tools/thread-pieces.js
var thread_pieces = __webpack_require__(97118);
;// CONCATENATED MODULE: ./build/step/surroundings.js


/** What a run begins with beside the thread; each of these has a tool that reads the rest. */
const MAX_LINKED = 3;
const LINKED_CHARS = 6_000;
const MAX_REMARKS = 30;
const REMARK_CHARS = 2_000;
const MAX_EARLIER = 5;
const TRACKING = /^<!-- countersign:tracking (\S{1,80}) -->\s+\S+ \*\*Countersign: ([a-z-]{1,30})\*\*/;
/**
 * What lies around the issue or pull request: links, earlier runs, and of a pull request its files, checks, code owners
 * and the remarks that wait. What cannot be read, or is not as the event found it, is left out: none of it is needed.
 */
async function surroundings(around) {
    const { trigger } = around;
    if (trigger.number === null)
        return [];
    const number = trigger.number;
    const parts = [
        orNothing(links(around, number)),
        orNothing(earlierRuns(around, number)),
        ...(trigger.isPullRequest
            ? [orNothing(ofPull(around, number)), orNothing(remarks(around, number))]
            : []),
    ];
    return (await Promise.all(parts)).flat();
}
/** What a run can do without: where GitHub would not give it, nothing. */
async function orNothing(work) {
    try {
        return await work;
    }
    catch (error) {
        if (!(error instanceof errors/* CountersignError */.W) || error.code === 'cancelled')
            throw error;
        return [];
    }
}
/** Words of this program about what GitHub says, with nobody's text in them. */
function ownWords(source, text) {
    return { source, author: null, trusted: true, because: 'numbers and names of GitHub', text };
}
async function links(around, number) {
    const { github, trigger } = around;
    const { body, isPullRequest } = await github.issue(number);
    const shown = trigger.title === null ? body : (trigger.body ?? '');
    const line = await (0,pull_about/* linksOf */.hP)({ github }, { number, isPullRequest, body: shown });
    if (line === null)
        return [];
    const told = ownWords(`links of #${number}`, line);
    if (!isPullRequest)
        return [told];
    const own = `${github.owner}/${github.repo}`.toLowerCase();
    const closed = (await github.linkedWith(number)).filter(({ repository }) => repository.toLowerCase() === own);
    const issues = closed.slice(0, MAX_LINKED).map(async (one) => {
        const issue = await github.issue(one.number);
        const author = issue.author?.login ?? null;
        return {
            source: `linked issue #${issue.number}`,
            author,
            ...(await around.trusts(author)),
            text: (0,base_text/* truncateMiddle */.kU)(await around.redact(`${issue.title}\n\n${issue.body}`), LINKED_CHARS),
        };
    });
    return [told, ...(await Promise.all(issues))];
}
/** What became of earlier runs, by the run's own tracking comments: the outcome alone, which nobody can dress up. */
async function earlierRuns(around, number) {
    if (around.self === null)
        return [];
    const { id } = around.self;
    const { comments } = await around.github.comments(number);
    const lines = comments.flatMap((comment) => {
        const [, run = '', outcome] = TRACKING.exec(comment.body) ?? [];
        const known = base_outcome/* OUTCOMES */.i.find((one) => one === outcome);
        if (comment.author?.id !== id || known === undefined)
            return [];
        return [`- ${run}: ${known}, ${comment.updatedAt}`];
    });
    if (lines.length === 0)
        return [];
    const shown = lines.slice(-MAX_EARLIER).join('\n');
    return [ownWords(`earlier runs on #${number}`, `Earlier runs of Countersign here:\n${shown}`)];
}
async function ofPull(around, number) {
    const { github, pins } = around;
    const pull = await github.pull(number);
    // Somebody pushed since: what GitHub lists now is not what this run works on.
    if (pull.headSha !== pins.headSha)
        return [];
    const files = await Promise.all((await github.pullFiles(number)).map(async (file) => ({
        ...file,
        patch: file.patch === null ? null : await around.redact(file.patch),
    })));
    const [owners, checks, standing] = await Promise.all([
        around.owners(files.map(({ path }) => path)),
        (0,pull_about/* checksOf */.tg)({ github }, pull.headSha),
        standingOf(around, pull),
    ]);
    const text = [...(checks === null ? [] : [checks]), (0,pull_text/* filesText */.TC)(files, 0)].join('\n\n');
    return [
        ...(owners === null ? [] : [ownWords(`code owners of #${number}`, owners)]),
        { source: `files of pull request #${number}`, ...standing, text },
    ];
}
/** What a fork holds was written by whoever can push there, whoever opened the pull request. */
async function standingOf({ pins, trusts }, pull) {
    const author = pull.author?.login ?? null;
    const standing = await trusts(author);
    const because = pins.fork ? 'its head is in a fork' : standing.because;
    return { author, trusted: standing.trusted && !pins.fork, because };
}
/** Remarks on lines that wait for somebody, as they were when the run was asked for. */
async function remarks(around, number) {
    const { github, trigger, pins, trusts } = around;
    const askedAt = trigger.asking?.createdAt ?? null;
    const threads = (0,thread_pieces/* byNeed */.q0)(await github.reviewThreads(number)).filter(({ resolved, outdated }) => resolved !== true && !outdated);
    const said = threads.flatMap((thread) => {
        // Of a fork even the path is a stranger's word.
        const place = pins.fork
            ? ''
            : ` on ${JSON.stringify(thread.path)}${thread.line === null ? '' : `:${thread.line}`}`;
        return (0,thread_pieces/* threadPieces */.ki)(thread)
            .filter(({ edited, at }) => !edited && (askedAt === null || (at ?? '') <= askedAt))
            .map((piece) => ({ ...piece, place }));
    });
    const items = said.slice(0, MAX_REMARKS).map(async ({ source, author, text, place }) => ({
        source: `${source}${place}`,
        author,
        ...(await trusts(author)),
        text: (0,base_text/* truncateMiddle */.kU)(await around.redact(text), REMARK_CHARS),
    }));
    return await Promise.all(items);
}

;// CONCATENATED MODULE: ./build/step/prepare.js










/**
 * Pins both commits of a run. The policy comes from the base branch of a pull request and from the default branch for
 * everything else, whatever the event's own ref says.
 */
async function pin(github, trigger) {
    if (trigger.isPullRequest && trigger.number !== null) {
        const pull = await github.pull(trigger.number);
        return {
            headSha: trigger.headSha ?? pull.headSha,
            headRef: pull.headRef,
            trustedRef: pull.baseRef,
            trustedSha: await github.commitOf(`refs/heads/${pull.baseRef}`),
            pullAuthor: pull.author?.login ?? null,
            fork: pull.headRepository !== `${github.owner}/${github.repo}`,
        };
    }
    const trustedRef = trigger.defaultBranch ?? (await github.defaultBranch());
    const trustedSha = await github.commitOf(`refs/heads/${trustedRef}`);
    return {
        headSha: trigger.headSha ?? trustedSha,
        headRef: null,
        trustedRef,
        trustedSha,
        pullAuthor: null,
        fork: trigger.fork === true,
    };
}
/** The same begun before it is known whether the commits are needed; whoever awaits it gets its failure. */
function pinAhead(github, trigger) {
    const pins = pin(github, trigger);
    pins.catch(() => undefined);
    return pins;
}
/** The policy of the trusted branch; the strict built-in one where the file is missing. Throws `policy-invalid`. */
async function readPolicy(github, pins, path) {
    const file = await github.fileAt(pins.trustedSha, path);
    if (file === null)
        return { policy: (0,parse_policy/* builtinPolicy */.K)(), source: `built-in (no ${path})` };
    const loaded = (0,load/* loadPolicy */.tb)(file.text, { file: path });
    if (loaded.ok)
        return { policy: loaded.policy, source: path };
    const places = loaded.problems.map(({ line, message, fix }) => ({
        file: path,
        line,
        message: `${message} ${fix}`,
    }));
    const text = loaded.problems.map(problemLine).join('\n');
    throw new errors/* CountersignError */.W('policy-invalid', text, { places });
}
function problemLine(problem) {
    return `${problem.file}:${problem.line}:${problem.column}: ${problem.message} ${problem.fix}`;
}
/** The schema that the result must fit, from the input itself or from the trusted branch. */
async function outputSchemaOf({ outputSchema }, github, pins) {
    if (outputSchema === null)
        return null;
    return await (0,output_schema/* readOutputSchema */.P)(outputSchema, {
        where: 'The input output-schema',
        text: async (path) => (await github.fileAt(pins.trustedSha, path))?.text ?? null,
    });
}
/** Everything that a run needs to know before it starts, looked up and checked; the work tree on the pinned commit. */
async function prepareJob(of) {
    const { inputs, step, trigger, github, pins } = of;
    const policy = readPolicy(github, pins, inputs.policyPath);
    const pictures = picturesUnder(policy, { github, apiUrl: step.apiUrl });
    const owners = ownersLine(github, pins.trustedSha);
    const [read, context, around, template, instructions, outputSchema, author] = await Promise.all([
        policy,
        gatherContext({ ...of, pictures }),
        surroundings({ ...of, owners }),
        orNothing(pullTemplate(github, pins)),
        readInstructions(github, pins),
        outputSchemaOf(inputs, github, pins),
        of.trusts(pins.pullAuthor),
        (0,git/* checkoutCommit */._6)(step.workspace, {
            sha: pins.headSha,
            serverUrl: step.serverUrl,
            token: inputs.githubToken,
        }),
    ]);
    const byStrangers = pins.fork || (pins.pullAuthor !== null && !author.trusted);
    const { actor } = trigger;
    return {
        run: of.run,
        root: step.workspace,
        repository: `${github.owner}/${github.repo}`,
        headSha: pins.headSha,
        trigger: {
            event: trigger.event,
            actor: actor === null ? null : { login: actor.login, id: actor.id },
            number: trigger.number,
            url: trigger.url,
        },
        workflow: { runId: step.runId, attempt: step.attempt, job: step.job, url: step.jobUrl },
        requester: of.decision.by.account?.login ?? null,
        request: requestText(of.decision.request, trigger),
        context: [...strangersStart(of.decision.by), ...context, ...around, ...template],
        untrustedFiles: byStrangers
            ? `The files of pull request #${trigger.number} are by somebody without write access.`
            : null,
        instructions,
        systemPrompt: inputs.systemPrompt,
        outputSchema,
        policy: read.policy,
        policySource: { source: read.source, ref: `${pins.trustedRef}@${pins.trustedSha}` },
        budget: (0,tighter_budget/* tighterBudget */.b)(read.policy, inputs.budget),
        sandboxRequired: inputs.sandboxRequired,
        protect: [inputs.policyPath],
        askWhom: inputs.approvals === 'comment' && askOn(inputs, trigger) !== null ? 'comment' : 'nobody',
        trailFolder: of.trailFolder,
        resume: null,
    };
}
/** Finds pictures as a policy says that is still being read. */
function picturesUnder(policy, at) {
    let finder;
    return async (text) => {
        finder ??= policy.then((read) => pictureFinder(at.github, { apiUrl: at.apiUrl, whose: read.policy.github.images }));
        return await (await finder)(text);
    };
}
/** Whoever starts a run decides that there is one, and when: a stranger's start counts as text by a stranger. */
function strangersStart({ account, permission, because }) {
    if (account === null || permission === null || (0,events_permission/* atLeast */.j)(permission, 'write'))
        return [];
    const text = `The run was started by @${account.login}, who has no write access.`;
    return [{ source: 'the start of the run', author: account.login, trusted: false, because, text }];
}
/** The issue or pull request to ask on; `create` where one is to be opened once it is needed; `null` for none. */
function askOn(inputs, trigger) {
    return trigger.number ?? inputs.approvalIssue;
}
async function readInstructions(github, pins) {
    const file = await (0,instructions/* instructionsIn */.b)((0,trusted_files/* trustedAt */.ZS)(github, pins.trustedRef, pins.trustedSha), '');
    return file === null ? [] : [file];
}
function requestText(request, trigger) {
    if (trigger.number === null)
        return request;
    const about = `${trigger.isPullRequest ? 'pull request' : 'issue'} #${trigger.number}`;
    return request === '' ? `Do what ${about} asks for.` : `${request}\n\n(This is about ${about}.)`;
}

// EXTERNAL MODULE: ./build/approvals/card-check.js
var card_check = __webpack_require__(46664);
;// CONCATENATED MODULE: ./build/github/events/trigger.js
/** The events that a run knows how to begin from. */
const TRIGGER_EVENTS = [
    'issues',
    'issue_comment',
    'pull_request',
    'pull_request_target',
    'pull_request_review',
    'pull_request_review_comment',
    'workflow_dispatch',
    'repository_dispatch',
    'schedule',
    'push',
    'workflow_run',
    'release',
    'check_run',
];

;// CONCATENATED MODULE: ./build/checkpoint/resume.js

/**
 * Events whose workflow file only people with write access decide: that of the default branch, of a base branch, or of what
 * they pushed. On `pull_request` it is the head's.
 */
const TRUSTED_EVENTS = TRIGGER_EVENTS.filter((event) => event !== 'pull_request');
/** What a run still writes once its state was sealed. Anything else happened after the checkpoint. */
const MAY_FOLLOW = [
    'checkpoint.saved',
    'run.suspended',
    'run.end',
    'github.write',
    'redaction',
    'warning',
];
/**
 * Decides over an opened checkpoint. Pure. Trust is checked before what could void: a stranger's is never talked about.
 */
function checkResume(state, facts) {
    const distrust = distrustOf(state, facts);
    if (distrust !== null)
        return { kind: 'refused', because: distrust };
    const voids = voidsOf(state, facts);
    return voids === null ? { kind: 'resume' } : { kind: 'void', because: voids };
}
function distrustOf(state, facts) {
    const { origin } = facts;
    if (!same(state.repository, facts.repository))
        return `it is of ${state.repository}, and this is ${facts.repository}`;
    if (!same(origin.repository, facts.repository))
        return `its artifact is of ${origin.repository}`;
    const ownBranch = origin.headRepository !== null && same(origin.headRepository, facts.repository);
    const trusted = TRUSTED_EVENTS.includes(origin.event) || (origin.event === 'pull_request' && ownBranch);
    if (!trusted) {
        const head = origin.headRepository ?? 'a repository that is gone';
        return `its artifact is of a run on ${origin.event} from ${head}`;
    }
    if (state.workflow !== facts.workflow || origin.workflow !== facts.workflow) {
        return `it is of the workflow ${origin.workflow}, and this is ${facts.workflow}`;
    }
    const trail = trailDistrust(state, facts);
    if (trail !== null)
        return trail;
    if (state.card !== null && state.card.issue !== facts.issue) {
        return `its card is on #${state.card.issue}, and the answer on #${facts.issue}`;
    }
    return facts.click === undefined ? null : clickDistrust(state, facts.click);
}
/** A press counts only of the button that the run itself made for this very question. */
function clickDistrust({ card }, { check, code }) {
    const own = card?.check ?? null;
    if (own === null)
        return 'its card has no buttons, and one was pressed';
    if (check.id !== own.id)
        return `its buttons are those of check run ${own.id}, and one of ${check.id} was pressed`;
    if (check.app.id !== own.app.id)
        return `its check run is by App ${own.app.id}, and the one that was pressed by ${check.app.id}`;
    if (check.headSha !== own.headSha)
        return `its check run is on ${own.headSha}, and the one that was pressed on ${check.headSha}`;
    return code === own.code ? null : 'the button that was pressed is of another question';
}
function trailDistrust(state, { trail, sealedSha256 }) {
    if (trail === null)
        return 'the trail that came with it does not verify';
    if (trail.hashAtCheckpoint !== state.trailHead.hash)
        return 'the trail that came with it is another one';
    const strange = trail.after.find(({ type }) => !MAY_FOLLOW.includes(type));
    if (strange !== undefined)
        return `the trail that came with it goes on after it (${strange.type})`;
    const saved = trail.after.some((event) => event.type === 'checkpoint.saved' && event.sha256 === sealedSha256);
    return saved ? null : 'the trail that came with it does not name it';
}
function voidsOf(state, facts) {
    if (!facts.issueOpen)
        return `#${facts.issue} was closed`;
    // A date that cannot be read compares as false and so has expired.
    const inTime = state.card === null || facts.now.getTime() <= Date.parse(state.card.expires);
    if (!inTime)
        return `the question expired at ${state.card?.expires ?? 'an unknown time'}`;
    if (state.headSha !== facts.headSha) {
        return `the head is ${facts.headSha} now, and what was asked stood on ${state.headSha}`;
    }
    if (state.policySha256 !== facts.policySha256)
        return 'the policy was changed since people were asked';
    return null;
}
function same(one, other) {
    return one.toLowerCase() === other.toLowerCase();
}

// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(48161);
// EXTERNAL MODULE: ./build/sandbox/byte-paths.js
var byte_paths = __webpack_require__(31489);
// EXTERNAL MODULE: ./build/sandbox/in-checkout.js
var in_checkout = __webpack_require__(91074);
// EXTERNAL MODULE: ./build/sandbox/submodules.js
var submodules = __webpack_require__(7409);
// EXTERNAL MODULE: ./build/sandbox/work-tree.js
var work_tree = __webpack_require__(71060);
;// CONCATENATED MODULE: ./build/sandbox/work-tree-restore.js
/** Puts a work tree back as a suspended run left it. This file does I/O. */








const GONE = '000000';
const GITLINK = '160000';
const LINK = '120000';
const EXECUTABLE = '100755';
/** Contents are read from git in batches of this many bytes; a longer file is one of its own. */
const BATCH_BYTES = 32 * 1024 * 1024;
const HEADER_BYTES = 200;
const LINE_FEED = 0x0a;
/**
 * Puts changes back on a work tree that stands clean on their base: the commits first, then every file as it was, then
 * the index, then the submodules. Throws `worktree-refused` where the tree is not clean on `base`, the bundle does not
 * hold what it should, or a submodule that was changed is not checked out.
 */
async function restoreChanges(root, changes) {
    await restoreAt({ root }, changes);
}
async function restoreAt(checkout, changes) {
    const at = await (0,in_checkout/* whileAlone */.rl)(checkout);
    const base = (0,in_checkout/* checkedSha */.Q$)(changes.base);
    const commit = (0,in_checkout/* checkedSha */.Q$)(changes.commit);
    if ((await (0,work_tree/* headOf */.Uo)(at)) !== base || (await (0,work_tree/* changedPaths */.vl)(at)).length > 0) {
        throw new errors/* CountersignError */.W('worktree-refused', `The work tree is not clean on ${base}.`, {
            fix: 'Check the repository out anew before the run goes on.',
        });
    }
    await unbundle(at, changes.bundle);
    const staged = changes.staged === undefined ? null : (0,in_checkout/* checkedSha */.Q$)(changes.staged);
    const head = await (0,work_tree/* said */.ag)(at, ['rev-parse', '--verify', `${staged ?? commit}^`]);
    await standOn(at, { head, base, branch: changes.branch ?? null });
    await putBack(at, await differences(at, head, commit));
    if (staged !== null) {
        await (0,in_checkout/* mustInCheckout */.Hm)(at, ['read-tree', staged]);
        await (0,in_checkout/* inCheckout */.YU)(at, ['update-index', '-q', '--refresh']);
    }
    for (const { path, changes: inside } of changes.submodules ?? []) {
        const module = await (0,submodules/* submoduleAt */.m)(at, path);
        if (module === null)
            throw notCheckedOut(path);
        await restoreAt(module, inside);
    }
}
async function unbundle(at, bundle) {
    const folder = await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'countersign-bundle-'));
    try {
        const file = (0,external_node_path_.join)(folder, 'changes.bundle');
        await (0,promises_.writeFile)(file, Buffer.from(bundle, 'base64'));
        await (0,in_checkout/* mustInCheckout */.Hm)(at, ['bundle', 'unbundle', file]);
    }
    finally {
        await (0,promises_.rm)(folder, { recursive: true, force: true });
    }
}
async function standOn(at, of) {
    const checkout = ['checkout', '--quiet', '--no-recurse-submodules'];
    if (of.branch !== null) {
        await (0,in_checkout/* mustInCheckout */.Hm)(at, ['check-ref-format', '--branch', of.branch]);
        await (0,in_checkout/* mustInCheckout */.Hm)(at, [...checkout, '-B', of.branch, of.head, '--']);
    }
    else if (of.head !== of.base) {
        await (0,in_checkout/* mustInCheckout */.Hm)(at, [...checkout, '--detach', of.head, '--']);
    }
}
async function differences(at, head, commit) {
    const raw = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', head, commit];
    const fields = (await (0,in_checkout/* mustInCheckout */.Hm)(at, raw)).toString('latin1').split('\0');
    const found = [];
    for (let index = 0; index + 1 < fields.length; index += 2) {
        const [, mode = '', , sha = ''] = (fields[index] ?? '').split(' ');
        // A submodule stands where its own changes leave it.
        if (mode !== GITLINK)
            found.push({ path: fields[index + 1] ?? '', mode, sha });
    }
    return found;
}
/** What is to be gone goes first, so that a folder can take the place of a file, and a file that of a folder. */
async function putBack(at, all) {
    for (const { path } of all)
        await (0,promises_.rm)((0,byte_paths/* underRoot */.N)(at.root, path), { recursive: true, force: true }).catch(ignoreFileAbove);
    const there = all.filter(({ mode }) => mode !== GONE);
    for (const batch of await batchesOf(at, there)) {
        const contents = await contentsOf(at, batch);
        for (const [index, file] of batch.files.entries())
            await write(at, file, contents[index] ?? Buffer.alloc(0));
    }
}
/** A path under what is a file by now is not there. */
function ignoreFileAbove(error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR')
        return;
    throw error;
}
async function write(at, { path, mode }, bytes) {
    const absolute = (0,byte_paths/* underRoot */.N)(at.root, path);
    await (0,promises_.mkdir)((0,byte_paths/* underRoot */.N)(at.root, (0,external_node_path_.dirname)(path)), { recursive: true });
    if (mode === LINK)
        return await (0,promises_.symlink)(bytes, absolute);
    await (0,promises_.writeFile)(absolute, bytes, { flag: 'wx' });
    await (0,promises_.chmod)(absolute, mode === EXECUTABLE ? 0o755 : 0o644);
}
async function batchesOf(at, files) {
    if (files.length === 0)
        return [];
    const stdin = files.map(({ sha }) => `${(0,in_checkout/* checkedSha */.Q$)(sha)}\n`).join('');
    const lines = (await (0,work_tree/* said */.ag)(at, ['cat-file', '--batch-check'], { stdin })).split('\n');
    const batches = [];
    for (const [index, file] of files.entries()) {
        const size = Number(/^[0-9a-f]+ blob (\d+)$/.exec(lines[index] ?? '')?.[1] ?? Number.NaN);
        if (!Number.isSafeInteger(size))
            throw new errors/* CountersignError */.W('worktree-refused', 'The bundle does not hold all of the files.');
        const last = batches.at(-1);
        if (last !== undefined && last.bytes + size <= BATCH_BYTES) {
            last.files.push(file);
            last.bytes += size;
        }
        else
            batches.push({ files: [file], bytes: size });
    }
    return batches;
}
async function contentsOf(at, { files, bytes }) {
    const output = await (0,in_checkout/* mustInCheckout */.Hm)(at, ['cat-file', '--batch'], {
        stdin: (0,byte_paths/* rawBytes */.Mt)(files.map(({ sha }) => `${sha}\n`).join('')),
        maxOutputBytes: bytes + files.length * HEADER_BYTES,
    });
    const contents = [];
    let place = 0;
    for (const { sha } of files) {
        const end = output.indexOf(LINE_FEED, place);
        const size = Number(output.subarray(place, end).toString('latin1').split(' ')[2]);
        if (!Number.isSafeInteger(size))
            throw new errors/* CountersignError */.W('worktree-refused', `Git does not give the file ${sha}.`);
        contents.push(output.subarray(end + 1, end + 1 + size));
        place = end + size + 2;
    }
    return contents;
}
function notCheckedOut(path) {
    return new errors/* CountersignError */.W('worktree-refused', `The run changed the submodule ${path}, which is not checked out here.`, { fix: 'Give `submodules: true` to actions/checkout in the workflow that goes on with it.' });
}

// EXTERNAL MODULE: ./build/tools/output-schema/index.js + 1 modules
var tools_output_schema = __webpack_require__(68328);
// EXTERNAL MODULE: ./build/approvals/closed-card.js
var closed_card = __webpack_require__(21554);
;// CONCATENATED MODULE: ./build/step/close-card.js

/** Closes the card of a checkpoint that is not gone on with, so that it offers nothing any more and says why. */
async function closeParkedCard(of) {
    const { card, gated, run } = of.checkpoint;
    if (card === null)
        return;
    const body = (0,closed_card/* renderClosedCard */.t)({
        run,
        workflowRun: null,
        requests: gated.map(({ approval, request }) => ({
            approval,
            call: request.id,
            tool: request.name,
            decidedBy: [],
            fate: 'void, not run',
        })),
        because: `What was asked is void: ${of.because}.`,
        runUrl: of.runUrl,
        head: of.head,
    });
    await of.github.updateComment(card.commentId, body);
    await (0,card_check/* closeCheck */.tQ)(of.github, card.check?.id ?? null, of.because);
}
/** Closes a card whose job vanished. Nothing is known of it but what the card says of itself. */
async function closeGoneCard(of) {
    const { marker, because } = of;
    const ids = marker.ids.map((id) => `\`${id}\``).join(', ');
    const body = (0,closed_card/* renderClosedCard */.t)({
        run: marker.run,
        workflowRun: null,
        requests: [],
        because: `${because} It had asked for ${ids}.`,
        runUrl: of.runUrl,
        head: null,
    });
    await of.github.updateComment(of.card.id, body);
    await (0,card_check/* closeCheck */.tQ)(of.github, marker.check, because);
}

;// CONCATENATED MODULE: ./build/step/killed.js


/**
 * Takes a killed run for this job, on GitHub's side: false where another job was first. Its comment then offers it no
 * longer. Throws what GitHub answers.
 */
async function takeKilled(killed, world, runUrl) {
    if (!(await world.github.react(killed.card.id, 'rocket')).created)
        return false;
    await closeKilled(killed, world, { because: 'The run goes on in the job below.', runUrl });
    return true;
}
/** Leaves the comment of a killed run saying what became of it. */
async function closeKilled({ card, marker }, { github, runner }, of) {
    const { run } = marker;
    const body = (0,closed_card/* renderClosedCard */.t)({ run, workflowRun: null, requests: [], head: null, ...of });
    try {
        await github.updateComment(card.id, body);
    }
    catch (error) {
        runner.warning((0,base_text/* neutralise */.$0)(`The card could not be closed: ${(0,errors/* errorText */.k)(error)}`));
    }
}

// EXTERNAL MODULE: ./build/audit/reader.js
var reader = __webpack_require__(83721);
;// CONCATENATED MODULE: ./build/step/retell.js

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
    for await (const entry of (0,reader/* readTrail */.hd)(folder)) {
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

// EXTERNAL MODULE: ./build/step/state.js
var state = __webpack_require__(99510);
// EXTERNAL MODULE: ./build/calls/bus.js
var calls_bus = __webpack_require__(70480);
// EXTERNAL MODULE: ./build/github/artifacts/has-artifacts.js
var has_artifacts = __webpack_require__(9500);
// EXTERNAL MODULE: ./build/model/create.js + 5 modules
var create = __webpack_require__(69527);
// EXTERNAL MODULE: ./build/run.js + 29 modules
var build_run = __webpack_require__(96771);
// EXTERNAL MODULE: ./build/tell/tally.js
var tell_tally = __webpack_require__(43088);
// EXTERNAL MODULE: ./build/tell/log.js
var log = __webpack_require__(66932);
// EXTERNAL MODULE: ./build/tell/sticky.js
var tell_sticky = __webpack_require__(78092);
;// CONCATENATED MODULE: ./build/tell/tracking.js


/** Edits are at least this far apart, so that a run stays well inside GitHub's limits. */
const MIN_EDIT_GAP_MS = 5_000;
/**
 * Posts the comment, or takes over the one of earlier runs, and edits it when something happened, at a bounded rate. A
 * sticky comment that a later run took over is left to that one. Failing to post or to edit is a warning and never harms
 * the run.
 */
async function openTracking(options) {
    const { clock, warn } = options;
    let id;
    try {
        id = await post(options);
    }
    catch (error) {
        warn(`The tracking comment could not be posted: ${(0,errors/* errorText */.k)(error)}`);
        return null;
    }
    options.onPosted(id);
    const stop = new AbortController();
    let dirty = false;
    let editing = null;
    const edit = async () => {
        while (dirty && !stop.signal.aborted) {
            dirty = false;
            await put(options, id, options.body());
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
                warn(`The tracking comment could not be edited: ${(0,errors/* errorText */.k)(error)}`);
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
                await put(options, id, body);
            }
            catch (error) {
                warn(`The tracking comment could not be finished: ${(0,errors/* errorText */.k)(error)}`);
            }
        },
    };
}
async function post({ github, issue, body, sticky }) {
    const mark = sticky === null ? null : (0,tell_sticky/* stickyMark */.NR)(sticky.key);
    const earlier = sticky === null ? null : await (0,tell_sticky/* earlierComment */.G_)(github, issue, sticky);
    const text = (0,tell_sticky/* withMark */.kN)(body(), mark);
    if (earlier === null)
        return (await github.createComment(issue, text)).id;
    return (await github.updateComment(earlier, text)).id;
}
async function put({ github, sticky }, id, body) {
    if (sticky === null) {
        await github.updateComment(id, body);
        return;
    }
    const mine = body.split('\n', 1)[0] ?? '';
    const now = await github.comment(id);
    if (now === null || !now.body.startsWith(mine))
        return;
    await github.updateComment(id, (0,tell_sticky/* withMark */.kN)(body, (0,tell_sticky/* stickyMark */.NR)(sticky.key)));
}
const SHOWN = new Set([
    'turn:end',
    'tool:end',
    'tool:error',
    'permission_required',
    'permission_decided',
    'checklist',
]);

// EXTERNAL MODULE: ./build/model/script.js
var script = __webpack_require__(35775);
// EXTERNAL MODULE: ./build/model/usage.js
var usage = __webpack_require__(34041);
;// CONCATENATED MODULE: ./build/step/apply-model.js

const ID = 'countersign:apply';
const CONTEXT_WINDOW = 1_000_000;
/**
 * In place of a language model where a run only applies what another one left: the first turn makes the planned calls,
 * the second says whether they all ran. So the same policy, cards, trail and checkpoints hold for them as for any call. A
 * resumed run has its first turn behind it, and needs no plan.
 */
function applyModel(plan) {
    return {
        id: ID,
        provider: 'countersign',
        contextWindow: CONTEXT_WINDOW,
        respond: ({ messages }, { signal }) => {
            signal.throwIfAborted();
            const turn = messages.filter(({ role }) => role === 'assistant').length;
            return Promise.resolve(replyOf(turn, turn === 0 ? plan : [ending(messages.at(-1))]));
        },
    };
}
function replyOf(turn, calls) {
    return {
        id: (0,script/* messageIdOf */.Qh)(turn),
        model: ID,
        content: calls.map(({ name, input }, index) => ({
            type: 'tool_use',
            id: `toolu_apply_${turn}_${index}`,
            name,
            input,
        })),
        stopReason: 'tool_use',
        usage: usage/* zeroUsage */.My,
        costUsd: 0,
    };
}
function ending(last) {
    const results = (last?.content ?? []).filter((block) => block.type === 'tool_result');
    const failed = results.some((block) => block.is_error === true) || results.length === 0;
    const input = failed
        ? { outcome: 'incomplete', summary: 'Not everything was applied; each call says why.' }
        : { outcome: 'done', summary: 'The changes were applied.' };
    return { name: 'finish', input };
}

// EXTERNAL MODULE: ./build/approvals/card.js + 2 modules
var approvals_card = __webpack_require__(93784);
// EXTERNAL MODULE: ./build/approvals/session.js
var approvals_session = __webpack_require__(68915);
// EXTERNAL MODULE: ./build/approvals/tally.js
var tally = __webpack_require__(11261);
;// CONCATENATED MODULE: ./build/approvals/lapse.js


/** How long a request is waited for: its own limit, within what the policy waits. */
function waitMsOf({ waitMs }, policyWaitMs) {
    return Math.min(waitMs ?? policyWaitMs, policyWaitMs);
}
/** True where nothing of the card is waited for any more: each request is settled, or its own time is over. */
function isOver(session) {
    return untilOverMs(session) <= 0;
}
/**
 * Milliseconds until nothing of the card is waited for, if nobody says anything more; endless where a request without a
 * limit of its own is open. An answer that comes while the card still waits for others counts all the same.
 */
function untilOverMs(session) {
    const { settings, clock } = session.options;
    // The one time of this run's own clock that a card keeps, also over a suspension.
    const askedMs = Date.parse(session.card.expires) - settings.expireMs;
    const passedMs = clock.now().getTime() - askedMs;
    const open = (0,tally/* countVotes */.B0)(session.requests, (0,approvals_session/* judgementsOf */.a6)(session)).filter((votes) => !(0,tally/* isSettled */.Is)(votes, settings.count));
    const lefts = open.map(({ request }) => request.waitMs === undefined
        ? Number.POSITIVE_INFINITY
        : waitMsOf(request, settings.waitMs) - passedMs);
    return Math.max(0, ...lefts);
}

// EXTERNAL MODULE: ./build/approvals/card-marker.js
var card_marker = __webpack_require__(65448);
;// CONCATENATED MODULE: ./build/approvals/judge.js


const ACCEPTED = { ok: true };
/** GitHub's word for an account that is a person's. */
const PERSON = 'User';
/**
 * Judges what a comment shows by itself: made by a person, not by the run, after the card, never edited.
 * `created` has seconds only, so that the order within one second goes by the ids, which GitHub gives in order.
 */
function judgeComment(comment, card, parties) {
    const author = judgeAuthor(comment.author, parties);
    if (!author.ok)
        return author;
    if (comment.viaApp !== null)
        return refused(`an app (${comment.viaApp}) wrote it, not a person`);
    // A date that cannot be read compares as false: such a comment does not count.
    const after = comment.id > card.id && Date.parse(comment.createdAt) >= Date.parse(card.createdAt);
    if (!after)
        return refused('it was not made after the card');
    const inTime = Date.parse(comment.createdAt) <= Date.parse(card.expires);
    if (!inTime)
        return refused('it came after the question had expired');
    if (comment.createdAt !== comment.updatedAt)
        return refused('it was edited; write a new comment');
    return ACCEPTED;
}
/**
 * Judges what a press of a button shows by itself: made by a person, not by the run, in time. The button is younger
 * than the card's question, and nobody can edit a press of it.
 */
function judgeClick(click, card, parties) {
    const author = judgeAuthor(click.by, parties);
    if (!author.ok)
        return author;
    const inTime = Date.parse(click.at) <= Date.parse(card.expires);
    return inTime ? ACCEPTED : refused('it came after the question had expired');
}
function judgeAuthor(author, parties) {
    if (author === null)
        return refused('its author no longer exists');
    if (author.type !== PERSON || author.login.endsWith('[bot]'))
        return refused('its author is a bot, not a person');
    return parties.own.some((own) => sameAccount(own, author))
        ? refused('the run cannot answer itself')
        : ACCEPTED;
}
/**
 * Judges whether the author of a comment may decide on one request, by what GitHub says now. A denial needs the
 * same standing as an approval, but those who may not approve their own work may stop it.
 */
function judgePerson(options) {
    const { author, decision, facts, from, parties } = options;
    if (!facts.lastEdit.ok)
        return refused(`whether it was edited could not be looked up (${facts.lastEdit.because})`);
    if (facts.lastEdit.value !== null)
        return refused('it was edited; write a new comment');
    if (decision === 'approve') {
        const interest = interestOf(author, parties);
        if (interest !== null)
            return refused(`${interest}, and the policy does not say \`self: true\``);
    }
    if (!facts.permission.ok)
        return refused(`the permission could not be looked up (${facts.permission.because})`);
    const permission = facts.permission.value;
    const answers = from.map((rule) => satisfies(rule, { ...options, permission }));
    if (answers.some((answer) => answer.ok))
        return ACCEPTED;
    const failed = answers.find((answer) => !answer.ok && answer.because !== '');
    if (failed !== undefined)
        return failed;
    return refused(`its author has the permission ${permission}, and the policy asks for ${fromWords(from)}`);
}
/** The teams that have to be looked up for requests on these paths, as `org/slug`. */
function teamsToAsk(from, paths, codeOwners) {
    const teams = new Set();
    const byOwners = from.some((rule) => rule.kind === 'codeowners') && codeOwners !== null;
    const owners = byOwners ? paths.flatMap((path) => ownersOf(codeOwners, path)) : [];
    for (const rule of [...from, ...owners])
        if (rule.kind === 'team')
            teams.add(`${rule.org}/${rule.slug}`);
    return [...teams];
}
/** Two names for one account: the same id, or the same login. */
function sameAccount(one, other) {
    return one.id === other.id || judge_sameLogin(one.login, other.login);
}
function satisfies(rule, standing) {
    switch (rule.kind) {
        case 'level':
            return (0,events_permission/* atLeast */.j)(standing.permission, rule.level) ? ACCEPTED : refused('');
        case 'user':
            return judge_sameLogin(rule.login, standing.author.login) ? ACCEPTED : refused('');
        case 'team':
            return inTeam(rule, standing.facts);
        case 'codeowners':
            break;
    }
    return ownsAll(standing);
}
function inTeam(team, facts) {
    const answer = facts.teams.get(`${team.org}/${team.slug}`);
    if (answer === undefined)
        return refused('');
    if (!answer.ok)
        return refused(`membership of @${team.org}/${team.slug} could not be looked up (${answer.because})`);
    return answer.value ? ACCEPTED : refused('');
}
/** One person must own every path that the call touches. A call that touches none has no owner. */
function ownsAll(standing) {
    const { codeOwners, paths } = standing;
    if (codeOwners === null)
        return refused('the policy asks for code owners, and the repository has no CODEOWNERS file');
    if (paths.length === 0)
        return refused('the policy asks for code owners, and the call touches no path');
    for (const path of paths) {
        const answers = ownersOf(codeOwners, path).map((owner) => satisfies(owner, standing));
        if (answers.some((answer) => answer.ok))
            continue;
        const failed = answers.find((answer) => !answer.ok && answer.because !== '');
        return failed ?? refused(`its author is no code owner of ${path}`);
    }
    return ACCEPTED;
}
function interestOf(author, parties) {
    if (parties.self)
        return null;
    if (parties.requester !== null && judge_sameLogin(parties.requester, author.login))
        return 'its author asked for this run';
    if (parties.pullAuthor !== null && judge_sameLogin(parties.pullAuthor, author.login)) {
        return 'its author wrote this pull request';
    }
    const wrote = parties.commitAuthors.some((login) => judge_sameLogin(login, author.login));
    return wrote ? 'its author wrote commits of this pull request' : null;
}
function fromWords(from) {
    if (from.length === 0)
        return 'nobody';
    const words = from.map((rule) => {
        if (rule.kind === 'level')
            return rule.level;
        if (rule.kind === 'user')
            return `@${rule.login}`;
        return rule.kind === 'team' ? `@${rule.org}/${rule.slug}` : 'codeowners';
    });
    return words.join(' or ');
}
function judge_sameLogin(one, other) {
    return one.toLowerCase() === other.toLowerCase();
}
function refused(because) {
    return { ok: false, because };
}

// EXTERNAL MODULE: ./build/approvals/source.js
var approvals_source = __webpack_require__(97774);
;// CONCATENATED MODULE: ./build/approvals/judge-answer.js


/** True where the answer could count, so that its author has to be looked up. */
function needsFacts(options) {
    if (refusalOfForm(options) !== null)
        return false;
    if (options.answered.kind === 'cancel')
        return true;
    return judge_answer_named(options).some((request) => closedOrMisfit(options, request) === null);
}
/**
 * Decides what one answer does to the requests of one card. Pure: whoever calls has looked up
 * what GitHub says of the author now. Whatever is not plainly allowed does not count, and says why.
 */
function judgeAnswer(options) {
    const { answered, source } = options;
    const refusal = refusalOfForm(options);
    const unknown = unknownIds(options);
    const permission = options.facts?.permission.ok === true ? options.facts.permission.value : null;
    if (answered.kind === 'cancel') {
        const judged = refusal ?? cancelRefusal(options);
        return { source, permission, rulings: [], unknown, refusal: judged, cancels: judged === null };
    }
    const rulings = judge_answer_named(options).map((request) => ruling(options, request, refusal));
    return {
        source,
        permission,
        rulings,
        unknown,
        refusal: rulings.length === 0 ? refusal : null,
        cancels: false,
    };
}
function ruling(options, request, refusal) {
    const { answered } = options;
    const decision = answered.kind === 'deny' ? 'deny' : 'approve';
    const because = refusal ??
        closedOrMisfit(options, request) ??
        personRefusal(options, { decision, paths: request.paths });
    const words = wordsOf(answered);
    if (because !== null)
        return { request, decision, counted: false, because, words };
    return {
        request,
        decision,
        counted: true,
        because: 'by someone whom the policy lets answer',
        words,
    };
}
/** What is wrong with the answer whatever it names. */
function refusalOfForm(options) {
    const { answered } = options;
    const { source, card, parties } = options;
    const shown = source.kind === 'comment'
        ? judgeComment(source.comment, card, parties)
        : judgeClick(source.click, card, parties);
    if (!shown.ok)
        return shown.because;
    if (answered.kind === 'cancel')
        return null;
    if (answered.kind === 'approve' && answered.unreadable.length > 0) {
        return 'it says more than ids; put a note after `--note`';
    }
    if (answered.unreadable.length > 0 && answered.ids.length === 0)
        return 'it does not begin with an id from the card';
    if (answered.ids.length === 0)
        return `it does not say which; write \`/${answered.kind} ap-…\``;
    return answered.kind === 'answer' && answered.text === '' ? 'it has no text after the id' : null;
}
function closedOrMisfit(options, request) {
    const closed = options.closed.get(request.id);
    if (closed !== undefined)
        return closed;
    const question = request.expects === 'answer';
    const { kind } = options.answered;
    if (question && kind === 'approve')
        return 'it is a question; write `/answer` with its id and your words';
    if (!question && kind === 'answer')
        return 'it is not a question; write `/approve` or `/deny` with its id';
    return null;
}
/** Whoever may deny one of the calls may end the run. */
function cancelRefusal(options) {
    const refusals = options.requests.map(({ paths }) => personRefusal(options, { decision: 'deny', paths }));
    return refusals.includes(null) ? null : (refusals[0] ?? 'the card holds nothing');
}
function personRefusal(options, what) {
    const author = (0,approvals_source/* authorOf */.rM)(options.source);
    if (author === null || options.facts === null)
        return 'its author was not looked up';
    const { from, codeOwners, parties, facts } = options;
    const judged = judgePerson({ author, ...what, facts, from, codeOwners, parties });
    return judged.ok ? null : judged.because;
}
/** The requests of this card that the command names. `all` is what is open, and nothing where it means a later card. */
function judge_answer_named(options) {
    const ids = idsOf(options.answered);
    if (ids === 'all')
        return options.newest ? options.requests.filter(({ id }) => !options.closed.has(id)) : [];
    return options.requests.filter(({ id }) => ids.includes(id));
}
function unknownIds(options) {
    const ids = idsOf(options.answered);
    if (ids === 'all')
        return [];
    return ids.filter((id) => options.requests.every((request) => request.id !== id));
}
function idsOf(answered) {
    return answered.kind === 'cancel' ? [] : answered.ids;
}
function wordsOf(answered) {
    switch (answered.kind) {
        case 'approve':
            return answered.note ?? '';
        case 'answer':
            return answered.text;
        case 'deny':
        case 'cancel':
            break;
    }
    return answered.reason;
}

// EXTERNAL MODULE: ./build/approvals/parse-answer.js
var parse_answer = __webpack_require__(12855);
;// CONCATENATED MODULE: ./build/approvals/look.js








/**
 * Judges one answer by what GitHub says now, or `null` where a comment is no command. Asks GitHub only where the
 * answer could count. Never throws: a look-up that fails refuses.
 */
async function lookAt(session, source, comments) {
    const answered = answeredIn(source);
    if (answered === null || isOfAnotherCard(session, source, answered))
        return null;
    const { card, requests, parties, from, options } = session;
    const codeOwners = options.codeOwners ?? null;
    const judging = {
        answered,
        source,
        card,
        requests,
        closed: deniedBefore(session, source),
        newest: isNewest(session, source, comments),
        parties,
        from,
        codeOwners,
        facts: null,
    };
    const author = (0,approvals_source/* authorOf */.rM)(source);
    if (!needsFacts(judging) || author === null)
        return judgeAnswer(judging);
    const teams = teamsToAsk(from, requests.flatMap(({ paths }) => paths), codeOwners);
    const facts = await factsOf(options.github, {
        login: author.login,
        nodeId: source.kind === 'comment' ? source.comment.nodeId : null,
        teams,
    });
    return judgeAnswer({ ...judging, facts });
}
/** What an answer says. A button says of all that its card holds what its label says. */
function answeredIn(source) {
    if (source.kind === 'comment')
        return (0,parse_answer/* parseAnswer */.Wp)(source.comment.body);
    const all = { ids: 'all', unreadable: [] };
    switch (source.click.decision) {
        case 'approve':
            return { kind: 'approve', ...all };
        case 'deny':
            return { kind: 'deny', ...all, reason: '' };
    }
}
/**
 * False where a later card by the same account lies between the session's and the comment. A button belongs to one
 * card for good.
 */
function isNewest(session, source, comments) {
    if (source.kind === 'click')
        return true;
    const { comment } = source;
    return !comments.some((other) => other.id > session.card.id && other.id < comment.id && isOwnCard(session, other));
}
/** Requests that another answer has denied: a denial is final, so that nothing counts after it. */
function deniedBefore(session, source) {
    const key = (0,approvals_source/* keyOf */.TN)(source);
    const others = (0,approvals_session/* judgementsOf */.a6)(session).filter((judgement) => (0,approvals_source/* keyOf */.TN)(judgement.source) !== key);
    const denied = (0,tally/* countVotes */.B0)(session.requests, others).filter(({ denial }) => denial !== null);
    return new Map(denied.map(({ request }) => [request.id, 'it was denied before']));
}
/** What was said before the card was said of something else, unless it knew one of the card's ids. */
function isOfAnotherCard(session, source, answered) {
    if (source.kind === 'click' || source.comment.id >= session.card.id)
        return false;
    if (answered.kind === 'cancel' || answered.ids === 'all')
        return true;
    const { ids } = answered;
    return session.requests.every(({ id }) => !ids.includes(id));
}
/** True for another card by the same account: what is not on this one may be meant for that one. */
function isOwnCard(session, comment) {
    const { author } = comment;
    if (author === null || !sameAccount(session.card.author, author))
        return false;
    const marker = (0,card_marker/* readMarker */.t7)(comment.body);
    return marker !== null && marker.state !== 'killed';
}
/** What GitHub says of a person and a comment (`nodeId`; `null` for a click) now; what cannot be had is kept as words. */
async function factsOf(github, of) {
    const [permission, lastEdit] = await Promise.all([
        looked(() => github.permissionOf(of.login)),
        looked(async () => (of.nodeId === null ? null : await github.lastEdit(of.nodeId))),
    ]);
    const teams = new Map();
    for (const team of of.teams) {
        const [org = '', slug = ''] = team.split('/', 2);
        teams.set(team, await looked(() => github.isTeamMember({ org, slug }, of.login)));
    }
    return { permission, lastEdit, teams };
}
async function looked(ask) {
    try {
        return { ok: true, value: await ask() };
    }
    catch (error) {
        return { ok: false, because: (0,errors/* errorText */.k)(error) };
    }
}

// EXTERNAL MODULE: ./build/approvals/markdown.js
var approvals_markdown = __webpack_require__(81650);
// EXTERNAL MODULE: ./build/approvals/parked.js
var approvals_parked = __webpack_require__(54450);
;// CONCATENATED MODULE: ./build/approvals/receipts.js






const WHY_MAX = 500;
/**
 * Puts a judgement into the trail, then tells its author: 👍 where it counts, one reply saying why where it does not.
 * A command that is meant for another card is left to that card.
 */
async function acknowledge(session, judgement, comments) {
    if (meantForAnother(session, judgement, comments))
        return;
    for (const ruling of judgement.rulings)
        await recordRuling(session, judgement, ruling);
    const why = whyNot(judgement);
    if (judgement.rulings.length === 0 && why !== null)
        await recordIgnored(session, judgement, why);
    if (judgement.cancels || judgement.rulings.some(({ counted }) => counted))
        await thumbsUp(session, judgement);
    if (why !== null)
        await reply(session, judgement, why);
}
/** Records that something which counted does so no longer. */
async function recordWithdrawn(session, judgement, because) {
    for (const ruling of judgement.rulings.filter(({ counted }) => counted)) {
        await recordRuling(session, judgement, { ...ruling, counted: false, because });
    }
}
/** Who gave an answer, as a decision keeps it; `null` where that is not known. */
function decisionBy({ source, permission }) {
    const author = (0,approvals_source/* authorOf */.rM)(source);
    if (author === null || permission === null)
        return null;
    const who = { login: author.login, id: author.id, permission };
    if (source.kind === 'click')
        return { ...who, commentId: null, commentUrl: null, at: source.click.at };
    const { id, url, createdAt } = source.comment;
    return { ...who, commentId: id, commentUrl: url, at: createdAt };
}
async function recordRuling(session, judgement, ruling) {
    const author = (0,approvals_source/* authorOf */.rM)(judgement.source);
    await session.options.trail.append({
        type: 'approval.decision',
        approval: ruling.request.id,
        call: ruling.request.call,
        decision: ruling.decision,
        counted: ruling.counted,
        because: ruling.because,
        by: { login: author?.login ?? 'ghost', id: author?.id ?? null },
        permission: judgement.permission,
        ...(0,approvals_source/* recordedPlace */.Ci)(judgement.source),
        ...(ruling.words === '' ? {} : { note: ruling.words }),
    });
}
async function recordIgnored(session, judgement, why) {
    const login = (0,approvals_source/* authorOf */.rM)(judgement.source)?.login ?? 'ghost';
    await session.options.trail.append({
        type: 'warning',
        code: 'answer-not-counted',
        message: `${(0,approvals_source/* placeOf */.$t)(judgement.source)} by @${login} does not count: ${why}.`,
    });
}
/** Why a command, or a part of it, does not count; `null` where all of it does. */
function whyNot(judgement) {
    if (judgement.refusal !== null)
        return judgement.refusal;
    const reasons = new Set(judgement.rulings
        .filter(({ counted }) => !counted)
        .map(({ request, because }) => `${request.id}: ${because}`));
    for (const id of judgement.unknown)
        reasons.add(`${id} is not on the card`);
    return reasons.size === 0 ? null : [...reasons].join('; ');
}
/** Only ids of other cards, or no id at all where a later card is what the comment speaks of: no word from this one. */
function meantForAnother(session, judgement, comments) {
    if (judgement.rulings.length > 0 || judgement.cancels)
        return false;
    if (judgement.unknown.length === 0)
        return !isNewest(session, judgement.source, comments);
    const others = comments.filter((comment) => comment.id !== session.card.id && isOwnCard(session, comment));
    const held = new Set(others.flatMap((comment) => (0,card_marker/* readMarker */.t7)(comment.body)?.ids ?? []));
    return judgement.unknown.every((id) => held.has(id));
}
/** A click has its receipt on the check run, which shows who decided. */
async function thumbsUp(session, { source }) {
    if (source.kind === 'click')
        return;
    try {
        await session.options.github.react(source.comment.id, '+1');
    }
    catch (error) {
        await (0,approvals_session/* warn */.R8)(session.options.trail, 'receipt-not-given', error);
    }
}
/** Says why where the answer was given: under a comment, or on the check run whose button was pressed. */
async function reply(session, { source }, why) {
    if (source.kind === 'click') {
        const by = (0,approvals_markdown/* person */.MV)(source.click.by?.login ?? 'ghost');
        session.clickRefusal = `The click by ${by} was not counted: ${(0,approvals_markdown/* code */.aY)(why, WHY_MAX)}.`;
        return;
    }
    const { comment } = source;
    const own = session.parties.own.some(({ id }) => id === comment.author?.id);
    if (own || session.replied.has(comment.id) || session.replied.size >= approvals_parked/* REPLIES_MAX */.M_)
        return;
    session.replied.add(comment.id);
    const { github, trail, issue } = session.options;
    const login = comment.author?.login ?? 'ghost';
    const last = session.replied.size === approvals_parked/* REPLIES_MAX */.M_
        ? ' No further answers under this card will be explained.'
        : '';
    const which = `[this answer](${comment.url}) by ${(0,approvals_markdown/* person */.MV)(login)}`;
    const body = `Countersign did not count ${which}: ${(0,approvals_markdown/* code */.aY)(why, WHY_MAX)}.${last}`;
    try {
        const made = await github.createComment(issue, body);
        await trail.append({
            type: 'github.write',
            call: null,
            what: 'reply to an answer',
            id: made.id,
            url: made.url,
        });
    }
    catch (error) {
        await (0,approvals_session/* warn */.R8)(trail, 'reply-not-made', error);
    }
}

// EXTERNAL MODULE: ./build/approvals/without-one.js
var without_one = __webpack_require__(54122);
;// CONCATENATED MODULE: ./build/approvals/close.js





/**
 * Turns the end of a watch into one answer for each request, records what is void, and leaves the card saying so.
 * A batch is parked as a whole: where one request stays open, those that were approved wait with it.
 */
async function closeSession(session, end) {
    const { settings, trail } = session.options;
    const votes = (0,tally/* countVotes */.B0)(session.requests, (0,approvals_session/* judgementsOf */.a6)(session));
    const expired = hasExpired(session);
    if (staysOpen(session, end)) {
        await (0,approvals_session/* updateCard */.w0)(session, votes.map((vote) => (0,tally/* stateOf */.L4)(vote, settings.count)), 'suspended');
        return session.requests.map((request) => ({
            kind: 'suspended',
            request,
            card: session.card.ref,
        }));
    }
    if (end.kind === 'cancelled')
        await recordCancel(session, votes, end.by);
    const answers = votes.map((vote) => answerOf(session, vote, { end, expired }));
    for (const answer of answers) {
        if (answer.kind !== 'unanswered')
            continue;
        const { id, call } = answer.request;
        await trail.append({ type: 'approval.void', approval: id, call, because: answer.because });
    }
    const states = votes.map((vote, index) => closedState(session, vote, { answer: answers[index], end, expired }));
    await (0,approvals_session/* updateCard */.w0)(session, states, 'closed');
    return answers;
}
/** True where the question is to be left open for another job. */
function staysOpen(session, end) {
    return (end.kind === 'timeout' && session.options.settings.then === 'suspend' && !hasExpired(session));
}
function hasExpired({ options, card }) {
    return options.clock.now().getTime() >= Date.parse(card.expires);
}
/** A `/cancel` is a denial of all that was open; the run is told once that is in the trail. */
async function recordCancel(session, votes, by) {
    const { login, id, permission, commentId, commentUrl, at } = by;
    const comment = commentId === null || commentUrl === null
        ? null
        : { id: commentId, url: commentUrl, createdAt: at };
    for (const { request } of votes.filter(({ denial }) => denial === null)) {
        await session.options.trail.append({
            type: 'approval.decision',
            approval: request.id,
            call: request.call,
            decision: 'deny',
            counted: true,
            because: 'the whole run was cancelled',
            by: { login, id },
            permission,
            comment,
        });
    }
    session.options.onCancel?.(by);
}
function answerOf(session, votes, ending) {
    const { request } = votes;
    const { end } = ending;
    const denier = votes.denial === null ? null : decisionBy(votes.denial.judgement);
    if (votes.denial !== null && denier !== null) {
        return { kind: 'denied', request, by: denier, reason: votes.denial.ruling.words };
    }
    switch (end.kind) {
        case 'cancelled':
            return { kind: 'denied', request, by: end.by, reason: 'The run was cancelled.' };
        case 'void':
            return unanswered(session, request, `The question was void: ${end.because}.`);
        case 'settled':
        case 'timeout':
            break;
    }
    return approvedOr(session, votes, ending);
}
function approvedOr(session, votes, { expired }) {
    const { request } = votes;
    const { count, waitMs } = session.options.settings;
    const by = votes.approvals
        .map(({ judgement }) => decisionBy(judgement))
        .filter((one) => one !== null);
    if (by.length >= Math.max(1, count)) {
        const note = (0,tally/* noteOf */.kH)(votes);
        return {
            kind: 'approved',
            request,
            by,
            card: session.card.ref,
            ...(note === undefined ? {} : { note }),
        };
    }
    const have = by.length === 0 ? 'Nobody' : `Only ${by.length} of ${count}`;
    const because = expired
        ? `The question expired at ${session.card.expires}.`
        : `${have} ${request.expects === 'answer' ? 'answered' : 'approved'} within ${minutes(waitMsOf(request, waitMs))}.`;
    return unanswered(session, request, because);
}
function unanswered(session, request, because) {
    return {
        kind: 'unanswered',
        request,
        because: `${because} It was asked at ${session.card.ref.url}.${(0,without_one/* withoutOne */.d)(request)}`,
    };
}
function closedState(session, votes, closing) {
    const state = (0,tally/* stateOf */.L4)(votes, session.options.settings.count);
    const { end, answer } = closing;
    if (answer?.kind === 'approved' || state.kind === 'denied')
        return state;
    if (end.kind === 'cancelled')
        return { kind: 'denied', by: end.by.login, reason: 'the run was cancelled' };
    if (end.kind === 'void')
        return { kind: 'void', because: end.because };
    return closing.expired
        ? { kind: 'expired' }
        : {
            kind: 'void',
            because: `not answered within ${minutes(waitMsOf(votes.request, session.options.settings.waitMs))}`,
        };
}
function minutes(ms) {
    return ms < 60_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}

// EXTERNAL MODULE: ./build/approvals/consume.js
var consume = __webpack_require__(38257);
// EXTERNAL MODULE: ./build/approvals/ports.js
var approvals_ports = __webpack_require__(86335);
;// CONCATENATED MODULE: ./build/approvals/watch.js







const POLL_FIRST_MS = 1_000;
const POLL_MAX_MS = 15_000;
const POLL_GROWTH = 1.25;
/** Looks in a row that may fail before the question is given up. */
const FAILURES_MAX = 5;
/** How often the issue and the head are looked at while nobody answers. */
const PLACE_CHECK_MS = 30_000;
/** At fifteen seconds a look, more than a week. */
const LOOKS_MAX = 50_000;
/** How often an answer that changed under the last check is looked at again at once. */
const RECHECKS_MAX = 5;
/**
 * Looks at a card's comments until every request is settled or given up, or `waitMs` is over; at least once. Throws only what
 * `signal` is aborted with, or what the trail cannot write.
 */
async function watch(session, options) {
    const { clock, pollFirstMs } = session.options;
    const firstMs = pollFirstMs ?? POLL_FIRST_MS;
    const endMs = clock.monotonicMs() + options.waitMs;
    const looks = createLooks(session);
    let pauseMs = firstMs;
    for (let look = 0; look < LOOKS_MAX; look += 1) {
        options.signal.throwIfAborted();
        const seen = await looks.next();
        if (seen.kind !== 'waiting')
            return seen;
        const leftMs = endMs - clock.monotonicMs();
        if (leftMs <= 0 || (await isWanted(session)))
            break;
        pauseMs = seen.news ? firstMs : Math.min(POLL_MAX_MS, pauseMs * POLL_GROWTH);
        await clock.sleep(Math.min(pauseMs, leftMs, untilOverMs(session)), options.signal);
    }
    return { kind: 'timeout' };
}
/**
 * Whether the job of a click wants the run: it says so by setting the check run going again. That answers nothing; it
 * only ends the wait, so that the run is suspended and that job, which has the event, can judge it.
 */
async function isWanted({ check, options }) {
    if (check === null || options.buttons === undefined)
        return false;
    try {
        return (await options.buttons.checks.checkRun(check.id))?.conclusion === null;
    }
    catch {
        return false;
    }
}
function createLooks(session) {
    const { github, issue, clock } = session.options;
    let cursor;
    let failures = 0;
    let placeCheckedMs = clock.monotonicMs();
    return {
        next: async () => {
            try {
                const list = await github.comments(issue, cursor);
                const first = cursor === undefined;
                cursor = list.cursor;
                failures = 0;
                if (list.changed || first || isOver(session)) {
                    const seen = await readComments(session, list.comments);
                    if (seen.kind !== 'waiting')
                        return seen;
                }
                if (clock.monotonicMs() - placeCheckedMs >= PLACE_CHECK_MS) {
                    placeCheckedMs = clock.monotonicMs();
                    const gone = await placeGone(session);
                    if (gone !== null)
                        return { kind: 'void', because: gone };
                }
                return { kind: 'waiting', news: list.changed };
            }
            catch (error) {
                failures += 1;
                if (!mayPass(error) || failures >= FAILURES_MAX) {
                    if (!(error instanceof errors/* CountersignError */.W) || error.code === 'trail-unwritable')
                        throw error;
                    return { kind: 'void', because: `the answers could not be read: ${(0,errors/* errorText */.k)(error)}` };
                }
                return { kind: 'waiting', news: false };
            }
        },
    };
}
/** Faults that may be gone at the next look. */
function mayPass(error) {
    return (error instanceof errors/* CountersignError */.W && ['github-unreachable', 'github-limit'].includes(error.code));
}
/** Judges what is new, updates the card, and says whether anything is still open. */
async function readComments(session, comments) {
    const touched = await cardTouched(session, comments);
    if (touched !== null)
        return { kind: 'void', because: touched };
    await withdrawGone(session, comments);
    for (const click of session.clicks)
        await judgeOnce(session, { kind: 'click', click }, comments);
    for (const comment of comments) {
        if (comment.id !== session.card.id)
            await judgeOnce(session, { kind: 'comment', comment }, comments);
    }
    const cancel = (0,approvals_session/* judgementsOf */.a6)(session).find(({ cancels }) => cancels);
    const by = cancel === undefined ? null : decisionBy(cancel);
    if (by !== null)
        return { kind: 'cancelled', by };
    const states = (0,approvals_session/* statesOf */.TA)(session);
    if ((0,approvals_session/* shownAs */.sE)(states, 'waiting') !== session.shown) {
        // Writing the card would cover up what somebody else wrote on it since the list was read.
        const covered = await cardTouched(session, []);
        if (covered !== null)
            return { kind: 'void', because: covered };
        await (0,approvals_session/* updateCard */.w0)(session, states, 'waiting');
    }
    if (allDenied(session))
        return { kind: 'settled' };
    if (!isOver(session))
        return { kind: 'waiting', news: true };
    return await lastCheck(session);
}
/** A comment is judged again only when it is another one: changed in time or text. */
async function judgeOnce(session, source, comments) {
    const key = (0,approvals_source/* keyOf */.TN)(source);
    const was = contentOf(source);
    const before = session.judged.get(key);
    if (before !== undefined && (before.was === was || isDenial(before.judgement)))
        return;
    if (before !== undefined) {
        session.judged.delete(key);
        await recordWithdrawn(session, before.judgement, 'the comment was edited after it had been counted');
    }
    const judgement = await lookAt(session, source, comments);
    if (judgement === null)
        return;
    session.judged.set(key, { was, judgement });
    await acknowledge(session, judgement, comments);
}
/** Approvals whose comment was deleted count no longer. A denial stays: nobody can delete it for somebody else. */
async function withdrawGone(session, comments) {
    const present = new Set(comments.map(({ id }) => id));
    for (const [key, { judgement }] of session.judged) {
        const { source } = judgement;
        if (source.kind === 'click' || present.has(source.comment.id) || isDenial(judgement))
            continue;
        session.judged.delete(key);
        await recordWithdrawn(session, judgement, 'the comment was deleted');
    }
}
/**
 * When everything is settled, every approval is looked up once more: the comment as it is now, the person as they are
 * now, the card, the issue and the head. Only what still holds is an answer.
 */
async function lastCheck(session) {
    for (let round = 0; round < RECHECKS_MAX; round += 1) {
        const gone = (await placeGone(session)) ?? (await cardTouched(session, []));
        if (gone !== null)
            return { kind: 'void', because: gone };
        let changed = false;
        for (const [key, { judgement }] of session.judged) {
            if (isDenial(judgement) || !judgement.rulings.some(({ counted }) => counted))
                continue;
            const again = await lookAgain(session, judgement.source);
            const denied = deniedBefore(session, judgement.source);
            if (typeof again !== 'string' && countedOf(judgement, denied) === countedOf(again, denied))
                continue;
            changed = true;
            session.judged.delete(key);
            if (typeof again === 'string') {
                await recordWithdrawn(session, judgement, again);
                continue;
            }
            session.judged.set(key, { was: contentOf(again.source), judgement: again });
            await acknowledge(session, again, []);
        }
        if (!changed)
            return { kind: 'settled' };
        await (0,approvals_session/* updateCard */.w0)(session, (0,approvals_session/* statesOf */.TA)(session), 'waiting');
        if (!isOver(session))
            return { kind: 'waiting', news: true };
    }
    return { kind: 'waiting', news: true };
}
/** An answer as it is judged now; the words why where it is none any more. */
async function lookAgain(session, source) {
    const gone = 'the comment is no command any more';
    if (source.kind === 'click')
        return (await lookAt(session, source, [])) ?? gone;
    const now = await session.options.github.comment(source.comment.id);
    if (now === null)
        return 'the comment was deleted';
    return (await lookAt(session, { kind: 'comment', comment: now }, [now])) ?? gone;
}
/** What of an answer still counts, to tell whether a second look came to the same result. */
function countedOf({ rulings }, denied) {
    const counted = rulings.filter((ruling) => ruling.counted && !denied.has(ruling.request.id));
    return JSON.stringify(counted.map(({ decision, request, words }) => [decision, request.id, words]));
}
/** Why the card is not as this run left it; `null` where it is. Looked at afresh where the list does not have it so. */
async function cardTouched(session, comments) {
    const card = comments.find(({ id }) => id === session.card.id);
    if (card !== undefined && session.bodies.has((0,approvals_session/* bodyKey */.or)(card.body)))
        return null;
    const now = await session.options.github.comment(session.card.id);
    if (now === null)
        return 'the card was deleted';
    // A list may lag behind the card's own update.
    if (session.bodies.has((0,approvals_session/* bodyKey */.or)(now.body)))
        return null;
    const edit = await session.options.github.lastEdit(now.nodeId);
    return `the card was edited by ${edit === null || edit.editor === null ? 'somebody else' : `@${edit.editor}`}`;
}
/** Why nothing can be decided here any more: the issue was closed or locked away, the head is another one. */
async function placeGone(session) {
    const { github, issue, pullHeadSha } = session.options;
    if (pullHeadSha !== undefined && pullHeadSha !== null) {
        const pull = await github.pull(issue);
        if (!pull.open)
            return `pull request #${issue} was closed`;
        return pull.headSha === pullHeadSha
            ? null
            : `pull request #${issue} has a new head (${pull.headSha})`;
    }
    const { open } = await github.issue(issue);
    return open ? null : `#${issue} was closed`;
}
function allDenied(session) {
    return (0,tally/* countVotes */.B0)(session.requests, (0,approvals_session/* judgementsOf */.a6)(session)).every(({ denial }) => denial !== null);
}
function isDenial(judgement) {
    return judgement.rulings.some(({ counted, decision }) => counted && decision === 'deny');
}
/** To tell whether an answer was changed since it was judged. A click never is. */
function contentOf(source) {
    if (source.kind === 'click')
        return '';
    const { updatedAt, body, author } = source.comment;
    return JSON.stringify([updatedAt, body, author?.id ?? null]);
}

;// CONCATENATED MODULE: ./build/approvals/comment-approver.js











const CANCELLED = 'the run was cancelled';
const NO_IDENTITY = 'the run could not tell which account it writes as, so that no answer could be told from its own.';
/**
 * Asks people by one card on an issue or pull request and waits for their comments (the contract of `Approver`).
 * Where no card can be made every request is `unanswered`, with what to change. Throws `policy-invalid` for
 * `approvals.from` that names nobody.
 */
function createCommentApprover(options) {
    const from = parseApprovers(options.settings.from);
    let parked = null;
    const close = async (session, end) => {
        const answers = await closeSession(session, end);
        parked = answers.some(({ kind }) => kind === 'suspended') ? (0,approvals_parked/* parkedOf */.Bu)(session) : null;
        return answers;
    };
    return {
        ask: async (requests, { signal, cannotPark = false }) => {
            signal.throwIfAborted();
            const askable = askableOf(requests);
            const own = cannotPark ? neverParked(options) : options;
            const opened = askable.length === 0 ? null : await openCard(own, askable);
            if (typeof opened === 'string')
                return requests.map((request) => unasked(request, opened));
            if (opened === null)
                return requests.map(tooMany);
            const session = { ...opened, from };
            const waitMs = Math.min(options.settings.waitMs, options.settings.expireMs);
            const answers = await close(session, await watchUntilEnd(session, waitMs, signal));
            return requests.map((request) => answers.find((answer) => answer.request === request) ?? tooMany(request));
        },
        parked: () => parked,
        resume: async (card, requests, { signal, click = null }) => {
            signal.throwIfAborted();
            const session = (0,approvals_parked/* reopenSession */.aQ)({ options, from, card, requests, click });
            const end = await watch(session, { waitMs: 0, signal });
            if (!staysOpen(session, end) &&
                !(await (0,consume/* takeCard */.q)(options.trail, options.github, card.commentId)))
                return 'taken';
            return close(session, end);
        },
    };
}
function neverParked(options) {
    const { settings } = options;
    return settings.then === 'suspend'
        ? { ...options, settings: { ...settings, then: 'deny' } }
        : options;
}
async function watchUntilEnd(session, waitMs, signal) {
    try {
        return await watch(session, { waitMs, signal });
    }
    catch (error) {
        if (!signal.aborted)
            throw error;
        const because = signal.reason instanceof approvals_ports/* Withdrawn */.j ? signal.reason.message : CANCELLED;
        await closeSession(session, { kind: 'void', because });
        throw signal.reason;
    }
}
/** Two requests with one id could not be told apart in an answer: neither is asked. */
function askableOf(requests) {
    const times = (id) => requests.filter((request) => request.id === id).length;
    return requests.filter(({ id }) => times(id) === 1).slice(0, approvals_card/* CARD_MAX_REQUESTS */.lI);
}
/** Puts the card up and records that it was asked; the words why where that cannot be done. */
async function openCard(options, requests) {
    const expires = new Date(options.clock.now().getTime() + options.settings.expireMs).toISOString();
    const asking = { requests, states: [], expires, state: 'waiting' };
    const bare = (0,approvals_session/* viewOf */.du)(options, { ...asking, whole: new Map(), check: null });
    const whole = await keepWhole(options, bare);
    const check = await offerButtons(options, { ...bare, whole });
    const view = (0,approvals_session/* viewOf */.du)(options, { ...asking, whole, check });
    let card;
    try {
        card = await options.github.createComment(options.issue, (0,approvals_card/* renderCard */.Tm)(view));
    }
    catch (error) {
        if (!(error instanceof errors/* CountersignError */.W) || error.code === 'cancelled')
            throw error;
        const because = `nobody could be asked on #${options.issue}: ${(0,errors/* errorText */.k)(error)}`;
        await withdrawButtons(options, check, view);
        await recordAsked(options, requests, null);
        return because;
    }
    await options.trail.append({
        type: 'github.write',
        call: null,
        what: 'card',
        id: card.id,
        url: card.url,
    });
    await recordAsked(options, requests, { card, expires });
    const own = [card.author, options.self].filter((account) => account !== null);
    const [author] = own;
    if (author === undefined)
        return NO_IDENTITY;
    const ref = { issue: options.issue, commentId: card.id, url: card.url };
    return {
        options,
        requests,
        card: { id: card.id, createdAt: card.createdAt, expires, ref, author },
        parties: partiesOf(options, own),
        check,
        clicks: [],
        holds: true,
        bodies: new Set([(0,approvals_session/* bodyKey */.or)(card.body)]),
        judged: new Map(),
        whole,
        replied: new Set(),
        clickRefusal: null,
        shown: (0,approvals_session/* shownAs */.sE)(requests.map(() => ({ kind: 'waiting', have: [] })), 'waiting'),
    };
}
/** The check run with the card's buttons; `null` where there can be none. A card does without. */
async function offerButtons(options, view) {
    const { buttons, issue, trail } = options;
    if (buttons === undefined)
        return null;
    try {
        const check = await (0,card_check/* openCheck */.Xq)(buttons, { issue, view });
        const { id, url } = check;
        await trail.append({ type: 'github.write', call: null, what: 'check run of a card', id, url });
        return check;
    }
    catch (error) {
        if (!(error instanceof errors/* CountersignError */.W) || error.code === 'trail-unwritable')
            throw error;
        await (0,approvals_session/* warn */.R8)(trail, 'buttons-not-offered', error);
        return null;
    }
}
/** A button without a card would answer nothing. */
async function withdrawButtons(options, check, view) {
    if (check === null)
        return;
    const closed = { ...view, marker: { ...view.marker, state: 'closed' } };
    try {
        const face = (0,card_check/* faceOf */.zn)(closed, { code: check.code, refusal: null });
        await options.buttons?.checks.updateCheckRun(check.id, face);
    }
    catch (error) {
        await (0,approvals_session/* warn */.R8)(options.trail, 'check-not-updated', error);
    }
}
/** Keeps every preview whole beside the trail where the card has no room for all of them. */
async function keepWhole(options, view) {
    const kept = new Map();
    if (!(0,approvals_card/* isCut */.xZ)(view))
        return kept;
    for (const { request } of view.requests)
        kept.set(request.id, await options.trail.blob(request.preview.text));
    return kept;
}
/** `own`: the accounts that no answer may come from, the card's author and the token's. */
function partiesOf(options, own) {
    const { requester, pullAuthor, commitAuthors, settings } = options;
    return { own, requester, pullAuthor, commitAuthors, self: settings.self };
}
async function recordAsked(options, requests, asked) {
    await options.trail.append({
        type: 'approval.asked',
        card: asked === null ? null : { commentId: asked.card.id, url: asked.card.url },
        via: asked === null ? 'nobody' : 'comment',
        count: Math.max(1, options.settings.count),
        expires: asked?.expires ?? null,
        requests: requests.map(({ id, call, digest }) => ({ approval: id, call, digest })),
    });
}
function unasked(request, because) {
    return {
        kind: 'unanswered',
        request,
        because: `This call needs an approval, and ${because}${(0,without_one/* withoutOne */.d)(request)}`,
    };
}
function tooMany(request) {
    return {
        kind: 'unanswered',
        request,
        because: `One card holds at most ${approvals_card/* CARD_MAX_REQUESTS */.lI} calls, each with an id of its own; this one was not asked. ` +
            'Make fewer calls in one turn.',
    };
}

// EXTERNAL MODULE: ./build/audit/states.js
var states = __webpack_require__(69620);
// EXTERNAL MODULE: ./build/run/fail-asking.js
var fail_asking = __webpack_require__(97018);
// EXTERNAL MODULE: ./build/approvals/fail-approver.js
var fail_approver = __webpack_require__(84041);
;// CONCATENATED MODULE: ./build/step/new-issue.js


/**
 * Asks on an issue that is opened when the first call needs somebody, for runs that no issue started. Where it cannot be
 * opened, every call is unanswered with the reason.
 */
function askOnNewIssue(of) {
    const { on, github, trail, job } = of;
    let opened = null;
    return {
        ask: async (requests, options) => {
            try {
                opened ??= on(await openIssue());
            }
            catch (error) {
                const because = `The issue to ask on could not be opened: ${(0,errors/* errorText */.k)(error)}.`;
                return await (0,fail_approver/* createFailApprover */.A)({ trail, because }).ask(requests, options);
            }
            return await opened.ask(requests, options);
        },
        parked: () => opened?.parked() ?? null,
        // A run that was suspended is answered on the issue that its card stands on.
        resume: async (card, requests, options) => await on(card.issue).resume(card, requests, options),
    };
    async function openIssue() {
        const { run, workflow } = job;
        const where = workflow?.url === null || workflow === null ? run : `[${run}](${workflow.url})`;
        const body = `The run ${where} needs people to decide. Each question is a comment below; an answer is a comment too.`;
        const { number, url } = await github.createIssue(`Countersign asks for approval (${run})`, body);
        await trail.append({
            type: 'github.write',
            call: null,
            what: 'issue to ask on',
            id: number,
            url,
        });
        return number;
    }
}

;// CONCATENATED MODULE: ./build/step/asking.js









const ANOTHER_JOB = 'Another job goes on with this run.';
const OTHER_QUESTION = 'what would be executed is no longer what was asked';
/** How a run on GitHub asks: by a card on its issue or pull request, or not at all. */
async function askingOnGitHub(of) {
    const { github, clock, job, pins, trigger } = of;
    const issue = askOn(of.inputs, trigger);
    if (of.inputs.approvals === 'fail' || issue === null) {
        const because = issue === null
            ? 'This event has no issue or pull request to ask on, and the input approval-issue names none.'
            : 'The input approvals is fail: nobody is asked.';
        return ({ trail }) => (0,fail_asking/* failAsking */.m)(trail, because);
    }
    const people = await lookUpPeople(of);
    return ({ trail, circumstances, cancel }) => {
        let ended = null;
        const end = (outcome, summary) => {
            ended ??= { outcome, summary };
            cancel(summary);
        };
        const on = (number) => createCommentApprover({
            github,
            issue: number,
            trail,
            clock,
            run: job.run,
            settings: settingsOf(job.policy, of.canSuspend),
            requester: job.requester,
            pullAuthor: pins.pullAuthor,
            ...people,
            self: of.self,
            policyUrl: of.policyUrl,
            runUrl: job.workflow?.url ?? null,
            circumstances,
            ...(trigger.isPullRequest && issue === trigger.number ? { pullHeadSha: pins.headSha } : {}),
            ...workflowRunOf(job),
            ...buttonsOf(of),
            onCancel: (by) => cancel(`@${by.login} said /cancel.`),
        });
        const approver = issue === 'create' ? askOnNewIssue({ on, github, trail, job }) : on(issue);
        const checkpoint = job.resume;
        const asked = checkpoint === null
            ? approver
            : takingUp(approver, { job, checkpoint, trail, github, end, click: of.click });
        return {
            approver: job.policy.approvals.then === 'fail' ? givingUp(asked, end) : asked,
            claim: async (request, answer) => {
                const refusal = await (0,consume/* consumeApproval */.M)({ trail, github, request, answer });
                if (refusal !== null && job.resume !== null) {
                    end('skipped', ANOTHER_JOB);
                }
                return refusal;
            },
            parkedCard: () => approver.parked(),
            ended: () => ended,
        };
    };
}
/**
 * Buttons are offered where a press can reach a run: it starts a job of its own, which takes up a run that is suspended.
 * So the token must be an App's whose check runs start workflows, and the policy must suspend.
 */
function buttonsOf(of) {
    const suspends = settingsOf(of.job.policy, of.canSuspend).then === 'suspend';
    if (!of.inputs.checkRun || !suspends || !(0,click/* canHaveButtons */.i0)(of.self))
        return {};
    return { buttons: { checks: of.github, headSha: of.job.headSha ?? of.pins.headSha } };
}
/** Whose own work this is, and who owns which files. Looked up once, at the start. */
async function lookUpPeople(of) {
    const { github, trigger, pins } = of;
    const commitAuthors = trigger.isPullRequest && trigger.number !== null
        ? await github.commitAuthors(trigger.number)
        : [];
    const codeOwners = of.job.policy.approvals.from.includes('codeowners')
        ? await readCodeOwners({ github, commit: pins.trustedSha, matches: glob/* globCovers */.fQ })
        : null;
    return { commitAuthors, codeOwners };
}
function settingsOf(policy, canSuspend) {
    const { approvals } = policy;
    return approvals.then === 'suspend' && !canSuspend ? { ...approvals, then: 'deny' } : approvals;
}
/**
 * An approver whose first question is the one that was left open: it looks at the card of the checkpoint. Where what
 * would be executed is no longer what the card asked for, the old question is void and a new card asks.
 */
function takingUp(approver, of) {
    const { checkpoint, trail, github } = of;
    let first = true;
    const giveWay = () => {
        of.end('skipped', ANOTHER_JOB);
        throw new errors/* CountersignError */.W('cancelled', ANOTHER_JOB);
    };
    const closeOld = async () => {
        try {
            const runUrl = of.job.workflow?.url ?? null;
            const head = trail.head();
            await closeParkedCard({ github, checkpoint, because: OTHER_QUESTION, runUrl, head });
        }
        catch (error) {
            await trail.append({ type: 'warning', code: 'card-not-updated', message: (0,errors/* errorText */.k)(error) });
        }
    };
    return {
        ask: async (requests, options) => {
            const { card, gated } = checkpoint;
            const taking = first && card !== null;
            first = false;
            if (!taking)
                return await approver.ask(requests, options);
            if (isSameQuestion(requests, gated)) {
                const answers = await approver.resume(card, requests, { ...options, click: of.click });
                return answers === 'taken' ? giveWay() : answers;
            }
            if (!(await (0,consume/* takeCard */.q)(trail, github, card.commentId)))
                return giveWay();
            for (const { approval, request } of gated) {
                await trail.append({
                    type: 'approval.void',
                    approval,
                    call: request.id,
                    because: OTHER_QUESTION,
                });
            }
            await closeOld();
            return await approver.ask(requests, options);
        },
    };
}
/** `then: fail`: a question that nobody answered ends the run. */
function givingUp(approver, end) {
    return {
        ask: async (requests, options) => {
            const answers = await approver.ask(requests, options);
            // A wall that nobody moved ends the run by itself, over budget.
            const open = answers.find(({ kind, request }) => kind === 'unanswered' && request.tool !== states/* BUDGET_CALL */.pA);
            if (open?.kind === 'unanswered')
                end('denied', `The policy says \`then: fail\`. ${open.because}`);
            return answers;
        },
    };
}
function isSameQuestion(requests, gated) {
    const asked = new Set(gated.map((call) => call.digest));
    return requests.every((request) => asked.has(request.digest));
}
function workflowRunOf(job) {
    const id = Number(job.workflow?.runId);
    const attempt = Number(job.workflow?.attempt);
    const known = Number.isSafeInteger(id) && Number.isSafeInteger(attempt);
    return known ? { workflowRun: { id, attempt } } : {};
}

;// CONCATENATED MODULE: ./build/step/step-early.js


/** The report of a run that could not begin, or go on, with a trail of its own that says why. */
async function endEarly(request, world, of) {
    if (of.error instanceof errors/* CountersignError */.W && of.error.code === 'trail-unwritable')
        throw of.error;
    const { trigger, step, inputs, decision } = request;
    const outcome = outcomeOf(world, of.suspended);
    const because = await world.redactor.redact((0,errors/* errorText */.k)(of.error));
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
        warn: (message) => world.runner.warning((0,base_text/* neutralise */.$0)(message)),
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
        left: null,
        problems: await placesIn(of.error, world),
    };
}
/** Where files are wrong, in words that hold no secret. */
async function placesIn(thrown, { redactor }) {
    const places = [];
    for (const place of thrown instanceof errors/* CountersignError */.W ? thrown.places : []) {
        places.push({ ...place, message: await redactor.redact(place.message) });
    }
    return places;
}
function outcomeOf(world, suspended) {
    if (world.signal.aborted)
        return (0,base_outcome/* outcomeOfAbort */.q)(world.signal);
    return suspended === undefined ? 'error' : 'denied';
}

// EXTERNAL MODULE: ./build/audit/view.js
var view = __webpack_require__(81263);
// EXTERNAL MODULE: ./build/github/artifacts/attest.js
var attest = __webpack_require__(69169);
// EXTERNAL MODULE: ./build/base/json.js
var json = __webpack_require__(10768);
;// CONCATENATED MODULE: ./build/tell/remarks.js

/** GitHub shows ten annotations of each level for a step. */
const SHOWN_A_LEVEL_MAX = 10;
const REMARKS_MAX = 200;
const PATHS_A_CALL_MAX = 10;
const PATH_CHARS = 300;
const MESSAGE_CHARS = 1_000;
/** Fields of a call's arguments that name files. */
const PATH_FIELDS = ['path', 'paths', 'files'];
/**
 * What a run has to say about files: where the policy is not valid, which calls on which files were denied or cut off by a
 * crash, and which wait for somebody. A call that names no file is told at the policy's line that decided. Made from
 * the trail, so that a run of several jobs says all of it. Each thing once; failures first.
 */
function remarksOf(view, problems = []) {
    const policyFile = policyFileOf(view);
    const ofProblems = problems.map(({ file, line, message }) => ({
        path: file,
        line,
        level: 'failure',
        title: 'The policy is not valid',
        message,
    }));
    const ofCalls = view.calls.flatMap((call) => remarksOn(call, policyFile));
    const seen = new Map();
    for (const remark of [...ofProblems, ...ofCalls].filter(({ path }) => isPlainPath(path))) {
        const key = JSON.stringify([remark.path, remark.line, remark.title, remark.message]);
        if (seen.size < REMARKS_MAX && !seen.has(key))
            seen.set(key, remark);
    }
    return [...seen.values()];
}
/** The first ten of each level, as many as GitHub shows for a step. */
function shownRemarks(remarks) {
    const counts = new Map();
    return remarks.filter(({ level }) => {
        const count = (counts.get(level) ?? 0) + 1;
        counts.set(level, count);
        return count <= SHOWN_A_LEVEL_MAX;
    });
}
function remarksOn(call, policyFile) {
    const said = saidOf(call);
    if (said === null)
        return [];
    const message = (0,base_text/* oneLine */.TN)(call.because ?? call.verdict?.because ?? '', MESSAGE_CHARS);
    const remark = { level: said.level, title: `${call.tool} ${said.words}`, message };
    const paths = pathsIn(call.input);
    if (paths.length > 0)
        return paths.map((path) => ({ path, line: null, ...remark }));
    const line = call.verdict?.line ?? null;
    return policyFile === null || line === null ? [] : [{ path: policyFile, line, ...remark }];
}
function saidOf({ state, }) {
    switch (state) {
        case 'DENIED':
            return { level: 'warning', words: 'was denied' };
        case 'SEALED':
            return { level: 'warning', words: 'was cut off: nobody knows what it did' };
        case 'APPROVAL_REQUIRED':
            return { level: 'notice', words: 'waits for an approval' };
        case 'PENDING':
        case 'APPROVED':
        case 'EXECUTING':
        case 'COMPLETED':
        case 'FAILED':
            return null;
    }
}
/** The policy of the last job, where it is a file of the repository. */
function policyFileOf({ starts }) {
    const source = starts.at(-1)?.policy.source ?? '';
    return /\.ya?ml$/.test(source) ? source : null;
}
function pathsIn(input) {
    if (!(0,json/* isJsonObject */.O)(input))
        return [];
    const named = PATH_FIELDS.flatMap((field) => pathsOf(input[field] ?? null));
    return [...new Set(named)].filter(isPlainPath).slice(0, PATHS_A_CALL_MAX);
}
function pathsOf(value) {
    if (typeof value === 'string')
        return [value.replace(/^(?:\.\/)+/, '')];
    if (Array.isArray(value))
        return value.flatMap((item) => pathsOf(item));
    return (0,json/* isJsonObject */.O)(value) ? pathsOf(value['path'] ?? null) : [];
}
/** One file of the repository by its plain name: no folder above, no pattern, nothing that a log could trip over. */
function isPlainPath(path) {
    return (path.length > 0 &&
        path.length <= PATH_CHARS &&
        !/^\/|[*?[\]{}\\\p{Cc}\p{Cf}]/u.test(path) &&
        !path.split('/').some((part) => part === '' || part === '.' || part === '..'));
}

// EXTERNAL MODULE: ./build/tell/attest-trail.js
var attest_trail = __webpack_require__(93352);
// EXTERNAL MODULE: ./build/tell/summary-parts.js
var summary_parts = __webpack_require__(14337);
// EXTERNAL MODULE: ./build/wreck/wreck.js
var wreck_wreck = __webpack_require__(42435);
;// CONCATENATED MODULE: ./build/wreck/lost-checkpoint.js



/** What people read where a run was suspended and its checkpoint is nowhere that another job could have it from. */
const LOST_CHECKPOINT = 'The run suspended itself, but its checkpoint could not be uploaded: no answer can wake it.';
/** The same where there never was one: the run failed while it suspended itself, or before. */
const NO_CHECKPOINT = 'The run failed while this was open, and left nothing that could be gone on with: no answer can wake it.';
/** Closes the cards that such a run left open, so that nobody answers what nobody will read. */
async function closeLostCards(of) {
    const { github, report, runUrl, because } = of;
    try {
        const wreck = await (0,wreck_wreck/* surveyWreck */.T)(report.trailFolder);
        // Two legs of a matrix may take up one run: then the other one's checkpoint is where the card says.
        if (because === LOST_CHECKPOINT && wreck.start?.start !== 'fresh')
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
            const body = (0,closed_card/* renderClosedCard */.t)({
                run,
                workflowRun: null,
                requests,
                because,
                runUrl,
                head,
            });
            const before = await github.comment(card);
            await github.updateComment(card, body);
            const check = before === null ? null : ((0,card_marker/* readMarker */.t7)(before.body)?.check ?? null);
            await (0,card_check/* closeCheck */.tQ)(github, check, because);
        }
    }
    catch (error) {
        of.warn(`A card could not be closed: ${(0,errors/* errorText */.k)(error)}`);
    }
}

;// CONCATENATED MODULE: ./build/step/outcome-check.js


const NAME = 'Countersign';
const TITLE_CHARS = 160;
/**
 * How the check run of an outcome concludes; `null`: there is none to make. What was refused or went wrong is a failure;
 * what was only left unfinished is one where the input `fail-on` names it, as for the step.
 */
function conclusionOf(outcome, failOn) {
    switch (outcome) {
        case 'done':
            return 'success';
        case 'awaiting-approval':
            return 'action_required';
        case 'denied':
        case 'error':
            return 'failure';
        case 'cancelled':
            return 'cancelled';
        case 'incomplete':
        case 'over-budget':
            return failOn.includes(outcome) ? 'failure' : 'neutral';
        case 'timed-out':
            return failOn.includes(outcome) ? 'timed_out' : 'neutral';
        case 'skipped':
            return null;
    }
}
/**
 * Leaves the outcome as a check run on the commit that the run works on, where the token may make one: one for a run, which
 * a later job of the same run changes. Where it cannot be made the log says so, and nothing else is different.
 */
async function leaveCheck({ inputs, step }, { github, runner }, of) {
    const { report, headSha } = of;
    const conclusion = conclusionOf(report.outcome, inputs.failOn);
    if (!inputs.checkRun || conclusion === null || headSha === null)
        return;
    const face = {
        conclusion,
        title: (0,base_text/* oneLine */.TN)(`${markdown/* MARK */.M$[report.outcome]} ${report.outcome}: ${report.summary}`, TITLE_CHARS),
        summary: of.summary,
        detailsUrl: step.jobUrl,
        buttons: [],
        // Annotations are only ever added: what still waits is told of once it has been decided.
        annotations: report.outcome === 'awaiting-approval' ? [] : of.remarks.map(annotationOf),
    };
    const check = { name: NAME, headSha, externalId: `countersign:run:${report.run}` };
    try {
        const before = await github.findCheckRun(check);
        if (before === null)
            await github.createCheckRun({ ...check, face });
        else
            await github.updateCheckRun(before.id, face);
    }
    catch (error) {
        runner.info((0,base_text/* neutralise */.$0)(`The outcome was not left as a check run: ${(0,errors/* errorText */.k)(error)}`));
    }
}
function annotationOf({ path, line, level, title, message }) {
    const at = line ?? 1;
    return {
        path,
        startLine: at,
        endLine: at,
        level,
        title,
        message: message === '' ? title : message,
    };
}

;// CONCATENATED MODULE: ./build/step/step-tell.js









/** The artifact service as this step reaches it. */
function artifactsOf({ step, inputs }, world) {
    return (0,artifact/* createArtifactStore */.G)({
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
    const proxied = (0,client_proxied/* isProxied */.S)(environment, apiUrl);
    return (0,attest/* createAttestor */.Z)({
        token: inputs.githubToken ?? '',
        apiUrl,
        owner,
        repo,
        proxied,
        environment,
    });
}
/** The run as its trail tells it; `null` where that cannot be read, for people are told all the same. */
async function viewOf(folder) {
    try {
        return await (0,view/* viewTrail */.MP)((0,reader/* readTrail */.hd)(folder));
    }
    catch {
        return null;
    }
}
/** Puts remarks beside the files that they are about, as many as GitHub shows. */
function annotate(runner, remarks) {
    for (const remark of shownRemarks(remarks)) {
        const { title, message } = remark;
        runner.annotate({ ...remark, title: (0,base_text/* neutralise */.$0)(title), message: (0,base_text/* neutralise */.$0)(message) });
    }
}
/** The end of a step: the trail uploaded, then everybody told the same, then the step's own conclusion. */
async function tell(request, world, of) {
    const { runner } = world;
    const { step, inputs } = request;
    const { report, place } = of;
    await (0,attest_trail/* attestTrail */.k)(place.folder, attestorOf(request, world), (message) => runner.warning((0,base_text/* neutralise */.$0)(message)));
    const published = await (0,publish/* publishTrail */.w)(artifactsOf(request, world), {
        folder: place.folder,
        name: place.artifact,
        retentionDays: inputs.retentionDays,
    });
    runner.saveState(state/* STATE */.c.finished, 'true');
    if (published.kind === 'kept') {
        runner.warning((0,base_text/* neutralise */.$0)(`The trail was not uploaded: ${published.because}`));
    }
    writeOutputs(runner, outputsOf(report, published));
    const view = await viewOf(place.folder);
    const summary = (0,markdown/* jobSummary */.sp)(report, { published, picture: view === null ? '' : (0,summary_parts/* timeline */.I)(view) });
    await runner.summary(summary);
    const remarks = remarksOf(view ?? { calls: [], starts: [] }, report.problems);
    annotate(runner, remarks);
    const headSha = view?.starts.at(-1)?.headSha ?? null;
    await leaveCheck(request, world, { report, headSha, summary, remarks });
    await of.tracking?.finish((0,markdown/* finalBody */.lJ)({ report, published, tally: of.tally, jobUrl: step.jobUrl }));
    runner.info(`Trail: ${report.head.count} entries, head ${report.head.hash}`);
    const lost = report.outcome === 'awaiting-approval' && published.kind === 'kept';
    if (lost || report.outcome === 'error') {
        const warn = (message) => runner.warning((0,base_text/* neutralise */.$0)(message));
        const because = lost ? LOST_CHECKPOINT : NO_CHECKPOINT;
        const { github } = world;
        await closeLostCards({ github, report, because, runUrl: step.jobUrl, warn });
    }
    if (lost)
        return runner.fail(LOST_CHECKPOINT);
    if ((0,step_runner/* fails */.c)(report.outcome, inputs.failOn)) {
        runner.fail((0,base_text/* neutralise */.$0)(`Countersign ended ${report.outcome}: ${report.summary}`));
    }
}

;// CONCATENATED MODULE: ./build/step/step-world.js




/** The place of a run, told to the post step before anything happens. `run` for one that is taken up. */
function placeOf({ inputs, step }, { runner }, run = (0,ids/* newRunId */.F)()) {
    const folder = (0,external_node_path_.join)(step.tempFolder, 'countersign', `${run}-${step.runId}-${step.attempt}`);
    const artifact = artifactName({
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

// EXTERNAL MODULE: ./build/github/tools/index.js + 12 modules
var tools = __webpack_require__(41439);
// EXTERNAL MODULE: ./build/github/tools/comment.js
var comment = __webpack_require__(60411);
;// CONCATENATED MODULE: ./build/step/branch-name.js
/**
 * Fills the policy's template in. All that it may hold stays the same when a run is suspended and taken up: the branch
 * that people approved is the one that is pushed to.
 */
function branchNames(template, of) {
    const number = of.number === null ? of.run : String(of.number);
    const about = of.number === null ? of.run : `${of.isPullRequest ? 'pull' : 'issue'}-${number}`;
    const branch = template
        .replaceAll('{about}', about)
        .replaceAll('{number}', number)
        .replaceAll('{run}', of.run);
    const [prefix = ''] = template.split('{');
    return { branch, prefix };
}

// EXTERNAL MODULE: ./build/tell/cell.js
var cell = __webpack_require__(1944);
;// CONCATENATED MODULE: ./build/step/pull-note.js

const MAX_APPROVALS = 20;
/**
 * What stands under a pull request that a run opens: who asked, calls by verdict, who approved what, and the head of
 * the trail at that moment.
 */
function pullNote(of) {
    const { tally, head } = of;
    const { total, auto, approved, denied } = tally.counts();
    const job = of.jobUrl === null ? '' : ` in [this job](${of.jobUrl})`;
    const asked = of.requester === null ? '' : `, asked for by ${(0,cell/* cell */.H)(of.requester)}`;
    return [
        `Made by Countersign, run \`${of.run}\`${asked}${job}.`,
        `Calls so far: ${total} (${auto} auto, ${approved} approved, ${denied} denied).`,
        ...approvalsOf(tally),
        ...(head === null
            ? []
            : [`Trail: ${head.count} entries, head \`${head.hash}\`. The job's artifact holds it.`]),
    ].join('\n\n');
}
function approvalsOf(tally) {
    const approved = [...tally.calls.values()].filter((line) => line.approval !== null && line.decidedBy !== null && line.state !== 'DENIED');
    if (approved.length === 0)
        return [];
    const rows = approved
        .slice(0, MAX_APPROVALS)
        .map((line) => `- \`${line.approval ?? ''}\` ${(0,cell/* cell */.H)(line.tool)} by ${(0,cell/* cell */.H)(line.decidedBy ?? '')}`);
    const rest = approved.length - rows.length;
    const more = rest > 0 ? [`- … and ${rest} more in the trail`] : [];
    return [['Approvals:', ...rows, ...more].join('\n')];
}

;// CONCATENATED MODULE: ./build/step/tools-on-github.js





/**
 * What the agent can ask this process to do on GitHub. A pull request from a fork cannot be pushed to: its branch is
 * in another repository, so the work goes to a branch of its own.
 */
function toolsOnGitHub({ step, trigger }, { github, redactor }, at) {
    const { job, pins, mark, workspace, seen } = at;
    const { isPullRequest } = trigger;
    const { number } = job.trigger;
    const names = branchNames(job.policy.github.branch, { run: job.run, number, isPullRequest });
    const pullBranch = isPullRequest && !pins.fork ? pins.headRef : null;
    return (0,tools/* githubTools */.B)({
        github,
        apiHost: (0,comment/* apiHostOf */.g)(step.apiUrl),
        serverUrl: step.serverUrl,
        number,
        trusts: trustBy(github),
        mark,
        redact: async (text) => await redactor.redact(text),
        pictures: pictureFinder(github, {
            apiUrl: step.apiUrl,
            whose: job.policy.github.images,
        }),
        owners: ownersLine(github, pins.trustedSha),
        linkHosts: job.policy.sandbox.network,
        work: {
            workspace,
            headSha: pins.headSha,
            branch: pullBranch ?? names.branch,
            branchPrefix: names.prefix,
            baseBranch: pins.trustedRef,
            closesIssue: !isPullRequest,
            note: () => pullNote({
                run: job.run,
                requester: job.requester,
                jobUrl: step.jobUrl,
                tally: seen.tally,
                head: seen.view.trail?.head() ?? null,
            }),
        },
    });
}

;// CONCATENATED MODULE: ./build/step/step.js
















/** A run on GitHub that begins, from the look-ups to the step's conclusion. */
async function runStep(request, world) {
    const place = placeOf(request, world);
    const issue = askOn(request.inputs, request.trigger);
    world.runner.saveState(state/* STATE */.c.issue, typeof issue === 'number' ? String(issue) : '');
    const seen = step_watch(world);
    let report;
    let tracking = null;
    try {
        const prepared = await prepare(request, world, place);
        tracking = await track(request, world, { job: prepared.job, ...seen });
        report = await conduct(request, world, { prepared, ...seen });
    }
    catch (error) {
        report = await endEarly(request, world, { place, error });
    }
    await tell(request, world, { place, report, tracking, tally: seen.tally });
}
/** The run itself, with everything of this step around it. */
async function conduct(request, world, of) {
    const { job, pins } = of.prepared;
    world.redactor.addPatterns((0,secrets/* patternsOf */.D4)(job.policy));
    const suspension = suspensionOf(request);
    return await (0,build_run/* run */.e)(job, {
        clock: world.clock,
        redactor: world.redactor,
        bus: of.bus,
        tally: of.tally,
        model: of.model ?? (await modelOf(request, world)),
        signal: world.signal,
        environment: world.environment,
        ask: await askingOnGitHub({
            inputs: request.inputs,
            trigger: request.trigger,
            github: world.github,
            pins,
            job,
            click: of.click ?? null,
            self: world.self,
            clock: world.clock,
            policyUrl: policyUrl(request, pins, job),
            canSuspend: suspension !== null,
        }),
        tools: (at) => toolsOnGitHub(request, world, { ...at, job, pins, seen: of }),
        trusted: (0,trusted_files/* trustedAt */.ZS)(world.github, pins.trustedRef, pins.trustedSha),
        suspension,
        onTrail: (trail) => {
            of.view.trail = trail;
        },
        onAnchor: ({ count, hash }) => world.runner.info(`Trail so far: ${count} entries, head ${hash}`),
    });
}
/**
 * `null` where a run of this step cannot be suspended: no secret to seal with, no workflow file to come back to, or a
 * server without artifacts to lay the checkpoint down in.
 */
function suspensionOf({ inputs, step, }) {
    if (!(0,has_artifacts/* hasArtifacts */.C)(step.serverUrl))
        return null;
    const secret = inputs.stateKey ?? inputs.anthropicApiKey;
    return secret === null || step.workflow === null ? null : { secret, workflow: step.workflow };
}
/** The bus, the tally and the log of a run. */
function step_watch({ runner }) {
    const bus = (0,calls_bus/* createBus */.h)((error) => runner.warning((0,base_text/* neutralise */.$0)((0,errors/* errorText */.k)(error))));
    const { tally, listen } = (0,tell_tally/* createTally */.X)();
    bus.on(listen);
    bus.on((0,log/* logListener */.d)({
        line: (text) => runner.info(text),
        group: (title) => runner.startGroup(title),
        endGroup: () => runner.endGroup(),
    }));
    return { bus, tally, feed: listen, view: { trail: null } };
}
/** Looks everything up that a run begins with, and puts the work tree on its commit. */
async function prepare(request, world, place) {
    const { github } = world;
    const pins = await (world.pins?.() ?? pin(github, request.trigger));
    const job = await prepareJob({
        ...request,
        run: place.run,
        github,
        self: world.self,
        redact: async (text) => await world.redactor.redact(text),
        trusts: trustBy(github),
        pins,
        trailFolder: place.folder,
    });
    return { job, pins };
}
async function modelOf({ inputs }, { clock, cwd, environment }) {
    if (inputs.mode === 'apply')
        return applyModel([]);
    return await (0,create/* createModel */.k)({
        provider: inputs.provider,
        environment,
        model: inputs.model ?? undefined,
        apiKey: inputs.anthropicApiKey ?? undefined,
        baseUrl: inputs.anthropicBaseUrl ?? undefined,
        cwd,
        clock,
    });
}
/** The tracking comment of a run; `null` where there is no issue, or nobody wants one. */
async function track(request, world, of) {
    const issue = askOn(request.inputs, request.trigger);
    const { trackingComment } = request.inputs;
    if (trackingComment === 'off' || issue === null || issue === 'create')
        return null;
    const tracking = await openTracking({
        github: world.github,
        issue,
        sticky: trackingComment === 'sticky' ? stickyOf(request, world) : null,
        clock: world.clock,
        warn: (message) => world.runner.warning((0,base_text/* neutralise */.$0)(message)),
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
/** Runs of one job of one workflow share a comment. A token that cannot say who it is finds none as its own. */
function stickyOf({ step }, { self }) {
    return self === null ? null : { key: `${step.workflow ?? ''} ${step.job}`, login: self.login };
}
function policyUrl({ step }, pins, job) {
    if (job.policySource.source.startsWith('built-in'))
        return null;
    return `${step.serverUrl}/${step.owner}/${step.repo}/blob/${pins.trustedSha}/${job.policySource.source}`;
}

// EXTERNAL MODULE: ./build/audit/verify.js + 5 modules
var verify = __webpack_require__(61490);
;// CONCATENATED MODULE: ./build/checkpoint/find-pending.js

/**
 * Finds the card that an answer is for: the one that holds one of its ids, for `all` the newest before it, for
 * `/cancel` the newest that is open. Only comments by the run's own account are cards; what a marker says only points, and the checkpoint decides.
 * `ownLogin` is the account that cards are written as, such as `github-actions[bot]`. Pure.
 */
function findPending(of) {
    const resume = (0,parse_answer/* parseResume */.hz)(of.answer.body);
    const answered = (0,parse_answer/* parseAnswer */.Wp)(of.answer.body);
    if (answered === null && resume === null)
        return { kind: 'none', because: 'the comment is no answer to a card' };
    const earlier = of.comments.filter((comment) => comment.id < of.answer.id);
    const cards = cardsAmong(earlier, of.ownLogin);
    if (resume !== null)
        return killedAmong(cards, resume.run, of.answer);
    const found = cards.find(({ marker }) => answered !== null && isMeant(answered, marker));
    return found === undefined
        ? { kind: 'none', because: 'no card of this repository holds what the comment names' }
        : pendingOn(found);
}
/** Finds the card that a button belongs to, by the check run that the button is of. Pure, and as little believed. */
function findPendingCheck(of) {
    const found = cardsAmong(of.comments, of.ownLogin).find(({ marker }) => marker.check === of.check);
    return found === undefined
        ? { kind: 'none', because: 'no card of this repository has that check run' }
        : pendingOn(found);
}
/** The run's own cards, the newest first. */
function cardsAmong(comments, ownLogin) {
    return comments
        .filter((comment) => isOwn(comment, ownLogin))
        .sort((one, other) => other.id - one.id)
        .flatMap((card) => {
        const marker = (0,card_marker/* readMarker */.t7)(card.body);
        return marker === null ? [] : [{ card, marker }];
    });
}
function pendingOn(found) {
    const { state } = found.marker;
    switch (state) {
        case 'killed':
        case 'closed':
            return { kind: 'none', because: 'the card is closed' };
        case 'waiting':
            return { kind: 'held', ...found };
        case 'suspended':
            break;
    }
    return { kind: state, ...found };
}
function isOwn(comment, ownLogin) {
    return comment.author?.login.toLowerCase() === ownLogin.toLowerCase();
}
/** The run that somebody wants to go on: the newest that was killed, or the one that they name. */
function killedAmong(cards, run, { createdAt, updatedAt }) {
    if (createdAt !== updatedAt)
        return { kind: 'none', because: 'the comment was edited' };
    const found = cards.find(({ marker }) => marker.state === 'killed' && (run === null || marker.run === run));
    if (found !== undefined)
        return { kind: 'killed', ...found };
    return {
        kind: 'none',
        because: `no card here tells of ${run ?? 'a run'} that was killed and waits`,
    };
}
function isMeant(answered, marker) {
    if (marker.state === 'killed')
        return false;
    if (answered.kind === 'cancel')
        return marker.state !== 'closed';
    if (answered.ids === 'all')
        return true;
    const { ids } = answered;
    return marker.ids.some((id) => ids.includes(id));
}

// EXTERNAL MODULE: ./build/checkpoint/checkpoint.js + 1 modules
var checkpoint = __webpack_require__(54459);
;// CONCATENATED MODULE: ./build/step/take-up.js






/**
 * How long the job of an answer watches the job that waits, which looks at least every fifteen seconds: by then it has
 * looked, or has stopped looking and its card says so.
 */
const MAX_WATCH_MS = 25_000;
/** How long a job that suspended itself may take to upload its trail. */
const MAX_UPLOAD_MS = 60_000;
const WATCH_PAUSE_MS = 3_000;
/**
 * Finds the suspended run that an answer is for. Where a job still waits on the card, that job reads a comment itself;
 * this one watches until it has, because the wait may be ending just now. A click it cannot read: it is told that the
 * run is wanted, and suspends it.
 */
async function pointedAt(of) {
    const { github, clock, self } = of;
    if (self === null)
        return nothing('the account of the token is not known, so no card can be told as its own');
    const endMs = clock.monotonicMs() + MAX_WATCH_MS;
    let gone = false;
    let told = false;
    for (;;) {
        const { comments } = await github.comments(of.issue);
        const pending = pendingFor(of.answer, comments, self.login);
        switch (pending.kind) {
            case 'none':
                return { kind: 'nothing', because: pending.because, over: true };
            case 'killed':
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
                if (of.answer.kind === 'click' && !told)
                    await want(github, of.answer.click);
                told = true;
                await clock.sleep(WATCH_PAUSE_MS, of.signal);
        }
    }
}
function pendingFor(answer, comments, ownLogin) {
    if (answer.kind === 'click')
        return findPendingCheck({ comments, check: answer.click.check.id, ownLogin });
    const comment = comments.find(({ id }) => id === answer.id);
    return comment === undefined
        ? { kind: 'none', because: 'the comment is gone' }
        : findPending({ comments, answer: comment, ownLogin });
}
/**
 * Tells the job that waits on a card that another one has its answer: it sees its check run going again. Where it cannot
 * be told it waits on, and suspends in its own time.
 */
async function want(github, { by, check }) {
    const who = by === null ? 'Somebody' : `\`@${by.login}\``;
    const face = {
        conclusion: null,
        title: 'A button was pressed',
        summary: `${who} pressed a button. The job that waits hands the run over to the one that has the answer.`,
        detailsUrl: null,
        buttons: [],
        annotations: [],
    };
    await github.updateCheckRun(check.id, face).catch(() => undefined);
}
function nothing(because) {
    return { kind: 'nothing', because, over: false };
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
        throw take_up_refused('the card names no workflow run');
    const name = artifactName({
        what: 'trail',
        workflowRunId: String(marker.workflowRun),
        attempt: String(marker.attempt ?? 1),
        job: step.job,
        run: marker.run,
    });
    const origin = await downloaded(of, { name, workflowRunId: marker.workflowRun, folder });
    const verdict = await (0,verify/* verifyTrail */.Q)((0,reader/* trailBytes */._D)(folder), {
        run: marker.run,
        blobs: (0,reader/* blobsIn */.uo)(folder),
    });
    if (verdict.kind === 'unreadable')
        throw take_up_refused(`its trail cannot be read: ${verdict.because}`);
    if (verdict.kind === 'broken') {
        throw take_up_refused(`its trail is broken at entry ${verdict.seq}: ${verdict.because}`);
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
            throw take_up_refused(`workflow run ${wanted.workflowRunId} has no artifact ${wanted.name}`);
        }
        await clock.sleep(WATCH_PAUSE_MS, signal);
    }
}
async function openLast(of) {
    const after = [];
    let saved = null;
    let policySource = '';
    for await (const entry of (0,reader/* readTrail */.hd)(of.folder)) {
        if (entry.type === 'run.start')
            policySource = entry.policy.source;
        if (entry.type === 'checkpoint.saved') {
            saved = entry;
            after.length = 0;
        }
        if (saved !== null)
            after.push(entry);
    }
    if (saved === null)
        throw take_up_refused('its trail names no checkpoint');
    if (!/^checkpoint-\d+\.bin$/.test(saved.name))
        throw take_up_refused(`${JSON.stringify(saved.name)} is no checkpoint`);
    const bytes = await sealedBytes((0,external_node_path_.join)(of.folder, saved.name));
    const sealedSha256 = (0,digest/* sha256 */.s)(bytes);
    if (sealedSha256 !== saved.sha256)
        throw take_up_refused('it is not the one that its trail names');
    const state = (0,checkpoint/* openCheckpoint */.D)(bytes, {
        secret: of.secret,
        context: {
            repository: `${of.step.owner}/${of.step.repo}`,
            run: of.marker.run,
            trailHead: { hash: saved.prev, count: saved.seq },
        },
    });
    return { state, sealedSha256, hashAtCheckpoint: saved.prev, after, policySource };
}
async function sealedBytes(path) {
    try {
        return await (0,promises_.readFile)(path);
    }
    catch (cause) {
        throw new errors/* CountersignError */.W('checkpoint-refused', 'The checkpoint is refused: it is not in the artifact.', { cause });
    }
}
function take_up_refused(because) {
    return new errors/* CountersignError */.W('checkpoint-refused', `The checkpoint is refused: ${because}.`);
}

;// CONCATENATED MODULE: ./build/step/resume-step.js
















const resume_step_GONE = 'The job that asked is gone, and left no checkpoint. Nothing of what it asked for was done; ask anew.';
/**
 * A run that was suspended goes on: found from the card, checked, and taken up exactly where it stood. Returns why
 * there is nothing to do, or `null` once the step is concluded.
 */
async function resumeStep(answer, world) {
    const { github, clock, signal, self } = world;
    const pointed = await pointedAt({
        github,
        issue: answer.trigger.number,
        answer: answer.answer,
        self,
        clock,
        signal,
    });
    if (pointed.kind === 'nothing') {
        if (pointed.over)
            await takeButtonsAway(answer, world, pointed.because);
        return `This is an answer to a card: ${pointed.because}.`;
    }
    if (pointed.kind === 'gone') {
        await resume_step_reply(answer, world, resume_step_GONE);
        await closeGoneCard({
            github,
            card: pointed.card,
            marker: pointed.marker,
            because: resume_step_GONE,
            runUrl: answer.step.jobUrl,
        });
        return resume_step_GONE;
    }
    const suspension = suspensionOf(answer);
    if (suspension === null) {
        return 'A suspended run is answered, but this step has neither state-key nor anthropic-api-key to open it with.';
    }
    const { marker } = pointed;
    const killed = pointed.kind === 'killed' ? pointed : null;
    if (killed !== null && !mayResume(answer))
        return 'The comment is another one than it was.';
    const workflow = marker.workflowRun === null ? null : (await github.workflowRun(marker.workflowRun)).workflow;
    // Another workflow of the repository sees the same comment, and takes its own runs up itself.
    const served = [suspension.workflow, ...answer.inputs.resumeWorkflows];
    if (workflow !== null && !served.includes(workflow))
        return `The card is by a run of ${workflow}.`;
    const own = workflow ?? suspension.workflow;
    return await goOn(answer, world, { marker, killed, ...suspension, workflow: own });
}
/** Whether whoever commented may start a run, and so may let one go on that was killed. */
function mayResume({ answer }) {
    return answer.kind === 'comment' && answer.mayResume;
}
/** A button that leads nowhere is taken away, so that nobody presses it again. */
async function takeButtonsAway({ answer }, { github, runner }, because) {
    if (answer.kind !== 'click')
        return;
    const { id } = answer.click.check;
    try {
        const check = await github.checkRun(id);
        // One that was decided shows who did, and has no buttons; a page that is open still may.
        if (check?.conclusion !== 'action_required')
            return;
        await (0,card_check/* closeCheck */.tQ)(github, id, `The press of a button led nowhere: ${because}.`);
    }
    catch (error) {
        runner.warning((0,base_text/* neutralise */.$0)(`The check run could not be closed: ${(0,errors/* errorText */.k)(error)}`));
    }
}
/** `null` once the step is concluded; why there was nothing to do where another job goes on with the run. */
async function goOn(answer, world, key) {
    const place = placeOf(answer, world, key.marker.run);
    world.runner.saveState(state/* STATE */.c.issue, String(answer.trigger.number));
    const nameless = {
        ...answer,
        decision: {
            request: 'An answer to a card.',
            by: { account: null, permission: null, because: '' },
        },
    };
    const seen = step_watch(world);
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
        const pins = await pin(github, answer.trigger);
        const ready = await readyJob(answer, world, { taken, pins, key, place });
        if (typeof ready === 'string') {
            await resume_step_reply(answer, world, ready);
            const { gated, policySha256 } = taken.state;
            const voided = gated.map(({ approval, request }) => ({ approval, call: request.id }));
            const error = new errors/* CountersignError */.W('checkpoint-refused', `What was asked is void: ${ready}.`);
            report = await endEarly(nameless, world, {
                place,
                error,
                suspended: { policySha256, voided },
            });
            await closeCard(answer, world, {
                checkpoint: taken.state,
                killed: key.killed,
                because: ready,
                head: report.head,
            });
        }
        else {
            const { killed } = key;
            if (killed !== null && !(await takeKilled(killed, world, answer.step.jobUrl))) {
                world.runner.saveState(state/* STATE */.c.finished, 'true');
                return 'Another job goes on with this run.';
            }
            await retell(place.folder, seen.feed);
            tracking = await track(nameless, world, { job: ready, ...seen });
            const click = answer.answer.kind === 'click' ? answer.answer.click : null;
            report = await conduct(nameless, world, { prepared: { job: ready, pins }, click, ...seen });
        }
    }
    catch (error) {
        await resume_step_reply(answer, world, (0,errors/* errorText */.k)(error));
        // What could not be trusted is not gone on with: the refusal gets a trail of its own.
        report = await endEarly(nameless, world, { place: placeOf(answer, world), error });
        await tell(nameless, world, {
            place: { ...place, folder: report.trailFolder },
            report,
            tracking,
            tally: seen.tally,
        });
        return null;
    }
    await tell(nameless, world, { place, report, tracking, tally: seen.tally });
    return null;
}
/** The job that goes on, its work tree restored; or why what was asked is void. Throws where it is not to be trusted. */
async function readyJob(answer, world, of) {
    const { taken, pins, key, place } = of;
    const { github, clock } = world;
    const { step, trigger, inputs } = answer;
    const { state, policySource } = taken;
    // A run of another workflow has a policy of its own.
    const policyPath = policySource.startsWith('built-in') ? inputs.policyPath : policySource;
    const [issue, read] = await Promise.all([
        github.issue(trigger.number),
        readPolicy(github, pins, policyPath),
    ]);
    const check = checkResume(state, {
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
        ...(answer.answer.kind === 'click' ? { click: answer.answer.click } : {}),
    });
    if (check.kind === 'void')
        return check.because;
    if (check.kind === 'refused') {
        throw new errors/* CountersignError */.W('checkpoint-refused', `The checkpoint is refused: ${check.because}.`);
    }
    const checkout = { sha: state.headSha, serverUrl: step.serverUrl, token: inputs.githubToken };
    await (0,git/* checkoutCommit */._6)(step.workspace, checkout);
    if (state.workTree !== null)
        await restoreChanges(step.workspace, state.workTree);
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
        outputSchema: await keptSchema(state),
        policy: read.policy,
        policySource: { source: read.source, ref: `${pins.trustedRef}@${pins.trustedSha}` },
        budget: (0,tighter_budget/* tighterBudget */.b)(read.policy, inputs.budget),
        sandboxRequired: inputs.sandboxRequired,
        protect: [policyPath],
        askWhom: 'comment',
        trailFolder: place.folder,
        resume: state,
    };
}
/** The schema that the run began with, whatever the input or the branch says by now. */
async function keptSchema({ outputSchema }) {
    if (outputSchema === undefined)
        return null;
    return await (0,tools_output_schema/* compileOutputSchema */.Y)(outputSchema, 'The output schema of the run');
}
async function closeCard({ step }, world, of) {
    const { github, redactor, runner } = world;
    try {
        const because = await redactor.redact(of.because);
        if (of.killed !== null)
            return await closeKilled(of.killed, world, { because, runUrl: step.jobUrl });
        await closeParkedCard({ ...of, github, because, runUrl: step.jobUrl });
    }
    catch (error) {
        runner.warning((0,base_text/* neutralise */.$0)(`The card could not be closed: ${(0,errors/* errorText */.k)(error)}`));
    }
}
async function resume_step_reply(answer, world, because) {
    try {
        const text = await world.redactor.redact(because);
        await world.github.createComment(answer.trigger.number, `<!-- countersign:reply -->\nThe answer could not be used: ${(0,base_text/* neutralise */.$0)(text)}`);
    }
    catch (error) {
        world.runner.warning((0,base_text/* neutralise */.$0)(`The reply could not be posted: ${(0,errors/* errorText */.k)(error)}`));
    }
}

// EXTERNAL MODULE: ./build/policy/diff.js
var diff = __webpack_require__(98956);
// EXTERNAL MODULE: ./build/policy/problems.js
var problems = __webpack_require__(58579);
;// CONCATENATED MODULE: ./build/step/policy-diff-body.js



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
    const [base, head] = [baseSha, headSha].map((sha) => (0,cell/* cell */.H)(sha.slice(0, SHORT_SHA)));
    const sides = `${(0,cell/* cell */.H)(path)}: ${(0,cell/* cell */.H)(baseRef)} at ${base}, this pull request at ${head}`;
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
    return block('Warnings about the new policy', warnings.map(problems/* problemText */.f));
}
function block(title, lines) {
    if (lines.length === 0)
        return [];
    const shown = lines.slice(0, MAX_LINES).map((line) => (0,base_text/* oneLine */.TN)((0,base_text/* visible */.RK)(line), LINE_CHARS));
    const rest = lines.length > MAX_LINES ? [`… and ${lines.length - MAX_LINES} more`] : [];
    return ['', `#### ${title} (${lines.length})`, '', (0,base_text/* fence */.EU)([...shown, ...rest].join('\n'), 'text')];
}

;// CONCATENATED MODULE: ./build/step/policy-diff.js



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
    runner.info((0,base_text/* neutralise */.$0)(sentence));
    await policy_diff_tell(of, { change, body, number: trigger.number });
    if (change.kind !== 'same')
        await runner.summary(body);
    runner.output('outcome', 'done');
    runner.output('summary', (0,base_text/* neutralise */.$0)(sentence));
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
        diff: (0,diff/* diffPolicies */.w)(base.policy, head.policy),
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
        if (!(error instanceof errors/* CountersignError */.W) || error.code !== 'github-refused')
            throw error;
        return { kind: 'broken', problems: [(0,errors/* errorText */.k)(error)], blobSha: null };
    }
    if (file === null)
        return { kind: 'policy', policy: (0,parse_policy/* builtinPolicy */.K)(), warnings: [], blobSha: null };
    const loaded = (0,load/* loadPolicy */.tb)(file.text, { file: path });
    if (!loaded.ok)
        return { kind: 'broken', problems: loaded.problems.map(problems/* problemText */.f), blobSha: file.blobSha };
    return {
        kind: 'policy',
        policy: loaded.policy,
        warnings: loaded.warnings,
        blobSha: file.blobSha,
    };
}
/** Puts the comment up, or edits the earlier one. A pull request that never touched the policy gets none. */
async function policy_diff_tell(of, what) {
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
        const readOnly = error instanceof errors/* CountersignError */.W && error.code === 'github-permission';
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
    return (comments.find((comment) => policy_diff_isOwn(comment, self) && comment.body.startsWith(POLICY_DIFF_MARKER)) ?? null);
}
function policy_diff_isOwn({ author }, self) {
    const login = self?.login ?? ACTIONS_BOT;
    return author !== null && author.login.toLowerCase() === login.toLowerCase();
}

// EXTERNAL MODULE: ./build/policy/judge.js
var judge = __webpack_require__(55564);
// EXTERNAL MODULE: ./build/sandbox/patch.js
var sandbox_patch = __webpack_require__(89734);
// EXTERNAL MODULE: ./build/sandbox/world.js + 2 modules
var world = __webpack_require__(88697);
// EXTERNAL MODULE: ./build/run/left-changes.js
var left_changes = __webpack_require__(45625);
;// CONCATENATED MODULE: ./build/step/handed-over.js
/** I/O: downloads what another job of the same workflow run left, and reads it. Nothing of it is believed. */





const MAX_PATCH_BYTES = 20 * 1024 * 1024;
/**
 * Takes over the changes of an agent's job of this workflow run. Every part must fit: the trail verifies up to the head
 * that the job published and has its end, is of this repository, this workflow run and the commit that this job pinned by
 * itself, ended `done`, and names the digest of the patch. Throws `changes-refused` with the first that does not.
 */
async function takeHandedOver(of) {
    const { artifact, folder, step } = of;
    const found = await of.store.download({
        name: artifact,
        workflowRunId: Number(step.runId),
        folder,
    });
    if (found === null)
        throw handed_over_refused(`this workflow run has no artifact ${artifact}`);
    const verdict = await (0,verify/* verifyTrail */.Q)((0,reader/* trailBytes */._D)(folder), {
        heads: [{ hash: of.head }],
        requireEnd: true,
        blobs: (0,reader/* blobsIn */.uo)(folder),
    });
    if (verdict.kind === 'unreadable')
        throw handed_over_refused(`its trail cannot be read: ${verdict.because}`);
    if (verdict.kind === 'broken') {
        throw handed_over_refused(`its trail is broken at entry ${verdict.seq}: ${verdict.because}`);
    }
    const { start, saved, end } = await milestones(folder);
    const repository = `${step.owner}/${step.repo}`;
    if (start?.repository !== repository)
        throw handed_over_refused(`its trail is not of ${repository}`);
    if (start.workflow?.runId !== step.runId)
        throw handed_over_refused('its trail is of another workflow run');
    if (end?.outcome !== 'done')
        throw handed_over_refused(`the run that made them ended ${end?.outcome ?? 'without an outcome'}`);
    if (saved === null)
        throw handed_over_refused('its trail names no changes');
    if (start.headSha !== of.headSha || saved.base !== of.headSha) {
        throw handed_over_refused(`they are of ${saved.base}, and this job is on ${of.headSha}`);
    }
    const patch = await patchIn(folder, saved);
    const { run } = start;
    return { run, patch, sha256: saved.sha256, summary: end.summary, leftOut: saved.leftOut.length };
}
async function milestones(folder) {
    let start = null;
    let saved = null;
    let end = null;
    for await (const entry of (0,reader/* readTrail */.hd)(folder)) {
        if (entry.type === 'run.start')
            start = entry;
        if (entry.type === 'changes.saved')
            saved = entry;
        if (entry.type === 'run.end')
            end = entry;
    }
    return { start, saved, end };
}
async function patchIn(folder, saved) {
    const path = (0,external_node_path_.join)(folder, left_changes/* CHANGES_FILE */.z);
    const about = await (0,promises_.stat)(path).catch(() => null);
    if (about === null || !about.isFile())
        throw handed_over_refused(`its artifact holds no ${left_changes/* CHANGES_FILE */.z}`);
    if (about.size > MAX_PATCH_BYTES)
        throw handed_over_refused(`they have more than ${MAX_PATCH_BYTES} bytes`);
    const patch = await (0,promises_.readFile)(path);
    if ((0,digest/* sha256 */.s)(patch) !== saved.sha256)
        throw handed_over_refused('they are not those that its trail names');
    return patch;
}
function handed_over_refused(because, fix) {
    return new errors/* CountersignError */.W('changes-refused', `The changes of the agent's job are refused: ${because}.`, fix === undefined ? {} : { fix });
}

;// CONCATENATED MODULE: ./build/step/apply-step.js











const PUSH = 'github_push_branch';
const apply_step_TITLE_CHARS = 72;
const apply_step_MESSAGE_CHARS = 2_000;
/**
 * The second of two jobs: takes over the changes of the agent's job, applies them to a checkout of its own, and pushes
 * them and opens a pull request as the policy says, by a run of its own whose calls no model chose. Returns why there is
 * nothing to do, or `null` once the step is concluded.
 */
async function applyStep(request, world) {
    const { applyArtifact: artifact, applyHead: head } = request.inputs;
    if (artifact === null || head === null)
        return "The agent's job left no changes to apply.";
    const place = placeOf(request, world);
    const seen = step_watch(world);
    let report;
    let tracking = null;
    try {
        const prepared = untrusting(await prepare(request, world, place));
        const handed = await handedOver(request, world, { artifact, head, prepared });
        const plan = await planOf(prepared, handed, request);
        const { job, pins } = prepared;
        const asked = `Apply the changes of ${handed.run} (sha256 ${handed.sha256}).`;
        const ready = { pins, job: { ...job, request: asked } };
        tracking = await track(request, world, { job: ready.job, ...seen });
        report = await conduct(request, world, { prepared: ready, ...seen, model: applyModel(plan) });
    }
    catch (error) {
        report = await endEarly(request, world, { place, error });
    }
    await tell(request, world, { place, report, tracking, tally: seen.tally });
    return null;
}
/** What another job made is a stranger's work, whoever asked for it: the policy's `whenUntrusted` holds from the start. */
function untrusting({ job, pins }) {
    const item = {
        source: "the changes of the agent's job",
        author: null,
        trusted: false,
        because: 'nothing of that job is trusted',
        text: '',
    };
    return { pins, job: { ...job, context: [item, ...job.context] } };
}
async function handedOver(request, world, of) {
    const folder = await (0,promises_.mkdtemp)((0,external_node_path_.join)(request.step.tempFolder, 'countersign-handed-'));
    try {
        return await takeHandedOver({
            store: artifactsOf(request, world),
            step: request.step,
            artifact: of.artifact,
            head: of.head,
            headSha: of.prepared.pins.headSha,
            folder,
        });
    }
    finally {
        await (0,promises_.rm)(folder, { recursive: true, force: true });
    }
}
/** Applies the patch, judges each file that it changed, and plans the calls. Throws `changes-refused`. */
async function planOf({ job, pins }, handed, { trigger }) {
    const paths = await applied(job.root, handed.patch);
    refuseWhatPolicyDenies(job.policy, job.root, paths);
    const onPull = trigger.isPullRequest && !pins.fork;
    const branch = onPull ? {} : { branch: `countersign/${handed.run}` };
    const title = titleOf(handed);
    const push = {
        name: PUSH,
        input: { ...branch, message: messageOf(title, handed), paths: [...paths] },
    };
    if (onPull)
        return [push];
    const pull = { ...branch, title, body: bodyOf(handed) };
    return [push, { name: 'github_create_pull_request', input: pull }];
}
async function applied(root, patch) {
    try {
        return await (0,sandbox_patch/* applyPatch */.X)(root, patch);
    }
    catch (error) {
        throw handed_over_refused(`they do not apply: ${(0,errors/* errorText */.k)(error)}`);
    }
}
/** The agent's job says that the policy let it write these files; that is judged here again. */
function refuseWhatPolicyDenies(policy, root, paths) {
    const situation = { world: (0,world/* workspaceWorld */.g)(root), untrusted: true, sandboxed: true };
    const judged = paths.map((path) => ({
        path,
        ...(0,judge/* judge */.S)(policy, { tool: 'fs_write', kind: 'write', paths: [apply_step_written(path)] }, situation),
    }));
    const denied = judged.find(({ verdict }) => verdict === 'deny');
    if (denied !== undefined)
        throw handed_over_refused(`the policy denies writing ${denied.path}: ${said(denied)}`);
    const gated = judged.find(({ verdict }) => verdict === 'requireApproval');
    const pushed = (0,judge/* judge */.S)(policy, { tool: PUSH, kind: 'network', paths: paths.map(apply_step_written) }, situation);
    if (gated === undefined || pushed.verdict !== 'auto')
        return;
    throw handed_over_refused(`writing ${gated.path} needs an approval, and the policy lets ${PUSH} run without one`, `Take ${PUSH} out of whenUntrusted.auto, so that people are asked.`);
}
function apply_step_written(path) {
    return { path, access: 'write' };
}
function said({ because }) {
    return because.replace(/\.$/, '');
}
function titleOf({ summary, run }) {
    const first = summary
        .split('\n')
        .find((line) => line.trim() !== '')
        ?.trim() ?? '';
    const plain = first
        .replace(/^[#>*\s-]+/, '')
        .slice(0, apply_step_TITLE_CHARS)
        .trim();
    return plain === '' ? `Changes of ${run}` : plain;
}
function messageOf(title, { summary, run, sha256 }) {
    return `${title}\n\n${summary.slice(0, apply_step_MESSAGE_CHARS)}\n\nChanges of ${run}, sha256 ${sha256}`;
}
function bodyOf({ summary, run, sha256, leftOut }) {
    const missing = leftOut === 0
        ? []
        : [`${leftOut} changed files are not in it: the trail of \`${run}\` names them.`];
    const made = `Made by \`${run}\` in a job that can only read; these are its changes with the SHA-256 \`${sha256}\`.`;
    return [summary === '' ? 'No summary was given.' : summary, ...missing, made].join('\n\n');
}

;// CONCATENATED MODULE: ./build/action.js





/** The action's main step: reads its world once, decides whether there is work, and hands over to the run. */
async function runAction() {
    const runner = await (0,step_runner/* githubRunner */.O)();
    const stop = (0,cancel/* cancelledBySignals */.W)();
    try {
        await act(runner, stop);
    }
    catch (error) {
        const outcome = stop.signal.aborted ? (0,base_outcome/* outcomeOfAbort */.q)(stop.signal) : 'error';
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
    const step = (0,step_environment/* readStepEnvironment */.s)(process.env, inputs.repository);
    const event = parseTrigger({
        eventName: step.eventName,
        payload: await readEventFile(step.eventPath),
        file: step.eventPath,
        repository: `${step.owner}/${step.repo}`,
        ...(step.sha === null ? {} : { sha: step.sha }),
    });
    const trigger = triggerElsewhere(event, step);
    const withheld = inputs.mode === 'agent' && lacksSecrets(inputs) ? whyNoSecrets(trigger) : null;
    if (withheld !== null)
        return skip({ runner, inputs }, withheld);
    const token = githubToken(inputs);
    const redactor = (0,secrets/* redactorFor */.sD)(process.env, {
        'anthropic-api-key': inputs.anthropicApiKey,
        'github-token': token,
        'state-key': inputs.stateKey,
    });
    for (const secret of (0,secrets/* secretsIn */.VY)(process.env))
        runner.secret(secret);
    const github = clientOf({ token, step, redactor, runner, signal: stop.late });
    const about = { inputs, step, trigger };
    if (inputs.mode !== 'agent' && inputs.mode !== 'apply') {
        const nothing = await withoutAgent(inputs.mode, about, { runner, redactor, github });
        return nothing === null ? undefined : skip({ runner, inputs }, nothing);
    }
    const self = await github.self();
    const pressed = (0,click/* clickIn */.O2)(trigger, { self, repository: `${step.owner}/${step.repo}` });
    if (pressed.kind === 'foreign')
        return skip({ runner, inputs }, pressed.reason);
    const pins = (0,once/* once */.O)(() => pinAhead(github, trigger));
    const decision = await decideStart({
        trigger,
        phrase: inputs.triggerPhrase,
        prompt: promptOf(inputs),
        allowActors: inputs.allowActors,
        runFor: inputs.runFor,
        self,
    }, {
        permissionOf: (login) => {
            // Asked only where somebody wants a run: what a run needs besides is begun with it.
            void pins();
            if (inputs.model?.startsWith(model_scripted/* SCRIPTED_PREFIX */.ox) !== true)
                (0,anthropic/* preloadAnthropic */.u5)();
            return github.permissionOf(login);
        },
    });
    const world = {
        runner,
        signal: stop.signal,
        redactor,
        github,
        self,
        pins,
        clock: clock/* systemClock */.m,
        environment: process.env,
        cwd: process.cwd(),
    };
    // A look-up that was cut short refuses; but the step was cancelled then, and says so.
    stop.signal.throwIfAborted();
    if (pressed.kind === 'click')
        return await takeUpClick(pressed, { inputs, step }, world);
    await follow(decision, about, world);
}
/** A button of a card was pressed: the card's issue is looked up, and the run that it belongs to goes on. */
async function takeUpClick(pressed, about, world) {
    const { number, isPullRequest } = await world.github.issue(pressed.click.issue);
    // The event names the default branch's commit; the head of a pull request is looked up.
    const headSha = isPullRequest ? null : pressed.trigger.headSha;
    const trigger = { ...pressed.trigger, number, isPullRequest, headSha };
    const click = { ...pressed.click, at: world.clock.now().toISOString() };
    const nothing = await resumeStep({ ...about, trigger, answer: { kind: 'click', click } }, world);
    if (nothing !== null)
        skip({ ...world, ...about }, nothing);
}
/** The modes without a run. Resolves with why there was nothing to do, or with `null`. */
async function withoutAgent(mode, { inputs, step, trigger }, world) {
    const { workspace, tempFolder, owner, repo, apiUrl } = step;
    switch (mode) {
        case 'policy-diff':
            return await policyDiffStep({ trigger, policyPath: inputs.policyPath, ...world });
        case 'plan': {
            const { planStep } = await __webpack_require__.e(/* import() */ 295).then(__webpack_require__.bind(__webpack_require__, 295));
            await planStep({ inputs, workspace, ...world });
            return null;
        }
        case 'collect': {
            const { collectStep } = await __webpack_require__.e(/* import() */ 295).then(__webpack_require__.bind(__webpack_require__, 295));
            const token = githubToken(inputs);
            const proxied = (0,client_proxied/* isProxied */.S)(process.env, apiUrl);
            const { redactor } = world;
            const artifacts = (0,run_artifacts/* createRunArtifacts */.f)({ token, apiUrl, owner, repo, redactor, proxied });
            const workflowRunId = Number(step.runId);
            await collectStep({ inputs, workflowRunId, tempFolder, artifacts, ...world });
            return null;
        }
    }
}
/** Does what the event came to. */
async function follow(decision, about, world) {
    const { runner } = world;
    const { trigger, inputs } = about;
    switch (decision.kind) {
        case 'skip':
            return skip({ runner, inputs }, decision.reason);
        case 'refuse':
            runner.warning((0,base_text/* neutralise */.$0)(decision.reason));
            return skip({ runner, inputs }, decision.reason);
        case 'resume':
        case 'answer': {
            const { commentId } = decision.asking;
            const mayResume = decision.kind === 'resume';
            if (trigger.event !== 'issue_comment' || commentId === null) {
                return skip({ runner, inputs }, 'Answers to a card are comments on the issue or pull request.');
            }
            const nothing = await resumeStep({ ...about, trigger, answer: { kind: 'comment', id: commentId, mayResume } }, world);
            return nothing === null ? undefined : skip({ runner, inputs }, nothing);
        }
        case 'run': {
            if (inputs.mode !== 'apply')
                return await runStep({ ...about, decision }, world);
            const nothing = await applyStep({ ...about, decision }, world);
            return nothing === null ? undefined : skip({ runner, inputs }, nothing);
        }
    }
}
function clientOf(of) {
    const { token, step, redactor, runner, signal } = of;
    return (0,client/* createGitHub */.C)({
        token,
        apiUrl: step.apiUrl,
        owner: step.owner,
        repo: step.repo,
        redactor,
        signal,
        proxied: (0,client_proxied/* isProxied */.S)(process.env, step.apiUrl),
        onWait: ({ because, waitMs }) => runner.info((0,base_text/* neutralise */.$0)(`Waiting ${Math.ceil(waitMs / 1000)} s for GitHub: ${because}`)),
    });
}
function skip({ runner, inputs }, reason) {
    runner.info((0,base_text/* neutralise */.$0)(`Nothing to do: ${reason}`));
    runner.output('outcome', 'skipped');
    runner.output('summary', (0,base_text/* neutralise */.$0)(reason));
    if ((0,step_runner/* fails */.c)('skipped', inputs.failOn))
        runner.fail((0,base_text/* neutralise */.$0)(`Countersign ended skipped: ${reason}`));
}
/** Changes that were handed over are work by themselves, on any event. */
function promptOf({ mode, applyArtifact, prompt }) {
    if (mode !== 'apply')
        return prompt ?? undefined;
    return applyArtifact === null ? undefined : 'Apply the changes.';
}
function lacksSecrets(inputs) {
    const scripted = inputs.model?.startsWith(model_scripted/* SCRIPTED_PREFIX */.ox) ?? false;
    return inputs.provider === 'anthropic' && inputs.anthropicApiKey === null && !scripted;
}
function githubToken(inputs) {
    if (inputs.githubToken !== null)
        return inputs.githubToken;
    throw new errors/* CountersignError */.W('input-invalid', 'The input github-token is empty.', {
        fix: "Leave it out to use the job's own token, or write `github-token: ${{ secrets.… }}`.",
    });
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

/***/ 54459:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  D: () => (/* binding */ openCheckpoint),
  u: () => (/* binding */ sealCheckpoint)
});

// EXTERNAL MODULE: ./build/base/json.js
var json = __webpack_require__(10768);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(38522);
// EXTERNAL MODULE: ./build/base/canonical.js
var canonical = __webpack_require__(1158);
// EXTERNAL MODULE: ./build/base/digest.js
var base_digest = __webpack_require__(30742);
// EXTERNAL MODULE: ./build/checkpoint/keys.js
var keys = __webpack_require__(93011);
;// CONCATENATED MODULE: ./build/checkpoint/envelope.js




/**
 * The bytes of a checkpoint, version 1:
 *
 *     "CSCP" · version (1) · salt (16) · key check (8) · context (32) · iv (12)
 *     · ciphertext · tag (16) · checksum (32)
 *
 * Everything before the ciphertext is authenticated with it. The checksum has no key and proves nothing: it only tells
 * a damaged file from a wrong key. Whoever can write an artifact can hand in anything here; nothing is trusted before
 * the tag has been checked.
 */
const MAGIC = Buffer.from('CSCP');
const VERSION = 1;
const USE = 'checkpoint';
const SALT_BYTES = 16;
const CONTEXT_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const CHECKSUM_BYTES = 32;
const HEADER_BYTES = MAGIC.length + 1 + SALT_BYTES + keys/* CHECK_BYTES */.JX + CONTEXT_BYTES + IV_BYTES;
/** Largest checkpoint file, and largest content it may unpack to. */
const SEALED_MAX_BYTES = 128 * 1024 * 1024;
const CONTENT_MAX_BYTES = 256 * 1024 * 1024;
/** Fast: a suspended run should end in seconds, and bundles in it are compressed already. */
const BROTLI_QUALITY = 4;
const ROTATED = 'The secret was probably rotated since. Start the run anew; nothing of the old one was lost from its trail.';
/**
 * Compresses and seals text. Throws `checkpoint-refused` for a secret that is too short and for content that could not
 * be opened again because of its size.
 */
function sealText(text, { secret, context }) {
    const content = Buffer.from((0,canonical/* wellFormed */.E)(text));
    if (content.length > CONTENT_MAX_BYTES) {
        throw (0,keys/* refused */.J5)(`it would hold ${content.length} bytes, and ${CONTENT_MAX_BYTES} is the most`);
    }
    const packed = (0,external_node_zlib_.brotliCompressSync)(content, {
        params: { [external_node_zlib_.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    });
    const salt = (0,external_node_crypto_.randomBytes)(SALT_BYTES);
    const iv = (0,external_node_crypto_.randomBytes)(IV_BYTES);
    const { key, check } = (0,keys/* keysOf */.YD)(USE, { secret, salt });
    const header = Buffer.concat([
        MAGIC,
        Buffer.from([VERSION]),
        salt,
        check,
        contextDigest(context),
        iv,
    ]);
    const cipher = (0,external_node_crypto_.createCipheriv)('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(header);
    const sealed = Buffer.concat([
        header,
        cipher.update(packed),
        cipher.final(),
        cipher.getAuthTag(),
    ]);
    const bytes = Buffer.concat([sealed, Buffer.from((0,base_digest/* sha256 */.s)(sealed), 'hex')]);
    if (bytes.length > SEALED_MAX_BYTES) {
        throw (0,keys/* refused */.J5)(`it would have ${bytes.length} bytes, and ${SEALED_MAX_BYTES} is the most`);
    }
    return bytes;
}
/**
 * Opens what `sealText` sealed. Every reason against it is a `checkpoint-refused`: not a checkpoint, another version,
 * damaged, another key, another run or trail, changed by somebody, larger than allowed once unpacked.
 */
function openText(bytes, { secret, context }) {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    checkShape(file);
    const sealed = file.subarray(0, -CHECKSUM_BYTES);
    if ((0,base_digest/* sha256 */.s)(sealed) !== file.subarray(-CHECKSUM_BYTES).toString('hex')) {
        throw (0,keys/* refused */.J5)('it was damaged or changed: its checksum does not fit');
    }
    const parts = partsOf(sealed);
    const { key, check } = (0,keys/* keysOf */.YD)(USE, { secret, salt: parts.salt });
    if (!check.equals(parts.check)) {
        throw (0,keys/* refused */.J5)('it was sealed with another key', ROTATED);
    }
    if (!contextDigest(context).equals(parts.context)) {
        const fix = 'Download the checkpoint of the run that the card names.';
        throw (0,keys/* refused */.J5)('it belongs to another run, repository or trail', fix);
    }
    return unpack(decrypt(key, parts));
}
function partsOf(sealed) {
    const header = sealed.subarray(0, HEADER_BYTES);
    let at = MAGIC.length + 1;
    const take = (length) => sealed.subarray(at, (at += length));
    return {
        header,
        salt: take(SALT_BYTES),
        check: take(keys/* CHECK_BYTES */.JX),
        context: take(CONTEXT_BYTES),
        iv: take(IV_BYTES),
        ciphertext: sealed.subarray(HEADER_BYTES, -TAG_BYTES),
        tag: sealed.subarray(-TAG_BYTES),
    };
}
function checkShape(file) {
    if (file.length > SEALED_MAX_BYTES)
        throw (0,keys/* refused */.J5)(`it has ${file.length} bytes, and ${SEALED_MAX_BYTES} is the most`);
    if (!file.subarray(0, MAGIC.length).equals(MAGIC))
        throw (0,keys/* refused */.J5)('it is no checkpoint');
    const version = file[MAGIC.length];
    if (version !== VERSION) {
        const fix = 'Resume with the version of Countersign that suspended the run.';
        throw (0,keys/* refused */.J5)(`it has the format ${version ?? 'of nothing'}, and this program reads ${VERSION}`, fix);
    }
    if (file.length < HEADER_BYTES + TAG_BYTES + CHECKSUM_BYTES)
        throw (0,keys/* refused */.J5)('it was cut short');
}
function decrypt(key, parts) {
    const decipher = (0,external_node_crypto_.createDecipheriv)('aes-256-gcm', key, parts.iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(parts.header);
    decipher.setAuthTag(parts.tag);
    try {
        return Buffer.concat([decipher.update(parts.ciphertext), decipher.final()]);
    }
    catch (error) {
        const message = 'The checkpoint is refused: it was changed after it was sealed.';
        throw new errors/* CountersignError */.W('checkpoint-refused', message, { cause: error });
    }
}
function unpack(packed) {
    let content;
    try {
        content = (0,external_node_zlib_.brotliDecompressSync)(packed, { maxOutputLength: CONTENT_MAX_BYTES });
    }
    catch (error) {
        throw (0,keys/* refused */.J5)(`it unpacks to more than ${CONTENT_MAX_BYTES} bytes, or not at all (${(0,errors/* errorText */.k)(error)})`);
    }
    return content.toString('utf8');
}
function contextDigest({ repository, run, trailHead }) {
    const { hash, count } = trailHead;
    const digest = (0,base_digest/* digestOf */.o)({
        _schema: 'countersign.checkpoint/1',
        repository: repository.toLowerCase(),
        run,
        trailHead: { hash, count },
    });
    return Buffer.from(digest, 'hex');
}

// EXTERNAL MODULE: ./build/checkpoint/state.js + 1 modules
var checkpoint_state = __webpack_require__(12542);
;// CONCATENATED MODULE: ./build/checkpoint/checkpoint.js



/**
 * Seals a state under a secret, bound to its own repository, run and trail head. Throws `checkpoint-refused` where the
 * secret is too short, the state too large, or not one that could be opened again.
 */
function sealCheckpoint(state, options) {
    const parsed = checkpoint_state/* checkpointState */.i.safeParse(state);
    if (!parsed.success)
        throw malformed(parsed.error.issues[0]);
    const { repository, run, trailHead } = parsed.data;
    return sealText(JSON.stringify(parsed.data), {
        ...options,
        context: { repository, run, trailHead },
    });
}
/**
 * Opens a checkpoint for exactly this repository, run and trail head: the head is that of the entry before the
 * trail's `checkpoint.saved`. Throws `checkpoint-refused` with the reason for
 * everything else: another key, one byte changed, another run's, another version, too large, not a state.
 */
function openCheckpoint(bytes, sealing) {
    const parsed = checkpoint_state/* checkpointState */.i.safeParse(parseJson(openText(bytes, sealing)));
    if (!parsed.success)
        throw malformed(parsed.error.issues[0]);
    const { data } = parsed;
    if (!isOf(data, sealing.context))
        throw refusal('it holds the state of another run than it is sealed for');
    return data;
}
function isOf(state, context) {
    const { hash, count } = state.trailHead;
    return (state.run === context.run &&
        state.repository.toLowerCase() === context.repository.toLowerCase() &&
        hash === context.trailHead.hash &&
        count === context.trailHead.count);
}
function parseJson(text) {
    try {
        const value = JSON.parse(text);
        return (0,json/* isJsonObject */.O)(value) ? value : null;
    }
    catch (error) {
        throw new errors/* CountersignError */.W('checkpoint-refused', 'The checkpoint is refused: it holds no JSON.', { cause: error });
    }
}
function malformed(issue) {
    const where = issue === undefined ? 'it' : issue.path.map(String).join('.');
    return refusal(`its state is not of version 1 (${where}: ${issue?.message ?? 'unreadable'})`);
}
function refusal(because) {
    return new errors/* CountersignError */.W('checkpoint-refused', `The checkpoint is refused: ${because}.`);
}


/***/ }),

/***/ 98956:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ diffText),
/* harmony export */   w: () => (/* binding */ diffPolicies)
/* harmony export */ });
/* harmony import */ var _decision_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(49393);
/* harmony import */ var _judge_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(55564);
/* harmony import */ var _policy_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(48301);
/* harmony import */ var _probes_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(91136);
/* harmony import */ var _replay_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(20284);
/* harmony import */ var _usual_facts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65703);






/**
 * What a change of the policy changes: over calls made from the grammar (every built-in tool, every kind, calls that
 * the rules of either policy are about) and over recorded calls. It finds what its calls show, so an empty answer
 * for rules that it cannot make a call for is no proof.
 */
function diffPolicies(before, after, options = {}) {
    const world = options.world ?? _usual_facts_js__WEBPACK_IMPORTED_MODULE_0__/* .exampleWorld */ .zc;
    const changes = [];
    const compare = (facts, parts) => {
        const situation = { world, untrusted: parts.untrusted, sandboxed: parts.sandboxed };
        const [old, now] = [(0,_judge_js__WEBPACK_IMPORTED_MODULE_1__/* .judge */ .S)(before, facts, situation), (0,_judge_js__WEBPACK_IMPORTED_MODULE_1__/* .judge */ .S)(after, facts, situation)];
        if (old.verdict === now.verdict)
            return false;
        changes.push({
            call: (0,_replay_js__WEBPACK_IMPORTED_MODULE_2__/* .callName */ .AA)(facts),
            facts,
            untrusted: parts.untrusted,
            recorded: parts.recorded,
            before: old,
            after: now,
        });
        return true;
    };
    for (const facts of (0,_probes_js__WEBPACK_IMPORTED_MODULE_3__/* .probes */ .K)([before, after])) {
        const trusted = compare(facts, { untrusted: false, sandboxed: true, recorded: null });
        if (!trusted)
            compare(facts, { untrusted: true, sandboxed: true, recorded: null });
    }
    for (const call of options.calls ?? [])
        compare(call.facts, { ...(0,_replay_js__WEBPACK_IMPORTED_MODULE_2__/* .situationOf */ ._7)(call, world), recorded: call.id });
    return summary(changes, settingChanges(before, after));
}
function summary(changes, settings) {
    const to = (verdict) => changes.filter((change) => change.after.verdict === verdict);
    const newlyAuto = to('auto');
    return {
        newlyAuto,
        noLongerAsked: newlyAuto.filter((change) => change.before.verdict === 'requireApproval'),
        newlyDenied: to('deny'),
        newlyAsked: to('requireApproval'),
        settings,
        loosens: changes.some(({ before, after }) => (0,_decision_js__WEBPACK_IMPORTED_MODULE_4__/* .strictness */ .VD)(after.verdict) < (0,_decision_js__WEBPACK_IMPORTED_MODULE_4__/* .strictness */ .VD)(before.verdict)) ||
            settings.some((setting) => setting.loosens),
    };
}
const MODES = ['deny', 'plan', 'ask', 'custom', 'auto'];
const IMAGES = ['off', 'trusted', 'all'];
const SANDBOXES = ['required', 'preferred', 'off'];
const UNTRUSTED = ['deny', 'ask', 'auto'];
function later(order, old, now) {
    return order.indexOf(now) > order.indexOf(old);
}
function added(old, now) {
    return now.some((each) => !old.includes(each));
}
function settingChanges(before, after) {
    const found = [];
    const note = (setting, old, now, loosens) => {
        const [from, to] = [JSON.stringify(old), JSON.stringify(now)];
        if (from !== to)
            found.push({ setting, before: from, after: to, loosens });
    };
    note('mode', (0,_policy_js__WEBPACK_IMPORTED_MODULE_5__/* .modeName */ .F)(before), (0,_policy_js__WEBPACK_IMPORTED_MODULE_5__/* .modeName */ .F)(after), later(MODES, (0,_policy_js__WEBPACK_IMPORTED_MODULE_5__/* .modeName */ .F)(before), (0,_policy_js__WEBPACK_IMPORTED_MODULE_5__/* .modeName */ .F)(after)));
    note('plan', before.planRequired, after.planRequired, before.planRequired);
    note('whenUntrusted.mode', before.whenUntrusted.mode, after.whenUntrusted.mode, later(UNTRUSTED, before.whenUntrusted.mode, after.whenUntrusted.mode));
    note('sandbox.mode', before.sandbox.mode, after.sandbox.mode, later(SANDBOXES, before.sandbox.mode, after.sandbox.mode));
    for (const name of ['network', 'write']) {
        const [old, now] = [before.sandbox[name], after.sandbox[name]];
        note(`sandbox.${name}`, old, now, added(old, now));
    }
    note('approvals.from', before.approvals.from, after.approvals.from, added(before.approvals.from, after.approvals.from));
    const { count } = before.approvals;
    note('approvals.count', count, after.approvals.count, after.approvals.count < count);
    note('approvals.self', before.approvals.self, after.approvals.self, after.approvals.self);
    for (const name of ['turns', 'calls', 'minutes', 'tokens', 'usd']) {
        const [old, now] = [before.budget[name], after.budget[name]];
        note(`budget.${name}`, old, now, old !== null && (now === null || now > old));
    }
    const { onLimit } = after.budget;
    note('budget.onLimit', before.budget.onLimit, onLimit, onLimit === 'ask');
    for (const tool of new Set([...Object.keys(before.limits), ...Object.keys(after.limits)])) {
        const [old, now] = [before.limits[tool] ?? null, after.limits[tool] ?? null];
        note(`limits.${tool}`, old, now, old !== null && (now === null || now > old));
    }
    note('tools.modules', before.tools.modules, after.tools.modules, added(before.tools.modules, after.tools.modules));
    const [seen, shown] = [before.github.images, after.github.images];
    note('github.images', seen, shown, later(IMAGES, seen, shown));
    note('github.branch', before.github.branch, after.github.branch, true);
    note('hooks', before.hooks, after.hooks, true);
    note('mcp.servers', before.mcpServers, after.mcpServers, true);
    note('redact.patterns', before.redactPatterns, after.redactPatterns, added(after.redactPatterns, before.redactPatterns));
    return found;
}
/** The difference as lines for a terminal or a comment. */
function diffText(diff) {
    const settings = diff.settings.map(({ setting, before, after, loosens }) => `  ${setting}: ${before} -> ${after}${loosens ? '  (gives more room)' : ''}`);
    const lines = [
        ...section('Newly auto', diff.newlyAuto),
        ...section('Newly denied', diff.newlyDenied),
        ...section('Newly asked', diff.newlyAsked),
        ...(settings.length === 0 ? [] : [`Settings (${settings.length})`, ...settings]),
    ];
    return lines.length === 0 ? 'No verdict changes.' : lines.join('\n');
}
function section(title, changes) {
    return changes.length === 0 ? [] : [`${title} (${changes.length})`, ...changes.map(changeLine)];
}
function changeLine({ call, untrusted, recorded, before, after }) {
    const where = after.line === null ? '' : `  (line ${after.line})`;
    const when = untrusted ? '  after untrusted text' : '';
    return `  ${recorded === null ? '' : `${recorded}  `}${call}  ${before.verdict} -> ${after.verdict}${where}${when}`;
}


/***/ }),

/***/ 60090:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   X: () => (/* binding */ quoteWord),
/* harmony export */   f: () => (/* binding */ narrowestRules)
/* harmony export */ });
/* harmony import */ var _glob_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(49519);

/**
 * The narrowest rules that would cover a call, one for each part of it: exact words, exact paths, exact hosts. Empty
 * where no rule can: something in it is only known at run time. What they cover still has to pass the walls.
 */
function narrowestRules(facts, analysis) {
    if (facts.command !== undefined)
        return analysis === null ? [] : commandRules(facts.tool, analysis);
    const paths = (facts.paths ?? []).map(({ path }) => `${facts.tool}(${(0,_glob_js__WEBPACK_IMPORTED_MODULE_0__/* .escapeGlob */ .yk)(path)})`);
    const hosts = (facts.hosts ?? []).map((host) => `${facts.tool}(${host})`);
    const rules = [...new Set([...paths, ...hosts])];
    return rules.length === 0 ? [facts.tool] : rules;
}
function commandRules(tool, analysis) {
    const unknown = analysis.problem !== null || analysis.unknown.length > 0;
    if (unknown || analysis.commands.some((command) => command.unknown.length > 0))
        return [];
    const rules = [];
    for (const command of analysis.commands) {
        const words = command.words.map(({ text }) => text);
        if (words.includes(null))
            return [];
        const exact = words.flatMap((word) => (word === null ? [] : [quoteWord(word)]));
        const privileged = command.intents.includes('@privilege') ? command.via.map(quoteWord) : [];
        if (exact.length > 0)
            rules.push(`${tool}(${[...privileged, ...exact].join(' ')})`);
        for (const path of command.paths) {
            const isWrite = path.access === 'write' && path.from !== 'argument';
            if (isWrite && !path.path.startsWith('/dev/'))
                rules.push(`fs_write(${(0,_glob_js__WEBPACK_IMPORTED_MODULE_0__/* .escapeGlob */ .yk)(path.path)})`);
        }
    }
    return [...new Set(rules)];
}
/** A word as a pattern that matches it alone. */
function quoteWord(word) {
    if (/^[\w@%+=:,./-]+$/.test(word))
        return word;
    return `'${word.replaceAll("'", String.raw `'\''`)}'`;
}


/***/ }),

/***/ 20284:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AA: () => (/* binding */ callName),
/* harmony export */   NP: () => (/* binding */ rulesFor),
/* harmony export */   _7: () => (/* binding */ situationOf),
/* harmony export */   eZ: () => (/* binding */ replay),
/* harmony export */   zl: () => (/* binding */ replayText)
/* harmony export */ });
/* harmony import */ var _judge_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(55564);
/* harmony import */ var _narrowest_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(60090);



/** Judges recorded calls by another policy and tells which verdicts flip. */
function replay(policy, calls, world) {
    const flips = [];
    const counts = new Map();
    for (const call of calls) {
        const verdict = (0,_judge_js__WEBPACK_IMPORTED_MODULE_0__/* .judge */ .S)(policy, call.facts, situationOf(call, world));
        if (verdict.verdict === call.verdict)
            continue;
        flips.push({ call, from: call.verdict, to: verdict.verdict, verdict });
        const key = `${call.verdict}->${verdict.verdict}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return { calls: calls.length, flips, counts: Object.fromEntries(counts) };
}
/** The replay as lines for a terminal. */
function replayText(result) {
    const head = `${result.flips.length} of ${result.calls} calls would get another verdict`;
    const lines = result.flips.map(({ call, from, to, verdict }) => `  ${call.id}  ${from} -> ${to}  ${callName(call.facts)}  ${verdict.because}`);
    return [head, ...lines].join('\n');
}
function situationOf(call, world) {
    return { world, untrusted: call.untrusted ?? false, sandboxed: call.sandboxed ?? true };
}
/** A call in the words that a rule for it would use. */
function callName(facts) {
    const argument = facts.command ?? facts.paths?.map(({ path }) => path).join(' ') ?? facts.hosts?.join(' ');
    return argument === undefined || argument === ''
        ? facts.tool
        : `${facts.tool}(${argument.replace(/\s+/g, ' ').slice(0, 200)})`;
}
/** The narrowest rules for a recorded call; empty where none can cover it. */
function rulesFor(call, world) {
    return (0,_narrowest_js__WEBPACK_IMPORTED_MODULE_1__/* .narrowestRules */ .f)(call.facts, (0,_judge_js__WEBPACK_IMPORTED_MODULE_0__/* .analyse */ .K)(call.facts, situationOf(call, world)));
}


/***/ })

};
