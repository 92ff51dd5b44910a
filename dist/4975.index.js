export const id = 4975;
export const ids = [4975];
export const modules = {

/***/ 94975:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  doctorCommands: () => (/* binding */ doctorCommands)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/base/text.js
var base_text = __webpack_require__(91497);
// EXTERNAL MODULE: ./build/policy/load.js + 4 modules
var load = __webpack_require__(52078);
// EXTERNAL MODULE: ./build/base/clock.js
var clock = __webpack_require__(42030);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(55156);
// EXTERNAL MODULE: ./build/github/client/client.js + 18 modules
var client = __webpack_require__(89936);
// EXTERNAL MODULE: ./build/github/client/schemas.js
var client_schemas = __webpack_require__(99516);
;// CONCATENATED MODULE: ./build/github/client/settings.js




const repository = schemas.object({ default_branch: schemas.string(), private: schemas.boolean() });
const branch = schemas.object({ protected: schemas.boolean() });
const rules = schemas.array(schemas.looseObject({
    type: schemas.string(),
    parameters: schemas.looseObject({ required_approving_review_count: schemas.number().optional() })
        .optional(),
}));
const protection = schemas.looseObject({
    required_pull_request_reviews: schemas.looseObject({ required_approving_review_count: schemas.number().optional() })
        .optional(),
});
/** By these words of its 404 GitHub tells a branch without the older protection from one that may not be seen. */
const unprotected = schemas.looseObject({ message: schemas.literal('Branch not protected') });
const approval = schemas.object({ approval_policy: schemas.string() });
const workflow = schemas.object({
    default_workflow_permissions: schemas["enum"](['read', 'write']),
    can_approve_pull_request_reviews: schemas.boolean(),
});
const forks = schemas.object({
    send_write_tokens_to_workflows: schemas.boolean(),
    send_secrets_and_variables: schemas.boolean(),
});
/** Looks the settings up. What the token may not see is told as words; rejects where the repository cannot be read at all. */
async function repositorySettings(options) {
    const core = (0,client/* coreOf */.z)(options);
    const unknown = [];
    const ask = (path, doing, schema) => core.ask({
        route: `GET ${core.base}${path}`,
        doing,
        needs: 'administration=read',
        read: (0,client_schemas/* reading */.hF)(schema),
    });
    const missed = (error) => {
        unknown.push((0,errors/* errorText */.k)(error));
        return null;
    };
    const tried = (path, doing, schema) => ask(path, doing, schema).catch(missed);
    const found = await ask('', 'read the repository', repository);
    const name = encodeURIComponent(found.default_branch);
    const [main, ruled, classic, token, fork, outside] = await Promise.all([
        tried(`/branches/${name}`, 'read the default branch', branch),
        tried(`/rules/branches/${name}`, 'read the rules of the default branch', rules),
        protectionOf(core, name).catch(missed),
        tried('/actions/permissions/workflow', 'read the permissions of workflows', workflow),
        found.private
            ? tried('/actions/permissions/fork-pr-workflows-private-repos', 'read the settings for forks', forks)
            : null,
        found.private
            ? null
            : tried('/actions/permissions/fork-pr-contributor-approval', 'read who of a fork waits for approval', approval),
    ]);
    const reviews = reviewsOf(ruled, classic);
    return {
        defaultBranch: found.default_branch,
        isPublic: !found.private,
        isProtected: main === null && ruled === null ? null : isHeld(main, ruled),
        isReviewed: reviews > 0 ? true : ruled === null || classic === null ? null : false,
        tokenDefault: token?.default_workflow_permissions ?? null,
        mayApprovePulls: token?.can_approve_pull_request_reviews ?? null,
        forksGetSecrets: fork === null ? null : fork.send_write_tokens_to_workflows || fork.send_secrets_and_variables,
        forkApproval: outside?.approval_policy ?? null,
        unknown,
    };
}
/** The older protection of a branch: empty where there is none. */
function protectionOf(core, name) {
    const doing = 'read the protection of the default branch';
    return core.ask({
        route: `GET ${core.base}/branches/${name}/protection`,
        doing,
        needs: 'administration=read',
        answers: [404],
        read: (reply) => {
            if (reply.status !== 404)
                return (0,client_schemas/* reading */.hF)(protection)(reply);
            if (unprotected.safeParse(reply.data).success)
                return {};
            throw new errors/* CountersignError */.W('github-not-found', `GitHub would not ${doing}: Not Found.`);
        },
    });
}
function isHeld(main, ruled) {
    return main?.protected === true || (ruled ?? []).length > 0;
}
/** How many reviews a change takes by what could be seen: rulesets, and the older protection. */
function reviewsOf(ruled, classic) {
    const counts = (ruled ?? [])
        .filter(({ type }) => type === 'pull_request')
        .map(({ parameters }) => parameters?.required_approving_review_count ?? 0);
    return Math.max(0, classic?.required_pull_request_reviews?.required_approving_review_count ?? 0, ...counts);
}

;// CONCATENATED MODULE: ./build/github/client/token-access.js


const PREFIXES = [
    ['ghs_', 'installation'],
    ['github_pat_', 'fine-grained'],
    ['ghp_', 'classic'],
    ['gho_', 'oauth'],
    ['ghu_', 'oauth'],
];
/** A harmless question each, with the permission that it takes. `BRANCH` is the default one. */
const READS = [
    ['contents', '/commits/BRANCH'],
    ['issues', '/issues?per_page=1'],
    ['pull-requests', '/pulls?per_page=1'],
    ['actions', '/actions/runs?per_page=1'],
];
const REFUSED = [403, 404];
/** Nothing is there to be read: an empty repository, issues turned off. */
const EMPTY = [409, 410, 422];
const token_access_repository = schemas.looseObject({
    default_branch: schemas.string(),
    permissions: schemas.looseObject({ admin: schemas.boolean() }).optional(),
});
/** Asks what the token is and what it may read. Rejects where the repository cannot be read at all. */
async function tokenAccess(options) {
    const core = (0,client/* coreOf */.z)(options);
    const kind = PREFIXES.find(([prefix]) => options.token.startsWith(prefix))?.[1] ?? 'unknown';
    const about = await core.ask({
        route: `GET ${core.base}`,
        doing: 'read the repository',
        needs: 'metadata=read',
        read: (reply) => {
            const parsed = token_access_repository.safeParse(reply.data);
            return parsed.success ? { ...parsed.data, headers: reply.headers } : undefined;
        },
    });
    const branch = encodeURIComponent(about.default_branch);
    const reads = await Promise.all(READS.map(async ([permission, path]) => ({
        permission,
        allowed: await core.ask({
            route: `GET ${core.base}${path.replace('BRANCH', branch)}`,
            doing: `read with the permission ${permission}`,
            needs: `${permission.replace('-', '_')}=read`,
            answers: [...REFUSED, ...EMPTY],
            read: ({ status }) => ({
                value: REFUSED.includes(status) ? false : EMPTY.includes(status) ? null : true,
            }),
        }),
    })));
    return {
        kind,
        scopes: scopesOf(about.headers),
        isAdmin: kind === 'installation' ? null : (about.permissions?.admin ?? null),
        reads: reads.map(({ permission, allowed }) => ({ permission, allowed: allowed.value })),
    };
}
function scopesOf(headers) {
    const told = headers['x-oauth-scopes'];
    if (told === undefined)
        return null;
    return told
        .split(',')
        .map((scope) => scope.trim())
        .filter((scope) => scope !== '');
}

// EXTERNAL MODULE: ./build/run/secrets.js + 9 modules
var secrets = __webpack_require__(73482);
// EXTERNAL MODULE: ./build/cli/finding.js
var finding = __webpack_require__(81120);
;// CONCATENATED MODULE: ./build/cli/doctor-github.js




/** What the repository's settings, and the token, keep from being safe. Asks GitHub, and changes nothing there. */
const REQUEST_TIMEOUT_MS = 15_000;
const MAX_LIMIT_WAIT_MS = 5_000;
const ACTIONS = 'Settings, Actions, General';
/** A classic token with one of these reaches more than what is in the repository. */
const BROAD_SCOPE = /^(?:admin:|delete_|write:|workflow$|codespace|enterprise|user$|gist$)/;
async function gitHubFindings({ environment }) {
    const token = environment['GITHUB_TOKEN'] ?? '';
    const [owner, repo, more] = (environment['GITHUB_REPOSITORY'] ?? '').split('/');
    if (token === '' || owner === undefined || repo === undefined || more !== undefined) {
        return [
            (0,finding/* unknown */.L5)('github', 'GitHub was not asked: GITHUB_TOKEN and GITHUB_REPOSITORY (owner/name) are not both set.'),
        ];
    }
    const options = {
        token,
        owner,
        repo,
        apiUrl: environment['GITHUB_API_URL'] ?? 'https://api.github.com',
        redactor: (0,secrets/* redactorFor */.sD)(environment, { 'github-token': token }),
        clock: clock/* systemClock */.m,
        requestTimeoutMs: REQUEST_TIMEOUT_MS,
        maxLimitWaitMs: MAX_LIMIT_WAIT_MS,
    };
    try {
        const settings = await repositorySettings(options);
        const access = await tokenAccess(options);
        return [
            ...settingFindings(settings),
            ...forkFindings(settings, environment['RUNNER_ENVIRONMENT'] === 'self-hosted'),
            ...tokenFindings(access),
            ...settings.unknown.map((because) => (0,finding/* unknown */.L5)('github', because)),
        ];
    }
    catch (error) {
        return [(0,finding/* unknown */.L5)('github', `GitHub could not be asked: ${(0,errors/* errorText */.k)(error)}`)];
    }
}
function tell(check, value, words) {
    if (value === null)
        return (0,finding/* unknown */.L5)(check, 'The token may not see this setting.');
    return value ? words.yes : words.no;
}
function settingFindings(settings) {
    const { defaultBranch, isProtected, isReviewed, tokenDefault, mayApprovePulls } = settings;
    return [
        tell('branch', isProtected, {
            yes: (0,finding/* good */.uw)('branch', `${defaultBranch} is protected.`),
            no: (0,finding/* bad */.MB)('branch', `${defaultBranch} is not protected: whoever can push there changes the policy without a review.`, 'Protect it, and require reviews for .github/.'),
        }),
        tell('reviews', isReviewed, {
            yes: (0,finding/* good */.uw)('reviews', `A change to ${defaultBranch} takes a review.`),
            no: (0,finding/* bad */.MB)('reviews', `A change to ${defaultBranch} takes no review, so one person alone can change the policy.`, 'Require an approving review, best of code owners with .github/ in CODEOWNERS.'),
        }),
        tell('token', tokenDefault === null ? null : tokenDefault === 'read', {
            yes: (0,finding/* good */.uw)('token', 'Workflows get a token that can only read unless they say otherwise.'),
            no: (0,finding/* bad */.MB)('token', 'Workflows that say nothing get a token that can write.', `Under ${ACTIONS}, choose read permissions.`),
        }),
        tell('approve', mayApprovePulls === null ? null : !mayApprovePulls, {
            yes: (0,finding/* good */.uw)('approve', 'Workflows cannot approve pull requests.'),
            no: (0,finding/* bad */.MB)('approve', 'Workflows can approve pull requests.', `Under ${ACTIONS}, forbid it.`),
        }),
    ];
}
function forkFindings(settings, isSelfHosted) {
    const { isPublic, forksGetSecrets, forkApproval } = settings;
    if (!isPublic) {
        return [
            tell('forks', forksGetSecrets === null ? null : !forksGetSecrets, {
                yes: (0,finding/* good */.uw)('forks', 'Pull requests from forks get no secrets and no token that can write.'),
                no: (0,finding/* bad */.MB)('forks', 'Pull requests from forks get secrets or a token that can write.', `Under ${ACTIONS}, turn both off.`),
            }),
        ];
    }
    const plain = (0,finding/* good */.uw)('forks', 'Pull requests from forks get no secrets and a token that can only read.');
    const runner = (0,finding/* bad */.MB)('runner', "A self-hosted runner works for a public repository: a stranger's pull request runs programs on it.", 'Use hosted runners, or new machines for each job.');
    return [plain, ...(isSelfHosted ? [runner] : []), approvalFinding(forkApproval)];
}
function approvalFinding(policy) {
    const check = 'fork-approval';
    if (policy === null)
        return (0,finding/* unknown */.L5)(check, 'The token may not see this setting.');
    if (policy === 'all_external_contributors')
        return (0,finding/* good */.uw)(check, 'Workflows of every pull request from a fork wait for a person.');
    const found = `Only some pull requests from forks wait for a person before workflows run (${policy}).`;
    return (0,finding/* unknown */.L5)(check, found, `Under ${ACTIONS}, require approval for all outside contributors.`);
}
function tokenFindings(access) {
    return [kindFinding(access), ...adminFinding(access), readFinding(access)];
}
function kindFinding({ kind, scopes }) {
    const check = 'token-kind';
    const change = "Use the job's GITHUB_TOKEN, or a token of an app that is installed here only.";
    switch (kind) {
        case 'installation':
            return (0,finding/* good */.uw)(check, "The token is an app's, for what the app is installed on; it ends soon.");
        case 'fine-grained':
            return (0,finding/* unknown */.L5)(check, "The token is a person's: what is written is in their name.", change);
        case 'classic':
        case 'oauth': {
            const listed = (scopes ?? []).join(', ') || 'none that GitHub tells';
            const broad = (scopes ?? []).filter((scope) => BROAD_SCOPE.test(scope)).join(', ');
            const more = broad === '' ? '' : ` More than a run needs: ${broad}.`;
            const found = `The token is a person's and reaches all of their repositories (scopes: ${listed}).${more}`;
            return (0,finding/* bad */.MB)(check, found, change);
        }
        case 'unknown':
            return (0,finding/* unknown */.L5)(check, 'Of what kind the token is cannot be told from its form.');
    }
    return kind;
}
function adminFinding({ isAdmin }) {
    if (isAdmin !== true)
        return [];
    const found = 'The token is of somebody who administers the repository.';
    return [(0,finding/* bad */.MB)('token-admin', found, 'Use one of an account that can write and no more.')];
}
function readFinding({ reads }) {
    const check = 'token-reads';
    const named = (allowed) => reads
        .filter((read) => read.allowed === allowed)
        .map(({ permission }) => permission)
        .join(', ');
    const missing = named(false);
    const write = 'What it may write GitHub does not tell: the permissions: block decides.';
    if (missing === '')
        return (0,finding/* good */.uw)(check, `The token can read ${named(true)}. ${write}`);
    const lines = missing
        .split(', ')
        .map((permission) => `${permission}: ${permission === 'contents' ? 'read' : 'write'}`);
    return (0,finding/* bad */.MB)(check, `The token cannot read ${missing}.`, `Add to permissions: ${lines.join(', ').replace('actions: write', 'actions: read')}.`);
}

// EXTERNAL MODULE: ./build/sandbox/process.js + 1 modules
var sandbox_process = __webpack_require__(92613);
// EXTERNAL MODULE: ./build/sandbox/workspace.js + 4 modules
var sandbox_workspace = __webpack_require__(54733);
// EXTERNAL MODULE: ./build/sandbox/create.js + 29 modules
var create = __webpack_require__(52500);
// EXTERNAL MODULE: ./build/sandbox/git.js
var git = __webpack_require__(62564);
;// CONCATENATED MODULE: ./build/cli/doctor-machine.js




/** What is found out about the machine by trying it. This file starts processes and looks at files. */
const SUDO_TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 10_000;
const REQUIRE = 'Write sandbox: required as an input of the action.';
const SOCKETS = ['/var/run/docker.sock', '/run/podman/podman.sock'];
/** The sandbox by its own probes, programs, sudo, the docker socket, and what a checkout left behind. */
async function machineFindings(root, options) {
    const { io } = options;
    const env = { PATH: io.environment['PATH'] ?? '' };
    const found = (name) => (0,sandbox_process/* findProgram */.Kp)(name, { env, cwd: '/' });
    const git = found('git');
    const search = found('rg');
    return [
        ...(await sandboxFindings(root, options)),
        git === null
            ? (0,finding/* bad */.MB)('git', 'git is not installed.', 'Install git.')
            : (0,finding/* good */.uw)('git', `git is ${git}.`),
        search === null
            ? (0,finding/* good */.uw)('ripgrep', 'ripgrep is not installed; git grep searches instead, which is slower.')
            : (0,finding/* good */.uw)('ripgrep', `ripgrep is ${search}.`),
        await sudoFinding(found('sudo'), env),
        await socketFinding(),
        await credentialFinding(root),
    ];
}
async function sandboxFindings(root, { io, network }) {
    const change = 'Install bubblewrap on a Linux runner that allows user namespaces; without it commands ask.';
    try {
        const workspace = await (0,sandbox_workspace/* openWorkspace */.O)(root);
        const { runner, probes } = await (0,create/* createCommandRunner */._)({
            workspace,
            mode: 'preferred',
            network,
            environment: io.environment,
        });
        await runner.close();
        const fallen = probes
            .filter((probe) => !probe.held)
            .map(({ probe, detail }) => `${probe}: ${detail}`);
        if (runner.sandbox === 'none')
            return [(0,finding/* bad */.MB)('sandbox', `Commands have no sandbox here (${fallen.join('; ')}).`, change)];
        const told = `${runner.sandbox} holds: ${probes.length - fallen.length} of ${probes.length} walls were tried and stood`;
        return [
            (0,finding/* good */.uw)('sandbox', `${told}${fallen.length === 0 ? '' : ` (not: ${fallen.join('; ')})`}.`),
        ];
    }
    catch (error) {
        return [(0,finding/* bad */.MB)('sandbox', `The sandbox could not be tried: ${(0,errors/* errorText */.k)(error)}`, change)];
    }
}
async function sudoFinding(sudo, env) {
    if (process.getuid?.() === 0) {
        return (0,finding/* unknown */.L5)('sudo', 'This runs as root, so a command outside of a sandbox could do anything.', 'Run jobs as another user.');
    }
    if (sudo === null)
        return (0,finding/* good */.uw)('sudo', 'There is no sudo.');
    const tried = await (0,sandbox_process/* runTrusted */.$5)({
        argv: [sudo, '-n', 'true'],
        cwd: '/',
        env,
        timeoutMs: SUDO_TIMEOUT_MS,
        maxOutputBytes: MAX_OUTPUT_BYTES,
    });
    if (tried.exitCode !== 0)
        return (0,finding/* good */.uw)('sudo', 'sudo asks for a password.');
    const found = 'sudo works without a password, as on hosted runners: only the sandbox keeps commands from it.';
    return (0,finding/* unknown */.L5)('sudo', found, REQUIRE);
}
async function socketFinding() {
    for (const socket of SOCKETS) {
        try {
            await (0,promises_.stat)(socket);
            await (0,promises_.access)(socket, promises_.constants.W_OK);
            const found = `${socket} can be written to, which is as good as root: only the sandbox keeps commands from it.`;
            return (0,finding/* unknown */.L5)('docker', found, REQUIRE);
        }
        catch {
            // Not there, or not ours to write to: nothing to say of it.
        }
    }
    return (0,finding/* good */.uw)('docker', 'No docker socket can be written to.');
}
async function credentialFinding(root) {
    try {
        const left = await (0,git/* persistedCredentials */.Oo)(root);
        if (left.length === 0)
            return (0,finding/* good */.uw)('credentials', "The checkout's git configuration holds no credentials.");
        const keys = left.map(({ key }) => key).join(', ');
        const found = `The checkout's git configuration holds credentials (${keys}).`;
        return (0,finding/* bad */.MB)('credentials', found, 'Add persist-credentials: false to actions/checkout.');
    }
    catch (error) {
        return (0,finding/* unknown */.L5)('credentials', `The git configuration could not be read: ${(0,errors/* errorText */.k)(error)}`);
    }
}

// EXTERNAL MODULE: ./build/cli/spec.js
var spec = __webpack_require__(89230);
// EXTERNAL MODULE: ./build/cli/workflow-lint.js
var workflow_lint = __webpack_require__(15896);
;// CONCATENATED MODULE: ./build/cli/doctor.js









const DEFAULT_POLICY = '.github/countersign.yml';
const WORKFLOWS = '.github/workflows';
const MAX_WORKFLOWS = 200;
const MAX_FILE_BYTES = 1024 * 1024;
/** `doctor`: what of this machine and repository keeps Countersign's walls from standing, and what to change. */
const doctorCommands = [
    {
        name: 'doctor',
        summary: 'Probe this machine and repository, and say what to change',
        options: [
            { flags: '--workspace <dir>', summary: 'the checkout', default: '.' },
            {
                flags: '--policy <file>',
                summary: 'the policy, from the root of the checkout',
                default: DEFAULT_POLICY,
            },
        ],
        examples: [
            'countersign doctor',
            'GITHUB_TOKEN=… GITHUB_REPOSITORY=octo-org/octo-repo countersign doctor --json',
        ],
        run: doctor,
    },
];
async function doctor(call, io) {
    const root = (0,external_node_path_.resolve)(io.cwd, (0,spec/* textOption */.vU)(call, 'workspace') ?? '.');
    const path = (0,spec/* textOption */.vU)(call, 'policy') ?? DEFAULT_POLICY;
    const policy = await readSmall((0,external_node_path_.join)(root, path));
    const findings = [
        ...(await machineFindings(root, { io, network: hostsOf(policy, path) })),
        policyFinding(policy, path),
        ...(await workflowFindings(root)),
        ...(await gitHubFindings(io)),
    ];
    const problems = findings.filter(({ level }) => level === 'problem').length;
    if (call.json)
        io.out(`${JSON.stringify({ ok: problems === 0, findings }, null, 2)}\n`);
    else {
        const end = problems === 0 ? 'Nothing has to be changed.' : `${problems} to change.`;
        io.out(`${findings.map(lineOf).join('\n')}\n\n${end}\n`);
    }
    return problems === 0 ? spec/* EXIT */.dc.ok : spec/* EXIT */.dc.no;
}
const MARK = { ok: 'ok     ', problem: 'CHANGE ', unknown: 'note   ' };
function lineOf({ check, level, found, change }) {
    const line = `${MARK[level]}${check}: ${(0,base_text/* visible */.RK)(found)}`;
    return change === null ? line : `${line}\n         -> ${(0,base_text/* visible */.RK)(change)}`;
}
/** The hosts that the policy lets commands reach; none where it does not load. */
function hostsOf(text, file) {
    const loaded = text === null ? null : (0,load/* loadPolicy */.tb)(text, { file });
    return loaded?.ok === true ? loaded.policy.sandbox.network : [];
}
function policyFinding(text, path) {
    if (text === null) {
        const found = `There is no ${path} here, so the strict built-in policy holds.`;
        return (0,finding/* unknown */.L5)('policy', found, 'Write one, beginning with: countersign policy preset fix.');
    }
    const { errors, warnings } = (0,load/* checkPolicy */.hM)(text, { file: path });
    const [first] = errors.length > 0 ? errors : warnings;
    if (first === undefined)
        return (0,finding/* good */.uw)('policy', `${path} is valid.`);
    const said = `${path}:${first.line}:${first.column}: ${first.message}`;
    return errors.length > 0
        ? (0,finding/* bad */.MB)('policy', said, first.fix)
        : (0,finding/* unknown */.L5)('policy', `${said} (${warnings.length} warnings)`, first.fix);
}
async function workflowFindings(root) {
    const folder = (0,external_node_path_.join)(root, WORKFLOWS);
    const names = await (0,promises_.readdir)(folder).catch(() => []);
    const files = names
        .filter((name) => /\.ya?ml$/.test(name))
        .sort()
        .slice(0, MAX_WORKFLOWS);
    const all = [];
    for (const name of files) {
        const text = await readSmall((0,external_node_path_.join)(folder, name));
        if (text !== null)
            all.push(...(0,workflow_lint/* lintWorkflow */.r)(`${WORKFLOWS}/${name}`, text));
    }
    return all.length > 0
        ? all
        : [(0,finding/* unknown */.L5)('workflow', `No workflow in ${WORKFLOWS} uses Countersign.`)];
}
/** A regular file of bounded size; `null` where there is none. */
async function readSmall(path) {
    try {
        const about = await (0,promises_.stat)(path);
        return about.isFile() && about.size <= MAX_FILE_BYTES ? await (0,promises_.readFile)(path, 'utf8') : null;
    }
    catch {
        return null;
    }
}


/***/ }),

