export const id = 2353;
export const ids = [2353];
export const modules = {

/***/ 72268:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Fs: () => (/* binding */ beginJournal),
/* harmony export */   RD: () => (/* binding */ JOURNAL_FILE),
/* harmony export */   Vg: () => (/* binding */ JOURNAL_MAX_BYTES),
/* harmony export */   _0: () => (/* binding */ openJournal)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1158);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(30742);
/* harmony import */ var _keys_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(93011);



/**
 * The bytes of a journal, version 1: what a run notes down as it goes, so that it can be gone on with where it was killed.
 *
 *     "CSJR" · version (1) · salt (16) · key check (8) · context (32)        and then, one after another:
 *     length of the text (4, big-endian) · ciphertext · tag (16)
 *
 * Each record is sealed with AES-256-GCM under a key of this file alone; its iv is its place and the header is
 * authenticated with it, so that none can be changed, dropped, moved or put in from elsewhere. Only the end can be cut off:
 * whoever reads a journal holds it against the trail.
 */
const MAGIC = Buffer.from('CSJR');
const VERSION = 1;
const SALT_BYTES = 16;
const CONTEXT_BYTES = 32;
const HEADER_BYTES = MAGIC.length + 1 + SALT_BYTES + _keys_js__WEBPACK_IMPORTED_MODULE_1__/* .CHECK_BYTES */ .JX + CONTEXT_BYTES;
const LENGTH_BYTES = 4;
const TAG_BYTES = 16;
const IV_BYTES = 12;
/** Its name beside the trail. */
const JOURNAL_FILE = 'journal.bin';
/** Largest journal; a run with more to note down cannot be gone on with. */
const JOURNAL_MAX_BYTES = 256 * 1024 * 1024;
/** A journal as it is written: its first bytes, then one record after another. Throws `checkpoint-refused` for a short secret. */
function beginJournal(sealing) {
    const salt = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomBytes)(SALT_BYTES);
    const { key, check } = (0,_keys_js__WEBPACK_IMPORTED_MODULE_1__/* .keysOf */ .YD)('journal', { secret: sealing.secret, salt });
    const header = Buffer.concat([MAGIC, Buffer.from([VERSION]), salt, check, contextOf(sealing)]);
    let place = 0;
    return {
        header,
        seal: (text) => {
            const plain = Buffer.from((0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .wellFormed */ .E)(text));
            const cipher = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createCipheriv)('aes-256-gcm', key, ivOf(place), { authTagLength: TAG_BYTES });
            place += 1;
            cipher.setAAD(header);
            const length = Buffer.alloc(LENGTH_BYTES);
            length.writeUInt32BE(plain.length);
            return Buffer.concat([length, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
        },
    };
}
/**
 * The texts of a journal's whole records, in order; a last one that was cut off by the end of the process is left out.
 * Throws `checkpoint-refused` for another key, another run, and anything that was changed.
 */
function openJournal(bytes, sealing) {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (file.length > JOURNAL_MAX_BYTES)
        throw (0,_keys_js__WEBPACK_IMPORTED_MODULE_1__/* .refused */ .J5)(`its journal has ${file.length} bytes`);
    const header = file.subarray(0, HEADER_BYTES);
    const known = file.length >= HEADER_BYTES && header.subarray(0, MAGIC.length).equals(MAGIC);
    if (!known || header[MAGIC.length] !== VERSION)
        throw (0,_keys_js__WEBPACK_IMPORTED_MODULE_1__/* .refused */ .J5)('its journal is none');
    const salt = header.subarray(MAGIC.length + 1, MAGIC.length + 1 + SALT_BYTES);
    const check = header.subarray(MAGIC.length + 1 + SALT_BYTES, -CONTEXT_BYTES);
    const keys = (0,_keys_js__WEBPACK_IMPORTED_MODULE_1__/* .keysOf */ .YD)('journal', { secret: sealing.secret, salt });
    if (!keys.check.equals(check))
        throw (0,_keys_js__WEBPACK_IMPORTED_MODULE_1__/* .refused */ .J5)('its journal was sealed with another key');
    if (!contextOf(sealing).equals(header.subarray(-CONTEXT_BYTES)))
        throw (0,_keys_js__WEBPACK_IMPORTED_MODULE_1__/* .refused */ .J5)('its journal is of another run');
    return [...records(file, { key: keys.key, header })];
}
function* records(file, of) {
    let at = HEADER_BYTES;
    for (let place = 0; at + LENGTH_BYTES <= file.length; place += 1) {
        const start = at + LENGTH_BYTES;
        const end = start + file.readUInt32BE(at);
        if (end + TAG_BYTES > file.length)
            return;
        const decipher = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createDecipheriv)('aes-256-gcm', of.key, ivOf(place), {
            authTagLength: TAG_BYTES,
        });
        decipher.setAAD(of.header);
        decipher.setAuthTag(file.subarray(end, end + TAG_BYTES));
        const sealed = file.subarray(start, end);
        try {
            yield Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
        }
        catch {
            throw (0,_keys_js__WEBPACK_IMPORTED_MODULE_1__/* .refused */ .J5)(`record ${place} of its journal was changed`);
        }
        at = end + TAG_BYTES;
    }
}
function ivOf(place) {
    const iv = Buffer.alloc(IV_BYTES);
    iv.writeBigUInt64BE(BigInt(place), IV_BYTES - 8);
    return iv;
}
function contextOf({ repository, run }) {
    const context = { _schema: 'countersign.journal/1', repository: repository.toLowerCase(), run };
    return Buffer.from((0,_base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .digestOf */ .o)(context), 'hex');
}


