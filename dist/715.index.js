export const id = 715;
export const ids = [715];
export const modules = {

/***/ 21788:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Y: () => (/* reexport */ approvalDigest),
  zK: () => (/* reexport */ approvalId),
  M8: () => (/* reexport */ consumeApproval),
  v: () => (/* reexport */ createCommentApprover),
  AT: () => (/* reexport */ createFailApprover),
  cN: () => (/* reexport */ createTerminalApprover),
  Yd: () => (/* reexport */ newNonce),
  u5: () => (/* reexport */ parkedCard),
  Wp: () => (/* reexport */ parseAnswer),
  kj: () => (/* reexport */ readCodeOwners),
  t7: () => (/* reexport */ readMarker),
  tJ: () => (/* reexport */ renderClosedCard),
  qs: () => (/* reexport */ takeCard)
});

// UNUSED EXPORTS: CARD_MAX_CHARACTERS, CARD_MAX_REQUESTS, judgeAnswer, ownersOf, parseApprovers, parseCodeOwners, readApprovalId, renderCard

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: ./build/base/index.js + 21 modules
var base = __webpack_require__(12112);
;// CONCATENATED MODULE: ./build/approvals/binding.js


const ID_LENGTH = 8;
const NONCE_BYTES = 16;
const ID = /^ap-([0-9a-hj-km-np-tv-z]{8})$/;
/** A fresh nonce: 128 random bits as hexadecimal digits. */
function newNonce() {
    return (0,external_node_crypto_.randomBytes)(NONCE_BYTES).toString('hex');
}
/**
 * SHA-256 over the canonical JSON (RFC 8785) of what is approved, as 64 hexadecimal digits. `files: {}` and no
 * `files` are the same: the call depends on none. Throws `internal` for arguments that JSON cannot carry.
 */
function approvalDigest(binding) {
    return (0,base/* digestOf */.ol)({
        _schema: 'countersign.approval/1',
        tool: binding.tool,
        input: binding.input,
        policySha256: binding.policySha256,
        headSha: binding.headSha,
        run: binding.run,
        call: binding.call,
        nonce: binding.nonce,
        files: binding.files ?? {},
    });
}
/** The short name of a digest: `ap-` and its first 40 bits in Crockford base32. */
function approvalId(digest) {
    return `ap-${(0,base/* crockford */.wI)(Buffer.from(digest, 'hex'), ID_LENGTH)}`;
}
/**
 * The id that a person typed, in its one spelling, or `null` where it is none. Upper and lower case are the same.
 * As Crockford meant it, `o` is read as `0`, `i` and `l` as `1`: none of those letters is ever in an id, so no two
 * ids can be confused by it. `u` is no letter of the alphabet and is refused.
 */
function readApprovalId(text) {
    const lower = text.toLowerCase();
    if (!lower.startsWith('ap-'))
        return null;
    const id = `ap-${lower.slice(3).replaceAll('o', '0').replaceAll(/[il]/g, '1')}`;
    return ID.test(id) ? id : null;
}

;// CONCATENATED MODULE: ./build/approvals/parse-answer.js

/** Longest note, reason or answer that is kept of a comment, in characters. */
const ANSWER_MAX_CHARACTERS = 4_000;
/** Most ids that one denial or answer may name. */
const IDS_MAX = 200;
const COMMAND = /^\/(approve|deny|answer|cancel)(?=[ \t]|$)(.*)$/;
const SEPARATORS = /[ \t,]+/;
/**
 * Reads a comment's body as a command, or `null` where it is none. Only the very first line counts, from its first
 * column: a quote, a fence, indented code and the middle of a line never do. Pure; the body is by a stranger.
 */
function parseAnswer(body) {
    const text = body.startsWith('\uFEFF') ? body.slice(1) : body;
    const end = text.search(/[\r\n]/);
    const first = end === -1 ? text : text.slice(0, end);
    const match = COMMAND.exec(first);
    if (match === null)
        return null;
    const rest = (match[2] ?? '').trim();
    const below = end === -1 ? '' : text.slice(end);
    switch (match[1] ?? '') {
        case 'approve':
            return readApprove(rest);
        case 'deny':
            return readDeny(rest);
        case 'answer':
            return readQuestionAnswer(rest, below);
        default:
            return { kind: 'cancel', reason: kept(rest) };
    }
}
function readApprove(rest) {
    const noteAt = /(?:^|[ \t])--note(?=[ \t]|$)/.exec(rest);
    const named = noteAt === null ? rest : rest.slice(0, noteAt.index);
    const note = noteAt === null ? '' : kept(rest.slice(noteAt.index + noteAt[0].length));
    const words = wordsOf(named);
    const ids = words.map(readApprovalId).filter((id) => id !== null);
    const all = words.length === 1 && isAll(words[0]);
    return {
        kind: 'approve',
        ids: all ? 'all' : [...new Set(ids)],
        unreadable: all ? [] : words.filter((word) => readApprovalId(word) === null),
        ...(note === '' ? {} : { note }),
    };
}
function readDeny(rest) {
    const all = /^all(?=[ \t]|$)/i.exec(rest);
    if (all !== null)
        return { kind: 'deny', ids: 'all', unreadable: [], reason: kept(rest.slice(all[0].length)) };
    const { ids, tail } = leadingIds(rest);
    const unreadable = wordsOf(tail)
        .slice(0, 1)
        .filter((word) => /^ap-/i.test(word));
    return { kind: 'deny', ids, unreadable, reason: kept(tail) };
}
function readQuestionAnswer(rest, below) {
    const { ids, tail } = leadingIds(rest);
    const unreadable = ids.length === 0 ? wordsOf(tail).slice(0, 1) : [];
    return { kind: 'answer', ids, unreadable, text: kept(`${tail}${below}`) };
}
/** The ids at the start of a line, and what follows the last of them. */
function leadingIds(rest) {
    const ids = new Set();
    let tail = rest;
    for (let count = 0; count < IDS_MAX; count += 1) {
        const word = /^[^ \t,]+/.exec(tail)?.[0];
        const id = word === undefined ? null : readApprovalId(word);
        if (word === undefined || id === null)
            break;
        ids.add(id);
        tail = tail.slice(word.length).replace(/^[ \t,]+/, '');
    }
    return { ids: [...ids], tail };
}
function wordsOf(text) {
    return text.split(SEPARATORS).filter((word) => word !== '');
}
function isAll(word) {
    return word?.toLowerCase() === 'all';
}
function kept(text) {
    return text.trim().slice(0, ANSWER_MAX_CHARACTERS);
}

// EXTERNAL MODULE: ./build/github/index.js + 45 modules
var github = __webpack_require__(67614);
;// CONCATENATED MODULE: ./build/approvals/settings.js


const USER = /^@([A-Za-z0-9][A-Za-z0-9_-]{0,99})$/;
const TEAM = /^@([A-Za-z0-9][A-Za-z0-9_-]{0,99})\/([A-Za-z0-9_.-]{1,100})$/;
/**
 * Reads `approvals.from`. Throws `policy-invalid` for an entry that is no permission level (`none` is not one:
 * it would be everybody), `@user`, `@org/team` or `codeowners`; nothing unknown is ever read as somebody.
 */
function parseApprovers(from) {
    return from.map((entry) => {
        const rule = parseApprover(entry);
        if (rule !== null)
            return rule;
        throw new base/* CountersignError */.WS('policy-invalid', `approvals.from: "${entry}" names nobody.`, {
            fix: 'Write read, triage, write, maintain, admin, @user, @org/team or codeowners.',
        });
    });
}
/** One owner or entry, or `null` where it names nobody that can be looked up (an e-mail address, say). */
function parseApprover(entry) {
    if (entry === 'codeowners')
        return { kind: 'codeowners' };
    const level = github/* PERMISSIONS */.Jj.find((name) => name === entry && name !== 'none');
    if (level !== undefined)
        return { kind: 'level', level };
    const team = TEAM.exec(entry);
    if (team?.[1] !== undefined && team[2] !== undefined) {
        return { kind: 'team', org: team[1].toLowerCase(), slug: team[2].toLowerCase() };
    }
    const user = USER.exec(entry);
    return user?.[1] === undefined ? null : { kind: 'user', login: user[1] };
}

;// CONCATENATED MODULE: ./build/approvals/markdown.js
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
    return (0,base/* visible */.RK)(text)
        .replaceAll('\r\n', '␍\n')
        .replace(ODD, (character) => `\\u{${codePoint(character)}}`);
}
/** A fenced block that `text` cannot close. */
function fenced(text, language) {
    return (0,base/* fence */.EU)(exact(text), language);
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
            text: sliceWhole(text, limit),
            cut: { sha256: (0,base/* sha256 */.sc)(text), bytes: Buffer.byteLength(text) },
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

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(55156);
;// CONCATENATED MODULE: ./build/approvals/card-marker.js

const PREFIX = '<!-- countersign:card ';
const SUFFIX = ' -->';
const MARKER_MAX = 8_000;
const CARD_STATES = ['waiting', 'suspended', 'closed'];
const marker = schemas.strictObject({
    v: schemas.literal(1),
    run: schemas.string().regex(/^run-[0-9a-z]{1,64}$/),
    ids: schemas.array(schemas.string().regex(/^ap-[0-9a-hj-km-np-tv-z]{8}$/)).max(200),
    state: schemas["enum"](CARD_STATES),
    /** The workflow run that holds the card, and where its checkpoint will be looked for. */
    workflowRun: schemas.number().int().positive().nullable(),
    attempt: schemas.number().int().positive().nullable(),
});
/** The card's first line. Its values have no character that could end an HTML comment. */
function markerLine(value) {
    return `${PREFIX}${JSON.stringify(marker.parse(value))}${SUFFIX}`;
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
        return marker.safeParse(value).data ?? null;
    }
    catch {
        return null;
    }
}

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
    const parts = [`#### \`${request.id}\` ${code(request.tool)} · ${stateWords(state, section)}`];
    if (preview !== undefined) {
        parts.push(fenced(preview.text, LANGUAGES[request.preview.form]), ...warnings(section, preview));
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
            const names = state.have.map(person).join(', ');
            return `⏳ waiting, ${state.have.length} of ${count}${names === '' ? '' : ` (${names})`}`;
        }
        case 'approved': {
            const note = state.note === undefined ? '' : `: ${code(state.note, textMax)}`;
            return `✅ approved by ${state.by.map(person).join(', ')}${note}`;
        }
        case 'denied':
            return `❌ denied by ${person(state.by)}${state.reason === '' ? '' : `: ${code(state.reason, textMax)}`}`;
        case 'expired':
            return '⌛ expired';
        case 'void':
            return `🚫 void: ${code(state.because, textMax)}`;
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
    if (exact(text) !== text) {
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
    const letters = foreignLetters(text, FOREIGN_SHOWN_MAX);
    if (letters.length > 0)
        lines.push(`❗ Letters outside ASCII: ${code(letters.join(', '))}`);
    const wide = Math.max(...text.split('\n').map((line) => line.length));
    if (wide > LINE_WIDE)
        lines.push(`❗ A line has ${wide} characters: scroll to its end.`);
    return lines;
}
function why({ request, policyUrl, textMax }) {
    const { verdict } = request;
    const lines = [`- **Why it asks**: ${code(verdict.because, textMax)}`];
    if (verdict.reason !== undefined)
        lines.push(`- **The policy's reason**: ${code(verdict.reason, textMax)}`);
    const place = verdict.line === null ? '' : ` ${card_request_link(`line ${verdict.line}`, policyUrl, verdict.line)}`;
    const rule = verdict.rule === null ? '' : ` ${code(verdict.rule, textMax)}`;
    lines.push(`- **Decided by**: ${verdict.list}${rule}${place}`);
    const listed = textMax < COMMANDS_NEED_TEXT ? [] : (verdict.commands ?? []);
    const strict = listed.filter((command) => command.verdict !== 'auto');
    for (const command of strict.slice(0, COMMANDS_SHOWN_MAX)) {
        lines.push(`  - ${code(command.words.join(' '), textMax)}: ${code(command.because, textMax)}`);
    }
    if (strict.length > COMMANDS_SHOWN_MAX)
        lines.push(`  - and ${strict.length - COMMANDS_SHOWN_MAX} more commands`);
    if (request.expects !== 'answer') {
        lines.push(`- **Rule that would allow exactly this**: ${code(request.narrowestRule, textMax)}`);
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
    const above = [markerLine(view.marker), heading(view), ...reasons(view.circumstances)];
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
    const author = item.author === null ? 'author unknown' : `by ${code(`@${item.author}`, ITEM_MAX)}`;
    return `> - ${code(item.source, ITEM_MAX)} ${author}`;
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
    lines.push('- `/cancel` ends the run.', '', `Who counts: ${who(view)}. Edited comments do not count.`);
    return lines.join('\n');
}
function who(view) {
    if (view.from.length === 0)
        return 'nobody (`approvals.from` is empty)';
    const from = view.from.map((entry) => code(entry)).join(', ');
    return view.count === 1 ? from : `${view.count} different people of ${from}`;
}
function footer(view) {
    const run = view.runUrl === null ? code(view.marker.run) : `[${view.marker.run}](${view.runUrl})`;
    const { hash, count } = view.head;
    return `<sub>Expires ${view.expires} · ${run} · trail: ${count} entries, head <code>${hash}</code></sub>`;
}

;// CONCATENATED MODULE: ./build/approvals/closed-card.js


/**
 * The body of a card whose job is gone: written from the trail alone, for a program that has no more than that. It
 * offers nothing to answer, and says of each call what became of it.
 */
function renderClosedCard(of) {
    const { run, workflowRun, requests, head } = of;
    const marker = markerLine({
        v: 1,
        run,
        ids: requests.map(({ approval }) => approval),
        state: 'closed',
        workflowRun: workflowRun?.id ?? null,
        attempt: workflowRun?.attempt ?? null,
    });
    const lines = requests.map(({ approval, call, tool, decidedBy, fate }) => {
        const said = decidedBy
            .map(({ login, decision }) => `${decision} by ${person(login)}`)
            .join(', ');
        return `- ${code(approval)} ${code(tool)} (${code(call)}): ${said === '' ? '' : `${said}; `}${fate}`;
    });
    const link = of.runUrl === null ? code(run) : `[${run}](${of.runUrl})`;
    return [
        marker,
        '### Countersign: nothing here is waiting for an answer',
        of.because,
        lines.join('\n'),
        `<sub>${link}${head === null ? '' : ` · trail: ${head.count} entries, head <code>${head.hash}</code>`}</sub>`,
    ].join('\n\n');
}

;// CONCATENATED MODULE: ./build/approvals/codeowners.js

/** GitHub reads no larger CODEOWNERS file. */
const CODEOWNERS_MAX_CHARACTERS = 3_000_000;
/** Where GitHub looks, in its order; the first that exists counts. */
const PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];
/**
 * Parses a CODEOWNERS file as GitHub reads it. Patterns are gitignore's without `!`, `[…]` and `\`; a line that uses
 * one of those is skipped, as GitHub does. A larger file than GitHub reads has no lines. Pure.
 */
function parseCodeOwners(text, matches) {
    if (text.length > CODEOWNERS_MAX_CHARACTERS)
        return { lines: [], matches };
    const lines = [];
    for (const raw of text.split(/\r?\n/)) {
        const words = raw
            .replace(/(?:^|\s)#.*$/, '')
            .trim()
            .split(/\s+/);
        const [pattern, ...owners] = words;
        if (pattern === undefined || pattern === '' || /^!|[[\]\\]/.test(pattern))
            continue;
        lines.push({ globs: globsOf(pattern), owners });
    }
    return { lines, matches };
}
/** The owners of a path by the last line that matches; empty where none does, or where that line names nobody. */
function ownersOf(codeOwners, path) {
    const line = codeOwners.lines.findLast(({ globs }) => globs.some((glob) => codeOwners.matches(glob, path)));
    return (line?.owners ?? [])
        .filter((owner) => owner.startsWith('@'))
        .map(parseApprover)
        .filter((rule) => rule !== null);
}
/** Reads CODEOWNERS at a trusted commit; `null` where the repository has none. Throws what GitHub answers. */
async function readCodeOwners(options) {
    for (const place of PLACES) {
        const file = await options.github.fileAt(options.commit, place);
        if (file !== null)
            return parseCodeOwners(file.text, options.matches);
    }
    return null;
}
/** A gitignore-like pattern as globs: what it names itself, and everything under it. */
function globsOf(pattern) {
    const folder = pattern.endsWith('/');
    const bare = pattern
        .replace(/^\//, '')
        .replace(/\/$/, '')
        .replaceAll(/[{}()+]/g, String.raw `\$&`);
    if (bare === '' || bare === '**')
        return ['**'];
    const anchored = pattern.startsWith('/') || bare.includes('/');
    const base = anchored ? bare : `**/${bare}`;
    if (folder)
        return [`${base}/**/*`];
    // In CODEOWNERS `docs/*` is only what lies directly in docs, while `docs` is all below it.
    return bare.includes('/') && bare.endsWith('/*') ? [base] : [base, `${base}/**`];
}

;// CONCATENATED MODULE: ./build/approvals/judge.js


const ACCEPTED = { ok: true };
/** GitHub's word for an account that is a person's. */
const PERSON = 'User';
/**
 * Judges what a comment shows by itself: made by a person, not by the run, after the card, never edited.
 * `created` has seconds only, so that the order within one second goes by the ids, which GitHub gives in order.
 */
function judgeComment(comment, card, parties) {
    const { author } = comment;
    if (author === null)
        return refused('its author no longer exists');
    if (author.type !== PERSON || author.login.endsWith('[bot]'))
        return refused('its author is a bot, not a person');
    if (comment.viaApp !== null)
        return refused(`an app (${comment.viaApp}) wrote it, not a person`);
    if (parties.own.some((own) => sameAccount(own, author)))
        return refused('the run cannot answer itself');
    // A date that cannot be read compares as false: such a comment does not count.
    const after = comment.id > card.id && Date.parse(comment.createdAt) >= Date.parse(card.createdAt);
    if (!after)
        return refused('it was not made after the card');
    const inTime = Date.parse(comment.createdAt) <= Date.parse(card.expires);
    if (!inTime)
        return refused('it came after the question had expired');
    if (comment.createdAt !== comment.updatedAt)
        return refused('it was edited; write a new comment');
    return ACCEPTED;
}
/**
 * Judges whether the author of a comment may decide on one request, by what GitHub says now. A denial needs the
 * same standing as an approval, but those who may not approve their own work may stop it.
 */
function judgePerson(options) {
    const { author, decision, facts, from, parties } = options;
    if (!facts.lastEdit.ok)
        return refused(`whether it was edited could not be looked up (${facts.lastEdit.because})`);
    if (facts.lastEdit.value !== null)
        return refused('it was edited; write a new comment');
    if (decision === 'approve') {
        const interest = interestOf(author, parties);
        if (interest !== null)
            return refused(`${interest}, and the policy does not say \`self: true\``);
    }
    if (!facts.permission.ok)
        return refused(`the permission could not be looked up (${facts.permission.because})`);
    const permission = facts.permission.value;
    const answers = from.map((rule) => satisfies(rule, { ...options, permission }));
    if (answers.some((answer) => answer.ok))
        return ACCEPTED;
    const failed = answers.find((answer) => !answer.ok && answer.because !== '');
    if (failed !== undefined)
        return failed;
    return refused(`its author has the permission ${permission}, and the policy asks for ${fromWords(from)}`);
}
/** The teams that have to be looked up for requests on these paths, as `org/slug`. */
function teamsToAsk(from, paths, codeOwners) {
    const teams = new Set();
    const byOwners = from.some((rule) => rule.kind === 'codeowners') && codeOwners !== null;
    const owners = byOwners ? paths.flatMap((path) => ownersOf(codeOwners, path)) : [];
    for (const rule of [...from, ...owners])
        if (rule.kind === 'team')
            teams.add(`${rule.org}/${rule.slug}`);
    return [...teams];
}
/** Two names for one account: the same id, or the same login. */
function sameAccount(one, other) {
    return one.id === other.id || sameLogin(one.login, other.login);
}
function satisfies(rule, standing) {
    switch (rule.kind) {
        case 'level':
            return (0,github/* atLeast */.jZ)(standing.permission, rule.level) ? ACCEPTED : refused('');
        case 'user':
            return sameLogin(rule.login, standing.author.login) ? ACCEPTED : refused('');
        case 'team':
            return inTeam(rule, standing.facts);
        case 'codeowners':
            break;
    }
    return ownsAll(standing);
}
function inTeam(team, facts) {
    const answer = facts.teams.get(`${team.org}/${team.slug}`);
    if (answer === undefined)
        return refused('');
    if (!answer.ok)
        return refused(`membership of @${team.org}/${team.slug} could not be looked up (${answer.because})`);
    return answer.value ? ACCEPTED : refused('');
}
/** One person must own every path that the call touches. A call that touches none has no owner. */
function ownsAll(standing) {
    const { codeOwners, paths } = standing;
    if (codeOwners === null)
        return refused('the policy asks for code owners, and the repository has no CODEOWNERS file');
    if (paths.length === 0)
        return refused('the policy asks for code owners, and the call touches no path');
    for (const path of paths) {
        const answers = ownersOf(codeOwners, path).map((owner) => satisfies(owner, standing));
        if (answers.some((answer) => answer.ok))
            continue;
        const failed = answers.find((answer) => !answer.ok && answer.because !== '');
        return failed ?? refused(`its author is no code owner of ${path}`);
    }
    return ACCEPTED;
}
function interestOf(author, parties) {
    if (parties.self)
        return null;
    if (parties.requester !== null && sameLogin(parties.requester, author.login))
        return 'its author asked for this run';
    if (parties.pullAuthor !== null && sameLogin(parties.pullAuthor, author.login)) {
        return 'its author wrote this pull request';
    }
    const wrote = parties.commitAuthors.some((login) => sameLogin(login, author.login));
    return wrote ? 'its author wrote commits of this pull request' : null;
}
function fromWords(from) {
    if (from.length === 0)
        return 'nobody';
    const words = from.map((rule) => {
        if (rule.kind === 'level')
            return rule.level;
        if (rule.kind === 'user')
            return `@${rule.login}`;
        return rule.kind === 'team' ? `@${rule.org}/${rule.slug}` : 'codeowners';
    });
    return words.join(' or ');
}
function sameLogin(one, other) {
    return one.toLowerCase() === other.toLowerCase();
}
function refused(because) {
    return { ok: false, because };
}

;// CONCATENATED MODULE: ./build/approvals/judge-answer.js

/** True where the comment could count, so that its author has to be looked up. */
function needsFacts(options) {
    if (refusalOfForm(options) !== null)
        return false;
    if (options.answered.kind === 'cancel')
        return true;
    return named(options).some((request) => closedOrMisfit(options, request) === null);
}
/**
 * Decides what one comment that is a command does to the requests of one card. Pure: whoever calls has looked up
 * what GitHub says of the author now. Whatever is not plainly allowed does not count, and says why.
 */
function judgeAnswer(options) {
    const { answered, comment } = options;
    const refusal = refusalOfForm(options);
    const unknown = unknownIds(options);
    const permission = options.facts?.permission.ok === true ? options.facts.permission.value : null;
    if (answered.kind === 'cancel') {
        const judged = refusal ?? cancelRefusal(options);
        return { comment, permission, rulings: [], unknown, refusal: judged, cancels: judged === null };
    }
    const rulings = named(options).map((request) => ruling(options, request, refusal));
    return {
        comment,
        permission,
        rulings,
        unknown,
        refusal: rulings.length === 0 ? refusal : null,
        cancels: false,
    };
}
function ruling(options, request, refusal) {
    const { answered } = options;
    const decision = answered.kind === 'deny' ? 'deny' : 'approve';
    const because = refusal ??
        closedOrMisfit(options, request) ??
        personRefusal(options, { decision, paths: request.paths });
    const words = judge_answer_wordsOf(answered);
    if (because !== null)
        return { request, decision, counted: false, because, words };
    return {
        request,
        decision,
        counted: true,
        because: 'by someone whom the policy lets answer',
        words,
    };
}
/** What is wrong with the comment whatever it names. */
function refusalOfForm(options) {
    const { answered } = options;
    const shown = judgeComment(options.comment, options.card, options.parties);
    if (!shown.ok)
        return shown.because;
    if (answered.kind === 'cancel')
        return null;
    if (answered.kind === 'approve' && answered.unreadable.length > 0) {
        return 'it says more than ids; put a note after `--note`';
    }
    if (answered.unreadable.length > 0 && answered.ids.length === 0)
        return 'it does not begin with an id from the card';
    if (answered.ids.length === 0)
        return `it does not say which; write \`/${answered.kind} ap-…\``;
    return answered.kind === 'answer' && answered.text === '' ? 'it has no text after the id' : null;
}
function closedOrMisfit(options, request) {
    const closed = options.closed.get(request.id);
    if (closed !== undefined)
        return closed;
    const question = request.expects === 'answer';
    const { kind } = options.answered;
    if (question && kind === 'approve')
        return 'it is a question; write `/answer` with its id and your words';
    if (!question && kind === 'answer')
        return 'it is not a question; write `/approve` or `/deny` with its id';
    return null;
}
/** Whoever may deny one of the calls may end the run. */
function cancelRefusal(options) {
    const refusals = options.requests.map(({ paths }) => personRefusal(options, { decision: 'deny', paths }));
    return refusals.includes(null) ? null : (refusals[0] ?? 'the card holds nothing');
}
function personRefusal(options, what) {
    const { author } = options.comment;
    if (author === null || options.facts === null)
        return 'its author was not looked up';
    const { from, codeOwners, parties, facts } = options;
    const judged = judgePerson({ author, ...what, facts, from, codeOwners, parties });
    return judged.ok ? null : judged.because;
}
/** The requests of this card that the command names. `all` is what is open, and nothing where it means a later card. */
function named(options) {
    const ids = idsOf(options.answered);
    if (ids === 'all')
        return options.newest ? options.requests.filter(({ id }) => !options.closed.has(id)) : [];
    return options.requests.filter(({ id }) => ids.includes(id));
}
function unknownIds(options) {
    const ids = idsOf(options.answered);
    if (ids === 'all')
        return [];
    return ids.filter((id) => options.requests.every((request) => request.id !== id));
}
function idsOf(answered) {
    return answered.kind === 'cancel' ? [] : answered.ids;
}
function judge_answer_wordsOf(answered) {
    switch (answered.kind) {
        case 'approve':
            return answered.note ?? '';
        case 'answer':
            return answered.text;
        case 'deny':
        case 'cancel':
            break;
    }
    return answered.reason;
}

;// CONCATENATED MODULE: ./build/approvals/tally.js
/** Counts what was judged. The order in which comments were seen does not matter, only their ids. */
function countVotes(requests, judgements) {
    const ordered = [...judgements].sort((one, other) => one.comment.id - other.comment.id);
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
        const { author } = judgement.comment;
        if (author === null || seen.has(author.id))
            return false;
        seen.add(author.id);
        return true;
    });
}
function loginOf(vote) {
    return vote.judgement.comment.author?.login ?? 'ghost';
}

;// CONCATENATED MODULE: ./build/approvals/session.js



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
        head: options.trail.head(),
    };
}
/** The states of a session's requests by the votes so far. */
function statesOf(session) {
    const { count } = session.options.settings;
    return countVotes(session.requests, judgementsOf(session)).map((votes) => stateOf(votes, count));
}
function judgementsOf(session) {
    return [...session.judged.values()].map(({ judgement }) => judgement);
}
/**
 * Writes the card again where its states changed. A card that cannot be updated stops nothing: the trail has it all,
 * and a warning says so.
 */
async function updateCard(session, states, state) {
    const { options, requests, card } = session;
    const shown = shownAs(states, state);
    if (shown === session.shown)
        return;
    const body = renderCard(viewOf(options, { requests, states, expires: card.expires, state, whole: session.whole }));
    // Remembered before it is sent: the answer may be lost, and the card is then still ours.
    session.bodies.add(bodyKey(body));
    try {
        remember(session, await options.github.updateComment(card.id, body));
        session.shown = shown;
    }
    catch (error) {
        await warn(options.trail, 'card-not-updated', error);
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
    return (0,base/* sha256 */.sc)(body.replaceAll('\r\n', '\n').trim());
}
/** Records what went wrong without stopping anything. */
async function warn(trail, code, error) {
    const message = error instanceof Error ? error.message : String(error);
    await trail.append({ type: 'warning', code, message });
}

;// CONCATENATED MODULE: ./build/approvals/look.js







/**
 * Judges one comment by what GitHub says now, or `null` where it is no command. Asks GitHub only where the comment
 * could count. Never throws: a look-up that fails refuses.
 */
async function lookAt(session, comment, comments) {
    const answered = parseAnswer(comment.body);
    if (answered === null)
        return null;
    if (comment.id < session.card.id && !namesThisCard(session, answered))
        return null;
    const { card, requests, parties, from, options } = session;
    const codeOwners = options.codeOwners ?? null;
    const judging = {
        answered,
        comment,
        card,
        requests,
        closed: deniedBefore(session, comment),
        newest: isNewest(session, comment, comments),
        parties,
        from,
        codeOwners,
        facts: null,
    };
    if (!needsFacts(judging) || comment.author === null)
        return judgeAnswer(judging);
    const teams = teamsToAsk(from, requests.flatMap(({ paths }) => paths), codeOwners);
    const facts = await factsOf(options.github, {
        login: comment.author.login,
        nodeId: comment.nodeId,
        teams,
    });
    return judgeAnswer({ ...judging, facts });
}
/** False where a later card by the same account lies between the session's and the comment. */
function isNewest(session, comment, comments) {
    return !comments.some((other) => other.id > session.card.id && other.id < comment.id && isOwnCard(session, other));
}
/** Requests that another comment has denied: a denial is final, so that nothing counts after it. */
function deniedBefore(session, comment) {
    const others = judgementsOf(session).filter((judgement) => judgement.comment.id !== comment.id);
    const denied = countVotes(session.requests, others).filter(({ denial }) => denial !== null);
    return new Map(denied.map(({ request }) => [request.id, 'it was denied before']));
}
/** What was said before the card was said of something else, unless it knew one of the card's ids. */
function namesThisCard(session, answered) {
    if (answered.kind === 'cancel' || answered.ids === 'all')
        return false;
    const { ids } = answered;
    return session.requests.some(({ id }) => ids.includes(id));
}
/** True for another card by the same account: what is not on this one may be meant for that one. */
function isOwnCard(session, comment) {
    const { author } = comment;
    return (author !== null && sameAccount(session.card.author, author) && readMarker(comment.body) !== null);
}
/** What GitHub says of a person and a comment now; what cannot be had is kept as words. */
async function factsOf(github, of) {
    const [permission, lastEdit] = await Promise.all([
        looked(() => github.permissionOf(of.login)),
        looked(() => github.lastEdit(of.nodeId)),
    ]);
    const teams = new Map();
    for (const team of of.teams) {
        const [org = '', slug = ''] = team.split('/', 2);
        teams.set(team, await looked(() => github.isTeamMember({ org, slug }, of.login)));
    }
    return { permission, lastEdit, teams };
}
async function looked(ask) {
    try {
        return { ok: true, value: await ask() };
    }
    catch (error) {
        return { ok: false, because: (0,base/* errorText */.kc)(error) };
    }
}

;// CONCATENATED MODULE: ./build/approvals/parked.js


const account = schemas.strictObject({ login: schemas.string(), id: schemas.number(), type: schemas.string() });
const permission = schemas["enum"](['none', 'read', 'triage', 'write', 'maintain', 'admin']);
const DENIALS_MAX = 200;
const BODIES_MAX = 500;
/** Most replies under one card to commands that do not count. */
const REPLIES_MAX = 10;
/**
 * A card that waits without a job, as the checkpoint keeps it. Denials are kept with it: whoever deletes the comment
 * of a denial in the meantime has not taken it back.
 */
const parkedCard = schemas.strictObject({
    issue: schemas.number().int().positive(),
    commentId: schemas.number().int().positive(),
    url: schemas.string(),
    createdAt: schemas.string(),
    expires: schemas.string(),
    own: schemas.array(account).min(1).max(4),
    /** SHA-256 of every body that the card was given; any other was written by somebody else. */
    bodies: schemas.array(schemas.string().regex(/^[0-9a-f]{64}$/)).max(BODIES_MAX),
    /** Comments that were told why they do not count: no other job tells them again. */
    replied: schemas.array(schemas.number().int().positive()).max(REPLIES_MAX),
    denials: schemas.array(schemas.strictObject({
        approval: schemas.string(),
        reason: schemas.string(),
        permission,
        comment: schemas.strictObject({
            id: schemas.number(),
            url: schemas.string(),
            createdAt: schemas.string(),
            author: account,
        }),
    }))
        .max(DENIALS_MAX),
});
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
        denials: judgementsOf(session).flatMap(denialsOf).slice(0, DENIALS_MAX),
    };
}
/** A session on a card that another job opened. */
function reopenSession(of) {
    const { options, from, card, requests } = of;
    const [author = { login: 'ghost', id: 0, type: 'Bot' }] = card.own;
    const ref = { issue: card.issue, commentId: card.commentId, url: card.url };
    const { requester, pullAuthor, commitAuthors, settings } = options;
    return {
        options,
        from,
        requests,
        card: { id: card.commentId, createdAt: card.createdAt, expires: card.expires, ref, author },
        parties: { own: card.own, requester, pullAuthor, commitAuthors, self: settings.self },
        bodies: new Set(card.bodies),
        judged: keptDenials(card.denials, requests),
        whole: new Map(),
        replied: new Set(card.replied),
        shown: '',
    };
}
function denialsOf(judgement) {
    const { comment, permission: held } = judgement;
    const { author } = comment;
    if (author === null || held === null)
        return [];
    const { id, url, createdAt } = comment;
    return judgement.rulings
        .filter(({ counted, decision }) => counted && decision === 'deny')
        .map(({ request, words }) => ({
        approval: request.id,
        reason: words,
        permission: held,
        comment: { id, url, createdAt, author },
    }));
}
/** The judgements that the denials came from, one for each comment. */
function keptDenials(denials, requests) {
    const kept = new Map();
    for (const denial of denials) {
        const request = requests.find(({ id }) => id === denial.approval);
        if (request === undefined)
            continue;
        const { id, createdAt } = denial.comment;
        const because = 'denied before the run was suspended';
        const ruling = {
            request,
            decision: 'deny',
            counted: true,
            because,
            words: denial.reason,
        };
        const comment = {
            ...denial.comment,
            nodeId: '',
            viaApp: null,
            body: '',
            updatedAt: createdAt,
        };
        const rulings = [...(kept.get(id)?.judgement.rulings ?? []), ruling];
        const { permission: held } = denial;
        const judgement = {
            comment,
            permission: held,
            rulings,
            unknown: [],
            refusal: null,
            cancels: false,
        };
        kept.set(id, { key: '', judgement });
    }
    return kept;
}

