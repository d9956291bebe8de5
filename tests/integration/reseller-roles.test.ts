import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findEntitlements, hasAnyOf, isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { grantEntitlement, revokeGrant } from '#app/domain/core/access/grants.server.ts';
import { settleRunOutRoles } from '#app/domain/core/access/roles.server.ts';
import { joinProgramme } from '#app/domain/programme/affiliates/joining.server.ts';
import {
  announceTrialEnds,
  findTrialState,
  startResellerTrial,
} from '#app/domain/programme/affiliates/reseller-trial.server.ts';
import { findSubscriptionStates } from '#app/domain/selling/billing/billing-overview.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';
import { deliverFacts } from '#tests/integration/delivered-facts.ts';
import { newFact, newSale } from '#tests/integration/facts.ts';
import { activityOf, at, newUser, newViewer, subjectsTo } from '#tests/integration/people.ts';

const dayMs = 24 * 3600 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);

const roleOf = async (id: string) => (await prisma().user.findUniqueOrThrow({ where: { id } })).role;

/** What Stripe tells of somebody's payment for the reseller programme. */
function programmeSale(userId: string) {
  const paymentId = `pi_${randomUUID()}`;
  const metadata = { user_id: userId, product: 'reseller_programme', offer: '99700 usd once' };
  return {
    paid: newFact('product_paid', {
      paymentId,
      metadata,
      amountCents: 99_700,
      taxCents: 0,
      subscriptionId: null,
    }),
    refunded: newFact('refund_changed', { paymentId, amountCents: 99_700, refundId: `re_${randomUUID()}` }),
  };
}

/** What Stripe tells of somebody's Reseller PRO. */
function proSale(userId: string, product: 'reseller_pro' | 'reseller_pro_free3' = 'reseller_pro') {
  const sale = newSale(userId);
  const metadata = { user_id: userId, product, offer: '9700 usd month' };
  const price = {
    id: `price_${product}`,
    lookupKey: `${product}_usd_9700_month`,
    amountCents: 9_700,
    currency: 'usd',
    interval: 'month',
  };
  const status = (value: 'active' | 'canceled', days: number) =>
    sale.status(value, inDays(-1), { price, metadata, currentPeriodEnd: inDays(days) });
  return { active: status('active', 30), ended: { ...status('canceled', 30), createdAt: new Date() } };
}

describe('a role follows what somebody has', () => {
  it('up with the program and PRO, and down again, to what it was', async () => {
    const { id, email } = await newUser({ role: 'affiliate' });
    const programme = programmeSale(id);
    await deliverFacts([programme.paid]);
    expect(await roleOf(id)).toBe('reseller');
    const pro = proSale(id);
    await deliverFacts([pro.active]);
    expect(await roleOf(id)).toBe('pro_reseller');
    expect(await findEntitlements(id)).toEqual(new Set(['reseller', 'reseller_pro']));
    await deliverFacts([pro.ended]);
    expect(await roleOf(id)).toBe('reseller');
    await deliverFacts([programme.refunded]);
    expect(await roleOf(id)).toBe('affiliate');
    expect((await activityOf(id)).filter((line) => line.startsWith('Role'))).toEqual([
      'Role changed from affiliate to reseller',
      'Role changed from reseller to pro reseller',
      'Role changed from pro reseller to reseller',
      'Role changed from reseller to affiliate',
    ]);
    expect(await subjectsTo(email)).toEqual([
      'Welcome to the reseller program',
      'Reseller PRO is active',
      'Reseller PRO has ended',
      'Your refund is on its way',
    ]);
  });

  it('not to PRO without the program, in whatever order they come', async () => {
    const { id } = await newUser();
    await deliverFacts([proSale(id, 'reseller_pro_free3').active]);
    expect(await roleOf(id)).toBe('member');
    await deliverFacts([programmeSale(id).paid]);
    expect(await roleOf(id)).toBe('pro_reseller');
  });

  it('never below what an admin set, whatever ends', async () => {
    const admin = await newUser({ role: 'admin' });
    const seller = await newUser({ role: 'reseller' });
    for (const { id } of [admin, seller]) {
      const programme = programmeSale(id);
      await deliverFacts([programme.paid, programme.refunded]);
    }
    expect(await roleOf(admin.id)).toBe('admin');
    expect(await roleOf(seller.id)).toBe('reseller');
    await settleRunOutRoles();
    expect(await roleOf(seller.id)).toBe('reseller');
  });

  it('whichever PRO is sold second is undone: one gives what the other does', async () => {
    const { id } = await newUser({ role: 'reseller' });
    await deliverFacts([proSale(id).active, proSale(id, 'reseller_pro_free3').active]);
    const rows = await prisma().subscription.findMany({ where: { userId: id }, orderBy: { product: 'asc' } });
    expect(rows.map(({ product, status }) => [product, status])).toEqual([
      ['reseller_pro', 'active'],
      ['reseller_pro_free3', 'canceled'],
    ]);
    expect(await roleOf(id)).toBe('pro_reseller');
  });

  it('back by time alone, where nobody tells of the end', async () => {
    const { id } = await newUser({ role: 'reseller' });
    await deliverFacts([proSale(id).active]);
    await at(inDays(32), settleRunOutRoles);
    expect(await roleOf(id)).toBe('pro_reseller');
    await at(inDays(34), settleRunOutRoles);
    expect(await roleOf(id)).toBe('reseller');
  });
});

