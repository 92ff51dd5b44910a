export const id = 1314;
export const ids = [1314];
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

/***/ 31314:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  initCommands: () => (/* binding */ initCommands)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./build/base/text.js
var base_text = __webpack_require__(91497);
// EXTERNAL MODULE: ./build/policy/load.js + 4 modules
var load = __webpack_require__(52078);
// EXTERNAL MODULE: ./build/tools/files/diff.js
var diff = __webpack_require__(74025);
// EXTERNAL MODULE: ./build/cli/finding.js
var finding = __webpack_require__(81120);
// EXTERNAL MODULE: ./build/approvals/terminal-lines.js
var terminal_lines = __webpack_require__(66117);
;// CONCATENATED MODULE: ./build/cli/recipes/recipe.js
const RECIPES = [
    'comments',
    'triage',
    'review',
    'fix-ci',
    'dependencies',
    'maintenance',
    'release-notes',
    'two-jobs',
    'resume',
];

// EXTERNAL MODULE: ./build/policy/presets.js
var presets = __webpack_require__(35339);
;// CONCATENATED MODULE: ./build/cli/recipes/shared.js
const FIX_POLICY = '.github/countersign.yml';
/** The folder of the policies of recipes that need one of their own. */
const policyOf = (name) => `.github/countersign/${name}.yml`;
const KEY = { 'anthropic-api-key': '${{ secrets.ANTHROPIC_API_KEY }}' };
const CHECKOUT = { kind: 'checkout' };
const READ_CONTENTS = {
    name: 'contents',
    level: 'read',
    why: 'to read the policy and the files of the checkout',
};
const PUSH = {
    name: 'contents',
    level: 'write',
    why: 'to read the policy, and to push a branch once that is approved',
};
const ASK = {
    name: 'issues',
    level: 'write',
    why: 'to ask by comment, to show progress, to read answers',
};
const PULLS = {
    name: 'pull-requests',
    level: 'write',
    why: 'the same on pull requests, and to open one once that is approved',
};
const RUNS = {
    name: 'actions',
    level: 'read',
    why: 'to take a suspended run up from its artifact, and to read the logs of CI',
};
/** Services without an App say what they found by statuses. */
const STATUSES = {
    name: 'statuses',
    level: 'read',
    why: 'to read what services say of a commit',
};
const CHECKS = {
    name: 'checks',
    level: 'write',
    why: 'to show the outcome on the commit, and to read what CI says of it',
};
const READ_CHECKS = {
    name: 'checks',
    level: 'read',
    why: 'to read what CI says of a pull request',
};
/** Lets answers to a card through: comments that begin with one of its words. */
const IS_ANSWER = [
    "startsWith(github.event.comment.body, '/approve') ||",
    "startsWith(github.event.comment.body, '/deny') ||",
    "startsWith(github.event.comment.body, '/answer') ||",
    "startsWith(github.event.comment.body, '/cancel') ||",
    "startsWith(github.event.comment.body, '/resume')",
];
const SECRET = 'Set the repository secret ANTHROPIC_API_KEY.';
const PROTECT = 'Protect the default branch and require reviews for .github/: whoever can push there changes the policy.';
const MAY_OPEN = 'Under Settings, Actions, General, allow GitHub Actions to create pull requests, if the agent is to open them.';
const RESUMES = 'Add the recipe resume: it takes the run up when somebody answers its card.';

;// CONCATENATED MODULE: ./build/cli/recipes/approved.js

const ASKS = "contains(github.event.comment.body, '/countersign')";
const OWN = '.github/workflows/';
const resume = {
    name: 'resume',
    title: 'Resume',
    about: 'Takes runs up that were suspended to wait for an answer, when somebody answers their card.',
    notes: [
        'For workflows that do not listen to comments themselves; each is named in resume-workflows, and its job is called agent.',
        'A run goes on under the policy that it began with, or not at all.',
    ],
    preset: 'fix',
    policyPath: FIX_POLICY,
    on: ['issue_comment:', '  types: [created]'],
    permissions: [PUSH, ASK, PULLS, RUNS, CHECKS, STATUSES],
    concurrency: {
        group: 'resume-${{ github.event.comment.id }}',
        why: 'Each answer is a run of its own; only the first that sees a card decided goes on with its run.',
    },
    jobs: [
        {
            id: 'agent',
            if: IS_ANSWER,
            timeoutMinutes: 60,
            steps: [
                CHECKOUT,
                {
                    kind: 'agent',
                    with: {
                        ...KEY,
                        policy: FIX_POLICY,
                        'resume-workflows': ['review', 'fix-ci', 'dependencies', 'maintenance']
                            .map((name) => `${OWN}${name}.yml`)
                            .join(', '),
                    },
                },
            ],
        },
    ],
    next: [SECRET, PROTECT, 'Name the workflows that it serves in resume-workflows.'],
};
const twoJobs = {
    name: 'two-jobs',
    title: 'Countersign, two jobs',
    about: 'The agent works with a token that can only read; another job pushes what was approved.',
    notes: [
        'The job apply believes nothing that the job agent says: it verifies the trail and the digest of the changes,',
        'judges each changed file by the policy, asks for the push and the pull request, and does both itself.',
    ],
    preset: 'fix',
    policyPath: FIX_POLICY,
    on: ['issue_comment:', '  types: [created]'],
    permissions: [READ_CONTENTS],
    concurrency: {
        group: 'two-jobs-${{ github.event.comment.id }}',
        why: 'Each comment is a run of its own: answers and the comments that a run writes end nothing.',
    },
    jobs: [
        {
            id: 'agent',
            if: [ASKS],
            permissions: [
                READ_CONTENTS,
                { name: 'issues', level: 'read', why: 'to read the issue and its comments' },
                { name: 'pull-requests', level: 'read', why: 'to read the pull request and its comments' },
                READ_CHECKS,
            ],
            timeoutMinutes: 60,
            outputs: {
                artifact: '${{ steps.countersign.outputs.audit-artifact-name }}',
                head: '${{ steps.countersign.outputs.audit-head }}',
                changes: '${{ steps.countersign.outputs.changes-sha256 }}',
            },
            steps: [
                CHECKOUT,
                {
                    kind: 'agent',
                    with: {
                        ...KEY,
                        policy: FIX_POLICY,
                        approvals: 'fail',
                        'tracking-comment': 'off',
                        'check-run': 'false',
                        'system-prompt': 'You cannot push, comment or open a pull request here: leave your changes in the work tree. Another job asks people about them and applies them.',
                    },
                },
            ],
        },
        {
            id: 'apply',
            needs: 'agent',
            if: [
                "!cancelled() && (needs.agent.outputs.changes != '' ||",
                ...IS_ANSWER.slice(0, -1),
                `${IS_ANSWER.at(-1)})`,
            ],
            permissions: [
                PUSH,
                ASK,
                PULLS,
                { ...RUNS, why: 'to download the changes, and to take a suspended run up' },
                CHECKS,
            ],
            timeoutMinutes: 30,
            steps: [
                CHECKOUT,
                {
                    kind: 'agent',
                    with: {
                        mode: 'apply',
                        policy: FIX_POLICY,
                        'apply-artifact': '${{ needs.agent.outputs.artifact }}',
                        'apply-head': '${{ needs.agent.outputs.head }}',
                        'state-key': '${{ secrets.COUNTERSIGN_STATE_KEY }}',
                    },
                },
            ],
        },
    ],
    next: [
        SECRET,
        'Set the repository secret COUNTERSIGN_STATE_KEY to at least 16 random characters: the job apply has no other key.',
        PROTECT,
        MAY_OPEN,
        'Comment on an issue: /countersign fix this and run the tests',
    ],
};

