export const id = 4193;
export const ids = [4193];
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

/***/ 1158:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ wellFormed),
/* harmony export */   d: () => (/* binding */ canonicalJson)
/* harmony export */ });
/* harmony import */ var canonicalize__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(98799);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(45145);


/**
 * Canonical JSON after RFC 8785: the one text of a value, whatever the order of its keys.
 * Throws `internal` on what JSON cannot carry (NaN, Infinity, a lone surrogate).
 */
function canonicalJson(value) {
    const text = attempt(value);
    if (text === undefined)
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CountersignError */ .W('internal', 'A value has no canonical JSON form.');
    return text;
}
function attempt(value) {
    try {
        return (0,canonicalize__WEBPACK_IMPORTED_MODULE_1__/* ["default"] */ .A)(value);
    }
    catch (cause) {
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CountersignError */ .W('internal', 'A value has no canonical JSON form.', { cause });
    }
}
/** `text` with each half of a broken surrogate pair replaced by U+FFFD, so that it has a canonical form. */
function wellFormed(text) {
    return text.toWellFormed();
}


/***/ }),

/***/ 30742:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   o: () => (/* binding */ digestOf),
/* harmony export */   s: () => (/* binding */ sha256)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var _canonical_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1158);


/** SHA-256 of bytes or of UTF-8 text, as 64 lower-case hexadecimal digits. */
function sha256(data) {
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.hash)('sha256', data, 'hex');
}
/** SHA-256 over the canonical JSON (RFC 8785) of a value, as 64 lower-case hexadecimal digits. */
function digestOf(value) {
    return sha256((0,_canonical_js__WEBPACK_IMPORTED_MODULE_1__/* .canonicalJson */ .d)(value));
}


/***/ }),

/***/ 10768:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ isJsonObject)
/* harmony export */ });
/** True for a plain JSON object: not null, not an array. */
function isJsonObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}


/***/ }),

/***/ 21947:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ once)
/* harmony export */ });
/**
 * Makes a value when it is first asked for, and keeps it: a start pays only for what the run uses. A `make` that throws is
 * asked again the next time.
 */
function once(make) {
    let made;
    return () => (made ??= { value: make() }).value;
}


/***/ }),

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


/***/ }),

/***/ 11014:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S1: () => (/* binding */ wallBefore),
/* harmony export */   tO: () => (/* binding */ isFreeDevice),
/* harmony export */   tg: () => (/* binding */ isSecretsLike)
/* harmony export */ });
/** No Linux, macOS or Windows file system has longer ones; matching never sees them. */
const MAX_PATH_LENGTH = 4_096;
const MAX_NAME_LENGTH = 255;
const FREE_DEVICES = new Set([
    '/dev/null',
    '/dev/stdin',
    '/dev/stdout',
    '/dev/stderr',
    '/dev/fd/0',
    '/dev/fd/1',
    '/dev/fd/2',
]);
/** Git keeps programs, tokens and refs there; on some systems these spellings are the same folder. */
const GIT_SEGMENT = /^(?:\.git|git~\d+)[. ]*$/i;
const SECRETS_NAME = new RegExp([
    String.raw `^\.env`,
    String.raw `\.env$`,
    String.raw `^\.(?:npmrc|yarnrc|yarnrc\.yml|netrc|pypirc|pgpass|git-credentials|htpasswd|dockercfg|s3cfg|my\.cnf)$`,
    String.raw `^_netrc$`,
    String.raw `^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$`,
    String.raw `\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|tfstate)$`,
    String.raw `^(?:credentials|secrets?)(?:\.(?:json|ya?ml|toml|ini|txt))?$`,
    String.raw `^service[-_]account.*\.json$`,
    // A login that google-github-actions/auth leaves in the workspace.
    String.raw `^gha-creds-.*\.json$`,
].join('|'), 'i');
const SECRETS_FOLDER = /(?:^|\/)(?:\.ssh|\.aws|\.gnupg|\.kube|\.docker|\.azure|\.config\/(?:gh|gcloud))(?:\/|$)/i;
/** Folders that are often called so and hold program text, not secrets: only files of these names count. */
const PLAIN_FOLDER = /^(?:credentials|secrets?)$/i;
/**
 * Whether a file of this name usually holds secrets: `.env*`, keys, `.npmrc`, `.netrc` and their like. `words` may
 * also be the plain part of a path pattern: a rule lists such files explicitly when its own words are secrets-like.
 */
