export const id = 8044;
export const ids = [8044];
export const modules = {

/***/ 14006:
/***/ ((module, __unused_webpack_exports, __webpack_require__) => {



const pico = __webpack_require__(98016);
const utils = __webpack_require__(64059);

function picomatch(glob, options, returnState = false) {
  // default to os.platform()
  if (options && (options.windows === null || options.windows === undefined)) {
    // don't mutate the original options object
    options = { ...options, windows: utils.isWindows() };
  }

  return pico(glob, options, returnState);
}

Object.assign(picomatch, pico);
module.exports = picomatch;


/***/ }),

/***/ 5595:
/***/ ((module) => {



const WIN_SLASH = '\\\\/';
const WIN_NO_SLASH = `[^${WIN_SLASH}]`;

const DEFAULT_MAX_EXTGLOB_RECURSION = 0;

/**
 * Posix glob regex
 */

const DOT_LITERAL = '\\.';
const PLUS_LITERAL = '\\+';
const QMARK_LITERAL = '\\?';
const SLASH_LITERAL = '\\/';
const ONE_CHAR = '(?=.)';
const QMARK = '[^/]';
const END_ANCHOR = `(?:${SLASH_LITERAL}|$)`;
const START_ANCHOR = `(?:^|${SLASH_LITERAL})`;
const DOTS_SLASH = `${DOT_LITERAL}{1,2}${END_ANCHOR}`;
const NO_DOT = `(?!${DOT_LITERAL})`;
const NO_DOTS = `(?!${START_ANCHOR}${DOTS_SLASH})`;
const NO_DOT_SLASH = `(?!${DOT_LITERAL}{0,1}${END_ANCHOR})`;
const NO_DOTS_SLASH = `(?!${DOTS_SLASH})`;
const QMARK_NO_DOT = `[^.${SLASH_LITERAL}]`;
const STAR = `${QMARK}*?`;
const SEP = '/';

const POSIX_CHARS = {
  DOT_LITERAL,
  PLUS_LITERAL,
  QMARK_LITERAL,
  SLASH_LITERAL,
  ONE_CHAR,
  QMARK,
  END_ANCHOR,
  DOTS_SLASH,
  NO_DOT,
  NO_DOTS,
  NO_DOT_SLASH,
  NO_DOTS_SLASH,
  QMARK_NO_DOT,
  STAR,
  START_ANCHOR,
  SEP
};

/**
 * Windows glob regex
 */

const WINDOWS_CHARS = {
  ...POSIX_CHARS,

  SLASH_LITERAL: `[${WIN_SLASH}]`,
  QMARK: WIN_NO_SLASH,
  STAR: `${WIN_NO_SLASH}*?`,
  DOTS_SLASH: `${DOT_LITERAL}{1,2}(?:[${WIN_SLASH}]|$)`,
  NO_DOT: `(?!${DOT_LITERAL})`,
  NO_DOTS: `(?!(?:^|[${WIN_SLASH}])${DOT_LITERAL}{1,2}(?:[${WIN_SLASH}]|$))`,
  NO_DOT_SLASH: `(?!${DOT_LITERAL}{0,1}(?:[${WIN_SLASH}]|$))`,
  NO_DOTS_SLASH: `(?!${DOT_LITERAL}{1,2}(?:[${WIN_SLASH}]|$))`,
  QMARK_NO_DOT: `[^.${WIN_SLASH}]`,
  START_ANCHOR: `(?:^|[${WIN_SLASH}])`,
  END_ANCHOR: `(?:[${WIN_SLASH}]|$)`,
  SEP: '\\'
};

/**
 * POSIX Bracket Regex
 */

const POSIX_REGEX_SOURCE = {
  __proto__: null,
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  ascii: '\\x00-\\x7F',
  blank: ' \\t',
  cntrl: '\\x00-\\x1F\\x7F',
  digit: '0-9',
  graph: '\\x21-\\x7E',
  lower: 'a-z',
  print: '\\x20-\\x7E ',
  punct: '\\-!"#$%&\'()\\*+,./:;<=>?@[\\]^_`{|}~',
  space: ' \\t\\r\\n\\v\\f',
  upper: 'A-Z',
  word: 'A-Za-z0-9_',
  xdigit: 'A-Fa-f0-9'
};

module.exports = {
  DEFAULT_MAX_EXTGLOB_RECURSION,
  MAX_LENGTH: 1024 * 64,
  POSIX_REGEX_SOURCE,

  // regular expressions
  REGEX_BACKSLASH: /\\(?![*+?^${}(|)[\]])/g,
  REGEX_NON_SPECIAL_CHARS: /^[^@![\].,$*+?^{}()|\\/]+/,
  REGEX_SPECIAL_CHARS: /[-*+?.^${}(|)[\]]/,
  REGEX_SPECIAL_CHARS_BACKREF: /(\\?)((\W)(\3*))/g,
  REGEX_SPECIAL_CHARS_GLOBAL: /([-*+?.^${}(|)[\]])/g,
  REGEX_REMOVE_BACKSLASH: /(?:\[.*?[^\\]\]|\\(?=.))/g,

  // Replace globs with equivalent patterns to reduce parsing time.
  REPLACEMENTS: {
    __proto__: null,
    '***': '*',
    '**/**': '**',
    '**/**/**': '**'
  },

  // Digits
  CHAR_0: 48, /* 0 */
  CHAR_9: 57, /* 9 */

  // Alphabet chars.
  CHAR_UPPERCASE_A: 65, /* A */
  CHAR_LOWERCASE_A: 97, /* a */
  CHAR_UPPERCASE_Z: 90, /* Z */
  CHAR_LOWERCASE_Z: 122, /* z */

  CHAR_LEFT_PARENTHESES: 40, /* ( */
  CHAR_RIGHT_PARENTHESES: 41, /* ) */

  CHAR_ASTERISK: 42, /* * */

  // Non-alphabetic chars.
  CHAR_AMPERSAND: 38, /* & */
  CHAR_AT: 64, /* @ */
  CHAR_BACKWARD_SLASH: 92, /* \ */
  CHAR_CARRIAGE_RETURN: 13, /* \r */
  CHAR_CIRCUMFLEX_ACCENT: 94, /* ^ */
  CHAR_COLON: 58, /* : */
  CHAR_COMMA: 44, /* , */
  CHAR_DOT: 46, /* . */
  CHAR_DOUBLE_QUOTE: 34, /* " */
  CHAR_EQUAL: 61, /* = */
  CHAR_EXCLAMATION_MARK: 33, /* ! */
  CHAR_FORM_FEED: 12, /* \f */
  CHAR_FORWARD_SLASH: 47, /* / */
  CHAR_GRAVE_ACCENT: 96, /* ` */
  CHAR_HASH: 35, /* # */
  CHAR_HYPHEN_MINUS: 45, /* - */
  CHAR_LEFT_ANGLE_BRACKET: 60, /* < */
  CHAR_LEFT_CURLY_BRACE: 123, /* { */
  CHAR_LEFT_SQUARE_BRACKET: 91, /* [ */
  CHAR_LINE_FEED: 10, /* \n */
  CHAR_NO_BREAK_SPACE: 160, /* \u00A0 */
  CHAR_PERCENT: 37, /* % */
  CHAR_PLUS: 43, /* + */
  CHAR_QUESTION_MARK: 63, /* ? */
  CHAR_RIGHT_ANGLE_BRACKET: 62, /* > */
  CHAR_RIGHT_CURLY_BRACE: 125, /* } */
  CHAR_RIGHT_SQUARE_BRACKET: 93, /* ] */
  CHAR_SEMICOLON: 59, /* ; */
  CHAR_SINGLE_QUOTE: 39, /* ' */
  CHAR_SPACE: 32, /*   */
  CHAR_TAB: 9, /* \t */
  CHAR_UNDERSCORE: 95, /* _ */
  CHAR_VERTICAL_LINE: 124, /* | */
  CHAR_ZERO_WIDTH_NOBREAK_SPACE: 65279, /* \uFEFF */

  /**
   * Create EXTGLOB_CHARS
   */

  extglobChars(chars) {
    return {
      '!': { type: 'negate', open: '(?:(?!(?:', close: `))${chars.STAR})` },
      '?': { type: 'qmark', open: '(?:', close: ')?' },
      '+': { type: 'plus', open: '(?:', close: ')+' },
      '*': { type: 'star', open: '(?:', close: ')*' },
      '@': { type: 'at', open: '(?:', close: ')' }
    };
  },

  /**
   * Create GLOB_CHARS
   */

  globChars(win32) {
    return win32 === true ? WINDOWS_CHARS : POSIX_CHARS;
  }
};


/***/ }),

/***/ 78265:
/***/ ((module, __unused_webpack_exports, __webpack_require__) => {



const constants = __webpack_require__(5595);
const utils = __webpack_require__(64059);

/**
 * Constants
 */

const {
  MAX_LENGTH,
  POSIX_REGEX_SOURCE,
  REGEX_NON_SPECIAL_CHARS,
  REGEX_SPECIAL_CHARS_BACKREF,
  REPLACEMENTS
} = constants;

/**
 * Helpers
 */

const expandRange = (args, options) => {
  if (typeof options.expandRange === 'function') {
    return options.expandRange(...args, options);
  }

  args.sort();
  const value = `[${args.join('-')}]`;

  try {
    /* eslint-disable-next-line no-new */
    new RegExp(value);
  } catch (ex) {
    return args.map(v => utils.escapeRegex(v)).join('..');
  }

  return value;
};

/**
 * Create the message for a syntax error
 */

const syntaxError = (type, char) => {
  return `Missing ${type}: "${char}" - use "\\\\${char}" to match literal characters`;
};

const splitTopLevel = input => {
  const parts = [];
  let bracket = 0;
  let paren = 0;
  let quote = 0;
  let value = '';
  let escaped = false;

  for (const ch of input) {
    if (escaped === true) {
      value += ch;
      escaped = false;
      continue;
    }

    if (ch === '\\') {
      value += ch;
      escaped = true;
      continue;
    }

    if (ch === '"') {
      quote = quote === 1 ? 0 : 1;
      value += ch;
      continue;
    }

    if (quote === 0) {
      if (ch === '[') {
        bracket++;
      } else if (ch === ']' && bracket > 0) {
        bracket--;
      } else if (bracket === 0) {
        if (ch === '(') {
          paren++;
        } else if (ch === ')' && paren > 0) {
          paren--;
        } else if (ch === '|' && paren === 0) {
          parts.push(value);
          value = '';
          continue;
        }
      }
    }

    value += ch;
  }

  parts.push(value);
  return parts;
};

const isPlainBranch = branch => {
  let escaped = false;

  for (const ch of branch) {
    if (escaped === true) {
      escaped = false;
      continue;
    }

    if (ch === '\\') {
      escaped = true;
      continue;
    }

    if (/[?*+@!()[\]{}]/.test(ch)) {
      return false;
    }
  }

  return true;
};

const normalizeSimpleBranch = branch => {
  let value = branch.trim();
  let changed = true;

  while (changed === true) {
    changed = false;

    if (/^@\([^\\()[\]{}|]+\)$/.test(value)) {
      value = value.slice(2, -1);
      changed = true;
    }
  }

  if (!isPlainBranch(value)) {
    return;
  }

  return value.replace(/\\(.)/g, '$1');
};

const hasRepeatedCharPrefixOverlap = branches => {
  const values = branches.map(normalizeSimpleBranch).filter(Boolean);

  for (let i = 0; i < values.length; i++) {
    for (let j = i + 1; j < values.length; j++) {
      const a = values[i];
      const b = values[j];
      const char = a[0];

      if (!char || a !== char.repeat(a.length) || b !== char.repeat(b.length)) {
        continue;
      }

      if (a === b || a.startsWith(b) || b.startsWith(a)) {
        return true;
      }
    }
  }

  return false;
};

const parseRepeatedExtglob = (pattern, requireEnd = true) => {
  if ((pattern[0] !== '+' && pattern[0] !== '*') || pattern[1] !== '(') {
    return;
  }

  let bracket = 0;
  let paren = 0;
  let quote = 0;
  let escaped = false;

  for (let i = 1; i < pattern.length; i++) {
    const ch = pattern[i];

    if (escaped === true) {
      escaped = false;
      continue;
    }

    if (ch === '\\') {
      escaped = true;
      continue;
    }

    if (ch === '"') {
      quote = quote === 1 ? 0 : 1;
      continue;
    }

    if (quote === 1) {
      continue;
    }

    if (ch === '[') {
      bracket++;
      continue;
    }

    if (ch === ']' && bracket > 0) {
      bracket--;
      continue;
    }

    if (bracket > 0) {
      continue;
    }

    if (ch === '(') {
      paren++;
      continue;
    }

    if (ch === ')') {
      paren--;

      if (paren === 0) {
        if (requireEnd === true && i !== pattern.length - 1) {
          return;
        }

        return {
          type: pattern[0],
          body: pattern.slice(2, i),
          end: i
        };
      }
    }
  }
};

const buildCharClassStar = chars => {
  const source = chars.length === 1
    ? utils.escapeRegex(chars[0])
    : `[${chars.map(ch => utils.escapeRegex(ch)).join('')}]`;

  return `${source}*`;
};

const getStarExtglobSequenceChars = pattern => {
  let index = 0;
  const chars = [];

  while (index < pattern.length) {
    const match = parseRepeatedExtglob(pattern.slice(index), false);

    if (!match || match.type !== '*') {
      return;
    }

    const branches = splitTopLevel(match.body).map(branch => branch.trim());
    if (branches.length !== 1) {
      return;
    }

    const branch = normalizeSimpleBranch(branches[0]);
    if (!branch || branch.length !== 1) {
      return;
    }

    chars.push(branch);
    index += match.end + 1;
  }

  if (chars.length < 1) {
    return;
  }

  return chars;
};

const repeatedExtglobRecursion = pattern => {
  let depth = 0;
  let value = pattern.trim();
  let match = parseRepeatedExtglob(value);

  while (match) {
    depth++;
    value = match.body.trim();
    match = parseRepeatedExtglob(value);
  }

  return depth;
};

const analyzeRepeatedExtglob = (body, options) => {
  if (options.maxExtglobRecursion === false) {
    return { risky: false };
  }

  const max =
    typeof options.maxExtglobRecursion === 'number'
      ? options.maxExtglobRecursion
      : constants.DEFAULT_MAX_EXTGLOB_RECURSION;

  const branches = splitTopLevel(body).map(branch => branch.trim());

  if (branches.length > 1) {
    if (
      branches.some(branch => branch === '') ||
      branches.some(branch => /^[*?]+$/.test(branch)) ||
      hasRepeatedCharPrefixOverlap(branches)
    ) {
      return { risky: true };
    }
  }

  // A repeated extglob is "risky" (prone to catastrophic backtracking) when a
  // branch is itself a `*(...)` sequence, since that nests an unbounded quantifier
  // inside the outer `+(...)`/`*(...)`. When *every* branch reduces to single
  // characters we can emit one flat, ReDoS-safe character class that preserves the
  // meaning of ALL branches (e.g. `+(*(a)|*(b))` -> `[ab]*`), rather than dropping
  // every branch but the first.
  const safeChars = [];
  let sawStarSequence = false;
  let combinable = true;

  for (const branch of branches) {
    const chars = getStarExtglobSequenceChars(branch);
    if (chars) {
      sawStarSequence = true;
      safeChars.push(...chars);
      continue;
    }

    const literal = normalizeSimpleBranch(branch);
    if (literal && literal.length === 1) {
      safeChars.push(literal);
      continue;
    }

    combinable = false;

    if (repeatedExtglobRecursion(branch) > max) {
      return { risky: true };
    }
  }

  if (sawStarSequence) {
    return combinable
      ? { risky: true, safeOutput: buildCharClassStar([...new Set(safeChars)]) }
      : { risky: true };
  }

  return { risky: false };
};

/**
 * Parse the given input string.
 * @param {String} input
 * @param {Object} options
 * @return {Object}
 */

const parse = (input, options) => {
  if (typeof input !== 'string') {
    throw new TypeError('Expected a string');
  }

  input = REPLACEMENTS[input] || input;

  const opts = { ...options };
  const max = typeof opts.maxLength === 'number' ? Math.min(MAX_LENGTH, opts.maxLength) : MAX_LENGTH;

  let len = input.length;
  if (len > max) {
    throw new SyntaxError(`Input length: ${len}, exceeds maximum allowed length: ${max}`);
  }

  const bos = { type: 'bos', value: '', output: opts.prepend || '' };
  const tokens = [bos];

  const capture = opts.capture ? '' : '?:';

  // create constants based on platform, for windows or posix
  const PLATFORM_CHARS = constants.globChars(opts.windows);
  const EXTGLOB_CHARS = constants.extglobChars(PLATFORM_CHARS);

  const {
    DOT_LITERAL,
    PLUS_LITERAL,
    SLASH_LITERAL,
    ONE_CHAR,
    DOTS_SLASH,
    NO_DOT,
    NO_DOT_SLASH,
    NO_DOTS_SLASH,
    QMARK,
    QMARK_NO_DOT,
    STAR,
    START_ANCHOR
  } = PLATFORM_CHARS;

  const globstar = opts => {
    return `(${capture}(?:(?!${START_ANCHOR}${opts.dot ? DOTS_SLASH : DOT_LITERAL}).)*?)`;
  };

  const nodot = opts.dot ? '' : NO_DOT;
  const qmarkNoDot = opts.dot ? QMARK : QMARK_NO_DOT;
  let star = opts.bash === true ? globstar(opts) : STAR;

  if (opts.capture) {
    star = `(${star})`;
  }

  // minimatch options support
  if (typeof opts.noext === 'boolean') {
    opts.noextglob = opts.noext;
  }

  const state = {
    input,
    index: -1,
    start: 0,
    dot: opts.dot === true,
    consumed: '',
    output: '',
    prefix: '',
    backtrack: false,
    negated: false,
    brackets: 0,
    braces: 0,
    parens: 0,
    quotes: 0,
    globstar: false,
    tokens
  };

  input = utils.removePrefix(input, state);
  len = input.length;

  const extglobs = [];
  const braces = [];
  const stack = [];
  let prev = bos;
  let value;

  /**
   * Tokenizing helpers
   */

  const eos = () => state.index === len - 1;
  const peek = state.peek = (n = 1) => input[state.index + n];
  const advance = state.advance = () => input[++state.index] || '';
  const remaining = () => input.slice(state.index + 1);
  const consume = (value = '', num = 0) => {
    state.consumed += value;
    state.index += num;
  };

  const append = token => {
    state.output += token.output != null ? token.output : token.value;
    consume(token.value);
  };

  const negate = () => {
    let count = 1;

    while (peek() === '!' && (peek(2) !== '(' || peek(3) === '?')) {
      advance();
      state.start++;
      count++;
    }

    if (count % 2 === 0) {
      return false;
    }

    state.negated = true;
    state.start++;
    return true;
  };

  const increment = type => {
    state[type]++;
    stack.push(type);
  };

  const decrement = type => {
    state[type]--;
    stack.pop();
  };

  /**
   * Push tokens onto the tokens array. This helper speeds up
   * tokenizing by 1) helping us avoid backtracking as much as possible,
   * and 2) helping us avoid creating extra tokens when consecutive
   * characters are plain text. This improves performance and simplifies
   * lookbehinds.
   */

  const push = tok => {
    if (prev.type === 'globstar') {
      const isBrace = state.braces > 0 && (tok.type === 'comma' || tok.type === 'brace');
      const isExtglob = tok.extglob === true || (extglobs.length && (tok.type === 'pipe' || tok.type === 'paren'));

      if (tok.type !== 'slash' && tok.type !== 'paren' && !isBrace && !isExtglob) {
        state.output = state.output.slice(0, -prev.output.length);
        prev.type = 'star';
        prev.value = '*';
        prev.output = star;
        state.output += prev.output;
      }
    }

    if (extglobs.length && tok.type !== 'paren') {
      extglobs[extglobs.length - 1].inner += tok.value;
    }

    if (tok.value || tok.output) append(tok);
    if (prev && prev.type === 'text' && tok.type === 'text') {
      prev.output = (prev.output || prev.value) + tok.value;
      prev.value += tok.value;
      return;
    }

    tok.prev = prev;
    tokens.push(tok);
    prev = tok;
  };

  const extglobOpen = (type, value) => {
    const token = { ...EXTGLOB_CHARS[value], conditions: 1, inner: '' };

    token.prev = prev;
    token.parens = state.parens;
    token.output = state.output;
    token.startIndex = state.index;
    token.tokensIndex = tokens.length;
    const output = (opts.capture ? '(' : '') + token.open;

    increment('parens');
    push({ type, value, output: state.output ? '' : ONE_CHAR });
    push({ type: 'paren', extglob: true, value: advance(), output });
    extglobs.push(token);
  };

  const extglobClose = token => {
    const literal = input.slice(token.startIndex, state.index + 1);
    const body = input.slice(token.startIndex + 2, state.index);
    const analysis = analyzeRepeatedExtglob(body, opts);

    if ((token.type === 'plus' || token.type === 'star') && analysis.risky) {
      const safeOutput = analysis.safeOutput
        ? (token.output ? '' : ONE_CHAR) + (opts.capture ? `(${analysis.safeOutput})` : analysis.safeOutput)
        : undefined;
      const open = tokens[token.tokensIndex];

      open.type = 'text';
      open.value = literal;
      open.output = safeOutput || utils.escapeRegex(literal);

      for (let i = token.tokensIndex + 1; i < tokens.length; i++) {
        tokens[i].value = '';
        tokens[i].output = '';
        delete tokens[i].suffix;
      }

      state.output = token.output + open.output;
      state.backtrack = true;

      push({ type: 'paren', extglob: true, value, output: '' });
      decrement('parens');
      return;
    }

    let output = token.close + (opts.capture ? ')' : '');
    let rest;

    if (token.type === 'negate') {
      let extglobStar = star;

      if (token.inner && token.inner.length > 1 && token.inner.includes('/')) {
        extglobStar = globstar(opts);
      }

      if (extglobStar !== star || eos() || /^\)+$/.test(remaining())) {
        output = token.close = `)$))${extglobStar}`;
      }

      if (token.inner.includes('*') && (rest = remaining()) && /^\.[^\\/.]+$/.test(rest)) {
        // Any non-magical string (`.ts`) or even nested expression (`.{ts,tsx}`) can follow after the closing parenthesis.
        // In this case, we need to parse the string and use it in the output of the original pattern.
        // Suitable patterns: `/!(*.d).ts`, `/!(*.d).{ts,tsx}`, `**/!(*-dbg).@(js)`.
        //
        // Disabling the `fastpaths` option due to a problem with parsing strings as `.ts` in the pattern like `**/!(*.d).ts`.
        const expression = parse(rest, { ...options, fastpaths: false }).output;

        output = token.close = `)${expression})${extglobStar})`;
      }

      if (token.prev.type === 'bos') {
        state.negatedExtglob = true;
      }
    }

    push({ type: 'paren', extglob: true, value, output });
    decrement('parens');
  };

  /**
   * Fast paths
   */

  if (opts.fastpaths !== false && !/(^[*!]|[/()[\]{}"])/.test(input)) {
    let backslashes = false;

    let output = input.replace(REGEX_SPECIAL_CHARS_BACKREF, (m, esc, chars, first, rest, index) => {
      if (first === '\\') {
        backslashes = true;
        return m;
      }

      if (first === '?') {
        if (esc) {
          return esc + first + (rest ? QMARK.repeat(rest.length) : '');
        }
        if (index === 0) {
          return qmarkNoDot + (rest ? QMARK.repeat(rest.length) : '');
        }
        return QMARK.repeat(chars.length);
      }

      if (first === '.') {
        return DOT_LITERAL.repeat(chars.length);
      }

      if (first === '*') {
        if (esc) {
          return esc + first + (rest ? star : '');
        }
        return star;
      }
      return esc ? m : `\\${m}`;
    });

    if (backslashes === true) {
      if (opts.unescape === true) {
        output = output.replace(/\\/g, '');
      } else {
        output = output.replace(/\\+/g, m => {
          return m.length % 2 === 0 ? '\\\\' : (m ? '\\' : '');
        });
      }
    }

    if (output === input && opts.contains === true) {
      state.output = input;
      return state;
    }

    state.output = utils.wrapOutput(output, state, options);
    return state;
  }

  /**
   * Tokenize input until we reach end-of-string
   */

  while (!eos()) {
    value = advance();

    if (value === '\u0000') {
      continue;
    }

    /**
     * Escaped characters
     */

    if (value === '\\') {
      const next = peek();

      if (next === '/' && opts.bash !== true) {
        continue;
      }

      if (next === '.' || next === ';') {
        continue;
      }

      if (!next) {
        value += '\\';
        push({ type: 'text', value });
        continue;
      }

      // collapse slashes to reduce potential for exploits
      const match = /^\\+/.exec(remaining());
      let slashes = 0;

      if (match && match[0].length > 2) {
        slashes = match[0].length;
        state.index += slashes;
        if (slashes % 2 !== 0) {
          value += '\\';
        }
      }

      if (opts.unescape === true) {
        value = advance();
      } else {
        value += advance();
      }

      if (state.brackets === 0) {
        push({ type: 'text', value });
        continue;
      }
    }

    /**
     * If we're inside a regex character class, continue
     * until we reach the closing bracket.
     */

    if (state.brackets > 0 && (value !== ']' || prev.value === '[' || prev.value === '[^')) {
      if (opts.posix !== false && value === ':') {
        const inner = prev.value.slice(1);
        if (inner.includes('[')) {
          prev.posix = true;

          if (inner.includes(':')) {
            const idx = prev.value.lastIndexOf('[');
            const pre = prev.value.slice(0, idx);
            const rest = prev.value.slice(idx + 2);
            const posix = POSIX_REGEX_SOURCE[rest];
            if (posix) {
              prev.value = pre + posix;
              state.backtrack = true;
              advance();

              if (!bos.output && tokens.indexOf(prev) === 1) {
                bos.output = ONE_CHAR;
              }
              continue;
            }
          }
        }
      }

      if ((value === '[' && peek() !== ':') || (value === '-' && peek() === ']')) {
        value = `\\${value}`;
      }

      if (value === ']' && (prev.value === '[' || prev.value === '[^')) {
        value = `\\${value}`;
      }

      if (opts.posix === true && value === '!' && prev.value === '[') {
        value = '^';
      }

      prev.value += value;
      append({ value });
      continue;
    }

    /**
     * If we're inside a quoted string, continue
     * until we reach the closing double quote.
     */

    if (state.quotes === 1 && value !== '"') {
      value = utils.escapeRegex(value);
      prev.value += value;
      append({ value });
      continue;
    }

    /**
     * Double quotes
     */

    if (value === '"') {
      state.quotes = state.quotes === 1 ? 0 : 1;
      if (opts.keepQuotes === true) {
        push({ type: 'text', value });
      }
      continue;
    }

    /**
     * Parentheses
     */

    if (value === '(') {
      increment('parens');
      push({ type: 'paren', value });
      continue;
    }

    if (value === ')') {
      if (state.parens === 0 && opts.strictBrackets === true) {
        throw new SyntaxError(syntaxError('opening', '('));
      }

      const extglob = extglobs[extglobs.length - 1];
      if (extglob && state.parens === extglob.parens + 1) {
        extglobClose(extglobs.pop());
        continue;
      }

      push({ type: 'paren', value, output: state.parens ? ')' : '\\)' });
      decrement('parens');
      continue;
    }

    /**
     * Square brackets
     */

    if (value === '[') {
      if (opts.nobracket === true || !remaining().includes(']')) {
        if (opts.nobracket !== true && opts.strictBrackets === true) {
          throw new SyntaxError(syntaxError('closing', ']'));
        }

        value = `\\${value}`;
      } else {
        increment('brackets');
      }

      push({ type: 'bracket', value });
      continue;
    }

    if (value === ']') {
      if (opts.nobracket === true || (prev && prev.type === 'bracket' && prev.value.length === 1)) {
        push({ type: 'text', value, output: `\\${value}` });
        continue;
      }

      if (state.brackets === 0) {
        if (opts.strictBrackets === true) {
          throw new SyntaxError(syntaxError('opening', '['));
        }

        push({ type: 'text', value, output: `\\${value}` });
        continue;
      }

      decrement('brackets');

      const prevValue = prev.value.slice(1);
      if (prev.posix !== true && prevValue[0] === '^' && !prevValue.includes('/')) {
        value = `/${value}`;
      }

      prev.value += value;
      append({ value });

      // when literal brackets are explicitly disabled
      // assume we should match with a regex character class
      if (opts.literalBrackets === false || utils.hasRegexChars(prevValue)) {
        continue;
      }

      const escaped = utils.escapeRegex(prev.value);
      state.output = state.output.slice(0, -prev.value.length);

      // when literal brackets are explicitly enabled
      // assume we should escape the brackets to match literal characters
      if (opts.literalBrackets === true) {
        state.output += escaped;
        prev.value = escaped;
        continue;
      }

      // when the user specifies nothing, try to match both
      prev.value = `(${capture}${escaped}|${prev.value})`;
      state.output += prev.value;
      continue;
    }

    /**
     * Braces
     */

    if (value === '{' && opts.nobrace !== true) {
      increment('braces');

      const open = {
        type: 'brace',
        value,
        output: '(',
        outputIndex: state.output.length,
        tokensIndex: state.tokens.length
      };

      braces.push(open);
      push(open);
      continue;
    }

    if (value === '}') {
      const brace = braces[braces.length - 1];

      if (opts.nobrace === true || !brace) {
        push({ type: 'text', value, output: value });
        continue;
      }

      let output = ')';

      if (brace.dots === true) {
        const arr = tokens.slice();
        const range = [];

        for (let i = arr.length - 1; i >= 0; i--) {
          tokens.pop();
          if (arr[i].type === 'brace') {
            break;
          }
          if (arr[i].type !== 'dots') {
            range.unshift(arr[i].value);
          }
        }

        output = expandRange(range, opts);
        state.backtrack = true;
      }

      if (brace.comma !== true && brace.dots !== true) {
        const out = state.output.slice(0, brace.outputIndex);
        const toks = state.tokens.slice(brace.tokensIndex);
        brace.value = brace.output = '\\{';
        value = output = '\\}';
        state.output = out;
        for (const t of toks) {
          state.output += (t.output || t.value);
        }
      }

      push({ type: 'brace', value, output });
      decrement('braces');
      braces.pop();
      continue;
    }

    /**
     * Pipes
     */

    if (value === '|') {
      if (extglobs.length > 0) {
        extglobs[extglobs.length - 1].conditions++;
      }
      push({ type: 'text', value });
      continue;
    }

    /**
     * Commas
     */

    if (value === ',') {
      let output = value;

      const brace = braces[braces.length - 1];
      if (brace && stack[stack.length - 1] === 'braces') {
        brace.comma = true;
        output = '|';
      }

      push({ type: 'comma', value, output });
      continue;
    }

    /**
     * Slashes
     */

    if (value === '/') {
      // if the beginning of the glob is "./", advance the start
      // to the current index, and don't add the "./" characters
      // to the state. This greatly simplifies lookbehinds when
      // checking for BOS characters like "!" and "." (not "./")
      if (prev.type === 'dot' && state.index === state.start + 1) {
        state.start = state.index + 1;
        state.consumed = '';
        state.output = '';
        tokens.pop();
        prev = bos; // reset "prev" to the first token
        continue;
      }

      push({ type: 'slash', value, output: SLASH_LITERAL });
      continue;
    }

    /**
     * Dots
     */

    if (value === '.') {
      if (state.braces > 0 && prev.type === 'dot') {
        if (prev.value === '.') prev.output = DOT_LITERAL;
        const brace = braces[braces.length - 1];
        prev.type = 'dots';
        prev.output += value;
        prev.value += value;
        brace.dots = true;
        continue;
      }

      if ((state.braces + state.parens) === 0 && prev.type !== 'bos' && prev.type !== 'slash') {
        push({ type: 'text', value, output: DOT_LITERAL });
        continue;
      }

      push({ type: 'dot', value, output: DOT_LITERAL });
      continue;
    }

    /**
     * Question marks
     */

    if (value === '?') {
      const isGroup = prev && prev.value === '(';
      if (!isGroup && opts.noextglob !== true && peek() === '(' && peek(2) !== '?') {
        extglobOpen('qmark', value);
        continue;
      }

      if (prev && prev.type === 'paren') {
        const next = peek();
        let output = value;

        if ((prev.value === '(' && !/[!=<:]/.test(next)) || (next === '<' && !/<([!=]|\w+>)/.test(remaining()))) {
          output = `\\${value}`;
        }

        push({ type: 'text', value, output });
        continue;
      }

      if (opts.dot !== true && (prev.type === 'slash' || prev.type === 'bos')) {
        push({ type: 'qmark', value, output: QMARK_NO_DOT });
        continue;
      }

      push({ type: 'qmark', value, output: QMARK });
      continue;
    }

    /**
     * Exclamation
     */

    if (value === '!') {
      if (opts.noextglob !== true && peek() === '(') {
        if (peek(2) !== '?' || !/[!=<:]/.test(peek(3))) {
          extglobOpen('negate', value);
          continue;
        }
      }

      if (opts.nonegate !== true && state.index === 0) {
        negate();
        continue;
      }
    }

    /**
     * Plus
     */

    if (value === '+') {
      if (opts.noextglob !== true && peek() === '(' && peek(2) !== '?') {
        extglobOpen('plus', value);
        continue;
      }

      if ((prev && prev.value === '(') || opts.regex === false) {
        push({ type: 'plus', value, output: PLUS_LITERAL });
        continue;
      }

      if ((prev && (prev.type === 'bracket' || prev.type === 'paren' || prev.type === 'brace')) || state.parens > 0) {
        push({ type: 'plus', value });
        continue;
      }

      push({ type: 'plus', value: PLUS_LITERAL });
      continue;
    }

    /**
     * Plain text
     */

    if (value === '@') {
      if (opts.noextglob !== true && peek() === '(' && peek(2) !== '?') {
        push({ type: 'at', extglob: true, value, output: '' });
        continue;
      }

      push({ type: 'text', value });
      continue;
    }

    /**
     * Plain text
     */

    if (value !== '*') {
      if (value === '$' || value === '^') {
        value = `\\${value}`;
      }

      const match = REGEX_NON_SPECIAL_CHARS.exec(remaining());
      if (match) {
        value += match[0];
        state.index += match[0].length;
      }

      push({ type: 'text', value });
      continue;
    }

    /**
     * Stars
     */

    if (prev && (prev.type === 'globstar' || prev.star === true)) {
      prev.type = 'star';
      prev.star = true;
      prev.value += value;
      prev.output = star;
      state.backtrack = true;
      state.globstar = true;
      consume(value);
      continue;
    }

    let rest = remaining();
    if (opts.noextglob !== true && /^\([^?]/.test(rest)) {
      extglobOpen('star', value);
      continue;
    }

    if (prev.type === 'star') {
      if (opts.noglobstar === true) {
        consume(value);
        continue;
      }

      const prior = prev.prev;
      const before = prior.prev;
      const isStart = prior.type === 'slash' || prior.type === 'bos';
      const afterStar = before && (before.type === 'star' || before.type === 'globstar');

      if (opts.bash === true && (!isStart || (rest[0] && rest[0] !== '/'))) {
        push({ type: 'star', value, output: '' });
        continue;
      }

      const isBrace = state.braces > 0 && (prior.type === 'comma' || prior.type === 'brace');
      const isExtglob = extglobs.length && (prior.type === 'pipe' || prior.type === 'paren');
      if (!isStart && prior.type !== 'paren' && !isBrace && !isExtglob) {
        push({ type: 'star', value, output: '' });
        continue;
      }

      // strip consecutive `/**/`
      while (rest.slice(0, 3) === '/**') {
        const after = input[state.index + 4];
        if (after && after !== '/') {
          break;
        }
        rest = rest.slice(3);
        consume('/**', 3);
      }

      // A globstar followed only by balanced closing parens is at the logical end of patterns like
      // `test(/utils/**)` and `test?(/utils/**)`. Treat it as EOS so the trailing `/**` can match its
      // parent path, except in negated extglobs where that would change the exclusion semantics.
      const isEnd = eos() || (
        state.parens > 0
        && rest === ')'.repeat(state.parens)
        && !extglobs.some(extglob => extglob.type === 'negate')
      );

      if (prior.type === 'bos' && eos()) {
        prev.type = 'globstar';
        prev.value += value;
        prev.output = globstar(opts);
        state.output = prev.output;
        state.globstar = true;
        consume(value);
        continue;
      }

      if (prior.type === 'slash' && prior.prev.type !== 'bos' && !afterStar && isEnd) {
        state.output = state.output.slice(0, -(prior.output + prev.output).length);
        prior.output = `(?:${prior.output}`;

        prev.type = 'globstar';
        prev.output = globstar(opts) + (opts.strictSlashes ? ')' : '|$)');
        prev.value += value;
        state.globstar = true;
        state.output += prior.output + prev.output;
        consume(value);
        continue;
      }

      if (prior.type === 'slash' && prior.prev.type !== 'bos' && rest[0] === '/') {
        const end = rest[1] !== void 0 ? '|$' : '';

        state.output = state.output.slice(0, -(prior.output + prev.output).length);
        prior.output = `(?:${prior.output}`;

        prev.type = 'globstar';
        prev.output = `${globstar(opts)}${SLASH_LITERAL}|${SLASH_LITERAL}${end})`;
        prev.value += value;

        state.output += prior.output + prev.output;
        state.globstar = true;

        consume(value + advance());

        push({ type: 'slash', value: '/', output: '' });
        continue;
      }

      if (prior.type === 'bos' && rest[0] === '/') {
        prev.type = 'globstar';
        prev.value += value;
        prev.output = `(?:^|${SLASH_LITERAL}|${globstar(opts)}${SLASH_LITERAL})`;
        state.output = prev.output;
        state.globstar = true;
        consume(value + advance());
        push({ type: 'slash', value: '/', output: '' });
        continue;
      }

      // remove single star from output
      state.output = state.output.slice(0, -prev.output.length);

      // reset previous token to globstar
      prev.type = 'globstar';
      prev.output = globstar(opts);
      prev.value += value;

      // reset output with globstar
      state.output += prev.output;
      state.globstar = true;
      consume(value);
      continue;
    }

    const token = { type: 'star', value, output: star };

    if (opts.bash === true) {
      token.output = '.*?';
      if (prev.type === 'bos' || prev.type === 'slash') {
        token.output = nodot + token.output;
      }
      push(token);
      continue;
    }

    if (prev && (prev.type === 'bracket' || prev.type === 'paren') && opts.regex === true) {
      token.output = value;
      push(token);
      continue;
    }

    if (state.index === state.start || prev.type === 'slash' || prev.type === 'dot') {
      if (prev.type === 'dot') {
        state.output += NO_DOT_SLASH;
        prev.output += NO_DOT_SLASH;

      } else if (opts.dot === true) {
        state.output += NO_DOTS_SLASH;
        prev.output += NO_DOTS_SLASH;

      } else {
        state.output += nodot;
        prev.output += nodot;
      }

      if (peek() !== '*') {
        state.output += ONE_CHAR;
        prev.output += ONE_CHAR;
      }
    }

    push(token);
  }

  while (state.brackets > 0) {
    if (opts.strictBrackets === true) throw new SyntaxError(syntaxError('closing', ']'));
    state.output = utils.escapeLast(state.output, '[');
    decrement('brackets');
  }

  while (state.parens > 0) {
    if (opts.strictBrackets === true) throw new SyntaxError(syntaxError('closing', ')'));
    state.output = utils.escapeLast(state.output, '(');
    decrement('parens');
  }

  while (state.braces > 0) {
    if (opts.strictBrackets === true) throw new SyntaxError(syntaxError('closing', '}'));
    state.output = utils.escapeLast(state.output, '{');
    decrement('braces');
  }

  if (opts.strictSlashes !== true && (prev.type === 'star' || prev.type === 'bracket')) {
    push({ type: 'maybe_slash', value: '', output: `${SLASH_LITERAL}?` });
  }

  // rebuild the output if we had to backtrack at any point
  if (state.backtrack === true) {
    state.output = '';

    for (const token of state.tokens) {
      state.output += token.output != null ? token.output : token.value;

      if (token.suffix) {
        state.output += token.suffix;
      }
    }
  }

  return state;
};

/**
 * Fast paths for creating regular expressions for common glob patterns.
 * This can significantly speed up processing and has very little downside
 * impact when none of the fast paths match.
 */

parse.fastpaths = (input, options) => {
  const opts = { ...options };
  const max = typeof opts.maxLength === 'number' ? Math.min(MAX_LENGTH, opts.maxLength) : MAX_LENGTH;
  const len = input.length;
  if (len > max) {
    throw new SyntaxError(`Input length: ${len}, exceeds maximum allowed length: ${max}`);
  }

  input = REPLACEMENTS[input] || input;

  // create constants based on platform, for windows or posix
  const {
    DOT_LITERAL,
    SLASH_LITERAL,
    ONE_CHAR,
    DOTS_SLASH,
    NO_DOT,
    NO_DOTS,
    NO_DOTS_SLASH,
    STAR,
    START_ANCHOR
  } = constants.globChars(opts.windows);

  const nodot = opts.dot ? NO_DOTS : NO_DOT;
  const slashDot = opts.dot ? NO_DOTS_SLASH : NO_DOT;
  const capture = opts.capture ? '' : '?:';
  const state = { negated: false, prefix: '' };
  let star = opts.bash === true ? '.*?' : STAR;

  if (opts.capture) {
    star = `(${star})`;
  }

  const globstar = opts => {
    if (opts.noglobstar === true) return star;
    return `(${capture}(?:(?!${START_ANCHOR}${opts.dot ? DOTS_SLASH : DOT_LITERAL}).)*?)`;
  };

  const create = str => {
    switch (str) {
      case '*':
        return `${nodot}${ONE_CHAR}${star}`;

      case '.*':
        return `${DOT_LITERAL}${ONE_CHAR}${star}`;

      case '*.*':
        return `${nodot}${star}${DOT_LITERAL}${ONE_CHAR}${star}`;

      case '*/*':
        return `${nodot}${star}${SLASH_LITERAL}${ONE_CHAR}${slashDot}${star}`;

      case '**':
        return nodot + globstar(opts);

      case '**/*':
        return `(?:${nodot}${globstar(opts)}${SLASH_LITERAL})?${slashDot}${ONE_CHAR}${star}`;

      case '**/*.*':
        return `(?:${nodot}${globstar(opts)}${SLASH_LITERAL})?${slashDot}${star}${DOT_LITERAL}${ONE_CHAR}${star}`;

      case '**/.*':
        return `(?:${nodot}${globstar(opts)}${SLASH_LITERAL})?${DOT_LITERAL}${ONE_CHAR}${star}`;

      default: {
        const match = /^(.*?)\.(\w+)$/.exec(str);
        if (!match) return;

        const source = create(match[1]);
        if (!source) return;

        return source + DOT_LITERAL + match[2];
      }
    }
  };

  const output = utils.removePrefix(input, state);
  let source = create(output);

  if (source && opts.strictSlashes !== true) {
    source += `${SLASH_LITERAL}?`;
  }

  return source;
};

module.exports = parse;


/***/ }),

/***/ 98016:
/***/ ((module, __unused_webpack_exports, __webpack_require__) => {



const scan = __webpack_require__(31781);
const parse = __webpack_require__(78265);
const utils = __webpack_require__(64059);
const constants = __webpack_require__(5595);
const isObject = val => val && typeof val === 'object' && !Array.isArray(val);

/**
 * Creates a matcher function from one or more glob patterns. The
 * returned function takes a string to match as its first argument,
 * and returns true if the string is a match. The returned matcher
 * function also takes a boolean as the second argument that, when true,
 * returns an object with additional information.
 *
 * ```js
 * const picomatch = require('picomatch');
 * // picomatch(glob[, options]);
 *
 * const isMatch = picomatch('*.!(*a)');
 * console.log(isMatch('a.a')); //=> false
 * console.log(isMatch('a.b')); //=> true
 *
 * // For environments without `node.js`, `picomatch/posix` provides you a dependency-free matcher, without automatic OS detection.
 * const picomatch = require('picomatch/posix');
 * // the same API, defaulting to posix paths
 * const isMatch = picomatch('a/*');
 * console.log(isMatch('a\\b')); //=> false
 * console.log(isMatch('a/b')); //=> true
 *
 * // you can still configure the matcher function to accept windows paths
 * const isMatch = picomatch('a/*', { options: windows });
 * console.log(isMatch('a\\b')); //=> true
 * console.log(isMatch('a/b')); //=> true
 * ```
 * @name picomatch
 * @param {String|Array} `globs` One or more glob patterns.
 * @param {Object=} `options`
 * @return {Function=} Returns a matcher function.
 * @api public
 */

const picomatch = (glob, options, returnState = false) => {
  if (Array.isArray(glob)) {
    const fns = glob.map(input => picomatch(input, options, returnState));
    const arrayMatcher = str => {
      for (const isMatch of fns) {
        const state = isMatch(str);
        if (state) return state;
      }
      return false;
    };
    return arrayMatcher;
  }

  const isState = isObject(glob) && glob.tokens && glob.input;

  if (glob === '' || (typeof glob !== 'string' && !isState)) {
    throw new TypeError('Expected pattern to be a non-empty string');
  }

  const opts = options || {};
  const posix = opts.windows;
  const regex = isState
    ? picomatch.compileRe(glob, options)
    : picomatch.makeRe(glob, options, false, true);

  const state = regex.state;
  delete regex.state;

  let isIgnored = () => false;
  if (opts.ignore) {
    const ignoreOpts = { ...options, ignore: null, onMatch: null, onResult: null };
    isIgnored = picomatch(opts.ignore, ignoreOpts, returnState);
  }

  const matcher = (input, returnObject = false) => {
    const { isMatch, match, output } = picomatch.test(input, regex, options, { glob, posix });
    const result = { glob, state, regex, posix, input, output, match, isMatch };

    if (typeof opts.onResult === 'function') {
      opts.onResult(result);
    }

    if (isMatch === false) {
      result.isMatch = false;
      return returnObject ? result : false;
    }

    if (isIgnored(input)) {
      if (typeof opts.onIgnore === 'function') {
        opts.onIgnore(result);
      }
      result.isMatch = false;
      return returnObject ? result : false;
    }

    if (typeof opts.onMatch === 'function') {
      opts.onMatch(result);
    }
    return returnObject ? result : true;
  };

  if (returnState) {
    matcher.state = state;
  }

  return matcher;
};

/**
 * Test `input` with the given `regex`. This is used by the main
 * `picomatch()` function to test the input string.
 *
 * ```js
 * const picomatch = require('picomatch');
 * // picomatch.test(input, regex[, options]);
 *
 * console.log(picomatch.test('foo/bar', /^(?:([^/]*?)\/([^/]*?))$/));
 * // { isMatch: true, match: [ 'foo/', 'foo', 'bar' ], output: 'foo/bar' }
 * ```
 * @param {String} `input` String to test.
 * @param {RegExp} `regex`
 * @return {Object} Returns an object with matching info.
 * @api public
 */

picomatch.test = (input, regex, options, { glob, posix } = {}) => {
  if (typeof input !== 'string') {
    throw new TypeError('Expected input to be a string');
  }

  if (input === '') {
    return { isMatch: false, output: '' };
  }

  const opts = options || {};
  const format = opts.format || (posix ? utils.toPosixSlashes : null);
  let match = input === glob;
  let output = (match && format) ? format(input) : input;

  if (match === false) {
    output = format ? format(input) : input;
    match = output === glob;
  }

  if (match === false || opts.capture === true) {
    if (opts.matchBase === true || opts.basename === true) {
      match = picomatch.matchBase(input, regex, options, posix);
    } else {
      match = regex.exec(output);
    }
  }

  return { isMatch: Boolean(match), match, output };
};

/**
 * Match the basename of a filepath.
 *
 * ```js
 * const picomatch = require('picomatch');
 * // picomatch.matchBase(input, glob[, options]);
 * console.log(picomatch.matchBase('foo/bar.js', '*.js'); // true
 * ```
 * @param {String} `input` String to test.
 * @param {RegExp|String} `glob` Glob pattern or regex created by [.makeRe](#makeRe).
 * @return {Boolean}
 * @api public
 */

picomatch.matchBase = (input, glob, options, posix = options && options.windows) => {
  const regex = glob instanceof RegExp ? glob : picomatch.makeRe(glob, options);
  return regex.test(utils.basename(input, { windows: posix }));
};

/**
 * Returns true if **any** of the given glob `patterns` match the specified `string`.
 *
 * ```js
 * const picomatch = require('picomatch');
 * // picomatch.isMatch(string, patterns[, options]);
 *
 * console.log(picomatch.isMatch('a.a', ['b.*', '*.a'])); //=> true
 * console.log(picomatch.isMatch('a.a', 'b.*')); //=> false
 * ```
 * @param {String|Array} str The string to test.
 * @param {String|Array} patterns One or more glob patterns to use for matching.
 * @param {Object} [options] See available [options](#options).
 * @return {Boolean} Returns true if any patterns match `str`
 * @api public
 */

picomatch.isMatch = (str, patterns, options) => picomatch(patterns, options)(str);

/**
 * Parse a glob pattern to create the source string for a regular
 * expression.
 *
 * ```js
 * const picomatch = require('picomatch');
 * const result = picomatch.parse(pattern[, options]);
 * ```
 * @param {String} `pattern`
 * @param {Object} `options`
 * @return {Object} Returns an object with useful properties and output to be used as a regex source string.
 * @api public
 */

picomatch.parse = (pattern, options) => {
  if (Array.isArray(pattern)) return pattern.map(p => picomatch.parse(p, options));
  return parse(pattern, { ...options, fastpaths: false });
};

/**
 * Scan a glob pattern to separate the pattern into segments.
 *
 * ```js
 * const picomatch = require('picomatch');
 * // picomatch.scan(input[, options]);
 *
 * const result = picomatch.scan('!./foo/*.js');
 * console.log(result);
 * { prefix: '!./',
 *   input: '!./foo/*.js',
 *   start: 3,
 *   base: 'foo',
 *   glob: '*.js',
 *   isBrace: false,
 *   isBracket: false,
 *   isGlob: true,
 *   isExtglob: false,
 *   isGlobstar: false,
 *   negated: true }
 * ```
 * @param {String} `input` Glob pattern to scan.
 * @param {Object} `options`
 * @return {Object} Returns an object with
 * @api public
 */

picomatch.scan = (input, options) => scan(input, options);

/**
 * Compile a regular expression from the `state` object returned by the
 * [parse()](#parse) method.
 *
 * ```js
 * const picomatch = require('picomatch');
 * const state = picomatch.parse('*.js');
 * // picomatch.compileRe(state[, options]);
 *
 * console.log(picomatch.compileRe(state));
 * //=> /^(?:(?!\.)(?=.)[^/]*?\.js)$/
 * ```
 * @param {Object} `state`
 * @param {Object} `options`
 * @param {Boolean} `returnOutput` Intended for implementors, this argument allows you to return the raw output from the parser.
 * @param {Boolean} `returnState` Adds the state to a `state` property on the returned regex. Useful for implementors and debugging.
 * @return {RegExp}
 * @api public
 */

picomatch.compileRe = (state, options, returnOutput = false, returnState = false) => {
  if (returnOutput === true) {
    return state.output;
  }

  const opts = options || {};
  const prepend = opts.contains ? '' : '^';
  const append = opts.contains ? '' : '$';

  let source = `${prepend}(?:${state.output})${append}`;
  if (state && state.negated === true) {
    source = `^(?!${source}).*$`;
  }

  const regex = picomatch.toRegex(source, options);
  if (returnState === true) {
    regex.state = state;
  }

  return regex;
};

/**
 * Create a regular expression from a parsed glob pattern.
 *
 * ```js
 * const picomatch = require('picomatch');
 * // picomatch.makeRe(state[, options]);
 *
 * const result = picomatch.makeRe('*.js');
 * console.log(result);
 * //=> /^(?:(?!\.)(?=.)[^/]*?\.js)$/
 * ```
 * @param {String} `state` The object returned from the `.parse` method.
 * @param {Object} `options`
 * @param {Boolean} `returnOutput` Implementors may use this argument to return the compiled output, instead of a regular expression. This is not exposed on the options to prevent end-users from mutating the result.
 * @param {Boolean} `returnState` Implementors may use this argument to return the state from the parsed glob with the returned regular expression.
 * @return {RegExp} Returns a regex created from the given pattern.
 * @api public
 */

picomatch.makeRe = (input, options = {}, returnOutput = false, returnState = false) => {
  if (!input || typeof input !== 'string') {
    throw new TypeError('Expected a non-empty string');
  }

  let parsed = { negated: false, fastpaths: true };

  if (options.fastpaths !== false && (input[0] === '.' || input[0] === '*')) {
    parsed.output = parse.fastpaths(input, options);
  }

  if (!parsed.output) {
    parsed = parse(input, options);
  }

  return picomatch.compileRe(parsed, options, returnOutput, returnState);
};

/**
 * Create a regular expression from the given regex source string.
 *
 * ```js
 * const picomatch = require('picomatch');
 * // picomatch.toRegex(source[, options]);
 *
 * const { output } = picomatch.parse('*.js');
 * console.log(picomatch.toRegex(output));
 * //=> /^(?:(?!\.)(?=.)[^/]*?\.js)$/
 * ```
 * @param {String} `source` Regular expression source string.
 * @param {Object} `options`
 * @return {RegExp}
 * @api public
 */

picomatch.toRegex = (source, options) => {
  try {
    const opts = options || {};
    return new RegExp(source, opts.flags || (opts.nocase ? 'i' : ''));
  } catch (err) {
    if (options && options.debug === true) throw err;
    return /$^/;
  }
};

/**
 * Picomatch constants.
 * @return {Object}
 */

picomatch.constants = constants;

/**
 * Expose "picomatch"
 */

module.exports = picomatch;


/***/ }),

/***/ 31781:
/***/ ((module, __unused_webpack_exports, __webpack_require__) => {



const utils = __webpack_require__(64059);
const {
  CHAR_ASTERISK,             /* * */
  CHAR_AT,                   /* @ */
  CHAR_BACKWARD_SLASH,       /* \ */
  CHAR_COMMA,                /* , */
  CHAR_DOT,                  /* . */
  CHAR_EXCLAMATION_MARK,     /* ! */
  CHAR_FORWARD_SLASH,        /* / */
  CHAR_LEFT_CURLY_BRACE,     /* { */
  CHAR_LEFT_PARENTHESES,     /* ( */
  CHAR_LEFT_SQUARE_BRACKET,  /* [ */
  CHAR_PLUS,                 /* + */
  CHAR_QUESTION_MARK,        /* ? */
  CHAR_RIGHT_CURLY_BRACE,    /* } */
  CHAR_RIGHT_PARENTHESES,    /* ) */
  CHAR_RIGHT_SQUARE_BRACKET  /* ] */
} = __webpack_require__(5595);

const isPathSeparator = code => {
  return code === CHAR_FORWARD_SLASH || code === CHAR_BACKWARD_SLASH;
};

const depth = token => {
  if (token.isPrefix !== true) {
    token.depth = token.isGlobstar ? Infinity : 1;
  }
};

/**
 * Quickly scans a glob pattern and returns an object with a handful of
 * useful properties, like `isGlob`, `path` (the leading non-glob, if it exists),
 * `glob` (the actual pattern), `negated` (true if the path starts with `!` but not
 * with `!(`) and `negatedExtglob` (true if the path starts with `!(`).
 *
 * ```js
 * const pm = require('picomatch');
 * console.log(pm.scan('foo/bar/*.js'));
 * { isGlob: true, input: 'foo/bar/*.js', base: 'foo/bar', glob: '*.js' }
 * ```
 * @param {String} `str`
 * @param {Object} `options`
 * @return {Object} Returns an object with tokens and regex source string.
 * @api public
 */

const scan = (input, options) => {
  const opts = options || {};

  const length = input.length - 1;
  const scanToEnd = opts.parts === true || opts.tokens === true || opts.scanToEnd === true;
  const slashes = [];
  const tokens = [];
  const parts = [];

  let str = input;
  let index = -1;
  let start = 0;
  let lastIndex = 0;
  let isBrace = false;
  let isBracket = false;
  let isGlob = false;
  let isExtglob = false;
  let isGlobstar = false;
  let braceEscaped = false;
  let backslashes = false;
  let negated = false;
  let negatedExtglob = false;
  let finished = false;
  let braces = 0;
  let prev;
  let code;
  let token = { value: '', depth: 0, isGlob: false };

  const eos = () => index >= length;
  const peek = () => str.charCodeAt(index + 1);
  const advance = () => {
    prev = code;
    return str.charCodeAt(++index);
  };

  while (index < length) {
    code = advance();
    let next;

    if (code === CHAR_BACKWARD_SLASH) {
      backslashes = token.backslashes = true;
      code = advance();

      if (code === CHAR_LEFT_CURLY_BRACE) {
        braceEscaped = true;
      }
      continue;
    }

    if (braceEscaped === true || code === CHAR_LEFT_CURLY_BRACE) {
      braces++;

      while (eos() !== true && (code = advance())) {
        if (code === CHAR_BACKWARD_SLASH) {
          backslashes = token.backslashes = true;
          advance();
          continue;
        }

        if (code === CHAR_LEFT_CURLY_BRACE) {
          braces++;
          continue;
        }

        if (braceEscaped !== true && code === CHAR_DOT && (code = advance()) === CHAR_DOT) {
          isBrace = token.isBrace = true;
          isGlob = token.isGlob = true;
          finished = true;

          if (scanToEnd === true) {
            continue;
          }

          break;
        }

        if (braceEscaped !== true && code === CHAR_COMMA) {
          isBrace = token.isBrace = true;
          isGlob = token.isGlob = true;
          finished = true;

          if (scanToEnd === true) {
            continue;
          }

          break;
        }

        if (code === CHAR_RIGHT_CURLY_BRACE) {
          braces--;

          if (braces === 0) {
            braceEscaped = false;
            isBrace = token.isBrace = true;
            finished = true;
            break;
          }
        }
      }

      if (scanToEnd === true) {
        continue;
      }

      break;
    }

    if (code === CHAR_FORWARD_SLASH) {
      slashes.push(index);
      tokens.push(token);
      token = { value: '', depth: 0, isGlob: false };

      if (finished === true) continue;
      if (prev === CHAR_DOT && index === (start + 1)) {
        start += 2;
        continue;
      }

      lastIndex = index + 1;
      continue;
    }

    if (opts.noext !== true) {
      const isExtglobChar = code === CHAR_PLUS
        || code === CHAR_AT
        || code === CHAR_ASTERISK
        || code === CHAR_QUESTION_MARK
        || code === CHAR_EXCLAMATION_MARK;

      if (isExtglobChar === true && peek() === CHAR_LEFT_PARENTHESES) {
        isGlob = token.isGlob = true;
        isExtglob = token.isExtglob = true;
        finished = true;
        if (code === CHAR_EXCLAMATION_MARK && index === start) {
          negatedExtglob = true;
        }

        if (scanToEnd === true) {
          let parens = 0;

          while (eos() !== true && (code = advance())) {
            if (code === CHAR_BACKWARD_SLASH) {
              backslashes = token.backslashes = true;
              advance();
              continue;
            }

            if (code === CHAR_LEFT_PARENTHESES) {
              parens++;
              continue;
            }

            if (code === CHAR_RIGHT_PARENTHESES && --parens === 0) {
              finished = true;
              break;
            }
          }
          continue;
        }
        break;
      }
    }

    if (code === CHAR_ASTERISK) {
      if (prev === CHAR_ASTERISK) isGlobstar = token.isGlobstar = true;
      isGlob = token.isGlob = true;
      finished = true;

      if (scanToEnd === true) {
        continue;
      }
      break;
    }

    if (code === CHAR_QUESTION_MARK) {
      isGlob = token.isGlob = true;
      finished = true;

      if (scanToEnd === true) {
        continue;
      }
      break;
    }

    if (code === CHAR_LEFT_SQUARE_BRACKET) {
      while (eos() !== true && (next = advance())) {
        if (next === CHAR_BACKWARD_SLASH) {
          backslashes = token.backslashes = true;
          advance();
          continue;
        }

        if (next === CHAR_RIGHT_SQUARE_BRACKET) {
          isBracket = token.isBracket = true;
          isGlob = token.isGlob = true;
          finished = true;
          break;
        }
      }

      if (scanToEnd === true) {
        continue;
      }

      break;
    }

    if (opts.nonegate !== true && code === CHAR_EXCLAMATION_MARK && index === start) {
      negated = token.negated = true;
      start++;
      continue;
    }

    if (opts.noparen !== true && code === CHAR_LEFT_PARENTHESES) {
      isGlob = token.isGlob = true;

      if (scanToEnd === true) {
        let parens = 1;

        while (eos() !== true && (code = advance())) {
          if (code === CHAR_BACKWARD_SLASH) {
            backslashes = token.backslashes = true;
            advance();
            continue;
          }

          if (code === CHAR_LEFT_PARENTHESES) {
            parens++;
            continue;
          }

          if (code === CHAR_RIGHT_PARENTHESES && --parens === 0) {
            finished = true;
            break;
          }
        }
        continue;
      }
      break;
    }

    if (isGlob === true) {
      finished = true;

      if (scanToEnd === true) {
        continue;
      }

      break;
    }
  }

  if (opts.noext === true) {
    isExtglob = false;
    isGlob = false;
  }

  let base = str;
  let prefix = '';
  let glob = '';

  if (start > 0) {
    prefix = str.slice(0, start);
    str = str.slice(start);
    lastIndex -= start;
  }

  if (base && isGlob === true && lastIndex > 0) {
    base = str.slice(0, lastIndex);
    glob = str.slice(lastIndex);
  } else if (isGlob === true) {
    base = '';
    glob = str;
  } else {
    base = str;
  }

  if (base && base !== '' && base !== '/' && base !== str) {
    if (isPathSeparator(base.charCodeAt(base.length - 1))) {
      base = base.slice(0, -1);
    }
  }

  if (opts.unescape === true) {
    if (glob) glob = utils.removeBackslashes(glob);

    if (base && backslashes === true) {
      base = utils.removeBackslashes(base);
    }
  }

  const state = {
    prefix,
    input,
    start,
    base,
    glob,
    isBrace,
    isBracket,
    isGlob,
    isExtglob,
    isGlobstar,
    negated,
    negatedExtglob
  };

  if (opts.tokens === true) {
    state.maxDepth = 0;
    if (!isPathSeparator(code)) {
      tokens.push(token);
    }
    state.tokens = tokens;
  }

  if (opts.parts === true || opts.tokens === true) {
    let prevIndex;

    for (let idx = 0; idx < slashes.length; idx++) {
      const n = prevIndex !== undefined ? prevIndex + 1 : start;
      const i = slashes[idx];
      const value = input.slice(n, i);
      if (opts.tokens) {
        if (idx === 0 && start !== 0) {
          tokens[idx].isPrefix = true;
          tokens[idx].value = prefix;
        } else {
          tokens[idx].value = value;
        }
        depth(tokens[idx]);
        state.maxDepth += tokens[idx].depth;
      }
      if (i >= start) {
        parts.push(value);
        prevIndex = i;
      }
    }

    const n = prevIndex !== undefined ? prevIndex + 1 : start;
    const value = input.slice(n);
    parts.push(value);

    if (opts.tokens && prevIndex && prevIndex + 1 < input.length) {
      tokens[tokens.length - 1].value = value;
      depth(tokens[tokens.length - 1]);
      state.maxDepth += tokens[tokens.length - 1].depth;
    }

    state.slashes = slashes;
    state.parts = parts;
  }

  return state;
};

module.exports = scan;


/***/ }),

/***/ 64059:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {

/*global navigator*/


const {
  REGEX_BACKSLASH,
  REGEX_REMOVE_BACKSLASH,
  REGEX_SPECIAL_CHARS,
  REGEX_SPECIAL_CHARS_GLOBAL
} = __webpack_require__(5595);

exports.isObject = val => val !== null && typeof val === 'object' && !Array.isArray(val);
exports.hasRegexChars = str => REGEX_SPECIAL_CHARS.test(str);
exports.isRegexChar = str => str.length === 1 && exports.hasRegexChars(str);
exports.escapeRegex = str => str.replace(REGEX_SPECIAL_CHARS_GLOBAL, '\\$1');
exports.toPosixSlashes = str => str.replace(REGEX_BACKSLASH, '/');

exports.isWindows = () => {
  if (typeof navigator !== 'undefined' && navigator.platform) {
    const platform = navigator.platform.toLowerCase();
    return platform === 'win32' || platform === 'windows';
  }

  if (typeof process !== 'undefined' && process.platform) {
    return process.platform === 'win32';
  }

  return false;
};

exports.removeBackslashes = str => {
  return str.replace(REGEX_REMOVE_BACKSLASH, match => {
    return match === '\\' ? '' : match;
  });
};

exports.escapeLast = (input, char, lastIdx) => {
  const idx = input.lastIndexOf(char, lastIdx);
  if (idx === -1) return input;
  if (input[idx - 1] === '\\') return exports.escapeLast(input, char, idx - 1);
  return `${input.slice(0, idx)}\\${input.slice(idx)}`;
};

exports.removePrefix = (input, state = {}) => {
  let output = input;
  if (output.startsWith('./')) {
    output = output.slice(2);
    state.prefix = './';
  }
  return output;
};

exports.wrapOutput = (input, state = {}, options = {}) => {
  const prepend = options.contains ? '' : '^';
  const append = options.contains ? '' : '$';

  let output = `${prepend}(?:${input})${append}`;
  if (state.negated === true) {
    output = `(?:^(?!${output}).*$)`;
  }
  return output;
};

exports.basename = (path, { windows } = {}) => {
  const segs = path.split(windows ? /[\\/]/ : '/');
  const last = segs[segs.length - 1];

  if (last === '') {
    return segs[segs.length - 2];
  }

  return last;
};


/***/ }),

/***/ 57349:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);
var Scalar = __webpack_require__(63301);
var YAMLMap = __webpack_require__(84454);
var YAMLSeq = __webpack_require__(92223);
var resolveBlockMap = __webpack_require__(87103);
var resolveBlockSeq = __webpack_require__(90334);
var resolveFlowCollection = __webpack_require__(13142);

function resolveCollection(CN, ctx, token, onError, tagName, tag) {
    const coll = token.type === 'block-map'
        ? resolveBlockMap.resolveBlockMap(CN, ctx, token, onError, tag)
        : token.type === 'block-seq'
            ? resolveBlockSeq.resolveBlockSeq(CN, ctx, token, onError, tag)
            : resolveFlowCollection.resolveFlowCollection(CN, ctx, token, onError, tag);
    const Coll = coll.constructor;
    // If we got a tagName matching the class, or the tag name is '!',
    // then use the tagName from the node class used to create it.
    if (tagName === '!' || tagName === Coll.tagName) {
        coll.tag = Coll.tagName;
        return coll;
    }
    if (tagName)
        coll.tag = tagName;
    return coll;
}
function composeCollection(CN, ctx, token, props, onError) {
    const tagToken = props.tag;
    const tagName = !tagToken
        ? null
        : ctx.directives.tagName(tagToken.source, msg => onError(tagToken, 'TAG_RESOLVE_FAILED', msg));
    if (token.type === 'block-seq') {
        const { anchor, newlineAfterProp: nl } = props;
        const lastProp = anchor && tagToken
            ? anchor.offset > tagToken.offset
                ? anchor
                : tagToken
            : (anchor ?? tagToken);
        if (lastProp && (!nl || nl.offset < lastProp.offset)) {
            const message = 'Missing newline after block sequence props';
            onError(lastProp, 'MISSING_CHAR', message);
        }
    }
    const expType = token.type === 'block-map'
        ? 'map'
        : token.type === 'block-seq'
            ? 'seq'
            : token.start.source === '{'
                ? 'map'
                : 'seq';
    // shortcut: check if it's a generic YAMLMap or YAMLSeq
    // before jumping into the custom tag logic.
    if (!tagToken ||
        !tagName ||
        tagName === '!' ||
        (tagName === YAMLMap.YAMLMap.tagName && expType === 'map') ||
        (tagName === YAMLSeq.YAMLSeq.tagName && expType === 'seq')) {
        return resolveCollection(CN, ctx, token, onError, tagName);
    }
    let tag = ctx.schema.tags.find(t => t.tag === tagName && t.collection === expType);
    if (!tag) {
        const kt = ctx.schema.knownTags[tagName];
        if (kt?.collection === expType) {
            ctx.schema.tags.push(Object.assign({}, kt, { default: false }));
            tag = kt;
        }
        else {
            if (kt) {
                onError(tagToken, 'BAD_COLLECTION_TYPE', `${kt.tag} used for ${expType} collection, but expects ${kt.collection ?? 'scalar'}`, true);
            }
            else {
                onError(tagToken, 'TAG_RESOLVE_FAILED', `Unresolved tag: ${tagName}`, true);
            }
            return resolveCollection(CN, ctx, token, onError, tagName);
        }
    }
    const coll = resolveCollection(CN, ctx, token, onError, tagName, tag);
    const res = tag.resolve?.(coll, msg => onError(tagToken, 'TAG_RESOLVE_FAILED', msg), ctx.options) ?? coll;
    const node = identity.isNode(res)
        ? res
        : new Scalar.Scalar(res);
    node.range = coll.range;
    node.tag = tagName;
    if (tag?.format)
        node.format = tag.format;
    return node;
}

exports.composeCollection = composeCollection;


/***/ }),

/***/ 23683:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var Document = __webpack_require__(3021);
var composeNode = __webpack_require__(45937);
var resolveEnd = __webpack_require__(17788);
var resolveProps = __webpack_require__(34631);

function composeDoc(options, directives, { offset, start, value, end }, onError) {
    const opts = Object.assign({ _directives: directives }, options);
    const doc = new Document.Document(undefined, opts);
    const ctx = {
        atKey: false,
        atRoot: true,
        directives: doc.directives,
        options: doc.options,
        schema: doc.schema
    };
    const props = resolveProps.resolveProps(start, {
        indicator: 'doc-start',
        next: value ?? end?.[0],
        offset,
        onError,
        parentIndent: 0,
        startOnNewline: true
    });
    if (props.found) {
        doc.directives.docStart = true;
        if (value &&
            (value.type === 'block-map' || value.type === 'block-seq') &&
            !props.hasNewline)
            onError(props.end, 'MISSING_CHAR', 'Block collection cannot start on same line with directives-end marker');
    }
    // @ts-expect-error If Contents is set, let's trust the user
    doc.contents = value
        ? composeNode.composeNode(ctx, value, props, onError)
        : composeNode.composeEmptyNode(ctx, props.end, start, null, props, onError);
    const contentEnd = doc.contents.range[2];
    const re = resolveEnd.resolveEnd(end, contentEnd, false, onError);
    if (re.comment)
        doc.comment = re.comment;
    doc.range = [offset, contentEnd, re.offset];
    return doc;
}

exports.composeDoc = composeDoc;


/***/ }),

/***/ 45937:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var Alias = __webpack_require__(4065);
var identity = __webpack_require__(41127);
var composeCollection = __webpack_require__(57349);
var composeScalar = __webpack_require__(5413);
var resolveEnd = __webpack_require__(17788);
var utilEmptyScalarPosition = __webpack_require__(22599);

const CN = { composeNode, composeEmptyNode };
function composeNode(ctx, token, props, onError) {
    const atKey = ctx.atKey;
    const { spaceBefore, comment, anchor, tag } = props;
    let node;
    let isSrcToken = true;
    switch (token.type) {
        case 'alias':
            node = composeAlias(ctx, token, onError);
            if (anchor || tag)
                onError(token, 'ALIAS_PROPS', 'An alias node must not specify any properties');
            break;
        case 'scalar':
        case 'single-quoted-scalar':
        case 'double-quoted-scalar':
        case 'block-scalar':
            node = composeScalar.composeScalar(ctx, token, tag, onError);
            if (anchor)
                node.anchor = anchor.source.substring(1);
            break;
        case 'block-map':
        case 'block-seq':
        case 'flow-collection':
            try {
                node = composeCollection.composeCollection(CN, ctx, token, props, onError);
                if (anchor)
                    node.anchor = anchor.source.substring(1);
            }
            catch (error) {
                // Almost certainly here due to a stack overflow
                const message = error instanceof Error ? error.message : String(error);
                onError(token, 'RESOURCE_EXHAUSTION', message);
            }
            break;
        default: {
            const message = token.type === 'error'
                ? token.message
                : `Unsupported token (type: ${token.type})`;
            onError(token, 'UNEXPECTED_TOKEN', message);
            isSrcToken = false;
        }
    }
    node ?? (node = composeEmptyNode(ctx, token.offset, undefined, null, props, onError));
    if (anchor && node.anchor === '')
        onError(anchor, 'BAD_ALIAS', 'Anchor cannot be an empty string');
    if (atKey &&
        ctx.options.stringKeys &&
        (!identity.isScalar(node) ||
            typeof node.value !== 'string' ||
            (node.tag && node.tag !== 'tag:yaml.org,2002:str'))) {
        const msg = 'With stringKeys, all keys must be strings';
        onError(tag ?? token, 'NON_STRING_KEY', msg);
    }
    if (spaceBefore)
        node.spaceBefore = true;
    if (comment) {
        if (token.type === 'scalar' && token.source === '')
            node.comment = comment;
        else
            node.commentBefore = comment;
    }
    // @ts-expect-error Type checking misses meaning of isSrcToken
    if (ctx.options.keepSourceTokens && isSrcToken)
        node.srcToken = token;
    return node;
}
function composeEmptyNode(ctx, offset, before, pos, { spaceBefore, comment, anchor, tag, end }, onError) {
    const token = {
        type: 'scalar',
        offset: utilEmptyScalarPosition.emptyScalarPosition(offset, before, pos),
        indent: -1,
        source: ''
    };
    const node = composeScalar.composeScalar(ctx, token, tag, onError);
    if (anchor) {
        node.anchor = anchor.source.substring(1);
        if (node.anchor === '')
            onError(anchor, 'BAD_ALIAS', 'Anchor cannot be an empty string');
    }
    if (spaceBefore)
        node.spaceBefore = true;
    if (comment) {
        node.comment = comment;
        node.range[2] = end;
    }
    return node;
}
function composeAlias({ options }, { offset, source, end }, onError) {
    const alias = new Alias.Alias(source.substring(1));
    if (alias.source === '')
        onError(offset, 'BAD_ALIAS', 'Alias cannot be an empty string');
    if (alias.source.endsWith(':'))
        onError(offset + source.length - 1, 'BAD_ALIAS', 'Alias ending in : is ambiguous', true);
    const valueEnd = offset + source.length;
    const re = resolveEnd.resolveEnd(end, valueEnd, options.strict, onError);
    alias.range = [offset, valueEnd, re.offset];
    if (re.comment)
        alias.comment = re.comment;
    return alias;
}

exports.composeEmptyNode = composeEmptyNode;
exports.composeNode = composeNode;


/***/ }),

/***/ 5413:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);
var Scalar = __webpack_require__(63301);
var resolveBlockScalar = __webpack_require__(48913);
var resolveFlowScalar = __webpack_require__(76842);

function composeScalar(ctx, token, tagToken, onError) {
    const { value, type, comment, range } = token.type === 'block-scalar'
        ? resolveBlockScalar.resolveBlockScalar(ctx, token, onError)
        : resolveFlowScalar.resolveFlowScalar(token, ctx.options.strict, onError);
    const tagName = tagToken
        ? ctx.directives.tagName(tagToken.source, msg => onError(tagToken, 'TAG_RESOLVE_FAILED', msg))
        : null;
    let tag;
    if (ctx.options.stringKeys && ctx.atKey) {
        tag = ctx.schema[identity.SCALAR];
    }
    else if (tagName)
        tag = findScalarTagByName(ctx.schema, value, tagName, tagToken, onError);
    else if (token.type === 'scalar')
        tag = findScalarTagByTest(ctx, value, token, onError);
    else
        tag = ctx.schema[identity.SCALAR];
    let scalar;
    try {
        const res = tag.resolve(value, msg => onError(tagToken ?? token, 'TAG_RESOLVE_FAILED', msg), ctx.options);
        scalar = identity.isScalar(res) ? res : new Scalar.Scalar(res);
    }
    catch (error) {
        const msg = error instanceof Error ? error.message : String(error);
        onError(tagToken ?? token, 'TAG_RESOLVE_FAILED', msg);
        scalar = new Scalar.Scalar(value);
    }
    scalar.range = range;
    scalar.source = value;
    if (type)
        scalar.type = type;
    if (tagName)
        scalar.tag = tagName;
    if (tag.format)
        scalar.format = tag.format;
    if (comment)
        scalar.comment = comment;
    return scalar;
}
function findScalarTagByName(schema, value, tagName, tagToken, onError) {
    if (tagName === '!')
        return schema[identity.SCALAR]; // non-specific tag
    const matchWithTest = [];
    for (const tag of schema.tags) {
        if (!tag.collection && tag.tag === tagName) {
            if (tag.default && tag.test)
                matchWithTest.push(tag);
            else
                return tag;
        }
    }
    for (const tag of matchWithTest)
        if (tag.test?.test(value))
            return tag;
    const kt = schema.knownTags[tagName];
    if (kt && !kt.collection) {
        // Ensure that the known tag is available for stringifying,
        // but does not get used by default.
        schema.tags.push(Object.assign({}, kt, { default: false, test: undefined }));
        return kt;
    }
    onError(tagToken, 'TAG_RESOLVE_FAILED', `Unresolved tag: ${tagName}`, tagName !== 'tag:yaml.org,2002:str');
    return schema[identity.SCALAR];
}
function findScalarTagByTest({ atKey, directives, schema }, value, token, onError) {
    const tag = schema.tags.find(tag => (tag.default === true || (atKey && tag.default === 'key')) &&
        tag.test?.test(value)) || schema[identity.SCALAR];
    if (schema.compat) {
        const compat = schema.compat.find(tag => tag.default && tag.test?.test(value)) ??
            schema[identity.SCALAR];
        if (tag.tag !== compat.tag) {
            const ts = directives.tagString(tag.tag);
            const cs = directives.tagString(compat.tag);
            const msg = `Value may be parsed as either ${ts} or ${cs}`;
            onError(token, 'TAG_RESOLVE_FAILED', msg, true);
        }
    }
    return tag;
}

exports.composeScalar = composeScalar;


/***/ }),

/***/ 89984:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var node_process = __webpack_require__(932);
var directives = __webpack_require__(61342);
var Document = __webpack_require__(3021);
var errors = __webpack_require__(91464);
var identity = __webpack_require__(41127);
var composeDoc = __webpack_require__(23683);
var resolveEnd = __webpack_require__(17788);

function getErrorPos(src) {
    if (typeof src === 'number')
        return [src, src + 1];
    if (Array.isArray(src))
        return src.length === 2 ? src : [src[0], src[1]];
    const { offset, source } = src;
    return [offset, offset + (typeof source === 'string' ? source.length : 1)];
}
function parsePrelude(prelude) {
    let comment = '';
    let atComment = false;
    let afterEmptyLine = false;
    for (let i = 0; i < prelude.length; ++i) {
        const source = prelude[i];
        switch (source[0]) {
            case '#':
                comment +=
                    (comment === '' ? '' : afterEmptyLine ? '\n\n' : '\n') +
                        (source.substring(1) || ' ');
                atComment = true;
                afterEmptyLine = false;
                break;
            case '%':
                if (prelude[i + 1]?.[0] !== '#')
                    i += 1;
                atComment = false;
                break;
            default:
                // This may be wrong after doc-end, but in that case it doesn't matter
                if (!atComment)
                    afterEmptyLine = true;
                atComment = false;
        }
    }
    return { comment, afterEmptyLine };
}
/**
 * Compose a stream of CST nodes into a stream of YAML Documents.
 *
 * ```ts
 * import { Composer, Parser } from 'yaml'
 *
 * const src: string = ...
 * const tokens = new Parser().parse(src)
 * const docs = new Composer().compose(tokens)
 * ```
 */
class Composer {
    constructor(options = {}) {
        this.doc = null;
        this.atDirectives = false;
        this.prelude = [];
        this.errors = [];
        this.warnings = [];
        this.onError = (source, code, message, warning) => {
            const pos = getErrorPos(source);
            if (warning)
                this.warnings.push(new errors.YAMLWarning(pos, code, message));
            else
                this.errors.push(new errors.YAMLParseError(pos, code, message));
        };
        // eslint-disable-next-line @typescript-eslint/prefer-nullish-coalescing
        this.directives = new directives.Directives({ version: options.version || '1.2' });
        this.options = options;
    }
    decorate(doc, afterDoc) {
        const { comment, afterEmptyLine } = parsePrelude(this.prelude);
        //console.log({ dc: doc.comment, prelude, comment })
        if (comment) {
            const dc = doc.contents;
            if (afterDoc) {
                doc.comment = doc.comment ? `${doc.comment}\n${comment}` : comment;
            }
            else if (afterEmptyLine || doc.directives.docStart || !dc) {
                doc.commentBefore = comment;
            }
            else if (identity.isCollection(dc) && !dc.flow && dc.items.length > 0) {
                let it = dc.items[0];
                if (identity.isPair(it))
                    it = it.key;
                const cb = it.commentBefore;
                it.commentBefore = cb ? `${comment}\n${cb}` : comment;
            }
            else {
                const cb = dc.commentBefore;
                dc.commentBefore = cb ? `${comment}\n${cb}` : comment;
            }
        }
        if (afterDoc) {
            for (let i = 0; i < this.errors.length; ++i)
                doc.errors.push(this.errors[i]);
            for (let i = 0; i < this.warnings.length; ++i)
                doc.warnings.push(this.warnings[i]);
        }
        else {
            doc.errors = this.errors;
            doc.warnings = this.warnings;
        }
        this.prelude = [];
        this.errors = [];
        this.warnings = [];
    }
    /**
     * Current stream status information.
     *
     * Mostly useful at the end of input for an empty stream.
     */
    streamInfo() {
        return {
            comment: parsePrelude(this.prelude).comment,
            directives: this.directives,
            errors: this.errors,
            warnings: this.warnings
        };
    }
    /**
     * Compose tokens into documents.
     *
     * @param forceDoc - If the stream contains no document, still emit a final document including any comments and directives that would be applied to a subsequent document.
     * @param endOffset - Should be set if `forceDoc` is also set, to set the document range end and to indicate errors correctly.
     */
    *compose(tokens, forceDoc = false, endOffset = -1) {
        for (const token of tokens)
            yield* this.next(token);
        yield* this.end(forceDoc, endOffset);
    }
    /** Advance the composer by one CST token. */
    *next(token) {
        if (node_process.env.LOG_STREAM)
            console.dir(token, { depth: null });
        switch (token.type) {
            case 'directive':
                this.directives.add(token.source, (offset, message, warning) => {
                    const pos = getErrorPos(token);
                    pos[0] += offset;
                    this.onError(pos, 'BAD_DIRECTIVE', message, warning);
                });
                this.prelude.push(token.source);
                this.atDirectives = true;
                break;
            case 'document': {
                const doc = composeDoc.composeDoc(this.options, this.directives, token, this.onError);
                if (this.atDirectives && !doc.directives.docStart)
                    this.onError(token, 'MISSING_CHAR', 'Missing directives-end/doc-start indicator line');
                this.decorate(doc, false);
                if (this.doc)
                    yield this.doc;
                this.doc = doc;
                this.atDirectives = false;
                break;
            }
            case 'byte-order-mark':
            case 'space':
                break;
            case 'comment':
            case 'newline':
                this.prelude.push(token.source);
                break;
            case 'error': {
                const msg = token.source
                    ? `${token.message}: ${JSON.stringify(token.source)}`
                    : token.message;
                const error = new errors.YAMLParseError(getErrorPos(token), 'UNEXPECTED_TOKEN', msg);
                if (this.atDirectives || !this.doc)
                    this.errors.push(error);
                else
                    this.doc.errors.push(error);
                break;
            }
            case 'doc-end': {
                if (!this.doc) {
                    const msg = 'Unexpected doc-end without preceding document';
                    this.errors.push(new errors.YAMLParseError(getErrorPos(token), 'UNEXPECTED_TOKEN', msg));
                    break;
                }
                this.doc.directives.docEnd = true;
                const end = resolveEnd.resolveEnd(token.end, token.offset + token.source.length, this.doc.options.strict, this.onError);
                this.decorate(this.doc, true);
                if (end.comment) {
                    const dc = this.doc.comment;
                    this.doc.comment = dc ? `${dc}\n${end.comment}` : end.comment;
                }
                this.doc.range[2] = end.offset;
                break;
            }
            default:
                this.errors.push(new errors.YAMLParseError(getErrorPos(token), 'UNEXPECTED_TOKEN', `Unsupported token ${token.type}`));
        }
    }
    /**
     * Call at end of input to yield any remaining document.
     *
     * @param forceDoc - If the stream contains no document, still emit a final document including any comments and directives that would be applied to a subsequent document.
     * @param endOffset - Should be set if `forceDoc` is also set, to set the document range end and to indicate errors correctly.
     */
    *end(forceDoc = false, endOffset = -1) {
        if (this.doc) {
            this.decorate(this.doc, true);
            yield this.doc;
            this.doc = null;
        }
        else if (forceDoc) {
            const opts = Object.assign({ _directives: this.directives }, this.options);
            const doc = new Document.Document(undefined, opts);
            if (this.atDirectives)
                this.onError(endOffset, 'MISSING_CHAR', 'Missing directives-end indicator line');
            doc.range = [0, endOffset, endOffset];
            this.decorate(doc, false);
            yield doc;
        }
    }
}

exports.Composer = Composer;


/***/ }),

/***/ 87103:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var Pair = __webpack_require__(57165);
var YAMLMap = __webpack_require__(84454);
var resolveProps = __webpack_require__(34631);
var utilContainsNewline = __webpack_require__(9499);
var utilFlowIndentCheck = __webpack_require__(74051);
var utilMapIncludes = __webpack_require__(81187);

const startColMsg = 'All mapping items must start at the same column';
function resolveBlockMap({ composeNode, composeEmptyNode }, ctx, bm, onError, tag) {
    const NodeClass = tag?.nodeClass ?? YAMLMap.YAMLMap;
    const map = new NodeClass(ctx.schema);
    if (ctx.atRoot)
        ctx.atRoot = false;
    let offset = bm.offset;
    let commentEnd = null;
    for (const collItem of bm.items) {
        const { start, key, sep, value } = collItem;
        // key properties
        const keyProps = resolveProps.resolveProps(start, {
            indicator: 'explicit-key-ind',
            next: key ?? sep?.[0],
            offset,
            onError,
            parentIndent: bm.indent,
            startOnNewline: true
        });
        const implicitKey = !keyProps.found;
        if (implicitKey) {
            if (key) {
                if (key.type === 'block-seq')
                    onError(offset, 'BLOCK_AS_IMPLICIT_KEY', 'A block sequence may not be used as an implicit map key');
                else if ('indent' in key && key.indent !== bm.indent)
                    onError(offset, 'BAD_INDENT', startColMsg);
            }
            if (!keyProps.anchor && !keyProps.tag && !sep) {
                commentEnd = keyProps.end;
                if (keyProps.comment) {
                    if (map.comment)
                        map.comment += '\n' + keyProps.comment;
                    else
                        map.comment = keyProps.comment;
                }
                continue;
            }
            if (keyProps.newlineAfterProp || utilContainsNewline.containsNewline(key)) {
                onError(key ?? start[start.length - 1], 'MULTILINE_IMPLICIT_KEY', 'Implicit keys need to be on a single line');
            }
        }
        else if (keyProps.found?.indent !== bm.indent) {
            onError(offset, 'BAD_INDENT', startColMsg);
        }
        // key value
        ctx.atKey = true;
        const keyStart = keyProps.end;
        const keyNode = key
            ? composeNode(ctx, key, keyProps, onError)
            : composeEmptyNode(ctx, keyStart, start, null, keyProps, onError);
        if (ctx.schema.compat)
            utilFlowIndentCheck.flowIndentCheck(bm.indent, key, onError);
        ctx.atKey = false;
        if (utilMapIncludes.mapIncludes(ctx, map.items, keyNode))
            onError(keyStart, 'DUPLICATE_KEY', 'Map keys must be unique');
        // value properties
        const valueProps = resolveProps.resolveProps(sep ?? [], {
            indicator: 'map-value-ind',
            next: value,
            offset: keyNode.range[2],
            onError,
            parentIndent: bm.indent,
            startOnNewline: !key || key.type === 'block-scalar'
        });
        offset = valueProps.end;
        if (valueProps.found) {
            if (implicitKey) {
                if (value?.type === 'block-map' && !valueProps.hasNewline)
                    onError(offset, 'BLOCK_AS_IMPLICIT_KEY', 'Nested mappings are not allowed in compact mappings');
                if (ctx.options.strict &&
                    keyProps.start < valueProps.found.offset - 1024)
                    onError(keyNode.range, 'KEY_OVER_1024_CHARS', 'The : indicator must be at most 1024 chars after the start of an implicit block mapping key');
            }
            // value value
            const valueNode = value
                ? composeNode(ctx, value, valueProps, onError)
                : composeEmptyNode(ctx, offset, sep, null, valueProps, onError);
            if (ctx.schema.compat)
                utilFlowIndentCheck.flowIndentCheck(bm.indent, value, onError);
            offset = valueNode.range[2];
            const pair = new Pair.Pair(keyNode, valueNode);
            if (ctx.options.keepSourceTokens)
                pair.srcToken = collItem;
            map.items.push(pair);
        }
        else {
            // key with no value
            if (implicitKey)
                onError(keyNode.range, 'MISSING_CHAR', 'Implicit map keys need to be followed by map values');
            if (valueProps.comment) {
                if (keyNode.comment)
                    keyNode.comment += '\n' + valueProps.comment;
                else
                    keyNode.comment = valueProps.comment;
            }
            const pair = new Pair.Pair(keyNode);
            if (ctx.options.keepSourceTokens)
                pair.srcToken = collItem;
            map.items.push(pair);
        }
    }
    if (commentEnd && commentEnd < offset)
        onError(commentEnd, 'IMPOSSIBLE', 'Map comment with trailing content');
    map.range = [bm.offset, offset, commentEnd ?? offset];
    return map;
}

exports.resolveBlockMap = resolveBlockMap;


/***/ }),

/***/ 48913:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var Scalar = __webpack_require__(63301);

function resolveBlockScalar(ctx, scalar, onError) {
    const start = scalar.offset;
    const header = parseBlockScalarHeader(scalar, ctx.options.strict, onError);
    if (!header)
        return { value: '', type: null, comment: '', range: [start, start, start] };
    const type = header.mode === '>' ? Scalar.Scalar.BLOCK_FOLDED : Scalar.Scalar.BLOCK_LITERAL;
    const lines = scalar.source ? splitLines(scalar.source) : [];
    // determine the end of content & start of chomping
    let chompStart = lines.length;
    for (let i = lines.length - 1; i >= 0; --i) {
        const content = lines[i][1];
        if (content === '' || content === '\r')
            chompStart = i;
        else
            break;
    }
    // shortcut for empty contents
    if (chompStart === 0) {
        const value = header.chomp === '+' && lines.length > 0
            ? '\n'.repeat(Math.max(1, lines.length - 1))
            : '';
        let end = start + header.length;
        if (scalar.source)
            end += scalar.source.length;
        return { value, type, comment: header.comment, range: [start, end, end] };
    }
    // find the indentation level to trim from start
    let trimIndent = scalar.indent + header.indent;
    let offset = scalar.offset + header.length;
    let contentStart = 0;
    for (let i = 0; i < chompStart; ++i) {
        const [indent, content] = lines[i];
        if (content === '' || content === '\r') {
            if (header.indent === 0 && indent.length > trimIndent)
                trimIndent = indent.length;
        }
        else {
            if (indent.length < trimIndent) {
                const message = 'Block scalars with more-indented leading empty lines must use an explicit indentation indicator';
                onError(offset + indent.length, 'MISSING_CHAR', message);
            }
            if (header.indent === 0)
                trimIndent = indent.length;
            contentStart = i;
            if (trimIndent === 0 && !ctx.atRoot) {
                const message = 'Block scalar values in collections must be indented';
                onError(offset, 'BAD_INDENT', message);
            }
            break;
        }
        offset += indent.length + content.length + 1;
    }
    // include trailing more-indented empty lines in content
    for (let i = lines.length - 1; i >= chompStart; --i) {
        if (lines[i][0].length > trimIndent)
            chompStart = i + 1;
    }
    let value = '';
    let sep = '';
    let prevMoreIndented = false;
    // leading whitespace is kept intact
    for (let i = 0; i < contentStart; ++i)
        value += lines[i][0].slice(trimIndent) + '\n';
    for (let i = contentStart; i < chompStart; ++i) {
        let [indent, content] = lines[i];
        offset += indent.length + content.length + 1;
        const crlf = content[content.length - 1] === '\r';
        if (crlf)
            content = content.slice(0, -1);
        /* istanbul ignore if already caught in lexer */
        if (content && indent.length < trimIndent) {
            const src = header.indent
                ? 'explicit indentation indicator'
                : 'first line';
            const message = `Block scalar lines must not be less indented than their ${src}`;
            onError(offset - content.length - (crlf ? 2 : 1), 'BAD_INDENT', message);
            indent = '';
        }
        if (type === Scalar.Scalar.BLOCK_LITERAL) {
            value += sep + indent.slice(trimIndent) + content;
            sep = '\n';
        }
        else if (indent.length > trimIndent || content[0] === '\t') {
            // more-indented content within a folded block
            if (sep === ' ')
                sep = '\n';
            else if (!prevMoreIndented && sep === '\n')
                sep = '\n\n';
            value += sep + indent.slice(trimIndent) + content;
            sep = '\n';
            prevMoreIndented = true;
        }
        else if (content === '') {
            // empty line
            if (sep === '\n')
                value += '\n';
            else
                sep = '\n';
        }
        else {
            value += sep + content;
            sep = ' ';
            prevMoreIndented = false;
        }
    }
    switch (header.chomp) {
        case '-':
            break;
        case '+':
            for (let i = chompStart; i < lines.length; ++i)
                value += '\n' + lines[i][0].slice(trimIndent);
            if (value[value.length - 1] !== '\n')
                value += '\n';
            break;
        default:
            value += '\n';
    }
    const end = start + header.length + scalar.source.length;
    return { value, type, comment: header.comment, range: [start, end, end] };
}
function parseBlockScalarHeader({ offset, props }, strict, onError) {
    /* istanbul ignore if should not happen */
    if (props[0].type !== 'block-scalar-header') {
        onError(props[0], 'IMPOSSIBLE', 'Block scalar header not found');
        return null;
    }
    const { source } = props[0];
    const mode = source[0];
    let indent = 0;
    let chomp = '';
    let error = -1;
    for (let i = 1; i < source.length; ++i) {
        const ch = source[i];
        if (!chomp && (ch === '-' || ch === '+'))
            chomp = ch;
        else {
            const n = Number(ch);
            if (!indent && n)
                indent = n;
            else if (error === -1)
                error = offset + i;
        }
    }
    if (error !== -1)
        onError(error, 'UNEXPECTED_TOKEN', `Block scalar header includes extra characters: ${source}`);
    let hasSpace = false;
    let comment = '';
    let length = source.length;
    for (let i = 1; i < props.length; ++i) {
        const token = props[i];
        switch (token.type) {
            case 'space':
                hasSpace = true;
            // fallthrough
            case 'newline':
                length += token.source.length;
                break;
            case 'comment':
                if (strict && !hasSpace) {
                    const message = 'Comments must be separated from other tokens by white space characters';
                    onError(token, 'MISSING_CHAR', message);
                }
                length += token.source.length;
                comment = token.source.substring(1);
                break;
            case 'error':
                onError(token, 'UNEXPECTED_TOKEN', token.message);
                length += token.source.length;
                break;
            /* istanbul ignore next should not happen */
            default: {
                const message = `Unexpected token in block scalar header: ${token.type}`;
                onError(token, 'UNEXPECTED_TOKEN', message);
                const ts = token.source;
                if (ts && typeof ts === 'string')
                    length += ts.length;
            }
        }
    }
    return { mode, indent, chomp, comment, length };
}
/** @returns Array of lines split up as `[indent, content]` */
function splitLines(source) {
    const split = source.split(/\n( *)/);
    const first = split[0];
    const m = first.match(/^( *)/);
    const line0 = m?.[1]
        ? [m[1], first.slice(m[1].length)]
        : ['', first];
    const lines = [line0];
    for (let i = 1; i < split.length; i += 2)
        lines.push([split[i], split[i + 1]]);
    return lines;
}

exports.resolveBlockScalar = resolveBlockScalar;


/***/ }),

/***/ 90334:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var YAMLSeq = __webpack_require__(92223);
var resolveProps = __webpack_require__(34631);
var utilFlowIndentCheck = __webpack_require__(74051);

function resolveBlockSeq({ composeNode, composeEmptyNode }, ctx, bs, onError, tag) {
    const NodeClass = tag?.nodeClass ?? YAMLSeq.YAMLSeq;
    const seq = new NodeClass(ctx.schema);
    if (ctx.atRoot)
        ctx.atRoot = false;
    if (ctx.atKey)
        ctx.atKey = false;
    let offset = bs.offset;
    let commentEnd = null;
    for (const { start, value } of bs.items) {
        const props = resolveProps.resolveProps(start, {
            indicator: 'seq-item-ind',
            next: value,
            offset,
            onError,
            parentIndent: bs.indent,
            startOnNewline: true
        });
        if (!props.found) {
            if (props.anchor || props.tag || value) {
                if (value?.type === 'block-seq')
                    onError(props.end, 'BAD_INDENT', 'All sequence items must start at the same column');
                else
                    onError(offset, 'MISSING_CHAR', 'Sequence item without - indicator');
            }
            else {
                commentEnd = props.end;
                if (props.comment)
                    seq.comment = props.comment;
                continue;
            }
        }
        const node = value
            ? composeNode(ctx, value, props, onError)
            : composeEmptyNode(ctx, props.end, start, null, props, onError);
        if (ctx.schema.compat)
            utilFlowIndentCheck.flowIndentCheck(bs.indent, value, onError);
        offset = node.range[2];
        seq.items.push(node);
    }
    seq.range = [bs.offset, offset, commentEnd ?? offset];
    return seq;
}

exports.resolveBlockSeq = resolveBlockSeq;


/***/ }),

/***/ 17788:
/***/ ((__unused_webpack_module, exports) => {



function resolveEnd(end, offset, reqSpace, onError) {
    let comment = '';
    if (end) {
        let hasSpace = false;
        let sep = '';
        for (const token of end) {
            const { source, type } = token;
            switch (type) {
                case 'space':
                    hasSpace = true;
                    break;
                case 'comment': {
                    if (reqSpace && !hasSpace)
                        onError(token, 'MISSING_CHAR', 'Comments must be separated from other tokens by white space characters');
                    const cb = source.substring(1) || ' ';
                    if (!comment)
                        comment = cb;
                    else
                        comment += sep + cb;
                    sep = '';
                    break;
                }
                case 'newline':
                    if (comment)
                        sep += source;
                    hasSpace = true;
                    break;
                default:
                    onError(token, 'UNEXPECTED_TOKEN', `Unexpected ${type} at node end`);
            }
            offset += source.length;
        }
    }
    return { comment, offset };
}

exports.resolveEnd = resolveEnd;


/***/ }),

/***/ 13142:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);
var Pair = __webpack_require__(57165);
var YAMLMap = __webpack_require__(84454);
var YAMLSeq = __webpack_require__(92223);
var resolveEnd = __webpack_require__(17788);
var resolveProps = __webpack_require__(34631);
var utilContainsNewline = __webpack_require__(9499);
var utilMapIncludes = __webpack_require__(81187);

const blockMsg = 'Block collections are not allowed within flow collections';
const isBlock = (token) => token && (token.type === 'block-map' || token.type === 'block-seq');
function resolveFlowCollection({ composeNode, composeEmptyNode }, ctx, fc, onError, tag) {
    const isMap = fc.start.source === '{';
    const fcName = isMap ? 'flow map' : 'flow sequence';
    const NodeClass = (tag?.nodeClass ?? (isMap ? YAMLMap.YAMLMap : YAMLSeq.YAMLSeq));
    const coll = new NodeClass(ctx.schema);
    coll.flow = true;
    const atRoot = ctx.atRoot;
    if (atRoot)
        ctx.atRoot = false;
    if (ctx.atKey)
        ctx.atKey = false;
    let offset = fc.offset + fc.start.source.length;
    for (let i = 0; i < fc.items.length; ++i) {
        const collItem = fc.items[i];
        const { start, key, sep, value } = collItem;
        const props = resolveProps.resolveProps(start, {
            flow: fcName,
            indicator: 'explicit-key-ind',
            next: key ?? sep?.[0],
            offset,
            onError,
            parentIndent: fc.indent,
            startOnNewline: false
        });
        if (!props.found) {
            if (!props.anchor && !props.tag && !sep && !value) {
                if (i === 0 && props.comma)
                    onError(props.comma, 'UNEXPECTED_TOKEN', `Unexpected , in ${fcName}`);
                else if (i < fc.items.length - 1)
                    onError(props.start, 'UNEXPECTED_TOKEN', `Unexpected empty item in ${fcName}`);
                if (props.comment) {
                    if (coll.comment)
                        coll.comment += '\n' + props.comment;
                    else
                        coll.comment = props.comment;
                }
                offset = props.end;
                continue;
            }
            if (!isMap && ctx.options.strict && utilContainsNewline.containsNewline(key))
                onError(key, // checked by containsNewline()
                'MULTILINE_IMPLICIT_KEY', 'Implicit keys of flow sequence pairs need to be on a single line');
        }
        if (i === 0) {
            if (props.comma)
                onError(props.comma, 'UNEXPECTED_TOKEN', `Unexpected , in ${fcName}`);
        }
        else {
            if (!props.comma)
                onError(props.start, 'MISSING_CHAR', `Missing , between ${fcName} items`);
            if (props.comment) {
                let prevItemComment = '';
                loop: for (const st of start) {
                    switch (st.type) {
                        case 'comma':
                        case 'space':
                            break;
                        case 'comment':
                            prevItemComment = st.source.substring(1);
                            break loop;
                        default:
                            break loop;
                    }
                }
                if (prevItemComment) {
                    let prev = coll.items[coll.items.length - 1];
                    if (identity.isPair(prev))
                        prev = prev.value ?? prev.key;
                    if (prev.comment)
                        prev.comment += '\n' + prevItemComment;
                    else
                        prev.comment = prevItemComment;
                    props.comment = props.comment.substring(prevItemComment.length + 1);
                }
            }
        }
        if (!isMap && !sep && !props.found) {
            // item is a value in a seq
            // → key & sep are empty, start does not include ? or :
            const valueNode = value
                ? composeNode(ctx, value, props, onError)
                : composeEmptyNode(ctx, props.end, sep, null, props, onError);
            coll.items.push(valueNode);
            offset = valueNode.range[2];
            if (isBlock(value))
                onError(valueNode.range, 'BLOCK_IN_FLOW', blockMsg);
        }
        else {
            // item is a key+value pair
            // key value
            ctx.atKey = true;
            const keyStart = props.end;
            const keyNode = key
                ? composeNode(ctx, key, props, onError)
                : composeEmptyNode(ctx, keyStart, start, null, props, onError);
            if (isBlock(key))
                onError(keyNode.range, 'BLOCK_IN_FLOW', blockMsg);
            ctx.atKey = false;
            // value properties
            const valueProps = resolveProps.resolveProps(sep ?? [], {
                flow: fcName,
                indicator: 'map-value-ind',
                next: value,
                offset: keyNode.range[2],
                onError,
                parentIndent: fc.indent,
                startOnNewline: false
            });
            if (valueProps.found) {
                if (!isMap && !props.found && ctx.options.strict) {
                    if (sep)
                        for (const st of sep) {
                            if (st === valueProps.found)
                                break;
                            if (st.type === 'newline') {
                                onError(st, 'MULTILINE_IMPLICIT_KEY', 'Implicit keys of flow sequence pairs need to be on a single line');
                                break;
                            }
                        }
                    if (props.start < valueProps.found.offset - 1024)
                        onError(valueProps.found, 'KEY_OVER_1024_CHARS', 'The : indicator must be at most 1024 chars after the start of an implicit flow sequence key');
                }
            }
            else if (value) {
                if ('source' in value && value.source?.[0] === ':')
                    onError(value, 'MISSING_CHAR', `Missing space after : in ${fcName}`);
                else
                    onError(valueProps.start, 'MISSING_CHAR', `Missing , or : between ${fcName} items`);
            }
            // value value
            const valueNode = value
                ? composeNode(ctx, value, valueProps, onError)
                : valueProps.found
                    ? composeEmptyNode(ctx, valueProps.end, sep, null, valueProps, onError)
                    : null;
            if (valueNode) {
                if (isBlock(value))
                    onError(valueNode.range, 'BLOCK_IN_FLOW', blockMsg);
            }
            else if (valueProps.comment) {
                if (keyNode.comment)
                    keyNode.comment += '\n' + valueProps.comment;
                else
                    keyNode.comment = valueProps.comment;
            }
            const pair = new Pair.Pair(keyNode, valueNode);
            if (ctx.options.keepSourceTokens)
                pair.srcToken = collItem;
            if (isMap) {
                const map = coll;
                if (utilMapIncludes.mapIncludes(ctx, map.items, keyNode))
                    onError(keyStart, 'DUPLICATE_KEY', 'Map keys must be unique');
                map.items.push(pair);
            }
            else {
                const map = new YAMLMap.YAMLMap(ctx.schema);
                map.flow = true;
                map.items.push(pair);
                const endRange = (valueNode ?? keyNode).range;
                map.range = [keyNode.range[0], endRange[1], endRange[2]];
                coll.items.push(map);
            }
            offset = valueNode ? valueNode.range[2] : valueProps.end;
        }
    }
    const expectedEnd = isMap ? '}' : ']';
    const [ce, ...ee] = fc.end;
    let cePos = offset;
    if (ce?.source === expectedEnd)
        cePos = ce.offset + ce.source.length;
    else {
        const name = fcName[0].toUpperCase() + fcName.substring(1);
        const msg = atRoot
            ? `${name} must end with a ${expectedEnd}`
            : `${name} in block collection must be sufficiently indented and end with a ${expectedEnd}`;
        onError(offset, atRoot ? 'MISSING_CHAR' : 'BAD_INDENT', msg);
        if (ce && ce.source.length !== 1)
            ee.unshift(ce);
    }
    if (ee.length > 0) {
        const end = resolveEnd.resolveEnd(ee, cePos, ctx.options.strict, onError);
        if (end.comment) {
            if (coll.comment)
                coll.comment += '\n' + end.comment;
            else
                coll.comment = end.comment;
        }
        coll.range = [fc.offset, cePos, end.offset];
    }
    else {
        coll.range = [fc.offset, cePos, cePos];
    }
    return coll;
}

exports.resolveFlowCollection = resolveFlowCollection;


/***/ }),

/***/ 76842:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var Scalar = __webpack_require__(63301);
var resolveEnd = __webpack_require__(17788);

function resolveFlowScalar(scalar, strict, onError) {
    const { offset, type, source, end } = scalar;
    let _type;
    let value;
    const _onError = (rel, code, msg) => onError(offset + rel, code, msg);
    switch (type) {
        case 'scalar':
            _type = Scalar.Scalar.PLAIN;
            value = plainValue(source, _onError);
            break;
        case 'single-quoted-scalar':
            _type = Scalar.Scalar.QUOTE_SINGLE;
            value = singleQuotedValue(source, _onError);
            break;
        case 'double-quoted-scalar':
            _type = Scalar.Scalar.QUOTE_DOUBLE;
            value = doubleQuotedValue(source, _onError);
            break;
        /* istanbul ignore next should not happen */
        default:
            onError(scalar, 'UNEXPECTED_TOKEN', `Expected a flow scalar value, but found: ${type}`);
            return {
                value: '',
                type: null,
                comment: '',
                range: [offset, offset + source.length, offset + source.length]
            };
    }
    const valueEnd = offset + source.length;
    const re = resolveEnd.resolveEnd(end, valueEnd, strict, onError);
    return {
        value,
        type: _type,
        comment: re.comment,
        range: [offset, valueEnd, re.offset]
    };
}
function plainValue(source, onError) {
    let badChar = '';
    switch (source[0]) {
        /* istanbul ignore next should not happen */
        case '\t':
            badChar = 'a tab character';
            break;
        case ',':
            badChar = 'flow indicator character ,';
            break;
        case '%':
            badChar = 'directive indicator character %';
            break;
        case '|':
        case '>': {
            badChar = `block scalar indicator ${source[0]}`;
            break;
        }
        case '@':
        case '`': {
            badChar = `reserved character ${source[0]}`;
            break;
        }
    }
    if (badChar)
        onError(0, 'BAD_SCALAR_START', `Plain value cannot start with ${badChar}`);
    return unfoldLines(source);
}
function singleQuotedValue(source, onError) {
    if (source[source.length - 1] !== "'" || source.length === 1)
        onError(source.length, 'MISSING_CHAR', "Missing closing 'quote");
    return unfoldLines(source.slice(1, -1)).replace(/''/g, "'");
}
function unfoldLines(source) {
    const line = /(.*?)\r?\n/sy;
    let match = line.exec(source);
    if (!match)
        return source;
    /**
     * The negative lookbehinds in these RegExps are to
     * prevent causing a polynomial search time in certain cases.
     *
     * The try-catch is for Safari < 16.4 and other old browsers:
     * https://caniuse.com/js-regexp-lookbehind
     */
    let trimEnd, trimBoth;
    try {
        trimEnd = new RegExp('(?<![ \t])[ \t]+$');
        trimBoth = new RegExp('^[ \t]+|(?<![ \t])[ \t]+$', 'g');
    }
    catch {
        trimEnd = /[ \t]+$/;
        trimBoth = /^[ \t]+|[ \t]+$/g;
    }
    let res = match[1].replace(trimEnd, '');
    let sep = ' ';
    let pos = line.lastIndex;
    while ((match = line.exec(source))) {
        const lm = match[1].replace(trimBoth, '');
        if (lm === '') {
            if (sep === '\n')
                res += sep;
            else
                sep = '\n';
        }
        else {
            res += sep + lm;
            sep = ' ';
        }
        pos = line.lastIndex;
    }
    const last = /[ \t]*(.*)/sy;
    last.lastIndex = pos;
    match = last.exec(source);
    return res + sep + (match?.[1] ?? '');
}
function doubleQuotedValue(source, onError) {
    let res = '';
    for (let i = 1; i < source.length - 1; ++i) {
        const ch = source[i];
        if (ch === '\r' && source[i + 1] === '\n')
            continue;
        if (ch === '\n') {
            const { fold, offset } = foldNewline(source, i);
            res += fold;
            i = offset;
        }
        else if (ch === '\\') {
            let next = source[++i];
            const cc = escapeCodes[next];
            if (cc)
                res += cc;
            else if (next === '\n') {
                // skip escaped newlines, but still trim the following line
                next = source[i + 1];
                while (next === ' ' || next === '\t')
                    next = source[++i + 1];
            }
            else if (next === '\r' && source[i + 1] === '\n') {
                // skip escaped CRLF newlines, but still trim the following line
                next = source[++i + 1];
                while (next === ' ' || next === '\t')
                    next = source[++i + 1];
            }
            else if (next === 'x' || next === 'u' || next === 'U') {
                const length = next === 'x' ? 2 : next === 'u' ? 4 : 8;
                res += parseCharCode(source, i + 1, length, onError);
                i += length;
            }
            else {
                const raw = source.substr(i - 1, 2);
                onError(i - 1, 'BAD_DQ_ESCAPE', `Invalid escape sequence ${raw}`);
                res += raw;
            }
        }
        else if (ch === ' ' || ch === '\t') {
            // trim trailing whitespace
            const wsStart = i;
            let next = source[i + 1];
            while (next === ' ' || next === '\t')
                next = source[++i + 1];
            if (next !== '\n' && !(next === '\r' && source[i + 2] === '\n'))
                res += i > wsStart ? source.slice(wsStart, i + 1) : ch;
        }
        else {
            res += ch;
        }
    }
    if (source[source.length - 1] !== '"' || source.length === 1)
        onError(source.length, 'MISSING_CHAR', 'Missing closing "quote');
    return res;
}
/**
 * Fold a single newline into a space, multiple newlines to N - 1 newlines.
 * Presumes `source[offset] === '\n'`
 */
function foldNewline(source, offset) {
    let fold = '';
    let ch = source[offset + 1];
    while (ch === ' ' || ch === '\t' || ch === '\n' || ch === '\r') {
        if (ch === '\r' && source[offset + 2] !== '\n')
            break;
        if (ch === '\n')
            fold += '\n';
        offset += 1;
        ch = source[offset + 1];
    }
    if (!fold)
        fold = ' ';
    return { fold, offset };
}
const escapeCodes = {
    '0': '\0', // null character
    a: '\x07', // bell character
    b: '\b', // backspace
    e: '\x1b', // escape character
    f: '\f', // form feed
    n: '\n', // line feed
    r: '\r', // carriage return
    t: '\t', // horizontal tab
    v: '\v', // vertical tab
    N: '\u0085', // Unicode next line
    _: '\u00a0', // Unicode non-breaking space
    L: '\u2028', // Unicode line separator
    P: '\u2029', // Unicode paragraph separator
    ' ': ' ',
    '"': '"',
    '/': '/',
    '\\': '\\',
    '\t': '\t'
};
function parseCharCode(source, offset, length, onError) {
    const cc = source.substr(offset, length);
    const ok = cc.length === length && /^[0-9a-fA-F]+$/.test(cc);
    const code = ok ? parseInt(cc, 16) : NaN;
    try {
        return String.fromCodePoint(code);
    }
    catch {
        const raw = source.substr(offset - 2, length + 2);
        onError(offset - 2, 'BAD_DQ_ESCAPE', `Invalid escape sequence ${raw}`);
        return raw;
    }
}

exports.resolveFlowScalar = resolveFlowScalar;


/***/ }),

/***/ 34631:
/***/ ((__unused_webpack_module, exports) => {



function resolveProps(tokens, { flow, indicator, next, offset, onError, parentIndent, startOnNewline }) {
    let spaceBefore = false;
    let atNewline = startOnNewline;
    let hasSpace = startOnNewline;
    let comment = '';
    let commentSep = '';
    let hasNewline = false;
    let reqSpace = false;
    let tab = null;
    let anchor = null;
    let tag = null;
    let newlineAfterProp = null;
    let comma = null;
    let found = null;
    let start = null;
    for (const token of tokens) {
        if (reqSpace) {
            if (token.type !== 'space' &&
                token.type !== 'newline' &&
                token.type !== 'comma')
                onError(token.offset, 'MISSING_CHAR', 'Tags and anchors must be separated from the next token by white space');
            reqSpace = false;
        }
        if (tab) {
            if (atNewline && token.type !== 'comment' && token.type !== 'newline') {
                onError(tab, 'TAB_AS_INDENT', 'Tabs are not allowed as indentation');
            }
            tab = null;
        }
        switch (token.type) {
            case 'space':
                // At the doc level, tabs at line start may be parsed
                // as leading white space rather than indentation.
                // In a flow collection, only the parser handles indent.
                if (!flow &&
                    (indicator !== 'doc-start' || next?.type !== 'flow-collection') &&
                    token.source.includes('\t')) {
                    tab = token;
                }
                hasSpace = true;
                break;
            case 'comment': {
                if (!hasSpace)
                    onError(token, 'MISSING_CHAR', 'Comments must be separated from other tokens by white space characters');
                const cb = token.source.substring(1) || ' ';
                if (!comment)
                    comment = cb;
                else
                    comment += commentSep + cb;
                commentSep = '';
                atNewline = false;
                break;
            }
            case 'newline':
                if (atNewline) {
                    if (comment)
                        comment += token.source;
                    else if (!found || indicator !== 'seq-item-ind')
                        spaceBefore = true;
                }
                else
                    commentSep += token.source;
                atNewline = true;
                hasNewline = true;
                if (anchor || tag)
                    newlineAfterProp = token;
                hasSpace = true;
                break;
            case 'anchor':
                if (anchor)
                    onError(token, 'MULTIPLE_ANCHORS', 'A node can have at most one anchor');
                if (token.source.endsWith(':'))
                    onError(token.offset + token.source.length - 1, 'BAD_ALIAS', 'Anchor ending in : is ambiguous', true);
                anchor = token;
                start ?? (start = token.offset);
                atNewline = false;
                hasSpace = false;
                reqSpace = true;
                break;
            case 'tag': {
                if (tag)
                    onError(token, 'MULTIPLE_TAGS', 'A node can have at most one tag');
                tag = token;
                start ?? (start = token.offset);
                atNewline = false;
                hasSpace = false;
                reqSpace = true;
                break;
            }
            case indicator:
                // Could here handle preceding comments differently
                if (anchor || tag)
                    onError(token, 'BAD_PROP_ORDER', `Anchors and tags must be after the ${token.source} indicator`);
                if (found)
                    onError(token, 'UNEXPECTED_TOKEN', `Unexpected ${token.source} in ${flow ?? 'collection'}`);
                found = token;
                atNewline =
                    indicator === 'seq-item-ind' || indicator === 'explicit-key-ind';
                hasSpace = false;
                break;
            case 'comma':
                if (flow) {
                    if (comma)
                        onError(token, 'UNEXPECTED_TOKEN', `Unexpected , in ${flow}`);
                    comma = token;
                    atNewline = false;
                    hasSpace = false;
                    break;
                }
            // else fallthrough
            default:
                onError(token, 'UNEXPECTED_TOKEN', `Unexpected ${token.type} token`);
                atNewline = false;
                hasSpace = false;
        }
    }
    const last = tokens[tokens.length - 1];
    const end = last ? last.offset + last.source.length : offset;
    if (reqSpace &&
        next &&
        next.type !== 'space' &&
        next.type !== 'newline' &&
        next.type !== 'comma' &&
        (next.type !== 'scalar' || next.source !== '')) {
        onError(next.offset, 'MISSING_CHAR', 'Tags and anchors must be separated from the next token by white space');
    }
    if (tab &&
        ((atNewline && tab.indent <= parentIndent) ||
            next?.type === 'block-map' ||
            next?.type === 'block-seq'))
        onError(tab, 'TAB_AS_INDENT', 'Tabs are not allowed as indentation');
    return {
        comma,
        found,
        spaceBefore,
        comment,
        hasNewline,
        anchor,
        tag,
        newlineAfterProp,
        end,
        start: start ?? end
    };
}

exports.resolveProps = resolveProps;


/***/ }),

/***/ 9499:
/***/ ((__unused_webpack_module, exports) => {



function containsNewline(key) {
    if (!key)
        return null;
    switch (key.type) {
        case 'alias':
        case 'scalar':
        case 'double-quoted-scalar':
        case 'single-quoted-scalar':
            if (key.source.includes('\n'))
                return true;
            if (key.end)
                for (const st of key.end)
                    if (st.type === 'newline')
                        return true;
            return false;
        case 'flow-collection':
            for (const it of key.items) {
                for (const st of it.start)
                    if (st.type === 'newline')
                        return true;
                if (it.sep)
                    for (const st of it.sep)
                        if (st.type === 'newline')
                            return true;
                if (containsNewline(it.key) || containsNewline(it.value))
                    return true;
            }
            return false;
        default:
            return true;
    }
}

exports.containsNewline = containsNewline;


/***/ }),

/***/ 22599:
/***/ ((__unused_webpack_module, exports) => {



function emptyScalarPosition(offset, before, pos) {
    if (before) {
        pos ?? (pos = before.length);
        for (let i = pos - 1; i >= 0; --i) {
            let st = before[i];
            switch (st.type) {
                case 'space':
                case 'comment':
                case 'newline':
                    offset -= st.source.length;
                    continue;
            }
            // Technically, an empty scalar is immediately after the last non-empty
            // node, but it's more useful to place it after any whitespace.
            st = before[++i];
            while (st?.type === 'space') {
                offset += st.source.length;
                st = before[++i];
            }
            break;
        }
    }
    return offset;
}

exports.emptyScalarPosition = emptyScalarPosition;


/***/ }),

/***/ 74051:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var utilContainsNewline = __webpack_require__(9499);

function flowIndentCheck(indent, fc, onError) {
    if (fc?.type === 'flow-collection') {
        const end = fc.end[0];
        if (end.indent === indent &&
            (end.source === ']' || end.source === '}') &&
            utilContainsNewline.containsNewline(fc)) {
            const msg = 'Flow end indicator should be more indented than parent';
            onError(end, 'BAD_INDENT', msg, true);
        }
    }
}

exports.flowIndentCheck = flowIndentCheck;


/***/ }),

/***/ 81187:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);

function mapIncludes(ctx, items, search) {
    const { uniqueKeys } = ctx.options;
    if (uniqueKeys === false)
        return false;
    const isEqual = typeof uniqueKeys === 'function'
        ? uniqueKeys
        : (a, b) => a === b || (identity.isScalar(a) && identity.isScalar(b) && a.value === b.value);
    return items.some(pair => isEqual(pair.key, search));
}

exports.mapIncludes = mapIncludes;


/***/ }),

/***/ 3021:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var Alias = __webpack_require__(4065);
var Collection = __webpack_require__(40101);
var identity = __webpack_require__(41127);
var Pair = __webpack_require__(57165);
var toJS = __webpack_require__(74043);
var Schema = __webpack_require__(45840);
var stringifyDocument = __webpack_require__(6829);
var anchors = __webpack_require__(71596);
var applyReviver = __webpack_require__(83661);
var createNode = __webpack_require__(42404);
var directives = __webpack_require__(61342);

class Document {
    constructor(value, replacer, options) {
        /** A comment before this Document */
        this.commentBefore = null;
        /** A comment immediately after this Document */
        this.comment = null;
        /** Errors encountered during parsing. */
        this.errors = [];
        /** Warnings encountered during parsing. */
        this.warnings = [];
        Object.defineProperty(this, identity.NODE_TYPE, { value: identity.DOC });
        let _replacer = null;
        if (typeof replacer === 'function' || Array.isArray(replacer)) {
            _replacer = replacer;
        }
        else if (options === undefined && replacer) {
            options = replacer;
            replacer = undefined;
        }
        const opt = Object.assign({
            intAsBigInt: false,
            keepSourceTokens: false,
            logLevel: 'warn',
            prettyErrors: true,
            strict: true,
            stringKeys: false,
            uniqueKeys: true,
            version: '1.2'
        }, options);
        this.options = opt;
        let { version } = opt;
        if (options?._directives) {
            this.directives = options._directives.atDocument();
            if (this.directives.yaml.explicit)
                version = this.directives.yaml.version;
        }
        else
            this.directives = new directives.Directives({ version });
        this.setSchema(version, options);
        // @ts-expect-error We can't really know that this matches Contents.
        this.contents =
            value === undefined ? null : this.createNode(value, _replacer, options);
    }
    /**
     * Create a deep copy of this Document and its contents.
     *
     * Custom Node values that inherit from `Object` still refer to their original instances.
     */
    clone() {
        const copy = Object.create(Document.prototype, {
            [identity.NODE_TYPE]: { value: identity.DOC }
        });
        copy.commentBefore = this.commentBefore;
        copy.comment = this.comment;
        copy.errors = this.errors.slice();
        copy.warnings = this.warnings.slice();
        copy.options = Object.assign({}, this.options);
        if (this.directives)
            copy.directives = this.directives.clone();
        copy.schema = this.schema.clone();
        // @ts-expect-error We can't really know that this matches Contents.
        copy.contents = identity.isNode(this.contents)
            ? this.contents.clone(copy.schema)
            : this.contents;
        if (this.range)
            copy.range = this.range.slice();
        return copy;
    }
    /** Adds a value to the document. */
    add(value) {
        if (assertCollection(this.contents))
            this.contents.add(value);
    }
    /** Adds a value to the document. */
    addIn(path, value) {
        if (assertCollection(this.contents))
            this.contents.addIn(path, value);
    }
    /**
     * Create a new `Alias` node, ensuring that the target `node` has the required anchor.
     *
     * If `node` already has an anchor, `name` is ignored.
     * Otherwise, the `node.anchor` value will be set to `name`,
     * or if an anchor with that name is already present in the document,
     * `name` will be used as a prefix for a new unique anchor.
     * If `name` is undefined, the generated anchor will use 'a' as a prefix.
     */
    createAlias(node, name) {
        if (!node.anchor) {
            const prev = anchors.anchorNames(this);
            node.anchor =
                // eslint-disable-next-line @typescript-eslint/prefer-nullish-coalescing
                !name || prev.has(name) ? anchors.findNewAnchor(name || 'a', prev) : name;
        }
        return new Alias.Alias(node.anchor);
    }
    createNode(value, replacer, options) {
        let _replacer = undefined;
        if (typeof replacer === 'function') {
            value = replacer.call({ '': value }, '', value);
            _replacer = replacer;
        }
        else if (Array.isArray(replacer)) {
            const keyToStr = (v) => typeof v === 'number' || v instanceof String || v instanceof Number;
            const asStr = replacer.filter(keyToStr).map(String);
            if (asStr.length > 0)
                replacer = replacer.concat(asStr);
            _replacer = replacer;
        }
        else if (options === undefined && replacer) {
            options = replacer;
            replacer = undefined;
        }
        const { aliasDuplicateObjects, anchorPrefix, flow, keepUndefined, onTagObj, tag } = options ?? {};
        const { onAnchor, setAnchors, sourceObjects } = anchors.createNodeAnchors(this, 
        // eslint-disable-next-line @typescript-eslint/prefer-nullish-coalescing
        anchorPrefix || 'a');
        const ctx = {
            aliasDuplicateObjects: aliasDuplicateObjects ?? true,
            keepUndefined: keepUndefined ?? false,
            onAnchor,
            onTagObj,
            replacer: _replacer,
            schema: this.schema,
            sourceObjects
        };
        const node = createNode.createNode(value, tag, ctx);
        if (flow && identity.isCollection(node))
            node.flow = true;
        setAnchors();
        return node;
    }
    /**
     * Convert a key and a value into a `Pair` using the current schema,
     * recursively wrapping all values as `Scalar` or `Collection` nodes.
     */
    createPair(key, value, options = {}) {
        const k = this.createNode(key, null, options);
        const v = this.createNode(value, null, options);
        return new Pair.Pair(k, v);
    }
    /**
     * Removes a value from the document.
     * @returns `true` if the item was found and removed.
     */
    delete(key) {
        return assertCollection(this.contents) ? this.contents.delete(key) : false;
    }
    /**
     * Removes a value from the document.
     * @returns `true` if the item was found and removed.
     */
    deleteIn(path) {
        if (Collection.isEmptyPath(path)) {
            if (this.contents == null)
                return false;
            // @ts-expect-error Presumed impossible if Strict extends false
            this.contents = null;
            return true;
        }
        return assertCollection(this.contents)
            ? this.contents.deleteIn(path)
            : false;
    }
    /**
     * Returns item at `key`, or `undefined` if not found. By default unwraps
     * scalar values from their surrounding node; to disable set `keepScalar` to
     * `true` (collections are always returned intact).
     */
    get(key, keepScalar) {
        return identity.isCollection(this.contents)
            ? this.contents.get(key, keepScalar)
            : undefined;
    }
    /**
     * Returns item at `path`, or `undefined` if not found. By default unwraps
     * scalar values from their surrounding node; to disable set `keepScalar` to
     * `true` (collections are always returned intact).
     */
    getIn(path, keepScalar) {
        if (Collection.isEmptyPath(path))
            return !keepScalar && identity.isScalar(this.contents)
                ? this.contents.value
                : this.contents;
        return identity.isCollection(this.contents)
            ? this.contents.getIn(path, keepScalar)
            : undefined;
    }
    /**
     * Checks if the document includes a value with the key `key`.
     */
    has(key) {
        return identity.isCollection(this.contents) ? this.contents.has(key) : false;
    }
    /**
     * Checks if the document includes a value at `path`.
     */
    hasIn(path) {
        if (Collection.isEmptyPath(path))
            return this.contents !== undefined;
        return identity.isCollection(this.contents) ? this.contents.hasIn(path) : false;
    }
    /**
     * Sets a value in this document. For `!!set`, `value` needs to be a
     * boolean to add/remove the item from the set.
     */
    set(key, value) {
        if (this.contents == null) {
            // @ts-expect-error We can't really know that this matches Contents.
            this.contents = Collection.collectionFromPath(this.schema, [key], value);
        }
        else if (assertCollection(this.contents)) {
            this.contents.set(key, value);
        }
    }
    /**
     * Sets a value in this document. For `!!set`, `value` needs to be a
     * boolean to add/remove the item from the set.
     */
    setIn(path, value) {
        if (Collection.isEmptyPath(path)) {
            // @ts-expect-error We can't really know that this matches Contents.
            this.contents = value;
        }
        else if (this.contents == null) {
            // @ts-expect-error We can't really know that this matches Contents.
            this.contents = Collection.collectionFromPath(this.schema, Array.from(path), value);
        }
        else if (assertCollection(this.contents)) {
            this.contents.setIn(path, value);
        }
    }
    /**
     * Change the YAML version and schema used by the document.
     * A `null` version disables support for directives, explicit tags, anchors, and aliases.
     * It also requires the `schema` option to be given as a `Schema` instance value.
     *
     * Overrides all previously set schema options.
     */
    setSchema(version, options = {}) {
        if (typeof version === 'number')
            version = String(version);
        let opt;
        switch (version) {
            case '1.1':
                if (this.directives)
                    this.directives.yaml.version = '1.1';
                else
                    this.directives = new directives.Directives({ version: '1.1' });
                opt = { resolveKnownTags: false, schema: 'yaml-1.1' };
                break;
            case '1.2':
            case 'next':
                if (this.directives)
                    this.directives.yaml.version = version;
                else
                    this.directives = new directives.Directives({ version });
                opt = { resolveKnownTags: true, schema: 'core' };
                break;
            case null:
                if (this.directives)
                    delete this.directives;
                opt = null;
                break;
            default: {
                const sv = JSON.stringify(version);
                throw new Error(`Expected '1.1', '1.2' or null as first argument, but found: ${sv}`);
            }
        }
        // Not using `instanceof Schema` to allow for duck typing
        if (options.schema instanceof Object)
            this.schema = options.schema;
        else if (opt)
            this.schema = new Schema.Schema(Object.assign(opt, options));
        else
            throw new Error(`With a null YAML version, the { schema: Schema } option is required`);
    }
    // json & jsonArg are only used from toJSON()
    toJS({ json, jsonArg, mapAsMap, maxAliasCount, onAnchor, reviver } = {}) {
        const ctx = {
            anchors: new Map(),
            doc: this,
            keep: !json,
            mapAsMap: mapAsMap === true,
            mapKeyWarned: false,
            maxAliasCount: typeof maxAliasCount === 'number' ? maxAliasCount : 100
        };
        const res = toJS.toJS(this.contents, jsonArg ?? '', ctx);
        if (typeof onAnchor === 'function')
            for (const { count, res } of ctx.anchors.values())
                onAnchor(res, count);
        return typeof reviver === 'function'
            ? applyReviver.applyReviver(reviver, { '': res }, '', res)
            : res;
    }
    /**
     * A JSON representation of the document `contents`.
     *
     * @param jsonArg Used by `JSON.stringify` to indicate the array index or
     *   property name.
     */
    toJSON(jsonArg, onAnchor) {
        return this.toJS({ json: true, jsonArg, mapAsMap: false, onAnchor });
    }
    /** A YAML representation of the document. */
    toString(options = {}) {
        if (this.errors.length > 0)
            throw new Error('Document with errors cannot be stringified');
        if ('indent' in options &&
            (!Number.isInteger(options.indent) || Number(options.indent) <= 0)) {
            const s = JSON.stringify(options.indent);
            throw new Error(`"indent" option must be a positive integer, not ${s}`);
        }
        return stringifyDocument.stringifyDocument(this, options);
    }
}
function assertCollection(contents) {
    if (identity.isCollection(contents))
        return true;
    throw new Error('Expected a YAML collection as document contents');
}

exports.Document = Document;


/***/ }),

/***/ 71596:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);
var visit = __webpack_require__(10204);

/**
 * Verify that the input string is a valid anchor.
 *
 * Will throw on errors.
 */
function anchorIsValid(anchor) {
    if (/[\x00-\x19\s,[\]{}]/.test(anchor)) {
        const sa = JSON.stringify(anchor);
        const msg = `Anchor must not contain whitespace or control characters: ${sa}`;
        throw new Error(msg);
    }
    return true;
}
function anchorNames(root) {
    const anchors = new Set();
    visit.visit(root, {
        Value(_key, node) {
            if (node.anchor)
                anchors.add(node.anchor);
        }
    });
    return anchors;
}
/** Find a new anchor name with the given `prefix` and a one-indexed suffix. */
function findNewAnchor(prefix, exclude) {
    for (let i = 1; true; ++i) {
        const name = `${prefix}${i}`;
        if (!exclude.has(name))
            return name;
    }
}
function createNodeAnchors(doc, prefix) {
    const aliasObjects = [];
    const sourceObjects = new Map();
    let prevAnchors = null;
    return {
        onAnchor: (source) => {
            aliasObjects.push(source);
            prevAnchors ?? (prevAnchors = anchorNames(doc));
            const anchor = findNewAnchor(prefix, prevAnchors);
            prevAnchors.add(anchor);
            return anchor;
        },
        /**
         * With circular references, the source node is only resolved after all
         * of its child nodes are. This is why anchors are set only after all of
         * the nodes have been created.
         */
        setAnchors: () => {
            for (const source of aliasObjects) {
                const ref = sourceObjects.get(source);
                if (typeof ref === 'object' &&
                    ref.anchor &&
                    (identity.isScalar(ref.node) || identity.isCollection(ref.node))) {
                    ref.node.anchor = ref.anchor;
                }
                else {
                    const error = new Error('Failed to resolve repeated object (this should not happen)');
                    error.source = source;
                    throw error;
                }
            }
        },
        sourceObjects
    };
}

exports.anchorIsValid = anchorIsValid;
exports.anchorNames = anchorNames;
exports.createNodeAnchors = createNodeAnchors;
exports.findNewAnchor = findNewAnchor;


/***/ }),

/***/ 83661:
/***/ ((__unused_webpack_module, exports) => {



/**
 * Applies the JSON.parse reviver algorithm as defined in the ECMA-262 spec,
 * in section 24.5.1.1 "Runtime Semantics: InternalizeJSONProperty" of the
 * 2021 edition: https://tc39.es/ecma262/#sec-json.parse
 *
 * Includes extensions for handling Map and Set objects.
 */
function applyReviver(reviver, obj, key, val) {
    if (val && typeof val === 'object') {
        if (Array.isArray(val)) {
            for (let i = 0, len = val.length; i < len; ++i) {
                const v0 = val[i];
                const v1 = applyReviver(reviver, val, String(i), v0);
                // eslint-disable-next-line @typescript-eslint/no-array-delete
                if (v1 === undefined)
                    delete val[i];
                else if (v1 !== v0)
                    val[i] = v1;
            }
        }
        else if (val instanceof Map) {
            for (const k of Array.from(val.keys())) {
                const v0 = val.get(k);
                const v1 = applyReviver(reviver, val, k, v0);
                if (v1 === undefined)
                    val.delete(k);
                else if (v1 !== v0)
                    val.set(k, v1);
            }
        }
        else if (val instanceof Set) {
            for (const v0 of Array.from(val)) {
                const v1 = applyReviver(reviver, val, v0, v0);
                if (v1 === undefined)
                    val.delete(v0);
                else if (v1 !== v0) {
                    val.delete(v0);
                    val.add(v1);
                }
            }
        }
        else {
            for (const [k, v0] of Object.entries(val)) {
                const v1 = applyReviver(reviver, val, k, v0);
                if (v1 === undefined)
                    delete val[k];
                else if (v1 !== v0)
                    val[k] = v1;
            }
        }
    }
    return reviver.call(obj, key, val);
}

exports.applyReviver = applyReviver;


/***/ }),

/***/ 42404:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var Alias = __webpack_require__(4065);
var identity = __webpack_require__(41127);
var Scalar = __webpack_require__(63301);

const defaultTagPrefix = 'tag:yaml.org,2002:';
function findTagObject(value, tagName, tags) {
    if (tagName) {
        const match = tags.filter(t => t.tag === tagName);
        const tagObj = match.find(t => !t.format) ?? match[0];
        if (!tagObj)
            throw new Error(`Tag ${tagName} not found`);
        return tagObj;
    }
    return tags.find(t => t.identify?.(value) && !t.format);
}
function createNode(value, tagName, ctx) {
    if (identity.isDocument(value))
        value = value.contents;
    if (identity.isNode(value))
        return value;
    if (identity.isPair(value)) {
        const map = ctx.schema[identity.MAP].createNode?.(ctx.schema, null, ctx);
        map.items.push(value);
        return map;
    }
    if (value instanceof String ||
        value instanceof Number ||
        value instanceof Boolean ||
        (typeof BigInt !== 'undefined' && value instanceof BigInt) // not supported everywhere
    ) {
        // https://tc39.es/ecma262/#sec-serializejsonproperty
        value = value.valueOf();
    }
    const { aliasDuplicateObjects, onAnchor, onTagObj, schema, sourceObjects } = ctx;
    // Detect duplicate references to the same object & use Alias nodes for all
    // after first. The `ref` wrapper allows for circular references to resolve.
    let ref = undefined;
    if (aliasDuplicateObjects && value && typeof value === 'object') {
        ref = sourceObjects.get(value);
        if (ref) {
            ref.anchor ?? (ref.anchor = onAnchor(value));
            return new Alias.Alias(ref.anchor);
        }
        else {
            ref = { anchor: null, node: null };
            sourceObjects.set(value, ref);
        }
    }
    if (tagName?.startsWith('!!'))
        tagName = defaultTagPrefix + tagName.slice(2);
    let tagObj = findTagObject(value, tagName, schema.tags);
    if (!tagObj) {
        if (value && typeof value.toJSON === 'function') {
            // eslint-disable-next-line @typescript-eslint/no-unsafe-call
            value = value.toJSON();
        }
        if (!value || typeof value !== 'object') {
            const node = new Scalar.Scalar(value);
            if (ref)
                ref.node = node;
            return node;
        }
        tagObj =
            value instanceof Map
                ? schema[identity.MAP]
                : Symbol.iterator in Object(value)
                    ? schema[identity.SEQ]
                    : schema[identity.MAP];
    }
    if (onTagObj) {
        onTagObj(tagObj);
        delete ctx.onTagObj;
    }
    const node = tagObj?.createNode
        ? tagObj.createNode(ctx.schema, value, ctx)
        : typeof tagObj?.nodeClass?.from === 'function'
            ? tagObj.nodeClass.from(ctx.schema, value, ctx)
            : new Scalar.Scalar(value);
    if (tagName)
        node.tag = tagName;
    else if (!tagObj.default)
        node.tag = tagObj.tag;
    if (ref)
        ref.node = node;
    return node;
}

exports.createNode = createNode;


/***/ }),

/***/ 61342:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);
var visit = __webpack_require__(10204);

const escapeChars = {
    '!': '%21',
    ',': '%2C',
    '[': '%5B',
    ']': '%5D',
    '{': '%7B',
    '}': '%7D'
};
const escapeTagName = (tn) => tn.replace(/[!,[\]{}]/g, ch => escapeChars[ch]);
class Directives {
    constructor(yaml, tags) {
        /**
         * The directives-end/doc-start marker `---`. If `null`, a marker may still be
         * included in the document's stringified representation.
         */
        this.docStart = null;
        /** The doc-end marker `...`.  */
        this.docEnd = false;
        this.yaml = Object.assign({}, Directives.defaultYaml, yaml);
        this.tags = Object.assign({}, Directives.defaultTags, tags);
    }
    clone() {
        const copy = new Directives(this.yaml, this.tags);
        copy.docStart = this.docStart;
        return copy;
    }
    /**
     * During parsing, get a Directives instance for the current document and
     * update the stream state according to the current version's spec.
     */
    atDocument() {
        const res = new Directives(this.yaml, this.tags);
        switch (this.yaml.version) {
            case '1.1':
                this.atNextDocument = true;
                break;
            case '1.2':
                this.atNextDocument = false;
                this.yaml = {
                    explicit: Directives.defaultYaml.explicit,
                    version: '1.2'
                };
                this.tags = Object.assign({}, Directives.defaultTags);
                break;
        }
        return res;
    }
    /**
     * @param onError - May be called even if the action was successful
     * @returns `true` on success
     */
    add(line, onError) {
        if (this.atNextDocument) {
            this.yaml = { explicit: Directives.defaultYaml.explicit, version: '1.1' };
            this.tags = Object.assign({}, Directives.defaultTags);
            this.atNextDocument = false;
        }
        const parts = line.trim().split(/[ \t]+/);
        const name = parts.shift();
        switch (name) {
            case '%TAG': {
                if (parts.length !== 2) {
                    onError(0, '%TAG directive should contain exactly two parts');
                    if (parts.length < 2)
                        return false;
                }
                const [handle, prefix] = parts;
                this.tags[handle] = prefix;
                return true;
            }
            case '%YAML': {
                this.yaml.explicit = true;
                if (parts.length !== 1) {
                    onError(0, '%YAML directive should contain exactly one part');
                    return false;
                }
                const [version] = parts;
                if (version === '1.1' || version === '1.2') {
                    this.yaml.version = version;
                    return true;
                }
                else {
                    const isValid = /^\d+\.\d+$/.test(version);
                    onError(6, `Unsupported YAML version ${version}`, isValid);
                    return false;
                }
            }
            default:
                onError(0, `Unknown directive ${name}`, true);
                return false;
        }
    }
    /**
     * Resolves a tag, matching handles to those defined in %TAG directives.
     *
     * @returns Resolved tag, which may also be the non-specific tag `'!'` or a
     *   `'!local'` tag, or `null` if unresolvable.
     */
    tagName(source, onError) {
        if (source === '!')
            return '!'; // non-specific tag
        if (source[0] !== '!') {
            onError(`Not a valid tag: ${source}`);
            return null;
        }
        if (source[1] === '<') {
            const verbatim = source.slice(2, -1);
            if (verbatim === '!' || verbatim === '!!') {
                onError(`Verbatim tags aren't resolved, so ${source} is invalid.`);
                return null;
            }
            if (source[source.length - 1] !== '>')
                onError('Verbatim tags must end with a >');
            return verbatim;
        }
        const [, handle, suffix] = source.match(/^(.*!)([^!]*)$/s);
        if (!suffix)
            onError(`The ${source} tag has no suffix`);
        const prefix = this.tags[handle];
        if (prefix) {
            try {
                return prefix + decodeURIComponent(suffix);
            }
            catch (error) {
                onError(String(error));
                return null;
            }
        }
        if (handle === '!')
            return source; // local tag
        onError(`Could not resolve tag: ${source}`);
        return null;
    }
    /**
     * Given a fully resolved tag, returns its printable string form,
     * taking into account current tag prefixes and defaults.
     */
    tagString(tag) {
        for (const [handle, prefix] of Object.entries(this.tags)) {
            if (tag.startsWith(prefix))
                return handle + escapeTagName(tag.substring(prefix.length));
        }
        return tag[0] === '!' ? tag : `!<${tag}>`;
    }
    toString(doc) {
        const lines = this.yaml.explicit
            ? [`%YAML ${this.yaml.version || '1.2'}`]
            : [];
        const tagEntries = Object.entries(this.tags);
        let tagNames;
        if (doc && tagEntries.length > 0 && identity.isNode(doc.contents)) {
            const tags = {};
            visit.visit(doc.contents, (_key, node) => {
                if (identity.isNode(node) && node.tag)
                    tags[node.tag] = true;
            });
            tagNames = Object.keys(tags);
        }
        else
            tagNames = [];
        for (const [handle, prefix] of tagEntries) {
            if (handle === '!!' && prefix === 'tag:yaml.org,2002:')
                continue;
            if (!doc || tagNames.some(tn => tn.startsWith(prefix)))
                lines.push(`%TAG ${handle} ${prefix}`);
        }
        return lines.join('\n');
    }
}
Directives.defaultYaml = { explicit: false, version: '1.2' };
Directives.defaultTags = { '!!': 'tag:yaml.org,2002:' };

exports.Directives = Directives;


/***/ }),

/***/ 91464:
/***/ ((__unused_webpack_module, exports) => {



class YAMLError extends Error {
    constructor(name, pos, code, message) {
        super();
        this.name = name;
        this.code = code;
        this.message = message;
        this.pos = pos;
    }
}
class YAMLParseError extends YAMLError {
    constructor(pos, code, message) {
        super('YAMLParseError', pos, code, message);
    }
}
class YAMLWarning extends YAMLError {
    constructor(pos, code, message) {
        super('YAMLWarning', pos, code, message);
    }
}
const prettifyError = (src, lc) => (error) => {
    if (error.pos[0] === -1)
        return;
    error.linePos = error.pos.map(pos => lc.linePos(pos));
    const { line, col } = error.linePos[0];
    error.message += ` at line ${line}, column ${col}`;
    let ci = col - 1;
    let lineStr = src
        .substring(lc.lineStarts[line - 1], lc.lineStarts[line])
        .replace(/[\n\r]+$/, '');
    // Trim to max 80 chars, keeping col position near the middle
    if (ci >= 60 && lineStr.length > 80) {
        const trimStart = Math.min(ci - 39, lineStr.length - 79);
        lineStr = '…' + lineStr.substring(trimStart);
        ci -= trimStart - 1;
    }
    if (lineStr.length > 80)
        lineStr = lineStr.substring(0, 79) + '…';
    // Include previous line in context if pointing at line start
    if (line > 1 && /^ *$/.test(lineStr.substring(0, ci))) {
        // Regexp won't match if start is trimmed
        let prev = src.substring(lc.lineStarts[line - 2], lc.lineStarts[line - 1]);
        if (prev.length > 80)
            prev = prev.substring(0, 79) + '…\n';
        lineStr = prev + lineStr;
    }
    if (/[^ ]/.test(lineStr)) {
        let count = 1;
        const end = error.linePos[1];
        if (end?.line === line && end.col > col) {
            count = Math.max(1, Math.min(end.col - col, 80 - ci));
        }
        const pointer = ' '.repeat(ci) + '^'.repeat(count);
        error.message += `:\n\n${lineStr}\n${pointer}\n`;
    }
};

exports.YAMLError = YAMLError;
exports.YAMLParseError = YAMLParseError;
exports.YAMLWarning = YAMLWarning;
exports.prettifyError = prettifyError;


/***/ }),

/***/ 38815:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {

var __webpack_unused_export__;


var composer = __webpack_require__(89984);
var Document = __webpack_require__(3021);
var Schema = __webpack_require__(45840);
var errors = __webpack_require__(91464);
var Alias = __webpack_require__(4065);
var identity = __webpack_require__(41127);
var Pair = __webpack_require__(57165);
var Scalar = __webpack_require__(63301);
var YAMLMap = __webpack_require__(84454);
var YAMLSeq = __webpack_require__(92223);
var cst = __webpack_require__(3461);
var lexer = __webpack_require__(40361);
var lineCounter = __webpack_require__(66628);
var parser = __webpack_require__(3456);
var publicApi = __webpack_require__(84047);
var visit = __webpack_require__(10204);



exports.Dk = composer.Composer;
__webpack_unused_export__ = Document.Document;
__webpack_unused_export__ = Schema.Schema;
__webpack_unused_export__ = errors.YAMLError;
__webpack_unused_export__ = errors.YAMLParseError;
__webpack_unused_export__ = errors.YAMLWarning;
__webpack_unused_export__ = Alias.Alias;
exports.Vj = identity.isAlias;
__webpack_unused_export__ = identity.isCollection;
__webpack_unused_export__ = identity.isDocument;
exports.jh = identity.isMap;
__webpack_unused_export__ = identity.isNode;
__webpack_unused_export__ = identity.isPair;
exports.jn = identity.isScalar;
exports.oP = identity.isSeq;
__webpack_unused_export__ = Pair.Pair;
__webpack_unused_export__ = Scalar.Scalar;
__webpack_unused_export__ = YAMLMap.YAMLMap;
__webpack_unused_export__ = YAMLSeq.YAMLSeq;
__webpack_unused_export__ = cst;
exports.JG = lexer.Lexer;
exports.HN = lineCounter.LineCounter;
exports.iX = parser.Parser;
__webpack_unused_export__ = publicApi.parse;
__webpack_unused_export__ = publicApi.parseAllDocuments;
__webpack_unused_export__ = publicApi.parseDocument;
__webpack_unused_export__ = publicApi.stringify;
__webpack_unused_export__ = visit.visit;
__webpack_unused_export__ = visit.visitAsync;


/***/ }),

/***/ 57249:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var node_process = __webpack_require__(932);

function debug(logLevel, ...messages) {
    if (logLevel === 'debug')
        console.log(...messages);
}
function warn(logLevel, warning) {
    if (logLevel === 'debug' || logLevel === 'warn') {
        if (typeof node_process.emitWarning === 'function')
            node_process.emitWarning(warning);
        else
            console.warn(warning);
    }
}

exports.debug = debug;
exports.warn = warn;


/***/ }),

/***/ 4065:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var anchors = __webpack_require__(71596);
var visit = __webpack_require__(10204);
var identity = __webpack_require__(41127);
var Node = __webpack_require__(66673);
var toJS = __webpack_require__(74043);

class Alias extends Node.NodeBase {
    constructor(source) {
        super(identity.ALIAS);
        this.source = source;
        Object.defineProperty(this, 'tag', {
            set() {
                throw new Error('Alias nodes cannot have tags');
            }
        });
    }
    /**
     * Resolve the value of this alias within `doc`, finding the last
     * instance of the `source` anchor before this node.
     */
    resolve(doc, ctx) {
        if (ctx?.maxAliasCount === 0)
            throw new ReferenceError('Alias resolution is disabled');
        let nodes;
        if (ctx?.aliasResolveCache) {
            nodes = ctx.aliasResolveCache;
        }
        else {
            nodes = [];
            visit.visit(doc, {
                Node: (_key, node) => {
                    if (identity.isAlias(node) || identity.hasAnchor(node))
                        nodes.push(node);
                }
            });
            if (ctx)
                ctx.aliasResolveCache = nodes;
        }
        let found = undefined;
        for (const node of nodes) {
            if (node === this)
                break;
            if (node.anchor === this.source)
                found = node;
        }
        if (found && ctx) {
            const { anchors, doc, maxAliasCount } = ctx;
            let data = anchors.get(found);
            if (!data) {
                // Resolve anchors for Node.prototype.toJS()
                toJS.toJS(found, null, ctx);
                data = anchors.get(found);
            }
            /* istanbul ignore if */
            if (data?.res === undefined) {
                const msg = 'This should not happen: Alias anchor was not resolved?';
                throw new ReferenceError(msg);
            }
            if (maxAliasCount >= 0) {
                data.count += 1;
                if (data.aliasCount === 0)
                    data.aliasCount = getAliasCount(doc, found, anchors);
                if (data.count * data.aliasCount > maxAliasCount) {
                    const msg = 'Excessive alias count indicates a resource exhaustion attack';
                    throw new ReferenceError(msg);
                }
            }
        }
        return found;
    }
    toJSON(_arg, ctx) {
        if (!ctx)
            return { source: this.source };
        const source = this.resolve(ctx.doc, ctx);
        if (!source) {
            const msg = `Unresolved alias (the anchor must be set before the alias): ${this.source}`;
            throw new ReferenceError(msg);
        }
        return ctx.anchors.get(source).res;
    }
    toString(ctx, _onComment, _onChompKeep) {
        const src = `*${this.source}`;
        if (ctx) {
            anchors.anchorIsValid(this.source);
            if (ctx.options.verifyAliasOrder && !ctx.anchors.has(this.source)) {
                const msg = `Unresolved alias (the anchor must be set before the alias): ${this.source}`;
                throw new Error(msg);
            }
            if (ctx.implicitKey)
                return `${src} `;
        }
        return src;
    }
}
function getAliasCount(doc, node, anchors) {
    if (identity.isAlias(node)) {
        const source = node.resolve(doc);
        const anchor = anchors && source && anchors.get(source);
        return anchor ? anchor.count * anchor.aliasCount : 0;
    }
    else if (identity.isCollection(node)) {
        let count = 0;
        for (const item of node.items) {
            const c = getAliasCount(doc, item, anchors);
            if (c > count)
                count = c;
        }
        return count;
    }
    else if (identity.isPair(node)) {
        const kc = getAliasCount(doc, node.key, anchors);
        const vc = getAliasCount(doc, node.value, anchors);
        return Math.max(kc, vc);
    }
    return 1;
}

exports.Alias = Alias;


/***/ }),

/***/ 40101:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var createNode = __webpack_require__(42404);
var identity = __webpack_require__(41127);
var Node = __webpack_require__(66673);

function collectionFromPath(schema, path, value) {
    let v = value;
    for (let i = path.length - 1; i >= 0; --i) {
        const k = path[i];
        if (typeof k === 'number' && Number.isInteger(k) && k >= 0) {
            const a = [];
            a[k] = v;
            v = a;
        }
        else {
            v = new Map([[k, v]]);
        }
    }
    return createNode.createNode(v, undefined, {
        aliasDuplicateObjects: false,
        keepUndefined: false,
        onAnchor: () => {
            throw new Error('This should not happen, please report a bug.');
        },
        schema,
        sourceObjects: new Map()
    });
}
// Type guard is intentionally a little wrong so as to be more useful,
// as it does not cover untypable empty non-string iterables (e.g. []).
const isEmptyPath = (path) => path == null ||
    (typeof path === 'object' && !!path[Symbol.iterator]().next().done);
class Collection extends Node.NodeBase {
    constructor(type, schema) {
        super(type);
        Object.defineProperty(this, 'schema', {
            value: schema,
            configurable: true,
            enumerable: false,
            writable: true
        });
    }
    /**
     * Create a copy of this collection.
     *
     * @param schema - If defined, overwrites the original's schema
     */
    clone(schema) {
        const copy = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
        if (schema)
            copy.schema = schema;
        copy.items = copy.items.map(it => identity.isNode(it) || identity.isPair(it) ? it.clone(schema) : it);
        if (this.range)
            copy.range = this.range.slice();
        return copy;
    }
    /**
     * Adds a value to the collection. For `!!map` and `!!omap` the value must
     * be a Pair instance or a `{ key, value }` object, which may not have a key
     * that already exists in the map.
     */
    addIn(path, value) {
        if (isEmptyPath(path))
            this.add(value);
        else {
            const [key, ...rest] = path;
            const node = this.get(key, true);
            if (identity.isCollection(node))
                node.addIn(rest, value);
            else if (node === undefined && this.schema)
                this.set(key, collectionFromPath(this.schema, rest, value));
            else
                throw new Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
        }
    }
    /**
     * Removes a value from the collection.
     * @returns `true` if the item was found and removed.
     */
    deleteIn(path) {
        const [key, ...rest] = path;
        if (rest.length === 0)
            return this.delete(key);
        const node = this.get(key, true);
        if (identity.isCollection(node))
            return node.deleteIn(rest);
        else
            throw new Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
    }
    /**
     * Returns item at `key`, or `undefined` if not found. By default unwraps
     * scalar values from their surrounding node; to disable set `keepScalar` to
     * `true` (collections are always returned intact).
     */
    getIn(path, keepScalar) {
        const [key, ...rest] = path;
        const node = this.get(key, true);
        if (rest.length === 0)
            return !keepScalar && identity.isScalar(node) ? node.value : node;
        else
            return identity.isCollection(node) ? node.getIn(rest, keepScalar) : undefined;
    }
    hasAllNullValues(allowScalar) {
        return this.items.every(node => {
            if (!identity.isPair(node))
                return false;
            const n = node.value;
            return (n == null ||
                (allowScalar &&
                    identity.isScalar(n) &&
                    n.value == null &&
                    !n.commentBefore &&
                    !n.comment &&
                    !n.tag));
        });
    }
    /**
     * Checks if the collection includes a value with the key `key`.
     */
    hasIn(path) {
        const [key, ...rest] = path;
        if (rest.length === 0)
            return this.has(key);
        const node = this.get(key, true);
        return identity.isCollection(node) ? node.hasIn(rest) : false;
    }
    /**
     * Sets a value in this collection. For `!!set`, `value` needs to be a
     * boolean to add/remove the item from the set.
     */
    setIn(path, value) {
        const [key, ...rest] = path;
        if (rest.length === 0) {
            this.set(key, value);
        }
        else {
            const node = this.get(key, true);
            if (identity.isCollection(node))
                node.setIn(rest, value);
            else if (node === undefined && this.schema)
                this.set(key, collectionFromPath(this.schema, rest, value));
            else
                throw new Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
        }
    }
}

exports.Collection = Collection;
exports.collectionFromPath = collectionFromPath;
exports.isEmptyPath = isEmptyPath;


/***/ }),

/***/ 66673:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var applyReviver = __webpack_require__(83661);
var identity = __webpack_require__(41127);
var toJS = __webpack_require__(74043);

class NodeBase {
    constructor(type) {
        Object.defineProperty(this, identity.NODE_TYPE, { value: type });
    }
    /** Create a copy of this node.  */
    clone() {
        const copy = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
        if (this.range)
            copy.range = this.range.slice();
        return copy;
    }
    /** A plain JavaScript representation of this node. */
    toJS(doc, { mapAsMap, maxAliasCount, onAnchor, reviver } = {}) {
        if (!identity.isDocument(doc))
            throw new TypeError('A document argument is required');
        const ctx = {
            anchors: new Map(),
            doc,
            keep: true,
            mapAsMap: mapAsMap === true,
            mapKeyWarned: false,
            maxAliasCount: typeof maxAliasCount === 'number' ? maxAliasCount : 100
        };
        const res = toJS.toJS(this, '', ctx);
        if (typeof onAnchor === 'function')
            for (const { count, res } of ctx.anchors.values())
                onAnchor(res, count);
        return typeof reviver === 'function'
            ? applyReviver.applyReviver(reviver, { '': res }, '', res)
            : res;
    }
}

exports.NodeBase = NodeBase;


/***/ }),

/***/ 57165:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var createNode = __webpack_require__(42404);
var stringifyPair = __webpack_require__(59748);
var addPairToJSMap = __webpack_require__(97104);
var identity = __webpack_require__(41127);

function createPair(key, value, ctx) {
    const k = createNode.createNode(key, undefined, ctx);
    const v = createNode.createNode(value, undefined, ctx);
    return new Pair(k, v);
}
class Pair {
    constructor(key, value = null) {
        Object.defineProperty(this, identity.NODE_TYPE, { value: identity.PAIR });
        this.key = key;
        this.value = value;
    }
    clone(schema) {
        let { key, value } = this;
        if (identity.isNode(key))
            key = key.clone(schema);
        if (identity.isNode(value))
            value = value.clone(schema);
        return new Pair(key, value);
    }
    toJSON(_, ctx) {
        const pair = ctx?.mapAsMap ? new Map() : {};
        return addPairToJSMap.addPairToJSMap(ctx, pair, this);
    }
    toString(ctx, onComment, onChompKeep) {
        return ctx?.doc
            ? stringifyPair.stringifyPair(this, ctx, onComment, onChompKeep)
            : JSON.stringify(this);
    }
}

exports.Pair = Pair;
exports.createPair = createPair;


/***/ }),

/***/ 63301:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);
var Node = __webpack_require__(66673);
var toJS = __webpack_require__(74043);

const isScalarValue = (value) => !value || (typeof value !== 'function' && typeof value !== 'object');
class Scalar extends Node.NodeBase {
    constructor(value) {
        super(identity.SCALAR);
        this.value = value;
    }
    toJSON(arg, ctx) {
        return ctx?.keep ? this.value : toJS.toJS(this.value, arg, ctx);
    }
    toString() {
        return String(this.value);
    }
}
Scalar.BLOCK_FOLDED = 'BLOCK_FOLDED';
Scalar.BLOCK_LITERAL = 'BLOCK_LITERAL';
Scalar.PLAIN = 'PLAIN';
Scalar.QUOTE_DOUBLE = 'QUOTE_DOUBLE';
Scalar.QUOTE_SINGLE = 'QUOTE_SINGLE';

exports.Scalar = Scalar;
exports.isScalarValue = isScalarValue;


/***/ }),

/***/ 84454:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var stringifyCollection = __webpack_require__(61212);
var addPairToJSMap = __webpack_require__(97104);
var Collection = __webpack_require__(40101);
var identity = __webpack_require__(41127);
var Pair = __webpack_require__(57165);
var Scalar = __webpack_require__(63301);

function findPair(items, key) {
    const k = identity.isScalar(key) ? key.value : key;
    for (const it of items) {
        if (identity.isPair(it)) {
            if (it.key === key || it.key === k)
                return it;
            if (identity.isScalar(it.key) && it.key.value === k)
                return it;
        }
    }
    return undefined;
}
class YAMLMap extends Collection.Collection {
    static get tagName() {
        return 'tag:yaml.org,2002:map';
    }
    constructor(schema) {
        super(identity.MAP, schema);
        this.items = [];
    }
    /**
     * A generic collection parsing method that can be extended
     * to other node classes that inherit from YAMLMap
     */
    static from(schema, obj, ctx) {
        const { keepUndefined, replacer } = ctx;
        const map = new this(schema);
        const add = (key, value) => {
            if (typeof replacer === 'function')
                value = replacer.call(obj, key, value);
            else if (Array.isArray(replacer) && !replacer.includes(key))
                return;
            if (value !== undefined || keepUndefined)
                map.items.push(Pair.createPair(key, value, ctx));
        };
        if (obj instanceof Map) {
            for (const [key, value] of obj)
                add(key, value);
        }
        else if (obj && typeof obj === 'object') {
            for (const key of Object.keys(obj))
                add(key, obj[key]);
        }
        if (typeof schema.sortMapEntries === 'function') {
            map.items.sort(schema.sortMapEntries);
        }
        return map;
    }
    /**
     * Adds a value to the collection.
     *
     * @param overwrite - If not set `true`, using a key that is already in the
     *   collection will throw. Otherwise, overwrites the previous value.
     */
    add(pair, overwrite) {
        let _pair;
        if (identity.isPair(pair))
            _pair = pair;
        else if (!pair || typeof pair !== 'object' || !('key' in pair)) {
            // In TypeScript, this never happens.
            _pair = new Pair.Pair(pair, pair?.value);
        }
        else
            _pair = new Pair.Pair(pair.key, pair.value);
        const prev = findPair(this.items, _pair.key);
        const sortEntries = this.schema?.sortMapEntries;
        if (prev) {
            if (!overwrite)
                throw new Error(`Key ${_pair.key} already set`);
            // For scalars, keep the old node & its comments and anchors
            if (identity.isScalar(prev.value) && Scalar.isScalarValue(_pair.value))
                prev.value.value = _pair.value;
            else
                prev.value = _pair.value;
        }
        else if (sortEntries) {
            const i = this.items.findIndex(item => sortEntries(_pair, item) < 0);
            if (i === -1)
                this.items.push(_pair);
            else
                this.items.splice(i, 0, _pair);
        }
        else {
            this.items.push(_pair);
        }
    }
    delete(key) {
        const it = findPair(this.items, key);
        if (!it)
            return false;
        const del = this.items.splice(this.items.indexOf(it), 1);
        return del.length > 0;
    }
    get(key, keepScalar) {
        const it = findPair(this.items, key);
        const node = it?.value;
        return (!keepScalar && identity.isScalar(node) ? node.value : node) ?? undefined;
    }
    has(key) {
        return !!findPair(this.items, key);
    }
    set(key, value) {
        this.add(new Pair.Pair(key, value), true);
    }
    /**
     * @param ctx - Conversion context, originally set in Document#toJS()
     * @param {Class} Type - If set, forces the returned collection type
     * @returns Instance of Type, Map, or Object
     */
    toJSON(_, ctx, Type) {
        const map = Type ? new Type() : ctx?.mapAsMap ? new Map() : {};
        if (ctx?.onCreate)
            ctx.onCreate(map);
        for (const item of this.items)
            addPairToJSMap.addPairToJSMap(ctx, map, item);
        return map;
    }
    toString(ctx, onComment, onChompKeep) {
        if (!ctx)
            return JSON.stringify(this);
        for (const item of this.items) {
            if (!identity.isPair(item))
                throw new Error(`Map items must all be pairs; found ${JSON.stringify(item)} instead`);
        }
        if (!ctx.allNullValues && this.hasAllNullValues(false))
            ctx = Object.assign({}, ctx, { allNullValues: true });
        return stringifyCollection.stringifyCollection(this, ctx, {
            blockItemPrefix: '',
            flowChars: { start: '{', end: '}' },
            itemIndent: ctx.indent || '',
            onChompKeep,
            onComment
        });
    }
}

exports.YAMLMap = YAMLMap;
exports.findPair = findPair;


/***/ }),

/***/ 92223:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var createNode = __webpack_require__(42404);
var stringifyCollection = __webpack_require__(61212);
var Collection = __webpack_require__(40101);
var identity = __webpack_require__(41127);
var Scalar = __webpack_require__(63301);
var toJS = __webpack_require__(74043);

class YAMLSeq extends Collection.Collection {
    static get tagName() {
        return 'tag:yaml.org,2002:seq';
    }
    constructor(schema) {
        super(identity.SEQ, schema);
        this.items = [];
    }
    add(value) {
        this.items.push(value);
    }
    /**
     * Removes a value from the collection.
     *
     * `key` must contain a representation of an integer for this to succeed.
     * It may be wrapped in a `Scalar`.
     *
     * @returns `true` if the item was found and removed.
     */
    delete(key) {
        const idx = asItemIndex(key);
        if (typeof idx !== 'number')
            return false;
        const del = this.items.splice(idx, 1);
        return del.length > 0;
    }
    get(key, keepScalar) {
        const idx = asItemIndex(key);
        if (typeof idx !== 'number')
            return undefined;
        const it = this.items[idx];
        return !keepScalar && identity.isScalar(it) ? it.value : it;
    }
    /**
     * Checks if the collection includes a value with the key `key`.
     *
     * `key` must contain a representation of an integer for this to succeed.
     * It may be wrapped in a `Scalar`.
     */
    has(key) {
        const idx = asItemIndex(key);
        return typeof idx === 'number' && idx < this.items.length;
    }
    /**
     * Sets a value in this collection. For `!!set`, `value` needs to be a
     * boolean to add/remove the item from the set.
     *
     * If `key` does not contain a representation of an integer, this will throw.
     * It may be wrapped in a `Scalar`.
     */
    set(key, value) {
        const idx = asItemIndex(key);
        if (typeof idx !== 'number')
            throw new Error(`Expected a valid index, not ${key}.`);
        const prev = this.items[idx];
        if (identity.isScalar(prev) && Scalar.isScalarValue(value))
            prev.value = value;
        else
            this.items[idx] = value;
    }
    toJSON(_, ctx) {
        const seq = [];
        if (ctx?.onCreate)
            ctx.onCreate(seq);
        let i = 0;
        for (const item of this.items)
            seq.push(toJS.toJS(item, String(i++), ctx));
        return seq;
    }
    toString(ctx, onComment, onChompKeep) {
        if (!ctx)
            return JSON.stringify(this);
        return stringifyCollection.stringifyCollection(this, ctx, {
            blockItemPrefix: '- ',
            flowChars: { start: '[', end: ']' },
            itemIndent: (ctx.indent || '') + '  ',
            onChompKeep,
            onComment
        });
    }
    static from(schema, obj, ctx) {
        const { replacer } = ctx;
        const seq = new this(schema);
        if (obj && Symbol.iterator in Object(obj)) {
            let i = 0;
            for (let it of obj) {
                if (typeof replacer === 'function') {
                    const key = obj instanceof Set ? it : String(i++);
                    it = replacer.call(obj, key, it);
                }
                seq.items.push(createNode.createNode(it, undefined, ctx));
            }
        }
        return seq;
    }
}
function asItemIndex(key) {
    let idx = identity.isScalar(key) ? key.value : key;
    if (idx && typeof idx === 'string')
        idx = Number(idx);
    return typeof idx === 'number' && Number.isInteger(idx) && idx >= 0
        ? idx
        : null;
}

exports.YAMLSeq = YAMLSeq;


/***/ }),

/***/ 97104:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var log = __webpack_require__(57249);
var merge = __webpack_require__(90452);
var stringify = __webpack_require__(2148);
var identity = __webpack_require__(41127);
var toJS = __webpack_require__(74043);

function addPairToJSMap(ctx, map, { key, value }) {
    if (identity.isNode(key) && key.addToJSMap)
        key.addToJSMap(ctx, map, value);
    // TODO: Should drop this special case for bare << handling
    else if (merge.isMergeKey(ctx, key))
        merge.addMergeToJSMap(ctx, map, value);
    else {
        const jsKey = toJS.toJS(key, '', ctx);
        if (map instanceof Map) {
            map.set(jsKey, toJS.toJS(value, jsKey, ctx));
        }
        else if (map instanceof Set) {
            map.add(jsKey);
        }
        else {
            const stringKey = stringifyKey(key, jsKey, ctx);
            const jsValue = toJS.toJS(value, stringKey, ctx);
            if (stringKey in map)
                Object.defineProperty(map, stringKey, {
                    value: jsValue,
                    writable: true,
                    enumerable: true,
                    configurable: true
                });
            else
                map[stringKey] = jsValue;
        }
    }
    return map;
}
function stringifyKey(key, jsKey, ctx) {
    if (jsKey === null)
        return '';
    // eslint-disable-next-line @typescript-eslint/no-base-to-string
    if (typeof jsKey !== 'object')
        return String(jsKey);
    if (identity.isNode(key) && ctx?.doc) {
        const strCtx = stringify.createStringifyContext(ctx.doc, {});
        strCtx.anchors = new Set();
        for (const node of ctx.anchors.keys())
            strCtx.anchors.add(node.anchor);
        strCtx.inFlow = true;
        strCtx.inStringifyKey = true;
        const strKey = key.toString(strCtx);
        if (!ctx.mapKeyWarned) {
            let jsonStr = JSON.stringify(strKey);
            if (jsonStr.length > 40)
                jsonStr = jsonStr.substring(0, 36) + '..."';
            log.warn(ctx.doc.options.logLevel, `Keys with collection values will be stringified due to JS Object restrictions: ${jsonStr}. Set mapAsMap: true to use object keys.`);
            ctx.mapKeyWarned = true;
        }
        return strKey;
    }
    return JSON.stringify(jsKey);
}

exports.addPairToJSMap = addPairToJSMap;


/***/ }),

/***/ 41127:
/***/ ((__unused_webpack_module, exports) => {



const ALIAS = Symbol.for('yaml.alias');
const DOC = Symbol.for('yaml.document');
const MAP = Symbol.for('yaml.map');
const PAIR = Symbol.for('yaml.pair');
const SCALAR = Symbol.for('yaml.scalar');
const SEQ = Symbol.for('yaml.seq');
const NODE_TYPE = Symbol.for('yaml.node.type');
const isAlias = (node) => !!node && typeof node === 'object' && node[NODE_TYPE] === ALIAS;
const isDocument = (node) => !!node && typeof node === 'object' && node[NODE_TYPE] === DOC;
const isMap = (node) => !!node && typeof node === 'object' && node[NODE_TYPE] === MAP;
const isPair = (node) => !!node && typeof node === 'object' && node[NODE_TYPE] === PAIR;
const isScalar = (node) => !!node && typeof node === 'object' && node[NODE_TYPE] === SCALAR;
const isSeq = (node) => !!node && typeof node === 'object' && node[NODE_TYPE] === SEQ;
function isCollection(node) {
    if (node && typeof node === 'object')
        switch (node[NODE_TYPE]) {
            case MAP:
            case SEQ:
                return true;
        }
    return false;
}
function isNode(node) {
    if (node && typeof node === 'object')
        switch (node[NODE_TYPE]) {
            case ALIAS:
            case MAP:
            case SCALAR:
            case SEQ:
                return true;
        }
    return false;
}
const hasAnchor = (node) => (isScalar(node) || isCollection(node)) && !!node.anchor;

exports.ALIAS = ALIAS;
exports.DOC = DOC;
exports.MAP = MAP;
exports.NODE_TYPE = NODE_TYPE;
exports.PAIR = PAIR;
exports.SCALAR = SCALAR;
exports.SEQ = SEQ;
exports.hasAnchor = hasAnchor;
exports.isAlias = isAlias;
exports.isCollection = isCollection;
exports.isDocument = isDocument;
exports.isMap = isMap;
exports.isNode = isNode;
exports.isPair = isPair;
exports.isScalar = isScalar;
exports.isSeq = isSeq;


/***/ }),

/***/ 74043:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);

/**
 * Recursively convert any node or its contents to native JavaScript
 *
 * @param value - The input value
 * @param arg - If `value` defines a `toJSON()` method, use this
 *   as its first argument
 * @param ctx - Conversion context, originally set in Document#toJS(). If
 *   `{ keep: true }` is not set, output should be suitable for JSON
 *   stringification.
 */
function toJS(value, arg, ctx) {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-return
    if (Array.isArray(value))
        return value.map((v, i) => toJS(v, String(i), ctx));
    if (value && typeof value.toJSON === 'function') {
        // eslint-disable-next-line @typescript-eslint/no-unsafe-call
        if (!ctx || !identity.hasAnchor(value))
            return value.toJSON(arg, ctx);
        const data = { aliasCount: 0, count: 1, res: undefined };
        ctx.anchors.set(value, data);
        ctx.onCreate = res => {
            data.res = res;
            delete ctx.onCreate;
        };
        const res = value.toJSON(arg, ctx);
        if (ctx.onCreate)
            ctx.onCreate(res);
        return res;
    }
    if (typeof value === 'bigint' && !ctx?.keep)
        return Number(value);
    return value;
}

exports.toJS = toJS;


/***/ }),

/***/ 60110:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var resolveBlockScalar = __webpack_require__(48913);
var resolveFlowScalar = __webpack_require__(76842);
var errors = __webpack_require__(91464);
var stringifyString = __webpack_require__(83069);

function resolveAsScalar(token, strict = true, onError) {
    if (token) {
        const _onError = (pos, code, message) => {
            const offset = typeof pos === 'number' ? pos : Array.isArray(pos) ? pos[0] : pos.offset;
            if (onError)
                onError(offset, code, message);
            else
                throw new errors.YAMLParseError([offset, offset + 1], code, message);
        };
        switch (token.type) {
            case 'scalar':
            case 'single-quoted-scalar':
            case 'double-quoted-scalar':
                return resolveFlowScalar.resolveFlowScalar(token, strict, _onError);
            case 'block-scalar':
                return resolveBlockScalar.resolveBlockScalar({ options: { strict } }, token, _onError);
        }
    }
    return null;
}
/**
 * Create a new scalar token with `value`
 *
 * Values that represent an actual string but may be parsed as a different type should use a `type` other than `'PLAIN'`,
 * as this function does not support any schema operations and won't check for such conflicts.
 *
 * @param value The string representation of the value, which will have its content properly indented.
 * @param context.end Comments and whitespace after the end of the value, or after the block scalar header. If undefined, a newline will be added.
 * @param context.implicitKey Being within an implicit key may affect the resolved type of the token's value.
 * @param context.indent The indent level of the token.
 * @param context.inFlow Is this scalar within a flow collection? This may affect the resolved type of the token's value.
 * @param context.offset The offset position of the token.
 * @param context.type The preferred type of the scalar token. If undefined, the previous type of the `token` will be used, defaulting to `'PLAIN'`.
 */
function createScalarToken(value, context) {
    const { implicitKey = false, indent, inFlow = false, offset = -1, type = 'PLAIN' } = context;
    const source = stringifyString.stringifyString({ type, value }, {
        implicitKey,
        indent: indent > 0 ? ' '.repeat(indent) : '',
        inFlow,
        options: { blockQuote: true, lineWidth: -1 }
    });
    const end = context.end ?? [
        { type: 'newline', offset: -1, indent, source: '\n' }
    ];
    switch (source[0]) {
        case '|':
        case '>': {
            const he = source.indexOf('\n');
            const head = source.substring(0, he);
            const body = source.substring(he + 1) + '\n';
            const props = [
                { type: 'block-scalar-header', offset, indent, source: head }
            ];
            if (!addEndtoBlockProps(props, end))
                props.push({ type: 'newline', offset: -1, indent, source: '\n' });
            return { type: 'block-scalar', offset, indent, props, source: body };
        }
        case '"':
            return { type: 'double-quoted-scalar', offset, indent, source, end };
        case "'":
            return { type: 'single-quoted-scalar', offset, indent, source, end };
        default:
            return { type: 'scalar', offset, indent, source, end };
    }
}
/**
 * Set the value of `token` to the given string `value`, overwriting any previous contents and type that it may have.
 *
 * Best efforts are made to retain any comments previously associated with the `token`,
 * though all contents within a collection's `items` will be overwritten.
 *
 * Values that represent an actual string but may be parsed as a different type should use a `type` other than `'PLAIN'`,
 * as this function does not support any schema operations and won't check for such conflicts.
 *
 * @param token Any token. If it does not include an `indent` value, the value will be stringified as if it were an implicit key.
 * @param value The string representation of the value, which will have its content properly indented.
 * @param context.afterKey In most cases, values after a key should have an additional level of indentation.
 * @param context.implicitKey Being within an implicit key may affect the resolved type of the token's value.
 * @param context.inFlow Being within a flow collection may affect the resolved type of the token's value.
 * @param context.type The preferred type of the scalar token. If undefined, the previous type of the `token` will be used, defaulting to `'PLAIN'`.
 */
function setScalarValue(token, value, context = {}) {
    let { afterKey = false, implicitKey = false, inFlow = false, type } = context;
    let indent = 'indent' in token ? token.indent : null;
    if (afterKey && typeof indent === 'number')
        indent += 2;
    if (!type)
        switch (token.type) {
            case 'single-quoted-scalar':
                type = 'QUOTE_SINGLE';
                break;
            case 'double-quoted-scalar':
                type = 'QUOTE_DOUBLE';
                break;
            case 'block-scalar': {
                const header = token.props[0];
                if (header.type !== 'block-scalar-header')
                    throw new Error('Invalid block scalar header');
                type = header.source[0] === '>' ? 'BLOCK_FOLDED' : 'BLOCK_LITERAL';
                break;
            }
            default:
                type = 'PLAIN';
        }
    const source = stringifyString.stringifyString({ type, value }, {
        implicitKey: implicitKey || indent === null,
        indent: indent !== null && indent > 0 ? ' '.repeat(indent) : '',
        inFlow,
        options: { blockQuote: true, lineWidth: -1 }
    });
    switch (source[0]) {
        case '|':
        case '>':
            setBlockScalarValue(token, source);
            break;
        case '"':
            setFlowScalarValue(token, source, 'double-quoted-scalar');
            break;
        case "'":
            setFlowScalarValue(token, source, 'single-quoted-scalar');
            break;
        default:
            setFlowScalarValue(token, source, 'scalar');
    }
}
function setBlockScalarValue(token, source) {
    const he = source.indexOf('\n');
    const head = source.substring(0, he);
    const body = source.substring(he + 1) + '\n';
    if (token.type === 'block-scalar') {
        const header = token.props[0];
        if (header.type !== 'block-scalar-header')
            throw new Error('Invalid block scalar header');
        header.source = head;
        token.source = body;
    }
    else {
        const { offset } = token;
        const indent = 'indent' in token ? token.indent : -1;
        const props = [
            { type: 'block-scalar-header', offset, indent, source: head }
        ];
        if (!addEndtoBlockProps(props, 'end' in token ? token.end : undefined))
            props.push({ type: 'newline', offset: -1, indent, source: '\n' });
        for (const key of Object.keys(token))
            if (key !== 'type' && key !== 'offset')
                delete token[key];
        Object.assign(token, { type: 'block-scalar', indent, props, source: body });
    }
}
/** @returns `true` if last token is a newline */
function addEndtoBlockProps(props, end) {
    if (end)
        for (const st of end)
            switch (st.type) {
                case 'space':
                case 'comment':
                    props.push(st);
                    break;
                case 'newline':
                    props.push(st);
                    return true;
            }
    return false;
}
function setFlowScalarValue(token, source, type) {
    switch (token.type) {
        case 'scalar':
        case 'double-quoted-scalar':
        case 'single-quoted-scalar':
            token.type = type;
            token.source = source;
            break;
        case 'block-scalar': {
            const end = token.props.slice(1);
            let oa = source.length;
            if (token.props[0].type === 'block-scalar-header')
                oa -= token.props[0].source.length;
            for (const tok of end)
                tok.offset += oa;
            delete token.props;
            Object.assign(token, { type, source, end });
            break;
        }
        case 'block-map':
        case 'block-seq': {
            const offset = token.offset + source.length;
            const nl = { type: 'newline', offset, indent: token.indent, source: '\n' };
            delete token.items;
            Object.assign(token, { type, source, end: [nl] });
            break;
        }
        default: {
            const indent = 'indent' in token ? token.indent : -1;
            const end = 'end' in token && Array.isArray(token.end)
                ? token.end.filter(st => st.type === 'space' ||
                    st.type === 'comment' ||
                    st.type === 'newline')
                : [];
            for (const key of Object.keys(token))
                if (key !== 'type' && key !== 'offset')
                    delete token[key];
            Object.assign(token, { type, indent, source, end });
        }
    }
}

exports.createScalarToken = createScalarToken;
exports.resolveAsScalar = resolveAsScalar;
exports.setScalarValue = setScalarValue;


/***/ }),

/***/ 91733:
/***/ ((__unused_webpack_module, exports) => {



/**
 * Stringify a CST document, token, or collection item
 *
 * Fair warning: This applies no validation whatsoever, and
 * simply concatenates the sources in their logical order.
 */
const stringify = (cst) => 'type' in cst ? stringifyToken(cst) : stringifyItem(cst);
function stringifyToken(token) {
    switch (token.type) {
        case 'block-scalar': {
            let res = '';
            for (const tok of token.props)
                res += stringifyToken(tok);
            return res + token.source;
        }
        case 'block-map':
        case 'block-seq': {
            let res = '';
            for (const item of token.items)
                res += stringifyItem(item);
            return res;
        }
        case 'flow-collection': {
            let res = token.start.source;
            for (const item of token.items)
                res += stringifyItem(item);
            for (const st of token.end)
                res += st.source;
            return res;
        }
        case 'document': {
            let res = stringifyItem(token);
            if (token.end)
                for (const st of token.end)
                    res += st.source;
            return res;
        }
        default: {
            let res = token.source;
            if ('end' in token && token.end)
                for (const st of token.end)
                    res += st.source;
            return res;
        }
    }
}
function stringifyItem({ start, key, sep, value }) {
    let res = '';
    for (const st of start)
        res += st.source;
    if (key)
        res += stringifyToken(key);
    if (sep)
        for (const st of sep)
            res += st.source;
    if (value)
        res += stringifyToken(value);
    return res;
}

exports.stringify = stringify;


/***/ }),

/***/ 97715:
/***/ ((__unused_webpack_module, exports) => {



const BREAK = Symbol('break visit');
const SKIP = Symbol('skip children');
const REMOVE = Symbol('remove item');
/**
 * Apply a visitor to a CST document or item.
 *
 * Walks through the tree (depth-first) starting from the root, calling a
 * `visitor` function with two arguments when entering each item:
 *   - `item`: The current item, which included the following members:
 *     - `start: SourceToken[]` – Source tokens before the key or value,
 *       possibly including its anchor or tag.
 *     - `key?: Token | null` – Set for pair values. May then be `null`, if
 *       the key before the `:` separator is empty.
 *     - `sep?: SourceToken[]` – Source tokens between the key and the value,
 *       which should include the `:` map value indicator if `value` is set.
 *     - `value?: Token` – The value of a sequence item, or of a map pair.
 *   - `path`: The steps from the root to the current node, as an array of
 *     `['key' | 'value', number]` tuples.
 *
 * The return value of the visitor may be used to control the traversal:
 *   - `undefined` (default): Do nothing and continue
 *   - `visit.SKIP`: Do not visit the children of this token, continue with
 *      next sibling
 *   - `visit.BREAK`: Terminate traversal completely
 *   - `visit.REMOVE`: Remove the current item, then continue with the next one
 *   - `number`: Set the index of the next step. This is useful especially if
 *     the index of the current token has changed.
 *   - `function`: Define the next visitor for this item. After the original
 *     visitor is called on item entry, next visitors are called after handling
 *     a non-empty `key` and when exiting the item.
 */
function visit(cst, visitor) {
    if ('type' in cst && cst.type === 'document')
        cst = { start: cst.start, value: cst.value };
    _visit(Object.freeze([]), cst, visitor);
}
// Without the `as symbol` casts, TS declares these in the `visit`
// namespace using `var`, but then complains about that because
// `unique symbol` must be `const`.
/** Terminate visit traversal completely */
visit.BREAK = BREAK;
/** Do not visit the children of the current item */
visit.SKIP = SKIP;
/** Remove the current item */
visit.REMOVE = REMOVE;
/** Find the item at `path` from `cst` as the root */
visit.itemAtPath = (cst, path) => {
    let item = cst;
    for (const [field, index] of path) {
        const tok = item?.[field];
        if (tok && 'items' in tok) {
            item = tok.items[index];
        }
        else
            return undefined;
    }
    return item;
};
/**
 * Get the immediate parent collection of the item at `path` from `cst` as the root.
 *
 * Throws an error if the collection is not found, which should never happen if the item itself exists.
 */
visit.parentCollection = (cst, path) => {
    const parent = visit.itemAtPath(cst, path.slice(0, -1));
    const field = path[path.length - 1][0];
    const coll = parent?.[field];
    if (coll && 'items' in coll)
        return coll;
    throw new Error('Parent collection not found');
};
function _visit(path, item, visitor) {
    let ctrl = visitor(item, path);
    if (typeof ctrl === 'symbol')
        return ctrl;
    for (const field of ['key', 'value']) {
        const token = item[field];
        if (token && 'items' in token) {
            for (let i = 0; i < token.items.length; ++i) {
                const ci = _visit(Object.freeze(path.concat([[field, i]])), token.items[i], visitor);
                if (typeof ci === 'number')
                    i = ci - 1;
                else if (ci === BREAK)
                    return BREAK;
                else if (ci === REMOVE) {
                    token.items.splice(i, 1);
                    i -= 1;
                }
            }
            if (typeof ctrl === 'function' && field === 'key')
                ctrl = ctrl(item, path);
        }
    }
    return typeof ctrl === 'function' ? ctrl(item, path) : ctrl;
}

exports.visit = visit;


/***/ }),

/***/ 3461:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var cstScalar = __webpack_require__(60110);
var cstStringify = __webpack_require__(91733);
var cstVisit = __webpack_require__(97715);

/** The byte order mark */
const BOM = '\u{FEFF}';
/** Start of doc-mode */
const DOCUMENT = '\x02'; // C0: Start of Text
/** Unexpected end of flow-mode */
const FLOW_END = '\x18'; // C0: Cancel
/** Next token is a scalar value */
const SCALAR = '\x1f'; // C0: Unit Separator
/** @returns `true` if `token` is a flow or block collection */
const isCollection = (token) => !!token && 'items' in token;
/** @returns `true` if `token` is a flow or block scalar; not an alias */
const isScalar = (token) => !!token &&
    (token.type === 'scalar' ||
        token.type === 'single-quoted-scalar' ||
        token.type === 'double-quoted-scalar' ||
        token.type === 'block-scalar');
/* istanbul ignore next */
/** Get a printable representation of a lexer token */
function prettyToken(token) {
    switch (token) {
        case BOM:
            return '<BOM>';
        case DOCUMENT:
            return '<DOC>';
        case FLOW_END:
            return '<FLOW_END>';
        case SCALAR:
            return '<SCALAR>';
        default:
            return JSON.stringify(token);
    }
}
/** Identify the type of a lexer token. May return `null` for unknown tokens. */
function tokenType(source) {
    switch (source) {
        case BOM:
            return 'byte-order-mark';
        case DOCUMENT:
            return 'doc-mode';
        case FLOW_END:
            return 'flow-error-end';
        case SCALAR:
            return 'scalar';
        case '---':
            return 'doc-start';
        case '...':
            return 'doc-end';
        case '':
        case '\n':
        case '\r\n':
            return 'newline';
        case '-':
            return 'seq-item-ind';
        case '?':
            return 'explicit-key-ind';
        case ':':
            return 'map-value-ind';
        case '{':
            return 'flow-map-start';
        case '}':
            return 'flow-map-end';
        case '[':
            return 'flow-seq-start';
        case ']':
            return 'flow-seq-end';
        case ',':
            return 'comma';
    }
    switch (source[0]) {
        case ' ':
        case '\t':
            return 'space';
        case '#':
            return 'comment';
        case '%':
            return 'directive-line';
        case '*':
            return 'alias';
        case '&':
            return 'anchor';
        case '!':
            return 'tag';
        case "'":
            return 'single-quoted-scalar';
        case '"':
            return 'double-quoted-scalar';
        case '|':
        case '>':
            return 'block-scalar-header';
    }
    return null;
}

exports.createScalarToken = cstScalar.createScalarToken;
exports.resolveAsScalar = cstScalar.resolveAsScalar;
exports.setScalarValue = cstScalar.setScalarValue;
exports.stringify = cstStringify.stringify;
exports.visit = cstVisit.visit;
exports.BOM = BOM;
exports.DOCUMENT = DOCUMENT;
exports.FLOW_END = FLOW_END;
exports.SCALAR = SCALAR;
exports.isCollection = isCollection;
exports.isScalar = isScalar;
exports.prettyToken = prettyToken;
exports.tokenType = tokenType;


/***/ }),

/***/ 40361:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var cst = __webpack_require__(3461);

/*
START -> stream

stream
  directive -> line-end -> stream
  indent + line-end -> stream
  [else] -> line-start

line-end
  comment -> line-end
  newline -> .
  input-end -> END

line-start
  doc-start -> doc
  doc-end -> stream
  [else] -> indent -> block-start

block-start
  seq-item-start -> block-start
  explicit-key-start -> block-start
  map-value-start -> block-start
  [else] -> doc

doc
  line-end -> line-start
  spaces -> doc
  anchor -> doc
  tag -> doc
  flow-start -> flow -> doc
  flow-end -> error -> doc
  seq-item-start -> error -> doc
  explicit-key-start -> error -> doc
  map-value-start -> doc
  alias -> doc
  quote-start -> quoted-scalar -> doc
  block-scalar-header -> line-end -> block-scalar(min) -> line-start
  [else] -> plain-scalar(false, min) -> doc

flow
  line-end -> flow
  spaces -> flow
  anchor -> flow
  tag -> flow
  flow-start -> flow -> flow
  flow-end -> .
  seq-item-start -> error -> flow
  explicit-key-start -> flow
  map-value-start -> flow
  alias -> flow
  quote-start -> quoted-scalar -> flow
  comma -> flow
  [else] -> plain-scalar(true, 0) -> flow

quoted-scalar
  quote-end -> .
  [else] -> quoted-scalar

block-scalar(min)
  newline + peek(indent < min) -> .
  [else] -> block-scalar(min)

plain-scalar(is-flow, min)
  scalar-end(is-flow) -> .
  peek(newline + (indent < min)) -> .
  [else] -> plain-scalar(min)
*/
function isEmpty(ch) {
    switch (ch) {
        case undefined:
        case ' ':
        case '\n':
        case '\r':
        case '\t':
            return true;
        default:
            return false;
    }
}
const hexDigits = new Set('0123456789ABCDEFabcdef');
const tagChars = new Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-#;/?:@&=+$_.!~*'()");
const flowIndicatorChars = new Set(',[]{}');
const invalidAnchorChars = new Set(' ,[]{}\n\r\t');
const isNotAnchorChar = (ch) => !ch || invalidAnchorChars.has(ch);
/**
 * Splits an input string into lexical tokens, i.e. smaller strings that are
 * easily identifiable by `tokens.tokenType()`.
 *
 * Lexing starts always in a "stream" context. Incomplete input may be buffered
 * until a complete token can be emitted.
 *
 * In addition to slices of the original input, the following control characters
 * may also be emitted:
 *
 * - `\x02` (Start of Text): A document starts with the next token
 * - `\x18` (Cancel): Unexpected end of flow-mode (indicates an error)
 * - `\x1f` (Unit Separator): Next token is a scalar value
 * - `\u{FEFF}` (Byte order mark): Emitted separately outside documents
 */
class Lexer {
    constructor() {
        /**
         * Flag indicating whether the end of the current buffer marks the end of
         * all input
         */
        this.atEnd = false;
        /**
         * Explicit indent set in block scalar header, as an offset from the current
         * minimum indent, so e.g. set to 1 from a header `|2+`. Set to -1 if not
         * explicitly set.
         */
        this.blockScalarIndent = -1;
        /**
         * Block scalars that include a + (keep) chomping indicator in their header
         * include trailing empty lines, which are otherwise excluded from the
         * scalar's contents.
         */
        this.blockScalarKeep = false;
        /** Current input */
        this.buffer = '';
        /**
         * Flag noting whether the map value indicator : can immediately follow this
         * node within a flow context.
         */
        this.flowKey = false;
        /** Count of surrounding flow collection levels. */
        this.flowLevel = 0;
        /**
         * Minimum level of indentation required for next lines to be parsed as a
         * part of the current scalar value.
         */
        this.indentNext = 0;
        /** Indentation level of the current line. */
        this.indentValue = 0;
        /** Position of the next \n character. */
        this.lineEndPos = null;
        /** Stores the state of the lexer if reaching the end of incpomplete input */
        this.next = null;
        /** A pointer to `buffer`; the current position of the lexer. */
        this.pos = 0;
    }
    /**
     * Generate YAML tokens from the `source` string. If `incomplete`,
     * a part of the last line may be left as a buffer for the next call.
     *
     * @returns A generator of lexical tokens
     */
    *lex(source, incomplete = false) {
        if (source) {
            if (typeof source !== 'string')
                throw TypeError('source is not a string');
            this.buffer = this.buffer ? this.buffer + source : source;
            this.lineEndPos = null;
        }
        this.atEnd = !incomplete;
        let next = this.next ?? 'stream';
        while (next && (incomplete || this.hasChars(1)))
            next = yield* this.parseNext(next);
    }
    atLineEnd() {
        let i = this.pos;
        let ch = this.buffer[i];
        while (ch === ' ' || ch === '\t')
            ch = this.buffer[++i];
        if (!ch || ch === '#' || ch === '\n')
            return true;
        if (ch === '\r')
            return this.buffer[i + 1] === '\n';
        return false;
    }
    charAt(n) {
        return this.buffer[this.pos + n];
    }
    continueScalar(offset) {
        let ch = this.buffer[offset];
        if (this.indentNext > 0) {
            let indent = 0;
            while (ch === ' ')
                ch = this.buffer[++indent + offset];
            if (ch === '\r') {
                const next = this.buffer[indent + offset + 1];
                if (next === '\n' || (!next && !this.atEnd))
                    return offset + indent + 1;
            }
            return ch === '\n' || indent >= this.indentNext || (!ch && !this.atEnd)
                ? offset + indent
                : -1;
        }
        if (ch === '-' || ch === '.') {
            const dt = this.buffer.substr(offset, 3);
            if ((dt === '---' || dt === '...') && isEmpty(this.buffer[offset + 3]))
                return -1;
        }
        return offset;
    }
    getLine() {
        let end = this.lineEndPos;
        if (typeof end !== 'number' || (end !== -1 && end < this.pos)) {
            end = this.buffer.indexOf('\n', this.pos);
            this.lineEndPos = end;
        }
        if (end === -1)
            return this.atEnd ? this.buffer.substring(this.pos) : null;
        if (this.buffer[end - 1] === '\r')
            end -= 1;
        return this.buffer.substring(this.pos, end);
    }
    hasChars(n) {
        return this.pos + n <= this.buffer.length;
    }
    setNext(state) {
        this.buffer = this.buffer.substring(this.pos);
        this.pos = 0;
        this.lineEndPos = null;
        this.next = state;
        return null;
    }
    peek(n) {
        return this.buffer.substr(this.pos, n);
    }
    *parseNext(next) {
        switch (next) {
            case 'stream':
                return yield* this.parseStream();
            case 'line-start':
                return yield* this.parseLineStart();
            case 'block-start':
                return yield* this.parseBlockStart();
            case 'doc':
                return yield* this.parseDocument();
            case 'flow':
                return yield* this.parseFlowCollection();
            case 'quoted-scalar':
                return yield* this.parseQuotedScalar();
            case 'block-scalar':
                return yield* this.parseBlockScalar();
            case 'plain-scalar':
                return yield* this.parsePlainScalar();
        }
    }
    *parseStream() {
        let line = this.getLine();
        if (line === null)
            return this.setNext('stream');
        if (line[0] === cst.BOM) {
            yield* this.pushCount(1);
            line = line.substring(1);
        }
        if (line[0] === '%') {
            let dirEnd = line.length;
            let cs = line.indexOf('#');
            while (cs !== -1) {
                const ch = line[cs - 1];
                if (ch === ' ' || ch === '\t') {
                    dirEnd = cs - 1;
                    break;
                }
                else {
                    cs = line.indexOf('#', cs + 1);
                }
            }
            while (true) {
                const ch = line[dirEnd - 1];
                if (ch === ' ' || ch === '\t')
                    dirEnd -= 1;
                else
                    break;
            }
            const n = (yield* this.pushCount(dirEnd)) + (yield* this.pushSpaces(true));
            yield* this.pushCount(line.length - n); // possible comment
            this.pushNewline();
            return 'stream';
        }
        if (this.atLineEnd()) {
            const sp = yield* this.pushSpaces(true);
            yield* this.pushCount(line.length - sp);
            yield* this.pushNewline();
            return 'stream';
        }
        yield cst.DOCUMENT;
        return yield* this.parseLineStart();
    }
    *parseLineStart() {
        const ch = this.charAt(0);
        if (!ch && !this.atEnd)
            return this.setNext('line-start');
        if (ch === '-' || ch === '.') {
            if (!this.atEnd && !this.hasChars(4))
                return this.setNext('line-start');
            const s = this.peek(3);
            if ((s === '---' || s === '...') && isEmpty(this.charAt(3))) {
                yield* this.pushCount(3);
                this.indentValue = 0;
                this.indentNext = 0;
                return s === '---' ? 'doc' : 'stream';
            }
        }
        this.indentValue = yield* this.pushSpaces(false);
        if (this.indentNext > this.indentValue && !isEmpty(this.charAt(1)))
            this.indentNext = this.indentValue;
        return yield* this.parseBlockStart();
    }
    *parseBlockStart() {
        const [ch0, ch1] = this.peek(2);
        if (!ch1 && !this.atEnd)
            return this.setNext('block-start');
        if ((ch0 === '-' || ch0 === '?' || ch0 === ':') && isEmpty(ch1)) {
            const n = (yield* this.pushCount(1)) + (yield* this.pushSpaces(true));
            this.indentNext = this.indentValue + 1;
            this.indentValue += n;
            return 'block-start';
        }
        return 'doc';
    }
    *parseDocument() {
        yield* this.pushSpaces(true);
        const line = this.getLine();
        if (line === null)
            return this.setNext('doc');
        let n = yield* this.pushIndicators();
        switch (line[n]) {
            case '#':
                yield* this.pushCount(line.length - n);
            // fallthrough
            case undefined:
                yield* this.pushNewline();
                return yield* this.parseLineStart();
            case '{':
            case '[':
                yield* this.pushCount(1);
                this.flowKey = false;
                this.flowLevel = 1;
                return 'flow';
            case '}':
            case ']':
                // this is an error
                yield* this.pushCount(1);
                return 'doc';
            case '*':
                yield* this.pushUntil(isNotAnchorChar);
                return 'doc';
            case '"':
            case "'":
                return yield* this.parseQuotedScalar();
            case '|':
            case '>':
                n += yield* this.parseBlockScalarHeader();
                n += yield* this.pushSpaces(true);
                yield* this.pushCount(line.length - n);
                yield* this.pushNewline();
                return yield* this.parseBlockScalar();
            default:
                return yield* this.parsePlainScalar();
        }
    }
    *parseFlowCollection() {
        let nl, sp;
        let indent = -1;
        do {
            nl = yield* this.pushNewline();
            if (nl > 0) {
                sp = yield* this.pushSpaces(false);
                this.indentValue = indent = sp;
            }
            else {
                sp = 0;
            }
            sp += yield* this.pushSpaces(true);
        } while (nl + sp > 0);
        const line = this.getLine();
        if (line === null)
            return this.setNext('flow');
        if ((indent !== -1 && indent < this.indentNext && line[0] !== '#') ||
            (indent === 0 &&
                (line.startsWith('---') || line.startsWith('...')) &&
                isEmpty(line[3]))) {
            // Allowing for the terminal ] or } at the same (rather than greater)
            // indent level as the initial [ or { is technically invalid, but
            // failing here would be surprising to users.
            const atFlowEndMarker = indent === this.indentNext - 1 &&
                this.flowLevel === 1 &&
                (line[0] === ']' || line[0] === '}');
            if (!atFlowEndMarker) {
                // this is an error
                this.flowLevel = 0;
                yield cst.FLOW_END;
                return yield* this.parseLineStart();
            }
        }
        let n = 0;
        while (line[n] === ',') {
            n += yield* this.pushCount(1);
            n += yield* this.pushSpaces(true);
            this.flowKey = false;
        }
        n += yield* this.pushIndicators();
        switch (line[n]) {
            case undefined:
                return 'flow';
            case '#':
                yield* this.pushCount(line.length - n);
                return 'flow';
            case '{':
            case '[':
                yield* this.pushCount(1);
                this.flowKey = false;
                this.flowLevel += 1;
                return 'flow';
            case '}':
            case ']':
                yield* this.pushCount(1);
                this.flowKey = true;
                this.flowLevel -= 1;
                return this.flowLevel ? 'flow' : 'doc';
            case '*':
                yield* this.pushUntil(isNotAnchorChar);
                return 'flow';
            case '"':
            case "'":
                this.flowKey = true;
                return yield* this.parseQuotedScalar();
            case ':': {
                const next = this.charAt(1);
                if (this.flowKey || isEmpty(next) || next === ',') {
                    this.flowKey = false;
                    yield* this.pushCount(1);
                    yield* this.pushSpaces(true);
                    return 'flow';
                }
            }
            // fallthrough
            default:
                this.flowKey = false;
                return yield* this.parsePlainScalar();
        }
    }
    *parseQuotedScalar() {
        const quote = this.charAt(0);
        let end = this.buffer.indexOf(quote, this.pos + 1);
        if (quote === "'") {
            while (end !== -1 && this.buffer[end + 1] === "'")
                end = this.buffer.indexOf("'", end + 2);
        }
        else {
            // double-quote
            while (end !== -1) {
                let n = 0;
                while (this.buffer[end - 1 - n] === '\\')
                    n += 1;
                if (n % 2 === 0)
                    break;
                end = this.buffer.indexOf('"', end + 1);
            }
        }
        // Only looking for newlines within the quotes
        const qb = this.buffer.substring(0, end);
        let nl = qb.indexOf('\n', this.pos);
        if (nl !== -1) {
            while (nl !== -1) {
                const cs = this.continueScalar(nl + 1);
                if (cs === -1)
                    break;
                nl = qb.indexOf('\n', cs);
            }
            if (nl !== -1) {
                // this is an error caused by an unexpected unindent
                end = nl - (qb[nl - 1] === '\r' ? 2 : 1);
            }
        }
        if (end === -1) {
            if (!this.atEnd)
                return this.setNext('quoted-scalar');
            end = this.buffer.length;
        }
        yield* this.pushToIndex(end + 1, false);
        return this.flowLevel ? 'flow' : 'doc';
    }
    *parseBlockScalarHeader() {
        this.blockScalarIndent = -1;
        this.blockScalarKeep = false;
        let i = this.pos;
        while (true) {
            const ch = this.buffer[++i];
            if (ch === '+')
                this.blockScalarKeep = true;
            else if (ch > '0' && ch <= '9')
                this.blockScalarIndent = Number(ch) - 1;
            else if (ch !== '-')
                break;
        }
        return yield* this.pushUntil(ch => isEmpty(ch) || ch === '#');
    }
    *parseBlockScalar() {
        let nl = this.pos - 1; // may be -1 if this.pos === 0
        let indent = 0;
        let ch;
        loop: for (let i = this.pos; (ch = this.buffer[i]); ++i) {
            switch (ch) {
                case ' ':
                    indent += 1;
                    break;
                case '\n':
                    nl = i;
                    indent = 0;
                    break;
                case '\r': {
                    const next = this.buffer[i + 1];
                    if (!next && !this.atEnd)
                        return this.setNext('block-scalar');
                    if (next === '\n')
                        break;
                } // fallthrough
                default:
                    break loop;
            }
        }
        if (!ch && !this.atEnd)
            return this.setNext('block-scalar');
        if (indent >= this.indentNext) {
            if (this.blockScalarIndent === -1)
                this.indentNext = indent;
            else {
                this.indentNext =
                    this.blockScalarIndent + (this.indentNext === 0 ? 1 : this.indentNext);
            }
            do {
                const cs = this.continueScalar(nl + 1);
                if (cs === -1)
                    break;
                nl = this.buffer.indexOf('\n', cs);
            } while (nl !== -1);
            if (nl === -1) {
                if (!this.atEnd)
                    return this.setNext('block-scalar');
                nl = this.buffer.length;
            }
        }
        // Trailing insufficiently indented tabs are invalid.
        // To catch that during parsing, we include them in the block scalar value.
        let i = nl + 1;
        ch = this.buffer[i];
        while (ch === ' ')
            ch = this.buffer[++i];
        if (ch === '\t') {
            while (ch === '\t' || ch === ' ' || ch === '\r' || ch === '\n')
                ch = this.buffer[++i];
            nl = i - 1;
        }
        else if (!this.blockScalarKeep) {
            do {
                let i = nl - 1;
                let ch = this.buffer[i];
                if (ch === '\r')
                    ch = this.buffer[--i];
                const lastChar = i; // Drop the line if last char not more indented
                while (ch === ' ')
                    ch = this.buffer[--i];
                if (ch === '\n' && i >= this.pos && i + 1 + indent > lastChar)
                    nl = i;
                else
                    break;
            } while (true);
        }
        yield cst.SCALAR;
        yield* this.pushToIndex(nl + 1, true);
        return yield* this.parseLineStart();
    }
    *parsePlainScalar() {
        const inFlow = this.flowLevel > 0;
        let end = this.pos - 1;
        let i = this.pos - 1;
        let ch;
        while ((ch = this.buffer[++i])) {
            if (ch === ':') {
                const next = this.buffer[i + 1];
                if (isEmpty(next) || (inFlow && flowIndicatorChars.has(next)))
                    break;
                end = i;
            }
            else if (isEmpty(ch)) {
                let next = this.buffer[i + 1];
                if (ch === '\r') {
                    if (next === '\n') {
                        i += 1;
                        ch = '\n';
                        next = this.buffer[i + 1];
                    }
                    else
                        end = i;
                }
                if (next === '#' || (inFlow && flowIndicatorChars.has(next)))
                    break;
                if (ch === '\n') {
                    const cs = this.continueScalar(i + 1);
                    if (cs === -1)
                        break;
                    i = Math.max(i, cs - 2); // to advance, but still account for ' #'
                }
            }
            else {
                if (inFlow && flowIndicatorChars.has(ch))
                    break;
                end = i;
            }
        }
        if (!ch && !this.atEnd)
            return this.setNext('plain-scalar');
        yield cst.SCALAR;
        yield* this.pushToIndex(end + 1, true);
        return inFlow ? 'flow' : 'doc';
    }
    *pushCount(n) {
        if (n > 0) {
            yield this.buffer.substr(this.pos, n);
            this.pos += n;
            return n;
        }
        return 0;
    }
    *pushToIndex(i, allowEmpty) {
        const s = this.buffer.slice(this.pos, i);
        if (s) {
            yield s;
            this.pos += s.length;
            return s.length;
        }
        else if (allowEmpty)
            yield '';
        return 0;
    }
    *pushIndicators() {
        let n = 0;
        loop: while (true) {
            switch (this.charAt(0)) {
                case '!':
                    n += yield* this.pushTag();
                    n += yield* this.pushSpaces(true);
                    continue loop;
                case '&':
                    n += yield* this.pushUntil(isNotAnchorChar);
                    n += yield* this.pushSpaces(true);
                    continue loop;
                case '-': // this is an error
                case '?': // this is an error outside flow collections
                case ':': {
                    const inFlow = this.flowLevel > 0;
                    const ch1 = this.charAt(1);
                    if (isEmpty(ch1) || (inFlow && flowIndicatorChars.has(ch1))) {
                        if (!inFlow)
                            this.indentNext = this.indentValue + 1;
                        else if (this.flowKey)
                            this.flowKey = false;
                        n += yield* this.pushCount(1);
                        n += yield* this.pushSpaces(true);
                        continue loop;
                    }
                }
            }
            break loop;
        }
        return n;
    }
    *pushTag() {
        if (this.charAt(1) === '<') {
            let i = this.pos + 2;
            let ch = this.buffer[i];
            while (!isEmpty(ch) && ch !== '>')
                ch = this.buffer[++i];
            return yield* this.pushToIndex(ch === '>' ? i + 1 : i, false);
        }
        else {
            let i = this.pos + 1;
            let ch = this.buffer[i];
            while (ch) {
                if (tagChars.has(ch))
                    ch = this.buffer[++i];
                else if (ch === '%' &&
                    hexDigits.has(this.buffer[i + 1]) &&
                    hexDigits.has(this.buffer[i + 2])) {
                    ch = this.buffer[(i += 3)];
                }
                else
                    break;
            }
            return yield* this.pushToIndex(i, false);
        }
    }
    *pushNewline() {
        const ch = this.buffer[this.pos];
        if (ch === '\n')
            return yield* this.pushCount(1);
        else if (ch === '\r' && this.charAt(1) === '\n')
            return yield* this.pushCount(2);
        else
            return 0;
    }
    *pushSpaces(allowTabs) {
        let i = this.pos - 1;
        let ch;
        do {
            ch = this.buffer[++i];
        } while (ch === ' ' || (allowTabs && ch === '\t'));
        const n = i - this.pos;
        if (n > 0) {
            yield this.buffer.substr(this.pos, n);
            this.pos = i;
        }
        return n;
    }
    *pushUntil(test) {
        let i = this.pos;
        let ch = this.buffer[i];
        while (!test(ch))
            ch = this.buffer[++i];
        return yield* this.pushToIndex(i, false);
    }
}

exports.Lexer = Lexer;


/***/ }),

/***/ 66628:
/***/ ((__unused_webpack_module, exports) => {



/**
 * Tracks newlines during parsing in order to provide an efficient API for
 * determining the one-indexed `{ line, col }` position for any offset
 * within the input.
 */
class LineCounter {
    constructor() {
        this.lineStarts = [];
        /**
         * Should be called in ascending order. Otherwise, call
         * `lineCounter.lineStarts.sort()` before calling `linePos()`.
         */
        this.addNewLine = (offset) => this.lineStarts.push(offset);
        /**
         * Performs a binary search and returns the 1-indexed { line, col }
         * position of `offset`. If `line === 0`, `addNewLine` has never been
         * called or `offset` is before the first known newline.
         */
        this.linePos = (offset) => {
            let low = 0;
            let high = this.lineStarts.length;
            while (low < high) {
                const mid = (low + high) >> 1; // Math.floor((low + high) / 2)
                if (this.lineStarts[mid] < offset)
                    low = mid + 1;
                else
                    high = mid;
            }
            if (this.lineStarts[low] === offset)
                return { line: low + 1, col: 1 };
            if (low === 0)
                return { line: 0, col: offset };
            const start = this.lineStarts[low - 1];
            return { line: low, col: offset - start + 1 };
        };
    }
}

exports.LineCounter = LineCounter;


/***/ }),

/***/ 3456:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var node_process = __webpack_require__(932);
var cst = __webpack_require__(3461);
var lexer = __webpack_require__(40361);

function includesToken(list, type) {
    for (let i = 0; i < list.length; ++i)
        if (list[i].type === type)
            return true;
    return false;
}
function findNonEmptyIndex(list) {
    for (let i = 0; i < list.length; ++i) {
        switch (list[i].type) {
            case 'space':
            case 'comment':
            case 'newline':
                break;
            default:
                return i;
        }
    }
    return -1;
}
function isFlowToken(token) {
    switch (token?.type) {
        case 'alias':
        case 'scalar':
        case 'single-quoted-scalar':
        case 'double-quoted-scalar':
        case 'flow-collection':
            return true;
        default:
            return false;
    }
}
function getPrevProps(parent) {
    switch (parent.type) {
        case 'document':
            return parent.start;
        case 'block-map': {
            const it = parent.items[parent.items.length - 1];
            return it.sep ?? it.start;
        }
        case 'block-seq':
            return parent.items[parent.items.length - 1].start;
        /* istanbul ignore next should not happen */
        default:
            return [];
    }
}
/** Note: May modify input array */
function getFirstKeyStartProps(prev) {
    if (prev.length === 0)
        return [];
    let i = prev.length;
    loop: while (--i >= 0) {
        switch (prev[i].type) {
            case 'doc-start':
            case 'explicit-key-ind':
            case 'map-value-ind':
            case 'seq-item-ind':
            case 'newline':
                break loop;
        }
    }
    while (prev[++i]?.type === 'space') {
        /* loop */
    }
    return prev.splice(i, prev.length);
}
function arrayPushArray(target, source) {
    // May exhaust call stack with large `source` array
    if (source.length < 1e5)
        Array.prototype.push.apply(target, source);
    else
        for (let i = 0; i < source.length; ++i)
            target.push(source[i]);
}
function fixFlowSeqItems(fc) {
    if (fc.start.type === 'flow-seq-start') {
        for (const it of fc.items) {
            if (it.sep &&
                !it.value &&
                !includesToken(it.start, 'explicit-key-ind') &&
                !includesToken(it.sep, 'map-value-ind')) {
                if (it.key)
                    it.value = it.key;
                delete it.key;
                if (isFlowToken(it.value)) {
                    if (it.value.end)
                        arrayPushArray(it.value.end, it.sep);
                    else
                        it.value.end = it.sep;
                }
                else
                    arrayPushArray(it.start, it.sep);
                delete it.sep;
            }
        }
    }
}
/**
 * A YAML concrete syntax tree (CST) parser
 *
 * ```ts
 * const src: string = ...
 * for (const token of new Parser().parse(src)) {
 *   // token: Token
 * }
 * ```
 *
 * To use the parser with a user-provided lexer:
 *
 * ```ts
 * function* parse(source: string, lexer: Lexer) {
 *   const parser = new Parser()
 *   for (const lexeme of lexer.lex(source))
 *     yield* parser.next(lexeme)
 *   yield* parser.end()
 * }
 *
 * const src: string = ...
 * const lexer = new Lexer()
 * for (const token of parse(src, lexer)) {
 *   // token: Token
 * }
 * ```
 */
class Parser {
    /**
     * @param onNewLine - If defined, called separately with the start position of
     *   each new line (in `parse()`, including the start of input).
     */
    constructor(onNewLine) {
        /** If true, space and sequence indicators count as indentation */
        this.atNewLine = true;
        /** If true, next token is a scalar value */
        this.atScalar = false;
        /** Current indentation level */
        this.indent = 0;
        /** Current offset since the start of parsing */
        this.offset = 0;
        /** On the same line with a block map key */
        this.onKeyLine = false;
        /** Top indicates the node that's currently being built */
        this.stack = [];
        /** The source of the current token, set in parse() */
        this.source = '';
        /** The type of the current token, set in parse() */
        this.type = '';
        // Must be defined after `next()`
        this.lexer = new lexer.Lexer();
        this.onNewLine = onNewLine;
    }
    /**
     * Parse `source` as a YAML stream.
     * If `incomplete`, a part of the last line may be left as a buffer for the next call.
     *
     * Errors are not thrown, but yielded as `{ type: 'error', message }` tokens.
     *
     * @returns A generator of tokens representing each directive, document, and other structure.
     */
    *parse(source, incomplete = false) {
        if (this.onNewLine && this.offset === 0)
            this.onNewLine(0);
        for (const lexeme of this.lexer.lex(source, incomplete))
            yield* this.next(lexeme);
        if (!incomplete)
            yield* this.end();
    }
    /**
     * Advance the parser by the `source` of one lexical token.
     */
    *next(source) {
        this.source = source;
        if (node_process.env.LOG_TOKENS)
            console.log('|', cst.prettyToken(source));
        if (this.atScalar) {
            this.atScalar = false;
            yield* this.step();
            this.offset += source.length;
            return;
        }
        const type = cst.tokenType(source);
        if (!type) {
            const message = `Not a YAML token: ${source}`;
            yield* this.pop({ type: 'error', offset: this.offset, message, source });
            this.offset += source.length;
        }
        else if (type === 'scalar') {
            this.atNewLine = false;
            this.atScalar = true;
            this.type = 'scalar';
        }
        else {
            this.type = type;
            yield* this.step();
            switch (type) {
                case 'newline':
                    this.atNewLine = true;
                    this.indent = 0;
                    if (this.onNewLine)
                        this.onNewLine(this.offset + source.length);
                    break;
                case 'space':
                    if (this.atNewLine && source[0] === ' ')
                        this.indent += source.length;
                    break;
                case 'explicit-key-ind':
                case 'map-value-ind':
                case 'seq-item-ind':
                    if (this.atNewLine)
                        this.indent += source.length;
                    break;
                case 'doc-mode':
                case 'flow-error-end':
                    return;
                default:
                    this.atNewLine = false;
            }
            this.offset += source.length;
        }
    }
    /** Call at end of input to push out any remaining constructions */
    *end() {
        while (this.stack.length > 0)
            yield* this.pop();
    }
    get sourceToken() {
        const st = {
            type: this.type,
            offset: this.offset,
            indent: this.indent,
            source: this.source
        };
        return st;
    }
    *step() {
        const top = this.peek(1);
        if (this.type === 'doc-end' && top?.type !== 'doc-end') {
            while (this.stack.length > 0)
                yield* this.pop();
            this.stack.push({
                type: 'doc-end',
                offset: this.offset,
                source: this.source
            });
            return;
        }
        if (!top)
            return yield* this.stream();
        switch (top.type) {
            case 'document':
                return yield* this.document(top);
            case 'alias':
            case 'scalar':
            case 'single-quoted-scalar':
            case 'double-quoted-scalar':
                return yield* this.scalar(top);
            case 'block-scalar':
                return yield* this.blockScalar(top);
            case 'block-map':
                return yield* this.blockMap(top);
            case 'block-seq':
                return yield* this.blockSequence(top);
            case 'flow-collection':
                return yield* this.flowCollection(top);
            case 'doc-end':
                return yield* this.documentEnd(top);
        }
        /* istanbul ignore next should not happen */
        yield* this.pop();
    }
    peek(n) {
        return this.stack[this.stack.length - n];
    }
    *pop(error) {
        const token = error ?? this.stack.pop();
        /* istanbul ignore if should not happen */
        if (!token) {
            const message = 'Tried to pop an empty stack';
            yield { type: 'error', offset: this.offset, source: '', message };
        }
        else if (this.stack.length === 0) {
            yield token;
        }
        else {
            const top = this.peek(1);
            if (token.type === 'block-scalar') {
                // Block scalars use their parent rather than header indent
                token.indent = 'indent' in top ? top.indent : 0;
            }
            else if (token.type === 'flow-collection' && top.type === 'document') {
                // Ignore all indent for top-level flow collections
                token.indent = 0;
            }
            if (token.type === 'flow-collection')
                fixFlowSeqItems(token);
            switch (top.type) {
                case 'document':
                    top.value = token;
                    break;
                case 'block-scalar':
                    top.props.push(token); // error
                    break;
                case 'block-map': {
                    const it = top.items[top.items.length - 1];
                    if (it.value) {
                        top.items.push({ start: [], key: token, sep: [] });
                        this.onKeyLine = true;
                        return;
                    }
                    else if (it.sep) {
                        it.value = token;
                    }
                    else {
                        Object.assign(it, { key: token, sep: [] });
                        this.onKeyLine = !it.explicitKey;
                        return;
                    }
                    break;
                }
                case 'block-seq': {
                    const it = top.items[top.items.length - 1];
                    if (it.value)
                        top.items.push({ start: [], value: token });
                    else
                        it.value = token;
                    break;
                }
                case 'flow-collection': {
                    const it = top.items[top.items.length - 1];
                    if (!it || it.value)
                        top.items.push({ start: [], key: token, sep: [] });
                    else if (it.sep)
                        it.value = token;
                    else
                        Object.assign(it, { key: token, sep: [] });
                    return;
                }
                /* istanbul ignore next should not happen */
                default:
                    yield* this.pop();
                    yield* this.pop(token);
            }
            if ((top.type === 'document' ||
                top.type === 'block-map' ||
                top.type === 'block-seq') &&
                (token.type === 'block-map' || token.type === 'block-seq')) {
                const last = token.items[token.items.length - 1];
                if (last &&
                    !last.sep &&
                    !last.value &&
                    last.start.length > 0 &&
                    findNonEmptyIndex(last.start) === -1 &&
                    (token.indent === 0 ||
                        last.start.every(st => st.type !== 'comment' || st.indent < token.indent))) {
                    if (top.type === 'document')
                        top.end = last.start;
                    else
                        top.items.push({ start: last.start });
                    token.items.splice(-1, 1);
                }
            }
        }
    }
    *stream() {
        switch (this.type) {
            case 'directive-line':
                yield { type: 'directive', offset: this.offset, source: this.source };
                return;
            case 'byte-order-mark':
            case 'space':
            case 'comment':
            case 'newline':
                yield this.sourceToken;
                return;
            case 'doc-mode':
            case 'doc-start': {
                const doc = {
                    type: 'document',
                    offset: this.offset,
                    start: []
                };
                if (this.type === 'doc-start')
                    doc.start.push(this.sourceToken);
                this.stack.push(doc);
                return;
            }
        }
        yield {
            type: 'error',
            offset: this.offset,
            message: `Unexpected ${this.type} token in YAML stream`,
            source: this.source
        };
    }
    *document(doc) {
        if (doc.value)
            return yield* this.lineEnd(doc);
        switch (this.type) {
            case 'doc-start': {
                if (findNonEmptyIndex(doc.start) !== -1) {
                    yield* this.pop();
                    yield* this.step();
                }
                else
                    doc.start.push(this.sourceToken);
                return;
            }
            case 'anchor':
            case 'tag':
            case 'space':
            case 'comment':
            case 'newline':
                doc.start.push(this.sourceToken);
                return;
        }
        const bv = this.startBlockValue(doc);
        if (bv)
            this.stack.push(bv);
        else {
            yield {
                type: 'error',
                offset: this.offset,
                message: `Unexpected ${this.type} token in YAML document`,
                source: this.source
            };
        }
    }
    *scalar(scalar) {
        if (this.type === 'map-value-ind') {
            const prev = getPrevProps(this.peek(2));
            const start = getFirstKeyStartProps(prev);
            let sep;
            if (scalar.end) {
                sep = scalar.end;
                sep.push(this.sourceToken);
                delete scalar.end;
            }
            else
                sep = [this.sourceToken];
            const map = {
                type: 'block-map',
                offset: scalar.offset,
                indent: scalar.indent,
                items: [{ start, key: scalar, sep }]
            };
            this.onKeyLine = true;
            this.stack[this.stack.length - 1] = map;
        }
        else
            yield* this.lineEnd(scalar);
    }
    *blockScalar(scalar) {
        switch (this.type) {
            case 'space':
            case 'comment':
            case 'newline':
                scalar.props.push(this.sourceToken);
                return;
            case 'scalar':
                scalar.source = this.source;
                // block-scalar source includes trailing newline
                this.atNewLine = true;
                this.indent = 0;
                if (this.onNewLine) {
                    let nl = this.source.indexOf('\n') + 1;
                    while (nl !== 0) {
                        this.onNewLine(this.offset + nl);
                        nl = this.source.indexOf('\n', nl) + 1;
                    }
                }
                yield* this.pop();
                break;
            /* istanbul ignore next should not happen */
            default:
                yield* this.pop();
                yield* this.step();
        }
    }
    *blockMap(map) {
        const it = map.items[map.items.length - 1];
        // it.sep is true-ish if pair already has key or : separator
        switch (this.type) {
            case 'newline':
                this.onKeyLine = false;
                if (it.value) {
                    const end = 'end' in it.value ? it.value.end : undefined;
                    const last = Array.isArray(end) ? end[end.length - 1] : undefined;
                    if (last?.type === 'comment')
                        end?.push(this.sourceToken);
                    else
                        map.items.push({ start: [this.sourceToken] });
                }
                else if (it.sep) {
                    it.sep.push(this.sourceToken);
                }
                else {
                    it.start.push(this.sourceToken);
                }
                return;
            case 'space':
            case 'comment':
                if (it.value) {
                    map.items.push({ start: [this.sourceToken] });
                }
                else if (it.sep) {
                    it.sep.push(this.sourceToken);
                }
                else {
                    if (this.atIndentedComment(it.start, map.indent)) {
                        const prev = map.items[map.items.length - 2];
                        const end = prev?.value?.end;
                        if (Array.isArray(end)) {
                            arrayPushArray(end, it.start);
                            end.push(this.sourceToken);
                            map.items.pop();
                            return;
                        }
                    }
                    it.start.push(this.sourceToken);
                }
                return;
        }
        if (this.indent >= map.indent) {
            const atMapIndent = !this.onKeyLine && this.indent === map.indent;
            const atNextItem = atMapIndent &&
                (it.sep || it.explicitKey) &&
                this.type !== 'seq-item-ind';
            // For empty nodes, assign newline-separated not indented empty tokens to following node
            let start = [];
            if (atNextItem && it.sep && !it.value) {
                const nl = [];
                for (let i = 0; i < it.sep.length; ++i) {
                    const st = it.sep[i];
                    switch (st.type) {
                        case 'newline':
                            nl.push(i);
                            break;
                        case 'space':
                            break;
                        case 'comment':
                            if (st.indent > map.indent)
                                nl.length = 0;
                            break;
                        default:
                            nl.length = 0;
                    }
                }
                if (nl.length >= 2)
                    start = it.sep.splice(nl[1]);
            }
            switch (this.type) {
                case 'anchor':
                case 'tag':
                    if (atNextItem || it.value) {
                        start.push(this.sourceToken);
                        map.items.push({ start });
                        this.onKeyLine = true;
                    }
                    else if (it.sep) {
                        it.sep.push(this.sourceToken);
                    }
                    else {
                        it.start.push(this.sourceToken);
                    }
                    return;
                case 'explicit-key-ind':
                    if (!it.sep && !it.explicitKey) {
                        it.start.push(this.sourceToken);
                        it.explicitKey = true;
                    }
                    else if (atNextItem || it.value) {
                        start.push(this.sourceToken);
                        map.items.push({ start, explicitKey: true });
                    }
                    else {
                        this.stack.push({
                            type: 'block-map',
                            offset: this.offset,
                            indent: this.indent,
                            items: [{ start: [this.sourceToken], explicitKey: true }]
                        });
                    }
                    this.onKeyLine = true;
                    return;
                case 'map-value-ind':
                    if (it.explicitKey) {
                        if (!it.sep) {
                            if (includesToken(it.start, 'newline')) {
                                Object.assign(it, { key: null, sep: [this.sourceToken] });
                            }
                            else {
                                const start = getFirstKeyStartProps(it.start);
                                this.stack.push({
                                    type: 'block-map',
                                    offset: this.offset,
                                    indent: this.indent,
                                    items: [{ start, key: null, sep: [this.sourceToken] }]
                                });
                            }
                        }
                        else if (it.value) {
                            map.items.push({ start: [], key: null, sep: [this.sourceToken] });
                        }
                        else if (includesToken(it.sep, 'map-value-ind')) {
                            this.stack.push({
                                type: 'block-map',
                                offset: this.offset,
                                indent: this.indent,
                                items: [{ start, key: null, sep: [this.sourceToken] }]
                            });
                        }
                        else if (isFlowToken(it.key) &&
                            !includesToken(it.sep, 'newline')) {
                            const start = getFirstKeyStartProps(it.start);
                            const key = it.key;
                            const sep = it.sep;
                            sep.push(this.sourceToken);
                            // @ts-expect-error type guard is wrong here
                            delete it.key;
                            // @ts-expect-error type guard is wrong here
                            delete it.sep;
                            this.stack.push({
                                type: 'block-map',
                                offset: this.offset,
                                indent: this.indent,
                                items: [{ start, key, sep }]
                            });
                        }
                        else if (start.length > 0) {
                            // Not actually at next item
                            it.sep = it.sep.concat(start, this.sourceToken);
                        }
                        else {
                            it.sep.push(this.sourceToken);
                        }
                    }
                    else {
                        if (!it.sep) {
                            Object.assign(it, { key: null, sep: [this.sourceToken] });
                        }
                        else if (it.value || atNextItem) {
                            map.items.push({ start, key: null, sep: [this.sourceToken] });
                        }
                        else if (includesToken(it.sep, 'map-value-ind')) {
                            this.stack.push({
                                type: 'block-map',
                                offset: this.offset,
                                indent: this.indent,
                                items: [{ start: [], key: null, sep: [this.sourceToken] }]
                            });
                        }
                        else {
                            it.sep.push(this.sourceToken);
                        }
                    }
                    this.onKeyLine = true;
                    return;
                case 'alias':
                case 'scalar':
                case 'single-quoted-scalar':
                case 'double-quoted-scalar': {
                    const fs = this.flowScalar(this.type);
                    if (atNextItem || it.value) {
                        map.items.push({ start, key: fs, sep: [] });
                        this.onKeyLine = true;
                    }
                    else if (it.sep) {
                        this.stack.push(fs);
                    }
                    else {
                        Object.assign(it, { key: fs, sep: [] });
                        this.onKeyLine = true;
                    }
                    return;
                }
                default: {
                    const bv = this.startBlockValue(map);
                    if (bv) {
                        if (bv.type === 'block-seq') {
                            if (!it.explicitKey &&
                                it.sep &&
                                !includesToken(it.sep, 'newline')) {
                                yield* this.pop({
                                    type: 'error',
                                    offset: this.offset,
                                    message: 'Unexpected block-seq-ind on same line with key',
                                    source: this.source
                                });
                                return;
                            }
                        }
                        else if (atMapIndent) {
                            map.items.push({ start });
                        }
                        this.stack.push(bv);
                        return;
                    }
                }
            }
        }
        yield* this.pop();
        yield* this.step();
    }
    *blockSequence(seq) {
        const it = seq.items[seq.items.length - 1];
        switch (this.type) {
            case 'newline':
                if (it.value) {
                    const end = 'end' in it.value ? it.value.end : undefined;
                    const last = Array.isArray(end) ? end[end.length - 1] : undefined;
                    if (last?.type === 'comment')
                        end?.push(this.sourceToken);
                    else
                        seq.items.push({ start: [this.sourceToken] });
                }
                else
                    it.start.push(this.sourceToken);
                return;
            case 'space':
            case 'comment':
                if (it.value)
                    seq.items.push({ start: [this.sourceToken] });
                else {
                    if (this.atIndentedComment(it.start, seq.indent)) {
                        const prev = seq.items[seq.items.length - 2];
                        const end = prev?.value?.end;
                        if (Array.isArray(end)) {
                            arrayPushArray(end, it.start);
                            end.push(this.sourceToken);
                            seq.items.pop();
                            return;
                        }
                    }
                    it.start.push(this.sourceToken);
                }
                return;
            case 'anchor':
            case 'tag':
                if (it.value || this.indent <= seq.indent)
                    break;
                it.start.push(this.sourceToken);
                return;
            case 'seq-item-ind':
                if (this.indent !== seq.indent)
                    break;
                if (it.value || includesToken(it.start, 'seq-item-ind'))
                    seq.items.push({ start: [this.sourceToken] });
                else
                    it.start.push(this.sourceToken);
                return;
        }
        if (this.indent > seq.indent) {
            const bv = this.startBlockValue(seq);
            if (bv) {
                this.stack.push(bv);
                return;
            }
        }
        yield* this.pop();
        yield* this.step();
    }
    *flowCollection(fc) {
        const it = fc.items[fc.items.length - 1];
        if (this.type === 'flow-error-end') {
            let top;
            do {
                yield* this.pop();
                top = this.peek(1);
            } while (top?.type === 'flow-collection');
        }
        else if (fc.end.length === 0) {
            switch (this.type) {
                case 'comma':
                case 'explicit-key-ind':
                    if (!it || it.sep)
                        fc.items.push({ start: [this.sourceToken] });
                    else
                        it.start.push(this.sourceToken);
                    return;
                case 'map-value-ind':
                    if (!it || it.value)
                        fc.items.push({ start: [], key: null, sep: [this.sourceToken] });
                    else if (it.sep)
                        it.sep.push(this.sourceToken);
                    else
                        Object.assign(it, { key: null, sep: [this.sourceToken] });
                    return;
                case 'space':
                case 'comment':
                case 'newline':
                case 'anchor':
                case 'tag':
                    if (!it || it.value)
                        fc.items.push({ start: [this.sourceToken] });
                    else if (it.sep)
                        it.sep.push(this.sourceToken);
                    else
                        it.start.push(this.sourceToken);
                    return;
                case 'alias':
                case 'scalar':
                case 'single-quoted-scalar':
                case 'double-quoted-scalar': {
                    const fs = this.flowScalar(this.type);
                    if (!it || it.value)
                        fc.items.push({ start: [], key: fs, sep: [] });
                    else if (it.sep)
                        this.stack.push(fs);
                    else
                        Object.assign(it, { key: fs, sep: [] });
                    return;
                }
                case 'flow-map-end':
                case 'flow-seq-end':
                    fc.end.push(this.sourceToken);
                    return;
            }
            const bv = this.startBlockValue(fc);
            /* istanbul ignore else should not happen */
            if (bv)
                this.stack.push(bv);
            else {
                yield* this.pop();
                yield* this.step();
            }
        }
        else {
            const parent = this.peek(2);
            if (parent.type === 'block-map' &&
                ((this.type === 'map-value-ind' && parent.indent === fc.indent) ||
                    (this.type === 'newline' &&
                        !parent.items[parent.items.length - 1].sep))) {
                yield* this.pop();
                yield* this.step();
            }
            else if (this.type === 'map-value-ind' &&
                parent.type !== 'flow-collection') {
                const prev = getPrevProps(parent);
                const start = getFirstKeyStartProps(prev);
                fixFlowSeqItems(fc);
                const sep = fc.end.splice(1, fc.end.length);
                sep.push(this.sourceToken);
                const map = {
                    type: 'block-map',
                    offset: fc.offset,
                    indent: fc.indent,
                    items: [{ start, key: fc, sep }]
                };
                this.onKeyLine = true;
                this.stack[this.stack.length - 1] = map;
            }
            else {
                yield* this.lineEnd(fc);
            }
        }
    }
    flowScalar(type) {
        if (this.onNewLine) {
            let nl = this.source.indexOf('\n') + 1;
            while (nl !== 0) {
                this.onNewLine(this.offset + nl);
                nl = this.source.indexOf('\n', nl) + 1;
            }
        }
        return {
            type,
            offset: this.offset,
            indent: this.indent,
            source: this.source
        };
    }
    startBlockValue(parent) {
        switch (this.type) {
            case 'alias':
            case 'scalar':
            case 'single-quoted-scalar':
            case 'double-quoted-scalar':
                return this.flowScalar(this.type);
            case 'block-scalar-header':
                return {
                    type: 'block-scalar',
                    offset: this.offset,
                    indent: this.indent,
                    props: [this.sourceToken],
                    source: ''
                };
            case 'flow-map-start':
            case 'flow-seq-start':
                return {
                    type: 'flow-collection',
                    offset: this.offset,
                    indent: this.indent,
                    start: this.sourceToken,
                    items: [],
                    end: []
                };
            case 'seq-item-ind':
                return {
                    type: 'block-seq',
                    offset: this.offset,
                    indent: this.indent,
                    items: [{ start: [this.sourceToken] }]
                };
            case 'explicit-key-ind': {
                this.onKeyLine = true;
                const prev = getPrevProps(parent);
                const start = getFirstKeyStartProps(prev);
                start.push(this.sourceToken);
                return {
                    type: 'block-map',
                    offset: this.offset,
                    indent: this.indent,
                    items: [{ start, explicitKey: true }]
                };
            }
            case 'map-value-ind': {
                this.onKeyLine = true;
                const prev = getPrevProps(parent);
                const start = getFirstKeyStartProps(prev);
                return {
                    type: 'block-map',
                    offset: this.offset,
                    indent: this.indent,
                    items: [{ start, key: null, sep: [this.sourceToken] }]
                };
            }
        }
        return null;
    }
    atIndentedComment(start, indent) {
        if (this.type !== 'comment')
            return false;
        if (this.indent <= indent)
            return false;
        return start.every(st => st.type === 'newline' || st.type === 'space');
    }
    *documentEnd(docEnd) {
        if (this.type !== 'doc-mode') {
            if (docEnd.end)
                docEnd.end.push(this.sourceToken);
            else
                docEnd.end = [this.sourceToken];
            if (this.type === 'newline')
                yield* this.pop();
        }
    }
    *lineEnd(token) {
        switch (this.type) {
            case 'comma':
            case 'doc-start':
            case 'doc-end':
            case 'flow-seq-end':
            case 'flow-map-end':
            case 'map-value-ind':
                yield* this.pop();
                yield* this.step();
                break;
            case 'newline':
                this.onKeyLine = false;
            // fallthrough
            case 'space':
            case 'comment':
            default:
                // all other values are errors
                if (token.end)
                    token.end.push(this.sourceToken);
                else
                    token.end = [this.sourceToken];
                if (this.type === 'newline')
                    yield* this.pop();
        }
    }
}

exports.Parser = Parser;


/***/ }),

/***/ 84047:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var composer = __webpack_require__(89984);
var Document = __webpack_require__(3021);
var errors = __webpack_require__(91464);
var log = __webpack_require__(57249);
var identity = __webpack_require__(41127);
var lineCounter = __webpack_require__(66628);
var parser = __webpack_require__(3456);

function parseOptions(options) {
    const prettyErrors = options.prettyErrors !== false;
    const lineCounter$1 = options.lineCounter || (prettyErrors && new lineCounter.LineCounter()) || null;
    return { lineCounter: lineCounter$1, prettyErrors };
}
/**
 * Parse the input as a stream of YAML documents.
 *
 * Documents should be separated from each other by `...` or `---` marker lines.
 *
 * @returns If an empty `docs` array is returned, it will be of type
 *   EmptyStream and contain additional stream information. In
 *   TypeScript, you should use `'empty' in docs` as a type guard for it.
 */
function parseAllDocuments(source, options = {}) {
    const { lineCounter, prettyErrors } = parseOptions(options);
    const parser$1 = new parser.Parser(lineCounter?.addNewLine);
    const composer$1 = new composer.Composer(options);
    const docs = Array.from(composer$1.compose(parser$1.parse(source)));
    if (prettyErrors && lineCounter)
        for (const doc of docs) {
            doc.errors.forEach(errors.prettifyError(source, lineCounter));
            doc.warnings.forEach(errors.prettifyError(source, lineCounter));
        }
    if (docs.length > 0)
        return docs;
    return Object.assign([], { empty: true }, composer$1.streamInfo());
}
/** Parse an input string into a single YAML.Document */
function parseDocument(source, options = {}) {
    const { lineCounter, prettyErrors } = parseOptions(options);
    const parser$1 = new parser.Parser(lineCounter?.addNewLine);
    const composer$1 = new composer.Composer(options);
    // `doc` is always set by compose.end(true) at the very latest
    let doc = null;
    for (const _doc of composer$1.compose(parser$1.parse(source), true, source.length)) {
        if (!doc)
            doc = _doc;
        else if (doc.options.logLevel !== 'silent') {
            doc.errors.push(new errors.YAMLParseError(_doc.range.slice(0, 2), 'MULTIPLE_DOCS', 'Source contains multiple documents; please use YAML.parseAllDocuments()'));
            break;
        }
    }
    if (prettyErrors && lineCounter) {
        doc.errors.forEach(errors.prettifyError(source, lineCounter));
        doc.warnings.forEach(errors.prettifyError(source, lineCounter));
    }
    return doc;
}
function parse(src, reviver, options) {
    let _reviver = undefined;
    if (typeof reviver === 'function') {
        _reviver = reviver;
    }
    else if (options === undefined && reviver && typeof reviver === 'object') {
        options = reviver;
    }
    const doc = parseDocument(src, options);
    if (!doc)
        return null;
    doc.warnings.forEach(warning => log.warn(doc.options.logLevel, warning));
    if (doc.errors.length > 0) {
        if (doc.options.logLevel !== 'silent')
            throw doc.errors[0];
        else
            doc.errors = [];
    }
    return doc.toJS(Object.assign({ reviver: _reviver }, options));
}
function stringify(value, replacer, options) {
    let _replacer = null;
    if (typeof replacer === 'function' || Array.isArray(replacer)) {
        _replacer = replacer;
    }
    else if (options === undefined && replacer) {
        options = replacer;
    }
    if (typeof options === 'string')
        options = options.length;
    if (typeof options === 'number') {
        const indent = Math.round(options);
        options = indent < 1 ? undefined : indent > 8 ? { indent: 8 } : { indent };
    }
    if (value === undefined) {
        const { keepUndefined } = options ?? replacer ?? {};
        if (!keepUndefined)
            return undefined;
    }
    if (identity.isDocument(value) && !_replacer)
        return value.toString(options);
    return new Document.Document(value, _replacer, options).toString(options);
}

exports.parse = parse;
exports.parseAllDocuments = parseAllDocuments;
exports.parseDocument = parseDocument;
exports.stringify = stringify;


/***/ }),

/***/ 45840:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);
var map = __webpack_require__(47451);
var seq = __webpack_require__(1706);
var string = __webpack_require__(66464);
var tags = __webpack_require__(90018);

const sortMapEntriesByKey = (a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
class Schema {
    constructor({ compat, customTags, merge, resolveKnownTags, schema, sortMapEntries, toStringDefaults }) {
        this.compat = Array.isArray(compat)
            ? tags.getTags(compat, 'compat')
            : compat
                ? tags.getTags(null, compat)
                : null;
        this.name = (typeof schema === 'string' && schema) || 'core';
        this.knownTags = resolveKnownTags ? tags.coreKnownTags : {};
        this.tags = tags.getTags(customTags, this.name, merge);
        this.toStringOptions = toStringDefaults ?? null;
        Object.defineProperty(this, identity.MAP, { value: map.map });
        Object.defineProperty(this, identity.SCALAR, { value: string.string });
        Object.defineProperty(this, identity.SEQ, { value: seq.seq });
        // Used by createMap()
        this.sortMapEntries =
            typeof sortMapEntries === 'function'
                ? sortMapEntries
                : sortMapEntries === true
                    ? sortMapEntriesByKey
                    : null;
    }
    clone() {
        const copy = Object.create(Schema.prototype, Object.getOwnPropertyDescriptors(this));
        copy.tags = this.tags.slice();
        return copy;
    }
}

exports.Schema = Schema;


/***/ }),

/***/ 47451:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);
var YAMLMap = __webpack_require__(84454);

const map = {
    collection: 'map',
    default: true,
    nodeClass: YAMLMap.YAMLMap,
    tag: 'tag:yaml.org,2002:map',
    resolve(map, onError) {
        if (!identity.isMap(map))
            onError('Expected a mapping for this tag');
        return map;
    },
    createNode: (schema, obj, ctx) => YAMLMap.YAMLMap.from(schema, obj, ctx)
};

exports.map = map;


/***/ }),

/***/ 73632:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var Scalar = __webpack_require__(63301);

const nullTag = {
    identify: value => value == null,
    createNode: () => new Scalar.Scalar(null),
    default: true,
    tag: 'tag:yaml.org,2002:null',
    test: /^(?:~|[Nn]ull|NULL)?$/,
    resolve: () => new Scalar.Scalar(null),
    stringify: ({ source }, ctx) => typeof source === 'string' && nullTag.test.test(source)
        ? source
        : ctx.options.nullStr
};

exports.nullTag = nullTag;


/***/ }),

/***/ 1706:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);
var YAMLSeq = __webpack_require__(92223);

const seq = {
    collection: 'seq',
    default: true,
    nodeClass: YAMLSeq.YAMLSeq,
    tag: 'tag:yaml.org,2002:seq',
    resolve(seq, onError) {
        if (!identity.isSeq(seq))
            onError('Expected a sequence for this tag');
        return seq;
    },
    createNode: (schema, obj, ctx) => YAMLSeq.YAMLSeq.from(schema, obj, ctx)
};

exports.seq = seq;


/***/ }),

/***/ 66464:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var stringifyString = __webpack_require__(83069);

const string = {
    identify: value => typeof value === 'string',
    default: true,
    tag: 'tag:yaml.org,2002:str',
    resolve: str => str,
    stringify(item, ctx, onComment, onChompKeep) {
        ctx = Object.assign({ actualString: true }, ctx);
        return stringifyString.stringifyString(item, ctx, onComment, onChompKeep);
    }
};

exports.string = string;


/***/ }),

/***/ 73959:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var Scalar = __webpack_require__(63301);

const boolTag = {
    identify: value => typeof value === 'boolean',
    default: true,
    tag: 'tag:yaml.org,2002:bool',
    test: /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,
    resolve: str => new Scalar.Scalar(str[0] === 't' || str[0] === 'T'),
    stringify({ source, value }, ctx) {
        if (source && boolTag.test.test(source)) {
            const sv = source[0] === 't' || source[0] === 'T';
            if (value === sv)
                return source;
        }
        return value ? ctx.options.trueStr : ctx.options.falseStr;
    }
};

exports.boolTag = boolTag;


/***/ }),

/***/ 38405:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var Scalar = __webpack_require__(63301);
var stringifyNumber = __webpack_require__(28689);

const floatNaN = {
    identify: value => typeof value === 'number',
    default: true,
    tag: 'tag:yaml.org,2002:float',
    test: /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
    resolve: str => str.slice(-3).toLowerCase() === 'nan'
        ? NaN
        : str[0] === '-'
            ? Number.NEGATIVE_INFINITY
            : Number.POSITIVE_INFINITY,
    stringify: stringifyNumber.stringifyNumber
};
const floatExp = {
    identify: value => typeof value === 'number',
    default: true,
    tag: 'tag:yaml.org,2002:float',
    format: 'EXP',
    test: /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/,
    resolve: str => parseFloat(str),
    stringify(node) {
        const num = Number(node.value);
        return isFinite(num) ? num.toExponential() : stringifyNumber.stringifyNumber(node);
    }
};
const float = {
    identify: value => typeof value === 'number',
    default: true,
    tag: 'tag:yaml.org,2002:float',
    test: /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/,
    resolve(str) {
        const node = new Scalar.Scalar(parseFloat(str));
        const dot = str.indexOf('.');
        if (dot !== -1 && str[str.length - 1] === '0')
            node.minFractionDigits = str.length - dot - 1;
        return node;
    },
    stringify: stringifyNumber.stringifyNumber
};

exports.float = float;
exports.floatExp = floatExp;
exports.floatNaN = floatNaN;


/***/ }),

/***/ 59874:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var stringifyNumber = __webpack_require__(28689);

const intIdentify = (value) => typeof value === 'bigint' || Number.isInteger(value);
const intResolve = (str, offset, radix, { intAsBigInt }) => (intAsBigInt ? BigInt(str) : parseInt(str.substring(offset), radix));
function intStringify(node, radix, prefix) {
    const { value } = node;
    if (intIdentify(value) && value >= 0)
        return prefix + value.toString(radix);
    return stringifyNumber.stringifyNumber(node);
}
const intOct = {
    identify: value => intIdentify(value) && value >= 0,
    default: true,
    tag: 'tag:yaml.org,2002:int',
    format: 'OCT',
    test: /^0o[0-7]+$/,
    resolve: (str, _onError, opt) => intResolve(str, 2, 8, opt),
    stringify: node => intStringify(node, 8, '0o')
};
const int = {
    identify: intIdentify,
    default: true,
    tag: 'tag:yaml.org,2002:int',
    test: /^[-+]?[0-9]+$/,
    resolve: (str, _onError, opt) => intResolve(str, 0, 10, opt),
    stringify: stringifyNumber.stringifyNumber
};
const intHex = {
    identify: value => intIdentify(value) && value >= 0,
    default: true,
    tag: 'tag:yaml.org,2002:int',
    format: 'HEX',
    test: /^0x[0-9a-fA-F]+$/,
    resolve: (str, _onError, opt) => intResolve(str, 2, 16, opt),
    stringify: node => intStringify(node, 16, '0x')
};

exports.int = int;
exports.intHex = intHex;
exports.intOct = intOct;


/***/ }),

/***/ 70896:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var map = __webpack_require__(47451);
var _null = __webpack_require__(73632);
var seq = __webpack_require__(1706);
var string = __webpack_require__(66464);
var bool = __webpack_require__(73959);
var float = __webpack_require__(38405);
var int = __webpack_require__(59874);

const schema = [
    map.map,
    seq.seq,
    string.string,
    _null.nullTag,
    bool.boolTag,
    int.intOct,
    int.int,
    int.intHex,
    float.floatNaN,
    float.floatExp,
    float.float
];

exports.schema = schema;


/***/ }),

/***/ 33559:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var Scalar = __webpack_require__(63301);
var map = __webpack_require__(47451);
var seq = __webpack_require__(1706);

function intIdentify(value) {
    return typeof value === 'bigint' || Number.isInteger(value);
}
const stringifyJSON = ({ value }) => JSON.stringify(value);
const jsonScalars = [
    {
        identify: value => typeof value === 'string',
        default: true,
        tag: 'tag:yaml.org,2002:str',
        resolve: str => str,
        stringify: stringifyJSON
    },
    {
        identify: value => value == null,
        createNode: () => new Scalar.Scalar(null),
        default: true,
        tag: 'tag:yaml.org,2002:null',
        test: /^null$/,
        resolve: () => null,
        stringify: stringifyJSON
    },
    {
        identify: value => typeof value === 'boolean',
        default: true,
        tag: 'tag:yaml.org,2002:bool',
        test: /^true$|^false$/,
        resolve: str => str === 'true',
        stringify: stringifyJSON
    },
    {
        identify: intIdentify,
        default: true,
        tag: 'tag:yaml.org,2002:int',
        test: /^-?(?:0|[1-9][0-9]*)$/,
        resolve: (str, _onError, { intAsBigInt }) => intAsBigInt ? BigInt(str) : parseInt(str, 10),
        stringify: ({ value }) => intIdentify(value) ? value.toString() : JSON.stringify(value)
    },
    {
        identify: value => typeof value === 'number',
        default: true,
        tag: 'tag:yaml.org,2002:float',
        test: /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/,
        resolve: str => parseFloat(str),
        stringify: stringifyJSON
    }
];
const jsonError = {
    default: true,
    tag: '',
    test: /^/,
    resolve(str, onError) {
        onError(`Unresolved plain scalar ${JSON.stringify(str)}`);
        return str;
    }
};
const schema = [map.map, seq.seq].concat(jsonScalars, jsonError);

exports.schema = schema;


/***/ }),

/***/ 90018:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var map = __webpack_require__(47451);
var _null = __webpack_require__(73632);
var seq = __webpack_require__(1706);
var string = __webpack_require__(66464);
var bool = __webpack_require__(73959);
var float = __webpack_require__(38405);
var int = __webpack_require__(59874);
var schema = __webpack_require__(70896);
var schema$1 = __webpack_require__(33559);
var binary = __webpack_require__(56083);
var merge = __webpack_require__(90452);
var omap = __webpack_require__(50303);
var pairs = __webpack_require__(18385);
var schema$2 = __webpack_require__(35913);
var set = __webpack_require__(81528);
var timestamp = __webpack_require__(46752);

const schemas = new Map([
    ['core', schema.schema],
    ['failsafe', [map.map, seq.seq, string.string]],
    ['json', schema$1.schema],
    ['yaml11', schema$2.schema],
    ['yaml-1.1', schema$2.schema]
]);
const tagsByName = {
    binary: binary.binary,
    bool: bool.boolTag,
    float: float.float,
    floatExp: float.floatExp,
    floatNaN: float.floatNaN,
    floatTime: timestamp.floatTime,
    int: int.int,
    intHex: int.intHex,
    intOct: int.intOct,
    intTime: timestamp.intTime,
    map: map.map,
    merge: merge.merge,
    null: _null.nullTag,
    omap: omap.omap,
    pairs: pairs.pairs,
    seq: seq.seq,
    set: set.set,
    timestamp: timestamp.timestamp
};
const coreKnownTags = {
    'tag:yaml.org,2002:binary': binary.binary,
    'tag:yaml.org,2002:merge': merge.merge,
    'tag:yaml.org,2002:omap': omap.omap,
    'tag:yaml.org,2002:pairs': pairs.pairs,
    'tag:yaml.org,2002:set': set.set,
    'tag:yaml.org,2002:timestamp': timestamp.timestamp
};
function getTags(customTags, schemaName, addMergeTag) {
    const schemaTags = schemas.get(schemaName);
    if (schemaTags && !customTags) {
        return addMergeTag && !schemaTags.includes(merge.merge)
            ? schemaTags.concat(merge.merge)
            : schemaTags.slice();
    }
    let tags = schemaTags;
    if (!tags) {
        if (Array.isArray(customTags))
            tags = [];
        else {
            const keys = Array.from(schemas.keys())
                .filter(key => key !== 'yaml11')
                .map(key => JSON.stringify(key))
                .join(', ');
            throw new Error(`Unknown schema "${schemaName}"; use one of ${keys} or define customTags array`);
        }
    }
    if (Array.isArray(customTags)) {
        for (const tag of customTags)
            tags = tags.concat(tag);
    }
    else if (typeof customTags === 'function') {
        tags = customTags(tags.slice());
    }
    if (addMergeTag)
        tags = tags.concat(merge.merge);
    return tags.reduce((tags, tag) => {
        const tagObj = typeof tag === 'string' ? tagsByName[tag] : tag;
        if (!tagObj) {
            const tagName = JSON.stringify(tag);
            const keys = Object.keys(tagsByName)
                .map(key => JSON.stringify(key))
                .join(', ');
            throw new Error(`Unknown custom tag ${tagName}; use one of ${keys}`);
        }
        if (!tags.includes(tagObj))
            tags.push(tagObj);
        return tags;
    }, []);
}

exports.coreKnownTags = coreKnownTags;
exports.getTags = getTags;


/***/ }),

/***/ 56083:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var node_buffer = __webpack_require__(20181);
var Scalar = __webpack_require__(63301);
var stringifyString = __webpack_require__(83069);

const binary = {
    identify: value => value instanceof Uint8Array, // Buffer inherits from Uint8Array
    default: false,
    tag: 'tag:yaml.org,2002:binary',
    /**
     * Returns a Buffer in node and an Uint8Array in browsers
     *
     * To use the resulting buffer as an image, you'll want to do something like:
     *
     *   const blob = new Blob([buffer], { type: 'image/jpeg' })
     *   document.querySelector('#photo').src = URL.createObjectURL(blob)
     */
    resolve(src, onError) {
        if (typeof node_buffer.Buffer === 'function') {
            return node_buffer.Buffer.from(src, 'base64');
        }
        else if (typeof atob === 'function') {
            // On IE 11, atob() can't handle newlines
            const str = atob(src.replace(/[\n\r]/g, ''));
            const buffer = new Uint8Array(str.length);
            for (let i = 0; i < str.length; ++i)
                buffer[i] = str.charCodeAt(i);
            return buffer;
        }
        else {
            onError('This environment does not support reading binary tags; either Buffer or atob is required');
            return src;
        }
    },
    stringify({ comment, type, value }, ctx, onComment, onChompKeep) {
        if (!value)
            return '';
        const buf = value; // checked earlier by binary.identify()
        let str;
        if (typeof node_buffer.Buffer === 'function') {
            str =
                buf instanceof node_buffer.Buffer
                    ? buf.toString('base64')
                    : node_buffer.Buffer.from(buf.buffer).toString('base64');
        }
        else if (typeof btoa === 'function') {
            let s = '';
            for (let i = 0; i < buf.length; ++i)
                s += String.fromCharCode(buf[i]);
            str = btoa(s);
        }
        else {
            throw new Error('This environment does not support writing binary tags; either Buffer or btoa is required');
        }
        type ?? (type = Scalar.Scalar.BLOCK_LITERAL);
        if (type !== Scalar.Scalar.QUOTE_DOUBLE) {
            const lineWidth = Math.max(ctx.options.lineWidth - ctx.indent.length, ctx.options.minContentWidth);
            const n = Math.ceil(str.length / lineWidth);
            const lines = new Array(n);
            for (let i = 0, o = 0; i < n; ++i, o += lineWidth) {
                lines[i] = str.substr(o, lineWidth);
            }
            str = lines.join(type === Scalar.Scalar.BLOCK_LITERAL ? '\n' : ' ');
        }
        return stringifyString.stringifyString({ comment, type, value: str }, ctx, onComment, onChompKeep);
    }
};

exports.binary = binary;


/***/ }),

/***/ 88398:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var Scalar = __webpack_require__(63301);

function boolStringify({ value, source }, ctx) {
    const boolObj = value ? trueTag : falseTag;
    if (source && boolObj.test.test(source))
        return source;
    return value ? ctx.options.trueStr : ctx.options.falseStr;
}
const trueTag = {
    identify: value => value === true,
    default: true,
    tag: 'tag:yaml.org,2002:bool',
    test: /^(?:Y|y|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/,
    resolve: () => new Scalar.Scalar(true),
    stringify: boolStringify
};
const falseTag = {
    identify: value => value === false,
    default: true,
    tag: 'tag:yaml.org,2002:bool',
    test: /^(?:N|n|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/,
    resolve: () => new Scalar.Scalar(false),
    stringify: boolStringify
};

exports.falseTag = falseTag;
exports.trueTag = trueTag;


/***/ }),

/***/ 35782:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var Scalar = __webpack_require__(63301);
var stringifyNumber = __webpack_require__(28689);

const floatNaN = {
    identify: value => typeof value === 'number',
    default: true,
    tag: 'tag:yaml.org,2002:float',
    test: /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
    resolve: (str) => str.slice(-3).toLowerCase() === 'nan'
        ? NaN
        : str[0] === '-'
            ? Number.NEGATIVE_INFINITY
            : Number.POSITIVE_INFINITY,
    stringify: stringifyNumber.stringifyNumber
};
const floatExp = {
    identify: value => typeof value === 'number',
    default: true,
    tag: 'tag:yaml.org,2002:float',
    format: 'EXP',
    test: /^[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/,
    resolve: (str) => parseFloat(str.replace(/_/g, '')),
    stringify(node) {
        const num = Number(node.value);
        return isFinite(num) ? num.toExponential() : stringifyNumber.stringifyNumber(node);
    }
};
const float = {
    identify: value => typeof value === 'number',
    default: true,
    tag: 'tag:yaml.org,2002:float',
    test: /^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*$/,
    resolve(str) {
        const node = new Scalar.Scalar(parseFloat(str.replace(/_/g, '')));
        const dot = str.indexOf('.');
        if (dot !== -1) {
            const f = str.substring(dot + 1).replace(/_/g, '');
            if (f[f.length - 1] === '0')
                node.minFractionDigits = f.length;
        }
        return node;
    },
    stringify: stringifyNumber.stringifyNumber
};

exports.float = float;
exports.floatExp = floatExp;
exports.floatNaN = floatNaN;


/***/ }),

/***/ 10873:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var stringifyNumber = __webpack_require__(28689);

const intIdentify = (value) => typeof value === 'bigint' || Number.isInteger(value);
function intResolve(str, offset, radix, { intAsBigInt }) {
    const sign = str[0];
    if (sign === '-' || sign === '+')
        offset += 1;
    str = str.substring(offset).replace(/_/g, '');
    if (intAsBigInt) {
        switch (radix) {
            case 2:
                str = `0b${str}`;
                break;
            case 8:
                str = `0o${str}`;
                break;
            case 16:
                str = `0x${str}`;
                break;
        }
        const n = BigInt(str);
        return sign === '-' ? BigInt(-1) * n : n;
    }
    const n = parseInt(str, radix);
    return sign === '-' ? -1 * n : n;
}
function intStringify(node, radix, prefix) {
    const { value } = node;
    if (intIdentify(value)) {
        const str = value.toString(radix);
        return value < 0 ? '-' + prefix + str.substr(1) : prefix + str;
    }
    return stringifyNumber.stringifyNumber(node);
}
const intBin = {
    identify: intIdentify,
    default: true,
    tag: 'tag:yaml.org,2002:int',
    format: 'BIN',
    test: /^[-+]?0b[0-1_]+$/,
    resolve: (str, _onError, opt) => intResolve(str, 2, 2, opt),
    stringify: node => intStringify(node, 2, '0b')
};
const intOct = {
    identify: intIdentify,
    default: true,
    tag: 'tag:yaml.org,2002:int',
    format: 'OCT',
    test: /^[-+]?0[0-7_]+$/,
    resolve: (str, _onError, opt) => intResolve(str, 1, 8, opt),
    stringify: node => intStringify(node, 8, '0')
};
const int = {
    identify: intIdentify,
    default: true,
    tag: 'tag:yaml.org,2002:int',
    test: /^[-+]?[0-9][0-9_]*$/,
    resolve: (str, _onError, opt) => intResolve(str, 0, 10, opt),
    stringify: stringifyNumber.stringifyNumber
};
const intHex = {
    identify: intIdentify,
    default: true,
    tag: 'tag:yaml.org,2002:int',
    format: 'HEX',
    test: /^[-+]?0x[0-9a-fA-F_]+$/,
    resolve: (str, _onError, opt) => intResolve(str, 2, 16, opt),
    stringify: node => intStringify(node, 16, '0x')
};

exports.int = int;
exports.intBin = intBin;
exports.intHex = intHex;
exports.intOct = intOct;


/***/ }),

/***/ 90452:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);
var Scalar = __webpack_require__(63301);

// If the value associated with a merge key is a single mapping node, each of
// its key/value pairs is inserted into the current mapping, unless the key
// already exists in it. If the value associated with the merge key is a
// sequence, then this sequence is expected to contain mapping nodes and each
// of these nodes is merged in turn according to its order in the sequence.
// Keys in mapping nodes earlier in the sequence override keys specified in
// later mapping nodes. -- http://yaml.org/type/merge.html
const MERGE_KEY = '<<';
const merge = {
    identify: value => value === MERGE_KEY ||
        (typeof value === 'symbol' && value.description === MERGE_KEY),
    default: 'key',
    tag: 'tag:yaml.org,2002:merge',
    test: /^<<$/,
    resolve: () => Object.assign(new Scalar.Scalar(Symbol(MERGE_KEY)), {
        addToJSMap: addMergeToJSMap
    }),
    stringify: () => MERGE_KEY
};
const isMergeKey = (ctx, key) => (merge.identify(key) ||
    (identity.isScalar(key) &&
        (!key.type || key.type === Scalar.Scalar.PLAIN) &&
        merge.identify(key.value))) &&
    ctx?.doc.schema.tags.some(tag => tag.tag === merge.tag && tag.default);
function addMergeToJSMap(ctx, map, value) {
    const source = resolveAliasValue(ctx, value);
    if (identity.isSeq(source))
        for (const it of source.items)
            mergeValue(ctx, map, it);
    else if (Array.isArray(source))
        for (const it of source)
            mergeValue(ctx, map, it);
    else
        mergeValue(ctx, map, source);
}
function mergeValue(ctx, map, value) {
    const source = resolveAliasValue(ctx, value);
    if (!identity.isMap(source))
        throw new Error('Merge sources must be maps or map aliases');
    const srcMap = source.toJSON(null, ctx, Map);
    for (const [key, value] of srcMap) {
        if (map instanceof Map) {
            if (!map.has(key))
                map.set(key, value);
        }
        else if (map instanceof Set) {
            map.add(key);
        }
        else if (!Object.prototype.hasOwnProperty.call(map, key)) {
            Object.defineProperty(map, key, {
                value,
                writable: true,
                enumerable: true,
                configurable: true
            });
        }
    }
    return map;
}
function resolveAliasValue(ctx, value) {
    return ctx && identity.isAlias(value) ? value.resolve(ctx.doc, ctx) : value;
}

exports.addMergeToJSMap = addMergeToJSMap;
exports.isMergeKey = isMergeKey;
exports.merge = merge;


/***/ }),

/***/ 50303:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);
var toJS = __webpack_require__(74043);
var YAMLMap = __webpack_require__(84454);
var YAMLSeq = __webpack_require__(92223);
var pairs = __webpack_require__(18385);

class YAMLOMap extends YAMLSeq.YAMLSeq {
    constructor() {
        super();
        this.add = YAMLMap.YAMLMap.prototype.add.bind(this);
        this.delete = YAMLMap.YAMLMap.prototype.delete.bind(this);
        this.get = YAMLMap.YAMLMap.prototype.get.bind(this);
        this.has = YAMLMap.YAMLMap.prototype.has.bind(this);
        this.set = YAMLMap.YAMLMap.prototype.set.bind(this);
        this.tag = YAMLOMap.tag;
    }
    /**
     * If `ctx` is given, the return type is actually `Map<unknown, unknown>`,
     * but TypeScript won't allow widening the signature of a child method.
     */
    toJSON(_, ctx) {
        if (!ctx)
            return super.toJSON(_);
        const map = new Map();
        if (ctx?.onCreate)
            ctx.onCreate(map);
        for (const pair of this.items) {
            let key, value;
            if (identity.isPair(pair)) {
                key = toJS.toJS(pair.key, '', ctx);
                value = toJS.toJS(pair.value, key, ctx);
            }
            else {
                key = toJS.toJS(pair, '', ctx);
            }
            if (map.has(key))
                throw new Error('Ordered maps must not include duplicate keys');
            map.set(key, value);
        }
        return map;
    }
    static from(schema, iterable, ctx) {
        const pairs$1 = pairs.createPairs(schema, iterable, ctx);
        const omap = new this();
        omap.items = pairs$1.items;
        return omap;
    }
}
YAMLOMap.tag = 'tag:yaml.org,2002:omap';
const omap = {
    collection: 'seq',
    identify: value => value instanceof Map,
    nodeClass: YAMLOMap,
    default: false,
    tag: 'tag:yaml.org,2002:omap',
    resolve(seq, onError) {
        const pairs$1 = pairs.resolvePairs(seq, onError);
        const seenKeys = [];
        for (const { key } of pairs$1.items) {
            if (identity.isScalar(key)) {
                if (seenKeys.includes(key.value)) {
                    onError(`Ordered maps must not include duplicate keys: ${key.value}`);
                }
                else {
                    seenKeys.push(key.value);
                }
            }
        }
        return Object.assign(new YAMLOMap(), pairs$1);
    },
    createNode: (schema, iterable, ctx) => YAMLOMap.from(schema, iterable, ctx)
};

exports.YAMLOMap = YAMLOMap;
exports.omap = omap;


/***/ }),

/***/ 18385:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);
var Pair = __webpack_require__(57165);
var Scalar = __webpack_require__(63301);
var YAMLSeq = __webpack_require__(92223);

function resolvePairs(seq, onError) {
    if (identity.isSeq(seq)) {
        for (let i = 0; i < seq.items.length; ++i) {
            let item = seq.items[i];
            if (identity.isPair(item))
                continue;
            else if (identity.isMap(item)) {
                if (item.items.length > 1)
                    onError('Each pair must have its own sequence indicator');
                const pair = item.items[0] || new Pair.Pair(new Scalar.Scalar(null));
                if (item.commentBefore)
                    pair.key.commentBefore = pair.key.commentBefore
                        ? `${item.commentBefore}\n${pair.key.commentBefore}`
                        : item.commentBefore;
                if (item.comment) {
                    const cn = pair.value ?? pair.key;
                    cn.comment = cn.comment
                        ? `${item.comment}\n${cn.comment}`
                        : item.comment;
                }
                item = pair;
            }
            seq.items[i] = identity.isPair(item) ? item : new Pair.Pair(item);
        }
    }
    else
        onError('Expected a sequence for this tag');
    return seq;
}
function createPairs(schema, iterable, ctx) {
    const { replacer } = ctx;
    const pairs = new YAMLSeq.YAMLSeq(schema);
    pairs.tag = 'tag:yaml.org,2002:pairs';
    let i = 0;
    if (iterable && Symbol.iterator in Object(iterable))
        for (let it of iterable) {
            if (typeof replacer === 'function')
                it = replacer.call(iterable, String(i++), it);
            let key, value;
            if (Array.isArray(it)) {
                if (it.length === 2) {
                    key = it[0];
                    value = it[1];
                }
                else
                    throw new TypeError(`Expected [key, value] tuple: ${it}`);
            }
            else if (it && it instanceof Object) {
                const keys = Object.keys(it);
                if (keys.length === 1) {
                    key = keys[0];
                    value = it[key];
                }
                else {
                    throw new TypeError(`Expected tuple with one key, not ${keys.length} keys`);
                }
            }
            else {
                key = it;
            }
            pairs.items.push(Pair.createPair(key, value, ctx));
        }
    return pairs;
}
const pairs = {
    collection: 'seq',
    default: false,
    tag: 'tag:yaml.org,2002:pairs',
    resolve: resolvePairs,
    createNode: createPairs
};

exports.createPairs = createPairs;
exports.pairs = pairs;
exports.resolvePairs = resolvePairs;


/***/ }),

/***/ 35913:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var map = __webpack_require__(47451);
var _null = __webpack_require__(73632);
var seq = __webpack_require__(1706);
var string = __webpack_require__(66464);
var binary = __webpack_require__(56083);
var bool = __webpack_require__(88398);
var float = __webpack_require__(35782);
var int = __webpack_require__(10873);
var merge = __webpack_require__(90452);
var omap = __webpack_require__(50303);
var pairs = __webpack_require__(18385);
var set = __webpack_require__(81528);
var timestamp = __webpack_require__(46752);

const schema = [
    map.map,
    seq.seq,
    string.string,
    _null.nullTag,
    bool.trueTag,
    bool.falseTag,
    int.intBin,
    int.intOct,
    int.int,
    int.intHex,
    float.floatNaN,
    float.floatExp,
    float.float,
    binary.binary,
    merge.merge,
    omap.omap,
    pairs.pairs,
    set.set,
    timestamp.intTime,
    timestamp.floatTime,
    timestamp.timestamp
];

exports.schema = schema;


/***/ }),

/***/ 81528:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);
var Pair = __webpack_require__(57165);
var YAMLMap = __webpack_require__(84454);

class YAMLSet extends YAMLMap.YAMLMap {
    constructor(schema) {
        super(schema);
        this.tag = YAMLSet.tag;
    }
    add(key) {
        let pair;
        if (identity.isPair(key))
            pair = key;
        else if (key &&
            typeof key === 'object' &&
            'key' in key &&
            'value' in key &&
            key.value === null)
            pair = new Pair.Pair(key.key, null);
        else
            pair = new Pair.Pair(key, null);
        const prev = YAMLMap.findPair(this.items, pair.key);
        if (!prev)
            this.items.push(pair);
    }
    /**
     * If `keepPair` is `true`, returns the Pair matching `key`.
     * Otherwise, returns the value of that Pair's key.
     */
    get(key, keepPair) {
        const pair = YAMLMap.findPair(this.items, key);
        return !keepPair && identity.isPair(pair)
            ? identity.isScalar(pair.key)
                ? pair.key.value
                : pair.key
            : pair;
    }
    set(key, value) {
        if (typeof value !== 'boolean')
            throw new Error(`Expected boolean value for set(key, value) in a YAML set, not ${typeof value}`);
        const prev = YAMLMap.findPair(this.items, key);
        if (prev && !value) {
            this.items.splice(this.items.indexOf(prev), 1);
        }
        else if (!prev && value) {
            this.items.push(new Pair.Pair(key));
        }
    }
    toJSON(_, ctx) {
        return super.toJSON(_, ctx, Set);
    }
    toString(ctx, onComment, onChompKeep) {
        if (!ctx)
            return JSON.stringify(this);
        if (this.hasAllNullValues(true))
            return super.toString(Object.assign({}, ctx, { allNullValues: true }), onComment, onChompKeep);
        else
            throw new Error('Set items must all have null values');
    }
    static from(schema, iterable, ctx) {
        const { replacer } = ctx;
        const set = new this(schema);
        if (iterable && Symbol.iterator in Object(iterable))
            for (let value of iterable) {
                if (typeof replacer === 'function')
                    value = replacer.call(iterable, value, value);
                set.items.push(Pair.createPair(value, null, ctx));
            }
        return set;
    }
}
YAMLSet.tag = 'tag:yaml.org,2002:set';
const set = {
    collection: 'map',
    identify: value => value instanceof Set,
    nodeClass: YAMLSet,
    default: false,
    tag: 'tag:yaml.org,2002:set',
    createNode: (schema, iterable, ctx) => YAMLSet.from(schema, iterable, ctx),
    resolve(map, onError) {
        if (identity.isMap(map)) {
            if (map.hasAllNullValues(true))
                return Object.assign(new YAMLSet(), map);
            else
                onError('Set items must all have null values');
        }
        else
            onError('Expected a mapping for this tag');
        return map;
    }
};

exports.YAMLSet = YAMLSet;
exports.set = set;


/***/ }),

/***/ 46752:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var stringifyNumber = __webpack_require__(28689);

/** Internal types handle bigint as number, because TS can't figure it out. */
function parseSexagesimal(str, asBigInt) {
    const sign = str[0];
    const parts = sign === '-' || sign === '+' ? str.substring(1) : str;
    const num = (n) => asBigInt ? BigInt(n) : Number(n);
    const res = parts
        .replace(/_/g, '')
        .split(':')
        .reduce((res, p) => res * num(60) + num(p), num(0));
    return (sign === '-' ? num(-1) * res : res);
}
/**
 * hhhh:mm:ss.sss
 *
 * Internal types handle bigint as number, because TS can't figure it out.
 */
function stringifySexagesimal(node) {
    let { value } = node;
    let num = (n) => n;
    if (typeof value === 'bigint')
        num = n => BigInt(n);
    else if (isNaN(value) || !isFinite(value))
        return stringifyNumber.stringifyNumber(node);
    let sign = '';
    if (value < 0) {
        sign = '-';
        value *= num(-1);
    }
    const _60 = num(60);
    const parts = [value % _60]; // seconds, including ms
    if (value < 60) {
        parts.unshift(0); // at least one : is required
    }
    else {
        value = (value - parts[0]) / _60;
        parts.unshift(value % _60); // minutes
        if (value >= 60) {
            value = (value - parts[0]) / _60;
            parts.unshift(value); // hours
        }
    }
    return (sign +
        parts
            .map(n => String(n).padStart(2, '0'))
            .join(':')
            .replace(/000000\d*$/, '') // % 60 may introduce error
    );
}
const intTime = {
    identify: value => typeof value === 'bigint' || Number.isInteger(value),
    default: true,
    tag: 'tag:yaml.org,2002:int',
    format: 'TIME',
    test: /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+$/,
    resolve: (str, _onError, { intAsBigInt }) => parseSexagesimal(str, intAsBigInt),
    stringify: stringifySexagesimal
};
const floatTime = {
    identify: value => typeof value === 'number',
    default: true,
    tag: 'tag:yaml.org,2002:float',
    format: 'TIME',
    test: /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,
    resolve: str => parseSexagesimal(str, false),
    stringify: stringifySexagesimal
};
const timestamp = {
    identify: value => value instanceof Date,
    default: true,
    tag: 'tag:yaml.org,2002:timestamp',
    // If the time zone is omitted, the timestamp is assumed to be specified in UTC. The time part
    // may be omitted altogether, resulting in a date format. In such a case, the time part is
    // assumed to be 00:00:00Z (start of day, UTC).
    test: RegExp('^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})' + // YYYY-Mm-Dd
        '(?:' + // time is optional
        '(?:t|T|[ \\t]+)' + // t | T | whitespace
        '([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2}(\\.[0-9]+)?)' + // Hh:Mm:Ss(.ss)?
        '(?:[ \\t]*(Z|[-+][012]?[0-9](?::[0-9]{2})?))?' + // Z | +5 | -03:30
        ')?$'),
    resolve(str) {
        const match = str.match(timestamp.test);
        if (!match)
            throw new Error('!!timestamp expects a date, starting with yyyy-mm-dd');
        const [, year, month, day, hour, minute, second] = match.map(Number);
        const millisec = match[7] ? Number((match[7] + '00').substr(1, 3)) : 0;
        let date = Date.UTC(year, month - 1, day, hour || 0, minute || 0, second || 0, millisec);
        const tz = match[8];
        if (tz && tz !== 'Z') {
            let d = parseSexagesimal(tz, false);
            if (Math.abs(d) < 30)
                d *= 60;
            date -= 60000 * d;
        }
        return new Date(date);
    },
    stringify: ({ value }) => value?.toISOString().replace(/(T00:00:00)?\.000Z$/, '') ?? ''
};

exports.floatTime = floatTime;
exports.intTime = intTime;
exports.timestamp = timestamp;


/***/ }),

/***/ 34475:
/***/ ((__unused_webpack_module, exports) => {



const FOLD_FLOW = 'flow';
const FOLD_BLOCK = 'block';
const FOLD_QUOTED = 'quoted';
/**
 * Tries to keep input at up to `lineWidth` characters, splitting only on spaces
 * not followed by newlines or spaces unless `mode` is `'quoted'`. Lines are
 * terminated with `\n` and started with `indent`.
 */
function foldFlowLines(text, indent, mode = 'flow', { indentAtStart, lineWidth = 80, minContentWidth = 20, onFold, onOverflow } = {}) {
    if (!lineWidth || lineWidth < 0)
        return text;
    if (lineWidth < minContentWidth)
        minContentWidth = 0;
    const endStep = Math.max(1 + minContentWidth, 1 + lineWidth - indent.length);
    if (text.length <= endStep)
        return text;
    const folds = [];
    const escapedFolds = {};
    let end = lineWidth - indent.length;
    if (typeof indentAtStart === 'number') {
        if (indentAtStart > lineWidth - Math.max(2, minContentWidth))
            folds.push(0);
        else
            end = lineWidth - indentAtStart;
    }
    let split = undefined;
    let prev = undefined;
    let overflow = false;
    let i = -1;
    let escStart = -1;
    let escEnd = -1;
    if (mode === FOLD_BLOCK) {
        i = consumeMoreIndentedLines(text, i, indent.length);
        if (i !== -1)
            end = i + endStep;
    }
    for (let ch; (ch = text[(i += 1)]);) {
        if (mode === FOLD_QUOTED && ch === '\\') {
            escStart = i;
            switch (text[i + 1]) {
                case 'x':
                    i += 3;
                    break;
                case 'u':
                    i += 5;
                    break;
                case 'U':
                    i += 9;
                    break;
                default:
                    i += 1;
            }
            escEnd = i;
        }
        if (ch === '\n') {
            if (mode === FOLD_BLOCK)
                i = consumeMoreIndentedLines(text, i, indent.length);
            end = i + indent.length + endStep;
            split = undefined;
        }
        else {
            if (ch === ' ' &&
                prev &&
                prev !== ' ' &&
                prev !== '\n' &&
                prev !== '\t') {
                // space surrounded by non-space can be replaced with newline + indent
                const next = text[i + 1];
                if (next && next !== ' ' && next !== '\n' && next !== '\t')
                    split = i;
            }
            if (i >= end) {
                if (split) {
                    folds.push(split);
                    end = split + endStep;
                    split = undefined;
                }
                else if (mode === FOLD_QUOTED) {
                    // white-space collected at end may stretch past lineWidth
                    while (prev === ' ' || prev === '\t') {
                        prev = ch;
                        ch = text[(i += 1)];
                        overflow = true;
                    }
                    // Account for newline escape, but don't break preceding escape
                    const j = i > escEnd + 1 ? i - 2 : escStart - 1;
                    // Bail out if lineWidth & minContentWidth are shorter than an escape string
                    if (escapedFolds[j])
                        return text;
                    folds.push(j);
                    escapedFolds[j] = true;
                    end = j + endStep;
                    split = undefined;
                }
                else {
                    overflow = true;
                }
            }
        }
        prev = ch;
    }
    if (overflow && onOverflow)
        onOverflow();
    if (folds.length === 0)
        return text;
    if (onFold)
        onFold();
    let res = text.slice(0, folds[0]);
    for (let i = 0; i < folds.length; ++i) {
        const fold = folds[i];
        const end = folds[i + 1] || text.length;
        if (fold === 0)
            res = `\n${indent}${text.slice(0, end)}`;
        else {
            if (mode === FOLD_QUOTED && escapedFolds[fold])
                res += `${text[fold]}\\`;
            res += `\n${indent}${text.slice(fold + 1, end)}`;
        }
    }
    return res;
}
/**
 * Presumes `i + 1` is at the start of a line
 * @returns index of last newline in more-indented block
 */
function consumeMoreIndentedLines(text, i, indent) {
    let end = i;
    let start = i + 1;
    let ch = text[start];
    while (ch === ' ' || ch === '\t') {
        if (i < start + indent) {
            ch = text[++i];
        }
        else {
            do {
                ch = text[++i];
            } while (ch && ch !== '\n');
            end = i;
            start = i + 1;
            ch = text[start];
        }
    }
    return end;
}

exports.FOLD_BLOCK = FOLD_BLOCK;
exports.FOLD_FLOW = FOLD_FLOW;
exports.FOLD_QUOTED = FOLD_QUOTED;
exports.foldFlowLines = foldFlowLines;


/***/ }),

/***/ 2148:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var anchors = __webpack_require__(71596);
var identity = __webpack_require__(41127);
var stringifyComment = __webpack_require__(59799);
var stringifyString = __webpack_require__(83069);

function createStringifyContext(doc, options) {
    const opt = Object.assign({
        blockQuote: true,
        commentString: stringifyComment.stringifyComment,
        defaultKeyType: null,
        defaultStringType: 'PLAIN',
        directives: null,
        doubleQuotedAsJSON: false,
        doubleQuotedMinMultiLineLength: 40,
        falseStr: 'false',
        flowCollectionPadding: true,
        indentSeq: true,
        lineWidth: 80,
        minContentWidth: 20,
        nullStr: 'null',
        simpleKeys: false,
        singleQuote: null,
        trailingComma: false,
        trueStr: 'true',
        verifyAliasOrder: true
    }, doc.schema.toStringOptions, options);
    let inFlow;
    switch (opt.collectionStyle) {
        case 'block':
            inFlow = false;
            break;
        case 'flow':
            inFlow = true;
            break;
        default:
            inFlow = null;
    }
    return {
        anchors: new Set(),
        doc,
        flowCollectionPadding: opt.flowCollectionPadding ? ' ' : '',
        indent: '',
        indentStep: typeof opt.indent === 'number' ? ' '.repeat(opt.indent) : '  ',
        inFlow,
        options: opt
    };
}
function getTagObject(tags, item) {
    if (item.tag) {
        const match = tags.filter(t => t.tag === item.tag);
        if (match.length > 0)
            return match.find(t => t.format === item.format) ?? match[0];
    }
    let tagObj = undefined;
    let obj;
    if (identity.isScalar(item)) {
        obj = item.value;
        let match = tags.filter(t => t.identify?.(obj));
        if (match.length > 1) {
            const testMatch = match.filter(t => t.test);
            if (testMatch.length > 0)
                match = testMatch;
        }
        tagObj =
            match.find(t => t.format === item.format) ?? match.find(t => !t.format);
    }
    else {
        obj = item;
        tagObj = tags.find(t => t.nodeClass && obj instanceof t.nodeClass);
    }
    if (!tagObj) {
        const name = obj?.constructor?.name ?? (obj === null ? 'null' : typeof obj);
        throw new Error(`Tag not resolved for ${name} value`);
    }
    return tagObj;
}
// needs to be called before value stringifier to allow for circular anchor refs
function stringifyProps(node, tagObj, { anchors: anchors$1, doc }) {
    if (!doc.directives)
        return '';
    const props = [];
    const anchor = (identity.isScalar(node) || identity.isCollection(node)) && node.anchor;
    if (anchor && anchors.anchorIsValid(anchor)) {
        anchors$1.add(anchor);
        props.push(`&${anchor}`);
    }
    const tag = node.tag ?? (tagObj.default ? null : tagObj.tag);
    if (tag)
        props.push(doc.directives.tagString(tag));
    return props.join(' ');
}
function stringify(item, ctx, onComment, onChompKeep) {
    if (identity.isPair(item))
        return item.toString(ctx, onComment, onChompKeep);
    if (identity.isAlias(item)) {
        if (ctx.doc.directives)
            return item.toString(ctx);
        if (ctx.resolvedAliases?.has(item)) {
            throw new TypeError(`Cannot stringify circular structure without alias nodes`);
        }
        else {
            if (ctx.resolvedAliases)
                ctx.resolvedAliases.add(item);
            else
                ctx.resolvedAliases = new Set([item]);
            item = item.resolve(ctx.doc);
        }
    }
    let tagObj = undefined;
    const node = identity.isNode(item)
        ? item
        : ctx.doc.createNode(item, { onTagObj: o => (tagObj = o) });
    tagObj ?? (tagObj = getTagObject(ctx.doc.schema.tags, node));
    const props = stringifyProps(node, tagObj, ctx);
    if (props.length > 0)
        ctx.indentAtStart = (ctx.indentAtStart ?? 0) + props.length + 1;
    const str = typeof tagObj.stringify === 'function'
        ? tagObj.stringify(node, ctx, onComment, onChompKeep)
        : identity.isScalar(node)
            ? stringifyString.stringifyString(node, ctx, onComment, onChompKeep)
            : node.toString(ctx, onComment, onChompKeep);
    if (!props)
        return str;
    return identity.isScalar(node) || str[0] === '{' || str[0] === '['
        ? `${props} ${str}`
        : `${props}\n${ctx.indent}${str}`;
}

exports.createStringifyContext = createStringifyContext;
exports.stringify = stringify;


/***/ }),

/***/ 61212:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);
var stringify = __webpack_require__(2148);
var stringifyComment = __webpack_require__(59799);

function stringifyCollection(collection, ctx, options) {
    const flow = ctx.inFlow ?? collection.flow;
    const stringify = flow ? stringifyFlowCollection : stringifyBlockCollection;
    return stringify(collection, ctx, options);
}
function stringifyBlockCollection({ comment, items }, ctx, { blockItemPrefix, flowChars, itemIndent, onChompKeep, onComment }) {
    const { indent, options: { commentString } } = ctx;
    const itemCtx = Object.assign({}, ctx, { indent: itemIndent, type: null });
    let chompKeep = false; // flag for the preceding node's status
    const lines = [];
    for (let i = 0; i < items.length; ++i) {
        const item = items[i];
        let comment = null;
        if (identity.isNode(item)) {
            if (!chompKeep && item.spaceBefore)
                lines.push('');
            addCommentBefore(ctx, lines, item.commentBefore, chompKeep);
            if (item.comment)
                comment = item.comment;
        }
        else if (identity.isPair(item)) {
            const ik = identity.isNode(item.key) ? item.key : null;
            if (ik) {
                if (!chompKeep && ik.spaceBefore)
                    lines.push('');
                addCommentBefore(ctx, lines, ik.commentBefore, chompKeep);
            }
        }
        chompKeep = false;
        let str = stringify.stringify(item, itemCtx, () => (comment = null), () => (chompKeep = true));
        if (comment)
            str += stringifyComment.lineComment(str, itemIndent, commentString(comment));
        if (chompKeep && comment)
            chompKeep = false;
        lines.push(blockItemPrefix + str);
    }
    let str;
    if (lines.length === 0) {
        str = flowChars.start + flowChars.end;
    }
    else {
        str = lines[0];
        for (let i = 1; i < lines.length; ++i) {
            const line = lines[i];
            str += line ? `\n${indent}${line}` : '\n';
        }
    }
    if (comment) {
        str += '\n' + stringifyComment.indentComment(commentString(comment), indent);
        if (onComment)
            onComment();
    }
    else if (chompKeep && onChompKeep)
        onChompKeep();
    return str;
}
function stringifyFlowCollection({ items }, ctx, { flowChars, itemIndent }) {
    const { indent, indentStep, flowCollectionPadding: fcPadding, options: { commentString } } = ctx;
    itemIndent += indentStep;
    const itemCtx = Object.assign({}, ctx, {
        indent: itemIndent,
        inFlow: true,
        type: null
    });
    let reqNewline = false;
    let linesAtValue = 0;
    const lines = [];
    for (let i = 0; i < items.length; ++i) {
        const item = items[i];
        let comment = null;
        if (identity.isNode(item)) {
            if (item.spaceBefore)
                lines.push('');
            addCommentBefore(ctx, lines, item.commentBefore, false);
            if (item.comment)
                comment = item.comment;
        }
        else if (identity.isPair(item)) {
            const ik = identity.isNode(item.key) ? item.key : null;
            if (ik) {
                if (ik.spaceBefore)
                    lines.push('');
                addCommentBefore(ctx, lines, ik.commentBefore, false);
                if (ik.comment)
                    reqNewline = true;
            }
            const iv = identity.isNode(item.value) ? item.value : null;
            if (iv) {
                if (iv.comment)
                    comment = iv.comment;
                if (iv.commentBefore)
                    reqNewline = true;
            }
            else if (item.value == null && ik?.comment) {
                comment = ik.comment;
            }
        }
        if (comment)
            reqNewline = true;
        let str = stringify.stringify(item, itemCtx, () => (comment = null));
        reqNewline || (reqNewline = lines.length > linesAtValue || str.includes('\n'));
        if (i < items.length - 1) {
            str += ',';
        }
        else if (ctx.options.trailingComma) {
            if (ctx.options.lineWidth > 0) {
                reqNewline || (reqNewline = lines.reduce((sum, line) => sum + line.length + 2, 2) +
                    (str.length + 2) >
                    ctx.options.lineWidth);
            }
            if (reqNewline) {
                str += ',';
            }
        }
        if (comment)
            str += stringifyComment.lineComment(str, itemIndent, commentString(comment));
        lines.push(str);
        linesAtValue = lines.length;
    }
    const { start, end } = flowChars;
    if (lines.length === 0) {
        return start + end;
    }
    else {
        if (!reqNewline) {
            const len = lines.reduce((sum, line) => sum + line.length + 2, 2);
            reqNewline = ctx.options.lineWidth > 0 && len > ctx.options.lineWidth;
        }
        if (reqNewline) {
            let str = start;
            for (const line of lines)
                str += line ? `\n${indentStep}${indent}${line}` : '\n';
            return `${str}\n${indent}${end}`;
        }
        else {
            return `${start}${fcPadding}${lines.join(' ')}${fcPadding}${end}`;
        }
    }
}
function addCommentBefore({ indent, options: { commentString } }, lines, comment, chompKeep) {
    if (comment && chompKeep)
        comment = comment.replace(/^\n+/, '');
    if (comment) {
        const ic = stringifyComment.indentComment(commentString(comment), indent);
        lines.push(ic.trimStart()); // Avoid double indent on first line
    }
}

exports.stringifyCollection = stringifyCollection;


/***/ }),

/***/ 59799:
/***/ ((__unused_webpack_module, exports) => {



/**
 * Stringifies a comment.
 *
 * Empty comment lines are left empty,
 * lines consisting of a single space are replaced by `#`,
 * and all other lines are prefixed with a `#`.
 */
const stringifyComment = (str) => str.replace(/^(?!$)(?: $)?/gm, '#');
function indentComment(comment, indent) {
    if (/^\n+$/.test(comment))
        return comment.substring(1);
    return indent ? comment.replace(/^(?! *$)/gm, indent) : comment;
}
const lineComment = (str, indent, comment) => str.endsWith('\n')
    ? indentComment(comment, indent)
    : comment.includes('\n')
        ? '\n' + indentComment(comment, indent)
        : (str.endsWith(' ') ? '' : ' ') + comment;

exports.indentComment = indentComment;
exports.lineComment = lineComment;
exports.stringifyComment = stringifyComment;


/***/ }),

/***/ 6829:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);
var stringify = __webpack_require__(2148);
var stringifyComment = __webpack_require__(59799);

function stringifyDocument(doc, options) {
    const lines = [];
    let hasDirectives = options.directives === true;
    if (options.directives !== false && doc.directives) {
        const dir = doc.directives.toString(doc);
        if (dir) {
            lines.push(dir);
            hasDirectives = true;
        }
        else if (doc.directives.docStart)
            hasDirectives = true;
    }
    if (hasDirectives)
        lines.push('---');
    const ctx = stringify.createStringifyContext(doc, options);
    const { commentString } = ctx.options;
    if (doc.commentBefore) {
        if (lines.length !== 1)
            lines.unshift('');
        const cs = commentString(doc.commentBefore);
        lines.unshift(stringifyComment.indentComment(cs, ''));
    }
    let chompKeep = false;
    let contentComment = null;
    if (doc.contents) {
        if (identity.isNode(doc.contents)) {
            if (doc.contents.spaceBefore && hasDirectives)
                lines.push('');
            if (doc.contents.commentBefore) {
                const cs = commentString(doc.contents.commentBefore);
                lines.push(stringifyComment.indentComment(cs, ''));
            }
            // top-level block scalars need to be indented if followed by a comment
            ctx.forceBlockIndent = !!doc.comment;
            contentComment = doc.contents.comment;
        }
        const onChompKeep = contentComment ? undefined : () => (chompKeep = true);
        let body = stringify.stringify(doc.contents, ctx, () => (contentComment = null), onChompKeep);
        if (contentComment)
            body += stringifyComment.lineComment(body, '', commentString(contentComment));
        if ((body[0] === '|' || body[0] === '>') &&
            lines[lines.length - 1] === '---') {
            // Top-level block scalars with a preceding doc marker ought to use the
            // same line for their header.
            lines[lines.length - 1] = `--- ${body}`;
        }
        else
            lines.push(body);
    }
    else {
        lines.push(stringify.stringify(doc.contents, ctx));
    }
    if (doc.directives?.docEnd) {
        if (doc.comment) {
            const cs = commentString(doc.comment);
            if (cs.includes('\n')) {
                lines.push('...');
                lines.push(stringifyComment.indentComment(cs, ''));
            }
            else {
                lines.push(`... ${cs}`);
            }
        }
        else {
            lines.push('...');
        }
    }
    else {
        let dc = doc.comment;
        if (dc && chompKeep)
            dc = dc.replace(/^\n+/, '');
        if (dc) {
            if ((!chompKeep || contentComment) && lines[lines.length - 1] !== '')
                lines.push('');
            lines.push(stringifyComment.indentComment(commentString(dc), ''));
        }
    }
    return lines.join('\n') + '\n';
}

exports.stringifyDocument = stringifyDocument;


/***/ }),

/***/ 28689:
/***/ ((__unused_webpack_module, exports) => {



function stringifyNumber({ format, minFractionDigits, tag, value }) {
    if (typeof value === 'bigint')
        return String(value);
    const num = typeof value === 'number' ? value : Number(value);
    if (!isFinite(num))
        return isNaN(num) ? '.nan' : num < 0 ? '-.inf' : '.inf';
    let n = Object.is(value, -0) ? '-0' : JSON.stringify(value);
    if (!format &&
        minFractionDigits &&
        (!tag || tag === 'tag:yaml.org,2002:float') &&
        /^-?\d/.test(n) &&
        !n.includes('e')) {
        let i = n.indexOf('.');
        if (i < 0) {
            i = n.length;
            n += '.';
        }
        let d = minFractionDigits - (n.length - i - 1);
        while (d-- > 0)
            n += '0';
    }
    return n;
}

exports.stringifyNumber = stringifyNumber;


/***/ }),

/***/ 59748:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);
var Scalar = __webpack_require__(63301);
var stringify = __webpack_require__(2148);
var stringifyComment = __webpack_require__(59799);

function stringifyPair({ key, value }, ctx, onComment, onChompKeep) {
    const { allNullValues, doc, indent, indentStep, options: { commentString, indentSeq, simpleKeys } } = ctx;
    let keyComment = (identity.isNode(key) && key.comment) || null;
    if (simpleKeys) {
        if (keyComment) {
            throw new Error('With simple keys, key nodes cannot have comments');
        }
        if (identity.isCollection(key) || (!identity.isNode(key) && typeof key === 'object')) {
            const msg = 'With simple keys, collection cannot be used as a key value';
            throw new Error(msg);
        }
    }
    let explicitKey = !simpleKeys &&
        (!key ||
            (keyComment && value == null && !ctx.inFlow) ||
            identity.isCollection(key) ||
            (identity.isScalar(key)
                ? key.type === Scalar.Scalar.BLOCK_FOLDED || key.type === Scalar.Scalar.BLOCK_LITERAL
                : typeof key === 'object'));
    ctx = Object.assign({}, ctx, {
        allNullValues: false,
        implicitKey: !explicitKey && (simpleKeys || !allNullValues),
        indent: indent + indentStep
    });
    let keyCommentDone = false;
    let chompKeep = false;
    let str = stringify.stringify(key, ctx, () => (keyCommentDone = true), () => (chompKeep = true));
    if (!explicitKey && !ctx.inFlow && str.length > 1024) {
        if (simpleKeys)
            throw new Error('With simple keys, single line scalar must not span more than 1024 characters');
        explicitKey = true;
    }
    if (ctx.inFlow) {
        if (allNullValues || value == null) {
            if (keyCommentDone && onComment)
                onComment();
            return str === '' ? '?' : explicitKey ? `? ${str}` : str;
        }
    }
    else if ((allNullValues && !simpleKeys) || (value == null && explicitKey)) {
        str = `? ${str}`;
        if (keyComment && !keyCommentDone) {
            str += stringifyComment.lineComment(str, ctx.indent, commentString(keyComment));
        }
        else if (chompKeep && onChompKeep)
            onChompKeep();
        return str;
    }
    if (keyCommentDone)
        keyComment = null;
    if (explicitKey) {
        if (keyComment)
            str += stringifyComment.lineComment(str, ctx.indent, commentString(keyComment));
        str = `? ${str}\n${indent}:`;
    }
    else {
        str = `${str}:`;
        if (keyComment)
            str += stringifyComment.lineComment(str, ctx.indent, commentString(keyComment));
    }
    let vsb, vcb, valueComment;
    if (identity.isNode(value)) {
        vsb = !!value.spaceBefore;
        vcb = value.commentBefore;
        valueComment = value.comment;
    }
    else {
        vsb = false;
        vcb = null;
        valueComment = null;
        if (value && typeof value === 'object')
            value = doc.createNode(value);
    }
    ctx.implicitKey = false;
    if (!explicitKey && !keyComment && identity.isScalar(value))
        ctx.indentAtStart = str.length + 1;
    chompKeep = false;
    if (!indentSeq &&
        indentStep.length >= 2 &&
        !ctx.inFlow &&
        !explicitKey &&
        identity.isSeq(value) &&
        !value.flow &&
        !value.tag &&
        !value.anchor) {
        // If indentSeq === false, consider '- ' as part of indentation where possible
        ctx.indent = ctx.indent.substring(2);
    }
    let valueCommentDone = false;
    const valueStr = stringify.stringify(value, ctx, () => (valueCommentDone = true), () => (chompKeep = true));
    let ws = ' ';
    if (keyComment || vsb || vcb) {
        ws = vsb ? '\n' : '';
        if (vcb) {
            const cs = commentString(vcb);
            ws += `\n${stringifyComment.indentComment(cs, ctx.indent)}`;
        }
        if (valueStr === '' && !ctx.inFlow) {
            if (ws === '\n' && valueComment)
                ws = '\n\n';
        }
        else {
            ws += `\n${ctx.indent}`;
        }
    }
    else if (!explicitKey && identity.isCollection(value)) {
        const vs0 = valueStr[0];
        const nl0 = valueStr.indexOf('\n');
        const hasNewline = nl0 !== -1;
        const flow = ctx.inFlow ?? value.flow ?? value.items.length === 0;
        if (hasNewline || !flow) {
            let hasPropsLine = false;
            if (hasNewline && (vs0 === '&' || vs0 === '!')) {
                let sp0 = valueStr.indexOf(' ');
                if (vs0 === '&' &&
                    sp0 !== -1 &&
                    sp0 < nl0 &&
                    valueStr[sp0 + 1] === '!') {
                    sp0 = valueStr.indexOf(' ', sp0 + 1);
                }
                if (sp0 === -1 || nl0 < sp0)
                    hasPropsLine = true;
            }
            if (!hasPropsLine)
                ws = `\n${ctx.indent}`;
        }
    }
    else if (valueStr === '' || valueStr[0] === '\n') {
        ws = '';
    }
    str += ws + valueStr;
    if (ctx.inFlow) {
        if (valueCommentDone && onComment)
            onComment();
    }
    else if (valueComment && !valueCommentDone) {
        str += stringifyComment.lineComment(str, ctx.indent, commentString(valueComment));
    }
    else if (chompKeep && onChompKeep) {
        onChompKeep();
    }
    return str;
}

exports.stringifyPair = stringifyPair;


/***/ }),

/***/ 83069:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var Scalar = __webpack_require__(63301);
var foldFlowLines = __webpack_require__(34475);

const getFoldOptions = (ctx, isBlock) => ({
    indentAtStart: isBlock ? ctx.indent.length : ctx.indentAtStart,
    lineWidth: ctx.options.lineWidth,
    minContentWidth: ctx.options.minContentWidth
});
// Also checks for lines starting with %, as parsing the output as YAML 1.1 will
// presume that's starting a new document.
const containsDocumentMarker = (str) => /^(%|---|\.\.\.)/m.test(str);
function lineLengthOverLimit(str, lineWidth, indentLength) {
    if (!lineWidth || lineWidth < 0)
        return false;
    const limit = lineWidth - indentLength;
    const strLen = str.length;
    if (strLen <= limit)
        return false;
    for (let i = 0, start = 0; i < strLen; ++i) {
        if (str[i] === '\n') {
            if (i - start > limit)
                return true;
            start = i + 1;
            if (strLen - start <= limit)
                return false;
        }
    }
    return true;
}
function doubleQuotedString(value, ctx) {
    const json = JSON.stringify(value);
    if (ctx.options.doubleQuotedAsJSON)
        return json;
    const { implicitKey } = ctx;
    const minMultiLineLength = ctx.options.doubleQuotedMinMultiLineLength;
    const indent = ctx.indent || (containsDocumentMarker(value) ? '  ' : '');
    let str = '';
    let start = 0;
    for (let i = 0, ch = json[i]; ch; ch = json[++i]) {
        if (ch === ' ' && json[i + 1] === '\\' && json[i + 2] === 'n') {
            // space before newline needs to be escaped to not be folded
            str += json.slice(start, i) + '\\ ';
            i += 1;
            start = i;
            ch = '\\';
        }
        if (ch === '\\')
            switch (json[i + 1]) {
                case 'u':
                    {
                        str += json.slice(start, i);
                        const code = json.substr(i + 2, 4);
                        switch (code) {
                            case '0000':
                                str += '\\0';
                                break;
                            case '0007':
                                str += '\\a';
                                break;
                            case '000b':
                                str += '\\v';
                                break;
                            case '001b':
                                str += '\\e';
                                break;
                            case '0085':
                                str += '\\N';
                                break;
                            case '00a0':
                                str += '\\_';
                                break;
                            case '2028':
                                str += '\\L';
                                break;
                            case '2029':
                                str += '\\P';
                                break;
                            default:
                                if (code.substr(0, 2) === '00')
                                    str += '\\x' + code.substr(2);
                                else
                                    str += json.substr(i, 6);
                        }
                        i += 5;
                        start = i + 1;
                    }
                    break;
                case 'n':
                    if (implicitKey ||
                        json[i + 2] === '"' ||
                        json.length < minMultiLineLength) {
                        i += 1;
                    }
                    else {
                        // folding will eat first newline
                        str += json.slice(start, i) + '\n\n';
                        while (json[i + 2] === '\\' &&
                            json[i + 3] === 'n' &&
                            json[i + 4] !== '"') {
                            str += '\n';
                            i += 2;
                        }
                        str += indent;
                        // space after newline needs to be escaped to not be folded
                        if (json[i + 2] === ' ')
                            str += '\\';
                        i += 1;
                        start = i + 1;
                    }
                    break;
                default:
                    i += 1;
            }
    }
    str = start ? str + json.slice(start) : json;
    return implicitKey
        ? str
        : foldFlowLines.foldFlowLines(str, indent, foldFlowLines.FOLD_QUOTED, getFoldOptions(ctx, false));
}
function singleQuotedString(value, ctx) {
    if (ctx.options.singleQuote === false ||
        (ctx.implicitKey && value.includes('\n')) ||
        /[ \t]\n|\n[ \t]/.test(value) // single quoted string can't have leading or trailing whitespace around newline
    )
        return doubleQuotedString(value, ctx);
    const indent = ctx.indent || (containsDocumentMarker(value) ? '  ' : '');
    const res = "'" + value.replace(/'/g, "''").replace(/\n+/g, `$&\n${indent}`) + "'";
    return ctx.implicitKey
        ? res
        : foldFlowLines.foldFlowLines(res, indent, foldFlowLines.FOLD_FLOW, getFoldOptions(ctx, false));
}
function quotedString(value, ctx) {
    const { singleQuote } = ctx.options;
    let qs;
    if (singleQuote === false)
        qs = doubleQuotedString;
    else {
        const hasDouble = value.includes('"');
        const hasSingle = value.includes("'");
        if (hasDouble && !hasSingle)
            qs = singleQuotedString;
        else if (hasSingle && !hasDouble)
            qs = doubleQuotedString;
        else
            qs = singleQuote ? singleQuotedString : doubleQuotedString;
    }
    return qs(value, ctx);
}
// The negative lookbehind avoids a polynomial search,
// but isn't supported yet on Safari: https://caniuse.com/js-regexp-lookbehind
let blockEndNewlines;
try {
    blockEndNewlines = new RegExp('(^|(?<!\n))\n+(?!\n|$)', 'g');
}
catch {
    blockEndNewlines = /\n+(?!\n|$)/g;
}
function blockString({ comment, type, value }, ctx, onComment, onChompKeep) {
    const { blockQuote, commentString, lineWidth } = ctx.options;
    // 1. Block can't end in whitespace unless the last line is non-empty.
    // 2. Strings consisting of only whitespace are best rendered explicitly.
    if (!blockQuote || /\n[\t ]+$/.test(value)) {
        return quotedString(value, ctx);
    }
    const indent = ctx.indent ||
        (ctx.forceBlockIndent || containsDocumentMarker(value) ? '  ' : '');
    const literal = blockQuote === 'literal'
        ? true
        : blockQuote === 'folded' || type === Scalar.Scalar.BLOCK_FOLDED
            ? false
            : type === Scalar.Scalar.BLOCK_LITERAL
                ? true
                : !lineLengthOverLimit(value, lineWidth, indent.length);
    if (!value)
        return literal ? '|\n' : '>\n';
    // determine chomping from whitespace at value end
    let chomp;
    let endStart;
    for (endStart = value.length; endStart > 0; --endStart) {
        const ch = value[endStart - 1];
        if (ch !== '\n' && ch !== '\t' && ch !== ' ')
            break;
    }
    let end = value.substring(endStart);
    const endNlPos = end.indexOf('\n');
    if (endNlPos === -1) {
        chomp = '-'; // strip
    }
    else if (value === end || endNlPos !== end.length - 1) {
        chomp = '+'; // keep
        if (onChompKeep)
            onChompKeep();
    }
    else {
        chomp = ''; // clip
    }
    if (end) {
        value = value.slice(0, -end.length);
        if (end[end.length - 1] === '\n')
            end = end.slice(0, -1);
        end = end.replace(blockEndNewlines, `$&${indent}`);
    }
    // determine indent indicator from whitespace at value start
    let startWithSpace = false;
    let startEnd;
    let startNlPos = -1;
    for (startEnd = 0; startEnd < value.length; ++startEnd) {
        const ch = value[startEnd];
        if (ch === ' ')
            startWithSpace = true;
        else if (ch === '\n')
            startNlPos = startEnd;
        else
            break;
    }
    let start = value.substring(0, startNlPos < startEnd ? startNlPos + 1 : startEnd);
    if (start) {
        value = value.substring(start.length);
        start = start.replace(/\n+/g, `$&${indent}`);
    }
    const indentSize = indent ? '2' : '1'; // root is at -1
    // Leading | or > is added later
    let header = (startWithSpace ? indentSize : '') + chomp;
    if (comment) {
        header += ' ' + commentString(comment.replace(/ ?[\r\n]+/g, ' '));
        if (onComment)
            onComment();
    }
    if (!literal) {
        const foldedValue = value
            .replace(/\n+/g, '\n$&')
            .replace(/(?:^|\n)([\t ].*)(?:([\n\t ]*)\n(?![\n\t ]))?/g, '$1$2') // more-indented lines aren't folded
            //                ^ more-ind. ^ empty     ^ capture next empty lines only at end of indent
            .replace(/\n+/g, `$&${indent}`);
        let literalFallback = false;
        const foldOptions = getFoldOptions(ctx, true);
        if (blockQuote !== 'folded' && type !== Scalar.Scalar.BLOCK_FOLDED) {
            foldOptions.onOverflow = () => {
                literalFallback = true;
            };
        }
        const body = foldFlowLines.foldFlowLines(`${start}${foldedValue}${end}`, indent, foldFlowLines.FOLD_BLOCK, foldOptions);
        if (!literalFallback)
            return `>${header}\n${indent}${body}`;
    }
    value = value.replace(/\n+/g, `$&${indent}`);
    return `|${header}\n${indent}${start}${value}${end}`;
}
function plainString(item, ctx, onComment, onChompKeep) {
    const { type, value } = item;
    const { actualString, implicitKey, indent, indentStep, inFlow } = ctx;
    if ((implicitKey && value.includes('\n')) ||
        (inFlow && /[[\]{},]/.test(value))) {
        return quotedString(value, ctx);
    }
    if (/^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/.test(value)) {
        // not allowed:
        // - '-' or '?'
        // - start with an indicator character (except [?:-]) or /[?-] /
        // - '\n ', ': ' or ' \n' anywhere
        // - '#' not preceded by a non-space char
        // - end with ' ' or ':'
        return implicitKey || inFlow || !value.includes('\n')
            ? quotedString(value, ctx)
            : blockString(item, ctx, onComment, onChompKeep);
    }
    if (!implicitKey &&
        !inFlow &&
        type !== Scalar.Scalar.PLAIN &&
        value.includes('\n')) {
        // Where allowed & type not set explicitly, prefer block style for multiline strings
        return blockString(item, ctx, onComment, onChompKeep);
    }
    if (containsDocumentMarker(value)) {
        if (indent === '') {
            ctx.forceBlockIndent = true;
            return blockString(item, ctx, onComment, onChompKeep);
        }
        else if (implicitKey && indent === indentStep) {
            return quotedString(value, ctx);
        }
    }
    const str = value.replace(/\n+/g, `$&\n${indent}`);
    // Verify that output will be parsed as a string, as e.g. plain numbers and
    // booleans get parsed with those types in v1.2 (e.g. '42', 'true' & '0.9e-3'),
    // and others in v1.1.
    if (actualString) {
        const test = (tag) => tag.default && tag.tag !== 'tag:yaml.org,2002:str' && tag.test?.test(str);
        const { compat, tags } = ctx.doc.schema;
        if (tags.some(test) || compat?.some(test))
            return quotedString(value, ctx);
    }
    return implicitKey
        ? str
        : foldFlowLines.foldFlowLines(str, indent, foldFlowLines.FOLD_FLOW, getFoldOptions(ctx, false));
}
function stringifyString(item, ctx, onComment, onChompKeep) {
    const { implicitKey, inFlow } = ctx;
    const ss = typeof item.value === 'string'
        ? item
        : Object.assign({}, item, { value: String(item.value) });
    let { type } = item;
    if (type !== Scalar.Scalar.QUOTE_DOUBLE) {
        // force double quotes on control characters & unpaired surrogates
        if (/[\x00-\x08\x0b-\x1f\x7f-\x9f\u{D800}-\u{DFFF}]/u.test(ss.value))
            type = Scalar.Scalar.QUOTE_DOUBLE;
    }
    const _stringify = (_type) => {
        switch (_type) {
            case Scalar.Scalar.BLOCK_FOLDED:
            case Scalar.Scalar.BLOCK_LITERAL:
                return implicitKey || inFlow
                    ? quotedString(ss.value, ctx) // blocks are not valid inside flow containers
                    : blockString(ss, ctx, onComment, onChompKeep);
            case Scalar.Scalar.QUOTE_DOUBLE:
                return doubleQuotedString(ss.value, ctx);
            case Scalar.Scalar.QUOTE_SINGLE:
                return singleQuotedString(ss.value, ctx);
            case Scalar.Scalar.PLAIN:
                return plainString(ss, ctx, onComment, onChompKeep);
            default:
                return null;
        }
    };
    let res = _stringify(type);
    if (res === null) {
        const { defaultKeyType, defaultStringType } = ctx.options;
        const t = (implicitKey && defaultKeyType) || defaultStringType;
        res = _stringify(t);
        if (res === null)
            throw new Error(`Unsupported default string type ${t}`);
    }
    return res;
}

exports.stringifyString = stringifyString;


/***/ }),

/***/ 10204:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var identity = __webpack_require__(41127);

const BREAK = Symbol('break visit');
const SKIP = Symbol('skip children');
const REMOVE = Symbol('remove node');
/**
 * Apply a visitor to an AST node or document.
 *
 * Walks through the tree (depth-first) starting from `node`, calling a
 * `visitor` function with three arguments:
 *   - `key`: For sequence values and map `Pair`, the node's index in the
 *     collection. Within a `Pair`, `'key'` or `'value'`, correspondingly.
 *     `null` for the root node.
 *   - `node`: The current node.
 *   - `path`: The ancestry of the current node.
 *
 * The return value of the visitor may be used to control the traversal:
 *   - `undefined` (default): Do nothing and continue
 *   - `visit.SKIP`: Do not visit the children of this node, continue with next
 *     sibling
 *   - `visit.BREAK`: Terminate traversal completely
 *   - `visit.REMOVE`: Remove the current node, then continue with the next one
 *   - `Node`: Replace the current node, then continue by visiting it
 *   - `number`: While iterating the items of a sequence or map, set the index
 *     of the next step. This is useful especially if the index of the current
 *     node has changed.
 *
 * If `visitor` is a single function, it will be called with all values
 * encountered in the tree, including e.g. `null` values. Alternatively,
 * separate visitor functions may be defined for each `Map`, `Pair`, `Seq`,
 * `Alias` and `Scalar` node. To define the same visitor function for more than
 * one node type, use the `Collection` (map and seq), `Value` (map, seq & scalar)
 * and `Node` (alias, map, seq & scalar) targets. Of all these, only the most
 * specific defined one will be used for each node.
 */
function visit(node, visitor) {
    const visitor_ = initVisitor(visitor);
    if (identity.isDocument(node)) {
        const cd = visit_(null, node.contents, visitor_, Object.freeze([node]));
        if (cd === REMOVE)
            node.contents = null;
    }
    else
        visit_(null, node, visitor_, Object.freeze([]));
}
// Without the `as symbol` casts, TS declares these in the `visit`
// namespace using `var`, but then complains about that because
// `unique symbol` must be `const`.
/** Terminate visit traversal completely */
visit.BREAK = BREAK;
/** Do not visit the children of the current node */
visit.SKIP = SKIP;
/** Remove the current node */
visit.REMOVE = REMOVE;
function visit_(key, node, visitor, path) {
    const ctrl = callVisitor(key, node, visitor, path);
    if (identity.isNode(ctrl) || identity.isPair(ctrl)) {
        replaceNode(key, path, ctrl);
        return visit_(key, ctrl, visitor, path);
    }
    if (typeof ctrl !== 'symbol') {
        if (identity.isCollection(node)) {
            path = Object.freeze(path.concat(node));
            for (let i = 0; i < node.items.length; ++i) {
                const ci = visit_(i, node.items[i], visitor, path);
                if (typeof ci === 'number')
                    i = ci - 1;
                else if (ci === BREAK)
                    return BREAK;
                else if (ci === REMOVE) {
                    node.items.splice(i, 1);
                    i -= 1;
                }
            }
        }
        else if (identity.isPair(node)) {
            path = Object.freeze(path.concat(node));
            const ck = visit_('key', node.key, visitor, path);
            if (ck === BREAK)
                return BREAK;
            else if (ck === REMOVE)
                node.key = null;
            const cv = visit_('value', node.value, visitor, path);
            if (cv === BREAK)
                return BREAK;
            else if (cv === REMOVE)
                node.value = null;
        }
    }
    return ctrl;
}
/**
 * Apply an async visitor to an AST node or document.
 *
 * Walks through the tree (depth-first) starting from `node`, calling a
 * `visitor` function with three arguments:
 *   - `key`: For sequence values and map `Pair`, the node's index in the
 *     collection. Within a `Pair`, `'key'` or `'value'`, correspondingly.
 *     `null` for the root node.
 *   - `node`: The current node.
 *   - `path`: The ancestry of the current node.
 *
 * The return value of the visitor may be used to control the traversal:
 *   - `Promise`: Must resolve to one of the following values
 *   - `undefined` (default): Do nothing and continue
 *   - `visit.SKIP`: Do not visit the children of this node, continue with next
 *     sibling
 *   - `visit.BREAK`: Terminate traversal completely
 *   - `visit.REMOVE`: Remove the current node, then continue with the next one
 *   - `Node`: Replace the current node, then continue by visiting it
 *   - `number`: While iterating the items of a sequence or map, set the index
 *     of the next step. This is useful especially if the index of the current
 *     node has changed.
 *
 * If `visitor` is a single function, it will be called with all values
 * encountered in the tree, including e.g. `null` values. Alternatively,
 * separate visitor functions may be defined for each `Map`, `Pair`, `Seq`,
 * `Alias` and `Scalar` node. To define the same visitor function for more than
 * one node type, use the `Collection` (map and seq), `Value` (map, seq & scalar)
 * and `Node` (alias, map, seq & scalar) targets. Of all these, only the most
 * specific defined one will be used for each node.
 */
async function visitAsync(node, visitor) {
    const visitor_ = initVisitor(visitor);
    if (identity.isDocument(node)) {
        const cd = await visitAsync_(null, node.contents, visitor_, Object.freeze([node]));
        if (cd === REMOVE)
            node.contents = null;
    }
    else
        await visitAsync_(null, node, visitor_, Object.freeze([]));
}
// Without the `as symbol` casts, TS declares these in the `visit`
// namespace using `var`, but then complains about that because
// `unique symbol` must be `const`.
/** Terminate visit traversal completely */
visitAsync.BREAK = BREAK;
/** Do not visit the children of the current node */
visitAsync.SKIP = SKIP;
/** Remove the current node */
visitAsync.REMOVE = REMOVE;
async function visitAsync_(key, node, visitor, path) {
    const ctrl = await callVisitor(key, node, visitor, path);
    if (identity.isNode(ctrl) || identity.isPair(ctrl)) {
        replaceNode(key, path, ctrl);
        return visitAsync_(key, ctrl, visitor, path);
    }
    if (typeof ctrl !== 'symbol') {
        if (identity.isCollection(node)) {
            path = Object.freeze(path.concat(node));
            for (let i = 0; i < node.items.length; ++i) {
                const ci = await visitAsync_(i, node.items[i], visitor, path);
                if (typeof ci === 'number')
                    i = ci - 1;
                else if (ci === BREAK)
                    return BREAK;
                else if (ci === REMOVE) {
                    node.items.splice(i, 1);
                    i -= 1;
                }
            }
        }
        else if (identity.isPair(node)) {
            path = Object.freeze(path.concat(node));
            const ck = await visitAsync_('key', node.key, visitor, path);
            if (ck === BREAK)
                return BREAK;
            else if (ck === REMOVE)
                node.key = null;
            const cv = await visitAsync_('value', node.value, visitor, path);
            if (cv === BREAK)
                return BREAK;
            else if (cv === REMOVE)
                node.value = null;
        }
    }
    return ctrl;
}
function initVisitor(visitor) {
    if (typeof visitor === 'object' &&
        (visitor.Collection || visitor.Node || visitor.Value)) {
        return Object.assign({
            Alias: visitor.Node,
            Map: visitor.Node,
            Scalar: visitor.Node,
            Seq: visitor.Node
        }, visitor.Value && {
            Map: visitor.Value,
            Scalar: visitor.Value,
            Seq: visitor.Value
        }, visitor.Collection && {
            Map: visitor.Collection,
            Seq: visitor.Collection
        }, visitor);
    }
    return visitor;
}
function callVisitor(key, node, visitor, path) {
    if (typeof visitor === 'function')
        return visitor(key, node, path);
    if (identity.isMap(node))
        return visitor.Map?.(key, node, path);
    if (identity.isSeq(node))
        return visitor.Seq?.(key, node, path);
    if (identity.isPair(node))
        return visitor.Pair?.(key, node, path);
    if (identity.isScalar(node))
        return visitor.Scalar?.(key, node, path);
    if (identity.isAlias(node))
        return visitor.Alias?.(key, node, path);
    return undefined;
}
function replaceNode(key, path, node) {
    const parent = path[path.length - 1];
    if (identity.isCollection(parent)) {
        parent.items[key] = node;
    }
    else if (identity.isPair(parent)) {
        if (key === 'key')
            parent.key = node;
        else
            parent.value = node;
    }
    else if (identity.isDocument(parent)) {
        parent.contents = node;
    }
    else {
        const pt = identity.isAlias(parent) ? 'alias' : 'scalar';
        throw new Error(`Cannot replace node with ${pt} parent`);
    }
}

exports.visit = visit;
exports.visitAsync = visitAsync;


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

/***/ 28919:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  qg: () => (/* binding */ parse)
});

// UNUSED EXPORTS: forEachChild, parseRegion

;// CONCATENATED MODULE: ./node_modules/unbash/dist/ansi-c.js
function isOctal(code) {
    return code >= 48 && code <= 55;
}
function isHex(code) {
    return (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}
function codePoint(value, fallback) {
    try {
        return String.fromCodePoint(value);
    }
    catch {
        return fallback;
    }
}
// ignoreBOM keeps a leading EF BB BF as U+FEFF instead of stripping it from each run.
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
// Bash writes \xHH and \NNN as raw bytes, so a run of them is decoded as UTF-8.
// A byte outside a well-formed sequence has no character and becomes U+FFFD.
function decodeBytes(bytes) {
    return utf8.decode(new Uint8Array(bytes));
}
// Reads a \xHH or \NNN escape at pos, which Bash treats as a single byte.
function readByteEscape(source, pos, limit) {
    if (source.charCodeAt(pos) !== 92 || pos + 2 > limit)
        return undefined;
    const escaped = source.charCodeAt(pos + 1);
    const digitsStart = pos + 2;
    let end = digitsStart;
    if (escaped === 120) {
        while (end < limit && end - digitsStart < 2 && isHex(source.charCodeAt(end)))
            end++;
        if (end === digitsStart)
            return undefined;
        return { value: Number.parseInt(source.slice(digitsStart, end), 16), end };
    }
    if (!isOctal(escaped))
        return undefined;
    while (end < limit && end - digitsStart < 2 && isOctal(source.charCodeAt(end)))
        end++;
    return { value: Number.parseInt(source.slice(pos + 1, end), 8) & 0xff, end };
}
function decodeAnsiCQuoted(source, start, limit) {
    let pos = start;
    let value = "";
    let bytes = [];
    // Bash ends the string at the first NUL an escape produces; scanning still runs to the closing quote.
    let nul = -1;
    while (pos < limit && source.charCodeAt(pos) !== 39) {
        const escapeStart = pos;
        const byte = readByteEscape(source, pos, limit);
        // ASCII bytes end a run like other text, so escapes such as \033 never pay for a decoder call.
        if (byte && byte.value >= 0x80) {
            bytes.push(byte.value);
            pos = byte.end;
            continue;
        }
        if (bytes.length > 0) {
            value += decodeBytes(bytes);
            bytes = [];
        }
        if (byte) {
            if (byte.value === 0 && nul === -1)
                nul = value.length;
            value += String.fromCharCode(byte.value);
            pos = byte.end;
            continue;
        }
        if (source.charCodeAt(pos) !== 92 || pos + 1 >= limit) {
            const runStart = pos;
            while (pos < limit) {
                const code = source.charCodeAt(pos);
                // A backslash at the end of input has nothing to escape; consume it as a
                // literal so the loop always advances.
                if (code === 39 || (code === 92 && pos + 1 < limit))
                    break;
                pos++;
            }
            value += source.slice(runStart, pos);
            continue;
        }
        pos++;
        const escaped = source[pos++];
        switch (escaped) {
            case "a":
                value += "\x07";
                break;
            case "b":
                value += "\b";
                break;
            case "e":
            case "E":
                value += "\x1B";
                break;
            case "f":
                value += "\f";
                break;
            case "n":
                value += "\n";
                break;
            case "r":
                value += "\r";
                break;
            case "t":
                value += "\t";
                break;
            case "v":
                value += "\v";
                break;
            case "\\":
                value += "\\";
                break;
            case "'":
                value += "'";
                break;
            case '"':
                value += '"';
                break;
            case "?":
                value += "?";
                break;
            case "\n":
                break;
            case "c": {
                // The closing quote (or end of input) is not an operand: \c stays literal.
                const code = pos < limit ? source.charCodeAt(pos) : 39;
                if (code === 39) {
                    value += source.slice(escapeStart, pos);
                    break;
                }
                pos++;
                if (code === 92) {
                    // Bash writes a backslash operand as the pair \c\\; a lone backslash
                    // still decodes and leaves the character it escaped as a literal.
                    const pair = pos < limit && source.charCodeAt(pos) === 92;
                    if (pair)
                        pos++;
                    value += "\x1c";
                    if (!pair && pos < limit) {
                        value += source[pos];
                        pos++;
                    }
                    break;
                }
                const control = code === 63 ? 127 : code & 31;
                // Bash applies \c to the operand's first UTF-8 byte, which equals the code unit only for ASCII.
                if (control === 0 && code < 128 && nul === -1)
                    nul = value.length;
                value += String.fromCharCode(control);
                break;
            }
            case "u":
            case "U": {
                const digitsStart = pos;
                const maxDigits = escaped === "u" ? 4 : 8;
                while (pos < limit && pos - digitsStart < maxDigits && isHex(source.charCodeAt(pos)))
                    pos++;
                if (pos === digitsStart) {
                    value += `\\${escaped}`;
                    break;
                }
                const raw = source.slice(escapeStart, pos);
                const point = Number.parseInt(source.slice(digitsStart, pos), 16);
                if (point === 0 && nul === -1)
                    nul = value.length;
                value += codePoint(point, raw);
                break;
            }
            default:
                value += `\\${escaped}`;
                break;
        }
    }
    if (bytes.length > 0)
        value += decodeBytes(bytes);
    if (nul !== -1)
        value = value.slice(0, nul);
    const closed = pos < limit;
    if (closed)
        pos++;
    return { value, end: pos, closed };
}

;// CONCATENATED MODULE: ./node_modules/unbash/dist/expansion.js
// The window is held only until the script resolves; a part constructed without one has no script.
class ScriptExpansionImpl {
    static _resolveScript;
    type;
    pos;
    end;
    text;
    #window;
    #script = undefined;
    constructor(type, pos, end, text, window) {
        this.type = type;
        this.pos = pos;
        this.end = end;
        this.text = text;
        this.#window = window;
    }
    get script() {
        const window = this.#window;
        if (window !== undefined) {
            const script = ScriptExpansionImpl._resolveScript(window.source, window.start, window.end, window.depth, window.parenBoundary, window.context);
            if (window.context === undefined)
                script.source = window.source;
            this.script = script;
        }
        return this.#script;
    }
    set script(script) {
        this.#script = script;
        this.#window = undefined;
    }
    toJSON() {
        return { type: this.type, pos: this.pos, end: this.end, text: this.text, script: this.script };
    }
}
class ProcessSubstitutionImpl extends ScriptExpansionImpl {
    operator;
    constructor(pos, end, text, operator, window) {
        super("ProcessSubstitution", pos, end, text, window);
        this.operator = operator;
    }
    toJSON() {
        return {
            type: this.type,
            pos: this.pos,
            end: this.end,
            text: this.text,
            operator: this.operator,
            script: this.script,
        };
    }
}
class ArithmeticExpansionImpl {
    static _resolveExpression;
    type = "ArithmeticExpansion";
    pos;
    end;
    text;
    #window;
    #expression = undefined;
    constructor(pos, end, text, window) {
        this.pos = pos;
        this.end = end;
        this.text = text;
        this.#window = window;
    }
    get expression() {
        const window = this.#window;
        if (window !== undefined) {
            this.expression = ArithmeticExpansionImpl._resolveExpression(window.body, window.offset, window.source, window.depth, window.context, window.depth + 1);
        }
        return this.#expression;
    }
    set expression(expression) {
        this.#expression = expression;
        this.#window = undefined;
    }
    toJSON() {
        return { type: this.type, pos: this.pos, end: this.end, text: this.text, expression: this.expression };
    }
}

;// CONCATENATED MODULE: ./node_modules/unbash/dist/limits.js
const MAX_SYNTAX_NESTING = 256;

;// CONCATENATED MODULE: ./node_modules/unbash/dist/word-value.js
function dequoteValue(parts) {
    let s = "";
    for (const c of parts)
        s += c.type === "Literal" ? c.value : c.text;
    return s;
}
function unescapeBareValue(text) {
    const first = text.indexOf("\\");
    if (first === -1)
        return text;
    let s = "";
    let start = 0;
    for (let i = first; i < text.length; i++) {
        if (text.charCodeAt(i) !== 92)
            continue;
        s += text.slice(start, i);
        i++;
        if (i >= text.length) {
            s += "\\";
            start = i;
            break;
        }
        if (text.charCodeAt(i) !== 10)
            s += text[i];
        start = i + 1;
    }
    return s + text.slice(start);
}
function continuedExpansionValue(text) {
    let pos = 1;
    while (text[pos] === "\\" && text[pos + 1] === "\n")
        pos += 2;
    return pos === 1 || text[pos] !== "(" ? text : text[0] + text.slice(pos);
}
function wordPartsValue(parts) {
    let value = "";
    for (const part of parts) {
        switch (part.type) {
            case "Literal":
            case "Glob":
            case "SingleQuoted":
            case "AnsiCQuoted":
                value += part.value;
                break;
            case "DoubleQuoted":
            case "LocaleString":
                value += dequoteValue(part.parts);
                break;
            case "CommandExpansion":
                value += part.text[0] === "$" ? continuedExpansionValue(part.text) : part.text;
                break;
            case "ExtendedGlob":
                value += continuedExpansionValue(part.text);
                break;
            default:
                value += part.text;
                break;
        }
    }
    return value;
}

;// CONCATENATED MODULE: ./node_modules/unbash/dist/word.js

class WordImpl {
    type = "Word";
    text;
    pos;
    end;
    #source;
    #resolver;
    #depth;
    #parts;
    #value = null;
    constructor(text, pos, end, source, resolver, depth = 0) {
        this.text = text;
        this.pos = pos;
        this.end = end;
        this.#source = source;
        this.#resolver = resolver;
        this.#depth = depth;
        this.#parts = resolver === undefined ? undefined : null;
    }
    get value() {
        if (this.#value === null) {
            const parts = this.#source === undefined && this.#parts === null ? undefined : this.parts;
            this.#value = parts ? wordPartsValue(parts) : unescapeBareValue(this.text);
        }
        return this.#value;
    }
    get parts() {
        if (this.#parts === null) {
            this.#parts = this.#resolver?.(this.#source ?? "", this, this.#depth) ?? undefined;
        }
        return this.#parts;
    }
    set parts(v) {
        this.#parts = v ?? undefined;
    }
    toJSON() {
        return { type: this.type, text: this.text, pos: this.pos, end: this.end, parts: this.parts, value: this.value };
    }
}

;// CONCATENATED MODULE: ./node_modules/unbash/dist/substitution-context.js
// A nested script shares its parent's boundary cache, allocated on first use.
function createSubstitutionContext(parent) {
    const boundaries = parent === undefined ? undefined : substitutionBoundaries(parent);
    return { boundaries, wordParts: undefined, embeddedParts: undefined, arrayParts: undefined };
}
function substitutionBoundaries(context) {
    return context.boundaries ?? (context.boundaries = new Map());
}

;// CONCATENATED MODULE: ./node_modules/unbash/dist/chars.js
const CH_TAB = 9;
const CH_NL = 10;
const CH_SPACE = 32;
const CH_BANG = 33;
const CH_DQUOTE = 34;
const CH_HASH = 35;
const CH_DOLLAR = 36;
const CH_PERCENT = 37;
const CH_AMP = 38;
const CH_SQUOTE = 39;
const CH_LPAREN = 40;
const CH_RPAREN = 41;
const CH_STAR = 42;
const CH_PLUS = 43;
const CH_COMMA = 44;
const CH_DASH = 45;
const CH_DOT = 46;
const CH_SLASH = 47;
const CH_0 = 48;
const CH_9 = 57;
const CH_COLON = 58;
const CH_SEMI = 59;
const CH_LT = 60;
const CH_EQ = 61;
const CH_GT = 62;
const CH_QUESTION = 63;
const CH_AT = 64;
const CH_A = 65;
const CH_Z = 90;
const CH_LBRACKET = 91;
const CH_BACKSLASH = 92;
const CH_RBRACKET = 93;
const CH_CARET = 94;
const CH_UNDERSCORE = 95;
const CH_BACKTICK = 96;
const CH_a = 97;
const CH_z = 122;
const CH_LBRACE = 123;
const CH_PIPE = 124;
const CH_RBRACE = 125;
const CH_TILDE = 126;
function skipLineContinuations(source, pos, end) {
    while (pos + 1 < end && source.charCodeAt(pos) === CH_BACKSLASH && source.charCodeAt(pos + 1) === CH_NL)
        pos += 2;
    return pos;
}

;// CONCATENATED MODULE: ./node_modules/unbash/dist/glob.js


function hasGlobCharacters(text) {
    return /[*?[]/.test(text);
}
const bracketSyntax = new Uint8Array(128);
bracketSyntax[CH_BANG] = 1;
bracketSyntax[CH_CARET] = 1;
bracketSyntax[CH_LBRACKET] = 1;
bracketSyntax[CH_RBRACKET] = 1;
bracketSyntax[CH_COLON] = 1;
bracketSyntax[CH_DOT] = 1;
bracketSyntax[CH_EQ] = 1;
bracketSyntax[CH_DASH] = 1;
bracketSyntax[CH_BACKSLASH] = 1;
// Bracket extents follow Bash's matcher (lib/glob/sm_loop.c, BRACKMATCH and PARSE_SUBBRACKET on
// the path where no member matches): `[:name:]` and `[=c=]` end at the first `:]` or `=]` unless a
// raw `]` comes first, `[.sym.]` ends at the first `.]` even past a `]`, a class or equivalence
// never starts a range, and a `-` range end consumes one member, be it an escape, a plain `[` or a
// collating symbol (also behind an escaped `[`). Quoted and expanded parts are single opaque
// members; Bash additionally lets quoted `]`, `:`, `=`, `.` and `[` take part in symbol and range
// scanning after re-escaping them, which this scan leaves out.
function bracketEnds(source, start, end, parts, offset) {
    let close = end - 1;
    while (close > start && source.charCodeAt(close) !== CH_RBRACKET)
        close--;
    if (close === start)
        return null;
    // Tokens: each special character, and runs of plain members (continuations vanish, quoted or
    // expanded parts are plain). Only specials change an extent, so a run acts as one member except
    // as a range end, which consumes just its first member.
    const positions = [];
    const kinds = [];
    const members = [];
    let partIndex = 0;
    let symbols = false;
    for (let pos = start; pos < end; pos++) {
        while (parts && partIndex < parts.length && parts[partIndex].end <= pos + offset)
            partIndex++;
        const part = parts?.[partIndex];
        const tokenPos = pos;
        let kind = 0;
        if (part && part.pos <= pos + offset && part.type !== "Literal") {
            pos = part.end - offset - 1;
        }
        else {
            kind = source.charCodeAt(pos);
            if (kind === CH_BACKSLASH && pos + 1 < end && source.charCodeAt(pos + 1) === CH_NL) {
                pos++;
                continue;
            }
            if (kind >= 128 || !bracketSyntax[kind])
                kind = 0;
        }
        const last = kinds.length - 1;
        if (kind === 0 && last >= 0 && kinds[last] === 0) {
            members[last]++;
            continue;
        }
        if (last >= 0 && kinds[last] === CH_LBRACKET && (kind === CH_COLON || kind === CH_EQ || kind === CH_DOT)) {
            symbols = true;
        }
        positions.push(tokenPos);
        kinds.push(kind);
        members.push(1);
    }
    const count = kinds.length;
    // PARSE_SUBBRACKET memoized per opener: symbolEnd[t] is the token after the `X]` closing the
    // symbol that `[X` opens at token t, or -1. One right-to-left pass tracks the nearest raw `]`
    // and the nearest `:]`, `=]` and `.]` beyond the opener. Escaped characters are separate tokens,
    // so a `\]` still stops a `:` or `=` scan as it does in Bash.
    let symbolEnd;
    if (symbols) {
        symbolEnd = new Int32Array(count).fill(-1);
        let close = -1;
        let colon = -1;
        let eq = -1;
        let dot = -1;
        for (let i = count - 1; i >= 0; i--) {
            // The scan for the opener at i starts two tokens in, so fold token i + 2 in first.
            const kind = kinds[i + 2];
            if (kind === CH_RBRACKET)
                close = i + 2;
            else if (kinds[i + 3] === CH_RBRACKET) {
                if (kind === CH_COLON)
                    colon = i + 2;
                else if (kind === CH_EQ)
                    eq = i + 2;
                else if (kind === CH_DOT)
                    dot = i + 2;
            }
            if (kinds[i] !== CH_LBRACKET)
                continue;
            const type = kinds[i + 1];
            const found = type === CH_COLON ? colon : type === CH_EQ ? eq : type === CH_DOT ? dot : -1;
            if (found !== -1 && (type === CH_DOT || close === -1 || close > found))
                symbolEnd[i] = found + 2;
        }
    }
    const subBracket = (open) => (symbolEnd === undefined ? -1 : symbolEnd[open]);
    // endFrom[t]: the token after the `]` closing a bracket whose next member starts at token t, or
    // -1 when the pattern runs out and the opening `[` stays literal.
    const endFrom = new Int32Array(count + 2).fill(-1);
    const resume = (next, range) => {
        if (next >= count)
            return -1;
        if (range && kinds[next] === CH_DASH && next + 1 < count && kinds[next + 1] !== CH_RBRACKET) {
            let last = next + 1;
            if (kinds[last] === CH_BACKSLASH) {
                if (last + 1 >= count)
                    return -1;
                last++;
            }
            let after = last + 1;
            if (kinds[last] === CH_LBRACKET && kinds[last + 1] === CH_DOT) {
                const symbol = subBracket(last);
                if (symbol !== -1)
                    after = symbol;
            }
            else if (kinds[last] === 0 && members[last] > 1) {
                // The run's later members stay members, and its last one may start the next range.
                return endFrom[last];
            }
            if (after >= count)
                return -1;
            return kinds[after] === CH_RBRACKET ? after + 1 : endFrom[after];
        }
        return kinds[next] === CH_RBRACKET ? next + 1 : endFrom[next];
    };
    for (let t = count - 1; t >= 0; t--) {
        const kind = kinds[t];
        let after = t + 1;
        let range = true;
        if (kind === CH_BACKSLASH) {
            if (t + 1 >= count)
                continue;
            after = t + 2;
        }
        else if (kind === CH_LBRACKET) {
            const type = kinds[t + 1];
            if (type === CH_COLON || type === CH_EQ || type === CH_DOT) {
                const symbol = subBracket(t);
                if (symbol !== -1) {
                    after = symbol;
                    range = type === CH_DOT;
                }
            }
        }
        endFrom[t] = resume(after, range);
    }
    const ends = new Map();
    for (let t = 0; t < count; t++) {
        if (kinds[t] !== CH_LBRACKET)
            continue;
        let first = t + 1;
        if (kinds[first] === CH_BANG || kinds[first] === CH_CARET)
            first++;
        if (first >= count)
            continue;
        const close = kinds[first] === CH_RBRACKET ? resume(first + 1, true) : endFrom[first];
        if (close !== -1)
            ends.set(positions[t], positions[close - 1] + 1);
    }
    return ends;
}
function appendRange(source, start, end, parts, index, offset, result) {
    while (start < end) {
        while (parts && index < parts.length && parts[index].end <= start + offset)
            index++;
        const part = parts?.[index];
        if (part && part.pos === start + offset && part.end <= end + offset) {
            result.push(part);
            start = part.end - offset;
            index++;
            continue;
        }
        const stop = part ? Math.min(end, (part.pos > start + offset ? part.pos : part.end) - offset) : end;
        const text = source.slice(start, stop);
        result.push({ type: "Literal", pos: start + offset, end: stop + offset, text, value: unescapeBareValue(text) });
        start = stop;
    }
    return index;
}
function parseGlobParts(source, start, end, parts, offset = 0) {
    let result;
    let brackets;
    let partIndex = 0;
    let emittedIndex = 0;
    let literalStart = start;
    for (let pos = start; pos < end; pos++) {
        while (parts && partIndex < parts.length && parts[partIndex].end <= pos + offset)
            partIndex++;
        const part = parts?.[partIndex];
        if (part && part.pos <= pos + offset && part.type !== "Literal") {
            pos = part.end - offset - 1;
            continue;
        }
        const character = source.charCodeAt(pos);
        if (character === CH_BACKSLASH) {
            pos++;
            continue;
        }
        let globEnd;
        if (character === CH_STAR || character === CH_QUESTION) {
            const limit = part ? Math.min(end, part.end - offset) : end;
            // Embedded-word scans can leave extglob operators inside Literal parts.
            const next = skipLineContinuations(source, pos + 1, limit);
            if (next < limit && source.charCodeAt(next) === CH_LPAREN)
                continue;
            globEnd = pos + 1;
            if (character === CH_STAR) {
                while (globEnd < limit && source.charCodeAt(globEnd) === CH_STAR) {
                    const next = skipLineContinuations(source, globEnd + 1, limit);
                    if (next < limit && source.charCodeAt(next) === CH_LPAREN)
                        break;
                    globEnd++;
                }
            }
        }
        else if (character === CH_LBRACKET) {
            if (brackets === undefined)
                brackets = bracketEnds(source, pos, end, parts, offset);
            const close = brackets?.get(pos);
            if (close === undefined)
                continue;
            globEnd = close;
        }
        else {
            continue;
        }
        if (!result)
            result = [];
        emittedIndex = appendRange(source, literalStart, pos, parts, emittedIndex, offset, result);
        const text = source.slice(pos, globEnd);
        let glob;
        if (character === CH_LBRACKET) {
            const interior = [];
            emittedIndex = appendRange(source, pos + 1, globEnd - 1, parts, emittedIndex, offset, interior);
            glob = {
                type: "Glob",
                kind: "bracket",
                pos: pos + offset,
                end: globEnd + offset,
                text,
                value: "[" + wordPartsValue(interior) + "]",
                parts: interior,
            };
        }
        else {
            glob = {
                type: "Glob",
                kind: character === CH_STAR ? "star" : "question",
                pos: pos + offset,
                end: globEnd + offset,
                text,
                value: text,
                parts: undefined,
            };
        }
        result.push(glob);
        literalStart = globEnd;
        pos = globEnd - 1;
    }
    if (!result)
        return parts ?? undefined;
    appendRange(source, literalStart, end, parts, emittedIndex, offset, result);
    return result;
}

;// CONCATENATED MODULE: ./node_modules/unbash/dist/lexer.js







const Token = {
    Word: 0,
    Assignment: 1,
    Semi: 2,
    Newline: 3,
    Pipe: 4,
    And: 5,
    Or: 6,
    Amp: 7,
    LParen: 8,
    RParen: 9,
    LBrace: 10,
    RBrace: 11,
    Bang: 12,
    If: 13,
    Then: 14,
    Else: 15,
    Elif: 16,
    Fi: 17,
    Do: 18,
    Done: 19,
    For: 20,
    While: 21,
    Until: 22,
    In: 23,
    Case: 24,
    Esac: 25,
    Function: 26,
    DoubleSemi: 27,
    SemiAmp: 28,
    DoubleSemiAmp: 29,
    Select: 30,
    DblLBracket: 31,
    DblRBracket: 32,
    EOF: 33,
    ArithCmd: 34,
    Coproc: 35,
    Redirect: 36,
};
class TokenValue {
    token = Token.EOF;
    // Materialized token value, or null for word tokens whose value has not been
    // requested yet (computed from [pos, end) on demand via the owning lexer).
    _value = "";
    _owner;
    pos = 0;
    end = 0;
    fileDescriptor = undefined;
    variableName = undefined;
    descriptorEnd = 0;
    delimiterQuoted = false;
    content = undefined;
    targetPos = 0;
    targetEnd = 0;
    assignmentOperatorPos = -1;
    // True when `value` is exactly the raw source span [pos, end) — lets consumers
    // reuse the string instead of slicing the source again.
    raw = false;
    // True when a word contains no quoting, escaped characters, or expansions.
    // Backslash-newline continuations preserve keyword eligibility.
    keywordEligible = false;
    constructor(owner = null) {
        this._owner = owner;
    }
    get value() {
        return (this._value ?? (this._value = this._owner === null ? "" : this._owner._tokenValue(this.pos, this.end, this.raw)));
    }
    set value(v) {
        this._value = v;
    }
    reset() {
        this.token = Token.EOF;
        this._value = "";
        this.pos = 0;
        this.end = 0;
        this.fileDescriptor = undefined;
        this.variableName = undefined;
        this.descriptorEnd = 0;
        this.delimiterQuoted = false;
        this.content = undefined;
        this.targetPos = 0;
        this.targetEnd = 0;
        this.assignmentOperatorPos = -1;
        this.raw = false;
        this.keywordEligible = false;
    }
    copyFrom(other) {
        this.token = other.token;
        this._value = other._value;
        this.pos = other.pos;
        this.end = other.end;
        this.fileDescriptor = other.fileDescriptor;
        this.variableName = other.variableName;
        this.descriptorEnd = other.descriptorEnd;
        this.delimiterQuoted = other.delimiterQuoted;
        this.content = other.content;
        this.targetPos = other.targetPos;
        this.targetEnd = other.targetEnd;
        this.assignmentOperatorPos = other.assignmentOperatorPos;
        this.raw = other.raw;
        this.keywordEligible = other.keywordEligible;
    }
}
const RESERVED_WORDS = new Map([
    ["if", Token.If],
    ["then", Token.Then],
    ["else", Token.Else],
    ["elif", Token.Elif],
    ["fi", Token.Fi],
    ["do", Token.Do],
    ["done", Token.Done],
    ["for", Token.For],
    ["while", Token.While],
    ["until", Token.Until],
    ["in", Token.In],
    ["case", Token.Case],
    ["esac", Token.Esac],
    ["function", Token.Function],
    ["select", Token.Select],
    ["coproc", Token.Coproc],
    ["!", Token.Bang],
    ["{", Token.LBrace],
    ["}", Token.RBrace],
]);
// `name()` is a syntax error for these; `time`, `[[` and `]]` are matched positionally
// rather than through RESERVED_WORDS, and a name spelled like an assignment reads as a prefix.
function requiresFunctionKeyword(name) {
    return RESERVED_WORDS.has(name) || name === "time" || name === "[[" || name === "]]" || name.includes("=");
}
// Combined character type table — bit 0: metachar, bit 1: word-special
const charType = new Uint8Array(128);
charType[CH_PIPE] = 1;
charType[CH_AMP] = 1;
charType[CH_SEMI] = 1;
charType[CH_LPAREN] = 1;
charType[CH_RPAREN] = 1;
charType[CH_LT] = 1;
charType[CH_GT] = 1;
charType[CH_SPACE] = 1;
charType[CH_TAB] = 1;
charType[CH_NL] = 1;
charType[CH_BACKSLASH] = 2;
charType[CH_SQUOTE] = 2;
charType[CH_DQUOTE] = 2;
charType[CH_DOLLAR] = 2;
charType[CH_BACKTICK] = 2;
charType[CH_LBRACE] = 2;
function skipBlanks(source, pos, end) {
    while (pos < end) {
        const ch = source.charCodeAt(pos);
        if (ch === CH_SPACE || ch === CH_TAB)
            pos++;
        else if (ch === CH_BACKSLASH && pos + 1 < end && source.charCodeAt(pos + 1) === CH_NL)
            pos += 2;
        else
            break;
    }
    return pos;
}
const arithmeticWordDelimiter = new Uint8Array(128);
for (const ch of [
    CH_TAB,
    CH_NL,
    CH_SPACE,
    CH_BANG,
    CH_PERCENT,
    CH_AMP,
    CH_LPAREN,
    CH_RPAREN,
    CH_STAR,
    CH_PLUS,
    CH_COMMA,
    CH_DASH,
    CH_SLASH,
    CH_COLON,
    CH_LT,
    CH_EQ,
    CH_GT,
    CH_QUESTION,
    CH_CARET,
    CH_PIPE,
]) {
    arithmeticWordDelimiter[ch] = 1;
}
function hasEmbeddedWordStructure(source, start, end) {
    for (let pos = start; pos < end; pos++) {
        const ch = source.charCodeAt(pos);
        if (ch === CH_BACKSLASH ||
            ch === CH_SQUOTE ||
            ch === CH_DQUOTE ||
            ch === CH_DOLLAR ||
            ch === CH_BACKTICK ||
            ((ch === CH_LT || ch === CH_GT) && pos + 1 < end && source.charCodeAt(pos + 1) === CH_LPAREN)) {
            return true;
        }
    }
    return false;
}
function findUnnested(s, target, pairTernaries = false, findNestedEnd) {
    let depth = 0;
    let ternaryDepth = 0;
    for (let i = 0; i < s.length; i++) {
        const c = s.charCodeAt(i);
        if (c === CH_BACKSLASH) {
            i++;
            continue;
        }
        if (c === CH_LBRACE) {
            depth++;
            continue;
        }
        if (c === CH_RBRACE) {
            if (depth > 0)
                depth--;
            continue;
        }
        if (c === CH_SQUOTE) {
            i++;
            while (i < s.length && s.charCodeAt(i) !== CH_SQUOTE)
                i++;
            continue;
        }
        if (c === CH_DQUOTE) {
            i++;
            while (i < s.length) {
                const quoted = s.charCodeAt(i);
                if (quoted === CH_DQUOTE)
                    break;
                if (quoted === CH_BACKSLASH) {
                    i += 2;
                    continue;
                }
                const nestedEnd = findNestedEnd?.(i, true) ?? i;
                if (nestedEnd > i) {
                    i = nestedEnd;
                    continue;
                }
                i++;
            }
            continue;
        }
        const nestedEnd = findNestedEnd?.(i, false) ?? i;
        if (nestedEnd > i) {
            i = nestedEnd - 1;
            continue;
        }
        if (pairTernaries && depth === 0) {
            if (c === CH_QUESTION) {
                ternaryDepth++;
                continue;
            }
            if (c === CH_COLON && ternaryDepth > 0) {
                ternaryDepth--;
                continue;
            }
        }
        if (c === target && depth === 0)
            return i;
    }
    return -1;
}
// Lookup: identifier chars (a-z, A-Z, 0-9, _) — bit 0: start, bit 1: continue
const isIdChar = new Uint8Array(128);
for (let i = CH_a; i <= CH_z; i++)
    isIdChar[i] = 3;
for (let i = CH_A; i <= CH_Z; i++)
    isIdChar[i] = 3;
for (let i = CH_0; i <= CH_9; i++)
    isIdChar[i] = 2;
isIdChar[CH_UNDERSCORE] = 3;
const extglobPrefix = new Uint8Array(128);
extglobPrefix[CH_QUESTION] = 1;
extglobPrefix[CH_AT] = 1;
extglobPrefix[CH_STAR] = 1;
extglobPrefix[CH_PLUS] = 1;
extglobPrefix[CH_BANG] = 1;
extglobPrefix[CH_EQ] = 1;
// `=(` opens an array value, not a pattern.
function isExtglobOpen(prefix) {
    return prefix < 128 && prefix !== CH_EQ && extglobPrefix[prefix] === 1;
}
const extglobOp = {
    [CH_QUESTION]: "?",
    [CH_AT]: "@",
    [CH_STAR]: "*",
    [CH_PLUS]: "+",
    [CH_BANG]: "!",
};
function isDQChild(p) {
    const t = p.type;
    return (t === "Literal" ||
        t === "SimpleExpansion" ||
        t === "ParameterExpansion" ||
        t === "CommandExpansion" ||
        t === "ArithmeticExpansion");
}
function isAllDigitsRange(src, start, end) {
    for (let i = start; i < end; i++) {
        const c = src.charCodeAt(i);
        if (c < CH_0 || c > CH_9)
            return false;
    }
    return end > start;
}
const ASSIGNMENT_INVALID = -1;
const ASSIGNMENT_NAME_START = 0;
const ASSIGNMENT_NAME = 1;
const ASSIGNMENT_AFTER_INDEX = 2;
const ASSIGNMENT_AFTER_PLUS = 3;
const ASSIGNMENT_INDEX_BASE = 4;
function joinWordParts(head, tail) {
    const last = head[head.length - 1];
    const first = tail[0];
    let start = 0;
    if (last?.type === "Literal" && first?.type === "Literal" && last.end === first.pos) {
        head[head.length - 1] = {
            type: "Literal",
            pos: last.pos,
            end: first.end,
            text: last.text + first.text,
            value: last.value + first.value,
        };
        start = 1;
    }
    for (let i = start; i < tail.length; i++)
        head.push(tail[i]);
    return head;
}
function isMatchedAssignment(state) {
    return state < ASSIGNMENT_INVALID;
}
function assignmentOperatorPos(state) {
    return -state - 2;
}
function scanAssignmentPrefix(src, start, end, initialState) {
    let state = initialState;
    for (let i = start; i < end && state >= 0; i++) {
        const c = src.charCodeAt(i);
        if (state >= ASSIGNMENT_INDEX_BASE) {
            if (c === CH_LBRACKET)
                state++;
            else if (c === CH_RBRACKET && --state === ASSIGNMENT_INDEX_BASE)
                state = ASSIGNMENT_AFTER_INDEX;
        }
        else if (state === ASSIGNMENT_NAME_START) {
            state = c < 128 && isIdChar[c] & 1 ? ASSIGNMENT_NAME : ASSIGNMENT_INVALID;
        }
        else if (state === ASSIGNMENT_NAME) {
            if (c < 128 && isIdChar[c] & 2)
                continue;
            if (c === CH_LBRACKET)
                state = ASSIGNMENT_INDEX_BASE + 1;
            else if (c === CH_PLUS)
                state = ASSIGNMENT_AFTER_PLUS;
            else
                state = c === CH_EQ ? -i - 2 : ASSIGNMENT_INVALID;
        }
        else if (state === ASSIGNMENT_AFTER_INDEX) {
            if (c === CH_PLUS)
                state = ASSIGNMENT_AFTER_PLUS;
            else
                state = c === CH_EQ ? -i - 2 : ASSIGNMENT_INVALID;
        }
        else {
            state = c === CH_EQ ? -i - 2 : ASSIGNMENT_INVALID;
        }
    }
    return state;
}
function setToken(out, token, value, pos = 0, end = 0) {
    out.token = token;
    out._value = value;
    out.pos = pos;
    out.end = end;
    out.fileDescriptor = undefined;
    out.variableName = undefined;
    out.descriptorEnd = 0;
    out.delimiterQuoted = false;
    out.content = undefined;
    out.assignmentOperatorPos = -1;
    out.raw = false;
    out.keywordEligible = false;
}
// Word token over [pos, end) whose value materializes on first access.
function setSpanToken(out, token, pos, end, raw) {
    out.token = token;
    out._value = null;
    out.pos = pos;
    out.end = end;
    out.fileDescriptor = undefined;
    out.variableName = undefined;
    out.descriptorEnd = 0;
    out.delimiterQuoted = false;
    out.content = undefined;
    out.assignmentOperatorPos = -1;
    out.raw = raw;
    out.keywordEligible = false;
}
// Positional reserved-word match over src[start, start+len) — no slice. Mirrors
// RESERVED_WORDS; first-char dispatch plus length checks reject fast.
function matchReservedWord(src, start, len) {
    switch (src.charCodeAt(start)) {
        case CH_BANG:
            return len === 1 ? Token.Bang : undefined;
        case CH_LBRACE:
            return len === 1 ? Token.LBrace : undefined;
        case CH_RBRACE:
            return len === 1 ? Token.RBrace : undefined;
        case 0x69 /* i */: {
            if (len !== 2)
                return undefined;
            const c = src.charCodeAt(start + 1);
            return c === 0x66 /* f */ ? Token.If : c === 0x6e /* n */ ? Token.In : undefined;
        }
        case 0x66 /* f */:
            if (len === 2)
                return src.charCodeAt(start + 1) === 0x69 /* i */ ? Token.Fi : undefined;
            if (len === 3)
                return src.startsWith("for", start) ? Token.For : undefined;
            if (len === 8)
                return src.startsWith("function", start) ? Token.Function : undefined;
            return undefined;
        case 0x74 /* t */:
            return len === 4 && src.startsWith("then", start) ? Token.Then : undefined;
        case 0x65 /* e */:
            if (len !== 4)
                return undefined;
            if (src.startsWith("else", start))
                return Token.Else;
            if (src.startsWith("elif", start))
                return Token.Elif;
            if (src.startsWith("esac", start))
                return Token.Esac;
            return undefined;
        case 0x64 /* d */:
            if (len === 2)
                return src.charCodeAt(start + 1) === 0x6f /* o */ ? Token.Do : undefined;
            if (len === 4)
                return src.startsWith("done", start) ? Token.Done : undefined;
            return undefined;
        case 0x63 /* c */:
            if (len === 4)
                return src.startsWith("case", start) ? Token.Case : undefined;
            if (len === 6)
                return src.startsWith("coproc", start) ? Token.Coproc : undefined;
            return undefined;
        case 0x77 /* w */:
            return len === 5 && src.startsWith("while", start) ? Token.While : undefined;
        case 0x75 /* u */:
            return len === 5 && src.startsWith("until", start) ? Token.Until : undefined;
        case 0x73 /* s */:
            return len === 6 && src.startsWith("select", start) ? Token.Select : undefined;
        default:
            return undefined;
    }
}
const LexContext = {
    Normal: 0,
    CommandStart: 1,
    TestMode: 2,
    // After a prefix element: assignments still recognized, reserved words not.
    CommandPrefix: 3,
    // Assignment arguments retain ordinary word boundaries inside subscripts.
    Declaration: 4,
    ArrayElement: 5,
    FunctionName: 6,
    CasePattern: 7,
    // Arguments of eval and let: ordinary words, but `name=(…)` keeps its array value as in Bash.
    EvalArgument: 8,
};
// `${` followed by blank, newline or `|` opens a brace command substitution, not a parameter.
function isBraceCommandOpener(after) {
    return after === CH_SPACE || after === CH_TAB || after === CH_NL || after === CH_PIPE;
}
class Lexer {
    static _findSubstitutionEnd;
    src;
    srcEnd;
    parenBoundary;
    pos;
    current;
    nextState;
    hasPeek;
    pendingHereDocs;
    substitutionContext;
    _errors = null;
    _buildParts = false;
    // Build processed text while scanning. Off on the normal token path (values
    // materialize lazily); on for redirect targets, heredoc delimiters, arithmetic
    // command bodies, and bounded value re-lexes. _buildParts implies it.
    _buildValue = false;
    // Nesting depth of the window being lexed (enclosing sub-fields plus substitution
    // scripts), sharing the MAX_SYNTAX_NESTING budget across lazily created lexers.
    _nestingDepth = 0;
    // `start`/`end` bound the lexer to a window of `src` so substitution scripts can be
    // parsed in place against the original source — every position is then absolute, with
    // no slicing or re-basing. Defaults cover the whole string (the common top-level parse).
    constructor(src, start = 0, end = src.length, parenBoundary = false, context = createSubstitutionContext()) {
        this.src = src;
        this.srcEnd = end;
        this.parenBoundary = parenBoundary;
        this.pos = start;
        this.current = new TokenValue(this);
        this.nextState = new TokenValue(this);
        this.hasPeek = false;
        this.pendingHereDocs = null;
        this.substitutionContext = context;
        if (start === 0 && src.charCodeAt(0) === CH_HASH && src.charCodeAt(1) === CH_BANG) {
            const nl = src.indexOf("\n");
            this.pos = nl === -1 ? this.srcEnd : nl + 1;
        }
    }
    getSource() {
        return this.src;
    }
    // Fresh window sharing source, depth and substitution context; tokens, errors, heredocs and build flags reset.
    fork(start, end, parenBoundary = false) {
        const lexer = new Lexer(this.src, start, end, parenBoundary, this.substitutionContext);
        lexer._nestingDepth = this._nestingDepth;
        return lexer;
    }
    getSubstitutionContext() {
        return this.substitutionContext;
    }
    get errors() {
        return this._errors ?? (this._errors = []);
    }
    // A substitution's script parses lazily, one level below the window it was found in, in
    // place over `inner` at `start`, sharing this scan's substitution boundaries.
    commandExpansion(pos, text, start, inner, parenBoundary = false) {
        const window = this.scriptWindow(this.src, start, start + inner.length, parenBoundary);
        return new ScriptExpansionImpl("CommandExpansion", pos, this.pos, text, window);
    }
    // Escaped backticks rebuild `inner` with the escapes removed, so it is no longer a verbatim
    // substring of the source: that script parses the decoded body as its own source.
    decodedCommandExpansion(pos, text, inner) {
        const window = this.scriptWindow(inner, 0, inner.length, false, true);
        return new ScriptExpansionImpl("CommandExpansion", pos, this.pos, text, window);
    }
    processSubstitution(pos, text, operator, inner) {
        const window = this.scriptWindow(this.src, pos + 2, pos + 2 + inner.length, !this._unbalanced);
        return new ProcessSubstitutionImpl(pos, this.pos, text, operator, window);
    }
    // Past the nesting budget the part gets no window, so lazy materialization bottoms out.
    scriptWindow(source, start, end, parenBoundary, decoded = false) {
        if (this._nestingDepth > MAX_SYNTAX_NESTING)
            return undefined;
        const context = decoded ? undefined : this.substitutionContext;
        return { source, start, end, depth: this._nestingDepth + 1, parenBoundary, context };
    }
    getPos() {
        return this.pos;
    }
    findSubstitutionEnd(start, end, depth = this._nestingDepth + 1) {
        if (Lexer._findSubstitutionEnd === undefined)
            return -1;
        return Lexer._findSubstitutionEnd(this.src, start, end, depth, this.substitutionContext);
    }
    /** Materialize a word token's value: raw spans slice directly, others re-lex the span. */
    _tokenValue(pos, end, raw) {
        return raw ? this.src.slice(pos, end) : this.wordValueOf(pos, end);
    }
    // Re-lex [start, end) in value mode to produce the processed word text. Bounded
    // to the span, so every expansion the original scan consumed closes within it.
    // Errors were already reported by the original scan; suppress duplicates.
    wordValueOf(start, end) {
        const savedPos = this.pos;
        const savedEnd = this.srcEnd;
        const savedBracketWindow = this._bracketWindow;
        const savedArithmeticBracketWindow = this._arithmeticBracketWindow;
        const savedBuildValue = this._buildValue;
        const savedUnbalanced = this._unbalanced;
        const errorCount = this._errors === null ? 0 : this._errors.length;
        this.pos = start;
        this.srcEnd = end;
        this._buildValue = true;
        this.readWordText();
        if (this.pos < end &&
            this._wordAssignmentState !== undefined &&
            this._wordAssignmentState >= ASSIGNMENT_INDEX_BASE) {
            this.pos = start;
            this.readWordText(true);
        }
        const value = this._wordText;
        this.pos = savedPos;
        this.srcEnd = savedEnd;
        this._bracketWindow = savedBracketWindow;
        this._arithmeticBracketWindow = savedArithmeticBracketWindow;
        this._buildValue = savedBuildValue;
        this._unbalanced = savedUnbalanced;
        if (this._errors !== null)
            this._errors.length = errorCount;
        return value;
    }
    /** Find the closing bracket for a shell subscript, ignoring brackets inside nested shell syntax. */
    findClosingBracket(start, end = this.srcEnd) {
        // A failed search scans to the end and every unclosed subscript at a command position
        // retries it, so answer from the last bracket in the window first.
        const limit = Math.min(end, this.srcEnd);
        let window = this._bracketWindow;
        if (!window || window.limit !== limit) {
            window = { limit, depth: this._nestingDepth, last: this.src.lastIndexOf("]", limit - 1) };
            this._bracketWindow = window;
        }
        if (start > window.last)
            return -1;
        if (window.depth !== this._nestingDepth) {
            window = { limit, depth: this._nestingDepth, last: window.last };
            this._bracketWindow = window;
        }
        if (window.failed?.has(start))
            return -1;
        const unmatched = [];
        const close = this.findClosingShellDelimiter(start, end, CH_RBRACKET, false, true, unmatched);
        if (close === -1) {
            const failed = window.failed ?? (window.failed = new Set());
            for (const starts of unmatched)
                for (const pos of starts)
                    failed.add(pos);
        }
        return close;
    }
    /** Find the closing bracket of `$[ … ]`, which unlike a subscript does not recurse into `${ }`. */
    findClosingArithmeticBracket(start, end = this.srcEnd) {
        const limit = Math.min(end, this.srcEnd);
        let window = this._arithmeticBracketWindow;
        if (!window || window.end !== limit || window.depth !== this._nestingDepth) {
            window = { end: limit, depth: this._nestingDepth, failed: new Set() };
            this._arithmeticBracketWindow = window;
        }
        if (window.failed.has(start))
            return -1;
        return this.findClosingShellDelimiter(start, end, CH_RBRACKET, false, false, undefined, window.failed);
    }
    /** Find the closing brace for a parameter expansion, ignoring braces inside nested shell syntax. */
    findClosingBrace(start, end = this.srcEnd) {
        return this.findClosingShellDelimiter(start, end, CH_RBRACE);
    }
    /** Find the closing parenthesis for a shell substitution using the command-aware scanner. */
    findClosingParenthesis(start, end = this.srcEnd) {
        const savedPos = this.pos;
        const savedEnd = this.srcEnd;
        const savedBracketWindow = this._bracketWindow;
        const savedArithmeticBracketWindow = this._arithmeticBracketWindow;
        const savedUnbalanced = this._unbalanced;
        this.pos = start;
        this.srcEnd = Math.min(end, this.srcEnd);
        this.extractBalanced();
        const close = this._unbalanced ? -1 : this.pos - 1;
        this.pos = savedPos;
        this.srcEnd = savedEnd;
        this._bracketWindow = savedBracketWindow;
        this._arithmeticBracketWindow = savedArithmeticBracketWindow;
        this._unbalanced = savedUnbalanced;
        return close;
    }
    /** Find the end of one arithmetic expansion using the canonical lexer scanner. */
    findArithmeticExpansionEnd(start, end = this.srcEnd) {
        const scanner = this.fork(start, end);
        scanner.pos = start + 1;
        scanner.scanArithmeticBody();
        return scanner.pos;
    }
    /** Find the end of one shell-expanded arithmetic word using the canonical lexer scanners. */
    findArithmeticWordEnd(start, end = this.srcEnd) {
        const scanner = this.fork(start, end);
        scanner.pos = start;
        return scanner.scanArithmeticWordEnd();
    }
    scanArithmeticWordEnd() {
        while (this.pos < this.srcEnd) {
            const ch = this.src.charCodeAt(this.pos);
            if (ch === CH_DOLLAR) {
                this.readDollar();
                continue;
            }
            if (ch === CH_BACKTICK) {
                this.readBacktickExpansion();
                continue;
            }
            if (ch === CH_SQUOTE) {
                this.pos++;
                this.skipSQ();
                continue;
            }
            if (ch === CH_DQUOTE) {
                this.pos++;
                this.skipDQ();
                continue;
            }
            if (ch === CH_BACKSLASH) {
                this.pos += 2;
                continue;
            }
            if (ch === CH_LBRACKET) {
                const close = this.findClosingBracket(this.pos + 1);
                if (close !== -1) {
                    this.pos = close + 1;
                    continue;
                }
            }
            if ((ch === CH_LT || ch === CH_GT) && this.src.charCodeAt(this.pos + 1) === CH_LPAREN) {
                this.pos += 2;
                this.extractBalanced();
                continue;
            }
            if (ch < 128 && arithmeticWordDelimiter[ch])
                break;
            this.pos++;
        }
        return this.pos;
    }
    // Only array assignment bodies take comments and leading `[` subscripts and reject operators;
    // extglob shares this scanner, and `#` is pattern data there.
    findClosingShellDelimiter(start, end, closing, array = false, braces = true, bracketStarts, failedBrackets) {
        const savedPos = this.pos;
        const savedEnd = this.srcEnd;
        const savedBracketWindow = this._bracketWindow;
        const savedArithmeticBracketWindow = this._arithmeticBracketWindow;
        const savedUnbalanced = this._unbalanced;
        this.srcEnd = Math.min(end, this.srcEnd);
        const delimiters = [closing];
        bracketStarts?.push([]);
        const failedStarts = failedBrackets ? [start] : undefined;
        let pos = start;
        let wordStart = true;
        let invalid = -1;
        while (pos < this.srcEnd) {
            const expected = delimiters[delimiters.length - 1];
            // Only visited positions in bracket scopes are equivalent fresh searches. Recovery
            // can reinterpret quotes/comments, so positions inside skipped syntax stay uncached.
            if (bracketStarts && expected === CH_RBRACKET)
                bracketStarts[bracketStarts.length - 1].push(pos);
            const ch = this.src.charCodeAt(pos);
            if (ch === CH_BACKSLASH) {
                if (pos + 1 < this.srcEnd && this.src.charCodeAt(pos + 1) !== CH_NL)
                    wordStart = false;
                pos += 2;
                continue;
            }
            if (ch === CH_HASH && array && delimiters.length === 1 && wordStart) {
                while (pos < this.srcEnd && this.src.charCodeAt(pos) !== CH_NL)
                    pos++;
                continue;
            }
            if (ch === CH_SQUOTE) {
                this.pos = pos + 1;
                this.skipSQ();
                pos = this.pos;
                wordStart = false;
                continue;
            }
            if (ch === CH_DQUOTE) {
                this.pos = pos + 1;
                this.skipDQ();
                pos = this.pos;
                wordStart = false;
                continue;
            }
            if (ch === CH_BACKTICK) {
                pos++;
                while (pos < this.srcEnd && this.src.charCodeAt(pos) !== CH_BACKTICK) {
                    if (this.src.charCodeAt(pos) === CH_BACKSLASH)
                        pos++;
                    pos++;
                }
                if (pos < this.srcEnd)
                    pos++;
                wordStart = false;
                continue;
            }
            if ((ch === CH_DOLLAR && pos + 1 < this.srcEnd && this.src.charCodeAt(pos + 1) === CH_LPAREN) ||
                ((ch === CH_LT || ch === CH_GT) && pos + 1 < this.srcEnd && this.src.charCodeAt(pos + 1) === CH_LPAREN)) {
                this.pos = pos + 2;
                this.extractBalanced();
                pos = this.pos;
                wordStart = false;
                continue;
            }
            if (ch === CH_DOLLAR && pos + 1 < this.srcEnd) {
                const after = this.src.charCodeAt(pos + 1);
                if (after === CH_SQUOTE) {
                    pos = decodeAnsiCQuoted(this.src, pos + 2, this.srcEnd).end;
                    wordStart = false;
                    continue;
                }
                if (after === CH_DOLLAR) {
                    pos += 2; // `$$` consumes its second `$`, so a `{` after it opens nothing
                    wordStart = false;
                    continue;
                }
                if (after === CH_LBRACE && braces) {
                    delimiters.push(CH_RBRACE);
                    bracketStarts?.push([]);
                    pos += 2;
                    wordStart = false;
                    continue;
                }
            }
            if (array && delimiters.length === 1) {
                if (ch === CH_LBRACKET && wordStart) {
                    delimiters.push(CH_RBRACKET);
                    bracketStarts?.push([]);
                }
                else if (invalid === -1 &&
                    (ch === CH_SEMI ||
                        ch === CH_AMP ||
                        ch === CH_PIPE ||
                        ch === CH_LT ||
                        ch === CH_GT ||
                        (ch === CH_LPAREN && !isExtglobOpen(this.src.charCodeAt(pos - 1))))) {
                    invalid = pos;
                }
            }
            if (expected === CH_RBRACKET && ch === CH_LBRACKET) {
                delimiters.push(CH_RBRACKET);
                bracketStarts?.push([]);
                failedStarts?.push(pos + 1);
            }
            else if (expected === CH_RPAREN && ch === CH_LPAREN) {
                delimiters.push(CH_RPAREN);
                bracketStarts?.push([]);
            }
            else if (ch === expected) {
                delimiters.pop();
                failedStarts?.pop();
                bracketStarts?.pop();
                if (delimiters.length === 0) {
                    this.pos = savedPos;
                    this.srcEnd = savedEnd;
                    this._bracketWindow = savedBracketWindow;
                    this._arithmeticBracketWindow = savedArithmeticBracketWindow;
                    this._unbalanced = savedUnbalanced;
                    if (invalid !== -1)
                        this.errors.push({ message: `unexpected '${this.src[invalid]}' in array assignment`, pos: invalid });
                    return pos;
                }
                wordStart = false;
                pos++;
                continue;
            }
            wordStart = ch < 128 && (charType[ch] & 1) !== 0;
            pos++;
        }
        // Only still-open brackets share this failure; closed inner expansions remain observable.
        if (failedStarts)
            for (const start of failedStarts)
                failedBrackets.add(start);
        this.pos = savedPos;
        this.srcEnd = savedEnd;
        this._bracketWindow = savedBracketWindow;
        this._arithmeticBracketWindow = savedArithmeticBracketWindow;
        this._unbalanced = savedUnbalanced;
        return -1;
    }
    // End of the brace expansion opened at `start`, or -1. As in Bash's brace_gobbler, quotes,
    // escapes, parameter expansions and substitutions are opaque; an unquoted metacharacter
    // ends the word before the brace closes. The word scan reports errors in the skipped text.
    scanBraceExpansion(start, results) {
        const src = this.src;
        const len = this.srcEnd;
        const cached = results.get(start);
        if (cached !== undefined)
            return cached;
        const savedPos = this.pos;
        const savedUnbalanced = this._unbalanced;
        const errorCount = this._errors === null ? 0 : this._errors.length;
        // Opener/separator pairs resolve each nested scope even when its outer scope fails.
        const frames = [start, 0];
        let pos = start + 1;
        while (pos < len) {
            const ch = src.charCodeAt(pos);
            const type = ch < 128 ? charType[ch] : 0;
            if (type === 0) {
                pos++;
                if (ch === CH_RBRACE) {
                    const hasSep = frames.pop();
                    results.set(frames.pop(), hasSep ? pos : -1);
                    if (frames.length === 0)
                        break;
                }
                else if (ch === 0x2c /* , */ || (ch === 0x2e /* . */ && src.charCodeAt(pos) === 0x2e)) {
                    frames[frames.length - 1] = 1;
                }
                continue;
            }
            const next = pos + 1 < len ? src.charCodeAt(pos + 1) : 0;
            if (type & 1) {
                if (next === CH_LPAREN && (ch === CH_LT || ch === CH_GT)) {
                    this.pos = pos + 2;
                    this.extractBalanced();
                    pos = this.pos;
                }
                else if (ch === CH_LPAREN && isExtglobOpen(src.charCodeAt(pos - 1))) {
                    const close = this.findClosingShellDelimiter(pos + 1, len, CH_RPAREN);
                    if (close === -1)
                        break;
                    pos = close + 1;
                }
                else {
                    break;
                }
            }
            else if (ch === CH_BACKSLASH) {
                pos += 2;
            }
            else if (ch === CH_SQUOTE) {
                this.pos = pos + 1;
                this.skipSQ();
                pos = this.pos;
            }
            else if (ch === CH_DQUOTE) {
                this.pos = pos + 1;
                this.skipDQ();
                pos = this.pos;
            }
            else if (ch === CH_BACKTICK) {
                pos++;
                while (pos < len && src.charCodeAt(pos) !== CH_BACKTICK)
                    pos += src.charCodeAt(pos) === CH_BACKSLASH ? 2 : 1;
                pos++;
            }
            else if (ch === CH_LBRACE) {
                frames.push(pos, 0);
                pos++;
            }
            else if (next === CH_SQUOTE) {
                pos = decodeAnsiCQuoted(src, pos + 2, len).end;
            }
            else if (next === CH_LBRACE) {
                const close = this.findClosingBrace(pos + 2, len);
                if (close === -1)
                    break;
                pos = close + 1;
            }
            else if (next === CH_LPAREN) {
                this.pos = pos + 2;
                this.extractBalanced();
                pos = this.pos;
            }
            else {
                pos++;
            }
        }
        this.pos = savedPos;
        this._unbalanced = savedUnbalanced;
        if (this._errors !== null)
            this._errors.length = errorCount;
        for (let index = 0; index < frames.length; index += 2)
            results.set(frames[index], -1);
        return results.get(start);
    }
    skipSubshellBody() {
        this.extractBalanced(false);
        return this._unbalanced ? -1 : this.pos;
    }
    skipCompoundBody(closeToken) {
        const frames = [
            { close: closeToken, phase: closeToken === Token.Esac ? "case-pattern" : "commands" },
        ];
        let commandStart = true;
        for (;;) {
            const phase = frames[frames.length - 1].phase;
            let ctx = commandStart ? LexContext.CommandStart : LexContext.Normal;
            if (phase === "function-name")
                ctx = LexContext.FunctionName;
            else if (phase === "case-pattern" && commandStart)
                ctx = LexContext.CasePattern;
            const value = this.next(ctx);
            const token = value.token;
            if (token === Token.EOF)
                return -1;
            const last = frames.length - 1;
            const frame = frames[last];
            if (frame.phase === "function-name") {
                if (token === Token.Newline)
                    continue;
                frame.phase = "function-body";
                commandStart = true;
                continue;
            }
            else if (frame.phase === "function-body") {
                if (token === Token.Newline)
                    continue;
                frame.phase = "commands";
                commandStart = true;
                if (token === Token.LParen && this.peek(LexContext.Normal).token === Token.RParen) {
                    this.next(LexContext.Normal);
                    frame.phase = "function-body";
                    continue;
                }
            }
            else if (frame.phase === "coproc-command") {
                if (token === Token.Newline)
                    continue;
                if (token === Token.Word) {
                    frame.phase = "coproc-body";
                    commandStart = true;
                    continue;
                }
                frame.phase = "commands";
                commandStart = true;
            }
            else if (frame.phase === "coproc-body") {
                if (token === Token.Newline)
                    continue;
                frame.phase =
                    token === Token.Word && value.keywordEligible && value.value === "time" ? "time-command" : "commands";
                commandStart = true;
                if (frame.phase === "time-command")
                    continue;
            }
            else if (frame.phase === "time-command") {
                if (token === Token.Word && value.keywordEligible && value.value === "-p") {
                    frame.phase = "time-command-after-p";
                    continue;
                }
                if (token === Token.Word && value.keywordEligible && value.value === "--") {
                    frame.phase = "commands";
                    continue;
                }
                frame.phase = "commands";
                commandStart = true;
            }
            else if (frame.phase === "time-command-after-p") {
                if (token === Token.Word && value.keywordEligible && value.value === "--") {
                    frame.phase = "commands";
                    continue;
                }
                frame.phase = "commands";
                commandStart = true;
            }
            else if (frame.phase === "for-header") {
                if (token === Token.ArithCmd || token === Token.Semi || token === Token.Newline) {
                    commandStart = true;
                    continue;
                }
                if (token === Token.Do || token === Token.LBrace) {
                    frame.close = token === Token.Do ? Token.Done : Token.RBrace;
                    frame.phase = "commands";
                    commandStart = true;
                    continue;
                }
            }
            else if (frame.phase === "case-word") {
                if (token === Token.Newline)
                    continue;
                frame.phase = "case-in";
                commandStart = false;
                continue;
            }
            else if (frame.phase === "case-in") {
                if (token === Token.Newline) {
                    commandStart = true;
                    continue;
                }
                frame.phase = "case-pattern";
                commandStart = true;
                continue;
            }
            else if (frame.phase === "case-pattern") {
                if (token === Token.Esac && commandStart) {
                    frames.pop();
                    if (frames.length === 0)
                        return value.end;
                    commandStart = false;
                    continue;
                }
                if (token === Token.RParen) {
                    frame.phase = "commands";
                    commandStart = true;
                }
                else {
                    commandStart = token === Token.Newline;
                }
                continue;
            }
            if (token === frame.close) {
                frames.pop();
                if (frames.length === 0)
                    return value.end;
                commandStart = false;
                continue;
            }
            if (commandStart) {
                switch (token) {
                    case Token.LParen:
                        frames.push({ close: Token.RParen, phase: "commands" });
                        break;
                    case Token.LBrace:
                        frames.push({ close: Token.RBrace, phase: "commands" });
                        break;
                    case Token.If:
                        frames.push({ close: Token.Fi, phase: "commands" });
                        break;
                    case Token.For:
                        frames.push({ close: Token.Done, phase: "for-header" });
                        break;
                    case Token.While:
                    case Token.Until:
                    case Token.Select:
                        frames.push({ close: Token.Done, phase: "commands" });
                        break;
                    case Token.Case:
                        frames.push({ close: Token.Esac, phase: "case-word" });
                        break;
                    case Token.DblLBracket:
                        if (!this.skipTestCommandBody())
                            return -1;
                        commandStart = false;
                        continue;
                    case Token.Assignment:
                    case Token.Redirect:
                    case Token.Bang:
                    case Token.Then:
                    case Token.Else:
                    case Token.Elif:
                    case Token.Do:
                    case Token.In:
                        break;
                    case Token.Semi:
                    case Token.Newline:
                    case Token.Pipe:
                    case Token.And:
                    case Token.Or:
                    case Token.Amp:
                    case Token.DoubleSemi:
                    case Token.SemiAmp:
                    case Token.DoubleSemiAmp:
                        break;
                    case Token.Function:
                        frame.phase = "function-name";
                        break;
                    case Token.Coproc:
                        frame.phase = "coproc-command";
                        break;
                    default:
                        if (token === Token.Word && value.keywordEligible && value.value === "time") {
                            frame.phase = "time-command";
                            commandStart = true;
                        }
                        else {
                            commandStart = false;
                        }
                        continue;
                }
            }
            switch (token) {
                case Token.Semi:
                case Token.Newline:
                case Token.Pipe:
                case Token.And:
                case Token.Or:
                case Token.Amp:
                    commandStart = true;
                    break;
                case Token.DoubleSemi:
                case Token.SemiAmp:
                case Token.DoubleSemiAmp:
                    if (frame.close === Token.Esac)
                        frame.phase = "case-pattern";
                    commandStart = true;
                    break;
                case Token.RParen:
                    commandStart = true;
                    break;
            }
        }
    }
    skipTestGroup() {
        let depth = 1;
        for (;;) {
            const value = this.next(LexContext.TestMode);
            if (value.token === Token.EOF)
                return -1;
            if (value.token === Token.DblRBracket) {
                this.unshift(value);
                return -1;
            }
            if (value.token === Token.LParen)
                depth++;
            else if (value.token === Token.RParen && --depth === 0)
                return value.end;
        }
    }
    skipTestCommandBody() {
        for (;;) {
            const token = this.next(LexContext.TestMode).token;
            if (token === Token.DblRBracket)
                return true;
            if (token === Token.EOF)
                return false;
        }
    }
    /** Set position and scan a word, building parts. Used by computeWordParts. */
    buildWordParts(startPos) {
        this._buildParts = true;
        this.pos = startPos;
        // Handle process substitution words <(...) and >(...)
        const ch = this.src.charCodeAt(startPos);
        if ((ch === 0x3c /* < */ || ch === 0x3e) /* > */ &&
            startPos + 1 < this.srcEnd &&
            this.src.charCodeAt(startPos + 1) === 0x28 /* ( */) {
            this.pos = startPos + 2;
            const inner = this.extractBalanced();
            const text = this.src.slice(startPos, this.pos);
            const part = this.processSubstitution(startPos, text, ch === 0x3c ? "<" : ">", inner);
            // Continue reading any trailing word text (e.g., suffix after proc sub)
            if (this.pos < this.srcEnd) {
                this.readWordText();
                if (this._wordParts) {
                    this._wordParts.unshift(part);
                }
                else {
                    this._wordParts = [part];
                }
            }
            else {
                this._wordParts = [part];
            }
        }
        else {
            this.readWordText();
            // A command word whose subscript holds a blank was bounded by the matched-pair rescan, so
            // its parts need the same scan.
            if (this.pos < this.srcEnd &&
                this._wordAssignmentState !== undefined &&
                this._wordAssignmentState >= ASSIGNMENT_INDEX_BASE) {
                this.pos = startPos;
                this.readWordText(true);
            }
        }
        return this._wordParts;
    }
    /** Scan a bounded word-like span without treating shell operators or whitespace as terminators. */
    buildEmbeddedWordParts(startPos, arithmetic = false) {
        this._buildParts = true;
        this.pos = startPos;
        this.readInnerWordText(false, arithmetic);
        return this._wordParts;
    }
    buildArrayElementParts(startPos) {
        const close = this.findClosingBracket(startPos + 1);
        if (close === -1)
            return this.buildWordParts(startPos);
        const src = this.src;
        this._buildParts = true;
        const head = hasEmbeddedWordStructure(src, startPos, close + 1)
            ? this.parseSubFieldWord(startPos, close + 1, "embedded")
            : undefined;
        this.pos = close + 1;
        this.readWordText(false, LexContext.ArrayElement);
        const end = this.pos;
        // Only `[key]=` and `[key]+=` select an element; its key is never a pattern. Any other element
        // is a value that undergoes pathname expansion, so one glob pass owns the whole element and a
        // leading bracket is a pattern as in a command word.
        const operator = skipLineContinuations(src, close + 1, end);
        const after = src.charCodeAt(operator);
        const keyed = after === CH_EQ || (after === CH_PLUS && src.charCodeAt(operator + 1) === CH_EQ);
        let headParts = head?.parts;
        let tailParts = this._wordParts;
        if (keyed)
            tailParts = parseGlobParts(src, close + 1, end, tailParts) ?? tailParts;
        if (!headParts && !tailParts)
            return keyed ? null : (parseGlobParts(src, startPos, end, undefined) ?? null);
        const headText = src.slice(startPos, close + 1);
        if (!headParts)
            headParts = [{ type: "Literal", pos: startPos, end: close + 1, text: headText, value: head?.value ?? headText }];
        if (!tailParts)
            tailParts =
                end > close + 1
                    ? [{ type: "Literal", pos: close + 1, end, text: src.slice(close + 1, end), value: this._wordText }]
                    : [];
        let parts = joinWordParts(headParts, tailParts);
        if (!keyed)
            parts = parseGlobParts(src, startPos, end, parts) ?? parts;
        return parts.length > 1 || parts[0].type !== "Literal" ? parts : null;
    }
    /** Scan a heredoc body for expansions, building parts. Spaces/newlines are literal. */
    buildHereDocParts(bodyPos, bodyEnd) {
        this._buildParts = true;
        const src = this.src;
        const parts = [];
        let hasExpansion = false;
        let litBuf = "";
        let litStart = bodyPos;
        let i = bodyPos;
        const flushLit = () => {
            if (i > litStart) {
                parts.push({ type: "Literal", pos: litStart, end: i, value: litBuf, text: src.slice(litStart, i) });
                litBuf = "";
            }
        };
        while (i < bodyEnd) {
            const ch = src.charCodeAt(i);
            if (ch === 0x5c /* \\ */) {
                // Backslash escape — in unquoted heredoc, \\$, \\`, \\\\ are special
                if (i + 1 < bodyEnd) {
                    const nc = src.charCodeAt(i + 1);
                    if (nc === CH_NL) {
                        i += 2;
                        continue;
                    }
                    if (nc === 0x24 /* $ */ || nc === 0x60 /* ` */ || nc === 0x5c /* \\ */) {
                        litBuf += String.fromCharCode(nc);
                        i += 2;
                        continue;
                    }
                }
                litBuf += "\\";
                i++;
                continue;
            }
            if (ch === 0x24 /* $ */ && src.charCodeAt(i + 1) !== CH_SQUOTE && src.charCodeAt(i + 1) !== CH_DQUOTE) {
                flushLit();
                litStart = i;
                this.pos = i;
                this.readDollar();
                if (this._resultPart) {
                    hasExpansion = true;
                    parts.push(this._resultPart);
                    litStart = this.pos;
                }
                else {
                    litBuf += src.slice(i, this.pos);
                }
                i = this.pos;
                continue;
            }
            if (ch === 0x60 /* ` */) {
                flushLit();
                litStart = i;
                this.pos = i;
                this.readBacktickExpansion();
                if (this._resultPart) {
                    hasExpansion = true;
                    parts.push(this._resultPart);
                    litStart = this.pos;
                }
                else {
                    litBuf += src.slice(i, this.pos);
                }
                i = this.pos;
                continue;
            }
            litBuf += src[i];
            i++;
        }
        flushLit();
        return hasExpansion ? parts : null;
    }
    registerHereDocTarget(target) {
        if (this.pendingHereDocs === null)
            return;
        for (const hd of this.pendingHereDocs) {
            if (!hd.target) {
                hd.target = target;
                return;
            }
        }
    }
    // Read the right-hand operand of =~ in [[ ]]. Bash ends the operand at
    // depth-zero whitespace, `)`, `;`, `&`, `<`, or `>` (but `<(`/`>(` open a
    // process substitution and `|` never delimits). An unquoted `(` opens a
    // group that consumes everything — `]]`, newlines, and metacharacters
    // included — until its matching `)`; inside a group only quotes stay opaque
    // and expansion parens count naively, matching bash. Quotes and expansions
    // at depth zero skip via the same readers normal words use, so their errors
    // and spans stay identical. The token is the raw source span; value and
    // parts resolve lazily like every other word.
    readTestRegexWord() {
        this.hasPeek = false;
        this.skipSpacesAndTabs();
        const src = this.src;
        const len = this.srcEnd;
        const start = this.pos;
        let depth = 0;
        while (this.pos < len) {
            const ch = src.charCodeAt(this.pos);
            if (ch === CH_LPAREN) {
                depth++;
                this.pos++;
                continue;
            }
            if (ch === CH_BACKSLASH) {
                this.pos += this.pos + 1 < len ? 2 : 1;
                continue;
            }
            if (ch === CH_SQUOTE) {
                const quotePos = this.pos++;
                const ansiC = quotePos > start && src.charCodeAt(quotePos - 1) === CH_DOLLAR;
                while (this.pos < len && src.charCodeAt(this.pos) !== CH_SQUOTE) {
                    if (ansiC && src.charCodeAt(this.pos) === CH_BACKSLASH && this.pos + 1 < len)
                        this.pos++;
                    this.pos++;
                }
                if (this.pos < len)
                    this.pos++;
                else
                    this.errors.push({
                        message: ansiC ? "unterminated ANSI-C quote" : "unterminated single quote",
                        pos: quotePos,
                    });
                continue;
            }
            if (ch === CH_DQUOTE) {
                this.pos++;
                this.readDoubleQuoted();
                continue;
            }
            if (ch === CH_BACKTICK) {
                this.readBacktickExpansion();
                continue;
            }
            if (depth > 0) {
                if (ch === CH_RPAREN)
                    depth--;
                this.pos++;
                continue;
            }
            if (ch === CH_DOLLAR) {
                this.readDollar();
                continue;
            }
            if ((ch === CH_LT || ch === CH_GT) && this.pos + 1 < len && src.charCodeAt(this.pos + 1) === CH_LPAREN) {
                const subPos = this.pos;
                this.pos += 2;
                this.extractBalanced();
                if (this._unbalanced)
                    this.errors.push({ message: "unterminated process substitution", pos: subPos });
                continue;
            }
            if (ch < 128 && charType[ch] & 1 && ch !== CH_PIPE)
                break;
            this.pos++;
        }
        setToken(this.current, Token.Word, src.slice(start, this.pos), start, this.pos);
        return this.current;
    }
    // Read C-style for expressions: called after first '(' consumed by parser.
    // Expects pos at second '('. Returns [init, test, update] raw text.
    readCStyleForExprs() {
        this.hasPeek = false; // discard any peeked token
        const src = this.src;
        const len = this.srcEnd;
        // Skip spaces to second '('
        while (this.pos < len && (src.charCodeAt(this.pos) === CH_SPACE || src.charCodeAt(this.pos) === CH_TAB))
            this.pos++;
        const openPos = this.pos;
        if (this.pos < len && src.charCodeAt(this.pos) === CH_LPAREN)
            this.pos++;
        const starts = [this.pos, 0, 0];
        const parts = ["", "", "", 0, 0, 0];
        let partIdx = 0;
        let depth = 1;
        let partStart = this.pos;
        let extra = false;
        const setPart = (end) => {
            const raw = src.slice(partStart, end);
            parts[partIdx] = raw.trim();
            parts[3 + partIdx] = starts[partIdx] + raw.length - raw.trimStart().length;
        };
        while (this.pos < len && depth > 0) {
            const c = src.charCodeAt(this.pos);
            if (c === CH_LPAREN) {
                depth++;
                this.pos++;
            }
            else if (c === CH_RPAREN) {
                depth--;
                if (depth === 0) {
                    if (!extra)
                        setPart(this.pos);
                    if (partIdx < 2)
                        this.errors.push({ message: "expected three arithmetic expressions in for header", pos: this.pos });
                    this.pos++; // skip closing )
                    // Skip the outer ) as well
                    while (this.pos < len && (src.charCodeAt(this.pos) === CH_SPACE || src.charCodeAt(this.pos) === CH_TAB))
                        this.pos++;
                    if (this.pos < len && src.charCodeAt(this.pos) === CH_RPAREN)
                        this.pos++;
                    break;
                }
                this.pos++;
            }
            else if (c === CH_SEMI && depth === 1) {
                // Bash requires exactly three expressions; keep the first three and report the rest.
                if (partIdx === 2) {
                    if (!extra) {
                        setPart(this.pos);
                        this.errors.push({ message: "expected three arithmetic expressions in for header", pos: this.pos });
                    }
                    extra = true;
                    this.pos++;
                    continue;
                }
                setPart(this.pos);
                partIdx++;
                this.pos++;
                partStart = this.pos;
                starts[partIdx] = partStart;
            }
            else if (c === CH_DOLLAR) {
                this.readDollar();
            }
            else if (c === CH_BACKTICK) {
                this.readBacktickExpansion();
            }
            else if (c === CH_BACKSLASH) {
                this.pos += this.pos + 1 < len ? 2 : 1;
            }
            else if (c === CH_SQUOTE) {
                this.pos++;
                this.skipSQ();
            }
            else if (c === CH_DQUOTE) {
                this.pos++;
                this.skipDQ();
            }
            else {
                this.pos++;
            }
        }
        if (depth > 0) {
            if (!extra)
                setPart(this.pos);
            this.errors.push({ message: "unterminated arithmetic for header", pos: openPos });
        }
        return parts;
    }
    peek(ctx = LexContext.Normal) {
        if (!this.hasPeek) {
            this.readNext(this.nextState, ctx);
            this.hasPeek = true;
        }
        return this.nextState;
    }
    // Peek where the context depends on the token just consumed. peek() ignores its ctx once a
    // token is cached, so the caller's context must only be derived when a read actually happens.
    peekFollow(closers) {
        if (!this.hasPeek) {
            const ctx = closers[this.current.token] ? LexContext.CommandStart : LexContext.Normal;
            this.readNext(this.nextState, ctx);
            this.hasPeek = true;
        }
        return this.nextState;
    }
    next(ctx = LexContext.Normal) {
        if (this.hasPeek) {
            this.hasPeek = false;
            const temp = this.current;
            this.current = this.nextState;
            this.nextState = temp;
            return this.current;
        }
        this.readNext(this.current, ctx);
        return this.current;
    }
    unshift(tok) {
        this.nextState.copyFrom(tok);
        this.hasPeek = true;
    }
    readNext(out, ctx) {
        const src = this.src;
        const len = this.srcEnd;
        let pos = this.pos;
        while (true) {
            pos = skipBlanks(src, pos, len);
            if (ctx === LexContext.TestMode) {
                while (pos < len && src.charCodeAt(pos) === CH_NL)
                    pos = skipBlanks(src, pos + 1, len);
            }
            if (pos >= len || src.charCodeAt(pos) !== CH_HASH)
                break;
            // Leave the newline for normal-mode tokenization and pending heredocs.
            while (pos < len && src.charCodeAt(pos) !== CH_NL)
                pos++;
        }
        this.pos = pos;
        if (pos >= len) {
            this.consumePendingHereDocs();
            setToken(out, Token.EOF, "", pos, pos);
            return;
        }
        const tokenStart = pos;
        const ch = src.charCodeAt(pos);
        if (ch === CH_NL) {
            this.pos++;
            this.consumePendingHereDocs();
            setToken(out, Token.Newline, "\n", tokenStart, this.pos);
            return;
        }
        // In test mode (inside [[ ]]), < and > are string comparison operators, not redirects —
        // except for an adjacent '(', which still opens a process substitution
        if (ctx === LexContext.TestMode &&
            (ch === CH_LT || ch === CH_GT) &&
            !(this.pos + 1 < this.srcEnd && src.charCodeAt(this.pos + 1) === CH_LPAREN)) {
            this.pos++;
            setToken(out, Token.Word, ch === CH_LT ? "<" : ">", tokenStart, this.pos);
            out.keywordEligible = true; // written unquoted, so it is the comparison operator
            return;
        }
        // Operators all start with a metachar; anything else is a word
        if (ch < 128 && charType[ch] & 1 && this.tryReadOperator(out, ch, ctx, tokenStart))
            return;
        if (ch === CH_LBRACKET && ctx === LexContext.ArrayElement && this.readArrayElement(out, tokenStart))
            return;
        this.readWord(out, ctx, tokenStart);
    }
    tryReadOperator(out, ch, ctx, tokenStart) {
        const src = this.src;
        const pos = this.pos;
        const next = pos + 1 < this.srcEnd ? src.charCodeAt(pos + 1) : 0;
        switch (ch) {
            case CH_SEMI:
                if (next === CH_SEMI) {
                    if (pos + 2 < this.srcEnd && src.charCodeAt(pos + 2) === CH_AMP) {
                        this.pos += 3;
                        setToken(out, Token.DoubleSemiAmp, ";;&", tokenStart, this.pos);
                        return true;
                    }
                    this.pos += 2;
                    setToken(out, Token.DoubleSemi, ";;", tokenStart, this.pos);
                    return true;
                }
                if (next === CH_AMP) {
                    this.pos += 2;
                    setToken(out, Token.SemiAmp, ";&", tokenStart, this.pos);
                    return true;
                }
                this.pos++;
                setToken(out, Token.Semi, ";", tokenStart, this.pos);
                return true;
            case CH_PIPE:
                if (next === CH_PIPE) {
                    this.pos += 2;
                    setToken(out, Token.Or, "||", tokenStart, this.pos);
                    return true;
                }
                if (next === CH_AMP) {
                    this.pos += 2;
                    setToken(out, Token.Pipe, "|&", tokenStart, this.pos);
                    return true;
                } // |& → pipe (stderr merge)
                this.pos++;
                setToken(out, Token.Pipe, "|", tokenStart, this.pos);
                return true;
            case CH_AMP:
                if (next === CH_AMP) {
                    this.pos += 2;
                    setToken(out, Token.And, "&&", tokenStart, this.pos);
                    return true;
                }
                if (next === CH_GT) {
                    // &> or &>> — redirect, not background
                    this.pos += 2;
                    const append = this.pos < this.srcEnd && src.charCodeAt(this.pos) === CH_GT;
                    if (append)
                        this.pos++;
                    return this.readRedirectTarget(out, append ? "&>>" : "&>", tokenStart);
                }
                this.pos++;
                setToken(out, Token.Amp, "&", tokenStart, this.pos);
                return true;
            case CH_LPAREN:
                if (ctx === LexContext.CommandStart && next === CH_LPAREN) {
                    const savedErrors = this.errors.length;
                    this.readArithmeticCommand(out, tokenStart);
                    if (!this._notArithmetic)
                        return true;
                    this.errors.length = savedErrors;
                    this.pos = tokenStart;
                }
                this.pos++;
                setToken(out, Token.LParen, "(", tokenStart, this.pos);
                return true;
            case CH_RPAREN:
                this.pos++;
                setToken(out, Token.RParen, ")", tokenStart, this.pos);
                return true;
            case CH_LT:
            case CH_GT:
                return this.readRedirection(out, tokenStart);
            default:
                return false;
        }
    }
    readRedirection(out, tokenStart) {
        const src = this.src;
        const ch = src.charCodeAt(this.pos);
        let op = "";
        if (ch === CH_LT) {
            this.pos++;
            const next = this.pos < this.srcEnd ? src.charCodeAt(this.pos) : 0;
            if (next === CH_LT) {
                this.pos++;
                const third = this.pos < this.srcEnd ? src.charCodeAt(this.pos) : 0;
                if (third === CH_LT) {
                    // <<< herestring: its target reads like any other redirect target
                    this.pos++;
                    op = "<<<";
                }
                else {
                    const dash = third === CH_DASH;
                    if (dash)
                        this.pos++;
                    this.skipSpacesAndTabs();
                    const targetPos = this.pos;
                    if (this.pos >= this.srcEnd || src.charCodeAt(this.pos) !== CH_HASH)
                        this.readHereDocDelimiter();
                    const hasTarget = this.pos > targetPos;
                    if (hasTarget) {
                        (this.pendingHereDocs ?? (this.pendingHereDocs = [])).push({
                            delimiter: this._hereDelim,
                            strip: dash,
                            quoted: this._hereQuoted,
                        });
                    }
                    setToken(out, Token.Redirect, dash ? "<<-" : "<<", tokenStart, this.pos);
                    out.content = hasTarget ? this._hereDelim : undefined;
                    out.delimiterQuoted = hasTarget && this._hereQuoted;
                    out.targetPos = targetPos;
                    out.targetEnd = hasTarget ? this.pos : targetPos;
                    return true;
                }
            }
            else if (next === CH_LPAREN) {
                this.readProcessSubstitution(out, "<", tokenStart);
                return true;
            }
            else if (next === CH_GT) {
                op = "<>";
                this.pos++;
            }
            else if (next === CH_AMP) {
                op = "<&";
                this.pos++;
            }
            else {
                op = "<";
            }
        }
        else if (ch === CH_GT) {
            this.pos++;
            const next = this.pos < this.srcEnd ? src.charCodeAt(this.pos) : 0;
            if (next === CH_LPAREN) {
                this.readProcessSubstitution(out, ">", tokenStart);
                return true;
            }
            if (next === CH_GT) {
                op = ">>";
                this.pos++;
            }
            else if (next === CH_AMP) {
                op = ">&";
                this.pos++;
            }
            else if (next === CH_PIPE) {
                op = ">|";
                this.pos++;
            }
            else {
                op = ">";
            }
        }
        return this.readRedirectTarget(out, op, tokenStart);
    }
    readRedirectTarget(out, op, tokenStart) {
        const src = this.src;
        this.skipSpacesAndTabs();
        if (this.pos < this.srcEnd) {
            const nc = src.charCodeAt(this.pos);
            if ((nc === CH_LT || nc === CH_GT) && this.pos + 1 < this.srcEnd && src.charCodeAt(this.pos + 1) === CH_LPAREN) {
                const psStart = this.pos;
                this.pos += 2;
                this.extractBalanced();
                if (this._unbalanced)
                    this.errors.push({ message: "unterminated process substitution", pos: psStart });
                const psText = src.slice(psStart, this.pos);
                setToken(out, Token.Redirect, op, tokenStart, this.pos);
                out.content = psText;
                out.targetPos = psStart;
                out.targetEnd = this.pos;
                return true;
            }
            const targetPos = this.pos;
            if (nc !== CH_NL && nc !== CH_HASH)
                this.readRedirectTargetText();
            this.redirectToken(out, op, tokenStart, targetPos);
            return true;
        }
        this.redirectToken(out, op, tokenStart, this.pos);
        return true;
    }
    // Redirect targets keep their processed text eagerly (it becomes the target
    // word's content), so scan them in value mode.
    readRedirectTargetText() {
        const savedBuildValue = this._buildValue;
        this._buildValue = true;
        this.readWordText();
        this._buildValue = savedBuildValue;
    }
    redirectToken(out, operator, tokenStart, targetPos) {
        const hasTarget = this.pos > targetPos && (this._wordText.length > 0 || this._wordQuoted);
        setToken(out, Token.Redirect, operator, tokenStart, this.pos);
        out.content = hasTarget ? this._wordText : undefined;
        out.targetPos = targetPos;
        out.targetEnd = hasTarget ? this.pos : targetPos;
    }
    readProcessSubstitution(out, operator, tokenStart) {
        this.pos++; // skip (
        this.extractBalanced();
        if (this._unbalanced)
            this.errors.push({ message: "unterminated process substitution", pos: tokenStart });
        const text = this.src.slice(tokenStart, this.pos);
        setToken(out, Token.Word, text, tokenStart, this.pos);
    }
    // The delimiter is the word after quote removal: quote and escape segments may
    // appear anywhere in the word, any of them makes the heredoc quoted, and inside
    // double quotes a backslash is removed only before $ ` " \.
    readHereDocDelimiter() {
        const src = this.src;
        const len = this.srcEnd;
        const savedBuildValue = this._buildValue;
        this._buildValue = true; // the delimiter is assembled from processed segments
        let delimiter = "";
        let quoted = false;
        while (this.pos < len) {
            const c = src.charCodeAt(this.pos);
            if (c === CH_SQUOTE) {
                quoted = true;
                this.pos++;
                while (this.pos < len && src.charCodeAt(this.pos) !== CH_SQUOTE) {
                    delimiter += src[this.pos];
                    this.pos++;
                }
                if (this.pos < len)
                    this.pos++;
            }
            else if (c === CH_DQUOTE) {
                quoted = true;
                this.pos++;
                while (this.pos < len && src.charCodeAt(this.pos) !== CH_DQUOTE) {
                    if (src.charCodeAt(this.pos) === CH_BACKSLASH && this.pos + 1 < len) {
                        const next = src.charCodeAt(this.pos + 1);
                        if (next === CH_NL) {
                            this.pos += 2;
                            continue;
                        }
                        if (next === CH_DOLLAR || next === CH_BACKTICK || next === CH_DQUOTE || next === CH_BACKSLASH)
                            this.pos++;
                    }
                    delimiter += src[this.pos];
                    this.pos++;
                }
                if (this.pos < len)
                    this.pos++;
            }
            else if (c === CH_BACKSLASH) {
                if (this.pos + 1 < len && src.charCodeAt(this.pos + 1) === CH_NL) {
                    this.pos += 2;
                    continue;
                }
                quoted = true;
                this.pos++;
                if (this.pos < len) {
                    delimiter += src[this.pos];
                    this.pos++;
                }
                else {
                    delimiter += "\\"; // trailing backslash escapes nothing and stays as itself
                }
            }
            else if (c === CH_BACKTICK) {
                const btStart = this.pos;
                this.pos++;
                while (this.pos < len && src.charCodeAt(this.pos) !== CH_BACKTICK) {
                    if (src.charCodeAt(this.pos) === CH_BACKSLASH)
                        this.pos++;
                    this.pos++;
                }
                if (this.pos < len)
                    this.pos++;
                delimiter += src.slice(btStart, this.pos);
            }
            else if (c === CH_DOLLAR) {
                const next = this.pos + 1 < len ? src.charCodeAt(this.pos + 1) : 0;
                if (next === CH_SQUOTE || next === CH_DQUOTE)
                    quoted = true;
                this.readDollar();
                delimiter += this._resultText;
            }
            else if (c < 128 && charType[c] & 1) {
                break;
            }
            else {
                delimiter += src[this.pos];
                this.pos++;
            }
        }
        this._buildValue = savedBuildValue;
        this._hereDelim = delimiter;
        this._hereQuoted = quoted;
    }
    consumePendingHereDocs() {
        const pending = this.pendingHereDocs;
        if (pending === null || pending.length === 0)
            return;
        for (const hd of pending) {
            const bodyPos = this.pos;
            const bodyEnd = this.skipHereDocBody(hd.delimiter, hd.strip, this.parenBoundary, hd.quoted);
            if (hd.target) {
                hd.target.body.pos = bodyPos;
                hd.target.body.end = bodyEnd;
                hd.target.body.text = this.src.slice(bodyPos, bodyEnd);
                if (this.hereDocClosingPos !== -1)
                    hd.target.closing = { pos: this.hereDocClosingPos, end: this.hereDocClosingEnd };
            }
        }
        pending.length = 0;
    }
    hereDocClosingPos = -1;
    hereDocClosingEnd = -1;
    // Advance past the heredoc body and its delimiter line; return the body end
    // (start of the delimiter line, or srcEnd when delimited by end-of-input).
    // With parenEnds (inside $(...)), a line starting with the delimiter directly
    // followed by ")" also terminates the body, resuming at the ")" — bash treats
    // the substitution's closing paren as end-of-file for its heredocs.
    // `join` crosses `\`+newline pairs, which an unquoted delimiter may straddle.
    matchHereDocDelimiter(delimiter, lineStart, end, join) {
        const src = this.src;
        let pos = lineStart;
        for (let i = 0; i < delimiter.length;) {
            if (join && src.charCodeAt(pos) === CH_BACKSLASH && pos + 1 < end && src.charCodeAt(pos + 1) === CH_NL) {
                pos += 2;
                continue;
            }
            if (pos >= end || src.charCodeAt(pos) !== delimiter.charCodeAt(i))
                return -1;
            pos++;
            i++;
        }
        return pos;
    }
    // A `\` consumes the next character, so `\`+newline continues the line and `\\` does not.
    logicalLineEnd(from, end, join) {
        const src = this.src;
        let lineEnd = src.indexOf("\n", from);
        while (lineEnd !== -1 && lineEnd < end) {
            if (!join)
                return lineEnd;
            let backslashes = lineEnd;
            while (backslashes > from && src.charCodeAt(backslashes - 1) === CH_BACKSLASH)
                backslashes--;
            if ((lineEnd - backslashes) % 2 === 0)
                return lineEnd;
            from = lineEnd + 1;
            lineEnd = src.indexOf("\n", from);
        }
        return end;
    }
    skipHereDocBody(delimiter, strip, parenEnds = false, quoted = false) {
        this.hereDocClosingPos = -1;
        this.hereDocClosingEnd = -1;
        const src = this.src;
        const len = this.srcEnd;
        while (this.pos < len) {
            let lineStart = this.pos;
            const lineEnd = this.logicalLineEnd(lineStart, len, !quoted);
            for (;;) {
                const before = lineStart;
                if (strip)
                    while (lineStart < lineEnd && src.charCodeAt(lineStart) === CH_TAB)
                        lineStart++;
                if (!quoted)
                    lineStart = skipLineContinuations(src, lineStart, lineEnd);
                if (lineStart === before)
                    break;
            }
            let afterDelim = this.matchHereDocDelimiter(delimiter, lineStart, lineEnd, !quoted);
            if (afterDelim !== -1 && !quoted)
                afterDelim = skipLineContinuations(src, afterDelim, lineEnd);
            if (afterDelim === lineEnd) {
                const bodyEnd = this.pos;
                if (!parenEnds || !this.parenBoundary || lineEnd !== len) {
                    this.hereDocClosingPos = lineStart;
                    this.hereDocClosingEnd = lineEnd;
                }
                this.pos = lineEnd < len ? lineEnd + 1 : lineEnd;
                return bodyEnd;
            }
            // A line starting with the delimiter also ends the body when a `)` follows on the same
            // logical line; the scan then resumes mid-line, right after the delimiter.
            if (parenEnds && afterDelim !== -1) {
                let paren = afterDelim;
                while (paren < lineEnd && src.charCodeAt(paren) !== CH_RPAREN)
                    paren++;
                if (paren < lineEnd || (this.parenBoundary && lineEnd === len)) {
                    const bodyEnd = this.pos;
                    this.pos = afterDelim;
                    return bodyEnd;
                }
            }
            this.pos = lineEnd < len ? lineEnd + 1 : lineEnd;
        }
        return this.pos;
    }
    _wordText = "";
    _wordRaw = false;
    _wordQuoted = false;
    _wordHasExpansions = false;
    _wordKeywordEligible = false;
    _wordAssignmentState;
    _bracketWindow;
    _arithmeticBracketWindow;
    _wordParts = null;
    _resultText = "";
    // True when the last $-construct's value is exactly its raw source span.
    _resultIsRaw = true;
    _resultHasExpansion = false;
    _resultPart;
    // Set by extractBalanced when the input ended before the closing paren, so
    // callers can report the construct they were scanning.
    _unbalanced = false;
    // Set by scanArithmeticBody when the construct turns out not to be arithmetic, so the
    // caller can re-read it as a subshell or command substitution instead.
    _notArithmetic = false;
    _arithUnterminated = false;
    _dqText = "";
    _dqHasExpansions = false;
    _dqParts = null;
    // Content end (before the closing quote, or end of input when unterminated).
    _dqEnd = 0;
    _hereDelim = "";
    _hereQuoted = false;
    readWord(out, ctx, tokenStart = 0) {
        const errorStart = this._errors === null ? 0 : this._errors.length;
        this.readWordText(false, ctx, true);
        if (ctx === LexContext.Normal) {
            const next = this.pos < this.srcEnd ? this.src.charCodeAt(this.pos) : 0;
            if (!this._wordRaw || (next !== CH_LT && next !== CH_GT)) {
                setSpanToken(out, Token.Word, tokenStart, this.pos, this._wordRaw);
                out.keywordEligible = this._wordKeywordEligible;
                return;
            }
        }
        this.classifyWord(out, ctx, tokenStart, errorStart);
    }
    isRedirectVariable(start, end) {
        const src = this.src;
        for (let i = start; i < end; i++) {
            const c = src.charCodeAt(i);
            if (c === CH_LBRACKET && i > start) {
                // Scan the token directly: a token-bounded findClosingBracket would replace its recovery window.
                return (i + 2 < end &&
                    src.charCodeAt(end - 1) === CH_RBRACKET &&
                    this.findClosingShellDelimiter(i + 1, end, CH_RBRACKET) === end - 1);
            }
            if (c >= 128 || !(isIdChar[c] & (i === start ? 1 : 2)))
                return false;
        }
        return end > start;
    }
    readArrayElement(out, tokenStart) {
        const close = this.findClosingBracket(tokenStart + 1);
        if (close === -1)
            return false;
        this.pos = close + 1;
        this.readWordText();
        setSpanToken(out, Token.Word, tokenStart, this.pos, true);
        return true;
    }
    classifyWord(out, ctx, tokenStart, errorStart) {
        const src = this.src;
        const raw = this._wordRaw;
        const hasExpansions = this._wordHasExpansions;
        const quoted = this._wordQuoted;
        const keywordEligible = this._wordKeywordEligible;
        let assignmentState = this._wordAssignmentState;
        const wordEnd = this.pos;
        const wordLen = wordEnd - tokenStart;
        if (ctx === LexContext.CasePattern) {
            let token = Token.Word;
            if (keywordEligible) {
                const reserved = raw
                    ? matchReservedWord(src, tokenStart, wordLen)
                    : RESERVED_WORDS.get(this.wordValueOf(tokenStart, wordEnd));
                if (reserved === Token.Esac)
                    token = reserved;
            }
            setSpanToken(out, token, tokenStart, wordEnd, raw);
            out.keywordEligible = keywordEligible;
            return;
        }
        // Only keyword classification needs a non-raw word's processed value.
        let value = null;
        if (!raw && !hasExpansions && keywordEligible && (ctx === LexContext.CommandStart || ctx === LexContext.TestMode)) {
            const nextCh = wordEnd < this.srcEnd ? src.charCodeAt(wordEnd) : 0;
            if ((!quoted && wordLen <= 16) || nextCh === CH_LT || nextCh === CH_GT) {
                value = this.wordValueOf(tokenStart, wordEnd);
            }
        }
        if (ctx === LexContext.CommandStart && keywordEligible) {
            if (raw) {
                if (wordLen <= 8) {
                    const reserved = matchReservedWord(src, tokenStart, wordLen);
                    if (reserved !== undefined) {
                        setSpanToken(out, reserved, tokenStart, wordEnd, true);
                        return;
                    }
                }
                if (wordLen === 2 &&
                    src.charCodeAt(tokenStart) === CH_LBRACKET &&
                    src.charCodeAt(tokenStart + 1) === CH_LBRACKET) {
                    setSpanToken(out, Token.DblLBracket, tokenStart, wordEnd, true);
                    return;
                }
            }
            else if (value !== null && value.length > 0) {
                const fc = value.charCodeAt(0);
                if ((fc >= CH_a && fc <= CH_z && value.length <= 8) || fc === CH_BANG || fc === CH_LBRACE || fc === CH_RBRACE) {
                    const reserved = RESERVED_WORDS.get(value);
                    if (reserved !== undefined) {
                        setToken(out, reserved, value, tokenStart, wordEnd);
                        return;
                    }
                }
                if (fc === CH_LBRACKET && value === "[[") {
                    setToken(out, Token.DblLBracket, value, tokenStart, wordEnd);
                    return;
                }
            }
        }
        if (ctx === LexContext.CommandStart || ctx === LexContext.CommandPrefix || ctx === LexContext.Declaration) {
            if (assignmentState === undefined) {
                // Fast-path word (value === raw span): detect assignment positionally.
                let eq = -1;
                let bracket = false;
                for (let i = tokenStart + 1; i < wordEnd; i++) {
                    const c = src.charCodeAt(i);
                    if (c === CH_EQ) {
                        eq = i;
                        break;
                    }
                    if (c === CH_LBRACKET)
                        bracket = true;
                }
                if (eq !== -1 || (ctx !== LexContext.Declaration && bracket)) {
                    assignmentState = scanAssignmentPrefix(src, tokenStart, wordEnd, ASSIGNMENT_NAME_START);
                }
            }
            if (assignmentState !== undefined) {
                if (ctx !== LexContext.Declaration && assignmentState >= ASSIGNMENT_INDEX_BASE) {
                    if (wordEnd < this.srcEnd) {
                        if (this._errors !== null)
                            this._errors.length = errorStart;
                        this.pos = tokenStart;
                        this.readWordText(true, ctx, true);
                        if (this.pos > wordEnd) {
                            this.classifyWord(out, ctx, tokenStart, errorStart);
                            return;
                        }
                    }
                    if (this._errors === null || this._errors.length === errorStart) {
                        this.errors.push({ message: "unterminated array subscript", pos: src.indexOf("[", tokenStart) });
                    }
                }
                if (isMatchedAssignment(assignmentState)) {
                    setSpanToken(out, Token.Assignment, tokenStart, wordEnd, raw);
                    if (value !== null)
                        out._value = value;
                    out.assignmentOperatorPos = assignmentOperatorPos(assignmentState);
                    return;
                }
            }
        }
        // `]]` is reserved only where it can close a `[[`; operands and wordlist entries, which
        // read Normal, are ordinary words, as is a `]]` demoted by a command prefix.
        if ((ctx === LexContext.CommandStart || ctx === LexContext.TestMode) && keywordEligible) {
            if (raw) {
                if (wordLen === 2 &&
                    src.charCodeAt(tokenStart) === CH_RBRACKET &&
                    src.charCodeAt(tokenStart + 1) === CH_RBRACKET) {
                    setSpanToken(out, Token.DblRBracket, tokenStart, wordEnd, true);
                    return;
                }
            }
            else if (value === "]]") {
                setToken(out, Token.DblRBracket, value, tokenStart, wordEnd);
                return;
            }
        }
        // FD number prefix: all-digit word followed by < or > → redirect with fd
        if (!hasExpansions && this.pos < this.srcEnd) {
            const nc = src.charCodeAt(this.pos);
            if (nc === CH_LT || nc === CH_GT) {
                if (raw) {
                    const fc = src.charCodeAt(tokenStart);
                    if (fc >= CH_0 && fc <= CH_9 && isAllDigitsRange(src, tokenStart, wordEnd)) {
                        const fd = Number.parseInt(src.slice(tokenStart, wordEnd), 10);
                        if (this.readRedirection(out, tokenStart)) {
                            out.fileDescriptor = fd;
                            out.descriptorEnd = wordEnd;
                            return;
                        }
                    }
                    if (fc === CH_LBRACE &&
                        src.charCodeAt(wordEnd - 1) === CH_RBRACE &&
                        this.isRedirectVariable(tokenStart + 1, wordEnd - 1)) {
                        const varname = src.slice(tokenStart + 1, wordEnd - 1);
                        if (this.readRedirection(out, tokenStart)) {
                            out.variableName = varname;
                            out.descriptorEnd = wordEnd;
                            return;
                        }
                    }
                }
            }
        }
        setSpanToken(out, Token.Word, tokenStart, wordEnd, raw);
        if (value !== null)
            out._value = value;
        out.keywordEligible = keywordEligible;
    }
    // `subscripts` re-reads a word known to stop inside an array subscript, where
    // metacharacters are ordinary text.
    // `scanning` marks the first scan of a token, which decides where the word ends.
    readWordText(subscripts = false, ctx = LexContext.Normal, scanning = false) {
        const src = this.src;
        const len = this.srcEnd;
        let pos = this.pos;
        // Fast path: scan a single run of plain chars (covers most words)
        const fastStart = pos;
        let exitCh = 0;
        while (pos < len) {
            const c = src.charCodeAt(pos);
            if (c < 128 && charType[c]) {
                exitCh = c;
                break;
            }
            pos++;
        }
        if (pos >= len ||
            (charType[exitCh] & 1 &&
                !(exitCh === CH_LPAREN && pos > fastStart && extglobPrefix[src.charCodeAt(pos - 1)]) &&
                !subscripts)) {
            this.pos = pos;
            this._wordText = (this._buildParts || this._buildValue) && pos > fastStart ? src.slice(fastStart, pos) : "";
            this._wordRaw = true;
            this._wordQuoted = false;
            this._wordHasExpansions = false;
            this._wordKeywordEligible = true;
            this._wordAssignmentState = undefined;
            if (this._buildParts) {
                this._wordParts =
                    hasGlobCharacters(this._wordText) && ctx !== LexContext.ArrayElement
                        ? (parseGlobParts(src, fastStart, pos, undefined) ?? null)
                        : null;
            }
            return;
        }
        // Slow path: word contains quotes, expansions, escapes, etc. `text` (the
        // processed value) is only assembled when building; the token path tracks
        // positions and flags plus the last value char (for extglob prefixes) and
        // whether the value still equals the raw span.
        const bp = this._buildParts;
        const bt = bp || this._buildValue;
        let text = bt && pos > fastStart ? src.slice(fastStart, pos) : "";
        let quoted = false;
        let hasExpansions = false;
        let keywordEligible = true;
        let valueIsRaw = true;
        let lastValueChar = pos > fastStart ? src.charCodeAt(pos - 1) : 0;
        let assignmentState = scanAssignmentPrefix(src, fastStart, pos, ASSIGNMENT_NAME_START);
        let parts;
        let litBuf = "";
        let litStart = 0;
        let hasGlobs = false;
        let braceResults;
        if (bp) {
            parts = [];
            litBuf = text; // fast-path prefix is literal
            litStart = fastStart;
            hasGlobs = text.length > 0 && hasGlobCharacters(text);
        }
        while (pos < len) {
            const ch = src.charCodeAt(pos);
            if (ch >= 128 || !charType[ch]) {
                const runStart = pos;
                pos++;
                while (pos < len) {
                    const c = src.charCodeAt(pos);
                    if (c < 128 && charType[c])
                        break;
                    pos++;
                }
                lastValueChar = src.charCodeAt(pos - 1);
                assignmentState = scanAssignmentPrefix(src, runStart, pos, assignmentState);
                if (bt) {
                    const chunk = src.slice(runStart, pos);
                    text += chunk;
                    if (bp) {
                        litBuf += chunk;
                        hasGlobs = hasGlobs || hasGlobCharacters(chunk);
                    }
                }
                continue;
            }
            if (charType[ch] & 1) {
                if (subscripts && assignmentState >= ASSIGNMENT_INDEX_BASE) {
                    const close = this.findClosingBracket(pos);
                    if (close !== -1) {
                        const spanEnd = close + 1;
                        // The scanner matched the innermost open bracket past quotes, escapes and nested
                        // substitutions, so the jump closes exactly one subscript level.
                        assignmentState =
                            assignmentState === ASSIGNMENT_INDEX_BASE + 1 ? ASSIGNMENT_AFTER_INDEX : assignmentState - 1;
                        lastValueChar = src.charCodeAt(close);
                        if (bt) {
                            const chunk = src.slice(pos, spanEnd);
                            text += chunk;
                            if (bp) {
                                litBuf += chunk;
                                hasGlobs = hasGlobs || hasGlobCharacters(chunk);
                            }
                        }
                        pos = spanEnd;
                        continue;
                    }
                }
                if (ch === CH_LPAREN && lastValueChar < 128 && extglobPrefix[lastValueChar]) {
                    if (ctx === LexContext.FunctionName ||
                        (assignmentState >= ASSIGNMENT_INDEX_BASE &&
                            (ctx === LexContext.CommandStart || ctx === LexContext.CommandPrefix)))
                        break;
                    // Default Bash command syntax takes precedence over the extglob extension.
                    if (ctx === LexContext.CommandStart &&
                        lastValueChar === CH_BANG &&
                        keywordEligible &&
                        src.charCodeAt(fastStart) === CH_BANG &&
                        skipLineContinuations(src, fastStart + 1, len) === pos)
                        break;
                    const prefixChar = lastValueChar;
                    // Bash opens an array value only right after the operator of a word that can assign;
                    // elsewhere `(` ends the word. Rescans of a known word span keep its value.
                    if (prefixChar === CH_EQ &&
                        scanning &&
                        !((ctx === LexContext.CommandStart ||
                            ctx === LexContext.CommandPrefix ||
                            ctx === LexContext.Declaration ||
                            ctx === LexContext.EvalArgument) &&
                            isMatchedAssignment(assignmentState) &&
                            skipLineContinuations(src, assignmentOperatorPos(assignmentState) + 1, len) === pos))
                        break;
                    const innerStart = pos + 1;
                    const close = this.findClosingShellDelimiter(innerStart, len, CH_RPAREN, prefixChar === CH_EQ);
                    if (close === -1 && !scanning && !subscripts && assignmentState >= ASSIGNMENT_INDEX_BASE)
                        break;
                    if (ctx === LexContext.CommandStart &&
                        prefixChar !== CH_EQ &&
                        close !== -1 &&
                        skipBlanks(src, innerStart, close) === close)
                        break;
                    keywordEligible = false;
                    const patternEnd = close === -1 ? len : close;
                    pos = close === -1 ? len : close + 1;
                    if (close === -1)
                        this.errors.push({ message: "unterminated extended glob", pos: innerStart - 2 });
                    lastValueChar = src.charCodeAt(pos - 1);
                    if (bt) {
                        const eg = "(" + src.slice(innerStart, pos);
                        text += eg;
                        // Create ExtendedGlob part for real extglob operators (not = which is array assignment)
                        if (bp && prefixChar !== CH_EQ) {
                            let prefixPos = innerStart - 2;
                            while (src.charCodeAt(prefixPos) === CH_NL && src.charCodeAt(prefixPos - 1) === CH_BACKSLASH) {
                                prefixPos -= 2;
                            }
                            // Remove the prefix char from litBuf (it was appended in the previous iteration)
                            if (litBuf.length > 0) {
                                const trimmed = litBuf.slice(0, -1);
                                if (prefixPos > litStart)
                                    parts.push({
                                        type: "Literal",
                                        pos: litStart,
                                        end: prefixPos,
                                        value: trimmed,
                                        text: src.slice(litStart, prefixPos),
                                    });
                                litBuf = "";
                            }
                            const op = extglobOp[prefixChar];
                            parts.push({
                                type: "ExtendedGlob",
                                pos: prefixPos,
                                end: pos,
                                text: src.slice(prefixPos, pos),
                                operator: op,
                                pattern: src.slice(innerStart, patternEnd),
                                parts: this.subFieldParts(innerStart, patternEnd),
                            });
                            litStart = pos;
                        }
                        else if (bp) {
                            litBuf += eg;
                            hasGlobs = hasGlobs || hasGlobCharacters(eg);
                        }
                    }
                    continue;
                }
                break;
            }
            if (ch === CH_BACKSLASH) {
                pos++;
                if (pos < len) {
                    if (src.charCodeAt(pos) === CH_NL) {
                        pos++;
                        valueIsRaw = false;
                    }
                    else {
                        if (assignmentState >= 0 && assignmentState < ASSIGNMENT_INDEX_BASE)
                            assignmentState = ASSIGNMENT_INVALID;
                        quoted = true;
                        keywordEligible = false;
                        valueIsRaw = false;
                        lastValueChar = src.charCodeAt(pos);
                        if (bt) {
                            text += src[pos];
                            if (bp)
                                litBuf += src[pos];
                        }
                        pos++;
                    }
                }
                else {
                    // A backslash at end of input escapes nothing and stays as itself.
                    if (assignmentState >= 0 && assignmentState < ASSIGNMENT_INDEX_BASE)
                        assignmentState = ASSIGNMENT_INVALID;
                    quoted = true;
                    keywordEligible = false;
                    lastValueChar = CH_BACKSLASH;
                    if (bt) {
                        text += "\\";
                        if (bp)
                            litBuf += "\\";
                    }
                }
                continue;
            }
            if (ch === CH_SQUOTE) {
                const sqStart = pos;
                if (assignmentState >= 0 && assignmentState < ASSIGNMENT_INDEX_BASE)
                    assignmentState = ASSIGNMENT_INVALID;
                quoted = true;
                keywordEligible = false;
                valueIsRaw = false;
                pos++;
                const start = pos;
                while (pos < len && src.charCodeAt(pos) !== CH_SQUOTE)
                    pos++;
                if (pos > start)
                    lastValueChar = src.charCodeAt(pos - 1);
                const value = bt ? src.slice(start, pos) : "";
                if (bt)
                    text += value;
                if (pos < len)
                    pos++;
                else
                    this.errors.push({ message: "unterminated single quote", pos: start - 1 });
                if (bp) {
                    if (sqStart > litStart) {
                        parts.push({
                            type: "Literal",
                            pos: litStart,
                            end: sqStart,
                            value: litBuf,
                            text: src.slice(litStart, sqStart),
                        });
                        litBuf = "";
                    }
                    parts.push({ type: "SingleQuoted", pos: sqStart, end: pos, value, text: src.slice(sqStart, pos) });
                    litStart = pos;
                }
                continue;
            }
            if (ch === CH_DQUOTE) {
                const dqStart = pos;
                if (assignmentState >= 0 && assignmentState < ASSIGNMENT_INDEX_BASE)
                    assignmentState = ASSIGNMENT_INVALID;
                quoted = true;
                keywordEligible = false;
                valueIsRaw = false;
                pos++;
                this.pos = pos;
                this.readDoubleQuoted();
                pos = this.pos;
                if (this._dqEnd > dqStart + 1)
                    lastValueChar = src.charCodeAt(this._dqEnd - 1);
                if (this._dqHasExpansions)
                    hasExpansions = true;
                if (bt)
                    text += this._dqText;
                if (bp) {
                    if (dqStart > litStart) {
                        parts.push({
                            type: "Literal",
                            pos: litStart,
                            end: dqStart,
                            value: litBuf,
                            text: src.slice(litStart, dqStart),
                        });
                        litBuf = "";
                    }
                    const dqText = src.slice(dqStart, pos);
                    parts.push({
                        type: "DoubleQuoted",
                        pos: dqStart,
                        end: pos,
                        text: dqText,
                        parts: this._dqParts ?? [
                            {
                                type: "Literal",
                                pos: dqStart + 1,
                                end: this._dqEnd,
                                value: this._dqText,
                                text: src.slice(dqStart + 1, this._dqEnd),
                            },
                        ],
                    });
                    litStart = pos;
                }
                continue;
            }
            if (ch === CH_DOLLAR) {
                keywordEligible = false;
                const dollarStart = pos;
                if (assignmentState >= 0 && assignmentState < ASSIGNMENT_INDEX_BASE)
                    assignmentState = ASSIGNMENT_INVALID;
                // `$'…'` and `$"…"` quote: even empty, they make a word.
                const next = pos + 1 < len ? src.charCodeAt(pos + 1) : 0;
                if (next === CH_SQUOTE || next === CH_DQUOTE)
                    quoted = true;
                this.pos = pos;
                this.readDollar();
                pos = this.pos;
                if (!this._resultIsRaw)
                    valueIsRaw = false;
                if (pos > dollarStart)
                    lastValueChar = src.charCodeAt(pos - 1);
                if (this._resultHasExpansion)
                    hasExpansions = true;
                if (bt)
                    text += this._resultText;
                if (bp) {
                    if (this._resultPart) {
                        if (dollarStart > litStart) {
                            parts.push({
                                type: "Literal",
                                pos: litStart,
                                end: dollarStart,
                                value: litBuf,
                                text: src.slice(litStart, dollarStart),
                            });
                            litBuf = "";
                        }
                        parts.push(this._resultPart);
                        litStart = pos;
                    }
                    else {
                        litBuf += this._resultText;
                    }
                }
                continue;
            }
            if (ch === CH_BACKTICK) {
                keywordEligible = false;
                const btStart = pos;
                if (assignmentState >= 0 && assignmentState < ASSIGNMENT_INDEX_BASE)
                    assignmentState = ASSIGNMENT_INVALID;
                this.pos = pos;
                this.readBacktickExpansion();
                pos = this.pos;
                valueIsRaw = false;
                lastValueChar = src.charCodeAt(pos - 1);
                hasExpansions = true;
                if (bt)
                    text += this._resultText;
                if (bp) {
                    if (btStart > litStart) {
                        parts.push({
                            type: "Literal",
                            pos: litStart,
                            end: btStart,
                            value: litBuf,
                            text: src.slice(litStart, btStart),
                        });
                        litBuf = "";
                    }
                    parts.push(this._resultPart);
                    litStart = pos;
                }
                continue;
            }
            if (ch === CH_LBRACE) {
                if (assignmentState >= 0 && assignmentState < ASSIGNMENT_INDEX_BASE)
                    assignmentState = ASSIGNMENT_INVALID;
                const first = pos + 1 < len ? src.charCodeAt(pos + 1) : 0;
                const braceEnd = first <= CH_SPACE || first === CH_RBRACE
                    ? -1
                    : this.scanBraceExpansion(pos, braceResults ?? (braceResults = new Map()));
                if (braceEnd > 0) {
                    keywordEligible = false;
                    lastValueChar = src.charCodeAt(braceEnd - 1);
                    if (bt) {
                        const braceText = src.slice(pos, braceEnd);
                        text += braceText;
                        if (bp) {
                            if (pos > litStart) {
                                parts.push({
                                    type: "Literal",
                                    pos: litStart,
                                    end: pos,
                                    value: litBuf,
                                    text: src.slice(litStart, pos),
                                });
                                litBuf = "";
                            }
                            parts.push({
                                type: "BraceExpansion",
                                pos,
                                end: braceEnd,
                                text: braceText,
                                parts: this.subFieldParts(pos + 1, braceEnd - 1),
                            });
                            litStart = braceEnd;
                        }
                    }
                    pos = braceEnd;
                    continue;
                }
                lastValueChar = CH_LBRACE;
                if (bt) {
                    text += "{";
                    if (bp)
                        litBuf += "{";
                }
                pos++;
                continue;
            }
            pos++;
        }
        if (bp && pos > litStart)
            parts.push({ type: "Literal", pos: litStart, end: pos, value: litBuf, text: src.slice(litStart, pos) });
        this.pos = pos;
        this._wordText = text;
        this._wordRaw = valueIsRaw;
        this._wordQuoted = quoted;
        this._wordHasExpansions = hasExpansions;
        this._wordKeywordEligible = keywordEligible;
        this._wordAssignmentState = assignmentState;
        if (bp) {
            // Only store parts if they add structure beyond a single literal
            this._wordParts = parts.length > 1 || (parts.length === 1 && parts[0].type !== "Literal") ? parts : null;
            if (hasGlobs && ctx !== LexContext.ArrayElement)
                this._wordParts = parseGlobParts(src, fastStart, pos, this._wordParts) ?? null;
        }
    }
    // Arithmetic text gets expansions and quote removal but no process substitution.
    readInnerWordText(insideDoubleQuotes = false, arithmetic = false, globs = false) {
        const src = this.src;
        const len = this.srcEnd;
        let pos = this.pos;
        const start = pos;
        let text = "";
        const bp = this._buildParts;
        let parts;
        let litBuf = "";
        let litStart = 0;
        let preserveLiteral = false;
        let hasGlobs = false;
        if (bp) {
            parts = [];
            litStart = pos;
        }
        while (pos < len) {
            const ch = src.charCodeAt(pos);
            if (ch === CH_BACKSLASH) {
                pos++;
                if (pos < len) {
                    if (src.charCodeAt(pos) === CH_NL) {
                        pos++;
                    }
                    else {
                        const next = src.charCodeAt(pos);
                        if (insideDoubleQuotes &&
                            next !== CH_DOLLAR &&
                            next !== CH_BACKTICK &&
                            next !== CH_DQUOTE &&
                            next !== CH_BACKSLASH &&
                            next !== CH_RBRACE) {
                            text += "\\";
                            if (bp)
                                litBuf += "\\";
                            preserveLiteral = true;
                        }
                        const escaped = src[pos++];
                        text += escaped;
                        if (bp)
                            litBuf += escaped;
                    }
                }
                continue;
            }
            if (ch === CH_SQUOTE && !insideDoubleQuotes) {
                const sqStart = pos;
                pos++;
                const start = pos;
                while (pos < len && src.charCodeAt(pos) !== CH_SQUOTE)
                    pos++;
                const value = src.slice(start, pos);
                text += value;
                if (pos < len)
                    pos++;
                if (bp) {
                    if (sqStart > litStart) {
                        parts.push({
                            type: "Literal",
                            pos: litStart,
                            end: sqStart,
                            value: litBuf,
                            text: src.slice(litStart, sqStart),
                        });
                        litBuf = "";
                    }
                    parts.push({ type: "SingleQuoted", pos: sqStart, end: pos, value, text: src.slice(sqStart, pos) });
                    litStart = pos;
                }
                continue;
            }
            if (ch === CH_DQUOTE) {
                const dqStart = pos;
                pos++;
                this.pos = pos;
                this.readDoubleQuoted(insideDoubleQuotes);
                pos = this.pos;
                text += this._dqText;
                if (bp) {
                    if (dqStart > litStart) {
                        parts.push({
                            type: "Literal",
                            pos: litStart,
                            end: dqStart,
                            value: litBuf,
                            text: src.slice(litStart, dqStart),
                        });
                        litBuf = "";
                    }
                    const dqText = src.slice(dqStart, pos);
                    parts.push({
                        type: "DoubleQuoted",
                        pos: dqStart,
                        end: pos,
                        text: dqText,
                        parts: this._dqParts ?? [
                            {
                                type: "Literal",
                                pos: dqStart + 1,
                                end: this._dqEnd,
                                value: this._dqText,
                                text: src.slice(dqStart + 1, this._dqEnd),
                            },
                        ],
                    });
                    litStart = pos;
                }
                continue;
            }
            if (ch === CH_DOLLAR) {
                const dollarStart = pos;
                this.pos = pos;
                this.readDollar(insideDoubleQuotes);
                pos = this.pos;
                text += this._resultText;
                if (bp) {
                    if (this._resultPart) {
                        if (dollarStart > litStart) {
                            parts.push({
                                type: "Literal",
                                pos: litStart,
                                end: dollarStart,
                                value: litBuf,
                                text: src.slice(litStart, dollarStart),
                            });
                            litBuf = "";
                        }
                        parts.push(this._resultPart);
                        litStart = pos;
                    }
                    else {
                        litBuf += this._resultText;
                    }
                }
                continue;
            }
            if (ch === CH_BACKTICK) {
                const btStart = pos;
                this.pos = pos;
                this.readBacktickExpansion(insideDoubleQuotes);
                pos = this.pos;
                text += this._resultText;
                if (bp) {
                    if (btStart > litStart) {
                        parts.push({
                            type: "Literal",
                            pos: litStart,
                            end: btStart,
                            value: litBuf,
                            text: src.slice(litStart, btStart),
                        });
                        litBuf = "";
                    }
                    parts.push(this._resultPart);
                    litStart = pos;
                }
                continue;
            }
            if (!insideDoubleQuotes &&
                !arithmetic &&
                (ch === CH_LT || ch === CH_GT) &&
                pos + 1 < len &&
                src.charCodeAt(pos + 1) === CH_LPAREN) {
                const psStart = pos;
                this.pos = pos + 2;
                const inner = this.extractBalanced();
                pos = this.pos;
                const raw = src.slice(psStart, pos);
                text += raw;
                if (bp) {
                    if (psStart > litStart) {
                        parts.push({
                            type: "Literal",
                            pos: litStart,
                            end: psStart,
                            value: litBuf,
                            text: src.slice(litStart, psStart),
                        });
                        litBuf = "";
                    }
                    parts.push(this.processSubstitution(psStart, raw, ch === CH_LT ? "<" : ">", inner));
                    litStart = pos;
                }
                continue;
            }
            text += src[pos];
            if (bp) {
                litBuf += src[pos];
                if (globs && (ch === CH_STAR || ch === CH_QUESTION || ch === CH_LBRACKET))
                    hasGlobs = true;
            }
            pos++;
        }
        if (bp && pos > litStart)
            parts.push({ type: "Literal", pos: litStart, end: pos, value: litBuf, text: src.slice(litStart, pos) });
        this.pos = pos;
        this._wordText = text;
        this._wordRaw = false;
        this._wordQuoted = false;
        this._wordHasExpansions = false;
        this._wordKeywordEligible = false;
        if (bp) {
            this._wordParts =
                parts.length > 1 || (parts.length === 1 && (parts[0].type !== "Literal" || preserveLiteral)) ? parts : null;
            if (hasGlobs)
                this._wordParts = parseGlobParts(src, start, pos, this._wordParts) ?? null;
        }
    }
    subFieldParts(start, end) {
        if (this._nestingDepth >= MAX_SYNTAX_NESTING)
            return undefined;
        return hasEmbeddedWordStructure(this.src, start, end)
            ? this.parseSubFieldWord(start, end).parts
            : parseGlobParts(this.src, start, end, undefined);
    }
    // Parse a parameter-expansion sub-field (operand, slice bound, replacement pattern) over
    // the window [start, end) of the original source. Parsing in place — rather than against a
    // detached slice — gives the word and any nested substitutions absolute offsets, and
    // composes through nested ${...}. The `${...}` inner is a verbatim substring of the
    // source, so every sub-field offset maps straight back.
    parseSubFieldWord(start, end, context = "word", arithmetic = false) {
        if (start >= end)
            return new WordImpl("", start, start);
        // Past the shared budget the sub-field keeps its raw text without parts.
        if (this._nestingDepth >= MAX_SYNTAX_NESTING)
            return new WordImpl(this.src.slice(start, end), start, end);
        this._nestingDepth++;
        const savedEnd = this.srcEnd;
        const savedBracketWindow = this._bracketWindow;
        const savedArithmeticBracketWindow = this._arithmeticBracketWindow;
        const savedPos = this.pos;
        const savedText = this._wordText;
        const savedParts = this._wordParts;
        const savedQuoted = this._wordQuoted;
        const savedKeywordEligible = this._wordKeywordEligible;
        this.srcEnd = end;
        this.pos = start;
        this.readInnerWordText(context === "quoted", arithmetic, context === "word");
        // text is the raw source span (so source.slice(pos, end) === text holds, as for every
        // other word); value resolves quotes via parts.
        const word = new WordImpl(this.src.slice(start, end), start, end);
        if (this._buildParts) {
            word.parts = this._wordParts ?? undefined;
        }
        this.srcEnd = savedEnd;
        this._bracketWindow = savedBracketWindow;
        this._arithmeticBracketWindow = savedArithmeticBracketWindow;
        this.pos = savedPos;
        this._wordText = savedText;
        this._wordParts = savedParts;
        this._wordQuoted = savedQuoted;
        this._wordKeywordEligible = savedKeywordEligible;
        this._nestingDepth--;
        return word;
    }
    skipSQ() {
        while (this.pos < this.srcEnd && this.src.charCodeAt(this.pos) !== CH_SQUOTE)
            this.pos++;
        if (this.pos < this.srcEnd)
            this.pos++;
    }
    skipAnsiCQuoted() {
        const quotePos = this.pos - 1;
        const result = decodeAnsiCQuoted(this.src, this.pos, this.srcEnd);
        this.pos = result.end;
        if (!result.closed)
            this.errors.push({ message: "unterminated ANSI-C quote", pos: quotePos });
    }
    // Plain quoted text is skipped here; the first `$(`, `${`, `$$`, backtick or the end of input
    // hands the rest to the quote scanner, which owns substitution and nesting-limit decisions.
    skipDQ() {
        const src = this.src;
        const len = this.srcEnd;
        this._unbalanced = false;
        if (this._nestingDepth < MAX_SYNTAX_NESTING) {
            while (this.pos < len) {
                const ch = src.charCodeAt(this.pos);
                if (ch === CH_DQUOTE) {
                    this.pos++;
                    return;
                }
                if (ch === CH_BACKSLASH) {
                    this.pos = Math.min(this.pos + 2, len);
                    continue;
                }
                if (ch === CH_BACKTICK)
                    break;
                if (ch === CH_DOLLAR) {
                    const next = src.charCodeAt(this.pos + 1);
                    if (next === CH_LPAREN || next === CH_LBRACE || next === CH_DOLLAR)
                        break;
                }
                this.pos++;
            }
        }
        this.extractBalanced(true, true);
    }
    skipSpacesAndTabs() {
        this.pos = skipBlanks(this.src, this.pos, this.srcEnd);
    }
    readDoubleQuoted(unescapeAll = false) {
        const src = this.src;
        const len = this.srcEnd;
        const contentStart = this.pos;
        let hasExpansions = false;
        const bp = this._buildParts;
        const bt = bp || this._buildValue;
        // Fast path: pure literal content (no $, `, or \ — just find closing ")
        if (!bp) {
            let p = this.pos;
            while (p < len) {
                const c = src.charCodeAt(p);
                if (c === CH_DQUOTE) {
                    this._dqText = bt ? src.slice(contentStart, p) : "";
                    this._dqEnd = p;
                    this.pos = p + 1;
                    this._dqHasExpansions = false;
                    this._dqParts = null;
                    return;
                }
                if (c === CH_DOLLAR || c === CH_BACKTICK || c === CH_BACKSLASH)
                    break;
                p++;
            }
            // Fall through to general path
        }
        let text = "";
        let parts = null;
        let litBuf = "";
        let litStart = bp ? this.pos : 0;
        while (this.pos < len && src.charCodeAt(this.pos) !== CH_DQUOTE) {
            // Scan run of plain chars inside double quotes
            const runStart = this.pos;
            while (this.pos < len) {
                const c = src.charCodeAt(this.pos);
                if (c === CH_DQUOTE || c === CH_BACKSLASH || c === CH_DOLLAR || c === CH_BACKTICK)
                    break;
                this.pos++;
            }
            if (bt && this.pos > runStart) {
                const chunk = src.slice(runStart, this.pos);
                text += chunk;
                if (bp)
                    litBuf += chunk;
            }
            if (this.pos >= len || src.charCodeAt(this.pos) === CH_DQUOTE)
                break;
            const ch = src.charCodeAt(this.pos);
            if (ch === CH_BACKSLASH) {
                this.pos++;
                if (this.pos < len) {
                    const next = src.charCodeAt(this.pos);
                    if (next === CH_NL) {
                        this.pos++;
                        continue;
                    }
                    if (bt) {
                        if (unescapeAll ||
                            next === CH_DOLLAR ||
                            next === CH_BACKTICK ||
                            next === CH_DQUOTE ||
                            next === CH_BACKSLASH) {
                            const c = src[this.pos];
                            text += c;
                            if (bp)
                                litBuf += c;
                        }
                        else {
                            const pair = "\\" + src[this.pos];
                            text += pair;
                            if (bp)
                                litBuf += pair;
                        }
                    }
                    this.pos++;
                }
                continue;
            }
            if (ch === CH_DOLLAR) {
                // Inside double quotes `$"` and `$'` are a literal $: no locale string, no ANSI-C quote.
                const afterDollar = this.pos + 1 < len ? src.charCodeAt(this.pos + 1) : 0;
                if (afterDollar === CH_DQUOTE || afterDollar === CH_SQUOTE) {
                    if (bt) {
                        text += "$";
                        if (bp)
                            litBuf += "$";
                    }
                    this.pos++;
                    continue;
                }
                const expStart = this.pos;
                this.readDollar(true);
                if (bt)
                    text += this._resultText;
                if (this._resultHasExpansion)
                    hasExpansions = true;
                if (bp) {
                    const rp = this._resultPart;
                    if (rp && isDQChild(rp)) {
                        if (!parts)
                            parts = [];
                        if (expStart > litStart) {
                            parts.push({
                                type: "Literal",
                                pos: litStart,
                                end: expStart,
                                value: litBuf,
                                text: src.slice(litStart, expStart),
                            });
                            litBuf = "";
                        }
                        parts.push(rp);
                        litStart = this.pos;
                    }
                    else {
                        litBuf += this._resultText;
                    }
                }
                continue;
            }
            if (ch === CH_BACKTICK) {
                const btStart = this.pos;
                this.readBacktickExpansion(true);
                if (bt)
                    text += this._resultText;
                hasExpansions = true;
                if (bp && this._resultPart && isDQChild(this._resultPart)) {
                    if (!parts)
                        parts = [];
                    if (btStart > litStart) {
                        parts.push({
                            type: "Literal",
                            pos: litStart,
                            end: btStart,
                            value: litBuf,
                            text: src.slice(litStart, btStart),
                        });
                        litBuf = "";
                    }
                    parts.push(this._resultPart);
                    litStart = this.pos;
                }
                continue;
            }
        }
        if (bp && parts && this.pos > litStart)
            parts.push({ type: "Literal", pos: litStart, end: this.pos, value: litBuf, text: src.slice(litStart, this.pos) });
        this._dqEnd = this.pos;
        if (this.pos < len)
            this.pos++; // closing "
        else
            this.errors.push({ message: "unterminated double quote", pos: contentStart - 1 });
        this._dqText = text;
        this._dqHasExpansions = hasExpansions;
        this._dqParts = parts;
    }
    readDollar(insideDoubleQuotes = false) {
        const dollarPos = this.pos;
        this.pos++; // skip $
        const src = this.src;
        const len = this.srcEnd;
        const bt = this._buildParts || this._buildValue;
        if (this.pos >= len) {
            this._resultText = "$";
            this._resultIsRaw = true;
            this._resultHasExpansion = false;
            this._resultPart = undefined;
            return;
        }
        const logicalPos = skipLineContinuations(src, this.pos, len);
        if (logicalPos > this.pos &&
            src.charCodeAt(logicalPos) === CH_LPAREN &&
            src.charCodeAt(logicalPos + 1) !== CH_LPAREN)
            this.pos = logicalPos;
        const ch = src.charCodeAt(this.pos);
        if (ch === CH_LPAREN) {
            if (this.pos + 1 < len && src.charCodeAt(this.pos + 1) === CH_LPAREN) {
                const savedPos = this.pos;
                const savedErrors = this.errors.length;
                this.readArithmeticExpansion(dollarPos);
                if (!this._notArithmetic)
                    return;
                this.errors.length = savedErrors;
                this.pos = savedPos;
            }
            this.readCommandSubstitution(dollarPos);
            return;
        }
        if (ch === CH_LBRACE) {
            const after = this.pos + 1 < len ? src.charCodeAt(this.pos + 1) : 0;
            if (after === CH_SPACE || after === CH_TAB || after === CH_NL) {
                this.readBraceCommandSubstitution();
                return;
            }
            if (after === CH_PIPE) {
                this.readValueSubstitution();
                return;
            }
            this.readParameterExpansion(insideDoubleQuotes);
            return;
        }
        if (ch === CH_SQUOTE) {
            this.pos++;
            if (bt) {
                const value = this.readAnsiCQuoted();
                this._resultText = value;
                this._resultPart = this._buildParts
                    ? { type: "AnsiCQuoted", pos: dollarPos, end: this.pos, text: src.slice(dollarPos, this.pos), value }
                    : undefined;
            }
            else {
                this.skipAnsiCQuoted();
                this._resultText = "";
                this._resultPart = undefined;
            }
            this._resultIsRaw = false;
            this._resultHasExpansion = false;
            return;
        }
        if (ch === CH_DQUOTE) {
            this.pos++;
            this.readDoubleQuoted(insideDoubleQuotes);
            this._resultText = this._dqText;
            this._resultIsRaw = false;
            this._resultHasExpansion = this._dqHasExpansions;
            if (this._buildParts) {
                const text = src.slice(dollarPos, this.pos);
                this._resultPart = {
                    type: "LocaleString",
                    pos: dollarPos,
                    end: this.pos,
                    text,
                    parts: this._dqParts ?? [
                        {
                            type: "Literal",
                            pos: dollarPos + 2,
                            end: this._dqEnd,
                            value: this._dqText,
                            text: src.slice(dollarPos + 2, this._dqEnd),
                        },
                    ],
                };
            }
            else {
                this._resultPart = undefined;
            }
            return;
        }
        if (ch === CH_AT ||
            ch === CH_STAR ||
            ch === CH_HASH ||
            ch === CH_QUESTION ||
            ch === CH_DASH ||
            ch === CH_DOLLAR ||
            ch === CH_BANG ||
            (ch >= CH_0 && ch <= CH_9)) {
            this.pos++;
            const text = bt ? src.slice(this.pos - 2, this.pos) : "";
            this._resultText = text;
            this._resultIsRaw = true;
            this._resultHasExpansion = false;
            this._resultPart = this._buildParts
                ? { type: "SimpleExpansion", pos: dollarPos, end: this.pos, text }
                : undefined;
            return;
        }
        if (ch < 128 && isIdChar[ch] & 1) {
            const namePos = this.pos - 1;
            while (this.pos < len) {
                const c = src.charCodeAt(this.pos);
                if (c < 128 && isIdChar[c] & 2)
                    this.pos++;
                else
                    break;
            }
            const text = bt ? src.slice(namePos, this.pos) : "";
            this._resultText = text;
            this._resultIsRaw = true;
            this._resultHasExpansion = false;
            this._resultPart = this._buildParts
                ? { type: "SimpleExpansion", pos: dollarPos, end: this.pos, text }
                : undefined;
            return;
        }
        // $[ expr ] is bash's deprecated spelling of $(( expr )). It runs to the matching ']',
        // so parentheses inside belong to the expansion instead of ending the word.
        if (ch === CH_LBRACKET) {
            const errorCount = this._errors === null ? 0 : this._errors.length;
            const close = this.findClosingArithmeticBracket(this.pos + 1);
            if (close !== -1) {
                const bodyStart = this.pos + 1;
                const body = src.slice(bodyStart, close);
                this.pos = close + 1;
                const text = bt ? src.slice(dollarPos, this.pos) : "";
                this._resultText = text;
                this._resultIsRaw = true;
                this._resultHasExpansion = false;
                this._resultPart = this._buildParts
                    ? this.arithmeticExpansion(bodyStart - 2, text, body, bodyStart)
                    : undefined;
                return;
            }
            // A failed lookahead leaves `$` literal and the token path re-reads the scanned text.
            if (this._errors !== null)
                this._errors.length = errorCount;
        }
        this._resultText = "$";
        this._resultIsRaw = true;
        this._resultHasExpansion = false;
        this._resultPart = undefined;
    }
    scanArithmeticBody() {
        this._notArithmetic = false;
        this._arithUnterminated = false;
        this.pos += 2;
        let depth = 1;
        let parenDepth = 0;
        let parentParenDepth = 0;
        let parenDepths;
        let reported = false;
        const src = this.src;
        const len = this.srcEnd;
        const start = this.pos;
        while (this.pos < len && depth > 0) {
            const c = src.charCodeAt(this.pos);
            if (c === CH_BACKSLASH) {
                this.pos += this.pos + 1 < len ? 2 : 1;
            }
            else if (c === CH_SQUOTE) {
                this.pos++;
                this.skipSQ();
            }
            else if (c === CH_DQUOTE) {
                this.pos++;
                this.skipDQ();
            }
            else if (c === CH_BACKTICK) {
                this.pos++;
                while (this.pos < len && src.charCodeAt(this.pos) !== CH_BACKTICK) {
                    if (src.charCodeAt(this.pos) === CH_BACKSLASH)
                        this.pos++;
                    this.pos++;
                }
                if (this.pos < len)
                    this.pos++;
            }
            else if (c === CH_DOLLAR &&
                this.pos + 2 < len &&
                src.charCodeAt(this.pos + 1) === CH_LPAREN &&
                src.charCodeAt(this.pos + 2) !== CH_LPAREN) {
                const dollarPos = this.pos;
                this.pos += 2;
                this.extractBalanced();
                if (this._unbalanced)
                    this.errors.push({ message: "unterminated command substitution", pos: dollarPos });
            }
            else if (c === CH_DOLLAR && this.pos + 1 < len && src.charCodeAt(this.pos + 1) === CH_LBRACE) {
                const close = this.findClosingBrace(this.pos + 2, len);
                this.pos = close === -1 ? len : close + 1;
            }
            else if ((c === CH_LT || c === CH_GT) && this.pos + 1 < len && src.charCodeAt(this.pos + 1) === CH_LPAREN) {
                this.pos += 2;
                this.extractBalanced();
            }
            else if (c === CH_LPAREN) {
                if (src.charCodeAt(this.pos - 1) === CH_DOLLAR && src.charCodeAt(this.pos + 1) === CH_LPAREN) {
                    if (depth === 1)
                        parentParenDepth = parenDepth;
                    else
                        (parenDepths ?? (parenDepths = [])).push(parenDepth);
                    depth++;
                    parenDepth = 0;
                    if (depth + this._nestingDepth > MAX_SYNTAX_NESTING && !reported) {
                        this.errors.push({ message: "maximum arithmetic expansion nesting depth exceeded", pos: this.pos - 1 });
                        reported = true;
                    }
                    this.pos += 2;
                }
                else {
                    // The expression parser stops building structure at this depth; report it here, while
                    // scanning, since the expression itself resolves lazily. Each enclosing `$((` of this
                    // scan parses one level deeper, so its parentheses count from there.
                    if (++parenDepth + depth - 1 + this._nestingDepth > MAX_SYNTAX_NESTING && !reported) {
                        this.errors.push({ message: "maximum arithmetic expression nesting depth exceeded", pos: this.pos });
                        reported = true;
                    }
                    this.pos++;
                }
            }
            else if (c === CH_RPAREN && parenDepth > 0) {
                parenDepth--;
                this.pos++;
            }
            else if (c === CH_RPAREN && this.pos + 1 < len && src.charCodeAt(this.pos + 1) === CH_RPAREN) {
                if (--depth === 0) {
                    this.pos += 2;
                    break;
                }
                parenDepth = depth === 1 ? parentParenDepth : parenDepths.pop();
                this.pos += 2;
            }
            else if (c === CH_RPAREN && depth === 1) {
                // Bash reads `((` and `$((` as arithmetic only when the inner parenthesis pair is
                // immediately followed by `)`. It closed without one, so `((a) )` is nested subshells
                // and `$((a) || (b))` a command substitution; callers re-read from the start.
                this._notArithmetic = true;
                return "";
            }
            else {
                this.pos++;
            }
        }
        const bt = this._buildParts || this._buildValue;
        if (depth > 0) {
            this._arithUnterminated = true;
            return bt ? src.slice(start, this.pos) : "";
        }
        return bt ? src.slice(start, this.pos - 2) : "";
    }
    readArithmeticExpansion(dollarPos) {
        const bodyStart = this.pos + 2; // absolute offset of the body, past the "((" at this.pos
        const body = this.scanArithmeticBody();
        if (this._notArithmetic)
            return;
        if (this._arithUnterminated)
            this.errors.push({ message: "unterminated arithmetic expansion", pos: dollarPos });
        const text = this._buildParts || this._buildValue ? this.src.slice(dollarPos, this.pos) : "";
        this._resultText = text;
        this._resultIsRaw = true;
        this._resultHasExpansion = false;
        this._resultPart = this._buildParts ? this.arithmeticExpansion(dollarPos, text, body, bodyStart) : undefined;
    }
    arithmeticExpansion(pos, text, body, bodyStart) {
        return new ArithmeticExpansionImpl(pos, this.pos, text, {
            source: this.src,
            body,
            offset: bodyStart,
            depth: this._nestingDepth,
            context: this.substitutionContext,
        });
    }
    readArithmeticCommand(out, tokenStart) {
        const savedBuildValue = this._buildValue;
        this._buildValue = true;
        const body = this.scanArithmeticBody();
        this._buildValue = savedBuildValue;
        if (this._arithUnterminated)
            this.errors.push({ message: "unterminated arithmetic command", pos: tokenStart });
        setToken(out, Token.ArithCmd, body, tokenStart, this.pos);
    }
    readCommandSubstitution(dollarPos) {
        const openPos = this.pos;
        this.pos++; // skip (
        // extractBalanced returns the inner text without the closing paren, so it
        // stays correct when the input ended before that paren was reached.
        const inner = this.extractBalanced();
        if (this._unbalanced)
            this.errors.push({ message: "unterminated command substitution", pos: dollarPos });
        const bt = this._buildParts || this._buildValue;
        const rawText = bt ? this.src.slice(dollarPos, this.pos) : "";
        const text = !bt || openPos === dollarPos + 1 ? rawText : "$" + this.src.slice(openPos, this.pos);
        this._resultText = text;
        this._resultIsRaw = openPos === dollarPos + 1;
        this._resultHasExpansion = true;
        if (this._buildParts) {
            this._resultPart = this.commandExpansion(dollarPos, rawText, openPos + 1, inner, !this._unbalanced);
        }
        else {
            this._resultPart = undefined;
        }
    }
    readBraceCommandSubstitution() {
        this.readBraceSubstitution(1);
    }
    readValueSubstitution() {
        this.readBraceSubstitution(2);
    }
    readBraceSubstitution(skip) {
        const dollarPos = this.pos - 1;
        this.pos += skip;
        const src = this.src;
        const len = this.srcEnd;
        let depth = 1;
        const start = this.pos;
        while (this.pos < len) {
            const c = src.charCodeAt(this.pos);
            if (c === CH_LBRACE)
                depth++;
            else if (c === CH_RBRACE) {
                if (--depth === 0) {
                    this.pos++;
                    break;
                }
            }
            else if (c === CH_SQUOTE) {
                this.pos++;
                this.skipSQ();
                continue;
            }
            else if (c === CH_DQUOTE) {
                this.pos++;
                this.skipDQ();
                continue;
            }
            else if (c === CH_BACKSLASH)
                this.pos++;
            this.pos++;
        }
        this._resultIsRaw = true;
        this._resultHasExpansion = true;
        if (this._buildParts || this._buildValue) {
            const rawInner = src.slice(start, this.pos - 1);
            const inner = rawInner.trim();
            const text = src.slice(dollarPos, this.pos);
            this._resultText = text;
            if (this._buildParts) {
                const innerStart = start + (rawInner.length - rawInner.trimStart().length);
                this._resultPart = this.commandExpansion(dollarPos, text, innerStart, inner);
            }
            else {
                this._resultPart = undefined;
            }
        }
        else {
            this._resultText = "";
            this._resultPart = undefined;
        }
    }
    readBacktickExpansion(insideDoubleQuotes = false) {
        this.pos++; // skip opening `
        const src = this.src;
        const len = this.srcEnd;
        const start = this.pos;
        if (!this._buildParts && !this._buildValue) {
            while (this.pos < len && src.charCodeAt(this.pos) !== CH_BACKTICK) {
                if (src.charCodeAt(this.pos) === CH_BACKSLASH && this.pos + 1 < len)
                    this.pos++;
                this.pos++;
            }
            if (this.pos < len)
                this.pos++;
            else
                this.errors.push({ message: "unterminated backtick", pos: start - 1 });
            this._resultText = "";
            this._resultIsRaw = false;
            this._resultHasExpansion = true;
            this._resultPart = undefined;
            return;
        }
        let inner = "";
        let hasEscapes = false;
        while (this.pos < len && src.charCodeAt(this.pos) !== CH_BACKTICK) {
            if (src.charCodeAt(this.pos) === CH_BACKSLASH) {
                hasEscapes = true;
                break;
            }
            this.pos++;
        }
        if (!hasEscapes) {
            inner = src.slice(start, this.pos);
        }
        else {
            inner = src.slice(start, this.pos);
            while (this.pos < len && src.charCodeAt(this.pos) !== CH_BACKTICK) {
                if (src.charCodeAt(this.pos) === CH_BACKSLASH) {
                    this.pos++;
                    if (this.pos < len) {
                        const c = src.charCodeAt(this.pos);
                        if (c === CH_DOLLAR || c === CH_BACKTICK || c === CH_BACKSLASH || (insideDoubleQuotes && c === CH_DQUOTE)) {
                            inner += src[this.pos];
                        }
                        else {
                            inner += "\\" + src[this.pos];
                        }
                        this.pos++;
                    }
                }
                else {
                    const runStart = this.pos;
                    while (this.pos < len) {
                        const c = src.charCodeAt(this.pos);
                        if (c === CH_BACKTICK || c === CH_BACKSLASH)
                            break;
                        this.pos++;
                    }
                    inner += src.slice(runStart, this.pos);
                }
            }
        }
        if (this.pos < len)
            this.pos++; // closing `
        else
            this.errors.push({ message: "unterminated backtick", pos: start - 1 });
        const text = src.slice(start - 1, this.pos); // raw source including backticks
        this._resultText = inner;
        this._resultHasExpansion = true;
        if (this._buildParts) {
            this._resultPart = hasEscapes
                ? this.decodedCommandExpansion(start - 1, text, inner)
                : this.commandExpansion(start - 1, text, start, inner);
        }
        else {
            this._resultPart = undefined;
        }
    }
    readParameterExpansion(insideDoubleQuotes) {
        const src = this.src;
        const len = this.srcEnd;
        const start = this.pos; // at {
        this.pos++;
        let depth = 1;
        let reported = false;
        while (this.pos < len && depth > 0) {
            const ch = src.charCodeAt(this.pos);
            if (ch === CH_DOLLAR) {
                // Dispatch forward: `$$` consumes its own second `$`, so a `{` after it is literal.
                const next = this.pos + 1 < len ? src.charCodeAt(this.pos + 1) : 0;
                if (next === CH_LBRACE) {
                    depth++;
                    if (this._nestingDepth + depth > MAX_SYNTAX_NESTING && !reported) {
                        this.errors.push({ message: "maximum parameter expansion nesting depth exceeded", pos: this.pos });
                        reported = true;
                    }
                    this.pos += 2;
                    continue;
                }
                if (next === CH_DOLLAR) {
                    this.pos += 2;
                    continue;
                }
                if (next === CH_LPAREN) {
                    const dollarPos = this.pos;
                    this.pos += 2;
                    this.extractBalanced();
                    if (this._unbalanced)
                        this.errors.push({ message: "unterminated command substitution", pos: dollarPos });
                    continue;
                }
            }
            else if (ch === CH_BACKTICK) {
                this.pos++;
                while (this.pos < len && src.charCodeAt(this.pos) !== CH_BACKTICK) {
                    if (src.charCodeAt(this.pos) === CH_BACKSLASH)
                        this.pos++;
                    this.pos++;
                }
                if (this.pos < len)
                    this.pos++;
                continue;
            }
            else if (ch === CH_RBRACE) {
                if (--depth === 0) {
                    this.pos++;
                    break;
                }
            }
            else if (ch === CH_BACKSLASH) {
                if (this.pos + 1 < len)
                    this.pos++;
            }
            else if (ch === CH_SQUOTE) {
                this.pos++;
                if (this.pos > start + 1 && src.charCodeAt(this.pos - 2) === CH_DOLLAR)
                    this.skipAnsiCQuoted();
                else
                    this.skipSQ();
                continue;
            }
            else if (ch === CH_DQUOTE) {
                this.pos++;
                this.skipDQ();
                continue;
            }
            this.pos++;
        }
        const closed = depth === 0;
        if (!closed)
            this.errors.push({ message: "unterminated parameter expansion", pos: start - 1 });
        const text = this._buildParts || this._buildValue ? src.slice(start - 1, this.pos) : "";
        this._resultText = text;
        this._resultIsRaw = true;
        this._resultHasExpansion = false;
        if (this._buildParts) {
            const inner = src.slice(start + 1, closed ? this.pos - 1 : this.pos);
            this._resultPart = this.parseParamInner(text, inner, start + 1, insideDoubleQuotes);
        }
        else {
            this._resultPart = undefined;
        }
    }
    // `innerStart` is the absolute offset of `inner` in the original source, so each sub-field
    // word is parsed in place at its true position. `sub(a, b)` maps inner-relative offsets to
    // that absolute window.
    parseParamInner(text, inner, innerStart, insideDoubleQuotes) {
        const result = {
            type: "ParameterExpansion",
            pos: innerStart - 2,
            end: this.pos,
            text,
            parameter: "",
            parameterPos: innerStart,
            parameterEnd: innerStart,
            prefix: undefined,
            index: undefined,
            operation: undefined,
        };
        const ilen = inner.length;
        if (ilen === 0)
            return result;
        const sub = (a, b, context = "word") => this.parseSubFieldWord(innerStart + a, innerStart + b, context);
        const closeBracket = (start) => {
            const close = this.findClosingBracket(innerStart + start, innerStart + ilen);
            return close === -1 ? -1 : close - innerStart;
        };
        let i = 0;
        if (ilen > 1 && inner.charCodeAt(0) === CH_BANG) {
            result.prefix = "!";
            i = 1;
        }
        if (ilen > 1 && inner.charCodeAt(0) === CH_HASH) {
            const nameEnd = this.scanParamName(inner, 1);
            let parameterEnd = nameEnd;
            let indexEnd = -1;
            if (parameterEnd < ilen && inner.charCodeAt(parameterEnd) === CH_LBRACKET) {
                indexEnd = closeBracket(parameterEnd + 1);
                if (indexEnd !== -1)
                    parameterEnd = indexEnd + 1;
            }
            if (nameEnd > 1 && parameterEnd === ilen) {
                result.prefix = "#";
                result.parameter = inner.slice(1, nameEnd);
                result.parameterPos = innerStart + 1;
                result.parameterEnd = innerStart + nameEnd;
                if (indexEnd !== -1)
                    result.index = sub(nameEnd + 1, indexEnd, "embedded");
                return result;
            }
        }
        const nameStart = i;
        i = this.scanParamName(inner, i);
        result.parameter = inner.slice(nameStart, i);
        result.parameterPos = innerStart + nameStart;
        result.parameterEnd = innerStart + i;
        if (i < ilen && inner.charCodeAt(i) === CH_LBRACKET) {
            const closeB = closeBracket(i + 1);
            if (closeB !== -1) {
                result.index = sub(i + 1, closeB, "embedded");
                i = closeB + 1;
            }
        }
        if (i >= ilen)
            return result;
        const pos = innerStart + i;
        const end = innerStart + ilen;
        const opChar = inner.charCodeAt(i);
        const nextChar = inner.charCodeAt(i + 1);
        const defaultChar = inner[opChar === CH_COLON ? i + 1 : i];
        if (defaultChar === "-" || defaultChar === "=" || defaultChar === "+" || defaultChar === "?") {
            const operandStart = i + (opChar === CH_COLON ? 2 : 1);
            result.operation = {
                type: "Default",
                pos,
                end,
                operatorEnd: innerStart + operandStart,
                operator: opChar === CH_COLON ? `:${defaultChar}` : defaultChar,
                operand: sub(operandStart, ilen, insideDoubleQuotes ? "quoted" : "word"),
            };
            return result;
        }
        if (opChar === CH_COLON) {
            i++;
            const sliceStart = innerStart + i;
            const colonIdx = findUnnested(inner.slice(i), CH_COLON, true, (index, quoted) => {
                return this.findNestedShellEnd(sliceStart + index, end, quoted) - sliceStart;
            });
            result.operation = {
                type: "Slice",
                pos,
                end,
                operatorEnd: sliceStart,
                operator: ":",
                offset: sub(i, colonIdx === -1 ? ilen : i + colonIdx, "embedded"),
                length: colonIdx === -1 ? undefined : sub(i + colonIdx + 1, ilen, "embedded"),
            };
            return result;
        }
        if (opChar === CH_HASH || opChar === CH_PERCENT) {
            const doubled = nextChar === opChar;
            const operator = opChar === CH_HASH ? (doubled ? "##" : "#") : doubled ? "%%" : "%";
            const operandStart = i + (doubled ? 2 : 1);
            result.operation = {
                type: "Remove",
                pos,
                end,
                operatorEnd: innerStart + operandStart,
                operator,
                operand: sub(operandStart, ilen),
            };
            return result;
        }
        if (opChar === CH_SLASH) {
            i++;
            let operator = "/";
            if (nextChar === CH_SLASH || nextChar === CH_HASH || nextChar === CH_PERCENT) {
                operator = nextChar === CH_SLASH ? "//" : nextChar === CH_HASH ? "/#" : "/%";
                i++;
            }
            let separatorStart = i;
            if (nextChar === CH_SLASH) {
                // After // a leading slash belongs to the pattern; /# and /% allow empty patterns.
                separatorStart = skipLineContinuations(inner, i, ilen);
                if (inner.charCodeAt(separatorStart) === CH_SLASH)
                    separatorStart++;
            }
            const sepIdx = findUnnested(inner.slice(separatorStart), CH_SLASH);
            const patternEnd = sepIdx === -1 ? ilen : separatorStart + sepIdx;
            result.operation = {
                type: "Replace",
                pos,
                end,
                operatorEnd: innerStart + i,
                operator,
                pattern: sub(i, patternEnd),
                replacement: sub(sepIdx === -1 ? ilen : patternEnd + 1, ilen),
            };
            return result;
        }
        if (opChar === CH_CARET || opChar === CH_COMMA) {
            const doubled = nextChar === opChar;
            const operator = opChar === CH_CARET ? (doubled ? "^^" : "^") : doubled ? ",," : ",";
            const operandStart = i + (doubled ? 2 : 1);
            result.operation = {
                type: "CaseModification",
                pos,
                end,
                operatorEnd: innerStart + operandStart,
                operator,
                operand: operandStart === ilen ? undefined : sub(operandStart, ilen),
            };
            return result;
        }
        if (result.prefix === "!" &&
            result.index === undefined &&
            i + 1 === ilen &&
            (opChar === CH_AT || opChar === CH_STAR)) {
            result.operation = { type: "Names", pos, end, operatorEnd: end, operator: opChar === CH_AT ? "@" : "*" };
            return result;
        }
        if (opChar === CH_AT) {
            result.operation = {
                type: "Transform",
                pos,
                end,
                operatorEnd: pos + 1,
                operator: "@",
                operand: sub(i + 1, ilen),
            };
            return result;
        }
        result.operation = { type: "Unknown", pos, end, operatorEnd: end, operator: inner.slice(i) };
        return result;
    }
    findNestedShellEnd(start, end, quoted) {
        const ch = this.src.charCodeAt(start);
        if (ch === CH_BACKTICK) {
            let pos = start + 1;
            while (pos < end) {
                const current = this.src.charCodeAt(pos);
                if (current === CH_BACKSLASH) {
                    pos += 2;
                    continue;
                }
                pos++;
                if (current === CH_BACKTICK)
                    return pos;
            }
            return end;
        }
        let close;
        if (ch === CH_DOLLAR) {
            const next = start + 1;
            if (next < end && this.src.charCodeAt(next) === CH_LBRACE) {
                close = this.findClosingBrace(next + 1, end);
            }
            else {
                const open = skipLineContinuations(this.src, next, end);
                if (open >= end || this.src.charCodeAt(open) !== CH_LPAREN)
                    return start;
                close = this.findClosingParenthesis(open + 1, end);
            }
        }
        else {
            const open = start + 1;
            if (quoted || (ch !== CH_LT && ch !== CH_GT) || open >= end || this.src.charCodeAt(open) !== CH_LPAREN) {
                return start;
            }
            close = this.findClosingParenthesis(open + 1, end);
        }
        return close === -1 ? end : close + 1;
    }
    scanParamName(s, start) {
        let i = start;
        if (i >= s.length)
            return i;
        const c = s.charCodeAt(i);
        // Special single-char params
        if (c === CH_AT ||
            c === CH_STAR ||
            c === CH_HASH ||
            c === CH_QUESTION ||
            c === CH_DASH ||
            c === CH_DOLLAR ||
            c === CH_BANG) {
            return i + 1;
        }
        // Digits
        if (c >= CH_0 && c <= CH_9) {
            while (i < s.length && s.charCodeAt(i) >= CH_0 && s.charCodeAt(i) <= CH_9)
                i++;
            return i;
        }
        // Regular name: [a-zA-Z_][a-zA-Z0-9_]*
        if ((c >= CH_a && c <= CH_z) || (c >= CH_A && c <= CH_Z) || c === CH_UNDERSCORE) {
            i++;
            while (i < s.length) {
                const ch = s.charCodeAt(i);
                if ((ch >= CH_a && ch <= CH_z) ||
                    (ch >= CH_A && ch <= CH_Z) ||
                    (ch >= CH_0 && ch <= CH_9) ||
                    ch === CH_UNDERSCORE)
                    i++;
                else
                    break;
            }
        }
        return i;
    }
    readAnsiCQuoted() {
        const quotePos = this.pos - 1;
        const result = decodeAnsiCQuoted(this.src, this.pos, this.srcEnd);
        this.pos = result.end;
        if (!result.closed)
            this.errors.push({ message: "unterminated ANSI-C quote", pos: quotePos });
        return result.value;
    }
    // Quotes resume when a nested substitution returns to their parenthesis depth.
    extractBalanced(useGrammar = true, quoteOnly = false) {
        const src = this.src;
        const len = this.srcEnd;
        const bt = this._buildParts || this._buildValue;
        let depth = quoteOnly ? 0 : 1;
        const start = this.pos;
        this._unbalanced = false;
        const knownEnd = useGrammar && !quoteOnly ? this.substitutionContext.boundaries?.get(start) : undefined;
        if (knownEnd !== undefined && knownEnd <= len && this._nestingDepth < MAX_SYNTAX_NESTING) {
            this.pos = knownEnd;
            return bt ? src.slice(start, knownEnd - 1) : "";
        }
        let wordStart = true;
        // Fast path: scan for simple cases with no nested quotes/parens/case. Nothing here
        // opens a paren — `(` breaks to the slow path — so depth stays 1 and the first `)`
        // closes the construct.
        while (!quoteOnly && this.pos < len) {
            const c = src.charCodeAt(this.pos);
            if (c === CH_RPAREN) {
                const result = bt ? src.slice(start, this.pos) : "";
                this.pos++;
                return result;
            }
            else if (c === CH_LPAREN ||
                c === CH_BACKSLASH ||
                c === CH_SQUOTE ||
                c === CH_DQUOTE ||
                c === CH_BACKTICK ||
                (c === CH_DOLLAR &&
                    (src.charCodeAt(this.pos + 1) === CH_SQUOTE ||
                        src.charCodeAt(this.pos + 1) === CH_DOLLAR ||
                        src.charCodeAt(this.pos + 1) === CH_LBRACE))) {
                break;
            }
            else if (c === CH_LT && this.pos + 1 < len && src.charCodeAt(this.pos + 1) === CH_LT) {
                break;
            }
            else if (c === CH_HASH && wordStart) {
                break;
            }
            else if (c === 99 /* c */ &&
                wordStart &&
                this.pos + 3 < len &&
                src.charCodeAt(this.pos + 1) === 97 /* a */ &&
                src.charCodeAt(this.pos + 2) === 115 /* s */ &&
                src.charCodeAt(this.pos + 3) === 101 /* e */ &&
                (this.pos + 4 >= len || (src.charCodeAt(this.pos + 4) < 128 && charType[src.charCodeAt(this.pos + 4)] & 1))) {
                break;
            }
            else {
                wordStart = c < 128 && (charType[c] & 1) !== 0;
                this.pos++;
            }
        }
        // Slow path: just track position (source is copied verbatim, so slice at end)
        let caseDepth = 0;
        // Parentheses opened since the innermost `case` began. A `)` only terminates a case
        // pattern when nothing is open — otherwise it closes a pattern's leading `(`, an
        // extglob group, or a subshell in the case body, and must rebalance `depth`.
        let caseParens = 0;
        // Word-form parens resume mid-word; grammar parens resume where `#` can open a comment.
        const wordStartAfterParen = [];
        let pendingDelims = null;
        let scripts;
        let arithBase = -1;
        // A `$((` extent is found by bash's arithmetic scanner, where `#` is ordinary, and keeps
        // that extent even for a command body. The two chars before `start` are the delimiter.
        let arithExtent = start >= 2 &&
            src.charCodeAt(start) === CH_LPAREN &&
            src.charCodeAt(start - 1) === CH_LPAREN &&
            src.charCodeAt(start - 2) === CH_DOLLAR;
        let substitutions = 0;
        let reported = false;
        const quotes = quoteOnly ? [{ close: CH_DQUOTE, depth: 0 }] : [];
        let quotedDepth = quoteOnly ? 1 : 0;
        let parameterDepth = 0;
        let arithmeticOpens;
        let continuedDollarPos = -1;
        let continuedParenPos = -1;
        let escapedEnd = -1;
        let lastParenEnd = -1;
        let checkedGrammar = false;
        while (this.pos < len && (depth > 0 || quotes.length > 0)) {
            let ch = src.charCodeAt(this.pos);
            // A negative index would leave V8's fast array path, so guard the empty stack.
            const quote = quotes.length === 0 ? undefined : quotes[quotes.length - 1];
            if (quote !== undefined && quote.depth === depth) {
                let commandOpen = false;
                if (ch === CH_BACKSLASH) {
                    this.pos = Math.min(this.pos + 2, len);
                    continue;
                }
                if (ch === quote.close) {
                    quotes.pop();
                    if (ch === CH_DQUOTE)
                        quotedDepth--;
                    else
                        parameterDepth--;
                    this.pos++;
                    if (quoteOnly && depth === 0 && quotes.length === 0)
                        return "";
                    continue;
                }
                if (ch === CH_DQUOTE) {
                    quotes.push({ close: CH_DQUOTE, depth });
                    quotedDepth++;
                }
                else if (ch === CH_SQUOTE && quote.close === CH_RBRACE) {
                    this.pos++;
                    this.skipSQ();
                    continue;
                }
                else if (ch === CH_BACKTICK) {
                    this.pos++;
                    while (this.pos < len && src.charCodeAt(this.pos) !== CH_BACKTICK) {
                        if (src.charCodeAt(this.pos) === CH_BACKSLASH)
                            this.pos++;
                        if (this.pos < len)
                            this.pos++;
                    }
                    if (this.pos < len)
                        this.pos++;
                    continue;
                }
                else if (ch === CH_DOLLAR) {
                    const next = src.charCodeAt(this.pos + 1);
                    if (next === CH_SQUOTE && quote.close === CH_RBRACE) {
                        this.pos += 2;
                        this.skipAnsiCQuoted();
                        continue;
                    }
                    if (next === CH_LBRACE) {
                        quotes.push({ close: CH_RBRACE, depth });
                        parameterDepth++;
                        this.pos++;
                    }
                    else if (next === CH_LPAREN) {
                        this.pos++;
                        ch = CH_LPAREN;
                        commandOpen = true;
                    }
                    else if (next === CH_DOLLAR) {
                        // `$$` is one parameter unless `(` follows: Bash's quote scanner then reads `$` + `$(`.
                        this.pos += src.charCodeAt(this.pos + 2) === CH_LPAREN ? 1 : 2;
                        continue;
                    }
                }
                if (!reported && this._nestingDepth + Math.max(quotedDepth, parameterDepth) > MAX_SYNTAX_NESTING) {
                    this.errors.push({ message: "maximum word nesting depth exceeded", pos: this.pos });
                    reported = true;
                }
                if (!commandOpen) {
                    // Plain text changes no depth, so the rest of the run needs no further checks.
                    this.pos++;
                    while (this.pos < len) {
                        const c = src.charCodeAt(this.pos);
                        if (c === CH_BACKSLASH ||
                            c === CH_DQUOTE ||
                            c === CH_DOLLAR ||
                            c === CH_BACKTICK ||
                            c === CH_RBRACE ||
                            c === CH_SQUOTE)
                            break;
                        this.pos++;
                    }
                    continue;
                }
            }
            // The grammar resolves whether '#' after ')' is a comment, including inside array subscripts.
            if (ch === CH_HASH &&
                lastParenEnd !== -1 &&
                !arithExtent &&
                arithBase < 0 &&
                useGrammar &&
                !checkedGrammar &&
                this._nestingDepth + (scripts?.length ?? 0) < MAX_SYNTAX_NESTING &&
                skipBlanks(src, lastParenEnd, len) === this.pos) {
                checkedGrammar = true;
                const scope = scripts?.[scripts.length - 1];
                const end = this.findSubstitutionEnd(scope?.start ?? start, len, this._nestingDepth + (scripts?.length ?? 0) + 1);
                if (end !== -1) {
                    if (scope === undefined) {
                        this.pos = end;
                        return bt ? src.slice(start, end - 1) : "";
                    }
                    // Rejoin the closing-parenthesis path so the proven script end restores its enclosing scope.
                    this.pos = end - 1;
                    depth = scope.depth + 1;
                    caseDepth = 0;
                    caseParens = 0;
                    wordStartAfterParen.length = scope.parens + 1;
                    ch = CH_RPAREN;
                }
            }
            if (ch === CH_LPAREN) {
                // An escaped character (`\$(`) is text, not a substitution or extglob prefix.
                const prev = this.pos > start && this.pos !== escapedEnd ? src.charCodeAt(this.pos - 1) : 0;
                const commandDollarPos = prev === CH_DOLLAR ? this.pos - 1 : this.pos === continuedParenPos ? continuedDollarPos : -1;
                const wordParen = commandDollarPos !== -1 ||
                    prev === CH_LT ||
                    prev === CH_GT ||
                    prev === CH_EQ ||
                    prev === CH_AT ||
                    prev === CH_QUESTION ||
                    prev === CH_STAR ||
                    prev === CH_PLUS ||
                    prev === CH_BANG ||
                    (prev === CH_LPAREN && wordStartAfterParen[wordStartAfterParen.length - 1] === false) ||
                    (arithExtent && this.pos === start);
                const script = (commandDollarPos !== -1 && src.charCodeAt(this.pos + 1) !== CH_LPAREN) ||
                    ((prev === CH_LT || prev === CH_GT) && arithBase < 0 && !arithExtent);
                if (script) {
                    (scripts ?? (scripts = [])).push({
                        start: this.pos + 1,
                        dollar: commandDollarPos,
                        depth,
                        parens: wordStartAfterParen.length,
                        caseDepth,
                        caseParens,
                        arithBase,
                        arithExtent,
                        substitutions,
                        checkedGrammar,
                        pendingDelims,
                    });
                    caseDepth = 0;
                    caseParens = 0;
                    arithBase = -1;
                    arithExtent = false;
                    checkedGrammar = false;
                    pendingDelims = null;
                }
                wordStartAfterParen.push(!wordParen);
                wordStart = true;
                // (( opens arithmetic — suppress heredoc detection until the parens
                // rebalance so shift operators inside aren't mistaken for heredocs
                if (!script && arithBase < 0 && this.pos + 1 < len && src.charCodeAt(this.pos + 1) === CH_LPAREN) {
                    arithBase = depth;
                }
                if (commandDollarPos !== -1) {
                    if (script)
                        substitutions++;
                    else
                        (arithmeticOpens ?? (arithmeticOpens = [])).push(depth);
                    if (substitutions + (arithmeticOpens?.length ?? 0) + this._nestingDepth + (quoteOnly ? 0 : 1) >
                        MAX_SYNTAX_NESTING &&
                        !reported) {
                        this.errors.push({ message: "maximum command substitution nesting depth exceeded", pos: commandDollarPos });
                        reported = true;
                    }
                }
                continuedDollarPos = -1;
                continuedParenPos = -1;
                depth++;
                if (caseDepth > 0)
                    caseParens++;
                this.pos++;
            }
            else if (ch === CH_RPAREN) {
                if (caseDepth > 0 && caseParens === 0) {
                    this.pos++;
                    wordStart = true;
                }
                else {
                    if (caseDepth > 0)
                        caseParens--;
                    depth--;
                    if (depth === 0 && !quoteOnly) {
                        const result = bt ? src.slice(start, this.pos) : "";
                        this.pos++;
                        return result;
                    }
                    if (depth <= arithBase)
                        arithBase = -1;
                    if (arithmeticOpens !== undefined) {
                        while (arithmeticOpens.length > 0 && arithmeticOpens[arithmeticOpens.length - 1] >= depth)
                            arithmeticOpens.pop();
                    }
                    wordStart = wordStartAfterParen.pop() ?? true;
                    this.pos++;
                    const scope = scripts?.[scripts.length - 1];
                    if (scope !== undefined && scope.depth === depth) {
                        scripts.pop();
                        caseDepth = scope.caseDepth;
                        caseParens = scope.caseParens;
                        arithBase = scope.arithBase;
                        arithExtent = scope.arithExtent;
                        substitutions = scope.substitutions;
                        checkedGrammar = scope.checkedGrammar;
                        pendingDelims = scope.pendingDelims;
                    }
                }
                lastParenEnd = this.pos;
            }
            else if (ch === CH_BACKSLASH) {
                if (this.pos > start && src.charCodeAt(this.pos - 1) === CH_DOLLAR) {
                    const logicalPos = skipLineContinuations(src, this.pos, len);
                    if (logicalPos > this.pos &&
                        src.charCodeAt(logicalPos) === CH_LPAREN &&
                        src.charCodeAt(logicalPos + 1) !== CH_LPAREN) {
                        continuedDollarPos = this.pos - 1;
                        continuedParenPos = logicalPos;
                    }
                }
                this.pos++;
                if (this.pos < len) {
                    if (src.charCodeAt(this.pos) !== CH_NL) {
                        wordStart = false;
                    }
                    this.pos++;
                }
                escapedEnd = this.pos;
            }
            else if (ch === CH_DOLLAR) {
                const next = src.charCodeAt(++this.pos);
                if (next === CH_SQUOTE) {
                    this.pos++;
                    this.skipAnsiCQuoted();
                }
                else if (next === CH_DOLLAR) {
                    this.pos++;
                }
                else if (next === CH_LBRACE && !isBraceCommandOpener(src.charCodeAt(this.pos + 1))) {
                    // `${` opens a parameter expansion; `<<`, `)` and `#` inside it are pattern text. The
                    // `${ cmd; }` and `${|cmd; }` command forms keep the plain scan, as readDollar dispatches them.
                    quotes.push({ close: CH_RBRACE, depth });
                    parameterDepth++;
                    this.pos++;
                }
                wordStart = false;
            }
            else if (ch === CH_SQUOTE) {
                this.pos++;
                this.skipSQ();
                wordStart = false;
            }
            else if (ch === CH_DQUOTE) {
                quotes.push({ close: CH_DQUOTE, depth });
                quotedDepth++;
                this.pos++;
                wordStart = false;
            }
            else if (ch === CH_BACKTICK) {
                this.pos++;
                while (this.pos < len && src.charCodeAt(this.pos) !== CH_BACKTICK) {
                    if (src.charCodeAt(this.pos) === CH_BACKSLASH)
                        this.pos++;
                    if (this.pos < len)
                        this.pos++;
                }
                if (this.pos < len)
                    this.pos++;
                wordStart = false;
            }
            else if (ch === CH_LT && arithBase < 0 && this.pos + 1 < len && src.charCodeAt(this.pos + 1) === CH_LT) {
                // << is a heredoc operator even in case-pattern position — unquoted <<
                // inside a pattern is a bash syntax error, so no caseDepth gate here
                if (this.pos + 2 < len && src.charCodeAt(this.pos + 2) === CH_LT) {
                    this.pos += 3; // <<< herestring
                }
                else {
                    this.pos += 2;
                    const strip = this.pos < len && src.charCodeAt(this.pos) === CH_DASH;
                    if (strip)
                        this.pos++;
                    this.skipSpacesAndTabs();
                    this.readHereDocDelimiter();
                    // Empty unquoted delimiter means there was no delimiter word (`<< )`)
                    if (this._hereDelim || this._hereQuoted) {
                        (pendingDelims ?? (pendingDelims = [])).push({
                            delimiter: this._hereDelim,
                            strip,
                            quoted: this._hereQuoted,
                        });
                    }
                }
                wordStart = false;
            }
            else if (ch === CH_NL && pendingDelims) {
                this.pos++;
                for (const hd of pendingDelims)
                    this.skipHereDocBody(hd.delimiter, hd.strip, true, hd.quoted);
                pendingDelims = null;
                wordStart = true;
            }
            else if (ch === CH_HASH && arithBase < 0 && !arithExtent && wordStart) {
                // Word-boundary # opens a comment — opaque up to (not including) the
                // newline, so quotes and << inside it stay inert
                while (this.pos < len && src.charCodeAt(this.pos) !== CH_NL)
                    this.pos++;
            }
            else {
                const wStart = this.pos;
                while (this.pos < len) {
                    const wc = src.charCodeAt(this.pos);
                    if (wc < 128 && charType[wc])
                        break;
                    this.pos++;
                }
                if (this.pos > wStart) {
                    const wLen = this.pos - wStart;
                    if (wLen === 4 && wordStart && arithBase < 0 && !arithExtent) {
                        const c0 = src.charCodeAt(wStart);
                        if (c0 === 99 &&
                            src.charCodeAt(wStart + 1) === 97 &&
                            src.charCodeAt(wStart + 2) === 115 &&
                            src.charCodeAt(wStart + 3) === 101) {
                            caseDepth++;
                        }
                        else if (c0 === 101 &&
                            src.charCodeAt(wStart + 1) === 115 &&
                            src.charCodeAt(wStart + 2) === 97 &&
                            src.charCodeAt(wStart + 3) === 99 &&
                            caseDepth > 0) {
                            caseDepth--;
                            if (caseDepth === 0)
                                caseParens = 0;
                        }
                    }
                    wordStart = false;
                }
                else {
                    const wc = src.charCodeAt(this.pos);
                    wordStart = wc < 128 && (charType[wc] & 1) !== 0;
                    this.pos++;
                }
            }
        }
        // Ran out of input before the closing paren. A quoted scan owns the `$(` it opened: the
        // outermost one left open is reported here, since no token read revisits this text.
        this._unbalanced = true;
        if (quoteOnly && scripts !== undefined && scripts.length > 0) {
            this.errors.push({ message: "unterminated command substitution", pos: scripts[0].dollar });
        }
        return bt ? src.slice(start, this.pos) : "";
    }
}

;// CONCATENATED MODULE: ./node_modules/unbash/dist/arithmetic.js



function opPrec(op) {
    switch (op) {
        case ",":
            return 1;
        case "=":
        case "+=":
        case "-=":
        case "*=":
        case "/=":
        case "%=":
        case "<<=":
        case ">>=":
        case "&=":
        case "|=":
        case "^=":
            return 2;
        case "||":
            return 4;
        case "&&":
            return 5;
        case "|":
            return 6;
        case "^":
            return 7;
        case "&":
            return 8;
        case "==":
        case "!=":
            return 9;
        case "<":
        case "<=":
        case ">":
        case ">=":
            return 10;
        case "<<":
        case ">>":
            return 11;
        case "+":
        case "-":
            return 12;
        case "*":
        case "/":
        case "%":
            return 13;
        case "**":
            return 14;
        case "?":
            return 3;
        default:
            return -1;
    }
}
function trimEnd(src, start, end) {
    while (end > start) {
        const c = src.charCodeAt(end - 1);
        if (c !== CH_SPACE && c !== CH_TAB && c !== CH_NL)
            break;
        end--;
    }
    return end;
}
function opRightAssoc(op) {
    switch (op) {
        case "=":
        case "+=":
        case "-=":
        case "*=":
        case "/=":
        case "%=":
        case "<<=":
        case ">>=":
        case "&=":
        case "|=":
        case "^=":
        case "**":
            return true;
        default:
            return false;
    }
}
function parseArithmeticExpression(src, offset = 0, collector, nestingDepth = 0) {
    let pos = 0;
    const len = src.length;
    const initialWordCount = collector?.embeddedWords.length ?? 0;
    function makeWord(start, end, embedded = false) {
        const node = {
            type: "ArithmeticWord",
            pos: start + offset,
            end: end + offset,
            value: src.slice(start, end),
            parts: undefined,
        };
        if (embedded)
            collector?.embeddedWords.push(node);
        return node;
    }
    function skipWS() {
        while (pos < len) {
            const c = src.charCodeAt(pos);
            if (c === CH_SPACE || c === CH_TAB || c === CH_NL)
                pos++;
            else
                break;
        }
    }
    function tryReadBinOp() {
        if (pos >= len)
            return null;
        const c = src.charCodeAt(pos);
        const nc = pos + 1 < len ? src.charCodeAt(pos + 1) : 0;
        const nnc = pos + 2 < len ? src.charCodeAt(pos + 2) : 0;
        switch (c) {
            case CH_COMMA:
                pos++;
                return ",";
            case CH_EQ:
                if (nc === CH_EQ) {
                    pos += 2;
                    return "==";
                }
                pos++;
                return "=";
            case CH_BANG:
                if (nc === CH_EQ) {
                    pos += 2;
                    return "!=";
                }
                return null; // unary
            case CH_LT:
                if (nc === CH_LT) {
                    if (nnc === CH_EQ) {
                        pos += 3;
                        return "<<=";
                    }
                    pos += 2;
                    return "<<";
                }
                if (nc === CH_EQ) {
                    pos += 2;
                    return "<=";
                }
                pos++;
                return "<";
            case CH_GT:
                if (nc === CH_GT) {
                    if (nnc === CH_EQ) {
                        pos += 3;
                        return ">>=";
                    }
                    pos += 2;
                    return ">>";
                }
                if (nc === CH_EQ) {
                    pos += 2;
                    return ">=";
                }
                pos++;
                return ">";
            case CH_PLUS:
                if (nc === CH_EQ) {
                    pos += 2;
                    return "+=";
                }
                if (nc === CH_PLUS)
                    return null; // postfix/prefix, not binary
                pos++;
                return "+";
            case CH_DASH:
                if (nc === CH_EQ) {
                    pos += 2;
                    return "-=";
                }
                if (nc === CH_DASH)
                    return null; // postfix/prefix, not binary
                pos++;
                return "-";
            case CH_STAR:
                if (nc === CH_STAR) {
                    pos += 2;
                    return "**";
                }
                if (nc === CH_EQ) {
                    pos += 2;
                    return "*=";
                }
                pos++;
                return "*";
            case CH_SLASH:
                if (nc === CH_EQ) {
                    pos += 2;
                    return "/=";
                }
                pos++;
                return "/";
            case CH_PERCENT:
                if (nc === CH_EQ) {
                    pos += 2;
                    return "%=";
                }
                pos++;
                return "%";
            case CH_PIPE:
                if (nc === CH_PIPE) {
                    pos += 2;
                    return "||";
                }
                if (nc === CH_EQ) {
                    pos += 2;
                    return "|=";
                }
                pos++;
                return "|";
            case CH_AMP:
                if (nc === CH_AMP) {
                    pos += 2;
                    return "&&";
                }
                if (nc === CH_EQ) {
                    pos += 2;
                    return "&=";
                }
                pos++;
                return "&";
            case CH_CARET:
                if (nc === CH_EQ) {
                    pos += 2;
                    return "^=";
                }
                pos++;
                return "^";
            case CH_QUESTION:
                pos++;
                return "?";
            default:
                return null;
        }
    }
    function skipTruncatedUnary() {
        skipWS();
        while (pos < len) {
            const c = src.charCodeAt(pos);
            if (c !== CH_BANG && c !== CH_TILDE && c !== CH_PLUS && c !== CH_DASH)
                break;
            if (src.charCodeAt(pos + 1) === CH_EQ)
                break;
            pos++;
            skipWS();
        }
        if (src.charCodeAt(pos) === CH_LPAREN) {
            let groups = 1;
            pos++;
            while (pos < len && groups > 0) {
                const wordEnd = collector?.findArithmeticWordEnd?.(pos + offset, offset + len) ?? pos + offset;
                if (wordEnd > pos + offset) {
                    pos = wordEnd - offset;
                    continue;
                }
                const c = src.charCodeAt(pos++);
                if (c === CH_LPAREN)
                    groups++;
                else if (c === CH_RPAREN)
                    groups--;
            }
        }
        else if (pos < len && src.charCodeAt(pos) !== CH_RPAREN && src.charCodeAt(pos) !== CH_COLON) {
            parseAtom(0);
        }
        skipWS();
        const c = src.charCodeAt(pos);
        if ((c === CH_PLUS || c === CH_DASH) && src.charCodeAt(pos + 1) === c)
            pos += 2;
    }
    function recoverExpression(minPrec) {
        skipWS();
        const start = pos;
        if (start === len)
            return makeWord(start, start);
        const wordCount = collector?.embeddedWords.length ?? 0;
        let ternaries = 0;
        for (;;) {
            skipTruncatedUnary();
            skipWS();
            if (src.charCodeAt(pos) === CH_COLON && ternaries > 0) {
                ternaries--;
                pos++;
                continue;
            }
            const saved = pos;
            const op = tryReadBinOp();
            if (op === null || (ternaries === 0 && opPrec(op) < minPrec)) {
                pos = saved;
                break;
            }
            if (op === "?")
                ternaries++;
        }
        if (collector)
            collector.embeddedWords.length = wordCount;
        return makeWord(start, trimEnd(src, start, pos));
    }
    function parseBinExpr(minPrec, depth) {
        if (depth > MAX_SYNTAX_NESTING)
            return recoverExpression(minPrec);
        let left = parseUnaryExpr(depth);
        while (true) {
            skipWS();
            if (pos >= len)
                break;
            const saved = pos;
            const op = tryReadBinOp();
            if (!op)
                break;
            // Ternary
            if (op === "?") {
                if (opPrec(op) < minPrec) {
                    pos = saved;
                    break;
                }
                const consequent = parseBinExpr(1, depth + 1);
                skipWS();
                if (pos < len && src.charCodeAt(pos) === CH_COLON)
                    pos++;
                const alternate = parseBinExpr(3, depth + 1);
                left = { type: "ArithmeticTernary", pos: left.pos, end: alternate.end, test: left, consequent, alternate };
                continue;
            }
            const prec = opPrec(op);
            if (prec < minPrec) {
                pos = saved;
                break;
            }
            const nextPrec = opRightAssoc(op) ? prec : prec + 1;
            const right = parseBinExpr(nextPrec, depth + 1);
            left = { type: "ArithmeticBinary", pos: left.pos, end: right.end, operator: op, left, right };
        }
        return left;
    }
    function parseUnaryExpr(depth) {
        skipWS();
        if (depth > MAX_SYNTAX_NESTING)
            return recoverExpression(15);
        if (pos >= len)
            return makeWord(pos, pos);
        const start = pos;
        const c = src.charCodeAt(pos);
        const nc = pos + 1 < len ? src.charCodeAt(pos + 1) : 0;
        // Prefix ++ --
        if (c === CH_PLUS && nc === CH_PLUS) {
            pos += 2;
            const operand = parseUnaryExpr(depth + 1);
            return { type: "ArithmeticUnary", pos: start + offset, end: operand.end, operator: "++", operand, prefix: true };
        }
        if (c === CH_DASH && nc === CH_DASH) {
            pos += 2;
            const operand = parseUnaryExpr(depth + 1);
            return { type: "ArithmeticUnary", pos: start + offset, end: operand.end, operator: "--", operand, prefix: true };
        }
        // Unary ! ~ + -
        if (c === CH_BANG) {
            pos++;
            const operand = parseUnaryExpr(depth + 1);
            return { type: "ArithmeticUnary", pos: start + offset, end: operand.end, operator: "!", operand, prefix: true };
        }
        if (c === CH_TILDE) {
            pos++;
            const operand = parseUnaryExpr(depth + 1);
            return { type: "ArithmeticUnary", pos: start + offset, end: operand.end, operator: "~", operand, prefix: true };
        }
        if (c === CH_PLUS && nc !== CH_PLUS && nc !== CH_EQ) {
            pos++;
            const operand = parseUnaryExpr(depth + 1);
            return { type: "ArithmeticUnary", pos: start + offset, end: operand.end, operator: "+", operand, prefix: true };
        }
        if (c === CH_DASH && nc !== CH_DASH && nc !== CH_EQ) {
            pos++;
            const operand = parseUnaryExpr(depth + 1);
            return { type: "ArithmeticUnary", pos: start + offset, end: operand.end, operator: "-", operand, prefix: true };
        }
        return parsePostfixExpr(depth);
    }
    function parsePostfixExpr(depth) {
        const operand = parseAtom(depth);
        skipWS();
        if (pos + 1 < len) {
            const c = src.charCodeAt(pos);
            const nc = src.charCodeAt(pos + 1);
            if (c === CH_PLUS && nc === CH_PLUS) {
                pos += 2;
                return { type: "ArithmeticUnary", pos: operand.pos, end: pos + offset, operator: "++", operand, prefix: false };
            }
            if (c === CH_DASH && nc === CH_DASH) {
                pos += 2;
                return { type: "ArithmeticUnary", pos: operand.pos, end: pos + offset, operator: "--", operand, prefix: false };
            }
        }
        return operand;
    }
    function parseAtom(depth) {
        skipWS();
        if (pos >= len)
            return makeWord(pos, pos);
        const c = src.charCodeAt(pos);
        // Parenthesized expression
        if (c === CH_LPAREN) {
            const start = pos;
            pos++;
            const expr = parseBinExpr(0, depth + 1);
            skipWS();
            if (pos < len && src.charCodeAt(pos) === CH_RPAREN)
                pos++;
            return { type: "ArithmeticGroup", pos: start + offset, end: pos + offset, expression: expr };
        }
        // Dollar expansion
        if (c === CH_DOLLAR) {
            const start = pos;
            const wordCount = collector?.embeddedWords.length ?? 0;
            const atom = readDollarAtom();
            const wordEnd = collector?.findArithmeticWordEnd?.(start + offset, offset + len) ?? pos + offset;
            if (wordEnd > pos + offset) {
                if (collector)
                    collector.embeddedWords.length = wordCount;
                pos = wordEnd - offset;
                return makeWord(start, pos, true);
            }
            return atom;
        }
        if (c === 0x60 /* ` */ || c === 0x22 /* " */ || c === 0x27 /* ' */) {
            const start = pos;
            pos = (collector?.findArithmeticWordEnd?.(start + offset, offset + len) ?? start + offset + 1) - offset;
            return makeWord(start, pos, true);
        }
        // Number or variable name
        const start = pos;
        const wordCount = collector?.embeddedWords.length ?? 0;
        const atom = readWordAtom();
        const wordEnd = collector?.findArithmeticWordEnd?.(start + offset, offset + len) ?? pos + offset;
        if (wordEnd > pos + offset) {
            if (collector)
                collector.embeddedWords.length = wordCount;
            pos = wordEnd - offset;
            return makeWord(start, pos, true);
        }
        return atom;
    }
    function readDollarAtom() {
        const start = pos;
        pos++; // skip $
        if (pos >= len)
            return makeWord(start, pos);
        const c = src.charCodeAt(pos);
        if (c === CH_LPAREN) {
            if (pos + 1 < len && src.charCodeAt(pos + 1) === CH_LPAREN) {
                // $(( nested arithmetic ))
                const expansionEnd = collector?.findArithmeticExpansionEnd(start + offset, offset + len) ?? -1;
                if (expansionEnd !== -1) {
                    pos = expansionEnd - offset;
                }
                else {
                    pos += 2;
                    let depth = 1;
                    while (pos < len && depth > 0) {
                        if (src.charCodeAt(pos) === CH_LPAREN && src.charCodeAt(pos + 1) === CH_LPAREN) {
                            depth++;
                            pos += 2;
                        }
                        else if (src.charCodeAt(pos) === CH_RPAREN && src.charCodeAt(pos + 1) === CH_RPAREN) {
                            depth--;
                            pos += 2;
                        }
                        else {
                            pos++;
                        }
                    }
                }
            }
            else {
                // $( command substitution )
                pos++; // skip (
                const close = collector?.findClosingParenthesis(pos + offset, offset + len) ?? -1;
                if (close !== -1) {
                    pos = close - offset + 1;
                }
                else {
                    let depth = 1;
                    while (pos < len && depth > 0) {
                        const ch = src.charCodeAt(pos++);
                        if (ch === CH_LPAREN)
                            depth++;
                        else if (ch === CH_RPAREN)
                            depth--;
                    }
                }
                const text = src.slice(start, pos);
                return collector
                    ? collector.commandExpansion(start + offset, pos + offset, text)
                    : new ScriptExpansionImpl("ArithmeticCommandExpansion", start + offset, pos + offset, text);
            }
        }
        else if (c === CH_LBRACE) {
            // ${ parameter expansion }
            const close = collector?.findClosingBrace(pos + offset + 1, offset + len) ?? -1;
            if (close !== -1) {
                pos = close - offset + 1;
            }
            else {
                pos++;
                let depth = 1;
                while (pos < len && depth > 0) {
                    const ch = src.charCodeAt(pos++);
                    if (ch === CH_LBRACE)
                        depth++;
                    else if (ch === CH_RBRACE)
                        depth--;
                }
            }
        }
        else {
            // $var
            while (pos < len) {
                const ch = src.charCodeAt(pos);
                if ((ch >= CH_a && ch <= CH_z) ||
                    (ch >= CH_A && ch <= CH_Z) ||
                    (ch >= CH_0 && ch <= CH_9) ||
                    ch === CH_UNDERSCORE)
                    pos++;
                else
                    break;
            }
        }
        return makeWord(start, pos, c === CH_LPAREN || c === CH_LBRACE);
    }
    function readWordAtom() {
        const start = pos;
        while (pos < len) {
            const c = src.charCodeAt(pos);
            if ((c >= CH_0 && c <= CH_9) ||
                (c >= CH_A && c <= CH_Z) ||
                (c >= CH_a && c <= CH_z) ||
                c === CH_UNDERSCORE ||
                c === 35 // # for base-N literals like 2#101
            ) {
                pos++;
            }
            else
                break;
        }
        // Array subscript: var[expr]
        if (pos > start && pos < len && src.charCodeAt(pos) === CH_LBRACKET) {
            const close = collector?.findClosingBracket?.(pos + offset + 1, offset + len) ?? -1;
            if (close !== -1) {
                pos = close - offset + 1;
            }
            else {
                pos++;
                let depth = 1;
                while (pos < len && depth > 0) {
                    const c = src.charCodeAt(pos);
                    if (c === CH_LBRACKET)
                        depth++;
                    else if (c === CH_RBRACKET)
                        depth--;
                    pos++;
                }
            }
            return makeWord(start, pos, true);
        }
        if (pos === start) {
            // Unknown character — advance to prevent infinite loop
            pos++;
            return makeWord(start, pos);
        }
        return makeWord(start, pos);
    }
    skipWS();
    if (pos >= len)
        return null;
    const start = pos;
    const result = parseBinExpr(0, nestingDepth);
    skipWS();
    if (pos < len) {
        // Unparsed tokens remain: a partial tree would silently drop them, so keep the whole body
        // as one word. With embedded structure its parts still expose nested substitutions.
        if (collector)
            collector.embeddedWords.length = initialWordCount;
        return makeWord(start, trimEnd(src, start, len), collector !== undefined);
    }
    return result;
}

;// CONCATENATED MODULE: ./node_modules/unbash/dist/parts.js



const computeBareWordParts = (_source, word) => hasGlobCharacters(word.text) ? parseGlobParts(word.text, 0, word.text.length, undefined, word.pos) : undefined;
function wordPartsResolver(context) {
    return (context.wordParts ?? (context.wordParts = (source, word, depth) => computeWordParts(source, word, depth, context)));
}
function embeddedPartsResolver(context) {
    return (context.embeddedParts ??
        (context.embeddedParts = (source, word, depth) => computeEmbeddedWordParts(source, word, depth, context)));
}
function arrayPartsResolver(context) {
    return (context.arrayParts ??
        (context.arrayParts = (source, word, depth) => computeArrayElementParts(source, word, depth, context)));
}
/**
 * Compute the structural parts of a word by re-scanning the source.
 * This is the "cold path" — only called when consumers actually need parts.
 *
 * Returns undefined for simple words (no quotes, expansions, or special structure).
 */
function computeWordParts(source, word, depth = 0, context = createSubstitutionContext()) {
    // Bound the re-lex to the word's span. A word inside a substitution script carries the
    // whole original as its source, so an unbounded scan would overrun the word into an
    // adjacent delimiter (e.g. a backtick or `)` immediately after it). For top-level words
    // word.end is the natural boundary, so the bound is a no-op.
    const lexer = new Lexer(source, word.pos, word.end, false, context);
    lexer._nestingDepth = depth;
    const parts = lexer.buildWordParts(word.pos);
    return parts ?? undefined;
}
/** Compute structural parts for a word-like span that may contain shell operators or whitespace. */
function computeEmbeddedWordParts(source, word, depth = 0, context, arithmetic = false) {
    if (!hasEmbeddedWordStructure(source, word.pos, word.end))
        return undefined;
    const lexer = new Lexer(source, word.pos, word.end, false, context);
    lexer._nestingDepth = depth;
    const parts = lexer.buildEmbeddedWordParts(word.pos, arithmetic);
    return parts ?? undefined;
}
function computeArrayElementParts(source, word, depth = 0, context) {
    const lexer = new Lexer(source, word.pos, word.end, false, context);
    lexer._nestingDepth = depth;
    const parts = lexer.buildArrayElementParts(word.pos);
    return parts ?? undefined;
}
/**
 * Compute parts for an unquoted heredoc body.
 * Heredoc bodies use different scanning rules than shell words: newlines are
 * literal and single/double quotes have no special meaning.
 */
function computeHereDocBodyParts(source, word, depth = 0, context) {
    const lexer = new Lexer(source, word.pos, word.end, false, context);
    lexer._nestingDepth = depth;
    const parts = lexer.buildHereDocParts(word.pos, word.end);
    return parts ?? undefined;
}

;// CONCATENATED MODULE: ./node_modules/unbash/dist/arithmetic-parts.js





function parseArithmeticWithParts(body, offset, source, depth, context, embeddedDepth = depth) {
    if (!hasEmbeddedWordStructure(source, offset, offset + body.length)) {
        return parseArithmeticExpression(body, offset, undefined, depth) ?? undefined;
    }
    const embeddedWords = [];
    const lexer = new Lexer(source, 0, source.length, false, context);
    lexer._nestingDepth = depth;
    const expression = parseArithmeticExpression(body, offset, {
        embeddedWords,
        commandExpansion: (pos, end, text) => new ScriptExpansionImpl("ArithmeticCommandExpansion", pos, end, text, {
            source,
            start: pos + 2,
            end: end - 1,
            depth: depth + 1,
            parenBoundary: true,
            context,
        }),
        findClosingBracket: (start, end) => lexer.findClosingBracket(start, end),
        findClosingBrace: (start, end) => lexer.findClosingBrace(start, end),
        findClosingParenthesis: (start, end) => lexer.findClosingParenthesis(start, end),
        findArithmeticExpansionEnd: (start, end) => lexer.findArithmeticExpansionEnd(start, end),
        findArithmeticWordEnd: (start, end) => lexer.findArithmeticWordEnd(start, end),
    }, depth) ?? undefined;
    // Past the nesting budget an embedded word keeps its text without parts.
    if (embeddedDepth <= MAX_SYNTAX_NESTING) {
        for (const node of embeddedWords)
            node.parts = computeEmbeddedWordParts(source, node, embeddedDepth, context, true);
    }
    return expression;
}

;// CONCATENATED MODULE: ./node_modules/unbash/dist/assignment.js




class ArrayValueImpl {
    type = "ArrayValue";
    pos;
    end;
    #source;
    #depth;
    #context;
    #elements;
    constructor(source, pos, end, depth, context) {
        this.pos = pos;
        this.end = end;
        this.#source = source;
        this.#depth = depth;
        this.#context = context;
    }
    get elements() {
        if (this.#elements)
            return this.#elements;
        const lexer = new Lexer(this.#source, this.pos + 1, this.end - 1, false, this.#context);
        lexer._nestingDepth = this.#depth;
        const elements = [];
        while (lexer.peek(LexContext.ArrayElement).token !== Token.EOF) {
            const token = lexer.next(LexContext.ArrayElement);
            if (token.token !== Token.Word && token.token !== Token.Assignment)
                continue;
            const text = token.raw ? token.value : this.#source.slice(token.pos, token.end);
            const indexed = text.charCodeAt(0) === 91;
            const context = lexer.getSubstitutionContext();
            const source = !indexed && token.raw && token.keywordEligible ? undefined : this.#source;
            const resolver = source === undefined
                ? computeBareWordParts
                : indexed
                    ? arrayPartsResolver(context)
                    : wordPartsResolver(context);
            elements.push(new WordImpl(text, token.pos, token.end, source, resolver, this.#depth));
        }
        this.#elements = elements;
        return elements;
    }
    toJSON() {
        return { type: this.type, pos: this.pos, end: this.end, elements: this.elements };
    }
}
class AssignmentImpl {
    type = "Assignment";
    pos;
    end;
    text;
    #source;
    #depth;
    #context;
    #operatorPos;
    #name = null;
    #append;
    #index;
    #value = null;
    constructor(text, pos, end, source, operatorPos, depth, context) {
        this.pos = pos;
        this.end = end;
        this.text = text;
        this.#source = source;
        this.#operatorPos = operatorPos;
        this.#depth = depth;
        this.#context = context;
    }
    get name() {
        return this.#name ?? this.resolveTarget();
    }
    get append() {
        if (this.#name === null)
            this.resolveTarget();
        return this.#append;
    }
    get index() {
        if (this.#name === null)
            this.resolveTarget();
        return this.#index;
    }
    get value() {
        if (this.#value !== null)
            return this.#value;
        const start = this.#operatorPos + 1;
        const arrayStart = skipLineContinuations(this.#source, start, this.end);
        this.#value =
            this.#source.charCodeAt(arrayStart) === 40 && this.#source.charCodeAt(this.end - 1) === 41
                ? new ArrayValueImpl(this.#source, arrayStart, this.end, this.#depth, this.#context)
                : new WordImpl(this.#source.slice(start, this.end), start, this.end, this.#source, wordPartsResolver(this.#context), this.#depth);
        return this.#value;
    }
    resolveTarget() {
        const equal = this.#operatorPos - this.pos;
        let nameEnd = equal;
        let appendPos = equal;
        while (appendPos >= 2 && this.text.charCodeAt(appendPos - 2) === 92 && this.text.charCodeAt(appendPos - 1) === 10)
            appendPos -= 2;
        if (this.text.charCodeAt(appendPos - 1) === 43) {
            this.#append = true;
            nameEnd = appendPos - 1;
        }
        const bracket = this.text.indexOf("[");
        if (bracket > 0 && bracket < nameEnd) {
            const close = this.text.lastIndexOf("]", equal);
            if (close > bracket) {
                const start = this.pos + bracket + 1;
                const end = this.pos + close;
                this.#index = new WordImpl(this.#source.slice(start, end), start, end, this.#source, embeddedPartsResolver(this.#context), this.#depth);
                nameEnd = bracket;
            }
        }
        const name = this.text.slice(0, nameEnd);
        return (this.#name = name.includes("\\\n") ? name.split("\\\n").join("") : name);
    }
    toJSON() {
        return {
            type: this.type,
            pos: this.pos,
            end: this.end,
            text: this.text,
            name: this.name,
            append: this.append,
            index: this.index,
            value: this.value,
        };
    }
}

;// CONCATENATED MODULE: ./node_modules/unbash/dist/command.js
const isArgument = (item) => item.type === "Word" || item.type === "Assignment";
class CommandImpl {
    type = "Command";
    pos;
    end;
    name;
    prefix;
    suffix;
    #args;
    #redirects;
    constructor(pos, end, name, prefix, suffix) {
        this.pos = pos;
        this.end = end;
        this.name = name;
        this.prefix = prefix;
        this.suffix = suffix;
    }
    get args() {
        if (this.#args === undefined) {
            const suffix = this.suffix;
            this.#args = suffix.every(isArgument) ? suffix : suffix.filter(isArgument);
        }
        return this.#args;
    }
    get redirects() {
        if (this.#redirects === undefined) {
            const redirects = [];
            for (const item of this.prefix)
                if (item.type !== "Assignment")
                    redirects.push(item);
            for (const item of this.suffix)
                if (!isArgument(item))
                    redirects.push(item);
            this.#redirects = redirects;
        }
        return this.#redirects;
    }
    toJSON() {
        return { type: this.type, pos: this.pos, end: this.end, name: this.name, prefix: this.prefix, suffix: this.suffix };
    }
}

;// CONCATENATED MODULE: ./node_modules/unbash/dist/heredoc.js

class HereDocBodyImpl {
    type = "HereDocBody";
    pos;
    end;
    text = "";
    #source;
    #depth;
    #context;
    #parts;
    constructor(source, pos, quoted, depth, context) {
        this.pos = pos;
        this.end = pos;
        this.#source = source;
        this.#depth = depth;
        this.#context = context;
        this.#parts = quoted ? undefined : null;
    }
    get parts() {
        if (this.#parts === null)
            this.#parts = computeHereDocBodyParts(this.#source, this, this.#depth, this.#context);
        return this.#parts;
    }
    toJSON() {
        return { type: this.type, pos: this.pos, end: this.end, text: this.text, parts: this.parts };
    }
}

;// CONCATENATED MODULE: ./node_modules/unbash/dist/parser.js











Lexer._findSubstitutionEnd = findSubstitutionEnd;
ScriptExpansionImpl._resolveScript = parseRegion;
ArithmeticExpansionImpl._resolveExpression = parseArithmeticWithParts;
function isDeclarationCommand(name) {
    switch (name.length) {
        case 5:
            return name === "local" || name === "alias";
        case 6:
            return name === "export";
        case 7:
            return name === "declare" || name === "typeset";
        case 8:
            return name === "readonly";
        default:
            return false;
    }
}
class ArithmeticCommandImpl {
    type = "ArithmeticCommand";
    pos;
    end;
    body;
    #source;
    #depth;
    #context;
    #expression = null;
    constructor(pos, end, body, source, depth, context) {
        this.pos = pos;
        this.end = end;
        this.body = body;
        this.#source = source;
        this.#depth = depth;
        this.#context = context;
    }
    get expression() {
        if (this.#expression === null) {
            this.#expression = parseArithmeticWithParts(this.body, this.pos + 2, this.#source, this.#depth, this.#context);
        }
        return this.#expression;
    }
    set expression(v) {
        this.#expression = v ?? undefined;
    }
    toJSON() {
        return {
            type: this.type,
            pos: this.pos,
            end: this.end,
            expression: this.expression,
            body: this.body,
        };
    }
}
class ArithmeticForImpl {
    type = "ArithmeticFor";
    pos;
    end;
    body;
    #initStr;
    #testStr;
    #updateStr;
    #initPos;
    #testPos;
    #updatePos;
    #source;
    #depth;
    #context;
    #initialize = null;
    #test = null;
    #update = null;
    constructor(pos, end, body, initStr, testStr, updateStr, initPos, testPos, updatePos, source, depth, context) {
        this.pos = pos;
        this.end = end;
        this.body = body;
        this.#initStr = initStr;
        this.#testStr = testStr;
        this.#updateStr = updateStr;
        this.#initPos = initPos;
        this.#testPos = testPos;
        this.#updatePos = updatePos;
        this.#source = source;
        this.#depth = depth;
        this.#context = context;
    }
    get initialize() {
        if (this.#initialize === null) {
            if (this.#initStr) {
                this.#initialize = parseArithmeticWithParts(this.#initStr, this.#initPos, this.#source, this.#depth, this.#context);
            }
            else {
                this.#initialize = undefined;
            }
        }
        return this.#initialize;
    }
    set initialize(v) {
        this.#initialize = v ?? undefined;
    }
    get test() {
        if (this.#test === null) {
            if (this.#testStr) {
                this.#test = parseArithmeticWithParts(this.#testStr, this.#testPos, this.#source, this.#depth, this.#context);
            }
            else {
                this.#test = undefined;
            }
        }
        return this.#test;
    }
    set test(v) {
        this.#test = v ?? undefined;
    }
    get update() {
        if (this.#update === null) {
            if (this.#updateStr) {
                this.#update = parseArithmeticWithParts(this.#updateStr, this.#updatePos, this.#source, this.#depth, this.#context);
            }
            else {
                this.#update = undefined;
            }
        }
        return this.#update;
    }
    set update(v) {
        this.#update = v ?? undefined;
    }
    toJSON() {
        return {
            type: this.type,
            pos: this.pos,
            end: this.end,
            initialize: this.initialize,
            test: this.test,
            update: this.update,
            body: this.body,
        };
    }
}
const CASE_TERMINATORS = {
    [Token.DoubleSemi]: ";;",
    [Token.SemiAmp]: ";&",
    [Token.DoubleSemiAmp]: ";;&",
};
const REDIRECT_OPS = {
    ">": ">",
    ">>": ">>",
    "<": "<",
    "<>": "<>",
    "<&": "<&",
    ">&": ">&",
    ">|": ">|",
    "&>": "&>",
    "&>>": "&>>",
};
// Lookup tables for O(1) token classification (replaces sequential comparisons)
const listTerminators = new Uint8Array(37);
listTerminators[Token.EOF] = 1;
listTerminators[Token.RParen] = 1;
listTerminators[Token.RBrace] = 1;
listTerminators[Token.Then] = 1;
listTerminators[Token.Else] = 1;
listTerminators[Token.Elif] = 1;
listTerminators[Token.Fi] = 1;
listTerminators[Token.Do] = 1;
listTerminators[Token.Done] = 1;
listTerminators[Token.Esac] = 1;
listTerminators[Token.DoubleSemi] = 1;
listTerminators[Token.SemiAmp] = 1;
listTerminators[Token.DoubleSemiAmp] = 1;
// After one of these Bash is at a command-start position, the only place a reserved-word
// terminator may follow with no separator.
const compoundClosers = new Uint8Array(37);
compoundClosers[Token.RParen] = 1;
compoundClosers[Token.RBrace] = 1;
compoundClosers[Token.DblRBracket] = 1;
compoundClosers[Token.Fi] = 1;
compoundClosers[Token.Done] = 1;
compoundClosers[Token.Esac] = 1;
compoundClosers[Token.ArithCmd] = 1;
// Inside `[[ ]]` only an unquoted `!` negates; `'!'` and `\!` are ordinary operands.
function isTestNegation(t) {
    return t.token === Token.Word && t.keywordEligible && t.value === "!";
}
const commandStarts = new Uint8Array(37);
commandStarts[Token.Word] = 1;
commandStarts[Token.Assignment] = 1;
commandStarts[Token.Bang] = 1;
commandStarts[Token.LParen] = 1;
commandStarts[Token.LBrace] = 1;
commandStarts[Token.DblLBracket] = 1;
commandStarts[Token.If] = 1;
commandStarts[Token.For] = 1;
commandStarts[Token.While] = 1;
commandStarts[Token.Until] = 1;
commandStarts[Token.Case] = 1;
commandStarts[Token.Function] = 1;
commandStarts[Token.Select] = 1;
commandStarts[Token.ArithCmd] = 1;
commandStarts[Token.Coproc] = 1;
commandStarts[Token.Redirect] = 1;
const UNARY_TEST_OPS = {
    "-a": 1,
    "-b": 1,
    "-c": 1,
    "-d": 1,
    "-e": 1,
    "-f": 1,
    "-g": 1,
    "-h": 1,
    "-k": 1,
    "-p": 1,
    "-r": 1,
    "-s": 1,
    "-t": 1,
    "-u": 1,
    "-v": 1,
    "-w": 1,
    "-x": 1,
    "-z": 1,
    "-n": 1,
    "-o": 1,
    "-N": 1,
    "-S": 1,
    "-L": 1,
    "-G": 1,
    "-O": 1,
    "-R": 1,
};
const BINARY_TEST_OPS = {
    "==": 1,
    "!=": 1,
    "=~": 1,
    "=": 1,
    "-eq": 1,
    "-ne": 1,
    "-lt": 1,
    "-le": 1,
    "-gt": 1,
    "-ge": 1,
    "-nt": 1,
    "-ot": 1,
    "-ef": 1,
    "<": 1,
    ">": 1,
};
const EMPTY_REDIRECTS = [];
const EMPTY_PREFIXES = [];
const EMPTY_ELIFS = [];
function parse(source) {
    return new Parser(source, 0, source.length).run();
}
// Parse a [start, end) window of `source` in place, so the resulting nodes index the original
// source directly. Used to resolve substitution scripts with absolute offsets; not public API.
function parseRegion(source, start, end, depth = 0, parenBoundary = false, context) {
    return new Parser(source, start, end, depth, parenBoundary, undefined, context).run();
}
class SubstitutionLexer extends Lexer {
    boundaries;
    pending;
    context;
    constructor(source, boundary, boundaries, pending, context, parenBoundary = true) {
        super(source, boundary.start, boundary.end, parenBoundary, context);
        this._nestingDepth = boundary.depth;
        this.boundaries = boundaries;
        this.pending = pending;
        this.context = context;
    }
    // Keep child boundary requests on this worklist so nested scans stay iterative.
    fork(start, end, parenBoundary = false) {
        return new SubstitutionLexer(this.getSource(), { start, end, depth: this._nestingDepth }, this.boundaries, this.pending, this.context, parenBoundary);
    }
    findSubstitutionEnd(start, end, depth = this._nestingDepth + 1) {
        const known = this.context.boundaries?.get(start);
        if (known !== undefined)
            return known <= end ? known : -1;
        const boundary = this.boundaries.get(start);
        if (boundary !== undefined)
            return boundary <= end ? boundary : -1;
        if (!this.boundaries.has(start)) {
            this.boundaries.set(start, undefined);
            this.pending.push({ start, end, depth });
        }
        return -1;
    }
}
function findSubstitutionEnd(source, start, end, depth, context) {
    const boundaries = new Map([[start, undefined]]);
    const pending = [{ start, end, depth }];
    // Resolve nested requests before retrying their enclosing boundary, without growing the JavaScript stack.
    while (pending.length > 0) {
        const count = pending.length;
        const boundary = pending[count - 1];
        const lexer = new SubstitutionLexer(source, boundary, boundaries, pending, context);
        const found = new Parser(source, boundary.start, boundary.end, boundary.depth, true, lexer).findSubstitutionEnd();
        if (pending.length === count) {
            boundaries.set(boundary.start, found);
            if (found !== -1)
                substitutionBoundaries(context).set(boundary.start, found);
            pending.pop();
        }
    }
    return boundaries.get(start) ?? -1;
}
class Parser {
    tok;
    source;
    start;
    end;
    depth;
    errors = null;
    syntaxDepth = 0;
    // `depth` counts the substitution scripts (and sub-fields) enclosing this region; it
    // shares the MAX_SYNTAX_NESTING budget with the lexer's lazy word-part materialization.
    constructor(source, start, end, depth = 0, parenBoundary = false, lexer, context) {
        this.tok = lexer ?? new Lexer(source, start, end, parenBoundary, createSubstitutionContext(context));
        this.tok._nestingDepth = depth;
        this.source = source;
        this.start = start;
        this.end = end;
        this.depth = depth;
    }
    run() {
        const start = this.start;
        if (this.depth > MAX_SYNTAX_NESTING)
            this.error("maximum substitution nesting depth exceeded", start);
        let shebang;
        if (start === 0 && this.source.charCodeAt(0) === 35 && this.source.charCodeAt(1) === 33) {
            const nl = this.source.indexOf("\n");
            shebang = nl === -1 ? this.source : this.source.slice(0, nl);
        }
        const commands = this.list();
        for (;;) {
            const unexpected = this.tok.peek(LexContext.CommandStart);
            if (unexpected.token === Token.EOF)
                break;
            this.unexpectedToken(unexpected);
            // `In` cannot join `listTerminators`: `list()` shares it, and `in` must not terminate a
            // list inside `for`/`case`.
            if (!listTerminators[unexpected.token] && unexpected.token !== Token.In)
                break;
            this.tok.next(LexContext.CommandStart);
            let separator = this.tok.peek(LexContext.CommandStart).token;
            if (separator !== Token.Semi && separator !== Token.Newline && separator !== Token.Amp)
                break;
            while (separator === Token.Semi || separator === Token.Newline || separator === Token.Amp) {
                this.tok.next(LexContext.CommandStart);
                separator = this.tok.peek(LexContext.CommandStart).token;
            }
            const recovered = this.list();
            for (let i = 0; i < recovered.length; i++)
                commands.push(recovered[i]);
        }
        const lexerErrors = this.tok._errors;
        if (lexerErrors !== null && lexerErrors.length > 0) {
            const errors = this.errors ?? (this.errors = []);
            for (let i = 0; i < lexerErrors.length; i++)
                errors.push(lexerErrors[i]);
        }
        if (this.errors !== null && this.errors.length > 1)
            this.errors.sort((a, b) => a.pos - b.pos);
        return { type: "Script", pos: start, end: this.end, shebang, commands, errors: this.errors ?? undefined };
    }
    error(message, pos) {
        (this.errors ?? (this.errors = [])).push({ message, pos });
    }
    unexpectedToken(t) {
        this.error(`unexpected token '${t.token === Token.Newline ? "newline" : t.value}'`, t.pos);
    }
    findSubstitutionEnd() {
        this.list();
        return this.acceptEnd(Token.RParen);
    }
    skipSemi() {
        if (this.tok.peek(LexContext.Normal).token === Token.Semi)
            this.tok.next(LexContext.Normal);
    }
    accept(token, ctx = LexContext.Normal) {
        if (this.tok.peek(ctx).token === token)
            return this.tok.next(ctx);
        return null;
    }
    acceptEnd(token, ctx = LexContext.Normal) {
        if (this.tok.peek(ctx).token === token)
            return this.tok.next(ctx).end;
        return -1;
    }
    skipNewlines(ctx = LexContext.Normal) {
        while (this.tok.peek(ctx).token === Token.Newline)
            this.tok.next(ctx);
    }
    doBody(hasDo) {
        const body = this.list();
        const emptyPos = hasDo ? this.emptyListPos(body) : -1;
        if (emptyPos >= 0)
            this.error("expected command after 'do'", emptyPos);
        return body;
    }
    // Where an empty compound list stopped, or -1. An empty condition is reported only
    // once `then` or `do` follows, so a missing keyword is not reported twice.
    emptyListPos(commands) {
        return commands.length === 0 ? this.tok.peek(LexContext.CommandStart).pos : -1;
    }
    makeStatement(command) {
        return {
            type: "Statement",
            pos: command.pos,
            end: command.end,
            command,
            background: undefined,
        };
    }
    // list := and_or ((';' | '&' | NEWLINE) and_or)* [';' | '&' | NEWLINE]
    list() {
        const commands = [];
        this.skipNewlines(LexContext.CommandStart);
        let t = this.tok.peek(LexContext.CommandStart).token;
        if (listTerminators[t] || !commandStarts[t])
            return commands;
        const first = this.andOr();
        if (first)
            commands.push(this.makeStatement(first));
        for (;;) {
            t = this.tok.peekFollow(compoundClosers).token;
            if (t !== Token.Semi && t !== Token.Newline && t !== Token.Amp)
                break;
            const isBackground = t === Token.Amp;
            const sepEnd = this.tok.next(LexContext.Normal).end;
            if (isBackground) {
                const stmt = commands[commands.length - 1];
                stmt.background = true;
                stmt.end = sepEnd;
            }
            this.skipNewlines(LexContext.CommandStart);
            t = this.tok.peek(LexContext.CommandStart).token;
            if (listTerminators[t] || !commandStarts[t])
                break;
            const node = this.andOr();
            if (node)
                commands.push(this.makeStatement(node));
        }
        return commands;
    }
    // and_or := pipeline (('&&' | '||') newlines pipeline)*
    andOr() {
        const first = this.pipeline();
        if (!first)
            return null;
        let t = this.tok.peek(LexContext.Normal).token;
        if (t !== Token.And && t !== Token.Or)
            return first;
        const commands = [first];
        const operators = [];
        do {
            const operatorToken = this.tok.next(LexContext.Normal);
            const operator = operatorToken.token === Token.And ? "&&" : "||";
            this.skipNewlines(LexContext.CommandStart);
            const next = this.pipeline();
            if (!next) {
                this.error(`expected command after '${operator}'`, operatorToken.end);
                break;
            }
            operators.push(operator);
            commands.push(next);
            t = this.tok.peek(LexContext.Normal).token;
        } while (t === Token.And || t === Token.Or);
        return {
            type: "AndOr",
            pos: first.pos,
            end: commands[commands.length - 1].end,
            commands,
            operators,
        };
    }
    withRedirects(command) {
        const redirects = this.collectTrailingRedirects();
        if (redirects.length === 0)
            return command;
        return { type: "Redirected", pos: command.pos, end: redirects[redirects.length - 1].end, command, redirects };
    }
    pipeline() {
        let prefixes;
        for (;;) {
            const token = this.tok.peek(LexContext.CommandStart);
            const isTime = token.token === Token.Word && token.keywordEligible && token.value === "time";
            if (token.token !== Token.Bang && !isTime)
                break;
            const prefix = this.tok.next(LexContext.CommandStart);
            const pos = prefix.pos;
            const keywordEnd = prefix.end;
            let posix;
            let endOfOptions;
            if (isTime) {
                let flag = this.tok.peek(LexContext.CommandStart);
                if (flag.token === Token.Word && flag.keywordEligible && flag.value === "-p") {
                    this.tok.next(LexContext.CommandStart);
                    posix = { pos: flag.pos, end: flag.end };
                    flag = this.tok.peek(LexContext.CommandStart);
                }
                if (flag.token === Token.Word && flag.keywordEligible && flag.value === "--") {
                    this.tok.next(LexContext.CommandStart);
                    endOfOptions = { pos: flag.pos, end: flag.end };
                }
            }
            if (prefixes === undefined)
                prefixes = [];
            prefixes.push(isTime
                ? { type: "Time", pos, end: endOfOptions?.end ?? posix?.end ?? keywordEnd, keywordEnd, posix, endOfOptions }
                : { type: "Negation", pos, end: keywordEnd });
        }
        const command = this.pipelineCommands();
        if (!prefixes)
            return command;
        const pos = prefixes[0].pos;
        if (command?.type === "Pipeline") {
            command.prefixes = prefixes;
            command.pos = pos;
            return command;
        }
        return {
            type: "Pipeline",
            pos,
            end: command ? command.end : prefixes[prefixes.length - 1].end,
            prefixes,
            commands: command ? [command] : [],
            operators: [],
        };
    }
    pipelineCommands() {
        const first = this.command();
        if (!first)
            return null;
        if (this.tok.peek(LexContext.Normal).token !== Token.Pipe)
            return first;
        const commands = [first];
        const operators = [];
        while (this.tok.peek(LexContext.Normal).token === Token.Pipe) {
            const pipeToken = this.tok.next(LexContext.Normal);
            const operator = pipeToken.value === "|&" ? "|&" : "|";
            this.skipNewlines(LexContext.CommandStart);
            const cmd = this.command();
            if (!cmd) {
                this.error(`expected command after '${operator}'`, pipeToken.end);
                break;
            }
            operators.push(operator);
            commands.push(cmd);
        }
        if (commands.length === 1) {
            return commands[0];
        }
        const pipeline = {
            type: "Pipeline",
            pos: first.pos,
            end: commands[commands.length - 1].end,
            prefixes: EMPTY_PREFIXES,
            commands,
            operators,
        };
        return pipeline;
    }
    // command := compound_command | function_def | simple_command
    command() {
        let compound;
        switch (this.tok.peek(LexContext.CommandStart).token) {
            case Token.LParen:
                compound = this.subshell();
                break;
            case Token.LBrace:
                compound = this.braceGroup();
                break;
            case Token.If:
                compound = this.ifClause();
                break;
            case Token.For:
                compound = this.forClause();
                break;
            case Token.While:
                compound = this.whileClause();
                break;
            case Token.Until:
                compound = this.untilClause();
                break;
            case Token.Case:
                compound = this.caseClause();
                break;
            case Token.Function:
                return this.functionDef();
            case Token.Select:
                compound = this.selectClause();
                break;
            case Token.DblLBracket:
                compound = this.testCommand();
                break;
            case Token.ArithCmd:
                compound = this.arithCommand();
                break;
            case Token.Coproc:
                return this.coprocCommand();
            case Token.Word:
            case Token.Assignment:
            case Token.Redirect:
                return this.simpleCommandOrFunction(false);
            default:
                return null;
        }
        return this.withRedirects(compound);
    }
    collectTrailingRedirects() {
        let redirects = EMPTY_REDIRECTS;
        while (this.tok.peekFollow(compoundClosers).token === Token.Redirect) {
            if (redirects === EMPTY_REDIRECTS)
                redirects = [];
            redirects.push(this.readRedirect(LexContext.Normal));
        }
        return redirects;
    }
    // arith_command := (( expr ))
    arithCommand() {
        const tok = this.tok.next(LexContext.CommandStart);
        return new ArithmeticCommandImpl(tok.pos, tok.end, tok.value, this.source, this.depth, this.tok.getSubstitutionContext());
    }
    // coproc := COPROC ([name] compound_command [redirections] | simple_command)
    coprocCommand() {
        const start = this.tok.next(LexContext.CommandStart);
        const pos = start.pos;
        const first = this.tok.peek(LexContext.CommandStart);
        let name;
        // Only a compound command can follow a coprocess name. Decide before parsing
        // a simple command so its assignments and reserved words use the actual name.
        if (first.token === Token.Word) {
            const lookahead = this.tok.fork(first.end, this.end);
            switch (lookahead.peek(LexContext.CommandStart).token) {
                case Token.LParen:
                    // `name ( )` opens a function definition, not a subshell body after a name.
                    lookahead.next(LexContext.CommandStart);
                    if (lookahead.peek(LexContext.Normal).token !== Token.RParen)
                        name = this.readWord(LexContext.CommandStart);
                    break;
                case Token.LBrace:
                case Token.If:
                case Token.For:
                case Token.While:
                case Token.Until:
                case Token.Case:
                case Token.Select:
                case Token.DblLBracket:
                case Token.ArithCmd:
                    name = this.readWord(LexContext.CommandStart);
            }
        }
        const cmd = first.token === Token.Word && name === undefined ? this.simpleCommandOrFunction(true) : this.command();
        if (cmd && cmd.type !== "Function" && cmd.type !== "Coproc") {
            return { type: "Coproc", pos, end: cmd.end, name, body: cmd };
        }
        this.error("expected command after 'coproc'", cmd?.pos ?? start.end);
        const body = cmd
            ? this.makeCompoundList([this.makeStatement(cmd)])
            : { type: "CompoundList", pos: start.end, end: start.end, commands: [] };
        return { type: "Coproc", pos, end: body.end, name, body };
    }
    // subshell := '(' list ')'
    subshell() {
        return this.subshellBody(this.tok.next(LexContext.CommandStart).pos);
    }
    // Continues a subshell whose '(' the caller already consumed.
    subshellBody(pos) {
        if (this.syntaxDepth >= MAX_SYNTAX_NESTING) {
            this.error("maximum subshell nesting depth exceeded", pos);
            const closeEnd = this.tok.skipSubshellBody();
            if (closeEnd < 0)
                this.error("expected ')' to close subshell", this.tok.getPos());
            const end = closeEnd >= 0 ? closeEnd : pos;
            return { type: "Subshell", pos, end, body: this.makeCompoundList([]) };
        }
        this.syntaxDepth++;
        const commands = this.list();
        this.syntaxDepth--;
        if (commands.length === 0)
            this.error("expected command in subshell", pos);
        const closeEnd = this.acceptEnd(Token.RParen, LexContext.Normal);
        if (closeEnd < 0)
            this.error("expected ')' to close subshell", this.tok.getPos());
        const end = closeEnd >= 0 ? closeEnd : pos;
        return { type: "Subshell", pos, end, body: this.makeCompoundList(commands) };
    }
    // brace_group := '{' list '}'
    braceGroup() {
        const pos = this.tok.next(LexContext.CommandStart).pos;
        if (this.syntaxDepth >= MAX_SYNTAX_NESTING) {
            this.error("maximum brace group nesting depth exceeded", pos);
            const closeEnd = this.tok.skipCompoundBody(Token.RBrace);
            if (closeEnd < 0)
                this.error("expected '}' to close brace group", this.tok.getPos());
            const end = closeEnd >= 0 ? closeEnd : pos;
            return { type: "BraceGroup", pos, end, body: this.makeCompoundList([]) };
        }
        this.syntaxDepth++;
        const commands = this.list();
        this.syntaxDepth--;
        if (commands.length === 0)
            this.error("expected command in brace group", pos);
        const closeEnd = this.acceptEnd(Token.RBrace, LexContext.Normal);
        if (closeEnd < 0)
            this.error("expected '}' to close brace group", this.tok.getPos());
        const end = closeEnd >= 0 ? closeEnd : pos;
        return { type: "BraceGroup", pos, end, body: this.makeCompoundList(commands) };
    }
    // if_clause := IF list THEN list (ELIF list THEN list)* [ELSE list] FI
    ifClause() {
        const pos = this.tok.next(LexContext.CommandStart).pos;
        if (this.syntaxDepth >= MAX_SYNTAX_NESTING) {
            this.error("maximum if nesting depth exceeded", pos);
            const closeEnd = this.tok.skipCompoundBody(Token.Fi);
            if (closeEnd < 0)
                this.error("expected 'fi' to close 'if'", this.tok.getPos());
            const end = closeEnd >= 0 ? closeEnd : pos;
            return {
                type: "If",
                pos,
                end,
                clause: this.makeCompoundList([]),
                then: this.makeCompoundList([]),
                elif: EMPTY_ELIFS,
                else: undefined,
            };
        }
        this.syntaxDepth++;
        let command;
        let branchPos = pos;
        for (;;) {
            const clauseCommands = this.list();
            const emptyClausePos = this.emptyListPos(clauseCommands);
            const clause = this.makeCompoundList(clauseCommands);
            this.skipSemi();
            const thenToken = this.accept(Token.Then, LexContext.CommandStart);
            if (!thenToken)
                this.error("expected 'then'", this.tok.getPos());
            else if (emptyClausePos >= 0)
                this.error(`expected command after '${branchPos === pos ? "if" : "elif"}'`, emptyClausePos);
            const thenCommands = this.list();
            const then_ = this.makeCompoundList(thenCommands);
            if (thenToken && thenCommands.length === 0) {
                this.error("expected command after 'then'", this.tok.peek(LexContext.CommandStart).pos);
                then_.pos = thenToken.end;
                then_.end = thenToken.end;
            }
            if (command) {
                if (command.elif === EMPTY_ELIFS)
                    command.elif = [];
                command.elif.push({
                    type: "Elif",
                    pos: branchPos,
                    end: then_.end,
                    clause,
                    then: then_,
                });
            }
            else {
                command = { type: "If", pos, end: pos, clause, then: then_, elif: EMPTY_ELIFS, else: undefined };
            }
            this.skipSemi();
            const elif = this.accept(Token.Elif, LexContext.CommandStart);
            if (!elif)
                break;
            branchPos = elif.pos;
        }
        if (this.accept(Token.Else, LexContext.CommandStart)) {
            const elseCommands = this.list();
            const emptyElsePos = this.emptyListPos(elseCommands);
            if (emptyElsePos >= 0)
                this.error("expected command after 'else'", emptyElsePos);
            command.else = this.makeCompoundList(elseCommands);
            this.skipSemi();
        }
        const closeEnd = this.acceptEnd(Token.Fi, LexContext.CommandStart);
        if (closeEnd < 0)
            this.error("expected 'fi' to close 'if'", this.tok.getPos());
        command.end = closeEnd >= 0 ? closeEnd : branchPos;
        this.syntaxDepth--;
        return command;
    }
    // for_clause := FOR word [IN word* (';'|NL)] DO list DONE
    //            | FOR '((' expr '))' [';'|NL] DO list DONE
    forClause() {
        const pos = this.tok.next(LexContext.CommandStart).pos;
        if (this.tok.peek(LexContext.Normal).token === Token.LParen) {
            return this.cStyleFor(pos);
        }
        const name = this.readRequiredWord("for");
        let wordlist;
        this.skipNewlines(LexContext.CommandStart);
        if (this.tok.peek(LexContext.CommandStart).token === Token.In) {
            this.tok.next(LexContext.CommandStart);
            wordlist = [];
            while (this.tok.peek(LexContext.Normal).token === Token.Word) {
                wordlist.push(this.readWord(LexContext.Normal));
            }
        }
        this.skipSemi();
        this.skipNewlines(LexContext.CommandStart);
        if (this.tok.peek(LexContext.CommandStart).token === Token.LBrace) {
            const bg = this.braceGroup();
            return { type: "For", pos, end: bg.end, name, wordlist, body: bg.body };
        }
        const hasDo = this.accept(Token.Do, LexContext.CommandStart) !== null;
        if (!hasDo)
            this.error("expected 'do'", this.tok.getPos());
        if (this.syntaxDepth >= MAX_SYNTAX_NESTING) {
            this.error("maximum for nesting depth exceeded", pos);
            const closeEnd = this.tok.skipCompoundBody(Token.Done);
            if (closeEnd < 0)
                this.error("expected 'done' to close 'for'", this.tok.getPos());
            const end = closeEnd >= 0 ? closeEnd : pos;
            return { type: "For", pos, end, name, wordlist, body: this.makeCompoundList([]) };
        }
        this.syntaxDepth++;
        const body = this.doBody(hasDo);
        this.syntaxDepth--;
        this.skipSemi();
        const closeEnd = this.acceptEnd(Token.Done, LexContext.CommandStart);
        if (closeEnd < 0)
            this.error("expected 'done' to close 'for'", this.tok.getPos());
        const end = closeEnd >= 0 ? closeEnd : pos;
        return { type: "For", pos, end, name, wordlist, body: this.makeCompoundList(body) };
    }
    // C-style for: (( expr; expr; expr )) [;|NL] do list done | { list }
    cStyleFor(pos) {
        const [initStr, testStr, updateStr, initPos, testPos, updatePos] = this.tok.readCStyleForExprs();
        if (this.tok.peek(LexContext.CommandStart).token === Token.Semi)
            this.tok.next(LexContext.CommandStart);
        this.skipNewlines(LexContext.CommandStart);
        if (this.tok.peek(LexContext.CommandStart).token === Token.LBrace) {
            const bg = this.braceGroup();
            return new ArithmeticForImpl(pos, bg.end, bg.body, initStr, testStr, updateStr, initPos, testPos, updatePos, this.source, this.depth, this.tok.getSubstitutionContext());
        }
        const hasDo = this.accept(Token.Do, LexContext.CommandStart) !== null;
        if (!hasDo)
            this.error("expected 'do'", this.tok.getPos());
        if (this.syntaxDepth >= MAX_SYNTAX_NESTING) {
            this.error("maximum for nesting depth exceeded", pos);
            const closeEnd = this.tok.skipCompoundBody(Token.Done);
            if (closeEnd < 0)
                this.error("expected 'done' to close 'for'", this.tok.getPos());
            const end = closeEnd >= 0 ? closeEnd : pos;
            return new ArithmeticForImpl(pos, end, this.makeCompoundList([]), initStr, testStr, updateStr, initPos, testPos, updatePos, this.source, this.depth, this.tok.getSubstitutionContext());
        }
        this.syntaxDepth++;
        const body = this.doBody(hasDo);
        this.syntaxDepth--;
        const closeEnd = this.acceptEnd(Token.Done, LexContext.CommandStart);
        if (closeEnd < 0)
            this.error("expected 'done' to close 'for'", this.tok.getPos());
        const end = closeEnd >= 0 ? closeEnd : pos;
        return new ArithmeticForImpl(pos, end, this.makeCompoundList(body), initStr, testStr, updateStr, initPos, testPos, updatePos, this.source, this.depth, this.tok.getSubstitutionContext());
    }
    whileClause() {
        return this.whileOrUntil("while");
    }
    untilClause() {
        return this.whileOrUntil("until");
    }
    whileOrUntil(kind) {
        const pos = this.tok.next(LexContext.CommandStart).pos;
        if (this.syntaxDepth >= MAX_SYNTAX_NESTING) {
            this.error(`maximum ${kind} nesting depth exceeded`, pos);
            const closeEnd = this.tok.skipCompoundBody(Token.Done);
            if (closeEnd < 0)
                this.error(`expected 'done' to close '${kind}'`, this.tok.getPos());
            const end = closeEnd >= 0 ? closeEnd : pos;
            return {
                type: "While",
                pos,
                end,
                kind,
                clause: this.makeCompoundList([]),
                body: this.makeCompoundList([]),
            };
        }
        this.syntaxDepth++;
        const clauseCommands = this.list();
        const emptyClausePos = this.emptyListPos(clauseCommands);
        const clause = this.makeCompoundList(clauseCommands);
        this.skipSemi();
        const hasDo = this.accept(Token.Do, LexContext.CommandStart) !== null;
        if (!hasDo)
            this.error("expected 'do'", this.tok.getPos());
        else if (emptyClausePos >= 0)
            this.error(`expected command after '${kind}'`, emptyClausePos);
        const body = this.doBody(hasDo);
        this.skipSemi();
        const closeEnd = this.acceptEnd(Token.Done, LexContext.CommandStart);
        if (closeEnd < 0)
            this.error(`expected 'done' to close '${kind}'`, this.tok.getPos());
        const end = closeEnd >= 0 ? closeEnd : pos;
        this.syntaxDepth--;
        return { type: "While", pos, end, kind, clause, body: this.makeCompoundList(body) };
    }
    // case_clause := CASE word IN (pattern) list (;; | ;& | ;;&) ... ESAC
    caseClause() {
        const pos = this.tok.next(LexContext.CommandStart).pos;
        const word = this.readRequiredWord("case");
        this.skipNewlines(LexContext.CommandStart);
        if (!this.accept(Token.In, LexContext.CommandStart))
            this.error("expected 'in' after 'case' word", this.tok.getPos());
        this.skipNewlines(LexContext.CasePattern);
        if (this.syntaxDepth >= MAX_SYNTAX_NESTING) {
            this.error("maximum case nesting depth exceeded", pos);
            const closeEnd = this.tok.skipCompoundBody(Token.Esac);
            if (closeEnd < 0)
                this.error("expected 'esac' to close 'case'", this.tok.getPos());
            const end = closeEnd >= 0 ? closeEnd : pos;
            return { type: "Case", pos, end, word, items: [] };
        }
        this.syntaxDepth++;
        const items = [];
        // Report only the first grammar error: recovery below would repeat it.
        let invalid = false;
        let t = this.tok.peek(LexContext.CasePattern).token;
        while (t !== Token.Esac && t !== Token.EOF) {
            const itemPos = this.tok.peek(LexContext.Normal).pos;
            this.accept(Token.LParen, LexContext.Normal);
            // pattern := word ('|' word)*
            const pattern = [];
            let expectWord = true;
            let next = this.tok.peek(LexContext.Normal);
            while (next.token !== Token.RParen && next.token !== Token.EOF) {
                const valid = next.token === (expectWord ? Token.Word : Token.Pipe);
                if (valid)
                    expectWord = !expectWord;
                else if (!invalid) {
                    this.unexpectedToken(next);
                    invalid = true;
                }
                const tok = this.tok.next(LexContext.Normal);
                if (tok.token === Token.Word)
                    pattern.push(this.toWord(tok));
                next = this.tok.peek(LexContext.Normal);
            }
            if (expectWord && next.token === Token.RParen && !invalid) {
                this.unexpectedToken(next);
                invalid = true;
            }
            const rparenEnd = this.acceptEnd(Token.RParen, LexContext.Normal);
            const cmds = this.list();
            // An empty body belongs where commands would start, not wherever the lexer stopped.
            const bodyPos = rparenEnd >= 0 ? rparenEnd : pattern.length > 0 ? pattern[pattern.length - 1].end : itemPos;
            const itemEnd = cmds.length > 0 ? cmds[cmds.length - 1].end : bodyPos;
            const item = {
                type: "CaseItem",
                pos: itemPos,
                end: itemEnd,
                pattern,
                body: cmds.length > 0
                    ? this.makeCompoundList(cmds)
                    : { type: "CompoundList", pos: bodyPos, end: bodyPos, commands: [] },
                terminator: undefined,
            };
            const after = this.tok.peek(LexContext.CommandStart);
            t = after.token;
            if (t === Token.DoubleSemi || t === Token.SemiAmp || t === Token.DoubleSemiAmp) {
                const termTok = this.tok.next(LexContext.CommandStart);
                item.terminator = CASE_TERMINATORS[termTok.token];
                item.end = termTok.end;
            }
            else if (t !== Token.Esac && t !== Token.EOF && !invalid) {
                this.unexpectedToken(after);
                invalid = true;
            }
            items.push(item);
            this.skipNewlines(LexContext.CasePattern);
            t = this.tok.peek(LexContext.CasePattern).token;
        }
        const closeEnd = this.acceptEnd(Token.Esac, LexContext.CommandStart);
        if (closeEnd < 0)
            this.error("expected 'esac' to close 'case'", this.tok.getPos());
        const end = closeEnd >= 0 ? closeEnd : pos;
        this.syntaxDepth--;
        return { type: "Case", pos, end, word, items };
    }
    // select_clause := SELECT word [IN word* (';'|NL)] DO list DONE
    selectClause() {
        const pos = this.tok.next(LexContext.CommandStart).pos;
        const name = this.readRequiredWord("select");
        let wordlist;
        this.skipNewlines(LexContext.CommandStart);
        if (this.tok.peek(LexContext.CommandStart).token === Token.In) {
            this.tok.next(LexContext.CommandStart);
            wordlist = [];
            while (this.tok.peek(LexContext.Normal).token === Token.Word) {
                wordlist.push(this.readWord(LexContext.Normal));
            }
        }
        this.skipSemi();
        this.skipNewlines(LexContext.CommandStart);
        if (this.tok.peek(LexContext.CommandStart).token === Token.LBrace) {
            const bg = this.braceGroup();
            return { type: "Select", pos, end: bg.end, name, wordlist, body: bg.body };
        }
        const hasDo = this.accept(Token.Do, LexContext.CommandStart) !== null;
        if (!hasDo)
            this.error("expected 'do'", this.tok.getPos());
        if (this.syntaxDepth >= MAX_SYNTAX_NESTING) {
            this.error("maximum select nesting depth exceeded", pos);
            const closeEnd = this.tok.skipCompoundBody(Token.Done);
            if (closeEnd < 0)
                this.error("expected 'done' to close 'select'", this.tok.getPos());
            const end = closeEnd >= 0 ? closeEnd : pos;
            return { type: "Select", pos, end, name, wordlist, body: this.makeCompoundList([]) };
        }
        this.syntaxDepth++;
        const body = this.doBody(hasDo);
        this.syntaxDepth--;
        this.skipSemi();
        const closeEnd = this.acceptEnd(Token.Done, LexContext.CommandStart);
        if (closeEnd < 0)
            this.error("expected 'done' to close 'select'", this.tok.getPos());
        const end = closeEnd >= 0 ? closeEnd : pos;
        return { type: "Select", pos, end, name, wordlist, body: this.makeCompoundList(body) };
    }
    // test_command := [[ test_expr ]]
    testCommand() {
        const pos = this.tok.next(LexContext.CommandStart).pos; // consume [[
        const expr = this.parseTestOr();
        const closeEnd = this.acceptEnd(Token.DblRBracket, LexContext.TestMode);
        if (closeEnd < 0)
            this.error("expected ']]' to close '[['", this.tok.getPos());
        const end = closeEnd >= 0 ? closeEnd : pos;
        return { type: "TestCommand", pos, end, expression: expr };
    }
    // test_or := test_and ('||' test_and)*
    parseTestOr() {
        const first = this.parseTestAnd();
        if (this.tok.peek(LexContext.TestMode).token !== Token.Or)
            return first;
        const operands = [first];
        do {
            this.tok.next(LexContext.TestMode);
            operands.push(this.parseTestAnd());
        } while (this.tok.peek(LexContext.TestMode).token === Token.Or);
        return {
            type: "TestLogical",
            pos: first.pos,
            end: operands[operands.length - 1].end,
            operator: "||",
            operands,
        };
    }
    // test_and := test_not ('&&' test_not)*
    parseTestAnd() {
        const first = this.parseTestNot();
        if (this.tok.peek(LexContext.TestMode).token !== Token.And)
            return first;
        const operands = [first];
        do {
            this.tok.next(LexContext.TestMode);
            operands.push(this.parseTestNot());
        } while (this.tok.peek(LexContext.TestMode).token === Token.And);
        return {
            type: "TestLogical",
            pos: first.pos,
            end: operands[operands.length - 1].end,
            operator: "&&",
            operands,
        };
    }
    // test_not := '!' test_not | test_primary
    parseTestNot() {
        let t = this.tok.peek(LexContext.TestMode);
        if (!isTestNegation(t))
            return this.parseTestPrimary();
        const negations = [];
        while (isTestNegation(t)) {
            const bang = this.tok.next(LexContext.TestMode);
            negations.push({ type: "Negation", pos: bang.pos, end: bang.end });
            t = this.tok.peek(LexContext.TestMode);
        }
        const operand = this.parseTestPrimary();
        return { type: "TestNot", pos: negations[0].pos, end: operand.end, negations, operand };
    }
    // test_primary := '(' test_or ')' | unary_op word | word binary_op word | word
    parseTestPrimary() {
        // Grouped: ( expr )
        if (this.tok.peek(LexContext.TestMode).token === Token.LParen) {
            const openPos = this.tok.next(LexContext.TestMode).pos;
            if (this.syntaxDepth >= MAX_SYNTAX_NESTING) {
                this.error("maximum test group nesting depth exceeded", openPos);
                const closeEnd = this.tok.skipTestGroup();
                if (closeEnd < 0)
                    this.error("expected ')' to close test group", this.tok.getPos());
                const end = closeEnd >= 0 ? closeEnd : openPos;
                const operand = new WordImpl("", openPos, openPos);
                const expression = {
                    type: "TestUnary",
                    pos: openPos,
                    end: openPos,
                    operator: "-n",
                    operand,
                };
                return { type: "TestGroup", pos: openPos, end, expression };
            }
            this.syntaxDepth++;
            const expr = this.parseTestOr();
            this.syntaxDepth--;
            const closeEnd = this.acceptEnd(Token.RParen, LexContext.TestMode);
            if (closeEnd < 0)
                this.error("expected ')' to close test group", this.tok.getPos());
            const end = closeEnd >= 0 ? closeEnd : openPos;
            return { type: "TestGroup", pos: openPos, end, expression: expr };
        }
        const first = this.tok.next(LexContext.TestMode);
        if (first.token === Token.And || first.token === Token.Or)
            this.unexpectedToken(first);
        const val = first.value;
        const firstPos = first.pos;
        const firstEnd = first.end;
        // Unary test: -op word, recognized only as written. Bash rejects the operator without an
        // operand, so keep the operator and report the missing word instead of demoting it to a string.
        if (first.keywordEligible && UNARY_TEST_OPS[val] === 1) {
            if (this.tok.peek(LexContext.TestMode).token === Token.Word) {
                const operand = this.readTestOperand();
                return {
                    type: "TestUnary",
                    pos: firstPos,
                    end: operand.end,
                    operator: val,
                    operand,
                };
            }
            this.error("expected operand after unary test operator", firstEnd);
            const operand = new WordImpl("", firstEnd, firstEnd);
            return { type: "TestUnary", pos: firstPos, end: firstEnd, operator: val, operand };
        }
        // Check for binary op
        const nt = this.tok.peek(LexContext.TestMode);
        if (nt.token === Token.Word && nt.keywordEligible && BINARY_TEST_OPS[nt.value] === 1) {
            const op = this.tok.next(LexContext.TestMode).value;
            let right;
            if (op === "=~") {
                const token = this.tok.readTestRegexWord();
                right = new WordImpl(this.source.slice(token.pos, token.end), token.pos, token.end, this.source, embeddedPartsResolver(this.tok.getSubstitutionContext()), this.depth);
            }
            else {
                right = this.readTestOperand();
            }
            const left = this.toWordFromPosEnd(first, firstPos, firstEnd);
            return {
                type: "TestBinary",
                pos: firstPos,
                end: right.end,
                operator: op,
                left,
                right,
            };
        }
        // Standalone word (implicit -n test)
        const w = this.toWordFromPosEnd(first, firstPos, firstEnd);
        return { type: "TestUnary", pos: firstPos, end: w.end, operator: "-n", operand: w };
    }
    // Unquoted `<` and `>` are operators in `[[ ]]`, never operands.
    readTestOperand() {
        const t = this.tok.next(LexContext.TestMode);
        if (t.keywordEligible && (t.value === "<" || t.value === ">"))
            this.error(`unexpected argument '${t.value}' to conditional operator`, t.pos);
        return this.toWord(t);
    }
    // function_def with 'function' keyword
    functionDef() {
        const pos = this.tok.next(LexContext.CommandStart).pos;
        const name = this.readWord(LexContext.FunctionName);
        let body;
        if (this.tok.peek(LexContext.CommandStart).token === Token.LParen) {
            const openPos = this.tok.next(LexContext.CommandStart).pos;
            // `(` is the optional empty parameter list only when `)` follows immediately;
            // anything else opens a subshell body, as in `f() ( ... )`.
            if (this.tok.peek(LexContext.CommandStart).token === Token.RParen) {
                this.tok.next(LexContext.CommandStart);
                this.skipNewlines(LexContext.CommandStart);
                body = this.commandAsBody();
            }
            else {
                body = this.withRedirects(this.subshellBody(openPos));
            }
        }
        else {
            this.skipNewlines(LexContext.CommandStart);
            body = this.commandAsBody();
        }
        return { type: "Function", pos, end: body.end, name, body };
    }
    // simple_command or function_def (word '(' ')' body)
    simpleCommandOrFunction(coproc) {
        const prefix = [];
        const cmdPos = this.tok.peek(LexContext.CommandStart).pos;
        let lastEnd = cmdPos;
        // Assignments and redirects interleave freely; after the first element CommandPrefix
        // keeps the following command name from being read as a reserved word.
        let ctx = LexContext.CommandStart;
        for (;;) {
            const t = this.tok.peek(ctx).token;
            if (t === Token.Assignment) {
                const assignment = this.tok.next(ctx);
                lastEnd = assignment.end;
                prefix.push(this.parseAssignment(assignment));
            }
            else if (t === Token.Redirect) {
                const redirect = this.readRedirect(ctx);
                prefix.push(redirect);
                lastEnd = redirect.end;
            }
            else {
                break;
            }
            ctx = LexContext.CommandPrefix;
        }
        if (this.tok.peek(LexContext.Normal).token !== Token.Word) {
            return new CommandImpl(cmdPos, lastEnd, undefined, prefix, []);
        }
        const nameToken = this.tok.next(LexContext.Normal);
        const keyword = nameToken.keywordEligible ? nameToken.value : "";
        const name = this.toWord(nameToken);
        ctx = isDeclarationCommand(keyword)
            ? LexContext.Declaration
            : keyword === "eval" || keyword === "let"
                ? LexContext.EvalArgument
                : LexContext.Normal;
        lastEnd = name.end;
        const suffix = [];
        if (coproc) {
            while (this.tok.peek(LexContext.CommandPrefix).token === Token.Assignment) {
                const token = this.tok.next(LexContext.CommandPrefix);
                const word = ctx === LexContext.Declaration ? this.parseAssignment(token) : this.toWord(token);
                suffix.push(word);
                lastEnd = word.end;
            }
        }
        // Check for function definition: word '(' ')' body
        if (this.tok.peek(ctx).token === Token.LParen && suffix.length === 0) {
            this.tok.next(LexContext.Normal);
            if (this.tok.peek(LexContext.Normal).token === Token.RParen) {
                this.tok.next(LexContext.Normal);
                this.skipNewlines(LexContext.CommandStart);
                const body = this.commandAsBody();
                return {
                    type: "Function",
                    pos: name.pos,
                    end: body.end,
                    name,
                    body,
                };
            }
        }
        // Collect suffix words and redirects
        for (;;) {
            const st = this.tok.peek(ctx).token;
            if (st === Token.Word || st === Token.Assignment) {
                const token = this.tok.next(ctx);
                const w = st === Token.Assignment ? this.parseAssignment(token) : this.toWord(token);
                suffix.push(w);
                lastEnd = w.end;
            }
            else if (st === Token.Redirect) {
                const redirect = this.readRedirect(ctx);
                suffix.push(redirect);
                lastEnd = redirect.end;
            }
            else {
                break;
            }
        }
        return new CommandImpl(cmdPos, lastEnd, name, prefix, suffix);
    }
    readRedirect(ctx) {
        const t = this.tok.next(ctx);
        const tPos = t.pos;
        const tEnd = t.end;
        const descriptor = t.fileDescriptor !== undefined
            ? { type: "FileDescriptor", pos: tPos, end: t.descriptorEnd, value: t.fileDescriptor }
            : t.variableName !== undefined
                ? { type: "FileDescriptorVariable", pos: tPos, end: t.descriptorEnd, name: t.variableName }
                : undefined;
        const hasTarget = t.targetEnd > t.targetPos;
        if (!hasTarget)
            this.error("expected redirect target", t.targetPos);
        if (t.value === "<<" || t.value === "<<-") {
            const r = {
                type: "HereDoc",
                pos: tPos,
                end: tEnd,
                operator: t.value,
                descriptor,
                delimiter: hasTarget
                    ? {
                        type: "HereDocDelimiter",
                        pos: t.targetPos,
                        end: t.targetEnd,
                        text: this.source.slice(t.targetPos, t.targetEnd),
                        value: t.content ?? "",
                        quoted: t.delimiterQuoted,
                    }
                    : undefined,
                body: new HereDocBodyImpl(this.source, tEnd, t.delimiterQuoted, this.depth, this.tok.getSubstitutionContext()),
                closing: undefined,
            };
            if (hasTarget)
                this.tok.registerHereDocTarget(r);
            return r;
        }
        const target = hasTarget
            ? new WordImpl(this.source.slice(t.targetPos, t.targetEnd), t.targetPos, t.targetEnd, this.source, wordPartsResolver(this.tok.getSubstitutionContext()), this.depth)
            : undefined;
        return t.value === "<<<"
            ? { type: "HereString", pos: tPos, end: tEnd, operator: "<<<", descriptor, target }
            : { type: "Redirect", pos: tPos, end: tEnd, operator: REDIRECT_OPS[t.value] ?? ">", descriptor, target };
    }
    commandAsBody() {
        const cmd = this.command();
        if (cmd && cmd.type !== "Command" && cmd.type !== "Function" && cmd.type !== "Coproc")
            return cmd;
        this.error("expected compound command as function body", cmd?.pos ?? this.tok.getPos());
        return this.makeCompoundList(cmd ? [this.makeStatement(cmd)] : []);
    }
    readWord(ctx) {
        return this.toWord(this.tok.next(ctx));
    }
    // A missing word stays empty and leaves its token to the rest of the clause.
    readRequiredWord(keyword) {
        const t = this.tok.peek(LexContext.Normal);
        if (t.token === Token.Word)
            return this.toWord(this.tok.next(LexContext.Normal));
        if (t.token !== Token.EOF)
            this.error(`expected word after '${keyword}'`, t.pos);
        return new WordImpl("", t.pos, t.pos);
    }
    toWord(tok) {
        const text = tok.raw ? tok.value : this.source.slice(tok.pos, tok.end);
        // Raw keyword-eligible words have no quotes or expansions to resolve.
        const source = tok.raw && tok.keywordEligible ? undefined : this.source;
        return new WordImpl(text, tok.pos, tok.end, source, source === undefined ? computeBareWordParts : wordPartsResolver(this.tok.getSubstitutionContext()), this.depth);
    }
    toWordFromPosEnd(tok, pos, end) {
        if (tok.pos === pos && tok.end === end)
            return this.toWord(tok);
        return new WordImpl(this.source.slice(pos, end), pos, end, this.source, wordPartsResolver(this.tok.getSubstitutionContext()), this.depth);
    }
    parseAssignment(token) {
        const text = token.raw ? token.value : this.source.slice(token.pos, token.end);
        return new AssignmentImpl(text, token.pos, token.end, this.source, token.assignmentOperatorPos, this.depth, this.tok.getSubstitutionContext());
    }
    makeCompoundList(commands) {
        const p = this.tok.getPos();
        const pos = commands.length > 0 ? commands[0].pos : p;
        const end = commands.length > 0 ? commands[commands.length - 1].end : p;
        return { type: "CompoundList", pos, end, commands };
    }
}


/***/ })

};