;// CONCATENATED MODULE: ./build/approvals/receipts.js





const WHY_MAX = 500;
/**
 * Puts a judgement into the trail, then tells its author: 👍 where it counts, one reply saying why where it does not.
 * A command that is meant for another card is left to that card.
 */
async function acknowledge(session, judgement, comments) {
    if (meantForAnother(session, judgement, comments))
        return;
    for (const ruling of judgement.rulings)
        await recordRuling(session, judgement, ruling);
    const why = whyNot(judgement);
    if (judgement.rulings.length === 0 && why !== null)
        await recordIgnored(session, judgement, why);
    if (judgement.cancels || judgement.rulings.some(({ counted }) => counted))
        await thumbsUp(session, judgement);
    if (why !== null)
        await reply(session, judgement, why);
}
/** Records that something which counted does so no longer. */
async function recordWithdrawn(session, judgement, because) {
    for (const ruling of judgement.rulings.filter(({ counted }) => counted)) {
        await recordRuling(session, judgement, { ...ruling, counted: false, because });
    }
}
/** Who made a judgement's comment, as a decision keeps it; `null` where that is not known. */
function decisionBy({ comment, permission }) {
    if (comment.author === null || permission === null)
        return null;
    const { login, id } = comment.author;
    return {
        login,
        id,
        permission,
        commentId: comment.id,
        commentUrl: comment.url,
        at: comment.createdAt,
    };
}
async function recordRuling(session, judgement, ruling) {
    const { comment } = judgement;
    await session.options.trail.append({
        type: 'approval.decision',
        approval: ruling.request.id,
        call: ruling.request.call,
        decision: ruling.decision,
        counted: ruling.counted,
        because: ruling.because,
        by: { login: comment.author?.login ?? 'ghost', id: comment.author?.id ?? null },
        permission: judgement.permission,
        comment: { id: comment.id, url: comment.url, createdAt: comment.createdAt },
        ...(ruling.words === '' ? {} : { note: ruling.words }),
    });
}
async function recordIgnored(session, judgement, why) {
    const login = judgement.comment.author?.login ?? 'ghost';
    await session.options.trail.append({
        type: 'warning',
        code: 'answer-not-counted',
        message: `Comment ${judgement.comment.id} by @${login} does not count: ${why}.`,
    });
}
/** Why a command, or a part of it, does not count; `null` where all of it does. */
function whyNot(judgement) {
    if (judgement.refusal !== null)
        return judgement.refusal;
    const reasons = new Set(judgement.rulings
        .filter(({ counted }) => !counted)
        .map(({ request, because }) => `${request.id}: ${because}`));
    for (const id of judgement.unknown)
        reasons.add(`${id} is not on the card`);
    return reasons.size === 0 ? null : [...reasons].join('; ');
}
/** Only ids of other cards, or no id at all where a later card is what the comment speaks of: no word from this one. */
function meantForAnother(session, judgement, comments) {
    if (judgement.rulings.length > 0 || judgement.cancels)
        return false;
    if (judgement.unknown.length === 0)
        return !isNewest(session, judgement.comment, comments);
    const others = comments.filter((comment) => comment.id !== session.card.id && isOwnCard(session, comment));
    const held = new Set(others.flatMap((comment) => readMarker(comment.body)?.ids ?? []));
    return judgement.unknown.every((id) => held.has(id));
}
async function thumbsUp(session, judgement) {
    try {
        await session.options.github.react(judgement.comment.id, '+1');
    }
    catch (error) {
        await warn(session.options.trail, 'receipt-not-given', error);
    }
}
async function reply(session, judgement, why) {
    const { comment } = judgement;
    const own = session.parties.own.some(({ id }) => id === comment.author?.id);
    if (own || session.replied.has(comment.id) || session.replied.size >= REPLIES_MAX)
        return;
    session.replied.add(comment.id);
    const { github, trail, issue } = session.options;
    const login = comment.author?.login ?? 'ghost';
    const last = session.replied.size === REPLIES_MAX
        ? ' No further answers under this card will be explained.'
        : '';
    const which = `[this answer](${comment.url}) by ${person(login)}`;
    const body = `Countersign did not count ${which}: ${code(why, WHY_MAX)}.${last}`;
    try {
        const made = await github.createComment(issue, body);
        await trail.append({
            type: 'github.write',
            call: null,
            what: 'reply to an answer',
            id: made.id,
            url: made.url,
        });
    }
    catch (error) {
        await warn(trail, 'reply-not-made', error);
    }
}

;// CONCATENATED MODULE: ./build/approvals/close.js



/**
 * Turns the end of a watch into one answer for each request, records what is void, and leaves the card saying so.
 * A batch is parked as a whole: where one request stays open, those that were approved wait with it.
 */
async function closeSession(session, end) {
    const { settings, trail } = session.options;
    const votes = countVotes(session.requests, judgementsOf(session));
    const expired = hasExpired(session);
    if (staysOpen(session, end)) {
        await updateCard(session, votes.map((vote) => stateOf(vote, settings.count)), 'suspended');
        return session.requests.map((request) => ({
            kind: 'suspended',
            request,
            card: session.card.ref,
        }));
    }
    if (end.kind === 'cancelled')
        await recordCancel(session, votes, end.by);
    const answers = votes.map((vote) => answerOf(session, vote, { end, expired }));
    for (const answer of answers) {
        if (answer.kind !== 'unanswered')
            continue;
        const { id, call } = answer.request;
        await trail.append({ type: 'approval.void', approval: id, call, because: answer.because });
    }
    const states = votes.map((vote, index) => closedState(session, vote, { answer: answers[index], end, expired }));
    await updateCard(session, states, 'closed');
    return answers;
}
/** True where the question is to be left open for another job. */
function staysOpen(session, end) {
    return (end.kind === 'timeout' && session.options.settings.then === 'suspend' && !hasExpired(session));
}
function hasExpired({ options, card }) {
    return options.clock.now().getTime() >= Date.parse(card.expires);
}
/** A `/cancel` is a denial of all that was open; the run is told once that is in the trail. */
async function recordCancel(session, votes, by) {
    const { login, id, permission, commentId, commentUrl, at } = by;
    const comment = commentId === null || commentUrl === null
        ? null
        : { id: commentId, url: commentUrl, createdAt: at };
    for (const { request } of votes.filter(({ denial }) => denial === null)) {
        await session.options.trail.append({
            type: 'approval.decision',
            approval: request.id,
            call: request.call,
            decision: 'deny',
            counted: true,
            because: 'the whole run was cancelled',
            by: { login, id },
            permission,
            comment,
        });
    }
    session.options.onCancel?.(by);
}
function answerOf(session, votes, ending) {
    const { request } = votes;
    const { end } = ending;
    const denier = votes.denial === null ? null : decisionBy(votes.denial.judgement);
    if (votes.denial !== null && denier !== null) {
        return { kind: 'denied', request, by: denier, reason: votes.denial.ruling.words };
    }
    switch (end.kind) {
        case 'cancelled':
            return { kind: 'denied', request, by: end.by, reason: 'The run was cancelled.' };
        case 'void':
            return unanswered(session, request, `The question was void: ${end.because}.`);
        case 'settled':
        case 'timeout':
            break;
    }
    return approvedOr(session, votes, ending);
}
function approvedOr(session, votes, { expired }) {
    const { request } = votes;
    const { count, waitMs } = session.options.settings;
    const by = votes.approvals
        .map(({ judgement }) => decisionBy(judgement))
        .filter((one) => one !== null);
    if (by.length >= Math.max(1, count)) {
        const note = noteOf(votes);
        return {
            kind: 'approved',
            request,
            by,
            card: session.card.ref,
            ...(note === undefined ? {} : { note }),
        };
    }
    const have = by.length === 0 ? 'Nobody' : `Only ${by.length} of ${count}`;
    const because = expired
        ? `The question expired at ${session.card.expires}.`
        : `${have} approved within ${minutes(waitMs)}.`;
    return unanswered(session, request, because);
}
function unanswered(session, request, because) {
    const needed = ` The rule \`${request.narrowestRule}\` under \`auto\` would allow it without asking.`;
    const rule = request.expects === 'answer' ? '' : needed;
    return {
        kind: 'unanswered',
        request,
        because: `${because} It was asked at ${session.card.ref.url}.${rule}`,
    };
}
function closedState(session, votes, closing) {
    const state = stateOf(votes, session.options.settings.count);
    const { end, answer } = closing;
    if (answer?.kind === 'approved' || state.kind === 'denied')
        return state;
    if (end.kind === 'cancelled')
        return { kind: 'denied', by: end.by.login, reason: 'the run was cancelled' };
    if (end.kind === 'void')
        return { kind: 'void', because: end.because };
    return closing.expired
        ? { kind: 'expired' }
        : { kind: 'void', because: `not answered within ${minutes(session.options.settings.waitMs)}` };
}
function minutes(ms) {
    return ms < 60_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}

;// CONCATENATED MODULE: ./build/approvals/consume.js

/** The reaction that takes a card. GitHub answers 201 to the first job that makes it and 200 to every other. */
const CLAIM = 'rocket';
/** What each run has taken, by its trail: as long-lived as the run, and shared by nothing else. */
const CLAIMS = new WeakMap();
/**
 * Takes an approval for this run alone, once, and records that in the trail before it resolves: `null` where it was
 * taken, else why it could not be. A card is taken as a whole, on GitHub's side, so that of two jobs that saw the same
 * answer only one goes on; whatever fails on the way refuses. What people said at a terminal needs no claim there.
 */
async function consumeApproval(of) {
    const { trail, request } = of;
    const claims = claimsOf(trail);
    const again = claims.used.has(request.digest);
    claims.used.add(request.digest);
    const refusal = again ? 'it was used before' : await refusalOf(of, claims);
    if (refusal !== null) {
        const because = `The approval could not be taken: ${refusal}.`;
        // What was used stays used in the trail: only an approval that was never taken is void.
        if (again)
            await trail.append({
                type: 'warning',
                code: 'approval-replayed',
                message: `${request.id}: ${because}`,
            });
        else
            await trail.append({
                type: 'approval.void',
                approval: request.id,
                call: request.call,
                because,
            });
        return because;
    }
    await trail.append({
        type: 'approval.consumed',
        approval: request.id,
        call: request.call,
        digest: request.digest,
    });
    return null;
}
/**
 * Takes a card for this run, on GitHub's side: false where another job was first. Asking again for the same run gives the
 * same answer. Throws what GitHub answers.
 */
function takeCard(trail, github, card) {
    return claimCard(claimsOf(trail), github, card);
}
async function refusalOf(of, claims) {
    const { answer, request, github } = of;
    if (answer.kind !== 'approved')
        return `the answer is "${answer.kind}"`;
    if (answer.request.digest !== request.digest)
        return 'it is an approval of another call';
    if (answer.by.length === 0)
        return 'nobody gave it';
    if (answer.by.every(({ permission }) => permission === 'terminal'))
        return null;
    if (github === null || answer.card === undefined)
        return 'it names no card that could be taken';
    try {
        const first = await claimCard(claims, github, answer.card.commentId);
        return first ? null : 'another job has taken the card';
    }
    catch (error) {
        return `the card could not be taken (${(0,base/* errorText */.kc)(error)})`;
    }
}
function claimCard(claims, github, card) {
    const before = claims.cards.get(card);
    if (before !== undefined)
        return before;
    const claim = github.react(card, CLAIM).then(({ created }) => created);
    claims.cards.set(card, claim);
    return claim;
}
function claimsOf(trail) {
    const before = CLAIMS.get(trail);
    if (before !== undefined)
        return before;
    const claims = { cards: new Map(), used: new Set() };
    CLAIMS.set(trail, claims);
    return claims;
}

;// CONCATENATED MODULE: ./build/approvals/watch.js





const POLL_FIRST_MS = 1_000;
const POLL_MAX_MS = 15_000;
const POLL_GROWTH = 1.25;
/** Looks in a row that may fail before the question is given up. */
const FAILURES_MAX = 5;
/** How often the issue and the head are looked at while nobody answers. */
const PLACE_CHECK_MS = 30_000;
/** At fifteen seconds a look, more than a week. */
const LOOKS_MAX = 50_000;
/** How often an answer that changed under the last check is looked at again at once. */
const RECHECKS_MAX = 5;
/**
 * Looks at a card's comments until every request is settled or `waitMs` is over; at least once. Throws only what
 * `signal` is aborted with, or what the trail cannot write.
 */
async function watch(session, options) {
    const { clock, pollFirstMs } = session.options;
    const firstMs = pollFirstMs ?? POLL_FIRST_MS;
    const endMs = clock.monotonicMs() + options.waitMs;
    const looks = createLooks(session);
    let pauseMs = firstMs;
    for (let look = 0; look < LOOKS_MAX; look += 1) {
        options.signal.throwIfAborted();
        const seen = await looks.next();
        if (seen.kind !== 'waiting')
            return seen;
        const leftMs = endMs - clock.monotonicMs();
        if (leftMs <= 0)
            break;
        pauseMs = seen.news ? firstMs : Math.min(POLL_MAX_MS, pauseMs * POLL_GROWTH);
        await clock.sleep(Math.min(pauseMs, leftMs), options.signal);
    }
    return { kind: 'timeout' };
}
function createLooks(session) {
    const { github, issue, clock } = session.options;
    let cursor;
    let failures = 0;
    let placeCheckedMs = clock.monotonicMs();
    return {
        next: async () => {
            try {
                const list = await github.comments(issue, cursor);
                const first = cursor === undefined;
                cursor = list.cursor;
                failures = 0;
                if (list.changed || first) {
                    const seen = await readComments(session, list.comments);
                    if (seen.kind !== 'waiting')
                        return seen;
                }
                if (clock.monotonicMs() - placeCheckedMs >= PLACE_CHECK_MS) {
                    placeCheckedMs = clock.monotonicMs();
                    const gone = await placeGone(session);
                    if (gone !== null)
                        return { kind: 'void', because: gone };
                }
                return { kind: 'waiting', news: list.changed };
            }
            catch (error) {
                failures += 1;
                if (!mayPass(error) || failures >= FAILURES_MAX) {
                    if (!(error instanceof base/* CountersignError */.WS) || error.code === 'trail-unwritable')
                        throw error;
                    return { kind: 'void', because: `the answers could not be read: ${(0,base/* errorText */.kc)(error)}` };
                }
                return { kind: 'waiting', news: false };
            }
        },
    };
}
/** Faults that may be gone at the next look. */
function mayPass(error) {
    return (error instanceof base/* CountersignError */.WS && ['github-unreachable', 'github-limit'].includes(error.code));
}
/** Judges what is new, updates the card, and says whether anything is still open. */
async function readComments(session, comments) {
    const touched = await cardTouched(session, comments);
    if (touched !== null)
        return { kind: 'void', because: touched };
    await withdrawGone(session, comments);
    for (const comment of comments)
        await judgeOnce(session, comment, comments);
    const cancel = judgementsOf(session).find(({ cancels }) => cancels);
    const by = cancel === undefined ? null : decisionBy(cancel);
    if (by !== null)
        return { kind: 'cancelled', by };
    const states = statesOf(session);
    if (shownAs(states, 'waiting') !== session.shown) {
        // Writing the card would cover up what somebody else wrote on it since the list was read.
        const covered = await cardTouched(session, []);
        if (covered !== null)
            return { kind: 'void', because: covered };
        await updateCard(session, states, 'waiting');
    }
    if (allDenied(session))
        return { kind: 'settled' };
    if (!allSettled(session))
        return { kind: 'waiting', news: true };
    return await lastCheck(session);
}
/** A comment is judged again only when it is another one: changed in time or text. */
async function judgeOnce(session, comment, comments) {
    if (comment.id === session.card.id)
        return;
    const key = keyOf(comment);
    const before = session.judged.get(comment.id);
    if (before !== undefined && (before.key === key || isDenial(before.judgement)))
        return;
    if (before !== undefined) {
        session.judged.delete(comment.id);
        await recordWithdrawn(session, before.judgement, 'the comment was edited after it had been counted');
    }
    const judgement = await lookAt(session, comment, comments);
    if (judgement === null)
        return;
    session.judged.set(comment.id, { key, judgement });
    await acknowledge(session, judgement, comments);
}
/** Approvals whose comment was deleted count no longer. A denial stays: nobody can delete it for somebody else. */
async function withdrawGone(session, comments) {
    const present = new Set(comments.map(({ id }) => id));
    for (const [id, { judgement }] of session.judged) {
        if (present.has(id) || isDenial(judgement))
            continue;
        session.judged.delete(id);
        await recordWithdrawn(session, judgement, 'the comment was deleted');
    }
}
/**
 * When everything is settled, every approval is looked up once more: the comment as it is now, the person as they are
 * now, the card, the issue and the head. Only what still holds is an answer.
 */
async function lastCheck(session) {
    const { github } = session.options;
    for (let round = 0; round < RECHECKS_MAX; round += 1) {
        const gone = (await placeGone(session)) ?? (await cardTouched(session, []));
        if (gone !== null)
            return { kind: 'void', because: gone };
        let changed = false;
        for (const [id, { judgement }] of session.judged) {
            if (isDenial(judgement) || !judgement.rulings.some(({ counted }) => counted))
                continue;
            const now = await github.comment(id);
            const again = now === null ? null : await lookAt(session, now, [now]);
            const denied = deniedBefore(session, judgement.comment);
            if (again !== null && countedOf(judgement, denied) === countedOf(again, denied))
                continue;
            changed = true;
            session.judged.delete(id);
            if (now === null || again === null) {
                const withdrawn = now === null ? 'the comment was deleted' : 'the comment is no command any more';
                await recordWithdrawn(session, judgement, withdrawn);
                continue;
            }
            session.judged.set(id, { key: keyOf(now), judgement: again });
            await acknowledge(session, again, []);
        }
        if (!changed)
            return { kind: 'settled' };
        await updateCard(session, statesOf(session), 'waiting');
        if (!allSettled(session))
            return { kind: 'waiting', news: true };
    }
    return { kind: 'waiting', news: true };
}
/** What of a comment still counts, to tell whether a second look came to the same result. */
function countedOf({ rulings }, denied) {
    const counted = rulings.filter((ruling) => ruling.counted && !denied.has(ruling.request.id));
    return JSON.stringify(counted.map(({ decision, request, words }) => [decision, request.id, words]));
}
/** Why the card is not as this run left it; `null` where it is. Looked at afresh where the list does not have it so. */
async function cardTouched(session, comments) {
    const card = comments.find(({ id }) => id === session.card.id);
    if (card !== undefined && session.bodies.has(bodyKey(card.body)))
        return null;
    const now = await session.options.github.comment(session.card.id);
    if (now === null)
        return 'the card was deleted';
    // A list may lag behind the card's own update.
    if (session.bodies.has(bodyKey(now.body)))
        return null;
    const edit = await session.options.github.lastEdit(now.nodeId);
    return `the card was edited by ${edit === null || edit.editor === null ? 'somebody else' : `@${edit.editor}`}`;
}
/** Why nothing can be decided here any more: the issue was closed or locked away, the head is another one. */
async function placeGone(session) {
    const { github, issue, pullHeadSha } = session.options;
    if (pullHeadSha !== undefined && pullHeadSha !== null) {
        const pull = await github.pull(issue);
        if (!pull.open)
            return `pull request #${issue} was closed`;
        return pull.headSha === pullHeadSha
            ? null
            : `pull request #${issue} has a new head (${pull.headSha})`;
    }
    const { open } = await github.issue(issue);
    return open ? null : `#${issue} was closed`;
}
function allSettled(session) {
    const { count } = session.options.settings;
    return countVotes(session.requests, judgementsOf(session)).every((votes) => isSettled(votes, count));
}
function allDenied(session) {
    return countVotes(session.requests, judgementsOf(session)).every(({ denial }) => denial !== null);
}
function isDenial(judgement) {
    return judgement.rulings.some(({ counted, decision }) => counted && decision === 'deny');
}
function keyOf(comment) {
    return JSON.stringify([comment.updatedAt, comment.body, comment.author?.id ?? null]);
}

;// CONCATENATED MODULE: ./build/approvals/comment-approver.js








const NO_IDENTITY = 'the run could not tell which account it writes as, so that no answer could be told from its own.';
/**
 * Asks people by one card on an issue or pull request and waits for their comments (the contract of `Approver`).
 * Where no card can be made every request is `unanswered`, with what to change. Throws `policy-invalid` for
 * `approvals.from` that names nobody.
 */
function createCommentApprover(options) {
    const from = parseApprovers(options.settings.from);
    let parked = null;
    const close = async (session, end) => {
        const answers = await closeSession(session, end);
        parked = answers.some(({ kind }) => kind === 'suspended') ? parkedOf(session) : null;
        return answers;
    };
    return {
        ask: async (requests, { signal }) => {
            signal.throwIfAborted();
            const askable = askableOf(requests);
            const opened = askable.length === 0 ? null : await openCard(options, askable);
            if (typeof opened === 'string')
                return requests.map((request) => unasked(request, opened));
            if (opened === null)
                return requests.map(tooMany);
            const session = { ...opened, from };
            const waitMs = Math.min(options.settings.waitMs, options.settings.expireMs);
            const answers = await close(session, await watchUntilEnd(session, waitMs, signal));
            return requests.map((request) => answers.find((answer) => answer.request === request) ?? tooMany(request));
        },
        parked: () => parked,
        resume: async (card, requests, { signal }) => {
            signal.throwIfAborted();
            const session = reopenSession({ options, from, card, requests });
            const end = await watch(session, { waitMs: 0, signal });
            if (!staysOpen(session, end) &&
                !(await takeCard(options.trail, options.github, card.commentId)))
                return 'taken';
            return close(session, end);
        },
    };
}
async function watchUntilEnd(session, waitMs, signal) {
    try {
        return await watch(session, { waitMs, signal });
    }
    catch (error) {
        if (!signal.aborted)
            throw error;
        await closeSession(session, { kind: 'void', because: 'the run was cancelled' });
        throw signal.reason;
    }
}
/** Two requests with one id could not be told apart in an answer: neither is asked. */
function askableOf(requests) {
    const times = (id) => requests.filter((request) => request.id === id).length;
    return requests.filter(({ id }) => times(id) === 1).slice(0, CARD_MAX_REQUESTS);
}
/** Puts the card up and records that it was asked; the words why where that cannot be done. */
async function openCard(options, requests) {
    const expires = new Date(options.clock.now().getTime() + options.settings.expireMs).toISOString();
    const asking = { requests, states: [], expires, state: 'waiting' };
    const whole = await keepWhole(options, viewOf(options, { ...asking, whole: new Map() }));
    let card;
    try {
        card = await options.github.createComment(options.issue, renderCard(viewOf(options, { ...asking, whole })));
    }
    catch (error) {
        if (!(error instanceof base/* CountersignError */.WS) || error.code === 'cancelled')
            throw error;
        const because = `nobody could be asked on #${options.issue}: ${(0,base/* errorText */.kc)(error)}`;
        await recordAsked(options, requests, null);
        return because;
    }
    await options.trail.append({
        type: 'github.write',
        call: null,
        what: 'card',
        id: card.id,
        url: card.url,
    });
    await recordAsked(options, requests, { card, expires });
    const own = [card.author, options.self].filter((account) => account !== null);
    const [author] = own;
    if (author === undefined)
        return NO_IDENTITY;
    const ref = { issue: options.issue, commentId: card.id, url: card.url };
    return {
        options,
        requests,
        card: { id: card.id, createdAt: card.createdAt, expires, ref, author },
        parties: partiesOf(options, own),
        bodies: new Set([bodyKey(card.body)]),
        judged: new Map(),
        whole,
        replied: new Set(),
        shown: shownAs(requests.map(() => ({ kind: 'waiting', have: [] })), 'waiting'),
    };
}
/** Keeps every preview whole beside the trail where the card has no room for all of them. */
async function keepWhole(options, view) {
    const kept = new Map();
    if (!isCut(view))
        return kept;
    for (const { request } of view.requests)
        kept.set(request.id, await options.trail.blob(request.preview.text));
    return kept;
}
/** `own`: the accounts that no answer may come from, the card's author and the token's. */
function partiesOf(options, own) {
    const { requester, pullAuthor, commitAuthors, settings } = options;
    return { own, requester, pullAuthor, commitAuthors, self: settings.self };
}
async function recordAsked(options, requests, asked) {
    await options.trail.append({
        type: 'approval.asked',
        card: asked === null ? null : { commentId: asked.card.id, url: asked.card.url },
        via: asked === null ? 'nobody' : 'comment',
        count: Math.max(1, options.settings.count),
        expires: asked?.expires ?? null,
        requests: requests.map(({ id, call, digest }) => ({ approval: id, call, digest })),
    });
}
function unasked(request, because) {
    return {
        kind: 'unanswered',
        request,
        because: `This call needs an approval, and ${because} ` +
            `The rule \`${request.narrowestRule}\` under \`auto\` would allow it without.`,
    };
}
function tooMany(request) {
    return {
        kind: 'unanswered',
        request,
        because: `One card holds at most ${CARD_MAX_REQUESTS} calls, each with an id of its own; this one was not asked. ` +
            'Make fewer calls in one turn.',
    };
}

;// CONCATENATED MODULE: ./build/approvals/fail-approver.js
/**
 * An approver for runs in which nobody can be asked: every request is `unanswered` at once, with the rule that would
 * have allowed it. `because` says why nobody is asked, as one sentence.
 */
function createFailApprover(options) {
    return {
        ask: async (requests, { signal }) => {
            signal.throwIfAborted();
            if (requests.length === 0)
                return [];
            await options.trail.append({
                type: 'approval.asked',
                card: null,
                via: 'nobody',
                count: 1,
                expires: null,
                requests: requests.map(({ id, call, digest }) => ({ approval: id, call, digest })),
            });
            return requests.map((request) => ({
                kind: 'unanswered',
                request,
                because: `This call needs an approval. ${options.because} ` +
                    `To allow it without one, add \`${request.narrowestRule}\` to \`auto\` in the policy.`,
            }));
        },
    };
}

;// CONCATENATED MODULE: ./build/approvals/terminal-card.js

const terminal_card_WHY_MAX = 600;
/**
 * A request as plain text for a terminal. Everything foreign has its control characters written out: no escape
 * sequence of a command reaches the screen. Nothing is cut: what is approved is what can be read.
 */
function terminalCard(request) {
    const body = exact(request.preview.text)
        .split('\n')
        .map((line) => `  │ ${line}`)
        .join('\n');
    const always = request.expects === 'answer' ? '' : `  always would allow: ${exact(request.narrowestRule)}\n`;
    return `\n${request.id}  ${exact(request.tool)}\n${body}\n${always}`;
}
/** Why a call asks, for a person who wants to know before deciding. */
function terminalExplanation(request) {
    const { verdict } = request;
    const line = verdict.line === null ? '' : `, line ${verdict.line} of the policy`;
    const rule = verdict.rule === null ? verdict.list : `${verdict.list}: ${verdict.rule}`;
    const lines = [`  why: ${verdict.because}`, `  decided by ${rule}${line}`];
    if (verdict.reason !== undefined)
        lines.push(`  the policy's reason: ${verdict.reason}`);
    for (const command of verdict.commands ?? []) {
        lines.push(`  ${command.verdict}: ${command.words.join(' ')} (${command.because})`);
    }
    lines.push(`  a rule that would allow exactly this: ${request.narrowestRule}`);
    lines.push(`  SHA-256 of what is approved: ${request.digest}`);
    return `${lines.map((text) => exact(text).slice(0, terminal_card_WHY_MAX)).join('\n')}\n`;
}

// EXTERNAL MODULE: external "node:readline"
var external_node_readline_ = __webpack_require__(80481);
;// CONCATENATED MODULE: ./build/approvals/terminal-lines.js

/** Reads lines from a terminal. I/O: the given stream, nothing else. */
function linesOf(input) {
    const reader = (0,external_node_readline_.createInterface)({ input, terminal: false });
    const queue = [];
    let ended = false;
    let wake;
    reader.on('line', (line) => {
        queue.push(line);
        wake?.();
    });
    reader.on('close', () => {
        ended = true;
        wake?.();
    });
    return {
        next: async (signal) => {
            signal.throwIfAborted();
            if (queue.length === 0 && !ended)
                await untilWoken(signal, (waker) => void (wake = waker));
            signal.throwIfAborted();
            return queue.shift() ?? null;
        },
        close: () => reader.close(),
    };
}
function untilWoken(signal, onWaker) {
    const { promise, resolve } = Promise.withResolvers();
    const done = () => resolve();
    signal.addEventListener('abort', done, { once: true });
    onWaker(done);
    return promise.finally(() => signal.removeEventListener('abort', done));
}

;// CONCATENATED MODULE: ./build/approvals/terminal-approver.js




/** How often one question is put again to somebody who answers something else. */
const ASKED_MAX = 10;
/**
 * Asks at a terminal: y, n, explain, or always for this run. Without a terminal on both sides every request is
 * `unanswered`; the end of input is a no. `always` covers calls whose narrowest rule and list are the same, so that
 * it does not reach over a gate that was raised since.
 */
function createTerminalApprover(options) {
    const { input, output, trail } = options;
    if (input.isTTY !== true || output.isTTY !== true) {
        return createFailApprover({ trail, because: 'There is no terminal to ask at.' });
    }
    const always = new Set();
    return {
        ask: async (requests, { signal }) => {
            signal.throwIfAborted();
            if (requests.length === 0)
                return [];
            await terminal_approver_recordAsked(trail, requests);
            const lines = linesOf(input);
            try {
                output.write(requests.map(terminalCard).join(''));
                const answers = [];
                for (const request of requests) {
                    const covered = always.has(coverOf(request));
                    const said = covered
                        ? ALLOWED_BEFORE
                        : await question(options, lines, { request, signal });
                    if (said.kind === 'always')
                        always.add(coverOf(request));
                    answers.push(await decided(options, request, said));
                }
                return answers;
            }
            finally {
                lines.close();
            }
        },
    };
}
const ALLOWED_BEFORE = { kind: 'yes', words: 'allowed for this run by an earlier answer' };
/** What an `always` covers. A question to a person is never covered: each has its own id in the key. */
function coverOf(request) {
    const own = request.expects === 'answer' ? request.id : '';
    return JSON.stringify([request.tool, request.narrowestRule, request.verdict.list, own]);
}
async function question(options, lines, of) {
    const { request, signal } = of;
    const asksWords = request.expects === 'answer';
    const choices = asksWords
        ? 'your answer, or nothing to decline'
        : 'y/n/explain/always for this run';
    for (let asked = 0; asked < ASKED_MAX; asked += 1) {
        options.output.write(`${request.id} [${choices}] `);
        const line = await lines.next(signal);
        if (line === null)
            return { kind: 'no', words: 'the terminal was closed' };
        const said = asksWords ? spoken(line) : chosen(line);
        if (said !== null)
            return said;
        if (/^e(?:xplain)?$/i.test(line.trim()))
            options.output.write(terminalExplanation(request));
    }
    return { kind: 'no', words: 'no clear answer was given' };
}
function spoken(line) {
    const words = line.trim().slice(0, ANSWER_MAX_CHARACTERS);
    return words === '' ? { kind: 'no', words: 'no answer was given' } : { kind: 'yes', words };
}
/** `null` for anything but a plain choice: an unclear answer is asked again, never read as a yes. */
function chosen(line) {
    const text = line.trim();
    if (/^y(?:es)?$/i.test(text))
        return { kind: 'yes', words: '' };
    if (/^a(?:lways)?$/i.test(text))
        return { kind: 'always', words: 'and always for this run' };
    const no = /^no?(?:[ \t]+(.*))?$/i.exec(text);
    return no === null ? null : { kind: 'no', words: (no[1] ?? '').slice(0, ANSWER_MAX_CHARACTERS) };
}
async function decided(options, request, said) {
    const { trail, clock, login } = options;
    await trail.append({
        type: 'approval.decision',
        approval: request.id,
        call: request.call,
        decision: said.kind === 'no' ? 'deny' : 'approve',
        counted: true,
        because: 'answered at the terminal',
        by: { login, id: null },
        permission: 'terminal',
        comment: null,
        ...(said.words === '' ? {} : { note: said.words }),
    });
    const at = clock.now().toISOString();
    const by = {
        login,
        id: null,
        permission: 'terminal',
        commentId: null,
        commentUrl: null,
        at,
    };
    if (said.kind === 'no')
        return { kind: 'denied', request, by, reason: said.words };
    return {
        kind: 'approved',
        request,
        by: [by],
        ...(said.words === '' ? {} : { note: said.words }),
    };
}
async function terminal_approver_recordAsked(trail, requests) {
    await trail.append({
        type: 'approval.asked',
        card: null,
        via: 'terminal',
        count: 1,
        expires: null,
        requests: requests.map(({ id, call, digest }) => ({ approval: id, call, digest })),
    });
}

