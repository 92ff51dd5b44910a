export const id = 7002;
export const ids = [7002];
export const modules = {

/***/ 21554:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   t: () => (/* binding */ renderClosedCard)
/* harmony export */ });
/* harmony import */ var _card_marker_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65448);
/* harmony import */ var _markdown_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(81650);


/**
 * The body of a card whose job is gone: written from the trail alone, for a program that has no more than that. It
 * offers nothing to answer, and says of each call what became of it.
 */
function renderClosedCard(of) {
    const { run, workflowRun, requests, head } = of;
    const marker = (0,_card_marker_js__WEBPACK_IMPORTED_MODULE_0__/* .markerLine */ .B_)({
        v: 1,
        run,
        ids: requests.map(({ approval }) => approval),
        state: 'closed',
        workflowRun: workflowRun?.id ?? null,
        attempt: workflowRun?.attempt ?? null,
        check: null,
    });
    const lines = requests.map(({ approval, call, tool, decidedBy, fate }) => {
        const said = decidedBy
            .map(({ login, decision }) => `${decision} by ${(0,_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .person */ .MV)(login)}`)
            .join(', ');
        return `- ${(0,_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .code */ .aY)(approval)} ${(0,_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .code */ .aY)(tool)} (${(0,_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .code */ .aY)(call)}): ${said === '' ? '' : `${said}; `}${fate}`;
    });
    const link = of.runUrl === null ? (0,_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .code */ .aY)(run) : `[${run}](${of.runUrl})`;
    return [
        marker,
        '### Countersign: nothing here is waiting for an answer',
        of.because,
        lines.join('\n'),
        `<sub>${link}${head === null ? '' : ` · trail: ${head.count} entries, head <code>${head.hash}</code>`}</sub>`,
    ].join('\n\n');
}


/***/ }),

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

/***/ 46557:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  G: () => (/* binding */ createArtifactStore)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./build/base/clock.js
var clock = __webpack_require__(42030);
;// CONCATENATED MODULE: ./build/github/artifacts/artifact-failure.js

