import { describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { ebook, membership } from '#app/domain/core/catalogue/products.ts';
import { openPaymentPage } from '#app/domain/selling/billing/purchase.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { confirmAtProviders } from '#app/domain/selling/payment-events/confirm.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import {
  loseWebhooks,
  payHosted,
  renew,
  rowOf,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { deliverFacts } from '#tests/integration/delivered-facts.ts';
import { paymentsOf, purchasesOf, refundJobs } from '#tests/integration/ebook-buyers.ts';
import { newEbookSale, permutations } from '#tests/integration/facts.ts';
import { at, mailsTo, newUser, newViewer } from '#tests/integration/people.ts';
import { openEbookCheckout, openHostedCheckout } from '#tests/integration/purchases.ts';
import { post } from '#tests/integration/sandbox-calls.ts';

withSandbox();

/** A code that an operator has made, which takes something off. */
async function newCode(code: string, percent: number, duration: 'once' | 'forever' = 'once') {
  const coupon = await stripe.coupons.create({ percent_off: percent, duration });
  return stripe.promotionCodes.create({ code, promotion: { type: 'coupon', coupon: coupon.id } });
}

const typed = (code: string) => ({ step: 'code', code });

describe('a promotion code typed on the hosted page', () => {
  it('makes the first month cheaper, is kept with the payment, and holds nothing', async () => {
    const { id: promotionCode } = await newCode('HALF', 50);
    const viewer = await newViewer();
    const address = await openHostedCheckout(viewer);
    await payHosted(address, typed('half'));
    expect(await paymentsOf(viewer.id)).toMatchObject([{ amountCents: 2_350, promotionCode }]);
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'active', amount: 4_700, heldReason: null });
    await renew(viewer.id);
    const [, second] = await paymentsOf(viewer.id);
    expect(second).toMatchObject({ amountCents: 4_700, promotionCode: null });
  });

  it('is found too where the payment is asked for and not told', async () => {
    const { id: promotionCode } = await newCode('UNHEARD', 50);
    const viewer = await newViewer();
    await loseWebhooks(async () => payHosted(await openHostedCheckout(viewer), typed('unheard')));
    expect(await confirmAtProviders(viewer, membership)).toBe(true);
    expect(await paymentsOf(viewer.id)).toMatchObject([{ amountCents: 2_350, promotionCode }]);
  });

  it('gives what is paid once for what was paid, whatever is told first', async () => {
    const { id: promotionCode } = await newCode('SEVENTH', 14);
    const viewer = await newViewer();
    await payHosted(await openEbookCheckout(viewer), typed('SEVENTH'));
    expect(await paymentsOf(viewer.id)).toMatchObject([{ amountCents: 602, promotionCode, taxCents: 0 }]);
    expect(await purchasesOf(viewer.id)).toMatchObject([{ status: 'paid', amountCents: 700 }]);
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.text).toContain('$6.02');
  });

  it('may leave nothing to pay: the book is there, and no payment', async () => {
    await newCode('GIFT', 100);
    const viewer = await newViewer();
    const address = await openEbookCheckout(viewer);
    await payHosted(address, typed('GIFT'));
    expect(await isEntitled(viewer.id, 'ebook')).toBe(true);
    expect(await paymentsOf(viewer.id)).toEqual([]);
    expect((await mailsTo(viewer.email))[0]?.text).toContain('free of charge');
  });

  it('that is none is said so, and changes nothing', async () => {
    const address = await openHostedCheckout(await newViewer());
    const response = await post(address, typed('NOTHING'));
    expect(response.status).toBe(422);
    const text = await response.text();
    expect(text).toContain('This code is invalid.');
    expect(text).toContain('Pay $47.00');
  });

  it('may take something off for good: the price is what is compared', async () => {
    await newCode('FOREVER', 10, 'forever');
    const viewer = await newViewer();
    await payHosted(await openHostedCheckout(viewer), typed('FOREVER'));
    await renew(viewer.id);
    expect((await paymentsOf(viewer.id)).map(({ amountCents }) => amountCents)).toEqual([4_230, 4_230]);
    expect(await rowOf(viewer.id)).toMatchObject({ amount: 4_700, heldReason: null });
  });
});

describe('a promotion that the checkout has', () => {
  it('is compared by the price before it, as the hosted page tells it', async () => {
    const { id: providerId } = await newCode('LINK', 14);
    const viewer = await newViewer();
    const promotion = { code: 'LINK', percentOff: 14, providerId };
    await payHosted(await openPaymentPage(viewer, ebook, 'card_page', promotion));
    expect(await paymentsOf(viewer.id)).toMatchObject([{ amountCents: 602 }]);
    expect(await purchasesOf(viewer.id)).toMatchObject([{ status: 'paid', amountCents: 700 }]);
  });

  it('has a page of its own, also pressed in the minute of one without', async () => {
    const { id: providerId } = await newCode('PRESSED', 14);
    const viewer = await newViewer();
    const pages = await at(Date.now(), async () => [
      await openPaymentPage(viewer, ebook, 'card_page', { code: 'PRESSED', percentOff: 14, providerId }),
      await openEbookCheckout(viewer),
    ]);
    expect(new Set(pages).size).toBe(2);
  });
});

describe('a payment less a discount', () => {
  it('is what was offered before the discount and the tax, in whatever order it is told', async () => {
    for (const order of permutations([0, 1])) {
      const user = await newUser();
      // $7 less $2, and 20 % tax on what is left.
      const sale = newEbookSale(user.id, { amountCents: 600, promotionCode: 'promo_1' });
      const facts = [
        { ...sale.paid, promotionCode: null },
        { ...sale.completed, taxCents: 100, subtotalCents: 700 },
      ];
      await deliverFacts(order.flatMap((index) => facts[index] ?? []));
      expect(await isEntitled(user.id, 'ebook'), order.join()).toBe(true);
      expect(await paymentsOf(user.id)).toMatchObject([
        { amountCents: 600, taxCents: 100, promotionCode: 'promo_1' },
      ]);
    }
  });

  it('is held where the price before it is another', async () => {
    const user = await newUser();
    const { completed } = newEbookSale(user.id, { amountCents: 300 });
    await deliverFacts([{ ...completed, taxCents: 0, subtotalCents: 500 }]);
    expect(await purchasesOf(user.id)).toMatchObject([
      { status: 'held', heldReason: 'offered 7.00 USD, taken 5.00 USD' },
    ]);
  });

  it('of all of it gives once, and gives nothing back that was not paid', async () => {
    const user = await newUser();
    const { completed } = newEbookSale(user.id, { amountCents: 0 });
    const free = { ...completed, taxCents: 0, subtotalCents: 700 };
    expect(await applyPaymentEvent({ ...free, paymentId: 'cs_a' })).toBe('applied');
    expect(await applyPaymentEvent({ ...free, eventId: 'evt_b', paymentId: 'cs_a' })).toBe('duplicate');
    expect(await applyPaymentEvent({ ...free, eventId: 'evt_c', paymentId: 'cs_b' })).toBe('applied');
    expect((await purchasesOf(user.id)).map(({ status }) => status)).toEqual(['paid', 'not_granted']);
    expect(await refundJobs()).not.toContain('cs_b');
    expect(await prisma().payment.count({ where: { userId: user.id } })).toBe(0);
  });
});