;// CONCATENATED MODULE: ./build/approvals/index.js















/***/ }),

/***/ 1411:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  qQ: () => (/* reexport */ ATTESTATION_FILE),
  UP: () => (/* reexport */ EXPORT_FORMATS),
  eB: () => (/* reexport */ TRAIL_FILE),
  Ds: () => (/* reexport */ TRANSITIONS),
  SC: () => (/* reexport */ VERIFY_EXIT_CODES),
  uo: () => (/* reexport */ blobsIn),
  Xe: () => (/* reexport */ checkAttestation),
  vF: () => (/* reexport */ checkEntryProof),
  N9: () => (/* reexport */ diffTrails),
  nn: () => (/* reexport */ exportTrail),
  bc: () => (/* reexport */ openTrail),
  fI: () => (/* reexport */ proveEntry),
  hd: () => (/* reexport */ readTrail),
  B1: () => (/* reexport */ renderReport),
  Gi: () => (/* reexport */ show/* showTrail */.G),
  Sd: () => (/* reexport */ audit_view/* totals */.Sd),
  _D: () => (/* reexport */ trailBytes),
  Qf: () => (/* reexport */ verifyTrail),
  MP: () => (/* reexport */ audit_view/* viewTrail */.MP)
});

// UNUSED EXPORTS: ANCHOR_EVERY, BLOB_FOLDER, CALL_STATES, PROOF_SCHEMA, TRAIL_SCHEMA, ZERO_HASH, checkProof, mayFollow, merkleRoot, prove, trailEvent, trailJsonSchema

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(55156);
;// CONCATENATED MODULE: ./build/audit/attestation.js


/** The Sigstore bundle of a trail, in its folder. */
const ATTESTATION_FILE = 'audit.sigstore.json';
const certificate = schemas.looseObject({ rawBytes: schemas.base64() });
const bundleSchema = schemas.looseObject({
    verificationMaterial: schemas.looseObject({
        certificate: certificate.optional(),
        x509CertificateChain: schemas.looseObject({ certificates: schemas.array(certificate).min(1) }).optional(),
    }),
    dsseEnvelope: schemas.looseObject({
        payload: schemas.base64(),
        payloadType: schemas.literal('application/vnd.in-toto+json'),
        signatures: schemas.array(schemas.looseObject({ sig: schemas.base64() })).length(1),
    }),
});
const statementSchema = schemas.looseObject({
    subject: schemas.array(schemas.looseObject({ digest: schemas.record(schemas.string(), schemas.string()) })),
    predicateType: schemas.string(),
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
    const signer = new external_node_crypto_.X509Certificate(Buffer.from(raw.rawBytes, 'base64'));
    const { payload, payloadType, signatures } = bundle.dsseEnvelope;
    const body = Buffer.from(payload, 'base64');
    const signature = Buffer.from(signatures[0]?.sig ?? '', 'base64');
    if (!(0,external_node_crypto_.verify)('sha256', preAuthEncoding(payloadType, body), signer.publicKey, signature)) {
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

// EXTERNAL MODULE: ./build/base/index.js + 21 modules
var base = __webpack_require__(12112);
// EXTERNAL MODULE: ./build/audit/view.js
var audit_view = __webpack_require__(81263);
;// CONCATENATED MODULE: ./build/audit/diff.js


const HOST = /\bhttps?:\/\/([a-z0-9.-]+(?::\d+)?)/gi;
/** Compares two runs by what they did: tools, commands, hosts, verdicts, tokens. Order does not count. */
async function diffTrails(a, b) {
    const [left, right] = [await (0,audit_view/* viewTrail */.MP)(a), await (0,audit_view/* viewTrail */.MP)(b)];
    const by = (name) => differences(left.calls.flatMap(name), right.calls.flatMap(name));
    return {
        outcome: { a: left.end?.outcome ?? null, b: right.end?.outcome ?? null },
        tools: by(({ tool }) => [tool]),
        verdicts: by(({ verdict }) => [verdict?.verdict ?? 'none']),
        states: by(({ state }) => [state]),
        commands: by((call) => commandOf(call)),
        hosts: by((call) => [...JSON.stringify(call.input).matchAll(HOST)].map(([, host]) => (host ?? '').toLowerCase())),
        inputs: by((call) => [`${call.tool} ${(0,base/* canonicalJson */.dj)(call.input)}`]),
        turns: { a: left.turns.length, b: right.turns.length },
        tokensPerTurn: { a: tokensPerTurn(left), b: tokensPerTurn(right) },
        costUsd: { a: (0,audit_view/* totals */.Sd)(left).costUsd, b: (0,audit_view/* totals */.Sd)(right).costUsd },
    };
}
function commandOf({ input }) {
    if (typeof input !== 'object' || input === null || !('command' in input))
        return [];
    return typeof input.command === 'string' ? [input.command] : [];
}
function tokensPerTurn(view) {
    const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens } = (0,audit_view/* totals */.Sd)(view);
    const tokens = inputTokens + outputTokens + cacheReadTokens + cacheCreationTokens;
    return view.turns.length === 0 ? 0 : Math.round(tokens / view.turns.length);
}
function differences(a, b) {
    const counts = new Map();
    for (const [side, names] of [
        ['a', a],
        ['b', b],
    ]) {
        for (const name of names) {
            const count = counts.get(name) ?? { a: 0, b: 0 };
            count[side] += 1;
            counts.set(name, count);
        }
    }
    return [...counts]
        .filter(([, count]) => count.a !== count.b)
        .map(([what, count]) => ({ what, ...count }))
        .toSorted((x, y) => (x.what < y.what ? -1 : 1));
}

;// CONCATENATED MODULE: ./build/audit/states.js
const CALL_STATES = [
    'PENDING',
    'APPROVAL_REQUIRED',
    'APPROVED',
    'EXECUTING',
    'COMPLETED',
    'FAILED',
    'DENIED',
    'SEALED',
];
/**
 * Which state may follow which. A call begins as `PENDING`; the last four are final.
 * `SEALED` is what became of a call that was open when the run died: nobody knows what it did.
 */
const TRANSITIONS = {
    PENDING: ['APPROVAL_REQUIRED', 'APPROVED', 'DENIED', 'FAILED', 'SEALED'],
    APPROVAL_REQUIRED: ['APPROVED', 'DENIED', 'FAILED', 'SEALED'],
    APPROVED: ['APPROVAL_REQUIRED', 'EXECUTING', 'DENIED', 'FAILED', 'SEALED'],
    EXECUTING: ['COMPLETED', 'FAILED', 'SEALED'],
    COMPLETED: [],
    FAILED: [],
    DENIED: [],
    SEALED: [],
};
/** True where `to` may directly follow `from` (`null`: the call's first state). */
function mayFollow(from, to) {
    return from === null ? to === 'PENDING' : TRANSITIONS[from].includes(to);
}

;// CONCATENATED MODULE: ./build/audit/events.js



/** The name and version of the format. A reader refuses another major version. */
const events_TRAIL_SCHEMA = 'countersign.audit/1';
const json = schemas.json();
const digest = schemas.string().regex(/^[0-9a-f]{64}$/);
const nullableText = schemas.string().nullable();
const verdictName = schemas["enum"](['auto', 'requireApproval', 'deny']);
/** A person or bot, as GitHub names them. */
const actor = schemas.object({ login: schemas.string(), id: schemas.number().nullable() });
/** A large value kept beside the trail, in `blobs/<sha256>`. */
const blobRef = schemas.object({ sha256: digest, bytes: schemas.number().int().nonnegative() });
const runStart = schemas.object({
    type: schemas.literal('run.start'),
    start: schemas["enum"](['fresh', 'resumed']),
    version: schemas.string(),
    repository: nullableText,
    headSha: nullableText,
    trigger: schemas.object({
        event: schemas.string(),
        actor: actor.nullable(),
        number: schemas.number().nullable(),
        url: nullableText,
    }),
    workflow: schemas.object({ runId: schemas.string(), attempt: schemas.string(), job: schemas.string(), url: nullableText })
        .nullable(),
    policy: schemas.object({ source: schemas.string(), ref: nullableText, sha256: digest, mode: schemas.string() }),
    'gen_ai.provider.name': schemas.string(),
    'gen_ai.request.model': schemas.string(),
    /** What was asked, redacted. */
    request: schemas.string(),
    budget: schemas.record(schemas.string(), schemas.number()),
});
const sandboxProbe = schemas.object({
    type: schemas.literal('sandbox.probe'),
    sandbox: schemas["enum"](['bubblewrap', 'sandbox-exec', 'none', 'off']),
    /** Each wall that was tried, and whether it held. */
    results: schemas.array(schemas.object({ probe: schemas.string(), held: schemas.boolean(), detail: schemas.string() })),
});
const contextRead = schemas.object({
    type: schemas.literal('context.read'),
    /** Where text came from: `issue #7`, `comment 123`, `file src/a.ts`, `https://…`. */
    source: schemas.string(),
    author: nullableText,
    trusted: schemas.boolean(),
    because: schemas.string(),
    sha256: digest,
    /** What was hidden in it and was taken out or made plain before the model read it, by kind. */
    removed: schemas.record(schemas.string(), schemas.number()).optional(),
});
const turnStart = schemas.object({
    type: schemas.literal('turn.start'),
    turn: schemas.number().int().positive(),
    parent: nullableText,
    messages: schemas.number().int().nonnegative(),
});
const modelReply = schemas.object({
    type: schemas.literal('model.reply'),
    turn: schemas.number().int().positive(),
    parent: nullableText,
    'gen_ai.response.id': schemas.string(),
    'gen_ai.response.model': schemas.string(),
    'gen_ai.response.finish_reasons': schemas.array(schemas.string()),
    'gen_ai.usage.input_tokens': schemas.number(),
    'gen_ai.usage.output_tokens': schemas.number(),
    'gen_ai.usage.cache_read.input_tokens': schemas.number(),
    'gen_ai.usage.cache_creation.input_tokens': schemas.number(),
    costUsd: schemas.number().nullable(),
    durationMs: schemas.number(),
    requestSha256: digest,
    replySha256: digest,
    text: schemas.string(),
});
const modelRetry = schemas.object({
    type: schemas.literal('model.retry'),
    turn: schemas.number().int().positive(),
    attempt: schemas.number().int().positive(),
    because: schemas.string(),
    delayMs: schemas.number(),
});
const callState = schemas.object({
    type: schemas.literal('call.state'),
    call: schemas.string(),
    state: schemas["enum"](CALL_STATES),
    /** Why, where a person would ask: the error, who denied, what sealed it. */
    because: schemas.string().optional(),
    /** With `PENDING`. */
    turn: schemas.number().int().positive().optional(),
    parent: nullableText.optional(),
    'gen_ai.tool.name': schemas.string().optional(),
    'gen_ai.tool.call.id': schemas.string().optional(),
    'gen_ai.tool.call.arguments': json.optional(),
    /** In place of arguments that are too long or too deep for a line: their canonical JSON, redacted. */
    argumentsBlob: blobRef.optional(),
    kind: schemas.string().optional(),
    /** Over canonical JSON of the exact, unredacted arguments; of what is executed, with `EXECUTING`. */
    argumentsSha256: digest.optional(),
    /** With `COMPLETED` and `FAILED`. */
    durationMs: schemas.number().optional(),
    resultSha256: digest.optional(),
    resultBytes: schemas.number().optional(),
    result: schemas.union([schemas.string(), blobRef]).optional(),
    'error.type': schemas.string().optional(),
    'process.exit.code': schemas.number().nullable().optional(),
});
const callVerdict = schemas.object({
    type: schemas.literal('call.verdict'),
    call: schemas.string(),
    verdict: verdictName,
    rule: nullableText,
    list: schemas.string(),
    line: schemas.number().nullable(),
    because: schemas.string(),
    policySha256: digest,
    argumentsSha256: digest,
    untrusted: schemas.boolean(),
    sandboxed: schemas.boolean(),
    commands: schemas.array(json).optional(),
});
const hookRan = schemas.object({
    type: schemas.literal('hook.ran'),
    call: schemas.string(),
    hook: schemas.string(),
    phase: schemas["enum"](['preToolUse', 'postToolUse', 'messagesChanged']),
    effect: schemas.string(),
});
const approvalAsked = schemas.object({
    type: schemas.literal('approval.asked'),
    /** The card: where people were asked. */
    card: schemas.object({ commentId: schemas.number(), url: schemas.string() }).nullable(),
    via: schemas["enum"](['comment', 'terminal', 'check-run', 'nobody']),
    count: schemas.number().int().positive(),
    expires: nullableText,
    requests: schemas.array(schemas.object({ approval: schemas.string(), call: schemas.string(), digest })),
});
const approvalDecision = schemas.object({
    type: schemas.literal('approval.decision'),
    approval: schemas.string(),
    call: schemas.string(),
    decision: schemas["enum"](['approve', 'deny']),
    /** False for a command that does not count; `because` then says why. */
    counted: schemas.boolean(),
    because: schemas.string(),
    by: actor,
    permission: nullableText,
    comment: schemas.object({ id: schemas.number(), url: schemas.string(), createdAt: schemas.string() }).nullable(),
    note: schemas.string().optional(),
});
const approvalConsumed = schemas.object({
    type: schemas.literal('approval.consumed'),
    approval: schemas.string(),
    call: schemas.string(),
    digest,
});
const approvalVoid = schemas.object({
    type: schemas.literal('approval.void'),
    approval: schemas.string(),
    call: schemas.string(),
    because: schemas.string(),
});
const githubWrite = schemas.object({
    type: schemas.literal('github.write'),
    call: nullableText,
    what: schemas.string(),
    id: schemas.union([schemas.number(), schemas.string()]).nullable(),
    url: nullableText,
});
const budgetEvent = schemas.object({
    type: schemas.literal('budget'),
    budget: schemas["enum"](['turns', 'calls', 'tokens', 'usd', 'minutes', 'limits']),
    event: schemas["enum"](['near', 'spent', 'raised']),
    used: schemas.number(),
    limit: schemas.number(),
});
const redaction = schemas.object({
    type: schemas.literal('redaction'),
    counts: schemas.record(schemas.string(), schemas.number()),
});
const recovered = schemas.object({
    type: schemas.literal('recovered'),
    /** The torn last line, kept as `torn-<seq>.bin` beside the trail. */
    tornBytes: schemas.number(),
    tornSha256: digest,
});
const checkpointSaved = schemas.object({
    type: schemas.literal('checkpoint.saved'),
    name: schemas.string(),
    sha256: digest,
    bytes: schemas.number(),
});
const contextTrimmed = schemas.object({
    type: schemas.literal('context.trimmed'),
    turn: schemas.number(),
    how: schemas.string(),
    removedBytes: schemas.number(),
});
const warning = schemas.object({ type: schemas.literal('warning'), code: schemas.string(), message: schemas.string() });
const runSuspended = schemas.object({ type: schemas.literal('run.suspended'), approvals: schemas.array(schemas.string()) });
const runEnd = schemas.object({
    type: schemas.literal('run.end'),
    outcome: schemas["enum"](base/* OUTCOMES */.im),
    summary: schemas.string(),
    /** Entries before this one; the writer puts it right when it gives the entry its place. */
    count: schemas.number().int().nonnegative(),
    turns: schemas.number(),
    calls: schemas.record(schemas.string(), schemas.number()),
    tokens: schemas.number(),
    costUsd: schemas.number().nullable(),
});
/** Everything that a trail can say, before it is chained. */
const events_trailEvent = schemas.discriminatedUnion('type', [
    runStart,
    sandboxProbe,
    contextRead,
    turnStart,
    modelReply,
    modelRetry,
    callState,
    callVerdict,
    hookRan,
    approvalAsked,
    approvalDecision,
    approvalConsumed,
    approvalVoid,
    githubWrite,
    budgetEvent,
    redaction,
    recovered,
    checkpointSaved,
    contextTrimmed,
    warning,
    runSuspended,
    runEnd,
]);

;// CONCATENATED MODULE: ./build/audit/export-formats.js
/** What a trail can be written as, for other tools. */
const EXPORT_FORMATS = ['otlp', 'csv', 'sarif'];

// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
;// CONCATENATED MODULE: ./build/audit/limits.js
/** The longest line of a trail, its line feed not counted. A longer one is refused by writer and verifier alike. */
const MAX_ENTRY_BYTES = 8 * 1024 * 1024;
/** Arguments whose canonical JSON is longer are kept as a blob, so that lines stay short. */
const MAX_INLINE_ARGUMENTS_CHARS = 64 * 1024;
/** How deep a value inside an entry may be nested; deeper arguments are kept as a blob. */
const MAX_DEPTH = 100;
/** A longer value keeps its head and its tail, and says how much was cut. */
const MAX_BLOB_BYTES = 16 * 1024 * 1024;
/** What all blobs of a trail may take together; values beyond are kept as a note of their size and digest. */
const MAX_BLOBS_TOTAL_BYTES = 1024 * 1024 * 1024;
/** Warnings that a verification lists; more are counted only. */
const MAX_WARNINGS = 100;
/** Calls, and approvals, that may be open at once before a verification refuses the trail. */
const MAX_OPEN = 100_000;
/** After this many entries the head is told once more, for where it is published while the run goes on. */
const ANCHOR_EVERY = 50;

;// CONCATENATED MODULE: ./build/audit/format.js





/** `prev` of the first entry, and the head of an empty trail. */
const ZERO_HASH = '0'.repeat(64);
/** The file of a trail, in its folder. */
const TRAIL_FILE = 'audit.jsonl';
/** The folder of large values, in the trail's folder. */
const BLOB_FOLDER = 'blobs';
const TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const CARRIAGE_RETURN = 13;
/**
 * One line of a trail (without its line feed) and its hash: canonical JSON (RFC 8785) of the fields with the
 * envelope, `hash` being the SHA-256 of that text without the member `hash`.
 */
function sealLine(fields, at) {
    const body = { ...fields, _schema: events_TRAIL_SCHEMA, ...at };
    const hash = (0,external_node_crypto_.hash)('sha256', (0,base/* canonicalJson */.dj)(body), 'hex');
    return { line: (0,base/* canonicalJson */.dj)({ ...body, hash }), hash };
}
/** Reads one line, which nobody vouches for: everything that one line alone can show is checked, its hash included. */
function openLine(line) {
    const raw = rawFault(line);
    if (raw !== null)
        return raw;
    const text = line.toString('utf8');
    const parsed = parse(text);
    if (parsed === undefined)
        return fault('not-json', 'The line is not JSON.');
    if (!(0,base/* isJsonObject */.OW)(parsed))
        return fault('not-an-entry', 'The line is not a JSON object.');
    const schema = parsed['_schema'];
    if (schema !== events_TRAIL_SCHEMA) {
        const is = typeof schema === 'string' ? JSON.stringify(schema.slice(0, 60)) : 'missing';
        return fault('bad-schema', `_schema is ${is}; this verifier reads ${events_TRAIL_SCHEMA}.`);
    }
    if (!isCanonical(text, parsed)) {
        return fault('not-canonical', 'The line is not the canonical form (RFC 8785) of what it says.');
    }
    const envelope = envelopeOf(parsed);
    if (typeof envelope === 'string')
        return fault('bad-envelope', envelope);
    const hash = (0,external_node_crypto_.hash)('sha256', withoutHash(text, envelope.hash), 'hex');
    if (hash !== envelope.hash) {
        return fault('hash-mismatch', `The entry's content has the hash ${hash}, but it says ${envelope.hash}.`);
    }
    return { ok: true, envelope, fields: parsed };
}
function fault(code, because) {
    return { ok: false, code, because };
}
function rawFault(line) {
    if (line.length === 0)
        return fault('blank-line', 'The line is empty.');
    if (line.length > MAX_ENTRY_BYTES) {
        return fault('line-too-long', `The line has more than ${MAX_ENTRY_BYTES} bytes.`);
    }
    if (line.at(-1) === CARRIAGE_RETURN) {
        return fault('carriage-return', 'The line ends with a carriage return.');
    }
    return (0,external_node_buffer_.isUtf8)(line) ? null : fault('not-utf8', 'The line is not valid UTF-8.');
}
function parse(text) {
    try {
        const value = JSON.parse(text);
        return value;
    }
    catch {
        return undefined;
    }
}
/**
 * Without the member `hash` the text is what was hashed. Members are in order, so that `prev` always follows.
 * A text that holds this member elsewhere too would have to hold its own hash: the comparison then fails.
 */
function withoutHash(text, hash) {
    const member = `"hash":"${hash}",`;
    const at = text.indexOf(member);
    return at === -1 ? text : text.slice(0, at) + text.slice(at + member.length);
}
/**
 * JSON.stringify gives the canonical text of each part, so that a text is canonical where it comes back the same
 * and all keys are in order. What it would do otherwise (integer keys, lone surrogates) goes the long way.
 */
function isCanonical(text, value) {
    const order = keyOrder(value, 0);
    if (order === 'too-deep')
        return false;
    if (order === 'sorted' && !text.includes('\\ud'))
        return JSON.stringify(value) === text;
    try {
        return (0,base/* canonicalJson */.dj)(value) === text;
    }
    catch {
        return false;
    }
}
function keyOrder(value, depth) {
    if (typeof value !== 'object' || value === null)
        return 'sorted';
    if (depth > MAX_DEPTH)
        return 'too-deep';
    const children = Array.isArray(value) ? value : Object.values(value);
    let order = (0,base/* isJsonObject */.OW)(value) && !hasSortedKeys(value) ? 'unsorted' : 'sorted';
    for (const child of children) {
        if (typeof child !== 'object' || child === null)
            continue;
        const inner = keyOrder(child, depth + 1);
        if (inner === 'too-deep')
            return inner;
        if (inner === 'unsorted')
            order = inner;
    }
    return order;
}
function hasSortedKeys(value) {
    let before = null;
    for (const key of Object.keys(value)) {
        if (before !== null && key < before)
            return false;
        before = key;
    }
    return true;
}
/** True where a value is nested no deeper than an entry may be. Never recurses further than the limit. */
function isShallow(value) {
    return keyOrder(value, 1) !== 'too-deep';
}
function envelopeOf(fields) {
    const { seq, time, run, type, prev, hash } = fields;
    if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0) {
        return 'seq is not a whole number from 0.';
    }
    if (typeof time !== 'string' || !TIME.test(time)) {
        return 'time is not RFC 3339 in UTC with milliseconds.';
    }
    if (typeof run !== 'string' || run === '')
        return 'run is not a name.';
    if (typeof type !== 'string' || type === '')
        return 'type is not a name.';
    // That these are SHA-256 shows when they are compared with one.
    if (typeof prev !== 'string')
        return 'prev is missing.';
    if (typeof hash !== 'string')
        return 'hash is missing.';
    return { _schema: events_TRAIL_SCHEMA, seq, time, run, type, prev, hash };
}

;// CONCATENATED MODULE: ./build/audit/lazy.js
// The page and the exports are loaded when they are first asked for: a run needs them at its very end, if at all.
/** See `report.ts`. */
async function renderReport(...of) {
    const { renderReport: render } = await __webpack_require__.e(/* import() */ 709).then(__webpack_require__.bind(__webpack_require__, 66709));
    return await render(...of);
}
/** See `export.ts`. */
async function exportTrail(...of) {
    const { exportTrail: write } = await __webpack_require__.e(/* import() */ 456).then(__webpack_require__.bind(__webpack_require__, 91456));
    return await write(...of);
}

;// CONCATENATED MODULE: ./build/audit/merkle.js


const HEX_64 = /^[0-9a-f]{64}$/;
const HASH_BYTES = 32;
const LEAF_PREFIX = 0;
const NODE_PREFIX = 1;
/** Filled and hashed within one call; hashing hexadecimal out of one buffer is three times as fast as making new ones. */
const scratch = Buffer.alloc(1 + 2 * HASH_BYTES);
function leafOf(entryHash) {
    scratch[0] = LEAF_PREFIX;
    scratch.write(entryHash, 1, 'hex');
    return (0,external_node_crypto_.hash)('sha256', scratch.subarray(0, 1 + HASH_BYTES), 'hex');
}
function nodeOf(left, right) {
    scratch[0] = NODE_PREFIX;
    scratch.write(left, 1, 'hex');
    scratch.write(right, 1 + HASH_BYTES, 'hex');
    return (0,external_node_crypto_.hash)('sha256', scratch, 'hex');
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
            return (0,external_node_crypto_.hash)('sha256', '', 'hex');
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
        throw new base/* CountersignError */.WS('input-invalid', `There is no entry ${seq}; the trail has ${count}.`, {
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
        throw new base/* CountersignError */.WS('internal', 'A tree without leaves has no proof.');
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

;// CONCATENATED MODULE: ./build/audit/entry.js

/** The schema of each type. Asked directly, for the union asks the same once more. */
const SCHEMAS = new Map(events_trailEvent.options.flatMap((option) => [...option.shape.type.values].map((type) => [type, option])));
/** Reads the fields of an entry by the schema of its type. Fields that the schema does not know are passed over. */
function parseEntry(envelope, fields) {
    const { type, _schema, seq, time, run, prev, hash } = envelope;
    const schema = SCHEMAS.get(type);
    if (schema === undefined)
        return { kind: 'unknown' };
    const event = schema.safeParse(fields);
    if (event.success) {
        return { kind: 'known', entry: { ...event.data, _schema, seq, time, run, prev, hash } };
    }
    return { kind: 'invalid', because: `The entry is no valid ${type}: ${firstIssue(event.error)}` };
}
/** The first thing that a schema found wrong, in one line. */
function firstIssue(error) {
    const issue = error?.issues[0];
    if (issue === undefined)
        return 'unknown';
    const path = issue.path.length === 0 ? 'it' : issue.path.map(String).join('.');
    return `${path}: ${issue.message}`;
}

;// CONCATENATED MODULE: ./build/audit/chain.js


/** Checks lines one after the other. Holds the head and nothing else. */
class ChainChecker {
    #run;
    #head = { hash: ZERO_HASH, count: 0 };
    /** `run`: whose trail it must be; `null` takes the first entry's word for it. */
    constructor(run) {
        this.#run = run;
    }
    get head() {
        return this.#head;
    }
    get run() {
        return this.#run;
    }
    /** The next line's entry, `null` for one of a type that this version does not know. */
    next(line) {
        const opened = openLine(line);
        if (!opened.ok)
            return opened;
        const { envelope, fields } = opened;
        const { hash, count } = this.#head;
        const misplaced = this.#misplaced(envelope);
        if (misplaced !== null)
            return misplaced;
        if (envelope.prev !== hash) {
            const because = `prev is ${envelope.prev}, but the entry before has the hash ${hash}.`;
            return { ok: false, code: 'prev-mismatch', because };
        }
        const parsed = parseEntry(envelope, fields);
        if (parsed.kind === 'invalid')
            return { ok: false, code: 'bad-event', because: parsed.because };
        this.#run = envelope.run;
        this.#head = { hash: envelope.hash, count: count + 1 };
        return { ok: true, entry: parsed.kind === 'known' ? parsed.entry : null, fields };
    }
    #misplaced(at) {
        const { count } = this.#head;
        if (this.#run !== null && at.run !== this.#run) {
            const because = `The entry is of the run ${at.run}, the trail of ${this.#run}.`;
            return { ok: false, code: 'other-run', because };
        }
        if (at.seq === count)
            return null;
        return at.seq < count
            ? {
                ok: false,
                code: 'duplicate-seq',
                because: `seq ${at.seq} came before; ${count} is next.`,
            }
            : { ok: false, code: 'seq-gap', because: `seq is ${at.seq}, but ${count} is next.` };
    }
}

;// CONCATENATED MODULE: ./build/audit/lines.js

const LINE_FEED = 10;
/** Cuts a stream of bytes into lines, holding no more than one line. */
class LineSplitter {
    #held = [];
    #heldBytes = 0;
    /** The lines that end in this chunk, without their line feeds. They share the chunk's memory. */
    push(chunk) {
        const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
        const lines = [];
        let start = 0;
        for (;;) {
            const end = bytes.indexOf(LINE_FEED, start);
            if (end === -1)
                break;
            lines.push(this.#take(bytes.subarray(start, end)));
            start = end + 1;
        }
        if (start < bytes.length)
            this.#hold(bytes.subarray(start));
        return lines;
    }
    /** True where the line being held is already longer than any line may be: reading on would only eat memory. */
    get overflowing() {
        return this.#heldBytes > MAX_ENTRY_BYTES;
    }
    /** What came after the last line feed. */
    rest() {
        return Buffer.concat(this.#held);
    }
    #hold(part) {
        // A copy: the caller may fill the same memory again with the next chunk.
        this.#held.push(Buffer.from(part));
        this.#heldBytes += part.length;
    }
    #take(end) {
        if (this.#heldBytes === 0)
            return end;
        const line = Buffer.concat([...this.#held, end]);
        this.#held = [];
        this.#heldBytes = 0;
        return line;
    }
}

;// CONCATENATED MODULE: ./build/audit/proof.js






const PROOF_SCHEMA = 'countersign.proof/1';
const hash = schemas.string().regex(/^[0-9a-f]{64}$/);
const proofFile = schemas.strictObject({
    _schema: schemas.literal(PROOF_SCHEMA),
    /** The entry as its line in the trail. */
    entry: schemas.string(),
    proof: schemas.strictObject({
        seq: schemas.number().int().nonnegative(),
        count: schemas.number().int().positive(),
        entryHash: hash,
        path: schemas.array(schemas.strictObject({ hash, side: schemas["enum"](['left', 'right']) })).max(64),
        root: hash,
    }),
});
/**
 * Proves that the entry `seq` is in a trail, the chain checked on the way. Throws `input-invalid` where there is no
 * such entry and `trail-broken` where the chain does not hold. Holds the hash of every entry.
 */
async function proveEntry(bytes, seq) {
    const checker = new ChainChecker(null);
    const lines = new LineSplitter();
    const hashes = [];
    let entry = '';
    for await (const chunk of bytes) {
        for (const line of lines.push(chunk)) {
            const linked = checker.next(line);
            if (!linked.ok) {
                const what = `The trail is broken at line ${hashes.length + 1}: ${linked.because}`;
                throw new base/* CountersignError */.WS('trail-broken', what, { fix: 'Nothing can be proven from it.' });
            }
            if (hashes.length === seq)
                entry = line.toString('utf8');
            hashes.push(checker.head.hash);
        }
    }
    const { path, ...proof } = prove(hashes, seq);
    return {
        _schema: PROOF_SCHEMA,
        entry,
        proof: { ...proof, path: path.map((step) => ({ ...step })) },
    };
}
/** Checks a proof by itself. It shows nothing until its root is compared with one that is known to be the trail's. */
function checkEntryProof(text) {
    const parsed = proofFile.safeParse(jsonOf(text));
    if (!parsed.success)
        return { ok: false, because: 'It is no proof of this format.' };
    const { entry, proof } = parsed.data;
    const opened = openLine(Buffer.from(entry, 'utf8'));
    if (!opened.ok)
        return { ok: false, because: `Its entry is not whole: ${opened.because}` };
    if (opened.envelope.hash !== proof.entryHash || opened.envelope.seq !== proof.seq) {
        return { ok: false, because: 'The proof is about another entry.' };
    }
    if (!checkProof(proof))
        return { ok: false, because: 'The path does not lead from the entry to the root.' };
    return { ok: true, entry: opened.fields, root: proof.root, seq: proof.seq, count: proof.count };
}
function jsonOf(text) {
    try {
        const value = JSON.parse(text);
        return (0,base/* isJsonObject */.OW)(value) ? value : null;
    }
    catch {
        return null;
    }
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
;// CONCATENATED MODULE: ./build/audit/disk.js
// I/O: the trail's folder and files.





const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const FIXES = {
    ENOSPC: 'Free space on that disk, or keep the trail on another one.',
    EDQUOT: 'Raise the quota, or keep the trail on another disk.',
    EFBIG: 'Raise the limit on file sizes (`ulimit -f`).',
    EROFS: 'Name a folder on a disk that can be written.',
    EACCES: 'Name a folder that this user may write.',
    EPERM: 'Name a folder that this user may write.',
    ELOOP: 'Name a folder whose audit.jsonl is a file, not a link.',
    ENOTDIR: 'Name a folder; a part of this path is a file.',
    EEXIST: 'Name a folder; this path is a file.',
};
/** What a failing disk becomes: the run must stop before its next effect. */
function unwritable(path, cause) {
    const code = errnoOf(cause);
    const why = code ?? (cause instanceof Error ? cause.message : String(cause));
    const fix = (code === null ? undefined : FIXES[code]) ?? 'Name a folder that can be written.';
    return new base/* CountersignError */.WS('trail-unwritable', `The trail in ${path} cannot be written (${why}).`, {
        fix,
        cause,
    });
}
/** The system's word for what went wrong (`ENOSPC`), `null` where it is none of the system's errors. */
function errnoOf(error) {
    if (!(error instanceof Error) || !('code' in error))
        return null;
    return typeof error.code === 'string' ? error.code : null;
}
/** Makes the trail's folder and its blob folder, for this user alone. Throws `trail-unwritable`. */
async function prepareFolder(folder) {
    try {
        for (const path of [folder, (0,external_node_path_.join)(folder, BLOB_FOLDER)]) {
            await (0,promises_.mkdir)(path, { recursive: true, mode: FOLDER_MODE });
            const found = await (0,promises_.lstat)(path);
            if (!found.isDirectory())
                throw new Error('it is not a folder but a link or a file');
            await (0,promises_.chmod)(path, FOLDER_MODE);
        }
    }
    catch (error) {
        throw unwritable(folder, error);
    }
}
/** Opens the trail's file for appending, never through a link. Throws `trail-unwritable`. */
async function openForAppend(folder) {
    const flags = external_node_fs_.constants.O_RDWR | external_node_fs_.constants.O_APPEND | external_node_fs_.constants.O_CREAT | external_node_fs_.constants.O_NOFOLLOW;
    try {
        const handle = await (0,promises_.open)((0,external_node_path_.join)(folder, TRAIL_FILE), flags, FILE_MODE);
        await handle.chmod(FILE_MODE);
        await syncFolder(folder);
        return handle;
    }
    catch (error) {
        throw unwritable(folder, error);
    }
}
/** Writes a new file whole and flushes it, so that a name never stands for half of its content. */
async function writeSynced(path, bytes) {
    const handle = await (0,promises_.open)(path, 'wx', FILE_MODE);
    try {
        await handle.writeFile(bytes);
        await handle.datasync();
    }
    finally {
        await handle.close();
    }
}
/** Flushes a folder, so that the names in it survive a crash. Some file systems cannot; they need not. */
async function syncFolder(folder) {
    const handle = await (0,promises_.open)(folder, external_node_fs_.constants.O_RDONLY);
    try {
        await handle.sync();
    }
    catch (error) {
        const code = errnoOf(error);
        if (code !== 'EINVAL' && code !== 'ENOTSUP' && code !== 'EPERM')
            throw error;
    }
    finally {
        await handle.close();
    }
}

;// CONCATENATED MODULE: ./build/audit/reader.js
// I/O: reads a trail's folder.









const CHUNK_BYTES = 1024 * 1024;
const DIGEST = /^[0-9a-f]{64}$/;
/** The bytes of a trail: of the file, or of `audit.jsonl` in the folder. Rejects with `trail-unreadable`. */
async function* trailBytes(fileOrFolder) {
    try {
        const isFolder = (await (0,promises_.stat)(fileOrFolder)).isDirectory();
        const path = isFolder ? (0,external_node_path_.join)(fileOrFolder, TRAIL_FILE) : fileOrFolder;
        for await (const chunk of (0,external_node_fs_.createReadStream)(path, { highWaterMark: CHUNK_BYTES })) {
            if (Buffer.isBuffer(chunk))
                yield chunk;
        }
    }
    catch (error) {
        const why = errnoOf(error) ?? String(error);
        throw new base/* CountersignError */.WS('trail-unreadable', `The trail ${fileOrFolder} cannot be read (${why}).`, {
            fix: 'Name a folder that holds audit.jsonl, or the file itself.',
            cause: error,
        });
    }
}
/**
 * The entries of a trail in their order, the chain checked on the way. Entries of types that this version does not
 * know are passed over; a torn last line ends the reading. Rejects with `trail-unreadable` and `trail-broken`.
 */
async function* readTrail(fileOrFolder) {
    const checker = new ChainChecker(null);
    const lines = new LineSplitter();
    for await (const chunk of trailBytes(fileOrFolder)) {
        for (const line of lines.push(chunk)) {
            const linked = checker.next(line);
            if (!linked.ok)
                throw brokenAt(checker.head.count + 1, linked.because);
            if (linked.entry !== null)
                yield linked.entry;
        }
        if (lines.overflowing)
            throw brokenAt(checker.head.count + 1, 'The line is too long.');
    }
}
function brokenAt(line, because) {
    return new base/* CountersignError */.WS('trail-broken', `The trail is broken at line ${line}: ${because}`, {
        fix: 'Run `audit verify` on it for the whole finding.',
    });
}
/** The blobs beside a trail in a folder. What is no file, or too large, comes as nothing, and so is found changed. */
function blobsIn(folder) {
    return async (sha256) => {
        if (!DIGEST.test(sha256))
            return null;
        return await readBlob((0,external_node_path_.join)(folder, BLOB_FOLDER, sha256));
    };
}
/** Never through a link, and never from anything but a file: the folder may be somebody's artifact. */
async function readBlob(path) {
    let handle;
    try {
        handle = await (0,promises_.open)(path, external_node_fs_.constants.O_RDONLY | external_node_fs_.constants.O_NOFOLLOW | external_node_fs_.constants.O_NONBLOCK);
        const found = await handle.stat();
        return found.isFile() && found.size <= MAX_BLOB_BYTES
            ? await handle.readFile()
            : Buffer.alloc(0);
    }
    catch (error) {
        const code = errnoOf(error);
        if (code === 'ENOENT')
            return null;
        if (code === 'ELOOP')
            return Buffer.alloc(0);
        throw error;
    }
    finally {
        await handle?.close();
    }
}

;// CONCATENATED MODULE: ./build/audit/event-words.js
/** What each type of entry says, for the published schema and the page made from it. */
const event_words_EVENT_WORDS = {
    'run.start': 'A workflow run begins to carry the run: what was asked, by whom, under which policy and budget.',
    'sandbox.probe': 'Which walls stand under commands, each tried, and whether it held.',
    'context.read': 'Text that came into the context, whose it is, and whether its author may write.',
    'turn.start': 'The model is asked.',
    'model.reply': 'The model answered: tokens by kind, cost, duration, digests of request and reply.',
    'model.retry': 'The model is asked once more, and why.',
    'call.state': 'A call changes its state. EXECUTING is on disk before the effect begins.',
    'call.verdict': 'What the policy says of a call, by which rule and line, with what was parsed.',
    'hook.ran': 'A hook of the repository had its say about a call.',
    'approval.asked': 'People are asked, on the card that is named.',
    'approval.decision': 'Somebody answered: who, with which permission at that moment, and whether it counts.',
    'approval.consumed': 'An approval is used, once, for exactly what was asked.',
    'approval.void': 'A question can no longer be answered, and why.',
    'github.write': 'Something was written on GitHub.',
    budget: 'A budget is nearly spent, spent, or was raised.',
    redaction: 'Secrets removed, by kind and number, never their values.',
    recovered: 'A torn last line was set aside, and the chain goes on before it.',
    'checkpoint.saved': 'The state of the run was sealed beside the trail.',
    'context.trimmed': 'The conversation was made shorter.',
    warning: 'Something odd that stops nothing.',
    'run.suspended': 'The run waits for answers, and no job runs meanwhile.',
    'run.end': 'The workflow run ends, and how.',
};

;// CONCATENATED MODULE: ./build/audit/schema.js




const SHA_256 = '^[0-9a-f]{64}$';
/** The JSON Schema (draft 2020-12) of one entry: the envelope with the fields of each type. Made from the Zod union. */
function trailJsonSchema() {
    return {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: TRAIL_SCHEMA,
        title: 'An entry of a Countersign trail',
        description: 'One line of audit.jsonl: canonical JSON (RFC 8785). Fields that are not named here may be added.',
        type: 'object',
        properties: {
            _schema: { const: TRAIL_SCHEMA },
            seq: { type: 'integer', minimum: 0 },
            time: { type: 'string', format: 'date-time' },
            run: { type: 'string', minLength: 1 },
            type: { type: 'string' },
            prev: { type: 'string', pattern: SHA_256 },
            hash: { type: 'string', pattern: SHA_256 },
        },
        required: ['_schema', 'seq', 'time', 'run', 'type', 'prev', 'hash'],
        oneOf: trailEvent.options.map((option) => {
            const description = [...option.shape.type.values].map((type) => EVENT_WORDS[type]).join(' ');
            return { description, ...openSchema(option) };
        }),
    };
}
/** A reader accepts what a later version adds, as the verifier does. */
function openSchema(type) {
    const { $schema: _, ...schema } = z.toJSONSchema(type, { io: 'output', unrepresentable: 'any' });
    const text = JSON.stringify(schema).replaceAll('"additionalProperties":false', '"additionalProperties":true');
    const open = JSON.parse(text);
    return isJsonObject(open) ? open : {};
}

// EXTERNAL MODULE: ./build/audit/show.js
var show = __webpack_require__(95619);
;// CONCATENATED MODULE: ./build/audit/replay-state.js
function finding(code, because) {
    return { code, because };
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
        if (!mayFollow(open.state, state)) {
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
        if (this.open.size >= MAX_OPEN)
            return finding('too-many-open', `More than ${MAX_OPEN} calls are open.`);
        this.open.set(call, {
            call,
            tool: entry['gen_ai.tool.name'] ?? null,
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
            if (this.approvals.size >= MAX_OPEN) {
                return finding('too-many-open', `More than ${MAX_OPEN} approvals are open.`);
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
        const createdAt = entry.comment?.createdAt;
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
        if (this.warnings.length < MAX_WARNINGS)
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
        return this.#over('calls', this.calls.executed, limit);
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
        if (entry.event === 'raised')
            this.#limits.set(entry.budget, entry.limit);
        return null;
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
    const lines = new LineSplitter();
    try {
        for await (const chunk of bytes) {
            const broken = await verification.lines(lines.push(chunk), lines.overflowing);
            if (broken !== null)
                return broken;
        }
        return verification.finish(lines.rest());
    }
    catch (error) {
        if (error instanceof base/* CountersignError */.WS && error.code === 'internal')
            throw error;
        return { kind: 'unreadable', because: (0,base/* errorText */.kc)(error) };
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
        this.#chain = new ChainChecker(options.run ?? null);
        this.#heads = new Set(options.heads);
        this.#tree = options.root === false ? null : new MerkleTree();
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
        if ((0,base/* sha256 */.sc)(bytes) !== blob.sha256 || bytes.length !== blob.bytes) {
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
    if (entry.type !== 'call.state')
        return null;
    if (entry.argumentsBlob !== undefined)
        return entry.argumentsBlob;
    return typeof entry.result === 'object' ? entry.result : null;
}

;// CONCATENATED MODULE: ./build/audit/blobs.js
// I/O: the folder of large values beside the trail.






const blobs_DIGEST = /^[0-9a-f]{64}$/;
/** The blobs of one trail. A value is on disk, under the name of its digest, before `put` resolves. */
class BlobStore {
    #folder;
    #known = new Map();
    #totalBytes = 0;
    constructor(trailFolder) {
        this.#folder = (0,external_node_path_.join)(trailFolder, BLOB_FOLDER);
    }
    /** Counts what is there from before, and clears away what a crash left half-written. */
    async load() {
        for (const name of await (0,promises_.readdir)(this.#folder)) {
            const path = (0,external_node_path_.join)(this.#folder, name);
            if (blobs_DIGEST.test(name))
                this.#totalBytes += (await (0,promises_.stat)(path)).size;
            else if (name.endsWith('.part'))
                await (0,promises_.rm)(path);
        }
    }
    /** Keeps a text. Too long a one keeps its head and tail; beyond the total there is only a note of what it was. */
    async put(text) {
        const bytes = this.#withinLimits(Buffer.from(text, 'utf8'));
        const digest = (0,base/* sha256 */.sc)(bytes);
        const known = this.#known.get(digest);
        if (known !== undefined)
            return await known;
        const kept = this.#keep(digest, bytes);
        this.#known.set(digest, kept);
        return await kept;
    }
    #withinLimits(bytes) {
        if (this.#totalBytes + Math.min(bytes.length, MAX_BLOB_BYTES) > MAX_BLOBS_TOTAL_BYTES) {
            const limit = `this trail's blobs are at their limit of ${MAX_BLOBS_TOTAL_BYTES} bytes`;
            return Buffer.from(`[not kept: ${limit}; ${bytes.length} bytes, SHA-256 ${(0,base/* sha256 */.sc)(bytes)}]`);
        }
        return bytes.length <= MAX_BLOB_BYTES ? bytes : Buffer.from(headAndTail(bytes));
    }
    async #keep(digest, bytes) {
        const path = (0,external_node_path_.join)(this.#folder, digest);
        const ref = { sha256: digest, bytes: bytes.length };
        if (await holds(path, digest))
            return ref;
        this.#totalBytes += bytes.length;
        const part = `${path}.${process.pid}.part`;
        await (0,promises_.rm)(part, { force: true });
        await writeSynced(part, bytes);
        await (0,promises_.rename)(part, path);
        await syncFolder(this.#folder);
        return ref;
    }
}
/** True where the file is there and is what its name says. A changed one is written anew. */
async function holds(path, digest) {
    try {
        return (0,base/* sha256 */.sc)(await (0,promises_.readFile)(path)) === digest;
    }
    catch (error) {
        if (errnoOf(error) === 'ENOENT')
            return false;
        throw error;
    }
}
function headAndTail(bytes) {
    const room = Math.floor((MAX_BLOB_BYTES - 200) / 2);
    const cut = bytes.length - 2 * room;
    const note = `\n[cut: ${cut} of ${bytes.length} bytes; SHA-256 of the whole ${(0,base/* sha256 */.sc)(bytes)}]\n`;
    // A character cut in half becomes U+FFFD, three bytes at most for each side.
    return bytes.toString('utf8', 0, room) + note + bytes.toString('utf8', bytes.length - room);
}

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
        throw unwritable(folder, error);
    }
}
async function scan(folder, run) {
    const checker = new ChainChecker(run);
    const lines = new LineSplitter();
    let sizeBytes = 0;
    for await (const chunk of (0,external_node_fs_.createReadStream)((0,external_node_path_.join)(folder, TRAIL_FILE))) {
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
    return new base/* CountersignError */.WS('trail-broken', `The trail in ${folder} is broken at line ${line}: ${because}`, { fix: 'Keep it as it is, and start the run with another folder.' });
}
async function keepTorn(folder, seq, bytes) {
    const path = tornPath(folder, seq);
    try {
        await writeSynced(path, bytes);
    }
    catch (error) {
        if (errnoOf(error) !== 'EEXIST')
            throw error;
        // A crash came between setting aside and cutting off, or between that and the entry: both are kept.
        await writeSynced(`${path}.${(0,base/* sha256 */.sc)(bytes).slice(0, 8)}.${Date.now()}`, bytes);
    }
    await syncFolder(folder);
}
/** The torn line that stands in the place of the next entry: no `recovered` entry tells of it yet. */
async function tornAt(folder, seq) {
    const path = tornPath(folder, seq);
    try {
        const { size } = await (0,promises_.stat)(path);
        return { bytes: size, sha256: (0,base/* sha256 */.sc)(await (0,promises_.readFile)(path)) };
    }
    catch (error) {
        if (errnoOf(error) === 'ENOENT')
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
    return (0,base/* isJsonObject */.OW)(clean) ? clean : {};
}
function walk(value, slot, key = '') {
    if (STRUCTURAL.has(key) && !(0,base/* isJsonObject */.OW)(value))
        return value;
    if (FREE.has(key) || typeof value === 'string')
        return slot(value);
    if (typeof value !== 'object' || value === null)
        return value;
    if (!(0,base/* isJsonObject */.OW)(value))
        return value.map((item) => walk(item, slot));
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, walk(child, slot, name)]));
}
/** A shallow value with U+FFFD in place of each half of a broken surrogate pair. */
function madeWhole(value) {
    if (typeof value === 'string')
        return (0,base/* wellFormed */.ES)(value);
    if (typeof value !== 'object' || value === null)
        return value;
    if (!(0,base/* isJsonObject */.OW)(value))
        return value.map(madeWhole);
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [(0,base/* wellFormed */.ES)(name), madeWhole(child)]));
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
    await prepareFolder(folder);
    const handle = await openForAppend(folder);
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
        if (head.count % ANCHOR_EVERY === 0)
            this.#options.onAnchor?.(head);
        return head;
    }
    async blob(text) {
        this.#refuseWhenDead();
        const redacted = await this.#options.redactor.redact(text);
        return await this.#keep(redacted);
    }
    head() {
        return this.#head;
    }
    async close() {
        if (this.#dead?.message === CLOSED)
            return;
        await this.#turn;
        await this.#flushing;
        this.#dead = new base/* CountersignError */.WS('trail-unwritable', CLOSED);
        await this.#handle.close();
    }
    #refuseWhenDead() {
        if (this.#dead !== null)
            throw this.#dead;
    }
    async #keep(text) {
        try {
            return await this.#blobs.put(text);
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
        if (isShallow(input) && text.length <= MAX_INLINE_ARGUMENTS_CHARS)
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
        const { line, hash } = sealLine(asJson(placed), { seq, time, run: this.run, prev });
        if (Buffer.byteLength(line) > MAX_ENTRY_BYTES) {
            throw new base/* CountersignError */.WS('internal', `A ${event.type} is longer than an entry may be.`);
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
            // What was asked to be added by now shares the flush: its place in the chain is waited for, not its disk.
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
            await this.#handle.appendFile(bytes);
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
        this.#dead ??= unwritable(this.folder, error);
        return this.#dead;
    }
}
function argumentsText(input) {
    try {
        return (0,base/* canonicalJson */.dj)(isShallow(input) ? madeWhole(input) : input);
    }
    catch {
        return '[not kept: nested too deeply, or not text]';
    }
}
function validated(event) {
    const parsed = events_trailEvent.safeParse(event);
    if (parsed.success)
        return parsed.data;
    throw new base/* CountersignError */.WS('internal', `No such trail entry: ${firstIssue(parsed.error)}`);
}
function asJson(event) {
    if ((0,base/* isJsonObject */.OW)(event))
        return event;
    throw new base/* CountersignError */.WS('internal', 'A trail event is not an object.');
}

;// CONCATENATED MODULE: ./build/audit/index.js


















/***/ }),

/***/ 95619:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G: () => (/* binding */ showTrail),
/* harmony export */   u: () => (/* binding */ entryText)
/* harmony export */ });
/* harmony import */ var _view_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(81263);

const TIME_CHARS = 'HH:MM:SS'.length;
const MAX_TEXT_CHARS = 160;
/** A trail as a timeline to be read in a terminal: one line an entry that says something, then how it ended. */
async function showTrail(entries) {
    const kept = [];
    for await (const entry of entries)
        kept.push(entry);
    const view = await (0,_view_js__WEBPACK_IMPORTED_MODULE_0__/* .viewTrail */ .MP)(kept);
    const lines = kept.map((entry) => `${clockTime(entry)} ${String(entry.seq).padStart(5)}  ${oneLine(entryText(entry))}`);
    const outcome = view.end?.outcome ?? 'no end: it goes on, or was killed';
    const counts = Object.entries(Object.groupBy(view.calls, ({ state }) => state));
    const calls = counts.map(([state, list]) => `${list?.length ?? 0} ${state}`).join(', ');
    const ending = [
        `${view.run}: ${outcome}`,
        `calls: ${calls === '' ? 'none' : calls}`,
        `head ${view.head}, ${view.count} entries`,
    ];
    return `${[...lines, '', ...ending].join('\n')}\n`;
}
function clockTime(entry) {
    const start = entry.time.indexOf('T') + 1;
    return entry.time.slice(start, start + TIME_CHARS);
}
/** On one line, without anything that a terminal obeys: entries hold text by strangers. */
function oneLine(text) {
    const tame = text
        .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
        .trimEnd();
    const chars = Array.from(tame);
    return chars.length > MAX_TEXT_CHARS ? `${chars.slice(0, MAX_TEXT_CHARS).join('')}…` : tame;
}
/** What an entry says, in words. It may hold text by strangers, as they wrote it. */
function entryText(entry) {
    switch (entry.type) {
        case 'run.start':
            return toldOfStart(entry);
        case 'run.suspended':
            return `SUSPENDED, waiting for ${entry.approvals.join(', ')}`;
        case 'run.end':
            return `END ${entry.outcome}: ${entry.summary}`;
        case 'turn.start':
            return `turn ${entry.turn}${ofParent(entry.parent)}`;
        case 'model.reply':
            return `model: ${entry.text === '' ? entry['gen_ai.response.finish_reasons'].join(', ') : entry.text}`;
        case 'model.retry':
            return `model: attempt ${entry.attempt} after ${entry.delayMs} ms (${entry.because})`;
        case 'context.read':
            return `read ${entry.source} by ${entry.author ?? 'nobody known'} (${entry.trusted ? 'trusted' : 'untrusted'})`;
        case 'context.trimmed':
            return `context trimmed by ${entry.removedBytes} bytes: ${entry.how}`;
        case 'sandbox.probe':
            return `sandbox ${entry.sandbox}: ${entry.results.map(({ probe, held }) => `${probe} ${held ? 'held' : 'OPEN'}`).join(', ')}`;
        default:
            return toldOfCalls(entry);
    }
}
function toldOfCalls(entry) {
    switch (entry.type) {
        case 'call.state':
            return `  ${entry.call} ${entry.state}${stateDetails(entry)}`;
        case 'call.verdict':
            return toldOfVerdict(entry);
        case 'hook.ran':
            return `  ${entry.call} hook ${entry.hook}: ${entry.effect}`;
        case 'approval.asked':
            return `  ASKED ${entry.requests.map(({ approval, call }) => `${approval} for ${call}`).join(', ')} via ${entry.via}`;
        case 'approval.decision':
            return `  ${entry.approval} ${entry.decision} by @${entry.by.login}${entry.counted ? '' : ' does not count'}: ${entry.because}`;
        case 'approval.consumed':
            return `  ${entry.approval} used for ${entry.call}`;
        case 'approval.void':
            return `  ${entry.approval} void: ${entry.because}`;
        case 'github.write':
            return `  GitHub: ${entry.what}${entry.url === null ? '' : ` ${entry.url}`}`;
        case 'budget':
            return `budget of ${entry.budget} ${entry.event}: ${entry.used} of ${entry.limit}`;
        case 'redaction':
            return `redacted: ${Object.entries(entry.counts)
                .map(([kind, count]) => `${count} ${kind}`)
                .join(', ')}`;
        case 'recovered':
            return `RECOVERED: a torn line of ${entry.tornBytes} bytes was set aside`;
        case 'checkpoint.saved':
            return `checkpoint ${entry.name}, ${entry.bytes} bytes`;
        case 'warning':
            return `WARNING ${entry.code}: ${entry.message}`;
    }
}
function toldOfStart(entry) {
    const where = entry.repository ?? 'a local folder';
    const how = `model ${entry['gen_ai.request.model']}, policy ${entry.policy.source}`;
    return `RUN ${entry.start} on ${where}, ${how}: ${entry.request}`;
}
function toldOfVerdict(entry) {
    const by = entry.rule === null ? ` (${entry.list})` : ` by ${entry.rule}`;
    const line = entry.line === null ? '' : `, line ${entry.line}`;
    return `  ${entry.call} verdict ${entry.verdict}${by}${line}: ${entry.because}`;
}
function stateDetails(entry) {
    const tool = entry['gen_ai.tool.name'];
    const input = entry['gen_ai.tool.call.arguments'];
    const parts = [
        tool === undefined ? '' : ` ${tool}`,
        input === undefined ? '' : ` ${JSON.stringify(input)}`,
        entry.durationMs === undefined ? '' : ` in ${entry.durationMs} ms`,
        entry.because === undefined ? '' : `: ${entry.because}`,
    ];
    return parts.join('');
}
function ofParent(parent) {
    return parent === null ? '' : ` of the helper ${parent}`;
}


/***/ }),

/***/ 81263:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   MP: () => (/* binding */ viewTrail),
/* harmony export */   Q: () => (/* binding */ allowedBy),
/* harmony export */   Sd: () => (/* binding */ totals)
/* harmony export */ });
class Gathering {
    calls = new Map();
    turns = [];
    starts = [];
    others = [];
    end = null;
    add(entry) {
        if (entry.type === 'run.start')
            this.#start(entry);
        else if (entry.type === 'run.end')
            this.end = entry;
        else if (entry.type === 'call.state')
            this.#state(entry);
        else if (entry.type === 'call.verdict')
            this.#with(entry, (call) => (call.verdict = entry));
        else if (entry.type === 'approval.asked')
            this.#asked(entry);
        else if (entry.type === 'approval.decision')
            this.#with(entry, (call) => call.decisions.push(entry));
        else if (entry.type === 'turn.start')
            this.#turn(entry);
        else if (entry.type === 'model.reply')
            this.#reply(entry);
        else
            this.others.push(entry);
    }
    #start(entry) {
        this.starts.push(entry);
        this.end = null;
    }
    #state(entry) {
        const { call, state, time, seq } = entry;
        const view = this.calls.get(call) ?? newCall(call, seq, state);
        this.calls.set(call, view);
        view.state = state;
        view.states.push({ state, time, seq });
        view.tool = entry['gen_ai.tool.name'] ?? view.tool;
        view.kind = entry.kind ?? view.kind;
        view.turn = entry.turn ?? view.turn;
        view.parent = entry.parent ?? view.parent;
        view.input = entry['gen_ai.tool.call.arguments'] ?? view.input;
        view.inputBlob = entry.argumentsBlob ?? view.inputBlob;
        view.result = entry.result ?? view.result;
        view.because = entry.because ?? view.because;
        view.durationMs = entry.durationMs ?? view.durationMs;
        view.exitCode = entry['process.exit.code'] ?? view.exitCode;
        view.errorType = entry['error.type'] ?? view.errorType;
    }
    #with(entry, change) {
        const view = this.calls.get(entry.call);
        if (view !== undefined)
            change(view);
    }
    #asked(entry) {
        for (const request of entry.requests)
            this.#with(request, (call) => call.asked.push(entry));
    }
    #turn(entry) {
        const { turn, parent, seq, time } = entry;
        this.turns.push({ turn, parent, seq, time, reply: null });
    }
    #reply(entry) {
        const turn = this.turns.findLast(({ turn: n, parent }) => n === entry.turn && parent === entry.parent);
        if (turn !== undefined)
            turn.reply = entry;
    }
}
function newCall(call, seq, state) {
    return {
        call,
        seq,
        tool: 'unknown',
        kind: null,
        turn: null,
        parent: null,
        input: null,
        inputBlob: null,
        state,
        states: [],
        verdict: null,
        asked: [],
        decisions: [],
        result: null,
        because: null,
        durationMs: null,
        exitCode: null,
        errorType: null,
    };
}
/** Gathers the entries of a trail by call and turn. */
async function viewTrail(entries) {
    const gathering = new Gathering();
    let [count, run, head] = [0, '', ''];
    let firstTime = null;
    let lastTime = null;
    for await (const entry of entries) {
        gathering.add(entry);
        count += 1;
        firstTime ??= entry.time;
        ({ run, hash: head, time: lastTime } = entry);
    }
    const { starts, end, turns, others, calls } = gathering;
    return {
        run,
        starts,
        end,
        calls: [...calls.values()],
        turns,
        others,
        count,
        head,
        firstTime,
        lastTime,
    };
}
/** Sums over all turns. */
function totals(view) {
    const sums = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 };
    let costUsd = 0;
    for (const { reply } of view.turns) {
        if (reply === null)
            continue;
        sums.inputTokens += reply['gen_ai.usage.input_tokens'];
        sums.outputTokens += reply['gen_ai.usage.output_tokens'];
        sums.cacheReadTokens += reply['gen_ai.usage.cache_read.input_tokens'];
        sums.cacheCreationTokens += reply['gen_ai.usage.cache_creation.input_tokens'];
        // One price that is not known makes the sum unknown, not smaller.
        costUsd = costUsd === null || reply.costUsd === null ? null : costUsd + reply.costUsd;
    }
    return { ...sums, costUsd };
}
/** Who let a call run, in a few words: a rule with its line, or the people who approved it. */
function allowedBy(call) {
    const { verdict } = call;
    if (verdict === null)
        return 'nobody: it was not judged';
    const where = verdict.line === null ? '' : ` (line ${verdict.line})`;
    const rule = `${verdict.list}${verdict.rule === null ? '' : `: ${verdict.rule}`}${where}`;
    const people = call.decisions
        .filter(({ counted }) => counted)
        .map(({ by, decision }) => `@${by.login} (${decision})`);
    return people.length === 0 ? rule : `${rule}; ${people.join(', ')}`;
}


