export const id = 8375;
export const ids = [8375];
export const modules = {

/***/ 44018:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   X: () => (/* binding */ checkAttestation),
/* harmony export */   q: () => (/* binding */ ATTESTATION_FILE)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(55156);


/** The Sigstore bundle of a trail, in its folder. */
const ATTESTATION_FILE = 'audit.sigstore.json';
const certificate = zod__WEBPACK_IMPORTED_MODULE_1__.looseObject({ rawBytes: zod__WEBPACK_IMPORTED_MODULE_1__.base64() });
const bundleSchema = zod__WEBPACK_IMPORTED_MODULE_1__.looseObject({
    verificationMaterial: zod__WEBPACK_IMPORTED_MODULE_1__.looseObject({
        certificate: certificate.optional(),
        x509CertificateChain: zod__WEBPACK_IMPORTED_MODULE_1__.looseObject({ certificates: zod__WEBPACK_IMPORTED_MODULE_1__.array(certificate).min(1) }).optional(),
    }),
    dsseEnvelope: zod__WEBPACK_IMPORTED_MODULE_1__.looseObject({
        payload: zod__WEBPACK_IMPORTED_MODULE_1__.base64(),
        payloadType: zod__WEBPACK_IMPORTED_MODULE_1__.literal('application/vnd.in-toto+json'),
        signatures: zod__WEBPACK_IMPORTED_MODULE_1__.array(zod__WEBPACK_IMPORTED_MODULE_1__.looseObject({ sig: zod__WEBPACK_IMPORTED_MODULE_1__.base64() })).length(1),
    }),
});
const statementSchema = zod__WEBPACK_IMPORTED_MODULE_1__.looseObject({
    subject: zod__WEBPACK_IMPORTED_MODULE_1__.array(zod__WEBPACK_IMPORTED_MODULE_1__.looseObject({ digest: zod__WEBPACK_IMPORTED_MODULE_1__.record(zod__WEBPACK_IMPORTED_MODULE_1__.string(), zod__WEBPACK_IMPORTED_MODULE_1__.string()) })),
    predicateType: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
});
/**
 * Checks a Sigstore bundle (v0.1 to v0.3, DSSE with an in-toto statement) against the SHA-256 of a trail's file: that
 * the key of its certificate signed a statement about exactly this file. Who issued the certificate is told, not
 * proven: that takes Sigstore's own roots, as `gh attestation verify` has them.
 */
function checkAttestation(bundle, fileSha256) {
    try {
        return check(bundle, fileSha256);
    }
    catch {
        return wrong('it is no Sigstore bundle');
    }
}
function check(text, fileSha256) {
    const bundle = bundleSchema.parse(JSON.parse(text));
    const { certificate: single, x509CertificateChain: chain } = bundle.verificationMaterial;
    const raw = single ?? chain?.certificates[0];
    if (raw === undefined)
        return wrong('it holds no certificate');
    const signer = new node_crypto__WEBPACK_IMPORTED_MODULE_0__.X509Certificate(Buffer.from(raw.rawBytes, 'base64'));
    const { payload, payloadType, signatures } = bundle.dsseEnvelope;
    const body = Buffer.from(payload, 'base64');
    const signature = Buffer.from(signatures[0]?.sig ?? '', 'base64');
    if (!(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.verify)('sha256', preAuthEncoding(payloadType, body), signer.publicKey, signature)) {
        return wrong('its signature is not by the key of its certificate');
    }
    const { subject, predicateType } = statementSchema.parse(JSON.parse(body.toString('utf8')));
    if (!subject.some(({ digest }) => digest['sha256'] === fileSha256)) {
        return wrong('it is about another file, or about this trail when it was shorter');
    }
    const identity = /URI:(?:"([^"]*)"|([^,]*))/.exec(signer.subjectAltName ?? '');
    return {
        kind: 'signed',
        identity: identity?.[1] ?? identity?.[2] ?? 'nobody that it names',
        issuer: signer.issuer.replaceAll('\n', ', '),
        predicateType,
    };
}
function wrong(because) {
    return { kind: 'wrong', because };
}
/** What DSSE signs: type and body with their lengths before them. */
function preAuthEncoding(type, body) {
    return Buffer.concat([
        Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `),
        body,
    ]);
}


/***/ }),

/***/ 80396:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DW: () => (/* binding */ checkProof),
/* harmony export */   vU: () => (/* binding */ MerkleTree),
/* harmony export */   zn: () => (/* binding */ prove)
/* harmony export */ });
/* unused harmony export merkleRoot */
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(45145);


const HEX_64 = /^[0-9a-f]{64}$/;
const HASH_BYTES = 32;
const LEAF_PREFIX = 0;
const NODE_PREFIX = 1;
/** Filled and hashed within one call; hashing hexadecimal out of one buffer is three times as fast as making new ones. */
const scratch = Buffer.alloc(1 + 2 * HASH_BYTES);
function leafOf(entryHash) {
    scratch[0] = LEAF_PREFIX;
    scratch.write(entryHash, 1, 'hex');
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.hash)('sha256', scratch.subarray(0, 1 + HASH_BYTES), 'hex');
}
function nodeOf(left, right) {
    scratch[0] = NODE_PREFIX;
    scratch.write(left, 1, 'hex');
    scratch.write(right, 1 + HASH_BYTES, 'hex');
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.hash)('sha256', scratch, 'hex');
}
/** A Merkle tree that grows to the right, holding one hash for each of its full subtrees: log2 of the entries. */
class MerkleTree {
    #peaks = [];
    add(entryHash) {
        let peak = { size: 1, hash: leafOf(entryHash) };
        for (;;) {
            const last = this.#peaks.at(-1);
            if (last === undefined || last.size !== peak.size)
                break;
            this.#peaks.pop();
            peak = { size: last.size * 2, hash: nodeOf(last.hash, peak.hash) };
        }
        this.#peaks.push(peak);
    }
    /** The root over all that was added; of none, the SHA-256 of nothing, as the RFC has it. */
    root() {
        const [last, ...others] = this.#peaks.toReversed();
        if (last === undefined)
            return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.hash)('sha256', '', 'hex');
        return others.reduce((right, left) => nodeOf(left.hash, right), last.hash);
    }
}
/** The RFC 9162 root over the hashes of a trail's entries, in their order. */
function merkleRoot(entryHashes) {
    const tree = new MerkleTree();
    for (const hash of entryHashes)
        tree.add(hash);
    return tree.root();
}
/** Proves that the entry `seq` is in the trail. Throws `input-invalid` where there is no such entry. */
function prove(entryHashes, seq) {
    const entryHash = entryHashes[seq];
    const count = entryHashes.length;
    if (entryHash === undefined) {
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .CountersignError */ .W('input-invalid', `There is no entry ${seq}; the trail has ${count}.`, {
            fix: `Name one from 0 to ${count - 1}.`,
        });
    }
    const path = [];
    const leaves = entryHashes.map(leafOf);
    const root = fold(leaves, seq, path);
    return { seq, count, entryHash, path, root };
}
/** The root of these leaves; collects the path of leaf `at` from the leaf upwards. */
function fold(leaves, at, path) {
    const [first] = leaves;
    if (first === undefined)
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .CountersignError */ .W('internal', 'A tree without leaves has no proof.');
    if (leaves.length === 1)
        return first;
    const split = 2 ** Math.floor(Math.log2(leaves.length - 1));
    const inLeft = at !== null && at < split;
    const inRight = at !== null && at >= split;
    const left = fold(leaves.slice(0, split), inLeft ? at : null, path);
    const right = fold(leaves.slice(split), inRight ? at - split : null, path);
    if (inLeft)
        path.push({ hash: right, side: 'right' });
    if (inRight)
        path.push({ hash: left, side: 'left' });
    return nodeOf(left, right);
}
/** True where the proof leads from its entry to its root, by a path that `seq` and `count` call for. */
function checkProof(proof) {
    const sides = sidesOf(proof.seq, proof.count);
    if (sides === null || sides.length !== proof.path.length)
        return false;
    if (!proof.path.every(({ side }, index) => side === sides[index]))
        return false;
    if (![proof.entryHash, ...proof.path.map(({ hash }) => hash)].every((hash) => HEX_64.test(hash))) {
        return false;
    }
    const root = proof.path.reduce((hash, step) => (step.side === 'left' ? nodeOf(step.hash, hash) : nodeOf(hash, step.hash)), leafOf(proof.entryHash));
    return root === proof.root;
}
function sidesOf(seq, count) {
    if (!Number.isSafeInteger(seq) || !Number.isSafeInteger(count) || seq < 0 || seq >= count)
        return null;
    const sides = [];
    let at = seq;
    let size = count;
    while (size > 1) {
        const split = 2 ** Math.floor(Math.log2(size - 1));
        const inLeft = at < split;
        sides.unshift(inLeft ? 'right' : 'left');
        size = inLeft ? split : size - split;
        at = inLeft ? at : at - split;
    }
    return sides;
}


/***/ }),

/***/ 61490:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  S: () => (/* binding */ VERIFY_EXIT_CODES),
  Q: () => (/* binding */ verifyTrail)
});

// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./build/base/digest.js
var digest = __webpack_require__(30742);
// EXTERNAL MODULE: ./build/audit/chain.js
var chain = __webpack_require__(79169);
// EXTERNAL MODULE: ./build/audit/lines.js
var audit_lines = __webpack_require__(98451);
// EXTERNAL MODULE: ./build/audit/merkle.js
var merkle = __webpack_require__(80396);
// EXTERNAL MODULE: ./build/audit/limits.js
var limits = __webpack_require__(5134);
// EXTERNAL MODULE: ./build/base/json.js
var json = __webpack_require__(10768);
;// CONCATENATED MODULE: ./build/audit/replay-state.js
function finding(code, because) {
    return { code, because };
}

// EXTERNAL MODULE: ./build/audit/states.js
var states = __webpack_require__(69620);
;// CONCATENATED MODULE: ./build/audit/replay-raises.js



/** Where a call that begins would move a wall: only the run's own call at a wall does, with its arguments on record. */
function raiseOf(entry) {
    const input = entry['gen_ai.tool.call.arguments'];
    if (entry['gen_ai.tool.name'] !== states/* BUDGET_CALL */.pA || !(0,json/* isJsonObject */.O)(input))
        return null;
    const { budget, raiseTo } = input;
    return typeof budget === 'string' && typeof raiseTo === 'number'
        ? { budget, limit: raiseTo }
        : null;
}
/** A wall moves only while a call of exactly that runs, which a person approved (promise 8). */
function unapprovedRaise(entry, open) {
    const call = open.get(entry.call ?? '');
    const { budget, limit } = entry;
    const asked = call?.raises?.budget === budget && call.raises.limit === limit;
    if (asked && call.state === 'EXECUTING' && call.consumed)
        return null;
    const because = `The budget of ${budget} is raised to ${limit}, and nobody approved that.`;
    return finding('unapproved', because);
}

;// CONCATENATED MODULE: ./build/audit/seen-calls.js
const NUMBERED = /^c([1-9]\d{0,8})$/;
const BITS = 32;
const GROWTH = 2;
/**
 * Which calls there have been. A run numbers its calls (`c1`, `c2`, …), so that a million of them take a bit each;
 * any other name is kept as it is.
 */
class SeenCalls {
    #bits = new Uint32Array(64);
    #others = new Set();
    /** Adds a name; false where it was there already. */
    add(call) {
        const number = Number(NUMBERED.exec(call)?.[1] ?? 0);
        // A number far beyond what came so far would make the bits large for nothing.
        if (number === 0 || number > this.#bits.length * BITS * GROWTH)
            return this.#addOther(call);
        if (this.#others.has(call))
            return false;
        const at = Math.floor(number / BITS);
        if (at >= this.#bits.length)
            this.#grow(at);
        const mask = 1 << (number % BITS);
        const word = this.#bits[at] ?? 0;
        if ((word & mask) !== 0)
            return false;
        this.#bits[at] = word | mask;
        return true;
    }
    #addOther(call) {
        if (this.#others.has(call))
            return false;
        this.#others.add(call);
        return true;
    }
    #grow(at) {
        const larger = new Uint32Array(Math.max(at + 1, this.#bits.length * GROWTH));
        larger.set(this.#bits);
        this.#bits = larger;
    }
}

;// CONCATENATED MODULE: ./build/audit/replay-calls.js





const FINAL = new Set(['COMPLETED', 'FAILED', 'DENIED', 'SEALED']);
const STRICTNESS = ['auto', 'requireApproval', 'deny'];
/**
 * Promises 1 and 2, replayed: no effect without a verdict before it, none against a verdict, no gated effect without
 * enough approvals of exactly that call, each used once. Holds open calls and their approvals, nothing else.
 */
class CallReplay {
    open = new Map();
    approvals = new Map();
    executed = 0;
    /** Of the executed ones, the run's own questions for a little more budget: they count against no wall. */
    extensions = 0;
    denied = 0;
    #seen = new SeenCalls();
    /** The next entry about calls or approvals, within the workflow run `segment`; `null` where nothing is wrong. */
    step(entry, at) {
        if (entry.type === 'call.state')
            return this.#state(entry, at.segment);
        if (entry.type === 'call.verdict')
            return this.#verdict(entry, at);
        if (entry.type === 'approval.asked')
            return this.#asked(entry);
        if (entry.type === 'approval.decision')
            return this.#decision(entry);
        if (entry.type === 'approval.consumed')
            return this.#consumed(entry);
        if (entry.type === 'approval.void')
            return this.#void(entry);
        // Every other entry is about something else.
        return null;
    }
    #state(entry, segment) {
        const { call, state } = entry;
        const open = this.open.get(call);
        if (open === undefined)
            return this.#begin(entry, segment);
        if (!(0,states/* mayFollow */.LE)(open.state, state)) {
            return finding('illegal-transition', `The call ${call} went from ${open.state} to ${state}.`);
        }
        if (open.state === 'EXECUTING' && segment !== open.segment && state !== 'SEALED') {
            const because = `The call ${call} was executing when its run died, and can only be SEALED; it is ${state}.`;
            return finding('ran-on-after-crash', because);
        }
        const refused = this.#entering(entry, open);
        if (refused !== null)
            return refused;
        open.state = state;
        open.segment = segment;
        if (FINAL.has(state))
            this.#forget(open);
        return null;
    }
    #begin(entry, segment) {
        const { call, state } = entry;
        if (state !== 'PENDING') {
            return finding('unknown-call', `The call ${call} is ${state}, but is not open at this point.`);
        }
        if (!this.#seen.add(call))
            return finding('duplicate-call', `The call ${call} was there before.`);
        if (this.open.size >= limits/* MAX_OPEN */.CZ)
            return finding('too-many-open', `More than ${limits/* MAX_OPEN */.CZ} calls are open.`);
        this.open.set(call, {
            call,
            tool: entry['gen_ai.tool.name'] ?? null,
            raises: raiseOf(entry),
            state,
            segment,
            verdict: null,
            verdictSegment: 0,
            asked: null,
            consumed: false,
            approvals: [],
        });
        return null;
    }
    #entering(entry, open) {
        if (entry.state === 'APPROVAL_REQUIRED')
            open.consumed = false;
        if (entry.state === 'DENIED')
            this.denied += 1;
        if (entry.state !== 'APPROVED' && entry.state !== 'EXECUTING')
            return null;
        const { call } = entry;
        const { verdict } = open;
        if (verdict === null) {
            return finding('no-verdict', `The call ${call} is ${entry.state} without a verdict before it.`);
        }
        if (verdict.verdict === 'deny') {
            return finding('denied-executed', `The call ${call} is ${entry.state}, but its verdict is deny.`);
        }
        const unapproved = verdict.verdict === 'auto' ? null : this.#approvedEnough(open);
        if (unapproved !== null || entry.state === 'APPROVED')
            return unapproved;
        this.executed += 1;
        if (open.raises !== null)
            this.extensions += 1;
        return this.#executing(entry, open, verdict);
    }
    #executing(entry, open, verdict) {
        const { call, argumentsSha256 } = entry;
        if (argumentsSha256 !== verdict.argumentsSha256) {
            const says = argumentsSha256 ?? 'no arguments';
            const because = `The call ${call} executes ${says}, but its verdict is about ${verdict.argumentsSha256}.`;
            return finding('arguments-mismatch', because);
        }
        if (verdict.verdict === 'auto')
            return null;
        if (!open.consumed) {
            return finding('unapproved', `The call ${call} executes, but its approval was not consumed before.`);
        }
        const asked = this.approvals.get(open.asked ?? '');
        if (asked?.argumentsSha256 === argumentsSha256)
            return null;
        return finding('arguments-mismatch', `The call ${call} executes other arguments than were asked about.`);
    }
    #approvedEnough(open) {
        const asked = this.approvals.get(open.asked ?? '');
        if (asked === undefined) {
            return finding('unapproved', `The call ${open.call} needs approval, and nobody was asked.`);
        }
        if (asked.status === 'denied' || asked.status === 'void') {
            return finding('unapproved', `The approval ${open.asked} of the call ${open.call} is ${asked.status}.`);
        }
        if (asked.approvedBy.size >= asked.count)
            return null;
        const has = `${asked.approvedBy.size} of ${asked.count}`;
        return finding('unapproved', `The call ${open.call} has ${has} approvals by different people.`);
    }
    #verdict(entry, at) {
        const open = this.open.get(entry.call);
        if (open === undefined)
            return finding('unknown-call', `A verdict for ${entry.call}, which is not open.`);
        if (open.state === 'EXECUTING') {
            return finding('verdict-late', `A verdict for ${entry.call}, which executes already.`);
        }
        if (entry.policySha256 !== at.policySha256) {
            const because = `The verdict of ${entry.call} is by the policy ${entry.policySha256}, the run's is ${at.policySha256}.`;
            return finding('policy-mismatch', because);
        }
        const before = open.verdict;
        // In another workflow run the policy or the sandbox may be another; in `mode: custom` a hook decides.
        const mayLoosen = open.verdictSegment !== at.segment || before?.list === 'mode';
        if (before !== null && isLooser(entry.verdict, before.verdict)) {
            if (before.verdict === 'deny' || !mayLoosen) {
                return finding('verdict-loosened', `The verdict of ${entry.call} went from ${before.verdict} to ${entry.verdict}.`);
            }
        }
        open.verdict = entry;
        open.verdictSegment = at.segment;
        return null;
    }
    #asked(entry) {
        for (const { approval, call, digest } of entry.requests) {
            const open = this.open.get(call);
            if (open === undefined || open.state === 'EXECUTING') {
                return finding('unknown-call', `An approval was asked for ${call}, which does not wait.`);
            }
            if (this.approvals.has(approval)) {
                return finding('duplicate-approval', `The approval ${approval} was asked before.`);
            }
            if (this.approvals.size >= limits/* MAX_OPEN */.CZ) {
                return finding('too-many-open', `More than ${limits/* MAX_OPEN */.CZ} approvals are open.`);
            }
            this.approvals.set(approval, {
                call,
                digest,
                count: entry.count,
                via: entry.via,
                expires: entry.expires,
                argumentsSha256: open.verdict?.argumentsSha256 ?? null,
                approvedBy: new Set(),
                status: 'open',
            });
            open.asked = approval;
            open.consumed = false;
            open.approvals.push(approval);
        }
        return null;
    }
    #decision(entry) {
        // A command that does not count may name anything, or come too late.
        if (!entry.counted)
            return null;
        const asked = this.#find(entry);
        if ('code' in asked)
            return asked;
        const createdAt = entry.comment?.createdAt ?? entry.check?.heardAt;
        if (asked.expires !== null &&
            createdAt !== undefined &&
            Date.parse(createdAt) > Date.parse(asked.expires)) {
            return finding('approval-expired', `${entry.approval} had expired when ${entry.by.login} decided.`);
        }
        if (asked.via === 'nobody' && entry.decision === 'approve') {
            return finding('approval-mismatch', `${entry.approval} was put before nobody, yet somebody approved it.`);
        }
        if (entry.decision === 'deny')
            asked.status = 'denied';
        else
            asked.approvedBy.add(entry.by.id === null ? entry.by.login.toLowerCase() : `#${entry.by.id}`);
        return null;
    }
    #consumed(entry) {
        const asked = this.#find(entry);
        if ('code' in asked)
            return asked;
        const open = this.open.get(entry.call);
        if (entry.digest !== asked.digest || open === undefined || open.asked !== entry.approval) {
            return finding('approval-mismatch', `${entry.approval} was consumed for something else than was asked.`);
        }
        const unapproved = this.#approvedEnough(open);
        if (unapproved !== null)
            return unapproved;
        asked.status = 'consumed';
        open.consumed = true;
        return null;
    }
    #void(entry) {
        const asked = this.approvals.get(entry.approval);
        // Closing the card of a call that has ended is housekeeping.
        if (asked === undefined)
            return null;
        asked.status = 'void';
        const open = this.open.get(asked.call);
        if (open?.asked === entry.approval && open.state !== 'EXECUTING')
            open.consumed = false;
        return null;
    }
    #find(entry) {
        const asked = this.approvals.get(entry.approval);
        if (asked === undefined) {
            return finding('unknown-approval', `${entry.approval} is not an open approval at this point.`);
        }
        if (asked.call !== entry.call) {
            return finding('approval-mismatch', `${entry.approval} is about ${asked.call}, not ${entry.call}.`);
        }
        if (asked.status === 'open')
            return asked;
        return finding('approval-closed', `${entry.approval} is ${asked.status} already.`);
    }
    #forget(open) {
        this.open.delete(open.call);
        for (const approval of open.approvals)
            this.approvals.delete(approval);
    }
}
function isLooser(verdict, than) {
    return STRICTNESS.indexOf(verdict) < STRICTNESS.indexOf(than);
}

