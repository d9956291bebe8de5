import { describe, expect, it } from 'vitest';
import { cancelMembership, keepMembership } from '#app/domain/selling/billing/cancellation.server.ts';
import { applyPaymentEvent, applyPresent } from '#app/domain/selling/payment-events/apply.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import {
  newCardMember,
  rowOf,
  sandbox,
  settled,
  stripe,
  webhooks,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { deliverFacts, newToldMember } from '#tests/integration/delivered-facts.ts';
import { newFact, newSale, secondsAfter } from '#tests/integration/facts.ts';
import { deliver, fake, newBuyer, newPaypalMember, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { mailsTo, newUser, subjectsTo } from '#tests/integration/people.ts';

withSandbox();
withPaypal();

const canceled = 'Your membership is canceled';
const ended = 'Your membership has ended';

/** The subjects of the mails about a membership's end, the oldest first. */
const endMails = async ({ email }: { email: string }) =>
  (await subjectsTo(email)).filter((subject) => subject === canceled || subject === ended);

/** A day as mails write it. */
const inWords = (at: Date | null) =>
  at?.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }) ?? 'no date';

describe('a membership canceled at PayPal itself', () => {
  it('is confirmed by mail once, with the last day', async () => {
    const { viewer, id } = await newPaypalMember();
    await fake.cancel(id);
    const told = await fake.take();
    await deliver([...told, ...told]);
    await fake.emit('BILLING.SUBSCRIPTION.CANCELLED', await fake.subscriptionJson(id));
    await deliver();
    expect(await endMails(viewer)).toEqual([canceled]);
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.text).toContain(`until ${inWords((await rowOf(viewer.id)).currentPeriodEnd)}`);
    expect(mail?.text).toContain('Your membership has been canceled. No further payment is taken.');
    for (const wrong of ['As you asked', 'you can keep']) expect(mail?.text).not.toContain(wrong);
  });

  it('is confirmed once where the news of it comes before its start', async () => {
    const { viewer, id } = await newBuyer();
    await fake.cancel(id);
    await deliver((await fake.take()).reverse());
    expect(await endMails(viewer)).toEqual([canceled]);
  });

  it('says so where nothing is left to use', async () => {
    const { viewer, id, saleId } = await newPaypalMember();
    await fake.refund(saleId);
    await fake.cancel(id);
    await deliver();
    const [mail] = await mailsTo(viewer.email);
    expect([mail?.subject, mail?.text]).toEqual([canceled, expect.stringContaining('It ends now')]);
  });

  it('while PayPal has suspended it, is confirmed too', async () => {
    const { viewer, id } = await newPaypalMember();
    await fake.passDays(1);
    await fake.suspend(id);
    await fake.passDays(1);
    await fake.cancel(id);
    await deliver();
    expect(await endMails(viewer)).toEqual([ended, canceled]);
  });

  it('is not told twice when it was begun on our page, whichever is written down first', async () => {
    const { viewer } = await newPaypalMember();
    await cancelMembership(viewer, {});
    await deliver();
    expect(await endMails(viewer)).toEqual([canceled]);
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.text).toContain('As you asked, we have canceled your membership.');

    const other = await newPaypalMember();
    const page = cancelMembership(other.viewer, {});
    // PayPal's webhook may be faster than its answer.
    await expect.poll(async () => (await fake.subscription(other.id))?.status).toBe('CANCELLED');
    await Promise.all([page, deliver()]);
    expect(await endMails(other.viewer)).toEqual([canceled]);
  });
});

