/** The addresses that images are fetched from: only GitHub's own. Pure. */

/** The hosts of images that people attach to a text. GitHub's proxy for images of other hosts would contact those hosts. */
const HOSTS: ReadonlySet<string> = new Set([
  'private-user-images.githubusercontent.com',
  'user-images.githubusercontent.com',
]);
const ATTACHMENT = /^\/(?:user-attachments\/assets\/|[\w.-]+\/[\w.-]+\/assets\/)/;
const STORAGE = /^github-production-user-asset-[\w]+\.s3\.amazonaws\.com$/;
const MAX_ADDRESSES = 50;
const MAX_HTML_CHARS = 500_000;

/** Whether an image may be fetched from an address in a text. */
export function isImageAddress(apiUrl: string, url: URL): boolean {
  const api = new URL(apiUrl);
  if (api.hostname === 'api.github.com') {
    if (url.protocol !== 'https:' || url.port !== '') return false;
    return (
      HOSTS.has(url.hostname) || (url.hostname === 'github.com' && ATTACHMENT.test(url.pathname))
    );
  }
  // Enterprise Server serves them from its own host or a subdomain; ghe.com from subdomains of the same domain.
  if (url.origin === api.origin) return !url.pathname.startsWith('/api/');
  const domain = api.hostname.replace(/^api\./, '');
  const below = ['media', 'private-user-images'].map((name) => `${name}.${domain}`);
  return url.protocol === 'https:' && below.includes(url.hostname);
}

/** Whether one of GitHub's addresses may redirect to it. */
export function isImageStorage(url: URL): boolean {
  return url.protocol === 'https:' && url.port === '' && STORAGE.test(url.hostname);
}

/** Whether a Markdown text may contain an image. Otherwise the request for its rendered form is saved. */
export function mayContainImages(markdown: string): boolean {
  return /!\[|<img\b|\/user-attachments\/|user-images\./i.test(markdown);
}

/** The addresses of the images in a rendered text, each once, in order. */
export function imageAddresses(html: string): readonly string[] {
  const tags = html.slice(0, MAX_HTML_CHARS).matchAll(/<img\b[^>]{0,5000}>/gi);
  const found = [...tags].flatMap(([tag]) => {
    const [, double, single] = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag) ?? [];
    const address = (double ?? single ?? '').replaceAll('&amp;', '&');
    return URL.canParse(address) ? [address] : [];
  });
  return [...new Set(found)].slice(0, MAX_ADDRESSES);
}
