export const id = 6;
export const ids = [6];
export const modules = {

/***/ 54459:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  D: () => (/* binding */ openCheckpoint),
  u: () => (/* binding */ sealCheckpoint)
});

// EXTERNAL MODULE: ./build/base/json.js
var json = __webpack_require__(10768);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(38522);
// EXTERNAL MODULE: ./build/base/canonical.js
var canonical = __webpack_require__(1158);
// EXTERNAL MODULE: ./build/base/digest.js
var base_digest = __webpack_require__(30742);
// EXTERNAL MODULE: ./build/checkpoint/keys.js
var keys = __webpack_require__(93011);
;// CONCATENATED MODULE: ./build/checkpoint/envelope.js




/**
 * The bytes of a checkpoint, version 1:
 *
 *     "CSCP" · version (1) · salt (16) · key check (8) · context (32) · iv (12)
 *     · ciphertext · tag (16) · checksum (32)
 *
 * Everything before the ciphertext is authenticated with it. The checksum has no key and proves nothing: it only tells
 * a damaged file from a wrong key. Whoever can write an artifact can hand in anything here; nothing is trusted before
 * the tag has been checked.
 */
const MAGIC = Buffer.from('CSCP');
const VERSION = 1;
const USE = 'checkpoint';
const SALT_BYTES = 16;
const CONTEXT_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const CHECKSUM_BYTES = 32;
const HEADER_BYTES = MAGIC.length + 1 + SALT_BYTES + keys/* CHECK_BYTES */.JX + CONTEXT_BYTES + IV_BYTES;
/** Largest checkpoint file, and largest content it may unpack to. */
const SEALED_MAX_BYTES = 128 * 1024 * 1024;
const CONTENT_MAX_BYTES = 256 * 1024 * 1024;
/** Fast: a suspended run should end in seconds, and bundles in it are compressed already. */
const BROTLI_QUALITY = 4;
const ROTATED = 'The secret was probably rotated since. Start the run anew; nothing of the old one was lost from its trail.';
/**
 * Compresses and seals text. Throws `checkpoint-refused` for a secret that is too short and for content that could not
 * be opened again because of its size.
 */