;// CONCATENATED MODULE: ./build/audit/replay.js




/** What may be recorded before a workflow run has started, or after it has ended. */
const OUTSIDE = new Set([
    'recovered',
    'warning',
    'redaction',
    'sandbox.probe',
    'github.write',
    'checkpoint.saved',
]);
/**
 * The state machine of a run, replayed from its entries: what the chain proves beyond that nobody changed it.
 * One trail holds one run, which may be carried by several workflow runs, one after the other.
 */
class Replay {
    calls = new CallReplay();
    warnings = [];
    warningCount = 0;
    /** How many workflow runs carried the run so far. */
    segment = 0;
    turns = 0;
    /** Set while the last workflow run has ended. */
    end = null;
    #suspended = false;
    #policySha256 = '';
    #limits = new Map();
    #tokens = 0;
    #usd = 0;
    get outcome() {
        return this.end?.outcome ?? null;
    }
    /** The next entry; `null` where it is consistent with all before. */
    step(entry) {
        if (entry.type === 'run.start')
            return this.#start(entry);
        const outside = this.#outside(entry);
        if (outside !== null)
            return outside;
        if (entry.type === 'run.suspended')
            return this.#suspend(entry);
        if (entry.type === 'run.end')
            return this.#finish(entry);
        if (entry.type === 'turn.start')
            return this.#turn(entry);
        if (entry.type === 'model.reply')
            return this.#reply(entry);
        if (entry.type === 'budget')
            return this.#budget(entry);
        return this.#call(entry);
    }
    warn(seq, code, because) {
        this.warningCount += 1;
        if (this.warnings.length < limits/* MAX_WARNINGS */.rE)
            this.warnings.push({ seq, code, because });
    }
    #start(entry) {
        const first = this.segment === 0;
        if (first && entry.start === 'resumed') {
            return finding('no-start', 'The trail begins with a resumed run; what came before is missing.');
        }
        if (!first && entry.start === 'fresh') {
            return finding('second-start', 'A run starts afresh in the trail of another.');
        }
        if (!first && this.end === null && !this.#suspended) {
            this.warn(entry.seq, 'no-end-before', 'The workflow run before this one has no end: it was killed.');
        }
        this.segment += 1;
        this.end = null;
        this.#suspended = false;
        this.#policySha256 = entry.policy.sha256;
        for (const [name, limit] of Object.entries(entry.budget)) {
            // What was raised in an earlier workflow run stays raised.
            this.#limits.set(name, Math.max(limit, first ? limit : (this.#limits.get(name) ?? limit)));
        }
        return null;
    }
    #outside(entry) {
        if (OUTSIDE.has(entry.type))
            return null;
        if (this.segment === 0) {
            return finding('no-start', `The trail begins with ${entry.type}; run.start must come first.`);
        }
        if (this.end !== null) {
            return finding('after-end', `A ${entry.type} after the run has ended.`);
        }
        return null;
    }
    #call(entry) {
        const found = this.calls.step(entry, {
            segment: this.segment,
            policySha256: this.#policySha256,
        });
        if (found !== null)
            return found;
        const limit = this.#limits.get('calls');
        return this.#over('calls', this.calls.executed - this.calls.extensions, limit);
    }
    #turn(entry) {
        this.turns += 1;
        // A turn may overspend, for nobody knows its price before; the next one must not begin.
        const tokens = this.#over('tokens', this.#tokens, this.#limits.get('tokens'));
        const usd = this.#over('usd', this.#usd, this.#limits.get('usd'));
        if (entry.parent !== null)
            return tokens ?? usd;
        return tokens ?? usd ?? this.#over('turns', entry.turn, this.#limits.get('turns'));
    }
    #reply(entry) {
        this.#tokens += entry['gen_ai.usage.input_tokens'] + entry['gen_ai.usage.output_tokens'];
        this.#usd += entry.costUsd ?? 0;
        return null;
    }
    #over(name, used, limit) {
        if (limit === undefined || used <= limit)
            return null;
        return finding('over-budget', `The run goes on with ${used} ${name}, over its limit of ${limit}.`);
    }
    #budget(entry) {
        if (entry.event !== 'raised')
            return null;
        const unapproved = unapprovedRaise(entry, this.calls.open);
        if (unapproved === null)
            this.#limits.set(entry.budget, entry.limit);
        return unapproved;
    }
    #suspend(entry) {
        this.#suspended = true;
        for (const approval of entry.approvals) {
            if (!this.calls.approvals.has(approval)) {
                return finding('unknown-approval', `The run waits for ${approval}, which is not open.`);
            }
        }
        return null;
    }
    #finish(entry) {
        if (entry.count !== entry.seq) {
            return finding('count-mismatch', `run.end counts ${entry.count} entries, but ${entry.seq} are before it.`);
        }
        const open = [...this.calls.open.values()];
        const wrong = inconsistency(entry.outcome, { open, executed: this.calls.executed });
        if (wrong !== null)
            return finding('outcome-inconsistent', wrong);
        if (entry.outcome !== 'awaiting-approval' && open.length > 0) {
            this.warn(entry.seq, 'open-calls', `The run ended with ${open.length} calls open.`);
        }
        if (entry.outcome === 'denied' && this.calls.denied === 0) {
            this.warn(entry.seq, 'nothing-denied', 'The outcome is denied, but no call was.');
        }
        this.end = entry;
        return null;
    }
}
/** Why a run cannot have ended so. What is not listed here is for people to judge. */
function inconsistency(outcome, run) {
    const executing = run.open.find(({ state }) => state === 'EXECUTING');
    if (executing !== undefined)
        return `The run ended while ${executing.call} was executing; it must be SEALED.`;
    const first = run.open[0];
    if (outcome === 'done' && first !== undefined) {
        return `The outcome is done, but ${first.call} is still ${first.state}.`;
    }
    if (outcome === 'awaiting-approval' &&
        run.open.every(({ state }) => state !== 'APPROVAL_REQUIRED')) {
        return 'The outcome is awaiting-approval, but no call waits for one.';
    }
    if (outcome === 'skipped' && run.executed > 0) {
        return `The outcome is skipped, but ${run.executed} calls were executed.`;
    }
    return null;
}

