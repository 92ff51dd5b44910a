import type { CommandProfile } from './profile.ts';

/** What a tool does to the world. The policy's `kind:` rules and plan mode go by it. */
export const KINDS = ['readonly', 'write', 'execute', 'network'] as const;
export type Kind = (typeof KINDS)[number];

export const VERDICTS = ['auto', 'requireApproval', 'deny'] as const;
/** Ordered from the loosest to the strictest in `VERDICTS`. */
export type VerdictName = (typeof VERDICTS)[number];

/** A path that a call touches: from the workspace root, `/` between parts, `.` for the root itself. */
export interface PathFact {
  readonly path: string;
  readonly access: 'read' | 'write';
}

/**
 * What a call would touch, told by its tool (`facts(input)`), so that the policy never knows tools.
 * An absent list means "touches none"; a tool that cannot know says so by leaving out no list
 * and being of kind `execute` or `network`.
 */
export interface Facts {
  readonly tool: string;
  readonly kind: Kind;
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly paths?: readonly PathFact[];
  /** Shell source, judged on its syntax tree. */
  readonly command?: string;
  /** The folder, from the workspace root, that `command` starts in; absent means the root. */
  readonly cwd?: string;
  /** With `command`: it is to keep what it writes, so that it does not run where nothing is kept. */
  readonly access?: 'write';
  /**
   * Host names (with `:port` where it is not the scheme's own) that a network tool will reach; `*` where it may be any:
   * only an `auto` rule for every host covers that, and every rule that forbids or asks about one is about it.
   */
  readonly hosts?: readonly string[];
}

/**
 * The file system as far as judging needs it. The policy itself does no I/O.
 */
export interface PathResolver {
  /** The workspace root: absolute, real, `/` between parts. */
  readonly root: string;
  /** True where `A.ts` and `a.ts` are the same file. */
  readonly caseInsensitive: boolean;
  /**
   * Where an absolute, lexically normal path really leads, symlinks followed as far as they exist,
   * as an absolute path. `null` where that cannot be told.
   */
  realpath(absolute: string): string | null;
  /**
   * The names in a folder (empty where there is no such folder), so that a glob is judged by the files it names; `null`
   * where that cannot be told. Left out only by a world that has no files to look at.
   */
  list?(absolute: string): readonly string[] | null;
  /**
   * What names below a folder become where they are handed on as text: `words` where one of them would be split or read
   * otherwise, `lines` where not even its whole line is its name; `null` where there are too many to tell. Left out by a
   * world that has no files to look at.
   */
  namesBelow?(absolute: string): { readonly words: boolean; readonly lines: boolean } | null;
  /**
   * The files below a folder that usually hold secrets, as absolute paths: what searches through it reads them, too. None
   * for what is no folder, and only those that were found where there are too many names to look at. Left out by a world
   * that has no files to look at.
   */
  secretsBelow?(absolute: string): readonly string[];
  /**
   * The tracked files that usually hold secrets, as absolute paths, in the work tree or not: what git shows of them is in
   * no folder. None where nothing is tracked or that cannot be told; left out by a world that has no files to look at.
   */
  trackedSecrets?(): readonly string[];
  /**
   * Why the repository's own git configuration would run a program during a read-only git command
   * (`filter.*`, merge drivers, `include`…), or `null` where it would not.
   */
  gitConfigRuns(): string | null;
}

/** What holds while a call is judged, beside the call itself. */
export interface Situation {
  readonly pathResolver: PathResolver;
  /** Text by someone without write access is in the context (promise 10). */
  readonly untrusted: boolean;
  /** A sandbox stands under commands, or the policy says `sandbox: off` in so many words (promise 5). */
  readonly sandboxed: boolean;
  /** The profile of commands that only read was tried, and held. Absent means no. */
  readonly contained?: boolean;
  /** A plan is still to be approved: until then only read-only tools exist. Absent means no. */
  readonly planning?: boolean;
}

/** One simple command of a shell source, as it was parsed, with its own verdict. */
export interface CommandVerdict {
  /** The words as they will be after quote removal; a word known only at run time is shown as written. */
  readonly words: readonly string[];
  readonly verdict: VerdictName;
  readonly rule: string | null;
  readonly line: number | null;
  readonly because: string;
}

/** The policy's answer for one call. */
export interface Verdict {
  readonly verdict: VerdictName;
  /** The text of the deciding rule as the policy has it; `null` where `mode` or a wall decided. */
  readonly rule: string | null;
  /** Where the decision comes from: one of the three lists, `mode`, `whenUntrusted`, or a `wall` that no rule opens. */
  readonly list: 'auto' | 'requireApproval' | 'deny' | 'mode' | 'whenUntrusted' | 'wall';
  /** The rule's (or `mode`'s) line in the policy file, counted from 1; `null` for the built-in policy and walls. */
  readonly line: number | null;
  /** One sentence for people and for the model. */
  readonly because: string;
  /** The `reason` that the policy's author gave with the rule. */
  readonly reason?: string;
  /** For a call with a command: each simple command with its own verdict. */
  readonly commands?: readonly CommandVerdict[];
  /** For a call with a command that may run: what its sandbox is made from. */
  readonly profile?: CommandProfile;
  /** Simple commands that are not in `commands`, where there are too many; those that would run by themselves are left out first. */
  readonly commandsLeftOut?: { readonly asking: number; readonly others: number };
  /**
   * `mode: custom` decided: the `preToolUse` hook's word is the verdict, looser ones included (see `applyHook`).
   * Absent: a hook may only make the verdict stricter. Without a hook's word a person is asked.
   */
  readonly hookDecides?: true;
}
