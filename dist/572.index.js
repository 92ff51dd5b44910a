export const id = 572;
export const ids = [572];
export const modules = {

/***/ 75344:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ isPublicAddress)
/* harmony export */ });
/* harmony import */ var node_net__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77030);

/** Networks that are not the internet: this machine, its neighbours, clouds' metadata services, what is reserved. */
const IPV4 = [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
    '168.63.129.16/32',
];
const blocked = new node_net__WEBPACK_IMPORTED_MODULE_0__.BlockList();
for (const network of IPV4) {
    const [address = '', bits = ''] = network.split('/');
    blocked.addSubnet(address, Number(bits), 'ipv4');
}
/** Of IPv6 only what is given out to the internet counts, less documentation, tunnels and translations to IPv4. */
const internet = new node_net__WEBPACK_IMPORTED_MODULE_0__.BlockList();
internet.addSubnet('2000::', 3, 'ipv6');
const reserved = new node_net__WEBPACK_IMPORTED_MODULE_0__.BlockList();
for (const [address, bits] of [
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
]) {
    reserved.addSubnet(address, bits, 'ipv6');
}
/** True for an address of the public internet; false for every other, and for what is no address. */
function isPublicAddress(address) {
    const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
    const version = (0,node_net__WEBPACK_IMPORTED_MODULE_0__.isIP)(plain);
    if (version === 4)
        return !blocked.check(plain, 'ipv4');
    if (version !== 6)
        return false;
    return internet.check(plain, 'ipv6') && !reserved.check(plain, 'ipv6');
}


/***/ }),

/***/ 22107:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   V: () => (/* binding */ planCommand),
/* harmony export */   j: () => (/* binding */ GIT_ENVIRONMENT)
/* harmony export */ });
/* harmony import */ var _arg_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(95058);
/* harmony import */ var _knowledge_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(73013);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(95908);
/* harmony import */ var _options_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(52756);
/* harmony import */ var _parse_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(66345);





/** Settings that keep git from running programs, whatever a repository's own configuration says. */
const NEUTRAL_SETTINGS = [
    ['core.fsmonitor', 'false'],
    ['core.pager', 'cat'],
    ['core.hooksPath', '/dev/null'],
    ['core.attributesFile', '/dev/null'],
    ['log.showSignature', 'false'],
    ['gpg.program', '/bin/false'],
    ['gpg.ssh.program', '/bin/false'],
    ['gpg.x509.program', '/bin/false'],
    ['protocol.ext.allow', 'never'],
    ['diff.submodule', 'short'],
    ['safe.bareRepository', 'explicit'],
];
/**
 * Variables to give to every command, so that a git inside a shell source is as harmless as one started by its words.
 * What only the command line can switch off (`diff.external`, `textconv`) is for `gitConfigRuns` to find; see
 * `gitConfigReason`. All other `GIT_*` variables are to be dropped.
 */
const GIT_ENVIRONMENT = Object.freeze({
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_PAGER: 'cat',
    PAGER: 'cat',
    GIT_CONFIG_COUNT: String(NEUTRAL_SETTINGS.length),
    ...Object.fromEntries(NEUTRAL_SETTINGS.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
    ])),
});
/**
 * How to start a command so that what runs is what was judged: a single plain command of literal words by its words,
 * anything else by a shell. `git` started by its words is neutralised.
 */
function planCommand(source) {
    const argv = (0,_limits_js__WEBPACK_IMPORTED_MODULE_0__/* .screen */ .nj)(source) === null ? literalWords(source) : null;
    if (argv === null)
        return { shell: source };
    const [program, ...args] = argv;
    return { argv: (0,_knowledge_index_js__WEBPACK_IMPORTED_MODULE_1__/* .programName */ .kX)(program) === 'git' ? [program, ...neutralGit(args)] : argv };
}
/** Words that are only special to a shell would mean something else without one. */
const SHELL_WORDS = new Set(('cd pushd popd export set unset read mapfile readarray exit return break continue wait shift jobs times dirs command builtin exec ' +
    'type help echo printf test [ . source eval alias unalias trap shopt enable hash bind complete compgen compopt declare typeset local readonly let ' +
    'getopts caller history fc disown fg bg suspend logout umask ulimit : pwd kill true false time coproc').split(' '));
function literalWords(source) {
    const parsed = (0,_parse_js__WEBPACK_IMPORTED_MODULE_2__/* .parseShell */ .a)(source);
    if (parsed.kind !== 'script' || parsed.script.commands.length !== 1)
        return null;
    const statement = parsed.script.commands[0];
    if (statement === undefined ||
        statement.background === true ||
        statement.command.type !== 'Command')
        return null;
    const { name, prefix, suffix } = statement.command;
    if (name === undefined || prefix.length > 0 || !(0,_parse_js__WEBPACK_IMPORTED_MODULE_2__/* .isWhole */ .w)(statement.command, source))
        return null;
    const words = [];
    for (const word of [name, ...suffix]) {
        const text = word.type === 'Word' ? literalText(word) : null;
        if (text === null)
            return null;
        words.push(text);
    }
    const [program, ...args] = words;
    // An empty name is the shell's to refuse; a builtin is not always a program too.
    if (program === undefined || program === '' || SHELL_WORDS.has(program))
        return null;
    return [program, ...args];
}
function literalText(word) {
    if (/^~|^[A-Za-z_]\w*\+?=.*~/.test(word.text))
        return null;
    for (const part of word.parts ?? []) {
        if (part.type === 'Literal' || part.type === 'SingleQuoted')
            continue;
        if (part.type !== 'DoubleQuoted' || part.parts.some((child) => child.type !== 'Literal'))
            return null;
    }
    return word.value;
}
function neutralGit(args) {
    const settings = NEUTRAL_SETTINGS.flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const at = args.findIndex((arg) => !arg.startsWith('-'));
    const words = args.slice(at === -1 ? 0 : at);
    const known = _knowledge_index_js__WEBPACK_IMPORTED_MODULE_1__/* .GIT_SUBCOMMANDS */ .gH.get(words.slice(0, 2).join(' ')) ?? _knowledge_index_js__WEBPACK_IMPORTED_MODULE_1__/* .GIT_SUBCOMMANDS */ .gH.get(words[0] ?? '');
    const globalsPlain = at !== -1 &&
        args.slice(0, at).every((arg) => arg.startsWith('--no-') || arg === '--literal-pathspecs');
    if (known?.entry.shows !== true || !globalsPlain)
        return ['--no-pager', ...settings, ...args];
    const length = _knowledge_index_js__WEBPACK_IMPORTED_MODULE_1__/* .GIT_SUBCOMMANDS */ .gH.has(words.slice(0, 2).join(' ')) ? 2 : 1;
    const off = switchesOff(words[0] ?? '', words.slice(length));
    return [
        '--no-pager',
        ...settings,
        ...args.slice(0, at),
        ...words.slice(0, length),
        ...off,
        ...words.slice(length),
    ];
}
/** `reflog` takes its own subcommand first; in its bare form it shows. */
function switchesOff(subcommand, rest) {
    const [first] = (0,_options_js__WEBPACK_IMPORTED_MODULE_3__/* .matchOptions */ ._g)(rest.map((word) => (0,_arg_js__WEBPACK_IMPORTED_MODULE_4__/* .literalArg */ .e6)(word)), { known: new Map(), digits: true, operandsLast: true, separate: false }).operands;
    if (subcommand === 'reflog' && first !== undefined)
        return [];
    if (subcommand === 'blame' || subcommand === 'annotate')
        return ['--no-textconv'];
    return ['--no-ext-diff', '--no-textconv'];
}


/***/ }),

/***/ 52500:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  _: () => (/* binding */ createCommandRunner)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/base/errors.js
var errors = __webpack_require__(45145);
// EXTERNAL MODULE: ./build/policy/commands/plan.js
var plan = __webpack_require__(22107);
// EXTERNAL MODULE: ./build/sandbox/git-places.js
var git_places = __webpack_require__(23009);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: ./build/sandbox/process.js + 1 modules
var sandbox_process = __webpack_require__(92613);
;// CONCATENATED MODULE: ./build/sandbox/hosted.js



/**
 * GitHub's hosted Ubuntu 24.04 forbids user namespaces to programs without an AppArmor profile. There, and only there, bubblewrap
 * is given one for the length of the run; where that does not help, the one switch for all programs is turned. Both are undone
 * before the job goes on. This file does I/O.
 */
const SWITCH = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
const SYSCTL = 'kernel.apparmor_restrict_unprivileged_userns';
const PARSER = '/usr/sbin/apparmor_parser';
const SUDO_TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 10_000;
const PROFILE_NAME = 'countersign-bwrap';
/** In a path of a profile anything else would be a pattern. */
const PLAIN_PATH = /^\/[\w./+-]+$/u;
/** Lets bubblewrap make user namespaces where it may not and that may be changed; `null` where nothing is in the way. */
async function enableUserNamespaces(machine) {
    const { environment, run = runSystem, switchFile = SWITCH } = machine;
    if (!(0,external_node_fs_.existsSync)(switchFile) || (0,external_node_fs_.readFileSync)(switchFile, 'utf8').trim() === '0')
        return null;
    const hosted = environment['GITHUB_ACTIONS'] === 'true' &&
        environment['RUNNER_ENVIRONMENT'] === 'github-hosted';
    if (await canMakeOne(machine, run))
        return null;
    if (!hosted)
        return failed(`${SYSCTL} is 1, and this is no hosted runner, so it was not changed`);
    return (await byProfile(machine, run)) ?? (await bySwitch(run));
}
/** The machine may have a profile for bubblewrap already. */
async function canMakeOne({ program }, run) {
    return await run([program, '--unshare-user', '--ro-bind', '/', '/', '/bin/true']);
}
async function byProfile(machine, run) {
    const { folder } = machine;
    const program = realOr(machine.program);
    if (!PLAIN_PATH.test(program))
        return null;
    const file = (0,external_node_path_.join)(folder, PROFILE_NAME);
    (0,external_node_fs_.writeFileSync)(file, `abi <abi/4.0>,\nprofile ${PROFILE_NAME} ${program} flags=(unconfined) {\n  userns,\n}\n`);
    const restore = async () => {
        await run(['sudo', '-n', PARSER, '-R', file]);
    };
    if (!(await run(['sudo', '-n', PARSER, '-r', '-K', file])))
        return null;
    if (!(await canMakeOne(machine, run))) {
        await restore();
        return null;
    }
    const detail = `an AppArmor profile lets ${program}, and nothing else, make user namespaces during this run`;
    return { probe: { probe: 'user-namespaces', held: true, detail }, restore };
}
/** A profile is about the file that a link leads to. */
function realOr(path) {
    try {
        return (0,external_node_fs_.realpathSync)(path);
    }
    catch {
        return path;
    }
}
async function bySwitch(run) {
    const set = (value) => run(['sudo', '-n', 'sysctl', '-q', '-w', `${SYSCTL}=${value}`]);
    if (!(await set('0')))
        return failed(`${SYSCTL} is 1 and could not be set to 0 with sudo`);
    const detail = `${SYSCTL} was set from 1 to 0 for this run`;
    return {
        probe: { probe: 'user-namespaces', held: true, detail },
        restore: async () => {
            await set('1');
        },
    };
}
function failed(detail) {
    return {
        probe: { probe: 'user-namespaces', held: false, detail },
        restore: async () => undefined,
    };
}
async function runSystem(argv) {
    const result = await (0,sandbox_process/* runTrusted */.$5)({
        argv,
        cwd: '/',
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
        timeoutMs: SUDO_TIMEOUT_MS,
        maxOutputBytes: MAX_OUTPUT_BYTES,
    });
    return result.exitCode === 0;
}

;// CONCATENATED MODULE: ./build/sandbox/network/forwarder.js
/**
 * What runs inside the sandbox in front of a command that may reach hosts: it listens on the sandbox's own loopback, passes
 * every byte on to the socket of the proxy, and runs the command. It decides nothing. It ends with the command, with its
 * exit code, and the command's network with it.
 */
const FORWARDER_SOURCE = `'use strict';
const { spawn } = require('node:child_process');
const net = require('node:net');
const { constants } = require('node:os');
const { pipeline } = require('node:stream');

const FAILED = 125;
const [socket, port, program, ...args] = process.argv.slice(2);
const fail = (error) => {
  console.error('countersign: no way to the network: ' + error.message);
  process.exit(FAILED);
};
const server = net.createServer({ allowHalfOpen: true }, (near) => {
  const far = net.connect({ path: socket, allowHalfOpen: true });
  const ended = (error) => {
    if (!error) return;
    near.destroy();
    far.destroy();
  };
  pipeline(near, far, ended);
  pipeline(far, near, ended);
});
server.once('error', fail);
server.listen(Number(port), '127.0.0.1', () => {
  const child = spawn(program, args, { stdio: 'inherit' });
  child.once('error', fail);
  child.once('exit', (code, signal) => {
    process.exit(signal === null ? code : 128 + constants.signals[signal]);
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
});
`;

// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __webpack_require__(77030);
// EXTERNAL MODULE: ./build/base/address.js
var base_address = __webpack_require__(75344);
// EXTERNAL MODULE: ./build/policy/host-pattern.js
var host_pattern = __webpack_require__(14066);
;// CONCATENATED MODULE: ./build/sandbox/network/hosts.js



const MAX_HOST_CHARS = 253;
const MAX_PORT = 65_535;
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::(\d{1,5}))?$/i;
/** These never leave the sandbox, unless the policy lists them. */
const OWN_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
function hostList(entries) {
    const exact = entries.filter((entry) => !entry.trim().startsWith('*'));
    return {
        entries,
        lists: ({ host, port }) => entries.some((entry) => (0,host_pattern/* listsHost */.Qz)(entry, host, port)),
        mayReach: (address, port) => {
            const host = (0,external_node_net_.isIP)(address) === 6 ? `[${address.toLowerCase()}]` : address;
            return (0,base_address/* isPublicAddress */.i)(address) || exact.some((entry) => (0,host_pattern/* listsHost */.Qz)(entry, host, port));
        },
    };
}
/** `host:port` as a request names it; `null` for anything else (a user part, no port where none is given, NUL, a path). */
function parseTarget(authority, defaultPort) {
    const found = AUTHORITY.exec(authority);
    const host = found?.[1]?.toLowerCase() ?? '';
    const port = found?.[2] === undefined ? defaultPort : Number(found[2]);
    if (host === '' || host.length > MAX_HOST_CHARS)
        return null;
    return port === null || port < 1 || port > MAX_PORT ? null : { host, port };
}
/** The environment that leads programs to the proxy at `port` of the sandbox's own loopback. */
function proxyEnvironment(hosts, port) {
    const proxy = `http://127.0.0.1:${port}`;
    // What runs in the sandbox itself is reached directly, unless the policy means the machine's own by that name.
    const direct = OWN_HOSTS.filter((host) => !hosts.entries.some((entry) => isAbout(entry, host)))
        .map((host) => host.replaceAll(/[[\]]/g, ''))
        .join(',');
    const both = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: direct };
    return {
        ...both,
        ...Object.fromEntries(Object.entries(both).map(([name, value]) => [name.toLowerCase(), value])),
        // Node's own fetch and http, and yarn, look elsewhere.
        NODE_USE_ENV_PROXY: '1',
        YARN_HTTP_PROXY: proxy,
        YARN_HTTPS_PROXY: proxy,
    };
}
function isAbout(entry, host) {
    const written = entry.trim().toLowerCase();
    return written === host || written.startsWith(`${host}:`);
}

// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(37067);
;// CONCATENATED MODULE: ./build/sandbox/network/admit.js


const RESOLVE_TIMEOUT_MS = 10_000;
/**
 * Whether a connection may be made, and to which addresses. The name is resolved here and once: what was checked is what
 * is connected to, whatever the name answers a moment later. Every answer is counted.
 */