;// CONCATENATED MODULE: ./build/audit/verify.js





/** Exit codes of `audit verify`. */
const VERIFY_EXIT_CODES = { intact: 0, broken: 1, unreadable: 2 };
/**
 * Checks a trail from its bytes alone: the chain first, then what the entries prove (promises 1, 2, 8 and 9), then
 * published heads and blobs. It streams and holds open calls only. Absence, decided on purpose: no bytes at all are
 * `unreadable`; a last line without a line feed is broken (`torn-line`; opening the trail again sets it aside); a
 * trail without `run.end` is intact with `outcome: null` and a warning, because a run may still be writing and a
 * killed run is no forgery — cutting the tail is found by `heads` or `requireEnd`.
 */
async function verifyTrail(bytes, options = {}) {
    const verification = new Verification(options);
    const lines = new audit_lines/* LineSplitter */.g();
    try {
        for await (const chunk of bytes) {
            const broken = await verification.lines(lines.push(chunk), lines.overflowing);
            if (broken !== null)
                return broken;
        }
        return verification.finish(lines.rest());
    }
    catch (error) {
        if (error instanceof errors/* CountersignError */.W && error.code === 'internal')
            throw error;
        return { kind: 'unreadable', because: (0,errors/* errorText */.k)(error) };
    }
}
class Verification {
    #options;
    #chain;
    #replay = new Replay();
    #tree;
    #heads;
    #blobsSeen = new Set();
    #lastTime = '';
    #blobsUnchecked = 0;
    constructor(options) {
        this.#options = options;
        this.#chain = new chain/* ChainChecker */.h(options.run ?? null);
        this.#heads = new Set(options.heads);
        this.#tree = options.root === false ? null : new merkle/* MerkleTree */.vU();
    }
    async lines(lines, overflowing) {
        for (const line of lines) {
            const linked = this.#chain.next(line);
            if (!linked.ok)
                return this.#broken(this.#chain.head.count, linked);
            const found = this.#entry(linked);
            if (found !== null)
                return found;
            const blob = linked.entry === null ? null : blobOf(linked.entry);
            const bad = blob === null ? null : await this.#blob(blob);
            if (bad !== null)
                return bad;
        }
        if (!overflowing)
            return null;
        return this.#broken(this.#chain.head.count, {
            code: 'line-too-long',
            because: 'The line does not end.',
        });
    }
    finish(rest) {
        const { count, hash } = this.#chain.head;
        const run = this.#chain.run;
        if (rest.length > 0) {
            const because = `The last line has no end: ${rest.length} bytes of an entry that was cut, or never whole.`;
            return this.#broken(count, { code: 'torn-line', because });
        }
        if (count === 0 || run === null)
            return { kind: 'unreadable', because: 'The trail is empty.' };
        const [missed] = this.#heads;
        if (missed !== undefined) {
            const where = missed.count === undefined ? '' : ` at ${missed.count} entries`;
            const because = `The published head ${missed.hash}${where} is not in the trail: it was cut, or is another.`;
            return this.#broken(count, { code: 'head-mismatch', because });
        }
        if (this.#replay.end === null) {
            const because = 'The trail has no run.end: the run still goes on, was killed, or its tail was cut.';
            if (this.#options.requireEnd === true)
                return this.#broken(count, { code: 'missing-end', because });
            this.#replay.warn(count - 1, 'unfinished', because);
        }
        return this.#intact(run, { count, hash });
    }
    #intact(run, head) {
        if (this.#blobsUnchecked > 0) {
            const because = `${this.#blobsUnchecked} large values beside the trail were not checked.`;
            this.#replay.warn(head.count - 1, 'blobs-unchecked', because);
        }
        return {
            kind: 'intact',
            count: head.count,
            head: head.hash,
            run,
            root: this.#tree?.root() ?? null,
            outcome: this.#replay.outcome,
            workflowRuns: this.#replay.segment,
            callsExecuted: this.#replay.calls.executed,
            signed: false,
            warnings: this.#replay.warnings,
            warningCount: this.#replay.warningCount,
        };
    }
    #entry(linked) {
        const { count, hash } = this.#chain.head;
        const seq = count - 1;
        this.#tree?.add(hash);
        if (this.#heads.size > 0)
            this.#matchHeads(count, hash);
        if (linked.entry === null) {
            const type = JSON.stringify(linked.fields['type']);
            this.#replay.warn(seq, 'unknown-type', `This version does not know entries of type ${type}.`);
            return null;
        }
        const { time } = linked.entry;
        if (time < this.#lastTime)
            this.#replay.warn(seq, 'clock-back', `The clock went back to ${time}.`);
        this.#lastTime = time;
        const found = this.#replay.step(linked.entry);
        return found === null ? null : this.#broken(seq, found);
    }
    #matchHeads(count, hash) {
        for (const head of this.#heads) {
            if (head.hash === hash && (head.count ?? count) === count)
                this.#heads.delete(head);
        }
    }
    async #blob(blob) {
        if (this.#options.blobs === undefined) {
            this.#blobsUnchecked += 1;
            return null;
        }
        if (this.#blobsSeen.has(blob.sha256))
            return null;
        const seq = this.#chain.head.count - 1;
        const bytes = await this.#options.blobs(blob.sha256);
        if (bytes === null) {
            return this.#broken(seq, {
                code: 'blob-missing',
                because: `The value ${blob.sha256} is missing.`,
            });
        }
        if ((0,digest/* sha256 */.s)(bytes) !== blob.sha256 || bytes.length !== blob.bytes) {
            return this.#broken(seq, {
                code: 'blob-changed',
                because: `The value ${blob.sha256} was changed.`,
            });
        }
        if (this.#blobsSeen.size < MAX_BLOBS_REMEMBERED)
            this.#blobsSeen.add(blob.sha256);
        return null;
    }
    #broken(seq, why) {
        return { kind: 'broken', seq, line: seq + 1, code: why.code, because: why.because };
    }
}
/** Digests of blobs that were found right, so that a value used often is read once. */
const MAX_BLOBS_REMEMBERED = 10_000;
function blobOf(entry) {
    if (entry.type === 'run.end')
        return entry.result ?? null;
    if (entry.type !== 'call.state')
        return null;
    if (entry.argumentsBlob !== undefined)
        return entry.argumentsBlob;
    return typeof entry.result === 'object' ? entry.result : null;
}


