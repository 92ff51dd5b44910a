export const id = 6108;
export const ids = [6108];
export const modules = {

/***/ 46664:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Xq: () => (/* binding */ openCheck),
/* harmony export */   tQ: () => (/* binding */ closeCheck),
/* harmony export */   zn: () => (/* binding */ faceOf)
/* harmony export */ });
/* unused harmony export codeOf */
/* harmony import */ var _github_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(89074);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(30742);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(74602);
/* harmony import */ var _card_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(93784);
/* harmony import */ var _markdown_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(81650);




const NAME = 'Countersign: approval';
/** With `approve:` before it, all that GitHub takes as a button's identifier. */
const CODE_LENGTH = 12;
/** What the buttons of a question carry: the first 60 bits of a digest over exactly what is asked. */
function codeOf(requests) {
    const digest = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .digestOf */ .o)({
        _schema: 'countersign.buttons/1',
        requests: requests.map((request) => request.digest),
    });
    return (0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .crockford */ .w)(Buffer.from(digest, 'hex'), CODE_LENGTH);
}
/** Makes the check run of a question. Throws what GitHub answers. */
async function openCheck(place, of) {
    const code = codeOf(of.view.requests.map(({ request }) => request));
    const { id, url, app, headSha } = await place.checks.createCheckRun({
        name: NAME,
        headSha: place.headSha,
        externalId: _github_index_js__WEBPACK_IMPORTED_MODULE_2__/* .clickCode */ .qx.externalId(of.issue),
        face: faceOf(of.view, { code, refusal: null }),
    });
    return { id, url, app, headSha, code };
}
/** What a card's check run shows: the card itself, and buttons while something on it waits. */
function faceOf(view, of) {
    const states = view.requests.map(({ state }) => state);
    const open = states.some(({ kind }) => kind === 'waiting') && view.marker.state !== 'closed';
    // The card's first line is its marker, which is for programs.
    const card = (0,_card_js__WEBPACK_IMPORTED_MODULE_3__/* .renderCard */ .Tm)(view).split('\n').slice(1).join('\n').trim();
    return {
        conclusion: open ? 'action_required' : states.every(isApproved) ? 'success' : 'neutral',
        title: open ? 'Calls wait for an answer' : titleOf(states),
        summary: of.refusal === null ? card : `> [!WARNING]\n> ${of.refusal}\n\n${card}`,
        detailsUrl: view.runUrl,
        buttons: open ? buttonsOf(of.code) : [],
        annotations: [],
    };
}
/** Takes the buttons off a check run whose question nobody can answer any more. */
async function closeCheck(github, check, because) {
    if (check === null)
        return;
    await github.updateCheckRun(check, {
        conclusion: 'neutral',
        title: 'Nothing waits for an answer',
        summary: because,
        detailsUrl: null,
        buttons: [],
        annotations: [],
    });
}
function buttonsOf(code) {
    return [
        {
            label: 'Approve all',
            description: 'Approve every call on this card',
            identifier: _github_index_js__WEBPACK_IMPORTED_MODULE_2__/* .clickCode */ .qx.identifier('approve', code),
        },
        {
            label: 'Deny all',
            description: 'Deny every call on this card',
            identifier: _github_index_js__WEBPACK_IMPORTED_MODULE_2__/* .clickCode */ .qx.identifier('deny', code),
        },
    ];
}
function isApproved({ kind }) {
    return kind === 'approved' || kind === 'used';
}
function titleOf(states) {
    const denier = states.find((state) => state.kind === 'denied');
    if (denier !== undefined)
        return `Denied by ${(0,_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .person */ .MV)(denier.by)}`;
    const approvers = new Set(states.flatMap((state) => (state.kind === 'approved' ? state.by : [])));
    return approvers.size > 0 && states.every(isApproved)
        ? `Approved by ${[...approvers].map(_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .person */ .MV).join(', ')}`
        : 'Nothing waits for an answer';
}


/***/ }),

/***/ 65448:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B_: () => (/* binding */ markerLine),
/* harmony export */   t7: () => (/* binding */ readMarker)
/* harmony export */ });
/* unused harmony export CARD_STATES */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(55156);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(21947);


const PREFIX = '<!-- countersign:card ';
const SUFFIX = ' -->';
const MARKER_MAX = 8_000;
const CARD_STATES = ['waiting', 'suspended', 'killed', 'closed'];
const marker = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .once */ .O)(() => zod__WEBPACK_IMPORTED_MODULE_1__.strictObject({
    v: zod__WEBPACK_IMPORTED_MODULE_1__.literal(1),
    run: zod__WEBPACK_IMPORTED_MODULE_1__.string().regex(/^run-[0-9a-z]{1,64}$/),
    ids: zod__WEBPACK_IMPORTED_MODULE_1__.array(zod__WEBPACK_IMPORTED_MODULE_1__.string().regex(/^ap-[0-9a-hj-km-np-tv-z]{8}$/)).max(200),
    state: zod__WEBPACK_IMPORTED_MODULE_1__["enum"](CARD_STATES),
    /** The workflow run that holds the card, and where its checkpoint will be looked for. */
    workflowRun: zod__WEBPACK_IMPORTED_MODULE_1__.number().int().positive().nullable(),
    attempt: zod__WEBPACK_IMPORTED_MODULE_1__.number().int().positive().nullable(),
    /** The check run with the card's buttons. */
    check: zod__WEBPACK_IMPORTED_MODULE_1__.number().int().positive().nullable().default(null),
}));
/** The card's first line. Its values have no character that could end an HTML comment. */
function markerLine(value) {
    return `${PREFIX}${JSON.stringify(marker().parse(value))}${SUFFIX}`;
}
/**
 * Reads the marker of a comment, or `null` where its first line is none. Only the first line: what a model or a
 * stranger wrote further down cannot pass for one.
 */
