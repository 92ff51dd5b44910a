export const id = 2078;
export const ids = [2078];
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

/***/ 36878:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ INTENTS),
/* harmony export */   N: () => (/* binding */ COMMAND_CLASSES)
/* harmony export */ });
const COMMAND_CLASSES = [
    '@readonly',
    '@git-readonly',
    '@git-write',
    '@writes',
    '@forbidden',
];
const INTENTS = [
    '@recursive-delete',
    '@force-push',
    '@history-rewrite',
    '@publish',
    '@privilege',
    '@install',
    '@download',
];


/***/ }),

/***/ 95058:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Cv: () => (/* binding */ unchanged),
/* harmony export */   Kr: () => (/* binding */ newNotes),
/* harmony export */   e6: () => (/* binding */ literalArg),
/* harmony export */   iK: () => (/* binding */ publicWord),
/* harmony export */   ms: () => (/* binding */ isDashless)
/* harmony export */ });
function newNotes() {
    return {
        unknown: new Set(),
        paths: [],
        hatches: [],
        hosts: new Set(),
        classes: new Set(),
        intents: new Set(),
    };
}
function unchanged(state) {
    return { after: state, success: state, failure: state };
}
function literalArg(text, source = text) {
    return { text, source, single: true, prefix: text };
}
function publicWord(arg) {
    const glob = arg.glob === undefined ? {} : { glob: { prefix: arg.glob.prefix } };
    return { text: arg.text, source: arg.source, ...glob };
}
/** Whether the word, whatever it becomes, begins with `-` never. */
function isDashless(arg) {
    if (arg.text !== null)
        return !arg.text.startsWith('-');
    if (arg.glob !== undefined)
        return arg.glob.dashless;
    if (arg.reach !== undefined)
        return arg.reach.dashless;
    return arg.single && arg.prefix !== '' && !arg.prefix.startsWith('-');
}


/***/ }),

/***/ 6542:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  rc: () => (/* binding */ analyseCommand)
});

// UNUSED EXPORTS: COMMAND_CLASSES, GIT_ENVIRONMENT, INTENTS, MAX_SOURCE_CHARS, gitConfigReason, planCommand

// EXTERNAL MODULE: ./build/policy/commands/limits.js
var limits = __webpack_require__(95908);
// EXTERNAL MODULE: ./build/policy/commands/parse.js
var parse = __webpack_require__(66345);
;// CONCATENATED MODULE: ./build/policy/commands/paths.js
/** Files that hold nothing and go nowhere: naming them touches no path. */
const STREAMS = /^\/dev\/(?:null|stdin|stdout|stderr|fd\/[0-2])$/;
function isStream(path) {
    return STREAMS.test(path);
}
/** From the workspace root, or absolute where outside of it. */
function fromRoot(absolute, root) {
    if (absolute === root)
        return '.';
    const inside = root === '/' ? '/' : `${root}/`;
    return absolute.startsWith(inside) ? absolute.slice(inside.length) : absolute;
}
/** An absolute path with `.` and `..` taken out as text, the way `cd` does. */
function normalised(path) {
    const parts = [];
    for (const part of path.split('/')) {
        if (part === '..')
            parts.pop();
        else if (part !== '' && part !== '.')
            parts.push(part);
    }
    return `/${parts.join('/')}`;
}
function absoluteFrom(folder, path) {
    return path.startsWith('/') ? path : `${folder}/${path}`;
}
/**
 * Where `path` leads from every folder the command may stand in, as absolute paths: as written and, where a
 * symlink stands in between, where it really goes. `null` where that cannot be told.
 */
function leadsTo(path, state, world) {
    if (state.folders === null && !path.startsWith('/'))
        return null;
    const found = new Set();
    for (const folder of path.startsWith('/') ? ['/'] : (state.folders ?? [])) {
        const real = physical(absoluteFrom(folder, path), world);
        if (real === null)
            return null;
        found.add(normalised(absoluteFrom(folder, path)));
        found.add(real);
    }
    return [...found];
}
/** The kernel's way: `..` leaves the folder that a symlink led to, not the one it stands in. */
function physical(path, world) {
    if (!path.split('/').includes('..'))
        return world.realpath(normalised(path));
    let current = '/';
    for (const part of path.split('/')) {
        if (part === '' || part === '.')
            continue;
        if (part === '..')
            current = normalised(`${current}/..`);
        else
            current = world.realpath(normalised(`${current}/${part}`));
        if (current === null)
            return null;
    }
    return current;
}
const SOURCE_SUFFIXES = new Set(('ts tsx mts cts js jsx mjs cjs json jsonc json5 md mdx txt rst adoc py pyi ipynb rs go java kt kts scala c h cc ' +
    'cpp hpp hh cs fs rb php pl lua swift dart ex exs erl hs ml clj zig sh bash css scss sass less html htm vue ' +
    'svelte astro xml svg yaml yml toml ini cfg csv tsv sql graphql gql proto snap lock gradle cmake mk tf diff patch').split(' '));
/**
 * Whether a file-name pattern can only match files with a suffix that source files have,
 * so neither `.env*` nor `.npmrc` nor what git keeps in `.git`.
 */
function isOrdinaryPattern(pattern) {
    const name = pattern.slice(pattern.lastIndexOf('/') + 1);
    const braces = /^[^{}]*\.\{([a-z0-9,]+)\}$/.exec(name);
    const suffixes = braces?.[1]?.split(',') ?? [/\.([a-z0-9]+)$/.exec(name)?.[1] ?? ''];
    return !/^\.|(^|\/)\.git/.test(name) && suffixes.every((suffix) => SOURCE_SUFFIXES.has(suffix));
}

// EXTERNAL MODULE: ./build/policy/commands/arg.js
var commands_arg = __webpack_require__(95058);
;// CONCATENATED MODULE: ./build/policy/commands/names.js
/**
 * Variables by name: which may stand before a command or be exported, which may be set inside a source,
 * and which a command may print. Lists of what is allowed; everything else asks.
 */
/** May be given to a program: they change how output looks, not what runs. */
const HARMLESS_ENVIRONMENT = new Set(('CI NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE LANG LANGUAGE LC_ALL LC_CTYPE LC_COLLATE LC_MESSAGES LC_NUMERIC ' +
    'LC_TIME TZ TERM COLUMNS LINES POSIXLY_CORRECT').split(' '));
/** May be printed: the runner's environment holds no secret under these names. */
const PUBLIC_ENVIRONMENT = new Set(('HOME PWD OLDPWD USER LOGNAME SHELL PATH TMPDIR HOSTNAME RANDOM SECONDS LINENO EPOCHSECONDS EPOCHREALTIME ' +
    'BASH_VERSION BASHPID UID EUID PPID SHLVL MACHTYPE OSTYPE HOSTTYPE PIPESTATUS NODE_ENV').split(' '));
/** Uppercase names that people use for their own variables; other uppercase ones may mean something to a program. */
const OWN_UPPERCASE = new Set(('FILE FILES DIR DIRS NAME NAMES COUNT OUT OUTPUT RESULT RESULTS PATTERN QUERY SRC ROOT BRANCH COMMIT SHA REPLY ' +
    'VERSION LINE TOTAL MSG TARGET REF PKG ITEM WORD NUM').split(' '));
/** Lowercase names that programs or bash itself read. */
const TAKEN_LOWERCASE = new Set('http_proxy https_proxy ftp_proxy all_proxy no_proxy histchars auto_resume rsync_proxy'.split(' '));
/** Without `/` a locale or terminal cannot be a file of the checkout. */
const HARMLESS_VALUE = /^[\w.@,:+-]*$/;
const ZONE = /^[A-Za-z0-9_+-]+(?:\/[A-Za-z0-9_+-]+)*$/;
function isHarmlessEnvironment(name, value) {
    if (!HARMLESS_ENVIRONMENT.has(name) || value === null)
        return false;
    return name === 'TZ' ? value === '' || ZONE.test(value) : HARMLESS_VALUE.test(value);
}
function isHarmlessEnvironmentName(name) {
    return HARMLESS_ENVIRONMENT.has(name);
}
function isPublicVariable(name) {
    return PUBLIC_ENVIRONMENT.has(name) || HARMLESS_ENVIRONMENT.has(name);
}
/** Whether setting `name` in a source can only matter to that source. */
function isOwnVariable(name) {
    if (/^[a-z][a-z0-9_]*$/.test(name))
        return !TAKEN_LOWERCASE.has(name);
    return /^[A-Z]$/.test(name) || OWN_UPPERCASE.has(name);
}
/** Variables by which the loader or a shell runs other code: nobody needs them in a command. */
function isHijacking(name) {
    return /^(?:LD_|DYLD_|BASH_ENV$|ENV$|BASH_FUNC|PROMPT_COMMAND$|PS4$|SHELLOPTS$|BASHOPTS$)/.test(name);
}

;// CONCATENATED MODULE: ./build/policy/commands/state.js

function withVariable(state, name, value) {
    return { ...state, variables: new Map(state.variables).set(name, value) };
}
function withFolders(state, folders) {
    if (folders === null)
        return { ...state, folders };
    const unique = [...new Set(folders)];
    return { ...state, folders: unique.length > limits/* MAX_FOLDERS */.je ? null : unique };
}
/** What holds where nothing runs any more, behind `exit`: in no folder at all. */
const NOWHERE = { folders: [], variables: new Map() };
/** What holds whichever of the two ways was taken. */
function join(a, b) {
    if (a === b || b.folders?.length === 0)
        return a;
    if (a.folders?.length === 0)
        return b;
    const variables = new Map();
    for (const [name, value] of a.variables) {
        const other = b.variables.get(name);
        // Set on one way only: afterwards it may still be the environment's, so it is forgotten.
        if (other !== undefined)
            variables.set(name, joinValues(value, other));
    }
    const folders = a.folders === null || b.folders === null ? null : [...a.folders, ...b.folders];
    return withFolders({ folders, variables }, folders);
}
function joinValues(a, b) {
    if (a.kind === 'text' && b.kind === 'text' && a.text === b.text)
        return a;
    if (isInteger(a) && isInteger(b))
        return { kind: 'integer' };
    if (a === b)
        return a;
    return { kind: 'any' };
}
function isInteger(value) {
    return (value.kind === 'integer' || (value.kind === 'text' && /^-?(0|[1-9]\d{0,17})$/.test(value.text)));
}
function sameState(a, b) {
    const sameFolders = JSON.stringify(a.folders) === JSON.stringify(b.folders);
    return sameFolders && JSON.stringify([...a.variables]) === JSON.stringify([...b.variables]);
}

;// CONCATENATED MODULE: ./build/policy/commands/arithmetic.js


const NUMBER = /^(?:0[xX][0-9a-fA-F]+|\d+)$/;
const NAME = /^\$?([A-Za-z_]\w*)$|^\$\{([A-Za-z_]\w*)\}$/;
const COUNTERS = /^\$[#?$!]$/;
const ASSIGNING = /^(?:=|\+=|-=|\*=|\/=|%=|<<=|>>=|&=|\^=|\|=)$/;
/**
 * Bash evaluates a variable's value in arithmetic as an expression again, subscripts and the commands in them
 * included; so every name must be known to hold an integer. Returns the names that the expression assigns.
 */
function checkArithmetic(expression, scope) {
    if (expression === undefined)
        return [];
    switch (expression.type) {
        case 'ArithmeticWord':
            checkOperand(expression.value, scope);
            return [];
        case 'ArithmeticGroup':
            return checkArithmetic(expression.expression, scope);
        case 'ArithmeticTernary':
            return [expression.test, expression.consequent, expression.alternate].flatMap((part) => checkArithmetic(part, scope));
        case 'ArithmeticUnary':
            if (expression.operator === '++' || expression.operator === '--') {
                return [
                    ...assigned(expression.operand, scope),
                    ...checkArithmetic(expression.operand, scope),
                ];
            }
            return checkArithmetic(expression.operand, scope);
        case 'ArithmeticBinary':
            return checkBinary(expression, scope);
        case 'ArithmeticCommandExpansion':
            if (expression.script === undefined)
                scope.notes.unknown.add('a substitution could not be read');
            else
                scope.walk.script(expression.script, scope.state);
            scope.notes.unknown.add(`arithmetic evaluates what \`${expression.text}\` prints`);
            return [];
        default:
            scope.notes.unknown.add('arithmetic of a kind that is not known');
            return [];
    }
}
function checkBinary(expression, scope) {
    const right = checkArithmetic(expression.right, scope);
    if (!ASSIGNING.test(expression.operator))
        return [...checkArithmetic(expression.left, scope), ...right];
    const left = expression.operator === '=' ? [] : checkArithmetic(expression.left, scope);
    return [...assigned(expression.left, scope), ...left, ...right];
}
function assigned(target, scope) {
    if (target.type === 'ArithmeticWord' &&
        /^[A-Za-z_]\w*$/.test(target.value) &&
        isOwnVariable(target.value)) {
        return [target.value];
    }
    scope.notes.unknown.add('arithmetic assigns to something that is not a plain variable');
    return [];
}
function checkOperand(text, scope) {
    if (text === '' || NUMBER.test(text) || COUNTERS.test(text))
        return;
    const match = NAME.exec(text);
    const name = match?.[1] ?? match?.[2];
    const value = name === undefined ? undefined : scope.state.variables.get(name);
    if (value === undefined || !isInteger(value)) {
        scope.notes.unknown.add(`arithmetic evaluates \`${text}\`, which is not known to hold a number`);
    }
}

;// CONCATENATED MODULE: ./build/policy/commands/braces.js

/** Words that brace expansion is told for: nothing quoted, nothing that expands later but globs. */
const PLAIN = /^[\w.,/{}*?@%+=:-]*$/;
const SEQUENCE = /^(?:(-?\d{1,6})\.\.(-?\d{1,6})|([a-z])\.\.([a-z])|([A-Z])\.\.([A-Z]))$/;
/** The texts that bash's brace expansion makes of a word; `null` where that is not told. */
function expandBraces(text) {
    return PLAIN.test(text) ? expand(text) : null;
}
function expand(text) {
    for (let start = text.indexOf('{'); start !== -1; start = text.indexOf('{', start + 1)) {
        const group = groupAt(text, start);
        if (group === null)
            continue;
        const options = group.commas ? group.parts : sequence(group.parts[0] ?? '');
        if (options === null) {
            // `{}` and `{x}` stay as they are; two dots that are not plainly a sequence are not told.
            if ((group.parts[0] ?? '').includes('..'))
                return null;
            continue;
        }
        return combine(text.slice(0, start), options, expand(text.slice(group.end)));
    }
    return [text];
}
function combine(head, options, tails) {
    const words = [];
    for (const option of options) {
        const middles = expand(option);
        if (middles === null || tails === null)
            return null;
        if (words.length + middles.length * tails.length > limits/* MAX_EXPANDED_WORDS */.nX)
            return null;
        for (const middle of middles)
            words.push(...tails.map((tail) => head + middle + tail));
    }
    return words;
}
function groupAt(text, start) {
    let depth = 0;
    let from = start + 1;
    const parts = [];
    for (let at = start; at < text.length; at += 1) {
        const character = text[at];
        if (character === '{')
            depth += 1;
        if (character === '}')
            depth -= 1;
        if (depth === 0 || (depth === 1 && character === ',')) {
            parts.push(text.slice(from, at));
            from = at + 1;
        }
        if (depth === 0)
            return { parts, commas: parts.length > 1, end: at + 1 };
    }
    return null;
}
function sequence(text) {
    const match = SEQUENCE.exec(text);
    if (match === null)
        return null;
    const [low, high] = match.slice(1).filter((bound) => bound !== undefined);
    if (low === undefined || high === undefined || /^-?0\d/.test(low) || /^-?0\d/.test(high))
        return null;
    const letters = match[1] === undefined;
    const from = letters ? low.charCodeAt(0) : Number(low);
    const to = letters ? high.charCodeAt(0) : Number(high);
    if (Math.abs(to - from) >= limits/* MAX_EXPANDED_WORDS */.nX)
        return null;
    const step = to < from ? -1 : 1;
    return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => {
        const value = from + index * step;
        return letters ? String.fromCharCode(value) : String(value);
    });
}

;// CONCATENATED MODULE: ./build/policy/commands/glob-names.js


/** What an unquoted glob becomes; `null` where that can be told only at run time. */
function globNames(pieces, state, world) {
    const written = pieces.map((piece) => piece.text).join('');
    const components = splitComponents(pieces);
    if (world.list === undefined) {
        // Nothing to look at. A pattern that spells a leading dot may mean any of the protected files.
        const hiding = components.some((part) => part.some((p) => p.magic) && part[0]?.text.startsWith('.'));
        return hiding ? null : { names: [written], dashless: !/^[-*?[]/.test(written), exact: false };
    }
    if (state.folders === null && !written.startsWith('/'))
        return null;
    const names = new Set();
    for (const folder of written.startsWith('/') ? ['/'] : (state.folders ?? [])) {
        const found = matches(components, folder, world);
        if (found === null || names.size + found.length > limits/* MAX_GLOB_MATCHES */.Eg)
            return null;
        for (const name of found.length === 0 ? [written] : found)
            names.add(name);
    }
    return {
        names: [...names],
        dashless: [...names].every((name) => !name.startsWith('-')),
        exact: true,
    };
}
function splitComponents(pieces) {
    const components = [[]];
    for (const piece of pieces) {
        for (const [index, text] of (piece.magic ? [piece.text] : piece.text.split('/')).entries()) {
            if (index > 0)
                components.push([]);
            if (text !== '')
                components.at(-1)?.push({ text, magic: piece.magic });
        }
    }
    return components;
}
function matches(components, folder, world) {
    // `..` behind a symlink leads elsewhere than the text says.
    const parts = components.map((component) => component.map((piece) => piece.text).join(''));
    if (parts.some((part, index) => part === '..' && index > 0 && parts[index - 1] !== '..'))
        return null;
    let found = [''];
    for (const [index, component] of components.entries()) {
        const last = index === components.length - 1;
        const next = [];
        for (const base of found) {
            const names = namesOf(component, absoluteFrom(folder, base === '' ? '.' : base), world);
            if (names === null || next.length + names.length > limits/* MAX_GLOB_MATCHES */.Eg)
                return null;
            next.push(...names.map((name) => `${base}${name}${last ? '' : '/'}`));
        }
        found = next;
    }
    return found;
}
function namesOf(component, folder, world) {
    if (!component.some((piece) => piece.magic))
        return [component.map((piece) => piece.text).join('')];
    const steps = stepsOf(component);
    const names = world.list?.(normalised(folder)) ?? null;
    if (steps === null || names === null)
        return null;
    const dotted = component[0]?.magic === false && component[0].text.startsWith('.');
    const visible = [...names, ...(dotted ? ['.', '..'] : [])];
    return visible.filter((name) => (dotted || !name.startsWith('.')) && fits(steps, name));
}
/** Brackets are taken as "any character": naming more files than bash would is the safe side. */
function stepsOf(component) {
    const steps = [];
    for (const { text, magic } of component) {
        if (!magic)
            for (const character of text)
                steps.push({ kind: 'one', character });
        else if (text === '*')
            steps.push({ kind: 'rest' });
        else if (text === '?' || text.startsWith('['))
            steps.push({ kind: 'one', character: null });
        else
            return null;
    }
    return steps;
}
/** Only the last `*` is ever tried again, so that no pattern of a model's makes this search: pattern times name at most. */
function fits(steps, name) {
    const characters = Array.from(name);
    let at = 0;
    let step = 0;
    let retry = null;
    while (at < characters.length) {
        const here = steps[step];
        if (here?.kind === 'rest') {
            step += 1;
            retry = { step, at };
        }
        else if (here !== undefined && (here.character ?? characters[at]) === characters[at]) {
            step += 1;
            at += 1;
        }
        else if (retry === null)
            return false;
        else {
            retry.at += 1;
            ({ step, at } = retry);
        }
    }
    return steps.slice(step).every(({ kind }) => kind === 'rest');
}

;// CONCATENATED MODULE: ./build/policy/commands/parameters.js

/** The value of `$name`. */
function variable(name, quoted, scope) {
    if (/^[?#$!]$/.test(name))
        return { text: null, quoted, number: true };
    if (/^[@*\d]/.test(name) || name === '_' || name === '-') {
        if (name !== '0' && name !== '-')
            scope.notes.unknown.add(`\`$${name}\` is known only at run time`);
        return { text: null, quoted, many: name === '@' || name === '*' };
    }
    const value = scope.state.variables.get(name);
    switch (value?.kind) {
        case 'text':
            return { text: value.text, quoted };
        case 'integer':
            return { text: null, quoted, number: true };
        case 'paths':
            return { text: null, quoted, reach: value.reach };
        case 'any':
            return { text: null, quoted };
        case undefined:
            return fromEnvironment(name, quoted, scope);
    }
}
function fromEnvironment(name, quoted, scope) {
    const folder = scope.state.folders?.length === 1 ? scope.state.folders[0] : undefined;
    if (name === 'PWD' && folder !== undefined)
        return { text: folder, quoted };
    // Wherever a home folder is, it is not the workspace.
    if (name === 'HOME')
        return { text: null, quoted, reach: outside('/~') };
    if (!isPublicVariable(name)) {
        scope.notes.unknown.add(`\`$${name}\` comes from the environment and may hold a secret`);
    }
    return { text: null, quoted };
}
function outside(root) {
    return { roots: [root], dashless: true, ordinary: false, regular: true, clean: true };
}
/** `${name…}` in all its forms; the ones that evaluate again, or assign, are not judged. */
function parameter(part, quoted, scope, walk) {
    const { notes } = scope;
    const whole = { text: null, quoted };
    if (part.prefix === '!') {
        notes.unknown.add(`\`${part.text}\` names a variable indirectly`);
        return whole;
    }
    const many = part.index?.text === '@' || part.index?.text === '*';
    if (part.index !== undefined && !many && !/^\d+$/.test(part.index.text)) {
        walk(part.index, scope);
        notes.unknown.add(`the subscript in \`${part.text}\` is evaluated`);
    }
    const value = variable(part.parameter, quoted, scope);
    if (part.prefix === '#')
        return { text: null, quoted, number: true };
    const { operation } = part;
    if (operation === undefined)
        return part.index === undefined ? value : { ...whole, many };
    switch (operation.type) {
        case 'Default':
            walk(operation.operand, scope);
            if (operation.operator.includes('='))
                notes.unknown.add(`\`${part.text}\` may assign`);
            return whole;
        case 'Remove':
            walk(operation.operand, scope);
            return removed(value, operation.operator, operation.operand) ?? whole;
        case 'Replace':
            walk(operation.pattern, scope);
            walk(operation.replacement, scope);
            return whole;
        case 'CaseModification':
            if (operation.operand !== undefined)
                walk(operation.operand, scope);
            return whole;
        case 'Slice':
            checkNumber(operation.offset, part.text, scope);
            if (operation.length !== undefined)
                checkNumber(operation.length, part.text, scope);
            return { ...whole, many: value.many ?? false };
        case 'Transform':
            walk(operation.operand, scope);
            if (!/^[QUuL]$/.test(operation.operand.text))
                notes.unknown.add(`\`${part.text}\` is evaluated again`);
            return whole;
        case 'Names':
        case 'Unknown':
            notes.unknown.add(`\`${part.text}\` is not judged`);
            return whole;
    }
}
function checkNumber(word, source, scope) {
    if (!/^\s*-?\d+$/.test(word.text))
        scope.notes.unknown.add(`\`${source}\` evaluates arithmetic`);
}
/** `${name%.ts}` and `${name#src/}` of a known text with a pattern that is plain text. */
function removed(value, operator, pattern) {
    if (value.text === null || pattern.parts !== undefined || !/^[\w./-]+$/.test(pattern.text))
        return null;
    const at = operator.startsWith('%')
        ? value.text.endsWith(pattern.text)
        : value.text.startsWith(pattern.text);
    if (!at)
        return value;
    const { length } = pattern.text;
    const text = operator.startsWith('%') ? value.text.slice(0, -length) : value.text.slice(length);
    return { ...value, text };
}

;// CONCATENATED MODULE: ./build/policy/commands/words.js






const TILDE = /^~[^/]*/;
/** Unquoted text in which bash would find nothing to split, glob or expand again. */
const UNSPLIT = /^[\w./:=,+@%^#-]+$/;
/** A word of a command's arguments: braces, tilde, variables, substitutions, splitting, globs, quotes. */
function expandWord(word, scope) {
    if (word.parts?.some((part) => part.type === 'BraceExpansion') !== true)
        return expandFields(word, scope);
    const texts = expandBraces(word.text);
    if (texts === null) {
        for (const part of word.parts)
            segmentsOf(part, false, scope);
        scope.notes.unknown.add(`what the braces in \`${word.text}\` become is not told`);
        return [unknownArg(word.text)];
    }
    // The texts hold nothing but word characters and globs, so each parses as one word.
    return texts.flatMap((text) => expandText(text, word.text, scope));
}
function expandText(text, source, scope) {
    const parsed = (0,parse/* parseShell */.a)(`: ${text}`);
    const command = parsed.kind === 'script' ? parsed.script.commands[0]?.command : undefined;
    const word = command?.type === 'Command' ? command.suffix[0] : undefined;
    if (text === '')
        return [];
    if (word?.type !== 'Word' ||
        word.parts?.some((part) => part.type !== 'Literal' && part.type !== 'Glob')) {
        return [unknownArg(source)];
    }
    return expandFields(word, scope).map((arg) => ({ ...arg, source }));
}
/** A word that stays one word whatever is in it: an assigned value, a `case` subject, a here string. */
function expandSingle(word, scope) {
    const segments = allSegments(word, scope).map((segment) => ({
        ...segment,
        quoted: true,
        magic: false,
    }));
    return oneArg(segments, word.text, scope);
}
/** Walks the substitutions in parts that make no word, such as a heredoc's body. */
function expandParts(parts, scope) {
    for (const part of parts)
        segmentsOf(part, true, scope);
}
/** A character that ends a word in bash, with no backslash before it. */
const ENDS_WORD = /^(?:[^\\]|\\[\s\S])*?[()<>|&;\s]/;
function expandFields(word, scope) {
    const literals = word.parts?.flatMap((part) => (part.type === 'Literal' ? [part.text] : [])) ?? [
        word.text,
    ];
    // The parser is more lenient than bash with a few sources that bash refuses.
    if (literals.some((text) => ENDS_WORD.test(text))) {
        scope.notes.unknown.add(`\`${word.text}\` is not read as bash would read it`);
    }
    const segments = allSegments(word, scope);
    const [only] = segments;
    if (segments.length === 1 &&
        only !== undefined &&
        !only.quoted &&
        only.text !== null &&
        isExpansion(word)) {
        return splitText(only.text, word.text);
    }
    if (segments.some((segment) => segment.text !== null &&
        !segment.quoted &&
        segment.magic === undefined &&
        expansionNeedsSplit(segment))) {
        return [unknownArg(word.text)];
    }
    if (segments.length > 0 && segments.every((segment) => segment.text === '' && !segment.quoted))
        return [];
    return [oneArg(segments, word.text, scope)];
}
function isExpansion(word) {
    const type = word.parts?.length === 1 ? word.parts[0]?.type : undefined;
    return type === 'SimpleExpansion' || type === 'ParameterExpansion' || type === 'CommandExpansion';
}
/** Literal parts are marked quoted below; what is left unquoted with a text came from a variable. */
function expansionNeedsSplit(segment) {
    return segment.text !== '' && !UNSPLIT.test(segment.text ?? '');
}
function splitText(text, source) {
    const words = text.split(/[ \t\n]+/).filter((part) => part !== '');
    return words.map((part) => (UNSPLIT.test(part) ? (0,commands_arg/* literalArg */.e6)(part, source) : unknownArg(source)));
}
function unknownArg(source) {
    return { text: null, source, single: false, prefix: '' };
}
function oneArg(segments, source, scope) {
    const magic = segments.some((segment) => segment.magic === true);
    if (segments.every((segment) => segment.text !== null)) {
        const text = segments.map((segment) => segment.text ?? '').join('');
        return magic ? globArg(segments, source, scope) : (0,commands_arg/* literalArg */.e6)(text, source);
    }
    const first = segments.findIndex((segment) => segment.text === null);
    const prefix = segments
        .slice(0, first)
        .map((segment) => segment.text ?? '')
        .join('');
    const single = !magic &&
        segments.every((s) => s.many !== true &&
            (s.text !== null || s.quoted || s.number === true || s.reach?.clean === true));
    const reach = reachOf(segments);
    const number = segments.length === 1 && segments[0]?.number === true ? { number: true } : {};
    return { text: null, source, single, prefix, ...number, ...(reach === null ? {} : { reach }) };
}
/** A word that is wholly a found file's name, or a place outside with more of the path behind it. */
function reachOf(segments) {
    const reach = segments[0]?.reach;
    if (reach === undefined)
        return null;
    // Names with blanks in them would be split where unquoted; such names come from the same places.
    if (segments.length === 1)
        return reach;
    const rest = segments.slice(1);
    if (reach.roots[0] !== '/~' || !rest.every((segment) => segment.text !== null))
        return null;
    return outside(`/~${rest.map((segment) => segment.text ?? '').join('')}`);
}
function globArg(segments, source, scope) {
    const pieces = segments.map((segment) => ({
        text: segment.text ?? '',
        magic: segment.magic === true,
    }));
    const prefix = pieces
        .slice(0, pieces.findIndex((piece) => piece.magic))
        .map((piece) => piece.text)
        .join('');
    const found = globNames(pieces, scope.state, scope.walk.world);
    if (found === null) {
        scope.notes.unknown.add(`which files \`${source}\` names is known only at run time`);
        return { text: null, source, single: false, prefix };
    }
    return { text: null, source, single: false, prefix, glob: { prefix, ...found } };
}
function allSegments(word, scope) {
    if (word.parts === undefined)
        return literalSegments(word.text, word.value, true, scope);
    const first = word.parts[0];
    return word.parts.flatMap((part) => part.type === 'Literal'
        ? literalSegments(part.text, part.value, part === first, scope)
        : segmentsOf(part, false, scope));
}
function literalSegments(source, value, atStart, scope) {
    const tilde = atStart ? TILDE.exec(source) : null;
    if (tilde !== null) {
        const rest = source.slice(tilde[0].length).replaceAll('\\', '');
        const folder = scope.state.folders?.length === 1 ? scope.state.folders[0] : undefined;
        if (tilde[0] === '~+' && folder !== undefined)
            return [{ text: folder + rest, quoted: true }];
        return [{ text: null, quoted: true, reach: outside(`/~${rest}`) }];
    }
    // Bash also expands a tilde behind `=` and `:` in words that look like an assignment.
    if (/^[A-Za-z_]\w*\+?=(?:.*:)?~/.test(source))
        return [{ text: null, quoted: true }];
    return [{ text: value, quoted: true }];
}
function segmentsOf(part, quoted, scope) {
    switch (part.type) {
        case 'Literal':
        case 'SingleQuoted':
            return [{ text: part.value, quoted: true }];
        case 'AnsiCQuoted':
            // Bytes beyond ASCII may be put together in more than one way.
            return [{ text: /^[\u0001-\u007e]*$/.test(part.value) ? part.value : null, quoted: true }];
        case 'DoubleQuoted':
            if (part.parts.length === 0)
                return [{ text: '', quoted: true }];
            return part.parts.flatMap((child) => segmentsOf(child, true, scope));
        case 'LocaleString':
            for (const child of part.parts)
                segmentsOf(child, true, scope);
            return [{ text: null, quoted: true }];
        case 'SimpleExpansion':
            return [variable(part.text.slice(1), quoted, scope)];
        case 'ParameterExpansion':
            return [parameter(part, quoted, scope, expandSingle)];
        case 'CommandExpansion':
            return [substitution(part.script, quoted, scope)];
        case 'ArithmeticExpansion':
            if (checkArithmetic(part.expression, scope).length > 0) {
                scope.notes.unknown.add(`\`${part.text}\` assigns inside a word`);
            }
            return [{ text: null, quoted, number: true }];
        case 'Glob':
            return globSegments(part, scope);
        case 'ProcessSubstitution':
            substitution(part.script, true, scope);
            return [
                {
                    text: null,
                    quoted: true,
                    reach: { roots: [], dashless: true, ordinary: true, regular: true, clean: true },
                },
            ];
        case 'ExtendedGlob':
            if (part.parts !== undefined)
                expandParts(part.parts, scope);
            scope.notes.unknown.add(`\`${part.text}\` is known only at run time`);
            return [{ text: null, quoted: false }];
        case 'BraceExpansion':
            if (part.parts !== undefined)
                expandParts(part.parts, scope);
            scope.notes.unknown.add(`\`${part.text}\` is known only at run time`);
            return [{ text: null, quoted: false }];
        default:
            scope.notes.unknown.add('a part of a word is of a kind that is not known');
            return [{ text: null, quoted: false }];
    }
}
function globSegments(part, scope) {
    if (part.kind === 'bracket' && part.parts.some((child) => child.type !== 'Literal')) {
        expandParts(part.parts, scope);
        if (part.parts.some((child) => child.type !== 'SingleQuoted')) {
            scope.notes.unknown.add(`\`${part.text}\` is known only at run time`);
            return [{ text: null, quoted: false }];
        }
    }
    return [{ text: part.value, quoted: false, magic: true }];
}
function substitution(script, quoted, scope) {
    if (script === undefined || (script.errors?.length ?? 0) > 0) {
        scope.notes.unknown.add('a substitution could not be read');
        return { text: null, quoted };
    }
    const outcome = scope.walk.script(script, scope.state);
    if (outcome.printsText !== undefined)
        return { text: outcome.printsText, quoted };
    if (outcome.printsNumber === true)
        return { text: null, quoted, number: true };
    return { text: null, quoted, ...(outcome.prints === undefined ? {} : { reach: outcome.prints }) };
}

;// CONCATENATED MODULE: ./build/policy/commands/assignments.js



/** `name=value` before a program: only what is known to change looks, not what runs. */
function judgePrefix(assignment, command, scope) {
    const value = assignments_valueOf(assignment, scope);
    const { name } = assignment;
    if (command === 'read' && name === 'IFS')
        return;
    const text = value.kind === 'text' ? value.text : null;
    if (assignment.append === true || !isHarmlessEnvironment(name, text)) {
        refuse(name, scope, `\`${name}\` is given to a program, which may act on it`);
    }
}
/** `name=value` as a command of its own. */
function judgeAssignment(assignment, scope) {
    const value = assignments_valueOf(assignment, scope);
    const { name } = assignment;
    const harmless = value.kind === 'text' && isHarmlessEnvironment(name, value.text);
    if (!isOwnVariable(name) && !harmless) {
        refuse(name, scope, `\`${name}\` is set, which programs or the shell may act on`);
    }
    return withVariable(scope.state, name, value);
}
function refuse(name, scope, because) {
    if (isHijacking(name))
        scope.notes.classes.add('@forbidden');
    scope.notes.unknown.add(because);
}
function assignments_valueOf(assignment, scope) {
    const { value, index } = assignment;
    if (index !== undefined && !/^\d+$/.test(index.text)) {
        expandSingle(index, scope);
        scope.notes.unknown.add(`the subscript of \`${assignment.name}\` is evaluated`);
    }
    if (value.type === 'ArrayValue') {
        for (const element of value.elements) {
            expandWord(element, scope);
            // `[$(command)]=value` inside the brackets is a subscript.
            if (/^\[.*\]\+?=/.test(element.text))
                scope.notes.unknown.add('a subscript is evaluated');
        }
        return { kind: 'any' };
    }
    const arg = expandSingle(value, scope);
    if (index !== undefined || assignment.append === true)
        return { kind: 'any' };
    if (arg.text !== null)
        return { kind: 'text', text: arg.text };
    if (arg.number === true)
        return { kind: 'integer' };
    if (arg.reach !== undefined && arg.reach.roots.length > 0)
        return { kind: 'paths', reach: arg.reach };
    return { kind: 'any' };
}

;// CONCATENATED MODULE: ./build/policy/commands/notes.js


/** Notes that a word names a file or folder. A word known only at run time is noted as unknown. */
function noteWord(arg, access, scope, from = 'argument') {
    if (arg.text !== null)
        notePath(arg.text, access, scope, from);
    else if (arg.glob !== undefined)
        for (const name of arg.glob.names)
            notePath(name, access, scope, from);
    else if (arg.reach !== undefined) {
        for (const root of arg.reach.roots)
            notePath(root, access, scope, from);
    }
    else
        scope.notes.unknown.add(`\`${arg.source}\` names a path that is known only at run time`);
}
/** Notes a path as written, and where symlinks make it lead. */
function notePath(path, access, scope, from = 'argument') {
    const { notes, state, walk } = scope;
    if (isStream(path))
        return;
    const places = path === '' ? [] : leadsTo(path, state, walk.world);
    if (places === null) {
        notes.unknown.add(`where \`${path}\` leads is known only at run time`);
        return;
    }
    for (const place of places) {
        const known = fromRoot(place, walk.world.root);
        if (!notes.paths.some((fact) => fact.path === known && fact.access === access && fact.from === from)) {
            notes.paths.push({ path: known, access, from });
        }
    }
}
/** Notes an option or feature that no rule covers without spelling it. */
function noteHatch(what, words, scope) {
    scope.notes.hatches.push({ what, words: words.map((word) => word.text ?? word.source) });
}
/** Ends a simple command: what was noted becomes one of the analysis' commands. */
function finish(words, notes, walk) {
    walk.out.push(simpleCommand(words, notes, walk.via));
}
function simpleCommand(words, notes, via) {
    const classes = new Set(notes.classes);
    const writes = notes.paths.some((path) => path.access === 'write');
    if (writes)
        classes.add('@writes');
    // Where only redirections write, the program itself is what it was; each of their targets needs what `fs_write` needs.
    const writesItself = notes.paths.some((path) => path.access === 'write' && path.from !== 'redirection');
    if (writesItself ||
        notes.hatches.length > 0 ||
        notes.unknown.size > 0 ||
        classes.has('@forbidden')) {
        classes.delete('@readonly');
        classes.delete('@git-readonly');
    }
    return {
        words: words.map(commands_arg/* publicWord */.iK),
        via,
        classes: [...classes],
        intents: [...notes.intents],
        hatches: notes.hatches,
        paths: notes.paths,
        hosts: [...notes.hosts],
        unknown: [...notes.unknown],
    };
}

// EXTERNAL MODULE: ./build/policy/commands/options.js
var options = __webpack_require__(52756);
;// CONCATENATED MODULE: ./build/policy/commands/builtins.js






/** Builtins of bash that change what later commands mean: a state is told for them, or they are not judged. */
const BUILTINS = {
    cd: judgeCd,
    pushd: judgeCd,
    popd: (call) => harmless(call, withFolders(call.scope.state, null)),
    export: judgeExport,
    set: judgeSet,
    read: judgeRead,
    mapfile: judgeMapfile,
    readarray: judgeMapfile,
    unset: judgeUnset,
    exit: judgeExit,
    return: judgeExit,
    break: judgeJump,
    continue: judgeJump,
    wait: judgeWait,
    shift: judgeWait,
    jobs: judgeWait,
    times: judgeWait,
    dirs: judgeWait,
    command: judgeCommandV,
};
const NEVER = new Set(('. source eval alias unalias trap shopt enable hash bind complete compgen compopt declare typeset local readonly let getopts caller ' +
    'history fc disown fg bg suspend logout umask ulimit coproc').split(' '));
/** Judges a builtin; `null` where `name` is none that matters here. */
function judgeBuiltin(call) {
    const builtin = Object.hasOwn(BUILTINS, call.name) ? BUILTINS[call.name] : undefined;
    if (builtin !== undefined)
        return builtin(call);
    if (!NEVER.has(call.name))
        return null;
    const { scope } = call;
    scope.notes.unknown.add(`\`${call.name}\` changes what later commands mean, or runs more than it shows`);
    if (call.name === 'eval') {
        const texts = call.args.map((arg) => arg.text);
        if (!texts.includes(null))
            scope.walk.source(texts.join(' '), scope.state, ['eval']);
    }
    if (call.name === 'trap' && typeof call.args[0]?.text === 'string') {
        scope.walk.source(call.args[0].text, scope.state, ['trap']);
    }
    return (0,commands_arg/* unchanged */.Cv)({ folders: null, variables: new Map() });
}
function harmless(call, after) {
    call.scope.notes.classes.add('@readonly');
    return (0,commands_arg/* unchanged */.Cv)(after);
}
function judgeCd(call) {
    const { scope } = call;
    const matched = (0,options/* matchOptions */._g)(call.args, (0,options/* compileFlags */.PZ)('-L -P -e'));
    const [target = { ...(0,commands_arg/* literalArg */.e6)('~'), text: null, reach: undefined }] = matched.operands;
    scope.notes.classes.add('@readonly');
    const lost = withFolders(scope.state, null);
    if (matched.strange.length + matched.doubtful.length > 0 || matched.operands.length > 1) {
        scope.notes.unknown.add('`cd` goes to a folder that is known only at run time');
        return (0,commands_arg/* unchanged */.Cv)(lost);
    }
    if (target.text === null ||
        target.text === '-' ||
        (call.name === 'pushd' && /^[+-]\d/.test(target.text))) {
        if (target.reach !== undefined)
            noteWord({ ...target, reach: target.reach }, 'read', scope);
        return (0,commands_arg/* unchanged */.Cv)(lost);
    }
    noteWord((0,commands_arg/* literalArg */.e6)(target.text), 'read', scope);
    const success = withFolders(scope.state, foldersFrom(target.text, (0,options/* has */.zy)(matched, '-P'), call));
    return { success, failure: scope.state, after: join(scope.state, success) };
}
/** Where `cd` may end: as text, and where a symlink on the way really leads. */
function foldersFrom(target, physical, call) {
    const { state, walk } = call.scope;
    const folders = [];
    if (state.folders === null && !target.startsWith('/'))
        return null;
    for (const folder of target.startsWith('/') ? ['/'] : (state.folders ?? [])) {
        const logical = normalised(absoluteFrom(folder, target));
        const real = walk.world.realpath(logical);
        if (real === null)
            return null;
        folders.push(...(physical ? [real] : [logical, real]));
    }
    return folders;
}
function judgeExport(call) {
    const { scope } = call;
    let { state } = scope;
    if (call.args.length === 0)
        noteHatch('export prints every variable, secrets too', [(0,commands_arg/* literalArg */.e6)('export')], scope);
    for (const arg of call.args) {
        const match = /^(\w+)=(.*)$/s.exec(arg.text ?? '');
        if (match?.[1] === undefined || !isHarmlessEnvironment(match[1], match[2] ?? '')) {
            if (isHijacking(match?.[1] ?? arg.text ?? ''))
                scope.notes.classes.add('@forbidden');
            scope.notes.unknown.add(`\`export ${arg.source}\` gives later programs a variable they may act on`);
        }
        else
            state = withVariable(state, match[1], { kind: 'text', text: match[2] ?? '' });
    }
    return harmless(call, state);
}
const SET_OPTIONS = /^(?:errexit|nounset|xtrace|pipefail)$/;
function judgeSet(call) {
    const texts = call.args.map((arg) => arg.text ?? '');
    const known = texts.every((text, index) => /^[-+][eux]*o$/.test(texts[index - 1] ?? '')
        ? SET_OPTIONS.test(text)
        : /^[-+][eux]*o?$/.test(text) && text.length > 1);
    if (texts.length === 0)
        noteHatch('set prints every variable, secrets too', [(0,commands_arg/* literalArg */.e6)('set')], call.scope);
    else if (!known || (texts.at(-1) ?? '').endsWith('o')) {
        if (!SET_OPTIONS.test(texts.at(-1) ?? ''))
            call.scope.notes.unknown.add('`set` changes what later commands mean');
    }
    return harmless(call, call.scope.state);
}
const READ_FLAGS = (0,options/* compileFlags */.PZ)('POSIX -r -s -d= -n= -N= -t= -p=');
function judgeRead(call) {
    const { scope, input } = call;
    const matched = (0,options/* matchOptions */._g)(call.args, READ_FLAGS);
    noteUnusual(call, [...matched.strange, ...matched.doubtful]);
    const names = matched.operands.length === 0 ? [(0,commands_arg/* literalArg */.e6)('REPLY')] : matched.operands;
    // Only a whole line is a whole name.
    const parts = matched.options.some((option) => /^-[nNd]$/.test(option.flag) && option.value?.text !== '');
    const found = input !== undefined && names.length === 1 && !parts;
    return setNames(call, names, found ? { kind: 'paths', reach: input } : { kind: 'any' }, scope.state);
}
function judgeMapfile(call) {
    const matched = (0,options/* matchOptions */._g)(call.args, (0,options/* compileFlags */.PZ)('-t'));
    noteUnusual(call, [...matched.strange, ...matched.doubtful]);
    return setNames(call, matched.operands, { kind: 'any' }, call.scope.state);
}
function judgeUnset(call) {
    return setNames(call, call.args, { kind: 'any' }, call.scope.state);
}
function setNames(call, names, value, start) {
    let state = start;
    for (const name of names) {
        if (name.text === null || !isOwnVariable(name.text)) {
            call.scope.notes.unknown.add(`\`${call.name} ${name.source}\` sets something that is not a plain variable`);
        }
        else
            state = withVariable(state, name.text, value);
    }
    return harmless(call, state);
}
function noteUnusual(call, args) {
    for (const arg of args)
        noteHatch(`${call.name} ${arg.source} is not known to be harmless`, [arg], call.scope);
}
/** Behind it nothing runs; with words it does not understand, bash goes on. */
function judgeExit(call) {
    const ends = call.args.length === 0 ||
        (call.args.length === 1 && /^\d{1,3}$/.test(call.args[0]?.text ?? ''));
    const plain = ends || (call.args.length === 1 && call.args[0]?.number === true);
    if (!plain)
        call.scope.notes.unknown.add(`\`${call.name}\` with words it may not understand`);
    return harmless(call, ends && call.name === 'exit' ? NOWHERE : call.scope.state);
}
function judgeJump(call) {
    call.scope.walk.jumps.push(call.scope.state);
    if (call.args.some((arg) => !/^\d$/.test(arg.text ?? '')))
        call.scope.notes.unknown.add(`\`${call.name}\` with unknown words`);
    return harmless(call, call.scope.state);
}
function judgeWait(call) {
    const plain = call.args.every((arg) => arg.number === true || /^-[lpnrs]$|^\d+$|^%\d+$/.test(arg.text ?? ''));
    if (!plain || (call.name === 'wait' && call.args.some((arg) => arg.text === '-p'))) {
        call.scope.notes.unknown.add(`\`${call.name}\` with words that are not judged`);
    }
    return harmless(call, call.scope.state);
}
/** `command -v NAME` only tells where a program is. */
function judgeCommandV(call) {
    return harmless(call, call.scope.state);
}

// EXTERNAL MODULE: ./build/policy/commands/knowledge/git.js
var git = __webpack_require__(50205);
// EXTERNAL MODULE: ./build/policy/commands/knowledge/index.js + 4 modules
var knowledge = __webpack_require__(73013);
;// CONCATENATED MODULE: ./build/policy/commands/program.js





/** A program of the tables: its options are matched, its operands noted. */
function judgeProgram(call, known) {
    const { entry, flags } = known;
    const { scope } = call;
    if (entry.operands === 'words') {
        scope.notes.classes.add('@readonly');
        const operands = [...call.args];
        const matched = { options: [], operands, strange: [], doubtful: [] };
        return { matched, outcome: { ...(0,commands_arg/* unchanged */.Cv)(scope.state), ...printedWords(operands, scope) } };
    }
    const matched = (0,options/* matchOptions */._g)(call.args, flags);
    noteStrange(call, matched, entry.hatches ?? {});
    // An option that only exists at run time could be any; where none can do harm, only the values matter.
    for (const arg of matched.doubtful) {
        if (entry.tame !== true)
            scope.notes.unknown.add(`\`${arg.source}\` may be an option of ${call.name}`);
        else if (entry.operands !== 'text')
            matched.operands.push(arg);
    }
    // Words that only exist at run time may be more than one.
    const several = matched.operands.find((arg) => arg.text === null && !arg.single);
    if (entry.most !== undefined && several !== undefined) {
        scope.notes.unknown.add(`\`${several.source}\` may be more words than ${call.name} only reads`);
    }
    if (matched.operands.length > (entry.most ?? Infinity)) {
        noteHatch(`${call.name} writes its second file`, matched.operands.slice(entry.most), scope);
    }
    noteOperands(entry.operands, matched, scope);
    for (const option of matched.options) {
        if (option.value !== null && option.kind !== 'text' && option.kind !== 'pattern') {
            noteWord(option.value, 'read', scope);
        }
    }
    scope.notes.classes.add('@readonly');
    return { matched, outcome: withOutput(call, entry, matched) };
}
function noteStrange(call, matched, hatches) {
    for (const arg of matched.strange) {
        const text = arg.text ?? arg.source;
        const name = Object.keys(hatches).find((flag) => spells(text, flag));
        const what = (name === undefined ? undefined : hatches[name]) ?? 'is not known to be harmless';
        noteHatch(`${call.name} ${text} ${what}`, [arg], call.scope);
    }
}
function spells(text, flag) {
    if (text === flag || text.startsWith(`${flag}=`))
        return true;
    return /^-[^-]$/.test(flag) && /^-[^-]/.test(text) && text.includes(flag.slice(1));
}
function noteOperands(operands, matched, scope) {
    switch (operands) {
        case 'text':
        case 'words':
            return;
        case 'none':
            if (matched.operands.length > 0)
                noteHatch('operands are not known to be harmless', matched.operands, scope);
            return;
        case 'list':
            for (const operand of matched.operands)
                if (operand.text !== '-')
                    noteWord(operand, 'read', scope);
            return;
        case 'read':
            for (const operand of matched.operands)
                noteFile(operand, scope);
            return;
        case 'pattern-read': {
            for (const operand of placesOf(matched))
                noteFile(operand, scope);
            return;
        }
    }
}
/** The operands that are files: without the pattern, where no option brought it. */
function placesOf(matched) {
    const given = matched.options.some((option) => option.kind === 'pattern' || option.kind === 'patterns-file');
    const [first] = matched.operands;
    const several = first !== undefined && first.text === null && !first.single;
    return given || several ? matched.operands : matched.operands.slice(1);
}
/** Notes that the contents of a file are read. */
function noteFile(operand, scope) {
    if (operand.text === '-')
        return;
    noteWord(operand, 'read', scope);
    const { root } = scope.walk.world;
    const found = operand.text === null ? operand.reach : undefined;
    if (found !== undefined &&
        !found.ordinary &&
        found.roots.some((place) => isWithin(root, place))) {
        scope.notes.unknown.add(`\`${operand.source}\` may be \`.env\` or in \`.git\`: ask for a kind of file, as in \`-name '*.ts'\``);
    }
    if (found !== undefined && mayLeadOut(found, scope)) {
        scope.notes.unknown.add(`\`${operand.source}\` may be a symlink that leads elsewhere: look for \`-type f\``);
    }
}
/** Whether a symlink that the words could name leads out of the workspace, or to a protected file. */
function mayLeadOut(reach, scope) {
    const { world } = scope.walk;
    if (reach.regular || world.list === undefined)
        return false;
    const folders = [...reach.roots];
    for (let seen = 0; folders.length > 0;) {
        const folder = folders.pop() ?? '';
        for (const name of world.list(folder) ?? []) {
            seen += 1;
            if (seen > limits/* MAX_FILES_LOOKED_AT */._m)
                return true;
            if (name === '.git' || name === 'node_modules')
                continue;
            const path = `${folder}/${name}`;
            const real = world.realpath(path);
            if (real === path)
                folders.push(path);
            else if ((!reach.ordinary || isOrdinaryPattern(name)) && !staysOrdinary(real, world.root))
                return true;
        }
    }
    return false;
}
function staysOrdinary(real, root) {
    return (real !== null &&
        isWithin(real, root) &&
        !/\/\.(?:git|env[^/]*|npmrc)(?:\/|$)/.test(real.slice(root.length)));
}
function isWithin(path, folder) {
    return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}
/** What `echo` prints, as names that a later command may be given: only words that nothing could read otherwise. */
function printedWords(words, scope) {
    const texts = words.map((word) => word.text ?? '');
    if (texts.length === 0 ||
        !texts.every((text) => /^[\w./@%+,-]+$/.test(text) && !text.startsWith('-')))
        return {};
    const places = texts.map((text) => leadsTo(text, scope.state, scope.walk.world));
    if (places.includes(null))
        return {};
    const roots = places.flatMap((place) => place ?? []);
    return { prints: { roots, dashless: true, ordinary: true, regular: true, clean: false } };
}
/** What a program prints, where that can only be names of files. */
function withOutput(call, entry, matched) {
    const outcome = (0,commands_arg/* unchanged */.Cv)(call.scope.state);
    const { input } = call;
    const counts = matched.options.length === 1 && (0,options/* has */.zy)(matched, '-l', '-w', '-c', '-m');
    if (call.name === 'wc' && counts && matched.operands.length + matched.strange.length === 0) {
        return { ...outcome, printsNumber: true };
    }
    if (entry.filter === true && input !== undefined && isLineFilter(call, matched))
        return { ...outcome, prints: input };
    return outcome;
}
const FILTERS = {
    head: { options: /^(?:-n|--lines|-q|-z|--zero-terminated)$/, operands: 0 },
    tail: { options: /^(?:-n|--lines|-q|-z|--zero-terminated)$/, operands: 0 },
    sort: { options: /^(?:-r|-n|-u|-V|-z|-f|-R|--reverse|--unique|--zero-terminated)$/, operands: 0 },
    grep: {
        options: /^(?:-v|-i|-E|-F|-G|-P|-w|-x|-e|-z|--invert-match|--ignore-case|--extended-regexp|--fixed-strings)$/,
        operands: 1,
    },
};
/** Whole lines of the input come out, or none. */
function isLineFilter(call, matched) {
    const rule = FILTERS[call.name === 'egrep' || call.name === 'fgrep' ? 'grep' : call.name];
    if (rule === undefined || matched.strange.length > 0 || matched.doubtful.length > 0)
        return false;
    const pattern = rule.operands === 1 && !(0,options/* has */.zy)(matched, '-e') ? 1 : 0;
    return (matched.operands.length === pattern &&
        matched.options.every((option) => rule.options.test(option.flag)));
}
/** Names of files below `operands`, as `find`, `ls` and `git ls-files` print them. */
function namesBelow(operands, kind, scope) {
    const roots = scope.notes.paths.filter((path) => path.access === 'read').map((path) => path.path);
    if (scope.notes.unknown.size > 0 ||
        operands.some((operand) => operand.text === null && operand.glob === undefined)) {
        return undefined;
    }
    const { root } = scope.walk.world;
    return {
        roots: roots.map((path) => path === '.' ? root : path.startsWith('/') ? path : `${root}/${path}`),
        dashless: operands.length > 0 && operands.every(commands_arg/* isDashless */.ms),
        ...kind,
        clean: false,
    };
}

;// CONCATENATED MODULE: ./build/policy/commands/git.js







const HARMLESS_GLOBAL = new Set([
    '--no-pager',
    '--no-optional-locks',
    '--literal-pathspecs',
    '--no-replace-objects',
]);
/** A commit by name or by hash, which is no path. */
const COMMIT = /^(?:HEAD|@|FETCH_HEAD|ORIG_HEAD|MERGE_HEAD|main|master|[0-9a-f]{7,40})(?:[~^]\d*|@\{[\w. -]+\})*$/;
/** `git …`: options of git itself, then a subcommand by its own table. */
function judgeGit(call) {
    const { scope } = call;
    const outcome = (0,commands_arg/* unchanged */.Cv)(scope.state);
    const at = judgeGlobals(call);
    const words = call.args.slice(at);
    const [subcommand] = words;
    if (subcommand === undefined) {
        if (call.args.length === 1 && call.args[0]?.text === '--version')
            scope.notes.classes.add('@readonly');
        return outcome;
    }
    if (subcommand.text === null) {
        scope.notes.unknown.add('the subcommand of git is known only at run time');
        return outcome;
    }
    if (subcommand.text === 'config')
        return judgeConfig(call, words.slice(1));
    const known = findRead(words);
    if (known !== null)
        return git_judgeRead({ ...call, args: known.args }, known.known);
    if (git/* GIT_WRITES */.u_.has(subcommand.text))
        scope.notes.classes.add('@git-write');
    return outcome;
}
/** Judges what stands before the subcommand; returns where that begins. */
function judgeGlobals(call) {
    for (let at = 0; at < call.args.length; at += 1) {
        const arg = call.args[at];
        if (arg === undefined || (arg.text === null ? (0,commands_arg/* isDashless */.ms)(arg) : !arg.text.startsWith('-')))
            return at;
        if (arg.text === null) {
            call.scope.notes.unknown.add(`\`${arg.source}\` may be an option of git`);
            return at;
        }
        if (HARMLESS_GLOBAL.has(arg.text) || (arg.text === '--version' && call.args.length === 1))
            continue;
        const name = arg.text.split('=')[0] ?? '';
        const words = git/* GIT_GLOBAL_VALUES */.iP.includes(arg.text) ? call.args.slice(at, at + 2) : [arg];
        noteHatch(`git ${name} ${git/* GIT_GLOBAL_HATCHES */.oi[name] ?? 'is not known to be harmless'}`, words, call.scope);
        at += words.length - 1;
    }
    return call.args.length;
}
function findRead(words) {
    const [first, second] = words;
    const two = knowledge/* GIT_SUBCOMMANDS */.gH.get(`${first?.text ?? ''} ${second?.text ?? ''}`);
    if (two !== undefined)
        return { known: two, args: words.slice(2) };
    const one = knowledge/* GIT_SUBCOMMANDS */.gH.get(first?.text ?? '');
    if (one === undefined)
        return null;
    const form = one.entry.forms?.includes(second?.text ?? '') === true ? 1 : 0;
    return { known: one, args: words.slice(1 + form) };
}
function git_judgeRead(call, { entry, flags }) {
    const { scope } = call;
    const matched = (0,options/* matchOptions */._g)(call.args, flags);
    const subcommand = entry.names[0] ?? '';
    noteStrange({ ...call, name: `git ${subcommand}` }, matched, {});
    for (const arg of matched.doubtful)
        scope.notes.unknown.add(`\`${arg.source}\` may be an option of git`);
    const listing = entry.operandsNeed === undefined || (0,options/* has */.zy)(matched, ...entry.operandsNeed);
    if (matched.operands.length > 0 &&
        (entry.noOperands === true ||
            !listing ||
            (entry.most !== undefined &&
                !(matched.operands.length <= entry.most && matched.operands.every((arg) => arg.single))))) {
        noteHatch(`git ${subcommand} with operands changes something`, matched.operands, scope);
        scope.notes.classes.add('@git-write');
    }
    if (entry.texts !== true && entry.noOperands !== true)
        git_noteOperands(call, entry, matched);
    noteFormats(matched, call);
    noteRepository(call);
    scope.notes.classes.add('@readonly');
    scope.notes.classes.add('@git-readonly');
    const outcome = (0,commands_arg/* unchanged */.Cv)(scope.state);
    const prints = printedNames(entry, matched, call);
    return prints === undefined ? outcome : { ...outcome, prints };
}
function printedNames(entry, matched, call) {
    const names = entry.printsNames === true &&
        !(0,options/* has */.zy)(matched, '-s', '--stage', '-t', '-v', '--eol', '--format', '--debug');
    const listed = (0,options/* has */.zy)(matched, '--name-only') ||
        (entry.pattern === true && (0,options/* has */.zy)(matched, '-l', '--files-with-matches'));
    if (!names && !listed)
        return undefined;
    const { root } = call.scope.walk.world;
    const ordinary = matched.operands.length > 0 &&
        matched.operands.every((arg) => isOrdinaryPattern(arg.text ?? ''));
    return {
        roots: [root],
        dashless: false,
        ordinary: ordinary && names,
        regular: false,
        clean: false,
    };
}
/** Formats by which git asks a signature's program. */
function noteFormats(matched, call) {
    for (const value of (0,options/* valuesOf */.sm)(matched, '--format', '--pretty')) {
        if (value !== null && (value.text === null || /%G|%\(signature/.test(value.text))) {
            noteHatch('git checks signatures by a program', [value], call.scope);
        }
    }
}
function git_noteOperands(call, entry, matched) {
    const given = (0,options/* has */.zy)(matched, '-e');
    const patternFirst = entry.pattern === true && !given && matched.operands[0]?.single !== false;
    const operands = patternFirst ? matched.operands.slice(1) : matched.operands;
    noteRanges(call, matched);
    for (const operand of operands) {
        const { text } = operand;
        if (text === null)
            noteWord(operand, 'read', call.scope);
        else if (!COMMIT.test(text))
            noteRevisionOrPath(text, call);
    }
}
/** `-L 1,5:FILE` names a file. */
function noteRanges(call, matched) {
    for (const value of (0,options/* valuesOf */.sm)(matched, '-L')) {
        const file = /:([^:]+)$/.exec(value?.text ?? '')?.[1];
        if (value === null || value.text === null)
            call.scope.notes.unknown.add('git -L with a range known only at run time');
        else if (file !== undefined)
            notePath(file, 'read', call.scope);
    }
}
/** A word of git may be a revision, a path, or a path in a revision; whatever it is, its path is noted. */
function noteRevisionOrPath(text, call) {
    const { scope } = call;
    const inside = /^([^:]*):(?:[0-3]:)?(.+)$/.exec(text);
    if (/^:[!^]/.test(text))
        return;
    if (text.startsWith(':(') || text.startsWith(':/')) {
        scope.notes.unknown.add(`\`${text}\` is a pattern that is not judged`);
    }
    else if (inside?.[2] !== undefined) {
        if (/[\\/]\.\.?(?:\/|$)|^\.\.?(?:\/|$)/.test(inside[2]))
            notePath(inside[2], 'read', scope);
        else
            notePath(normalised(`${scope.walk.world.root}/${inside[2]}`), 'read', scope);
    }
    else
        notePath(text, 'read', scope);
}
/** Which repository it will be, and what its own configuration would run. */
function noteRepository(call) {
    const { walk, notes, state } = call.scope;
    const runs = walk.world.gitConfigRuns();
    if (runs !== null)
        notes.unknown.add(`git would run a program: ${runs}`);
    for (const folder of state.folders ?? []) {
        if (folder !== walk.world.root && !isPlainFolder(folder, call)) {
            notes.unknown.add('git runs in a folder that may be another repository');
        }
    }
    if (state.folders === null)
        notes.unknown.add('git runs in a folder that is known only at run time');
}
/** A folder below the root, with no repository of its own in it or between. */
function isPlainFolder(folder, call) {
    const { root } = call.scope.walk.world;
    if (!folder.startsWith(`${root}/`))
        return false;
    for (let place = folder; place !== root; place = place.slice(0, place.lastIndexOf('/'))) {
        const names = call.scope.walk.world.list?.(place);
        if (names === undefined ||
            names === null ||
            names.some((name) => name === '.git' || name === 'HEAD'))
            return false;
    }
    return true;
}
const CONFIG_READS = new Set([
    '--get',
    '--get-all',
    'get',
    '--local',
    '--type=bool',
    '--bool',
    '--int',
    '--path',
]);
/** `git config`: one value by a name that cannot hold a token; everything else may print one or set something. */
function judgeConfig(call, args) {
    const { scope } = call;
    const texts = args.map((arg) => arg.text ?? '');
    const keys = texts.filter((text) => !CONFIG_READS.has(text));
    const reads = texts.some((text) => text === '--get' || text === '--get-all' || text === 'get');
    const key = keys[0] ?? '';
    noteRepository(call);
    if (reads && keys.length === 1 && git/* GIT_PUBLIC_KEYS */.iz.test(key)) {
        scope.notes.classes.add('@readonly');
        scope.notes.classes.add('@git-readonly');
    }
    else if (reads || texts.some((text) => text === '-l' || text === '--list' || text === 'list')) {
        noteHatch('git config may print a token', args, scope);
    }
    else {
        scope.notes.classes.add('@git-write');
        noteHatch('git config sets what git will run', args, scope);
    }
    return (0,commands_arg/* unchanged */.Cv)(scope.state);
}

;// CONCATENATED MODULE: ./build/policy/commands/hosts.js
const URL_HOST = /[a-z][a-z0-9+.-]*:\/\/(?:[^@/\s'"]*@)?(\[[0-9a-f:]+\]|[\w.-]+)/gi;
/** Hosts named by addresses in a word: `https://HOST/…`, `git@HOST:path`. */
function hostsIn(text) {
    const hosts = [...text.matchAll(URL_HOST)].map((match) => match[1] ?? '');
    const copied = /^[\w.-]+@([\w.-]+):/.exec(text)?.[1];
    return [...hosts, ...(copied === undefined ? [] : [copied])].map((host) => host.toLowerCase());
}

;// CONCATENATED MODULE: ./build/policy/commands/intents.js

/**
 * What a command is about, whatever the spelling: abbreviations and clusters count, and a word known only at run time
 * counts as the worst it could be for a program that has a worst.
 */
function noteIntents(call) {
    const texts = call.args.map((arg) => arg.text);
    const rule = Object.hasOwn(RULES, call.name) ? RULES[call.name] : undefined;
    for (const intent of rule?.(texts, call.args) ?? [])
        call.scope.notes.intents.add(intent);
    for (const arg of call.args)
        for (const host of hostsIn(arg.text ?? arg.source))
            call.scope.notes.hosts.add(host);
}
const RULES = {
    rm: (texts) => (flagged(texts, 'rR', '--recursive') ? ['@recursive-delete'] : []),
    find: (texts) => (texts.includes('-delete') ? ['@recursive-delete'] : []),
    rsync: (texts) => [
        ...(texts.some((text) => text === null || /^--(?:del|remove-source)/.test(text))
            ? ['@recursive-delete']
            : []),
        ...(texts.some((text) => text?.includes(':')) ? ['@download'] : []),
    ],
    rimraf: () => ['@recursive-delete'],
    shred: () => ['@recursive-delete'],
    git: gitIntents,
    hub: gitIntents,
    chmod: (texts) => texts.some((text) => text === null || /(?:^|[,+=ugoa])[+=]?[rwxX]*s|^[2467]\d{3}$/.test(text))
        ? ['@privilege']
        : [],
    setcap: () => ['@privilege'],
    chown: (texts) => (texts.some((text) => text?.startsWith('root') === true) ? ['@privilege'] : []),
    curl: () => ['@download'],
    wget: () => ['@download'],
    aria2c: () => ['@download'],
    scp: () => ['@download'],
    sftp: () => ['@download'],
    ftp: () => ['@download'],
    http: () => ['@download'],
    https: () => ['@download'],
    xh: () => ['@download'],
    npm: packageManager,
    pnpm: packageManager,
    yarn: (texts) => (firstWord(texts) === undefined ? ['@install'] : packageManager(texts)),
    bun: packageManager,
    deno: (texts) => any(texts, { install: '@install', add: '@install', publish: '@publish', cache: '@download' }),
    pip: installer,
    pip3: installer,
    uv: (texts) => any(texts, {
        pip: '@install',
        add: '@install',
        sync: '@install',
        tool: '@install',
        run: '@install',
        publish: '@publish',
    }),
    poetry: (texts) => any(texts, { install: '@install', add: '@install', update: '@install', publish: '@publish' }),
    conda: installer,
    mamba: installer,
    apt: installer,
    'apt-get': installer,
    aptitude: installer,
    dnf: installer,
    yum: installer,
    apk: installer,
    pacman: () => ['@install'],
    zypper: installer,
    brew: installer,
    snap: installer,
    dpkg: () => ['@install'],
    rpm: () => ['@install'],
    choco: installer,
    winget: installer,
    corepack: () => ['@install'],
    nvm: installer,
    rustup: (texts) => any(texts, {
        install: '@install',
        update: '@install',
        toolchain: '@install',
        component: '@install',
        target: '@install',
    }),
    gem: (texts) => any(texts, {
        install: '@install',
        i: '@install',
        update: '@install',
        push: '@publish',
        yank: '@publish',
    }),
    bundle: (texts) => any(texts, { install: '@install', add: '@install', update: '@install' }),
    composer: (texts) => any(texts, { install: '@install', require: '@install', update: '@install' }),
    cargo: (texts) => any(texts, {
        install: '@install',
        add: '@install',
        publish: '@publish',
        yank: '@publish',
        fetch: '@download',
        update: '@download',
    }),
    go: (texts) => any(texts, { install: '@install', get: '@install', mod: '@download' }),
    twine: (texts) => any(texts, { upload: '@publish' }),
    python: pythonModule,
    python3: pythonModule,
    docker: (texts) => any(texts, { push: '@publish', pull: '@download' }),
    podman: (texts) => any(texts, { push: '@publish', pull: '@download' }),
    helm: (texts) => any(texts, { push: '@publish', install: '@install', pull: '@download' }),
    mvn: (texts) => any(texts, { deploy: '@publish', install: '@install' }),
    gradle: (texts) => any(texts, { publish: '@publish' }),
    dotnet: (texts) => texts.includes('push') ? ['@publish'] : any(texts, { restore: '@install', add: '@install' }),
    vsce: (texts) => any(texts, { publish: '@publish' }),
    lerna: (texts) => any(texts, { publish: '@publish' }),
    changeset: (texts) => any(texts, { publish: '@publish' }),
    'semantic-release': () => ['@publish'],
    goreleaser: () => ['@publish'],
    gh: githubIntents,
};
/** Whether a short letter (in any cluster) or a long option (or what it may be shortened to) is there. */
function flagged(texts, letters, ...long) {
    const end = texts.indexOf('--');
    return (end === -1 ? texts : texts.slice(0, end)).some((text) => {
        if (text === null)
            return true;
        if (/^-[^-]/.test(text))
            return letters.split('').some((letter) => text.includes(letter));
        const name = text.split('=')[0] ?? '';
        return (name.length > 3 && name.startsWith('--') && long.some((option) => option.startsWith(name)));
    });
}
function firstWord(texts) {
    return texts.find((text) => text === null || !text.startsWith('-'));
}
/** The intent of the first word that is a key; every intent where a word is known only at run time. */
function any(texts, words) {
    const found = texts.find((text) => text === null || Object.hasOwn(words, text));
    if (found === null)
        return [...new Set(Object.values(words))];
    const intent = found === undefined ? undefined : words[found];
    return intent === undefined ? [] : [intent];
}
function installer(texts) {
    const words = 'install i add update upgrade dist-upgrade reinstall tap bundle localinstall download create';
    return any(texts, Object.fromEntries(words.split(' ').map((word) => [word, '@install'])));
}
function packageManager(texts) {
    const installs = 'install i in ins inst insta instal isnt isnta isntal add ci clean-install ic install-clean isntall-clean install-ci-test cit install-test it update up upgrade udpate dlx exec x create init dedupe rebuild link import fetch patch dist-upgrade';
    const publishes = 'publish unpublish deprecate dist-tag access owner token release stage';
    const words = Object.fromEntries([
        ...installs.split(' ').map((word) => [word, '@install']),
        ...publishes.split(' ').map((word) => [word, '@publish']),
    ]);
    const first = firstWord(texts);
    if (first === 'npm')
        return any(texts.slice(1), words);
    return first === null || first === undefined
        ? any(texts, words)
        : any([first], words).concat(any(texts.filter((text) => text === 'publish' || text === null), words));
}
function pythonModule(texts) {
    const at = texts.findIndex((text) => text !== null && /^-[A-Za-z]*m/.test(text));
    if (at === -1)
        return [];
    const attached = texts[at]?.replace(/^-[A-Za-z]*m/, '') ?? '';
    const module = attached === '' ? texts[at + 1] : attached;
    if (module === 'pip' || module === 'ensurepip' || module === 'pipx')
        return module === 'pip' ? installer(texts.slice(at)) : ['@install'];
    if (module === 'twine')
        return ['@publish'];
    return module === null ? ['@install', '@publish'] : [];
}
function githubIntents(texts) {
    const [first, second] = texts.filter((text) => text === null || !text.startsWith('-'));
    const both = `${first ?? '?'} ${second ?? '?'}`;
    if (first === null)
        return ['@publish', '@download'];
    if (/^release (?:create|upload|edit|delete|\?)/.test(both))
        return ['@publish'];
    if (/^(?:release download|run download|repo clone|gist clone|pr checkout|release \?)/.test(both))
        return ['@download'];
    if (first === 'extension' || first === 'ext')
        return ['@install'];
    return [];
}
/** git's own options stand before the subcommand and may be anything. */
function gitIntents(texts, args) {
    let at = 0;
    while (at < texts.length && texts[at]?.startsWith('-') === true) {
        at += /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env)$/.test(texts[at] ?? '')
            ? 2
            : 1;
    }
    const subcommand = texts[at];
    const rest = texts.slice(at + 1);
    if (subcommand === undefined)
        return [];
    if (subcommand === null)
        return ['@force-push', '@history-rewrite', '@recursive-delete'];
    const rule = Object.hasOwn(GIT_RULES, subcommand) ? GIT_RULES[subcommand] : undefined;
    return rule?.(rest, args.slice(at + 1)) ?? [];
}
const REWRITES = ['@history-rewrite'];
const GIT_RULES = {
    push: (texts) => (forcesPush(texts) ? ['@force-push', '@history-rewrite'] : []),
    'send-pack': (texts) => (forcesPush(texts) ? ['@force-push', '@history-rewrite'] : []),
    clean: () => ['@recursive-delete'],
    rm: (texts) => (flagged(texts, 'r', '--recursive') ? ['@recursive-delete'] : []),
    rebase: () => REWRITES,
    'filter-branch': () => REWRITES,
    'filter-repo': () => REWRITES,
    'fast-import': () => REWRITES,
    replace: () => REWRITES,
    prune: () => REWRITES,
    'update-ref': () => REWRITES,
    commit: (texts) => (flagged(texts, '', '--amend', '--fixup', '--squash') ? REWRITES : []),
    reset: (texts) => texts.some((text) => text === null || /^--(?:h|ha|har|hard|k|keep|merge|soft|mixed)$/.test(text)) || texts.some((text) => /[~^]|@\{/.test(text ?? ''))
        ? REWRITES
        : [],
    reflog: (texts) => texts.some((text) => text === null || /^(?:expire|delete|drop)$/.test(text)) ? REWRITES : [],
    gc: (texts) => (flagged(texts, '', '--prune', '--aggressive') ? REWRITES : []),
    branch: (texts) => (flagged(texts, 'DfMC', '--delete', '--force') ? REWRITES : []),
    tag: (texts) => (flagged(texts, 'df', '--delete', '--force') ? REWRITES : []),
    checkout: (texts) => (flagged(texts, 'B', '--orphan') ? REWRITES : []),
    switch: (texts) => (flagged(texts, 'C', '--force-create', '--orphan') ? REWRITES : []),
    stash: (texts) => texts.some((text) => text === null || /^(?:drop|clear)$/.test(text)) ? REWRITES : [],
    pull: (texts) => ['@download', ...(flagged(texts, 'r', '--rebase') ? REWRITES : [])],
    fetch: (texts) => [
        '@download',
        ...(texts.some((text) => text === null || text.startsWith('+') || text === '-f' || text === '--force')
            ? REWRITES
            : []),
    ],
    clone: () => ['@download'],
    submodule: (texts) => texts.some((text) => text === null || /^(?:update|add)$/.test(text)) ? ['@download'] : [],
    lfs: (texts) => any(texts, {
        pull: '@download',
        fetch: '@download',
        migrate: '@history-rewrite',
        prune: '@history-rewrite',
    }),
    worktree: (texts) => (texts.includes('remove') ? ['@recursive-delete'] : []),
    'ls-remote': () => ['@download'],
};
/** Any way to move or take away what another repository holds. */
function forcesPush(texts) {
    if (flagged(texts, 'fd', '--force', '--force-with-lease', '--force-if-includes', '--mirror', '--delete', '--prune'))
        return true;
    return texts.some((text) => text === null || /^\+|^:.|^--force/.test(text));
}

;// CONCATENATED MODULE: ./build/policy/commands/programs/awk-program.js
// Reads awk programs as far as it takes to know that they only print.
/** Names by which a program runs others, reads more files or the environment, or is no longer only what is written. */
const REACHING = /\b(?:system|getline|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|ARGV|ARGC|ARGIND)\b|@/;
const TOKEN = /\s+|\\\n|#[^\n]*|"(?:\\[^\n]|[^"\\\n])*"|[A-Za-z_]\w*|\d+(?:\.\d*)?|\|\||>=|>>|\|&|[^\s]/y;
/** After these a slash begins a regular expression. */
const BEFORE_REGEXP = /^(?:[({,;!~&|?:=+*%^<>-]|\|\||return|print|printf|in|case|else|do|)$/;
const REGEXP = /\/(?:\\[^\n]|\[\^?\]?(?:\\[^\n]|\[:[a-z]+:\]|[^\]\\\n])*\]|[^/\\\n[])*\//y;
/** Why an awk program could do more than print, or `null`. */
function awkHatch(program) {
    const name = REACHING.exec(program)?.[0];
    if (name !== undefined)
        return `\`${name}\` reaches beyond the input`;
    // Without these two nothing can be written or run, however it is read.
    if (!/[|>]/.test(program))
        return null;
    const tokens = tokensOf(program);
    return tokens === null ? 'the program is not understood' : redirection(tokens);
}
/** Its words; a regular expression is the word `/`. `null` where division and regular expression look alike. */
function tokensOf(program) {
    const tokens = [];
    let before = '';
    for (let at = 0; at < program.length;) {
        if (program[at] === '/') {
            const end = BEFORE_REGEXP.test(before) || before === '}' || before === '\n'
                ? matchAt(REGEXP, program, at)
                : null;
            if (end !== null) {
                at = end;
                before = '/';
                tokens.push('/');
                continue;
            }
            if (!/^(?:[\w$]+|\])$/.test(before) || BEFORE_REGEXP.test(before))
                return null;
        }
        const end = matchAt(TOKEN, program, at);
        if (end === null)
            return null;
        const token = program.slice(at, end);
        at = end;
        if (token === '"')
            return null;
        if (token.startsWith('#') || token === '\\\n')
            continue;
        if (/^\s+$/.test(token)) {
            if (token.includes('\n'))
                before = '\n';
            if (token.includes('\n'))
                tokens.push('\n');
            continue;
        }
        tokens.push(token);
        before = token;
    }
    return tokens;
}
function matchAt(pattern, text, at) {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : null;
}
/** A pipe, or a `>` in a `print` that stands in no parentheses. */
function redirection(tokens) {
    let printing = false;
    let depth = 0;
    for (const [index, token] of tokens.entries()) {
        if (token === 'print' || token === 'printf') {
            printing = true;
            depth = 0;
        }
        else if (token === ';' || token === '}')
            printing = false;
        else if (token === '(')
            depth += 1;
        else if (token === ')')
            depth -= 1;
        else if (token === '|' || token === '|&')
            return 'a pipe runs a program';
        else if (token === '>>')
            return '`>>` writes a file';
        else if (token === '>' && printing && depth <= 0 && !toStream(tokens.slice(index + 1))) {
            return '`>` writes a file';
        }
    }
    return null;
}
function toStream(tokens) {
    const [target, next = ';'] = tokens;
    return /^"\/dev\/std(?:err|out)"$/.test(target ?? '') && [';', '}', '\n'].includes(next);
}

;// CONCATENATED MODULE: ./build/policy/commands/programs/awk.js






/** `awk`: the first operand is its program, the others are files or assignments. */
const judgeAwk = (call) => {
    const { scope } = call;
    const outcome = (0,commands_arg/* unchanged */.Cv)(scope.state);
    const known = knowledge/* PROGRAMS */.i.get('awk');
    if (known === undefined)
        return outcome;
    const matched = (0,options/* matchOptions */._g)(call.args, known.flags);
    noteStrange(call, matched, known.entry.hatches ?? {});
    for (const arg of matched.doubtful)
        scope.notes.unknown.add(`\`${arg.source}\` may be an option of awk`);
    const [program, ...files] = matched.operands;
    if (program === undefined)
        return { ...outcome };
    if (program.text === null)
        scope.notes.unknown.add('the program of awk is known only at run time');
    else {
        const hatch = awkHatch(program.text);
        if (hatch !== null)
            noteHatch(`awk: ${hatch}`, [program], scope);
    }
    for (const file of files)
        if (!/^[A-Za-z_]\w*=/.test(file.text ?? file.prefix))
            noteFile(file, scope);
    // An assignment is also where awk is told of a field separator; its value is text.
    scope.notes.classes.add('@readonly');
    return outcome;
};

;// CONCATENATED MODULE: ./build/policy/commands/programs/find.js




/** find(1), GNU findutils 4.9: the words of its expression that only look, by how many words they take. */
const ALONE = new Set(('( ) ! , -a -and -o -or -not -true -false -depth -d -mount -xdev -daystart -follow-disabled -noleaf -ignore_readdir_race -noignore_readdir_race ' +
    '-warn -nowarn -empty -executable -readable -writable -nouser -nogroup -print -print0 -ls -prune -quit -help -version --help --version').split(' '));
const WITH_VALUE = new Set(('-maxdepth -mindepth -regextype -name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -mtime -mmin -atime ' +
    '-amin -ctime -cmin -used -perm -user -group -uid -gid -links -inum -fstype -printf -context').split(' '));
const REFERENCE = /^-(?:newer(?:[aBcm][aBcm])?|anewer|cnewer|samefile)$/;
const DATED = /^-newer[aBcm]t$/;
const HATCHES = {
    '-delete': 'deletes what it finds',
    '-execdir': 'runs a program in every folder',
    '-ok': 'runs a program',
    '-okdir': 'runs a program',
    '-fprint': 'writes a file',
    '-fprint0': 'writes a file',
    '-fprintf': 'writes a file',
    '-fls': 'writes a file',
    '-files0-from': 'names its places by the contents of a file',
    '-L': 'follows symlinks to anywhere',
    '-follow': 'follows symlinks to anywhere',
};
/** `find`: places first, then an expression; `-exec` is a wrapper around another command. */
const judgeFind = (call) => {
    const { scope } = call;
    const places = [];
    let at = 0;
    while (/^-[HP]$/.test(call.args[at]?.text ?? ''))
        at += 1;
    for (; at < call.args.length; at += 1) {
        const arg = call.args[at];
        if (arg === undefined || !(0,commands_arg/* isDashless */.ms)(arg) || /^[(!,]/.test(arg.text ?? ''))
            break;
        places.push(arg);
        noteWord(arg, 'read', scope);
    }
    if (places.length === 0)
        noteHere(call);
    const names = namesBelow(places, { ordinary: false, regular: false }, scope);
    const expression = call.args.slice(at);
    const ordinary = findsOrdinary(expression);
    const found = names === undefined
        ? undefined
        : {
            ...names,
            dashless: names.dashless || places.length === 0,
            ordinary,
            regular: findsRegular(expression),
        };
    const prints = judgeExpression(call, expression, found);
    scope.notes.classes.add('@readonly');
    const outcome = (0,commands_arg/* unchanged */.Cv)(scope.state);
    return prints && found !== undefined ? { ...outcome, prints: found } : outcome;
};
/** Without a place find starts in its folder. */
function noteHere(call) {
    noteWord({ text: '.', source: '.', single: true, prefix: '.' }, 'read', call.scope);
}
/** Returns whether all it prints is the names it found. */
function judgeExpression(call, expression, found) {
    const { scope } = call;
    let namesOnly = true;
    for (let at = 0; at < expression.length; at += 1) {
        const arg = expression[at];
        const word = arg?.text ?? null;
        if (arg === undefined)
            break;
        if (word === null) {
            scope.notes.unknown.add(`\`${arg.source}\` may be an action of find`);
            return false;
        }
        if (word === '-exec') {
            at = judgeExec(call, expression, at, found);
            namesOnly = false;
        }
        else if (WITH_VALUE.has(word) || DATED.test(word) || REFERENCE.test(word)) {
            at += 1;
            judgeValue(call, word, expression[at]);
            if (word === '-printf')
                namesOnly = false;
        }
        else if (!ALONE.has(word)) {
            if (word === '-delete')
                scope.notes.classes.add('@writes');
            noteHatch(`find ${word} ${HATCHES[word] ?? 'is not known to be harmless'}`, [arg], scope);
        }
        else if (word === '-ls')
            namesOnly = false;
    }
    return namesOnly;
}
function judgeValue(call, word, value) {
    const { scope } = call;
    if (value === undefined)
        noteHatch(`find ${word} without its value`, [], scope);
    else if (REFERENCE.test(word) && !DATED.test(word))
        noteWord(value, 'read', scope);
    else if (value.text === null && !value.single && value.glob?.names.length !== 1) {
        scope.notes.unknown.add(`\`${value.source}\` may be more than one word to find`);
    }
}
/** Judges the command of `-exec`; returns where its words end. */
function judgeExec(call, expression, at, found) {
    const { scope } = call;
    const end = expression.findIndex((arg, index) => index > at &&
        (arg.text === ';' || (arg.text === '+' && expression[index - 1]?.text === '{}')));
    if (end === -1) {
        noteHatch('find -exec without its end', expression.slice(at, at + 1), scope);
        return expression.length;
    }
    const words = expression.slice(at + 1, end).map((arg) => foundWord(arg, found));
    const [name] = words;
    if (typeof name?.text !== 'string')
        scope.notes.unknown.add('find -exec runs what it finds');
    else
        scope.walk.behind(call.name).command(words, scope.state);
    return end;
}
function foundWord(arg, found) {
    if (arg.text === null || !arg.text.includes('{}'))
        return arg;
    const prefix = arg.text.slice(0, arg.text.indexOf('{}'));
    const reach = arg.text === '{}' && found !== undefined ? { reach: found } : {};
    return { text: null, source: arg.source, single: arg.text !== '{}', prefix, ...reach };
}
/** Whether `-type f` holds for all that is found: symlinks are left out. */
function findsRegular(expression) {
    const texts = expression.map((arg) => arg.text);
    const at = texts.indexOf('-type');
    const alone = !texts.some((text) => text === '-o' || text === '-or' || text === ',' || text === '!' || text === '-not');
    return (at !== -1 &&
        texts[at + 1] === 'f' &&
        (alone || (at === 0 && !texts.includes(',') && !topLevelOr(texts))));
}
function topLevelOr(texts) {
    let depth = 0;
    for (const text of texts) {
        if (text === '(')
            depth += 1;
        if (text === ')')
            depth -= 1;
        if (depth === 0 && (text === '-o' || text === '-or'))
            return true;
    }
    return false;
}
/** Whether every way through the expression asks for a name that only source files have. */
function findsOrdinary(expression) {
    const ways = [[]];
    for (const arg of expression) {
        if (arg.text === '-o' || arg.text === '-or' || arg.text === ',')
            ways.push([]);
        else
            ways.at(-1)?.push(arg.text ?? '');
    }
    const texts = expression.map((arg) => arg.text);
    // What stands in parentheses behind `!` asks for the opposite.
    if (texts.some((text, index) => text === '(' && ['!', '-not'].includes(texts[index - 1] ?? '')))
        return false;
    return ways.every((way) => way.includes('-prune') || way.some((word, index) => asksForOrdinary(way, word, index)));
}
function asksForOrdinary(way, word, index) {
    const negated = ['!', '-not'].includes(way[index - 1] ?? '');
    return ((word === '-name' || word === '-iname') && !negated && isOrdinaryPattern(way[index + 1] ?? ''));
}

;// CONCATENATED MODULE: ./build/policy/commands/programs/search.js






/** Searching from the root reads `.git/config` and `.env`, whose paths no word names. */
function noteProtected(call) {
    const { notes, walk } = call.scope;
    const root = walk.world.root;
    const above = notes.paths.some(({ path }) => path === '.' ||
        (path.startsWith('/') && `${root}/`.startsWith(path === '/' ? '/' : `${path}/`)));
    if (above)
        notes.unknown.add(`${call.name} would also search \`.git\` and \`.env\`: name a folder or a kind of file`);
}
function judged(call) {
    const known = knowledge/* PROGRAMS */.i.get(call.name);
    return known === undefined ? null : judgeProgram(call, known);
}
function ends(call) {
    const { state } = call.scope;
    return { after: state, success: state, failure: state };
}
/** `grep`: with `-r` it reads whole folders. */
const judgeGrep = (call) => {
    const result = judged(call);
    if (result === null)
        return ends(call);
    const { matched, outcome } = result;
    const recursive = (0,options/* has */.zy)(matched, '-r', '--recursive') ||
        (0,options/* valuesOf */.sm)(matched, '-d', '--directories').some((value) => value?.text !== 'skip' && value?.text !== 'read');
    const places = placesOf(matched);
    if (recursive && places.length === 0)
        noteFile((0,commands_arg/* literalArg */.e6)('.'), call.scope);
    const included = (0,options/* valuesOf */.sm)(matched, '--include');
    const ordinary = included.length > 0 && included.every((value) => isOrdinaryPattern(value?.text ?? ''));
    if (recursive && !ordinary && !excludesProtected(matched))
        noteProtected(call);
    if (!(0,options/* has */.zy)(matched, '-l', '--files-with-matches'))
        return outcome;
    const prints = namesBelow(places, { ordinary: ordinary || !recursive, regular: true }, call.scope);
    return prints === undefined ? outcome : { ...outcome, prints };
};
function excludesProtected(matched) {
    const folders = (0,options/* valuesOf */.sm)(matched, '--exclude-dir').map((value) => value?.text);
    const files = (0,options/* valuesOf */.sm)(matched, '--exclude').map((value) => value?.text);
    const hidden = folders.includes('.*') && files.includes('.*');
    return (hidden || (folders.includes('.git') && files.includes('.env*') && files.includes('.npmrc')));
}
/** `rg`: leaves hidden files out unless told otherwise; `--files` and `-l` print names. */
const judgeRg = (call) => {
    const result = judged(call);
    if (result === null)
        return ends(call);
    const { matched, outcome } = result;
    const lists = (0,options/* has */.zy)(matched, '--files', '--type-list');
    const places = lists ? matched.operands : placesOf(matched);
    if (lists)
        for (const operand of matched.operands)
            noteFile(operand, call.scope);
    // Whether it reads its folder or stdin it decides at run time.
    if (places.length === 0)
        noteFile((0,commands_arg/* literalArg */.e6)('.'), call.scope);
    if (!lists && searchesHidden(matched))
        noteProtected(call);
    if (!(0,options/* has */.zy)(matched, '--files', '-l', '--files-with-matches'))
        return outcome;
    const prints = namesBelow(places, { ordinary: !searchesHidden(matched), regular: true }, call.scope);
    return prints === undefined ? outcome : { ...outcome, prints };
};
function searchesHidden(matched) {
    const unrestricted = matched.options.filter((option) => /^(?:-u|--unrestricted)$/.test(option.flag)).length > 1;
    const globs = (0,options/* valuesOf */.sm)(matched, '-g', '--glob', '--iglob').map((value) => value?.text ?? '');
    // A glob that includes beats the rule that hidden files are left out.
    const included = globs.some((glob) => !glob.startsWith('!') && !isOrdinaryPattern(glob));
    return unrestricted || included || (0,options/* has */.zy)(matched, '-.', '--hidden');
}
/** `fd`: the first operand is a pattern; it prints names only. */
const judgeFd = (call) => {
    const result = judged(call);
    if (result === null)
        return ends(call);
    const { matched, outcome } = result;
    const places = placesOf(matched);
    if (places.length === 0)
        noteFile((0,commands_arg/* literalArg */.e6)('.'), call.scope);
    const prints = namesBelow(places, { ordinary: false, regular: false }, call.scope);
    return prints === undefined || (0,options/* has */.zy)(matched, '-l', '--list-details')
        ? outcome
        : { ...outcome, prints };
};
/** `diff`: `-r` reads whole folders. */
const judgeDiff = (call) => {
    const result = judged(call);
    if (result === null)
        return ends(call);
    if ((0,options/* has */.zy)(result.matched, '-r', '--recursive'))
        noteProtected(call);
    return result.outcome;
};
/** `ls`: prints names, of its own folder unless told otherwise. */
const judgeLs = (call) => {
    const result = judged(call);
    if (result === null)
        return ends(call);
    const { matched, outcome } = result;
    const { scope } = call;
    if (matched.operands.length === 0)
        noteWord((0,commands_arg/* literalArg */.e6)('.'), 'read', scope);
    if ((0,options/* has */.zy)(matched, '-L', '--dereference') && (0,options/* has */.zy)(matched, '-R', '--recursive')) {
        noteHatch('ls -LR follows symlinks to anywhere', [], scope);
    }
    const plain = matched.options.every((option) => /^-[1rtSUvX]$/.test(option.flag));
    const prints = namesBelow(matched.operands, { ordinary: false, regular: false }, scope);
    if (!plain || prints === undefined || scope.state.folders === null)
        return outcome;
    // The names of what is in a folder are printed without it, so they are read from where the next command stands.
    return {
        ...outcome,
        prints: { ...prints, roots: [...prints.roots, ...scope.state.folders], dashless: false },
    };
};

;// CONCATENATED MODULE: ./build/policy/commands/programs/sed-script.js
// Reads sed scripts the way GNU sed 4.8 does, as far as it takes to know what they could run or write.
const sed_script_ALONE = '=dDgGhHnNpPxzF';
const NUMBERED = 'lLqQ';
const LABELLED = ':btT';
const WRITING = {
    e: 'the command `e` runs a program',
    w: 'the command `w` writes a file',
    W: 'the command `W` writes a file',
    r: 'the command `r` reads a file',
    R: 'the command `R` reads a file',
    v: 'the command `v` is not judged',
};
/** What a script could do beyond printing: one sentence each; empty for a harmless one. */
function sedHatches(script) {
    const reader = { script, at: 0 };
    const hatches = [];
    while ((skipBlanks(reader), reader.at < script.length)) {
        const hatch = readAddresses(reader) ? readCommand(reader) : 'an address is not understood';
        if (hatch !== null) {
            hatches.push(hatch);
            // Behind the first thing that is not harmless nothing else need be told.
            return hatches;
        }
    }
    return hatches;
}
function take(reader, pattern) {
    const match = new RegExp(pattern.source, 'y');
    match.lastIndex = reader.at;
    const found = match.exec(reader.script)?.[0] ?? null;
    if (found !== null)
        reader.at += found.length;
    return found;
}
function skipBlanks(reader) {
    take(reader, /[\s;]*/);
}
function readAddresses(reader) {
    if (!readAddress(reader))
        return true;
    if (take(reader, /[ \t]*,[ \t]*/) !== null &&
        take(reader, /[+~]\d+/) === null &&
        !readAddress(reader))
        return false;
    return true;
}
/** Whether there was an address. One that does not end moves past the script, so that nothing is left to trust. */
function readAddress(reader) {
    if (take(reader, /\d+(?:~\d+)?|\$/) !== null)
        return true;
    const opening = take(reader, /\/|\\[^\n\\]/);
    if (opening === null)
        return false;
    const closed = readUntil(reader, opening.slice(-1));
    if (closed)
        take(reader, /[IM]*/);
    else
        reader.at = Infinity;
    return closed;
}
/** Up to the next `delimiter` that no backslash stands before; sed minds no brackets here. */
function readUntil(reader, delimiter, newlines = false) {
    for (; reader.at < reader.script.length; reader.at += 1) {
        const character = reader.script[reader.at];
        if (character === delimiter) {
            reader.at += 1;
            return true;
        }
        if (character === '\\')
            reader.at += 1;
        else if (character === '\n' && !newlines)
            return false;
    }
    return false;
}
function readCommand(reader) {
    if (reader.at === Infinity)
        return 'an address does not end';
    take(reader, /[ \t]*(?:![ \t]*)*/);
    const command = reader.script[reader.at] ?? '';
    reader.at += 1;
    if (command === '')
        return 'a command is missing';
    if (command === '#')
        return take(reader, /[^\n]*/) === null ? 'a comment is not understood' : null;
    if (command === '{')
        return null;
    if (command === '}')
        return atEnd(reader);
    if (sed_script_ALONE.includes(command))
        return atEnd(reader);
    if (NUMBERED.includes(command))
        return take(reader, /[ \t]*\d*/) === null ? 'a number is missing' : atEnd(reader);
    if (LABELLED.includes(command))
        return take(reader, /[ \t]*\w*/) === null ? 'a label is missing' : atEnd(reader);
    if (command === 's')
        return readSubstitute(reader);
    if (command === 'y')
        return readParts(reader) ? atEnd(reader) : 'the command `y` does not end';
    if ('aic'.includes(command))
        return take(reader, /(?:\\[\s\S]|[^\\\n])*/) === null ? 'a text is missing' : null;
    return WRITING[command] ?? `the command \`${command}\` is not known`;
}
function readParts(reader) {
    const delimiter = take(reader, /[^\n\\]/);
    return delimiter !== null && readUntil(reader, delimiter) && readUntil(reader, delimiter, true);
}
function readSubstitute(reader) {
    if (!readParts(reader))
        return 'the command `s` does not end';
    const flags = take(reader, /[gpiImM\d]*/) ?? '';
    const next = reader.script[reader.at] ?? '';
    if (next === 'e')
        return '`s///e` runs what it made';
    if (next === 'w')
        return '`s///w` writes a file';
    return flags.length > 20 ? 'the flags of `s` are not understood' : atEnd(reader);
}
function atEnd(reader) {
    take(reader, /[ \t]*/);
    const next = reader.script[reader.at] ?? '';
    return next === '' || ';\n}#'.includes(next) ? null : `\`${next}\` is not expected there`;
}

;// CONCATENATED MODULE: ./build/policy/commands/programs/sed.js






/** `sed`: its script is read for real; files come after it. */
const judgeSed = (call) => {
    const { scope } = call;
    const outcome = (0,commands_arg/* unchanged */.Cv)(scope.state);
    const known = knowledge/* PROGRAMS */.i.get('sed');
    if (known === undefined)
        return outcome;
    const matched = (0,options/* matchOptions */._g)(call.args, known.flags);
    noteStrange(call, matched, known.entry.hatches ?? {});
    for (const arg of matched.doubtful)
        scope.notes.unknown.add(`\`${arg.source}\` may be an option of sed`);
    const given = (0,options/* valuesOf */.sm)(matched, '-e', '--expression');
    const scripts = given.length > 0 ? given : matched.operands.slice(0, 1);
    const files = given.length > 0 ? matched.operands : matched.operands.slice(1);
    const inPlace = matched.strange.some((arg) => /^-(?:[a-zA-Z]*i|-in?)/.test(arg.text ?? ''));
    for (const file of files) {
        noteFile(file, scope);
        if (inPlace)
            noteWord(file, 'write', scope);
    }
    if (inPlace)
        scope.notes.classes.add('@writes');
    const texts = scripts.map((script) => script?.text ?? null);
    if (texts.includes(null)) {
        scope.notes.unknown.add('the script of sed is known only at run time');
        return outcome;
    }
    for (const what of sedHatches(texts.join('\n'))) {
        noteHatch(`sed: ${what}`, scripts.filter((script) => script !== null), scope);
    }
    scope.notes.classes.add('@readonly');
    return outcome;
};

;// CONCATENATED MODULE: ./build/policy/commands/programs/small.js





/** Any `%` conversion of bash's printf but `%n`, which assigns to the variable that an argument names. */
const CONVERSIONS = /%(?:[-+ #0']*(?:\d+|\*)?(?:\.(?:\d+|\*)?)?[a-zA-Z]|\(|%)/g;
/** `printf FORMAT words…` */
const judgePrintf = (call) => {
    const { scope } = call;
    const args = call.args[0]?.text === '--' ? call.args.slice(1) : call.args;
    const [format] = args;
    scope.notes.classes.add('@readonly');
    const outcome = (0,commands_arg/* unchanged */.Cv)(scope.state);
    if (format === undefined)
        return outcome;
    if (format.text === null)
        scope.notes.unknown.add('the format of printf is known only at run time');
    else if (format.text.startsWith('-') && args === call.args) {
        noteHatch(`printf ${format.text} sets a variable`, args.slice(0, 2), scope);
    }
    else if ([...format.text.matchAll(CONVERSIONS)].some(([conversion]) => conversion.endsWith('n'))) {
        noteHatch('printf %n sets a variable', [format], scope);
    }
    return format.text === '%s\\n' ? { ...outcome, ...printedWords(args.slice(1), scope) } : outcome;
};
const UNARY = /^-[abcdefghknoprstuwxzGLNOS]$/;
const FILE_TEST = /^-[abcdefghkprsuwxGLNOS]$/;
const BINARY = /^(?:=|==|!=|<|>|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/;
const CONNECTING = /^(?:!|\(|\)|-a|-o|\])$/;
/** `test` and `[`: `-v` evaluates a subscript, and so may words that turn out to be `-v` at run time. */
const judgeTest = (call) => {
    const { scope, args } = call;
    scope.notes.classes.add('@readonly');
    for (const [index, arg] of args.entries()) {
        const before = args[index - 1]?.text ?? '';
        const after = args[index + 1]?.text ?? '';
        if (FILE_TEST.test(before))
            noteWord(arg, 'read', scope);
        else if (/^-(?:nt|ot|ef)$/.test(after) || /^-(?:nt|ot|ef)$/.test(before))
            noteWord(arg, 'read', scope);
        if (arg.text === '-v' || arg.text === '-R')
            noteHatch(`${call.name} ${arg.text} evaluates a subscript`, [arg], scope);
        const placed = UNARY.test(before) || BINARY.test(before) || BINARY.test(after) || args.length <= 2;
        const harmless = (0,commands_arg/* isDashless */.ms)(arg) || arg.number === true || (arg.single && placed);
        if (arg.text === null && !harmless)
            scope.notes.unknown.add(`\`${arg.source}\` may be an operator of ${call.name}`);
        if (arg.text !== null && isStray(arg.text))
            scope.notes.unknown.add(`\`${arg.text}\` is not known to be a test`);
    }
    return (0,commands_arg/* unchanged */.Cv)(scope.state);
};
function isStray(text) {
    return (/^-[A-Za-z]+$/.test(text) &&
        !UNARY.test(text) &&
        !BINARY.test(text) &&
        !CONNECTING.test(text) &&
        !/^-[vR]$/.test(text));
}
/** `date`: an operand that is no format sets the clock. */
const judgeDate = (call) => {
    const known = knowledge/* PROGRAMS */.i.get('date');
    if (known === undefined)
        return (0,commands_arg/* unchanged */.Cv)(call.scope.state);
    const { matched, outcome } = judgeProgram(call, known);
    const setting = matched.operands.filter((operand) => !(operand.text ?? operand.prefix).startsWith('+'));
    if (setting.length > 0)
        noteHatch('date with a date sets the clock', setting, call.scope);
    return outcome;
};
/** `man`: only a page by its name; a path would be formatted, whatever it holds. */
const judgeMan = (call) => {
    const known = knowledge/* PROGRAMS */.i.get('man');
    if (known === undefined)
        return (0,commands_arg/* unchanged */.Cv)(call.scope.state);
    const { matched, outcome } = judgeProgram(call, known);
    const odd = matched.operands.filter((operand) => !/^[\w.+:[-]+$/.test(operand.text ?? ' '));
    if (odd.length > 0 || matched.operands.some((operand) => /^\.+$/.test(operand.text ?? ''))) {
        noteHatch('man with something that is not the name of a page', odd, call.scope);
    }
    return outcome;
};
/** `tar -t` and `unzip -l`: listing, of an archive that is a file. */
const judgeTar = (call) => {
    const name = call.name === 'bsdtar' ? 'tar' : call.name;
    const known = knowledge/* PROGRAMS */.i.get(name);
    if (known === undefined)
        return (0,commands_arg/* unchanged */.Cv)(call.scope.state);
    const [first, ...rest] = call.args;
    // The old form has no dash: `tar tzf a.tgz`.
    const old = name === 'tar' && /^[tvzjJ]+f?$/.test(first?.text ?? '');
    const args = old && first !== undefined
        ? [(0,commands_arg/* literalArg */.e6)(`-${first.text ?? ''}`, first.source), ...rest]
        : call.args;
    const { matched, outcome } = judgeProgram({ ...call, args }, known);
    // Any other first word without a dash is a bundle of letters too, and takes the words behind it as values.
    if (name === 'tar' && !old && first?.text?.startsWith('-') !== true) {
        noteHatch('tar with a first word that is not known to only list', first === undefined ? [] : [first], call.scope);
    }
    const listing = name === 'tar' ? (0,options/* has */.zy)(matched, '-t', '--list') : (0,options/* has */.zy)(matched, '-l', '-v', '-Z');
    if (!listing)
        noteHatch(`${name} that does not only list`, call.args.slice(0, 1), call.scope);
    for (const value of (0,options/* valuesOf */.sm)(matched, '-f', '--file')) {
        if (value?.text?.includes(':') !== false)
            noteHatch('tar reaches another machine', value === null ? [] : [value], call.scope);
    }
    if (name === 'unzip')
        for (const archive of matched.operands.slice(0, 1))
            noteFile(archive, call.scope);
    return outcome;
};
const JQ_REACHING = /(?<![.\w$@])(?:env|import|include|modulemeta|get_search_list|\$__prog_name)\b|\$\s*ENV\b/;
const YQ_REACHING = /(?<![.\w$@])(?:load\w*|env|strenv|envsubst|eval|system|import|include)\b|\$\s*ENV\b/;
/** jq's options that take two words. */
const JQ_PAIRS = {
    '--arg': 'text',
    '--argjson': 'text',
    '--slurpfile': 'read',
    '--rawfile': 'read',
};
/** `jq`: pairs of words are taken out, then the filter is looked through for what reaches beyond the input. */
const judgeJq = (call) => {
    const rest = [];
    for (let at = 0; at < call.args.length; at += 1) {
        const arg = call.args[at];
        if (arg === undefined)
            break;
        const pair = arg.text === null ? undefined : JQ_PAIRS[arg.text];
        const value = call.args[at + 2];
        if (pair !== undefined && call.args[at + 1]?.single === true && value?.single === true) {
            if (pair === 'read')
                noteFile(value, call.scope);
            at += 2;
        }
        else if (arg.text === '--indent' && /^\d$/.test(call.args[at + 1]?.text ?? ''))
            at += 1;
        else
            rest.push(arg);
    }
    return judgeFilter({ ...call, args: rest }, 'jq', JQ_REACHING);
};
/** `yq`: two programs share the name; what either could do counts. */
const judgeYq = (call) => {
    const [first, ...rest] = call.args;
    const named = /^(?:e|ea|eval|eval-all)$/.test(first?.text ?? '');
    return judgeFilter({ ...call, args: named ? rest : call.args }, 'yq', YQ_REACHING);
};
function judgeFilter(call, name, reaching) {
    const known = knowledge/* PROGRAMS */.i.get(name);
    const { scope } = call;
    if (known === undefined)
        return (0,commands_arg/* unchanged */.Cv)(scope.state);
    const { matched, outcome } = judgeProgram(call, known);
    const [filter] = matched.operands;
    if (filter === undefined)
        return outcome;
    // A lone word may be the file.
    if (name === 'yq' && matched.operands.length === 1)
        noteFile(filter, scope);
    if (filter.text === null)
        scope.notes.unknown.add(`the filter of ${name} is known only at run time`);
    else {
        const found = reaching.exec(filter.text)?.[0];
        if (found !== undefined)
            noteHatch(`${name}: \`${found}\` reaches beyond the input`, [filter], scope);
    }
    return outcome;
}

;// CONCATENATED MODULE: ./build/policy/commands/programs/index.js





/** Programs whose words have a grammar of their own. */
const GRAMMARS = {
    awk: judgeAwk,
    date: judgeDate,
    diff: judgeDiff,
    fd: judgeFd,
    find: judgeFind,
    grep: judgeGrep,
    jq: judgeJq,
    ls: judgeLs,
    man: judgeMan,
    printf: judgePrintf,
    rg: judgeRg,
    sed: judgeSed,
    tar: judgeTar,
    test: judgeTest,
    yq: judgeYq,
};

;// CONCATENATED MODULE: ./build/policy/commands/redirects.js


const NETWORK_FILE = /^\/dev\/(?:tcp|udp)\//;
/** Notes what a redirection reads and writes, and walks what is inside it. */
function judgeRedirection(redirection, scope) {
    if (redirection.descriptor?.type === 'FileDescriptorVariable') {
        scope.notes.unknown.add('a redirection keeps its descriptor in a variable');
    }
    switch (redirection.type) {
        case 'HereDoc':
            judgeHereDoc(redirection, scope);
            return;
        case 'HereString':
            if (redirection.target === undefined)
                scope.notes.unknown.add('a here string without a word');
            else
                expandSingle(redirection.target, scope);
            return;
        case 'Redirect':
            judgeFile(redirection, scope);
            return;
        default:
            scope.notes.unknown.add('a redirection of a kind that is not known');
    }
}
function judgeHereDoc(document, scope) {
    if (document.delimiter === undefined || document.closing === undefined) {
        scope.notes.unknown.add('a here document without its end');
        return;
    }
    if (document.delimiter.quoted)
        return;
    if (document.body.parts !== undefined)
        expandParts(document.body.parts, scope);
    else if (/[$`\\]/.test(document.body.text))
        scope.notes.unknown.add('a here document that expands');
}
function judgeFile(redirect, scope) {
    if (redirect.target === undefined) {
        scope.notes.unknown.add('a redirection without a target');
        return;
    }
    const targets = expandWord(redirect.target, scope);
    const [target] = targets;
    if (target === undefined || targets.length !== 1 || target.glob !== undefined) {
        scope.notes.unknown.add(`\`${redirect.target.text}\` is not one file`);
        return;
    }
    if (isDescriptor(redirect, target))
        return;
    if (target.text !== null && NETWORK_FILE.test(target.text)) {
        scope.notes.classes.add('@forbidden');
        scope.notes.unknown.add(`bash opens a network connection for \`${target.text}\``);
        return;
    }
    const { operator } = redirect;
    if (operator === '<' || operator === '<>')
        noteWord(target, 'read', scope, 'redirection');
    if (operator !== '<')
        noteWord(target, 'write', scope, 'redirection');
}
function isDescriptor(redirect, target) {
    if (redirect.operator !== '>&' && redirect.operator !== '<&')
        return false;
    return target.text !== null && /^(?:\d{1,3}-?|-)$/.test(target.text);
}

;// CONCATENATED MODULE: ./build/policy/commands/knowledge/runners.js
const QUIET = [
    '-s',
    '--silent',
    '-q',
    '--quiet',
    '-d',
    '-dd',
    '--verbose',
    '--no-color',
    '--color',
    '--if-present',
];
const CONFIGURED = [
    '-c',
    '--config',
    '--root',
    '--rootDir',
    '--dir',
    '--require',
    '-r',
    '--import',
    '--loader',
    '--plugin',
    '--plugins',
];
const RUNNERS = [
    {
        names: ['npm', 'pnpm', 'yarn', 'bun', 'bunx'],
        source: 'npm 11 config documentation: node-options, script-shell, prefix, userconfig and more change what a script is; any option may be abbreviated',
        only: [...QUIET, '--help', '--version'],
    },
    {
        names: ['node', 'nodejs', 'deno', 'tsx', 'ts-node'],
        source: 'node(1) 24: preloads and evaluated code',
        hatches: [
            '-r',
            '--require',
            '--import',
            '--loader',
            '--experimental-loader',
            '-e',
            '--eval',
            '-p',
            '--print',
            '--env-file',
            '--env-file-if-exists',
            '--experimental-default-config-file',
            '--experimental-config-file',
            '--test-reporter',
            '--test-reporter-destination',
            '--test-global-setup',
            '-C',
            '--conditions',
            '--inspect',
            '--inspect-brk',
            '--cpu-prof-dir',
            '--report-dir',
            '--snapshot-blob',
            '--build-snapshot',
            '--run',
            '--openssl-config',
            '--icu-data-dir',
            '--diagnostic-dir',
            '--redirect-warnings',
            '--trace-event-file-pattern',
            '--watch-path',
            '--preload',
        ],
    },
    {
        names: ['python', 'python3', 'ruby', 'perl', 'php'],
        source: 'their manuals: code and modules by option',
        hatches: [
            '-c',
            '-m',
            '-e',
            '-E',
            '-r',
            '-i',
            '-I',
            '-x',
            '-X',
            '-d',
            '-W',
            '-C',
            '-M',
            '-S',
            '-n',
            '-p',
            '-t',
            '--check-hash-based-pycs',
        ],
    },
    {
        names: ['make', 'gmake'],
        source: 'make(1) 4.3',
        hatches: [
            '-f',
            '--file',
            '--makefile',
            '-C',
            '--directory',
            '-I',
            '--include-dir',
            '-E',
            '--eval',
            '-e',
            '--environment-overrides',
            '-o',
            '-W',
            '--load',
        ],
        variables: true,
    },
    {
        names: ['cargo'],
        source: 'cargo 1.80: configuration may name runners, linkers and wrappers',
        hatches: [
            '--config',
            '--manifest-path',
            '-Z',
            '-C',
            '--target-dir',
            '--artifact-dir',
            '--out-dir',
        ],
    },
    {
        names: ['go'],
        source: 'go 1.22: tools and runners by option',
        hatches: [
            '-exec',
            '--exec',
            '-toolexec',
            '--toolexec',
            '-overlay',
            '--overlay',
            '-modfile',
            '--modfile',
            '-C',
            '--C',
            '-vettool',
            '--vettool',
            '-ldflags',
            '--ldflags',
            '-gcflags',
            '--gcflags',
            '-asmflags',
            '--asmflags',
            '-compiler',
            '--compiler',
            '-gccgoflags',
            '--gccgoflags',
            '-o',
            '--o',
            '-pkgdir',
            '--pkgdir',
            '-outputdir',
            '--outputdir',
            '-coverprofile',
            '--coverprofile',
            '-cpuprofile',
            '--cpuprofile',
            '-memprofile',
            '--memprofile',
            '-trace',
            '--trace',
            '-work',
            '--work',
        ],
    },
    {
        names: ['pytest', 'tox', 'nox'],
        source: 'pytest 8: plugins and configuration by option',
        hatches: [
            '-p',
            '-c',
            '--config-file',
            '--rootdir',
            '--confcutdir',
            '-o',
            '--override-ini',
            '--pyargs',
            '--import-mode',
            '--basetemp',
            '--junitxml',
            '--junit-xml',
            '--log-file',
            '--cov-config',
            '--cov-report',
            '--pastebin',
        ],
    },
    {
        names: ['vitest', 'jest', 'mocha', 'ava', 'tap', 'c8', 'nyc'],
        source: 'their documentation: configuration, setup files and reporters are code',
        hatches: [
            ...CONFIGURED,
            '--globalSetup',
            '--globalTeardown',
            '--setupFiles',
            '--setupFilesAfterEnv',
            '--environment',
            '--env',
            '--testEnvironment',
            '--runner',
            '--testRunner',
            '--reporter',
            '--reporters',
            '--resolver',
            '--transform',
            '--outputFile',
            '--outputFile.json',
            '--execArgv',
            '--node-option',
            '-n',
            '--file',
            '--spec',
            '--extension',
            '--ui',
            '--coverageDirectory',
            '--cacheDirectory',
            '--projects',
            '--preset',
            '--snapshotResolver',
            '--filter',
        ],
    },
    {
        names: ['eslint', 'prettier', 'biome', 'oxlint', 'stylelint', 'tsc', 'tsgo'],
        source: 'their documentation: configuration, plugins, formats and outputs',
        hatches: [
            ...CONFIGURED,
            '--rulesdir',
            '--resolve-plugins-relative-to',
            '--parser',
            '--format',
            '-f',
            '-o',
            '--output-file',
            '--fix',
            '--fix-dry-run',
            '--fix-type',
            '--write',
            '-w',
            '--apply',
            '--init',
            '--cache-location',
            '--cache-file',
            '--config-path',
            '--outDir',
            '--outFile',
            '--declarationDir',
            '--tsBuildInfoFile',
            '--generateTrace',
            '--generateCpuProfile',
            '-p',
            '--project',
            '-b',
            '--build',
            '--plugin-search-dir',
            '--stdin-filepath',
            '--ignore-path',
        ],
    },
];
/** Runners by name. */
const RUNNERS_BY_NAME = new Map(RUNNERS.flatMap((runner) => runner.names.map((name) => [name, runner])));

;// CONCATENATED MODULE: ./build/policy/commands/runners.js


const ASSIGNMENT = /^[A-Za-z_][\w.]*[:+?!]?=/;
/** An abbreviation shorter than this could be anything, and is taken for a hatch where any option begins with it. */
const SHORTEST_EXACT = 3;
/**
 * A program that runs the checkout's code: whatever in its words would make it run or load something else. Words after
 * `--` belong to the script.
 */
function noteRunner(call) {
    const runner = RUNNERS_BY_NAME.get(call.name);
    if (runner === undefined)
        return;
    const end = call.args.findIndex((arg) => arg.text === '--');
    const own = end === -1 ? call.args : call.args.slice(0, end);
    for (const [index, arg] of own.entries()) {
        if (arg.text === null) {
            if (!arg.prefix.startsWith('-') && arg.prefix !== '')
                continue;
            call.scope.notes.unknown.add(`\`${arg.source}\` may be an option of ${call.name}`);
        }
        else if (opens(runner, arg.text)) {
            noteHatch(`${call.name} ${arg.text} changes what is run or loaded`, withValue(arg, own[index + 1]), call.scope);
        }
    }
}
function opens(runner, text) {
    if (runner.variables === true && ASSIGNMENT.test(text))
        return true;
    if (!text.startsWith('-') || text === '-')
        return false;
    const name = text.split('=')[0] ?? text;
    if (runner.only !== undefined)
        return !runner.only.includes(text);
    return (runner.hatches ?? []).some((hatch) => runners_spells(name, hatch));
}
/** Exactly the option; a long one abbreviated; or a bundle of letters that holds the short one. */
function runners_spells(name, hatch) {
    if (name === hatch)
        return true;
    if (hatch.startsWith('--')) {
        return name.startsWith('--') && name.length >= SHORTEST_EXACT && hatch.startsWith(name);
    }
    return hatch.length === 2 && /^-[^-]/.test(name) && name.includes(hatch.slice(1));
}
/** The option with its value, where that is a word of its own. */
function withValue(arg, next) {
    const standsAlone = arg.text?.includes('=') === true || next === undefined;
    return standsAlone || next.text?.startsWith('-') === true ? [arg] : [arg, next];
}

;// CONCATENATED MODULE: ./build/policy/commands/knowledge/wrappers.js
const WRAPPERS = [
    {
        names: ['timeout', 'gtimeout'],
        source: 'timeout(1), coreutils 9.1',
        flags: 'POSIX -k= -s= -v --kill-after= --signal= --foreground --preserve-status --verbose',
        skip: 1,
    },
    { names: ['nice'], source: 'nice(1), coreutils 9.1', flags: 'POSIX -NUM -n= --adjustment=' },
    { names: ['nohup'], source: 'nohup(1), coreutils 9.1', flags: 'POSIX' },
    {
        names: ['time'],
        source: 'time(1) GNU 1.9: -o writes',
        flags: 'POSIX -p -v -f= --portability --verbose --format=',
    },
    {
        names: ['stdbuf'],
        source: 'stdbuf(1), coreutils 9.1',
        flags: 'POSIX -i= -o= -e= --input= --output= --error=',
    },
    {
        names: ['setsid'],
        source: 'setsid(1), util-linux 2.38',
        flags: 'POSIX -c -f -w --ctty --fork --wait',
    },
    {
        names: ['ionice'],
        source: 'ionice(1), util-linux 2.38',
        flags: 'POSIX -c= -n= -t --class= --classdata= --ignore',
    },
    {
        names: ['chrt'],
        source: 'chrt(1), util-linux 2.38',
        flags: 'POSIX -b -f -i -o -r -v',
        skip: 1,
    },
    {
        names: ['command', 'builtin', 'exec'],
        source: 'bash(1): -c, -l and -a of exec change what runs',
        flags: 'POSIX',
    },
    {
        names: [
            'sudo',
            'doas',
            'pkexec',
            'run0',
            'runuser',
            'su',
            'gosu',
            'su-exec',
            'setpriv',
            'capsh',
        ],
        source: 'their manuals',
        flags: 'POSIX -A -b -E -H -n -k -K -S -P -B -s -i -l -e -v -u= -g= -C= -D= -h= -p= -R= -r= -T= -t= -U= -c= --user= --group= --command=',
        privilege: true,
    },
    {
        names: ['npx', 'bunx', 'pnpx', 'uvx', 'pipx'],
        source: 'npx(1) 11, bunx, pnpm dlx: install what is missing',
        flags: 'POSIX -y -q --yes --quiet --no-install --no -p= --package=',
        installs: true,
    },
];
/** xargs(1), findutils 4.9; -a reads words from a file, -p and -o need a terminal. */
const XARGS_FLAGS = 'POSIX -0 -d= -E= -I= -i? -L= -l? -n= -P= -r -s= -t -x --null --delimiter= --eof? --replace? --max-lines? --max-args= --max-procs= --no-run-if-empty --max-chars= --verbose --exit';
/** env(1), coreutils 9.1; -S splits, -C moves, -i drops what keeps git harmless. */
const ENV_FLAGS = 'POSIX -u= --unset=';
/** Shells, whose `-c` holds source that bash would read alike. */
const SHELLS = new Set(['bash', 'sh', 'dash', 'ash', 'rbash']);
/** Shells with another grammar, and programs that are a shell in effect. */
const FOREIGN_SHELLS = new Set([
    'zsh',
    'ksh',
    'mksh',
    'fish',
    'csh',
    'tcsh',
    'busybox',
    'toybox',
    'nu',
    'pwsh',
    'powershell',
    'watch',
    'parallel',
    'entr',
    'script',
    'expect',
    'unshare',
    'flock',
    'strace',
    'ltrace',
    'gdb',
    'ssh',
    'chroot',
    'nsenter',
    'systemd-run',
    'at',
    'batch',
    'crontab',
    'screen',
    'tmux',
]);

;// CONCATENATED MODULE: ./build/policy/commands/wrappers.js






const TABLE = new Map(WRAPPERS.flatMap((wrapper) => {
    const compiled = { wrapper, flags: (0,options/* compileFlags */.PZ)(wrapper.flags) };
    return wrapper.names.map((name) => [name, compiled]);
}));
const XARGS = (0,options/* compileFlags */.PZ)(XARGS_FLAGS);
const ENV = (0,options/* compileFlags */.PZ)(ENV_FLAGS);
/** Looks through a wrapper; `null` where `name` is none. */
function judgeWrapper(wrapped) {
    const { name } = wrapped;
    if (name === 'env')
        return judgeEnv(wrapped);
    if (name === 'xargs')
        return judgeXargs(wrapped);
    if (SHELLS.has(name))
        return judgeShell(wrapped);
    if (FOREIGN_SHELLS.has(name))
        return judgeForeign(wrapped);
    if (name === 'command' && /^-[vV]$/.test(wrapped.args[0]?.text ?? ''))
        return null;
    const known = TABLE.get(name);
    return known === undefined ? null : judgeTable(wrapped, known.wrapper, known.flags);
}
function judgeTable(wrapped, wrapper, flags) {
    const { scope, name, args } = wrapped;
    const matched = sorted(wrapped, args, flags);
    if (wrapper.privilege === true) {
        scope.notes.intents.add('@privilege');
        noteHatch(`${name} runs with other rights`, [(0,commands_arg/* literalArg */.e6)(name)], scope);
        for (const source of (0,options/* valuesOf */.sm)(matched, '-c', '--command'))
            noteSource(source, wrapped);
    }
    if (wrapper.installs === true) {
        scope.notes.intents.add('@install');
        noteHatch(`${name} fetches what is missing`, [(0,commands_arg/* literalArg */.e6)(name)], scope);
    }
    const rest = matched.operands.slice(wrapper.skip ?? 0);
    return inside(wrapped, rest);
}
function sorted(wrapped, args, flags) {
    const matched = (0,options/* matchOptions */._g)(args, flags);
    noteStrange(wrapped, matched, {});
    for (const arg of matched.doubtful) {
        wrapped.scope.notes.unknown.add(`\`${arg.source}\` may be an option of ${wrapped.name}`);
    }
    return matched;
}
function inside(wrapped, args, input = wrapped.input) {
    const scope = { ...wrapped.scope, walk: wrapped.scope.walk.behind(wrapped.name) };
    if (args.length > 0)
        return wrapped.inner(args, scope, input);
    wrapped.scope.notes.classes.add('@readonly');
    finish([(0,commands_arg/* literalArg */.e6)(wrapped.name), ...wrapped.args], wrapped.scope.notes, wrapped.scope.walk);
    return (0,commands_arg/* unchanged */.Cv)(scope.state);
}
/** `env NAME=VALUE… COMMAND`; without a command it prints every variable. */
function judgeEnv(wrapped) {
    const { scope } = wrapped;
    const matched = sorted(wrapped, wrapped.args, ENV);
    for (const name of (0,options/* valuesOf */.sm)(matched, '-u', '--unset')) {
        if (!isHarmlessEnvironmentName(name?.text ?? '')) {
            scope.notes.unknown.add(`\`${name?.source ?? ''}\` is taken from a program, which may act on it`);
        }
    }
    let at = 0;
    for (; at < matched.operands.length; at += 1) {
        const assignment = /^([^=]+)=(.*)$/s.exec(matched.operands[at]?.text ?? matched.operands[at]?.prefix ?? '');
        if (assignment?.[1] === undefined)
            break;
        const value = matched.operands[at]?.text === null ? null : (assignment[2] ?? '');
        if (!isHarmlessEnvironment(assignment[1], value)) {
            if (isHijacking(assignment[1]))
                scope.notes.classes.add('@forbidden');
            scope.notes.unknown.add(`\`${assignment[1]}\` is given to a program, which may act on it`);
        }
    }
    const rest = matched.operands.slice(at);
    if (rest.length === 0 &&
        !(matched.strange.length === 1 && matched.strange[0]?.text === '--version')) {
        noteHatch('env prints every variable, secrets too', [(0,commands_arg/* literalArg */.e6)('env')], scope);
    }
    return inside(wrapped, rest);
}
/** `xargs COMMAND`: words that only exist at run time come behind its own. */
function judgeXargs(wrapped) {
    const { scope, input } = wrapped;
    const matched = sorted(wrapped, wrapped.args, XARGS);
    const command = matched.operands.length === 0 ? [(0,commands_arg/* literalArg */.e6)('echo')] : matched.operands;
    // Split at another character, the words are parts of names.
    const whole = (0,options/* valuesOf */.sm)(matched, '-d', '--delimiter').every((value) => value?.text === String.raw `\n` || value?.text === '\n');
    const reach = input === undefined || !whole ? {} : { reach: input };
    const replaced = (0,options/* valuesOf */.sm)(matched, '-I', '-i', '--replace').map((value) => value?.text ?? '{}');
    const [token] = replaced;
    if (token === undefined) {
        const added = {
            text: null,
            source: '(words from stdin)',
            single: false,
            prefix: '',
            ...reach,
        };
        return inside(wrapped, [...command, added], undefined) && (0,commands_arg/* unchanged */.Cv)(scope.state);
    }
    if (token === '')
        scope.notes.unknown.add('xargs replaces everywhere');
    const words = command.map((arg) => {
        if (arg.text === null || !arg.text.includes(token))
            return arg;
        const prefix = arg.text.slice(0, arg.text.indexOf(token));
        return {
            text: null,
            source: arg.source,
            single: true,
            prefix,
            ...(arg.text === token ? reach : {}),
        };
    });
    return inside(wrapped, words, undefined) && (0,commands_arg/* unchanged */.Cv)(scope.state);
}
const SHELL_SWITCHES = /^-(?:[eux]*c[eux]*|[eux]+)$/;
/** `sh -c SOURCE`: the source is walked like any other. */
function judgeShell(wrapped) {
    const { scope, args, name } = wrapped;
    let at = 0;
    let source = false;
    for (; at < args.length; at += 1) {
        const text = args[at]?.text ?? null;
        if (text === '--norc' || text === '--noprofile')
            continue;
        if (text === null || !SHELL_SWITCHES.test(text))
            break;
        source ||= text.includes('c');
    }
    const [script, ...rest] = args.slice(at);
    if (!source || script === undefined || (script.text ?? '-').startsWith('-')) {
        if (args[0]?.text === '--version' && args.length === 1)
            scope.notes.classes.add('@readonly');
        else if (script === undefined ||
            script.text === null ||
            script.text.startsWith('-') ||
            script.text.startsWith('/dev/')) {
            scope.notes.unknown.add(`${name} runs what is known only at run time`);
        }
        else
            noteHatch(`${name} runs a script`, [script], scope);
        finish([(0,commands_arg/* literalArg */.e6)(name), ...args], scope.notes, scope.walk);
        return (0,commands_arg/* unchanged */.Cv)(scope.state);
    }
    if (rest.some((arg) => arg.text === null))
        scope.notes.unknown.add(`${name} is given words known only at run time`);
    noteSource(script, wrapped);
    scope.notes.classes.add('@readonly');
    finish([], scope.notes, scope.walk);
    return (0,commands_arg/* unchanged */.Cv)(scope.state);
}
function noteSource(source, wrapped) {
    const { scope, name } = wrapped;
    if (typeof source?.text !== 'string')
        scope.notes.unknown.add(`${name} runs what is known only at run time`);
    else
        scope.walk.source(source.text, scope.state, [name]);
}
/** A shell whose grammar is not bash's, or a program that runs its words in a way that is not told. */
function judgeForeign(wrapped) {
    const { scope, args, name } = wrapped;
    if (args.length === 1 && args[0]?.text === '--version')
        scope.notes.classes.add('@readonly');
    else {
        scope.notes.unknown.add(`${name} runs its words in a way of its own`);
        // What could be a command in there is still looked at, for what rules deny.
        for (const [index, arg] of args.entries()) {
            if (arg.text === null)
                continue;
            if (/\s/.test(arg.text))
                scope.walk.source(arg.text, scope.state, [name]);
            else if (index < 3 && (0,commands_arg/* isDashless */.ms)(arg)) {
                scope.walk.behind(name).command(args.slice(index), scope.state);
                break;
            }
        }
    }
    finish([(0,commands_arg/* literalArg */.e6)(name), ...args], scope.notes, scope.walk);
    return (0,commands_arg/* unchanged */.Cv)(scope.state);
}

;// CONCATENATED MODULE: ./build/policy/commands/knowledge/writers.js
/**
 * Programs whose operands they write, by how: `write` every operand, `copy` the last is written and the others are read
 * (and, for `mv`, taken away). Coreutils 9.1, rsync 3.2.
 */
const WRITERS = new Map([
    ...[
        'rm',
        'rmdir',
        'mkdir',
        'touch',
        'tee',
        'truncate',
        'mv',
        'unlink',
        'shred',
        'mkfifo',
        'mknod',
        'split',
        'csplit',
        'sponge',
        'patch',
    ].map((name) => [name, 'write']),
    ...['cp', 'ln', 'install', 'rsync', 'link'].map((name) => [name, 'copy']),
    ...['chmod', 'chown', 'chgrp', 'setfacl', 'chattr'].map((name) => [
        name,
        'mode',
    ]),
]);
/**
 * What nobody needs in CI, by program name: file systems and devices, the machine's power, kernel and firewall,
 * namespaces, other users' terminals, listening shells. Beside these: `/dev/tcp` and `/dev/udp` redirections, `dd` onto a
 * device, `rm -r` of `/` or a home folder, `kill` of every process, `LD_PRELOAD` and its like, a function named `:`.
 */
const FORBIDDEN = new Set(('mkfs mkswap fdisk sfdisk parted wipefs blkdiscard shutdown reboot halt poweroff telinit insmod modprobe rmmod kexec ' +
    'iptables ip6tables nft ufw mount umount swapoff swapon chroot nsenter losetup debugfs hdparm visudo vipw passwd chpasswd useradd ' +
    'usermod userdel groupadd crontab nc ncat netcat socat telnet').split(' '));

;// CONCATENATED MODULE: ./build/policy/commands/writers.js




/** Notes what a program that is known to write would write, and what nobody should run. */
function noteWriter(call) {
    const { scope, name, args } = call;
    if (isForbidden(call))
        scope.notes.classes.add('@forbidden');
    if (name === 'dd')
        noteDd(call);
    const how = WRITERS.get(name);
    if (how === undefined)
        return;
    scope.notes.classes.add('@writes');
    // With nothing but `/dev/null` and its like to write to it only passes on.
    if (name === 'tee' &&
        args.length > 0 &&
        args.every((arg) => arg.text !== null && isStream(arg.text))) {
        scope.notes.classes.delete('@writes');
        scope.notes.classes.add('@readonly');
        return;
    }
    const operands = args.flatMap(operandOf).slice(how === 'mode' ? 1 : 0);
    for (const [index, operand] of operands.entries()) {
        const reads = how === 'copy' && index < operands.length - 1;
        noteWord(operand, reads ? 'read' : 'write', scope);
        // `cp -t FOLDER` turns the order round, so whatever could be the place is taken as one.
        if (reads && args.some((arg) => /^-[a-zA-Z]*t|^--t/.test(arg.text ?? '-t')))
            noteWord(operand, 'write', scope);
    }
}
function operandOf(arg) {
    const value = /^--?[\w-]+=(.+)$/.exec(arg.text ?? '')?.[1];
    if (value !== undefined)
        return [(0,commands_arg/* literalArg */.e6)(value, arg.source)];
    return (0,commands_arg/* isDashless */.ms)(arg) || arg.text === null ? [arg] : [];
}
function noteDd(call) {
    call.scope.notes.classes.add('@writes');
    for (const arg of call.args) {
        const match = /^(if|of)=(.*)$/.exec(arg.text ?? '');
        if (match === null && arg.text === null)
            call.scope.notes.unknown.add('dd with words known only at run time');
        else if (match !== null)
            notePath(match[2] ?? '', match[1] === 'if' ? 'read' : 'write', call.scope);
    }
}
function isForbidden({ name, args }) {
    const texts = args.map((arg) => arg.text ?? arg.reach?.roots[0] ?? '');
    if (FORBIDDEN.has(name) || name.startsWith('mkfs.'))
        return true;
    if (name === 'dd')
        return texts.some((text) => /^of=\/dev\/(?!null$)/.test(text));
    if (name === 'kill' || name === 'pkill' || name === 'killall')
        return name === 'kill' && texts.at(-1) === '-1';
    if (name !== 'rm' && name !== 'chmod' && name !== 'chown')
        return false;
    const recursive = texts.some((text) => /^-[a-zA-Z]*[rR]|^--recursive|^--no-pres/.test(text));
    return (recursive &&
        texts.some((text) => /^\/(?:~?\/?\*?|(?:bin|boot|dev|etc|home|lib|opt|proc|root|sbin|sys|usr|var)\/?\*?)$/.test(text)));
}

;// CONCATENATED MODULE: ./build/policy/commands/command.js
















/** One simple command: assignments, words, redirections; then whatever its first word turns out to be. */
function judgeCommand(command, state, walk, input) {
    const notes = (0,commands_arg/* newNotes */.Kr)();
    const scope = { walk, state, notes };
    const assignments = command.prefix.filter((each) => each.type === 'Assignment');
    if (command.name === undefined)
        return judgeBare(command, assignments, scope);
    if (!(0,parse/* isWhole */.w)(command, walk.text))
        notes.unknown.add('a command is not read as bash would read it');
    const args = [
        ...expandWord(command.name, scope),
        ...command.args.flatMap((arg) => argumentWords(arg, scope)),
    ];
    const fed = command.redirects.some((each) => each.type !== 'Redirect' || each.operator.startsWith('<'));
    for (const redirect of command.redirects)
        judgeRedirection(redirect, scope);
    for (const assignment of assignments)
        judgePrefix(assignment, args[0]?.text ?? null, scope);
    // Words that all came to nothing leave assignments behind that then hold for the shell itself.
    if (args.length === 0)
        notes.unknown.add('the name of the command is known only at run time');
    return judgeArgs(args, scope, fed ? undefined : input);
}
/** Assignments and redirections without a command. */
function judgeBare(command, assignments, start) {
    let scope = start;
    start.notes.classes.add('@readonly');
    for (const assignment of assignments)
        scope = { ...scope, state: judgeAssignment(assignment, scope) };
    for (const redirect of command.redirects)
        judgeRedirection(redirect, scope);
    finish([], scope.notes, scope.walk);
    return (0,commands_arg/* unchanged */.Cv)(scope.state);
}
function argumentWords(arg, scope) {
    if (arg.type === 'Word')
        return expandWord(arg, scope);
    if (arg.value.type === 'ArrayValue' || arg.index !== undefined || arg.append === true) {
        scope.notes.unknown.add(`\`${arg.text}\` is not a plain assignment`);
        if (arg.value.type === 'ArrayValue')
            for (const each of arg.value.elements)
                expandWord(each, scope);
        else
            expandSingle(arg.value, scope);
        if (arg.index !== undefined)
            expandSingle(arg.index, scope);
        return [{ text: null, source: arg.text, single: true, prefix: arg.name }];
    }
    const value = expandSingle(arg.value, scope);
    if (value.text === null)
        return [{ text: null, source: arg.text, single: true, prefix: `${arg.name}=` }];
    return [(0,commands_arg/* literalArg */.e6)(`${arg.name}=${value.text}`, arg.text)];
}
/** A command whose words are known as far as they can be. */
function judgeArgs(args, scope, input) {
    const [first, ...rest] = args;
    const outcome = (0,commands_arg/* unchanged */.Cv)(scope.state);
    if (first === undefined) {
        finish([], scope.notes, scope.walk);
        return outcome;
    }
    if (first.text === null || first.text === '') {
        scope.notes.unknown.add('the name of the command is known only at run time');
        finish(args, scope.notes, scope.walk);
        return outcome;
    }
    const name = (0,knowledge/* programName */.kX)(first.text);
    if (name === null) {
        // A file by its path: the checkout's own code, or something else that no table knows.
        noteIntents({ name: first.text.slice(first.text.lastIndexOf('/') + 1), args: rest, scope });
        noteElsewhere(scope, first.text);
        finish(args, scope.notes, scope.walk);
        return outcome;
    }
    const call = { name, args: rest, scope, input };
    const wrapped = judgeWrapper({ name, args: rest, scope, input, inner: judgeArgs });
    if (wrapped !== null)
        return wrapped;
    noteIntents(call);
    const judged = judgeBuiltin(call) ?? judgeNamed(call);
    finish(args, scope.notes, scope.walk);
    return judged;
}
function judgeNamed(call) {
    const known = knowledge/* PROGRAMS */.i.get(call.name);
    if (call.name === 'git')
        return judgeGitCall(call);
    if (known !== undefined) {
        const { grammar } = known.entry;
        return grammar === undefined ? judgeProgram(call, known).outcome : GRAMMARS[grammar](call);
    }
    noteWriter(call);
    judgeTool(call);
    return (0,commands_arg/* unchanged */.Cv)(call.scope.state);
}
function judgeGitCall(call) {
    const outcome = judgeGit(call);
    const { notes } = call.scope;
    if (!notes.classes.has('@readonly'))
        noteElsewhere(call.scope, 'git');
    return outcome;
}
/** Tools of which only a few forms are harmless; the others are the checkout's code, which rules name. */
function judgeTool(call) {
    const { scope, name } = call;
    for (const { entry, flags } of knowledge/* TOOL_FORMS */.Vz.get(name) ?? []) {
        const words = entry.words.split(' ');
        if (!words.every((word, index) => call.args[index]?.text === word))
            continue;
        const matched = (0,options/* matchOptions */._g)(call.args.slice(words.length), flags);
        if (matched.strange.length + matched.doubtful.length > 0)
            continue;
        if (entry.operands === undefined && matched.operands.length > 0)
            continue;
        scope.notes.classes.add('@readonly');
        if (entry.host !== undefined)
            scope.notes.hosts.add(entry.host);
    }
    const writing = scope.notes.classes.has('@writes');
    if (scope.notes.classes.has('@readonly') || writing)
        return;
    noteElsewhere(scope, name);
    noteRunner(call);
}
/** The same words mean other code in another folder, so a rule for them does not hold there. */
function noteElsewhere(scope, name) {
    const { folders } = scope.state;
    const { root } = scope.walk.world;
    if (folders === null || folders.some((folder) => folder !== root)) {
        scope.notes.unknown.add(`\`${name}\` runs in another folder than the workspace's root`);
    }
    if (name === ':')
        noteHatch('`:` is no program', [], scope);
}

;// CONCATENATED MODULE: ./build/policy/commands/conditional.js





const conditional_FILE_TEST = /^-[abcdefghkprstuwxGLNOS]$/;
const TEXT_TEST = /^(?:-[nzo]|=|==|!=|=~|<|>)$/;
const NUMBER_TEST = /^-(?:eq|ne|lt|le|gt|ge)$/;
const FILES_TEST = /^-(?:nt|ot|ef)$/;
/** `[[ … ]]`: looks at files and texts, but evaluates numbers and subscripts. */
function judgeConditional(tree, state, walk) {
    const notes = (0,commands_arg/* newNotes */.Kr)();
    notes.classes.add('@readonly');
    const words = [(0,commands_arg/* literalArg */.e6)('[[')];
    conditional_judgeExpression(tree.expression, { walk, state, notes }, words);
    finish([...words, (0,commands_arg/* literalArg */.e6)(']]')], notes, walk);
    return { after: state, success: state, failure: state };
}
function conditional_judgeExpression(expression, scope, words) {
    switch (expression.type) {
        case 'TestLogical':
            for (const operand of expression.operands)
                conditional_judgeExpression(operand, scope, words);
            return;
        case 'TestNot':
            conditional_judgeExpression(expression.operand, scope, words);
            return;
        case 'TestGroup':
            conditional_judgeExpression(expression.expression, scope, words);
            return;
        case 'TestUnary':
            judgeUnary(expression.operator, expression.operand, scope, words);
            return;
        case 'TestBinary':
            judgeBinary(expression, scope, words);
            return;
        default:
            scope.notes.unknown.add('a test of a kind that is not known');
    }
}
function judgeUnary(operator, operand, scope, words) {
    const arg = expandSingle(operand, scope);
    words.push((0,commands_arg/* literalArg */.e6)(operator), arg);
    if (conditional_FILE_TEST.test(operator) && operator !== '-t')
        noteWord(arg, 'read', scope);
    else if (operator === '-v' && /^[A-Za-z_]\w*$/.test(arg.text ?? ''))
        return;
    else if (operator === '-t' && /^\d+$/.test(arg.text ?? ''))
        return;
    else if (!TEXT_TEST.test(operator))
        scope.notes.unknown.add(`\`${operator}\` in a test evaluates its operand`);
}
function judgeBinary(expression, scope, words) {
    const { operator } = expression;
    const sides = [expandSingle(expression.left, scope), expandSingle(expression.right, scope)];
    words.push(...sides);
    if (FILES_TEST.test(operator))
        for (const side of sides)
            noteWord(side, 'read', scope);
    else if (NUMBER_TEST.test(operator)) {
        const numbers = sides.every((side) => side.number === true ||
            (side.text !== null && isInteger({ kind: 'text', text: side.text })));
        if (!numbers)
            scope.notes.unknown.add(`\`${operator}\` evaluates its operands as arithmetic`);
    }
    else if (!TEXT_TEST.test(operator)) {
        scope.notes.unknown.add(`\`${operator}\` in a test is not known`);
    }
}

;// CONCATENATED MODULE: ./build/policy/commands/loops.js







/** Judges `round` on every state that a loop can bring it into. */
function repeatBody(state, walk, round) {
    let start = state;
    for (let rounds = 1;; rounds += 1) {
        const draft = walk.draft();
        const end = [round(start, draft), ...draft.jumps].reduce(join, start);
        if (sameState(end, start)) {
            keep(draft, walk);
            return (0,commands_arg/* unchanged */.Cv)(end);
        }
        start = rounds < limits/* MAX_LOOP_ROUNDS */.yC ? end : { folders: null, variables: new Map() };
    }
}
function keep(draft, walk) {
    walk.out.push(...draft.out);
    for (const reason of draft.unknown)
        walk.unknown.add(reason);
}
/** `for name in words`: the body is judged for each word that is known, and for "any" where one is not. */
function judgeFor(tree, state, walk) {
    const notes = (0,commands_arg/* newNotes */.Kr)();
    notes.classes.add('@readonly');
    const name = tree.name.text;
    if (!isOwnVariable(name))
        notes.unknown.add(`\`${name}\` is set, which programs or the shell may act on`);
    if (tree.wordlist === undefined)
        notes.unknown.add('`for` over the positional parameters');
    const scope = { walk, state, notes };
    const args = (tree.wordlist ?? []).flatMap((word) => expandWord(word, scope));
    finish([], notes, walk);
    const values = args.flatMap((arg) => loopValues(arg, state, walk));
    let end = state;
    const texts = values.every((value) => value.kind === 'text');
    if (texts && values.length <= limits/* MAX_EXPANDED_WORDS */.nX) {
        for (const value of values)
            end = oneRound(tree, withVariable(end, name, value), walk, end);
        return (0,commands_arg/* unchanged */.Cv)(end);
    }
    for (const value of texts ? [{ kind: 'any' }] : distinct(values)) {
        const outcome = repeatBody(end, walk, (start, draft) => draft.tree(tree.body, withVariable(start, name, value)).after);
        end = join(end, outcome.after);
    }
    return (0,commands_arg/* unchanged */.Cv)(end);
}
function oneRound(tree, start, walk, before) {
    const known = walk.jumps.length;
    const after = walk.tree(tree.body, start).after;
    const jumped = walk.jumps.splice(known);
    // The list may end here (`break`), and a `continue` may have left the rest of the body out.
    const left = jumped.reduce(join, after);
    return before.variables.has(tree.name.text) || jumped.length > 0 ? join(before, left) : left;
}
function distinct(values) {
    return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
function loopValues(arg, state, walk) {
    if (arg.text !== null)
        return [{ kind: 'text', text: arg.text }];
    if (arg.number === true)
        return [{ kind: 'integer' }];
    if (arg.reach !== undefined)
        return [{ kind: 'paths', reach: arg.reach }];
    if (arg.glob === undefined)
        return [{ kind: 'any' }];
    const roots = arg.glob.names.map((name) => leadsTo(name, state, walk.world));
    if (roots.includes(null))
        return [{ kind: 'any' }];
    const known = walk.world.list !== undefined;
    const reach = {
        roots: roots.flatMap((places) => places ?? []),
        dashless: arg.glob.dashless,
        ordinary: true,
        // Where the names lead is already among the places.
        regular: true,
        clean: known && arg.glob.names.every((name) => /^[\w./@%+,-]+$/.test(name)),
    };
    return [{ kind: 'paths', reach }];
}
/** `case`: any item may be the one that runs. */
function judgeCase(tree, state, walk, input) {
    const notes = (0,commands_arg/* newNotes */.Kr)();
    notes.classes.add('@readonly');
    const scope = { walk, state, notes };
    expandSingle(tree.word, scope);
    for (const item of tree.items)
        for (const pattern of item.pattern)
            expandSingle(pattern, scope);
    finish([], notes, walk);
    const ends = [state];
    let fallen = null;
    for (const item of tree.items) {
        const start = fallen === null ? state : join(state, fallen);
        const { after } = walk.tree(item.body, start, input);
        fallen = item.terminator === ';&' || item.terminator === ';;&' ? after : null;
        ends.push(after);
    }
    return (0,commands_arg/* unchanged */.Cv)(ends.reduce(join));
}

;// CONCATENATED MODULE: ./build/policy/commands/walk.js










/** Starts a walk. Everything that any source in it does is gathered in `out` and `unknown`. */
function newWalk(world, text) {
    return makeWalk({
        text,
        world,
        out: [],
        unknown: new Set(),
        budget: { steps: limits/* MAX_STEPS */.rh },
        depth: 0,
        via: [],
    });
}
function makeWalk(base) {
    const walk = {
        ...base,
        jumps: base.jumps ?? [],
        tree: (tree, state, input) => judgeTree(tree, state, walk, input),
        command: (args, state, input) => judgeArgs(args, { walk, state, notes: (0,commands_arg/* newNotes */.Kr)() }, input),
        draft: () => makeWalk({ ...base, jumps: [], out: [], unknown: new Set() }),
        behind: (wrapper) => makeWalk({ ...base, jumps: walk.jumps, via: [...base.via, wrapper] }),
        // A substitution runs in a subshell: what it sets is gone afterwards.
        script: (script, state, input) => {
            // What stands in escaped back quotes was decoded first, and counts in its own text.
            const inner = script.source === undefined
                ? walk
                : makeWalk({ ...base, jumps: walk.jumps, text: script.source });
            return judgeList(script.commands, state, inner, input);
        },
        source: (source, state, via) => judgeSource(source, state, { ...base, via: [...base.via, ...via] }),
    };
    return walk;
}
function judgeSource(source, state, base) {
    const parsed = (0,parse/* parseShell */.a)(source);
    if (base.depth >= limits/* MAX_SOURCE_DEPTH */.V4)
        base.unknown.add('shells are nested too deep');
    else if (parsed.kind === 'refused')
        base.unknown.add(`what a shell is given: ${parsed.because}`);
    else
        judgeList(parsed.script.commands, state, makeWalk({ ...base, text: source, depth: base.depth + 1 }));
}
/** Commands one after the other. */
function judgeList(statements, state, walk, input) {
    let outcome = (0,commands_arg/* unchanged */.Cv)(state);
    for (const statement of statements) {
        const before = outcome.after;
        outcome = judgeTree(statement.command, before, walk, input);
        if (statement.background === true)
            outcome = (0,commands_arg/* unchanged */.Cv)(before);
        // After `exit` nothing runs; what is written there is judged as if it did.
        if (outcome.after.folders?.length === 0)
            outcome = (0,commands_arg/* unchanged */.Cv)(before);
    }
    return statements.length === 1 ? outcome : withoutOutput(outcome);
}
function withoutOutput({ after, success, failure }) {
    return { after, success, failure };
}
/** Any command at all. A kind that is not listed is never judged harmless. */
function judgeTree(tree, state, walk, input) {
    walk.budget.steps -= 1;
    if (walk.budget.steps < 0)
        throw new limits/* BeyondLimit */.$$('the command has too many parts');
    switch (tree.type) {
        case 'Command':
            return judgeCommand(tree, state, walk, input);
        case 'Pipeline':
            return judgePipeline(tree, state, walk, input);
        case 'AndOr':
            return judgeAndOr(tree, state, walk, input);
        case 'CompoundList':
            return judgeList(tree.commands, state, walk, input);
        case 'BraceGroup':
            return judgeList(tree.body.commands, state, walk, input);
        case 'Subshell': {
            const inner = judgeList(tree.body.commands, state, walk, input);
            return { ...inner, after: state, success: state, failure: state };
        }
        case 'Redirected': {
            judgeRedirections(tree.redirects, state, walk);
            return withoutOutput(judgeTree(tree.command, state, walk, redirectedInput(tree.redirects, input)));
        }
        case 'If':
            return judgeIf(tree, state, walk, input);
        case 'For':
            return judgeFor(tree, state, walk);
        case 'While':
            return judgeWhile(tree, state, walk, input);
        case 'ArithmeticFor':
            return judgeArithmeticFor(tree, state, walk);
        case 'ArithmeticCommand':
            return judgeArithmetic([tree.expression], state, walk);
        case 'TestCommand':
            return judgeConditional(tree, state, walk);
        case 'Case':
            return judgeCase(tree, state, walk, input);
        case 'Select':
            walk.unknown.add('`select` takes its choice at run time');
            return judgeTree(tree.body, withVariable(state, tree.name.text, { kind: 'any' }), walk);
        case 'Function':
            judgeFunction(tree, state, walk);
            return (0,commands_arg/* unchanged */.Cv)(state);
        case 'Coproc':
            walk.unknown.add('a coprocess runs beside the other commands');
            judgeTree(tree.body, state, walk);
            return (0,commands_arg/* unchanged */.Cv)(state);
        default:
            walk.unknown.add('a part of the command is of a kind that is not known');
            return (0,commands_arg/* unchanged */.Cv)(state);
    }
}
function judgeFunction(tree, state, walk) {
    const name = tree.name.text;
    walk.unknown.add(`\`${name}\` is defined as a function: later words may mean it`);
    const from = walk.out.length;
    judgeTree(tree.body, state, walk);
    if (!walk.out.slice(from).some((command) => command.words[0]?.text === name))
        return;
    // It calls itself, as a fork bomb does.
    const notes = (0,commands_arg/* newNotes */.Kr)();
    notes.classes.add('@forbidden');
    finish([(0,commands_arg/* literalArg */.e6)(name)], notes, walk);
}
function redirectedInput(redirections, input) {
    return redirections.some((each) => each.type !== 'Redirect' || each.operator.startsWith('<'))
        ? undefined
        : input;
}
function judgeRedirections(redirections, state, walk) {
    const notes = (0,commands_arg/* newNotes */.Kr)();
    notes.classes.add('@readonly');
    for (const redirection of redirections)
        judgeRedirection(redirection, { walk, state, notes });
    finish([], notes, walk);
}
function judgePipeline(tree, state, walk, input) {
    for (const prefix of tree.prefixes) {
        if (prefix.type !== 'Time' && prefix.type !== 'Negation')
            walk.unknown.add('a pipeline has an unknown prefix');
    }
    if (tree.commands.length === 1 && tree.commands[0] !== undefined) {
        const only = judgeTree(tree.commands[0], state, walk, input);
        const negated = tree.prefixes.some((prefix) => prefix.type === 'Negation');
        return negated ? (0,commands_arg/* unchanged */.Cv)(only.after) : only;
    }
    let prints = input;
    let last = (0,commands_arg/* unchanged */.Cv)(state);
    for (const [index, command] of tree.commands.entries()) {
        const outcome = judgeTree(command, state, walk, prints);
        last = outcome;
        // `|&` mixes messages into the output.
        prints = tree.operators[index] === '|&' ? undefined : outcome.prints;
    }
    const number = last.printsNumber === true ? { printsNumber: true } : {};
    return { ...(0,commands_arg/* unchanged */.Cv)(state), ...number, ...(prints === undefined ? {} : { prints }) };
}
function judgeAndOr(tree, state, walk, input) {
    let sofar = (0,commands_arg/* unchanged */.Cv)(state);
    for (const [index, command] of tree.commands.entries()) {
        const operator = index === 0 ? '&&' : tree.operators[index - 1];
        const start = operator === '&&' ? sofar.success : sofar.failure;
        // Behind `exit` nothing runs; what is written there is judged as if it did.
        const next = judgeTree(command, start.folders?.length === 0 ? state : start, walk, input);
        if (index === 0) {
            sofar = withoutOutput(next);
            continue;
        }
        const success = operator === '&&' ? next.success : join(sofar.success, next.success);
        const failure = operator === '&&' ? join(sofar.failure, next.failure) : next.failure;
        sofar = { success, failure, after: join(success, failure) };
    }
    return sofar;
}
function judgeIf(tree, state, walk, input) {
    let otherwise = state;
    const ends = [];
    for (const branch of [tree, ...tree.elif]) {
        const clause = judgeTree(branch.clause, otherwise, walk, input);
        ends.push(judgeTree(branch.then, clause.success, walk, input).after);
        otherwise = clause.failure;
    }
    ends.push(tree.else === undefined ? otherwise : judgeTree(tree.else, otherwise, walk, input).after);
    return (0,commands_arg/* unchanged */.Cv)(ends.reduce(join));
}
function judgeWhile(tree, state, walk, input) {
    return repeatBody(state, walk, (start, draft) => {
        const clause = judgeTree(tree.clause, start, draft, input);
        const entered = tree.kind === 'while' ? clause.success : clause.failure;
        return join(clause.after, judgeTree(tree.body, entered, draft, input).after);
    });
}
function judgeArithmetic(expressions, state, walk) {
    const notes = (0,commands_arg/* newNotes */.Kr)();
    notes.classes.add('@readonly');
    let next = state;
    for (const expression of expressions) {
        const scope = { walk, state: next, notes };
        for (const name of checkArithmetic(expression, scope))
            next = withVariable(next, name, { kind: 'integer' });
    }
    finish([], notes, walk);
    return (0,commands_arg/* unchanged */.Cv)(next);
}
function judgeArithmeticFor(tree, state, walk) {
    const started = judgeArithmetic([tree.initialize], state, walk).after;
    return repeatBody(started, walk, (start, draft) => {
        const tested = judgeArithmetic([tree.test], start, draft).after;
        const body = judgeTree(tree.body, tested, draft).after;
        return judgeArithmetic([tree.update], body, draft).after;
    });
}

;// CONCATENATED MODULE: ./build/policy/commands/index.js








/**
 * Judges shell source on its syntax tree, as bash would read it: every simple command at every depth, what it is
 * known to be, what it reads and writes, and what of it cannot be told before it runs. `cwd` is the folder it starts
 * in, from the workspace root. Never throws for any source; what goes beyond a limit has a `problem`.
 */
function analyseCommand(source, options) {
    const { world, cwd = '.' } = options;
    const unread = (0,limits/* screen */.nj)(source);
    if (unread !== null)
        return refused(unread);
    const parsed = (0,parse/* parseShell */.a)(source);
    if (parsed.kind === 'refused')
        return refused(parsed.because);
    const walk = newWalk(world, source);
    const state = { folders: startFolders(cwd, world), variables: new Map() };
    let problem = null;
    try {
        judgeList(parsed.script.commands, state, walk);
    }
    catch (error) {
        if (!(error instanceof limits/* BeyondLimit */.$$) && !(error instanceof RangeError))
            throw error;
        problem = error instanceof limits/* BeyondLimit */.$$ ? error.message : 'the command is nested too deep';
    }
    if (walk.out.length === 0 && problem === null)
        problem = 'the command holds nothing to run';
    return { problem, commands: walk.out, unknown: [...walk.unknown] };
}
function refused(problem) {
    return { problem, commands: [], unknown: [] };
}
function startFolders(cwd, world) {
    const logical = normalised(absoluteFrom(world.root, cwd));
    const real = world.realpath(logical);
    return real === null ? null : [...new Set([logical, real])];
}


/***/ }),

/***/ 50205:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B4: () => (/* binding */ GIT_READS),
/* harmony export */   iP: () => (/* binding */ GIT_GLOBAL_VALUES),
/* harmony export */   iz: () => (/* binding */ GIT_PUBLIC_KEYS),
/* harmony export */   oi: () => (/* binding */ GIT_GLOBAL_HATCHES),
/* harmony export */   u_: () => (/* binding */ GIT_WRITES)
/* harmony export */ });
/* unused harmony exports GIT_SOURCE, GIT_GLOBAL_FLAGS */
/** git(1) 2.39 to 2.49, each from its own manual page. */
const GIT_SOURCE = 'git manual pages, 2.39 to 2.49';
const DIFF = '-NUM -p -u --patch -s --no-patch -U= --unified= --raw --patch-with-raw --indent-heuristic --no-indent-heuristic --minimal --patience --histogram ' +
    '--anchored= --diff-algorithm= --stat? --compact-summary --numstat --shortstat --dirstat? --summary --patch-with-stat -z --name-only --name-status --color? ' +
    '--no-color --color-moved? --word-diff? --word-diff-regex= --color-words? --no-renames --rename-empty --no-rename-empty --check --ws-error-highlight= ' +
    '--full-index --binary --abbrev? -B? -M? -C? --find-renames? --find-copies? --find-copies-harder -D --irreversible-delete -l= --diff-filter= -S= -G= ' +
    '--pickaxe-all --pickaxe-regex -R --relative? -a --text --ignore-cr-at-eol --ignore-space-at-eol -b --ignore-space-change -w --ignore-all-space ' +
    '--ignore-blank-lines --inter-hunk-context= -W --function-context --exit-code --quiet -q --no-ext-diff --no-textconv --ignore-submodules? --src-prefix= ' +
    '--dst-prefix= --no-prefix --line-prefix= --stat-width= --stat-count= --stat-name-width= --no-index-disabled';
const LOG = '-n= --max-count= --skip= --since= --after= --until= --before= --author= --committer= --grep= -i --regexp-ignore-case -E --extended-regexp -F ' +
    '--fixed-strings -P --perl-regexp --invert-grep --all-match --merges --no-merges --first-parent --all --branches? --tags? --remotes? --glob= --exclude= ' +
    '--reflog -g --walk-reflogs --boundary --left-right --left-only --right-only --cherry-pick --cherry-mark --cherry --oneline --pretty? --format= ' +
    '--abbrev-commit --no-abbrev-commit --date= --relative-date --graph --decorate? --no-decorate --decorate-refs= --decorate-refs-exclude= --source --follow ' +
    '--full-diff --topo-order --date-order --author-date-order --reverse --parents --children --full-history --simplify-by-decoration --simplify-merges ' +
    '--ancestry-path? --dense --sparse -c -m --cc --diff-merges= --no-notes --notes? --show-linear-break? --log-size -L= --encoding= --expand-tabs? ' +
    '--min-parents= --max-parents= --no-walk? --not --stdin-disabled --clear-decorations --use-mailmap --mailmap --no-mailmap';
const GIT_READS = [
    {
        names: ['status'],
        flags: '-s --short -b --branch --show-stash --porcelain? --long -v --verbose -u? --untracked-files? --ignored? -z --column? --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames? --ignore-submodules?',
    },
    { names: ['log', 'whatchanged'], flags: `${LOG} ${DIFF}`, shows: true },
    { names: ['show'], flags: `${LOG} ${DIFF}`, shows: true },
    {
        names: ['diff'],
        flags: `${DIFF} --cached --staged --merge-base -c --cc --base --ours --theirs -0 -1 -2 -3`,
        shows: true,
    },
    {
        names: ['diff-tree', 'diff-index', 'diff-files'],
        flags: `${DIFF} -r -t --root --cached --no-commit-id --merge-base -m -c --cc --pretty? --format=`,
        shows: true,
    },
    { names: ['reflog'], flags: `${LOG} ${DIFF}`, forms: ['show'], shows: true, noOperands: true },
    { names: ['shortlog'], flags: `${LOG} -s --summary -n --numbered -e --email -c -w? --group=` },
    {
        names: ['blame', 'annotate'],
        flags: '-b -l -t -f -n -s -e -w -c -p -C? -M? -L= --root --show-stats --porcelain --line-porcelain --incremental --encoding= --date= --abbrev? --show-name --show-number --show-email --since= --color-lines --color-by-age --first-parent --ignore-rev= --reverse --score-debug',
        shows: true,
    },
    {
        names: ['branch'],
        flags: '-a --all -r --remotes -l --list -v -vv --verbose --show-current --contains= --no-contains= --merged? --no-merged? --points-at= --sort= --format= --color? --no-color --column? --no-column --abbrev? --no-abbrev -i --ignore-case',
        operandsNeed: [
            '-l',
            '--list',
            '--merged',
            '--no-merged',
            '--contains',
            '--no-contains',
            '--points-at',
        ],
        texts: true,
    },
    {
        names: ['tag'],
        flags: '-l --list -n? --contains= --no-contains= --merged? --no-merged? --points-at= --sort= --format= --color? --column? --no-column -i --ignore-case',
        operandsNeed: [
            '-l',
            '--list',
            '--merged',
            '--no-merged',
            '--contains',
            '--no-contains',
            '--points-at',
        ],
        texts: true,
    },
    {
        names: ['rev-parse'],
        flags: '--verify -q --quiet --short? --abbrev-ref? --symbolic --symbolic-full-name --show-toplevel --show-prefix --show-cdup --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --all --branches? --tags? --remotes? --show-superproject-working-tree --show-object-format? --revs-only --no-revs --not --default= --sq',
        texts: true,
    },
    {
        names: ['rev-list'],
        flags: `${LOG} --count --objects --quiet --header --timestamp --no-object-names --use-bitmap-index --disk-usage?`,
    },
    {
        names: ['ls-files'],
        flags: '-c --cached -d --deleted -m --modified -o --others -i --ignored -s --stage -u --unmerged -k --killed -z -t -v -x= --exclude= --exclude-standard --full-name --error-unmatch --directory --no-empty-directory --eol --deduplicate --abbrev? --format= --debug --recurse-submodules',
        printsNames: true,
    },
    {
        names: ['ls-tree'],
        flags: '-d -r -t -l --long -z --name-only --name-status --object-only --full-name --full-tree --abbrev? --format=',
    },
    { names: ['cat-file'], flags: '-t -s -e -p --allow-unknown-type' },
    {
        names: ['describe'],
        flags: '--all --tags --contains --long --always --exact-match --abbrev? --candidates= --match= --exclude= --first-parent --dirty? --broken? --debug',
        texts: true,
    },
    {
        names: ['merge-base'],
        flags: '-a --all --octopus --is-ancestor --independent --fork-point',
        texts: true,
    },
    {
        names: ['name-rev'],
        flags: '--tags --refs= --exclude= --all --name-only --no-undefined --always',
        texts: true,
    },
    {
        names: ['for-each-ref'],
        flags: '--count= --sort= --format= --color? --shell --perl --python --tcl --points-at= --merged? --no-merged? --contains? --no-contains? --ignore-case --exclude=',
        texts: true,
    },
    {
        names: ['show-ref'],
        flags: '--head --heads --branches --tags -d --dereference -s --hash? --verify --abbrev? -q --quiet',
        texts: true,
    },
    { names: ['symbolic-ref'], flags: '-q --quiet --short', most: 1, texts: true },
    { names: ['check-ignore'], flags: '-q --quiet -v --verbose -n --non-matching --no-index -z' },
    { names: ['check-attr'], flags: '-a --all --cached -z' },
    { names: ['count-objects'], flags: '-v --verbose -H --human-readable', noOperands: true },
    { names: ['cherry'], flags: '-v --abbrev?', texts: true },
    {
        names: ['grep'],
        flags: '-NUM -e=pattern -i -I -w -v -h -H -E -G -P -F -n -l -L -z -o -c -p -q -W -A= -B= -C= -a -r -m= --cached --no-untracked --text --ignore-case --word-regexp --invert-match --full-name --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --null --only-matching --count --color? --no-color --break --heading --show-function --after-context= --before-context= --context= --function-context --max-depth= --max-count= --threads= --and --or --not --all-match --quiet --no-textconv',
        pattern: true,
    },
    { names: ['remote'], flags: '-v --verbose', noOperands: true },
    { names: ['remote get-url'], flags: '--all --push', texts: true },
    { names: ['stash list'], flags: `${LOG} ${DIFF}`, shows: true, noOperands: true },
    {
        names: ['stash show'],
        flags: `${DIFF} --include-untracked --only-untracked -u`,
        shows: true,
        texts: true,
    },
    { names: ['worktree list'], flags: '-v --verbose --porcelain -z', noOperands: true },
    { names: ['notes list', 'notes show'], flags: '', texts: true },
    { names: ['version'], flags: '--build-options', noOperands: true },
];
/** Keys of a repository's configuration that may be printed; others may hold a token. */
const GIT_PUBLIC_KEYS = /^(?:user\.(?:name|email)|init\.defaultbranch|core\.[a-z]+|branch\.[\w./-]+\.(?:remote|merge)|remote\.[\w./-]+\.url|pull\.rebase|push\.default)$/i;
/** Options before the subcommand that change neither what runs nor where. */
const GIT_GLOBAL_FLAGS = 'POSIX --no-pager --no-optional-locks --literal-pathspecs --no-replace-objects --version --help-disabled';
/** Options before the subcommand that take the next word. */
const GIT_GLOBAL_VALUES = [
    '-C',
    '-c',
    '--git-dir',
    '--work-tree',
    '--namespace',
    '--exec-path',
    '--super-prefix',
    '--config-env',
    '--attr-source',
];
const GIT_GLOBAL_HATCHES = {
    '-c': 'sets configuration, which can run programs',
    '--config-env': 'sets configuration, which can run programs',
    '-C': 'runs in another folder, whose repository has its own configuration',
    '--git-dir': 'uses another repository, which has its own configuration',
    '--work-tree': 'uses another work tree',
    '--exec-path': 'runs programs from a folder',
    '-p': 'runs the configured pager',
    '--paginate': 'runs the configured pager',
};
/** Subcommands that change the repository, its work tree or another repository. */
const GIT_WRITES = new Set(('add am apply archive bisect branch bundle checkout cherry-pick clean clone commit commit-tree config fast-import ' +
    'fetch filter-branch filter-repo format-patch gc init lfs maintenance merge merge-file mv notes pack-refs prune pull push read-tree ' +
    'rebase reflog remote repack replace reset restore revert rm sparse-checkout stash submodule subtree switch ' +
    'symbolic-ref tag update-index update-ref worktree write-tree').split(' '));


/***/ }),

/***/ 73013:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  gH: () => (/* binding */ GIT_SUBCOMMANDS),
  i: () => (/* binding */ PROGRAMS),
  Vz: () => (/* binding */ TOOL_FORMS),
  kX: () => (/* binding */ programName)
});

// EXTERNAL MODULE: ./build/base/once.js
var once = __webpack_require__(21947);
// EXTERNAL MODULE: ./build/policy/commands/options.js
var options = __webpack_require__(52756);
;// CONCATENATED MODULE: ./build/policy/commands/knowledge/files.js
const COREUTILS = 'GNU coreutils 9.1 manual';
/** Programs that look at the file system and the machine. */
const FILE_PROGRAMS = [
    {
        names: ['ls', 'dir', 'vdir'],
        source: `ls(1), ${COREUTILS}`,
        flags: '-a -A -b -B -c -C -d -D -f -F -g -G -h -H -i -I= -k -l -L -m -n -N -o -p -q -Q -r -R -s -S -t -T= -u -U -v -w= -x -X -Z -1 --all --almost-all --author --escape ' +
            '--block-size= --ignore-backups --color? --directory --dired --classify? --file-type --format= --full-time --group-directories-first --no-group ' +
            '--human-readable --si --dereference-command-line --dereference --hide= --hyperlink? --indicator-style= --inode --ignore= --kibibytes --numeric-uid-gid --literal ' +
            '--hide-control-chars --show-control-chars --quote-name --quoting-style= --reverse --recursive --size --sort= --time= --time-style= --tabsize= ' +
            '--width= --context --zero --help --version',
        operands: 'list',
        tame: true,
        grammar: 'ls',
        printsNames: true,
    },
    {
        names: ['tree'],
        source: 'tree(1) 2.1; -o writes, -R with -H and -o writes into folders, --fromfile and --gitfile read',
        flags: 'SEPARATE -a -d -f -x -L= -P= -I= -i -A -S -n -C -N -q -p -u -g -s -h -D -F -v -t -c -U -r -J -X -Q --gitignore --ignore-case --matchdirs --noreport --charset= --filelimit= --si --du ' +
            '--prune --timefmt= --inodes --device --dirsfirst --filesfirst --sort= --nolinks --version --help',
        operands: 'list',
        hatches: { '-o': 'writes a file', '-R': 'writes files into folders' },
    },
    {
        names: ['find'],
        source: 'find(1), GNU findutils 4.9',
        flags: '',
        operands: 'list',
        grammar: 'find',
        printsNames: true,
    },
    {
        names: ['fd', 'fdfind'],
        source: 'fd(1) 8.6 and 9; -x and -X run programs, --base-directory and --search-path move',
        flags: '-H -I -u -s -i -g -F -a -l -L -p -0 -d= -t= -e= -E= -S= -o= -c= -j= -1 -q -V -h --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --unrestricted --case-sensitive --ignore-case --glob ' +
            '--regex --fixed-strings --absolute-path --relative-path --list-details --follow --full-path --print0 --max-depth= --min-depth= --exact-depth= ' +
            '--type= --extension= --exclude= --size= --changed-within= --changed-before= --color= --threads= --max-results= --prune --version --help',
        operands: 'pattern-read',
        grammar: 'fd',
        hatches: {
            '-x': 'runs a program',
            '-X': 'runs a program',
            '--exec': 'runs a program',
            '--exec-batch': 'runs a program',
        },
    },
    {
        names: ['file'],
        source: 'file(1) 5.44; -C writes, -m loads magic, -f names files, -z and -Z run decompressors',
        flags: '-b -E -h -i -k -L -N -n -p -r -s -0 -v -e= -F= -P= --brief --mime --mime-type --mime-encoding --keep-going --dereference --no-dereference --no-pad --raw --separator= --print0 --extension --exclude= --apple --special-files --preserve-date --help --version',
        operands: 'list',
        hatches: {
            '-C': 'writes a compiled magic file',
            '-m': 'loads a magic file',
            '-f': 'names files by the contents of another',
            '-z': 'runs decompressors',
        },
    },
    {
        names: ['stat'],
        source: `stat(1), ${COREUTILS}`,
        flags: '-L -f -c= -t --dereference --file-system --cached= --format= --printf= --terse --help --version',
        operands: 'list',
        tame: true,
    },
    {
        names: ['du'],
        source: `du(1), ${COREUTILS}`,
        flags: '-0 -a -B= -b -c -D -d= -H -h -k -L -l -m -P -S -s -t= -x --null --all --apparent-size --block-size= --bytes --total --dereference-args --max-depth= --human-readable --inodes --dereference --count-links --no-dereference --separate-dirs --si --summarize --threshold= --time? --time-style= --exclude= --one-file-system --help --version',
        operands: 'list',
        tame: true,
        hatches: { '--files0-from': 'names files by the contents of another' },
    },
    {
        names: ['df'],
        source: `df(1), ${COREUTILS}`,
        flags: '-a -B= -h -H -i -k -l -P -t= -T -x= --all --block-size= --human-readable --si --inodes --local --no-sync --portability --print-type --type= --exclude-type= --total --output? --help --version',
        operands: 'list',
        tame: true,
    },
    {
        names: ['realpath', 'readlink'],
        source: `realpath(1), readlink(1), ${COREUTILS}`,
        flags: '-e -f -m -n -q -s -v -z -L -P --canonicalize --canonicalize-existing --canonicalize-missing --logical --physical --no-newline --quiet --silent --verbose --relative-to= --relative-base= --strip --no-symlinks --zero --help --version',
        operands: 'list',
        tame: true,
    },
    {
        names: ['basename', 'dirname'],
        source: `basename(1), dirname(1), ${COREUTILS}`,
        flags: '-a -s= -z --multiple --suffix= --zero --help --version',
        operands: 'text',
        tame: true,
    },
    {
        names: ['pwd'],
        source: `pwd(1), ${COREUTILS} and bash(1)`,
        flags: '-L -P --logical --physical',
        operands: 'none',
    },
    {
        names: ['which', 'type', 'whereis'],
        source: 'which(1) debianutils 5, bash(1) type',
        flags: '-a -f -t -p -P --all',
        operands: 'text',
    },
    {
        names: ['tar', 'bsdtar'],
        source: 'tar(1), GNU tar 1.34: only listing',
        flags: '-t -z -j -J -Z -v -f=read --list --gzip --gunzip --bzip2 --xz --lzma --zstd --verbose --file=read --full-time --numeric-owner --quoting-style= --wildcards --no-wildcards --exclude= --show-stored-names --utc --warning= --version',
        operands: 'text',
        grammar: 'tar',
        hatches: {
            '-I': 'runs a program',
            '--use-compress-program': 'runs a program',
            '--to-command': 'runs a program',
            '--checkpoint-action': 'runs a program',
            '-F': 'runs a program',
            '--info-script': 'runs a program',
            '--rsh-command': 'runs a program',
        },
    },
    {
        names: ['unzip'],
        source: 'unzip(1) 6.0: only -l, -v and -Z list; without an option it extracts',
        flags: '-l -v -q -Z -1',
        operands: 'text',
        grammar: 'tar',
    },
    {
        names: ['zipinfo'],
        source: 'zipinfo(1) 3.0',
        flags: '-1 -2 -s -m -l -v -h -t -z',
        operands: 'read',
        most: 1,
    },
    {
        names: ['nm', 'size', 'ldd'],
        source: 'binutils 2.40; ldd runs the program it looks at, so only its version',
        flags: '--version --help',
        operands: 'none',
    },
];
/** Programs and builtins that tell about the machine or compute from their words. */
const SMALL_PROGRAMS = [
    { names: ['echo'], source: 'bash(1)', flags: '', operands: 'words', tame: true },
    { names: ['true', 'false', ':'], source: 'bash(1)', flags: '', operands: 'words', tame: true },
    {
        names: ['printf'],
        source: 'bash(1): %n assigns, -v assigns',
        flags: '',
        operands: 'text',
        grammar: 'printf',
        tame: true,
    },
    {
        names: ['test', '['],
        source: 'bash(1): -v evaluates a subscript',
        flags: '',
        operands: 'text',
        grammar: 'test',
    },
    {
        names: ['seq'],
        source: `seq(1), ${COREUTILS}`,
        flags: '-NUM -f= -s= -w --format= --separator= --equal-width --help --version',
        operands: 'text',
        tame: true,
    },
    {
        names: ['sleep'],
        source: `sleep(1), ${COREUTILS}`,
        flags: '--help --version',
        operands: 'text',
        tame: true,
    },
    {
        names: ['expr', 'factor', 'numfmt'],
        source: COREUTILS,
        flags: '--help --version --to= --from= --suffix= --format= --grouping --field= --header? --padding= --round=',
        operands: 'text',
        tame: true,
    },
    {
        names: ['date'],
        source: `date(1), ${COREUTILS}; -s sets the clock, as does an operand without +`,
        flags: '-d= -I? -R -u -r=read --date= --iso-8601? --rfc-3339= --rfc-email --utc --universal --reference=read --debug --help --version',
        operands: 'text',
        grammar: 'date',
        hatches: { '-s': 'sets the clock', '--set': 'sets the clock', '-f': 'reads dates from a file' },
    },
    {
        names: ['cal'],
        source: 'cal(1) ncal 12',
        flags: '-1 -3 -y -h -m= --help --version',
        operands: 'text',
    },
    {
        names: ['uname', 'arch', 'nproc', 'tty'],
        source: COREUTILS,
        flags: '-a -s -n -r -v -m -p -i -o --all --kernel-name --nodename --kernel-release --machine --operating-system --ignore= --help --version',
        operands: 'none',
    },
    {
        names: ['id', 'whoami', 'groups', 'logname', 'users'],
        source: COREUTILS,
        flags: '-a -g -G -n -r -u -z --group --groups --name --real --user --zero --help --version',
        operands: 'text',
    },
    {
        names: ['hostname'],
        source: 'hostname(1) net-tools 3.23: an operand, -b and -F set the name',
        flags: '-a -A -d -f -i -I -s -y --alias --all-fqdns --domain --fqdn --long --short --version --help',
        operands: 'none',
    },
    {
        names: ['uptime', 'free'],
        source: 'procps 4.0',
        flags: '-p -s -V -h -b -k -m -g -w -t --pretty --since --human --wide --total --help --version',
        operands: 'none',
    },
    {
        names: ['lscpu'],
        source: 'lscpu(1), util-linux 2.38',
        flags: '--help --version',
        operands: 'none',
    },
    {
        names: ['man'],
        source: 'man(1) man-db 2.11: -P, -H, -l, -C and others run programs or read files; only a page by its name',
        flags: 'POSIX -f -k -w -a --whatis --apropos --where --path --help --version',
        operands: 'text',
        grammar: 'man',
    },
    {
        names: ['whatis', 'apropos'],
        source: 'man-db 2.11',
        flags: '-l --long --help --version',
        operands: 'text',
    },
    { names: ['help'], source: 'bash(1)', flags: '-d -m -s', operands: 'text' },
    {
        names: ['locale'],
        source: 'locale(1) glibc 2.36',
        flags: '-a -m -k --all-locales',
        operands: 'none',
    },
];

// EXTERNAL MODULE: ./build/policy/commands/knowledge/git.js
var git = __webpack_require__(50205);
;// CONCATENATED MODULE: ./build/policy/commands/knowledge/text.js
const text_COREUTILS = 'GNU coreutils 9.1 manual';
/** Programs that read files or stdin and print what they find. */
const TEXT_PROGRAMS = [
    {
        names: ['cat'],
        source: `cat(1), ${text_COREUTILS}`,
        flags: '-A -b -e -E -n -s -t -T -u -v --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting --help --version',
        operands: 'read',
        tame: true,
    },
    {
        names: ['bat', 'batcat'],
        source: 'bat(1) 0.24: a pager and configuration can be given, so only plain forms',
        flags: '--version',
        operands: 'none',
    },
    {
        names: ['tac'],
        source: `tac(1), ${text_COREUTILS}`,
        flags: '-b -r -s= --before --regex --separator= --help --version',
        operands: 'read',
        tame: true,
    },
    {
        names: ['nl'],
        source: `nl(1), ${text_COREUTILS}`,
        flags: '-b= -d= -f= -h= -i= -l= -n= -p -s= -v= -w= --body-numbering= --number-format= --number-width= --number-separator= --help --version',
        operands: 'read',
        tame: true,
    },
    {
        names: ['head'],
        source: `head(1), ${text_COREUTILS}`,
        flags: '-NUM -n= -c= -q -v -z --lines= --bytes= --quiet --silent --verbose --zero-terminated --help --version',
        operands: 'read',
        tame: true,
        filter: true,
    },
    {
        names: ['tail'],
        source: `tail(1), ${text_COREUTILS}`,
        flags: '-NUM -n= -c= -q -v -z -f -F -s= --lines= --bytes= --quiet --silent --verbose --zero-terminated --follow? --retry --sleep-interval= --help --version',
        operands: 'read',
        tame: true,
        filter: true,
    },
    {
        names: ['wc'],
        source: `wc(1), ${text_COREUTILS}; --files0-from reads names from a file and prints them in messages`,
        flags: '-c -m -l -L -w --bytes --chars --lines --max-line-length --words --total= --help --version',
        operands: 'list',
        tame: true,
        hatches: { '--files0-from': 'names files by the contents of another' },
    },
    {
        names: ['sort'],
        source: `sort(1), ${text_COREUTILS}; -o writes, --compress-program runs, -T writes, --files0-from names files`,
        flags: '-b -d -f -g -h -i -M -n -R -r -V -c -C -k= -m -s -S= -t= -u -z --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort ' +
            '--human-numeric-sort --ignore-nonprinting --month-sort --numeric-sort --random-sort --reverse --sort= --version-sort --check? --key= --merge --stable ' +
            '--buffer-size= --field-separator= --unique --zero-terminated --parallel= --batch-size= --debug --help --version',
        operands: 'read',
        filter: true,
        hatches: {
            '-o': 'writes a file',
            '--output': 'writes a file',
            '--compress-program': 'runs a program',
            '-T': 'writes temporary files to a folder',
            '--temporary-directory': 'writes temporary files to a folder',
            '--files0-from': 'names files by the contents of another',
            '--random-source': 'reads a file',
        },
    },
    {
        names: ['uniq'],
        source: `uniq(1), ${text_COREUTILS}; its second operand is written`,
        flags: '-c -d -D -f= -i -s= -u -w= -z --count --repeated --all-repeated? --skip-fields= --group? --ignore-case --skip-chars= --unique --zero-terminated --check-chars= --help --version',
        operands: 'read',
        most: 1,
    },
    {
        names: ['cut'],
        source: `cut(1), ${text_COREUTILS}`,
        flags: '-b= -c= -d= -f= -n -s -z --bytes= --characters= --delimiter= --fields= --complement --only-delimited --output-delimiter= --zero-terminated --help --version',
        operands: 'read',
        tame: true,
    },
    {
        names: ['tr'],
        source: `tr(1), ${text_COREUTILS}`,
        flags: '-c -C -d -s -t --complement --delete --squeeze-repeats --truncate-set1 --help --version',
        operands: 'text',
        tame: true,
    },
    {
        names: ['paste'],
        source: `paste(1), ${text_COREUTILS}`,
        flags: '-d= -s -z --delimiters= --serial --zero-terminated --help --version',
        operands: 'read',
        tame: true,
    },
    {
        names: ['join'],
        source: `join(1), ${text_COREUTILS}`,
        flags: '-a= -e= -i -j= -o= -t= -v= -1= -2= -z --ignore-case --check-order --nocheck-order --header --zero-terminated --help --version',
        operands: 'read',
        tame: true,
    },
    {
        names: ['comm'],
        source: `comm(1), ${text_COREUTILS}`,
        flags: '-1 -2 -3 -z --check-order --nocheck-order --output-delimiter= --total --zero-terminated --help --version',
        operands: 'read',
        tame: true,
    },
    {
        names: ['fold', 'expand', 'unexpand', 'rev', 'fmt'],
        source: `fold(1), expand(1), fmt(1), ${text_COREUTILS}; rev(1), util-linux 2.38`,
        flags: '-b -s -w= -i -t= -a -c -u --bytes --spaces --width= --initial --tabs= --all --first-only --help --version',
        operands: 'read',
        tame: true,
    },
    {
        names: ['column'],
        source: 'column(1), util-linux 2.38',
        flags: '-t -s= -o= -n= -c= -x -e -N= -R= -H= -T= -W= -E= -d -J -L --table --separator= --output-separator= --table-name= --columns= --output-width= --fillrows --table-columns= --table-right= --table-hide= --table-truncate= --table-wrap= --table-noheadings --json --keep-empty-lines --help --version',
        operands: 'read',
    },
    {
        names: ['cmp'],
        source: 'cmp(1), GNU diffutils 3.8',
        flags: '-b -i= -l -n= -s -v --print-bytes --ignore-initial= --verbose --bytes= --quiet --silent --help --version',
        operands: 'read',
        tame: true,
    },
    {
        names: ['diff'],
        source: 'diff(1), GNU diffutils 3.8; --from-file and --to-file are further files, --palette and --label are texts',
        flags: '-NUM -q -s -c -C= -u -U= -e -n -y -W= -p -F= -L= -t -T -r -N -x= -X=read -S= -i -E -Z -b -w -B -I= -a -D= -d -v --normal --brief --report-identical-files --context? ' +
            '--unified? --ed --rcs --side-by-side --width= --left-column --suppress-common-lines --show-c-function --show-function-line= --label= --expand-tabs ' +
            '--initial-tab --tabsize= --suppress-blank-empty --recursive --no-dereference --new-file --unidirectional-new-file --ignore-file-name-case ' +
            '--no-ignore-file-name-case --exclude= --exclude-from=read --starting-file= --from-file=read --to-file=read --ignore-case --ignore-tab-expansion --ignore-trailing-space ' +
            '--ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines= --text --strip-trailing-cr --minimal --horizon-lines= ' +
            '--speed-large-files --color? --help --version',
        operands: 'read',
        grammar: 'diff',
        hatches: { '-l': 'runs `pr`', '--paginate': 'runs `pr`' },
    },
    {
        names: ['od'],
        source: `od(1), ${text_COREUTILS}`,
        flags: '-A= -j= -N= -S= -t= -v -w? -a -b -c -d -f -i -l -o -s -x --address-radix= --skip-bytes= --read-bytes= --strings? --format= --output-duplicates --width? --endian= --help --version',
        operands: 'read',
    },
    {
        names: ['hexdump', 'hd'],
        source: 'hexdump(1), util-linux 2.38; -f reads formats from a file',
        flags: '-b -c -C -d -o -x -v -n= -s= --canonical --length= --skip= --no-squeezing --help --version',
        operands: 'read',
    },
    {
        names: ['xxd'],
        source: 'xxd(1), vim 9; its second operand is written, -r writes back',
        flags: 'SEPARATE -a -b -c= -e -E -g= -h -i -l= -o= -p -ps -s= -u -d -v',
        operands: 'read',
        most: 1,
    },
    {
        names: ['strings'],
        source: 'strings(1), GNU binutils 2.40',
        flags: '-NUM -a -d -f -n= -o -t= -e= -w -s= -v --all --data --print-file-name --bytes= --radix= --encoding= --include-all-whitespace --help --version',
        operands: 'read',
    },
    {
        names: [
            'md5sum',
            'sha1sum',
            'sha224sum',
            'sha256sum',
            'sha384sum',
            'sha512sum',
            'b2sum',
            'cksum',
            'sum',
        ],
        source: `sha256sum(1), ${text_COREUTILS}; --check opens the files that a file names`,
        flags: '-b -t -z --binary --text --tag --zero --help --version',
        operands: 'read',
        tame: true,
        hatches: {
            '-c': 'opens the files that a file names',
            '--check': 'opens the files that a file names',
        },
    },
    {
        names: ['base64', 'base32'],
        source: `base64(1), ${text_COREUTILS}`,
        flags: '-d -i -w= --decode --ignore-garbage --wrap= --help --version',
        operands: 'read',
        most: 1,
    },
    {
        names: ['tsort'],
        source: `tsort(1), ${text_COREUTILS}`,
        flags: '--help --version',
        operands: 'read',
    },
];

;// CONCATENATED MODULE: ./build/policy/commands/knowledge/languages.js
/** Programs one of whose words is itself a pattern or a program: what that word can do decides. */
const LANGUAGE_PROGRAMS = [
    {
        names: ['grep', 'egrep', 'fgrep'],
        source: 'grep(1), GNU grep 3.8',
        flags: '-NUM -A= -B= -C= -E -F -G -H -I -L -P -T -U -V -Z -a -b -c -d= -D= -e=pattern -f=patterns -h -i -l -m= -n -o -q -r -s -u -v -w -x -y -z ' +
            '--after-context= --before-context= --context= --extended-regexp --fixed-strings --basic-regexp --perl-regexp --with-filename ' +
            '--no-filename --files-with-matches --files-without-match --initial-tab --null --text --byte-offset --count --directories= ' +
            '--devices= --regexp=pattern --file=patterns --ignore-case --no-ignore-case --max-count= --line-number --only-matching --quiet --silent ' +
            '--recursive --no-messages --invert-match --word-regexp --line-regexp --null-data --include= --exclude= ' +
            '--exclude-dir= --exclude-from=read --color? --colour? --line-buffered --binary-files= --binary --label= --help --version',
        operands: 'pattern-read',
        grammar: 'grep',
        tame: true,
        filter: true,
        hatches: {
            '-R': 'follows symlinks to anywhere',
            '--dereference-recursive': 'follows symlinks to anywhere',
        },
    },
    {
        names: ['rg'],
        source: 'rg(1), ripgrep 13 and 14; --pre, --hostname-bin and -z run programs',
        flags: '-A= -B= -C= -E= -F -H -I -M= -N -P -S -T= -U -V -a -b -c -d= -e=pattern -f=patterns -g= -h -i -j= -l -m= -n -o -p -q -r= -s -t= -u -v -w -x -0 -. ' +
            '--after-context= --before-context= --context= --encoding= --fixed-strings --with-filename --no-filename --max-columns= ' +
            '--no-line-number --pcre2 --smart-case --type-not= --multiline --multiline-dotall --text --byte-offset --count --count-matches --max-depth= ' +
            '--maxdepth= --regexp=pattern --file=patterns --glob= --iglob= --ignore-case --threads= --files-with-matches --files-without-match --files ' +
            '--max-count= --line-number --only-matching --pretty --quiet --replace= --case-sensitive --type= --type-list --unrestricted --invert-match ' +
            '--word-regexp --line-regexp --null --hidden --no-hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-global --no-ignore-dot --heading ' +
            '--no-heading --color= --colors= --column --no-column --json --stats --sort= --sortr= --sort-files --trim --vimgrep --passthru --context-separator= ' +
            '--field-match-separator= --field-context-separator= --path-separator= --max-filesize= --no-messages --no-config --one-file-system --crlf --auto-hybrid-regex --engine= ' +
            '--line-buffered --block-buffered --no-mmap --mmap --no-pre --include-zero --max-columns-preview --debug --trace --help --version',
        operands: 'pattern-read',
        grammar: 'rg',
        hatches: {
            '--pre': 'runs a program for every file',
            '--hostname-bin': 'runs a program',
            '--search-zip': 'runs decompressors',
            '-z': 'runs decompressors',
            '-L': 'follows symlinks to anywhere',
            '--follow': 'follows symlinks to anywhere',
        },
    },
    {
        names: ['sed'],
        source: 'sed(1), GNU sed 4.8',
        flags: '-n -E -r -s -u -z -l= -e= --quiet --silent --regexp-extended --separate --unbuffered --null-data --line-length= --expression= --posix --debug --sandbox --help --version',
        operands: 'read',
        grammar: 'sed',
        hatches: {
            '-i': 'writes the file in place',
            '-f': 'runs a script from a file',
            '--file': 'runs a script from a file',
            '--in-place': 'writes the file in place',
        },
    },
    {
        names: ['awk', 'gawk', 'mawk', 'nawk', 'original-awk'],
        source: 'gawk(1) 5.2, mawk(1) 1.3.4; without -f, -i, -l, -e, -E, -o, -p, -d, -D',
        flags: 'POSIX -F= -v= --field-separator= --assign= --version --help',
        operands: 'read',
        grammar: 'awk',
        hatches: {
            '-f': 'runs a program from a file',
            '-i': 'loads a library, which may edit in place',
            '-o': 'writes a file',
            '-d': 'writes a file',
            '-p': 'writes a file',
            '-l': 'loads a library',
            '-E': 'runs a program from a file',
        },
    },
    {
        names: ['jq'],
        source: 'jq(1) 1.6 and 1.7; without -L and -f, which load code',
        flags: '-n -r -j -a -s -c -C -M -S -e -R -h -V --null-input --raw-output --raw-output0 --join-output --ascii-output --slurp --compact-output --color-output --monochrome-output ' +
            '--sort-keys --exit-status --raw-input --tab --seq --stream --unbuffered --help --version',
        operands: 'pattern-read',
        grammar: 'jq',
        hatches: {
            '-f': 'runs a program from a file',
            '--from-file': 'runs a program from a file',
            '-L': 'loads modules',
        },
    },
    {
        names: ['yq'],
        source: 'yq 4 (mikefarah) and yq 3 (kislyuk): only what both read alike',
        flags: '-r -c -M -C --version --help',
        operands: 'pattern-read',
        grammar: 'yq',
        hatches: {
            '-i': 'writes the file in place',
            '--inplace': 'writes the file in place',
            '-s': 'writes files',
            '-y': 'is a switch in one yq only',
        },
    },
];

;// CONCATENATED MODULE: ./build/policy/commands/knowledge/tools.js
const GITHUB = 'api.github.com';
const GH = '--json= -q= --jq= -t= --template= --version';
const LIST = `${GH} -L= --limit= -s= --state= -l= --label= -A= --author= -a= --assignee= -S= --search=`;
const version = (...forms) => forms.map((words) => ({ words }));
const TOOLS = [
    {
        names: ['node', 'nodejs'],
        source: 'node(1) 24',
        forms: version('--version', '-v', '--help', '-h'),
    },
    {
        names: ['python', 'python3', 'pip', 'pip3'],
        source: 'python(1) 3.13, pip 25',
        forms: version('--version', '-V'),
    },
    {
        names: ['ruby', 'perl', 'php', 'java', 'javac', 'gem', 'bundle', 'composer'],
        source: 'their manuals',
        forms: version('--version'),
    },
    {
        names: [
            'deno',
            'bun',
            'rustc',
            'rustup',
            'gcc',
            'g++',
            'cc',
            'clang',
            'cmake',
            'gradle',
            'mvn',
            'dotnet',
            'docker',
            'kubectl',
            'terraform',
            'uv',
            'poetry',
        ],
        source: 'their manuals',
        forms: version('--version'),
    },
    {
        names: ['npm'],
        source: 'npm 11 documentation; .npmrc may name programs, which only scripts and installs run',
        forms: [
            ...version('--version', '-v', 'root', 'prefix', 'run'),
            {
                words: 'ls',
                flags: '-a -l -p -g --all --long --json --parseable --depth= --omit= --include= --link --package-lock-only',
                operands: 'text',
            },
            {
                words: 'list',
                flags: '-a -l -p -g --all --long --json --parseable --depth= --omit= --include= --link --package-lock-only',
                operands: 'text',
            },
            { words: 'explain', flags: '--json', operands: 'text' },
            { words: 'why', flags: '--json', operands: 'text' },
            { words: 'pkg get', flags: '--json', operands: 'text' },
        ],
    },
    {
        names: ['pnpm'],
        source: 'pnpm 10 documentation; `packageManager` may make it fetch another version, so only its version',
        forms: version('--version', '-v'),
    },
    {
        names: ['yarn'],
        source: 'yarn 4: `yarnPath` in .yarnrc.yml runs a program at every start',
        forms: [],
    },
    {
        names: ['tsc'],
        source: 'tsc 5: other forms may write by tsconfig.json',
        forms: version('--version', '-v', '--help', '-h'),
    },
    {
        names: ['eslint', 'vitest', 'jest', 'prettier', 'mocha', 'oxlint', 'biome', 'turbo', 'nx'],
        source: 'other forms load configuration, which is code',
        forms: version('--version', '--help'),
    },
    {
        names: ['pytest', 'ruff', 'mypy', 'black', 'tox'],
        source: 'other forms load configuration or conftest.py',
        forms: version('--version'),
    },
    {
        names: ['cargo'],
        source: 'cargo 1.80: other forms may run build.rs or rustc wrappers',
        forms: version('--version', '-V', '--list'),
    },
    {
        names: ['go'],
        source: 'go 1.22: other forms may run toolchains or cgo',
        forms: [...version('version', 'help'), { words: 'env', operands: 'text' }],
    },
    {
        names: ['make', 'gmake'],
        source: 'make(1) 4.3: even -n runs recipes with + or $(MAKE) and $(shell …)',
        forms: version('--version', '-v'),
    },
    {
        names: ['gh'],
        source: 'gh manual 2.60; without --repo and --web',
        forms: [
            ...version('--version', 'version'),
            { words: 'pr list', flags: `${LIST} -B= --base= -H= --head= -d --draft`, host: GITHUB },
            { words: 'pr view', flags: `${GH} -c --comments`, operands: 'text', host: GITHUB },
            { words: 'pr diff', flags: '--color= --name-only --patch', operands: 'text', host: GITHUB },
            { words: 'pr checks', flags: `${GH} --required`, operands: 'text', host: GITHUB },
            { words: 'pr status', flags: GH, host: GITHUB },
            { words: 'issue list', flags: `${LIST} -m= --milestone= --mention=`, host: GITHUB },
            { words: 'issue view', flags: `${GH} -c --comments`, operands: 'text', host: GITHUB },
            { words: 'issue status', flags: GH, host: GITHUB },
            {
                words: 'run list',
                flags: `${GH} -L= --limit= -b= --branch= -w= --workflow= -s= --status= -e= --event= -u= --user= -c= --commit=`,
                host: GITHUB,
            },
            {
                words: 'run view',
                flags: `${GH} -v --verbose --log --log-failed --exit-status -j= --job= -a= --attempt=`,
                operands: 'text',
                host: GITHUB,
            },
            { words: 'workflow list', flags: `${GH} -a --all -L= --limit=`, host: GITHUB },
            {
                words: 'release list',
                flags: `${GH} -L= --limit= --exclude-drafts --exclude-pre-releases`,
                host: GITHUB,
            },
            { words: 'release view', flags: GH, operands: 'text', host: GITHUB },
            { words: 'label list', flags: `${GH} -L= --limit= -S= --search=`, host: GITHUB },
            { words: 'repo view', flags: `${GH} -b= --branch=`, host: GITHUB },
        ],
    },
];

;// CONCATENATED MODULE: ./build/policy/commands/knowledge/index.js







function withFlags(entry) {
    const flags = (0,once/* once */.O)(() => (0,options/* compileFlags */.PZ)(entry.flags ?? ''));
    return {
        entry,
        get flags() {
            return flags();
        },
    };
}
function byName(entries) {
    const known = new Map();
    for (const entry of entries) {
        const compiled = withFlags(entry);
        for (const name of entry.names)
            known.set(name, compiled);
    }
    return known;
}
const PROGRAMS = byName([
    ...TEXT_PROGRAMS,
    ...LANGUAGE_PROGRAMS,
    ...FILE_PROGRAMS,
    ...SMALL_PROGRAMS,
]);
const GIT_SUBCOMMANDS = byName(git/* GIT_READS */.B4);
const TOOL_FORMS = new Map(TOOLS.flatMap((tool) => {
    const forms = tool.forms.map((entry) => withFlags(entry));
    return tool.names.map((name) => [name, forms]);
}));
const FOLDERS = /^\/(?:usr\/)?bin\/([^/]+)$/;
/** The name that tables know a program by; `null` for anything that is a file by its path. */
function programName(word) {
    if (!word.includes('/'))
        return word;
    return FOLDERS.exec(word)?.[1] ?? null;
}


/***/ }),

/***/ 95908:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $$: () => (/* binding */ BeyondLimit),
/* harmony export */   Eg: () => (/* binding */ MAX_GLOB_MATCHES),
/* harmony export */   V4: () => (/* binding */ MAX_SOURCE_DEPTH),
/* harmony export */   _m: () => (/* binding */ MAX_FILES_LOOKED_AT),
/* harmony export */   je: () => (/* binding */ MAX_FOLDERS),
/* harmony export */   nX: () => (/* binding */ MAX_EXPANDED_WORDS),
/* harmony export */   nj: () => (/* binding */ screen),
/* harmony export */   rh: () => (/* binding */ MAX_STEPS),
/* harmony export */   yC: () => (/* binding */ MAX_LOOP_ROUNDS)
/* harmony export */ });
/* unused harmony exports MAX_SOURCE_CHARS, MAX_BRACKETS */
/** The longest source that is judged, in UTF-16 units; a longer one is never `auto`. */
const MAX_SOURCE_CHARS = 32_768;
/** How many syntax nodes are visited for one source, loops unrolled; beyond that nothing is `auto`. */
const MAX_STEPS = 5_000;
/** How deep sources may stand in one another: `sh -c "sh -c …"`. */
const MAX_SOURCE_DEPTH = 4;
/** How many words one brace expansion or one loop over literal words may make. */
const MAX_EXPANDED_WORDS = 64;
/** How often the body of a `while` is judged until its variables no longer change. */
const MAX_LOOP_ROUNDS = 4;
/** How many folders a command may stand in at once (after `cd` that may have failed). */
const MAX_FOLDERS = 8;
/** How many file names a glob is resolved to; a wider one is known only at run time. */
const MAX_GLOB_MATCHES = 500;
/** How many files are looked at to know that no symlink among those found leads elsewhere. */
const MAX_FILES_LOOKED_AT = 500;
/** Nesting of brackets beyond which a source is not even parsed. */
const MAX_BRACKETS = 200;
/** Thrown inside this folder only, where a limit ends the walk; `analyseCommand` makes it a `problem`. */
class BeyondLimit extends Error {
}
const OPENING = '([{`';
/** All but line feed, tab, and the mark that makes a symbol an emoji. */
const HIDDEN = /(?!\n|\t|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}]/u;
const ODD_BLANK = /(?! )\p{Zs}/u;
/**
 * What can be told before parsing: why `source` is not to be judged at all, or `null`.
 * Characters that people do not see, or that terminals act on, are refused whatever they stand in:
 * what a person approves must be what they read.
 */
function screen(source) {
    if (source.length > MAX_SOURCE_CHARS) {
        return `the command is ${source.length} characters long; the limit is ${MAX_SOURCE_CHARS}`;
    }
    if (source.trim() === '')
        return 'the command is empty';
    if (!source.isWellFormed())
        return 'the command holds half of a character';
    if (HIDDEN.test(source))
        return 'the command holds control or invisible characters';
    if (ODD_BLANK.test(source))
        return 'the command holds blanks that are not spaces to a shell';
    return tooManyBrackets(source) ? `brackets are nested deeper than ${MAX_BRACKETS}` : null;
}
function tooManyBrackets(source) {
    let opened = 0;
    for (const character of source) {
        if (OPENING.includes(character))
            opened += 1;
        else if (opened > 0 && ')]}'.includes(character))
            opened -= 1;
        if (opened > MAX_BRACKETS)
            return true;
    }
    return false;
}


/***/ }),

/***/ 52756:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   PZ: () => (/* binding */ compileFlags),
/* harmony export */   _g: () => (/* binding */ matchOptions),
/* harmony export */   sm: () => (/* binding */ valuesOf),
/* harmony export */   zy: () => (/* binding */ has)
/* harmony export */ });
/* harmony import */ var _arg_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(95058);

const KINDS = {
    text: 'text',
    read: 'read',
    pattern: 'pattern',
    patterns: 'patterns-file',
};
/**
 * Compiles `-A -n= --lines= -f=read --color? -NUM`: no mark is a switch, `=` needs a value (a word after it says of
 * which kind), `?` may have one attached, `-NUM` allows digits, `POSIX` ends options at the first operand,
 * `SEPARATE` lets an option with a value only stand alone.
 */
function compileFlags(spec) {
    const known = new Map();
    const tokens = spec.split(/\s+/).filter((token) => token !== '');
    for (const token of tokens) {
        const match = /^(-{1,2}[\w.-]+|-[#@%])(?:(\?)|(=)(\w*))?$/.exec(token);
        if (match?.[1] === undefined)
            continue;
        const takes = match[2] === '?' ? 'optional' : match[3] === '=' ? 'value' : 'nothing';
        known.set(match[1], { takes, kind: KINDS[match[4] ?? ''] ?? 'text' });
    }
    return {
        known,
        digits: tokens.includes('-NUM'),
        operandsLast: tokens.includes('POSIX'),
        separate: tokens.includes('SEPARATE'),
    };
}
/** Sorts a program's words by its table, the way getopt does: no abbreviations, clusters split, `--` honoured. */
function matchOptions(words, flags) {
    const args = words.flatMap(eachName);
    const matched = { options: [], operands: [], strange: [], doubtful: [] };
    for (let at = 0; at < args.length; at += 1) {
        const arg = args[at];
        if (arg === undefined)
            break;
        if (arg.text === '--') {
            matched.operands.push(...args.slice(at + 1));
            break;
        }
        if ((0,_arg_js__WEBPACK_IMPORTED_MODULE_0__/* .isDashless */ .ms)(arg) || arg.text === '-') {
            matched.operands.push(arg);
            if (!flags.operandsLast)
                continue;
            matched.operands.push(...args.slice(at + 1));
            break;
        }
        if (arg.text === null) {
            at += matchPartlyKnown(arg, flags, matched);
            continue;
        }
        at += matchOne(arg, arg.text, args[at + 1], { flags, matched });
    }
    return matched;
}
/** A glob whose names are known is these names, hostile ones such as `--output=x` included. */
function eachName(arg) {
    if (arg.glob?.exact !== true)
        return [arg];
    return arg.glob.names.map((name) => (0,_arg_js__WEBPACK_IMPORTED_MODULE_0__/* .literalArg */ .e6)(name, arg.source));
}
/** `--include="*.$x"`: the option is known, its one word is not. */
function matchPartlyKnown(arg, flags, matched) {
    const long = /^(--[\w-]+)=/.exec(arg.prefix)?.[1];
    const flag = long === undefined ? undefined : flags.known.get(long);
    if (long !== undefined && flag !== undefined && flag.takes !== 'nothing' && arg.single) {
        matched.options.push({ flag: long, value: { ...arg, prefix: '' }, kind: flag.kind });
    }
    else
        matched.doubtful.push(arg);
    return 0;
}
/** Returns how many further words the option took. */
function matchOne(arg, text, next, into) {
    return text.startsWith('--')
        ? matchLong(arg, text, next, into)
        : matchCluster(arg, text, next, into);
}
function matchLong(arg, text, next, { flags, matched }) {
    const equals = text.indexOf('=');
    const name = equals === -1 ? text : text.slice(0, equals);
    const flag = flags.known.get(name);
    if (flag === undefined || (flag.takes === 'nothing' && equals !== -1)) {
        matched.strange.push(arg);
        return 0;
    }
    const attached = equals === -1 ? null : (0,_arg_js__WEBPACK_IMPORTED_MODULE_0__/* .literalArg */ .e6)(text.slice(equals + 1), arg.source);
    if (flag.takes !== 'value' || attached !== null) {
        matched.options.push({ flag: name, value: attached, kind: flag.kind });
        return 0;
    }
    return takeNext(arg, name, next, { flag, matched });
}
function matchCluster(arg, text, next, { flags, matched }) {
    if (flags.digits && /^-\d+$/.test(text))
        return 0;
    const whole = flags.separate ? flags.known.get(text) : undefined;
    if (whole?.takes === 'nothing')
        return 0;
    for (let at = 1; at < text.length; at += 1) {
        const name = `-${text[at] ?? ''}`;
        const flag = flags.known.get(name);
        const clustered = flags.separate && flag?.takes !== 'nothing' && text.length > 2;
        if (flag === undefined || clustered) {
            matched.strange.push(arg);
            return 0;
        }
        const rest = text.slice(at + 1);
        if (flag.takes === 'nothing') {
            matched.options.push({ flag: name, value: null, kind: flag.kind });
            continue;
        }
        if (rest !== '' || flag.takes === 'optional') {
            const value = rest === '' ? null : (0,_arg_js__WEBPACK_IMPORTED_MODULE_0__/* .literalArg */ .e6)(rest, arg.source);
            matched.options.push({ flag: name, value, kind: flag.kind });
            return 0;
        }
        return takeNext(arg, name, next, { flag, matched });
    }
    return 0;
}
function takeNext(arg, name, next, { flag, matched }) {
    // What looks like an option may be one, where the value could have been left out.
    const optionLike = /^-[^\d]/.test(next?.text ?? '') && flag.kind !== 'pattern';
    if (next === undefined || optionLike) {
        matched.strange.push(arg);
        return 0;
    }
    const several = next.text === null && !next.single && (next.glob?.names.length ?? 2) !== 1;
    if (several)
        matched.doubtful.push(next);
    else
        matched.options.push({ flag: name, value: next, kind: flag.kind });
    return 1;
}
function has(matched, ...flags) {
    return matched.options.some((option) => flags.includes(option.flag));
}
function valuesOf(matched, ...flags) {
    return matched.options
        .filter((option) => flags.includes(option.flag))
        .map((option) => option.value);
}


/***/ }),

/***/ 66345:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ parseShell),
/* harmony export */   w: () => (/* binding */ isWhole)
/* harmony export */ });
/* harmony import */ var unbash__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(28919);
// The one place that knows the shell parser.

/** Parses shell source as bash does. A source with any error is refused whole: half a tree tells nothing. */
function parseShell(source) {
    let script;
    try {
        script = (0,unbash__WEBPACK_IMPORTED_MODULE_0__/* .parse */ .qg)(source);
    }
    catch (error) {
        // The parser's own stack is the last limit; what it throws for hostile input is never trusted.
        const because = error instanceof RangeError ? 'it is nested too deep' : 'the parser gave up';
        return { kind: 'refused', because };
    }
    const error = script.errors?.[0];
    if (error !== undefined) {
        return { kind: 'refused', because: `it does not parse: ${error.message} at ${error.pos}` };
    }
    return { kind: 'script', script };
}
/** Between the parts of a command the source holds nothing but blanks: the parser has left nothing out. */
function isWhole(command, text) {
    const parts = [...command.prefix, command.name, ...command.suffix].filter((part) => part !== undefined);
    const gaps = parts.slice(1).map((part, index) => text.slice(parts[index]?.end, part.pos));
    const behind = /^(?:[ \t]|\\\n)*\(/.test(text.slice(parts.at(-1)?.end));
    return !behind && gaps.every((gap) => /^(?:[ \t]|\\\n)*$/.test(gap));
}


/***/ }),

/***/ 61246:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   m: () => (/* binding */ compileRule)
/* harmony export */ });
/* harmony import */ var _commands_analysis_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(36878);
/* harmony import */ var _glob_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(49519);
/* harmony import */ var _host_pattern_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(14066);
/* harmony import */ var _rule_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(39409);
/* harmony import */ var _wildcard_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(92557);
/* harmony import */ var _word_pattern_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(30052);






/** Reads and compiles one rule with its exceptions. Says what is wrong instead of throwing. */
function compileRule(source) {
    const parse = (0,_rule_js__WEBPACK_IMPORTED_MODULE_0__/* .parseRule */ .iT)(source.text);
    if (!parse.ok)
        return parse;
    const { rule: parsed } = parse;
    const { specifier, exceptions } = splitExceptions(parsed);
    const problem = aboutCommands(parsed.selector) ? null : specifierProblem(specifier);
    if (problem !== null)
        return { ok: false, ...problem };
    const excepted = [];
    for (const text of [...exceptions, ...source.except]) {
        const exception = compileException(text, parsed);
        if ('message' in exception)
            return { ok: false, ...exception };
        excepted.push(exception);
    }
    const own = specifier === null ? null : compileSpecifier(specifier);
    const gate = source.list !== 'auto';
    const rule = {
        ...source,
        text: parsed.text,
        parsed,
        specific: own !== null,
        glob: own?.glob ?? null,
        pattern: own?.pattern ?? null,
        selects: (facts) => selects(parsed.selector, facts),
        matches: (unit, facts) => {
            const match = own === null ? wholeTool(unit, gate) : own.matches(unit, gate);
            if (match === 'no')
                return 'no';
            // What is excepted must be certain where a rule forbids, and merely possible where it allows.
            const isException = excepted.some((exception) => {
                const found = exception(unit, facts, !gate);
                return gate ? found === 'yes' : found !== 'no';
            });
            return isException ? 'no' : match;
        },
    };
    return { ok: true, rule };
}
/** A rule without a specifier covers every call of its tools, but as `auto` no escape hatch. */
function wholeTool(unit, gate) {
    if (gate || unit.of !== 'command')
        return 'yes';
    return unit.command.hatches.length === 0 ? 'yes' : 'no';
}
function selects(selector, facts) {
    switch (selector.by) {
        case 'tool':
            return (0,_wildcard_js__WEBPACK_IMPORTED_MODULE_1__/* .matchesName */ .H)(facts.tool, selector.name);
        case 'kind':
            return facts.kind === selector.kind;
        case 'category':
            return facts.category === selector.name;
        case 'tag':
            return facts.tags?.includes(selector.name) ?? false;
    }
}
function compileSpecifier(text) {
    const commandClass = [..._commands_analysis_js__WEBPACK_IMPORTED_MODULE_2__/* .COMMAND_CLASSES */ .N, ..._commands_analysis_js__WEBPACK_IMPORTED_MODULE_2__/* .INTENTS */ .C].find((known) => known === text) ?? null;
    const pattern = commandClass === null ? (0,_word_pattern_js__WEBPACK_IMPORTED_MODULE_3__/* .parseWordPattern */ .aB)(text) : null;
    const glob = (0,_glob_js__WEBPACK_IMPORTED_MODULE_4__/* .compileGlob */ .SO)(text);
    return {
        glob,
        pattern,
        matches: (unit, gate) => {
            switch (unit.of) {
                case 'call':
                    return 'no';
                case 'path':
                    return certain(touchesPath(glob, unit, gate));
                case 'host':
                    return certain((0,_host_pattern_js__WEBPACK_IMPORTED_MODULE_5__/* .matchesHost */ .qC)(unit.host, text, { anyPort: gate }));
                case 'command':
                    return commandMatch({ commandClass, pattern }, unit.command, gate);
            }
        },
    };
}
function certain(matches) {
    return matches ? 'yes' : 'no';
}
/** Writing to a folder touches what is below it, so a gate for something below counts. */
function touchesPath(glob, unit, gate) {
    const { path, outside } = unit.view;
    if (glob.matches(path, unit.caseInsensitive) &&
        (!outside || glob.source.startsWith('/') || glob.source.startsWith('~/') || gate))
        return true;
    if (!gate || unit.access !== 'write' || outside || glob.base === '')
        return false;
    return path === '.' || glob.base === path || glob.base.startsWith(`${path}/`);
}
function commandMatch(specifier, command, gate) {
    const { commandClass, pattern } = specifier;
    if (commandClass !== null) {
        const known = [...command.classes, ...command.intents];
        if (!known.includes(commandClass))
            return 'no';
        if (gate)
            return 'yes';
        // A class or intent allows what it names and nothing that comes with it: `@install` is not `sudo npm install`.
        const more = command.hatches.length > 0 || command.intents.some((intent) => intent !== commandClass);
        return more ? 'no' : 'yes';
    }
    if (pattern === null)
        return 'no';
    return gate ? (0,_word_pattern_js__WEBPACK_IMPORTED_MODULE_3__/* .touchesCommand */ .$$)(pattern, command) : certain((0,_word_pattern_js__WEBPACK_IMPORTED_MODULE_3__/* .coversCommand */ .Kn)(pattern, command));
}
const WHOLE_RULE = /^(?:(?:kind|category|tag):|[A-Za-z_][\w*.-]*\()/;
/**
 * An exception is written as the rule's specifier is (`except: [docs/**]`), or as a rule of its own. A bare name is a
 * tool where the rule is about several tools, and a specifier where it is about one.
 */
function compileException(text, parsed) {
    const { selector, specifier } = parsed;
    const several = selector.by !== 'tool' || (selector.name.includes('*') && specifier === null);
    if (!WHOLE_RULE.test(text) && !(several && /^[A-Za-z_][\w*.-]*$/.test(text))) {
        const problem = aboutCommands(selector) ? null : specifierProblem(text);
        if (problem !== null)
            return problem;
        const own = compileSpecifier(text.replace(/^!\s*/, ''));
        return (unit, _facts, gate) => own.matches(unit, gate);
    }
    const compiled = compileRule({
        list: 'auto',
        text,
        except: [],
        reason: null,
        line: null,
        column: null,
    });
    if (!compiled.ok)
        return { message: compiled.message, fix: compiled.fix };
    const inner = compiled.rule.parsed.specifier;
    const own = inner === null ? null : compileSpecifier(inner);
    return (unit, facts, gate) => {
        if (!compiled.rule.selects(facts))
            return 'no';
        return own === null ? 'yes' : own.matches(unit, gate);
    };
}
/** `src/** !src/gen/**`: what stands after a space and `!` is excepted. Only paths are written so. */
function splitExceptions(parsed) {
    const { specifier, selector } = parsed;
    if (specifier === null || aboutCommands(selector))
        return { specifier, exceptions: [] };
    if (specifier.startsWith('!'))
        return { specifier: '**', exceptions: specifier.slice(1).split(/[\s,]+!/) };
    const [first, ...others] = specifier.split(/,?\s+!/);
    return { specifier: first ?? specifier, exceptions: others };
}
function aboutCommands(selector) {
    return selector.by === 'tool' && selector.name === _rule_js__WEBPACK_IMPORTED_MODULE_0__/* .COMMAND_TOOL */ .hk;
}
function specifierProblem(specifier) {
    if (specifier === null)
        return null;
    const glob = (0,_glob_js__WEBPACK_IMPORTED_MODULE_4__/* .globProblem */ .AI)(specifier);
    if (glob !== null)
        return { message: glob, fix: 'Split the rule into several.' };
    return null;
}


/***/ }),

/***/ 49393:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   LD: () => (/* binding */ decide),
/* harmony export */   Lg: () => (/* binding */ fromRule),
/* harmony export */   Rn: () => (/* binding */ stricter),
/* harmony export */   Up: () => (/* binding */ pick),
/* harmony export */   VD: () => (/* binding */ strictness),
/* harmony export */   YV: () => (/* binding */ applyHook),
/* harmony export */   zP: () => (/* binding */ wall)
/* harmony export */ });
/* harmony import */ var _facts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(50652);

/** How strict a verdict is: `auto` 0, `requireApproval` 1, `deny` 2. */
function strictness(verdict) {
    return _facts_js__WEBPACK_IMPORTED_MODULE_0__/* .VERDICTS */ .b.indexOf(verdict);
}
/**
 * The stricter of two verdicts. Of two that are equally strict it is the first, but one that no hook may loosen goes
 * before one that a hook decides.
 */
function stricter(first, second) {
    const difference = strictness(second.verdict) - strictness(first.verdict);
    if (difference > 0)
        return second;
    if (difference < 0)
        return first;
    return first.hookDecides === true && second.hookDecides !== true ? second : first;
}
/**
 * The verdict after a hook's word. A hook makes a verdict stricter, never looser (docs/policy.md, "The order"); only where
 * `mode: custom` left the call to it (`hookDecides`) its word is the verdict, whatever it is.
 */
function applyHook(verdict, answer) {
    const { hookDecides, ...rest } = verdict;
    const decides = hookDecides === true || strictness(answer.verdict) > strictness(verdict.verdict);
    if (!decides)
        return verdict;
    return { ...rest, verdict: answer.verdict, because: `A hook decided: ${answer.because}` };
}
/**
 * The rule that decides about one part of a call, in the order of the policy: (1) `deny`; (2) rules with a specifier
 * before those without; (3) `requireApproval` before `auto`. `null` where none matches for certain. The place of a
 * rule in the file plays no part.
 */
function pick(rules, facts, unit) {
    let best = null;
    for (const rule of rules) {
        if (!rule.selects(facts) || (best !== null && rank(rule) <= rank(best)))
            continue;
        if (rule.matches(unit, facts) === 'yes')
            best = rule;
    }
    return best;
}
function rank(rule) {
    if (rule.list === 'deny')
        return 4;
    return (rule.specific ? 2 : 0) + (rule.list === 'auto' ? 0 : 1);
}
/**
 * The rules' answer for one part of a call. A gate that may match, because a word is only known at run time, makes it
 * at least a question, and never less than it was.
 */
function decide(set, facts, unit) {
    const picked = pick(set.rules, facts, unit);
    const decided = picked === null ? set.otherwise(facts, unit) : fromRule(picked, set);
    if (decided.verdict !== 'auto' || unit.of !== 'command')
        return decided;
    const possible = set.rules.find((rule) => rule.list !== 'auto' && rule.selects(facts) && rule.matches(unit, facts) === 'maybe');
    return possible === undefined ? decided : stricter(decided, asPossible(possible, set));
}
function fromRule(rule, set) {
    return { ...ofRule(rule, set), verdict: rule.list, because: sentence(rule) };
}
function asPossible(rule, set) {
    const where = rule.line === null ? rule.list : `${rule.list}, line ${rule.line}`;
    const because = `It may be what the rule "${rule.text}" (${where}) is about: a word is known only when it runs.`;
    return { ...ofRule(rule, set), verdict: 'requireApproval', because };
}
function ofRule(rule, set) {
    const reason = rule.reason === null ? {} : { reason: rule.reason };
    return { rule: rule.text, list: set.source ?? rule.list, line: rule.line, ...reason };
}
function sentence(rule) {
    const where = rule.line === null ? 'of the built-in policy' : `on line ${rule.line}`;
    switch (rule.list) {
        case 'auto':
            return `The rule "${rule.text}" ${where} lets it run.`;
        case 'requireApproval':
            return `The rule "${rule.text}" ${where} asks a person.`;
        case 'deny':
            return `The rule "${rule.text}" ${where} forbids it.`;
    }
}
/** A verdict that no rule gave. */
function wall(verdict, because) {
    return { verdict, rule: null, list: 'wall', line: null, because };
}


/***/ }),

/***/ 50652:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G: () => (/* binding */ KINDS),
/* harmony export */   b: () => (/* binding */ VERDICTS)
/* harmony export */ });
/** What a tool does to the world. The policy's `kind:` rules and plan mode go by it. */
const KINDS = ['readonly', 'write', 'execute', 'network'];
const VERDICTS = ['auto', 'requireApproval', 'deny'];


/***/ }),

/***/ 49519:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  SO: () => (/* binding */ compileGlob),
  yk: () => (/* binding */ escapeGlob),
  fQ: () => (/* binding */ globCovers),
  AI: () => (/* binding */ globProblem)
});

// UNUSED EXPORTS: MAX_GLOB_LENGTH, MAX_SEARCHED_STARS

// EXTERNAL MODULE: ./node_modules/picomatch/index.js
var picomatch = __webpack_require__(14006);
// EXTERNAL MODULE: ./build/policy/wildcard.js
var wildcard = __webpack_require__(92557);
;// CONCATENATED MODULE: ./build/policy/plain-glob.js

/**
 * A pattern of names, `*` and `**` only, which is nearly all that people write; `null` where it holds more. Matching
 * takes time proportional to pattern times path: the path is the model's, and must not be able to make it search.
 */
function parsePlainGlob(glob) {
    if (/[?[\]{}\\]/.test(glob))
        return null;
    return glob.split('/').map((segment) => (segment === '**' ? '**' : segment.split(/\*+/)));
}
/** Whether the whole path matches. `a/**` is `a` too, as everything below it. */
function matchesPlainGlob(pattern, path) {
    const names = path.split('/');
    // reached[i]: the pattern so far can end before name i.
    let reached = [true, ...names.map(() => false)];
    for (const segment of pattern) {
        const next = names.map(() => false);
        next.push(false);
        let open = false;
        for (let index = 0; index <= names.length; index += 1) {
            if (segment === '**') {
                open = open || reached[index] === true;
                next[index] = open;
            }
            else if (index < names.length && reached[index] === true) {
                next[index + 1] = (0,wildcard/* matchesParts */.m)(names[index] ?? '', segment);
            }
        }
        reached = next;
    }
    return reached[names.length] === true;
}

;// CONCATENATED MODULE: ./build/policy/glob.js


const MAX_GLOB_LENGTH = 1_000;
/** A pattern with braces or brackets becomes an expression, which searches: few stars keep that short. */
const MAX_SEARCHED_STARS = 4;
const MAX_GLOB_STARS = 100;
/** Any home; `/~` is how a command's path is told whose home is only known when it runs. */
const HOME = '{/root,/home/*,/Users/*,/~,~}/';
/** Why a glob cannot be used, or `null`. */
function globProblem(source) {
    if (source.length > MAX_GLOB_LENGTH)
        return `The path pattern is longer than ${MAX_GLOB_LENGTH} characters.`;
    const stars = (source.match(/\*+/g) ?? []).length;
    const limit = parsePlainGlob(source) === null ? MAX_SEARCHED_STARS : MAX_GLOB_STARS;
    if (stars > limit)
        return `The path pattern has more than ${limit} wildcards.`;
    if (source.includes('\u0000'))
        return 'The path pattern holds a NUL character.';
    return null;
}
/**
 * Compiles a glob from the workspace root: `*` within a folder, `**` through folders, `?`, `[…]`, `{a,b}`, files that
 * begin with a dot included. `./a` is `a`; `a/` is everything below `a`; `~/` is anybody's home. Parentheses and `|`
 * are plain characters (folders are named so); `\` makes the next character plain.
 */
function compileGlob(source) {
    const normal = normalGlob(source);
    const compiled = new Map();
    return {
        source,
        base: baseOf(normal),
        plain: normal.replaceAll('*', '').replaceAll('\\', ''),
        matches: (path, caseInsensitive) => {
            const match = compiled.get(caseInsensitive) ?? matcher(normal, caseInsensitive);
            compiled.set(caseInsensitive, match);
            return match(path);
        },
    };
}
/** True where a glob covers a path, upper and lower case told apart. A glob that cannot be used covers nothing. */
function globCovers(glob, path) {
    return globProblem(glob) === null && compileGlob(glob).matches(path, false);
}
function matcher(glob, caseInsensitive) {
    const plain = parsePlainGlob(caseInsensitive ? glob.toLowerCase() : glob);
    if (plain !== null)
        return (path) => matchesPlainGlob(plain, caseInsensitive ? path.toLowerCase() : path);
    const { head, tail } = splitBackslashes(glob);
    const maxLength = MAX_GLOB_LENGTH * 2;
    const options = { dot: true, nocase: caseInsensitive, nonegate: true, noext: true, maxLength };
    if (head === '')
        return (path) => path === tail;
    const matchesHead = picomatch(escapeGroups(head), options);
    return (path) => path.endsWith(tail) && matchesHead(path.slice(0, path.length - tail.length));
}
/**
 * A pattern and the plain backslashes that it ends with: the library never comes back from a pattern that ends with
 * more than two. A single one at the very end makes nothing plain and stands for itself.
 */
function splitBackslashes(glob) {
    const head = glob.replace(/\\+$/, '');
    return { head, tail: '\\'.repeat(Math.ceil((glob.length - head.length) / 2)) };
}
/** A path as a glob that matches it alone, for rules that are proposed to people. */
function escapeGlob(path) {
    return path.replaceAll(/[*?[\]{}\\!]/g, String.raw `\$&`);
}
function normalGlob(source) {
    let glob = source.replace(/^(?:\.\/)+/, '');
    if (glob === '' || glob === '.')
        glob = '.';
    else if (glob.endsWith('/'))
        glob = `${glob}**`;
    return glob.startsWith('~/') ? `${HOME}${glob.slice(2)}` : glob;
}
function escapeGroups(glob) {
    return glob.replaceAll(/\\.|[()|+@]/g, (found) => (found.length > 1 ? found : `\\${found}`));
}
function baseOf(glob) {
    const wild = glob.search(/[*?[{]/);
    if (wild === -1)
        return glob.replaceAll('\\', '');
    const slash = glob.lastIndexOf('/', wild);
    return slash <= 0 ? '' : glob.slice(0, slash).replaceAll('\\', '');
}


/***/ }),

/***/ 14066:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Jz: () => (/* binding */ isNetworkEntry),
/* harmony export */   Qz: () => (/* binding */ listsHost),
/* harmony export */   qC: () => (/* binding */ matchesHost)
/* harmony export */ });
/* unused harmony export isHost */
/* harmony import */ var _wildcard_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(92557);

const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
const EVERY_HOST = '*';
/** True for a host fact that can be a host name at all (no NUL, no user part, no path). */
function isHost(host) {
    return HOST.test(host.toLowerCase());
}
/**
 * Whether a host fact (`api.example.com`, `[::1]:8080`) is meant by a pattern: the same name, `*.example.com` for what
 * lies below it (not `example.com` itself), or `*` for every host. A pattern with a port is about that port, `host:*`
 * about every port; without one it is about the scheme's own port, and with `anyPort` (for rules that forbid or ask)
 * about every port. What is no host name matches nothing but `*` with `anyPort`; the fact `*`, which is any host, falls
 * under every rule that forbids or asks, and of those that allow only under `*`.
 */
function matchesHost(host, pattern, options) {
    const wanted = pattern.trim().toLowerCase();
    if (host === EVERY_HOST)
        return options.anyPort || wanted === EVERY_HOST;
    if (wanted === EVERY_HOST)
        return options.anyPort || isHost(host);
    if (!isHost(host))
        return false;
    const actual = splitPort(host.toLowerCase());
    const expected = splitPort(wanted);
    const anyPort = expected.port === '*' || (expected.port === '' && options.anyPort);
    if (!anyPort && expected.port !== actual.port)
        return false;
    return (0,_wildcard_js__WEBPACK_IMPORTED_MODULE_0__/* .matchesName */ .H)(actual.name, expected.name);
}
/** The port stands after the last colon; an IPv6 address keeps its brackets, and so its own colons. */
function splitPort(host) {
    const found = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}|\*))?$/.exec(host);
    return { name: (found?.[1] ?? host).replace(/\.$/, ''), port: found?.[2] ?? '' };
}
/** What an entry of `sandbox.network` without a port is about. */
const WEB_PORTS = [80, 443];
const ENTRY = /^(?:\*|(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::(?:\d{1,5}|\*))?$/;
/** True for what `sandbox.network` may list: a host name or address, `*.name`, or `*`, each with `:port` or `:*`. */
function isNetworkEntry(entry) {
    return ENTRY.test(entry.trim().toLowerCase());
}
/**
 * Whether an entry of `sandbox.network` lists a host at a port. Without a port it is about 80 and 443. What is no host
 * name, and an entry that is none, match nothing.
 */
function listsHost(entry, host, port) {
    const wanted = entry.trim().toLowerCase();
    if (!isNetworkEntry(wanted) || !isHost(host))
        return false;
    const expected = splitPort(wanted);
    if (expected.port === '' ? !WEB_PORTS.includes(port) : !isPort(expected.port, port))
        return false;
    return (0,_wildcard_js__WEBPACK_IMPORTED_MODULE_0__/* .matchesName */ .H)(splitPort(host.toLowerCase()).name, expected.name);
}
function isPort(pattern, port) {
    return pattern === '*' || Number(pattern) === port;
}


/***/ }),

/***/ 18599:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  R: () => (/* binding */ judgeAnalysed)
});

// EXTERNAL MODULE: ./build/policy/decision.js
var decision = __webpack_require__(49393);
// EXTERNAL MODULE: ./build/policy/walls.js
var walls = __webpack_require__(11014);
;// CONCATENATED MODULE: ./build/policy/overlap.js

/** Names that usually hold secrets, as patterns of their own, without those that begin with a dot. */
const SECRETS = ('id_rsa id_dsa id_ecdsa id_ed25519 id_rsa_sk _netrc *.env *.pem *.key *.p12 *.pfx *.jks *.keystore *.kdbx *.ppk *.asc ' +
    '*.gpg *.tfstate credentials.json credentials.yml credentials.yaml secrets.json secrets.yml secrets.yaml secret.json').split(' ');
/** True for a path that a shell pattern was left in: what it names is known only when it runs. */
function isShellPattern(path) {
    return /[*?[]/.test(path);
}
/** Whether files of secrets could be among what a shell pattern names. */
function mayNameSecrets(pattern) {
    const name = pattern.split('/').at(-1) ?? '';
    return (0,walls/* isSecretsLike */.tg)(pattern) || SECRETS.some((secret) => segmentsOverlap(name, secret));
}
/**
 * Whether some path could match both a shell pattern (whose `*` stays in a folder and skips names with a leading dot)
 * and a path pattern of the policy. Where that is hard to tell, `true`.
 */
function mayOverlap(pattern, glob) {
    const source = glob.source.replace(/^\.\//, '').replace(/\/$/, '/**');
    if (/[?[\]{}\\]/.test(source) || source.startsWith('~'))
        return true;
    return pathsOverlap(pattern.split('/'), source.split('/'));
}
function pathsOverlap(names, segments) {
    let reached = [true, ...names.map(() => false)];
    for (const segment of segments) {
        let open = false;
        const next = reached.map(() => false);
        for (const [index, isReached] of reached.entries()) {
            if (segment === '**') {
                open = open || isReached;
                next[index] = open;
            }
            else if (isReached && index < names.length && segmentsOverlap(names[index] ?? '', segment))
                next[index + 1] = true;
        }
        reached = next;
    }
    // A pattern may name a folder, and so what the rule says of things below it.
    return reached[names.length] === true;
}
/** Whether one name could match both: `?` and brackets are taken as `*`, which finds more. */
function segmentsOverlap(shell, segment) {
    const one = shell.replaceAll(/\[[^\]]*\]|\?/g, '*');
    if (one.startsWith('*') && segment.startsWith('.'))
        return false;
    let reached = new Set([0]);
    for (let i = 0; i <= one.length; i += 1) {
        const here = closure(reached, segment, i < one.length && one.charAt(i) === '*');
        if (i === one.length)
            return here.has(segment.length);
        reached = step(here, segment, one.charAt(i));
    }
    return false;
}
/** Where in `segment` one may stand when its stars are empty, or when the shell's own star takes characters. */
function closure(reached, segment, isStar) {
    const found = new Set();
    for (const start of [...reached].toSorted((left, right) => left - right)) {
        for (let at = start; at <= segment.length; at += 1) {
            found.add(at);
            if (!isStar && segment.charAt(at) !== '*')
                break;
        }
    }
    return found;
}
function step(here, segment, character) {
    if (character === '*')
        return new Set(here);
    const next = new Set();
    for (const at of here) {
        if (segment.charAt(at) === '*')
            next.add(at);
        else if (segment.charAt(at) === character)
            next.add(at + 1);
    }
    return next;
}

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
;// CONCATENATED MODULE: ./build/policy/paths.js

/** Resolves a path fact in the world: lexically first, then through the symlinks that exist now. */
function resolvePath(path, world) {
    if (path.includes('\u0000'))
        return { views: [{ path, outside: true }], unknown: 'the path holds a NUL character' };
    if (path.startsWith('~'))
        return { views: [{ path, outside: true }], unknown: null };
    const absolute = external_node_path_.posix.resolve(world.root, path);
    const named = view(absolute, world);
    const real = world.realpath(absolute);
    if (real === null)
        return { views: [named], unknown: `where "${path}" really leads cannot be told` };
    const actual = view(external_node_path_.posix.normalize(real), world);
    const same = actual.path === named.path && actual.outside === named.outside;
    return { views: same ? [named] : [named, actual], unknown: null };
}
function view(absolute, world) {
    const root = external_node_path_.posix.normalize(world.root).replace(/(?<=.)\/$/, '');
    const [path, from] = world.caseInsensitive
        ? [absolute.toLowerCase(), root.toLowerCase()]
        : [absolute, root];
    if (path === from)
        return { path: '.', outside: false };
    const prefix = from === '/' ? '/' : `${from}/`;
    if (path.startsWith(prefix))
        return { path: absolute.slice(prefix.length), outside: false };
    return { path: absolute, outside: true };
}

;// CONCATENATED MODULE: ./build/policy/judge-path.js




/**
 * One path of a call, under its name and under what it really is: every view gets its own verdict and the strictest
 * holds. So a gate counts on either, and `auto` needs both.
 */
function judgePath(set, facts, path, world) {
    const resolved = resolvePath(path.path, world);
    const verdicts = resolved.views.map((view) => {
        const unit = pathUnit(view, path, world);
        return behindWall((0,decision/* decide */.LD)(set, facts, unit), { set, facts, unit, byCommand: false });
    });
    if (resolved.unknown !== null)
        verdicts.push((0,decision/* wall */.zP)('requireApproval', `It asks because ${resolved.unknown}.`));
    return verdicts.reduce(decision/* stricter */.Rn);
}
/**
 * What a path that a command touches adds to the command's own verdict, judged as `fs_read` or `fs_write` of it. Where
 * the program's own words name it, the rule for those words covers it unless a path rule or a wall says otherwise
 * (`null` then: nothing to add); where a redirection writes to it, it needs the same permission as `fs_write`.
 */
function judgeCommandPath(set, path, world) {
    const facts = path.access === 'read'
        ? { tool: 'fs_read', kind: 'readonly' }
        : { tool: 'fs_write', kind: 'write' };
    const covered = path.access === 'read' || path.from === 'argument';
    const resolved = resolvePath(path.path, world);
    const verdicts = resolved.views.flatMap((view) => {
        if ((0,walls/* isFreeDevice */.tO)(view))
            return [];
        const unit = pathUnit(view, path, world);
        const picked = (0,decision/* pick */.Up)(set.rules, facts, unit);
        const ruled = picked === null ? (covered ? null : set.otherwise(facts, unit)) : (0,decision/* fromRule */.Lg)(picked, set);
        const start = ruled ?? {
            verdict: 'auto',
            rule: null,
            list: 'auto',
            line: null,
            because: '',
        };
        const behind = behindWall(start, { set, facts, unit, byCommand: true });
        return ruled === null && behind === start ? [] : [atPath(behind, path)];
    });
    if (resolved.unknown !== null)
        verdicts.push((0,decision/* wall */.zP)('requireApproval', `It asks because ${resolved.unknown}.`));
    if (isShellPattern(path.path) && world.list === undefined)
        verdicts.push(...patternGates(set, facts, path.path));
    return verdicts.length === 0 ? null : verdicts.reduce(decision/* stricter */.Rn);
}
/**
 * What a shell pattern would name cannot be looked up in this world: a gate that could be about one of the names, or
 * a name that usually holds secrets, makes it a question. A literal name with such characters asks too.
 */
function patternGates(set, facts, pattern) {
    const gate = set.rules.find((rule) => rule.list !== 'auto' &&
        rule.glob !== null &&
        rule.selects(facts) &&
        mayOverlap(pattern, rule.glob));
    if (gate !== undefined) {
        return [
            (0,decision/* wall */.zP)('requireApproval', `It asks because "${pattern}" may name what the rule "${gate.text}" is about.`),
        ];
    }
    if (!mayNameSecrets(pattern))
        return [];
    return [
        (0,decision/* wall */.zP)('requireApproval', `It asks because "${pattern}" may name files that usually hold secrets.`),
    ];
}
function atPath(verdict, path) {
    const doing = path.access === 'read' ? 'reads' : 'writes';
    return { ...verdict, because: `It ${doing} "${path.path}". ${verdict.because}` };
}
function pathUnit(view, path, world) {
    return { of: 'path', view, access: path.access, caseInsensitive: world.caseInsensitive };
}
function behindWall(verdict, { set, facts, unit, byCommand }) {
    const found = (0,walls/* wallBefore */.S1)(unit.view, { access: unit.access, byCommand });
    if (found === null)
        return verdict;
    if (found.level === 'deny')
        return (0,decision/* stricter */.Rn)(verdict, (0,decision/* wall */.zP)('deny', `No rule allows it: ${found.because}.`));
    if (verdict.verdict !== 'auto')
        return verdict;
    const opened = set.rules.some((rule) => rule.list === 'auto' &&
        opens(rule, found) &&
        rule.selects(facts) &&
        rule.matches(unit, facts) === 'yes');
    return opened || set.source === 'whenUntrusted'
        ? verdict
        : (0,decision/* wall */.zP)('requireApproval', `It asks because ${found.because}${howToOpen(found)}.`);
}
function opens(rule, found) {
    if (rule.glob === null)
        return false;
    switch (found.openedBy) {
        case 'nothing':
            return false;
        case 'secrets-rule':
            return (0,walls/* isSecretsLike */.tg)(rule.glob.plain);
        case 'absolute-rule':
            return rule.glob.source.startsWith('/');
    }
}
function howToOpen(found) {
    return found.openedBy === 'nothing' ? '' : ', and no auto rule names it in its own words';
}

;// CONCATENATED MODULE: ./build/policy/judge-command.js


/** More than this many simple commands are judged all the same, but not all of them are shown. */
const MAX_SHOWN_COMMANDS = 100;
const MAX_SHOWN_WORDS = 60;
/**
 * A call with a command: each simple command of the tree gets its own verdict, and so does what it reads, writes and
 * reaches; the strictest wins. What could not be parsed or told is never `auto`.
 */
function judgeCommand(set, facts, options) {
    const { analysis, world } = options;
    const verdicts = [];
    const shown = [];
    const names = analysis.commands.some((command) => command.words.length > 0);
    for (const command of analysis.commands) {
        const verdict = judgeSimple(set, facts, { command, world, alone: !names });
        verdicts.push(verdict);
        if (shown.length < MAX_SHOWN_COMMANDS)
            shown.push(commandVerdict(command, verdict));
    }
    if (analysis.commands.length === 0)
        verdicts.push((0,decision/* decide */.LD)(set, facts, { of: 'call' }));
    if (analysis.problem !== null)
        verdicts.push((0,decision/* decide */.LD)(set, facts, { of: 'call' }), (0,decision/* wall */.zP)('requireApproval', `It asks because it cannot be judged: ${analysis.problem}.`));
    for (const reason of analysis.unknown)
        verdicts.push((0,decision/* wall */.zP)('requireApproval', `It asks because ${reason}.`));
    const cwd = facts.cwd === undefined
        ? null
        : judgeCommandPath(set, { path: facts.cwd, access: 'read' }, world);
    if (cwd !== null)
        verdicts.push(cwd);
    return { ...verdicts.reduce(decision/* stricter */.Rn), commands: shown };
}
function judgeSimple(set, facts, { command, world, alone }) {
    const verdicts = [own(set, facts, command, alone)];
    for (const reason of command.unknown)
        verdicts.push((0,decision/* wall */.zP)('requireApproval', `It asks because ${reason}.`));
    for (const path of command.paths) {
        const verdict = judgeCommandPath(set, path, world);
        if (verdict !== null)
            verdicts.push(verdict);
    }
    for (const host of command.hosts) {
        // A host that a command names falls under the gates for network tools; that it may be reached is the command's rule.
        const network = { tool: 'web_fetch', kind: 'network' };
        const picked = (0,decision/* pick */.Up)(set.rules, network, { of: 'host', host });
        if (picked !== null)
            verdicts.push((0,decision/* fromRule */.Lg)(picked, set));
    }
    return verdicts.reduce(decision/* stricter */.Rn);
}
function own(set, facts, command, alone) {
    if (command.words.length > 0) {
        const verdict = (0,decision/* decide */.LD)(set, facts, { of: 'command', command });
        return command.hatches.length > 0 && verdict.verdict === 'requireApproval'
            ? withHatches(verdict, command)
            : verdict;
    }
    const unit = {
        of: 'command',
        command: { ...command, classes: [...command.classes, '@readonly'] },
    };
    const verdict = (0,decision/* decide */.LD)(set, facts, unit);
    if (alone || verdict.verdict === 'deny')
        return verdict;
    return {
        verdict: 'auto',
        rule: null,
        list: 'auto',
        line: null,
        because: 'It starts no program.',
    };
}
function withHatches(verdict, command) {
    const what = command.hatches.map((hatch) => hatch.what).join('; ');
    return {
        ...verdict,
        because: `${verdict.because} No auto rule spells out what it does beyond reading: ${what}.`,
    };
}
function commandVerdict(command, verdict) {
    return {
        words: command.words.slice(0, MAX_SHOWN_WORDS).map((word) => word.text ?? word.source),
        verdict: verdict.verdict,
        rule: verdict.rule,
        line: verdict.line,
        because: verdict.because,
    };
}

// EXTERNAL MODULE: ./build/policy/visible.js
var visible = __webpack_require__(80341);
;// CONCATENATED MODULE: ./build/policy/judge-analysed.js





/**
 * The verdict over a call whose command was parsed already: a pure function of policy, facts, situation and analysis.
 * Rules first, then what only makes it stricter: the plan, disabled tools, untrusted text, a missing sandbox.
 */
function judgeAnalysed(policy, call) {
    const { facts, situation } = call;
    if (!(0,visible/* isEnabled */.O)(policy, facts.tool))
        return (0,decision/* wall */.zP)('deny', `The policy's "tools" do not include ${facts.tool}.`);
    const planning = policy.planOnly || situation.planning === true;
    if (planning && facts.kind !== 'readonly') {
        const why = policy.planOnly
            ? '"mode: plan" lets only read-only tools run.'
            : 'A plan must be approved before anything but read-only tools.';
        return (0,decision/* wall */.zP)('deny', why);
    }
    const usual = judgeBy({ rules: policy.rules, otherwise: () => byMode(policy) }, call);
    const careful = situation.untrusted ? stricterWhenUntrusted(policy, call, usual) : usual;
    return facts.command === undefined ? careful : withoutSandbox(careful, situation);
}
function judgeBy(set, { facts, situation, analysis }) {
    if (facts.command !== undefined) {
        const problem = { problem: 'it was not analysed', commands: [], unknown: [] };
        return judgeCommand(set, facts, { analysis: analysis ?? problem, world: situation.world });
    }
    const paths = facts.paths ?? [];
    const hosts = facts.hosts ?? [];
    const verdicts = paths.map((path) => judgePath(set, facts, path, situation.world));
    for (const host of hosts)
        verdicts.push((0,decision/* decide */.LD)(set, facts, { of: 'host', host }));
    return verdicts.length === 0 ? (0,decision/* decide */.LD)(set, facts, { of: 'call' }) : verdicts.reduce(decision/* stricter */.Rn);
}
/** The verdict of a call that no rule matches. */
function byMode(policy) {
    const said = policy.modeLine === null ? '' : ` (line ${policy.modeLine})`;
    const mode = { rule: null, list: 'mode', line: policy.modeLine };
    switch (policy.mode) {
        case 'auto':
            return {
                ...mode,
                verdict: 'auto',
                because: `No rule matches, and "mode: auto"${said} lets it run.`,
            };
        case 'ask':
            return {
                ...mode,
                verdict: 'requireApproval',
                because: `No rule matches, and "mode: ask"${said} asks a person.`,
            };
        case 'deny':
            return {
                ...mode,
                verdict: 'deny',
                because: `No rule matches, and "mode: deny"${said} forbids it.`,
            };
        case 'custom':
            return {
                ...mode,
                verdict: 'requireApproval',
                hookDecides: true,
                because: `No rule matches, and "mode: custom"${said} leaves it to the hook; without its word a person is asked.`,
            };
    }
}
/** Promise 10: the verdict under `whenUntrusted`, where it is stricter than the usual one. Never looser. */
function stricterWhenUntrusted(policy, call, usual) {
    const { mode, rules, line } = policy.whenUntrusted;
    const otherwise = (facts, unit) => {
        const source = { rule: null, list: 'whenUntrusted', line };
        if (mode === 'auto' || isReadOnly(facts, unit))
            return { ...source, verdict: 'auto', because: 'It only reads.' };
        const read = 'Text by someone without write access was read, and this is not read-only';
        return mode === 'deny'
            ? { ...source, verdict: 'deny', because: `${read}: whenUntrusted forbids it.` }
            : { ...source, verdict: 'requireApproval', because: `${read}: a person is asked.` };
    };
    const untrusted = judgeBy({ rules, source: 'whenUntrusted', otherwise }, call);
    if ((0,decision/* strictness */.VD)(untrusted.verdict) < (0,decision/* strictness */.VD)(usual.verdict))
        return usual;
    return (0,decision/* stricter */.Rn)(usual, untrusted);
}
function isReadOnly(facts, unit) {
    if (unit.of !== 'command')
        return facts.kind === 'readonly';
    const { classes, hosts, hatches, paths } = unit.command;
    const reads = paths.every((path) => path.access === 'read' || (0,walls/* isFreeDevice */.tO)({ path: path.path, outside: true }));
    return classes.includes('@readonly') && reads && hosts.length === 0 && hatches.length === 0;
}
/**
 * Promise 5, to the letter: without a sandbox under it no command is `auto`, read-only classes included. A class says
 * what a program does by its manual; only the sandbox makes that true of the program that the machine has.
 */
function withoutSandbox(verdict, situation) {
    if (situation.sandboxed || verdict.verdict !== 'auto')
        return verdict;
    const because = 'It asks because no sandbox stands under commands here; "sandbox: off" in the policy would let it run without one.';
    return { ...verdict, ...(0,decision/* wall */.zP)('requireApproval', because) };
}


/***/ }),

/***/ 55564:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ analyse),
/* harmony export */   S: () => (/* binding */ judge)
/* harmony export */ });
/* harmony import */ var _commands_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6542);
/* harmony import */ var _judge_analysed_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(18599);


/**
 * The policy's verdict for one call (docs/policy.md, "The order", and promises 5 and 10 of SECURITY.md). A pure function of what it is given;
 * the file system is seen through `situation.world` only. Never throws for any facts.
 */
function judge(policy, facts, situation) {
    return (0,_judge_analysed_js__WEBPACK_IMPORTED_MODULE_0__/* .judgeAnalysed */ .R)(policy, { facts, situation, analysis: analyse(facts, situation) });
}
/** The command of a call, parsed; `null` where it has none. */
function analyse(facts, situation) {
    if (facts.command === undefined)
        return null;
    return (0,_commands_index_js__WEBPACK_IMPORTED_MODULE_1__/* .analyseCommand */ .rc)(facts.command, { world: situation.world, cwd: facts.cwd ?? '.' });
}


/***/ }),

/***/ 52078:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  hM: () => (/* binding */ checkPolicy),
  tb: () => (/* binding */ loadPolicy),
  Zp: () => (/* binding */ testPolicy)
});

// EXTERNAL MODULE: ./build/policy/wildcard.js
var wildcard = __webpack_require__(92557);
;// CONCATENATED MODULE: ./build/policy/covers.js

/** Stands for "any characters" in a pattern that is itself matched against another one. */
const ANY = '\u0001';
/**
 * Whether every call that `narrow` is about is also one that `broad` is about, as far as that can be told from the
 * texts. `false` is also the answer where it cannot.
 */
function covers(broad, narrow) {
    if (broad.except.length > 0 || !selectorCovers(broad.parsed.selector, narrow.parsed.selector))
        return false;
    const [outer, inner] = [broad.parsed.specifier, narrow.parsed.specifier];
    if (outer === null)
        return true;
    return inner !== null && specifierCovers(broad, narrow, { outer, inner });
}
function selectorCovers(broad, narrow) {
    if (broad.by !== 'tool')
        return broad.by === narrow.by && JSON.stringify(broad) === JSON.stringify(narrow);
    if (broad.name === '*' || (narrow.by === 'tool' && broad.name === narrow.name))
        return true;
    return narrow.by === 'tool' && (0,wildcard/* matchesName */.H)(narrow.name.replaceAll('*', ANY), broad.name);
}
function specifierCovers(broad, narrow, { outer, inner }) {
    if (outer === inner)
        return true;
    if (outer.startsWith('@') || inner.startsWith('@'))
        return false;
    if (outer === '*' || outer === '**')
        return true;
    if (outer.endsWith('/**')) {
        const plain = !/[*?[{!]/.test(outer.slice(0, -3));
        if (plain)
            return inner.startsWith(outer.slice(0, -2));
    }
    if (outer.includes('/**') || broad.pattern === null || narrow.pattern === null)
        return false;
    return wordsCover(broad.pattern, narrow.pattern);
}
function wordsCover(broad, narrow) {
    if (narrow.rest && !broad.rest)
        return false;
    if (narrow.words.length < broad.words.length)
        return false;
    if (narrow.words.length > broad.words.length && !broad.rest)
        return false;
    return broad.words.every((word, index) => (0,wildcard/* matchesParts */.m)((narrow.words[index]?.parts ?? []).join(ANY), word.parts));
}

// EXTERNAL MODULE: ./build/policy/rule.js
var policy_rule = __webpack_require__(39409);
// EXTERNAL MODULE: ./build/policy/word-pattern.js
var word_pattern = __webpack_require__(30052);
;// CONCATENATED MODULE: ./build/policy/lint-rules.js



const WORKFLOW = {
    of: 'path',
    view: { path: '.github/workflows/ci.yml', outside: false },
    access: 'write',
    caseInsensitive: false,
};
/** Programs that run whatever their arguments say: allowed by bare name, they allow everything. */
const LAUNCHERS = new Set(('bash sh zsh dash ksh fish node deno bun python python2 python3 perl ruby php lua pwsh powershell npx bunx uvx pipx ' +
    'env xargs eval exec sudo doas su ssh timeout nice nohup watch parallel find awk gawk sed vim vi ed make docker podman').split(' '));
const DOWNLOADERS = new Set(['curl', 'wget', 'nc', 'ncat', 'scp', 'rsync', 'ftp']);
/** A rule that lets more run than people usually mean by it, or `null`. */
function broadAuto(rule) {
    const { selector, specifier } = rule.parsed;
    if (selector.by === 'kind' && (selector.kind === 'execute' || selector.kind === 'network')) {
        return broad(rule, `every tool of kind ${selector.kind}`, 'Name the tools, with what they may do.');
    }
    if (selector.by !== 'tool')
        return null;
    if (selector.name === '*' && specifier === null)
        return broad(rule, 'every call of every tool', 'Name the tools.');
    if ((0,wildcard/* matchesName */.H)(policy_rule/* COMMAND_TOOL */.hk, selector.name))
        return broadCommand(rule, specifier);
    const open = specifier === null || specifier === '*' || specifier === '**';
    if ((0,wildcard/* matchesName */.H)('web_fetch', selector.name) && open) {
        return broad(rule, 'every host, so that anything read can be sent anywhere', 'Name hosts, as in "web_fetch(docs.example.com)".');
    }
    const covers = rule.matches(WORKFLOW, { tool: 'fs_write', kind: 'write' }) === 'yes';
    if ((0,wildcard/* matchesName */.H)('fs_write', selector.name) && open && covers) {
        return broad(rule, 'writes to .github/workflows too', 'Name folders, or except ".github/**".');
    }
    return null;
}
function broadCommand(rule, specifier) {
    const { pattern } = rule;
    if (specifier === null || pattern?.words.length === 0) {
        return broad(rule, 'every command', 'Name commands, as in "bash_run(npm test *)", or a class, as in "bash_run(@readonly)".');
    }
    const words = pattern?.words ?? [];
    const program = words[0]?.parts.join('*') ?? '';
    if (pattern === null || !pattern.rest || words.length > 1)
        return null;
    if (LAUNCHERS.has(program))
        return broad(rule, `anything that "${program}" can be told to run`, 'Spell out its arguments.');
    if (DOWNLOADERS.has(program))
        return broad(rule, `sending and fetching anything with "${program}"`, 'Spell out its arguments, or use web_fetch with hosts.');
    return null;
}
function broad(rule, what, fix) {
    return { message: `The auto rule "${rule.text}" covers ${what}.`, fix };
}
/** A rule that reads like another agent's settings and means something else (mostly: nothing) here, or `null`. */
function dialectProblem(rule) {
    const { selector, specifier } = rule.parsed;
    if (specifier === null || selector.by !== 'tool')
        return null;
    if (/^[=\-#\s]{3,}/.test(specifier))
        return never(rule, 'it looks like a heading', 'Write headings as comments.');
    if ((0,wildcard/* matchesName */.H)(policy_rule/* COMMAND_TOOL */.hk, selector.name))
        return commandDialect(rule, specifier);
    if (specifier.startsWith('domain:'))
        return never(rule, 'hosts are written alone', `Write "${selector.name}(${specifier.slice(7)})".`);
    if (/^https?:\/\//.test(specifier))
        return never(rule, 'network tools match hosts, not addresses', 'Write the host alone.');
    const outside = /^(?:\/|~|\.\.\/)/.test(specifier) && selector.name.startsWith('fs_') && rule.list !== 'deny';
    if (!outside)
        return null;
    const fix = specifier.startsWith('/')
        ? `Paths start at the workspace root: "${selector.name}(${specifier.replace(/^\/+/, '')})".`
        : 'Name a path in the workspace.';
    return never(rule, 'file tools never leave the workspace', fix);
}
function commandDialect(rule, specifier) {
    if (specifier.endsWith(':*')) {
        return never(rule, '":*" is not a wildcard here', `Write "${policy_rule/* COMMAND_TOOL */.hk}(${specifier.slice(0, -2)} *)".`);
    }
    const pattern = (0,word_pattern/* parseWordPattern */.aB)(specifier);
    if (pattern === null)
        return never(rule, 'a quote in it is not closed', 'Close the quote, or put "\\" before it.');
    const bare = specifier.replace(/'[^']*'|"[^"]*"|\\./g, '');
    if (/[|;&<>`\n]|\$\(/.test(bare)) {
        return never(rule, 'each command of a line is judged by itself', 'Write one rule for each command, without | ; & < >.');
    }
    return null;
}
function never(rule, why, fix) {
    return { message: `The rule "${rule.text}" can never match: ${why}.`, fix };
}

// EXTERNAL MODULE: ./build/policy/nearest.js
var nearest = __webpack_require__(68029);
;// CONCATENATED MODULE: ./build/policy/lint.js




/** Comparing every rule with every other is quadratic; beyond this many rules only the first are compared. */
const MAX_COMPARED_RULES = 200;
const MAX_WARNINGS = 200;
/** What other agents call the tools, and what they are called here. */
const OTHER_TOOLS = {
    bash: 'bash_run',
    shell: 'bash_run',
    run_shell_command: 'bash_run',
    read: 'fs_read',
    write: 'fs_write',
    edit: 'fs_edit',
    multiedit: 'fs_multi_edit',
    glob: 'fs_glob',
    grep: 'fs_grep',
    ls: 'fs_list',
    webfetch: 'web_fetch',
    websearch: 'web_search',
};
/**
 * What is doubtful in a policy that is valid: rules that can never decide, rules written in another tool's dialect,
 * `auto` that is broader than it looks, and names that no tool has (`knownTools`; not checked without them).
 */
function lintPolicy(policy, options = {}) {
    const all = [...policy.rules, ...policy.whenUntrusted.rules];
    // What the repository's own modules call their tools is known only once they are loaded.
    const knownTools = policy.tools.modules.length > 0 ? null : (options.knownTools ?? null);
    const found = [
        ...all.flatMap((rule) => inFile(policy, rule, ruleFindings(rule, knownTools))),
        ...(knownTools === null ? [] : unknownListed(policy, knownTools)),
        ...shadowed(policy),
        ...modeFindings(policy),
        ...networkFindings(policy),
    ];
    return found.slice(0, MAX_WARNINGS);
}
function ruleFindings(rule, knownTools) {
    const dialect = dialectProblem(rule);
    const name = knownTools === null ? null : unknownTool(rule, knownTools);
    const broad = rule.list === 'auto' ? broadAuto(rule) : null;
    return [dialect, name, broad].flatMap((finding) => (finding === null ? [] : [finding]));
}
function inFile(policy, rule, findings) {
    return findings.map((finding) => ({
        file: policy.file,
        line: rule.line ?? 1,
        column: rule.column ?? 1,
        ...finding,
    }));
}
function unknownTool(rule, knownTools) {
    const { selector } = rule.parsed;
    const fix = selector.by === 'tool' ? fixOfName(selector.name, knownTools) : null;
    if (selector.by !== 'tool' || fix === null)
        return null;
    return {
        message: `No tool is called "${selector.name}": the rule "${rule.text}" can never match.`,
        fix,
    };
}
/** Which tool was meant by a name that none has; `null` for one that some tool has. */
function fixOfName(name, knownTools) {
    // MCP tools are known only once their server answered.
    if (name.startsWith('mcp__'))
        return null;
    if (knownTools.some((tool) => (0,wildcard/* matchesName */.H)(tool, name)))
        return null;
    const candidate = OTHER_TOOLS[name.toLowerCase()] ?? (0,nearest/* nearest */.p)(name, knownTools);
    return candidate === null
        ? `There are ${knownTools.slice(0, 40).join(', ')}.`
        : `Did you mean "${candidate}"?`;
}
/** A run with such a list does not start: what was to be taken away would be there. */
function unknownListed(policy, knownTools) {
    const { enabled, disabled } = policy.tools;
    const lists = [
        ['tools.enabled', enabled ?? []],
        ['tools.disabled', disabled],
    ];
    return lists.flatMap(([key, names]) => names.flatMap((name) => {
        const fix = fixOfName(name, knownTools);
        const message = `No tool is called "${name}", which ${key} names.`;
        return fix === null ? [] : [{ file: policy.file, line: 1, column: 1, message, fix }];
    }));
}
function shadowed(policy) {
    const rules = policy.rules.slice(0, MAX_COMPARED_RULES);
    return rules.flatMap((rule) => {
        const finding = shadowOf(rule, rules);
        return finding === null ? [] : inFile(policy, rule, [finding]);
    });
}
function shadowOf(rule, rules) {
    for (const other of rules) {
        if (other === rule || !covers(other, rule))
            continue;
        const name = `"${other.text}" (${other.list}, line ${other.line})`;
        if (other.list === 'deny' && rule.list !== 'deny') {
            return {
                message: `The rule "${rule.text}" can never decide: ${name} always wins.`,
                fix: 'Remove it, or give the deny rule an exception.',
            };
        }
        const asks = other.list === 'requireApproval' && rule.list === 'auto';
        if (asks && other.specific === rule.specific) {
            return {
                message: `The rule "${rule.text}" can never decide: ${name} beats it on the same level.`,
                fix: 'Narrow the rule that asks, or remove this one.',
            };
        }
        const earlier = other.text !== rule.text || (other.line ?? 0) < (rule.line ?? 0);
        const same = other.list === rule.list &&
            rule.reason === null &&
            (other.specific || !rule.specific || rule.list === 'deny');
        if (same && earlier && !(covers(rule, other) && (other.line ?? 0) > (rule.line ?? 0))) {
            return {
                message: `The rule "${rule.text}" adds nothing: ${name} covers it.`,
                fix: 'Remove one of them.',
            };
        }
    }
    return null;
}
function modeFindings(policy) {
    if (policy.mode !== 'auto')
        return [];
    const message = '"mode: auto" lets every call run that no rule names, commands and network included.';
    return [
        {
            file: policy.file,
            line: policy.modeLine ?? 1,
            column: 1,
            message,
            fix: 'Write "mode: ask" and list what may run.',
        },
    ];
}
/** Everybody's hosts: with these a command can send what it reads to anyone. */
function networkFindings(policy) {
    return policy.sandbox.network
        .filter((entry) => /^\*(?:\.[^.:]+)?(?::|$)/.test(entry.trim()))
        .map((entry) => ({
        file: policy.file,
        line: 1,
        column: 1,
        message: `sandbox.network lists "${entry}": a command can send what it reads to anybody there.`,
        fix: 'List the hosts that are needed, such as registry.npmjs.org.',
    }));
}

// EXTERNAL MODULE: ./build/policy/parse-policy.js + 3 modules
var parse_policy = __webpack_require__(90673);
// EXTERNAL MODULE: ./build/policy/judge.js
var judge = __webpack_require__(55564);
// EXTERNAL MODULE: ./build/policy/usual-facts.js
var usual_facts = __webpack_require__(65703);
;// CONCATENATED MODULE: ./build/policy/policy-tests.js



/** Judges every example of the policy's `tests`, with a sandbox and trusted text unless the example says otherwise. */
function runPolicyTests(policy, world = usual_facts/* exampleWorld */.zc) {
    return policy.tests.map(({ example, line, column }) => {
        const facts = exampleFacts(example);
        const situation = {
            world,
            untrusted: example.untrusted ?? false,
            sandboxed: example.sandboxed ?? true,
        };
        const verdict = (0,judge/* judge */.S)(policy, facts, situation);
        const { verdict: actual, because } = verdict;
        return { call: exampleName(example), expected: example.expect, actual, because, line, column };
    });
}
/** The examples that got another verdict than they expect, as problems of the file. */
function failedTests(policy, world) {
    return runPolicyTests(policy, world)
        .filter(({ expected, actual }) => expected !== actual)
        .map(({ call, expected, actual, because, line, column }) => ({
        file: policy.file,
        line,
        column,
        message: `The test "${call}" expects ${expected} but gets ${actual}. ${because}`,
        fix: 'Change the rules, or the expectation if it is the rules that are right.',
    }));
}
/** `call: tool(argument)`, or the parts by name; a command alone is `bash_run`'s. */
function exampleFacts(example) {
    const named = /^([\w.-]+)(?:\((.*)\))?$/s.exec(example.call ?? '');
    const tool = named?.[1] ?? example.tool ?? policy_rule/* COMMAND_TOOL */.hk;
    const argument = named?.[2] ?? example.command ?? example.path ?? example.host ?? null;
    const facts = (0,usual_facts/* usualFacts */.Mp)(tool, argument);
    const { kind = facts.kind } = example;
    if (example.command !== undefined)
        return { tool, kind, command: example.command };
    if (example.host !== undefined)
        return { tool, kind, hosts: [example.host] };
    if (example.path === undefined)
        return { ...facts, kind };
    return {
        tool,
        kind,
        paths: [{ path: example.path, access: kind === 'readonly' ? 'read' : 'write' }],
    };
}
function exampleName(example) {
    const argument = example.command ?? example.path ?? example.host;
    return (example.call ??
        `${example.tool ?? policy_rule/* COMMAND_TOOL */.hk}${argument === undefined ? '' : `(${argument})`}`);
}

;// CONCATENATED MODULE: ./build/policy/load.js



/**
 * Loads a policy file: YAML, schema, rules compiled once, its own `tests` (one that fails is an error), and lints as
 * warnings. Give it the bytes as they were read: `policy.sha256` is over them. A missing file is not its business
 * (`builtinPolicy` is for that); an empty one is an error. Never throws.
 */
function loadPolicy(text, options) {
    const parsed = (0,parse_policy/* parsePolicy */.O)(text, { file: options.file });
    if (!parsed.ok)
        return parsed;
    const problems = failedTests(parsed.policy, options.world);
    if (problems.length > 0)
        return { ok: false, problems };
    const { policy } = parsed;
    const lintOptions = options.knownTools === undefined ? {} : { knownTools: options.knownTools };
    let warnings = null;
    return {
        ok: true,
        policy,
        // Comparing the rules with each other takes longer than loading them, and a run does not need it to start.
        get warnings() {
            warnings ??= lintPolicy(policy, lintOptions);
            return warnings;
        },
    };
}
/** Everything that `policy check` shows: errors and warnings in the order of the file. */
function checkPolicy(text, options) {
    const result = loadPolicy(text, options);
    if (!result.ok)
        return { ok: false, errors: result.problems.toSorted(byPlace), warnings: [] };
    return { ok: true, errors: [], warnings: result.warnings.toSorted(byPlace) };
}
/**
 * Every example of the policy's `tests` with the verdict that it gets, failed ones included. Not `ok` only where the
 * policy could not be read at all.
 */
function testPolicy(text, options) {
    const parsed = (0,parse_policy/* parsePolicy */.O)(text, { file: options.file });
    return parsed.ok ? { ok: true, results: runPolicyTests(parsed.policy, options.world) } : parsed;
}
function byPlace(left, right) {
    return left.line - right.line || left.column - right.column;
}


/***/ }),

/***/ 68029:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ didYouMean),
/* harmony export */   p: () => (/* binding */ nearest)
/* harmony export */ });
/** Names longer than this are not compared: nobody misspells them by two letters. */
const MAX_NAME_LENGTH = 64;
const MAX_CANDIDATES = 2_000;
/**
 * The candidate that somebody who wrote `name` most likely meant, or `null` where none is near.
 * Near is a third of the name's length in edits (swapped neighbours count as one), at most three.
 */
function nearest(name, candidates) {
    if (name.length === 0 || name.length > MAX_NAME_LENGTH)
        return null;
    let best = null;
    let bestDistance = Math.min(3, Math.max(1, Math.floor(name.length / 3))) + 1;
    for (const candidate of candidates.slice(0, MAX_CANDIDATES)) {
        if (candidate.length > MAX_NAME_LENGTH)
            continue;
        const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
        if (distance < bestDistance) {
            best = candidate;
            bestDistance = distance;
        }
    }
    return best;
}
/** `Did you mean "…"?` with a closing space, or nothing. */
function didYouMean(name, candidates) {
    const candidate = nearest(name, candidates);
    return candidate === null ? '' : `Did you mean "${candidate}"? `;
}
function editDistance(left, right) {
    const rows = [Array.from({ length: right.length + 1 }, (_, index) => index)];
    for (let i = 1; i <= left.length; i += 1) {
        const row = [i];
        for (let j = 1; j <= right.length; j += 1) {
            const cost = left[i - 1] === right[j - 1] ? 0 : 1;
            let value = Math.min(at(rows, i - 1, j) + 1, (row[j - 1] ?? 0) + 1, at(rows, i - 1, j - 1) + cost);
            const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
            if (swapped)
                value = Math.min(value, at(rows, i - 2, j - 2) + 1);
            row.push(value);
        }
        rows.push(row);
    }
    return at(rows, left.length, right.length);
}
function at(rows, row, column) {
    return rows[row]?.[column] ?? 0;
}


/***/ }),

/***/ 90673:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  K: () => (/* binding */ builtinPolicy),
  O: () => (/* binding */ parsePolicy)
});

// EXTERNAL MODULE: ./build/base/digest.js
var digest = __webpack_require__(30742);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
;// CONCATENATED MODULE: ./build/policy/builtin.js

/**
 * The strict policy that holds where the repository has none: read-only tools run, everything else asks.
 * It is read by the same loader as any other, so that it means what it says.
 */
const BUILTIN_POLICY_TEXT = `version: 1
mode: ask
auto:
  - kind:readonly
`;
const BUILTIN_POLICY_FILE = 'built-in';
const BUILTIN_POLICY_SHA256 = (0,digest/* sha256 */.s)(BUILTIN_POLICY_TEXT);

// EXTERNAL MODULE: ./build/policy/compile.js
var compile = __webpack_require__(61246);
// EXTERNAL MODULE: ./build/policy/facts.js
var facts = __webpack_require__(50652);
// EXTERNAL MODULE: ./build/policy/schema.js
var schema = __webpack_require__(25760);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var classic_schemas = __webpack_require__(55156);
// EXTERNAL MODULE: ./build/base/json.js
var json = __webpack_require__(10768);
// EXTERNAL MODULE: ./build/policy/nearest.js
var nearest = __webpack_require__(68029);
;// CONCATENATED MODULE: ./build/policy/schema-problems.js




/** What people write who come from other agents' settings, and what it is called here. */
const OTHER_WORDS = {
    allow: 'auto',
    ask: 'requireApproval',
    approve: 'requireApproval',
    require_approval: 'requireApproval',
    block: 'deny',
    forbid: 'deny',
    default: 'mode',
    defaultMode: 'mode',
    permissions: 'auto, deny and requireApproval',
    on_limit: 'onLimit',
    when_untrusted: 'whenUntrusted',
};
/** Every issue of the schema in words, with what to write instead. */
function schemaProblems(issues, value) {
    return keysFirst(issues).flatMap((issue) => fromIssue(issue, { value, base: [] }));
}
/** An unknown key is usually what makes another one missing, so it is told first. */
function keysFirst(issues) {
    const keys = issues.filter((issue) => issue.code === 'unrecognized_keys');
    return [...keys, ...issues.filter((issue) => issue.code !== 'unrecognized_keys')];
}
function fromIssue(issue, context) {
    const path = [...context.base, ...issue.path];
    const actual = valueAt(context.value, path);
    switch (issue.code) {
        case 'unrecognized_keys':
            return issue.keys.map((key) => unknownKey([...path, key], key));
        case 'invalid_union':
            return fromUnion(issue, { ...context, base: path });
        case 'invalid_value': {
            const allowed = issue.values.map(String);
            if (typeof actual === 'string' && allowed.includes(actual)) {
                return [
                    {
                        path,
                        onKey: false,
                        message: `"${schema_problems_name(path)}" cannot be text.`,
                        fix: `Write ${actual} without quotes.`,
                    },
                ];
            }
            const fix = `${(0,nearest/* didYouMean */.a)(typeof actual === 'string' ? actual : '', allowed)}Write ${allowed.join(', ').replace(/, ([^,]*)$/, ' or $1')}.`;
            return [{ path, onKey: false, message: `"${schema_problems_name(path)}" cannot be ${shown(actual)}.`, fix }];
        }
        case 'invalid_type':
            return [wrongType(issue.expected, path, actual)];
        case 'invalid_key':
            return [
                {
                    path,
                    onKey: true,
                    message: `The key "${schema_problems_name(path)}" has characters that it may not have.`,
                    fix: 'Use letters, digits, "_" and "-".',
                },
            ];
        default:
            return [
                {
                    path,
                    onKey: false,
                    message: `"${schema_problems_name(path)}" cannot be ${shown(actual)}.`,
                    fix: issue.message.replace(/\.?$/, '.'),
                },
            ];
    }
}
/** Of several forms that a value may have, the one that its author seems to have meant. */
function fromUnion(issue, context) {
    const branches = issue.errors.filter((branch) => branch.length > 0);
    const fits = branches.filter((branch) => !branch.some((each) => each.path.length === 0 && each.code === 'invalid_type'));
    const words = fits.flat().find((each) => each.code === 'invalid_value');
    const actual = valueAt(context.value, context.base);
    if (typeof actual === 'string' && words !== undefined)
        return fromIssue(words, context);
    const best = fits
        .filter((branch) => branch.every((each) => each.path.length > 0 || each.code !== 'invalid_value'))
        .toSorted((left, right) => left.length - right.length)[0];
    if (best !== undefined) {
        const found = keysFirst(best).flatMap((each) => fromIssue(each, context));
        // A rule with a space after its colon misses everything that a map should have: the space is what to tell.
        return found[0]?.message.includes('because of the space') === true ? found.slice(0, 1) : found;
    }
    if (fits[0] !== undefined)
        return fits[0].flatMap((each) => fromIssue(each, context));
    const expected = branches
        .flat()
        .flatMap((each) => (each.code === 'invalid_type' ? [typeWord(each.expected)] : []));
    return [
        {
            path: context.base,
            onKey: false,
            message: `"${schema_problems_name(context.base)}" cannot be ${shown(actual)}.`,
            fix: `Write ${[...new Set(expected)].join(' or ') || 'one of the documented forms'}.`,
        },
    ];
}
function unknownKey(path, key) {
    const known = keysAt(path.slice(0, -1));
    if (known.includes('except') && ['kind', 'category', 'tag'].includes(key)) {
        const fix = `Write "${key}:NAME" without a space after the colon.`;
        return {
            path,
            onKey: true,
            message: `A rule is read as a map because of the space after "${key}:".`,
            fix,
        };
    }
    const other = OTHER_WORDS[key];
    const hint = other === undefined ? (0,nearest/* didYouMean */.a)(key, known) : `It is called ${other} here. `;
    const where = path.length === 1 ? 'a policy' : `"${schema_problems_name(path.slice(0, -1))}"`;
    return {
        path,
        onKey: true,
        message: `Unknown key "${key}" in ${where}.`,
        fix: `${hint}Known keys: ${known.join(', ')}.`,
    };
}
function wrongType(expected, path, actual) {
    if (actual === undefined) {
        const fix = path.at(-1) === 'version'
            ? 'Write "version: 1" as its first line.'
            : `Write ${typeWord(expected)} for it.`;
        return { path, onKey: true, message: `"${schema_problems_name(path)}" is missing.`, fix };
    }
    const fix = expected === 'array' && actual === null
        ? 'Write a list below it, or remove the key.'
        : `Write ${typeWord(expected)}.`;
    return { path, onKey: false, message: `"${schema_problems_name(path)}" cannot be ${shown(actual)}.`, fix };
}
function typeWord(expected) {
    switch (expected) {
        case 'array':
            return 'a list (one "- " a line)';
        case 'object':
        case 'record':
            return 'keys with values below it';
        case 'int':
            return 'a whole number';
        case 'string':
            return 'text';
        case 'boolean':
            return 'true or false';
        default:
            return `a ${expected}`;
    }
}
function schema_problems_name(path) {
    return (path
        .map((part) => (typeof part === 'number' ? `[${part}]` : String(part)))
        .join('.')
        .replaceAll('.[', '[') || 'the policy');
}
function shown(value) {
    if (value === undefined || value === null)
        return 'empty';
    if (Array.isArray(value))
        return 'a list';
    if ((0,json/* isJsonObject */.O)(value))
        return 'a map';
    return JSON.stringify(value).slice(0, 80);
}
function valueAt(value, path) {
    let current = value;
    for (const part of path) {
        if (Array.isArray(current) && typeof part === 'number')
            current = current[part];
        else if ((0,json/* isJsonObject */.O)(current) && Object.hasOwn(current, part))
            current = Reflect.get(current, part);
        else
            return undefined;
    }
    return isJson(current) ? current : undefined;
}
function isJson(value) {
    return value === null || ['string', 'number', 'boolean', 'object'].includes(typeof value);
}
/** The keys that the schema knows at a path, through lists, records and alternatives. */
function keysAt(path) {
    let schemas = schema_problems_forms(schema/* policySchema */.wh);
    for (const part of path) {
        schemas = schemas.flatMap((schema) => {
            if (schema instanceof classic_schemas.ZodObject)
                return schema_problems_forms(Reflect.get(schema.shape, part));
            if (schema instanceof classic_schemas.ZodArray)
                return schema_problems_forms(schema.element);
            return schema instanceof classic_schemas.ZodRecord ? schema_problems_forms(schema.valueType) : [];
        });
    }
    return [
        ...new Set(schemas.flatMap((schema) => (schema instanceof classic_schemas.ZodObject ? Object.keys(schema.shape) : []))),
    ];
}
function schema_problems_forms(schema) {
    if (schema instanceof classic_schemas.ZodOptional)
        return schema_problems_forms(schema.unwrap());
    if (schema instanceof classic_schemas.ZodUnion)
        return schema.options.flatMap(schema_problems_forms);
    return [schema];
}

// EXTERNAL MODULE: ./build/policy/quantities.js
var quantities = __webpack_require__(96938);
;// CONCATENATED MODULE: ./build/policy/settings.js


const DEFAULT_WAIT_MS = 10 * 60_000;
const DEFAULT_EXPIRE_MS = 7 * 86_400_000;
/** Who may approve and how long it takes; where the policy is silent, the defaults of docs/policy.md. */
function approvalSettings(document) {
    const { approvals } = document;
    return {
        from: approvals?.from ?? ['write'],
        count: approvals?.count ?? 1,
        self: approvals?.self ?? false,
        waitMs: durationOr(approvals?.wait, DEFAULT_WAIT_MS),
        then: approvals?.then ?? 'suspend',
        expireMs: durationOr(approvals?.expire, DEFAULT_EXPIRE_MS),
    };
}
/** `preferred` where the policy is silent: without a sandbox `auto` for commands asks; no network, the workspace writable. */
function sandboxSettings(document) {
    const { sandbox } = document;
    if (typeof sandbox === 'string')
        return { mode: sandbox, network: [], write: ['.'] };
    return {
        mode: sandbox?.mode ?? 'preferred',
        network: sandbox?.network ?? [],
        write: sandbox?.write ?? ['.'],
    };
}
function budgetSettings(document) {
    const { budget } = document;
    return {
        turns: budget?.turns ?? null,
        calls: budget?.calls ?? null,
        minutes: budget?.minutes ?? null,
        tokens: budget?.tokens === undefined ? null : (0,quantities/* parseTokens */.o)(budget.tokens),
        usd: budget?.usd ?? null,
        onLimit: budget?.onLimit ?? 'stop',
    };
}
function githubSettings({ github }) {
    return { branch: github?.branch ?? schema/* DEFAULT_BRANCH */.nU, images: github?.images ?? 'all' };
}
function toolSettings(document) {
    return {
        enabled: document.tools?.enabled ?? null,
        disabled: document.tools?.disabled ?? [],
        modules: document.tools?.modules ?? [],
    };
}
function durationOr(text, otherwiseMs) {
    return text === undefined ? otherwiseMs : ((0,quantities/* parseDuration */.E)(text) ?? otherwiseMs);
}

// EXTERNAL MODULE: ./build/policy/yaml.js + 1 modules
var policy_yaml = __webpack_require__(53357);
;// CONCATENATED MODULE: ./build/policy/parse-policy.js








const MAX_PROBLEMS = 50;
/**
 * Reads a policy without checking its `tests` and lints: bytes → YAML → schema → compiled rules. Never throws.
 * A file without content is an error: what is empty by accident must not be taken for the built-in policy.
 */
function parsePolicy(source, options) {
    const { file } = options;
    const text = decode(source);
    if (typeof text !== 'string')
        return fail(file, [text]);
    const yaml = (0,policy_yaml/* parseYaml */.hN)(text);
    if (!yaml.ok)
        return fail(file, yaml.problems);
    if (yaml.located === null) {
        const fix = 'Write "version: 1" and rules, or delete the file to get the strict built-in policy.';
        return fail(file, [{ line: 1, column: 1, message: 'The policy is empty.', fix }]);
    }
    const { located } = yaml;
    const result = schema/* policySchema */.wh.safeParse(located.value);
    if (!result.success) {
        const problems = schemaProblems(result.error.issues, located.value).map(({ path, onKey, message, fix }) => ({
            ...(onKey ? located.keyAt(path) : located.at(path)),
            message,
            fix,
        }));
        return fail(file, problems);
    }
    return build(result.data, { file, located, sha256: (0,digest/* sha256 */.s)(source) });
}
/** The strict policy of a repository that has none: read-only tools run, everything else asks. Lines are `null`. */
function builtinPolicy() {
    const parsed = parsePolicy(BUILTIN_POLICY_TEXT, { file: BUILTIN_POLICY_FILE });
    if (!parsed.ok)
        throw new errors/* CountersignError */.W('internal', 'The built-in policy does not load.');
    const rules = parsed.policy.rules.map((rule) => ({ ...rule, line: null, column: null }));
    return { ...parsed.policy, rules, modeLine: null };
}
function build(document, options) {
    const { file, located } = options;
    const rules = compileLists(document, { located, base: [] });
    const untrusted = compileUntrusted(document, located);
    const problems = [
        ...rules.problems,
        ...untrusted.problems,
        ...patternProblems(document, located),
    ];
    if (problems.length > 0)
        return fail(file, problems);
    const { mode = 'ask' } = document;
    const policy = {
        file,
        sha256: options.sha256,
        mode: mode === 'plan' ? 'ask' : mode,
        modeLine: document.mode === undefined ? null : located.keyAt(['mode']).line,
        planOnly: mode === 'plan',
        planRequired: document.plan === 'required',
        rules: rules.rules,
        whenUntrusted: untrusted.settings,
        approvals: approvalSettings(document),
        sandbox: sandboxSettings(document),
        budget: budgetSettings(document),
        limits: document.limits ?? {},
        tools: toolSettings(document),
        github: githubSettings(document),
        hooks: document.hooks ?? [],
        mcpServers: document.mcp?.servers ?? {},
        redactPatterns: document.redact?.patterns ?? [],
        tests: (document.tests ?? []).map((example, index) => ({
            example,
            ...located.at(['tests', index]),
        })),
    };
    return { ok: true, policy };
}
function compileLists(lists, options) {
    const rules = [];
    const problems = [];
    const seen = new Map();
    for (const list of facts/* VERDICTS */.b) {
        for (const [index, entry] of (lists[list] ?? []).entries()) {
            const at = options.located.at([...options.base, list, index]);
            const compiled = (0,compile/* compileRule */.m)({ list, ...ruleSource(entry), ...at });
            if (!compiled.ok) {
                problems.push({ ...at, message: compiled.message, fix: compiled.fix });
                continue;
            }
            const key = compiled.rule.text.replace(/\s+/g, ' ');
            const other = seen.get(key);
            if (other !== undefined && other.list !== list)
                problems.push(twice(compiled.rule, other, at));
            seen.set(key, other ?? compiled.rule);
            rules.push(compiled.rule);
        }
    }
    return { rules, problems };
}
function ruleSource(entry) {
    if (typeof entry === 'string')
        return { text: entry, except: [], reason: null };
    return { text: entry.rule, except: entry.except ?? [], reason: entry.reason ?? null };
}
function twice(rule, other, at) {
    return {
        ...at,
        message: `The rule "${rule.text}" is in two lists: ${other.list} (line ${other.line}) and ${rule.list} (line ${rule.line}).`,
        fix: 'Keep it in one of them.',
    };
}
function compileUntrusted(document, located) {
    const { whenUntrusted } = document;
    if (whenUntrusted === undefined)
        return { settings: { mode: 'ask', rules: [], line: null }, problems: [] };
    const { line } = located.keyAt(['whenUntrusted']);
    if (typeof whenUntrusted === 'string')
        return { settings: { mode: whenUntrusted, rules: [], line }, problems: [] };
    const { rules, problems } = compileLists(whenUntrusted, { located, base: ['whenUntrusted'] });
    return { settings: { mode: whenUntrusted.mode ?? 'ask', rules, line }, problems };
}
function patternProblems(document, located) {
    return (document.redact?.patterns ?? []).flatMap((pattern, index) => {
        try {
            void new RegExp(pattern, 'u');
            return [];
        }
        catch {
            const at = located.at(['redact', 'patterns', index]);
            return [
                {
                    ...at,
                    message: `"${pattern}" is not a regular expression.`,
                    fix: 'Escape its special characters.',
                },
            ];
        }
    });
}
function decode(source) {
    const bytes = typeof source === 'string' ? Buffer.byteLength(source) : source.byteLength;
    const at = { line: 1, column: 1 };
    if (bytes > policy_yaml/* MAX_POLICY_BYTES */.mk) {
        return {
            ...at,
            message: `The policy has ${bytes} bytes; at most ${policy_yaml/* MAX_POLICY_BYTES */.mk} are read.`,
            fix: 'Use globs instead of long lists.',
        };
    }
    if (typeof source === 'string')
        return source;
    try {
        return new TextDecoder('utf-8', { fatal: true }).decode(source);
    }
    catch {
        return { ...at, message: 'The policy is not UTF-8 text.', fix: 'Save it as UTF-8.' };
    }
}
function fail(file, problems) {
    return {
        ok: false,
        problems: problems.slice(0, MAX_PROBLEMS).map((problem) => ({ file, ...problem })),
    };
}


/***/ }),

/***/ 96938:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ parseDuration),
/* harmony export */   o: () => (/* binding */ parseTokens)
/* harmony export */ });
const UNIT_MS = {
    s: 1_000,
    m: 60_000,
    h: 3_600_000,
    d: 86_400_000,
};
const MAX_DURATION_MS = 90 * 86_400_000;
/** `90s`, `10m`, `2h`, `7d` in milliseconds; `null` for anything else, and beyond 90 days. */
function parseDuration(text) {
    const found = /^(\d{1,7})(s|m|h|d)$/.exec(text);
    const unit = UNIT_MS[found?.[2] ?? ''];
    if (found === null || unit === undefined)
        return null;
    const ms = Number(found[1]) * unit;
    return ms <= MAX_DURATION_MS ? ms : null;
}
/** `2M`, `500k`, `1.5M` or a plain number of tokens; `null` for anything else. A small `m` is no unit here: it could be milli. */
function parseTokens(value) {
    if (typeof value === 'number')
        return Number.isSafeInteger(value) && value >= 0 ? value : null;
    const found = /^(\d{1,9}(?:\.\d{1,6})?)(k|K|M)?$/.exec(value);
    if (found === null)
        return null;
    const factor = found[2] === 'M' ? 1_000_000 : found[2] === undefined ? 1 : 1_000;
    const tokens = Math.round(Number(found[1]) * factor * 1_000) / 1_000;
    return Number.isSafeInteger(tokens) ? tokens : null;
}


/***/ }),

/***/ 39409:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   hk: () => (/* binding */ COMMAND_TOOL),
/* harmony export */   iT: () => (/* binding */ parseRule)
/* harmony export */ });
/* unused harmony export MAX_RULE_LENGTH */
/* harmony import */ var _facts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(50652);
/* harmony import */ var _commands_analysis_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(36878);
/* harmony import */ var _nearest_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(68029);



/** The tool whose facts hold a command; only there is an unknown `@name` surely a mistake. */
const COMMAND_TOOL = 'bash_run';
const MAX_RULE_LENGTH = 2_000;
const TOOL_NAME = /^[A-Za-z_*][\w*.-]*$/;
const WORD = /^[\w.-]+$/;
const EXAMPLES = 'Write a tool ("fs_read"), a tool with a specifier ("fs_write(src/**)"), or kind:, category: or tag:.';
/** Reads one rule of the policy (the grammar of docs/policy.md). What it cannot read is said, never guessed. */
function parseRule(source) {
    const text = source.trim();
    if (text.length === 0)
        return refuse('A rule is empty.', EXAMPLES);
    if (text.length > MAX_RULE_LENGTH)
        return refuse(`A rule is longer than ${MAX_RULE_LENGTH} characters.`, 'Split it.');
    const open = text.indexOf('(');
    const head = open === -1 ? text : text.slice(0, open);
    const selector = parseSelector(head, text);
    if (!('by' in selector))
        return selector;
    if (open === -1)
        return { ok: true, rule: { text, selector, specifier: null } };
    return withSpecifier({ text, selector, inside: text.slice(open + 1) });
}
function withSpecifier(parts) {
    const { text, selector, inside } = parts;
    if (!inside.endsWith(')'))
        return refuse(`The rule "${text}" has no closing ")" at its end.`, 'Close the parenthesis.');
    if (selector.by !== 'tool') {
        return refuse(`The rule "${text}" gives a specifier to ${selector.by}:.`, 'Name a tool, as in "fs_*(src/**)".');
    }
    const specifier = inside.slice(0, -1).trim();
    if (specifier.length === 0) {
        return refuse(`The rule "${text}" has nothing between its parentheses.`, `Write "${selector.name}" for every call of it.`);
    }
    const classProblem = unknownClass(selector.name, specifier);
    if (classProblem !== null)
        return refuse(`"${specifier}" is no class or intent of commands.`, classProblem);
    return { ok: true, rule: { text, selector, specifier } };
}
function parseSelector(head, text) {
    const colon = head.indexOf(':');
    if (colon === -1) {
        if (TOOL_NAME.test(head))
            return { by: 'tool', name: head };
        return refuse(`"${text}" is not a rule.`, EXAMPLES);
    }
    const prefix = head.slice(0, colon);
    const name = head.slice(colon + 1).trim();
    if (prefix === 'kind') {
        const kind = _facts_js__WEBPACK_IMPORTED_MODULE_0__/* .KINDS */ .G.find((known) => known === name);
        if (kind !== undefined)
            return { by: 'kind', kind };
        return refuse(`"${name}" is no kind of tool.`, `${(0,_nearest_js__WEBPACK_IMPORTED_MODULE_1__/* .didYouMean */ .a)(name, _facts_js__WEBPACK_IMPORTED_MODULE_0__/* .KINDS */ .G)}Kinds are ${_facts_js__WEBPACK_IMPORTED_MODULE_0__/* .KINDS */ .G.join(', ')}.`);
    }
    if ((prefix === 'category' || prefix === 'tag') && WORD.test(name))
        return { by: prefix, name };
    const hint = (0,_nearest_js__WEBPACK_IMPORTED_MODULE_1__/* .didYouMean */ .a)(prefix, ['kind', 'category', 'tag']);
    return refuse(`"${text}" is not a rule.`, `${hint}${EXAMPLES}`);
}
function unknownClass(tool, specifier) {
    if (tool !== COMMAND_TOOL || !/^@\S+$/.test(specifier))
        return null;
    const known = [..._commands_analysis_js__WEBPACK_IMPORTED_MODULE_2__/* .COMMAND_CLASSES */ .N, ..._commands_analysis_js__WEBPACK_IMPORTED_MODULE_2__/* .INTENTS */ .C];
    if (known.includes(specifier))
        return null;
    return `${(0,_nearest_js__WEBPACK_IMPORTED_MODULE_1__/* .didYouMean */ .a)(specifier, known)}There are ${known.join(', ')}; quote a program whose name begins with "@".`;
}
function refuse(message, fix) {
    return { ok: false, message, fix };
}


/***/ }),

/***/ 25760:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   nU: () => (/* binding */ DEFAULT_BRANCH),
/* harmony export */   wh: () => (/* binding */ policySchema)
/* harmony export */ });
/* unused harmony exports MODES, MAX_RULES, MAX_EXCEPTIONS */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(55156);
/* harmony import */ var _host_pattern_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(14066);
/* harmony import */ var _quantities_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(96938);



/** What a call that no rule matches is, and the shape of the tools that exist (`plan`: only read-only ones). */
const MODES = ['auto', 'ask', 'deny', 'custom', 'plan'];
/** How many rules a list, and patterns a rule, may hold. */
const MAX_RULES = 5_000;
const MAX_EXCEPTIONS = 200;
const MAX_ITEMS = 200;
const text = zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).max(2_000);
const rule = zod__WEBPACK_IMPORTED_MODULE_0__.union([
    text,
    zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
        rule: text.describe('The rule itself.'),
        except: zod__WEBPACK_IMPORTED_MODULE_0__.array(text)
            .max(MAX_EXCEPTIONS)
            .optional()
            .describe('What the rule does not cover, written as its specifier.'),
        reason: text.optional().describe('Shown on the card and told to the model.'),
    }),
])
    .describe('A tool, tool(specifier), kind:…, category:…, tag:… or mcp__server__tool.');
const rules = zod__WEBPACK_IMPORTED_MODULE_0__.array(rule).max(MAX_RULES);
const lists = {
    auto: rules.optional().describe('Calls that run without a question.'),
    deny: rules.optional().describe('Calls that are refused.'),
    requireApproval: rules.optional().describe('Calls that a person is asked about.'),
};
const duration = (example) => zod__WEBPACK_IMPORTED_MODULE_0__.string()
    .refine((value) => (0,_quantities_js__WEBPACK_IMPORTED_MODULE_1__/* .parseDuration */ .E)(value) !== null, {
    error: `A time is a number with s, m, h or d, such as ${example}.`,
})
    .describe(`A number with s, m, h or d, such as ${example}.`);
const count = zod__WEBPACK_IMPORTED_MODULE_0__.int().min(0).max(1_000_000);
const names = zod__WEBPACK_IMPORTED_MODULE_0__.array(text).max(MAX_ITEMS);
const approver = zod__WEBPACK_IMPORTED_MODULE_0__.string()
    .regex(/^(?:read|triage|write|maintain|admin|codeowners|@[\w-]+(?:\/[\w.-]+)?)$/, {
    error: 'An approver is a permission (write, maintain, admin…), codeowners, @user or @org/team.',
});
const approvals = zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
    from: zod__WEBPACK_IMPORTED_MODULE_0__.array(approver)
        .min(1)
        .max(MAX_ITEMS)
        .optional()
        .describe('Who may approve: a permission (write, maintain, admin…), codeowners, @user or @org/team. Default: write.'),
    count: zod__WEBPACK_IMPORTED_MODULE_0__.int().min(1).max(10).optional().describe('How many different people must approve.'),
    self: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().optional().describe('Whether who asked for the run may approve.'),
    wait: duration('10m').optional().describe('How long the runner waits for an answer.'),
    then: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](['suspend', 'deny', 'fail'])
        .optional()
        .describe('What happens when nobody answered in time.'),
    expire: duration('7d').optional().describe('How long a card can be answered.'),
});
const SANDBOX_WORDS = ['required', 'preferred', 'off'];
const networkEntry = text.refine((value) => (0,_host_pattern_js__WEBPACK_IMPORTED_MODULE_2__/* .isNetworkEntry */ .Jz)(value), {
    error: 'A host is a name, an address or *.name, with :port where it is not 80 or 443: api.example.com, "*.npmjs.org", 10.1.2.3:8080.',
});
const sandbox = zod__WEBPACK_IMPORTED_MODULE_0__.union([
    zod__WEBPACK_IMPORTED_MODULE_0__["enum"](SANDBOX_WORDS),
    zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
        mode: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](['required', 'preferred'])
            .optional()
            .describe('required stops a run that has no sandbox; preferred asks about commands then.'),
        network: zod__WEBPACK_IMPORTED_MODULE_0__.array(networkEntry)
            .max(MAX_ITEMS)
            .optional()
            .describe('Hosts that commands may reach, such as *.npmjs.org; none by default.'),
        write: names
            .optional()
            .describe('Folders that commands may write to; the workspace by default.'),
    }),
])
    .describe('What stands under commands: required, preferred (default) or off.');
const budget = zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
    turns: count.optional().describe('Turns of the model.'),
    calls: count.optional().describe('Calls of tools.'),
    minutes: zod__WEBPACK_IMPORTED_MODULE_0__.number().min(0).max(10_000).optional().describe('Minutes.'),
    tokens: zod__WEBPACK_IMPORTED_MODULE_0__.union([zod__WEBPACK_IMPORTED_MODULE_0__.int().min(0), zod__WEBPACK_IMPORTED_MODULE_0__.string()])
        .refine((value) => (0,_quantities_js__WEBPACK_IMPORTED_MODULE_1__/* .parseTokens */ .o)(value) !== null, {
        error: 'Tokens are a number, such as 500000, 500k or 2M.',
    })
        .optional()
        .describe('A number, or one with k or M: 500k, 2M.'),
    usd: zod__WEBPACK_IMPORTED_MODULE_0__.number()
        .min(0)
        .max(100_000)
        .optional()
        .describe('US dollars, by the price list of the model.'),
    onLimit: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](['stop', 'ask'])
        .optional()
        .describe('At a limit: stop, or ask a person for a little more.'),
});
/** What the default branch template stands for, and what every other one has to look like. */
const DEFAULT_BRANCH = 'countersign/{about}';
const BLANK = /\{(?:about|number|run)\}/g;
const BRANCH = /^[A-Za-z0-9_](?!.*(?:\.\.|\/\/|@\{|\.lock(?:\/|$)))[A-Za-z0-9_./-]{0,150}(?<![./])$/;
/** The beginning is the same for every run: the model may name other branches that begin like it, and no others. */
function isBranchTemplate(template) {
    const [fixed = ''] = template.split('{');
    const begins = fixed === template || /[/-]$/.test(fixed);
    return begins && fixed !== '' && BRANCH.test(template.replaceAll(BLANK, 'x'));
}
const github = zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
    branch: zod__WEBPACK_IMPORTED_MODULE_0__.string()
        .refine(isBranchTemplate, {
        error: 'A branch template begins with fixed text that ends in / or -, and may hold {about}, {number} and {run}, such as countersign/{about}.',
    })
        .optional()
        .describe('Template for the branches that runs push to: {about} (issue-7, pull-7, or the run), {number}, {run}. Default: countersign/{about}.'),
    images: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](['all', 'trusted', 'off'])
        .optional()
        .describe('Whose pictures in issues and comments the model is shown. Default: all.'),
});
const whenUntrusted = zod__WEBPACK_IMPORTED_MODULE_0__.union([
    zod__WEBPACK_IMPORTED_MODULE_0__["enum"](['auto', 'ask', 'deny']),
    zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
        mode: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](['auto', 'ask', 'deny'])
            .optional()
            .describe('What a call is that is not read-only and that no rule here names. Default: ask.'),
        ...lists,
    }),
])
    .describe('What holds once text by someone without write access was read. Makes verdicts stricter, never looser.');
const server = zod__WEBPACK_IMPORTED_MODULE_0__.union([
    zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
        command: text.describe('The program that is started.'),
        args: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.string()).max(MAX_ITEMS).optional().describe('Its arguments.'),
        env: zod__WEBPACK_IMPORTED_MODULE_0__.record(zod__WEBPACK_IMPORTED_MODULE_0__.string(), zod__WEBPACK_IMPORTED_MODULE_0__.string()).optional().describe('Variables of its environment.'),
        secrets: names.optional().describe('Names of secrets that it gets.'),
        readonly: names.optional().describe('Tools of the server that are read-only, on your word.'),
    }),
    zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
        url: zod__WEBPACK_IMPORTED_MODULE_0__.url({ protocol: /^https?$/ }).describe('The address of a server that runs elsewhere.'),
        headers: zod__WEBPACK_IMPORTED_MODULE_0__.record(zod__WEBPACK_IMPORTED_MODULE_0__.string(), zod__WEBPACK_IMPORTED_MODULE_0__.string()).optional().describe('Headers of each request.'),
        secrets: names.optional().describe('Names of secrets that it gets.'),
        readonly: names.optional().describe('Tools of the server that are read-only, on your word.'),
    }),
]);
const example = zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
    call: text
        .optional()
        .describe('The call as a rule would name it: fs_write(src/a.ts), or github_comment.'),
    tool: text
        .optional()
        .describe('The tool, instead of call; bash_run where only a command is given.'),
    command: zod__WEBPACK_IMPORTED_MODULE_0__.string().max(100_000).optional().describe('The command of bash_run.'),
    path: text.optional().describe('The path that the tool touches.'),
    host: text.optional().describe('The host that the tool reaches.'),
    kind: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](['readonly', 'write', 'execute', 'network'])
        .optional()
        .describe('The kind of a tool that is not built in.'),
    untrusted: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().optional().describe('As if text by strangers had been read.'),
    sandboxed: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().optional().describe('false: as if no sandbox could be had.'),
    expect: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](['auto', 'deny', 'requireApproval'])
        .describe('The verdict that the call must get.'),
});
/** The whole policy of the repository, as it is written. Every object is strict: an unknown key is an error. */
const policySchema = zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
    version: zod__WEBPACK_IMPORTED_MODULE_0__.literal(1).describe('The version of the format: 1.'),
    mode: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](MODES).optional().describe('What a call that no rule matches is. Default: ask.'),
    plan: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](['required', 'off'])
        .optional()
        .describe('Whether a plan must be approved before anything but reading.'),
    ...lists,
    whenUntrusted: whenUntrusted.optional(),
    approvals: approvals
        .optional()
        .describe('Who may approve, how many, and how long a question stands.'),
    sandbox: sandbox.optional(),
    budget: budget
        .optional()
        .describe('Walls of a run; where one is not set, the default of the run holds.'),
    github: github.optional().describe('How runs work on GitHub.'),
    limits: zod__WEBPACK_IMPORTED_MODULE_0__.record(text, count).optional().describe('How often a tool may run in one run.'),
    tools: zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
        enabled: names.optional().describe('The only tools that exist; names may hold *.'),
        disabled: names.optional().describe('Tools that do not exist; names may hold *.'),
        modules: names
            .optional()
            .describe('Modules with tools of the repository, as globs, from the trusted branch.'),
    })
        .optional()
        .describe('Which tools exist.'),
    hooks: names
        .optional()
        .describe('Hooks: modules from the trusted branch, or ready ones: countersign:block-paths(GLOB), countersign:mask(REGEX), countersign:cache-readonly.'),
    mcp: zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
        servers: zod__WEBPACK_IMPORTED_MODULE_0__.record(zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(/^[\w-]{1,64}$/), server)
            .optional()
            .describe('Servers by name; their tools are called mcp__NAME__TOOL.'),
    })
        .optional()
        .describe('Servers of the Model Context Protocol.'),
    redact: zod__WEBPACK_IMPORTED_MODULE_0__.strictObject({
        patterns: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).max(1_000))
            .max(MAX_ITEMS)
            .optional()
            .describe('Regular expressions (flag u) of what is secret here.'),
    })
        .optional()
        .describe('What is removed from everything that is shown or kept, beside known secrets.'),
    tests: zod__WEBPACK_IMPORTED_MODULE_0__.array(example)
        .max(2_000)
        .optional()
        .describe('Calls with the verdict they must get; checked on every load.'),
});


/***/ }),

/***/ 65703:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Mp: () => (/* binding */ usualFacts),
/* harmony export */   dZ: () => (/* binding */ usualKind),
/* harmony export */   zc: () => (/* binding */ exampleWorld)
/* harmony export */ });
/* harmony import */ var _rule_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(39409);

const READING = /^(?:fs_(?:read|glob|grep|list)|todo_\w+|skill|clarify|plan_submit|finish|bash_logs|github_(?:read|list|get|search)\w*)$/;
/**
 * The facts that a call named by hand usually has, for examples in a policy, comparisons and explanations, where no
 * tool is there to tell them: `argument` is the command, the path or the host, by the tool's name.
 */
function usualFacts(tool, argument) {
    const kind = usualKind(tool);
    if (argument === null)
        return { tool, kind };
    if (tool === _rule_js__WEBPACK_IMPORTED_MODULE_0__/* .COMMAND_TOOL */ .hk)
        return { tool, kind, command: argument };
    if (kind === 'network')
        return { tool, kind, hosts: [argument] };
    return {
        tool,
        kind,
        paths: [{ path: argument, access: kind === 'readonly' ? 'read' : 'write' }],
    };
}
/** The kind of the built-in tools; of others, `execute`: nothing is known of them. */
function usualKind(tool) {
    if (READING.test(tool))
        return 'readonly';
    if (tool.startsWith('fs_'))
        return 'write';
    if (tool.startsWith('web_') || tool.startsWith('github_'))
        return 'network';
    return 'execute';
}
/** A workspace without symlinks, for judging calls that are only examples. */
const exampleWorld = {
    root: '/workspace',
    caseInsensitive: false,
    realpath: (absolute) => absolute,
    gitConfigRuns: () => null,
};


/***/ }),

/***/ 80341:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ toolVisible),
/* harmony export */   O: () => (/* binding */ isEnabled)
/* harmony export */ });
/* harmony import */ var _wildcard_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(92557);

/** Whether `tools.enabled` and `tools.disabled` leave a tool in. Without a list of enabled ones every tool is in. */
function isEnabled(policy, tool) {
    if (policy.tools.disabled.some((pattern) => (0,_wildcard_js__WEBPACK_IMPORTED_MODULE_0__/* .matchesName */ .H)(tool, pattern)))
        return false;
    return (policy.tools.enabled === null ||
        policy.tools.enabled.some((pattern) => (0,_wildcard_js__WEBPACK_IMPORTED_MODULE_0__/* .matchesName */ .H)(tool, pattern)));
}
/**
 * Whether a tool is offered to the model at all: not where every call of it would be refused (disabled, denied as a
 * whole, no read-only tool while only those exist). A tool that a rule with a specifier or exceptions denies in part
 * is offered.
 */
function toolVisible(policy, tool, options = {}) {
    if (!isEnabled(policy, tool.tool))
        return false;
    const planning = policy.planOnly || options.planning === true;
    if (planning && tool.kind !== 'readonly')
        return false;
    const about = policy.rules.filter((rule) => rule.selects(tool));
    if (about.some((rule) => rule.list === 'deny' && !rule.specific && rule.except.length === 0))
        return false;
    return policy.mode !== 'deny' || about.some((rule) => rule.list !== 'deny');
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

/***/ 92557:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   H: () => (/* binding */ matchesName),
/* harmony export */   m: () => (/* binding */ matchesParts)
/* harmony export */ });
/**
 * Whether `text` is `parts` in order with any characters between them: `['a', 'b']` is `a*b`. Greedy from the left,
 * which is enough for `*` alone and linear: no expression is built from what a person or a model wrote.
 */
function matchesParts(text, parts) {
    const first = parts[0] ?? '';
    if (parts.length < 2)
        return text === first;
    const last = parts[parts.length - 1] ?? '';
    if (text.length < first.length + last.length)
        return false;
    if (!text.startsWith(first) || !text.endsWith(last))
        return false;
    const end = text.length - last.length;
    let from = first.length;
    for (const part of parts.slice(1, -1)) {
        const found = text.indexOf(part, from);
        if (found === -1 || found + part.length > end)
            return false;
        from = found + part.length;
    }
    return from <= end;
}
/** A name in which `*` stands for any characters: tools, hosts. */
function matchesName(name, pattern) {
    return pattern.includes('*') ? matchesParts(name, pattern.split('*')) : name === pattern;
}


/***/ }),

/***/ 30052:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $$: () => (/* binding */ touchesCommand),
/* harmony export */   Kn: () => (/* binding */ coversCommand),
/* harmony export */   aB: () => (/* binding */ parseWordPattern)
/* harmony export */ });
/* unused harmony exports literalWords, matchWords */
/* harmony import */ var _wildcard_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(92557);

/**
 * Reads a command pattern. Words are split at white space; quotes and `\` make what they hold literal, a star included.
 * Returns `null` where a quote is not closed or there is no word at all.
 */
function parseWordPattern(source) {
    const words = [];
    let open = null;
    let quote = null;
    for (let index = 0; index < source.length; index += 1) {
        const character = source.charAt(index);
        if (quote === null && /\s/.test(character)) {
            open = null;
            continue;
        }
        if (open === null) {
            open = { parts: [''], bare: true };
            words.push(open);
        }
        if (quote === null && character === '*')
            open.parts.push('');
        else if (quote === null && (character === '"' || character === "'"))
            quote = character;
        else if (character === quote)
            quote = null;
        else {
            const escapes = character === '\\' && quote !== "'" && index + 1 < source.length;
            if (escapes)
                index += 1;
            append(open.parts, escapes ? source.charAt(index) : character);
        }
        open.bare = open.bare && quote === null && character === '*';
    }
    if (quote !== null || words.length === 0)
        return null;
    const last = words[words.length - 1];
    const rest = last !== undefined && last.bare && last.parts.length === 2;
    return { words: rest ? words.slice(0, -1) : words, rest };
}
function append(parts, text) {
    parts.push(`${parts.pop() ?? ''}${text}`);
}
/** The words of a pattern that hold no wildcard. */
function literalWords(pattern) {
    return pattern.words.flatMap(({ parts }) => (parts.length === 1 ? [parts[0] ?? ''] : []));
}
/**
 * Whether exactly these words are what the pattern says. `anyRest`: the final `*` stands for words that are only known
 * at run time too, as it does in a rule that forbids or asks.
 */
function matchWords(pattern, words, options = {}) {
    if (words.length > pattern.words.length &&
        !pattern.rest &&
        !words.some((word) => word.text === null))
        return 'no';
    let result = 'yes';
    for (const [index, expected] of pattern.words.entries()) {
        const word = words[index];
        // An unquoted expansion may become several words, so a line that is too short could still fit.
        if (word === undefined)
            return words.some((each) => each.text === null) ? 'maybe' : 'no';
        const match = matchWord(expected, word);
        if (match === 'no')
            return words.slice(0, index).some((each) => each.text === null) ? 'maybe' : 'no';
        if (match === 'maybe')
            result = 'maybe';
    }
    if (words.length > pattern.words.length && !pattern.rest)
        return 'maybe';
    if (options.anyRest === true)
        return result;
    const uncertain = words.slice(pattern.words.length).some((word) => !isHarmlessRest(word));
    return uncertain && result === 'yes' ? 'maybe' : result;
}
function matchWord(expected, word) {
    if (word.text !== null)
        return (0,_wildcard_js__WEBPACK_IMPORTED_MODULE_0__/* .matchesParts */ .m)(word.text, expected.parts) ? 'yes' : 'no';
    const prefix = word.glob?.prefix;
    if (prefix === undefined)
        return 'maybe';
    const start = expected.parts[0] ?? '';
    const possible = prefix.startsWith(start) || start.startsWith(prefix);
    return possible ? 'maybe' : 'no';
}
/**
 * What `*` at the end may stand for without more being said: a word whose text is known, or file names that are known
 * not to begin with `-` (a file named `-delete` in the checkout must not become an option).
 */
function isHarmlessRest(word) {
    if (word.text !== null)
        return true;
    const prefix = word.glob?.prefix ?? '';
    return prefix.length > 0 && !prefix.startsWith('-');
}
const SPELLED_INTENTS = ['@force-push', '@history-rewrite', '@recursive-delete'];
/**
 * Whether an `auto` rule with this pattern covers the command: every word is matched for certain, every word of an
 * escape hatch is spelled out by the rule, and so are the options that make it a force push, a history rewrite or a
 * recursive delete, and the program that raises privilege.
 */
function coversCommand(pattern, command) {
    const privileged = command.intents.includes('@privilege') && command.via.length > 0;
    const words = privileged ? [...command.via.map(literal), ...command.words] : command.words;
    if (matchWords(pattern, words) !== 'yes')
        return false;
    const spelled = new Set(literalWords(pattern));
    if (command.hatches.some((hatch) => hatch.words.length === 0 || hatch.words.some((word) => !spelled.has(word))))
        return false;
    if (!command.intents.some((intent) => SPELLED_INTENTS.includes(intent)))
        return true;
    return command.words.every(({ text }) => text === null || !/^[-+]/.test(text) || spelled.has(text));
}
/**
 * Whether a `deny` or `requireApproval` rule with this pattern is about the command: under its own name, the name
 * without a folder (`/bin/rm` is `rm`), or under any wrapper that was looked through.
 */
function touchesCommand(pattern, command) {
    const [first, ...others] = command.words;
    const base = first?.text?.split('/').at(-1);
    const forms = [[...command.words]];
    if (base !== undefined && base !== first?.text)
        forms.push([literal(base), ...others]);
    for (const index of command.via.keys())
        forms.push([...command.via.slice(index).map(literal), ...command.words]);
    for (const wrapper of command.via.slice(0, -1))
        forms.push([literal(wrapper), ...command.words]);
    let result = 'no';
    for (const form of forms) {
        const match = matchWords(pattern, form, { anyRest: true });
        if (match === 'yes')
            return 'yes';
        if (match === 'maybe')
            result = 'maybe';
    }
    return result;
}
function literal(text) {
    return { text, source: text };
}


/***/ }),

/***/ 53357:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  mk: () => (/* binding */ MAX_POLICY_BYTES),
  hN: () => (/* binding */ parseYaml)
});

// UNUSED EXPORTS: MAX_ALIASES, MAX_DEPTH, MAX_NODES

// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var dist = __webpack_require__(38815);
;// CONCATENATED MODULE: ./build/policy/yaml-words.js
/** What is wrong with a text that is not YAML, by the parser's code. */
function yamlMessage(code, message) {
    if (code === 'DUPLICATE_KEY')
        return 'The same key is written twice in one map.';
    return `It is not valid YAML: ${message.replace(/\.?$/, '.')}`;
}
/** What to write instead. */
function yamlFix(code) {
    switch (code) {
        case 'DUPLICATE_KEY':
            return 'Keep one of them; nothing is merged silently.';
        case 'TAG_RESOLVE_FAILED':
            return 'Remove the tag ("!…"); put text that begins with "!" in quotes.';
        case 'BAD_ALIAS':
            return 'Put text that begins with "*" in quotes, as in "*".';
        case 'TAB_AS_INDENT':
            return 'Indent with spaces.';
        default:
            return 'Put rules with ":" followed by a space, "#", "*", "!" or "@" at the start in quotes, and check the indentation.';
    }
}

;// CONCATENATED MODULE: ./build/policy/yaml.js


/** A policy is read by people; one that is larger is a mistake or an attack on the reader. */
const MAX_POLICY_BYTES = 512 * 1024;
/** Aliases written in the file, and nodes once every alias is written out: a file of nested anchors ends here. */
const MAX_ALIASES = 100;
const MAX_NODES = 50_000;
const MAX_DEPTH = 32;
/** Lexical tokens: what is dearer than linear in the parser never sees more of them. */
const MAX_TOKENS = 100_000;
/**
 * Parses YAML 1.2 (core schema) into plain JSON with positions. `located: null` is a text without any content.
 * Refused: duplicate keys, keys that are no strings, tags, merge keys, several documents, and more aliases, nodes
 * or levels than the limits above. Never throws.
 */
function parseYaml(text) {
    const lines = new dist/* LineCounter */.HN();
    try {
        const tokens = withinLimits(text, lines);
        if (!Array.isArray(tokens))
            return failed(tokens.at, tokens.message, 'Write it flatter, without anchors.');
        const composer = new dist/* Composer */.Dk({
            stringKeys: true,
            uniqueKeys: true,
            merge: false,
            schema: 'core',
            version: '1.2',
        });
        const [document, another] = [...composer.compose(tokens, true, text.length)];
        if (document === undefined)
            return { ok: true, located: null };
        if (another !== undefined) {
            const at = position(lines, another.range[0]);
            return failed(at, 'The file holds more than one YAML document.', 'Remove the "---" and what follows it.');
        }
        const broken = [...document.errors, ...document.warnings].map((error) => ({
            ...position(lines, error.pos[0]),
            message: yamlMessage(error.code, error.message),
            fix: yamlFix(error.code),
        }));
        if (broken.length > 0)
            return { ok: false, problems: broken.slice(0, 20) };
        return new Walk(document, lines).result();
    }
    catch (error) {
        const message = error instanceof RangeError
            ? 'It is nested too deep to be read.'
            : `It is not YAML: ${String(error)}.`;
        return failed({ line: 1, column: 1 }, message, 'Write it flatter, without anchors.');
    }
}
/** Turns the document into plain JSON, bounded. Where things stand is looked up when it is asked for: most of it never is. */
class Walk {
    #document;
    #lines;
    #targets = new Map();
    #problem = null;
    #nodes = 0;
    #aliases = 0;
    constructor(document, lines) {
        this.#document = document;
        this.#lines = lines;
    }
    result() {
        if (this.#document.contents === null)
            return { ok: true, located: null };
        const value = this.#walk(this.#document.contents, []);
        if (this.#problem !== null)
            return { ok: false, problems: [this.#problem] };
        if (value === null)
            return { ok: true, located: null };
        return {
            ok: true,
            located: { value, at: (path) => this.#valueAt(path), keyAt: (path) => this.#keyAt(path) },
        };
    }
    #valueAt(path) {
        let node = this.#document.contents;
        for (const key of path) {
            const { key: keyNode, value } = this.#child(node, key);
            if (value === undefined)
                break;
            if (value === null)
                return this.#at(keyNode);
            node = value;
        }
        return this.#at(node);
    }
    #keyAt(path) {
        let node = this.#document.contents;
        for (const key of path.slice(0, -1))
            node = this.#child(node, key).value;
        const last = path.at(-1);
        const { key } = last === undefined ? NO_CHILD : this.#child(node, last);
        return key === undefined ? this.#valueAt(path) : this.#at(key);
    }
    /** What stands under a key or an index, and the key itself; aliases are looked through. */
    #child(node, key) {
        const target = (0,dist/* isAlias */.Vj)(node) ? this.#targetOf(node) : node;
        if ((0,dist/* isSeq */.oP)(target))
            return { value: target.items[Number(key)] };
        if (!(0,dist/* isMap */.jh)(target))
            return NO_CHILD;
        return (target.items.find((item) => (0,dist/* isScalar */.jn)(item.key) && item.key.value === String(key)) ?? NO_CHILD);
    }
    #targetOf(alias) {
        if (!this.#targets.has(alias))
            this.#targets.set(alias, alias.resolve(this.#document));
        return this.#targets.get(alias);
    }
    #walk(node, path) {
        if (this.#problem !== null)
            return null;
        this.#nodes += 1;
        if (path.length > MAX_DEPTH)
            return this.#refuse(node, `It is nested more than ${MAX_DEPTH} levels deep.`, 'Write it flatter.');
        if (this.#nodes > MAX_NODES) {
            const message = `It holds more than ${MAX_NODES} values once its anchors are written out.`;
            return this.#refuse(node, message, 'Write rules out instead of nesting anchors.');
        }
        if ((0,dist/* isScalar */.jn)(node))
            return this.#scalar(node, path);
        if ((0,dist/* isAlias */.Vj)(node))
            return this.#alias(node, path);
        if ((0,dist/* isSeq */.oP)(node))
            return node.items.map((item, index) => this.#below(item, path, index));
        if ((0,dist/* isMap */.jh)(node))
            return this.#map(node.items, path);
        return null;
    }
    #below(node, path, key) {
        path.push(key);
        const value = this.#walk(node, path);
        path.pop();
        return value;
    }
    #alias(node, path) {
        this.#aliases += 1;
        if (this.#aliases > MAX_ALIASES) {
            return this.#refuse(node, `It uses more than ${MAX_ALIASES} aliases.`, 'Write the values out instead of using anchors.');
        }
        const target = this.#targetOf(node);
        if (target === undefined)
            return this.#refuse(node, `The alias "*${node.source}" has no anchor before it.`, 'Write the value out.');
        return this.#walk(target, path);
    }
    #map(items, path) {
        const entries = [];
        for (const item of items) {
            const key = (0,dist/* isScalar */.jn)(item.key) ? item.key.value : null;
            if (typeof key !== 'string')
                return this.#refuse(item.key, 'A key is not plain text.', 'Write the key as a word.');
            if (key === '<<')
                return this.#refuse(item.key, 'Merge keys ("<<") are not part of a policy.', 'Write the merged keys out.');
            if (key === '__proto__')
                return this.#refuse(item.key, 'A key may not be "__proto__".', 'Remove it.');
            entries.push([key, this.#below(item.value, path, key)]);
        }
        return Object.fromEntries(entries);
    }
    #scalar(node, path) {
        const { value } = node;
        if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
            return value;
        if (value === null)
            return null;
        return this.#refuse(node, `The value at ${path.join('.')} is of no plain type.`, 'Write text, a number, true or false.');
    }
    #refuse(node, message, fix) {
        this.#problem ??= { ...this.#at(node), message, fix };
        return null;
    }
    #at(node) {
        if (typeof node !== 'object' || node === null || !('range' in node))
            return { line: 1, column: 1 };
        const range = node.range;
        const offset = Array.isArray(range) ? range[0] : 0;
        return position(this.#lines, typeof offset === 'number' ? offset : 0);
    }
}
const NO_CHILD = {};
function position(lines, offset) {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
}
function failed(at, message, fix) {
    return { ok: false, problems: [{ ...at, message, fix }] };
}
/**
 * The lexer is linear, composing is not (nesting recurses, each alias searches its anchor, each key is compared with
 * its neighbours), so depth, anchors and size are bounded over the tokens before anything is composed.
 */
function withinLimits(text, lines) {
    const parser = new dist/* Parser */.iX(lines.addNewLine);
    const parsed = [];
    let [offset, tokens, flow, line, marks] = [0, 0, 0, 0, 0];
    lines.addNewLine(0);
    for (const token of new dist/* Lexer */.JG().lex(text)) {
        tokens += 1;
        const first = token.charAt(0);
        if (first === '[' || first === '{')
            flow += 1;
        else if (first === ']' || first === '}')
            flow = Math.max(0, flow - 1);
        else if (first === '\n' || first === '\r')
            line = 0;
        // Each "- ", "? " and property of one line opens a level of its own.
        else if (token === '-' || token === '?' || first === '&' || first === '!')
            line += 1;
        if (token.length > 1 && (first === '&' || first === '*'))
            marks += 1;
        const message = excess({ tokens, depth: Math.max(flow, line), marks });
        if (message !== null)
            return { at: offsetPosition(text, offset), message };
        for (const part of parser.next(token))
            parsed.push(part);
        if (token !== '\u0002' && token !== '\u0018' && token !== '\u001f' && token !== '\uFEFF')
            offset += token.length;
    }
    parsed.push(...parser.end());
    return parsed;
}
function excess(counted) {
    if (counted.depth > MAX_DEPTH)
        return `It is nested more than ${MAX_DEPTH} levels deep.`;
    if (counted.marks > MAX_ALIASES * 2)
        return `It uses more than ${MAX_ALIASES} anchors and aliases.`;
    return counted.tokens > MAX_TOKENS ? `It holds more than ${MAX_TOKENS} words and marks.` : null;
}
function offsetPosition(text, offset) {
    const before = text.slice(0, offset);
    return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}


/***/ })

};
