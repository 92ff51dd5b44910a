export const id = 1575;
export const ids = [1575];
export const modules = {

/***/ 61347:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   o: () => (/* binding */ tameJson)
/* harmony export */ });
/* harmony import */ var _canonical_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1158);
/* harmony import */ var _json_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(10768);


/** Deeper than this, a value that somebody else built is cut. */
const MAX_DEPTH = 100;
const CUT = '[nested too deeply]';
/**
 * A value from outside in a form that everything here can digest and write: strings without broken surrogates,
 * nothing deeper than 100 levels.
 */
function tameJson(value, depth = 0) {
    if (typeof value === 'string')
        return (0,_canonical_js__WEBPACK_IMPORTED_MODULE_0__/* .wellFormed */ .E)(value);
    if (typeof value !== 'object' || value === null)
        return value;
    if (depth >= MAX_DEPTH)
        return CUT;
    if (!(0,_json_js__WEBPACK_IMPORTED_MODULE_1__/* .isJsonObject */ .O)(value))
        return value.map((item) => tameJson(item, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [(0,_canonical_js__WEBPACK_IMPORTED_MODULE_0__/* .wellFormed */ .E)(key), tameJson(item, depth + 1)]));
}


/***/ }),

/***/ 70480:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   h: () => (/* binding */ createBus)
/* harmony export */ });
/** A bus whose listeners cannot harm the run: what one throws goes to `onListenerError` and nowhere else. */
function createBus(onListenerError) {
    const listeners = new Set();
    return {
        emit: (event) => {
            for (const listener of listeners) {
                try {
                    listener(event);
                }
                catch (error) {
                    onListenerError(error);
                }
            }
        },
        on: (listener) => {
            listeners.add(listener);
            return () => listeners.delete(listener);
        },
    };
}


/***/ }),

/***/ 91136:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ probes),
/* harmony export */   M: () => (/* binding */ BUILTIN_TOOLS)
/* harmony export */ });
/* harmony import */ var _commands_analysis_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(36878);
/* harmony import */ var _facts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(50652);
/* harmony import */ var _rule_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(39409);
/* harmony import */ var _usual_facts_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(65703);




/** Every tool that this program has; which of them a run has depends on where it runs. A test holds them against the tools. */
const BUILTIN_TOOLS = ('fs_read fs_write fs_edit fs_multi_edit fs_glob fs_grep fs_list bash_run bash_logs bash_kill todo_read todo_write ' +
    'task_run skill clarify plan_submit finish web_search web_fetch github_read_issue github_read_pull github_comment github_review ' +
    'github_label github_update_issue github_read_ci github_rerun_failed github_push_branch github_create_pull_request').split(' ');
const PATHS = [
    'README.md',
    'src/index.ts',
    'test/a.test.ts',
    'docs/a.md',
    'package.json',
    '.github/workflows/ci.yml',
    '.env',
    '.git/config',
    'deep/er/file.txt',
];
/** One or more commands for each class and intent, and what agents run most. */
const COMMANDS = [
    'ls',
    'cat README.md',
    'cat .env',
    'grep -rn x src',
    'find . -name x -delete',
    'sort -o out in',
    'git status',
    'git log --oneline',
    'git add src',
    'git commit -m x',
    'git push',
    'git push --force',
    'git reset --hard HEAD~1',
    'git rebase main',
    'rm src/a',
    'rm -rf build',
    'mkdir build',
    'cp a b',
    'sed -i s/a/b/ src/index.ts',
    'echo x > src/index.ts',
    'npm test',
    'npm run build',
    'npm install',
    'npm publish',
    'node script.js',
    'npx tool',
    'python3 x.py',
    'make',
    'curl https://example.com',
    'wget https://example.com/a',
    'sudo ls',
    'docker ps',
    'bash -c ls',
];
const HOSTS = ['example.com', 'api.example.com', 'github.com', 'example.com:8443'];
/** More probes than this are not made of rules. */
const MAX_PROBES = 4_000;
/**
 * Calls that together tell policies apart: every tool with and without arguments, every kind, and for each rule of
 * the policies a call that it is about and one just beside it.
 */
function probes(policies) {
    const found = new Map();
    const add = (facts) => {
        if (found.size < MAX_PROBES)
            found.set(JSON.stringify(facts), facts);
    };
    for (const tool of BUILTIN_TOOLS)
        toolProbes(tool).forEach(add);
    for (const kind of _facts_js__WEBPACK_IMPORTED_MODULE_0__/* .KINDS */ .G)
        add({ tool: `any_${kind}_tool`, kind });
    add({ tool: 'mcp__server__tool', kind: 'network' });
    for (const policy of policies) {
        for (const rule of [...policy.rules, ...policy.whenUntrusted.rules])
            ruleProbes(rule).forEach(add);
    }
    return [...found.values()];
}
function toolProbes(tool) {
    if (tool === _rule_js__WEBPACK_IMPORTED_MODULE_1__/* .COMMAND_TOOL */ .hk)
        return COMMANDS.map((command) => (0,_usual_facts_js__WEBPACK_IMPORTED_MODULE_2__/* .usualFacts */ .Mp)(tool, command));
    if (tool === 'web_fetch')
        return HOSTS.map((host) => (0,_usual_facts_js__WEBPACK_IMPORTED_MODULE_2__/* .usualFacts */ .Mp)(tool, host));
    if (tool.startsWith('fs_'))
        return PATHS.map((path) => (0,_usual_facts_js__WEBPACK_IMPORTED_MODULE_2__/* .usualFacts */ .Mp)(tool, path));
    return [(0,_usual_facts_js__WEBPACK_IMPORTED_MODULE_2__/* .usualFacts */ .Mp)(tool, null)];
}
function ruleProbes(rule) {
    const { selector, specifier } = rule.parsed;
    switch (selector.by) {
        case 'kind':
            return [{ tool: `any_${selector.kind}_tool`, kind: selector.kind }];
        case 'category':
            return _facts_js__WEBPACK_IMPORTED_MODULE_0__/* .KINDS */ .G.map((kind) => ({ tool: `any_${kind}_tool`, kind, category: selector.name }));
        case 'tag':
            return _facts_js__WEBPACK_IMPORTED_MODULE_0__/* .KINDS */ .G.map((kind) => ({ tool: `any_${kind}_tool`, kind, tags: [selector.name] }));
        case 'tool': {
            const named = selector.name.includes('*')
                ? BUILTIN_TOOLS.filter((tool) => rule.selects({ tool, kind: (0,_usual_facts_js__WEBPACK_IMPORTED_MODULE_2__/* .usualKind */ .dZ)(tool) }))
                : [selector.name];
            const tools = named.length === 0 ? [selector.name.replaceAll('*', 'x')] : named;
            return tools.flatMap((tool) => samples(specifier, rule.except, tool === _rule_js__WEBPACK_IMPORTED_MODULE_1__/* .COMMAND_TOOL */ .hk).map((sample) => (0,_usual_facts_js__WEBPACK_IMPORTED_MODULE_2__/* .usualFacts */ .Mp)(tool, sample)));
        }
    }
}
/** What a specifier matches, and what lies just beside it. */
function samples(specifier, except, isCommand) {
    const intents = _commands_analysis_js__WEBPACK_IMPORTED_MODULE_3__/* .INTENTS */ .C;
    if (specifier === null)
        return [null, ...except.flatMap((each) => samples(each, [], isCommand))];
    if (specifier.startsWith('@') && (intents.includes(specifier) || /^@[a-z-]+$/.test(specifier)))
        return [null];
    const plain = specifier.split(/,?\s+!/)[0] ?? specifier;
    const filled = plain
        .replaceAll('**', 'x/y')
        .replaceAll('*', 'x')
        .replaceAll(/["'\\]/g, '');
    const short = plain
        .replace(/\s*\*+$/, '')
        .replaceAll('*', 'x')
        .replaceAll(/["'\\]/g, '');
    const beside = isCommand ? [`${filled} more`, `${filled}x`] : [`${filled}x`];
    return [
        filled,
        ...beside,
        ...(short === '' ? [] : [short]),
        ...except.flatMap((each) => samples(each, [], isCommand)),
    ];
}


/***/ }),

/***/ 3104:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  F: () => (/* binding */ builtinTools),
  j: () => (/* binding */ fillToolbox)
});

// EXTERNAL MODULE: ./build/policy/probes.js
var probes = __webpack_require__(91136);
// EXTERNAL MODULE: ./build/policy/visible.js
var visible = __webpack_require__(80341);
// EXTERNAL MODULE: ./build/policy/commands/plan.js
var plan = __webpack_require__(22107);
// EXTERNAL MODULE: ./build/tools/registry.js + 1 modules
var tools_registry = __webpack_require__(15206);
// EXTERNAL MODULE: ./build/tools/files/ledger.js
var ledger = __webpack_require__(38655);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(55156);
// EXTERNAL MODULE: ./build/tools/define.js
var tools_define = __webpack_require__(98089);
// EXTERNAL MODULE: ./build/tools/result.js
var tools_result = __webpack_require__(62767);
// EXTERNAL MODULE: ./build/base/digest.js
var digest = __webpack_require__(30742);
;// CONCATENATED MODULE: ./build/tools/files/nearest.js
const MAX_SCANNED_CHARS = 2_000_000;
const MAX_LINE_CHARS = 400;
const MAX_COMPARED_LINES = 30;
/** Places that are looked at closely; a file of like lines has more of them than it is worth. */
const MAX_CANDIDATES = 1_000;
const MAX_SHOWN_LINES = 4;
const MAX_SHOWN_CHARS = 160;
const WORTH_TELLING = 0.5;
/**
 * Where the text nearest to one that is not in a file is, and how it differs, for the model to
 * correct itself by. `null` where nothing is near, or the file is too large to look through.
 * Nothing is ever replaced by what this finds.
 */
function describeNearest(content, wanted) {
    if (content.length > MAX_SCANNED_CHARS)
        return null;
    const lines = content.replaceAll('\r\n', '\n').split('\n');
    const sought = wanted
        .replaceAll('\r\n', '\n')
        .replace(/^\n+|\n+$/g, '')
        .split('\n');
    const best = nearestStart(lines, sought);
    if (best === null)
        return null;
    const found = lines.slice(best.start, best.start + sought.length);
    const last = best.start + found.length;
    const place = found.length === 1 ? `line ${last}` : `lines ${best.start + 1}-${last}`;
    return `The nearest text is at ${place}; it differs ${howDiffers(sought, found)}:\n${differences(sought, found)}`;
}
function nearestStart(lines, sought) {
    const compared = sought.slice(0, MAX_COMPARED_LINES);
    const anchor = longestIndex(compared);
    const soughtPairs = compared.map(pairsOf);
    const pairsAt = pairsByLine(lines);
    let best = { start: -1, score: WORTH_TELLING };
    let candidates = 0;
    for (let start = 0; start + anchor < lines.length && candidates < MAX_CANDIDATES; start += 1) {
        const likeness = similarity(soughtPairs[anchor] ?? new Map(), pairsAt(start + anchor));
        if (likeness < WORTH_TELLING)
            continue;
        candidates += 1;
        const score = windowScore(compared, (offset) => {
            const other = lines[start + offset];
            if (other === compared[offset])
                return 1;
            return similarity(soughtPairs[offset] ?? new Map(), pairsAt(start + offset)) * 0.99;
        });
        if (score > best.score)
            best = { start, score };
    }
    return best.start === -1 ? null : { start: best.start };
}
function windowScore(compared, likenessAt) {
    return compared.reduce((sum, _, offset) => sum + likenessAt(offset), 0) / compared.length;
}
/** The pairs of each line, made once for lines that are the same. */
function pairsByLine(lines) {
    const known = new Map();
    return (index) => {
        const line = (lines[index] ?? '').slice(0, MAX_LINE_CHARS);
        const pairs = known.get(line) ?? pairsOf(line);
        known.set(line, pairs);
        return pairs;
    };
}
function longestIndex(lines) {
    const lengths = lines.map((line) => line.trim().length);
    return lengths.indexOf(Math.max(...lengths));
}
/**
 * The pairs of neighbouring characters of a line, white space and case aside, with how often each
 * occurs.
 */