function readMarker(body) {
    const first = body.split(/\r?\n/, 1)[0] ?? '';
    if (first.length > MARKER_MAX || !first.startsWith(PREFIX) || !first.endsWith(SUFFIX))
        return null;
    try {
        const value = JSON.parse(first.slice(PREFIX.length, -SUFFIX.length));
        return marker().safeParse(value).data ?? null;
    }
    catch {
        return null;
    }
}


/***/ }),

/***/ 93784:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  lI: () => (/* binding */ CARD_MAX_REQUESTS),
  xZ: () => (/* binding */ isCut),
  Tm: () => (/* binding */ renderCard)
});

// UNUSED EXPORTS: CARD_MAX_CHARACTERS

// EXTERNAL MODULE: ./build/base/digest.js
var digest = __webpack_require__(30742);
// EXTERNAL MODULE: ./build/approvals/markdown.js
var markdown = __webpack_require__(81650);
;// CONCATENATED MODULE: ./build/approvals/card-cut.js


/**
 * Shares `room` characters among previews: short ones stay whole, what they leave is shared by the long ones.
 * A cut preview comes with the digest and size of the whole one.
 */
function cutPreviews(previews, room) {
    const limit = fairLimit(previews.map(({ text }) => text.length), room);
    return previews.map(({ text }) => text.length <= limit
        ? { text, cut: null }
        : {
            text: (0,markdown/* sliceWhole */.eo)(text, limit),
            cut: { sha256: (0,digest/* sha256 */.s)(text), bytes: Buffer.byteLength(text) },
        });
}
/** The greatest length that each may have so that all together stay within `room`. */
function fairLimit(lengths, room) {
    let left = room;
    const sorted = [...lengths].sort((one, other) => one - other);
    for (const [index, length] of sorted.entries()) {
        const share = Math.floor(left / (sorted.length - index));
        if (length > share)
            return share;
        left -= length;
    }
    return Number.POSITIVE_INFINITY;
}

// EXTERNAL MODULE: ./build/approvals/card-marker.js
var card_marker = __webpack_require__(65448);
;// CONCATENATED MODULE: ./build/approvals/card-request.js

/** Below this room for a sentence the single commands are left out. */
const COMMANDS_NEED_TEXT = 200;
const COMMANDS_SHOWN_MAX = 12;
const FOREIGN_SHOWN_MAX = 16;
/** A line longer than this is scrolled out of sight in a fence. */
const LINE_WIDE = 160;
const LANGUAGES = {
    command: 'sh',
    diff: 'diff',
    text: 'text',
    json: 'json',
};
/** One request of a card: what would be done, exactly, why it asks, and where it stands. */
function requestSection(section) {
    const { request, state, preview } = section;
    const parts = [`#### \`${request.id}\` ${(0,markdown/* code */.aY)(request.tool)} · ${stateWords(state, section)}`];
    if (preview !== undefined) {
        parts.push((0,markdown/* fenced */.OF)(preview.text, LANGUAGES[request.preview.form]), ...warnings(section, preview));
    }
    parts.push(why(section));
    return parts.join('\n\n');
}
/** A request's state in a few words, without calling anybody. */
function stateWords(state, { count, textMax }) {
    switch (state.kind) {
        case 'waiting': {
            if (count === 1)
                return '⏳ waiting';
            const names = state.have.map(markdown/* person */.MV).join(', ');
            return `⏳ waiting, ${state.have.length} of ${count}${names === '' ? '' : ` (${names})`}`;
        }
        case 'approved': {
            const note = state.note === undefined ? '' : `: ${(0,markdown/* code */.aY)(state.note, textMax)}`;
            return `✅ approved by ${state.by.map(markdown/* person */.MV).join(', ')}${note}`;
        }
        case 'denied':
            return `❌ denied by ${(0,markdown/* person */.MV)(state.by)}${state.reason === '' ? '' : `: ${(0,markdown/* code */.aY)(state.reason, textMax)}`}`;
        case 'expired':
            return '⌛ expired';
        case 'void':
            return `🚫 void: ${(0,markdown/* code */.aY)(state.because, textMax)}`;
        case 'used':
            break;
    }
    return '☑ approved and used';
}
/** What a reader could miss in the fence above. */
function warnings({ request, kept }, preview) {
    const lines = [];
    const { text } = request.preview;
    if (preview.cut !== null) {
        lines.push(`❗ Only the first ${preview.text.length} of ${text.length} characters (${preview.cut.bytes} bytes). ` +
            wholeWords(preview.cut, kept));
    }
    if ((0,markdown/* exact */.e0)(text) !== text) {
        lines.push('❗ Invisible or odd characters are written out as `\\u{…}` (`␍` is a CR before a line end).');
    }
    if (request.preview.form === 'command')
        lines.push(...commandWarnings(text));
    return lines;
}
function wholeWords(cut, kept) {
    return kept === undefined
        ? `SHA-256 of the whole: \`${cut.sha256}\`.`
        : `The whole is in the audit artifact: ${kept.bytes} bytes, SHA-256 \`${kept.sha256}\`.`;
}
function commandWarnings(text) {
    const lines = [];
    const letters = (0,markdown/* foreignLetters */.Wo)(text, FOREIGN_SHOWN_MAX);
    if (letters.length > 0)
        lines.push(`❗ Letters outside ASCII: ${(0,markdown/* code */.aY)(letters.join(', '))}`);
    const wide = Math.max(...text.split('\n').map((line) => line.length));
    if (wide > LINE_WIDE)
        lines.push(`❗ A line has ${wide} characters: scroll to its end.`);
    return lines;
}
function why({ request, policyUrl, textMax }) {
    const { verdict } = request;
    const lines = [`- **Why it asks**: ${(0,markdown/* code */.aY)(verdict.because, textMax)}`];
    if (verdict.reason !== undefined)
        lines.push(`- **The policy's reason**: ${(0,markdown/* code */.aY)(verdict.reason, textMax)}`);
    const place = verdict.line === null ? '' : ` ${card_request_link(`line ${verdict.line}`, policyUrl, verdict.line)}`;
    const rule = verdict.rule === null ? '' : ` ${(0,markdown/* code */.aY)(verdict.rule, textMax)}`;
    lines.push(`- **Decided by**: ${verdict.list}${rule}${place}`);
    const listed = textMax < COMMANDS_NEED_TEXT ? [] : (verdict.commands ?? []);
    const strict = listed.filter((command) => command.verdict !== 'auto');
    for (const command of strict.slice(0, COMMANDS_SHOWN_MAX)) {
        lines.push(`  - ${(0,markdown/* code */.aY)(command.words.join(' '), textMax)}: ${(0,markdown/* code */.aY)(command.because, textMax)}`);
    }
    if (strict.length > COMMANDS_SHOWN_MAX)
        lines.push(`  - and ${strict.length - COMMANDS_SHOWN_MAX} more commands`);
    if (request.narrowestRule !== null) {
        lines.push(`- **Rule that would allow exactly this**: ${(0,markdown/* code */.aY)(request.narrowestRule, textMax)}`);
    }
    return lines.join('\n');
}
function card_request_link(words, url, line) {
    return url === null ? `(${words})` : `([${words}](${url}#L${line}))`;
}