/***/ }),

/***/ 67614:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Jj: () => (/* reexport */ PERMISSIONS),
  gz: () => (/* reexport */ apiHostOf),
  Cs: () => (/* reexport */ artifactName),
  jZ: () => (/* reexport */ atLeast),
  GA: () => (/* reexport */ createArtifactStore),
  ZK: () => (/* reexport */ createAttestor),
  Cl: () => (/* reexport */ createGitHub),
  fL: () => (/* reexport */ createRunArtifacts),
  VF: () => (/* reexport */ decideStart),
  B6: () => (/* reexport */ githubTools),
  S7: () => (/* reexport */ isProxied),
  uc: () => (/* reexport */ parseTrigger),
  zh: () => (/* reexport */ readEventFile),
  C6: () => (/* reexport */ repositorySettings),
  hP: () => (/* reexport */ whyNoSecrets)
});

// UNUSED EXPORTS: DEFAULT_PHRASE, MAX_BODY_CHARS, OWN_MARKER, REACTIONS, TRIGGER_EVENTS, cutBody, isApprovalCommand, matchesPhrase, parseAllowActors, publishable, publishableMessage, publishableTitle

;// CONCATENATED MODULE: ./build/github/ports.js
const PERMISSIONS = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];
const REACTIONS = (/* unused pure expression or super */ null && (['+1', '-1', 'eyes', 'rocket', 'confused', 'hooray']));

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/base/index.js + 21 modules
var base = __webpack_require__(12112);
;// CONCATENATED MODULE: ./build/github/artifact-failure.js

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
    if (error instanceof base/* CountersignError */.WS)
        return error;
    const said = plainLine(error instanceof Error ? error.message : String(error));
    const fix = fixFor(said);
    const options = fix === null ? {} : { fix };
    return new base/* CountersignError */.WS('artifact-refused', `It was not possible to ${doing}: ${said}.`, options);
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

;// CONCATENATED MODULE: ./build/github/asking-lines.js
/**
 * Which lines of a Markdown text are the author's own words: not quoted, not code, not hidden. Follows CommonMark's
 * block structure as far as it matters for that, and where it is in doubt a line does not count.
 *
 * A line right under a quote counts: people who answer below a quote mean what they write there.
 */
const LINE_END = /\r\n|\r|\n/;
const FENCE = /^(\s*(?:(?:[-*+]|\d{1,9}[.)])\s+|>\s?)*)(`{3,}|~{3,})(.*)$/;
const INDENTED_CODE = /^(?: {4}| {0,3}\t)/;
const QUOTE = /^ {0,3}>/;
const RAW_HTML = /^\s*<(pre|script|style|textarea|blockquote|code)\b/i;
/** The lines of `text` that are its author's own words, in order; blank ones are left out. */
function askingLines(text) {
    const scan = { fence: null, until: null };
    const own = linesOf(text).filter((line) => isOwn(line.text, scan) && line.text.trim() !== '');
    return paragraphsOf(own).flatMap((paragraph) => outsideCodeSpans(text, paragraph));
}
/** The mark that would close the code fence still open at the end of `text`; `null` where none is. */
function openFence(text) {
    const scan = { fence: null, until: null };
    for (const line of linesOf(text))
        isOwn(line.text, scan);
    return scan.fence === null ? null : scan.fence.mark.repeat(scan.fence.length);
}
function linesOf(text) {
    const lines = [];
    let start = 0;
    for (const line of text.split(LINE_END)) {
        const end = start + line.length;
        const next = end + (text.startsWith('\r\n', end) ? 2 : 1);
        lines.push({ text: line, start, next: Math.min(next, text.length) });
        start = next;
    }
    return lines;
}
/** Reads one line and moves the scan on. */
function isOwn(line, scan) {
    if (scan.fence !== null) {
        if (scan.fence.quoted && !QUOTE.test(line)) {
            // A fence inside a quote ends with the quote.
            scan.fence = null;
        }
        else {
            if (closes(line, scan.fence))
                scan.fence = null;
            return false;
        }
    }
    if (scan.until !== null) {
        if (line.toLowerCase().includes(scan.until))
            scan.until = null;
        return false;
    }
    const fence = fenceOpenedBy(line);
    if (fence !== null) {
        scan.fence = fence;
        return false;
    }
    if (INDENTED_CODE.test(line) || QUOTE.test(line))
        return false;
    return !hides(line, scan);
}
/** Notes raw HTML and comments that begin on the line. True where the line itself is part of one from its start. */
function hides(line, scan) {
    const raw = RAW_HTML.exec(line);
    if (raw !== null) {
        const end = `</${(raw[1] ?? '').toLowerCase()}>`;
        if (!line.toLowerCase().includes(end))
            scan.until = end;
        return true;
    }
    const shown = line.replaceAll(/(`+)[^`]*\1/g, '');
    const opened = shown.lastIndexOf('<!--');
    if (opened >= 0 && !shown.includes('-->', opened))
        scan.until = '-->';
    return /^\s*<!--/.test(line);
}
function fenceOpenedBy(line) {
    const found = FENCE.exec(line);
    if (found === null)
        return null;
    const [, lead = '', marks = '', info = ''] = found;
    const mark = marks.slice(0, 1);
    // An info string of a backtick fence holds no backtick: such a line is inline code.
    if (mark === '`' && info.includes('`'))
        return null;
    const topLevel = /^ {0,3}$/.test(lead);
    return {
        mark,
        length: marks.length,
        maxIndent: topLevel ? 3 : lead.length + 3,
        quoted: lead.includes('>'),
    };
}
function closes(line, fence) {
    const inner = fence.quoted ? line.replace(/^[\s>]*/, '') : line;
    const found = /^(\s*)(`+|~+)\s*$/.exec(inner);
    if (found === null)
        return false;
    const [, indent = '', marks = ''] = found;
    return (marks.startsWith(fence.mark) && marks.length >= fence.length && indent.length <= fence.maxIndent);
}
function paragraphsOf(lines) {
    const paragraphs = [];
    let before;
    for (const line of lines) {
        const current = paragraphs.at(-1);
        if (current !== undefined && before?.next === line.start)
            current.push(line);
        else
            paragraphs.push([line]);
        before = line;
    }
    return paragraphs;
}
/**
 * Without the lines that begin inside inline code: a run of backticks up to the next run of the same length in the
 * same paragraph (CommonMark 6.1).
 */