function isSecretsLike(words) {
    const name = words.replace(/\/+$/, '').split('/').at(-1) ?? '';
    if (SECRETS_FOLDER.test(words))
        return true;
    return SECRETS_NAME.test(name) && !PLAIN_FOLDER.test(name);
}
/** True for the devices that carry a command's own streams or nothing; they are no files at all. */
function isFreeDevice(view) {
    return view.outside && FREE_DEVICES.has(view.path);
}
/** The wall before one view of a path, or `null` where only rules decide. `byCommand` is false for file tools. */
function wallBefore(view, options) {
    const { path } = view;
    if (path.length > MAX_PATH_LENGTH ||
        path.split('/').some((segment) => segment.length > MAX_NAME_LENGTH)) {
        const because = 'the path is longer than any file system has';
        return { level: 'deny', because, openedBy: 'nothing' };
    }
    if (path.split('/').some((segment) => GIT_SEGMENT.test(segment))) {
        return { level: 'deny', because: `"${path}" is inside git's own folder`, openedBy: 'nothing' };
    }
    if (view.outside)
        return outsideWall(path, options);
    if (isSecretsLike(path)) {
        return { level: 'ask', because: `"${path}" usually holds secrets`, openedBy: 'secrets-rule' };
    }
    return null;
}
function outsideWall(path, options) {
    if (FREE_DEVICES.has(path) && options.byCommand)
        return null;
    if (path.includes('/_runner_file_commands') || /\/_temp(?:\/|$)/.test(path)) {
        return {
            level: 'deny',
            because: `"${path}" belongs to the workflow runner`,
            openedBy: 'nothing',
        };
    }
    if (/^\/proc\/(?:\d+|self|thread-self)(?:\/|$)/.test(path)) {
        return { level: 'deny', because: `"${path}" is the inside of a process`, openedBy: 'nothing' };
    }
    if (!options.byCommand || path.includes('\u0000')) {
        return { level: 'deny', because: `"${path}" is outside of the workspace`, openedBy: 'nothing' };
    }
    if (options.access === 'write') {
        const temporary = /^\/tmp\/./.test(path);
        const because = `"${path}" is outside of the workspace`;
        return {
            level: temporary ? 'ask' : 'deny',
            because,
            openedBy: temporary ? 'absolute-rule' : 'nothing',
        };
    }
    const system = /^\/(?:proc|sys|dev)(?:\/|$)/.test(path) || isSecretsLike(path) || /^\/?~/.test(path);
    const because = `"${path}" is outside of the workspace`;
    return { level: 'ask', because, openedBy: system ? 'nothing' : 'absolute-rule' };
}


/***/ }),

/***/ 72510:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runPost: () => (/* binding */ runPost)
});

// EXTERNAL MODULE: ./build/base/text.js
var base_text = __webpack_require__(91497);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./build/base/clock.js
var clock = __webpack_require__(42030);
// EXTERNAL MODULE: ./build/github/client/proxied.js
var proxied = __webpack_require__(75557);
// EXTERNAL MODULE: ./build/github/client/client.js + 18 modules
var client = __webpack_require__(89936);
// EXTERNAL MODULE: ./build/github/artifacts/attest.js
var attest = __webpack_require__(69169);
// EXTERNAL MODULE: ./build/github/artifacts/artifact.js + 2 modules
var artifact = __webpack_require__(46557);
// EXTERNAL MODULE: ./build/run/secrets.js + 9 modules
var secrets = __webpack_require__(73482);
// EXTERNAL MODULE: ./build/step/runner.js
var step_runner = __webpack_require__(34861);
// EXTERNAL MODULE: ./build/step/state.js
var state = __webpack_require__(99510);
// EXTERNAL MODULE: ./build/step/environment.js
var environment = __webpack_require__(7130);
// EXTERNAL MODULE: ./build/approvals/card-marker.js
var card_marker = __webpack_require__(65448);
;// CONCATENATED MODULE: ./build/approvals/killed-card.js

/** The comment that tells of a run that was killed and can be gone on with: it asks nothing, and waits for `/resume`. */
function renderKilledCard(of) {
    const { run, workflowRun, head } = of;
    const { id, attempt } = workflowRun;
    return [
        (0,card_marker/* markerLine */.B_)({ v: 1, run, ids: [], state: 'killed', workflowRun: id, attempt, check: null }),
        '### Countersign: a run was killed, and can go on',
        'Its state was saved at the last thing that it did. Calls that were open are sealed and are not run again by themselves; ' +
            'the agent is told which. What people were asked is void.',
        `**To go on**: a new comment whose first line is \`/resume ${run}\`, by somebody who may start a run.`,
        `<sub>[${run}](${of.runUrl}) · trail: ${head.count} entries, head <code>${head.hash}</code></sub>`,
    ].join('\n\n');
}

// EXTERNAL MODULE: ./build/approvals/closed-card.js
var closed_card = __webpack_require__(21554);
// EXTERNAL MODULE: ./build/approvals/card-check.js
var card_check = __webpack_require__(46664);
// EXTERNAL MODULE: ./build/tell/afterwards.js
var afterwards = __webpack_require__(73925);
// EXTERNAL MODULE: ./build/tell/attest-trail.js
var attest_trail = __webpack_require__(93352);
// EXTERNAL MODULE: ./build/tell/publish.js
var publish = __webpack_require__(50753);
// EXTERNAL MODULE: ./build/tell/markdown.js
var markdown = __webpack_require__(37349);
// EXTERNAL MODULE: ./build/tell/sticky.js
var sticky = __webpack_require__(78092);
// EXTERNAL MODULE: ./build/tell/left-section.js
var left_section = __webpack_require__(56799);
// EXTERNAL MODULE: ./build/tell/cell.js
var cell = __webpack_require__(1944);
;// CONCATENATED MODULE: ./build/wreck/markdown-post.js