;// CONCATENATED MODULE: ./build/cli/recipes/automatic.js

const CI_FAILED = [
    'workflow_run:',
    '  workflows: [CI] # the name of your workflow',
    '  types: [completed]',
];
const OWN_FAILURE = [
    "github.event.workflow_run.conclusion == 'failure' &&",
    'github.event.workflow_run.head_repository.full_name == github.repository &&',
];
const BOTS = `fromJSON('["dependabot[bot]", "renovate[bot]"]')`;
const CALL_CI = 'Change the name CI under workflows: to that of the workflow that is to be green.';
const fixCi = {
    name: 'fix-ci',
    title: 'Fix CI',
    about: 'Finds out why CI failed on a branch of this repository, and offers a fix.',
    notes: [
        'Runs of forks start nothing: their logs and branches are by strangers, and this event has the secrets.',
        'Asks on the pull request; where the branch has none, on an issue that it opens.',
        'What is pushed with the token of a job starts no workflow, so a fix never starts the next one by itself.',
    ],
    preset: 'fix',
    policyPath: FIX_POLICY,
    on: CI_FAILED,
    permissions: [PUSH, ASK, PULLS, RUNS, CHECKS, STATUSES],
    concurrency: {
        group: 'fix-ci-${{ github.event.workflow_run.head_branch }}',
        why: 'One run for each branch at a time; a newer failure waits for it and takes the place of one that waits.',
    },
    jobs: [
        {
            id: 'agent',
            if: [...OWN_FAILURE, "github.event.workflow_run.actor.type != 'Bot'"],
            timeoutMinutes: 60,
            steps: [
                CHECKOUT,
                {
                    kind: 'agent',
                    with: {
                        ...KEY,
                        policy: FIX_POLICY,
                        'approval-issue': 'create',
                        prompt: [
                            'CI failed: ${{ github.event.workflow_run.html_url }}, on the branch ${{ github.event.workflow_run.head_branch }}.',
                            'Read the log of the job that failed, find the cause, and mend it with the smallest change that does.',
                            'Run the tests that failed. Then push the change; where there is no pull request, open one.',
                            'Where the cause is not in this repository, change nothing and say what it is.',
                        ].join('\n'),
                    },
                },
            ],
        },
    ],
    next: [SECRET, PROTECT, MAY_OPEN, CALL_CI, RESUMES],
};
const INSTALL = {
    kind: 'run',
    name: 'Install, without running what is installed',
    run: 'npm ci --ignore-scripts',
};
const dependencies = {
    name: 'dependencies',
    title: 'Keep updates green',
    about: 'Adapts the code where a dependency update by Dependabot or Renovate fails CI.',
    notes: [
        'A bot has no write access here, so its pull request is text by a stranger; the policy says what runs all the same.',
        'On workflow_run, because GitHub gives runs that Dependabot starts itself no secrets.',
    ],
    preset: 'dependencies',
    policyPath: policyOf('dependencies'),
    on: CI_FAILED,
    permissions: [PUSH, ASK, PULLS, RUNS, CHECKS, STATUSES],
    concurrency: {
        group: 'dependencies-${{ github.event.workflow_run.head_branch }}',
        why: 'One run for each update at a time; a newer failure waits for it and takes the place of one that waits.',
    },
    jobs: [
        {
            id: 'agent',
            if: [...OWN_FAILURE, `contains(${BOTS}, github.event.workflow_run.actor.login)`],
            timeoutMinutes: 60,
            steps: [
                { kind: 'checkout', with: { ref: '${{ github.event.workflow_run.head_sha }}' } },
                INSTALL,
                {
                    kind: 'agent',
                    with: {
                        ...KEY,
                        policy: policyOf('dependencies'),
                        'allow-actors': 'dependabot[bot], renovate[bot]',
                        prompt: [
                            'This pull request updates a dependency, and CI failed: ${{ github.event.workflow_run.html_url }}.',
                            'Read the log of the job that failed. Adapt the code of this repository to the new version,',
                            'run the tests, and push the change to the branch of the pull request.',
                            'Do not change the version, and do not weaken a test. Where that is not possible, say why.',
                        ].join('\n'),
                    },
                },
            ],
        },
    ],
    next: [
        SECRET,
        PROTECT,
        CALL_CI,
        'Change the step that installs, if this is no npm project.',
        RESUMES,
    ],
};
const maintenance = {
    name: 'maintenance',
    title: 'Maintenance',
    about: 'Looks after the repository every week, and asks on an issue before anything leaves the runner.',
    notes: ['The issue is opened when the first call needs somebody; answers on it wake the run.'],
    preset: 'fix',
    policyPath: FIX_POLICY,
    on: ['schedule:', "  - cron: '17 4 * * 1' # Mondays", 'workflow_dispatch:'],
    permissions: [PUSH, ASK, PULLS, RUNS, CHECKS, STATUSES],
    concurrency: {
        group: 'maintenance',
        why: 'One at a time; a run that waits for an answer is never cancelled.',
    },
    jobs: [
        {
            id: 'agent',
            timeoutMinutes: 60,
            steps: [
                CHECKOUT,
                {
                    kind: 'agent',
                    with: {
                        ...KEY,
                        policy: FIX_POLICY,
                        'approval-issue': 'create',
                        prompt: [
                            'Look after this repository: dead links in the documentation, TODOs whose reason is gone,',
                            'tests that are skipped without one. Mend the one thing that is worth most, and run the tests.',
                            'Then push a branch and open a pull request. Where nothing is worth it, change nothing.',
                        ].join('\n'),
                    },
                },
            ],
        },
    ],
    next: [SECRET, PROTECT, MAY_OPEN, RESUMES, 'Say in the prompt what is to be looked after.'],
};
const releaseNotes = {
    name: 'release-notes',
    title: 'Release notes',
    about: 'Writes the notes of a version when its tag is pushed, as the draft of a release.',
    notes: [
        'The agent only reads. Another job makes the draft from what it wrote; a person reads and publishes it.',
    ],
    preset: 'readonly',
    policyPath: policyOf('release-notes'),
    on: [
        'push:',
        "  tags: ['v*']",
        'workflow_dispatch:',
        '  inputs:',
        '    tag:',
        '      description: The tag that the notes are for',
        '      required: true',
    ],
    permissions: [READ_CONTENTS],
    concurrency: {
        group: 'release-notes-${{ inputs.tag || github.ref_name }}',
        why: 'One run for each tag.',
    },
    jobs: [
        {
            id: 'agent',
            timeoutMinutes: 20,
            outputs: {
                outcome: '${{ steps.countersign.outputs.outcome }}',
                notes: '${{ steps.countersign.outputs.summary }}',
            },
            steps: [
                { kind: 'checkout', with: { 'fetch-depth': '0', ref: '${{ inputs.tag || github.ref }}' } },
                {
                    kind: 'agent',
                    with: {
                        ...KEY,
                        policy: policyOf('release-notes'),
                        approvals: 'fail',
                        'check-run': 'false',
                        prompt: [
                            'Write the release notes of ${{ inputs.tag || github.ref_name }}: what changed since the tag before it,',
                            'for people who use this project. Read the commits between the two and what they changed.',
                            'Group by what it means to users; leave out what nobody notices. Name what breaks first.',
                            'Finish with the notes, as Markdown, as the summary.',
                        ].join('\n'),
                    },
                },
            ],
        },
        {
            id: 'draft',
            needs: 'agent',
            if: ["needs.agent.outputs.outcome == 'done'"],
            permissions: [{ name: 'contents', level: 'write', why: 'to make the draft of the release' }],
            timeoutMinutes: 5,
            steps: [
                {
                    kind: 'run',
                    name: 'Make the draft',
                    env: {
                        GH_TOKEN: '${{ github.token }}',
                        NOTES: '${{ needs.agent.outputs.notes }}',
                        TAG: '${{ inputs.tag || github.ref_name }}',
                    },
                    run: 'gh release create "$TAG" --repo "$GITHUB_REPOSITORY" --draft --verify-tag --title "$TAG" --notes "$NOTES"',
                },
            ],
        },
    ],
    next: [SECRET, PROTECT, 'Push a tag, then read the draft under Releases and publish it.'],
};

