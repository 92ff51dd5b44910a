import { hidesAs } from '../../common/index.ts';
import { plainFormula } from './formulas.ts';
import { countRemoved, type Removed } from './removed-counts.ts';

const LEAD = String.raw`(?:[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]|[ \t]*>)*[ \t]*`;
const OPENING = new RegExp(`^(${LEAD})(\`{3,}|~{3,})([^\\n]*)`);
const ANY_OPENING = new RegExp(`^(${LEAD})(\`{3,}(?=[^\`\\n]*$)|~{3,})([^\\n]+)$`, 'gm');
/** The form of a language name: too short for a sentence, and without hyphens. */
const LANGUAGE = /^[A-Za-z0-9+#.]{1,16}(?:[_-][A-Za-z0-9+#.]{1,12})?$/;
const MAX_LANGUAGE_CHARS = 20;
/** GitHub renders these languages and does not show their source. */
const MAPS_AND_MODELS = new Set(['geojson', 'topojson', 'stl']);
/** Lines of a diagram that are not rendered: comments, settings, styles, tooltips and accessibility texts. */
const NOT_DRAWN =
  /^[\s>]*(?:%%|click\s|callback\s|href\s|links?\s|properties\s|details\s|style\s|classDef\s|class\s|linkStyle\s|cssClass\s|accTitle\b|accDescr\b|init\b|config\b|title:|theme)/i;
/** Those of them that end at a semicolon; any other may have one in its text. */
const STYLE = /^[\s>]*(?:style|classDef|class|linkStyle|cssClass)\s/i;
const HIDING_STYLE_LINE = /^[\s>]*(?:style|classDef|linkStyle)\s+\S+\s+(.*)$/i;
/** The label of a diagram may be HTML. An attribute or a comment in it can hide text. */
const TELLING_TAG = /<!--|<\?|<[A-Za-z][\w-]*[\s/]+[^\s/<>][^<>]*>/;
const SETTINGS_THAT_HIDE = /theme(?:CSS|Variables)|fontSize|font-size|opacity|display|visibility/i;
/** In these diagrams a number sign begins a comment even in a text, unless it begins a character such as `#35;`. */
const COMMENT_ANYWHERE = /^(?:sequenceDiagram|journey|gantt)\b/i;
/** In these, it does so before a text. */
const COMMENT_BEFORE_TEXT = /^(?:sequenceDiagram|journey|gantt|stateDiagram|timeline)\b/i;
/** So many blanks push the rest of a line out of sight: they are wider than the code block of a page. */
const FAR_COLUMNS = 100;
const TAB_COLUMNS = 8;
const NOT_DRAWN_KIND = 'lines that a diagram does not show';

/** Removes from a fence what the page does not show. */
export function plainFence(fence: string, removed: Removed): string {
  const [opening = '', lead = '', marks = '', info = ''] = OPENING.exec(fence) ?? [];
  if (marks === '') return fence;
  const [first = ''] = info.trim().split(/[\s{,:]/, 1);
  const language = first.length <= MAX_LANGUAGE_CHARS && LANGUAGE.test(first) ? first : '';
  if (language !== info.trim()) countRemoved(removed, 'words beside a fence');
  const rest = fence.slice(opening.length);
  const drawn = asDrawn(language.toLowerCase(), rest, removed);
  const end = fence.endsWith('\n') ? '\n' : '';
  return drawn === null
    ? `${lead}[${language} left out: the page draws it and does not show these words]${end}`
    : `${lead}${marks}${language}${drawn}`;
}

/** The visible content of a fence; `null` if it is useless or could hide text. */
function asDrawn(language: string, inside: string, removed: Removed): string | null {
  if (MAPS_AND_MODELS.has(language)) {
    countRemoved(removed, 'drawn fences');
    return null;
  }
  if (language === 'math') return plainFormula(inside, removed);
  return language === 'mermaid' ? drawnDiagram(inside, removed) : inside;
}

/** A diagram without its invisible lines; `null` if a style or a setting could hide its labels. */
function drawnDiagram(inside: string, removed: Removed): string | null {
  let hiding = false;
  const settings = (text: string): string => {
    hiding ||= SETTINGS_THAT_HIDE.test(text);
    countRemoved(removed, NOT_DRAWN_KIND);
    return '';
  };
  const withoutHead = withoutOwnHead(inside.split('\n'), settings).join('\n');
  const withoutSettings = withoutParts(withoutHead, {
    open: /%%\{/g,
    close: '}%%',
    take: settings,
  });
  const description = { open: /accDescr[\s>]*\{/gi, close: '}', take: settings };
  const drawn = withoutParts(withoutSettings, description);
  const lines = drawn.split('\n');
  const statements = drawn.split(/[\n;]/);
  if (hiding || TELLING_TAG.test(drawn) || statements.some(isHidingStyle)) {
    countRemoved(removed, 'drawn fences');
    return null;
  }
  const kind = bare(statements.find((one) => bare(one) !== '' && !NOT_DRAWN.test(one)) ?? '');
  return lines
    .flatMap((line) => {
      const shown = drawnPart(line, kind);
      if (shown === line) return [line];
      countRemoved(removed, NOT_DRAWN_KIND);
      return bare(shown) === '' ? [] : [shown];
    })
    .join('\n');
}

/**
 * A line of a diagram of this kind without styles, up to its first comment or other statement that is not drawn. Semicolons separate
 * statements.
 */
function drawnPart(line: string, kind: string): string {
  const statements = line.split(';').filter((one) => !STYLE.test(one));
  const first = statements.findIndex((one) => NOT_DRAWN.test(one));
  const drawn = statements.slice(0, first === -1 ? undefined : first).join(';');
  const shown = COMMENT_ANYWHERE.test(kind) ? drawn.replace(/#(?!\w+;).*$/, '') : drawn;
  return COMMENT_BEFORE_TEXT.test(kind)
    ? shown.replace(/^([^:"]*[\s>{]|)(?:#(?!\w+;)|%%).*$/, '$1')
    : shown;
}

/** A diagram may begin with settings between two lines of `---`. */
function withoutOwnHead(
  lines: readonly string[],
  take: (text: string) => string,
): readonly string[] {
  const start = lines.findIndex((line) => bare(line) !== '');
  if (start === -1 || bare(lines[start] ?? '') !== '---') return lines;
  const end = lines.findIndex((line, index) => index > start && bare(line) === '---');
  if (end === -1) return lines;
  take(lines.slice(start, end).join('\n'));
  return [...lines.slice(0, start), ...lines.slice(end + 1)];
}

function bare(line: string): string {
  return line.replace(/^[ \t>]+/, '').trimEnd();
}

/** Removes everything from each `open` to the next `close`. An `open` without `close` stays. */
function withoutParts(
  text: string,
  part: { readonly open: RegExp; readonly close: string; readonly take: (text: string) => string },
): string {
  const kept: string[] = [];
  let from = 0;
  for (const { index } of text.matchAll(part.open)) {
    if (index < from) continue;
    const end = text.indexOf(part.close, index);
    if (end === -1) break;
    kept.push(text.slice(from, index));
    from = end + part.close.length;
    kept.push(part.take(text.slice(index, from)));
  }
  return kept.join('') + text.slice(from);
}

/** White text on a filled node is readable. Without a fill, or with other tricks, it is not. */
function isHidingStyle(line: string): boolean {
  const [, style = ''] = HIDING_STYLE_LINE.exec(line) ?? [];
  if (style === '') return false;
  const declared = style.replaceAll(',', ';');
  const filled = /fill:\s*(?!\s|none|white|transparent|#f{3,8}\b)/i.test(declared);
  return hidesAs(filled ? declared.replaceAll(/(?:^|;)\s*color:[^;]*/gi, '') : declared);
}

/** In text that may not be a fence, shows the info string as text. */
export function withFenceWordsMarked(text: string, removed: Removed): string {
  return text.replaceAll(ANY_OPENING, (whole, lead: string, marks: string, info: string) => {
    const words = info.trim();
    if (words === '' || LANGUAGE.test(words)) return whole;
    countRemoved(removed, 'words beside a fence');
    return `${lead}${marks} [beside the fence: ${words}]`;
  });
}

/** Marks text that so many blanks push out of sight. */
export function withFarTextMarked(text: string, removed: Removed): string {
  return text.replaceAll(/[^\S\n]{12,}/g, (blanks, index: number) => {
    const columns = blanks.length + (TAB_COLUMNS - 1) * (blanks.split('\t').length - 1);
    const next = text[index + blanks.length];
    if (columns < FAR_COLUMNS || next === undefined || next === '\n') return blanks;
    countRemoved(removed, 'texts far to the right');
    return ` [after ${columns} blanks, out of sight:] `;
  });
}