const MAX_MESSAGE_CHARS = 300;
const LOST = new Set([
    'ECONNRESET',
    'ENOTFOUND',
    'ETIMEDOUT',
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'EPIPE',
    'EAI_AGAIN',
]);
const LOST_WORDS = new RegExp(`\\b(?:${[...LOST, 'socket hang up', 'other side closed', 'fetch failed'].join('|')})\\b`);
const NAME_TAKEN = /\b409\b|already exists/i;
/** True where a connection broke, which the artifact client itself never tries again. */
function isLostConnection(error) {
    if (!(error instanceof Error))
        return false;
    const code = Reflect.get(error, 'code');
    return (typeof code === 'string' && LOST.has(code)) || LOST_WORDS.test(error.message);
}
/** True where the service has an artifact of that name in this workflow run already. */
function isNameTaken(error) {
    return error instanceof Error && NAME_TAKEN.test(error.message);
}
/** An error of the artifact client or of GitHub's API beneath it, in words and with what to do. */
function artifactFailure(doing, error) {
    if (error instanceof errors/* CountersignError */.W)
        return error;
    const said = plainLine(error instanceof Error ? error.message : String(error));
    const fix = fixFor(said);
    const options = fix === null ? {} : { fix };
    return new errors/* CountersignError */.W('artifact-refused', `It was not possible to ${doing}: ${said}.`, options);
}
function fixFor(said) {
    if (NAME_TAKEN.test(said)) {
        return 'Another job or step of this workflow run has an artifact of that name; names may not repeat in one run.';
    }
    if (/quota has been hit|insufficient usage/i.test(said)) {
        return ('The storage for artifacts is full: delete old ones or raise the limit under Settings, Billing. ' +
            'The trail is still in the folder in the output `audit-path`.');
    }
    if (/not accessible by|\b403\b/i.test(said)) {
        return 'Add to the `permissions:` of the job: `actions: read`.';
    }
    if (/\b401\b|bad credentials/i.test(said))
        return 'The token is wrong, expired or revoked: check the input `github-token`.';
    if (/ACTIONS_RUNTIME_TOKEN|backend IDs/i.test(said)) {
        return 'The runner sets ACTIONS_RUNTIME_TOKEN for the steps of an action; outside of one there is no artifact service.';
    }
    if (LOST_WORDS.test(said))
        return 'The connection broke each time: check that the runner reaches the artifact service.';
    return null;
}
/** One short line; addresses lose their query, which holds a signature that is as good as a password. */
function plainLine(text) {
    const line = text
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/(https?:\/\/[^\s?"']+)\?[^\s"']*/g, '$1')
        .trim()
        .replace(/\.$/, '');
    if (/<!doctype|<html/i.test(line))
        return 'it answered with an HTML page';
    return line.length > MAX_MESSAGE_CHARS ? `${line.slice(0, MAX_MESSAGE_CHARS)}…` : line;
}

// EXTERNAL MODULE: ./build/github/client/client.js + 18 modules
var client = __webpack_require__(89936);
// EXTERNAL MODULE: ./build/github/client/core.js
var client_core = __webpack_require__(15649);
// EXTERNAL MODULE: ./build/github/artifacts/has-artifacts.js
var has_artifacts = __webpack_require__(9500);
// EXTERNAL MODULE: ./build/github/client/schemas.js
var schemas = __webpack_require__(99516);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(57975);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(38522);
;// CONCATENATED MODULE: ./build/github/artifacts/unpack.js
/** Unpacks an archive that was downloaded. Does I/O: writes below one folder. */





const MAX_PACKED_BYTES = 512 * 1024 ** 2;
const MAX_UNPACKED_BYTES = 1024 ** 3;
const MAX_ENTRIES = 60_000;
const MAX_NAME_CHARS = 1_000;
const END_OF_DIRECTORY = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const DIRECTORY_ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_ENTRY = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const inflated = (0,external_node_util_.promisify)(external_node_zlib_.inflateRaw);
/**
 * Unpacks a zip archive into `folder`. Whoever made it is not trusted: names that lead elsewhere, entries that are larger
 * than they say, and archives of more than a gigabyte unpacked are `artifact-refused` before anything of them is written.
 */
async function unpackZip(file, folder) {
    if ((await (0,promises_.stat)(file)).size > MAX_PACKED_BYTES)
        throw refused('is larger than is read');
    const zip = await (0,promises_.readFile)(file);
    const entries = entriesOf(zip);
    if (entries.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_UNPACKED_BYTES)
        throw refused('would be too large unpacked');
    for (const entry of entries) {
        if (entry.name.endsWith('/'))
            continue;
        const bytes = await bytesOf(zip, entry);
        const path = (0,external_node_path_.join)(folder, entry.name);
        await (0,promises_.mkdir)((0,external_node_path_.dirname)(path), { recursive: true });
        // Never over what is there: two entries of one name are refused.
        await (0,promises_.writeFile)(path, bytes, { flag: 'wx' });
    }
}
function refused(why) {
    return new errors/* CountersignError */.W('artifact-refused', `The archive that was downloaded ${why}.`);
}
function entriesOf(zip) {
    let end = zip.length - END_BYTES;
    const first = Math.max(0, end - MAX_COMMENT_BYTES);
    while (end >= first && zip.readUInt32LE(end) !== END_OF_DIRECTORY)
        end -= 1;
    if (end < first)
        throw refused('is no zip archive');
    const count = zip.readUInt16LE(end + 10);
    if (count > MAX_ENTRIES)
        throw refused(`holds more than ${MAX_ENTRIES} files`);
    let at = zip.readUInt32LE(end + 16);
    const entries = [];
    for (let index = 0; index < count; index += 1) {
        if (at + ENTRY_BYTES > zip.length || zip.readUInt32LE(at) !== DIRECTORY_ENTRY)
            throw refused('has a broken directory');
        const nameBytes = zip.readUInt16LE(at + 28);
        const name = zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
        if (!isPlainName(name))
            throw refused(`holds a file named ${JSON.stringify(name.slice(0, 100))}`);
        entries.push({
            name,
            method: zip.readUInt16LE(at + 10),
            checksum: zip.readUInt32LE(at + 16),
            packedBytes: zip.readUInt32LE(at + 20),
            bytes: zip.readUInt32LE(at + 24),
            at: zip.readUInt32LE(at + 42),
        });
        at += ENTRY_BYTES + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
    return entries;
}
/** A path downwards: no `..`, nothing absolute, no drive, no backslash, nothing that a terminal would act on. */
function isPlainName(name) {
    if (name.length > MAX_NAME_CHARS || /[\\:\p{Cc}]/u.test(name))
        return false;
    const parts = name.replace(/\/$/, '').split('/');
    return parts.every((part) => part !== '' && part !== '.' && part !== '..');
}
async function bytesOf(zip, entry) {
    const { at } = entry;
    if (at + LOCAL_BYTES > zip.length || zip.readUInt32LE(at) !== LOCAL_ENTRY)
        throw refused('has a broken entry');
    const start = at + LOCAL_BYTES + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    const packed = zip.subarray(start, start + entry.packedBytes);
    if (entry.method !== STORED && entry.method !== DEFLATED)
        throw refused('is packed in a way that is not known');
    let bytes = packed;
    if (entry.method === DEFLATED) {
        try {
            bytes = await inflated(packed, { maxOutputLength: Math.max(1, entry.bytes) });
        }
        catch {
            throw refused(`holds ${JSON.stringify(entry.name)}, which is broken or larger than it says`);
        }
    }
    if (bytes.length !== entry.bytes || (0,external_node_zlib_.crc32)(bytes) !== entry.checksum) {
        throw refused(`holds ${JSON.stringify(entry.name)}, which is not what its directory says`);
    }
    return bytes;
}

;// CONCATENATED MODULE: ./build/github/artifacts/artifact.js
/**
 * The only file that imports the artifact client, which is loaded when something is uploaded or downloaded: it costs a
 * quarter of a second. The client itself reads `ACTIONS_RUNTIME_TOKEN`, `ACTIONS_RESULTS_URL`, `GITHUB_SERVER_URL` and
 * `GITHUB_API_URL` of the environment; they are looked at here only to say what is missing before it does.
 */









/** The client tries 5xx and 429 again by itself, a dropped connection never. */
const MAX_TRIES = 4;
const RETENTION_DAYS_MAX = 90;
const MAX_DOWNLOAD_BYTES = 1024 ** 3;
const load = () => Promise.all(/* import() */[__webpack_require__.e(4119), __webpack_require__.e(8439), __webpack_require__.e(2032), __webpack_require__.e(2830), __webpack_require__.e(1659), __webpack_require__.e(3669), __webpack_require__.e(1432), __webpack_require__.e(9348)]).then(__webpack_require__.bind(__webpack_require__, 19348));
/** GitHub's artifact service. Everything that goes wrong is `artifact-refused`, with what to do. */
function createArtifactStore(options) {
    return {
        upload: (wanted) => upload(options, wanted),
        download: (wanted) => download(options, wanted),
    };
}
async function upload(options, wanted) {
    requireService(options.env);
    if (wanted.files.length === 0) {
        throw new errors/* CountersignError */.W('artifact-refused', `There are no files to upload as ${wanted.name}.`);
    }
    const settings = wanted.retentionDays === undefined
        ? {}
        : {
            retentionDays: Math.min(RETENTION_DAYS_MAX, Math.max(1, Math.trunc(wanted.retentionDays))),
        };
    const doing = `upload the artifact ${wanted.name}`;
    let name = wanted.name;
    const made = await trying(options, doing, async (client, attempt) => {
        try {
            return await client.uploadArtifact(name, [...wanted.files], wanted.root, settings);
        }
        catch (error) {
            if (attempt === 1)
                throw error;
            // The connection was lost before: the service may have everything, or only the name and nothing under it.
            const found = await uploadedBefore(client, name);
            if (found !== null)
                return found;
            if (isNameTaken(error))
                name = nameOf(wanted.name, attempt);
            throw error;
        }
    });
    if (made.id === undefined) {
        throw new errors/* CountersignError */.W('artifact-refused', `The artifact service gave no id for ${wanted.name}.`);
    }
    return {
        id: made.id,
        name,
        digest: made.digest === undefined || made.digest === '' ? null : made.digest.replace(/^sha256:/, ''),
        url: artifactUrl(options, made.id),
    };
}
function nameOf(name, attempt) {
    return attempt === 1 ? name : `${name}-try${attempt}`;
}
async function uploadedBefore(client, name) {
    try {
        const { artifact } = await client.getArtifact(name);
        return { id: artifact.id, digest: artifact.digest };
    }
    catch {
        // Not there, or not to be found out: the error of the upload itself tells more.
        return null;
    }
}
async function download(options, wanted) {
    requireDotCom(options.env);
    const doing = `download the artifact ${wanted.name} of workflow run ${wanted.workflowRunId}`;
    const found = await find(options, wanted, doing);
    if (found === null)
        return null;
    if (found.size_in_bytes > MAX_DOWNLOAD_BYTES) {
        throw new errors/* CountersignError */.W('artifact-refused', `The artifact ${wanted.name} has ${found.size_in_bytes} bytes; at most ${MAX_DOWNLOAD_BYTES} are downloaded.`);
    }
    const digest = found.digest ?? null;
    const findBy = {
        token: options.token,
        workflowRunId: wanted.workflowRunId,
        repositoryOwner: options.owner,
        repositoryName: options.repo,
    };
    await (0,promises_.mkdir)(wanted.folder, { recursive: true });
    const packed = await (0,promises_.mkdtemp)((0,external_node_path_.join)(wanted.folder, '.packed-'));
    try {
        // The client would unpack without any limit, and before the digest is known.
        const result = await trying(options, doing, (client) => client.downloadArtifact(found.id, {
            findBy,
            path: packed,
            skipDecompress: true,
            ...(digest === null ? {} : { expectedHash: digest }),
        }));
        if (result.digestMismatch === true) {
            throw new errors/* CountersignError */.W('artifact-refused', `The artifact ${wanted.name} is not what was uploaded: its digest is not ${digest ?? 'known'}.`);
        }
        const [file] = await (0,promises_.readdir)(packed);
        if (file === undefined)
            throw new errors/* CountersignError */.W('artifact-refused', `The artifact ${wanted.name} is empty.`);
        await unpackZip((0,external_node_path_.join)(packed, file), wanted.folder);
    }
    finally {
        await (0,promises_.rm)(packed, { recursive: true, force: true });
    }
    return { digest: digest === null ? null : digest.replace(/^sha256:/, '') };
}
/** The newest artifact of that name that has not expired. Asked by our own client, whose waits are told and bounded. */
async function find(options, wanted, doing) {
    const core = (0,client/* coreOf */.z)({
        ...options,
        apiUrl: options.env['GITHUB_API_URL'] ?? 'https://api.github.com',
    });
    // An upload whose connection broke may stand under a later try's name.
    for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
        const name = nameOf(wanted.name, attempt);
        const found = await core.ask({
            route: `GET ${core.base}/actions/runs/${wanted.workflowRunId}/artifacts`,
            query: { name, per_page: client_core/* PER_PAGE */.EK },
            doing,
            needs: 'actions=read',
            read: (0,schemas/* reading */.hF)(schemas/* artifactList */.vs),
        });
        const fitting = found.artifacts.filter((one) => one.name === name && one.expired !== true);
        const newest = fitting.sort((a, b) => b.id - a.id)[0];
        if (newest !== undefined)
            return newest;
    }
    return null;
}
async function trying(options, doing, act) {
    const { DefaultArtifactClient } = await load();
    const client = new DefaultArtifactClient();
    for (let attempt = 1;; attempt += 1) {
        try {
            return await act(client, attempt);
        }
        catch (error) {
            const again = isLostConnection(error) || (attempt > 1 && isNameTaken(error));
            if (attempt >= MAX_TRIES || !again)
                throw artifactFailure(doing, error);
            const waitMs = attempt ** 2 * 1000;
            options.onWait?.({
                because: 'the connection to the artifact service broke',
                waitMs,
                attempt,
            });
            await (options.clock ?? clock/* systemClock */.m).sleep(waitMs);
        }
    }
}
function requireService(env) {
    requireDotCom(env);
    const missing = ['ACTIONS_RUNTIME_TOKEN', 'ACTIONS_RESULTS_URL'].find((name) => (env[name] ?? '') === '');
    if (missing === undefined)
        return;
    throw new errors/* CountersignError */.W('artifact-refused', `There is no artifact service here: ${missing} is not set.`, {
        fix: 'The runner sets it for the steps of an action (`uses:`), not for `run:` steps or outside of GitHub Actions.',
    });
}
function requireDotCom(env) {
    const server = env['GITHUB_SERVER_URL'];
    if (server === undefined || (0,has_artifacts/* hasArtifacts */.C)(server))
        return;
    const what = `Artifacts of this kind are not supported on GitHub Enterprise Server (${new URL(server).hostname}).`;
    throw new errors/* CountersignError */.W('artifact-refused', what, {
        fix: 'Take the files from the folder in the output `audit-path`, with an upload action that supports your server.',
    });
}
function artifactUrl(options, id) {
    const server = options.env['GITHUB_SERVER_URL'] ?? 'https://github.com';
    const run = options.env['GITHUB_RUN_ID'] ?? '0';
    return `${server}/${options.owner}/${options.repo}/actions/runs/${run}/artifacts/${id}`;
}


/***/ }),

