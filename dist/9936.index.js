export const id = 9936;
export const ids = [9936];
export const modules = {

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

/***/ 89936:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  z: () => (/* binding */ coreOf),
  C: () => (/* binding */ createGitHub)
});

// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./build/base/clock.js
var base_clock = __webpack_require__(42030);
// EXTERNAL MODULE: ./build/github/outgoing/body.js
var outgoing_body = __webpack_require__(74961);
// EXTERNAL MODULE: ./build/github/client/core.js
var client_core = __webpack_require__(15649);
;// CONCATENATED MODULE: ./build/github/client/download.js

const MAX_REDIRECTS = 3;
/**
 * Gets what an address leads to that GitHub gave, without the token: such addresses carry their own permission, and
 * lie at hosts that have no business with it. Each redirect is judged like the first address. Throws `github-refused`
 * where one may not be followed, where the answer is no success, or where it is too large; `github-unreachable` where
 * none came.
 */
async function download(core, address, limits) {
    const mayGet = limits.mayGet ?? ((url) => isSafeFrom(core.apiUrl, url));
    let current = urlOf(address, undefined, limits);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
        if (current.username !== '' || current.password !== '' || !mayGet(current))
            throw refused(limits, `it lies at ${current.origin}, where nothing is fetched from`);
        const reply = await core.getPlain(current.href);
        if (reply.status === null) {
            const told = `GitHub would not ${limits.doing}: ${current.host} did not answer.`;
            throw new errors/* CountersignError */.W('github-unreachable', told, { fix: 'Try it again later.' });
        }
        const location = reply.headers['location'];
        if (reply.status >= 300 && reply.status < 400 && location !== undefined) {
            await reply.body.cancel();
            current = urlOf(location, current, limits);
            continue;
        }
        if (reply.status !== 200)
            throw refused(limits, `${current.host} answered ${reply.status}`);
        const kept = await bytesOf(reply.body, limits);
        return { ...kept, type: reply.headers['content-type'] ?? '' };
    }
    throw refused(limits, `it redirects more than ${MAX_REDIRECTS} times`);
}
/** True for https, and for the API's own origin, which lies on loopback or in a network of its own at times. */
function isSafeFrom(apiUrl, url) {
    return url.protocol === 'https:' || url.origin === new URL(apiUrl).origin;
}
function urlOf(address, from, limits) {
    if (!URL.canParse(address, from?.href))
        throw refused(limits, 'what it gave is no address');
    return new URL(address, from);
}
function refused(limits, why) {
    return new errors/* CountersignError */.W('github-refused', `GitHub would not ${limits.doing}: ${why}.`);
}
async function bytesOf(body, limits) {
    const { maxBytes, maxReadBytes = maxBytes } = limits;
    const chunks = [];
    let kept = 0;
    let leftOut = 0;
    for await (const chunk of unbroken(body, limits)) {
        chunks.push(chunk);
        kept += chunk.length;
        if (kept + leftOut > maxReadBytes)
            throw refused(limits, `it has more than ${maxReadBytes} bytes`);
        while (kept - (chunks[0]?.length ?? 0) >= maxBytes) {
            const [first] = chunks.splice(0, 1);
            kept -= first?.length ?? 0;
            leftOut += first?.length ?? 0;
        }
    }
    const whole = Buffer.concat(chunks);
    const over = Math.max(0, whole.length - maxBytes);
    return { bytes: whole.subarray(over), leftOut: leftOut + over };
}
async function* unbroken(body, limits) {
    try {
        yield* body;
    }
    catch (error) {
        const told = `GitHub would not ${limits.doing}: the connection broke (${(0,errors/* errorText */.k)(error)}).`;
        throw new errors/* CountersignError */.W('github-unreachable', told, { fix: 'Try it again later.' });
    }
}

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(55156);
;// CONCATENATED MODULE: ./build/github/client/schemas-ci.js

/** The parts of GitHub's answers about workflow runs and checks that are used. */
const schemas_ci_name = schemas.looseObject({ full_name: schemas.string() })
    .nullish()
    .transform((found) => found?.full_name ?? null);
const ciRun = schemas.looseObject({
    id: schemas.number().int().positive(),
    name: schemas.string().nullish(),
    path: schemas.string(),
    event: schemas.string(),
    status: schemas.string().nullable(),
    conclusion: schemas.string().nullable(),
    run_attempt: schemas.number().int().positive().default(1),
    head_sha: schemas.string(),
    head_repository: schemas_ci_name,
    triggering_actor: schemas.looseObject({ login: schemas.string() }).nullish(),
    html_url: schemas.string(),
})
    .transform((raw) => ({
    id: raw.id,
    name: raw.name ?? raw.path,
    event: raw.event,
    status: raw.status ?? 'unknown',
    conclusion: raw.conclusion,
    attempt: raw.run_attempt,
    headSha: raw.head_sha,
    headRepository: raw.head_repository,
    actor: raw.triggering_actor?.login ?? null,
    url: raw.html_url,
}));
const ciRuns = schemas.looseObject({ workflow_runs: schemas.array(ciRun) });
const step = schemas.looseObject({
    number: schemas.number().int(),
    name: schemas.string(),
    conclusion: schemas.string().nullable(),
    started_at: schemas.string().nullish(),
    completed_at: schemas.string().nullish(),
});
const ciJob = schemas.looseObject({
    id: schemas.number().int().positive(),
    run_id: schemas.number().int().positive(),
    name: schemas.string(),
    status: schemas.string(),
    conclusion: schemas.string().nullable(),
    steps: schemas.array(step).nullish(),
})
    .transform((raw) => ({
    id: raw.id,
    runId: raw.run_id,
    name: raw.name,
    status: raw.status,
    conclusion: raw.conclusion,
    steps: (raw.steps ?? []).map((one) => ({
        number: one.number,
        name: one.name,
        conclusion: one.conclusion,
        startedAt: one.started_at ?? null,
        completedAt: one.completed_at ?? null,
    })),
}));
const ciJobs = schemas.looseObject({ jobs: schemas.array(ciJob) });
const checkRun = schemas.looseObject({
    id: schemas.number().int().positive(),
    name: schemas.string(),
    status: schemas.string(),
    conclusion: schemas.string().nullable(),
    app: schemas.looseObject({ slug: schemas.string().nullish() }).nullable(),
    output: schemas.looseObject({ title: schemas.string().nullish() }).nullish(),
})
    .transform((raw) => ({
    id: raw.id,
    name: raw.name,
    status: raw.status,
    conclusion: raw.conclusion,
    app: raw.app?.slug ?? null,
    title: raw.output?.title ?? null,
}));
const checkRuns = schemas.looseObject({ check_runs: schemas.array(checkRun) });
const commitStatus = schemas.looseObject({ context: schemas.string(), state: schemas.string(), description: schemas.string().nullish() })
    .transform((raw) => ({
    context: raw.context,
    state: raw.state,
    description: raw.description ?? null,
}));
const combinedStatus = schemas.looseObject({ statuses: schemas.array(commitStatus) });

// EXTERNAL MODULE: ./build/github/client/schemas.js
var client_schemas = __webpack_require__(99516);
;// CONCATENATED MODULE: ./build/github/client/ci.js




const MAX_PAGES = 10;
/** The end of a log is where it failed; what is before that much is let go while it is read. */
const MAX_LOG_BYTES = 8 * 1024 ** 2;
const MAX_LOG_READ_BYTES = 256 * 1024 ** 2;
const READS_ACTIONS = 'actions=read';
/** Workflow runs, jobs, checks and logs. */
function ciClient(core) {
    const run = (id) => core.ask({
        route: `GET ${core.base}/actions/runs/${id}`,
        doing: `show workflow run ${id}`,
        needs: READS_ACTIONS,
        read: (0,client_schemas/* reading */.hF)(ciRun),
    });
    const commit = (sha) => `${core.base}/commits/${encodeURIComponent(sha)}`;
    const actions = `${core.base}/actions`;
    return {
        checkRuns: (sha) => (0,client_core/* allPages */.S4)(core, {
            route: `GET ${commit(sha)}/check-runs`,
            doing: `list the checks of ${sha}`,
            needs: 'checks=read',
            read: (reply) => (0,client_schemas/* reading */.hF)(checkRuns)(reply)?.check_runs,
            maxPages: MAX_PAGES,
        }),
        statuses: (sha) => (0,client_core/* allPages */.S4)(core, {
            route: `GET ${commit(sha)}/status`,
            doing: `list the statuses of ${sha}`,
            needs: 'statuses=read',
            read: (reply) => (0,client_schemas/* reading */.hF)(combinedStatus)(reply)?.statuses,
            maxPages: MAX_PAGES,
        }),
        ciRuns: (sha) => (0,client_core/* allPages */.S4)(core, {
            route: `GET ${actions}/runs`,
            query: { head_sha: sha },
            doing: `list the workflow runs of ${sha}`,
            needs: READS_ACTIONS,
            read: (reply) => (0,client_schemas/* reading */.hF)(ciRuns)(reply)?.workflow_runs,
            maxPages: MAX_PAGES,
        }),
        ciRun: run,
        ciJobs: (runId) => (0,client_core/* allPages */.S4)(core, {
            route: `GET ${actions}/runs/${runId}/jobs`,
            query: { filter: 'latest' },
            doing: `list the jobs of workflow run ${runId}`,
            needs: READS_ACTIONS,
            read: (reply) => (0,client_schemas/* reading */.hF)(ciJobs)(reply)?.jobs,
            maxPages: MAX_PAGES,
        }),
        ciJob: (id) => core.ask({
            route: `GET ${actions}/jobs/${id}`,
            doing: `show job ${id}`,
            needs: READS_ACTIONS,
            read: (0,client_schemas/* reading */.hF)(ciJob),
        }),
        jobLog: (id) => jobLog(core, id),
        rerunFailed: async ({ id, attempt }) => {
            await core.ask({
                route: `POST ${actions}/runs/${id}/rerun-failed-jobs`,
                doing: `run the failed jobs of workflow run ${id} again`,
                needs: 'actions=write',
                read: () => true,
                // A lost answer may have started them: a second time would be one more attempt.
                recover: async () => ((await run(id)).attempt > attempt ? true : null),
            });
        },
    };
}
/** GitHub answers with an address in its storage that is good for a minute: that one gets no token. */
async function jobLog(core, id) {
    const doing = `show the log of job ${id}`;
    const found = await core.ask({
        route: `GET ${core.base}/actions/jobs/${id}/logs`,
        keepRedirect: true,
        doing,
        needs: READS_ACTIONS,
        answers: [302, 404, 410],
        read: ({ status, headers }) => {
            if (status === 404 || status === 410)
                return { none: true };
            const address = headers['location'];
            return address === undefined ? undefined : { address };
        },
    });
    if ('none' in found)
        return null;
    const limits = { doing, maxBytes: MAX_LOG_BYTES, maxReadBytes: MAX_LOG_READ_BYTES };
    const { bytes, leftOut } = await download(core, found.address, limits);
    return { text: new TextDecoder().decode(bytes), leftOutBytes: leftOut };
}

// EXTERNAL MODULE: ./build/github/client/schemas-checks.js
var schemas_checks = __webpack_require__(82244);
;// CONCATENATED MODULE: ./build/github/client/checks.js




