export const id = 4739;
export const ids = [4739];
export const modules = {

/***/ 4739:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  policyCommands: () => (/* binding */ policyCommands)
});

// EXTERNAL MODULE: ./build/base/text.js
var base_text = __webpack_require__(91497);
// EXTERNAL MODULE: ./build/policy/load.js + 4 modules
var load = __webpack_require__(52078);
// EXTERNAL MODULE: ./build/policy/probes.js
var probes = __webpack_require__(91136);
// EXTERNAL MODULE: ./build/policy/problems.js
var problems = __webpack_require__(58579);
// EXTERNAL MODULE: ./build/base/tame.js
var tame = __webpack_require__(61347);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./build/policy/diff.js
var diff = __webpack_require__(98956);
// EXTERNAL MODULE: ./build/policy/replay.js
var replay = __webpack_require__(20284);
// EXTERNAL MODULE: ./build/policy/judge.js
var judge = __webpack_require__(55564);
// EXTERNAL MODULE: ./build/policy/compile.js
var compile = __webpack_require__(61246);
;// CONCATENATED MODULE: ./build/policy/with-rules.js

/** The policy as it would be with these `auto` rules in it, for trying them out. */
function withAutoRules(policy, rules) {
    const added = rules.flatMap((text) => {
        const compiled = (0,compile/* compileRule */.m)({
            list: 'auto',
            text,
            except: [],
            reason: null,
            line: null,
            column: null,
        });
        return compiled.ok ? [compiled.rule] : [];
    });
    return { ...policy, rules: [...policy.rules, ...added] };
}

;// CONCATENATED MODULE: ./build/policy/suggest.js



/** Approved this often, a call is worth a rule. */
const DEFAULT_TIMES = 2;
/** So many files of one folder make a rule for the folder. */
const MIN_SIBLINGS = 3;
const MAX_SUGGESTIONS = 100;
const CONTEXT_LINES = 3;
/**
 * The narrowest `auto` rules for what people approved again and again. Every rule is tried out on the calls that it
 * is suggested for; what walls, `deny` rules or `whenUntrusted` would still ask about is not suggested.
 */