async function admit(gate, target) {
    if (target === null) {
        gate.ledger.add('(no host and port)', 'refused');
        return refused(400, 'the request names no host and port that can be reached');
    }
    const { host, port } = target;
    const to = `${host}:${port}`;
    const refuse = (because) => {
        gate.ledger.add(to, 'refused');
        return refused(403, `${to} is refused: ${because}`);
    };
    if (!gate.hosts.lists(target))
        return refuse('it is not among the hosts of the policy (sandbox.network)');
    const found = await addressesOf(gate.resolve, host);
    if (typeof found === 'string') {
        gate.ledger.add(to, 'allowed');
        return refused(502, `${to} could not be reached: ${found}`);
    }
    const inside = found.find(({ address }) => !gate.hosts.mayReach(address, port));
    if (inside !== undefined) {
        return refuse(`it is ${inside.address}, which is not an address of the public internet, and the policy (sandbox.network) does not list that address`);
    }
    gate.ledger.add(to, 'allowed');
    return { kind: 'admitted', target, lookup: pinned(found) };
}
function refused(status, because) {
    return { kind: 'refused', status, because };
}
/** All addresses of a host, at least one; or why there is none. */
async function addressesOf(resolve, host) {
    const name = host.replaceAll(/[[\]]/g, '');
    const family = (0,external_node_net_.isIP)(name);
    if (family !== 0)
        return [{ address: name, family }];
    let timer;
    const late = new Promise((done) => {
        timer = setTimeout(() => done('its name was not resolved in time'), RESOLVE_TIMEOUT_MS);
    });
    try {
        const found = await Promise.race([resolve(name), late]);
        return typeof found === 'string' || found.length > 0 ? found : 'its name has no address';
    }
    catch (error) {
        return (0,errors/* errorText */.k)(error);
    }
    finally {
        clearTimeout(timer);
    }
}
function pinned(addresses) {
    return (_, { all }, done) => {
        const [first] = addresses;
        if (all === true)
            done(null, [...addresses]);
        else
            done(null, first?.address ?? '', first?.family);
    };
}

;// CONCATENATED MODULE: ./build/sandbox/network/forward.js



/** Headers that are about one connection, and those for a proxy. */
const HOP_BY_HOP = [
    'connection',
    'keep-alive',
    'proxy-authenticate',
    'proxy-authorization',
    'proxy-connection',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
];
const HTTP_PORT = 80;
/**
 * `GET http://host/path`: the request is made anew to the host of the request line. A `Host` header that says something else
 * is not passed on, nor is anything that would be read as a second request. This file does I/O; the request comes from a
 * command and is not trusted.
 */