const NEEDS_WRITE = 'checks=write';
const NEEDS_READ = 'checks=read';
/** One commit may have many runs: those of all that was asked while a branch stood still. */
const checks_MAX_PAGES = 10;
/** GitHub's own limits. */
const MAX_ANNOTATIONS_A_REQUEST = 50;
const MAX_BUTTONS = 3;
const MAX_LABEL_CHARS = 20;
const MAX_BUTTON_WORDS_CHARS = 40;
const MAX_TITLE_CHARS = 255;
const MAX_MESSAGE_CHARS = 4_000;
/** Check runs, as the App that the token belongs to. */
function checksClient(core) {
    return {
        createCheckRun: (check) => createCheckRun(core, check),
        findCheckRun: (wanted) => findCheckRun(core, wanted),
        updateCheckRun: (id, face) => updateCheckRun(core, id, face),
        checkRun: (id) => core.ask({
            route: `GET ${core.base}/check-runs/${id}`,
            doing: `show check run ${id}`,
            needs: NEEDS_READ,
            answers: [404],
            read: (reply) => (reply.status === 404 ? null : (0,client_schemas/* reading */.hF)(schemas_checks/* checkRun */.Q)(reply)),
        }),
    };
}
async function createCheckRun(core, check) {
    const { name, headSha, externalId, face } = check;
    const [first = [], ...rest] = await batchesOf(core, face.annotations);
    const made = await core.ask({
        route: `POST ${core.base}/check-runs`,
        body: {
            name,
            head_sha: headSha,
            external_id: externalId,
            ...(await faceOf(core, face, first)),
        },
        doing: `make the check run ${JSON.stringify(name)}`,
        needs: NEEDS_WRITE,
        read: (0,client_schemas/* reading */.hF)(schemas_checks/* checkRun */.Q),
        // An answer was lost: two check runs with buttons would ask the same question twice.
        recover: () => findCheckRun(core, check),
    });
    await addAnnotations(core, made.id, { face, batches: rest });
    return made;
}
async function findCheckRun(core, wanted) {
    const { name, headSha, externalId } = wanted;
    const found = await (0,client_core/* allPages */.S4)(core, {
        route: `GET ${core.base}/commits/${headSha}/check-runs`,
        query: { check_name: name, filter: 'all' },
        doing: `list the check runs of ${headSha}`,
        needs: NEEDS_READ,
        read: (reply) => (0,client_schemas/* reading */.hF)(schemas_checks/* checkRuns */.l)(reply)?.check_runs,
        maxPages: checks_MAX_PAGES,
    });
    return found.find((one) => one.externalId === externalId) ?? null;
}
async function updateCheckRun(core, id, face) {
    const [first = [], ...rest] = await batchesOf(core, face.annotations);
    const changed = await change(core, id, await faceOf(core, face, first));
    await addAnnotations(core, id, { face, batches: rest });
    return changed;
}
async function addAnnotations(core, id, of) {
    for (const batch of of.batches)
        await change(core, id, await faceOf(core, of.face, batch));
}
function change(core, id, body) {
    return core.ask({
        route: `PATCH ${core.base}/check-runs/${id}`,
        body,
        doing: `update check run ${id}`,
        needs: NEEDS_WRITE,
        read: (0,client_schemas/* reading */.hF)(schemas_checks/* checkRun */.Q),
    });
}
async function faceOf(core, face, annotations) {
    const { conclusion, detailsUrl } = face;
    return {
        ...(conclusion === null ? { status: 'in_progress' } : { status: 'completed', conclusion }),
        ...(detailsUrl === null ? {} : { details_url: detailsUrl }),
        output: {
            title: (await core.redact(face.title)).slice(0, MAX_TITLE_CHARS),
            summary: (0,outgoing_body/* cutBody */.ZL)(await core.redact(face.summary)),
            ...(annotations.length === 0 ? {} : { annotations }),
        },
        actions: conclusion === null
            ? []
            : face.buttons.slice(0, MAX_BUTTONS).map(({ label, description, identifier }) => ({
                label: label.slice(0, MAX_LABEL_CHARS),
                description: description.slice(0, MAX_BUTTON_WORDS_CHARS),
                identifier,
            })),
    };
}
async function batchesOf(core, annotations) {
    const all = await Promise.all(annotations.map((one) => annotationOf(core, one)));
    const batches = [];
    for (let at = 0; at < all.length; at += MAX_ANNOTATIONS_A_REQUEST) {
        batches.push(all.slice(at, at + MAX_ANNOTATIONS_A_REQUEST));
    }
    return batches;
}
async function annotationOf(core, one) {
    return {
        path: one.path,
        start_line: one.startLine,
        end_line: one.endLine,
        annotation_level: one.level,
        title: (await core.redact(one.title)).slice(0, MAX_TITLE_CHARS),
        message: (await core.redact(one.message)).slice(0, MAX_MESSAGE_CHARS),
    };
}

;// CONCATENATED MODULE: ./build/github/client/comments.js




const MAX_COMMENT_PAGES = 50;
/** How far back a lost comment is looked for; GitHub's clock and ours differ by less. */
const RECOVER_WINDOW_MS = 5 * 60_000;
const comments_NEEDS_WRITE = 'issues=write;pull_requests=write';
const comments_NEEDS_READ = 'issues=read;pull_requests=read';
const LAST_EDIT = `query($id: ID!) { node(id: $id) {
  ... on Comment { lastEditedAt editor { login } }
} }`;
/** Issues, comments and reactions. */
function commentsClient(core) {
    const memory = { pages: new Map(), made: new Set() };
    return {
        issue: (number) => core.ask({
            route: `GET ${core.base}/issues/${number}`,
            doing: `show issue #${number}`,
            needs: comments_NEEDS_READ,
            read: (0,client_schemas/* reading */.hF)(client_schemas/* issue */.sn),
        }),
        createIssue: (title, body) => createIssue(core, title, body),
        createComment: (number, body) => createComment(core, memory, { number, body }),
        updateComment: (id, body) => core.withBody(body, (text) => core.ask({
            route: `PATCH ${core.base}/issues/comments/${id}`,
            body: { body: text },
            doing: `update comment ${id}`,
            needs: comments_NEEDS_WRITE,
            read: (0,client_schemas/* reading */.hF)(client_schemas/* comment */.Im),
        })),
        comment: (id) => core.ask({
            route: `GET ${core.base}/issues/comments/${id}`,
            doing: `show comment ${id}`,
            needs: comments_NEEDS_READ,
            answers: [404],
            read: (reply) => (reply.status === 404 ? null : (0,client_schemas/* reading */.hF)(client_schemas/* comment */.Im)(reply)),
        }),
        comments: (number, cursor) => commentsOf(core, memory, { number, cursor }),
        react: (id, reaction) => react(core, id, reaction),
        lastEdit: (nodeId) => lastEditOf(core, nodeId),
    };
}
function createComment(core, memory, wanted) {
    const since = core.clock.now().getTime() - RECOVER_WINDOW_MS;
    return core.withBody(wanted.body, async (body) => {
        const made = await core.ask({
            route: `POST ${core.base}/issues/${wanted.number}/comments`,
            body: { body },
            doing: `comment on #${wanted.number}`,
            needs: comments_NEEDS_WRITE,
            read: (0,client_schemas/* reading */.hF)(client_schemas/* comment */.Im),
            // An answer was lost: the comment may be there. Posting it again would put the same card up twice.
            recover: async () => {
                const recent = await core.ask({
                    route: `GET ${core.base}/issues/${wanted.number}/comments`,
                    query: { since: new Date(since).toISOString(), per_page: client_core/* PER_PAGE */.EK },
                    doing: `list the comments of #${wanted.number}`,
                    needs: comments_NEEDS_READ,
                    read: (0,client_schemas/* reading */.hF)(client_schemas/* comments */.nK),
                });
                const isIt = (found) => !memory.made.has(found.id) &&
                    Date.parse(found.createdAt) >= since &&
                    (0,outgoing_body/* sameBody */.NZ)(found.body, body);
                return recent.find(isIt) ?? null;
            },
        });
        memory.made.add(made.id);
        return made;
    });
}
async function createIssue(core, title, body) {
    const since = new Date(core.clock.now().getTime() - RECOVER_WINDOW_MS).toISOString();
    const cleanTitle = (await core.redact(title)).replaceAll(/\s+/g, ' ').slice(0, 250);
    return core.withBody(body, (text) => core.ask({
        route: `POST ${core.base}/issues`,
        body: { title: cleanTitle, body: text },
        doing: 'create an issue',
        needs: 'issues=write',
        read: (0,client_schemas/* reading */.hF)(client_schemas/* issue */.sn),
        recover: async () => {
            const recent = await core.ask({
                route: `GET ${core.base}/issues`,
                query: { state: 'all', since, sort: 'created', direction: 'desc', per_page: client_core/* PER_PAGE */.EK },
                doing: 'list the issues',
                needs: 'issues=read',
                read: (0,client_schemas/* reading */.hF)(client_schemas/* issues */.Bq),
            });
            return (recent.find((found) => found.title === cleanTitle && (0,outgoing_body/* sameBody */.NZ)(found.body, text)) ?? null);
        },
    }));
}
/**
 * Reads all pages, each with the ETag it had the time before: an unchanged page costs nothing of the rate limit.
 * Pages are read until one is not full, so a new comment behind a full page is seen.
 */
async function commentsOf(core, memory, wanted) {
    const all = [];
    for (let page = 1; page <= MAX_COMMENT_PAGES; page += 1) {
        const found = await commentPage(core, memory, { number: wanted.number, page });
        all.push(...found.comments);
        if (found.comments.length >= client_core/* PER_PAGE */.EK)
            continue;
        const cursor = (0,client_core/* cursorOf */.cg)(all);
        return { comments: all, cursor, changed: cursor !== wanted.cursor };
    }
    throw (0,client_core/* tooMany */.Ot)(`list as comments of #${wanted.number}`, MAX_COMMENT_PAGES * client_core/* PER_PAGE */.EK);
}
async function commentPage(core, memory, wanted) {
    const key = `${wanted.number}/${wanted.page}`;
    const before = memory.pages.get(key);
    const found = await core.ask({
        route: `GET ${core.base}/issues/${wanted.number}/comments`,
        query: { per_page: client_core/* PER_PAGE */.EK, page: wanted.page },
        headers: before?.etag === undefined ? {} : { 'if-none-match': before.etag },
        doing: `list the comments of #${wanted.number}`,
        needs: comments_NEEDS_READ,
        read: (reply) => {
            if (reply.status === 304)
                return before;
            const list = (0,client_schemas/* reading */.hF)(client_schemas/* comments */.nK)(reply);
            return list === undefined ? undefined : { etag: reply.headers['etag'], comments: list };
        },
    });
    memory.pages.set(key, found);
    return found;
}
/** 201 for a new reaction, 200 for one that was there. After a lost answer 200 cannot tell the two apart. */
function react(core, id, reaction) {
    return core.ask({
        route: `POST ${core.base}/issues/comments/${id}/reactions`,
        body: { content: reaction },
        doing: `react to comment ${id}`,
        needs: comments_NEEDS_WRITE,
        read: (reply) => ({ created: reply.status === 201 }),
    });
}
async function lastEditOf(core, nodeId) {
    if (nodeId === '')
        throw new errors/* CountersignError */.W('input-invalid', 'A comment without a node id cannot be looked up.');
    const found = await core.ask({
        route: 'POST /graphql',
        graphql: true,
        body: { query: LAST_EDIT, variables: { id: nodeId } },
        doing: 'say when a comment was edited',
        needs: comments_NEEDS_READ,
        read: (0,client_schemas/* reading */.hF)(client_schemas/* lastEdit */.LB),
    });
    const { lastEditedAt, editor } = found.data.node;
    return lastEditedAt === null ? null : { at: lastEditedAt, editor: editor?.login ?? null };
}

;// CONCATENATED MODULE: ./build/github/client/files.js


const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** GitHub lists no more entries of a folder than this, without saying that there are more. */
const MAX_FOLDER_ENTRIES = 1000;
const NEEDS = 'contents=read';
/** Git objects and refs, read and made through the API: never from the work tree. */
function filesClient(core) {
    const seen = new Set();
    return {
        defaultBranch: async () => {
            const found = await core.ask({
                route: `GET ${core.base}`,
                doing: 'show the repository',
                needs: 'metadata=read',
                read: (0,client_schemas/* reading */.hF)(client_schemas/* repository */.Jk),
            });
            return found.default_branch;
        },
        commitOf: (ref) => commitOf(core, ref),
        fileAt: async (at, path) => {
            const content = await contentAt(core, seen, at, path);
            if (content === null)
                return null;
            return fileOf(core, content.data, `${path} at ${at}`);
        },
        filesAt: async (at, folder, what = 'files') => {
            const content = await contentAt(core, seen, at, folder);
            const names = content === null ? [] : namesIn(content.data, `${folder} at ${at}`);
            const type = what === 'files' ? 'file' : 'dir';
            return names.filter((entry) => entry.type === type).map((entry) => entry.name);
        },
        createRef: (ref, at) => createRef(core, ref, at),
    };
}
function commitOf(core, ref) {
    return core.ask({
        // Documented are a SHA, `heads/BRANCH` and `tags/TAG`.
        route: `GET ${core.base}/commits/${encodeURIComponent(ref.replace(/^refs\//, ''))}`,
        headers: { accept: 'application/vnd.github.sha' },
        doing: `say which commit ${ref} is`,
        needs: NEEDS,
        read: (reply) => {
            const sha = typeof reply.data === 'string' ? reply.data.trim() : (0,client_schemas/* reading */.hF)(client_schemas/* commit */.cd)(reply)?.sha;
            return sha !== undefined && /^[0-9a-f]{7,64}$/i.test(sha) ? sha : undefined;
        },
    });
}
/**
 * What is at a path; `null` where there is nothing. A token that may not read the repository gets 404 as well, and a
 * policy must not count as missing because of that: nothing is at the path only where the commit itself can be seen.
 */