/***/ }),

/***/ 93011:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J5: () => (/* binding */ refused),
/* harmony export */   JX: () => (/* binding */ CHECK_BYTES),
/* harmony export */   YD: () => (/* binding */ keysOf)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(45145);


const VERSION = 1;
const KEY_BYTES = 32;
const CHECK_BYTES = 8;
/** Shorter secrets can be guessed from the file alone. */
const SECRET_MIN_CHARACTERS = 16;
/** Two keys from one secret: what encrypts, and what tells that it is the right secret without telling the key. */
function keysOf(use, of) {
    const { secret, salt } = of;
    if (secret.length < SECRET_MIN_CHARACTERS) {
        const fix = 'Set the input `state-key` to a long random secret.';
        throw refused(`the secret for it has fewer than ${SECRET_MIN_CHARACTERS} characters`, fix);
    }
    const derive = (what, bytes) => Buffer.from((0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.hkdfSync)('sha256', secret, salt, `countersign ${use} ${what} v${VERSION}`, bytes));
    return { key: derive('key', KEY_BYTES), check: derive('key check', CHECK_BYTES) };
}
/** Why sealed state is not used. */
function refused(because, fix) {
    const message = `The checkpoint is refused: ${because}.`;
    return new _base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .CountersignError */ .W('checkpoint-refused', message, fix === undefined ? {} : { fix });
}


/***/ }),

/***/ 72353:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   keepJournal: () => (/* binding */ keepJournal)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(45145);
/* harmony import */ var _checkpoint_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(72268);
/* harmony import */ var _standing_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(45284);
// I/O: the journal beside the trail. It is written as the run goes, without a flush of its own: it has to outlive this
// process, not the machine, for only the post step on the same machine can do anything with it.





const FILE_MODE = 0o600;
const FRESH = node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_WRONLY | node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_CREAT | node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_TRUNC | node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_NOFOLLOW;
/**
 * Notes down how the run stands, so that it can be gone on with where it is killed. `null` where it could not be: there is
 * no secret to seal it with, or no workflow to come back to. A journal that cannot be written stops nothing: a warning
 * says that the run cannot be gone on with.
 */
