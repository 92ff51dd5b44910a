export const id = 4255;
export const ids = [4255];
export const modules = {

/***/ 81650:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   MV: () => (/* binding */ person),
/* harmony export */   OF: () => (/* binding */ fenced),
/* harmony export */   Wo: () => (/* binding */ foreignLetters),
/* harmony export */   aY: () => (/* binding */ code),
/* harmony export */   e0: () => (/* binding */ exact),
/* harmony export */   eo: () => (/* binding */ sliceWhole)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(91497);
/**
 * Foreign text (by a model, a stranger, a file) on a card: shown exactly, in code spans and fences that it cannot
 * close, where GitHub makes no mention, link or picture of it.
 */

const SPAN_MAX = 2_000;
/** What a person approving must not overlook either: odd spaces, unassigned, private and ignorable characters. */
const ODD = /[\p{Cn}\p{Co}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;
/**
 * `text` with every character that a reader could not see, or that would change how the rest is shown, written out
 * as `\u{202E}`. Newlines and tabs stay; the carriage return of a CRLF is shown as `␍`.
 */
function exact(text) {
    return (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .visible */ .RK)(text)
        .replaceAll('\r\n', '␍\n')
        .replace(ODD, (character) => `\\u{${codePoint(character)}}`);
}
/** A fenced block that `text` cannot close. */
function fenced(text, language) {
    return (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .fence */ .EU)(exact(text), language);
}
/** A code span on one line, cut to `maxCharacters`; `–` for text that is empty. */
function code(text, maxCharacters = SPAN_MAX) {
    const shown = exact(text.trim().replaceAll(/\s*[\r\n]\s*/g, ' ⏎ '));
    const cut = shown.length > maxCharacters ? `${sliceWhole(shown, maxCharacters)}…` : shown;
    if (cut === '')
        return '–';
    const ticks = '`'.repeat(longestBackticks(cut) + 1);
    const pad = cut.startsWith('`') || cut.endsWith('`') ? ' ' : '';
    return `${ticks}${pad}${cut}${pad}${ticks}`;
}
/** Who, as a code span: the person is named, not called. */
function person(login) {
    return code(`@${login}`);
}
/** The letters and signs outside ASCII that a look-alike could hide among, each once, with its code. */
function foreignLetters(text, max) {
    const found = new Set();
    for (const character of text) {
        if (character > '\u007F' && exact(character) === character)
            found.add(character);
        if (found.size >= max)
            break;
    }
    return [...found].map((character) => `${character} U+${codePoint(character)}`);
}
/** The first `length` characters, never ending in half a surrogate pair. */
function sliceWhole(text, length) {
    const cut = text.slice(0, length);
    return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
function codePoint(character) {
    return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
function longestBackticks(text) {
    let longest = 0;
    for (const [run] of text.matchAll(/`+/g))
        longest = Math.max(longest, run.length);
    return longest;
}


/***/ }),

/***/ 260:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B: () => (/* binding */ renderReport),
/* harmony export */   n: () => (/* binding */ exportTrail)
/* harmony export */ });
// The page and the exports are loaded when they are first asked for: a run needs them at its very end, if at all.
/** See `report.ts`. */
async function renderReport(...of) {
    const { renderReport: render } = await __webpack_require__.e(/* import() */ 6709).then(__webpack_require__.bind(__webpack_require__, 66709));
    return await render(...of);
}
/** See `export.ts`. */
async function exportTrail(...of) {
    const { exportTrail: write } = await __webpack_require__.e(/* import() */ 1456).then(__webpack_require__.bind(__webpack_require__, 91456));
    return await write(...of);
}


/***/ }),

/***/ 22377:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  b: () => (/* binding */ openTrail)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./build/base/canonical.js
var canonical = __webpack_require__(1158);
// EXTERNAL MODULE: ./build/base/json.js
var json = __webpack_require__(10768);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/base/digest.js
var base_digest = __webpack_require__(30742);
// EXTERNAL MODULE: ./build/audit/disk.js
var disk = __webpack_require__(24883);
// EXTERNAL MODULE: ./build/audit/format.js
var format = __webpack_require__(4949);
// EXTERNAL MODULE: ./build/audit/limits.js
var limits = __webpack_require__(5134);
;// CONCATENATED MODULE: ./build/audit/blobs.js
// I/O: the folder of large values beside the trail.







const DIGEST = /^[0-9a-f]{64}$/;
/**
 * The blobs of one trail, each under the name of its digest. A blob can be read at once, and is on disk when `synced` has
 * resolved, for which the entries that name it wait: what a turn brings is flushed together.
 */
class BlobStore {
    #folder;
    #known = new Map();
    /** Names from before this process, each of which is looked at before it is relied on. */
    #earlier = new Set();
    #unsynced = [];
    #totalBytes = 0;
    constructor(trailFolder) {
        this.#folder = (0,external_node_path_.join)(trailFolder, format/* BLOB_FOLDER */.DU);
    }
    /** Counts what is there from before, and clears away what a crash left half-written. */
    async load() {
        for (const name of await (0,promises_.readdir)(this.#folder)) {
            const path = (0,external_node_path_.join)(this.#folder, name);
            if (DIGEST.test(name)) {
                this.#earlier.add(name);
                this.#totalBytes += (await (0,promises_.stat)(path)).size;
            }
            else if (name.endsWith('.part'))
                await (0,promises_.rm)(path);
        }
    }
    /** Keeps a text. Too long a one keeps its head and tail; beyond the total there is only a note of what it was. */
    put(text) {
        const bytes = this.#withinLimits(Buffer.from(text, 'utf8'));
        const digest = (0,base_digest/* sha256 */.s)(bytes);
        const known = this.#known.get(digest);
        if (known !== undefined)
            return known;
        const ref = { sha256: digest, bytes: bytes.length };
        this.#keep(digest, bytes);
        this.#known.set(digest, ref);
        return ref;
    }
    /** Resolves when every blob of before is on disk; rejects where one could not be written. */
    async synced() {
        const begun = this.#unsynced;
        if (begun.length === 0)
            return;
        this.#unsynced = [];
        await Promise.all(begun);
        await (0,disk/* syncFolder */.Yw)(this.#folder);
    }
    #withinLimits(bytes) {
        if (this.#totalBytes + Math.min(bytes.length, limits/* MAX_BLOB_BYTES */.TP) > limits/* MAX_BLOBS_TOTAL_BYTES */.$) {
            const limit = `this trail's blobs are at their limit of ${limits/* MAX_BLOBS_TOTAL_BYTES */.$} bytes`;
            return Buffer.from(`[not kept: ${limit}; ${bytes.length} bytes, SHA-256 ${(0,base_digest/* sha256 */.s)(bytes)}]`);
        }
        return bytes.length <= limits/* MAX_BLOB_BYTES */.TP ? bytes : Buffer.from(headAndTail(bytes));
    }
    #keep(digest, bytes) {
        const path = (0,external_node_path_.join)(this.#folder, digest);
        if (this.#earlier.has(digest) && (0,base_digest/* sha256 */.s)((0,external_node_fs_.readFileSync)(path)) === digest)
            return;
        this.#totalBytes += bytes.length;
        const part = `${path}.${process.pid}.part`;
        const file = (0,external_node_fs_.openSync)(part, 'wx', disk/* FILE_MODE */.rE);
        const flushed = written(file, bytes, () => (0,external_node_fs_.renameSync)(part, path));
        // Whoever waits for `synced` gets its failure.
        flushed.catch(() => undefined);
        this.#unsynced.push(flushed);
    }
}
/** Writes and names a file at once; resolves when it is flushed. Throws, and closes it, where it cannot be written. */
function written(file, bytes, name) {
    try {
        (0,external_node_fs_.writeFileSync)(file, bytes);
        name();
    }
    catch (error) {
        (0,external_node_fs_.closeSync)(file);
        throw error;
    }
    return new Promise((resolve, reject) => {
        (0,external_node_fs_.fdatasync)(file, (error) => {
            (0,external_node_fs_.closeSync)(file);
            if (error === null)
                resolve();
            else
                reject(error);
        });
    });
}
function headAndTail(bytes) {
    const room = Math.floor((limits/* MAX_BLOB_BYTES */.TP - 200) / 2);
    const cut = bytes.length - 2 * room;
    const note = `\n[cut: ${cut} of ${bytes.length} bytes; SHA-256 of the whole ${(0,base_digest/* sha256 */.s)(bytes)}]\n`;
    // A character cut in half becomes U+FFFD, three bytes at most for each side.
    return bytes.toString('utf8', 0, room) + note + bytes.toString('utf8', bytes.length - room);
}

// EXTERNAL MODULE: ./build/audit/entry.js
var entry = __webpack_require__(86232);
// EXTERNAL MODULE: ./build/audit/events.js
var events = __webpack_require__(1523);
// EXTERNAL MODULE: ./build/audit/chain.js
var chain = __webpack_require__(79169);
// EXTERNAL MODULE: ./build/audit/lines.js
var audit_lines = __webpack_require__(98451);
;// CONCATENATED MODULE: ./build/audit/recover.js
// I/O: what an earlier process left of a trail.








/**
 * Checks the chain that is there, sets a torn last line aside as `torn-<seq>.bin` and cuts it off the trail.
 * Throws `trail-broken` where a whole line does not belong: such a trail is evidence, and is not written to.
 */
async function recoverTrail(folder, run, handle) {
    const { checker, rest, sizeBytes } = await scan(folder, run);
    const { head } = checker;
    try {
        if (rest.length > 0) {
            await keepTorn(folder, head.count, rest);
            await handle.truncate(sizeBytes);
            await handle.datasync();
        }
        return { head, sizeBytes, torn: await tornAt(folder, head.count) };
    }
    catch (error) {
        throw (0,disk/* unwritable */.mP)(folder, error);
    }
}
async function scan(folder, run) {
    const checker = new chain/* ChainChecker */.h(run);
    const lines = new audit_lines/* LineSplitter */.g();
    let sizeBytes = 0;
    for await (const chunk of (0,external_node_fs_.createReadStream)((0,external_node_path_.join)(folder, format/* TRAIL_FILE */.eB))) {
        if (!Buffer.isBuffer(chunk))
            continue;
        for (const line of lines.push(chunk)) {
            const linked = checker.next(line);
            if (!linked.ok)
                throw broken(folder, checker.head.count + 1, linked.because);
            sizeBytes += line.length + 1;
        }
        if (lines.overflowing)
            throw broken(folder, checker.head.count + 1, 'The line is too long.');
    }
    return { checker, rest: lines.rest(), sizeBytes };
}
function broken(folder, line, because) {
    return new errors/* CountersignError */.W('trail-broken', `The trail in ${folder} is broken at line ${line}: ${because}`, { fix: 'Keep it as it is, and start the run with another folder.' });
}
async function keepTorn(folder, seq, bytes) {
    const path = tornPath(folder, seq);
    try {
        await (0,disk/* writeSynced */.EY)(path, bytes);
    }
    catch (error) {
        if ((0,disk/* errnoOf */.UQ)(error) !== 'EEXIST')
            throw error;
        // A crash came between setting aside and cutting off, or between that and the entry: both are kept.
        await (0,disk/* writeSynced */.EY)(`${path}.${(0,base_digest/* sha256 */.s)(bytes).slice(0, 8)}.${Date.now()}`, bytes);
    }
    await (0,disk/* syncFolder */.Yw)(folder);
}
/** The torn line that stands in the place of the next entry: no `recovered` entry tells of it yet. */
async function tornAt(folder, seq) {
    const path = tornPath(folder, seq);
    try {
        const { size } = await (0,promises_.stat)(path);
        return { bytes: size, sha256: (0,base_digest/* sha256 */.s)(await (0,promises_.readFile)(path)) };
    }
    catch (error) {
        if ((0,disk/* errnoOf */.UQ)(error) === 'ENOENT')
            return null;
        throw error;
    }
}
function tornPath(folder, seq) {
    return (0,external_node_path_.join)(folder, `torn-${seq}.bin`);
}

;// CONCATENATED MODULE: ./build/audit/redact-event.js

/**
 * Fields whose values are words of the format, digests, or ids that the run made itself. They hold no text by
 * others, and a secret that happens to be spelt like one of them must not tear the trail apart.
 */
const STRUCTURAL = new Set([
    'type',
    'start',
    'state',
    'verdict',
    'list',
    'phase',
    'decision',
    'via',
    'budget',
    'event',
    'outcome',
    'sandbox',
    'kind',
    'mode',
    'call',
    'parent',
    'approval',
    'approvals',
    'digest',
    'sha256',
    'policySha256',
    'argumentsSha256',
    'requestSha256',
    'replySha256',
    'resultSha256',
    'tornSha256',
    'expires',
    'createdAt',
]);
/** Fields that hold a value of any shape, so that their keys are somebody's text too. */
const FREE = new Set(['gen_ai.tool.call.arguments', 'commands']);
/**
 * An event with the secrets taken out of all its texts, in one pass of the redactor, and broken surrogate pairs
 * made whole, so that it has a canonical form.
 */
async function redactEvent(event, redactor) {
    const slots = [];
    walk(event, (text) => {
        slots.push(text);
        return text;
    });
    const redacted = await redactor.redactJson(slots);
    let next = 0;
    const clean = walk(event, (before) => {
        const after = Array.isArray(redacted) ? redacted[next] : undefined;
        next += 1;
        // A redactor that loses a value must not put the unredacted one back.
        return madeWhole(after ?? (before === null ? null : ''));
    });
    return (0,json/* isJsonObject */.O)(clean) ? clean : {};
}
function walk(value, slot, key = '') {
    if (STRUCTURAL.has(key) && !(0,json/* isJsonObject */.O)(value))
        return value;
    if (FREE.has(key) || typeof value === 'string')
        return slot(value);
    if (typeof value !== 'object' || value === null)
        return value;
    if (!(0,json/* isJsonObject */.O)(value))
        return value.map((item) => walk(item, slot));
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, walk(child, slot, name)]));
}
/** A shallow value with U+FFFD in place of each half of a broken surrogate pair. */
function madeWhole(value) {
    if (typeof value === 'string')
        return (0,canonical/* wellFormed */.E)(value);
    if (typeof value !== 'object' || value === null)
        return value;
    if (!(0,json/* isJsonObject */.O)(value))
        return value.map(madeWhole);
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [(0,canonical/* wellFormed */.E)(name), madeWhole(child)]));
}