describe('a membership canceled at Stripe', () => {
  it('with its period is confirmed once, and again once it was kept meanwhile', async () => {
    const viewer = await newCardMember();
    const { providerSubscriptionId: id } = await rowOf(viewer.id);
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await settled();
    await stripe.subscriptions.update(id, { default_payment_method: '' });
    await settled();
    expect(await endMails(viewer)).toEqual([canceled]);
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.text).toContain(`until ${inWords((await rowOf(viewer.id)).currentPeriodEnd)}`);
    expect(mail?.text).toContain('you can keep your membership there');
    await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    await settled();
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await settled();
    expect(await endMails(viewer)).toEqual([canceled, canceled]);
    await stripe.subscriptions.cancel(id);
    await settled();
    expect(await endMails(viewer)).toEqual([canceled, canceled, ended]);
  });

  it('at once is confirmed by one mail', async () => {
    const viewer = await newCardMember();
    await stripe.subscriptions.cancel((await rowOf(viewer.id)).providerSubscriptionId);
    await settled();
    expect(await endMails(viewer)).toEqual([canceled]);
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.text).toContain('It ends now');
    expect(mail?.text).not.toContain('you can keep');
  });

  it('because no payment succeeded is told as ended, not as canceled', async () => {
    const { user, sale } = await newToldMember();
    await applyPaymentEvent(sale.status('past_due', secondsAfter(60)));
    await applyPaymentEvent(sale.status('canceled', secondsAfter(120)));
    expect(await endMails(user)).toEqual([ended]);
  });

  it('before it was ever paid is told to nobody', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    await deliverFacts([sale.created, sale.status('canceled', secondsAfter(60), { isRequested: true })]);
    expect(await mailsTo(user.email)).toEqual([]);
  });

  it('on our page is told once, also where the webhook is written down first', async () => {
    const viewer = await newCardMember();
    const { providerSubscriptionId: id } = await rowOf(viewer.id);
    // The webhook of what the page asks for, before the page has written it down.
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await settled();
    await prisma().subscription.updateMany({
      where: { userId: viewer.id },
      data: { cancelAtPeriodEnd: false },
    });
    await cancelMembership(viewer, {});
    await settled();
    expect(await endMails(viewer)).toEqual([canceled]);
  });

  it('and kept on our page before the webhook of either is told once', async () => {
    const viewer = await newCardMember();
    webhooks.areTaken = false;
    await cancelMembership(viewer, {});
    // The provider's clock is ahead of ours, and the two are not of one second.
    await sandbox.turnClock((await sandbox.now()) + 5);
    await keepMembership(viewer);
    webhooks.areTaken = true;
    await settled();
    expect(await endMails(viewer)).toEqual([canceled]);
    await cancelMembership(viewer, {});
    await settled();
    expect(await endMails(viewer)).toEqual([canceled, canceled]);
  });
});

describe('a membership canceled and kept on our page', () => {
  it('is not told as canceled by old news, once the provider was asked how it stands', async () => {
    const { user, sale } = await newToldMember();
    await prisma().subscription.updateMany({
      where: { userId: user.id },
      data: { requestedChange: 'keep', requestedAt: new Date() },
    });
    await applyPresent(sale.status('active', secondsAfter(60)));
    await applyPaymentEvent(sale.status('active', secondsAfter(90), { cancelAtPeriodEnd: true }));
    expect(await endMails(user)).toEqual([]);
    await applyPaymentEvent(sale.status('active', secondsAfter(100)));
    expect(await rowOf(user.id)).toMatchObject({ cancelAtPeriodEnd: false, requestedChange: 'keep' });
  });

  it('is not told as canceled by an answer that the provider gave before', async () => {
    const { user, sale } = await newToldMember();
    await prisma().subscription.updateMany({
      where: { userId: user.id },
      data: { requestedChange: 'keep', requestedAt: secondsAfter(30) },
    });
    await applyPresent(sale.status('active', secondsAfter(20), { cancelAtPeriodEnd: true }));
    expect(await endMails(user)).toEqual([]);
    expect(await rowOf(user.id)).toMatchObject({ cancelAtPeriodEnd: false, requestedChange: 'keep' });
  });

  it('is as its provider says where no news has come for long', async () => {
    const { user, sale } = await newToldMember();
    const requestedAt = new Date(Date.now() - 11 * 60_000);
    await prisma().subscription.updateMany({
      where: { userId: user.id },
      data: { requestedChange: 'keep', requestedAt },
    });
    await applyPresent(sale.status('active', new Date()));
    expect(await rowOf(user.id)).toMatchObject({ requestedChange: null, requestedAt: null });
  });
});

describe('what was canceled in an earlier life', () => {
  it('says nothing about the next subscription', async () => {
    const { user, sale: first } = await newToldMember();
    const news = { cancelAtPeriodEnd: true };
    await applyPaymentEvent(first.status('active', secondsAfter(60), news));
    await applyPaymentEvent(first.status('canceled', secondsAfter(120), { isRequested: true }));
    const next = newSale(user.id, { paidAfterSeconds: 180 });
    await deliverFacts([next.activated, next.paid]);
    await applyPaymentEvent(next.status('active', secondsAfter(240), news));
    await applyPaymentEvent(newFact('subscription_updated', { subscriptionId: 'sub_of_nobody' }));
    expect(await endMails(user)).toEqual([canceled, ended, canceled]);
  });
});