function pairsOf(line) {
    const text = folded(line.slice(0, MAX_LINE_CHARS));
    const pairs = new Map();
    if (text.length === 1)
        pairs.set(text, 1);
    for (let index = 0; index + 1 < text.length; index += 1) {
        const pair = text.slice(index, index + 2);
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
    return pairs;
}
function similarity(first, second) {
    const sizes = sizeOf(first) + sizeOf(second);
    if (sizes === 0)
        return 1;
    let common = 0;
    for (const [pair, count] of first)
        common += Math.min(count, second.get(pair) ?? 0);
    return (2 * common) / sizes;
}
function sizeOf(pairs) {
    let size = 0;
    for (const count of pairs.values())
        size += count;
    return size;
}
function howDiffers(sought, found) {
    const wanted = sought.join('\n');
    const there = found.join('\n');
    const checks = [
        ['only in trailing white space', (text) => text.replaceAll(/[^\S\n]+$/gm, '')],
        ['only in indentation', (text) => text.replaceAll(/^[^\S\n]+/gm, '')],
        ['only in white space', (text) => text.replaceAll(/\s+/g, '')],
        ['only in Unicode normalisation', (text) => text.normalize('NFC')],
        ['only in characters that do not show', (text) => text.replaceAll(/\p{Cf}|\p{Cc}/gu, '')],
        ['only in quotation marks or dashes', (text) => straightened(text)],
        ['only in upper and lower case', (text) => text.toLowerCase()],
        ['in white space, case or look-alike characters', (text) => folded(straightened(text))],
    ];
    return checks.find(([, fold]) => fold(wanted) === fold(there))?.[0] ?? 'in its text';
}
function straightened(text) {
    return text
        .replaceAll(/[\u2018\u2019\u201A\u2032]/g, "'")
        .replaceAll(/[\u201C\u201D\u201E\u2033]/g, '"')
        .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
        .replaceAll('\u00A0', ' ');
}
function folded(text) {
    return text
        .normalize('NFKC')
        .replaceAll(/\s+|\p{Cf}/gu, '')
        .toLowerCase();
}
function differences(sought, found) {
    const different = sought.flatMap((line, index) => {
        const there = found[index] ?? '';
        return line === there ? [] : [`yours: ${shown(line, there)}\nfile:  ${shown(there, line)}`];
    });
    if (different.length === 0)
        return 'each line is the same; the text around them is not';
    const told = different.slice(0, MAX_SHOWN_LINES);
    const more = different.length - told.length;
    return told.join('\n') + (more > 0 ? `\n… and ${more} more lines` : '');
}
/**
 * A line as JSON, white space and look-alikes told apart, from shortly before where the two part.
 */
function shown(line, other) {
    let same = 0;
    while (same < line.length && line[same] === other[same])
        same += 1;
    const from = Math.max(0, same - MAX_SHOWN_CHARS / 2);
    const part = line.slice(from, from + MAX_SHOWN_CHARS);
    const text = JSON.stringify(part).replaceAll(/[^\x20-\x7E]/gu, (character) => /[\p{L}\p{P}\p{S}]/u.test(character) &&
        character.normalize('NFC') === character &&
        !lookAlike(character)
        ? character
        : `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
    return `${from > 0 ? '…' : ''}${text}${part.length + from < line.length ? '…' : ''}`;
}
function lookAlike(character) {
    return straightened(character) !== character || character.normalize('NFKC') !== character;
}

;// CONCATENATED MODULE: ./build/tools/files/endings.js
/** The view of a text in which each line ends with `\n` alone. */
function lineFeedView(raw) {
    const returns = [];
    for (let at = raw.indexOf('\r\n'); at !== -1; at = raw.indexOf('\r\n', at + 2))
        returns.push(at);
    if (returns.length === 0)
        return { text: raw, rawIndex: (viewIndex) => viewIndex };
    return {
        text: raw.replaceAll('\r\n', '\n'),
        rawIndex: (viewIndex) => viewIndex + countBefore(returns, viewIndex),
    };
}
/**
 * How many line endings of two bytes lie before a position of the view: the first `k` with
 * returns[k] - k >= it.
 */
function countBefore(returns, viewIndex) {
    let low = 0;
    let high = returns.length;
    while (low < high) {
        const middle = (low + high) >>> 1;
        if ((returns[middle] ?? 0) - middle < viewIndex)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
/**
 * The ending that new lines at `[start, end)` of the raw text get: that of the first line that ends
 * inside, else of the line it lies on, else of the line before, else `\n`.
 */
function endingAt(raw, start, end) {
    const inside = raw.indexOf('\n', start);
    if (inside !== -1 && inside < end)
        return endingOf(raw, inside);
    const after = raw.indexOf('\n', end);
    if (after !== -1)
        return endingOf(raw, after);
    const before = start === 0 ? -1 : raw.lastIndexOf('\n', start - 1);
    return before === -1 ? '\n' : endingOf(raw, before);
}
function endingOf(raw, lineFeed) {
    return lineFeed > 0 && raw[lineFeed - 1] === '\r' ? '\r\n' : '\n';
}

;// CONCATENATED MODULE: ./build/tools/files/replace.js

const MAX_COUNTED = 10_000;
const MAX_LINES_TOLD = 10;
/**
 * Applies one edit to the bytes of a file. Pure. Every byte outside of the replaced text stays:
 * BOM, line endings, a missing last newline, bytes that are no UTF-8. An old string without
 * carriage returns matches both kinds of line ending, and new lines get the file's own; one with
 * carriage returns is taken byte by byte.
 */
function replaceIn(bytes, edit) {
    if (edit.oldString === '')
        return { outcome: 'empty' };
    if (edit.oldString === edit.newString)
        return { outcome: 'identical' };
    const raw = bytes.toString('latin1');
    const wanted = binary(edit.oldString);
    const view = wanted.includes('\r')
        ? { text: raw, rawIndex: (index) => index }
        : lineFeedView(raw);
    const found = matches(view.text, wanted);
    if (found.length === 0)
        return { outcome: 'no-match' };
    if (found.length > 1 && !edit.replaceAll) {
        const lines = found.slice(0, MAX_LINES_TOLD).map((index) => lineAt(view.text, index));
        return { outcome: 'ambiguous', count: found.length, lines };
    }
    const starts = edit.replaceAll ? apart(view.text, wanted) : found;
    const spans = starts.map((start) => ({
        start: view.rawIndex(start),
        end: view.rawIndex(start + wanted.length),
    }));
    const replaced = splice(raw, spans, { ...edit, newString: binary(edit.newString) });
    return { outcome: 'replaced', bytes: Buffer.from(replaced, 'latin1'), count: spans.length };
}
function splice(raw, spans, edit) {
    const parts = [];
    let from = 0;
    for (const span of spans) {
        parts.push(raw.slice(from, span.start), spanReplacement(raw, span, edit));
        from = span.end;
    }
    parts.push(raw.slice(from));
    return parts.join('');
}
/**
 * What stands in place of one match. Lines that old and new share at both ends keep their own
 * endings, so that an edit in a file of mixed endings changes only what it names.
 */
function spanReplacement(raw, span, edit) {
    if (edit.oldString.includes('\r'))
        return edit.newString;
    const matched = raw.slice(span.start, span.end);
    const view = lineFeedView(matched);
    const wanted = edit.newString.replaceAll('\r\n', '\n');
    const head = commonPrefix(view.text, wanted);
    const tail = commonSuffix(view.text, wanted, head);
    const start = view.rawIndex(head);
    const end = view.rawIndex(view.text.length - tail);
    const ending = endingAt(raw, span.start + start, span.start + end);
    const keepsReturns = ending === '\n' && edit.newString.includes('\r');
    if (keepsReturns)
        return edit.newString;
    const middle = wanted.slice(head, wanted.length - tail).replaceAll('\n', () => ending);
    return matched.slice(0, start) + middle + matched.slice(end);
}
function commonPrefix(first, second) {
    const most = Math.min(first.length, second.length);
    let length = 0;
    while (length < most && first[length] === second[length])
        length += 1;
    return length;
}
function commonSuffix(first, second, taken) {
    const most = Math.min(first.length, second.length) - taken;
    let length = 0;
    while (length < most && first.at(-1 - length) === second.at(-1 - length))
        length += 1;
    return length;
}
/** Every place where `wanted` begins, overlapping ones too. */
function matches(text, wanted) {
    const found = [];
    let at = text.indexOf(wanted);
    while (at !== -1 && found.length < MAX_COUNTED) {
        found.push(at);
        at = text.indexOf(wanted, at + 1);
    }
    return found;
}
/** The places where `wanted` begins, from the left, none inside another. */
function apart(text, wanted) {
    const found = [];
    let at = text.indexOf(wanted);
    while (at !== -1) {
        found.push(at);
        at = text.indexOf(wanted, at + wanted.length);
    }
    return found;
}
function lineAt(text, index) {
    let line = 1;
    for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1))
        line += 1;
    return line;
}
function binary(text) {
    return Buffer.from(text, 'utf8').toString('latin1');
}

;// CONCATENATED MODULE: ./build/tools/files/change-set.js




/** Files as a set of edits makes them: worked out whole, then written whole or not at all. */
const MAX_EDIT_BYTES = 10_000_000;
/** What each file becomes, nothing written yet. */
async function change_set_plan(world, edits) {
    const changes = new Map();
    for (const [index, edit] of edits.entries()) {
        const path = world.workspace.relative(edit.path);
        const known = changes.get(path);
        const start = known ?? (await load(world, path));
        if (!('before' in start))
            return start;
        const replaced = replaceIn(start.after, edit);
        if (replaced.outcome !== 'replaced') {
            return numbered(refusal(path, { edit, content: start.after, replaced }), index, edits.length);
        }
        changes.set(path, { ...start, after: replaced.bytes, count: start.count + replaced.count });
    }
    return { ok: true, changes: [...changes.values()] };
}
function numbered(failed, index, total) {
    if (total === 1)
        return failed;
    const message = `Edit ${index + 1} of ${total} cannot be made, so none was: ${failed.error.message}`;
    return { ok: false, error: { ...failed.error, message } };
}
async function load(world, path) {
    const entry = await world.workspace.stat(path);
    if (entry === null) {
        return (0,tools_result/* failure */.V2)('not_found', `There is no file ${path}.`, [
            'Find it with fs_glob, or make it with fs_write.',
        ]);
    }
    if (entry.kind === 'directory') {
        return (0,tools_result/* failure */.V2)('execution', `${path} is a directory.`, [
            'List it with fs_list and name a file.',
        ]);
    }
    const before = await world.workspace.read(path, { maxBytes: MAX_EDIT_BYTES });
    const stale = staleness(world, path, before);
    return stale ?? { path, before, after: before, count: 0 };
}
/** Why a file may not be changed as it is now, or `null` where it may. */
function staleness(world, path, bytes) {
    const state = world.reads.state(path, (0,digest/* sha256 */.s)(bytes));
    if (state === 'current' || (state === 'unread' && world.reads.unread === 'allow'))
        return null;
    const why = state === 'unread' ? 'has not been read yet' : 'has changed since it was read';
    return (0,tools_result/* failure */.V2)('execution', `${path} ${why}; it was not touched.`, [
        `Read ${path} with fs_read, then decide again.`,
    ]);
}
function refusal(path, why) {
    const { replaced } = why;
    if (replaced.outcome === 'empty') {
        return (0,tools_result/* failure */.V2)('validation', 'old_string is empty; it must hold the text to replace.', [
            'To write a whole file use fs_write.',
        ]);
    }
    if (replaced.outcome === 'identical') {
        return (0,tools_result/* failure */.V2)('validation', 'old_string and new_string are identical; there is nothing to do.');
    }
    if (replaced.outcome === 'ambiguous') {
        const lines = replaced.lines.join(', ');
        return (0,tools_result/* failure */.V2)('execution', `old_string occurs ${replaced.count} times in ${path} (overlapping ones counted), at lines ${lines}.`, ['Take more of the surrounding lines into old_string, or set replace_all.']);
    }
    return noMatch(path, why.edit, why.content);
}
function noMatch(path, edit, content) {
    const crlf = edit.oldString.includes('\r')
        ? ' old_string holds carriage returns, which are then compared byte by byte; write \\n for line endings.'
        : '';
    const near = describeNearest(content.toString(), edit.oldString);
    return (0,tools_result/* failure */.V2)('execution', `old_string does not occur in ${path}.${crlf} ${near ?? 'Nothing in it is near.'}`, [`Read ${path} again and copy the text exactly, without line numbers.`]);
}
/** Writes every file, or puts back what was written. `null` where all went well. */
async function writeAll(world, changes) {
    const written = [];
    for (const change of changes) {
        try {
            await world.workspace.write(change.path, change.after, {
                expectSha256: (0,digest/* sha256 */.s)(change.before),
            });
            written.push(change);
        }
        catch (error) {
            const cause = (0,tools_result/* toolErrorOf */.CB)(error);
            const left = await rollBack(world, written);
            const kept = left.length === 0 ? 'Nothing was changed.' : `Could not be put back: ${left.join(', ')}.`;
            return {
                ok: false,
                error: { ...cause, message: `${change.path}: ${cause.message} ${kept}` },
            };
        }
    }
    for (const { path, after } of changes)
        world.reads.note(path, (0,digest/* sha256 */.s)(after));
    return null;
}
/**
 * Puts files back that were written before another one failed. Returns those that somebody else
 * changed meanwhile.
 */
async function rollBack(world, written) {
    const left = [];
    for (const { path, before, after } of written.toReversed()) {
        try {
            await world.workspace.write(path, before, { expectSha256: (0,digest/* sha256 */.s)(after) });
        }
        catch {
            left.push(path);
        }
    }
    return left;
}

// EXTERNAL MODULE: ./build/tools/files/diff.js
var diff = __webpack_require__(74025);
// EXTERNAL MODULE: ./build/policy/glob.js + 1 modules
var glob = __webpack_require__(49519);
;// CONCATENATED MODULE: ./build/tools/files/rule.js

/**
 * The narrowest policy rule that covers a tool's call on these paths: `fs_write(src/a.ts)`.
 * Characters that a glob would read are escaped; several paths become one set of alternatives.
 */
function pathRule(tool, workspace, paths) {
    const named = [...new Set(paths.map((path) => workspace.relative(path)))];
    const globs = named.map((path) => named.length > 1 ? escapeComma((0,glob/* escapeGlob */.yk)(path)) : (0,glob/* escapeGlob */.yk)(path));
    return globs.length === 1 ? `${tool}(${globs[0]})` : `${tool}({${globs.join(',')}})`;
}
function escapeComma(glob) {
    return glob.replaceAll(',', String.raw `\,`);
}

;// CONCATENATED MODULE: ./build/tools/files/world.js
const MAX_PATH_CHARS = 4096;
/** Whether a path that a search of `named` came across may be told. */
function teller(world, named) {
    const { mayTell } = world;
    return mayTell === undefined ? () => true : (path) => mayTell(path, named);
}
/** The facts of a call that touches these paths, each told from the workspace root. */
function pathFacts(workspace, access, paths) {
    const named = new Set(paths.map((path) => workspace.relative(path)));
    return { paths: [...named].map((path) => ({ path, access })) };
}

;// CONCATENATED MODULE: ./build/tools/files/edit.js







const MAX_EDITS = 100;
const editFields = {
    old_string: schemas.string().describe('Exact text to replace; unique in the file unless replace_all'),
    new_string: schemas.string(),
    replace_all: schemas.boolean().optional(),
};
const pathField = schemas.string().min(1).max(MAX_PATH_CHARS);
/** `fs_edit`: one exact replacement in a file that was read before. */
function editTool(world) {
    const edits = (input) => [
        editOf(input.path, input),
    ];
    const schema = schemas.object({ path: pathField, ...editFields });
    return (0,tools_define/* defineTool */.uO)({
        name: 'fs_edit',
        displayName: 'Edit file',
        description: {
            short: 'Replace exact text in a file.',
            long: 'Read the file first. White space counts; write \\n for any line ending. Line endings, BOM and mode are kept.',
        },
        kind: 'write',
        category: 'fs',
        tags: ['edit'],
        input: schema,
        facts: ({ path }) => pathFacts(world.workspace, 'write', [path]),
        narrowestRule: ({ path }) => pathRule('fs_edit', world.workspace, [path]),
        preview: async (input) => await previewOf(world, edits(input)),
        execute: async (input) => await applyEdits(world, edits(input)),
    });
}
/** `fs_multi_edit`: several exact replacements, all or none of them. */
function multiEditTool(world) {
    const schema = schemas.object({
        path: pathField.optional().describe('The file of every edit that names none'),
        edits: schemas.array(schemas.strictObject({ path: pathField.optional(), ...editFields }))
            .min(1)
            .max(MAX_EDITS),
    });
    const paths = (input) => input.edits.map((edit) => edit.path ?? input.path ?? '');
    const edits = (input) => input.edits.map((edit) => editOf(edit.path ?? input.path ?? '', edit));
    return (0,tools_define/* defineTool */.uO)({
        name: 'fs_multi_edit',
        displayName: 'Edit files',
        description: {
            short: 'Several exact replacements in one or more files: all are made, or none.',
            long: 'As fs_edit; edits of one file apply in order, each to the result of the one before.',
        },
        kind: 'write',
        category: 'fs',
        tags: ['edit'],
        input: schema.refine((input) => paths(input).every((path) => path !== ''), {
            path: ['path'],
            error: 'a path, as an edit names none',
        }),
        facts: (input) => pathFacts(world.workspace, 'write', paths(input)),
        narrowestRule: (input) => pathRule('fs_multi_edit', world.workspace, paths(input)),
        preview: async (input) => await previewOf(world, edits(input)),
        execute: async (input) => await applyEdits(world, edits(input)),
    });
}
function editOf(path, fields) {
    return {
        path,
        oldString: fields.old_string,
        newString: fields.new_string,
        replaceAll: fields.replace_all === true,
    };
}
async function applyEdits(world, edits) {
    return await world.reads.exclusively(async () => await (0,tools_result/* withRefusals */._E)(async () => {
        const planned = await change_set_plan(world, edits);
        if (!planned.ok)
            return planned;
        const failed = await writeAll(world, planned.changes);
        return failed ?? told(planned.changes);
    }));
}
async function previewOf(world, edits) {
    try {
        const planned = await change_set_plan(world, edits);
        if (planned.ok)
            return { form: 'diff', text: (0,diff/* unifiedDiff */.W)(planned.changes.map(asText)) };
        return {
            form: 'text',
            text: `This edit would fail as the files are now: ${planned.error.message}`,
        };
    }
    catch (error) {
        return {
            form: 'text',
            text: `This edit would fail as the files are now: ${(0,tools_result/* toolErrorOf */.CB)(error).message}`,
        };
    }
}
function asText(change) {
    return { path: change.path, before: change.before.toString(), after: change.after.toString() };
}
function told(changes) {
    const lines = changes.map(({ path, count }) => `${path}: ${count} ${count === 1 ? 'replacement' : 'replacements'}`);
    return {
        ok: true,
        llmContent: `Edited ${lines.join('; ')}.`,
        displayContent: (0,diff/* displayDiff */.k)(changes.map(asText)),
        metadata: { filesChanged: changes.map(({ path }) => path) },
    };
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./node_modules/fast-glob/out/index.js
var out = __webpack_require__(25648);
// EXTERNAL MODULE: ./build/base/text.js
var base_text = __webpack_require__(91497);
;// CONCATENATED MODULE: ./build/tools/files/glob.js










/**
 * This file reads folders itself: fast-glob walks, and every folder is checked to lie in the
 * workspace before.
 */
const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 2_000;
const MAX_PATTERN_CHARS = 1_000;
/** More wildcards make an expression that one long file name can keep busy for hours. */
const MAX_STARS_A_PART = 3;
const MAX_GLOBSTARS = 5;
const MAX_BRACES = 4;
const MAX_ALTERNATIVES = 30;
const MAX_DEPTH = 64;
const MAX_FOUND = 500_000;
/** Of more files than these, the age is not looked up: that takes longer than finding them. */
const MAX_DATED = 10_000;
const schema = schemas.object({
    pattern: schemas.string().min(1).max(MAX_PATTERN_CHARS).describe('Such as src/**/*.{ts,js}'),
    path: schemas.string().min(1).max(MAX_PATH_CHARS).optional().describe('Folder to start in'),
    limit: schemas.int().min(1).max(MAX_LIMIT).optional().describe(`Default ${DEFAULT_LIMIT}`),
});
/** `fs_glob`: files by name, the newest first. */
function globTool(world) {
    return (0,tools_define/* defineTool */.uO)({
        name: 'fs_glob',
        displayName: 'Find files',
        description: {
            short: 'Find files by glob, newest first (by name where there are very many).',
            long: 'Dot files are found, .git never, node_modules only where named. Links are not followed.',
        },
        kind: 'readonly',
        category: 'fs',
        tags: ['search'],
        concurrencySafe: true,
        input: schema,
        facts: ({ path }) => pathFacts(world.workspace, 'read', [path ?? '.']),
        narrowestRule: ({ path }) => pathRule('fs_glob', world.workspace, [path ?? '.']),
        execute: async (input, { signal }) => await (0,tools_result/* withRefusals */._E)(async () => await findFiles(world, input, signal)),
    });
}
async function findFiles(world, input, signal) {
    const problem = patternProblem(input.pattern);
    if (problem !== null) {
        return (0,tools_result/* failure */.V2)('validation', problem, [
            'Name files below the workspace root, such as src/**/*.ts.',
        ]);
    }
    const folder = world.workspace.relative(input.path ?? '.');
    const entry = await world.workspace.stat(folder);
    if (entry === null)
        return (0,tools_result/* failure */.V2)('not_found', `There is no folder ${folder}.`, ['Find it with fs_list.']);
    if (entry.kind !== 'directory')
        return (0,tools_result/* failure */.V2)('execution', `${folder} is not a folder.`, ['Leave path out.']);
    const found = await walk(world, { input, folder, signal });
    const limit = input.limit ?? DEFAULT_LIMIT;
    const mayTell = teller(world, folder);
    const { shown, more } = found.length > MAX_DATED
        ? first(found, limit, mayTell)
        : newest(world, found.filter(mayTell), limit);
    if (shown.length === 0)
        return (0,tools_result/* success */.kX)(`No file matches ${input.pattern}.`);
    return (0,tools_result/* success */.kX)((0,base_text/* truncateMiddle */.kU)([...shown, ...more].join('\n'), tools_result/* MAX_RESULT_CHARS */.dO));
}
function newest(world, files, limit) {
    const more = files.length > limit ? [`[${files.length} files match, the newest ${limit} shown]`] : [];
    return { shown: newestFirst(world, files).slice(0, limit), more };
}
/** Of very many, only as many are looked at as are shown: how many of the others may be told of is not known. */
function first(files, limit, mayTell) {
    const shown = [];
    for (const path of files.toSorted()) {
        if (shown.length === limit)
            break;
        if (mayTell(path))
            shown.push(path);
    }
    const why = `[more than ${MAX_DATED} files match, ${shown.length} shown by name; narrow the pattern to have the newest first]`;
    return { shown, more: shown.length === 0 ? [] : [why] };
}
function newestFirst(world, paths) {
    return paths
        .map((path) => ({ path, modifiedMs: modifiedMs((0,external_node_path_.join)(world.workspace.root, path)) }))
        .sort((one, other) => other.modifiedMs - one.modifiedMs || (one.path < other.path ? -1 : 1))
        .map(({ path }) => path);
}
/** The age of what is there, a link's own; 0 where it is gone by now. */
function modifiedMs(path) {
    return (0,external_node_fs_.lstatSync)(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
function patternProblem(pattern) {
    const plain = pattern.replaceAll('\\', '');
    if (/(?:^|[/{,(|!])\.\.(?:$|[/},)|])/.test(plain))
        return 'The pattern leads out of its folder by "..".';
    if (plain.startsWith('/') || /[{,(|]\//.test(plain))
        return 'The pattern is absolute.';
    if (pattern.includes('\0'))
        return 'The pattern holds a NUL character.';
    return complexityProblem(pattern);
}
function complexityProblem(pattern) {
    // The library never comes back from a part that ends with several.
    if (pattern.includes('\\\\'))
        return 'The pattern holds several backslashes in a row.';
    const parts = pattern.split('/');
    const globstars = parts.filter((part) => part.includes('**')).length;
    const stars = Math.max(...parts.map((part) => (part.match(/\*+/g) ?? []).length));
    if (stars > MAX_STARS_A_PART)
        return `A part of the pattern has more than ${MAX_STARS_A_PART} wildcards.`;
    if (globstars > MAX_GLOBSTARS)
        return `The pattern has more than ${MAX_GLOBSTARS} times "**".`;
    const count = (character) => pattern.split(character).length - 1;
    if (count('{') > MAX_BRACES || count(',') > MAX_ALTERNATIVES) {
        return `The pattern has more than ${MAX_BRACES} braces or ${MAX_ALTERNATIVES} alternatives.`;
    }
    return /\{[^{},]*\.\.[^{}]*\}/.test(pattern)
        ? 'The pattern counts ("{1..9}"); name the alternatives.'
        : null;
}
async function walk(world, where) {
    const { input, folder, signal } = where;
    const root = (0,external_node_fs_.realpathSync)((0,external_node_path_.join)(world.workspace.root, folder));
    const inside = folderCheck(world.workspace.root);
    const wantsModules = `${folder}/${input.pattern}`.includes('node_modules');
    const stream = out.stream(input.pattern, {
        cwd: root,
        dot: true,
        onlyFiles: true,
        followSymbolicLinks: false,
        suppressErrors: true,
        extglob: false,
        deep: MAX_DEPTH,
        // Left out where folders are read, which is a fraction of the work that patterns for it would be.
        fs: { readdir: checkedReaddir(inside, wantsModules ? GIT : GIT_AND_MODULES) },
    });
    const files = [];
    for await (const entry of stream) {
        signal.throwIfAborted();
        const named = String(entry);
        const below = named.startsWith('./') ? named.slice(2) : named;
        if (!inside(`${root}/${below.slice(0, Math.max(0, below.lastIndexOf('/')))}`))
            continue;
        const path = folder === '.' ? below : `${folder}/${below}`;
        if (IN_GIT.test(path))
            continue;
        files.push(path);
        if (files.length === MAX_FOUND)
            break;
    }
    return files;
}
const IN_GIT = /(?:^|\/)\.git(?:\/|$)/i;
const GIT = /^\.git$/i;
const GIT_AND_MODULES = /^(?:\.git|node_modules)$/i;
/**
 * Whether a folder, links followed, lies in the workspace. Each folder is asked of the disk once a
 * search.
 */
function folderCheck(root) {
    const known = new Map();
    return (folder) => {
        const answer = known.get(folder) ?? liesIn(root, folder);
        known.set(folder, answer);
        return answer;
    };
}
function liesIn(root, folder) {
    try {
        const real = (0,external_node_fs_.realpathSync)(folder);
        const below = real === root || real.startsWith(root + external_node_path_.sep);
        return (below &&
            (0,external_node_fs_.lstatSync)(real).isDirectory() &&
            !/(?:^|\/)\.git(?:\/|$)/i.test(real.slice(root.length)));
    }
    catch {
        return false;
    }
}
/**
 * A pattern may begin with the name of a link; the walk must not enter it where it leads out. Names that match `without`
 * are not found.
 */
function checkedReaddir(inside, without) {
    return new Proxy(external_node_fs_.readdir, {
        apply: (target, self, args) => {
            const [folder] = args;
            const callback = args.at(-1);
            if (typeof callback !== 'function')
                return undefined;
            if (typeof folder !== 'string' || !inside(folder)) {
                callback(new Error('outside of the workspace'));
                return undefined;
            }
            const filtered = (error, entries) => {
                callback(error, Array.isArray(entries) ? entries.filter(isKept(without)) : entries);
            };
            return Reflect.apply(target, self, [...args.slice(0, -1), filtered]);
        },
    });
}
function isKept(without) {
    return (entry) => !(entry instanceof external_node_fs_.Dirent && without.test(entry.name));
}

;// CONCATENATED MODULE: ./build/tools/files/grep-arguments.js
const grep_arguments_MAX_ALTERNATIVES = 64;
/** What the repository's own configuration must not decide. */
const GIT_NEUTRAL = [
    'core.fsmonitor=false',
    'core.quotePath=false',
    'core.pager=cat',
    'safe.directory=*',
];
/**
 * Arguments for ripgrep. Pattern and glob are values of options, so that what begins with `-` is no
 * option.
 */
function ripgrepArguments(program, search) {
    return [
        program,
        '--no-config',
        '--no-messages',
        '--no-require-git',
        '--no-follow',
        '--hidden',
        '--color=never',
        '--no-heading',
        '--with-filename',
        '--null',
        '--crlf',
        ...(search.respectIgnores ? [] : ['--no-ignore-parent']),
        ...{
            content: ['--line-number', `--context=${search.context}`],
            files: ['--files-with-matches'],
            count: ['--count'],
        }[search.mode],
        ...(search.ignoreCase ? ['--ignore-case'] : []),
        ...(search.glob === null ? [] : [`--glob=${search.glob}`]),
        '--glob=!.git',
        `--regexp=${search.pattern}`,
        '--',
        search.target,
    ];
}
/**
 * Arguments for `git grep` over files, index or not. `dialect` is PCRE where git was built with it.
 */
function gitGrepArguments(search, dialect) {
    return [
        'git',
        ...GIT_NEUTRAL.flatMap((setting) => ['-c', setting]),
        'grep',
        '--no-index',
        ...(search.respectIgnores ? ['--exclude-standard'] : ['--no-exclude-standard']),
        '--no-recurse-submodules',
        '--no-textconv',
        '--no-color',
        '-I',
        dialect,
        ...{
            content: ['--line-number', '--heading', '--break', `--context=${search.context}`],
            files: ['-z', '--files-with-matches'],
            count: ['-z', '--count'],
        }[search.mode],
        ...(search.ignoreCase ? ['--ignore-case'] : []),
        '-e',
        // In text with CRLF `$` is before the carriage return, as for ripgrep with --crlf.
        dialect === '--perl-regexp' ? `(*ANYCRLF)${search.pattern}` : search.pattern,
        '--',
        ...gitPathspecs(search),
    ];
}
function gitPathspecs({ target, glob }) {
    if (target !== '.')
        return [`:(literal)${target.slice(2)}`];
    if (glob === null)
        return ['.'];
    const without = glob.startsWith('!');
    const globs = expandBraces(without ? glob.slice(1) : glob).map((one) => {
        const anchored = one.replace(/\/$/, '/**').replace(/^\//, '');
        return one.replace(/\/$/, '').includes('/') ? anchored : `**/${anchored}`;
    });
    if (!without)
        return globs.map((one) => `:(glob)${one}`);
    return ['.', ...globs.map((one) => `:(exclude,glob)${one}`)];
}
/** `*.{ts,js}` is `*.ts` and `*.js`; git's patterns know no braces. */
function expandBraces(glob) {
    const open = /\{([^{}]*,[^{}]*)\}/.exec(glob);
    if (open === null)
        return [glob];
    const [whole, inside] = [open[0], open[1] ?? ''];
    const expanded = inside
        .split(',')
        .flatMap((part) => expandBraces(glob.slice(0, open.index) + part + glob.slice(open.index + whole.length)));
    return [...new Set(expanded)].slice(0, grep_arguments_MAX_ALTERNATIVES);
}

;// CONCATENATED MODULE: ./build/tools/files/grep-output.js
/** ripgrep: `path NUL number SEP text`, SEP being `:` for a match and `-` for context. */
const CONTENT = /^([^\0]*)\0(\d+)([:-])([^]*)$/;
/** git under a heading: `number SEP text`. */
const NUMBERED = /^(\d+)([:-])([^]*)$/;
const COUNT = /^([^\0]*)\0(\d+)\r?$/;
/**
 * Matches and context by path and line, of ripgrep. What is no such line (a separator, a path with
 * a line feed) is left out.
 */
function parseContent(stdout, tell) {
    const lines = stdout.split('\n').flatMap((line) => {
        const [, printed, ...rest] = CONTENT.exec(line) ?? [];
        const path = printed === undefined ? null : tell(bare(printed));
        return path === null ? [] : [grepLine(path, rest)];
    });
    return sorted(lines);
}
/** The same of `git grep --heading --break`: a path, its lines, an empty line. */
function parseHeadedContent(stdout, tell) {
    const lines = stdout.split('\n\n').flatMap((block) => {
        const [heading, ...rest] = block.split('\n');
        const path = heading === undefined || heading === '' ? null : tell(bare(unquoted(heading)));
        if (path === null)
            return [];
        return rest.flatMap((line) => {
            const [whole, ...parts] = NUMBERED.exec(line) ?? [];
            return whole === undefined ? [] : [grepLine(path, parts)];
        });
    });
    return sorted(lines);
}
function grepLine(path, [number, separator, text]) {
    return {
        path,
        number: Number(number),
        match: separator !== '-',
        text: (text ?? '').replace(/\r$/, ''),
    };
}
function sorted(lines) {
    return lines.sort((first, second) => first.path === second.path ? first.number - second.number : first.path < second.path ? -1 : 1);
}
const ESCAPES = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };
/** Git writes a name with quotes or control characters as a C string. */
function unquoted(name) {
    if (!/^".*"$/.test(name))
        return name;
    const binary = Buffer.from(name.slice(1, -1)).toString('latin1');
    const bytes = binary.replaceAll(/\\([0-7]{3}|.)/g, (_, escape) => {
        const code = escape.length === 3 ? Number.parseInt(escape, 8) : ESCAPES[escape];
        return code === undefined ? escape : String.fromCharCode(code);
    });
    return Buffer.from(bytes, 'latin1').toString();
}
/** Paths with at least one match, sorted. */
function parseFiles(stdout, tell) {
    return stdout
        .split('\0')
        .flatMap((printed) => (printed.trim() === '' ? [] : (tell(bare(printed)) ?? [])))
        .sort();
}
/** Matching lines by path, sorted. */
function parseCounts(stdout, tell) {
    return stdout
        .split('\n')
        .flatMap((line) => {
        const [, printed, count] = COUNT.exec(line) ?? [];
        const path = printed === undefined ? null : tell(bare(printed));
        return path === null ? [] : [{ path, count: Number(count) }];
    })
        .sort((first, second) => (first.path < second.path ? -1 : 1));
}
function bare(path) {
    return path.replace(/^\.\//, '');
}

;// CONCATENATED MODULE: ./build/tools/files/grep.js









const grep_DEFAULT_LIMIT = 200;
const grep_MAX_LIMIT = 2_000;
const MAX_CONTEXT = 20;
const TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 8_000_000;
const grep_MAX_LINE_CHARS = 500;
const grep_schema = schemas.object({
    pattern: schemas.string().min(1).max(2_000).describe('Regular expression'),
    path: schemas.string().min(1).max(MAX_PATH_CHARS).optional().describe('Folder or file, default all'),
    glob: schemas.string().min(1).max(1_000).optional().describe('Only these files: *.ts, src/**, !*.md'),
    mode: schemas["enum"](['content', 'files', 'count']).optional(),
    ignore_case: schemas.boolean().optional(),
    context: schemas.int().min(0).max(MAX_CONTEXT).optional().describe('Lines around each match'),
    limit: schemas.int().min(1).max(grep_MAX_LIMIT).optional().describe(`Results, default ${grep_DEFAULT_LIMIT}`),
});
/** `fs_grep`: text in files, by ripgrep or else git. */
function grepTool(world) {
    return (0,tools_define/* defineTool */.uO)({
        name: 'fs_grep',
        displayName: 'Search text',
        description: 'Search file contents line by line. Git-ignored files are skipped unless `path` names their place.',
        kind: 'readonly',
        category: 'fs',
        tags: ['search'],
        concurrencySafe: true,
        input: grep_schema,
        facts: ({ path }) => pathFacts(world.workspace, 'read', [path ?? '.']),
        narrowestRule: ({ path }) => pathRule('fs_grep', world.workspace, [path ?? '.']),
        execute: async (input, { signal }) => await (0,tools_result/* withRefusals */._E)(async () => await searchText(world, input, signal)),
    });
}
async function searchText(world, input, signal) {
    if (/[\n\0]/.test(input.pattern)) {
        return (0,tools_result/* failure */.V2)('validation', 'The pattern spans lines or holds NUL; lines are searched one by one.', ['Search for one line of it and look around with context.']);
    }
    const place = await placeOf(world, input.path ?? '.');
    if (!('folder' in place))
        return place;
    const output = await runSearch(world, { input, place, signal });
    // Looked at again: what a link leads to may have been changed while the program ran.
    await world.workspace.stat(input.path ?? '.');
    const problem = problemOf(output, input);
    if (problem !== null)
        return problem;
    const text = found(world, input, { place, stdout: output.stdout.toString() });
    const cut = output.problem === 'too-much-output'
        ? '\n[there was more than could be read; narrow the search]'
        : '';
    const clean = text.length > tools_result/* MAX_RESULT_CHARS */.dO ? ((await world.redactor?.redact(text)) ?? text) : text;
    return (0,tools_result/* success */.kX)((0,base_text/* truncateMiddle */.kU)(clean + cut, tools_result/* MAX_RESULT_CHARS */.dO));
}
async function placeOf(world, named) {
    const path = world.workspace.relative(named);
    const entry = await world.workspace.stat(path);
    if (entry === null)
        return (0,tools_result/* failure */.V2)('not_found', `There is no ${path}.`, ['Find it with fs_glob or fs_list.']);
    if (entry.kind === 'directory')
        return { folder: path, target: '.' };
    // Opened once: whatever is not a regular file inside of the workspace is refused here.
    await (await world.workspace.open(path)).close();
    return { folder: (0,external_node_path_.dirname)(path), target: `./${path.slice(path.lastIndexOf('/') + 1)}` };
}
async function runSearch(world, what) {
    const { input, place, signal } = what;
    const search = {
        pattern: input.pattern,
        mode: input.mode ?? 'content',
        glob: input.glob ?? null,
        ignoreCase: input.ignore_case === true,
        context: input.context ?? 0,
        target: place.target,
        respectIgnores: place.folder === '.' && place.target === '.',
    };
    const cwd = place.folder === '.' ? world.workspace.root : `${world.workspace.root}/${place.folder}`;
    const options = { cwd, timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES, signal };
    const programs = world.search;
    const { ripgrep } = programs;
    if (ripgrep !== null)
        return await programs.run(ripgrepArguments(ripgrep, search), options);
    const perl = await programs.run(gitGrepArguments(search, '--perl-regexp'), options);
    const lacksPerl = perl.exitCode === 128 && perl.stderr.includes('Perl-compatible');
    return lacksPerl
        ? await programs.run(gitGrepArguments(search, '--extended-regexp'), options)
        : perl;
}
function problemOf(output, input) {
    if (output.problem === 'timed-out') {
        return (0,tools_result/* failure */.V2)('timeout', `The search took longer than ${TIMEOUT_MS} ms.`, [
            'Name a path or a glob.',
        ]);
    }
    if (output.problem === 'cancelled')
        return (0,tools_result/* failure */.V2)('cancelled', 'The search was cancelled.');
    if (output.problem === 'too-much-output' || output.exitCode === 0 || output.exitCode === 1)
        return null;
    if (output.stdout.length > 0)
        return null;
    const why = (0,base_text/* oneLine */.TN)(output.stderr.toString().replaceAll('fatal: ', ''), 300);
    if (why === '' && output.exitCode === 2)
        return null;
    if (output.exitCode === null)
        return (0,tools_result/* failure */.V2)('execution', `The search could not be run. ${why}`);
    return (0,tools_result/* failure */.V2)('validation', `The search for ${JSON.stringify((0,base_text/* oneLine */.TN)(input.pattern, 200))} failed: ${why}`, [
        'Escape characters that mean something in a regular expression, such as ( [ { . * + ? | \\ with \\.',
    ]);
}
function found(world, input, raw) {
    const limit = input.limit ?? grep_DEFAULT_LIMIT;
    const mayTell = teller(world, world.workspace.relative(input.path ?? '.'));
    const tell = (path) => {
        const full = raw.place.folder === '.' ? path : `${raw.place.folder}/${path}`;
        const hidden = /(?:^|\/)\.git(?:\/|$)/i.test(full) || !mayTell(full);
        return hidden ? null : full;
    };
    const mode = input.mode ?? 'content';
    if (mode === 'content') {
        const parse = world.search.ripgrep === null ? parseHeadedContent : parseContent;
        return contentText(parse(raw.stdout, tell), limit);
    }
    const lines = mode === 'files'
        ? parseFiles(raw.stdout, tell)
        : parseCounts(raw.stdout, tell).map(({ path, count }) => `${path}: ${count}`);
    if (lines.length === 0)
        return 'No match.';
    const more = lines.length > limit ? [`[${lines.length} files, the first ${limit} shown]`] : [];
    return [...lines.slice(0, limit), ...more].join('\n');
}
function contentText(lines, limit) {
    const total = lines.filter((line) => line.match).length;
    if (total === 0)
        return 'No match.';
    const hasContext = total < lines.length;
    const shown = [];
    let told = 0;
    let previous = null;
    for (const line of lines) {
        if (line.match && told === limit)
            break;
        told += line.match ? 1 : 0;
        if (line.path !== previous?.path)
            shown.push(line.path);
        else if (hasContext && line.number > previous.number + 1)
            shown.push('  --');
        shown.push(`  ${line.number}${line.match ? ':' : '-'} ${cutLine(line.text)}`);
        previous = line;
    }
    if (total > limit)
        shown.push(`[${total} matches, the first ${limit} shown]`);
    return shown.join('\n');
}
function cutLine(text) {
    if (text.length <= grep_MAX_LINE_CHARS)
        return text;
    return `${text.slice(0, grep_MAX_LINE_CHARS).replace(/[\uD800-\uDBFF]$/, '')}[... line cut]`;
}

;// CONCATENATED MODULE: ./build/tools/files/list.js






const MAX_ENTRIES = 500;
/** `fs_list`: what a folder holds. */
function listTool(world) {
    return (0,tools_define/* defineTool */.uO)({
        name: 'fs_list',
        displayName: 'List folder',
        description: 'List a folder: name, size; "/" marks folders, "@" links.',
        kind: 'readonly',
        category: 'fs',
        tags: ['read'],
        concurrencySafe: true,
        input: schemas.object({ path: schemas.string().min(1).max(MAX_PATH_CHARS).optional() }),
        facts: (input) => pathFacts(world.workspace, 'read', [folder(input)]),
        narrowestRule: (input) => pathRule('fs_list', world.workspace, [folder(input)]),
        execute: async (input) => await (0,tools_result/* withRefusals */._E)(async () => await listFolder(world, folder(input))),
    });
}
function folder(input) {
    return input.path ?? '.';
}
async function listFolder(world, named) {
    const path = world.workspace.relative(named);
    const entry = await world.workspace.stat(path);
    if (entry === null)
        return (0,tools_result/* failure */.V2)('not_found', `There is no folder ${path}.`, ['Find it with fs_glob.']);
    if (entry.kind !== 'directory') {
        return (0,tools_result/* failure */.V2)('execution', `${path} is not a folder.`, ['Read it with fs_read.']);
    }
    const entries = await world.workspace.list(path, { limit: MAX_ENTRIES + 1 });
    const mayTell = teller(world, path);
    const told = entries.slice(0, MAX_ENTRIES).filter((one) => mayTell(one.path));
    const more = entries.length > MAX_ENTRIES ? [`[only the first ${MAX_ENTRIES} are listed; use fs_glob]`] : [];
    if (told.length === 0)
        return (0,tools_result/* success */.kX)(`${path} is empty.`);
    return (0,tools_result/* success */.kX)([...told.map(line), ...more].join('\n'));
}
function line(entry) {
    const name = (0,base_text/* visible */.RK)(entry.path.slice(entry.path.lastIndexOf('/') + 1)).replaceAll('\n', '\\n');
    if (entry.kind === 'directory')
        return `${name}/`;
    if (entry.kind === 'symlink')
        return `${name}@`;
    return entry.kind === 'other' ? `${name} (special file)` : `${name} ${entry.size}`;
}

// EXTERNAL MODULE: ./build/tools/closest.js
var closest = __webpack_require__(6039);
// EXTERNAL MODULE: ./build/tools/files/media.js
var files_media = __webpack_require__(44772);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/tools/files/slice.js

const LF = 0x0a;
const CR = 0x0d;
/** Reads the slice out of `chunks`. Stops pulling once nothing more is needed. */
async function sliceLines(chunks, request) {
    const hash = (0,external_node_crypto_.createHash)('sha256');
    const scan = new LineScan(request);
    let whole = true;
    for await (const chunk of chunks) {
        if (request.countAll)
            hash.update(chunk);
        scan.push(chunk);
        if (!request.countAll && scan.pastSlice()) {
            whole = false;
            break;
        }
    }
    return scan.finish(whole, request.countAll ? hash.digest('hex') : null);
}
class LineScan {
    request;
    kept;
    line = 1;
    parts = [];
    partBytes = 0;
    lineBytes = 0;
    lastByte = -1;
    crlfLines = 0;
    lfLines = 0;
    constructor(request) {
        this.request = request;
        this.kept = new KeptLines(request.maxBytes);
    }
    push(chunk) {
        let from = 0;
        for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, from)) {
            this.add(chunk, from, at);
            this.endLine();
            from = at + 1;
        }
        if (from < chunk.length)
            this.add(chunk, from, chunk.length);
    }
    pastSlice() {
        return this.line >= this.request.offset + this.request.limit;
    }
    finish(whole, sha256) {
        const endsWithNewline = this.lineBytes === 0;
        const lines = endsWithNewline ? this.line - 1 : this.line;
        if (!endsWithNewline && whole)
            this.keep();
        return {
            ...this.kept.parts(),
            totalLines: whole ? lines : null,
            sha256,
            crlfLines: this.crlfLines,
            lfLines: this.lfLines,
            endsWithNewline,
        };
    }
    wanted() {
        return this.line >= this.request.offset && !this.pastSlice();
    }
    add(chunk, from, to) {
        if (to === from)
            return;
        this.lineBytes += to - from;
        this.lastByte = chunk[to - 1] ?? -1;
        const room = this.request.maxLineBytes - this.partBytes;
        if (!this.wanted() || room <= 0)
            return;
        // Copied: the reader fills the same buffer again.
        const part = Buffer.from(chunk.subarray(from, Math.min(to, from + room)));
        this.parts.push(part);
        this.partBytes += part.length;
    }
    endLine() {
        const crlf = this.lineBytes > 0 && this.lastByte === CR;
        if (crlf)
            this.crlfLines += 1;
        else
            this.lfLines += 1;
        this.keep(crlf ? 1 : 0);
        this.line += 1;
        this.parts = [];
        this.partBytes = 0;
        this.lineBytes = 0;
        this.lastByte = -1;
    }
    keep(endingBytes = 0) {
        if (!this.wanted())
            return;
        const whole = Buffer.concat(this.parts);
        const totalBytes = this.lineBytes - endingBytes;
        this.kept.add({ number: this.line, bytes: whole.subarray(0, totalBytes), totalBytes });
    }
}
/** The first and the last lines of what was added, within a number of bytes. */
class KeptLines {
    room;
    head = [];
    tail = [];
    headBytes = 0;
    tailBytes = 0;
    dropped = false;
    constructor(maxBytes) {
        this.room = Math.floor(maxBytes / 2);
    }
    add(line) {
        const cost = line.bytes.length + 1;
        if (this.tail.length === 0 && !this.dropped && this.headBytes + cost <= this.room) {
            this.head.push(line);
            this.headBytes += cost;
            return;
        }
        this.tail.push(line);
        this.tailBytes += cost;
        while (this.tailBytes > this.room && this.tail.length > 1) {
            const first = this.tail.shift();
            this.tailBytes -= (first?.bytes.length ?? 0) + 1;
            this.dropped = true;
        }
    }
    parts() {
        if (this.dropped)
            return { head: this.head, tail: this.tail };
        return { head: [...this.head, ...this.tail], tail: [] };
    }
}

;// CONCATENATED MODULE: ./build/tools/files/read.js









const DEFAULT_LINES = 2_000;
const MAX_LINES = 100_000;
const MAX_LINE_NUMBER = 1_000_000_000;
const read_MAX_LINE_CHARS = 2_000;
/**
 * More is kept of a line than is shown, so that a secret across the cut is seen whole before it is
 * removed.
 */
const KEPT_LINE_BYTES = 4 * (read_MAX_LINE_CHARS + 2_000);
const KEPT_BYTES = 4 * tools_result/* MAX_RESULT_CHARS */.dO;
const CHUNK_BYTES = 65_536;
const COUNT_ALL_BYTES = 16_000_000;
const MAX_IMAGE_BYTES = 3_750_000;
const MAX_PDF_BYTES = 4_500_000;
const NEIGHBOURS = 500;
const NOTE_ROOM = 600;
const read_schema = schemas.object({
    path: schemas.string().min(1).max(MAX_PATH_CHARS),
    offset: schemas.int().min(1).max(MAX_LINE_NUMBER).optional().describe('First line, from 1'),
    limit: schemas.int().min(1).max(MAX_LINES).optional().describe(`Lines, default ${DEFAULT_LINES}`),
});
/** `fs_read`: the lines of a file with their numbers; pictures and PDF files as such. */
function readTool(world) {
    return (0,tools_define/* defineTool */.uO)({
        name: 'fs_read',
        displayName: 'Read file',
        description: {
            short: 'Read a file: numbered lines, images, PDF.',
            long: 'The number and tab before each line are not part of the file.',
        },
        kind: 'readonly',
        category: 'fs',
        tags: ['read'],
        concurrencySafe: true,
        input: read_schema,
        facts: ({ path }) => pathFacts(world.workspace, 'read', [path]),
        narrowestRule: ({ path }) => pathRule('fs_read', world.workspace, [path]),
        execute: async (input, { signal }) => await (0,tools_result/* withRefusals */._E)(async () => await readFile(world, input, signal)),
    });
}
async function readFile(world, input, signal) {
    const { workspace } = world;
    const path = workspace.relative(input.path);
    const entry = await workspace.stat(path);
    if (entry === null)
        return await notThere(world, path);
    if (entry.kind === 'directory') {
        return (0,tools_result/* failure */.V2)('execution', `${path} is a directory.`, [
            `List it with fs_list({"path": ${JSON.stringify(path)}}).`,
        ]);
    }
    const handle = await workspace.open(path);
    try {
        const { size } = await handle.stat();
        const media = (0,files_media/* sniff */.Z)(await startOf(handle));
        if (media.form !== 'text')
            return await nonText(world, { path, size, media });
        const slice = await sliceLines(chunksOf(handle, signal), {
            offset: input.offset ?? 1,
            limit: input.limit ?? DEFAULT_LINES,
            maxLineBytes: KEPT_LINE_BYTES,
            maxBytes: KEPT_BYTES,
            countAll: size <= COUNT_ALL_BYTES,
        });
        if (slice.sha256 !== null)
            world.reads.note(path, slice.sha256);
        return await read_shown(world, { path, size, input, slice });
    }
    finally {
        await handle.close();
    }
}
async function startOf(handle) {
    const buffer = Buffer.alloc(files_media/* SNIFF_BYTES */.d);
    const { bytesRead } = await handle.read(buffer, 0, files_media/* SNIFF_BYTES */.d, 0);
    return buffer.subarray(0, bytesRead);
}
async function* chunksOf(handle, signal) {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    let position = 0;
    for (;;) {
        signal.throwIfAborted();
        const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, position);
        if (bytesRead === 0)
            return;
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
    }
}
async function notThere(world, path) {
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
    const near = await world.workspace.list(folder, { limit: NEIGHBOURS }).catch(() => []);
    const told = near.map((entry) => entry.path).filter(teller(world, '.'));
    return (0,tools_result/* failure */.V2)('not_found', `There is no file ${path}.${(0,closest/* didYouMean */.a)(path, told)}`, [
        'Find it with fs_glob or fs_list.',
    ]);
}
async function nonText(world, file) {
    const { path, size, media } = file;
    if (media.form === 'binary') {
        const utf16 = media.what.startsWith('UTF-16')
            ? ['Convert it with bash_run and iconv to read it.']
            : [];
        return (0,tools_result/* failure */.V2)('execution', `${path} is not UTF-8 text: ${media.what}, ${size} bytes.`, utf16);
    }
    const limit = media.form === 'image' ? MAX_IMAGE_BYTES : MAX_PDF_BYTES;
    const what = media.form === 'image' ? media.mediaType : 'application/pdf';
    if (size > limit) {
        return (0,tools_result/* failure */.V2)('execution', `${path} (${what}) has ${size} bytes; at most ${limit} can be shown.`, ['Make a smaller copy with bash_run.']);
    }
    const bytes = await world.workspace.read(path, { maxBytes: limit });
    world.reads.note(path, (0,digest/* sha256 */.s)(bytes));
    const note = { type: 'text', text: `${path}: ${what}, ${bytes.length} bytes` };
    const base64 = bytes.toString('base64');
    return {
        ok: true,
        llmContent: [
            note,
            media.form === 'image'
                ? { type: 'image', mediaType: media.mediaType, base64 }
                : { type: 'document', mediaType: 'application/pdf', base64 },
        ],
        displayContent: note.text,
    };
}
async function read_shown(world, read) {
    const { path, size, slice } = read;
    if (size === 0 && slice.totalLines === 0)
        return (0,tools_result/* success */.kX)(`${path} is empty (0 bytes).`);
    const offset = read.input.offset ?? 1;
    if (slice.head.length + slice.tail.length === 0) {
        return (0,tools_result/* failure */.V2)('execution', `${path} has ${slice.totalLines ?? 0} lines; line ${offset} is beyond its end.`, [`Use an offset of at most ${slice.totalLines ?? 0}.`]);
    }
    const head = await Promise.all(slice.head.map((line) => lineText(world, line)));
    const tail = await Promise.all(slice.tail.map((line) => lineText(world, line)));
    const body = fitted(slice, { head, tail });
    return (0,tools_result/* success */.kX)([...body, ...notes(path, size, slice)].join('\n'));
}
async function lineText(world, line) {
    const bom = line.number === 1 && line.bytes.subarray(0, 3).toString('hex') === 'efbbbf';
    const decoded = new TextDecoder('utf-8', { ignoreBOM: !bom }).decode(line.bytes);
    const number = `${String(line.number).padStart(5)}\t`;
    if (decoded.length <= read_MAX_LINE_CHARS && line.totalBytes === line.bytes.length)
        return number + decoded;
    const clean = (await world.redactor?.redact(decoded)) ?? decoded;
    const cut = clean.slice(0, read_MAX_LINE_CHARS).replace(/[\uD800-\uDBFF]$/, '');
    return `${number}${cut}[... line cut, it has ${line.totalBytes} bytes]`;
}
/** The lines that fit into a result: first ones, a note of what is missing, last ones. */
function fitted(slice, lines) {
    const { head, tail } = lines;
    const room = tools_result/* MAX_RESULT_CHARS */.dO - NOTE_ROOM;
    const total = head.reduce((sum, line) => sum + line.length + 1, 0);
    if (tail.length === 0 && total <= room)
        return head;
    const front = takeWithin(head, room / 2);
    const rest = tail.length === 0 ? head.slice(front.length) : tail;
    const back = takeWithin(rest.toReversed(), room / 2).toReversed();
    const numbers = [...slice.head, ...slice.tail].map((line) => line.number);
    const first = (numbers[front.length - 1] ?? 0) + 1;
    const last = (numbers[numbers.length - back.length] ?? 0) - 1;
    return [
        ...front,
        `[... lines ${first}-${last} cut here; read them with offset ${first} ...]`,
        ...back,
    ];
}
function takeWithin(lines, room) {
    let used = 0;
    const count = lines.findIndex((line) => {
        used += line.length + 1;
        return used > room;
    });
    return count === -1 ? lines : lines.slice(0, count);
}
function notes(path, size, slice) {
    const shownLines = [...slice.head, ...slice.tail];
    const first = shownLines[0]?.number ?? 0;
    const last = shownLines.at(-1)?.number ?? 0;
    const invalid = shownLines.some((line) => isInvalidUtf8(line));
    const more = slice.totalLines === null || last < slice.totalLines;
    const of = slice.totalLines === null ? `a file of ${size} bytes` : `${slice.totalLines}`;
    const parts = [
        `${path}: lines ${first}-${last} of ${of}`,
        ...(more ? [`read on with offset ${last + 1}`] : []),
        ...endingNotes(slice),
        ...(!more && !slice.endsWithNewline ? ['no newline at the end'] : []),
        ...(invalid ? ['invalid UTF-8 shown as \uFFFD'] : []),
    ];
    return [`[${parts.join('; ')}]`];
}
function endingNotes({ crlfLines, lfLines }) {
    if (crlfLines === 0)
        return [];
    return [lfLines === 0 ? 'line endings CRLF' : 'line endings mixed, CRLF and LF'];
}
function isInvalidUtf8({ bytes, totalBytes }) {
    const whole = bytes.length === totalBytes;
    return new TextDecoder('utf-8').decode(bytes, { stream: !whole }).includes('\uFFFD');
}

;// CONCATENATED MODULE: ./build/tools/files/write.js








const write_schema = schemas.object({
    path: schemas.string().min(1).max(MAX_PATH_CHARS),
    content: schemas.string().max(MAX_EDIT_BYTES),
});
/** `fs_write`: a whole file, new or in place of one that was read before. */
function writeTool(world) {
    return (0,tools_define/* defineTool */.uO)({
        name: 'fs_write',
        displayName: 'Write file',
        description: {
            short: 'Write a whole file, making parent folders.',
            long: 'An existing file must have been read. To change part of a file use fs_edit.',
        },
        kind: 'write',
        category: 'fs',
        tags: ['edit'],
        input: write_schema,
        facts: ({ path }) => pathFacts(world.workspace, 'write', [path]),
        narrowestRule: ({ path }) => pathRule('fs_write', world.workspace, [path]),
        preview: async (input) => await write_previewOf(world, input),
        execute: async (input) => await world.reads.exclusively(async () => await (0,tools_result/* withRefusals */._E)(async () => await writeFile(world, input))),
    });
}
async function writeFile(world, input) {
    const path = world.workspace.relative(input.path);
    const entry = await world.workspace.stat(path);
    if (entry?.kind === 'directory') {
        return (0,tools_result/* failure */.V2)('execution', `${path} is a directory; a file cannot take its place.`, [
            'Name a file in it.',
        ]);
    }
    const before = await contentOf(world, path, entry);
    const stale = before === null ? null : staleness(world, path, before);
    if (stale !== null)
        return stale;
    const after = Buffer.from(input.content);
    await world.workspace.write(path, after, {
        expectSha256: before === null ? null : (0,digest/* sha256 */.s)(before),
    });
    world.reads.note(path, (0,digest/* sha256 */.s)(after));
    const done = before === null ? 'Created' : 'Replaced';
    return {
        ok: true,
        llmContent: `${done} ${path} (${after.length} bytes).`,
        displayContent: (0,diff/* displayDiff */.k)([
            { path, before: before?.toString() ?? null, after: input.content },
        ]),
        metadata: { filesChanged: [path] },
    };
}
async function contentOf(world, path, entry) {
    return entry === null ? null : await world.workspace.read(path, { maxBytes: MAX_EDIT_BYTES });
}
async function write_previewOf(world, input) {
    const path = world.workspace.relative(input.path);
    try {
        const before = await contentOf(world, path, await world.workspace.stat(path));
        const text = (0,diff/* unifiedDiff */.W)([{ path, before: before?.toString() ?? null, after: input.content }]);
        return { form: 'diff', text };
    }
    catch {
        // What cannot be read cannot be compared; the new content is shown whole, and writing decides
        // for itself.
        return { form: 'text', text: input.content };
    }
}

;// CONCATENATED MODULE: ./build/tools/files/index.js










/** The file tools over a workspace. */
function fileTools(world) {
    return [readTool, writeTool, editTool, multiEditTool, globTool, grepTool, listTool].map((make) => make(world));
}

// EXTERNAL MODULE: ./build/sandbox/environment.js
var environment = __webpack_require__(16113);
// EXTERNAL MODULE: ./build/sandbox/process.js + 1 modules
var process = __webpack_require__(92613);
;// CONCATENATED MODULE: ./build/tools/files/programs.js


/**
 * The search programs of this machine, from the parent's PATH without folders of the checkout at
 * `root`: it must not choose what searches it. PATH is all that they get of the parent's
 * environment. This file starts processes.
 */
function searchPrograms(parentPath, root) {
    const env = {
        PATH: (0,environment/* pathFolders */.zU)(parentPath, root).join(external_node_path_.delimiter),
        LC_ALL: 'C.UTF-8',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_TERMINAL_PROMPT: '0',
        GIT_OPTIONAL_LOCKS: '0',
    };
    return {
        ripgrep: (0,process/* findProgram */.Kp)('rg', { env, cwd: '/' }),
        run: async (argv, options) => await (0,process/* runTrusted */.$5)({ argv, env, ...options }),
    };
}

;// CONCATENATED MODULE: ./build/tools/commands/output.js


const HEAD_ROOM = 300;
/**
 * The result of a command that ended. A command that exited, whatever its code, was carried out:
 * the model reads the code. One that was ended, or could not begin, is a failure that keeps the
 * output there was.
 */
async function commandResult(result, world) {
    const network = result.network ?? [];
    const output = asCode(await cutOutput(result.output, world.redactor), network);
    const seconds = `${(result.durationMs / 1000).toFixed(1)} s`;
    const metadata = {
        exitCode: result.exitCode,
        ended: result.ended,
        outputBytes: result.outputBytes,
        durationMs: Math.round(result.durationMs),
        ...networkMetadata(network),
    };
    if (result.ended === 'exited') {
        const how = result.signal === null ? `exit code ${result.exitCode}` : `ended by ${result.signal}`;
        const text = output === '' ? `${how}, no output (${seconds})` : `${how} (${seconds})\n${output}`;
        return { ok: true, llmContent: text, metadata };
    }
    const partial = output === '' ? {} : { llmContent: `Output until then:\n${output}` };
    return {
        ok: false,
        error: errorOf(result, { output, timeoutMs: world.timeoutMs }),
        metadata,
        ...partial,
    };
}
/** Output that strangers may have written is shown as code, so that no character of it is taken for a page's and left out. */
function asCode(output, network) {
    return output === '' || reachedBy(network).length === 0 ? output : (0,base_text/* fence */.EU)(output, 'text');
}
function reachedBy(network) {
    return network.filter(({ verdict }) => verdict === 'allowed').map(({ to }) => to);
}
/** Where a command went. What it brought from there may have been written by anybody. */
function networkMetadata(network) {
    if (network.length === 0)
        return {};
    const reached = reachedBy(network);
    return {
        network: network.map((use) => ({ ...use })),
        ...(reached.length === 0 ? {} : { untrustedSource: `network: ${reached.join(', ')}` }),
    };
}
function errorOf(result, about) {
    if (result.ended === 'timed-out') {
        return {
            type: 'timeout',
            message: `The command did not end within ${about.timeoutMs} ms and was ended with all that it started.`,
            recommendations: [
                'Give a larger timeout_ms, do less in one command, or run it with background: true.',
            ],
        };
    }
    if (result.ended === 'cancelled') {
        return { type: 'cancelled', message: 'The command was cancelled.', recommendations: [] };
    }
    return {
        type: 'execution',
        message: `The command could not be started: ${about.output || 'no reason was given'}`,
        recommendations: ['Check that the program and the folder exist.'],
    };
}
/** Secrets go first, then the middle of what is too long. */
async function cutOutput(output, redactor) {
    const clean = redactor === undefined ? output : await redactor.redact(output);
    return (0,base_text/* truncateMiddle */.kU)(clean, tools_result/* MAX_RESULT_CHARS */.dO - HEAD_ROOM);
}

;// CONCATENATED MODULE: ./build/tools/commands/rule.js
const PLAIN_WORD = /^[A-Za-z0-9_.,/:=%+-][A-Za-z0-9_.,/:=%+@-]*$/;
/**
 * The narrowest rule for one simple command: its words and no others, quoted where a pattern would
 * read more into them.
 */
function commandRule(words) {
    return `bash_run(${words.map(quoted).join(' ')})`;
}
/**
 * The narrowest rule for a source that is started as `line`; `null` where it is more than one plain command, each of
 * which needs a rule of its own. Of git's own words only the source is asked: its arguments come with settings.
 */
function narrowestCommandRule(source, line) {
    if (!('argv' in line))
        return null;
    const [program] = line.argv;
    if (!/(?:^|\/)git$/.test(program))
        return commandRule(line.argv);
    const words = source.trim().split(/\s+/);
    return words.every((word) => PLAIN_WORD.test(word))
        ? commandRule(words)
        : `bash_run(${source.trim()})`;
}
function quoted(word) {
    if (PLAIN_WORD.test(word))
        return word;
    if (!word.includes("'"))
        return `'${word}'`;
    return `"${word.replaceAll(/["\\]/g, String.raw `\$&`)}"`;
}