;// CONCATENATED MODULE: ./build/audit/writer.js
// I/O: appends to the trail.










const ARGUMENTS = 'gen_ai.tool.call.arguments';
const CLOSED = 'The trail is closed; nothing can be added to it.';
/**
 * Opens a run's trail for writing: a new one, or the one that an earlier process of the same run left, whose chain
 * is checked first and then goes on. A torn last line is kept as `torn-<seq>.bin`, and a `recovered` entry says so.
 * Throws `trail-unwritable` (no space, no permission) and `trail-broken` (what is there is not this run's whole chain).
 */
async function openTrail(options) {
    const { folder, run } = options;
    await (0,disk/* prepareFolder */.G8)(folder);
    const handle = await (0,disk/* openForAppend */.eq)(folder);
    try {
        const left = await recoverTrail(folder, run, handle);
        const blobs = new BlobStore(folder);
        await blobs.load();
        const writer = new TrailWriter(options, { handle, blobs, left });
        if (left.torn !== null) {
            const { bytes, sha256 } = left.torn;
            await writer.append({ type: 'recovered', tornBytes: bytes, tornSha256: sha256 });
        }
        return writer;
    }
    catch (error) {
        await handle.close();
        throw error;
    }
}
class TrailWriter {
    run;
    folder;
    #options;
    #handle;
    #blobs;
    #head;
    #sizeBytes;
    /** Settles once every append before has its place in the chain. */
    #turn = Promise.resolve();
    #waiting = [];
    #flushing = null;
    #dead = null;
    constructor(options, found) {
        this.run = options.run;
        this.folder = options.folder;
        this.#options = options;
        this.#handle = found.handle;
        this.#blobs = found.blobs;
        this.#head = found.left.head;
        this.#sizeBytes = found.left.sizeBytes;
    }
    async append(event) {
        this.#refuseWhenDead();
        const prepared = this.#prepare(event);
        prepared.catch(() => undefined);
        const placed = this.#turn.then(async () => this.#place(await prepared));
        this.#turn = placed.catch(() => undefined);
        const { head, written } = await placed;
        const error = await written;
        if (error !== null)
            throw error;
        if (head.count % limits/* ANCHOR_EVERY */.e6 === 0)
            this.#options.onAnchor?.(head);
        return head;
    }
    async blob(text) {
        this.#refuseWhenDead();
        const redacted = await this.#options.redactor.redact(text);
        return this.#keep(redacted);
    }
    head() {
        return this.#head;
    }
    async close() {
        if (this.#dead?.message === CLOSED)
            return;
        await this.#turn;
        await this.#flushing;
        await this.#blobs.synced().catch((error) => {
            throw this.#die(error);
        });
        this.#dead = new errors/* CountersignError */.W('trail-unwritable', CLOSED);
        await this.#handle.close();
    }
    #refuseWhenDead() {
        if (this.#dead !== null)
            throw this.#dead;
    }
    #keep(text) {
        try {
            return this.#blobs.put(text);
        }
        catch (error) {
            throw this.#die(error);
        }
    }
    /** Everything about an entry but its place: no I/O in the trail itself, so that events may be prepared side by side. */
    async #prepare(event) {
        const spilled = await this.#spillArguments(event);
        const before = validated(spilled);
        const after = await redactEvent(asJson(before), this.#options.redactor);
        return validated(after);
    }
    async #spillArguments(event) {
        if (event.type !== 'call.state')
            return event;
        const { [ARGUMENTS]: input, ...others } = event;
        if (input === undefined)
            return event;
        const text = argumentsText(input);
        if ((0,format/* isShallow */.fE)(input) && text.length <= limits/* MAX_INLINE_ARGUMENTS_CHARS */.eP)
            return event;
        return { ...others, argumentsBlob: await this.blob(text) };
    }
    /** Synchronous: between reading the head and setting it nothing else runs. */
    #place(event) {
        this.#refuseWhenDead();
        const { hash: prev, count: seq } = this.#head;
        const time = this.#options.clock.now().toISOString();
        // Only here is it known how many entries come before this one.
        const placed = event.type === 'run.end' ? { ...event, count: seq } : event;
        const { line, hash } = (0,format/* sealLine */.Cd)(asJson(placed), { seq, time, run: this.run, prev });
        if (Buffer.byteLength(line) > limits/* MAX_ENTRY_BYTES */.oW) {
            throw new errors/* CountersignError */.W('internal', `A ${event.type} is longer than an entry may be.`);
        }
        this.#head = { hash, count: seq + 1 };
        const written = new Promise((resolve) => {
            this.#waiting.push({ line: `${line}\n`, done: resolve });
        });
        this.#flushing ??= this.#flushAll();
        return { head: this.#head, written };
    }
    /** Whatever waits is written with one call and flushed once, again and again until nothing waits. */
    async #flushAll() {
        while (this.#waiting.length > 0) {
            // What is about to be asked for, and what was by now, shares the flush: the place of each in the chain is waited
            // for, not its disk.
            await new Promise((resolve) => setImmediate(resolve));
            await this.#turn;
            const batch = this.#waiting;
            this.#waiting = [];
            const error = await this.#flush(batch);
            for (const waiting of batch)
                waiting.done(error);
        }
        this.#flushing = null;
    }
    async #flush(batch) {
        if (this.#dead !== null)
            return this.#dead;
        const bytes = Buffer.from(batch.map(({ line }) => line).join(''));
        try {
            this.#checkAlone();
        }
        catch (error) {
            return this.#die(error);
        }
        try {
            await this.#blobs.synced();
            // Into the system's memory, which takes no thread; the disk is what is waited for.
            (0,external_node_fs_.appendFileSync)(this.#handle.fd, bytes);
            await this.#handle.datasync();
            this.#sizeBytes += bytes.length;
            return null;
        }
        catch (error) {
            const died = this.#die(error);
            // None of these entries was promised to anybody: what of them reached the disk is taken back.
            await this.#handle.truncate(this.#sizeBytes).catch(() => undefined);
            return died;
        }
    }
    /** Another writer, or a file taken from under the name, would make two trails of one. */
    #checkAlone() {
        // The system answers from memory: a thread of the pool would take far longer to be woken.
        const { size, nlink } = (0,external_node_fs_.fstatSync)(this.#handle.fd);
        if (nlink === 0)
            throw new Error('its file was removed while the run wrote to it');
        if (size !== this.#sizeBytes) {
            throw new Error(`its file has ${size} bytes where this run wrote ${this.#sizeBytes}`);
        }
    }
    #die(error) {
        this.#dead ??= (0,disk/* unwritable */.mP)(this.folder, error);
        return this.#dead;
    }
}
function argumentsText(input) {
    try {
        return (0,canonical/* canonicalJson */.d)((0,format/* isShallow */.fE)(input) ? madeWhole(input) : input);
    }
    catch {
        return '[not kept: nested too deeply, or not text]';
    }
}
function validated(event) {
    const { type } = event;
    if (typeof type !== 'string' || !(0,events/* isEventType */.VX)(type)) {
        throw new errors/* CountersignError */.W('internal', `No such trail entry: type ${String(type)}`);
    }
    const parsed = (0,events/* eventSchema */.G4)(type).safeParse(event);
    if (parsed.success)
        return parsed.data;
    throw new errors/* CountersignError */.W('internal', `No such trail entry: ${(0,entry/* firstIssue */.O)(parsed.error)}`);
}
function asJson(event) {
    if ((0,json/* isJsonObject */.O)(event))
        return event;
    throw new errors/* CountersignError */.W('internal', 'A trail event is not an object.');
}


