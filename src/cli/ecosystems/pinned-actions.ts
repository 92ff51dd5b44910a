/** The actions that set up a language, each pinned to the commit of a release. */
export const PINNED_ACTIONS = {
  'actions/cache': { commit: '0057852bfaa89a56745cba8c7296529d2fc39830', version: 'v4.3.0' },
  'actions/setup-dotnet': {
    commit: 'd4c94342e560b34958eacfc5d055d21461ed1c5d',
    version: 'v5.0.0',
  },
  'actions/setup-go': { commit: '44694675825211faa026b3c33043df3e48a5fa00', version: 'v6.0.0' },
  'actions/setup-java': { commit: 'dded0888837ed1f317902acf8a20df0ad188d165', version: 'v5.0.0' },
  'actions/setup-node': { commit: '2028fbc5c25fe9cf00d9f06a71cc4710d4507903', version: 'v6.0.0' },
  'actions/setup-python': {
    commit: 'e797f83bcb11b83ae66e0230d6156d7c80228e7c',
    version: 'v6.0.0',
  },
  'astral-sh/setup-uv': { commit: 'd0cc045d04ccac9d8b7881df0226f9e82c39688e', version: 'v6.8.0' },
  'erlef/setup-beam': { commit: 'fc68ffb90438ef2936bbb3251622353b3dcb2f93', version: 'v1.24.0' },
  'hashicorp/setup-terraform': {
    commit: 'b9cd54a3c349d3f38e8881555d616ced269862dd',
    version: 'v3.1.2',
  },
  'opentofu/setup-opentofu': { commit: '9d84900f3238fab8cd84ce47d658d25dd008be2f', version: 'v1' },
  'pnpm/action-setup': { commit: 'a7487c7e89a18df4991f7f222e4898a00d66ddda', version: 'v4.1.0' },
  'ruby/setup-ruby': { commit: '4c56a21280b36d862b5fc31348f463d60bdc55d5', version: 'v1.301.0' },
  'shivammathur/setup-php': {
    commit: '44454db4f0199b8b9685a5d763dc37cbf79108e1',
    version: 'v2.36.0',
  },
} as const;

export type PinnedAction = keyof typeof PINNED_ACTIONS;