async function forward(way, asked, answer) {
    const parsed = absolute(asked.url ?? '');
    const admission = await admit(way.gate, parsed?.target ?? null);
    if (answer.destroyed)
        return;
    if (parsed === null || admission.kind === 'refused') {
        const because = admission.kind === 'refused' ? admission.because : '';
        refuse(answer, admission.kind === 'refused' ? admission.status : 400, because);
        return;
    }
    const { host, port } = admission.target;
    const far = (0,external_node_http_.request)({
        host: host.replaceAll(/[[\]]/g, ''),
        port,
        lookup: admission.lookup,
        method: asked.method,
        path: parsed.path,
        headers: headersFor(asked.headers, port === HTTP_PORT ? host : `${host}:${port}`),
        agent: false,
        setHost: false,
        maxHeaderSize: way.limits.headerBytes,
        timeout: way.limits.idleMs,
    });
    far.on('socket', (socket) => way.track(socket));
    far.on('timeout', () => far.destroy());
    far.on('error', (error) => {
        if (answer.headersSent)
            answer.destroy();
        else
            refuse(answer, 502, `${host}:${port} could not be reached: ${error.message}`);
    });
    far.on('response', (response) => {
        const headers = withoutHops(response.headers);
        answer.writeHead(response.statusCode ?? 502, headers);
        response.on('data', (chunk) => way.meter.add(chunk));
        response.on('error', () => answer.destroy());
        response.pipe(answer);
    });
    answer.on('close', () => far.destroy());
    asked.on('data', (chunk) => way.meter.add(chunk));
    asked.pipe(far);
}
/** The target and path of `http://host[:port]/path`; `null` for another scheme, a user part, or what is no address. */
function absolute(url) {
    const found = /^http:\/\/([^/?#\\]+)([/?][^#\s]*)?$/i.exec(url);
    const target = parseTarget(found?.[1] ?? '', HTTP_PORT);
    if (found === null || target === null)
        return null;
    const path = found[2] ?? '/';
    return { target, path: path.startsWith('/') ? path : `/${path}` };
}
/** The headers to send on. A body comes with its length, or in chunks, as it came: never without either. */
function headersFor(headers, host) {
    const chunked = headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' };
    return { ...withoutHops(headers), host, connection: 'close', ...chunked };
}
function withoutHops(headers) {
    const named = (headers.connection ?? '').toLowerCase().split(',');
    const dropped = new Set([...HOP_BY_HOP, ...named.map((name) => name.trim())]);
    return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}
function refuse(answer, status, because) {
    answer.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    answer.end(`countersign: ${because}\n`);
}

;// CONCATENATED MODULE: ./build/sandbox/network/ledger.js
/** Different places told of one command; more are counted as `…`. */
const MAX_PLACES = 40;
const OTHERS = '…';
/** Counts where one command went, in bounded memory. */
class Ledger {
    #counts = new Map();
    add(to, verdict) {
        const known = this.#counts.has(`${verdict} ${to}`) || this.#counts.size < MAX_PLACES;
        const name = known ? to : OTHERS;
        const key = `${verdict} ${name}`;
        const count = (this.#counts.get(key)?.count ?? 0) + 1;
        this.#counts.set(key, { to: name, verdict, count });
    }
    uses() {
        return [...this.#counts.values()];
    }
}

;// CONCATENATED MODULE: ./build/sandbox/network/limits.js
/** The walls of the way out of one command. */
const PROXY_LIMITS = {
    connections: 128,
    /** Of all connections together, both ways. */
    bytes: 8 * 1024 ** 3,
    headerBytes: 32 * 1024,
    /** How long a request's head may take to come. */
    headerMs: 15_000,
    connectMs: 20_000,
    /** How long a connection may say nothing. */
    idleMs: 5 * 60_000,
};
/** Counts bytes that pass; calls `onFull` once there are too many. */
class Meter {
    #max;
    #onFull;
    #bytes = 0;
    constructor(max, onFull) {
        this.#max = max;
        this.#onFull = onFull;
    }
    add(chunk) {
        const before = this.#bytes;
        this.#bytes += chunk.byteLength;
        if (before <= this.#max && this.#bytes > this.#max)
            this.#onFull();
    }
}

// EXTERNAL MODULE: ./build/sandbox/network/resolve.js
var network_resolve = __webpack_require__(32733);
// EXTERNAL MODULE: external "node:stream"
var external_node_stream_ = __webpack_require__(57075);
;// CONCATENATED MODULE: ./build/sandbox/network/tunnel.js





/**
 * `CONNECT host:port`: after the answer bytes go both ways unread. What is said inside (TLS, as a rule) is between the command
 * and the host it was let to. This file does I/O; the request comes from a command and is not trusted.
 */
async function tunnel(way, asked, near) {
    const admission = await admit(way.gate, parseTarget(asked.url ?? '', null));
    if (near.destroyed)
        return;
    if (admission.kind === 'refused') {
        tunnel_refuse(near, admission.status, admission.because);
        return;
    }
    const { target, lookup } = admission;
    const host = target.host.replaceAll(/[[\]]/g, '');
    const far = (0,external_node_net_.connect)({ host, port: target.port, lookup, allowHalfOpen: true });
    way.track(far);
    const problem = await opened(far, way.limits.connectMs);
    if (problem !== null) {
        far.destroy();
        tunnel_refuse(near, 502, `${target.host}:${target.port} could not be reached: ${problem}`);
        return;
    }
    near.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    join(way, near, far);
}
/** Answers over a connection that the server no longer speaks for, and ends it. */
function tunnel_refuse(near, status, because) {
    const body = `countersign: ${because}\n`;
    const head = [
        `HTTP/1.1 ${status} ${external_node_http_.STATUS_CODES[status] ?? ''}`,
        'Content-Type: text/plain; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
    ];
    // Whoever goes on sending is not read any more.
    near.once('finish', () => near.destroy());
    if (near.writable)
        near.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    else
        near.destroy();
}
/** `null` once it is connected. */
async function opened(far, connectMs) {
    let timer;
    try {
        return await new Promise((done) => {
            timer = setTimeout(() => done('it did not answer in time'), connectMs);
            far.once('connect', () => done(null)).once('error', (error) => done(error.message));
        });
    }
    finally {
        clearTimeout(timer);
    }
}
/** Each side's end is passed on to the other; an error of one ends both. */
function join(way, near, far) {
    far.setTimeout(way.limits.idleMs, () => far.destroy());
    near.on('data', (chunk) => way.meter.add(chunk));
    far.on('data', (chunk) => way.meter.add(chunk));
    const ended = (error) => {
        if (error === null || error === undefined)
            return;
        near.destroy();
        far.destroy();
    };
    (0,external_node_stream_.pipeline)(near, far, ended);
    (0,external_node_stream_.pipeline)(far, near, ended);
}

;// CONCATENATED MODULE: ./build/sandbox/network/proxy.js







const SOCKET_MODE = 0o600;
const LOOPBACK = 'loopback';
const CHECK_MS = 1_000;
/** Opens the way at `socketPath`. Rejects where no socket can be made there. The caller closes it. */
async function openProxy(options) {
    const { at, hosts, resolve = network_resolve/* resolveName */.q } = options;
    const limits = { ...PROXY_LIMITS, ...options.limits };
    const ledger = new Ledger();
    const open = new Set();
    const endAll = () => {
        for (const socket of open)
            socket.destroy();
    };
    const way = {
        gate: { hosts, resolve, ledger },
        limits,
        meter: new Meter(limits.bytes, endAll),
        track: (socket) => {
            open.add(socket);
            socket.on('error', () => socket.destroy());
            socket.once('close', () => open.delete(socket));
        },
    };
    const server = serverOf(way);
    await new Promise((done, fail) => {
        server.once('error', fail);
        if (at === LOOPBACK)
            server.listen(0, '127.0.0.1', done);
        else
            server.listen(at, done);
    });
    if (at !== LOOPBACK)
        (0,external_node_fs_.chmodSync)(at, SOCKET_MODE);
    const address = server.address();
    return {
        port: typeof address === 'object' && address !== null ? address.port : 0,
        uses: () => ledger.uses(),
        close: async () => {
            endAll();
            await new Promise((done) => void server.close(done));
        },
    };
}
function serverOf(way) {
    const { limits } = way;
    const server = (0,external_node_http_.createServer)({
        maxHeaderSize: limits.headerBytes,
        headersTimeout: limits.headerMs,
        // A body may take as long as the command: an idle connection ends by its own time-out.
        requestTimeout: 0,
        connectionsCheckingInterval: CHECK_MS,
        // The request line says where to; the header is not asked.
        requireHostHeader: false,
    }, (asked, answer) => void forward(way, asked, answer));
    server.maxConnections = limits.connections;
    server.setTimeout(limits.idleMs);
    server.on('connection', (socket) => way.track(socket));
    server.on('connect', (asked, socket, head) => {
        if (head.length > 0)
            socket.unshift(head);
        void tunnel(way, asked, socket);
    });
    server.on('clientError', (error, socket) => {
        // A command that ends drops its connections: that asked for nothing.
        if (error.code === 'ECONNRESET' || error.code === 'EPIPE')
            return void socket.destroy();
        way.gate.ledger.add('(no HTTP)', 'refused');
        tunnel_refuse(socket, 400, 'this is no request that can be read');
    });
    return server;
}

;// CONCATENATED MODULE: ./build/sandbox/network/index.js








/** On the sandbox's own loopback, where nothing else listens when the command begins. */
const PROXY_PORT = 43_128;
const INSIDE = '/run/countersign';
const IN_NODE = `${INSIDE}/node`;
const IN_SCRIPT = `${INSIDE}/forward.cjs`;
const IN_SOCKET = `${INSIDE}/proxy`;
/** Longer paths of sockets are cut by the kernel's interface. */
const MAX_SOCKET_PATH_BYTES = 107;
const PRIVATE = 0o700;
/** Prepares the network in `folder`, which is the parent's own. `node` is the program that runs inside. */
function commandNetwork(options) {
    const { folder, node, resolve } = options;
    const hosts = hostList(options.entries);
    const script = (0,external_node_path_.join)(folder, 'forward.cjs');
    (0,external_node_fs_.mkdirSync)(folder, { mode: PRIVATE, recursive: true });
    (0,external_node_fs_.writeFileSync)(script, FORWARDER_SOURCE);
    let opened = 0;
    return {
        hosts,
        environment: proxyEnvironment(hosts, PROXY_PORT),
        open: async () => {
            opened += 1;
            const socketPath = (0,external_node_path_.join)(folder, `${opened}`);
            if (Buffer.byteLength(socketPath) > MAX_SOCKET_PATH_BYTES)
                throw new Error(`the path of a socket would be too long: ${socketPath}. Set TMPDIR to a shorter folder`);
            const proxy = await openProxy({
                at: socketPath,
                hosts,
                ...(resolve === undefined ? {} : { resolve }),
            });
            return {
                mounts: [
                    { kind: 'read', from: node, to: IN_NODE },
                    { kind: 'read', from: script, to: IN_SCRIPT },
                    { kind: 'read', from: socketPath, to: IN_SOCKET },
                ],
                prefix: [IN_NODE, IN_SCRIPT, IN_SOCKET, String(PROXY_PORT)],
                uses: () => proxy.uses(),
                close: async () => proxy.close(),
            };
        },
    };
}

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(48161);
;// CONCATENATED MODULE: ./build/sandbox/seccomp.js
/**
 * The system calls that namespaces do not hold: the keyrings that the command would share with this process, and sockets of
 * families that know no network namespace (`AF_VSOCK` leads to the host of a virtual machine). As a program for the kernel's
 * filter. Pure.
 */
const ARCHITECTURES = {
    x64: { audit: 0xc000003e, addKey: 248, requestKey: 249, keyctl: 250, socket: 41, socketpair: 53 },
    arm64: {
        audit: 0xc00000b7,
        addKey: 217,
        requestKey: 218,
        keyctl: 219,
        socket: 198,
        socketpair: 199,
    },
};
/** Local sockets, IPv4, IPv6, and the kernel's own messages: all of these stay in the sandbox's network namespace. */
const FAMILIES = [1, 2, 10, 16];
/** On x86-64 a second set of numbers (x32) would reach the same calls by another name. */
const X32_BIT = 0x40000000;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
// The kernel's own words for the filter's machine (linux/bpf_common.h, linux/seccomp.h).
const LOAD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_AT_LEAST = 0x35;
const RETURN = 0x06;
const RETURN_ALLOW = 0x7fff0000;
const RETURN_ERRNO = 0x00050000;
const OFFSET_NUMBER = 0;
const OFFSET_ARCHITECTURE = 4;
const OFFSET_FIRST_ARGUMENT = 16;
const INSTRUCTION_BYTES = 8;
/**
 * The filter for a processor as Node names it (`process.arch`); `null` for one whose numbers are not known here. Calls of
 * another instruction set (32-bit programs) are refused as a whole: their numbers mean other things.
 */
function seccompProgram(arch) {
    const known = ARCHITECTURES[arch];
    if (known === undefined)
        return null;
    const { audit, addKey, requestKey, keyctl, socket, socketpair } = known;
    const families = FAMILIES.map((family, index) => [JUMP_EQUAL, FAMILIES.length - index, 0, family]);
    const x32 = arch === 'x64' ? [[JUMP_AT_LEAST, 0, 1, X32_BIT], errno(ENOSYS)] : [];
    return bytesOf([
        [LOAD, 0, 0, OFFSET_ARCHITECTURE],
        [JUMP_EQUAL, 1, 0, audit],
        errno(ENOSYS),
        [LOAD, 0, 0, OFFSET_NUMBER],
        ...x32,
        ...[addKey, requestKey, keyctl].flatMap((number) => [
            [JUMP_EQUAL, 0, 1, number],
            errno(EPERM),
        ]),
        [JUMP_EQUAL, 2, 0, socket],
        [JUMP_EQUAL, 1, 0, socketpair],
        [RETURN, 0, 0, RETURN_ALLOW],
        [LOAD, 0, 0, OFFSET_FIRST_ARGUMENT],
        ...families,
        errno(EAFNOSUPPORT),
        [RETURN, 0, 0, RETURN_ALLOW],
    ]);
}
function errno(value) {
    return [RETURN, 0, 0, RETURN_ERRNO + value];
}
/** Both processors are little-endian here. */
function bytesOf(program) {
    const bytes = Buffer.alloc(program.length * INSTRUCTION_BYTES);
    for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
        const at = index * INSTRUCTION_BYTES;
        bytes.writeUInt16LE(code, at);
        bytes.writeUInt8(ifTrue, at + 2);
        bytes.writeUInt8(ifFalse, at + 3);
        bytes.writeUInt32LE(value, at + 4);
    }
    return bytes;
}

// EXTERNAL MODULE: ./build/sandbox/trusted-git.js
var trusted_git = __webpack_require__(32766);
;// CONCATENATED MODULE: ./build/sandbox/private-place.js






const HOME_GIT_CONFIG = `[user]
\tname = countersign
\temail = countersign@users.noreply.github.com
[safe]
\tdirectory = *
[init]
\tdefaultBranch = main
[core]
\tpager = cat
[advice]
\tdetachedHead = false
`;
const private_place_PRIVATE = 0o700;
function makePrivatePlace() {
    const base = (0,external_node_fs_.realpathSync)((0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'countersign-')));
    const [home, tmp, state] = [(0,external_node_path_.join)(base, 'home'), (0,external_node_path_.join)(base, 'tmp'), (0,external_node_path_.join)(base, 'state')];
    for (const folder of [home, tmp, state])
        (0,external_node_fs_.mkdirSync)(folder, { mode: private_place_PRIVATE });
    const emptyFile = (0,external_node_path_.join)(state, 'empty');
    const gitConfig = (0,external_node_path_.join)(state, 'gitconfig');
    const filter = process.platform === 'linux' ? seccompProgram(process.arch) : null;
    const seccompFile = (0,external_node_path_.join)(state, 'seccomp');
    if (filter !== null)
        (0,external_node_fs_.writeFileSync)(seccompFile, filter);
    (0,external_node_fs_.writeFileSync)(emptyFile, '');
    (0,external_node_fs_.writeFileSync)(gitConfig, HOME_GIT_CONFIG);
    (0,external_node_fs_.writeFileSync)((0,external_node_path_.join)(home, '.gitconfig'), HOME_GIT_CONFIG);
    return {
        home,
        tmp,
        state,
        emptyFile,
        gitConfig,
        repositoryConfig: (0,external_node_path_.join)(state, 'config'),
        seccompFilter: filter === null ? null : seccompFile,
        network: (0,external_node_path_.join)(base, 'net'),
        remove: () => (0,external_node_fs_.rmSync)(base, { recursive: true, force: true, maxRetries: 3 }),
    };
}
/** Keys whose value may be a credential, or which name a file that may hold one. */
const CREDENTIAL_KEYS = /^(?:http\..*|credential\..*|include\.path|includeif\..*\.path|remote\..*\.pushurl|url\..*)$/iu;
/**
 * Writes the repository's configuration without credentials to `place.repositoryConfig`, for children to read. A key of
 * `http.*`, `credential.*`, `url.*` or `include*` is left out whole; user information is cut out of remote URLs.
 */
async function writeShownConfig(git, place) {
    const copy = place.repositoryConfig;
    await (0,promises_.copyFile)((0,external_node_path_.join)(git.common, 'config'), copy);
    const file = ['config', '--file', copy, '--no-includes'];
    const listed = await (0,trusted_git/* tryGit */.Ii)({ cwd: place.home, args: [...file, '--list', '-z'] });
    if (listed.exitCode !== 0) {
        await (0,promises_.writeFile)(copy, '[core]\n\trepositoryformatversion = 0\n\tbare = false\n');
        return;
    }
    const pairs = listed.stdout
        .toString('utf8')
        .split('\0')
        .filter((pair) => pair !== '');
    for (const pair of pairs) {
        const [key = '', ...rest] = pair.split('\n');
        const value = rest.join('\n');
        const clean = value.replace(/^(\w+:\/\/)[^/@]*@/u, '$1');
        if (CREDENTIAL_KEYS.test(key)) {
            await (0,trusted_git/* tryGit */.Ii)({ cwd: place.home, args: [...file, '--unset-all', key] });
        }
        else if (/^remote\..*\.url$/iu.test(key) && clean !== value) {
            await (0,trusted_git/* tryGit */.Ii)({ cwd: place.home, args: [...file, '--replace-all', key, clean] });
        }
    }
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(58500);
;// CONCATENATED MODULE: ./build/sandbox/limits.js
/** Of one command with all that it starts. */
const TREE_LIMITS = { processes: 4096, memoryBytes: 12 * 1024 ** 3 };
const LIMITS = {
    processes: 4096,
    openFiles: 16_384,
    fileKilobytes: 4 * 1024 * 1024,
    dataKilobytes: 8 * 1024 * 1024,
};
const DASH_BLOCK_BYTES = 512;
/**
 * The shell source that sets the limits from inside, so that processes are counted in the sandbox's own namespace, then becomes the command.
 * One pipe for both outputs keeps their order. A limit that this system does not know is passed over: the probes tell.
 */
function limitScript(limits, processLimitFlag) {
    const fileBlocks = (limits.fileKilobytes * 1024) / (processLimitFlag === '-p' ? DASH_BLOCK_BYTES : 1024);
    return [
        'ulimit -c 0',
        `ulimit ${processLimitFlag} ${limits.processes}`,
        `ulimit -n ${limits.openFiles}`,
        `ulimit -f ${fileBlocks}`,
        `ulimit -d ${limits.dataKilobytes}`,
        'exec "$@" 2>&1',
    ].join(' 2>/dev/null; ');
}

;// CONCATENATED MODULE: ./build/sandbox/canary.js



/** Each line tells one wall; what the host judges by itself is only attempted. */
function canarySource(world, bait) {
    const { secretFile, mark, port } = bait;
    const home = quoted(world.parentEnv['HOME'] ?? (0,external_node_os_.homedir)());
    const inGit = world.hasGit
        ? [
            attempt('git-config', 'echo >> .git/config'),
            attempt('git-hooks', 'echo > .git/hooks/pre-commit'),
        ]
        : [];
    return [
        `cd ${quoted(world.root)} || exit 1`,
        'tell() { echo "probe:$1:$2:$3"; }',
        attempt('write-system', 'echo > /usr/countersign-canary || echo > /etc/countersign-canary'),
        attempt('home', `ls ${home}/. | grep -q . && ls ${home}/.ssh ${home}/.config ${home}/.docker`),
        attempt('memory', `head -c 1 /proc/${process.pid}/mem || kill -0 ${process.pid}`),
        attempt('sudo', 'sudo -n true'),
        attempt('docker-socket', '[ -e /var/run/docker.sock ] || [ -e /run/docker.sock ] || [ -e /run/podman ]'),
        ...(world.sandbox === 'bubblewrap' ? linuxProbes(world) : macProbes()),
        ...world.protect.map((path) => attempt('protected', `echo > ${quoted(path)} || echo > ${quoted(`${path}/canary`)}`)),
        ...inGit,
        ...hostProbes(world, port),
        `cat ${quoted(secretFile)} 2>/dev/null; { echo gone > ${quoted(secretFile)}; } 2>/dev/null`,
        `{ exec 3<>/dev/tcp/127.0.0.1/${port}; } 2>/dev/null`,
        'cat /proc/*/environ 2>/dev/null; echo',
        `setsid bash -c 'exec -a canary-${mark} sleep 60' >/dev/null 2>&1 &`,
        'tell end held end',
    ].join('\n');
}
function linuxProbes({ hasFilter }) {
    const often = 'counted a few times a second';
    const { processes } = TREE_LIMITS;
    return [
        attempt('new-privileges', "! grep -q 'NoNewPrivs:.1' /proc/self/status"),
        attempt('capabilities', "! grep -q 'CapEff:.0000000000000000' /proc/self/status"),
        attempt('own-processes', `[ "$(readlink /proc/self/ns/pid)" = ${quoted(ownPidNamespace())} ]`),
        process.getuid?.() === 0
            ? told('process-limit', `${processes} at once, ${often}: the kernel does not count root's`)
            : attempt('process-limit', '[ "$(ulimit -u)" = unlimited ]', `${processes} at once`),
        attempt('memory-limit', '[ "$(ulimit -d)" = unlimited ]', `${gibibytes(LIMITS.dataKilobytes * 1024)} a process by the kernel, ${gibibytes(TREE_LIMITS.memoryBytes)} for all of a command, ${often}`),
        hasFilter
            ? attempt('system-calls', "! grep -q 'Seccomp:.2' /proc/self/status")
            : missing('system-calls', `no filter is known for the processor ${process.arch}`),
    ];
}
function macProbes() {
    return [
        attempt('process-limit', '[ "$(ulimit -u)" = unlimited ]', 'for all processes of the user'),
        missing('memory-limit', 'macOS holds none'),
        missing('system-calls', 'macOS filters none; the profile stands in their place'),
        missing('leftovers', 'a process that leaves its group lives on, behind the same walls'),
    ];
}
function gibibytes(bytes) {
    return `${Math.round(bytes / 1024 ** 3)} GiB`;
}
/** A host that the policy does not list has to be refused by the proxy, which has to answer. */
function hostProbes({ hosts }, port) {
    if (hosts === null)
        return [];
    const names = hosts.entries.join(', ');
    if (hosts.lists({ host: '127.0.0.1', port }))
        return [told('network-hosts', `commands reach ${names}: this machine's own services, too`)];
    const held = `commands reach ${names} through a proxy of this run, and another host was refused`;
    return [
        `{ exec 4<>/dev/tcp/127.0.0.1/"\${http_proxy##*:}" && printf 'CONNECT 127.0.0.1:${port} HTTP/1.1\\r\\n\\r\\n' >&4 && IFS= read -r -t 5 answer <&4; } 2>/dev/null`,
        `case "$answer" in *' 403 '*) tell network-hosts held ${quoted(held)};; *) tell network-hosts open "another host was not refused, the proxy said: $answer";; esac`,
    ];
}
function missing(probe, detail) {
    return `tell ${probe} open ${quoted(detail)}`;
}
function told(probe, detail) {
    return `tell ${probe} held ${quoted(detail)}`;
}
/** A line of shell that tells whether `attack` failed. */
function attempt(probe, attack, held = 'tried, and it did not work') {
    return `if { ${attack}; } >/dev/null 2>&1; then tell ${probe} open 'it worked'; else tell ${probe} held ${quoted(held)}; fi`;
}
function quoted(text) {
    return `'${text.replaceAll("'", `'\\''`)}'`;
}
function ownPidNamespace() {
    try {
        return (0,external_node_fs_.readlinkSync)('/proc/self/ns/pid');
    }
    catch {
        return 'unknown';
    }
}

;// CONCATENATED MODULE: ./build/sandbox/probes.js







/** Probes that a sandbox may fail and still be one: they limit harm, they are no wall. */
const ADVISORY_PROBES = [
    'process-limit',
    'memory-limit',
    'system-calls',
    'network-hosts',
    'leftovers',
];
const CANARY_TIMEOUT_MS = 20_000;
const CANARY_OUTPUT_CHARS = 1_000_000;
const SECRET_NAME = /TOKEN|SECRET|PASSW|CREDENTIAL|_KEY$|APIKEY/iu;
const MIN_SECRET_CHARS = 8;
const SURVIVOR_TRIES = 20;
const SURVIVOR_PAUSE_MS = 50;
/** Runs the canary the way the run's commands will be, and judges it. One that does not run to its end held nothing. */
async function proveWalls(runner, world) {
    const outside = (0,external_node_fs_.realpathSync)((0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'countersign-canary-')));
    const mark = (0,external_node_crypto_.randomBytes)(12).toString('hex');
    const secretFile = (0,external_node_path_.join)(outside, 'secret');
    (0,external_node_fs_.writeFileSync)(secretFile, `secret-${mark}`, { mode: 0o600 });
    const door = await listen();
    try {
        const shell = canarySource(world, { secretFile, mark, port: door.port });
        const result = await runner.run({ shell }, {
            cwd: '.',
            timeoutMs: CANARY_TIMEOUT_MS,
            signal: new AbortController().signal,
            maxOutputChars: CANARY_OUTPUT_CHARS,
        });
        const probes = toldBy(result.output);
        if (!probes.delete('end'))
            return [failedCanary(result)];
        return [
            { probe: 'start', held: true, detail: 'a command ran in the sandbox' },
            ...probes.values(),
            judged('write-outside', (0,external_node_fs_.readFileSync)(secretFile, 'utf8') === `secret-${mark}`, 'a file outside of the workspace was overwritten'),
            judged('read-outside', !result.output.includes(`secret-${mark}`), 'a file outside of the workspace was read'),
            judged('network', door.connections() === 0, 'a connection to this machine was made'),
            judged('environment', !showsSecret(world, result.output), "a secret of the parent's environment was read"),
            ...(world.sandbox === 'bubblewrap'
                ? [judged('survivors', await isGone(mark), 'a background process outlived its command')]
                : []),
        ];
    }
    finally {
        await door.close();
        (0,external_node_fs_.rmSync)(outside, { recursive: true, force: true });
    }
}
/** What the canary told, by wall. One that was tried several times held where it held each time. */
function toldBy(output) {
    const probes = new Map();
    for (const [, probe = '', how, detail = ''] of output.matchAll(/^probe:([\w-]+):(held|open):(.*)$/gmu)) {
        if (probes.get(probe)?.held !== false)
            probes.set(probe, { probe, held: how === 'held', detail });
    }
    return probes;
}
function judged(probe, held, otherwise) {
    return { probe, held, detail: held ? 'tried, and it did not work' : otherwise };
}
function failedCanary(result) {
    const said = result.output.trim().slice(0, 500);
    return {
        probe: 'start',
        held: false,
        detail: `no command runs in the sandbox: ${said || result.ended}`,
    };
}
function showsSecret({ parentEnv }, output) {
    return Object.entries(parentEnv).some(([name, value]) => value !== undefined &&
        SECRET_NAME.test(name) &&
        value.length >= MIN_SECRET_CHARS &&
        output.includes(value));
}
/** The namespace may still be on its way out when the sandbox has told its exit code; it gets a moment. */
async function isGone(mark) {
    for (let tries = 0; tries < SURVIVOR_TRIES; tries += 1) {
        if (!isAlive(mark))
            return true;
        await (0,external_node_timers_promises_.setTimeout)(SURVIVOR_PAUSE_MS);
    }
    return !isAlive(mark);
}
function isAlive(mark) {
    if (!(0,external_node_fs_.existsSync)('/proc/self/cmdline'))
        return false;
    return (0,external_node_fs_.readdirSync)('/proc')
        .filter((name) => /^\d+$/u.test(name))
        .some((name) => {
        try {
            return (0,external_node_fs_.readFileSync)(`/proc/${name}/cmdline`, 'utf8').startsWith(`canary-${mark}`);
        }
        catch {
            return false;
        }
    });
}
async function listen() {
    let count = 0;
    const server = (0,external_node_net_.createServer)((socket) => {
        count += 1;
        socket.destroy();
    });
    await new Promise((done) => {
        server.listen(0, '127.0.0.1', done);
    });
    const address = server.address();
    return {
        port: typeof address === 'object' && address !== null ? address.port : 0,
        connections: () => count,
        close: async () => new Promise((done) => void server.close(() => done())),
    };
}

;// CONCATENATED MODULE: ./build/sandbox/background.js
/** Output kept of a background command, in UTF-16 units; older text is dropped from the front. */
const MAX_LOG_CHARS = 1_000_000;
/** A log that is read by offset while it is written, in bounded memory. */
class RollingLog {
    #max;
    #chunks = [];
    #length = 0;
    /** The offset of the first character that is still kept. */
    #start = 0;
    constructor(maxChars = MAX_LOG_CHARS) {
        this.#max = maxChars;
    }
    add(text) {
        this.#chunks.push(text);
        this.#length += text.length;
        if (this.#length <= 2 * this.#max)
            return;
        const all = this.#chunks.join('');
        const kept = all.slice(all.length - this.#max);
        this.#start += all.length - kept.length;
        this.#chunks = [kept];
        this.#length = kept.length;
    }
    /** The text from `offset` on; where that is no longer kept, what is kept, with a line that says how much is gone. */
    read(offset) {
        const all = this.#chunks.join('');
        this.#chunks = all === '' ? [] : [all];
        const from = Number.isFinite(offset) ? Math.max(0, Math.floor(offset)) : 0;
        const next = this.#start + all.length;
        if (from >= this.#start)
            return { text: all.slice(from - this.#start), next };
        return { text: `[... ${this.#start - from} characters dropped ...]\n${all}`, next };
    }
}
/** Wraps a process that runs on: `finish` is its result to come, `stop` asks it to end. */
function backgroundCommand(parts) {
    let result = null;
    void parts.finish.then((value) => {
        result = value;
        return value;
    });
    return {
        id: parts.id,
        state: () => result ?? 'running',
        network: parts.network,
        logs: (offset) => parts.log.read(offset),
        kill: async () => {
            parts.stop();
            return parts.finish;
        },
    };
}

// EXTERNAL MODULE: ./build/sandbox/names.js
var names = __webpack_require__(88544);
;// CONCATENATED MODULE: ./build/sandbox/protected.js





/** Paths of the workspace that commands cannot write, whether they exist yet or not. This file does I/O. */
/**
 * The protected paths, and the folders above them, which must not be renamed away; a folder above stands before what lies in
 * it. What does not exist is held by an empty folder in its place, which git does not see. Throws `sandbox-missing` for a link.
 */
function holdProtected(root, protect) {
    const above = new Set();
    const targets = new Set();
    for (const path of [...protect].sort()) {
        const parts = (0,names/* splitPath */.Uf)(path);
        const folders = parts.slice(0, -1).map((_, index) => (0,external_node_path_.join)(root, ...parts.slice(0, index + 1)));
        for (const folder of folders) {
            hold(folder);
            above.add(folder);
        }
        const target = (0,external_node_path_.join)(root, ...parts);
        hold(target);
        targets.add(target);
    }
    return { above: [...above].filter((path) => !targets.has(path)), targets: [...targets] };
}
function hold(path) {
    if ((0,git_places/* kindOf */.I)(path) === 'absent')
        (0,external_node_fs_.mkdirSync)(path);
    refuseLink(path);
}
/** Mounting on a link would open and cover what it leads to, and leave the link itself free to be replaced. */
function refuseLink(path) {
    const kind = (0,git_places/* kindOf */.I)(path);
    if (kind !== 'link' && kind !== 'other')
        return;
    throw new errors/* CountersignError */.W('sandbox-missing', `The protected path ${path} is a symbolic link or no plain file.`, {
        fix: 'Protect the file that it leads to instead.',
    });
}
/** Removes the empty folders that stood in for protected paths which do not exist. */
function removePlaceholders(root, placeholders) {
    for (const path of [...placeholders].sort((a, b) => b.length - a.length)) {
        try {
            const folder = (0,external_node_path_.join)(root, path);
            if ((0,git_places/* kindOf */.I)(folder) === 'folder' && (0,external_node_fs_.readdirSync)(folder).length === 0)
                (0,external_node_fs_.rmdirSync)(folder);
        }
        catch {
            // Somebody put it to use.
        }
    }
}
/** The protected paths, and the folders above them, that do not exist now. */
function placeholdersFor(root, protect) {
    const all = protect.flatMap((path) => {
        const parts = (0,names/* splitPath */.Uf)(path);
        return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    });
    return [...new Set(all)].filter((path) => (0,git_places/* kindOf */.I)((0,external_node_path_.join)(root, path)) === 'absent');
}
/** Paths as they were listed, each made relative to the root and judged by the lexical walls. */
function protectedPaths(root, listed) {
    const ground = { root, aliases: [], caseInsensitive: false, hidden: [] };
    const paths = listed
        .map((path) => (0,names/* lexicalParts */.nU)(ground, path).join('/'))
        .filter((path) => path !== '');
    return [...new Set(paths)];
}

// EXTERNAL MODULE: ./build/sandbox/kill-group.js
var kill_group = __webpack_require__(88400);
// EXTERNAL MODULE: ./build/sandbox/spawn.js
var spawn = __webpack_require__(65547);
;// CONCATENATED MODULE: ./build/sandbox/talk.js


/** Bytes that may wait to be read by a program that does not read. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/**
 * Starts a program that is talked to over its standard input and output. It leads a process group of its own, which is
 * ended whole. What it says on standard error is dropped. This file does I/O.
 */
function startTalking(what, options) {
    const [program, ...args] = what.argv;
    const { child, stdin, stdout } = (0,spawn/* start */.n)({
        ...what,
        program,
        args,
        stdin: 'pipe',
        stderr: 'ignore',
    });
    const gone = goneOf(child);
    const kill = () => {
        if (child.pid !== undefined)
            (0,kill_group/* killGroup */.i0)(child.pid, 'SIGKILL');
    };
    const unwatch = child.pid === undefined ? undefined : options.watch(child.pid, kill);
    void gone.then((because) => {
        unwatch?.();
        kill();
        options.onGone();
        options.onEnd(because);
        return undefined;
    });
    stdin.on('error', () => undefined);
    stdout.on('error', () => undefined);
    stdout.on('data', (chunk) => options.onOutput(chunk));
    return {
        write: (text) => {
            if (stdin.writableLength > MAX_WAITING_BYTES || !stdin.writable)
                return false;
            stdin.write(text);
            return true;
        },
        close: async () => {
            stdin.end();
            if (child.pid !== undefined)
                (0,kill_group/* killGroup */.i0)(child.pid, 'SIGTERM');
            const late = setTimeout(kill, kill_group/* KILL_GRACE_MS */.fO);
            await gone;
            clearTimeout(late);
            stdout.destroy();
        },
    };
}
async function goneOf(child) {
    return await new Promise((done) => {
        child.once('error', (error) => done(`it could not be started: ${error.message}`));
        child.once('exit', (code, signal) => done(`it ended with ${signal ?? `exit code ${code}`}`));
    });
}

;// CONCATENATED MODULE: ./build/sandbox/runner.js







/** How many background commands may run at once. */
const MAX_BACKGROUND = 8;
/** How many programs may be talked to at once. */
const MAX_TALKING = 32;
/** A runner over one workspace. All its commands share one environment and, where there is one, one sandbox. */
function makeRunner(parts) {
    const { workspace, enclosure, place } = parts;
    const running = new Map();
    const talking = new Set();
    const closing = new AbortController();
    const git = (0,git_places/* findGit */.Ct)(workspace.root);
    const absent = git === null ? [] : (0,git_places/* absentIn */.RN)(git);
    const placeholders = placeholdersFor(workspace.root, enclosure.protect);
    let started = 0;
    const execute = async (line, options) => {
        if (closing.signal.aborted)
            return runner_refused('The run is over; no command starts any more.');
        const signal = AbortSignal.any([options.signal, closing.signal]);
        const result = await runOne(parts, line, { ...options, signal });
        const swept = enclosure.kind === 'none' ? [] : (0,git_places/* sweepGit */.L1)(absent);
        return swept.length === 0 ? result : withNote(result, swept);
    };
    return {
        sandbox: enclosure.kind,
        run: execute,
        start: async (line, options) => {
            const alive = [...running.values()].filter((command) => command.state() === 'running');
            if (alive.length >= MAX_BACKGROUND) {
                throw new errors/* CountersignError */.W('command-refused', `${MAX_BACKGROUND} background commands run already.`, { fix: 'End one of them first.' });
            }
            started += 1;
            const command = inBackground(`b${started}`, options, (more) => execute(line, { ...options, ...more }));
            running.set(command.id, command);
            return command;
        },
        talk: async (argv, options) => {
            if (closing.signal.aborted || talking.size >= MAX_TALKING) {
                const why = closing.signal.aborted
                    ? 'the run is over'
                    : `${MAX_TALKING} such programs run already`;
                throw new errors/* CountersignError */.W('command-refused', `${argv[0]} was not started: ${why}.`);
            }
            const held = { process: null };
            const onEnd = (because) => {
                if (held.process !== null)
                    talking.delete(held.process);
                options.onEnd(because);
            };
            held.process = await talkTo(parts, argv, { ...options, onEnd });
            talking.add(held.process);
            return held.process;
        },
        close: async () => {
            closing.abort();
            await Promise.all([...talking].map(async (process) => process.close()));
            await Promise.all([...running.values()].map(async (command) => command.kill()));
            removePlaceholders(workspace.root, placeholders);
            await parts.restore();
            place.remove();
        },
    };
}
/** A command that runs on; `execute` runs it with what is added here. */
function inBackground(id, options, execute) {
    const log = new RollingLog();
    const stop = new AbortController();
    const opened = [];
    const finish = execute({
        signal: stop.signal,
        onOutput: (text) => {
            log.add(text);
            options.onOutput?.(text);
        },
        onOpen: (enclosed) => void opened.push(enclosed),
    });
    return backgroundCommand({
        id,
        log,
        finish,
        stop: () => stop.abort(),
        network: () => opened[0]?.network() ?? [],
    });
}
async function runOne(parts, line, options) {
    const { workspace, enclosure, childEnv } = parts;
    let enclosed;
    try {
        const cwd = await folderOf(workspace, options.cwd);
        const argv = (0,sandbox_process/* argvOf */.UU)(line);
        if ((0,sandbox_process/* findProgram */.Kp)(argv[0], { env: childEnv, cwd }) === null)
            return notFound(argv[0]);
        enclosed = await enclosure.open({ argv, cwd });
    }
    catch (error) {
        return runner_refused((0,errors/* errorText */.k)(error));
    }
    options.onOpen?.(enclosed);
    try {
        return await runEnclosed(enclosed, childEnv, options);
    }
    finally {
        await enclosed.close();
    }
}
async function runEnclosed(enclosed, childEnv, options) {
    const said = [];
    const ended = [];
    const result = await (0,sandbox_process/* runProcess */.R3)({
        line: { argv: enclosed.argv },
        cwd: enclosed.cwd,
        env: { ...childEnv, ...options.env, ...enclosed.env },
        timeoutMs: options.timeoutMs,
        signal: options.signal,
        maxOutputChars: options.maxOutputChars,
        files: enclosed.files,
        watch: (pid, end) => enclosed.watch(pid, (because) => {
            ended.push(because);
            end();
        }),
        onExit: () => enclosed.sweep(),
        ...(options.onOutput === undefined ? {} : { onOutput: options.onOutput }),
        ...(enclosed.speaksOnStderr ? { onStderr: (text) => void said.push(text) } : {}),
    });
    if (setupFailed(result, said.join('')))
        return runner_refused(`The sandbox could not be set up: ${said.join('').trim()}`);
    const network = enclosed.network();
    const notes = [...ended.map((because) => `ended the command: ${because}`), ...refusals(network)];
    return {
        ...result,
        output: result.output + notes.map((note) => `\n[countersign ${note}]\n`).join(''),
        ...(network.length === 0 ? {} : { network }),
    };
}
/** Said where the command can be read, since a refused connection looks like one that failed. */
function refusals(network) {
    const places = network.filter(({ verdict }) => verdict === 'refused').map(({ to }) => to);
    return places.length === 0
        ? []
        : [
            `refused connections to ${places.join(', ')}: the policy's sandbox.network does not list them`,
        ];
}
/** Standard error has no reader here, and must not get between the lines of standard output. */
const APART = ['/bin/sh', '-c', 'exec "$@" 2>/dev/null', 'sh'];
async function talkTo(parts, argv, options) {
    const { workspace, enclosure, childEnv } = parts;
    const cwd = workspace.root;
    if ((0,sandbox_process/* findProgram */.Kp)(argv[0], { env: childEnv, cwd }) === null) {
        throw new errors/* CountersignError */.W('command-refused', `The program ${JSON.stringify(argv[0])} was not found.`);
    }
    const enclosed = await enclosure.open({
        argv: enclosure.kind === 'none' ? argv : [...APART, ...argv],
        cwd,
    });
    return startTalking({
        argv: enclosed.argv,
        cwd: enclosed.cwd,
        env: { ...childEnv, ...options.env, ...enclosed.env },
        files: enclosed.files,
    }, {
        ...options,
        watch: enclosed.watch,
        onGone: () => {
            enclosed.sweep();
            void enclosed.close();
        },
    });
}
/** The command's own outputs share one pipe, so whatever comes by the other is the sandbox program's. */
function setupFailed(result, said) {
    return (result.ended === 'exited' &&
        result.exitCode !== 0 &&
        result.outputBytes === 0 &&
        /^(?:bwrap|sandbox-exec): /mu.test(said));
}
async function folderOf(workspace, path) {
    const entry = await workspace.stat(path);
    if (entry?.kind !== 'directory') {
        throw new errors/* CountersignError */.W('command-refused', `${JSON.stringify(path)} is not a folder of the workspace.`, {
            fix: 'Give a folder from the workspace root, or "." for the root.',
        });
    }
    return (0,external_node_path_.join)(workspace.root, workspace.relative(path));
}
function runner_refused(reason) {
    return {
        exitCode: null,
        signal: null,
        output: reason,
        outputBytes: 0,
        truncated: false,
        durationMs: 0,
        ended: 'not-started',
    };
}
function notFound(program) {
    return runner_refused(`The program ${JSON.stringify(program)} was not found. Use one that is installed, or name its path.`);
}
function withNote(result, swept) {
    const note = `\n[countersign removed ${swept.join(', ')}: it would have led git to another configuration]\n`;
    return { ...result, output: result.output + note };
}

;// CONCATENATED MODULE: ./build/sandbox/bubblewrap.js

/** The arguments that run `argv` in the sandbox, in the folder `cwd`. */
function bubblewrapArgv(program, shape, command) {
    return [
        program,
        ...namespaceArgs(shape.disableUserns),
        ...(shape.seccompDescriptor === null ? [] : ['--seccomp', String(shape.seccompDescriptor)]),
        ...shape.mounts.flatMap((mount) => mountArgs(mount)),
        '--chdir',
        command.cwd,
        '--',
        '/bin/sh',
        '-c',
        limitScript(shape.limits, shape.processLimitFlag),
        'sh',
        ...command.argv,
    ];
}
function namespaceArgs(disableUserns) {
    return [
        '--unshare-user',
        '--unshare-ipc',
        '--unshare-pid',
        '--unshare-net',
        '--unshare-uts',
        '--unshare-cgroup-try',
        ...(disableUserns ? ['--disable-userns'] : []),
        '--hostname',
        'sandbox',
        '--new-session',
        '--die-with-parent',
        '--cap-drop',
        'ALL',
    ];
}
function mountArgs(mount) {
    switch (mount.kind) {
        case 'read':
            return ['--ro-bind', mount.from, mount.to];
        case 'write':
            return ['--bind', mount.from, mount.to];
        case 'link':
            return ['--symlink', mount.from, mount.to];
        case 'empty':
            return ['--perms', '0755', '--size', String(mount.maxBytes), '--tmpfs', mount.to];
        case 'proc':
        case 'dev':
            return [`--${mount.kind}`, `/${mount.kind}`];
    }
    return mount;
}

// EXTERNAL MODULE: ./build/sandbox/machine.js
var machine = __webpack_require__(46285);
;// CONCATENATED MODULE: ./build/sandbox/tree.js

const LOOK_MS = 250;
/** Looks after `pid` and all below it, and calls `end` once, with the reason, where they take too much. Gives what stops it. */
function watchTree(pid, limits, end) {
    const timer = setInterval(() => {
        const because = tooMuch(pid, limits);
        if (because === null)
            return;
        clearInterval(timer);
        end(because);
    }, LOOK_MS);
    timer.unref();
    return () => clearInterval(timer);
}
function tooMuch(pid, limits) {
    const pids = [pid];
    let bytes = 0;
    // The list grows while it is walked: each process adds those that it started.
    for (const one of pids) {
        if (pids.length > limits.processes)
            return `it ran more than ${limits.processes} processes at once`;
        bytes += privateBytes(one);
        if (bytes > limits.memoryBytes)
            return `its processes took more than ${Math.round(limits.memoryBytes / 1024 ** 2)} MiB of memory together`;
        pids.push(...childrenOf(one));
    }
    return null;
}
/** Memory that it shares neither with another process nor with a file. */
function privateBytes(pid) {
    const kilobytes = /^RssAnon:\s+(\d+)/mu.exec(readOr(`/proc/${pid}/status`))?.[1];
    return Number(kilobytes ?? 0) * 1024;
}
/** Each thread of a process tells the children that it started. */
function childrenOf(pid) {
    return threadsOf(pid).flatMap((thread) => readOr(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number));
}
function threadsOf(pid) {
    try {
        return (0,external_node_fs_.readdirSync)(`/proc/${pid}/task`);
    }
    catch {
        return [];
    }
}
function readOr(file) {
    try {
        return (0,external_node_fs_.readFileSync)(file, 'utf8').trim();
    }
    catch {
        return '';
    }
}

;// CONCATENATED MODULE: ./build/sandbox/sandboxed.js








const SECCOMP_DESCRIPTOR = 3;
const RUNNER_PLACE_BYTES = 1024 ** 2;
/** Not more than the machine has, less what this process and the runner need. */
const MEMORY_SHARE = 0.8;
/** The walls around each command, on Linux. */
function bubblewrapEnclosure(walls) {
    const filter = walls.place.seccompFilter;
    const limits = {
        ...TREE_LIMITS,
        memoryBytes: Math.min(TREE_LIMITS.memoryBytes, (0,external_node_os_.totalmem)() * MEMORY_SHARE),
    };
    return {
        kind: 'bubblewrap',
        protect: walls.protect,
        open: async (command) => {
            const door = walls.network === null ? null : await walls.network.open();
            try {
                return {
                    argv: sandboxedArgv(walls, { ...command, door }),
                    cwd: walls.root,
                    env: {},
                    files: filter === null ? [] : [filter],
                    speaksOnStderr: true,
                    watch: (pid, end) => watchTree(pid, limits, end),
                    network: () => door?.uses() ?? [],
                    sweep: () => undefined,
                    close: async () => door?.close(),
                };
            }
            catch (error) {
                await door?.close();
                throw error;
            }
        },
    };
}
function sandboxedArgv(walls, command) {
    const { argv, cwd, door } = command;
    const shape = {
        mounts: [...mountsOf(walls), ...(door?.mounts ?? [])],
        disableUserns: walls.disableUserns,
        limits: LIMITS,
        seccompDescriptor: walls.place.seccompFilter === null ? null : SECCOMP_DESCRIPTOR,
        processLimitFlag: walls.processLimitFlag,
    };
    return bubblewrapArgv(walls.program, shape, { argv: [...(door?.prefix ?? []), ...argv], cwd });
}
function mountsOf(walls) {
    const { root, place, git } = walls;
    const system = (0,machine/* systemMounts */.I8)({
        parentEnv: walls.parentEnv,
        childEnv: walls.childEnv,
        workspace: root,
        emptyFile: place.emptyFile,
    });
    return [
        ...system,
        ...(0,machine/* kernelMounts */.oC)(place.emptyFile),
        ...workspaceMounts(walls),
        ...runnerMounts(walls),
        ...protectedMounts(root, walls.protect),
        ...(git === null ? [] : (0,git_places/* gitMounts */.Xn)(git, place.repositoryConfig)),
        (0,git_places/* pinned */.dp)(place.home),
        { kind: 'read', from: place.gitConfig, to: (0,external_node_path_.join)(place.home, '.gitconfig') },
    ];
}
function workspaceMounts({ root, write }) {
    if (write.includes('.'))
        return [(0,git_places/* pinned */.dp)(root)];
    const open = write.map((path) => (0,external_node_path_.join)(root, path)).filter((path) => (0,git_places/* kindOf */.I)(path) === 'folder');
    return [(0,git_places/* readOnly */.Tu)(root), ...open.map((path) => (0,git_places/* pinned */.dp)(path))];
}
/** Empty in place of the runner's own folders, should they lie in the workspace. */
function runnerMounts({ root, parentEnv }) {
    return (0,machine/* runnerPlacesIn */.Ud)(root, parentEnv)
        .filter((path) => (0,git_places/* kindOf */.I)(path) === 'folder')
        .map((to) => ({ kind: 'empty', to, maxBytes: RUNNER_PLACE_BYTES }));
}
/** Each protected path read-only, and each folder above it pinned. */
function protectedMounts(root, protect) {
    const { above, targets } = holdProtected(root, protect);
    return [...above.map((path) => (0,git_places/* pinned */.dp)(path)), ...targets.map((path) => (0,git_places/* readOnly */.Tu)(path))];
}

;// CONCATENATED MODULE: ./build/sandbox/tried.js

function without(detail) {
    return { runner: null, probes: [{ probe: 'sandbox', held: false, detail }] };
}
function allHeld(probes) {
    return probes.every((probe) => probe.held || ADVISORY_PROBES.includes(probe.probe));
}

;// CONCATENATED MODULE: ./build/sandbox/writable.js

/** The folders that commands may write; `.` is all. */
function writablePaths(root, write) {
    const named = protectedPaths(root, write);
    return write.some((path) => path === '.' || path === './' || path === root)
        ? ['.', ...named]
        : named;
}
/** The paths that commands must not write: those that are listed, and `.github` where nothing in it is named as writable. */
function protectedIn(root, { write = ['.'], protect = [] }) {
    const named = writablePaths(root, write);
    const opens = named.some((path) => path === '.github' || path.startsWith('.github/'));
    return protectedPaths(root, [...(opens ? [] : ['.github']), ...protect]);
}

;// CONCATENATED MODULE: ./build/sandbox/bubblewrap-runner.js











/** Makes the walls of Linux and tries them. This file does I/O. */
const ASK_TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 100_000;
/** A runner behind bubblewrap, its walls proved; or why there is none. The machine is then as it was before. */
async function tryBubblewrap(options, bare) {
    const found = await findBubblewrap(bare.childEnv);
    if (typeof found === 'string')
        return without(found);
    const enabled = await enableUserNamespaces({
        environment: options.environment,
        program: found.program,
        folder: bare.place.state,
    });
    const restore = enabled?.restore ?? bare.restore;
    const walls = await makeWalls(options, { bare, found });
    const placeholders = placeholdersFor(walls.root, walls.protect);
    const parts = { ...bare, restore };
    const { runner, probes } = await prove(options, { parts, walls });
    const told = [...(enabled === null ? [] : [enabled.probe]), ...probes];
    if (allHeld(told))
        return { runner, probes: told };
    removePlaceholders(walls.root, placeholders);
    await restore();
    return { runner: null, probes: told };
}
/** With the way to the hosts of the policy, where it lists any; where that way does not hold, without any network. */
async function prove(options, made) {
    if (options.network.length === 0)
        return await proveWith(null, made);
    const network = commandNetwork({
        entries: options.network,
        folder: made.parts.place.network,
        node: process.execPath,
        resolve: options.resolve,
    });
    const open = await proveWith(network, made);
    const fallen = open.probes.find(({ probe, held }) => !held && (probe === 'start' || probe === 'network-hosts'));
    if (fallen === undefined)
        return open;
    const closed = await proveWith(null, made);
    const detail = `the policy lists ${options.network.join(', ')}, but commands get no network at all: ${fallen.detail}`;
    return { ...closed, probes: [...closed.probes, { probe: 'network-hosts', held: false, detail }] };
}
async function proveWith(network, made) {
    const childEnv = {
        ...made.parts.childEnv,
        TMPDIR: '/tmp',
        ...(network === null ? {} : network.environment),
    };
    const walls = { ...made.walls, childEnv, network };
    const runner = makeRunner({ ...made.parts, childEnv, enclosure: bubblewrapEnclosure(walls) });
    const probes = await proveWalls(runner, {
        root: walls.root,
        parentEnv: walls.parentEnv,
        protect: walls.protect,
        hasGit: walls.git !== null,
        sandbox: 'bubblewrap',
        hosts: network?.hosts ?? null,
        hasFilter: walls.place.seccompFilter !== null,
    });
    return { runner, probes };
}
/** The sandbox program of this machine and what it can do, or why there is none. */
async function findBubblewrap(env) {
    const program = (0,sandbox_process/* findProgram */.Kp)('bwrap', { env, cwd: '/' });
    if (program === null)
        return 'bubblewrap (bwrap) is not installed';
    const ask = async (argv) => (0,sandbox_process/* runTrusted */.$5)({
        argv,
        cwd: '/',
        env,
        timeoutMs: ASK_TIMEOUT_MS,
        maxOutputBytes: MAX_ANSWER_BYTES,
    });
    const [help, limit] = await Promise.all([
        ask([program, '--help']),
        ask(['/bin/sh', '-c', 'ulimit -u 100']),
    ]);
    const features = help.stdout.toString('utf8') + help.stderr.toString('utf8');
    if (!features.includes('--perms') || !features.includes('--size')) {
        return 'bubblewrap is older than 0.7';
    }
    return {
        program,
        disableUserns: features.includes('--disable-userns'),
        processLimitFlag: limit.exitCode === 0 ? '-u' : '-p',
    };
}
async function makeWalls(options, parts) {
    const { bare, found } = parts;
    const root = options.workspace.root;
    const git = (0,git_places/* findGit */.Ct)(root);
    if (git !== null)
        await writeShownConfig(git, bare.place);
    return {
        ...found,
        root,
        git,
        place: bare.place,
        parentEnv: options.environment,
        childEnv: bare.childEnv,
        network: null,
        protect: protectedIn(root, options),
        write: writablePaths(root, options.write ?? ['.']),
    };
}

;// CONCATENATED MODULE: ./build/sandbox/survivors.js

/**
 * Without a sandbox a command may leave its process group (`setsid`) and live on. Each call therefore carries a mark in
 * its environment, which children inherit, and whatever carries it afterwards is ended. A process that clears its
 * environment gets away: only the sandbox holds those. This file does I/O.
 */
const MARK_NAME = 'COUNTERSIGN_CALL';
/** A process may start another between the look and the kill, so it is looked again, this often. */
const ROUNDS = 5;
/** In this time no system gives out all of its process ids, so that those of new processes follow those of old ones. */
const MAX_ORDERED_MS = 1_000;
function thisMoment() {
    return { atMs: performance.now(), pid: lastPid() };
}
/**
 * Kills every process since `begun` that carries the mark; returns how many it found. Reading the environment of each
 * process of a machine takes milliseconds, so after a short command only those with new ids are looked at. On systems
 * without `/proc` it finds none.
 */
function endSurvivors(mark, begun) {
    let found = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
        const alive = marked(`${MARK_NAME}=${mark}`, isNewSince(begun));
        if (alive.length === 0)
            break;
        found += alive.length;
        for (const pid of alive)
            kill(pid);
    }
    return found;
}
/** Which ids a process that began since then can have. */
function isNewSince({ atMs, pid: before }) {
    const last = lastPid();
    const isOrdered = performance.now() - atMs < MAX_ORDERED_MS;
    if (before === null || last === null || !isOrdered)
        return () => true;
    // Ids are given out in a ring.
    return last >= before
        ? (pid) => pid > before && pid <= last
        : (pid) => pid > before || pid <= last;
}
/** From `/proc/loadavg`, whose last word it is, where `/proc` shows this process under its own id. */
function lastPid() {
    try {
        if ((0,external_node_fs_.readlinkSync)('/proc/self') !== String(process.pid))
            return null;
        const last = Number((0,external_node_fs_.readFileSync)('/proc/loadavg', 'utf8').trim().split(' ').at(-1));
        return Number.isInteger(last) && last > 0 ? last : null;
    }
    catch {
        return null;
    }
}
function marked(entry, isCandidate) {
    return processIds().filter((pid) => pid !== process.pid && isCandidate(pid) && environmentOf(pid).includes(entry));
}
function processIds() {
    try {
        return (0,external_node_fs_.readdirSync)('/proc')
            .filter((name) => /^\d+$/u.test(name))
            .map(Number);
    }
    catch {
        return [];
    }
}
function environmentOf(pid) {
    try {
        return (0,external_node_fs_.readFileSync)(`/proc/${pid}/environ`, 'utf8').split('\0');
    }
    catch {
        return [];
    }
}
function kill(pid) {
    try {
        process.kill(pid, 'SIGKILL');
    }
    catch {
        // It ended by itself.
    }
}

;// CONCATENATED MODULE: ./build/sandbox/enclosure.js


/** No walls: what the command leaves behind is found by a mark in its environment. */
function noEnclosure() {
    return {
        kind: 'none',
        protect: [],
        open: async ({ argv, cwd }) => {
            const mark = (0,external_node_crypto_.randomBytes)(16).toString('hex');
            const begun = thisMoment();
            return {
                argv,
                cwd,
                env: { [MARK_NAME]: mark },
                files: [],
                speaksOnStderr: false,
                watch: () => () => undefined,
                network: () => [],
                sweep: () => void endSurvivors(mark, begun),
                close: async () => undefined,
            };
        },
    };
}

// EXTERNAL MODULE: ./build/sandbox/environment.js
var environment = __webpack_require__(16113);
// EXTERNAL MODULE: ./build/sandbox/git.js
var git = __webpack_require__(62564);
;// CONCATENATED MODULE: ./build/sandbox/seatbelt.js
/** Services without which programs cannot look up users, time zones or certificates. None of them opens files or networks. */
const SERVICES = [
    'com.apple.system.opendirectoryd.libinfo',
    'com.apple.system.opendirectoryd.membership',
    'com.apple.system.logger',
    'com.apple.system.notification_center',
    'com.apple.bsd.dirhelper',
    'com.apple.trustd.agent',
];
const DEVICES = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom', '/dev/dtracehelper'];
const seatbelt_MAX_PORT = 65_535;
/** The profile. All paths are absolute and real: the kernel compares what a link leads to. Throws for a path that is not. */
function seatbeltProfile(shape) {
    const { hidden, shown, writable, pinned, proxyPort } = shape;
    const visible = [...shown, ...writable];
    return [
        '(version 1)',
        '(deny default)',
        '(allow process-exec process-fork)',
        '(allow signal (target same-sandbox))',
        '(allow process-info* (target same-sandbox))',
        '(allow sysctl-read)',
        '(allow ipc-posix-sem)',
        '(allow pseudo-tty)',
        rule('allow mach-lookup', SERVICES.map((name) => `(global-name ${seatbelt_quoted(name)})`)),
        '(allow file-read*)',
        rule('deny file-read*', subpaths(hidden)),
        // A path is walked from the root on: names on the way may be looked up, folders not listed.
        rule('allow file-read-metadata', literals(visible.flatMap((path) => foldersAbove(path)))),
        rule('allow file-read*', subpaths(visible)),
        rule('allow file-write-data file-ioctl', literals(DEVICES)),
        rule('allow file-write*', subpaths(writable)),
        rule('deny file-write*', subpaths(shape.protected)),
        rule('deny file-write-unlink', literals([...pinned, ...writable])),
        proxyPort === null ? '' : `(allow network-outbound (remote ip ${seatbelt_quoted(loopback(proxyPort))}))`,
    ]
        .filter((line) => line !== '')
        .join('\n');
}
/** The arguments that run `argv` with a profile; the shell source sets the limits first. */
function seatbeltArgv(profile, limits, argv) {
    return ['/usr/bin/sandbox-exec', '-p', profile, '/bin/sh', '-c', limits, 'sh', ...argv];
}
function loopback(port) {
    if (!Number.isInteger(port) || port < 1 || port > seatbelt_MAX_PORT)
        throw new Error(`no port: ${port}`);
    return `localhost:${port}`;
}
/** A rule without filters would be about everything, so there is none where there is nothing to say. */
function rule(head, filters) {
    return filters.length === 0 ? '' : `(${head} ${[...new Set(filters)].join(' ')})`;
}
function subpaths(paths) {
    return paths.map((path) => `(subpath ${seatbelt_quoted(realPath(path))})`);
}
function literals(paths) {
    return paths.map((path) => `(literal ${seatbelt_quoted(realPath(path))})`);
}
function realPath(path) {
    const plain = path !== '/' && path.startsWith('/') && !path.endsWith('/');
    if (plain && !/(?:^|\/)\.{1,2}(?:\/|$)|\/\//u.test(path))
        return path;
    throw new Error(`no absolute and real path: ${JSON.stringify(path)}`);
}
function foldersAbove(path) {
    const parts = path.split('/').slice(1, -1);
    return parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`);
}
/** A string of the language. Only the quote and the backslash mean something in one; what ends a line, or text, has no place. */
function seatbelt_quoted(text) {
    if (/[\0\n\r]/u.test(text) || !text.isWellFormed())
        throw new Error(`a path that cannot be written into a profile: ${JSON.stringify(text)}`);
    return `"${text.replaceAll(/["\\]/gu, String.raw `\$&`)}"`;
}

;// CONCATENATED MODULE: ./build/sandbox/seatbelt-runner.js














/** Makes the walls of macOS and tries them. This file does I/O. */
const PROGRAM = '/usr/bin/sandbox-exec';
/** Where people, their keys and other processes' files are. */
const HIDDEN = [
    '/Users',
    '/Volumes',
    '/Network',
    '/private/var/root',
    '/private/var/folders',
    '/private/tmp',
    '/private/var/tmp',
    '/private/var/db',
    '/private/var/run',
    '/private/etc/ssh',
    '/private/etc/sudoers',
    '/private/etc/sudoers.d',
    '/private/etc/master.passwd',
    '/Library/Keychains',
];
/**
 * A runner behind `sandbox-exec`, its walls proved; or why there is none. It cannot show a command another git configuration than
 * the real one, so that there is no sandbox where that holds a credential.
 */
async function trySeatbelt(options, bare) {
    if (!(0,external_node_fs_.existsSync)(PROGRAM))
        return without('sandbox-exec is not there');
    const root = options.workspace.root;
    if ((await (0,git/* persistedCredentials */.Oo)(root)).length > 0) {
        return without('the git configuration holds a credential, which sandbox-exec cannot hide from commands: set persist-credentials: false on actions/checkout');
    }
    const protect = protectedIn(root, options);
    const placeholders = placeholdersFor(root, protect);
    const hosts = options.network.length === 0 ? null : hostList(options.network);
    const walls = {
        shape: shapeOf(options, { bare, protect }),
        protect,
        hosts,
        resolve: options.resolve,
    };
    const runner = makeRunner({ ...bare, enclosure: seatbeltEnclosure(walls) });
    const probes = await proveWalls(runner, {
        root,
        parentEnv: options.environment,
        protect,
        hasGit: (0,git_places/* findGit */.Ct)(root) !== null,
        sandbox: 'sandbox-exec',
        hosts,
        hasFilter: false,
    });
    if (allHeld(probes))
        return { runner, probes };
    removePlaceholders(root, placeholders);
    return { runner: null, probes };
}
function shapeOf(options, parts) {
    const { bare, protect } = parts;
    const { place, childEnv } = bare;
    const root = options.workspace.root;
    const git = (0,git_places/* findGit */.Ct)(root);
    const closed = git === null ? [] : (0,git_places/* gitMounts */.Xn)(git, place.repositoryConfig);
    const { above, targets } = holdProtected(root, protect);
    const view = {
        parentEnv: options.environment,
        childEnv,
        workspace: root,
        emptyFile: place.emptyFile,
    };
    const written = writablePaths(root, options.write ?? ['.']).map((path) => (0,external_node_path_.join)(root, path));
    return {
        hidden: [...HIDDEN, (0,external_node_os_.homedir)(), ...(0,machine/* privatePlaces */.s7)(view)].flatMap((path) => realOf(path)),
        shown: [root, ...(0,machine/* toolFolders */.Sg)(view)].flatMap((path) => realOf(path)),
        writable: [...written, place.home, place.tmp].flatMap((path) => realOf(path)),
        protected: [
            ...targets,
            ...closed.flatMap((mount) => (mount.kind === 'read' ? [mount.to] : [])),
            (0,external_node_path_.join)(place.home, '.gitconfig'),
        ],
        pinned: [
            root,
            ...above,
            ...closed.flatMap((mount) => (mount.kind === 'write' ? [mount.to] : [])),
            ...(git === null ? [] : [git.dotGit]),
        ],
    };
}
/** The real path of what is there; nothing for what is not. */
function realOf(path) {
    try {
        return [(0,external_node_fs_.realpathSync)(path)];
    }
    catch {
        return [];
    }
}
function seatbeltEnclosure(walls) {
    const { shape, protect, hosts, resolve } = walls;
    const limits = limitScript(LIMITS, '-u');
    return {
        kind: 'sandbox-exec',
        protect,
        open: async ({ argv, cwd }) => {
            // There are no network namespaces here: the way out is a port of the machine's own loopback, open for the command's time.
            const proxy = hosts === null
                ? null
                : await openProxy({ at: LOOPBACK, hosts, ...(resolve === undefined ? {} : { resolve }) });
            const profile = seatbeltProfile({ ...shape, proxyPort: proxy?.port ?? null });
            return {
                argv: seatbeltArgv(profile, limits, argv),
                cwd,
                env: proxy === null || hosts === null ? {} : proxyEnvironment(hosts, proxy.port),
                files: [],
                speaksOnStderr: true,
                watch: () => () => undefined,
                network: () => proxy?.uses() ?? [],
                sweep: () => undefined,
                close: async () => proxy?.close(),
            };
        },
    };
}

;// CONCATENATED MODULE: ./build/sandbox/create.js










const FIX = 'Install bubblewrap (apt-get install bubblewrap) on a Linux runner that allows user namespaces, or write ' +
    '"sandbox: preferred" (commands then ask) or "sandbox: off" in the policy.';
/**
 * Makes the runner of a run's commands and proves its walls by trying them.
 * Throws `sandbox-missing` where `mode` is `required` and a wall does not hold. The caller closes the runner.
 * This file does I/O.
 */
async function createCommandRunner(options) {
    const place = makePrivatePlace();
    try {
        return await create(options, place);
    }
    catch (error) {
        place.remove();
        throw error;
    }
}
async function create(options, place) {
    const { home, tmp } = place;
    const childEnv = {
        ...(0,environment/* childEnvironment */.Qc)(options.environment, { home, tmp, workspace: options.workspace.root }),
        ...plan/* GIT_ENVIRONMENT */.j,
        // The home is the children's own, and its configuration was written by this process: it says who commits.
        GIT_CONFIG_GLOBAL: (0,external_node_path_.join)(home, '.gitconfig'),
    };
    const bare = {
        workspace: options.workspace,
        place,
        enclosure: noEnclosure(),
        childEnv,
        restore: async () => undefined,
    };
    if (options.mode === 'off') {
        const probe = { probe: 'sandbox', held: false, detail: 'switched off by the policy' };
        return { runner: makeRunner(bare), probes: [probe, ...unenforced(options.network)] };
    }
    const tried = await trySandbox(options, bare);
    if (tried.runner !== null)
        return { runner: tried.runner, probes: tried.probes };
    if (options.mode === 'required') {
        const why = tried.probes
            .filter((probe) => !probe.held)
            .map((probe) => `${probe.probe}: ${probe.detail}`);
        throw new errors/* CountersignError */.W('sandbox-missing', `There is no sandbox for commands (${why.join('; ')}).`, { fix: FIX });
    }
    const probes = [...tried.probes, ...unenforced(options.network)];
    return { runner: makeRunner(bare), probes };
}
async function trySandbox(options, bare) {
    switch (process.platform) {
        case 'linux':
            return await tryBubblewrap(options, bare);
        case 'darwin':
            return await trySeatbelt(options, bare);
        default:
            return without(`commands run without a sandbox on ${process.platform}`);
    }
}
/** Said out loud: hosts were listed, and nothing holds commands to them. */
function unenforced(network) {
    if (network.length === 0)
        return [];
    const detail = `the policy lists ${network.join(', ')}, but without a sandbox nothing holds a command to them`;
    return [{ probe: 'network-hosts', held: false, detail }];
}


/***/ }),