/***/ 69169:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ createAttestor)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(45145);
/* harmony import */ var _client_client_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(89936);
/* harmony import */ var _client_schemas_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(99516);
/**
 * The only file that imports the attestation client, which is loaded when something is attested: it costs a second. The
 * client itself reads `ACTIONS_ID_TOKEN_REQUEST_URL`, `ACTIONS_ID_TOKEN_REQUEST_TOKEN`, `GITHUB_SERVER_URL` and the event
 * of the environment; they are looked at here only to say what is missing before it does.
 */



const SIGN_TIMEOUT_MS = 60_000;
const FIX = 'Add to the `permissions:` of the job: `id-token: write` and `attestations: write`.';
/** Sigstore through GitHub's OIDC token. Sends nothing before its first method is called. */
function createAttestor(options) {
    return {
        sign: async (file) => {
            if ((options.environment['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '') === '') {
                throw new _base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .CountersignError */ .W('github-permission', 'This job has no identity to sign with.', {
                    fix: FIX,
                });
            }
            return await bounded(sign(file, options.token));
        },
        keep: async (bundle) => {
            const core = (0,_client_client_js__WEBPACK_IMPORTED_MODULE_1__/* .coreOf */ .z)(options);
            const parsed = JSON.parse(bundle);
            await core.ask({
                route: `POST ${core.base}/attestations`,
                body: { bundle: parsed },
                doing: 'keep the attestation of the trail',
                needs: 'attestations=write',
                read: (0,_client_schemas_js__WEBPACK_IMPORTED_MODULE_2__/* .reading */ .hF)(_client_schemas_js__WEBPACK_IMPORTED_MODULE_2__/* .attestationMade */ .iw),
            });
        },
    };
}
async function sign({ name, sha256 }, token) {
    try {
        const { attestProvenance } = await Promise.all(/* import() */[__webpack_require__.e(4119), __webpack_require__.e(8439), __webpack_require__.e(2032), __webpack_require__.e(2830), __webpack_require__.e(1659), __webpack_require__.e(3669), __webpack_require__.e(1432), __webpack_require__.e(3079)]).then(__webpack_require__.bind(__webpack_require__, 83079));
        // Kept by our own client, so that a signature is not lost where only the keeping is refused.
        const made = await attestProvenance({
            subjects: [{ name, digest: { sha256 } }],
            token,
            skipWrite: true,
        });
        return JSON.stringify(made.bundle);
    }
    catch (error) {
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .CountersignError */ .W('github-refused', `The trail could not be signed: ${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .errorText */ .k)(error)}.`, { fix: FIX });
    }
}
/** The client has no end of its own for its waits. */
async function bounded(signing) {
    let timer;
    const late = new Promise((_resolve, reject) => {
        const because = `Signing took longer than ${SIGN_TIMEOUT_MS / 1000} s.`;
        timer = setTimeout(() => reject(new _base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .CountersignError */ .W('github-unreachable', because)), SIGN_TIMEOUT_MS);
    });
    try {
        return await Promise.race([signing, late]);
    }
    finally {
        clearTimeout(timer);
    }
}


/***/ }),

