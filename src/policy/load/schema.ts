import * as z from 'zod';
import { KINDS } from '../model/facts.ts';
import { isNetworkEntry } from '../rules/host-pattern.ts';
import { parseBaselineAddress } from '../layers/address.ts';
import { parseDuration, parseTokens } from './quantities.ts';
import {
  blockedPort,
  didYouMean,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../common/index.ts';

/**
 * What a call that no rule matches is, and the shape of the tools that exist (`plan`: only read-only ones). `defer` is for baselines.
 */
const MODES = ['auto', 'ask', 'deny', 'custom', 'plan', 'defer'] as const;
export type Mode = (typeof MODES)[number];

/** More than any turn has calls that are worth it. */
const MAX_PARALLEL = 32;
const MAX_ITEMS = 200;
/** The most rules of a list, and the most exceptions of a rule. */
const MAX_RULES = 5_000;
const MAX_EXCEPTIONS = 200;

/** Keys that can all be left out. */
const optional = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).partial().shape;
/** A word or a line. */
const text = z.string().min(1).max(2_000);
/** A time; in milliseconds once it is read. */
const duration = (example: string) => {
  const error = `A time is a number with s, m, h or d, such as ${example}, and at most 90d.`;
  return z
    .string({ error })
    .transform(parseDuration)
    .pipe(z.number({ error }))
    .describe(`A number with s, m, h or d, such as ${example}.`);
};
/** A time in which something can happen. */
const someTime = (example: string) =>
  duration(example).refine((ms) => ms > 0, {
    error: `It is longer than 0s, such as ${example}.`,
  });
const APPROVER_NAMES = ['read', 'triage', 'write', 'maintain', 'admin', 'codeowners'];
const APPROVER = new RegExp(
  String.raw`^(?:${APPROVER_NAMES.join('|')}|@[A-Za-z0-9][\w-]{0,99}(?:\/[\w.-]{1,100})?)$`,
);
const approver = z.string().regex(APPROVER, {
  error: ({ input }) =>
    `An approver is a permission (write, maintain, admin…), codeowners, @user or @org/team.${didYouMean(String(input), APPROVER_NAMES)}`,
});
const approverList = z
  .array(approver, {
    // A single approver without its list has a fix of its own.
    error: ({ code, input }) =>
      code === 'invalid_type' && typeof input === 'string' && !approver.safeParse(input).success
        ? `Write a list of approvers, each a permission (write, maintain, admin…), codeowners, @user or @org/team.${didYouMean(input, APPROVER_NAMES)}`
        : undefined,
  })
  .min(1)
  .max(MAX_ITEMS);
const approverCount = z.int().min(1).max(10);

const folder = text.refine(
  (value) => !/^[/~]|[*?]|\/\/|(?:^|\/)(?:\.\.|\.git)(?:\/|$)/i.test(value),
  {
    error: 'It is a path from the workspace root, without wildcards and not in .git, such as src.',
  },
);
const folders = z.array(folder).max(MAX_ITEMS);

