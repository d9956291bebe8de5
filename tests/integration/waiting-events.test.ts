import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { reapplyEvent } from '#app/domain/selling/payment-events/reapply.server.ts';
import { receiveEvent } from '#app/domain/selling/payment-events/receive.server.ts';
import {
  deleteOldPayloads,
  findWaitingEvent,
  keepWaiting,
  listWaitingEvents,
} from '#app/domain/selling/payment-events/waiting-events.server.ts';
import { reconcilePayments } from '#app/domain/selling/reconciliation/reconcile.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { connectPayments, connectPaypal, provider } from '#app/platform/payments/payments.server.ts';
import { action } from '#app/routes/api/stripe-webhook.ts';
import { newCardMember, rowOf, sandbox, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import { newEmail } from '#tests/integration/people.ts';
import { cutOffStripe } from '#tests/integration/stripe-outage.ts';

withSandbox();
beforeAll(() => {
  connectPaypal(null);
});

/** An event as it is listed, with these changes to its object; another event than the one it is made of. */
async function eventLike(type: string, userId: string, change: (object: Record<string, unknown>) => object) {
  const { providerSubscriptionId } = await rowOf(userId);
  const { data } = await stripe.events.list({ type, limit: 100 });
  const like = data.find((event) => JSON.stringify(event).includes(providerSubscriptionId));
  if (!like) throw new Error(`no event ${type}`);
  const object = structuredClone(like.data.object) as unknown as Record<string, unknown>;
  return {
    ...structuredClone(like),
    id: `evt_${randomUUID()}`,
    data: { object: change(object) },
  };
}

/** The site's answer to a webhook of an event. */
async function send(event: object): Promise<[number, unknown]> {
  const body = JSON.stringify(event);
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload: body,
    secret: 'whsec_sandbox',
  });
  const headers = { 'Stripe-Signature': signature };
  const request = new Request('http://localhost:3000/webhooks/stripe', { method: 'POST', body, headers });
  const response = await action({ request });
  return [response.status, await response.json()];
}

const keyOf = (event: { id: string }) => ({ provider: 'stripe', eventId: event.id }) as const;
const rowOfEvent = (event: { id: string }) =>
  prisma().webhookEvent.findUnique({ where: { provider_eventId: keyOf(event) } });
const waitingIds = async () => (await listWaitingEvents()).map(({ eventId }) => eventId);

/** A paid invoice of somebody we do not know (yet), with everything a provider tells of a person. */
async function orphan() {
  const userId = randomUUID();
  const event = await eventLike('invoice.paid', (await newCardMember()).id, (invoice) => ({
    ...invoice,
    id: `in_${randomUUID()}`,
    customer: 'cus_unknown',
    customer_email: 'somebody@example.com',
    customer_name: 'Some Body',
    customer_address: { line1: 'Main Street 1' },
    parent: {
      type: 'subscription_details',
      subscription_details: {
        subscription: `sub_${userId}`,
        metadata: { user_id: userId, product: 'membership' },
      },
    },
  }));
  return { event, userId };
}