const WHY_CHARS = 300;
const MAX_ROWS = 100;
/** What became of a call that was in this state when its process died. Effects begin only after `EXECUTING` is on disk. */
function fateOf(state) {
    switch (state) {
        case 'EXECUTING':
            return 'it had begun; what it did is not known';
        case 'COMPLETED':
            return 'it ran';
        case 'FAILED':
            return 'it failed';
        case 'DENIED':
            return 'it was refused';
        default:
            return 'it was not run';
    }
}
/** The job summary where the trail itself could not be ended. */
function brokenSummary(because, published) {
    return [
        `## ${markdown/* MARK */.M$.error} Countersign: error`,
        (0,markdown/* quoted */.TL)(because),
        `**Trail** ${whereOf(published)}`,
    ].join('\n\n');
}
function whereOf(published) {
    return published.kind === 'uploaded'
        ? `[${published.name}](${published.url})`
        : `not uploaded: ${(0,base_text/* oneLine */.TN)(published.because, WHY_CHARS)}`;
}
/** The job summary that the post step writes for a main step that could not. */
function postSummary(of) {
    const { sealed, published } = of;
    return [
        `## ${markdown/* MARK */.M$[sealed.outcome]} Countersign: ${sealed.outcome}`,
        (0,markdown/* quoted */.TL)(of.because),
        goingOn(of),
        sealedSection(sealed),
        (0,left_section/* leftSection */.B)(sealed.left, published),
        ...(sealed.own ? [`**Trail** ${whereOf(published)}`] : []),
        `${sealed.head.count} entries, head \`${sealed.head.hash}\`.`,
    ]
        .filter((part) => part !== '')
        .join('\n\n');
}
/** The tracking comment of a run whose main step could not finish it. */
function postTracking(of) {
    const { sealed, published } = of;
    const trail = published.kind === 'uploaded' ? ` · [trail](${published.url})` : '';
    const { count, hash } = sealed.head;
    return [
        (0,markdown/* trackingMarker */.MA)(of.run),
        `${markdown/* MARK */.M$[sealed.outcome]} **Countersign: ${sealed.outcome}** · [job](${of.jobUrl})${trail}`,
        (0,markdown/* quoted */.TL)(of.because),
        goingOn(of),
        sealedSection(sealed),
        (0,left_section/* leftSection */.B)(sealed.left, published),
        `<sub>trail: ${count} entries, head ${hash}</sub>`,
    ]
        .filter((part) => part !== '')
        .join('\n\n');
}
/** Whether another job can go on with the run, and how. */
function goingOn({ offered, run, sealed }) {
    if (offered)
        return `It can go on: a comment \`/resume ${run}\` by somebody who may start a run.`;
    const { kept } = sealed;
    if (kept.kind === 'kept' || kept.because === null)
        return '';
    return `It cannot go on: ${(0,base_text/* oneLine */.TN)(kept.because, WHY_CHARS)}`;
}
function sealedSection({ sealed }) {
    if (sealed.length === 0)
        return '';
    const rows = sealed
        .slice(0, MAX_ROWS)
        .map(({ call, tool, state }) => `- ${(0,cell/* cell */.H)(`${call} ${tool}`)}: ${fateOf(state)}`);
    const more = sealed.length > MAX_ROWS ? [`- … and ${sealed.length - MAX_ROWS} more in the trail`] : [];
    return ['**Calls that were open**', '', ...rows, ...more].join('\n');
}

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/checkpoint/journal.js
var journal = __webpack_require__(72268);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(55156);
// EXTERNAL MODULE: ./build/checkpoint/keys.js
var keys = __webpack_require__(93011);
// EXTERNAL MODULE: ./build/checkpoint/state.js + 1 modules
var checkpoint_state = __webpack_require__(12542);
;// CONCATENATED MODULE: ./build/checkpoint/noted.js



const { shape } = checkpoint_state/* checkpointState */.i;
/** What of a run's state stays as it was when the run began, or was taken up. */
const roots = schemas.strictObject({
    run: shape.run,
    repository: shape.repository,
    workflow: shape.workflow,
    headSha: shape.headSha,
    policySha256: shape.policySha256,
    request: shape.request,
    requester: shape.requester,
    instructions: shape.instructions,
    outputSchema: shape.outputSchema,
    marker: shape.marker,
});
/** What changes as it goes, as far as it did. */
const partly = schemas.strictObject({
    turns: shape.turns.exactOptional(),
    calls: shape.calls.exactOptional(),
    lastText: shape.lastText.exactOptional(),
    idleReplies: shape.idleReplies.exactOptional(),
    planApproved: schemas.boolean().exactOptional(),
    refused: shape.refused.exactOptional(),
    reads: shape.reads.exactOptional(),
    repeats: shape.repeats.unwrap().exactOptional(),
    used: shape.used.exactOptional(),
    raised: shape.raised.unwrap().exactOptional(),
    untrusted: shape.untrusted.exactOptional(),
});
const standing = partly.required();
/** One record of a journal: what is new since the one before. */
const note = schemas.strictObject({
    /** With the first record. */
    roots: roots.exactOptional(),
    /** Messages that stay; those in `messages` follow them. */
    keep: schemas.number().int().nonnegative(),
    messages: shape.messages,
    /** Calls of the last reply that have ended since. */
    settled: shape.settled,
    /** The turn of the last reply; 0 before the first. The trail has it after the journal. */
    reply: schemas.number().int().nonnegative(),
    standing: partly,
});
/**
 * Where a run stood at the last reply that its trail has. A reply that only the journal knows had no effect and is left
 * out; a journal that does not know the trail's last reply was cut. Throws `checkpoint-refused`. Pure.
 */
