export const id = 8012;
export const ids = [8012];
export const modules = {

/***/ 8012:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  demoCommands: () => (/* binding */ demoCommands)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(48161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/audit/format.js
var format = __webpack_require__(4949);
// EXTERNAL MODULE: ./build/base/text.js
var base_text = __webpack_require__(91497);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./build/sandbox/process.js + 1 modules
var sandbox_process = __webpack_require__(92613);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: ./build/base/clock.js
var clock = __webpack_require__(42030);
;// CONCATENATED MODULE: ./build/demo/artifact-server.js
/**
 * The service that workflow artifacts live in: the results service (Twirp over JSON), and the blob storage that it hands
 * out signed addresses of. Pure: requests in, replies out.
 */

class TwirpError extends Error {
    status;
    code;
    constructor(status, code, message) {
        super(message);
        this.status = status;
        this.code = code;
    }
}
const TWIRP = /^\/twirp\/github\.actions\.results\.api\.v1\.ArtifactService\/(\w+)$/;
const TOKEN_HOURS = 6;
/** An empty service that answers under `url`. */
function createArtifactService(url) {
    const store = { url, artifacts: [], blobs: new Map(), runs: new Map(), nextId: 1000 };
    const blobOf = (id) => {
        const blob = store.blobs.get(store.artifacts.find((artifact) => artifact.id === id)?.blob ?? '');
        if (blob === undefined)
            throw new Error(`There is no artifact ${id}.`);
        return blob;
    };
    return {
        artifacts: store.artifacts,
        handle: (request) => twirp(store, request) ?? blobStorage(store, request),
        addressOf: ({ blob }) => signed(store, blob),
        bytesOf: (id) => blobOf(id).body ?? Buffer.alloc(0),
        tamper: (id, change) => {
            const blob = blobOf(id);
            blob.body = change(blob.body ?? Buffer.alloc(0));
        },
        envFor: ({ runId, job }) => envFor(store, runId, job ?? (0,external_node_crypto_.randomUUID)()),
    };
}
function envFor(store, runId, job) {
    const known = [...store.runs].find(([, number]) => number === runId);
    const backendRun = known?.[0] ?? (0,external_node_crypto_.randomUUID)();
    store.runs.set(backendRun, runId);
    return {
        ACTIONS_RESULTS_URL: `${store.url}/`,
        ACTIONS_RUNTIME_TOKEN: runtimeToken(backendRun, job),
        GITHUB_RUN_ID: String(runId),
    };
}
/** A JWT as the runner gets it: only its claims are read. */
function runtimeToken(run, job) {
    const exp = Math.floor(Date.now() / 1000) + TOKEN_HOURS * 3600;
    const claims = { scp: `Actions.GenericRead:00000000 Actions.Results:${run}:${job}`, exp };
    return `${jwtPart({ alg: 'none', typ: 'JWT' })}.${jwtPart(claims)}.local`;
}
function jwtPart(value) {
    return Buffer.from(JSON.stringify(value)).toString('base64url');
}
function twirp(store, request) {
    const method = TWIRP.exec(request.path)?.[1];
    if (method === undefined || request.method !== 'POST')
        return null;
    if (!/^Bearer ./.test(request.headers.authorization ?? '')) {
        return { status: 401, body: { code: 'unauthenticated', msg: 'no token' } };
    }
    const act = METHODS[method];
    if (act === undefined)
        return { status: 404, body: { code: 'bad_route', msg: method } };
    try {
        return { status: 200, body: act(store, fieldsOf(request.body)) };
    }
    catch (error) {
        if (!(error instanceof TwirpError))
            throw error;
        return { status: error.status, body: { code: error.code, msg: error.message } };
    }
}
/** The fields of a request as text, in snake case: the client sends either case, and int64 as text. */
function fieldsOf(body) {
    const parsed = JSON.parse(body.length === 0 ? '{}' : body.toString('utf8'));
    const fields = {};
    for (const [name, value] of Object.entries(parsed ?? {})) {
        if (value === null || value === undefined)
            continue;
        fields[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = String(value);
    }
    return fields;
}
const METHODS = {
    CreateArtifact: (store, fields) => {
        const { workflow_run_backend_id: run = '', workflow_job_run_backend_id: job = '', name = '', } = fields;
        if (store.artifacts.some((artifact) => artifact.backendRun === run && artifact.name === name)) {
            throw new TwirpError(409, 'already_exists', 'an artifact with this name already exists on the workflow run');
        }
        const zip = (fields['mime_type'] ?? 'application/zip') === 'application/zip';
        const blob = `${(0,external_node_crypto_.randomUUID)()}/${encodeURIComponent(name)}${zip ? '.zip' : ''}`;
        store.blobs.set(blob, { blocks: new Map(), body: null, type: '' });
        store.artifacts.push({
            id: store.nextId,
            backendRun: run,
            backendJob: job,
            workflowRunId: store.runs.get(run) ?? 0,
            name,
            createdAt: new Date().toISOString(),
            expiresAt: fields['expires_at'] ?? null,
            blob,
            done: null,
        });
        store.nextId += 1;
        return { ok: true, signed_upload_url: signed(store, blob) };
    },
    FinalizeArtifact: (store, fields) => {
        const artifact = store.artifacts.findLast((one) => isOf(one, fields) && one.done === null);
        const body = store.blobs.get(artifact?.blob ?? '')?.body ?? null;
        if (artifact === undefined || body === null)
            throw new TwirpError(404, 'not_found', 'no such upload');
        const digest = `sha256:${(0,external_node_crypto_.createHash)('sha256').update(body).digest('hex')}`;
        if (Number(fields['size']) !== body.length || (fields['hash'] ?? digest) !== digest) {
            throw new TwirpError(400, 'invalid_argument', 'size or digest is not that of what was uploaded');
        }
        artifact.done = { size: body.length, digest };
        return { ok: true, artifact_id: String(artifact.id) };
    },
    ListArtifacts: (store, fields) => ({
        artifacts: store.artifacts
            .filter((one) => one.done !== null && one.backendRun === fields['workflow_run_backend_id'])
            .filter((one) => fields['name_filter'] === undefined || one.name === fields['name_filter'])
            .filter((one) => fields['id_filter'] === undefined || String(one.id) === fields['id_filter'])
            .map((one) => ({
            workflow_run_backend_id: one.backendRun,
            workflow_job_run_backend_id: one.backendJob,
            database_id: String(one.id),
            name: one.name,
            size: String(one.done?.size ?? 0),
            created_at: one.createdAt,
            digest: one.done?.digest,
        })),
    }),
    GetSignedArtifactURL: (store, fields) => {
        const artifact = store.artifacts.findLast((one) => isOf(one, fields) && one.done !== null);
        if (artifact === undefined)
            throw new TwirpError(404, 'not_found', 'artifact not found');
        return { signed_url: signed(store, artifact.blob) };
    },
};
function isOf(artifact, fields) {
    return (artifact.backendRun === fields['workflow_run_backend_id'] && artifact.name === fields['name']);
}
function signed(store, blob) {
    return `${store.url}/blob/${blob}?se=2099-01-01T00%3A00%3A00Z&sig=${(0,external_node_crypto_.randomUUID)()}&sp=rcw&sr=b&sv=2025-01-05`;
}
/** As much of Azure's blob storage as the client uses: blocks, the list of blocks, a blob in one piece, reading. */
function blobStorage(store, request) {
    const key = /^\/blob\/(.+)$/.exec(request.path)?.[1];
    if (key === undefined)
        return null;
    const blob = store.blobs.get(key);
    const headers = {
        'x-ms-request-id': (0,external_node_crypto_.randomUUID)(),
        'x-ms-version': '2025-01-05',
        etag: `"${(0,external_node_crypto_.randomUUID)()}"`,
        'last-modified': new Date().toUTCString(),
    };
    if (blob === undefined || !request.query.has('sig'))
        return { status: 404, headers, body: '' };
    if (request.method === 'GET' && blob.body !== null) {
        const name = decodeURIComponent(key.slice(key.lastIndexOf('/') + 1));
        const disposition = `attachment; filename="${name}"`;
        const about = { 'content-type': blob.type, 'content-disposition': disposition };
        return { status: 200, headers: { ...headers, ...about }, body: blob.body };
    }
    if (request.method !== 'PUT')
        return { status: 404, headers, body: '' };
    const part = request.query.get('comp');
    if (part === 'block') {
        blob.blocks.set(request.query.get('blockid') ?? '', request.body);
        return { status: 201, headers, body: '' };
    }
    const whole = part === 'blocklist' ? joined(blob, request.body.toString('utf8')) : request.body;
    if (whole === null)
        return {
            status: 400,
            headers: { ...headers, 'x-ms-error-code': 'InvalidBlockList' },
            body: '',
        };
    blob.body = whole;
    blob.type = String(request.headers['x-ms-blob-content-type'] ?? 'application/zip');
    return { status: 201, headers, body: '' };
}
function joined(blob, list) {
    const ids = [...list.matchAll(/<(?:Latest|Committed|Uncommitted)>([^<]+)</g)].map((match) => match[1] ?? '');
    const blocks = ids.map((id) => blob.blocks.get(id));
    const present = blocks.filter((block) => block !== undefined);
    return present.length === blocks.length ? Buffer.concat(present) : null;
}

;// CONCATENATED MODULE: ./build/demo/github-server-repository-json.js
const WEB = 'https://github.com';
/** Addresses of accounts are those of GitHub itself: nobody follows them here. */
const API = 'https://api.github.com';
/** When everything was made that was there before. */
const MADE_AT = '2020-01-01T00:00:00Z';
const OWNER_ID = 2;
const REPOSITORY_ID = 1;
const FORK_ID = 99;
const ACTIONS_APP_ID = 15_368;
const OTHER_APP_ID = 770_001;
const ACCOUNT_LINKS = {
    followers_url: '/followers',
    following_url: '/following{/other_user}',
    gists_url: '/gists{/gist_id}',
    starred_url: '/starred{/owner}{/repo}',
    subscriptions_url: '/subscriptions',
    organizations_url: '/orgs',
    repos_url: '/repos',
    events_url: '/events{/privacy}',
    received_events_url: '/received_events',
};
function linksUnder(url, ends) {
    return Object.fromEntries(Object.entries(ends).map(([name, end]) => [name, `${url}${end}`]));
}
function accountJson(account) {
    const url = `${API}/users/${encodeURIComponent(account.login)}`;
    return {
        login: account.login,
        id: account.id,
        node_id: `U_${account.id}`,
        avatar_url: `https://avatars.githubusercontent.com/u/${account.id}?v=4`,
        gravatar_id: '',
        url,
        html_url: `${WEB}/${account.login.replace(/^(.*)\[bot\]$/, 'apps/$1')}`,
        ...linksUnder(url, ACCOUNT_LINKS),
        type: account.type,
        site_admin: false,
    };
}
/** An account as its own page has it. */
function publicUserJson(account) {
    return {
        ...accountJson(account),
        name: null,
        company: null,
        blog: '',
        location: null,
        email: null,
        hireable: null,
        bio: null,
        twitter_username: null,
        public_repos: 0,
        public_gists: 0,
        followers: 0,
        following: 0,
        created_at: MADE_AT,
        updated_at: MADE_AT,
    };
}
function ownerJson(state) {
    return accountJson({ login: state.owner, id: OWNER_ID, type: 'Organization' });
}
function appJson(slug) {
    const id = slug === 'github-actions' ? ACTIONS_APP_ID : OTHER_APP_ID;
    return {
        id,
        slug,
        node_id: `A_${id}`,
        owner: accountJson({ login: 'github', id: 9919, type: 'Organization' }),
        name: slug,
        description: null,
        external_url: WEB,
        html_url: `${WEB}/apps/${slug}`,
        created_at: MADE_AT,
        updated_at: MADE_AT,
        permissions: { issues: 'write', metadata: 'read' },
        events: [],
    };
}
const REPOSITORY_LINKS = {
    archive_url: '/{archive_format}{/ref}',
    assignees_url: '/assignees{/user}',
    blobs_url: '/git/blobs{/sha}',
    branches_url: '/branches{/branch}',
    collaborators_url: '/collaborators{/collaborator}',
    comments_url: '/comments{/number}',
    commits_url: '/commits{/sha}',
    compare_url: '/compare/{base}...{head}',
    contents_url: '/contents/{+path}',
    contributors_url: '/contributors',
    deployments_url: '/deployments',
    downloads_url: '/downloads',
    events_url: '/events',
    forks_url: '/forks',
    git_commits_url: '/git/commits{/sha}',
    git_refs_url: '/git/refs{/sha}',
    git_tags_url: '/git/tags{/sha}',
    hooks_url: '/hooks',
    issue_comment_url: '/issues/comments{/number}',
    issue_events_url: '/issues/events{/number}',
    issues_url: '/issues{/number}',
    keys_url: '/keys{/key_id}',
    labels_url: '/labels{/name}',
    languages_url: '/languages',
    merges_url: '/merges',
    milestones_url: '/milestones{/number}',
    notifications_url: '/notifications{?since,all,participating}',
    pulls_url: '/pulls{/number}',
    releases_url: '/releases{/id}',
    stargazers_url: '/stargazers',
    statuses_url: '/statuses/{sha}',
    subscribers_url: '/subscribers',
    subscription_url: '/subscription',
    tags_url: '/tags',
    teams_url: '/teams',
    trees_url: '/git/trees{/sha}',
};
/** The address of the repository in the API. */
function apiUrl(state) {
    return `${state.url}/repos/${state.owner}/${state.repo}`;
}
/** The repository as it is told of inside other things; `fork` is the name of one of its forks. */
function minimalRepositoryJson(state, fork) {
    const fullName = fork ?? `${state.owner}/${state.repo}`;
    const [owner = '', name = ''] = fullName.split('/');
    const id = fork === undefined ? REPOSITORY_ID : FORK_ID;
    const url = `${state.url}/repos/${fullName}`;
    return {
        id,
        node_id: `R_${id}`,
        name,
        full_name: fullName,
        private: state.isPrivate,
        owner: fork === undefined ? ownerJson(state) : accountJson({ login: owner, id, type: 'User' }),
        html_url: `${WEB}/${fullName}`,
        description: null,
        fork: fork !== undefined,
        url,
        ...linksUnder(url, REPOSITORY_LINKS),
    };
}
function repositoryJson(state, fork) {
    const fullName = fork ?? `${state.owner}/${state.repo}`;
    const open = [...state.issues.values()].filter((issue) => issue.state === 'open').length;
    return {
        ...minimalRepositoryJson(state, fork),
        default_branch: state.defaultBranch,
        created_at: MADE_AT,
        updated_at: MADE_AT,
        pushed_at: MADE_AT,
        clone_url: `${WEB}/${fullName}.git`,
        git_url: `git://github.com/${fullName}.git`,
        ssh_url: `git@github.com:${fullName}.git`,
        svn_url: `${WEB}/${fullName}`,
        mirror_url: null,
        homepage: null,
        language: null,
        license: null,
        size: 0,
        forks: 0,
        forks_count: 0,
        stargazers_count: 0,
        watchers: 0,
        watchers_count: 0,
        open_issues: open,
        open_issues_count: open,
        has_issues: state.hasIssues,
        has_projects: false,
        has_downloads: true,
        has_wiki: false,
        has_pages: false,
        has_discussions: false,
        archived: false,
        disabled: false,
        allow_forking: true,
        is_template: false,
        web_commit_signoff_required: false,
        topics: [],
        visibility: state.isPrivate ? 'private' : 'public',
    };
}
/** The repository as its own page has it. */
function fullRepositoryJson(state) {
    return { ...repositoryJson(state), network_count: 0, subscribers_count: 0 };
}
function teamJson(state, org, slug) {
    const url = `${state.url}/orgs/${org}/teams/${slug}`;
    const members = state.teams.get(`${org}/${slug}`)?.size ?? 0;
    return {
        id: OWNER_ID,
        node_id: `T_${slug}`,
        url,
        html_url: `${WEB}/orgs/${org}/teams/${slug}`,
        name: slug,
        slug,
        description: null,
        privacy: 'closed',
        notification_setting: 'notifications_enabled',
        permission: 'pull',
        members_url: `${url}/members{/member}`,
        repositories_url: `${url}/repos`,
        parent: null,
        members_count: members,
        repos_count: 0,
        created_at: MADE_AT,
        updated_at: MADE_AT,
        type: 'organization',
        organization: organizationJson(org),
    };
}
function organizationJson(login) {
    const url = `${API}/orgs/${login}`;
    return {
        login,
        id: OWNER_ID,
        node_id: `O_${OWNER_ID}`,
        url,
        html_url: `${WEB}/${login}`,
        repos_url: `${url}/repos`,
        events_url: `${url}/events`,
        hooks_url: `${url}/hooks`,
        issues_url: `${url}/issues`,
        members_url: `${url}/members{/member}`,
        public_members_url: `${url}/public_members{/member}`,
        avatar_url: `https://avatars.githubusercontent.com/u/${OWNER_ID}?v=4`,
        description: null,
        has_organization_projects: true,
        has_repository_projects: true,
        public_repos: 1,
        public_gists: 0,
        followers: 0,
        following: 0,
        created_at: MADE_AT,
        updated_at: MADE_AT,
        archived_at: null,
        type: 'Organization',
    };
}

// EXTERNAL MODULE: ./build/github/ports.js
var ports = __webpack_require__(93794);
;// CONCATENATED MODULE: ./build/demo/github-server-state.js

const MAX_BODY_CHARS = 65_536;
/** `2026-01-02T03:04:05Z`. */
function stamp(state) {
    return `${state.clock.now().toISOString().slice(0, 19)}Z`;
}
function freshId(state) {
    state.nextId += 1;
    return state.nextId;
}
/** The account of a login, made where it is new: `…[bot]` is a bot. */
function accountOf(state, login) {
    const known = state.accounts.get(login.toLowerCase());
    if (known !== undefined)
        return known;
    const account = { login, id: freshId(state), type: login.endsWith('[bot]') ? 'Bot' : 'User' };
    state.accounts.set(login.toLowerCase(), account);
    return account;
}
function permissionIn(state, login) {
    return state.permissions.get(login.toLowerCase()) ?? ports/* PERMISSIONS */.J[0];
}
/** True where GitHub would refuse a body for its length. */
function isTooLong(body) {
    return body.length > MAX_BODY_CHARS;
}
/** Adds a comment and tells the listeners, after the answer to the request that made it is on its way. */
function addComment(state, wanted) {
    const at = stamp(state);
    const comment = {
        id: freshId(state),
        issue: wanted.issue,
        author: wanted.author,
        viaApp: wanted.viaApp ?? null,
        body: wanted.body,
        createdAt: at,
        updatedAt: at,
        edit: null,
    };
    state.comments.set(comment.id, comment);
    tell(state, comment, 'created');
    return comment;
}
function editComment(state, edit) {
    const comment = state.comments.get(edit.id);
    if (comment === undefined)
        throw new Error(`There is no comment ${edit.id}.`);
    const at = stamp(state);
    comment.body = edit.body;
    comment.updatedAt = at;
    comment.edit = { at, editor: edit.editor.login };
    tell(state, comment, 'updated');
    return comment;
}
function tell(state, comment, what) {
    for (const listener of state.listeners) {
        setImmediate(() => {
            listener(comment, what);
        });
    }
}
function addIssue(state, wanted) {
    const at = stamp(state);
    const issue = {
        number: wanted.number ?? Math.max(0, ...state.issues.keys()) + 1,
        author: accountOf(state, wanted.author),
        createdAt: at,
        updatedAt: at,
        title: wanted.title,
        body: wanted.body ?? '',
        state: wanted.state ?? 'open',
        labels: wanted.labels ?? [],
        stateReason: null,
        closedAt: wanted.state === 'closed' ? at : null,
        assignees: [],
        milestone: null,
        pull: wanted.pull ?? null,
        reviews: [],
    };
    state.issues.set(issue.number, issue);
    return issue;
}
/** Adds a reaction; `created` is false where the same account had given it before. */
function addReaction(state, wanted) {
    const same = state.reactions.find((one) => one.comment === wanted.comment &&
        one.user.login === wanted.user.login &&
        one.content === wanted.content);
    if (same !== undefined)
        return { reaction: same, created: false };
    const reaction = { id: freshId(state), createdAt: stamp(state), ...wanted };
    state.reactions.push(reaction);
    return { reaction, created: true };
}

;// CONCATENATED MODULE: ./build/demo/github-server-ci-json.js


function pageOf(state) {
    return `${WEB}/${state.owner}/${state.repo}`;
}
function headShaOf(state, run) {
    return run.headSha ?? state.git.resolve(state.defaultBranch) ?? '0'.repeat(40);
}
function workflowRunJson(state, run) {
    const own = `${state.owner}/${state.repo}`;
    const url = `${apiUrl(state)}/actions/runs/${run.id}`;
    const actor = accountJson(accountOf(state, run.actor ?? state.owner));
    const headSha = headShaOf(state, run);
    const attempt = run.attempt ?? 1;
    return {
        id: run.id,
        name: run.name ?? run.workflow,
        node_id: `WFR_${run.id}`,
        check_suite_id: run.id,
        check_suite_node_id: `CS_${run.id}`,
        head_branch: run.headBranch ?? state.defaultBranch,
        head_sha: headSha,
        path: run.workflow,
        display_title: 'Commit',
        run_number: 1,
        run_attempt: attempt,
        event: run.event,
        status: run.completed ? 'completed' : 'in_progress',
        conclusion: run.completed ? (run.conclusion ?? 'success') : null,
        workflow_id: 1,
        url,
        html_url: `${pageOf(state)}/actions/runs/${run.id}`,
        pull_requests: [],
        created_at: MADE_AT,
        updated_at: MADE_AT,
        run_started_at: MADE_AT,
        actor,
        triggering_actor: actor,
        jobs_url: `${url}/jobs`,
        logs_url: `${url}/logs`,
        check_suite_url: `${apiUrl(state)}/check-suites/${run.id}`,
        artifacts_url: `${url}/artifacts`,
        cancel_url: `${url}/cancel`,
        rerun_url: `${url}/rerun`,
        previous_attempt_url: attempt === 1 ? null : `${url}/attempts/${attempt - 1}`,
        workflow_url: `${apiUrl(state)}/actions/workflows/1`,
        head_commit: {
            id: headSha,
            tree_id: state.git.commitOf(headSha)?.tree ?? '0'.repeat(40),
            message: 'Commit',
            timestamp: MADE_AT,
            author: { name: 'Ann', email: 'ann@example.com' },
            committer: { name: 'GitHub', email: 'noreply@github.com' },
        },
        repository: minimalRepositoryJson(state),
        head_repository: run.headRepository === null
            ? null
            : minimalRepositoryJson(state, run.headRepository === own ? undefined : run.headRepository),
    };
}
function stepJson(step, index) {
    return {
        name: step.name,
        status: step.conclusion === null ? 'in_progress' : 'completed',
        conclusion: step.conclusion,
        number: index + 1,
        started_at: step.startedAt ?? MADE_AT,
        completed_at: step.conclusion === null ? null : (step.completedAt ?? MADE_AT),
    };
}
function jobJson(state, job, run) {
    const url = `${apiUrl(state)}/actions`;
    return {
        id: job.id,
        run_id: run.id,
        run_url: `${url}/runs/${run.id}`,
        run_attempt: run.attempt ?? 1,
        node_id: `CR_${job.id}`,
        head_sha: headShaOf(state, run),
        url: `${url}/jobs/${job.id}`,
        html_url: `${pageOf(state)}/actions/runs/${run.id}/job/${job.id}`,
        status: job.conclusion === null ? 'in_progress' : 'completed',
        conclusion: job.conclusion,
        created_at: MADE_AT,
        started_at: MADE_AT,
        completed_at: job.conclusion === null ? null : MADE_AT,
        name: job.name,
        steps: (job.steps ?? []).map(stepJson),
        check_run_url: `${apiUrl(state)}/check-runs/${job.id}`,
        labels: ['ubuntu-latest'],
        runner_id: 1,
        runner_name: 'GitHub Actions 1',
        runner_group_id: 1,
        runner_group_name: 'GitHub Actions',
        workflow_name: run.name ?? run.workflow,
        head_branch: run.headBranch ?? state.defaultBranch,
    };
}
function checkJson(state, check, of) {
    const url = `${apiUrl(state)}/check-runs/${of.id}`;
    return {
        id: of.id,
        head_sha: check.sha,
        node_id: `CR_${of.id}`,
        external_id: '',
        url,
        html_url: `${pageOf(state)}/runs/${of.id}`,
        details_url: `${pageOf(state)}/runs/${of.id}`,
        status: check.conclusion === null ? 'in_progress' : 'completed',
        conclusion: check.conclusion,
        started_at: MADE_AT,
        completed_at: check.conclusion === null ? null : MADE_AT,
        output: {
            title: check.title ?? null,
            summary: null,
            text: null,
            annotations_count: 0,
            annotations_url: `${url}/annotations`,
        },
        name: check.name,
        check_suite: { id: of.suite },
        app: appJson(check.app),
        pull_requests: [],
    };
}
/** A check run that the token's own App made. */
function checkRunJson(state, check) {
    const { title, summary } = check;
    const url = `${apiUrl(state)}/check-runs/${check.id}`;
    return {
        id: check.id,
        node_id: `CR_${check.id}`,
        head_sha: check.headSha,
        external_id: check.externalId,
        url,
        html_url: `${pageOf(state)}/runs/${check.id}`,
        details_url: WEB,
        status: check.status,
        conclusion: check.conclusion,
        started_at: check.startedAt,
        completed_at: check.conclusion === null ? null : check.startedAt,
        output: {
            title,
            summary,
            text: null,
            annotations_count: check.annotations.length,
            annotations_url: `${url}/annotations`,
        },
        name: check.name,
        check_suite: { id: 1 },
        app: appJson(state.self.login.replace(/\[bot\]$/, '')),
        pull_requests: [],
    };
}
function statusJson(state, status, id) {
    return {
        url: `${apiUrl(state)}/statuses/${status.sha}`,
        avatar_url: 'https://avatars.githubusercontent.com/oa/1',
        id,
        node_id: `SC_${id}`,
        state: status.state,
        description: status.description ?? null,
        target_url: null,
        context: status.context,
        created_at: MADE_AT,
        updated_at: MADE_AT,
    };
}

;// CONCATENATED MODULE: ./build/demo/github-server-ci-state.js
/** What ran on the commits of the local GitHub. */
function newCiState() {
    return {
        attachments: new Map(),
        workflowRuns: new Map(),
        jobs: new Map(),
        checks: [],
        statuses: [],
    };
}
function ciOf(state) {
    return {
        workflowRun: (run) => {
            state.workflowRuns.set(run.id, run);
        },
        job: (job) => {
            state.jobs.set(job.id, job);
        },
        check: (check) => {
            state.checks.push(check);
        },
        commitStatus: (status) => {
            state.statuses.push(status);
        },
    };
}

// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(37067);
// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(58500);
;// CONCATENATED MODULE: ./build/demo/github-server-http.js
/** A small HTTP server on loopback with faults that can be injected and a log of what was asked. Does I/O: sockets. */


const MAX_BODY_BYTES = 256 * 1024 * 1024;
const MAX_LOG_ENTRIES = 100_000;
const LOGGED_BODY_CHARS = 100_000;
const notReady = () => ({ status: 503 });
/** Starts a server on 127.0.0.1. `makeHandler` gets the server's address, for the addresses in its answers. */
async function startHttpServer(makeHandler, options = {}) {
    const log = [];
    const faults = [];
    let handler = notReady;
    const server = (0,external_node_http_.createServer)((request, response) => {
        const { onExchange = () => undefined } = options;
        serve({ request, response, log, faults, handler, onExchange }).catch((error) => {
            if (!response.headersSent)
                response.writeHead(500, { 'content-type': 'text/plain' });
            response.end(String(error));
        });
    });
    const url = await listening(server, options.port ?? 0);
    handler = makeHandler(url);
    return {
        url,
        log,
        fail: (fault) => {
            faults.push({ fault, left: fault.times ?? 1 });
        },
        close: () => new Promise((resolve) => {
            server.close(() => {
                resolve();
            });
            server.closeAllConnections();
        }),
    };
}
function listening(server, port) {
    return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
            const address = server.address();
            if (address === null || typeof address === 'string')
                reject(new Error('The server has no port.'));
            else
                resolve(`http://127.0.0.1:${address.port}`);
        });
    });
}
async function serve(serving) {
    const { request, response, log, handler } = serving;
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const method = request.method ?? 'GET';
    const body = await bodyOf(request);
    const entry = entryOf(request, { method, url, body });
    if (log.length < MAX_LOG_ENTRIES)
        log.push(entry);
    const fault = faultFor(serving.faults, `${method} ${url.pathname}${url.search}`);
    if (fault?.delayMs !== undefined)
        await (0,external_node_timers_promises_.setTimeout)(fault.delayMs);
    const asked = {
        method,
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body,
    };
    const replaced = fault?.status === undefined ? null : { ...fault, status: fault.status };
    const reply = fault?.drop === true ? null : (replaced ?? (await handler(asked)));
    serving.onExchange({ request: asked, reply, isFault: replaced !== null });
    if (reply === null || fault?.dropAfter === true) {
        request.socket.destroy();
        return;
    }
    entry.status = reply.status;
    send(response, reply);
}
function entryOf(request, asked) {
    const headers = {};
    for (const [name, value] of Object.entries(request.headers)) {
        if (name !== 'authorization')
            headers[name] = String(value);
    }
    return {
        method: asked.method,
        path: asked.url.pathname,
        query: asked.url.search,
        body: asked.body.subarray(0, LOGGED_BODY_CHARS).toString('utf8'),
        authorized: request.headers.authorization !== undefined,
        headers,
        status: 'dropped',
    };
}
function faultFor(faults, what) {
    const found = faults.find(({ fault, left }) => left > 0 && fault.match.test(what));
    if (found === undefined)
        return undefined;
    found.left -= 1;
    return found.fault;
}
async function bodyOf(request) {
    const chunks = [];
    let size = 0;
    for await (const chunk of request) {
        const bytes = Buffer.from(chunk);
        size += bytes.length;
        if (size > MAX_BODY_BYTES)
            throw new Error('The request is too large for this server.');
        chunks.push(bytes);
    }
    return Buffer.concat(chunks);
}
function send(response, reply) {
    const { body = '' } = reply;
    const json = typeof body === 'object' && !Buffer.isBuffer(body);
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(json ? JSON.stringify(body) : body);
    const type = json ? { 'content-type': 'application/json; charset=utf-8' } : {};
    const empty = reply.status === 204 || reply.status === 304;
    response.writeHead(reply.status, {
        ...type,
        ...(empty ? {} : { 'content-length': bytes.length }),
        ...reply.headers,
    });
    response.end(empty ? undefined : bytes);
}

