/**
 * Decides by the name of a variable, a JSON field or a line of a file whether its value is secret: it is; it never is
 * (`harmless`); it is only if it looks like one (`described`); or unknown.
 */
type NameClass = 'secret' | 'harmless' | 'described' | 'unknown';

const words = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')));

/** Parts of a name (`DB_PASS` has two) that mark a secret. */
const SECRET_WORDS = words(
  'TOKEN TOKENS SECRET SECRETS PASSWORD PASSWORDS PASSWD PASS PWD PW PASSPHRASE PASSCODE PASSKEY DBPASS',
  'KEY KEYS APIKEY PAT PATS CREDENTIAL CREDENTIALS CREDS CRED AUTH AUTHN AUTHORIZATION AUTHTOKEN BEARER JWT',
  'COOKIE COOKIES SESSION SALT SEED MNEMONIC PRIVATE PEM P12 PFX PKCS12 JKS KEYSTORE KEYCHAIN KEYTAB KUBECONFIG',
  'DSN WEBHOOK WEBHOOKS NETRC NPMRC PYPIRC HTPASSWD DOCKERCONFIG DOCKERCONFIGJSON DOTENV OTP TOTP HMAC SAS PIN',
  'CERT CERTIFICATE SIGNING SIGN PGPASS',
);
/** The same if the parts are written as one word. */
const SECRET_STEM =
  /TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|API_?KEY|(?:PRIVATE|ACCESS)_?KEY/;
/** With one of these parts, a key or a certificate is public, or tokens are counted. */
const PUBLIC_COMPANIONS = words(
  'PUBLIC PUB CACHE SORT PRIMARY PARTITION FOREIGN HOT MAX MIN NUM TOTAL BUDGET LIMIT',
);
const PUBLIC_WITH_COMPANION = words('KEY KEYS TOKENS');
/** A name with such an end refers to a secret without containing it: `TOKEN_URL`, `KEY_ID`, `SSH_AUTH_SOCK`. */
const ABOUT_A_SECRET = words(
  'ID IDS NAME NAMES USER USERNAME TYPE KIND TTL TIMEOUT COUNT LIMIT EXPIRES EXPIRY EXPIRATION LENGTH SIZE VERSION',
  'ALGORITHM ALG MODE ENABLED PROVIDER METHOD SCHEME REGION PREFIX HEADER ISSUER AUDIENCE DOMAIN FINGERPRINT TTY PID',
);
/** For these references the value itself decides. */
const PLACE_OF_A_SECRET = words(
  'FILE FILES PATH DIR HOME URL URI ENDPOINT HOST PORT SOCK SOCKET STORE',
);
/** An address with one of these in its name is itself a secret: whoever knows it can use it. */
const SECRET_ADDRESS_WORDS = words('WEBHOOK WEBHOOKS HOOK DSN');

/** Ends of names with public values. */
const DESCRIPTIONS = words(
  'NAME NAMES TITLE BODY MESSAGE TEXT PROMPT DESCRIPTION COMMENT LABEL LABELS BRANCH REF TAG TAGS VERSION REGION ZONE',
  'LOCATION ENV ENVIRONMENT STAGE MODE LEVEL DIR PATH PATHS HOME ROOT FILE FILES FOLDER HOST HOSTS HOSTNAME PORT',
  'USER USERNAME LOGIN ACTOR AUTHOR EMAIL MAIL OWNER REPO REPOSITORY ORG ORGANIZATION TEAM NUMBER COUNT LIMIT SIZE',
  'TIMEOUT ENABLED TYPE KIND FORMAT LANG LANGUAGE LOCALE TZ TIMEZONE DATE TIME TIMESTAMP MODEL IMAGE REGISTRY',
  'COMMAND CMD ARGS FLAGS OPTS OPTIONS SCRIPT SHELL COLOR COLORS THEME TERM DISPLAY PID STATUS OUTCOME RESULT',
  'CONCLUSION EVENT WORKFLOW JOB STEP OS ARCH PLATFORM TARGET PACKAGE PACKAGES LICENSE DOMAIN PREFIX SUFFIX CHANNEL',
);
/** Ends of names with random or long values that are nevertheless public. */
const PUBLIC_RANDOM = words(
  'ID IDS UUID GUID SHA SHA1 SHA256 SHA512 COMMIT REVISION REV DIGEST CHECKSUM INTEGRITY FINGERPRINT HANDLE NONCE',
  'TITLE BODY MESSAGE TEXT PROMPT DESCRIPTION COMMENT REF SOCK',
);

