import { describe, expect, test } from 'vitest';
import type { CommandAnalysis } from '../../../src/policy/commands/analysis.ts';
import { chooseProfile, moreThanReading } from '../../../src/policy/evaluate/command-profile.ts';
import { analysis, pathResolver, simple } from '../helpers.ts';

const READS = { classes: ['@readonly'] } as const;
const read = (path: string) => ({ path, access: 'read' }) as const;
const write = (path: string) => ({ path, access: 'write' }) as const;
const ls = simple('ls', READS);
const NAMED = { description: 'it writes', words: ['-i'], writesNamed: true } as const;

const needsMore = (...parts: Parameters<typeof simple>) =>
  moreThanReading(analysis(ls, simple(...parts)), pathResolver()) !== null;

function profileOf(parsed: CommandAnalysis, verdict: 'auto' | 'requireApproval' = 'auto') {
  const links = pathResolver({ link: '/w/real', out: '/etc' });
  return chooseProfile(parsed, { verdict, pathResolver: links });
}

describe('the profile of a command', () => {
  test.each([
    ['that only reads', analysis(ls), 'reading'],
    ['that only reads git', analysis(simple('git log', { classes: ['@git-readonly'] })), 'reading'],
    [
      'that reads git and writes a file',
      analysis(simple('git log', { classes: ['@git-readonly'], paths: [write('log')] })),
      'writing',
    ],
    ['of git that is not known to read', analysis(simple('git push')), 'git'],
    [
      'that writes a file with what it reads',
      analysis(simple('ls', { ...READS, paths: [write('a')] })),
      'writing',
    ],
    ['that is a redirection alone', analysis(simple('', { paths: [write('a')] })), 'writing'],
    ['that starts nothing', analysis(simple('')), 'reading'],
    ['that is there to write', analysis(simple('mv a b', { paths: [write('b')] })), 'writing'],
    ['that is there to write, and nobody knows where', analysis(simple('mv')), 'program'],
    ['of an unknown program', analysis(simple('tool', { paths: [write('b')] })), 'program'],
    ['whose program is known only when it runs', analysis(simple('$x')), 'program'],
    ['with something unknown', analysis(simple('ls', { ...READS, unknown: ['why'] })), 'program'],
    [
      'that can do more than it is there for',
      analysis(
        simple('find', {
          ...READS,
          escapeHatches: [{ description: 'it runs x', words: [] }] as never,
        }),
      ),
      'program',
    ],
    [
      'that writes the files that an option of it names',
      analysis(simple('sed -i s/a/b/ a', { paths: [write('a')], escapeHatches: [NAMED] })),
      'writing',
    ],
    [
      'that also does something else',
      analysis(
        simple('sed -i s/a/b/e a', {
          paths: [write('a')],
          escapeHatches: [NAMED, { description: 'it runs x', words: [] }],
        }),
      ),
      'program',
    ],
    [
      'of a program that starts one that is there to write',
      analysis(
        simple('tool run sed -i s/a/b/ a', {
          paths: [write('a')],
          escapeHatches: [NAMED],
        }),
      ),
      'program',
    ],
    ['beside an unknown one', analysis(ls, simple('git push'), simple('tool')), 'program'],
    ['beside git', analysis(simple('mv a b', { paths: [write('b')] }), simple('git push')), 'git'],
    ['that was not parsed', { ...analysis(ls), problem: 'why' }, 'program'],
    ['in a source with something unknown', { ...analysis(ls), unknown: ['why'] }, 'program'],
    ['of which there is none', analysis(), 'program'],
  ] as const)('%s', (_, parsed, name) => {
    const profile = profileOf(parsed);
    expect(profile.name).toBe(name);
    expect(profile.network).toBe(name === 'program' || name === 'git');
  });

  test('has a network if the command reaches a host', () => {
    expect(profileOf(analysis(simple('ls', { ...READS, hosts: ['a.org'] }))).network).toBe(true);
  });

  test('lets be written what is written, and shows what is named only if a person is asked', () => {
    const paths = [
      read('a'),
      read('a'),
      read('.'),
      read('/etc/hosts'),
      { ...read('b'), below: 'all' as const },
      write('c'),
      write('link'),
      write('out/x'),
    ];
    const parsed = analysis(simple('mv', { paths }));
    expect(profileOf(parsed)).toMatchObject({ write: ['c', 'link', 'real', 'out/x'], show: [] });
    expect(profileOf(parsed, 'requireApproval').show).toEqual(['a', 'c', 'link', 'real', 'out/x']);
    expect(profileOf(analysis(simple('tool', { paths }))).write).toEqual([]);
  });
});

describe('more than reading needs a command', () => {
  test.each<Parameters<typeof simple>>([
    ['tool', { intents: ['@publish'] }],
    ['tool', { intents: ['@publish'], paths: [write('/tmp/a')] }],
    ['tool', { intents: ['@recursive-delete'], paths: [write('/tmp/a')], unknown: ['why'] }],
    ['npm', { intents: ['@install'] }],
    ['rm', { intents: ['@recursive-delete'], paths: [write('/tmp/a'), write('a')] }],
    ['rm', { intents: ['@recursive-delete'] }],
    ['rm', { intents: ['@recursive-delete'], paths: [write('/home/a')] }],
    ['rm', { intents: ['@recursive-delete'], paths: [write('/tmp/a')], unknown: ['why'] }],
    ['mkfs', { classes: ['@forbidden'] }],
    ['curl', { hosts: ['a.org'] }],
    ['git push'],
    ['tool', { paths: [write('a')] }],
    ['mv', { unknown: ['why'] }],
  ])('%s %j', (words, parts) => expect(needsMore(words, parts)).toBe(true));

  test.each<Parameters<typeof simple>>([
    ['tool', { unknown: ['why'], paths: [read('a'), write('/tmp/a'), write('/dev/null')] }],
    ['npx tsc', { intents: ['@install'], via: ['npx'] }],
    ['rm', { intents: ['@recursive-delete'], paths: [read('a'), write('/tmp/a')] }],
    ['git log', { classes: ['@git-readonly'] }],
    ['git diff', READS],
    ['git config --list'],
    ['', {}],
  ])('not %s %j', (words, parts) => expect(needsMore(words, parts)).toBe(false));
});