/***/ 9500:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ hasArtifacts)
/* harmony export */ });
/**
 * Whether a server has the artifact service: its protocol is not that of Enterprise Server. The client decides by the same
 * address; one that is none counts as github.com.
 */
function hasArtifacts(serverUrl) {
    if (!URL.canParse(serverUrl))
        return true;
    const host = new URL(serverUrl).hostname.toLowerCase();
    return host === 'github.com' || host.endsWith('.ghe.com') || host.endsWith('.localhost');
}


/***/ }),

/***/ 7130:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   s: () => (/* binding */ readStepEnvironment)
/* harmony export */ });
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(48161);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(55156);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(45145);



const text = zod__WEBPACK_IMPORTED_MODULE_1__.string().min(1);
const variables = zod__WEBPACK_IMPORTED_MODULE_1__.object({
    GITHUB_EVENT_NAME: text,
    GITHUB_EVENT_PATH: text,
    GITHUB_REPOSITORY: zod__WEBPACK_IMPORTED_MODULE_1__.string().regex(/^[^/\s]+\/[^/\s]+$/),
    GITHUB_API_URL: zod__WEBPACK_IMPORTED_MODULE_1__.url().default('https://api.github.com'),
    GITHUB_SERVER_URL: zod__WEBPACK_IMPORTED_MODULE_1__.url().default('https://github.com'),
    GITHUB_WORKSPACE: text,
    RUNNER_TEMP: text.default((0,node_os__WEBPACK_IMPORTED_MODULE_0__.tmpdir)()),
    GITHUB_RUN_ID: text.default('0'),
    GITHUB_RUN_ATTEMPT: text.default('1'),
    GITHUB_JOB: text.default('job'),
    GITHUB_SHA: text.optional(),
    GITHUB_WORKFLOW_REF: text.optional(),
});
/**
 * Reads the runner's variables. Throws `event-invalid` that names the one that is missing. With `repository`
 * (`owner/name`), the step works there: the event's commit is none of it, and no comment there starts this workflow.
 */