/***/ }),

/***/ 10782:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   dF: () => (/* binding */ keepJournal),
/* harmony export */   s4: () => (/* binding */ saveCheckpoint),
/* harmony export */   sp: () => (/* binding */ suspendRun)
/* harmony export */ });
/** See `suspend.ts`, which is loaded with the checkpoint's format when a run is suspended, if ever. */
async function suspendRun(of) {
    const { suspendRun: suspend } = await Promise.all(/* import() */[__webpack_require__.e(6108), __webpack_require__.e(6)]).then(__webpack_require__.bind(__webpack_require__, 20006));
    await suspend(of);
}
/** The same for `saveCheckpoint`. */
async function saveCheckpoint(...of) {
    const suspend = await Promise.all(/* import() */[__webpack_require__.e(6108), __webpack_require__.e(6)]).then(__webpack_require__.bind(__webpack_require__, 20006));
    await suspend.saveCheckpoint(...of);
}
/** See `journal.ts`, which is loaded where there is something to seal a journal with. */
async function keepJournal(job, world, of) {
    if (world.suspension === null)
        return null;
    const journal = await __webpack_require__.e(/* import() */ 2353).then(__webpack_require__.bind(__webpack_require__, 72353));
    return journal.keepJournal(job, world, of);
}


/***/ }),

