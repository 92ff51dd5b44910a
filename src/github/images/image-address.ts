/** Which addresses pictures are fetched from: GitHub's own, and no other. Pure. */

/** Where github.com keeps what people drop into a text. Its proxy for other hosts' pictures would tell those hosts. */
const HOSTS: ReadonlySet<string> = new Set([
  'private-user-images.githubusercontent.com',
  'user-images.githubusercontent.com',
]);
const ATTACHMENT = /^\/(?:user-attachments\/assets\/|[\w.-]+\/[\w.-]+\/assets\/)/;
const STORAGE = /^github-production-user-asset-[\w]+\.s3\.amazonaws\.com$/;
const MAX_ADDRESSES = 50;
const MAX_HTML_CHARS = 500_000;

/** Whether a picture may be fetched from an address that a text names. */
export function isPictureAddress(apiUrl: string, url: URL): boolean {
  const api = new URL(apiUrl);
  if (api.hostname === 'api.github.com') {
    if (url.protocol !== 'https:' || url.port !== '') return false;
    return (
      HOSTS.has(url.hostname) || (url.hostname === 'github.com' && ATTACHMENT.test(url.pathname))
    );
  }
  // Enterprise Server keeps them beside its API, or on a host below its own; ghe.com on hosts below the same domain.
  if (url.origin === api.origin) return !url.pathname.startsWith('/api/');
  const domain = api.hostname.replace(/^api\./, '');
  const below = ['media', 'private-user-images'].map((name) => `${name}.${domain}`);
  return url.protocol === 'https:' && below.includes(url.hostname);
}

/** Whether one of GitHub's addresses may lead on to it. */
export function isPictureStorage(url: URL): boolean {
  return url.protocol === 'https:' && url.port === '' && STORAGE.test(url.hostname);
}

/** True where a text in Markdown may show a picture at all: asking GitHub for it costs a request. */
export function mayHoldPictures(markdown: string): boolean {
  return /!\[|<img\b|\/user-attachments\/|user-images\./i.test(markdown);
}

/** The addresses of the pictures in a text as GitHub shows it, each once, in their order. */
export function pictureAddresses(html: string): readonly string[] {
  const tags = html.slice(0, MAX_HTML_CHARS).matchAll(/<img\b[^>]{0,5000}>/gi);
  const found = [...tags].flatMap(([tag]) => {
    const [, double, single] = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag) ?? [];
    const address = (double ?? single ?? '').replaceAll('&amp;', '&');
    return URL.canParse(address) ? [address] : [];
  });
  return [...new Set(found)].slice(0, MAX_ADDRESSES);
}