function readNotes(texts, trailsLastReply) {
    const [first, ...others] = texts.map(parsed);
    const begun = standing.safeParse(first?.standing);
    if (first?.roots === undefined || !begun.success)
        throw (0,keys/* refused */.J5)('its journal has no beginning');
    let now = { ...first, roots: first.roots, standing: begun.data };
    let before = now;
    for (const next of others) {
        if (next.reply !== now.reply)
            before = now;
        now = {
            ...next,
            roots: now.roots,
            messages: [...now.messages.slice(0, next.keep), ...next.messages],
            // What a reply asked for ends before the next message is there.
            settled: next.messages.length === 0 ? [...now.settled, ...next.settled] : next.settled,
            standing: { ...now.standing, ...next.standing },
        };
    }
    if (now.reply !== trailsLastReply)
        now = before;
    if (now.reply !== trailsLastReply)
        throw (0,keys/* refused */.J5)('its journal does not go as far as its trail');
    return now;
}
function parsed(text) {
    const result = note.safeParse(JSON.parse(text));
    if (!result.success)
        throw (0,keys/* refused */.J5)('its journal holds what no run notes down');
    return result.data;
}

// EXTERNAL MODULE: ./build/run/lazy.js
var lazy = __webpack_require__(10782);
// EXTERNAL MODULE: ./build/sandbox/work-tree.js
var work_tree = __webpack_require__(71060);
;// CONCATENATED MODULE: ./build/wreck/dead-state.js
const INTERRUPTED = 'The job that carried this run was killed, and another one goes on with it. Files are as they were; commands that ran in the background have ended.';
/**
 * Where a killed run stood, by its journal and its trail: the conversation up to the last reply on record, what ended of
 * it, and for each other call what is known of it. None of them is run again by itself. Pure.
 */
function deadState(noted, wreck) {
    const { roots, standing } = noted;
    const { used } = standing;
    const last = noted.messages.at(-1);
    const uses = last?.role === 'assistant' ? last.content.filter(isUse) : [];
    const ids = new Set(uses.map(({ id }) => id));
    const ended = noted.settled.filter(({ request }) => ids.has(request.toolUseId));
    const known = new Set(ended.map(({ request }) => request.toolUseId));
    const sealed = [...wreck.calls].flatMap(([call, about]) => {
        const use = uses.find(({ id }) => id === about.toolUseId);
        const open = about.turn === wreck.lastReply && about.parent === null;
        if (use === undefined || !open || known.has(use.id))
            return [];
        return [sealedCall(call, about, use)];
    });
    return {
        version: 1,
        ...roots,
        ...standing,
        messages: uses.length > 0 ? [...noted.messages] : [...noted.messages, told(INTERRUPTED)],
        lastReply: wreck.lastReply,
        // What the trail counted since the last note was spent all the same.
        turns: Math.max(standing.turns, wreck.lastTurn),
        calls: Math.max(standing.calls, wreck.lastCall),
        used: {
            ...used,
            turns: Math.max(used.turns, wreck.turns),
            calls: Math.max(used.calls, wreck.executed),
            tokens: Math.max(used.tokens, wreck.tokens),
            usd: Math.max(used.usd, wreck.costUsd),
        },
        settled: [...ended, ...sealed],
        gated: [],
        card: null,
    };
}
function isUse(block) {
    return block.type === 'tool_use';
}
function told(text) {
    return { role: 'user', content: [{ type: 'text', text }] };
}
function sealedCall(call, about, use) {
    const { turn, parent } = about;
    return {
        request: { id: call, turn, parent, toolUseId: use.id, name: use.name, input: use.input },
        state: 'FAILED',
        content: `${INTERRUPTED} ${fateFor(about)}`,
        isError: true,
    };
}
/** What the model is told of a call that the job's end came upon. */
function fateFor({ state }) {
    switch (state) {
        case 'EXECUTING':
        case 'SEALED':
            return 'This call had begun, and what it did is not known: it is sealed, and is not run again by itself. Look at what is there before you decide what is left to do.';
        case 'COMPLETED':
        case 'FAILED':
            return `This call ended (${state}), and its result was lost. Look at what is there; do not simply make it again.`;
        case 'DENIED':
            return 'This call was refused. Do not try the same by another way.';
        case 'PENDING':
        case 'APPROVAL_REQUIRED':
        case 'APPROVED':
            break;
    }
    return 'This call had not begun, and nothing of it was done. An approval of it is void: if it is still needed, make it again, and people are asked anew.';
}

;// CONCATENATED MODULE: ./build/wreck/keep.js
// I/O: reads the journal that a killed process left beside its trail, and takes it away.







/**
 * Makes a checkpoint of a run that was killed, from its journal, and records it. The trail has been sealed before, so that
 * the checkpoint stands on an end that is true. Never throws but what the trail cannot write.
 */
