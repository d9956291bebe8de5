import { expect, it } from 'vitest';
import {
  nameSubscriptions,
  nameSubscriptionsSchema,
  startAdopting,
} from '#app/domain/selling/adoption/desk.server.ts';
import { mapPrice } from '#app/domain/selling/adoption/prices.server.ts';
import { startImportingPast } from '#app/domain/selling/past-payments/importing.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { connectPayments } from '#app/platform/payments/payments.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { deliver, fake, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { newUser } from '#tests/integration/people.ts';
import { doQueued } from '#tests/integration/queued-jobs.ts';

withPaypal();

/** A subscription that another system has begun at PayPal, paid. */
async function sellThere(planId: string): Promise<string> {
  const { id } = await fake.begin({
    planId,
    customId: null,
    returnUrl: 'https://old.example/done',
    cancelUrl: 'https://old.example/',
  });
  await fake.approve(id);
  await deliver();
  return id;
}

it('subscriptions by a plan of the old system are adopted by their ids, at the plan’s price (P238)', async () => {
  connectPayments(1);
  const { actor } = await newActor('manager');
  const planId = fake.settings.planIds.PAYPAL_PLAN_ID ?? '';
  await expect(
    mapPrice(actor, { provider: 'paypal', priceId: 'P-NONE', product: 'membership' }),
  ).rejects.toThrow('does not know');
  await mapPrice(actor, { provider: 'paypal', priceId: planId, product: 'membership' });
  const [user, canceled] = [await newUser(), await newUser()];
  const [id, canceledId] = [await sellThere(planId), await sellThere(planId)];
  await fake.cancel(canceledId);
  await deliver();
  const subscriptions = `${id} ${user.email}\n${canceledId} ${canceled.email}\nI-UNKNOWN`;
  await nameSubscriptions(actor, nameSubscriptionsSchema.parse({ provider: 'paypal', subscriptions }));
  await doQueued('read-foreign-subscriptions');
  const outcomes = await prisma().foreignSubscription.findMany({ orderBy: { id: 'asc' } });
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['not_ours', 'ready', 'ready']);
  await startAdopting(actor, { reason: 'moving in' });
  await doQueued('adopt-subscriptions');
  const row = (userId: string) => prisma().subscription.findFirstOrThrow({ where: { userId } });
  expect(await row(user.id)).toMatchObject({
    status: 'active',
    amount: 4_700,
    interval: 'month',
    heldReason: null,
  });
  // Canceled there at once, with a month that is paid for: it runs out here.
  expect(await row(canceled.id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
  // What was paid before comes along as history (P321), and is given back at PayPal.
  const adoptedAt = new Date(Date.now() + 2_000);
  await prisma().subscription.updateMany({ data: { adoptedAt } });
  await startImportingPast(actor, { reason: 'moving in' });
  await doQueued('import-past-payments');
  const past = () => prisma().pastPayment.findFirstOrThrow({ where: { userId: user.id } });
  expect(await past()).toMatchObject({ amountCents: 4_700, status: 'paid', months: 1, currency: 'usd' });
  await fake.refund((await past()).providerInvoiceId);
  await deliver();
  await doQueued('import-past-payments');
  expect(await past()).toMatchObject({ status: 'refunded', amountRefundedCents: 4_700 });
  expect(await prisma().payment.count({ where: { userId: user.id } })).toBe(0);
  await fake.passDays(31);
  await deliver();
  expect(await prisma().payment.findMany({ where: { userId: user.id } })).toMatchObject([
    { amountCents: 4_700 },
  ]);
});