/** Variables of the runner, the shell, the desktop and common tools that contain no secret. */
const HARMLESS = words(
  'CI HOME PATH PWD OLDPWD SHELL USER LOGNAME USERNAME HOSTNAME HOST TERM TERMINFO TMPDIR TEMP TMP TZ LANG LANGUAGE',
  'SHLVL EDITOR VISUAL PAGER BROWSER DISPLAY COLUMNS LINES MAIL MANPATH INFOPATH CDPATH FPATH LESS LESSOPEN LESSCLOSE',
  'LS_COLORS LSCOLORS GREP_COLORS GCC_COLORS CLICOLOR COLORTERM COLORFGBG NO_COLOR FORCE_COLOR PS1 PS2 PS4 PROMPT',
  'PROMPT_COMMAND HISTFILE HISTSIZE HISTCONTROL IFS INIT UMASK DEBIAN_FRONTEND ACCEPT_EULA AGENT_TOOLSDIRECTORY',
  'SSH_AUTH_SOCK SSH_AGENT_PID SSH_CLIENT SSH_CONNECTION SSH_TTY SSH_ASKPASS GIT_ASKPASS SUDO_ASKPASS GPG_TTY',
  'GPG_AGENT_INFO XAUTHORITY WINDOWID WINDOWPATH SESSION_MANAGER DESKTOP_SESSION INVOCATION_ID JOURNAL_STREAM',
  'MANAGERPID SYSTEMD_EXEC_PID MEMORY_PRESSURE_WATCH MEMORY_PRESSURE_WRITE LOGNAME WSLENV WSL_INTEROP ZDOTDIR ZSH',
  'TMUX TMUX_PANE STY TERM_PROGRAM TERM_PROGRAM_VERSION TERM_SESSION_ID SECURITYSESSIONID LAUNCHINSTANCEID',
  'NODE_OPTIONS NODE_PATH NODE_ENV NODE_VERSION NODE_EXTRA_CA_CERTS NODE JAVA_TOOL_OPTIONS MAVEN_OPTS GRADLE_OPTS',
  'PYTHONPATH PYTHONHOME PYTHONSTARTUP RUSTFLAGS CFLAGS CXXFLAGS LDFLAGS CPPFLAGS MAKEFLAGS GOFLAGS GOPROXY GOPATH',
  'GOROOT PKG_CONFIG_PATH LD_LIBRARY_PATH DYLD_LIBRARY_PATH LD_PRELOAD CLASSPATH PERL5LIB NIX_PATH NIX_PROFILES',
  'IMAGEOS IMAGEVERSION PIPX_HOME PIPX_BIN_DIR PSMODULEPATH POWERSHELL_DISTRIBUTION_CHANNEL BOOTSTRAP_HASKELL_NONINTERACTIVE',
  'EDGEWEBDRIVER CHROMEWEBDRIVER GECKOWEBDRIVER CHROME_BIN SELENIUM_JAR_PATH ANT_HOME GRADLE_HOME M2 SGX_AESM_ADDR',
  'VCPKG_INSTALLATION_ROOT SWIFT_PATH BASH_ENV ENV ISOLATION COMSPEC OS PATHEXT SYSTEMDRIVE SYSTEMROOT WINDIR PUBLIC',
  'COMPUTERNAME USERDOMAIN USERPROFILE APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES ALLUSERSPROFILE DRIVERDATA NAME',
  'HTTPS_PROXY_BYPASS NO_PROXY HOSTTYPE OSTYPE MACHTYPE NUMBER_OF_PROCESSORS LOGONSERVER CHROME_DESKTOP MOTD_SHOWN',
  'DBUS_SESSION_BUS_ADDRESS STARSHIP_SESSION_KEY ITERM_SESSION_ID WT_SESSION XDG_SESSION_ID XDG_SESSION_TYPE XDG_SESSION_CLASS',
  'XDG_SESSION_DESKTOP XDG_SESSION_PATH GDMSESSION GNOME_KEYRING_CONTROL CF_USER_TEXT_ENCODING CFBUNDLEIDENTIFIER KONSOLE_DBUS_SESSION',
  'MSYSTEM_CARCH',
);
/** Prefixes of such variables. */
const HARMLESS_FAMILY = new RegExp(
  `^(?:${[
    'GITHUB|RUNNER|STATE|LC|XDG|VSCODE|NPM_PACKAGE|NPM_LIFECYCLE|JAVA_HOME|GOROOT|DBUS|GNOME|KDE|QT|GTK|GDM|GIO|ITERM',
    'WT|WSL|WSL2|STARSHIP|P9K|POWERLEVEL9K|ZSH|NVM|PYENV|RBENV|SDKMAN|PROCESSOR|PROGRAMFILES',
    'COMMONPROGRAMFILES|COMMONPROGRAMW6432|XPC|ALACRITTY|KITTY|GHOSTTY|WEZTERM|KONSOLE|VTE|LESS_TERMCAP|TERM',
    'IM_CONFIG|ORIGINAL_XDG|MISE|COLORTERM|IBUS|FNM|VOLTA|COREPACK',
  ].join('|')})(?:_|$)`,
);
/** The same for systems and package managers, for which people also store certificates and accounts. */
const DESCRIBED_FAMILY = /^(?:ANDROID|APPLE|CONDA|HOMEBREW|NIX|SNAP|UBUNTU|WINDOWS)(?:_|$)/;
/** Inputs of the action with addresses or paths, which may contain a password. */
const INPUT_OF_AN_ADDRESS = /_(?:URL|URI)$/;

