import { withoutEntities } from './entities.ts';

export type Attributes = ReadonlyMap<string, string>;

const HIDING_CLASS =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-\w+|d-none|hidden|invisible)(?:\s|$)/i;
/** Declarations in lower case without white space, each closed by `;`. */
const HIDING_STYLE = new RegExp(
  [
    'display:none',
    'visibility:(?:hidden|collapse)',
    'content-visibility:hidden',
    'opacity:(?:0*\\.?0+%?;|\\.0\\d*;|0\\.0\\d*;)',
    'font-size:(?:0|[01](?:\\.\\d+)?(?:px|pt|%)|\\.?0?\\.\\d+(?:em|rem|px|pt|%)?)[a-z%]*[;!]',
    '(?:^|;)(?:-webkit-text-fill-)?color:(?:white|transparent|#f{3,8}[;!]|#[0-9a-f]{3}0[;!]|#[0-9a-f]{6}00[;!])',
    '(?:^|;)(?:-webkit-text-fill-)?color:(?:rgba?\\(25[0-5][,\\s]?25[0-5][,\\s]?25[0-5]|(?:rgb|hsl)a\\([^)]*,0?\\.?0*\\))',
    '(?:^|;)(?:-webkit-text-fill-)?color:hsla?\\([^)]*,100%',
    '(?:^|;)(?:max-)?(?:height|width):(?:0|1px)[a-z%]*[;!]',
    '(?:left|top|right|bottom|text-indent|margin(?:-left|-top)?):-\\d{3,}',
    'clip:rect\\(',
    'clip-path:',
    'transform:[^;]*(?:scale[xy3d]*\\(0|translate[xy3d]*\\(-\\d{3,})',
    'filter:[^;]*opacity\\(0',
    'mask(?:-image)?:',
  ].join('|'),
);

/** A longer style counts as hiding: nobody writes one, and parsing it would take too long. */
const MAX_STYLE_CHARS = 5_000;

/** Whether a page hides the content of such an element. */
export function hides(name: string, attributes: Attributes): boolean {
  if (NEVER_SHOWN.has(name) || attributes.has('hidden')) return true;
  const ariaHidden = attributes.get('aria-hidden');
  if (ariaHidden !== undefined && ariaHidden.trim().toLowerCase() !== 'false') return true;
  if (HIDING_CLASS.test(attributes.get('class') ?? '')) return true;
  if (name === 'input' && (attributes.get('type') ?? '').toLowerCase() === 'hidden') return true;
  if (name === 'font' && hidesAs(`color:${attributes.get('color') ?? ''}`)) return true;
  return hidesAs(attributes.get('style') ?? '');
}

const NEVER_SHOWN = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'noembed',
  'noframes',
  'rp',
  'head',
  'datalist',
  'svg',
  'canvas',
  'iframe',
  'object',
  'audio',
  'video',
]);

/** Whether the value of a style attribute hides its element. */
export function hidesAs(style: string): boolean {
  if (style.length > MAX_STYLE_CHARS) return true;
  const plain = withoutEntities(style)
    .replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) =>
      String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
    )
    .replaceAll('\\', '')
    .replaceAll(/\s+/g, '')
    .toLowerCase();
  return HIDING_STYLE.test(`${plain};`);
}