;// CONCATENATED MODULE: ./build/demo/github-server-json.js


function issueUrl(state, issue) {
    return `${WEB}/${state.owner}/${state.repo}/${issue.pull === null ? 'issues' : 'pull'}/${issue.number}`;
}
function labelJson(state, name) {
    const id = 3000 + [...state.labels].indexOf(name);
    return {
        id,
        node_id: `LA_${id}`,
        url: `${apiUrl(state)}/labels/${encodeURIComponent(name)}`,
        name,
        description: null,
        color: 'ededed',
        default: false,
    };
}
/** What an issue and a pull request both have. */
function threadJson(state, issue) {
    const [assignee] = issue.assignees;
    return {
        number: issue.number,
        title: issue.title,
        body: issue.body === '' ? null : issue.body,
        user: accountJson(issue.author),
        state: issue.state,
        locked: false,
        active_lock_reason: null,
        labels: issue.labels.map((name) => labelJson(state, name)),
        assignee: assignee === undefined ? null : accountJson(assignee),
        assignees: issue.assignees.map(accountJson),
        milestone: milestoneOf(state, issue),
        created_at: issue.createdAt,
        updated_at: issue.updatedAt,
        closed_at: issue.closedAt,
        html_url: issueUrl(state, issue),
        comments_url: `${apiUrl(state)}/issues/${issue.number}/comments`,
        author_association: 'NONE',
    };
}
function issueJson(state, issue) {
    const url = `${apiUrl(state)}/issues/${issue.number}`;
    return {
        id: 10_000 + issue.number,
        node_id: `I_${issue.number}`,
        ...threadJson(state, issue),
        url,
        repository_url: apiUrl(state),
        labels_url: `${url}/labels{/name}`,
        events_url: `${url}/events`,
        timeline_url: `${url}/timeline`,
        state_reason: issue.stateReason,
        comments: commentsOn(state, issue),
        performed_via_github_app: null,
        ...(issue.pull === null
            ? {}
            : { draft: issue.pull.draft, pull_request: pullLinks(state, issue) }),
    };
}
function commentsOn(state, issue) {
    return [...state.comments.values()].filter((comment) => comment.issue === issue.number).length;
}
function pullLinks(state, issue) {
    const page = issueUrl(state, issue);
    return {
        url: `${apiUrl(state)}/pulls/${issue.number}`,
        html_url: page,
        diff_url: `${page}.diff`,
        patch_url: `${page}.patch`,
        merged_at: null,
    };
}
function milestoneOf(state, issue) {
    const milestone = state.milestones.get(issue.milestone ?? 0);
    return milestone === undefined ? null : milestoneJson(state, milestone);
}
function milestoneJson(state, milestone) {
    const url = `${apiUrl(state)}/milestones/${milestone.number}`;
    const on = (open) => [...state.issues.values()].filter((one) => one.milestone === milestone.number && one.state === open).length;
    return {
        id: 5000 + milestone.number,
        node_id: `MI_${milestone.number}`,
        number: milestone.number,
        title: milestone.title,
        description: null,
        state: milestone.state,
        creator: ownerJson(state),
        open_issues: on('open'),
        closed_issues: on('closed'),
        created_at: MADE_AT,
        updated_at: MADE_AT,
        closed_at: milestone.state === 'closed' ? MADE_AT : null,
        due_on: null,
        html_url: `${WEB}/${state.owner}/${state.repo}/milestone/${milestone.number}`,
        labels_url: `${url}/labels`,
        url,
    };
}
function commentJson(state, comment) {
    const issue = state.issues.get(comment.issue);
    const page = issue === undefined ? WEB : issueUrl(state, issue);
    const app = comment.viaApp;
    return {
        id: comment.id,
        node_id: nodeIdOf(comment.id),
        body: comment.body,
        user: accountJson(comment.author),
        created_at: comment.createdAt,
        updated_at: comment.updatedAt,
        html_url: `${page}#issuecomment-${comment.id}`,
        url: `${apiUrl(state)}/issues/comments/${comment.id}`,
        issue_url: `${apiUrl(state)}/issues/${comment.issue}`,
        // On purpose never a reason to trust anyone: nobody may decide by it.
        author_association: 'OWNER',
        performed_via_github_app: app === null ? null : appJson(app),
    };
}
function nodeIdOf(commentId) {
    return `IC_${commentId}`;
}
function reactionJson(reaction) {
    return {
        id: reaction.id,
        node_id: `REA_${reaction.id}`,
        user: accountJson(reaction.user),
        content: reaction.content,
        created_at: reaction.createdAt,
    };
}
/** GitHub's older field knows four levels, `role_name` all of them. */
function permissionJson(state, account) {
    const role = permissionIn(state, account.login);
    const coarse = {
        none: 'none',
        read: 'read',
        triage: 'read',
        write: 'write',
        maintain: 'write',
        admin: 'admin',
    };
    const grants = ['read', 'triage', 'write', 'maintain', 'admin'];
    const has = (level) => role !== 'none' && grants.indexOf(role) >= grants.indexOf(level);
    const permissions = {
        pull: has('read'),
        triage: has('triage'),
        push: has('write'),
        maintain: has('maintain'),
        admin: has('admin'),
    };
    const user = { ...accountJson(account), permissions, role_name: role };
    return { permission: coarse[role], role_name: role, user };
}

;// CONCATENATED MODULE: ./build/demo/github-server-pull-json.js
/** How the local GitHub writes pull requests and what belongs to them. Pure. */



