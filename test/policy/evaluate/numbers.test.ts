import { expect, test } from 'vitest';
import { evaluate } from '../../../src/policy/index.ts';
import { policy, situation } from '../helpers.ts';

const RULES = `
auto: [bash_run(@readonly), bash_run(make *), bash_run(cmake --build build *), bash_run(ninja *), bash_run(pytest *)]
deny: [bash_run(make deploy *), bash_run(ninja -j8 *)]
`;

function verdict(command: string): string {
  const facts = { tool: 'bash_run', kind: 'execute', command } as const;
  return evaluate(policy(RULES), facts, situation()).verdict;
}

test.each([
  'make -j$(nproc)',
  'make -j "$(nproc)" test',
  'make -j$(nproc --ignore=1) test',
  'make -l$(( $(nproc) + 1 )) test',
  'cmake --build build --parallel $(($(nproc)-1))',
  'cmake --build build -- -j`nproc`',
  'n=$(nproc); pytest -n "$n"',
  'jobs=$(nproc) && cmake --build build -j$jobs',
])('a rule for words covers a number that is known only at run time: %s', (command) => {
  expect(verdict(command)).toBe('auto');
});

test.each([
  ['make JOBS=$(nproc)', 'requireApproval'],
  ['make -C$(nproc)', 'requireApproval'],
  ['make -f$(nproc)', 'requireApproval'],
  ['make -j$(nproc) $x', 'requireApproval'],
  ['make -j$(cat n)', 'requireApproval'],
  ['make -j$(( $(cat n) ))', 'requireApproval'],
  ['make -j$(nproc --x)', 'requireApproval'],
  ['nproc() { cat n; }; make -j$(nproc)', 'requireApproval'],
  ['make -j$(nproc) deploy', 'deny'],
  ['ninja -j$(nproc)', 'requireApproval'],
])('a number hides nothing: %s', (command, expected) => {
  expect(verdict(command)).toBe(expected);
});