function readStepEnvironment(environment, repository = null) {
    const parsed = variables.safeParse(environment);
    if (!parsed.success) {
        const name = String(parsed.error.issues[0]?.path[0] ?? 'GITHUB_EVENT_NAME');
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W('event-invalid', `The environment variable ${name} is ${JSON.stringify(environment[name] ?? null)}.`, { fix: 'Run this as a step of a GitHub workflow, or use the command line: countersign run.' });
    }
    const v = parsed.data;
    const isElsewhere = repository !== null && repository !== v.GITHUB_REPOSITORY;
    const [owner = '', repo = ''] = (isElsewhere ? repository : v.GITHUB_REPOSITORY).split('/');
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
        isElsewhere,
        sha: isElsewhere ? null : (v.GITHUB_SHA ?? null),
        workflow: isElsewhere ? null : workflowFile(v.GITHUB_WORKFLOW_REF),
        jobUrl: `${v.GITHUB_SERVER_URL}/${v.GITHUB_REPOSITORY}/actions/runs/${v.GITHUB_RUN_ID}`,
    };
}
/** `owner/name/.github/workflows/agent.yml@refs/heads/main` without the repository and the ref. */
function workflowFile(ref) {
    return /^[^/]+\/[^/]+\/([^@]+)@/.exec(ref ?? '')?.[1] ?? null;
}


