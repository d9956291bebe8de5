import { soldProduct } from '#app/domain/catalogue/offer.ts';
import { plannedProducts } from '#app/domain/catalogue/products.ts';
import { Refusal } from '#app/domain/errors.ts';
import {
  dismissFailedJob,
  retryFailedJob,
  retryFailedMail,
} from '#app/domain/operations/failed-work.server.ts';
import { reapplyEvent } from '#app/domain/payment-events/reapply.server.ts';
import { createMailRenderer } from '#app/emails/render.tsx';
import { config } from '#app/platform/config.server.ts';
import { disconnectDatabase } from '#app/platform/database/client.server.ts';
import { stopJobs } from '#app/platform/jobs/queue.server.ts';
import { setMailRenderer } from '#app/platform/mail/outbox.server.ts';
import { makePaypalPlans } from '#app/platform/payments/paypal-make-plans.server.ts';
import { startWorker } from '#app/worker.server.ts';

/** What an operator can ask for at the command line; docs/running.md says when. Each answers in words. */
const commands: Record<string, (...args: string[]) => Promise<string>> = {
  async 'retry-job'(id = '') {
    await retryFailedJob(id);
    return 'The job is queued again.';
  },
  async 'dismiss-job'(id = '') {
    await dismissFailedJob(id);
    return 'The job is off the list.';
  },
  async 'retry-mail'(id = '') {
    await retryFailedMail(id);
    return 'The mail is queued again.';
  },
  async 'reapply-event'(provider = '', eventId = '') {
    if (provider !== 'stripe' && provider !== 'paypal')
      throw new Refusal('invalid', 'Say the provider first: stripe or paypal.');
    return `The event was applied again: ${await reapplyEvent({ provider, eventId })}`;
  },
  async 'make-paypal-plans'() {
    const { paypal, appUrl, brandName } = config();
    if (!paypal)
      throw new Refusal('invalid', 'Set PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID first.');
    const products = plannedProducts().map(soldProduct);
    const ids = await makePaypalPlans(paypal, { name: brandName, url: appUrl }, products);
    return [
      'PayPal has these plans. Put this into the settings of the site:',
      ...Object.entries(ids).map(([setting, id]) => `${setting}=${id}`),
    ].join('\n');
  },
};

/** Does one command, and says what became of it. @throws {Refusal} in words for the operator */
export async function runCommand([name = '', ...args]: readonly string[]): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command)
    throw new Refusal(
      'invalid',
      `There is no command "${name}". There are: ${Object.keys(commands).join(', ')}.`,
    );
  return command(...args);
}

/** Does one command in a process of its own, beside the running site, which does the work that it queues. */
export async function operate(words: readonly string[]): Promise<string> {
  const { brandName, operator } = config();
  setMailRenderer(createMailRenderer({ brandName, operator }));
  await startWorker(false);
  try {
    return await runCommand(words);
  } finally {
    await stopJobs();
    await disconnectDatabase();
  }
}