;// CONCATENATED MODULE: ./build/approvals/card.js




/** Longest card, in characters. GitHub takes 65,536; the rest is room for what redaction may add. */
const CARD_MAX_CHARACTERS = 60_000;
/** Most requests on one card. */
const CARD_MAX_REQUESTS = 40;
/** Longest foreign sentence beside a preview; the second where the first leaves no room. */
const FULL_TEXT_MAX = 600;
const COMPACT_TEXT_MAX = 80;
const CUT_ATTEMPTS_MAX = 8;
const CUT_STEP = 200;
const UNTRUSTED_SHOWN_MAX = 20;
const ITEM_MAX = 300;
const NO_SANDBOX = 'No sandbox could be had on this runner: a command runs with everything this job can reach, except its secrets.';
const SANDBOX_OFF = 'The policy says `sandbox: off`: commands run without walls.';
const TAINTED = 'The agent has read text by people without write access. It may be following their words:';
/**
 * One card as Markdown, at most `CARD_MAX_CHARACTERS` long: previews are cut with their digest where all of them
 * do not fit. Text by the model or by strangers is shown exactly, in fences and code spans that it cannot leave.
 */
function renderCard(view) {
    const previews = view.requests.map(({ request }) => request.preview);
    const whole = render(view, cutPreviews(previews, Number.POSITIVE_INFINITY), FULL_TEXT_MAX);
    if (whole.length <= CARD_MAX_CHARACTERS)
        return whole;
    for (const textMax of [FULL_TEXT_MAX, COMPACT_TEXT_MAX]) {
        let room = CARD_MAX_CHARACTERS;
        for (let attempt = 0; attempt < CUT_ATTEMPTS_MAX && room > 0; attempt += 1) {
            const text = render(view, cutPreviews(previews, room), textMax);
            if (text.length <= CARD_MAX_CHARACTERS)
                return text;
            room -= text.length - CARD_MAX_CHARACTERS + CUT_STEP;
        }
    }
    return render(view, cutPreviews(previews, 0), COMPACT_TEXT_MAX);
}
/** True where the card cannot show every preview whole, so that the whole ones must be kept elsewhere. */
function isCut(view) {
    const previews = view.requests.map(({ request }) => request.preview);
    const whole = render(view, cutPreviews(previews, Number.POSITIVE_INFINITY), FULL_TEXT_MAX);
    return whole.length > CARD_MAX_CHARACTERS;
}
function render(view, previews, textMax) {
    const { policyUrl, count } = view;
    const sections = view.requests.map(({ request, state }, index) => requestSection({
        request,
        state,
        preview: previews[index],
        kept: view.whole.get(request.id),
        policyUrl,
        count,
        textMax,
    }));
    const above = [(0,card_marker/* markerLine */.B_)(view.marker), heading(view), ...reasons(view.circumstances)];
    const below = [howTo(view), footer(view)];
    return [...above, ...sections, ...below].filter((part) => part !== '').join('\n\n');
}
function heading(view) {
    const waiting = view.requests.filter(({ state }) => state.kind === 'waiting').length;
    if (waiting === 0)
        return '### Countersign: nothing here is waiting for an answer';
    const calls = waiting === 1 ? 'One call waits' : `${waiting} calls wait`;
    const title = `### Countersign: ${calls} for an answer`;
    if (view.marker.state !== 'suspended')
        return title;
    return `${title}\n\nNo job is waiting. An answer starts one that goes on from here.`;
}
function reasons(circumstances) {
    const parts = [];
    if (circumstances.sandbox === 'none')
        parts.push(`> [!WARNING]\n> ${NO_SANDBOX}`);
    if (circumstances.sandbox === 'off')
        parts.push(`> [!WARNING]\n> ${SANDBOX_OFF}`);
    if (circumstances.untrusted.length > 0) {
        const shown = circumstances.untrusted.slice(0, UNTRUSTED_SHOWN_MAX).map(untrustedLine);
        const more = circumstances.untrusted.length - shown.length;
        if (more > 0)
            shown.push(`> - and ${more} more`);
        parts.push(`> [!CAUTION]\n> ${TAINTED}\n${shown.join('\n')}`);
    }
    return parts;
}
function untrustedLine(item) {
    const author = item.author === null ? 'author unknown' : `by ${(0,markdown/* code */.aY)(`@${item.author}`, ITEM_MAX)}`;
    return `> - ${(0,markdown/* code */.aY)(item.source, ITEM_MAX)} ${author}`;
}
function howTo(view) {
    const open = view.requests
        .filter(({ state }) => state.kind === 'waiting')
        .map(({ request }) => request);
    if (open.length === 0)
        return '';
    const questions = open.filter((request) => request.expects === 'answer');
    const calls = open.filter((request) => request.expects !== 'answer');
    const lines = ['**How to answer**: a new comment whose first line is one of these.', ''];
    const [call] = calls;
    if (call !== undefined) {
        lines.push(`- \`/approve ${calls.map(({ id }) => id).join(' ')}\``);
        if (calls.length > 1)
            lines.push('- `/approve all` (what this card holds, nothing later)');
        lines.push(`- \`/deny ${call.id} reason\``);
    }
    for (const question of questions)
        lines.push(`- \`/answer ${question.id} your words\``);
    lines.push('- `/cancel` ends the run.');
    if (view.checkUrl !== undefined) {
        const also = 'answer for all of it: such an answer starts a job that goes on with the run.';
        lines.push(`- The buttons of [the check run](${view.checkUrl}) ${also}`);
    }
    lines.push('', `Who counts: ${who(view)}. Edited comments do not count.`);
    return lines.join('\n');
}
function who(view) {
    if (view.from.length === 0)
        return 'nobody (`approvals.from` is empty)';
    const from = view.from.map((entry) => (0,markdown/* code */.aY)(entry)).join(', ');
    return view.count === 1 ? from : `${view.count} different people of ${from}`;
}
function footer(view) {
    const run = view.runUrl === null ? (0,markdown/* code */.aY)(view.marker.run) : `[${view.marker.run}](${view.runUrl})`;
    const { hash, count } = view.head;
    return `<sub>Expires ${view.expires} · ${run} · trail: ${count} entries, head <code>${hash}</code></sub>`;
}