/***/ }),

/***/ 34861:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ githubRunner),
/* harmony export */   c: () => (/* binding */ fails)
/* harmony export */ });
/** The workflow command of each level. */
const COMMAND_OF = { failure: 'error', warning: 'warning', notice: 'notice' };
/** The runner through @actions/core, loaded when it is first needed. */
async function githubRunner() {
    const core = await Promise.all(/* import() */[__webpack_require__.e(4119), __webpack_require__.e(1659)]).then(__webpack_require__.bind(__webpack_require__, 91659));
    return {
        input: (name) => core.getInput(name),
        output: (name, value) => core.setOutput(name, value),
        secret: (value) => core.setSecret(value),
        saveState: (name, value) => core.saveState(name, value),
        state: (name) => core.getState(name),
        info: (line) => core.info(line),
        warning: (message) => core.warning(message),
        error: (message) => core.error(message),
        annotate: ({ path, line, level, title, message }) => {
            const at = { title, file: path, ...(line === null ? {} : { startLine: line }) };
            core[COMMAND_OF[level]](message === '' ? title : message, at);
        },
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

/***/ 99510:
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
    /** The issue or pull request that people are told on; empty where there is none. */
    issue: 'issue',
    /** `true` once the trail was closed and uploaded. */
    finished: 'finished',
};


/***/ }),

/***/ 93352:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   k: () => (/* binding */ attestTrail)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var _audit_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(44018);
/* harmony import */ var _audit_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4949);
/* harmony import */ var _audit_index_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(83721);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(45145);
// I/O: the attestation beside the trail.





const FILE_MODE = 0o600;
/**
 * Signs the trail as it lies in a folder and leaves the bundle beside it and with GitHub. Called when nothing is added
 * any more. Never fails: a trail that is not attested is as intact as before, and `warn` is told why it is not.
 * `attestor` is `null` where nobody asked for it; a bundle of an earlier part of the run goes then, for it is of a shorter trail.
 */
async function attestTrail(folder, attestor, warn) {
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, _audit_index_js__WEBPACK_IMPORTED_MODULE_3__/* .ATTESTATION_FILE */ .q);
    try {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.rm)(path, { force: true });
        if (attestor === null)
            return;
        const bundle = await attestor.sign({ name: _audit_index_js__WEBPACK_IMPORTED_MODULE_4__/* .TRAIL_FILE */ .eB, sha256: await digestOf(folder) });
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.writeFile)(path, bundle, { mode: FILE_MODE, flag: 'wx' });
        await attestor.keep(bundle);
    }
    catch (error) {
        warn(`The input attest is true, but not all of it was done: ${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_5__/* .errorText */ .k)(error)}`);
    }
}
async function digestOf(folder) {
    const hash = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256');
    for await (const chunk of (0,_audit_index_js__WEBPACK_IMPORTED_MODULE_6__/* .trailBytes */ ._D)(folder))
        hash.update(chunk);
    return hash.digest('hex');
}


/***/ }),

/***/ 1944:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   H: () => (/* binding */ cell),
/* harmony export */   J: () => (/* binding */ CELL_CHARS)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(91497);

const CELL_CHARS = 160;
/** Text of a model or a stranger inside a table cell: one line of code that cannot leave its cell. */
function cell(text, maxChars = CELL_CHARS) {
    const line = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .oneLine */ .TN)(text, maxChars).replaceAll('`', '′').replaceAll('|', '\\|');
    return line === '' ? '' : `\`${line}\``;
}


/***/ }),

/***/ 56799:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B: () => (/* binding */ leftSection)
/* harmony export */ });
/* harmony import */ var _cell_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1944);