/***/ 16113:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Qc: () => (/* binding */ childEnvironment),
/* harmony export */   t4: () => (/* binding */ toolchainFolders),
/* harmony export */   zU: () => (/* binding */ pathFolders)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76760);
/* harmony import */ var _names_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(88544);


const MAX_VALUE_CHARS = 4096;
const MAX_PATH_FOLDERS = 100;
const FALLBACK_PATH = [
    '/usr/local/sbin',
    '/usr/local/bin',
    '/usr/sbin',
    '/usr/bin',
    '/sbin',
    '/bin',
];
/** Plain values: shape-checked, so that none can smuggle anything. */
const PLAIN = {
    LANG: /^[\w.@-]{1,64}$/u,
    LANGUAGE: /^[\w.@:-]{1,64}$/u,
    LC_ALL: /^[\w.@-]{1,64}$/u,
    LC_CTYPE: /^[\w.@-]{1,64}$/u,
    TZ: /^[\w/+-]{1,64}$/u,
    USER: /^[A-Za-z_][\w-]{0,31}$/u,
    LOGNAME: /^[A-Za-z_][\w-]{0,31}$/u,
    RUNNER_OS: /^\w{1,16}$/u,
    RUNNER_ARCH: /^\w{1,16}$/u,
    ImageOS: /^\w{1,32}$/u,
};
/** Where toolchains are installed: one absolute folder each, outside the workspace. */
const TOOLCHAIN = new RegExp(`^(?:${[
    String.raw `JAVA_HOME(?:_\w+)?`,
    String.raw `GOROOT(?:_\w+)?`,
    'DOTNET_ROOT',
    'RUSTUP_HOME',
    'PYENV_ROOT',
    'NVM_DIR',
    'ANDROID_HOME',
    'ANDROID_SDK_ROOT',
    'RUNNER_TOOL_CACHE',
    'AGENT_TOOLSDIRECTORY',
].join('|')})$`, 'u');
/** The environment of a child of this parent. Never holds a secret of the parent: see `ChildPlaces` and the lists above. */
function childEnvironment(parentEnv, places) {
    const { home, tmp, workspace } = places;
    const child = {
        PATH: childPath(parentEnv['PATH'], workspace),
        HOME: home,
        TMPDIR: tmp,
        SHELL: '/bin/bash',
        TERM: 'dumb',
        CI: 'true',
        NO_COLOR: '1',
        PAGER: 'cat',
        DEBIAN_FRONTEND: 'noninteractive',
        XDG_CACHE_HOME: `${home}/.cache`,
        XDG_CONFIG_HOME: `${home}/.config`,
        XDG_DATA_HOME: `${home}/.local/share`,
        npm_config_cache: `${home}/.npm`,
        npm_config_update_notifier: 'false',
        CARGO_HOME: `${home}/.cargo`,
        GOPATH: `${home}/go`,
    };
    for (const [name, shape] of Object.entries(PLAIN)) {
        const value = parentEnv[name];
        if (value !== undefined && shape.test(value))
            child[name] = value;
    }
    for (const [name, value] of Object.entries(parentEnv)) {
        if (value !== undefined && TOOLCHAIN.test(name) && isOutside(value, workspace))
            child[name] = value;
    }
    child['LANG'] ??= 'C.UTF-8';
    return child;
}
/** The folders of `parentPath` that a child may take programs from: absolute and outside the workspace. */
function pathFolders(parentPath, workspace) {
    const folders = (parentPath ?? '').split(':').filter((folder) => isOutside(folder, workspace));
    const distinct = [...new Set(folders.map((folder) => (0,_names_js__WEBPACK_IMPORTED_MODULE_1__/* .normalAbsolute */ .LA)(folder)))];
    return distinct.length === 0 ? FALLBACK_PATH : distinct.slice(0, MAX_PATH_FOLDERS);
}
function childPath(parentPath, workspace) {
    return pathFolders(parentPath, workspace).join(':');
}
/** The toolchain folders that the parent's environment names, as a child gets to see them. */
function toolchainFolders(child) {
    return Object.entries(child).flatMap(([name, value]) => (TOOLCHAIN.test(name) ? [value] : []));
}
function isOutside(folder, workspace) {
    if (!(0,node_path__WEBPACK_IMPORTED_MODULE_0__.isAbsolute)(folder) || folder.length > MAX_VALUE_CHARS || /[\0\n\r:]/u.test(folder))
        return false;
    return (0,_names_js__WEBPACK_IMPORTED_MODULE_1__/* .partsBelow */ .AY)(workspace, (0,_names_js__WEBPACK_IMPORTED_MODULE_1__/* .normalAbsolute */ .LA)(folder), false) === null;
}