;// CONCATENATED MODULE: ./build/tools/commands/index.js







const DEFAULT_COMMAND_TIMEOUT_MS = 120_000;
const MAX_COMMAND_TIMEOUT_MS = 30 * 60_000;
/** The tool's own time-out comes after the command's, whose partial output is worth more. */
const GRACE_MS = 30_000;
/**
 * More is kept than is shown: what is cut off here lies far from what the model gets, so no half
 * secret does.
 */
const KEPT_OUTPUT_CHARS = 200_000;
const MAX_COMMAND_CHARS = 100_000;
const runSchema = schemas.object({
    command: schemas.string().min(1).max(MAX_COMMAND_CHARS),
    description: schemas.string().max(500).optional().describe('What it does, for people'),
    cwd: schemas.string().min(1).max(4096).optional().describe('Folder from the workspace root'),
    timeout_ms: schemas.int()
        .min(1)
        .max(MAX_COMMAND_TIMEOUT_MS)
        .optional()
        .describe(`Default ${DEFAULT_COMMAND_TIMEOUT_MS}; in the background ${MAX_COMMAND_TIMEOUT_MS}`),
    background: schemas.boolean().optional(),
});
/**
 * `bash_run`, `bash_logs` and `bash_kill` over one runner; background commands belong to these
 * three.
 */
