/**
 * The addresses that a text of the agent may link to. An address can exfiltrate what the run has read, and an image is
 * fetched without anybody following it.
 */

/** Hosts that may be linked to: exact names, or `*.name` for all subdomains. */
export type AllowedHosts = readonly string[];

/** Characters that Markdown removes or replaces in an address. */
const REWRITTEN = /[\\\uFDD0-\uFDEF`]|&(?:#|[A-Za-z][A-Za-z0-9]*;)/;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Whether a link is allowed: within the page or the repository, or by http(s) to an allowed host. */
export function isAllowedLink(target: string, allowed: AllowedHosts): boolean {
  const address = target.startsWith('<') ? target.slice(1).replace(/>$/, '') : target;
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

/** An address in running text as GitHub would link it, without the punctuation that ends a sentence. */
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