const MAX_LEFT_OUT_SHOWN = 20;
const SHORT_SHA_CHARS = 12;
/** What people need to have the changes that a run left in its work tree; empty where it left none. */
function leftSection(left, published) {
    if (left === null)
        return '';
    const shown = left.leftOut.slice(0, MAX_LEFT_OUT_SHOWN);
    const out = shown.map(({ path, because }) => `- not in it: ${(0,_cell_js__WEBPACK_IMPORTED_MODULE_0__/* .cell */ .H)(path)}, because ${because}`);
    const more = left.leftOut.length - shown.length;
    return [
        '**Changes that were left in the work tree**',
        '',
        left.files === 0 ? 'None of them can be offered.' : offer(left, published),
        ...(out.length === 0 ? [] : ['', ...out]),
        ...(more === 0 ? [] : [`- … and ${more} more, named in the trail`]),
    ].join('\n');
}
function offer(left, published) {
    const what = `${left.files} ${left.files === 1 ? 'file' : 'files'}, ${left.bytes} bytes`;
    const base = left.base.slice(0, SHORT_SHA_CHARS);
    if (published.kind === 'kept') {
        return `\`${left.name}\` (${what}, on \`${base}\`) lies beside the trail on the runner.`;
    }
    const run = /\/runs\/(\d+)\//.exec(published.url)?.[1] ?? 'RUN';
    return [
        `\`${left.name}\` (${what}) is in the artifact of the trail. On \`${base}\`:`,
        '',
        '```sh',
        `gh run download ${run} --name ${published.name} --dir trail && git apply trail/${left.name}`,
        '```',
    ].join('\n');
}


/***/ }),

/***/ 37349:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   M$: () => (/* binding */ MARK),
/* harmony export */   MA: () => (/* binding */ trackingMarker),
/* harmony export */   TL: () => (/* binding */ quoted),
/* harmony export */   Yj: () => (/* binding */ trackingBody),
/* harmony export */   lJ: () => (/* binding */ finalBody),
/* harmony export */   sp: () => (/* binding */ jobSummary)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(91497);
/* harmony import */ var _cell_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1944);
/* harmony import */ var _left_section_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(56799);
/* harmony import */ var _summary_parts_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(14337);