/***/ }),

/***/ 54450:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bu: () => (/* binding */ parkedOf),
/* harmony export */   M_: () => (/* binding */ REPLIES_MAX),
/* harmony export */   aQ: () => (/* binding */ reopenSession),
/* harmony export */   u5: () => (/* binding */ parkedCard)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(55156);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(21947);
/* harmony import */ var _session_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(68915);
/* harmony import */ var _source_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(97774);




const account = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .once */ .O)(() => zod__WEBPACK_IMPORTED_MODULE_1__.strictObject({ login: zod__WEBPACK_IMPORTED_MODULE_1__.string(), id: zod__WEBPACK_IMPORTED_MODULE_1__.number(), type: zod__WEBPACK_IMPORTED_MODULE_1__.string() }));
const DENIALS_MAX = 200;
const CLICKS_MAX = 200;
const BODIES_MAX = 500;
/** Most replies under one card to commands that do not count. */
const REPLIES_MAX = 10;
/**
 * A card that waits without a job, as the checkpoint keeps it. Denials are kept with it: whoever deletes the comment
 * of a denial in the meantime has not taken it back.
 */
const parkedCard = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .once */ .O)(() => zod__WEBPACK_IMPORTED_MODULE_1__.strictObject({
    issue: zod__WEBPACK_IMPORTED_MODULE_1__.number().int().positive(),
    commentId: zod__WEBPACK_IMPORTED_MODULE_1__.number().int().positive(),
    url: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
    expires: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
    own: zod__WEBPACK_IMPORTED_MODULE_1__.array(account()).min(1).max(4),
    /** SHA-256 of every body that the card was given; any other was written by somebody else. */
    bodies: zod__WEBPACK_IMPORTED_MODULE_1__.array(zod__WEBPACK_IMPORTED_MODULE_1__.string().regex(/^[0-9a-f]{64}$/)).max(BODIES_MAX),
    /** Comments that were told why they do not count: no other job tells them again. */
    replied: zod__WEBPACK_IMPORTED_MODULE_1__.array(zod__WEBPACK_IMPORTED_MODULE_1__.number().int().positive()).max(REPLIES_MAX),
    denials: zod__WEBPACK_IMPORTED_MODULE_1__.array(zod__WEBPACK_IMPORTED_MODULE_1__.strictObject({
        approval: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        reason: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        permission: zod__WEBPACK_IMPORTED_MODULE_1__["enum"](['none', 'read', 'triage', 'write', 'maintain', 'admin']),
        author: account(),
        at: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        /** `null` where a button was pressed. */
        comment: zod__WEBPACK_IMPORTED_MODULE_1__.strictObject({ id: zod__WEBPACK_IMPORTED_MODULE_1__.number(), url: zod__WEBPACK_IMPORTED_MODULE_1__.string() }).nullable(),
    }))
        .max(DENIALS_MAX),
    /** The check run with the card's buttons. */
    check: zod__WEBPACK_IMPORTED_MODULE_1__.strictObject({
        id: zod__WEBPACK_IMPORTED_MODULE_1__.number().int().positive(),
        url: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        app: zod__WEBPACK_IMPORTED_MODULE_1__.strictObject({ id: zod__WEBPACK_IMPORTED_MODULE_1__.number().int(), slug: zod__WEBPACK_IMPORTED_MODULE_1__.string() }),
        headSha: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
        code: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
    })
        .nullable()
        .default(null),
    /** Approvals by its button: only the event of a press tells of it, so they are kept, and judged again. */
    clicks: zod__WEBPACK_IMPORTED_MODULE_1__.array(zod__WEBPACK_IMPORTED_MODULE_1__.strictObject({ by: account(), at: zod__WEBPACK_IMPORTED_MODULE_1__.string() }))
        .max(CLICKS_MAX)
        .default([]),
}));
/** What is kept of a session that is to be gone on with by another job. */
function parkedOf(session) {
    const { ref, createdAt, expires } = session.card;
    return {
        ...ref,
        createdAt,
        expires,
        own: [...session.parties.own],
        bodies: [...session.bodies].slice(-BODIES_MAX),
        replied: [...session.replied],
        denials: (0,_session_js__WEBPACK_IMPORTED_MODULE_2__/* .judgementsOf */ .a6)(session).flatMap(denialsOf).slice(0, DENIALS_MAX),
        check: session.check,
        clicks: session.clicks.flatMap(approvalBy).slice(-CLICKS_MAX),
    };
}
function approvalBy({ decision, by, at }) {
    return decision === 'deny' || by === null ? [] : [{ by, at }];
}
/** A session on a card that another job opened. */
function reopenSession(of) {
    const { options, from, card, requests, click } = of;
    const [author = { login: 'ghost', id: 0, type: 'Bot' }] = card.own;
    const ref = { issue: card.issue, commentId: card.commentId, url: card.url };
    const { requester, pullAuthor, commitAuthors, settings } = options;
    return {
        options,
        from,
        requests,
        card: { id: card.commentId, createdAt: card.createdAt, expires: card.expires, ref, author },
        parties: { own: card.own, requester, pullAuthor, commitAuthors, self: settings.self },
        holds: false,
        bodies: new Set(card.bodies),
        check: card.check,
        clicks: [...keptClicks(card), ...(click === null ? [] : [click])],
        judged: keptDenials(card, requests),
        whole: new Map(),
        replied: new Set(card.replied),
        clickRefusal: null,
        shown: '',
    };
}
function denialsOf(judgement) {
    const { source, permission: held } = judgement;
    const author = (0,_source_js__WEBPACK_IMPORTED_MODULE_3__/* .authorOf */ .rM)(source);
    if (author === null || held === null)
        return [];
    const place = source.kind === 'click'
        ? { at: source.click.at, comment: null }
        : { at: source.comment.createdAt, comment: placeOf(source.comment) };
    return judgement.rulings
        .filter(({ counted, decision }) => counted && decision === 'deny')
        .map(({ request, words }) => ({
        approval: request.id,
        reason: words,
        permission: held,
        author,
        ...place,
    }));
}
function placeOf({ id, url }) {
    return { id, url };
}
function keptClicks(card) {
    const { check, clicks, issue } = card;
    if (check === null)
        return [];
    const { code } = check;
    return clicks.map(({ by, at }) => ({ decision: 'approve', code, check, issue, by, at }));
}
/** The judgements that the denials came from, one for each answer. */
function keptDenials(card, requests) {
    const kept = new Map();
    for (const denial of card.denials) {
        const request = requests.find(({ id }) => id === denial.approval);
        const source = sourceOf(denial, card);
        if (request === undefined || source === null)
            continue;
        const ruling = {
            request,
            decision: 'deny',
            counted: true,
            because: 'denied before the run was suspended',
            words: denial.reason,
        };
        const key = (0,_source_js__WEBPACK_IMPORTED_MODULE_3__/* .keyOf */ .TN)(source);
        const rulings = [...(kept.get(key)?.judgement.rulings ?? []), ruling];
        const { permission: held } = denial;
        const judgement = {
            source,
            permission: held,
            rulings,
            unknown: [],
            refusal: null,
            cancels: false,
        };
        kept.set(key, { was: '', judgement });
    }
    return kept;
}
/** Where a kept denial stood; its comment may be gone by now, and denies all the same. */
function sourceOf(denial, { check, issue }) {
    const { author, at, comment } = denial;
    if (comment !== null) {
        const gone = { nodeId: '', viaApp: null, body: '', createdAt: at, updatedAt: at };
        return { kind: 'comment', comment: { ...comment, ...gone, author } };
    }
    if (check === null)
        return null;
    const click = { decision: 'deny', code: check.code, check, issue, by: author, at };
    return { kind: 'click', click };
}