;// CONCATENATED MODULE: ./build/cli/recipes/threads.js

const comments = {
    name: 'comments',
    title: 'Countersign',
    about: 'Answers comments that begin a line with /countersign, on issues and pull requests.',
    notes: [
        'Who asks must have write access. The agent changes files and runs tests; what leaves the runner is asked for.',
        'Pull requests from forks: a maintainer comments. The files are then those of the fork, the policy is not.',
    ],
    preset: 'fix',
    policyPath: FIX_POLICY,
    on: ['issue_comment:', '  types: [created]'],
    permissions: [PUSH, ASK, PULLS, RUNS, CHECKS, STATUSES],
    concurrency: {
        group: 'countersign-${{ github.event.comment.id }}',
        why: 'Each comment is a run of its own: answers and the comments that a run writes end nothing.',
    },
    jobs: [
        {
            id: 'agent',
            if: ["contains(github.event.comment.body, '/countersign') ||", ...IS_ANSWER],
            timeoutMinutes: 60,
            steps: [CHECKOUT, { kind: 'agent', with: { ...KEY, policy: FIX_POLICY } }],
        },
    ],
    next: [SECRET, PROTECT, MAY_OPEN, 'Comment on an issue: /countersign fix this and run the tests'],
};
const triage = {
    name: 'triage',
    title: 'Triage',
    about: 'Labels and answers new issues, whoever opened them.',
    notes: [
        'Strangers write issues: the policy lets the agent read, label and comment, and nothing else, so nobody is asked.',
    ],
    preset: 'triage',
    policyPath: policyOf('triage'),
    on: ['issues:', '  types: [opened]'],
    permissions: [
        READ_CONTENTS,
        { name: 'issues', level: 'write', why: 'to label issues and to comment on them' },
    ],
    concurrency: {
        group: 'triage-${{ github.event.issue.number }}',
        why: 'One run for each issue.',
    },
    jobs: [
        {
            id: 'agent',
            timeoutMinutes: 15,
            steps: [
                CHECKOUT,
                {
                    kind: 'agent',
                    with: {
                        ...KEY,
                        policy: policyOf('triage'),
                        'run-for': 'anyone',
                        approvals: 'fail',
                        'tracking-comment': 'off',
                        'check-run': 'false',
                        prompt: [
                            'Triage this issue. Read it and the code that it is about.',
                            'Put on the labels of this repository that fit.',
                            'Where something is missing to work on it (a version, steps, a log), ask for it in one short comment.',
                            'Where it is clear, do not comment.',
                        ].join('\n'),
                    },
                },
            ],
        },
    ],
    next: [SECRET, PROTECT, 'Open an issue.'],
};
const review = {
    name: 'review',
    title: 'Review',
    about: 'Reviews pull requests of this repository when they are opened or ready.',
    notes: [
        'Pull requests from forks get no secrets; with the recipe comments, a maintainer writes "/countersign review this".',
    ],
    preset: 'review',
    policyPath: policyOf('review'),
    on: ['pull_request:', '  types: [opened, reopened, ready_for_review]'],
    permissions: [
        READ_CONTENTS,
        { name: 'issues', level: 'read', why: 'to read the issues that the pull request names' },
        {
            name: 'pull-requests',
            level: 'write',
            why: 'to review, to ask by comment, to show progress',
        },
        RUNS,
        CHECKS,
        STATUSES,
    ],
    concurrency: {
        group: 'review-${{ github.event.pull_request.number }}',
        why: 'One review of a pull request at a time; a run that goes on is never cancelled.',
    },
    jobs: [
        {
            id: 'agent',
            if: [
                'github.event.pull_request.head.repo.full_name == github.repository &&',
                "!github.event.pull_request.draft && github.event.pull_request.user.type != 'Bot'",
            ],
            timeoutMinutes: 30,
            steps: [
                CHECKOUT,
                {
                    kind: 'agent',
                    with: {
                        ...KEY,
                        policy: policyOf('review'),
                        'tracking-comment': 'sticky',
                        prompt: [
                            'Review this pull request. Look for what is wrong, not for what is a matter of taste.',
                            'Say each finding on the line that it is about, with what happens and what to write instead.',
                            'Say so where you found nothing.',
                        ].join('\n'),
                    },
                },
            ],
        },
    ],
    next: [SECRET, PROTECT, RESUMES, 'Open a pull request from a branch of this repository.'],
};