describe('a grant', () => {
  it('gives without payment until it ends or is taken back, and is written down', async () => {
    const { id } = await newUser();
    const admin = await newUser({ role: 'admin' });
    const given = { userId: id, reason: 'Speaker at our conference', actorId: admin.id } as const;
    const grantId = await grantEntitlement({ ...given, entitlement: 'reseller', endsAt: null });
    await grantEntitlement({ ...given, entitlement: 'membership', endsAt: inDays(3) });
    expect(await findEntitlements(id)).toEqual(new Set(['membership', 'reseller']));
    expect(await roleOf(id)).toBe('reseller');
    expect(await at(inDays(4), () => isEntitled(id, 'membership'))).toBe(false);
    await revokeGrant(grantId, admin.id);
    await revokeGrant(grantId, admin.id);
    expect(await roleOf(id)).toBe('member');
    expect(await isEntitled(id, 'reseller')).toBe(false);
    expect(
      (await activityOf(id)).filter((line) => line.startsWith('Complimentary access removed')),
    ).toHaveLength(1);
  });

  it('is refused with an end that is past, or for nobody', async () => {
    const { id } = await newUser();
    const grant = { entitlement: 'ebook', reason: 'x', actorId: null } as const;
    await expect(grantEntitlement({ ...grant, userId: id, endsAt: inDays(-1) })).rejects.toMatchObject({
      kind: 'invalid',
    });
    const at10 = new Date('2026-03-01T10:00:00Z');
    const endingNow = () => grantEntitlement({ ...grant, userId: id, endsAt: at10 });
    await expect(at(at10, endingNow), 'an end that is now').rejects.toMatchObject({ kind: 'invalid' });
    await expect(grantEntitlement({ ...grant, userId: randomUUID(), endsAt: null })).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(revokeGrant(randomUUID(), null)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('what somebody has', () => {
  it('is by a subscription of their own that is live, in nobody’s dispute, not given back or held, and in time', async () => {
    const [{ id: userId }, other] = [await newUser(), await newUser()];
    const good = {
      product: 'membership',
      status: 'active',
      currentPeriodEnd: inDays(1),
      lastEventAt: null,
      pastDueSince: null,
      heldReason: null,
      isDisputed: false,
      isRefunded: false,
    } as const;
    const providerSubscriptionId = `sub_${randomUUID()}`;
    const { id } = await prisma().subscription.create({
      data: { userId, provider: 'stripe', providerSubscriptionId, amount: 4_700, ...good },
    });
    const gives = async (change: Prisma.SubscriptionUncheckedUpdateInput) => {
      await prisma().subscription.update({ where: { id }, data: { ...good, ...change } });
      return isEntitled(userId, 'membership');
    };
    for (const change of [
      {},
      { status: 'trialing' },
      { status: 'past_due', pastDueSince: inDays(-13.9) },
      { currentPeriodEnd: inDays(-2.9) },
      { currentPeriodEnd: null, lastEventAt: inDays(-33.9) },
    ] as const)
      expect(await gives(change), JSON.stringify(change)).toBe(true);
    for (const change of [
      { isDisputed: true },
      { isRefunded: true },
      { heldReason: 'another price' },
      { status: 'canceled' },
      { product: 'reseller_pro' },
      { pastDueSince: inDays(-14.1) },
      { currentPeriodEnd: inDays(-3.1) },
      { currentPeriodEnd: null, lastEventAt: inDays(-34.1) },
    ] as const)
      expect(await gives(change), JSON.stringify(change)).toBe(false);
    expect(await gives({})).toBe(true);
    expect(await isEntitled(other.id, 'membership')).toBe(false);
  });

  it('is by a purchase of their own that is paid', async () => {
    const [{ id: userId }, other] = [await newUser(), await newUser()];
    const bought = { userId, product: 'ebook', provider: 'stripe', amountCents: 700 } as const;
    const { id } = await prisma().purchase.create({
      data: { ...bought, providerPaymentId: `pi_${randomUUID()}` },
    });
    for (const status of ['begun', 'not_granted', 'paid'] as const) {
      const data = { status, isGranted: status === 'paid', purchasedAt: new Date() };
      await prisma().purchase.update({ where: { id }, data });
      expect(await isEntitled(userId, 'ebook'), status).toBe(status === 'paid');
    }
    expect(await isEntitled(userId, 'reseller')).toBe(false);
    expect(await isEntitled(other.id, 'ebook')).toBe(false);
  });

  it('is by a grant, a role or a trial of their own', async () => {
    const [{ id }, other] = [await newUser(), await newUser()];
    await grantEntitlement({ userId: id, entitlement: 'ebook', reason: 'x', actorId: null, endsAt: null });
    await prisma().user.update({
      where: { id },
      data: { role: 'pro_reseller', assignedRole: 'pro_reseller', trialEndsAt: inDays(1) },
    });
    expect(await findEntitlements(id)).toEqual(
      new Set(['ebook', 'reseller', 'reseller_pro', 'reseller_trial']),
    );
    expect(await findEntitlements(other.id)).toEqual(new Set());
  });
});

describe('having any of some things', () => {
  it('is told of the membership by what is known of the viewer, of the rest by the database', async () => {
    const viewer = await newViewer();
    const member = { ...viewer, hasMembership: true };
    expect(await hasAnyOf(member, ['membership'])).toBe(true);
    expect(await hasAnyOf(member, ['ebook'])).toBe(false);
    expect(await hasAnyOf(viewer, ['membership', 'ebook'])).toBe(false);
    expect(await hasAnyOf(viewer, [])).toBe(false);
    const grant = { userId: viewer.id, reason: 'x', actorId: null, endsAt: null } as const;
    await grantEntitlement({ ...grant, entitlement: 'membership' });
    expect(await hasAnyOf(viewer, ['membership', 'ebook']), 'without asking').toBe(false);
    await grantEntitlement({ ...grant, entitlement: 'ebook' });
    expect(await hasAnyOf(viewer, ['membership', 'ebook'])).toBe(true);
    expect(await hasAnyOf(viewer, ['reseller'])).toBe(false);
  });
});

describe('the reseller trial (P23)', () => {
  it('makes a reseller for seven days, once, and gives back the former role', async () => {
    const viewer = await newViewer({ role: 'affiliate' });
    expect(await findTrialState(viewer)).toEqual({ kind: 'open' });
    expect(await Promise.all([startResellerTrial(viewer), startResellerTrial(viewer)])).toEqual(
      expect.arrayContaining(['started', 'used']),
    );
    expect(await roleOf(viewer.id)).toBe('reseller');
    expect(await findEntitlements(viewer.id)).toEqual(new Set(['reseller_trial']));
    await at(inDays(6.9), settleRunOutRoles);
    expect(await roleOf(viewer.id)).toBe('reseller');
    await at(inDays(7.1), settleRunOutRoles);
    expect(await roleOf(viewer.id)).toBe('affiliate');
    expect(await startResellerTrial(viewer)).toBe('used');
    expect(await at(inDays(8), () => findTrialState(viewer))).toEqual({ kind: 'used' });
    expect(await subjectsTo(viewer.email)).toEqual(['Your 7-day reseller trial has begun']);
  });

  it('stands on the billing page while it runs, with its end, whatever else one has', async () => {
    const [viewer, buyer, other] = [await newViewer(), await newViewer(), await newViewer()];
    for (const person of [viewer, buyer]) await startResellerTrial(person);
    await deliverFacts([programmeSale(buyer.id).paid]);
    const { trialEndsAt: endsAt } = await prisma().user.findUniqueOrThrow({ where: { id: viewer.id } });
    const trialOf = async ({ id }: { id: string }, at?: Date) => (await findSubscriptionStates(id, at)).trial;
    expect(await trialOf(viewer)).toEqual({ endsAt, days: 7, staysReseller: false });
    expect(await trialOf(buyer)).toMatchObject({ days: 7, staysReseller: true });
    expect(await trialOf(other)).toBeNull();
    expect(await trialOf(viewer, inDays(7.1))).toBeNull();
    await deliverFacts([newSale(viewer.id).status('active', new Date(), { currentPeriodEnd: inDays(30) })]);
    expect(await findSubscriptionStates(viewer.id)).toMatchObject({
      membership: { kind: 'active' },
      trial: { days: 7 },
    });
  });

  it('keeps who joins the affiliates meanwhile an affiliate afterwards', async () => {
    const viewer = await newViewer();
    await startResellerTrial(viewer);
    await joinProgramme(viewer);
    expect(await roleOf(viewer.id)).toBe('reseller');
    await at(inDays(8), settleRunOutRoles);
    expect(await roleOf(viewer.id)).toBe('affiliate');
  });

  it('is not needed by a reseller', async () => {
    for (const role of ['reseller', 'pro_reseller'] as const) {
      const viewer = await newViewer({ role });
      expect(await findTrialState(viewer)).toEqual({ kind: 'unneeded' });
      expect(await startResellerTrial(viewer)).toBe('unneeded');
    }
  });

  it('says once that it has ended, and what becomes of the earnings; not to who is a reseller for good', async () => {
    const [plain, affiliate, buyer] = [
      await newViewer(),
      await newViewer({ role: 'affiliate' }),
      await newViewer(),
    ];
    for (const person of [plain, affiliate, buyer]) await startResellerTrial(person);
    await deliverFacts([programmeSale(buyer.id).paid]);
    const endedMails = async (person: { email: string }) =>
      (await prisma().mailOutbox.findMany({ where: { recipient: person.email } })).filter(({ subject }) =>
        subject.includes('has ended'),
      );
    await at(inDays(6.9), announceTrialEnds);
    expect(await endedMails(plain)).toEqual([]);
    await at(inDays(7.1), () => Promise.all([announceTrialEnds(), announceTrialEnds()]));
    await at(inDays(8), announceTrialEnds);
    const [[toPlain, ...noMore], [toAffiliate], toBuyer] = [
      await endedMails(plain),
      await endedMails(affiliate),
      await endedMails(buyer),
    ];
    expect(toPlain?.text).toContain('join the affiliate program, which is free');
    expect(toAffiliate?.text).toContain('at your rate as an affiliate');
    expect([noMore, toBuyer]).toEqual([[], []]);
  });

  it('announces its end three days before, once, but not to who has bought the program since', async () => {
    const [viewer, buyer] = [await newViewer(), await newViewer()];
    for (const person of [viewer, buyer]) await startResellerTrial(person);
    await deliverFacts([programmeSale(buyer.id).paid]);
    await at(inDays(3.9), announceTrialEnds);
    expect(await subjectsTo(viewer.email)).toHaveLength(1);
    await at(inDays(4.1), announceTrialEnds);
    await at(inDays(4.2), announceTrialEnds);
    expect((await subjectsTo(viewer.email)).slice(1)).toEqual([
      expect.stringContaining('Your reseller trial ends on'),
    ]);
    expect((await subjectsTo(buyer.email)).filter((subject) => subject.includes('ends'))).toEqual([]);
  });
});