/***/ }),

/***/ 68915:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   R8: () => (/* binding */ warn),
/* harmony export */   TA: () => (/* binding */ statesOf),
/* harmony export */   a6: () => (/* binding */ judgementsOf),
/* harmony export */   du: () => (/* binding */ viewOf),
/* harmony export */   or: () => (/* binding */ bodyKey),
/* harmony export */   sE: () => (/* binding */ shownAs),
/* harmony export */   w0: () => (/* binding */ updateCard)
/* harmony export */ });
/* unused harmony export remember */
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(30742);
/* harmony import */ var _card_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(93784);
/* harmony import */ var _card_check_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(46664);
/* harmony import */ var _tally_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(11261);




/** A card's view with each request's state. */
function viewOf(options, of) {
    const { settings, workflowRun } = options;
    return {
        marker: {
            v: 1,
            run: options.run,
            ids: of.requests.map(({ id }) => id),
            state: of.state,
            workflowRun: workflowRun?.id ?? null,
            attempt: workflowRun?.attempt ?? null,
            check: of.check?.id ?? null,
        },
        requests: of.requests.map((request, index) => ({
            request,
            state: of.states[index] ?? { kind: 'waiting', have: [] },
        })),
        circumstances: options.circumstances?.() ?? { untrusted: [], sandbox: 'on' },
        whole: of.whole,
        count: settings.count,
        from: settings.from,
        expires: of.expires,
        policyUrl: options.policyUrl,
        runUrl: options.runUrl ?? null,
        ...(of.check === null ? {} : { checkUrl: of.check.url }),
        head: options.trail.head(),
    };
}
/** The states of a session's requests by the votes so far. */
function statesOf(session) {
    const { count } = session.options.settings;
    return (0,_tally_js__WEBPACK_IMPORTED_MODULE_0__/* .countVotes */ .B0)(session.requests, judgementsOf(session)).map((votes) => (0,_tally_js__WEBPACK_IMPORTED_MODULE_0__/* .stateOf */ .L4)(votes, count));
}
function judgementsOf(session) {
    return [...session.judged.values()].map(({ judgement }) => judgement);
}
/**
 * Writes the card again where its states changed. A card that cannot be updated stops nothing: the trail has it all,
 * and a warning says so.
 */