/***/ }),

/***/ 10261:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  f: () => (/* binding */ createRunArtifacts)
});

// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./build/base/digest.js
var digest = __webpack_require__(30742);
// EXTERNAL MODULE: ./build/github/client/client.js + 18 modules
var client = __webpack_require__(89936);
// EXTERNAL MODULE: ./build/github/client/core.js
var client_core = __webpack_require__(15649);
// EXTERNAL MODULE: ./build/github/client/schemas.js
var schemas = __webpack_require__(99516);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: external "node:stream"
var external_node_stream_ = __webpack_require__(57075);
// EXTERNAL MODULE: external "node:stream/promises"
var external_node_stream_promises_ = __webpack_require__(46466);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(38522);
;// CONCATENATED MODULE: ./build/github/artifacts/unzip.js
// I/O: writes the files of an archive that somebody else made into a folder.







const END_OF_DIRECTORY = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const DIRECTORY_ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const IN_ZIP64 = 0xffffffff;
const FILE_MODE = 0o600;
const MAX_NAME_BYTES = 1_000;
/**
 * Unpacks a zip archive (APPNOTE 6.3; stored and deflated members, no Zip64) into a folder. The archive is not trusted:
 * a name that leads out of the folder, a name that comes twice, a member that is not what its directory says, and more
 * than `maxBytes` or `maxFiles` unpacked are refused with `artifact-refused`.
 */