;// CONCATENATED MODULE: ./build/cli/recipes/index.js






const ALL = {
    comments: comments,
    triage: triage,
    review: review,
    'fix-ci': fixCi,
    dependencies: dependencies,
    maintenance: maintenance,
    'release-notes': releaseNotes,
    'two-jobs': twoJobs,
    resume: resume,
};
function recipeOf(name) {
    return ALL[name];
}
/** Where the workflow of a recipe lies, from the repository's root. */
function workflowPath(recipe) {
    return `.github/workflows/${recipe.name}.yml`;
}
/** The policy of a recipe: its preset, with the line by which editors find the schema. */
function policyText(recipe, schemaUrl) {
    return (0,presets/* presetText */.n)(recipe.preset, { schemaUrl });
}

;// CONCATENATED MODULE: ./build/cli/init-ask.js



const MAX_ASKED = 5;
/** A person at the terminal; `null` where there is none to be asked. */
function personAt(io) {
    if (!process.stdin.isTTY || !process.stderr.isTTY)
        return null;
    const lines = (0,terminal_lines/* linesOf */.D)(process.stdin);
    return {
        recipe: () => askForRecipe(io, lines),
        yes: async (question) => {
            io.err(`${question} [y/N] `);
            return /^y(?:es)?$/i.test((await next(lines)).trim());
        },
        close: () => lines.close(),
    };
}
async function askForRecipe(io, lines) {
    io.err('What for?\n\n');
    for (const [index, name] of RECIPES.entries()) {
        io.err(`  ${index + 1}  ${name.padEnd(14)}${recipeOf(name).about}\n`);
    }
    for (let asked = 0; asked < MAX_ASKED; asked += 1) {
        io.err('\nNumber or name: ');
        const answer = (await next(lines)).trim();
        const found = RECIPES.find((name, index) => name === answer || String(index + 1) === answer);
        if (found !== undefined)
            return found;
        io.err(`${(0,base_text/* visible */.RK)(answer)} is none of them.\n`);
    }
    throw new errors/* CountersignError */.W('input-invalid', 'No recipe was named.', {
        fix: `Write one of: ${RECIPES.join(', ')}.`,
    });
}
async function next(lines) {
    const line = await lines.next(new AbortController().signal);
    if (line !== null)
        return line;
    throw new errors/* CountersignError */.W('input-invalid', 'The input ended before the question was answered.', {
        fix: 'Answer it, or pass --recipe NAME --yes.',
    });
}