/***/ 45625:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   f: () => (/* binding */ keepChanges),
/* harmony export */   z: () => (/* binding */ CHANGES_FILE)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(45145);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(30742);
/* harmony import */ var _policy_index_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(11014);
/* harmony import */ var _sandbox_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(89734);





/** The patch beside the trail. */
const CHANGES_FILE = 'changes.patch';
const MAX_PATCH_BYTES = 20 * 1024 * 1024;
const MAX_LEFT_OUT = 100;
/**
 * Keeps what a run left in the work tree as a patch beside its trail, and records it there. Files that usually hold
 * secrets, and those that do hold one, are left out by name: a patch with a redacted line would not be the work. `null`
 * where nothing was left, or where it could not be kept; why is then told to `warn`. Never rejects for what git says.
 */
async function keepChanges(of) {
    const { base, trail, redactor, warn } = of;
    try {
        const found = await (0,_sandbox_index_js__WEBPACK_IMPORTED_MODULE_2__/* .workTreePatch */ .A)(of.root, { base });
        const kept = [];
        const leftOut = [...found.leftOut];
        for (const file of found.files) {
            const because = await whyNot(of.root, file, redactor);
            if (because === null)
                kept.push(file);
            else
                leftOut.push({ path: file.path, because });
        }
        const patch = Buffer.concat(kept.map((file) => file.patch));
        if (kept.length === 0 && leftOut.length === 0)
            return null;
        if (patch.length > MAX_PATCH_BYTES) {
            throw new _base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .CountersignError */ .W('worktree-refused', `They are ${patch.length} bytes; at most ${MAX_PATCH_BYTES} are kept.`);
        }
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(trail.folder, CHANGES_FILE), patch);
        const about = {
            name: CHANGES_FILE,
            sha256: (0,_base_index_js__WEBPACK_IMPORTED_MODULE_4__/* .sha256 */ .s)(patch),
            bytes: patch.length,
            base,
            files: new Set(kept.map(({ path }) => path)).size,
            leftOut: await redactedPaths(leftOut.slice(0, MAX_LEFT_OUT), redactor),
        };
        await trail.append({ type: 'changes.saved', ...about });
        return about;
    }
    catch (error) {
        if (error instanceof _base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .CountersignError */ .W && error.code === 'trail-unwritable')
            throw error;
        const message = await redactor.redact((0,_base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .errorText */ .k)(error));
        warn(`The changes that were left could not be kept as a patch: ${message}`);
        return null;
    }
}
/** Why a file's changes do not leave the machine; `null` where they may. */
async function whyNot(root, file, redactor) {
    if ((0,_policy_index_js__WEBPACK_IMPORTED_MODULE_5__/* .isSecretsLike */ .tg)(file.path))
        return 'a file of this name usually holds secrets';
    const text = file.patch.toString('utf8');
    const packed = file.binary ? await bytesOf((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, file.path)) : '';
    const holds = (await redactor.redact(text)) !== text || (await redactor.redact(packed)) !== packed;
    return holds ? 'it holds a secret' : null;
}
async function bytesOf(path) {
    try {
        return (await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)(path)).toString('latin1');
    }
    catch {
        // It was deleted: there is nothing new in it.
        return '';
    }
}
async function redactedPaths(files, redactor) {
    return await Promise.all(files.map(async ({ path, because }) => ({ path: await redactor.redact(path), because })));
}