async function unzipInto(zip, of) {
    const names = [];
    let leftBytes = of.maxBytes;
    for (const { name, method, packed } of membersOf(zip, of.maxFiles)) {
        if (name.endsWith('/'))
            continue;
        const path = (0,external_node_path_.join)(of.folder, safeName(name));
        await (0,promises_.mkdir)((0,external_node_path_.dirname)(path), { recursive: true });
        const counted = new external_node_stream_.Transform({
            transform: (chunk, _encoding, done) => {
                leftBytes -= chunk.length;
                done(leftBytes < 0 ? refused(`it unpacks to more than ${of.maxBytes} bytes`) : null, chunk);
            },
        });
        const plain = method === STORED ? [] : [(0,external_node_zlib_.createInflateRaw)()];
        try {
            const file = (0,external_node_fs_.createWriteStream)(path, { flags: 'wx', mode: FILE_MODE });
            await (0,external_node_stream_promises_.pipeline)([external_node_stream_.Readable.from([packed]), ...plain, counted, file]);
        }
        catch (error) {
            throw error instanceof errors/* CountersignError */.W
                ? error
                : refused(`${JSON.stringify(name)}: ${(0,errors/* errorText */.k)(error)}`);
        }
        names.push(name);
    }
    return names;
}
function membersOf(zip, maxFiles) {
    try {
        return readDirectory(zip, maxFiles);
    }
    catch (error) {
        if (error instanceof errors/* CountersignError */.W)
            throw error;
        throw refused('its directory does not fit its size');
    }
}
function readDirectory(zip, maxFiles) {
    const end = endOfDirectory(zip);
    const count = zip.readUInt16LE(end + 10);
    if (count > maxFiles)
        throw refused(`it has ${count} files; at most ${maxFiles} are unpacked`);
    const members = [];
    let at = zip.readUInt32LE(end + 16);
    for (let index = 0; index < count; index += 1) {
        if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY)
            throw refused('its directory is damaged');
        const nameBytes = zip.readUInt16LE(at + 28);
        if (nameBytes > MAX_NAME_BYTES)
            throw refused('a name in it is too long');
        members.push(memberAt(zip, at, nameBytes));
        at += ENTRY_BYTES + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
    return members;
}
function memberAt(zip, at, nameBytes) {
    const name = zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    const flags = zip.readUInt16LE(at + 8);
    const method = zip.readUInt16LE(at + 10);
    const size = zip.readUInt32LE(at + 20);
    const local = zip.readUInt32LE(at + 42);
    if ((flags & ENCRYPTED) !== 0 || (method !== STORED && method !== DEFLATED)) {
        throw refused(`${JSON.stringify(name)} is packed in a way that is not read`);
    }
    if (size === IN_ZIP64 || local === IN_ZIP64)
        throw refused('it is larger than 4 GB');
    const start = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    if (start + size > zip.length)
        throw refused(`${JSON.stringify(name)} is cut`);
    return { name, method, packed: zip.subarray(start, start + size) };
}
function endOfDirectory(zip) {
    const last = zip.length - END_BYTES;
    for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at -= 1) {
        if (zip.readUInt32LE(at) === END_OF_DIRECTORY)
            return at;
    }
    throw refused('it is no zip archive');
}
/** A path that stays below the folder on every system. */
function safeName(name) {
    const parts = name.split('/');
    const leads = parts.some((part) => part === '' || part === '.' || part === '..');
    if (leads || /[\u0000-\u001f\\:]/.test(name))
        throw refused(`${JSON.stringify(name)} is no name for a file in it`);
    return name;
}
function refused(because) {
    return new errors/* CountersignError */.W('artifact-refused', `The artifact is not unpacked: ${because}.`);
}