;// CONCATENATED MODULE: ./build/cli/recipes/render.js
const render_CHECKOUT = 'actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0';
/** The commit of this repository that a workflow runs, and the version that it belongs to. */
const ACTION_PIN = {
    commit: '81c7cfc6bc267f3753b22d8fb86e0801a926abf8',
    version: 'v0.1.0',
};
const RUNNER = 'ubuntu-24.04';
/** Plain scalars that YAML reads as the text they are. */
const PLAIN = /^[A-Za-z./$][A-Za-z0-9 ./${}_@,-]*$/;
/** Words that YAML reads as something else than text. */
const RESERVED = /^(?:true|false|yes|no|on|off|null)$/i;
/** The workflow file of a recipe, ready to be committed. */
function workflowText(recipe) {
    const lines = [
        ...[recipe.about, ...recipe.notes].map((line) => `# ${line}`),
        `name: ${recipe.title}`,
        'on:',
        ...indented(1, recipe.on),
        '',
        'permissions:',
        ...indented(1, recipe.permissions.map(permissionLine)),
        '',
        `# ${recipe.concurrency.why}`,
        'concurrency:',
        `  group: ${recipe.concurrency.group}`,
        '  cancel-in-progress: false',
        '',
        'jobs:',
        ...recipe.jobs.flatMap((job) => indented(1, jobLines(job))),
    ];
    return `${lines.join('\n')}\n`;
}
function permissionLine({ name, level, why }) {
    return `${name}: ${level} # ${why}`;
}
function jobLines(job) {
    return [
        `${job.id}:`,
        ...indented(1, [
            ...(job.needs === undefined ? [] : [`needs: ${job.needs}`]),
            ...(job.if === undefined ? [] : ['if: >-', ...indented(1, job.if)]),
            ...(job.permissions === undefined
                ? []
                : ['permissions:', ...indented(1, job.permissions.map(permissionLine))]),
            `runs-on: ${RUNNER}`,
            `timeout-minutes: ${job.timeoutMinutes}`,
            ...(job.outputs === undefined ? [] : ['outputs:', ...indented(1, pairs(job.outputs))]),
            'steps:',
            ...job.steps.flatMap((step) => indented(1, stepLines(step))),
        ]),
    ];
}
function stepLines(step) {
    switch (step.kind) {
        case 'checkout':
            return [
                `- uses: ${render_CHECKOUT}`,
                '  with:',
                "    persist-credentials: false # the agent's commands must not find a token in .git/config",
                ...indented(2, pairs(step.with ?? {})),
            ];
        case 'agent':
            return [
                '- id: countersign',
                `  uses: countersign/countersign@${ACTION_PIN.commit} # ${ACTION_PIN.version}`,
                '  with:',
                ...indented(2, pairs(step.with)),
            ];
        case 'run':
            return [
                `- name: ${step.name}`,
                ...(step.env === undefined ? [] : ['  env:', ...indented(2, pairs(step.env))]),
                `  run: ${step.run}`,
            ];
    }
}
function pairs(values) {
    return Object.entries(values).flatMap(([name, value]) => {
        if (value.includes('\n'))
            return [`${name}: |`, ...indented(1, value.split('\n'))];
        return [`${name}: ${scalar(value)}`];
    });
}
function scalar(value) {
    const plain = PLAIN.test(value) && !RESERVED.test(value);
    return plain ? value : `'${value.replaceAll("'", "''")}'`;
}
function indented(levels, lines) {
    return lines.map((line) => (line === '' ? '' : `${'  '.repeat(levels)}${line}`));
}

;// CONCATENATED MODULE: ./build/cli/init-plan.js
// I/O: looks at the files of a repository, and writes those of a recipe.




const MAX_FILE_BYTES = 1024 * 1024;
/** What a recipe puts into a repository. Throws `input-invalid` where a path is taken by something else than a file. */
async function planRecipe(recipe, of) {
    const files = [
        { kind: 'workflow', path: workflowPath(recipe), text: workflowText(recipe) },
        { kind: 'policy', path: recipe.policyPath, text: policyText(recipe, of.schemaUrl) },
    ];
    return await Promise.all(files.map(async (file) => ({ ...file, before: await textAt(of.root, file.path) })));
}
async function textAt(root, path) {
    const file = (0,external_node_path_.join)(root, path);
    const about = await (0,promises_.stat)(file).catch(() => null);
    if (about === null)
        return null;
    if (about.isFile() && about.size <= MAX_FILE_BYTES)
        return await (0,promises_.readFile)(file, 'utf8');
    throw new errors/* CountersignError */.W('input-invalid', `${path} is there and is no file of text.`, {
        fix: 'Move it away, or name another folder with --dir.',
    });
}
/** Writes a file; one that was not there when it was looked at is never written over. */
async function writePlanned(root, file) {
    const path = (0,external_node_path_.join)(root, file.path);
    try {
        await (0,promises_.mkdir)((0,external_node_path_.dirname)(path), { recursive: true });
        await (0,promises_.writeFile)(path, file.text, { flag: file.before === null ? 'wx' : 'w' });
    }
    catch (cause) {
        throw new errors/* CountersignError */.W('input-invalid', `${file.path} could not be written.`, {
            fix: 'See that the folder can be written to, and that nobody else made the file just now.',
            cause,
        });
    }
}