async function contentAt(core, seen, at, path) {
    const found = await core.ask({
        route: `GET ${core.base}/contents/${encodedPath(path)}`,
        query: { ref: at },
        doing: `show ${path} at ${at}`,
        needs: NEEDS,
        answers: [404],
        read: (reply) => (typeof reply.data === 'object' || reply.status === 404 ? reply : undefined),
    });
    if (found.status !== 404) {
        seen.add(at);
        return found;
    }
    if (!seen.has(at))
        await commitOf(core, at);
    seen.add(at);
    return null;
}
function encodedPath(path) {
    const parts = path.split('/').filter((part) => part !== '');
    if (parts.some((part) => part === '.' || part === '..')) {
        throw new errors/* CountersignError */.W('path-refused', `${JSON.stringify(path)} is no path inside a commit.`);
    }
    return parts.map(encodeURIComponent).join('/');
}
async function fileOf(core, data, what) {
    const parsed = client_schemas/* contentFile */.qc.safeParse(data);
    const found = parsed.success ? parsed.data : null;
    if (found === null || found.type !== 'file') {
        const kind = Array.isArray(data)
            ? 'a folder'
            : `a ${found?.type ?? 'thing of an unknown kind'}`;
        throw new errors/* CountersignError */.W('github-refused', `${what} is ${kind} and not a file.`);
    }
    if (found.size > MAX_FILE_BYTES) {
        throw new errors/* CountersignError */.W('github-refused', `${what} has ${found.size} bytes; at most ${MAX_FILE_BYTES} are read.`);
    }
    const inPlace = found.encoding === 'base64' && found.content !== undefined;
    const content = inPlace ? found.content : await blobOf(core, found.sha, what);
    return { text: textOf(Buffer.from(content ?? '', 'base64'), what), blobSha: found.sha };
}
/** GitHub leaves the content out of files above 1 MB; the blob has it. */
async function blobOf(core, sha, what) {
    const found = await core.ask({
        route: `GET ${core.base}/git/blobs/${encodeURIComponent(sha)}`,
        doing: `show ${what}`,
        needs: NEEDS,
        read: (0,client_schemas/* reading */.hF)(client_schemas/* blob */.av),
    });
    return found.encoding === 'base64'
        ? found.content
        : Buffer.from(found.content, 'utf8').toString('base64');
}
function textOf(bytes, what) {
    try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    }
    catch {
        throw new errors/* CountersignError */.W('github-refused', `${what} is not UTF-8 text.`);
    }
}
function namesIn(data, what) {
    const parsed = client_schemas/* contentFolder */.yX.safeParse(data);
    if (!parsed.success)
        throw new errors/* CountersignError */.W('github-refused', `${what} is a file and not a folder.`);
    if (parsed.data.length >= MAX_FOLDER_ENTRIES) {
        throw new errors/* CountersignError */.W('github-refused', `${what} has ${MAX_FOLDER_ENTRIES} entries or more; GitHub does not list the rest.`);
    }
    return parsed.data;
}
/**
 * A ref can be made once, which makes it a lock. Where an answer was lost and the ref then exists, nobody can tell who
 * made it; that is an error and not `created: false`.
 */
