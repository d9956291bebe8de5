import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { monthAfter } from '#app/platform/payments/month-after.ts';
import { base, openSandbox, received, sandbox, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import {
  begin,
  cards,
  confirm,
  events,
  openCheckout,
  payOnFile,
  post,
  statusOf,
  yearly,
} from '#tests/integration/sandbox-calls.ts';

withSandbox();

const hour = 3600;
const day = 24 * hour;

/** The events that come when the sandbox's clock goes on by so many seconds. */
async function eventsAfter(seconds: number): Promise<string[]> {
  await events();
  received.length = 0;
  await sandbox.turnClock((await sandbox.now()) + seconds);
  return events();
}

/** Those of a subscription among the events that came. */
const invoicesOf = (id: string) =>
  received
    .filter(({ type }) => type.startsWith('invoice.'))
    .map(({ type, created, data }) => ({ type, created, invoice: data.object as Stripe.Invoice }))
    .filter(({ invoice }) => invoice.parent?.subscription_details?.subscription === id);

async function newSubscriber() {
  const started = await begin();
  await confirm(started.clientSecret, cards.pays);
  return started;
}

const periodEndOf = async (id: string) =>
  Number((await stripe.subscriptions.retrieve(id)).items.data[0]?.current_period_end);

describe('a month by the sandbox’s clock', () => {
  it('brings an invoice that is a draft for an hour, then the payment, each told with the sandbox’s time', async () => {
    const { subscriptionId: id } = await newSubscriber();
    const end = await periodEndOf(id);
    await eventsAfter(end - (await sandbox.now()) + 60);
    expect(invoicesOf(id)).toMatchObject([
      { type: 'invoice.created', created: end, invoice: { status: 'draft', amount_paid: 0 } },
    ]);
    expect(await periodEndOf(id)).toBe(monthAfter(end));
    await eventsAfter(hour);
    expect(invoicesOf(id)).toMatchObject([
      { type: 'invoice.finalized', created: end + hour, invoice: { status: 'open' } },
      {
        type: 'invoice.paid',
        invoice: { status: 'paid', amount_paid: 4_700, billing_reason: 'subscription_cycle' },
      },
    ]);
    expect(await statusOf(id)).toBe('active');
  });

  it('passes as often as the clock is turned over it', async () => {
    const { subscriptionId: id } = await newSubscriber();
    await eventsAfter(95 * day);
    expect(invoicesOf(id).filter(({ type }) => type === 'invoice.paid')).toHaveLength(3);
  });

  it('is a year where that is what was bought, on the page too', async () => {
    const { subscriptionId: id, clientSecret } = await begin(yearly);
    await confirm(clientSecret, cards.pays);
    const end = await periodEndOf(id);
    const [started, ended] = [await sandbox.now(), end].map((at) => new Date(at * 1000).getUTCFullYear());
    expect(Number(ended) - Number(started)).toBe(1);
    await eventsAfter(95 * day);
    expect(invoicesOf(id)).toEqual([]);
    await eventsAfter(end - (await sandbox.now()) + 2 * hour);
    expect(invoicesOf(id).filter(({ type }) => type === 'invoice.paid')).toMatchObject([
      { invoice: { amount_paid: 47_000 } },
    ]);
    expect(await (await fetch(await openCheckout(yearly))).text()).toContain('a year, until you cancel');
  });

  it('leaves alone what has ended', async () => {
    const { subscriptionId: id } = await newSubscriber();
    await stripe.subscriptions.cancel(id);
    await eventsAfter(32 * day);
    expect(invoicesOf(id)).toEqual([]);
  });

  it('ends what the card cannot pay after three more attempts', async () => {
    const { subscriptionId: id, customerId } = await newSubscriber();
    await payOnFile(id, customerId, cards.neverPays);
    await eventsAfter((await periodEndOf(id)) - (await sandbox.now()) + 2 * hour);
    expect(await statusOf(id)).toBe('past_due');
    const attempts = [];
    for (const days of [3, 5]) {
      await eventsAfter(days * day);
      attempts.push(invoicesOf(id).map(({ type }) => type));
    }
    expect(attempts).toEqual([['invoice.payment_failed'], ['invoice.payment_failed']]);
    await eventsAfter(7 * day);
    const ended = await stripe.subscriptions.retrieve(id);
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } });
  });

  it('takes the money from a card that was replaced at the next attempt, not before', async () => {
    const { subscriptionId: id, customerId } = await newSubscriber();
    await payOnFile(id, customerId, cards.neverPays);
    await eventsAfter((await periodEndOf(id)) - (await sandbox.now()) + 2 * hour);
    await payOnFile(id, customerId, cards.pays);
    expect(await statusOf(id)).toBe('past_due');
    await eventsAfter(3 * day);
    expect(await statusOf(id)).toBe('active');
  });
});

describe('what is not paid in time', () => {
  it('is a subscription no more after 23 hours', async () => {
    const { subscriptionId: id, clientSecret } = await begin();
    await eventsAfter(22 * hour);
    expect(await statusOf(id)).toBe('incomplete');
    expect(await eventsAfter(hour + 60)).toContain('customer.subscription.updated');
    expect(await statusOf(id)).toBe('incomplete_expired');
    expect((await confirm(clientSecret, cards.pays)).status).toBe(400);
  });

  it('is a hosted checkout no more after a day', async () => {
    const url = await openCheckout();
    expect(await eventsAfter(day + 60)).toContain('checkout.session.expired');
    expect((await fetch(url)).status).toBe(410);
    expect((await post(url, { number: cards.pays, expiry: '12/34', cvc: '123' })).status).toBe(410);
  });
});

describe('the page of the clock', () => {
  const turn = (form: Record<string, string>) => post('/sandbox/clock', form);

  it('shows the sandbox’s time and what falls due, and turns it forward by a day, a month, or to a date', async () => {
    await newSubscriber();
    const shown = await (await fetch(`${base}/sandbox/clock`)).text();
    expect(shown).toContain('A card subscription comes to the end of its month');
    for (const [form, seconds] of [
      [{ step: 'day' }, day],
      [{ step: 'month' }, 28 * day],
    ] as const) {
      const before = await sandbox.now();
      const answer = await turn(form);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sandbox/clock']);
      expect((await sandbox.now()) - before).toBeGreaterThanOrEqual(seconds);
    }
    const date = new Date(((await sandbox.now()) + 40 * day) * 1000).toISOString().slice(0, 10);
    expect((await turn({ step: 'date', date })).status).toBe(303);
    const reached = (await sandbox.now()) - Date.parse(`${date}T00:00:00Z`) / 1000;
    expect(reached).toBeGreaterThanOrEqual(0);
    expect(reached).toBeLessThan(day);
  });

  it.each(['', '2020-01-01', '2026-13-40', 'soon', '9999-01-01'])(
    'refuses the date "%s" in words',
    async (date) => {
      const before = await sandbox.now();
      const answer = await turn({ step: 'date', date });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain('id="date-error"');
      expect((await sandbox.now()) - before).toBeLessThan(day);
    },
  );

  it('is there only where it was asked for', async () => {
    await sandbox.close();
    await openSandbox({ hasClockPage: false });
    expect((await fetch(`${base}/sandbox/clock`)).status).toBe(404);
    expect((await turn({ step: 'month' })).status).toBe(404);
    await sandbox.close();
    await openSandbox();
  });

  it('is turned by no other site', async () => {
    const answer = await fetch(`${base}/sandbox/clock`, {
      method: 'POST',
      body: new URLSearchParams({ step: 'month' }),
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(answer.status).toBe(403);
  });
});
