/**
 * The system calls that namespaces do not hold: the keyrings that the command would share with this process, and sockets of
 * families that know no network namespace (`AF_VSOCK` leads to the host of a virtual machine); and `io_uring`, by which such
 * sockets are made past any filter. As a program for the kernel's filter. Pure.
 */

/** Per processor: the audit number of its system calls, and the numbers of those that matter. */
interface Architecture {
  readonly audit: number;
  readonly addKey: number;
  readonly requestKey: number;
  readonly keyctl: number;
  readonly socket: number;
  readonly socketpair: number;
}

const ARCHITECTURES: Readonly<Record<string, Architecture>> = {
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
const FAMILIES = [1, 2, 10, 16] as const;
/** The same on every processor. */
const IO_URING_SETUP = 425;
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

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/**
 * The filter for a processor as Node names it (`process.arch`); `null` for one whose numbers are not known here. Calls of
 * another instruction set (32-bit programs) are refused as a whole: their numbers mean other things.
 */
export function seccompProgram(arch: string): Uint8Array | null {
  const known = ARCHITECTURES[arch];
  if (known === undefined) return null;
  const { audit, addKey, requestKey, keyctl, socket, socketpair } = known;
  const families = FAMILIES.map(
    (family, index): Instruction => [JUMP_EQUAL, FAMILIES.length - index, 0, family],
  );
  const x32: readonly Instruction[] =
    arch === 'x64' ? [[JUMP_AT_LEAST, 0, 1, X32_BIT], errno(ENOSYS)] : [];
  return bytesOf([
    [LOAD, 0, 0, OFFSET_ARCHITECTURE],
    [JUMP_EQUAL, 1, 0, audit],
    errno(ENOSYS),
    [LOAD, 0, 0, OFFSET_NUMBER],
    ...x32,
    ...[addKey, requestKey, keyctl].flatMap((number): readonly Instruction[] => [
      [JUMP_EQUAL, 0, 1, number],
      errno(EPERM),
    ]),
    // As if the kernel had none: programs then continue without it.
    [JUMP_EQUAL, 0, 1, IO_URING_SETUP],
    errno(ENOSYS),
    [JUMP_EQUAL, 2, 0, socket],
    [JUMP_EQUAL, 1, 0, socketpair],
    [RETURN, 0, 0, RETURN_ALLOW],
    [LOAD, 0, 0, OFFSET_FIRST_ARGUMENT],
    ...families,
    errno(EAFNOSUPPORT),
    [RETURN, 0, 0, RETURN_ALLOW],
  ]);
}

function errno(value: number): Instruction {
  return [RETURN, 0, 0, RETURN_ERRNO + value];
}

/** Both processors are little-endian here. */
function bytesOf(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * INSTRUCTION_BYTES);
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    const offset = index * INSTRUCTION_BYTES;
    bytes.writeUInt16LE(code, offset);
    bytes.writeUInt8(ifTrue, offset + 2);
    bytes.writeUInt8(ifFalse, offset + 3);
    bytes.writeUInt32LE(value, offset + 4);
  }
  return bytes;
}
