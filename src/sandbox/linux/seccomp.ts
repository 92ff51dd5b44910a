/**
 * A program for the kernel's system call filter. It refuses what namespaces do not isolate: keyrings, which the command would
 * share with this process; sockets of families without a network namespace (`AF_VSOCK` leads to the host of a virtual
 * machine); and `io_uring`, which creates such sockets without these system calls. Pure.
 */

/** The audit number of a processor's system calls, and the numbers of the filtered ones. */
interface Architecture {
  readonly audit: number;
  /** `add_key`, `request_key` and `keyctl`. */
  readonly keyrings: readonly number[];
  readonly socket: number;
  readonly socketpair: number;
}

const ARCHITECTURES: Readonly<Record<string, Architecture>> = {
  x64: { audit: 0xc000003e, keyrings: [248, 249, 250], socket: 41, socketpair: 53 },
  arm64: { audit: 0xc00000b7, keyrings: [217, 218, 219], socket: 198, socketpair: 199 },
};

/** Local sockets, IPv4, IPv6, and netlink: all of these stay in the sandbox's network namespace. */
const FAMILIES = [1, 2, 10, 16] as const;
/** The same on every processor. */
const IO_URING_SETUP = 425;
/** On x86-64 a second set of numbers (x32) leads to the same calls. */
const X32_BIT = 0x40000000;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

// Constants of the kernel (linux/bpf_common.h, linux/seccomp.h).
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
 * The filter for a processor as Node names it (`process.arch`); `null` for an unknown processor. Refuses all calls of another
 * instruction set (32-bit programs), because their numbers differ.
 */
export function seccompProgram(arch: string): Uint8Array | null {
  const known = ARCHITECTURES[arch];
  if (known === undefined) return null;
  const { audit, keyrings, socket, socketpair } = known;
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
    ...keyrings.flatMap((number): readonly Instruction[] => [
      [JUMP_EQUAL, 0, 1, number],
      errno(EPERM),
    ]),
    // As on a kernel without `io_uring`: programs then continue without it.
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

/** Both processors are little-endian. */
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