function bashTools(world) {
    const running = new Map();
    return [runTool(world, running), logsTool(world, running), killTool(world, running)];
}
function runTool(world, running) {
    return (0,tools_define/* defineTool */.uO)({
        name: 'bash_run',
        displayName: 'Run command',
        description: {
            short: 'Run a shell command in the workspace; gives exit code and output.',
            long: 'No input, no terminal; environment and folder do not carry over. Prefer the fs_ tools for files.',
            usageNotes: [
                'background: true returns an id for bash_logs and bash_kill; all ends with the run.',
            ],
        },
        kind: 'execute',
        category: 'bash',
        timeoutMs: MAX_COMMAND_TIMEOUT_MS + GRACE_MS,
        input: runSchema,
        facts: ({ command, cwd }) => ({ command, cwd: world.workspace.relative(cwd ?? '.') }),
        // Of several commands each needs a rule of its own: no single one is narrower than the tool.
        narrowestRule: ({ command }) => narrowestCommandRule(command, world.plan(command)) ?? 'bash_run',
        preview: (input) => preview(world, input),
        execute: async (input, context) => await (0,tools_result/* withRefusals */._E)(async () => await runCommand(world, running, { input, context })),
    });
}
function preview(world, input) {
    const folder = world.workspace.relative(input.cwd ?? '.');
    const notes = [
        ...(folder === '.' ? [] : [`in the folder ${(0,base_text/* visible */.RK)(folder).replaceAll(/[\n\t]/g, ' ')}`]),
        ...(input.background === true ? ['in the background'] : []),
    ];
    const head = notes.length === 0 ? '' : `# ${notes.join(', ')}\n`;
    return { form: 'command', text: head + input.command };
}
async function runCommand(world, running, call) {
    const { input, context } = call;
    if (input.command.trim() === '')
        return (0,tools_result/* failure */.V2)('validation', 'The command is empty.');
    if (input.command.includes('\0'))
        return (0,tools_result/* failure */.V2)('validation', 'The command holds a NUL character.');
    const cwd = world.workspace.relative(input.cwd ?? '.');
    const entry = await world.workspace.stat(cwd);
    if (entry?.kind !== 'directory') {
        return (0,tools_result/* failure */.V2)('not_found', `There is no folder ${cwd} to run the command in.`, [
            'Find it with fs_list.',
        ]);
    }
    const line = world.plan(input.command);
    const options = { cwd, maxOutputChars: KEPT_OUTPUT_CHARS };
    if (input.background === true) {
        const timeoutMs = input.timeout_ms ?? MAX_COMMAND_TIMEOUT_MS;
        return await startCommand(world, running, { line, ...options, timeoutMs });
    }
    const timeoutMs = input.timeout_ms ?? DEFAULT_COMMAND_TIMEOUT_MS;
    const result = await world.commands.run(line, { ...options, timeoutMs, signal: context.signal });
    return await commandResult(result, { redactor: world.redactor, timeoutMs });
}
async function startCommand(world, running, start) {
    const { line, ...options } = start;
    const command = await world.commands.start(line, options);
    running.set(command.id, command);
    return (0,tools_result/* success */.kX)(`Started in the background as ${command.id}. Read its output with bash_logs.`, {
        id: command.id,
    });
}
function logsTool(world, running) {
    return (0,tools_define/* defineTool */.uO)({
        name: 'bash_logs',
        displayName: 'Read command output',
        description: 'Output of a background command from an offset on, and whether it still runs.',
        kind: 'readonly',
        category: 'bash',
        concurrencySafe: true,
        input: schemas.object({ id: schemas.string(), offset: schemas.int().min(0).optional() }),
        execute: async ({ id, offset }) => {
            const command = running.get(id);
            if (command === undefined)
                return unknownCommand(id, running);
            const state = command.state();
            const { text, next } = command.logs(offset ?? 0);
            const how = state === 'running' ? 'running' : `${state.ended}, exit code ${state.exitCode ?? 'none'}`;
            const output = asCode(await cutOutput(text, world.redactor), command.network());
            return (0,tools_result/* success */.kX)(`[${id}: ${how}; next offset ${next}]${output === '' ? '' : `\n${output}`}`, {
                id,
                next,
                running: state === 'running',
                ...networkMetadata(command.network()),
            });
        },
    });
}
function killTool(world, running) {
    return (0,tools_define/* defineTool */.uO)({
        name: 'bash_kill',
        displayName: 'End command',
        description: 'End a background command with all that it started.',
        kind: 'execute',
        category: 'bash',
        input: schemas.object({ id: schemas.string() }),
        execute: async ({ id }) => {
            const command = running.get(id);
            if (command === undefined)
                return unknownCommand(id, running);
            const state = command.state();
            if (state !== 'running')
                return (0,tools_result/* success */.kX)(`${id} had ended already, exit code ${state.exitCode ?? 'none'}.`);
            const result = await command.kill();
            const output = asCode(await cutOutput(result.output, world.redactor), command.network());
            const told = `${id} was ended.${output === '' ? '' : ` Its output:\n${output}`}`;
            return (0,tools_result/* success */.kX)(told, networkMetadata(command.network()));
        },
    });
}
function unknownCommand(id, running) {
    const known = running.size === 0 ? 'none was started' : `there are ${[...running.keys()].join(', ')}`;
    return (0,tools_result/* failure */.V2)('not_found', `No background command has the id ${JSON.stringify(id)}; ${known}.`);
}