/** Whether a text can name files of the repository: a path from its root, in which `*` stands within one name. */
export function isFilePattern(pattern: string): boolean {
  const parts = pattern.replace(/^\.\//, '').split('/');
  return !parts.some((part) => part === '..' || part === '' || part === '**');
}

const BUILTIN_HOOK = /^countersign:(?:(?:block-paths|mask)\(.+\)|cache-readonly)$/s;
const isHook = (entry: string): boolean =>
  entry.startsWith('countersign:') ? BUILTIN_HOOK.test(entry) : isFilePattern(entry);

const ruleKeys = {
  rule: text.describe('The rule itself.'),
  ...optional({
    except: z
      .array(text)
      .max(MAX_EXCEPTIONS)
      .describe('What the rule does not cover, each item written as a specifier.'),
    reason: text.describe('Reason that the approval request shows and the model gets.'),
  }),
};
const RULE_FORMS = 'A tool, tool(specifier), kind:…, category:…, tag:… or mcp__server__tool.';
const rule = z.union([text, z.strictObject(ruleKeys)]).describe(RULE_FORMS);
const rules = z.array(rule).max(MAX_RULES);
/** The people of `from` alone are too few, if it names each of them. */
function checkCount(
  {
    from,
    count: people,
  }: { readonly from?: readonly string[] | undefined; readonly count?: number | undefined },
  context: z.RefinementCtx,
): void {
  const named = new Set(from?.map((each) => each.toLowerCase()));
  const isClosed = named.size > 0 && [...named].every((each) => /^@[^/]+$/.test(each));
  if (isClosed && people !== undefined && people > named.size)
    context.addIssue({
      code: 'custom',
      path: ['count'],
      message: `"from" names only ${named.size === 1 ? 'one person' : `${named.size} people`}: write ${named.size}, or name more.`,
    });
}

const gate = z
  .union([
    text,
    z
      .strictObject({
        ...ruleKeys,
        ...optional({
          from: approverList.describe(
            'Who can approve these calls, as in approvals.from. Where several rules ask about a call, an approver needs an entry of each. Default: approvals.from.',
          ),
          count: approverCount.describe(
            'Number of different people who must approve these calls. Default: approvals.count.',
          ),
          self: z
            .boolean()
            .describe(
              'Whether the requester of the run can approve these calls. Default: approvals.self.',
            ),
          expire: someTime('1d').describe(
            'How long a request for these calls can be answered. Default: approvals.expire.',
          ),
        }),
      })
      .superRefine(checkCount),
  ])
  .describe(RULE_FORMS);
const gates = z.array(gate).max(MAX_RULES);
/** The three lists, both at the top level and in `whenUntrusted`. */
const lists = {
  auto: rules.describe('Calls that run without approval.'),
  deny: rules.describe('Calls that are refused.'),
  requireApproval: gates.describe('Calls that a person must approve.'),
};

const TOKENS_FORM = 'Tokens are a whole number above 0, such as 500000, 500k or 2M.';

const whenUntrusted = z
  .union([
    z.enum(['auto', 'ask', 'deny']),
    z
      .strictObject({
        mode: z
          .enum(['auto', 'ask', 'deny'])
          .describe(
            'The verdict of a call that is not read-only and that no rule of these lists matches. Default: ask.',
          ),
        ...lists,
      })
      .partial(),
  ])
  .describe(
    'Applies once the run has read text by somebody without write access. It makes verdicts stricter, never looser. Default: ask.',
  );

/** The most baselines that one file names. */
const MAX_BASELINES = 20;
/** The most commands that a run must prove. */
const MAX_REQUIRED = 20;

const count = z.int().min(0).max(1_000_000);
/** With 0 of anything, a run ends before its first request. */
const limit = z.int().min(1).max(1_000_000);
const names = z.array(text).max(MAX_ITEMS);
const VARIABLE = z.string().regex(/^[A-Za-z_]\w{0,254}$/, {
  error: 'A secret is named by its variable in the environment of the step: DOCS_TOKEN.',
});
/** What a program can be given: also `discovery.type`, and what npm reads for a scope. */
const ENVIRONMENT_NAME = z.string().regex(/^[^=\x00]{1,255}$/);
const variables = z.array(VARIABLE).max(MAX_ITEMS);
/** The name of a header, by RFC 9110. */
const HEADER = z.string().regex(/^[!#$%&'*+.^_`|~\w-]{1,200}$/);
/** Times that make no sense together, as far as the policy writes them. A job that only suspends may wait for no time. */
function checkTimes(
  {
    wait,
    then,
    expire,
    remind,
  }: {
    readonly wait?: number | undefined;
    readonly then?: string | undefined;
    readonly expire?: number | undefined;
    readonly remind?: number | undefined;
  },
  context: z.RefinementCtx,
): void {
  const problem = (key: string, message: string): void => {
    context.addIssue({ code: 'custom', path: [key], message });
  };
  if (wait === 0 && (then === 'deny' || then === 'fail'))
    problem(
      'wait',
      `With then: ${then} nobody could answer: write a time such as 10m, or then: suspend.`,
    );
  if (wait !== undefined && expire !== undefined && expire < wait)
    problem(
      'expire',
      'A request would expire while the job still waits: write at least the time of wait.',
    );
  if (wait !== undefined && remind !== undefined && remind >= wait && wait > 0)
    problem(
      'remind',
      'It is the time before the end of wait, so write less than the time of wait.',
    );
}

const approvals = z
  .strictObject({
    from: approverList.describe(
      'Who can approve: a permission (write, maintain, admin…), codeowners, @user or @org/team. Default: write.',
    ),
    notify: z
      .array(
        z.string().regex(/^(?:codeowners|@[A-Za-z0-9][\w-]{0,99}(?:\/[\w.-]{1,100})?)$/, {
          error: 'Somebody to notify is @user or @org/team, or codeowners.',
        }),
      )
      .max(10)
      .describe(
        'Who is mentioned in an approval request and so notified by GitHub: @user, @org/team, or codeowners (the owners of the files that the calls touch), at most 10. Default: nobody. It gives nobody the right to approve.',
      ),
    remind: someTime('2h').describe(
      'How long before its end people are reminded once of a request that a job waits for. Default: never.',
    ),
    webhook: z
      .strictObject({
        format: z
          .enum(['slack', 'teams', 'json'])
          .describe('What the service takes. Default: known from the host of Slack and Teams.'),
        content: z
          .boolean()
          .describe('Whether messages show the calls, redacted and shortened. Default: false.'),
      })
      .partial()
      .describe('Messages about requests to the URL of the input notify-webhook.'),
    count: approverCount.describe('Number of different people who must approve. Default: 1.'),
    self: z.boolean().describe('Whether the requester of the run can approve. Default: false.'),
    reviews: z
      .boolean()
      .describe(
        'Whether a review of the pull request answers, too: an approving review of its head approves, a request for changes denies. Default: false.',
      ),
    boxes: z
      .boolean()
      .describe(
        'Whether an approval request has a box for each call that approves it when somebody ticks it. Default: false.',
      ),
    wait: duration('10m').describe('How long the job waits for an answer. Default: 10m.'),
    then: z
      .enum(['suspend', 'deny', 'fail'])
      .describe('What happens if nobody answers within wait. Default: suspend.'),
    expire: someTime('7d').describe('How long an approval request can be answered. Default: 7d.'),
  })
  .partial()
  .superRefine(checkTimes)
  .superRefine(checkCount);

const SANDBOX_WORDS = ['required', 'preferred', 'off'] as const;
const networkEntry = text.refine((value) => isNetworkEntry(value), {
  error:
    'A host is a name, an address or *.name, with :port (1 to 65535) where it is not 80 or 443: api.example.com, "*.npmjs.org", 10.1.2.3:8080.',
});
const sandbox = z
  .union([
    z.enum(SANDBOX_WORDS),
    z
      .strictObject({
        mode: z
          .enum(['required', 'preferred'])
          .describe(
            'Without a sandbox, required stops the run, and preferred makes commands need approval.',
          ),
        network: z
          .array(networkEntry)
          .max(MAX_ITEMS)
          .describe('Hosts that commands can reach, such as *.npmjs.org. Default: none.'),
        write: folders.describe('Folders that commands can write to. Default: the workspace.'),
      })
      .partial(),
  ])
  .describe('The sandbox of commands: required, preferred (default) or off.');

const budget = z
  .strictObject({
    turns: limit.describe('Maximum number of turns. Default: 60.'),
    calls: limit.describe('Maximum number of calls. Default: 300.'),
    minutes: z.number().gt(0).max(10_000).describe('Maximum number of minutes. Default: 30.'),
    tokens: z
      .union([z.int().min(1), z.string()], { error: TOKENS_FORM })
      .refine((value) => (parseTokens(value) ?? 0) > 0, { error: TOKENS_FORM })
      .transform((value) => parseTokens(value) ?? 0)
      .describe('Maximum number of tokens, also with k or M: 500k, 2M. Default: 2M.'),
    usd: z
      .number()
      .gt(0)
      .max(100_000)
      .describe(
        'Maximum cost in US dollars, by the input `prices` or the price list of the model. Default: 5.',
      ),
    onLimit: z
      .enum(['stop', 'ask'])
      .describe('At a limit: stop, or ask a person to raise it. Default: stop.'),
  })
  .partial();

/** The default branch template, and the form that every template must have. */
export const DEFAULT_BRANCH = 'countersign/{about}';
const BLANK = /\{(?:about|number|run)\}/g;
const BRANCH =
  /^[A-Za-z0-9_](?!.*(?:\.\.|\/\/|@\{|\.lock(?:\/|$)))[A-Za-z0-9_./-]{0,150}(?<![./])$/;

/** The beginning is the same for every run: the model may name other branches that begin like it, and no others. */
function isBranchTemplate(template: string): boolean {
  const [fixed = ''] = template.split('{');
  const begins = fixed === template || /[/-]$/.test(fixed);
  return begins && fixed !== '' && BRANCH.test(template.replaceAll(BLANK, 'x'));
}

const github = z
  .strictObject({
    branch: z
      .string()
      .refine(isBranchTemplate, {
        error:
          'A branch template begins with fixed text that ends in / or -, and may contain {about}, {number} and {run}, such as countersign/{about}.',
      })
      .describe(
        'Template for the branches that runs push to: {about} (issue-7, pull-7, or the run), {number}, {run}. Default: countersign/{about}.',
      ),
    images: z
      .enum(['all', 'trusted', 'off'])
      .describe(
        'Whose pictures in issues and comments the model sees; trusted: those of people with write access. Default: all.',
      ),
  })
  .partial();

const TRUSTED_FORM =
  'Write true, false, or sha256: and the 64 digits that a warning of the run shows.';
const trustedWords = z
  .union([z.boolean(), z.string().regex(/^sha256:[0-9a-f]{64}$/, { error: TRUSTED_FORM })], {
    error: TRUSTED_FORM,
  })
  .describe(
    "Whether you reviewed the names, descriptions and schemas of the server's tools: sha256:… for exactly these texts, true for any. Default: false, they are untrusted content.",
  );

const server = z.union([
  z.strictObject({
    command: text.describe('The program to start.'),
    ...optional({
      args: z.array(z.string()).max(MAX_ITEMS).describe('Its arguments.'),
      env: z.record(ENVIRONMENT_NAME, z.string()).describe('Variables of its environment.'),
      secrets: variables.describe("Variables of the step's environment that the server gets."),
      write: folders.describe('Paths of the workspace that the server can write. Default: none.'),
      readonly: names.describe('Tools of the server that are read-only, as declared by you.'),
      trusted: trustedWords,
    }),
  }),
  z.strictObject({
    url: z
      .url({ protocol: /^https?$/, error: 'A URL begins with https:// or http://.' })
      .refine((url) => blockedPort(url) === null && URL.parse(url)?.port !== '0', {
        error: 'No request can be sent to this port: it belongs to another protocol, or to none.',
      })
      .describe('The URL of a server that is reached over the network.'),
    ...optional({
      headers: z.record(HEADER, z.string()).describe('Headers of each request.'),
      secrets: variables.describe('Names of secrets that it gets.'),
      readonly: names.describe('Tools of the server that you declare read-only.'),
      trusted: trustedWords,
    }),
  }),
]);

const TOOL = String.raw`[\w.-]+`;
const exampleTool = text.regex(new RegExp(`^${TOOL}$`), {
  error: 'A tool is one name, such as fs_write.',
});
/** A call as the tests of a policy name it: the tool, and its argument in parentheses. */
export const EXAMPLE_CALL = new RegExp(String.raw`^(${TOOL})(?:\(([\s\S]*)\))?$`);

const example = z.strictObject({
  ...optional({
    call: text
      .regex(EXAMPLE_CALL, {
        error: 'A call is a tool, or a tool and what it touches: fs_write(src/a.ts).',
      })
      .describe('The call as a rule would name it: fs_write(src/a.ts), or github_comment.'),
    tool: exampleTool.describe('The tool, instead of call. Default with command: bash_run.'),
    command: z.string().max(100_000).describe('The command of bash_run.'),
    path: text.describe('The path that the tool reads or writes.'),
    host: text.describe('The host that the tool reaches.'),
    kind: z.enum(KINDS).describe('The kind of a tool that is not built in.'),
    untrusted: z.boolean().describe('true: as if the run had read untrusted content.'),
    sandboxed: z.boolean().describe('false: as if no sandbox were available.'),
  }),
  expect: z
    .enum(['auto', 'deny', 'requireApproval'])
    .describe('The verdict that the call must get.'),
});
export type PolicyExample = z.infer<typeof example>;

/** The whole policy file as it is written. Every object is strict: an unknown key is an error. */
export const policySchema = z.strictObject({
  version: z.literal(1).describe('The version of the format: 1.'),
  ...optional({
    mode: z
      .enum(MODES)
      .describe(
        'The verdict of a call that no rule matches. Default: ask. defer, in a baseline only: the other layers decide.',
      ),
    extends: z
      .array(
        z.string().refine((value) => parseBaselineAddress(value) !== null, {
          error: 'A baseline is OWNER/REPO/PATH@REF, such as acme/policies/base.yml@v1.',
        }),
      )
      .min(1)
      .max(MAX_BASELINES)
      .describe(
        'Baselines that this policy extends, each as OWNER/REPO/PATH@REF. The strictest verdict of all layers counts.',
      ),
    plan: z
      .enum(['required', 'off'])
      .describe(
        'required: only read-only tools exist until a person approves a plan. Default: off.',
      ),
    ...lists,
    whenUntrusted,
    approvals: approvals.describe(
      'Who can approve, how many people must, and how long a request waits.',
    ),
    sandbox,
    budget: budget.describe('Limits of a run. A limit that is not set has the default of the run.'),
    github: github.describe('Branches that runs push to, and pictures that the model sees.'),
    done: z
      .strictObject({
        requires: z
          .array(text)
          .min(1)
          .max(MAX_REQUIRED)
          .describe(
            'Commands, each as bash_run(npm test), whose last result must be exit code 0 after the last change of a file.',
          ),
      })
      .partial()
      .describe('What must have succeeded before a run can end done.'),
    limits: z
      .record(text, count)
      .describe('How often a tool can run in one run; a name can contain *.'),
    tools: z
      .strictObject({
        enabled: names.describe('The only tools that exist; names can contain *.'),
        disabled: names.describe('Tools that do not exist; names can contain *.'),
        modules: z
          .array(
            text.refine(isFilePattern, {
              error:
                'A module is a path from the root of the repository, such as .github/countersign/tools/*.mjs; * stands within one name.',
            }),
          )
          .max(MAX_ITEMS)
          .describe(
            'Modules with tools of the repository, as globs. They are read from the trusted branch.',
          ),
        secrets: variables.describe(
          "Variables of the step's environment whose values the tools of modules can request.",
        ),
        parallel: z
          .int()
          .min(1)
          .max(MAX_PARALLEL)
          .describe(
            'How many calls of a turn can execute at the same time; 1: one after the other. Default: 10.',
          ),
      })
      .partial()
      .describe('Which tools exist, and how many execute at the same time.'),
    hooks: z
      .array(
        text.refine(isHook, {
          error:
            'A hook is a module as a path from the root of the repository, or countersign:block-paths(GLOB), countersign:mask(REGEX) or countersign:cache-readonly.',
        }),
      )
      .max(MAX_ITEMS)
      .describe(
        'Hooks: modules from the trusted branch, or built-in ones: countersign:block-paths(GLOB), countersign:mask(REGEX), countersign:cache-readonly.',
      ),
    mcp: z
      .strictObject({
        servers: z
          .record(z.string().regex(/^[\w-]{1,64}$/), server)
          .describe('Servers by name. Their tools are named mcp__NAME__TOOL.'),
      })
      .partial()
      .describe('MCP servers, which offer tools over the Model Context Protocol.'),
    redact: z
      .strictObject({
        patterns: z
          .array(z.string().min(1).max(1_000))
          .max(MAX_ITEMS)
          .describe('Regular expressions (flag u) that match secrets.'),
      })
      .partial()
      .describe('What is redacted in addition to known secrets.'),
    tests: z
      .array(example)
      .max(2_000)
      .describe(
        'Calls with the verdict that they must get. They are evaluated each time the policy loads.',
      ),
  }),
});

export type PolicyDocument = z.infer<typeof policySchema>;
export type RuleEntry = z.infer<typeof gate>;

/** The JSON Schema (draft 2020-12) of a policy file for editors, generated from the schema that loads it. */
export function policyJsonSchema(): JsonObject {
  const schema: unknown = z.toJSONSchema(policySchema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'throw',
  });
  const plain: Json = JSON.parse(JSON.stringify(schema));
  if (!isJsonObject(plain)) return {};
  return {
    ...plain,
    title: 'Countersign policy',
    description: 'Which calls of an agent run, which need approval, and which are denied.',
  };
}