const MAX_ROWS = 100;
const SUMMARY_CHARS = 10_000;
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
        report.warnings.map((warning) => `⚠️ ${(0,_cell_js__WEBPACK_IMPORTED_MODULE_1__/* .cell */ .H)(warning, WARNING_CHARS)}`).join('\n\n'),
        [
            '| asked by | model | turns | calls | auto | approved | denied | failed | tokens | cost |',
            '|--|--|--|--|--|--|--|--|--|--|',
            `| ${[
                report.requester === null ? '' : (0,_cell_js__WEBPACK_IMPORTED_MODULE_1__/* .cell */ .H)(report.requester),
                (0,_cell_js__WEBPACK_IMPORTED_MODULE_1__/* .cell */ .H)(report.model),
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
        (0,_summary_parts_js__WEBPACK_IMPORTED_MODULE_2__/* .verdictTable */ .K)(report.calls),
        picture,
        callsSection(report.calls),
        changesSection(report.changedFiles),
        (0,_left_section_js__WEBPACK_IMPORTED_MODULE_3__/* .leftSection */ .B)(report.left, published),
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
        .map((line) => `| ${(0,_cell_js__WEBPACK_IMPORTED_MODULE_1__/* .cell */ .H)(line.tool)} | ${(0,_cell_js__WEBPACK_IMPORTED_MODULE_1__/* .cell */ .H)(line.inputPreview)} | ${(0,_cell_js__WEBPACK_IMPORTED_MODULE_1__/* .cell */ .H)(line.rule ?? '')} |`);
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
        const by = line.decidedBy === null ? '' : ` by ${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .oneLine */ .TN)(line.decidedBy, _cell_js__WEBPACK_IMPORTED_MODULE_1__/* .CELL_CHARS */ .J)}`;
        const verdict = `${line.verdict ?? '–'}${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .defuseMentions */ .qs)(by)}`;
        const shown = [line.call, (0,_cell_js__WEBPACK_IMPORTED_MODULE_1__/* .cell */ .H)(line.tool), (0,_cell_js__WEBPACK_IMPORTED_MODULE_1__/* .cell */ .H)(line.inputPreview), verdict, line.state];
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
    const shown = files.slice(0, MAX_ROWS).map((file) => `- ${(0,_cell_js__WEBPACK_IMPORTED_MODULE_1__/* .cell */ .H)(file)}`);
    return [`**Changed files (${files.length})**`, '', ...shown].join('\n');
}
function trailSection(report, published) {
    const { count, hash } = report.head;
    const where = published.kind === 'uploaded'
        ? `[${published.name}](${published.url})`
        : `not uploaded: ${(0,_cell_js__WEBPACK_IMPORTED_MODULE_1__/* .cell */ .H)(published.because)}`;
    return [
        `**Trail** ${where}`,
        `${count} entries, head \`${hash}\`. Check it with \`countersign audit verify DIR --head ${hash}\`.`,
        `Policy ${(0,_cell_js__WEBPACK_IMPORTED_MODULE_1__/* .cell */ .H)(report.policy)} · sandbox ${(0,_cell_js__WEBPACK_IMPORTED_MODULE_1__/* .cell */ .H)(report.sandbox)} · run \`${report.run}\``,
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
        (0,_left_section_js__WEBPACK_IMPORTED_MODULE_3__/* .leftSection */ .B)(report.left, published),
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
    return login === null ? '' : ` for ${(0,_cell_js__WEBPACK_IMPORTED_MODULE_1__/* .cell */ .H)(login)}`;
}
function callWords({ total, auto, approved, denied, failed }) {
    return `${total} calls (${auto} auto, ${approved} approved, ${denied} denied, ${failed} failed)`;
}
function checklist(tally) {
    return tally.checklist
        .map(({ text, status }) => {
        const box = status === 'done' ? 'x' : ' ';
        return `- [${box}] ${(0,_cell_js__WEBPACK_IMPORTED_MODULE_1__/* .cell */ .H)(text)}${status === 'in_progress' ? ' …' : ''}`;
    })
        .join('\n');
}
function cost(usd) {
    return usd === null ? 'cost unknown' : `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}


/***/ }),

/***/ 50753:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   w: () => (/* binding */ publishTrail)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(45145);



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
        return { kind: 'kept', because: (0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .errorText */ .k)(error) };
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

/***/ 78092:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G_: () => (/* binding */ earlierComment),
/* harmony export */   NR: () => (/* binding */ stickyMark),
/* harmony export */   bk: () => (/* binding */ markIn),
/* harmony export */   kN: () => (/* binding */ withMark)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(30742);

const KEY_CHARS = 16;
const MARK = /^<!-- countersign:sticky [0-9a-f]{16} -->$/;
/** The hidden second line by which later runs find the comment. The key itself is not shown. */
function stickyMark(key) {
    return `<!-- countersign:sticky ${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .sha256 */ .s)(key).slice(0, KEY_CHARS)} -->`;
}
/** The mark of a comment, on its second line alone: text further down cannot pass for one. */
function markIn(body) {
    const second = body.split(/\r?\n/, 2)[1] ?? '';
    return MARK.test(second) ? second : null;
}
/** A tracking comment's body with the mark under its first line; as it is where there is none to put. */
function withMark(body, mark) {
    if (mark === null)
        return body;
    const [first = '', ...rest] = body.split('\n');
    return [first, mark, ...rest].join('\n');
}
/** The newest comment of that account with that mark; `null` where there is none. */
async function earlierComment(github, issue, sticky) {
    const mark = stickyMark(sticky.key);
    const { comments } = await github.comments(issue);
    const own = comments.filter(({ author, body }) => author?.login.toLowerCase() === sticky.login.toLowerCase() && markIn(body) === mark);
    return own.map(({ id }) => id).sort((a, b) => b - a)[0] ?? null;
}


/***/ }),

/***/ 14337:
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

/***/ 42435:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ surveyWreck)
/* harmony export */ });
/* unused harmony export Wreck */
/* harmony import */ var _audit_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(83721);

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
    /** The turn of the last reply in the run's own conversation; 0 before the first. */
    lastReply = 0;
    /** The highest number of a turn, and of a call. */
    lastTurn = 0;
    lastCall = 0;
    executed = 0;
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
            case 'call.state':
                this.#call(entry);
                return;
            case 'turn.start':
                this.turns += 1;
                this.lastTurn = Math.max(this.lastTurn, entry.turn);
                return;
            case 'model.reply':
                if (entry.parent === null)
                    this.lastReply = entry.turn;
                this.#spent(entry);
                return;
            default:
                this.#approval(entry);
        }
    }
    #call(entry) {
        const { call, state } = entry;
        const before = this.calls.get(call);
        this.calls.set(call, {
            tool: entry['gen_ai.tool.name'] ?? before?.tool ?? '',
            state,
            turn: entry.turn ?? before?.turn ?? 0,
            parent: entry.parent ?? before?.parent ?? null,
            toolUseId: entry['gen_ai.tool.call.id'] ?? before?.toolUseId ?? '',
        });
        if (state === 'EXECUTING')
            this.executed += 1;
        this.lastCall = Math.max(this.lastCall, Number(/^c(\d+)$/.exec(call)?.[1] ?? 0));
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
