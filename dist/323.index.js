export const id = 323;
export const ids = [323];
export const modules = {

/***/ 84323:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runCli: () => (/* binding */ runCli)
});

// EXTERNAL MODULE: ./node_modules/commander/index.js + 6 modules
var commander = __webpack_require__(67375);
// EXTERNAL MODULE: ./build/base/index.js + 21 modules
var base = __webpack_require__(12112);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/audit/index.js + 26 modules
var audit = __webpack_require__(1411);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(48161);
// EXTERNAL MODULE: ./build/github/index.js + 45 modules
var github = __webpack_require__(67614);
;// CONCATENATED MODULE: ./build/cli/audit-places.js






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
    const folder = await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'countersign-audit-'));
    try {
        return await use(await downloaded(url, folder, io));
    }
    finally {
        await (0,promises_.rm)(folder, { recursive: true, force: true });
    }
}
/** The same for one trail. Throws `input-invalid` where the URL names a run with several. */
async function withTrail(given, io, use) {
    return await withTrails(given, io, async ([place, ...others]) => {
        if (place === undefined)
            throw new base/* CountersignError */.WS('internal', 'There is no trail.');
        if (others.length === 0)
            return await use(place);
        const names = [place, ...others].map(({ shown }) => shown).join(', ');
        throw new base/* CountersignError */.WS('input-invalid', `That workflow run has ${others.length + 1} trails: ${names}.`, {
            fix: 'Name one by the URL of its artifact, …/actions/runs/RUN/artifacts/ID, or download it.',
        });
    });
}
async function localPlace(given, io) {
    const path = (0,external_node_path_.resolve)(io.cwd, given);
    const folder = (await isFolder(path)) ? path : null;
    return {
        shown: given,
        path,
        folder,
        blobs: folder === null ? null : (0,audit/* blobsIn */.uo)(folder),
        remote: null,
    };
}
async function isFolder(path) {
    try {
        return (await (0,promises_.stat)(path)).isDirectory();
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
        throw new base/* CountersignError */.WS('input-invalid', `${JSON.stringify(given)} is no URL of a workflow run.`, {
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
        throw new base/* CountersignError */.WS('input-invalid', `${origin.href} is not read without TLS.`, {
            fix: 'Write https://.',
        });
    }
    if (apiHost === host || apiHost === `api.${host}`)
        return api;
    throw new base/* CountersignError */.WS('input-invalid', `The token is not sent to ${host}: the API in use is ${api}.`, {
        fix: `Set GITHUB_API_URL to the API of that server, such as https://${host}/api/v3, and GITHUB_TOKEN to a token for it.`,
    });
}
async function downloaded(url, folder, io) {
    const token = io.environment['GITHUB_TOKEN'] ?? io.environment['GH_TOKEN'] ?? '';
    const apiUrl = apiOf(url, io.environment);
    if (token === '') {
        throw new base/* CountersignError */.WS('no-secrets', 'Artifacts are downloaded with a token, and GITHUB_TOKEN is not set.', {
            fix: 'Set it to a token that may read Actions (`actions: read`): GITHUB_TOKEN=$(gh auth token).',
        });
    }
    const { owner, repo } = url;
    const artifacts = (0,github/* createRunArtifacts */.fL)({
        token,
        apiUrl,
        owner,
        repo,
        proxied: (0,github/* isProxied */.S7)(io.environment, apiUrl),
    });
    const all = await artifacts.list(url.run);
    const prefix = url.attempt === null ? PREFIX : `${PREFIX}${url.run}-${url.attempt}-`;
    const trails = all.filter(({ id, name }) => url.artifact === null ? name.startsWith(prefix) : id === url.artifact);
    if (trails.length === 0) {
        throw new base/* CountersignError */.WS('trail-unreadable', `Workflow run ${url.run} has no artifact ${prefix}….`, {
            fix: 'It may have expired, or the run did not upload one; its summary says so.',
        });
    }
    if (trails.length > MAX_TRAILS) {
        throw new base/* CountersignError */.WS('input-invalid', `Workflow run ${url.run} has ${trails.length} trails.`, {
            fix: `At most ${MAX_TRAILS} are looked at; name one by the URL of its artifact.`,
        });
    }
    const places = [];
    for (const trail of trails) {
        const path = (0,external_node_path_.join)(folder, String(trail.id));
        await artifacts.unpack(trail, path);
        const remote = { artifacts, repository: `${owner}/${repo}` };
        places.push({ shown: trail.name, path, folder: path, blobs: (0,audit/* blobsIn */.uo)(path), remote });
    }
    return places;
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/cli/json.js
const UNSEEN = /[\u007f-\u009f\u2028\u2029\p{Cf}]/gu;
/** JSON for programs that a terminal can show as well: what does not show, or acts on a screen, is escaped. */
function shownJson(value) {
    return `${escapeUnseen(JSON.stringify(value, null, 2))}\n`;
}
/** The same for a text that is JSON already. Outside of strings JSON has none of these characters. */
function escapeUnseen(json) {
    return json.replaceAll(UNSEEN, (found) => Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''));
}

;// CONCATENATED MODULE: ./build/cli/spec.js
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

;// CONCATENATED MODULE: ./build/cli/audit-verify.js








const MAX_BUNDLE_BYTES = 4 * 1024 * 1024;
/** `audit verify`: anybody's trail, without the repository or a key; the network only for a URL. */
const verifyCommand = {
    name: 'audit verify',
    summary: 'Check a trail: exit 0 intact, 1 broken with the entry and why, 2 unreadable',
    arguments: '<trail>',
    argumentSummary: TRAIL_ARGUMENT,
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
    return await withTrails(given, io, async (places) => {
        const results = [];
        for (const place of places)
            results.push(await verifyPlace(call, place));
        const [first] = results;
        const isLocal = first?.place.remote === null;
        if (call.json) {
            const json = results.map(jsonOf);
            io.out(shownJson(isLocal ? json[0] : { url: given, trails: json }));
        }
        else {
            for (const { place, verdict, signature } of results) {
                if (!isLocal)
                    io.out(`${(0,base/* visible */.RK)(place.shown)}\n`);
                io.out(`${(0,base/* visible */.RK)([verdictText(verdict), ...signatureText(verdict, signature)].join('\n'))}\n`);
            }
        }
        return worstOf(results.map(({ verdict }) => audit/* VERIFY_EXIT_CODES */.SC[verdict.kind]));
    });
}
/** Unreadable says less than broken, so that a broken trail among several decides. */
function worstOf(codes) {
    if (codes.includes(1))
        return 1;
    return codes.includes(2) ? 2 : 0;
}
async function verifyPlace(call, place) {
    const run = textOption(call, 'run');
    const verdict = await verifyAt(place.path, {
        heads: listOption(call, 'head').map((hash) => ({ hash: checkedHash(hash) })),
        requireEnd: switchOption(call, 'requireEnd'),
        root: switchOption(call, 'root'),
        ...(run === null ? {} : { run }),
    });
    if (verdict.kind !== 'intact')
        return { place, verdict, signature: { kind: 'unsigned' } };
    const signature = await signatureOf(place);
    const unproven = signature.kind !== 'signed' && signature.kind !== 'attested';
    const refuses = signature.kind === 'wrong' || (unproven && switchOption(call, 'requireAttestation'));
    return {
        place,
        verdict: refuses ? withoutSignature(verdict.count, signature) : verdict,
        signature,
    };
}
function withoutSignature(count, signature) {
    const why = 'because' in signature ? `: ${signature.because}` : '';
    const because = signature.kind === 'wrong'
        ? `The attestation ${audit/* ATTESTATION_FILE */.qQ} beside the trail is not of it${why}.`
        : `The trail is not attested${why}.`;
    return { kind: 'broken', seq: count, line: count + 1, code: 'attestation', because };
}
/** The bundle beside the trail where there is one; else, for a download, what GitHub keeps. */
async function signatureOf(place) {
    const bundle = place.folder === null ? null : await bundleIn(place.folder);
    if (bundle === null && place.remote === null)
        return { kind: 'unsigned' };
    const digest = await fileSha256(place.path);
    const shown = bundle === null ? null : (0,audit/* checkAttestation */.Xe)(bundle, digest);
    if (place.remote === null || shown?.kind === 'wrong')
        return shown ?? { kind: 'unsigned' };
    const { artifacts, repository } = place.remote;
    try {
        if (await artifacts.isAttested(digest))
            return { kind: 'attested', repository };
        return shown ?? { kind: 'unsigned' };
    }
    catch (error) {
        return shown ?? { kind: 'unknown', because: (0,base/* errorText */.kc)(error) };
    }
}
async function bundleIn(folder) {
    const path = (0,external_node_path_.join)(folder, audit/* ATTESTATION_FILE */.qQ);
    try {
        const found = await (0,promises_.stat)(path);
        return found.isFile() && found.size <= MAX_BUNDLE_BYTES ? await (0,promises_.readFile)(path, 'utf8') : '';
    }
    catch {
        return null;
    }
}
async function fileSha256(path) {
    const hash = (0,external_node_crypto_.createHash)('sha256');
    for await (const chunk of (0,audit/* trailBytes */._D)(path))
        hash.update(chunk);
    return hash.digest('hex');
}
/** Verifies the trail in a folder (with its blobs) or a single file. An unreadable path is an answer. */
async function verifyAt(path, options) {
    try {
        const found = await (0,promises_.stat)(path).catch(() => null);
        return await (0,audit/* verifyTrail */.Qf)((0,audit/* trailBytes */._D)(path), {
            ...options,
            ...(found?.isDirectory() === true ? { blobs: (0,audit/* blobsIn */.uo)(path) } : {}),
        });
    }
    catch (error) {
        return { kind: 'unreadable', because: (0,base/* errorText */.kc)(error) };
    }
}
/** A hash as people paste it. Throws `input-invalid`. */
function checkedHash(hash) {
    const lower = hash.toLowerCase();
    if (/^[0-9a-f]{64}$/.test(lower))
        return lower;
    throw new base/* CountersignError */.WS('input-invalid', `${JSON.stringify(hash)} is no hash of a trail.`, {
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

;// CONCATENATED MODULE: ./build/cli/audit-prove.js








const MAX_PROOF_BYTES = 64 * 1024 * 1024;
/** `audit prove` and `audit check-proof`: one entry shown without the rest of its trail. */
const proveCommands = [
    {
        name: 'audit prove',
        summary: 'Prove one entry: print it with its path to the Merkle root of the trail (RFC 9162)',
        arguments: '<seq> <trail>',
        argumentSummary: `the entry's seq, and ${TRAIL_ARGUMENT}`,
        options: [
            { flags: '--out <file>', summary: 'the file to write; standard output where absent' },
        ],
        examples: ['countersign audit prove 17 ./trail --out entry-17.json'],
        run: prove,
    },
    {
        name: 'audit check-proof',
        summary: 'Check a proof of one entry, without the trail; exit 1 where it does not hold',
        arguments: '<file>',
        argumentSummary: 'what audit prove wrote; - reads standard input',
        options: [
            { flags: '--root <hash>', summary: 'the root that audit verify --root prints for the trail' },
        ],
        examples: ['countersign audit check-proof entry-17.json --root 9c1e…'],
        run: checkProof,
    },
];
async function prove(call, io) {
    const [given = '', trail = '.'] = call.args;
    if (!/^\d{1,15}$/.test(given)) {
        throw new base/* CountersignError */.WS('input-invalid', `${JSON.stringify(given)} is no seq of an entry.`, {
            fix: 'Write the number that audit show prints before the entry.',
        });
    }
    return await withTrail(trail, io, async ({ path }) => {
        try {
            const text = shownJson(await (0,audit/* proveEntry */.fI)((0,audit/* trailBytes */._D)(path), Number(given)));
            const out = textOption(call, 'out');
            if (out === null)
                io.out(text);
            else
                await (0,promises_.writeFile)((0,external_node_path_.resolve)(io.cwd, out), text);
            return EXIT.ok;
        }
        catch (error) {
            if (!(error instanceof base/* CountersignError */.WS) || error.code !== 'trail-broken')
                throw error;
            io.err(`${(0,base/* visible */.RK)((0,base/* errorText */.kc)(error))}\n`);
            return EXIT.no;
        }
    });
}
async function checkProof(call, io) {
    const checked = (0,audit/* checkEntryProof */.vF)(await proofText(call.args[0] ?? '-', io));
    const wanted = textOption(call, 'root');
    const root = wanted === null ? null : checkedHash(wanted);
    const matches = checked.ok && (root === null || root === checked.root);
    if (call.json)
        io.out(shownJson({ ...checked, rootCompared: root !== null, holds: matches }));
    else if (!checked.ok)
        io.out(`does not hold: ${(0,base/* visible */.RK)(checked.because)}\n`);
    else if (!matches)
        io.out(`does not hold: it leads to the root ${checked.root}, not to the one given.\n`);
    else {
        io.out(shownJson(checked.entry));
        io.out(`holds: entry ${checked.seq} of ${checked.count} under the root ${checked.root}\n`);
        if (root === null)
            io.out('The root was compared with nothing: give the one of the verified trail by --root.\n');
    }
    return matches ? EXIT.ok : EXIT.no;
}
async function proofText(given, io) {
    if (given === '-')
        return await io.stdin();
    const path = (0,external_node_path_.resolve)(io.cwd, given);
    try {
        const bytes = await (0,promises_.readFile)(path);
        if (bytes.length <= MAX_PROOF_BYTES)
            return bytes.toString('utf8');
    }
    catch (error) {
        throw new base/* CountersignError */.WS('file-refused', `${path} cannot be read: ${(0,base/* errorText */.kc)(error)}.`, {
            fix: 'Name the file that audit prove wrote.',
            cause: error,
        });
    }
    throw new base/* CountersignError */.WS('file-refused', `${path} is too large for a proof.`, {
        fix: 'Name another file.',
    });
}

;// CONCATENATED MODULE: ./build/cli/audit-read.js







const NOT_VERIFIED = 'This shows what the trail says. That nobody changed it: countersign audit verify.';
const FILE_MODE = 0o600;
const TRAIL = { arguments: '<trail>', argumentSummary: TRAIL_ARGUMENT };
const OUT = {
    flags: '--out <file>',
    summary: 'the file to write; standard output where absent',
};
/** `audit show|report|export|diff`: a trail for people and for other programs. */
const readCommands = [
    {
        name: 'audit show',
        summary: 'Print a trail as a timeline',
        ...TRAIL,
        options: [],
        examples: ['countersign audit show ./trail | less'],
        run: show,
    },
    {
        name: 'audit report',
        summary: 'Write a trail as one self-contained HTML page',
        ...TRAIL,
        options: [
            {
                flags: '--out <file>',
                summary: 'the file to write; - for standard output',
                default: 'report.html',
            },
        ],
        examples: ['countersign audit report ./trail --out report.html'],
        run: report,
    },
    {
        name: 'audit export',
        summary: 'Write a trail as OTLP JSON (traces), CSV (a line a call) or SARIF (denied and failed calls)',
        ...TRAIL,
        options: [
            { flags: '--format <name>', summary: audit/* EXPORT_FORMATS */.UP.join(' | '), default: 'otlp' },
            OUT,
        ],
        examples: ['countersign audit export ./trail --format csv --out calls.csv'],
        run: exportAs,
    },
    {
        name: 'audit diff',
        summary: 'What two runs did differently: tools, commands, hosts, verdicts, tokens; exit 1 where something',
        arguments: '<a> <b>',
        argumentSummary: TRAIL_ARGUMENT,
        options: [],
        run: diff,
    },
];
async function show(call, io) {
    return await reading(call, io, async (path) => {
        if (!call.json) {
            io.out(`${(0,base/* visible */.RK)(await (0,audit/* showTrail */.Gi)((0,audit/* readTrail */.hd)(path)))}${NOT_VERIFIED}\n`);
            return EXIT.ok;
        }
        const view = await (0,audit/* viewTrail */.MP)((0,audit/* readTrail */.hd)(path));
        io.out(shownJson({ ...view, totals: (0,audit/* totals */.Sd)(view) }));
        return EXIT.ok;
    });
}
async function report(call, io) {
    return await withTrail(call.args[0] ?? '.', io, async ({ path, blobs }) => await whole(io, async () => {
        const page = await (0,audit/* renderReport */.B1)((0,audit/* readTrail */.hd)(path), blobs ?? undefined);
        return await deliver(page, textOption(call, 'out') ?? 'report.html', { call, io });
    }));
}
async function exportAs(call, io) {
    const given = textOption(call, 'format') ?? 'otlp';
    const format = audit/* EXPORT_FORMATS */.UP.find((name) => name === given);
    if (format === undefined) {
        throw new base/* CountersignError */.WS('input-invalid', `--format is ${JSON.stringify(given)}.`, {
            fix: `Write one of: ${audit/* EXPORT_FORMATS */.UP.join(', ')}.`,
        });
    }
    return await reading(call, io, async (path) => {
        const text = await (0,audit/* exportTrail */.nn)(format, (0,audit/* readTrail */.hd)(path));
        return await deliver(format === 'csv' ? text : escapeUnseen(text), textOption(call, 'out') ?? '-', { call, io });
    });
}
async function reading(call, io, use) {
    return await withTrail(call.args[0] ?? '.', io, async ({ path }) => await whole(io, async () => await use(path)));
}
/** A trail whose chain does not hold is shown to nobody as if it did. */
async function whole(io, use) {
    try {
        return await use();
    }
    catch (error) {
        if (!(error instanceof base/* CountersignError */.WS) || error.code !== 'trail-broken')
            throw error;
        io.err(`${(0,base/* visible */.RK)((0,base/* errorText */.kc)(error))}\n`);
        return EXIT.no;
    }
}
/** Text for another program, to a file or to standard output. */
async function deliver(text, out, { call, io }) {
    if (out === '-') {
        io.out(text);
        return EXIT.ok;
    }
    const path = (0,external_node_path_.resolve)(io.cwd, out);
    try {
        await (0,promises_.writeFile)(path, text, { mode: FILE_MODE });
    }
    catch (error) {
        throw new base/* CountersignError */.WS('file-refused', `${path} cannot be written: ${(0,base/* errorText */.kc)(error)}.`, {
            fix: 'Name another file by --out.',
            cause: error,
        });
    }
    const bytes = Buffer.byteLength(text);
    io.out(call.json ? `${JSON.stringify({ file: path, bytes })}\n` : `${(0,base/* visible */.RK)(path)}: ${bytes} bytes\n`);
    return EXIT.ok;
}
async function diff(call, io) {
    const [a = '', b = ''] = call.args;
    return await withTrail(a, io, async (left) => await withTrail(b, io, async (right) => await whole(io, async () => {
        const found = await (0,audit/* diffTrails */.N9)((0,audit/* readTrail */.hd)(left.path), (0,audit/* readTrail */.hd)(right.path));
        const same = isSame(found);
        if (call.json)
            io.out(shownJson({ same, ...found }));
        else
            io.out(`${(0,base/* visible */.RK)(diffText(found, same))}\n`);
        return same ? EXIT.ok : EXIT.no;
    })));
}
const LISTS = ['tools', 'verdicts', 'states', 'commands', 'hosts', 'inputs'];
/** Tokens and costs differ between any two runs; they are told, and make no difference. */
function isSame(found) {
    return found.outcome.a === found.outcome.b && LISTS.every((name) => found[name].length === 0);
}
function diffText(found, same) {
    const lists = LISTS.flatMap((name) => found[name].length === 0 ? [] : [`${name}:`, ...found[name].map(differenceText)]);
    const { outcome, turns, tokensPerTurn, costUsd } = found;
    return [
        ...(same ? ['Both did the same.'] : []),
        `outcome: ${outcome.a ?? 'none'} | ${outcome.b ?? 'none'}`,
        ...lists,
        `turns: ${turns.a} | ${turns.b}`,
        `tokens per turn: ${tokensPerTurn.a} | ${tokensPerTurn.b}`,
        `cost in USD: ${costUsd.a ?? 'not known'} | ${costUsd.b ?? 'not known'}`,
    ].join('\n');
}
function differenceText({ what, a, b }) {
    return `  ${a} | ${b}  ${what.replaceAll('\n', ' ⏎ ')}`;
}

;// CONCATENATED MODULE: ./build/cli/audit.js



/** `audit …`: anybody's trail, without the repository or a key, and without the network unless a URL is given. */
const auditCommands = [
    verifyCommand,
    ...readCommands,
    ...proveCommands,
];

// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(37067);
// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(58500);
;// CONCATENATED MODULE: ./build/demo/anthropic-server-checks.js

/** The API takes no larger request. */
const anthropic_server_checks_MAX_REQUEST_BYTES = (/* unused pure expression or super */ null && (32 * 1024 * 1024));
const MAX_CACHE_MARKS = 4;
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const BAD_NAME = (/* unused pure expression or super */ null && (`String should match pattern '${TOOL_NAME.source}'`));
const ROLES = (/* unused pure expression or super */ null && (['user', 'assistant']));
const anthropic_server_checks_TOO_LARGE = {
    status: 413,
    type: 'request_too_large',
    message: 'Request exceeds the maximum size',
};
/** The refusal of a request that is wrong in itself. */
function anthropic_server_checks_badRequest(message) {
    return { status: 400, type: 'invalid_request_error', message };
}
/**
 * What the API would refuse a request for, or `undefined`. `models`: the models that exist;
 * missing: all do.
 */
function anthropic_server_checks_checkRequest(body, models) {
    const { model, messages, tools } = body;
    if (typeof model !== 'string')
        return anthropic_server_checks_badRequest('model: Field required');
    if (models !== undefined && !models.includes(model)) {
        return { status: 404, type: 'not_found_error', message: `model: ${model}` };
    }
    const maxTokens = body['max_tokens'];
    if (typeof maxTokens !== 'number')
        return anthropic_server_checks_badRequest('max_tokens: Field required');
    if (maxTokens < 1)
        return anthropic_server_checks_badRequest('max_tokens: Input should be greater than or equal to 1');
    const marks = cacheMarks(body);
    if (marks > MAX_CACHE_MARKS) {
        const most = `A maximum of ${MAX_CACHE_MARKS} blocks with cache_control may be provided.`;
        return anthropic_server_checks_badRequest(`${most} Found ${marks}.`);
    }
    const list = Array.isArray(messages) ? anthropic_server_checks_objectsOf(messages) : [];
    if (list.length === 0)
        return anthropic_server_checks_badRequest('messages: at least one message is required');
    return (checkTools(Array.isArray(tools) ? anthropic_server_checks_objectsOf(tools) : []) ??
        first(list, checkMessage) ??
        checkCalls(list));
}
function first(items, check) {
    for (const [index, item] of items.entries()) {
        const refusal = check(item, index);
        if (refusal !== undefined)
            return refusal;
    }
    return undefined;
}
function checkTools(tools) {
    if (new Set(tools.map((tool) => tool['name'])).size < tools.length) {
        return anthropic_server_checks_badRequest('tools: Tool names must be unique.');
    }
    return first(tools, (tool, index) => {
        if (typeof tool['name'] !== 'string' || !TOOL_NAME.test(tool['name'])) {
            return anthropic_server_checks_badRequest(`tools.${index}.custom.name: ${BAD_NAME}`);
        }
        const schema = tool['input_schema'];
        if (isJsonObject(schema) && schema['type'] === 'object')
            return undefined;
        return anthropic_server_checks_badRequest(`tools.${index}.custom.input_schema.type: Input should be 'object'`);
    });
}
function checkMessage(message, index) {
    if (!ROLES.includes(message['role'])) {
        return anthropic_server_checks_badRequest(`messages.${index}.role: Input should be 'user' or 'assistant'`);
    }
    const content = message['content'];
    if (content === '' || (Array.isArray(content) && content.length === 0)) {
        const rule = 'all messages must have non-empty content';
        return anthropic_server_checks_badRequest(`messages.${index}: ${rule} except for the optional final assistant message`);
    }
    return first(anthropic_server_checks_blocksOf(message), (block, place) => checkBlock(block, `messages.${index}.content.${place}`));
}
function checkBlock(block, at) {
    const text = block['text'];
    const type = block['type'];
    switch (typeof type === 'string' ? type : '') {
        case 'text':
            if (typeof text !== 'string')
                return anthropic_server_checks_badRequest(`${at}.text.text: Field required`);
            if (text === '')
                return anthropic_server_checks_badRequest('messages: text content blocks must be non-empty');
            if (text.trim() !== '')
                return undefined;
            return anthropic_server_checks_badRequest('messages: text content blocks must contain non-whitespace text');
        case 'tool_use':
            if (typeof block['name'] !== 'string' || !TOOL_NAME.test(block['name'])) {
                return anthropic_server_checks_badRequest(`${at}.tool_use.name: ${BAD_NAME}`);
            }
            if (isJsonObject(block['input']))
                return undefined;
            return anthropic_server_checks_badRequest(`${at}.tool_use.input: Input should be a valid dictionary`);
        case 'thinking':
        case 'redacted_thinking':
            if (block['cache_control'] === undefined)
                return undefined;
            return anthropic_server_checks_badRequest(`${at}.thinking.cache_control: Extra inputs are not permitted`);
        case '':
            return anthropic_server_checks_badRequest(`${at}.type: Field required`);
        default:
            return undefined;
    }
}
/** Every call of a message needs its result in the very next one, and every result its call. */
function checkCalls(messages) {
    const turns = joined(messages);
    const seen = new Set();
    return first(turns, (turn, index) => {
        const calls = idsOf(turn.blocks, 'tool_use', 'id');
        for (const id of calls) {
            if (seen.has(id))
                return anthropic_server_checks_badRequest('messages: `tool_use` ids must be unique');
            seen.add(id);
        }
        const before = turns[index - 1];
        const open = before === undefined ? [] : idsOf(before.blocks, 'tool_use', 'id');
        const stray = idsOf(turn.blocks, 'tool_result', 'tool_use_id').find((id) => !open.includes(id));
        if (stray !== undefined) {
            return anthropic_server_checks_badRequest(`messages.${turn.at}.content: unexpected \`tool_use_id\` found in \`tool_result\` ` +
                `blocks: ${stray}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in ` +
                'the previous message.');
        }
        const results = idsOf(turns[index + 1]?.blocks ?? [], 'tool_result', 'tool_use_id');
        const missing = calls.filter((id) => !results.includes(id));
        if (missing.length === 0)
            return undefined;
        return anthropic_server_checks_badRequest(`messages.${turn.at}: \`tool_use\` ids were found without \`tool_result\` blocks ` +
            `immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding ` +
            '`tool_result` block in the next message.');
    });
}
/** Messages in a row by the same role count as one. */
function joined(messages) {
    const turns = [];
    for (const [at, message] of messages.entries()) {
        const last = turns.at(-1);
        const blocks = anthropic_server_checks_blocksOf(message);
        if (last !== undefined && last.role === message['role'])
            last.blocks.push(...blocks);
        else
            turns.push({ role: message['role'], at, blocks: [...blocks] });
    }
    return turns;
}
function idsOf(blocks, type, key) {
    return blocks.flatMap((block) => {
        const id = block[key];
        return block['type'] === type && typeof id === 'string' ? [id] : [];
    });
}
/** A message's blocks; text instead of a list is one text block. */
function anthropic_server_checks_blocksOf(message) {
    const content = message['content'];
    if (typeof content === 'string')
        return [{ type: 'text', text: content }];
    return Array.isArray(content) ? anthropic_server_checks_objectsOf(content) : [];
}
function anthropic_server_checks_objectsOf(values) {
    return values.filter(isJsonObject);
}
/** How many blocks of a request carry a mark for the cache. */
function cacheMarks(body) {
    const { system, tools, messages } = body;
    const blocks = [
        ...(Array.isArray(system) ? anthropic_server_checks_objectsOf(system) : []),
        ...(Array.isArray(tools) ? anthropic_server_checks_objectsOf(tools) : []),
        ...(Array.isArray(messages) ? anthropic_server_checks_objectsOf(messages).flatMap(anthropic_server_checks_blocksOf) : []),
    ];
    return blocks.filter((block) => isJsonObject(block['cache_control'])).length;
}

;// CONCATENATED MODULE: ./build/demo/anthropic-server-cache.js


/** How far before a mark the API looks for what it has cached. */
const LOOK_BACK_BLOCKS = 20;
/** A rough measure that is good enough to compare requests with each other. */
const BYTES_PER_TOKEN = 4;
/**
 * A prompt cache as the API describes its own: what counts is the prompt's prefix up to a marked
 * block, in the order tools, system, messages; a mark reads the longest prefix that was written at
 * or up to twenty blocks before it, and writes its own. Left out: the life time of five minutes and
 * the smallest size.
 */
function anthropic_server_cache_createCache() {
    const written = new Set();
    return {
        use: (body) => {
            const prefixes = prefixesOf(body);
            let servedBytes = 0;
            let markedBytes = 0;
            for (const [index, prefix] of prefixes.entries()) {
                if (!prefix.isMarked)
                    continue;
                markedBytes = prefix.bytes;
                const near = prefixes.slice(Math.max(0, index - LOOK_BACK_BLOCKS), index + 1);
                const found = near.findLast((one) => written.has(one.hash));
                servedBytes = Math.max(servedBytes, found?.bytes ?? 0);
            }
            for (const prefix of prefixes)
                if (prefix.isMarked)
                    written.add(prefix.hash);
            const promptBytes = prefixes.at(-1)?.bytes ?? 0;
            return { promptBytes, servedBytes, writtenBytes: Math.max(0, markedBytes - servedBytes) };
        },
    };
}
/** The usage that a request is billed with. */
function anthropic_server_cache_usageOf(use, outputChars) {
    return {
        inputTokens: tokens(use.promptBytes - use.servedBytes - use.writtenBytes),
        outputTokens: tokens(outputChars),
        cacheReadInputTokens: tokens(use.servedBytes),
        cacheCreationInputTokens: tokens(use.writtenBytes),
    };
}
function tokens(bytes) {
    return Math.ceil(bytes / BYTES_PER_TOKEN);
}
function prefixesOf(body) {
    const { system, tools, messages } = body;
    const blocks = Array.isArray(tools) ? objectsOf(tools) : [];
    if (typeof system === 'string')
        blocks.push({ type: 'text', text: system });
    if (Array.isArray(system))
        blocks.push(...objectsOf(system));
    for (const message of Array.isArray(messages) ? objectsOf(messages) : []) {
        const role = message['role'] ?? null;
        blocks.push(...blocksOf(message).map((block) => ({ role, ...block })));
    }
    let hash = '';
    let bytes = 0;
    return blocks.map(({ cache_control, ...block }) => {
        const text = JSON.stringify(block);
        hash = sha256(`${hash}\n${text}`);
        bytes += Buffer.byteLength(text);
        return { hash, bytes, isMarked: isJsonObject(cache_control) };
    });
}

// EXTERNAL MODULE: ./build/model/index.js + 11 modules
var build_model = __webpack_require__(8215);
;// CONCATENATED MODULE: ./build/demo/anthropic-server-events.js

const apiUsage = (usage) => ({
    input_tokens: usage.inputTokens,
    cache_creation_input_tokens: usage.cacheCreationInputTokens,
    cache_read_input_tokens: usage.cacheReadInputTokens,
    output_tokens: usage.outputTokens,
});
/** A reply as the API streams it, from `message_start` to `message_stop`. */
function anthropic_server_events_replyEvents(options) {
    const { turn, index, usage, deltaChars } = options;
    const message = { ...replyHead(options), stop_reason: null, content: [] };
    const opening = { ...message, usage: apiUsage({ ...usage, outputTokens: 1 }) };
    const events = [
        anthropic_server_events_named({ type: 'message_start', message: opening }),
        anthropic_server_events_named({ type: 'ping' }),
    ];
    for (const [place, block] of apiBlocks(turn, index).entries()) {
        events.push(...blockEvents(block, place, deltaChars));
    }
    const delta = { stop_reason: stopReasonOf(turn), stop_sequence: null };
    events.push(anthropic_server_events_named({ type: 'message_delta', delta, usage: { output_tokens: usage.outputTokens } }), anthropic_server_events_named({ type: 'message_stop' }));
    return events;
}
/** The same reply as one JSON object, for requests without `stream`. */
function anthropic_server_events_replyJson(options) {
    return {
        ...replyHead(options),
        content: apiBlocks(options.turn, options.index),
        stop_reason: stopReasonOf(options.turn),
        usage: apiUsage(options.usage),
    };
}
function replyHead(options) {
    const { model, index } = options;
    const id = messageIdOf(index);
    return { id, type: 'message', role: 'assistant', model, stop_sequence: null };
}
function apiBlocks(turn, index) {
    return blocksOf(turn, index).map((block) => block.type === 'opaque' ? block.block : { ...block });
}
function blockEvents(block, index, deltaChars) {
    const start = (content_block) => anthropic_server_events_named({ type: 'content_block_start', index, content_block });
    const delta = (value) => anthropic_server_events_named({ type: 'content_block_delta', index, delta: value });
    const stop = anthropic_server_events_named({ type: 'content_block_stop', index });
    switch (textAt(block, 'type')) {
        case 'text': {
            const parts = pieces(textAt(block, 'text'), deltaChars);
            const deltas = parts.map((text) => delta({ type: 'text_delta', text }));
            return [start({ ...block, text: '' }), ...deltas, stop];
        }
        case 'tool_use':
        case 'server_tool_use': {
            // A call without arguments streams as nothing but an empty piece.
            const json = JSON.stringify(block['input']);
            const parts = ['', ...(json === '{}' ? [] : pieces(json, deltaChars))];
            const deltas = parts.map((part) => delta({ type: 'input_json_delta', partial_json: part }));
            return [start({ ...block, input: {} }), ...deltas, stop];
        }
        case 'thinking': {
            const parts = pieces(textAt(block, 'thinking'), deltaChars);
            const deltas = parts.map((thinking) => delta({ type: 'thinking_delta', thinking }));
            const signature = delta({ type: 'signature_delta', signature: textAt(block, 'signature') });
            return [start({ ...block, thinking: '', signature: '' }), ...deltas, signature, stop];
        }
        default:
            return [start(block), stop];
    }
}
/** An event whose name is its data's type, as all of the API's are. */
function anthropic_server_events_named(data) {
    return { event: textAt(data, 'type'), data };
}
/** The events as bytes on the wire. */
function anthropic_server_events_sseText(events) {
    return events
        .map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
        .join('');
}
function pieces(text, size) {
    const parts = [];
    for (let at = 0; at < text.length; at += size)
        parts.push(text.slice(at, at + size));
    return parts;
}
function textAt(holder, key) {
    const value = holder[key];
    return typeof value === 'string' ? value : '';
}

;// CONCATENATED MODULE: ./build/demo/anthropic-server-faults.js


/** Whether the fault takes the place of the reply as a whole. */
function anthropic_server_faults_answerWithFault(fault, response) {
    if (fault.kind === 'reset') {
        response.destroy();
        return true;
    }
    if (fault.kind === 'raw') {
        response.writeHead(200, { 'content-type': fault.contentType }).end(fault.body);
        return true;
    }
    if (fault.kind !== 'status')
        return false;
    const isText = typeof fault.body === 'string';
    const type = isText ? 'text/html' : 'application/json';
    response.writeHead(fault.status, { 'content-type': type, ...fault.headers });
    response.end(isText ? fault.body : JSON.stringify(fault.body ?? ''));
    return true;
}
/** What of a reply is sent under a fault, and how its stream then ends. */
function anthropic_server_faults_spoil(events, fault) {
    if (fault?.kind === 'edit')
        return { text: sseText(fault.edit(events)), ending: 'end' };
    if (fault === undefined || !('after' in fault))
        return { text: sseText(events), ending: 'end' };
    const sent = before(events, fault.after);
    if (fault.kind === 'stall')
        return { text: sseText(sent), ending: 'stall' };
    if (fault.kind === 'cut')
        return { text: sseText(sent), ending: fault.how ?? 'end' };
    const error = { details: null, type: fault.type, message: fault.message };
    return { text: sseText([...sent, named({ type: 'error', error })]), ending: 'end' };
}
function before(events, point) {
    if (point !== 'in-tool-use')
        return events.slice(0, point);
    return events.slice(0, events.findIndex(isInputPiece) + 1);
}
function isInputPiece({ data }) {
    const delta = isJsonObject(data) ? data['delta'] : undefined;
    const piece = isJsonObject(delta) ? delta['partial_json'] : undefined;
    return typeof piece === 'string' && piece !== '';
}
/**
 * The events with pings, unknown events and unknown deltas in between, all of which a client must
 * pass over.
 */
function withNoise(events) {
    return events.flatMap((event) => {
        const index = isJsonObject(event.data) ? (event.data['index'] ?? 0) : 0;
        const noise = [named({ type: 'ping' }), named({ type: 'weather_report', sky: 'clear' })];
        const isInside = event.event === 'content_block_start';
        const delta = { type: 'mood_delta', mood: 'fine' };
        const odd = isInside ? [named({ type: 'content_block_delta', index, delta })] : [];
        return [event, ...noise, ...odd];
    });
}

;// CONCATENATED MODULE: ./build/demo/anthropic-server-turns.js


/** Which turn answers a request, or what it is refused for. */
function anthropic_server_turns_chooseReply(state, request) {
    const { options } = state;
    const { body } = request;
    const refusal = checkHead(request, options);
    if (refusal !== undefined)
        return refusal;
    if (body === undefined)
        return badRequest('The request body is not valid JSON.');
    const wrong = checkRequest(body, options.models);
    if (wrong !== undefined)
        return wrong;
    const model = typeof body['model'] === 'string' ? body['model'] : '';
    const own = options.onRequest?.(request);
    if (own !== undefined)
        return { turn: own, turnIndex: request.index, body, model };
    if (options.script === undefined)
        return badRequest('This server has no script to answer from.');
    const messages = Array.isArray(body['messages']) ? objectsOf(body['messages']) : [];
    const turns = turnsFor(options.script, textOf(messages[0]));
    const turnIndex = nextTurn(state, turns, messages);
    const turn = turns[turnIndex];
    if (turn === undefined)
        return badRequest(`The script has no turn ${turnIndex + 1}.`);
    const unmet = unmetExpectation(turn, textOf(messages.at(-1)));
    if (unmet === undefined)
        return { turn, turnIndex, body, model };
    return badRequest(`The script expects a match of /${unmet}/ at turn ${turnIndex + 1}.`);
}
function checkHead(request, options) {
    if (request.method !== 'POST' || request.path.split('?')[0] !== '/v1/messages') {
        return { status: 404, type: 'not_found_error', message: 'Not Found' };
    }
    const key = keyOf(request);
    if (key === '') {
        return { status: 401, type: 'authentication_error', message: 'an API key is required' };
    }
    if (options.apiKeys !== undefined && !options.apiKeys.includes(key)) {
        return { status: 401, type: 'authentication_error', message: 'invalid x-api-key' };
    }
    if ((request.headers['anthropic-version'] ?? '') === '') {
        return badRequest('anthropic-version: header is required');
    }
    return undefined;
}
/** The key: newer clients send it as a bearer, older ones in a header of its own. */
function keyOf(request) {
    const { authorization, 'x-api-key': own } = request.headers;
    if (typeof own === 'string')
        return own;
    return authorization?.replace(/^Bearer\s*/i, '') ?? '';
}
/**
 * Which turn answers: as many are over as the conversation holds replies, and those that were
 * empty.
 */
function nextTurn(state, turns, messages) {
    const replies = messages.filter((message) => message['role'] === 'assistant').length;
    const last = state.cursors.get(turns);
    const isFresh = last === undefined || messages.length === 1;
    const hasGrown = last?.replies === replies && messages.length > last.messages;
    const empty = isFresh ? 0 : last.empty + (hasGrown ? 1 : 0);
    state.cursors.set(turns, { replies, messages: messages.length, empty });
    return replies + empty;
}
function textOf(message) {
    const blocks = message === undefined ? [] : blocksOf(message);
    return blocks
        .flatMap((block) => {
        if (block['type'] === 'tool_result')
            return textOf(block);
        return typeof block['text'] === 'string' ? block['text'] : [];
    })
        .join('\n');
}

;// CONCATENATED MODULE: ./build/demo/anthropic-server.js
/** I/O: a Messages API on loopback, for the demo, the benchmark and tests. */








const DEFAULT_DELTA_CHARS = 40;
/**
 * Starts a Messages API on 127.0.0.1 that answers POST /v1/messages from a script, as a stream or
 * as JSON. It checks requests as the real one does (key, version, model, size, results of calls,
 * marks for the cache), counts tokens with a simulated prompt cache where a turn has no `usage`,
 * and lets things go wrong as asked. An `expect` of the script that is not met, or a script that
 * has run out, is answered with status 400.
 */
async function startAnthropicServer(options) {
    const exchanges = [];
    const cache = createCache();
    const state = { options, cache, cursors: new Map(), exchanges, received: 0 };
    const server = createServer((incoming, response) => {
        handle(state, incoming, response).catch(() => response.destroy());
    });
    await new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(options.port ?? 0, '127.0.0.1', resolve);
    });
    return {
        url: `http://127.0.0.1:${portOf(server.address())}`,
        requests: exchanges,
        close: async () => {
            const closed = new Promise((resolve) => server.close(() => resolve()));
            server.closeAllConnections();
            await closed;
        },
    };
}
function portOf(address) {
    return typeof address === 'object' && address !== null ? address.port : 0;
}
async function handle(state, incoming, response) {
    const index = state.received;
    state.received += 1;
    const raw = await readBody(incoming);
    const body = raw === undefined ? undefined : parseObject(raw);
    const { method = '', url = '', headers } = incoming;
    const bytes = raw?.byteLength ?? MAX_REQUEST_BYTES;
    const request = { index, method, path: url, headers, bytes, body };
    const kept = state.options.keepBodies === false ? undefined : body;
    const record = (status, cache) => {
        state.exchanges.push({ ...request, body: kept, status, cache });
    };
    const fault = state.options.faults?.(request);
    if (fault !== undefined && answerWithFault(fault, response)) {
        record(fault.kind === 'status' ? fault.status : 200);
        return;
    }
    const found = raw === undefined ? TOO_LARGE : chooseReply(state, request);
    if ('status' in found) {
        record(found.status);
        refuse(response, found, index);
        return;
    }
    const cache = state.cache.use(found.body);
    record(200, cache);
    const { turn } = found;
    if (turn.delayMs !== undefined)
        await sleep(turn.delayMs);
    const reply = {
        turn,
        index: found.turnIndex,
        model: found.model,
        usage: turn.usage ?? usageOf(cache, JSON.stringify(turn.blocks).length),
        deltaChars: state.options.deltaChars ?? DEFAULT_DELTA_CHARS,
    };
    await send({ response, reply, fault, body: found.body, pieceBytes: state.options.pieceBytes });
}
async function readBody(incoming) {
    const parts = [];
    let bytes = 0;
    for await (const part of incoming) {
        const chunk = Buffer.from(part);
        bytes += chunk.byteLength;
        if (bytes <= MAX_REQUEST_BYTES)
            parts.push(chunk);
    }
    return bytes > MAX_REQUEST_BYTES ? undefined : Buffer.concat(parts);
}
function parseObject(raw) {
    try {
        const value = JSON.parse(raw.toString('utf8'));
        return isJsonObject(value) && isWellFormed(raw, value) ? value : undefined;
    }
    catch {
        return undefined;
    }
}
/** The API's own parser takes no half of a surrogate pair. */
function isWellFormed(raw, value) {
    return !raw.includes(String.raw `\ud`) || !/\\ud[89a-f]/.test(JSON.stringify(value));
}
function refuse(response, refusal, index) {
    const { status, type, message } = refusal;
    const error = { type, message };
    // Too large a request is turned away before it reaches the API, without its ids.
    const request_id = `req_local${index}`;
    const body = status === 413 ? { error } : { type: 'error', error, request_id };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
async function send(args) {
    const { response, reply, fault } = args;
    const head = { 'request-id': `req_local${reply.index}` };
    if (args.body['stream'] !== true) {
        response.writeHead(200, { ...head, 'content-type': 'application/json' });
        response.end(JSON.stringify(replyJson(reply)));
        return;
    }
    response.writeHead(200, { ...head, 'content-type': 'text/event-stream; charset=utf-8' });
    const { text, ending } = spoil(replyEvents(reply), fault);
    const bytes = Buffer.from(text);
    const size = args.pieceBytes ?? Math.max(1, bytes.byteLength);
    for (let at = 0; at < bytes.byteLength; at += size) {
        response.write(bytes.subarray(at, at + size));
        if (args.pieceBytes !== undefined)
            await sleep(0);
    }
    if (ending === 'end')
        response.end();
    // What was written reaches the client first.
    if (ending === 'reset')
        setTimeout(() => response.destroy(), RESET_DELAY_MS);
}
const RESET_DELAY_MS = 20;

;// CONCATENATED MODULE: ./build/demo/artifact-server.js
/**
 * The service that workflow artifacts live in: the results service (Twirp over JSON), the blob storage that it hands
 * out signed addresses of, and the REST routes that other runs' artifacts are found by. Pure: requests in, replies out.
 */

class TwirpError extends Error {
    status;
    code;
    constructor(status, code, message) {
        super(message);
        this.status = status;
        this.code = code;
    }
}
const TWIRP = /^\/twirp\/github\.actions\.results\.api\.v1\.ArtifactService\/(\w+)$/;
const TOKEN_HOURS = 6;
/** An empty service that answers under `url`. */
function createArtifactService(url) {
    const store = { url, artifacts: [], blobs: new Map(), runs: new Map(), nextId: 1000 };
    const blobOf = (id) => {
        const blob = store.blobs.get(store.artifacts.find((artifact) => artifact.id === id)?.blob ?? '');
        if (blob === undefined)
            throw new Error(`There is no artifact ${id}.`);
        return blob;
    };
    return {
        artifacts: store.artifacts,
        handle: (request) => twirp(store, request) ?? blobStorage(store, request) ?? rest(store, request),
        bytesOf: (id) => blobOf(id).body ?? Buffer.alloc(0),
        tamper: (id, change) => {
            const blob = blobOf(id);
            blob.body = change(blob.body ?? Buffer.alloc(0));
        },
        envFor: ({ runId, job }) => envFor(store, runId, job ?? (0,external_node_crypto_.randomUUID)()),
    };
}
function envFor(store, runId, job) {
    const known = [...store.runs].find(([, number]) => number === runId);
    const backendRun = known?.[0] ?? (0,external_node_crypto_.randomUUID)();
    store.runs.set(backendRun, runId);
    return {
        ACTIONS_RESULTS_URL: `${store.url}/`,
        ACTIONS_RUNTIME_TOKEN: runtimeToken(backendRun, job),
        GITHUB_RUN_ID: String(runId),
    };
}
/** A JWT as the runner gets it: only its claims are read. */
function runtimeToken(run, job) {
    const exp = Math.floor(Date.now() / 1000) + TOKEN_HOURS * 3600;
    const claims = { scp: `Actions.GenericRead:00000000 Actions.Results:${run}:${job}`, exp };
    return `${jwtPart({ alg: 'none', typ: 'JWT' })}.${jwtPart(claims)}.local`;
}
function jwtPart(value) {
    return Buffer.from(JSON.stringify(value)).toString('base64url');
}
function twirp(store, request) {
    const method = TWIRP.exec(request.path)?.[1];
    if (method === undefined || request.method !== 'POST')
        return null;
    if (!/^Bearer ./.test(request.headers.authorization ?? '')) {
        return { status: 401, body: { code: 'unauthenticated', msg: 'no token' } };
    }
    const act = METHODS[method];
    if (act === undefined)
        return { status: 404, body: { code: 'bad_route', msg: method } };
    try {
        return { status: 200, body: act(store, fieldsOf(request.body)) };
    }
    catch (error) {
        if (!(error instanceof TwirpError))
            throw error;
        return { status: error.status, body: { code: error.code, msg: error.message } };
    }
}
/** The fields of a request as text, in snake case: the client sends either case, and int64 as text. */
function fieldsOf(body) {
    const parsed = JSON.parse(body.length === 0 ? '{}' : body.toString('utf8'));
    const fields = {};
    for (const [name, value] of Object.entries(parsed ?? {})) {
        if (value === null || value === undefined)
            continue;
        fields[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = String(value);
    }
    return fields;
}
const METHODS = {
    CreateArtifact: (store, fields) => {
        const { workflow_run_backend_id: run = '', workflow_job_run_backend_id: job = '', name = '', } = fields;
        if (store.artifacts.some((artifact) => artifact.backendRun === run && artifact.name === name)) {
            throw new TwirpError(409, 'already_exists', 'an artifact with this name already exists on the workflow run');
        }
        const zip = (fields['mime_type'] ?? 'application/zip') === 'application/zip';
        const blob = `${(0,external_node_crypto_.randomUUID)()}/${encodeURIComponent(name)}${zip ? '.zip' : ''}`;
        store.blobs.set(blob, { blocks: new Map(), body: null, type: '' });
        store.artifacts.push({
            id: store.nextId,
            backendRun: run,
            backendJob: job,
            workflowRunId: store.runs.get(run) ?? 0,
            name,
            createdAt: new Date().toISOString(),
            expiresAt: fields['expires_at'] ?? null,
            blob,
            done: null,
        });
        store.nextId += 1;
        return { ok: true, signed_upload_url: signed(store, blob) };
    },
    FinalizeArtifact: (store, fields) => {
        const artifact = store.artifacts.findLast((one) => isOf(one, fields) && one.done === null);
        const body = store.blobs.get(artifact?.blob ?? '')?.body ?? null;
        if (artifact === undefined || body === null)
            throw new TwirpError(404, 'not_found', 'no such upload');
        const digest = `sha256:${(0,external_node_crypto_.createHash)('sha256').update(body).digest('hex')}`;
        if (Number(fields['size']) !== body.length || (fields['hash'] ?? digest) !== digest) {
            throw new TwirpError(400, 'invalid_argument', 'size or digest is not that of what was uploaded');
        }
        artifact.done = { size: body.length, digest };
        return { ok: true, artifact_id: String(artifact.id) };
    },
    ListArtifacts: (store, fields) => ({
        artifacts: store.artifacts
            .filter((one) => one.done !== null && one.backendRun === fields['workflow_run_backend_id'])
            .filter((one) => fields['name_filter'] === undefined || one.name === fields['name_filter'])
            .filter((one) => fields['id_filter'] === undefined || String(one.id) === fields['id_filter'])
            .map((one) => ({
            workflow_run_backend_id: one.backendRun,
            workflow_job_run_backend_id: one.backendJob,
            database_id: String(one.id),
            name: one.name,
            size: String(one.done?.size ?? 0),
            created_at: one.createdAt,
            digest: one.done?.digest,
        })),
    }),
    GetSignedArtifactURL: (store, fields) => {
        const artifact = store.artifacts.findLast((one) => isOf(one, fields) && one.done !== null);
        if (artifact === undefined)
            throw new TwirpError(404, 'not_found', 'artifact not found');
        return { signed_url: signed(store, artifact.blob) };
    },
};
function isOf(artifact, fields) {
    return (artifact.backendRun === fields['workflow_run_backend_id'] && artifact.name === fields['name']);
}
function signed(store, blob) {
    return `${store.url}/blob/${blob}?se=2099-01-01T00%3A00%3A00Z&sig=${(0,external_node_crypto_.randomUUID)()}&sp=rcw&sr=b&sv=2025-01-05`;
}
/** As much of Azure's blob storage as the client uses: blocks, the list of blocks, a blob in one piece, reading. */
function blobStorage(store, request) {
    const key = /^\/blob\/(.+)$/.exec(request.path)?.[1];
    if (key === undefined)
        return null;
    const blob = store.blobs.get(key);
    const headers = {
        'x-ms-request-id': (0,external_node_crypto_.randomUUID)(),
        'x-ms-version': '2025-01-05',
        etag: `"${(0,external_node_crypto_.randomUUID)()}"`,
        'last-modified': new Date().toUTCString(),
    };
    if (blob === undefined || !request.query.has('sig'))
        return { status: 404, headers, body: '' };
    if (request.method === 'GET' && blob.body !== null) {
        const name = decodeURIComponent(key.slice(key.lastIndexOf('/') + 1));
        const disposition = `attachment; filename="${name}"`;
        const about = { 'content-type': blob.type, 'content-disposition': disposition };
        return { status: 200, headers: { ...headers, ...about }, body: blob.body };
    }
    if (request.method !== 'PUT')
        return { status: 404, headers, body: '' };
    const part = request.query.get('comp');
    if (part === 'block') {
        blob.blocks.set(request.query.get('blockid') ?? '', request.body);
        return { status: 201, headers, body: '' };
    }
    const whole = part === 'blocklist' ? artifact_server_joined(blob, request.body.toString('utf8')) : request.body;
    if (whole === null)
        return {
            status: 400,
            headers: { ...headers, 'x-ms-error-code': 'InvalidBlockList' },
            body: '',
        };
    blob.body = whole;
    blob.type = String(request.headers['x-ms-blob-content-type'] ?? 'application/zip');
    return { status: 201, headers, body: '' };
}
function artifact_server_joined(blob, list) {
    const ids = [...list.matchAll(/<(?:Latest|Committed|Uncommitted)>([^<]+)</g)].map((match) => match[1] ?? '');
    const blocks = ids.map((id) => blob.blocks.get(id));
    const present = blocks.filter((block) => block !== undefined);
    return present.length === blocks.length ? Buffer.concat(present) : null;
}
function rest(store, request) {
    const found = /^\/repos\/[^/]+\/[^/]+\/actions\/(?:runs\/(\d+)\/)?artifacts(?:\/(\d+)(\/zip)?)?$/.exec(request.path);
    if (found === null || request.method !== 'GET')
        return null;
    const [, run, id, zip] = found;
    const all = store.artifacts.filter((one) => one.done !== null);
    if (id !== undefined) {
        const one = all.find((artifact) => String(artifact.id) === id);
        if (one === undefined)
            return { status: 404, body: { message: 'Not Found' } };
        return zip === undefined
            ? { status: 200, body: restArtifact(store, one) }
            : { status: 302, headers: { location: signed(store, one.blob) }, body: '' };
    }
    const name = request.query.get('name');
    const wanted = all
        .filter((one) => run === undefined || String(one.workflowRunId) === run)
        .filter((one) => name === null || one.name === name);
    const perPage = Number(request.query.get('per_page') ?? 30);
    const first = (Number(request.query.get('page') ?? 1) - 1) * perPage;
    const artifacts = wanted.slice(first, first + perPage).map((one) => restArtifact(store, one));
    return { status: 200, body: { total_count: wanted.length, artifacts } };
}
function restArtifact(store, one) {
    return {
        id: one.id,
        node_id: `A_${one.id}`,
        name: one.name,
        size_in_bytes: one.done?.size ?? 0,
        archive_download_url: `${store.url}/repos/local/local/actions/artifacts/${one.id}/zip`,
        expired: false,
        digest: one.done?.digest ?? null,
        created_at: one.createdAt,
        updated_at: one.createdAt,
        expires_at: one.expiresAt,
        workflow_run: { id: one.workflowRunId },
    };
}

;// CONCATENATED MODULE: ./build/demo/github-server-http.js
/** A small HTTP server on loopback with faults that can be injected and a log of what was asked. Does I/O: sockets. */


const MAX_BODY_BYTES = 256 * 1024 * 1024;
const MAX_LOG_ENTRIES = 100_000;
const LOGGED_BODY_CHARS = 100_000;
const notReady = () => ({ status: 503 });
/** Starts a server on 127.0.0.1. `makeHandler` gets the server's address, for the addresses in its answers. */
async function startHttpServer(makeHandler, options = {}) {
    const log = [];
    const faults = [];
    let handler = notReady;
    const server = (0,external_node_http_.createServer)((request, response) => {
        serve({ request, response, log, faults, handler }).catch((error) => {
            if (!response.headersSent)
                response.writeHead(500, { 'content-type': 'text/plain' });
            response.end(String(error));
        });
    });
    const url = await listening(server, options.port ?? 0);
    handler = makeHandler(url);
    return {
        url,
        log,
        fail: (fault) => {
            faults.push({ fault, left: fault.times ?? 1 });
        },
        close: () => new Promise((resolve) => {
            server.close(() => {
                resolve();
            });
            server.closeAllConnections();
        }),
    };
}
function listening(server, port) {
    return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
            const address = server.address();
            if (address === null || typeof address === 'string')
                reject(new Error('The server has no port.'));
            else
                resolve(`http://127.0.0.1:${address.port}`);
        });
    });
}
async function serve(serving) {
    const { request, response, log, handler } = serving;
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const method = request.method ?? 'GET';
    const body = await bodyOf(request);
    const entry = entryOf(request, { method, url, body });
    if (log.length < MAX_LOG_ENTRIES)
        log.push(entry);
    const fault = faultFor(serving.faults, `${method} ${url.pathname}${url.search}`);
    if (fault?.delayMs !== undefined)
        await (0,external_node_timers_promises_.setTimeout)(fault.delayMs);
    if (fault?.drop === true) {
        request.socket.destroy();
        return;
    }
    const replaced = fault?.status === undefined ? null : { ...fault, status: fault.status };
    const asked = {
        method,
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body,
    };
    const reply = replaced ?? (await handler(asked));
    if (fault?.dropAfter === true) {
        request.socket.destroy();
        return;
    }
    entry.status = reply.status;
    github_server_http_send(response, reply);
}
function entryOf(request, asked) {
    const headers = {};
    for (const [name, value] of Object.entries(request.headers)) {
        if (name !== 'authorization')
            headers[name] = String(value);
    }
    return {
        method: asked.method,
        path: asked.url.pathname,
        query: asked.url.search,
        body: asked.body.subarray(0, LOGGED_BODY_CHARS).toString('utf8'),
        authorized: request.headers.authorization !== undefined,
        headers,
        status: 'dropped',
    };
}
function faultFor(faults, what) {
    const found = faults.find(({ fault, left }) => left > 0 && fault.match.test(what));
    if (found === undefined)
        return undefined;
    found.left -= 1;
    return found.fault;
}
async function bodyOf(request) {
    const chunks = [];
    let size = 0;
    for await (const chunk of request) {
        const bytes = Buffer.from(chunk);
        size += bytes.length;
        if (size > MAX_BODY_BYTES)
            throw new Error('The request is too large for this server.');
        chunks.push(bytes);
    }
    return Buffer.concat(chunks);
}
function github_server_http_send(response, reply) {
    const { body = '' } = reply;
    const json = typeof body === 'object' && !Buffer.isBuffer(body);
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(json ? JSON.stringify(body) : body);
    const type = json ? { 'content-type': 'application/json; charset=utf-8' } : {};
    const empty = reply.status === 204 || reply.status === 304;
    response.writeHead(reply.status, {
        ...type,
        ...(empty ? {} : { 'content-length': bytes.length }),
        ...reply.headers,
    });
    response.end(empty ? undefined : bytes);
}

;// CONCATENATED MODULE: ./build/demo/github-server-state.js

const MAX_BODY_CHARS = 65_536;
/** `2026-01-02T03:04:05Z`. */
function stamp(state) {
    return `${state.clock.now().toISOString().slice(0, 19)}Z`;
}
function freshId(state) {
    state.nextId += 1;
    return state.nextId;
}
/** The account of a login, made where it is new: `…[bot]` is a bot. */
function accountOf(state, login) {
    const known = state.accounts.get(login.toLowerCase());
    if (known !== undefined)
        return known;
    const account = { login, id: freshId(state), type: login.endsWith('[bot]') ? 'Bot' : 'User' };
    state.accounts.set(login.toLowerCase(), account);
    return account;
}
function permissionIn(state, login) {
    return state.permissions.get(login.toLowerCase()) ?? github/* PERMISSIONS */.Jj[0];
}
/** True where GitHub would refuse a body for its length. */
function isTooLong(body) {
    return body.length > MAX_BODY_CHARS;
}
/** Adds a comment and tells the listeners, after the answer to the request that made it is on its way. */
function addComment(state, wanted) {
    const at = stamp(state);
    const comment = {
        id: freshId(state),
        issue: wanted.issue,
        author: wanted.author,
        viaApp: wanted.viaApp ?? null,
        body: wanted.body,
        createdAt: at,
        updatedAt: at,
        edit: null,
    };
    state.comments.set(comment.id, comment);
    tell(state, comment, 'created');
    return comment;
}
function editComment(state, edit) {
    const comment = state.comments.get(edit.id);
    if (comment === undefined)
        throw new Error(`There is no comment ${edit.id}.`);
    const at = stamp(state);
    comment.body = edit.body;
    comment.updatedAt = at;
    comment.edit = { at, editor: edit.editor.login };
    tell(state, comment, 'updated');
    return comment;
}
function tell(state, comment, what) {
    for (const listener of state.listeners) {
        setImmediate(() => {
            listener(comment, what);
        });
    }
}
function addIssue(state, wanted) {
    const at = stamp(state);
    const issue = {
        number: wanted.number ?? Math.max(0, ...state.issues.keys()) + 1,
        author: accountOf(state, wanted.author),
        createdAt: at,
        updatedAt: at,
        title: wanted.title,
        body: wanted.body ?? '',
        state: wanted.state ?? 'open',
        labels: [],
        pull: wanted.pull ?? null,
        reviews: [],
    };
    state.issues.set(issue.number, issue);
    return issue;
}
/** Adds a reaction; `created` is false where the same account had given it before. */
function addReaction(state, wanted) {
    const same = state.reactions.find((one) => one.comment === wanted.comment &&
        one.user.login === wanted.user.login &&
        one.content === wanted.content);
    if (same !== undefined)
        return { reaction: same, created: false };
    const reaction = { id: freshId(state), ...wanted };
    state.reactions.push(reaction);
    return { reaction, created: true };
}

;// CONCATENATED MODULE: ./build/demo/github-server-json.js

const WEB = 'https://github.com';
function accountJson(account) {
    return {
        login: account.login,
        id: account.id,
        node_id: `U_${account.id}`,
        type: account.type,
        site_admin: false,
    };
}
function repositoryJson(state) {
    const fullName = `${state.owner}/${state.repo}`;
    return {
        id: 1,
        node_id: 'R_1',
        name: state.repo,
        full_name: fullName,
        private: false,
        fork: false,
        owner: { login: state.owner, id: 2, type: 'Organization' },
        html_url: `${WEB}/${fullName}`,
        url: `${state.url}/repos/${fullName}`,
        default_branch: state.defaultBranch,
        has_issues: state.hasIssues,
    };
}
function issueUrl(state, issue) {
    return `${WEB}/${state.owner}/${state.repo}/${issue.pull === null ? 'issues' : 'pull'}/${issue.number}`;
}
function issueJson(state, issue) {
    const api = `${state.url}/repos/${state.owner}/${state.repo}`;
    return {
        id: 10_000 + issue.number,
        node_id: `I_${issue.number}`,
        number: issue.number,
        title: issue.title,
        body: issue.body === '' ? null : issue.body,
        user: accountJson(issue.author),
        state: issue.state,
        locked: false,
        labels: issue.labels.map((name) => ({ name })),
        assignees: [],
        comments: [...state.comments.values()].filter((comment) => comment.issue === issue.number)
            .length,
        created_at: issue.createdAt,
        updated_at: issue.updatedAt,
        closed_at: null,
        html_url: issueUrl(state, issue),
        url: `${api}/issues/${issue.number}`,
        author_association: 'NONE',
        performed_via_github_app: null,
        ...(issue.pull === null ? {} : { pull_request: { url: `${api}/pulls/${issue.number}` } }),
    };
}
function commentJson(state, comment) {
    const issue = state.issues.get(comment.issue);
    const page = issue === undefined ? WEB : issueUrl(state, issue);
    const app = comment.viaApp;
    return {
        id: comment.id,
        node_id: nodeIdOf(comment.id),
        body: comment.body,
        user: accountJson(comment.author),
        created_at: comment.createdAt,
        updated_at: comment.updatedAt,
        html_url: `${page}#issuecomment-${comment.id}`,
        url: `${state.url}/repos/${state.owner}/${state.repo}/issues/comments/${comment.id}`,
        issue_url: `${state.url}/repos/${state.owner}/${state.repo}/issues/${comment.issue}`,
        // On purpose never a reason to trust anyone: nobody may decide by it.
        author_association: 'OWNER',
        performed_via_github_app: app === null ? null : { id: 15_368, slug: app, name: app },
    };
}
function nodeIdOf(commentId) {
    return `IC_${commentId}`;
}
function reactionJson(reaction) {
    return {
        id: reaction.id,
        node_id: `REA_${reaction.id}`,
        user: accountJson(reaction.user),
        content: reaction.content,
    };
}
function pullJson(state, issue, pull) {
    const repository = repositoryJson(state);
    const own = pull.headRepository === `${state.owner}/${state.repo}`;
    const fork = { ...repository, id: 99, full_name: pull.headRepository, fork: true };
    return {
        ...issueJson(state, issue),
        draft: pull.draft,
        merged: false,
        commits: Math.max(1, pull.commitAuthors.length),
        html_url: issueUrl(state, issue),
        head: {
            sha: pull.headSha,
            ref: pull.headRef,
            label: `${pull.headRepository?.split('/')[0] ?? 'unknown'}:${pull.headRef}`,
            repo: pull.headRepository === null ? null : own ? repository : fork,
        },
        base: { sha: state.git.resolve(pull.baseRef) ?? '', ref: pull.baseRef, repo: repository },
    };
}
function pullCommitsJson(state, pull) {
    return pull.commitAuthors.map((login, index) => ({
        sha: index === pull.commitAuthors.length - 1 ? pull.headSha : String(index).padStart(40, '0'),
        author: accountJson(accountOf(state, login)),
        committer: accountJson(accountOf(state, login)),
        commit: { message: `Commit ${index + 1}` },
    }));
}
/** GitHub's older field knows four levels, `role_name` all of them. */
function permissionJson(state, account) {
    const role = permissionIn(state, account.login);
    const coarse = {
        none: 'none',
        read: 'read',
        triage: 'read',
        write: 'write',
        maintain: 'write',
        admin: 'admin',
    };
    return { permission: coarse[role], role_name: role, user: accountJson(account) };
}

;// CONCATENATED MODULE: ./build/demo/github-server-memory-git.js
/** A git repository in memory for the local GitHub. Pure. */

function sha1(kind, content) {
    return (0,external_node_crypto_.createHash)('sha1').update(`${kind} ${content.length}\0`).update(content).digest('hex');
}
/** An empty repository in memory. Blob SHAs are git's own; those of trees and commits are made from their content. */
function memoryGit() {
    const memory = {
        commits: new Map(),
        trees: new Map(),
        blobs: new Map(),
        refs: new Map(),
    };
    const writes = memoryWrites(memory);
    return {
        ...memoryReads(memory),
        ...writes,
        commit: (branch, files) => {
            const entries = Object.entries(files).map(([path, content]) => [path, writes.writeBlob(Buffer.from(content))]);
            const tree = storeTree(memory, new Map(entries));
            const before = memory.refs.get(`refs/heads/${branch}`);
            const parents = before === undefined ? [] : [before];
            const sha = storeCommit(memory, { tree, parents, message: `Commit ${memory.commits.size}` });
            memory.refs.set(`refs/heads/${branch}`, sha);
            return sha;
        },
    };
}
function storeTree(memory, tree) {
    const sorted = [...tree].sort(([a], [b]) => (a < b ? -1 : 1));
    const sha = sha1('tree', Buffer.from(JSON.stringify(sorted)));
    memory.trees.set(sha, tree);
    return sha;
}
function storeCommit(memory, commit) {
    const sha = sha1('commit', Buffer.from(JSON.stringify(commit)));
    memory.commits.set(sha, { tree: commit.tree, parents: commit.parents });
    return sha;
}
function memoryReads(memory) {
    const { blobs, commits, refs } = memory;
    const resolve = (ref) => {
        for (const name of [ref, `refs/${ref}`, `refs/heads/${ref}`, `refs/tags/${ref}`]) {
            const found = refs.get(name);
            if (found !== undefined)
                return found;
        }
        return [...commits.keys()].find((sha) => ref.length >= 7 && sha.startsWith(ref)) ?? null;
    };
    const treeAt = (ref) => memory.trees.get(commits.get(resolve(ref) ?? '')?.tree ?? '') ?? null;
    return {
        resolve,
        refs: () => refs,
        blob: (sha) => blobs.get(sha) ?? null,
        entry: (commit, path) => {
            const tree = treeAt(commit);
            const sha = tree?.get(path);
            const name = path.slice(path.lastIndexOf('/') + 1);
            if (sha !== undefined)
                return { type: 'file', name, path, sha, size: blobs.get(sha)?.length ?? 0 };
            const isFolder = [...(tree?.keys() ?? [])].some((file) => path === '' || file.startsWith(`${path}/`));
            return isFolder
                ? { type: 'dir', name, path, sha: sha1('tree', Buffer.from(path)), size: 0 }
                : null;
        },
        list: (commit, folder) => {
            const tree = treeAt(commit);
            if (tree === null)
                return null;
            const prefix = folder === '' ? '' : `${folder}/`;
            const entries = new Map();
            for (const [path, sha] of tree) {
                if (!path.startsWith(prefix))
                    continue;
                const [name = '', ...deeper] = path.slice(prefix.length).split('/');
                const isFolder = deeper.length > 0;
                const size = isFolder ? 0 : (blobs.get(sha)?.length ?? 0);
                entries.set(name, {
                    type: isFolder ? 'dir' : 'file',
                    name,
                    path: `${prefix}${name}`,
                    sha,
                    size,
                });
            }
            return entries.size === 0 ? null : [...entries.values()];
        },
    };
}
function memoryWrites(memory) {
    const { blobs, commits, refs, trees } = memory;
    return {
        createRef: (ref, commit) => {
            if (!ref.startsWith('refs/') || !commits.has(commit))
                return 'refused';
            if (refs.has(ref))
                return 'exists';
            refs.set(ref, commit);
            return 'created';
        },
        commitOf: (sha) => commits.get(sha) ?? null,
        writeBlob: (bytes) => {
            const sha = sha1('blob', bytes);
            blobs.set(sha, bytes);
            return sha;
        },
        writeTree: (base, changes) => {
            const before = trees.get(base);
            if (before === undefined)
                return null;
            const tree = new Map(before);
            for (const change of changes) {
                // GitHub refuses to take away what is not there, and a blob that it does not have.
                if (change.sha === null ? !tree.has(change.path) : !blobs.has(change.sha))
                    return null;
                if (change.sha === null)
                    tree.delete(change.path);
                else
                    tree.set(change.path, change.sha);
            }
            return storeTree(memory, tree);
        },
        writeCommit: (commit) => (trees.has(commit.tree) ? storeCommit(memory, commit) : null),
        forwardRef: (ref, commit) => {
            const from = refs.get(ref);
            if (from === undefined || !follows(memory, commit, from))
                return false;
            refs.set(ref, commit);
            return true;
        },
    };
}
function follows(memory, commit, from) {
    const seen = new Set();
    const next = [commit];
    for (let sha = next.pop(); sha !== undefined; sha = next.pop()) {
        if (sha === from)
            return true;
        if (seen.has(sha))
            continue;
        seen.add(sha);
        next.push(...(memory.commits.get(sha)?.parents ?? []));
    }
    return false;
}

;// CONCATENATED MODULE: ./build/demo/github-server-routes.js


const notFound = {
    status: 404,
    body: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' },
};
function ok(body, status = 200) {
    return { status, body };
}
function invalid(resource, field, message) {
    const errors = [{ resource, code: 'custom', field, message }];
    return { status: 422, body: { message: 'Validation Failed', errors, status: '422' } };
}
/** One page of a list, with the `Link` header where there are more. */
function paged(call, list) {
    const perPage = Math.min(100, Number(call.request.query.get('per_page') ?? 30));
    const page = Number(call.request.query.get('page') ?? 1);
    const more = page * perPage < list.length;
    const query = new URLSearchParams(call.request.query);
    query.set('page', String(page + 1));
    const link = `<${call.state.url}${call.request.path}?${query.toString()}>; rel="next"`;
    return {
        status: 200,
        body: list.slice((page - 1) * perPage, page * perPage),
        ...(more ? { headers: { link } } : {}),
    };
}
function github_server_routes_text(call, name) {
    const value = call.fields[name];
    return typeof value === 'string' ? value : undefined;
}
function issueOf(call) {
    return call.state.issues.get(Number(call.parts['number']));
}
function bodyProblem(body, resource) {
    if (body === undefined || body.trim() === '')
        return invalid(resource, 'body', "body can't be blank");
    return isTooLong(body)
        ? invalid(resource, 'body', 'body is too long (maximum is 65536 characters)')
        : null;
}
const issuesGone = {
    status: 410,
    body: { message: 'Issues are disabled for this repo', status: '410' },
};
function listComments(call) {
    const issue = issueOf(call);
    if (issue === undefined)
        return notFound;
    const since = call.request.query.get('since') ?? '';
    const list = [...call.state.comments.values()]
        .filter((comment) => comment.issue === issue.number)
        .filter((comment) => since === '' || Date.parse(comment.updatedAt) >= Date.parse(since));
    return paged(call, list.map((comment) => commentJson(call.state, comment)));
}
function createComment(call) {
    const issue = issueOf(call);
    if (issue === undefined)
        return notFound;
    if (!call.state.hasIssues && issue.pull === null)
        return issuesGone;
    const body = github_server_routes_text(call, 'body');
    const problem = bodyProblem(body, 'IssueComment');
    if (problem !== null)
        return problem;
    const comment = addComment(call.state, {
        issue: issue.number,
        author: call.state.self,
        body: body ?? '',
    });
    return ok(commentJson(call.state, comment), 201);
}
function updateComment(call) {
    const comment = call.state.comments.get(Number(call.parts['id']));
    if (comment === undefined)
        return notFound;
    const body = github_server_routes_text(call, 'body');
    const problem = bodyProblem(body, 'IssueComment');
    if (problem !== null)
        return problem;
    const edited = editComment(call.state, {
        id: comment.id,
        editor: call.state.self,
        body: body ?? '',
    });
    return ok(commentJson(call.state, edited));
}
function createIssue(call) {
    if (!call.state.hasIssues)
        return issuesGone;
    const title = github_server_routes_text(call, 'title') ?? '';
    if (title.trim() === '')
        return invalid('Issue', 'title', "title can't be blank");
    const body = github_server_routes_text(call, 'body') ?? '';
    if (isTooLong(body))
        return invalid('Issue', 'body', 'body is too long (maximum is 65536 characters)');
    const issue = addIssue(call.state, { title, body, author: call.state.self.login });
    return ok(issueJson(call.state, issue), 201);
}
const REACTIONS = new Set(['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes']);
function react(call) {
    const comment = call.state.comments.get(Number(call.parts['id']));
    if (comment === undefined)
        return notFound;
    const content = github_server_routes_text(call, 'content') ?? '';
    if (!REACTIONS.has(content))
        return invalid('Reaction', 'content', `${content} is not a reaction`);
    const { reaction, created } = addReaction(call.state, {
        comment: comment.id,
        user: call.state.self,
        content,
    });
    return ok(reactionJson(reaction), created ? 201 : 200);
}
function teamMembership(call) {
    const team = call.state.teams.get(`${call.parts['org']}/${call.parts['slug']}`);
    if (team?.has((call.parts['login'] ?? '').toLowerCase()) !== true)
        return notFound;
    return ok({ state: 'active', role: 'member' });
}
function permissionOf(call) {
    const account = call.state.accounts.get((call.parts['login'] ?? '').toLowerCase());
    return account === undefined ? notFound : ok(permissionJson(call.state, account));
}
/** The routes about issues, comments, pull requests and people. `REPO` stands for `/repos/OWNER/NAME`. */
const routes = [
    {
        method: 'GET',
        path: '/user',
        needs: '',
        answer: ({ state }) => state.installation
            ? {
                status: 403,
                body: { message: 'Resource not accessible by integration', status: '403' },
            }
            : ok(accountJson(state.self)),
    },
    { method: 'GET', path: 'REPO', needs: '', answer: ({ state }) => ok(repositoryJson(state)) },
    {
        method: 'GET',
        path: 'REPO/issues',
        needs: 'issues=read',
        answer: (call) => paged(call, [...call.state.issues.values()].reverse().map((one) => issueJson(call.state, one))),
    },
    { method: 'POST', path: 'REPO/issues', needs: 'issues=write', answer: createIssue },
    {
        method: 'GET',
        path: 'REPO/issues/:number',
        needs: 'issues=read',
        answer: (call) => {
            const issue = issueOf(call);
            return issue === undefined ? notFound : ok(issueJson(call.state, issue));
        },
    },
    {
        method: 'GET',
        path: 'REPO/issues/:number/comments',
        needs: 'issues=read',
        answer: listComments,
    },
    {
        method: 'POST',
        path: 'REPO/issues/:number/comments',
        needs: 'issues=write',
        answer: createComment,
    },
    {
        method: 'GET',
        path: 'REPO/issues/comments/:id',
        needs: 'issues=read',
        answer: ({ state, parts }) => {
            const comment = state.comments.get(Number(parts['id']));
            return comment === undefined ? notFound : ok(commentJson(state, comment));
        },
    },
    {
        method: 'PATCH',
        path: 'REPO/issues/comments/:id',
        needs: 'issues=write',
        answer: updateComment,
    },
    {
        method: 'GET',
        path: 'REPO/issues/comments/:id/reactions',
        needs: 'issues=read',
        answer: (call) => paged(call, call.state.reactions
            .filter((one) => one.comment === Number(call.parts['id']))
            .map(reactionJson)),
    },
    {
        method: 'POST',
        path: 'REPO/issues/comments/:id/reactions',
        needs: 'issues=write',
        answer: react,
    },
    {
        method: 'GET',
        path: 'REPO/collaborators/:login/permission',
        needs: 'metadata=read',
        answer: permissionOf,
    },
    {
        method: 'GET',
        path: '/orgs/:org/teams/:slug/memberships/:login',
        needs: 'members=read',
        answer: teamMembership,
    },
    {
        method: 'GET',
        path: '/orgs/:org/teams/:slug',
        needs: 'members=read',
        answer: ({ state, parts }) => state.teams.has(`${parts['org']}/${parts['slug']}`)
            ? ok({ slug: parts['slug'] ?? '' })
            : notFound,
    },
    {
        method: 'GET',
        path: '/users/:login',
        needs: '',
        answer: ({ state, parts }) => ok(accountJson(accountOf(state, parts['login'] ?? ''))),
    },
];

;// CONCATENATED MODULE: ./build/demo/github-server-git-routes.js


/** GitHub leaves the content out of an answer about a larger file. */
const MAX_INLINE_BYTES = 1024 * 1024;
function base64(bytes) {
    return bytes.toString('base64').replaceAll(/(.{60})/g, '$1\n');
}
function showCommit(call) {
    const sha = call.state.git.resolve(call.parts['ref'] ?? '');
    if (sha === null) {
        return {
            status: 422,
            body: { message: `No commit found for SHA: ${call.parts['ref'] ?? ''}`, status: '422' },
        };
    }
    if ((call.request.headers.accept ?? '').includes('vnd.github.sha')) {
        return {
            status: 200,
            body: sha,
            headers: { 'content-type': 'application/vnd.github.sha; charset=utf-8' },
        };
    }
    return { status: 200, body: { sha, commit: { message: '' }, parents: [] } };
}
function showContents(call) {
    const { git } = call.state;
    const commit = git.resolve(call.request.query.get('ref') ?? call.state.defaultBranch);
    if (commit === null) {
        const message = `No commit found for the ref ${call.request.query.get('ref') ?? ''}`;
        return { status: 404, body: { message, status: '404' } };
    }
    const path = (call.parts['path'] ?? '').replace(/\/$/, '');
    const entry = git.entry(commit, path);
    if (entry === null)
        return notFound;
    if (entry.type === 'dir') {
        return { status: 200, body: (git.list(commit, path) ?? []).map((one) => entryJson(call, one)) };
    }
    return { status: 200, body: { ...entryJson(call, entry), ...contentOf(call, entry) } };
}
function entryJson(call, entry) {
    // In the list of a folder GitHub calls a submodule a file.
    return {
        type: entry.type,
        name: entry.name,
        path: entry.path,
        sha: entry.sha,
        size: entry.size,
        url: call.state.url,
    };
}
function contentOf(call, entry) {
    if (entry.type === 'symlink')
        return { target: call.state.git.blob(entry.sha)?.toString('utf8') ?? '' };
    if (entry.type !== 'file')
        return {};
    const bytes = entry.size > MAX_INLINE_BYTES ? null : call.state.git.blob(entry.sha);
    return bytes === null
        ? { content: '', encoding: 'none' }
        : { content: base64(bytes), encoding: 'base64' };
}
function showBlob(call) {
    const bytes = call.state.git.blob(call.parts['sha'] ?? '');
    if (bytes === null)
        return notFound;
    return {
        status: 200,
        body: {
            sha: call.parts['sha'],
            size: bytes.length,
            content: base64(bytes),
            encoding: 'base64',
        },
    };
}
function refJson(ref, sha) {
    return { ref, object: { type: 'commit', sha } };
}
function createRef(call) {
    const { ref, sha } = call.fields;
    if (typeof ref !== 'string' || typeof sha !== 'string')
        return invalid('Reference', 'ref', 'ref and sha are needed');
    const made = call.state.git.createRef(ref, sha);
    if (made === 'created')
        return { status: 201, body: refJson(ref, sha) };
    const message = made === 'exists' ? 'Reference already exists' : 'Object does not exist';
    return {
        status: 422,
        body: { message, documentation_url: 'https://docs.github.com/rest/git/refs', status: '422' },
    };
}
function showRef(call) {
    const ref = `refs/${call.parts['path'] ?? ''}`;
    const sha = call.state.git.refs().get(ref);
    return sha === undefined ? notFound : { status: 200, body: refJson(ref, sha) };
}
function github_server_git_routes_textOf(call, name) {
    const value = call.fields[name];
    return typeof value === 'string' ? value : '';
}
function createBlob(call) {
    const encoding = github_server_git_routes_textOf(call, 'encoding') === 'base64' ? 'base64' : 'utf8';
    const sha = call.state.git.writeBlob(Buffer.from(github_server_git_routes_textOf(call, 'content'), encoding));
    return { status: 201, body: { sha, url: call.state.url } };
}
function createTree(call) {
    const listed = call.fields['tree'];
    const changes = Array.isArray(listed) ? listed.flatMap(changeOf) : [];
    const sha = call.state.git.writeTree(github_server_git_routes_textOf(call, 'base_tree'), changes);
    return sha === null
        ? invalid('Tree', 'tree', 'GitRPC::BadObjectState')
        : { status: 201, body: { sha, truncated: false } };
}
function changeOf(entry) {
    if (!(0,base/* isJsonObject */.OW)(entry))
        return [];
    const { path, mode, sha } = entry;
    if (typeof path !== 'string' || typeof mode !== 'string')
        return [];
    return typeof sha === 'string' || sha === null ? [{ path, mode, sha }] : [];
}
function createCommit(call) {
    const { parents } = call.fields;
    const named = Array.isArray(parents) ? parents.filter((one) => typeof one === 'string') : [];
    const sha = call.state.git.writeCommit({
        tree: github_server_git_routes_textOf(call, 'tree'),
        parents: named,
        message: github_server_git_routes_textOf(call, 'message'),
    });
    return sha === null
        ? invalid('Commit', 'tree', 'tree is not there')
        : { status: 201, body: { sha } };
}
function showGitCommit(call) {
    const commit = call.state.git.commitOf(call.parts['sha'] ?? '');
    if (commit === null)
        return notFound;
    const parents = commit.parents.map((sha) => ({ sha }));
    return { status: 200, body: { sha: call.parts['sha'], tree: { sha: commit.tree }, parents } };
}
function moveRef(call) {
    const ref = `refs/${call.parts['path'] ?? ''}`;
    const sha = github_server_git_routes_textOf(call, 'sha');
    if (!call.state.git.refs().has(ref))
        return { status: 422, body: { message: 'Reference does not exist', status: '422' } };
    const moved = call.state.git.forwardRef(ref, sha);
    if (!moved)
        return { status: 422, body: { message: 'Update is not a fast forward', status: '422' } };
    return { status: 200, body: refJson(ref, sha) };
}
const gitRoutes = [
    { method: 'POST', path: 'REPO/git/blobs', needs: 'contents=write', answer: createBlob },
    { method: 'POST', path: 'REPO/git/trees', needs: 'contents=write', answer: createTree },
    { method: 'POST', path: 'REPO/git/commits', needs: 'contents=write', answer: createCommit },
    { method: 'GET', path: 'REPO/git/commits/:sha', needs: 'contents=read', answer: showGitCommit },
    { method: 'PATCH', path: 'REPO/git/refs/*path', needs: 'contents=write', answer: moveRef },
    { method: 'GET', path: 'REPO/commits/:ref', needs: 'contents=read', answer: showCommit },
    { method: 'GET', path: 'REPO/contents/*path', needs: 'contents=read', answer: showContents },
    { method: 'GET', path: 'REPO/git/blobs/:sha', needs: 'contents=read', answer: showBlob },
    { method: 'POST', path: 'REPO/git/refs', needs: 'contents=write', answer: createRef },
    { method: 'GET', path: 'REPO/git/ref/*path', needs: 'contents=read', answer: showRef },
];

;// CONCATENATED MODULE: ./build/demo/github-server-label-routes.js

function labelJson(name) {
    return { id: 0, name, color: 'ededed', default: false };
}
function addLabels(call) {
    const issue = call.state.issues.get(Number(call.parts['number']));
    if (issue === undefined)
        return notFound;
    const { labels } = call.fields;
    const names = Array.isArray(labels) ? labels.filter((name) => typeof name === 'string') : [];
    // GitHub makes labels that are not there.
    for (const name of names)
        call.state.labels.add(name);
    issue.labels = [...new Set([...issue.labels, ...names])];
    return { status: 200, body: issue.labels.map(labelJson) };
}
function removeLabel(call) {
    const issue = call.state.issues.get(Number(call.parts['number']));
    const name = call.parts['name'] ?? '';
    if (issue === undefined || !issue.labels.includes(name))
        return notFound;
    issue.labels = issue.labels.filter((one) => one !== name);
    return { status: 200, body: issue.labels.map(labelJson) };
}
const labelRoutes = [
    {
        method: 'GET',
        path: 'REPO/labels',
        needs: 'issues=read',
        answer: ({ state }) => ({ status: 200, body: [...state.labels].map(labelJson) }),
    },
    { method: 'POST', path: 'REPO/issues/:number/labels', needs: 'issues=write', answer: addLabels },
    {
        method: 'DELETE',
        path: 'REPO/issues/:number/labels/:name',
        needs: 'issues=write',
        answer: removeLabel,
    },
];

;// CONCATENATED MODULE: ./build/demo/github-server-review-routes.js



const STATES = {
    COMMENT: 'COMMENTED',
    REQUEST_CHANGES: 'CHANGES_REQUESTED',
    APPROVE: 'APPROVED',
};
function pullOf(call) {
    const issue = call.state.issues.get(Number(call.parts['number']));
    return issue === undefined || issue.pull === null ? null : issue;
}
function createReview(call) {
    const issue = pullOf(call);
    if (issue === null)
        return notFound;
    const { event, body, commit_id, comments } = call.fields;
    const state = typeof event === 'string' ? STATES[event] : 'PENDING';
    if (state === undefined)
        return invalid('PullRequestReview', 'event', 'event is not one that is known');
    const id = freshId(call.state);
    const review = {
        id,
        user: accountJson(call.state.self),
        body: typeof body === 'string' ? body : '',
        state,
        commit_id: typeof commit_id === 'string' ? commit_id : null,
        comments: Array.isArray(comments) ? comments : [],
        html_url: `${issueUrl(call.state, issue)}#pullrequestreview-${id}`,
    };
    issue.reviews.push(review);
    return { status: 200, body: review };
}
const reviewRoutes = [
    {
        method: 'GET',
        path: 'REPO/pulls/:number/reviews',
        needs: 'pull_requests=read',
        answer: (call) => {
            const issue = pullOf(call);
            return issue === null ? notFound : { status: 200, body: issue.reviews };
        },
    },
    {
        method: 'POST',
        path: 'REPO/pulls/:number/reviews',
        needs: 'pull_requests=write',
        answer: createReview,
    },
];

;// CONCATENATED MODULE: ./build/demo/github-server-pull-routes.js



function showPull(call) {
    const issue = issueOf(call);
    if (issue === undefined || issue.pull === null)
        return notFound;
    return ok(pullJson(call.state, issue, issue.pull));
}
function createPull(call) {
    const { state } = call;
    const [title = '', head = '', base = ''] = ['title', 'head', 'base'].map((name) => github_server_routes_text(call, name));
    const headSha = state.git.resolve(`refs/heads/${head}`);
    if (title.trim() === '')
        return invalid('PullRequest', 'title', "title can't be blank");
    if (headSha === null)
        return invalid('PullRequest', 'head', 'head is not there');
    if (state.git.resolve(`refs/heads/${base}`) === null)
        return invalid('PullRequest', 'base', 'base is not there');
    if (pullsFrom(state, head, base).length > 0) {
        return invalid('PullRequest', 'head', `A pull request already exists for ${state.owner}:${head}.`);
    }
    const pull = {
        headRef: head,
        headSha,
        headRepository: `${state.owner}/${state.repo}`,
        baseRef: base,
        draft: call.fields['draft'] === true,
        commitAuthors: [state.self.login],
    };
    const issue = addIssue(state, {
        title,
        body: github_server_routes_text(call, 'body') ?? '',
        author: state.self.login,
        pull,
    });
    return ok(pullJson(state, issue, pull), 201);
}
function pullsFrom(state, head, base) {
    return [...state.issues.values()].flatMap((issue) => {
        const { pull } = issue;
        const fits = pull !== null &&
            issue.state === 'open' &&
            pull.headRef === head &&
            (base === null || pull.baseRef === base);
        return fits ? [{ issue, pull }] : [];
    });
}
function listPulls(call) {
    const { query } = call.request;
    const head = (query.get('head') ?? '').replace(/^[^:]*:/, '');
    return paged(call, pullsFrom(call.state, head, query.get('base')).map((one) => pullJson(call.state, one.issue, one.pull)));
}
const pullRoutes = [
    { method: 'GET', path: 'REPO/pulls', needs: 'pull_requests=read', answer: listPulls },
    { method: 'POST', path: 'REPO/pulls', needs: 'pull_requests=write', answer: createPull },
    {
        method: 'GET',
        path: 'REPO/pulls/:number/files',
        needs: 'pull_requests=read',
        answer: (call) => {
            const pull = issueOf(call)?.pull;
            return pull === undefined || pull === null ? notFound : paged(call, pull.files ?? []);
        },
    },
    { method: 'GET', path: 'REPO/pulls/:number', needs: 'pull_requests=read', answer: showPull },
    {
        method: 'GET',
        path: 'REPO/pulls/:number/commits',
        needs: 'pull_requests=read',
        answer: (call) => {
            const pull = issueOf(call)?.pull;
            return pull === undefined || pull === null
                ? notFound
                : paged(call, pullCommitsJson(call.state, pull));
        },
    },
];

;// CONCATENATED MODULE: ./build/demo/github-server-run-routes.js
/** The routes of the local GitHub about workflow runs. */

const runRoutes = [
    {
        method: 'GET',
        path: 'REPO/actions/runs/:id',
        needs: 'actions=read',
        answer: ({ state, parts }) => {
            const run = state.workflowRuns.get(Number(parts['id']));
            if (run === undefined)
                return notFound;
            const head = run.headRepository;
            return {
                status: 200,
                body: {
                    id: run.id,
                    path: run.workflow,
                    event: run.event,
                    status: run.completed ? 'completed' : 'in_progress',
                    repository: { full_name: `${state.owner}/${state.repo}` },
                    head_repository: head === null ? null : { full_name: head },
                },
            };
        },
    },
];

;// CONCATENATED MODULE: ./build/demo/github-server-router.js
/** From a request to its route, past the checks that GitHub makes before: token, permission, rate limit headers, ETag. */









const LIMIT = 5000;
const LIMIT_WINDOW_S = 3600;
/** Answers one request of the API. */
function answer(state, request) {
    if (request.headers.authorization === undefined || !hasToken(state, request)) {
        return { status: 401, body: { message: 'Bad credentials', status: '401' } };
    }
    return withEtag(request, withLimits(state, routed(state, request)));
}
function hasToken(state, request) {
    const given = (request.headers.authorization ?? '').replace(/^(?:bearer|token)\s+/i, '');
    return given === state.token;
}
function routed(state, request) {
    if (request.method === 'POST' && request.path === '/graphql')
        return graphql(state, request);
    for (const route of [
        ...routes,
        ...labelRoutes,
        ...reviewRoutes,
        ...runRoutes,
        ...pullRoutes,
        ...gitRoutes,
    ]) {
        const parts = route.method === request.method ? partsOf(state, route, request.path) : null;
        if (parts === null)
            continue;
        const refused = permissionProblem(state, route, parts);
        if (refused !== null)
            return refused;
        const fields = github_server_router_fieldsOf(request.body);
        if (fields === null)
            return { status: 400, body: { message: 'Problems parsing JSON', status: '400' } };
        return route.answer({ state, request, parts, fields });
    }
    return notFound;
}
function partsOf(state, route, path) {
    const wanted = route.path.replace('REPO', `/repos/${state.owner}/${state.repo}`).split('/');
    const given = path.split('/');
    const parts = {};
    for (const [index, part] of wanted.entries()) {
        const here = given[index];
        if (part.startsWith('*')) {
            parts[part.slice(1)] = given.slice(index).map(decodeURIComponent).join('/');
            return parts;
        }
        if (here === undefined)
            return null;
        if (part.startsWith(':')) {
            if (here === '')
                return null;
            parts[part.slice(1)] = decodeURIComponent(here);
        }
        else if (part.toLowerCase() !== here.toLowerCase())
            return null;
    }
    return given.length === wanted.length ? parts : null;
}
function permissionProblem(state, route, parts) {
    if (state.tokenPermissions === null || route.needs === '' || route.needs === 'metadata=read')
        return null;
    const [name = '', level] = route.needs.split('=');
    const number = Number(parts['number'] ?? state.comments.get(Number(parts['id']))?.issue);
    const onPull = name === 'issues' && state.issues.get(number)?.pull !== null && state.issues.has(number);
    const names = onPull ? [name, 'pull_requests'] : [name];
    const held = names.some((one) => {
        const has = state.tokenPermissions?.[one];
        return has === 'write' || has === level;
    });
    if (held)
        return null;
    return {
        status: 403,
        headers: {
            'x-accepted-github-permissions': names.map((one) => `${one}=${level ?? 'read'}`).join('; '),
        },
        body: { message: 'Resource not accessible by integration', status: '403' },
    };
}
function github_server_router_fieldsOf(body) {
    if (body.length === 0)
        return {};
    try {
        const parsed = JSON.parse(body.toString('utf8'));
        return (0,base/* isJsonObject */.OW)(parsed) ? parsed : null;
    }
    catch {
        return null;
    }
}
/** The two questions that are asked of GraphQL: who the token is, and who edited a comment last. */
function graphql(state, request) {
    const fields = github_server_router_fieldsOf(request.body) ?? {};
    const query = typeof fields['query'] === 'string' ? fields['query'] : '';
    if (query.includes('viewer')) {
        return {
            status: 200,
            body: { data: { viewer: { login: state.self.login, databaseId: state.self.id } } },
        };
    }
    const variables = fields['variables'];
    const id = (0,base/* isJsonObject */.OW)(variables) ? JSON.stringify(variables['id']) : '';
    const comment = [...state.comments.values()].find((one) => JSON.stringify(nodeIdOf(one.id)) === id);
    if (!query.includes('lastEditedAt') || comment === undefined) {
        const message = `Could not resolve to a node with the global id of ${id}`;
        return {
            status: 200,
            body: { data: { node: null }, errors: [{ type: 'NOT_FOUND', path: ['node'], message }] },
        };
    }
    const { edit } = comment;
    const node = {
        lastEditedAt: edit?.at ?? null,
        editor: edit === null ? null : { login: edit.editor },
    };
    return { status: 200, body: { data: { node } } };
}
function withLimits(state, reply) {
    const reset = Math.floor(state.clock.now().getTime() / 1000) + LIMIT_WINDOW_S;
    return {
        ...reply,
        headers: {
            'x-ratelimit-limit': String(LIMIT),
            'x-ratelimit-remaining': String(LIMIT - 1),
            'x-ratelimit-reset': String(reset),
            ...reply.headers,
        },
    };
}
function withEtag(request, reply) {
    if (request.method !== 'GET' || reply.status !== 200)
        return reply;
    const content = JSON.stringify([reply.body, reply.headers?.['link'] ?? '']);
    const etag = `W/"${(0,external_node_crypto_.createHash)('sha256').update(content).digest('hex')}"`;
    const headers = { ...reply.headers, etag };
    return request.headers['if-none-match'] === etag
        ? { status: 304, headers }
        : { ...reply, headers };
}

;// CONCATENATED MODULE: ./build/demo/github-server.js
/** A GitHub of one repository on loopback, with people in it and an artifact service, for the demo and for tests. */








const RUN_ACCOUNT = 'github-actions[bot]';
/** Starts the server. Nothing is on it but the repository; `close` ends it and every open connection. */
async function startGitHubServer(options = {}) {
    let made;
    const http = await startHttpServer((url) => {
        const state = newState(options, url);
        const artifacts = createArtifactService(url);
        made = { state, artifacts };
        return (request) => artifacts.handle(request) ?? answer(state, request);
    }, options);
    if (made === undefined)
        throw new Error('The server did not start.');
    const { state, artifacts } = made;
    return {
        url: http.url,
        token: state.token,
        owner: state.owner,
        repo: state.repo,
        artifacts,
        log: http.log,
        fail: (fault) => {
            http.fail(fault);
        },
        close: () => http.close(),
        workflowRun: (run) => {
            state.workflowRuns.set(run.id, run);
        },
        envFor: (run) => ({
            ...artifacts.envFor(run),
            GITHUB_API_URL: http.url,
            GITHUB_GRAPHQL_URL: `${http.url}/graphql`,
            GITHUB_SERVER_URL: 'https://github.com',
            GITHUB_REPOSITORY: `${state.owner}/${state.repo}`,
        }),
        ...people(state),
        ...events(state),
    };
}
function newState(options, url) {
    const login = options.self ?? RUN_ACCOUNT;
    const self = { login, id: 41_898_282, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
    return {
        owner: options.owner ?? 'octo-org',
        repo: options.repo ?? 'octo-repo',
        defaultBranch: options.defaultBranch ?? 'main',
        url,
        git: options.git ?? memoryGit(),
        clock: options.clock ?? base/* systemClock */.ml,
        self,
        installation: options.installation ?? true,
        token: options.token ?? `ghs_${(0,external_node_crypto_.randomUUID)().replaceAll('-', '')}`,
        tokenPermissions: options.tokenPermissions ?? null,
        hasIssues: options.hasIssues ?? true,
        labels: new Set(options.labels ?? ['bug', 'documentation', 'enhancement', 'question']),
        accounts: new Map([[login.toLowerCase(), self]]),
        permissions: new Map(),
        teams: new Map(),
        issues: new Map(),
        comments: new Map(),
        reactions: [],
        workflowRuns: new Map(),
        listeners: [],
        nextId: 2000,
    };
}
function people(state) {
    return {
        person: (login, permission) => {
            accountOf(state, login);
            state.permissions.set(login.toLowerCase(), permission);
        },
        team: (name, logins) => {
            state.teams.set(name, new Set(logins.map((login) => login.toLowerCase())));
        },
        issue: (wanted) => addIssue(state, wanted),
        pull: (wanted) => addIssue(state, wanted),
        comment: ({ login, issue, body, viaApp }) => addComment(state, { issue, author: accountOf(state, login), body, viaApp: viaApp ?? null }),
        editComment: ({ id, login, body }) => editComment(state, { id, editor: accountOf(state, login), body }),
        deleteComment: (id) => {
            state.comments.delete(id);
        },
        react: ({ comment, login, content }) => {
            addReaction(state, { comment, user: accountOf(state, login), content });
        },
        commentsOn: (issue) => [...state.comments.values()].filter((comment) => comment.issue === issue),
        reactionsOn: (comment) => state.reactions
            .filter((one) => one.comment === comment)
            .map((one) => ({ login: one.user.login, content: one.content })),
        onComment: (listener) => {
            state.listeners.push(listener);
        },
    };
}
function events(state) {
    const issueOf = (number) => {
        const issue = state.issues.get(number);
        if (issue === undefined)
            throw new Error(`There is no issue #${number}.`);
        return issue;
    };
    const repository = repositoryJson(state);
    return {
        issuesEvent: (number, action) => {
            const issue = issueOf(number);
            return {
                action,
                issue: issueJson(state, issue),
                repository,
                sender: accountJson(issue.author),
            };
        },
        commentEvent: (id, action) => {
            const comment = state.comments.get(id);
            if (comment === undefined)
                throw new Error(`There is no comment ${id}.`);
            const issue = issueJson(state, issueOf(comment.issue));
            const sender = accountJson(comment.author);
            return { action, issue, comment: commentJson(state, comment), repository, sender };
        },
        pullEvent: (number, action) => {
            const issue = issueOf(number);
            if (issue.pull === null)
                throw new Error(`#${number} is no pull request.`);
            const pull = pullJson(state, issue, issue.pull);
            return { action, number, pull_request: pull, repository, sender: accountJson(issue.author) };
        },
    };
}

// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(31421);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
;// CONCATENATED MODULE: ./build/demo/github-server-git.js
/** What the local GitHub knows of git, and a real repository as its source. Runs `git` with this process's environment. */




const SHA = /^[0-9a-f]{40,64}$/;
const MAX_GIT_OUTPUT_BYTES = 256 * 1024 * 1024;
/** A real repository, bare or not, as it is at each request. */
function repositoryGit(directory) {
    const git = (...words) => runGit(directory, words);
    const resolve = (ref) => {
        if (ref.startsWith('-'))
            return null;
        return (git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)?.toString('utf8').trim() ?? null);
    };
    const tree = (commit, words) => {
        const sha = resolve(commit);
        const out = sha === null ? null : git('ls-tree', '-z', '-l', sha, ...words);
        return out === null ? [] : out.toString('utf8').split('\0').flatMap(parsedEntry);
    };
    return {
        resolve,
        blob: (sha) => (SHA.test(sha) ? git('cat-file', 'blob', sha) : null),
        entry: (commit, path) => {
            if (path === '')
                return { type: 'dir', name: '', path, sha: resolve(commit) ?? '', size: 0 };
            return tree(commit, ['--', path])[0] ?? null;
        },
        list: (commit, folder) => {
            const entries = tree(commit, folder === '' ? [] : ['--', `${folder}/`]);
            return entries.length === 0 ? null : entries;
        },
        createRef: (ref, commit) => {
            if (!ref.startsWith('refs/') || resolve(commit) === null)
                return 'refused';
            if (git('show-ref', '--verify', '--quiet', ref) !== null)
                return 'exists';
            return git('update-ref', ref, commit) === null ? 'refused' : 'created';
        },
        ...repositoryWrites(directory),
        refs: () => {
            const lines = git('for-each-ref', '--format=%(refname) %(objectname)')?.toString('utf8').split('\n') ??
                [];
            return new Map(lines
                .filter((line) => line !== '')
                .map((line) => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']));
        },
    };
}
function runGit(directory, words, options = {}) {
    try {
        return (0,external_node_child_process_.execFileSync)('git', ['-C', directory, ...words], {
            input: options.input ?? '',
            env: { ...process.env, ...WRITER, ...options.env },
            stdio: ['pipe', 'pipe', 'ignore'],
            maxBuffer: MAX_GIT_OUTPUT_BYTES,
        });
    }
    catch {
        return null;
    }
}
/** In whose name the local GitHub commits. */
const WRITER = {
    GIT_AUTHOR_NAME: 'github-actions[bot]',
    GIT_AUTHOR_EMAIL: '41898282+github-actions[bot]@users.noreply.github.com',
    GIT_COMMITTER_NAME: 'GitHub',
    GIT_COMMITTER_EMAIL: 'noreply@github.com',
};
function repositoryWrites(directory) {
    const line = (words, options) => {
        const text = runGit(directory, words, options)?.toString('utf8').trim() ?? '';
        return text === '' ? null : text;
    };
    return {
        commitOf: (sha) => {
            const tree = SHA.test(sha)
                ? line(['rev-parse', '--verify', '--quiet', `${sha}^{tree}`])
                : null;
            const parents = tree === null ? null : line(['rev-list', '--parents', '-n', '1', sha]);
            return tree === null ? null : { tree, parents: parents?.split(' ').slice(1) ?? [] };
        },
        writeBlob: (bytes) => line(['hash-object', '-w', '--stdin'], { input: bytes }) ?? '',
        writeTree: (base, changes) => {
            // An index of its own: the one of a work tree that may be there is nobody's business here.
            const folder = (0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'countersign-index-'));
            const env = { GIT_INDEX_FILE: (0,external_node_path_.join)(folder, 'index') };
            const lines = changes.map((one) => `${one.sha === null ? '0' : one.mode} ${one.sha ?? '0'.repeat(base.length)}\t${one.path}\0`);
            const done = runGit(directory, ['read-tree', base], { env }) !== null &&
                runGit(directory, ['update-index', '-z', '--index-info'], {
                    env,
                    input: lines.join(''),
                }) !== null;
            const tree = done ? line(['write-tree'], { env }) : null;
            (0,external_node_fs_.rmSync)(folder, { recursive: true });
            return tree;
        },
        writeCommit: ({ tree, parents, message }) => line(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])], {
            input: message,
        }),
        forwardRef: (ref, commit) => {
            const from = line(['rev-parse', '--verify', '--quiet', ref]);
            if (from === null ||
                runGit(directory, ['merge-base', '--is-ancestor', from, commit]) === null)
                return false;
            return runGit(directory, ['update-ref', ref, commit, from]) !== null;
        },
    };
}
/** A line of `git ls-tree -l`: `MODE TYPE SHA SIZE<tab>PATH`. */
function parsedEntry(line) {
    const found = /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t(.*)$/s.exec(line);
    if (found === null)
        return [];
    const [, mode = '', , sha = '', size = '', path = ''] = found;
    const type = mode === '120000'
        ? 'symlink'
        : mode === '160000'
            ? 'submodule'
            : mode === '040000'
                ? 'dir'
                : 'file';
    return [
        { type, name: path.slice(path.lastIndexOf('/') + 1), path, sha, size: Number(size) || 0 },
    ];
}