/** The parts of `DB_PASS`, `db-pass`, `dbPass` and `npm_config_//host/:_authToken`, in upper case. */
function partsOfName(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((part) => part !== '');
}

/** Classifies a name. Case and separators do not matter. */
export function classOfName(name: string): NameClass {
  const parts = partsOfName(name);
  const joined = parts.join('_');
  const last = parts.at(-1) ?? '';
  if (name === '_' || HARMLESS.has(joined)) return 'harmless';
  const hasCompanion = hasAny(parts, PUBLIC_COMPANIONS);
  // `SSH_PUBLIC_KEY`, `CACHE_KEY`, `MAX_TOKENS`.
  const isPublic = (part: string): boolean => hasCompanion && PUBLIC_WITH_COMPANION.has(part);
  const hasSecretWord = parts.some((part) => SECRET_WORDS.has(part) && !isPublic(part));
  if (hasSecretWord || (!hasCompanion && SECRET_STEM.test(joined)))
    return classOfSecretName(parts, last);
  if (parts.some(isPublic) || HARMLESS_FAMILY.test(joined)) return 'harmless';
  if (joined.startsWith('INPUT_')) return INPUT_OF_AN_ADDRESS.test(joined) ? 'unknown' : 'harmless';
  if (PUBLIC_RANDOM.has(last)) return 'harmless';
  return DESCRIBED_FAMILY.test(joined) || DESCRIPTIONS.has(last) ? 'described' : 'unknown';
}

function classOfSecretName(parts: readonly string[], last: string): NameClass {
  if (hasAny(parts, SECRET_ADDRESS_WORDS)) return 'secret';
  if (PLACE_OF_A_SECRET.has(last)) return 'unknown';
  if (!ABOUT_A_SECRET.has(last)) return 'secret';
  // The id of a session is as secret as the session.
  return parts.includes('SESSION') && last === 'ID' ? 'secret' : 'described';
}

function hasAny(parts: readonly string[], among: ReadonlySet<string>): boolean {
  return parts.some((part) => among.has(part));
}

/** Whether every address in a variable of this name is a secret (`WEBHOOK_URL`, `SENTRY_DSN`). */
export function namesSecretAddress(name: string): boolean {
  return hasAny(partsOfName(name), SECRET_ADDRESS_WORDS);
}

/** Whether a variable of this name contains a list of secrets (`SECRETS_JSON`). */
export function namesSecrets(name: string): boolean {
  return partsOfName(name).includes('SECRETS');
}