function sealText(text, { secret, context }) {
    const content = Buffer.from((0,canonical/* wellFormed */.E)(text));
    if (content.length > CONTENT_MAX_BYTES) {
        throw (0,keys/* refused */.J5)(`it would hold ${content.length} bytes, and ${CONTENT_MAX_BYTES} is the most`);
    }
    const packed = (0,external_node_zlib_.brotliCompressSync)(content, {
        params: { [external_node_zlib_.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    });
    const salt = (0,external_node_crypto_.randomBytes)(SALT_BYTES);
    const iv = (0,external_node_crypto_.randomBytes)(IV_BYTES);
    const { key, check } = (0,keys/* keysOf */.YD)(USE, { secret, salt });
    const header = Buffer.concat([
        MAGIC,
        Buffer.from([VERSION]),
        salt,
        check,
        contextDigest(context),
        iv,
    ]);
    const cipher = (0,external_node_crypto_.createCipheriv)('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(header);
    const sealed = Buffer.concat([
        header,
        cipher.update(packed),
        cipher.final(),
        cipher.getAuthTag(),
    ]);
    const bytes = Buffer.concat([sealed, Buffer.from((0,base_digest/* sha256 */.s)(sealed), 'hex')]);
    if (bytes.length > SEALED_MAX_BYTES) {
        throw (0,keys/* refused */.J5)(`it would have ${bytes.length} bytes, and ${SEALED_MAX_BYTES} is the most`);
    }
    return bytes;
}
/**
 * Opens what `sealText` sealed. Every reason against it is a `checkpoint-refused`: not a checkpoint, another version,
 * damaged, another key, another run or trail, changed by somebody, larger than allowed once unpacked.
 */
function openText(bytes, { secret, context }) {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    checkShape(file);
    const sealed = file.subarray(0, -CHECKSUM_BYTES);
    if ((0,base_digest/* sha256 */.s)(sealed) !== file.subarray(-CHECKSUM_BYTES).toString('hex')) {
        throw (0,keys/* refused */.J5)('it was damaged or changed: its checksum does not fit');
    }
    const parts = partsOf(sealed);
    const { key, check } = (0,keys/* keysOf */.YD)(USE, { secret, salt: parts.salt });
    if (!check.equals(parts.check)) {
        throw (0,keys/* refused */.J5)('it was sealed with another key', ROTATED);
    }
    if (!contextDigest(context).equals(parts.context)) {
        const fix = 'Download the checkpoint of the run that the card names.';
        throw (0,keys/* refused */.J5)('it belongs to another run, repository or trail', fix);
    }
    return unpack(decrypt(key, parts));
}
function partsOf(sealed) {
    const header = sealed.subarray(0, HEADER_BYTES);
    let at = MAGIC.length + 1;
    const take = (length) => sealed.subarray(at, (at += length));
    return {
        header,
        salt: take(SALT_BYTES),
        check: take(keys/* CHECK_BYTES */.JX),
        context: take(CONTEXT_BYTES),
        iv: take(IV_BYTES),
        ciphertext: sealed.subarray(HEADER_BYTES, -TAG_BYTES),
        tag: sealed.subarray(-TAG_BYTES),
    };
}
function checkShape(file) {
    if (file.length > SEALED_MAX_BYTES)
        throw (0,keys/* refused */.J5)(`it has ${file.length} bytes, and ${SEALED_MAX_BYTES} is the most`);
    if (!file.subarray(0, MAGIC.length).equals(MAGIC))
        throw (0,keys/* refused */.J5)('it is no checkpoint');
    const version = file[MAGIC.length];
    if (version !== VERSION) {
        const fix = 'Resume with the version of Countersign that suspended the run.';
        throw (0,keys/* refused */.J5)(`it has the format ${version ?? 'of nothing'}, and this program reads ${VERSION}`, fix);
    }
    if (file.length < HEADER_BYTES + TAG_BYTES + CHECKSUM_BYTES)
        throw (0,keys/* refused */.J5)('it was cut short');
}
function decrypt(key, parts) {
    const decipher = (0,external_node_crypto_.createDecipheriv)('aes-256-gcm', key, parts.iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(parts.header);
    decipher.setAuthTag(parts.tag);
    try {
        return Buffer.concat([decipher.update(parts.ciphertext), decipher.final()]);
    }
    catch (error) {
        const message = 'The checkpoint is refused: it was changed after it was sealed.';
        throw new errors/* CountersignError */.W('checkpoint-refused', message, { cause: error });
    }
}
function unpack(packed) {
    let content;
    try {
        content = (0,external_node_zlib_.brotliDecompressSync)(packed, { maxOutputLength: CONTENT_MAX_BYTES });
    }
    catch (error) {
        throw (0,keys/* refused */.J5)(`it unpacks to more than ${CONTENT_MAX_BYTES} bytes, or not at all (${(0,errors/* errorText */.k)(error)})`);
    }
    return content.toString('utf8');
}
function contextDigest({ repository, run, trailHead }) {
    const { hash, count } = trailHead;
    const digest = (0,base_digest/* digestOf */.o)({
        _schema: 'countersign.checkpoint/1',
        repository: repository.toLowerCase(),
        run,
        trailHead: { hash, count },
    });
    return Buffer.from(digest, 'hex');
}

// EXTERNAL MODULE: ./build/checkpoint/state.js + 1 modules
var checkpoint_state = __webpack_require__(12542);
;// CONCATENATED MODULE: ./build/checkpoint/checkpoint.js



/**
 * Seals a state under a secret, bound to its own repository, run and trail head. Throws `checkpoint-refused` where the
 * secret is too short, the state too large, or not one that could be opened again.
 */
function sealCheckpoint(state, options) {
    const parsed = checkpoint_state/* checkpointState */.i.safeParse(state);
    if (!parsed.success)
        throw malformed(parsed.error.issues[0]);
    const { repository, run, trailHead } = parsed.data;
    return sealText(JSON.stringify(parsed.data), {
        ...options,
        context: { repository, run, trailHead },
    });
}
/**
 * Opens a checkpoint for exactly this repository, run and trail head: the head is that of the entry before the
 * trail's `checkpoint.saved`. Throws `checkpoint-refused` with the reason for
 * everything else: another key, one byte changed, another run's, another version, too large, not a state.
 */
function openCheckpoint(bytes, sealing) {
    const parsed = checkpoint_state/* checkpointState */.i.safeParse(parseJson(openText(bytes, sealing)));
    if (!parsed.success)
        throw malformed(parsed.error.issues[0]);
    const { data } = parsed;
    if (!isOf(data, sealing.context))
        throw refusal('it holds the state of another run than it is sealed for');
    return data;
}
function isOf(state, context) {
    const { hash, count } = state.trailHead;
    return (state.run === context.run &&
        state.repository.toLowerCase() === context.repository.toLowerCase() &&
        hash === context.trailHead.hash &&
        count === context.trailHead.count);
}
function parseJson(text) {
    try {
        const value = JSON.parse(text);
        return (0,json/* isJsonObject */.O)(value) ? value : null;
    }
    catch (error) {
        throw new errors/* CountersignError */.W('checkpoint-refused', 'The checkpoint is refused: it holds no JSON.', { cause: error });
    }
}
function malformed(issue) {
    const where = issue === undefined ? 'it' : issue.path.map(String).join('.');
    return refusal(`its state is not of version 1 (${where}: ${issue?.message ?? 'unreadable'})`);
}
function refusal(because) {
    return new errors/* CountersignError */.W('checkpoint-refused', `The checkpoint is refused: ${because}.`);
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


/***/ }),

/***/ 20006:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   saveCheckpoint: () => (/* binding */ saveCheckpoint),
/* harmony export */   suspendRun: () => (/* binding */ suspendRun)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(30742);
/* harmony import */ var _checkpoint_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(54459);
/* harmony import */ var _sandbox_index_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(71060);
/* harmony import */ var _standing_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(45284);






const CHECKPOINT_MODE = 0o600;
/** Seals the run's state beside its trail, and records that it is suspended. */
async function suspendRun(of) {
    await saveCheckpoint(of.trail, await stateOf(of), of.suspension.secret);
    const approvals = of.parked.parked?.requests.map((request) => request.id) ?? [];
    await of.trail.append({ type: 'run.suspended', approvals });
}
/**
 * Seals a state beside the trail and records it there. The trail's head before is bound into the checkpoint, so neither
 * can be put beside another.
 */
async function saveCheckpoint(trail, state, secret) {
    const bytes = (0,_checkpoint_index_js__WEBPACK_IMPORTED_MODULE_2__/* .sealCheckpoint */ .u)({ ...state, trailHead: { ...trail.head() } }, { secret });
    const name = `checkpoint-${trail.head().count}.bin`;
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(trail.folder, name), bytes, { mode: CHECKPOINT_MODE });
    const saved = { name, sha256: (0,_base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .sha256 */ .s)(bytes), bytes: bytes.length };
    await trail.append({ type: 'checkpoint.saved', ...saved });
}
async function stateOf(of) {
    const { job, state, parked } = of;
    const roots = (0,_standing_js__WEBPACK_IMPORTED_MODULE_4__/* .rootsOf */ .RD)(job, of);
    const open = parked.parked ?? { calls: [], requests: [] };
    return {
        version: 1,
        ...roots,
        ...(0,_standing_js__WEBPACK_IMPORTED_MODULE_4__/* .standingOf */ .YP)(job, state, of.kept),
        savedAt: of.clock.now().toISOString(),
        messages: [...state.conversation.messages],
        lastReply: state.lastReply,
        settled: parked.settled.map(_standing_js__WEBPACK_IMPORTED_MODULE_4__/* .settledState */ .xr),
        gated: open.calls.map(({ request, nonce, ready }, index) => ({
            request: { ...request },
            nonce,
            ready,
            approval: open.requests[index]?.id ?? '',
            digest: open.requests[index]?.digest ?? '',
        })),
        card: of.card,
        workTree: await (0,_sandbox_index_js__WEBPACK_IMPORTED_MODULE_5__/* .bundleChanges */ .yX)(job.root, { base: roots.headSha }),
    };
}


/***/ })

};
