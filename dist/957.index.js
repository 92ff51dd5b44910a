export const id = 957;
export const ids = [957];
export const modules = {

/***/ 76427:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $e: () => (/* binding */ askModel),
/* harmony export */   PH: () => (/* binding */ beginTurn),
/* harmony export */   bz: () => (/* binding */ draftOf)
/* harmony export */ });
/* unused harmony export textOf */
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(30742);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(61347);

/** Records that a turn begins, then tells listeners. */
async function beginTurn(world, state, turn) {
    await world.calls.trail.append({
        type: 'turn.start',
        turn,
        parent: world.parent,
        messages: state.conversation.messages.length,
    });
    world.calls.bus.emit({ type: 'turn:start', turn });
}
/**
 * Asks for the reply of a turn that has begun, counts what it cost, takes it into the conversation, notes it down, and
 * begins its entry.
 */
async function askModel(world, state, of) {
    const { turn, early } = of;
    const { calls, model } = world;
    const requestSha256 = state.conversation.digest();
    const startedMs = calls.clock.monotonicMs();
    const reply = await model.respond({
        system: world.system,
        tools: world.tools,
        messages: state.conversation.messages,
        maxTokens: world.maxTokens,
    }, {
        signal: calls.signal,
        onRetry: async ({ attempt, because, delayMs }) => {
            calls.bus.emit({ type: 'retry', because, delayMs });
            await early?.drop();
            await calls.trail.append({ type: 'model.retry', turn, attempt, because, delayMs });
        },
        ...(early === undefined
            ? {}
            : { onCall: (use) => early.offer(draftOf(world, turn, use), world.nextCallId) }),
    });
    world.budget.addUsage(reply.usage, reply.costUsd);
    const { usage } = reply;
    state.conversation.measured(usage.inputTokens + usage.cacheReadInputTokens + usage.cacheCreationInputTokens);
    const text = await calls.redactor.redact(textOf(reply));
    if (text !== '')
        state.lastText = text;
    if (reply.content.length > 0) {
        state.conversation.push({ role: 'assistant', content: reply.content });
    }
    state.lastReply = turn;
    world.journal?.note(state);
    const recorded = calls.trail.append({
        type: 'model.reply',
        turn,
        parent: world.parent,
        'gen_ai.response.id': reply.id,
        'gen_ai.response.model': reply.model,
        'gen_ai.response.finish_reasons': [reply.stopReason],
        'gen_ai.usage.input_tokens': reply.usage.inputTokens,
        'gen_ai.usage.output_tokens': reply.usage.outputTokens,
        'gen_ai.usage.cache_read.input_tokens': reply.usage.cacheReadInputTokens,
        'gen_ai.usage.cache_creation.input_tokens': reply.usage.cacheCreationInputTokens,
        costUsd: reply.costUsd,
        durationMs: Math.round(calls.clock.monotonicMs() - startedMs),
        requestSha256,
        replySha256: (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .sha256 */ .s)(JSON.stringify(reply.content)),
        text,
    });
    // Whoever needs it on disk waits for it and gets its failure.
    recorded.catch(() => undefined);
    calls.bus.emit({ type: 'turn:end', turn, text, costUsd: reply.costUsd });
    return { reply, recorded };
}
/** A call of a reply, before it has its own id. */
function draftOf({ parent }, turn, use) {
    return { turn, parent, toolUseId: use.id, name: use.name, input: (0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .tameJson */ .o)(use.input) };
}
/** What a reply says, without what it calls. */
function textOf(reply) {
    return reply.content
        .flatMap((block) => (block.type === 'text' ? [block.text] : []))
        .join('\n')
        .trim();
}


/***/ }),

/***/ 65649:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   q: () => (/* binding */ describe),
/* harmony export */   y: () => (/* binding */ createBudget)
/* harmony export */ });
/** From this share of a limit on, the model is told how little is left. */
const NEAR_SHARE = 0.8;
const MS_PER_MINUTE = 60_000;
const BUDGET_NAMES = ['turns', 'calls', 'tokens', 'usd', 'minutes'];
/** An amount of a budget in few digits: cents of money, whole numbers of everything else. */
function describe(budget, amount) {
    return budget === 'usd' ? amount.toFixed(2) : String(Math.floor(amount));
}
/** What of a limit "a little more" is. */
const MORE_SHARE = 0.5;
/** Of money no more than this is told. */
const USD_DIGITS = 6;
/** A budget that begins now. `perTool` is the policy's `limits`: how often a tool
 * may run, `null` where it says nothing. */
function createBudget(options) {
    const { perTool, clock, before, onLimit = 'stop' } = options;
    const limits = {
        ...options.limits,
        ...options.raised,
    };
    const startedMs = clock.monotonicMs() - (before?.minutes ?? 0) * MS_PER_MINUTE;
    const counts = {
        turns: before?.turns ?? 0,
        calls: before?.calls ?? 0,
        tokens: before?.tokens ?? 0,
        usd: before?.usd ?? 0,
    };
    const byTool = new Map(Object.entries(before?.byTool ?? {}));
    const told = new Set();
    const minutes = () => (clock.monotonicMs() - startedMs) / MS_PER_MINUTE;
    const used = () => ({
        ...counts,
        minutes: minutes(),
        byTool: Object.fromEntries(byTool),
    });
    const lines = () => {
        const now = used();
        return BUDGET_NAMES.flatMap((budget) => {
            const limit = limits[budget];
            return limit === undefined ? [] : [{ budget, used: now[budget], limit }];
        });
    };
    return {
        ...movable({ ...options, limits, first: options.limits, used, told }),
        addTurn: () => void (counts.turns += 1),
        addUsage: (usage, costUsd) => {
            counts.tokens += totalOf(usage);
            counts.usd += costUsd ?? 0;
        },
        takeCall: (tool) => {
            const usedByTool = byTool.get(tool) ?? 0;
            const toolLimit = perTool(tool);
            if (toolLimit !== null && usedByTool >= toolLimit)
                return limitMet(tool, toolLimit);
            if (limits.calls !== undefined && counts.calls >= limits.calls)
                return callsMet(limits.calls, onLimit);
            counts.calls += 1;
            byTool.set(tool, usedByTool + 1);
            return { ok: true };
        },
        spent: () => lines().find((line) => line.used >= line.limit) ?? null,
        newlyNear: () => {
            const near = lines().filter((line) => line.used >= line.limit * NEAR_SHARE && !told.has(line.budget));
            for (const line of near)
                told.add(line.budget);
            return near;
        },
        msLeft: () => limits.minutes === undefined
            ? null
            : Math.max(0, limits.minutes * MS_PER_MINUTE - (clock.monotonicMs() - startedMs)),
        used,
    };
}
/** The walls as they stand, and how they move. */
function movable(of) {
    const { limits } = of;
    return {
        limits: () => ({ ...limits }),
        further: (budget) => {
            const first = of.first[budget];
            const limit = limits[budget];
            if (of.onLimit !== 'ask' || first === undefined || limit === undefined)
                return null;
            // A command may hang: the wall of minutes ends it without anybody.
            if (budget === 'minutes')
                return null;
            return furtherOf(budget, { first, limit, used: of.used()[budget] });
        },
        raise: (budget, limit) => {
            limits[budget] = limit;
            of.told.delete(budget);
        },
    };
}
/** Whole steps of half the first limit, so many that what is used lies below. A limit of nothing has no half. */
function furtherOf(budget, { first, limit, used }) {
    const step = budget === 'usd' ? first * MORE_SHARE : Math.ceil(first * MORE_SHARE);
    if (step === 0)
        return null;
    const steps = Math.floor(Math.max(0, used - limit) / step) + 1;
    return Number((limit + steps * step).toFixed(USD_DIGITS));
}
function totalOf(usage) {
    return (usage.inputTokens +
        usage.outputTokens +
        usage.cacheReadInputTokens +
        usage.cacheCreationInputTokens);
}
function limitMet(tool, limit) {
    return {
        ok: false,
        error: {
            type: 'permission',
            message: `${tool} may run ${limit} time${limit === 1 ? '' : 's'} in a run, and has.`,
            recommendations: ['Go on without it, or finish.'],
        },
    };
}
function callsMet(limit, onLimit) {
    return {
        ok: false,
        error: {
            type: 'permission',
            message: `The budget of ${limit} calls is spent.`,
            recommendations: [
                onLimit === 'stop'
                    ? 'Nothing more can be called: the run ends here.'
                    : 'A person is asked for more. If there is more, you are told, and can make this call again.',
            ],
        },
    };
}


/***/ }),

/***/ 65389:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N_: () => (/* binding */ roomFor),
/* harmony export */   dE: () => (/* binding */ trimmed),
/* harmony export */   k8: () => (/* binding */ tokensOf)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(91497);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(10768);

/**
 * Keeps a conversation inside the model's window. A changed beginning costs the model's cache, so this happens rarely and
 * takes much away at once. Pairs of call and result are never broken, and the first message, what was asked, stays.
 */
const CHARS_PER_TOKEN = 3.2;
/** What a picture or a page costs, as far as that can be told without looking at it. */
const MEDIA_TOKENS = 2_000;
/** From this share of the room on, a conversation is made smaller, down to the second share. */
const FULL_SHARE = 0.8;
const TARGET_SHARE = 0.45;
/** The newest messages stay whole as long as the rest gives enough. */
const RECENT_MESSAGES = 8;
/** What is shorter than this gives nothing worth the loss. */
const KEPT_CHARS = 400;
const LINE_CHARS = 240;
const MAX_SUMMARY_LINES = 150;
const MAX_SUMMARY_CHARS = 24_000;
const SUMMARY_HEAD = 'Summary of the earlier part of this conversation, made to save room:';
/** Tokens that fit beside the system prompt, the tools and a reply. */
function roomFor(of) {
    return Math.max(1_000, of.window - of.reply - Math.ceil(of.fixedChars / CHARS_PER_TOKEN));
}
/** `null` while the conversation fits well; else a smaller one. `room` is in tokens, a careful estimate. */
function trimmed(messages, room) {
    if (tokensOf(messages) <= room * FULL_SHARE)
        return null;
    const target = room * TARGET_SHARE;
    let current = cutOld(messages, target);
    let how = 'older results cut';
    if (tokensOf(current) > target) {
        current = summarised(current);
        how = 'older turns summarised';
    }
    if (tokensOf(current) > room * FULL_SHARE) {
        const share = Math.floor((target * CHARS_PER_TOKEN) / Math.max(1, partsOf(current)));
        current = current.map((message) => cutMessage(message, { max: Math.max(share, KEPT_CHARS), recent: true }));
        how += ', recent results cut';
    }
    if (tokensOf(current) >= tokensOf(messages))
        return null;
    return {
        messages: current,
        how,
        removedBytes: Math.max(0, bytesOf(messages) - bytesOf(current)),
    };
}
const SIZES = new WeakMap();
/** A careful estimate: better too early than refused. Each message is measured once. */
function tokensOf(messages) {
    return messages.reduce((sum, message) => sum + messageTokens(message), 0);
}
function messageTokens(message) {
    const known = SIZES.get(message);
    if (known !== undefined)
        return known;
    const tokens = message.content.reduce((sum, block) => sum + blockTokens(block), 10);
    SIZES.set(message, tokens);
    return tokens;
}
function blockTokens(block) {
    switch (block.type) {
        case 'text':
            return block.text.length / CHARS_PER_TOKEN;
        case 'image':
        case 'document':
            return MEDIA_TOKENS;
        case 'tool_result':
            return typeof block.content === 'string'
                ? block.content.length / CHARS_PER_TOKEN
                : block.content.reduce((sum, inner) => sum + blockTokens(inner), 0);
        case 'tool_use':
            return JSON.stringify(block.input).length / CHARS_PER_TOKEN;
        case 'opaque':
            return JSON.stringify(block.block).length / CHARS_PER_TOKEN;
    }
}
function bytesOf(messages) {
    return messages.reduce((sum, message) => sum + Buffer.byteLength(JSON.stringify(message)), 0);
}
function partsOf(messages) {
    return messages.reduce((sum, message) => sum + message.content.length, 0);
}
/** Oldest first, until the rest fits: what came back from calls, and what was sent to them. */
function cutOld(messages, target) {
    const result = [...messages];
    let size = tokensOf(messages);
    for (const [index, message] of messages.entries()) {
        if (size <= target || index >= messages.length - RECENT_MESSAGES)
            break;
        if (index === 0)
            continue;
        const cut = cutMessage(message, { max: KEPT_CHARS, recent: false });
        size += messageTokens(cut) - messageTokens(message);
        result[index] = cut;
    }
    return result;
}
function cutMessage(message, cut) {
    if (message.role === 'assistant') {
        const content = message.content.map((block) => block.type === 'tool_use' ? cutUse(block, cut) : block);
        return { role: 'assistant', content };
    }
    return {
        role: 'user',
        content: message.content.map((block) => block.type === 'tool_result' ? cutResult(block, cut) : block),
    };
}
function cutResult(block, cut) {
    const text = typeof block.content === 'string' ? block.content : textIn(block.content);
    const media = typeof block.content !== 'string' && block.content.some((inner) => inner.type !== 'text');
    if (text.length <= cut.max && !media)
        return block;
    const note = `[${text.length} characters${media ? ' and pictures' : ''} were cut here to save room. Call again if you need them.]`;
    return {
        ...block,
        content: cut.recent && text.length > 0 ? `${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .truncateMiddle */ .kU)(text, cut.max)}\n${note}` : note,
    };
}
function textIn(content) {
    return content.flatMap((inner) => (inner.type === 'text' ? [inner.text] : [])).join('\n');
}
function cutUse(block, cut) {
    return { ...block, input: cutJson(block.input, cut.max) };
}
function cutJson(value, max) {
    if (typeof value === 'string')
        return value.length > max ? (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .truncateMiddle */ .kU)(value, max) : value;
    if (isArray(value))
        return value.map((item) => cutJson(item, max));
    if (!(0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .isJsonObject */ .O)(value))
        return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutJson(item, max)]));
}
function isArray(value) {
    return Array.isArray(value);
}
/** The first message, then a list of what was done in the older turns, then the newest messages. */
function summarised(messages) {
    const from = firstKept(messages);
    const [first] = messages;
    if (first === undefined || first.role !== 'user' || from <= 1)
        return messages;
    const asked = first.content.filter((block) => !(block.type === 'text' && block.text.startsWith(SUMMARY_HEAD)));
    const before = first.content.flatMap((block) => block.type === 'text' && block.text.startsWith(SUMMARY_HEAD)
        ? block.text.split('\n').slice(1)
        : []);
    const lines = [...before, ...linesOf(messages.slice(1, from))].slice(-MAX_SUMMARY_LINES);
    const text = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .truncateMiddle */ .kU)(lines.join('\n'), MAX_SUMMARY_CHARS);
    const summary = { type: 'text', text: `${SUMMARY_HEAD}\n${text}` };
    return [{ role: 'user', content: [...asked, summary] }, ...messages.slice(from)];
}
/** Where the newest part begins: at a reply of the model, so that every result follows its call. */
function firstKept(messages) {
    for (let index = Math.max(1, messages.length - RECENT_MESSAGES); index < messages.length; index += 1) {
        if (messages[index]?.role === 'assistant')
            return index;
    }
    return 0;
}
function linesOf(messages) {
    const failed = new Set();
    for (const { content } of messages) {
        for (const block of content)
            if (block.type === 'tool_result' && block.is_error === true)
                failed.add(block.tool_use_id);
    }
    return messages.flatMap((message) => message.role === 'user' ? [] : message.content.flatMap((block) => lineOf(block, failed)));
}
function lineOf(block, failed) {
    if (block.type === 'text')
        return block.text.trim() === '' ? [] : [`- You said: ${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .oneLine */ .TN)(block.text, LINE_CHARS)}`];
    if (block.type !== 'tool_use')
        return [];
    const input = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .oneLine */ .TN)(JSON.stringify(block.input), LINE_CHARS);
    return [`- ${block.name} ${input}: ${failed.has(block.id) ? 'failed or refused' : 'succeeded'}`];
}


/***/ }),

/***/ 92131:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  c: () => (/* binding */ createConversation)
});

// EXTERNAL MODULE: ./build/base/digest.js
var base_digest = __webpack_require__(30742);
// EXTERNAL MODULE: ./build/agent/context.js
var context = __webpack_require__(65389);
// EXTERNAL MODULE: ./build/base/canonical.js
var canonical = __webpack_require__(1158);
;// CONCATENATED MODULE: ./build/agent/repeats.js

/** Shorter results are sent again: the note would not be shorter. */
const WORTH_CHARS = 600;
const MAX_REMEMBERED = 2_000;
/** `before`: what a checkpoint kept of the same conversation. */
function createRepeats(before = {}) {
    const sent = new Map(Object.entries(before));
    return {
        earlier: (call) => {
            const { content } = call;
            if (typeof content !== 'string' || content.length < WORTH_CHARS || call.state !== 'COMPLETED')
                return null;
            const key = (0,base_digest/* sha256 */.s)(`${call.request.name} ${(0,canonical/* canonicalJson */.d)(call.request.input)} ${(0,base_digest/* sha256 */.s)(content)}`);
            const same = sent.get(key);
            if (same !== undefined)
                return same;
            if (sent.size >= MAX_REMEMBERED)
                sent.clear();
            sent.set(key, call.request.id);
            return null;
        },
        forget: () => sent.clear(),
        sent: () => Object.fromEntries(sent),
    };
}

;// CONCATENATED MODULE: ./build/agent/conversation.js



/** Estimates are never corrected downwards, nor further than this. */
const MAX_SCALE = 6;
/** `before`: the messages of an earlier job, and what was remembered of them. */
function createConversation(earlier = [], before = {}) {
    const messages = [];
    const repeats = createRepeats(before.repeats);
    let digest = (0,base_digest/* sha256 */.s)('');
    let scale = 1;
    const push = (message) => {
        messages.push(message);
        digest = (0,base_digest/* sha256 */.s)(digest + JSON.stringify(message));
    };
    for (const message of earlier)
        push(message);
    return {
        messages,
        push,
        replace: (smaller) => {
            messages.length = 0;
            digest = (0,base_digest/* sha256 */.s)('');
            repeats.forget();
            for (const message of smaller)
                push(message);
        },
        digest: () => digest,
        measured: (tokens) => {
            const estimate = (0,context/* tokensOf */.k8)(messages);
            if (estimate > 0)
                scale = Math.min(MAX_SCALE, Math.max(1, tokens / estimate));
        },
        tokens: () => (0,context/* tokensOf */.k8)(messages) * scale,
        repeats,
    };
}


/***/ }),

/***/ 61551:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I3: () => (/* binding */ passedOn),
/* harmony export */   _S: () => (/* binding */ concluded),
/* harmony export */   kr: () => (/* binding */ refusedIn),
/* harmony export */   np: () => (/* binding */ finishIn)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(55156);
/* harmony import */ var _tools_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(39625);


const passed = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    refused: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
        call: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
        tool: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
        refusal: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](['person', 'unanswered']),
        key: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    })),
});
/** What was refused to a helper by people, as its parent's call hands it on. */
function passedOn(refused) {
    const byPeople = refused.filter(({ refusal }) => refusal !== 'policy');
    return { refused: byPeople.map((item) => ({ ...item })) };
}
/** What a call hands on of refusals to a helper: they are the run's own, until the same call is made good. */
function refusedIn(metadata) {
    const parsed = passed.safeParse(metadata);
    return parsed.success ? parsed.data.refused : [];
}
/**
 * The outcome when the model ended of its own accord (promise 9). A call that a person refused, or that nobody
 * approved, was asked for by the work itself: the run is then `denied`, whatever the model says. A call that the policy denied
 * counts only where the model did not finish in words of its own.
 */
function concluded(finish, refused) {
    if (refused.some((item) => item.refusal !== 'policy'))
        return 'denied';
    if (finish !== null)
        return finish.outcome;
    return refused.length > 0 ? 'denied' : 'done';
}
/** The finish that a turn's calls hold, if one succeeded. */
function finishIn(calls) {
    for (const call of calls) {
        const finish = (0,_tools_index_js__WEBPACK_IMPORTED_MODULE_1__/* .finishOf */ .h)(call.metadata);
        if (call.state === 'COMPLETED' && finish !== null)
            return finish;
    }
    return null;
}


/***/ }),

/***/ 69362:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  J: () => (/* binding */ runAgent)
});

// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./build/calls/batch.js
var calls_batch = __webpack_require__(19982);
// EXTERNAL MODULE: ./build/calls/find.js
var find = __webpack_require__(27471);
// EXTERNAL MODULE: ./build/calls/judge.js
var judge = __webpack_require__(72097);
// EXTERNAL MODULE: ./build/calls/open.js + 4 modules
var calls_open = __webpack_require__(46932);
// EXTERNAL MODULE: ./build/calls/settle.js
var settle = __webpack_require__(70091);
;// CONCATENATED MODULE: ./build/calls/early.js




function createEarlyCalls(world) {
    const begun = new Map();
    let isOpen = true;
    return {
        offer: (draft, nextId) => {
            isOpen &&= begun.size < world.parallel && mayBegin(world, draft);
            if (!isOpen || begun.has(draft.toolUseId))
                return;
            const request = { ...draft, id: nextId() };
            const call = (0,calls_open/* openRecorded */.L)(world, request, Promise.resolve());
            // Whoever takes the call gets its failure.
            call.catch(() => undefined);
            begun.set(draft.toolUseId, { request, call });
        },
        take: (toolUseIds) => {
            const taken = new Map();
            for (const id of toolUseIds) {
                const one = begun.get(id);
                if (one !== undefined && begun.delete(id))
                    taken.set(id, one);
            }
            return taken;
        },
        drop: async () => {
            const dropped = [...begun.values()];
            begun.clear();
            isOpen = true;
            for (const { call } of dropped)
                await early_close(world, call);
        },
    };
}
function mayBegin(world, draft) {
    const tool = world.find(draft.name);
    if (tool?.kind !== 'readonly' || !tool.concurrencySafe)
        return false;
    if (world.signal.aborted || world.hooks.length > 0)
        return false;
    const found = (0,find/* findAndValidate */.d)(world, { ...draft, id: '' });
    if (!found.ok || found.prepared.preToolUse !== undefined)
        return false;
    return (0,judge/* judgeCall */.M)(world, found).verdict === 'auto';
}
/** Nobody is asked for a call of a reply that is not used. A trail that failed fails again with its next entry. */
async function early_close(world, begun) {
    const ended = await begun.catch(() => null);
    await ended?.recorded.catch(() => undefined);
    if (ended?.opened.kind !== 'gated')
        return;
    await (0,settle/* settleDenied */.$D)(world, ended.opened.call, {
        refusal: 'unanswered',
        because: 'The reply that held this call was not used.',
        recommendation: 'Make the call again.',
    });
}