async function createRef(core, ref, at) {
    const full = ref.startsWith('refs/') ? ref : `refs/${ref}`;
    const doing = `create ${full}`;
    let lost = false;
    const made = await core.ask({
        route: `POST ${core.base}/git/refs`,
        body: { ref: full, sha: at },
        doing,
        needs: 'contents=write',
        answers: [201, 422],
        recover: () => {
            lost = true;
            return Promise.resolve(null);
        },
        read: (reply) => reply,
    });
    if (made.status === 201)
        return { created: true };
    if (await refExists(core, full)) {
        if (!lost)
            return { created: false };
        throw new errors/* CountersignError */.W('github-unreachable', `GitHub's answer was lost when ${full} was created; it exists now, and it cannot be told who made it.`);
    }
    throw new errors/* CountersignError */.W('github-refused', `GitHub would not ${doing} (422): the name or the commit is not one that it takes.`);
}
function refExists(core, full) {
    const name = full
        .replace(/^refs\//, '')
        .split('/')
        .map(encodeURIComponent)
        .join('/');
    return core.ask({
        route: `GET ${core.base}/git/ref/${name}`,
        doing: `show ${full}`,
        needs: NEEDS,
        answers: [404],
        read: (reply) => reply.status !== 404,
    });
}

;// CONCATENATED MODULE: ./build/github/client/issue.js



const MAX_MILESTONE_PAGES = 10;
const MAX_ISSUE_PAGES = 20;
const issue_MAX_TITLE_CHARS = 250;
const issue_NEEDS_WRITE = 'issues=write;pull_requests=write';
const issue_NEEDS_READ = 'issues=read;pull_requests=read';
const milestone = schemas.looseObject({ number: schemas.number().int().positive(), title: schemas.string() });
const milestones = schemas.array(milestone);
const people = schemas.array(schemas.looseObject({ login: schemas.string() })).nullish();
const fields = schemas.looseObject({
    number: schemas.number().int().positive(),
    title: client_schemas/* text */.Qq,
    state: schemas["enum"](['open', 'closed']),
    state_reason: schemas.string().nullish(),
    assignees: people,
    milestone: milestone.nullish(),
    pull_request: schemas.unknown().optional(),
    html_url: schemas.string(),
})
    .transform((raw) => ({
    number: raw.number,
    title: raw.title,
    state: raw.state,
    stateReason: raw.state_reason ?? null,
    assignees: (raw.assignees ?? []).map(({ login }) => login),
    milestone: raw.milestone === null || raw.milestone === undefined
        ? null
        : { number: raw.milestone.number, title: raw.milestone.title },
    isPullRequest: raw.pull_request !== undefined && raw.pull_request !== null,
    url: raw.html_url,
}));
/** What maintainers change about an issue. Each request asks for a state and can be sent twice. */
function issueClient(core) {
    return {
        openIssues: (labels) => openIssues(core, labels),
        issueFields: (number) => core.ask({
            route: `GET ${core.base}/issues/${number}`,
            doing: `show issue #${number}`,
            needs: issue_NEEDS_READ,
            read: (0,client_schemas/* reading */.hF)(fields),
        }),
        milestones: () => (0,client_core/* allPages */.S4)(core, {
            route: `GET ${core.base}/milestones`,
            query: { state: 'all' },
            doing: 'list the milestones',
            needs: issue_NEEDS_READ,
            read: (0,client_schemas/* reading */.hF)(milestones),
            maxPages: MAX_MILESTONE_PAGES,
        }),
        isAssignable: (login) => core.ask({
            route: `GET ${core.base}/assignees/${encodeURIComponent(login)}`,
            doing: 'say who can be assigned',
            needs: 'issues=read',
            answers: [404],
            read: ({ status }) => status !== 404,
        }),
        changeIssue: (number, change) => changeIssue(core, number, change),
        assign: (number, logins) => assignees(core, { method: 'POST', number, logins }),
        unassign: (number, logins) => assignees(core, { method: 'DELETE', number, logins }),
    };
}
async function changeIssue(core, number, change) {
    const title = change.title === undefined
        ? {}
        : { title: (await core.redact(change.title)).slice(0, issue_MAX_TITLE_CHARS) };
    return core.ask({
        route: `PATCH ${core.base}/issues/${number}`,
        body: {
            ...title,
            ...(change.state === undefined ? {} : { state: change.state }),
            ...(change.stateReason === undefined ? {} : { state_reason: change.stateReason }),
            ...(change.milestone === undefined ? {} : { milestone: change.milestone }),
        },
        doing: `change #${number}`,
        needs: issue_NEEDS_WRITE,
        read: (0,client_schemas/* reading */.hF)(fields),
    });
}
function assignees(core, wanted) {
    return core.ask({
        route: `${wanted.method} ${core.base}/issues/${wanted.number}/assignees`,
        body: { assignees: wanted.logins },
        doing: `change who is assigned to #${wanted.number}`,
        needs: issue_NEEDS_WRITE,
        read: (0,client_schemas/* reading */.hF)(fields),
    });
}
const numbered = schemas.array(schemas.looseObject({ number: schemas.number().int().positive(), pull_request: schemas.unknown().optional() }));
async function openIssues(core, labels) {
    const found = await (0,client_core/* allPages */.S4)(core, {
        route: `GET ${core.base}/issues`,
        query: { state: 'open', labels: labels.join(','), sort: 'created', direction: 'asc' },
        doing: 'list the issues',
        needs: 'issues=read',
        read: (0,client_schemas/* reading */.hF)(numbered),
        maxPages: MAX_ISSUE_PAGES,
    });
    return found
        .filter((one) => one.pull_request === undefined || one.pull_request === null)
        .map(({ number }) => number);
}

// EXTERNAL MODULE: ./build/github/pictures/address.js
var pictures_address = __webpack_require__(2972);
;// CONCATENATED MODULE: ./build/github/client/pictures.js




/** What the model's API takes, as base64, of one picture. */
const MAX_PICTURE_BYTES = 3_750_000;
const shown = schemas.looseObject({ body: client_schemas/* text */.Qq, body_html: client_schemas/* text */.Qq })
    .transform((raw) => ({ body: raw.body, html: raw.body_html }));
/** Texts as GitHub shows them, and the pictures in them. */
function picturesClient(core) {
    return {
        shownText: (place) => {
            const [path, what] = 'issue' in place
                ? [`issues/${place.issue}`, `#${place.issue}`]
                : [`issues/comments/${place.comment}`, `comment ${place.comment}`];
            return core.ask({
                route: `GET ${core.base}/${path}`,
                headers: { accept: 'application/vnd.github.full+json' },
                doing: `show ${what} with its pictures`,
                needs: 'issues=read;pull_requests=read',
                read: (0,client_schemas/* reading */.hF)(shown),
            });
        },
        picture: async (address) => {
            let hops = 0;
            const { bytes } = await download(core, address, {
                doing: 'give a picture',
                maxBytes: MAX_PICTURE_BYTES,
                // Only GitHub itself says where its storage is: a text cannot begin there.
                mayGet: (url) => {
                    hops += 1;
                    return (0,pictures_address/* isPictureAddress */.ZJ)(core.apiUrl, url) || (hops > 1 && (0,pictures_address/* isPictureStorage */._Z)(url));
                },
            });
            return bytes;
        },
    };
}

// EXTERNAL MODULE: ./build/github/events/permission.js
var permission = __webpack_require__(62663);
;// CONCATENATED MODULE: ./build/github/client/people.js




/** GitHub lists no more commits of a pull request than this. */
const MAX_PULL_COMMITS = 250;
const LOGIN = /^[A-Za-z0-9](?:[A-Za-z0-9_-]*)(?:\[bot\])?$/;
const SLUG = /^[\w.-]+$/;
/** Who the token is, and what people may do. */
function peopleClient(core) {
    let self;
    return {
        self: () => {
            // A failed look-up is not remembered: the next caller asks again.
            self ??= selfOf(core).catch((error) => {
                self = undefined;
                throw error;
            });
            return self;
        },
        permissionOf: (login) => permissionOf(core, login),
        isTeamMember: (team, login) => isTeamMember(core, team, login),
        pull: async (number) => {
            const { commits: _commits, ...state } = await pullOf(core, number);
            return state;
        },
        commitAuthors: (number) => commitAuthors(core, number),
    };
}
/** A personal token answers `GET /user`; a workflow's own token only GraphQL's `viewer`. */
async function selfOf(core) {
    const doing = 'say which account the token belongs to';
    const user = await core.ask({
        route: 'GET /user',
        doing,
        needs: '',
        answers: [403, 404],
        read: (reply) => (reply.status === 200 ? (0,client_schemas/* reading */.hF)(client_schemas/* account */.ct)(reply) : null),
    });
    if (user !== null)
        return user;
    try {
        const { login, databaseId } = await core.ask({
            route: 'POST /graphql',
            graphql: true,
            body: { query: '{ viewer { login databaseId } }' },
            doing,
            needs: '',
            read: (reply) => (0,client_schemas/* reading */.hF)(client_schemas/* viewer */.lJ)(reply)?.data.viewer,
        });
        return { login, id: databaseId ?? 0, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
    }
    catch (error) {
        const cannotTell = error instanceof errors/* CountersignError */.W && CANNOT_TELL.has(error.code);
        if (cannotTell)
            return null;
        throw error;
    }
}
/** Refusals that mean that the token may not know whose it is; trouble is none of them. */
const CANNOT_TELL = new Set(['github-permission', 'github-not-found', 'github-refused']);
async function permissionOf(core, login) {
    const name = checked(login, LOGIN, 'login');
    const answer = await core.ask({
        route: `GET ${core.base}/collaborators/${encodeURIComponent(name)}/permission`,
        doing: `say which permission @${name} has`,
        needs: 'metadata=read',
        read: (0,client_schemas/* reading */.hF)(client_schemas/* permission */.EK),
    });
    const role = (0,permission/* roleOf */.k)(answer.permission, answer.role_name);
    const about = answer.user?.login ?? name;
    // An answer about somebody else, or one that names no known permission, is no answer.
    if (role === undefined || about.toLowerCase() !== name.toLowerCase()) {
        throw new errors/* CountersignError */.W('github-refused', `GitHub's answer about the permission of @${name} makes no sense (${JSON.stringify(answer.permission)} for @${about}).`);
    }
    return role;
}
async function isTeamMember(core, team, login) {
    const org = checked(team.org, SLUG, 'organization');
    const slug = checked(team.slug, SLUG, 'team');
    const name = checked(login, LOGIN, 'login');
    const path = `/orgs/${org}/teams/${slug}`;
    const needs = 'members=read';
    const state = await core.ask({
        route: `GET ${path}/memberships/${encodeURIComponent(name)}`,
        doing: `say whether @${name} is in the team ${org}/${slug}`,
        needs,
        answers: [404],
        read: (reply) => (reply.status === 404 ? null : (0,client_schemas/* reading */.hF)(client_schemas/* membership */.xU)(reply)?.state),
    });
    if (state !== null)
        return state === 'active';
    // 404 also means that the token cannot see the team. Only where it can is it an answer about the person.
    await core.ask({
        route: `GET ${path}`,
        doing: `show the team ${org}/${slug}`,
        needs,
        read: () => true,
    });
    return false;
}
function pullOf(core, number) {
    return core.ask({
        route: `GET ${core.base}/pulls/${number}`,
        doing: `show pull request #${number}`,
        needs: 'pull_requests=read',
        read: (0,client_schemas/* reading */.hF)(client_schemas/* pull */.a$),
    });
}
/** Commits whose e-mail address belongs to no account have no login and are left out. */
async function commitAuthors(core, number) {
    const doing = `list the commits of pull request #${number}`;
    const commits = await (0,client_core/* allPages */.S4)(core, {
        route: `GET ${core.base}/pulls/${number}/commits`,
        doing,
        needs: 'pull_requests=read',
        read: (0,client_schemas/* reading */.hF)(client_schemas/* pullCommits */.Wu),
        maxPages: 4,
    });
    if (commits.length >= MAX_PULL_COMMITS) {
        const whole = (await pullOf(core, number)).commits;
        if (whole === null || whole > commits.length) {
            throw new errors/* CountersignError */.W('github-refused', `Pull request #${number} has ${whole ?? 'more than 250'} commits and GitHub lists only ${commits.length} of them.`, { fix: 'Squash the pull request, or split it, so that every author can be known.' });
        }
    }
    const logins = commits.flatMap((commit) => [commit.author?.login, commit.committer?.login]);
    return [...new Set(logins.filter((login) => login !== undefined))];
}
function checked(value, pattern, what) {
    if (!pattern.test(value)) {
        throw new errors/* CountersignError */.W('input-invalid', `${JSON.stringify(value)} is no ${what} that GitHub could know.`);
    }
    return value;
}

;// CONCATENATED MODULE: ./build/github/client/permission-fix.js
/** The keys that `permissions:` in a workflow knows; others need a token of another kind. */
const WORKFLOW_PERMISSIONS = new Set([
    'actions',
    'attestations',
    'checks',
    'contents',
    'deployments',
    'discussions',
    'issues',
    'models',
    'packages',
    'pages',
    'pull-requests',
    'security-events',
    'statuses',
]);
/**
 * What to write in the workflow, from the form of `x-accepted-github-permissions`: `,` joins permissions that are
 * needed together, `;` parts alternatives. The first alternative that a workflow can grant is named.
 */
function permissionFix(accepted) {
    const alternatives = accepted
        .split(';')
        .map(permissionsIn)
        .filter((one) => one.length > 0);
    const grantable = alternatives.find((one) => one.every(([name]) => WORKFLOW_PERMISSIONS.has(name)));
    if (grantable !== undefined) {
        return `Add to the \`permissions:\` of the job: ${linesOf(grantable)}.`;
    }
    const first = alternatives[0];
    if (first === undefined)
        return 'Check which repository the token belongs to and what it may do.';
    return `A workflow's own token cannot have this: give the input \`github-token\` an App token with ${linesOf(first)}.`;
}
/** `metadata` is left out: every token has it. */
function permissionsIn(list) {
    const pairs = list.matchAll(/([a-z_]+)\s*=\s*([a-z]+)/g);
    return [...pairs]
        .map((pair) => [(pair[1] ?? '').replaceAll('_', '-'), pair[2] ?? ''])
        .filter(([name]) => name !== 'metadata');
}
function linesOf(permissions) {
    return permissions.map(([name, level]) => `\`${name}: ${level}\``).join(' and ');
}

;// CONCATENATED MODULE: ./build/github/client/failure.js


const DEFAULT_LIMIT_WAIT_MS = 60_000;
const failure_MAX_MESSAGE_CHARS = 300;
const MAX_VALIDATION_ERRORS = 5;
const NOT_A_LIMIT = /not accessible by|must have (push|admin)|required scopes|SAML/i;
const LIMIT_WORDS = /rate limit|abuse detection/i;
const QUERY_BROKE = /something went wrong while executing your query/i;
/** Reads a reply: done, try again, wait for a limit, or fail with words. Pure. */
function judgeReply(reply, facts) {
    if (reply.status === null) {
        return { kind: 'retry', because: `no answer (${plainLine(reply.message)})`, ambiguous: true };
    }
    if (reply.status >= 200 && reply.status < 300)
        return judgeGraphqlErrors(reply, facts);
    if (reply.status === 304)
        return { kind: 'ok' };
    if (reply.status >= 500 || reply.status === 408) {
        return { kind: 'retry', because: `GitHub answered ${reply.status}`, ambiguous: true };
    }
    if (reply.status === 429 || reply.status === 403) {
        const waitMs = limitWaitMs(reply, facts);
        if (waitMs !== null)
            return limited(waitMs);
    }
    return { kind: 'fail', error: failureOf(reply, facts) };
}
function limited(waitMs) {
    return { kind: 'limit', because: 'GitHub limits the rate of requests', waitMs };
}
/** How long a limit asks to wait; `null` where the reply is no limit at all but a refusal. */
function limitWaitMs(reply, facts) {
    const message = messageOf(reply.data);
    if (NOT_A_LIMIT.test(message))
        return null;
    const retryAfter = retryAfterMs(reply.headers['retry-after'], facts.nowMs);
    if (retryAfter !== null)
        return retryAfter;
    if (reply.headers['x-ratelimit-remaining'] === '0') {
        return resetMs(reply.headers, facts.nowMs) ?? grownWait(facts.waited);
    }
    if (reply.status === 429 || LIMIT_WORDS.test(message))
        return grownWait(facts.waited);
    return null;
}
function grownWait(waited) {
    return DEFAULT_LIMIT_WAIT_MS * 2 ** waited;
}
/** `Retry-After` is seconds or an HTTP date (RFC 9110, 10.2.3). `null` where it is absent or neither. */
function retryAfterMs(value, nowMs) {
    if (value === undefined || value.trim() === '')
        return null;
    if (/^\d+$/.test(value.trim()))
        return Math.max(1, Number(value)) * 1000;
    const at = Date.parse(value);
    return Number.isNaN(at) ? null : Math.max(1000, at - nowMs);
}
function resetMs(headers, nowMs) {
    const reset = headers['x-ratelimit-reset'];
    if (reset === undefined || !/^\d+$/.test(reset))
        return null;
    return Math.max(1000, Number(reset) * 1000 - nowMs + 1000);
}
/** GraphQL reports its errors inside a 200. */
function judgeGraphqlErrors(reply, facts) {
    const first = graphqlErrors(reply.data)[0];
    if (first === undefined)
        return { kind: 'ok' };
    const { type, message } = first;
    if (type === 'RATE_LIMITED' || LIMIT_WORDS.test(message)) {
        return limited(limitWaitMs({ ...reply, status: 429 }, facts) ?? grownWait(facts.waited));
    }
    if (QUERY_BROKE.test(message)) {
        return { kind: 'retry', because: 'GitHub could not run the query', ambiguous: true };
    }
    const status = GRAPHQL_STATUS[type] ?? 422;
    return { kind: 'fail', error: failureOf({ ...reply, status, data: { message } }, facts) };
}
const GRAPHQL_STATUS = {
    FORBIDDEN: 403,
    INSUFFICIENT_SCOPES: 403,
    NOT_FOUND: 404,
};
function graphqlErrors(data) {
    const errors = field(data, 'errors');
    if (!Array.isArray(errors))
        return [];
    return errors.map((error) => ({
        type: textField(error, 'type'),
        message: plainLine(textField(error, 'message')),
    }));
}
function failureOf(reply, facts) {
    const said = messageOf(reply.data);
    const words = `GitHub would not ${facts.doing} (${reply.status}${said === '' ? '' : `: ${said}`}).`;
    if (reply.status === 401) {
        return new errors/* CountersignError */.W('input-invalid', words, {
            fix: 'The token is wrong, expired or revoked: check the input `github-token`.',
        });
    }
    if (reply.status === 403) {
        const accepted = reply.headers['x-accepted-github-permissions'];
        return new errors/* CountersignError */.W('github-permission', words, {
            fix: permissionFix(accepted === undefined || accepted === '' ? facts.needs : accepted),
        });
    }
    if (reply.status === 404) {
        return new errors/* CountersignError */.W('github-not-found', `${words} It was not found, or the token has no access to it.`, {
            fix: permissionFix(facts.needs),
        });
    }
    if (reply.status === 410 && /issues/i.test(said)) {
        return new errors/* CountersignError */.W('github-refused', `${words} Issues are disabled in this repository.`, {
            fix: 'Turn issues on in the repository settings, or set the input `approvals: fail`.',
        });
    }
    return new errors/* CountersignError */.W('github-refused', words);
}
/** True where GitHub said that a text is too long for it. */
function isTooLong(error) {
    return (error instanceof errors/* CountersignError */.W &&
        error.code === 'github-refused' &&
        /body is too long/i.test(error.message));
}
/** What GitHub said, one short line: never HTML, never more than a few hundred characters. Empty where it said nothing. */
function messageOf(data) {
    if (data instanceof ArrayBuffer)
        return messageOf(new TextDecoder().decode(data));
    if (typeof data === 'string') {
        const parsed = parsedJson(data);
        return parsed === undefined ? plainLine(data) : messageOf(parsed);
    }
    const message = textField(data, 'message');
    const errors = field(data, 'errors');
    const details = Array.isArray(errors) ? errors.slice(0, MAX_VALIDATION_ERRORS).map(detailOf) : [];
    return plainLine([message, ...details].filter((part) => part !== '').join('; '));
}
/** A 422 names its reasons as objects or as plain strings. */
function detailOf(error) {
    if (typeof error === 'string')
        return error;
    const message = textField(error, 'message');
    if (message !== '')
        return message;
    const where = [textField(error, 'resource'), textField(error, 'field')].filter((part) => part !== '');
    return `${where.join('.')} ${textField(error, 'code')}`.trim();
}
/** One line for people. A page of HTML, as a proxy or an overloaded GitHub sends, is named and not copied. */
function plainLine(text) {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    if (/^<|<!doctype|<html/i.test(line))
        return 'an HTML page';
    return line.length > failure_MAX_MESSAGE_CHARS ? `${line.slice(0, failure_MAX_MESSAGE_CHARS)}…` : line;
}
function parsedJson(text) {
    try {
        const value = JSON.parse(text);
        return typeof value === 'object' && value !== null ? value : undefined;
    }
    catch {
        return undefined;
    }
}
function field(value, key) {
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
function textField(value, key) {
    const found = field(value, key);
    return typeof found === 'string' ? found : '';
}

;// CONCATENATED MODULE: ./build/github/client/octokit.js
/** A `Send` over the real Octokit. */
function octokitSend(options) {
    let loaded;
    return async (request) => {
        loaded ??= loadOctokit(options);
        const raw = await loaded;
        try {
            return await raw(routeOf(request), parametersOf(request, options));
        }
        catch (error) {
            if (options.signal?.aborted === true)
                throw options.signal.reason;
            return replyOfError(error);
        }
    };
}
async function loadOctokit(options) {
    const shared = { baseUrl: options.apiUrl, userAgent: options.userAgent, log: silent };
    if (options.proxied) {
        const { getOctokit } = await Promise.all(/* import() */[__webpack_require__.e(4119), __webpack_require__.e(8439), __webpack_require__.e(2032), __webpack_require__.e(1351)]).then(__webpack_require__.bind(__webpack_require__, 61351));
        const client = getOctokit(options.token, shared);
        return async (route, parameters) => plain(await client.request(route, parameters));
    }
    const { Octokit } = await Promise.all(/* import() */[__webpack_require__.e(8439), __webpack_require__.e(1303)]).then(__webpack_require__.bind(__webpack_require__, 11303));
    const client = new Octokit({ ...shared, auth: options.token });
    return async (route, parameters) => plain(await client.request(route, parameters));
}
/** A `GetPlain` over an Octokit that has no token to give away. */
function octokitGet(options) {
    return async (address) => {
        const { Octokit } = options.proxied ? await proxiedOctokit() : await Promise.all(/* import() */[__webpack_require__.e(8439), __webpack_require__.e(1303)]).then(__webpack_require__.bind(__webpack_require__, 11303));
        const client = new Octokit({ userAgent: options.userAgent, log: silent });
        const parameters = parametersOf({ route: '' }, options);
        const request = {
            signal: parameters.request.signal,
            redirect: 'manual',
            parseSuccessResponseBody: false,
        };
        try {
            const raw = plain(await client.request(`GET ${literal(address)}`, { ...parameters, request }));
            const body = raw.data instanceof ReadableStream ? raw.data : new Blob([]).stream();
            return { status: raw.status, headers: raw.headers, body };
        }
        catch (error) {
            if (options.signal?.aborted === true)
                throw options.signal.reason;
            const reply = replyOfError(error);
            return reply.status === null ? reply : { ...reply, body: new Blob([]).stream() };
        }
    };
}
/** Octokit takes `:name` and `{name}` in an address for blanks to fill in. */
function literal(address) {
    const { origin, href } = new URL(address);
    return origin + href.slice(origin.length).replaceAll(/[{}:]/g, encodeURIComponent);
}
async function proxiedOctokit() {
    const { GitHub } = await Promise.all(/* import() */[__webpack_require__.e(4119), __webpack_require__.e(8439), __webpack_require__.e(2032)]).then(__webpack_require__.bind(__webpack_require__, 22032));
    return { Octokit: GitHub };
}
const nothing = () => undefined;
/** Octokit would write deprecations and failed requests, addresses included, straight to the log. */
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };
function routeOf(request) {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(request.query ?? {}))
        query.set(key, String(value));
    const text = query.toString();
    return text === '' ? request.route : `${request.route}?${text}`;
}
function parametersOf(request, options) {
    const timeout = AbortSignal.timeout(options.requestTimeoutMs);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
    return {
        // The body travels as one value: field names such as `headers` or `baseUrl` must never become options.
        ...(request.body === undefined ? {} : { data: request.body }),
        headers: { 'x-github-api-version': '2022-11-28', ...request.headers },
        request: { signal, ...(request.keepRedirect === true ? { redirect: 'manual' } : {}) },
        ...(request.graphql === true ? { baseUrl: graphqlBase(options.apiUrl) } : {}),
    };
}
/** Enterprise Server has REST under `/api/v3` and GraphQL under `/api/graphql`. */
function graphqlBase(apiUrl) {
    return apiUrl.replace(/\/api\/v3\/?$/, '/api');
}
function plain(raw) {
    return { status: raw.status, headers: headersOf(raw.headers), data: raw.data };
}
function headersOf(headers) {
    const texts = {};
    for (const [key, value] of Object.entries(headers))
        texts[key.toLowerCase()] = String(value);
    return texts;
}
/**
 * Octokit throws for 304, 4xx and 5xx with the response on the error, and for a lost connection with status 500 and
 * no response at all. Its own messages may hold a whole HTML page, so only the system's are used.
 */
function replyOfError(error) {
    const response = isObject(error) ? Reflect.get(error, 'response') : undefined;
    if (isObject(response)) {
        const status = Reflect.get(response, 'status');
        const headers = Reflect.get(response, 'headers');
        if (typeof status === 'number') {
            return {
                status,
                headers: isObject(headers) ? headersOf(headers) : {},
                data: Reflect.get(response, 'data'),
            };
        }
    }
    return { status: null, message: error instanceof Error ? error.message : 'the connection broke' };
}
function isObject(value) {
    return typeof value === 'object' && value !== null;
}

;// CONCATENATED MODULE: ./build/github/client/review.js



const MAX_REVIEW_PAGES = 10;
const review_NEEDS = 'pull_requests=write';
/** Reviews of pull requests. One whose answer was lost is looked for before it is sent again. */
function reviewClient(core) {
    return { review: (wanted) => review(core, wanted) };
}
async function review(core, wanted) {
    const route = `${core.base}/pulls/${wanted.number}/reviews`;
    const doing = `review pull request #${wanted.number}`;
    const comments = [];
    for (const { path, line, startLine, body } of wanted.remarks) {
        const from = startLine === undefined ? {} : { start_line: startLine, start_side: 'RIGHT' };
        comments.push({ path, line, side: 'RIGHT', ...from, body: await core.redact(body) });
    }
    const listed = () => (0,client_core/* allPages */.S4)(core, {
        route: `GET ${route}`,
        doing,
        needs: review_NEEDS,
        read: (0,client_schemas/* reading */.hF)(client_schemas/* reviews */.Yq),
        maxPages: MAX_REVIEW_PAGES,
    });
    const before = new Set((await listed()).map(({ id }) => id));
    const made = await core.withBody(wanted.body, (body) => core.ask({
        route: `POST ${route}`,
        body: {
            commit_id: wanted.commit,
            event: wanted.verdict === 'comment' ? 'COMMENT' : 'REQUEST_CHANGES',
            body,
            comments,
        },
        doing,
        needs: review_NEEDS,
        read: (0,client_schemas/* reading */.hF)(client_schemas/* reviewMade */.W2),
        recover: async () => {
            const fresh = (await listed()).filter((one) => !before.has(one.id));
            return (fresh.find((one) => one.commit_id === wanted.commit && (0,outgoing_body/* sameBody */.NZ)(one.body, body)) ?? null);
        },
    }));
    return { id: made.id, url: made.html_url };
}

;// CONCATENATED MODULE: ./build/github/client/schemas-threads.js


/** GraphQL leaves out the `[bot]` of a bot's name, which is then the name of some person. */
const login = schemas.looseObject({ login: schemas.string(), __typename: schemas.string() })
    .nullish()
    .transform((found) => {
    if (found === null || found === undefined)
        return null;
    return found.__typename === 'Bot' ? `${found.login}[bot]` : found.login;
});
const threadComment = schemas.looseObject({
    fullDatabaseId: schemas.union([schemas.string(), schemas.number()]),
    author: login,
    body: schemas.string(),
    createdAt: schemas.string(),
    lastEditedAt: schemas.string().nullable(),
})
    .transform((raw) => ({
    id: Number(raw.fullDatabaseId),
    author: raw.author,
    body: raw.body,
    createdAt: raw.createdAt,
    edited: raw.lastEditedAt !== null,
}));
const thread = schemas.looseObject({
    isResolved: schemas.boolean(),
    isOutdated: schemas.boolean(),
    path: schemas.string(),
    line: schemas.number().nullable(),
    comments: schemas.looseObject({ totalCount: schemas.number(), nodes: schemas.array(threadComment) }),
})
    .transform((raw) => ({
    path: raw.path,
    line: raw.line,
    resolved: raw.isResolved,
    outdated: raw.isOutdated,
    comments: raw.comments.nodes,
    more: raw.comments.totalCount - raw.comments.nodes.length,
}));
const threadPage = schemas.looseObject({
    data: schemas.looseObject({
        repository: schemas.looseObject({
            pullRequest: schemas.looseObject({
                reviewThreads: schemas.looseObject({
                    pageInfo: schemas.looseObject({ hasNextPage: schemas.boolean(), endCursor: schemas.string().nullable() }),
                    nodes: schemas.array(thread),
                }),
            }),
        }),
    }),
});
/** A review comment as REST has it: without the thread that it is in. */
const reviewComments = schemas.array(schemas.looseObject({
    id: schemas.number(),
    user: client_schemas/* account */.ct,
    body: client_schemas/* text */.Qq,
    path: schemas.string(),
    line: schemas.number().nullish(),
    subject_type: schemas.string().nullish(),
    in_reply_to_id: schemas.number().nullish(),
    created_at: schemas.string(),
    updated_at: schemas.string(),
}));
const pullReviews = schemas.array(schemas.looseObject({
    id: schemas.number(),
    user: client_schemas/* account */.ct,
    state: schemas.string(),
    body: client_schemas/* text */.Qq,
    submitted_at: schemas.string().nullish(),
})
    .transform((raw) => ({
    id: raw.id,
    author: raw.user?.login ?? null,
    state: raw.state,
    body: raw.body,
    submittedAt: raw.submitted_at ?? '',
})));
const linked = schemas.looseObject({
    number: schemas.number().int().positive(),
    state: schemas.string(),
    repository: schemas.looseObject({ nameWithOwner: schemas.string() }),
})
    .transform((raw) => ({
    number: raw.number,
    open: raw.state === 'OPEN',
    repository: raw.repository.nameWithOwner,
}));
const links = schemas.looseObject({ nodes: schemas.array(linked) }).optional();
const linkedPage = schemas.looseObject({
    data: schemas.looseObject({
        repository: schemas.looseObject({
            issueOrPullRequest: schemas.looseObject({
                closingIssuesReferences: links,
                closedByPullRequestsReferences: links,
            }),
        }),
    }),
})
    .transform(({ data }) => {
    const found = data.repository.issueOrPullRequest;
    const page = found.closingIssuesReferences ?? found.closedByPullRequestsReferences;
    return page?.nodes ?? [];
});

;// CONCATENATED MODULE: ./build/github/client/threads.js




const threads_MAX_PAGES = 20;
const THREADS_PER_PAGE = 50;
const COMMENTS_PER_THREAD = 50;
const MAX_LINKED = 25;
const threads_NEEDS = 'pull_requests=read';
const THREADS = `query($owner: String!, $repo: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $repo) { pullRequest(number: $number) {
    reviewThreads(first: ${THREADS_PER_PAGE}, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { isResolved isOutdated path line comments(first: ${COMMENTS_PER_THREAD}) {
        totalCount nodes { fullDatabaseId author { login __typename } body createdAt lastEditedAt }
      } }
    } } } }`;
const LINKED = `query($owner: String!, $repo: String!, $number: Int!) {
  repository(owner: $owner, name: $repo) { issueOrPullRequest(number: $number) {
    ... on PullRequest { closingIssuesReferences(first: ${MAX_LINKED}) {
      nodes { number state repository { nameWithOwner } } } }
    ... on Issue { closedByPullRequestsReferences(first: ${MAX_LINKED}, includeClosedPrs: true) {
      nodes { number state repository { nameWithOwner } } } }
  } } }`;
/** Review threads, reviews and links. */
function threadsClient(core) {
    return {
        reviewThreads: async (pull) => {
            try {
                return await threadsByGraphql(core, pull);
            }
            catch (error) {
                if (!isWithoutGraphql(error))
                    throw error;
                return await threadsByRest(core, pull);
            }
        },
        pullReviews: (pull) => (0,client_core/* allPages */.S4)(core, {
            route: `GET ${core.base}/pulls/${pull}/reviews`,
            doing: `list the reviews of pull request #${pull}`,
            needs: threads_NEEDS,
            read: (0,client_schemas/* reading */.hF)(pullReviews),
            maxPages: threads_MAX_PAGES,
        }),
        linkedWith: (number) => core.ask({
            route: 'POST /graphql',
            graphql: true,
            body: { query: LINKED, variables: { owner: core.owner, repo: core.repo, number } },
            doing: `say what #${number} is linked with`,
            needs: `issues=read;${threads_NEEDS}`,
            read: (0,client_schemas/* reading */.hF)(linkedPage),
        }),
    };
}
/** Older servers and some tokens have no GraphQL, or not these fields. A limit and a cancelled run are not that. */
function isWithoutGraphql(error) {
    if (!(error instanceof errors/* CountersignError */.W))
        return false;
    return ['github-permission', 'github-refused', 'github-not-found', 'github-unreachable'].includes(error.code);
}
async function threadsByGraphql(core, number) {
    const all = [];
    let after = null;
    for (let page = 1; page <= threads_MAX_PAGES; page += 1) {
        const { nodes, pageInfo } = await threadPageOf(core, number, after);
        all.push(...nodes);
        if (!pageInfo.hasNextPage)
            return all;
        after = pageInfo.endCursor;
    }
    throw (0,client_core/* tooMany */.Ot)(`list as review threads of #${number}`, threads_MAX_PAGES * THREADS_PER_PAGE);
}
async function threadPageOf(core, number, after) {
    const variables = { owner: core.owner, repo: core.repo, number, after };
    const { data } = await core.ask({
        route: 'POST /graphql',
        graphql: true,
        body: { query: THREADS, variables },
        doing: `list the review threads of pull request #${number}`,
        needs: threads_NEEDS,
        read: (0,client_schemas/* reading */.hF)(threadPage),
    });
    return data.repository.pullRequest.reviewThreads;
}
/** Review comments, put together by what they answer. Whether a thread is resolved REST does not say. */
async function threadsByRest(core, number) {
    const rows = await (0,client_core/* allPages */.S4)(core, {
        route: `GET ${core.base}/pulls/${number}/comments`,
        doing: `list the review comments of pull request #${number}`,
        needs: threads_NEEDS,
        read: (0,client_schemas/* reading */.hF)(reviewComments),
        maxPages: threads_MAX_PAGES,
    });
    const threads = new Map();
    for (const row of rows) {
        const first = row.in_reply_to_id ?? row.id;
        threads.set(first, [...(threads.get(first) ?? []), row]);
    }
    return [...threads.values()].flatMap(([first, ...rest]) => first === undefined ? [] : [threadOf(first, rest)]);
}
function threadOf(first, rest) {
    const line = first.line ?? null;
    return {
        path: first.path,
        line,
        resolved: null,
        outdated: line === null && first.subject_type !== 'file',
        comments: [first, ...rest].map((row) => ({
            id: row.id,
            author: row.user?.login ?? null,
            body: row.body,
            createdAt: row.created_at,
            edited: row.updated_at !== row.created_at,
        })),
        more: 0,
    };
}

;// CONCATENATED MODULE: ./build/github/client/work.js



const MAX_FILE_PAGES = 31;
const work_MAX_TITLE_CHARS = 250;
const MAX_LABEL_PAGES = 20;
const work_NEEDS = 'contents=write';
/** Branches and pull requests, made through git's own objects. */
function workClient(core) {
    return {
        pullFiles: (number) => (0,client_core/* allPages */.S4)(core, {
            route: `GET ${core.base}/pulls/${number}/files`,
            doing: `list the files of pull request #${number}`,
            needs: 'pull_requests=read',
            read: (0,client_schemas/* reading */.hF)(client_schemas/* pullFiles */.B0),
            maxPages: MAX_FILE_PAGES,
        }),
        mergeBase: async (base, head) => {
            const found = await core.ask({
                route: `GET ${core.base}/compare/${encodeURIComponent(base)}...${encodeURIComponent(head)}`,
                query: { per_page: 1 },
                doing: `compare ${base} with ${head}`,
                needs: 'contents=read',
                read: (0,client_schemas/* reading */.hF)(client_schemas/* comparison */.my),
            });
            return found.merge_base_commit.sha;
        },
        branchHead: (branch) => branchHead(core, branch),
        treeOf: (commit) => treeOf(core, commit),
        makeCommit: (commit) => makeCommit(core, commit),
        moveBranch: (branch, move) => moveBranch(core, branch, move),
        openPull: (pull) => openPull(core, pull),
        ...labelClient(core),
    };
}
function labelClient(core) {
    const needs = 'issues=write;pull_requests=write';
    return {
        labels: async () => {
            const all = await (0,client_core/* allPages */.S4)(core, {
                route: `GET ${core.base}/labels`,
                doing: 'list the labels',
                needs: 'issues=read',
                read: (0,client_schemas/* reading */.hF)(client_schemas/* labels */.WD),
                maxPages: MAX_LABEL_PAGES,
            });
            return all.map(({ name }) => name);
        },
        addLabels: async (number, names) => {
            await core.ask({
                route: `POST ${core.base}/issues/${number}/labels`,
                body: { labels: names },
                doing: `label #${number}`,
                needs,
                read: () => true,
            });
        },
        removeLabel: async (number, name) => {
            await core.ask({
                route: `DELETE ${core.base}/issues/${number}/labels/${encodeURIComponent(name)}`,
                doing: `take the label ${name} off #${number}`,
                needs,
                answers: [404],
                read: () => true,
            });
        },
    };
}
/** A name cannot be redacted and still name the same thing: one that holds a secret is not sent at all. */
async function refuseSecrets(core, what, name) {
    const clean = await core.redact(name);
    if (clean === name)
        return;
    throw new errors/* CountersignError */.W('input-invalid', `The ${what} ${clean} holds a secret, so it is not sent.`, {
        fix: 'Take another name.',
    });
}
function refPath(branch) {
    return `heads/${branch.split('/').map(encodeURIComponent).join('/')}`;
}
function branchHead(core, branch) {
    return core.ask({
        route: `GET ${core.base}/git/ref/${refPath(branch)}`,
        doing: `show the branch ${branch}`,
        needs: 'contents=read',
        answers: [404],
        read: (reply) => (reply.status === 404 ? null : (0,client_schemas/* reading */.hF)(client_schemas/* gitRef */.GY)(reply)?.object.sha),
    });
}
async function treeOf(core, commit) {
    const found = await core.ask({
        route: `GET ${core.base}/git/commits/${encodeURIComponent(commit)}`,
        doing: `show the commit ${commit}`,
        needs: 'contents=read',
        read: (0,client_schemas/* reading */.hF)(client_schemas/* gitCommit */.om),
    });
    return found.tree.sha;
}
/** Blobs, then the tree over the parent's, then the commit. Without an author GitHub fills in and signs for the token's. */
async function makeCommit(core, commit) {
    for (const { path } of commit.files)
        await refuseSecrets(core, 'path', path);
    const base = await treeOf(core, commit.parent);
    const tree = [];
    for (const file of commit.files) {
        const sha = file.bytes === null ? null : await makeBlob(core, file.bytes, file.path);
        tree.push({ path: file.path, mode: file.mode, type: 'blob', sha });
    }
    const made = await core.ask({
        route: `POST ${core.base}/git/trees`,
        body: { base_tree: base, tree },
        doing: 'make the tree of a commit',
        needs: work_NEEDS,
        read: (0,client_schemas/* reading */.hF)(client_schemas/* gitObject */.E7),
    });
    const message = await core.redact(commit.message);
    const { sha, verification } = await core.ask({
        route: `POST ${core.base}/git/commits`,
        body: { message, tree: made.sha, parents: [commit.parent] },
        doing: 'make a commit',
        needs: work_NEEDS,
        read: (0,client_schemas/* reading */.hF)(client_schemas/* commitMade */.Zu),
    });
    return { sha, verified: verification?.verified ?? null };
}
async function makeBlob(core, bytes, path) {
    const { sha } = await core.ask({
        route: `POST ${core.base}/git/blobs`,
        body: { content: Buffer.from(bytes).toString('base64'), encoding: 'base64' },
        doing: `store ${path}`,
        needs: work_NEEDS,
        read: (0,client_schemas/* reading */.hF)(client_schemas/* gitObject */.E7),
    });
    return sha;
}
/** After a lost answer, and after a refusal, what the branch stands on says what happened. */
async function moveBranch(core, branch, { from, to }) {
    await refuseSecrets(core, 'branch', branch);
    const before = await branchHead(core, branch);
    if (before === to)
        return { moved: true };
    if (before !== from)
        return { moved: false };
    const reply = await core.ask({
        route: from === null
            ? `POST ${core.base}/git/refs`
            : `PATCH ${core.base}/git/refs/${refPath(branch)}`,
        body: from === null ? { ref: `refs/heads/${branch}`, sha: to } : { sha: to, force: false },
        doing: `move the branch ${branch}`,
        needs: work_NEEDS,
        answers: [409, 422],
        read: (answer) => answer,
    });
    if (reply.status < 300)
        return { moved: true };
    const now = await branchHead(core, branch);
    if (now === to)
        return { moved: true };
    if (now !== from)
        return { moved: false };
    throw new errors/* CountersignError */.W('github-refused', `GitHub would not move the branch ${branch} (${reply.status}): its name or a rule of the repository forbids it.`, {
        fix: 'Take another branch name, or look at the rules for branches in the settings of the repository.',
    });
}
async function openPull(core, pull) {
    const there = () => findOpenPull(core, pull);
    const before = await there();
    if (before !== null)
        return before;
    const title = (await core.redact(pull.title)).replaceAll(/\s+/g, ' ').slice(0, work_MAX_TITLE_CHARS);
    return core.withBody(pull.body, (body) => core.ask({
        route: `POST ${core.base}/pulls`,
        body: { title, body, head: pull.head, base: pull.base, draft: pull.draft },
        doing: `open a pull request from ${pull.head}`,
        needs: 'pull_requests=write',
        read: (reply) => {
            const made = (0,client_schemas/* reading */.hF)(client_schemas/* pullMade */.v_)(reply);
            return made === undefined
                ? undefined
                : { number: made.number, url: made.html_url, created: true };
        },
        recover: async () => {
            const found = await there();
            return found === null ? null : { ...found, created: true };
        },
    }));
}
async function findOpenPull(core, pull) {
    const [first] = await core.ask({
        route: `GET ${core.base}/pulls`,
        query: { state: 'open', head: `${core.owner}:${pull.head}`, base: pull.base, per_page: 1 },
        doing: `list the pull requests from ${pull.head}`,
        needs: 'pull_requests=read',
        read: (0,client_schemas/* reading */.hF)(client_schemas/* openPulls */.Dw),
    });
    return first === undefined ? null : { number: first.number, url: first.html_url, created: false };
}

;// CONCATENATED MODULE: ./build/github/client/runs.js

/** Workflow runs, as other jobs see them. */
function runsClient(core) {
    return {
        workflowRun: (id) => core.ask({
            route: `GET ${core.base}/actions/runs/${id}`,
            doing: `read workflow run ${id}`,
            needs: 'actions: read',
            read: (0,client_schemas/* reading */.hF)(client_schemas/* workflowRun */.tM),
        }),
    };
}

;// CONCATENATED MODULE: ./build/github/client/requester.js


const MAX_RETRIES = 3;
const MAX_LIMIT_WAITS = 5;
const DEFAULT_MAX_LIMIT_WAIT_MS = 10 * 60_000;
/**
 * Asks GitHub until there is an answer: three more tries after a lost answer or a 5xx (1, 4 and 9 seconds apart),
 * and waits for rate limits as long as GitHub says, up to a ceiling. Throws `CountersignError` as the port says.
 */
function createRequester(options) {
    return async (ask) => {
        try {
            return await askUntilAnswered(ask, options);
        }
        catch (error) {
            if (options.signal?.aborted === true)
                throw cancelled(ask);
            throw withoutToken(error, options.token);
        }
    };
}
async function askUntilAnswered(ask, options) {
    const ceilingMs = options.maxLimitWaitMs ?? DEFAULT_MAX_LIMIT_WAIT_MS;
    let retries = 0;
    let waits = 0;
    let waitedMs = 0;
    let because = '';
    while (retries <= MAX_RETRIES && waits <= MAX_LIMIT_WAITS) {
        const step = await attempt(ask, options, waits);
        if (step.kind === 'done')
            return step.value;
        because = step.because;
        if (step.kind === 'limit') {
            waits += 1;
            waitedMs += step.waitMs;
            if (waitedMs > ceilingMs)
                throw limitError(ask, options, step.waitMs);
            await wait(step.waitMs, { because, attempt: waits }, options);
            continue;
        }
        retries += 1;
        if (retries > MAX_RETRIES)
            break;
        await wait(retries ** 2 * 1000, { because, attempt: retries }, options);
        if (step.ambiguous && ask.recover !== undefined) {
            const made = await ask.recover();
            if (made !== null)
                return made;
        }
    }
    if (waits > MAX_LIMIT_WAITS)
        throw limitError(ask, options, 0);
    throw new errors/* CountersignError */.W('github-unreachable', `GitHub could not ${ask.doing}: ${because}, after ${MAX_RETRIES + 1} tries.`, {
        fix: 'Run the job again later; https://www.githubstatus.com tells whether GitHub has trouble.',
    });
}
async function attempt(ask, options, waited) {
    if (options.signal?.aborted === true)
        throw cancelled(ask);
    const reply = await options.send(ask);
    if (reply.status !== null && ask.answers?.includes(reply.status) === true)
        return read(ask, reply);
    const judgement = judgeReply(reply, {
        doing: ask.doing,
        needs: ask.needs,
        nowMs: options.clock.now().getTime(),
        waited,
    });
    if (judgement.kind === 'fail')
        throw judgement.error;
    if (judgement.kind !== 'ok')
        return judgement;
    return reply.status === null ? brokenAnswer : read(ask, reply);
}
const brokenAnswer = {
    kind: 'retry',
    because: 'GitHub answered something that is not what was asked for',
    ambiguous: true,
};
function read(ask, reply) {
    const value = ask.read(reply);
    return value === undefined ? brokenAnswer : { kind: 'done', value };
}
async function wait(waitMs, told, options) {
    options.onWait?.({ ...told, waitMs });
    await options.clock.sleep(waitMs, options.signal);
}
function limitError(ask, options, waitMs) {
    const until = new Date(options.clock.now().getTime() + waitMs).toISOString();
    return new errors/* CountersignError */.W('github-limit', `GitHub limits the rate of requests and would not ${ask.doing} before ${until}.`, { fix: 'Run the job again after that time, or use a token with a higher limit.' });
}
function cancelled(ask) {
    return new errors/* CountersignError */.W('cancelled', `The run was cancelled before GitHub could ${ask.doing}.`);
}
/** GitHub's words are not ours: should they ever repeat the token, it goes no further than here. */
function withoutToken(error, token) {
    if (!(error instanceof errors/* CountersignError */.W) || token === '' || !error.message.includes(token))
        return error;
    const message = error.message.replaceAll(token, '[token]');
    return new errors/* CountersignError */.W(error.code, message, error.fix === undefined ? {} : { fix: error.fix });
}

;// CONCATENATED MODULE: ./build/github/client/client.js
















const REQUEST_TIMEOUT_MS = 30_000;
const USER_AGENT = 'countersign';
/** A client for one repository. Sends nothing before its first method is called; see `GitHub` for what it throws. */
function createGitHub(options) {
    const core = coreOf(options);
    return {
        owner: options.owner,
        repo: options.repo,
        ...peopleClient(core),
        ...filesClient(core),
        ...commentsClient(core),
        ...issueClient(core),
        ...ciClient(core),
        ...threadsClient(core),
        ...picturesClient(core),
        ...workClient(core),
        ...reviewClient(core),
        ...runsClient(core),
        ...checksClient(core),
    };
}
/** What the parts of a client share; throws `input-invalid` for a name that no repository has. */
function coreOf(options) {
    for (const [name, value] of [
        ['owner', options.owner],
        ['repo', options.repo],
    ]) {
        if (!/^[\w.-]+$/.test(value) || /^\.+$/.test(value)) {
            throw new errors/* CountersignError */.W('input-invalid', `${JSON.stringify(value)} is no name for a repository's ${name}.`);
        }
    }
    const clock = options.clock ?? base_clock/* systemClock */.m;
    const redact = async (text) => (await options.redactor?.redact(text)) ?? text;
    return {
        ask: requesterOf(options, clock),
        getPlain: octokitGet(connectionOf(options)),
        apiUrl: options.apiUrl,
        clock,
        owner: options.owner,
        repo: options.repo,
        base: `/repos/${options.owner}/${options.repo}`,
        redact,
        withBody: async (text, send) => {
            const clean = await redact(text);
            try {
                return await send((0,outgoing_body/* cutBody */.ZL)(clean));
            }
            catch (error) {
                if (!isTooLong(error) || clean.length <= outgoing_body/* SHORTER_BODY_CHARS */.R4)
                    throw error;
                return send((0,outgoing_body/* cutBody */.ZL)(clean, outgoing_body/* SHORTER_BODY_CHARS */.R4));
            }
        },
    };
}
function requesterOf(options, clock) {
    const send = octokitSend({ token: options.token, ...connectionOf(options) });
    return createRequester({
        send,
        clock,
        token: options.token,
        onWait: options.onWait,
        signal: options.signal,
        maxLimitWaitMs: options.maxLimitWaitMs,
    });
}
function connectionOf(options) {
    return {
        apiUrl: options.apiUrl,
        userAgent: USER_AGENT,
        proxied: options.proxied === true,
        requestTimeoutMs: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
        signal: options.signal,
    };
}


/***/ }),

