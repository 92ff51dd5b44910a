/** What people do in stories, and what happens to the repository, the issue and the requests meanwhile. */
import * as fc from '../../properties.ts';
import { MAINTAINER, OUTSIDER, REQUESTER } from '../harness.ts';
import { type RepositoryAct, repositoryActs } from './repository.ts';
import { type ServerAct, serverActs } from './servers.ts';

export const SECOND = 'octo-second';
export const BOT = 'helpful-app[bot]';
export const AUTHOR = 'octo-author';

/**
 * Something that a person does, or that happens to the repository. In a text, ID is the `nth` id of the newest approval comment, IDS are
 * those of its calls, and EACH has a command for each call and question.
 */
export type Act =
  | { readonly do: 'say'; readonly by: string; readonly text: string; readonly nth?: number }
  | { readonly do: 'edit'; readonly by: string; readonly text: string; readonly nth?: number }
  | { readonly do: 'delete'; readonly what: 'answer' | 'approval' | 'tracking' }
  | { readonly do: 'tamper'; readonly by: string }
  | { readonly do: 'tick'; readonly by: string; readonly nth: number }
  | { readonly do: 'click'; readonly by: string; readonly label: string }
  | { readonly do: 'review'; readonly by: string; readonly state: 'APPROVED' | 'CHANGES_REQUESTED' }
  | { readonly do: 'permit'; readonly who: string; readonly permission: 'read' | 'write' }
  | RepositoryAct
  | ServerAct
  | { readonly do: 'key'; readonly key: 'rotated' | 'first' }
  | { readonly do: 'artifacts'; readonly how: 'expire' | 'remove' }
  /**
   * The next request of the kind is refused with a status, or its answer is lost after it took effect, in part (`cut`) or as a whole;
   * `silent`: it is never answered.
   */
  | {
      readonly do: 'fault';
      readonly match: keyof typeof REQUESTS;
      readonly how: 'refused' | 'lost' | 'cut' | 'limited' | 'secondary' | 'down' | 'silent';
    }
  | { readonly do: 'pause'; readonly ms: number };

/** Before which request of a job something happens: the one after `skip` others that `match`. */
export interface Moment {
  readonly match: keyof typeof REQUESTS;
  readonly skip: number;
}

export const REQUESTS = {
  any: /./,
  write: /^(?:POST|PATCH|PUT|DELETE) (?!.*graphql)/,
  asked: /^GET .*\/issues\/\d+\/comments/,
  edited: /^PATCH .*\/issues\/comments\//,
  reaction: /^POST .*\/reactions/,
  permission: /^GET .*\/collaborators\//,
  upload: /CreateArtifact|FinalizeArtifact/,
  blob: /^PUT \/blob/,
  download: /^GET .*\/zip/,
} as const;

/** A part of a story: what happens before the next jobs, and what happens during the first of them. */
export interface Round {
  readonly before: readonly Act[];
  readonly during: readonly { readonly moment: Moment; readonly act: Act }[];
  /** When the first job is killed; its request is lost, or takes effect. */
  readonly kill: {
    readonly moment: Moment;
    readonly lost: boolean;
    readonly signal: 'SIGKILL' | 'SIGTERM';
  } | null;
  /** Whether jobs that are due run beside each other. */
  readonly together: boolean;
  /** Whether what happens during the first job starts its jobs at once. */
  readonly atOnce: boolean;
}