function outsideCodeSpans(text, paragraph) {
    const start = paragraph[0]?.start ?? 0;
    const spans = codeSpans(text.slice(start, paragraph.at(-1)?.next ?? start));
    let index = 0;
    return paragraph.filter((line) => {
        const at = line.start - start;
        while ((spans[index]?.end ?? Infinity) <= at)
            index += 1;
        const span = spans[index];
        return span === undefined || at <= span.start;
    });
}
function codeSpans(paragraph) {
    const runs = [...paragraph.matchAll(/`+/g)].map((run) => ({
        at: run.index,
        length: run[0].length,
    }));
    const closerOf = new Map();
    const nextOfLength = new Map();
    for (let index = runs.length - 1; index >= 0; index -= 1) {
        const length = runs[index]?.length ?? 0;
        const closer = nextOfLength.get(length);
        if (closer !== undefined)
            closerOf.set(index, closer);
        nextOfLength.set(length, index);
    }
    const spans = [];
    for (let index = 0; index < runs.length; index += 1) {
        const closer = closerOf.get(index);
        if (closer === undefined)
            continue;
        const [first, last] = [runs[index], runs[closer]];
        if (first !== undefined && last !== undefined)
            spans.push({ start: first.at, end: last.at + last.length });
        index = closer;
    }
    return spans;
}

;// CONCATENATED MODULE: ./build/github/body.js

/** GitHub refuses bodies over 65,536 characters; what it counts differs from what JavaScript counts, so stay below. */
const MAX_BODY_CHARS = 60_000;
/** What is sent once more where GitHub finds even that too long. */
const SHORTER_BODY_CHARS = 30_000;
const NOTE_CHARS = 120;
/**
 * `body` as it may be sent: whole, or its head with a note of how much was left out. An open code fence is closed
 * before the note. Redact before: half a secret matches nothing.
 */
function cutBody(body, maxChars = MAX_BODY_CHARS) {
    if (body.length <= maxChars)
        return body;
    const head = wholeCharacters(body.slice(0, maxChars - NOTE_CHARS));
    const fence = openFence(head);
    const closing = fence === null ? '' : `\n${fence}`;
    const left = body.length - head.length;
    return `${head}${closing}\n\n_Cut here: ${left.toLocaleString('en-US')} more characters would not fit into a comment._`;
}
/** Without the first half of a surrogate pair at the end. */
function wholeCharacters(text) {
    return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
/** Whether two bodies are the same to GitHub, which trims them and may change line ends. */
function sameBody(a, b) {
    return normal(a) === normal(b);
}
function normal(body) {
    return body.replaceAll('\r\n', '\n').trim();
}

;// CONCATENATED MODULE: ./build/github/client-core.js

const PER_PAGE = 100;
/**
 * All pages of a list. Pages are asked for until one is not full, whatever the `Link` header says.
 * Throws `github-refused` where there are more than `maxPages`: half a list is never taken for the whole.
 */
async function allPages(core, pages) {
    const all = [];
    for (let page = 1; page <= pages.maxPages; page += 1) {
        const items = await core.ask({ ...pages, query: { ...pages.query, per_page: PER_PAGE, page } });
        all.push(...items);
        if (items.length < PER_PAGE)
            return all;
    }
    throw tooMany(pages.doing, pages.maxPages * PER_PAGE);
}
function tooMany(doing, most) {
    return new base/* CountersignError */.WS('github-refused', `GitHub has more than ${most} entries to ${doing}; that many are not read.`);
}
/** A digest of a list as it is now, to tell whether another reading is different. */
function cursorOf(list) {
    return (0,base/* sha256 */.sc)(JSON.stringify(list));
}

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(55156);
;// CONCATENATED MODULE: ./build/github/schemas.js

/** The parts of GitHub's REST answers that are used. Everything else in them is let through unread. */
/** `null` where the account is gone: GitHub then gives `null` or leaves the field out. */
const account = schemas.looseObject({ login: schemas.string().min(1), id: schemas.number(), type: schemas.string().default('User') })
    .nullish()
    .transform((user) => user === null || user === undefined
    ? null
    : { login: user.login, id: user.id, type: user.type });
/** GitHub gives `null` for an empty body. */
const schemas_text = schemas.string()
    .nullish()
    .transform((value) => value ?? '');
const slugOfApp = schemas.looseObject({ slug: schemas.string().nullish() })
    .nullish()
    .transform((app) => (app === null || app === undefined ? null : (app.slug ?? 'unknown app')));
const comment = schemas.looseObject({
    id: schemas.number(),
    node_id: schemas.string(),
    user: account,
    performed_via_github_app: slugOfApp,
    body: schemas_text,
    created_at: schemas.string(),
    updated_at: schemas.string(),
    html_url: schemas.string(),
})
    .transform((raw) => ({
    id: raw.id,
    nodeId: raw.node_id,
    author: raw.user,
    viaApp: raw.performed_via_github_app,
    body: raw.body,
    createdAt: raw.created_at,
    updatedAt: raw.updated_at,
    url: raw.html_url,
}));
const comments = schemas.array(comment);
const issue = schemas.looseObject({
    number: schemas.number().int().positive(),
    title: schemas_text,
    body: schemas_text,
    user: account,
    state: schemas.string(),
    pull_request: schemas.unknown().optional(),
    html_url: schemas.string(),
})
    .transform((raw) => ({
    number: raw.number,
    title: raw.title,
    body: raw.body,
    author: raw.user,
    open: raw.state === 'open',
    isPullRequest: raw.pull_request !== undefined && raw.pull_request !== null,
    url: raw.html_url,
}));
const issues = schemas.array(issue);
const repositoryName = schemas.looseObject({ full_name: schemas.string() }).nullish();
const workflowRun = schemas.looseObject({
    id: schemas.number().int().positive(),
    path: schemas.string(),
    event: schemas.string(),
    status: schemas.string().nullable(),
    repository: schemas.looseObject({ full_name: schemas.string() }),
    head_repository: schemas.looseObject({ full_name: schemas.string() }).nullable(),
})
    .transform((raw) => ({
    id: raw.id,
    repository: raw.repository.full_name,
    headRepository: raw.head_repository?.full_name ?? null,
    // `path@ref` where the workflow is one that another calls.
    workflow: raw.path.split('@')[0] ?? raw.path,
    event: raw.event,
    completed: raw.status === 'completed',
}));
const pull = schemas.looseObject({
    number: schemas.number().int().positive(),
    user: account,
    state: schemas.string(),
    head: schemas.looseObject({ sha: schemas.string(), ref: schemas.string(), repo: repositoryName }),
    base: schemas.looseObject({ ref: schemas.string() }),
    commits: schemas.number().int().nonnegative().optional(),
})
    .transform((raw) => ({
    number: raw.number,
    author: raw.user,
    open: raw.state === 'open',
    headSha: raw.head.sha,
    headRef: raw.head.ref,
    headRepository: raw.head.repo?.full_name ?? null,
    baseRef: raw.base.ref,
    commits: raw.commits ?? null,
}));
const pullCommits = schemas.array(schemas.looseObject({ author: account, committer: account }));
const repository = schemas.looseObject({ default_branch: schemas.string().min(1) });
const commit = schemas.looseObject({ sha: schemas.string() });
/** A file's `content` is base64 with line breaks; above 1 MB it is empty and `encoding` is `none`. */
const contentFile = schemas.looseObject({
    type: schemas.string(),
    sha: schemas.string(),
    size: schemas.number().int().nonnegative(),
    encoding: schemas.string().optional(),
    content: schemas.string().optional(),
});
const contentFolder = schemas.array(schemas.looseObject({ type: schemas.string(), name: schemas.string() }));
const blob = schemas.looseObject({ content: schemas.string(), encoding: schemas.string() });
const permission = schemas.looseObject({
    permission: schemas.string(),
    role_name: schemas.string().nullish(),
    user: account,
});
const membership = schemas.looseObject({ state: schemas.string() });
const viewer = schemas.looseObject({
    data: schemas.looseObject({
        viewer: schemas.looseObject({ login: schemas.string().min(1), databaseId: schemas.number().nullish() }),
    }),
});
const lastEdit = schemas.looseObject({
    data: schemas.looseObject({
        node: schemas.looseObject({
            // Present for what can be edited, `null` where it never was; absent for a node of another kind.
            lastEditedAt: schemas.string().nullable(),
            editor: schemas.looseObject({ login: schemas.string() }).nullish(),
        }),
    }),
});
const gitObject = schemas.looseObject({ sha: schemas.string().min(1) });
const gitCommit = schemas.looseObject({ tree: gitObject });
const gitRef = schemas.looseObject({ object: gitObject });
const pullMade = schemas.looseObject({
    number: schemas.number().int().positive(),
    html_url: schemas.string(),
});
const labels = schemas.array(schemas.looseObject({ name: schemas.string() }));
const reviewMade = schemas.looseObject({
    id: schemas.number(),
    html_url: schemas.string(),
    body: schemas_text,
    commit_id: schemas.string().nullish(),
});
const reviews = schemas.array(reviewMade);
const openPulls = schemas.array(pullMade);
const pullFiles = schemas.array(schemas.looseObject({
    filename: schemas.string(),
    status: schemas.string(),
    additions: schemas.number().default(0),
    deletions: schemas.number().default(0),
    previous_filename: schemas.string().nullish(),
    patch: schemas.string().nullish(),
})
    .transform((raw) => ({
    path: raw.filename,
    status: raw.status,
    additions: raw.additions,
    deletions: raw.deletions,
    previousPath: raw.previous_filename ?? null,
    patch: raw.patch ?? null,
})));
const artifactList = schemas.looseObject({
    artifacts: schemas.array(schemas.looseObject({
        id: schemas.number(),
        name: schemas.string(),
        size_in_bytes: schemas.number(),
        expired: schemas.boolean().nullish(),
        digest: schemas.string().nullish(),
    })),
});
/** `GET /repos/{owner}/{repo}/attestations/{digest}`. */
const attestationList = schemas.looseObject({
    attestations: schemas.array(schemas.looseObject({ bundle: schemas.unknown() })),
});
/** `POST /repos/{owner}/{repo}/attestations`. */
const attestationMade = schemas.looseObject({ id: schemas.number() });
/** `read` for a requester: the parsed value, or `undefined` where the answer has another shape. */
function reading(schema) {
    return (reply) => {
        const parsed = schema.safeParse(reply.data);
        return parsed.success ? parsed.data : undefined;
    };
}

;// CONCATENATED MODULE: ./build/github/client-comments.js




const MAX_COMMENT_PAGES = 50;
/** How far back a lost comment is looked for; GitHub's clock and ours differ by less. */
const RECOVER_WINDOW_MS = 5 * 60_000;
const NEEDS_WRITE = 'issues=write;pull_requests=write';
const NEEDS_READ = 'issues=read;pull_requests=read';
const LAST_EDIT = `query($id: ID!) { node(id: $id) {
  ... on Comment { lastEditedAt editor { login } }
} }`;
/** Issues, comments and reactions. */
function commentsClient(core) {
    const memory = { pages: new Map(), made: new Set() };
    return {
        issue: (number) => core.ask({
            route: `GET ${core.base}/issues/${number}`,
            doing: `show issue #${number}`,
            needs: NEEDS_READ,
            read: reading(issue),
        }),
        createIssue: (title, body) => createIssue(core, title, body),
        createComment: (number, body) => createComment(core, memory, { number, body }),
        updateComment: (id, body) => core.withBody(body, (text) => core.ask({
            route: `PATCH ${core.base}/issues/comments/${id}`,
            body: { body: text },
            doing: `update comment ${id}`,
            needs: NEEDS_WRITE,
            read: reading(comment),
        })),
        comment: (id) => core.ask({
            route: `GET ${core.base}/issues/comments/${id}`,
            doing: `show comment ${id}`,
            needs: NEEDS_READ,
            answers: [404],
            read: (reply) => (reply.status === 404 ? null : reading(comment)(reply)),
        }),
        comments: (number, cursor) => commentsOf(core, memory, { number, cursor }),
        react: (id, reaction) => react(core, id, reaction),
        lastEdit: (nodeId) => lastEditOf(core, nodeId),
    };
}
function createComment(core, memory, wanted) {
    const since = core.clock.now().getTime() - RECOVER_WINDOW_MS;
    return core.withBody(wanted.body, async (body) => {
        const made = await core.ask({
            route: `POST ${core.base}/issues/${wanted.number}/comments`,
            body: { body },
            doing: `comment on #${wanted.number}`,
            needs: NEEDS_WRITE,
            read: reading(comment),
            // An answer was lost: the comment may be there. Posting it again would put the same card up twice.
            recover: async () => {
                const recent = await core.ask({
                    route: `GET ${core.base}/issues/${wanted.number}/comments`,
                    query: { since: new Date(since).toISOString(), per_page: PER_PAGE },
                    doing: `list the comments of #${wanted.number}`,
                    needs: NEEDS_READ,
                    read: reading(comments),
                });
                const isIt = (found) => !memory.made.has(found.id) &&
                    Date.parse(found.createdAt) >= since &&
                    sameBody(found.body, body);
                return recent.find(isIt) ?? null;
            },
        });
        memory.made.add(made.id);
        return made;
    });
}
async function createIssue(core, title, body) {
    const since = new Date(core.clock.now().getTime() - RECOVER_WINDOW_MS).toISOString();
    const cleanTitle = (await core.redact(title)).replaceAll(/\s+/g, ' ').slice(0, 250);
    return core.withBody(body, (text) => core.ask({
        route: `POST ${core.base}/issues`,
        body: { title: cleanTitle, body: text },
        doing: 'create an issue',
        needs: 'issues=write',
        read: reading(issue),
        recover: async () => {
            const recent = await core.ask({
                route: `GET ${core.base}/issues`,
                query: { state: 'all', since, sort: 'created', direction: 'desc', per_page: PER_PAGE },
                doing: 'list the issues',
                needs: 'issues=read',
                read: reading(issues),
            });
            return (recent.find((found) => found.title === cleanTitle && sameBody(found.body, text)) ?? null);
        },
    }));
}
/**
 * Reads all pages, each with the ETag it had the time before: an unchanged page costs nothing of the rate limit.
 * Pages are read until one is not full, so a new comment behind a full page is seen.
 */
async function commentsOf(core, memory, wanted) {
    const all = [];
    for (let page = 1; page <= MAX_COMMENT_PAGES; page += 1) {
        const found = await commentPage(core, memory, { number: wanted.number, page });
        all.push(...found.comments);
        if (found.comments.length >= PER_PAGE)
            continue;
        const cursor = cursorOf(all);
        return { comments: all, cursor, changed: cursor !== wanted.cursor };
    }
    throw tooMany(`list as comments of #${wanted.number}`, MAX_COMMENT_PAGES * PER_PAGE);
}
async function commentPage(core, memory, wanted) {
    const key = `${wanted.number}/${wanted.page}`;
    const before = memory.pages.get(key);
    const found = await core.ask({
        route: `GET ${core.base}/issues/${wanted.number}/comments`,
        query: { per_page: PER_PAGE, page: wanted.page },
        headers: before?.etag === undefined ? {} : { 'if-none-match': before.etag },
        doing: `list the comments of #${wanted.number}`,
        needs: NEEDS_READ,
        read: (reply) => {
            if (reply.status === 304)
                return before;
            const list = reading(comments)(reply);
            return list === undefined ? undefined : { etag: reply.headers['etag'], comments: list };
        },
    });
    memory.pages.set(key, found);
    return found;
}
/** 201 for a new reaction, 200 for one that was there. After a lost answer 200 cannot tell the two apart. */
function react(core, id, reaction) {
    return core.ask({
        route: `POST ${core.base}/issues/comments/${id}/reactions`,
        body: { content: reaction },
        doing: `react to comment ${id}`,
        needs: NEEDS_WRITE,
        read: (reply) => ({ created: reply.status === 201 }),
    });
}
async function lastEditOf(core, nodeId) {
    if (nodeId === '')
        throw new base/* CountersignError */.WS('input-invalid', 'A comment without a node id cannot be looked up.');
    const found = await core.ask({
        route: 'POST /graphql',
        graphql: true,
        body: { query: LAST_EDIT, variables: { id: nodeId } },
        doing: 'say when a comment was edited',
        needs: NEEDS_READ,
        read: reading(lastEdit),
    });
    const { lastEditedAt, editor } = found.data.node;
    return lastEditedAt === null ? null : { at: lastEditedAt, editor: editor?.login ?? null };
}

;// CONCATENATED MODULE: ./build/github/client-files.js


const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** GitHub lists no more entries of a folder than this, without saying that there are more. */
const MAX_FOLDER_ENTRIES = 1000;
const NEEDS = 'contents=read';
/** Git objects and refs, read and made through the API: never from the work tree. */
function filesClient(core) {
    const seen = new Set();
    return {
        defaultBranch: async () => {
            const found = await core.ask({
                route: `GET ${core.base}`,
                doing: 'show the repository',
                needs: 'metadata=read',
                read: reading(repository),
            });
            return found.default_branch;
        },
        commitOf: (ref) => commitOf(core, ref),
        fileAt: async (at, path) => {
            const content = await contentAt(core, seen, at, path);
            if (content === null)
                return null;
            return fileOf(core, content.data, `${path} at ${at}`);
        },
        filesAt: async (at, folder, what = 'files') => {
            const content = await contentAt(core, seen, at, folder);
            const names = content === null ? [] : namesIn(content.data, `${folder} at ${at}`);
            const type = what === 'files' ? 'file' : 'dir';
            return names.filter((entry) => entry.type === type).map((entry) => entry.name);
        },
        createRef: (ref, at) => createRef(core, ref, at),
    };
}
function commitOf(core, ref) {
    return core.ask({
        // Documented are a SHA, `heads/BRANCH` and `tags/TAG`.
        route: `GET ${core.base}/commits/${encodeURIComponent(ref.replace(/^refs\//, ''))}`,
        headers: { accept: 'application/vnd.github.sha' },
        doing: `say which commit ${ref} is`,
        needs: NEEDS,
        read: (reply) => {
            const sha = typeof reply.data === 'string' ? reply.data.trim() : reading(commit)(reply)?.sha;
            return sha !== undefined && /^[0-9a-f]{7,64}$/i.test(sha) ? sha : undefined;
        },
    });
}
/**
 * What is at a path; `null` where there is nothing. A token that may not read the repository gets 404 as well, and a
 * policy must not count as missing because of that: nothing is at the path only where the commit itself can be seen.
 */
async function contentAt(core, seen, at, path) {
    const found = await core.ask({
        route: `GET ${core.base}/contents/${encodedPath(path)}`,
        query: { ref: at },
        doing: `show ${path} at ${at}`,
        needs: NEEDS,
        answers: [404],
        read: (reply) => (typeof reply.data === 'object' || reply.status === 404 ? reply : undefined),
    });
    if (found.status !== 404) {
        seen.add(at);
        return found;
    }
    if (!seen.has(at))
        await commitOf(core, at);
    seen.add(at);
    return null;
}
function encodedPath(path) {
    const parts = path.split('/').filter((part) => part !== '');
    if (parts.some((part) => part === '.' || part === '..')) {
        throw new base/* CountersignError */.WS('path-refused', `${JSON.stringify(path)} is no path inside a commit.`);
    }
    return parts.map(encodeURIComponent).join('/');
}
async function fileOf(core, data, what) {
    const parsed = contentFile.safeParse(data);
    const found = parsed.success ? parsed.data : null;
    if (found === null || found.type !== 'file') {
        const kind = Array.isArray(data)
            ? 'a folder'
            : `a ${found?.type ?? 'thing of an unknown kind'}`;
        throw new base/* CountersignError */.WS('github-refused', `${what} is ${kind} and not a file.`);
    }
    if (found.size > MAX_FILE_BYTES) {
        throw new base/* CountersignError */.WS('github-refused', `${what} has ${found.size} bytes; at most ${MAX_FILE_BYTES} are read.`);
    }
    const inPlace = found.encoding === 'base64' && found.content !== undefined;
    const content = inPlace ? found.content : await blobOf(core, found.sha, what);
    return { text: textOf(Buffer.from(content ?? '', 'base64'), what), blobSha: found.sha };
}
/** GitHub leaves the content out of files above 1 MB; the blob has it. */
async function blobOf(core, sha, what) {
    const found = await core.ask({
        route: `GET ${core.base}/git/blobs/${encodeURIComponent(sha)}`,
        doing: `show ${what}`,
        needs: NEEDS,
        read: reading(blob),
    });
    return found.encoding === 'base64'
        ? found.content
        : Buffer.from(found.content, 'utf8').toString('base64');
}
function textOf(bytes, what) {
    try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    }
    catch {
        throw new base/* CountersignError */.WS('github-refused', `${what} is not UTF-8 text.`);
    }
}
function namesIn(data, what) {
    const parsed = contentFolder.safeParse(data);
    if (!parsed.success)
        throw new base/* CountersignError */.WS('github-refused', `${what} is a file and not a folder.`);
    if (parsed.data.length >= MAX_FOLDER_ENTRIES) {
        throw new base/* CountersignError */.WS('github-refused', `${what} has ${MAX_FOLDER_ENTRIES} entries or more; GitHub does not list the rest.`);
    }
    return parsed.data;
}
/**
 * A ref can be made once, which makes it a lock. Where an answer was lost and the ref then exists, nobody can tell who
 * made it; that is an error and not `created: false`.
 */