async function keepDead(trail, wreck, of) {
    const { secret, repository } = of.keeping;
    const bytes = await (0,promises_.readFile)((0,external_node_path_.join)(trail.folder, journal/* JOURNAL_FILE */.RD)).catch(() => null);
    if (bytes === null)
        return { kind: 'lost', because: null };
    let state;
    try {
        const texts = (0,journal/* openJournal */._0)(bytes, { secret, repository, run: trail.run });
        const dead = deadState(readNotes(texts, wreck.lastReply), wreck);
        const workTree = await (0,work_tree/* bundleChanges */.yX)(of.root, { base: dead.headSha });
        state = { ...dead, savedAt: of.clock.now().toISOString(), workTree };
    }
    catch (error) {
        return { kind: 'lost', because: (0,errors/* errorText */.k)(error) };
    }
    await (0,lazy/* saveCheckpoint */.s4)(trail, state, secret);
    return { kind: 'kept' };
}
/** Takes the journal away: it is of no use to anybody once the trail has its end. */
async function dropJournal(folder) {
    await (0,promises_.rm)((0,external_node_path_.join)(folder, journal/* JOURNAL_FILE */.RD), { force: true });
}

// EXTERNAL MODULE: ./build/audit/writer.js + 3 modules
var writer = __webpack_require__(22377);
// EXTERNAL MODULE: ./build/audit/states.js
var states = __webpack_require__(69620);
// EXTERNAL MODULE: ./build/base/version.js
var version = __webpack_require__(7844);
// EXTERNAL MODULE: ./build/base/digest.js
var digest = __webpack_require__(30742);
// EXTERNAL MODULE: ./build/run/left-changes.js
var left_changes = __webpack_require__(45625);
// EXTERNAL MODULE: ./build/wreck/wreck.js
var wreck_wreck = __webpack_require__(42435);
;// CONCATENATED MODULE: ./build/wreck/seal.js





const NOTHING_KEPT = { kind: 'lost', because: null };
/**
 * Ends a trail whose process was killed, truthfully: calls that were open are `SEALED` (of one that had begun nobody
 * knows what it did), what was asked is void, and `run.end` says why. A run that had suspended itself stays
 * `awaiting-approval`; a trail that has its end is left as it is; one that had not begun gets a beginning first.
 */
async function sealTrail(job) {
    const { folder, run, clock, redactor } = job;
    // Opening first sets a torn last line aside, so that what is surveyed is whole.
    const trail = await (0,writer/* openTrail */.b)({ folder, run, clock, redactor });
    try {
        const wreck = await (0,wreck_wreck/* surveyWreck */.T)(folder);
        const own = wreck.start === null || isOf(job, wreck.start.workflow);
        if (!own || wreck.outcome !== null) {
            const outcome = wreck.outcome ?? 'error';
            const nothing = { sealed: [], left: null, kept: NOTHING_KEPT };
            return { wreck, head: trail.head(), outcome, own, ...nothing };
        }
        if (wreck.start === null)
            await begin(trail, job);
        const outcome = wreck.suspended ? 'awaiting-approval' : 'error';
        const sealed = wreck.suspended ? [] : await sealCalls(trail, wreck, job.because);
        const left = wreck.suspended ? null : await keepLeft(trail, wreck, job);
        const kept = await keptOf(trail, wreck, job);
        await end(trail, wreck, { outcome, because: job.because });
        return { wreck, head: trail.head(), outcome, sealed, own, left, kept };
    }
    finally {
        await trail.close();
    }
}
function isOf(job, workflow) {
    const mine = job.about.workflow;
    if (workflow === null || mine === null)
        return true;
    return (workflow.runId === mine.runId && workflow.attempt === mine.attempt && workflow.job === mine.job);
}
/** The process died between making the trail and its first entry: nothing was loaded, and nothing done. */
async function begin(trail, { about }) {
    await trail.append({
        type: 'run.start',
        start: 'fresh',
        version: version/* VERSION */.x,
        ...about,
        policy: { source: 'none was loaded', ref: null, sha256: (0,digest/* sha256 */.s)(''), mode: 'none' },
        'gen_ai.provider.name': 'none',
        'gen_ai.request.model': 'none',
        request: '',
        budget: {},
    });
}
async function sealCalls(trail, wreck, because) {
    for (const { approval, call, status } of wreck.approvals.values()) {
        if (status === 'open')
            await trail.append({ type: 'approval.void', approval, call, because });
    }
    const open = [...wreck.calls].filter(([, { state }]) => states/* TRANSITIONS */.Ds[state].includes('SEALED'));
    for (const [call] of open)
        await trail.append({ type: 'call.state', call, state: 'SEALED', because });
    return open.map(([call, { tool, state }]) => ({ call, tool, state }));
}
/** A run that named no commit had not looked at the checkout yet: what lies there is not its work. */
async function keepLeft(trail, wreck, job) {
    const base = wreck.start?.headSha ?? null;
    if (base === null)
        return null;
    const { root, redactor, warn } = job;
    return await (0,left_changes/* keepChanges */.f)({ root, base, trail, redactor, warn });
}
async function keptOf(trail, wreck, job) {
    const { keeping, root, clock } = job;
    if (keeping === null || wreck.suspended || wreck.start === null)
        return NOTHING_KEPT;
    return await keepDead(trail, wreck, { keeping, root, clock });
}
async function end(trail, wreck, of) {
    const calls = { total: wreck.calls.size };
    for (const { state } of wreck.calls.values())
        calls[state] = (calls[state] ?? 0) + 1;
    await trail.append({
        type: 'run.end',
        outcome: of.outcome,
        summary: of.because,
        count: trail.head().count,
        turns: wreck.turns,
        calls,
        tokens: wreck.tokens,
        costUsd: wreck.costUsd,
    });
}

;// CONCATENATED MODULE: ./build/wreck/finish-dead.js






