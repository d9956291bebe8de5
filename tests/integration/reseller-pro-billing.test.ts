import { describe, expect, it } from 'vitest';
import { findMembershipState } from '#app/domain/billing/billing-overview.server.ts';
import { cancelMembership, planCancellation } from '#app/domain/billing/cancellation.server.ts';
import { openPaymentPage, startPurchase } from '#app/domain/billing/purchase.server.ts';
import type { Product } from '#app/domain/catalogue/product.ts';
import { membership, resellerPro, resellerProFree3 } from '#app/domain/catalogue/products.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { card, settled, withSandbox } from '#tests/integration/card-buyers.ts';
import { mailsTo, newViewer, subjectsTo } from '#tests/integration/people.ts';

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
