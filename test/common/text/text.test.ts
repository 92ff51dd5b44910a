import { describe, expect, it } from 'vitest';
import {
  defuseMentions,
  fence,
  escapeWorkflowCommands,
  oneLine,
  trimEnd,
  truncateMiddle,
  visible,
} from '../../../src/common/index.ts';
import * as fc from '../../properties.ts';

const anyText = fc.string({ unit: fc.codePoint, maxLength: 400 });
const nasty = fc
  .array(
    fc.constantFrom(
      '::',
      '##[',
      '@',
      '_',
      'a',
      '\r',
      '\n',
      '\u2028',
      ' ',
      '`',
      '```',
      '\u202e',
      '\u200b',
      '\ufeff',
      '&#64;',
      'x',
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

describe('truncateMiddle', () => {
  it('leaves a text that fits as it is', () => {
    expect(truncateMiddle('a'.repeat(30_000), 30_000)).toBe('a'.repeat(30_000));
    expect(truncateMiddle('', 100)).toBe('');
  });
  it('keeps head and tail and says how much was cut', () => {
    const cut = truncateMiddle(`HEAD${'x'.repeat(100_000)}TAIL`, 30_000);
    expect(cut.length).toBeLessThanOrEqual(30_000);
    expect(cut.startsWith('HEAD')).toBe(true);
    expect(cut.endsWith('TAIL')).toBe(true);
    expect(cut).toMatch(/\[\.\.\. 70,088 characters cut here \.\.\.\]/);
  });
  it('never exceeds the limit nor splits a surrogate pair', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 600 }),
        fc.integer({ min: 0, max: 500 }),
        (text, max) => {
          const cut = truncateMiddle(text, max);
          expect(cut.length).toBeLessThanOrEqual(Math.max(80, max));
          if (text.isWellFormed()) expect(cut.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});

describe('visible', () => {
  it('writes out bidirectional, zero-width, control and tag characters', () => {
    expect(visible('a\u202Eb')).toBe('a\\u{202E}b');
    expect(visible('a\u200Bb\u2066\uFEFF')).toBe('a\\u{200B}b\\u{2066}\\u{FEFF}');
    expect(visible('\u001B[31m')).toBe('\\u{1B}[31m');
    expect(visible('\u{E0041}\u3164')).toBe('\\u{E0041}\\u{3164}');
    expect(visible('over\rwrite')).toBe('over\\u{D}write');
  });
  it('leaves lines, tabs, accents and other scripts alone', () => {
    const text = 'é ü 漢字 עברית\tx\r\ny\n';
    expect(visible(text)).toBe(text);
  });
  it('leaves nothing invisible behind', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(visible(text).replaceAll('\r\n', '\n')).not.toMatch(
          /(?![\n\t])\p{Cc}|\p{Cf}|\p{Cs}/u,
        );
      }),
    );
  });
});

describe('fence', () => {
  it('cannot be closed by the text', () => {
    expect(fence('```\n@everyone', 'sh')).toBe('````sh\n```\n@everyone\n````');
    fc.assert(
      fc.property(fc.oneof(anyText, nasty), (text) => {
        const block = fence(text);
        const marks = /^`+/.exec(block)?.[0] ?? '';
        expect(text.includes(marks)).toBe(false);
        expect(block.endsWith(`\n${marks}`)).toBe(true);
      }),
    );
  });
  it('takes more runs of backticks than a call takes arguments', () => {
    expect(fence('`a'.repeat(300_000)).startsWith('```\n`a')).toBe(true);
  });
  it('drops what does not belong into the language', () => {
    expect(fence('x', 'sh`\n@me')).toBe('```shme\nx\n```');
  });
});

describe('neutralise', () => {
  it('breaks workflow commands wherever the runner would see one', () => {
    for (const text of [
      '::set-output name=a::b',
      '  ::stop-commands::x',
      'fine\n\t::error::x',
      'fine\r::add-mask::x',
      '\u00a0::warning::x',
      '\ufeff::warning::x',
      'text ##[set-output name=a]b',
      '\u001B[31m::error::x',
    ]) {
      expect(isCommand(escapeWorkflowCommands(text))).toBe(false);
    }
  });
  it.each(['\n', '\n ', ' \t', '\r\n', '::\n'])('takes a long run of %j in its stride', (piece) => {
    escapeWorkflowCommands(`${piece.repeat(100_000)}x`);
  });
  it('leaves ordinary double colons alone', () => {
    expect(escapeWorkflowCommands('std::string a::b')).toBe('std::string a::b');
  });
  it('leaves no workflow command in any text', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, nasty), (text) => {
        expect(isCommand(escapeWorkflowCommands(text))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

/** How the runner finds a command in a line of output. */
function isCommand(log: string): boolean {
  return log
    .split(/\r\n|\n|\r|\u2028|\u2029|\u0085/)
    .some((line) => /^[\s\u0085\ufeff]*::/.test(line) || line.includes('##['));
}

describe('defuseMentions', () => {
  it('breaks mentions of people and teams, also through entities', () => {
    for (const text of [
      '@octocat',
      'hi @org/team!',
      '(@octocat)',
      '\\@octocat',
      '_@octocat_',
      '__@org/team__',
      '&#64;octocat',
      '&#x0040;octocat',
      '&commat;me',
    ]) {
      expect(defuseMentions(text)).not.toMatch(/(^|[^A-Za-z0-9])@[A-Za-z0-9]/);
      expect(defuseMentions(text)).not.toMatch(/&(#|commat)/);
    }
  });
  it('leaves mail addresses and lone signs alone', () => {
    expect(defuseMentions('a@example.com @ 5')).toBe('a@example.com @ 5');
  });
  it('is done once and for all', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const once = defuseMentions(text);
        expect(defuseMentions(once)).toBe(once);
        expect(once).not.toMatch(/(^|[^A-Za-z0-9])@[A-Za-z0-9]/);
      }),
    );
  });
});

describe('oneLine', () => {
  it('is one line of at most so many characters', () => {
    expect(oneLine('a\n  b\tc', 80)).toBe('a b c');
    expect(oneLine('abcdef', 4)).toBe('abc…');
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 50 }), (text, max) => {
        const line = oneLine(text, max);
        expect(line.length).toBeLessThanOrEqual(max);
        expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
      }),
    );
  });
});

it('takes the given characters off the end of a text, as an expression does', () => {
  const parts = fc.array(fc.constantFrom('/', '.', 'a', '\n', '-'), { maxLength: 12 });
  fc.assert(
    fc.property(parts, (letters) => {
      const text = letters.join('');
      expect(trimEnd(text, '/.')).toBe(text.replace(/[/.]+$/, ''));
      expect(trimEnd(text, '\n')).toBe(text.replace(/\n+$/, ''));
    }),
  );
  expect(trimEnd('//', '/')).toBe('');
});