// EXTERNAL MODULE: ./build/cli/schema-url.js
var schema_url = __webpack_require__(61586);
// EXTERNAL MODULE: ./build/cli/spec.js
var spec = __webpack_require__(89230);
// EXTERNAL MODULE: ./build/cli/workflow-lint.js
var workflow_lint = __webpack_require__(15896);
;// CONCATENATED MODULE: ./build/cli/init.js












/** `init`: the workflow and the policy of a recipe, written into a repository and checked. */
const initCommands = [
    {
        name: 'init',
        summary: 'Ask what for, write the workflow and the policy for it, and check them',
        options: [
            { flags: '--recipe <name>', summary: `what for: ${RECIPES.join(', ')}` },
            { flags: '--dir <dir>', summary: "the repository's root", default: '.' },
            { flags: '--yes', summary: 'write new files without asking' },
            { flags: '--overwrite', summary: 'with --yes: files that are there and differ, too' },
        ],
        examples: ['countersign init', 'countersign init --recipe triage --yes'],
        run: init,
    },
];
async function init(call, io) {
    const root = await rootOf(call, io);
    const named = recipeNamed(call);
    const person = (0,spec/* switchOption */.IL)(call, 'yes') ? null : personAt(io);
    if (person === null && (named === null || !(0,spec/* switchOption */.IL)(call, 'yes')))
        throw nobodyToAsk();
    try {
        const recipe = named ?? recipeOf((await person?.recipe()) ?? 'comments');
        const files = await planRecipe(recipe, { root, schemaUrl: schema_url/* SCHEMA_URL */.c });
        const done = await settle(files, { root, person, call, io });
        return tell({ recipe, done, findings: check(files, done) }, call, io);
    }
    finally {
        person?.close();
    }
}
async function rootOf(call, io) {
    const root = (0,external_node_path_.resolve)(io.cwd, (0,spec/* textOption */.vU)(call, 'dir') ?? '.');
    const about = await (0,promises_.stat)(root).catch(() => null);
    if (about?.isDirectory() === true)
        return root;
    throw new errors/* CountersignError */.W('input-invalid', `--dir ${(0,base_text/* visible */.RK)(root)} is no folder.`, {
        fix: 'Name the root of a checkout.',
    });
}
function recipeNamed(call) {
    const name = (0,spec/* textOption */.vU)(call, 'recipe');
    if (name === null)
        return null;
    const known = RECIPES.find((recipe) => recipe === name);
    if (known !== undefined)
        return recipeOf(known);
    throw new errors/* CountersignError */.W('input-invalid', `There is no recipe ${JSON.stringify(name)}.`, {
        fix: `Write one of: ${RECIPES.join(', ')}.`,
    });
}
function nobodyToAsk() {
    return new errors/* CountersignError */.W('input-invalid', 'There is no terminal to ask at.', {
        fix: `Pass --recipe NAME --yes; NAME is one of: ${RECIPES.join(', ')}.`,
    });
}
/** Nothing is written before every question is answered. */
async function settle(files, at) {
    const decided = [];
    for (const file of files) {
        decided.push({ file, path: file.path, did: await fateOf(file, at) });
    }
    const refused = decided.filter(({ did }) => did === 'kept');
    if (at.person === null && refused.length > 0) {
        throw new errors/* CountersignError */.W('input-invalid', `${refused.map(({ path }) => path).join(' and ')} would be overwritten; nothing was written.`, { fix: 'Pass --overwrite too, or move away what is there.' });
    }
    for (const { file, did } of decided)
        if (did === 'written')
            await writePlanned(at.root, file);
    return decided.map(({ path, did }) => ({ path, did }));
}
async function fateOf(file, at) {
    const { path, text, before } = file;
    if (before === text)
        return 'unchanged';
    if (before !== null)
        at.io.err(`${(0,base_text/* visible */.RK)((0,diff/* unifiedDiff */.W)([{ path, before, after: text }]))}\n\n`);
    const agreed = at.person === null
        ? before === null || (0,spec/* switchOption */.IL)(at.call, 'overwrite')
        : await at.person.yes(before === null ? `Write ${path}?` : `Overwrite ${path}?`);
    if (agreed)
        return 'written';
    return before === null ? 'skipped' : 'kept';
}
/** The files as they now are, those that were kept included: they must work together. */
function check(files, done) {
    return files.flatMap((file) => {
        const { did } = done.find(({ path }) => path === file.path) ?? {};
        const text = did === 'kept' ? file.before : file.text;
        if (did === 'skipped' || text === null)
            return [(0,finding/* unknown */.L5)(file.kind, `${file.path} was not written.`)];
        return file.kind === 'workflow'
            ? (0,workflow_lint/* lintWorkflow */.r)(file.path, text)
            : [policyFinding(file.path, text)];
    });
}
function policyFinding(path, text) {
    const [first] = (0,load/* checkPolicy */.hM)(text, { file: path }).errors;
    if (first === undefined)
        return (0,finding/* good */.uw)('policy', `${path} is valid, and its own tests pass.`);
    return (0,finding/* bad */.MB)('policy', `${path}:${first.line}:${first.column}: ${first.message}`, first.fix);
}
function tell(of, call, io) {
    const { recipe, done, findings } = of;
    const next = ['Read both files, and commit them to the default branch.', ...recipe.next];
    if (call.json) {
        io.out(`${JSON.stringify({ recipe: recipe.name, files: done, findings, next }, null, 2)}\n`);
    }
    else {
        for (const { path, did } of done)
            io.out(`${did.padEnd(10)}${path}\n`);
        for (const { level, found, change } of findings) {
            const more = change === null ? '' : `\n          -> ${(0,base_text/* visible */.RK)(change)}`;
            io.out(`${(level === 'ok' ? 'checked' : level).padEnd(10)}${(0,base_text/* visible */.RK)(found)}${more}\n`);
        }
        io.out(`\nNext:\n${next.map((line, index) => `${index + 1}. ${line}`).join('\n')}\n`);
    }
    return findings.some(({ level }) => level === 'problem') ? spec/* EXIT */.dc.no : spec/* EXIT */.dc.ok;
}