;// CONCATENATED MODULE: ./build/tools/todo.js



const TODO_STATUSES = ['pending', 'in_progress', 'done'];
const MAX_TODOS = 50;
const MAX_TEXT_CHARS = 300;
const MARKS = { pending: '[ ]', in_progress: '[~]', done: '[x]' };
/**
 * `todo_read` and `todo_write` over one list; `onChange` is told each new list, for the checklist
 * that people see.
 */
function todoTools(options = {}) {
    let todos = [];
    const common = { kind: 'readonly', category: 'todo', tags: ['plan'] };
    const read = (0,tools_define/* defineTool */.uO)({
        ...common,
        name: 'todo_read',
        displayName: 'Read to-do list',
        description: 'The to-do list as it stands.',
        input: schemas.object({}),
        execute: () => checklist(todos),
    });
    const write = (0,tools_define/* defineTool */.uO)({
        ...common,
        name: 'todo_write',
        displayName: 'Write to-do list',
        description: 'Replace the to-do list (people see it). Use it for work of several steps; keep one item in_progress.',
        input: schemas.object({
            todos: schemas.array(schemas.strictObject({
                text: schemas.string().min(1).max(MAX_TEXT_CHARS),
                status: schemas["enum"](TODO_STATUSES),
            }))
                .max(MAX_TODOS),
        }),
        execute: (input) => {
            todos = input.todos;
            options.onChange?.(todos);
            return (0,tools_result/* success */.kX)(checklist(todos), {
                todos: todos.map(({ text, status }) => ({ text, status })),
            });
        },
    });
    return [read, write];
}
function checklist(todos) {
    if (todos.length === 0)
        return 'The to-do list is empty.';
    return todos.map(({ text, status }) => `${MARKS[status]} ${text}`).join('\n');
}

