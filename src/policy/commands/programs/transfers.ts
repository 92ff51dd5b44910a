import { percentDecoded } from '../../../common/index.ts';
import { CURL_GLOB, CURL_SWITCHES, WGET_SWITCHES } from '../specs/downloads.ts';
import type { ExpandedWord, ExpandedWords, Invocation, Scope } from '../walk/context.ts';
import { noteEscapeHatch, notePath, noteUnknown } from '../walk/findings.ts';

/** A word of curl that stands for several. */
const CURL_PATTERN = new RegExp(`^[^\\s"']*${CURL_GLOB}`);
const CURL_REMOTE_NAME = new RegExp(`^(?:${CURL_SWITCHES}[OJ]|--remote-[nh])`);
const CURL_HEADER_NAME = new RegExp(`^(?:${CURL_SWITCHES}J|--remote-h)`);
const CURL_UPLOAD = new RegExp(`^(?:${CURL_SWITCHES}T|--up)`);
const WGET_OWN_NAME = new RegExp(`^(?:${WGET_SWITCHES}O|--output-d|--spider$)`);
const WGET_MANY = new RegExp(`^(?:${WGET_SWITCHES}[rmpxE]|--(?:rec|mir|page|for|con|trust|adj))`);

/** Notes the files of this machine that addresses of curl and wget read, and those that are written under the name in an address. */
export function noteTransfers({ name, args, scope }: Invocation): void {
  const texts = args.flatMap(({ text }) => text ?? []);
  const isAny = (option: RegExp): boolean => texts.some((text) => option.test(text));
  if (name === 'wget' && !isAny(WGET_OWN_NAME)) {
    if (isAny(WGET_MANY)) scope.findings.writesUnnamed = true;
    noteRemoteNames(texts, scope);
  }
  if (name !== 'curl') return;
  for (const arg of assumesFiles(args) ? args.map(asLocalAddress) : args)
    noteLocalAddress(arg, scope);
  for (const [, file = ''] of texts.join(' ').matchAll(/%output\{(?:>>)?([^{}]*)\}/g))
    notePath(file, 'write', scope);
  // What a pattern in an address stands for becomes part of a file's name: `-o '#1' 'http://a.example/{b}'`.
  if (isAny(CURL_PATTERN) && isAny(/#\d/)) scope.findings.writesUnnamed = true;
  if (isAny(CURL_UPLOAD))
    for (const arg of args.filter(({ text }) => CURL_PATTERN.test(text ?? '')))
      noteEscapeHatch('curl sends the files that a pattern names', [arg], scope);
  if (isAny(CURL_HEADER_NAME)) scope.findings.writesUnnamed = true;
  if (isAny(CURL_REMOTE_NAME)) noteRemoteNames(texts, scope);
}

/** Whether curl may take an address without a scheme as that of a file: `--proto-default file`. */
function assumesFiles(args: ExpandedWords): boolean {
  return args.some(
    ({ text }, index) =>
      text?.startsWith('--proto-d') === true &&
      !/^(?:https?|ftps?)$/i.test(args[index + 1]?.text ?? ''),
  );
}

/** The word with the scheme that curl adds to it, if it can be the address of a file. */
function asLocalAddress(arg: ExpandedWord): ExpandedWord {
  const { text } = arg;
  return text !== null && /^(?:localhost|127\.0\.0\.1)?\//i.test(text)
    ? { ...arg, text: `file://${text}` }
    : arg;
}

/** `FILE:/etc/passwd`, `file://localhost/etc/passwd`, `{file,http}:///etc/passwd`. */
function noteLocalAddress(arg: ExpandedWord, scope: Scope): void {
  const text = (arg.text ?? '').replace(/^--ur?l?=/, '');
  const path = /^file:(?:\/\/[^/]*)?([^?#]*)/is.exec(text)?.[1];
  const scheme = text.slice(0, Math.max(0, text.indexOf(':/')));
  const mayBeFile = path !== undefined || (/[{[]/.test(scheme) && !/[/?#]/.test(scheme));
  if (mayBeFile && CURL_PATTERN.test(text)) {
    noteEscapeHatch('curl puts together what it reads', [arg], scope);
    noteUnknown(scope, `\`${arg.source}\` names files that curl puts together`);
  } else if (path !== undefined) notePath(percentDecoded(path), 'read', scope);
}

/** The last part of an address, or `index.html`. */
function noteRemoteNames(texts: readonly string[], scope: Scope): void {
  for (const text of texts.filter((each) => /^[^-\s].*[/.]/s.test(each))) {
    const [address = ''] = text.replace(/^[a-z]+:\/*/i, '').split(/[?#]/);
    const name = address.includes('/') ? address.slice(address.lastIndexOf('/') + 1) : '';
    notePath(name === '' ? 'index.html' : percentDecoded(name), 'write', scope);
  }
}