const ZERO_SHA = '0'.repeat(40);
/** A pull request as a list has it. */
function listedPullJson(state, issue, pull) {
    const url = `${apiUrl(state)}/pulls/${issue.number}`;
    const page = issueUrl(state, issue);
    const links = {
        issue_url: `${apiUrl(state)}/issues/${issue.number}`,
        commits_url: `${url}/commits`,
        review_comments_url: `${url}/comments`,
        review_comment_url: `${apiUrl(state)}/pulls/comments{/number}`,
        statuses_url: `${apiUrl(state)}/statuses/${pull.headSha}`,
    };
    return {
        id: 20_000 + issue.number,
        node_id: `PR_${issue.number}`,
        ...threadJson(state, issue),
        url,
        diff_url: `${page}.diff`,
        patch_url: `${page}.patch`,
        ...links,
        merged_at: null,
        merge_commit_sha: null,
        requested_reviewers: [],
        requested_teams: [],
        head: headJson(state, pull),
        base: {
            label: `${state.owner}:${pull.baseRef}`,
            ref: pull.baseRef,
            sha: state.git.resolve(pull.baseRef) ?? ZERO_SHA,
            user: ownerJson(state),
            repo: repositoryJson(state),
        },
        _links: {
            self: { href: url },
            html: { href: page },
            issue: { href: links.issue_url },
            comments: { href: `${links.issue_url}/comments` },
            review_comments: { href: links.review_comments_url },
            review_comment: { href: links.review_comment_url },
            commits: { href: links.commits_url },
            statuses: { href: links.statuses_url },
        },
        auto_merge: null,
        draft: pull.draft,
    };
}
/** A pull request as its own page has it. */
function pullJson(state, issue, pull) {
    const files = pull.files ?? [];
    const sum = (of) => files.reduce((total, file) => total + (file[of] ?? 0), 0);
    return {
        ...listedPullJson(state, issue, pull),
        merged: false,
        mergeable: null,
        rebaseable: null,
        mergeable_state: 'unknown',
        merged_by: null,
        comments: commentsOn(state, issue),
        review_comments: 0,
        maintainer_can_modify: false,
        commits: Math.max(1, pull.commitAuthors.length),
        additions: sum('additions'),
        deletions: sum('deletions'),
        changed_files: files.length,
    };
}
function headJson(state, pull) {
    const { headRef: ref, headSha: sha, headRepository: name } = pull;
    if (name === null)
        return { label: `unknown:${ref}`, ref, sha, user: null, repo: null };
    const [owner = ''] = name.split('/');
    const own = name === `${state.owner}/${state.repo}`;
    return {
        label: `${owner}:${ref}`,
        ref,
        sha,
        user: own ? ownerJson(state) : accountJson(accountOf(state, owner)),
        repo: repositoryJson(state, own ? undefined : name),
    };
}
function pullFileJson(state, pull, file) {
    const { filename } = file;
    const path = filename.split('/').map(encodeURIComponent).join('/');
    const page = `${WEB}/${state.owner}/${state.repo}`;
    const { additions = 0, deletions = 0 } = file;
    return {
        sha: ZERO_SHA,
        additions,
        deletions,
        changes: additions + deletions,
        blob_url: `${page}/blob/${pull.headSha}/${path}`,
        raw_url: `${page}/raw/${pull.headSha}/${path}`,
        contents_url: `${apiUrl(state)}/contents/${path}?ref=${pull.headSha}`,
        ...file,
    };
}
function pullCommitsJson(state, pull) {
    return pull.commitAuthors.map((login, index) => {
        const sha = index === pull.commitAuthors.length - 1 ? pull.headSha : String(index).padStart(40, '0');
        const account = accountJson(accountOf(state, login));
        const signed = { name: login, email: `${login}@users.noreply.github.com`, date: MADE_AT };
        const url = `${apiUrl(state)}/commits/${sha}`;
        return {
            sha,
            node_id: `C_${sha}`,
            url,
            html_url: `${WEB}/${state.owner}/${state.repo}/commit/${sha}`,
            comments_url: `${url}/comments`,
            commit: {
                url: `${apiUrl(state)}/git/commits/${sha}`,
                author: signed,
                committer: signed,
                message: `Commit ${index + 1}`,
                comment_count: 0,
                tree: { sha: ZERO_SHA, url: `${apiUrl(state)}/git/trees/${ZERO_SHA}` },
            },
            author: account,
            committer: account,
            parents: [],
        };
    });
}
function reviewJson(state, issue, review) {
    const pull = `${apiUrl(state)}/pulls/${issue.number}`;
    const page = `${issueUrl(state, issue)}#pullrequestreview-${review.id}`;
    return {
        id: review.id,
        node_id: `PRR_${review.id}`,
        user: accountJson(review.author),
        body: review.body,
        state: review.state,
        commit_id: review.commitId,
        html_url: page,
        pull_request_url: pull,
        _links: { html: { href: page }, pull_request: { href: pull } },
        author_association: 'NONE',
        ...(review.state === 'PENDING' ? {} : { submitted_at: review.submittedAt }),
    };
}

// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(31421);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
;// CONCATENATED MODULE: ./build/demo/github-server-git.js
/** What the local GitHub knows of git, and a real repository as its source. Runs `git` with this process's environment. */




const SHA = /^[0-9a-f]{40,64}$/;
const MAX_GIT_OUTPUT_BYTES = 256 * 1024 * 1024;
/** A real repository, bare or not, as it is at each request. */
function repositoryGit(directory) {
    const git = (...words) => runGit(directory, words);
    const resolve = (ref) => {
        if (ref.startsWith('-'))
            return null;
        return (git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)?.toString('utf8').trim() ?? null);
    };
    const tree = (commit, words) => {
        const sha = resolve(commit);
        const out = sha === null ? null : git('ls-tree', '-z', '-l', sha, ...words);
        return out === null ? [] : out.toString('utf8').split('\0').flatMap(parsedEntry);
    };
    return {
        resolve,
        blob: (sha) => (SHA.test(sha) ? git('cat-file', 'blob', sha) : null),
        entry: (commit, path) => {
            if (path === '')
                return { type: 'dir', name: '', path, sha: resolve(commit) ?? '', size: 0 };
            return tree(commit, ['--', path])[0] ?? null;
        },
        list: (commit, folder) => {
            const entries = tree(commit, folder === '' ? [] : ['--', `${folder}/`]);
            return entries.length === 0 ? null : entries;
        },
        createRef: (ref, commit) => {
            if (!ref.startsWith('refs/') || resolve(commit) === null)
                return 'refused';
            if (git('show-ref', '--verify', '--quiet', ref) !== null)
                return 'exists';
            return git('update-ref', ref, commit) === null ? 'refused' : 'created';
        },
        ...repositoryWrites(directory),
        refs: () => {
            const lines = git('for-each-ref', '--format=%(refname) %(objectname)')?.toString('utf8').split('\n') ??
                [];
            return new Map(lines
                .filter((line) => line !== '')
                .map((line) => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']));
        },
    };
}
function runGit(directory, words, options = {}) {
    try {
        return (0,external_node_child_process_.execFileSync)('git', ['-C', directory, ...words], {
            input: options.input ?? '',
            env: { ...process.env, ...WRITER, ...options.env },
            stdio: ['pipe', 'pipe', 'ignore'],
            maxBuffer: MAX_GIT_OUTPUT_BYTES,
        });
    }
    catch {
        return null;
    }
}
/** In whose name the local GitHub commits. */
const AUTHOR = {
    name: 'github-actions[bot]',
    email: '41898282+github-actions[bot]@users.noreply.github.com',
};
/** Who commits what is made through the API: GitHub itself, which signs it. */
const COMMITTER = { name: 'GitHub', email: 'noreply@github.com' };
const WRITER = {
    GIT_AUTHOR_NAME: AUTHOR.name,
    GIT_AUTHOR_EMAIL: AUTHOR.email,
    GIT_COMMITTER_NAME: COMMITTER.name,
    GIT_COMMITTER_EMAIL: COMMITTER.email,
};
/** Fields of a commit as `git log` prints them, apart by a byte that none of them holds. */
const COMMIT_FIELDS = ['%T', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'].join('%x00');
function commitIn(directory, sha) {
    if (!SHA.test(sha))
        return null;
    const out = runGit(directory, ['log', '-1', `--format=${COMMIT_FIELDS}`, sha, '--']);
    const fields = out?.toString('utf8').split('\0') ?? [];
    if (fields.length < 9)
        return null;
    const [tree = '', parents = '', an = '', ae = '', ad = '', cn = '', ce = '', cd = ''] = fields;
    return {
        tree,
        parents: parents.split(' ').filter((parent) => parent !== ''),
        message: fields.slice(8).join('').trimEnd(),
        author: { name: an, email: ae, date: wholeSeconds(ad) },
        committer: { name: cn, email: ce, date: wholeSeconds(cd) },
    };
}
function wholeSeconds(date) {
    return `${new Date(date).toISOString().slice(0, 19)}Z`;
}
function treeIn(directory, sha) {
    const out = SHA.test(sha) ? runGit(directory, ['ls-tree', '-z', sha]) : null;
    if (out === null)
        return null;
    return out
        .toString('utf8')
        .split('\0')
        .flatMap((line) => {
        const found = /^(\d+) (blob|tree|commit) ([0-9a-f]+)\t(.*)$/s.exec(line);
        if (found === null)
            return [];
        const [, mode = '', kind = '', entry = '', path = ''] = found;
        const type = kind === 'blob' || kind === 'tree' ? kind : 'commit';
        return [{ path, mode, type, sha: entry }];
    });
}
function repositoryWrites(directory) {
    const line = (words, options) => {
        const text = runGit(directory, words, options)?.toString('utf8').trim() ?? '';
        return text === '' ? null : text;
    };
    return {
        commitOf: (sha) => commitIn(directory, sha),
        treeOf: (sha) => treeIn(directory, sha),
        writeBlob: (bytes) => line(['hash-object', '-w', '--stdin'], { input: bytes }) ?? '',
        writeTree: (base, changes) => {
            // An index of its own: the one of a work tree that may be there is nobody's business here.
            const folder = (0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'countersign-index-'));
            const env = { GIT_INDEX_FILE: (0,external_node_path_.join)(folder, 'index') };
            const lines = changes.map((one) => `${one.sha === null ? '0' : one.mode} ${one.sha ?? '0'.repeat(base.length)}\t${one.path}\0`);
            const done = runGit(directory, ['read-tree', base], { env }) !== null &&
                runGit(directory, ['update-index', '-z', '--index-info'], {
                    env,
                    input: lines.join(''),
                }) !== null;
            const tree = done ? line(['write-tree'], { env }) : null;
            (0,external_node_fs_.rmSync)(folder, { recursive: true });
            return tree;
        },
        writeCommit: ({ tree, parents, message }) => line(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])], {
            input: message,
        }),
        forwardRef: (ref, commit) => {
            const from = line(['rev-parse', '--verify', '--quiet', ref]);
            if (from === null ||
                runGit(directory, ['merge-base', '--is-ancestor', from, commit]) === null)
                return false;
            return runGit(directory, ['update-ref', ref, commit, from]) !== null;
        },
    };
}
/** A line of `git ls-tree -l`: `MODE TYPE SHA SIZE<tab>PATH`. */
function parsedEntry(line) {
    const found = /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t(.*)$/s.exec(line);
    if (found === null)
        return [];
    const [, mode = '', , sha = '', size = '', path = ''] = found;
    const type = mode === '120000'
        ? 'symlink'
        : mode === '160000'
            ? 'submodule'
            : mode === '040000'
                ? 'dir'
                : 'file';
    return [
        { type, name: path.slice(path.lastIndexOf('/') + 1), path, sha, size: Number(size) || 0 },
    ];
}

;// CONCATENATED MODULE: ./build/demo/github-server-memory-git.js
/** A git repository in memory for the local GitHub. Pure. */


/** All commits are made at one time, so that one history has one set of SHAs. */
const COMMITTED_AT = '2026-01-01T00:00:00Z';
const FILE_MODE = '100644';
const FOLDER_MODE = '040000';
function sha1(kind, content) {
    return (0,external_node_crypto_.createHash)('sha1').update(`${kind} ${content.length}\0`).update(content).digest('hex');
}
/** An empty repository in memory. Blob SHAs are git's own; those of trees and commits are made from their content. */
function memoryGit() {
    const memory = {
        commits: new Map(),
        trees: new Map(),
        blobs: new Map(),
        refs: new Map(),
    };
    const writes = memoryWrites(memory);
    return {
        ...memoryReads(memory),
        ...writes,
        commit: (branch, files) => {
            const entries = Object.entries(files).map(([path, content]) => [path, { sha: writes.writeBlob(Buffer.from(content)), mode: FILE_MODE }]);
            const tree = storeTree(memory, new Map(entries));
            const before = memory.refs.get(`refs/heads/${branch}`);
            const parents = before === undefined ? [] : [before];
            const sha = storeCommit(memory, { tree, parents, message: `Commit ${memory.commits.size}` });
            memory.refs.set(`refs/heads/${branch}`, sha);
            return sha;
        },
    };
}
function storeTree(memory, tree) {
    const sorted = [...tree].sort(([a], [b]) => (a < b ? -1 : 1));
    const sha = sha1('tree', Buffer.from(JSON.stringify(sorted)));
    memory.trees.set(sha, tree);
    return sha;
}
function storeCommit(memory, commit) {
    const sha = sha1('commit', Buffer.from(JSON.stringify(commit)));
    memory.commits.set(sha, {
        ...commit,
        author: { ...AUTHOR, date: COMMITTED_AT },
        committer: { ...COMMITTER, date: COMMITTED_AT },
    });
    return sha;
}
/** What lies directly in a tree: folders as the trees of what is below them. */
function entriesIn(memory, sha) {
    const tree = memory.trees.get(sha);
    if (tree === undefined)
        return null;
    const below = new Map();
    const entries = new Map();
    for (const [path, file] of tree) {
        const [name = '', ...deeper] = path.split('/');
        if (deeper.length === 0)
            entries.set(name, { path: name, type: 'blob', ...file });
        else {
            const inner = below.get(name) ?? new Map();
            below.set(name, inner.set(deeper.join('/'), file));
        }
    }
    for (const [name, inner] of below)
        entries.set(name, {
            path: name,
            type: 'tree',
            mode: FOLDER_MODE,
            sha: storeTree(memory, inner),
        });
    return [...entries.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}
function memoryReads(memory) {
    const { blobs, commits, refs } = memory;
    const resolve = (ref) => {
        for (const name of [ref, `refs/${ref}`, `refs/heads/${ref}`, `refs/tags/${ref}`]) {
            const found = refs.get(name);
            if (found !== undefined)
                return found;
        }
        return [...commits.keys()].find((sha) => ref.length >= 7 && sha.startsWith(ref)) ?? null;
    };
    const treeAt = (ref) => memory.trees.get(commits.get(resolve(ref) ?? '')?.tree ?? '') ?? null;
    return {
        resolve,
        refs: () => refs,
        blob: (sha) => blobs.get(sha) ?? null,
        entry: (commit, path) => {
            const tree = treeAt(commit);
            const sha = tree?.get(path)?.sha;
            const name = path.slice(path.lastIndexOf('/') + 1);
            if (sha !== undefined)
                return { type: 'file', name, path, sha, size: blobs.get(sha)?.length ?? 0 };
            const isFolder = [...(tree?.keys() ?? [])].some((file) => path === '' || file.startsWith(`${path}/`));
            return isFolder
                ? { type: 'dir', name, path, sha: sha1('tree', Buffer.from(path)), size: 0 }
                : null;
        },
        list: (commit, folder) => {
            const tree = treeAt(commit);
            if (tree === null)
                return null;
            const prefix = folder === '' ? '' : `${folder}/`;
            const entries = new Map();
            for (const [path, { sha }] of tree) {
                if (!path.startsWith(prefix))
                    continue;
                const [name = '', ...deeper] = path.slice(prefix.length).split('/');
                const isFolder = deeper.length > 0;
                const size = isFolder ? 0 : (blobs.get(sha)?.length ?? 0);
                entries.set(name, {
                    type: isFolder ? 'dir' : 'file',
                    name,
                    path: `${prefix}${name}`,
                    sha,
                    size,
                });
            }
            return entries.size === 0 ? null : [...entries.values()];
        },
    };
}
function memoryWrites(memory) {
    const { blobs, commits, refs, trees } = memory;
    return {
        createRef: (ref, commit) => {
            if (!ref.startsWith('refs/') || !commits.has(commit))
                return 'refused';
            if (refs.has(ref))
                return 'exists';
            refs.set(ref, commit);
            return 'created';
        },
        commitOf: (sha) => commits.get(sha) ?? null,
        treeOf: (sha) => entriesIn(memory, sha),
        writeBlob: (bytes) => {
            const sha = sha1('blob', bytes);
            blobs.set(sha, bytes);
            return sha;
        },
        writeTree: (base, changes) => {
            const before = trees.get(base);
            if (before === undefined)
                return null;
            const tree = new Map(before);
            for (const change of changes) {
                // GitHub refuses to take away what is not there, and a blob that it does not have.
                if (change.sha === null ? !tree.has(change.path) : !blobs.has(change.sha))
                    return null;
                if (change.sha === null)
                    tree.delete(change.path);
                else
                    tree.set(change.path, { sha: change.sha, mode: change.mode });
            }
            return storeTree(memory, tree);
        },
        writeCommit: (commit) => (trees.has(commit.tree) ? storeCommit(memory, commit) : null),
        forwardRef: (ref, commit) => {
            const from = refs.get(ref);
            if (from === undefined || !follows(memory, commit, from))
                return false;
            refs.set(ref, commit);
            return true;
        },
    };
}
function follows(memory, commit, from) {
    const seen = new Set();
    const next = [commit];
    for (let sha = next.pop(); sha !== undefined; sha = next.pop()) {
        if (sha === from)
            return true;
        if (seen.has(sha))
            continue;
        seen.add(sha);
        next.push(...(memory.commits.get(sha)?.parents ?? []));
    }
    return false;
}

// EXTERNAL MODULE: ./build/base/json.js
var json = __webpack_require__(10768);
;// CONCATENATED MODULE: ./build/demo/github-server-rendered.js
/** Texts as the local GitHub shows them, and the pictures in them: kept at addresses that are signed for some minutes. */


const SIGNED = /^\/_storage\/images\/1\/2-([0-9a-f-]{36})\.png$/;
const SIGNATURE = 'signed';
const ATTACHMENT = /https:\/\/github\.com\/user-attachments\/assets\/([0-9a-f-]{36})/g;
const FULL = /vnd\.github\.(?:[\w-]+\.)?(?:full|html)\+json/;
/** Keeps a picture; the result is Markdown that shows it. */
function attach(state, bytes) {
    const id = (0,external_node_crypto_.randomUUID)();
    state.attachments.set(id, bytes);
    return `![image](https://github.com/user-attachments/assets/${id})`;
}
/** Adds `body_html` and `body_text` where the request asks for the full form of a text. */
function rendered(state, request, reply) {
    const { body } = reply;
    if (!FULL.test(request.headers.accept ?? '') || !(0,json/* isJsonObject */.O)(body) || !('body' in body))
        return reply;
    const text = typeof body['body'] === 'string' ? body['body'] : '';
    return { ...reply, body: { ...body, body_html: htmlOf(state, text), body_text: text } };
}
function htmlOf(state, markdown) {
    const shown = markdown
        .replaceAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g, '<img src="$2" alt="$1" style="max-width: 100%;">')
        .replaceAll(ATTACHMENT, (_, id) => {
        return `${state.url}/_storage/images/1/2-${id}.png?jwt=${SIGNATURE}&amp;response=inline`;
    });
    return `<p dir="auto">${shown}</p>`;
}
/** Where the pictures lie: it takes the signed address, and refuses a request that brings a token as well. */
function answerOfAttachments(state, request) {
    const [, id] = SIGNED.exec(request.path) ?? [];
    if (id === undefined)
        return null;
    if (request.headers.authorization !== undefined)
        return { status: 400, body: '<Error/>' };
    const bytes = state.attachments.get(id);
    if (bytes === undefined || request.query.get('jwt') !== SIGNATURE)
        return { status: 404, body: '<Error/>' };
    return { status: 200, body: bytes, headers: { 'content-type': 'image/png' } };
}

;// CONCATENATED MODULE: ./build/demo/github-server-page.js
/** Which part of a list a request asks for, and the addresses of the pages around it. Pure. */
const USUAL_PER_PAGE = 30;
const MAX_PER_PAGE = 100;
/** The page of `items` entries that a query asks for, of a list that lies at `url`. */
function pageIn(query, list) {
    const perPage = Math.min(MAX_PER_PAGE, countIn(query, 'per_page', USUAL_PER_PAGE));
    const page = countIn(query, 'page', 1);
    const last = Math.ceil(list.items / perPage);
    const linkTo = (number, relation) => {
        const at = new URLSearchParams(query);
        at.set('page', String(number));
        return `<${list.url}?${at.toString()}>; rel="${relation}"`;
    };
    const links = [
        ...(page > 1 ? [linkTo(page - 1, 'prev')] : []),
        ...(page < last ? [linkTo(page + 1, 'next'), linkTo(last, 'last')] : []),
        ...(page > 1 ? [linkTo(1, 'first')] : []),
    ];
    return { from: (page - 1) * perPage, to: page * perPage, link: links.join(', ') };
}
/** What is no number of 1 or more counts as not given. */
function countIn(query, name, otherwise) {
    const given = Number(query.get(name) ?? otherwise);
    return Number.isInteger(given) && given > 0 ? given : otherwise;
}