/***/ }),

/***/ 31489:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Fn: () => (/* binding */ byteRecords),
/* harmony export */   Mt: () => (/* binding */ rawBytes),
/* harmony export */   N: () => (/* binding */ underRoot),
/* harmony export */   q$: () => (/* binding */ bytesOfText),
/* harmony export */   vw: () => (/* binding */ quotedLine)
/* harmony export */ });
/**
 * Paths as git tells them: bytes, each as one character (Latin-1), for a file name on Linux need not be text in any
 * encoding. What is to be shown is decoded elsewhere.
 */
/** The records of `-z` output. */
function byteRecords(bytes) {
    return bytes
        .toString('latin1')
        .split('\0')
        .filter((record) => record !== '');
}
/** A path that is text, as bytes. */
function bytesOfText(path) {
    return Buffer.from(path).toString('latin1');
}
/** What to hand to git, or to the system: the bytes themselves. */
function rawBytes(text) {
    return Buffer.from(text, 'latin1');
}
/** Where a path of bytes lies under a root that is text. */
function underRoot(root, path) {
    return Buffer.concat([Buffer.from(`${root}/`), rawBytes(path)]);
}
/** A path on a line of its own, quoted as git reads it (C's rules), so that a line feed in it ends nothing. */
function quotedLine(path) {
    const quoted = [...rawBytes(path)].map((byte) => byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c
        ? `\\${byte.toString(8).padStart(3, '0')}`
        : String.fromCodePoint(byte));
    return `"${quoted.join('')}"\n`;
}


/***/ }),