// EXTERNAL MODULE: ./build/agent/ask.js
var ask = __webpack_require__(76427);
// EXTERNAL MODULE: ./build/base/text.js
var base_text = __webpack_require__(91497);
// EXTERNAL MODULE: ./build/calls/hooks.js
var hooks = __webpack_require__(54766);
// EXTERNAL MODULE: ./build/calls/pre-hooks.js
var pre_hooks = __webpack_require__(25598);
// EXTERNAL MODULE: ./build/agent/context.js
var context = __webpack_require__(65389);
;// CONCATENATED MODULE: ./build/agent/before-turn.js



/** Characters of the last message that a hook is told. */
const TOLD_CHARS = 30_000;
/** A conversation that the model refused as too long is cut as if this much of it were the window. */
const REFUSED_SHARE = 0.6;
/**
 * Cuts the conversation where it nears the model's window, and records that. `refused`: the model said that it is too
 * long, whatever the estimate. False where nothing was cut.
 */
async function keepWithin(world, state, at) {
    const { conversation } = state;
    const estimate = (0,context/* tokensOf */.k8)(conversation.messages);
    const scale = estimate === 0 ? 1 : conversation.tokens() / estimate;
    const room = (0,context/* roomFor */.N_)({
        window: world.model.contextWindow,
        reply: world.maxTokens,
        fixedChars: fixedChars(world),
    }) / scale;
    const smaller = (0,context/* trimmed */.dE)(conversation.messages, at.refused === true ? Math.min(room, estimate * REFUSED_SHARE) : room);
    if (smaller === null)
        return false;
    conversation.replace(smaller.messages);
    const { how, removedBytes } = smaller;
    await world.calls.trail.append({ type: 'context.trimmed', turn: at.turn, how, removedBytes });
    return true;
}
const FIXED = new WeakMap();
function fixedChars(world) {
    const known = FIXED.get(world.tools) ?? JSON.stringify(world.tools).length;
    FIXED.set(world.tools, known);
    return known + world.system.length;
}
/**
 * Tells each `messagesChanged` hook that something new is in the conversation, and gives the model their notes. A hook
 * that throws or takes too long says nothing, and the trail says so.
 */
async function tellHooks(world, state, turn) {
    const hooks = world.calls.hooks.filter((hook) => hook.messagesChanged !== undefined);
    if (hooks.length === 0)
        return;
    const lastText = (0,base_text/* truncateMiddle */.kU)(textOf(state.conversation.messages.at(-1)), TOLD_CHARS);
    const notes = [];
    for (const hook of hooks) {
        const count = state.conversation.messages.length;
        const { note, effect } = await askHook(world, hook, { turn, count, lastText });
        await world.calls.trail.append({
            type: 'hook.ran',
            call: `turn ${turn}`,
            hook: hook.name,
            phase: 'messagesChanged',
            effect,
        });
        if (note !== undefined && note !== '') {
            notes.push({
                type: 'text',
                text: `Note of ${hook.name}: ${await world.calls.redactor.redact(note)}`,
            });
        }
    }
    if (notes.length > 0)
        state.conversation.push({ role: 'user', content: notes });
}
async function askHook(world, hook, view) {
    try {
        const answer = (0,hooks/* readMessagesAnswer */.$K)(await (0,pre_hooks/* withinTime */.dn)(world.calls, Promise.resolve(hook.messagesChanged?.(view))));
        return { ...answer, effect: answer.note === undefined ? 'none' : 'note' };
    }
    catch (error) {
        return { effect: `failed: ${(0,errors/* errorText */.k)(error)}` };
    }
}
function textOf(message) {
    if (message === undefined)
        return '';
    const texts = [];
    for (const block of message.content) {
        if (block.type === 'text')
            texts.push(block.text);
        if (block.type === 'tool_result' && typeof block.content === 'string')
            texts.push(block.content);
        if (block.type === 'tool_result' && typeof block.content !== 'string') {
            for (const inner of block.content)
                if (inner.type === 'text')
                    texts.push(inner.text);
        }
    }
    return texts.join('\n');
}

// EXTERNAL MODULE: ./build/agent/end.js
var end = __webpack_require__(61551);
// EXTERNAL MODULE: ./build/base/digest.js
var digest = __webpack_require__(30742);
;// CONCATENATED MODULE: ./build/agent/instructions.js

/**
 * Instructions for the folders that a turn's calls touched, each recorded before the model gets it. They stand beside
 * the results and outside of every mark: they come from the trusted branch.
 */
async function newInstructions(world, state, settled) {
    if (world.instructions === null)
        return [];
    const paths = settled.flatMap(({ touched = [] }) => touched);
    const files = await world.instructions(paths, state.told);
    for (const { path, text } of files) {
        await world.calls.trail.append({
            type: 'context.read',
            source: path,
            author: null,
            trusted: true,
            because: 'instructions of the trusted branch for a folder that a call touched',
            sha256: (0,digest/* sha256 */.s)(text),
        });
    }
    return files.map(({ path, text }) => ({
        type: 'text',
        text: `Instructions of this repository for files under ${folderOf(path)} (${path}):\n${text}`,
    }));
}
function folderOf(path) {
    return path.slice(0, path.lastIndexOf('/') + 1);
}

// EXTERNAL MODULE: ./build/base/canonical.js
var canonical = __webpack_require__(1158);
// EXTERNAL MODULE: ./build/agent/budget.js
var agent_budget = __webpack_require__(65649);
;// CONCATENATED MODULE: ./build/agent/results.js



/**
 * The user message that answers a turn: one `tool_result` for each `tool_use`, in the order of the calls, as the
 * Messages API demands, then instructions that are new to it, then what the model should know of its budget. Remembers refusals, and forgets one
 * where the same call was made good.
 */
function takeResults(state, of) {
    for (const call of of.settled)
        remember(state.refused, call);
    const byUse = new Map(of.settled.map((call) => [call.request.toolUseId, call]));
    const repeated = [];
    const results = of.uses.map((use) => {
        const call = byUse.get(use.id);
        const earlier = call === undefined ? null : state.conversation.repeats.earlier(call);
        if (call === undefined || earlier === null)
            return resultBlock(use, call);
        const note = `The same as the result of the same call before (${earlier}): nothing changed since.`;
        repeated.push(repeatedOf(call, note, earlier));
        return resultBlock(use, { ...call, content: note });
    });
    const notes = of.near.map((line) => ({
        type: 'text',
        text: `Budget: ${told(line)}. Bring the work to a good end and call finish in time.`,
    }));
    return {
        message: { role: 'user', content: [...results, ...of.instructions, ...notes] },
        finish: (0,end/* finishIn */.np)(of.settled),
        repeated,
    };
}
function repeatedOf(call, note, earlier) {
    const bytes = Buffer.byteLength(typeof call.content === 'string' ? call.content : '');
    return {
        turn: call.request.turn,
        how: `the result of ${call.request.id} is the same as that of ${earlier}`,
        removedBytes: bytes - Buffer.byteLength(note),
    };
}
function resultBlock(use, call) {
    if (call === undefined) {
        return {
            type: 'tool_result',
            tool_use_id: use.id,
            content: 'This call was not made.',
            is_error: true,
        };
    }
    return {
        type: 'tool_result',
        tool_use_id: use.id,
        content: blocksOf(call.content),
        ...(call.isError ? { is_error: true } : {}),
    };
}
function blocksOf(content) {
    if (typeof content === 'string')
        return content === '' ? '(no output)' : content;
    return content.map((block) => {
        switch (block.type) {
            case 'text':
                return block;
            case 'image':
                return {
                    type: 'image',
                    source: { type: 'base64', media_type: block.mediaType, data: block.base64 },
                };
            case 'document':
                return {
                    type: 'document',
                    source: { type: 'base64', media_type: block.mediaType, data: block.base64 },
                };
        }
    });
}
function told({ budget, used, limit }) {
    return `${(0,agent_budget/* describe */.q)(budget, used)} of ${limit} ${budget} used`;
}
function remember(refused, call) {
    const { id, name, input } = call.request;
    const key = `${name} ${(0,canonical/* canonicalJson */.d)(input)}`;
    if (call.state === 'DENIED' && call.refusal !== undefined) {
        refused.push({ call: id, tool: name, refusal: call.refusal, key });
        return;
    }
    if (call.state !== 'COMPLETED')
        return;
    refused.push(...(0,end/* refusedIn */.kr)(call.metadata));
    for (let index = refused.length - 1; index >= 0; index -= 1) {
        if (refused[index]?.key === key)
            refused.splice(index, 1);
    }
}

;// CONCATENATED MODULE: ./build/agent/media.js
const NOTE = '[The API did not take this picture or document: it may be broken, locked or too large.]';
/**
 * Takes the pictures and documents that came since the last reply out of a conversation that the API refused, and records that: a
 * broken file in the checkout must not end the run. False where there are none.
 */
async function withoutNewMedia(world, state, turn) {
    const { messages } = state.conversation;
    const from = messages.findLastIndex(({ role }) => role === 'assistant') + 1;
    const fresh = messages.slice(from);
    const smaller = fresh.map(withoutMedia);
    const removedBytes = sizeOf(fresh) - sizeOf(smaller);
    if (smaller.every((message, index) => message === fresh[index]))
        return false;
    state.conversation.replace([...messages.slice(0, from), ...smaller]);
    const how = 'pictures and documents that the API refused';
    await world.calls.trail.append({ type: 'context.trimmed', turn, how, removedBytes });
    return true;
}
function withoutMedia(message) {
    if (message.role !== 'user' || !message.content.some(hasMedia))
        return message;
    return { role: 'user', content: message.content.map(inWords) };
}
function hasMedia(block) {
    if (block.type === 'tool_result')
        return typeof block.content !== 'string' && block.content.some(({ type }) => type !== 'text');
    return block.type !== 'text';
}
function inWords(block) {
    if (block.type === 'text')
        return block;
    if (block.type !== 'tool_result')
        return { type: 'text', text: NOTE };
    const { content } = block;
    return typeof content === 'string' ? block : { ...block, content: resultInWords(content) };
}
function resultInWords(content) {
    return content.map((inner) => (inner.type === 'text' ? inner : { type: 'text', text: NOTE }));
}
function sizeOf(messages) {
    return Buffer.byteLength(JSON.stringify(messages));
}

// EXTERNAL MODULE: ./build/agent/more.js
var more = __webpack_require__(92457);
// EXTERNAL MODULE: ./build/agent/stops.js
var stops = __webpack_require__(78399);
;// CONCATENATED MODULE: ./build/agent/loop.js










/** Replies in a row without a call before the run gives up on the model. */
const MAX_IDLE_REPLIES = 3;
const MUST_FINISH = 'The work ends with a call of finish, which brings its result. Call it.';
const GO_ON = { kind: 'go-on' };
/** The calls of the last reply, which a suspended turn still owes results for. */
function openUses(state) {
    const last = state.conversation.messages.at(-1);
    if (last?.role !== 'assistant')
        return [];
    return last.content.filter((block) => block.type === 'tool_use');
}
/**
 * The loop: ask the model, run its calls, give it the results, until it finishes, a wall of the budget
 * is met, or nothing more can be done. A resumed run first ends the turn that it was suspended in. Rejects only
 * with the trail's own errors; everything else is an end.
 */
async function runAgent(world, state, open = null) {
    world.journal?.note(state);
    const ended = open === null ? null : await endOpen(world, state, open);
    if (ended !== null)
        return ended;
    for (;;) {
        if (world.calls.signal.aborted)
            return (0,stops/* stopped */.ce)(world, state);
        world.journal?.note(state);
        const wall = world.budget.spent();
        if (wall !== null) {
            const over = await (0,more/* atWall */.wL)(world, state, wall);
            if (over !== null)
                return over;
            // A wall that was moved may not be the only one that was met.
            continue;
        }
        const step = await takeTurn(world, state);
        if (step.kind === 'end')
            return step.end;
    }
}
/** Ends what was open when the run was suspended; `null` where it goes on. */
async function endOpen(world, state, open) {
    if (open.kind === 'wall')
        return await (0,more/* askedForMore */.f4)(world, state, open.asked);
    const batch = await (0,calls_batch/* runGated */.t)(world.calls, open.gated, open.settled);
    const step = await endTurn(world, state, { uses: openUses(state), batch });
    return step.kind === 'end' ? step.end : null;
}
async function takeTurn(world, state) {
    const turn = world.nextTurn();
    world.budget.addTurn();
    await tellHooks(world, state, turn);
    await keepWithin(world, state, { turn });
    await (0,ask/* beginTurn */.PH)(world, state, turn);
    const early = createEarlyCalls(world.calls);
    try {
        return await takeReply(world, state, { turn, early });
    }
    finally {
        // What a reply that is not used had begun ends with its turn.
        await early.drop();
    }
}
async function takeReply(world, state, of) {
    const { turn } = of;
    let asked;
    try {
        asked = await (0,ask/* askModel */.$e)(world, state, of);
    }
    catch (error) {
        if (await mended(world, state, { turn, error }))
            return GO_ON;
        return { kind: 'end', end: (0,stops/* modelFailed */.Jn)(world, state, error) };
    }
    const step = await carryOn(world, state, { ...of, ...asked });
    await asked.recorded;
    return step;
}
/** Whether what the API refused was made into something that it may take. */
async function mended(world, state, { turn, error }) {
    if (!(error instanceof errors/* CountersignError */.W))
        return false;
    switch (error.code) {
        case 'model-context':
            return await keepWithin(world, state, { turn, refused: true });
        case 'model-refused-request':
            return await withoutNewMedia(world, state, turn);
        default:
            return false;
    }
}
/** What a reply leads to. Every stop reason of the Messages API is decided here on purpose. */
async function carryOn(world, state, of) {
    const { reply, recorded } = of;
    const uses = reply.content.filter((block) => block.type === 'tool_use');
    if (uses.length > 0 && reply.stopReason !== 'refusal') {
        state.idleReplies = 0;
        return await runTurnsCalls(world, state, { ...of, uses, recorded });
    }
    switch (reply.stopReason) {
        case 'end_turn':
        case 'stop_sequence':
        case 'tool_use':
            if (reply.content.length === 0 && state.idleReplies === 0)
                return idle(state, 'Your reply was empty. Go on, or call finish.');
            return world.mustFinish === true ? idle(state, MUST_FINISH) : conclude(state, null);
        case 'max_tokens':
            return idle(state, 'Your reply was cut off at its limit. Go on in smaller steps.');
        case 'pause_turn':
            return idle(state, null);
        case 'refusal':
            return loop_end('incomplete', `The model declined to go on. ${state.lastText}`.trim());
        case 'model_context_window_exceeded':
            return loop_end('incomplete', `The conversation outgrew the model's window. ${state.lastText}`.trim());
        default:
            return loop_end('incomplete', `The model stopped for a reason unknown here: ${reply.stopReason}.`);
    }
}
function loop_end(outcome, summary) {
    return { kind: 'end', end: { outcome, summary, parked: null } };
}
/** A reply without a call: the model is asked to go on, a few times at most. */
function idle(state, nudge) {
    state.idleReplies += 1;
    if (state.idleReplies > MAX_IDLE_REPLIES) {
        return loop_end('incomplete', `The model stopped calling tools. ${state.lastText}`.trim());
    }
    if (nudge !== null) {
        state.conversation.push({ role: 'user', content: [{ type: 'text', text: nudge }] });
    }
    return GO_ON;
}
function conclude(state, finish) {
    const said = finish?.summary ?? state.lastText;
    const outcome = (0,end/* concluded */._S)(finish, state.refused);
    if (finish === null && said === '') {
        return loop_end('incomplete', 'The model ended without a result and without a word.');
    }
    const { result } = finish ?? {};
    const ended = { outcome, summary: said, parked: null };
    return { kind: 'end', end: result === undefined ? ended : { ...ended, result } };
}
async function runTurnsCalls(world, state, of) {
    const begun = of.early.take(of.uses.map(({ id }) => id));
    const requests = of.uses.map((use) => begun.get(use.id)?.request ?? { ...(0,ask/* draftOf */.bz)(world, of.turn, use), id: world.nextCallId() });
    const batch = await (0,calls_batch/* runCalls */.z)(world.calls, requests, { recorded: of.recorded, begun });
    return await endTurn(world, state, { uses: of.uses, batch });
}
async function endTurn(world, state, of) {
    const { batch } = of;
    if (batch.parked !== null) {
        return {
            kind: 'end',
            end: { outcome: 'awaiting-approval', summary: state.lastText, parked: batch },
        };
    }
    const near = world.budget.newlyNear();
    for (const line of near)
        await (0,stops/* tellBudget */.Nt)(world, line, 'near');
    const { message, finish, repeated } = takeResults(state, {
        uses: of.uses,
        settled: batch.settled,
        near,
        instructions: await newInstructions(world, state, batch.settled),
    });
    for (const { turn, how, removedBytes } of repeated) {
        await world.calls.trail.append({ type: 'context.trimmed', turn, how, removedBytes });
    }
    state.conversation.push(message);
    if (world.calls.signal.aborted)
        return { kind: 'end', end: (0,stops/* stopped */.ce)(world, state) };
    return finish === null ? GO_ON : conclude(state, finish);
}


/***/ }),

/***/ 92457:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   f4: () => (/* binding */ askedForMore),
/* harmony export */   lm: () => (/* binding */ isForMore),
/* harmony export */   wL: () => (/* binding */ atWall)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(55156);
/* harmony import */ var _audit_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(69620);
/* harmony import */ var _calls_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(19982);
/* harmony import */ var _calls_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(44805);
/* harmony import */ var _tools_index_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(98089);
/* harmony import */ var _tools_index_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(62767);
/* harmony import */ var _budget_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(65649);
/* harmony import */ var _stops_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(78399);






const ASKS = {
    verdict: 'requireApproval',
    rule: null,
    list: 'wall',
    line: null,
    because: 'A budget is spent, and the policy says `onLimit: ask`.',
};
const amount = zod__WEBPACK_IMPORTED_MODULE_0__.number().nonnegative();
const input = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    budget: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](['turns', 'calls', 'tokens', 'usd']),
    used: amount,
    limit: amount,
    /** Where the wall is to stand. */
    raiseTo: amount,
});
/**
 * At a wall: where the policy says `onLimit: ask`, people are asked for a little more, as for any other call. `null` where
 * they gave it and the run goes on; else how it ends, or that it is to be suspended.
 */
async function atWall(world, state, line) {
    await (0,_stops_js__WEBPACK_IMPORTED_MODULE_1__/* .tellBudget */ .Nt)(world, line, 'spent');
    const raiseTo = world.budget.further(line.budget);
    if (raiseTo === null)
        return (0,_stops_js__WEBPACK_IMPORTED_MODULE_1__/* .overBudget */ .qj)(state, line);
    const id = world.nextCallId();
    const turn = Math.max(1, world.budget.used().turns);
    const request = {
        id,
        turn,
        parent: null,
        toolUseId: '',
        name: _audit_index_js__WEBPACK_IMPORTED_MODULE_2__/* .BUDGET_CALL */ .pA,
        input: { ...line, raiseTo },
    };
    const batch = await (0,_calls_index_js__WEBPACK_IMPORTED_MODULE_3__/* .runCalls */ .z)(callsAtWall(world), [request]);
    return await afterAsking(world, state, batch);
}
/** True for calls that are the run's own question at a wall. */
function isForMore(parked) {
    return parked.some(({ request }) => request.name === _audit_index_js__WEBPACK_IMPORTED_MODULE_2__/* .BUDGET_CALL */ .pA);
}
/** The question of an earlier job, taken up. */
async function askedForMore(world, state, parked) {
    const calls = callsAtWall(world);
    const { gated, settled } = await (0,_calls_index_js__WEBPACK_IMPORTED_MODULE_4__/* .reopenCalls */ .X)(calls, parked);
    return await afterAsking(world, state, await (0,_calls_index_js__WEBPACK_IMPORTED_MODULE_3__/* .runGated */ .t)(calls, gated, settled));
}
async function afterAsking(world, state, batch) {
    if (batch.parked !== null)
        return { outcome: 'awaiting-approval', summary: state.lastText, parked: batch };
    const [call] = batch.settled;
    if (call?.state === 'COMPLETED') {
        const text = typeof call.content === 'string' ? call.content : '';
        state.conversation.push({ role: 'user', content: [{ type: 'text', text }] });
        return null;
    }
    if (world.calls.signal.aborted)
        return (0,_stops_js__WEBPACK_IMPORTED_MODULE_1__/* .stopped */ .ce)(world, state);
    const line = world.budget.spent();
    return line === null ? null : (0,_stops_js__WEBPACK_IMPORTED_MODULE_1__/* .overBudget */ .qj)(state, line, call?.error?.message);
}
/** The world of that one call: its own tool, and no rule, hook or wall in its way but people. */
function callsAtWall(world) {
    const { calls } = world;
    const tool = moreTool(world);
    return {
        ...calls,
        policy: { ...calls.policy, judge: () => ASKS },
        find: (name) => (name === _audit_index_js__WEBPACK_IMPORTED_MODULE_2__/* .BUDGET_CALL */ .pA ? tool : undefined),
        hooks: [],
        admit: () => Promise.resolve({ ok: true }),
    };
}
function moreTool({ budget, calls }) {
    return (0,_tools_index_js__WEBPACK_IMPORTED_MODULE_5__/* .defineTool */ .uO)({
        name: _audit_index_js__WEBPACK_IMPORTED_MODULE_2__/* .BUDGET_CALL */ .pA,
        displayName: 'A little more budget',
        description: { short: 'Ask a person for a little more budget.' },
        kind: 'readonly',
        category: 'run',
        asks: 'approval',
        input,
        preview: (asked) => ({ form: 'text', text: previewOf(asked, budget.used()) }),
        execute: async (asked, { call, answer = '' }) => {
            const { budget: name, used, raiseTo } = asked;
            await calls.trail.append({
                type: 'budget',
                event: 'raised',
                budget: name,
                used,
                limit: raiseTo,
                call,
            });
            budget.raise(name, raiseTo);
            const note = answer.trim() === '' ? '' : ` With this note: ${answer.trim()}`;
            return (0,_tools_index_js__WEBPACK_IMPORTED_MODULE_6__/* .success */ .kX)(`A person gave the run a little more: ${raiseTo} ${name} now, ${(0,_budget_js__WEBPACK_IMPORTED_MODULE_7__/* .describe */ .q)(name, used)} used.${note}`);
        },
    });
}
function previewOf(asked, used) {
    const { budget, limit, raiseTo } = asked;
    const more = (0,_budget_js__WEBPACK_IMPORTED_MODULE_7__/* .describe */ .q)(budget, raiseTo - limit);
    const names = ['turns', 'calls', 'tokens', 'usd', 'minutes'];
    return [
        `The budget of ${limit} ${budget} is spent: ${(0,_budget_js__WEBPACK_IMPORTED_MODULE_7__/* .describe */ .q)(budget, asked.used)} used.`,
        `Asked for: ${more} more, ${(0,_budget_js__WEBPACK_IMPORTED_MODULE_7__/* .describe */ .q)(budget, raiseTo)} in all. Without it the run ends over-budget.`,
        `Used so far: ${names.map((name) => `${(0,_budget_js__WEBPACK_IMPORTED_MODULE_7__/* .describe */ .q)(name, used[name])} ${name}`).join(', ')}.`,
    ].join('\n');
}