;// CONCATENATED MODULE: ./build/github/artifacts/run-artifacts.js





const MAX_PAGES = 20;
const MAX_PACKED_BYTES = 1024 ** 3;
const MAX_UNPACKED_BYTES = 3 * 1024 ** 3;
const MAX_FILES = 60_000;
const DOWNLOAD_TIMEOUT_MS = 15 * 60_000;
/** Sends nothing before its first method is called; failures are those of `GitHub`. */
function createRunArtifacts(options) {
    const core = (0,client/* coreOf */.z)({ ...options, requestTimeoutMs: DOWNLOAD_TIMEOUT_MS });
    return {
        list: async (id) => await list(core, id),
        unpack: async (artifact, folder) => {
            const zip = await download(core, artifact);
            await unzipInto(zip, { folder, maxBytes: MAX_UNPACKED_BYTES, maxFiles: MAX_FILES });
        },
        isAttested: (digest) => core.ask({
            route: `GET ${core.base}/attestations/sha256:${digest}`,
            doing: 'look for an attestation of the trail',
            needs: 'attestations=read',
            answers: [404],
            read: (reply) => reply.status === 404
                ? false
                : (0,schemas/* reading */.hF)(schemas/* attestationList */.LF)(reply)?.attestations.some((one) => one.bundle !== null),
        }),
    };
}
async function list(core, workflowRunId) {
    const found = await (0,client_core/* allPages */.S4)(core, {
        route: `GET ${core.base}/actions/runs/${workflowRunId}/artifacts`,
        doing: `list the artifacts of workflow run ${workflowRunId}`,
        needs: 'actions=read',
        maxPages: MAX_PAGES,
        read: (reply) => (0,schemas/* reading */.hF)(schemas/* artifactList */.vs)(reply)?.artifacts,
    });
    return found
        .filter((one) => one.expired !== true)
        .map(({ id, name, size_in_bytes: bytes, digest }) => ({
        id,
        name,
        bytes,
        sha256: digest?.replace(/^sha256:/, '') ?? null,
    }));
}
async function download(core, artifact) {
    if (artifact.bytes > MAX_PACKED_BYTES) {
        const what = `The artifact ${artifact.name} has ${artifact.bytes} bytes; at most ${MAX_PACKED_BYTES} are downloaded.`;
        throw new errors/* CountersignError */.W('artifact-refused', what);
    }
    const zip = await core.ask({
        // Answered with a redirect to the storage, which the token does not follow.
        route: `GET ${core.base}/actions/artifacts/${artifact.id}/zip`,
        doing: `download the artifact ${artifact.name}`,
        needs: 'actions=read',
        read: ({ data }) => (data instanceof ArrayBuffer ? Buffer.from(data) : undefined),
    });
    if (artifact.sha256 === null || (0,digest/* sha256 */.s)(zip) === artifact.sha256)
        return zip;
    throw new errors/* CountersignError */.W('artifact-refused', `The artifact ${artifact.name} is not what was uploaded: its digest is not ${artifact.sha256}.`);
}


/***/ }),

/***/ 75557:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S: () => (/* binding */ isProxied)
/* harmony export */ });
/**
 * True where the environment names a proxy for requests to `url`, so that the client that knows proxies is loaded.
 * `NO_PROXY` is left to that client: asking it once too often costs a tenth of a second, asking it never a connection.
 */
function isProxied(env, url) {
    const name = url.toLowerCase().startsWith('http:') ? 'http_proxy' : 'https_proxy';
    return [name, name.toUpperCase()].some((key) => (env[key] ?? '') !== '');
}


/***/ })

};
