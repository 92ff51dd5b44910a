/** The sentences of the verifier: what its source can say of a trail that breaks a rule. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SRC } from '../../architecture/source.ts';

/** The files with rules. */
const FILES = [
  'format/format.ts',
  'format/chain.ts',
  'verify/verify.ts',
  'verify/recorded-values.ts',
  'verify/other-arguments.ts',
  ...readdirSync(join(SRC, 'audit/verify/replay'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `verify/replay/${name}`),
];

/** A text of the source: what stands between its values, in order. */
type Parts = readonly string[];

const THREE_WORDS = /[a-z]+ [a-z]+ [a-z]+|\. [A-Z]|^is not \$/;
/** Comments, regular expressions, texts and the parts of templates. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<=[(=,:?&|]\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`|\$\{|[{}]/g;

/** The texts and templates of a source. */
function textsOf(source: string): readonly Parts[] {
  const found: Parts[] = [];
  // Each open template, and how many braces are open inside of its current value.
  const open: { parts: string[]; braces: number }[] = [];
  let index = 0;
  for (;;) {
    const inner = open.at(-1);
    if (inner !== undefined && inner.braces === 0) {
      const [text = '', end] =
        /^((?:[^`\\$]|\\[\s\S]|\$(?!\{))*)(`|\$\{)/.exec(source.slice(index))?.slice(1) ?? [];
      if (end === undefined) throw new Error('a template without an end');
      inner.parts.push(text);
      index += text.length + end.length;
      if (end === '`') found.push(open.pop()?.parts ?? []);
      else inner.braces = 1;
      continue;
    }
    TOKEN.lastIndex = index;
    const token = TOKEN.exec(source);
    if (token === null) return found;
    const [text, single, double] = token;
    index = token.index + text.length;
    const literal = single ?? double;
    if (literal !== undefined) found.push([literal]);
    else if (text === '`') open.push({ parts: [], braces: 0 });
    else if (inner !== undefined && text === '{') inner.braces += 1;
    else if (inner !== undefined && text === '}') inner.braces -= 1;
  }
}

export interface Sentence {
  readonly file: string;
  readonly text: string;
  readonly pattern: RegExp;
}

/** Every text of the verifier that has at least three words. Parts of sentences count, too. */
function sentences(): readonly Sentence[] {
  return FILES.flatMap((file) =>
    textsOf(readFileSync(join(SRC, 'audit', file), 'utf8'))
      .filter((parts) => THREE_WORDS.test(parts.join('x')))
      .map((parts) => ({
        file,
        text: parts.join('…'),
        pattern: new RegExp(parts.map((part) => escaped(unescaped(part))).join('[\\s\\S]*')),
      })),
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function unescaped(part: string): string {
  return part.replaceAll(/\\(.)/g, '$1');
}

/** Sentences of which no small trail can be a vector, and why. */
const WITHOUT_TRAIL: Readonly<Record<string, string>> = {
  'The line has more than … bytes.': 'the line has 8 MiB',
  'The line is too long.': 'the line has 8 MiB',
  'More than … calls are open.': 'it has 100,000 calls',
  'More than … approvals are open.': 'it has 100,000 requests',
  'More than … requests of tools have no answer.': 'it has 100,000 questions',
  'The blobs that arguments name have more than … bytes in all.': 'its blobs have 256 MiB',
  'The line is not valid UTF-8: something saved it in another encoding, or the file is no audit trail.':
    'a vector is a text',
  'Verify the file as it was downloaded.': 'it is a part of others',
  'The audit trail is empty.': 'it is unreadable, not broken',
  'The audit trail does not contain the published head hash ……. It was truncated, or is another trail.':
    'the verifier is given a head hash',
  'The audit trail has no run.end. The run is still running, it crashed, or the trail was truncated.':
    'the verifier must require the end',
  '… is broken at line …: …': 'a reader says it, which verifies nothing',
  'blob of the audit trail was': 'it is a warning',
  'blobs of the audit trail were': 'it is a warning',
  '… not checked.': 'it is a warning',
  'The entry has the type …, which this version does not know.': 'it is a warning',
  'The time of the entry (…) is before that of the entry before it.': 'it is a warning',
  'The workflow run before this one crashed: it has no run.end.': 'it is a warning',
  'The run ended with ….': 'it is a warning',
  'none was loaded': 'it is a value of an entry',
};

/** The sentences about broken trails, each once; throws if one of those without a trail is no longer there. */
export function brokenSentences(): readonly Sentence[] {
  const all = new Map(sentences().map((one) => [one.text, one]));
  for (const text of Object.keys(WITHOUT_TRAIL)) {
    if (!all.delete(text)) throw new Error(`The verifier no longer says ${JSON.stringify(text)}.`);
  }
  return [...all.values()];
}
