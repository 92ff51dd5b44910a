import { describe, expect, it } from 'vitest';
import { combineLayers, deniedWrites, denialInside } from '../../../src/policy/index.ts';
import * as fc from '../../properties.ts';
import { policy } from '../helpers.ts';

const CASED = { caseInsensitive: false };

/** The rule that denies programs to write a path; `null` if none does. */
function ruleFor(text: string, path: string, listed: readonly string[] = []): string | null {
  return deniedWrites(policy(text), CASED)?.denial(path, listed)?.rule ?? null;
}

describe('what the policy denies programs to write', () => {
  it.each([
    ["deny: ['fs_write(migrations/**)']", 'migrations/x.sql', 'fs_write(migrations/**)'],
    ["deny: ['fs_write(migrations/**)']", 'migrations', 'fs_write(migrations/**)'],
    ["deny: ['fs_write(migrations)']", 'migrations/x.sql', 'fs_write(migrations)'],
    ["deny: ['fs_*(gen/**)']", 'gen/a/b', 'fs_*(gen/**)'],
    ["deny: ['*(gen/**)']", 'gen/a', '*(gen/**)'],
    ["deny: ['fs_write(**/*.snap)']", 'a/b.snap', 'fs_write(**/*.snap)'],
    ["whenUntrusted: { deny: ['fs_write(gen/**)'] }", 'gen/a', 'fs_write(gen/**)'],
  ])('%s: %s', (text, path, rule) => {
    expect(ruleFor(text, path)).toBe(rule);
  });

  it.each([
    ['a rule without a path, which is about the tool', 'deny: [fs_write]', 'a'],
    [
      'a rule without a path that has exceptions',
      'deny: [{ rule: fs_write, except: [src/**] }]',
      'a',
    ],
    ['a rule for kinds', 'deny: [kind:write]', 'a'],
    [
      'a rule for a tool that only edits',
      "deny: ['fs_edit(gen/**)', 'fs_multi_edit(gen/**)']",
      'gen/a',
    ],
    ['a rule for reading', "deny: ['fs_read(gen/**)']", 'gen/a'],
    ['a rule that asks', "requireApproval: ['fs_write(package.json)']", 'package.json'],
    ['a rule for commands', "deny: ['bash_run(rm *)']", 'rm'],
    ['a folder above', "deny: ['fs_write(src/gen/**)']", 'src'],
    ['an exception', "deny: [{ rule: 'fs_write(gen/**)', except: ['gen/keep/**'] }]", 'gen/keep/a'],
    ['an exception in the rule', "deny: ['fs_write(gen/**, !gen/keep/**)']", 'gen/keep/a'],
  ])('nothing by %s', (_, text, path) => {
    expect(ruleFor(text, path)).toBeNull();
  });

  it('is not asked at all without such a rule', () => {
    expect(deniedWrites(policy("deny: [fs_write, 'fs_read(a/**)']"), CASED)).toBeNull();
  });

  it.each([
    ['the folder itself', '[., gen]', 'gen/a', null],
    ['a folder in it', '[., gen/out]', 'gen/out/a', null],
    ['a folder in it, for what lies beside', '[., gen/out]', 'gen/a', 'fs_write(gen/**)'],
    ['only a folder above', '[., src]', 'src/gen/a', 'fs_write(src/gen/**)'],
    ['the whole workspace', '[.]', 'gen/a', 'fs_write(gen/**)'],
    ['another spelling', '[., ./gen/]', 'gen/a', null],
    ['a name that begins in the same way', '[., gene]', 'gen/a', 'fs_write(gen/**)'],
  ])('stays writable if sandbox.write names it: %s', (_, write, path, rule) => {
    const text = `deny: ['fs_write(gen/**)', 'fs_write(src/gen/**)']\nsandbox: { write: ${write} }`;
    expect(ruleFor(text, path)).toBe(rule);
  });

  it('stays writable for the one process for which the policy lists it', () => {
    const text = "deny: ['fs_write(gen/**)']";
    expect(ruleFor(text, 'gen/a', ['gen/*'])).toBeNull();
    expect(ruleFor(text, 'gen/a', ['.', 'src'])).toBe('fs_write(gen/**)');
  });

  it.each([
    ['gen', ['fs_write(db/**)']],
    ['gen/inner', ['fs_write(gen/**)', 'fs_write(db/**)']],
    ['.', ['fs_write(gen/**)', 'fs_write(db/**)']],
  ])('does not list a rule whose paths `sandbox.write` opens all: %s', (written, rules) => {
    const text = `deny: ['fs_write(gen/**)', 'fs_write(db/**)']\nsandbox: { write: [., ${written}] }`;
    expect(deniedWrites(policy(text), CASED)?.rules.map(({ rule }) => rule)).toEqual(rules);
  });

  it('is opened by no other layer', () => {
    const own = policy("sandbox: { write: [., gen] }\ndeny: ['fs_write(lib/**)']").layers[0];
    const base = { ...policy("deny: ['fs_write(gen/**)']").layers[0], isBaseline: true };
    const denied = deniedWrites(combineLayers(own, [base]), CASED);
    expect(denied?.denial('gen/a', ['gen'])?.rule).toBe('fs_write(gen/**)');
    expect(denied?.denial('lib/a')?.rule).toBe('fs_write(lib/**)');
    expect(denied?.denial('lib/a', ['lib'])).toBeNull();
  });

  it('has the place of the rule', () => {
    const found = deniedWrites(policy('version: 1\ndeny:\n  - fs_write(gen/**)\n'), CASED);
    expect(found?.rules).toEqual([{ rule: 'fs_write(gen/**)', line: 3, file: 'p.yml' }]);
  });

  it('knows names in other letters where the file system does', () => {
    const denied = deniedWrites(
      policy("deny: ['fs_write(Gen/**)']\nsandbox: { write: [., Gen/Out] }"),
      { caseInsensitive: true },
    );
    expect(denied?.denial('gEN/a')).not.toBeNull();
    expect(denied?.denial('gen/out/a')).toBeNull();
  });

  it.each([
    ['fs_write(gen/**)', true],
    ['fs_write(gen)', true],
    ['fs_write(gen/*)', true],
    ['fs_write(gen/*.sql)', false],
    ['fs_write(gen/a)', false],
    ['fs_write(**/*.sql)', false],
  ])('%s: nothing can be created in gen (%s)', (rule, isClosed) => {
    const denied = deniedWrites(policy(`deny: ['${rule}']`), CASED);
    expect(denied !== null && denialInside(denied, 'gen') !== null).toBe(isClosed);
  });

  it('names the folders that a rule denies as a whole, and no files', () => {
    const text =
      "deny: ['fs_write(gen/**)', 'fs_*(./db/old/)', 'fs_write(package-lock.json)', 'fs_write(a*/**)', 'fs_write(/etc/**)', 'fs_write(out/**)', 'fs_write(.git/**)']\nsandbox: { write: [., out] }";
    expect(deniedWrites(policy(text), CASED)?.folders).toEqual(['gen', 'db/old']);
  });

  it('covers what is below a folder that a rule names, whatever it is called', () => {
    const denied = deniedWrites(policy("deny: ['fs_write(gen/**)']"), CASED);
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[^/\0]{1,12}$/u), { maxLength: 4 }), (parts) => {
        expect(denied?.denial(['gen', ...parts].join('/'))).not.toBeNull();
      }),
    );
  });
});
