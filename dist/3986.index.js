export const id = 3986;
export const ids = [3986];
export const modules = {

/***/ 45145:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   W: () => (/* binding */ CountersignError),
/* harmony export */   k: () => (/* binding */ errorText)
/* harmony export */ });
/**
 * The one error of the project. Thrown only for the unexpected; expected outcomes are values.
 * `message` says what was wrong with which value; `fix` says what to write or do instead.
 */
class CountersignError extends Error {
    code;
    fix;
    /** Where in files it is wrong, for whoever can point there; the message says it all the same. */
    places;
    constructor(code, message, options = {}) {
        super(message, options.cause === undefined ? undefined : { cause: options.cause });
        this.name = 'CountersignError';
        this.code = code;
        this.fix = options.fix;
        this.places = options.places ?? [];
    }
}
/** The text of anything that was thrown, for people: message, then the fix where there is one. */
function errorText(error) {
    if (error instanceof CountersignError) {
        return error.fix === undefined ? error.message : `${error.message} ${error.fix}`;
    }
    if (error instanceof Error)
        return error.message === '' ? error.name : error.message;
    try {
        return String(error);
    }
    catch {
        return 'Something that has no text was thrown.';
    }
}


/***/ }),

/***/ 91497:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $0: () => (/* binding */ neutralise),
/* harmony export */   EU: () => (/* binding */ fence),
/* harmony export */   RK: () => (/* binding */ visible),
/* harmony export */   TN: () => (/* binding */ oneLine),
/* harmony export */   kU: () => (/* binding */ truncateMiddle),
/* harmony export */   qs: () => (/* binding */ defuseMentions)
/* harmony export */ });
/**
 * Text by models, commands and strangers, on its way to a place that would act on it: a log that
 * knows workflow commands, Markdown that notifies people, a screen that hides characters. None of
 * that text is trusted.
 */