async function createRef(core, ref, at) {
    const full = ref.startsWith('refs/') ? ref : `refs/${ref}`;
    const doing = `create ${full}`;
    let lost = false;
    const made = await core.ask({
        route: `POST ${core.base}/git/refs`,
        body: { ref: full, sha: at },
        doing,
        needs: 'contents=write',
        answers: [201, 422],
        recover: () => {
            lost = true;
            return Promise.resolve(null);
        },
        read: (reply) => reply,
    });
    if (made.status === 201)
        return { created: true };
    if (await refExists(core, full)) {
        if (!lost)
            return { created: false };
        throw new base/* CountersignError */.WS('github-unreachable', `GitHub's answer was lost when ${full} was created; it exists now, and it cannot be told who made it.`);
    }
    throw new base/* CountersignError */.WS('github-refused', `GitHub would not ${doing} (422): the name or the commit is not one that it takes.`);
}
function refExists(core, full) {
    const name = full
        .replace(/^refs\//, '')
        .split('/')
        .map(encodeURIComponent)
        .join('/');
    return core.ask({
        route: `GET ${core.base}/git/ref/${name}`,
        doing: `show ${full}`,
        needs: NEEDS,
        answers: [404],
        read: (reply) => reply.status !== 404,
    });
}

;// CONCATENATED MODULE: ./build/github/permission.js

/** What GitHub's older field `permission` says for each role: it knows no `triage` and no `maintain`. */
const COARSE = {
    none: 'none',
    read: 'read',
    triage: 'read',
    write: 'write',
    maintain: 'write',
    admin: 'admin',
};
/**
 * A person's role from GitHub's answer; `undefined` where it makes no sense. A custom role counts as what the older
 * field makes of it, and so does a role that the older field contradicts.
 */
function roleOf(permission, roleName) {
    const role = PERMISSIONS.find((known) => known === roleName);
    if (role !== undefined && COARSE[role] === permission)
        return role;
    return PERMISSIONS.find((known) => known === permission);
}
/** True where `held` includes everything that `wanted` allows. */
function atLeast(held, wanted) {
    return PERMISSIONS.indexOf(held) >= PERMISSIONS.indexOf(wanted);
}

;// CONCATENATED MODULE: ./build/github/client-people.js




/** GitHub lists no more commits of a pull request than this. */
const MAX_PULL_COMMITS = 250;
const LOGIN = /^[A-Za-z0-9](?:[A-Za-z0-9_-]*)(?:\[bot\])?$/;
const SLUG = /^[\w.-]+$/;
/** Who the token is, and what people may do. */
function peopleClient(core) {
    let self;
    return {
        self: () => {
            // A failed look-up is not remembered: the next caller asks again.
            self ??= selfOf(core).catch((error) => {
                self = undefined;
                throw error;
            });
            return self;
        },
        permissionOf: (login) => permissionOf(core, login),
        isTeamMember: (team, login) => isTeamMember(core, team, login),
        pull: async (number) => {
            const { commits: _commits, ...state } = await pullOf(core, number);
            return state;
        },
        commitAuthors: (number) => commitAuthors(core, number),
    };
}
/** A personal token answers `GET /user`; a workflow's own token only GraphQL's `viewer`. */
async function selfOf(core) {
    const doing = 'say which account the token belongs to';
    const user = await core.ask({
        route: 'GET /user',
        doing,
        needs: '',
        answers: [403, 404],
        read: (reply) => (reply.status === 200 ? reading(account)(reply) : null),
    });
    if (user !== null)
        return user;
    try {
        const { login, databaseId } = await core.ask({
            route: 'POST /graphql',
            graphql: true,
            body: { query: '{ viewer { login databaseId } }' },
            doing,
            needs: '',
            read: (reply) => reading(viewer)(reply)?.data.viewer,
        });
        return { login, id: databaseId ?? 0, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
    }
    catch (error) {
        const cannotTell = error instanceof base/* CountersignError */.WS && CANNOT_TELL.has(error.code);
        if (cannotTell)
            return null;
        throw error;
    }
}
/** Refusals that mean that the token may not know whose it is; trouble is none of them. */
const CANNOT_TELL = new Set(['github-permission', 'github-not-found', 'github-refused']);
async function permissionOf(core, login) {
    const name = checked(login, LOGIN, 'login');
    const answer = await core.ask({
        route: `GET ${core.base}/collaborators/${encodeURIComponent(name)}/permission`,
        doing: `say which permission @${name} has`,
        needs: 'metadata=read',
        read: reading(permission),
    });
    const role = roleOf(answer.permission, answer.role_name);
    const about = answer.user?.login ?? name;
    // An answer about somebody else, or one that names no known permission, is no answer.
    if (role === undefined || about.toLowerCase() !== name.toLowerCase()) {
        throw new base/* CountersignError */.WS('github-refused', `GitHub's answer about the permission of @${name} makes no sense (${JSON.stringify(answer.permission)} for @${about}).`);
    }
    return role;
}
async function isTeamMember(core, team, login) {
    const org = checked(team.org, SLUG, 'organization');
    const slug = checked(team.slug, SLUG, 'team');
    const name = checked(login, LOGIN, 'login');
    const path = `/orgs/${org}/teams/${slug}`;
    const needs = 'members=read';
    const state = await core.ask({
        route: `GET ${path}/memberships/${encodeURIComponent(name)}`,
        doing: `say whether @${name} is in the team ${org}/${slug}`,
        needs,
        answers: [404],
        read: (reply) => (reply.status === 404 ? null : reading(membership)(reply)?.state),
    });
    if (state !== null)
        return state === 'active';
    // 404 also means that the token cannot see the team. Only where it can is it an answer about the person.
    await core.ask({
        route: `GET ${path}`,
        doing: `show the team ${org}/${slug}`,
        needs,
        read: () => true,
    });
    return false;
}
function pullOf(core, number) {
    return core.ask({
        route: `GET ${core.base}/pulls/${number}`,
        doing: `show pull request #${number}`,
        needs: 'pull_requests=read',
        read: reading(pull),
    });
}
/** Commits whose e-mail address belongs to no account have no login and are left out. */
async function commitAuthors(core, number) {
    const doing = `list the commits of pull request #${number}`;
    const commits = await allPages(core, {
        route: `GET ${core.base}/pulls/${number}/commits`,
        doing,
        needs: 'pull_requests=read',
        read: reading(pullCommits),
        maxPages: 4,
    });
    if (commits.length >= MAX_PULL_COMMITS) {
        const whole = (await pullOf(core, number)).commits;
        if (whole === null || whole > commits.length) {
            throw new base/* CountersignError */.WS('github-refused', `Pull request #${number} has ${whole ?? 'more than 250'} commits and GitHub lists only ${commits.length} of them.`, { fix: 'Squash the pull request, or split it, so that every author can be known.' });
        }
    }
    const logins = commits.flatMap((commit) => [commit.author?.login, commit.committer?.login]);
    return [...new Set(logins.filter((login) => login !== undefined))];
}
function checked(value, pattern, what) {
    if (!pattern.test(value)) {
        throw new base/* CountersignError */.WS('input-invalid', `${JSON.stringify(value)} is no ${what} that GitHub could know.`);
    }
    return value;
}

;// CONCATENATED MODULE: ./build/github/permission-fix.js
/** The keys that `permissions:` in a workflow knows; others need a token of another kind. */
const WORKFLOW_PERMISSIONS = new Set([
    'actions',
    'attestations',
    'checks',
    'contents',
    'deployments',
    'discussions',
    'issues',
    'models',
    'packages',
    'pages',
    'pull-requests',
    'security-events',
    'statuses',
]);
/**
 * What to write in the workflow, from the form of `x-accepted-github-permissions`: `,` joins permissions that are
 * needed together, `;` parts alternatives. The first alternative that a workflow can grant is named.
 */
function permissionFix(accepted) {
    const alternatives = accepted
        .split(';')
        .map(permissionsIn)
        .filter((one) => one.length > 0);
    const grantable = alternatives.find((one) => one.every(([name]) => WORKFLOW_PERMISSIONS.has(name)));
    if (grantable !== undefined) {
        return `Add to the \`permissions:\` of the job: ${permission_fix_linesOf(grantable)}.`;
    }
    const first = alternatives[0];
    if (first === undefined)
        return 'Check which repository the token belongs to and what it may do.';
    return `A workflow's own token cannot have this: give the input \`github-token\` an App token with ${permission_fix_linesOf(first)}.`;
}
/** `metadata` is left out: every token has it. */
function permissionsIn(list) {
    const pairs = list.matchAll(/([a-z_]+)\s*=\s*([a-z]+)/g);
    return [...pairs]
        .map((pair) => [(pair[1] ?? '').replaceAll('_', '-'), pair[2] ?? ''])
        .filter(([name]) => name !== 'metadata');
}
function permission_fix_linesOf(permissions) {
    return permissions.map(([name, level]) => `\`${name}: ${level}\``).join(' and ');
}

;// CONCATENATED MODULE: ./build/github/failure.js


const DEFAULT_LIMIT_WAIT_MS = 60_000;
const failure_MAX_MESSAGE_CHARS = 300;
const MAX_VALIDATION_ERRORS = 5;
const NOT_A_LIMIT = /not accessible by|must have (push|admin)|required scopes|SAML/i;
const LIMIT_WORDS = /rate limit|abuse detection/i;
const QUERY_BROKE = /something went wrong while executing your query/i;
/** Reads a reply: done, try again, wait for a limit, or fail with words. Pure. */
function judgeReply(reply, facts) {
    if (reply.status === null) {
        return { kind: 'retry', because: `no answer (${failure_plainLine(reply.message)})`, ambiguous: true };
    }
    if (reply.status >= 200 && reply.status < 300)
        return judgeGraphqlErrors(reply, facts);
    if (reply.status === 304)
        return { kind: 'ok' };
    if (reply.status >= 500 || reply.status === 408) {
        return { kind: 'retry', because: `GitHub answered ${reply.status}`, ambiguous: true };
    }
    if (reply.status === 429 || reply.status === 403) {
        const waitMs = limitWaitMs(reply, facts);
        if (waitMs !== null)
            return limited(waitMs);
    }
    return { kind: 'fail', error: failureOf(reply, facts) };
}
function limited(waitMs) {
    return { kind: 'limit', because: 'GitHub limits the rate of requests', waitMs };
}
/** How long a limit asks to wait; `null` where the reply is no limit at all but a refusal. */
function limitWaitMs(reply, facts) {
    const message = messageOf(reply.data);
    if (NOT_A_LIMIT.test(message))
        return null;
    const retryAfter = retryAfterMs(reply.headers['retry-after'], facts.nowMs);
    if (retryAfter !== null)
        return retryAfter;
    if (reply.headers['x-ratelimit-remaining'] === '0') {
        return resetMs(reply.headers, facts.nowMs) ?? grownWait(facts.waited);
    }
    if (reply.status === 429 || LIMIT_WORDS.test(message))
        return grownWait(facts.waited);
    return null;
}
function grownWait(waited) {
    return DEFAULT_LIMIT_WAIT_MS * 2 ** waited;
}
/** `Retry-After` is seconds or an HTTP date (RFC 9110, 10.2.3). `null` where it is absent or neither. */
function retryAfterMs(value, nowMs) {
    if (value === undefined || value.trim() === '')
        return null;
    if (/^\d+$/.test(value.trim()))
        return Math.max(1, Number(value)) * 1000;
    const at = Date.parse(value);
    return Number.isNaN(at) ? null : Math.max(1000, at - nowMs);
}
function resetMs(headers, nowMs) {
    const reset = headers['x-ratelimit-reset'];
    if (reset === undefined || !/^\d+$/.test(reset))
        return null;
    return Math.max(1000, Number(reset) * 1000 - nowMs + 1000);
}
/** GraphQL reports its errors inside a 200. */
function judgeGraphqlErrors(reply, facts) {
    const first = graphqlErrors(reply.data)[0];
    if (first === undefined)
        return { kind: 'ok' };
    const { type, message } = first;
    if (type === 'RATE_LIMITED' || LIMIT_WORDS.test(message)) {
        return limited(limitWaitMs({ ...reply, status: 429 }, facts) ?? grownWait(facts.waited));
    }
    if (QUERY_BROKE.test(message)) {
        return { kind: 'retry', because: 'GitHub could not run the query', ambiguous: true };
    }
    const status = GRAPHQL_STATUS[type] ?? 422;
    return { kind: 'fail', error: failureOf({ ...reply, status, data: { message } }, facts) };
}
const GRAPHQL_STATUS = {
    FORBIDDEN: 403,
    INSUFFICIENT_SCOPES: 403,
    NOT_FOUND: 404,
};
function graphqlErrors(data) {
    const errors = field(data, 'errors');
    if (!Array.isArray(errors))
        return [];
    return errors.map((error) => ({
        type: textField(error, 'type'),
        message: failure_plainLine(textField(error, 'message')),
    }));
}
function failureOf(reply, facts) {
    const said = messageOf(reply.data);
    const words = `GitHub would not ${facts.doing} (${reply.status}${said === '' ? '' : `: ${said}`}).`;
    if (reply.status === 401) {
        return new base/* CountersignError */.WS('input-invalid', words, {
            fix: 'The token is wrong, expired or revoked: check the input `github-token`.',
        });
    }
    if (reply.status === 403) {
        const accepted = reply.headers['x-accepted-github-permissions'];
        return new base/* CountersignError */.WS('github-permission', words, {
            fix: permissionFix(accepted === undefined || accepted === '' ? facts.needs : accepted),
        });
    }
    if (reply.status === 404) {
        return new base/* CountersignError */.WS('github-not-found', `${words} It was not found, or the token has no access to it.`, {
            fix: permissionFix(facts.needs),
        });
    }
    if (reply.status === 410 && /issues/i.test(said)) {
        return new base/* CountersignError */.WS('github-refused', `${words} Issues are disabled in this repository.`, {
            fix: 'Turn issues on in the repository settings, or set the input `approvals: fail`.',
        });
    }
    return new base/* CountersignError */.WS('github-refused', words);
}
/** True where GitHub said that a text is too long for it. */
function isTooLong(error) {
    return (error instanceof base/* CountersignError */.WS &&
        error.code === 'github-refused' &&
        /body is too long/i.test(error.message));
}
/** What GitHub said, one short line: never HTML, never more than a few hundred characters. Empty where it said nothing. */
function messageOf(data) {
    if (data instanceof ArrayBuffer)
        return messageOf(new TextDecoder().decode(data));
    if (typeof data === 'string') {
        const parsed = parsedJson(data);
        return parsed === undefined ? failure_plainLine(data) : messageOf(parsed);
    }
    const message = textField(data, 'message');
    const errors = field(data, 'errors');
    const details = Array.isArray(errors) ? errors.slice(0, MAX_VALIDATION_ERRORS).map(detailOf) : [];
    return failure_plainLine([message, ...details].filter((part) => part !== '').join('; '));
}
/** A 422 names its reasons as objects or as plain strings. */
function detailOf(error) {
    if (typeof error === 'string')
        return error;
    const message = textField(error, 'message');
    if (message !== '')
        return message;
    const where = [textField(error, 'resource'), textField(error, 'field')].filter((part) => part !== '');
    return `${where.join('.')} ${textField(error, 'code')}`.trim();
}
/** One line for people. A page of HTML, as a proxy or an overloaded GitHub sends, is named and not copied. */
function failure_plainLine(text) {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    if (/^<|<!doctype|<html/i.test(line))
        return 'an HTML page';
    return line.length > failure_MAX_MESSAGE_CHARS ? `${line.slice(0, failure_MAX_MESSAGE_CHARS)}…` : line;
}
function parsedJson(text) {
    try {
        const value = JSON.parse(text);
        return typeof value === 'object' && value !== null ? value : undefined;
    }
    catch {
        return undefined;
    }
}
function field(value, key) {
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
function textField(value, key) {
    const found = field(value, key);
    return typeof found === 'string' ? found : '';
}

;// CONCATENATED MODULE: ./build/github/octokit.js
/** A `Send` over the real Octokit. */
function octokitSend(options) {
    let loaded;
    return async (request) => {
        loaded ??= loadOctokit(options);
        const raw = await loaded;
        try {
            return await raw(routeOf(request), parametersOf(request, options));
        }
        catch (error) {
            if (options.signal?.aborted === true)
                throw options.signal.reason;
            return replyOfError(error);
        }
    };
}
async function loadOctokit(options) {
    const shared = { baseUrl: options.apiUrl, userAgent: options.userAgent, log: silent };
    if (options.proxied) {
        const { getOctokit } = await Promise.all(/* import() */[__webpack_require__.e(119), __webpack_require__.e(439), __webpack_require__.e(351)]).then(__webpack_require__.bind(__webpack_require__, 61351));
        const client = getOctokit(options.token, shared);
        return async (route, parameters) => plain(await client.request(route, parameters));
    }
    const { Octokit } = await Promise.all(/* import() */[__webpack_require__.e(439), __webpack_require__.e(303)]).then(__webpack_require__.bind(__webpack_require__, 11303));
    const client = new Octokit({ ...shared, auth: options.token });
    return async (route, parameters) => plain(await client.request(route, parameters));
}
const nothing = () => undefined;
/** Octokit would write deprecations and failed requests, addresses included, straight to the log. */
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };
function routeOf(request) {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(request.query ?? {}))
        query.set(key, String(value));
    const text = query.toString();
    return text === '' ? request.route : `${request.route}?${text}`;
}
function parametersOf(request, options) {
    const timeout = AbortSignal.timeout(options.requestTimeoutMs);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
    return {
        // The body travels as one value: field names such as `headers` or `baseUrl` must never become options.
        ...(request.body === undefined ? {} : { data: request.body }),
        headers: { 'x-github-api-version': '2022-11-28', ...request.headers },
        request: { signal },
        ...(request.graphql === true ? { baseUrl: graphqlBase(options.apiUrl) } : {}),
    };
}
/** Enterprise Server has REST under `/api/v3` and GraphQL under `/api/graphql`. */
function graphqlBase(apiUrl) {
    return apiUrl.replace(/\/api\/v3\/?$/, '/api');
}
function plain(raw) {
    return { status: raw.status, headers: headersOf(raw.headers), data: raw.data };
}
function headersOf(headers) {
    const texts = {};
    for (const [key, value] of Object.entries(headers))
        texts[key.toLowerCase()] = String(value);
    return texts;
}
/**
 * Octokit throws for 304, 4xx and 5xx with the response on the error, and for a lost connection with status 500 and
 * no response at all. Its own messages may hold a whole HTML page, so only the system's are used.
 */
function replyOfError(error) {
    const response = isObject(error) ? Reflect.get(error, 'response') : undefined;
    if (isObject(response)) {
        const status = Reflect.get(response, 'status');
        const headers = Reflect.get(response, 'headers');
        if (typeof status === 'number') {
            return {
                status,
                headers: isObject(headers) ? headersOf(headers) : {},
                data: Reflect.get(response, 'data'),
            };
        }
    }
    return { status: null, message: error instanceof Error ? error.message : 'the connection broke' };
}
function isObject(value) {
    return typeof value === 'object' && value !== null;
}

;// CONCATENATED MODULE: ./build/github/client-review.js



const MAX_REVIEW_PAGES = 10;
const client_review_NEEDS = 'pull_requests=write';
/** Reviews of pull requests. One whose answer was lost is looked for before it is sent again. */
function reviewClient(core) {
    return { review: (wanted) => review(core, wanted) };
}
async function review(core, wanted) {
    const route = `${core.base}/pulls/${wanted.number}/reviews`;
    const doing = `review pull request #${wanted.number}`;
    const comments = [];
    for (const { path, line, body } of wanted.remarks) {
        comments.push({ path, line, side: 'RIGHT', body: await core.redact(body) });
    }
    const listed = () => allPages(core, {
        route: `GET ${route}`,
        doing,
        needs: client_review_NEEDS,
        read: reading(reviews),
        maxPages: MAX_REVIEW_PAGES,
    });
    const before = new Set((await listed()).map(({ id }) => id));
    const made = await core.withBody(wanted.body, (body) => core.ask({
        route: `POST ${route}`,
        body: {
            commit_id: wanted.commit,
            event: wanted.verdict === 'comment' ? 'COMMENT' : 'REQUEST_CHANGES',
            body,
            comments,
        },
        doing,
        needs: client_review_NEEDS,
        read: reading(reviewMade),
        recover: async () => {
            const fresh = (await listed()).filter((one) => !before.has(one.id));
            return (fresh.find((one) => one.commit_id === wanted.commit && sameBody(one.body, body)) ?? null);
        },
    }));
    return { id: made.id, url: made.html_url };
}

;// CONCATENATED MODULE: ./build/github/client-work.js



const MAX_FILE_PAGES = 31;
const MAX_TITLE_CHARS = 250;
const MAX_LABEL_PAGES = 20;
const client_work_NEEDS = 'contents=write';
/** Branches and pull requests, made through git's own objects. */
function workClient(core) {
    return {
        pullFiles: (number) => allPages(core, {
            route: `GET ${core.base}/pulls/${number}/files`,
            doing: `list the files of pull request #${number}`,
            needs: 'pull_requests=read',
            read: reading(pullFiles),
            maxPages: MAX_FILE_PAGES,
        }),
        branchHead: (branch) => branchHead(core, branch),
        treeOf: (commit) => treeOf(core, commit),
        makeCommit: (commit) => makeCommit(core, commit),
        moveBranch: (branch, move) => moveBranch(core, branch, move),
        openPull: (pull) => openPull(core, pull),
        ...labelClient(core),
    };
}
function labelClient(core) {
    const needs = 'issues=write;pull_requests=write';
    return {
        labels: async () => {
            const all = await allPages(core, {
                route: `GET ${core.base}/labels`,
                doing: 'list the labels',
                needs: 'issues=read',
                read: reading(labels),
                maxPages: MAX_LABEL_PAGES,
            });
            return all.map(({ name }) => name);
        },
        addLabels: async (number, names) => {
            await core.ask({
                route: `POST ${core.base}/issues/${number}/labels`,
                body: { labels: names },
                doing: `label #${number}`,
                needs,
                read: () => true,
            });
        },
        removeLabel: async (number, name) => {
            await core.ask({
                route: `DELETE ${core.base}/issues/${number}/labels/${encodeURIComponent(name)}`,
                doing: `take the label ${name} off #${number}`,
                needs,
                answers: [404],
                read: () => true,
            });
        },
    };
}
/** A name cannot be redacted and still name the same thing: one that holds a secret is not sent at all. */
async function refuseSecrets(core, what, name) {
    const clean = await core.redact(name);
    if (clean === name)
        return;
    throw new base/* CountersignError */.WS('input-invalid', `The ${what} ${clean} holds a secret, so it is not sent.`, {
        fix: 'Take another name.',
    });
}
function refPath(branch) {
    return `heads/${branch.split('/').map(encodeURIComponent).join('/')}`;
}
function branchHead(core, branch) {
    return core.ask({
        route: `GET ${core.base}/git/ref/${refPath(branch)}`,
        doing: `show the branch ${branch}`,
        needs: 'contents=read',
        answers: [404],
        read: (reply) => (reply.status === 404 ? null : reading(gitRef)(reply)?.object.sha),
    });
}
async function treeOf(core, commit) {
    const found = await core.ask({
        route: `GET ${core.base}/git/commits/${encodeURIComponent(commit)}`,
        doing: `show the commit ${commit}`,
        needs: 'contents=read',
        read: reading(gitCommit),
    });
    return found.tree.sha;
}
/** Blobs, then the tree over the parent's, then the commit. Without an author GitHub fills in and signs for the token's. */
async function makeCommit(core, commit) {
    for (const { path } of commit.files)
        await refuseSecrets(core, 'path', path);
    const base = await treeOf(core, commit.parent);
    const tree = [];
    for (const file of commit.files) {
        const sha = file.bytes === null ? null : await makeBlob(core, file.bytes, file.path);
        tree.push({ path: file.path, mode: file.mode, type: 'blob', sha });
    }
    const made = await core.ask({
        route: `POST ${core.base}/git/trees`,
        body: { base_tree: base, tree },
        doing: 'make the tree of a commit',
        needs: client_work_NEEDS,
        read: reading(gitObject),
    });
    const message = await core.redact(commit.message);
    const { sha } = await core.ask({
        route: `POST ${core.base}/git/commits`,
        body: { message, tree: made.sha, parents: [commit.parent] },
        doing: 'make a commit',
        needs: client_work_NEEDS,
        read: reading(gitObject),
    });
    return sha;
}
async function makeBlob(core, bytes, path) {
    const { sha } = await core.ask({
        route: `POST ${core.base}/git/blobs`,
        body: { content: Buffer.from(bytes).toString('base64'), encoding: 'base64' },
        doing: `store ${path}`,
        needs: client_work_NEEDS,
        read: reading(gitObject),
    });
    return sha;
}
/** After a lost answer, and after a refusal, what the branch stands on says what happened. */
async function moveBranch(core, branch, { from, to }) {
    await refuseSecrets(core, 'branch', branch);
    const before = await branchHead(core, branch);
    if (before === to)
        return { moved: true };
    if (before !== from)
        return { moved: false };
    const reply = await core.ask({
        route: from === null
            ? `POST ${core.base}/git/refs`
            : `PATCH ${core.base}/git/refs/${refPath(branch)}`,
        body: from === null ? { ref: `refs/heads/${branch}`, sha: to } : { sha: to, force: false },
        doing: `move the branch ${branch}`,
        needs: client_work_NEEDS,
        answers: [409, 422],
        read: (answer) => answer,
    });
    if (reply.status < 300)
        return { moved: true };
    const now = await branchHead(core, branch);
    if (now === to)
        return { moved: true };
    if (now !== from)
        return { moved: false };
    throw new base/* CountersignError */.WS('github-refused', `GitHub would not move the branch ${branch} (${reply.status}): its name or a rule of the repository forbids it.`, {
        fix: 'Take another branch name, or look at the rules for branches in the settings of the repository.',
    });
}
async function openPull(core, pull) {
    const there = () => findOpenPull(core, pull);
    const before = await there();
    if (before !== null)
        return before;
    const title = (await core.redact(pull.title)).replaceAll(/\s+/g, ' ').slice(0, MAX_TITLE_CHARS);
    return core.withBody(pull.body, (body) => core.ask({
        route: `POST ${core.base}/pulls`,
        body: { title, body, head: pull.head, base: pull.base, draft: pull.draft },
        doing: `open a pull request from ${pull.head}`,
        needs: 'pull_requests=write',
        read: (reply) => {
            const made = reading(pullMade)(reply);
            return made === undefined
                ? undefined
                : { number: made.number, url: made.html_url, created: true };
        },
        recover: async () => {
            const found = await there();
            return found === null ? null : { ...found, created: true };
        },
    }));
}
async function findOpenPull(core, pull) {
    const [first] = await core.ask({
        route: `GET ${core.base}/pulls`,
        query: { state: 'open', head: `${core.owner}:${pull.head}`, base: pull.base, per_page: 1 },
        doing: `list the pull requests from ${pull.head}`,
        needs: 'pull_requests=read',
        read: reading(openPulls),
    });
    return first === undefined ? null : { number: first.number, url: first.html_url, created: false };
}

;// CONCATENATED MODULE: ./build/github/client-runs.js

/** Workflow runs, as other jobs see them. */
function runsClient(core) {
    return {
        workflowRun: (id) => core.ask({
            route: `GET ${core.base}/actions/runs/${id}`,
            doing: `read workflow run ${id}`,
            needs: 'actions: read',
            read: reading(workflowRun),
        }),
    };
}

;// CONCATENATED MODULE: ./build/github/requester.js


const MAX_RETRIES = 3;
const MAX_LIMIT_WAITS = 5;
const DEFAULT_MAX_LIMIT_WAIT_MS = 10 * 60_000;
/**
 * Asks GitHub until there is an answer: three more tries after a lost answer or a 5xx (1, 4 and 9 seconds apart),
 * and waits for rate limits as long as GitHub says, up to a ceiling. Throws `CountersignError` as the port says.
 */
function createRequester(options) {
    return async (ask) => {
        try {
            return await askUntilAnswered(ask, options);
        }
        catch (error) {
            if (options.signal?.aborted === true)
                throw cancelled(ask);
            throw withoutToken(error, options.token);
        }
    };
}
async function askUntilAnswered(ask, options) {
    const ceilingMs = options.maxLimitWaitMs ?? DEFAULT_MAX_LIMIT_WAIT_MS;
    let retries = 0;
    let waits = 0;
    let waitedMs = 0;
    let because = '';
    while (retries <= MAX_RETRIES && waits <= MAX_LIMIT_WAITS) {
        const step = await attempt(ask, options, waits);
        if (step.kind === 'done')
            return step.value;
        because = step.because;
        if (step.kind === 'limit') {
            waits += 1;
            waitedMs += step.waitMs;
            if (waitedMs > ceilingMs)
                throw limitError(ask, options, step.waitMs);
            await wait(step.waitMs, { because, attempt: waits }, options);
            continue;
        }
        retries += 1;
        if (retries > MAX_RETRIES)
            break;
        await wait(retries ** 2 * 1000, { because, attempt: retries }, options);
        if (step.ambiguous && ask.recover !== undefined) {
            const made = await ask.recover();
            if (made !== null)
                return made;
        }
    }
    if (waits > MAX_LIMIT_WAITS)
        throw limitError(ask, options, 0);
    throw new base/* CountersignError */.WS('github-unreachable', `GitHub could not ${ask.doing}: ${because}, after ${MAX_RETRIES + 1} tries.`, {
        fix: 'Run the job again later; https://www.githubstatus.com tells whether GitHub has trouble.',
    });
}
async function attempt(ask, options, waited) {
    if (options.signal?.aborted === true)
        throw cancelled(ask);
    const reply = await options.send(ask);
    if (reply.status !== null && ask.answers?.includes(reply.status) === true)
        return read(ask, reply);
    const judgement = judgeReply(reply, {
        doing: ask.doing,
        needs: ask.needs,
        nowMs: options.clock.now().getTime(),
        waited,
    });
    if (judgement.kind === 'fail')
        throw judgement.error;
    if (judgement.kind !== 'ok')
        return judgement;
    return reply.status === null ? brokenAnswer : read(ask, reply);
}
const brokenAnswer = {
    kind: 'retry',
    because: 'GitHub answered something that is not what was asked for',
    ambiguous: true,
};
function read(ask, reply) {
    const value = ask.read(reply);
    return value === undefined ? brokenAnswer : { kind: 'done', value };
}
async function wait(waitMs, told, options) {
    options.onWait?.({ ...told, waitMs });
    await options.clock.sleep(waitMs, options.signal);
}
function limitError(ask, options, waitMs) {
    const until = new Date(options.clock.now().getTime() + waitMs).toISOString();
    return new base/* CountersignError */.WS('github-limit', `GitHub limits the rate of requests and would not ${ask.doing} before ${until}.`, { fix: 'Run the job again after that time, or use a token with a higher limit.' });
}
function cancelled(ask) {
    return new base/* CountersignError */.WS('cancelled', `The run was cancelled before GitHub could ${ask.doing}.`);
}
/** GitHub's words are not ours: should they ever repeat the token, it goes no further than here. */
function withoutToken(error, token) {
    if (!(error instanceof base/* CountersignError */.WS) || token === '' || !error.message.includes(token))
        return error;
    const message = error.message.replaceAll(token, '[token]');
    return new base/* CountersignError */.WS(error.code, message, error.fix === undefined ? {} : { fix: error.fix });
}

;// CONCATENATED MODULE: ./build/github/client.js











const REQUEST_TIMEOUT_MS = 30_000;
const USER_AGENT = 'countersign';
/** A client for one repository. Sends nothing before its first method is called; see `GitHub` for what it throws. */
function createGitHub(options) {
    const core = coreOf(options);
    return {
        owner: options.owner,
        repo: options.repo,
        ...peopleClient(core),
        ...filesClient(core),
        ...commentsClient(core),
        ...workClient(core),
        ...reviewClient(core),
        ...runsClient(core),
    };
}
/** What the parts of a client share; throws `input-invalid` for a name that no repository has. */
function coreOf(options) {
    for (const [name, value] of [
        ['owner', options.owner],
        ['repo', options.repo],
    ]) {
        if (!/^[\w.-]+$/.test(value) || /^\.+$/.test(value)) {
            throw new base/* CountersignError */.WS('input-invalid', `${JSON.stringify(value)} is no name for a repository's ${name}.`);
        }
    }
    const clock = options.clock ?? base/* systemClock */.ml;
    const redact = async (text) => (await options.redactor?.redact(text)) ?? text;
    return {
        ask: requesterOf(options, clock),
        clock,
        owner: options.owner,
        repo: options.repo,
        base: `/repos/${options.owner}/${options.repo}`,
        redact,
        withBody: async (text, send) => {
            const clean = await redact(text);
            try {
                return await send(cutBody(clean));
            }
            catch (error) {
                if (!isTooLong(error) || clean.length <= SHORTER_BODY_CHARS)
                    throw error;
                return send(cutBody(clean, SHORTER_BODY_CHARS));
            }
        },
    };
}
function requesterOf(options, clock) {
    const send = octokitSend({
        token: options.token,
        apiUrl: options.apiUrl,
        userAgent: USER_AGENT,
        proxied: options.proxied === true,
        requestTimeoutMs: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
        signal: options.signal,
    });
    return createRequester({
        send,
        clock,
        token: options.token,
        onWait: options.onWait,
        signal: options.signal,
        maxLimitWaitMs: options.maxLimitWaitMs,
    });
}

// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(57975);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(38522);
;// CONCATENATED MODULE: ./build/github/unpack.js
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
    return new base/* CountersignError */.WS('artifact-refused', `The archive that was downloaded ${why}.`);
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

;// CONCATENATED MODULE: ./build/github/artifact.js
/**
 * The only file that imports the artifact client, which is loaded when something is uploaded or downloaded: it costs a
 * quarter of a second. The client itself reads `ACTIONS_RUNTIME_TOKEN`, `ACTIONS_RESULTS_URL`, `GITHUB_SERVER_URL` and
 * `GITHUB_API_URL` of the environment; they are looked at here only to say what is missing before it does.
 */








/** The client tries 5xx and 429 again by itself, a dropped connection never. */
const MAX_TRIES = 4;
const RETENTION_DAYS_MAX = 90;
const MAX_DOWNLOAD_BYTES = 1024 ** 3;
const load = () => Promise.all(/* import() */[__webpack_require__.e(119), __webpack_require__.e(439), __webpack_require__.e(659), __webpack_require__.e(351), __webpack_require__.e(830), __webpack_require__.e(724), __webpack_require__.e(348)]).then(__webpack_require__.bind(__webpack_require__, 19348));
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
        throw new base/* CountersignError */.WS('artifact-refused', `There are no files to upload as ${wanted.name}.`);
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
        throw new base/* CountersignError */.WS('artifact-refused', `The artifact service gave no id for ${wanted.name}.`);
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
        throw new base/* CountersignError */.WS('artifact-refused', `The artifact ${wanted.name} has ${found.size_in_bytes} bytes; at most ${MAX_DOWNLOAD_BYTES} are downloaded.`);
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
            throw new base/* CountersignError */.WS('artifact-refused', `The artifact ${wanted.name} is not what was uploaded: its digest is not ${digest ?? 'known'}.`);
        }
        const [file] = await (0,promises_.readdir)(packed);
        if (file === undefined)
            throw new base/* CountersignError */.WS('artifact-refused', `The artifact ${wanted.name} is empty.`);
        await unpackZip((0,external_node_path_.join)(packed, file), wanted.folder);
    }
    finally {
        await (0,promises_.rm)(packed, { recursive: true, force: true });
    }
    return { digest: digest === null ? null : digest.replace(/^sha256:/, '') };
}
/** The newest artifact of that name that has not expired. Asked by our own client, whose waits are told and bounded. */
async function find(options, wanted, doing) {
    const core = coreOf({
        ...options,
        apiUrl: options.env['GITHUB_API_URL'] ?? 'https://api.github.com',
    });
    // An upload whose connection broke may stand under a later try's name.
    for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
        const name = nameOf(wanted.name, attempt);
        const found = await core.ask({
            route: `GET ${core.base}/actions/runs/${wanted.workflowRunId}/artifacts`,
            query: { name, per_page: PER_PAGE },
            doing,
            needs: 'actions=read',
            read: reading(artifactList),
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
            await (options.clock ?? base/* systemClock */.ml).sleep(waitMs);
        }
    }
}
function requireService(env) {
    requireDotCom(env);
    const missing = ['ACTIONS_RUNTIME_TOKEN', 'ACTIONS_RESULTS_URL'].find((name) => (env[name] ?? '') === '');
    if (missing === undefined)
        return;
    throw new base/* CountersignError */.WS('artifact-refused', `There is no artifact service here: ${missing} is not set.`, {
        fix: 'The runner sets it for the steps of an action (`uses:`), not for `run:` steps or outside of GitHub Actions.',
    });
}
/** The service speaks a protocol that Enterprise Server does not have. The client decides by the same address. */
function requireDotCom(env) {
    const server = env['GITHUB_SERVER_URL'];
    const host = server === undefined || !URL.canParse(server)
        ? 'github.com'
        : new URL(server).hostname.toLowerCase();
    if (host === 'github.com' || host.endsWith('.ghe.com') || host.endsWith('.localhost'))
        return;
    const what = `Artifacts of this kind are not supported on GitHub Enterprise Server (${host}).`;
    throw new base/* CountersignError */.WS('artifact-refused', what, {
        fix: 'Take the files from the folder in the output `audit-path`, with an upload action that supports your server.',
    });
}
function artifactUrl(options, id) {
    const server = options.env['GITHUB_SERVER_URL'] ?? 'https://github.com';
    const run = options.env['GITHUB_RUN_ID'] ?? '0';
    return `${server}/${options.owner}/${options.repo}/actions/runs/${run}/artifacts/${id}`;
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/github/artifact-name.js


const artifact_name_MAX_NAME_CHARS = 200;
/** What the artifact service refuses in names, white space, and what a shell or a path would trip over. */
const REFUSED = /[^A-Za-z0-9._-]+/g;
/**
 * A name that no other job of the workflow run, no other leg of its matrix, no other attempt and no other step has:
 * names may not repeat in a workflow run. Characters that the service refuses become `-`.
 */
function artifactName(parts) {
    const unique = parts.run ?? (0,base/* crockford */.wI)((0,external_node_crypto_.randomBytes)(8), 12);
    // The digest tells apart what replacing characters and cutting made the same.
    const exact = (0,base/* sha256 */.sc)(JSON.stringify([parts.workflowRunId, parts.attempt, parts.job, parts.matrix ?? null, unique]));
    const readable = [
        'countersign',
        parts.what,
        parts.workflowRunId,
        parts.attempt,
        parts.job,
        unique,
    ]
        .map((part) => part.replaceAll(REFUSED, '-').replaceAll(/^[-.]+|[-.]+$/g, ''))
        .filter((part) => part !== '')
        .join('-');
    return `${readable.slice(0, artifact_name_MAX_NAME_CHARS)}-${exact.slice(0, 8)}`;
}

;// CONCATENATED MODULE: ./build/github/attest.js
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
                throw new base/* CountersignError */.WS('github-permission', 'This job has no identity to sign with.', {
                    fix: FIX,
                });
            }
            return await bounded(sign(file, options.token));
        },
        keep: async (bundle) => {
            const core = coreOf(options);
            const parsed = JSON.parse(bundle);
            await core.ask({
                route: `POST ${core.base}/attestations`,
                body: { bundle: parsed },
                doing: 'keep the attestation of the trail',
                needs: 'attestations=write',
                read: reading(attestationMade),
            });
        },
    };
}
async function sign({ name, sha256 }, token) {
    try {
        const { attestProvenance } = await Promise.all(/* import() */[__webpack_require__.e(119), __webpack_require__.e(439), __webpack_require__.e(659), __webpack_require__.e(351), __webpack_require__.e(830), __webpack_require__.e(724), __webpack_require__.e(79)]).then(__webpack_require__.bind(__webpack_require__, 83079));
        // Kept by our own client, so that a signature is not lost where only the keeping is refused.
        const made = await attestProvenance({
            subjects: [{ name, digest: { sha256 } }],
            token,
            skipWrite: true,
        });
        return JSON.stringify(made.bundle);
    }
    catch (error) {
        throw new base/* CountersignError */.WS('github-refused', `The trail could not be signed: ${(0,base/* errorText */.kc)(error)}.`, { fix: FIX });
    }
}
/** The client has no end of its own for its waits. */
async function bounded(signing) {
    let timer;
    const late = new Promise((_resolve, reject) => {
        const because = `Signing took longer than ${SIGN_TIMEOUT_MS / 1000} s.`;
        timer = setTimeout(() => reject(new base/* CountersignError */.WS('github-unreachable', because)), SIGN_TIMEOUT_MS);
    });
    try {
        return await Promise.race([signing, late]);
    }
    finally {
        clearTimeout(timer);
    }
}

;// CONCATENATED MODULE: ./build/github/event-file.js
/** Reads the event file that the runner wrote. Does I/O: one file, named by the caller. */


/** GitHub caps payloads at 25 MB. */
const MAX_EVENT_BYTES = 32 * 1024 * 1024;
/** The JSON of an event file. Throws `event-invalid`, naming the file, where it is missing, too large, empty or no JSON. */
async function readEventFile(path) {
    const text = await event_file_textOf(path);
    if (text.trim() === '')
        throw invalid(path, 'is empty');
    try {
        const value = JSON.parse(text);
        return value;
    }
    catch {
        // The parser's message may quote the file, and the file may quote a stranger: it is not repeated.
        throw invalid(path, 'is not JSON');
    }
}
async function event_file_textOf(path) {
    if (path === '')
        throw invalid('(none)', 'is not named: GITHUB_EVENT_PATH is empty');
    try {
        const { size } = await (0,promises_.stat)(path);
        if (size > MAX_EVENT_BYTES)
            throw invalid(path, `has ${size} bytes; at most ${MAX_EVENT_BYTES} are read`);
        return (await (0,promises_.readFile)(path, 'utf8')).replace(/^\uFEFF/, '');
    }
    catch (cause) {
        if (cause instanceof base/* CountersignError */.WS)
            throw cause;
        throw invalid(path, 'cannot be read', cause);
    }
}
function invalid(path, what, cause) {
    return new base/* CountersignError */.WS('event-invalid', `The event file ${path} ${what}.`, {
        fix: 'Start the action from a workflow, where the runner writes the event file.',
        cause,
    });
}

;// CONCATENATED MODULE: ./build/github/payloads.js


/**
 * The parts of webhook payloads that are used; the rest is let through unread. Strict on those: a payload that lacks
 * one is malformed and not half an event.
 */
const number = schemas.number().int().positive();
const sha = schemas.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, 'not a commit SHA');
const nullableText = schemas.string()
    .nullish()
    .transform((value) => value ?? null);
const payloads_repository = schemas.looseObject({
    id: schemas.number().optional(),
    full_name: schemas.string(),
    default_branch: schemas.string().optional(),
});
const payloads_base = schemas.looseObject({
    action: nullableText,
    sender: account,
    repository: payloads_repository.nullish().transform((value) => value ?? null),
});
const payloads_issue = schemas.looseObject({
    number,
    title: schemas_text,
    body: schemas_text,
    user: account,
    performed_via_github_app: slugOfApp,
    pull_request: schemas.unknown().optional(),
    created_at: nullableText,
    html_url: nullableText,
});
const head = schemas.looseObject({
    sha,
    ref: schemas.string(),
    repo: payloads_repository.nullish().transform((value) => value ?? null),
});
const payloads_pull = schemas.looseObject({
    number,
    title: schemas_text,
    body: schemas_text,
    user: account,
    created_at: nullableText,
    html_url: nullableText,
    head,
    base: schemas.looseObject({
        ref: schemas.string(),
        repo: payloads_repository.nullish().transform((value) => value ?? null),
    }),
});
const written = {
    body: schemas_text,
    user: account,
    performed_via_github_app: slugOfApp,
    html_url: nullableText,
};
const issuesPayload = schemas.looseObject({ ...payloads_base.shape, issue: payloads_issue });
const issueCommentPayload = schemas.looseObject({
    ...payloads_base.shape,
    issue: payloads_issue,
    comment: schemas.looseObject({ ...written, id: schemas.number(), created_at: nullableText }),
});
const pullPayload = schemas.looseObject({ ...payloads_base.shape, pull_request: payloads_pull });
const reviewPayload = schemas.looseObject({
    ...payloads_base.shape,
    pull_request: payloads_pull,
    review: schemas.looseObject({ ...written, id: schemas.number(), submitted_at: nullableText }),
});
const reviewCommentPayload = schemas.looseObject({
    ...payloads_base.shape,
    pull_request: payloads_pull,
    comment: schemas.looseObject({ ...written, id: schemas.number(), created_at: nullableText }),
});
const inputs = schemas.record(schemas.string(), schemas.unknown())
    .nullish()
    .transform((value) => value ?? {});
/** A dispatch from the web page without inputs has `inputs: null`. */
const workflowDispatchPayload = schemas.looseObject({ ...payloads_base.shape, inputs, ref: nullableText });
const repositoryDispatchPayload = schemas.looseObject({
    ...payloads_base.shape,
    client_payload: inputs,
    branch: nullableText,
});
const schedulePayload = schemas.looseObject({ ...payloads_base.shape, schedule: nullableText });
const pushPayload = schemas.looseObject({
    ...payloads_base.shape,
    ref: schemas.string(),
    after: sha,
    deleted: schemas.boolean().default(false),
    compare: nullableText,
});
const workflowRunPayload = schemas.looseObject({
    ...payloads_base.shape,
    workflow_run: schemas.looseObject({
        id: schemas.number(),
        head_sha: sha,
        head_branch: nullableText,
        head_repository: payloads_repository.nullish().transform((value) => value ?? null),
        conclusion: nullableText,
        html_url: nullableText,
        pull_requests: schemas.array(schemas.looseObject({ number, base: schemas.looseObject({ ref: schemas.string() }) }))
            .nullish()
            .transform((value) => value ?? []),
    }),
});
const anyPayload = payloads_base;

