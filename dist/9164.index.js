export const id = 9164;
export const ids = [9164];
export const modules = {

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

/***/ 90287:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $g: () => (/* binding */ TRAIL_ARGUMENT),
/* harmony export */   qQ: () => (/* binding */ withTrails),
/* harmony export */   vu: () => (/* binding */ withTrail)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(48161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var _audit_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(83721);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(45145);
/* harmony import */ var _github_index_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(10261);
/* harmony import */ var _github_index_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(75557);






/** What the argument of the audit commands may be. */
const TRAIL_ARGUMENT = 'the folder of the artifact, its audit.jsonl, or the URL of a workflow run on GitHub';
const PREFIX = 'countersign-trail-';
const MAX_TRAILS = 20;
const LOOPBACK = /^(?:127\.0\.0\.1|\[::1\]|localhost)$/;
/** Hands the trails that an argument names to `use`; what was downloaded for it is gone afterwards. */
async function withTrails(given, io, use) {
    const url = runUrl(given);
    if (url === null)
        return await use([await localPlace(given, io)]);
    const folder = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdtemp)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)(), 'countersign-audit-'));
    try {
        return await use(await downloaded(url, folder, io));
    }
    finally {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(folder, { recursive: true, force: true });
    }
}
/** The same for one trail. Throws `input-invalid` where the URL names a run with several. */
async function withTrail(given, io, use) {
    return await withTrails(given, io, async ([place, ...others]) => {
        if (place === undefined)
            throw new _base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .CountersignError */ .W('internal', 'There is no trail.');
        if (others.length === 0)
            return await use(place);
        const names = [place, ...others].map(({ shown }) => shown).join(', ');
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .CountersignError */ .W('input-invalid', `That workflow run has ${others.length + 1} trails: ${names}.`, {
            fix: 'Name one by the URL of its artifact, …/actions/runs/RUN/artifacts/ID, or download it.',
        });
    });
}
async function localPlace(given, io) {
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.resolve)(io.cwd, given);
    const folder = (await isFolder(path)) ? path : null;
    return {
        shown: given,
        path,
        folder,
        blobs: folder === null ? null : (0,_audit_index_js__WEBPACK_IMPORTED_MODULE_4__/* .blobsIn */ .uo)(folder),
        remote: null,
    };
}
async function isFolder(path) {
    try {
        return (await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.stat)(path)).isDirectory();
    }
    catch {
        // Whoever reads it says why it cannot be read.
        return false;
    }
}
const RUN_PATH = /^\/([\w.-]+)\/([\w.-]+)\/actions\/runs\/(\d{1,15})(?:\/attempts\/(\d{1,6}))?(?:\/job\/\d+|\/artifacts\/(\d{1,15}))?\/?$/;
/** `null` for anything but a URL. Throws `input-invalid` for a URL of something else. */
function runUrl(given) {
    if (!/^https?:\/\//i.test(given))
        return null;
    const found = URL.canParse(given) ? RUN_PATH.exec(new URL(given).pathname) : null;
    const [, owner, repo, run, attempt, artifact] = found ?? [];
    if (owner === undefined || repo === undefined) {
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .CountersignError */ .W('input-invalid', `${JSON.stringify(given)} is no URL of a workflow run.`, {
            fix: 'Write https://github.com/OWNER/REPO/actions/runs/NUMBER.',
        });
    }
    return {
        origin: new URL(given),
        owner,
        repo,
        run: Number(run),
        attempt: attempt ?? null,
        artifact: artifact === undefined ? null : Number(artifact),
    };
}
/**
 * The API of the server in the URL. The token is only sent where it belongs: to github.com, or to the server that the
 * environment names by `GITHUB_API_URL`.
 */
function apiOf({ origin }, environment) {
    const host = origin.hostname.toLowerCase();
    const named = environment['GITHUB_API_URL'] ?? '';
    const api = named === '' ? 'https://api.github.com' : named;
    const apiHost = URL.canParse(api) ? new URL(api).hostname.toLowerCase() : '';
    if (origin.protocol !== 'https:' && !LOOPBACK.test(host)) {
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .CountersignError */ .W('input-invalid', `${origin.href} is not read without TLS.`, {
            fix: 'Write https://.',
        });
    }
    if (apiHost === host || apiHost === `api.${host}`)
        return api;
    throw new _base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .CountersignError */ .W('input-invalid', `The token is not sent to ${host}: the API in use is ${api}.`, {
        fix: `Set GITHUB_API_URL to the API of that server, such as https://${host}/api/v3, and GITHUB_TOKEN to a token for it.`,
    });
}
async function downloaded(url, folder, io) {
    const token = io.environment['GITHUB_TOKEN'] ?? io.environment['GH_TOKEN'] ?? '';
    const apiUrl = apiOf(url, io.environment);
    if (token === '') {
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .CountersignError */ .W('no-secrets', 'Artifacts are downloaded with a token, and GITHUB_TOKEN is not set.', {
            fix: 'Set it to a token that may read Actions (`actions: read`): GITHUB_TOKEN=$(gh auth token).',
        });
    }
    const { owner, repo } = url;
    const artifacts = (0,_github_index_js__WEBPACK_IMPORTED_MODULE_5__/* .createRunArtifacts */ .f)({
        token,
        apiUrl,
        owner,
        repo,
        proxied: (0,_github_index_js__WEBPACK_IMPORTED_MODULE_6__/* .isProxied */ .S)(io.environment, apiUrl),
    });
    const all = await artifacts.list(url.run);
    const prefix = url.attempt === null ? PREFIX : `${PREFIX}${url.run}-${url.attempt}-`;
    const trails = all.filter(({ id, name }) => url.artifact === null ? name.startsWith(prefix) : id === url.artifact);
    if (trails.length === 0) {
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .CountersignError */ .W('trail-unreadable', `Workflow run ${url.run} has no artifact ${prefix}….`, {
            fix: 'It may have expired, or the run did not upload one; its summary says so.',
        });
    }
    if (trails.length > MAX_TRAILS) {
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .CountersignError */ .W('input-invalid', `Workflow run ${url.run} has ${trails.length} trails.`, {
            fix: `At most ${MAX_TRAILS} are looked at; name one by the URL of its artifact.`,
        });
    }
    const places = [];
    for (const trail of trails) {
        const path = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, String(trail.id));
        await artifacts.unpack(trail, path);
        const remote = { artifacts, repository: `${owner}/${repo}` };
        places.push({ shown: trail.name, path, folder: path, blobs: (0,_audit_index_js__WEBPACK_IMPORTED_MODULE_4__/* .blobsIn */ .uo)(path), remote });
    }
    return places;
}


