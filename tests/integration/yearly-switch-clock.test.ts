import { beforeAll, describe, expect, it } from 'vitest';
import { planSwitch, switchToYearly } from '#app/domain/selling/billing/interval-switch.server.ts';
import { planRefund } from '#app/domain/selling/billing/refund-request.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import {
  atStripe,
  daysPass,
  newCardMember,
  rowOf,
  sandbox,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import {
  paymentsOf,
  planFor,
  refusalOf,
  sellYears,
  switchOver,
  yearlyCents,
} from '#tests/integration/yearly-switches.ts';

withSandbox();

const dayMs = 864e5;

beforeAll(sellYears);

describe('the stand-in of the card provider', () => {
  it('refuses a moment outside the period, and what it does not know', async () => {
    const viewer = await newCardMember();
    const { id, items } = await atStripe(viewer.id);
    const [item] = items.data;
    const details = { items: [{ id: String(item?.id), price: String(item?.price.id) }] };
    const early = { ...details, proration_date: Number(item?.current_period_start) - 10 };
    await expect(
      stripe.invoices.createPreview({ subscription: id, subscription_details: early }),
    ).rejects.toThrow('proration_date');
    await expect(
      stripe.subscriptions.update(id, { ...details, payment_behavior: 'default_incomplete' }),
    ).rejects.toThrow('payment_behavior');
    await expect(
      stripe.invoices.createPreview({ subscription: 'sub_none', subscription_details: details }),
    ).rejects.toThrow('No such subscription');
  });

  // These are last, as they turn the provider's clock on.
  it('credits no month whose invoice is a draft', async () => {
    const viewer = await newCardMember();
    const { id, items } = await atStripe(viewer.id);
    const end = Number(items.data[0]?.current_period_end);
    await sandbox.turnClock(end + 60);
    await settled();
    expect((await stripe.invoices.list({ subscription: id, status: 'draft' })).data).toHaveLength(1);
    const taken = 'This month’s payment is still being taken. Try again in a few hours.';
    expect(await refusalOf(viewer)).toBe(taken);
    // Where the new month was not told yet, the provider itself is asked.
    await prisma().subscription.updateMany({
      where: { userId: viewer.id },
      data: { currentPeriodEnd: (await paymentsOf(viewer.id))[0]?.periodEnd ?? null },
    });
    expect(await refusalOf(viewer)).toBe(taken);
    const shown = { price: 'membership_yearly_usd_47000_year', dueCents: 42_300, prorationAt: new Date() };
    await expect(switchToYearly(viewer, shown)).rejects.toThrow(taken);
    expect(await rowOf(viewer.id)).toMatchObject({ switchingSince: null });
    await sandbox.turnClock(end + 7_200);
    await settled();
    expect((await planSwitch(viewer.id)).kind).toBe('offered');
  });

  it('works the credit out by its own clock, and renews after a year and no sooner', async () => {
    const viewer = await newCardMember();
    await daysPass(15);
    const { preview } = await planFor(viewer);
    expect(preview.creditCents).toBeGreaterThan(2_200);
    expect(preview.creditCents).toBeLessThan(2_500);
    await switchOver(viewer);
    await daysPass(40);
    expect(await paymentsOf(viewer.id)).toHaveLength(2);
    await daysPass(330);
    expect((await paymentsOf(viewer.id)).at(-1)).toMatchObject({ amountCents: yearlyCents });
    expect(await paymentsOf(viewer.id)).toHaveLength(3);
  });

  it('does not make the payment of a later year one that the guarantee covers', async () => {
    const viewer = await newCardMember();
    await daysPass(32);
    await switchOver(viewer);
    const year = (await paymentsOf(viewer.id)).at(-1);
    expect(await planRefund(viewer.id, String(year?.id))).toMatchObject({
      chance: { kind: 'on_request', why: 'later_payment' },
    });
  });

  it('does not begin a guarantee anew that has expired within a first month of 31 days', async () => {
    const viewer = await newCardMember();
    await switchOver(viewer);
    const [month, year] = await paymentsOf(viewer.id);
    const chanceAfter = async (days: number) => {
      const paidAt = new Date(Number(year?.paidAt) - days * dayMs);
      await prisma().payment.update({ where: { id: String(month?.id) }, data: { paidAt } });
      return (await planRefund(viewer.id, String(year?.id)))?.chance;
    };
    expect(await chanceAfter(29.9)).toMatchObject({ kind: 'guaranteed' });
    expect(await chanceAfter(30.1)).toMatchObject({ kind: 'on_request', why: 'later_payment' });
    expect(await planRefund(viewer.id, String(month?.id))).toMatchObject({ chance: { why: 'switched' } });
  });

  it('leaves an old price alone until its member switches, and credits that price', async () => {
    const viewer = await newCardMember();
    const { id, items } = await atStripe(viewer.id);
    const old = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 3_700,
      product_data: { name: 'Old' },
      recurring: { interval: 'month' },
    });
    await stripe.subscriptions.update(id, {
      items: [{ id: String(items.data[0]?.id), price: old.id }],
      proration_behavior: 'none',
    });
    await daysPass(32);
    const plan = await planFor(viewer);
    expect(plan.from.amountCents).toBe(3_700);
    expect(plan.preview.creditCents).toBeLessThanOrEqual(3_700);
    expect(await rowOf(viewer.id)).toMatchObject({ amount: 3_700, product: 'membership' });
    await switchOver(viewer);
    expect(await rowOf(viewer.id)).toMatchObject({ amount: yearlyCents, product: 'membership_yearly' });
  });
});