/***/ 89734:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ workTreePatch),
/* harmony export */   X: () => (/* binding */ applyPatch)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(48161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(45145);
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(62564);
/* harmony import */ var _in_checkout_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(91074);
/* harmony import */ var _byte_paths_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(31489);
/* harmony import */ var _work_tree_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(71060);
/**
 * A work tree's changes as a patch that `git apply` takes: what was committed since and what was not, untracked files and
 * binary ones included. This file does I/O: it runs git on the checkout.
 */








const MAX_FILES = 5_000;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const BEGINS = 'diff --git ';
/**
 * What differs from `base` in the work tree, file by file. Ignored files and submodules are not looked at; files above
 * 10 MB are left out by name. Throws `worktree-refused` where more than 5,000 files changed, or git fails.
 */
async function workTreePatch(root, options) {
    const base = (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .checkedSha */ .Q$)(options.base);
    const all = await (0,_git_js__WEBPACK_IMPORTED_MODULE_4__/* .changedFiles */ .Y_)(root, { since: base });
    if (all.length > MAX_FILES) {
        const message = `${all.length} files changed; a patch is made of at most ${MAX_FILES}.`;
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_5__/* .CountersignError */ .W('worktree-refused', message);
    }
    const large = new Set();
    for (const path of all)
        if (await isLarge((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(root, path)))
            large.add(path);
    const files = await patchOf(root, { base, paths: all.filter((path) => !large.has(path)) });
    const because = `it has more than ${MAX_FILE_BYTES} bytes`;
    return { files, leftOut: [...large].map((path) => ({ path, because })) };
}
async function patchOf(root, of) {
    const folder = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdtemp)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)(), 'countersign-patch-'));
    try {
        const index = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, 'index');
        const tree = await (0,_work_tree_js__WEBPACK_IMPORTED_MODULE_6__/* .writeWorkTree */ .dq)(root, {
            head: of.base,
            paths: of.paths.map(_byte_paths_js__WEBPACK_IMPORTED_MODULE_7__/* .bytesOfText */ .q$),
            index,
        });
        const between = ['--no-renames', '--no-ext-diff', '--no-textconv', of.base, tree];
        const names = await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .mustInCheckout */ .Hm)(root, [
            'diff-tree',
            '-r',
            '-z',
            '--name-status',
            ...between,
        ]);
        const patch = await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .mustInCheckout */ .Hm)(root, [
            'diff-tree',
            '-r',
            '-p',
            '--binary',
            '--full-index',
            '--src-prefix=a/',
            '--dst-prefix=b/',
            ...between,
        ]);
        return paired(pathsOf((0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .records */ .V0)(names)), pieces(patch));
    }
    finally {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(folder, { recursive: true, force: true });
    }
}
/** A path that became another kind of thing is taken away and made anew: it has two pieces. */
function pathsOf(fields) {
    const paths = [];
    for (let index = 0; index + 1 < fields.length; index += 2) {
        const path = fields[index + 1] ?? '';
        paths.push(path);
        if (fields[index] === 'T')
            paths.push(path);
    }
    return paths;
}
/** Every line of a hunk begins with a mark, and packed bytes hold no blank: the words begin nothing else. */
function pieces(patch) {
    const starts = [];
    for (let at = patch.indexOf(BEGINS); at !== -1; at = patch.indexOf(BEGINS, at + 1)) {
        if (at === 0 || patch[at - 1] === 0x0a)
            starts.push(at);
    }
    return starts.map((start, index) => patch.subarray(start, starts[index + 1] ?? patch.length));
}
function paired(paths, patches) {
    if (paths.length !== patches.length) {
        const message = `Git told of ${paths.length} changes and showed ${patches.length}.`;
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_5__/* .CountersignError */ .W('worktree-refused', message);
    }
    return patches.map((patch, index) => ({
        path: paths[index] ?? '',
        patch,
        binary: patch.includes('\nGIT binary patch\n'),
    }));
}
async function isLarge(path) {
    try {
        const about = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)(path);
        return about.isFile() && about.size > MAX_FILE_BYTES;
    }
    catch {
        return false;
    }
}
/**
 * Applies a patch to a work tree that stands clean on its base, and gives the paths that changed. Git itself refuses paths
 * outside of the tree, in `.git`, and beyond links. Throws `worktree-refused` where any part does not apply.
 */
async function applyPatch(root, patch) {
    await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .mustInCheckout */ .Hm)(root, ['apply', '--index', '--whitespace=nowarn', '-'], { stdin: patch });
    return (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .records */ .V0)(await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .mustInCheckout */ .Hm)(root, ['diff', '--cached', '--name-only', '-z', '--no-renames', 'HEAD']));
}


/***/ }),

/***/ 7409:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   P: () => (/* binding */ submodulesOf),
/* harmony export */   m: () => (/* binding */ submoduleAt)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _byte_paths_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(31489);
/* harmony import */ var _in_checkout_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(91074);
// I/O: finds the git folders of a checkout's submodules.




const MAX_SUBMODULES = 100;
const GITLINK = /^160000 commit ([0-9a-f]{40,64})\t([^]*)$/;
/**
 * The submodules of a commit that are checked out. One counts only where its git folder is among those that its parent
 * keeps (`.git/modules`): a `.git` file that points elsewhere is a command's work, and is left alone.
 */
async function submodulesOf(parent, base) {
    const tree = (0,_byte_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .byteRecords */ .Fn)(await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .mustInCheckout */ .Hm)(parent, ['ls-tree', '-r', '-z', base]));
    const links = tree.flatMap((record) => {
        const [, sha, path] = GITLINK.exec(record) ?? [];
        return sha === undefined || path === undefined ? [] : [{ sha, path }];
    });
    const found = [];
    for (const { sha, path } of links.slice(0, MAX_SUBMODULES)) {
        const text = (0,_byte_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .rawBytes */ .Mt)(path).toString('utf8');
        const at = await submoduleAt(parent, text);
        if (at !== null)
            found.push({ path: text, base: sha, at });
    }
    return found;
}
/** The checkout of one submodule; `null` where it has none. */
async function submoduleAt(parent, path) {
    const root = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(parent.root, path);
    try {
        if ((await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(root)) !== (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(parent.root), path))
            return null;
        const dotGit = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, '.git');
        if (!(await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)(dotGit)).isFile())
            return null;
        const named = /^gitdir: (.+)$/m.exec(await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)(dotGit, 'utf8'))?.[1];
        if (named === undefined)
            return null;
        const gitDir = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(root, named.trim()));
        const kept = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)((0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .placesOf */ .ek)(parent)), 'modules') + node_path__WEBPACK_IMPORTED_MODULE_1__.sep;
        return gitDir.startsWith(kept) ? { root, gitDir } : null;
    }
    catch {
        return null;
    }
}


/***/ }),

/***/ 71060:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Uo: () => (/* binding */ headOf),
/* harmony export */   ag: () => (/* binding */ said),
/* harmony export */   dq: () => (/* binding */ writeWorkTree),
/* harmony export */   vl: () => (/* binding */ changedPaths),
/* harmony export */   yX: () => (/* binding */ bundleChanges)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(48161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(45145);
/* harmony import */ var _byte_paths_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(31489);
/* harmony import */ var _in_checkout_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(91074);
/* harmony import */ var _submodules_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7409);
/**
 * The work tree of a run that is suspended, carried to the job that goes on with it: what was committed, what was staged
 * and what was not, untracked files included, in submodules too. Contents travel as they lie on disk, with no filter and
 * no line-ending conversion, so that what comes back is the same to the byte. This file does I/O.
 */