;// CONCATENATED MODULE: ./build/demo/github-server-routes.js




/** A refusal in GitHub's words. */
function refused(status, message, errors) {
    const body = {
        message,
        documentation_url: 'https://docs.github.com/rest',
        status: String(status),
    };
    return { status, body: errors === undefined ? body : { ...body, errors } };
}
const notFound = refused(404, 'Not Found');
function ok(body, status = 200) {
    return { status, body };
}
function invalid(resource, field, message) {
    return refused(422, 'Validation Failed', [{ resource, code: 'custom', field, message }]);
}
/** One page of a list, with the `Link` header where there is more than one. */
function paged(call, list) {
    const { query, path } = call.request;
    const { from, to, link } = pageIn(query, { items: list.length, url: `${call.state.url}${path}` });
    const body = list.slice(from, to);
    return link === '' ? { status: 200, body } : { status: 200, body, headers: { link } };
}
function github_server_routes_text(call, name) {
    const value = call.fields[name];
    return typeof value === 'string' ? value : undefined;
}
function issueOf(call) {
    return call.state.issues.get(Number(call.parts['number']));
}
function bodyProblem(body, resource) {
    if (body === undefined || body.trim() === '')
        return invalid(resource, 'body', "body can't be blank");
    return isTooLong(body)
        ? invalid(resource, 'body', 'body is too long (maximum is 65536 characters)')
        : null;
}
/** Newest first, open ones, as GitHub does where nothing else is asked for. Issues and pull requests alike. */
function listIssues(call) {
    const { query } = call.request;
    const state = query.get('state') ?? 'open';
    const labels = (query.get('labels') ?? '').split(',').filter((label) => label !== '');
    const found = [...call.state.issues.values()]
        .filter((one) => state === 'all' || one.state === state)
        .filter((one) => labels.every((label) => one.labels.includes(label)));
    const sorted = query.get('direction') === 'asc' ? found : found.reverse();
    return paged(call, sorted.map((one) => issueJson(call.state, one)));
}
const issuesGone = refused(410, 'Issues are disabled for this repo');
function listComments(call) {
    const issue = issueOf(call);
    if (issue === undefined)
        return notFound;
    const since = call.request.query.get('since') ?? '';
    const list = [...call.state.comments.values()]
        .filter((comment) => comment.issue === issue.number)
        .filter((comment) => since === '' || Date.parse(comment.updatedAt) >= Date.parse(since));
    return paged(call, list.map((comment) => commentJson(call.state, comment)));
}
function createComment(call) {
    const issue = issueOf(call);
    if (issue === undefined)
        return notFound;
    if (!call.state.hasIssues && issue.pull === null)
        return issuesGone;
    const body = github_server_routes_text(call, 'body');
    const problem = bodyProblem(body, 'IssueComment');
    if (problem !== null)
        return problem;
    const comment = addComment(call.state, {
        issue: issue.number,
        author: call.state.self,
        body: body ?? '',
    });
    return ok(commentJson(call.state, comment), 201);
}
function updateComment(call) {
    const comment = call.state.comments.get(Number(call.parts['id']));
    if (comment === undefined)
        return notFound;
    const body = github_server_routes_text(call, 'body');
    const problem = bodyProblem(body, 'IssueComment');
    if (problem !== null)
        return problem;
    const edited = editComment(call.state, {
        id: comment.id,
        editor: call.state.self,
        body: body ?? '',
    });
    return ok(commentJson(call.state, edited));
}
function createIssue(call) {
    if (!call.state.hasIssues)
        return issuesGone;
    const title = github_server_routes_text(call, 'title') ?? '';
    if (title.trim() === '')
        return invalid('Issue', 'title', "title can't be blank");
    const body = github_server_routes_text(call, 'body') ?? '';
    if (isTooLong(body))
        return invalid('Issue', 'body', 'body is too long (maximum is 65536 characters)');
    const issue = addIssue(call.state, { title, body, author: call.state.self.login });
    return ok(issueJson(call.state, issue), 201);
}
const REACTIONS = new Set(['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes']);
function react(call) {
    const comment = call.state.comments.get(Number(call.parts['id']));
    if (comment === undefined)
        return notFound;
    const content = github_server_routes_text(call, 'content') ?? '';
    if (!REACTIONS.has(content))
        return invalid('Reaction', 'content', `${content} is not a reaction`);
    const { reaction, created } = addReaction(call.state, {
        comment: comment.id,
        user: call.state.self,
        content,
    });
    return ok(reactionJson(reaction), created ? 201 : 200);
}
function teamMembership(call) {
    const team = call.state.teams.get(`${call.parts['org']}/${call.parts['slug']}`);
    if (team?.has((call.parts['login'] ?? '').toLowerCase()) !== true)
        return notFound;
    const url = `${call.state.url}${call.request.path}`;
    return ok({ state: 'active', role: 'member', url });
}
function permissionOf(call) {
    const account = call.state.accounts.get((call.parts['login'] ?? '').toLowerCase());
    return account === undefined ? notFound : ok(permissionJson(call.state, account));
}
/** The routes about issues, comments, pull requests and people. `REPO` stands for `/repos/OWNER/NAME`. */
const routes = [
    {
        method: 'GET',
        path: '/user',
        needs: '',
        answer: ({ state }) => state.installation
            ? refused(403, 'Resource not accessible by integration')
            : ok(publicUserJson(state.self)),
    },
    {
        method: 'GET',
        path: 'REPO',
        needs: '',
        answer: ({ state }) => ({
            ...ok(fullRepositoryJson(state)),
            headers: state.scopes === null ? {} : { 'x-oauth-scopes': state.scopes },
        }),
    },
    {
        method: 'GET',
        path: 'REPO/issues',
        needs: 'issues=read',
        answer: listIssues,
    },
    { method: 'POST', path: 'REPO/issues', needs: 'issues=write', answer: createIssue },
    {
        method: 'GET',
        path: 'REPO/issues/:number',
        needs: 'issues=read',
        answer: (call) => {
            const issue = issueOf(call);
            return issue === undefined ? notFound : ok(issueJson(call.state, issue));
        },
    },
    {
        method: 'GET',
        path: 'REPO/issues/:number/comments',
        needs: 'issues=read',
        answer: listComments,
    },
    {
        method: 'POST',
        path: 'REPO/issues/:number/comments',
        needs: 'issues=write',
        answer: createComment,
    },
    {
        method: 'GET',
        path: 'REPO/issues/comments/:id',
        needs: 'issues=read',
        answer: ({ state, parts }) => {
            const comment = state.comments.get(Number(parts['id']));
            return comment === undefined ? notFound : ok(commentJson(state, comment));
        },
    },
    {
        method: 'PATCH',
        path: 'REPO/issues/comments/:id',
        needs: 'issues=write',
        answer: updateComment,
    },
    {
        method: 'GET',
        path: 'REPO/issues/comments/:id/reactions',
        needs: 'issues=read',
        answer: (call) => paged(call, call.state.reactions
            .filter((one) => one.comment === Number(call.parts['id']))
            .map(reactionJson)),
    },
    {
        method: 'POST',
        path: 'REPO/issues/comments/:id/reactions',
        needs: 'issues=write',
        answer: react,
    },
    {
        method: 'GET',
        path: 'REPO/collaborators/:login/permission',
        needs: 'metadata=read',
        answer: permissionOf,
    },
    {
        method: 'GET',
        path: '/orgs/:org/teams/:slug/memberships/:login',
        needs: 'members=read',
        answer: teamMembership,
    },
    {
        method: 'GET',
        path: '/orgs/:org/teams/:slug',
        needs: 'members=read',
        answer: ({ state, parts }) => state.teams.has(`${parts['org']}/${parts['slug']}`)
            ? ok(teamJson(state, parts['org'] ?? '', parts['slug'] ?? ''))
            : notFound,
    },
    {
        method: 'GET',
        path: '/users/:login',
        needs: '',
        answer: ({ state, parts }) => ok(publicUserJson(accountOf(state, parts['login'] ?? ''))),
    },
];

;// CONCATENATED MODULE: ./build/demo/github-server-artifact-routes.js


function artifactJson(call, one) {
    const url = `${apiUrl(call.state)}/actions/artifacts/${one.id}`;
    return {
        id: one.id,
        node_id: `A_${one.id}`,
        name: one.name,
        size_in_bytes: one.done?.size ?? 0,
        url,
        archive_download_url: `${url}/zip`,
        expired: false,
        digest: one.done?.digest ?? null,
        created_at: one.createdAt,
        updated_at: one.createdAt,
        expires_at: one.expiresAt,
        workflow_run: { id: one.workflowRunId },
    };
}
function finished(call) {
    return call.state.artifacts.artifacts.filter((one) => one.done !== null);
}
function list(call) {
    const { run } = call.parts;
    const name = call.request.query.get('name');
    const wanted = finished(call)
        .filter((one) => run === undefined || String(one.workflowRunId) === run)
        .filter((one) => name === null || one.name === name);
    const page = paged(call, wanted.map((one) => artifactJson(call, one)));
    return { ...page, body: { total_count: wanted.length, artifacts: page.body } };
}
function show(call) {
    const one = finished(call).find((artifact) => String(artifact.id) === call.parts['id']);
    return one === undefined ? notFound : ok(artifactJson(call, one));
}
function download(call) {
    const one = finished(call).find((artifact) => String(artifact.id) === call.parts['id']);
    if (one === undefined || call.parts['format'] !== 'zip')
        return notFound;
    return { status: 302, headers: { location: call.state.artifacts.addressOf(one) }, body: '' };
}
const artifactRoutes = [
    { method: 'GET', path: 'REPO/actions/artifacts', needs: 'actions=read', answer: list },
    { method: 'GET', path: 'REPO/actions/runs/:run/artifacts', needs: 'actions=read', answer: list },
    { method: 'GET', path: 'REPO/actions/artifacts/:id', needs: 'actions=read', answer: show },
    {
        method: 'GET',
        path: 'REPO/actions/artifacts/:id/:format',
        needs: 'actions=read',
        answer: download,
    },
];

;// CONCATENATED MODULE: ./build/demo/github-server-check-routes.js
/** The routes of the local GitHub about check runs, which only an App may make, and only the same App may change. */




const MAX_ACTIONS = 3;
const MAX_ANNOTATIONS = 50;
const MAX_SUMMARY_CHARS = 65_535;
/** What GitHub takes of a button, by field. */
const ACTION_CHARS = { label: 20, description: 40, identifier: 20 };
const notAnApp = refused(403, 'You must authenticate via a GitHub App.');
function createCheckRun(call) {
    const { state } = call;
    if (!state.installation)
        return notAnApp;
    const [name, headSha] = [github_server_routes_text(call, 'name'), github_server_routes_text(call, 'head_sha')];
    if (name === undefined || headSha === undefined || state.git.resolve(headSha) === null)
        return invalid('CheckRun', 'head_sha', 'No commit found for SHA');
    const check = {
        id: freshId(state),
        name,
        headSha,
        externalId: github_server_routes_text(call, 'external_id') ?? '',
        startedAt: stamp(state),
        status: 'queued',
        conclusion: null,
        title: '',
        summary: '',
        actions: [],
        annotations: [],
    };
    const problem = changed(call, check);
    if (problem !== null)
        return problem;
    state.checkRuns.set(check.id, check);
    return ok(checkRunJson(state, check), 201);
}
function updateCheckRun(call) {
    const { state, parts } = call;
    if (!state.installation)
        return notAnApp;
    const check = state.checkRuns.get(Number(parts['id']));
    if (check === undefined)
        return notFound;
    return changed(call, check) ?? ok(checkRunJson(state, check));
}
/** Takes the fields over, or says what GitHub would not take. */
function changed(call, check) {
    const { actions = check.actions, output } = call.fields;
    if (!Array.isArray(actions) || actions.length > MAX_ACTIONS || !actions.every(isAction))
        return invalid('CheckRun', 'actions', 'is not a list of at most three actions');
    const given = (0,json/* isJsonObject */.O)(output) ? output : {};
    const { title, summary, annotations = [] } = given;
    if (typeof summary === 'string' && summary.length > MAX_SUMMARY_CHARS)
        return invalid('CheckRun', 'summary', 'is too long (maximum is 65535 characters)');
    if (!Array.isArray(annotations) || annotations.length > MAX_ANNOTATIONS)
        return invalid('CheckRun', 'annotations', 'exceeds a maximum quantity of 50');
    const conclusion = github_server_routes_text(call, 'conclusion') ?? null;
    check.status = conclusion === null ? (github_server_routes_text(call, 'status') ?? check.status) : 'completed';
    check.conclusion = check.status === 'completed' ? (conclusion ?? check.conclusion) : null;
    if (typeof title === 'string')
        check.title = title;
    if (typeof summary === 'string')
        check.summary = summary;
    check.actions = actions;
    check.annotations = [...check.annotations, ...annotations.filter(json/* isJsonObject */.O)];
    return null;
}
function isAction(value) {
    return ((0,json/* isJsonObject */.O)(value) &&
        Object.entries(ACTION_CHARS).every(([field, most]) => {
            const words = value[field];
            return typeof words === 'string' && words !== '' && words.length <= most;
        }));
}
const checkRoutes = [
    { method: 'POST', path: 'REPO/check-runs', needs: 'checks=write', answer: createCheckRun },
    { method: 'PATCH', path: 'REPO/check-runs/:id', needs: 'checks=write', answer: updateCheckRun },
    {
        method: 'GET',
        path: 'REPO/check-runs/:id',
        needs: 'checks=read',
        answer: ({ state, parts }) => {
            const check = state.checkRuns.get(Number(parts['id']));
            return check === undefined ? notFound : ok(checkRunJson(state, check));
        },
    },
];

;// CONCATENATED MODULE: ./build/demo/github-server-git-json.js



function page(state) {
    return `${WEB}/${state.owner}/${state.repo}`;
}
function treeLink(state, sha) {
    return { sha, url: `${apiUrl(state)}/git/trees/${sha}` };
}
/** GitHub signs what is committed through its API, and nothing else is signed here. */
function verificationJson(commit) {
    return commit.committer.email === COMMITTER.email
        ? {
            verified: true,
            reason: 'valid',
            signature: '-----BEGIN PGP SIGNATURE-----\n-----END PGP SIGNATURE-----\n',
            payload: `tree ${commit.tree}\n`,
            verified_at: commit.committer.date,
        }
        : { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };
}
/** A commit as a git object. */
function gitCommitJson(state, sha, commit) {
    return {
        sha,
        node_id: `C_${sha}`,
        url: `${apiUrl(state)}/git/commits/${sha}`,
        html_url: `${page(state)}/commit/${sha}`,
        author: commit.author,
        committer: commit.committer,
        message: commit.message,
        tree: treeLink(state, commit.tree),
        parents: commit.parents.map((parent) => ({
            sha: parent,
            url: `${apiUrl(state)}/git/commits/${parent}`,
            html_url: `${page(state)}/commit/${parent}`,
        })),
        verification: verificationJson(commit),
    };
}
/** A commit as people see it: with the accounts behind its authors, where the e-mail tells. */
function commitJson(state, sha, commit) {
    const url = `${apiUrl(state)}/commits/${sha}`;
    return {
        sha,
        node_id: `C_${sha}`,
        url,
        html_url: `${page(state)}/commit/${sha}`,
        comments_url: `${url}/comments`,
        commit: {
            url: `${apiUrl(state)}/git/commits/${sha}`,
            author: commit.author,
            committer: commit.committer,
            message: commit.message,
            comment_count: 0,
            tree: treeLink(state, commit.tree),
            verification: verificationJson(commit),
        },
        author: accountBehind(state, commit.author),
        committer: accountBehind(state, commit.committer),
        parents: commit.parents.map((parent) => ({
            sha: parent,
            url: `${apiUrl(state)}/commits/${parent}`,
            html_url: `${page(state)}/commit/${parent}`,
        })),
    };
}
/** `ID+LOGIN@users.noreply.github.com` is an account; any other address is nobody's here. */
function accountBehind(state, person) {
    const login = /^(?:\d+\+)?(.+)@users\.noreply\.github\.com$/.exec(person.email)?.[1];
    return login === undefined ? null : accountJson(accountOf(state, login));
}
function refJson(state, ref, sha) {
    return {
        ref,
        node_id: `REF_${ref}`,
        url: `${apiUrl(state)}/git/${ref}`,
        object: { type: 'commit', sha, url: `${apiUrl(state)}/git/commits/${sha}` },
    };
}
/** A file, folder, link or submodule at a commit, without its content. */
function entryJson(state, commit, entry) {
    const path = entry.path.split('/').map(encodeURIComponent).join('/');
    const self = `${apiUrl(state)}/contents/${path}?ref=${commit}`;
    const kind = entry.type === 'dir' ? 'tree' : 'blob';
    const git = `${apiUrl(state)}/git/${kind}s/${entry.sha}`;
    const html = `${page(state)}/${kind}/${commit}/${path}`;
    const raw = `https://raw.githubusercontent.com/${state.owner}/${state.repo}/${commit}/${path}`;
    return {
        type: entry.type,
        name: entry.name,
        path: entry.path,
        sha: entry.sha,
        size: entry.size,
        url: self,
        git_url: git,
        html_url: html,
        download_url: entry.type === 'file' || entry.type === 'symlink' ? raw : null,
        _links: { self, git, html },
    };
}

;// CONCATENATED MODULE: ./build/demo/github-server-compare-routes.js
/** The route of the local GitHub that compares two commits: where they part, and how many follow. */


/** A commit and everything that it follows, the nearest first. */
function lineageOf(state, sha) {
    const seen = new Set();
    const next = [sha];
    for (let one = next.shift(); one !== undefined; one = next.shift()) {
        if (seen.has(one))
            continue;
        seen.add(one);
        next.push(...(state.git.commitOf(one)?.parents ?? []));
    }
    return [...seen];
}
function commitAt(state, sha) {
    const commit = state.git.commitOf(sha);
    return commit === null ? {} : commitJson(state, sha, commit);
}
function compare(call) {
    const { state } = call;
    const [base, head, ...more] = (call.parts['basehead'] ?? '').split('...');
    const from = state.git.resolve(base ?? '');
    const to = state.git.resolve(head ?? '');
    if (from === null || to === null || more.length > 0)
        return notFound;
    const behind = lineageOf(state, from);
    const ahead = lineageOf(state, to);
    const known = new Set(behind);
    const fork = ahead.find((sha) => known.has(sha));
    if (fork === undefined)
        return notFound;
    const of = new Set(ahead);
    const aheadBy = ahead.filter((sha) => !known.has(sha));
    const behindBy = behind.filter((sha) => !of.has(sha)).length;
    const api = `${state.url}/repos/${state.owner}/${state.repo}/compare/${from}...${to}`;
    const page = `https://github.com/${state.owner}/${state.repo}/compare/${from}...${to}`;
    const both = aheadBy.length > 0 && behindBy > 0;
    return ok({
        url: api,
        html_url: page,
        permalink_url: page,
        diff_url: `${page}.diff`,
        patch_url: `${page}.patch`,
        base_commit: commitAt(state, from),
        merge_base_commit: commitAt(state, fork),
        status: both
            ? 'diverged'
            : aheadBy.length > 0
                ? 'ahead'
                : behindBy > 0
                    ? 'behind'
                    : 'identical',
        ahead_by: aheadBy.length,
        behind_by: behindBy,
        total_commits: aheadBy.length,
        commits: aheadBy.toReversed().map((sha) => commitAt(state, sha)),
        files: [],
    });
}
const compareRoutes = [
    { method: 'GET', path: 'REPO/compare/:basehead', needs: 'contents=read', answer: compare },
];