// EXTERNAL MODULE: ./build/tools/finish.js
var finish = __webpack_require__(39625);
// EXTERNAL MODULE: ./build/policy/judge.js
var judge = __webpack_require__(55564);
// EXTERNAL MODULE: ./build/policy/usual-facts.js
var usual_facts = __webpack_require__(65703);
;// CONCATENATED MODULE: ./build/run/may-tell.js

/**
 * Whether searches and lists may tell of a path by the way: not where reading it is denied, nor where reading it asks for
 * a reason of its own (it usually holds secrets, or a rule names it). Where reading asks in general, or where the search
 * itself was asked about because of the place that it names, what it finds there is told.
 */
function mayTellOf(policy, ground) {
    const situation = { world: ground.world, untrusted: false, sandboxed: ground.sandboxed };
    const judged = (tool, path) => (0,judge/* judge */.S)(policy, (0,usual_facts/* usualFacts */.Mp)(tool, path), situation);
    return (path, named) => {
        const reading = judged('fs_read', path);
        switch (reading.verdict) {
            case 'auto':
                return true;
            case 'deny':
                return false;
            case 'requireApproval': {
                if (!ownReason(reading))
                    return true;
                const search = judged('fs_grep', named);
                return search.verdict === 'requireApproval' && ownReason(search);
            }
        }
    };
}
/** A wall, or a rule about this place; not a rule or a mode about reading in general. */
function ownReason({ list, rule }) {
    return list === 'wall' || rule?.includes('(') === true;
}

