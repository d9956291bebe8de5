import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { findEntitlements } from '#app/domain/core/access/entitlements.server.ts';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { resellerPro } from '#app/domain/core/catalogue/products.ts';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import { cancelMembership } from '#app/domain/selling/billing/cancellation.server.ts';
import { openCardPage } from '#app/domain/selling/billing/card.server.ts';
import { cardLink } from '#app/domain/selling/billing/card-link.server.ts';
import { chasePayments } from '#app/domain/selling/billing/dunning.server.ts';
import { collectMissingPayment } from '#app/domain/selling/billing/missing-payment.server.ts';
import { openPaymentPage } from '#app/domain/selling/billing/purchase.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { connectPayments } from '#app/platform/payments/payments.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { loader as followLink } from '#app/routes/member/billing/card-link.ts';
import {
  atStripe,
  card,
  newCardMember,
  payHosted,
  renew,
  rowOf,
  sandbox,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { deliverFacts, newToldMember } from '#tests/integration/delivered-facts.ts';
import { newFact, secondsAfter, someOrders } from '#tests/integration/facts.ts';
import { at, linkIn, mailsTo, newSession, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { cutOffStripe } from '#tests/integration/stripe-outage.ts';

withSandbox();

const dayMs = 24 * 3600 * 1000;

/** What was paid and what failed in the same second is paid. */
const paidYesterday = (userId: string) =>
  prisma().payment.updateMany({ where: { userId }, data: { paidAt: new Date(Date.now() - dayMs) } });

/** Somebody whose renewal could not be collected, and when that was. */
async function newLateMember() {
  const viewer = await newCardMember();
  await paidYesterday(viewer.id);
  await renew(viewer.id, false);
  const { pastDueSince } = await rowOf(viewer.id);
  if (!pastDueSince) throw new Error('nothing is missing');
  const on = (days: number) => new Date(pastDueSince.getTime() + days * dayMs);
  return { viewer, on };
}

const dueSubjects = async (email: string) =>
  (await subjectsTo(email)).filter((subject) => /payment|reminder/i.test(subject));

const replaceCard = async (viewer: Viewer, number: string) => {
  const saved = await fetch(await openCardPage(viewer), {
    method: 'POST',
    body: new URLSearchParams({ ...card, number }),
    redirect: 'manual',
  });
  expect(saved.status).toBe(303);
};

const hasMembership = async (userId: string) => (await findEntitlements(userId)).has('membership');

/** Where the link of a mail leads somebody. */
async function follow(viewer: Viewer, link: string) {
  const context = new RouterContextProvider();
  context.set(memberContext, viewer);
  const answer = await followLink({ params: { token: link.split('/').at(-1) ?? '' }, context });
  return answer.headers.get('Location') ?? '';
}

describe('a renewal that cannot be collected (P104)', () => {
  it('is told on day 0, 3, 7 and 12, each once, with the day on which it ends', async () => {
    const { viewer, on } = await newLateMember();
    const endsOn = on(14).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    const told: number[] = [];
    for (const hours of Array.from({ length: 28 }, (_, index) => index * 12)) {
      const before = (await dueSubjects(viewer.email)).length;
      await at(on(hours / 24), chasePayments);
      if ((await dueSubjects(viewer.email)).length > before) told.push(hours / 24);
    }
    expect(told).toEqual([3, 7, 12]);
    const where = { userId: viewer.id, event: 'payment_missing' };
    expect(await prisma().notification.findMany({ where }), 'gathered in one').toMatchObject([{ count: 4 }]);
    expect(await dueSubjects(viewer.email)).toEqual([
      'Your payment did not go through',
      `Your payment is still missing: open until ${endsOn}`,
      `Your payment is still missing: open until ${endsOn}`,
      `Last reminder: your membership ends on ${endsOn}`,
    ]);
    for (const { text } of (await mailsTo(viewer.email)).slice(0, 4)) {
      expect(text).toContain(`Hello ${viewer.name}`);
      expect(text).toContain('$47.00 for your membership');
      expect(linkIn(text, '/profile/billing/card/')).toBeTruthy();
    }
  });

  it('leaves out what is overdue, where the site was away meanwhile', async () => {
    const { viewer, on } = await newLateMember();
    await at(on(8), chasePayments);
    await at(on(8.1), chasePayments);
    expect(await dueSubjects(viewer.email)).toHaveLength(2);
  });

  it('leaves everything open for fourteen days, and closes it then', async () => {
    const { viewer, on } = await newLateMember();
    const token = await newSession(viewer.id);
    for (const [days, isOpen] of [
      [0, true],
      [13.99, true],
      [14.01, false],
      [40, false],
    ] as const) {
      const seen = await at(on(days), () => findViewer(token));
      // The session itself ends after thirty days.
      if (seen)
        expect([days, seen.viewer.hasMembership, seen.viewer.pastDueSince]).toEqual([days, isOpen, on(0)]);
      expect([days, await at(on(days), () => hasMembership(viewer.id))]).toEqual([days, isOpen]);
    }
    const state = (days: number) => findMembershipState(viewer.id, on(days));
    expect(await state(1)).toMatchObject({ kind: 'past_due', until: on(14) });
    expect(await state(15)).toMatchObject({ kind: 'past_due', until: null });
  });

  it('ends it at the provider after that, with words that say so and how to come back', async () => {
    const { viewer, on } = await newLateMember();
    await at(on(13.9), chasePayments);
    expect((await atStripe(viewer.id)).status).toBe('past_due');
    await at(on(14.1), chasePayments);
    await at(on(14.2), chasePayments);
    await settled();
    expect((await atStripe(viewer.id)).status).toBe('canceled');
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'canceled', pastDueSince: null });
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.subject).toBe('Your membership has ended');
    expect(mail?.text).toContain('because we could not collect your last payment of $47.00');
    expect(mail?.text).toContain('Nothing more is charged to you.');
    expect(linkIn(mail?.text ?? '', '/pricing')).toBe('/pricing');
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'ended' });
    expect((await subjectsTo(viewer.email)).filter((subject) => subject.includes('canceled'))).toEqual([]);
  });

  it('is closed also while the provider cannot be asked to end it, and the others are gone through', async () => {
    const [first, second] = [await newLateMember(), await newLateMember()];
    cutOffStripe();
    await expect(at(first.on(14.1), chasePayments)).rejects.toThrow('could not be reached');
    expect(await at(first.on(14.1), () => hasMembership(first.viewer.id))).toBe(false);
    connectPayments(sandbox.apiPort);
    await at(second.on(14.2), chasePayments);
    await settled();
    for (const { viewer } of [first, second]) expect((await rowOf(viewer.id)).status).toBe('canceled');
  });

  it('takes the role of a pro reseller, and leaves what was there before', async () => {
    const viewer = await newViewer({ role: 'reseller' });
    await payHosted(await openPaymentPage(viewer, resellerPro, 'card_page'));
    await paidYesterday(viewer.id);
    await renew(viewer.id, false);
    const { pastDueSince } = await rowOf(viewer.id);
    await at(Number(pastDueSince) + 14.1 * dayMs, chasePayments);
    await settled();
    expect((await prisma().user.findUniqueOrThrow({ where: { id: viewer.id } })).role).toBe('reseller');
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.subject).toBe('Reseller PRO has ended');
    expect(mail?.text).toContain('$97.00');
    expect(linkIn(mail?.text ?? '', '/pro-reseller-upsell')).toBeTruthy();
  });

  it('is no matter any more for who has canceled', async () => {
    const { viewer, on } = await newLateMember();
    await cancelMembership(viewer, {});
    await at(on(3), chasePayments);
    expect(await dueSubjects(viewer.email)).toEqual(['Your payment did not go through']);
  });

  it('is not told to who has nothing of it for another reason', async () => {
    const { viewer, on } = await newLateMember();
    const stands = (data: { isDisputed?: boolean; isRefunded?: boolean; heldReason?: string | null }) =>
      prisma().subscription.updateMany({ where: { userId: viewer.id }, data });
    const toldOn = async (days: number) => {
      const before = (await dueSubjects(viewer.email)).length;
      await at(on(days), chasePayments);
      return (await dueSubjects(viewer.email)).length > before;
    };
    await stands({ isDisputed: true });
    expect(await toldOn(3)).toBe(false);
    await stands({ isDisputed: false, isRefunded: true });
    expect(await toldOn(3)).toBe(false);
    await stands({ isRefunded: false, heldReason: 'another price' });
    expect(await toldOn(3)).toBe(false);
    await stands({ heldReason: null });
    expect(await toldOn(3)).toBe(true);
  });
});