function suggestRules(policy, calls, options) {
    const { world, times = DEFAULT_TIMES } = options;
    const asked = calls.filter((call) => call.approved === true &&
        (0,judge/* judge */.S)(policy, call.facts, (0,replay/* situationOf */._7)(call, world)).verdict !== 'auto');
    const groups = new Map();
    for (const call of asked) {
        const rules = (0,replay/* rulesFor */.NP)(call, world);
        const key = rules.length === 0 ? null : JSON.stringify(rules);
        if (key !== null)
            groups.set(key, [...(groups.get(key) ?? []), call]);
    }
    const found = [...folders(groups, times), ...groups].flatMap(([key, group]) => {
        const rules = JSON.parse(key);
        const texts = Array.isArray(rules) ? rules.filter((rule) => typeof rule === 'string') : [];
        const trial = withAutoRules(policy, texts);
        const works = group.every((call) => (0,judge/* judge */.S)(trial, call.facts, (0,replay/* situationOf */._7)(call, world)).verdict === 'auto');
        return group.length >= times && works
            ? texts.map((rule) => ({ rule, calls: group.length, ids: group.map(({ id }) => id) }))
            : [];
    });
    const suggestions = unique(found).slice(0, MAX_SUGGESTIONS);
    return {
        suggestions,
        patch: patchOf(policy.file, options.policyText, suggestions.map(({ rule }) => rule)),
    };
}
/** Calls about different files of one folder, as one rule for the folder; they leave the groups of their own. */
function folders(groups, times) {
    const byFolder = new Map();
    for (const [key, group] of groups) {
        const found = /^\["(\w+)\(((?:[\w@.-]+\/)+)[\w@.-]+(\.\w+)\)"\]$/.exec(key);
        if (found === null || group.length >= times || !(found[1] ?? '').startsWith('fs_'))
            continue;
        const rule = JSON.stringify([`${found[1]}(${found[2]}*${found[3]})`]);
        byFolder.set(rule, [...(byFolder.get(rule) ?? []), key]);
    }
    return [...byFolder].flatMap(([rule, keys]) => {
        if (keys.length < MIN_SIBLINGS)
            return [];
        const calls = keys.flatMap((key) => groups.get(key) ?? []);
        for (const key of keys)
            groups.delete(key);
        return [[rule, calls]];
    });
}
function unique(suggestions) {
    const byRule = new Map();
    for (const each of suggestions) {
        const other = byRule.get(each.rule);
        const ids = [...new Set([...(other?.ids ?? []), ...each.ids])];
        byRule.set(each.rule, { rule: each.rule, ids, calls: ids.length });
    }
    return [...byRule.values()].toSorted((left, right) => right.calls - left.calls);
}
/** A unified diff that adds `rules` to the block list `auto:`, or such a list at the end where there is none. */
function patchOf(file, text, rules) {
    if (rules.length === 0)
        return '';
    const lines = text.replace(/\n$/, '').split('\n');
    const auto = lines.findIndex((line) => /^auto:\s*(?:#.*)?$/.test(line));
    const flow = lines.findIndex((line) => /^auto:\s*[[&*!]/.test(line));
    if (auto === -1 && flow !== -1)
        return `# Write "auto:" on line ${flow + 1} as a list with one rule a line, then add:\n${rules.map((rule) => `#   - ${JSON.stringify(rule)}\n`).join('')}`;
    const indent = auto === -1 ? '  ' : (/^(\s*)- /.exec(lines[auto + 1] ?? '')?.[1] ?? '  ');
    const items = rules.map((rule) => `+${indent}- ${JSON.stringify(rule)}`);
    const at = auto === -1 ? lines.length : auto + 1;
    const added = auto === -1 ? ['+auto:', ...items] : items;
    const before = lines.slice(Math.max(0, at - CONTEXT_LINES), at);
    const after = lines.slice(at, at + CONTEXT_LINES);
    const start = at - before.length + 1;
    const size = before.length + after.length;
    const head = [
        `--- a/${file}`,
        `+++ b/${file}`,
        `@@ -${start},${size} +${start},${size + added.length} @@`,
    ];
    return `${[...head, ...before.map((line) => ` ${line}`), ...added, ...after.map((line) => ` ${line}`)].join('\n')}\n`;
}

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/calls/bus.js
var bus = __webpack_require__(70480);
// EXTERNAL MODULE: ./build/policy/parse-policy.js + 3 modules
var parse_policy = __webpack_require__(90673);
// EXTERNAL MODULE: ./build/run/secrets.js + 9 modules
var secrets = __webpack_require__(73482);
// EXTERNAL MODULE: ./build/run/toolbox.js + 22 modules
var toolbox = __webpack_require__(3104);
// EXTERNAL MODULE: ./build/sandbox/workspace.js + 4 modules
var sandbox_workspace = __webpack_require__(54733);
// EXTERNAL MODULE: ./build/sandbox/create.js + 29 modules
var create = __webpack_require__(52500);
// EXTERNAL MODULE: ./build/sandbox/world.js + 2 modules
var sandbox_world = __webpack_require__(88697);
// EXTERNAL MODULE: ./build/tools/files/ledger.js
var ledger = __webpack_require__(38655);
// EXTERNAL MODULE: ./build/cli/spec.js
var spec = __webpack_require__(89230);
;// CONCATENATED MODULE: ./build/cli/policy-files.js
// I/O: reads the policy's file and opens the checkout.









const DEFAULT_POLICY = '.github/countersign.yml';
const WORKSPACE = {
    flags: '--workspace <dir>',
    summary: 'the checkout',
    default: '.',
};
const POLICY = {
    flags: '--policy <file>',
    summary: `the policy; ${DEFAULT_POLICY} of the workspace where absent`,
};
/** The policy that was named, or the workspace's own. Throws `policy-unreadable` where a named one cannot be read. */
async function policyFile(call, io, named) {
    const root = (0,external_node_path_.resolve)(io.cwd, (0,spec/* textOption */.vU)(call, 'workspace') ?? '.');
    const path = named === null ? (0,external_node_path_.join)(root, DEFAULT_POLICY) : (0,external_node_path_.resolve)(io.cwd, named);
    try {
        return {
            file: named === null ? DEFAULT_POLICY : shownPath(io.cwd, path),
            bytes: await (0,promises_.readFile)(path),
        };
    }
    catch (cause) {
        if (named === null)
            return { file: DEFAULT_POLICY, bytes: null };
        throw new errors/* CountersignError */.W('policy-unreadable', `The policy ${path} cannot be read.`, {
            fix: 'Name a file that exists.',
            cause,
        });
    }
}
/** From the current folder where it lies below it, so that `git apply` takes a patch of it. */
function shownPath(cwd, path) {
    const below = (0,external_node_path_.relative)(cwd, path).split(external_node_path_.sep).join('/');
    return below === '' || below.startsWith('../') ? path : below;
}
/** The policy's bytes, where a missing one is an error. */
async function neededPolicyFile(call, io, named) {
    const { file, bytes } = await policyFile(call, io, named);
    if (bytes !== null)
        return { file, bytes };
    throw new errors/* CountersignError */.W('policy-unreadable', `There is no ${file}.`, {
        fix: 'Name the policy. Without one the strict built-in policy holds.',
    });
}
/** The policy that a run would have: the built-in one where there is no file. Throws `policy-invalid`. */
async function policyOf(call, io) {
    const { file, bytes } = await policyFile(call, io, (0,spec/* textOption */.vU)(call, 'policy'));
    return bytes === null ? (0,parse_policy/* builtinPolicy */.K)() : loaded(file, bytes);
}
/** A policy from its bytes. Throws `policy-invalid` with every problem and its place. */
function loaded(file, bytes) {
    const result = (0,load/* loadPolicy */.tb)(bytes, { file });
    if (result.ok)
        return result.policy;
    throw new errors/* CountersignError */.W('policy-invalid', result.problems.map(problems/* problemText */.f).join('\n'));
}
/** Opens the checkout for judging calls; nothing is run in it. */
async function withCalls(call, io, use) {
    const workspace = await (0,sandbox_workspace/* openWorkspace */.O)((0,external_node_path_.resolve)(io.cwd, (0,spec/* textOption */.vU)(call, 'workspace') ?? '.'));
    const { runner } = await (0,create/* createCommandRunner */._)({
        workspace,
        mode: 'off',
        network: [],
        environment: io.environment,
    });
    try {
        const world = {
            bus: (0,bus/* createBus */.h)(() => undefined),
            redactor: (0,secrets/* redactorFor */.sD)(io.environment, {}),
            environment: io.environment,
        };
        const tools = (0,toolbox/* builtinTools */.F)(world, { workspace, commands: runner }, (0,ledger/* createReadLedger */.u)({ unread: 'allow' }));
        return await use({ tools, world: (0,sandbox_world/* workspaceWorld */.g)(workspace.root) });
    }
    finally {
        await runner.close();
    }
}

// EXTERNAL MODULE: ./build/audit/states.js
var states = __webpack_require__(69620);
// EXTERNAL MODULE: ./build/audit/reader.js
var reader = __webpack_require__(83721);
// EXTERNAL MODULE: ./build/base/digest.js
var base_digest = __webpack_require__(30742);
// EXTERNAL MODULE: ./build/base/json.js
var json = __webpack_require__(10768);
// EXTERNAL MODULE: ./build/policy/usual-facts.js
var usual_facts = __webpack_require__(65703);
// EXTERNAL MODULE: ./build/policy/facts.js
var policy_facts = __webpack_require__(50652);
;// CONCATENATED MODULE: ./build/cli/recorded-calls.js
// I/O: reads trails and the blobs beside them.





const MAX_CALLS = 200_000;
const MAX_DEPTH = 50;
/**
 * Reads the calls of trails, given as folders or as `audit.jsonl` files. The chain is checked on the way, so what was
 * changed afterwards is an error. Rejects with `trail-unreadable` and `trail-broken`.
 */
async function recordedCalls(paths, tools, cwd) {
    const found = {
        calls: [],
        inexact: new Set(),
        skipped: [],
    };
    for (const path of paths) {
        for (const gathered of await gather((0,external_node_path_.resolve)(cwd, path))) {
            if (found.calls.length >= MAX_CALLS)
                return found;
            const read = await readCall(gathered, tools);
            if (read.call === null)
                found.skipped.push({ id: gathered.id, why: read.why });
            else
                found.calls.push(read.call);
            if (read.call !== null && !read.exact)
                found.inexact.add(gathered.id);
        }
    }
    return found;
}
/** A call that begins, and that a policy judges: what a run asks at a wall of its budget no policy does. */
function isJudged(entry) {
    return (entry.type === 'call.state' &&
        entry.state === 'PENDING' &&
        entry['gen_ai.tool.name'] !== states/* BUDGET_CALL */.pA);
}
async function gather(path) {
    const calls = new Map();
    const blobs = (0,reader/* blobsIn */.uo)((await isFolder(path)) ? path : (0,external_node_path_.dirname)(path));
    for await (const entry of (0,reader/* readTrail */.hd)(path)) {
        if (isJudged(entry) && calls.size < MAX_CALLS) {
            calls.set(entry.call, {
                id: `${entry.run}/${entry.call}`,
                pending: entry,
                blobs,
                verdict: null,
                approved: false,
            });
        }
        const call = 'call' in entry ? calls.get(entry.call ?? '') : undefined;
        if (call === undefined)
            continue;
        if (entry.type === 'call.verdict')
            call.verdict = entry;
        if (entry.type === 'approval.consumed')
            call.approved = true;
    }
    return [...calls.values()];
}
/** A path that is not there is told by reading it, with the trail's own message. */
async function isFolder(path) {
    try {
        return (await (0,promises_.stat)(path)).isDirectory();
    }
    catch {
        return false;
    }
}
async function readCall(gathered, tools) {
    const { id, pending, verdict, approved } = gathered;
    const name = pending['gen_ai.tool.name'];
    if (verdict === null || name === undefined)
        return { call: null, why: 'it was never judged' };
    const input = await argumentsOf(gathered);
    const known = factsOf(tools, { name, kind: pending.kind ?? null, input });
    if (known === null)
        return { call: null, why: `${name} does not take its arguments as the trail has them` };
    const exact = (0,base_digest/* digestOf */.o)(known.input) === verdict.argumentsSha256;
    const { untrusted, sandboxed } = verdict;
    return {
        call: { id, facts: known.facts, verdict: verdict.verdict, untrusted, sandboxed, approved },
        exact,
    };
}
/** What the call touches, by its tool; of a tool that is not built in, what its name and recorded kind tell. */
function factsOf(tools, of) {
    const tool = tools.find((candidate) => candidate.name === of.name);
    if (tool === undefined) {
        const facts = (0,usual_facts/* usualFacts */.Mp)(of.name, null);
        return {
            facts: { ...facts, kind: policy_facts/* KINDS */.G.find((kind) => kind === of.kind) ?? facts.kind },
            input: of.input,
        };
    }
    const prepared = tool.prepare(of.input);
    return prepared.ok ? { facts: prepared.call.facts, input: prepared.call.input } : null;
}
async function argumentsOf({ pending, blobs }) {
    if (pending.argumentsBlob === undefined)
        return await restored(pending['gen_ai.tool.call.arguments'] ?? {}, blobs, 0);
    const text = await blobText(pending.argumentsBlob.sha256, blobs);
    try {
        return await restored((0,tame/* tameJson */.o)(JSON.parse(text ?? 'null')), blobs, 0);
    }
    catch {
        return null;
    }
}
/** Arguments with what was cut into blobs put back. What is not there, or is not what its name says, stays cut. */
async function restored(value, blobs, depth) {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH)
        return value;
    if (!(0,json/* isJsonObject */.O)(value))
        return await Promise.all(value.map((item) => restored(item, blobs, depth + 1)));
    const { blob, bytes, ...others } = value;
    if (typeof blob === 'string' && typeof bytes === 'number' && Object.keys(others).length === 0) {
        return (await blobText(blob, blobs)) ?? value;
    }
    const whole = {};
    for (const [key, item] of Object.entries(value))
        whole[key] = await restored(item, blobs, depth + 1);
    return whole;
}
async function blobText(digest, blobs) {
    const bytes = await blobs(digest);
    return bytes === null || (0,base_digest/* sha256 */.s)(bytes) !== digest ? null : bytes.toString('utf8');
}
/** What people should know before they build on these calls; empty where there is nothing. */
function notesOn(recorded) {
    const { inexact, skipped } = recorded;
    return [
        ...(inexact.size === 0
            ? []
            : [
                `${inexact.size} calls have arguments that were redacted or changed by a hook: judged as the trail has them`,
            ]),
        ...(skipped.length === 0
            ? []
            : [
                `${skipped.length} calls cannot be judged again; the first: ${skipped[0]?.id}: ${skipped[0]?.why}`,
            ]),
    ];
}

;// CONCATENATED MODULE: ./build/cli/policy-compare.js





const TRAILS = {
    arguments: '<trail...>',
    argumentSummary: 'folders of trails, or their audit.jsonl',
};
const policy_compare_DEFAULT_TIMES = '2';
/** `policy diff`, `policy replay` and `policy suggest`: a policy against another one, and against what happened. */
const compareCommands = [
    {
        name: 'policy diff',
        summary: 'Tell what a new policy newly allows, denies, asks about and no longer asks about',
        arguments: '<old> <new>',
        argumentSummary: 'a policy file',
        options: [
            WORKSPACE,
            {
                flags: '--trail <path>',
                summary: 'compare over the calls of this trail too; may be given several times',
                many: true,
            },
            { flags: '--strict', summary: 'exit 1 where the new policy gives more room anywhere' },
        ],
        examples: ['countersign policy diff old.yml .github/countersign.yml --trail ./trail'],
        run: policy_compare_diff,
    },
    {
        name: 'policy replay',
        summary: 'Judge the calls of recorded runs by a policy: how many verdicts flip, and which',
        ...TRAILS,
        options: [WORKSPACE, POLICY],
        examples: ['countersign policy replay ./trail --policy new.yml'],
        run: replayTrails,
    },
    {
        name: 'policy suggest',
        summary: 'Print a patch with the narrowest rules for what people approved again and again; it is never applied',
        ...TRAILS,
        options: [
            WORKSPACE,
            POLICY,
            {
                flags: '--times <n>',
                summary: 'how often it must have been approved',
                default: policy_compare_DEFAULT_TIMES,
            },
        ],
        examples: [
            'countersign policy suggest ./trails/* --policy .github/countersign.yml > rules.patch',
        ],
        run: suggest,
    },
];
function noteOnStderr(io, notes) {
    for (const note of notes)
        io.err(`note: ${(0,base_text/* visible */.RK)(note)}\n`);
}
/** For programs: what is printed as notes, with every call by its id. */
function recordedJson({ inexact, skipped }) {
    return { inexact: [...inexact], skipped: skipped.map((each) => ({ ...each })) };
}
async function policy_compare_diff(call, io) {
    const [oldFile = '', newFile = ''] = call.args;
    const [before, after] = await Promise.all([oldFile, newFile].map((file) => neededPolicyFile(call, io, file)));
    if (before === undefined || after === undefined)
        return spec/* EXIT */.dc.unusable;
    const [old, now] = [loaded(before.file, before.bytes), loaded(after.file, after.bytes)];
    return await withCalls(call, io, async ({ tools, world }) => {
        const recorded = await recordedCalls((0,spec/* listOption */.y8)(call, 'trail'), tools, io.cwd);
        const found = (0,diff/* diffPolicies */.w)(old, now, { calls: recorded.calls, world });
        if (call.json)
            io.out(`${JSON.stringify({ ...diffJson(found), ...recordedJson(recorded) }, null, 2)}\n`);
        else {
            noteOnStderr(io, notesOn(recorded));
            io.out(`${(0,base_text/* visible */.RK)((0,diff/* diffText */.N)(found))}\n`);
            if (found.noLongerAsked.length > 0)
                io.out(`No longer asked: ${found.noLongerAsked.length} of the newly auto calls\n`);
            io.out(found.loosens
                ? 'The new policy gives more room.\n'
                : 'The new policy gives no more room in any call that was tried.\n');
        }
        return (0,spec/* switchOption */.IL)(call, 'strict') && found.loosens ? spec/* EXIT */.dc.no : spec/* EXIT */.dc.ok;
    });
}
function diffJson(found) {
    return {
        loosens: found.loosens,
        newlyAuto: found.newlyAuto.map(changeJson),
        noLongerAsked: found.noLongerAsked.map(changeJson),
        newlyDenied: found.newlyDenied.map(changeJson),
        newlyAsked: found.newlyAsked.map(changeJson),
        settings: found.settings.map((setting) => ({ ...setting })),
    };
}
function changeJson({ call, untrusted, recorded, before, after }) {
    const { rule, line, because } = after;
    return {
        call,
        untrusted,
        recorded,
        before: before.verdict,
        after: after.verdict,
        rule,
        line,
        because,
    };
}
async function replayTrails(call, io) {
    const policy = await policyOf(call, io);
    return await withCalls(call, io, async ({ tools, world }) => {
        const recorded = await recordedCalls(call.args, tools, io.cwd);
        const result = (0,replay/* replay */.eZ)(policy, recorded.calls, world);
        if (call.json)
            io.out(`${JSON.stringify({ ...replayJson(result), ...recordedJson(recorded) }, null, 2)}\n`);
        else {
            noteOnStderr(io, notesOn(recorded));
            io.out(`${(0,base_text/* visible */.RK)((0,replay/* replayText */.zl)(result))}\n`);
        }
        return spec/* EXIT */.dc.ok;
    });
}
function replayJson({ calls, flips, counts }) {
    return {
        calls,
        counts,
        flips: flips.map(({ call, from, to, verdict: { rule, line, because } }) => ({
            id: call.id,
            tool: call.facts.tool,
            facts: (0,tame/* tameJson */.o)(JSON.parse(JSON.stringify(call.facts))),
            from,
            to,
            rule,
            line,
            because,
        })),
    };
}
async function suggest(call, io) {
    const { file, bytes } = await neededPolicyFile(call, io, (0,spec/* textOption */.vU)(call, 'policy'));
    const policy = loaded(file, bytes);
    const times = timesOf(call);
    return await withCalls(call, io, async ({ tools, world }) => {
        const recorded = await recordedCalls(call.args, tools, io.cwd);
        // A rule must come from what people approved to the letter, never from a text with something taken out.
        const exact = recorded.calls.filter(({ id }) => !recorded.inexact.has(id));
        const { suggestions, patch } = suggestRules(policy, exact, {
            policyText: bytes.toString('utf8'),
            world,
            times,
        });
        if (call.json) {
            const rules = suggestions.map(({ rule, calls, ids }) => ({ rule, calls, ids }));
            io.out(`${JSON.stringify({ file, suggestions: rules, patch, ...recordedJson(recorded) }, null, 2)}\n`);
            return spec/* EXIT */.dc.ok;
        }
        noteOnStderr(io, [
            ...suggestions.map(({ rule, calls }) => `${rule} would have saved ${calls} questions`),
            ...(suggestions.length === 0
                ? [`Nothing was approved ${times} times that a narrow rule could cover.`]
                : []),
            ...(recorded.inexact.size === 0
                ? []
                : [`${recorded.inexact.size} calls were left out: their arguments are not whole`]),
        ]);
        io.out((0,base_text/* visible */.RK)(patch));
        return spec/* EXIT */.dc.ok;
    });
}
function timesOf(call) {
    const text = (0,spec/* textOption */.vU)(call, 'times') ?? policy_compare_DEFAULT_TIMES;
    if (/^[1-9]\d{0,5}$/.test(text))
        return Number(text);
    throw new errors/* CountersignError */.W('input-invalid', `--times is ${JSON.stringify(text)}.`, {
        fix: 'Write a whole number from 1 on.',
    });
}

// EXTERNAL MODULE: ./build/policy/judge-analysed.js + 4 modules
var judge_analysed = __webpack_require__(18599);
// EXTERNAL MODULE: ./build/policy/narrowest.js
var narrowest = __webpack_require__(60090);
;// CONCATENATED MODULE: ./build/policy/explain.js




/** Explains the verdict over one call. Pure, like `judge`. */
function explain(policy, facts, situation) {
    const analysis = (0,judge/* analyse */.K)(facts, situation);
    const verdict = (0,judge_analysed/* judgeAnalysed */.R)(policy, { facts, situation, analysis });
    const passing = verdict.verdict === 'auto' ? [] : (0,narrowest/* narrowestRules */.f)(facts, analysis);
    const trial = (0,judge_analysed/* judgeAnalysed */.R)(withAutoRules(policy, passing), { facts, situation, analysis });
    const works = passing.length > 0 && trial.verdict === 'auto';
    return {
        facts,
        verdict,
        at: verdict.line === null ? null : `${policy.file}:${verdict.line}`,
        problem: analysis?.problem ?? null,
        parsed: (analysis?.commands ?? []).map((command) => ({
            words: command.words.map((word) => word.text ?? word.source),
            via: command.via,
            classes: command.classes,
            intents: command.intents,
            hatches: command.hatches.map((hatch) => hatch.what),
            reads: command.paths.flatMap(({ path, access }) => (access === 'read' ? [path] : [])),
            writes: command.paths.flatMap(({ path, access }) => (access === 'write' ? [path] : [])),
            unknown: command.unknown,
        })),
        toPass: works ? passing : [],
        cannotPass: verdict.verdict === 'auto' || works ? null : whyNot(passing.length === 0 ? null : trial),
    };
}
/** `trial` is what holds even with the narrowest rules in the policy; `null` where no rule can name the call. */
function whyNot(trial) {
    if (trial === null)
        return 'A part of it is only known when it runs, or it was not understood.';
    switch (trial.list) {
        case 'deny':
            return `A deny rule wins over every other; change line ${trial.line}.`;
        case 'wall':
            return `No rule opens this. ${trial.because}`;
        case 'whenUntrusted':
            return 'It asks because of whenUntrusted; allow it there, or let someone with write access start the run.';
        case 'requireApproval':
            return `No narrower rule can beat the one on line ${trial.line}: it has a specifier too.`;
        case 'auto':
        case 'mode':
            return `An escape hatch or a redirection in it is not covered by its own words. ${trial.because}`;
    }
}
/** The explanation as lines for a terminal. */
function explanationText(explanation) {
    const { verdict, at, parsed, toPass, cannotPass, facts, problem } = explanation;
    const lines = [`${verdict.verdict}  ${facts.tool}`, `  because  ${verdict.because}`];
    if (verdict.rule !== null)
        lines.push(`  rule     ${verdict.rule}${at === null ? '' : `  (${at})`}`);
    if (verdict.reason !== undefined)
        lines.push(`  reason   ${verdict.reason}`);
    if (problem !== null)
        lines.push(`  parse    ${problem}`);
    for (const [index, command] of parsed.entries()) {
        const own = verdict.commands?.[index];
        lines.push(`  ${(own?.verdict ?? '').padEnd(15)}  ${command.words.join(' ') || '(no program)'}`);
        if (command.via.length > 0)
            lines.push(`    through  ${command.via.join(' > ')}`);
        const about = [...command.classes, ...command.intents];
        if (about.length > 0)
            lines.push(`    is       ${about.join(' ')}`);
        for (const hatch of command.hatches)
            lines.push(`    beyond   ${hatch}`);
        if (command.reads.length > 0)
            lines.push(`    reads    ${command.reads.join(' ')}`);
        if (command.writes.length > 0)
            lines.push(`    writes   ${command.writes.join(' ')}`);
        for (const reason of command.unknown)
            lines.push(`    unknown  ${reason}`);
        if (own !== undefined)
            lines.push(`    because  ${own.because}`);
    }
    if (toPass.length > 0)
        lines.push('  to let it run, add to auto:', ...toPass.map((rule) => `    - ${JSON.stringify(rule)}`));
    if (cannotPass !== null)
        lines.push(`  ${cannotPass}`);
    return lines
        .map((line) => line.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\uFFFD'))
        .join('\n');
}

;// CONCATENATED MODULE: ./build/cli/policy-explain.js




/** `policy explain`: what the policy answers to one call, or to one a line. */
const explainCommand = {
    name: 'policy explain',
    summary: 'Say what the policy answers to a call, by which rule, and why',
    options: [
        WORKSPACE,
        POLICY,
        { flags: '--tool <name>', summary: 'the tool', default: 'bash_run' },
        { flags: '--input <json>', summary: 'the input of the call as JSON' },
        { flags: '--command <source>', summary: 'short for --tool bash_run with this command' },
        { flags: '--stdin', summary: 'read one {"tool","input"} a line, print one answer a line' },
        { flags: '--untrusted', summary: 'as if text by strangers had been read' },
        { flags: '--no-sandbox', summary: 'as if no sandbox could be had' },
    ],
    examples: [
        'countersign policy explain --command "git push --force"',
        'echo \'{"tool":"fs_read","input":{"path":"a"}}\' | countersign policy explain --stdin --json',
    ],
    run: explainCalls,
};
async function explainCalls(call, io) {
    const policy = await policyOf(call, io);
    const lines = (0,spec/* switchOption */.IL)(call, 'stdin') ? linesOf(await io.stdin()) : [oneCall(call)];
    return await withCalls(call, io, ({ tools, world }) => {
        const situation = {
            world,
            untrusted: (0,spec/* switchOption */.IL)(call, 'untrusted'),
            sandboxed: call.options['sandbox'] !== false,
        };
        for (const line of lines) {
            const answer = answerFor(line, { tools, policy, situation });
            io.out(call.json ? `${JSON.stringify(answer.json)}\n` : `${(0,base_text/* visible */.RK)(answer.text)}\n`);
        }
        return Promise.resolve(spec/* EXIT */.dc.ok);
    });
}
function linesOf(text) {
    return text.split('\n').filter((line) => line.trim() !== '');
}
function oneCall(call) {
    const command = (0,spec/* textOption */.vU)(call, 'command');
    if (command !== null)
        return JSON.stringify({ tool: 'bash_run', input: { command } });
    const input = (0,spec/* textOption */.vU)(call, 'input');
    if (input === null) {
        throw new errors/* CountersignError */.W('input-invalid', 'No call was named.', {
            fix: 'Write --command "…", or --tool NAME --input JSON, or --stdin.',
        });
    }
    return `{"tool":${JSON.stringify((0,spec/* textOption */.vU)(call, 'tool') ?? 'bash_run')},"input":${input}}`;
}
/**
 * The answer for one line. Input that the tool would not take is `deny`: in a run such a call never happens. A tool that
 * is not there (of a server, of the repository) is judged by what is known from its name.
 */
function answerFor(line, of) {
    const asked = policy_explain_readCall(line);
    const tool = of.tools.find((candidate) => candidate.name === asked.tool);
    if (tool === undefined)
        return explained(explain(of.policy, (0,usual_facts/* usualFacts */.Mp)(asked.tool, null), of.situation));
    const prepared = tool.prepare(asked.input);
    if (!prepared.ok)
        return refusal(prepared.error.message);
    return explained(explain(of.policy, prepared.call.facts, of.situation));
}
function explained(explanation) {
    return { json: jsonOf(explanation), text: explanationText(explanation) };
}
function jsonOf({ verdict, problem, toPass, cannotPass }) {
    const { rule, list, line, because, commands } = verdict;
    return {
        verdict: verdict.verdict,
        rule,
        line,
        because,
        list,
        ...(commands === undefined ? {} : { commands: commands.map((command) => ({ ...command })) }),
        ...(problem === null ? {} : { problem }),
        toPass,
        ...(cannotPass === null ? {} : { cannotPass }),
    };
}
function refusal(because) {
    return { json: { verdict: 'deny', rule: null, line: null, because }, text: `deny: ${because}` };
}
function policy_explain_readCall(line) {
    let value;
    try {
        value = JSON.parse(line);
    }
    catch {
        value = null;
    }
    if ((0,json/* isJsonObject */.O)(value) && typeof value['tool'] === 'string') {
        return { tool: value['tool'], input: (0,tame/* tameJson */.o)(value['input'] ?? {}) };
    }
    throw new errors/* CountersignError */.W('input-invalid', `This is no call: ${line.slice(0, 200)}`, {
        fix: 'Write one JSON object a line: {"tool":"bash_run","input":{"command":"ls"}}.',
    });
}

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(55156);
// EXTERNAL MODULE: ./build/policy/rule.js
var policy_rule = __webpack_require__(39409);
// EXTERNAL MODULE: ./build/policy/decision.js
var decision = __webpack_require__(49393);
;// CONCATENATED MODULE: ./build/policy/import/carrier.js


const LISTS = ['auto', 'requireApproval', 'deny'];
/** More rules than this are not read from one file. */
const MAX_IMPORTED = 5_000;
/** Collects translated rules and what could not be translated, and writes the policy. */
class Carrier {
    #rules = new Map();
    #notCarried = [];
    #carried = 0;
    #mode = 'ask';
    get mode() {
        return this.#mode;
    }
    setMode(mode) {
        this.#mode = mode;
    }
    /** `source` is the rule as it was written there. Of one rule in two lists the stricter one is kept. */
    carry(list, source, rules) {
        this.#carried += 1;
        for (const rule of rules) {
            const parsed = (0,policy_rule/* parseRule */.iT)(rule);
            if (!parsed.ok || this.#rules.size >= MAX_IMPORTED) {
                this.drop(source, parsed.ok ? 'there are too many rules' : parsed.message);
                return;
            }
            const other = this.#rules.get(parsed.rule.text);
            if (other !== undefined && other !== list)
                this.drop(source, `it is in two lists there; the stricter one is kept`);
            if (other === undefined || (0,decision/* strictness */.VD)(list) > (0,decision/* strictness */.VD)(other))
                this.#rules.set(parsed.rule.text, list);
        }
    }
    drop(rule, why) {
        this.#notCarried.push({ rule: rule.slice(0, 300), why });
    }
    finish(from) {
        const lines = [
            `# Imported from ${from}. Read it before you rely on it.`,
            'version: 1',
            `mode: ${this.#mode}`,
        ];
        for (const list of LISTS) {
            const rules = [...this.#rules].flatMap(([rule, own]) => (own === list ? [rule] : []));
            if (rules.length > 0)
                lines.push(`${list}:`, ...rules.map((rule) => `  - ${JSON.stringify(rule)}`));
        }
        return { text: `${lines.join('\n')}\n`, carried: this.#carried, notCarried: this.#notCarried };
    }
}

;// CONCATENATED MODULE: ./build/policy/import/shell.js

const OPERATORS = /[|;&<>`\n]|\$\(/;
/**
 * One shell rule of another agent as a `bash_run` rule. `prefix`: it also covers what follows on a word boundary.
 * Where `*` is a wildcard there, it stays one inside a word, where it means less than there: so an `auto` rule gets
 * narrower, and a `deny` rule with one in the middle is not carried but said.
 */
function shellRule(text, options) {
    const source = text.trim();
    if (source === '' || source === '*')
        return { ok: true, rule: 'bash_run' };
    if (OPERATORS.test(source.replace(/'[^']*'|"[^"]*"/g, ''))) {
        return {
            ok: false,
            why: 'it spans several commands; each command of a line is judged by itself here',
        };
    }
    if (/^[A-Za-z_]\w*=/.test(source))
        return { ok: false, why: 'it begins with an assignment' };
    const trailing = options.star === 'wildcard' && /[^\s*]\*$/.test(source);
    const words = source.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g) ?? [];
    if (words.join('') !== source.replace(/\s+(?=(?:[^'"]|'[^']*'|"[^"]*")*$)/g, '')) {
        return { ok: false, why: 'its quotes are not closed' };
    }
    const inner = options.star === 'wildcard' && words.slice(0, -1).some((word) => word.includes('*'));
    if (inner && options.list !== 'auto')
        return {
            ok: false,
            why: '"*" in the middle of a line there spans words; name an intent such as @force-push instead',
        };
    const written = words.map((word) => options.star === 'literal' ? (0,narrowest/* quoteWord */.X)(unquote(word)) : word);
    const rest = options.prefix || trailing ? [...written, '*'] : written;
    return {
        ok: true,
        rule: `bash_run(${rest.at(-1) === '*' && rest.at(-2) === '*' ? rest.slice(0, -1).join(' ') : rest.join(' ')})`,
    };
}
function unquote(word) {
    return word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, (_all, single, double, escaped) => single ?? double?.replace(/\\(.)/g, '$1') ?? escaped);
}

;// CONCATENATED MODULE: ./build/policy/import/claude.js



const settings = schemas.object({
    permissions: schemas.object({
        allow: schemas.array(schemas.string()).optional(),
        ask: schemas.array(schemas.string()).optional(),
        deny: schemas.array(schemas.string()).optional(),
        defaultMode: schemas.string().optional(),
    })
        .optional(),
});
const WRITING = ['fs_write', 'fs_edit', 'fs_multi_edit'];
const TOOLS = {
    Read: ['fs_read'],
    Write: ['fs_write'],
    Edit: ['fs_edit', 'fs_multi_edit'],
    MultiEdit: ['fs_multi_edit'],
    Glob: ['fs_glob'],
    Grep: ['fs_grep'],
    LS: ['fs_list'],
    WebFetch: ['web_fetch'],
    WebSearch: ['web_search'],
    Task: ['task_run'],
    Agent: ['task_run'],
    TodoWrite: ['todo_write'],
    TodoRead: ['todo_read'],
    Skill: ['skill'],
};
/** Claude Code's `settings.json` (`permissions.allow`, `ask`, `deny`). `null` where the text is not such a file. */
function importClaude(value) {
    const parsed = settings.safeParse(value);
    if (!parsed.success || parsed.data.permissions === undefined)
        return null;
    const { allow = [], ask = [], deny = [], defaultMode } = parsed.data.permissions;
    const carrier = new Carrier();
    for (const rule of allow)
        one(carrier, 'auto', rule);
    for (const rule of ask)
        one(carrier, 'requireApproval', rule);
    for (const rule of deny)
        one(carrier, 'deny', rule);
    if (defaultMode === 'plan')
        carrier.setMode('plan');
    else if (defaultMode !== undefined && defaultMode !== 'default') {
        carrier.drop(`defaultMode: ${defaultMode}`, 'a mode that lets unnamed calls run is not taken over; "mode: ask" is written');
    }
    return carrier.finish('Claude Code settings');
}
function one(carrier, list, rule) {
    const found = /^([A-Za-z_][\w*-]*)(?:\((.*)\))?$/s.exec(rule.trim());
    const name = found?.[1];
    if (name === undefined)
        return carrier.drop(rule, 'it is not a rule');
    const argument = found?.[2]?.trim() ?? null;
    if (name.startsWith('mcp__'))
        return carrier.carry(list, rule, [name.split('__').length === 2 ? `${name}__*` : name]);
    if (name === 'Bash')
        return bash(carrier, list, { rule, argument });
    const tools = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
    if (tools === undefined)
        return carrier.drop(rule, `there is no tool like ${name} here`);
    // A refusal to edit or write a file is meant for every way of writing it.
    const meant = list === 'deny' && (name === 'Edit' || name === 'Write') ? WRITING : tools;
    if (argument === null || argument === '*' || argument === '**')
        return carrier.carry(list, rule, [...meant]);
    const specifier = name === 'WebFetch' ? host(argument) : path(argument);
    if (specifier === null)
        return carrier.drop(rule, 'it is about a place outside of the workspace, where file tools never go, or is no host');
    carrier.carry(list, rule, meant.map((tool) => `${tool}(${specifier})`));
}
function bash(carrier, list, { rule, argument }) {
    const prefix = argument?.endsWith(':*') === true;
    const text = prefix ? (argument ?? '').slice(0, -2) : (argument ?? '');
    const shell = shellRule(text, { prefix, star: 'wildcard', list });
    if (shell.ok)
        carrier.carry(list, rule, [shell.rule]);
    else
        carrier.drop(rule, shell.why);
}
/** `/x` is the project's root there, `//x` the system's, `~/x` the home; a name without `/` is meant at any depth. */
function path(argument) {
    if (argument.startsWith('//') || argument.startsWith('~') || argument.startsWith('../'))
        return null;
    if (/^[A-Za-z]:[\\/]/.test(argument) || /^[=\s-]{3,}/.test(argument))
        return null;
    const relative = argument.replace(/^\.?\//, '');
    const anywhere = !argument.startsWith('/') &&
        !argument.startsWith('./') &&
        !relative.replace(/\/$/, '').includes('/');
    return anywhere ? `**/${relative}` : relative;
}
function host(argument) {
    const name = argument.replace(/^domain:/, '');
    return /^[\w*.-]+(?::\d+)?$/.test(name) ? name : null;
}

;// CONCATENATED MODULE: ./build/policy/import/codex.js


const DECISIONS = {
    allow: 'auto',
    prompt: 'requireApproval',
    forbidden: 'deny',
};
const MAX_ALTERNATIVES = 64;
const MAX_TEXT = 500_000;
/**
 * Codex rules: `prefix_rule(pattern = ["git", ["log", "show"]], decision = "allow")`. Only literals are read; a call
 * that computes anything is not carried. `null` where there is no such call at all.
 */
function importCodex(text) {
    if (text.length > MAX_TEXT || !/\bprefix_rule\s*\(/.test(text))
        return null;
    const carrier = new Carrier();
    for (const part of text
        .replace(/^\s*#.*$/gm, '')
        .split(/\bprefix_rule\s*\(/)
        .slice(1))
        codex_one(carrier, part);
    return carrier.finish('Codex rules');
}
function codex_one(carrier, part) {
    const source = `prefix_rule(${part
        .split('\n')
        .map((line) => line.trim())
        .join(' ')
        .slice(0, 160)}`;
    const pattern = readList(/\bpattern\s*=\s*(?=\[)/.exec(part), part);
    const decision = /\bdecision\s*=\s*["'](\w+)["']/.exec(part)?.[1] ?? 'allow';
    const list = Object.hasOwn(DECISIONS, decision) ? DECISIONS[decision] : undefined;
    if (pattern === null || list === undefined)
        return carrier.drop(source, 'it is not written in literals, or its decision is not known');
    const lines = expand(pattern);
    if (lines === null)
        return carrier.drop(source, `it has more than ${MAX_ALTERNATIVES} alternatives, or lists within lists`);
    carrier.carry(list, source, lines.map((words) => `bash_run(${[...words.map(narrowest/* quoteWord */.X), '*'].join(' ')})`));
}
function expand(pattern) {
    let lines = [[]];
    for (const element of pattern) {
        const choices = typeof element === 'string' ? [element] : element;
        const words = choices.flatMap((choice) => (typeof choice === 'string' ? [choice] : []));
        if (words.length !== choices.length || words.length * lines.length > MAX_ALTERNATIVES)
            return null;
        lines = lines.flatMap((line) => words.map((word) => [...line, word]));
    }
    return lines[0] === undefined || lines[0].length === 0 ? null : lines;
}
/** A list of strings and lists of strings, at the place where `found` ends. */
function readList(found, text) {
    if (found === null)
        return null;
    const tokens = text
        .slice(found.index + found[0].length)
        .match(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[[\],]|[^\s]/g) ?? [];
    const stack = [];
    for (const token of tokens) {
        if (token === '[')
            stack.push([]);
        else if (token === ']') {
            const closed = stack.pop();
            if (closed === undefined)
                return null;
            const outer = stack.at(-1);
            if (outer === undefined)
                return closed;
            outer.push(closed);
        }
        else if (/^["']/.test(token) && token.length > 1)
            stack.at(-1)?.push(token.slice(1, -1).replace(/\\(["'\\])/g, '$1'));
        else if (token !== ',')
            return null;
    }
    return null;
}

;// CONCATENATED MODULE: ./build/policy/import/gemini.js



const names = schemas.array(schemas.string()).optional();
const gemini_settings = schemas.object({
    coreTools: names,
    excludeTools: names,
    tools: schemas.object({ core: names, allowed: names, exclude: names }).optional(),
});
const gemini_TOOLS = {
    run_shell_command: 'bash_run',
    ShellTool: 'bash_run',
    read_file: 'fs_read',
    read_many_files: 'fs_read',
    write_file: 'fs_write',
    replace: 'fs_edit',
    glob: 'fs_glob',
    search_file_content: 'fs_grep',
    grep_search: 'fs_grep',
    list_directory: 'fs_list',
    web_fetch: 'web_fetch',
    google_web_search: 'web_search',
};
const gemini_DECISIONS = {
    allow: 'auto',
    ask_user: 'requireApproval',
    deny: 'deny',
};
/** gemini-cli's `settings.json` (`tools.core`, `allowed`, `exclude`). Shell arguments are prefixes there. */
function importGeminiSettings(value) {
    const parsed = gemini_settings.safeParse(value);
    if (!parsed.success)
        return null;
    const { coreTools, excludeTools, tools } = parsed.data;
    const allow = [...(coreTools ?? []), ...(tools?.core ?? []), ...(tools?.allowed ?? [])];
    const deny = [...(excludeTools ?? []), ...(tools?.exclude ?? [])];
    if (allow.length + deny.length === 0)
        return null;
    const carrier = new Carrier();
    for (const rule of allow)
        named(carrier, 'auto', rule);
    for (const rule of deny)
        named(carrier, 'deny', rule);
    return carrier.finish('gemini-cli settings');
}
function named(carrier, list, rule) {
    const found = /^([\w-]+)(?:\((.*)\))?$/s.exec(rule.trim());
    const name = found?.[1] ?? '';
    if (name.startsWith('mcp__'))
        return carrier.carry(list, rule, [name]);
    const tool = Object.hasOwn(gemini_TOOLS, name) ? gemini_TOOLS[name] : undefined;
    if (tool === undefined)
        return carrier.drop(rule, 'there is no tool like it here');
    const argument = found?.[2];
    if (argument === undefined)
        return carrier.carry(list, rule, [tool]);
    if (tool !== 'bash_run')
        return carrier.drop(rule, 'only shell rules have arguments there');
    prefixed(carrier, list, { rule, text: argument });
}
function prefixed(carrier, list, { rule, text }) {
    const shell = shellRule(text, { prefix: true, star: 'literal', list });
    if (shell.ok)
        carrier.carry(list, rule, [shell.rule]);
    else
        carrier.drop(rule, shell.why);
}
/**
 * gemini-cli's policies (TOML). Read are `[[rule]]` tables whose values are strings, lists of strings on one line,
 * numbers and booleans; a table with anything else in it is not carried. `null` where there is no such table.
 */
function importGeminiToml(text) {
    const [before, ...tables] = text.slice(0, 500_000).split(/^[ \t]*\[\[rule\]\][ \t]*(?:#.*)?$/m);
    if (tables.length === 0)
        return null;
    const carrier = new Carrier();
    if (before !== undefined && before.replace(/^\s*#.*$/gm, '').trim() !== '')
        carrier.drop(before.trim(), 'only [[rule]] tables are read');
    for (const table of tables)
        tomlRule(carrier, table);
    return carrier.finish('gemini-cli policies');
}
function tomlRule(carrier, table) {
    const source = table.trim().replace(/\s*\n\s*/g, '; ');
    const values = readTable(table);
    if (values === null)
        return carrier.drop(source, 'it holds values other than plain strings, lists, numbers and booleans');
    const decision = strings(values.get('decision'))[0] ?? '';
    const list = Object.hasOwn(gemini_DECISIONS, decision) ? gemini_DECISIONS[decision] : undefined;
    if (list === undefined)
        return carrier.drop(source, 'its decision is not known');
    for (const key of [
        'commandRegex',
        'argsPattern',
        'mcpName',
        'modes',
        'subagent',
        'toolAnnotations',
    ]) {
        if (values.has(key))
            return carrier.drop(source, `"${key}" has no counterpart here`);
    }
    const prefixes = strings(values.get('commandPrefix'));
    for (const name of strings(values.get('toolName'))) {
        if (prefixes.length === 0)
            named(carrier, list, name);
        else if (gemini_TOOLS[name] !== 'bash_run')
            carrier.drop(source, 'commandPrefix belongs to run_shell_command');
        else
            for (const text of prefixes)
                prefixed(carrier, list, { rule: `${name} ${text}`, text });
    }
    if (!values.has('toolName'))
        carrier.drop(source, 'it names no tool');
}
function strings(value) {
    if (value === undefined || value === null)
        return [];
    return typeof value === 'string' ? [value] : value;
}
function readTable(table) {
    const values = new Map();
    for (const line of table.split('\n')) {
        if (/^\s*(?:#.*)?$/.test(line))
            continue;
        const found = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line);
        const value = found === null ? undefined : readValue(found[2] ?? '');
        if (found === null || value === undefined)
            return null;
        values.set(found[1] ?? '', value);
    }
    return values;
}
function readValue(text) {
    if (/^(?:-?[\d._]+|true|false)\s*(?:#.*)?$/.test(text))
        return null;
    const one = /^(?:"((?:[^"\\]|\\["\\])*)"|'([^']*)')\s*(?:#.*)?$/.exec(text);
    if (one !== null)
        return one[2] ?? (one[1] ?? '').replace(/\\(["\\])/g, '$1');
    if (!/^\[(?:\s*(?:"[^"\\]*"|'[^']*')\s*,?)*\]\s*(?:#.*)?$/.test(text))
        return undefined;
    return [...text.matchAll(/"([^"\\]*)"|'([^']*)'/g)].map((match) => match[1] ?? match[2] ?? '');
}

;// CONCATENATED MODULE: ./build/policy/import/opencode.js



const opencode_decision = schemas["enum"](['allow', 'ask', 'deny']);
const opencode_settings = schemas.object({
    permission: schemas.union([
        opencode_decision,
        schemas.record(schemas.string(), schemas.union([opencode_decision, schemas.record(schemas.string(), opencode_decision)])),
    ]),
});
const LIST = {
    allow: 'auto',
    ask: 'requireApproval',
    deny: 'deny',
};
const opencode_TOOLS = {
    read: ['fs_read'],
    edit: ['fs_edit', 'fs_multi_edit', 'fs_write'],
    write: ['fs_write'],
    glob: ['fs_glob'],
    grep: ['fs_grep'],
    list: ['fs_list'],
    bash: ['bash_run'],
    task: ['task_run'],
    webfetch: ['web_fetch'],
    websearch: ['web_search'],
    skill: ['skill'],
    todowrite: ['todo_write'],
    todoread: ['todo_read'],
};
/**
 * opencode's `opencode.json` (`permission`). There the last matching pattern wins; here `deny` always does and the more
 * specific rule beats the broader one. So a `deny` over everything with exceptions becomes a question, and is said.
 */
function importOpencode(value) {
    const parsed = opencode_settings.safeParse(value);
    if (!parsed.success)
        return null;
    const { permission } = parsed.data;
    const carrier = new Carrier();
    if (typeof permission === 'string')
        mode(carrier, permission);
    else
        for (const [name, entry] of Object.entries(permission))
            tool(carrier, name, entry);
    return carrier.finish('opencode settings');
}
function mode(carrier, value) {
    if (value === 'allow')
        carrier.drop('"*": allow', 'a mode that lets unnamed calls run is not taken over; "mode: ask" is written');
    else
        carrier.setMode(value);
}
function tool(carrier, name, entry) {
    if (name === '*' && typeof entry === 'string')
        return mode(carrier, entry);
    const tools = Object.hasOwn(opencode_TOOLS, name) ? opencode_TOOLS[name] : undefined;
    if (tools === undefined)
        return carrier.drop(name, 'there is no tool like it here');
    if (typeof entry === 'string')
        return carrier.carry(LIST[entry], `${name}: ${entry}`, [...tools]);
    const exceptions = Object.entries(entry).some(([pattern, value]) => pattern !== '*' && value !== 'deny');
    for (const [pattern, value] of Object.entries(entry)) {
        const source = `${name} ${JSON.stringify(pattern)}: ${value}`;
        if (pattern !== '*')
            opencode_one(carrier, { source, pattern, list: LIST[value], tools });
        else if (value === 'deny' && exceptions) {
            carrier.carry('requireApproval', source, [...tools]);
            carrier.drop(source, 'a deny that covers everything would also win over the exceptions; it asks instead');
        }
        else
            carrier.carry(LIST[value], source, [...tools]);
    }
}
function opencode_one(carrier, { source, pattern, list, tools }) {
    if (tools[0] === 'bash_run') {
        const shell = shellRule(pattern, { prefix: false, star: 'wildcard', list });
        if (shell.ok)
            carrier.carry(list, source, [shell.rule]);
        else
            carrier.drop(source, shell.why);
        return;
    }
    if (/^[~/]|^\.\.\//.test(pattern))
        return carrier.drop(source, 'it is outside of the workspace, where file tools never go');
    // There "*" also crosses folders; a deny with one in the middle would forbid less here than there.
    const glob = pattern.replace(/^\.\//, '').replace(/\/\*$/, '/**');
    if (list === 'deny' && /\*[^*]*\//.test(glob))
        return carrier.drop(source, '"*" crosses folders there and not here');
    carrier.carry(list, source, tools.map((name) => `${name}(${glob.includes('/') ? glob : `**/${glob}`})`));
}

;// CONCATENATED MODULE: ./build/policy/import/index.js




const DIALECTS = ['claude-code', 'opencode', 'codex', 'gemini-cli'];
/**
 * Translates another agent's permission settings into a policy that always loads, and tells what it could not carry
 * over. Where meanings differ the result is stricter than the source, never looser.
 */
function importPolicy(dialect, text) {
    const imported = read(dialect, text);
    if (imported !== null)
        return { ok: true, ...imported };
    return {
        ok: false,
        message: `The text does not hold permissions as ${dialect} writes them.`,
        fix: NEEDED[dialect],
    };
}
const NEEDED = {
    'claude-code': 'Give its settings.json with "permissions".',
    opencode: 'Give its opencode.json with "permission".',
    codex: 'Give a rules file with prefix_rule(…) calls.',
    'gemini-cli': 'Give its settings.json with tools.core, or a policy TOML file with [[rule]] tables.',
};
function read(dialect, text) {
    switch (dialect) {
        case 'claude-code':
            return importClaude(import_json(text));
        case 'opencode':
            return importOpencode(import_json(text));
        case 'codex':
            return importCodex(text);
        case 'gemini-cli':
            return importGeminiSettings(import_json(text)) ?? importGeminiToml(text);
    }
}
function import_json(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return null;
    }
}

// EXTERNAL MODULE: ./build/policy/presets.js
var presets = __webpack_require__(35339);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/json-schema-processors.js
var json_schema_processors = __webpack_require__(98439);
// EXTERNAL MODULE: ./build/policy/schema.js
var policy_schema = __webpack_require__(25760);
;// CONCATENATED MODULE: ./build/policy/json-schema.js



/** The JSON Schema (draft 2020-12) of a policy file for editors, generated from the schema that loads it. */
function policyJsonSchema() {
    const schema = json_schema_processors/* toJSONSchema */.bl(policy_schema/* policySchema */.wh, {
        io: 'input',
        target: 'draft-2020-12',
        unrepresentable: 'throw',
    });
    const plain = JSON.parse(JSON.stringify(schema));
    if (!(0,json/* isJsonObject */.O)(plain))
        return {};
    return {
        ...plain,
        title: 'Countersign policy',
        description: 'What an agent may do by itself, what it asks about, and what it never does.',
    };
}

// EXTERNAL MODULE: ./build/cli/schema-url.js
var schema_url = __webpack_require__(61586);
;// CONCATENATED MODULE: ./build/cli/policy-make.js
// I/O: reads the settings that are imported.






const MAX_IMPORT_BYTES = 2 * 1024 * 1024;
/** `policy import`, `policy preset` and `policy schema`: a policy to start from. Nothing is written but to the output. */
const makeCommands = [
    {
        name: 'policy import',
        summary: "Print another agent's permissions as a policy; what could not be carried over is told on stderr",
        arguments: '<file>',
        argumentSummary: 'its settings; - reads standard input',
        options: [{ flags: '--from <agent>', summary: `one of ${DIALECTS.join(', ')}` }],
        examples: [
            'countersign policy import --from claude-code .claude/settings.json > .github/countersign.yml',
        ],
        run: importFile,
    },
    {
        name: 'policy preset',
        summary: 'Print a policy to start from, or without a name the list of them',
        arguments: '[name]',
        argumentSummary: `one of ${presets/* PRESETS */.f.join(', ')}`,
        options: [],
        examples: ['countersign policy preset fix > .github/countersign.yml'],
        run: preset,
    },
    {
        name: 'policy schema',
        summary: 'Print the JSON Schema of a policy, for editors',
        options: [],
        run: schema,
    },
];
async function importFile(call, io) {
    const from = (0,spec/* textOption */.vU)(call, 'from');
    const dialect = DIALECTS.find((known) => known === from);
    if (dialect === undefined) {
        const message = from === null ? '--from is missing.' : `--from is ${JSON.stringify(from)}.`;
        throw new errors/* CountersignError */.W('input-invalid', message, {
            fix: `Write one of: ${DIALECTS.join(', ')}.`,
        });
    }
    const imported = importPolicy(dialect, await textToImport(call.args[0] ?? '-', io));
    if (!imported.ok)
        throw new errors/* CountersignError */.W('input-invalid', imported.message, { fix: imported.fix });
    const { text, carried, notCarried } = imported;
    if (call.json) {
        io.out(`${JSON.stringify({ from: dialect, policy: text, carried, notCarried }, null, 2)}\n`);
        return spec/* EXIT */.dc.ok;
    }
    io.out((0,base_text/* visible */.RK)(text));
    io.err(`${carried} rules were carried over, ${notCarried.length} were not, or only more strictly\n`);
    for (const { rule, why } of notCarried)
        io.err(`not carried over: ${(0,base_text/* visible */.RK)(`${rule}: ${why}`)}\n`);
    return spec/* EXIT */.dc.ok;
}
async function textToImport(name, io) {
    if (name === '-')
        return await io.stdin();
    const path = (0,external_node_path_.resolve)(io.cwd, name);
    try {
        const { size } = await (0,promises_.stat)(path);
        if (size <= MAX_IMPORT_BYTES)
            return await (0,promises_.readFile)(path, 'utf8');
    }
    catch (cause) {
        throw new errors/* CountersignError */.W('input-invalid', `${path} cannot be read.`, {
            fix: 'Name a file that exists.',
            cause,
        });
    }
    throw new errors/* CountersignError */.W('input-invalid', `${path} has more than ${MAX_IMPORT_BYTES} bytes.`, {
        fix: "Name the agent's own settings file.",
    });
}
function preset(call, io) {
    const [named] = call.args;
    if (named === undefined) {
        const list = presets/* PRESETS */.f.map((name) => ({
            name,
            about: (0,presets/* presetText */.n)(name).split('\n')[0]?.replace(/^# /, '') ?? '',
        }));
        if (call.json)
            io.out(`${JSON.stringify(list, null, 2)}\n`);
        else
            for (const { name, about } of list)
                io.out(`${name.padEnd(10)}${about}\n`);
        return Promise.resolve(spec/* EXIT */.dc.ok);
    }
    const known = presets/* PRESETS */.f.find((name) => name === named);
    if (known === undefined) {
        throw new errors/* CountersignError */.W('input-invalid', `There is no preset ${JSON.stringify(named)}.`, {
            fix: `Write one of: ${presets/* PRESETS */.f.join(', ')}.`,
        });
    }
    const text = (0,presets/* presetText */.n)(known, { schemaUrl: schema_url/* SCHEMA_URL */.c });
    io.out(call.json ? `${JSON.stringify({ name: known, policy: text }, null, 2)}\n` : text);
    return Promise.resolve(spec/* EXIT */.dc.ok);
}
function schema(_call, io) {
    io.out(`${JSON.stringify(policyJsonSchema(), null, 2)}\n`);
    return Promise.resolve(spec/* EXIT */.dc.ok);
}

;// CONCATENATED MODULE: ./build/cli/policy.js







const NAMED = {
    arguments: '[file]',
    argumentSummary: `the policy; ${DEFAULT_POLICY} of the workspace where absent`,
};
const MAX_LINE_CHARS = 2_000;
/** `policy …`: what a policy says, without a model and without an effect. */
const policyCommands = [
    {
        name: 'policy check',
        summary: 'Check a policy: errors and warnings with line and column',
        ...NAMED,
        options: [WORKSPACE],
        run: check,
    },
    {
        name: 'policy test',
        summary: 'Judge the calls under "tests:" in a policy, a line each; exit 1 where one gets another verdict',
        ...NAMED,
        options: [WORKSPACE],
        run: test,
    },
    explainCommand,
    ...compareCommands,
    ...makeCommands,
];
async function check(call, io) {
    const { file, bytes } = await neededPolicyFile(call, io, call.args[0] ?? null);
    const result = (0,load/* checkPolicy */.hM)(bytes, { file, knownTools: probes/* BUILTIN_TOOLS */.M });
    if (call.json)
        io.out(`${JSON.stringify({ file, ...result }, null, 2)}\n`);
    else {
        for (const problem of result.errors)
            io.out(`${(0,base_text/* visible */.RK)(`error ${(0,problems/* problemText */.f)(problem)}`)}\n`);
        for (const problem of result.warnings)
            io.out(`${(0,base_text/* visible */.RK)(`warning ${(0,problems/* problemText */.f)(problem)}`)}\n`);
        io.out(`${(0,base_text/* visible */.RK)(summaryOf(file, result.errors, result.warnings))}\n`);
    }
    return result.ok ? spec/* EXIT */.dc.ok : spec/* EXIT */.dc.no;
}
function summaryOf(file, errors, warnings) {
    if (errors.length === 0 && warnings.length === 0)
        return `${file}: no problems`;
    return `${file}: ${errors.length} errors, ${warnings.length} warnings`;
}
/** The tests are judged as on every load: in a workspace without links, so that each machine gets the same answer. */
async function test(call, io) {
    const { file, bytes } = await neededPolicyFile(call, io, call.args[0] ?? null);
    const tested = (0,load/* testPolicy */.Zp)(bytes, { file });
    if (!tested.ok) {
        if (call.json)
            io.out(`${JSON.stringify({ file, ok: false, problems: tested.problems }, null, 2)}\n`);
        else
            for (const problem of tested.problems)
                io.out(`${(0,base_text/* visible */.RK)(`error ${(0,problems/* problemText */.f)(problem)}`)}\n`);
        return spec/* EXIT */.dc.no;
    }
    const results = tested.results.map((result) => ({
        ok: result.expected === result.actual,
        ...result,
    }));
    const failed = results.filter(({ ok }) => !ok).length;
    if (call.json) {
        io.out(`${JSON.stringify({ file, ok: failed === 0, passed: results.length - failed, failed, results }, null, 2)}\n`);
        return failed === 0 ? spec/* EXIT */.dc.ok : spec/* EXIT */.dc.no;
    }
    for (const { ok, call: name, expected, actual, because, line, column } of results) {
        const place = `${file}:${line}:${column}`;
        const said = ok
            ? `ok ${place}: ${name} is ${actual}`
            : `failed ${place}: ${name} is ${actual}, not ${expected}. ${because}`;
        io.out(`${(0,base_text/* oneLine */.TN)(said, MAX_LINE_CHARS)}\n`);
    }
    io.out(`${(0,base_text/* visible */.RK)(file)}: ${results.length - failed} passed, ${failed} failed\n`);
    return failed === 0 ? spec/* EXIT */.dc.ok : spec/* EXIT */.dc.no;
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

/***/ 48301:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   F: () => (/* binding */ modeName)
/* harmony export */ });
/** The mode as the policy's author wrote it. */
function modeName(policy) {
    return policy.planOnly ? 'plan' : policy.mode;
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

/***/ 58579:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   f: () => (/* binding */ problemText)
/* harmony export */ });
/** `file:line:column: message fix`, the form that editors and people can follow. */
function problemText(problem) {
    return `${problem.file}:${problem.line}:${problem.column}: ${problem.message} ${problem.fix}`;
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


/***/ }),

/***/ 88697:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  g: () => (/* binding */ workspaceWorld)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
;// CONCATENATED MODULE: ./build/policy/commands/git-config.js
/**
 * Settings of a repository that run no program and read no further file, by the start of their name. Everything
 * else counts as if it ran one: `filter.*`, `merge.*.driver`, `diff.external`, `diff.*.textconv`, `include.*`, promisor remotes.
 */
const HARMLESS = /^(?:core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev|compression|untrackedcache|preloadindex|hidedotfiles|longpaths|protecthfs|protectntfs|fsmonitor|pager|hookspath|editor|sparsecheckout|sparsecheckoutcone)|remote\.[^=]*\.(?:url|pushurl|fetch|push|tagopt|prune|mirror)|branch\.[^=]*\.(?:remote|merge|rebase|pushremote|description|gk-[\w-]+|vscode-merge-base)|user\.[a-z]+|author\.[a-z]+|committer\.[a-z]+|http\.[^=]*\.?extraheader|gc\.[a-z]+|maintenance\.[a-z]+|init\.[a-z]+|pull\.[a-z]+|push\.[a-z]+|fetch\.[a-z]+|rebase\.[a-z]+|advice\.[a-z]+|color\.[a-z.]+|column\.[a-z]+|commit\.gpgsign|tag\.gpgsign|log\.[a-z]+|status\.[a-z]+|index\.[a-z]+|pack\.[a-z]+|receive\.[a-z]+|transfer\.[a-z]+|rerere\.[a-z]+|alias\.[^=]*|submodule\.[^=]*\.(?:url|active)|submodule\.active|extensions\.(?:objectformat|refstorage|worktreeconfig)|gpg\.program|safe\.directory|credential\.usehttppath|lfs\.[a-z]+)$/i;
/**
 * Why a repository's own configuration would run a program while git only reads, or `null`. `names` are the names of
 * every setting in it, as `git config --local --includes --name-only --list` prints them. For `PolicyWorld.gitConfigRuns`.
 */
function gitConfigReason(names) {
    const name = names.find((each) => each.trim() !== '' && !HARMLESS.test(each.trim()));
    return name === undefined ? null : `the repository's configuration sets \`${name.trim()}\``;
}

// EXTERNAL MODULE: ./build/sandbox/errno.js
var sandbox_errno = __webpack_require__(15924);
;// CONCATENATED MODULE: ./build/sandbox/git-config.js
const MAX_CONFIG_LINES = 20_000;
const HEADER = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/u;
const ENTRY = /^\s*([A-Za-z][\w-]*)\s*(?:=(.*))?$/u;
/** The keys of a configuration file in order, names in lower case; `null` where a line is none that git would take. */
function parseGitConfig(text) {
    const lines = text.replace(/^\uFEFF/u, '').split(/\r?\n/u);
    if (lines.length > MAX_CONFIG_LINES)
        return null;
    const keys = [];
    let section = '';
    let sub = null;
    for (const line of lines) {
        const header = HEADER.exec(line);
        const rest = header === null ? line : (header[3] ?? '');
        if (header !== null) {
            const dotted = /^([\w-]+)\.(.+)$/u.exec(header[1] ?? '');
            section = (dotted?.[1] ?? header[1] ?? '').toLowerCase();
            sub = header[2] ?? dotted?.[2] ?? null;
        }
        if (/^\s*(?:[#;].*)?$/u.test(rest))
            continue;
        const entry = ENTRY.exec(rest);
        if (entry === null) {
            // The rest of a value that was continued by a backslash may look like anything.
            if (keys.at(-1)?.value.endsWith('\\') === true)
                continue;
            return null;
        }
        keys.push({
            section,
            sub,
            key: (entry[1] ?? '').toLowerCase(),
            value: (entry[2] ?? 'true').trim(),
        });
    }
    return keys;
}
/** Keys that name a program, or change where git looks for what it runs, as `section.key` with the subsection left out. */
const RUNS = new Set([
    'filter.clean',
    'filter.smudge',
    'filter.process',
    'merge.driver',
    'diff.command',
    'diff.textconv',
    'diff.external',
    'core.fsmonitor',
    'core.hookspath',
    'core.sshcommand',
    'core.gitproxy',
    'core.askpass',
    'core.editor',
    'core.pager',
    'core.alternaterefscommand',
    'core.worktree',
    'core.attributesfile',
    'sequence.editor',
    'interactive.difffilter',
    'credential.helper',
    'gpg.program',
    'log.showsignature',
    'uploadpack.packobjectshook',
    'remote.uploadpack',
    'remote.receivepack',
    'remote.vcs',
    'remote.promisor',
    'extensions.partialclone',
    'submodule.update',
    'trailer.command',
    'trailer.cmd',
    'browser.cmd',
    'man.cmd',
    'difftool.cmd',
    'mergetool.cmd',
    'hook.command',
]);
const OFF = new Set(['false', 'no', 'off', '0', '']);
/** Keys that are harmless when they are switched off. */
const SWITCHES = new Set(['core.fsmonitor', 'log.showsignature', 'remote.promisor']);
/** The name of the first key that would run a program, such as `filter.x.clean`, or `null`. */
function firstRunningKey(keys) {
    for (const { section, sub, key, value } of keys) {
        const short = `${section}.${key}`;
        const off = SWITCHES.has(short) && OFF.has(value.toLowerCase());
        const name = sub === null ? short : `${section}.${sub}.${key}`;
        if ((RUNS.has(short) || section === 'pager') && !off)
            return name;
        // Named differently where git has a name between, such as `gpg.ssh.program`.
        if (section === 'alias' && value.startsWith('!'))
            return name;
    }
    return null;
}
/** The files that a configuration includes, in whatever condition: a condition is assumed to hold. */
function includedFiles(keys) {
    return keys
        .filter(({ section, key }) => (section === 'include' || section === 'includeif') && key === 'path')
        .map(({ value }) => value.replace(/^"(.*)"$/u, '$1'));
}

// EXTERNAL MODULE: ./build/sandbox/git-places.js
var git_places = __webpack_require__(23009);
// EXTERNAL MODULE: ./build/sandbox/names.js
var names = __webpack_require__(88544);
// EXTERNAL MODULE: ./build/sandbox/workspace.js + 4 modules
var workspace = __webpack_require__(54733);
;// CONCATENATED MODULE: ./build/sandbox/world.js








const MAX_INCLUDE_DEPTH = 5;
const MAX_CONFIG_BYTES = 1024 * 1024;
const MAX_STEPS_UP = 4096;
/** A glob over more names than this is not judged by what it finds. */
const MAX_LISTED_NAMES = 10_000;
const REPLACEMENT = '\uFFFD';
/**
 * The file system as the policy asks about it. `root` is made real once. The git configuration is read anew each time,
 * since an approved command may have changed it. This file does I/O.
 */
function workspaceWorld(root) {
    const real = (0,external_node_fs_.realpathSync)(root);
    return {
        root: real,
        caseInsensitive: (0,workspace/* isCaseInsensitive */.m)(real),
        realpath: (absolute) => realAsFarAsItExists(absolute),
        list: (absolute) => namesIn(absolute),
        gitConfigRuns: () => gitConfigRuns(real),
    };
}
/** `absolute` with links followed as far as it exists; `null` for a dangling link, a loop, or what cannot be looked at. */
function realAsFarAsItExists(absolute) {
    if (!(0,external_node_path_.isAbsolute)(absolute) || absolute.includes('\0'))
        return null;
    const rest = [];
    let here = absolute;
    for (let steps = 0; steps < MAX_STEPS_UP; steps += 1) {
        try {
            return (0,external_node_path_.join)(external_node_fs_.realpathSync.native(here), ...rest);
        }
        catch (error) {
            if ((0,sandbox_errno/* errnoOf */.UQ)(error) !== 'ENOENT' || isThere(here))
                return null;
        }
        if (here === '/')
            return null;
        rest.unshift((0,external_node_path_.basename)(here));
        here = (0,external_node_path_.dirname)(here);
    }
    return null;
}
/** True for a link that leads nowhere, too; and where that cannot be told, so that nothing is built on it. */
function isThere(path) {
    try {
        (0,external_node_fs_.lstatSync)(path);
        return true;
    }
    catch (error) {
        return (0,sandbox_errno/* errnoOf */.UQ)(error) !== 'ENOENT';
    }
}
/**
 * The names in a folder, looked up anew each time; empty where there is no folder. `null` where they cannot be told: too many, not
 * to be looked at, or one that is no UTF-8 and so would be judged by another name than the shell's.
 */
function namesIn(absolute) {
    if (!(0,external_node_path_.isAbsolute)(absolute) || absolute.includes('\0'))
        return null;
    try {
        const folder = (0,external_node_fs_.opendirSync)(absolute);
        try {
            const names = [];
            for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
                if (names.length >= MAX_LISTED_NAMES || entry.name.includes(REPLACEMENT))
                    return null;
                names.push(entry.name);
            }
            return names;
        }
        finally {
            folder.closeSync();
        }
    }
    catch (error) {
        const errno = (0,sandbox_errno/* errnoOf */.UQ)(error);
        return errno === 'ENOENT' || errno === 'ENOTDIR' ? [] : null;
    }
}
function gitConfigRuns(root) {
    if ((0,git_places/* kindOf */.I)((0,external_node_path_.join)(root, '.git')) === 'absent')
        return null;
    const git = (0,git_places/* findGit */.Ct)(root);
    if (git === null)
        return '.git is a link, or a file that leads to a folder which does not lead back';
    const files = [
        ...new Set([
            (0,external_node_path_.join)(git.common, 'config'),
            (0,external_node_path_.join)(git.common, 'config.worktree'),
            (0,external_node_path_.join)(git.own, 'config.worktree'),
        ]),
    ];
    for (const file of files) {
        const reason = fileRuns({ root, file, depth: 0 });
        if (reason !== null)
            return reason;
    }
    return hookRuns(git.common);
}
/** A hook that git runs whenever it refreshes the index, which `git status` does. */
function hookRuns(common) {
    const hook = (0,external_node_path_.join)(common, 'hooks', 'post-index-change');
    try {
        return ((0,external_node_fs_.statSync)(hook).mode & 0o111) === 0
            ? null
            : 'the hook post-index-change runs when git refreshes the index';
    }
    catch {
        return null;
    }
}
function fileRuns(at) {
    const { root, file, depth } = at;
    const text = readConfig(file);
    if (text === null)
        return null;
    const name = (0,names/* partsBelow */.AY)(root, file, false)?.join('/') ?? file;
    const keys = text === undefined ? null : parseGitConfig(text);
    if (keys === null)
        return `the git configuration ${name} cannot be read as one`;
    const key = firstRunningKey(keys);
    if (key !== null)
        return `the git configuration ${name} sets ${(0,names/* shown */.SP)(key)}, which runs a program`;
    const strange = gitConfigReason(keys.filter(({ section }) => !INCLUDES.test(section)).map(fullName));
    if (strange !== null)
        return strange;
    for (const included of includedFiles(keys)) {
        const reason = includeRuns({ root, file, included, depth });
        if (reason !== null)
            return reason;
    }
    return null;
}
/** Included files are looked into, each by itself. */
const INCLUDES = /^include(?:if)?$/u;
function fullName({ section, sub, key }) {
    return sub === null ? `${section}.${key}` : `${section}.${sub}.${key}`;
}
function includeRuns(at) {
    const { root, file, included, depth } = at;
    if (included.startsWith('~') || included.startsWith('%')) {
        return `the git configuration includes ${(0,names/* shown */.SP)(included)}`;
    }
    const target = (0,external_node_path_.resolve)((0,external_node_path_.dirname)(file), included);
    // What the checkout holds can be rewritten by an ordinary write between this question and git's own reading.
    const inGit = (0,names/* partsBelow */.AY)((0,external_node_path_.join)(root, '.git'), target, false) !== null;
    if ((0,names/* partsBelow */.AY)(root, target, false) !== null && !inGit) {
        return `the git configuration includes ${(0,names/* shown */.SP)(included)}, a file of the checkout`;
    }
    if (depth >= MAX_INCLUDE_DEPTH)
        return 'the git configuration includes files too deep';
    return fileRuns({ root, file: target, depth: depth + 1 });
}
/** `null`: nothing is there. `undefined`: something is, and it cannot be read. */
function readConfig(file) {
    try {
        const stats = (0,external_node_fs_.statSync)(file);
        if (!stats.isFile() || stats.size > MAX_CONFIG_BYTES)
            return undefined;
        return (0,external_node_fs_.readFileSync)(file, 'utf8');
    }
    catch (error) {
        return (0,sandbox_errno/* errnoOf */.UQ)(error) === 'ENOENT' ? null : undefined;
    }
}


/***/ })

};