/***/ }),

/***/ 46285:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I8: () => (/* binding */ systemMounts),
/* harmony export */   Sg: () => (/* binding */ toolFolders),
/* harmony export */   Ud: () => (/* binding */ runnerPlacesIn),
/* harmony export */   oC: () => (/* binding */ kernelMounts),
/* harmony export */   s7: () => (/* binding */ privatePlaces)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(48161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var _environment_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(16113);
/* harmony import */ var _names_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(88544);





/**
 * Which parts of this machine a sandboxed command may see: programs and their libraries, read-only.
 * Homes, `/run` (with the docker socket), `/mnt`, `/srv` and whatever else is not listed are simply not there.
 * This file does I/O.
 */
const SYSTEM_FOLDERS = [
    '/usr',
    '/bin',
    '/sbin',
    '/lib',
    '/lib32',
    '/lib64',
    '/libx32',
    '/etc',
    '/opt',
    '/nix',
    '/hostedtoolcache',
    '/__t',
    '/__e',
    '/var/lib/dpkg',
    '/var/lib/gems',
];
/** Folders of a home that hold programs and no credentials, shown where PATH points into them. */
const HOME_TOOLS = [
    'hostedtoolcache',
    '.cargo/bin',
    '.rustup',
    '.pyenv',
    '.nvm',
    '.sdkman/candidates',
    '.dotnet',
    '.local/bin',
    '.local/lib',
    '.local/share/pnpm',
    '.ghcup',
    '.deno/bin',
    '.bun/bin',
    'go/bin',
];
/** Files and folders of the system that hold secrets; they matter where the parent itself is root. */
const SECRET_PLACES = [
    '/etc/shadow',
    '/etc/shadow-',
    '/etc/gshadow',
    '/etc/gshadow-',
    '/etc/sudoers',
    '/etc/sudoers.d',
    '/etc/ssl/private',
    '/etc/ssh',
    '/etc/docker',
    '/etc/kubernetes',
    '/etc/rancher',
    '/etc/wireguard',
    '/etc/openvpn',
    '/etc/letsencrypt',
    '/etc/NetworkManager',
    '/etc/krb5.keytab',
    '/etc/netrc',
    '/etc/waagent.conf',
];
/** A self-hosted runner keeps its registration and keys beside one of these. */
const RUNNER_MARKS = ['.runner', '.credentials', '.credentials_rsaparams'];
/** Where a job's container sees the runner's folders. */
const CONTAINER_PLACES = [
    '/github/home',
    '/github/workflow',
    '/github/file_commands',
    '/github/runner_temp',
];
const TMP_BYTES = 2 * 1024 ** 3;
const SMALL_BYTES = 1024 ** 2;
/**
 * A process whose user is the machine's root owns the kernel's switches even without any capability, so that they are
 * read-only here whatever the user.
 */
function kernelMounts(emptyFile) {
    const files = [
        '/proc/sysrq-trigger',
        '/proc/mtrr',
        '/proc/kcore',
        '/proc/kmsg',
        '/proc/keys',
        '/proc/timer_list',
    ];
    const switches = ['/proc/sys', '/proc/fs', '/proc/acpi', '/proc/scsi', '/proc/driver'];
    return [
        { kind: 'proc' },
        ...switches
            .filter((path) => isFolder(path))
            .map((path) => ({ kind: 'read', from: path, to: path })),
        ...files
            .filter((path) => isThere(path))
            .map((path) => ({ kind: 'read', from: emptyFile, to: path })),
        { kind: 'dev' },
    ];
}
/** The mounts below the workspace: system, masks, and fresh `/tmp`, `/var`, `/run`, `/proc` and `/dev` aside. */
function systemMounts(view) {
    const system = SYSTEM_FOLDERS.flatMap((folder) => shownFolder(folder));
    const shown = system.flatMap((mount) => (mount.kind === 'read' ? [mount.to] : []));
    const tools = toolFolders(view).filter((folder) => !isBelowAny(realOr(folder), shown));
    return [
        { kind: 'empty', to: '/tmp', maxBytes: TMP_BYTES },
        { kind: 'empty', to: '/var/tmp', maxBytes: TMP_BYTES },
        { kind: 'empty', to: '/run', maxBytes: SMALL_BYTES },
        ...system,
        ...tools.map((folder) => ({ kind: 'read', from: folder, to: folder })),
        ...masks(view, shown),
    ];
}
function shownFolder(folder) {
    try {
        if (!(0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(folder).isSymbolicLink())
            return [{ kind: 'read', from: folder, to: folder }];
        return [{ kind: 'link', from: (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readlinkSync)(folder), to: folder }];
    }
    catch {
        return [];
    }
}
/** Folders outside the system's own that PATH or a toolchain's variable names, unless they would show more than tools. */
function toolFolders(view) {
    const home = realOr(view.parentEnv['HOME'] ?? (0,node_os__WEBPACK_IMPORTED_MODULE_1__.homedir)());
    const named = [
        ...(0,_environment_js__WEBPACK_IMPORTED_MODULE_3__/* .pathFolders */ .zU)(view.childEnv['PATH'], view.workspace),
        ...(0,_environment_js__WEBPACK_IMPORTED_MODULE_3__/* .toolchainFolders */ .t4)(view.childEnv),
    ];
    const folders = named
        .filter((folder) => isFolder(folder))
        .flatMap((folder) => {
        const inHome = (0,_names_js__WEBPACK_IMPORTED_MODULE_4__/* .partsBelow */ .AY)(home, realOr(folder), false);
        if (inHome === null)
            return [folder];
        const tool = HOME_TOOLS.find((name) => (0,_names_js__WEBPACK_IMPORTED_MODULE_4__/* .partsBelow */ .AY)(`/${name}`, `/${inHome.join('/')}`, false));
        return tool === undefined ? [] : [(0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(home, tool)];
    });
    const kept = [
        ...privatePlaces(view),
        home,
        view.workspace,
        (0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)(),
        '/proc',
        '/sys',
        '/dev',
        '/run',
    ];
    // A folder that holds a private place would show it; one inside a private place was put there by a stranger.
    return [...new Set(folders)].filter((folder) => !kept.some((place) => (0,_names_js__WEBPACK_IMPORTED_MODULE_4__/* .partsBelow */ .AY)(folder, place, false) !== null) &&
        !isBelowAny(realOr(folder), kept.filter((place) => place !== home)));
}
function masks(view, shown) {
    const places = [...SECRET_PLACES, ...privatePlaces(view), ...runnerFolders()].filter((place) => isBelowAny(place, shown) && !shown.includes(place));
    return [...new Set(places)].flatMap((place) => {
        if (isFolder(place))
            return [{ kind: 'empty', to: place, maxBytes: SMALL_BYTES }];
        return isThere(place) ? [{ kind: 'read', from: view.emptyFile, to: place }] : [];
    });
}
/** The runner's own folders, as far as the parent's environment names them. */
function privatePlaces({ parentEnv }) {
    const temp = parentEnv['RUNNER_TEMP'];
    const files = [
        'GITHUB_ENV',
        'GITHUB_PATH',
        'GITHUB_OUTPUT',
        'GITHUB_STATE',
        'GITHUB_STEP_SUMMARY',
    ];
    const named = [
        ...(temp === undefined ? [] : [temp, (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.dirname)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.dirname)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.resolve)(temp))), '_diag')]),
        ...files.flatMap((name) => {
            const file = parentEnv[name];
            return file === undefined || file === '' ? [] : [(0,node_path__WEBPACK_IMPORTED_MODULE_2__.dirname)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.resolve)(file))];
        }),
        ...CONTAINER_PLACES,
    ];
    return [
        ...new Set(named.filter((place) => place !== '').map((place) => (0,_names_js__WEBPACK_IMPORTED_MODULE_4__/* .normalAbsolute */ .LA)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.resolve)(place)))),
    ];
}
/** The runner's own folders that lie inside of the workspace. Usually none does. */
function runnerPlacesIn(workspace, parentEnv) {
    return privatePlaces({ parentEnv })
        .map((place) => realOr(place))
        .filter((place) => ((0,_names_js__WEBPACK_IMPORTED_MODULE_4__/* .partsBelow */ .AY)(realOr(workspace), place, false) ?? []).length > 0);
}
function runnerFolders() {
    const candidates = ['/opt', '/usr/local', '/usr/src'].flatMap((folder) => childFolders(folder));
    return candidates.filter((folder) => RUNNER_MARKS.some((mark) => isThere((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, mark))));
}
function childFolders(folder) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)(folder, { withFileTypes: true })
            .filter((entry) => entry.isDirectory())
            .map((entry) => (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, entry.name));
    }
    catch {
        return [];
    }
}
function isBelowAny(path, folders) {
    return folders.some((folder) => (0,_names_js__WEBPACK_IMPORTED_MODULE_4__/* .partsBelow */ .AY)(folder, path, false) !== null);
}
function realOr(path) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(path);
    }
    catch {
        return (0,_names_js__WEBPACK_IMPORTED_MODULE_4__/* .normalAbsolute */ .LA)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.resolve)(path));
    }
}
function isFolder(path) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(path).isDirectory();
    }
    catch {
        return false;
    }
}
function isThere(path) {
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(path);
        return true;
    }
    catch {
        return false;
    }
}