describe('the way back', () => {
  it('is one click in the mail to a new card, and one more to pay: then no mail follows', async () => {
    const { viewer, on } = await newLateMember();
    const [mail] = await mailsTo(viewer.email);
    const page = await follow(viewer, linkIn(mail?.text ?? '', '/profile/billing/card/'));
    expect(page).toContain('/sandbox/card/');
    await replaceCard(viewer, '4242 4242 4242 4242');
    await collectMissingPayment(viewer, 'membership');
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'active' });
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'active', pastDueSince: null });
    for (const days of [3, 7, 12, 14, 15]) await at(on(days), chasePayments);
    expect(await dueSubjects(viewer.email)).toEqual(['Your payment did not go through']);
    expect((await atStripe(viewer.id)).status).toBe('active');
    await expect(collectMissingPayment(viewer, 'membership')).rejects.toMatchObject({ kind: 'conflict' });
    expect(await prisma().payment.count({ where: { userId: viewer.id } })).toBe(2);
  });

  it('says why a card does not pay, and takes nothing', async () => {
    const { viewer } = await newLateMember();
    await replaceCard(viewer, '4000 0000 0000 0341');
    await expect(collectMissingPayment(viewer, 'membership')).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'Your card was declined.',
    });
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'past_due' });
  });

  it('leads to the provider’s page where the bank asks, which takes the money once it is confirmed', async () => {
    const { viewer } = await newLateMember();
    await replaceCard(viewer, '4000 0027 6000 3184');
    const page = String(await collectMissingPayment(viewer, 'membership'));
    expect(page).toContain('/sandbox/invoice/');
    expect(await collectMissingPayment(viewer, 'membership')).toBe(page);
    const answer = (form: Record<string, string>) =>
      fetch(page, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    const failed = await answer({ answer: 'fail' });
    expect([failed.status, await failed.text()]).toEqual([
      422,
      expect.stringContaining('Nothing was charged'),
    ]);
    expect(await prisma().payment.count({ where: { userId: viewer.id } })).toBe(1);
    const two = await Promise.all([answer({ answer: 'complete' }), answer({ answer: 'complete' })]);
    expect(two.map(({ status }) => status)).toEqual([303, 303]);
    expect(await (await fetch(page)).text()).toContain('Invoice paid');
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'active' });
    expect(await prisma().payment.count({ where: { userId: viewer.id } })).toBe(2);
    expect((await fetch(page.replace(/\w+$/, 'in_nothing'))).status).toBe(404);
  });

  it('is over with the days it was waited for: what is closed takes no money', async () => {
    const { viewer, on } = await newLateMember();
    await replaceCard(viewer, '4242 4242 4242 4242');
    const late = at(on(14.01), () => collectMissingPayment(viewer, 'membership'));
    await expect(late).rejects.toMatchObject({ kind: 'conflict' });
    await settled();
    expect(await prisma().payment.count({ where: { userId: viewer.id } })).toBe(1);
    await at(on(14.1), chasePayments);
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'ended' });
  });

  it('pressed twice at once takes the money once', async () => {
    const { viewer } = await newLateMember();
    await replaceCard(viewer, '4242 4242 4242 4242');
    await Promise.allSettled([1, 2, 3].map(() => collectMissingPayment(viewer, 'membership')));
    await settled();
    expect(await prisma().payment.count({ where: { userId: viewer.id } })).toBe(2);
  });

  it('is for its member alone, and for links made here', async () => {
    const { viewer } = await newLateMember();
    const [mail] = await mailsTo(viewer.email);
    const link = linkIn(mail?.text ?? '', '/profile/billing/card/');
    const other = await newCardMember();
    expect(await follow(other, link)).toBe('/profile/billing');
    const own = cardLink((await rowOf(other.id)).id);
    expect(await follow(other, own)).toContain('/sandbox/card/');
    for (let guesses = 0; guesses < 18; guesses += 1) await follow(other, 'x');
    expect(await follow(other, own), 'tried without end').toBe('/profile/billing');
    const { id } = await rowOf(viewer.id);
    for (const forged of [id, `${id}.`, `${id}.AAAAAAAAAAAAAAAAAAAAAA`, `${link}x`, `${link}.x`, 'x', '%00'])
      expect([forged, await follow(viewer, forged)]).toEqual([forged, '/profile/billing']);
    expect(await follow(viewer, link)).toContain('/sandbox/card/');
    await stripe.subscriptions.cancel((await rowOf(viewer.id)).providerSubscriptionId);
    await settled();
    expect(await follow(viewer, link)).toBe('/profile/billing');
  });

  it('is to the card of Reseller PRO where that is not paid, and to no other for what is sold no more', async () => {
    const viewer = await newViewer({ role: 'reseller' });
    await payHosted(await openPaymentPage(viewer, resellerPro, 'card_page'));
    expect(await follow(viewer, cardLink((await rowOf(viewer.id)).id))).toContain('/sandbox/card/');
    const member = await newCardMember();
    const { id } = await prisma().subscription.create({
      data: {
        userId: member.id,
        provider: 'stripe',
        providerSubscriptionId: `sub_${member.id}`,
        product: 'sold_no_more',
        status: 'active',
        amount: 900,
      },
    });
    expect(await follow(member, cardLink(id))).toBe('/profile/billing');
  });

  it('begins anew with the next renewal that fails', async () => {
    const { viewer } = await newLateMember();
    await replaceCard(viewer, '4242 4242 4242 4242');
    await collectMissingPayment(viewer, 'membership');
    await settled();
    await sandbox.turnClock((await sandbox.now()) + 3600);
    await renew(viewer.id, false);
    expect(await dueSubjects(viewer.email)).toEqual(Array(2).fill('Your payment did not go through'));
  });
});

