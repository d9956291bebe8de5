import type Stripe from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasMembershipSql } from '#app/domain/core/access/entitled-sql.server.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import {
  decideSubscription,
  nameSubscriptions,
  nameSubscriptionsSchema,
  startAdopting,
  startReading,
} from '#app/domain/selling/adoption/desk.server.ts';
import { mapPrice, unmapPrice } from '#app/domain/selling/adoption/prices.server.ts';
import { compareRevenue } from '#app/domain/selling/adoption/report.server.ts';
import { findGuarantee } from '#app/domain/selling/billing/guarantee.server.ts';
import { reconcilePayments } from '#app/domain/selling/reconciliation/reconcile.server.ts';
import { listRuns } from '#app/domain/selling/reconciliation/runs.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { connectPaypal } from '#app/platform/payments/payments.server.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { pay, rowOf, settled, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import { newEmail, newUser } from '#tests/integration/people.ts';
import { doQueued } from '#tests/integration/queued-jobs.ts';
import { newSeller } from '#tests/integration/sellers.ts';

withSandbox();

let actor: Actor;
let oldPrice: Stripe.Price;
beforeAll(async () => {
  actor = (await newActor('manager')).actor;
  oldPrice = await newPrice(3_700);
});

const newPrice = (unit_amount: number, interval: 'month' | 'year' = 'month') =>
  stripe.prices.create({
    currency: 'usd',
    unit_amount,
    recurring: { interval },
    product_data: { name: 'The old membership' },
  });

/** A subscription as the old system has sold it: of a customer whom the site does not know, paid. */
async function sellThere(
  email: string,
  price = oldPrice,
  options: Partial<Stripe.SubscriptionCreateParams> = {},
) {
  const customer = await stripe.customers.create({ email });
  const { id, latest_invoice } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
    ...options,
  });
  const invoice = latest_invoice as { confirmation_secret: { client_secret: string } | null };
  if (invoice.confirmation_secret) await pay(invoice.confirmation_secret.client_secret);
  await settled();
  return id;
}

async function read(): Promise<void> {
  await startReading(actor);
  await doQueued('read-foreign-subscriptions');
}

async function adopt(): Promise<void> {
  await startAdopting(actor, { reason: 'moving in' });
  await doQueued('adopt-subscriptions');
}

const map = (priceId: string, product = 'membership') =>
  mapPrice(actor, { provider: 'stripe', priceId, product });

const outcomeOf = async (providerSubscriptionId: string) =>
  (await prisma().foreignSubscription.findFirst({ where: { providerSubscriptionId } }))?.outcome;

const hasMembership = async (userId: string) => {
  const [row] = await prisma().$queryRaw<{ has: boolean }[]>`
    SELECT ${hasMembershipSql(Prisma.sql`${userId}::uuid`)} AS has`;
  return row?.has;
};

const renewThere = async (id: string) => {
  await stripe.rawRequest('POST', `/v1/test_helpers/subscriptions/${id}/renew`, { succeeds: 'true' });
  await settled();
};

describe('prices of the old system (P237)', () => {
  it('are mapped by those who may, once each, and only if the provider knows them as recurring', async () => {
    const { actor: support } = await newActor('support');
    await expect(
      mapPrice(support, { provider: 'stripe', priceId: oldPrice.id, product: 'membership' }),
    ).rejects.toThrow('privileges');
    await expect(map('price_unknown')).rejects.toThrow('does not know');
    const once = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 100,
      product_data: { name: 'Once' },
    });
    await expect(map(once.id)).rejects.toThrow('does not know');
    const price = await newPrice(900);
    await map(price.id);
    await map(price.id);
    await expect(map(price.id, 'reseller_pro')).rejects.toThrow('another product');
    expect(
      (await auditOf('adopted-prices')).filter(({ after }) => JSON.stringify(after).includes(price.id)),
    ).toHaveLength(1);
    await unmapPrice(actor, 'stripe', price.id);
    expect(await prisma().adoptedPrice.count({ where: { priceId: price.id } })).toBe(0);
  });

  it('that nobody has mapped are none of ours', async () => {
    const user = await newUser();
    const id = await sellThere(user.email, await newPrice(5_500));
    await map(oldPrice.id);
    await read();
    expect(await outcomeOf(id)).toBeUndefined();
    await nameSubscriptions(actor, nameSubscriptionsSchema.parse({ provider: 'stripe', subscriptions: id }));
    await doQueued('read-foreign-subscriptions');
    expect(await outcomeOf(id)).toBe('not_ours');
    await adopt();
    expect(await prisma().subscription.count({ where: { userId: user.id } })).toBe(0);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
  });
});