describe('a payment of nobody we know', () => {
  it('is kept, told in the log once, and applied when its payer is known', async () => {
    const error = vi.spyOn(log(), 'error');
    const { event, userId } = await orphan();
    expect(await send(event)).toEqual([200, { outcome: 'orphan' }]);
    expect(await send(event)).toEqual([200, { outcome: 'orphan' }]);
    const told = expect.objectContaining({ eventId: event.id });
    expect(error.mock.calls.filter(([about]) => told.asymmetricMatch(about))).toEqual([
      [told, 'a payment event names nobody we know'],
    ]);
    error.mockRestore();
    expect(await rowOfEvent(event)).toMatchObject({ processedAt: null, outcome: 'orphan', attempts: 2 });
    const listed = (await listWaitingEvents()).filter(({ eventId }) => eventId === event.id);
    const columns = 'attempts,createdAt,error,eventId,outcome,provider,receivedAt,type';
    expect(listed.map((row) => Object.keys(row).toSorted().join())).toEqual([columns]);
    expect(await reapplyEvent(keyOf(event))).toBe('orphan');

    const email = newEmail();
    await prisma().user.create({
      data: { id: userId, email, name: 'Found', username: email, passwordHash: '', role: 'member' },
    });
    expect(await reapplyEvent(keyOf(event))).toBe('applied');
    expect(await prisma().payment.findMany({ where: { userId } })).toMatchObject([{ amountCents: 4_700 }]);
    expect(await rowOfEvent(event)).toMatchObject({
      processedAt: expect.any(Date),
      outcome: 'applied',
      payload: null,
      error: null,
    });
    expect(await waitingIds()).not.toContain(event.id);
    await expect(reapplyEvent(keyOf(event))).rejects.toMatchObject({ kind: 'not_found' });
    const odd = { provider: 'stripe', eventId: 'evt_\0' } as const;
    await expect(reapplyEvent(odd)).rejects.toMatchObject({ kind: 'not_found' });
    expect(await send(event)).toEqual([200, { outcome: 'duplicate' }]);
    // One that another process could not apply meanwhile is not put back.
    const late = { ...keyOf(event), id: event.id, type: event.type, createdAt: new Date(), payload: {} };
    expect(await keepWaiting(late, 'retry', 'unreachable')).toBe(0);
    expect(await rowOfEvent(event)).toMatchObject({ outcome: 'applied', error: null, payload: null });
    const entry = await prisma().activityLog.findFirst({
      where: { type: 'payment_event_reapplied' },
      orderBy: { createdAt: 'desc' },
    });
    expect(entry?.details).toEqual({ event: 'invoice.paid', outcome: 'applied' });
  });

  it('is none that nobody has told', async () => {
    expect(await findWaitingEvent('stripe', 'evt_nobody_told')).toBeNull();
  });

  it('is tried again with every reconciliation', async () => {
    const { event, userId } = await orphan();
    await send(event);
    const email = newEmail();
    await prisma().user.create({
      data: { id: userId, email, name: 'Found', username: email, passwordHash: '', role: 'member' },
    });
    await reconcilePayments();
    expect(await prisma().payment.count({ where: { userId } })).toBe(1);
  });

  it('is kept without what is known of a person, for 90 days', async () => {
    const { event } = await orphan();
    await send(event);
    const kept = JSON.stringify((await rowOfEvent(event))?.payload);
    for (const word of ['somebody@example.com', 'Some Body', 'Main Street'])
      expect(JSON.stringify(event)).toContain(word);
    for (const word of ['somebody@example.com', 'Some Body', 'Main Street']) expect(kept).not.toContain(word);
    const days = (count: number) => new Date(Date.now() + count * 24 * 3600 * 1000);
    await deleteOldPayloads(days(89));
    expect((await rowOfEvent(event))?.payload).not.toBeNull();
    await deleteOldPayloads(days(91));
    expect((await rowOfEvent(event))?.payload).toBeNull();
    await expect(reapplyEvent(keyOf(event))).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('an event that cannot be applied', () => {
  it('is asked for again and kept, told in the log once, and applied once it can be', async () => {
    const error = vi.spyOn(log(), 'error');
    const member = await newCardMember();
    const invoiceId = `in_${randomUUID()}`;
    const event = await eventLike('invoice.paid', member.id, (invoice) => ({
      ...invoice,
      id: invoiceId,
      // More than an integer of the database.
      amount_paid: 5_000_000_000,
    }));
    expect(await send(event)).toEqual([409, { outcome: 'unapplied' }]);
    expect(await send(event)).toEqual([409, { outcome: 'unapplied' }]);
    const told = expect.objectContaining({ eventId: event.id });
    expect(error.mock.calls.filter(([about]) => told.asymmetricMatch(about))).toEqual([
      [told, 'a payment event could not be applied'],
    ]);
    error.mockRestore();
    expect(await rowOfEvent(event)).toMatchObject({ outcome: 'unapplied', error: expect.any(String) });
    // Prisma's message prints the whole call with what it was to write.
    expect((await rowOfEvent(event))?.error).toMatch(/^(?!.*invocation).+$/);
    // What a new release would read otherwise.
    const mended = { ...event, data: { object: { ...event.data.object, amount_paid: 4_700 } } };
    await prisma().webhookEvent.update({
      where: { provider_eventId: keyOf(event) },
      data: { payload: JSON.parse(JSON.stringify(mended)) },
    });
    expect(await reapplyEvent(keyOf(event))).toBe('applied');
    expect(await prisma().payment.count({ where: { providerInvoiceId: invoiceId } })).toBe(1);
  });

  it('is kept too when it is of a form that nobody knows', async () => {
    const event = await eventLike(
      'invoice.paid',
      (await newCardMember()).id,
      ({ lines: _, ...rest }) => rest,
    );
    expect(await send(event)).toEqual([409, { outcome: 'unapplied' }]);
    expect(await rowOfEvent(event)).toMatchObject({ error: 'bad_event', processedAt: null });
  });

  it('of another version of the API is read by what its object is now', async () => {
    const member = await newCardMember();
    const { providerSubscriptionId } = await rowOf(member.id);
    await prisma().subscription.updateMany({ where: { userId: member.id }, data: { status: 'past_due' } });
    const error = vi.spyOn(log(), 'error');
    const event = {
      ...(await eventLike('customer.subscription.updated', member.id, ({ id, object }) => ({ id, object }))),
      created: Math.floor(Date.now() / 1000) + 60,
      api_version: '2019-05-16',
    };
    expect(await send(event)).toEqual([200, { outcome: 'applied' }]);
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ version: '2019-05-16', eventId: event.id }),
      'an event has another API version',
    );
    error.mockRestore();
    expect(await rowOf(member.id)).toMatchObject({ status: 'active', providerSubscriptionId });
  });

  it('that leaves out what Stripe cannot be asked for is asked for again, without an alarm', async () => {
    const member = await newCardMember();
    const event = {
      ...(await eventLike('customer.subscription.updated', member.id, ({ id, object }) => ({ id, object }))),
      api_version: '2019-05-16',
    };
    const error = vi.spyOn(log(), 'error');
    cutOffStripe();
    expect(await send(event)).toEqual([409, { outcome: 'retry' }]);
    expect(error).not.toHaveBeenCalledWith(expect.anything(), 'a payment event could not be applied');
    error.mockRestore();
    expect(await rowOfEvent(event)).toMatchObject({ outcome: 'retry', processedAt: null });
    connectPayments(sandbox.apiPort);
    expect(await reapplyEvent(keyOf(event))).not.toBe('retry');
    expect(await rowOfEvent(event)).toMatchObject({ processedAt: expect.any(Date) });
  });

  it('loses nothing that is needed by what is not kept of it', async () => {
    await newCardMember();
    const { data } = await stripe.events.list({ limit: 100 });
    const { withoutPersonalData } = await import('#app/domain/selling/payment-events/personal-data.ts');
    for (const payload of data) {
      const event = { ...keyOf(payload), id: payload.id, type: payload.type, createdAt: new Date(0) };
      const seller = provider('stripe');
      expect(await seller.readEvent({ ...event, payload: withoutPersonalData(payload) })).toEqual({
        ...(await seller.readEvent({ ...event, payload })),
        // The provider's page of an invoice opens without a sign-in: it is not kept.
        ...(payload.type === 'invoice.paid' ? { receiptUrl: null } : {}),
      });
    }
    expect(
      await receiveEvent({
        ...keyOf({ id: 'evt_x' }),
        id: 'evt_x',
        type: 'charge.updated',
        createdAt: new Date(),
        payload: {},
      }),
    ).toBe('ignored');
  });
});