const SHORTEST_NOTE_ROOM = 80;
const FENCE_MIN = 3;
/** Control, format and invisible characters: what a reader does not see, but a program does. */
const INVISIBLE = new RegExp([
    '(?![\\n\\t])\\p{Cc}',
    '\\p{Cf}',
    '\\p{Cs}',
    '[\\u2028\\u2029\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u2800\\u3164\\uFFA0]',
    '[\\u{E0100}-\\u{E01EF}]',
].join('|'), 'gu');
const COLOURS = /\u001B\[[0-9;]*m/g;
const COMMAND_AT_LINE_START = /^([\s\u0085\uFEFF]*):(?=:)/gm;
/**
 * `text` with at most `max` characters: its head and its tail, and between them how much was cut.
 * No surrogate pair is split. A text that fits comes back as it is. `max` below 80 counts as 80.
 * Redact before: half a secret matches nothing.
 */
function truncateMiddle(text, max) {
    const limit = Math.max(max, SHORTEST_NOTE_ROOM);
    if (text.length <= limit)
        return text;
    const room = limit - SHORTEST_NOTE_ROOM;
    const head = cutAt(text, Math.ceil(room / 2));
    const tail = text.slice(startAt(text, text.length - Math.floor(room / 2)));
    const cut = text.length - head.length - tail.length;
    return `${head}\n[... ${cut.toLocaleString('en-US')} characters cut here ...]\n${tail}`;
}
function cutAt(text, end) {
    return text.slice(0, isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end);
}
function startAt(text, start) {
    return isHighSurrogate(text.charCodeAt(start - 1)) ? start + 1 : start;
}
function isHighSurrogate(unit) {
    return unit >= 0xd800 && unit <= 0xdbff;
}
/**
 * `text` with every control, bidirectional, zero-width and otherwise invisible character written
 * out as `\u{202E}`. Line feeds, tabs and a carriage return right before a line feed stay.
 */
function visible(text) {
    return text.replace(INVISIBLE, (found, offset) => {
        if (found === '\r' && text[offset + 1] === '\n')
            return found;
        return `\\u{${(found.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
    });
}
/**
 * `text` as a Markdown code block that the text cannot close: the fence is longer than any run of
 * backticks in it. `info` is the language; whatever is not a letter, digit, `+`, `-` or `_` is
 * dropped.
 */
function fence(text, info = '') {
    const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
    const marks = '`'.repeat(Math.max(FENCE_MIN, longest + 1));
    const language = info.replaceAll(/[^A-Za-z0-9+_-]/g, '');
    return `${marks}${language}\n${text}${text.endsWith('\n') || text === '' ? '' : '\n'}${marks}`;
}
/**
 * `text` for a log that a workflow runner reads: no line of it is a workflow command (`::name::` at
 * the start of a line, `##[name]` anywhere), colours are gone, and whatever else does not show is
 * written out.
 */
function neutralise(text) {
    const plain = visible(text.replaceAll(COLOURS, '').replaceAll('\r\n', '\n'));
    return plain.replaceAll('##[', '## [').replace(COMMAND_AT_LINE_START, '$1: ');
}
/**
 * Markdown that notifies nobody: `@name` and `@org/team` are broken by a zero-width space, also
 * where the `@` is written as an entity. With `references`, `#12`, `GH-12` and addresses of issues
 * and pull requests are broken too, so that nothing is linked from there or closed by a keyword.
 */
function defuseMentions(text, options = {}) {
    const quiet = text
        .replaceAll(/&(?:#0*64|#[xX]0*40|commat);/g, '@')
        .replaceAll(/(?<![A-Za-z0-9_])@(?=\S)(?!\u200B)/g, '@\u200B');
    if (options.references !== true)
        return quiet;
    return quiet
        .replaceAll(/&(?:#0*35|#[xX]0*23|num);/g, '#')
        .replaceAll(/#(?=\d)/g, '#\u200B')
        .replaceAll(/\b(GH-)(?=\d)/gi, '$1\u200B')
        .replaceAll(/\b((?:issues|pull|discussions)\/)(?=\d)/gi, '$1\u200B');
}
/**
 * `text` on one line of at most `max` characters, invisible characters written out, cut with `…`.
 */
function oneLine(text, max) {
    const line = visible(text.replaceAll(/\s+/g, ' ').trim());
    if (line.length <= max)
        return line;
    return `${cutAt(line, Math.max(0, max - 1))}…`;
}


/***/ }),

/***/ 7844:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   x: () => (/* binding */ VERSION)
/* harmony export */ });
/** The version of the program, as package.json has it (held by a test). */
const VERSION = '0.1.0';


/***/ }),

/***/ 33986:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   runCli: () => (/* binding */ runCli)
/* harmony export */ });
/* harmony import */ var commander__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(67375);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(45145);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(91497);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7844);
/* harmony import */ var _cli_spec_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(89230);