/***/ }),

/***/ 61586:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   c: () => (/* binding */ SCHEMA_URL)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7844);

/** Where editors find the schema of a policy of this version. */
const SCHEMA_URL = `https://raw.githubusercontent.com/countersign/countersign/v${_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .VERSION */ .x}/schema/policy.schema.json`;


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


/***/ }),

/***/ 35339:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   f: () => (/* binding */ PRESETS),
/* harmony export */   n: () => (/* binding */ presetText)
/* harmony export */ });
const PRESETS = ['readonly', 'triage', 'review', 'fix', 'dependencies', 'release'];
const READONLY = `# Look, and say what was found. Nothing is changed, nothing leaves.
version: 1
mode: deny
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
sandbox: preferred
budget: { turns: 40, calls: 200, minutes: 15, tokens: 1M }
tests:
  - { call: fs_read(src/index.ts), expect: auto }
  - { call: fs_read(.env), expect: requireApproval }
  - { call: fs_read(.git/config), expect: deny }
  - { call: fs_write(src/index.ts), expect: deny }
  - { command: 'git log --oneline | head -20', expect: auto }
  - { command: 'grep -rn TODO src', expect: auto }
  - { command: 'cat .env', expect: requireApproval }
  - { command: 'ls; rm -rf src', expect: deny }
  - { call: bash_run(npm publish), expect: deny }
  - { call: web_fetch(example.com), expect: deny }
  - { call: github_comment, expect: deny }
`;
const TRIAGE = `# Read an issue, label it, answer it. Strangers write issues, so nothing else is possible.
version: 1
mode: deny
auto:
  - kind:readonly
  - github_comment
  - github_label
whenUntrusted:
  mode: deny
  auto:
    - github_comment
    - github_label
limits: { github_comment: 2, github_label: 10 }
budget: { turns: 20, calls: 100, minutes: 10, tokens: 500k }
tests:
  - { call: github_label, expect: auto }
  - { call: github_comment, untrusted: true, expect: auto }
  - { call: fs_read(README.md), untrusted: true, expect: auto }
  - { call: fs_write(README.md), expect: deny }
  - { call: bash_run(ls), untrusted: true, expect: deny }
  - { call: github_create_pull_request, expect: deny }
`;
const REVIEW = `# Read a pull request and review it. Running its code asks.
version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - github_review
deny:
  - kind:write
  - bash_run(@forbidden)
  - bash_run(@privilege)
  - bash_run(@publish)
  - github_push_branch
whenUntrusted:
  mode: ask
  auto:
    - github_review
limits: { github_review: 1, github_comment: 2 }
budget: { turns: 40, calls: 200, minutes: 20, tokens: 1500k }
tests:
  - { call: github_review, untrusted: true, expect: auto }
  - { call: fs_read(src/index.ts), expect: auto }
  - { call: fs_edit(src/index.ts), expect: deny }
  - { call: bash_run(npm test), expect: requireApproval }
  - { command: 'git diff HEAD~1 -- src', expect: auto }
  - { command: 'sudo ls', expect: deny }
  - { call: github_push_branch, expect: deny }
  - { call: web_fetch(example.com), expect: requireApproval }
`;
const FIX = `# Change the code and run its tests; what leaves the runner asks.
version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - rule: fs_write(**)
    except: ['.github/**', '**/package.json', '**/*.lock', '**/package-lock.json', '**/pnpm-lock.yaml']
  - rule: fs_edit(**)
    except: ['.github/**', '**/package.json', '**/*.lock', '**/package-lock.json', '**/pnpm-lock.yaml']
  - rule: fs_multi_edit(**)
    except: ['.github/**', '**/package.json', '**/*.lock', '**/package-lock.json', '**/pnpm-lock.yaml']
  - bash_run(npm test *)
  - bash_run(npm run lint *)
  - bash_run(npm run build *)
deny:
  - bash_run(@forbidden)
  - bash_run(@force-push)
  - bash_run(@history-rewrite)
  - bash_run(@privilege)
  - bash_run(@publish)
requireApproval:
  - rule: github_push_branch
    reason: What is pushed is seen by everybody.
  - rule: github_create_pull_request
    reason: A pull request asks people for their time.
limits: { github_comment: 3, github_create_pull_request: 1 }
budget: { turns: 80, calls: 400, minutes: 30, tokens: 3M, onLimit: ask }
tests:
  - { call: fs_edit(src/index.ts), expect: auto }
  - { call: fs_edit(src/index.ts), untrusted: true, expect: requireApproval }
  - { call: fs_write(package.json), expect: requireApproval }
  - { call: fs_edit(package.json), expect: requireApproval }
  - { call: fs_multi_edit(package.json), expect: requireApproval }
  - { call: fs_write(.github/workflows/ci.yml), expect: requireApproval }
  - { call: fs_write(.npmrc), expect: requireApproval }
  - { call: bash_run(npm test), expect: auto }
  - { call: bash_run(npm install), expect: requireApproval }
  - { command: 'npm test -- --watch=false && git status', expect: auto }
  - { command: 'git push -f', expect: deny }
  - { command: 'git push origin +main', expect: deny }
  - { command: 'env sudo make', expect: deny }
  - { command: 'echo x > .github/workflows/ci.yml', expect: requireApproval }
  - { call: bash_run(npm test), sandboxed: false, expect: requireApproval }
  - { call: github_create_pull_request, expect: requireApproval }
`;
const DEPENDENCIES = `# Adapt the code to an update that a bot proposes. Its text is a stranger's; what may run all the same is said here.
version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - fs_edit(src/**)
  - fs_edit(test/**)
  - fs_multi_edit(src/**)
  - fs_multi_edit(test/**)
  - bash_run(npm test *)
  - bash_run(npm run build *)
deny:
  - bash_run(@forbidden)
  - bash_run(@force-push)
  - bash_run(@history-rewrite)
  - bash_run(@privilege)
  - bash_run(@publish)
requireApproval:
  - rule: github_push_branch
    reason: What is pushed is seen by everybody.
whenUntrusted:
  mode: ask
  auto:
    - bash_run(@readonly)
    - bash_run(@git-readonly)
    - fs_edit(src/**)
    - fs_edit(test/**)
    - fs_multi_edit(src/**)
    - fs_multi_edit(test/**)
    - bash_run(npm test *)
    - bash_run(npm run build *)
limits: { github_comment: 2, github_push_branch: 2 }
budget: { turns: 60, calls: 300, minutes: 30, tokens: 2M }
tests:
  - { call: fs_edit(src/index.ts), untrusted: true, expect: auto }
  - { call: fs_edit(package.json), untrusted: true, expect: requireApproval }
  - { call: fs_write(src/new.ts), untrusted: true, expect: requireApproval }
  - { call: bash_run(npm test), untrusted: true, expect: auto }
  - { call: bash_run(npm install left-pad), untrusted: true, expect: requireApproval }
  - { command: 'npm publish', untrusted: true, expect: deny }
  - { call: web_fetch(example.com), untrusted: true, expect: requireApproval }
  - { call: github_push_branch, untrusted: true, expect: requireApproval }
`;
const RELEASE = `# Prepare a release; everything that makes it real is approved by two maintainers.
version: 1
mode: ask
plan: required
auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(@git-readonly)
  - fs_edit(CHANGELOG.md)
deny:
  - bash_run(@forbidden)
  - bash_run(@force-push)
  - bash_run(@history-rewrite)
  - bash_run(@privilege)
requireApproval:
  - rule: bash_run(@publish)
    reason: What is published cannot be taken back.
  - rule: github_*
    reason: It is seen outside of this run.
approvals: { from: [maintain, admin], count: 2, self: false, wait: 10m, then: suspend, expire: 3d }
whenUntrusted: deny
sandbox: required
limits: { github_create_pull_request: 1, github_push_branch: 2 }
budget: { turns: 60, calls: 200, minutes: 30, tokens: 2M }
tests:
  - { call: fs_edit(CHANGELOG.md), expect: auto }
  - { call: fs_edit(package.json), expect: requireApproval }
  - { call: fs_edit(CHANGELOG.md), untrusted: true, expect: deny }
  - { call: bash_run(npm publish), expect: requireApproval }
  - { call: github_create_pull_request, expect: requireApproval }
`;
const TEXTS = {
    readonly: READONLY,
    triage: TRIAGE,
    review: REVIEW,
    fix: FIX,
    dependencies: DEPENDENCIES,
    release: RELEASE,
};
/** A whole policy to start from, with its own tests. `schemaUrl` adds the line by which editors know its schema. */
function presetText(preset, options = {}) {
    const head = options.schemaUrl === undefined ? '' : `# yaml-language-server: $schema=${options.schemaUrl}\n`;
    return `${head}${TEXTS[preset]}`;
}