;// CONCATENATED MODULE: ./build/github/trigger-about.js
/** A deleted branch's commit is all zeros: there is none. */
function pinned(sha) {
    return sha === undefined || !/^[0-9a-f]{40,64}$/.test(sha) || /^0+$/.test(sha) ? null : sha;
}
/** What an event says of the issue that it is about. */
function aboutIssue(issue) {
    const isPullRequest = issue.pull_request !== undefined && issue.pull_request !== null;
    return {
        number: issue.number,
        isPullRequest,
        title: issue.title,
        body: issue.body,
        url: issue.html_url,
        // What the head of a pull request is, an event that shows it as an issue does not say.
        ...(isPullRequest ? { headSha: null, headRepository: null, fork: null, baseRef: null } : {}),
    };
}
/** What an event says of the pull request that it is about, its head pinned. */
function aboutPull(pull) {
    const headRepository = pull.head.repo?.full_name ?? null;
    return {
        number: pull.number,
        isPullRequest: true,
        headSha: pull.head.sha,
        headRef: pull.head.ref,
        headRepository,
        fork: pull.head.repo === null || !sameRepository(pull.head.repo, pull.base.repo),
        baseRef: pull.base.ref,
        title: pull.title,
        body: pull.body,
        url: pull.html_url,
    };
}
/** By id where both have one: names can be taken over. A repository that is gone is none. */
function sameRepository(head, base) {
    if (base === null)
        return false;
    if (head.id !== undefined && base.id !== undefined)
        return head.id === base.id;
    return head.full_name.toLowerCase() === base.full_name.toLowerCase();
}
/** The text that may ask, and its author as who asks. */
function asks(asking) {
    return { asking, requester: asking.author };
}
/** The branch of `refs/heads/…`, the name as it is where it is no full ref, `null` for a tag or nothing. */
function branchOf(ref) {
    if (ref === null)
        return null;
    if (ref.startsWith('refs/heads/'))
        return ref.slice('refs/heads/'.length);
    return ref.startsWith('refs/') ? null : ref;
}

;// CONCATENATED MODULE: ./build/github/parse-trigger.js



/**
 * Reads an event into a trigger. Pure. An event of another kind becomes `unsupported`; a payload that is not what its
 * event promises throws `event-invalid`, naming the file and the field.
 */
function parseTrigger(input) {
    switch (input.eventName) {
        case 'issues':
            return issueTrigger(input);
        case 'issue_comment':
            return issueCommentTrigger(input);
        case 'pull_request':
        case 'pull_request_target':
            return pullTrigger(input, input.eventName);
        case 'pull_request_review':
            return reviewTrigger(input);
        case 'pull_request_review_comment':
            return reviewCommentTrigger(input);
        case 'workflow_dispatch':
            return workflowDispatchTrigger(input);
        case 'repository_dispatch':
            return repositoryDispatchTrigger(input);
        case 'schedule':
            return scheduleTrigger(input);
        case 'push':
            return pushTrigger(input);
        case 'workflow_run':
            return workflowRunTrigger(input);
        default:
            return unsupportedTrigger(input);
    }
}
function parsed(schema, input) {
    const result = schema.safeParse(input.payload);
    if (result.success)
        return result.data;
    const issue = result.error.issues[0];
    const field = issue === undefined || issue.path.length === 0 ? 'the whole of it' : issue.path.join('.');
    throw new base/* CountersignError */.WS('event-invalid', `The event file ${input.file ?? '(given in memory)'} is not a ${input.eventName} event: ` +
        `${field}: ${issue?.message ?? 'malformed'}.`, {
        fix: 'GITHUB_EVENT_NAME and GITHUB_EVENT_PATH must be those that the runner sets for one and the same event.',
    });
}
/** What any event has; a trigger adds its own on top. */
function common(payload, input) {
    const repository = payload.repository?.full_name ?? input.repository ?? null;
    return {
        action: payload.action,
        actor: payload.sender,
        requester: payload.sender,
        repository,
        defaultBranch: payload.repository?.default_branch ?? null,
        number: null,
        isPullRequest: false,
        headSha: pinned(input.sha),
        headRef: null,
        headRepository: repository,
        fork: false,
        baseRef: payload.repository?.default_branch ?? null,
        title: null,
        body: null,
        asking: null,
        url: null,
    };
}
function issueTrigger(input) {
    const payload = parsed(issuesPayload, input);
    const { issue } = payload;
    const asking = {
        of: 'issue',
        text: issue.body,
        author: issue.user,
        viaApp: issue.performed_via_github_app,
        createdAt: issue.created_at,
        commentId: null,
        url: issue.html_url,
    };
    return { ...common(payload, input), ...aboutIssue(issue), ...asks(asking), event: 'issues' };
}
function issueCommentTrigger(input) {
    const payload = parsed(issueCommentPayload, input);
    const { comment, issue } = payload;
    const asking = {
        of: 'comment',
        text: comment.body,
        author: comment.user,
        viaApp: comment.performed_via_github_app,
        createdAt: comment.created_at,
        commentId: comment.id,
        url: comment.html_url,
    };
    return {
        ...common(payload, input),
        ...aboutIssue(issue),
        ...asks(asking),
        event: 'issue_comment',
        url: comment.html_url ?? issue.html_url,
    };
}
function pullTrigger(input, event) {
    const payload = parsed(pullPayload, input);
    const pull = payload.pull_request;
    const asking = {
        of: 'pull request',
        text: pull.body,
        author: pull.user,
        viaApp: null,
        createdAt: pull.created_at,
        commentId: null,
        url: pull.html_url,
    };
    return { ...common(payload, input), ...aboutPull(pull), ...asks(asking), event };
}
function reviewTrigger(input) {
    const payload = parsed(reviewPayload, input);
    const { review } = payload;
    const asking = {
        of: 'review',
        text: review.body,
        author: review.user,
        viaApp: review.performed_via_github_app,
        createdAt: review.submitted_at,
        commentId: null,
        url: review.html_url,
    };
    const about = aboutPull(payload.pull_request);
    const url = review.html_url ?? about.url;
    return {
        ...common(payload, input),
        ...about,
        ...asks(asking),
        event: 'pull_request_review',
        url,
    };
}
function reviewCommentTrigger(input) {
    const payload = parsed(reviewCommentPayload, input);
    const { comment } = payload;
    const asking = {
        of: 'review comment',
        text: comment.body,
        author: comment.user,
        viaApp: comment.performed_via_github_app,
        createdAt: comment.created_at,
        commentId: null,
        url: comment.html_url,
    };
    const about = aboutPull(payload.pull_request);
    const url = comment.html_url ?? about.url;
    return {
        ...common(payload, input),
        ...about,
        ...asks(asking),
        event: 'pull_request_review_comment',
        url,
    };
}
function workflowDispatchTrigger(input) {
    const payload = parsed(workflowDispatchPayload, input);
    const facts = common(payload, input);
    const headRef = branchOf(payload.ref);
    return {
        ...facts,
        event: 'workflow_dispatch',
        inputs: payload.inputs,
        headRef,
        baseRef: headRef ?? facts.baseRef,
    };
}
function repositoryDispatchTrigger(input) {
    const payload = parsed(repositoryDispatchPayload, input);
    const facts = common(payload, input);
    return {
        ...facts,
        event: 'repository_dispatch',
        inputs: payload.client_payload,
        headRef: payload.branch,
        baseRef: payload.branch ?? facts.baseRef,
    };
}
function scheduleTrigger(input) {
    const payload = parsed(schedulePayload, input);
    return { ...common(payload, input), event: 'schedule', cron: payload.schedule };
}
function pushTrigger(input) {
    const payload = parsed(pushPayload, input);
    const { ref } = payload;
    const branch = branchOf(ref);
    return {
        ...common(payload, input),
        event: 'push',
        ref,
        deleted: payload.deleted,
        headSha: payload.deleted ? null : pinned(payload.after),
        headRef: branch,
        baseRef: branch,
        url: payload.compare,
    };
}
function workflowRunTrigger(input) {
    const payload = parsed(workflowRunPayload, input);
    const facts = common(payload, input);
    const run = payload.workflow_run;
    // GitHub names the pull requests of a run only for branches of the repository itself, and there may be several.
    const only = run.pull_requests.length === 1 ? run.pull_requests[0] : undefined;
    const head = run.head_repository;
    return {
        ...facts,
        event: 'workflow_run',
        workflowRunId: run.id,
        conclusion: run.conclusion,
        number: only?.number ?? null,
        isPullRequest: only !== undefined,
        headSha: pinned(run.head_sha),
        headRef: run.head_branch,
        headRepository: head?.full_name ?? null,
        fork: head === null || !sameRepository(head, payload.repository),
        baseRef: only?.base.ref ?? facts.baseRef,
        url: run.html_url,
    };
}
function unsupportedTrigger(input) {
    if (input.eventName.trim() === '') {
        throw new base/* CountersignError */.WS('event-invalid', 'There is no event: GITHUB_EVENT_NAME is empty.', {
            fix: 'Start the action from a workflow, or use `countersign run` on the command line.',
        });
    }
    const facts = common(parsed(anyPayload, input), input);
    return {
        ...facts,
        event: 'unsupported',
        name: input.eventName,
        fork: null,
        headRepository: null,
    };
}

;// CONCATENATED MODULE: ./build/github/phrase.js


const DEFAULT_PHRASE = '/countersign';
const MAX_PHRASE_CHARS = 100;
/**
 * Looks for the phrase as a whole word at the start of a line (up to three spaces before it), outside quotes, code
 * and HTML comments; the first such line counts. Upper and lower case differ. A whole word ends with the line, with
 * white space, or with one of `: , . ! ? ;` and then white space. Throws `input-invalid` for an empty phrase.
 */
function matchesPhrase(text, phrase = DEFAULT_PHRASE) {
    const wanted = phrase.trim();
    if (wanted === '' || wanted.length > MAX_PHRASE_CHARS || /[\r\n]/.test(wanted)) {
        throw new base/* CountersignError */.WS('input-invalid', `The trigger phrase ${JSON.stringify(phrase)} cannot be matched.`, {
            fix: `Write one line of at most ${MAX_PHRASE_CHARS} characters, such as \`${DEFAULT_PHRASE}\`.`,
        });
    }
    for (const line of askingLines(text)) {
        const rest = restAfter(line.text, wanted);
        if (rest !== null) {
            return {
                matched: true,
                request: `${rest}${text.slice(line.start + line.text.length)}`.trim(),
            };
        }
    }
    return { matched: false };
}
function restAfter(line, phrase) {
    const words = line.replace(/^ {0,3}/, '');
    if (!words.startsWith(phrase))
        return null;
    const rest = words.slice(phrase.length);
    const end = /^(?:$|\s|[:,.!?;]+(?=\s|$))/.exec(rest);
    return end === null ? null : rest.slice(end[0].length);
}
/** The words that an answer to a card begins with. */
const ANSWER = /^\/(?:approve|deny|answer|cancel)(?=\s|$)/;
/**
 * True where the first line of a comment that is not blank is an answer to a card: `/approve …`, `/deny …`,
 * `/answer …` or `/cancel`.
 */
function isApprovalCommand(text) {
    const first = text.split(/\r\n|\r|\n/).find((line) => line.trim() !== '');
    return first !== undefined && ANSWER.test(first.trim());
}

;// CONCATENATED MODULE: ./build/github/proxied.js
/**
 * True where the environment names a proxy for requests to `url`, so that the client that knows proxies is loaded.
 * `NO_PROXY` is left to that client: asking it once too often costs a tenth of a second, asking it never a connection.
 */
function isProxied(env, url) {
    const name = url.toLowerCase().startsWith('http:') ? 'http_proxy' : 'https_proxy';
    return [name, name.toUpperCase()].some((key) => (env[key] ?? '') !== '');
}

;// CONCATENATED MODULE: ./build/github/settings.js




const settings_repository = schemas.object({ default_branch: schemas.string(), private: schemas.boolean() });
const branch = schemas.object({ protected: schemas.boolean() });
const workflow = schemas.object({
    default_workflow_permissions: schemas["enum"](['read', 'write']),
    can_approve_pull_request_reviews: schemas.boolean(),
});
const forks = schemas.object({
    send_write_tokens_to_workflows: schemas.boolean(),
    send_secrets_and_variables: schemas.boolean(),
});
/** Looks the settings up. What the token may not see is told as words; rejects where the repository cannot be read at all. */
async function repositorySettings(options) {
    const core = coreOf(options);
    const unknown = [];
    const ask = (path, doing, schema) => core.ask({
        route: `GET ${core.base}${path}`,
        doing,
        needs: 'administration=read',
        read: reading(schema),
    });
    const tried = async (path, doing, schema) => {
        try {
            return await ask(path, doing, schema);
        }
        catch (error) {
            unknown.push((0,base/* errorText */.kc)(error));
            return null;
        }
    };
    const found = await ask('', 'read the repository', settings_repository);
    const name = encodeURIComponent(found.default_branch);
    const [main, token, fork] = await Promise.all([
        tried(`/branches/${name}`, 'read the default branch', branch),
        tried('/actions/permissions/workflow', 'read the permissions of workflows', workflow),
        found.private
            ? tried('/actions/permissions/fork-pr-workflows-private-repos', 'read the settings for forks', forks)
            : null,
    ]);
    return {
        defaultBranch: found.default_branch,
        isPublic: !found.private,
        isProtected: main?.protected ?? null,
        tokenDefault: token?.default_workflow_permissions ?? null,
        mayApprovePulls: token?.can_approve_pull_request_reviews ?? null,
        forksGetSecrets: fork === null ? null : fork.send_write_tokens_to_workflows || fork.send_secrets_and_variables,
        unknown,
    };
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:stream"
var external_node_stream_ = __webpack_require__(57075);
// EXTERNAL MODULE: external "node:stream/promises"
var external_node_stream_promises_ = __webpack_require__(46466);
;// CONCATENATED MODULE: ./build/github/unzip.js
// I/O: writes the files of an archive that somebody else made into a folder.







const unzip_END_OF_DIRECTORY = 0x06054b50;
const unzip_END_BYTES = 22;
const unzip_MAX_COMMENT_BYTES = 0xffff;
const unzip_DIRECTORY_ENTRY = 0x02014b50;
const unzip_ENTRY_BYTES = 46;
const unzip_LOCAL_BYTES = 30;
const unzip_STORED = 0;
const unzip_DEFLATED = 8;
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
                done(leftBytes < 0 ? unzip_refused(`it unpacks to more than ${of.maxBytes} bytes`) : null, chunk);
            },
        });
        const plain = method === unzip_STORED ? [] : [(0,external_node_zlib_.createInflateRaw)()];
        try {
            const file = (0,external_node_fs_.createWriteStream)(path, { flags: 'wx', mode: FILE_MODE });
            await (0,external_node_stream_promises_.pipeline)([external_node_stream_.Readable.from([packed]), ...plain, counted, file]);
        }
        catch (error) {
            throw error instanceof base/* CountersignError */.WS
                ? error
                : unzip_refused(`${JSON.stringify(name)}: ${(0,base/* errorText */.kc)(error)}`);
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
        if (error instanceof base/* CountersignError */.WS)
            throw error;
        throw unzip_refused('its directory does not fit its size');
    }
}
function readDirectory(zip, maxFiles) {
    const end = endOfDirectory(zip);
    const count = zip.readUInt16LE(end + 10);
    if (count > maxFiles)
        throw unzip_refused(`it has ${count} files; at most ${maxFiles} are unpacked`);
    const members = [];
    let at = zip.readUInt32LE(end + 16);
    for (let index = 0; index < count; index += 1) {
        if (zip.readUInt32LE(at) !== unzip_DIRECTORY_ENTRY)
            throw unzip_refused('its directory is damaged');
        const nameBytes = zip.readUInt16LE(at + 28);
        if (nameBytes > MAX_NAME_BYTES)
            throw unzip_refused('a name in it is too long');
        members.push(memberAt(zip, at, nameBytes));
        at += unzip_ENTRY_BYTES + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
    return members;
}
function memberAt(zip, at, nameBytes) {
    const name = zip.toString('utf8', at + unzip_ENTRY_BYTES, at + unzip_ENTRY_BYTES + nameBytes);
    const flags = zip.readUInt16LE(at + 8);
    const method = zip.readUInt16LE(at + 10);
    const size = zip.readUInt32LE(at + 20);
    const local = zip.readUInt32LE(at + 42);
    if ((flags & ENCRYPTED) !== 0 || (method !== unzip_STORED && method !== unzip_DEFLATED)) {
        throw unzip_refused(`${JSON.stringify(name)} is packed in a way that is not read`);
    }
    if (size === IN_ZIP64 || local === IN_ZIP64)
        throw unzip_refused('it is larger than 4 GB');
    const start = local + unzip_LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    if (start + size > zip.length)
        throw unzip_refused(`${JSON.stringify(name)} is cut`);
    return { name, method, packed: zip.subarray(start, start + size) };
}
function endOfDirectory(zip) {
    const last = zip.length - unzip_END_BYTES;
    for (let at = last; at >= Math.max(0, last - unzip_MAX_COMMENT_BYTES); at -= 1) {
        if (zip.readUInt32LE(at) === unzip_END_OF_DIRECTORY)
            return at;
    }
    throw unzip_refused('it is no zip archive');
}
/** A path that stays below the folder on every system. */
function safeName(name) {
    const parts = name.split('/');
    const leads = parts.some((part) => part === '' || part === '.' || part === '..');
    if (leads || /[\u0000-\u001f\\:]/.test(name))
        throw unzip_refused(`${JSON.stringify(name)} is no name for a file in it`);
    return name;
}
function unzip_refused(because) {
    return new base/* CountersignError */.WS('artifact-refused', `The artifact is not unpacked: ${because}.`);
}

;// CONCATENATED MODULE: ./build/github/run-artifacts.js





const MAX_PAGES = 20;
const run_artifacts_MAX_PACKED_BYTES = 1024 ** 3;
const run_artifacts_MAX_UNPACKED_BYTES = 3 * 1024 ** 3;
const MAX_FILES = 60_000;
const DOWNLOAD_TIMEOUT_MS = 15 * 60_000;
/** Sends nothing before its first method is called; failures are those of `GitHub`. */
function createRunArtifacts(options) {
    const core = coreOf({ ...options, requestTimeoutMs: DOWNLOAD_TIMEOUT_MS });
    return {
        list: async (id) => await list(core, id),
        unpack: async (artifact, folder) => {
            const zip = await run_artifacts_download(core, artifact);
            await unzipInto(zip, { folder, maxBytes: run_artifacts_MAX_UNPACKED_BYTES, maxFiles: MAX_FILES });
        },
        isAttested: (digest) => core.ask({
            route: `GET ${core.base}/attestations/sha256:${digest}`,
            doing: 'look for an attestation of the trail',
            needs: 'attestations=read',
            answers: [404],
            read: (reply) => reply.status === 404
                ? false
                : reading(attestationList)(reply)?.attestations.some((one) => one.bundle !== null),
        }),
    };
}
async function list(core, workflowRunId) {
    const found = await allPages(core, {
        route: `GET ${core.base}/actions/runs/${workflowRunId}/artifacts`,
        doing: `list the artifacts of workflow run ${workflowRunId}`,
        needs: 'actions=read',
        maxPages: MAX_PAGES,
        read: (reply) => reading(artifactList)(reply)?.artifacts,
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
async function run_artifacts_download(core, artifact) {
    if (artifact.bytes > run_artifacts_MAX_PACKED_BYTES) {
        const what = `The artifact ${artifact.name} has ${artifact.bytes} bytes; at most ${run_artifacts_MAX_PACKED_BYTES} are downloaded.`;
        throw new base/* CountersignError */.WS('artifact-refused', what);
    }
    const zip = await core.ask({
        // Answered with a redirect to the storage, which the token does not follow.
        route: `GET ${core.base}/actions/artifacts/${artifact.id}/zip`,
        doing: `download the artifact ${artifact.name}`,
        needs: 'actions=read',
        read: ({ data }) => (data instanceof ArrayBuffer ? Buffer.from(data) : undefined),
    });
    if (artifact.sha256 === null || (0,base/* sha256 */.sc)(zip) === artifact.sha256)
        return zip;
    throw new base/* CountersignError */.WS('artifact-refused', `The artifact ${artifact.name} is not what was uploaded: its digest is not ${artifact.sha256}.`);
}

;// CONCATENATED MODULE: ./build/github/start.js



/** What every text that the project writes on GitHub carries, hidden, at the start of a line: `<!-- countersign:card …`. */
const OWN_MARKER = '<!-- countersign:';
/** The parsed `allow-actors`: logins separated by commas, spaces or lines. Throws `input-invalid`: there is no wildcard. */
function parseAllowActors(value) {
    const logins = value.split(/[\s,]+/).filter((login) => login !== '');
    for (const login of logins) {
        if (!/^@?[A-Za-z0-9][A-Za-z0-9_-]*(?:\[bot\])?$/.test(login)) {
            throw new CountersignError('input-invalid', `\`allow-actors\` names ${JSON.stringify(login)}, which is no login.`, {
                fix: 'Name each person (`octocat`) and each bot (`dependabot[bot]`); there is no wildcard.',
            });
        }
    }
    return logins.map((login) => login.replace(/^@/, ''));
}
/**
 * Whether an event starts a run. Who asks must have write access now (looked up, never `author_association`), be a
 * bot or person that `allow-actors` names, or be GitHub itself (a schedule). Any error in the look-up refuses.
 */
async function decideStart(input, github) {
    const wish = wishOf(input);
    if (wish.kind !== 'wish')
        return wish;
    const { trigger } = input;
    if (trigger.event === 'schedule') {
        return {
            ...run(wish),
            by: { account: null, permission: null, because: 'the schedule of the workflow' },
        };
    }
    let first = null;
    for (const account of wish.by) {
        const checked = await checkedStarter(account, input, github);
        if (typeof checked === 'string')
            return { kind: 'refuse', reason: checked };
        first ??= checked;
    }
    if (first === null) {
        return { kind: 'refuse', reason: NOBODY };
    }
    return { ...run(wish), by: first };
}
function run(wish) {
    return { kind: 'run', request: wish.request, asked: wish.asked };
}
/** A deleted account, or an event that no account caused. */
const NOBODY = 'No account can be named that asked for this, so it is refused.';
/** What the event wants, before anyone's permission is looked at. Pure. */
function wishOf(input) {
    const { trigger } = input;
    const own = ownReason(input);
    if (own !== null)
        return { kind: 'skip', reason: own };
    const asking = freshText(trigger);
    const matched = asking === null ? null : matchesPhrase(asking.text, input.phrase);
    const prompt = input.prompt?.trim() ?? '';
    if (trigger.event === 'issue_comment' && asking !== null && matched?.matched !== true) {
        if (isApprovalCommand(asking.text))
            return { kind: 'answer', asking };
    }
    if (prompt !== '') {
        return { kind: 'wish', request: prompt, asked: 'prompt', by: [trigger.actor] };
    }
    if (asking === null)
        return { kind: 'skip', reason: nothingToRead(trigger) };
    if (matched?.matched !== true) {
        return {
            kind: 'skip',
            reason: `The ${asking.of} does not ask with \`${input.phrase}\` at the start of a line.`,
        };
    }
    return {
        kind: 'wish',
        request: matched.request,
        asked: 'phrase',
        by: bothOf(asking.author, trigger.actor),
    };
}
/** Who wrote the text and who caused the event differ where an issue is transferred: then both must be allowed. */
function bothOf(author, actor) {
    return author?.login === actor?.login ? [author] : [author, actor];
}
/** Actions that make a new text. A text edited later asks nothing: somebody else may have edited it. */
const FRESH = {
    issues: ['opened'],
    issue_comment: ['created'],
    pull_request: ['opened'],
    pull_request_target: ['opened'],
    pull_request_review: ['submitted'],
    pull_request_review_comment: ['created'],
};
function freshText(trigger) {
    if (trigger.action === null || trigger.asking === null)
        return null;
    return FRESH[trigger.event]?.includes(trigger.action) === true ? trigger.asking : null;
}
function nothingToRead(trigger) {
    const name = trigger.event === 'unsupported' ? trigger.name : trigger.event;
    const event = trigger.action === null ? name : `${name} (${trigger.action})`;
    if (FRESH[trigger.event] === undefined) {
        return `The event ${event} holds no text that could ask for something; give the input \`prompt\` to run on it.`;
    }
    return `The event ${event} brings no new text; only a text as it was first written asks for a run.`;
}
/** Why the run itself, or another program, is behind the event; `null` where it is a person or a named bot. */
function ownReason(input) {
    const { trigger, self } = input;
    const started = trigger.event === 'schedule' || trigger.event === 'workflow_dispatch';
    // Somebody else's edit of the run's own comment is still the run's own comment.
    const asking = trigger.event === 'issue_comment' ? trigger.asking : freshText(trigger);
    for (const account of [trigger.actor, asking?.author ?? null]) {
        if (account === null)
            continue;
        if (!started && self !== null && sameLogin(account.login, self.login)) {
            return `@${account.login} is the account that this run acts as; it never starts a run.`;
        }
        if (isBot(account) && !named(account.login, input)) {
            return `@${account.login} is a bot that the input \`allow-actors\` does not name.`;
        }
    }
    if (asking === null)
        return null;
    if (asking.text.split(/\r\n|\r|\n/).some((line) => line.trimStart().startsWith(OWN_MARKER))) {
        return `The ${asking.of} was written by Countersign; it never starts a run.`;
    }
    if (asking.viaApp !== null && !named(`${asking.viaApp}[bot]`, input)) {
        return `The ${asking.of} was written by the App ${asking.viaApp}, which \`allow-actors\` does not name.`;
    }
    return null;
}
/** The starter, or why they may not. */
async function checkedStarter(account, input, github) {
    if (account === null)
        return NOBODY;
    if (named(account.login, input)) {
        return { account, permission: null, because: `@${account.login} is in \`allow-actors\`` };
    }
    try {
        const permission = await github.permissionOf(account.login);
        if (atLeast(permission, 'write')) {
            return { account, permission, because: `@${account.login} has the permission ${permission}` };
        }
        return `@${account.login} has the permission ${permission}; write is needed to start a run.`;
    }
    catch (error) {
        return `Whether @${account.login} may start a run could not be found out, so it is refused: ${(0,base/* errorText */.kc)(error)}`;
    }
}
function isBot(account) {
    return account.type === 'Bot' || account.login.endsWith('[bot]');
}
function named(login, input) {
    return input.allowActors.some((allowed) => sameLogin(allowed, login));
}
function sameLogin(a, b) {
    return a.toLowerCase() === b.toLowerCase();
}
/** Events that run in the name of a fork where the pull request comes from one. */
const FORK_EVENTS = new Set([
    'pull_request',
    'pull_request_review',
    'pull_request_review_comment',
]);
/**
 * Why GitHub gives this event no secrets, as words for people; `null` where it should give them, so that a missing
 * key is a key that nobody has set.
 */
function whyNoSecrets(trigger) {
    if (trigger.actor?.login === 'dependabot[bot]') {
        return 'GitHub gives runs that Dependabot starts only the secrets that are kept for Dependabot.';
    }
    if (FORK_EVENTS.has(trigger.event) && trigger.fork === true) {
        const from = trigger.headRepository ?? 'a fork that is gone';
        return `GitHub gives no secrets to a pull request from a fork (${from}); ask with a comment on it instead.`;
    }
    return null;
}

;// CONCATENATED MODULE: ./build/github/outgoing-address.js
/**
 * Which addresses a text that the agent wrote may lead to: an address can carry out what the run has read, and a picture
 * is fetched without anybody following it.
 */
/** Signs that Markdown takes away, or turns into others, before an address is followed. */
const REWRITTEN = /[\\\uFDD0-\uFDEF`]|&(?:#|[A-Za-z][A-Za-z0-9]*;)/;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Whether a link may lead there: within the page or the repository, or by http(s) to an allowed host. */
function mayLeadTo(written, allowed) {
    const address = written.startsWith('<') ? written.slice(1).replace(/>$/, '') : written;
    if (REWRITTEN.test(address) || /[\s\u0000-\u001F\u007F]/.test(address))
        return false;
    if (!HAS_SCHEME.test(address))
        return !/[:[\]]|\/\/|www\./i.test(address);
    if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address))
        return false;
    const { host, username, password } = new URL(address);
    if (username !== '' || password !== '')
        return false;
    return allowed.some((one) => isHost(host, one.toLowerCase()));
}
function isHost(host, allowed) {
    if (allowed.startsWith('*.'))
        return host.endsWith(allowed.slice(1)) && host.length > allowed.length - 1;
    return host === allowed;
}
/** An address in running text as GitHub would make a link of it, without the punctuation that ends a sentence. */
function trimAddress(found) {
    let end = found.length;
    while (end > 0) {
        const last = found[end - 1] ?? '';
        const isUnpaired = last === ')' && count(found.slice(0, end), ')') > count(found.slice(0, end), '(');
        if (!isUnpaired && !/[?!.,:*_~'"\]]/.test(last))
            break;
        end -= 1;
    }
    return found.slice(0, end);
}
function count(text, character) {
    return text.split(character).length - 1;
}

;// CONCATENATED MODULE: ./build/github/outgoing.js



/**
 * The one way out for text that the agent wrote: comments, reviews, titles, bodies and commit messages. Redacting and
 * cutting to GitHub's limits come after, where the text is sent.
 */
const MAX_PASSES = 6;
const OPEN = '\uFDD0';
const CLOSE = '\uFDD1';
/** Tags that only lay text out. Anything else in angle brackets is shown as it is written. */
const LAYOUT_TAG = /^<(?:\/?(?:details|summary|sub|sup|kbd)|details open|br|hr)\s{0,2}\/?>/i;
const LONGEST_TAG = 20;
const AUTOLINK = /^<((?:https?):\/\/[^\s<>]*)>/i;
const BARE = /(?:[A-Za-z0-9+.-]{0,40}:\/\/|(?<![A-Za-z0-9])www\.|mailto:|xmpp:)[^\s<>]*/gi;
/** Where a link or a definition leads. Looked ahead at only: what is in it may look like another one. */
const TARGET = /\](\(\s*|:\s*)(?=(<[^<>\n]*>|[^\s)]*(?:\([^\s()]*\)[^\s)]*)*))/g;
/** The places where an address would be broken. */
const ADDRESS_START = /(?<!\u200B)(?=:\/\/)|(?<=www)(?=\.)|(?<=mailto|xmpp)(?=:)/gi;
const DRAWN_FENCE = /^([ \t>*+\-\d.)]*(?:`{3,}|~{3,})[ \t]*)(?:mermaid|geojson|topojson|stl|math)\b/i;
const FOLD = /<(\/?)details(?: open)?\s{0,2}>/gi;
/**
 * Markdown by a model as it may be published. It notifies nobody; no hidden comment in it can pass for one of the marks
 * that Countersign knows its own texts by; pictures and links that lead to other hosts than the allowed ones are shown as
 * text; raw HTML is shown as it is written; nothing that it leaves open swallows what is put after it.
 */
function publishable(markdown, allowed = ['github.com']) {
    let current = markdown;
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
        const next = onePass(current, allowed);
        if (next === current)
            return next;
        current = next;
    }
    return (0,base/* fence */.EU)(current.replaceAll(ADDRESS_START, '\u200B'), 'text');
}
/** What one pass shows as text may make other parts be read differently, so that it is done until nothing changes. */
function onePass(markdown, allowed) {
    const held = [];
    const hold = (text) => `${OPEN}${held.push(text) - 1}${CLOSE}`;
    const pieces = (0,base/* markdownPieces */.n8)(markdown.replaceAll(/[\uFDD0-\uFDEF]/g, ''));
    const unsure = pieces.some(({ kind, text }) => kind === 'fence' && !/^[`~]/.test(text));
    const prose = pieces
        .map(({ kind, text }) => {
        if (kind === 'prose')
            return text;
        return kind === 'fence'
            ? heldFence(unsure ? inert(text) : text, hold)
            : hold(inlineCode(text));
    })
        .join('');
    const shown = (0,base/* defuseMentions */.qs)(withoutAddresses(withoutHtml(plainBackticks(prose), { allowed, hold }), { allowed, hold }));
    const whole = shown.replaceAll(/\uFDD0(\d+)\uFDD1/g, (_, index) => held[Number(index)] ?? '');
    return outgoing_closed(whole);
}
/**
 * Where a fence stands in a list or a quote, nobody but GitHub can say for certain which lines are code. What would act
 * if it were none is broken by characters that do not show.
 */
function inert(code) {
    return (0,base/* defuseMentions */.qs)(code)
        .replaceAll(ADDRESS_START, '\u200B')
        .replaceAll(/\](?=[(:])|<(?=[A-Za-z/!?])/g, '$&\u200B');
}
/** A title: one line that notifies nobody. */
function publishableTitle(title, maxChars) {
    return (0,base/* defuseMentions */.qs)((0,base/* oneLine */.TN)(title, maxChars));
}
/**
 * A commit message: it notifies nobody, does not keep checks from running, and claims no words of other people by
 * trailers that tools read.
 */
function publishableMessage(message) {
    const plain = (0,base/* visible */.RK)(message.replaceAll('\r\n', '\n'))
        .replaceAll(/\[((?:skip|no)[ _-](?:ci|actions|checks)|(?:ci|actions)[ _-]skip)\]/gi, '($1)')
        .replaceAll(/\*\*\*(NO_CI)\*\*\*/gi, '$1')
        .replaceAll(/^(skip-checks):/gim, '$1 -')
        .replaceAll(/^((?:co-authored|signed-off|reviewed|acked|approved|tested|reported)-by):/gim, '$1 -');
    return (0,base/* defuseMentions */.qs)(plain);
}
/** Fences that GitHub draws as pictures, which may hold links, are shown as what they are: text. */
function heldFence(text, hold) {
    const body = text.replace(/\n$/, '');
    return `${hold(body.replace(DRAWN_FENCE, '$1text'))}${text.slice(body.length)}`;
}
/** In a table a bar would end the code, and an address in it would be one again. */
function inlineCode(text) {
    return /:\/\/|www\./i.test(text) ? text.replaceAll(/(?<!\\)\|/g, '\\|') : text;
}
/** A backtick that closes nothing here could close what is put in code below. */
function plainBackticks(prose) {
    return prose.replaceAll(/(\\*)`/g, (_, slashes) => `${slashes.slice(slashes.length % 2)}&#96;`);
}
function withoutHtml(prose, of) {
    return prose.replaceAll(/<(?=[A-Za-z/!?])/g, (found, at) => {
        const ahead = prose.slice(at, at + LONGEST_TAG);
        if (LAYOUT_TAG.test(ahead))
            return found;
        const [, address] = AUTOLINK.exec(prose.slice(at, prose.indexOf('>', at) + 1)) ?? [];
        return address !== undefined && mayLeadTo(address, of.allowed) ? found : '&lt;';
    });
}
/** Links and definitions that may not lead where they do are broken; addresses in running text are put in code. */
function withoutAddresses(prose, of) {
    const { allowed, hold } = of;
    return prose
        .replaceAll(TARGET, (whole, mark, target) => {
        if (mayLeadTo(target, allowed))
            return whole;
        return mark.startsWith('(') ? `] ${mark}` : `]\\${mark}`;
    })
        .replaceAll(BARE, (found, at, whole) => {
        const address = trimAddress(found);
        const rest = found.slice(address.length);
        if (mayLeadTo(address, allowed))
            return `${hold(address)}${rest}`;
        // Code inside of an address cannot be put in code again.
        if (/[\uFDD0\uFDD1]|&#96;/.test(address))
            return `${address.replaceAll(ADDRESS_START, '\u200B')}${rest}`;
        // Beside a backslash or other code the backticks would not be what they are meant to be.
        const before = /[\\\uFDD1]/.test(whole[at - 1] ?? '') ? ' ' : '';
        const after = whole[at + address.length] === OPEN ? ' ' : '';
        return `${before}${hold(`\`${address.replaceAll('|', '%7C')}\``)}${after}${rest}`;
    });
}
/** A fence or a folded part that is left open would hide what is put below. */
function outgoing_closed(markdown) {
    const mark = openFence(markdown);
    const whole = mark === null ? markdown : `${markdown}\n${mark}`;
    let open = 0;
    for (const { kind, text } of (0,base/* markdownPieces */.n8)(whole)) {
        if (kind !== 'prose')
            continue;
        for (const [, slash] of text.matchAll(FOLD))
            open = Math.max(0, open + (slash === '/' ? -1 : 1));
    }
    return `${whole}${'\n</details>'.repeat(open)}`;
}

// EXTERNAL MODULE: ./build/tools/index.js + 46 modules
var tools = __webpack_require__(89082);
;// CONCATENATED MODULE: ./build/github/tool-kit.js



/** What GitHub refuses becomes a result that the model can act on; a run that was cancelled and our own faults do not. */
async function withGitHub(work) {
    try {
        return await work();
    }
    catch (error) {
        const type = error instanceof base/* CountersignError */.WS ? TYPES[error.code] : undefined;
        if (!(error instanceof base/* CountersignError */.WS) || type === undefined)
            throw error;
        return (0,tools/* failure */.V2)(type, error.message, error.fix === undefined ? [] : [error.fix]);
    }
}
const TYPES = {
    'github-permission': 'permission',
    'github-not-found': 'not_found',
    'github-limit': 'execution',
    'github-refused': 'execution',
    'github-unreachable': 'execution',
    'path-refused': 'permission',
    'file-refused': 'execution',
    'input-invalid': 'validation',
};

;// CONCATENATED MODULE: ./build/github/tool-world.js
/** The hosts that a text of this run may link to: GitHub, the server itself, and those that the run was given. */
function hostsFor(world) {
    const server = URL.canParse(world.serverUrl) ? [new URL(world.serverUrl).host] : [];
    return ['github.com', ...server, ...(world.linkHosts ?? [])];
}

;// CONCATENATED MODULE: ./build/github/tool-comment.js






/** The room that is left for what breaking mentions and addresses adds. */
const MAX_COMMENT_CHARS = MAX_BODY_CHARS / 2;
/** `github_comment`: a comment on an issue or pull request of this repository. */
function commentTool(world) {
    return (0,tools.defineTool)({
        name: 'github_comment',
        displayName: 'Comment',
        description: {
            short: 'Comment on an issue or pull request of this repository, in Markdown.',
            usageNotes: [
                'Without number: on the one that this run is about.',
                'Mentions (@name) are broken on purpose: a comment notifies nobody but those who follow the thread.',
                'Links and pictures of other hosts are shown as text.',
            ],
            important: ['A comment is public and cannot be taken back. Say each thing once.'],
        },
        kind: 'network',
        category: 'github',
        input: schemas.object({
            number: schemas.number().int().positive().optional().describe('of the issue or pull request'),
            body: schemas.string().trim().min(1).max(MAX_COMMENT_CHARS),
        }),
        facts: () => ({ hosts: [world.apiHost] }),
        narrowestRule: () => 'github_comment',
        preview: ({ number, body }) => {
            const on = number ?? world.number;
            return { form: 'text', text: `Comment on ${on === null ? 'nothing' : `#${on}`}:\n\n${body}` };
        },
        execute: ({ number, body }) => withGitHub(async () => {
            const on = number ?? world.number;
            if (on === null)
                return (0,tools/* failure */.V2)('validation', 'This run is about no issue.', ['Give the number.']);
            const made = await world.github.createComment(on, publishable(body, hostsFor(world)));
            return (0,tools/* success */.kX)(`Comment ${made.id} is at ${made.url}`, {
                created: 'comment',
                id: made.id,
                url: made.url,
            });
        }),
    });
}
/** The host of an API address with its port where it is not the usual one. Throws `input-invalid`. */
function apiHostOf(apiUrl) {
    if (!URL.canParse(apiUrl))
        throw new base/* CountersignError */.WS('input-invalid', `${JSON.stringify(apiUrl)} is no address.`);
    return new URL(apiUrl).host;
}

;// CONCATENATED MODULE: ./build/github/tool-label.js


const MAX_LABELS = 20;
const MAX_TOLD = 100;
const label = schemas.string().trim().min(1).max(100);
/** `github_label`: labels on or off. Only labels that the repository has: GitHub itself would make new ones. */
function labelTool(world) {
    return (0,tools.defineTool)({
        name: 'github_label',
        displayName: 'Label',
        description: {
            short: 'Put labels of the repository on an issue or pull request, or take them off.',
            usageNotes: ['Without number: the one that this run is about. New labels are never made.'],
        },
        kind: 'network',
        category: 'github',
        input: schemas.object({
            number: schemas.number().int().positive().optional(),
            add: schemas.array(label).max(MAX_LABELS).optional(),
            remove: schemas.array(label).max(MAX_LABELS).optional(),
        }),
        facts: () => ({ hosts: [world.apiHost] }),
        narrowestRule: () => 'github_label',
        execute: ({ number, add = [], remove = [] }) => withGitHub(async () => {
            const on = number ?? world.number;
            if (on === null)
                return (0,tools/* failure */.V2)('validation', 'This run is about no issue.', ['Give the number.']);
            if (add.length + remove.length === 0)
                return (0,tools/* failure */.V2)('validation', 'No label is named.', ['Give add or remove.']);
            const known = new Map((await world.github.labels()).map((name) => [name.toLowerCase(), name]));
            const unknown = add.filter((name) => !known.has(name.toLowerCase()));
            if (unknown.length > 0) {
                const names = [...known.values()].slice(0, MAX_TOLD).join(', ');
                return (0,tools/* failure */.V2)('not_found', `The repository has no label ${unknown.join(', ')}.`, [
                    `It has: ${names}.`,
                ]);
            }
            const named = add.map((name) => known.get(name.toLowerCase()) ?? name);
            if (named.length > 0)
                await world.github.addLabels(on, named);
            for (const name of remove)
                await world.github.removeLabel(on, name);
            return (0,tools/* success */.kX)(`#${on}: added ${tool_label_list(named)}, removed ${tool_label_list(remove)}.`, {
                created: 'labels',
                number: on,
            });
        }),
    });
}
function tool_label_list(names) {
    return names.length === 0 ? 'none' : names.join(', ');
}

