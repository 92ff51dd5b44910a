import type { Runner } from './runners.ts';
import { goOptions, type Table } from './table.ts';

/** Files of a compose project say which folders of the machine a container gets. */
const COMPOSE: Runner = {
  leading: '-f --file --project-directory --env-file',
  values:
    '-f --file -p --project-name --profile --ansi --progress --parallel --project-directory --env-file --workdir --podman-path --podman-args ' +
    '--in-pod --pod-args --podman-build-args --podman-pull-args --podman-push-args --podman-run-args --podman-start-args --podman-stop-args',
  reads: /^(?:-f(.*)|--(?:file|env-file|project-directory|workdir)(?:=(.+))?)$/,
};
/** A folder outside of the workspace may be what is sent to the daemon. */
const BUILD: Runner = { runsFiles: 'all', reads: /^(?:-f(.*)|--file(?:=(.+))?)$/ };
const ARCHIVE: Runner = { reads: /^(?:-i|--input)(?:=(.+))?$/ };
/** Elsewhere, this option of gh is a template in its own words. */
const TEMPLATE: Runner = { reads: /^--template(?:=(.+))?$/ };
const BAKE: Runner = { escapeHatches: '-f --file --set --allow --metadata-file' };

/**
 * Clients of databases, containers, clusters and services, editors and compilers: what in their words runs a program of
 * one's own, reaches the machine behind a container, or writes where no rule looks.
 */
