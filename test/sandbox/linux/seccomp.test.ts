import { describe, expect, it } from 'vitest';
import { seccompProgram } from '../../../src/sandbox/linux/seccomp.ts';

/** What the kernel's filter machine answers: the few instructions that the programs use, carried out one by one. */
function answer(
  program: Uint8Array,
  call: { arch: number; number: number; first?: number },
): string {
  const view = new DataView(program.buffer, program.byteOffset, program.byteLength);
  const data: Readonly<Record<number, number>> = {
    0: call.number,
    4: call.arch,
    16: call.first ?? 0,
  };
  let loaded = 0;
  for (let index = 0; index < program.byteLength; index += 8) {
    const [code, ifTrue, ifFalse] = [
      view.getUint16(index, true),
      view.getUint8(index + 2),
      view.getUint8(index + 3),
    ];
    const value = view.getUint32(index + 4, true);
    if (code === 0x20) loaded = data[value] ?? Number.NaN;
    else if (code === 0x15) index += 8 * (loaded === value ? ifTrue : ifFalse);
    else if (code === 0x35) index += 8 * (loaded >= value ? ifTrue : ifFalse);
    else if (code === 0x06) return value === 0x7fff0000 ? 'allow' : `errno ${value & 0xffff}`;
    else throw new Error(`instruction ${code}`);
  }
  return 'fell off the end';
}

const machines = [
  { arch: 'x64', audit: 0xc000003e, keys: [248, 249, 250], socket: 41, pair: 53, read: 0 },
  { arch: 'arm64', audit: 0xc00000b7, keys: [217, 218, 219], socket: 198, pair: 199, read: 63 },
];

describe.each(machines)('the filter for $arch', ({ arch, audit, keys, socket, pair, read }) => {
  const program = seccompProgram(arch) ?? new Uint8Array();
  const ask = (number: number, first = 0) => answer(program, { arch: audit, number, first });

  it('lets ordinary calls through', () => {
    for (const number of [read, 57, 59, 221, 435, 1]) expect(ask(number)).toBe('allow');
  });

  it('refuses keyrings', () => {
    for (const number of keys) expect(ask(number)).toBe('errno 1');
  });

  it('refuses io_uring as a kernel does that has none', () => {
    expect(ask(425)).toBe('errno 38');
  });

  it('lets sockets be local, IPv4, IPv6 and netlink, and of no other family', () => {
    for (const number of [socket, pair]) {
      for (let family = 0; family < 64; family += 1)
        expect(ask(number, family)).toBe([1, 2, 10, 16].includes(family) ? 'allow' : 'errno 97');
    }
  });

  it('refuses every call of another instruction set', () => {
    for (const other of [0x40000003, 0xc000003e, 0xc00000b7, 0x40000028, 0])
      if (other !== audit) expect(answer(program, { arch: other, number: read })).toBe('errno 38');
  });
});

it('the second set of numbers of x86-64 is refused', () => {
  const program = seccompProgram('x64') ?? new Uint8Array();
  expect(answer(program, { arch: 0xc000003e, number: 0x40000000 + 250 })).toBe('errno 38');
});

it('there is no filter for a processor whose numbers are not known', () => {
  expect(seccompProgram('riscv64')).toBeNull();
});