/***/ }),

/***/ 43558:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EO: () => (/* binding */ checkedHash),
/* harmony export */   T5: () => (/* binding */ verifyAt),
/* harmony export */   nt: () => (/* binding */ verdictText),
/* harmony export */   p0: () => (/* binding */ verifyCommand)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var _audit_index_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(61490);
/* harmony import */ var _audit_index_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(44018);
/* harmony import */ var _audit_index_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(83721);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(91497);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(45145);
/* harmony import */ var _audit_places_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(90287);
/* harmony import */ var _json_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(62227);
/* harmony import */ var _spec_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(89230);








const MAX_BUNDLE_BYTES = 4 * 1024 * 1024;
/** `audit verify`: anybody's trail, without the repository or a key; the network only for a URL. */
const verifyCommand = {
    name: 'audit verify',
    summary: 'Check a trail: exit 0 intact, 1 broken with the entry and why, 2 unreadable',
    arguments: '<trail>',
    argumentSummary: _audit_places_js__WEBPACK_IMPORTED_MODULE_3__/* .TRAIL_ARGUMENT */ .$g,
    options: [
        { flags: '--head <hash>', summary: 'a published head; may be given several times', many: true },
        { flags: '--run <id>', summary: 'the run that the trail must be of' },
        { flags: '--require-end', summary: 'a trail without run.end counts as broken' },
        { flags: '--require-attestation', summary: 'an unsigned trail counts as broken' },
        { flags: '--root', summary: 'also compute the Merkle root, for audit prove' },
    ],
    examples: [
        'countersign audit verify ./trail --head 3f2a…',
        'GITHUB_TOKEN=$(gh auth token) countersign audit verify https://github.com/OWNER/REPO/actions/runs/123',
    ],
    run: verify,
};
async function verify(call, io) {
    const given = call.args[0] ?? '.';
    return await (0,_audit_places_js__WEBPACK_IMPORTED_MODULE_3__/* .withTrails */ .qQ)(given, io, async (places) => {
        const results = [];
        for (const place of places)
            results.push(await verifyPlace(call, place));
        const [first] = results;
        const isLocal = first?.place.remote === null;
        if (call.json) {
            const json = results.map(jsonOf);
            io.out((0,_json_js__WEBPACK_IMPORTED_MODULE_4__/* .shownJson */ .o)(isLocal ? json[0] : { url: given, trails: json }));
        }
        else {
            for (const { place, verdict, signature } of results) {
                if (!isLocal)
                    io.out(`${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_5__/* .visible */ .RK)(place.shown)}\n`);
                io.out(`${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_5__/* .visible */ .RK)([verdictText(verdict), ...signatureText(verdict, signature)].join('\n'))}\n`);
            }
        }
        return worstOf(results.map(({ verdict }) => _audit_index_js__WEBPACK_IMPORTED_MODULE_6__/* .VERIFY_EXIT_CODES */ .S[verdict.kind]));
    });
}
/** Unreadable says less than broken, so that a broken trail among several decides. */
function worstOf(codes) {
    if (codes.includes(1))
        return 1;
    return codes.includes(2) ? 2 : 0;
}
async function verifyPlace(call, place) {
    const run = (0,_spec_js__WEBPACK_IMPORTED_MODULE_7__/* .textOption */ .vU)(call, 'run');
    const verdict = await verifyAt(place.path, {
        heads: (0,_spec_js__WEBPACK_IMPORTED_MODULE_7__/* .listOption */ .y8)(call, 'head').map((hash) => ({ hash: checkedHash(hash) })),
        requireEnd: (0,_spec_js__WEBPACK_IMPORTED_MODULE_7__/* .switchOption */ .IL)(call, 'requireEnd'),
        root: (0,_spec_js__WEBPACK_IMPORTED_MODULE_7__/* .switchOption */ .IL)(call, 'root'),
        ...(run === null ? {} : { run }),
    });
    if (verdict.kind !== 'intact')
        return { place, verdict, signature: { kind: 'unsigned' } };
    const signature = await signatureOf(place);
    const unproven = signature.kind !== 'signed' && signature.kind !== 'attested';
    const refuses = signature.kind === 'wrong' || (unproven && (0,_spec_js__WEBPACK_IMPORTED_MODULE_7__/* .switchOption */ .IL)(call, 'requireAttestation'));
    return {
        place,
        verdict: refuses ? withoutSignature(verdict.count, signature) : verdict,
        signature,
    };
}
function withoutSignature(count, signature) {
    const why = 'because' in signature ? `: ${signature.because}` : '';
    const because = signature.kind === 'wrong'
        ? `The attestation ${_audit_index_js__WEBPACK_IMPORTED_MODULE_8__/* .ATTESTATION_FILE */ .q} beside the trail is not of it${why}.`
        : `The trail is not attested${why}.`;
    return { kind: 'broken', seq: count, line: count + 1, code: 'attestation', because };
}
/** The bundle beside the trail where there is one; else, for a download, what GitHub keeps. */
async function signatureOf(place) {
    const bundle = place.folder === null ? null : await bundleIn(place.folder);
    if (bundle === null && place.remote === null)
        return { kind: 'unsigned' };
    const digest = await fileSha256(place.path);
    const shown = bundle === null ? null : (0,_audit_index_js__WEBPACK_IMPORTED_MODULE_8__/* .checkAttestation */ .X)(bundle, digest);
    if (place.remote === null || shown?.kind === 'wrong')
        return shown ?? { kind: 'unsigned' };
    const { artifacts, repository } = place.remote;
    try {
        if (await artifacts.isAttested(digest))
            return { kind: 'attested', repository };
        return shown ?? { kind: 'unsigned' };
    }
    catch (error) {
        return shown ?? { kind: 'unknown', because: (0,_base_index_js__WEBPACK_IMPORTED_MODULE_9__/* .errorText */ .k)(error) };
    }
}
async function bundleIn(folder) {
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, _audit_index_js__WEBPACK_IMPORTED_MODULE_8__/* .ATTESTATION_FILE */ .q);
    try {
        const found = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.stat)(path);
        return found.isFile() && found.size <= MAX_BUNDLE_BYTES ? await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.readFile)(path, 'utf8') : '';
    }
    catch {
        return null;
    }
}
async function fileSha256(path) {
    const hash = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256');
    for await (const chunk of (0,_audit_index_js__WEBPACK_IMPORTED_MODULE_10__/* .trailBytes */ ._D)(path))
        hash.update(chunk);
    return hash.digest('hex');
}
/** Verifies the trail in a folder (with its blobs) or a single file. An unreadable path is an answer. */
async function verifyAt(path, options) {
    try {
        const found = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.stat)(path).catch(() => null);
        return await (0,_audit_index_js__WEBPACK_IMPORTED_MODULE_6__/* .verifyTrail */ .Q)((0,_audit_index_js__WEBPACK_IMPORTED_MODULE_10__/* .trailBytes */ ._D)(path), {
            ...options,
            ...(found?.isDirectory() === true ? { blobs: (0,_audit_index_js__WEBPACK_IMPORTED_MODULE_10__/* .blobsIn */ .uo)(path) } : {}),
        });
    }
    catch (error) {
        return { kind: 'unreadable', because: (0,_base_index_js__WEBPACK_IMPORTED_MODULE_9__/* .errorText */ .k)(error) };
    }
}
/** A hash as people paste it. Throws `input-invalid`. */
function checkedHash(hash) {
    const lower = hash.toLowerCase();
    if (/^[0-9a-f]{64}$/.test(lower))
        return lower;
    throw new _base_index_js__WEBPACK_IMPORTED_MODULE_9__/* .CountersignError */ .W('input-invalid', `${JSON.stringify(hash)} is no hash of a trail.`, {
        fix: 'Write the 64 hexadecimal digits that the run published.',
    });
}
function jsonOf({ place, verdict, signature }) {
    const signed = signature.kind === 'signed' || signature.kind === 'attested';
    const more = verdict.kind === 'unreadable' ? {} : { attestation: signature };
    const artifact = place.remote === null ? {} : { artifact: place.shown };
    return { ...artifact, ...verdict, ...(verdict.kind === 'intact' ? { signed } : {}), ...more };
}
/** A verification's answer for people. */
function verdictText(verdict) {
    switch (verdict.kind) {
        case 'intact':
            return [
                `intact: ${verdict.count} entries of ${verdict.run}, outcome ${verdict.outcome ?? 'none yet (unfinished)'}`,
                `head ${verdict.head}`,
                ...(verdict.root === null ? [] : [`root ${verdict.root}`]),
                ...verdict.warnings.map((warning) => `warning: ${warning.because}`),
            ].join('\n');
        case 'broken':
            return `broken at entry ${verdict.seq} (line ${verdict.line}): ${verdict.code}: ${verdict.because}`;
        case 'unreadable':
            return `unreadable: ${verdict.because}`;
    }
}
const COMPARE = 'compare the head with the one that the run published (step output, summary, comment)';
function signatureText(verdict, signature) {
    if (verdict.kind !== 'intact')
        return [];
    switch (signature.kind) {
        case 'unsigned':
            return [`unsigned: ${COMPARE}`];
        case 'signed':
            return [
                `signed: by ${signature.identity}, certificate by ${signature.issuer}, for exactly this file`,
                "that the certificate is Sigstore's own: gh attestation verify audit.jsonl --repo OWNER/REPO",
            ];
        case 'attested':
            return [
                `attested: GitHub keeps a signed attestation of exactly this file for ${signature.repository}`,
            ];
        case 'unknown':
            return [`unsigned as far as is known (${signature.because}): ${COMPARE}`];
        case 'wrong':
            return [];
    }
}


/***/ }),

/***/ 62227:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Y: () => (/* binding */ escapeUnseen),
/* harmony export */   o: () => (/* binding */ shownJson)
/* harmony export */ });
const UNSEEN = /[\u007f-\u009f\u2028\u2029\p{Cf}]/gu;
/** JSON for programs that a terminal can show as well: what does not show, or acts on a screen, is escaped. */
function shownJson(value) {
    return `${escapeUnseen(JSON.stringify(value, null, 2))}\n`;
}
/** The same for a text that is JSON already. Outside of strings JSON has none of these characters. */
function escapeUnseen(json) {
    return json.replaceAll(UNSEEN, (found) => Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''));
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


/***/ })

};