function keepJournal(job, world, of) {
    const { suspension } = world;
    if (suspension === null || job.headSha === null || job.repository === null)
        return null;
    const file = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(job.trailFolder, _checkpoint_index_js__WEBPACK_IMPORTED_MODULE_2__/* .JOURNAL_FILE */ .RD);
    const news = createNews(job, {
        roots: (0,_standing_js__WEBPACK_IMPORTED_MODULE_3__/* .rootsOf */ .RD)(job, { suspension, marker: of.marker }),
        kept: of.kept,
    });
    let open = null;
    let over = false;
    const end = () => {
        over = true;
        open?.close();
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(file, { force: true });
    };
    const put = (note) => {
        if (over)
            return;
        try {
            open ??= openFile(file, job, suspension.secret);
            open.write(JSON.stringify(note()));
        }
        catch (error) {
            end();
            const message = `The run could not be gone on with if it was killed: ${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_4__/* .errorText */ .k)(error)}`;
            world.bus.emit({ type: 'warning', message });
        }
    };
    let last = null;
    return {
        note: (state) => {
            last = state;
            put(() => news.since(state, []));
        },
        settled: (call) => {
            const state = last;
            if (state !== null)
                put(() => news.since(state, [(0,_standing_js__WEBPACK_IMPORTED_MODULE_3__/* .settledState */ .xr)(call)]));
        },
        remove: end,
    };
}
function openFile(file, job, secret) {
    const { header, seal } = (0,_checkpoint_index_js__WEBPACK_IMPORTED_MODULE_2__/* .beginJournal */ .Fs)({ secret, repository: job.repository ?? '', run: job.run });
    const handle = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.openSync)(file, FRESH, FILE_MODE);
    let bytes = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeSync)(handle, header);
    return {
        write: (text) => {
            const record = seal(text);
            bytes += record.length;
            if (bytes > _checkpoint_index_js__WEBPACK_IMPORTED_MODULE_2__/* .JOURNAL_MAX_BYTES */ .Vg)
                throw new Error(`it has more to note down than ${_checkpoint_index_js__WEBPACK_IMPORTED_MODULE_2__/* .JOURNAL_MAX_BYTES */ .Vg} bytes`);
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeSync)(handle, record);
        },
        close: () => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.closeSync)(handle),
    };
}
/** Finds out what is new since the last note. Messages are told apart by identity: they never change once they are there. */
function createNews(job, of) {
    let first = true;
    let noted = [];
    const fields = new Map();
    return {
        since: (state, settled) => {
            const { messages } = state.conversation;
            const differs = messages.findIndex((message, index) => message !== noted[index]);
            const keep = differs === -1 ? messages.length : differs;
            const note = {
                ...(first ? { roots: of.roots } : {}),
                keep,
                messages: messages.slice(keep),
                settled: first ? [...(job.resume?.settled ?? []), ...settled] : settled,
                reply: state.lastReply,
                standing: changed((0,_standing_js__WEBPACK_IMPORTED_MODULE_3__/* .standingOf */ .YP)(job, state, of.kept()), fields),
            };
            first = false;
            noted = [...messages];
            return note;
        },
    };
}
/** The fields that are not as they were, remembered by their JSON. */
function changed(standing, known) {
    const entries = Object.entries(standing).filter(([name, value]) => {
        const text = JSON.stringify(value);
        if (known.get(name) === text)
            return false;
        known.set(name, text);
        return true;
    });
    return Object.fromEntries(entries);
}


/***/ }),

/***/ 45284:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   RD: () => (/* binding */ rootsOf),
/* harmony export */   YP: () => (/* binding */ standingOf),
/* harmony export */   xr: () => (/* binding */ settledState)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(45145);

/** What of a run stays as it was at its start. Throws `internal` for a run that has no repository and no commit. */
function rootsOf(job, of) {
    const { repository, headSha, outputSchema: schema = null } = job;
    if (headSha === null || repository === null) {
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .CountersignError */ .W('internal', 'A run without a repository and a commit cannot be suspended.');
    }
    return {
        run: job.run,
        repository,
        workflow: of.suspension.workflow,
        headSha,
        policySha256: job.policy.sha256,
        request: job.request,
        requester: job.requester,
        instructions: job.instructions.map((file) => ({ ...file })),
        ...(schema === null ? {} : { outputSchema: schema.text }),
        marker: of.marker,
    };
}
/** What of a run changes as it goes, in the form that a checkpoint has it. */
function standingOf(job, state, kept) {
    return {
        turns: kept.turns,
        calls: kept.calls,
        lastText: state.lastText,
        idleReplies: state.idleReplies,
        planApproved: kept.planApproved,
        refused: state.refused.map((item) => ({ ...item })),
        reads: { ...kept.reads },
        repeats: { ...state.conversation.repeats.sent() },
        used: { ...kept.used, byTool: { ...kept.used.byTool } },
        raised: raisedOf(job.budget, kept.limits),
        untrusted: kept.untrusted.map((item) => ({ ...item })),
    };
}
/** The walls that are no longer where they were at first. */
function raisedOf(first, now) {
    const names = ['turns', 'calls', 'tokens', 'usd'];
    return Object.fromEntries(names.flatMap((name) => (now[name] === first[name] ? [] : [[name, now[name]]])));
}
/** A call that has ended, in the form that a checkpoint has it. */
function settledState(call) {
    const { request, state, content, isError, refusal, error, metadata } = call;
    return {
        request: { ...request },
        state,
        content: typeof content === 'string' ? content : content.map((block) => ({ ...block })),
        isError,
        ...(refusal === undefined ? {} : { refusal }),
        ...(error === undefined
            ? {}
            : { error: { ...error, recommendations: [...error.recommendations] } }),
        ...(metadata === undefined ? {} : { metadata }),
    };
}


/***/ })

};