;// CONCATENATED MODULE: ./build/demo/github-server-git-routes.js




/** GitHub leaves the content out of an answer about a larger file. */
const MAX_INLINE_BYTES = 1024 * 1024;
function base64(bytes) {
    return bytes.toString('base64').replaceAll(/(.{60})/g, '$1\n');
}
function showCommit(call) {
    const sha = call.state.git.resolve(call.parts['ref'] ?? '');
    const commit = sha === null ? null : call.state.git.commitOf(sha);
    if (sha === null || commit === null)
        return refused(422, `No commit found for SHA: ${call.parts['ref'] ?? ''}`);
    if ((call.request.headers.accept ?? '').includes('vnd.github.sha')) {
        return {
            status: 200,
            body: sha,
            headers: { 'content-type': 'application/vnd.github.sha; charset=utf-8' },
        };
    }
    return { status: 200, body: commitJson(call.state, sha, commit) };
}
function showContents(call) {
    const { git } = call.state;
    const commit = git.resolve(call.request.query.get('ref') ?? call.state.defaultBranch);
    if (commit === null)
        return refused(404, `No commit found for the ref ${call.request.query.get('ref') ?? ''}`);
    const path = (call.parts['path'] ?? '').replace(/\/$/, '');
    const entry = git.entry(commit, path);
    if (entry === null)
        return notFound;
    if (entry.type === 'dir') {
        const entries = git.list(commit, path) ?? [];
        return { status: 200, body: entries.map((one) => entryJson(call.state, commit, one)) };
    }
    return {
        status: 200,
        body: { ...entryJson(call.state, commit, entry), ...contentOf(call, entry) },
    };
}
function contentOf(call, entry) {
    if (entry.type === 'symlink')
        return { target: call.state.git.blob(entry.sha)?.toString('utf8') ?? '' };
    if (entry.type !== 'file')
        return { submodule_git_url: 'https://github.com/octo-org/other.git' };
    const bytes = entry.size > MAX_INLINE_BYTES ? null : call.state.git.blob(entry.sha);
    return bytes === null
        ? { content: '', encoding: 'none' }
        : { content: base64(bytes), encoding: 'base64' };
}
function blobUrl(call, sha) {
    return `${apiUrl(call.state)}/git/blobs/${sha}`;
}
function showBlob(call) {
    const { sha = '' } = call.parts;
    const bytes = call.state.git.blob(sha);
    if (bytes === null)
        return notFound;
    return {
        status: 200,
        body: {
            sha,
            node_id: `B_${sha}`,
            url: blobUrl(call, sha),
            size: bytes.length,
            content: base64(bytes),
            encoding: 'base64',
        },
    };
}
function createRef(call) {
    const { ref, sha } = call.fields;
    if (typeof ref !== 'string' || typeof sha !== 'string')
        return invalid('Reference', 'ref', 'ref and sha are needed');
    const made = call.state.git.createRef(ref, sha);
    if (made === 'created')
        return { status: 201, body: refJson(call.state, ref, sha) };
    return refused(422, made === 'exists' ? 'Reference already exists' : 'Object does not exist');
}
function showRef(call) {
    const ref = `refs/${call.parts['path'] ?? ''}`;
    const sha = call.state.git.refs().get(ref);
    return sha === undefined ? notFound : { status: 200, body: refJson(call.state, ref, sha) };
}
function textOf(call, name) {
    const value = call.fields[name];
    return typeof value === 'string' ? value : '';
}
function createBlob(call) {
    const encoding = textOf(call, 'encoding') === 'base64' ? 'base64' : 'utf8';
    const sha = call.state.git.writeBlob(Buffer.from(textOf(call, 'content'), encoding));
    return { status: 201, body: { sha, url: blobUrl(call, sha) } };
}
function createTree(call) {
    const listed = call.fields['tree'];
    const changes = Array.isArray(listed) ? listed.flatMap(changeOf) : [];
    const sha = call.state.git.writeTree(textOf(call, 'base_tree'), changes);
    return sha === null
        ? refused(422, 'GitRPC::BadObjectState')
        : { status: 201, body: treeJson(call, sha) };
}
function treeJson(call, sha) {
    const tree = (call.state.git.treeOf(sha) ?? []).map((entry) => ({
        ...entry,
        url: `${apiUrl(call.state)}/git/${entry.type}s/${entry.sha}`,
    }));
    return { sha, url: `${apiUrl(call.state)}/git/trees/${sha}`, tree, truncated: false };
}
function changeOf(entry) {
    if (!(0,json/* isJsonObject */.O)(entry))
        return [];
    const { path, mode, sha } = entry;
    if (typeof path !== 'string' || typeof mode !== 'string')
        return [];
    return typeof sha === 'string' || sha === null ? [{ path, mode, sha }] : [];
}
function createCommit(call) {
    const { parents } = call.fields;
    const named = Array.isArray(parents) ? parents.filter((one) => typeof one === 'string') : [];
    const sha = call.state.git.writeCommit({
        tree: textOf(call, 'tree'),
        parents: named,
        message: textOf(call, 'message'),
    });
    const commit = sha === null ? null : call.state.git.commitOf(sha);
    return sha === null || commit === null
        ? refused(422, 'Tree SHA does not exist')
        : { status: 201, body: gitCommitJson(call.state, sha, commit) };
}
function showGitCommit(call) {
    const { sha = '' } = call.parts;
    const commit = call.state.git.commitOf(sha);
    return commit === null ? notFound : { status: 200, body: gitCommitJson(call.state, sha, commit) };
}
function moveRef(call) {
    const ref = `refs/${call.parts['path'] ?? ''}`;
    const sha = textOf(call, 'sha');
    if (!call.state.git.refs().has(ref))
        return refused(422, 'Reference does not exist');
    const moved = call.state.git.forwardRef(ref, sha);
    if (!moved)
        return refused(422, 'Update is not a fast forward');
    return { status: 200, body: refJson(call.state, ref, sha) };
}
const gitRoutes = [
    { method: 'POST', path: 'REPO/git/blobs', needs: 'contents=write', answer: createBlob },
    { method: 'POST', path: 'REPO/git/trees', needs: 'contents=write', answer: createTree },
    { method: 'POST', path: 'REPO/git/commits', needs: 'contents=write', answer: createCommit },
    { method: 'GET', path: 'REPO/git/commits/:sha', needs: 'contents=read', answer: showGitCommit },
    { method: 'PATCH', path: 'REPO/git/refs/*path', needs: 'contents=write', answer: moveRef },
    { method: 'GET', path: 'REPO/commits/:ref', needs: 'contents=read', answer: showCommit },
    { method: 'GET', path: 'REPO/contents/*path', needs: 'contents=read', answer: showContents },
    { method: 'GET', path: 'REPO/git/blobs/:sha', needs: 'contents=read', answer: showBlob },
    { method: 'POST', path: 'REPO/git/refs', needs: 'contents=write', answer: createRef },
    { method: 'GET', path: 'REPO/git/ref/*path', needs: 'contents=read', answer: showRef },
];

;// CONCATENATED MODULE: ./build/demo/github-server-thread-routes.js




/** When a comment of a thread was written: before everything else where nothing is said. */
function threadTime(comment) {
    return comment.createdAt ?? '2026-01-01T00:00:00Z';
}
function listReviewComments(call) {
    const { state } = call;
    const issue = issueOf(call);
    const pull = issue?.pull;
    if (issue === undefined || pull === undefined || pull === null)
        return notFound;
    const api = `${state.url}/repos/${state.owner}/${state.repo}`;
    const rows = (pull.threads ?? []).flatMap((thread) => thread.comments.map((comment, index) => {
        const url = `${api}/pulls/comments/${comment.id}`;
        const page = `${issueUrl(state, issue)}#discussion_r${comment.id}`;
        return {
            url,
            id: comment.id,
            node_id: `PRRC_${comment.id}`,
            pull_request_review_id: 1,
            diff_hunk: '@@ -1 +1 @@',
            path: thread.path,
            commit_id: pull.headSha,
            original_commit_id: pull.headSha,
            user: accountJson(accountOf(state, comment.author)),
            body: comment.body,
            created_at: threadTime(comment),
            updated_at: comment.edited === true ? '2026-12-31T00:00:00Z' : threadTime(comment),
            html_url: page,
            pull_request_url: `${api}/pulls/${issue.number}`,
            author_association: 'NONE',
            _links: {
                self: { href: url },
                html: { href: page },
                pull_request: { href: `${api}/pulls/${issue.number}` },
            },
            side: 'RIGHT',
            subject_type: 'line',
            line: thread.line,
            ...(index === 0 ? {} : { in_reply_to_id: thread.comments[0]?.id }),
        };
    }));
    return paged(call, rows);
}
const threadRoutes = [
    {
        method: 'GET',
        path: 'REPO/pulls/:number/comments',
        needs: 'pull_requests=read',
        answer: listReviewComments,
    },
];

;// CONCATENATED MODULE: ./build/demo/github-server-graphql-pulls.js

const THREADS_PER_PAGE = 50;
const COMMENTS_PER_THREAD = 50;
/** `null` where the question is another one. */
function answerOnPulls(state, query, variables) {
    const threads = query.includes('reviewThreads');
    if (!threads && !query.includes('closingIssuesReferences'))
        return null;
    const issue = state.issues.get(Number(variables['number']));
    const field = threads ? 'pullRequest' : 'issueOrPullRequest';
    if (issue === undefined || (threads && issue.pull === null))
        return missing(field, variables);
    const found = threads ? threadsOf(issue, variables) : linksOf(state, issue);
    return { status: 200, body: { data: { repository: { [field]: found } } } };
}
function missing(field, variables) {
    const number = JSON.stringify(variables['number']);
    const message = `Could not resolve to a ${field === 'pullRequest' ? 'PullRequest' : 'node'} with the number of ${number}.`;
    const errors = [{ type: 'NOT_FOUND', path: ['repository', field], message }];
    return { status: 200, body: { data: { repository: { [field]: null } }, errors } };
}
function threadsOf(issue, variables) {
    const all = issue.pull?.threads ?? [];
    const from = Number(variables['after'] ?? 0);
    const to = Math.min(all.length, from + THREADS_PER_PAGE);
    return {
        reviewThreads: {
            pageInfo: { hasNextPage: to < all.length, endCursor: to === from ? null : String(to) },
            nodes: all.slice(from, to).map(threadNode),
        },
    };
}
function threadNode(thread) {
    const comments = thread.comments.slice(0, COMMENTS_PER_THREAD).map((comment) => ({
        fullDatabaseId: String(comment.id),
        author: {
            login: comment.author.replace(/\[bot\]$/, ''),
            __typename: comment.author.endsWith('[bot]') ? 'Bot' : 'User',
        },
        body: comment.body,
        createdAt: threadTime(comment),
        lastEditedAt: comment.edited === true ? '2026-12-31T00:00:00Z' : null,
    }));
    return {
        isResolved: thread.resolved === true,
        isOutdated: thread.line === null,
        path: thread.path,
        line: thread.line,
        comments: { totalCount: thread.comments.length, nodes: comments },
    };
}
function linksOf(state, issue) {
    const nameWithOwner = `${state.owner}/${state.repo}`;
    const node = (one) => ({
        number: one.number,
        state: one.state === 'open' ? 'OPEN' : 'CLOSED',
        repository: { nameWithOwner },
    });
    const all = [...state.issues.values()];
    const closes = issue.pull?.closes ?? [];
    if (issue.pull !== null) {
        const nodes = all.filter((one) => closes.includes(one.number)).map(node);
        return { closingIssuesReferences: { nodes } };
    }
    const nodes = all.filter((one) => one.pull?.closes?.includes(issue.number) === true).map(node);
    return { closedByPullRequestsReferences: { nodes } };
}

;// CONCATENATED MODULE: ./build/demo/github-server-issue-routes.js




const MAX_TITLE_CHARS = 256;
const MAX_ASSIGNEES = 10;
const REASONS = new Set(['completed', 'not_planned', 'duplicate', 'reopened']);
function updateIssue(call) {
    const issue = issueOf(call);
    if (issue === undefined)
        return notFound;
    const { title, state, state_reason: reason, milestone } = call.fields;
    if (typeof title === 'string' && title.length > MAX_TITLE_CHARS)
        return invalid('Issue', 'title', 'title is too long (maximum is 256 characters)');
    if (typeof reason === 'string' && !REASONS.has(reason))
        return invalid('Issue', 'state_reason', `${reason} is not a valid value`);
    if (typeof milestone === 'number' && !call.state.milestones.has(milestone))
        return invalid('Issue', 'milestone', 'milestone is not there');
    if (typeof title === 'string')
        issue.title = title;
    if (typeof milestone === 'number' || milestone === null)
        issue.milestone = milestone;
    if ((state === 'open' || state === 'closed') && state !== issue.state) {
        issue.state = state;
        const usual = state === 'closed' ? 'completed' : 'reopened';
        if (issue.pull === null)
            issue.stateReason = typeof reason === 'string' ? reason : usual;
        issue.closedAt = state === 'closed' ? stamp(call.state) : null;
    }
    issue.updatedAt = stamp(call.state);
    return ok(issueJson(call.state, issue));
}
function mayBeAssigned(call, login) {
    return permissionIn(call.state, login) !== 'none';
}
function named(call) {
    const list = call.fields['assignees'];
    return Array.isArray(list) ? list.filter((login) => typeof login === 'string') : [];
}
/** GitHub leaves out whom it does not let be assigned, and says nothing. */
function github_server_issue_routes_assign(call) {
    const issue = issueOf(call);
    if (issue === undefined)
        return notFound;
    const has = new Set(issue.assignees.map(({ login }) => login.toLowerCase()));
    const added = named(call)
        .filter((login) => mayBeAssigned(call, login) && !has.has(login.toLowerCase()))
        .map((login) => accountOf(call.state, login));
    issue.assignees = [...issue.assignees, ...added].slice(0, MAX_ASSIGNEES);
    return github_server_issue_routes_changed(call, issue, 201);
}
function unassign(call) {
    const issue = issueOf(call);
    if (issue === undefined)
        return notFound;
    const gone = new Set(named(call).map((login) => login.toLowerCase()));
    issue.assignees = issue.assignees.filter(({ login }) => !gone.has(login.toLowerCase()));
    return github_server_issue_routes_changed(call, issue, 200);
}
function github_server_issue_routes_changed(call, issue, status) {
    issue.updatedAt = stamp(call.state);
    return ok(issueJson(call.state, issue), status);
}
function listMilestones(call) {
    const state = call.request.query.get('state') ?? 'open';
    const fitting = [...call.state.milestones.values()].filter((one) => state === 'all' || one.state === state);
    return paged(call, fitting.map((one) => milestoneJson(call.state, one)));
}
const issueRoutes = [
    {
        method: 'PATCH',
        path: 'REPO/issues/:number',
        needs: 'issues=write',
        answer: (call) => github_server_routes_text(call, 'title') === ''
            ? invalid('Issue', 'title', "title can't be blank")
            : updateIssue(call),
    },
    { method: 'POST', path: 'REPO/issues/:number/assignees', needs: 'issues=write', answer: github_server_issue_routes_assign },
    {
        method: 'DELETE',
        path: 'REPO/issues/:number/assignees',
        needs: 'issues=write',
        answer: unassign,
    },
    {
        method: 'GET',
        path: 'REPO/assignees',
        needs: 'issues=read',
        answer: (call) => paged(call, [...call.state.accounts.values()]
            .filter(({ login }) => mayBeAssigned(call, login))
            .map(accountJson)),
    },
    {
        method: 'GET',
        path: 'REPO/assignees/:login',
        needs: 'issues=read',
        answer: (call) => (mayBeAssigned(call, call.parts['login'] ?? '') ? { status: 204 } : notFound),
    },
    { method: 'GET', path: 'REPO/milestones', needs: 'issues=read', answer: listMilestones },
];

;// CONCATENATED MODULE: ./build/demo/github-server-label-routes.js


function labelsOf(call, issue) {
    return { status: 200, body: issue.labels.map((name) => labelJson(call.state, name)) };
}
function addLabels(call) {
    const issue = call.state.issues.get(Number(call.parts['number']));
    if (issue === undefined)
        return notFound;
    const { labels } = call.fields;
    const names = Array.isArray(labels) ? labels.filter((name) => typeof name === 'string') : [];
    // GitHub makes labels that are not there.
    for (const name of names)
        call.state.labels.add(name);
    issue.labels = [...new Set([...issue.labels, ...names])];
    return labelsOf(call, issue);
}
function removeLabel(call) {
    const issue = call.state.issues.get(Number(call.parts['number']));
    const name = call.parts['name'] ?? '';
    if (issue === undefined || !issue.labels.includes(name))
        return notFound;
    issue.labels = issue.labels.filter((one) => one !== name);
    return labelsOf(call, issue);
}
const labelRoutes = [
    {
        method: 'GET',
        path: 'REPO/labels',
        needs: 'issues=read',
        answer: (call) => paged(call, [...call.state.labels].map((name) => labelJson(call.state, name))),
    },
    { method: 'POST', path: 'REPO/issues/:number/labels', needs: 'issues=write', answer: addLabels },
    {
        method: 'DELETE',
        path: 'REPO/issues/:number/labels/:name',
        needs: 'issues=write',
        answer: removeLabel,
    },
];

;// CONCATENATED MODULE: ./build/demo/github-server-review-routes.js



const STATES = {
    COMMENT: 'COMMENTED',
    REQUEST_CHANGES: 'CHANGES_REQUESTED',
    APPROVE: 'APPROVED',
};
function pullOf(call) {
    const issue = call.state.issues.get(Number(call.parts['number']));
    return issue === undefined || issue.pull === null ? null : issue;
}
function createReview(call) {
    const issue = pullOf(call);
    if (issue === null)
        return notFound;
    const { event, body, commit_id, comments } = call.fields;
    const state = typeof event === 'string' ? STATES[event] : 'PENDING';
    if (state === undefined)
        return refused(422, 'Unprocessable Entity', ['Variable $event was provided invalid value']);
    const review = {
        id: freshId(call.state),
        author: call.state.self,
        body: typeof body === 'string' ? body : '',
        state,
        commitId: typeof commit_id === 'string' ? commit_id : (issue.pull?.headSha ?? null),
        submittedAt: stamp(call.state),
        comments: Array.isArray(comments) ? comments : [],
    };
    issue.reviews.push(review);
    return { status: 200, body: reviewJson(call.state, issue, review) };
}
const reviewRoutes = [
    {
        method: 'GET',
        path: 'REPO/pulls/:number/reviews',
        needs: 'pull_requests=read',
        answer: (call) => {
            const issue = pullOf(call);
            if (issue === null)
                return notFound;
            return paged(call, issue.reviews.map((review) => reviewJson(call.state, issue, review)));
        },
    },
    {
        method: 'POST',
        path: 'REPO/pulls/:number/reviews',
        needs: 'pull_requests=write',
        answer: createReview,
    },
];