async function updateCard(session, states, state) {
    const { options, requests, card, whole, check } = session;
    const shown = shownAs(states, state);
    if (shown === session.shown || (state === 'waiting' && !session.holds))
        return;
    const view = viewOf(options, { requests, states, expires: card.expires, state, whole, check });
    const body = (0,_card_js__WEBPACK_IMPORTED_MODULE_1__/* .renderCard */ .Tm)(view);
    // Remembered before it is sent: the answer may be lost, and the card is then still ours.
    session.bodies.add(bodyKey(body));
    try {
        remember(session, await options.github.updateComment(card.id, body));
        session.shown = shown;
    }
    catch (error) {
        await warn(options.trail, 'card-not-updated', error);
    }
    await updateCheck(session, view);
}
/** The check run shows what the card shows. It is a second door to the same question, and never the only one. */
async function updateCheck(session, view) {
    const { check, clickRefusal, options } = session;
    if (check === null || options.buttons === undefined)
        return;
    const face = (0,_card_check_js__WEBPACK_IMPORTED_MODULE_2__/* .faceOf */ .zn)(view, { code: check.code, refusal: clickRefusal });
    try {
        await options.buttons.checks.updateCheckRun(check.id, face);
    }
    catch (error) {
        await warn(options.trail, 'check-not-updated', error);
    }
}
/** What a card shows, to tell whether it has to be written again. */
function shownAs(states, state) {
    return JSON.stringify([state, states]);
}
function remember(session, card) {
    session.bodies.add(bodyKey(card.body));
}
/** Tells bodies apart as GitHub may give them back: line ends and blank ends do not count. */
function bodyKey(body) {
    return (0,_base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .sha256 */ .s)(body.replaceAll('\r\n', '\n').trim());
}
/** Records what went wrong without stopping anything. */
async function warn(trail, code, error) {
    const message = error instanceof Error ? error.message : String(error);
    await trail.append({ type: 'warning', code, message });
}


/***/ }),

/***/ 97774:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $t: () => (/* binding */ placeOf),
/* harmony export */   Ci: () => (/* binding */ recordedPlace),
/* harmony export */   TN: () => (/* binding */ keyOf),
/* harmony export */   mJ: () => (/* binding */ orderOf),
/* harmony export */   rM: () => (/* binding */ authorOf)
/* harmony export */ });
/** Tells the answers to one card apart. A person's presses of one button are one answer. */
function keyOf(source) {
    if (source.kind === 'comment')
        return `comment ${source.comment.id}`;
    const { by, decision } = source.click;
    return `click ${by?.id ?? 'nobody'} ${decision}`;
}
/** Who answered; `null` where the account is gone. */
function authorOf(source) {
    return source.kind === 'comment' ? source.comment.author : source.click.by;
}
/** Comments come in the order of their ids, which GitHub gives in order; clicks come after them, as they were heard. */
function orderOf(source) {
    return source.kind === 'comment' ? source.comment.id : Number.MAX_SAFE_INTEGER;
}
/** Where people can look an answer up, in words. */
function placeOf(source) {
    return source.kind === 'comment'
        ? `Comment ${source.comment.id}`
        : `A click on check run ${source.click.check.id}`;
}
/** An answer's place as a decision in the trail keeps it. */
function recordedPlace(source) {
    if (source.kind === 'comment') {
        const { id, url, createdAt } = source.comment;
        return { comment: { id, url, createdAt } };
    }
    const { check, at } = source.click;
    return { comment: null, check: { id: check.id, url: check.url, app: check.app.id, heardAt: at } };
}


/***/ }),

/***/ 11261:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B0: () => (/* binding */ countVotes),
/* harmony export */   Is: () => (/* binding */ isSettled),
/* harmony export */   L4: () => (/* binding */ stateOf),
/* harmony export */   kH: () => (/* binding */ noteOf)
/* harmony export */ });
/* harmony import */ var _source_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(97774);