;// CONCATENATED MODULE: ./build/github/tool-pull-request.js




const tool_pull_request_MAX_TITLE_CHARS = 200;
const tool_pull_request_MAX_BODY_CHARS = 20_000;
const input = schemas.object({
    title: schemas.string().trim().min(1).max(tool_pull_request_MAX_TITLE_CHARS),
    body: schemas.string().trim().min(1).max(tool_pull_request_MAX_BODY_CHARS).describe('what was done and why, in Markdown'),
    branch: schemas.string().min(1).optional().describe('that was pushed before'),
    draft: schemas.boolean().optional().describe('true where absent'),
});
/** `github_create_pull_request`: a pull request, a draft unless said otherwise, from a branch that was pushed before. */
function createPullRequestTool(world, place) {
    return (0,tools.defineTool)({
        name: 'github_create_pull_request',
        displayName: 'Create pull request',
        description: {
            short: 'Open a pull request from a branch that github_push_branch pushed.',
            usageNotes: [
                `Without branch: ${place.branch}. It goes to ${place.baseBranch} and is a draft unless draft is false.`,
                'Where one is open from that branch already, nothing is made and its number is told.',
            ],
        },
        kind: 'network',
        category: 'github',
        input,
        facts: () => ({ hosts: [world.apiHost] }),
        narrowestRule: () => 'github_create_pull_request',
        preview: (wanted) => {
            const from = `${wanted.branch ?? place.branch} into ${place.baseBranch}${wanted.draft === false ? '' : ', a draft'}`;
            return {
                form: 'text',
                text: `Pull request from ${from}:\n\n${wanted.title}\n\n${wanted.body}`,
            };
        },
        execute: (wanted) => withGitHub(async () => {
            const head = wanted.branch ?? place.branch;
            if ((await world.github.branchHead(head)) === null) {
                return (0,tools/* failure */.V2)('not_found', `There is no branch ${head} on GitHub.`, [
                    'Push it with github_push_branch first.',
                ]);
            }
            const about = world.number === null ? [] : [`For #${world.number}.`];
            const note = place.note?.() ?? '';
            const made = await world.github.openPull({
                title: publishableTitle(wanted.title, tool_pull_request_MAX_TITLE_CHARS),
                body: [
                    publishable(wanted.body, hostsFor(world)),
                    ...about,
                    ...(note === '' ? [] : ['---', note]),
                ].join('\n\n'),
                head,
                base: place.baseBranch,
                draft: wanted.draft ?? true,
            });
            const told = made.created ? 'is open' : 'was open from that branch already';
            return (0,tools/* success */.kX)(`Pull request #${made.number} ${told}: ${made.url}`, {
                created: made.created ? 'pull request' : 'nothing',
                number: made.number,
                url: made.url,
            });
        }),
    });
}

;// CONCATENATED MODULE: ./build/github/tool-push.js




const tool_push_MAX_FILES = 100;
const tool_push_MAX_FILE_BYTES = 5 * 1024 * 1024;
const tool_push_MAX_MESSAGE_CHARS = 5000;
const tool_push_MAX_FOLDER_ENTRIES = 10_000;
/** A name that `git check-ref-format` takes, with room to spare. */
const BRANCH = /^(?!.*(?:\.\.|\/\/|@\{|\.lock(?:\/|$)))[A-Za-z0-9_][A-Za-z0-9_./-]{0,200}(?<![./])$/;
const EXECUTABLE = 0o100;
const tool_push_input = schemas.object({
    branch: schemas.string().regex(BRANCH).optional(),
    message: schemas.string().trim().min(1).max(tool_push_MAX_MESSAGE_CHARS).describe('of the commit'),
    paths: schemas.array(schemas.string().min(1))
        .min(1)
        .max(tool_push_MAX_FILES)
        .describe('every file to commit, also those that were deleted'),
});
/**
 * `github_push_branch`: one commit of the named files as they are in the workspace, on a branch that only ever moves
 * forward. The files that a person was shown by their digests are the files that are committed, or none.
 */
function pushBranchTool(world, place) {
    /** Where this run left each branch. */
    const pushed = new Map();
    const shown = new WeakMap();
    return (0,tools.defineTool)({
        name: 'github_push_branch',
        displayName: 'Push branch',
        description: {
            short: 'Commit files of the workspace to a branch on GitHub, by the API.',
            usageNotes: [
                `Without branch: ${place.branch}. Another name must begin with ${place.branchPrefix}.`,
                'Name every file of the commit. A named file that is not in the workspace is deleted by the commit.',
                'The branch only moves forward: one that others moved is an error, and another name is the way on.',
            ],
        },
        kind: 'network',
        category: 'github',
        timeoutMs: 300_000,
        input: tool_push_input,
        facts: ({ paths }) => ({
            hosts: [world.apiHost],
            paths: paths.map((path) => ({
                path: place.workspace.relative(path),
                access: 'write',
            })),
        }),
        narrowestRule: ({ paths }) => {
            const [only, ...more] = paths;
            if (only === undefined || more.length > 0)
                return 'github_push_branch';
            return `github_push_branch(${place.workspace.relative(only)})`;
        },
        preview: async (wanted) => {
            const list = manifest(await filesOf(place, wanted.paths));
            shown.set(wanted, list);
            return {
                form: 'text',
                text: `Push to ${wanted.branch ?? place.branch}:\n\n${wanted.message}\n\n${list}`,
            };
        },
        execute: (wanted) => withGitHub(async () => {
            const branch = wanted.branch ?? place.branch;
            const wrong = await branchProblem(world, place, branch);
            if (wrong !== null)
                return (0,tools/* failure */.V2)('permission', wrong, [
                    `Take a name that begins with ${place.branchPrefix}.`,
                ]);
            const files = await filesOf(place, wanted.paths);
            const before = shown.get(wanted);
            if (before !== undefined && before !== manifest(files)) {
                const changed = 'The files are not any more what was shown to the person who was asked.';
                return (0,tools/* failure */.V2)('permission', changed, ['Ask again.']);
            }
            const parent = pushed.get(branch) ?? place.headSha;
            return push(world, { branch, message: wanted.message, files, parent, pushed });
        }),
    });
}
async function push(world, wanted) {
    const { github } = world;
    const { branch, parent } = wanted;
    const head = await github.branchHead(branch);
    const commit = await github.makeCommit({
        parent,
        message: publishableMessage(wanted.message),
        files: wanted.files,
    });
    const tree = await github.treeOf(commit);
    if (tree === (await github.treeOf(parent))) {
        const same = `Nothing to commit: those files are in ${parent} as they are.`;
        return (0,tools/* failure */.V2)('validation', same, ['Name the files that changed.']);
    }
    const url = `${world.serverUrl}/${github.owner}/${github.repo}/tree/${branch}`;
    const done = (sha, how) => {
        wanted.pushed.set(branch, sha);
        return (0,tools/* success */.kX)(`${branch} ${how} ${sha}`, { created: 'commit', branch, commit: sha, url });
    };
    // The same files by an earlier try of this run, before it was interrupted: nothing is left to do.
    if (head !== null && head !== parent && tree === (await github.treeOf(head))) {
        return done(head, 'holds these files already at');
    }
    const free = head === null || head === parent;
    if (free && (await github.moveBranch(branch, { from: head, to: commit })).moved)
        return done(commit, 'is now at');
    const now = await github.branchHead(branch);
    return (0,tools/* failure */.V2)('execution', `The branch ${branch} has moved: it is at ${now ?? 'nothing'}, and this work builds on ${parent}.`, ['Push to another branch; nothing is ever overwritten.']);
}
/** Why a branch may not be pushed to; `null` where it may. The default branch never. */
async function branchProblem(world, place, branch) {
    if (branch !== place.branch && !branch.startsWith(place.branchPrefix)) {
        return `This run may not push to ${branch}.`;
    }
    if (branch === place.baseBranch || branch === (await world.github.defaultBranch())) {
        return `${branch} is not pushed to directly; open a pull request instead.`;
    }
    return null;
}
async function filesOf(place, paths) {
    const files = new Map();
    for (const named of paths) {
        const path = place.workspace.relative(named);
        files.set(path, await tool_push_fileOf(place, path));
    }
    return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}
async function tool_push_fileOf({ workspace }, path) {
    const entry = await workspace.stat(path);
    if (entry === null)
        return { path, mode: '100644', bytes: null };
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
    const own = (await workspace.list(folder, { limit: tool_push_MAX_FOLDER_ENTRIES })).find((one) => one.path === path);
    if (entry.kind !== 'file' || own?.kind === 'symlink') {
        throw new base/* CountersignError */.WS('file-refused', `${path} is no regular file; links and folders are not pushed.`);
    }
    const bytes = await workspace.read(path, { maxBytes: tool_push_MAX_FILE_BYTES });
    return { path, mode: (entry.mode & EXECUTABLE) === 0 ? '100644' : '100755', bytes };
}
/** What a person sees of the files, and what they are compared by afterwards. */
function manifest(files) {
    return files
        .map(({ path, mode, bytes }) => bytes === null
        ? `delete ${path}`
        : `write ${path} (${mode}, ${bytes.length} bytes, sha256 ${(0,base/* sha256 */.sc)(bytes)})`)
        .join('\n');
}

;// CONCATENATED MODULE: ./build/github/tool-read-issue.js



const MAX_COMMENTS = 100;
const DEFAULT_COMMENTS = 20;
const MAX_TEXT_CHARS = 8000;
const tool_read_issue_MAX_TITLE_CHARS = 300;
const readInput = schemas.object({
    number: schemas.number().int().positive().optional().describe('of the issue or pull request'),
    comments: schemas.number().int().min(0).max(MAX_COMMENTS).optional().describe('how many of the thread'),
    before: schemas.number()
        .int()
        .positive()
        .optional()
        .describe('only comments before the one with this id'),
});
/** `github_read_issue`: an issue or pull request with its thread, each text with who wrote it and whether to trust it. */
function readIssueTool(world) {
    return (0,tools.defineTool)({
        name: 'github_read_issue',
        displayName: 'Read issue',
        description: {
            short: 'Read an issue or pull request of this repository with the newest comments of its thread.',
            usageNotes: [
                'Without number: the one that this run is about.',
                `The newest ${DEFAULT_COMMENTS} comments unless \`comments\` says more; \`before\` pages back.`,
                'For the changed files of a pull request use github_read_pull.',
            ],
        },
        kind: 'readonly',
        category: 'github',
        concurrencySafe: true,
        input: readInput,
        facts: () => ({ hosts: [world.apiHost] }),
        execute: (input) => withGitHub(async () => {
            const number = input.number ?? world.number;
            if (number === null)
                return (0,tools/* failure */.V2)('validation', 'This run is about no issue.', ['Give the number.']);
            const [issue, thread] = await Promise.all([
                world.github.issue(number),
                world.github.comments(number),
            ]);
            const kind = issue.isPullRequest ? 'pull request' : 'issue';
            const opening = {
                source: `${kind} #${number}`,
                author: issue.author?.login ?? null,
                text: `${(0,base/* oneLine */.TN)(issue.title, tool_read_issue_MAX_TITLE_CHARS)}\n\n${issue.body}`,
                edited: false,
                at: null,
            };
            const earlier = thread.comments.filter((one) => input.before === undefined || one.id < input.before);
            const wanted = input.comments ?? DEFAULT_COMMENTS;
            const shown = wanted === 0 ? [] : earlier.slice(-wanted);
            const pieces = shown.map((one) => ({
                source: `comment ${one.id}`,
                author: one.author?.login ?? null,
                text: one.body,
                edited: one.updatedAt !== one.createdAt,
                at: one.createdAt,
            }));
            const hidden = earlier.length - shown.length;
            const state = `${kind} #${number}, ${issue.open ? 'open' : 'closed'}, ${issue.url}`;
            const next = shown[0]?.id ?? 'an id';
            const older = hidden === 0 ? [] : [`${hidden} older comments: read on with before: ${next}.`];
            return told(world, [state, ...older], [opening, ...pieces]);
        }),
    });
}
/** The texts under each other; what strangers wrote stands between marks, and the result says that it is there. */
async function told(world, head, pieces) {
    const parts = [...head];
    let stranger = null;
    for (const piece of pieces) {
        const standing = await world.trusts(piece.author);
        const trusted = standing.trusted && !piece.edited;
        if (!trusted)
            stranger ??= piece;
        const text = (0,base/* truncateMiddle */.kU)(piece.text, MAX_TEXT_CHARS);
        const edited = piece.edited ? ', edited since' : '';
        const by = `${piece.source} by ${piece.author === null ? 'an account that is gone' : `@${piece.author}`}`;
        parts.push(`--- ${by}${piece.at === null ? '' : ` at ${piece.at}`} (${standing.because}${edited})`);
        parts.push(trusted ? text : world.mark(text, by));
    }
    return (0,tools/* success */.kX)(parts.join('\n'), strangerFacts(stranger));
}
function strangerFacts(stranger) {
    return stranger === null
        ? {}
        : { untrustedSource: stranger.source, untrustedAuthor: stranger.author, untrustedMarked: true };
}

;// CONCATENATED MODULE: ./build/github/tool-read-pull.js



const MAX_LISTED_FILES = 300;
const MAX_NAMED_FILES = 20;
const MAX_DIFF_CHARS = 20_000;
const MAX_FILE_DIFF_CHARS = 10_000;
/** `github_read_pull`: what a pull request changes, file by file. */
function readPullTool(world) {
    return (0,tools.defineTool)({
        name: 'github_read_pull',
        displayName: 'Read pull request',
        description: {
            short: 'Read which files a pull request changes, and their diffs.',
            usageNotes: [
                'Without number: the one that this run is about. Without files: the list, and as many diffs as fit.',
                'GitHub shows no diff of binary and of very large files. For the thread use github_read_issue.',
            ],
        },
        kind: 'readonly',
        category: 'github',
        concurrencySafe: true,
        input: schemas.object({
            number: schemas.number().int().positive().optional(),
            files: schemas.array(schemas.string().min(1))
                .min(1)
                .max(MAX_NAMED_FILES)
                .optional()
                .describe('paths to show the diffs of'),
        }),
        facts: () => ({ hosts: [world.apiHost] }),
        execute: ({ number, files }) => withGitHub(async () => {
            const wanted = number ?? world.number;
            if (wanted === null)
                return (0,tools/* failure */.V2)('validation', 'This run is about no pull request.', ['Give the number.']);
            const [pull, changed] = await Promise.all([
                world.github.pull(wanted),
                world.github.pullFiles(wanted),
            ]);
            const author = pull.author?.login ?? null;
            const standing = await world.trusts(author);
            const fork = pull.headRepository !== `${world.github.owner}/${world.github.repo}`;
            const source = `pull request #${wanted}`;
            const by = author === null ? 'an account that is gone' : `@${author}`;
            const head = [
                `${source}, ${pull.open ? 'open' : 'closed'}, by ${by} (${standing.because})`,
                `${pull.headRepository ?? 'a fork that is gone'}:${pull.headRef} at ${pull.headSha} into ${pull.baseRef}`,
            ].join('\n');
            const text = files === undefined ? overview(changed) : tool_read_pull_named(changed, files);
            // What a fork holds was written by whoever can push there, whoever opened the pull request.
            const trusted = standing.trusted && !fork;
            if (trusted)
                return (0,tools/* success */.kX)(`${head}\n\n${text}`);
            const stranger = {
                untrustedSource: source,
                untrustedAuthor: author,
                untrustedMarked: true,
            };
            return (0,tools/* success */.kX)(`${head}\n\n${world.mark(text, source)}`, stranger);
        }),
    });
}
function overview(changed) {
    const listed = changed.slice(0, MAX_LISTED_FILES).map(lineOf);
    if (changed.length > listed.length)
        listed.push(`… and ${changed.length - listed.length} more files`);
    const diffs = [];
    let left = MAX_DIFF_CHARS;
    let unshown = 0;
    for (const file of changed) {
        const diff = diffOf(file);
        if (diff.length > left)
            unshown += 1;
        else {
            diffs.push(diff);
            left -= diff.length;
        }
    }
    const more = unshown === 0 ? [] : [`${unshown} diffs did not fit: name the files to see them.`];
    return [`${changed.length} files:`, ...listed, '', ...diffs, ...more].join('\n');
}
function tool_read_pull_named(changed, paths) {
    return paths
        .map((path) => {
        const file = changed.find((one) => one.path === path);
        return file === undefined ? `${path}: not changed by this pull request` : diffOf(file);
    })
        .join('\n\n');
}
function lineOf(file) {
    const from = file.previousPath === null ? '' : ` (was ${file.previousPath})`;
    return `${file.status} ${file.path}${from} +${file.additions} -${file.deletions}`;
}
function diffOf(file) {
    const patch = file.patch === null
        ? '(GitHub shows no diff of it)'
        : (0,base/* truncateMiddle */.kU)(file.patch, MAX_FILE_DIFF_CHARS);
    return `--- ${lineOf(file)}\n${patch}`;
}

;// CONCATENATED MODULE: ./build/github/patch-lines.js
/**
 * The lines of a file's new side that its diff shows, which are the lines that GitHub takes remarks on: added ones and
 * those around them. Empty where there is no diff.
 */
function linesInPatch(patch) {
    const lines = new Set();
    let next = null;
    for (const line of (patch ?? '').split('\n')) {
        const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
        if (hunk !== null) {
            next = Number(hunk[1]);
        }
        else if (next !== null && (line.startsWith('+') || line.startsWith(' '))) {
            lines.add(next);
            next += 1;
        }
    }
    return lines;
}
/** Line numbers for people: `1-3, 7`. */
function rangesOf(lines) {
    const ranges = [];
    for (const line of [...lines].sort((a, b) => a - b)) {
        const last = ranges.at(-1);
        if (last !== undefined && last[1] === line - 1)
            last[1] = line;
        else
            ranges.push([line, line]);
    }
    return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}

;// CONCATENATED MODULE: ./build/github/tool-review.js





const MAX_REMARKS = 50;
const MAX_REMARK_CHARS = 10_000;
const tool_review_MAX_BODY_CHARS = 20_000;
const remark = schemas.object({
    path: schemas.string().min(1),
    line: schemas.number().int().positive().describe('in the new file; must be in the diff'),
    body: schemas.string()
        .trim()
        .min(1)
        .max(MAX_REMARK_CHARS)
        .describe('Markdown; a ```suggestion block replaces the line'),
});
/** `github_review`: one review with remarks on lines of the diff. It can ask for changes; approving is for people. */
function reviewTool(world) {
    return (0,tools.defineTool)({
        name: 'github_review',
        displayName: 'Review pull request',
        description: {
            short: 'Review a pull request: a summary, and remarks on lines that its diff shows.',
            usageNotes: [
                'Without number: the one that this run is about. Read it with github_read_pull before.',
            ],
            important: [
                'Send everything as one review. A remark on a line outside of the diff refuses the whole.',
            ],
        },
        kind: 'network',
        category: 'github',
        input: schemas.object({
            number: schemas.number().int().positive().optional(),
            verdict: schemas["enum"](['comment', 'request-changes']),
            body: schemas.string().trim().min(1).max(tool_review_MAX_BODY_CHARS).describe('the summary, in Markdown'),
            remarks: schemas.array(remark).max(MAX_REMARKS).optional(),
        }),
        facts: () => ({ hosts: [world.apiHost] }),
        narrowestRule: () => 'github_review',
        preview: ({ number, verdict, body, remarks = [] }) => {
            const told = remarks.map((one) => `${one.path}:${one.line}\n${one.body}`);
            const on = number ?? world.number ?? 'nothing';
            return { form: 'text', text: [`Review of #${on} (${verdict}):`, body, ...told].join('\n\n') };
        },
        execute: ({ number, verdict, body, remarks = [] }) => withGitHub(async () => {
            const on = number ?? world.number;
            if (on === null)
                return (0,tools/* failure */.V2)('validation', 'This run is about no pull request.', ['Give the number.']);
            const [pull, files] = await Promise.all([
                world.github.pull(on),
                world.github.pullFiles(on),
            ]);
            const wrong = remarks.flatMap((one) => problemOf(one, files));
            if (wrong.length > 0)
                return (0,tools/* failure */.V2)('validation', 'Some remarks are not on lines of the diff.', wrong);
            const made = await world.github.review({
                number: on,
                commit: pull.headSha,
                verdict,
                body: publishable(body, hostsFor(world)),
                remarks: remarks.map((one) => ({ ...one, body: publishable(one.body, hostsFor(world)) })),
            });
            return (0,tools/* success */.kX)(`Review ${made.id} is at ${made.url}`, {
                created: 'review',
                id: made.id,
                url: made.url,
            });
        }),
    });
}
function problemOf(one, files) {
    const file = files.find(({ path }) => path === one.path);
    if (file === undefined)
        return [`${one.path} is not changed by this pull request.`];
    const lines = linesInPatch(file.patch);
    if (lines.has(one.line))
        return [];
    const shown = lines.size === 0 ? 'GitHub shows no diff of it' : `its diff shows the lines ${rangesOf(lines)}`;
    return [`${one.path}:${one.line}: ${shown}.`];
}

;// CONCATENATED MODULE: ./build/github/tools.js







/** The tools on issues, pull requests and branches. For runs that have a token and a repository. */
function githubTools(world) {
    const talking = [
        readIssueTool(world),
        readPullTool(world),
        commentTool(world),
        reviewTool(world),
        labelTool(world),
    ];
    if (world.work === null)
        return talking;
    return [...talking, pushBranchTool(world, world.work), createPullRequestTool(world, world.work)];
}

;// CONCATENATED MODULE: ./build/github/index.js




















/***/ }),

/***/ 14373:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ makeFromTrail)
/* harmony export */ });
/* harmony import */ var _page_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(35171);

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
    const { sendTrace } = await __webpack_require__.e(/* import() */ 887).then(__webpack_require__.bind(__webpack_require__, 63887));
    await sendTrace(of.folder, of.environment, of.warn);
}


/***/ }),

/***/ 35171:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   u: () => (/* binding */ writeReport)
/* harmony export */ });
/* unused harmony export REPORT_FILE */
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _audit_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1411);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(12112);
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
        const page = await (0,_audit_index_js__WEBPACK_IMPORTED_MODULE_2__/* .renderReport */ .B1)((0,_audit_index_js__WEBPACK_IMPORTED_MODULE_2__/* .readTrail */ .hd)(folder), (0,_audit_index_js__WEBPACK_IMPORTED_MODULE_2__/* .blobsIn */ .uo)(folder));
        const path = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, REPORT_FILE);
        // A page from before is replaced, never written through.
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(path, { force: true });
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)(path, page, { mode: FILE_MODE, flag: 'wx' });
    }
    catch (error) {
        warn(`The report of the trail could not be written: ${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .errorText */ .kc)(error)}`);
    }
}


/***/ }),

/***/ 70299:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D4: () => (/* binding */ patternsOf),
/* harmony export */   VY: () => (/* binding */ secretsIn),
/* harmony export */   sD: () => (/* binding */ redactorFor)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(12112);

const SECRET_NAME = /(?:TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|PRIVATE_?KEY)/i;
const MIN_SECRET_CHARS = 8;
/** The policy's `redact.patterns`, as a redactor takes them. */
function patternsOf(policy) {
    return policy.redactPatterns.map((regex) => ({ name: 'policy', regex }));
}
/** Not a secret, whatever its name is like: a number of tokens, which occurs anywhere. */
const NUMBER_OF_TOKENS = /(?:^|[_-])MAX[_-]TOKENS$/i;
const HEADERS_NAME = /^OTEL_EXPORTER_OTLP_(?:\w+_)?HEADERS$/;
/** The values of this environment that are secrets by the names of their variables. */
function secretsIn(environment) {
    const values = Object.entries(environment).flatMap(([name, value = '']) => {
        if (HEADERS_NAME.test(name))
            return headerValues(value);
        return SECRET_NAME.test(name) && !NUMBER_OF_TOKENS.test(name) ? [value] : [];
    });
    return [...new Set(values)].filter((value) => value.length >= MIN_SECRET_CHARS);
}
/** Headers for a collector hold credentials: each value, as written and as sent, and without its scheme (`Bearer …`). */
function headerValues(text) {
    const values = text.split(',').map((part) => part.slice(part.indexOf('=') + 1).trim());
    const plain = values.map((value) => value.replaceAll(/%20/g, ' '));
    return [...values, ...plain, ...plain.map((value) => value.replace(/^\w+ +/, ''))];
}
/**
 * A redactor that knows every secret that this process can see: those it was given by name, and each variable of
 * the environment whose name says that it is one.
 */
function redactorFor(environment, known) {
    const fromEnvironment = secretsIn(environment).map((value) => ({ kind: 'environment', value }));
    const given = Object.entries(known).flatMap(([kind, value]) => value === null ? [] : [{ kind, value }]);
    return (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .createRedactor */ .lY)({ secrets: [...given, ...fromEnvironment] });
}


/***/ }),

/***/ 58508:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   x: () => (/* binding */ VERSION)
/* harmony export */ });
/** The version of the program, as package.json has it (held by a test). */
const VERSION = '0.1.0';


/***/ })

};
