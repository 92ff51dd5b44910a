import { byName, wordSet } from './table.ts';

type WriterKind = 'write' | 'copy' | 'move' | 'divide' | 'mode';

/**
 * Programs that write their operands: `write` writes every operand, `copy` writes the last and reads the others, `move` also
 * writes the ones that it reads, and `divide` reads and writes every operand, since a value of an option may be the last one. Coreutils 9.1, rsync 3.2, scp 9.9.
 */
export const WRITERS = byName<WriterKind>({
  'rm, rmdir, mkdir, touch, tee, truncate, unlink, shred, mkfifo, mknod, sponge, patch': 'write',
  'cp, ln, install, rsync, scp, link': 'copy',
  mv: 'move',
  'split, csplit': 'divide',
  'chmod, chown, chgrp, chattr': 'mode',
  // The list of an option may be among its operands, or none.
  setfacl: 'write',
});

/**
 * The words of programs that change a mode, an owner or attributes by which no operand says what they become, and every one is
 * changed: `chmod -x FILE`, `chattr -i FILE`.
 */
export const GIVES_MODE = byName({
  chmod: /^-[Rcfv]*[rwxXstugoa,+=0-7]|^--ref/,
  'chown, chgrp': /^--ref/,
  chattr: /^-[RVf]*[^RVf]/,
});
/** The option of chmod, chown and chgrp that names the file whose mode or owner others get. */
export const REFERENCE = /^--ref[a-z]*(?:=(.*))?$/s;
/** The options of setfacl(1) 2.3 that name a file of rules. */
export const LISTS_ACCESS =
  /^(?:-[RLPdnbk]*[MX](.*)|--(?:set-f|modify-f|remove-f|res)[a-z-]*(?:=(.*))?)$/s;
/** The option with which `install` makes every operand a folder. */
export const MAKES_FOLDERS = /^-[CDTUZbcpsv]*d|^--d/;

/** The short options of writers whose value is a path, which may be attached: `cp -tFOLDER`, `patch -oFILE`. */
export const ATTACHED_PATHS = byName({
  'cp, mv, ln, install': 't',
  patch: 'diorB',
  csplit: 'f',
  rsync: 'T',
});

/**
 * Programs that read their operands, folders with what is below them, into files that no word names: archives, and names
 * that an expression makes. zip 3.0, p7zip 16, rename of util-linux 2.38 and of Perl.
 */
export const PACKERS = wordSet('zip 7z 7za 7zr 7zz rar pax jar rename prename file-rename');
/**
 * The words with which they look for what they pack in the folder that they run in: patterns, also of names in every folder, and lists of names.
 * 7z and rar pack all of it if no word is behind the archive.
 */
export const PACKS_FOUND = byName({
  '7z, 7za, 7zr, 7zz, rar': /^-r$|^-i[r0-]*[!@]|^@|^(?!-).*[*?]/s,
  zip: /^-[a-zA-Z]*R|^--recurse-p/,
});
/** Their commands that put files into an archive. */
export const ADDS = /^(?:a|mf?|u)$/i;

/**
 * What nobody needs in CI, by program name: file systems and devices, the machine's power, kernel and firewall,
 * namespaces, other users' terminals, listening shells. Beside these: `/dev/tcp` and `/dev/udp` redirections, `dd` onto a
 * device, `rm -r` of `/` or a home folder, `kill` of every process, `LD_PRELOAD` and its like, a function named `:`.
 */
export const FORBIDDEN = wordSet(
  'mkfs mkswap fdisk sfdisk parted wipefs blkdiscard shutdown reboot halt poweroff telinit insmod modprobe rmmod kexec ' +
    'iptables ip6tables nft ufw mount umount swapoff swapon chroot nsenter losetup debugfs hdparm visudo vipw passwd chpasswd useradd ' +
    'usermod userdel groupadd crontab nc ncat netcat socat telnet',
);

/**
 * Programs that write the files which a patch or an archive names. patch 2.7, cpio 2.13, p7zip 16, unrar 6, jar 21, unar 1.10,
 * atool 0.39, squashfs-tools 4.6.
 */
export const UNPACKERS = wordSet(
  'patch cpio pax ar 7z 7za 7zr 7zz unrar rar bsdcpio git-apply quilt jar unar aunpack unsquashfs cabextract unshar bsdunzip ditto',
);
/**
 * What a patch says of a file that it copies or renames, in the one direction or the other: its contents get another name. patch(1) takes an
 * indented one, too.
 */
export const COPIES_FILES = /^[ \tX]*(?:copy|rename) (?:from|to|old|new) /m;
/** The words with which they only list or test an archive. `ar t -M` runs a script, which may create files. */
export const LISTS_ARCHIVE = byName({
  ar: /^-?[vO]?t[vO]*(?: [^ -][^ ]*)*$/,
  jar: /^-?v?t|^--list(?: |$)/,
  '7z, 7za, 7zr, 7zz, rar, unrar': /^(?:[ltv]|[lv][bt])(?: |$)/,
});
