/**
 * A tool of the program: the agent can look up a customer, under the policy. The tool runs in the program's own process, so it can use
 * its connections; the audit trail records each call.
 */
import { createRegistry, startRun, z } from 'countersign/sdk';

export function customerTools(customers) {
  const registry = createRegistry();
  registry.define({
    name: 'customer_find',
    description: 'Find a customer by name.',
    kind: 'readonly',
    category: 'customers',
    tags: ['crm'],
    input: z.object({ name: z.string().min(1) }),
    execute: ({ name }) => customers.find((customer) => customer.name === name) ?? 'No such customer.',
  });
  return registry;
}

export async function answerTicket({ ticket, customers, ...options }) {
  const run = startRun({
    request: 'Answer the ticket in reply.md.',
    // Whoever wrote the ticket may not direct the agent: `whenUntrusted` of the policy applies.
    context: [{ source: 'ticket', author: ticket.author, text: ticket.text }],
    tools: customerTools(customers),
    ...options,
  });
  return await run.report;
}
