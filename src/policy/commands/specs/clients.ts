import type { Runner } from './runners.ts';
import { type Table, words } from './table.ts';

/** Options of Go's `flag` package: one hyphen or two. */
function goOptions(names: string): readonly string[] {
  return words(names).flatMap((name) => [`-${name}`, `--${name}`]);
}

/**
 * Clients of databases, containers, clusters and services, editors and compilers: what in their words runs a program of
 * one's own, reaches the machine behind a container, or writes where no rule looks.
 */
export const CLIENTS: Table<Runner> = {
  'docker, podman, nerdctl': {
    source:
      'docker(1) 27, podman(1) 5: mounts, devices and namespaces of the machine, other daemons, and files that are written',
    escapeHatches: words(
      '-v --volume --volumes-from --mount --privileged --device --device-cgroup-rule --pid --ipc --uts --userns --cgroupns ' +
        '--cgroup-parent --cap-add --security-opt --runtime --rootfs --env-file --cidfile --pidfile --iidfile --metadata-file ' +
        '-o --output --secret --ssh --allow --host --url --connection --context --config --hooks-dir --module --root --runroot ' +
        '--storage-opt --conmon --network-cmd-path',
    ),
    subcommands: words('cp plugin context login config unshare machine system'),
    // The address of a daemon: `-H` alone, since a program in the container may have an option `-h`.
    words: /^-H/,
  },
  'kubectl, oc': {
    source:
      'kubectl 1.31: a kubeconfig names programs that log in; edit starts an editor, plugins are programs',
    escapeHatches: words(
      '--kubeconfig --editor --enable-exec --enable-alpha-plugins --enable-helm --helm-command --load-restrictor --network ' +
        '--mount --www --unix-socket --cache-dir --profile-output',
    ),
    subcommands: words('edit cp plugin proxy debug config'),
  },
  helm: {
    source: 'helm 3: post renderers and plugins are programs',
    escapeHatches: words(
      '--post-renderer --post-renderer-args --kubeconfig --registry-config --repository-config --repository-cache ' +
        '--output-dir --destination --untardir --keyring',
    ),
    subcommands: words('plugin'),
  },
  'terraform, tofu': {
    source: 'terraform 1.9: folders, plugins and files by option',
    escapeHatches: goOptions(
      'chdir plugin-dir from-module out state state-out backup backend-config generate-config-out cloud-config',
    ),
  },
  gh: {
    source:
      'gh manual 2.60: aliases and extensions are programs, configuration names an editor and a browser, codespaces run commands',
    escapeHatches: words('--dir --output --clobber --editor --web'),
    subcommands: words('alias extension extensions ext config auth codespace cs'),
    reads: /^--(?:body-file|notes-file|input)(?:=(.+))?$/,
  },
  sqlite3: {
    source: 'sqlite3(1) 3.46: dot commands, and functions of its shell; .shell runs a program',
    escapeHatches: [
      ...goOptions('init cmd append archive vfs zip deserialize maxsize'),
      ...words('-A -ar'),
    ],
    words:
      /(?:^|\n)\s*\.(?!(?:tables|schema|fullschema|indexes|indices|databases|headers?|mode|show|help|nullvalue|separator|width|timeout|stats|timer|explain|eqp|changes|dbinfo|version)\b)|\b(?:writefile|readfile|load_extension|fts3_tokenizer|edit|fsdir|lsmode|zipfile)\s*\(|\b(?:attach|vacuum\s+(?:\S+\s+)?into)\b/i,
  },
  psql: {
    source: 'psql(1) 17: backslash commands, COPY … PROGRAM',
    escapeHatches: words('-f --file -o --output -L --log-file'),
    words:
      /\\(?:!|copy\b|o\b|out\b|w\b|write\b|i\b|ir\b|include\b|include_relative\b|e\b|edit\b|ef\b|ev\b|g\w*\s*[|/.]|gexec\b|cd\b|s\b|setenv\b|lo_\w+|`)|\bprogram\s*(?:['$]|e')|`|\bpg_(?:read_|write_|ls_)|\blo_(?:im|ex)port\b/i,
  },
  'mysql, mariadb': {
    source: 'mysql(1) 8.4, mariadb(1) 11: system, source, tee, pager, and files',
    escapeHatches: words(
      '--pager --tee --init-command --init-command-add --defaults-file --defaults-extra-file --defaults-group-suffix ' +
        '--plugin-dir --local-infile --load-data-local-dir --login-path',
    ),
    words:
      /(?:^|[;\n\s])(?:system|source|tee|pager|edit)\s|\\[!.TPe]|\binto\s+(?:outfile|dumpfile)\b|\bload_file\s*\(|\bload\s+(?:data|xml)\b/i,
  },
  'vim, vi, nvim, ex, view, gvim, vimdiff, gview, evim, nvi, vim.basic, vim.tiny': {
    source: 'vim(1) 9, nvim(1) 0.10: commands, scripts and servers by option',
    escapeHatches: words(
      '-c -S -s -u -U -i -w -W -l -es --cmd --startuptime --log --servername --remote --remote-send --remote-expr --remote-tab ' +
        '--remote-wait --remote-silent --listen --server --embed --serverlist --luamod-dev',
    ),
    words: /^\+/,
  },
  'emacs, emacsclient': {
    source: 'emacs(1) 29: Lisp and files of Lisp by option',
    escapeHatches: words(
      '-l --load -f --funcall -e -eval --eval --execute --script -x -script --insert -L --directory --init-directory -u --user ' +
        '--chdir --daemon --fg-daemon --dump-file --server-file --socket-name',
    ),
  },
  'tcpdump, tshark, dumpcap': {
    source:
      'tcpdump(8) 4.99, tshark(1) 4: programs that rotate files, scripts, and files that are written',
    escapeHatches: words('-z -w -X -Z -F -V -C -K -e --export-objects --compress'),
  },
  nmap: {
    source: 'nmap(1) 7.94: scripts, and files that are written',
    escapeHatches: words(
      '-sC -A -iL -oN -oX -oS -oG -oA --script --script-args-file --datadir --servicedb --versiondb --resume --append-output ' +
        '--stylesheet --excludefile',
    ),
  },
  openssl: {
    source: 'openssl(1) 3: engines and providers are libraries; a configuration names them',
    escapeHatches: words(
      '-engine --engine -engine_impl -provider --provider -provider-path --provider-path -config --config -post -pre -tlsextdebug',
    ),
    writes:
      /^--?(?:out|keyout|writerand|sess_out|keylogfile|CAserial|sigout|outdir|certsout|signer_out)$/,
    reads: /^--?(?:in|inkey|key|certin|passin|pass|rand|CAfile|cert|kfile)$/,
  },
  'gcc, g++, cc, c++, clang, clang++, gfortran': {
    source: 'gcc(1) 14, clang(1) 18: wrappers, plugins, and other programs of a tool chain',
    responseFiles: true,
    escapeHatches: words(
      '-wrapper -fplugin -specs --specs -iplugindir -Xclang -load -fuse-ld -fpass-plugin --config --gcc-toolchain --sysroot ' +
        '-ccc-gcc-name --ld-path -fdebug-default-version',
    ),
    words:
      /^(?:-B.|-fplugin|-specs|-Wl,.*(?:plugin|-o|dynamic-linker)|-Wp,|-MF|-save-temps|--save-temps)/,
    writes: /^-o(.*)$/,
  },
};