const REF = 'refs/countersign/suspended';
const MAX_FILES = 20_000;
/** Base64 and the conversation beside it have to fit into a checkpoint. */
const MAX_BUNDLE_BYTES = 150 * 1024 * 1024;
const MAX_DEPTH = 5;
const EXECUTABLE = 0o111;
const IDENTITY = {
    GIT_AUTHOR_NAME: 'Countersign',
    GIT_AUTHOR_EMAIL: 'countersign@localhost',
    GIT_COMMITTER_NAME: 'Countersign',
    GIT_COMMITTER_EMAIL: 'countersign@localhost',
};
/**
 * Bundles everything that differs from `base`: commits made since, the index, the branch, changed, deleted and untracked
 * files with their mode, and the same of each submodule that is checked out. Left out are ignored files, empty folders,
 * other branches, and the history of a repository that lies untracked in the tree (its files are carried). `null` where
 * nothing differs. Throws `worktree-refused` where the changes are more than a checkpoint may hold.
 */
async function bundleChanges(root, options) {
    return await bundleAt({ root }, (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .checkedSha */ .Q$)(options.base), 0);
}
async function bundleAt(checkout, base, depth) {
    const at = await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .whileAlone */ .rl)(checkout);
    const head = await headOf(at);
    const paths = await changedPaths(at);
    const submodules = depth < MAX_DEPTH ? await changedSubmodules(at, base, depth) : [];
    const folder = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdtemp)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)(), 'countersign-bundle-'));
    try {
        const staged = await stagedOn(at, head, (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, 'staged'));
        if (head === base && paths.length === 0 && staged === null && submodules.length === 0)
            return null;
        const tree = await writeWorkTree(at, { head, paths, index: (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, 'index') });
        const commit = await commitTree(at, tree, staged ?? head);
        const bundle = await bundled(at, { range: [base, commit], file: (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, 'bundle') });
        const branch = await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .inCheckout */ .YU)(at, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
        return {
            base,
            bundle,
            commit,
            ...(staged === null ? {} : { staged }),
            ...(branch.exitCode === 0 ? { branch: branch.stdout.toString().trim() } : {}),
            ...(submodules.length === 0 ? {} : { submodules }),
        };
    }
    finally {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(folder, { recursive: true, force: true });
    }
}
async function headOf(at) {
    return await said(at, ['rev-parse', '--verify', 'HEAD^{commit}']);
}
/** What git says to a question with one line for an answer. */
async function said(at, args, more = {}) {
    return (await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .mustInCheckout */ .Hm)(at, args, more)).toString().trim();
}
/** Every path that differs from the index or is in neither, as bytes; submodules are looked at by themselves. */
async function changedPaths(at) {
    const status = [
        'status',
        '--porcelain=v1',
        '-z',
        '--untracked-files=all',
        '--ignore-submodules=all',
        '--no-renames',
    ];
    const told = (0,_byte_paths_js__WEBPACK_IMPORTED_MODULE_4__/* .byteRecords */ .Fn)(await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .mustInCheckout */ .Hm)(at, status)).map((record) => record.slice(3));
    const paths = [];
    // Of a repository that lies untracked in the tree git names the folder only.
    for (const path of told)
        paths.push(...(path.endsWith('/') ? await filesUnder(at, path.slice(0, -1)) : [path]));
    const different = [...new Set(paths)];
    if (different.length > MAX_FILES)
        throw tooMuch(`${different.length} files`, `${MAX_FILES} files`);
    return different;
}
async function filesUnder(at, folder) {
    const entries = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readdir)((0,_byte_paths_js__WEBPACK_IMPORTED_MODULE_4__/* .underRoot */ .N)(at.root, folder), {
        withFileTypes: true,
        encoding: 'buffer',
    });
    const files = [];
    for (const entry of entries) {
        const name = entry.name.toString('latin1');
        if (name.toLowerCase() === '.git')
            continue;
        const path = `${folder}/${name}`;
        if (entry.isDirectory())
            files.push(...(await filesUnder(at, path)));
        else if (entry.isFile() || entry.isSymbolicLink())
            files.push(path);
        if (files.length > MAX_FILES)
            throw tooMuch(`more than ${MAX_FILES} files`, `${MAX_FILES} files`);
    }
    return files;
}
async function changedSubmodules(at, base, depth) {
    const changed = [];
    for (const module of await (0,_submodules_js__WEBPACK_IMPORTED_MODULE_5__/* .submodulesOf */ .P)(at, base)) {
        const changes = await bundleAt(module.at, module.base, depth + 1);
        if (changes !== null)
            changed.push({ path: module.path, changes });
    }
    return changed;
}
/** A commit of the index on `head`; `null` where it is as that one, or a merge in progress leaves none to be written. */
async function stagedOn(at, head, copy) {
    try {
        // Git notes down in an index what it found out: the one of the checkout stays as it is.
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.copyFile)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)((0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .placesOf */ .ek)(at), 'index'), copy);
    }
    catch {
        return null;
    }
    const written = await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .inCheckout */ .YU)(at, ['write-tree'], { env: { GIT_INDEX_FILE: copy } });
    if (written.exitCode !== 0)
        return null;
    const tree = written.stdout.toString().trim();
    if (tree === (await said(at, ['rev-parse', `${head}^{tree}`])))
        return null;
    return await commitTree(at, tree, head);
}
async function commitTree(at, tree, parent) {
    const args = ['commit-tree', tree, '-p', parent, '-m', 'Work tree of a suspended run'];
    return await said(at, args, { env: IDENTITY });
}
async function bundled(at, of) {
    const [base, tip] = of.range;
    try {
        await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .mustInCheckout */ .Hm)(at, ['update-ref', REF, tip]);
        await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .mustInCheckout */ .Hm)(at, ['bundle', 'create', '--quiet', of.file, `${base}..${REF}`]);
    }
    finally {
        await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .inCheckout */ .YU)(at, ['update-ref', '-d', REF]);
    }
    const bytes = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)(of.file);
    if (bytes.length > MAX_BUNDLE_BYTES)
        throw tooMuch(`${bytes.length} bytes`, `${MAX_BUNDLE_BYTES} bytes`);
    return bytes.toString('base64');
}
/** Writes the tree of a commit with these paths as they lie on disk, by an index of its own, and gives its id. */
async function writeWorkTree(checkout, of) {
    const at = typeof checkout === 'string' ? { root: checkout } : checkout;
    const env = { GIT_INDEX_FILE: of.index };
    await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .mustInCheckout */ .Hm)(at, ['read-tree', of.head], { env });
    const lines = await indexLines(at, of.paths);
    await (0,_in_checkout_js__WEBPACK_IMPORTED_MODULE_3__/* .mustInCheckout */ .Hm)(at, ['update-index', '-z', '--index-info'], { env, stdin: (0,_byte_paths_js__WEBPACK_IMPORTED_MODULE_4__/* .rawBytes */ .Mt)(lines) });
    return await said(at, ['write-tree'], { env });
}
/** Records for `update-index --index-info`: what is gone first, so that a folder can take the place of a file. */
async function indexLines(at, paths) {
    const gone = [];
    const links = [];
    const files = [];
    for (const path of paths) {
        const absolute = (0,_byte_paths_js__WEBPACK_IMPORTED_MODULE_4__/* .underRoot */ .N)(at.root, path);
        const stat = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)(absolute).catch(() => null);
        if (stat?.isSymbolicLink() === true) {
            const target = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readlink)(absolute, { encoding: 'buffer' });
            const args = ['hash-object', '-w', '--no-filters', '--stdin'];
            links.push(`120000 ${await said(at, args, { stdin: target })}\t${path}\0`);
        }
        else if (stat?.isFile() === true) {
            files.push({ path, mode: (stat.mode & EXECUTABLE) === 0 ? '100644' : '100755' });
        }
        else
            gone.push(`0 ${'0'.repeat(40)}\t${path}\0`);
    }
    const ids = await hashed(at, files.map(({ path }) => path));
    const there = files.map(({ path, mode }, index) => `${mode} ${ids[index] ?? ''}\t${path}\0`);
    return [...gone, ...links, ...there].join('');
}
async function hashed(at, paths) {
    if (paths.length === 0)
        return [];
    const args = ['hash-object', '-w', '--no-filters', '--stdin-paths'];
    const stdin = paths.map(_byte_paths_js__WEBPACK_IMPORTED_MODULE_4__/* .quotedLine */ .vw).join('');
    return (await said(at, args, { stdin })).split('\n');
}
function tooMuch(have, limit) {
    return new _base_index_js__WEBPACK_IMPORTED_MODULE_6__/* .CountersignError */ .W('worktree-refused', `The work tree's changes are ${have}; a checkpoint holds ${limit}.`, {
        fix: 'Ignore what is built (.gitignore), or let the run wait instead of suspending it.',
    });
}