/***/ }),

/***/ 32733:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   q: () => (/* binding */ resolveName)
/* harmony export */ });
/* harmony import */ var node_dns__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(40610);
/** I/O: asks the system for the addresses of a name. */

/** Every address that the system knows for `host`, in the order in which it would use them. */
async function resolveName(host) {
    return await new Promise((done, fail) => {
        (0,node_dns__WEBPACK_IMPORTED_MODULE_0__.lookup)(host, { all: true, verbatim: true }, (error, addresses) => error === null ? done(addresses) : fail(error));
    });
}


/***/ }),

/***/ 54733:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  m: () => (/* binding */ isCaseInsensitive),
  O: () => (/* binding */ openWorkspace)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/sandbox/errno.js
var errno = __webpack_require__(15924);
;// CONCATENATED MODULE: ./build/sandbox/folder.js



/**
 * A folder held open, so that what is done in it is done in that folder and not in what its name means by then.
 * Node has no `openat`; on Linux `/proc/self/fd/N/name` is one. Elsewhere names are used, and checked again after.
 * This file does I/O.
 */
const FD_PATHS = process.platform === 'linux' && (0,external_node_fs_.existsSync)('/proc/self/fd');
/** Open for reading without following a last link and without waiting for the other end of a FIFO. */
const OPEN_READ = external_node_fs_.constants.O_RDONLY | external_node_fs_.constants.O_NOFOLLOW | external_node_fs_.constants.O_NONBLOCK;
const OPEN_FOLDER = OPEN_READ | external_node_fs_.constants.O_DIRECTORY;
/** Opens a folder by its absolute, real path. Throws what the system throws. */
function openFolder(real) {
    return checkedFolder((0,external_node_fs_.openSync)(real, OPEN_FOLDER), real);
}
/** Opens the folder `name` in `parent` without following a link of that name. */
function openChild(parent, name) {
    return checkedFolder((0,external_node_fs_.openSync)(pathIn(parent, name), OPEN_FOLDER), (0,external_node_path_.join)(parent.real, name));
}
function closeFolder(folder) {
    (0,external_node_fs_.closeSync)(folder.fd);
}
/** A path that names `name` in this very folder. `name` is one part, never `..`. */
function pathIn(folder, name) {
    return FD_PATHS ? `/proc/self/fd/${folder.fd}/${name}` : (0,external_node_path_.join)(folder.real, name);
}
/** A path that names this very folder. */
function pathOf(folder) {
    return FD_PATHS ? `/proc/self/fd/${folder.fd}/.` : folder.real;
}
/** What `name` is in the folder, links not followed; `null` where nothing is. */
function statIn(folder, name) {
    try {
        return (0,external_node_fs_.lstatSync)(pathIn(folder, name));
    }
    catch (error) {
        if ((0,errno/* errnoOf */.UQ)(error) === 'ENOENT')
            return null;
        throw error;
    }
}
/** The file system that an open file lies on: on Linux the mount itself (a bind mount has its own), else the device. */
function mountOf(fd) {
    if (!FD_PATHS)
        return String((0,external_node_fs_.fstatSync)(fd).dev);
    const info = (0,external_node_fs_.readFileSync)(`/proc/self/fdinfo/${fd}`, 'utf8');
    return /^mnt_id:\s*(\d+)$/mu.exec(info)?.[1] ?? String((0,external_node_fs_.fstatSync)(fd).dev);
}
/** Where an open file really is by now, or `null` where the system cannot tell. */
function placeOf(fd) {
    if (!FD_PATHS)
        return null;
    try {
        return (0,external_node_fs_.readlinkSync)(`/proc/self/fd/${fd}`);
    }
    catch {
        return null;
    }
}
function identityOf(folder) {
    const stats = (0,external_node_fs_.fstatSync)(folder.fd);
    return { dev: stats.dev, ino: stats.ino, mount: mountOf(folder.fd) };
}
function checkedFolder(fd, real) {
    if (FD_PATHS)
        return { fd, real };
    const opened = (0,external_node_fs_.fstatSync)(fd);
    const named = (0,external_node_fs_.lstatSync)((0,external_node_fs_.realpathSync)(real));
    if ((0,external_node_fs_.realpathSync)(real) === real && opened.ino === named.ino && opened.dev === named.dev) {
        return { fd, real };
    }
    (0,external_node_fs_.closeSync)(fd);
    throw Object.assign(new Error(`${real} changed while it was opened`), { code: 'ELOOP' });
}

