import { describe, expect, it } from 'vitest';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { membership, resellerPro, resellerProFree3 } from '#app/domain/core/catalogue/products.ts';
import {
  findMembershipState,
  findSubscriptionStates,
} from '#app/domain/selling/billing/billing-overview.server.ts';
import {
  cancelMembership,
  keepMembership,
  planCancellation,
} from '#app/domain/selling/billing/cancellation.server.ts';
import { openCardPage } from '#app/domain/selling/billing/card.server.ts';
import { openPaymentPage, startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { card, rowOf, settled, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import { mailsTo, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { statementsOf } from '#tests/integration/statements.ts';

withSandbox();

/** A reseller who has bought some products at the hosted checkout. */
async function newResellerWith(...products: Product[]) {
  const viewer = await newViewer({ role: 'reseller' });
  for (const product of products) {
    const address = await openPaymentPage(viewer, product, 'card_page');
    await fetch(address, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' });
    await settled();
  }
  return viewer;
}

const stateOf = (userId: string, gives: 'membership' | 'reseller_pro') =>
  findMembershipState(userId, new Date(), gives);
const roleOf = async (id: string) => (await prisma().user.findUniqueOrThrow({ where: { id } })).role;

describe('Reseller PRO', () => {
  it('is canceled by itself: the membership beside it goes on', async () => {
    const viewer = await newResellerWith(membership, resellerPro);
    expect(await roleOf(viewer.id)).toBe('pro_reseller');
    expect(await planCancellation(viewer.id, 'reseller_pro')).toMatchObject({ endsAtOnce: false });
    expect(await cancelMembership(viewer, {}, 'reseller_pro')).toBe(true);
    expect(await cancelMembership(viewer, {}, 'reseller_pro')).toBe(false);
    await settled();
    expect(await stateOf(viewer.id, 'reseller_pro')).toMatchObject({ kind: 'running_out' });
    expect(await stateOf(viewer.id, 'membership')).toMatchObject({ kind: 'active' });
    expect(await roleOf(viewer.id)).toBe('pro_reseller');
    expect(await subjectsTo(viewer.email)).toEqual([
      'Welcome: your membership is active',
      'Reseller PRO is active',
      'Reseller PRO is canceled',
    ]);
  });

  it('is kept after all, which the membership beside it does not notice', async () => {
    const viewer = await newResellerWith(membership, resellerPro);
    await cancelMembership(viewer, {});
    await cancelMembership(viewer, {}, 'reseller_pro');
    await settled();
    expect(await keepMembership(viewer, 'reseller_pro')).toBe(true);
    await settled();
    expect(await keepMembership(viewer, 'reseller_pro')).toBe(false);
    expect(await stateOf(viewer.id, 'reseller_pro')).toMatchObject({ kind: 'active' });
    expect(await stateOf(viewer.id, 'membership')).toMatchObject({ kind: 'running_out' });
    expect((await subjectsTo(viewer.email)).at(-1)).toBe('Your Reseller PRO goes on');
    const stranger = await newResellerWith(membership);
    await expect(keepMembership(stranger, 'reseller_pro')).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('has its card replaced, also where the membership is not paid by one', async () => {
    const viewer = await newResellerWith(resellerPro);
    await expect(openCardPage(viewer)).rejects.toMatchObject({ kind: 'conflict' });
    const page = await openCardPage(viewer, 'reseller_pro');
    expect(await (await fetch(page)).text()).toContain('Replace your card');
  });

  it('is sold to nobody who is not in the program', async () => {
    for (const viewer of [await newViewer(), await newViewer({ role: 'affiliate' })])
      await expect(openPaymentPage(viewer, resellerPro, 'card_page')).rejects.toMatchObject({
        kind: 'not_allowed',
        message: resellerPro.requires?.text,
      });
  });

  it('says by mail that it has ended, and what stays', async () => {
    const viewer = await newResellerWith(resellerPro);
    await stripe.subscriptions.cancel((await rowOf(viewer.id)).providerSubscriptionId);
    await settled();
    expect(await subjectsTo(viewer.email)).toEqual(['Reseller PRO is active', 'Reseller PRO is canceled']);
    expect(await roleOf(viewer.id)).toBe('reseller');
  });

  it('and the membership are read in one query', async () => {
    const viewer = await newResellerWith(membership, resellerPro);
    const sent = await statementsOf(async () => {
      const states = await findSubscriptionStates(viewer.id);
      expect(states).toMatchObject({ membership: { kind: 'active' }, reseller_pro: { kind: 'active' } });
    });
    expect(sent).toHaveLength(1);
  });

  it('names its own page to cancel in its mail', async () => {
    const viewer = await newResellerWith(resellerPro);
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.text).toContain('/profile/billing/cancel?product=pro');
  });

  it('has nothing to cancel for who has the membership alone', async () => {
    const viewer = await newResellerWith(membership);
    expect(await planCancellation(viewer.id, 'reseller_pro')).toBeNull();
    await expect(cancelMembership(viewer, {}, 'reseller_pro')).rejects.toMatchObject({ kind: 'conflict' });
    expect(await stateOf(viewer.id, 'membership')).toMatchObject({ kind: 'active' });
  });

  it('begins with three free months, without a payment, once', async () => {
    const viewer = await newResellerWith(resellerProFree3);
    expect(await roleOf(viewer.id)).toBe('pro_reseller');
    expect(await prisma().payment.count({ where: { userId: viewer.id } })).toBe(0);
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.text).toContain('The first 3 months are free');
    const standing = await stateOf(viewer.id, 'reseller_pro');
    const day = 24 * 3600 * 1000;
    const isInThreeMonths = (at: Date) => Math.abs(at.getTime() - Date.now() - 91 * day) < 3 * day;
    expect(standing).toMatchObject({ kind: 'active', nextPayment: { amountCents: 9_700, isFirst: true } });
    expect(standing.kind === 'active' && standing.nextPayment.at).toSatisfy(isInThreeMonths);
    for (const product of [resellerPro, resellerProFree3])
      await expect(openPaymentPage(viewer, product, 'card_page')).rejects.toMatchObject({ kind: 'conflict' });
    await prisma().subscription.updateMany({ where: { userId: viewer.id }, data: { status: 'canceled' } });
    await expect(openPaymentPage(viewer, resellerProFree3, 'card_page')).rejects.toThrow(
      'The free months are for those who have not had Reseller PRO',
    );
    await expect(openPaymentPage(viewer, resellerPro, 'card_page')).resolves.toContain('/sandbox/');
  });

  it('with free months is not sold by a form that would give it before there is a card', async () => {
    const viewer = await newViewer({ role: 'reseller' });
    await expect(startPurchase(viewer, resellerProFree3, 'card_form')).rejects.toMatchObject({
      kind: 'unavailable',
    });
  });
});
