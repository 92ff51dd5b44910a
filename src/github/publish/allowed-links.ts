/**
 * Which addresses a text that the agent wrote may lead to: an address can carry out what the run has read, and a picture
 * is fetched without anybody following it.
 */

/** Hosts that may be linked to: exact names, or `*.name` for every name below. */
export type AllowedHosts = readonly string[];

/** Signs that Markdown takes away, or turns into others, before an address is followed. */
const REWRITTEN = /[\\\uFDD0-\uFDEF`]|&(?:#|[A-Za-z][A-Za-z0-9]*;)/;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Whether a link may lead there: within the page or the repository, or by http(s) to an allowed host. */
export function mayLeadTo(written: string, allowed: AllowedHosts): boolean {
  const address = written.startsWith('<') ? written.slice(1).replace(/>$/, '') : written;
  if (REWRITTEN.test(address) || /[\s\u0000-\u001F\u007F]/.test(address)) return false;
  if (!HAS_SCHEME.test(address)) return !/[:[\]]|\/\/|www\./i.test(address);
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) return false;
  const { host, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return allowed.some((one) => isHost(host, one.toLowerCase()));
}

function isHost(host: string, allowed: string): boolean {
  if (allowed.startsWith('*.'))
    return host.endsWith(allowed.slice(1)) && host.length > allowed.length - 1;
  return host === allowed;
}

/** An address in running text as GitHub would make a link of it, without the punctuation that ends a sentence. */
export function trimAddress(found: string): string {
  let end = found.length;
  let unpaired = count(found, ')') - count(found, '(');
  while (end > 0) {
    const last = found[end - 1] ?? '';
    const isUnpaired = last === ')' && unpaired > 0;
    if (!isUnpaired && !/[?!.,:*_~'"\]]/.test(last)) break;
    if (isUnpaired) unpaired -= 1;
    end -= 1;
  }
  return found.slice(0, end);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
