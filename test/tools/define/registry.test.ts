import { describe, expect, it } from 'vitest';
import { createRegistry, tool } from '../../../src/tools/index.ts';
import type { RegistryChange } from '../../../types/sdk.d.ts';

const read = tool('fs_read', () => 'x', {
  kind: 'readonly',
  category: 'fs',
  tags: ['files'],
  description: 'Reads files',
});
const write = tool('fs_write', () => 'x', { kind: 'write', category: 'fs' });
const run = tool('bash_run', () => 'x');

function filled() {
  const registry = createRegistry();
  for (const one of [write, read, run]) registry.register(one, 'builtin');
  return registry;
}
const names = (tools: readonly { readonly name: string }[]) => tools.map((one) => one.name);

describe('createRegistry', () => {
  it('lists by name, kind, category, tag, word and mode', () => {
    const registry = filled();
    expect(names(registry.all())).toEqual(['bash_run', 'fs_read', 'fs_write']);
    expect(names(registry.byKind('write'))).toEqual(['fs_write']);
    expect(names(registry.byCategory('fs'))).toEqual(['fs_read', 'fs_write']);
    expect(names(registry.byTag('files'))).toEqual(['fs_read']);
    expect(names(registry.search('READS file'))).toEqual(['fs_read']);
    expect(names(registry.forMode('plan'))).toEqual(['fs_read']);
    expect(registry.get('nope')).toBeUndefined();
  });

  it('lets a later source replace an earlier one, whatever the order of registering', () => {
    const registry = createRegistry();
    const code = tool('fs_read', () => 'code');
    const mcp = tool('fs_read', () => 'mcp');
    registry.register(code, 'code');
    registry.register(read, 'builtin');
    registry.register(mcp, 'mcp');
    expect(registry.get('fs_read')).toBe(code);
    expect(registry.sourceOf('fs_read')).toBe('code');
    registry.unregister('fs_read', 'code');
    expect(registry.get('fs_read')).toBe(mcp);
    expect(registry.unregister('fs_read')).toBe(true);
    expect(registry.get('fs_read')).toBeUndefined();
    expect(registry.unregister('fs_read')).toBe(false);
  });

  it('refuses two tools of one name in one source and names both', () => {
    const again = tool('fs_read', () => 'x', { description: 'Another reader' });
    expect(() => filled().register(again, 'builtin')).toThrow(/Reads files.*Another reader/s);
  });

  it('reports each change until the listener is removed', () => {
    const registry = createRegistry();
    const seen: RegistryChange[] = [];
    const stop = registry.onChange((change) => seen.push(change));
    registry.register(read, 'builtin');
    registry.unregister('fs_read');
    stop();
    registry.register(read, 'builtin');
    expect(seen.map((change) => change.type)).toEqual(['registered', 'unregistered']);
  });

  it('selects by names and stars; absent selects all, empty selects none, disabled wins', () => {
    const registry = filled();
    expect(registry.select({})).toHaveLength(3);
    expect(registry.select({ enabled: [] })).toEqual([]);
    expect(names(registry.select({ enabled: ['fs_*'], disabled: ['*_write'] }))).toEqual([
      'fs_read',
    ]);
    expect(registry.select({ enabled: ['mcp__gone__*'] })).toEqual([]);
  });

  it('refuses an unknown name in either list and says what was meant', () => {
    expect(() => filled().select({ enabled: ['fs_raed'] })).toThrow(/Did you mean "fs_read"/);
    expect(() => filled().select({ disabled: ['bsh_*'] })).toThrow(
      /tools\.disabled: no tool is named "bsh_\*"/,
    );
    expect(() => filled().select({ disabled: ['fs.read'] })).toThrow(/no tool/);
  });

  it('takes a tool without a source as one of the code', () => {
    const registry = createRegistry();
    registry.register(read);
    expect(registry.sourceOf('fs_read')).toBe('code');
  });

  it.each<[string, unknown, unknown]>([
    ['nothing', undefined, 'code'],
    ['a definition', { name: 'a', description: 'a', kind: 'readonly' }, 'code'],
    ['a tool of another kind', { ...read, kind: 'writes' }, 'code'],
    ['a tool whose tags are no list', { ...read, tags: 'x' }, 'code'],
    ['a tool of an unknown source', read, 'codes'],
  ])('refuses %s, and finds everything as before', (_, given, source) => {
    const registry = createRegistry();
    expect(() => registry.register(given as never, source as never)).toThrow(
      expect.objectContaining({ code: 'tool-invalid' }),
    );
    expect(registry.all()).toEqual([]);
    expect(registry.search('x')).toEqual([]);
  });
});