/***/ }),

/***/ 78399:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Jn: () => (/* binding */ modelFailed),
/* harmony export */   Nt: () => (/* binding */ tellBudget),
/* harmony export */   ce: () => (/* binding */ stopped),
/* harmony export */   qj: () => (/* binding */ overBudget)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(98216);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(45145);
/* harmony import */ var _budget_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65649);


/** Records that a wall is near or met, and tells listeners. */
async function tellBudget(world, line, event) {
    await world.calls.trail.append({ type: 'budget', event, ...line });
    world.calls.bus.emit({ type: 'budget', event, ...line });
}
/** The end at a wall of the budget; `because` where people were asked to move it and did not. */
function overBudget(state, line, because = '') {
    const { budget, limit } = line;
    const spent = `The budget of ${limit} ${budget} is spent (${(0,_budget_js__WEBPACK_IMPORTED_MODULE_0__/* .describe */ .q)(budget, line.used)} used).`;
    return {
        outcome: budget === 'minutes' ? 'timed-out' : 'over-budget',
        summary: [spent, because, state.lastText].filter((part) => part !== '').join(' '),
        parked: null,
    };
}
/** The end from outside: cancelled, out of minutes, or because something failed that no call is to blame for. */
function stopped(world, state) {
    const { signal } = world.calls;
    const end = (outcome, why) => ({
        outcome,
        summary: `${why} ${state.lastText}`.trim(),
        parked: null,
    });
    if ((0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .outcomeOfAbort */ .q)(signal) === 'error')
        return end('error', (0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .errorText */ .k)(signal.reason));
    return world.budget.msLeft() === 0
        ? end('timed-out', 'The budget of minutes is spent.')
        : end('cancelled', 'The run was cancelled.');
}
/** The end where the model could not be asked any more. */
function modelFailed(world, state, error) {
    if (world.calls.signal.aborted)
        return stopped(world, state);
    if (error instanceof _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W && error.code === 'trail-unwritable')
        throw error;
    const outcome = error instanceof _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W && error.code === 'model-context' ? 'incomplete' : 'error';
    return { outcome, summary: `${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .errorText */ .k)(error)} ${state.lastText}`.trim(), parked: null };
}


/***/ }),

/***/ 44777:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  G: () => (/* binding */ taskTool)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(55156);
// EXTERNAL MODULE: ./build/tools/define.js
var tools_define = __webpack_require__(98089);
// EXTERNAL MODULE: ./build/tools/result.js
var result = __webpack_require__(62767);
// EXTERNAL MODULE: ./build/tools/description.js
var description = __webpack_require__(97094);
// EXTERNAL MODULE: ./build/agent/conversation.js + 1 modules
var agent_conversation = __webpack_require__(92131);
// EXTERNAL MODULE: ./build/agent/budget.js
var budget = __webpack_require__(65649);
;// CONCATENATED MODULE: ./build/agent/helper-budget.js

/** What of the parent's rest a helper may spend. */
const SHARE = 0.5;
const NAMES = ['turns', 'calls', 'tokens', 'usd'];
const MS_PER_MINUTE = 60_000;
/**
 * A share of what is left of a parent's budget. Whatever the helper spends is spent by the parent too, and the parent's walls
 * hold for both.
 */
function helperBudget(parent, options) {
    const used = parent.used();
    const limits = parent.limits();
    const share = {};
    for (const name of NAMES) {
        const limit = limits[name];
        if (limit === undefined)
            continue;
        const rest = Math.max(0, limit - used[name]) * SHARE;
        share[name] = name === 'usd' ? rest : Math.ceil(rest);
    }
    const leftMs = parent.msLeft();
    if (leftMs !== null)
        share.minutes = (leftMs * SHARE) / MS_PER_MINUTE;
    const own = (0,budget/* createBudget */.y)({ limits: share, perTool: () => null, clock: options.clock });
    return {
        addTurn: () => {
            own.addTurn();
            parent.addTurn();
        },
        addUsage: (usage, costUsd) => {
            own.addUsage(usage, costUsd);
            parent.addUsage(usage, costUsd);
        },
        takeCall: (tool) => {
            const admitted = own.takeCall(tool);
            return admitted.ok ? parent.takeCall(tool) : admitted;
        },
        spent: () => parent.spent() ?? own.spent(),
        newlyNear: () => own.newlyNear(),
        msLeft: () => {
            const lefts = [own.msLeft(), parent.msLeft()].filter((left) => left !== null);
            return lefts.length === 0 ? null : Math.min(...lefts);
        },
        used: () => own.used(),
        limits: () => own.limits(),
        // People are asked by the parent, at its own wall.
        further: () => null,
        raise: (budget, limit) => own.raise(budget, limit),
    };
}

// EXTERNAL MODULE: ./build/agent/end.js
var end = __webpack_require__(61551);
// EXTERNAL MODULE: ./build/agent/loop.js + 5 modules
var loop = __webpack_require__(69362);
// EXTERNAL MODULE: ./build/agent/world.js
var world = __webpack_require__(5242);
;// CONCATENATED MODULE: ./build/agent/task.js







const NAME = 'task_run';
/** The budget's minutes are the nearer wall. */
const TIMEOUT_MS = 2 * 60 * 60 * 1000;
const MAX_TASK_CHARS = 20_000;
const MAX_ERRORS = 10;
const MAX_FILES = 200;
/** A helper has no helpers; the list for people and the plan are its parent's. */
const NOT_FOR_HELPERS = new Set([NAME, 'todo_read', 'todo_write', 'plan_submit']);
const HELPER = `You are a helper of the agent described above, with a conversation of your own. Do the one task that you are \
given, within what it says, and end with the tool finish: its summary is all that comes back, so put into it what was found \
or done, where, and what is left.`;
const LEAVE_IT = 'A helper cannot wait longer. Finish without it, and name this call exactly in your summary: who you work for can make it.';
/**
 * `task_run`: a helper agent. Its calls go the same way as everybody's (same policy, same people, same trail, recorded under
 * this call), it spends the parent's budget, and it cannot start helpers.
 */
function taskTool(parent) {
    return (0,tools_define/* defineTool */.uO)({
        name: NAME,
        displayName: 'Run a helper',
        description: {
            short: 'Give one self-contained task to a helper agent with a fresh conversation, and get its report.',
            long: 'For searches and work whose details you do not need to see. It has your tools and your limits, ' +
                'and none of what you know: say everything in task and context.',
            important: [
                'It spends part of your budget.',
                'Check what it says it did before you rely on it.',
                'It cannot wait long for people: make calls that need an approval yourself.',
            ],
        },
        kind: 'readonly',
        category: 'task',
        timeoutMs: TIMEOUT_MS,
        input: schemas.object({
            task: schemas.string().min(1).max(MAX_TASK_CHARS),
            context: schemas.string().max(MAX_TASK_CHARS).optional(),
            expected_outcome: schemas.string().max(MAX_TASK_CHARS).optional(),
        }),
        execute: async (input, context) => {
            const { report, refused } = await help(parent(), input, context);
            return (0,result/* success */.kX)(JSON.stringify(report, null, 1), (0,end/* passedOn */.I3)(refused));
        },
    });
}
async function help(parent, input, context) {
    const { agent } = parent;
    const { clock } = agent.calls;
    const startedMs = clock.monotonicMs();
    const seen = { calls: 0, errors: [], files: new Set() };
    const tools = parent.tools().filter((tool) => !NOT_FOR_HELPERS.has(tool.name));
    const budget = helperBudget(agent.budget, { clock });
    const conversation = (0,agent_conversation/* createConversation */.c)();
    conversation.push({ role: 'user', content: [{ type: 'text', text: opening(input) }] });
    const state = (0,world/* newState */.o)(conversation);
    const end = await (0,loop/* runAgent */.J)({
        ...agent,
        system: `${agent.system}\n\n${HELPER}`,
        tools: (0,description/* toolSpecs */.T)(tools),
        budget,
        parent: context.call,
        mustFinish: false,
        journal: world/* UNNOTED */.e,
        calls: callsOf(agent.calls, { tools, budget, seen, signal: context.signal }),
    }, state);
    const timeMs = Math.round(clock.monotonicMs() - startedMs);
    return { report: reportOf(end, { state, seen, timeMs }), refused: state.refused };
}
function opening({ task, context, expected_outcome: expected }) {
    return [
        `Task: ${task}`,
        ...(context === undefined ? [] : [`Context: ${context}`]),
        ...(expected === undefined ? [] : [`Expected outcome: ${expected}`]),
    ].join('\n\n');
}
/** The parent's world with the helper's tools and budget. A helper cannot be suspended: what waits too long is unanswered. */
function callsOf(calls, of) {
    const { seen } = of;
    const byName = new Map(of.tools.map((tool) => [tool.name, watched(tool, calls, seen)]));
    return {
        ...calls,
        find: (name) => byName.get(name),
        onSettled: () => undefined,
        toolNames: () => [...byName.keys()],
        admit: (tool) => Promise.resolve(of.budget.takeCall(tool)),
        signal: AbortSignal.any([calls.signal, of.signal]),
        bus: {
            on: (listener) => calls.bus.on(listener),
            emit: (event) => {
                if (event.type === 'tool:end' || event.type === 'tool:error')
                    seen.calls += 1;
                if (event.type === 'tool:error' && seen.errors.length < MAX_ERRORS) {
                    seen.errors.push(`${event.snapshot.tool}: ${event.message}`);
                }
                calls.bus.emit(event);
            },
        },
        approver: {
            ask: async (requests, options) => {
                const answers = await calls.approver.ask(requests, { ...options, cannotPark: true });
                return answers.map(withoutWaiting);
            },
        },
    };
}
/** What nobody answered is left to the parent, which can wait as a helper cannot: suspended, for days. */
function withoutWaiting(answer) {
    if (answer.kind !== 'unanswered' && answer.kind !== 'suspended')
        return answer;
    const because = answer.kind === 'unanswered' ? answer.because : 'Nobody answered in time.';
    return { kind: 'unanswered', request: answer.request, because: `${because} ${LEAVE_IT}` };
}
/** The tool, noting the files that its successful calls wrote. */
function watched(tool, calls, seen) {
    return {
        ...tool,
        prepare: (input) => {
            const prepared = tool.prepare(input);
            if (!prepared.ok)
                return prepared;
            const { call } = prepared;
            return {
                ok: true,
                call: {
                    ...call,
                    execute: async (context) => {
                        const result = await call.execute(context);
                        if (!result.ok)
                            return result;
                        for (const { path, access } of calls.policy.pathsOf(call.facts, calls.situation())) {
                            if (access === 'write' && seen.files.size < MAX_FILES)
                                seen.files.add(path);
                        }
                        return result;
                    },
                },
            };
        },
    };
}
function reportOf(end, of) {
    const { seen, state } = of;
    return {
        success: end.outcome === 'done',
        outcome: end.outcome,
        summary: end.summary,
        details: state.lastText === end.summary ? '' : state.lastText,
        filesChanged: [...seen.files].sort(),
        errors: seen.errors,
        calls: seen.calls,
        timeMs: of.timeMs,
    };
}


/***/ }),

/***/ 5242:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   e: () => (/* binding */ UNNOTED),
/* harmony export */   o: () => (/* binding */ newState)
/* harmony export */ });
/**
 * For a conversation beside the run's own. It cannot be gone on with: the call that it belongs to then has no known end.
 */
const UNNOTED = { note: () => undefined };
/** Where an agent begins, with what it was asked. */
function newState(conversation) {
    return { conversation, refused: [], told: new Set(), lastText: '', lastReply: 0, idleReplies: 0 };
}


/***/ }),

/***/ 88210:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   NV: () => (/* binding */ readApprovalId),
/* harmony export */   Y: () => (/* binding */ approvalDigest),
/* harmony export */   Yd: () => (/* binding */ newNonce),
/* harmony export */   zK: () => (/* binding */ approvalId)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(30742);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(74602);


const ID_LENGTH = 8;
const NONCE_BYTES = 16;
const ID = /^ap-([0-9a-hj-km-np-tv-z]{8})$/;
/** A fresh nonce: 128 random bits as hexadecimal digits. */
function newNonce() {
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomBytes)(NONCE_BYTES).toString('hex');
}
/**
 * SHA-256 over the canonical JSON (RFC 8785) of what is approved, as 64 hexadecimal digits. `files: {}` and no
 * `files` are the same: the call depends on none. Throws `internal` for arguments that JSON cannot carry.
 */
function approvalDigest(binding) {
    return (0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .digestOf */ .o)({
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
    return `ap-${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .crockford */ .w)(Buffer.from(digest, 'hex'), ID_LENGTH)}`;
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


/***/ }),

/***/ 86335:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   j: () => (/* binding */ Withdrawn)
/* harmony export */ });
/** What a question is aborted with that is taken back while the run goes on: its message says why, on the card too. */
class Withdrawn extends Error {
}


/***/ }),

/***/ 77109:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   n: () => (/* binding */ markdownPieces)
/* harmony export */ });
/**
 * Which parts of a Markdown text are code, for text that somebody else wrote. Where CommonMark's rules leave a doubt a
 * part is not code: whoever asks treats code more gently than the rest.
 */
const FENCE = /^((?:[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]|[ \t]*>)*[ \t]*)(`{3,}|~{3,})([^\n]*)$/;
const MAX_TOP_INDENT = 3;
const MAX_LIST_INDENT = 40;
const MAX_LINES_BACK = 200;
/** Inside of raw HTML a backtick is a backtick. A block of it goes on to a blank line, or to a closing tag. */
const RAW_START = /^[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)*<(?:[!?]|\/?([A-Za-z][A-Za-z0-9-]*)(?=[\s/>]|$))/;
const BLANK = /^\s*$/;
const RAW_TO_CLOSING = /^(?:pre|script|style|textarea)$/i;
/**
 * `text` in pieces, which joined are the text. Fences come with their marks and last line break, inline code with its
 * backticks; inline code that goes on in another line counts as prose. `skip` is asked at each `<` outside of code and
 * gives the index after something that hides what it holds, such as a comment, or `null`; that too is prose.
 */
function markdownPieces(text, skip) {
    const pieces = [];
    const raw = rawHtml();
    let at = 0;
    while (at < text.length) {
        const starts = at === 0 || text[at - 1] === '\n';
        const end = nextLine(text, at);
        const isRaw = raw.read(text.slice(at, end), starts);
        const fenceEnd = starts && !isRaw ? endOfFence(text, at) : null;
        if (fenceEnd === null) {
            const line = readLine(text, { at, end, isRaw, skip });
            pieces.push(...line.pieces);
            at = line.next;
        }
        else {
            pieces.push({ kind: 'fence', text: text.slice(at, fenceEnd) });
            at = fenceEnd;
        }
    }
    return joined(pieces);
}
/** Prose beside prose as one piece, empty pieces left out. */
function joined(pieces) {
    const all = [];
    let prose = [];
    const flush = () => {
        const text = prose.join('');
        prose = [];
        if (text !== '')
            all.push({ kind: 'prose', text });
    };
    for (const piece of pieces) {
        if (piece.kind === 'prose')
            prose.push(piece.text);
        else {
            flush();
            all.push(piece);
        }
    }
    flush();
    return all;
}
/** Whether lines, told one after the other, are raw HTML. */
function rawHtml() {
    let until = null;
    return {
        read: (line, starts) => {
            if (until === null) {
                const found = starts ? RAW_START.exec(line) : null;
                if (found === null)
                    return false;
                const name = found[1];
                if (name !== undefined)
                    until = RAW_TO_CLOSING.test(name) ? new RegExp(`</${name}`, 'i') : BLANK;
            }
            if (until?.test(line) === true && (starts || until !== BLANK))
                until = null;
            return true;
        },
    };
}
function nextLine(text, at) {
    const end = text.indexOf('\n', at);
    return end === -1 ? text.length : end + 1;
}
/** Where the fence that opens at this line ends; `null` where none opens. */
function endOfFence(text, start) {
    let next = nextLine(text, start);
    const fence = openedBy(text.slice(start, next).replace(/\r?\n$/, ''), listRoomBefore(text, start));
    if (fence === null)
        return null;
    while (next < text.length) {
        const end = nextLine(text, next);
        const line = text.slice(next, end).replace(/\r?\n$/, '');
        if (leaves(line, fence))
            return next;
        if (closes(line, fence))
            return end;
        next = end;
    }
    return next;
}
/**
 * How far the text of the list item is indented that a line belongs to which is itself indented; 0 where there is none.
 * Looks back for the nearest line that is indented less.
 */
function listRoomBefore(text, start) {
    const indent = /^ */.exec(text.slice(start, start + MAX_LIST_INDENT))?.[0].length ?? 0;
    if (indent === 0)
        return 0;
    let end = start - 1;
    for (let lines = 0; end > 0 && lines < MAX_LINES_BACK; lines += 1) {
        const begin = text.lastIndexOf('\n', end - 1) + 1;
        const line = text.slice(begin, end);
        end = begin - 1;
        if (line.trim() === '' || (/^ */.exec(line)?.[0].length ?? 0) >= indent)
            continue;
        const marker = /^ {0,3}(?:[-*+]|\d{1,9}[.)]) {1,4}(?=\S)/.exec(line);
        return marker === null || marker[0].length > indent ? 0 : marker[0].length;
    }
    return 0;
}
function openedBy(line, listRoom) {
    const [, lead = '', marks = '', info = ''] = FENCE.exec(line) ?? [];
    if (marks === '' || (marks.startsWith('`') && info.includes('`')))
        return null;
    const quoted = lead.includes('>');
    // What is indented more is no fence, but code by its indent.
    const plain = /^[ \t]*$/.test(lead);
    if (plain && (lead.length - listRoom > MAX_TOP_INDENT || lead.includes('\t')))
        return null;
    return {
        mark: marks.slice(0, 1),
        length: marks.length,
        indent: plain ? listRoom : lead.length,
        quoted,
    };
}
/** A fence in a quote or a list item ends with it, closed or not. */
function leaves(line, { indent, quoted }) {
    if (quoted)
        return !/^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>/.test(line);
    return indent > 0 && line.trim() !== '' && (/^[ \t]*/.exec(line)?.[0].length ?? 0) < indent;
}
function closes(line, fence) {
    const inner = fence.quoted ? line.replace(/^[\s>]*/, '') : line;
    const [, indent = '', marks = ''] = /^([ \t]*)(`+|~+)[ \t]*$/.exec(inner) ?? [];
    const room = fence.indent === 0 ? MAX_TOP_INDENT : fence.indent + MAX_TOP_INDENT;
    return marks.startsWith(fence.mark) && marks.length >= fence.length && indent.length <= room;
}
/** One line, or more where something that hides begins in it. */
function readLine(text, line) {
    const pieces = [];
    let start = line.at;
    let at = line.at;
    const unclosed = new Set();
    while (at < line.end) {
        const character = text[at];
        const hiding = character === '<' ? (line.skip?.(text, at) ?? null) : null;
        if (hiding !== null && hiding > at) {
            pieces.push({ kind: 'prose', text: text.slice(start, hiding) });
            return { pieces, next: hiding };
        }
        if (character === '`' && !line.isRaw) {
            const end = endOfSpan(text, { at, end: line.end, unclosed });
            if (end.closed) {
                pieces.push({ kind: 'prose', text: text.slice(start, at) }, { kind: 'span', text: text.slice(at, end.at) });
                start = end.at;
            }
            at = end.at;
        }
        else
            at += character === '\\' && !line.isRaw ? 2 : 1;
    }
    pieces.push({ kind: 'prose', text: text.slice(start, line.end) });
    return { pieces, next: line.end };
}
/**
 * After the inline code that begins here, or after its backticks where nothing closes them in this line. `unclosed` holds the
 * numbers of backticks that were looked for in vain before: further on in the line there are no more of them.
 */
function endOfSpan(text, where) {
    const { at, end, unclosed } = where;
    const opening = runLength(text, at);
    let look = unclosed.has(opening) ? end : at + opening;
    while (look < end) {
        const found = text.indexOf('`', look);
        if (found === -1 || found >= end)
            break;
        const length = runLength(text, found);
        if (length === opening)
            return { closed: true, at: found + length };
        look = found + length;
    }
    unclosed.add(opening);
    return { closed: false, at: at + opening };
}
function runLength(text, at) {
    let length = 0;
    while (text[at + length] === '`')
        length += 1;
    return length;
}


