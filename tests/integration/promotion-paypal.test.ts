import { expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { commandLine } from '#app/domain/core/audit/record.server.ts';
import { ebook, membership } from '#app/domain/core/catalogue/products.ts';
import { claimSale } from '#app/domain/programme/affiliates/sale-referrals.server.ts';
import { openPaymentPage } from '#app/domain/selling/billing/purchase.server.ts';
import { collectPurchase, finishPurchase } from '#app/domain/selling/payment-events/collect.server.ts';
import { makeOperatorCode } from '#app/domain/selling/promotions/making.server.ts';
import { releaseUses } from '#app/domain/selling/promotions/release.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { paymentsOf } from '#tests/integration/ebook-buyers.ts';
import { fake, orderIn, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { newViewer } from '#tests/integration/people.ts';

withPaypal();

let count = 0;
/** A code that takes 20 % off and can be used once. */
async function newLastUse(): Promise<string> {
  count += 1;
  const code = `PAYPAL-${count}`;
  const wanted = {
    code,
    purpose: '',
    percentOff: 20,
    amountOffCents: 0,
    furtherAmountsOff: {},
    months: null,
    products: [],
    startsAt: null,
    expiresAt: null,
    maxUses: 1,
    maxUsesPerPerson: null,
    audience: 'everyone',
    affiliate: '',
  } as const;
  await makeOperatorCode(commandLine, wanted, crypto.randomUUID());
  return code;
}

/** Begins the ebook at PayPal with a code, and returns the order's id. */
async function begin(viewer: Viewer, code: string): Promise<string> {
  const promotion = await claimSale(viewer, ebook, { code, referral: null });
  return orderIn(await openPaymentPage(viewer, ebook, 'wallet', promotion));
}

const jobOf = (id: string) => ({ provider: 'paypal' as const, providerPaymentId: id });

async function releaseAll(): Promise<void> {
  await prisma().promotionUse.updateMany({
    where: { state: 'reserved' },
    data: { reservedUntil: new Date(Date.now() - 1_000) },
  });
  await releaseUses();
}

it('a code makes what is paid once cheaper at PayPal, and its use is counted', async () => {
  const code = await newLastUse();
  const viewer = await newViewer();
  const id = await begin(viewer, code);
  await fake.approveOrder(id);
  await finishPurchase(viewer, id);
  expect(await paymentsOf(viewer.id)).toMatchObject([
    { amountCents: 560, discountCents: 140, discountCode: code },
  ]);
  expect(await prisma().promotionUse.findMany({ where: { code } })).toMatchObject([{ state: 'used' }]);
});

it('who gives up and begins again has the last use, also where the order is the same', async () => {
  const code = await newLastUse();
  const viewer = await newViewer();
  const id = await begin(viewer, code);
  await releaseAll();
  expect(await begin(viewer, code)).toBe(id);
  await fake.approveOrder(id);
  await finishPurchase(viewer, id);
  expect(await paymentsOf(viewer.id)).toMatchObject([{ amountCents: 560, discountCode: code }]);
});

it('who approves late, when the last use is another’s, pays nothing and is told', async () => {
  const code = await newLastUse();
  const [slow, quick] = [await newViewer(), await newViewer()];
  const late = await begin(slow, code);
  await fake.approveOrder(late);
  await releaseAll();
  const id = await begin(quick, code);
  await fake.approveOrder(id);
  await finishPurchase(quick, id);
  expect(await finishPurchase(slow, late)).toMatchObject({ state: 'code_gone' });
  // By its webhook and by a reload, too.
  await collectPurchase(jobOf(late));
  expect(await fake.order(late)).toMatchObject({ status: 'APPROVED' });
  expect(await paymentsOf(slow.id)).toEqual([]);
  expect(await isEntitled(slow.id, 'ebook')).toBe(false);
  // Without the code they can buy it at once.
  const again = orderIn(await openPaymentPage(slow, ebook, 'wallet'));
  await fake.approveOrder(again);
  expect(await finishPurchase(slow, again)).toMatchObject({ state: 'taken' });
  expect(await paymentsOf(slow.id)).toMatchObject([{ amountCents: 700, discountCents: 0 }]);
});

it('who approves late, when the use is still to be had, pays the reduced price', async () => {
  const code = await newLastUse();
  const viewer = await newViewer();
  const id = await begin(viewer, code);
  await fake.approveOrder(id);
  await releaseAll();
  expect(await finishPurchase(viewer, id)).toMatchObject({ state: 'taken' });
  expect(await paymentsOf(viewer.id)).toMatchObject([{ amountCents: 560 }]);
  expect(await prisma().promotionUse.findMany({ where: { code } })).toMatchObject([{ state: 'used' }]);
});

it('a subscription costs its full price there, and uses nothing up', async () => {
  const code = await newLastUse();
  const viewer = await newViewer();
  const promotion = await claimSale(viewer, membership, { code, referral: null });
  await openPaymentPage(viewer, membership, 'wallet', promotion);
  expect(await prisma().promotionUse.count({ where: { code } })).toBe(0);
});
