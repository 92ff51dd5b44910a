import { expect, test } from 'vitest';
import { loadPolicy, namedHosts } from '../../../src/policy/index.ts';

test.each<[string, string, readonly string[]]>([
  ['no rule', 'mode: auto', []],
  ['one rule', 'auto: [web_search(docs.example.com)]', ['docs.example.com']],
  [
    'several, one of them twice over',
    'auto: [web_search(a.com), web_*(a.com), web_search(b.com)]',
    ['a.com', 'b.com'],
  ],
  ['a pattern among them', 'auto: [web_search(a.com), web_search(*.b.com)]', ['a.com']],
  ['a rule for the whole tool beside', 'auto: [web_search(a.com), web_search]', []],
  ['a rule for its kind beside', 'auto: [web_search(a.com), kind:network]', []],
  [
    'rules that ask or forbid',
    'requireApproval: [web_search(a.com)]\ndeny: [web_search(b.com)]',
    [],
  ],
  ['a rule of another tool', 'auto: [web_fetch(a.com)]', []],
])('the hosts that a tool may reach without a question, with %s', async (_, rules, hosts) => {
  const loaded = loadPolicy(`version: 1\n${rules}\n`, { file: 'policy.yml' });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  expect(namedHosts(loaded.policy, { tool: 'web_search', kind: 'network' })).toEqual(hosts);
});
