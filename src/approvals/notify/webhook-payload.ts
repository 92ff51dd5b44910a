import { type Json, sliceWhole, timeText } from '../../common/index.ts';
import type { ApprovalRequest } from '../approver.ts';

/** `json`: the plain fields, for any other receiver. */
export type WebhookFormat = 'slack' | 'teams' | 'json';

/** What people are notified of. `requests` are redacted. */
export interface WebhookMessage {
  readonly kind: 'asked' | 'reminder';
  /** `owner/name#7`. */
  readonly place: string;
  readonly run: string;
  /** The approval comment. */
  readonly url: string;
  /** When the last request expires, as ISO 8601. */
  readonly expires: string;
  /** `call`: the tool and what it would do; absent unless the policy asks for content. */
  readonly requests: readonly { readonly approval: string; readonly call?: string }[];
}

/** Slack and Teams take at most some 28,000 characters. */
const CALLS_SHOWN_MAX = 10;
const CALL_MAX = 1_500;

const SLACK_HOSTS = /^hooks\.slack(?:-gov)?\.com$/;
const TEAMS_HOSTS = /(?:^|\.)(?:webhook\.office\.com|logic\.azure\.com|api\.powerplatform\.com)$/;

/** The format that the service behind a host takes; `null` for a host that is not known. */
export function formatOfHost(hostname: string): WebhookFormat | null {
  if (SLACK_HOSTS.test(hostname)) return 'slack';
  return TEAMS_HOSTS.test(hostname) ? 'teams' : null;
}

/** A call for a message, cut to a length that each service takes. */
export function callText({ tool, preview }: Pick<ApprovalRequest, 'tool' | 'preview'>): string {
  const text = `${tool}: ${preview.text}`;
  return text.length > CALL_MAX ? `${sliceWhole(text, CALL_MAX)}…` : text;
}

/**
 * The body of the request to a webhook. Untrusted text is only in elements that are shown as they are, so that it can
 * neither mention anybody nor hide a link.
 */
export function webhookPayload(message: WebhookMessage, format: WebhookFormat): Json {
  switch (format) {
    case 'slack':
      return slackPayload(message);
    case 'teams':
      return teamsPayload(message);
    case 'json':
      return { text: titleOf(message), ...message };
  }
}

function titleOf({ kind, place, requests }: WebhookMessage): string {
  const calls = requests.length === 1 ? 'One call waits' : `${requests.length} calls wait`;
  return `${kind === 'reminder' ? 'Reminder: ' : ''}${calls} for an approval in ${place}`;
}

function detailsOf({ run, expires, requests }: WebhookMessage): string {
  const ids = requests.map(({ approval }) => approval).join(', ');
  return `${ids} of ${run}. Expires ${timeText(expires)}.`;
}

function callsOf({ requests }: WebhookMessage): readonly string[] {
  return requests
    .slice(0, CALLS_SHOWN_MAX)
    .flatMap(({ call }) => (call === undefined ? [] : [call]));
}

/** Block Kit: `text` is what a notification shows. */
function slackPayload(message: WebhookMessage): Json {
  const title = titleOf(message);
  const link = `<${escapeSlack(message.url)}|Open the approval request>`;
  const section = `*${escapeSlack(title)}*\n${escapeSlack(detailsOf(message))}\n${link}`;
  return {
    text: escapeSlack(title),
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: section } },
      ...callsOf(message).map((text) => ({
        type: 'rich_text',
        elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] }],
      })),
    ],
  };
}

/** The three characters that Slack reads as the beginning of a mention or a link. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An Adaptive Card, as the Workflows of Teams take it. */
function teamsPayload(message: WebhookMessage): Json {
  const block = { type: 'TextBlock', wrap: true } as const;
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.5',
          body: [
            { ...block, text: titleOf(message), weight: 'Bolder' },
            { ...block, text: detailsOf(message) },
            ...callsOf(message).map((text) => ({
              type: 'CodeBlock',
              language: 'PlainText',
              codeSnippet: text,
            })),
          ],
          actions: [
            { type: 'Action.OpenUrl', title: 'Open the approval request', url: message.url },
          ],
        },
      },
    ],
  };
}