/** Counts what was judged. The order in which comments were seen does not matter, only their ids. */
function countVotes(requests, judgements) {
    const ordered = [...judgements].sort((one, other) => (0,_source_js__WEBPACK_IMPORTED_MODULE_0__/* .orderOf */ .mJ)(one.source) - (0,_source_js__WEBPACK_IMPORTED_MODULE_0__/* .orderOf */ .mJ)(other.source));
    return requests.map((request) => {
        const votes = ordered.flatMap((judgement) => judgement.rulings
            .filter((ruling) => ruling.counted && ruling.request.id === request.id)
            .map((ruling) => ({ judgement, ruling })));
        return {
            request,
            denial: votes.find(({ ruling }) => ruling.decision === 'deny') ?? null,
            approvals: onePerPerson(votes.filter(({ ruling }) => ruling.decision === 'approve')),
        };
    });
}
/** True where a request needs no further answer. A `count` below one is read as one. */
function isSettled(votes, count) {
    return votes.denial !== null || votes.approvals.length >= Math.max(1, count);
}
/** Where a request stands, for the card. */
function stateOf(votes, count) {
    const by = votes.approvals.map(loginOf);
    if (votes.denial !== null) {
        return { kind: 'denied', by: loginOf(votes.denial), reason: votes.denial.ruling.words };
    }
    if (!isSettled(votes, count))
        return { kind: 'waiting', have: by };
    const note = noteOf(votes);
    return { kind: 'approved', by, ...(note === undefined ? {} : { note }) };
}
/** The first note that came with an approval. */
function noteOf(votes) {
    return votes.approvals.map(({ ruling }) => ruling.words).find((words) => words !== '');
}
function onePerPerson(votes) {
    const seen = new Set();
    return votes.filter(({ judgement }) => {
        const author = (0,_source_js__WEBPACK_IMPORTED_MODULE_0__/* .authorOf */ .rM)(judgement.source);
        if (author === null || seen.has(author.id))
            return false;
        seen.add(author.id);
        return true;
    });
}
function loginOf(vote) {
    return (0,_source_js__WEBPACK_IMPORTED_MODULE_0__/* .authorOf */ .rM)(vote.judgement.source)?.login ?? 'ghost';
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

/***/ 12542:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  i: () => (/* binding */ checkpointState)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(55156);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/iso.js
var iso = __webpack_require__(64377);
// EXTERNAL MODULE: ./build/approvals/parked.js
var parked = __webpack_require__(54450);
;// CONCATENATED MODULE: ./build/checkpoint/messages.js

/** Any JSON value. */
const json = schemas.json();
const jsonObject = schemas.record(schemas.string(), json);
const messages_text = schemas.strictObject({
    type: schemas.literal('text'),
    text: schemas.string(),
    citations: schemas.array(jsonObject).exactOptional(),
});
const messages_image = schemas.strictObject({
    type: schemas.literal('image'),
    source: schemas.strictObject({ type: schemas.literal('base64'), media_type: schemas.string(), data: schemas.string() }),
});
const messages_document = schemas.strictObject({
    type: schemas.literal('document'),
    source: schemas.strictObject({
        type: schemas.literal('base64'),
        media_type: schemas.literal('application/pdf'),
        data: schemas.string(),
    }),
});
const toolResult = schemas.strictObject({
    type: schemas.literal('tool_result'),
    tool_use_id: schemas.string(),
    content: schemas.union([schemas.string(), schemas.array(schemas.discriminatedUnion('type', [messages_text, messages_image, messages_document]))]),
    is_error: schemas.boolean().exactOptional(),
});
const toolUse = schemas.strictObject({
    type: schemas.literal('tool_use'),
    id: schemas.string(),
    name: schemas.string(),
    input: json,
});
const opaque = schemas.strictObject({ type: schemas.literal('opaque'), block: jsonObject });
/** A message of the conversation, as the model room knows it. */
const message = schemas.discriminatedUnion('role', [
    schemas.strictObject({
        role: schemas.literal('user'),
        content: schemas.array(schemas.discriminatedUnion('type', [messages_text, messages_image, messages_document, toolResult])),
    }),
    schemas.strictObject({
        role: schemas.literal('assistant'),
        content: schemas.array(schemas.discriminatedUnion('type', [messages_text, toolUse, opaque])),
    }),
]);

;// CONCATENATED MODULE: ./build/checkpoint/state.js



const sha256 = schemas.string().regex(/^[0-9a-f]{64}$/);
const commit = schemas.string().regex(/^[0-9a-f]{40,64}$/);
const count = schemas.number().int().nonnegative();
const amount = schemas.number().nonnegative();
const CALLS_MAX = 100_000;
const MESSAGES_MAX = 100_000;
const callRequest = schemas.strictObject({
    id: schemas.string(),
    turn: schemas.number().int().positive(),
    parent: schemas.string().nullable(),
    toolUseId: schemas.string(),
    name: schemas.string(),
    input: json,
});
const llmBlock = schemas.discriminatedUnion('type', [
    schemas.strictObject({ type: schemas.literal('text'), text: schemas.string() }),
    schemas.strictObject({ type: schemas.literal('image'), mediaType: schemas.string(), base64: schemas.string() }),
    schemas.strictObject({
        type: schemas.literal('document'),
        mediaType: schemas.literal('application/pdf'),
        base64: schemas.string(),
    }),
]);
const toolError = schemas.strictObject({
    type: schemas["enum"](['validation', 'permission', 'timeout', 'execution', 'not_found', 'cancelled']),
    message: schemas.string(),
    recommendations: schemas.array(schemas.string()),
});
/** A call of the parked turn that has ended: it is not run again. */
const settledCall = schemas.strictObject({
    request: callRequest,
    state: schemas["enum"](['COMPLETED', 'FAILED', 'DENIED']),
    content: schemas.union([schemas.string(), schemas.array(llmBlock)]),
    isError: schemas.boolean(),
    refusal: schemas["enum"](['policy', 'person', 'unanswered']).exactOptional(),
    error: toolError.exactOptional(),
    metadata: json.exactOptional(),
});
/** A call of the parked turn that waits for people. Its input is parsed, judged and digested again on resuming. */
const gatedCall = schemas.strictObject({
    request: callRequest,
    nonce: schemas.string(),
    /** A hook's ready-made result, which does not skip the approval. */
    ready: schemas.string().nullable(),
    approval: schemas.string(),
    digest: sha256,
});
const workTree = schemas.strictObject({
    /** The commit that the changes stand on. */
    base: commit,
    /** A git bundle of one commit on `base` that holds the whole work tree, untracked files included; base64. */
    bundle: schemas.base64(),
    /** The bundle's tip. */
    commit,
    staged: commit.exactOptional(),
    branch: schemas.string().exactOptional(),
    get submodules() {
        return schemas.array(schemas.strictObject({ path: schemas.string(), changes: workTree }))
            .max(100)
            .readonly()
            .exactOptional();
    },
});
/**
 * Everything that a run needs to go on in another job, version 1. What is sealed is this and nothing else, and it is
 * parsed again when it is opened: only the parsed value travels on.
 */
const checkpointState = schemas.strictObject({
    version: schemas.literal(1),
    run: schemas.string(),
    repository: schemas.string(),
    /** The workflow file that the run is of, such as `.github/workflows/agent.yml`. */
    workflow: schemas.string(),
    headSha: commit,
    policySha256: sha256,
    trailHead: schemas.strictObject({ hash: sha256, count }),
    savedAt: iso.datetime(),
    /** What the run was asked to do, and by whom. */
    request: schemas.string(),
    requester: schemas.string().nullable(),
    /** Instruction files as the system prompt had them: its bytes stay the same. */
    instructions: schemas.array(schemas.strictObject({ path: schemas.string(), text: schemas.string() })).max(10),
    /** The schema that the result must fit, as the run began with it; absent where there is none. */
    outputSchema: schemas.string().exactOptional(),
    messages: schemas.array(message).max(MESSAGES_MAX),
    /** SHA-256 of each file as the conversation last saw it, by path. */
    reads: schemas.record(schemas.string(), sha256),
    /** Long results that the messages hold, by a digest of call and result: the call that brought each. */
    repeats: schemas.record(sha256, schemas.string()).optional(),
    turns: count,
    calls: count,
    lastText: schemas.string(),
    /** The turn of the last reply. */
    lastReply: count.optional(),
    /** A plan that the policy wants was approved. */
    planApproved: schemas.boolean().optional(),
    /** What marks text by strangers in the messages; the marks must mean the same after resuming. */
    marker: schemas.string(),
    idleReplies: count,
    refused: schemas.array(schemas.strictObject({
        call: schemas.string(),
        tool: schemas.string(),
        refusal: schemas["enum"](['policy', 'person', 'unanswered']),
        key: schemas.string(),
    }))
        .max(CALLS_MAX),
    settled: schemas.array(settledCall).max(CALLS_MAX),
    gated: schemas.array(gatedCall).max(CALLS_MAX),
    /** `null` for a state that is saved between turns, with nobody asked. */
    card: (0,parked/* parkedCard */.u5)().nullable(),
    used: schemas.strictObject({
        turns: amount,
        calls: amount,
        tokens: amount,
        usd: amount,
        minutes: amount,
        byTool: schemas.record(schemas.string(), count),
    }),
    /** Walls of the budget that people moved, where they stand now. */
    raised: schemas.strictObject({
        turns: amount.exactOptional(),
        calls: amount.exactOptional(),
        tokens: amount.exactOptional(),
        usd: amount.exactOptional(),
    })
        .optional(),
    untrusted: schemas.array(schemas.strictObject({
        source: schemas.string(),
        author: schemas.string().nullable(),
        because: schemas.string(),
        sha256,
    }))
        .max(CALLS_MAX),
    /** `null` where nothing in the work tree differs from the head. */
    workTree: workTree.nullable(),
});


/***/ }),