/** The commands by their first word. Only what is named is loaded: each stands on other parts of the program. */
const COMMANDS = new Map([
    ['run', async () => (await Promise.all(/* import() */[__webpack_require__.e(5156), __webpack_require__.e(8044), __webpack_require__.e(7291), __webpack_require__.e(5648), __webpack_require__.e(2473), __webpack_require__.e(2078), __webpack_require__.e(7337), __webpack_require__.e(3721), __webpack_require__.e(572), __webpack_require__.e(8089), __webpack_require__.e(1575), __webpack_require__.e(957), __webpack_require__.e(4255), __webpack_require__.e(1509), __webpack_require__.e(7676)]).then(__webpack_require__.bind(__webpack_require__, 17676))).runCommands],
    ['init', async () => (await Promise.all(/* import() */[__webpack_require__.e(5156), __webpack_require__.e(8044), __webpack_require__.e(7291), __webpack_require__.e(2078), __webpack_require__.e(1314)]).then(__webpack_require__.bind(__webpack_require__, 31314))).initCommands],
    ['demo', async () => (await Promise.all(/* import() */[__webpack_require__.e(5156), __webpack_require__.e(9936), __webpack_require__.e(3721), __webpack_require__.e(8375), __webpack_require__.e(9164), __webpack_require__.e(8012)]).then(__webpack_require__.bind(__webpack_require__, 8012))).demoCommands],
    ['policy', async () => (await Promise.all(/* import() */[__webpack_require__.e(5156), __webpack_require__.e(8044), __webpack_require__.e(7291), __webpack_require__.e(5648), __webpack_require__.e(2078), __webpack_require__.e(7337), __webpack_require__.e(3721), __webpack_require__.e(572), __webpack_require__.e(8089), __webpack_require__.e(1575), __webpack_require__.e(4739)]).then(__webpack_require__.bind(__webpack_require__, 4739))).policyCommands],
    ['tools', async () => (await Promise.all(/* import() */[__webpack_require__.e(5156), __webpack_require__.e(8044), __webpack_require__.e(7291), __webpack_require__.e(5648), __webpack_require__.e(2473), __webpack_require__.e(2078), __webpack_require__.e(9936), __webpack_require__.e(7337), __webpack_require__.e(572), __webpack_require__.e(8089), __webpack_require__.e(1575), __webpack_require__.e(957), __webpack_require__.e(1439), __webpack_require__.e(9729)]).then(__webpack_require__.bind(__webpack_require__, 87899))).toolsCommands],
    ['audit', async () => (await Promise.all(/* import() */[__webpack_require__.e(5156), __webpack_require__.e(9936), __webpack_require__.e(3721), __webpack_require__.e(8375), __webpack_require__.e(9164), __webpack_require__.e(1907)]).then(__webpack_require__.bind(__webpack_require__, 51907))).auditCommands],
    ['doctor', async () => (await Promise.all(/* import() */[__webpack_require__.e(5156), __webpack_require__.e(8044), __webpack_require__.e(2078), __webpack_require__.e(9936), __webpack_require__.e(7337), __webpack_require__.e(572), __webpack_require__.e(4975)]).then(__webpack_require__.bind(__webpack_require__, 94975))).doctorCommands],
]);
const GROUPS = {
    policy: 'check, explain and compare policies',
    tools: 'list tools, or call one without a model',
    audit: 'verify, show, prove, compare and export trails',
};
/** The command line: finds the command, runs it, and ends the process with a code of the table in `cli/spec.ts`. */
async function runCli(argv) {
    const io = processIo();
    // A reader that has seen enough (`| head`) is no error, and must not end a run in the middle.
    for (const stream of [process.stdout, process.stderr]) {
        stream.on('error', (error) => {
            if (error.code !== 'EPIPE')
                throw error;
        });
    }
    try {
        const ended = { code: _cli_spec_js__WEBPACK_IMPORTED_MODULE_1__/* .EXIT */ .dc.ok };
        const specs = await specsFor(argv[2]);
        await buildProgram(io, specs, (code) => {
            ended.code = code;
        }).parseAsync([...argv]);
        process.exitCode = ended.code;
    }
    catch (error) {
        process.exitCode = codeOf(error, io);
    }
}
/** The commands that a first word can mean: its own, or all of them for help and for a word that is none. */
async function specsFor(word) {
    const named = COMMANDS.get(word ?? '');
    if (named !== undefined)
        return await named();
    return (await Promise.all([...COMMANDS.values()].map(async (load) => await load()))).flat();
}
function codeOf(error, io) {
    if (error instanceof commander__WEBPACK_IMPORTED_MODULE_0__/* .CommanderError */ .b7)
        return error.exitCode === 0 ? _cli_spec_js__WEBPACK_IMPORTED_MODULE_1__/* .EXIT */ .dc.ok : _cli_spec_js__WEBPACK_IMPORTED_MODULE_1__/* .EXIT */ .dc.unusable;
    if (error instanceof _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W) {
        io.err(`${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .visible */ .RK)((0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .errorText */ .k)(error))}\n`);
        return error.code === 'internal' ? _cli_spec_js__WEBPACK_IMPORTED_MODULE_1__/* .EXIT */ .dc.internal : _cli_spec_js__WEBPACK_IMPORTED_MODULE_1__/* .EXIT */ .dc.unusable;
    }
    io.err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return _cli_spec_js__WEBPACK_IMPORTED_MODULE_1__/* .EXIT */ .dc.internal;
}
function buildProgram(io, specs, onEnd) {
    const program = new commander__WEBPACK_IMPORTED_MODULE_0__/* .Command */ .uB('countersign')
        .description('An agent under a permission policy, with approvals by people and a trail that anyone can verify.')
        .version(_base_index_js__WEBPACK_IMPORTED_MODULE_4__/* .VERSION */ .x)
        .exitOverride()
        .showHelpAfterError('Add --help to see how the command is used.');
    const groups = new Map();
    for (const [name, summary] of Object.entries(GROUPS)) {
        groups.set(name, program.command(name).description(summary).exitOverride());
    }
    for (const spec of specs) {
        const [first = '', second] = spec.name.split(' ');
        const parent = second === undefined ? program : (groups.get(first) ?? program);
        addCommand(parent, spec, { name: second ?? first, io, onEnd });
    }
    return program;
}
function addCommand(parent, spec, of) {
    const command = parent.command(of.name).description(spec.summary).exitOverride();
    for (const name of spec.arguments?.split(' ') ?? [])
        command.argument(name, spec.argumentSummary ?? '');
    for (const option of [...spec.options, JSON_OPTION])
        command.addOption(optionOf(option));
    if (spec.examples !== undefined) {
        command.addHelpText('after', `\nExamples:\n${spec.examples.map((line) => `  ${line}`).join('\n')}`);
    }
    command.action(async (...given) => {
        const options = command.opts();
        const args = given
            .slice(0, -2)
            .flat()
            .filter((item) => typeof item === 'string');
        of.onEnd(await spec.run({ args, options, json: options['json'] === true }, of.io));
    });
}
const JSON_OPTION = { flags: '--json', summary: 'print JSON for programs' };
function optionOf(spec) {
    const option = new commander__WEBPACK_IMPORTED_MODULE_0__/* .Option */ .c$(spec.flags, spec.summary);
    if (spec.default !== undefined)
        option.default(spec.default);
    if (spec.many === true) {
        option.argParser((value, earlier) => Array.isArray(earlier) ? [...earlier, value] : [value]);
    }
    return option;
}
function processIo() {
    return {
        out: (text) => process.stdout.write(text),
        err: (text) => process.stderr.write(text),
        stdin: async () => {
            const chunks = [];
            for await (const chunk of process.stdin)
                chunks.push(Buffer.from(chunk));
            return Buffer.concat(chunks).toString('utf8');
        },
        environment: process.env,
        cwd: process.cwd(),
    };
}


/***/ }),

/***/ 89230:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   IL: () => (/* binding */ switchOption),
/* harmony export */   dc: () => (/* binding */ EXIT),
/* harmony export */   vU: () => (/* binding */ textOption),
/* harmony export */   y8: () => (/* binding */ listOption)
/* harmony export */ });
/** Exit codes of every command, in one table (also in docs/cli.md). */
const EXIT = {
    /** Done; the answer is yes; the trail is intact. */
    ok: 0,
    /** The answer is no: the run did not end `done`, the trail is broken, the policy has errors, the tool failed. */
    no: 1,
    /** The command could not begin: bad arguments, a file that cannot be read, nobody to ask. */
    unusable: 2,
    /** A defect of this program. */
    internal: 3,
    /** The run waits for an approval. */
    waiting: 4,
    /** Ended from outside. */
    cancelled: 130,
};
/** The text of an option; `null` where it was not given. */
function textOption(call, name) {
    const value = call.options[name];
    return typeof value === 'string' ? value : null;
}
function switchOption(call, name) {
    return call.options[name] === true;
}
/** The values of an option that may be given several times. */
function listOption(call, name) {
    const value = call.options[name];
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}


/***/ })

};
