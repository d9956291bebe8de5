import { endPromotionCode, makePromotionCode } from '#app/domain/affiliates/promotion-codes.server.ts';
import { findAffiliateByEmail } from '#app/domain/affiliates/tools.server.ts';
import { soldProduct } from '#app/domain/catalogue/offer.ts';
import { plannedProducts } from '#app/domain/catalogue/products.ts';
import { Refusal } from '#app/domain/errors.ts';
import {
  dismissFailedJob,
  retryFailedJob,
  retryFailedMail,
} from '#app/domain/operations/failed-work.server.ts';
import { resolveFailedRefund } from '#app/domain/payment-events/failed-refunds.server.ts';
import { reapplyEvent } from '#app/domain/payment-events/reapply.server.ts';
import { createMailRenderer } from '#app/emails/render.tsx';
import { announce } from '#app/platform/broadcast.server.ts';
import { config } from '#app/platform/config.server.ts';
import { disconnectDatabase } from '#app/platform/database/client.server.ts';
import { stopJobs } from '#app/platform/jobs/queue.server.ts';
import { setMailRenderer } from '#app/platform/mail/outbox.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import { makePaypalPlans } from '#app/platform/payments/paypal-make-plans.server.ts';
import { startWorker } from '#app/worker.server.ts';

function providerNamed(name: string): PaymentProvider {
  if (name === 'stripe' || name === 'paypal') return name;
  throw new Refusal('invalid', 'Say the provider first: stripe or paypal.');
}

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
    return `The event was applied again: ${await reapplyEvent({ provider: providerNamed(provider), eventId })}`;
  },
  async 'resolve-refund'(provider = '', refundId = '') {
    await resolveFailedRefund({ provider: providerNamed(provider), refundId });
    return 'The refund is off the list.';
  },
  async 'make-code'(email = '', code = '', percent = '0') {
    const affiliateId = await findAffiliateByEmail(email);
    if (!affiliateId)
      throw new Refusal('not_found', `Nobody who takes part in the programme has the address ${email}.`);
    await makePromotionCode({ affiliateId, code, percentOff: Number(percent), actorId: null });
    return `The code ${code.toUpperCase()} takes ${percent} % off the first payment.`;
  },
  async 'end-code'(code = '') {
    await endPromotionCode(code, 'operator');
    return `The code ${code.toUpperCase()} is taken no more.`;
  },
  async 'forget-pages'(path = '') {
    await announce('pages', path);
    return path ? `Every process forgets the page ${path}.` : 'Every process forgets the pages it keeps.';
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