/***/ }),

/***/ 23670:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  h: () => (/* binding */ approveAll),
  G: () => (/* binding */ gate)
});

// EXTERNAL MODULE: ./build/approvals/binding.js
var binding = __webpack_require__(88210);
// EXTERNAL MODULE: ./build/calls/judge.js
var judge = __webpack_require__(72097);
// EXTERNAL MODULE: ./build/approvals/ports.js
var ports = __webpack_require__(86335);
;// CONCATENATED MODULE: ./build/calls/objections.js

/** Open until `over` is called; what comes later is too late. */
function createObjections(requests) {
    const refused = new Map();
    const all = new AbortController();
    let open = true;
    return {
        all: all.signal,
        respond: (approval, { deny }) => {
            if (!open || requests.every(({ id }) => id !== approval))
                return false;
            refused.set(approval, deny);
            if (requests.every(({ id }) => refused.has(id)))
                all.abort(new ports/* Withdrawn */.j('all of it was refused before anybody answered'));
            return true;
        },
        over: (answers) => {
            open = false;
            return answers.map((answer) => {
                const because = refused.get(answer.request.id);
                if (because === undefined)
                    return answer;
                return {
                    kind: 'unanswered',
                    request: answer.request,
                    because: `It was refused: ${because}`,
                };
            });
        },
    };
}

// EXTERNAL MODULE: ./build/calls/record.js
var record = __webpack_require__(78933);
// EXTERNAL MODULE: ./build/calls/settle.js
var settle = __webpack_require__(70091);
;// CONCATENATED MODULE: ./build/calls/approve.js





/** How often one call is put before people anew because what it depends on changed. */
const MAX_ROUNDS = 3;
/** Most files whose content an approval is bound to. A call that names more is never the one that was asked for. */
const MAX_BOUND_FILES = 2_000;
function gate(call) {
    return { ...call, nonce: (0,binding/* newNonce */.Yd)() };
}
/**
 * Step five: asks people for every gated call of a turn with one card, then hands the approved ones to `effect`,
 * in order. Just before each effect the digest is computed again from what will be executed; a difference voids
 * the approval and asks anew.
 */
async function approveAll(world, gated, effect) {
    const settled = [];
    let open = gated;
    for (let round = 0; open.length > 0; round += 1) {
        const requests = await Promise.all(open.map((call) => requestFor(world, call)));
        const answers = await ask(world, open, requests);
        if (answers === 'cancelled') {
            const ended = unanswered('The run was ended before anybody answered.');
            for (const call of open)
                settled.push(await (0,settle/* settleDenied */.$D)(world, call, ended));
            return { kind: 'settled', settled };
        }
        if (answers.some((answer) => answer.kind === 'suspended')) {
            return { kind: 'parked', calls: open, requests };
        }
        const voided = [];
        for (const [index, call] of open.entries()) {
            const answer = answers[index];
            if (answer === undefined)
                throw new Error('an approver left a request without an answer');
            const end = await carryOut(world, {
                call,
                answer,
                effect,
                lastRound: round + 1 >= MAX_ROUNDS,
            });
            if (end === 'voided')
                voided.push(gate(call));
            else
                settled.push(end);
        }
        open = voided;
    }
    return { kind: 'settled', settled };
}
async function ask(world, calls, requests) {
    const objections = createObjections(requests);
    world.bus.emit({
        type: 'permission_required',
        respond: objections.respond,
        asked: calls.flatMap((call, index) => {
            const request = requests[index];
            const snapshot = (0,record/* snapshotOf */.eY)(call.request, 'APPROVAL_REQUIRED', call.inputPreview);
            return request === undefined
                ? []
                : [{ approval: request.id, rule: request.narrowestRule, snapshot }];
        }),
    });
    const signal = AbortSignal.any([world.signal, objections.all]);
    try {
        return objections.over(await world.approver.ask(requests, { signal }));
    }
    catch (error) {
        if (world.signal.aborted)
            return 'cancelled';
        if (!objections.all.aborted)
            throw error;
        return objections.over(requests.map((request) => ({ kind: 'unanswered', request, because: '' })));
    }
}
async function carryOut(world, of) {
    const { call, answer } = of;
    world.bus.emit({
        type: 'permission_decided',
        call: call.request.id,
        approved: answer.kind === 'approved',
        by: deciderOf(answer),
    });
    if (answer.kind === 'unanswered' && call.prepared.otherwise !== undefined) {
        return await (0,settle/* settleUnanswered */.II)(world, call, answer.because);
    }
    if (answer.kind !== 'approved')
        return await (0,settle/* settleDenied */.$D)(world, call, refusalOf(answer));
    const changed = await changedSince(world, call, answer.request);
    if (changed !== null) {
        await world.trail.append({
            type: 'approval.void',
            approval: answer.request.id,
            call: call.request.id,
            because: changed,
        });
        if (!of.lastRound)
            return 'voided';
        return await (0,settle/* settleDenied */.$D)(world, call, unanswered(`The approval was void: ${changed}.`));
    }
    const taken = await world.claim(answer.request, answer);
    if (taken !== null)
        return await (0,settle/* settleDenied */.$D)(world, call, unanswered(taken));
    await (0,record/* recordState */.DX)(world, call, { state: 'APPROVED' });
    return await of.effect(answer.note === undefined ? call : { ...call, answer: answer.note });
}
/** Why the approval no longer fits what would be executed; `null` where it does. */
async function changedSince(world, call, approved) {
    const verdict = (0,judge/* judgeCall */.M)(world, call);
    if (verdict.verdict === 'deny') {
        await (0,judge/* recordVerdict */.p)(world, call, verdict);
        return `the policy now denies it: ${verdict.because}`;
    }
    const now = await requestFor(world, call);
    return now.digest === approved.digest
        ? null
        : 'a file that the call depends on changed after it was asked for';
}
async function requestFor(world, call) {
    const paths = world.policy.pathsOf(call.prepared.facts, world.situation());
    const digest = (0,binding/* approvalDigest */.Y)({
        tool: call.tool.name,
        input: call.prepared.input,
        policySha256: world.policy.sha256,
        headSha: world.headSha,
        run: world.run,
        call: call.request.id,
        nonce: call.nonce,
        files: await boundFiles(world, world.policy.dependsOn(call.prepared.facts, world.situation())),
    });
    return {
        id: (0,binding/* approvalId */.zK)(digest),
        digest,
        call: call.request.id,
        tool: call.tool.name,
        preview: await call.prepared.preview(),
        verdict: call.verdict,
        narrowestRule: call.prepared.asks === undefined ? call.prepared.narrowestRule : null,
        paths: paths.map((fact) => fact.path),
        expects: call.prepared.asks ?? 'approval',
        ...(call.prepared.waitMs === undefined ? {} : { waitMs: call.prepared.waitMs }),
    };
}
async function boundFiles(world, paths) {
    const names = [...new Set(paths)].sort();
    // What cannot be bound must not look bound: the digest is another one each time.
    if (names.length > MAX_BOUND_FILES)
        return { 'more files than can be bound': (0,binding/* newNonce */.Yd)() };
    const digests = await Promise.all(names.map((name) => world.fileSha256(name)));
    return Object.fromEntries(names.map((name, index) => [name, digests[index] ?? null]));
}
function deciderOf(answer) {
    switch (answer.kind) {
        case 'approved':
            return answer.by.map((by) => by.login).join(', ');
        case 'denied':
            return answer.by.login;
        case 'unanswered':
        case 'suspended':
            return 'nobody';
    }
}
function refusalOf(answer) {
    switch (answer.kind) {
        case 'denied': {
            const reason = answer.reason === '' ? 'without a reason' : `: ${answer.reason}`;
            return {
                refusal: 'person',
                because: `@${answer.by.login} denied this call${reason.startsWith(':') ? reason : ` ${reason}`}.`,
                recommendation: 'Do not try the same again by another way. Respect the reason, or finish.',
            };
        }
        case 'unanswered':
            return unanswered(answer.because);
        case 'suspended':
            return unanswered('The run was to be suspended.');
    }
}
function unanswered(because) {
    return {
        refusal: 'unanswered',
        because,
        recommendation: 'Go on without this call where you can, then finish and say what was left out.',
    };
}


/***/ }),

/***/ 19982:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   t: () => (/* binding */ runGated),
/* harmony export */   z: () => (/* binding */ runCalls)
/* harmony export */ });
/* harmony import */ var _approve_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(23670);
/* harmony import */ var _open_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(46932);


/**
 * Runs the calls of one turn. Those that need nobody run first: concurrency-safe neighbours side by side, the
 * others alone and in their order. Then one card asks for all that are gated, and the approved ones run in order.
 * No call has an effect before `recorded` has resolved: the entry of the reply that asked for them.
 */
async function runCalls(world, requests, of = {}) {
    const { recorded = Promise.resolve(), begun } = of;
    const settled = [];
    const gated = [];
    const ends = [];
    const open = async (request) => {
        const early = begun?.get(request.toolUseId)?.call;
        const call = await (early ?? (0,_open_js__WEBPACK_IMPORTED_MODULE_0__/* .openRecorded */ .L)(world, request, recorded));
        ends.push(call.recorded);
        return call.opened;
    };
    for (const group of groupsOf(world, requests)) {
        for (const opened of await inParallel(group, world.parallel, open)) {
            if (opened.kind === 'settled')
                settled.push(opened.settled);
            else
                gated.push(opened.call);
        }
    }
    const end = await runGated(world, gated, settled);
    const all = Promise.all(ends);
    all.catch(() => undefined);
    return { ...end, recorded: all };
}
/** The gated calls of a turn, asked for and carried out; also where a resumed run goes on. */
async function runGated(world, gated, settled) {
    const end = await (0,_approve_js__WEBPACK_IMPORTED_MODULE_1__/* .approveAll */ .h)(world, gated, (call) => (0,_open_js__WEBPACK_IMPORTED_MODULE_0__/* .carryOn */ .R)(world, call));
    const recorded = Promise.resolve();
    return end.kind === 'parked'
        ? { settled, parked: end, recorded }
        : { settled: [...settled, ...end.settled], parked: null, recorded };
}
function groupsOf(world, requests) {
    const groups = [];
    let together = false;
    for (const request of requests) {
        const safe = world.find(request.name)?.concurrencySafe ?? false;
        const last = groups.at(-1);
        if (safe && together && last !== undefined)
            last.push(request);
        else
            groups.push([request]);
        together = safe;
    }
    return groups;
}
async function inParallel(items, limit, work) {
    const results = [];
    const queue = items.entries();
    const lane = async () => {
        for (const [index, item] of queue)
            results[index] = await work(item);
    };
    await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
    return results;
}


/***/ }),

/***/ 27471:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ findAndValidate)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(10768);
/* harmony import */ var _tools_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6039);


/**
 * Steps one and two: the tool by its exact name, then the input through the tool's own schema.
 * From here on only the parsed value is used.
 */
function findAndValidate(world, request) {
    const tool = world.find(request.name);
    if (tool === undefined)
        return { ok: false, kind: 'unknown', error: notFound(world, request.name) };
    if (!(0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .isJsonObject */ .O)(request.input)) {
        return { ok: false, kind: tool.kind, error: notAnObject(request.input) };
    }
    const preparation = prepareSafely(tool, request.input);
    return preparation.ok
        ? { ok: true, tool, prepared: preparation.call }
        : { ok: false, kind: tool.kind, error: preparation.error };
}
function prepareSafely(tool, input) {
    try {
        return tool.prepare(input);
    }
    catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        return {
            ok: false,
            error: {
                type: 'validation',
                message: `${tool.name} could not read its input: ${message}`,
                recommendations: ['Check the input against the schema of the tool.'],
            },
        };
    }
}
function notFound(world, name) {
    const names = world.toolNames();
    return {
        type: 'not_found',
        message: `There is no tool named ${JSON.stringify(name)}.${(0,_tools_index_js__WEBPACK_IMPORTED_MODULE_1__/* .didYouMean */ .a)(name, names)}`,
        recommendations: [`Use one of: ${names.join(', ')}.`],
    };
}
function notAnObject(input) {
    const came = typeof input === 'string' ? 'text that is not valid JSON' : JSON.stringify(input);
    return {
        type: 'validation',
        message: `The input of a call is a JSON object; this one was ${came?.slice(0, 200)}.`,
        recommendations: ['Make the call again with a complete JSON object as its input.'],
    };
}


/***/ }),

/***/ 54766:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $K: () => (/* binding */ readMessagesAnswer),
/* harmony export */   CE: () => (/* binding */ readPreAnswer),
/* harmony export */   FM: () => (/* binding */ readPostAnswer),
/* harmony export */   rU: () => (/* binding */ HOOK_TIMEOUT_MS)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(55156);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(21947);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(91497);


/** How long one hook may think about one call. */
const HOOK_TIMEOUT_MS = 10_000;
/** Characters that a hook may say at once. */
const MAX_TEXT_CHARS = 200_000;
const MAX_REASON_CHARS = 2_000;
const MAX_NOTE_CHARS = 4_000;
const MAX_BLOCKS = 100;
/** The forms of answers, made for a run that has hooks. */
const answers = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .once */ .O)(() => {
    const text = zod__WEBPACK_IMPORTED_MODULE_1__.string().max(MAX_TEXT_CHARS);
    const json = zod__WEBPACK_IMPORTED_MODULE_1__.json();
    const preAnswer = zod__WEBPACK_IMPORTED_MODULE_1__.strictObject({
        decision: zod__WEBPACK_IMPORTED_MODULE_1__["enum"](['auto', 'ask', 'deny']).optional(),
        reason: zod__WEBPACK_IMPORTED_MODULE_1__.string().max(MAX_REASON_CHARS).optional(),
        input: json.optional(),
        result: text.optional(),
    });
    const content = zod__WEBPACK_IMPORTED_MODULE_1__.union([
        text,
        zod__WEBPACK_IMPORTED_MODULE_1__.array(zod__WEBPACK_IMPORTED_MODULE_1__.discriminatedUnion('type', [
            zod__WEBPACK_IMPORTED_MODULE_1__.strictObject({ type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('text'), text }),
            zod__WEBPACK_IMPORTED_MODULE_1__.strictObject({ type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('image'), mediaType: zod__WEBPACK_IMPORTED_MODULE_1__.string(), base64: zod__WEBPACK_IMPORTED_MODULE_1__.string() }),
            zod__WEBPACK_IMPORTED_MODULE_1__.strictObject({
                type: zod__WEBPACK_IMPORTED_MODULE_1__.literal('document'),
                mediaType: zod__WEBPACK_IMPORTED_MODULE_1__.literal('application/pdf'),
                base64: zod__WEBPACK_IMPORTED_MODULE_1__.string(),
            }),
        ]))
            .max(MAX_BLOCKS),
    ]);
    const postAnswer = zod__WEBPACK_IMPORTED_MODULE_1__.strictObject({
        llmContent: content.optional(),
        errorMessage: text.optional(),
    });
    const messagesAnswer = zod__WEBPACK_IMPORTED_MODULE_1__.strictObject({ note: zod__WEBPACK_IMPORTED_MODULE_1__.string().max(MAX_NOTE_CHARS).optional() });
    return { preAnswer, postAnswer, messagesAnswer };
});
/**
 * What a hook answered, checked: modules are written without types, and a misspelt decision must not pass for none.
 * Nothing (`undefined`, `null`) is an answer without a word in it. Throws where it is anything else.
 */
