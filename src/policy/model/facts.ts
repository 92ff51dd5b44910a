import type { RuleApproval } from './approval-needs.ts';
import type { CommandProfile } from './profile.ts';

/** What a tool does. The policy's `kind:` rules and plan mode use it. */
export const KINDS = ['readonly', 'write', 'execute', 'network'] as const;
export type Kind = (typeof KINDS)[number];

export const VERDICTS = ['auto', 'requireApproval', 'deny'] as const;
/** Ordered from the loosest to the strictest in `VERDICTS`. */
export type VerdictName = (typeof VERDICTS)[number];

/**
 * A path that a call touches: from the workspace root, `/` between parts, `.` for the root itself. To create, change or delete
 * is `write`; to move is `read` and `write` of the source, and `write` of the target.
 */
export interface PathFact {
  readonly path: string;
  readonly access: 'read' | 'write';
}

/**
 * What a call would touch. The tool says so in `facts(input)`, so the policy knows no tools. An empty list means "touches
 * none". An absent one means the same for a built-in tool; any other tool does not say, so that a gate with a specifier may be
 * about its call. A tool that cannot know is of kind `execute` or `network`.
 */
export interface Facts {
  readonly tool: string;
  /** It has the name of a built-in tool and is none: it may not say all that its calls touch. */
  readonly replacesBuiltin?: true;
  readonly kind: Kind;
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly paths?: readonly PathFact[];
  /** Shell source. The policy evaluates its syntax tree. */
  readonly command?: string;
  /** The folder, from the workspace root, that `command` starts in. Absent: the root. */
  readonly cwd?: string;
  /** With `command`: its writes must be kept, so it cannot run where writes are discarded. */
  readonly access?: 'write';
  /**
   * The host names that a network tool will reach, with `:port` unless it is the default of the scheme; `*` for any
   * host. Only an `auto` rule for every host covers `*`, and every rule that forbids or asks about a host matches it.
   */
  readonly hosts?: readonly string[];
}

/**
 * The file system as the policy sees it. The policy itself does no I/O. A resolver without files leaves out the
 * optional methods.
 */
export interface PathResolver {
  /** The workspace root: absolute, real, `/` between parts. */
  readonly root: string;
  /** True where `A.ts` and `a.ts` are the same file. */
  readonly caseInsensitive: boolean;
  /**
   * The real place of an absolute, lexically normal path: symlinks are followed as far as they exist. `null` if it is
   * not known.
   */
  realpath(absolute: string): string | null;
  /**
   * The names in a folder (empty if the folder does not exist), so that a glob is evaluated by the files that it names;
   * `null` if they are not known.
   */
  list?(absolute: string): readonly string[] | null;
  /**
   * Whether names below a folder change when they are passed on as text: `words` if one would be split or read
   * differently, `lines` if even a whole line is not its name; `null` if there are too many.
   */
  namesBelow?(absolute: string): { readonly words: boolean; readonly lines: boolean } | null;
  /**
   * The files below a folder that usually contain secrets, as absolute paths: a search through the folder reads them.
   * Empty for a file. Incomplete if there are too many names.
   */
  secretsBelow?(absolute: string): readonly string[];
  /**
   * The real places outside of a folder that symbolic links below it lead to, and links below those: whoever follows links reads
   * them, too. Empty for a file. Incomplete if there are too many names.
   */
  linksBelow?(absolute: string): readonly string[];
  /**
   * The tracked files that usually contain secrets, as absolute paths, in the work tree or not: git shows them from
   * commits. Empty if nothing is tracked or that is not known.
   */
  trackedSecrets?(): readonly string[];
  /**
   * Why the git configuration of the repository would run a program during a read-only git command (`filter.*`, merge
   * drivers, `include`…), or `null`.
   */
  gitConfigRuns(): string | null;
}

/** The state of the run that a verdict depends on, beside the call. */
export interface Situation {
  readonly pathResolver: PathResolver;
  /** Untrusted content is in the context (promise 10). */
  readonly untrusted: boolean;
  /** Commands run in a sandbox, or the policy explicitly says `sandbox: off` (promise 5). */
  readonly sandboxed: boolean;
  /** The isolation check of the reading profile passed. Absent means no. */
  readonly contained?: boolean;
  /** A plan is not approved yet: until then only read-only tools exist. Absent means no. */
  readonly planning?: boolean;
}

/** One simple command of a shell source, as it was parsed, with its own verdict. */
export interface CommandVerdict extends Pick<Verdict, 'verdict' | 'rule' | 'line' | 'because'> {
  /** The words after quote removal. A word that is known only at run time is shown as written. */
  readonly words: readonly string[];
}

/** The verdict of one layer of a policy. */
export interface LayerVerdict extends Pick<Verdict, 'verdict' | 'rule' | 'list' | 'line'> {
  /** The file or the address of the layer. */
  readonly layer: string;
}

/** What can decide a verdict: one of the three lists, `mode`, `whenUntrusted`, an approved plan, or a built-in rule (`wall` in stored verdicts). */
export const VERDICT_LISTS = [
  'auto',
  'requireApproval',
  'deny',
  'mode',
  'whenUntrusted',
  'plan',
  'wall',
] as const;

/** The policy's answer for one call. */
export interface Verdict {
  readonly verdict: VerdictName;
  /** The text of the deciding rule as the policy has it; `null` if `mode` or a built-in rule decided. */
  readonly rule: string | null;
  /** What decided. */
  readonly list: (typeof VERDICT_LISTS)[number];
  /**
   * The line of the rule (or of `mode`) in the policy file, counted from 1; `null` for the built-in policy and built-in
   * rules.
   */
  readonly line: number | null;
  /** One sentence for people and for the model. */
  readonly because: string;
  /** The `reason` that the policy's author gave with the rule. */
  readonly reason?: string;
  /**
   * With `requireApproval`: what each rule that asks says of the approval, `{}` for one that says nothing. Absent: none of
   * them says anything (see `approvalNeeds`).
   */
  readonly approvals?: readonly RuleApproval[];
  /** With `auto`: the lines of an approved plan without which it would ask. */
  readonly plan?: readonly number[];
  /** The layer that decided: its file or address. Absent if the policy has one layer. */
  readonly layer?: string;
  /** The place of the deciding line, for people to open. */
  readonly link?: string;
  /** What each layer said, the repository's own first. Absent if the policy has one layer. */
  readonly layers?: readonly LayerVerdict[];
  /** For a call with a command: each simple command with its own verdict. */
  readonly commands?: readonly CommandVerdict[];
  /** For a call with a command that may run: what its sandbox is made from. */
  readonly profile?: CommandProfile;
  /**
   * Where links led the `paths` of the facts when they were evaluated, from the workspace root: nothing else of them may be opened.
   * A path that is missing was where it is named.
   */
  readonly places?: ReadonlyMap<string, string>;
  /**
   * How many simple commands are missing in `commands` because there are too many. Those that run without approval are
   * left out first.
   */
  readonly commandsLeftOut?: { readonly asking: number; readonly others: number };
  /**
   * `mode: custom` decided: the verdict of the `preToolUse` hook counts, looser ones included (see `applyHook`).
   * Without one, a person is asked. Absent: a hook may only make the verdict stricter.
   */
  readonly hookDecides?: true;
}