/***/ 15649:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EK: () => (/* binding */ PER_PAGE),
/* harmony export */   Ot: () => (/* binding */ tooMany),
/* harmony export */   S4: () => (/* binding */ allPages),
/* harmony export */   cg: () => (/* binding */ cursorOf)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(45145);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(30742);

const PER_PAGE = 100;
/**
 * All pages of a list. Pages are asked for until one is not full, whatever the `Link` header says.
 * Throws `github-refused` where there are more than `maxPages`: half a list is never taken for the whole.
 */
async function allPages(core, pages) {
    const all = [];
    for (let page = 1; page <= pages.maxPages; page += 1) {
        const items = await core.ask({ ...pages, query: { ...pages.query, per_page: PER_PAGE, page } });
        all.push(...items);
        if (items.length < PER_PAGE)
            return all;
    }
    throw tooMany(pages.doing, pages.maxPages * PER_PAGE);
}
function tooMany(doing, most) {
    return new _base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .CountersignError */ .W('github-refused', `GitHub has more than ${most} entries to ${doing}; that many are not read.`);
}
/** A digest of a list as it is now, to tell whether another reading is different. */
function cursorOf(list) {
    return (0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .sha256 */ .s)(JSON.stringify(list));
}


/***/ }),

/***/ 82244:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Q: () => (/* binding */ checkRun),
/* harmony export */   l: () => (/* binding */ checkRuns)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(55156);
/* harmony import */ var _schemas_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(99516);