;// CONCATENATED MODULE: ./build/run/toolbox.js



/**
 * Every tool of the run, less those that the policy takes away: what it disables, what it denies outright, and in
 * plan mode everything that does more than read. A tool that is not offered cannot be called either. Throws
 * `tool-invalid` where the policy enables or disables a name that no tool has.
 */
function fillToolbox(job, world, at) {
    const { ground, marker, extras } = at;
    const { workspace } = ground;
    const registry = (0,tools_registry/* createRegistry */.I)();
    const reads = (0,ledger/* createReadLedger */.u)(job.resume === null ? {} : { seen: job.resume.reads });
    const told = { ...ground, mayTell: mayTellOf(job.policy, ground) };
    const { outputSchema = null } = job;
    for (const tool of builtinTools(world, { ...told, outputSchema }, reads))
        registry.register(tool, 'builtin');
    for (const { tool, source } of extras.tools)
        registry.register(tool, source);
    for (const tool of world.tools({ workspace, mark: (text, source) => marker.mark(text, source) }))
        registry.register(tool, 'code');
    const offered = registry
        .select(selectionOf(job), probes/* BUILTIN_TOOLS */.M)
        .filter((tool) => (0,visible/* toolVisible */.L)(job.policy, { ...tool, tool: tool.name }));
    const byName = new Map(offered.map((tool) => [tool.name, tool]));
    const forHelper = () => {
        const fresh = new Map(builtinTools(world, told, (0,ledger/* createReadLedger */.u)()).map((tool) => [tool.name, tool]));
        return offered.map((tool) => registry.sourceOf(tool.name) === 'builtin' ? (fresh.get(tool.name) ?? tool) : tool);
    };
    return { offered, find: (name) => byName.get(name), forHelper, reads };
}
function selectionOf({ policy }) {
    const { enabled, disabled } = policy.tools;
    return { disabled, ...(enabled === null ? {} : { enabled }) };
}
/**
 * The tools that every run has, over its workspace and its command runner. `reads` remembers what one conversation has
 * seen of the files.
 */
function builtinTools(world, ground, reads) {
    const { workspace, commands, mayTell, outputSchema } = ground;
    return [
        ...fileTools({
            workspace,
            reads,
            search: searchPrograms(world.environment['PATH'], workspace.root),
            redactor: world.redactor,
            ...(mayTell === undefined ? {} : { mayTell }),
        }),
        ...bashTools({ commands, workspace, plan: plan/* planCommand */.V, redactor: world.redactor }),
        ...todoTools({ onChange: (items) => world.bus.emit({ type: 'checklist', items }) }),
        (0,finish/* finishTool */.i)(outputSchema),
    ];
}


/***/ }),

/***/ 97094:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ renderDescription),
/* harmony export */   T: () => (/* binding */ toolSpecs)
/* harmony export */ });
/** All layers as one text for the model; layers that are not there leave no trace. */
function renderDescription(description) {
    return [
        description.short,
        description.long,
        listed('', description.usageNotes),
        listed('Examples:\n', description.examples),
        listed('Important:\n', description.important),
    ]
        .filter((part) => part !== undefined && part !== '')
        .join('\n');
}
function listed(title, lines) {
    if (lines === undefined || lines.length === 0)
        return '';
    return title + lines.map((line) => `- ${line}`).join('\n');
}
/**
 * What a model is told of these tools: by name, so that the same tools give the same bytes (and hit
 * the cache).
 */
function toolSpecs(tools) {
    return tools
        .map((tool) => ({
        name: tool.name,
        description: renderDescription(tool.description),
        input_schema: tool.inputSchema,
    }))
        .sort((first, second) => (first.name < second.name ? -1 : 1));
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


/***/ }),