describe('since when a payment is missing', () => {
  it('comes to the same in whatever order it is told', async () => {
    const outcomes = new Set<string>();
    for (const order of someOrders([0, 1, 2, 3, 4])) {
      const { user, sale } = await newToldMember();
      const { subscriptionId, metadata } = sale;
      const failed = (seconds: number) =>
        newFact('invoice_failed', { subscriptionId, metadata, createdAt: secondsAfter(seconds) });
      const told = [
        failed(1_000),
        sale.status('past_due', secondsAfter(1_000)),
        failed(2_000),
        newFact('invoice_paid', {
          subscriptionId,
          metadata,
          invoiceId: `in_${user.id}`,
          createdAt: secondsAfter(3_000),
        }),
        sale.status('active', secondsAfter(3_001)),
      ];
      await deliverFacts(order.flatMap((index) => told[index] ?? []));
      const row = await rowOf(user.id);
      outcomes.add(`${row.status} ${row.pastDueSince?.toISOString()}`);
      await applyPaymentEvent(failed(4_000));
      await applyPaymentEvent(sale.status('past_due', secondsAfter(4_000)));
      expect((await rowOf(user.id)).pastDueSince).toEqual(secondsAfter(4_000));
    }
    expect([...outcomes]).toEqual(['active undefined']);
  });

  it('is nobody’s matter once paid: a failure told late is not mailed', async () => {
    const { user, sale } = await newToldMember();
    const { subscriptionId, metadata } = sale;
    await applyPaymentEvent(
      newFact('invoice_failed', { subscriptionId, metadata, createdAt: secondsAfter(10) }),
    );
    expect(await dueSubjects(user.email)).toEqual([]);
    expect((await rowOf(user.id)).pastDueSince).toBeNull();
  });
});