/***/ 89074:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O2: () => (/* binding */ clickIn),
/* harmony export */   i0: () => (/* binding */ canHaveButtons),
/* harmony export */   qx: () => (/* binding */ clickCode)
/* harmony export */ });
const IDENTIFIER = /^(approve|deny):([0-9a-hjkmnp-tv-z]{12})$/;
const EXTERNAL_ID = /^countersign:card:([1-9][0-9]{0,8})$/;
/** The App that a workflow's own token belongs to, whose check runs start no workflow. */
const WORKFLOW_APP = 'github-actions';
/** What the buttons of a card carry: `approve:` or `deny:` and the code of the question, the twenty characters that GitHub takes. */
const clickCode = {
    identifier: (decision, code) => `${decision}:${code}`,
    externalId: (issue) => `countersign:card:${issue}`,
};
/**
 * The click that an event holds. Ours is only a button of a check run that the App of this run's own token made, in
 * this repository: everybody else's App may name its buttons as it likes. Pure.
 */
function clickIn(trigger, own) {
    if (trigger.event !== 'check_run' || trigger.action !== 'requested_action')
        return { kind: 'none' };
    const { checkRun, identifier } = trigger;
    const [, decision, code] = IDENTIFIER.exec(identifier ?? '') ?? [];
    if (code === undefined)
        return { kind: 'none' };
    const issue = Number(EXTERNAL_ID.exec(checkRun.externalId)?.[1]);
    if (Number.isNaN(issue))
        return foreign('its check run is not that of a card');
    if (trigger.repository?.toLowerCase() !== own.repository.toLowerCase())
        return foreign(`it is of ${trigger.repository ?? 'no repository'}`);
    if (own.self === null || !isBotOf(own.self, checkRun.app.slug))
        return foreign(`its check run is by the App ${JSON.stringify(checkRun.app.slug)}`);
    const { id, url, app, headSha } = checkRun;
    return {
        kind: 'click',
        trigger,
        click: {
            decision: decision === 'deny' ? 'deny' : 'approve',
            code,
            check: { id, url, app, headSha },
            issue,
            by: trigger.actor,
        },
    };
}
/** Whether an account's check runs can have buttons that start a workflow: those of an App other than GitHub Actions' own. */
function canHaveButtons(self) {
    return self !== null && self.login.endsWith('[bot]') && !isBotOf(self, WORKFLOW_APP);
}
function isBotOf(account, slug) {
    return slug !== '' && account.login.toLowerCase() === `${slug.toLowerCase()}[bot]`;
}
function foreign(because) {
    return {
        kind: 'foreign',
        reason: `A button was pressed that is no card's of this run: ${because}.`,
    };
}


/***/ })

};