// EXTERNAL MODULE: ./build/sandbox/names.js
var sandbox_names = __webpack_require__(88544);
;// CONCATENATED MODULE: ./build/sandbox/hard-links.js



/** Entries looked at before a multiply linked file counts as one with a name outside. */
const MAX_LINK_SEARCH = 20_000;
/**
 * Whether every name of a multiply linked file lies in the workspace. A hard link is no link to follow: the only way to
 * know that its other names are inside is to find them there. Not found within the limit means outside (fail closed).
 * This file does I/O.
 */
async function allNamesInside(root, file) {
    let missing = file.nlink;
    let looked = 0;
    const folders = [root];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
        for (const entry of await entriesOf(folder)) {
            looked += 1;
            if (looked > MAX_LINK_SEARCH)
                return false;
            if (entry.isDirectory && !(0,sandbox_names/* isGitName */.M$)(entry.name))
                folders.push((0,external_node_path_.join)(folder, entry.name));
            if (entry.isFile && (await isSame((0,external_node_path_.join)(folder, entry.name), file)))
                missing -= 1;
            if (missing === 0)
                return true;
        }
    }
    return false;
}
async function entriesOf(folder) {
    const entries = [];
    try {
        for await (const entry of await (0,promises_.opendir)(folder)) {
            entries.push({ name: entry.name, isFile: entry.isFile(), isDirectory: entry.isDirectory() });
            if (entries.length > MAX_LINK_SEARCH)
                break;
        }
    }
    catch {
        // A folder that cannot be read shows no names, so what lies in it does not count as inside.
    }
    return entries;
}
async function isSame(path, file) {
    try {
        const stats = await (0,promises_.lstat)(path);
        return stats.ino === file.ino && stats.dev === file.dev;
    }
    catch {
        return false;
    }
}

;// CONCATENATED MODULE: ./build/sandbox/walk.js




/** As many links as Linux follows in one path. */
const MAX_LINKS = 40;
/**
 * Follows `path` part by part from the workspace root, as the kernel would, but never across a wall: each folder is
 * opened inside the one before it without following links, and each link is read and judged here. Whoever swaps a
 * folder for a link meanwhile changes nothing about the folder that is held.
 * Returns `null` where a folder on the way does not exist. Throws `path-refused`, `file-refused`.
 */
