import { describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { refundPayment } from '#app/domain/selling/billing/undo.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { pay, settled, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import { deliverFacts as deliver } from '#tests/integration/delivered-facts.ts';
import { paymentsOf, purchasesOf, refundJobs } from '#tests/integration/ebook-buyers.ts';
import { newEbookSale, secondsAfter, someOrders } from '#tests/integration/facts.ts';
import { activityOf, mailsTo, newUser, newViewer } from '#tests/integration/people.ts';
import { startEbookPayment } from '#tests/integration/purchases.ts';

withSandbox();

type Sale = ReturnType<typeof newEbookSale>;

const opened = (sale: Sale) => sale.disputed({ createdAt: secondsAfter(60) });
const won = (sale: Sale) => sale.decided('won', { createdAt: secondsAfter(120) });
const lost = (sale: Sale) => sale.decided('lost', { createdAt: secondsAfter(120) });
const partly = (sale: Sale) => sale.refunded(200);
const wholly = (sale: Sale) => sale.refunded(700);

/** A payment for the ebook with its disputes, as the sandbox makes them. */
async function newDisputedBuyer() {
  const viewer = await newViewer();
  const { clientSecret } = await startEbookPayment(viewer);
  await pay(clientSecret);
  const intent = String(clientSecret.split('_secret')[0]);
  const dispute = await stripe.rawRequest('POST', `/v1/test_helpers/payment_intents/${intent}/dispute`, {});
  await settled();
  const { id } = dispute as unknown as { id: string };
  return {
    viewer,
    intent,
    async close(status: string) {
      await stripe.rawRequest('POST', `/v1/test_helpers/disputes/${id}/close`, { status });
      await settled();
    },
  };
}

describe('a disputed payment for the ebook', () => {
  it.each([
    ['won', [opened, won], 'paid', 'paid'],
    ['lost', [opened, lost], 'charged_back', 'charged_back'],
    ['won after a partial refund', [partly, opened, won], 'partially_refunded', 'paid'],
    ['open after a partial refund', [partly, opened], 'disputed', 'disputed'],
    ['lost after a partial refund', [partly, opened, lost], 'charged_back', 'charged_back'],
    ['won and refunded', [wholly, opened, won], 'refunded', 'refunded'],
    ['open and refunded', [wholly, opened], 'refunded', 'refunded'],
    ['lost and refunded', [wholly, opened, lost], 'charged_back', 'charged_back'],
  ] as const)('that is %s comes to the same in any order, told twice', async (_, news, payment, purchase) => {
    const facts = [(sale: Sale) => sale.paid, ...news];
    for (const order of someOrders(facts.map((_fact, index) => index))) {
      const user = await newUser();
      const sale = newEbookSale(user.id);
      const told = order.flatMap((index) => facts[index]?.(sale) ?? []);
      await deliver([...told, ...told]);
      expect(await paymentsOf(user.id), order.join()).toMatchObject([{ status: payment }]);
      expect(await purchasesOf(user.id), order.join()).toMatchObject([{ status: purchase, isGranted: true }]);
      expect(await isEntitled(user.id, 'ebook'), order.join()).toBe(purchase === 'paid');
      expect(
        (await mailsTo(user.email)).filter(({ subject }) => subject.startsWith('Your ebook')),
      ).toHaveLength(1);
    }
  });

  it('may be told all at once', async () => {
    const user = await newUser();
    const sale = newEbookSale(user.id);
    const facts = [sale.paid, partly(sale), opened(sale), won(sale)];
    await Promise.all([...facts, ...facts].map((fact) => deliver([fact])));
    expect(await purchasesOf(user.id)).toMatchObject([{ status: 'paid' }]);
    expect(await paymentsOf(user.id)).toMatchObject([{ amountRefundedCents: 200 }]);
  });

  it('that is lost, then won on appeal, gives the book back; older news changes nothing', async () => {
    const user = await newUser();
    const sale = newEbookSale(user.id);
    await deliver([sale.paid, opened(sale), lost(sale)]);
    expect(await isEntitled(user.id, 'ebook')).toBe(false);
    expect(await applyPaymentEvent(sale.decided('won', { createdAt: secondsAfter(300) }))).toBe('applied');
    expect(await isEntitled(user.id, 'ebook')).toBe(true);
    expect(await applyPaymentEvent(lost(sale))).toBe('duplicate');
    expect(await applyPaymentEvent(opened(sale))).toBe('duplicate');
    expect(await isEntitled(user.id, 'ebook')).toBe(true);
  });

  it('that is won gives nothing while another dispute of it is open', async () => {
    const user = await newUser();
    const sale = newEbookSale(user.id);
    await deliver([sale.paid, opened(sale), sale.disputed({ disputeId: `dp_2_${user.id}` }), won(sale)]);
    expect(await purchasesOf(user.id)).toMatchObject([{ status: 'disputed' }]);
  });

  it('that gave nothing gives nothing when the dispute is won', async () => {
    const user = await newUser();
    const sale = newEbookSale(user.id, { amountCents: 100 });
    await deliver([sale.completed, opened(sale), won(sale)]);
    expect(await purchasesOf(user.id)).toMatchObject([{ status: 'held', isGranted: false }]);
  });
});

describe('the provider’s own news of a dispute', () => {
  it.each([
    ['won', true],
    ['warning_closed', true],
    ['lost', false],
  ])('%s decides over the book', async (status, isOwned) => {
    const { viewer, close } = await newDisputedBuyer();
    expect(await purchasesOf(viewer.id)).toMatchObject([{ status: 'disputed' }]);
    expect(await isEntitled(viewer.id, 'ebook')).toBe(false);
    await close(status);
    expect(await isEntitled(viewer.id, 'ebook')).toBe(isOwned);
    expect((await activityOf(viewer.id)).slice(-2)).toEqual([
      'Payment disputed',
      isOwned ? 'Dispute won' : 'Dispute lost',
    ]);
  });

  it('gives the first money back where the book was bought again meanwhile', async () => {
    const { viewer, intent, close } = await newDisputedBuyer();
    await pay((await startEbookPayment(viewer)).clientSecret);
    expect((await purchasesOf(viewer.id)).map(({ status }) => status)).toEqual(['disputed', 'paid']);
    await close('won');
    expect((await purchasesOf(viewer.id)).map(({ status }) => status)).toEqual(['not_granted', 'paid']);
    expect(await refundJobs()).toContain(intent);
    await refundPayment({ provider: 'stripe', providerPaymentId: intent });
    await settled();
    expect((await purchasesOf(viewer.id)).map(({ status }) => status)).toEqual(['refunded', 'paid']);
    expect(await isEntitled(viewer.id, 'ebook')).toBe(true);
  });
});