/***/ }),

/***/ 73925:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ makeFromTrail)
/* harmony export */ });
/* harmony import */ var _page_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(11043);

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
/**
 * What is made from a trail once it has its end: the page beside it, and the trace for whoever collects traces. A run that
 * only waits sends none; it sends the whole when it ends. Never fails.
 */
async function makeFromTrail(of) {
    await (0,_page_js__WEBPACK_IMPORTED_MODULE_0__/* .writeReport */ .u)(of.folder, of.warn);
    if (of.outcome === 'awaiting-approval' ||
        ENDPOINTS.every((name) => (of.environment[name] ?? '') === ''))
        return;
    const { sendTrace } = await __webpack_require__.e(/* import() */ 1775).then(__webpack_require__.bind(__webpack_require__, 81775));
    await sendTrace(of.folder, of.environment, of.warn);
}


/***/ }),

/***/ 11043:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   u: () => (/* binding */ writeReport)
/* harmony export */ });
/* unused harmony export REPORT_FILE */
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _audit_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4949);
/* harmony import */ var _audit_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(260);
/* harmony import */ var _audit_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(83721);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(45145);
// I/O: the page beside the trail.




const REPORT_FILE = 'report.html';
const FILE_MODE = 0o600;
/** A page of a longer trail would open in no browser; `audit report` makes it where there is patience. */
const MAX_TRAIL_BYTES = 256 * 1024 * 1024;
/**
 * Writes `report.html` into a trail's folder, in place of an earlier one. Never fails: the page is for people, and what
 * it shows is all in the trail. `warn` is told why there is none.
 */
async function writeReport(folder, warn) {
    try {
        const { size } = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.stat)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, _audit_index_js__WEBPACK_IMPORTED_MODULE_2__/* .TRAIL_FILE */ .eB));
        if (size > MAX_TRAIL_BYTES)
            throw new Error(`the trail has ${size} bytes; use audit report`);
        const page = await (0,_audit_index_js__WEBPACK_IMPORTED_MODULE_3__/* .renderReport */ .B)((0,_audit_index_js__WEBPACK_IMPORTED_MODULE_4__/* .readTrail */ .hd)(folder), (0,_audit_index_js__WEBPACK_IMPORTED_MODULE_4__/* .blobsIn */ .uo)(folder));
        const path = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, REPORT_FILE);
        // A page from before is replaced, never written through.
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(path, { force: true });
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)(path, page, { mode: FILE_MODE, flag: 'wx' });
    }
    catch (error) {
        warn(`The report of the trail could not be written: ${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_5__/* .errorText */ .k)(error)}`);
    }
}


/***/ })

};