/** The App behind a check run. GitHub gives `null` where it is gone, and then nobody can be told by it. */
const app = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ id: zod__WEBPACK_IMPORTED_MODULE_0__.number().int(), slug: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish() })
    .nullish()
    .transform((raw) => raw === null || raw === undefined ? { id: 0, slug: '' } : { id: raw.id, slug: raw.slug ?? '' });
/** A check run, in answers and in event payloads alike. */
const checkRun = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.number().int().positive(),
    html_url: _schemas_js__WEBPACK_IMPORTED_MODULE_1__/* .text */ .Qq,
    head_sha: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    external_id: _schemas_js__WEBPACK_IMPORTED_MODULE_1__/* .text */ .Qq,
    conclusion: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    app,
})
    .transform((raw) => ({
    id: raw.id,
    url: raw.html_url,
    app: raw.app,
    headSha: raw.head_sha,
    externalId: raw.external_id,
    conclusion: raw.conclusion ?? null,
}));
const checkRuns = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ check_runs: zod__WEBPACK_IMPORTED_MODULE_0__.array(checkRun) });


/***/ }),

/***/ 99516:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B0: () => (/* binding */ pullFiles),
/* harmony export */   Bq: () => (/* binding */ issues),
/* harmony export */   Dw: () => (/* binding */ openPulls),
/* harmony export */   E7: () => (/* binding */ gitObject),
/* harmony export */   EK: () => (/* binding */ permission),
/* harmony export */   GY: () => (/* binding */ gitRef),
/* harmony export */   Im: () => (/* binding */ comment),
/* harmony export */   Jk: () => (/* binding */ repository),
/* harmony export */   LB: () => (/* binding */ lastEdit),
/* harmony export */   LF: () => (/* binding */ attestationList),
/* harmony export */   Qq: () => (/* binding */ text),
/* harmony export */   W2: () => (/* binding */ reviewMade),
/* harmony export */   WD: () => (/* binding */ labels),
/* harmony export */   Wu: () => (/* binding */ pullCommits),
/* harmony export */   Yq: () => (/* binding */ reviews),
/* harmony export */   Zu: () => (/* binding */ commitMade),
/* harmony export */   a$: () => (/* binding */ pull),
/* harmony export */   av: () => (/* binding */ blob),
/* harmony export */   cd: () => (/* binding */ commit),
/* harmony export */   ct: () => (/* binding */ account),
/* harmony export */   hF: () => (/* binding */ reading),
/* harmony export */   iw: () => (/* binding */ attestationMade),
/* harmony export */   lJ: () => (/* binding */ viewer),
/* harmony export */   mJ: () => (/* binding */ slugOfApp),
/* harmony export */   my: () => (/* binding */ comparison),
/* harmony export */   nK: () => (/* binding */ comments),
/* harmony export */   om: () => (/* binding */ gitCommit),
/* harmony export */   qc: () => (/* binding */ contentFile),
/* harmony export */   sn: () => (/* binding */ issue),
/* harmony export */   tM: () => (/* binding */ workflowRun),
/* harmony export */   v_: () => (/* binding */ pullMade),
/* harmony export */   vs: () => (/* binding */ artifactList),
/* harmony export */   xU: () => (/* binding */ membership),
/* harmony export */   yX: () => (/* binding */ contentFolder)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(55156);