export const CLIENTS: Table<Runner> = {
  // docker(1) 27, podman(1) 5: mounts, devices and namespaces of the machine, other daemons, and files that are written
  'docker, podman, nerdctl': {
    escapeHatches:
      '-v --volume --volumes-from --mount --privileged --device --device-cgroup-rule --pid --ipc --uts --userns --cgroupns ' +
      '--cgroup-parent --cap-add --security-opt --runtime --rootfs --env-file --cidfile --pidfile --iidfile --metadata-file ' +
      '-o --output --secret --ssh --allow --host --url --connection --context --config --hooks-dir --module --root --runroot ' +
      '--storage-opt --conmon --network-cmd-path --label-file --build-context --use-api-socket --cache-to --opt --mount-add --identity --init-path --isolation',
    subcommands:
      'cp plugin context login config unshare machine system play kube swarm stack secret service artifact quadlet checkpoint mcp sandbox',
    leading: '-c -l',
    values:
      '-c -l -H --log-level --context --config --host --tlscacert --tlscert --tlskey --url --connection --root --runroot',
    below: {
      compose: COMPOSE,
      build: BUILD,
      'buildx, builder': { values: '--builder', below: { bake: BAKE, build: BUILD } },
      bake: BAKE,
      load: ARCHIVE,
      image: { below: { build: BUILD, load: ARCHIVE } },
    },
    inside: {
      subcommands: 'run exec create',
      values:
        '-e --env -w --workdir -u --user -p --publish -l --label -m --memory -c --cpu-shares -h --hostname -a --attach --name --network --net ' +
        '--entrypoint --platform --pull --restart --cpus --shm-size --tmpfs --ulimit --ip --dns --expose --add-host --link --log-driver ' +
        '--log-opt --stop-signal --stop-timeout --gpus --memory-swap --network-alias --annotation --health-cmd --detach-keys --sysctl ' +
        '-v --volume --mount --volumes-from --device --pid --ipc --uts --userns --cgroupns --cap-add --cap-drop --security-opt ' +
        '--runtime --env-file --cidfile --label-file --group-add --cgroup-parent --isolation --secret',
      switches:
        /^(?:-[itdPq]+|-[ewuplmha].+|--(?:rm|init|interactive|tty|detach|privileged|read-only|publish-all|quiet|no-healthcheck|oom-kill-disable))$/,
    },
    // The address of a daemon: `-H` alone, since a program in the container may have an option `-h`.
    words: /^-H/,
  },
  // docker compose 2
  'docker-compose, podman-compose': COMPOSE,
  // kubectl 1.31: a kubeconfig names programs that log in; edit starts an editor, plugins are programs
  'kubectl, oc': {
    escapeHatches:
      '--kubeconfig --editor --enable-exec --enable-alpha-plugins --enable-helm --helm-command --load-restrictor --network ' +
      '--mount --www --unix-socket --cache-dir --profile-output --server --token --as --as-group --insecure-skip-tls-verify --certificate-authority ' +
      '--client-certificate --client-key --overrides --output-directory',
    harmless: '--profile --as-json',
    words: /^-s|^(?:-[fk]|--[\w-]+=)?(?:(?:https?|ssh|git|oci):|git@)/,
    subcommands: 'edit cp plugin proxy debug config krew',
    values: '-n --namespace --context --cluster --user',
    below: {
      // Manifests and data. Of other subcommands `-f` is another option: `kubectl logs -f`.
      'annotate, apply, autoscale, create, delete, describe, diff, expose, get, label, patch, replace, rollout, scale, set, wait':
        {
          reads:
            /^(?:-R?[fk](.*)|--(?:filename|kustomize|from-file|from-env-file|patch-file)(?:=(.+))?)$/,
          readsNamed: true,
        },
    },
  },
  // helm 3: post renderers and plugins are programs
  helm: {
    escapeHatches:
      '--post-renderer --post-renderer-args --kubeconfig --registry-config --repository-config --repository-cache ' +
      '--output-dir --destination --untardir --keyring --set-file -d --kube-apiserver --kube-token --kube-ca-file',
    harmless: '--set --set-string --set-json --set-literal',
    subcommands: 'plugin',
    unclustered: true,
    reads: /^(?:-f(.*)|--values(?:=(.+))?)$/,
  },
  // terraform 1.9: folders, plugins and files by option
  'terraform, tofu': {
    escapeHatches: goOptions(
      'chdir plugin-dir from-module out state state-out backup backend-config generate-config-out cloud-config',
    ),
    reads: /^--?var-file(?:=(.+))?$/,
    subcommands: 'login',
    below: { providers: { subcommands: 'mirror' } },
  },
  // gh manual 2.60: aliases and extensions are programs, configuration names an editor and a browser, codespaces run commands
  gh: {
    escapeHatches: '--dir -D --output --clobber --editor --web --hostname',
    subcommands: 'alias extension extensions ext config auth codespace cs gist ssh-key gpg-key',
    reads: /^(?:--(?:body-file|notes-file|input)(?:=(.+))?|-[FT](.*))$/,
    readsAt: true,
    unclustered: true,
    // Behind `--` of `gh repo clone` are options of git.
    afterDashes: true,
    below: {
      api: { words: /^https?:/ },
      release: { subcommands: 'upload' },
      repo: { words: /^(?:-u|--upload-pack|-c|--config)/ },
      'secret, variable': {
        escapeHatches: '-f --env-file',
        reads: /^(?:-f(.*)|--env-file(?:=(.+))?)$/,
      },
      'issue, pr': { values: '-R --repo', below: { create: TEMPLATE } },
    },
  },
  // sqlite3(1) 3.46: dot commands, and functions of its shell; .shell runs a program
  sqlite3: {
    runsInput: 'commands',
    escapeHatches: `${goOptions('init cmd append archive vfs zip deserialize maxsize')} -A -ar`,
    words:
      /(?:^|\n)\s*\.(?!(?:tables|schema|fullschema|indexes|indices|databases|headers?|mode|show|help|nullvalue|separator|width|timeout|stats|timer|explain|eqp|changes|dbinfo|version)\b)|\b(?:writefile|readfile|load_extension|fts3_tokenizer|fsdir|lsmode|zipfile|temp_store_directory|data_store_directory)\b|\bedit\b["`\]]?\s*(?:\(|\/\*|--)|\battach\b|\bvacuum\b(?!\s*(?:;|$))/i,
  },
  // duckdb 1: dot commands of its shell, and SQL that reads and writes files and loads extensions
  duckdb: {
    runsInput: 'commands',
    escapeHatches: goOptions('init cmd c s f unsigned'),
    words:
      /(?:^|\n)\s*\.(?!(?:tables|schema|databases|headers?|mode|show|help|nullvalue|separator|width|timer)\b)|\b(?:read_\w+|\w+_scan|copy|install|load|attach|export|import|glob|getenv)\b|\bfrom\s*['"]/i,
  },
  // redis-cli 7: files that it writes and sends
  'redis-cli, valkey-cli': { escapeHatches: '--rdb --functions-rdb --eval --pipe --tls-ldb' },
  // psql(1) 17: backslash commands, COPY … PROGRAM
  psql: {
    runsInput: 'commands',
    escapeHatches: '-f --file -o --output -L --log-file',
    words:
      /\\(?:!|copy\b|o\b|out\b|w\b|write\b|i\b|ir\b|include\b|include_relative\b|e\b|edit\b|ef\b|ev\b|g\w*\s*[|/.]|gx?\s+[^\s(;]|gexec\b|cd\b|s\b|setenv\b|lo_\w+|`)|\bprogram\s*(?:['$]|e')|`|\b(?:to|from)\s*(?:'|\$\$|\$\w+\$|e')|\bpg_(?:read_|write_|ls_)|\blo_(?:im|ex)port\b/i,
  },
  // mysql(1) 8.4, mariadb(1) 11: system, source, tee, pager, and files
  'mysql, mariadb': {
    runsInput: 'commands',
    escapeHatches:
      '--pager --tee --init-command --init-command-add --defaults-file --defaults-extra-file --defaults-group-suffix ' +
      '--plugin-dir --local-infile --load-data-local-dir --login-path',
    words:
      /(?:^|[;\n\s])(?:system|source|tee|pager|edit)\s|\\[!.TPe]|\binto\s+(?:outfile|dumpfile)\b|\bload_file\s*\(|\bload\s+(?:data|xml)\b/i,
  },
  // vim(1) 9, nvim(1) 0.10: commands, scripts and servers by option
  'vim, vi, nvim, view, gvim, vimdiff, gview, evim, nvi, vim.basic, vim.tiny': {
    escapeHatches:
      '-c -S -s -u -U -i -w -W -l -es --cmd --startuptime --log --servername --remote --remote-send --remote-expr --remote-tab ' +
      '--remote-wait --remote-silent --listen --server --embed --serverlist --luamod-dev',
    words: /^\+/,
  },
  // ed(1), ex(1), dc(1) 1.4, gnuplot 6, mongosh 2, sftp(1): their commands start programs, and read and write files
  'ed, ex, dc, gnuplot, mongosh, mongo, sftp, ftp, lftp': {
    runsInput: 'commands',
    escapeHatches: '-c -s -S -e -f -F -b -o -D --eval --load --nodb --cmd --expression --file',
    words:
      /(?:^|\n)[^\n]*!|(?:^|\n)\s*(?:[\d.,$%/]*\s*[weErR](?:\s|$)|system|load|l?(?:get|put|mput|mget|cd))\b/,
  },
  // scp(1) 9: the program that connects, its settings, and an agent
  scp: { escapeHatches: '-o -S -F -J -D -i' },
  // emacs(1) 29: Lisp and files of Lisp by option
  'emacs, emacsclient': {
    escapeHatches:
      '-l --load -f --funcall -e -eval --eval --execute --script -x -script --insert -L --directory --init-directory -u --user ' +
      '--chdir --daemon --fg-daemon --dump-file --server-file --socket-name',
  },
  // tcpdump(8) 4.99, tshark(1) 4: programs that rotate files, scripts, and files that are written
  'tcpdump, tshark, dumpcap': {
    escapeHatches: '-z -w -X -Z -F -V -C -K -e --export-objects --compress',
  },
  // nmap(1) 7.94: scripts, and files that are written
  nmap: {
    escapeHatches:
      '-sC -A -iL -oN -oX -oS -oG -oA --script --script-args-file --datadir --servicedb --versiondb --resume --append-output ' +
      '--stylesheet --excludefile',
  },
  // gpg(1) 2.4: programs and options of its own, and files that are written
  'gpg, gpg2': {
    escapeHatches:
      '--exec-path --photo-viewer --options --homedir --gpgconf-program --agent-program --dirmngr-program --load-extension --keyserver',
    unclustered: true,
    writes: /^(?:-o(.*)|--output(?:=(.+))?)$/,
  },
  // openssl(1) 3: engines and providers are libraries; a configuration names them
  openssl: {
    escapeHatches:
      '-engine --engine -engine_impl -provider --provider -provider-path --provider-path -config --config -post -pre -tlsextdebug',
    writes:
      /^--?(?:out|keyout|writerand|sess_out|keylogfile|CAserial|sigout|outdir|certsout|signer_out)$/,
    reads: /^--?(?:in|inkey|key|certin|passin|pass|rand|CAfile|cert|kfile)$/,
  },
  // gcc(1) 14, clang(1) 18: wrappers, plugins, and other programs of a tool chain
  'gcc, g++, cc, c++, clang, clang++, gfortran': {
    responseFiles: true,
    escapeHatches:
      '-wrapper -fplugin -specs --specs -iplugindir -Xclang -Xlinker -Xassembler -Xpreprocessor -load -fuse-ld -fpass-plugin --config ' +
      '--gcc-toolchain --sysroot -ccc-gcc-name --ld-path -fdebug-default-version -cc1 -cc1as -T --script -aux-info -dumpdir -dumpbase ' +
      '-fmodule-mapper -MJ -ivfsoverlay -index-store-path -dependency-file --serialize-diagnostics --prefix -resource-dir --cuda-path --rocm-path --for-linker ' +
      '--for-assembler --assembler --preprocessor',
    unclustered: true,
    words:
      /^(?:-B|-fplugin|-specs|-Wl,(?:.*,)?(?:@|-[oTIc]|--?(?:plugin|Map|script|dT|mri-script|dynamic-linker|fini|init|out-implib|output|just-symbols|dependency-file|version-script|sysroot))|-Wa,(?:.*,)?(?:@|-o|-I|-a\w*=|--MD)|-Wp,|-fdiagnostics-\w+-output=.*file|-fopt-info.*=|-foptimization-record-file|-MF|-save-temps|--save-temps|-fdump-.*=|-fprofile-(?:dir|generate=|note)|-f(?:crash-diagnostics-dir|proc-stat-report|time-trace|modules-cache-path|stack-usage|callgraph).*=)/,
    writes: /^(?:-o(.*)|--output(?:=(.+))?)$/,
    reads: /^-(?:include|imacros|-include|-imacros)$/,
  },
  // ld(1) 2.42: plugins, scripts, and files of words
  'ld, ld.bfd, ld.gold, ld.lld, gold, lld, mold': {
    responseFiles: true,
    escapeHatches:
      '-plugin --plugin -T --script -c --mri-script -dT --default-script -Map --Map --out-implib --dependency-file -I --dynamic-linker ' +
      '-dynamic-linker --sysroot -fini -init --retain-symbols-file --version-script -rpath-link -run --reproduce --cref',
    unclustered: true,
    writes: /^(?:-o(.*)|--output(?:=(.+))?)$/,
  },
};