function readPreAnswer(answer) {
    return checked(answers().preAnswer.safeParse(answer ?? {}));
}
function readPostAnswer(answer) {
    return checked(answers().postAnswer.safeParse(answer ?? {}));
}
function readMessagesAnswer(answer) {
    return checked(answers().messagesAnswer.safeParse(answer ?? {}));
}
function checked(parsed) {
    if (parsed.success)
        return parsed.data;
    const issue = parsed.error.issues[0];
    const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.map(String).join('.')}: `;
    throw new Error(`its answer is not valid: ${where}${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .TN)(issue?.message ?? '', MAX_REASON_CHARS)}`);
}


/***/ }),

/***/ 72097:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   M: () => (/* binding */ judgeCall),
/* harmony export */   p: () => (/* binding */ recordVerdict)
/* harmony export */ });
/* harmony import */ var _policy_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(49393);

const QUESTION = {
    verdict: 'requireApproval',
    rule: null,
    list: 'wall',
    line: null,
    because: 'It is a question to a person.',
};
/**
 * Step three: the policy's verdict on the parsed call. It has no effect and writes nothing. What is itself a question is
 * put before people whatever the rules let run; what they deny stays denied.
 */
function judgeCall(world, call) {
    const verdict = world.policy.judge(call.prepared.facts, world.situation());
    if (call.prepared.asks === undefined)
        return verdict;
    // A wall says in words of its own why it asks.
    const says = verdict.list === 'wall' && verdict.verdict === 'requireApproval';
    return says ? verdict : (0,_policy_index_js__WEBPACK_IMPORTED_MODULE_0__/* .stricter */ .Rn)(QUESTION, verdict);
}
/** Writes a verdict into the trail, with what it was about. */
async function recordVerdict(world, call, verdict) {
    const situation = world.situation();
    await world.trail.append({
        type: 'call.verdict',
        call: call.request.id,
        verdict: verdict.verdict,
        rule: verdict.rule,
        list: verdict.list,
        line: verdict.line,
        because: verdict.because,
        policySha256: world.policy.sha256,
        argumentsSha256: call.argumentsSha256,
        untrusted: situation.untrusted,
        sandboxed: situation.sandboxed,
        ...(verdict.commands === undefined ? {} : { commands: verdict.commands.map(commandEntry) }),
    });
}
function commandEntry(command) {
    return {
        words: command.words,
        verdict: command.verdict,
        rule: command.rule,
        line: command.line,
        because: command.because,
    };
}


/***/ }),

/***/ 46932:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  R: () => (/* binding */ carryOn),
  L: () => (/* binding */ openRecorded)
});

// EXTERNAL MODULE: ./build/base/digest.js
var digest = __webpack_require__(30742);
;// CONCATENATED MODULE: ./build/calls/ahead.js
/**
 * A trail for the entries that come before one effect. Each flush costs as much as all the work on an entry does, so
 * they share one. `before` is an entry that was begun earlier and must be there, too. Nothing may have an effect before
 * `onDisk` has resolved.
 */
function writeAhead(trail, before) {
    const begun = [before];
    return {
        trail: {
            run: trail.run,
            folder: trail.folder,
            append: (event) => {
                const written = trail.append(event);
                // Its failure is told by `onDisk`.
                written.catch(() => undefined);
                begun.push(written);
                return Promise.resolve(trail.head());
            },
            blob: (text) => trail.blob(text),
            head: () => trail.head(),
            close: () => trail.close(),
        },
        onDisk: async () => {
            await Promise.all(begun.splice(0));
        },
    };
}

// EXTERNAL MODULE: ./build/calls/approve.js + 1 modules
var approve = __webpack_require__(23670);
// EXTERNAL MODULE: ./build/base/json.js
var json = __webpack_require__(10768);
;// CONCATENATED MODULE: ./build/calls/arguments.js

/** Longer strings of a call's arguments are kept as blobs beside the trail. */
const INLINE_STRING_CHARS = 4_000;
const MAX_DEPTH = 50;
/** Arguments as the trail keeps them: each long string is replaced by `{ blob, bytes }`, its digest and size. */
async function argumentsForTrail(world, input, depth = 0) {
    if (depth > MAX_DEPTH)
        return '[nested too deeply for the trail]';
    if (typeof input === 'string') {
        if (input.length <= INLINE_STRING_CHARS)
            return input;
        const { sha256, bytes } = await world.trail.blob(input);
        return { blob: sha256, bytes };
    }
    if (isArray(input)) {
        return await Promise.all(input.map((item) => argumentsForTrail(world, item, depth + 1)));
    }
    if (!(0,json/* isJsonObject */.O)(input))
        return input;
    const kept = {};
    for (const [key, value] of Object.entries(input)) {
        kept[key] = await argumentsForTrail(world, value, depth + 1);
    }
    return kept;
}
function isArray(value) {
    return Array.isArray(value);
}

// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./build/calls/record.js
var record = __webpack_require__(78933);
;// CONCATENATED MODULE: ./build/calls/execute.js


/** How long a tool may take to come back after its signal was aborted. */
const ABORT_GRACE_MS = 10_000;
/** What one call may tell on its way. */
const MAX_PROGRESS = 1_000;
const MAX_PROGRESS_CHARS = 10_000;
/**
 * Step six: the effect. `EXECUTING`, with the digest of exactly what is executed, is on disk before it begins.
 * Whatever the tool throws becomes a typed result; a tool that ignores its signal is left behind.
 */
async function executeCall(world, call, ahead) {
    await (0,record/* recordState */.DX)(world, call, {
        state: 'EXECUTING',
        details: { argumentsSha256: call.argumentsSha256 },
    });
    await ahead?.onDisk();
    world.bus.emit({
        type: 'tool:start',
        snapshot: (0,record/* snapshotOf */.eY)(call.request, 'EXECUTING', call.inputPreview),
    });
    const startedMs = world.clock.monotonicMs();
    const result = call.ready === null
        ? await runTool(world, call)
        : { ok: true, llmContent: call.ready };
    return { result, durationMs: Math.round(world.clock.monotonicMs() - startedMs) };
}
async function runTool(world, call) {
    const timeout = new AbortController();
    const stop = new AbortController();
    const signal = AbortSignal.any([world.signal, timeout.signal]);
    const progress = tellProgress(world, call);
    const context = {
        call: call.request.id,
        signal,
        ...(call.answer === undefined ? {} : { answer: call.answer }),
        emit: progress.emit,
    };
    const gaveUp = giveUp(world, { timeoutMs: call.tool.timeoutMs, timeout, stop: stop.signal });
    gaveUp.catch(() => undefined);
    try {
        return await Promise.race([call.prepared.execute(context), gaveUp]);
    }
    catch (error) {
        return failure(call, {
            error,
            timedOut: timeout.signal.aborted,
            cancelled: world.signal.aborted,
        });
    }
    finally {
        stop.abort();
        await progress.end();
    }
}
/**
 * What a tool emits, redacted and in its order, before the end of its call is told. What is no JSON object is left out,
 * and so is what comes after the end, from a tool that was left behind.
 */
function tellProgress(world, call) {
    let left = MAX_PROGRESS;
    let told = Promise.resolve();
    const tell = async (given) => {
        const progress = await world.redactor.redactJson(given);
        if (!(0,json/* isJsonObject */.O)(progress))
            return;
        world.bus.emit({ type: 'tool:progress', call: call.request.id, progress });
    };
    return {
        emit: (given) => {
            const progress = copied(given);
            if (left === 0 || !(0,json/* isJsonObject */.O)(progress))
                return;
            left -= 1;
            told = told.then(() => tell(progress)).catch(() => undefined);
        },
        end: async () => {
            left = 0;
            await told;
        },
    };
}
/** A copy, so that what the tool does to its own afterwards changes nothing; `null` for what is too long or no JSON. */
function copied(given) {
    try {
        const text = JSON.stringify(given) ?? '';
        const value = text.length > MAX_PROGRESS_CHARS ? null : JSON.parse(text);
        return value;
    }
    catch {
        return null;
    }
}
async function giveUp(world, limits) {
    const ended = AbortSignal.any([world.signal, limits.stop]);
    try {
        await world.clock.sleep(limits.timeoutMs, ended);
    }
    catch {
        // The run was cancelled, or the tool came back; the grace below tells them apart.
    }
    limits.timeout.abort();
    await world.clock.sleep(ABORT_GRACE_MS, limits.stop);
    throw new Error('it did not stop when it was told to');
}
function failure(call, why) {
    const name = call.tool.name;
    if (why.cancelled) {
        return {
            ok: false,
            error: { type: 'cancelled', message: `${name} was cancelled.`, recommendations: [] },
        };
    }
    if (why.timedOut) {
        return {
            ok: false,
            error: {
                type: 'timeout',
                message: `${name} was ended after ${call.tool.timeoutMs} ms.`,
                recommendations: ['Do less in one call.'],
            },
        };
    }
    return {
        ok: false,
        error: {
            type: 'execution',
            message: `${name} failed: ${(0,errors/* errorText */.k)(why.error)}`,
            recommendations: ['Read the message, change the call, and do not repeat it unchanged.'],
        },
    };
}

// EXTERNAL MODULE: ./build/calls/find.js
var find = __webpack_require__(27471);
// EXTERNAL MODULE: ./build/calls/judge.js
var judge = __webpack_require__(72097);
// EXTERNAL MODULE: ./build/calls/hooks.js
var hooks = __webpack_require__(54766);
// EXTERNAL MODULE: ./build/calls/pre-hooks.js
var pre_hooks = __webpack_require__(25598);
;// CONCATENATED MODULE: ./build/calls/post-hooks.js



/**
 * Step seven: the tool's own hook, then the run's, may put another text in place of what the model gets. One that
 * throws or takes too long changes nothing, and the trail says so.
 */
async function postHooks(world, call, result) {
    let current = result;
    const { tool, prepared } = call;
    const first = prepared.postToolUse === undefined
        ? []
        : [{ name: `tool:${tool.name}`, postToolUse: (_, ran) => prepared.postToolUse?.(ran) }];
    for (const hook of [...first, ...world.hooks]) {
        if (hook.postToolUse === undefined)
            continue;
        const answer = await askHook(world, hook, { call, result: current });
        await world.trail.append({
            type: 'hook.ran',
            call: call.request.id,
            hook: hook.name,
            phase: 'postToolUse',
            effect: answer.effect,
        });
        current = replaced(current, answer);
    }
    return current;
}
/** People see the same as the model where a hook replaced it: what it took out must not show elsewhere. */
function replaced(result, answer) {
    const { llmContent, errorMessage } = answer;
    const content = llmContent === undefined ? {} : { llmContent };
    if (!result.ok) {
        const message = errorMessage ?? result.error.message;
        return { ...result, ...content, error: { ...result.error, message } };
    }
    if (llmContent === undefined)
        return result;
    const { displayContent: _, ...rest } = result;
    return { ...rest, llmContent };
}
async function askHook(world, hook, of) {
    const { call, result } = of;
    try {
        const asked = Promise.resolve(hook.postToolUse?.((0,pre_hooks/* hookCallOf */.nq)(world, call), structuredClone(result)));
        const answer = (0,hooks/* readPostAnswer */.FM)(await (0,pre_hooks/* withinTime */.dn)(world, asked));
        const changes = answer.llmContent !== undefined || answer.errorMessage !== undefined;
        return { ...answer, effect: changes ? 'result replaced' : 'none' };
    }
    catch (error) {
        return { effect: `failed: ${(0,errors/* errorText */.k)(error)}` };
    }
}

// EXTERNAL MODULE: ./build/calls/settle.js
var settle = __webpack_require__(70091);
;// CONCATENATED MODULE: ./build/calls/open.js











const CANCELLED = {
    type: 'cancelled',
    message: 'The run was ended before this call began.',
    recommendations: [],
};
/**
 * Opens one call and, where nobody has to be asked, carries it out. What precedes its effect is on disk before the effect, the
 * entry that `before` waits for among it; how it ended shares the flush of what is recorded next.
 */
async function openRecorded(world, request, before) {
    const ahead = writeAhead(world.trail, before);
    const opened = await openAhead({ ...world, trail: ahead.trail }, request, ahead);
    const recorded = ahead.onDisk();
    recorded.catch(() => undefined);
    return { opened, recorded };
}
/** Find → validate → judge → pre-hooks, then either the effect, a refusal, or the queue for people. */
async function openAhead(world, request, ahead) {
    const found = (0,find/* findAndValidate */.d)(world, request);
    if (!found.ok) {
        // A tool that does not exist has whatever name the model gave it.
        const name = await world.redactor.redact(request.name);
        const shown = { request: { ...request, name }, inputPreview: '' };
        await recordPending(world, shown, { input: request.input, kind: found.kind });
        return { kind: 'settled', settled: await (0,settle/* settleFailed */.nU)(world, shown, found.error) };
    }
    const opened = await (0,record/* openCall */.LJ)(world, request, found);
    const verdict = (0,judge/* judgeCall */.M)(world, opened);
    await recordPending(world, opened, { input: opened.prepared.input, kind: opened.tool.kind });
    await (0,judge/* recordVerdict */.p)(world, opened, verdict);
    // A hook is somebody's code: it sees nothing of a call that is not on record.
    if ((0,pre_hooks/* hasPreHooks */.Oq)(world, opened))
        await ahead.onDisk();
    const judged = await (0,pre_hooks/* preHooks */.yN)(world, opened, verdict);
    const same = judged.verdict === verdict && judged.argumentsSha256 === opened.argumentsSha256;
    if (!same)
        await (0,judge/* recordVerdict */.p)(world, judged, judged.verdict);
    return await route(world, judged, ahead);
}
async function route(world, call, ahead) {
    const { verdict } = call;
    world.bus.emit({
        type: 'verdict',
        snapshot: (0,record/* snapshotOf */.eY)(call.request, 'PENDING', call.inputPreview),
        verdict: verdict.verdict,
        because: await world.redactor.redact(verdict.because),
    });
    if (verdict.verdict === 'deny') {
        return { kind: 'settled', settled: await (0,settle/* settleDenied */.$D)(world, call, policyRefusal(call)) };
    }
    if (world.signal.aborted) {
        return { kind: 'settled', settled: await (0,settle/* settleFailed */.nU)(world, call, CANCELLED) };
    }
    const admission = await world.admit(call.tool.name);
    if (!admission.ok) {
        return { kind: 'settled', settled: await (0,settle/* settleFailed */.nU)(world, call, admission.error) };
    }
    if (verdict.verdict === 'requireApproval') {
        await (0,record/* recordState */.DX)(world, call, {
            state: 'APPROVAL_REQUIRED',
            details: { because: verdict.because },
        });
        return { kind: 'gated', call: (0,approve/* gate */.G)(call) };
    }
    await (0,record/* recordState */.DX)(world, call, { state: 'APPROVED' });
    return { kind: 'settled', settled: await carryOn(world, call, ahead) };
}
/** Steps six to eight: the effect, the hooks after it, and what came of it. */
async function carryOn(world, call, ahead) {
    const ran = await executeCall(world, call, ahead);
    const result = await postHooks(world, call, ran.result);
    return await (0,settle/* settle */.G9)(world, call, { result, durationMs: ran.durationMs });
}
function policyRefusal(call) {
    const { verdict } = call;
    const rule = verdict.rule === null ? '' : ` (rule ${verdict.rule}${lineOf(verdict.line)})`;
    const reason = verdict.reason === undefined ? '' : ` ${verdict.reason}`;
    return {
        refusal: 'policy',
        because: `The policy denies this call${rule}: ${verdict.because}${reason}`,
        recommendation: 'Do not try the same by another way. Find an allowed way, or finish and say so.',
    };
}
function lineOf(line) {
    return line === null ? '' : `, line ${line}`;
}
async function recordPending(world, call, of) {
    const { request } = call;
    await (0,record/* recordState */.DX)(world, call, {
        state: 'PENDING',
        details: {
            turn: request.turn,
            parent: request.parent,
            'gen_ai.tool.name': request.name,
            'gen_ai.tool.call.id': request.toolUseId,
            'gen_ai.tool.call.arguments': await argumentsForTrail(world, of.input),
            kind: of.kind,
            argumentsSha256: (0,digest/* digestOf */.o)(of.input),
        },
    });
}


/***/ }),

/***/ 25598:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Oq: () => (/* binding */ hasPreHooks),
/* harmony export */   dn: () => (/* binding */ withinTime),
/* harmony export */   nq: () => (/* binding */ hookCallOf),
/* harmony export */   yN: () => (/* binding */ preHooks)
/* harmony export */ });
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(45145);
/* harmony import */ var _policy_index_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(49393);
/* harmony import */ var _find_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(27471);
/* harmony import */ var _hooks_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(54766);
/* harmony import */ var _judge_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(72097);
/* harmony import */ var _record_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(78933);






const HOOK_DECISION = { auto: 'auto', ask: 'requireApproval', deny: 'deny' };
/**
 * Step four: the tool's own hook, then the run's in their order. Each may make the verdict stricter, change the
 * input (which is validated and judged again) or bring a ready result. A hook that throws or takes too long counts as `deny`.
 */
async function preHooks(world, opened, verdict) {
    let call = { ...opened, verdict, ready: null };
    const { tool, prepared } = opened;
    const first = prepared.preToolUse === undefined
        ? []
        : [{ name: `tool:${tool.name}`, preToolUse: () => prepared.preToolUse?.() }];
    for (const hook of [...first, ...world.hooks]) {
        if (hook.preToolUse === undefined)
            continue;
        const answer = await askHook(world, hook, call);
        await world.trail.append({
            type: 'hook.ran',
            call: call.request.id,
            hook: hook.name,
            phase: 'preToolUse',
            effect: effectOf(answer),
        });
        call = await apply(world, call, { hook, answer });
    }
    return call;
}
/** Whether any hook is asked about this call before it runs. */
function hasPreHooks(world, opened) {
    return (opened.prepared.preToolUse !== undefined ||
        world.hooks.some((hook) => hook.preToolUse !== undefined));
}
async function askHook(world, hook, call) {
    try {
        const asked = Promise.resolve(hook.preToolUse?.(hookCallOf(world, call)));
        return (0,_hooks_js__WEBPACK_IMPORTED_MODULE_0__/* .readPreAnswer */ .CE)(await withinTime(world, asked));
    }
    catch (error) {
        return { decision: 'deny', reason: `The hook ${hook.name} failed: ${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .errorText */ .k)(error)}` };
    }
}
/** A call as hooks see it. */
function hookCallOf(world, call) {
    return {
        call: call.request.id,
        tool: call.tool.name,
        kind: call.tool.kind,
        input: structuredClone(call.prepared.input),
        paths: world.policy
            .pathsOf(call.prepared.facts, world.situation())
            .map(({ path, access }) => ({ path, access })),
    };
}
/** The answer, or a rejection once a hook has had `HOOK_TIMEOUT_MS`. */
async function withinTime(world, asked) {
    const stop = new AbortController();
    const late = world.clock.sleep(_hooks_js__WEBPACK_IMPORTED_MODULE_0__/* .HOOK_TIMEOUT_MS */ .rU, stop.signal).then(() => {
        throw new Error(`it gave no answer within ${_hooks_js__WEBPACK_IMPORTED_MODULE_0__/* .HOOK_TIMEOUT_MS */ .rU} ms`);
    });
    late.catch(() => undefined);
    try {
        return await Promise.race([asked, late]);
    }
    finally {
        stop.abort();
    }
}
async function apply(world, call, by) {
    const changed = by.answer.input === undefined ? call : await withInput(world, call, by.answer.input);
    const verdict = decided(changed.verdict, by);
    return { ...changed, verdict, ready: by.answer.result ?? changed.ready };
}
async function withInput(world, call, input) {
    const request = { ...call.request, input };
    const found = (0,_find_js__WEBPACK_IMPORTED_MODULE_2__/* .findAndValidate */ .d)(world, request);
    if (!found.ok) {
        const because = `A hook changed the input to one that is not valid: ${found.error.message}`;
        return { ...call, verdict: { ...call.verdict, verdict: 'deny', list: 'wall', because } };
    }
    const opened = await (0,_record_js__WEBPACK_IMPORTED_MODULE_3__/* .openCall */ .LJ)(world, request, found);
    const judged = (0,_judge_js__WEBPACK_IMPORTED_MODULE_4__/* .judgeCall */ .M)(world, opened);
    const verdict = (0,_policy_index_js__WEBPACK_IMPORTED_MODULE_5__/* .stricter */ .Rn)(call.verdict, judged);
    return { ...opened, verdict, ready: call.ready };
}
function decided(verdict, by) {
    const { decision, reason } = by.answer;
    if (decision === undefined)
        return verdict;
    return (0,_policy_index_js__WEBPACK_IMPORTED_MODULE_5__/* .applyHook */ .YV)(verdict, {
        verdict: HOOK_DECISION[decision],
        because: reason ?? `${by.hook.name} says ${decision}`,
    });
}
function effectOf(answer) {
    const effects = [
        ...(answer.decision === undefined ? [] : [`decision ${answer.decision}`]),
        ...(answer.input === undefined ? [] : ['input changed']),
        ...(answer.result === undefined ? [] : ['ready result']),
        ...(answer.reason === undefined ? [] : [`reason: ${answer.reason}`]),
    ];
    return effects.length === 0 ? 'none' : effects.join('; ');
}


/***/ }),

/***/ 78933:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DX: () => (/* binding */ recordState),
/* harmony export */   LJ: () => (/* binding */ openCall),
/* harmony export */   eY: () => (/* binding */ snapshotOf)
/* harmony export */ });
/* unused harmony export PREVIEW_CHARS */
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1158);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(30742);

/** Characters of a call's input in a snapshot. */
const PREVIEW_CHARS = 200;
/** Digest and preview of a parsed input; the preview is redacted before it is cut. */
async function openCall(world, request, found) {
    const shown = await world.redactor.redact((0,_base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .canonicalJson */ .d)(found.prepared.input));
    return {
        request,
        ...found,
        argumentsSha256: (0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .digestOf */ .o)(found.prepared.input),
        inputPreview: shown.length > PREVIEW_CHARS ? `${shown.slice(0, PREVIEW_CHARS)}…` : shown,
    };
}
/** What listeners see of a call. */
function snapshotOf(request, state, inputPreview) {
    const { id, turn, parent, name } = request;
    return { call: id, turn, parent, tool: name, inputPreview, state };
}
/** Writes a call's new state into the trail, then tells listeners. */
async function recordState(world, call, entry) {
    await world.trail.append({
        type: 'call.state',
        call: call.request.id,
        state: entry.state,
        ...entry.details,
    });
    world.bus.emit({
        type: 'state_changed',
        snapshot: snapshotOf(call.request, entry.state, call.inputPreview),
    });
}


/***/ }),

/***/ 44805:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   X: () => (/* binding */ reopenCalls)
/* harmony export */ });
/* harmony import */ var _find_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(27471);
/* harmony import */ var _judge_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(72097);
/* harmony import */ var _record_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(78933);
/* harmony import */ var _settle_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(70091);




/**
 * Takes up calls that were parked by an earlier job: found, validated and judged again here and now. One that is no
 * longer possible, or that the policy now denies, is settled; whatever was gated stays gated.
 */
async function reopenCalls(world, parked) {
    const gated = [];
    const settled = [];
    for (const { request, nonce, ready } of parked) {
        const found = (0,_find_js__WEBPACK_IMPORTED_MODULE_0__/* .findAndValidate */ .d)(world, request);
        if (!found.ok) {
            settled.push(await (0,_settle_js__WEBPACK_IMPORTED_MODULE_1__/* .settleDenied */ .$D)(world, { request, inputPreview: '' }, gone(found.error.message)));
            continue;
        }
        const call = await (0,_record_js__WEBPACK_IMPORTED_MODULE_2__/* .openCall */ .LJ)(world, request, found);
        const verdict = (0,_judge_js__WEBPACK_IMPORTED_MODULE_3__/* .judgeCall */ .M)(world, call);
        if (verdict.verdict === 'deny')
            settled.push(await (0,_settle_js__WEBPACK_IMPORTED_MODULE_1__/* .settleDenied */ .$D)(world, call, gone(verdict.because)));
        else
            gated.push({ ...call, verdict, ready, nonce });
    }
    return { gated, settled };
}
function gone(because) {
    return {
        refusal: 'policy',
        because: `This call is no longer possible: ${because}`,
        recommendation: 'Find another way, or finish and say what is left.',
    };
}


/***/ }),

/***/ 70091:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $D: () => (/* binding */ settleDenied),
/* harmony export */   G9: () => (/* binding */ settle),
/* harmony export */   II: () => (/* binding */ settleUnanswered),
/* harmony export */   nU: () => (/* binding */ settleFailed)
/* harmony export */ });
/* harmony import */ var _audit_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1523);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(30742);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(91497);
/* harmony import */ var _tools_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(62767);
/* harmony import */ var _record_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(78933);




/** Results longer than this are kept as a blob beside the trail. */
const INLINE_RESULT_CHARS = 2_000;
/** Blocks of one result: texts, pictures, pages. */
const MAX_RESULT_BLOCKS = 100;
/** Step eight, after an effect: redacted, recorded, told. */
async function settle(world, call, ran) {
    const { result, durationMs } = ran;
    const clean = cutContent(await redactContent(world, contentOf(result)));
    const content = await noteUntrusted(world, result.metadata, clean);
    const state = result.ok ? 'COMPLETED' : 'FAILED';
    const text = textOf(content);
    await (0,_record_js__WEBPACK_IMPORTED_MODULE_0__/* .recordState */ .DX)(world, call, {
        state,
        details: {
            durationMs,
            resultSha256: (0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .sha256 */ .s)(text),
            resultBytes: Buffer.byteLength(text),
            result: text.length > INLINE_RESULT_CHARS ? await world.trail.blob(text) : text,
            ...(result.ok ? {} : { 'error.type': result.error.type, because: result.error.message }),
            ...exitCodeOf(result.metadata),
            ...networkOf(result.metadata),
        },
    });
    await recordWrite(world, call, result.metadata);
    const snapshot = (0,_record_js__WEBPACK_IMPORTED_MODULE_0__/* .snapshotOf */ .eY)(call.request, state, call.inputPreview);
    const shown = await world.redactor.redact(result.ok ? (result.displayContent ?? text) : result.error.message);
    world.bus.emit(result.ok
        ? { type: 'tool:end', snapshot, display: shown, durationMs }
        : { type: 'tool:error', snapshot, message: shown });
    const { name: tool, kind } = call.tool;
    const executed = { call: call.request.id, tool, kind, ok: result.ok, durationMs };
    world.bus.emit({ type: 'tool_executed', ...executed });
    return told(world, {
        request: call.request,
        state,
        content,
        isError: !result.ok,
        ...(result.ok ? {} : { error: result.error }),
        ...(result.metadata === undefined ? {} : { metadata: result.metadata }),
        touched: (call.prepared.facts.paths ?? []).map(({ path }) => path),
    });
}
function told(world, call) {
    world.onSettled?.(call);
    return call;
}
/** A call that never came to an effect because it could not be made: unknown tool, bad input, no budget. */
async function settleFailed(world, call, error) {
    const message = await world.redactor.redact(error.message);
    await (0,_record_js__WEBPACK_IMPORTED_MODULE_0__/* .recordState */ .DX)(world, call, {
        state: 'FAILED',
        details: { because: message, 'error.type': error.type },
    });
    world.bus.emit({
        type: 'tool:error',
        snapshot: (0,_record_js__WEBPACK_IMPORTED_MODULE_0__/* .snapshotOf */ .eY)(call.request, 'FAILED', call.inputPreview),
        message,
    });
    const content = await world.redactor.redact(errorContent(error));
    return told(world, { request: call.request, state: 'FAILED', content, isError: true, error });
}
/** A call that was refused before any effect. */
async function settleDenied(world, call, why) {
    const because = await world.redactor.redact(why.because);
    await (0,_record_js__WEBPACK_IMPORTED_MODULE_0__/* .recordState */ .DX)(world, call, { state: 'DENIED', details: { because } });
    world.bus.emit({
        type: 'tool:error',
        snapshot: (0,_record_js__WEBPACK_IMPORTED_MODULE_0__/* .snapshotOf */ .eY)(call.request, 'DENIED', call.inputPreview),
        message: because,
    });
    const error = {
        type: 'permission',
        message: why.because,
        recommendations: [why.recommendation],
    };
    const content = await world.redactor.redact(errorContent(error));
    const { request } = call;
    const { refusal } = why;
    return told(world, { request, state: 'DENIED', content, isError: true, refusal, error });
}
/** A question that nobody answered, asked with a word to go on with: that is no refusal of the work. */
async function settleUnanswered(world, call, because) {
    const denied = await settleDenied(world, call, {
        refusal: 'unanswered',
        because,
        recommendation: '',
    });
    const { refusal: _, error: __, ...rest } = denied;
    const text = `Nobody answered. Go on with what you said: ${call.prepared.otherwise ?? ''}`;
    return told(world, { ...rest, isError: false, content: await world.redactor.redact(text) });
}
function errorContent(error) {
    const advice = error.recommendations.map((line) => `- ${line}`).join('\n');
    return `Error (${error.type}): ${error.message}${advice === '' ? '' : `\n${advice}`}`;
}
function contentOf(result) {
    if (result.ok)
        return result.llmContent;
    const head = errorContent(result.error);
    if (result.llmContent === undefined)
        return head;
    if (typeof result.llmContent === 'string')
        return `${head}\n\n${result.llmContent}`;
    return [{ type: 'text', text: head }, ...result.llmContent];
}
async function redactContent(world, content) {
    if (typeof content === 'string')
        return await world.redactor.redact(content);
    return await Promise.all(content.map(async (block) => block.type === 'text' ? { ...block, text: await world.redactor.redact(block.text) } : block));
}
/** What is longer than a model is given at once, whatever tool it comes from; blocks share one length. */
function cutContent(content) {
    if (typeof content === 'string')
        return (0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .truncateMiddle */ .kU)(content, _tools_index_js__WEBPACK_IMPORTED_MODULE_3__/* .MAX_RESULT_CHARS */ .dO);
    let room = _tools_index_js__WEBPACK_IMPORTED_MODULE_3__/* .MAX_RESULT_CHARS */ .dO;
    const kept = content.slice(0, MAX_RESULT_BLOCKS).flatMap((block) => {
        if (block.type !== 'text')
            return [block];
        if (room <= 0)
            return [];
        const text = (0,_base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .truncateMiddle */ .kU)(block.text, room);
        room -= text.length;
        return [{ type: 'text', text }];
    });
    const dropped = content.length - kept.length;
    if (dropped === 0)
        return kept;
    return [...kept, { type: 'text', text: `[${dropped} more blocks were cut here]` }];
}
function textOf(content) {
    if (typeof content === 'string')
        return content;
    return content
        .map((block) => block.type === 'text'
        ? block.text
        : `[${block.type} ${block.mediaType}, sha256 ${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .sha256 */ .s)(block.base64)}]`)
        .join('\n');
}
function exitCodeOf(metadata) {
    const code = metadata?.['exitCode'];
    return typeof code === 'number' ? { 'process.exit.code': code } : {};
}
/** What a call made or changed on GitHub, by what its tool says: `created`, and `id` and `url` where it has them. */
async function recordWrite(world, call, metadata) {
    const what = metadata?.['created'];
    if (call.tool.category !== 'github' || typeof what !== 'string' || what === 'nothing')
        return;
    const id = metadata?.['id'];
    const url = metadata?.['url'];
    await world.trail.append({
        type: 'github.write',
        call: call.request.id,
        what,
        id: typeof id === 'number' || typeof id === 'string' ? id : null,
        url: typeof url === 'string' ? url : null,
    });
}
function networkOf(metadata) {
    const uses = (0,_audit_index_js__WEBPACK_IMPORTED_MODULE_4__/* .networkUses */ .fF)().safeParse(metadata?.['network']);
    return uses.success && uses.data.length > 0 ? { network: uses.data } : {};
}
/**
 * What a tool says that strangers may have written raises the gate, and reaches the model between marks: the tool's own
 * (`untrustedMarked`, where its words stand beside theirs), or marks around everything.
 */
async function noteUntrusted(world, metadata, content) {
    const source = metadata?.['untrustedSource'];
    if (typeof source !== 'string')
        return content;
    const author = metadata?.['untrustedAuthor'];
    const marked = metadata?.['untrustedMarked'] === true
        ? content
        : markedContent(content, (text) => world.mark(text, source));
    await world.untrustedRead({
        source,
        author: typeof author === 'string' ? author : null,
        because: 'a tool brought text that somebody without write access may have written',
        sha256: (0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .sha256 */ .s)(textOf(content)),
    });
    return marked;
}
function markedContent(content, mark) {
    if (typeof content === 'string')
        return mark(content);
    return content.map((block) => block.type === 'text' ? { ...block, text: mark(block.text) } : block);
}


/***/ }),

/***/ 40727:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S: () => (/* binding */ layModules),
/* harmony export */   _: () => (/* binding */ unusable)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(48161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(45145);
/* harmony import */ var _tools_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(28065);
/* harmony import */ var _trusted_files_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(20831);
/** I/O: writes modules of the trusted branch into a private folder and imports them from there. */






const MAX_MODULES = 50;
/**
 * Lays the modules that `patterns` name into a folder outside of the workspace, each under its own path, so that modules
 * which are named together can import each other. Nothing else of the repository is beside them. Throws
 * `tool-invalid` where a pattern names nothing, and for more than 50 modules.
 */
async function layModules(trusted, patterns, key) {
    if (patterns.length === 0)
        return { modules: [], remove: () => Promise.resolve() };
    if (trusted === null)
        throw unusable(key, patterns.join(', '), 'there is no trusted branch to read it from');
    const folder = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdtemp)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)(), 'countersign-modules-'));
    const remove = () => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(folder, { recursive: true, force: true });
    try {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, 'package.json'), '{"type":"module"}\n');
        const paths = await allNamed(trusted, patterns, key);
        for (const path of paths)
            await lay(trusted, { path, folder, key });
        return {
            modules: paths.map((path) => ({ path, load: () => (0,_tools_index_js__WEBPACK_IMPORTED_MODULE_3__/* .importModule */ .WE)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, path)) })),
            remove,
        };
    }
    catch (error) {
        await remove();
        throw error;
    }
}
async function allNamed(trusted, patterns, key) {
    const paths = new Set();
    for (const pattern of patterns) {
        const named = await (0,_trusted_files_js__WEBPACK_IMPORTED_MODULE_4__/* .namedFiles */ .VI)(trusted, pattern);
        if (named.length === 0)
            throw unusable(key, pattern, `nothing of that name is at ${trusted.where}`);
        for (const path of named)
            paths.add(path);
    }
    if (paths.size > MAX_MODULES)
        throw unusable(key, patterns.join(', '), `that is more than ${MAX_MODULES} modules`);
    return [...paths];
}
async function lay(trusted, of) {
    const text = await trusted.text(of.path);
    if (text === null)
        throw unusable(of.key, of.path, `it is not there at ${trusted.where}`);
    const file = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(of.folder, of.path);
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdir)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.dirname)(file), { recursive: true });
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)(file, text, { mode: 0o400, flag: 'wx' });
}
function unusable(key, path, why) {
    const because = typeof why === 'string' ? why : (0,_base_index_js__WEBPACK_IMPORTED_MODULE_5__/* .errorText */ .k)(why);
    return new _base_index_js__WEBPACK_IMPORTED_MODULE_5__/* .CountersignError */ .W('tool-invalid', `${key}: ${path} cannot be used: ${because}.`, {
        fix: 'Correct the module on the branch that the policy is read from, or take its line out of the policy.',
        cause: why,
    });
}


/***/ }),

/***/ 24810:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  I: () => (/* binding */ findSkills)
});

// UNUSED EXPORTS: skillFrom

// EXTERNAL MODULE: ./build/base/json.js
var json = __webpack_require__(10768);
// EXTERNAL MODULE: ./build/policy/yaml.js + 1 modules
var policy_yaml = __webpack_require__(53357);
;// CONCATENATED MODULE: ./build/policy/front-matter.js


const MAX_HEAD_CHARS = 64 * 1024;
const FENCED = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;
/** Reads the front matter of a Markdown text. Without one, `data` is empty and `body` is the whole text. Never throws. */
function readFrontMatter(text) {
    const head = FENCED.exec(text);
    if (head === null)
        return { ok: true, data: {}, body: text };
    const yaml = head[1] ?? '';
    if (yaml.length > MAX_HEAD_CHARS) {
        return { ok: false, because: `its front matter has more than ${MAX_HEAD_CHARS} characters` };
    }
    const parsed = (0,policy_yaml/* parseYaml */.hN)(yaml);
    if (!parsed.ok) {
        const [problem] = parsed.problems;
        const where = problem === undefined ? '' : ` on line ${problem.line + 1}: ${problem.message}`;
        return { ok: false, because: `its front matter is not valid${where}` };
    }
    const data = parsed.located?.value ?? {};
    if (!(0,json/* isJsonObject */.O)(data))
        return { ok: false, because: 'its front matter is not a list of keys' };
    return { ok: true, data, body: text.slice(head[0].length) };
}

// EXTERNAL MODULE: ./build/run/trusted-files.js
var trusted_files = __webpack_require__(20831);
;// CONCATENATED MODULE: ./build/run/skills.js


const PLACES = ['.claude/skills/*/SKILL.md', '.github/countersign/skills/*.md'];
const MAX_BODY_CHARS = 25_000;
const NAME = /^[\w][\w.-]{0,63}$/;
/**
 * The skills of the trusted branch. A file that is none (bad front matter, no description, a name that is taken) is left
 * out with a warning: instructions that cannot be read must not stop a run that may not need them.
 */
async function findSkills(trusted) {
    if (trusted === null)
        return { skills: [], warnings: [] };
    const skills = [];
    const warnings = [];
    const places = await Promise.all(PLACES.map((place) => (0,trusted_files/* namedFiles */.VI)(trusted, place)));
    for (const path of places.flat()) {
        const skill = skillFrom(path, (await trusted.text(path)) ?? '');
        const why = typeof skill === 'string'
            ? skill
            : skills.some(({ name }) => name === skill.name)
                ? `there is another skill named ${skill.name}`
                : null;
        if (why === null && typeof skill !== 'string')
            skills.push(skill);
        else
            warnings.push(`The skill ${path} was left out: ${why}.`);
    }
    return { skills, warnings };
}
/** A skill of a Markdown file, or why it is none. Without a name in its head it is called as its file or folder. */
function skillFrom(path, text) {
    const read = readFrontMatter(text);
    if (!read.ok)
        return read.because;
    const { name = usualName(path), description } = read.data;
    if (typeof name !== 'string' || !NAME.test(name))
        return 'its name is not letters, digits, ".", "_" or "-"';
    if (typeof description !== 'string' || description.trim() === '')
        return 'it has no description in its front matter';
    const body = read.body.trim();
    if (body === '')
        return 'there is nothing below its front matter';
    if (body.length > MAX_BODY_CHARS)
        return `it has more than ${MAX_BODY_CHARS} characters`;
    return { name, description, body };
}
function usualName(path) {
    const parts = path.split('/');
    const file = parts.at(-1) ?? '';
    return file === 'SKILL.md' ? (parts.at(-2) ?? '') : file.replace(/\.md$/, '');
}


/***/ }),

/***/ 20831:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   VI: () => (/* binding */ namedFiles),
/* harmony export */   ZS: () => (/* binding */ trustedAt),
/* harmony export */   qe: () => (/* binding */ trustedFolder)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(45145);
/* harmony import */ var _policy_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(92557);
/** I/O: reads the checkout, where a person at a terminal vouches for it. */




const MAX_FILE_BYTES = 1024 * 1024;
/** Files that one pattern may name. */
const MAX_MATCHES = 200;
/** Git objects of the trusted commit, read through the API. */
function trustedAt(github, ref, commit) {
    return {
        where: `${ref}@${commit}`,
        text: async (path) => (await github.fileAt(commit, path))?.text ?? null,
        names: (folder, what) => github.filesAt(commit, folder, what),
    };
}
/** The checkout of a person's own machine: their files, their word. Links that lead out of it are refused. */
function trustedFolder(root) {
    const inside = async (path) => {
        const real = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path)).catch(() => null);
        if (real === null)
            return null;
        const base = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(root);
        if (real === base || real.startsWith(base + node_path__WEBPACK_IMPORTED_MODULE_1__.sep))
            return real;
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W('path-refused', `${path} leads out of ${root}.`);
    };
    return {
        where: root,
        text: async (path) => {
            const file = await inside(path);
            if (file === null)
                return null;
            const { size } = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.stat)(file);
            if (size <= MAX_FILE_BYTES)
                return await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)(file, 'utf8');
            throw new _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W('file-refused', `${path} has ${size} bytes; at most ${MAX_FILE_BYTES} are read.`);
        },
        names: async (folder, what) => {
            const place = await inside(folder);
            const entries = place === null ? [] : await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readdir)(place, { withFileTypes: true }).catch(() => []);
            return entries
                .filter((entry) => (what === 'files' ? entry.isFile() : entry.isDirectory()))
                .map((entry) => entry.name)
                .sort();
        },
    };
}
/**
 * The files that a path of the policy names; `*` stands for any characters of one name. In their order, by name. Throws
 * `policy-invalid` for a path that leaves the repository, and for one that names more than 200 files.
 */
async function namedFiles(trusted, pattern) {
    const parts = pattern.replace(/^\.\//, '').split('/');
    if (pattern.startsWith('/') ||
        parts.some((part) => part === '..' || part === '' || part === '**')) {
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W('policy-invalid', `${JSON.stringify(pattern)} cannot name files of the repository.`, {
            fix: 'Write a path from its root, such as .github/countersign/tools/*.mjs; * stands within one name.',
        });
    }
    let found = [''];
    for (const [index, part] of parts.entries()) {
        const what = index === parts.length - 1 ? 'files' : 'folders';
        const next = await Promise.all(found.map((folder) => below(trusted, folder, { part, what })));
        found = next.flat();
        if (found.length > MAX_MATCHES) {
            throw new _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W('policy-invalid', `${pattern} names more than ${MAX_MATCHES} files.`);
        }
    }
    return found;
}
async function below(trusted, folder, of) {
    const { part, what } = of;
    const path = (name) => (folder === '' ? name : `${folder}/${name}`);
    if (!part.includes('*'))
        return [path(part)];
    const names = await trusted.names(folder, what);
    return names
        .filter((name) => (0,_policy_index_js__WEBPACK_IMPORTED_MODULE_3__/* .matchesName */ .H)(name, part))
        .sort()
        .map(path);
}


/***/ }),

/***/ 76798:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B: () => (/* binding */ clarifyTool),
/* harmony export */   G: () => (/* binding */ planTool)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(55156);
/* harmony import */ var _define_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(98089);
/* harmony import */ var _result_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(62767);



const MAX_QUESTION_CHARS = 4_000;
const MAX_CHOICES = 20;
const MAX_CHOICE_CHARS = 500;
const MAX_WAIT_MINUTES = 7 * 24 * 60;
const MS_PER_MINUTE = 60_000;
const MAX_PLAN_CHARS = 40_000;
/** People are given the time that the policy gives them, not this. */
const TIMEOUT_MS = 60_000;
/**
 * `clarify`: a question to a person, asked as a call that needs approval is, and answered by `/answer ID text`. The default is
 * what the model is told to go on with where nobody answers. A question with a limit of its own is over once that or the
 * policy's time has passed; without one the run may be suspended until somebody answers.
 */
function clarifyTool() {
    return (0,_define_js__WEBPACK_IMPORTED_MODULE_0__/* .defineTool */ .uO)({
        name: 'clarify',
        displayName: 'Ask a person',
        description: {
            short: 'Ask a person one question that only they can answer, and wait for the answer.',
            usageNotes: [
                'Look first: ask only what neither the request nor the repository says.',
                'Give choices where there are few, and a default that you can go on with.',
                'wait_minutes: give up after so long, and go on with the default.',
            ],
        },
        kind: 'readonly',
        category: 'people',
        timeoutMs: TIMEOUT_MS,
        asks: 'answer',
        input: zod__WEBPACK_IMPORTED_MODULE_1__.object({
            question: zod__WEBPACK_IMPORTED_MODULE_1__.string().min(1).max(MAX_QUESTION_CHARS),
            choices: zod__WEBPACK_IMPORTED_MODULE_1__.array(zod__WEBPACK_IMPORTED_MODULE_1__.string().min(1).max(MAX_CHOICE_CHARS)).max(MAX_CHOICES).optional(),
            default: zod__WEBPACK_IMPORTED_MODULE_1__.string().max(MAX_QUESTION_CHARS).optional(),
            wait_minutes: zod__WEBPACK_IMPORTED_MODULE_1__.number().positive().max(MAX_WAIT_MINUTES).optional(),
        }),
        preview: ({ question, choices = [], ...limits }) => ({
            form: 'text',
            text: [
                question,
                ...choices.map((choice, index) => `${index + 1}. ${choice}`),
                ...withoutAnswer(limits),
            ].join('\n'),
        }),
        unanswered: ({ default: otherwise }) => otherwise,
        waitMs: ({ wait_minutes: minutes }) => minutes === undefined ? undefined : minutes * MS_PER_MINUTE,
        execute: ({ choices = [] }, { answer = '' }) => {
            const number = /^\s*(\d{1,2})[.)]?\s*$/.exec(answer)?.[1];
            const chosen = number === undefined ? undefined : choices[Number(number) - 1];
            return (0,_result_js__WEBPACK_IMPORTED_MODULE_2__/* .success */ .kX)(`The answer: ${chosen ?? answer.trim()}`);
        },
    });
}
/** What people are told of a question that they leave alone. */
function withoutAnswer(limits) {
    const { default: otherwise, wait_minutes: minutes } = limits;
    const when = minutes === undefined ? '' : ` within ${minutes} minutes`;
    if (otherwise !== undefined)
        return [`Without an answer${when}: ${otherwise}`];
    return minutes === undefined ? [] : [`Without an answer${when} the run goes on without.`];
}
/**
 * `plan_submit`: puts a plan before a person. It only runs once somebody approved exactly this plan; `onApproved` is then told.
 */
function planTool(options) {
    return (0,_define_js__WEBPACK_IMPORTED_MODULE_0__/* .defineTool */ .uO)({
        name: 'plan_submit',
        displayName: 'Submit a plan',
        description: {
            short: 'Put your plan before a person for approval.',
            long: 'Until a plan is approved only tools that read are allowed. Look around first; then say what you will ' +
                'change, in which files, and how you will check it.',
        },
        kind: 'readonly',
        category: 'people',
        timeoutMs: TIMEOUT_MS,
        asks: 'approval',
        input: zod__WEBPACK_IMPORTED_MODULE_1__.object({ plan: zod__WEBPACK_IMPORTED_MODULE_1__.string().min(1).max(MAX_PLAN_CHARS) }),
        preview: ({ plan }) => ({ form: 'text', text: plan }),
        execute: (_, { answer }) => {
            options.onApproved();
            const note = answer === undefined || answer.trim() === '' ? '' : ` With this note: ${answer.trim()}`;
            return (0,_result_js__WEBPACK_IMPORTED_MODULE_2__/* .success */ .kX)(`The plan is approved. Carry it out.${note}`);
        },
    });
}


/***/ }),

/***/ 91807:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  B: () => (/* binding */ startServers)
});

// EXTERNAL MODULE: ./build/base/text.js
var base_text = __webpack_require__(91497);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(55156);
// EXTERNAL MODULE: ./build/base/json.js
var json = __webpack_require__(10768);
;// CONCATENATED MODULE: ./build/tools/mcp/sdk.js


const CONNECT_TIMEOUT_MS = 20_000;
const LIST_TIMEOUT_MS = 20_000;
const MAX_PAGES = 50;
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
const sdk_json = schemas.json();
const listedTool = schemas.looseObject({
    name: schemas.string().min(1).max(256),
    description: schemas.string().optional(),
    inputSchema: schemas.record(schemas.string(), sdk_json),
    annotations: schemas.looseObject({ openWorldHint: schemas.boolean().optional() }).optional(),
});
const listing = schemas.looseObject({ tools: schemas.array(schemas.unknown()), nextCursor: schemas.string().optional() });
const answer = schemas.looseObject({
    content: schemas.array(schemas.record(schemas.string(), sdk_json)).optional(),
    structuredContent: sdk_json.optional(),
    isError: schemas.boolean().optional(),
});
/** Connects to a server. Rejects where it does not answer in time; nothing of it is left then. */
async function connectServer(place, world) {
    const { Client } = await Promise.all(/* import() */[__webpack_require__.e(3846), __webpack_require__.e(2463), __webpack_require__.e(63)]).then(__webpack_require__.bind(__webpack_require__, 30063));
    const client = new Client({ name: 'countersign', version: world.version }, { capabilities: {} });
    const transport = place.kind === 'stdio'
        ? await stdioTransport(place, world.commands)
        : await httpTransport(place);
    try {
        await client.connect(transport, { timeout: CONNECT_TIMEOUT_MS });
    }
    catch (error) {
        await transport.close().catch(() => undefined);
        throw error;
    }
    return {
        list: async (limit) => {
            const tools = [];
            let cursor;
            for (let page = 0; page < MAX_PAGES; page += 1) {
                const params = cursor === undefined ? {} : { cursor };
                const listed = await client.request({ method: 'tools/list', params }, listing, {
                    timeout: LIST_TIMEOUT_MS,
                });
                for (const tool of listed.tools) {
                    if (tools.length >= limit)
                        return { tools, more: true };
                    const read = readTool(tool);
                    if (read !== null)
                        tools.push(read);
                }
                cursor = listed.nextCursor;
                if (cursor === undefined)
                    return { tools, more: false };
            }
            return { tools, more: true };
        },
        call: async (name, input, { signal, timeoutMs, onProgress }) => {
            const result = await client.request({ method: 'tools/call', params: { name, arguments: { ...input } } }, answer, {
                signal,
                timeout: timeoutMs,
                onprogress: ({ progress, total }) => onProgress({ progress, ...(total === undefined ? {} : { total }) }),
            });
            const { content = [], structuredContent = null, isError = false } = result;
            return {
                content: content.filter((block) => (0,json/* isJsonObject */.O)(block)),
                structured: structuredContent,
                isError,
            };
        },
        close: async () => {
            await client.close();
        },
    };
}
/** A tool that is described as it should be; `null` for anything else, which is passed over. */
function readTool(value) {
    const parsed = listedTool.safeParse(value);
    if (!parsed.success)
        return null;
    const { name, description = '', inputSchema, annotations } = parsed.data;
    return { name, description, inputSchema, openWorld: annotations?.openWorldHint === true };
}
async function stdioTransport(place, commands) {
    const { ReadBuffer, serializeMessage } = await Promise.all(/* import() */[__webpack_require__.e(3846), __webpack_require__.e(6224)]).then(__webpack_require__.bind(__webpack_require__, 6224));
    const buffer = new ReadBuffer({ maxBufferSize: MAX_MESSAGE_BYTES });
    let child = null;
    const take = (chunk) => {
        try {
            buffer.append(Buffer.from(chunk));
            for (let message = buffer.readMessage(); message !== null; message = buffer.readMessage())
                transport.onmessage?.(message);
        }
        catch (error) {
            // What is no message is passed over by the reader; what does not end is the server's end.
            transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
            if (String(error).includes('buffer'))
                void child?.close();
        }
    };
    const transport = {
        start: async () => {
            child = await commands.talk(place.argv, {
                env: place.env,
                onOutput: take,
                onEnd: () => transport.onclose?.(),
            });
        },
        send: (message) => {
            const taken = child?.write(serializeMessage(message)) === true;
            return taken ? Promise.resolve() : Promise.reject(new Error('The server is gone.'));
        },
        close: async () => {
            await child?.close();
            buffer.clear();
        },
    };
    return transport;
}
async function httpTransport(place) {
    const { StreamableHTTPClientTransport } = await Promise.all(/* import() */[__webpack_require__.e(3846), __webpack_require__.e(5587)]).then(__webpack_require__.bind(__webpack_require__, 65587));
    const inner = new StreamableHTTPClientTransport(new URL(place.url), {
        requestInit: { headers: { ...place.headers }, redirect: 'error' },
        fetch: (url, init) => boundedFetch(url, { ...init, redirect: 'error' }),
        reconnectionOptions: {
            maxReconnectionDelay: 5_000,
            initialReconnectionDelay: 500,
            reconnectionDelayGrowFactor: 2,
            maxRetries: 2,
        },
    });
    // The SDK's class has optional members that are `undefined`; the interface wants them absent.
    const transport = {
        start: async () => {
            // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's transports have no other way.
            inner.onmessage = (message) => transport.onmessage?.(message);
            // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above.
            inner.onclose = () => transport.onclose?.();
            // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above.
            inner.onerror = (error) => transport.onerror?.(error);
            await inner.start();
        },
        send: (message) => inner.send(message),
        close: () => inner.close(),
        setProtocolVersion: (version) => inner.setProtocolVersion(version),
    };
    return transport;
}
/** No answer is longer than a message may be; a stream that stays open counts what it brought. */
async function boundedFetch(url, init) {
    const response = await fetch(url, init);
    if (response.body === null)
        return response;
    let bytes = 0;
    const bound = new TransformStream({
        transform: (chunk, controller) => {
            bytes += chunk.byteLength;
            if (bytes > MAX_MESSAGE_BYTES)
                controller.error(new Error('The server sent too much.'));
            else
                controller.enqueue(chunk);
        },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
}

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/from-json-schema.js
var from_json_schema = __webpack_require__(22473);
// EXTERNAL MODULE: ./build/base/digest.js
var digest = __webpack_require__(30742);
// EXTERNAL MODULE: ./build/policy/wildcard.js
var wildcard = __webpack_require__(92557);
// EXTERNAL MODULE: ./build/tools/define.js
var tools_define = __webpack_require__(98089);
// EXTERNAL MODULE: ./build/tools/result.js
var tools_result = __webpack_require__(62767);
// EXTERNAL MODULE: ./build/tools/validation.js
var validation = __webpack_require__(30081);
// EXTERNAL MODULE: ./build/tools/schema.js
var tools_schema = __webpack_require__(30453);
;// CONCATENATED MODULE: ./build/tools/mcp/schema.js


/**
 * Schemas by servers are by strangers, and one that the Messages API does not take would have it refuse every request of
 * the run. What is looked at here is where servers go wrong: words of older drafts, and values of the wrong type.
 */
const MAX_DEPTH = 50;
const TYPES = [
    'string',
    'number',
    'integer',
    'boolean',
    'array',
    'object',
    'null',
];
const SCHEMAS = [
    'items',
    'additionalProperties',
    'contains',
    'propertyNames',
    'not',
    'if',
    'then',
    'else',
    'unevaluatedProperties',
    'unevaluatedItems',
];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const COUNTS = [
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minProperties',
    'maxProperties',
    'minContains',
    'maxContains',
];
const TEXTS = ['title', 'description', '$id', '$schema', '$anchor', 'format', 'pattern'];
/** Why the API would not take this schema of a tool's input; `null` where it would. */
function schemaProblem(schema) {
    return (0,tools_schema/* apiProblem */.UI)(schema) ?? problemIn(schema, { root: schema, depth: 0 });
}
function problemIn(schema, at) {
    if (typeof schema === 'boolean')
        return null;
    if (!(0,json/* isJsonObject */.O)(schema))
        return 'a schema in it is neither an object nor a boolean';
    if (at.depth > MAX_DEPTH)
        return 'it nests too deeply';
    for (const [key, value] of Object.entries(schema)) {
        const problem = keywordProblem(key, value, at);
        if (problem !== null)
            return problem;
    }
    return null;
}
function keywordProblem(key, value, at) {
    if (SCHEMAS.includes(key))
        return problemIn(value, below(at));
    if (LISTS.includes(key)) {
        if (!(0,tools_schema/* isArray */.cy)(value) || value.length === 0)
            return `${key} is no list of schemas`;
        return firstProblem(value, at);
    }
    if (MAPS.includes(key)) {
        return (0,json/* isJsonObject */.O)(value)
            ? firstProblem(Object.values(value), at)
            : `${key} is no object`;
    }
    if (key === '$ref')
        return leadsSomewhere(value, at.root) ? null : 'a $ref in it leads nowhere';
    return plainProblem(key, value);
}
function below({ root, depth }) {
    return { root, depth: depth + 1 };
}
/** Only places in the schema itself: nobody fetches another one. */
function leadsSomewhere(ref, root) {
    if (typeof ref !== 'string' || !/^#(?:\/|$)/.test(ref))
        return false;
    let place = root;
    for (const part of ref.split('/').slice(1)) {
        const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
        if (typeof place !== 'object' || place === null)
            return false;
        place = (0,tools_schema/* isArray */.cy)(place) ? place[Number(key)] : place[key];
    }
    return place !== undefined;
}
function firstProblem(schemas, at) {
    for (const schema of schemas) {
        const problem = problemIn(schema, below(at));
        if (problem !== null)
            return problem;
    }
    return null;
}
function plainProblem(key, value) {
    if (key === 'type')
        return isType(value) ? null : 'a type in it is none of JSON Schema';
    if (key === 'required')
        return isNames(value) ? null : 'required is no list of names';
    if (key === 'enum')
        return (0,tools_schema/* isArray */.cy)(value) ? null : 'enum is no list';
    if (NUMBERS.includes(key))
        return typeof value === 'number' ? null : `${key} is no number`;
    if (COUNTS.includes(key))
        return Number.isInteger(value) && Number(value) >= 0 ? null : `${key} is no count`;
    if (TEXTS.includes(key) && typeof value !== 'string')
        return `${key} is no text`;
    return null;
}
function isType(value) {
    if (!(0,tools_schema/* isArray */.cy)(value))
        return TYPES.includes(value);
    return (value.length > 0 &&
        new Set(value).size === value.length &&
        value.every((one) => TYPES.includes(one)));
}
function isNames(value) {
    return ((0,tools_schema/* isArray */.cy)(value) &&
        new Set(value).size === value.length &&
        value.every((name) => typeof name === 'string'));
}

;// CONCATENATED MODULE: ./build/tools/mcp/tool.js







const MAX_NAME_CHARS = 64;
const DIGEST_CHARS = 6;
const MAX_DESCRIPTION_CHARS = 2_000;
const MAX_SCHEMA_CHARS = 20_000;
const CALL_TIMEOUT_MS = 2 * 60_000;
const MAX_BLOCKS = 50;
const MAX_IMAGE_CHARS = 5 * 1024 * 1024;
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** `mcp__server__tool`, cut with a digest where that is too long for a tool's name. */
function toolName(server, tool) {
    const full = `mcp__${server}__${tool}`.replaceAll(/[^a-zA-Z0-9_-]/g, '_');
    if (full.length <= MAX_NAME_CHARS)
        return full;
    return `${full.slice(0, MAX_NAME_CHARS - DIGEST_CHARS - 1)}_${(0,digest/* sha256 */.s)(tool).slice(0, DIGEST_CHARS)}`;
}
/**
 * A tool of a server. What the server says of it is believed only where it makes the tool's kind stricter: read-only is what
 * the policy names so. Its results are text by strangers.
 */
function mcpTool(listed, facts, connection) {
    const name = toolName(facts.server, listed.name);
    const isReadonly = facts.readonly.some((pattern) => (0,wildcard/* matchesName */.H)(listed.name, pattern) || (0,wildcard/* matchesName */.H)(name, pattern));
    const outside = facts.host !== null || listed.openWorld;
    const tool = (0,tools_define/* defineTool */.uO)({
        name,
        displayName: `${(0,base_text/* oneLine */.TN)(listed.name, 100)} (${facts.server})`,
        description: `(MCP server ${facts.server}) ${(0,base_text/* visible */.RK)(listed.description).slice(0, MAX_DESCRIPTION_CHARS)}`,
        kind: isReadonly ? 'readonly' : outside ? 'network' : 'execute',
        category: 'mcp',
        tags: [facts.server],
        timeoutMs: CALL_TIMEOUT_MS,
        concurrencySafe: isReadonly,
        input: schemas.looseObject({}),
        facts: () => (facts.host === null ? {} : { hosts: [facts.host] }),
        narrowestRule: () => name,
        execute: async (input, context) => {
            const given = input;
            const result = await connection.call(listed.name, (0,json/* isJsonObject */.O)(given) ? given : {}, {
                signal: context.signal,
                timeoutMs: CALL_TIMEOUT_MS,
                onProgress: (progress) => context.emit(progress),
            });
            return resultOf(result, facts.server);
        },
    });
    return withSchema(tool, listed.inputSchema);
}
/**
 * The model is told the server's own schema, and what it sends is checked against it as far as it can be read. A schema
 * that the API would not take is told in the description instead.
 */
function withSchema(tool, schema) {
    const text = JSON.stringify(schema);
    if (text.length > MAX_SCHEMA_CHARS)
        return tool;
    const problem = schemaProblem(schema);
    if (problem !== null) {
        const long = `The server describes the input so: ${(0,base_text/* visible */.RK)(text).slice(0, MAX_DESCRIPTION_CHARS)}`;
        return { ...tool, description: { ...tool.description, long } };
    }
    const validator = validatorOf(schema);
    return {
        ...tool,
        inputSchema: schema,
        prepare: (input) => {
            const parsed = validator?.safeParse(input);
            if (parsed === undefined || parsed.success)
                return tool.prepare(input);
            const bad = { tool: tool.name, schema, input, issues: parsed.error.issues, unknownKeys: [] };
            return { ok: false, error: (0,validation/* validationError */.c)(bad) };
        },
    };
}
/** `null` for a schema that cannot be read: the server then checks by itself. */
function validatorOf(schema) {
    try {
        return from_json_schema/* fromJSONSchema */.y({ ...schema });
    }
    catch {
        return null;
    }
}
function resultOf(result, server) {
    const metadata = { untrustedSource: `MCP server ${server}` };
    const blocks = result.content.slice(0, MAX_BLOCKS).flatMap((block) => blockOf(block));
    const more = result.content.length - MAX_BLOCKS;
    if (more > 0)
        blocks.push({ type: 'text', text: `[${more} more parts were left out]` });
    if (blocks.length === 0) {
        blocks.push({
            type: 'text',
            text: result.structured === null ? '(no output)' : JSON.stringify(result.structured),
        });
    }
    const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
    const content = texts.length === blocks.length ? texts.join('\n') : blocks;
    if (!result.isError)
        return { ok: true, llmContent: content, metadata };
    const failed = (0,tools_result/* failure */.V2)('execution', `The MCP server ${server} says that the call failed.`, [
        'Read its words below.',
    ]);
    return { ...failed, llmContent: content, metadata };
}
function blockOf(block) {
    const { type, text, data, mimeType, resource, uri } = block;
    if (type === 'text' && typeof text === 'string')
        return [{ type: 'text', text }];
    if (type === 'image' && typeof data === 'string' && typeof mimeType === 'string') {
        if (IMAGES.has(mimeType) &&
            data.length <= MAX_IMAGE_CHARS &&
            /^[A-Za-z0-9+/]+={0,2}$/.test(data)) {
            return [{ type: 'image', mediaType: mimeType, base64: data }];
        }
        return [
            { type: 'text', text: `[an image of type ${(0,base_text/* oneLine */.TN)(mimeType, 50)} that cannot be shown]` },
        ];
    }
    if (type === 'resource' && (0,json/* isJsonObject */.O)(resource)) {
        const inner = resource['text'];
        const place = (0,base_text/* oneLine */.TN)(typeof resource['uri'] === 'string' ? resource['uri'] : '', 500);
        return [
            {
                type: 'text',
                text: typeof inner === 'string' ? `${place}:\n${inner}` : `[the resource ${place}, not text]`,
            },
        ];
    }
    if (type === 'resource_link' && typeof uri === 'string')
        return [{ type: 'text', text: `[resource ${(0,base_text/* oneLine */.TN)(uri, 500)}]` }];
    return [
        {
            type: 'text',
            text: `[a part of the type ${(0,base_text/* oneLine */.TN)(typeof type === 'string' ? type : 'unknown', 50)}]`,
        },
    ];
}

;// CONCATENATED MODULE: ./build/tools/mcp/index.js



const MAX_TOOLS_A_SERVER = 100;
const MAX_SERVERS = 16;
const MAX_WHY_CHARS = 500;
/**
 * Starts the servers of the policy side by side and lists their tools. A server that does not start, hangs, or lists garbage
 * is left out with a warning: the run goes on without it. The caller closes what this gives.
 */
async function startServers(servers, world) {
    const named = Object.entries(servers);
    const warnings = [];
    if (named.length > MAX_SERVERS)
        warnings.push(`Only the first ${MAX_SERVERS} of ${named.length} MCP servers are used.`);
    const connections = [];
    const lists = await Promise.all(named.slice(0, MAX_SERVERS).map(async ([name, server]) => {
        try {
            const connection = await connectServer(placeOf(name, server, world), world);
            connections.push(connection);
            return await toolsOf(name, server, { connection, warnings });
        }
        catch (error) {
            warnings.push(`The MCP server ${name} is left out: ${(0,base_text/* oneLine */.TN)((0,errors/* errorText */.k)(error), MAX_WHY_CHARS)}`);
            return [];
        }
    }));
    return {
        tools: withoutTwins(lists.flat(), warnings),
        warnings,
        close: async () => {
            await Promise.all(connections.map((connection) => connection.close().catch(() => undefined)));
        },
    };
}
async function toolsOf(name, server, of) {
    const { connection, warnings } = of;
    const { tools, more } = await connection.list(MAX_TOOLS_A_SERVER);
    if (more)
        warnings.push(`The MCP server ${name} has more tools than ${MAX_TOOLS_A_SERVER}; the others are left out.`);
    const host = 'url' in server ? hostOf(server.url) : null;
    const facts = { server: name, readonly: server.readonly ?? [], host };
    return tools.flatMap((listed) => {
        try {
            return [mcpTool(listed, facts, connection)];
        }
        catch (error) {
            warnings.push(`A tool of the MCP server ${name} is left out: ${(0,base_text/* oneLine */.TN)((0,errors/* errorText */.k)(error), MAX_WHY_CHARS)}`);
            return [];
        }
    });
}
/** A host as rules name it: with the port where it is not the scheme's own. */
function hostOf(url) {
    return new URL(url).host;
}
function withoutTwins(tools, warnings) {
    const seen = new Set();
    return tools.filter(({ name }) => {
        if (!seen.has(name))
            return seen.add(name);
        warnings.push(`Two MCP tools would be named ${name}; the second is left out.`);
        return false;
    });
}
/** Where a server is, with the secrets that the policy names for it, and no others. */
function placeOf(name, server, world) {
    const secrets = secretsOf(name, server.secrets ?? [], world);
    const filled = (values = {}) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fill(value, secrets)]));
    if ('url' in server)
        return { kind: 'http', url: server.url, headers: filled(server.headers) };
    if (!world.sandboxed) {
        throw new Error('there is no sandbox to start it in; "sandbox: off" in the policy starts it without one.');
    }
    const env = { ...Object.fromEntries(secrets), ...filled(server.env) };
    return { kind: 'stdio', argv: [server.command, ...(server.args ?? [])], env };
}
function secretsOf(name, wanted, world) {
    const secrets = new Map();
    for (const key of wanted) {
        const value = world.environment[key];
        if (value === undefined || value === '')
            throw new Error(`the secret ${key} is not in the environment of the step.`);
        world.redactor.addSecret(value, `mcp-${name}`);
        secrets.set(key, value);
    }
    return secrets;
}
/** `${NAME}` stands for a secret that the server's own list names; any other stays as it is written. */
function fill(text, secrets) {
    return text.replaceAll(/\$\{(\w+)\}/g, (whole, key) => secrets.get(key) ?? whole);
}


/***/ }),

/***/ 28065:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   WE: () => (/* binding */ importModule),
/* harmony export */   bm: () => (/* binding */ withinLoadTime),
/* harmony export */   c7: () => (/* binding */ loadToolModules)
/* harmony export */ });
/* unused harmony exports MODULE_TIMEOUT_MS, toolKit */
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(58500);
/* harmony import */ var node_url__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(73136);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(45145);
/* harmony import */ var _define_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(98089);
/* harmony import */ var _plain_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(33624);
var __rewriteRelativeImportExtension = (undefined && undefined.__rewriteRelativeImportExtension) || function (path, preserveJsx) {
    if (typeof path === "string" && /^\.\.?\//.test(path)) {
        return path.replace(/\.(tsx)$|((?:\.d)?)((?:\.[^./]+?)?)\.([cm]?)ts$/i, function (m, tsx, d, ext, cm) {
            return tsx ? preserveJsx ? ".jsx" : ".js" : d && (!ext || !cm) ? m : (d + ext + "." + cm.toLowerCase() + "js");
        });
    }
    return path;
};





/**
 * Repository tools. The caller took the modules from the trusted branch; this file runs their code
 * in the parent.
 */
const MODULE_TIMEOUT_MS = 10_000;
const MAX_TOOLS_A_MODULE = 50;
/** What a module's default export is called with. Zod as a whole is loaded with the first module: few runs have one. */
async function toolKit() {
    return { defineTool: _define_js__WEBPACK_IMPORTED_MODULE_2__/* .defineTool */ .uO, defineToolAsync: _define_js__WEBPACK_IMPORTED_MODULE_2__/* .defineToolAsync */ .Wq, tool: _plain_js__WEBPACK_IMPORTED_MODULE_3__/* .tool */ .z, z: await __webpack_require__.e(/* import() */ 6087).then(__webpack_require__.bind(__webpack_require__, 46087)) };
}
/** Imports an ES module by its absolute path. */
async function importModule(absolutePath) {
    return await import(__rewriteRelativeImportExtension(/* webpackIgnore: true */ (0,node_url__WEBPACK_IMPORTED_MODULE_1__.pathToFileURL)(absolutePath).href));
}
/**
 * The tools of `export default ({ defineTool, tool, z }) => …`, which may give one tool or several,
 * at once or later. Throws `tool-invalid` naming the module that cannot be loaded, takes too long,
 * or gives something else.
 */
async function loadToolModules(modules, options = {}) {
    const tools = [];
    for (const module of modules) {
        tools.push(...(await withinLoadTime(module, loadModule(module), options.timeoutMs)));
    }
    return tools;
}
/** What loading a module gives. Throws `tool-invalid` naming the module where it takes longer than `timeoutMs`. */
async function withinLoadTime(module, loading, timeoutMs = MODULE_TIMEOUT_MS) {
    const stop = new AbortController();
    const late = (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_0__.setTimeout)(timeoutMs, undefined, { signal: stop.signal }).then(() => {
        throw refused(module, `it was not loaded within ${timeoutMs} ms`);
    });
    late.catch(() => undefined);
    try {
        return await Promise.race([loading, late]);
    }
    finally {
        stop.abort();
    }
}
async function loadModule(module) {
    let made;
    try {
        const make = defaultOf(await module.load());
        if (typeof make !== 'function')
            throw new Error('its default export is not a function');
        made = await make(await toolKit());
    }
    catch (error) {
        throw refused(module, (0,_base_index_js__WEBPACK_IMPORTED_MODULE_4__/* .errorText */ .k)(error), error);
    }
    const tools = Array.isArray(made) ? made : [made];
    const settled = await Promise.all(tools).catch((error) => {
        throw refused(module, (0,_base_index_js__WEBPACK_IMPORTED_MODULE_4__/* .errorText */ .k)(error), error);
    });
    if (settled.length > MAX_TOOLS_A_MODULE)
        throw refused(module, `it gives more than ${MAX_TOOLS_A_MODULE} tools`);
    const wrong = settled.findIndex((one) => !(0,_define_js__WEBPACK_IMPORTED_MODULE_2__/* .isTool */ .DS)(one));
    if (wrong !== -1) {
        throw refused(module, `what it gives at place ${wrong + 1} was not made by defineTool or tool`);
    }
    return settled.filter(_define_js__WEBPACK_IMPORTED_MODULE_2__/* .isTool */ .DS);
}
function defaultOf(loaded) {
    return typeof loaded === 'object' && loaded !== null && 'default' in loaded
        ? loaded.default
        : undefined;
}
function refused(module, why, cause) {
    return new _base_index_js__WEBPACK_IMPORTED_MODULE_4__/* .CountersignError */ .W('tool-invalid', `The module ${module.path} cannot be used: ${why}.`, {
        fix: 'Write `export default ({ defineTool, z }) => defineTool({ … })`.',
        cause,
    });
}


/***/ }),

/***/ 33624:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   z: () => (/* binding */ tool)
/* harmony export */ });
/* unused harmony export plainObject */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(55156);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(45145);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(10768);
/* harmony import */ var _define_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(98089);



const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
const common = { description: zod__WEBPACK_IMPORTED_MODULE_0__.string().exactOptional(), optional: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().exactOptional() };
/** One parameter without what is below it. A key that is not here would say something that then does not hold. */
const parameterShape = zod__WEBPACK_IMPORTED_MODULE_0__.discriminatedUnion('type', [
    zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
        ...common,
        type: zod__WEBPACK_IMPORTED_MODULE_0__.literal('string'),
        enum: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.string()).min(1).exactOptional(),
    }),
    zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({ ...common, type: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](['number', 'integer', 'boolean']) }),
    zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({ ...common, type: zod__WEBPACK_IMPORTED_MODULE_0__.literal('array'), items: zod__WEBPACK_IMPORTED_MODULE_0__.unknown() }),
    zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
        ...common,
        type: zod__WEBPACK_IMPORTED_MODULE_0__.literal('object'),
        properties: zod__WEBPACK_IMPORTED_MODULE_0__.record(zod__WEBPACK_IMPORTED_MODULE_0__.string(), zod__WEBPACK_IMPORTED_MODULE_0__.unknown()),
    }),
]);
/**
 * The smallest way to a tool: `tool('shout', (args) => args.text.toUpperCase(), { parameters: {
 * text: { type: 'string' } } })`. Throws `tool-invalid` for a parameter of no known type.
 */
function tool(name, execute, options = {}) {
    const { parameters, ...rest } = options;
    return (0,_define_js__WEBPACK_IMPORTED_MODULE_1__/* .defineTool */ .uO)({
        kind: 'execute',
        description: name,
        ...rest,
        name,
        input: parameters === undefined ? zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({}) : plainObject(name, parameters),
        execute: (input, context) => {
            if (!fitsParameters(input))
                throw new _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W('internal', `${name}: not an object`);
            return execute(input, context);
        },
    });
}
/** The schema was made of these very parameters, so what it parsed has their type. */
function fitsParameters(input) {
    return (0,_base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .isJsonObject */ .O)(input);
}
/** A Zod object of plain parameters; keys that it does not name are refused. */
function plainObject(name, parameters) {
    if (!(0,_base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .isJsonObject */ .O)(parameters) || Object.hasOwn(parameters, '__proto__')) {
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W('tool-invalid', `The parameters of ${name} are no plain object of names.`, {
            fix: "Write parameters: { text: { type: 'string' } }.",
        });
    }
    const shape = {};
    for (const [key, parameter] of Object.entries(parameters)) {
        shape[key] = plainType(`${name}.${key}`, parameter);
    }
    return zod__WEBPACK_IMPORTED_MODULE_0__.strictObject(shape);
}
function plainType(where, parameter) {
    if (!(0,_base_index_js__WEBPACK_IMPORTED_MODULE_3__/* .isJsonObject */ .O)(parameter) || !TYPES.includes(parameter.type)) {
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W('tool-invalid', `The parameter ${where} has no known type.`, {
            fix: `Write { type: ${TYPES.map((type) => `'${type}'`).join(' | ')} }.`,
        });
    }
    const shape = parameterShape.safeParse(parameter);
    if (!shape.success) {
        const because = shape.error.issues.map((issue) => issue.message).join('; ');
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_2__/* .CountersignError */ .W('tool-invalid', `The parameter ${where} cannot be used: ${because}.`, { fix: 'For more than plain parameters, use defineTool with a Zod schema.' });
    }
    const base = bareType(where, parameter);
    const described = parameter.description === undefined ? base : base.describe(parameter.description);
    return parameter.optional === true ? described.optional() : described;
}
function bareType(where, parameter) {
    if (parameter.type === 'object')
        return plainObject(where, parameter.properties);
    if (parameter.type === 'array')
        return zod__WEBPACK_IMPORTED_MODULE_0__.array(plainType(`${where}[]`, parameter.items));
    if (parameter.type === 'string') {
        return parameter.enum === undefined ? zod__WEBPACK_IMPORTED_MODULE_0__.string() : zod__WEBPACK_IMPORTED_MODULE_0__["enum"](parameter.enum);
    }
    return { number: zod__WEBPACK_IMPORTED_MODULE_0__.number(), integer: zod__WEBPACK_IMPORTED_MODULE_0__.int(), boolean: zod__WEBPACK_IMPORTED_MODULE_0__.boolean() }[parameter.type];
}


/***/ }),

/***/ 72549:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S: () => (/* binding */ skillTool)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(55156);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(45145);
/* harmony import */ var _base_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(91497);
/* harmony import */ var _closest_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6039);
/* harmony import */ var _define_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(98089);
/* harmony import */ var _result_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(62767);





const MAX_SKILLS = 50;
const MAX_TOLD_CHARS = 200;
/**
 * `skill`: loads the instructions of one skill; the tool's description lists them all. No skills,
 * no tool: `[]`. Throws `tool-invalid` for more than 50 skills or two of one name.
 */
function skillTool(options) {
    const { skills } = options;
    if (skills.length === 0)
        return [];
    const names = skills.map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) {
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .CountersignError */ .W('tool-invalid', `Two skills are named ${JSON.stringify(twice)}.`, {
            fix: 'Rename one of them in its front matter.',
        });
    }
    if (skills.length > MAX_SKILLS) {
        throw new _base_index_js__WEBPACK_IMPORTED_MODULE_0__/* .CountersignError */ .W('tool-invalid', `There are ${skills.length} skills; at most ${MAX_SKILLS} fit.`);
    }
    const listed = skills.map(({ name, description }) => `${name}: ${(0,_base_index_js__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .TN)(description, MAX_TOLD_CHARS)}`);
    return [
        (0,_define_js__WEBPACK_IMPORTED_MODULE_2__/* .defineTool */ .uO)({
            name: 'skill',
            displayName: 'Load skill',
            description: {
                short: 'Load the instructions of a skill before work that it is about:',
                usageNotes: listed,
            },
            kind: 'readonly',
            category: 'skill',
            concurrencySafe: true,
            input: zod__WEBPACK_IMPORTED_MODULE_3__.object({ name: zod__WEBPACK_IMPORTED_MODULE_3__.string() }),
            execute: ({ name }) => {
                const skill = skills.find((one) => one.name === name);
                if (skill !== undefined)
                    return (0,_result_js__WEBPACK_IMPORTED_MODULE_4__/* .success */ .kX)(skill.body);
                return (0,_result_js__WEBPACK_IMPORTED_MODULE_4__/* .failure */ .V2)('not_found', `There is no skill ${JSON.stringify(name)}.${(0,_closest_js__WEBPACK_IMPORTED_MODULE_5__/* .didYouMean */ .a)(name, names)}`, [`Use one of: ${names.join(', ')}.`]);
            },
        }),
    ];
}


/***/ }),

/***/ 31007:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  aO: () => (/* binding */ webTools)
});

// UNUSED EXPORTS: fetchTool, searchTool, tavilySearch

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(55156);
// EXTERNAL MODULE: ./build/base/text.js
var base_text = __webpack_require__(91497);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./build/tools/define.js
var tools_define = __webpack_require__(98089);
// EXTERNAL MODULE: ./build/tools/result.js
var result = __webpack_require__(62767);
// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(37067);
// EXTERNAL MODULE: external "node:https"
var external_node_https_ = __webpack_require__(44708);
// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __webpack_require__(77030);
// EXTERNAL MODULE: ./build/base/address.js
var address = __webpack_require__(75344);
// EXTERNAL MODULE: ./build/sandbox/network/resolve.js
var network_resolve = __webpack_require__(32733);
;// CONCATENATED MODULE: ./build/tools/web/get.js
/** I/O: fetches pages of the internet. Addresses come from a model, pages from strangers; nothing of either is trusted. */





/** Bytes of one page. */
const MAX_PAGE_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const MAX_HEADER_BYTES = 64 * 1024;
const AGENT = 'countersign';
/**
 * Gets a page. A name is resolved once, every address of it must be a public one, and the connection goes to just that
 * address; redirects within the host go the same way, others are handed back. Rejects where the network fails.
 */
async function getPage(url, options) {
    let current = url;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
        const refusal = urlRefusal(current);
        if (refusal !== null)
            return { kind: 'refused', because: refusal };
        const response = await get_open(current, options);
        if (typeof response === 'string')
            return { kind: 'refused', because: response };
        const { statusCode: status = 0, headers } = response;
        const location = status >= 300 && status < 400 ? headers.location : undefined;
        if (location === undefined)
            return await pageOf(response, { url: current.href, status });
        response.destroy();
        const next = targetOf(location, current);
        if (next === null)
            return { kind: 'refused', because: 'it redirects to what is no address' };
        const downgraded = current.protocol === 'https:' && next.protocol !== 'https:';
        if (next.host !== current.host || downgraded)
            return { kind: 'elsewhere', url: next.href };
        current = next;
    }
    return { kind: 'refused', because: `it redirects more than ${MAX_REDIRECTS} times` };
}
/** Why an address cannot be fetched whatever its host is; `null` where it can. */
function urlRefusal(url) {
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
        return 'only http and https addresses can be fetched';
    if (url.username !== '' || url.password !== '')
        return 'it holds a user name or a password';
    return null;
}
function targetOf(location, from) {
    try {
        return new URL(location, from);
    }
    catch {
        return null;
    }
}
async function get_open(url, options) {
    const { network, signal } = options;
    const { resolve = network_resolve/* resolveName */.q, mayReach = address/* isPublicAddress */.i } = network;
    const name = url.hostname.replace(/^\[|\]$/g, '');
    const family = (0,external_node_net_.isIP)(name);
    const addresses = family === 0 ? await resolve(name) : [{ address: name, family }];
    const [first] = addresses;
    if (first === undefined)
        return `${name} has no address`;
    const inside = addresses.find(({ address }) => !mayReach(address));
    if (inside !== undefined)
        return `${name} is ${inside.address}, which is not an address of the public internet`;
    // The answer that was checked is the one that is used: asking again could give another.
    const lookup = (_, { all }, done) => {
        if (all === true)
            done(null, [first]);
        else
            done(null, first.address, first.family);
    };
    const send = url.protocol === 'https:' ? external_node_https_.request : external_node_http_.request;
    return await new Promise((done, fail) => {
        const request = send(url, {
            method: 'GET',
            agent: false,
            lookup,
            signal,
            maxHeaderSize: MAX_HEADER_BYTES,
            headers: {
                'user-agent': AGENT,
                accept: 'text/html, text/*;q=0.9, application/json;q=0.8, */*;q=0.1',
                'accept-encoding': 'identity',
            },
        });
        request.once('response', done).once('error', fail);
        request.end();
    });
}
async function pageOf(response, of) {
    const encoding = response.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') {
        response.destroy();
        return {
            kind: 'refused',
            because: `it comes compressed (${encoding}), though it was asked for as it is`,
        };
    }
    const chunks = [];
    let bytes = 0;
    for await (const chunk of response) {
        const part = Buffer.from(chunk);
        bytes += part.length;
        if (bytes > MAX_PAGE_BYTES) {
            response.destroy();
            return { kind: 'refused', because: `it has more than ${MAX_PAGE_BYTES} bytes` };
        }
        chunks.push(part);
    }
    return {
        kind: 'page',
        ...of,
        type: response.headers['content-type'] ?? '',
        bytes: Buffer.concat(chunks),
    };
}

// EXTERNAL MODULE: external "node:vm"
var external_node_vm_ = __webpack_require__(30714);
;// CONCATENATED MODULE: ./build/tools/web/markdown.js

/** HTML that is longer is cut before it is read: the reader takes time and memory. */
const MAX_HTML_CHARS = 1_500_000;
/** Then the page comes as its bare text. */
const MAX_READING_MS = 3_000;
const UNREAD = [
    'script',
    'style',
    'noscript',
    'iframe',
    'object',
    'embed',
    'template',
    'head',
    'svg',
    'canvas',
];
/** A page as Markdown, without what people do not read. What cannot be read as HTML comes as its text, tags taken out. */
async function htmlToMarkdown(html) {
    const cut = html.slice(0, MAX_HTML_CHARS);
    const { default: TurndownService } = await __webpack_require__.e(/* import() */ 5488).then(__webpack_require__.t.bind(__webpack_require__, 75488, 19));
    const service = new TurndownService({
        headingStyle: 'atx',
        codeBlockStyle: 'fenced',
        bulletListMarker: '-',
    });
    service.remove(['script', 'style', 'noscript', 'iframe', 'object', 'template', 'head', 'canvas']);
    service.addRule('unread', {
        filter: (node) => UNREAD.some((name) => node.nodeName.toLowerCase() === name),
        replacement: () => '',
    });
    service.addRule('data', {
        filter: (node) => node.nodeName === 'IMG' && (node.getAttribute('src') ?? '').startsWith('data:'),
        replacement: () => '',
    });
    return withinTime(() => service.turndown(cut)) ?? textIn(cut);
}
/**
 * What `work` gives; `null` where it throws or takes too long. The reader's time grows with the square of how deep a page
 * nests, and nothing else of the run happens while it reads: a page must not be able to stop a run that way. A context
 * of its own is here for its clock alone; it is no wall.
 */
function withinTime(work) {
    const end = { text: null };
    const read = () => {
        end.text = work();
    };
    try {
        (0,external_node_vm_.runInNewContext)('read()', { read }, { timeout: MAX_READING_MS });
    }
    catch {
        return null;
    }
    return end.text;
}
/** The text between the tags. Every expression here looks at each character a few times at most. */
function textIn(html) {
    return html
        .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
        .replaceAll(/<[^<>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ');
}

;// CONCATENATED MODULE: ./build/tools/web/fetch.js






const MAX_URL_CHARS = 4_000;
const TIMEOUT_MS = 45_000;
/** Characters of a page that one call gives. */
const SLICE_CHARS = 25_000;
const TEXTUAL = /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|javascript|yaml|x-yaml|toml)\b)/i;
/**
 * `web_fetch`: a page of the internet as text, HTML as Markdown. The policy judges the host; no address of this machine or its
 * neighbours is reached, and a redirect to another host is a call of its own.
 */
function fetchTool(network = {}) {
    return (0,tools_define/* defineTool */.uO)({
        name: 'web_fetch',
        displayName: 'Fetch a page',
        description: {
            short: 'Get a page of the internet as text; HTML comes as Markdown.',
            usageNotes: [
                'A redirect to another host is told to you, and fetched by a call of its own.',
                'Long pages: go on with offset.',
            ],
        },
        kind: 'network',
        category: 'web',
        timeoutMs: TIMEOUT_MS,
        concurrencySafe: true,
        input: schemas.object({
            url: schemas.string().min(1).max(MAX_URL_CHARS).describe('http or https'),
            offset: schemas.int().min(0).optional().describe('The character to go on from'),
        }),
        facts: ({ url }) => ({ hosts: [parsed(url).host] }),
        narrowestRule: ({ url }) => `web_fetch(${parsed(url).host})`,
        preview: ({ url }) => ({ form: 'text', text: `GET ${parsed(url).href}` }),
        execute: async ({ url, offset = 0 }, { signal }) => {
            let page;
            try {
                page = await getPage(parsed(url), { signal, network });
            }
            catch (error) {
                signal.throwIfAborted();
                return (0,result/* failure */.V2)('execution', `${(0,base_text/* oneLine */.TN)(url, 200)} could not be fetched: ${(0,errors/* errorText */.k)(error)}`);
            }
            return await resultOf(page, { url, offset });
        },
    });
}
/** The address as it will be asked for. Throws `path-refused` for what is none: such a call is refused before anything. */
function parsed(url) {
    const found = URL.parse(url);
    const refusal = found === null ? 'it is no address' : urlRefusal(found);
    if (found !== null && refusal === null)
        return found;
    throw new errors/* CountersignError */.W('path-refused', `${(0,base_text/* oneLine */.TN)(url, 200)} cannot be fetched: ${refusal}.`, {
        fix: 'Give a whole address that begins with https://.',
    });
}
async function resultOf(page, of) {
    const asked = (0,base_text/* oneLine */.TN)(of.url, 200);
    if (page.kind === 'refused')
        return (0,result/* failure */.V2)('permission', `${asked} was not fetched: ${page.because}.`);
    if (page.kind === 'elsewhere') {
        return (0,result/* failure */.V2)('execution', `${asked} redirects to another place: ${(0,base_text/* oneLine */.TN)(page.url, 1_000)}`, ['Call web_fetch with that address if you want it.']);
    }
    const metadata = { untrustedSource: page.url, status: page.status };
    const text = await textOf(page);
    if (text === null) {
        return (0,result/* failure */.V2)('execution', `${asked} is not text: ${(0,base_text/* oneLine */.TN)(page.type, 100) || 'no type'}, ${page.bytes.length} bytes.`);
    }
    const slice = text.slice(of.offset, of.offset + SLICE_CHARS);
    const rest = text.length - of.offset - slice.length;
    const more = rest > 0 ? `\n\n[${rest} more characters: go on with offset ${of.offset + slice.length}]` : '';
    const shown = `${slice === '' ? '(nothing)' : slice}${more}`;
    if (page.status < 400)
        return (0,result/* success */.kX)(shown, metadata);
    return {
        ...(0,result/* failure */.V2)('execution', `${asked} answered ${page.status}.`),
        llmContent: shown,
        metadata,
    };
}
/** `null` for what is not text. */
async function textOf(page) {
    const type = page.type.trim() === '' ? 'text/plain' : page.type;
    if (!TEXTUAL.test(type) && !/^application\/xhtml\+xml/i.test(type))
        return null;
    const text = decoded(page.bytes, /charset="?([\w.:-]+)/i.exec(type)?.[1] ?? 'utf-8');
    if (page.type.trim() === '' && text.includes('\u0000'))
        return null;
    return /^(?:text\/html|application\/xhtml)/i.test(type) ? await htmlToMarkdown(text) : text;
}
function decoded(bytes, charset) {
    try {
        return new TextDecoder(charset).decode(bytes);
    }
    catch {
        return new TextDecoder().decode(bytes);
    }
}

;// CONCATENATED MODULE: ./build/tools/web/search.js




const MAX_QUERY_CHARS = 400;
const MAX_DOMAINS = 20;
const MAX_DOMAIN_CHARS = 253;
const DOMAIN = /^[a-zA-Z0-9_-]+(?:\.[a-zA-Z0-9_-]+)+$/;
/** A search without domains may bring pages of every host: only rules about every host match it. */
const EVERYWHERE = ['*'];
const search_TIMEOUT_MS = 120_000;
const MAX_PAGES = 20;
const MAX_TEXT_CHARS = 1_500;
const MAX_ANSWER_CHARS = 20_000;
/**
 * `web_search`, whoever searches. The policy's rules are about the domains that a call names; one that names none
 * searches those of `usualDomains`, and everywhere where there are none.
 */
function searchTool(options) {
    const named = (options.usualDomains ?? []).filter((domain) => DOMAIN.test(domain));
    const usual = named.slice(0, MAX_DOMAINS);
    const domain = schemas.string().max(MAX_DOMAIN_CHARS).regex(DOMAIN);
    return (0,tools_define/* defineTool */.uO)({
        name: 'web_search',
        displayName: 'Search the web',
        description: {
            short: 'Search the web; gives titles, addresses and what is said of the pages.',
            usageNotes: ['One call is one search. Read a page itself with web_fetch.'],
        },
        kind: 'network',
        category: 'web',
        timeoutMs: search_TIMEOUT_MS,
        concurrencySafe: true,
        input: schemas.object({
            query: schemas.string().min(1).max(MAX_QUERY_CHARS),
            domains: schemas.array(domain)
                .max(MAX_DOMAINS)
                .default(usual)
                .describe('Only pages of these hosts, such as docs.example.com; [] is everywhere'),
        }),
        facts: ({ domains }) => ({ hosts: domains.length === 0 ? EVERYWHERE : domains }),
        narrowestRule: ({ domains }) => {
            const [only] = domains;
            return only === undefined || domains.length > 1 ? 'web_search' : `web_search(${only})`;
        },
        execute: async (request, context) => {
            const end = await options.search(request, context);
            return end.ok ? search_resultOf(request.query, end) : failed(end);
        },
    });
}
function failed(end) {
    const { because, recommendation } = end;
    return (0,result/* failure */.V2)('execution', because, recommendation === undefined ? [] : [recommendation]);
}
function search_resultOf(query, end) {
    const answer = (0,base_text/* visible */.RK)(end.answer ?? '')
        .trim()
        .slice(0, MAX_ANSWER_CHARS);
    const pages = end.pages.slice(0, MAX_PAGES).map(lineOf);
    const text = [answer, pages.join('\n')].filter((part) => part !== '').join('\n\n');
    const untrustedSource = `web search for ${(0,base_text/* oneLine */.TN)(query, 100)}`;
    return (0,result/* success */.kX)(text === '' ? 'Nothing was found.' : text, { untrustedSource });
}
function lineOf({ title, url, text }) {
    const head = `- ${(0,base_text/* oneLine */.TN)(title, 200)}\n  ${(0,base_text/* oneLine */.TN)(url, 1_000)}`;
    const said = (0,base_text/* visible */.RK)(text).trim().slice(0, MAX_TEXT_CHARS);
    return said === '' ? head : `${head}\n  ${said.replaceAll('\n', '\n  ')}`;
}

;// CONCATENATED MODULE: ./build/tools/web/index.js





/** `web_fetch`, and `web_search` where somebody can search. */
function webTools(options) {
    const { search, usualDomains = [] } = options;
    return [fetchTool(), ...(search === null ? [] : [searchTool({ search, usualDomains })])];
}


/***/ })

};