/***/ 81120:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   L5: () => (/* binding */ unknown),
/* harmony export */   MB: () => (/* binding */ bad),
/* harmony export */   uw: () => (/* binding */ good)
/* harmony export */ });
function good(check, found) {
    return { check, level: 'ok', found, change: null };
}
function bad(check, found, change) {
    return { check, level: 'problem', found, change };
}
function unknown(check, found, change = null) {
    return { check, level: 'unknown', found, change };
}


/***/ }),

/***/ 15896:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   r: () => (/* binding */ lintWorkflow)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(10768);
/* harmony import */ var _policy_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(53357);
/* harmony import */ var _finding_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(81120);



const PINNED = /@[0-9a-f]{40}$/;
const ACTION = /(?:^|\/)countersign(?:\/[^@]*)?@/i;
const HEAD = /github\.(?:event\.pull_request\.head|head_ref)|refs\/pull\//;
/** What the action itself can use; anything beyond is more than it needs. */
const USED = new Set([
    'contents',
    'issues',
    'pull-requests',
    'actions',
    'id-token',
    'attestations',
    'checks',
]);
/** What is unsafe in a workflow that uses Countersign; empty for one that does not use it. Never throws. */
function lintWorkflow(file, text) {
    const parsed = (0,_policy_index_js__WEBPACK_IMPORTED_MODULE_0__/* .parseYaml */ .hN)(text);
    if (!parsed.ok) {
        const first = parsed.problems[0];
        const place = first === undefined ? '' : `:${first.line}:${first.column}`;
        return ACTION.test(text)
            ? [(0,_finding_js__WEBPACK_IMPORTED_MODULE_1__/* .bad */ .MB)('workflow', `${file}${place} is not YAML.`, first?.fix ?? 'Mend it.')]
            : [];
    }
    const root = parsed.located?.value;
    if (!(0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .isJsonObject */ .O)(root))
        return [];
    const using = jobsOf(root).filter(({ steps }) => steps.some(isOurs));
    const findings = using.flatMap((job) => lintJob(file, root, job));
    return using.length > 0 && findings.length === 0
        ? [(0,_finding_js__WEBPACK_IMPORTED_MODULE_1__/* .good */ .uw)('workflow', `${file} has nothing to change.`)]
        : findings;
}
function jobsOf(root) {
    const jobs = root['jobs'];
    if (!(0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .isJsonObject */ .O)(jobs))
        return [];
    return Object.entries(jobs).flatMap(([name, job]) => {
        if (!(0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .isJsonObject */ .O)(job))
            return [];
        const steps = Array.isArray(job['steps'])
            ? job['steps'].filter((step) => (0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .isJsonObject */ .O)(step))
            : [];
        return [{ name, job, steps }];
    });
}
function usesOf(step) {
    const { uses } = step;
    return typeof uses === 'string' ? uses : '';
}
/** By its name, or as the repository's own action with an input that only this one has. */
function isOurs(step) {
    if (ACTION.test(usesOf(step)))
        return true;
    const inputs = step['with'];
    return usesOf(step) === './' && (0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .isJsonObject */ .O)(inputs) && 'approvals' in inputs;
}
function lintJob(file, root, job) {
    const where = `${file}, job ${job.name}`;
    return [
        ...permissionFindings(where, job.job['permissions'] ?? root['permissions']),
        ...pinFindings(where, job.steps),
        ...checkoutFindings(where, job.steps, triggersOf(root['on'])),
        ...concurrencyFindings(where, [job.job['concurrency'], root['concurrency']]),
    ];
}
function permissionFindings(where, permissions) {
    if (permissions === undefined) {
        const change = 'Write a permissions: block with what the action needs: contents: read, issues: write, pull-requests: write.';
        return [
            (0,_finding_js__WEBPACK_IMPORTED_MODULE_1__/* .bad */ .MB)('permissions', `${where} has no permissions: block, so its token has the repository's default.`, change),
        ];
    }
    if (permissions === 'write-all') {
        return [
            (0,_finding_js__WEBPACK_IMPORTED_MODULE_1__/* .bad */ .MB)('permissions', `${where} has permissions: write-all.`, 'Name each permission that is needed.'),
        ];
    }
    if (!(0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .isJsonObject */ .O)(permissions))
        return [];
    const more = Object.entries(permissions)
        .filter(([name, level]) => level === 'write' && !USED.has(name))
        .map(([name]) => `${name}: write`);
    if (more.length === 0)
        return [];
    return [
        (0,_finding_js__WEBPACK_IMPORTED_MODULE_1__/* .bad */ .MB)('permissions', `${where} grants more than Countersign uses: ${more.join(', ')}.`, `Take away ${more.join(', ')}.`),
    ];
}
function pinFindings(where, steps) {
    return steps.map(usesOf).flatMap((uses) => {
        if (uses === '' || uses.startsWith('./') || uses.startsWith('docker://') || PINNED.test(uses))
            return [];
        const change = `Write the full commit: uses: ${uses.replace(/@.*$/, '')}@<40 hexadecimal digits> # ${uses.split('@')[1] ?? 'version'}`;
        return [(0,_finding_js__WEBPACK_IMPORTED_MODULE_1__/* .bad */ .MB)('pins', `${where} uses ${uses}, which somebody else can move.`, change)];
    });
}
function checkoutFindings(where, steps, triggers) {
    return steps
        .filter((step) => usesOf(step).startsWith('actions/checkout@'))
        .flatMap((step) => {
        const inputs = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .isJsonObject */ .O)(step['with']) ? step['with'] : {};
        const keeps = plainText(inputs['persist-credentials'] ?? 'true') !== 'false';
        const left = (0,_finding_js__WEBPACK_IMPORTED_MODULE_1__/* .bad */ .MB)('checkout', `${where} leaves the token in the checkout, where other steps and programs find it.`, 'Add persist-credentials: false to actions/checkout.');
        const chosen = `${plainText(inputs['ref'])} ${plainText(inputs['repository'])}`;
        const head = (0,_finding_js__WEBPACK_IMPORTED_MODULE_1__/* .bad */ .MB)('pull_request_target', `${where} runs on pull_request_target and checks out the pull request's head: a stranger's files beside the repository's secrets.`, 'Leave out ref: (the action fetches the head by itself, as data), or run on pull_request.');
        const isTarget = triggers.includes('pull_request_target') && HEAD.test(chosen);
        return [...(keeps ? [left] : []), ...(isTarget ? [head] : [])];
    });
}
/** Inputs may be written as words, booleans or numbers; anything else is no input. */
function plainText(value) {
    return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
        ? String(value).trim()
        : '';
}
function concurrencyFindings(where, all) {
    const cancels = all.some((one) => one !== undefined && (0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .isJsonObject */ .O)(one) && one['cancel-in-progress'] === true);
    if (!cancels)
        return [];
    const change = 'Write cancel-in-progress: false, or leave concurrency: out.';
    return [
        (0,_finding_js__WEBPACK_IMPORTED_MODULE_1__/* .bad */ .MB)('concurrency', `${where} cancels a run in progress: an answer to a card would end the run that waits for it.`, change),
    ];
}
function triggersOf(on) {
    if (typeof on === 'string')
        return [on];
    if (Array.isArray(on))
        return on.filter((one) => typeof one === 'string');
    return (0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .isJsonObject */ .O)(on) ? Object.keys(on) : [];
}


/***/ })

};