/** The parts of GitHub's REST answers that are used. Everything else in them is let through unread. */
/** `null` where the account is gone: GitHub then gives `null` or leaves the field out. */
const account = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ login: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1), id: zod__WEBPACK_IMPORTED_MODULE_0__.number(), type: zod__WEBPACK_IMPORTED_MODULE_0__.string().default('User') })
    .nullish()
    .transform((user) => user === null || user === undefined
    ? null
    : { login: user.login, id: user.id, type: user.type });
/** GitHub gives `null` for an empty body. */
const text = zod__WEBPACK_IMPORTED_MODULE_0__.string()
    .nullish()
    .transform((value) => value ?? '');
const slugOfApp = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ slug: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish() })
    .nullish()
    .transform((app) => (app === null || app === undefined ? null : (app.slug ?? 'unknown app')));
const comment = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.number(),
    node_id: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    user: account,
    performed_via_github_app: slugOfApp,
    body: text,
    created_at: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    updated_at: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    html_url: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
})
    .transform((raw) => ({
    id: raw.id,
    nodeId: raw.node_id,
    author: raw.user,
    viaApp: raw.performed_via_github_app,
    body: raw.body,
    createdAt: raw.created_at,
    updatedAt: raw.updated_at,
    url: raw.html_url,
}));
const comments = zod__WEBPACK_IMPORTED_MODULE_0__.array(comment);
const issue = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    number: zod__WEBPACK_IMPORTED_MODULE_0__.number().int().positive(),
    title: text,
    body: text,
    user: account,
    state: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    pull_request: zod__WEBPACK_IMPORTED_MODULE_0__.unknown().optional(),
    html_url: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
})
    .transform((raw) => ({
    number: raw.number,
    title: raw.title,
    body: raw.body,
    author: raw.user,
    open: raw.state === 'open',
    isPullRequest: raw.pull_request !== undefined && raw.pull_request !== null,
    url: raw.html_url,
}));
const issues = zod__WEBPACK_IMPORTED_MODULE_0__.array(issue);
const repositoryName = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ full_name: zod__WEBPACK_IMPORTED_MODULE_0__.string() }).nullish();
const workflowRun = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.number().int().positive(),
    path: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    event: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
    repository: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ full_name: zod__WEBPACK_IMPORTED_MODULE_0__.string() }),
    head_repository: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ full_name: zod__WEBPACK_IMPORTED_MODULE_0__.string() }).nullable(),
})
    .transform((raw) => ({
    id: raw.id,
    repository: raw.repository.full_name,
    headRepository: raw.head_repository?.full_name ?? null,
    // `path@ref` where the workflow is one that another calls.
    workflow: raw.path.split('@')[0] ?? raw.path,
    event: raw.event,
    completed: raw.status === 'completed',
}));
const pull = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    number: zod__WEBPACK_IMPORTED_MODULE_0__.number().int().positive(),
    user: account,
    state: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    head: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ sha: zod__WEBPACK_IMPORTED_MODULE_0__.string(), ref: zod__WEBPACK_IMPORTED_MODULE_0__.string(), repo: repositoryName }),
    base: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ ref: zod__WEBPACK_IMPORTED_MODULE_0__.string() }),
    commits: zod__WEBPACK_IMPORTED_MODULE_0__.number().int().nonnegative().optional(),
})
    .transform((raw) => ({
    number: raw.number,
    author: raw.user,
    open: raw.state === 'open',
    headSha: raw.head.sha,
    headRef: raw.head.ref,
    headRepository: raw.head.repo?.full_name ?? null,
    baseRef: raw.base.ref,
    commits: raw.commits ?? null,
}));
const pullCommits = zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ author: account, committer: account }));
const repository = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ default_branch: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1) });
const commit = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ sha: zod__WEBPACK_IMPORTED_MODULE_0__.string() });
/** A file's `content` is base64 with line breaks; above 1 MB it is empty and `encoding` is `none`. */
const contentFile = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    type: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    sha: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    size: zod__WEBPACK_IMPORTED_MODULE_0__.number().int().nonnegative(),
    encoding: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    content: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
});
const contentFolder = zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ type: zod__WEBPACK_IMPORTED_MODULE_0__.string(), name: zod__WEBPACK_IMPORTED_MODULE_0__.string() }));
const blob = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ content: zod__WEBPACK_IMPORTED_MODULE_0__.string(), encoding: zod__WEBPACK_IMPORTED_MODULE_0__.string() });
const permission = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    permission: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    role_name: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    user: account,
});
const membership = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ state: zod__WEBPACK_IMPORTED_MODULE_0__.string() });
const viewer = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    data: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
        viewer: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ login: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1), databaseId: zod__WEBPACK_IMPORTED_MODULE_0__.number().nullish() }),
    }),
});
const lastEdit = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    data: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
        node: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
            // Present for what can be edited, `null` where it never was; absent for a node of another kind.
            lastEditedAt: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
            editor: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ login: zod__WEBPACK_IMPORTED_MODULE_0__.string() }).nullish(),
        }),
    }),
});
const gitObject = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ sha: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1) });
const commitMade = gitObject.extend({
    verification: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ verified: zod__WEBPACK_IMPORTED_MODULE_0__.boolean() }).nullish(),
});
const comparison = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ merge_base_commit: gitObject });
const gitCommit = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ tree: gitObject });
const gitRef = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ object: gitObject });
const pullMade = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    number: zod__WEBPACK_IMPORTED_MODULE_0__.number().int().positive(),
    html_url: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
});
const labels = zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ name: zod__WEBPACK_IMPORTED_MODULE_0__.string() }));
const reviewMade = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.number(),
    html_url: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    body: text,
    commit_id: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
});
const reviews = zod__WEBPACK_IMPORTED_MODULE_0__.array(reviewMade);
const openPulls = zod__WEBPACK_IMPORTED_MODULE_0__.array(pullMade);
const pullFiles = zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    filename: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    additions: zod__WEBPACK_IMPORTED_MODULE_0__.number().default(0),
    deletions: zod__WEBPACK_IMPORTED_MODULE_0__.number().default(0),
    previous_filename: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    patch: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
})
    .transform((raw) => ({
    path: raw.filename,
    status: raw.status,
    additions: raw.additions,
    deletions: raw.deletions,
    previousPath: raw.previous_filename ?? null,
    patch: raw.patch ?? null,
})));
const artifactList = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    artifacts: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
        id: zod__WEBPACK_IMPORTED_MODULE_0__.number(),
        name: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
        size_in_bytes: zod__WEBPACK_IMPORTED_MODULE_0__.number(),
        expired: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().nullish(),
        digest: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    })),
});
/** `GET /repos/{owner}/{repo}/attestations/{digest}`. */
const attestationList = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    attestations: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ bundle: zod__WEBPACK_IMPORTED_MODULE_0__.unknown() })),
});
/** `POST /repos/{owner}/{repo}/attestations`. */
const attestationMade = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ id: zod__WEBPACK_IMPORTED_MODULE_0__.number() });
/** `read` for a requester: the parsed value, or `undefined` where the answer has another shape. */
function reading(schema) {
    return (reply) => {
        const parsed = schema.safeParse(reply.data);
        return parsed.success ? parsed.data : undefined;
    };
}


