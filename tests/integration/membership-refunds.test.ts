import { describe, expect, it } from 'vitest';
import { applyPaymentEvent } from '#app/domain/payment-events/apply.server.ts';
import { newSale, secondsAfter } from '#tests/integration/facts.ts';
import { mailsTo, newUser } from '#tests/integration/people.ts';
import { deliverFacts, newToldMember, stateOf } from '#tests/integration/told.ts';

describe('a refund', () => {
  it('that comes before its payment is asked for again', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    const refund = sale.refunded(4_700);
    expect(await applyPaymentEvent(refund)).toBe('retry');
    expect(await applyPaymentEvent(sale.disputed())).toBe('retry');
    await applyPaymentEvent(sale.paid);
    expect(await applyPaymentEvent(refund)).toBe('retry');
    await deliverFacts([refund, sale.linked]);
    expect((await stateOf(user)).payments).toMatchObject([
      { status: 'refunded', amountRefundedCents: 4_700 },
    ]);
  });

  it('in part, then whole, then told again, is counted once and mailed by its own amount', async () => {
    const { user, sale } = await newToldMember();
    expect(await applyPaymentEvent(sale.refunded(700))).toBe('applied');
    expect((await stateOf(user)).payments).toMatchObject([
      { status: 'partially_refunded', amountRefundedCents: 700 },
    ]);
    const whole = sale.refunded(4_000);
    expect(await applyPaymentEvent(whole)).toBe('applied');
    const state = await stateOf(user);
    expect(state.payments).toMatchObject([{ status: 'refunded', amountRefundedCents: 4_700 }]);
    const again = { ...whole, eventId: `${whole.eventId}_again` };
    for (const told of [whole, again]) expect(await applyPaymentEvent(told)).toBe('duplicate');
    expect(await stateOf(user)).toEqual(state);
    const texts = (await mailsTo(user.email)).map(({ text }) => text);
    expect(texts[1]).toContain('$7');
    expect(texts[0]).toContain('$40');
  });

  it('is not lost to another that comes at the same moment', async () => {
    const { user, sale } = await newToldMember();
    await Promise.all([700, 1_700, 2_000, 300].map((part) => applyPaymentEvent(sale.refunded(part))));
    expect((await stateOf(user)).payments).toMatchObject([
      { status: 'refunded', amountRefundedCents: 4_700 },
    ]);
  });

  it('is never more than was paid', async () => {
    const { user, sale } = await newToldMember();
    await applyPaymentEvent(sale.refunded(9_900));
    expect((await stateOf(user)).payments).toMatchObject([{ amountRefundedCents: 4_700 }]);
  });
});

describe('a payment', () => {
  it('that the bank takes back is disputed', async () => {
    const { user, sale } = await newToldMember();
    await applyPaymentEvent(sale.disputed());
    expect((await stateOf(user)).payments).toMatchObject([{ status: 'disputed' }]);
  });

  it('of nothing, all of it covered by a credit, is none: only the period is taken over', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    const period = { periodStart: secondsAfter(0), periodEnd: secondsAfter(2_592_000) };
    const paid = { ...sale.paid, ...period, amountCents: 0, taxCents: 307 };
    expect(await applyPaymentEvent(paid)).toBe('applied');
    const { payments, subscriptions } = await stateOf(user);
    expect(payments).toEqual([]);
    expect(subscriptions).toMatchObject([{ currentPeriodEnd: period.periodEnd }]);
  });
});
