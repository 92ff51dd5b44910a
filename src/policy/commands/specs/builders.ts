import { type Runner, RUNS_ITS_WORDS } from './runners.ts';
import type { Table } from './table.ts';

/** Addresses that code is fetched from. */
const ELSEWHERE = /(?:^|@\s*)(?:git\+|git@|https?:|ssh:|file:)/;
/** Packages that are not those of the sources in the settings: a file, or an address. */
const PACKAGE_FILE = /^(?:\.{0,2}\/|~)|:\/\/|\.(?:deb|rpm|apk)$/;

/**
 * Build tools and package managers: what in their words makes them build something other than the checkout as it is, fetch code
 * from elsewhere, or write where no rule looks.
 */
export const BUILDERS: Table<Runner> = {
  // mvn(1) 3.9: other projects and settings; -D names programs and files for plugins; exec and antrun run words
  'mvn, mvnw, mvnd': {
    unclustered: true,
    harmless: '-fae -ff -fn -llr -emp -strict-checksums -fail-at-end -fail-fast -fail-never',
    escapeHatches:
      '-f --file -s --settings -gs --global-settings -is --install-settings -ps --project-settings -t --toolchains -gt ' +
      '--global-toolchains -l --log-file --color-file -emp -ep --encrypt-password -settings -file -toolchains -log-file',
    words:
      /^(?:-D|--define=)?(?:maven\.(?:ext|repo|multi|home|conf|wagon|resolver)|exec\.|altDeploy|alt\w*Repo|repo|argLine|jvm|maven\.surefire\.debug|surefire\.jvm|maven\.compiler\.(?:executable|fork)|script=|groovy\.|javaagent|file=|output\w*=|\w*[dD]irectory=|url=|remoteRepositories|user\.home)|^[\w.-]+:[\w.-]+:[\w.:-]+|:(?:sign-and-)?deploy|^(?:\S*:)?(?:site-deploy|exec|java|antrun|execute|get|perform|prepare|shell)(?:$|@)|^(?:exec|antrun|groovy|wrapper|archetype|release|scm)(?:-maven-plugin)?:/,
  },
  // Gradle 8 command line: init scripts, other builds, and files of its own; a scan is published
  'gradle, gradlew': {
    unclustered: true,
    escapeHatches:
      '-I --init-script -p --project-dir -b --build-file -c --settings-file -g --gradle-user-home --include-build ' +
      '--project-cache-dir --scan --write-verification-metadata --export-keys -M -F --dependency-verification',
    harmless: '--include-artifacts --configuration-cache --parallel --profile --console --priority',
    words:
      /^(?:-D|--system-prop=)?(?:org\.gradle\.(?!(?:daemon|parallel|caching|workers|logging|console|warning|configureondemand|vfs|welcome)\b)|java(?:agent|\.home)|systemProp|user\.home|gradle\.user)|^(?:\S*:)?(?:upload\w*|wrapper)$/i,
  },
  // Ant 1.10: other files, libraries, listeners and loggers
  ant: {
    unclustered: true,
    escapeHatches:
      '-f -file -buildfile -s -find -lib -cp -logger -listener -l -logfile -propertyfile -inputhandler -main',
  },
  // cmake(1) 3.30: scripts, tools of the compiler by variable, and programs that -E runs
  cmake: {
    unclustered: true,
    escapeHatches:
      '-P -E -C --toolchain --install --graphviz --trace-redirect --debugger-pipe --debugger-dap-log --profiling-output ' +
      '--workflow --open --log-context-file --system-information',
    harmless: '--trace --trace-expand --debugger --log-context --log-level',
    words:
      /^(?:-D)?CMAKE_(?:\w*_COMPILER(?![\w])(?!(?::\w+)?=(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+)(?:-\d+)?$)|\w*(?:LAUNCH|EMULATOR|CLANG_TIDY|CPPCHECK|CPPLINT|INCLUDE_WHAT_YOU_USE|LINK_WHAT|OUTPUT_DIRECTORY|TOOLCHAIN|MAKE_PROGRAM|LINKER|RULES_OVERRIDE|MODULE_PATH|PREFIX_PATH|PROGRAM_PATH)|PROJECT_\w*INCLUDE|(?:AR|RANLIB|NM|STRIP|OBJCOPY)\b)|^(?:-D)?(?:FETCHCONTENT_|\w+_EXECUTABLE\b|CMAKE_\w*FLAGS\w*(?::\w+)?=.*(?:plugin|-B|-specs|-wrapper|-fuse|@|-Xc))|^(?:-f|--file|--makefile|--eval|SHELL=|MAKE\w*=)/,
    afterDashes: true,
    writes: /^-B(.*)$/,
    reads: /^-S(.*)$/,
  },
  // ctest(1) 3.30: scripts, builds, and results that are submitted
  ctest: {
    unclustered: true,
    escapeHatches:
      '-S -SP -T -M -D -O -A --script --script-new-process --dashboard --test-action --test-model --build-and-test ' +
      '--build-makeprogram --build-generator --test-command --output-log --output-junit --add-notes --extra-submit',
  },
  // ninja(1) 1.12: another file, and tools of its own
  ninja: { unclustered: true, escapeHatches: '-f -t', reads: /^-C(.*)$/ },
  // meson(1) 1.5: files that name compilers, and commands that it runs
  meson: {
    escapeHatches:
      '--native-file --cross-file --wrap-mode --destdir --prefix --wrapper --setup --gdb-path --logbase',
    subcommands: 'devenv rewrite wrap subprojects',
  },
  // Bazel 7: configuration, other repositories, programs around actions, and services that get files
  'bazel, bazelisk, blaze': {
    escapeHatches:
      '--bazelrc --blazerc --host_jvm_args --server_javabase --install_base --output_base --output_user_root --run_under ' +
      '--override_repository --override_module --inject_repository --registry --workspace_status_command --remote_cache --remote_executor ' +
      '--bes_backend --bes_upload_mode --remote_downloader --distdir --repository_cache --disk_cache --shell_executable --script_path ' +
      '--symlink_prefix --build_event_text_file --build_event_json_file --build_event_binary_file --profile --execution_log_json_file ' +
      '--credential_helper --google_credentials --sandbox_add_mount_pair --sandbox_writable_path --spawn_strategy --strategy ' +
      '--genrule_strategy --package_path --crosstool_top --extra_toolchains --java_runtime --plugin --output_file --experimental_remote_downloader --coverage_report_generator --test_wrapper',
    harmless: '--test_output --remote_header',
    subcommands: 'mobile-install',
    words:
      /^--(?:host_)?(?:c|cxx|con|link)(?:ly)?opt=.*(?:plugin|-B|-specs|-wrapper|-fuse)|^--(?:host_)?(?:action|repo)_env=(?:PATH|CC|CXX|LD_|BAZEL)/,
  },
  // .NET CLI 8, MSBuild 17: properties and targets that run programs, loggers, sources of packages
  dotnet: {
    responseFiles: true,
    unclustered: true,
    escapeHatches:
      '-o --output -s --settings --source --add-source --configfile --packages --test-adapter-path --results-directory ' +
      '--additionalprobingpath --additional-deps --runtimeconfig --depsfile --fx-version --roll-forward-on --diag --output-folder',
    subcommands: 'exec fsi msbuild vstest workload dev-certs user-secrets',
    below: {
      tool: { subcommands: 'install update run exec' },
      nuget: { subcommands: 'add update enable config sign trust' },
    },
    words:
      /\.(?:dll|exe)$|^(?:--?|\/)(?:p|property)[:=].*(?:Event|Targets|Props|Path|Exe|Tool|Dir|Command|Import|Before|After|Source|Feed|Output)|^[-/](?:logger|dl|distributedlogger|bl|binarylogger|flp?\d?|filelogger\w*|pp|preprocess|rsp|t|target|ext|lf)[:=]/i,
  },
  // apt-get(8) 2.7: -o sets hooks, which are shell source, -c and -t choose other settings and sources
  'apt, apt-get, aptitude': {
    only:
      '-y --yes --assume-yes -q -qq -yq -qy -yqq -qqy --quiet -f --fix-broken --fix-missing --no-install-recommends --install-recommends ' +
      '--no-install-suggests --install-suggests --only-upgrade --no-upgrade --reinstall -d --download-only -s --simulate --dry-run ' +
      '--autoremove --auto-remove --purge -V --verbose-versions -u --upgradable --installed --names-only',
    words: PACKAGE_FILE,
  },
  // dnf(8) 4.18, zypper(8) 1.14: --setopt, -c, --installroot, --root and --plus-repo change what is installed and where
  'dnf, yum, microdnf, zypper': {
    only:
      '-y --assumeyes -q --quiet -n --non-interactive --no-confirm --refresh --best --nobest --allowerasing --skip-broken --nodocs ' +
      '--downloadonly --no-recommends --installed --available -v --verbose',
    words: PACKAGE_FILE,
  },
  // apk(8) 2.14: -p, -X, --keys-dir, --repositories-file and --allow-untrusted change what is installed and where
  apk: {
    only: '--no-cache -U --update-cache --update -u --upgrade -q --quiet -v --verbose -t --virtual -s --simulate -l --latest',
    words: PACKAGE_FILE,
  },
  // dpkg(1) 1.22: --pre-invoke and its like are shell source, --root, --instdir and --admindir other places
  dpkg: {
    only: '-i --install -l --list -L --listfiles -s --status -S --search -r --remove -P --purge -E -G --configure -a --pending',
  },
  // rpm(8) 4.19: macros, --pipe and --load run programs, --root and --dbpath are other places
  rpm: {
    only: '-i --install -U --upgrade -F -v -h -iv -ih -ivh -Uv -Uvh -q --query -qa -qi -ql -qf -e --erase --quiet',
  },
  // pacman(8) 6: --config, --hookdir, --root, -U and -b change what is installed and where
  pacman: {
    only: '-S -Sy -Syu -Syyu -Su -Ss -Si -Q -Qi -Ql -Qs -R -Rs -Rns --noconfirm --needed -q --quiet',
    words: PACKAGE_FILE,
  },
  // pip 25: other indexes, interpreters and places
  'pip, pip3, pipx': {
    escapeHatches:
      '-i --index-url --extra-index-url -f --find-links -t --target --prefix --root --python --log --proxy --cert --client-cert ' +
      '--trusted-host --src --cache-dir --config-settings -C --global-option --build-option --report -d --dest -w --wheel-dir ' +
      '--keyring-provider --use-feature',
    unclustered: true,
    subcommands: 'config',
    words: ELSEWHERE,
  },
  // uv 0.5: other projects, indexes, interpreters and places
  uv: {
    unclustered: true,
    escapeHatches:
      '--directory --project --with --with-requirements --with-editable --config-file --index --index-url --default-index ' +
      '--extra-index-url --find-links -f --cache-dir --env-file --allow-insecure-host --target --prefix --publish-url --from --script ' +
      '--keyring-provider --overrides -i',
    harmless: '--index-strategy --no-index --extra',
    passesOn: 'run',
    subcommands: 'self auth',
    words: ELSEWHERE,
    afterDashes: true,
    below: {
      run: { words: new RegExp(`${RUNS_ITS_WORDS.source}|^-[ce]$`) },
      tool: { subcommands: 'run' },
    },
  },
  // Their manuals: other projects and sources, and the programs that `run` starts
  'poetry, pdm, hatch, pipenv': {
    unclustered: true,
    escapeHatches:
      '-C --directory -P --project -p --source --config --env-file --pypi-mirror --index',
    subcommands: 'config self source',
    words: ELSEWHERE,
    afterDashes: true,
    values: '-e --env',
    passesOn: 'run',
    below: { run: { words: new RegExp(`${RUNS_ITS_WORDS.source}|^-[ce]$`) } },
  },
  // bundle(1) 2.5: other bundles, settings, plugins, and the programs that `exec` starts
  'bundle, bundler': {
    unclustered: true,
    escapeHatches:
      '--gemfile --path --binstubs --shebang --system --standalone --target-rbconfig --trust-policy',
    subcommands: 'config plugin open gem console viz',
    passesOn: 'exec exe ex e',
    shortened: true,
    below: { 'exec, exe, ex, e': { words: RUNS_ITS_WORDS } },
  },
  // rake(1) 13: other files, libraries, and code in its words; `NAME=value` sets a variable
  rake: {
    unclustered: true,
    escapeHatches:
      '-f --rakefile -r --require -I --libdir -e --execute -E --execute-continue -p --execute-print -R --rakelib --rakelibdir -g --system ' +
      '-C --directory',
    harmless: '--rules --prereqs',
    words: /^(?:RUBY\w*|PATH|BUNDLE_\w+|GEM_\w+|LD_\w+|SHELL|\w*OPTS?)=/,
  },
  // gem 3.5: other sources and places
  gem: {
    unclustered: true,
    escapeHatches:
      '-s --source --config-file -i --install-dir -n --bindir --build-root --key --cert -p --http-proxy',
    subcommands: 'exec signin sources cert',
    shortened: true,
    words: ELSEWHERE,
  },
  // Composer 2: another folder, its configuration, and programs of packages
  composer: {
    unclustered: true,
    escapeHatches: '-d --working-dir --repository --repository-url --format-file --dir --file',
    subcommands: 'config global exec self-update selfupdate create-project archive',
    shortened: true,
  },
  // RSpec 3.13, PHPUnit 11: files that are loaded, and reports that are written
  'rspec, phpunit, pest': {
    unclustered: true,
    escapeHatches:
      '-r --require -I -O --options -o --out -c --configuration --bootstrap --prepend --extension --include-path ' +
      '--coverage-html --coverage-php --coverage-xml --coverage-clover --log-junit --cache-directory --generate-configuration',
    harmless: '-colors -color',
  },
  // Their manuals: plugins and code by option or configuration
  'pylint, mypy, ruff, flake8, black, isort': {
    escapeHatches:
      '--rcfile --init-hook --load-plugins --python-executable --config-file --append-config --output-file --enable-plugins ' +
      '--custom-typeshed-dir --shadow-file --settings-file --settings-path --stdin-filename -o --junit-xml --cache-dir --install-types',
    unclustered: true,
    responseFiles: true,
    words: /^--[\w-]+-report(?:=|$)/,
  },
  // pre-commit 4: another configuration, or another repository
  'pre-commit': { escapeHatches: '-c --config', subcommands: 'try-repo' },
  // Their documentation: configuration and plugins are code
  'webpack, vite, rollup, esbuild, tsup, parcel': {
    escapeHatches:
      '-c --config -p --plugin --configPlugin --outdir --outfile --out-dir --output-path --require --loader --alias --inject',
    unclustered: true,
  },
  // java(1), javac(1) 21: agents, processors, and options from @FILE
  'java, javac, javadoc, jshell, jar': {
    responseFiles: true,
    words:
      /^-(?:agent(?:lib|path)|javaagent|J|Xbootclasspath|XX:(?:On|Flags|VMOptions|\+?Unlock|\w*File)|processor|Xplugin|Xlog|Xloggc)|^--(?:processor|patch-module|source-path|system|plugin-module)|^-doclet/,
    runsInput: 'script',
  },
  // rustc 1.80: linkers, plugins and places
  rustc: {
    responseFiles: true,
    words: /linker|link-arg|codegen-backend|sysroot|profile-|remark-dir|incremental|save-temps|^-Z/,
    writes: /^(?:-o(.*)|--out-dir(?:=(.+))?)$/,
  },
  // pandoc 3: filters, engines, and files with options
  pandoc: {
    escapeHatches:
      '-F --filter -L --lua-filter --pdf-engine --pdf-engine-opt --defaults -d --data-dir --extract-media --log --syntax-definition --sandbox-off',
    unclustered: true,
    writes: /^(?:-o(.*)|--output(?:=(.+))?)$/,
  },
  // latexmk(1) 4.8, pdftex(1): \write18 runs programs
  'latexmk, pdflatex, xelatex, lualatex, latex, tex, pdftex, luatex': {
    words:
      /^--?(?:shell-escape|enable-write18|shell-restricted|e\b|r\b|(?:pdf|xe|lua)?latex=|fmt|output-directory|outdir|auxdir|cnf-line|progname)|\\|^[|]/,
  },
  // protoc 28: plugins are programs, and options come from @FILE
  'protoc, buf': {
    responseFiles: true,
    escapeHatches: '--plugin --descriptor_set_out --config --template',
  },
};