/***/ }),

/***/ 85413:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ askingLines),
/* harmony export */   _: () => (/* binding */ openFence)
/* harmony export */ });
/**
 * Which lines of a Markdown text are the author's own words: not quoted, not code, not hidden. Follows CommonMark's
 * block structure as far as it matters for that, and where it is in doubt a line does not count.
 *
 * A line right under a quote counts: people who answer below a quote mean what they write there.
 */
const LINE_END = /\r\n|\r|\n/;
const FENCE = /^(\s*(?:(?:[-*+]|\d{1,9}[.)])\s+|>\s?)*)(`{3,}|~{3,})(.*)$/;
const INDENTED_CODE = /^(?: {4}| {0,3}\t)/;
const QUOTE = /^ {0,3}>/;
const RAW_HTML = /^\s*<(pre|script|style|textarea|blockquote|code)\b/i;
/** The lines of `text` that are its author's own words, in order; blank ones are left out. */
function askingLines(text) {
    const scan = { fence: null, until: null };
    const own = linesOf(text).filter((line) => isOwn(line.text, scan) && line.text.trim() !== '');
    return paragraphsOf(own).flatMap((paragraph) => outsideCodeSpans(text, paragraph));
}
/** The mark that would close the code fence still open at the end of `text`; `null` where none is. */
function openFence(text) {
    const scan = { fence: null, until: null };
    for (const line of linesOf(text))
        isOwn(line.text, scan);
    return scan.fence === null ? null : scan.fence.mark.repeat(scan.fence.length);
}
function linesOf(text) {
    const lines = [];
    let start = 0;
    for (const line of text.split(LINE_END)) {
        const end = start + line.length;
        const next = end + (text.startsWith('\r\n', end) ? 2 : 1);
        lines.push({ text: line, start, next: Math.min(next, text.length) });
        start = next;
    }
    return lines;
}
/** Reads one line and moves the scan on. */
function isOwn(line, scan) {
    if (scan.fence !== null) {
        if (scan.fence.quoted && !QUOTE.test(line)) {
            // A fence inside a quote ends with the quote.
            scan.fence = null;
        }
        else {
            if (closes(line, scan.fence))
                scan.fence = null;
            return false;
        }
    }
    if (scan.until !== null) {
        if (line.toLowerCase().includes(scan.until))
            scan.until = null;
        return false;
    }
    const fence = fenceOpenedBy(line);
    if (fence !== null) {
        scan.fence = fence;
        return false;
    }
    if (INDENTED_CODE.test(line) || QUOTE.test(line))
        return false;
    return !hides(line, scan);
}
/** Notes raw HTML and comments that begin on the line. True where the line itself is part of one from its start. */
function hides(line, scan) {
    const raw = RAW_HTML.exec(line);
    if (raw !== null) {
        const end = `</${(raw[1] ?? '').toLowerCase()}>`;
        if (!line.toLowerCase().includes(end))
            scan.until = end;
        return true;
    }
    const shown = line.replaceAll(/(`+)[^`]*\1/g, '');
    const opened = shown.lastIndexOf('<!--');
    if (opened >= 0 && !shown.includes('-->', opened))
        scan.until = '-->';
    return /^\s*<!--/.test(line);
}
function fenceOpenedBy(line) {
    const found = FENCE.exec(line);
    if (found === null)
        return null;
    const [, lead = '', marks = '', info = ''] = found;
    const mark = marks.slice(0, 1);
    // An info string of a backtick fence holds no backtick: such a line is inline code.
    if (mark === '`' && info.includes('`'))
        return null;
    const topLevel = /^ {0,3}$/.test(lead);
    return {
        mark,
        length: marks.length,
        maxIndent: topLevel ? 3 : lead.length + 3,
        quoted: lead.includes('>'),
    };
}
function closes(line, fence) {
    const inner = fence.quoted ? line.replace(/^[\s>]*/, '') : line;
    const found = /^(\s*)(`+|~+)\s*$/.exec(inner);
    if (found === null)
        return false;
    const [, indent = '', marks = ''] = found;
    return (marks.startsWith(fence.mark) && marks.length >= fence.length && indent.length <= fence.maxIndent);
}
function paragraphsOf(lines) {
    const paragraphs = [];
    let before;
    for (const line of lines) {
        const current = paragraphs.at(-1);
        if (current !== undefined && before?.next === line.start)
            current.push(line);
        else
            paragraphs.push([line]);
        before = line;
    }
    return paragraphs;
}
/**
 * Without the lines that begin inside inline code: a run of backticks up to the next run of the same length in the
 * same paragraph (CommonMark 6.1).
 */
function outsideCodeSpans(text, paragraph) {
    const start = paragraph[0]?.start ?? 0;
    const spans = codeSpans(text.slice(start, paragraph.at(-1)?.next ?? start));
    let index = 0;
    return paragraph.filter((line) => {
        const at = line.start - start;
        while ((spans[index]?.end ?? Infinity) <= at)
            index += 1;
        const span = spans[index];
        return span === undefined || at <= span.start;
    });
}
function codeSpans(paragraph) {
    const runs = [...paragraph.matchAll(/`+/g)].map((run) => ({
        at: run.index,
        length: run[0].length,
    }));
    const closerOf = new Map();
    const nextOfLength = new Map();
    for (let index = runs.length - 1; index >= 0; index -= 1) {
        const length = runs[index]?.length ?? 0;
        const closer = nextOfLength.get(length);
        if (closer !== undefined)
            closerOf.set(index, closer);
        nextOfLength.set(length, index);
    }
    const spans = [];
    for (let index = 0; index < runs.length; index += 1) {
        const closer = closerOf.get(index);
        if (closer === undefined)
            continue;
        const [first, last] = [runs[index], runs[closer]];
        if (first !== undefined && last !== undefined)
            spans.push({ start: first.at, end: last.at + last.length });
        index = closer;
    }
    return spans;
}


/***/ }),

/***/ 62663:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   j: () => (/* binding */ atLeast),
/* harmony export */   k: () => (/* binding */ roleOf)
/* harmony export */ });
/* harmony import */ var _ports_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(93794);

/** What GitHub's older field `permission` says for each role: it knows no `triage` and no `maintain`. */
const COARSE = {
    none: 'none',
    read: 'read',
    triage: 'read',
    write: 'write',
    maintain: 'write',
    admin: 'admin',
};
/**
 * A person's role from GitHub's answer; `undefined` where it makes no sense. A custom role counts as what the older
 * field makes of it, and so does a role that the older field contradicts.
 */
function roleOf(permission, roleName) {
    const role = _ports_js__WEBPACK_IMPORTED_MODULE_0__/* .PERMISSIONS */ .J.find((known) => known === roleName);
    if (role !== undefined && COARSE[role] === permission)
        return role;
    return _ports_js__WEBPACK_IMPORTED_MODULE_0__/* .PERMISSIONS */ .J.find((known) => known === permission);
}
/** True where `held` includes everything that `wanted` allows. */
function atLeast(held, wanted) {
    return _ports_js__WEBPACK_IMPORTED_MODULE_0__/* .PERMISSIONS */ .J.indexOf(held) >= _ports_js__WEBPACK_IMPORTED_MODULE_0__/* .PERMISSIONS */ .J.indexOf(wanted);
}


/***/ }),

/***/ 74961:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   GW: () => (/* binding */ MAX_BODY_CHARS),
/* harmony export */   NZ: () => (/* binding */ sameBody),
/* harmony export */   R4: () => (/* binding */ SHORTER_BODY_CHARS),
/* harmony export */   ZL: () => (/* binding */ cutBody)
/* harmony export */ });
/* harmony import */ var _events_asking_lines_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(85413);

/** GitHub refuses bodies over 65,536 characters; what it counts differs from what JavaScript counts, so stay below. */
const MAX_BODY_CHARS = 60_000;
/** What is sent once more where GitHub finds even that too long. */
const SHORTER_BODY_CHARS = 30_000;
const NOTE_CHARS = 120;
/**
 * `body` as it may be sent: whole, or its head with a note of how much was left out. An open code fence is closed
 * before the note. Redact before: half a secret matches nothing.
 */
function cutBody(body, maxChars = MAX_BODY_CHARS) {
    if (body.length <= maxChars)
        return body;
    const head = wholeCharacters(body.slice(0, maxChars - NOTE_CHARS));
    const fence = (0,_events_asking_lines_js__WEBPACK_IMPORTED_MODULE_0__/* .openFence */ ._)(head);
    const closing = fence === null ? '' : `\n${fence}`;
    const left = body.length - head.length;
    return `${head}${closing}\n\n_Cut here: ${left.toLocaleString('en-US')} more characters would not fit into a comment._`;
}
/** Without the first half of a surrogate pair at the end. */
function wholeCharacters(text) {
    return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
/** Whether two bodies are the same to GitHub, which trims them and may change line ends. */
function sameBody(a, b) {
    return normal(a) === normal(b);
}
function normal(body) {
    return body.replaceAll('\r\n', '\n').trim();
}


/***/ }),

/***/ 2972:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Yx: () => (/* binding */ mayHoldPictures),
/* harmony export */   ZJ: () => (/* binding */ isPictureAddress),
/* harmony export */   _Z: () => (/* binding */ isPictureStorage),
/* harmony export */   fK: () => (/* binding */ pictureAddresses)
/* harmony export */ });
/** Which addresses pictures are fetched from: GitHub's own, and no other. Pure. */
/** Where github.com keeps what people drop into a text. Its proxy for other hosts' pictures would tell those hosts. */
const HOSTS = new Set([
    'private-user-images.githubusercontent.com',
    'user-images.githubusercontent.com',
]);
const ATTACHMENT = /^\/(?:user-attachments\/assets\/|[\w.-]+\/[\w.-]+\/assets\/)/;
const STORAGE = /^github-production-user-asset-[\w]+\.s3\.amazonaws\.com$/;
const MAX_ADDRESSES = 50;
const MAX_HTML_CHARS = 500_000;
/** Whether a picture may be fetched from an address that a text names. */
function isPictureAddress(apiUrl, url) {
    const api = new URL(apiUrl);
    if (api.hostname === 'api.github.com') {
        if (url.protocol !== 'https:' || url.port !== '')
            return false;
        return (HOSTS.has(url.hostname) || (url.hostname === 'github.com' && ATTACHMENT.test(url.pathname)));
    }
    // Enterprise Server keeps them beside its API, or on a host below its own; ghe.com on hosts below the same domain.
    if (url.origin === api.origin)
        return !url.pathname.startsWith('/api/');
    const domain = api.hostname.replace(/^api\./, '');
    const below = ['media', 'private-user-images'].map((name) => `${name}.${domain}`);
    return url.protocol === 'https:' && below.includes(url.hostname);
}
/** Whether one of GitHub's addresses may lead on to it. */
function isPictureStorage(url) {
    return url.protocol === 'https:' && url.port === '' && STORAGE.test(url.hostname);
}
/** True where a text in Markdown may show a picture at all: asking GitHub for it costs a request. */
function mayHoldPictures(markdown) {
    return /!\[|<img\b|\/user-attachments\/|user-images\./i.test(markdown);
}
/** The addresses of the pictures in a text as GitHub shows it, each once, in their order. */
function pictureAddresses(html) {
    const tags = html.slice(0, MAX_HTML_CHARS).matchAll(/<img\b[^>]{0,5000}>/gi);
    const found = [...tags].flatMap(([tag]) => {
        const [, double, single] = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag) ?? [];
        const address = (double ?? single ?? '').replaceAll('&amp;', '&');
        return URL.canParse(address) ? [address] : [];
    });
    return [...new Set(found)].slice(0, MAX_ADDRESSES);
}


/***/ }),

/***/ 93794:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ PERMISSIONS)
/* harmony export */ });
/* unused harmony export REACTIONS */
const PERMISSIONS = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];
const REACTIONS = (/* unused pure expression or super */ null && (['+1', '-1', 'eyes', 'rocket', 'confused', 'hooray']));


/***/ })

};
