import { randomUUID } from 'node:crypto';
import { commandLine } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { sendTest } from '#app/domain/operating/devops/webhooks/deliveries.server.ts';
import { addEndpoint } from '#app/domain/operating/devops/webhooks/endpoints.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** A program that the demo tells what happens from now on: it stands beside the sandbox, and takes everything. Once. */
export async function connectProgram(): Promise<void> {
  if ((await prisma().webhookEndpoint.count()) > 0) return;
  try {
    const endpoint = await addEndpoint(
      commandLine,
      {
        url: `${config().appUrl}/sandbox/program`,
        description: 'Sample: accounting',
        events: ['user.created', 'payment.paid', 'payment.refunded', 'commission.created', 'payout.paid'],
      },
      randomUUID(),
    );
    if (endpoint) await sendTest(commandLine, endpoint.id);
  } catch (error) {
    // A demo that others can reach sends nothing to addresses of its own machine.
    if (!(error instanceof Refusal)) throw error;
  }
}