const MAX_CARDS = 50;
const KILLED = 'The main step ended before it could conclude: it was killed, ran out of time or memory, or the machine went away.';
const TOLD_NOTHING = 'The run had ended, but the main step was gone before it could say so.';
const NOT_BEGUN = 'The job was ended before it went on with the run. It did nothing; what the run waits for can still be answered.';
const SUSPENDED = 'The run had suspended itself to wait for an answer when its job was ended from outside.';
/**
 * Does what a main step that died could not do any more: ends the trail, uploads it with its report, closes the cards,
 * finishes the tracking comment, and writes the summary. One failing keeps none of the others from being done.
 */
async function finishDead(job, world) {
    const sealed = await sealTrail({ ...job, because: KILLED }).catch(async (error) => {
        // Broken, or on a full disk: it is not written to, and goes up as the evidence that it is.
        await world.summary(brokenSummary((0,errors/* errorText */.k)(error), await upload(job, world)));
        throw error;
    });
    if (sealed.own) {
        const { environment, warn } = world;
        await (0,afterwards/* makeFromTrail */.d)({ folder: job.folder, outcome: sealed.outcome, environment, warn });
        await (0,attest_trail/* attestTrail */.k)(job.folder, world.attestor, world.warn);
    }
    const because = reasonOf(sealed);
    await dropJournal(job.folder);
    const published = sealed.own ? await upload(job, world) : notOurs;
    const offered = published.kind === 'uploaded' && (await offer(job, world, sealed));
    const told = { run: job.run, because, sealed, published, offered, jobUrl: world.jobUrl };
    await closeCards({ job, world, sealed, because });
    await finishTracking(told, world);
    await world.summary(postSummary(told));
    return sealed.head;
}
const notOurs = {
    kind: 'kept',
    because: 'it is the trail of an earlier job, which uploaded it',
};
/** Tells people how a killed run can go on; true where they were told. */
async function offer(job, world, { kept, head }) {
    const workflowRun = workflowRunOf(job);
    if (kept.kind !== 'kept' || world.issue === null || workflowRun === null)
        return false;
    const body = renderKilledCard({ run: job.run, workflowRun, runUrl: world.jobUrl, head });
    try {
        await world.github.createComment(world.issue, body);
        return true;
    }
    catch (error) {
        world.warn(`Nobody could be told that the run can go on: ${(0,errors/* errorText */.k)(error)}`);
        return false;
    }
}
function reasonOf(sealed) {
    if (!sealed.own)
        return NOT_BEGUN;
    if (sealed.wreck.outcome !== null)
        return TOLD_NOTHING;
    return sealed.wreck.suspended ? SUSPENDED : KILLED;
}
async function upload(job, world) {
    const { artifact: name, retentionDays } = world;
    const published = await (0,publish/* publishTrail */.w)(world.store, { folder: job.folder, name, retentionDays });
    if (published.kind === 'kept')
        world.warn(`The trail was not uploaded: ${published.because}`);
    return published;
}
/** Cards that still offer an answer which nobody would read. */
async function closeCards(of) {
    const { sealed, world } = of;
    if (sealed.outcome === 'awaiting-approval')
        return;
    const asked = [...sealed.wreck.approvals.values()];
    const waiting = asked.flatMap(({ card, status }) => status === 'open' && card !== null ? [card] : []);
    for (const card of [...new Set(waiting)].slice(0, MAX_CARDS)) {
        const requests = asked
            .filter((one) => one.card === card)
            .map(({ approval, call, decidedBy }) => {
            const known = sealed.wreck.calls.get(call);
            return {
                approval,
                call,
                tool: known?.tool ?? '',
                decidedBy,
                fate: fateOf(known?.state ?? ''),
            };
        });
        const body = () => (0,closed_card/* renderClosedCard */.t)({
            run: of.job.run,
            workflowRun: workflowRunOf(of.job),
            requests,
            because: of.because,
            runUrl: world.jobUrl,
            head: sealed.head,
        });
        await edit(world, {
            id: card,
            body,
            what: 'card',
            isIt: (text) => (0,card_marker/* readMarker */.t7)(text)?.run === of.job.run,
            also: (text) => (0,card_check/* closeCheck */.tQ)(world.github, (0,card_marker/* readMarker */.t7)(text)?.check ?? null, of.because),
        });
    }
}
function workflowRunOf({ about, }) {
    const id = Number(about.workflow?.runId);
    const attempt = Number(about.workflow?.attempt);
    return Number.isSafeInteger(id) && Number.isSafeInteger(attempt) && id > 0 && attempt > 0
        ? { id, attempt }
        : null;
}
async function finishTracking(told, world) {
    const { trackingComment: id } = world;
    if (id === null)
        return;
    const isIt = (text) => text.startsWith((0,markdown/* trackingMarker */.MA)(told.run));
    const body = (before) => (0,sticky/* withMark */.kN)(postTracking(told), (0,sticky/* markIn */.bk)(before));
    await edit(world, { id, body, what: 'tracking comment', isIt });
}
/** Only a comment that is what the run itself put there is written over. */
async function edit({ github, warn }, of) {
    try {
        const comment = await github.comment(of.id);
        if (comment === null || !of.isIt(comment.body))
            return;
        await github.updateComment(of.id, of.body(comment.body));
        await of.also?.(comment.body);
    }
    catch (error) {
        warn(`The ${of.what} could not be finished: ${(0,errors/* errorText */.k)(error)}`);
    }
}