describe('an adopted subscription (P238)', () => {
  it('is not for whoever has registered its address without proving it', async () => {
    const { id: userId, email } = await newUser();
    await prisma().user.update({ where: { id: userId }, data: { emailVerifiedAt: null } });
    const id = await sellThere(email);
    await map(oldPrice.id);
    await read();
    expect(await outcomeOf(id)).toBe('no_account');
    await prisma().user.update({ where: { id: userId }, data: { emailVerifiedAt: new Date() } });
    await read();
    expect(await outcomeOf(id)).toBe('ready');
  });

  it('gives access at its own price, mails nobody, and writes no receipt or commission for what was paid before', async () => {
    const seller = await newSeller();
    const user = await newUser();
    await prisma().user.update({ where: { id: user.id }, data: { referredById: seller.id } });
    const id = await sellThere(user.email.toUpperCase());
    await map(oldPrice.id);
    await read();
    expect(await outcomeOf(id)).toBe('ready');
    expect(await prisma().subscription.count({ where: { userId: user.id } })).toBe(0);
    await adopt();
    expect(await rowOf(user.id)).toMatchObject({
      status: 'active',
      amount: 3_700,
      product: 'membership',
      heldReason: null,
    });
    expect(await hasMembership(user.id)).toBe(true);
    // The provider is asked how it stands; what was paid before is not taken for a payment of ours.
    connectPaypal(null);
    await reconcilePayments();
    expect((await listRuns()).at(0)?.notes ?? []).toEqual([]);
    const had = {
      payments: await prisma().payment.count({ where: { userId: user.id } }),
      mails: await prisma().mailOutbox.count({ where: { recipient: user.email } }),
    };
    expect(had).toEqual({ payments: 0, mails: 0 });
    // Reading and adopting again changes nothing.
    await read();
    await adopt();
    expect(await prisma().subscription.count({ where: { userId: user.id } })).toBe(1);

    // Providers date to the second: the renewal is not to fall into the second of the reading.
    const adoptedAt = new Date((await rowOf(user.id)).startedAt?.getTime() ?? 0);
    await prisma().subscription.updateMany({ where: { userId: user.id }, data: { adoptedAt } });
    await renewThere(id);
    const [payment] = await prisma().payment.findMany({
      where: { userId: user.id },
      include: { commissions: true, receipts: true },
    });
    expect(payment).toMatchObject({ amountCents: 3_700, status: 'paid' });
    expect(payment?.receipts).toHaveLength(1);
    expect(payment?.commissions.map(({ commission, referrerId }) => [commission, referrerId])).toEqual([
      [1_850, seller.id],
    ]);
    expect((await rowOf(user.id)).heldReason).toBe(null);
    // They have long been members: the guarantee of a first month is not theirs.
    if (payment) expect(await findGuarantee(prisma() as never, payment)).toBe('later_payment');
    expect(await outcomeOf(id)).toBe('adopted');
  });

  it('lasts as it stands there: canceled with time left, on trial, with a payment missing, ended', async () => {
    const [canceled, trial, missing, ended] = await Promise.all([newUser(), newUser(), newUser(), newUser()]);
    const ids = {
      canceled: await sellThere(canceled.email),
      trial: await sellThere(trial.email, oldPrice, { trial_period_days: 20 }),
      missing: await sellThere(missing.email),
      ended: await sellThere(ended.email),
    };
    await stripe.subscriptions.update(ids.canceled, { cancel_at_period_end: true });
    await stripe.rawRequest('POST', `/v1/test_helpers/subscriptions/${ids.missing}/renew`, {
      succeeds: 'false',
    });
    await stripe.subscriptions.cancel(ids.ended);
    await settled();
    await map(oldPrice.id);
    await read();
    expect(await outcomeOf(ids.ended)).toBe('ended');
    await adopt();
    expect(await rowOf(canceled.id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
    expect(await rowOf(trial.id)).toMatchObject({ status: 'trialing' });
    const row = await rowOf(missing.id);
    expect(row).toMatchObject({ status: 'past_due', pastDueSince: row.adoptedAt });
    for (const { id } of [canceled, trial, missing]) expect(await hasMembership(id)).toBe(true);
    expect(await hasMembership(ended.id)).toBe(false);
    const recipients = [canceled, trial, missing, ended].map(({ email }) => email);
    expect(await prisma().mailOutbox.count({ where: { recipient: { in: recipients } } })).toBe(0);
  });

  it('is not as it was read more than a day ago: it may have changed there since', async () => {
    const user = await newUser();
    const id = await sellThere(user.email);
    await read();
    expect(await outcomeOf(id)).toBe('ready');
    await prisma().foreignSubscription.updateMany({
      where: { outcome: 'ready' },
      data: { readAt: new Date(Date.now() - 25 * 3600_000) },
    });
    await stripe.subscriptions.cancel(id);
    await expect(adopt()).rejects.toThrow('Read them again first');
    await doQueued('adopt-subscriptions');
    expect(await outcomeOf(id)).toBe('ready');
    await read();
    await adopt();
    expect(await outcomeOf(id)).toBe('ended');
    expect(await prisma().subscription.count({ where: { userId: user.id } })).toBe(0);
  });

  it('waits for its person, who may be named where the provider has another address', async () => {
    const user = await newUser();
    const there = newEmail();
    const id = await sellThere(there);
    await map(oldPrice.id);
    await read();
    expect(await outcomeOf(id)).toBe('no_account');
    await nameSubscriptions(
      actor,
      nameSubscriptionsSchema.parse({ provider: 'stripe', subscriptions: `${id} ${user.email}` }),
    );
    await doQueued('read-foreign-subscriptions');
    expect(await outcomeOf(id)).toBe('ready');
    await adopt();
    expect((await rowOf(user.id)).providerSubscriptionId).toBe(id);
    expect(
      nameSubscriptionsSchema.safeParse({ provider: 'stripe', subscriptions: 'sub_1 a b c' }).success,
    ).toBe(false);
    expect(nameSubscriptionsSchema.safeParse({ provider: 'stripe', subscriptions: '' }).success).toBe(false);
  });
});

describe('two live subscriptions of one person (P239)', () => {
  it('wait for a decision; one is adopted, the other left, and none is canceled', async () => {
    const user = await newUser();
    const [first, second] = [await sellThere(user.email), await sellThere(user.email)];
    await map(oldPrice.id);
    await read();
    expect([await outcomeOf(first), await outcomeOf(second)]).toEqual(['undecided', 'undecided']);
    await adopt();
    expect(await prisma().subscription.count({ where: { userId: user.id } })).toBe(0);
    const { id } = await prisma().foreignSubscription.findFirstOrThrow({
      where: { providerSubscriptionId: second },
    });
    await decideSubscription(actor, id, 'adopt');
    await read();
    await adopt();
    expect([await outcomeOf(first), await outcomeOf(second)]).toEqual(['left_out', 'adopted']);
    expect(await rowOf(user.id)).toMatchObject({ providerSubscriptionId: second });
    for (const there of [first, second])
      expect((await stripe.subscriptions.retrieve(there)).status).toBe('active');
    // The one that was left is none of ours: its renewal is not taken for a payment here.
    await renewThere(first);
    expect(await prisma().payment.count({ where: { userId: user.id } })).toBe(0);
  });
});

describe('the comparison of monthly revenue (P240)', () => {
  it('shows no difference once everything is adopted', async () => {
    await prisma().foreignSubscription.deleteMany({ where: { outcome: { not: 'adopted' } } });
    const yearly = await newPrice(36_000, 'year');
    const [monthlyUser, yearlyUser] = [await newUser(), await newUser()];
    await sellThere(monthlyUser.email);
    await sellThere(yearlyUser.email, yearly);
    await map(yearly.id);
    const before = await compareRevenue();
    await read();
    const [mid] = await compareRevenue();
    expect((mid?.there.cents ?? 0) - (mid?.here.cents ?? 0)).toBeGreaterThanOrEqual(3_700 + 3_000);
    for (const row of await prisma().foreignSubscription.findMany({ where: { outcome: 'undecided' } }))
      await decideSubscription(actor, row.id, 'leave');
    await adopt();
    await prisma().foreignSubscription.deleteMany({ where: { outcome: 'no_account' } });
    const [after] = await compareRevenue();
    expect(after?.there).toEqual(after?.here);
    expect(before.length).toBeLessThanOrEqual(1);
  });
});
