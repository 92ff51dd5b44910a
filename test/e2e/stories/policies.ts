/** The policies of stories. */
import * as fc from '../../properties.ts';
import { SECOND } from './acts.ts';
import { MODULE_KEYS, MODULE_RULES } from './modules.ts';
import { inCheckout } from './sandbox.ts';
import { serverKeys, SERVER_RULES } from './servers.ts';
import type { Parts } from './story.ts';

const AUTO: readonly (readonly string[])[] = [
  ['kind:readonly', 'fs_write(src/**)', 'bash_run(effect auto *)', 'bash_run(cat *)'],
  ['kind:readonly', 'bash_run(effect auto *)', 'github_comment'],
  [
    'kind:readonly',
    'fs_write',
    'bash_run(effect auto *)',
    'github_push_branch',
    'task_run',
    'clarify',
  ],
];
const DENIED = ['bash_run(effect denied *)', 'fs_write(.forbidden/**)', 'fs_write(src/never*)'];
const ASKED: readonly (readonly string[])[] = [
  ['bash_run(effect gated *)'],
  ['bash_run(effect gated *)'],
  ['bash_run', 'fs_write(docs/**)', 'github_*'],
  ['{ rule: bash_run(effect gated *), count: 2 }'],
  [
    `{ rule: bash_run(effect gated *), from: ['@${SECOND}'] }`,
    '{ rule: fs_write(docs/**), self: true }',
  ],
];
/** What hangs ends with the run. */
const WHILE_HANGING = 'minutes: 0.25';

function budgetOf(limits: readonly string[]): string {
  const set = limits.filter((limit) => limit !== '').join(', ');
  return set === '' ? '' : `budget: { ${set} }`;
}

/** Mostly the first. */
export const usually = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { arbitrary: fc.constant(usual), weight: 4 },
    { arbitrary: fc.constantFrom(usual, ...others), weight: 3 },
  );

/** The policies of runs that have these parts. */
export function policies({
  servers,
  modules,
  sandbox,
  network,
  hangs,
}: Parts): fc.Arbitrary<string> {
  const extra = [...(servers ? [SERVER_RULES] : []), ...(modules ? [MODULE_RULES] : [])];
  const listOf = (name: 'auto' | 'deny' | 'requireApproval', rules: readonly string[]): string =>
    `${name}: [${[...rules, ...extra.flatMap((one) => one[name])].join(', ')}]`;
  return fc
    .record({
      mode: usually('ask', 'ask', 'auto', 'deny', 'custom'),
      auto: fc.constantFrom(...AUTO),
      asked: fc.constantFrom(...ASKED),
      wait: usually('1s', '3s'),
      then: usually('suspend', 'suspend', 'suspend', 'deny', 'fail'),
      count: usually('', '', ', count: 2'),
      self: usually('', ', self: true'),
      expire: usually('', '', ', expire: 4s'),
      boxes: usually('', ', boxes: true'),
      reviews: usually('', ', reviews: true'),
      untrusted: usually(
        servers ? 'whenUntrusted: auto' : '',
        'whenUntrusted: deny',
        'whenUntrusted: ask',
      ),
      done: usually('', 'done: { requires: [bash_run(effect auto check)] }'),
      budget: usually(
        '',
        'turns: 3, onLimit: ask',
        'turns: 2, onLimit: ask',
        'turns: 2',
        'calls: 3, onLimit: ask',
        'tokens: 300, onLimit: ask',
        'tokens: 300, turns: 2, calls: 3, onLimit: ask',
      ),
      limits: usually('', 'limits: { bash_run: 2 }', 'limits: { github_comment: 1 }'),
      plan: usually('', '', 'plan: required'),
      sandbox: sandbox ? fc.constantFrom('preferred', 'required') : fc.constant('off'),
      contained: fc.boolean(),
      servers: servers ? serverKeys : fc.constant(''),
    })
    .map((one) =>
      [
        `version: 1\nmode: ${one.mode === 'custom' && !modules ? 'ask' : one.mode}`,
        listOf('auto', [
          ...one.auto,
          ...(sandbox && one.contained ? ['bash_run(@contained)'] : []),
        ]),
        listOf('deny', DENIED),
        listOf('requireApproval', one.asked),
        `approvals: { wait: ${one.wait}, then: ${one.then}${one.count}${one.self}${one.expire}${one.boxes}${one.reviews} }`,
        one.untrusted,
        one.done,
        budgetOf([one.budget, ...(hangs ? [WHILE_HANGING] : [])]),
        one.limits,
        one.plan,
        one.servers,
        modules ? MODULE_KEYS : '',
        network
          ? `sandbox: { mode: ${one.sandbox}, network: [LISTED] }`
          : `sandbox: ${one.sandbox}`,
        '',
      ]
        .filter((line, index, all) => line !== '' || index === all.length - 1)
        .join('\n'),
    )
    .map((text) => (sandbox ? inCheckout(text) : text));
}