;// CONCATENATED MODULE: ./build/post.js





/** A cancelled job gives its post steps a few minutes; telling people must not take them all. */
const GITHUB_TIMEOUT_MS = 90_000;
/**
 * The action's post step, which runs whatever became of the main step. Where that one concluded there is nothing to
 * do; else it seals the trail, uploads it, and says so.
 */
async function runPost() {
    const runner = await (0,step_runner/* githubRunner */.O)();
    try {
        await clear(runner);
    }
    catch (error) {
        runner.error((0,base_text/* neutralise */.$0)((0,errors/* errorText */.k)(error)));
    }
}
async function clear(runner) {
    const folder = runner.state(state/* STATE */.c.folder);
    if (folder === '' || runner.state(state/* STATE */.c.finished) === 'true')
        return;
    const step = (0,environment/* readStepEnvironment */.s)(process.env, runner.input('repository') || null);
    const secret = (name) => runner.input(name) || null;
    const token = secret('github-token') ?? '';
    const redactor = (0,secrets/* redactorFor */.sD)(process.env, {
        'github-token': secret('github-token'),
        'anthropic-api-key': secret('anthropic-api-key'),
        'state-key': secret('state-key'),
    });
    const { owner, repo, apiUrl } = step;
    const job = {
        folder,
        run: runner.state(state/* STATE */.c.run),
        clock: clock/* systemClock */.m,
        redactor,
        root: step.workspace,
        warn: (message) => runner.warning((0,base_text/* neutralise */.$0)(message)),
        about: {
            repository: `${owner}/${repo}`,
            headSha: step.sha,
            trigger: { event: step.eventName, actor: null, number: null, url: null },
            workflow: { runId: step.runId, attempt: step.attempt, job: step.job, url: step.jobUrl },
        },
    };
    const key = secret('state-key') ?? secret('anthropic-api-key');
    const issue = positive(runner.state(state/* STATE */.c.issue));
    const server = { token, apiUrl, owner, repo, proxied: (0,proxied/* isProxied */.S)(process.env, apiUrl) };
    const keeping = key === null || issue === null ? null : { secret: key, repository: job.about.repository };
    const head = await finishDead({ ...job, keeping }, {
        github: (0,client/* createGitHub */.C)({ ...server, redactor, signal: AbortSignal.timeout(GITHUB_TIMEOUT_MS) }),
        attestor: runner.input('attest') === 'true'
            ? (0,attest/* createAttestor */.Z)({ ...server, environment: process.env })
            : null,
        store: (0,artifact/* createArtifactStore */.G)({ env: process.env, owner, repo, token }),
        environment: process.env,
        jobUrl: step.jobUrl,
        artifact: runner.state(state/* STATE */.c.artifact),
        retentionDays: positive(runner.state(state/* STATE */.c.retentionDays)),
        issue,
        trackingComment: positive(runner.state(state/* STATE */.c.tracking)),
        warn: job.warn,
        summary: (markdown) => runner.summary(markdown),
    });
    runner.info(`Trail: ${head.count} entries, head ${head.hash}`);
}
/** A number that the main step left; `null` where it left none. */
function positive(text) {
    const value = Number(text);
    return Number.isSafeInteger(value) && value > 0 ? value : null;
}


/***/ }),

/***/ 98799:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ canonicalize)
/* harmony export */ });
function serializeString (value) {
  if (!value.isWellFormed()) {
    throw new Error('Lone surrogate is not allowed');
  }
  return JSON.stringify(value);
}

function serializePrimitive (value) {
  switch (typeof value) {
    case 'number':
      if (isNaN(value)) {
        throw new Error('NaN is not allowed');
      }
      if (!isFinite(value)) {
        throw new Error('Infinity is not allowed');
      }
      // For finite numbers String(value) would give identical output, but
      // JSON.stringify benchmarks faster on V8.
      return JSON.stringify(value);
    case 'string':
      return serializeString(value);
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      // null, or values JSON.stringify maps to undefined (undefined,
      // functions, symbols).
      return JSON.stringify(value);
  }
}

// Resolves a value to either its serialized primitive form (a string — or
// undefined, for values JSON.stringify drops) or a frame describing the
// container to descend into. Callers distinguish the two cases with
// `typeof result !== 'object'`.
//
// toJSON results are unwrapped here, and the wrapper objects stay in `seen`
// until the resolved subtree is fully serialized, so cycles introduced via
// toJSON are still detected.
function enterValue (value, seen) {
  let wrappers = null;
  while (value !== null && typeof value === 'object' && typeof value.toJSON === 'function') {
    if (seen.has(value)) {
      throw new Error('Circular reference detected');
    }
    seen.add(value);
    (wrappers ??= []).push(value);
    value = value.toJSON();
  }

  // Boxed Number/String/Boolean objects serialize as their primitive values,
  // mirroring how JSON.stringify treats them.
  if (value instanceof Number || value instanceof String || value instanceof Boolean) {
    value = value.valueOf();
  }

  if (value === null || typeof value !== 'object') {
    if (wrappers !== null) {
      for (const wrapper of wrappers) seen.delete(wrapper);
    }
    return serializePrimitive(value);
  }

  if (seen.has(value)) {
    throw new Error('Circular reference detected');
  }
  seen.add(value);

  return {
    container: value,
    // null marks an array frame; object frames carry their sorted keys.
    // `sort()`'s default comparator orders by UTF-16 code unit, which is the
    // order JCS requires.
    keys: Array.isArray(value) ? null : Object.keys(value).sort(),
    // Next child to serialize; the frame resumes here after a nested
    // container's subtree completes.
    index: 0,
    // Whether no member has been emitted yet (controls comma placement).
    first: true,
    // toJSON wrappers to release from `seen` when this frame completes.
    wrappers
  };
}

