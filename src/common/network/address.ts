import { BlockList, isIP } from 'node:net';

/**
 * IPv4 networks that are not public: local, private, cloud metadata, and what IANA's registry of special-purpose addresses has
 * as not globally reachable. (It has 192.31.196.0/24, 192.52.193.0/24 and 192.175.48.0/24 as reachable.)
 */
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
] as const;

/** Parts of the public IPv6 range that are not public: documentation, tunnels and translations to IPv4. */
const NOT_OF_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const blocked = new BlockList();
for (const network of IPV4) {
  const [address = '', bits = ''] = network.split('/');
  blocked.addSubnet(address, Number(bits), 'ipv4');
}
const internet = new BlockList();
internet.addSubnet('2000::', 3, 'ipv6');
const reserved = new BlockList();
for (const [address, bits] of NOT_OF_IPV6) reserved.addSubnet(address, bits, 'ipv6');

/** True for an address of the public internet; false for any other text. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const version = isIP(plain);
  if (version === 4) return !blocked.check(plain, 'ipv4');
  if (version !== 6) return false;
  return internet.check(plain, 'ipv6') && !reserved.check(plain, 'ipv6');
}

/** The host of a URL as Node's network functions take it: without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