/***/ }),

/***/ 74025:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   W: () => (/* binding */ unifiedDiff),
/* harmony export */   k: () => (/* binding */ displayDiff)
/* harmony export */ });
/* harmony import */ var diff__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(37291);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(91497);


const CONTEXT_LINES = 3;
const DIFF_TIMEOUT_MS = 2_000;
const DISPLAY_TIMEOUT_MS = 300;
const MAX_DISPLAY_CHARS = 30_000;
/**
 * The unified diff of these changes, whole: a person approves by it. Where comparing takes too
 * long, every old line is shown as removed and every new one as added.
 */
function unifiedDiff(changes) {
    return changes.map((change) => diffOf(change, DIFF_TIMEOUT_MS)).join('\n');
}
/**
 * The same for a log of what was done: a diff that is too long to be read there is told by its
 * size.
 */
function displayDiff(changes) {
    const diff = changes.map((change) => diffOf(change, DISPLAY_TIMEOUT_MS)).join('\n');
    if (diff.length <= MAX_DISPLAY_CHARS)
        return diff;
    return changes.map(({ path }) => `${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .visible */ .RK)(path)}: changed, too much to show here`).join('\n');
}
function diffOf({ path, before, after }, timeout) {
    const name = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .visible */ .RK)(path).replaceAll(/[\n\t]/g, ' ');
    const oldName = before === null ? '/dev/null' : `a/${name}`;
    const newName = `b/${name}`;
    if (before === after)
        return `--- ${oldName}\n+++ ${newName}\n(no change)`;
    const patch = (0,diff__WEBPACK_IMPORTED_MODULE_1__/* .createTwoFilesPatch */ .ss)(oldName, newName, before ?? '', after, undefined, undefined, {
        context: CONTEXT_LINES,
        timeout,
    });
    if (patch !== undefined)
        return patch.replace(/^=+\n/, '').replace(/\n$/, '');
    return [
        `--- ${oldName}`,
        `+++ ${newName}`,
        ...marked('-', before ?? ''),
        ...marked('+', after),
    ].join('\n');
}
function marked(sign, text) {
    return text.split('\n').map((line) => sign + line);
}


/***/ })

};