function canonicalize (object) {
  if (object === null || typeof object !== 'object') {
    return serializePrimitive(object);
  }

  const seen = new Set();
  const root = enterValue(object, seen);
  if (typeof root !== 'object') {
    // A toJSON chain resolved the input to a primitive.
    return root;
  }

  let result = root.keys === null ? '[' : '{';
  const stack = [root];

  // Depth-first serialization with an explicit stack instead of recursion, so
  // nesting depth is bounded by heap size rather than call-stack size. The top
  // frame is the container currently being serialized: primitive children are
  // appended inline, while a nested container pushes a new frame and jumps
  // back to the outer loop. Because frame.index was already advanced, the
  // parent resumes at its next child once the subtree is done. Opening
  // brackets are emitted when a frame is pushed, closing brackets when it
  // completes.
  outer:
  while (stack.length > 0) {
    const frame = stack[stack.length - 1];
    const container = frame.container;

    // keys === null marks an array frame; otherwise keys holds the object's
    // sorted property names. Either way the iteration counter lives on the
    // frame itself (frame.index), so when a frame is resumed after a nested
    // container completes, the while condition continues at the first
    // unserialized child instead of restarting from the beginning.
    if (frame.keys === null) {
      while (frame.index < container.length) {
        const i = frame.index++;
        if (i > 0) {
          result += ',';
        }
        const element = container[i];
        // Inside arrays, JSON.stringify serializes values with no JSON
        // representation (undefined, symbols, functions) as null.
        const value = element === undefined || typeof element === 'symbol' || typeof element === 'function' ? null : element;
        if (value === null || typeof value !== 'object') {
          result += serializePrimitive(value);
          continue;
        }
        const child = enterValue(value, seen);
        if (typeof child !== 'object') {
          // A toJSON chain resolved the child to an already-serialized
          // primitive — or, when child is undefined, to a value with no JSON
          // representation, which becomes null inside arrays.
          result += child === undefined ? 'null' : child;
          continue;
        }
        result += child.keys === null ? '[' : '{';
        stack.push(child);
        continue outer;
      }
      result += ']';
    } else {
      const keys = frame.keys;
      while (frame.index < keys.length) {
        const key = keys[frame.index++];
        const value = container[key];
        // Inside objects, JSON.stringify omits properties whose value has no
        // JSON representation (undefined, symbols, functions).
        if (value === undefined || typeof value === 'symbol' || typeof value === 'function') {
          continue;
        }
        if (value === null || typeof value !== 'object') {
          // Commas are tracked with a flag rather than the key index: a
          // skipped key must not leave a stray comma behind.
          if (frame.first) {
            frame.first = false;
          } else {
            result += ',';
          }
          result += serializeString(key) + ':' + serializePrimitive(value);
          continue;
        }
        // The child must be resolved before the key is emitted: a toJSON
        // returning a value with no JSON representation drops the whole
        // property.
        const child = enterValue(value, seen);
        if (child === undefined) {
          continue;
        }
        if (frame.first) {
          frame.first = false;
        } else {
          result += ',';
        }
        result += serializeString(key) + ':';
        if (typeof child !== 'object') {
          result += child;
          continue;
        }
        result += child.keys === null ? '[' : '{';
        stack.push(child);
        continue outer;
      }
      result += '}';
    }

    // Frame complete. The container leaves `seen` so that a later, sibling
    // reference to the same object is not mistaken for a cycle.
    seen.delete(container);
    if (frame.wrappers !== null) {
      for (const wrapper of frame.wrappers) seen.delete(wrapper);
    }
    stack.pop();
  }

  return result;
}


/***/ }),

/***/ 64377:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   ZodISODate: () => (/* reexport safe */ _schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISODate),
/* harmony export */   ZodISODateTime: () => (/* reexport safe */ _schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISODateTime),
/* harmony export */   ZodISODuration: () => (/* reexport safe */ _schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISODuration),
/* harmony export */   ZodISOTime: () => (/* reexport safe */ _schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISOTime),
/* harmony export */   date: () => (/* binding */ date),
/* harmony export */   datetime: () => (/* binding */ datetime),
/* harmony export */   duration: () => (/* binding */ duration),
/* harmony export */   time: () => (/* binding */ time)
/* harmony export */ });
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(43759);
/* harmony import */ var _schemas_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(55156);



function datetime(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_1__/* ._isoDateTime */ .G1(_schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISODateTime, params);
}
function date(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_1__/* ._isoDate */ .db(_schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISODate, params);
}
function time(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_1__/* ._isoTime */ .Kn(_schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISOTime, params);
}
function duration(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_1__/* ._isoDuration */ .f2(_schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISODuration, params);
}


/***/ })

};