function walk(ground, path, options) {
    const pending = (0,sandbox_names/* lexicalParts */.nU)(ground, path);
    const folder = openRoot(ground);
    const state = { ground, named: path, folder, trail: [], pending, links: 0, linkParts: 0 };
    try {
        const found = follow(state, options);
        if (found === null)
            closeFolder(state.folder);
        return found;
    }
    catch (error) {
        closeFolder(state.folder);
        throw (0,errno/* fileError */.zS)(path, error);
    }
}
/** Opens the root again, and refuses where another folder has taken its place. */
function openRoot(ground) {
    let folder;
    try {
        folder = openFolder(ground.root);
    }
    catch (error) {
        throw (0,errno/* fileError */.zS)(ground.root, error);
    }
    const now = identityOf(folder);
    if (now.dev === ground.identity.dev && now.ino === ground.identity.ino)
        return folder;
    closeFolder(folder);
    throw (0,sandbox_names/* refusedPath */.wP)(ground.root, 'the workspace root was replaced by another folder');
}
/** Throws `path-refused` where an open file lies on another mount than the root. */
function refuseOtherMount(ground, path, fd) {
    if (mountOf(fd) === ground.identity.mount)
        return;
    throw (0,sandbox_names/* refusedPath */.wP)(path, 'it lies on another file system that is mounted into the workspace');
}
function follow(state, options) {
    for (;;) {
        const name = state.pending.shift();
        if (name === undefined)
            return reached(state, { name: null, stats: null, linked: false });
        const linked = state.linkParts > 0;
        if (linked)
            state.linkParts -= 1;
        if (name === '..') {
            stepUp(state);
            continue;
        }
        const last = state.pending.length === 0;
        (0,sandbox_names/* refuseName */.uT)(state.named, name);
        (0,sandbox_names/* refuseHidden */.ly)(state.ground, state.named, `${state.folder.real}/${name}`);
        const stats = statIn(state.folder, name);
        if (stats?.isSymbolicLink() === true && (!last || options.followLast)) {
            followLink(state, name);
        }
        else if (last) {
            return reached(state, { name, stats, linked });
        }
        else if (!stepInto(state, { name, stats, linked, make: options.makeParents ?? false })) {
            return null;
        }
    }
}
function reached(state, last) {
    return { folder: state.folder, ...last };
}
function stepInto(state, step) {
    if (step.stats === null) {
        if (!step.make || step.linked)
            return missing(state, step.make);
        makeFolder(state.folder, step.name);
    }
    else if (!step.stats.isDirectory()) {
        throw (0,errno/* refusedFile */.Fe)(state.named, `${(0,sandbox_names/* shown */.SP)(step.name)} in it is not a folder`);
    }
    const child = openChild(state.folder, step.name);
    closeFolder(state.folder);
    state.folder = child;
    state.trail.push(step.name);
    return true;
}
/** A folder that a link names but that does not exist is never made: whoever made the link would choose the place. */
function missing(state, make) {
    if (make)
        throw (0,sandbox_names/* refusedPath */.wP)(state.named, 'it goes through a symbolic link to a folder that does not exist');
    return false;
}
function makeFolder(parent, name) {
    try {
        (0,external_node_fs_.mkdirSync)(pathIn(parent, name));
    }
    catch (error) {
        if ((0,errno/* errnoOf */.UQ)(error) !== 'EEXIST')
            throw error;
    }
}
function followLink(state, name) {
    state.links += 1;
    const link = [...state.trail, name].join('/');
    if (state.links > MAX_LINKS)
        throw (0,sandbox_names/* refusedPath */.wP)(state.named, `more than ${MAX_LINKS} links follow each other`);
    const target = (0,external_node_fs_.readlinkSync)(pathIn(state.folder, name));
    if (!target.startsWith('/')) {
        prepend(state, (0,sandbox_names/* splitPath */.Uf)(target));
        return;
    }
    const inside = insideRoot(state.ground, target);
    if (inside === null) {
        throw (0,sandbox_names/* refusedPath */.wP)(state.named, `the symbolic link ${(0,sandbox_names/* shown */.SP)(link)} leads out of the workspace, to ${(0,sandbox_names/* shown */.SP)(target)}`);
    }
    prepend(state, inside);
    moveTo(state, []);
}
function prepend(state, parts) {
    state.pending.unshift(...parts);
    state.linkParts += parts.length;
}
function insideRoot(ground, target) {
    for (const root of [ground.root, ...ground.aliases]) {
        const parts = (0,sandbox_names/* partsBelow */.AY)(root, target, ground.caseInsensitive);
        if (parts !== null)
            return parts;
    }
    return null;
}
function stepUp(state) {
    if (state.trail.length === 0) {
        throw (0,sandbox_names/* refusedPath */.wP)(state.named, 'a symbolic link in it leads out of the workspace by ".."');
    }
    moveTo(state, state.trail.slice(0, -1));
}
function moveTo(state, parts) {
    const root = openRoot(state.ground);
    closeFolder(state.folder);
    state.folder = root;
    state.trail = [];
    for (const part of parts) {
        const child = openChild(state.folder, part);
        closeFolder(state.folder);
        state.folder = child;
        state.trail.push(part);
    }
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/sandbox/write.js







/** The largest file that a tool may write. */
const MAX_WRITE_BYTES = 64 * 1024 * 1024;
const PERMISSIONS = 0o777;
const NEW_FILE_MODE = 0o644;
const CREATE = external_node_fs_.constants.O_WRONLY | external_node_fs_.constants.O_CREAT | external_node_fs_.constants.O_EXCL | external_node_fs_.constants.O_NOFOLLOW;
/**
 * Replaces a file in one step: a temporary file in the folder that is held open, synced, then renamed over the name.
 * A link that leads to an existing file inside has that file replaced; a dangling link is refused, since whoever made
 * the link would choose what is created. A replaced file loses its other hard links, so they are never written through.
 * Throws `path-refused`, `file-refused`. This file does I/O.
 */
async function writeFileIn(ground, path, request) {
    if (request.bytes.byteLength > MAX_WRITE_BYTES) {
        throw (0,errno/* refusedFile */.Fe)(path, `${request.bytes.byteLength} bytes are more than ${MAX_WRITE_BYTES}`);
    }
    const found = walk(ground, path, { followLast: true, makeParents: true });
    if (found === null)
        throw (0,errno/* refusedFile */.Fe)(path, 'its folder does not exist');
    try {
        const name = checkTarget(path, found);
        refuseOtherMount(ground, path, found.folder.fd);
        await replace(path, { folder: found.folder, name, old: found.stats }, request);
    }
    catch (error) {
        throw (0,errno/* fileError */.zS)(path, error);
    }
    finally {
        closeFolder(found.folder);
    }
}
function checkTarget(path, found) {
    if (found.name === null || found.stats?.isDirectory() === true) {
        throw (0,errno/* refusedFile */.Fe)(path, 'it is a folder');
    }
    if (found.stats === null && found.linked) {
        throw (0,sandbox_names/* refusedPath */.wP)(path, 'it is a symbolic link to something that does not exist');
    }
    if (found.stats !== null && !found.stats.isFile()) {
        throw (0,sandbox_names/* refusedPath */.wP)(path, 'it is a device, a FIFO or a socket');
    }
    return found.name;
}
async function replace(path, target, request) {
    const temporary = `.countersign-${(0,external_node_crypto_.randomBytes)(9).toString('hex')}.tmp`;
    const place = pathIn(target.folder, temporary);
    const mode = target.old === null ? (request.mode ?? NEW_FILE_MODE) : target.old.mode;
    const handle = await (0,promises_.open)(place, CREATE, mode & PERMISSIONS);
    try {
        await fill(handle, request.bytes, { mode: mode & PERMISSIONS, old: target.old });
        await checkExpected(path, target, request.expectSha256);
        moveInto(path, target, { place, exclusive: request.expectSha256 === null });
    }
    catch (error) {
        discard(place);
        throw error;
    }
}
async function fill(handle, bytes, like) {
    try {
        await handle.writeFile(bytes);
        await handle.chmod(like.mode);
        if (like.old !== null && like.old.uid !== process.getuid?.() && process.getuid?.() === 0) {
            await handle.chown(like.old.uid, like.old.gid);
        }
        await handle.sync();
    }
    finally {
        await handle.close();
    }
}
async function checkExpected(path, target, expected) {
    if (expected === undefined || expected === null)
        return;
    const now = await digestIn(target.folder, target.name);
    if (now === expected)
        return;
    throw (0,errno/* refusedFile */.Fe)(path, now === null ? 'it is gone since it was read' : 'it changed since it was read');
}
async function digestIn(folder, name) {
    let handle;
    try {
        handle = await (0,promises_.open)(pathIn(folder, name), OPEN_READ);
    }
    catch (error) {
        if ((0,errno/* errnoOf */.UQ)(error) === 'ENOENT')
            return null;
        throw error;
    }
    try {
        if (!(await handle.stat()).isFile())
            return null;
        const hash = (0,external_node_crypto_.createHash)('sha256');
        for await (const chunk of handle.createReadStream({ autoClose: false }))
            hash.update(chunk);
        return hash.digest('hex');
    }
    finally {
        await handle.close();
    }
}
/** `link` refuses a name that is taken, which `rename` would not. */
function moveInto(path, target, from) {
    const goal = pathIn(target.folder, target.name);
    if (!from.exclusive) {
        (0,external_node_fs_.renameSync)(from.place, goal);
        return;
    }
    try {
        (0,external_node_fs_.linkSync)(from.place, goal);
    }
    catch (error) {
        if ((0,errno/* errnoOf */.UQ)(error) === 'EEXIST')
            throw (0,errno/* refusedFile */.Fe)(path, 'it exists already');
        throw error;
    }
    discard(from.place);
}
function discard(place) {
    try {
        (0,external_node_fs_.unlinkSync)(place);
    }
    catch {
        // It was renamed already, or the folder is gone with it.
    }
}

;// CONCATENATED MODULE: ./build/sandbox/workspace.js









const workspace_PERMISSIONS = 0o777;
/**
 * Opens a checkout as the world of the file tools. `root` is made real once; the root folder of the machine is refused.
 * Throws `path-refused`, `file-refused`. This file does I/O.
 */
async function openWorkspace(root, options = {}) {
    const given = (0,external_node_path_.resolve)(root);
    const ground = makeGround(given, options.hidden ?? []);
    return {
        root: ground.root,
        relative: (path) => (0,sandbox_names/* lexicalParts */.nU)(ground, path).join('/') || '.',
        stat: async (path) => statAt(ground, path),
        readLink: async (path) => readLinkAt(ground, path),
        open: async (path) => openFile(ground, path),
        read: async (path, { maxBytes }) => readWhole(ground, path, maxBytes),
        write: async (path, bytes, writeOptions = {}) => writeFileIn(ground, path, { bytes, ...writeOptions }),
        list: async (path, { limit }) => listAt(ground, path, limit),
        remove: async (path) => removeAt(ground, path),
    };
}
/** True where the file system of `root` takes `A` and `a` as one name. Told from the names that are there, nothing is made. */
function isCaseInsensitive(root) {
    const names = (0,external_node_fs_.readdirSync)(root).slice(0, 64);
    const sample = names.map((name) => (0,external_node_path_.join)(root, name)).find((path) => flipCase(path) !== path) ?? root;
    const flipped = flipCase(sample);
    if (flipped === sample || names.includes(flipped.slice(root.length + 1)))
        return false;
    try {
        const here = (0,external_node_fs_.statSync)(sample);
        const there = (0,external_node_fs_.statSync)(flipped);
        return here.ino === there.ino && here.dev === there.dev;
    }
    catch {
        return false;
    }
}
function flipCase(path) {
    const cut = path.lastIndexOf('/') + 1;
    const name = path.slice(cut);
    const lower = name.toLowerCase();
    return path.slice(0, cut) + (lower === name ? name.toUpperCase() : lower);
}
function makeGround(given, hidden) {
    let folder;
    try {
        folder = openFolder((0,external_node_fs_.realpathSync)(given));
    }
    catch (error) {
        throw (0,errno/* fileError */.zS)(given, error);
    }
    try {
        if (folder.real === '/')
            throw (0,sandbox_names/* refusedPath */.wP)('/', 'the whole machine cannot be the workspace');
        return {
            root: folder.real,
            aliases: given === folder.real ? [] : [given],
            caseInsensitive: isCaseInsensitive(folder.real),
            hidden: hidden.flatMap((place) => hiddenForms(place)),
            identity: identityOf(folder),
        };
    }
    finally {
        closeFolder(folder);
    }
}
function hiddenForms(place) {
    const absolute = (0,external_node_path_.resolve)(place);
    try {
        return [...new Set([absolute, (0,external_node_fs_.realpathSync)(absolute)])];
    }
    catch {
        return [absolute];
    }
}
/** Walks to `path`, hands what was found to `use`, and lets go of the folder. `absent` where a parent is missing. */
async function at(ground, path, options) {
    const found = walk(ground, path, options);
    if (found === null)
        return options.absent();
    try {
        return await options.use(found);
    }
    catch (error) {
        throw (0,errno/* fileError */.zS)(path, error);
    }
    finally {
        closeFolder(found.folder);
    }
}
function absentFile(path) {
    throw (0,errno/* refusedFile */.Fe)(path, 'there is no such file or folder');
}
async function statAt(ground, path) {
    const named = (0,sandbox_names/* lexicalParts */.nU)(ground, path).join('/') || '.';
    return at(ground, path, {
        followLast: true,
        absent: () => null,
        use: ({ folder, name, stats }) => {
            if (name === null)
                return entryOf(named, (0,external_node_fs_.statSync)(pathOf(folder)));
            return stats === null ? null : entryOf(named, stats);
        },
    });
}
async function readLinkAt(ground, path) {
    return at(ground, path, {
        followLast: false,
        absent: () => null,
        use: ({ folder, name, stats }) => name === null || stats?.isSymbolicLink() !== true ? null : (0,external_node_fs_.readlinkSync)(pathIn(folder, name)),
    });
}
function entryOf(path, stats) {
    const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'other';
    return {
        path,
        kind: stats.isSymbolicLink() ? 'symlink' : kind,
        size: stats.size,
        modifiedMs: stats.mtimeMs,
        mode: stats.mode & workspace_PERMISSIONS,
    };
}
async function openFile(ground, path) {
    return at(ground, path, {
        followLast: true,
        absent: () => absentFile(path),
        use: async ({ folder, name, stats }) => {
            if (name === null || stats?.isDirectory() === true)
                throw (0,errno/* refusedFile */.Fe)(path, 'it is a folder');
            if (stats === null)
                return absentFile(path);
            if (!stats.isFile())
                throw (0,sandbox_names/* refusedPath */.wP)(path, 'it is a device, a FIFO or a socket');
            const handle = await (0,promises_.open)(pathIn(folder, name), OPEN_READ);
            try {
                await checkOpened(ground, path, handle);
                return handle;
            }
            catch (error) {
                await handle.close();
                throw error;
            }
        },
    });
}
/** What was opened is judged, not what its name promised: its kind, its place by now, its mount, its other names. */
async function checkOpened(ground, path, handle) {
    const stats = await handle.stat();
    if (!stats.isFile())
        throw (0,sandbox_names/* refusedPath */.wP)(path, 'it is a device, a FIFO or a socket');
    const place = placeOf(handle.fd);
    if (place !== null && (0,sandbox_names/* partsBelow */.AY)(ground.root, place, ground.caseInsensitive) === null) {
        throw (0,sandbox_names/* refusedPath */.wP)(path, 'it was moved out of the workspace while it was opened');
    }
    refuseOtherMount(ground, path, handle.fd);
    if (stats.nlink > 1 && !(await allNamesInside(ground.root, stats))) {
        throw (0,sandbox_names/* refusedPath */.wP)(path, 'it is a hard link, and its other name was not found in the workspace');
    }
}
async function readWhole(ground, path, maxBytes) {
    const handle = await openFile(ground, path);
    try {
        const { size } = await handle.stat();
        const chunks = [];
        let total = 0;
        // The size is only a hint: a file may grow while it is read. One byte beyond the limit is enough to know.
        while (total <= maxBytes) {
            const room = Math.min(maxBytes + 1 - total, Math.max(size + 1 - total, 65_536));
            const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(room), 0, room, null);
            if (bytesRead === 0)
                return Buffer.concat(chunks, total);
            chunks.push(buffer.subarray(0, bytesRead));
            total += bytesRead;
        }
        throw (0,errno/* refusedFile */.Fe)(path, `it is larger than ${maxBytes} bytes`);
    }
    catch (error) {
        throw (0,errno/* fileError */.zS)(path, error);
    }
    finally {
        await handle.close();
    }
}
async function listAt(ground, path, limit) {
    const named = (0,sandbox_names/* lexicalParts */.nU)(ground, path);
    return at(ground, path, {
        followLast: true,
        absent: () => absentFile(path),
        use: ({ folder, name, stats }) => {
            if (name === null)
                return entriesIn(folder, named, limit);
            if (stats === null)
                return absentFile(path);
            if (!stats.isDirectory())
                throw (0,errno/* refusedFile */.Fe)(path, 'it is not a folder');
            const child = openChild(folder, name);
            try {
                refuseOtherMount(ground, path, child.fd);
                return entriesIn(child, named, limit);
            }
            finally {
                closeFolder(child);
            }
        },
    });
}
function entriesIn(folder, parts, limit) {
    const names = (0,external_node_fs_.readdirSync)(pathOf(folder)).filter((name) => !(0,sandbox_names/* isGitName */.M$)(name));
    const entries = [];
    for (const name of names.sort().slice(0, Math.max(0, limit))) {
        const stats = statIn(folder, name);
        if (stats !== null)
            entries.push(entryOf([...parts, name].join('/'), stats));
    }
    return entries;
}
async function removeAt(ground, path) {
    // A link is removed itself; what it leads to is not touched.
    await at(ground, path, {
        followLast: false,
        absent: () => absentFile(path),
        use: ({ folder, name, stats }) => {
            if (name === null)
                throw (0,sandbox_names/* refusedPath */.wP)(path, 'the workspace root is never removed');
            if (stats === null)
                return absentFile(path);
            if (stats.isDirectory())
                (0,external_node_fs_.rmdirSync)(pathIn(folder, name));
            else
                (0,external_node_fs_.unlinkSync)(pathIn(folder, name));
            return undefined;
        },
    });
}


/***/ })

};