;// CONCATENATED MODULE: ./build/demo/github-server-pull-routes.js



function showPull(call) {
    const issue = issueOf(call);
    if (issue === undefined || issue.pull === null)
        return notFound;
    return ok(pullJson(call.state, issue, issue.pull));
}
function createPull(call) {
    const { state } = call;
    const [title = '', head = '', base = ''] = ['title', 'head', 'base'].map((name) => github_server_routes_text(call, name));
    const headSha = state.git.resolve(`refs/heads/${head}`);
    if (title.trim() === '')
        return invalid('PullRequest', 'title', "title can't be blank");
    if (headSha === null)
        return invalid('PullRequest', 'head', 'head is not there');
    if (state.git.resolve(`refs/heads/${base}`) === null)
        return invalid('PullRequest', 'base', 'base is not there');
    if (pullsFrom(state, head, base).length > 0) {
        return invalid('PullRequest', 'head', `A pull request already exists for ${state.owner}:${head}.`);
    }
    const pull = {
        headRef: head,
        headSha,
        headRepository: `${state.owner}/${state.repo}`,
        baseRef: base,
        draft: call.fields['draft'] === true,
        commitAuthors: [state.self.login],
    };
    const issue = addIssue(state, {
        title,
        body: github_server_routes_text(call, 'body') ?? '',
        author: state.self.login,
        pull,
    });
    return ok(pullJson(state, issue, pull), 201);
}
function pullsFrom(state, head, base) {
    return [...state.issues.values()].flatMap((issue) => {
        const { pull } = issue;
        const fits = pull !== null &&
            issue.state === 'open' &&
            pull.headRef === head &&
            (base === null || pull.baseRef === base);
        return fits ? [{ issue, pull }] : [];
    });
}
function listPulls(call) {
    const { query } = call.request;
    const head = (query.get('head') ?? '').replace(/^[^:]*:/, '');
    return paged(call, pullsFrom(call.state, head, query.get('base')).map((one) => listedPullJson(call.state, one.issue, one.pull)));
}
const pullRoutes = [
    { method: 'GET', path: 'REPO/pulls', needs: 'pull_requests=read', answer: listPulls },
    { method: 'POST', path: 'REPO/pulls', needs: 'pull_requests=write', answer: createPull },
    {
        method: 'GET',
        path: 'REPO/pulls/:number/files',
        needs: 'pull_requests=read',
        answer: (call) => {
            const pull = issueOf(call)?.pull;
            if (pull === undefined || pull === null)
                return notFound;
            return paged(call, (pull.files ?? []).map((file) => pullFileJson(call.state, pull, file)));
        },
    },
    { method: 'GET', path: 'REPO/pulls/:number', needs: 'pull_requests=read', answer: showPull },
    {
        method: 'GET',
        path: 'REPO/pulls/:number/commits',
        needs: 'pull_requests=read',
        answer: (call) => {
            const pull = issueOf(call)?.pull;
            return pull === undefined || pull === null
                ? notFound
                : paged(call, pullCommitsJson(call.state, pull));
        },
    },
];

;// CONCATENATED MODULE: ./build/demo/github-server-run-routes.js
/** The routes of the local GitHub about workflow runs, jobs, checks and statuses. */



/** Where logs lie: a storage that knows addresses with a signature, and no tokens. */
const LOGS = /^\/_storage\/logs\/(\d+)$/;
const BAD = new Set(['failure', 'timed_out', 'cancelled']);
function runOf(call) {
    return call.state.workflowRuns.get(Number(call.parts['id']));
}
function jobsOf(state, run) {
    return [...state.jobs.values()].filter((job) => job.run === run.id);
}
function listRuns(call) {
    const { query } = call.request;
    const fits = (name, value) => (query.get(name) ?? value) === value;
    const runs = [...call.state.workflowRuns.values()]
        .filter((run) => fits('head_sha', headShaOf(call.state, run)) && fits('event', run.event))
        .sort((a, b) => b.id - a.id)
        .map((run) => workflowRunJson(call.state, run));
    return { ...paged(call, runs), body: listed('workflow_runs', runs, call) };
}
function listed(name, list, call) {
    return { total_count: list.length, [name]: paged(call, list).body };
}
function listJobs(call) {
    const run = runOf(call);
    if (run === undefined)
        return notFound;
    const jobs = jobsOf(call.state, run).map((job) => jobJson(call.state, job, run));
    return { ...paged(call, jobs), body: listed('jobs', jobs, call) };
}
function showJob(call) {
    const job = call.state.jobs.get(Number(call.parts['id']));
    const run = call.state.workflowRuns.get(job?.run ?? 0);
    return job === undefined || run === undefined ? notFound : ok(jobJson(call.state, job, run));
}
function redirectToLog(call) {
    const job = call.state.jobs.get(Number(call.parts['id']));
    if (job === undefined || job.conclusion === null)
        return notFound;
    if (job.log === null)
        return refused(410, 'Gone');
    const location = `${call.state.url}/_storage/logs/${job.id}?sig=at%3Aonce&se=2026-01-01T00:01:00Z`;
    return { status: 302, headers: { location } };
}
/** The storage that logs lie in: it takes the signed address, and refuses a request that brings a token as well. */
function answerOfStorage(state, request) {
    const [, id] = LOGS.exec(request.path) ?? [];
    if (id === undefined)
        return null;
    if (request.headers.authorization !== undefined)
        return { status: 400, body: '<Error><Code>InvalidAuthenticationInfo</Code></Error>' };
    const log = state.jobs.get(Number(id))?.log ?? null;
    const isSigned = request.query.get('sig') === 'at:once';
    if (log === null || !isSigned)
        return { status: 403, body: '<Error/>' };
    return { status: 200, body: log, headers: { 'content-type': 'text/plain' } };
}
function rerunFailed(call) {
    const run = runOf(call);
    if (run === undefined)
        return notFound;
    if (!run.completed)
        return refused(403, 'This workflow is already running');
    const failed = jobsOf(call.state, run).filter(({ conclusion }) => BAD.has(conclusion ?? ''));
    if (failed.length === 0)
        return refused(403, 'This workflow run cannot be retried: it has no failed jobs');
    run.completed = false;
    run.conclusion = null;
    run.attempt = (run.attempt ?? 1) + 1;
    for (const job of failed)
        call.state.jobs.set(job.id, { ...job, conclusion: null });
    return ok({}, 201);
}
/** GitHub Actions' own checks are the jobs; those of other Apps stand beside them. */
function listChecks(call) {
    const { state } = call;
    const sha = state.git.resolve(call.parts['ref'] ?? '');
    if (sha === null)
        return refused(422, 'No commit found');
    const own = [...state.jobs.values()].flatMap((job) => {
        const run = state.workflowRuns.get(job.run);
        if (run === undefined || headShaOf(state, run) !== sha)
            return [];
        const check = {
            sha,
            name: job.name,
            app: 'github-actions',
            conclusion: job.conclusion,
        };
        return [checkJson(state, check, { id: job.id, suite: run.id })];
    });
    const others = state.checks
        .filter((check) => check.sha === sha)
        .map((check, index) => checkJson(state, check, { id: 9000 + index, suite: 9000 }));
    const made = [...state.checkRuns.values()]
        .filter((check) => check.headSha === sha)
        .map((check) => checkRunJson(state, check));
    const all = [...own, ...others, ...made];
    return { ...paged(call, all), body: listed('check_runs', all, call) };
}
function combinedStatus(call) {
    const { state } = call;
    const sha = state.git.resolve(call.parts['ref'] ?? '');
    if (sha === null)
        return notFound;
    const statuses = state.statuses.filter((one) => one.sha === sha);
    const bad = statuses.some((one) => one.state === 'failure' || one.state === 'error');
    const waits = statuses.length === 0 || statuses.some((one) => one.state === 'pending');
    const url = `${state.url}/repos/${state.owner}/${state.repo}/commits/${sha}`;
    const all = statuses.map((one, index) => statusJson(state, one, 8000 + index));
    return {
        ...paged(call, all),
        body: {
            state: bad ? 'failure' : waits ? 'pending' : 'success',
            sha,
            total_count: all.length,
            statuses: paged(call, all).body,
            repository: minimalRepositoryJson(state),
            commit_url: url,
            url: `${url}/status`,
        },
    };
}
const runRoutes = [
    { method: 'GET', path: 'REPO/actions/runs', needs: 'actions=read', answer: listRuns },
    {
        method: 'GET',
        path: 'REPO/actions/runs/:id',
        needs: 'actions=read',
        answer: (call) => {
            const run = runOf(call);
            return run === undefined ? notFound : ok(workflowRunJson(call.state, run));
        },
    },
    { method: 'GET', path: 'REPO/actions/runs/:id/jobs', needs: 'actions=read', answer: listJobs },
    {
        method: 'POST',
        path: 'REPO/actions/runs/:id/rerun-failed-jobs',
        needs: 'actions=write',
        answer: rerunFailed,
    },
    { method: 'GET', path: 'REPO/actions/jobs/:id', needs: 'actions=read', answer: showJob },
    {
        method: 'GET',
        path: 'REPO/actions/jobs/:id/logs',
        needs: 'actions=read',
        answer: redirectToLog,
    },
    {
        method: 'GET',
        path: 'REPO/commits/:ref/check-runs',
        needs: 'checks=read',
        answer: listChecks,
    },
    {
        method: 'GET',
        path: 'REPO/commits/:ref/status',
        needs: 'statuses=read',
        answer: combinedStatus,
    },
];

;// CONCATENATED MODULE: ./build/demo/github-server-setting-routes.js
/**
 * The routes of the local GitHub about a repository's settings. Those that nobody gave are ones that the token may not
 * see.
 */



const RULESET_ID = 7;
const github_server_setting_routes_hidden = refused(403, 'Resource not accessible by integration');
function showBranch(call) {
    const { state } = call;
    const { isProtected } = state.settings;
    const name = call.parts['branch'] ?? '';
    const sha = state.git.resolve(`refs/heads/${name}`);
    const commit = sha === null ? null : state.git.commitOf(sha);
    if (isProtected === undefined)
        return github_server_setting_routes_hidden;
    if (sha === null || commit === null)
        return refused(404, 'Branch not found');
    const self = `${apiUrl(state)}/branches/${encodeURIComponent(name)}`;
    return ok({
        name,
        commit: commitJson(state, sha, commit),
        _links: { self, html: `${WEB}/${state.owner}/${state.repo}/tree/${name}` },
        protected: isProtected,
        protection: { enabled: isProtected },
        protection_url: `${self}/protection`,
    });
}
function listRules(call) {
    const { rules } = call.state.settings;
    return rules === undefined ? github_server_setting_routes_hidden : ok(rules.map((rule) => ruleJson(call, rule)));
}
function ruleJson(call, rule) {
    const ruleset = {
        ruleset_source_type: 'Repository',
        ruleset_source: `${call.state.owner}/${call.state.repo}`,
        ruleset_id: RULESET_ID,
    };
    if (rule.type === 'deletion')
        return { type: rule.type, ...ruleset };
    const parameters = {
        required_approving_review_count: rule.reviews,
        dismiss_stale_reviews_on_push: false,
        require_code_owner_review: false,
        require_last_push_approval: false,
        required_review_thread_resolution: false,
    };
    return { type: rule.type, parameters, ...ruleset };
}
function showProtection(call) {
    const { protectionReviews: reviews } = call.state.settings;
    if (reviews === undefined)
        return github_server_setting_routes_hidden;
    if (reviews === null)
        return refused(404, 'Branch not protected');
    const url = `${call.state.url}${call.request.path}`;
    return ok({
        url,
        required_pull_request_reviews: {
            url: `${url}/required_pull_request_reviews`,
            dismiss_stale_reviews: false,
            require_code_owner_reviews: false,
            require_last_push_approval: false,
            required_approving_review_count: reviews,
        },
        enforce_admins: { url: `${url}/enforce_admins`, enabled: false },
    });
}
function showWorkflowToken({ state }) {
    const { workflowToken: given } = state.settings;
    if (given === undefined)
        return github_server_setting_routes_hidden;
    return ok({
        default_workflow_permissions: given.level,
        can_approve_pull_request_reviews: given.approvesPulls,
    });
}
function showForks({ state }) {
    const { forksGet: given } = state.settings;
    if (!state.isPrivate)
        return notFound;
    if (given === undefined)
        return github_server_setting_routes_hidden;
    return ok({
        run_workflows_from_fork_pull_requests: true,
        send_write_tokens_to_workflows: given.writeTokens,
        send_secrets_and_variables: given.secrets,
        require_approval_for_fork_pr_workflows: false,
    });
}
function showForkApproval({ state }) {
    const { forkApproval: policy } = state.settings;
    return policy === undefined ? github_server_setting_routes_hidden : ok({ approval_policy: policy });
}
const PERMISSIONS = 'REPO/actions/permissions';
/** What a setting needs is told by whether it was given. */
const needs = '';
const settingRoutes = [
    { method: 'GET', path: 'REPO/branches/:branch', needs, answer: showBranch },
    { method: 'GET', path: 'REPO/rules/branches/:branch', needs, answer: listRules },
    { method: 'GET', path: 'REPO/branches/:branch/protection', needs, answer: showProtection },
    { method: 'GET', path: `${PERMISSIONS}/workflow`, needs, answer: showWorkflowToken },
    {
        method: 'GET',
        path: `${PERMISSIONS}/fork-pr-workflows-private-repos`,
        needs,
        answer: showForks,
    },
    {
        method: 'GET',
        path: `${PERMISSIONS}/fork-pr-contributor-approval`,
        needs,
        answer: showForkApproval,
    },
];

;// CONCATENATED MODULE: ./build/demo/github-server-router.js
/** From a request to its route, past the checks that GitHub makes before: token, permission, rate limit headers, ETag. */

















const LIMIT = 5000;
const LIMIT_WINDOW_S = 3600;
/** Every route, the first that fits counting. */
const ROUTES = [
    ...routes,
    ...issueRoutes,
    ...labelRoutes,
    ...reviewRoutes,
    ...runRoutes,
    ...artifactRoutes,
    ...checkRoutes,
    ...threadRoutes,
    ...compareRoutes,
    ...settingRoutes,
    ...pullRoutes,
    ...gitRoutes,
];
/** Answers one request of the API. */
function answer(state, request) {
    if (request.headers.authorization === undefined || !hasToken(state, request)) {
        return refused(401, 'Bad credentials');
    }
    return withEtag(request, withLimits(state, rendered(state, request, routed(state, request))));
}
function hasToken(state, request) {
    const given = (request.headers.authorization ?? '').replace(/^(?:bearer|token)\s+/i, '');
    return given === state.token;
}
function routed(state, request) {
    if (request.method === 'POST' && request.path === '/graphql')
        return graphql(state, request);
    for (const route of ROUTES) {
        const parts = route.method === request.method ? partsOf(state, route, request.path) : null;
        if (parts === null)
            continue;
        const problem = permissionProblem(state, route, parts);
        if (problem !== null)
            return problem;
        const fields = github_server_router_fieldsOf(request.body);
        if (fields === null)
            return refused(400, 'Problems parsing JSON');
        return route.answer({ state, request, parts, fields });
    }
    return notFound;
}
function partsOf(state, route, path) {
    const wanted = route.path.replace('REPO', `/repos/${state.owner}/${state.repo}`).split('/');
    const given = path.split('/');
    const parts = {};
    for (const [index, part] of wanted.entries()) {
        const here = given[index];
        if (part.startsWith('*')) {
            parts[part.slice(1)] = given.slice(index).map(decodeURIComponent).join('/');
            return parts;
        }
        if (here === undefined)
            return null;
        if (part.startsWith(':')) {
            if (here === '')
                return null;
            parts[part.slice(1)] = decodeURIComponent(here);
        }
        else if (part.toLowerCase() !== here.toLowerCase())
            return null;
    }
    return given.length === wanted.length ? parts : null;
}
function permissionProblem(state, route, parts) {
    if (state.tokenPermissions === null || route.needs === '' || route.needs === 'metadata=read')
        return null;
    const [name = '', level] = route.needs.split('=');
    const number = Number(parts['number'] ?? state.comments.get(Number(parts['id']))?.issue);
    const onPull = name === 'issues' && state.issues.get(number)?.pull !== null && state.issues.has(number);
    const names = onPull ? [name, 'pull_requests'] : [name];
    const held = names.some((one) => {
        const has = state.tokenPermissions?.[one];
        return has === 'write' || has === level;
    });
    if (held)
        return null;
    return {
        ...refused(403, 'Resource not accessible by integration'),
        headers: {
            'x-accepted-github-permissions': names.map((one) => `${one}=${level ?? 'read'}`).join('; '),
        },
    };
}
function github_server_router_fieldsOf(body) {
    if (body.length === 0)
        return {};
    try {
        const parsed = JSON.parse(body.toString('utf8'));
        return (0,json/* isJsonObject */.O)(parsed) ? parsed : null;
    }
    catch {
        return null;
    }
}
/** The questions that are asked of GraphQL: who the token is, who edited a comment last, threads and links. */
function graphql(state, request) {
    const fields = github_server_router_fieldsOf(request.body) ?? {};
    const query = typeof fields['query'] === 'string' ? fields['query'] : '';
    if (query.includes('viewer')) {
        return {
            status: 200,
            body: { data: { viewer: { login: state.self.login, databaseId: state.self.id } } },
        };
    }
    const variables = fields['variables'];
    const onPulls = (0,json/* isJsonObject */.O)(variables) ? answerOnPulls(state, query, variables) : null;
    if (onPulls !== null)
        return onPulls;
    const id = (0,json/* isJsonObject */.O)(variables) ? JSON.stringify(variables['id']) : '';
    const comment = [...state.comments.values()].find((one) => JSON.stringify(nodeIdOf(one.id)) === id);
    if (!query.includes('lastEditedAt') || comment === undefined) {
        const message = `Could not resolve to a node with the global id of ${id}`;
        return {
            status: 200,
            body: { data: { node: null }, errors: [{ type: 'NOT_FOUND', path: ['node'], message }] },
        };
    }
    const { edit } = comment;
    const node = {
        lastEditedAt: edit?.at ?? null,
        editor: edit === null ? null : { login: edit.editor },
    };
    return { status: 200, body: { data: { node } } };
}
function withLimits(state, reply) {
    const reset = Math.floor(state.clock.now().getTime() / 1000) + LIMIT_WINDOW_S;
    return {
        ...reply,
        headers: {
            'x-ratelimit-limit': String(LIMIT),
            'x-ratelimit-remaining': String(LIMIT - 1),
            'x-ratelimit-used': '1',
            'x-ratelimit-resource': 'core',
            'x-github-request-id': (0,external_node_crypto_.randomUUID)(),
            'x-ratelimit-reset': String(reset),
            ...reply.headers,
        },
    };
}
function withEtag(request, reply) {
    if (request.method !== 'GET' || reply.status !== 200)
        return reply;
    const content = JSON.stringify([reply.body, reply.headers?.['link'] ?? '']);
    const etag = `W/"${(0,external_node_crypto_.createHash)('sha256').update(content).digest('hex')}"`;
    const headers = { ...reply.headers, etag };
    return request.headers['if-none-match'] === etag
        ? { status: 304, headers }
        : { ...reply, headers };
}