// EXTERNAL MODULE: ./build/sandbox/index.js + 29 modules
var sandbox = __webpack_require__(22778);
;// CONCATENATED MODULE: ./build/demo/stage.js
/**
 * A stage for one workflow step: a checkout, a runner's files and variables, and the local GitHub. The step itself is the
 * real bundle, started as the runner starts it. This file does I/O.
 */






const GIT_TIMEOUT_MS = 60_000;
const MAX_LOG_BYTES = 64 * 1024 * 1024;
const STEP_TIMEOUT_MS = 10 * 60_000;
const WORKFLOW_RUN_ID = 4242;
/** Sets the stage: the files committed and checked out, the local GitHub serving them, the runner's folders made. */
async function setStage(options) {
    const { folder } = options;
    const places = {
        seed: (0,external_node_path_.join)(folder, 'seed'),
        origin: (0,external_node_path_.join)(folder, 'origin.git'),
        workspace: (0,external_node_path_.join)(folder, 'work', 'octo-repo', 'octo-repo'),
        temp: (0,external_node_path_.join)(folder, 'temp'),
    };
    for (const place of [places.seed, places.temp])
        await (0,promises_.mkdir)(place, { recursive: true });
    const git = (cwd) => gitIn(cwd, folder, options.path);
    const seed = git(places.seed);
    await seed('init', '--quiet', '--initial-branch=main');
    await commitFiles(seed, places.seed, options.files);
    await seed('clone', '--quiet', '--bare', places.seed, places.origin);
    await seed('clone', '--quiet', '--depth=1', `file://${places.origin}`, places.workspace);
    const headSha = (await seed('rev-parse', 'HEAD')).trim();
    const github = await startGitHubServer({ ...options.github, git: repositoryGit(places.origin) });
    const ready = async (door, step) => {
        const own = step.runner === undefined
            ? places
            : await otherRunner(seed, places.origin, (0,external_node_path_.join)(folder, step.runner));
        return await readyDoor(door, step, { options, github, headSha, ...own });
    };
    return {
        github,
        workspace: places.workspace,
        origin: places.origin,
        temp: places.temp,
        headSha,
        git: git(places.workspace),
        commit: async (branch, files) => {
            const known = (await seed('branch', '--list', branch)) !== '';
            await seed('checkout', '--quiet', ...(known ? [branch] : ['-b', branch, 'main']));
            await commitFiles(seed, places.seed, files);
            await seed('push', '--quiet', places.origin, branch);
            return (await seed('rev-parse', 'HEAD')).trim();
        },
        ready,
        step: async (door, step) => {
            const { argv, cwd, env, end } = await ready(door, step);
            const result = await (0,sandbox/* runTrusted */.$5)({
                argv,
                cwd,
                env,
                timeoutMs: STEP_TIMEOUT_MS,
                maxOutputBytes: MAX_LOG_BYTES,
                ...(step.signal === undefined ? {} : { signal: step.signal }),
            });
            return await end(result.exitCode, logOf(result));
        },
        close: () => github.close(),
    };
}
async function otherRunner(git, origin, folder) {
    const places = { workspace: (0,external_node_path_.join)(folder, 'octo-repo'), temp: (0,external_node_path_.join)(folder, 'temp') };
    await (0,promises_.mkdir)(places.temp, { recursive: true });
    await git('clone', '--quiet', '--depth=1', `file://${origin}`, places.workspace);
    return places;
}
async function commitFiles(git, folder, files) {
    for (const [path, text] of Object.entries(files)) {
        await (0,promises_.mkdir)((0,external_node_path_.dirname)((0,external_node_path_.join)(folder, path)), { recursive: true });
        await (0,promises_.writeFile)((0,external_node_path_.join)(folder, path), text);
    }
    await git('add', '--all');
    await git('commit', '--quiet', '--message', `Set ${Object.keys(files).length} files`);
}
function gitIn(cwd, home, path) {
    return async (...args) => {
        const result = await (0,sandbox/* runTrusted */.$5)({
            argv: ['git', '-c', 'user.name=octo-dev', '-c', 'user.email=octo-dev@example.com', ...args],
            cwd,
            env: {
                PATH: path,
                HOME: home,
                GIT_CONFIG_NOSYSTEM: '1',
                GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
                GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
            },
            timeoutMs: GIT_TIMEOUT_MS,
            maxOutputBytes: MAX_LOG_BYTES,
        });
        if (result.exitCode === 0)
            return result.stdout.toString('utf8');
        throw new base/* CountersignError */.WS('internal', `git ${args.join(' ')}: ${result.stderr.toString('utf8')}`);
    };
}
async function readyDoor(door, step, at) {
    const runId = step.runId ?? WORKFLOW_RUN_ID;
    const job = step.job ?? 'agent';
    const files = await runnerFiles(at.temp, door);
    const { payload } = step.event;
    await (0,promises_.writeFile)(files.event, typeof payload === 'string' ? payload : JSON.stringify(payload));
    const state = door === 'post' ? await readCommandFile((0,external_node_path_.join)(at.temp, 'action-state')) : {};
    return {
        argv: [process.execPath, (0,external_node_path_.join)(at.options.bundle, `${door}.js`)],
        cwd: at.workspace,
        env: {
            PATH: at.options.path,
            HOME: at.options.folder,
            LANG: 'C.UTF-8',
            GITHUB_ACTIONS: 'true',
            GITHUB_EVENT_NAME: step.event.name,
            GITHUB_EVENT_PATH: files.event,
            GITHUB_WORKSPACE: at.workspace,
            GITHUB_SHA: at.headSha,
            GITHUB_RUN_ATTEMPT: '1',
            GITHUB_JOB: job,
            GITHUB_OUTPUT: files.output,
            GITHUB_STATE: files.state,
            GITHUB_STEP_SUMMARY: files.summary,
            RUNNER_TEMP: at.temp,
            ...at.github.envFor({ runId, job }),
            GITHUB_RUN_ID: String(runId),
            ...inputVariables({ 'github-token': at.github.token, ...step.inputs }),
            ...Object.fromEntries(Object.entries(state).map(([name, value]) => [`STATE_${name}`, value])),
            ...at.options.environment,
            ...step.environment,
        },
        end: async (exitCode, log) => ({
            exitCode,
            log,
            outputs: await readCommandFile(files.output),
            summary: await (0,promises_.readFile)(files.summary, 'utf8'),
        }),
    };
}
function logOf(result) {
    return `${result.stdout.toString('utf8')}${result.stderr.toString('utf8')}`;
}
function inputVariables(inputs) {
    return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [
        `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
        value,
    ]));
}
async function runnerFiles(temp, door) {
    const files = {
        event: (0,external_node_path_.join)(temp, `${door}-event.json`),
        output: (0,external_node_path_.join)(temp, `${door}-output`),
        state: (0,external_node_path_.join)(temp, `${door}-state`),
        summary: (0,external_node_path_.join)(temp, `${door}-summary`),
    };
    for (const file of [files.output, files.state, files.summary])
        await (0,promises_.writeFile)(file, '');
    return files;
}
/** Reads a file of `name<<DELIMITER` blocks, the form in which steps hand values to the runner. */
async function readCommandFile(file) {
    const values = {};
    const lines = (await (0,promises_.readFile)(file, 'utf8')).split(/\r?\n/);
    for (let index = 0; index < lines.length; index += 1) {
        const opening = /^([^=<]+)<<(.+)$/.exec(lines[index] ?? '');
        if (opening?.[1] === undefined)
            continue;
        const end = lines.indexOf(opening[2] ?? '', index + 1);
        if (end === -1)
            break;
        values[opening[1]] = lines.slice(index + 1, end).join('\n');
        index = end;
    }
    return values;
}

;// CONCATENATED MODULE: ./build/demo/project.js
/** The small real project of the demo: a library with a defect, its tests, and a policy. */
const DEMO_FILES = {
    'package.json': `{
  "name": "price-tags",
  "version": "1.0.0",
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
    'README.md': `# price-tags

Formats amounts of money for price tags. \`formatPrice(1999, 'EUR')\` gives \`19.99 EUR\`.
`,
    'src/price.js': `/** Formats an amount in cents. */
export function formatPrice(cents, currency) {
  const whole = Math.floor(cents / 100);
  const rest = cents % 100;
  return \`\${whole}.\${rest} \${currency}\`;
}
`,
    'test/price.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPrice } from '../src/price.js';

test('an amount has its cents', () => {
  assert.equal(formatPrice(1999, 'EUR'), '19.99 EUR');
});

test('fewer than ten cents have a leading zero', () => {
  assert.equal(formatPrice(1905, 'EUR'), '19.05 EUR');
});
`,
    '.github/countersign.yml': `version: 1
mode: ask
auto:
  - kind:readonly
  - fs_edit(src/**)
  - fs_write(src/**)
  - bash_run(npm test)
  - todo_write
deny:
  - rule: bash_run(@force-push)
    reason: History on this repository is never rewritten.
requireApproval:
  - rule: bash_run(git commit *)
    reason: A maintainer reads every commit before it is made.
approvals: { from: [write], count: 1, wait: 2m, then: deny }
sandbox: preferred
budget: { turns: 20, calls: 40, minutes: 10, tokens: 1M, usd: 1 }
`,
};
const DEMO_ISSUE = {
    title: 'Prices with fewer than ten cents are printed wrong',
    body: `\`formatPrice(1905, 'EUR')\` gives \`19.5 EUR\`, it should give \`19.05 EUR\`.

The tests show it. Please fix it and commit the fix.`,
};
/** What the scripted model does, turn by turn; each `expect` holds it against what really came back. */
const DEMO_SCRIPT = {
    turns: [
        {
            blocks: [
                { type: 'text', text: 'I look at the code and its tests first.' },
                {
                    type: 'tool_use',
                    name: 'todo_write',
                    input: {
                        todos: [
                            { text: 'Understand the defect', status: 'in_progress' },
                            { text: 'Fix it and run the tests', status: 'pending' },
                            { text: 'Commit the fix', status: 'pending' },
                        ],
                    },
                },
                { type: 'tool_use', name: 'fs_read', input: { path: 'src/price.js' } },
                { type: 'tool_use', name: 'fs_read', input: { path: 'test/price.test.js' } },
                { type: 'tool_use', name: 'fs_grep', input: { pattern: 'formatPrice' } },
            ],
        },
        {
            expect: 'cents % 100',
            blocks: [
                { type: 'text', text: 'The cents are not padded. I change that one line.' },
                {
                    type: 'tool_use',
                    name: 'fs_edit',
                    input: {
                        path: 'src/price.js',
                        old_string: 'const rest = cents % 100;',
                        new_string: "const rest = String(cents % 100).padStart(2, '0');",
                    },
                },
            ],
        },
        {
            blocks: [
                { type: 'text', text: 'Now the tests of the project.' },
                { type: 'tool_use', name: 'bash_run', input: { command: 'npm test' } },
            ],
        },
        {
            blocks: [
                { type: 'text', text: 'They pass. I ask to commit.' },
                {
                    type: 'tool_use',
                    name: 'bash_run',
                    input: { command: "git commit --all --message 'Pad the cents of a price'" },
                },
            ],
        },
        {
            blocks: [
                {
                    type: 'tool_use',
                    name: 'todo_write',
                    input: {
                        todos: [
                            { text: 'Understand the defect', status: 'done' },
                            { text: 'Fix it and run the tests', status: 'done' },
                            { text: 'Commit the fix', status: 'done' },
                        ],
                    },
                },
                {
                    type: 'tool_use',
                    name: 'finish',
                    input: {
                        outcome: 'done',
                        summary: 'formatPrice now pads the cents to two digits: 1905 gives "19.05". One line changed in src/price.js; the tests pass; the fix is committed.',
                    },
                },
            ],
        },
    ],
};

;// CONCATENATED MODULE: ./build/demo/index.js










;// CONCATENATED MODULE: ./build/cli/demo.js








const MAINTAINER = 'octo-maintainer';
const REQUESTER = 'octo-requester';
const CARD = /`(ap-[0-9a-z]{8})`/;
/** `demo`: the main job, offline, with the bundle that the action runs, against the local GitHub. */
const demoCommands = [
    {
        name: 'demo',
        summary: 'See the main job run offline: an issue, an edit, a card, an approval, a trail that verifies',
        options: [
            { flags: '--out <dir>', summary: 'an empty folder to work in; a temporary one where absent' },
            { flags: '--verbose', summary: 'print the whole log of the step' },
        ],
        run: demo,
    },
];
async function demo(call, io) {
    const out = textOption(call, 'out');
    const folder = out === null ? await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'countersign-demo-')) : (0,external_node_path_.resolve)(io.cwd, out);
    const say = (text) => {
        if (!call.json)
            io.out(`${(0,base/* visible */.RK)(text)}\n`);
    };
    const stage = await setStage({
        folder,
        files: DEMO_FILES,
        path: io.environment['PATH'] ?? '',
        bundle: bundleFolder(),
    });
    try {
        const end = await play(stage, folder, say);
        if (switchOption(call, 'verbose'))
            say(end.log);
        return await proof(end, folder, { call, io, say });
    }
    finally {
        await stage.close();
    }
}
/** The bundle that this very program was started from. */
function bundleFolder() {
    const started = process.argv[1];
    if (started === undefined)
        throw new base/* CountersignError */.WS('internal', 'The program has no path.');
    return (0,external_node_path_.dirname)((0,external_node_path_.resolve)(started));
}
async function play(stage, folder, say) {
    const { github } = stage;
    github.person(MAINTAINER, 'write');
    github.person(REQUESTER, 'write');
    const issue = github.issue({ author: REQUESTER, ...DEMO_ISSUE });
    const ask = github.comment({
        login: REQUESTER,
        issue: issue.number,
        body: '/countersign fix this, run the tests, and commit',
    });
    say(`@${REQUESTER} opened issue #${issue.number}: ${DEMO_ISSUE.title}`);
    say(`@${REQUESTER} wrote: ${ask.body}`);
    const answered = new Set();
    github.onComment((comment) => {
        const id = comment.body.includes('countersign:card') ? CARD.exec(comment.body)?.[1] : undefined;
        if (id === undefined || answered.has(id))
            return;
        answered.add(id);
        say(`\nThe run asks on a card:\n${indent(comment.body)}\n`);
        say(`@${MAINTAINER} answers: /approve ${id}\n`);
        setTimeout(() => {
            github.comment({ login: MAINTAINER, issue: issue.number, body: `/approve ${id}` });
        }, ANSWER_DELAY_MS);
    });
    const script = (0,external_node_path_.join)(folder, 'script.json');
    await (0,promises_.writeFile)(script, JSON.stringify(DEMO_SCRIPT));
    say('The action starts, as the runner would start it.');
    const end = await stage.step('action', {
        event: { name: 'issue_comment', payload: github.commentEvent(ask.id, 'created') },
        inputs: { model: `scripted:${script}` },
    });
    say(`The step ended with exit code ${end.exitCode}, outcome ${end.outputs['outcome'] ?? 'none'}.`);
    say(indent(end.outputs['summary'] ?? ''));
    say(`\nWhat the run left in git:\n${indent(await stage.git('log', '--stat', '--oneline', '-1'))}`);
    return end;
}
/** Into the value of the first approved state that the trail holds. */
const STATE_OFFSET = 10;
/** GitHub's times have whole seconds: an answer within the card's own second would not be after it. */
const ANSWER_DELAY_MS = 1_500;
async function proof(end, folder, at) {
    const trail = end.outputs['audit-path'] ?? '';
    const heads = [{ hash: end.outputs['audit-head'] ?? '' }];
    const intact = await verifyAt(trail, { heads, requireEnd: true });
    at.say(`\nTrail:  ${trail}\nReport: ${(0,external_node_path_.join)(trail, 'report.html')}\n`);
    at.say(`audit verify: ${verdictText(intact)}`);
    const copy = (0,external_node_path_.join)(folder, 'tampered');
    await (0,promises_.cp)(trail, copy, { recursive: true });
    const file = (0,external_node_path_.join)(copy, audit/* TRAIL_FILE */.eB);
    const bytes = await (0,promises_.readFile)(file);
    const place = Math.max(0, bytes.indexOf('"state":"APPROVED"')) + STATE_OFFSET;
    bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
    await (0,promises_.writeFile)(file, bytes);
    const broken = await verifyAt(copy, { heads, requireEnd: true });
    at.say(`\nOne byte of a copy is changed (byte ${place}).\naudit verify: ${verdictText(broken)}`);
    const shown = end.exitCode === 0 && intact.kind === 'intact' && broken.kind === 'broken';
    if (at.call.json) {
        const result = { outcome: end.outputs['outcome'] ?? null, trail, intact, broken, shown };
        at.io.out(`${JSON.stringify(result, null, 2)}\n`);
    }
    else if (!shown)
        at.say(end.log);
    return shown ? EXIT.ok : EXIT.no;
}
function indent(text) {
    return text
        .trimEnd()
        .split('\n')
        .map((line) => `    ${line}`)
        .join('\n');
}

// EXTERNAL MODULE: ./build/policy/index.js + 101 modules
var build_policy = __webpack_require__(59912);
// EXTERNAL MODULE: ./build/run/secrets.js
var secrets = __webpack_require__(70299);
;// CONCATENATED MODULE: ./build/cli/finding.js
function good(check, found) {
    return { check, level: 'ok', found, change: null };
}
function bad(check, found, change) {
    return { check, level: 'problem', found, change };
}
function unknown(check, found, change = null) {
    return { check, level: 'unknown', found, change };
}

;// CONCATENATED MODULE: ./build/cli/doctor-machine.js




/** What is found out about the machine by trying it. This file starts processes and looks at files. */
const SUDO_TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 10_000;
const REQUIRE = 'Write sandbox: required as an input of the action.';
const SOCKETS = ['/var/run/docker.sock', '/run/podman/podman.sock'];
/** The sandbox by its own probes, programs, sudo, the docker socket, and what a checkout left behind. */
async function machineFindings(root, io) {
    const env = { PATH: io.environment['PATH'] ?? '' };
    const found = (name) => (0,sandbox/* findProgram */.Kp)(name, { env, cwd: '/' });
    const git = found('git');
    const search = found('rg');
    return [
        ...(await sandboxFindings(root, io)),
        git === null
            ? bad('git', 'git is not installed.', 'Install git.')
            : good('git', `git is ${git}.`),
        search === null
            ? good('ripgrep', 'ripgrep is not installed; git grep searches instead, which is slower.')
            : good('ripgrep', `ripgrep is ${search}.`),
        await sudoFinding(found('sudo'), env),
        await socketFinding(),
        await credentialFinding(root),
    ];
}
async function sandboxFindings(root, io) {
    const change = 'Install bubblewrap on a Linux runner that allows user namespaces; without it commands ask.';
    try {
        const workspace = await (0,sandbox/* openWorkspace */.OH)(root);
        const { runner, probes } = await (0,sandbox/* createCommandRunner */._m)({
            workspace,
            mode: 'preferred',
            network: [],
            environment: io.environment,
        });
        await runner.close();
        const fallen = probes
            .filter((probe) => !probe.held)
            .map(({ probe, detail }) => `${probe}: ${detail}`);
        if (runner.sandbox === 'none')
            return [bad('sandbox', `Commands have no sandbox here (${fallen.join('; ')}).`, change)];
        const told = `${runner.sandbox} holds: ${probes.length - fallen.length} of ${probes.length} walls were tried and stood`;
        return [
            good('sandbox', `${told}${fallen.length === 0 ? '' : ` (not: ${fallen.join('; ')})`}.`),
        ];
    }
    catch (error) {
        return [bad('sandbox', `The sandbox could not be tried: ${(0,base/* errorText */.kc)(error)}`, change)];
    }
}
async function sudoFinding(sudo, env) {
    if (process.getuid?.() === 0) {
        return unknown('sudo', 'This runs as root, so a command outside of a sandbox could do anything.', 'Run jobs as another user.');
    }
    if (sudo === null)
        return good('sudo', 'There is no sudo.');
    const tried = await (0,sandbox/* runTrusted */.$5)({
        argv: [sudo, '-n', 'true'],
        cwd: '/',
        env,
        timeoutMs: SUDO_TIMEOUT_MS,
        maxOutputBytes: MAX_OUTPUT_BYTES,
    });
    if (tried.exitCode !== 0)
        return good('sudo', 'sudo asks for a password.');
    const found = 'sudo works without a password, as on hosted runners: only the sandbox keeps commands from it.';
    return unknown('sudo', found, REQUIRE);
}
async function socketFinding() {
    for (const socket of SOCKETS) {
        try {
            await (0,promises_.stat)(socket);
            await (0,promises_.access)(socket, promises_.constants.W_OK);
            const found = `${socket} can be written to, which is as good as root: only the sandbox keeps commands from it.`;
            return unknown('docker', found, REQUIRE);
        }
        catch {
            // Not there, or not ours to write to: nothing to say of it.
        }
    }
    return good('docker', 'No docker socket can be written to.');
}
async function credentialFinding(root) {
    try {
        const left = await (0,sandbox/* persistedCredentials */.Oo)(root);
        if (left.length === 0)
            return good('credentials', "The checkout's git configuration holds no credentials.");
        const keys = left.map(({ key }) => key).join(', ');
        const found = `The checkout's git configuration holds credentials (${keys}).`;
        return bad('credentials', found, 'Add persist-credentials: false to actions/checkout.');
    }
    catch (error) {
        return unknown('credentials', `The git configuration could not be read: ${(0,base/* errorText */.kc)(error)}`);
    }
}

;// CONCATENATED MODULE: ./build/cli/workflow-lint.js



const PINNED = /@[0-9a-f]{40}$/;
const ACTION = /(?:^|\/)countersign(?:\/[^@]*)?@/i;
const HEAD = /github\.(?:event\.pull_request\.head|head_ref)|refs\/pull\//;
/** What the action itself can use; anything beyond is more than it needs. */
const USED = new Set([
    'contents',
    'issues',
    'pull-requests',
    'actions',
    'id-token',
    'attestations',
    'checks',
]);
/** What is unsafe in a workflow that uses Countersign; empty for one that does not use it. Never throws. */
function lintWorkflow(file, text) {
    const parsed = (0,build_policy/* parseYaml */.hN)(text);
    if (!parsed.ok) {
        const first = parsed.problems[0];
        const place = first === undefined ? '' : `:${first.line}:${first.column}`;
        return ACTION.test(text)
            ? [bad('workflow', `${file}${place} is not YAML.`, first?.fix ?? 'Mend it.')]
            : [];
    }
    const root = parsed.located?.value;
    if (!(0,base/* isJsonObject */.OW)(root))
        return [];
    const using = jobsOf(root).filter(({ steps }) => steps.some(isOurs));
    const findings = using.flatMap((job) => lintJob(file, root, job));
    return using.length > 0 && findings.length === 0
        ? [good('workflow', `${file} has nothing to change.`)]
        : findings;
}
function jobsOf(root) {
    const jobs = root['jobs'];
    if (!(0,base/* isJsonObject */.OW)(jobs))
        return [];
    return Object.entries(jobs).flatMap(([name, job]) => {
        if (!(0,base/* isJsonObject */.OW)(job))
            return [];
        const steps = Array.isArray(job['steps'])
            ? job['steps'].filter((step) => (0,base/* isJsonObject */.OW)(step))
            : [];
        return [{ name, job, steps }];
    });
}
function usesOf(step) {
    const { uses } = step;
    return typeof uses === 'string' ? uses : '';
}
/** By its name, or as the repository's own action with an input that only this one has. */
function isOurs(step) {
    if (ACTION.test(usesOf(step)))
        return true;
    const inputs = step['with'];
    return usesOf(step) === './' && (0,base/* isJsonObject */.OW)(inputs) && 'approvals' in inputs;
}
function lintJob(file, root, job) {
    const where = `${file}, job ${job.name}`;
    return [
        ...permissionFindings(where, job.job['permissions'] ?? root['permissions']),
        ...pinFindings(where, job.steps),
        ...checkoutFindings(where, job.steps, triggersOf(root['on'])),
        ...concurrencyFindings(where, [job.job['concurrency'], root['concurrency']]),
    ];
}
function permissionFindings(where, permissions) {
    if (permissions === undefined) {
        const change = 'Write a permissions: block with what the action needs: contents: read, issues: write, pull-requests: write.';
        return [
            bad('permissions', `${where} has no permissions: block, so its token has the repository's default.`, change),
        ];
    }
    if (permissions === 'write-all') {
        return [
            bad('permissions', `${where} has permissions: write-all.`, 'Name each permission that is needed.'),
        ];
    }
    if (!(0,base/* isJsonObject */.OW)(permissions))
        return [];
    const more = Object.entries(permissions)
        .filter(([name, level]) => level === 'write' && !USED.has(name))
        .map(([name]) => `${name}: write`);
    if (more.length === 0)
        return [];
    return [
        bad('permissions', `${where} grants more than Countersign uses: ${more.join(', ')}.`, `Take away ${more.join(', ')}.`),
    ];
}
function pinFindings(where, steps) {
    return steps.map(usesOf).flatMap((uses) => {
        if (uses === '' || uses.startsWith('./') || uses.startsWith('docker://') || PINNED.test(uses))
            return [];
        const change = `Write the full commit: uses: ${uses.replace(/@.*$/, '')}@<40 hexadecimal digits> # ${uses.split('@')[1] ?? 'version'}`;
        return [bad('pins', `${where} uses ${uses}, which somebody else can move.`, change)];
    });
}
function checkoutFindings(where, steps, triggers) {
    return steps
        .filter((step) => usesOf(step).startsWith('actions/checkout@'))
        .flatMap((step) => {
        const inputs = (0,base/* isJsonObject */.OW)(step['with']) ? step['with'] : {};
        const keeps = plainText(inputs['persist-credentials'] ?? 'true') !== 'false';
        const left = bad('checkout', `${where} leaves the token in the checkout, where other steps and programs find it.`, 'Add persist-credentials: false to actions/checkout.');
        const chosen = `${plainText(inputs['ref'])} ${plainText(inputs['repository'])}`;
        const head = bad('pull_request_target', `${where} runs on pull_request_target and checks out the pull request's head: a stranger's files beside the repository's secrets.`, 'Leave out ref: (the action fetches the head by itself, as data), or run on pull_request.');
        const isTarget = triggers.includes('pull_request_target') && HEAD.test(chosen);
        return [...(keeps ? [left] : []), ...(isTarget ? [head] : [])];
    });
}
/** Inputs may be written as words, booleans or numbers; anything else is no input. */
function plainText(value) {
    return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
        ? String(value).trim()
        : '';
}
function concurrencyFindings(where, all) {
    const cancels = all.some((one) => one !== undefined && (0,base/* isJsonObject */.OW)(one) && one['cancel-in-progress'] === true);
    if (!cancels)
        return [];
    const change = 'Write cancel-in-progress: false, or leave concurrency: out.';
    return [
        bad('concurrency', `${where} cancels a run in progress: an answer to a card would end the run that waits for it.`, change),
    ];
}
function triggersOf(on) {
    if (typeof on === 'string')
        return [on];
    if (Array.isArray(on))
        return on.filter((one) => typeof one === 'string');
    return (0,base/* isJsonObject */.OW)(on) ? Object.keys(on) : [];
}

;// CONCATENATED MODULE: ./build/cli/doctor.js










const DEFAULT_POLICY = '.github/countersign.yml';
const WORKFLOWS = '.github/workflows';
const MAX_WORKFLOWS = 200;
const MAX_FILE_BYTES = 1024 * 1024;
const REQUEST_TIMEOUT_MS = 15_000;
const MAX_LIMIT_WAIT_MS = 5_000;
/** `doctor`: what of this machine and repository keeps Countersign's walls from standing, and what to change. */
const doctorCommands = [
    {
        name: 'doctor',
        summary: 'Probe this machine and repository, and say what to change',
        options: [
            { flags: '--workspace <dir>', summary: 'the checkout', default: '.' },
            {
                flags: '--policy <file>',
                summary: 'the policy, from the root of the checkout',
                default: DEFAULT_POLICY,
            },
        ],
        examples: [
            'countersign doctor',
            'GITHUB_TOKEN=… GITHUB_REPOSITORY=octo-org/octo-repo countersign doctor --json',
        ],
        run: doctor,
    },
];
async function doctor(call, io) {
    const root = (0,external_node_path_.resolve)(io.cwd, textOption(call, 'workspace') ?? '.');
    const findings = [
        ...(await machineFindings(root, io)),
        await policyFinding(root, textOption(call, 'policy') ?? DEFAULT_POLICY),
        ...(await workflowFindings(root)),
        ...(await gitHubFindings(io)),
    ];
    const problems = findings.filter(({ level }) => level === 'problem').length;
    if (call.json)
        io.out(`${JSON.stringify({ ok: problems === 0, findings }, null, 2)}\n`);
    else {
        const end = problems === 0 ? 'Nothing has to be changed.' : `${problems} to change.`;
        io.out(`${findings.map(lineOf).join('\n')}\n\n${end}\n`);
    }
    return problems === 0 ? EXIT.ok : EXIT.no;
}
const MARK = { ok: 'ok     ', problem: 'CHANGE ', unknown: 'note   ' };
function lineOf({ check, level, found, change }) {
    const line = `${MARK[level]}${check}: ${(0,base/* visible */.RK)(found)}`;
    return change === null ? line : `${line}\n         -> ${(0,base/* visible */.RK)(change)}`;
}
async function policyFinding(root, path) {
    const text = await readSmall((0,external_node_path_.join)(root, path));
    if (text === null) {
        const found = `There is no ${path} here, so the strict built-in policy holds.`;
        return unknown('policy', found, 'Write one, beginning with: countersign policy preset fix.');
    }
    const { errors, warnings } = (0,build_policy/* checkPolicy */.hM)(text, { file: path });
    const [first] = errors.length > 0 ? errors : warnings;
    if (first === undefined)
        return good('policy', `${path} is valid.`);
    const said = `${path}:${first.line}:${first.column}: ${first.message}`;
    return errors.length > 0
        ? bad('policy', said, first.fix)
        : unknown('policy', `${said} (${warnings.length} warnings)`, first.fix);
}
async function workflowFindings(root) {
    const folder = (0,external_node_path_.join)(root, WORKFLOWS);
    const names = await (0,promises_.readdir)(folder).catch(() => []);
    const files = names
        .filter((name) => /\.ya?ml$/.test(name))
        .sort()
        .slice(0, MAX_WORKFLOWS);
    const all = [];
    for (const name of files) {
        const text = await readSmall((0,external_node_path_.join)(folder, name));
        if (text !== null)
            all.push(...lintWorkflow(`${WORKFLOWS}/${name}`, text));
    }
    return all.length > 0
        ? all
        : [unknown('workflow', `No workflow in ${WORKFLOWS} uses Countersign.`)];
}
/** A regular file of bounded size; `null` where there is none. */
async function readSmall(path) {
    try {
        const about = await (0,promises_.stat)(path);
        return about.isFile() && about.size <= MAX_FILE_BYTES ? await (0,promises_.readFile)(path, 'utf8') : null;
    }
    catch {
        return null;
    }
}
async function gitHubFindings({ environment }) {
    const token = environment['GITHUB_TOKEN'] ?? '';
    const [owner, repo, more] = (environment['GITHUB_REPOSITORY'] ?? '').split('/');
    if (token === '' || owner === undefined || repo === undefined || more !== undefined) {
        return [
            unknown('github', 'GitHub was not asked: GITHUB_TOKEN and GITHUB_REPOSITORY (owner/name) are not both set.'),
        ];
    }
    try {
        const settings = await (0,github/* repositorySettings */.C6)({
            token,
            owner,
            repo,
            apiUrl: environment['GITHUB_API_URL'] ?? 'https://api.github.com',
            redactor: (0,secrets/* redactorFor */.sD)(environment, { 'github-token': token }),
            clock: base/* systemClock */.ml,
            requestTimeoutMs: REQUEST_TIMEOUT_MS,
            maxLimitWaitMs: MAX_LIMIT_WAIT_MS,
        });
        return settingFindings(settings);
    }
    catch (error) {
        return [unknown('github', `GitHub could not be asked: ${(0,base/* errorText */.kc)(error)}`)];
    }
}
function doctor_tell(check, value, words) {
    if (value === null)
        return unknown(check, 'The token may not see this setting.');
    return value ? words.yes : words.no;
}
function settingFindings(settings) {
    const { defaultBranch, isProtected, tokenDefault, mayApprovePulls, forksGetSecrets } = settings;
    const actions = 'Settings, Actions, General';
    return [
        doctor_tell('branch', isProtected, {
            yes: good('branch', `${defaultBranch} is protected.`),
            no: bad('branch', `${defaultBranch} is not protected: whoever can push there changes the policy without a review.`, 'Protect it, and require reviews for .github/.'),
        }),
        doctor_tell('token', tokenDefault === null ? null : tokenDefault === 'read', {
            yes: good('token', 'Workflows get a token that can only read unless they say otherwise.'),
            no: bad('token', 'Workflows that say nothing get a token that can write.', `Under ${actions}, choose read permissions.`),
        }),
        doctor_tell('approve', mayApprovePulls === null ? null : !mayApprovePulls, {
            yes: good('approve', 'Workflows cannot approve pull requests.'),
            no: bad('approve', 'Workflows can approve pull requests.', `Under ${actions}, forbid it.`),
        }),
        settings.isPublic
            ? good('forks', 'Pull requests from forks get no secrets and a token that can only read.')
            : doctor_tell('forks', forksGetSecrets === null ? null : !forksGetSecrets, {
                yes: good('forks', 'Pull requests from forks get no secrets and no token that can write.'),
                no: bad('forks', 'Pull requests from forks get secrets or a token that can write.', `Under ${actions}, turn both off.`),
            }),
        ...settings.unknown.map((because) => unknown('github', because)),
    ];
}

// EXTERNAL MODULE: ./build/calls/index.js + 15 modules
var calls = __webpack_require__(29202);
// EXTERNAL MODULE: ./build/run/toolbox.js + 1 modules
var toolbox = __webpack_require__(79106);
// EXTERNAL MODULE: ./build/tools/index.js + 46 modules
var build_tools = __webpack_require__(89082);
;// CONCATENATED MODULE: ./build/cli/policy-files.js
// I/O: reads the policy's file and opens the checkout.










const policy_files_DEFAULT_POLICY = '.github/countersign.yml';
const WORKSPACE = {
    flags: '--workspace <dir>',
    summary: 'the checkout',
    default: '.',
};
const POLICY = {
    flags: '--policy <file>',
    summary: `the policy; ${policy_files_DEFAULT_POLICY} of the workspace where absent`,
};
/** The policy that was named, or the workspace's own. Throws `policy-unreadable` where a named one cannot be read. */
async function policyFile(call, io, named) {
    const root = (0,external_node_path_.resolve)(io.cwd, textOption(call, 'workspace') ?? '.');
    const path = named === null ? (0,external_node_path_.join)(root, policy_files_DEFAULT_POLICY) : (0,external_node_path_.resolve)(io.cwd, named);
    try {
        return {
            file: named === null ? policy_files_DEFAULT_POLICY : shownPath(io.cwd, path),
            bytes: await (0,promises_.readFile)(path),
        };
    }
    catch (cause) {
        if (named === null)
            return { file: policy_files_DEFAULT_POLICY, bytes: null };
        throw new base/* CountersignError */.WS('policy-unreadable', `The policy ${path} cannot be read.`, {
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
    throw new base/* CountersignError */.WS('policy-unreadable', `There is no ${file}.`, {
        fix: 'Name the policy. Without one the strict built-in policy holds.',
    });
}
/** The policy that a run would have: the built-in one where there is no file. Throws `policy-invalid`. */
async function policyOf(call, io) {
    const { file, bytes } = await policyFile(call, io, textOption(call, 'policy'));
    return bytes === null ? (0,build_policy/* builtinPolicy */.Kp)() : loaded(file, bytes);
}
/** A policy from its bytes. Throws `policy-invalid` with every problem and its place. */
function loaded(file, bytes) {
    const result = (0,build_policy/* loadPolicy */.tb)(bytes, { file });
    if (result.ok)
        return result.policy;
    throw new base/* CountersignError */.WS('policy-invalid', result.problems.map(build_policy/* problemText */.fI).join('\n'));
}
/** Opens the checkout for judging calls; nothing is run in it. */
async function withCalls(call, io, use) {
    const workspace = await (0,sandbox/* openWorkspace */.OH)((0,external_node_path_.resolve)(io.cwd, textOption(call, 'workspace') ?? '.'));
    const { runner } = await (0,sandbox/* createCommandRunner */._m)({
        workspace,
        mode: 'off',
        network: [],
        environment: io.environment,
    });
    try {
        const world = {
            bus: (0,calls/* createBus */.hQ)(() => undefined),
            redactor: (0,secrets/* redactorFor */.sD)(io.environment, {}),
            environment: io.environment,
        };
        const tools = (0,toolbox/* builtinTools */.F)(world, { workspace, commands: runner }, (0,build_tools/* createReadLedger */.uK)({ unread: 'allow' }));
        return await use({ tools, world: (0,sandbox/* workspaceWorld */.ge)(workspace.root) });
    }
    finally {
        await runner.close();
    }
}

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
async function gather(path) {
    const calls = new Map();
    const blobs = (0,audit/* blobsIn */.uo)((await recorded_calls_isFolder(path)) ? path : (0,external_node_path_.dirname)(path));
    for await (const entry of (0,audit/* readTrail */.hd)(path)) {
        if (entry.type === 'call.state' && entry.state === 'PENDING' && calls.size < MAX_CALLS) {
            calls.set(entry.call, {
                id: `${entry.run}/${entry.call}`,
                pending: entry,
                blobs,
                verdict: null,
                approved: false,
            });
        }
        const call = 'call' in entry && entry.call !== null ? calls.get(entry.call) : undefined;
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
async function recorded_calls_isFolder(path) {
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
    const exact = (0,base/* digestOf */.ol)(known.input) === verdict.argumentsSha256;
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
        const facts = (0,build_policy/* usualFacts */.Mp)(of.name, null);
        return {
            facts: { ...facts, kind: build_policy/* KINDS */.GW.find((kind) => kind === of.kind) ?? facts.kind },
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
        return await restored((0,base/* tameJson */.ok)(JSON.parse(text ?? 'null')), blobs, 0);
    }
    catch {
        return null;
    }
}
/** Arguments with what was cut into blobs put back. What is not there, or is not what its name says, stays cut. */
async function restored(value, blobs, depth) {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH)
        return value;
    if (!(0,base/* isJsonObject */.OW)(value))
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
    return bytes === null || (0,base/* sha256 */.sc)(bytes) !== digest ? null : bytes.toString('utf8');
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
const DEFAULT_TIMES = '2';
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
                default: DEFAULT_TIMES,
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
        io.err(`note: ${(0,base/* visible */.RK)(note)}\n`);
}
/** For programs: what is printed as notes, with every call by its id. */
function recordedJson({ inexact, skipped }) {
    return { inexact: [...inexact], skipped: skipped.map((each) => ({ ...each })) };
}
async function policy_compare_diff(call, io) {
    const [oldFile = '', newFile = ''] = call.args;
    const [before, after] = await Promise.all([oldFile, newFile].map((file) => neededPolicyFile(call, io, file)));
    if (before === undefined || after === undefined)
        return EXIT.unusable;
    const [old, now] = [loaded(before.file, before.bytes), loaded(after.file, after.bytes)];
    return await withCalls(call, io, async ({ tools, world }) => {
        const recorded = await recordedCalls(listOption(call, 'trail'), tools, io.cwd);
        const found = (0,build_policy/* diffPolicies */.wR)(old, now, { calls: recorded.calls, world });
        if (call.json)
            io.out(`${JSON.stringify({ ...diffJson(found), ...recordedJson(recorded) }, null, 2)}\n`);
        else {
            noteOnStderr(io, notesOn(recorded));
            io.out(`${(0,base/* visible */.RK)((0,build_policy/* diffText */.NI)(found))}\n`);
            if (found.noLongerAsked.length > 0)
                io.out(`No longer asked: ${found.noLongerAsked.length} of the newly auto calls\n`);
            io.out(found.loosens
                ? 'The new policy gives more room.\n'
                : 'The new policy gives no more room in any call that was tried.\n');
        }
        return switchOption(call, 'strict') && found.loosens ? EXIT.no : EXIT.ok;
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
        const result = (0,build_policy/* replay */.eZ)(policy, recorded.calls, world);
        if (call.json)
            io.out(`${JSON.stringify({ ...replayJson(result), ...recordedJson(recorded) }, null, 2)}\n`);
        else {
            noteOnStderr(io, notesOn(recorded));
            io.out(`${(0,base/* visible */.RK)((0,build_policy/* replayText */.zl)(result))}\n`);
        }
        return EXIT.ok;
    });
}
function replayJson({ calls, flips, counts }) {
    return {
        calls,
        counts,
        flips: flips.map(({ call, from, to, verdict: { rule, line, because } }) => ({
            id: call.id,
            tool: call.facts.tool,
            facts: (0,base/* tameJson */.ok)(JSON.parse(JSON.stringify(call.facts))),
            from,
            to,
            rule,
            line,
            because,
        })),
    };
}
async function suggest(call, io) {
    const { file, bytes } = await neededPolicyFile(call, io, textOption(call, 'policy'));
    const policy = loaded(file, bytes);
    const times = timesOf(call);
    return await withCalls(call, io, async ({ tools, world }) => {
        const recorded = await recordedCalls(call.args, tools, io.cwd);
        // A rule must come from what people approved to the letter, never from a text with something taken out.
        const exact = recorded.calls.filter(({ id }) => !recorded.inexact.has(id));
        const { suggestions, patch } = (0,build_policy/* suggestRules */.UJ)(policy, exact, {
            policyText: bytes.toString('utf8'),
            world,
            times,
        });
        if (call.json) {
            const rules = suggestions.map(({ rule, calls, ids }) => ({ rule, calls, ids }));
            io.out(`${JSON.stringify({ file, suggestions: rules, patch, ...recordedJson(recorded) }, null, 2)}\n`);
            return EXIT.ok;
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
        io.out((0,base/* visible */.RK)(patch));
        return EXIT.ok;
    });
}
function timesOf(call) {
    const text = textOption(call, 'times') ?? DEFAULT_TIMES;
    if (/^[1-9]\d{0,5}$/.test(text))
        return Number(text);
    throw new base/* CountersignError */.WS('input-invalid', `--times is ${JSON.stringify(text)}.`, {
        fix: 'Write a whole number from 1 on.',
    });
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
    const lines = switchOption(call, 'stdin') ? linesOf(await io.stdin()) : [oneCall(call)];
    return await withCalls(call, io, ({ tools, world }) => {
        const situation = {
            world,
            untrusted: switchOption(call, 'untrusted'),
            sandboxed: call.options['sandbox'] !== false,
        };
        for (const line of lines) {
            const answer = answerFor(line, { tools, policy, situation });
            io.out(call.json ? `${JSON.stringify(answer.json)}\n` : `${(0,base/* visible */.RK)(answer.text)}\n`);
        }
        return Promise.resolve(EXIT.ok);
    });
}
function linesOf(text) {
    return text.split('\n').filter((line) => line.trim() !== '');
}
function oneCall(call) {
    const command = textOption(call, 'command');
    if (command !== null)
        return JSON.stringify({ tool: 'bash_run', input: { command } });
    const input = textOption(call, 'input');
    if (input === null) {
        throw new base/* CountersignError */.WS('input-invalid', 'No call was named.', {
            fix: 'Write --command "…", or --tool NAME --input JSON, or --stdin.',
        });
    }
    return `{"tool":${JSON.stringify(textOption(call, 'tool') ?? 'bash_run')},"input":${input}}`;
}
/**
 * The answer for one line. Input that the tool would not take is `deny`: in a run such a call never happens. A tool that
 * is not there (of a server, of the repository) is judged by what is known from its name.
 */
function answerFor(line, of) {
    const asked = policy_explain_readCall(line);
    const tool = of.tools.find((candidate) => candidate.name === asked.tool);
    if (tool === undefined)
        return explained((0,build_policy/* explain */.WE)(of.policy, (0,build_policy/* usualFacts */.Mp)(asked.tool, null), of.situation));
    const prepared = tool.prepare(asked.input);
    if (!prepared.ok)
        return refusal(prepared.error.message);
    return explained((0,build_policy/* explain */.WE)(of.policy, prepared.call.facts, of.situation));
}
function explained(explanation) {
    return { json: policy_explain_jsonOf(explanation), text: (0,build_policy/* explanationText */.jY)(explanation) };
}
function policy_explain_jsonOf({ verdict, problem, toPass, cannotPass }) {
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
    if ((0,base/* isJsonObject */.OW)(value) && typeof value['tool'] === 'string') {
        return { tool: value['tool'], input: (0,base/* tameJson */.ok)(value['input'] ?? {}) };
    }
    throw new base/* CountersignError */.WS('input-invalid', `This is no call: ${line.slice(0, 200)}`, {
        fix: 'Write one JSON object a line: {"tool":"bash_run","input":{"command":"ls"}}.',
    });
}

// EXTERNAL MODULE: ./build/version.js
var version = __webpack_require__(58508);
;// CONCATENATED MODULE: ./build/cli/policy-make.js
// I/O: reads the settings that are imported.






const MAX_IMPORT_BYTES = 2 * 1024 * 1024;
const SCHEMA_URL = `https://raw.githubusercontent.com/countersign/countersign/v${version/* VERSION */.x}/schema/policy.schema.json`;
/** `policy import`, `policy preset` and `policy schema`: a policy to start from. Nothing is written but to the output. */
const makeCommands = [
    {
        name: 'policy import',
        summary: "Print another agent's permissions as a policy; what could not be carried over is told on stderr",
        arguments: '<file>',
        argumentSummary: 'its settings; - reads standard input',
        options: [{ flags: '--from <agent>', summary: `one of ${build_policy/* DIALECTS */.O9.join(', ')}` }],
        examples: [
            'countersign policy import --from claude-code .claude/settings.json > .github/countersign.yml',
        ],
        run: importFile,
    },
    {
        name: 'policy preset',
        summary: 'Print a policy to start from, or without a name the list of them',
        arguments: '[name]',
        argumentSummary: `one of ${build_policy/* PRESETS */.fG.join(', ')}`,
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
    const from = textOption(call, 'from');
    const dialect = build_policy/* DIALECTS */.O9.find((known) => known === from);
    if (dialect === undefined) {
        const message = from === null ? '--from is missing.' : `--from is ${JSON.stringify(from)}.`;
        throw new base/* CountersignError */.WS('input-invalid', message, {
            fix: `Write one of: ${build_policy/* DIALECTS */.O9.join(', ')}.`,
        });
    }
    const imported = (0,build_policy/* importPolicy */.Uc)(dialect, await textToImport(call.args[0] ?? '-', io));
    if (!imported.ok)
        throw new base/* CountersignError */.WS('input-invalid', imported.message, { fix: imported.fix });
    const { text, carried, notCarried } = imported;
    if (call.json) {
        io.out(`${JSON.stringify({ from: dialect, policy: text, carried, notCarried }, null, 2)}\n`);
        return EXIT.ok;
    }
    io.out((0,base/* visible */.RK)(text));
    io.err(`${carried} rules were carried over, ${notCarried.length} were not, or only more strictly\n`);
    for (const { rule, why } of notCarried)
        io.err(`not carried over: ${(0,base/* visible */.RK)(`${rule}: ${why}`)}\n`);
    return EXIT.ok;
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
        throw new base/* CountersignError */.WS('input-invalid', `${path} cannot be read.`, {
            fix: 'Name a file that exists.',
            cause,
        });
    }
    throw new base/* CountersignError */.WS('input-invalid', `${path} has more than ${MAX_IMPORT_BYTES} bytes.`, {
        fix: "Name the agent's own settings file.",
    });
}
function preset(call, io) {
    const [named] = call.args;
    if (named === undefined) {
        const list = build_policy/* PRESETS */.fG.map((name) => ({
            name,
            about: (0,build_policy/* presetText */.n$)(name).split('\n')[0]?.replace(/^# /, '') ?? '',
        }));
        if (call.json)
            io.out(`${JSON.stringify(list, null, 2)}\n`);
        else
            for (const { name, about } of list)
                io.out(`${name.padEnd(10)}${about}\n`);
        return Promise.resolve(EXIT.ok);
    }
    const known = build_policy/* PRESETS */.fG.find((name) => name === named);
    if (known === undefined) {
        throw new base/* CountersignError */.WS('input-invalid', `There is no preset ${JSON.stringify(named)}.`, {
            fix: `Write one of: ${build_policy/* PRESETS */.fG.join(', ')}.`,
        });
    }
    const text = (0,build_policy/* presetText */.n$)(known, { schemaUrl: SCHEMA_URL });
    io.out(call.json ? `${JSON.stringify({ name: known, policy: text }, null, 2)}\n` : text);
    return Promise.resolve(EXIT.ok);
}
function schema(_call, io) {
    io.out(`${JSON.stringify((0,build_policy/* policyJsonSchema */.qF)(), null, 2)}\n`);
    return Promise.resolve(EXIT.ok);
}

;// CONCATENATED MODULE: ./build/cli/policy.js







const NAMED = {
    arguments: '[file]',
    argumentSummary: `the policy; ${policy_files_DEFAULT_POLICY} of the workspace where absent`,
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
    const result = (0,build_policy/* checkPolicy */.hM)(bytes, { file, knownTools: build_policy/* BUILTIN_TOOLS */.MH });
    if (call.json)
        io.out(`${JSON.stringify({ file, ...result }, null, 2)}\n`);
    else {
        for (const problem of result.errors)
            io.out(`${(0,base/* visible */.RK)(`error ${(0,build_policy/* problemText */.fI)(problem)}`)}\n`);
        for (const problem of result.warnings)
            io.out(`${(0,base/* visible */.RK)(`warning ${(0,build_policy/* problemText */.fI)(problem)}`)}\n`);
        io.out(`${(0,base/* visible */.RK)(summaryOf(file, result.errors, result.warnings))}\n`);
    }
    return result.ok ? EXIT.ok : EXIT.no;
}
function summaryOf(file, errors, warnings) {
    if (errors.length === 0 && warnings.length === 0)
        return `${file}: no problems`;
    return `${file}: ${errors.length} errors, ${warnings.length} warnings`;
}
/** The tests are judged as on every load: in a workspace without links, so that each machine gets the same answer. */
async function test(call, io) {
    const { file, bytes } = await neededPolicyFile(call, io, call.args[0] ?? null);
    const tested = (0,build_policy/* testPolicy */.Zp)(bytes, { file });
    if (!tested.ok) {
        if (call.json)
            io.out(`${JSON.stringify({ file, ok: false, problems: tested.problems }, null, 2)}\n`);
        else
            for (const problem of tested.problems)
                io.out(`${(0,base/* visible */.RK)(`error ${(0,build_policy/* problemText */.fI)(problem)}`)}\n`);
        return EXIT.no;
    }
    const results = tested.results.map((result) => ({
        ok: result.expected === result.actual,
        ...result,
    }));
    const failed = results.filter(({ ok }) => !ok).length;
    if (call.json) {
        io.out(`${JSON.stringify({ file, ok: failed === 0, passed: results.length - failed, failed, results }, null, 2)}\n`);
        return failed === 0 ? EXIT.ok : EXIT.no;
    }
    for (const { ok, call: name, expected, actual, because, line, column } of results) {
        const place = `${file}:${line}:${column}`;
        const said = ok
            ? `ok ${place}: ${name} is ${actual}`
            : `failed ${place}: ${name} is ${actual}, not ${expected}. ${because}`;
        io.out(`${(0,base/* oneLine */.TN)(said, MAX_LINE_CHARS)}\n`);
    }
    io.out(`${(0,base/* visible */.RK)(file)}: ${results.length - failed} passed, ${failed} failed\n`);
    return failed === 0 ? EXIT.ok : EXIT.no;
}

// EXTERNAL MODULE: ./build/approvals/index.js + 25 modules
var approvals = __webpack_require__(21788);
// EXTERNAL MODULE: ./build/run.js + 12 modules
var run = __webpack_require__(64519);
// EXTERNAL MODULE: ./build/run/asking.js + 1 modules
var asking = __webpack_require__(51102);
// EXTERNAL MODULE: ./build/run/cancel.js
var cancel = __webpack_require__(97314);
// EXTERNAL MODULE: ./build/run/log.js
var log = __webpack_require__(57332);
// EXTERNAL MODULE: ./build/run/prepare.js
var prepare = __webpack_require__(96685);
// EXTERNAL MODULE: ./build/run/tally.js
var run_tally = __webpack_require__(36656);
// EXTERNAL MODULE: ./build/run/trusted-files.js
var trusted_files = __webpack_require__(20831);
;// CONCATENATED MODULE: ./build/cli/run.js

















const run_DEFAULT_POLICY = '.github/countersign.yml';
/** `run`: the main job on a local checkout, with approvals at the terminal. */
const runCommands = [
    {
        name: 'run',
        summary: 'Work on a local checkout; whoever sits at the terminal approves',
        arguments: '[prompt...]',
        argumentSummary: 'what to do; - reads standard input',
        options: [
            { flags: '--workspace <dir>', summary: 'the checkout', default: '.' },
            {
                flags: '--policy <file>',
                summary: `the policy; ${run_DEFAULT_POLICY} of the checkout where absent`,
            },
            { flags: '--model <name>', summary: 'the model, or scripted:FILE' },
            { flags: '--approvals <where>', summary: 'terminal or fail', default: 'terminal' },
            { flags: '--trail <dir>', summary: 'where the trail goes; outside of the checkout' },
            { flags: '--system-prompt <text>', summary: 'text appended to the system prompt' },
            { flags: '--max-turns <n>', summary: 'turns at most' },
            { flags: '--max-calls <n>', summary: 'calls at most' },
            { flags: '--max-tokens <n>', summary: 'tokens at most' },
            { flags: '--max-usd <n>', summary: 'US dollars at most' },
            { flags: '--max-minutes <n>', summary: 'minutes at most' },
            { flags: '--sandbox-required', summary: 'stop where no OS sandbox can be had' },
        ],
        examples: [
            'ANTHROPIC_API_KEY=… countersign run "Fix the failing test"',
            'countersign run --model scripted:turns.json --approvals fail "Try the script"',
        ],
        run: runHere,
    },
];
async function runHere(call, io) {
    const job = await jobFrom(call, io);
    const key = io.environment['ANTHROPIC_API_KEY'] ?? null;
    const redactor = (0,secrets/* redactorFor */.sD)(io.environment, { 'anthropic-api-key': key });
    redactor.addPatterns((0,secrets/* patternsOf */.D4)(job.policy));
    const model = await (0,build_model/* createModel */.kQ)({
        model: textOption(call, 'model') ?? undefined,
        apiKey: key ?? undefined,
        baseUrl: io.environment['ANTHROPIC_BASE_URL'],
        cwd: io.cwd,
        clock: base/* systemClock */.ml,
    });
    const say = (text) => io.err(`${(0,base/* visible */.RK)(text)}\n`);
    const bus = (0,calls/* createBus */.hQ)((error) => say((0,base/* errorText */.kc)(error)));
    const { tally, listen } = (0,run_tally/* createTally */.X)();
    bus.on(listen);
    bus.on((0,log/* logListener */.d)({ line: say, group: (title) => say(`\n${title}`), endGroup: () => undefined }));
    const stop = (0,cancel/* cancelledBySignals */.W)();
    try {
        const report = await (0,run/* run */.e)(job, {
            clock: base/* systemClock */.ml,
            redactor,
            bus,
            tally,
            model,
            signal: stop.signal,
            environment: io.environment,
            ask: ({ trail }) => askHere(call, trail, job),
            tools: () => [],
            trusted: (0,trusted_files/* trustedFolder */.qe)(job.root),
            suspension: null,
        });
        return tellReport(report, call, io);
    }
    finally {
        stop.off();
    }
}
function askHere(call, trail, job) {
    const where = approvalsOf(call);
    if (where === 'fail' || !process.stdin.isTTY || !process.stderr.isTTY) {
        const because = where === 'fail' ? 'Approvals are set to fail.' : 'There is no terminal to ask at.';
        return (0,asking/* failAsking */.m)(trail, because);
    }
    const approver = (0,approvals/* createTerminalApprover */.cN)({
        input: process.stdin,
        output: process.stderr,
        trail,
        clock: base/* systemClock */.ml,
        login: job.requester ?? 'terminal',
    });
    return {
        approver,
        claim: (request, answer) => (0,approvals/* consumeApproval */.M8)({ trail, github: null, request, answer }),
        parkedCard: () => null,
        ended: () => null,
    };
}
function approvalsOf(call) {
    const where = textOption(call, 'approvals') ?? 'terminal';
    if (where === 'terminal' || where === 'fail')
        return where;
    throw new base/* CountersignError */.WS('input-invalid', `--approvals is ${JSON.stringify(where)}.`, {
        fix: 'Write --approvals terminal or --approvals fail.',
    });
}
async function jobFrom(call, io) {
    const root = (0,external_node_path_.resolve)(io.cwd, textOption(call, 'workspace') ?? '.');
    const { policy, source } = await localPolicy(call, root, io);
    const runId = (0,base/* newRunId */.F$)();
    const words = call.args.join(' ');
    const request = (words === '-' ? await io.stdin() : words).trim();
    if (request === '') {
        throw new base/* CountersignError */.WS('input-invalid', 'Nothing was asked for.', {
            fix: 'Write what to do: countersign run "Fix the failing test".',
        });
    }
    approvalsOf(call);
    const temp = io.environment['TMPDIR'] ?? '/tmp';
    return {
        run: runId,
        root,
        repository: null,
        headSha: await localHead(root),
        trigger: { event: 'cli', actor: null, number: null, url: null },
        workflow: null,
        requester: io.environment['USER'] ?? null,
        request,
        context: [],
        untrustedFiles: null,
        instructions: [],
        systemPrompt: textOption(call, 'systemPrompt'),
        policy,
        policySource: { source, ref: null },
        budget: (0,prepare/* tighterBudget */.bD)(policy, budgetOptions(call)),
        sandboxRequired: switchOption(call, 'sandboxRequired'),
        protect: [run_DEFAULT_POLICY],
        resume: null,
        askWhom: approvalsOf(call) === 'terminal' && process.stdin.isTTY ? 'terminal' : 'nobody',
        trailFolder: (0,external_node_path_.resolve)(io.cwd, textOption(call, 'trail') ?? (0,external_node_path_.join)(temp, 'countersign', runId)),
    };
}
/** A folder that is no git checkout can be worked in, too; its trail then names no commit. */
async function localHead(root) {
    try {
        return await (0,sandbox/* headCommit */.Qo)(root);
    }
    catch (error) {
        if (error instanceof base/* CountersignError */.WS && error.code === 'worktree-refused')
            return null;
        throw error;
    }
}
/** The policy as the person at the terminal names it: their checkout, their word. */
async function localPolicy(call, root, io) {
    const named = textOption(call, 'policy');
    const file = named === null ? (0,external_node_path_.join)(root, run_DEFAULT_POLICY) : (0,external_node_path_.resolve)(io.cwd, named);
    let text;
    try {
        text = await (0,promises_.readFile)(file, 'utf8');
    }
    catch (cause) {
        if (named === null)
            return { policy: (0,build_policy/* builtinPolicy */.Kp)(), source: `built-in (no ${run_DEFAULT_POLICY})` };
        throw new base/* CountersignError */.WS('policy-unreadable', `The policy ${file} cannot be read.`, {
            fix: 'Name a file that exists with --policy.',
            cause,
        });
    }
    const loaded = (0,build_policy/* loadPolicy */.tb)(text, { file: named ?? run_DEFAULT_POLICY });
    if (loaded.ok)
        return { policy: loaded.policy, source: named ?? run_DEFAULT_POLICY };
    throw new base/* CountersignError */.WS('policy-invalid', loaded.problems.map(build_policy/* problemText */.fI).join('\n'));
}
const BUDGET_OPTIONS = {
    turns: 'maxTurns',
    calls: 'maxCalls',
    tokens: 'maxTokens',
    usd: 'maxUsd',
    minutes: 'maxMinutes',
};
function budgetOptions(call) {
    const found = {};
    for (const name of ['turns', 'calls', 'tokens', 'usd', 'minutes']) {
        const text = textOption(call, BUDGET_OPTIONS[name]);
        if (text === null)
            continue;
        const value = Number(text);
        if (!(value > 0) || !Number.isFinite(value)) {
            throw new base/* CountersignError */.WS('input-invalid', `--max-${name} is ${JSON.stringify(text)}.`, {
                fix: `Write a number above 0: --max-${name} 10.`,
            });
        }
        found[name] = value;
    }
    return found;
}
function tellReport(report, call, io) {
    if (call.json)
        io.out(`${JSON.stringify(report, null, 2)}\n`);
    else {
        io.out(`${report.outcome}: ${(0,base/* visible */.RK)(report.summary)}\n`);
        io.out(`Trail: ${report.trailFolder} (${report.head.count} entries, head ${report.head.hash})\n`);
    }
    switch (report.outcome) {
        case 'done':
        case 'skipped':
            return EXIT.ok;
        case 'awaiting-approval':
            return EXIT.waiting;
        case 'cancelled':
            return EXIT.cancelled;
        case 'incomplete':
        case 'denied':
        case 'over-budget':
        case 'timed-out':
        case 'error':
            return EXIT.no;
    }
}

// EXTERNAL MODULE: ./build/agent/index.js + 20 modules
var agent = __webpack_require__(50146);
// EXTERNAL MODULE: ./build/run/modules.js
var modules = __webpack_require__(40727);
// EXTERNAL MODULE: ./build/run/skills.js
var run_skills = __webpack_require__(92622);
;// CONCATENATED MODULE: ./build/run/listed-tools.js






const NO_SKILLS = [
    { name: 'none', description: 'The repository has none yet.', body: '' },
];
/**
 * What a run can have beside its files and commands, for lists: the tools for people, helpers, skills and the web, and the modules
 * that the policy names. Nothing of it can be called. Throws `tool-invalid` where a module cannot be loaded.
 */
async function listedTools(trusted, policyPath) {
    const { skills } = await (0,run_skills/* findSkills */.I)(trusted);
    const builtin = [
        (0,agent/* taskTool */.GR)(() => {
            throw new base/* CountersignError */.WS('internal', 'There is no agent that a helper could work for.');
        }),
        (0,build_tools/* clarifyTool */.BD)(),
        (0,build_tools/* planTool */.Gw)({ onApproved: () => undefined }),
        ...(0,build_tools/* skillTool */.S2)({ skills: skills.length === 0 ? NO_SKILLS : skills }),
        ...(0,build_tools/* webTools */.aO)({ tavilyKey: '' }),
    ];
    const own = await ownTools(trusted, policyPath);
    return [
        ...builtin.map((tool) => ({ tool, source: 'builtin' })),
        ...own.map((tool) => ({ tool, source: 'repository' })),
    ];
}
async function ownTools(trusted, policyPath) {
    const text = await trusted.text(policyPath);
    const loaded = text === null ? null : (0,build_policy/* loadPolicy */.tb)(text, { file: policyPath });
    if (loaded?.ok !== true)
        return [];
    const laid = await (0,modules/* layModules */.S)(trusted, loaded.policy.tools.modules, 'tools.modules');
    try {
        return await (0,build_tools/* loadToolModules */.c7)(laid.modules);
    }
    finally {
        await laid.remove();
    }
}

;// CONCATENATED MODULE: ./build/cli/tools.js










const POLICY_PATH = '.github/countersign.yml';
const tools_WORKSPACE = { flags: '--workspace <dir>', summary: 'the checkout', default: '.' };
/** `tools list` and `tools call`: the tools without a model, under the same confinement as in a run. */
const toolsCommands = [
    {
        name: 'tools list',
        summary: 'List every tool with its kind, source and input schema',
        options: [tools_WORKSPACE],
        run: listTools,
    },
    {
        name: 'tools call',
        summary: 'Call one tool, without a model and without the policy, and print its result as JSON',
        arguments: '<name>',
        argumentSummary: 'the name of the tool',
        options: [
            tools_WORKSPACE,
            {
                flags: '--input <json>',
                summary: 'the input as a JSON object; - reads standard input',
                default: '{}',
            },
        ],
        examples: ['countersign tools call fs_read --input \'{"path":"README.md"}\''],
        run: callTool,
    },
];
async function withTools(call, io, use) {
    const workspace = await (0,sandbox/* openWorkspace */.OH)((0,external_node_path_.resolve)(io.cwd, textOption(call, 'workspace') ?? '.'));
    const { runner } = await (0,sandbox/* createCommandRunner */._m)({
        workspace,
        mode: 'preferred',
        network: [],
        environment: io.environment,
    });
    try {
        const bus = (0,calls/* createBus */.hQ)(() => undefined);
        const redactor = (0,secrets/* redactorFor */.sD)(io.environment, {});
        const world = { bus, redactor, environment: io.environment };
        return await use((0,toolbox/* builtinTools */.F)(world, { workspace, commands: runner }, (0,build_tools/* createReadLedger */.uK)({ unread: 'allow' })));
    }
    finally {
        await runner.close();
    }
}
async function listTools(call, io) {
    return await withTools(call, io, async (confined) => {
        const root = (0,external_node_path_.resolve)(io.cwd, textOption(call, 'workspace') ?? '.');
        const listed = [
            ...confined.map((tool) => ({ tool, source: 'builtin' })),
            ...(await listedTools((0,trusted_files/* trustedFolder */.qe)(root), POLICY_PATH)),
        ];
        const specs = (0,build_tools/* toolSpecs */.T9)(listed.map(({ tool }) => tool));
        const rows = listed.map(({ tool, source }) => ({
            name: tool.name,
            displayName: tool.displayName,
            kind: tool.kind,
            category: tool.category,
            tags: tool.tags,
            version: tool.version,
            source,
            timeoutMs: tool.timeoutMs,
            concurrencySafe: tool.concurrencySafe,
            description: specs.find((spec) => spec.name === tool.name)?.description ?? '',
            inputSchema: tool.inputSchema,
        }));
        if (call.json)
            io.out(`${JSON.stringify(rows, null, 2)}\n`);
        else {
            for (const { tool, source } of listed) {
                io.out(`${tool.name.padEnd(16)} ${tool.kind.padEnd(9)} ${source.padEnd(10)} ${tool.description.short}\n`);
            }
        }
        return EXIT.ok;
    });
}
async function callTool(call, io) {
    const name = call.args[0] ?? '';
    const given = textOption(call, 'input') ?? '{}';
    const input = parseInput(given === '-' ? await io.stdin() : given);
    return await withTools(call, io, async (tools) => {
        const found = tools.find((tool) => tool.name === name);
        if (found === undefined) {
            throw new base/* CountersignError */.WS('input-invalid', `There is no tool named ${JSON.stringify(name)}.`, {
                fix: `Use one of: ${tools.map((tool) => tool.name).join(', ')}.`,
            });
        }
        const result = await callOnce(found, input);
        io.out(`${JSON.stringify(result, null, 2)}\n`);
        return result.ok ? EXIT.ok : EXIT.no;
    });
}
async function callOnce(tool, input) {
    const prepared = tool.prepare(input);
    if (!prepared.ok)
        return { ok: false, error: prepared.error };
    const timeout = new AbortController();
    const done = new AbortController();
    base/* systemClock */.ml.sleep(tool.timeoutMs, done.signal).then(() => timeout.abort(), () => undefined);
    try {
        return await prepared.call.execute({
            call: 'c1',
            signal: timeout.signal,
            emit: () => undefined,
        });
    }
    finally {
        done.abort();
    }
}
function parseInput(text) {
    try {
        const value = JSON.parse(text);
        return value;
    }
    catch (cause) {
        throw new base/* CountersignError */.WS('input-invalid', `--input is not JSON: ${text.slice(0, 100)}`, {
            fix: 'Write one JSON object, such as --input \'{"path":"README.md"}\'.',
            cause,
        });
    }
}

;// CONCATENATED MODULE: ./build/cli.js










const SPECS = [
    ...runCommands,
    ...demoCommands,
    ...policyCommands,
    ...toolsCommands,
    ...auditCommands,
    ...doctorCommands,
];
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
        const ended = { code: EXIT.ok };
        await buildProgram(io, (code) => {
            ended.code = code;
        }).parseAsync([...argv]);
        process.exitCode = ended.code;
    }
    catch (error) {
        process.exitCode = codeOf(error, io);
    }
}
function codeOf(error, io) {
    if (error instanceof commander/* CommanderError */.b7)
        return error.exitCode === 0 ? EXIT.ok : EXIT.unusable;
    if (error instanceof base/* CountersignError */.WS) {
        io.err(`${(0,base/* visible */.RK)((0,base/* errorText */.kc)(error))}\n`);
        return error.code === 'internal' ? EXIT.internal : EXIT.unusable;
    }
    io.err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return EXIT.internal;
}
function buildProgram(io, onEnd) {
    const program = new commander/* Command */.uB('countersign')
        .description('An agent under a permission policy, with approvals by people and a trail that anyone can verify.')
        .version(version/* VERSION */.x)
        .exitOverride()
        .showHelpAfterError('Add --help to see how the command is used.');
    const groups = new Map();
    for (const [name, summary] of Object.entries(GROUPS)) {
        groups.set(name, program.command(name).description(summary).exitOverride());
    }
    for (const spec of SPECS) {
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
    const option = new commander/* Option */.c$(spec.flags, spec.summary);
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


/***/ })

};