/***/ 38655:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   u: () => (/* binding */ createReadLedger)
/* harmony export */ });
/** A ledger that has seen nothing yet. */
function createReadLedger(options = {}) {
    const seen = new Map(Object.entries(options.seen ?? {}));
    let last = Promise.resolve();
    return {
        unread: options.unread ?? 'refuse',
        note: (path, sha256) => void seen.set(path, sha256),
        state: (path, sha256) => {
            const known = seen.get(path);
            if (known === undefined)
                return 'unread';
            return known === sha256 ? 'current' : 'changed';
        },
        seen: () => Object.fromEntries(seen),
        exclusively: async (work) => {
            const turn = last.then(work);
            last = turn.catch(() => undefined);
            return await turn;
        },
    };
}


/***/ }),

/***/ 44772:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ sniff),
/* harmony export */   d: () => (/* binding */ SNIFF_BYTES)
/* harmony export */ });
/** Bytes that are looked at. */
const SNIFF_BYTES = 8_192;
const IMAGES = [
    ['89504e470d0a1a0a', 'image/png'],
    ['ffd8ff', 'image/jpeg'],
    ['474946383761', 'image/gif'],
    ['474946383961', 'image/gif'],
];
const BINARIES = [
    ['504b0304', 'zip archive'],
    ['1f8b', 'gzip data'],
    ['7f454c46', 'ELF program'],
    ['4d5a', 'Windows program'],
    ['cafebabe', 'Java class or Mach-O program'],
    ['cffaedfe', 'Mach-O program'],
    ['0061736d', 'WebAssembly module'],
    ['fffe', 'UTF-16 text'],
    ['feff', 'UTF-16 text'],
    ['53514c69746520666f726d6174', 'SQLite database'],
    ['425a68', 'bzip2 data'],
    ['fd377a585a', 'xz data'],
    ['28b52ffd', 'zstd data'],
];
/** Judges a file by its beginning. Text holds no NUL; whatever else does is binary. */
function sniff(start) {
    const hex = start.subarray(0, 16).toString('hex');
    const image = IMAGES.find(([magic]) => hex.startsWith(magic));
    if (image !== undefined)
        return { form: 'image', mediaType: image[1] };
    const isWebp = start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP';
    if (isWebp)
        return { form: 'image', mediaType: 'image/webp' };
    if (start.toString('latin1', 0, 5) === '%PDF-')
        return { form: 'pdf' };
    const binary = BINARIES.find(([magic]) => hex.startsWith(magic));
    const hasNul = start.includes(0);
    if (binary !== undefined && (hasNul || !isUtf8Start(start)))
        return { form: 'binary', what: binary[1] };
    return hasNul ? { form: 'binary', what: 'binary data' } : { form: 'text' };
}
function isUtf8Start(start) {
    // The last character may be cut in the middle; what is before it decides.
    const decoded = new TextDecoder('utf-8').decode(start, { stream: true });
    return !decoded.includes('\uFFFD');
}


/***/ }),

/***/ 39625:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   h: () => (/* binding */ finishOf),
/* harmony export */   i: () => (/* binding */ finishTool)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(55156);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(10768);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1158);
/* harmony import */ var _define_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(98089);
/* harmony import */ var _result_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(62767);
/* harmony import */ var _schema_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(30453);





const MAX_SUMMARY_CHARS = 20_000;
/** How often a result that does not fit is sent back. The next one ends the work unfinished. */
const MAX_TRIES = 5;
/** GitHub takes 1 MB for all outputs of a job. */
const MAX_RESULT_BYTES = 256 * 1024;
/** Where the schema of the result stands in that of the call. */
const RESULT_AT = '/properties/result';
const ending = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    outcome: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](['done', 'incomplete']),
    summary: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).max(MAX_SUMMARY_CHARS),
});
const withResult = zod__WEBPACK_IMPORTED_MODULE_0__.object({ ...ending.shape, result: zod__WEBPACK_IMPORTED_MODULE_0__.unknown().optional() });
/**
 * `finish`: the model's own last word. What ends the run is the loop, which reads it by `finishOf`. With a schema the
 * last word brings a result that fits it, or says why there is none; one that does not fit is sent back with what is
 * wrong, a few times, and then ends the work as incomplete.
 */
function finishTool(schema = null) {
    return schema === null ? plainFinish() : finishWith(schema);
}
function plainFinish() {
    return (0,_define_js__WEBPACK_IMPORTED_MODULE_1__/* .defineTool */ .uO)({
        ...ABOUT,
        description: {
            short: 'End the work with a summary for people, in Markdown.',
            long: 'done: all that was asked is done and checked. incomplete: say what is missing and why.',
        },
        input: ending,
        execute: (finish) => (0,_result_js__WEBPACK_IMPORTED_MODULE_2__/* .success */ .kX)('The run ends here.', { finish }),
    });
}
const ABOUT = {
    name: 'finish',
    displayName: 'Finish',
    kind: 'readonly',
    category: 'run',
};
function finishWith(schema) {
    let tries = 0;
    const tool = (0,_define_js__WEBPACK_IMPORTED_MODULE_1__/* .defineTool */ .uO)({
        ...ABOUT,
        description: {
            short: 'End the work with a summary for people, in Markdown, and the result for programs.',
            long: 'done: all that was asked is done and checked, and result is the whole of it. incomplete: say what is missing and why.',
            important: ['The work counts as done only with a result that fits its schema.'],
        },
        input: withResult,
        execute: ({ outcome, summary, result }) => {
            const problems = problemsWith(schema, { outcome, result });
            if (problems.length === 0 && (0,_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .isJson */ .Fh)(result ?? null)) {
                const finish = { outcome, summary };
                return (0,_result_js__WEBPACK_IMPORTED_MODULE_2__/* .success */ .kX)('The run ends here.', {
                    finish: (0,_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .isJson */ .Fh)(result) && result !== undefined ? { ...finish, result } : finish,
                });
            }
            const told = `The result did not fit the output schema (${problems.join('; ')}).`;
            const finish = { outcome: 'incomplete', summary: `${told} ${summary}` };
            return (0,_result_js__WEBPACK_IMPORTED_MODULE_2__/* .success */ .kX)('The run ends here, without a result that fits.', { finish });
        },
    });
    return Object.freeze({
        ...tool,
        inputSchema: shownWith(tool.inputSchema, schema),
        prepare: (input) => {
            const prepared = tool.prepare(input);
            if (!prepared.ok || tries >= MAX_TRIES)
                return prepared;
            const problems = problemsWith(schema, readInput(prepared.call.input));
            if (problems.length === 0)
                return prepared;
            tries += 1;
            return refused(problems, MAX_TRIES - tries);
        },
    });
}
/** The call's schema with the result's in it. */
function shownWith(of, schema) {
    const { properties } = of;
    return {
        ...of,
        properties: {
            ...((0,_base_index_js__WEBPACK_IMPORTED_MODULE_4__/* .isJsonObject */ .O)(properties) ? properties : {}),
            result: schema.shownAt(RESULT_AT),
        },
    };
}
function readInput(input) {
    return withResult.parse(input);
}
/** What is wrong with an ending; empty where it may end the work. Unfinished work needs no result. */
function problemsWith(schema, { outcome, result }) {
    if (result === undefined)
        return outcome === 'done' ? ['/: there is no result'] : [];
    if (!(0,_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .isJson */ .Fh)(result))
        return ['/: it is not well-formed JSON'];
    const problems = schema.problemsOf(result);
    if (problems.length > 0)
        return problems;
    const bytes = Buffer.byteLength((0,_base_index_js__WEBPACK_IMPORTED_MODULE_5__/* .canonicalJson */ .d)(result));
    return bytes > MAX_RESULT_BYTES
        ? [`/: it has ${bytes} bytes, more than ${MAX_RESULT_BYTES}`]
        : [];
}
function refused(problems, left) {
    return {
        ok: false,
        error: {
            type: 'validation',
            message: `The result does not fit its schema: ${problems.join('; ')}.`,
            recommendations: [
                `Call finish again with a result that fits; ${left} more of these and the work ends as incomplete.`,
                'Where there can be no such result, finish with the outcome incomplete and leave it out.',
            ],
        },
    };
}
/** What `finish` put into a result's metadata, or `null` where the result is not of `finish`. */
function finishOf(metadata) {
    const finish = metadata?.['finish'];
    if (!(0,_base_index_js__WEBPACK_IMPORTED_MODULE_4__/* .isJsonObject */ .O)(finish))
        return null;
    const { outcome, summary, result } = finish;
    if (typeof summary !== 'string')
        return null;
    if (outcome !== 'done' && outcome !== 'incomplete')
        return null;
    return { outcome, summary, ...(result === undefined ? {} : { result }) };
}


/***/ }),

/***/ 15206:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  I: () => (/* binding */ createRegistry)
});

// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./build/policy/wildcard.js
var wildcard = __webpack_require__(92557);
// EXTERNAL MODULE: ./build/tools/closest.js
var closest = __webpack_require__(6039);
// EXTERNAL MODULE: ./build/tools/description.js
var description = __webpack_require__(97094);
;// CONCATENATED MODULE: ./build/tools/tool.js
const TOOL_SOURCES = ['builtin', 'mcp', 'repository', 'code'];

;// CONCATENATED MODULE: ./build/tools/registry.js





/** An empty registry. */
function createRegistry() {
    const held = new Map();
    const listeners = new Set();
    const changed = (change) => {
        for (const listener of listeners)
            listener(change);
    };
    const entries = () => [...held.keys()].sort().flatMap((name) => topOf(held.get(name)));
    const all = () => entries().map(({ tool }) => tool);
    return {
        register: (tool, source) => {
            const sources = held.get(tool.name) ?? new Map();
            const there = sources.get(source);
            if (there !== undefined)
                throw duplicate(there, tool, source);
            sources.set(source, tool);
            held.set(tool.name, sources);
            changed({ type: 'registered', name: tool.name, source });
        },
        unregister: (name, source) => {
            const sources = held.get(name) ?? new Map();
            const gone = [...sources.keys()].filter((one) => source === undefined || one === source);
            for (const one of gone) {
                sources.delete(one);
                if (sources.size === 0)
                    held.delete(name);
                changed({ type: 'unregistered', name, source: one });
            }
            return gone.length > 0;
        },
        get: (name) => topOf(held.get(name))[0]?.tool,
        sourceOf: (name) => topOf(held.get(name))[0]?.source,
        all,
        entries,
        byKind: (kind) => all().filter((tool) => tool.kind === kind),
        byCategory: (category) => all().filter((tool) => tool.category === category),
        byTag: (tag) => all().filter((tool) => tool.tags.includes(tag)),
        search: (query) => searchTools(all(), query),
        forMode: (mode) => all().filter((tool) => mode === 'work' || tool.kind === 'readonly'),
        select: (selection, elsewhere = []) => selectTools(all(), selection, elsewhere),
        suggest: (name) => (0,closest/* closest */.k)(name, [...held.keys()]),
        onChange: (listener) => {
            listeners.add(listener);
            return () => void listeners.delete(listener);
        },
    };
}
function topOf(sources) {
    const source = TOOL_SOURCES.findLast((one) => sources?.has(one) === true);
    const tool = source === undefined ? undefined : sources?.get(source);
    return tool === undefined || source === undefined ? [] : [{ tool, source }];
}
function duplicate(there, tool, source) {
    const both = `"${there.displayName}" (${there.description.short}) and "${tool.displayName}" (${tool.description.short})`;
    return new errors/* CountersignError */.W('tool-invalid', `Two tools of the source ${source} are named ${tool.name}: ${both}.`, { fix: 'Give one of them another name.' });
}
function searchTools(tools, query) {
    const words = query
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '');
    return tools
        .filter((tool) => {
        const text = [
            tool.name,
            tool.displayName,
            tool.category,
            ...tool.tags,
            (0,description/* renderDescription */.N)(tool.description),
        ];
        return words.every((word) => text.join('\n').toLowerCase().includes(word));
    })
        .map((tool) => ({
        tool,
        hits: words.filter((word) => tool.name.toLowerCase().includes(word)).length,
    }))
        .sort((first, second) => second.hits - first.hits)
        .map(({ tool }) => tool);
}
function selectTools(tools, selection, elsewhere) {
    const names = [...new Set([...tools.map((tool) => tool.name), ...elsewhere])];
    const matchers = (list, key) => list.map((pattern) => {
        const matches = (name) => (0,wildcard/* matchesName */.H)(name, pattern);
        // A server that did not start must not stop a run whose policy names its tools.
        if (!names.some(matches) && !pattern.startsWith('mcp__'))
            throw unknownName(key, pattern, names);
        return matches;
    });
    const disabled = matchers(selection.disabled ?? [], 'disabled');
    const enabled = selection.enabled === undefined ? null : matchers(selection.enabled, 'enabled');
    return tools.filter(({ name }) => !disabled.some((matches) => matches(name)) &&
        (enabled === null || enabled.some((matches) => matches(name))));
}
function unknownName(key, pattern, names) {
    return new errors/* CountersignError */.W('tool-invalid', `tools.${key}: no tool is named ${JSON.stringify(pattern)}.${(0,closest/* didYouMean */.a)(pattern, names)}`, { fix: `There are: ${names.join(', ')}.` });
}


/***/ })

};