;// CONCATENATED MODULE: ./build/demo/github-server.js
/** A GitHub of one repository on loopback, with people in it and an artifact service, for the demo and for tests. */














const RUN_ACCOUNT = 'github-actions[bot]';
/** Starts the server. Nothing is on it but the repository; `close` ends it and every open connection. */
async function startGitHubServer(options = {}) {
    let made;
    const http = await startHttpServer((url) => {
        const state = newState(options, url);
        made = state;
        return (request) => state.artifacts.handle(request) ??
            answerOfStorage(state, request) ??
            answerOfAttachments(state, request) ??
            answer(state, request);
    }, options);
    if (made === undefined)
        throw new Error('The server did not start.');
    const state = made;
    const { artifacts } = state;
    return {
        url: http.url,
        token: state.token,
        owner: state.owner,
        repo: state.repo,
        artifacts,
        log: http.log,
        tokenMay: (permissions) => {
            state.tokenPermissions = permissions;
        },
        fail: (fault) => {
            http.fail(fault);
        },
        close: () => http.close(),
        ...ciOf(state),
        envFor: (run) => ({
            ...artifacts.envFor(run),
            GITHUB_API_URL: http.url,
            GITHUB_GRAPHQL_URL: `${http.url}/graphql`,
            GITHUB_SERVER_URL: 'https://github.com',
            GITHUB_REPOSITORY: `${state.owner}/${state.repo}`,
        }),
        ...people(state),
        ...events(state),
    };
}
function newState(options, url) {
    const login = options.self ?? RUN_ACCOUNT;
    const self = { login, id: 41_898_282, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
    return {
        owner: options.owner ?? 'octo-org',
        repo: options.repo ?? 'octo-repo',
        defaultBranch: options.defaultBranch ?? 'main',
        url,
        git: options.git ?? memoryGit(),
        artifacts: createArtifactService(url),
        clock: options.clock ?? clock/* systemClock */.m,
        self,
        installation: options.installation ?? true,
        token: options.token ?? `ghs_${(0,external_node_crypto_.randomUUID)().replaceAll('-', '')}`,
        tokenPermissions: options.tokenPermissions ?? null,
        hasIssues: options.hasIssues ?? true,
        isPrivate: options.isPrivate ?? false,
        scopes: options.scopes ?? null,
        settings: options.settings ?? {},
        labels: new Set(options.labels ?? ['bug', 'documentation', 'enhancement', 'question']),
        accounts: new Map([[login.toLowerCase(), self]]),
        permissions: new Map(),
        teams: new Map(),
        issues: new Map(),
        milestones: new Map(),
        comments: new Map(),
        reactions: [],
        ...newCiState(),
        checkRuns: new Map(),
        listeners: [],
        nextId: 2000,
    };
}
function people(state) {
    return {
        person: (login, permission) => {
            accountOf(state, login);
            state.permissions.set(login.toLowerCase(), permission);
        },
        team: (name, logins) => {
            state.teams.set(name, new Set(logins.map((login) => login.toLowerCase())));
        },
        issue: (wanted) => addIssue(state, wanted),
        attach: (bytes) => attach(state, bytes),
        milestone: (wanted) => {
            state.milestones.set(wanted.number, wanted);
        },
        pull: (wanted) => addIssue(state, wanted),
        comment: ({ login, issue, body, viaApp }) => addComment(state, { issue, author: accountOf(state, login), body, viaApp: viaApp ?? null }),
        editComment: ({ id, login, body }) => editComment(state, { id, editor: accountOf(state, login), body }),
        deleteComment: (id) => {
            state.comments.delete(id);
        },
        react: ({ comment, login, content }) => {
            addReaction(state, { comment, user: accountOf(state, login), content });
        },
        commentsOn: (issue) => [...state.comments.values()].filter((comment) => comment.issue === issue),
        reactionsOn: (comment) => state.reactions
            .filter((one) => one.comment === comment)
            .map((one) => ({ login: one.user.login, content: one.content })),
        onComment: (listener) => {
            state.listeners.push(listener);
        },
    };
}
function events(state) {
    const issueOf = (number) => {
        const issue = state.issues.get(number);
        if (issue === undefined)
            throw new Error(`There is no issue #${number}.`);
        return issue;
    };
    const repository = repositoryJson(state);
    return {
        checkRuns: () => [...state.checkRuns.values()],
        clickEvent: (id, identifier, login) => {
            const check = state.checkRuns.get(id);
            if (check === undefined)
                throw new Error(`There is no check run ${id}.`);
            return {
                action: 'requested_action',
                check_run: checkRunJson(state, check),
                requested_action: { identifier },
                repository,
                sender: accountJson(accountOf(state, login)),
            };
        },
        issuesEvent: (number, action) => {
            const issue = issueOf(number);
            return {
                action,
                issue: issueJson(state, issue),
                repository,
                sender: accountJson(issue.author),
            };
        },
        commentEvent: (id, action) => {
            const comment = state.comments.get(id);
            if (comment === undefined)
                throw new Error(`There is no comment ${id}.`);
            const issue = issueJson(state, issueOf(comment.issue));
            const sender = accountJson(comment.author);
            return { action, issue, comment: commentJson(state, comment), repository, sender };
        },
        pullEvent: (number, action) => {
            const issue = issueOf(number);
            if (issue.pull === null)
                throw new Error(`#${number} is no pull request.`);
            const pull = pullJson(state, issue, issue.pull);
            return { action, number, pull_request: pull, repository, sender: accountJson(issue.author) };
        },
    };
}

;// CONCATENATED MODULE: ./build/demo/stage.js
/**
 * A stage for one workflow step: a checkout, a runner's files and variables, and the local GitHub. The step itself is the
 * real bundle, started as the runner starts it. This file does I/O.
 */






const GIT_TIMEOUT_MS = 60_000;
const MAX_LOG_BYTES = 64 * 1024 * 1024;
const STEP_TIMEOUT_MS = 10 * 60_000;
const WORKFLOW_RUN_ID = 4242;
/** Sets the stage: the files committed and checked out, the local GitHub serving them, the runner's folders made. */
async function setStage(options) {
    const { folder } = options;
    const places = {
        seed: (0,external_node_path_.join)(folder, 'seed'),
        origin: (0,external_node_path_.join)(folder, 'origin.git'),
        workspace: (0,external_node_path_.join)(folder, 'work', 'octo-repo', 'octo-repo'),
        temp: (0,external_node_path_.join)(folder, 'temp'),
    };
    for (const place of [places.seed, places.temp])
        await (0,promises_.mkdir)(place, { recursive: true });
    const git = (cwd) => gitIn(cwd, folder, options.path);
    const seed = git(places.seed);
    await seed('init', '--quiet', '--initial-branch=main');
    await commitFiles(seed, places.seed, options.files);
    await seed('clone', '--quiet', '--bare', places.seed, places.origin);
    await seed('clone', '--quiet', '--depth=1', `file://${places.origin}`, places.workspace);
    const headSha = (await seed('rev-parse', 'HEAD')).trim();
    const github = await startGitHubServer({ ...options.github, git: repositoryGit(places.origin) });
    const ready = async (door, step) => {
        const own = step.runner === undefined
            ? places
            : await otherRunner(seed, places.origin, (0,external_node_path_.join)(folder, step.runner));
        return await readyDoor(door, step, { options, github, headSha, ...own });
    };
    return {
        github,
        workspace: places.workspace,
        origin: places.origin,
        temp: places.temp,
        headSha,
        git: git(places.workspace),
        commit: async (branch, files) => {
            const known = (await seed('branch', '--list', branch)) !== '';
            await seed('checkout', '--quiet', ...(known ? [branch] : ['-b', branch, 'main']));
            await commitFiles(seed, places.seed, files);
            await seed('push', '--quiet', places.origin, branch);
            return (await seed('rev-parse', 'HEAD')).trim();
        },
        ready,
        step: async (door, step) => {
            const { argv, cwd, env, end } = await ready(door, step);
            const result = await (0,sandbox_process/* runTrusted */.$5)({
                argv,
                cwd,
                env,
                timeoutMs: STEP_TIMEOUT_MS,
                maxOutputBytes: MAX_LOG_BYTES,
                ...(step.signal === undefined ? {} : { signal: step.signal }),
            });
            return await end(result.exitCode, logOf(result));
        },
        close: () => github.close(),
    };
}
async function otherRunner(git, origin, folder) {
    const places = { workspace: (0,external_node_path_.join)(folder, 'octo-repo'), temp: (0,external_node_path_.join)(folder, 'temp') };
    await (0,promises_.mkdir)(places.temp, { recursive: true });
    await git('clone', '--quiet', '--depth=1', `file://${origin}`, places.workspace);
    return places;
}
async function commitFiles(git, folder, files) {
    for (const [path, text] of Object.entries(files)) {
        await (0,promises_.mkdir)((0,external_node_path_.dirname)((0,external_node_path_.join)(folder, path)), { recursive: true });
        await (0,promises_.writeFile)((0,external_node_path_.join)(folder, path), text);
    }
    await git('add', '--all');
    await git('commit', '--quiet', '--message', `Set ${Object.keys(files).length} files`);
}
function gitIn(cwd, home, path) {
    return async (...args) => {
        const result = await (0,sandbox_process/* runTrusted */.$5)({
            argv: ['git', '-c', 'user.name=octo-dev', '-c', 'user.email=octo-dev@example.com', ...args],
            cwd,
            env: {
                PATH: path,
                HOME: home,
                GIT_CONFIG_NOSYSTEM: '1',
                GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
                GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
            },
            timeoutMs: GIT_TIMEOUT_MS,
            maxOutputBytes: MAX_LOG_BYTES,
        });
        if (result.exitCode === 0)
            return result.stdout.toString('utf8');
        throw new errors/* CountersignError */.W('internal', `git ${args.join(' ')}: ${result.stderr.toString('utf8')}`);
    };
}
async function readyDoor(door, step, at) {
    const runId = step.runId ?? WORKFLOW_RUN_ID;
    const job = step.job ?? 'agent';
    const files = await runnerFiles(at.temp, door);
    const { payload } = step.event;
    await (0,promises_.writeFile)(files.event, typeof payload === 'string' ? payload : JSON.stringify(payload));
    const state = door === 'post' ? await readCommandFile((0,external_node_path_.join)(at.temp, 'action-state')) : {};
    return {
        argv: [process.execPath, (0,external_node_path_.join)(at.options.bundle, `${door}.js`)],
        cwd: at.workspace,
        env: {
            PATH: at.options.path,
            HOME: at.options.folder,
            LANG: 'C.UTF-8',
            GITHUB_ACTIONS: 'true',
            GITHUB_EVENT_NAME: step.event.name,
            GITHUB_EVENT_PATH: files.event,
            GITHUB_WORKSPACE: at.workspace,
            GITHUB_SHA: at.headSha,
            GITHUB_RUN_ATTEMPT: '1',
            GITHUB_JOB: job,
            GITHUB_OUTPUT: files.output,
            GITHUB_STATE: files.state,
            GITHUB_STEP_SUMMARY: files.summary,
            RUNNER_TEMP: at.temp,
            ...at.github.envFor({ runId, job }),
            GITHUB_RUN_ID: String(runId),
            ...inputVariables({ 'github-token': at.github.token, ...step.inputs }),
            ...Object.fromEntries(Object.entries(state).map(([name, value]) => [`STATE_${name}`, value])),
            ...at.options.environment,
            ...step.environment,
        },
        end: async (exitCode, log) => ({
            exitCode,
            log,
            outputs: await readCommandFile(files.output),
            summary: await (0,promises_.readFile)(files.summary, 'utf8'),
        }),
    };
}
function logOf(result) {
    return `${result.stdout.toString('utf8')}${result.stderr.toString('utf8')}`;
}
function inputVariables(inputs) {
    return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [
        `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
        value,
    ]));
}
async function runnerFiles(temp, door) {
    const files = {
        event: (0,external_node_path_.join)(temp, `${door}-event.json`),
        output: (0,external_node_path_.join)(temp, `${door}-output`),
        state: (0,external_node_path_.join)(temp, `${door}-state`),
        summary: (0,external_node_path_.join)(temp, `${door}-summary`),
    };
    for (const file of [files.output, files.state, files.summary])
        await (0,promises_.writeFile)(file, '');
    return files;
}
/** Reads a file of `name<<DELIMITER` blocks, the form in which steps hand values to the runner. */
async function readCommandFile(file) {
    const values = {};
    const lines = (await (0,promises_.readFile)(file, 'utf8')).split(/\r?\n/);
    for (let index = 0; index < lines.length; index += 1) {
        const opening = /^([^=<]+)<<(.+)$/.exec(lines[index] ?? '');
        if (opening?.[1] === undefined)
            continue;
        const end = lines.indexOf(opening[2] ?? '', index + 1);
        if (end === -1)
            break;
        values[opening[1]] = lines.slice(index + 1, end).join('\n');
        index = end;
    }
    return values;
}

;// CONCATENATED MODULE: ./build/demo/project.js
/** The small real project of the demo: a library with a defect, its tests, and a policy. */
const DEMO_FILES = {
    'package.json': `{
  "name": "price-tags",
  "version": "1.0.0",
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
    'README.md': `# price-tags

Formats amounts of money for price tags. \`formatPrice(1999, 'EUR')\` gives \`19.99 EUR\`.
`,
    'src/price.js': `/** Formats an amount in cents. */
export function formatPrice(cents, currency) {
  const whole = Math.floor(cents / 100);
  const rest = cents % 100;
  return \`\${whole}.\${rest} \${currency}\`;
}
`,
    'test/price.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPrice } from '../src/price.js';

test('an amount has its cents', () => {
  assert.equal(formatPrice(1999, 'EUR'), '19.99 EUR');
});

test('fewer than ten cents have a leading zero', () => {
  assert.equal(formatPrice(1905, 'EUR'), '19.05 EUR');
});
`,
    '.github/countersign.yml': `version: 1
mode: ask
auto:
  - kind:readonly
  - fs_edit(src/**)
  - fs_write(src/**)
  - bash_run(npm test)
  - todo_write
deny:
  - rule: bash_run(@force-push)
    reason: History on this repository is never rewritten.
requireApproval:
  - rule: bash_run(git commit *)
    reason: A maintainer reads every commit before it is made.
approvals: { from: [write], count: 1, wait: 2m, then: deny }
sandbox: preferred
budget: { turns: 20, calls: 40, minutes: 10, tokens: 1M, usd: 1 }
`,
};
const DEMO_ISSUE = {
    title: 'Prices with fewer than ten cents are printed wrong',
    body: `\`formatPrice(1905, 'EUR')\` gives \`19.5 EUR\`, it should give \`19.05 EUR\`.

The tests show it. Please fix it and commit the fix.`,
};
/** What the scripted model does, turn by turn; each `expect` holds it against what really came back. */
const DEMO_SCRIPT = {
    turns: [
        {
            blocks: [
                { type: 'text', text: 'I look at the code and its tests first.' },
                {
                    type: 'tool_use',
                    name: 'todo_write',
                    input: {
                        todos: [
                            { text: 'Understand the defect', status: 'in_progress' },
                            { text: 'Fix it and run the tests', status: 'pending' },
                            { text: 'Commit the fix', status: 'pending' },
                        ],
                    },
                },
                { type: 'tool_use', name: 'fs_read', input: { path: 'src/price.js' } },
                { type: 'tool_use', name: 'fs_read', input: { path: 'test/price.test.js' } },
                { type: 'tool_use', name: 'fs_grep', input: { pattern: 'formatPrice' } },
            ],
        },
        {
            expect: 'cents % 100',
            blocks: [
                { type: 'text', text: 'The cents are not padded. I change that one line.' },
                {
                    type: 'tool_use',
                    name: 'fs_edit',
                    input: {
                        path: 'src/price.js',
                        old_string: 'const rest = cents % 100;',
                        new_string: "const rest = String(cents % 100).padStart(2, '0');",
                    },
                },
            ],
        },
        {
            blocks: [
                { type: 'text', text: 'Now the tests of the project.' },
                { type: 'tool_use', name: 'bash_run', input: { command: 'npm test' } },
            ],
        },
        {
            blocks: [
                { type: 'text', text: 'They pass. I ask to commit.' },
                {
                    type: 'tool_use',
                    name: 'bash_run',
                    input: { command: "git commit --all --message 'Pad the cents of a price'" },
                },
            ],
        },
        {
            blocks: [
                {
                    type: 'tool_use',
                    name: 'todo_write',
                    input: {
                        todos: [
                            { text: 'Understand the defect', status: 'done' },
                            { text: 'Fix it and run the tests', status: 'done' },
                            { text: 'Commit the fix', status: 'done' },
                        ],
                    },
                },
                {
                    type: 'tool_use',
                    name: 'finish',
                    input: {
                        outcome: 'done',
                        summary: 'formatPrice now pads the cents to two digits: 1905 gives "19.05". One line changed in src/price.js; the tests pass; the fix is committed.',
                    },
                },
            ],
        },
    ],
};

// EXTERNAL MODULE: ./build/cli/audit-verify.js
var audit_verify = __webpack_require__(43558);
// EXTERNAL MODULE: ./build/cli/spec.js
var spec = __webpack_require__(89230);
;// CONCATENATED MODULE: ./build/cli/demo.js








const MAINTAINER = 'octo-maintainer';
const REQUESTER = 'octo-requester';
const CARD = /`(ap-[0-9a-z]{8})`/;
/** `demo`: the main job, offline, with the bundle that the action runs, against the local GitHub. */
const demoCommands = [
    {
        name: 'demo',
        summary: 'See the main job run offline: an issue, an edit, a card, an approval, a trail that verifies',
        options: [
            { flags: '--out <dir>', summary: 'an empty folder to work in; a temporary one where absent' },
            { flags: '--verbose', summary: 'print the whole log of the step' },
        ],
        run: demo,
    },
];
async function demo(call, io) {
    const out = (0,spec/* textOption */.vU)(call, 'out');
    const folder = out === null ? await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'countersign-demo-')) : (0,external_node_path_.resolve)(io.cwd, out);
    const say = (text) => {
        if (!call.json)
            io.out(`${(0,base_text/* visible */.RK)(text)}\n`);
    };
    const stage = await setStage({
        folder,
        files: DEMO_FILES,
        path: io.environment['PATH'] ?? '',
        bundle: bundleFolder(),
    });
    try {
        const end = await play(stage, folder, say);
        if ((0,spec/* switchOption */.IL)(call, 'verbose'))
            say(end.log);
        return await proof(end, folder, { call, io, say });
    }
    finally {
        await stage.close();
    }
}
/** The bundle that this very program was started from. */
function bundleFolder() {
    const started = process.argv[1];
    if (started === undefined)
        throw new errors/* CountersignError */.W('internal', 'The program has no path.');
    return (0,external_node_path_.dirname)((0,external_node_path_.resolve)(started));
}
async function play(stage, folder, say) {
    const { github } = stage;
    github.person(MAINTAINER, 'write');
    github.person(REQUESTER, 'write');
    const issue = github.issue({ author: REQUESTER, ...DEMO_ISSUE });
    const ask = github.comment({
        login: REQUESTER,
        issue: issue.number,
        body: '/countersign fix this, run the tests, and commit',
    });
    say(`@${REQUESTER} opened issue #${issue.number}: ${DEMO_ISSUE.title}`);
    say(`@${REQUESTER} wrote: ${ask.body}`);
    const answered = new Set();
    github.onComment((comment) => {
        const id = comment.body.includes('countersign:card') ? CARD.exec(comment.body)?.[1] : undefined;
        if (id === undefined || answered.has(id))
            return;
        answered.add(id);
        say(`\nThe run asks on a card:\n${indent(comment.body)}\n`);
        say(`@${MAINTAINER} answers: /approve ${id}\n`);
        setTimeout(() => {
            github.comment({ login: MAINTAINER, issue: issue.number, body: `/approve ${id}` });
        }, ANSWER_DELAY_MS);
    });
    const script = (0,external_node_path_.join)(folder, 'script.json');
    await (0,promises_.writeFile)(script, JSON.stringify(DEMO_SCRIPT));
    say('The action starts, as the runner would start it.');
    const end = await stage.step('action', {
        event: { name: 'issue_comment', payload: github.commentEvent(ask.id, 'created') },
        inputs: { model: `scripted:${script}` },
    });
    say(`The step ended with exit code ${end.exitCode}, outcome ${end.outputs['outcome'] ?? 'none'}.`);
    say(indent(end.outputs['summary'] ?? ''));
    say(`\nWhat the run left in git:\n${indent(await stage.git('log', '--stat', '--oneline', '-1'))}`);
    return end;
}
/** Into the value of the first approved state that the trail holds. */
const STATE_OFFSET = 10;
/** GitHub's times have whole seconds: an answer within the card's own second would not be after it. */
const ANSWER_DELAY_MS = 1_500;
async function proof(end, folder, at) {
    const trail = end.outputs['audit-path'] ?? '';
    const heads = [{ hash: end.outputs['audit-head'] ?? '' }];
    const intact = await (0,audit_verify/* verifyAt */.T5)(trail, { heads, requireEnd: true });
    at.say(`\nTrail:  ${trail}\nReport: ${(0,external_node_path_.join)(trail, 'report.html')}\n`);
    at.say(`audit verify: ${(0,audit_verify/* verdictText */.nt)(intact)}`);
    const copy = (0,external_node_path_.join)(folder, 'tampered');
    await (0,promises_.cp)(trail, copy, { recursive: true });
    const file = (0,external_node_path_.join)(copy, format/* TRAIL_FILE */.eB);
    const bytes = await (0,promises_.readFile)(file);
    const place = Math.max(0, bytes.indexOf('"state":"APPROVED"')) + STATE_OFFSET;
    bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
    await (0,promises_.writeFile)(file, bytes);
    const broken = await (0,audit_verify/* verifyAt */.T5)(copy, { heads, requireEnd: true });
    at.say(`\nOne byte of a copy is changed (byte ${place}).\naudit verify: ${(0,audit_verify/* verdictText */.nt)(broken)}`);
    const shown = end.exitCode === 0 && intact.kind === 'intact' && broken.kind === 'broken';
    if (at.call.json) {
        const result = { outcome: end.outputs['outcome'] ?? null, trail, intact, broken, shown };
        at.io.out(`${JSON.stringify(result, null, 2)}\n`);
    }
    else if (!shown)
        at.say(end.log);
    return shown ? spec/* EXIT */.dc.ok : spec/* EXIT */.dc.no;
}
function indent(text) {
    return text
        .trimEnd()
        .split('\n')
        .map((line) => `    ${line}`)
        .join('\n');
}


/***/ }),

/***/ 88400:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   ak: () => (/* binding */ stopper),
/* harmony export */   fO: () => (/* binding */ KILL_GRACE_MS),
/* harmony export */   i0: () => (/* binding */ killGroup)
/* harmony export */ });
/** Between SIGTERM and SIGKILL to the whole process group. */
const KILL_GRACE_MS = 2_000;
/** Ends a process group: politely, then for good. */
function stopper(pid) {
    let timer;
    const send = (signal) => {
        if (pid !== undefined)
            killGroup(pid, signal);
    };
    return {
        terminate: () => {
            send('SIGTERM');
            timer ??= setTimeout(() => send('SIGKILL'), KILL_GRACE_MS);
        },
        kill: () => send('SIGKILL'),
        settle: () => clearTimeout(timer),
    };
}
/** Signals a process group; on systems without groups the process alone. A group that is gone is no error. */
function killGroup(pid, signal) {
    try {
        process.kill(process.platform === 'win32' ? pid : -pid, signal);
    }
    catch {
        // Nobody is left to get the signal.
    }
}


