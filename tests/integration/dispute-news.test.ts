import { describe, expect, it } from 'vitest';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { DisputeChanged } from '#app/platform/payments/facts.ts';
import { deliverFacts, newToldMember, stateOf } from '#tests/integration/delivered-facts.ts';
import { permutations, secondsAfter } from '#tests/integration/facts.ts';
import { activityOf } from '#tests/integration/people.ts';

type Sale = Awaited<ReturnType<typeof newToldMember>>['sale'];

const at = (seconds: number) => ({ createdAt: secondsAfter(seconds) });

/** What a member's payment has become by some news of a dispute, and the disputes that are kept of it. */
async function paymentAfter(news: (sale: Sale) => readonly DisputeChanged[]) {
  const { user, sale } = await newToldMember();
  await deliverFacts(news(sale));
  const [payment] = (await stateOf(user)).payments;
  const disputes = await prisma().paymentDispute.findMany({ where: { paymentId: String(payment?.id) } });
  return { status: payment?.status, disputes, activity: (await activityOf(user.id)).slice(-1) };
}

describe('news of a dispute', () => {
  it.each([
    ['open', 'disputed', 'Payment disputed', true],
    ['inquiry', 'paid', 'A bank inquires about a payment', false],
    ['won', 'paid', 'Dispute won', true],
    ['lost', 'charged_back', 'Dispute lost', true],
    ['inquiry_closed', 'paid', 'Dispute won', false],
  ] as const)('that it is %s are kept, and written down', async (state, status, sentence, tookMoney) => {
    const kept = await paymentAfter((sale) => [sale.disputed({ state })]);
    expect(kept).toMatchObject({ status, disputes: [{ tookMoney }], activity: [sentence] });
  });

  it('that it took the money hold, whatever is told earlier or later', async () => {
    for (const order of permutations([0, 1])) {
      const earlier = await paymentAfter((sale) => {
        const told = [sale.inquired(at(60)), sale.disputed(at(120))];
        return order.flatMap((index) => told[index] ?? []);
      });
      expect(earlier, order.join()).toMatchObject({
        status: 'disputed',
        disputes: [{ openedAt: secondsAfter(120) }],
      });
      const later = await paymentAfter((sale) => {
        const told = [sale.disputed(at(60)), sale.inquired(at(120))];
        return order.flatMap((index) => told[index] ?? []);
      });
      expect(later, order.join()).toMatchObject({
        status: 'disputed',
        disputes: [{ openedAt: secondsAfter(120) }],
      });
    }
  });

  it('that are inquiries alone take nothing, however many', async () => {
    expect(await paymentAfter((sale) => [sale.inquired(at(60)), sale.inquired(at(120))])).toMatchObject({
      status: 'paid',
      disputes: [{ tookMoney: false }],
    });
  });

  it('of its end hold by the latest of them, in either order', async () => {
    for (const order of permutations([0, 1])) {
      const { status, disputes } = await paymentAfter((sale) => {
        const told = [sale.decided('lost', at(120)), sale.decided('won', at(180))];
        return order.flatMap((index) => told[index] ?? []);
      });
      expect({ order, status }).toEqual({ order, status: 'paid' });
      expect(disputes).toMatchObject([{ outcome: 'won', closedAt: secondsAfter(180) }]);
    }
  });

  it('of one moment, told by two events, are written down once', async () => {
    const { user, sale } = await newToldMember();
    for (const state of ['open', 'lost'] as const) {
      const told = sale.disputed({ state, ...at(60) });
      expect(await applyPaymentEvent(told)).toBe('applied');
      const before = await activityOf(user.id);
      expect(await applyPaymentEvent({ ...told, eventId: `${told.eventId}_again` })).toBe('duplicate');
      expect(await activityOf(user.id)).toEqual(before);
    }
  });

  it('go by the payment where the provider names no case', async () => {
    const { user, sale } = await newToldMember();
    for (const fact of [sale.disputed(at(60)), sale.decided('lost', at(120))])
      await applyPaymentEvent({ ...fact, disputeId: null });
    const disputes = await prisma().paymentDispute.findMany({ where: { payment: { userId: user.id } } });
    expect(disputes).toMatchObject([{ providerDisputeId: sale.paymentId, outcome: 'lost' }]);
  });

  it('may tell of more money than those before', async () => {
    expect(
      await paymentAfter((sale) => [
        sale.disputed({ amountCents: 500, ...at(60) }),
        sale.disputed({ amountCents: 4_700, ...at(120) }),
      ]),
    ).toMatchObject({ status: 'disputed', disputes: [{ amountCents: 4_700 }] });
  });
});