const people = fc.oneof(
  { arbitrary: fc.constant(MAINTAINER), weight: 5 },
  { arbitrary: fc.constant(SECOND), weight: 3 },
  { arbitrary: fc.constantFrom(REQUESTER, OUTSIDER, BOT, AUTHOR), weight: 2 },
);
const nth = fc.constantFrom(0, 0, 0, 1, 2);
const answers = fc.oneof(
  { arbitrary: fc.constantFrom('/approve ID', '/approve all', '/approve'), weight: 6 },
  {
    arbitrary: fc.constantFrom(
      '/deny ID no',
      '/deny ID',
      '/deny',
      '/answer ID The second.',
      '/answer 2',
    ),
    weight: 3,
  },
  {
    arbitrary: fc.constantFrom(
      '/approve ID --note Mind SECRET',
      '/approve ID always',
      '/approve ID with\n```sh\neffect gated changed-ID\n```',
      '/approve ID with\n```sh\neffect denied changed-ID\n```',
      '/approve ID with\n```sh\neffect auto changed-ID\n```',
      '/approve ID\n/deny ID',
      '/approve ap-00000000',
      'Please /approve ID',
      '> /approve ID',
      'approve ID',
      '/aprove ID',
      '👍',
      'LGTM',
      '/cancel',
      '/resume',
      '/countersign again',
      'Some words, SECRET.',
    ),
    weight: 4,
  },
);
const says = fc.record({ do: fc.constant('say' as const), by: people, text: answers, nth });
/** What people answer with besides comments, and what they do to their comments. */
const presses: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant('edit' as const), by: people, text: answers, nth }),
  fc.record({ do: fc.constant('delete' as const), what: fc.constant('answer' as const) }),
  fc.record({ do: fc.constant('tick' as const), by: people, nth }),
  fc.record({ do: fc.constant('tick' as const), by: people, nth }),
  fc.record({
    do: fc.constant('click' as const),
    by: people,
    label: fc.constantFrom('Approve all', 'Approve all', 'Deny all'),
  }),
  fc.record({
    do: fc.constant('review' as const),
    by: people,
    state: fc.constantFrom('APPROVED', 'APPROVED', 'CHANGES_REQUESTED'),
  }),
);
/** What makes requests void, or a run impossible to resume. */
const disturbances: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    do: fc.constant('delete' as const),
    what: fc.constantFrom('approval', 'tracking', 'tracking'),
  }),
  fc.record({ do: fc.constant('tamper' as const), by: people }),
  fc.record({
    do: fc.constant('permit' as const),
    who: fc.constantFrom(MAINTAINER, SECOND, OUTSIDER, REQUESTER),
    permission: fc.constantFrom('read', 'write', 'write'),
  }),
  repositoryActs,
  fc.record({
    do: fc.constant('key' as const),
    key: fc.constantFrom('rotated', 'first', 'first'),
  }),
  fc.record({ do: fc.constant('artifacts' as const), how: fc.constantFrom('expire', 'remove') }),
);
const faults: fc.Arbitrary<Act> = fc.record({
  do: fc.constant('fault' as const),
  match: fc.constantFrom(
    'any',
    'write',
    'asked',
    'edited',
    'reaction',
    'permission',
    'upload',
    'blob',
  ),
  how: fc.constantFrom('refused', 'lost', 'cut', 'limited', 'secondary', 'down', 'silent'),
});
const acts: fc.Arbitrary<Act> = fc.oneof(
  { arbitrary: says, weight: 9 },
  { arbitrary: presses, weight: 4 },
  { arbitrary: disturbances, weight: 2 },
  { arbitrary: faults, weight: 1 },
  { arbitrary: serverActs, weight: 2 },
  {
    arbitrary: fc.record({ do: fc.constant('pause' as const), ms: fc.constantFrom(200, 1_100) }),
    weight: 1,
  },
);
/** Somebody who most likely may answers everything that is open. */
const decisions: fc.Arbitrary<Act> = fc.record({
  do: fc.constant('say' as const),
  by: fc.constantFrom(MAINTAINER, SECOND, SECOND),
  text: fc.constantFrom('EACH', 'EACH', 'EACH', 'EACH', 'EACH', '/deny IDS not that'),
});
const moments: fc.Arbitrary<Moment> = fc.oneof(
  fc.record({
    match: fc.constantFrom('asked', 'edited', 'reaction', 'permission', 'upload', 'download'),
    skip: fc.constantFrom(0, 0, 0, 1, 2, 3),
  }),
  fc.record({ match: fc.constant('write' as const), skip: fc.nat(12) }),
  fc.record({ match: fc.constant('any' as const), skip: fc.nat(60) }),
);
export const rounds: fc.Arbitrary<Round> = fc.record({
  before: fc
    .tuple(fc.array(acts, { maxLength: 2 }), fc.array(decisions, { maxLength: 2 }))
    .map(([some, others]) => [...some, ...others]),
  during: fc.array(
    fc.record({
      moment: moments,
      act: fc.oneof({ arbitrary: acts, weight: 3 }, { arbitrary: decisions, weight: 2 }),
    }),
    { maxLength: 2 },
  ),
  kill: fc.oneof(
    { arbitrary: fc.constant(null), weight: 5 },
    {
      arbitrary: fc.record({
        moment: moments,
        lost: fc.boolean(),
        signal: fc.constantFrom('SIGKILL', 'SIGKILL', 'SIGTERM'),
      }),
      weight: 1,
    },
  ),
  together: fc.constantFrom(false, false, false, true),
  atOnce: fc.boolean(),
});