/***/ }),

/***/ 92613:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  UU: () => (/* binding */ argvOf),
  Kp: () => (/* binding */ findProgram),
  R3: () => (/* binding */ runProcess),
  $5: () => (/* binding */ runTrusted)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/sandbox/kill-group.js
var kill_group = __webpack_require__(88400);
// EXTERNAL MODULE: external "node:string_decoder"
var external_node_string_decoder_ = __webpack_require__(46193);
;// CONCATENATED MODULE: ./build/sandbox/output.js

/** Small pieces are joined to blocks, so that there are never many of them. */
const PIECES_A_BLOCK = 512;
const BLOCK_CHARS = 16_384;
/**
 * Keeps the head and the tail of a text that may be endless, in bounded memory. Pure but for its own state.
 * A character never comes apart: the decoder holds back incomplete bytes, and no cut falls inside a surrogate pair.
 */
class BoundedText {
    #half;
    #head = '';
    /** The newest pieces, and before them blocks of older ones. What is no longer kept is dropped by the block. */
    #pieces = [];
    #blocks = [];
    #tailChars = 0;
    #chars = 0;
    /** Keeps at most `maxChars` UTF-16 units: half of it head, half of it tail. */
    constructor(maxChars) {
        this.#half = Math.max(1, Math.floor(maxChars / 2));
    }
    add(text) {
        this.#chars += text.length;
        const room = this.#half - this.#head.length;
        if (room > 0)
            this.#head += text.slice(0, room);
        const rest = room > 0 ? text.slice(room) : text;
        if (rest === '')
            return;
        this.#pieces.push(rest);
        this.#tailChars += rest.length;
        if (this.#pieces.length >= PIECES_A_BLOCK || rest.length >= BLOCK_CHARS)
            this.#closeBlock();
        for (;;) {
            const [oldest] = this.#blocks;
            if (oldest === undefined || this.#tailChars - oldest.length < this.#half)
                return;
            this.#blocks.shift();
            this.#tailChars -= oldest.length;
        }
    }
    get truncated() {
        return this.#chars > 2 * this.#half;
    }
    /** The kept text; where something was cut, a line between head and tail says how much. */
    text() {
        const joined = [...this.#blocks, ...this.#pieces].join('');
        const tail = joined.slice(Math.max(0, joined.length - this.#half));
        if (!this.truncated)
            return this.#head + tail;
        const head = withoutHalfPairAtEnd(this.#head);
        const end = withoutHalfPairAtStart(tail);
        const cut = this.#chars - head.length - end.length;
        return `${head}\n[... ${cut} characters cut ...]\n${end}`;
    }
    #closeBlock() {
        this.#blocks.push(this.#pieces.join(''));
        this.#pieces = [];
    }
}
function withoutHalfPairAtEnd(text) {
    const last = text.charCodeAt(text.length - 1);
    return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}
function withoutHalfPairAtStart(text) {
    const first = text.charCodeAt(0);
    return first >= 0xdc00 && first <= 0xdfff ? text.slice(1) : text;
}
/** Turns the chunks of several streams into text as they come, one decoder for each stream. */
class StreamText {
    #decoders = new Map();
    bytes = 0;
    decode(stream, chunk) {
        this.bytes += chunk.byteLength;
        let decoder = this.#decoders.get(stream);
        if (decoder === undefined) {
            decoder = new external_node_string_decoder_.StringDecoder('utf8');
            this.#decoders.set(stream, decoder);
        }
        return decoder.write(chunk);
    }
    /** What incomplete characters were left at the end, as U+FFFD. */
    end() {
        return [...this.#decoders.values()].map((decoder) => decoder.end()).join('');
    }
}

// EXTERNAL MODULE: ./build/sandbox/spawn.js
var spawn = __webpack_require__(65547);
;// CONCATENATED MODULE: ./build/sandbox/process.js





/**
 * The one place that starts processes. Nothing here knows a sandbox: what is started is what it was given.
 * This file does I/O; it never reads the environment of the parent, and no child gets it.
 */
/** How long output is still read after the main process is gone and its group was killed. */
const DRAIN_MS = 250;
/** The longest time that a timer of Node can hold. */
const MAX_TIMEOUT_MS = 2_147_483_647;
/** How a command line is started: a shell source by bash that reads no start-up file. */
function argvOf(line) {
    return 'argv' in line ? line.argv : ['bash', '--norc', '--noprofile', '-c', line.shell];
}
/** The file that `program` names for a child with this environment and folder, or `null` where there is none. */
function findProgram(program, where) {
    if (program.includes('\0') || program === '')
        return null;
    if (program.includes('/'))
        return isProgram((0,external_node_path_.resolve)(where.cwd, program)) ? program : null;
    // A relative folder on PATH would let the checkout choose the program.
    const folders = (where.env['PATH'] ?? '').split(external_node_path_.delimiter).filter((folder) => (0,external_node_path_.isAbsolute)(folder));
    return folders.map((folder) => (0,external_node_path_.join)(folder, program)).find((file) => isProgram(file)) ?? null;
}
function isProgram(file) {
    try {
        const stats = (0,external_node_fs_.statSync)(file, { throwIfNoEntry: false });
        return stats?.isFile() === true && (process.platform === 'win32' || (stats.mode & 0o111) !== 0);
    }
    catch {
        return false;
    }
}
/**
 * Runs one command to its end. Never throws: a command that cannot be started ends `not-started`.
 * The process leads a group of its own. On time-out and cancel the group gets SIGTERM, then SIGKILL after
 * `KILL_GRACE_MS`; when the main process exits, whatever it left in the group is killed, so that a background child
 * that holds the pipes cannot hold up the run.
 */
async function runProcess(options) {
    const started = performance.now();
    const [program, ...args] = argvOf(options.line);
    const problem = startProblem(options, program, args);
    if (problem !== null)
        return notStarted(problem, started, options);
    if (options.signal.aborted) {
        return {
            ...notStarted('The command was cancelled before it began.', started, options),
            ended: 'cancelled',
        };
    }
    const kept = new BoundedText(options.maxOutputChars);
    const decoded = new StreamText();
    const emit = (text) => {
        if (text === '')
            return;
        kept.add(text);
        options.onOutput?.(text);
    };
    const end = await supervise(options, { program, args }, (stream, chunk) => {
        const { onStderr } = options;
        if (stream === 'stderr' && onStderr !== undefined)
            onStderr(chunk.toString('utf8'));
        else
            emit(decoded.decode(stream, chunk));
    });
    emit(decoded.end());
    if (end.failure !== null)
        return notStarted(end.failure, started, options);
    return {
        exitCode: end.exitCode,
        signal: end.signal,
        output: kept.text(),
        outputBytes: decoded.bytes,
        truncated: kept.truncated,
        durationMs: performance.now() - started,
        ended: end.ended,
    };
}
function startProblem(options, program, args) {
    if (args.some((arg) => arg.includes('\0')))
        return 'An argument holds a NUL character, which no program can be given.';
    if (!isFolder(options.cwd))
        return `The folder ${options.cwd} does not exist.`;
    if (findProgram(program, options) !== null)
        return null;
    return `The program ${JSON.stringify(program)} was not found. Use one that is installed, or name its path.`;
}
function isFolder(path) {
    try {
        return (0,external_node_fs_.statSync)(path).isDirectory();
    }
    catch {
        return false;
    }
}
function notStarted(reason, started, options) {
    options.onOutput?.(reason);
    return {
        exitCode: null,
        signal: null,
        output: reason,
        outputBytes: 0,
        truncated: false,
        durationMs: performance.now() - started,
        ended: 'not-started',
    };
}
/** Starts the process and sees to it that it, and all that it started in its group, ends. */
async function supervise(options, what, onChunk) {
    // Not the library: its promise waits for pipes that a stranger may hold, and the kill has to go to the whole group.
    const { cwd, env, files = [] } = options;
    const stdin = options.stdin === undefined ? 'ignore' : 'pipe';
    const started = (0,spawn/* start */.n)({ ...what, cwd, env, files, stdin, stderr: 'pipe' });
    const { child, stdout, stderr } = started;
    if (options.stdin !== undefined)
        started.stdin.on('error', () => undefined).end(options.stdin);
    stdout.on('data', (chunk) => onChunk('stdout', chunk));
    stderr.on('data', (chunk) => onChunk('stderr', chunk));
    const closed = endOf([stdout, stderr]);
    const exited = new Promise((done) => {
        child.once('exit', (exitCode, signal) => done({ exitCode, signal, failure: null }));
        child.once('error', (error) => {
            done({
                exitCode: null,
                signal: null,
                failure: `The command could not be started: ${error.message}`,
            });
        });
    });
    let ended = 'exited';
    const stop = (0,kill_group/* stopper */.ak)(child.pid);
    const onAbort = () => {
        if (ended === 'exited')
            ended = 'cancelled';
        stop.terminate();
    };
    const timer = setTimeout(() => {
        if (ended === 'exited')
            ended = 'timed-out';
        stop.terminate();
    }, Math.min(options.timeoutMs, MAX_TIMEOUT_MS));
    options.signal.addEventListener('abort', onAbort, { once: true });
    const unwatch = child.pid === undefined ? undefined : options.watch?.(child.pid, stop.kill);
    try {
        const exit = await exited;
        stop.kill();
        options.onExit?.();
        await drained(closed);
        return { ...exit, ended };
    }
    finally {
        clearTimeout(timer);
        unwatch?.();
        stop.settle();
        options.signal.removeEventListener('abort', onAbort);
        stdout.destroy();
        stderr.destroy();
    }
}
/** Resolves once every stream has ended; watched from the start, since a stream may end before the process does. */
async function endOf(streams) {
    const ends = streams.map(async (stream) => new Promise((done) => void stream.once('close', done).once('end', done)));
    await Promise.all(ends);
}
/** Waits for `closed`, but not for a stranger who holds the pipe. */
async function drained(closed) {
    let timer;
    const late = new Promise((done) => {
        timer = setTimeout(done, DRAIN_MS);
    });
    await Promise.race([closed, late]);
    clearTimeout(timer);
}
/**
 * Runs a program of the parent's own and gives both outputs apart, as bytes. Beyond `maxOutputBytes` of either it is ended
 * and `problem` says so; what was read until then is there. Never throws.
 */
async function runTrusted(options) {
    const [program, ...args] = options.argv;
    // Loaded when it is first needed: a run whose commit is known by its files starts no program of its own.
    const { execa } = await __webpack_require__.e(/* import() */ 8194).then(__webpack_require__.bind(__webpack_require__, 98194));
    const result = await execa(program, args, {
        cwd: options.cwd,
        env: options.env,
        extendEnv: false,
        preferLocal: false,
        reject: false,
        encoding: 'buffer',
        stripFinalNewline: false,
        windowsHide: true,
        killDescendants: true,
        timeout: Math.min(options.timeoutMs, MAX_TIMEOUT_MS),
        maxBuffer: options.maxOutputBytes,
        forceKillAfterDelay: kill_group/* KILL_GRACE_MS */.fO,
        ...(options.signal === undefined ? {} : { cancelSignal: options.signal }),
        ...(options.stdin === undefined ? { stdin: 'ignore' } : { input: options.stdin }),
    });
    const problem = result.timedOut
        ? 'timed-out'
        : result.isCanceled
            ? 'cancelled'
            : result.isMaxBuffer
                ? 'too-much-output'
                : result.signal !== undefined
                    ? 'killed'
                    : result.exitCode === undefined
                        ? 'not-started'
                        : null;
    return {
        exitCode: result.exitCode ?? null,
        stdout: Buffer.from(result.stdout ?? []),
        stderr: Buffer.from(result.stderr ?? []),
        problem,
    };
}


/***/ }),

/***/ 65547:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   n: () => (/* binding */ start)
/* harmony export */ });
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(31421);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(73024);
/* harmony import */ var node_stream__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(57075);



/** Starts a process that leads a group of its own. It never throws for the program's sake: `child` emits `error`. */
function start({ program, args, cwd, env, files, stdin, stderr }) {
    const descriptors = [];
    try {
        for (const file of files)
            descriptors.push((0,node_fs__WEBPACK_IMPORTED_MODULE_1__.openSync)(file, 'r'));
        const streams = [stdin, 'pipe', stderr, ...descriptors];
        inherited ??= leftOpen();
        const nothing = inherited.length === 0 ? 0 : (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.openSync)('/dev/null', 'r');
        if (nothing !== 0)
            descriptors.push(nothing);
        const child = (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)(program, [...args], {
            cwd,
            env,
            detached: process.platform !== 'win32',
            windowsHide: true,
            stdio: [...streams, ...covers(inherited, { from: streams.length, with: nothing })],
        });
        return {
            child,
            stdin: child.stdin ?? new node_stream__WEBPACK_IMPORTED_MODULE_2__.PassThrough(),
            stdout: child.stdout ?? new node_stream__WEBPACK_IMPORTED_MODULE_2__.PassThrough().end(),
            stderr: child.stderr ?? new node_stream__WEBPACK_IMPORTED_MODULE_2__.PassThrough().end(),
        };
    }
    finally {
        for (const descriptor of descriptors)
            (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.closeSync)(descriptor);
    }
}
let inherited;
const MAX_DESCRIPTOR = 65_536;
const CLOSED_ON_EXEC = 0o2000000;
/**
 * Descriptors that whoever started this process left open for its children as well. Node closes the first ones before it
 * starts another program, and not those beyond. None are told where there is no `/proc`.
 */
function leftOpen() {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readdirSync)('/proc/self/fd')
            .map(Number)
            .filter((descriptor) => descriptor > 2 && descriptor <= MAX_DESCRIPTOR && isLeft(descriptor))
            .sort((a, b) => a - b);
    }
    catch {
        return [];
    }
}
function isLeft(descriptor) {
    try {
        const about = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)(`/proc/self/fdinfo/${descriptor}`, 'utf8');
        const flags = Number.parseInt(/^flags:\s*([0-7]+)/mu.exec(about)?.[1] ?? '', 8);
        return (flags & CLOSED_ON_EXEC) === 0;
    }
    catch {
        // It was the folder that was being read.
        return false;
    }
}
/** What stands in each place after the program's own streams: `with` over each descriptor that was left open. */
function covers(left, options) {
    const last = left.at(-1) ?? 0;
    const places = Math.max(0, last + 1 - options.from);
    return Array.from({ length: places }, (_, index) => left.includes(index + options.from) ? options.with : 'ignore');
}


/***/ })

};
